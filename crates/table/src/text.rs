//! Texts that people write and read: names and lines as they are kept, sentences, bytes as digits.

#[cfg(feature = "unicode")]
use unicode_normalization::UnicodeNormalization;

/// The longest name of a player, in characters.
pub const NAME: usize = bastide_rules::notation::MAX_NAME_CHARS;
/// The longest line of chat, in characters.
pub const CHAT: usize = 300;
/// Lines of chat that a view carries.
pub const CHAT_SHOWN: usize = 200;
/// Lines of chat that a game keeps; older ones fall off.
pub const CHAT_KEPT: usize = 1000;

/// A name as it is kept: composed, with single spaces, without what cannot be seen. `None` if
/// nothing is left of it or it is too long.
pub fn clean_name(name: &str) -> Option<String> {
    clean(name, NAME)
}

/// A line of text as it is kept.
pub fn clean(text: &str, most: usize) -> Option<String> {
    // Composing can lengthen a text, but not without bound; a frame bounds what comes in.
    let shown = |c: &char| !c.is_control() && !is_invisible(*c);
    let composed: String = nfc(text).map(|c| if c.is_whitespace() { ' ' } else { c }).filter(shown).collect();
    let words: Vec<_> = composed.split(' ').filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let length = text.chars().count();
    (1..=most).contains(&length).then_some(text)
}

/// Marks that turn the direction of a text or take no room: names that look alike are made of them. Among them letters
/// that are blank (of Hangul, of Braille) and marks that only change the sign before them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{fe00}'..='\u{fe0f}' | '\u{1d173}'..='\u{1d17a}' | '\u{200b}'..='\u{200d}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Signs and their marks together. Without the feature whoever hands a text in has done it: a browser can.
fn nfc(text: &str) -> impl Iterator<Item = char> {
    #[cfg(feature = "unicode")]
    return text.nfc();
    #[cfg(not(feature = "unicode"))]
    text.chars()
}

/// Signs without their marks; without the feature as they are.
fn nfkd(text: &str) -> impl Iterator<Item = char> {
    #[cfg(feature = "unicode")]
    return text.nfkd();
    #[cfg(not(feature = "unicode"))]
    text.chars()
}

/// A name as it is compared: without marks, capitals, spaces and signs.
pub fn folded(name: &str) -> String {
    nfkd(name).flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
}

/// A sentence with a capital at its beginning and a full stop at its end.
pub fn capitalised(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if sentence.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

/// The 32 bytes of 64 hexadecimal digits.
pub fn bytes(digits: &str) -> Option<[u8; 32]> {
    let value = |digit: u8| char::from(digit).to_digit(16);
    let mut bytes = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        *byte = (value(pair[0])? * 16 + value(pair[1])?) as u8;
    }
    Some(bytes)
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
        for blank in
            ["\u{3164}", "\u{2800}\u{2800}", "\u{115f}\u{1160}", "\u{ffa0}", "\u{200c}\u{200d}", "\u{34f}", "\u{fe0f}"]
        {
            assert_eq!(clean_name(blank), None, "{blank:?}");
        }
        assert_eq!(clean_name("An\u{200d}na").as_deref(), Some("Anna"), "names that look alike are alike");
        assert_eq!(clean_name(&"x".repeat(41)), None);
        assert_eq!(clean_name(&"я".repeat(40)).map(|name| name.chars().count()), Some(40));
    }
}
