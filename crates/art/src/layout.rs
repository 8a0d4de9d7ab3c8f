//! From the topology of a tile to shapes: outlines of cities, courses of roads and rivers, the
//! area of each field, places for symbols and places for figures.
//!
//! Nothing here is made for one tile by hand; a few printed peculiarities that the segments alone
//! do not tell are read from the catalogue's note. The drawing itself is in `draw`.

use std::sync::OnceLock;

use bastide_rules::catalogue::{self, BOARDS, TILES};
use bastide_rules::tile::{CropCircle, Goods, RiverRole, Segment};
use bastide_rules::{Compass, Edge, Feature, Port, Rotation, Side, Tile};

use crate::geom::{Dice, Path, Point, circle, distance_to, inward, middle, p};
use crate::squares;

/// Where the middle of a city wall meets the rim, measured from the corner.
pub(crate) const WALL_AT: f32 = 4.0;
/// Walls leave the rim straight for this length.
const STUB: f32 = 2.6;
pub(crate) const ROAD: f32 = 9.0;
pub(crate) const RIVER: f32 = 14.0;
/// Cells of the mask along one side.
pub(crate) const GRID: usize = 100;

/// Mask label of water.
pub(crate) const WATER: u8 = 0xf0;
/// Mask label of whatever else divides fields.
pub(crate) const BLOCK: u8 = 0xf1;
/// Mask label of ground that belongs to no segment.
pub(crate) const NOTHING: u8 = 0xff;

/// Something drawn at one place of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Monastery,
    Garden,
    Shrine,
    Shield,
    Cathedral,
    Princess,
    Goods(Goods),
    Inn,
    PigHerd,
    Volcano,
    Dragon,
    Portal,
    Tower,
    FerryLake,
    Gold,
    Magic,
    Sack,
    Gingerbread,
    CropCircle(CropCircle),
    Flying(Compass),
    Wheel(u8),
    Animal(&'static str),
    Village,
    Hut,
    Source,
    Lake,
}

impl Mark {
    /// How far the drawing reaches up beyond the room it takes on the ground.
    fn rises(self) -> f32 {
        match self {
            Mark::Monastery | Mark::Cathedral => 8.5,
            Mark::Volcano => 4.5,
            Mark::Inn | Mark::Portal | Mark::Flying(_) => 3.0,
            Mark::Tower => 1.5,
            _ => 0.0,
        }
    }
}

/// A mark, where it stands and how much room it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spot {
    pub mark: Mark,
    pub at: Point,
    pub radius: f32,
    /// Below 1 where there is little room.
    pub scale: f32,
    /// The segment it belongs to.
    pub segment: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct CityShape {
    pub segment: usize,
    /// Closed, along the middle of the walls and along the rim.
    pub outline: Path,
    pub walls: Vec<Path>,
    pub towers: Vec<Point>,
    pub polygon: Vec<Point>,
}

#[derive(Clone, Debug)]
pub(crate) struct RoadShape {
    pub segment: usize,
    pub lines: Vec<Path>,
}

/// What a bridge carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deck {
    Road,
    City,
}

/// A bridge: its middle, the direction of its deck and half its length.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bridge {
    pub deck: Deck,
    pub at: Point,
    pub along: Point,
    pub half: f32,
}

/// Everything about the shapes of a tile, as drawn in the catalogue.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub cities: Vec<CityShape>,
    pub roads: Vec<RoadShape>,
    pub rivers: Vec<Path>,
    pub lake: Option<(Point, f32, f32)>,
    pub bridges: Vec<Bridge>,
    /// Gates: where, and the direction into the city.
    pub gates: Vec<(Point, Point)>,
    /// Tunnel mouths: where, and the direction into the ground.
    pub tunnels: Vec<(Point, Point)>,
    pub spots: Vec<Spot>,
    /// The segment of every cell, row by row, or one of the labels above.
    pub mask: Vec<u8>,
    /// Distance of every cell to other segments and to the rim, before symbols were placed.
    pub room: Vec<f32>,
    /// How many cells are field.
    pub field_cells: usize,
    /// Up to three places for figures on every segment.
    pub anchors: Vec<Vec<Point>>,
    /// Where the drawing contradicts the segments; empty for every tile of the catalogue.
    pub defects: Vec<String>,
}

