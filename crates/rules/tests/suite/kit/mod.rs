//! Random games for the tests and the long runs: a small generator, all configurations, and walks
//! that check the fast code after every action.

#![allow(dead_code, unused_imports, reason = "each test uses its own part")]

mod any_action;
pub mod boxes;
mod configurations;
mod digest;
mod manner;
mod met;
mod rng;
mod seen;
mod told;
mod walker;

pub use configurations::{
    Group, PLAIN_BASES, all_modules, box_configurations, box_modules, configurations, group, mixtures, options_of,
    read_options, single_modules, words,
};
pub use digest::{Digest, contents, digest};
pub use manner::{Manner, farness};
pub use rng::Rng;
pub use seen::Seen;
use walker::light_walk_as;
pub use walker::{Walker, light_walk, light_walk_box};

/// How many games the tests walk with the recomputation after every action.
pub fn volume() -> u64 {
    match std::env::var("BASTIDE_WALKS") {
        Ok(number) => number.parse().expect("BASTIDE_WALKS is a number of games"),
        Err(_) => 240,
    }
}

/// Games played without recomputation for each one with it.
pub const LIGHT_FOR_EACH: u64 = 50;

/// Tells on the error stream how far a long run is.
pub fn progress(what: &str, done: u64, of: u64) {
    let step = (of / 20).max(1);
    if of >= 2000 && done > 0 && done.is_multiple_of(step) {
        eprintln!("{what}: {done} of {of} games");
    }
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
