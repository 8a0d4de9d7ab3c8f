//! The mask: which segment each cell of a tile belongs to, and how much room is around it.

use bastide_rules::tile::Segment;
use bastide_rules::{Feature, Port, Rotation};

use super::{BLOCK, Builder, Deck, GRID, Mark, NOTHING, RIVER, ROAD, WATER, cell, cell_point};
use crate::geom::{Path, Point, p};

/// Ground that nothing covers.
const FREE: u8 = 0xfe;

/// Labels a disc, over the cells whose labels allow it.
fn disc(mask: &mut [u8], at: Point, radius: f32, label: u8, over: impl Fn(u8) -> bool) {
    let low = |v: f32| (v - radius - 1.0).max(0.0) as usize;
    let high = |v: f32| ((v + radius + 1.0).max(0.0) as usize).min(GRID - 1);
    for y in low(at.y)..=high(at.y) {
        let dy = y as f32 + 0.5 - at.y;
        let reach = radius * radius - dy * dy;
        if reach < 0.0 {
            continue;
        }
        for x in low(at.x)..=high(at.x) {
            let dx = x as f32 + 0.5 - at.x;
            let index = y * GRID + x;
            if dx * dx <= reach && over(mask[index]) {
                mask[index] = label;
            }
        }
    }
}

/// Labels a line of some width.
fn stroke(mask: &mut [u8], line: &Path, radius: f32, label: u8, over: impl Fn(u8) -> bool + Copy) {
    for pair in line.flat().windows(2) {
        let steps = (pair[0].distance(pair[1]) / 1.2).ceil().max(1.0) as usize;
        for i in 0..=steps {
            disc(mask, pair[0].towards(pair[1], i as f32 / steps as f32), radius, label, over);
        }
    }
}

/// Labels the inside of a polygon.
fn fill(mask: &mut [u8], polygon: &[Point], label: u8) {
    for (y, row) in mask.chunks_mut(GRID).enumerate() {
        let level = y as f32 + 0.5;
        let mut cuts: Vec<f32> = Vec::new();
        let n = polygon.len();
        for i in 0..n {
            let (a, b) = (polygon[i], polygon[(i + 1) % n]);
            if (a.y > level) != (b.y > level) {
                cuts.push(a.x + (b.x - a.x) * (level - a.y) / (b.y - a.y));
            }
        }
        cuts.sort_by(f32::total_cmp);
        for pair in cuts.chunks_exact(2) {
            for (x, cell) in row.iter_mut().enumerate() {
                if (pair[0]..pair[1]).contains(&(x as f32 + 0.5)) {
                    *cell = label;
                }
            }
        }
    }
}

/// The free cells that are connected with one, which are free no more.
fn flood(mask: &mut [u8], start: usize) -> Vec<usize> {
    let mut component = vec![start];
    mask[start] = NOTHING;
    let mut next = 0;
    while next < component.len() {
        let index = component[next];
        next += 1;
        let (x, y) = (index % GRID, index / GRID);
        let mut visit = |index: usize| {
            if mask[index] == FREE {
                mask[index] = NOTHING;
                component.push(index);
            }
        };
        if x > 0 {
            visit(index - 1);
        }
        if x + 1 < GRID {
            visit(index + 1);
        }
        if y > 0 {
            visit(index - GRID);
        }
        if y + 1 < GRID {
            visit(index + GRID);
        }
    }
    component
}

