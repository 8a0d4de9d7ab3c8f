//! All tests of the rules from outside, in one program: it is built and linked once.
//!
//! A new file needs its line here; `rule_ids.rs` finds one that was forgotten.

mod causes;
mod documents;
mod foresee;
mod fuzz_actions;
mod fuzz_records;
mod kit;
mod perft;
mod positions;
mod questions;
mod refusals;
mod rule_abbot;
mod rule_base;
mod rule_big_box;
mod rule_classic;
mod rule_corn;
mod rule_count;
mod rule_cult;
mod rule_dragon;
mod rule_ferries;
mod rule_fortress;
mod rule_ids;
mod rule_interactions;
mod rule_magic;
mod rule_messages;
mod rule_order;
mod rule_river;
mod rule_river_2;
mod rule_robbers;
mod rule_tower;
mod rule_wheel;
mod rule_winter;
mod scenarios;
mod serde;
mod survey;
mod table;
mod tables;
mod walk_findings;
mod walks;
