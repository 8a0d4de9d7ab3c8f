//! Whole games as text: a header and one line for each turn.

use std::fmt;

use super::names::{action_text, parse_deploy, parse_pos, parse_rotation, parse_tile, segment_on};
use crate::action::{Action, CropAction, MagicFigure, Marker, Piece, Spot};
use crate::catalogue;
use crate::decision::{Actor, Decision};
use crate::figure::FigureKind;
use crate::game::{Game, Options, SetupError};
use crate::geometry::{Pos, Side};
use crate::module::{BASES, Base, MODULES, Module, ModuleSet};
use crate::modules::count::{self, Quarter};
use crate::modules::crop;
use crate::modules::wheel::Sector;
use crate::player::{MAX_PLAYERS, PlayerId};
use crate::refusal::Refusal;
use crate::state::State;
use crate::tile::Feature;

/// The version of the record format that is written.
pub const FORMAT_VERSION: u32 = 1;

/// The longest name of a player.
pub const MAX_NAME_CHARS: usize = 40;

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

/// A word of a line. Quoted words are names.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Word {
    text: String,
    is_quoted: bool,
}

/// Splits a line into words; `#` begins a comment.
fn words(line: &str) -> Result<Vec<Word>, RecordErrorKind> {
    let mut words = Vec::new();
    let mut chars = line.chars().peekable();
    loop {
        while chars.next_if(|c| c.is_whitespace()).is_some() {}
        let mut text = String::new();
        match chars.peek() {
            None | Some('#') => return Ok(words),
            Some('"') => {
                chars.next();
                loop {
                    match chars.next() {
                        None => return Err(RecordErrorKind::OpenQuote),
                        Some('"') => break,
                        Some('\\') => text.push(chars.next().ok_or(RecordErrorKind::OpenQuote)?),
                        Some(c) => text.push(c),
                    }
                }
                if chars.peek().is_some_and(|c| !c.is_whitespace()) {
                    return Err(RecordErrorKind::AfterQuote);
                }
                words.push(Word { text, is_quoted: true });
            }
            Some(_) => {
                while let Some(c) = chars.next_if(|c| !c.is_whitespace()) {
                    text.push(c);
                }
                words.push(Word { text, is_quoted: false });
            }
        }
    }
}

fn check_name(name: &str) -> Result<(), RecordErrorKind> {
    let is_length_good = !name.trim().is_empty() && name.chars().count() <= MAX_NAME_CHARS;
    let is_good = is_length_good && !name.chars().any(|c| c.is_control() || is_invisible(c));
    if is_good { Ok(()) } else { Err(RecordErrorKind::BadName) }
}

/// Characters that nobody sees, or that turn the direction of a line.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A name as it is written: in quotation marks where it would be misread.
fn written(name: &str) -> String {
    let is_plain = !name.starts_with(['#', '"']) && !name.contains(char::is_whitespace);
    if is_plain { name.to_owned() } else { format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")) }
}

/// Reads a record line by line.
struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
}

/// The header as it is read.
#[derive(Default)]
struct Header {
    base: Option<Base>,
    with: Option<ModuleSet>,
    without: Option<ModuleSet>,
    names: Option<Vec<String>>,
    first: Option<String>,
    end_after: Option<u32>,
    result: Option<(usize, Vec<i32>)>,
    /// The line of each key.
    lines: Vec<(String, usize)>,
}

