//! A round of players who act one after the other, clockwise.

use crate::player::PlayerId;

/// The players who are still to act, in clockwise order from the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Round {
    first: PlayerId,
    /// One bit for each seat.
    waiting: u8,
}

impl Round {
    /// A round of the players whose bit is set.
    pub(crate) const fn of(first: PlayerId, waiting: u8) -> Round {
        Round { first, waiting }
    }

    /// A round of everybody.
    pub(crate) const fn of_all(first: PlayerId, players: usize) -> Round {
        Round { first, waiting: (1 << players) - 1 }
    }

    /// The player whose turn in the round it is.
    #[inline]
    pub(crate) const fn current(self) -> Option<PlayerId> {
        if self.waiting == 0 {
            return None;
        }
        // Seats from the first one on come before those below it.
        let from_first = self.waiting & (u8::MAX << self.first.0);
        let next = if from_first == 0 { self.waiting } else { from_first };
        Some(PlayerId(next.trailing_zeros() as u8))
    }

    /// The player has acted.
    pub(crate) const fn finish(&mut self, player: PlayerId) {
        self.waiting &= !(1 << player.0);
    }

    /// Whether the player is still to act.
    pub(crate) const fn is_waiting(self, player: PlayerId) -> bool {
        self.waiting >> player.0 & 1 == 1
    }

    /// The seats that are still to act, one bit each.
    pub(crate) const fn waiting(self) -> u8 {
        self.waiting
    }
}
