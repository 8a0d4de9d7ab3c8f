//! The server.
#![allow(missing_docs)]
pub mod wire;
