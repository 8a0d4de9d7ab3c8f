//! Whole games as text: a header and one line for each turn.
//!
//! Here is the record and how it is written; `record/reader.rs` reads it, `record/error.rs` says what is wrong with one.

mod error;
mod reader;

use std::fmt;

pub use error::{RecordError, RecordErrorKind};

use self::reader::Reader;
use super::names::action_text;
use super::words::{check_name, written};
use crate::action::Action;
use crate::game::{Game, Options, SetupError};
use crate::module::{Module, ModuleSet};
use crate::player::PlayerId;
use crate::state::State;

/// The version of the record format that is written.
pub const FORMAT_VERSION: u32 = 1;

/// A game written down: options, names and the legal actions in order. It may stop anywhere.
///
/// Its text is canonical: reading and writing it again gives the same text.
///
/// ```
/// use bastide_rules::notation::Record;
/// let text = "\
/// bastide-record 1
/// base classic
/// players Anna Borys
/// first Anna
///
/// 1 Anna U 1,0 r1 meeple@road:E
/// 2 Borys V -1,0 r3 pass
/// ";
/// let record = Record::parse(text)?;
/// assert_eq!(record.to_string(), text);
/// assert_eq!(record.state().turn_number(), 3);
/// # Ok::<(), bastide_rules::notation::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    options: Options,
    names: Vec<String>,
    actions: Vec<Action>,
}

impl Record {
    /// A record of a game that has not begun.
    ///
    /// # Errors
    /// If the options cannot be played, or the names do not fit the seats or each other.
    pub fn new(options: Options, names: Vec<String>) -> Result<Record, RecordErrorKind> {
        Game::new(options).map_err(RecordErrorKind::Setup)?;
        if names.len() != options.players {
            return Err(RecordErrorKind::Setup(SetupError::Players(names.len())));
        }
        for (index, name) in names.iter().enumerate() {
            check_name(name)?;
            if names[..index].contains(name) {
                return Err(RecordErrorKind::SameName(name.clone()));
            }
        }
        Ok(Record { options, names, actions: Vec::new() })
    }

    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The names of the players, by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The actions so far, chance included.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Adds an action that was just applied to the state of this record.
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Takes the last action off again.
    pub fn pop(&mut self) -> Option<Action> {
        self.actions.pop()
    }

    /// The state before the first action.
    ///
    /// # Panics
    /// Never: the options were checked when the record was made.
    pub fn start(&self) -> State {
        State::new(Game::new(self.options).expect("the options were checked when the record was made"))
    }

    /// The state after the last action. Actions that are not legal end the replay; a record that
    /// was read has none.
    pub fn state(&self) -> State {
        let mut state = self.start();
        for &action in &self.actions {
            if state.apply(action).is_err() {
                break;
            }
        }
        state
    }

    /// Reads a record and judges it, action by action.
    ///
    /// # Errors
    /// With the line, what stands there, the reason, and what would have been legal.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        // Some editors put a mark at the beginning of a file.
        Reader::new(text.strip_prefix('\u{feff}').unwrap_or(text)).read()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bastide-record {FORMAT_VERSION}")?;
        writeln!(f, "base {}", self.options.base)?;
        let modules = self.options.modules;
        // Farmers are on unless a line says otherwise.
        let listed = modules.without(Module::Farmers);
        if listed != ModuleSet::default() {
            writeln!(f, "with {listed}")?;
        }
        if !modules.has(Module::Farmers) {
            writeln!(f, "without {}", Module::Farmers)?;
        }
        let names: Vec<_> = self.names.iter().map(|name| written(name)).collect();
        writeln!(f, "players {}", names.join(" "))?;
        writeln!(f, "first {}", names[self.options.first])?;
        if let Some(limit) = self.options.end_after {
            writeln!(f, "end after {limit} tiles")?;
        }
        let mut state = self.start();
        let mut turns = String::new();
        let mut last_turn = 0;
        for &action in &self.actions {
            let PlayerId(seat) = state.active_player();
            if state.turn_number() != last_turn {
                last_turn = state.turn_number();
                turns += &format!("\n{last_turn} {}", names[usize::from(seat)]);
            }
            turns.push(' ');
            turns += &action_text(&state, action);
            if state.apply(action).is_err() {
                break;
            }
        }
        if state.is_over() {
            let points: Vec<_> = state.points().iter().map(ToString::to_string).collect();
            writeln!(f, "result {}", points.join(" "))?;
        }
        if turns.is_empty() { Ok(()) } else { writeln!(f, "{turns}") }
    }
}

impl std::str::FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        Record::parse(text)
    }
}