impl Header {
    /// The first line that has one of these keys.
    fn line(&self, keys: &[&str]) -> Option<usize> {
        keys.iter().find_map(|key| self.lines.iter().find(|(known, _)| known == key)).map(|&(_, line)| line)
    }
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { lines: text.lines().enumerate(), line: 0 }
    }

    fn error(&self, words: &str, kind: RecordErrorKind) -> RecordError {
        // A very long word is a broken file; a person needs only its beginning.
        let words = words.chars().take(60).collect();
        RecordError { line: self.line, words, kind, legal: Vec::new() }
    }

    /// The words of the next line that has any.
    fn next_words(&mut self) -> Result<Option<Vec<Word>>, RecordError> {
        for (index, line) in self.lines.by_ref() {
            self.line = index + 1;
            let words = words(line).map_err(|kind| RecordError {
                line: index + 1,
                words: line.chars().take(60).collect(),
                kind,
                legal: Vec::new(),
            })?;
            if !words.is_empty() {
                return Ok(Some(words));
            }
        }
        self.line += 1;
        Ok(None)
    }

    fn read(mut self) -> Result<Record, RecordError> {
        let first = self.next_words()?.unwrap_or_default();
        if first.is_empty() {
            self.line = 1;
        }
        let texts: Vec<&str> = first.iter().map(|word| word.text.as_str()).collect();
        match texts[..] {
            ["bastide-record", version] if version == FORMAT_VERSION.to_string() => {}
            ["bastide-record", version] => return Err(self.error(version, RecordErrorKind::Version)),
            ["bastide-position", ..] => return Err(self.error("bastide-position", RecordErrorKind::Position)),
            _ => return Err(self.error(texts.first().copied().unwrap_or(""), RecordErrorKind::NotARecord)),
        }
        let mut header = Header::default();
        let mut turn_line = None;
        while let Some(words) = self.next_words()? {
            if words[0].text.starts_with(|c: char| c.is_ascii_digit()) && !words[0].is_quoted {
                turn_line = Some(words);
                break;
            }
            self.read_header(&words, &mut header)?;
        }
        let result = header.result.take();
        let mut record = self.finish_header(header)?;
        let state = self.read_turns(&mut record, turn_line)?;
        if let Some((line, points)) = result {
            self.line = line;
            if !state.is_over() {
                return Err(self.error("result", RecordErrorKind::EarlyResult));
            }
            if points != state.points() {
                return Err(self.error("result", RecordErrorKind::Result(state.points().to_vec())));
            }
        }
        Ok(record)
    }

    fn read_header(&self, words: &[Word], header: &mut Header) -> Result<(), RecordError> {
        let (key, rest) = (words[0].text.as_str(), &words[1..]);
        let texts: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
        let bad = |expected| self.error(key, RecordErrorKind::BadHeader(expected));
        let is_repeated = match key {
            "base" => {
                let [id] = texts[..] else { return Err(bad("base NAME")) };
                let base = Base::from_id(id).ok_or_else(|| self.error(id, RecordErrorKind::UnknownBase))?;
                header.base.replace(base).is_some()
            }
            "with" => header.with.replace(self.modules(&texts)?).is_some(),
            "without" => header.without.replace(self.modules(&texts)?).is_some(),
            "players" => {
                if !(2..=MAX_PLAYERS).contains(&texts.len()) {
                    return Err(self.error(key, RecordErrorKind::Setup(SetupError::Players(texts.len()))));
                }
                header.names.replace(texts.iter().map(|&text| text.to_owned()).collect()).is_some()
            }
            "first" => {
                let [name] = texts[..] else { return Err(bad("first NAME")) };
                header.first.replace(name.to_owned()).is_some()
            }
            "end" => {
                let ["after", count, "tiles" | "tile"] = texts[..] else { return Err(bad("end after NUMBER tiles")) };
                let count = count.parse().map_err(|_| bad("end after NUMBER tiles"))?;
                header.end_after.replace(count).is_some()
            }
            "result" => {
                let points: Result<Vec<i32>, _> = texts.iter().map(|text| text.parse()).collect();
                let points = points.map_err(|_| bad("result POINTS POINTS …"))?;
                header.result.replace((self.line, points)).is_some()
            }
            _ => return Err(self.error(key, RecordErrorKind::UnknownHeader)),
        };
        header.lines.push((key.to_owned(), self.line));
        if is_repeated { Err(self.error(key, RecordErrorKind::Repeated)) } else { Ok(()) }
    }

    fn modules(&self, ids: &[&str]) -> Result<ModuleSet, RecordError> {
        let module = |id: &&str| Module::from_id(id).ok_or_else(|| self.error(id, RecordErrorKind::UnknownModule));
        ids.iter().map(module).collect()
    }

    fn finish_header(&self, header: Header) -> Result<Record, RecordError> {
        let at = |keys: &[&str], words: &str, kind| RecordError {
            line: header.line(keys).unwrap_or(self.line),
            ..self.error(words, kind)
        };
        let base = header.base.ok_or_else(|| self.error("", RecordErrorKind::Missing("base")))?;
        let names = header.names.clone().ok_or_else(|| self.error("", RecordErrorKind::Missing("players")))?;
        let mut options = Options::new(base, names.len());
        let (with, without) = (header.with.unwrap_or_default(), header.without.unwrap_or_default());
        for module in with.iter() {
            options = options.with(module);
        }
        for module in without.iter() {
            if with.has(module) {
                return Err(at(&["without"], module.info().id, RecordErrorKind::OnAndOff(module)));
            }
            options = options.without(module);
        }
        options.end_after = header.end_after;
        if let Some(first) = &header.first {
            let seat = names.iter().position(|name| name == first);
            options.first = seat.ok_or_else(|| at(&["first"], first, RecordErrorKind::UnknownPlayer))?;
        }
        Record::new(options, names).map_err(|kind| match kind {
            RecordErrorKind::Setup(SetupError::NoTiles) => at(&["end"], "", kind),
            RecordErrorKind::Setup(_) => at(&["with", "base"], "", kind),
            _ => at(&["players"], "players", kind),
        })
    }

    /// Reads the turns and plays them.
    fn read_turns(&mut self, record: &mut Record, first: Option<Vec<Word>>) -> Result<State, RecordError> {
        let mut state = record.start();
        let mut next = first;
        while let Some(words) = next {
            self.read_turn(record, &mut state, &words)?;
            next = self.next_words()?;
        }
        Ok(state)
    }

    fn read_turn(&self, record: &mut Record, state: &mut State, words: &[Word]) -> Result<(), RecordError> {
        if state.is_over() {
            return Err(self.error(&words[0].text, RecordErrorKind::GameOver));
        }
        let turn = state.turn_number();
        if !state.is_between_turns() {
            let kind = RecordErrorKind::UnfinishedTurn(state.decision().word());
            return Err(self.error_with_legal(state, &words[0].text, kind));
        }
        if words[0].text.parse() != Ok(turn) {
            return Err(self.error(&words[0].text, RecordErrorKind::TurnNumber(turn)));
        }
        let player = &record.names[state.active_player().index()];
        match words.get(1) {
            Some(name) if name.text == *player => {}
            Some(name) if record.names.contains(&name.text) => {
                return Err(self.error(&name.text, RecordErrorKind::WrongPlayer(player.clone())));
            }
            name => {
                let text = name.map_or("", |name| &name.text);
                return Err(self.error(text, RecordErrorKind::WrongPlayer(player.clone())));
            }
        }
        let mut rest = &words[2..];
        while !rest.is_empty() {
            let texts = |count: usize| rest.iter().take(count).map(|word| word.text.as_str()).collect::<Vec<_>>();
            if state.is_over() || state.turn_number() != turn {
                // People do not know whether a decision is asked that can only be passed.
                if rest.len() == 1 && (rest[0].text == "pass" || is_idle_choice(state, &rest[0].text)) {
                    break;
                }
                let kind = if state.is_over() { RecordErrorKind::GameOver } else { RecordErrorKind::Surplus };
                return Err(self.error(&texts(3).join(" "), kind));
            }
            if is_idle_choice(state, &rest[0].text) {
                rest = &rest[1..];
                continue;
            }
            let (action, used) = read_answer(state, rest).map_err(|used| {
                let kind = misread(state, &rest[0].text);
                self.error_with_legal(state, &texts(used).join(" "), kind)
            })?;
            if let Some(refusal) = state.why_not(action) {
                let kind = RecordErrorKind::Illegal(refusal);
                return Err(self.error_with_legal(state, &texts(used).join(" "), kind));
            }
            state.apply_listed(action);
            record.actions.push(action);
            rest = &rest[used..];
        }
        Ok(())
    }

    fn error_with_legal(&self, state: &State, words: &str, kind: RecordErrorKind) -> RecordError {
        let legal = state.legal_actions().into_iter().map(|action| action_text(state, action)).collect();
        RecordError { legal, ..self.error(words, kind) }
    }
}

