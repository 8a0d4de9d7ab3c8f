//! The random player.

use bastide_rules::{Action, State};

use crate::{Bot, Rng};

/// Takes any legal action, each with the same chance.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The random player of a seed.
    pub const fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl Bot for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn choose(&mut self, state: &State) -> Action {
        state.choose(|count| self.rng.below(count)).expect("a bot is asked only while the game goes on")
    }
}
