//! Sides, ports, rotations and positions: the vocabulary of the grid.
//!
//! A tile has four [`Side`]s and twelve [`Port`]s, three on each side, numbered clockwise from the
//! west end of the north side. Cities, roads and rivers meet in the middle port of a side, fields
//! in the outer two. Turning a tile by a quarter turn moves every port on by three.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// One side of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Side {
    /// North, towards smaller `y`.
    N,
    /// East, towards larger `x`.
    E,
    /// South, towards larger `y`.
    S,
    /// West, towards smaller `x`.
    W,
}

impl Side {
    /// All sides, clockwise from the north.
    pub const ALL: [Side; 4] = [Side::N, Side::E, Side::S, Side::W];

    /// The side with this index, counted clockwise from the north; only the lowest two bits count.
    #[inline]
    pub const fn from_index(index: u8) -> Side {
        Side::ALL[(index & 3) as usize]
    }

    /// 0 for north, then clockwise.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side across.
    #[inline]
    pub const fn opposite(self) -> Side {
        Side::from_index(self as u8 + 2)
    }

    /// The side after turning clockwise.
    #[inline]
    pub const fn rotated(self, rotation: Rotation) -> Side {
        Side::from_index(self as u8 + rotation.0)
    }

    /// The step to the neighbouring cell on this side, as (x, y).
    #[inline]
    pub const fn step(self) -> (i16, i16) {
        match self {
            Side::N => (0, -1),
            Side::E => (1, 0),
            Side::S => (0, 1),
            Side::W => (-1, 0),
        }
    }

    /// The letter used in notation.
    pub const fn letter(self) -> char {
        match self {
            Side::N => 'N',
            Side::E => 'E',
            Side::S => 'S',
            Side::W => 'W',
        }
    }

    /// The side of a letter.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'N' => Some(Side::N),
            'E' => Some(Side::E),
            'S' => Some(Side::S),
            'W' => Some(Side::W),
            _ => None,
        }
    }
}

/// One of the eight directions of the compass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Compass {
    /// North.
    N,
    /// North-east.
    NE,
    /// East.
    E,
    /// South-east.
    SE,
    /// South.
    S,
    /// South-west.
    SW,
    /// West.
    W,
    /// North-west.
    NW,
}

impl Compass {
    /// All directions, clockwise from the north.
    pub const ALL: [Compass; 8] =
        [Compass::N, Compass::NE, Compass::E, Compass::SE, Compass::S, Compass::SW, Compass::W, Compass::NW];

    /// The direction after turning clockwise.
    pub const fn rotated(self, rotation: Rotation) -> Compass {
        Compass::ALL[(self as usize + 2 * rotation.0 as usize) % 8]
    }

    /// The step to the neighbouring cell in this direction, as (x, y).
    pub const fn step(self) -> (i16, i16) {
        match self {
            Compass::N => (0, -1),
            Compass::NE => (1, -1),
            Compass::E => (1, 0),
            Compass::SE => (1, 1),
            Compass::S => (0, 1),
            Compass::SW => (-1, 1),
            Compass::W => (-1, 0),
            Compass::NW => (-1, -1),
        }
    }
}

/// A clockwise turn of a tile in quarter turns, 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Rotation(u8);

impl Rotation {
    /// As drawn in the catalogue.
    pub const NONE: Rotation = Rotation(0);
    /// All four rotations.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];

    /// This many quarter turns clockwise; full turns drop out.
    #[inline]
    pub const fn new(quarter_turns: u8) -> Rotation {
        Rotation(quarter_turns & 3)
    }

    /// Quarter turns, 0 to 3.
    #[inline]
    pub const fn quarter_turns(self) -> u8 {
        self.0
    }

    /// Quarter turns as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The turn that undoes this one.
    pub const fn inverse(self) -> Rotation {
        Rotation::new(4 - self.0)
    }
}

impl TryFrom<u8> for Rotation {
    type Error = String;

    fn try_from(quarter_turns: u8) -> Result<Rotation, String> {
        if quarter_turns < 4 {
            Ok(Rotation(quarter_turns))
        } else {
            Err(format!("a rotation is 0, 1, 2 or 3, not {quarter_turns}"))
        }
    }
}

impl From<Rotation> for u8 {
    fn from(rotation: Rotation) -> u8 {
        rotation.0
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

/// A cell of the grid: `x` grows to the east, `y` to the south, the start tile lies at 0,0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Pos {
    /// Cells to the east of the start tile.
    pub x: i16,
    /// Cells to the south of the start tile.
    pub y: i16,
}

impl Pos {
    /// Where the start tile lies.
    pub const ORIGIN: Pos = Pos { x: 0, y: 0 };