/// Whether a text is a choice that was asked once and is not any more, because it has no effect: that of a crop circle
/// which concerns nobody (CORN-D4, CROP-D14). Records from before have it, and it is passed over.
///
/// ```
/// use bastide_rules::{notation, Base, Game, Options, State};
/// let state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// assert!(!notation::is_idle_choice(&state, "crop:add"), "no circle was laid");
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn is_idle_choice(state: &State, text: &str) -> bool {
    let chosen = text.strip_prefix("crop:");
    let is_choice = CropAction::ALL.into_iter().any(|known| Some(known.word()) == chosen);
    let is_past = state.is_between_turns()
        || matches!(state.decision(), Decision::Send { .. } | Decision::LastMove { .. } | Decision::Over);
    is_choice && is_past && crop::circle(state).is_some() && !crop::concerns_anybody(state)
}

/// What is wrong with a word that cannot be read as an answer: where a tile is drawn and it is written like one, no
/// tile has that name.
fn misread(state: &State, word: &str) -> RecordErrorKind {
    let is_name = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    let (set, name) = word.split_once('/').unwrap_or((state.game().options().base.info().set, word));
    // Answers to other decisions are words of small letters.
    let is_tile = is_name(set) && is_name(name) && !name.starts_with(|c: char| c.is_ascii_lowercase());
    match state.decision() {
        Decision::Draw { .. } if is_tile => RecordErrorKind::UnknownTile(catalogue::set(set).map(|set| set.name)),
        decision => RecordErrorKind::NotAnAnswer(decision.word()),
    }
}

