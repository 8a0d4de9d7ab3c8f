//! What takes long: bots, and films of whole games. A page asks for it in workers of their own.

use bastide_bots::{Budget, Level, Stop};
use bastide_rules::notation::action_text;
use bastide_table::refused::Refused;
use bastide_table::turn::{FALLBACK, whole_turn};
use bastide_table::wire::ProblemCode;
use serde::Deserialize;

use crate::desk::{record, text};

/// `think`: what a bot does.
#[derive(Deserialize, Debug)]
pub(crate) struct Turn {
    /// The game as a record.
    record: String,
    /// The name of the bot.
    bot: String,
    /// Decides where it is indifferent.
    #[serde(default)]
    seed: u64,
    /// The most simulations, if neither time nor the level bounds them.
    simulations: Option<u32>,
}

/// The actions of a bot until somebody else is asked, as texts of a record.
pub(crate) fn turn(Turn { record: played, bot, seed, simulations }: Turn) -> Result<String, Refused> {
    let mut state = record(&played)?.state();
    let level: Level = bot.parse().unwrap_or(FALLBACK);
    let budget = Budget { simulations: simulations.or(level.simulations()), ..Budget::default() }.with_stop(stop());
    let mut texts = Vec::new();
    for action in whole_turn(&mut *level.bot(seed), state.clone(), &budget) {
        texts.push(action_text(&state, action));
        if state.apply(action).is_err() {
            break;
        }
    }
    text(&texts)
}

/// `film`: a page that plays a game.
#[derive(Deserialize, Debug)]
pub(crate) struct Film {
    /// The game as a record.
    record: String,
}

/// The page, as one text.
pub(crate) fn film(Film { record: played }: Film) -> Result<String, Refused> {
    let page = bastide_film::page(&record(&played)?, None, None);
    text(&page.map_err(|error| Refused::bad(ProblemCode::Record, error.to_string()))?)
}

/// Asked while something is thought about: in a page its time may be over, elsewhere only simulations bound it.
pub(crate) fn stop() -> Stop {
    #[cfg(target_family = "wasm")]
    return Stop::never().when(crate::memory::time_is_over);
    #[cfg(not(target_family = "wasm"))]
    Stop::never()
}

/// Tells the page how far something is, before it is answered. Without a page nobody hears it.
#[cfg_attr(not(target_family = "wasm"), expect(unused_variables, reason = "only a page listens"))]
#[allow(dead_code, reason = "a turn of a bot has nothing to tell; hints and analysis do")]
pub(crate) fn tell(progress: &impl serde::Serialize) {
    #[cfg(target_family = "wasm")]
    if let Ok(progress) = text(progress) {
        crate::memory::tell(&progress);
    }
}