    /// The cell at these coordinates.
    #[inline]
    pub const fn new(x: i16, y: i16) -> Pos {
        Pos { x, y }
    }

    /// The cell beside this one. Coordinates saturate at the limits of their type.
    ///
    /// ```
    /// use bastide_rules::{Pos, Side};
    /// assert_eq!(Pos::new(2, 3).beside(Side::N), Pos::new(2, 2));
    /// ```
    #[inline]
    pub const fn beside(self, side: Side) -> Pos {
        self.offset(side.step())
    }

    /// The eight cells around this one, clockwise from the north.
    pub fn around(self) -> [Pos; 8] {
        Compass::ALL.map(|direction| self.offset(direction.step()))
    }

    /// The neighbouring cell in this direction.
    pub const fn towards(self, direction: Compass) -> Pos {
        self.offset(direction.step())
    }

    const fn offset(self, (dx, dy): (i16, i16)) -> Pos {
        Pos { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the twelve points on the rim of a tile, three on each side, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Port(u8);

impl Port {
    /// Number of ports of a tile.
    pub const COUNT: usize = 12;

    /// The middle of a side, where cities, roads and rivers meet.
    pub const fn middle(side: Side) -> Port {
        Port(3 * side as u8 + 1)
    }

    /// The port of a half-edge: 1 to 8 clockwise from the west half of the north side.
    pub const fn half(half: u8) -> Option<Port> {
        if half < 1 || half > 8 {
            return None;
        }
        let (side, second) = ((half - 1) / 2, (half - 1) % 2);
        Some(Port(3 * side + 2 * second))
    }

    /// The half-edge number of an outer port, if it is one.
    pub const fn half_number(self) -> Option<u8> {
        let side = self.0 / 3;
        match self.0 % 3 {
            0 => Some(2 * side + 1),
            2 => Some(2 * side + 2),
            _ => None,
        }
    }

    /// The side this port lies on.
    pub const fn side(self) -> Side {
        Side::from_index(self.0 / 3)
    }

    /// 0 to 11, clockwise from the west end of the north side.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The port of the neighbouring tile that touches this one.
    pub const fn facing(self) -> Port {
        Port(3 * ((self.0 / 3 + 2) % 4) + 2 - self.0 % 3)
    }
}

/// A set of ports of one tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PortSet(u16);

impl PortSet {
    /// No port.
    pub const EMPTY: PortSet = PortSet(0);

    /// The set with these bits; bit `n` stands for the port with index `n`.
    pub const fn from_bits(bits: u16) -> PortSet {
        PortSet(bits & 0xfff)
    }

    /// One bit per port.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the port is in the set.
    pub const fn contains(self, port: Port) -> bool {
        self.0 >> port.0 & 1 == 1
    }

    /// Whether no port is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of ports in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The set after turning the tile clockwise.
    pub const fn rotated(self, rotation: Rotation) -> PortSet {
        let shift = 3 * rotation.0 as u32;
        PortSet((self.0 << shift | self.0 >> (12 - shift)) & 0xfff)
    }

    /// The ports, lowest index first.
    pub fn iter(self) -> impl Iterator<Item = Port> {
        (0..12).map(Port).filter(move |&port| self.contains(port))
    }

    /// The sides on which the set has a port, clockwise from the north.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |&side| self.0 >> (3 * side as u8) & 0b111 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facing_ports_are_mirrored() {
        for index in 0..12 {
            let port = Port(index);
            assert_eq!(port.facing().side(), port.side().opposite());
            assert_eq!(port.facing().facing(), port);
        }
        // The west half of a north side touches the west half of the south side above it.
        assert_eq!(Port::half(1).unwrap().facing(), Port::half(6).unwrap());
    }

    #[test]
    fn four_quarter_turns_are_none() {
        let set = PortSet::from_bits(0b1010_0111_0001);
        for rotation in Rotation::ALL {
            assert_eq!(set.rotated(rotation).rotated(rotation.inverse()), set);
        }
        assert_eq!(Side::N.rotated(Rotation::new(1)), Side::E);
        assert_eq!(Compass::NW.rotated(Rotation::new(1)), Compass::NE);
    }

    #[test]
    fn half_edges_are_numbered_clockwise() {
        for half in 1..=8 {
            assert_eq!(Port::half(half).unwrap().half_number(), Some(half));
        }
        assert_eq!(Port::half(0), None);
        assert_eq!(Port::half(9), None);
        assert_eq!(Port::middle(Side::S).half_number(), None);
    }
}