/// The layout of a tile of the catalogue, computed once.
pub(crate) fn layout(tile: &Tile) -> &'static Layout {
    static CACHE: OnceLock<Vec<OnceLock<Layout>>> = OnceLock::new();
    let squares = || BOARDS.iter().flat_map(|board| catalogue::squares_of(board));
    let cells = CACHE.get_or_init(|| TILES.iter().chain(squares()).map(|_| OnceLock::new()).collect());
    cells[tile.id.index()].get_or_init(|| Layout::new(catalogue::tile(tile.id)))
}

struct Builder<'a> {
    tile: &'a Tile,
    out: Layout,
    blocks: Vec<(Point, f32)>,
    junction: Point,
    /// Whether several roads end in the middle.
    is_junction: bool,
    dice: Dice,
}

impl Layout {
    fn new(tile: &Tile) -> Layout {
        let out = Layout {
            cities: Vec::new(),
            roads: Vec::new(),
            rivers: Vec::new(),
            lake: None,
            bridges: Vec::new(),
            gates: Vec::new(),
            tunnels: Vec::new(),
            spots: Vec::new(),
            mask: Vec::new(),
            room: Vec::new(),
            field_cells: 0,
            anchors: Vec::new(),
            defects: Vec::new(),
        };
        let dice = Dice::new(&[catalogue::set_of(tile).name, tile.name], 7);
        let mut builder = Builder { tile, out, blocks: Vec::new(), junction: p(50.0, 50.0), is_junction: false, dice };
        if catalogue::is_square(tile) {
            // Its board is drawn as a whole; only the places are asked for.
            builder.out.mask = squares::mask(tile);
            builder.out.room = room(&builder.out.mask);
            builder.anchors();
            return builder.out;
        }
        builder.cities();
        builder.rivers();
        builder.roads();
        builder.fixed_marks();
        builder.paint();
        builder.free_marks();
        builder.anchors();
        builder.out
    }

    /// The label of the cell at a point.
    pub fn label(&self, at: Point) -> u8 {
        self.mask[cell(at)]
    }

    /// Distance of a point to the nearest road, river, lake or bridge.
    pub fn to_ways(&self, at: Point) -> f32 {
        let mut best = f32::MAX;
        for line in self.roads.iter().flat_map(|road| &road.lines) {
            best = best.min(distance_to(&line.flat(), at) - ROAD / 2.0);
        }
        for line in &self.rivers {
            best = best.min(distance_to(&line.flat(), at) - RIVER / 2.0);
        }
        if let Some((centre, rx, ry)) = self.lake {
            best = best.min(centre.distance(at) - rx.max(ry));
        }
        best
    }
}

fn cell(at: Point) -> usize {
    let clamp = |v: f32| (v.max(0.0) as usize).min(GRID - 1);
    clamp(at.y) * GRID + clamp(at.x)
}

pub(crate) fn cell_point(index: usize) -> Point {
    p((index % GRID) as f32 + 0.5, (index / GRID) as f32 + 0.5)
}

/// The field segment at a half of a side: `second` is the clockwise later half.
fn field_at(tile: &Tile, side: Side, second: bool) -> Option<usize> {
    let half = 2 * side as u8 + 1 + u8::from(second);
    let port = Port::half(half)?;
    tile.segments.iter().position(|s| s.feature == Feature::Field && s.ports.contains(port))
}

fn city_at(tile: &Tile, side: Side) -> Option<usize> {
    tile.segments.iter().position(|s| s.feature == Feature::City && s.ports.contains(Port::middle(side)))
}

