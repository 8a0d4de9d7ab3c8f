//! What decisions cost and what draws brought: the analysis of a game.
//!
//! A record is a row of choices and of chance, one after the other. A bot says what the position is worth before a
//! choice, if the best turn is played, and after the turn that was played: the difference is the *error* of a player. What the
//! worth changes between a turn and the next choice is what the draws brought: *luck*. So every change of the worth has
//! one cause, and from the start to the result nothing is left over: start, luck and errors add up to the result,
//! exactly, because all of them are whole numbers ([`Worth`]).
//!
//! The work has three parts, so that it can be spread over threads or over workers of a page: [`questions`] lists the
//! decisions of a record, [`weigh`] thinks about one of them, [`account`] puts everything together. [`analyse`] does all
//! three. The same record, simulations and seed give the same analysis on every machine.
//!
//! ```
//! use bastide_analysis::{Effort, analyse};
//! use bastide_rules::notation::Record;
//!
//! let record = Record::parse("bastide-record 1\nbase classic\nplayers Anna Borys\n\n1 Anna U 1,0 r1 pass\n")?;
//! let analysis = analyse(&record, Effort { simulations: 20, ..Effort::default() }, &(), &Default::default()).unwrap();
//! assert_eq!(analysis.decisions.len(), 1);
//! # Ok::<(), bastide_rules::notation::RecordError>(())
//! ```

mod account;
mod hints;
pub mod puzzle;
mod questions;
mod spread;
mod turn;
mod weigh;
mod worth;

pub use account::{Account, Analysis, DecisionReport, Grade, account};
pub use hints::hints;
pub use questions::{Question, questions};
pub use spread::{Progress, analyse};
pub use turn::{Told, Turn};
pub use weigh::{Effort, Weighed, opening, weigh};
pub use worth::Worth;

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
