//! Matches between bots, and the protocol by which outside programs take part.
//!
//! Bots are pure: they know no clock, no process and no opponent. Everything that a match needs beside
//! them is here: deals that all seatings share ([`Deal`]), who sits where ([`Seatings`]), games on several
//! threads ([`Match`]), what the results say ([`Shares`], [`Sprt`]), outside programs on a seat and our
//! bots behind the same protocol ([`Engine`]).
//!
//! ```
//! use bastide_arena::{Contender, Limit, Match, Seatings};
//! use bastide_bots::Stop;
//! use bastide_rules::{Base, Game, Options};
//!
//! let bots = Contender::list("greedy,random")?;
//! let plan = Match {
//!     game: Game::new(Options::new(Base::Classic, 2))?,
//!     seatings: Seatings::new(&bots, 2)?,
//!     bots,
//!     deals: 5,
//!     seed: 1,
//!     threads: 1,
//!     openings: 0,
//!     limit: Limit::default(),
//!     sprt: None,
//!     stop: Stop::new(),
//! };
//! let result = plan.play(&());
//! assert_eq!(result.games, 10);
//! assert!(result.contestants[0].shares.mean() > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contender;
mod contest;
mod deal;
mod engine;
mod game;
mod player;
mod process;
pub mod protocol;
mod seating;
mod statistics;

pub use contender::{CommandLine, Contender, ContenderError};
pub use contest::{Forfeit, Match, Standing, Standings, Watch};
pub use deal::Deal;
pub use engine::Engine;
pub use game::{PlayedGame, SHARES};
pub use player::{Fault, Limit};
pub use process::{GRACE, USUAL_TIME};
pub use seating::{SeatingError, Seatings};
pub use statistics::{Scale, Shares, Sprt, Verdict, Z};

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