/// Reads an action as it stands in a record: the answer to the decision of a state. Whether it is
/// legal is another question.
///
/// ```
/// use bastide_rules::{notation, Base, Game, Options, State};
/// let state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// let draw = notation::parse_action(&state, "U").unwrap();
/// assert!(state.is_legal(draw));
/// assert_eq!(notation::parse_action(&state, "pass"), None);
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn parse_action(state: &State, text: &str) -> Option<Action> {
    let words: Vec<_> = text.split_whitespace().map(|text| Word { text: text.to_owned(), is_quoted: false }).collect();
    let (action, used) = read_answer(state, &words).ok()?;
    (used == words.len()).then_some(action)
}

/// Reads the answer to the decision of a state: the action and the number of words it takes. On
/// failure the number of words that are wrong.
fn read_answer(state: &State, words: &[Word]) -> Result<(Action, usize), usize> {
    let text = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    match state.decision() {
        decision if text(0) == "pass" && matches!(decision.actor(), Actor::Player(_)) => Ok((Action::Pass, 1)),
        Decision::Draw { .. } => {
            let tile = parse_tile(state.game().options().base, text(0)).ok_or(1usize)?;
            Ok((Action::Draw(tile.id), 1))
        }
        Decision::Spring => {
            let pos = parse_pos(text(0)).ok_or(1usize)?;
            Ok((Action::Place { pos, rotation: parse_rotation(text(1)).ok_or(2usize)? }, 2))
        }
        Decision::Place { .. } => {
            let pos = parse_pos(text(0)).ok_or(1usize)?;
            let rotation = parse_rotation(text(1)).ok_or(2usize)?;
            let tile = state.tile_in_hand().ok_or(2usize)?;
            Ok((Action::Place { pos, rotation: tile.canonical_rotation(rotation) }, 2))
        }
        Decision::Deploy { at, .. } => match text(0) {
            "recall" => Ok((Action::RecallAbbot, 1)),
            word if word.ends_with("@flier") => {
                let (figure, _) = parse_deploy(word).ok_or(1usize)?;
                Ok((Action::Fly(figure), 1))
            }
            word if !word.contains('@') || word.contains(['/', ',', '.']) || word.contains("@crown:") => {
                read_alternative(state, word).map(|action| (action, 1)).ok_or(1)
            }
            word => {
                let (figure, segment) = parse_deploy(word).ok_or(1usize)?;
                let segment = segment_on(state.tile_at(at), segment).ok_or(1usize)?;
                Ok((Action::Deploy { figure, spot: Spot { pos: at, segment } }, 1))
            }
        },
        Decision::PutFerry { at, .. } => {
            let ends = (text(0) == "ferry").then(|| ferry_ends(state, at, text(1))).flatten().ok_or(2usize)?;
            Ok((Action::Ferry { at, ends }, 2))
        }
        Decision::MoveFerry { .. } => {
            let at = parse_pos(text(1)).filter(|_| text(0) == "ferry").ok_or(3usize)?;
            Ok((Action::Ferry { at, ends: ferry_ends(state, at, text(2)).ok_or(3usize)? }, 3))
        }
        Decision::Over => Err(1),
        decision => read_word(state, decision, text(0)).map(|action| (action, 1)).ok_or(1),
    }
}

