//! All tests of the server over real sockets, in one program: it is built and linked once.
//!
//! A new file needs its line here; a test of the rules (`rule_ids.rs`) finds one that was forgotten.

mod archive;
mod cluster;
mod common;
mod contract;
mod dragon_tower_count;
mod draws;
mod modules;
mod old;
mod operate;
mod passkey;
mod play;
mod push;
mod safety;
