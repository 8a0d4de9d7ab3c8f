//! The two ends of a pipe between a socket at one node and a game at another.

use crate::{GameId, NodeId, Ticks};

/// The name of a pipe at the end where the game is: who opened it, and its number there.
pub type FarPipe = (NodeId, u64);

/// One end: it counts what goes out and what comes in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) game: GameId,
    /// The node at the other end.
    pub(crate) node: NodeId,
    pub(crate) sent: u64,
    pub(crate) received: u64,
    pub(crate) heard: Ticks,
}

/// What a numbered letter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// The one that was due.
    Next,
    /// One that has come before.
    Repeat,
    /// Something before it is missing.
    Gap,
}

impl End {
    pub(crate) fn new(game: GameId, node: NodeId, now: Ticks) -> End {
        End { game, node, sent: 0, received: 0, heard: now }
    }

    /// The number of the letter that goes out now.
    pub(crate) fn send(&mut self) -> u64 {
        self.sent += 1;
        self.sent
    }

    /// Takes in the number of a letter.
    pub(crate) fn receive(&mut self, number: u64, drops_repeats: bool, now: Ticks) -> Arrival {
        self.heard = now;
        if number <= self.received && drops_repeats {
            return Arrival::Repeat;
        }
        if number > self.received + 1 {
            return Arrival::Gap;
        }
        self.received = self.received.max(number);
        Arrival::Next
    }
}
