//! Bots think apart from the games: a question of a room goes out, its answer comes back as [`Ask::BotMoved`].

use std::sync::Arc;
use std::time::Duration;

use bastide_rules::{Action, Actor, State};
use tokio::sync::mpsc;

use crate::owner::Ask;
use crate::play::room::Thinking;
use crate::rooms::Rooms;

/// Lets a bot think, after its pause and when one of the places for thinking is free.
pub fn think(rooms: &Arc<Rooms>, answer_to: mpsc::WeakSender<Ask>, thinking: Thinking) {
    let places = Arc::clone(&rooms.thinking);
    let Thinking { generation, bot, state, pace } = thinking;
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(u64::from(pace))).await;
        let Ok(place) = places.acquire_owned().await else { return };
        let kept = state.clone();
        let thought = tokio::task::spawn_blocking(move || {
            let _place = place;
            whole_turn(&bot, state)
        });
        // A bot that fails must not stop the game.
        let actions = thought.await.unwrap_or_else(|_| whole_turn("random", kept));
        // A game that was put away meanwhile asks again when it is loaded.
        if let Some(owner) = answer_to.upgrade() {
            let _ = owner.send(Ask::BotMoved { generation, actions }).await;
        }
    });
}

/// The actions of a bot until somebody else is asked.
fn whole_turn(bot: &str, mut state: State) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut bytes = [0; 8];
    // Without randomness the bot is only less varied.
    let _ = getrandom::fill(&mut bytes);
    let seed = u64::from_le_bytes(bytes);
    let Ok(mut bot) = bastide_bots::by_name(bot, seed).or_else(|_| bastide_bots::by_name("random", seed)) else {
        return actions;
    };
    let actor = state.actor();
    while state.actor() == actor && matches!(actor, Actor::Player(_)) {
        let action = bot.choose(&state);
        if state.apply(action).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}
