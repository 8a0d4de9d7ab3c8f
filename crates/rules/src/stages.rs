//! The steps of the base game, one file each; those of modules are in [`modules`](crate::modules).

pub(crate) mod deploy;
pub(crate) mod draw;
pub(crate) mod end;
pub(crate) mod place;
pub(crate) mod score;
