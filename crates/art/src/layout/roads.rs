//! Roads: their courses, junctions and the gates that they reach.

use bastide_rules::tile::Segment;
use bastide_rules::{Edge, Feature, Side};

use super::{Bridge, Builder, Deck, Mark, RoadShape, Spot, bend, city_at, field_at};
use crate::geom::{Path, circle, inward, middle, p};

/// Where a road leads that ends on the tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// To where others meet it.
    Middle,
    /// Into one field, to nothing that it would part.
    Loose,
    /// To a gate, or over or under a bridge.
    Elsewhere,
}

impl Builder<'_> {
    pub(super) fn roads(&mut self) {
        let roads = self.segments(Feature::Road);
        let ends: Vec<(usize, Side)> = roads
            .iter()
            .filter(|(_, road)| road.ports.len() == 1)
            .filter_map(|&(index, road)| road.ports.sides().next().map(|side| (index, side)))
            .collect();
        // A single city on one side pushes the meeting place a little away.
        let single: Vec<Side> = self
            .segments(Feature::City)
            .iter()
            .filter(|(_, city)| city.ports.len() == 1)
            .flat_map(|(_, city)| city.ports.sides())
            .collect();
        if let [side] = single[..] {
            self.junction = self.junction.plus(inward(side).times(5.0));
        }
        let under_bridge = self.note("passes under the bridge");
        let (mut to_middle, mut loose) = (0, 0);
        for &(index, side) in &ends {
            let (line, reach) = self.road_from(side, ends.len() > 1, under_bridge);
            to_middle += u32::from(reach == Reach::Middle);
            loose += u32::from(reach == Reach::Loose);
            self.out.roads.push(RoadShape { segment: index, lines: vec![line] });
        }
        self.is_junction = to_middle > 0 || loose == 1 && ends.len() == 1;
        let meets = to_middle > 0;
        for (index, road) in roads {
            if let Some(lines) = self.whole_road(index, road) {
                self.out.roads.push(RoadShape { segment: index, lines });
            }
        }
        if meets && !self.has_centre_piece() {
            self.out.spots.push(Spot {
                mark: Mark::Village,
                at: self.junction,
                radius: 8.0,
                scale: 1.0,
                segment: None,
            });
        }
        self.out.roads.sort_by_key(|road| road.segment);
    }

    /// The course of a road that ends on the tile, from its side, and where it leads; `many` is whether others end here too.
    fn road_from(&mut self, side: Side, many: bool, under_bridge: bool) -> (Path, Reach) {
        let tile = self.tile;
        let (first, second) = (field_at(tile, side, false), field_at(tile, side, true));
        let cities = |field: Option<usize>| field.map_or(0, |f| tile.segments[f].cities);
        let common = cities(first) & cities(second);
        let from = middle(side);
        let into = inward(side);
        let mut reach = Reach::Elsewhere;
        let crosses_river = !self.out.rivers.is_empty();
        let line = if crosses_river {
            let across = side.opposite();
            self.out.bridges.push(Bridge { deck: Deck::Road, at: p(50.0, 50.0), along: into, half: 11.0 });
            match city_at(tile, across) {
                Some(city) => self.road_to_gate(side, city),
                None => Path::new(from).line(from.plus(into.times(76.0))),
            }
        } else if under_bridge {
            // One road runs from the gate through the middle, the other crosses above it.
            let across = side.opposite();
            match city_at(tile, across) {
                Some(city) => self.road_to_gate(side, city),
                None => {
                    let end = from.plus(into.times(80.0));
                    self.out.spots.push(Spot {
                        mark: Mark::Hut,
                        at: end.plus(into.times(3.0)),
                        radius: 8.0,
                        scale: 1.0,
                        segment: None,
                    });
                    self.out.bridges.push(Bridge { deck: Deck::Road, at: p(50.0, 50.0), along: into, half: 11.0 });
                    Path::new(from).line(end)
                }
            }
        } else if first == second && first.is_some() {
            reach = Reach::Loose;
            let monastic = tile.is_monastic();
            if many && !(monastic && side == Side::S) {
                let end = from.plus(into.times(17.0)).plus(p(into.y, -into.x).times(3.0));
                self.out.spots.push(Spot { mark: Mark::Hut, at: end, radius: 7.0, scale: 1.0, segment: None });
                Path::new(from).through(&[end], Some(into), None)
            } else {
                let has_target = monastic
                    || tile.symbols.volcano
                    || tile.symbols.crop_circle.is_some()
                    || tile.symbols.tower
                    || tile.symbols.ferry_lake;
                let end = if has_target { self.junction } else { p(50.0, 52.0) };
                if !has_target {
                    self.out.spots.push(Spot { mark: Mark::Hut, at: end, radius: 9.0, scale: 1.0, segment: None });
                }
                Path::new(from).through(&[end], Some(into), None)
            }
        } else if common != 0 {
            let near = from.plus(into.times(22.0));
            let city = (0..8)
                .filter(|city| common >> city & 1 == 1)
                .min_by(|&a, &b| {
                    let far = |city: usize| self.gate_near(city, near).map_or(f32::MAX, |(at, _)| at.distance(near));
                    far(a).total_cmp(&far(b))
                })
                .unwrap_or_default();
            self.road_to_gate(side, city)
        } else {
            reach = Reach::Middle;
            Path::new(from).through(&[self.junction], Some(into), None)
        };
        (line, reach)
    }

    /// The courses of a road from side to side, or of a short one from the junction to a city; none for one that ends on the tile.
    fn whole_road(&mut self, index: usize, road: &Segment) -> Option<Vec<Path>> {
        let sides: Vec<Side> = road.ports.sides().collect();
        Some(match sides[..] {
            [] => {
                // A short road from the junction to the city it names.
                let city = road.cities.trailing_zeros() as usize;
                match self.gate_near(city, self.junction) {
                    Some((at, into)) => {
                        self.out.gates.push((at, into));
                        vec![Path::new(self.junction).line(at)]
                    }
                    None => Vec::new(),
                }
            }
            [_] => return None,
            [a, b] if road.tunnel => {
                let mouth = |side: Side| middle(side).plus(inward(side).times(12.0));
                for side in [a, b] {
                    self.out.tunnels.push((mouth(side), inward(side)));
                }
                vec![Path::new(middle(a)).line(mouth(a)), Path::new(mouth(b)).line(middle(b))]
            }
            [a, b] if a.opposite() == b => vec![self.straight(index, a, b)],
            [a, b] => vec![bend(a, b)],
            _ => {
                let centre = p(50.0, 50.0);
                let radius = 23.0;
                let mut lines: Vec<Path> = sides
                    .iter()
                    .map(|&side| Path::new(middle(side)).line(centre.minus(inward(side).times(radius))))
                    .collect();
                lines.push(circle(centre, radius, radius));
                lines
            }
        })
    }

    /// Whether something else than a village stands where roads end in the middle.
    fn has_centre_piece(&self) -> bool {
        let symbols = &self.tile.symbols;
        let circle_in_middle = symbols.crop_circle.is_some() && self.note("circle");
        let tower = symbols.tower && self.note("foundation");
        self.tile.is_monastic() && !self.tile.segments.iter().any(|s| s.feature == Feature::Garden)
            || symbols.ferry_lake
            || circle_in_middle
            || tower
            || self.note("volcano")
    }

    fn straight(&mut self, index: usize, a: Side, b: Side) -> Path {
        let tile = self.tile;
        let (from, to) = (middle(a), middle(b));
        let centre = p(50.0, 50.0);
        let along = inward(a);
        let roads = self.segments(Feature::Road);
        let crossing = roads.iter().find(|&&(other, road)| {
            other != index && road.ports.len() == 2 && {
                let sides: Vec<Side> = road.ports.sides().collect();
                sides[0].opposite() == sides[1]
            }
        });
        if let Some(&(other, _)) = crossing {
            // Of two crossing roads the first one carries the bridge.
            if index < other {
                self.out.bridges.push(Bridge { deck: Deck::Road, at: centre, along, half: 12.0 });
            }
            return Path::new(from).line(to);
        }
        if !self.out.rivers.is_empty() {
            self.out.bridges.push(Bridge { deck: Deck::Road, at: centre, along, half: 12.0 });
            return Path::new(from).line(to);
        }
        let left = Side::from_index(a as u8 + 1);
        for beside in [left, left.opposite()] {
            if tile.sides[beside.index()] != Edge::City {
                continue;
            }
            let spans = city_at(tile, beside) == city_at(tile, beside.opposite());
            if spans {
                self.out.bridges.push(Bridge { deck: Deck::Road, at: centre, along, half: 30.0 });
                return Path::new(from).line(to);
            }
            // Fields on both ends that are not joined: the road touches the wall between them.
            let (one, two) = if beside == left {
                (field_at(tile, a, true), field_at(tile, b, false))
            } else {
                (field_at(tile, a, false), field_at(tile, b, true))
            };
            if one != two {
                let city = city_at(tile, beside).unwrap_or_default();
                if let Some((at, _)) = self.gate_near(city, centre) {
                    let touch = at.plus(inward(beside).times(4.5));
                    return Path::new(from).through(&[touch, to], Some(along), Some(along));
                }
            }
        }
        let single: Vec<Side> =
            [left, left.opposite()].into_iter().filter(|side| tile.sides[side.index()] == Edge::City).collect();
        let across = p(along.y.abs(), along.x.abs());
        let bow = match single[..] {
            [side] => inward(side).times(4.0),
            [_, _] => p(0.0, 0.0),
            _ => across.times(self.dice.range(2.0, 5.0) * if self.dice.unit() < 0.5 { -1.0 } else { 1.0 }),
        };
        let wave = if single.is_empty() { -0.7 } else { 1.0 };
        let points = [from.towards(to, 0.32).plus(bow), from.towards(to, 0.68).plus(bow.times(wave)), to];
        Path::new(from).through(&points, Some(along), Some(along))
    }

    fn road_to_gate(&mut self, side: Side, city: usize) -> Path {
        let from = middle(side);
        let into = inward(side);
        let opposite = city_at(self.tile, side.opposite()) == Some(city) && self.tile.segments[city].ports.len() == 1;
        let reach = if opposite { 40.0 } else { 16.0 };
        let Some((at, normal)) = self.gate_near(city, from.plus(into.times(reach))) else {
            return Path::new(from).line(p(50.0, 50.0));
        };
        self.out.gates.push((at, normal));
        let end = at.plus(normal.times(0.5));
        Path::new(from).through(&[end], Some(into), Some(normal))
    }
}
