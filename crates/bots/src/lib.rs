//! Players for Bastide.
//!
//! A [`Bot`] sees a state and its legal actions and returns one of them. It uses nothing but the
//! public rules, so every module works with every bot. Randomness comes from one small seeded
//! generator, [`Rng`]: the same seed gives the same game on every machine.
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

mod greedy;
mod random;
mod rng;
mod runner;

use std::fmt;

use bastide_rules::{Action, State};

pub use greedy::Greedy;
pub use random::Random;
pub use rng::Rng;
pub use runner::{play_game, play_game_with};

/// A player.
pub trait Bot {
    /// The name by which [`by_name`] finds it.
    fn name(&self) -> &'static str;

    /// One of the legal actions of a state that waits for a player.
    ///
    /// # Panics
    /// May panic if no player is to decide: chance is not the business of bots.
    fn choose(&mut self, state: &State) -> Action;
}

/// The names of all bots, the weakest first.
pub const NAMES: &[&str] = &["random", "greedy"];

/// A new bot by its name. The seed decides wherever the bot is indifferent.
///
/// # Errors
/// If there is no bot of this name.
pub fn by_name(name: &str, seed: u64) -> Result<Box<dyn Bot + Send>, UnknownBot> {
    match name {
        "random" => Ok(Box::new(Random::new(seed))),
        "greedy" => Ok(Box::new(Greedy::new(seed))),
        _ => Err(UnknownBot { name: name.to_owned() }),
    }
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
    }

    #[test]
    fn an_unknown_bot_is_refused_with_the_known_ones() {
        let error = by_name("grandmaster", 0).err().unwrap();
        assert_eq!(error.to_string(), "there is no bot `grandmaster`; choose one of: random, greedy");
    }
}
