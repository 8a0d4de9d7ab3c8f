//! The rules modules, one file each: its state, its steps, its tests.
//!
//! [`turn`](crate::turn) calls them by name, in the printed order. A module file may use the core
//! (board, figures, track, scoring) but not the private state of another module.

pub(crate) mod abbot;
pub(crate) mod count;
pub(crate) mod crop;
pub(crate) mod cult;
pub(crate) mod dragon;
pub(crate) mod farmers;
pub(crate) mod ferries;
pub(crate) mod flying;
pub(crate) mod gingerbread;
pub(crate) mod gold;
pub(crate) mod inns;
pub(crate) mod inns_classic;
pub(crate) mod magic;
pub(crate) mod messages;
pub(crate) mod river;
pub(crate) mod river_2;
pub(crate) mod robbers;
pub(crate) mod tower;
pub(crate) mod traders;
pub(crate) mod traders_classic;
pub(crate) mod wheel;
