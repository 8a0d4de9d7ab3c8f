//! Texts that people write and read: names and lines as they are kept, sentences, bytes as digits.

use unicode_normalization::UnicodeNormalization;

/// The longest name of a player, in characters.
pub const NAME: usize = bastide_rules::notation::MAX_NAME_CHARS;
/// The longest line of chat, in characters.
pub const CHAT: usize = 300;
/// Lines of chat that a view carries.
pub const CHAT_SHOWN: usize = 200;
/// Lines of chat that a game keeps.
pub const CHAT_KEPT: usize = 5000;

/// A name as it is kept: composed, with single spaces, without what cannot be seen. `None` if
/// nothing is left of it or it is too long.
pub fn clean_name(name: &str) -> Option<String> {
    clean(name, NAME)
}

/// A line of text as it is kept.
pub fn clean(text: &str, most: usize) -> Option<String> {
    // Composing can lengthen a text, but not without bound; a frame bounds what comes in.
    let shown = |c: &char| !c.is_control() && !is_invisible(*c);
    let composed: String = text.nfc().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(shown).collect();
    let words: Vec<_> = composed.split(' ').filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let length = text.chars().count();
    (1..=most).contains(&length).then_some(text)
}

/// Marks that turn the direction of a text or take no room: names that look alike are made of them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A sentence with a capital at its beginning and a full stop at its end.
pub fn capitalised(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if sentence.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_composed_and_bounded() {
        assert_eq!(clean_name("  Анна \t Марія\u{202e} ").as_deref(), Some("Анна Марія"));
        assert_eq!(clean_name("e\u{301}").as_deref(), Some("é"));
        assert_eq!(clean_name(" \u{200b}\n"), None);
        assert_eq!(clean_name(&"x".repeat(41)), None);
        assert_eq!(clean_name(&"я".repeat(40)).map(|name| name.chars().count()), Some(40));
    }
}
