//! Points, curves and polygons on a tile that measures 100 by 100.

use std::f32::consts::PI;

use bastide_rules::{Rotation, Side};

/// The length of a tile's side in the units of every picture of this crate.
pub const TILE: f32 = 100.0;

/// A point on a tile or on a board: `x` to the east, `y` to the south, a tile being 100 wide.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Units from the west.
    pub x: f32,
    /// Units from the north.
    pub y: f32,
}

/// Short for [`Point::new`].
pub(crate) const fn p(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// Where the point comes to lie when its tile is turned clockwise.
    pub fn rotated(self, rotation: Rotation) -> Point {
        match rotation.quarter_turns() {
            0 => self,
            1 => p(TILE - self.y, self.x),
            2 => p(TILE - self.x, TILE - self.y),
            _ => p(self.y, TILE - self.x),
        }
    }

    /// The distance to another point.
    pub fn distance(self, other: Point) -> f32 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }

    pub(crate) fn plus(self, other: Point) -> Point {
        p(self.x + other.x, self.y + other.y)
    }

    pub(crate) fn minus(self, other: Point) -> Point {
        p(self.x - other.x, self.y - other.y)
    }

    pub(crate) fn times(self, factor: f32) -> Point {
        p(self.x * factor, self.y * factor)
    }

    pub(crate) fn unit(self) -> Point {
        let length = (self.x * self.x + self.y * self.y).sqrt().max(1e-6);
        self.times(1.0 / length)
    }

    pub(crate) fn towards(self, other: Point, part: f32) -> Point {
        self.plus(other.minus(self).times(part))
    }

    /// The point at this angle, clockwise from the east, and distance.
    pub(crate) fn polar(self, angle: f32, radius: f32) -> Point {
        p(self.x + radius * angle.cos(), self.y + radius * angle.sin())
    }

    /// Distance to the nearest side of the tile.
    pub(crate) fn to_rim(self) -> f32 {
        self.x.min(self.y).min(TILE - self.x).min(TILE - self.y)
    }
}

/// The middle of a side.
pub(crate) fn middle(side: Side) -> Point {
    p(50.0, 0.0).rotated(Rotation::new(side as u8))
}

/// The direction into the tile from a side.
pub(crate) fn inward(side: Side) -> Point {
    let (x, y) = side.opposite().step();
    p(f32::from(x), f32::from(y))
}

/// One piece of a [`Path`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Piece {
    Line(Point),
    Curve(Point, Point, Point),
}

/// A line of straight and curved pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Path {
    pub start: Point,
    pub pieces: Vec<Piece>,
}

impl Path {
    pub fn new(start: Point) -> Path {
        Path { start, pieces: Vec::new() }
    }

    pub fn line(mut self, to: Point) -> Path {
        self.pieces.push(Piece::Line(to));
        self
    }

    pub fn curve(mut self, a: Point, b: Point, to: Point) -> Path {
        self.pieces.push(Piece::Curve(a, b, to));
        self
    }

    /// Smooth pieces through the points; the first and last direction can be given.
    pub fn through(mut self, points: &[Point], first: Option<Point>, last: Option<Point>) -> Path {
        let mut all = vec![self.end()];
        all.extend_from_slice(points);
        let n = all.len();
        let tangent = |i: usize| -> Point {
            if i == 0 {
                first.unwrap_or_else(|| all[1].minus(all[0])).unit()
            } else if i == n - 1 {
                last.unwrap_or_else(|| all[n - 1].minus(all[n - 2])).unit()
            } else {
                all[i + 1].minus(all[i - 1]).unit()
            }
        };
        for i in 0..n - 1 {
            let length = all[i].distance(all[i + 1]) * 0.36;
            let a = all[i].plus(tangent(i).times(length));
            let b = all[i + 1].minus(tangent(i + 1).times(length));
            self.pieces.push(Piece::Curve(a, b, all[i + 1]));
        }
        self
    }

    pub fn end(&self) -> Point {
        match self.pieces.last() {
            None => self.start,
            Some(Piece::Line(to)) | Some(Piece::Curve(_, _, to)) => *to,
        }
    }

    /// The same line from its end to its start.
    pub fn reversed(&self) -> Path {
        let mut ends = vec![self.start];
        for piece in &self.pieces {
            match piece {
                Piece::Line(to) | Piece::Curve(_, _, to) => ends.push(*to),
            }
        }
        let mut path = Path::new(self.end());
        for (i, piece) in self.pieces.iter().enumerate().rev() {
            path.pieces.push(match *piece {
                Piece::Line(_) => Piece::Line(ends[i]),
                Piece::Curve(a, b, _) => Piece::Curve(b, a, ends[i]),
            });
        }
        path
    }

    pub fn map(&self, f: impl Fn(Point) -> Point) -> Path {
        Path {
            start: f(self.start),
            pieces: self
                .pieces
                .iter()
                .map(|piece| match *piece {
                    Piece::Line(to) => Piece::Line(f(to)),
                    Piece::Curve(a, b, to) => Piece::Curve(f(a), f(b), f(to)),
                })
                .collect(),
        }
    }

    pub fn rotated(&self, rotation: Rotation) -> Path {
        self.map(|point| point.rotated(rotation))
    }