impl Builder<'_> {
    /// Paints the shapes, one over the other, and gives the ground that stays free to fields.
    pub(super) fn paint(&mut self) {
        let mut mask = vec![FREE; GRID * GRID];
        self.paint_water(&mut mask);
        self.paint_cities(&mut mask);
        let cities: Vec<u8> = self.out.cities.iter().map(|city| city.segment as u8).collect();
        self.paint_roads(&mut mask, &cities);
        for &(at, radius) in &self.blocks {
            disc(&mut mask, at, radius, BLOCK, |old| !cities.contains(&old));
        }
        if self.note("fills all room") {
            for label in mask.iter_mut().filter(|label| **label == FREE) {
                *label = BLOCK;
            }
        }
        for spot in &self.out.spots {
            if spot.mark == Mark::Source {
                disc(&mut mask, spot.at, 7.0, BLOCK, |old| old == FREE || old == WATER);
            }
        }
        self.paint_fields(&mut mask);
        self.out.mask = mask;
    }

    fn paint_water(&self, mask: &mut [u8]) {
        for river in &self.out.rivers {
            stroke(mask, river, RIVER / 2.0, WATER, |_| true);
        }
        if let Some((centre, rx, ry)) = self.out.lake {
            for (index, label) in mask.iter_mut().enumerate() {
                let at = cell_point(index);
                if ((at.x - centre.x) / rx).powi(2) + ((at.y - centre.y) / ry).powi(2) <= 1.0 {
                    *label = WATER;
                }
            }
        }
    }

    fn paint_cities(&self, mask: &mut [u8]) {
        for city in &self.out.cities {
            let label = city.segment as u8;
            fill(mask, &city.polygon, label);
            for wall in &city.walls {
                stroke(mask, wall, 1.7, label, |_| true);
                // A wall that ends in a corner fills it.
                for point in wall
                    .flat()
                    .into_iter()
                    .filter(|at| at.to_rim() < 2.2 && at.x.min(100.0 - at.x) < 2.2 && at.y.min(100.0 - at.y) < 2.2)
                {
                    disc(mask, point, 3.0, label, |_| true);
                }
            }
        }
    }

    fn paint_roads(&self, mask: &mut [u8], cities: &[u8]) {
        let viaduct = self.out.bridges.iter().any(|bridge| bridge.deck == Deck::Road && bridge.half > 20.0);
        for road in &self.out.roads {
            for line in &road.lines {
                stroke(mask, line, ROAD / 2.0, road.segment as u8, |old| viaduct || !cities.contains(&old));
            }
        }
        // Of crossing roads the one on the bridge lies above.
        for bridge in &self.out.bridges {
            let over = self.out.roads.iter().find(|road| {
                bridge.deck == Deck::Road
                    && road.lines.iter().any(|line| {
                        let (at, along) = line.at(0.5);
                        line.length() > 60.0
                            && at.distance(bridge.at) < 30.0
                            && (along.x * bridge.along.x + along.y * bridge.along.y).abs() > 0.9
                    })
            });
            if let Some(road) = over {
                let ends = bridge.along.times(bridge.half);
                let deck = Path::new(bridge.at.minus(ends)).line(bridge.at.plus(ends));
                stroke(mask, &deck, ROAD / 2.0, road.segment as u8, |_| true);
            }
        }
    }

    /// Connected free ground becomes the field whose ports it touches.
    fn paint_fields(&mut self, mask: &mut [u8]) {
        let fields = self.segments(Feature::Field);
        let port_cell = |port: Port| -> usize {
            let half = port.index() % 3 == 2;
            cell(p(if half { 74.5 } else { 25.5 }, 0.5).rotated(Rotation::new(port.side() as u8)))
        };
        let mut enclosed: Vec<Vec<usize>> = Vec::new();
        let mut found: Vec<usize> = Vec::new();
        // The component of every cell, from 1.
        let mut member = vec![0_u16; GRID * GRID];
        let mut number = 1;
        for start in 0..mask.len() {
            if mask[start] != FREE {
                continue;
            }
            let component = flood(mask, start);
            for &index in &component {
                member[index] = number;
            }
            let touches: Vec<usize> = fields
                .iter()
                .filter(|(_, field)| field.ports.iter().any(|port| member[port_cell(port)] == number))
                .map(|&(index, _)| index)
                .collect();
            number += 1;
            match touches[..] {
                [] => enclosed.push(component),
                [field] => {
                    found.push(field);
                    for index in component {
                        mask[index] = field as u8;
                    }
                }
                _ => self.out.defects.push(format!("fields {touches:?} are joined")),
            }
        }
        self.enclose(mask, &fields, &found, enclosed);
        let is_field = |label: &&u8| fields.iter().any(|&(index, _)| index == usize::from(**label));
        self.out.field_cells = mask.iter().filter(is_field).count();
    }

    /// Fields that reach no side get the ground that is enclosed, the larger pieces first; what does not go together is a defect.
    fn enclose(
        &mut self,
        mask: &mut [u8],
        fields: &[(usize, &Segment)],
        found: &[usize],
        mut enclosed: Vec<Vec<usize>>,
    ) {
        enclosed.sort_by_key(|component| std::cmp::Reverse(component.len()));
        let mut enclosed = enclosed.into_iter();
        for &(field, segment) in fields {
            if !segment.ports.is_empty() {
                if !found.contains(&field) {
                    self.out.defects.push(format!("field {field} has no room"));
                }
                let pieces = found.iter().filter(|&&other| other == field).count();
                if pieces > 1 && self.out.bridges.is_empty() {
                    self.out.defects.push(format!("field {field} is in {pieces} pieces"));
                }
                continue;
            }
            match enclosed.next() {
                Some(component) if component.len() > 40 => {
                    for index in component {
                        mask[index] = field as u8;
                    }
                }
                _ => self.out.defects.push(format!("enclosed field {field} has no room")),
            }
        }
        for component in enclosed {
            if component.len() > 60 {
                self.out.defects.push(format!("{} cells of ground belong to no field", component.len()));
            }
        }
    }
}

/// For every cell the distance to the nearest cell with another label, or to the rim.
pub(super) fn room(mask: &[u8]) -> Vec<f32> {
    // In fifths: straight steps count 5, diagonal ones 7.
    let mut room = vec![0_u16; GRID * GRID];
    for y in 1..GRID - 1 {
        let (above, rest) = room.split_at_mut(y * GRID);
        let above = &above[(y - 1) * GRID..];
        let here = &mut rest[..GRID];
        let (north, row, south) =
            (&mask[(y - 1) * GRID..y * GRID], &mask[y * GRID..(y + 1) * GRID], &mask[(y + 1) * GRID..(y + 2) * GRID]);
        let mut left = 0;
        for x in 1..GRID - 1 {
            let label = row[x];
            let same = row[x + 1] == label && row[x - 1] == label && north[x] == label && south[x] == label;
            let straight = above[x].min(left) + 5;
            let diagonal = above[x - 1].min(above[x + 1]) + 7;
            left = if same { straight.min(diagonal) } else { 0 };
            here[x] = left;
        }
    }
    for y in (1..GRID - 1).rev() {
        let (upper, below) = room.split_at_mut((y + 1) * GRID);
        let here = &mut upper[y * GRID..];
        let below = &below[..GRID];
        let mut right = 0;
        for x in (1..GRID - 1).rev() {
            let straight = below[x].min(right) + 5;
            let diagonal = below[x - 1].min(below[x + 1]) + 7;
            right = here[x].min(straight).min(diagonal);
            here[x] = right;
        }
    }
    room.into_iter().map(|fifths| f32::from(fifths) * 0.2).collect()
}
