//! A stored game brought back to life, as far as its record can be replayed.

use bastide_rules::notation::{self, Record};
use bastide_rules::{Base, Game, Options};

use crate::stored::StoredGame;
use crate::table::{self, Table};
use crate::wire::Note;

/// What a stored game is now.
pub struct Replay {
    /// The table after the last good action.
    pub table: Table,
    /// What stopped the replay, if anything did.
    pub damage: Option<String>,
    /// Whether the table is that of the game, so that it can be played on.
    pub is_playable: bool,
    /// The actions that were replayed, as they are written today.
    pub actions: Vec<String>,
    /// The actions that could not be replayed.
    pub lost: Vec<String>,
}

/// Replays a game. A record that cannot be replayed ends at its last good action.
pub fn replay(game: &StoredGame) -> Replay {
    let players = game.seats.len();
    let made =
        table::options(&game.setup, players).and_then(|options| Game::new(options).map_err(|error| error.to_string()));
    let is_playable = made.is_ok();
    let mut damage = made.as_ref().err().map(|error| format!("The game cannot be set up: {error}."));
    let made = made.or_else(|_| Game::new(Options::new(Base::Classic, players.clamp(2, 6))));
    let mut table = Table::new(made.expect("the base game can always be set up for two to six"));
    let mut notes = game.notes.iter().peekable();
    let mut read = 0;
    while damage.is_none() && read < game.actions.len() {
        while let Some(note) = notes.next_if(|note| note.after as usize <= read) {
            Note::of_stored(&note.text).into_iter().for_each(|note| table.note(note));
        }
        let text = &game.actions[read];
        if notation::is_idle_choice(&table.state, text) {
            read += 1;
            continue;
        }
        let applied = match notation::parse_action(&table.state, text) {
            Some(action) => table.apply(action).map_err(|error| error.to_string()),
            None => Err(format!("this does not answer the decision `{}`", table.state.decision().word())),
        };
        match applied {
            Ok(()) => read += 1,
            Err(why) => {
                damage = Some(format!(
                    "Action {} of {}, `{text}`, cannot be replayed: {why}. The game was begun with version {}.",
                    read + 1,
                    game.actions.len(),
                    game.rules,
                ));
            }
        }
    }
    notes.filter_map(|note| Note::of_stored(&note.text)).for_each(|note| table.note(note));
    let actions = std::mem::take(&mut table.fresh);
    Replay { table, damage, is_playable, actions, lost: game.actions[read..].to_vec() }
}

/// The record of a game as text. What could not be replayed stands at its end as comments.
pub fn record_text(game: &StoredGame, table: &Table, damage: Option<&str>, lost: &[String]) -> String {
    let names = game.seats.iter().map(|seat| seat.name.clone()).collect();
    let mut text = match Record::new(*table.state.game().options(), names) {
        Ok(mut record) => {
            table.played.iter().for_each(|&action| record.push(action));
            record.to_string()
        }
        Err(error) => format!("# {error}\n"),
    };
    if let Some(damage) = damage {
        text += &format!("# {damage}\n# begun with version {}; setup: {:?}\n", game.rules, game.setup);
        text.extend(lost.iter().map(|action| format!("# {action}\n")));
    }
    if !game.set_aside.is_empty() {
        text += "# set aside when the game was continued without it:\n";
        text.extend(game.set_aside.iter().map(|action| format!("# {action}\n")));
    }
    text
}
