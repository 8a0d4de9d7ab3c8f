//! What is asked of bots: all that they do until somebody else is asked.

use bastide_bots::{Bot, Budget, Level};
use bastide_rules::{Action, Actor, State};

/// Who plays when a bot is not known any more, or fails.
pub const FALLBACK: Level = Level::Greedy;

/// The actions of a bot until somebody else is asked.
pub fn whole_turn(bot: &mut dyn Bot, mut state: State, budget: &Budget) -> Vec<Action> {
    let mut actions = Vec::new();
    let actor = state.actor();
    while state.actor() == actor && matches!(actor, Actor::Player(_)) {
        let action = bot.play(&state, budget);
        if state.apply(action).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}
