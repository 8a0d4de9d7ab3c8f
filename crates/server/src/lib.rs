//! The server: rooms, seats, clocks, storage and sockets around the rules.
//!
//! A game in play is pure ([`play`]); each running one has one owner task ([`rooms`]), and everything else sends it messages. The state
//! of a game is its record replayed, so the storage ([`store`]) keeps actions, not positions. What
//! a player has confirmed is stored before it is acknowledged. The server owns the randomness
//! ([`play::fairness`]) and decides no rule: it asks the rules for the legal actions and shows them
//! ([`play::wire`]).

pub mod archive;
pub mod limits;
pub mod offer;
pub mod play;
pub mod rooms;
pub mod store;

mod art;
mod client;
mod files;
mod folder;
mod http;
mod identity;
mod metrics;
mod owner;
mod problem;
mod serve;
mod socket;
mod think;

pub use limits::Limits;
pub use play::fairness;
pub use play::identity::Identity;
pub use play::refused::Refused;
pub use play::wire;
pub use serve::{Config, Running, StartError, start};
