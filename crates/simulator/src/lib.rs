//! Servers, a storage, a bus, pages and bots in one thread, with delays, losses, repeats, crashes, restarts and partitions
//! that follow from a seed, and the laws that hold all the same (`laws`).
//!
//! What is simulated is what the server runs: the room of `bastide-table` and the node of `bastide-cluster`. What stands in
//! for the world is here: time, a storage that refuses old versions, entries and leases, letters, connections, people.
//! A history with the same seed is the same history, to the last letter.

mod bus;
mod laws;
mod machine;
mod page;
mod store;
mod world;

pub use laws::Broken;
pub use world::{History, Plan};

/// Something that is wrong on purpose, to see that the laws notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Planted {
    /// Nothing is wrong.
    #[default]
    Nothing,
    /// The storage takes what an owner writes who does not know the last version.
    StaleOwner,
    /// Letters that come twice are taken twice.
    Repeats,
    /// What could not be stored is acknowledged.
    EarlyWord,
}

/// Runs one history.
///
/// # Errors
/// If a law is broken.
pub fn run(seed: u64, planted: Planted) -> Result<History, Broken> {
    world::World::new(Plan::of(seed), planted).run()
}

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
