//! Cities: their walls, and the gates in them.

use bastide_rules::{Edge, Feature, Rotation, Side, Tile};

use super::{Bridge, Builder, CityShape, Deck, STUB, WALL_AT, city_at, field_at};
use crate::geom::{Path, Point, inward, p};

impl Builder<'_> {
    pub(super) fn cities(&mut self) {
        for (index, segment) in self.segments(Feature::City) {
            let sides: Vec<Side> = segment.ports.sides().collect();
            if sides.len() == 2 && sides[0].opposite() == sides[1] && self.tile.river != 0 {
                self.city_across_river(index, &sides);
                continue;
            }
            let mut walls = Vec::new();
            let mut towers = Vec::new();
            // The outline runs along a side of the rim, then along a wall to the next side.
            let turn = |side: Side| Rotation::new(side as u8);
            let mut outline = Path::new(p(WALL_AT, 0.0).rotated(turn(sides[0])));
            for (i, &side) in sides.iter().enumerate() {
                let next = sides[(i + 1) % sides.len()];
                let (wall, posts) = self.wall(index, side, next);
                let wall = wall.rotated(turn(side));
                towers.extend(posts.into_iter().map(|post| post.rotated(turn(side))));
                outline = outline.line(wall.start);
                outline.pieces.extend_from_slice(&wall.pieces);
                walls.push(wall);
            }
            let polygon = outline.flat();
            self.out.cities.push(CityShape { segment: index, outline, walls, towers, polygon });
        }
    }

    /// The wall from the clockwise end of one side to the start of the next side of the same
    /// city, with the first side in the north; and the places of its towers. A case for each distance between the two sides, with the
    /// numbers of its drawing; the order in which dice are thrown is part of the pictures.
    fn wall(&mut self, city: usize, side: Side, next: Side) -> (Path, Vec<Point>) {
        let tile = self.tile;
        let gap = if side == next { 3 } else { (next as u8 + 3 - side as u8) % 4 };
        let local = |n: u8| Side::from_index(side as u8 + n);
        let other = |n: u8| tile.sides[local(n).index()] == Edge::City;
        let start = p(100.0 - WALL_AT, 0.0);
        let stub = p(100.0 - WALL_AT, STUB);
        let begin = Path::new(start).line(stub);
        let crowded = tile.segments.iter().filter(|s| s.feature == Feature::City).count() > 1;
        let wobble = if crowded { 0.0 } else { 1.5 };
        let mut dice = self.dice.clone();
        self.dice.unit();
        let mut jitter = |x: f32, y: f32| p(x + dice.range(-wobble, wobble), y + dice.range(-wobble, wobble));
        match gap {
            0 => {
                let k = WALL_AT * 0.5523;
                let path = Path::new(start).curve(p(start.x, k), p(100.0 - k, WALL_AT), p(100.0, WALL_AT));
                (path, Vec::new())
            }
            1 => {
                let has_road = tile.sides[local(1).index()] == Edge::Road;
                let inset = if other(1) {
                    42.0
                } else if tile.segments.iter().any(|s| s.tunnel) {
                    28.0
                } else if has_road {
                    25.0
                } else {
                    22.0
                };
                let points = [
                    jitter(100.0 - inset * 0.78, 26.0),
                    jitter(100.0 - inset, 50.0),
                    jitter(100.0 - inset * 0.78, 74.0),
                ];
                let end = p(100.0 - WALL_AT, 100.0);
                let all = [points[0], points[1], points[2], p(end.x, 100.0 - STUB)];
                (begin.through(&all, None, None).line(end), vec![points[0], points[2]])
            }
            2 => {
                let end = p(0.0, 100.0 - WALL_AT);
                let last = p(STUB, 100.0 - WALL_AT);
                if splits_corner(tile, local(1)) {
                    let tip = p(97.9, 97.9);
                    let a = [jitter(82.0, 26.0), jitter(77.0, 50.0), jitter(84.0, 78.0)];
                    let b = [jitter(78.0, 84.0), jitter(50.0, 77.0), jitter(26.0, 82.0)];
                    let path = begin
                        .through(&[a[0], a[1], a[2], tip], None, None)
                        .through(&[b[0], b[1], b[2], last], None, None)
                        .line(end);
                    return (path, vec![a[0], a[1], b[1], b[2]]);
                }
                let bulge = if other(1) || other(2) { -9.0 } else { 3.0 };
                let centre = jitter(50.0 + bulge, 50.0 + bulge);
                let out = if bulge < 0.0 { 0.5 } else { 3.0 };
                let a = stub.towards(centre, 0.5).plus(p(out, out));
                let b = last.towards(centre, 0.5).plus(p(out, out));
                (begin.through(&[a, centre, b, last], None, None).line(end), vec![a, centre, b])
            }
            _ => {
                let end = p(WALL_AT, 0.0);
                let last = p(WALL_AT, STUB);
                if splits_corner(tile, local(1)) || self.walls_off(city, local(2), local(1)) {
                    let tip = p(97.9, 97.9);
                    let a = [p(82.0, 25.0), p(79.0, 50.0), p(86.0, 80.0)];
                    let b = [p(74.0, 65.0), p(48.0, 39.0), p(22.0, 19.0)];
                    let path = begin
                        .through(&[a[0], a[1], a[2], tip], None, None)
                        .through(&[b[0], b[1], b[2], last], None, None)
                        .line(end);
                    return (path, vec![a[0], a[1], b[1], b[2]]);
                }
                if splits_corner(tile, local(2)) || self.walls_off(city, local(2), local(3)) {
                    let tip = p(2.1, 97.9);
                    let a = [p(78.0, 19.0), p(52.0, 39.0), p(26.0, 65.0)];
                    let b = [p(14.0, 80.0), p(21.0, 50.0), p(18.0, 25.0)];
                    let path = begin
                        .through(&[a[0], a[1], a[2], tip], None, None)
                        .through(&[b[0], b[1], b[2], last], None, None)
                        .line(end);
                    return (path, vec![a[0], a[1], b[1], b[2]]);
                }
                let embraced = {
                    let (left, right) = (city_at(tile, local(3)), city_at(tile, local(1)));
                    left.is_some() && left == right
                };
                let (depth, shoulder) = if embraced {
                    (20.0, 0.62)
                } else if other(1) || other(3) {
                    (25.0, 0.66)
                } else {
                    (29.0, 0.74)
                };
                let points = [jitter(75.0, depth * shoulder), jitter(50.0, depth), jitter(25.0, depth * shoulder)];
                let all = [points[0], points[1], points[2], last];
                (
                    begin.through(&all, None, None).line(end),
                    if embraced { vec![points[0], points[2]] } else { points.to_vec() },
                )
            }
        }
    }

    /// Whether the city must keep a field on one side away from the city on the neighbouring one.
    fn walls_off(&self, city: usize, city_side: Side, field_side: Side) -> bool {
        let (Some(other), Some(field)) = (city_at(self.tile, city_side), field_at(self.tile, field_side, false)) else {
            return false;
        };
        self.tile.sides[field_side.index()] == Edge::Field
            && other != city
            && self.tile.segments[field].cities >> other & 1 == 0
            && self.tile.segments[field].cities >> city & 1 == 1
    }

    /// Two halves of one city, joined by a bridge over the river between them.
    fn city_across_river(&mut self, index: usize, sides: &[Side]) {
        // From the clockwise end of the side to the bridge, and from the bridge to its start.
        let to_bridge = Path::new(p(100.0 - WALL_AT, 0.0)).line(p(100.0 - WALL_AT, STUB)).through(
            &[p(76.0, 19.0), p(58.5, 26.0)],
            None,
            None,
        );
        let from_bridge =
            Path::new(p(41.5, 26.0)).through(&[p(24.0, 19.0), p(WALL_AT, STUB)], None, None).line(p(WALL_AT, 0.0));
        let turn = |side: Side| Rotation::new(side as u8);
        let mut walls = Vec::new();
        let mut towers = Vec::new();
        let mut outline = Path::new(p(WALL_AT, 0.0).rotated(turn(sides[0])));
        for (i, &side) in sides.iter().enumerate() {
            let there = to_bridge.rotated(turn(side));
            let back = from_bridge.rotated(turn(sides[(i + 1) % sides.len()]));
            for wall in [there, back] {
                outline = outline.line(wall.start);
                outline.pieces.extend_from_slice(&wall.pieces);
                walls.push(wall);
            }
            towers.extend([p(76.0, 19.0), p(24.0, 19.0)].map(|post| post.rotated(turn(side))));
        }
        let polygon = outline.flat();
        let along = inward(sides[0]);
        self.out.bridges.push(Bridge { deck: Deck::City, at: p(50.0, 50.0), along, half: 25.0 });
        self.out.cities.push(CityShape { segment: index, outline, walls, towers, polygon });
    }

    /// The point of a city's walls nearest to a point, and the direction into the city there.
    pub(super) fn gate_near(&self, city: usize, near: Point) -> Option<(Point, Point)> {
        let shape = self.out.cities.iter().find(|shape| shape.segment == city)?;
        let mut best: Option<(f32, Point, Point)> = None;
        for wall in &shape.walls {
            for pair in wall.flat().windows(2) {
                let at = pair[0].towards(pair[1], 0.5);
                if at.to_rim() < 10.0 {
                    continue;
                }
                let distance = at.distance(near);
                if best.is_none_or(|(least, _, _)| distance < least) {
                    // The city lies to the right of its walls, which run clockwise around it.
                    let along = pair[1].minus(pair[0]).unit();
                    best = Some((distance, at, p(-along.y, along.x)));
                }
            }
        }
        best.map(|(_, at, into)| (at, into))
    }
}

/// Whether the fields on both sides of the corner after this side differ although no city side
/// lies at the corner: then a city wall must reach it.
fn splits_corner(tile: &Tile, side: Side) -> bool {
    let next = side.rotated(Rotation::new(1));
    tile.sides[side.index()] != Edge::City
        && tile.sides[next.index()] != Edge::City
        && field_at(tile, side, true) != field_at(tile, next, false)
}
