//! The rules modules, one file each: its state, its steps, its tests.
//!
//! [`turn`](crate::turn) calls them by name, in the printed order. A module file may use the core
//! (board, figures, scoring) but not the private state of another module.

pub(crate) mod abbot;
pub(crate) mod farmers;
pub(crate) mod river;
