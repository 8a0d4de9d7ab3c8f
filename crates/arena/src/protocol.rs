//! The words of the engine protocol, for both of its sides. `docs/engine-protocol.md` explains it.

use std::time::Duration;

use bastide_bots::Thought;
use bastide_rules::notation::{action_text, parse_action};
use bastide_rules::{Action, Refusal, State};

use crate::player::Limit;

/// The greeting.
pub const HELLO: &str = "bastide-engine";

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// No action has more words.
const LONGEST_ACTION: usize = 3;

/// What an engine is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// The greeting, with its version.
    Hello(String),
    /// The header of a record follows, up to `end`.
    New,
    /// Somebody has done this.
    Play(String),
    /// Think and answer.
    Go(Limit),
    /// List what is legal.
    Legal,
    /// Answer now.
    Stop,
    /// End.
    Quit,
}

impl Command {
    /// Reads a line. `None` for an empty line or a comment.
    ///
    /// # Errors
    /// With a sentence, if nothing is meant that the protocol knows.
    pub fn parse(line: &str) -> Option<Result<Command, String>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match (word, rest) {
            (HELLO, version) => Ok(Command::Hello(version.to_owned())),
            ("new", "") => Ok(Command::New),
            ("play", actions) => Ok(Command::Play(actions.to_owned())),
            ("go", limits) => parse_limit(limits).map(Command::Go),
            ("legal", "") => Ok(Command::Legal),
            ("stop", "") => Ok(Command::Stop),
            ("quit", "") => Ok(Command::Quit),
            _ => Err(format!("`{}` is not understood", shortened(line))),
        })
    }
}

fn parse_limit(text: &str) -> Result<Limit, String> {
    let mut limit = Limit::default();
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.chunks(2) {
        let number = pair.get(1).and_then(|number| number.parse::<u32>().ok());
        match (pair[0], number) {
            ("movetime", Some(ms)) => limit.time = Some(Duration::from_millis(ms.into())),
            ("sims", Some(count)) => limit.simulations = Some(count),
            _ => return Err(format!("`go {}`: expected `movetime MS` or `sims N`", shortened(text))),
        }
    }
    Ok(limit)
}

/// The words of a limit, as they follow `go`.
pub(crate) fn limit_text(limit: Limit) -> String {
    let time = limit.time.map(|time| format!(" movetime {}", time.as_millis()));
    let sims = limit.simulations.map(|count| format!(" sims {count}"));
    format!("go{}{}", time.unwrap_or_default(), sims.unwrap_or_default())
}

/// Applies actions one after the other, as they stand in a record.
///
/// # Errors
/// With the first words that are no action here, and the reason if they would be one. What stands
/// before them is applied.
pub fn play_words(state: &mut State, text: &str) -> Result<(), (String, Option<Refusal>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = &words[..];
    while !rest.is_empty() {
        let lengths = 1..=LONGEST_ACTION.min(rest.len());
        let read = |length: usize| Some((parse_action(state, &rest[..length].join(" "))?, length));
        let (action, length) = lengths.into_iter().find_map(read).ok_or_else(|| (shortened(&rest.join(" ")), None))?;
        state.apply(action).map_err(|error| (rest[..length].join(" "), Some(error.refusal)))?;
        rest = &rest[length..];
    }
    Ok(())
}

/// The line that tells what a bot has found; `None` if it has not weighed anything.
pub fn info_line(state: &State, thought: &Thought) -> Option<String> {
    let best = thought.candidates.first()?;
    Some(format!(
        "info depth {} sims {} score {:+.1} win {:.2} pv {}",
        thought.depth,
        thought.simulations,
        best.value,
        best.win,
        turn_text(state, &best.turn)
    ))
}

/// Actions of a player one after the other. It ends before the first that is not legal any more.
fn turn_text(state: &State, turn: &[Action]) -> String {
    let mut state = state.clone();
    let mut words = Vec::new();
    for &action in turn {
        let text = action_text(&state, action);
        if state.apply(action).is_err() {
            break;
        }
        words.push(text);
    }
    words.join(" ")
}

/// The beginning of what somebody wrote, without control characters.
pub(crate) fn shortened(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let short: String = text.chars().take(60).map(plain).collect();
    if text.chars().nth(60).is_some() { short + "…" } else { short }
}

#[cfg(test)]
mod tests {
    use bastide_bots::Rng;
    use bastide_rules::{BOXES, Base, Game, Options};

    use super::*;

    #[test]
    fn commands_are_read_as_they_are_written() {
        let read = |line: &str| Command::parse(line);
        assert_eq!(read("bastide-engine 1\r"), Some(Ok(Command::Hello("1".to_owned()))));
        assert_eq!(read("  # a comment"), None);
        assert_eq!(read(""), None);
        assert_eq!(read("play 1,0 r2"), Some(Ok(Command::Play("1,0 r2".to_owned()))));
        let both = Limit { time: Some(Duration::from_millis(1000)), simulations: Some(5) };
        assert_eq!(read("go movetime 1000 sims 5"), Some(Ok(Command::Go(both))));
        assert_eq!(read(&limit_text(both)), Some(Ok(Command::Go(both))));
        assert_eq!(read(&limit_text(Limit::default())), Some(Ok(Command::Go(Limit::default()))));
        for wrong in ["go movetime", "go fast", "go sims -1", "quit now", "uci"] {
            assert!(matches!(read(wrong), Some(Err(_))), "{wrong}");
        }
    }

    #[test]
    fn wrong_words_are_named() {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        let wrong = play_words(&mut state, "U 1,0 r1 dragon:N").unwrap_err();
        assert_eq!(wrong, ("dragon:N".to_owned(), None));
        assert_eq!(state.tiles_laid(), 1, "what stands before is played");
        let (words, refusal) = play_words(&mut state, "pass U 0,0 r0").unwrap_err();
        assert_eq!((words.as_str(), refusal.is_some()), ("0,0 r0", true));
    }

    /// Whole games of every box as one line of words.
    #[test]
    fn every_action_of_every_box_is_understood() {
        for (seed, info) in (0..).zip(BOXES) {
            let fresh = State::new(Game::new(Options::of_box(info, 2).unwrap()).unwrap());
            let (mut state, mut rng) = (fresh.clone(), Rng::new(seed));
            let mut words = Vec::new();
            while let Some(action) = state.choose(|count| rng.below(count)) {
                words.push(action_text(&state, action));
                state.apply(action).unwrap();
            }
            let mut replayed = fresh;
            play_words(&mut replayed, &words.join(" ")).unwrap();
            assert_eq!(replayed.hash(), state.hash(), "{}", info.id);
        }
    }
}