    /// Points along the line, close enough together to stand for it.
    pub fn flat(&self) -> Vec<Point> {
        let mut points = vec![self.start];
        let mut from = self.start;
        for piece in &self.pieces {
            match *piece {
                Piece::Line(to) => {
                    points.push(to);
                    from = to;
                }
                Piece::Curve(a, b, to) => {
                    const STEPS: usize = 10;
                    for i in 1..=STEPS {
                        points.push(bezier(from, a, b, to, i as f32 / STEPS as f32));
                    }
                    from = to;
                }
            }
        }
        points
    }

    /// The point at this part of the length, and the direction there.
    pub fn at(&self, part: f32) -> (Point, Point) {
        let points = self.flat();
        let total = length(&points);
        let mut left = total * part;
        for pair in points.windows(2) {
            let step = pair[0].distance(pair[1]);
            if left <= step && step > 0.0 {
                return (pair[0].towards(pair[1], left / step), pair[1].minus(pair[0]).unit());
            }
            left -= step;
        }
        let n = points.len();
        let direction = if n > 1 { points[n - 1].minus(points[n - 2]).unit() } else { p(1.0, 0.0) };
        (points[n - 1], direction)
    }

    pub fn length(&self) -> f32 {
        length(&self.flat())
    }

    /// The curved middle without straight first and last pieces, which reach the rim of the tile.
    pub fn without_stubs(&self) -> Path {
        let mut path = self.clone();
        if let (Some(&Piece::Line(to)), 2..) = (path.pieces.first(), path.pieces.len()) {
            path.start = to;
            path.pieces.remove(0);
        }
        if path.pieces.len() > 1 && matches!(path.pieces.last(), Some(Piece::Line(_))) {
            path.pieces.pop();
        }
        path
    }

    /// The line without this length at both ends.
    pub fn trimmed(&self, by: f32) -> Path {
        self.cut_start(by).reversed().cut_start(by).reversed()
    }

    fn cut_start(&self, by: f32) -> Path {
        let Some(&first) = self.pieces.first() else { return self.clone() };
        let mut path = self.clone();
        match first {
            Piece::Line(to) => {
                path.start = self.start.towards(to, (by / self.start.distance(to)).min(1.0));
            }
            Piece::Curve(a, b, to) => {
                let length = self.start.distance(a) * 0.3 + a.distance(b) * 0.5 + self.start.distance(to) * 0.35;
                let t = (by / length.max(0.1)).min(1.0);
                let ab = a.towards(b, t);
                let bc = b.towards(to, t);
                let start = self.start.towards(a, t).towards(ab, t).towards(ab.towards(bc, t), t);
                path.start = start;
                path.pieces[0] = Piece::Curve(ab.towards(bc, t), bc, to);
            }
        }
        path
    }
}

/// A full circle as a closed path.
pub(crate) fn circle(centre: Point, rx: f32, ry: f32) -> Path {
    const K: f32 = 0.5523;
    let q = |x: f32, y: f32| p(centre.x + x * rx, centre.y + y * ry);
    Path::new(q(0.0, -1.0))
        .curve(q(K, -1.0), q(1.0, -K), q(1.0, 0.0))
        .curve(q(1.0, K), q(K, 1.0), q(0.0, 1.0))
        .curve(q(-K, 1.0), q(-1.0, K), q(-1.0, 0.0))
        .curve(q(-1.0, -K), q(-K, -1.0), q(0.0, -1.0))
}

fn bezier(p0: Point, a: Point, b: Point, p1: Point, t: f32) -> Point {
    let u = 1.0 - t;
    let (w0, w1, w2, w3) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
    p(w0 * p0.x + w1 * a.x + w2 * b.x + w3 * p1.x, w0 * p0.y + w1 * a.y + w2 * b.y + w3 * p1.y)
}

fn length(points: &[Point]) -> f32 {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// Whether the closed polygon contains the point.
pub(crate) fn contains(polygon: &[Point], at: Point) -> bool {
    let mut inside = false;
    let mut j = polygon.len().wrapping_sub(1);
    for i in 0..polygon.len() {
        let (a, b) = (polygon[i], polygon[j]);
        if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
        j = i;
    }
    inside
}

/// Distance from a point to the line through the points.
pub(crate) fn distance_to(line: &[Point], at: Point) -> f32 {
    let mut best = f32::MAX;
    for pair in line.windows(2) {
        let (a, d) = (pair[0], pair[1].minus(pair[0]));
        let squared = d.x * d.x + d.y * d.y;
        let t = if squared > 0.0 { ((at.x - a.x) * d.x + (at.y - a.y) * d.y) / squared } else { 0.0 };
        let away = at.minus(a.plus(d.times(t.clamp(0.0, 1.0))));
        best = best.min(away.x * away.x + away.y * away.y);
    }
    best.sqrt()
}

/// A small deterministic generator, so that a tile always looks the same.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub fn new(words: &[&str], number: u64) -> Dice {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for byte in words.iter().flat_map(|word| word.bytes().chain([0])) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Dice(hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// From 0 up to 1.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n.max(1)
    }

    pub fn angle(&mut self) -> f32 {
        self.range(0.0, 2.0 * PI)
    }
}
