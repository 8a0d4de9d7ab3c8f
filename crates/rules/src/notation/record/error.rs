//! What can be wrong with a record, as data and as sentences.

use std::fmt;

use super::FORMAT_VERSION;
use crate::game::SetupError;
use crate::module::{BASES, MODULES, Module};
use crate::notation::words::MAX_NAME_CHARS;
use crate::refusal::Refusal;

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The words that are wrong, if any.
    pub words: String,
    /// What is wrong with them.
    pub kind: RecordErrorKind,
    /// What would have been legal instead.
    pub legal: Vec<String>,
}

/// What can be wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordErrorKind {
    /// The first line is not that of a record.
    NotARecord,
    /// The text is a position.
    Position,
    /// A version of the format that this program does not know.
    Version,
    /// A header line that is not known.
    UnknownHeader,
    /// A header line that stands there twice.
    Repeated,
    /// A header line that says nothing sensible.
    BadHeader(&'static str),
    /// A header line that is missing.
    Missing(&'static str),
    /// No such base.
    UnknownBase,
    /// No such module.
    UnknownModule,
    /// A game that cannot be set up.
    Setup(SetupError),
    /// A name that cannot be used.
    BadName,
    /// Two players with one name.
    SameName(String),
    /// Nobody has that name.
    UnknownPlayer,
    /// A quotation mark without its partner.
    OpenQuote,
    /// Something follows a quotation without a space.
    AfterQuote,
    /// A module that is switched on and off.
    OnAndOff(Module),
    /// A turn line begins with the number of the turn.
    TurnNumber(u32),
    /// It is another player's turn.
    WrongPlayer(String),
    /// The line before did not finish its turn.
    UnfinishedTurn(&'static str),
    /// Words that do not answer the decision.
    NotAnAnswer(&'static str),
    /// No tile has that name; the set that was meant, if there is such a set.
    UnknownTile(Option<&'static str>),
    /// An action that the rules forbid.
    Illegal(Refusal),
    /// Something follows although the turn is over.
    Surplus,
    /// Something follows although the game is over.
    GameOver,
    /// The written result is not that of the game.
    Result(Vec<i32>),
    /// A result, although the game is not over.
    EarlyResult,
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordErrorKind::NotARecord => write!(f, "a record begins with the line `bastide-record {FORMAT_VERSION}`"),
            RecordErrorKind::Position => f.write_str("this is a position and no record; `bastide render` draws it"),
            RecordErrorKind::Version => write!(f, "this program reads version {FORMAT_VERSION} of the format"),
            RecordErrorKind::UnknownHeader => {
                f.write_str("unknown header line; known are base, with, without, players, first, end, result")
            }
            RecordErrorKind::Repeated => f.write_str("this header line stands there twice"),
            RecordErrorKind::BadHeader(expected) => write!(f, "expected `{expected}`"),
            RecordErrorKind::Missing(header) => write!(f, "the header line `{header}` is missing"),
            RecordErrorKind::UnknownBase => {
                write!(f, "unknown base; known are {}", list(BASES.iter().map(|base| base.id)))
            }
            RecordErrorKind::UnknownModule => {
                write!(f, "unknown module; known are {}", list(MODULES.iter().map(|module| module.id)))
            }
            RecordErrorKind::Setup(error) => fmt::Display::fmt(error, f),
            RecordErrorKind::BadName => {
                write!(f, "a name has 1 to {MAX_NAME_CHARS} characters and no line breaks or control characters")
            }
            RecordErrorKind::SameName(name) => write!(f, "two players are called {name}"),
            RecordErrorKind::UnknownPlayer => f.write_str("nobody in the line `players` has that name"),
            RecordErrorKind::OpenQuote => f.write_str("a quotation mark is not closed"),
            RecordErrorKind::AfterQuote => f.write_str("a space must follow a closing quotation mark"),
            RecordErrorKind::OnAndOff(module) => write!(f, "{module} is switched on and off"),
            RecordErrorKind::TurnNumber(turn) => write!(f, "expected a line that begins with the turn number {turn}"),
            RecordErrorKind::WrongPlayer(name) => write!(f, "it is the turn of {name}"),
            RecordErrorKind::UnfinishedTurn(due) => {
                write!(f, "the turn before is not finished, its line stops at the decision `{due}`")
            }
            RecordErrorKind::NotAnAnswer(due) => write!(f, "this does not answer the decision `{due}`"),
            RecordErrorKind::UnknownTile(None) => f.write_str("there is no such set of tiles"),
            RecordErrorKind::UnknownTile(Some(set)) => write!(f, "there is no such tile in the set `{set}`"),
            RecordErrorKind::Illegal(refusal) => write!(f, "{refusal} ({})", refusal.rule()),
            RecordErrorKind::Surplus => f.write_str("the turn is over; the next one begins on a line of its own"),
            RecordErrorKind::GameOver => f.write_str("the game is over"),
            RecordErrorKind::Result(points) => {
                write!(f, "the game ended with {}", list(points.iter().map(|points| points.to_string())))
            }
            RecordErrorKind::EarlyResult => f.write_str("a result stands here, but the game is not over"),
        }
    }
}

fn list(words: impl Iterator<Item = impl AsRef<str>>) -> String {
    words.fold(
        String::new(),
        |text, word| if text.is_empty() { word.as_ref().into() } else { text + ", " + word.as_ref() },
    )
}

/// So many legal actions are named in an error.
const NAMED_ACTIONS: usize = 12;

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if !self.words.is_empty() {
            write!(f, "`{}`: ", self.words)?;
        }
        fmt::Display::fmt(&self.kind, f)?;
        if !self.legal.is_empty() {
            // Cells have commas, so the list needs another separator.
            let named: Vec<&str> = self.legal.iter().take(NAMED_ACTIONS).map(String::as_str).collect();
            write!(f, "; legal: {}", named.join(" | "))?;
            if self.legal.len() > NAMED_ACTIONS {
                write!(f, " and {} more", self.legal.len() - NAMED_ACTIONS)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for RecordError {}
