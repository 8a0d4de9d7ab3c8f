//! Tiles as drawings: squares of four by four units, and the points where segments reach the rim.

use crate::action::Spot;
use crate::geometry::{Pos, Rotation};
use crate::tile::{Edge, Feature, Tile};

/// A point of the drawing, in quarters of a cell.
pub(super) type Point = (i32, i32);

/// Turns a point of a cell clockwise about its middle.
pub(super) fn turned((x, y): Point, quarter_turns: usize) -> Point {
    match quarter_turns % 4 {
        0 => (x, y),
        1 => (4 - y, x),
        2 => (4 - x, 4 - y),
        _ => (y, 4 - x),
    }
}

/// The point at the middle of a side, counted clockwise from the north.
pub(super) fn middle(pos: Pos, side: usize) -> Point {
    on_table(pos, turned((2, 0), side))
}

pub(super) fn on_table(pos: Pos, (x, y): Point) -> Point {
    (4 * i32::from(pos.x) + x, 4 * i32::from(pos.y) + y)
}

/// A tile on the table.
#[derive(Clone, Copy)]
pub(super) struct Laid {
    pub(super) tile: &'static Tile,
    pub(super) pos: Pos,
    pub(super) quarter_turns: usize,
}

impl Laid {
    /// What the four sides show, as points of the drawing.
    pub(super) fn edges(self) -> [(Point, Edge); 4] {
        [0, 1, 2, 3].map(|side| (middle(self.pos, side + self.quarter_turns), self.tile.sides[side]))
    }

    /// Where a segment reaches the rim.
    pub(super) fn points(self, segment: usize) -> impl Iterator<Item = Point> {
        let ports = self.tile.segments[segment].ports.bits();
        (0..12)
            .filter(move |port| ports >> port & 1 == 1)
            .map(move |port| on_table(self.pos, turned((port % 3 + 1, 0), port as usize / 3 + self.quarter_turns)))
    }

    pub(super) fn spots(self) -> impl Iterator<Item = Spot> {
        (0..self.tile.segments.len() as u8).map(move |segment| Spot { pos: self.pos, segment })
    }

    /// Its road segments.
    pub(super) fn roads(self) -> impl Iterator<Item = Spot> {
        let is_road = move |spot: &Spot| self.tile.segments[usize::from(spot.segment)].feature == Feature::Road;
        self.spots().filter(is_road)
    }

    /// The step of its flying machine's arrow, as (x, y).
    pub(super) fn arrow(self) -> Option<(i16, i16)> {
        let drawn = self.tile.symbols.flying?.step();
        Some((0..self.quarter_turns).fold(drawn, |(x, y), _| (-y, x)))
    }

    /// A description that is the same for two rotations that look and play the same: the sides, the
    /// arrow, and each segment with its points, its symbols and the points of the cities it touches.
    pub(super) fn looks(self) -> impl Eq {
        let mut edges = self.edges();
        edges.sort_unstable();
        let sorted_points = |segment: usize| {
            let mut points: Vec<Point> = self.points(segment).collect();
            points.sort_unstable();
            points
        };
        let mut segments: Vec<_> = (0..self.tile.segments.len())
            .map(|index| {
                let segment = &self.tile.segments[index];
                let mut cities: Vec<_> =
                    (0..8).filter(|city| segment.cities >> city & 1 == 1).map(sorted_points).collect();
                cities.sort_unstable();
                let symbols = (segment.shields, segment.cathedral, segment.goods, segment.inn);
                let others = (segment.princess, segment.tunnel, segment.pig_herd);
                (segment.feature, sorted_points(index), symbols, others, cities)
            })
            .collect();
        segments.sort_unstable();
        (edges, self.arrow(), segments)
    }
}

/// The rotations of a tile that look different, the smallest of each kind.
pub(super) fn distinct_rotations(tile: &'static Tile) -> Vec<Rotation> {
    let look = |rotation: Rotation| Laid { tile, pos: Pos::ORIGIN, quarter_turns: rotation.index() }.looks();
    let mut distinct: Vec<Rotation> = Vec::new();
    for rotation in Rotation::ALL {
        if distinct.iter().all(|&smaller| look(smaller) != look(rotation)) {
            distinct.push(rotation);
        }
    }
    distinct
}

/// A sheet over all tiles and the cells beside them, on which points can be marked.
#[derive(Clone)]
pub(super) struct Drawing<T> {
    corner: Point,
    width: usize,
    marks: Vec<Option<T>>,
}

impl<T: Copy> Default for Drawing<T> {
    fn default() -> Drawing<T> {
        Drawing::around([].iter())
    }
}

impl<T: Copy> Drawing<T> {
    pub(super) fn around<'a>(cells: impl Iterator<Item = &'a Pos> + Clone) -> Drawing<T> {
        let range = |of: fn(&Pos) -> i16| {
            let all = cells.clone().map(|cell| i32::from(of(cell)));
            (all.clone().min().unwrap_or(0) - 1, all.max().unwrap_or(0) + 1)
        };
        let ((west, east), (north, south)) = (range(|cell| cell.x), range(|cell| cell.y));
        let (width, height) = (4 * (east - west + 1) as usize + 1, 4 * (south - north + 1) as usize + 1);
        Drawing { corner: (4 * west, 4 * north), width, marks: vec![None; width * height] }
    }

    fn place(&self, (x, y): Point) -> Option<usize> {
        let (x, y) = (usize::try_from(x - self.corner.0).ok()?, usize::try_from(y - self.corner.1).ok()?);
        (x < self.width).then_some(y * self.width + x)
    }

    /// Marks a point, unless it is marked already: then that mark stays and is told.
    pub(super) fn mark(&mut self, point: Point, mark: T) -> Option<T> {
        let place = self.place(point).and_then(|place| self.marks.get_mut(place))?;
        let before = *place;
        *place = before.or(Some(mark));
        before
    }

    /// The mark of a point.
    pub(super) fn at(&self, point: Point) -> Option<T> {
        self.place(point).and_then(|place| self.marks.get(place).copied()).flatten()
    }

    /// All cells under the sheet, sorted.
    pub(super) fn cells(&self) -> impl Iterator<Item = Pos> {
        let (west, north) = (self.corner.0 / 4, self.corner.1 / 4);
        let columns = (self.width / 4) as i32;
        let rows = (self.marks.len() / self.width / 4) as i32;
        let column = move |x| (north..north + rows).map(move |y| Pos::new(x as i16, y as i16));
        (west..west + columns).flat_map(column)
    }
}

/// The course of the river from the spring to its open end.
#[derive(Clone)]
pub(super) struct Course {
    /// Where the next river tile goes.
    pub(super) end: Pos,
    /// The directions in which the spring and each tile after it are left.
    pub(super) directions: Vec<usize>,
}

/// Which way a river turns between two directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bend {
    Straight,
    Right,
    Left,
    Back,
}

pub(super) fn bend(from: usize, to: usize) -> Bend {
    match (to + 4 - from) % 4 {
        0 => Bend::Straight,
        1 => Bend::Right,
        2 => Bend::Back,
        _ => Bend::Left,
    }
}

/// The sides of a tile on the table that the river reaches.
pub(super) fn river_sides(laid: Laid) -> Vec<usize> {
    let mut sides: Vec<usize> = (0..4)
        .filter(|&side| laid.tile.sides[side] == Edge::River)
        .map(|side| (side + laid.quarter_turns) % 4)
        .collect();
    sides.sort_unstable();
    sides
}