impl Builder<'_> {
    fn segments(&self, feature: Feature) -> Vec<(usize, &'static Segment)> {
        // The catalogue is static; the tile refers to it.
        let segments: &'static [Segment] = self.tile.segments;
        segments.iter().enumerate().filter(|(_, s)| s.feature == feature).collect()
    }

    fn note(&self, words: &str) -> bool {
        self.tile.note.contains(words)
    }

    // Cities.

    fn cities(&mut self) {
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
    /// city, with the first side in the north; and the places of its towers.
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
    fn gate_near(&self, city: usize, near: Point) -> Option<(Point, Point)> {
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

    // Rivers.

    fn rivers(&mut self) {
        let tile = self.tile;
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| tile.has_river_on(side)).collect();
        let roads = self.segments(Feature::Road);
        match sides[..] {
            [] => {}
            [side] => {
                let from = middle(side);
                let into = inward(side);
                match tile.role {
                    Some(RiverRole::Lake) => {
                        let centre = from.plus(into.times(38.0));
                        let (rx, ry) = if tile.symbols.volcano { (17.0, 14.0) } else { (21.0, 16.0) };
                        self.out.lake = Some((centre, rx, ry));
                        self.out.rivers.push(Path::new(from).line(centre));
                        self.out.spots.push(Spot {
                            mark: Mark::Lake,
                            at: centre,
                            radius: rx,
                            scale: 1.0,
                            segment: None,
                        });
                    }
                    Some(RiverRole::Source) => {
                        // A road that passes behind the source touches its rocks.
                        let end = match roads.first() {
                            Some((_, road)) => {
                                let mut corner = p(50.0, 50.0);
                                for side in road.ports.sides() {
                                    corner = corner.minus(inward(side).times(11.5));
                                }
                                corner
                            }
                            None => from.plus(into.times(56.0)),
                        };
                        let bend = from.plus(into.times(30.0)).plus(p(into.y, into.x).times(5.0));
                        self.out.rivers.push(Path::new(from).through(&[bend, end], Some(into), None));
                        self.out.spots.push(Spot {
                            mark: Mark::Source,
                            at: end,
                            radius: 9.0,
                            scale: 1.0,
                            segment: None,
                        });
                    }
                    _ => {
                        // The river ends at the city across.
                        let end = city_at(tile, side.opposite())
                            .and_then(|city| self.gate_near(city, from.plus(into.times(60.0))))
                            .map_or(p(50.0, 50.0), |(at, _)| at);
                        let bend = from.towards(end, 0.5).plus(p(into.y, into.x).times(4.0));
                        self.out.rivers.push(Path::new(from).through(&[bend, end], Some(into), Some(into)));
                    }
                }
            }
            [a, b] => {
                let (from, to) = (middle(a), middle(b));
                if a.opposite() == b {
                    let across = p(inward(a).y.abs(), inward(a).x.abs());
                    let crossed = !roads.is_empty() || !self.out.bridges.is_empty();
                    let bow = if crossed {
                        0.0
                    } else if tile.is_monastic() {
                        12.0
                    } else {
                        5.0
                    };
                    let points = if bow > 10.0 {
                        vec![p(50.0, 50.0).plus(across.times(bow)), to]
                    } else {
                        let wave = |part: f32, way: f32| from.towards(to, part).plus(across.times(bow * way));
                        vec![wave(0.3, 1.0), wave(0.7, -1.0), to]
                    };
                    self.out.rivers.push(Path::new(from).through(
                        &points,
                        Some(inward(a)),
                        Some(inward(b).times(-1.0)),
                    ));
                } else {
                    self.out.rivers.push(bend(a, b));
                }
            }
            _ => {
                let centre = p(50.0, 50.0);
                for &side in &sides {
                    let across = side.opposite();
                    if !sides.contains(&across) {
                        self.out.rivers.push(Path::new(middle(side)).line(centre));
                    } else if side < across {
                        self.out.rivers.push(Path::new(middle(side)).line(middle(across)));
                    }
                }
            }
        }
    }

    // Roads.

    fn roads(&mut self) {
        let tile = self.tile;
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
        let mut to_middle = 0;
        let mut loose = 0;
        for &(index, side) in &ends {
            let (first, second) = (field_at(tile, side, false), field_at(tile, side, true));
            let cities = |field: Option<usize>| field.map_or(0, |f| tile.segments[f].cities);
            let common = cities(first) & cities(second);
            let from = middle(side);
            let into = inward(side);
            let crosses_river = !self.out.rivers.is_empty();
            let lines = if crosses_river {
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
                loose += 1;
                let monastic = tile.is_monastic();
                let many = ends.len() > 1;
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
                        let reach =
                            |city: usize| self.gate_near(city, near).map_or(f32::MAX, |(at, _)| at.distance(near));
                        reach(a).total_cmp(&reach(b))
                    })
                    .unwrap_or_default();
                self.road_to_gate(side, city)
            } else {
                to_middle += 1;
                Path::new(from).through(&[self.junction], Some(into), None)
            };
            self.out.roads.push(RoadShape { segment: index, lines: vec![lines] });
        }
        self.is_junction = to_middle > 0 || loose == 1 && ends.len() == 1;
        let meets = to_middle > 0;
        for (index, road) in roads {
            let sides: Vec<Side> = road.ports.sides().collect();
            let lines = match sides[..] {
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
                [_] => continue,
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
            };
            self.out.roads.push(RoadShape { segment: index, lines });
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

    // Marks whose place follows from roads and rivers.

    fn fixed_marks(&mut self) {
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

    // The mask.

    fn paint(&mut self) {
        const FREE: u8 = 0xfe;
        let mut mask = vec![FREE; GRID * GRID];
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
        fn stroke(mask: &mut [u8], line: &Path, radius: f32, label: u8, over: impl Fn(u8) -> bool + Copy) {
            for pair in line.flat().windows(2) {
                let steps = (pair[0].distance(pair[1]) / 1.2).ceil().max(1.0) as usize;
                for i in 0..=steps {
                    disc(mask, pair[0].towards(pair[1], i as f32 / steps as f32), radius, label, over);
                }
            }
        }
        for river in &self.out.rivers {
            stroke(&mut mask, river, RIVER / 2.0, WATER, |_| true);
        }
        if let Some((centre, rx, ry)) = self.out.lake {
            for (index, label) in mask.iter_mut().enumerate() {
                let at = cell_point(index);
                if ((at.x - centre.x) / rx).powi(2) + ((at.y - centre.y) / ry).powi(2) <= 1.0 {
                    *label = WATER;
                }
            }
        }
        for city in &self.out.cities {
            let label = city.segment as u8;
            for (y, row) in mask.chunks_mut(GRID).enumerate() {
                let level = y as f32 + 0.5;
                let mut cuts: Vec<f32> = Vec::new();
                let n = city.polygon.len();
                for i in 0..n {
                    let (a, b) = (city.polygon[i], city.polygon[(i + 1) % n]);
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
            for wall in &city.walls {
                stroke(&mut mask, wall, 1.7, label, |_| true);
                // A wall that ends in a corner fills it.
                for point in wall
                    .flat()
                    .into_iter()
                    .filter(|at| at.to_rim() < 2.2 && at.x.min(100.0 - at.x) < 2.2 && at.y.min(100.0 - at.y) < 2.2)
                {
                    disc(&mut mask, point, 3.0, label, |_| true);
                }
            }
        }
        let viaduct = self.out.bridges.iter().any(|bridge| bridge.deck == Deck::Road && bridge.half > 20.0);
        let cities: Vec<u8> = self.out.cities.iter().map(|city| city.segment as u8).collect();
        for road in &self.out.roads {
            for line in &road.lines {
                stroke(&mut mask, line, ROAD / 2.0, road.segment as u8, |old| viaduct || !cities.contains(&old));
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
                stroke(&mut mask, &deck, ROAD / 2.0, road.segment as u8, |_| true);
            }
        }
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
        // Connected free ground becomes the field whose ports it touches.
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
        enclosed.sort_by_key(|component| std::cmp::Reverse(component.len()));
        let mut enclosed = enclosed.into_iter();
        for &(field, segment) in &fields {
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
        let is_field = |label: &&u8| fields.iter().any(|&(index, _)| index == usize::from(**label));
        self.out.field_cells = mask.iter().filter(is_field).count();
        self.out.mask = mask;
    }

    // Marks that stand where there is room.

    fn free_marks(&mut self) {
        let tile = self.tile;
        self.out.room = room(&self.out.mask);
        let feature = |label: u8| tile.segments.get(usize::from(label)).map(|s| s.feature);
        let in_field = |label: u8| feature(label) == Some(Feature::Field);
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
        // One inn serves all the roads that name it.
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
            self.put(Mark::Inn, 10.5, Some(first), in_field, near);
        }
        for (index, segment) in tile.segments.iter().enumerate() {
            let corner = middle_of_tile;
            if segment.feature == Feature::City {
                if segment.princess {
                    self.put(Mark::Princess, 9.0, Some(index), |label| usize::from(label) == index, corner);
                }
                if let Some(goods) = segment.goods {
                    self.put(Mark::Goods(goods), 9.0, Some(index), |label| usize::from(label) == index, corner);
                }
                for _ in 0..segment.shields {
                    self.put(Mark::Shield, 8.0, Some(index), |label| usize::from(label) == index, corner);
                }
            }
            if segment.pig_herd {
                self.put(Mark::PigHerd, 11.0, Some(index), |label| usize::from(label) == index, corner);
            }
        }
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

    // Figures.

    fn anchors(&mut self) {
        // Only buildings with an area of their own have changed the mask since.
        let room = if self.tile.is_monastic() { room(&self.out.mask) } else { self.out.room.clone() };
        // Cells that come into question, with their room: every cell of roads, fewer elsewhere.
        let mut cells: Vec<Vec<(usize, f32)>> = vec![Vec::new(); self.tile.segments.len()];
        for (cell, &label) in self.out.mask.iter().enumerate() {
            if room[cell] < 1.0 {
                continue;
            }
            if let Some(segment) = self.tile.segments.get(usize::from(label)) {
                let few = cell % GRID % 3 == 1 && (cell / GRID) % 3 == 1;
                if few || segment.feature == Feature::Road || room[cell] < 4.0 && cell % 2 == 0 {
                    cells[usize::from(label)].push((cell, room[cell]));
                }
            }
        }
        for (index, segment) in self.tile.segments.iter().enumerate() {
            let mut anchors: Vec<Point> = Vec::new();
            let spot = self.out.spots.iter().find(|spot| spot.segment == Some(index)).copied();
            match (segment.feature, spot) {
                (Feature::Monastery | Feature::Garden | Feature::Shrine, Some(spot)) => {
                    let d = (spot.radius - 4.0).min(6.5) * 0.8;
                    anchors.extend([p(0.0, 0.0), p(-d, d * 0.4), p(d, d * 0.4)].map(|by| spot.at.plus(by)));
                }
                _ => {
                    let narrow = segment.feature == Feature::Road;
                    let candidates = &cells[index];
                    for _ in 0..3 {
                        let mut best = (f32::MIN, None);
                        for &(cell, clear) in candidates {
                            let at = cell_point(cell);
                            let mut score = clear.min(match segment.feature {
                                Feature::Road => 3.0,
                                Feature::City => 30.0,
                                _ => 15.0,
                            });
                            for spot in &self.out.spots {
                                // Tall buildings reach beyond their room, whichever way the tile is turned.
                                let tall = match spot.mark {
                                    Mark::Monastery | Mark::Cathedral | Mark::Volcano => 11.0,
                                    _ if narrow => 3.0,
                                    _ => 8.5,
                                };
                                let gap = at.distance(spot.at) - spot.radius - tall;
                                if gap < 0.0 {
                                    score += gap * 1.5;
                                }
                            }
                            for other in &anchors {
                                let gap = at.distance(*other) - 15.0;
                                if gap < 0.0 {
                                    score += gap;
                                }
                            }
                            if narrow {
                                for bridge in self.out.bridges.iter().filter(|bridge| bridge.half < 20.0) {
                                    score += 0.6 * (at.distance(bridge.at) - 15.0).min(0.0);
                                }
                                for (mouth, _) in &self.out.tunnels {
                                    score += 2.0 * (at.distance(*mouth) - 8.0).min(0.0);
                                }
                                for (gate, _) in &self.out.gates {
                                    score += (at.distance(*gate) - 16.0).min(0.0);
                                }
                                score += (at.to_rim().min(22.0) - 22.0) * 0.25;
                            }
                            score -= 0.01 * at.distance(p(50.0, 50.0));
                            if score > best.0 {
                                best = (score, Some(at));
                            }
                        }
                        let Some(at) = best.1 else { break };
                        if anchors.iter().any(|other| other.distance(at) < 6.0) {
                            break;
                        }
                        anchors.push(at);
                    }
                }
            }
            if anchors.is_empty() {
                self.out.defects.push(format!("segment {index} has no place for a figure"));
            }
            self.out.anchors.push(anchors);
        }
    }
}

/// For every cell the distance to the nearest cell with another label, or to the rim.
fn room(mask: &[u8]) -> Vec<f32> {
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

/// Whether the fields on both sides of the corner after this side differ although no city side
/// lies at the corner: then a city wall must reach it.
fn splits_corner(tile: &Tile, side: Side) -> bool {
    let next = side.rotated(Rotation::new(1));
    tile.sides[side.index()] != Edge::City
        && tile.sides[next.index()] != Edge::City
        && field_at(tile, side, true) != field_at(tile, next, false)
}

/// A quarter bend between two neighbouring sides.
fn bend(a: Side, b: Side) -> Path {
    let (from, to) = (middle(a), middle(b));
    let (u, v) = (inward(a), inward(b));
    Path::new(from).curve(from.plus(u.times(27.0)), to.plus(v.times(27.0)), to)
}
