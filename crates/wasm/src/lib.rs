//! The game where the player is: rooms of [`bastide_table`], bots and pictures for a page without a server.
//!
//! A [`Desk`] takes one request as JSON text and answers with JSON text. It has no clock, no storage, no threads and no
//! random numbers: whoever calls it, a worker of the page, brings the time and what is random, writes down what is to be
//! stored, and lets bots think at desks of their own. Without a browser it is a plain library, so the same requests give
//! the same answers in a test.

// An answer or an event that is new is asked for in every list of them.
#![warn(clippy::wildcard_enum_match_arm)]

mod desk;
#[cfg(feature = "rooms")]
mod rooms;
#[cfg(feature = "thinking")]
mod study;
#[cfg(all(test, feature = "rooms", feature = "thinking"))]
mod tests;
#[cfg(feature = "thinking")]
mod thinking;

#[cfg(target_family = "wasm")]
mod memory;

pub use desk::Desk;
