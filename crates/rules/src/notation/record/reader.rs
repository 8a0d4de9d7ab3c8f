//! Reads a record and plays it.

use super::{FORMAT_VERSION, Record, RecordError, RecordErrorKind};
use crate::game::{Options, SetupError};
use crate::module::{Base, Module, ModuleSet};
use crate::notation::answer::{is_idle_choice, misread, read_answer};
use crate::notation::names::action_text;
use crate::notation::words::{Word, words};
use crate::player::MAX_PLAYERS;
use crate::state::State;

/// Reads a record line by line.
pub(super) struct Reader<'a> {
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
    pub(super) fn new(text: &'a str) -> Reader<'a> {
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

    pub(super) fn read(mut self) -> Result<Record, RecordError> {
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
        Record::new(options, names).map_err(|kind| {
            if kind == RecordErrorKind::Setup(SetupError::NoTiles) {
                at(&["end"], "", kind)
            } else if matches!(kind, RecordErrorKind::Setup(_)) {
                at(&["with", "base"], "", kind)
            } else {
                at(&["players"], "players", kind)
            }
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
