//! Players for Bastide.
//!
//! A [`Bot`] sees a state and its legal actions and returns one of them. It uses nothing but the
//! public rules, so every module works with every bot. Randomness comes from one small seeded
//! generator, [`Rng`]: the same seed gives the same game on every machine.
//!
//! A [`Spec`] names a [`Level`] with its settings; [`Bot::choose`] answers with what the level spends
//! by itself, [`Bot::think`] within a [`Budget`] and with what was weighed.
//!
//! ```
//! use bastide_bots::{Rng, by_name, play_game};
//! use bastide_rules::{Base, Game, Options, State};
//!
//! let mut state = State::new(Game::new(Options::new(Base::Classic, 2))?);
//! let mut bots = [by_name("greedy", 1)?, by_name("random", 2)?];
//! play_game(&mut state, &mut bots, &mut Rng::new(3));
//! assert!(state.points()[0] > state.points()[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod endgame;
mod features;
mod greedy;
mod judge;
pub mod learn;
mod net;
mod random;
mod rng;
mod runner;
mod search;
mod spec;
mod thinker;
mod thought;
mod tree;
mod weights;

use std::fmt;

use bastide_rules::{Action, State};

pub use budget::{Budget, Stop};
pub use greedy::Greedy;
pub use random::Random;
pub use rng::Rng;
pub use runner::{play_game, play_game_with};
pub use spec::{Level, NetFile, Spec, SpecError, WeightsFile};
pub use thinker::Thinker;
pub use thought::{Candidate, Reason, Thought, reasons};

/// A player.
pub trait Bot {
    /// The name of its [`Level`].
    fn name(&self) -> &str;

    /// One of the legal actions of a state that waits for a player, with what the level spends by
    /// itself.
    ///
    /// # Panics
    /// May panic if no player is to decide: chance is not the business of bots.
    fn choose(&mut self, state: &State) -> Action;

    /// The same within a budget, with what was weighed. Bots that answer at once need no budget.
    ///
    /// # Panics
    /// May panic if no player is to decide: chance is not the business of bots.
    fn think(&mut self, state: &State, budget: &Budget) -> Thought {
        let _ = budget;
        Thought::of(self.choose(state))
    }

    /// The same with these turns among what is weighed, whatever the bot thinks of them. Only levels that look ahead do
    /// that.
    ///
    /// # Panics
    /// May panic if no player is to decide, or if a turn is not legal.
    fn compare(&mut self, state: &State, turns: &[&[Action]], budget: &Budget) -> Thought {
        let _ = turns;
        self.think(state, budget)
    }

    /// The same without the weighing, for play: a turn that was thought about is carried on without
    /// thinking again.
    ///
    /// # Panics
    /// May panic if no player is to decide: chance is not the business of bots.
    fn play(&mut self, state: &State, budget: &Budget) -> Action {
        self.think(state, budget).action
    }
}

/// The names of all bots, the weakest first.
pub const NAMES: &[&str] = &["random", "novice", "greedy", "apprentice", "expert", "master"];

/// A new bot by its name. The seed decides wherever the bot is indifferent.
///
/// # Errors
/// If there is no bot of this name.
pub fn by_name(name: &str, seed: u64) -> Result<Box<dyn Bot + Send>, UnknownBot> {
    Ok(name.parse::<Level>()?.bot(seed))
}

/// There is no bot of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no bot `{}`; choose one of: {}", self.name, NAMES.join(", "))
    }
}

impl std::error::Error for UnknownBot {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_found_by_the_names_they_give() {
        for &name in NAMES {
            assert_eq!(by_name(name, 0).unwrap().name(), name);
        }
        assert!(NAMES.iter().copied().eq(Level::ALL.iter().map(|level| level.name())));
    }

    #[test]
    fn an_unknown_bot_is_refused_with_the_known_ones() {
        let error = by_name("grandmaster", 0).err().unwrap();
        assert_eq!(
            error.to_string(),
            "there is no bot `grandmaster`; choose one of: random, novice, greedy, apprentice, expert, master"
        );
    }
}

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
