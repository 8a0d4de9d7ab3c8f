//! Who takes part in a match, as text: a level, a level with settings, or an outside program.

use std::fmt;
use std::str::FromStr;

use bastide_bots::{Level, Spec, SpecError};

/// What begins the name of an outside program.
const COMMAND: &str = "cmd:";

/// Somebody who takes part in a match.
///
/// ```
/// use bastide_arena::Contender;
/// let all = Contender::list("greedy,cmd:python3 bot.py --depth 2,random")?;
/// assert_eq!(all.len(), 3);
/// assert_eq!(all[1].to_string(), "cmd:python3 bot.py --depth 2");
/// # Ok::<(), bastide_arena::ContenderError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contender {
    /// A bot of ours.
    Bot(Spec),
    /// A program that speaks the engine protocol.
    Program(CommandLine),
}

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The program.
    pub program: String,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// As it was written.
    text: String,
}

/// A text that names nobody who could take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContenderError {
    /// No bot of ours.
    Bot(SpecError),
    /// `cmd:` without a program, or with a quotation mark that is not closed.
    Command(String),
}

impl fmt::Display for ContenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContenderError::Bot(error) => error.fmt(f),
            ContenderError::Command(text) => {
                write!(f, "`{text}` names no program; write cmd:PROGRAM ARGUMENTS, with closed quotation marks")
            }
        }
    }
}

impl std::error::Error for ContenderError {}

impl Contender {
    /// Reads a list with commas. A comma inside the settings of a bot or the arguments of a program
    /// does not end it: a new one begins where the name of a level stands, or `cmd:`.
    ///
    /// # Errors
    /// If a part names nobody.
    pub fn list(text: &str) -> Result<Vec<Contender>, ContenderError> {
        let mut parts: Vec<String> = Vec::new();
        for piece in text.split(',') {
            match parts.last_mut() {
                Some(last) if is_continued(last, piece) => *last += &format!(",{piece}"),
                _ => parts.push(piece.to_owned()),
            }
        }
        parts.iter().map(|part| part.parse()).collect()
    }
}

/// Whether what stands behind a comma belongs to what stands before it.
fn is_continued(last: &str, piece: &str) -> bool {
    let (name, _) = piece.split_once(':').unwrap_or((piece, ""));
    let is_setting = name.contains('=');
    let begins_one = piece.trim_start().starts_with(COMMAND) || name.trim().parse::<Level>().is_ok();
    is_setting || last.trim_start().starts_with(COMMAND) && !begins_one
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Contender, ContenderError> {
        let text = text.trim();
        let Some(line) = text.strip_prefix(COMMAND) else {
            return text.parse().map(Contender::Bot).map_err(ContenderError::Bot);
        };
        let mut words = words(line).ok_or_else(|| ContenderError::Command(text.to_owned()))?.into_iter();
        let program = words.next().ok_or_else(|| ContenderError::Command(text.to_owned()))?;
        Ok(Contender::Program(CommandLine { program, arguments: words.collect(), text: text.to_owned() }))
    }
}

/// The words of a command: parted by blanks, except inside quotation marks. No shell is involved.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Bot(spec) => spec.fmt(f),
            Contender::Program(line) => f.write_str(&line.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        Contender::list(text).unwrap().iter().map(ToString::to_string).collect()
    }

    fn program(text: &str) -> (String, Vec<String>) {
        match text.parse().unwrap() {
            Contender::Program(line) => (line.program, line.arguments),
            Contender::Bot(spec) => panic!("{spec} is no program"),
        }
    }

    #[test]
    fn commas_part_bots_but_not_their_settings() {
        assert_eq!(list("random, greedy"), ["random", "greedy"]);
        assert_eq!(list("cmd:./bot -a 1,2 -b,greedy,cmd:x"), ["cmd:./bot -a 1,2 -b", "greedy", "cmd:x"]);
        assert_eq!(list("cmd:bot a=1,b=2,random"), ["cmd:bot a=1,b=2", "random"]);
        assert!(is_continued("master:sims=2000", "threads=1"));
        assert!(!is_continued("master:sims=2000", "greedy"));
    }

    #[test]
    fn a_wrong_name_is_told_alone() {
        let error = Contender::list("greedy,greddy").unwrap_err().to_string();
        assert!(error.starts_with("there is no bot `greddy`"), "{error}");
    }

    #[test]
    fn a_command_has_words() {
        assert_eq!(program("cmd:./mybot --arg"), ("./mybot".to_owned(), vec!["--arg".to_owned()]));
        let quoted = program("cmd:'/a b/bot' \"two words\" ''");
        assert_eq!(quoted, ("/a b/bot".to_owned(), vec!["two words".to_owned(), String::new()]));
        for wrong in ["cmd:", "cmd:  ", "cmd:'bot"] {
            assert!(matches!(wrong.parse::<Contender>(), Err(ContenderError::Command(_))), "{wrong}");
        }
    }
}
