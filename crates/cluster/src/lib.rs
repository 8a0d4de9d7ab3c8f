//! Several servers for the same games, pure: who holds a game, how others reach it, and who takes it over.
//!
//! A [`Node`] is one run of the server. What happens to it comes in with the time ([`Event`]), what follows comes out
//! ([`Effect`]); the server carries it over NATS, the simulator over a bus that delays, loses and repeats. Nothing here
//! decides whether an action counts: the storage refuses whoever does not know the last version of a game, so two nodes
//! that both believe to hold one are a delay and no danger.
//!
//! - A node keeps one lease, its own ([`session`]). While the lease stands its games are its own; without one it lets go of
//!   them. Leases are not kept for every game: a million games would be a million renewals.
//! - An entry for each game that is in play says which node holds it ([`place`]). Whoever is asked for a game first takes it;
//!   an entry of a node that is gone is taken over.
//! - A socket at another node than the one that holds its game speaks through a pipe ([`pipe`]). Letters are numbered: what
//!   comes twice is dropped, and what is missing closes the pipe; the page comes back and sees the game as it is.

mod errand;
mod letter;
mod node;
pub mod pipe;
pub mod place;
mod rank;
pub mod session;
#[cfg(test)]
mod tests;

pub use errand::Errand;
pub use letter::Letter;
pub use node::{Effect, Event, Node};
pub use rank::first_for;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Milliseconds of a clock that only goes forward, of one node.
pub type Ticks = u64;

/// Counts the changes of an entry; 0 is an entry that does not exist.
pub type Revision = u64;

/// The id of a game.
pub type GameId = Arc<str>;

/// The name of a node. A server that is started again has another one.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub Arc<str>);

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How long everything takes, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// A lease ends so long after it was renewed last, if nobody renews it. Longer than the bus needs to find a new leader:
    /// servers of NATS wait 4 to 9 s before they choose one.
    pub lease: Ticks,
    /// A node believes in its lease so much shorter than others do.
    pub margin: Ticks,
    /// How often a lease is renewed.
    pub renew: Ticks,
    /// How often the ends of pipes tell each other that they are there.
    pub beat: Ticks,
    /// An end that has heard nothing for so long is alone.
    pub silence: Ticks,
    /// A node at whose door nobody is, although its lease stands, is asked again after so long: it may only have lost its
    /// connection for a moment.
    pub doubt: Ticks,
    /// Questions to other nodes are given up after so long, or as soon as the node is silent.
    pub patience: Ticks,
    /// Whether letters that come twice are dropped. They are; the simulator shows what would happen otherwise.
    #[doc(hidden)]
    pub drops_repeats: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            lease: 15_000,
            margin: 1_000,
            renew: 1_000,
            beat: 500,
            silence: 1_500,
            doubt: 700,
            patience: 6_000,
            drops_repeats: true,
        }
    }
}

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
