//! The server: rooms, seats, clocks, storage and sockets around the rules.
//!
//! A game in play is pure ([`bastide_table`]); each running one has one owner task ([`rooms`]), and everything else sends it messages. The state
//! of a game is its record replayed, so the storage ([`store`]) keeps actions, not positions. What
//! a player has confirmed is stored before it is acknowledged. The server owns the randomness
//! ([`bastide_table::fairness`]) and decides no rule: it asks the rules for the legal actions and shows them
//! ([`bastide_table::wire`]).

pub mod admin;
pub mod archive;
pub mod bus;
pub mod limits;
pub mod rooms;
pub mod store;

mod art;
mod client;
mod device;
mod files;
mod folder;
mod house;
mod http;
mod identity;
mod metrics;
mod owner;
mod packed;
mod passkey;
mod patience;
mod peers;
mod problem;
mod push;
mod report;
mod serve;
mod socket;
mod think;
mod tls;

pub use bastide_table::fairness;
pub use bastide_table::identity::Identity;
pub use bastide_table::refused::Refused;
pub use bastide_table::wire;
pub use http::Film;
pub use identity::PublicUrl;
pub use limits::Limits;
pub use push::{PATIENCE as PUSH_PATIENCE, PushSettings, make_keys as make_push_keys};
pub use serve::{Config, Running, StartError, start};
pub use tls::TlsFiles;

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
