//! What a person types.

use std::io::{self, BufRead};

/// Longer lines are cut: nothing that is asked needs so many bytes.
const LONGEST: usize = 4096;

/// The next line without its end, or `None` at the end of the input. Bytes that are no text
/// become replacement characters.
pub fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut is_empty = true;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            break;
        }
        is_empty = false;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok((!is_empty).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// An empty line.
    Nothing,
    /// The option with this number; 0 passes.
    Number(usize),
    Help,
    Undo,
    Board,
    Score,
    Tiles,
    Record,
    Save(String),
    Quit,
    /// Anything else, perhaps an action as it stands in records.
    Other(String),
}

impl Request {
    /// Reads a line.
    pub fn parse(line: &str) -> Request {
        if let Ok(number) = line.parse() {
            return Request::Number(number);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Request::Nothing,
            ("help" | "h" | "?", "") => Request::Help,
            ("undo" | "u", "") => Request::Undo,
            ("board" | "b" | "map", "") => Request::Board,
            ("score" | "s", "") => Request::Score,
            ("tiles" | "t", "") => Request::Tiles,
            ("record" | "r", "") => Request::Record,
            ("save", path) => Request::Save(path.to_owned()),
            ("quit" | "q" | "exit", "") => Request::Quit,
            ("p", "") => Request::Number(0),
            _ => Request::Other(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_until_the_end() {
        let mut input: &[u8] = b"one\r\n\n  two ";
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("one"));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some(""));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("two"));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }

    #[test]
    fn endless_lines_and_bytes_do_no_harm() {
        let long = [b'x'; 3 * LONGEST];
        assert_eq!(read_line(&mut &long[..]).unwrap().unwrap().len(), LONGEST);
        assert_eq!(read_line(&mut &b"\xff\xfe\n"[..]).unwrap().as_deref(), Some("\u{fffd}\u{fffd}"));
    }

    #[test]
    fn requests_are_understood() {
        assert_eq!(Request::parse("12"), Request::Number(12));
        assert_eq!(Request::parse("p"), Request::Number(0));
        assert_eq!(Request::parse("UNDO"), Request::Undo);
        assert_eq!(Request::parse("save my game.txt"), Request::Save("my game.txt".to_owned()));
        assert_eq!(Request::parse("1,0 r2"), Request::Other("1,0 r2".to_owned()));
        assert_eq!(Request::parse("undo that"), Request::Other("undo that".to_owned()));
    }
}
