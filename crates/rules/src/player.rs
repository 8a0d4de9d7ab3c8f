//! Seats and what belongs to them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The most players a game can have (BASE-8: six colours).
pub const MAX_PLAYERS: usize = 6;

/// A seat, counted from 0 clockwise around the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct PlayerId(pub(crate) u8);

impl TryFrom<u8> for PlayerId {
    type Error = String;

    fn try_from(seat: u8) -> Result<PlayerId, String> {
        PlayerId::new(usize::from(seat))
            .ok_or_else(|| format!("seats are numbered 0 to {}, not {seat}", MAX_PLAYERS - 1))
    }
}

impl From<PlayerId> for u8 {
    fn from(player: PlayerId) -> u8 {
        player.0
    }
}

impl PlayerId {
    /// The seat with this number, if there are so many.
    pub const fn new(seat: usize) -> Option<PlayerId> {
        if seat < MAX_PLAYERS { Some(PlayerId(seat as u8)) } else { None }
    }

    /// The number of the seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first seats of a table, in clockwise order.
    pub fn seats(players: usize) -> impl DoubleEndedIterator<Item = PlayerId> + Clone {
        (0..players.min(MAX_PLAYERS) as u8).map(PlayerId)
    }

    /// The next seat clockwise at a table of this size.
    #[inline]
    pub(crate) const fn next(self, players: u8) -> PlayerId {
        if self.0 + 1 < players { PlayerId(self.0 + 1) } else { PlayerId(0) }
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0 + 1)
    }
}

/// One value for every seat, used or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByPlayer<T>([T; MAX_PLAYERS]);

impl<T> ByPlayer<T> {
    /// The values of the first seats.
    pub fn seats(&self, players: usize) -> &[T] {
        &self.0[..players.min(MAX_PLAYERS)]
    }
}

impl<T> Index<PlayerId> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: PlayerId) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<PlayerId> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: PlayerId) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// Eight small counters in one word, so that joining two regions adds them all at once.
///
/// No counter exceeds 255: the largest box has fewer pieces of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Lanes(u64);

impl Lanes {
    pub(crate) const ZERO: Lanes = Lanes(0);

    pub(crate) const fn one(lane: usize, count: u8) -> Lanes {
        Lanes((count as u64) << (8 * lane))
    }

    #[inline]
    pub(crate) const fn get(self, lane: usize) -> u8 {
        (self.0 >> (8 * lane)) as u8
    }

    #[inline]
    pub(crate) const fn is_zero(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn plus(self, other: Lanes) -> Lanes {
        Lanes(self.0 + other.0)
    }

    #[inline]
    pub(crate) const fn minus(self, other: Lanes) -> Lanes {
        Lanes(self.0 - other.0)
    }
}