/// Reads an answer to the deploy decision that is not a figure on the tile just laid.
fn read_alternative(state: &State, word: &str) -> Option<Action> {
    if let Some(pos) = word.strip_prefix("fairy@") {
        return parse_pos(pos).map(Action::Fairy);
    }
    if let Some(pos) = word.strip_prefix("floor@") {
        return parse_pos(pos).map(Action::Floor);
    }
    if let Some(text) = word.strip_prefix("seize:") {
        return read_seizure(state, text);
    }
    if let Some(text) = word.strip_prefix("ransom:") {
        return read_ransom(text);
    }
    let (figure, place) = parse_deploy(word)?;
    if let Some(sector) = place.strip_prefix("crown:") {
        let sector = Sector::ALL.into_iter().find(|known| known.word() == sector)?;
        return Some(Action::Crown { figure, sector });
    }
    if let Some(pos) = place.strip_prefix("tower:") {
        return parse_pos(pos).map(|at| Action::Guard { figure, at });
    }
    Some(Action::Deploy { figure, spot: parse_spot(state, place)? })
}

/// A meeple that is taken away, `2.meeple@1,0/city:N` or `tower@1,0`.
fn read_seizure(state: &State, text: &str) -> Option<Action> {
    if let Some(pos) = text.strip_prefix("tower@") {
        return parse_pos(pos).map(Action::SeizeGuard);
    }
    let (seat, rest) = text.split_once('.')?;
    let owner = PlayerId::new(seat.parse::<usize>().ok()?.checked_sub(1)?)?;
    let (figures, place) = rest.split_once('@')?;
    let spot = parse_spot(state, place)?;
    let (figure, is_bound) = read_pair(state, figures, spot)?;
    Some(Action::Seize { piece: Piece::new(owner, figure, is_bound), spot })
}

/// A meeple, alone or with its companion, `meeple+builder`.
fn read_pair(state: &State, text: &str, spot: Spot) -> Option<(FigureKind, bool)> {
    match text.split_once('+') {
        None => Some((FigureKind::from_word(text)?, false)),
        Some((figure, companion)) => {
            let feature = state.region(spot)?.feature();
            let is_companion = FigureKind::companion_on(feature) == FigureKind::from_word(companion);
            is_companion.then_some((FigureKind::from_word(figure)?, true))
        }
    }
}

