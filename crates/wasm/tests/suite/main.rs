//! All tests of the engine for browsers from outside, in one program.

mod parity;
mod player;
