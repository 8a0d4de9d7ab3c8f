//! What a position is worth to a player, in whole numbers, so that sums are exact.

use std::ops::{Add, AddAssign, Neg, Sub};

use bastide_rules::{PlayerId, State};
use serde::{Deserialize, Serialize};

/// What a position is worth to a player, or what has changed of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
pub struct Worth {
    /// The lead over the best opponent at the end of the game, in hundredths of a point.
    pub points: i32,
    /// The chance of winning, in hundredths of a percent; a shared victory counts as its part.
    pub win: i32,
}

impl Worth {
    /// A chance of winning that is certain.
    pub const CERTAIN: i32 = 10_000;

    /// From what a bot says.
    pub(crate) fn judged(points: f32, win: f32) -> Worth {
        Worth { points: (points * 100.0).round() as i32, win: (win * Worth::CERTAIN as f32).round() as i32 }
    }

    /// The result of a game that is over.
    pub(crate) fn result(state: &State, seat: PlayerId) -> Worth {
        let points = state.points();
        let own = points[seat.index()];
        let others = points.iter().enumerate().filter(|&(other, _)| other != seat.index());
        let best = others.map(|(_, &points)| points).max().unwrap_or(0);
        let winners = points.iter().filter(|&&other| other == own).count() as i32;
        let win = if own >= best { Worth::CERTAIN / winners } else { 0 };
        Worth { points: 100 * (own - best), win }
    }

    /// The same for the only opponent of a game of two.
    pub(crate) fn for_opponent(self) -> Worth {
        Worth { points: -self.points, win: Worth::CERTAIN - self.win }
    }
}

impl Add for Worth {
    type Output = Worth;
    fn add(self, other: Worth) -> Worth {
        Worth { points: self.points + other.points, win: self.win + other.win }
    }
}

impl AddAssign for Worth {
    fn add_assign(&mut self, other: Worth) {
        *self = *self + other;
    }
}

impl Sub for Worth {
    type Output = Worth;
    fn sub(self, other: Worth) -> Worth {
        self + -other
    }
}

impl Neg for Worth {
    type Output = Worth;
    fn neg(self) -> Worth {
        Worth { points: -self.points, win: -self.win }
    }
}