/// A ransom, `2.meeple`.
fn read_ransom(text: &str) -> Option<Action> {
    let (seat, figure) = text.split_once('.')?;
    let captor = PlayerId::new(seat.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some(Action::Ransom { captor, figure: FigureKind::from_word(figure)? })
}

/// Reads an answer of one word to a decision of a module.
fn read_word(state: &State, decision: Decision, word: &str) -> Option<Action> {
    let number = |prefix: &str| word.strip_prefix(prefix)?.parse::<u8>().ok();
    let spot = |prefix: &str| parse_spot(state, word.strip_prefix(prefix)?);
    // A feature may be written with any of its segments; the first one stands for it.
    let first = |spot: Spot| state.region(spot).map_or(spot, |region| region.spots()[0]);
    let feature = |prefix: &str| spot(prefix).map(first);
    match decision {
        Decision::Robber { .. } => number("robber:").map(Action::Robber),
        Decision::Ingot { .. } => parse_pos(word.strip_prefix("ingot@")?).map(Action::Ingot),
        Decision::Magic { .. } => {
            let (figure, place) = word.split_once('@')?;
            let figure = MagicFigure::ALL.into_iter().find(|known| known.word() == figure)?;
            if place == "aside" {
                return Some(Action::MagicAside(figure));
            }
            let exact = parse_spot(state, place)?;
            let is_road = state.region(exact).is_some_and(|region| region.feature() == Feature::Road);
            let is_exact = is_road && state.game().has(Module::Ferries);
            Some(Action::Magic { figure, spot: if is_exact { exact } else { first(exact) } })
        }
        Decision::Roll { .. } => number("die:").map(Action::Roll),
        Decision::Land { at, .. } => {
            let segment = segment_on(state.tile_at(at), word.strip_prefix("land@")?)?;
            Some(Action::Land(Spot { pos: at, segment }))
        }
        Decision::Accompany { figure, .. } => (word == figure.word()).then_some(Action::Accompany),
        Decision::ScoreNext { .. } => feature("score@").map(Action::ScoreNext),
        Decision::Mark { .. } => {
            let marker = word.strip_prefix("marker:")?;
            Marker::ALL.into_iter().find(|known| known.word() == marker).map(Action::Mark)
        }
        Decision::Rob { .. } => {
            let seat = usize::from(number("rob:")?).checked_sub(1)?;
            PlayerId::new(seat).map(Action::Rob)
        }
        Decision::DrawMessage { .. } => number("message:").map(Action::DrawMessage),
        Decision::Message { .. } => match word {
            "points" => Some(Action::TwoPoints),
            "act" => Some(Action::CarryOut),
            _ => feature("act@").map(Action::Target),
        },
        Decision::Crop { .. } => {
            let chosen = word.strip_prefix("crop:")?;
            CropAction::ALL.into_iter().find(|known| known.word() == chosen).map(Action::Crop)
        }
        Decision::Gingerbread { .. } => feature("gingerbread@").map(Action::Gingerbread),
        Decision::CropAdd { .. } => {
            let (figure, place) = parse_deploy(word)?;
            Some(Action::Deploy { figure, spot: parse_spot(state, place)? })
        }
        Decision::KeepFarmer { .. }
        | Decision::MessageReturn { .. }
        | Decision::CropReturn { .. }
        | Decision::Plague { .. } => {
            let text = word.strip_prefix("return:")?;
            if let Some(pos) = text.strip_prefix("tower@") {
                return parse_pos(pos).map(Action::ReturnGuard);
            }
            let (figures, place) = text.split_once('@')?;
            let spot = parse_spot(state, place)?;
            Some(match read_pair(state, figures, spot)? {
                (figure, true) => Action::ReturnBoth { figure, spot },
                (figure, false) => Action::Return { figure, spot },
            })
        }
        Decision::Ransom { .. } => read_ransom(word.strip_prefix("ransom:")?),
        Decision::StepDragon { .. } => {
            let mut letters = word.strip_prefix("dragon:")?.chars();
            let side = Side::from_letter(letters.next()?)?;
            letters.next().is_none().then_some(Action::StepDragon(side))
        }
        Decision::Capture { .. } => read_seizure(state, word.strip_prefix("seize:")?),
        Decision::Exchange { .. } => FigureKind::from_word(word.strip_prefix("exchange:")?).map(Action::Exchange),
        Decision::MoveOut { .. } | Decision::LastMove { .. } => {
            let (figure, place) = parse_deploy(word.strip_prefix("out:")?)?;
            let spot = parse_spot(state, place)?;
            Some(Action::MoveOut { figure, spot: count::named_spot(state, spot) })
        }
        Decision::Send { .. } => {
            let (figure, quarter) = parse_deploy(word.strip_prefix("send:")?)?;
            let quarter = Quarter::ALL.into_iter().find(|known| known.word() == quarter)?;
            Some(Action::Send { figure, quarter })
        }
        Decision::MoveCount { .. } => {
            let quarter = word.strip_prefix("count:")?;
            Quarter::ALL.into_iter().find(|known| known.word() == quarter).map(Action::MoveCount)
        }
        // They have words of their own.
        Decision::Spring
        | Decision::Draw { .. }
        | Decision::Place { .. }
        | Decision::Deploy { .. }
        | Decision::PutFerry { .. }
        | Decision::MoveFerry { .. }
        | Decision::Over => None,
    }
}

/// A segment on the table, `1,0/road:N`.
fn parse_spot(state: &State, text: &str) -> Option<Spot> {
    let (pos, segment) = text.split_once('/')?;
    let pos = parse_pos(pos)?;
    Some(Spot { pos, segment: segment_on(state.tile_at(pos), segment)? })
}

/// The two roads of a ferry, `road:E-road:S`, in either order.
fn ferry_ends(state: &State, at: Pos, text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once('-')?;
    let mut ends = [segment_on(state.tile_at(at), first)?, segment_on(state.tile_at(at), second)?];
    ends.sort_unstable();
    Some(ends)
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
