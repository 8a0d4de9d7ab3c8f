//! A game in play, without anything around it: the table with its past, drafts, seats, clocks as data, views, the types
//! of the wire, and the room that holds them together.
//!
//! Everything here is pure. What happens comes in as values, with the time; what follows from it goes out as values:
//! messages, requests to store, questions to bots. There are no tasks, sockets, files, clocks or random numbers, so the
//! same code runs in the server, in a page without one, and in a simulator.

// Whatever is added is asked for everywhere: an arm for all the others would forget it in silence.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod clock;
pub mod fairness;
pub mod identity;
pub mod making;
pub mod offer;
pub mod pictures;
pub mod reason;
pub mod refused;
pub mod replay;
pub mod room;
pub mod seats;
pub mod stored;
pub mod table;
pub mod text;
pub mod turn;
pub mod view;
pub mod wire;
pub mod words;

/// What describes the types of the wire to others; the engine of a page describes nothing.
mod described {
    #[cfg(not(feature = "described"))]
    pub(crate) use bastide_silent::{TS, ToSchema};
    #[cfg(feature = "described")]
    pub(crate) use ts_rs::TS;
    #[cfg(feature = "described")]
    pub(crate) use utoipa::ToSchema;
}
