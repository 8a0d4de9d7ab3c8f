//! From the topology of a tile to shapes: outlines of cities, courses of roads and rivers, the
//! area of each field, places for symbols and places for figures.
//!
//! Nothing here is made for one tile by hand; a few printed peculiarities that the segments alone
//! do not tell are read from the catalogue's note. The drawing itself is in `draw`.

mod anchors;
mod cities;
mod marks;
mod mask;
mod rivers;
mod roads;

use std::sync::OnceLock;

use bastide_rules::catalogue::{self, BOARDS, TILES};
use bastide_rules::tile::{CropCircle, Goods, Segment};
use bastide_rules::{Compass, Feature, Port, Side, Tile};

use self::mask::room;
use crate::geom::{Dice, Path, Point, distance_to, inward, middle, p};
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

/// A quarter bend between two neighbouring sides.
fn bend(a: Side, b: Side) -> Path {
    let (from, to) = (middle(a), middle(b));
    let (u, v) = (inward(a), inward(b));
    Path::new(from).curve(from.plus(u.times(27.0)), to.plus(v.times(27.0)), to)
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
}
