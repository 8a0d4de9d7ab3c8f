//! All tests of the bots from outside, in one program: it is built and linked once.
//!
//! A new file needs its line here; a test of the rules (`rule_ids.rs`) finds one that was forgotten.

mod positions;
mod thinking;
