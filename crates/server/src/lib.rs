//! The server: rooms, seats, clocks, storage and sockets around the rules.
//!
//! Each running game has one owner task ([`rooms`]); everything else sends it messages. The state
//! of a game is its record replayed, so the storage ([`store`]) keeps actions, not positions. What
//! a player has confirmed is stored before it is acknowledged. The server owns the randomness
//! ([`fairness`]) and decides no rule: it asks the rules for the legal actions and shows them
//! ([`wire`]).

pub mod archive;
pub mod fairness;
pub mod limits;
pub mod offer;
pub mod rooms;
pub mod store;
pub mod wire;

mod art;
mod client;
mod clock;
mod files;
mod folder;
mod http;
mod identity;
mod metrics;
mod problem;
mod reason;
mod replay;
mod room;
mod seats;
mod serve;
mod socket;
mod table;
mod view;

pub use identity::Identity;
pub use limits::Limits;
pub use problem::Refused;
pub use serve::{Config, Running, StartError, start};
