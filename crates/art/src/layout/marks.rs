//! Marks: symbols and buildings, first those whose place follows from roads and rivers, then those that stand
//! where there is room.

use bastide_rules::{Edge, Feature, Side, Tile};

use super::mask::room;
use super::{Builder, GRID, Layout, Mark, NOTHING, Spot, cell_point};
use crate::geom::{Path, Point, inward, p};

/// Whether the cells with a label are a field.
fn is_field(tile: &Tile, label: u8) -> bool {
    tile.segments.get(usize::from(label)).is_some_and(|segment| segment.feature == Feature::Field)
}

impl Builder<'_> {
    pub(super) fn fixed_marks(&mut self) {
        let tile = self.tile;
        let symbols = &tile.symbols;
        let centre = self.junction;
        let dead_ends = self.is_junction && tile.river == 0;
        let put = |out: &mut Layout, mark, at, radius, segment| {
            out.spots.push(Spot { mark, at, radius, scale: 1.0, segment })
        };
        for (index, segment) in tile.segments.iter().enumerate() {
            match segment.feature {
                Feature::Monastery if dead_ends => put(&mut self.out, Mark::Monastery, centre, 16.0, Some(index)),
                Feature::Monastery if self.note("ends at the monastery") || self.note("road S at the monastery") => {
                    let (at, scale) = if tile.river != 0 { (p(50.0, 25.0), 0.85) } else { (centre, 1.0) };
                    let radius = 15.0 * scale;
                    self.out.spots.push(Spot { mark: Mark::Monastery, at, radius, scale, segment: Some(index) });
                }
                Feature::Shrine if dead_ends => put(&mut self.out, Mark::Shrine, centre, 12.0, Some(index)),
                _ => {}
            }
        }
        if symbols.volcano && dead_ends {
            put(&mut self.out, Mark::Volcano, centre, 18.0, None);
        }
        if symbols.tower {
            if dead_ends {
                put(&mut self.out, Mark::Tower, centre, 8.0, None);
            } else if let (true, Some(&(at, into))) = (self.note("between city and road"), self.out.gates.first()) {
                put(&mut self.out, Mark::Tower, at.minus(into.times(8.0)), 8.0, None);
            }
        }
        if symbols.ferry_lake {
            self.blocks.push((centre, 14.0));
            put(&mut self.out, Mark::FerryLake, centre, 16.0, None);
        }
        if let Some(kind) = symbols.crop_circle {
            let mark = Mark::CropCircle(kind);
            if self.note("joins both walls") {
                put(&mut self.out, mark, p(50.0, 50.0), 21.0, None);
                self.blocks.push((p(50.0, 50.0), 22.0));
            } else if self.note("fills all room") {
                put(&mut self.out, mark, p(50.0, 50.0), 13.0, None);
            } else if dead_ends {
                let through = tile.segments.iter().find(|s| s.feature == Feature::Road && s.ports.len() == 2);
                let mut at = centre;
                let mut radius = 16.0;
                if let Some(road) = through {
                    // Either against the road that passes, or well away from it.
                    let away: Point = road.ports.sides().fold(p(0.0, 0.0), |sum, side| sum.plus(inward(side)));
                    if self.note("separates the fields") {
                        at = p(50.0, 50.0).minus(away.times(3.5));
                        radius = 15.0;
                    } else {
                        at = p(50.0, 50.0).plus(away.times(9.0));
                        radius = 14.0;
                        for road in &mut self.out.roads {
                            for line in &mut road.lines {
                                if line.end() == centre {
                                    let from = line.start;
                                    let into = p(50.0, 50.0).minus(from).unit();
                                    *line = Path::new(from).through(&[at], Some(into), None);
                                }
                            }
                        }
                    }
                }
                self.blocks.push((at, radius - 1.0));
                put(&mut self.out, mark, at, radius, None);
            }
        }
    }

    pub(super) fn free_marks(&mut self) {
        let tile = self.tile;
        self.out.room = room(&self.out.mask);
        let feature = |label: u8| tile.segments.get(usize::from(label)).map(|s| s.feature);
        let in_field = |label: u8| is_field(tile, label);
        let anywhere = |label: u8| matches!(feature(label), Some(Feature::Field | Feature::City));
        let cities: Vec<u8> = self.out.cities.iter().map(|city| city.segment as u8).collect();
        let largest = match cities[..] {
            [city] => city,
            _ => {
                let size = |city: u8| self.out.mask.iter().filter(|&&label| label == city).count();
                cities.iter().copied().max_by_key(|&city| size(city)).unwrap_or(NOTHING)
            }
        };
        let middle_of_tile = p(50.0, 50.0);
        let has = |out: &Layout, mark: Mark| out.spots.iter().any(|spot| spot.mark == mark);

        for (index, segment) in tile.segments.iter().enumerate() {
            match segment.feature {
                Feature::Monastery if !has(&self.out, Mark::Monastery) => {
                    if self.note("inside the city") {
                        self.put(Mark::Monastery, 15.0, Some(index), |l| l == largest, middle_of_tile);
                    } else {
                        self.put(Mark::Monastery, 15.0, Some(index), in_field, middle_of_tile);
                    }
                }
                Feature::Shrine if !has(&self.out, Mark::Shrine) => {
                    self.put(Mark::Shrine, 12.0, Some(index), in_field, middle_of_tile);
                }
                _ => {}
            }
        }
        let symbols = tile.symbols;
        if symbols.volcano && !has(&self.out, Mark::Volcano) {
            self.put(Mark::Volcano, 17.0, None, in_field, middle_of_tile);
        }
        if let Some(kind) = symbols.crop_circle.filter(|&kind| !has(&self.out, Mark::CropCircle(kind))) {
            self.put(Mark::CropCircle(kind), 15.0, None, in_field, middle_of_tile);
        }
        for (index, segment) in tile.segments.iter().enumerate() {
            if segment.feature == Feature::City && segment.cathedral {
                self.put(Mark::Cathedral, 23.0, Some(index), |label| usize::from(label) == index, middle_of_tile);
            }
        }
        if symbols.tower && !has(&self.out, Mark::Tower) {
            let city = if self.note("at the north city") {
                cities.first().copied()
            } else if self.note("in the city") || self.note("in the large city") {
                Some(largest)
            } else {
                None
            };
            match city {
                Some(city) => self.put(Mark::Tower, 8.5, None, |label| label == city, middle_of_tile),
                None => self.put(Mark::Tower, 8.5, None, in_field, middle_of_tile),
            }
        }
        for (index, segment) in tile.segments.iter().enumerate() {
            if segment.feature == Feature::Garden {
                self.put(Mark::Garden, 11.5, Some(index), in_field, p(30.0, 30.0));
            }
        }
        self.free_inn();
        self.free_marks_of_segments();
        let near = middle_of_tile;
        if let Some(direction) = symbols.flying {
            self.put(Mark::Flying(direction), 13.0, None, in_field, near);
        }
        let rest = [
            (symbols.dragon, Mark::Dragon, 9.0),
            (symbols.portal, Mark::Portal, 10.0),
            (symbols.gold, Mark::Gold, 9.0),
            (symbols.magic, Mark::Magic, 9.0),
            (symbols.sack, Mark::Sack, 9.0),
            (symbols.gingerbread, Mark::Gingerbread, 9.0),
        ];
        for (present, mark, radius) in rest {
            if present {
                self.put(mark, radius, None, anywhere, near);
            }
        }
        if let Some(wheel) = symbols.wheel {
            self.put(Mark::Wheel(wheel.number), 9.5, None, in_field, near);
        }
        if let Some(animal) = tile.animal {
            self.put(Mark::Animal(animal), 9.0, None, in_field, near);
        }
        // Monasteries, gardens and shrines are areas of their own.
        for spot in &self.out.spots {
            if let (Some(segment), Mark::Monastery | Mark::Garden | Mark::Shrine) = (spot.segment, spot.mark) {
                for (index, label) in self.out.mask.iter_mut().enumerate() {
                    let at = cell_point(index);
                    if at.distance(spot.at) <= (spot.radius - 3.0).max(4.0) {
                        *label = segment as u8;
                    }
                }
            }
        }
    }

    /// One inn serves all the roads that name it.
    fn free_inn(&mut self) {
        let (tile, middle_of_tile) = (self.tile, p(50.0, 50.0));
        let inns: Vec<usize> = tile.segments.iter().enumerate().filter(|(_, s)| s.inn).map(|(i, _)| i).collect();
        if let Some(&first) = inns.first() {
            let ring = tile.segments[first].ports.len() > 2;
            let near = if ring {
                middle_of_tile
            } else if inns.len() > 1 || self.is_junction {
                let sum = inns
                    .iter()
                    .flat_map(|&i| tile.segments[i].ports.sides())
                    .fold(p(0.0, 0.0), |sum, side| sum.minus(inward(side)));
                let free = Side::ALL
                    .into_iter()
                    .filter(|side| tile.sides[side.index()] == Edge::Field)
                    .fold(p(0.0, 0.0), |sum, side| sum.minus(inward(side)));
                self.junction.plus(sum.times(8.0)).plus(free.times(14.0))
            } else {
                self.out
                    .roads
                    .iter()
                    .find(|road| road.segment == first)
                    .and_then(|road| road.lines.first())
                    .map_or(middle_of_tile, |line| line.at(0.5).0)
            };
            self.put(Mark::Inn, 10.5, Some(first), |label| is_field(tile, label), near);
        }
    }

    /// What belongs to a city or a field and stands in it.
    fn free_marks_of_segments(&mut self) {
        let (tile, middle_of_tile) = (self.tile, p(50.0, 50.0));
        for (index, segment) in tile.segments.iter().enumerate() {
            if segment.feature == Feature::City {
                if segment.princess {
                    self.put(Mark::Princess, 9.0, Some(index), |label| usize::from(label) == index, middle_of_tile);
                }
                if let Some(goods) = segment.goods {
                    self.put(Mark::Goods(goods), 9.0, Some(index), |label| usize::from(label) == index, middle_of_tile);
                }
                for _ in 0..segment.shields {
                    self.put(Mark::Shield, 8.0, Some(index), |label| usize::from(label) == index, middle_of_tile);
                }
            }
            if segment.pig_herd {
                self.put(Mark::PigHerd, 11.0, Some(index), |label| usize::from(label) == index, middle_of_tile);
            }
        }
    }

    fn put(&mut self, mark: Mark, radius: f32, segment: Option<usize>, inside: impl Fn(u8) -> bool, near: Point) {
        let mut best = (f32::MIN, near, radius);
        for y in (5..GRID - 4).step_by(3) {
            for x in (5..GRID - 4).step_by(3) {
                let index = y * GRID + x;
                // Where there is less than a little room nothing is placed if it can be helped.
                if !inside(self.out.mask[index]) || self.out.room[index] + 4.0 < best.0.min(radius) {
                    continue;
                }
                let at = cell_point(index);
                let mut clear = self.out.room[index].min(at.to_rim() - mark.rises());
                for spot in &self.out.spots {
                    clear = clear.min((at.distance(spot.at) - spot.radius) * 0.95);
                }
                let score = clear.min(radius + 1.5) + 0.35 * clear.min(radius + 12.0) - 0.02 * at.distance(near);
                if score > best.0 {
                    best = (score, at, clear);
                }
            }
        }
        // Smaller where it would otherwise fill its field from side to side.
        let scale = ((best.2 - 1.5) / radius).clamp(0.5, 1.0);
        self.out.spots.push(Spot { mark, at: best.1, radius: radius * scale, scale, segment });
    }
}
