//! Lines of text as words, and names of people among them.

use super::record::RecordErrorKind;

/// The longest name of a player.
pub const MAX_NAME_CHARS: usize = 40;

/// A word of a line. Quoted words are names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) is_quoted: bool,
}

/// Splits a line into words; `#` begins a comment.
pub(super) fn words(line: &str) -> Result<Vec<Word>, RecordErrorKind> {
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

pub(super) fn check_name(name: &str) -> Result<(), RecordErrorKind> {
    let is_length_good = !name.trim().is_empty() && name.chars().count() <= MAX_NAME_CHARS;
    let is_good = is_length_good && !name.chars().any(|c| c.is_control() || is_invisible(c));
    if is_good { Ok(()) } else { Err(RecordErrorKind::BadName) }
}

/// Characters that nobody sees, or that turn the direction of a line.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A name as it is written: in quotation marks where it would be misread.
pub(super) fn written(name: &str) -> String {
    let is_plain = !name.starts_with(['#', '"']) && !name.contains(char::is_whitespace);
    if is_plain { name.to_owned() } else { format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        words(line).unwrap().into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn words_end_at_spaces_and_lines_at_a_comment() {
        assert_eq!(texts("  1 Anna\tU 1,0 # a road"), ["1", "Anna", "U", "1,0"]);
        assert_eq!(texts("# nothing"), [""; 0]);
        assert_eq!(texts("a#b"), ["a#b"], "a comment begins a word");
    }

    #[test]
    fn every_name_is_read_as_it_is_written() {
        for name in ["Anna", "Anna Maria", "#1", "\"", "a\\ b", " \" \\ ", "Їжак"] {
            assert_eq!(texts(&written(name)), [name]);
        }
    }

    #[test]
    fn quotations_must_end_and_stand_alone() {
        assert_eq!(words("\"Anna"), Err(RecordErrorKind::OpenQuote));
        assert_eq!(words("\"Anna\\"), Err(RecordErrorKind::OpenQuote));
        assert_eq!(words("\"Anna\"x"), Err(RecordErrorKind::AfterQuote));
    }

    #[test]
    fn names_have_something_to_see_and_an_end() {
        assert_eq!(check_name(&"x".repeat(MAX_NAME_CHARS)), Ok(()));
        for name in ["", "  ", "a\u{200b}b", "a\nb", "a\u{202e}b", &"x".repeat(MAX_NAME_CHARS + 1)] {
            assert_eq!(check_name(name), Err(RecordErrorKind::BadName), "{name:?}");
        }
    }
}
