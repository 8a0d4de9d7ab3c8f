//! Letters as they go over the bus: a line of JSON, and after it what the letter carries, as it is.
//!
//! Nodes are renewed one after the other, so letters of two versions are under way at a time. A letter says which version
//! wrote it and which is the oldest that can read it: fields that may be overlooked are added without raising the latter.
//! What cannot be read is answered, if it began something, so that its sender does not wait for nothing; of the rest the
//! numbers of pipes tell that something is missing, and the page comes back.
//!
//! Through what a letter begins go views, and a page can read only those of its own protocol. When servers stop serving a protocol,
//! [`PAGES`] is raised with it, and nodes of before and after refuse each other what begins something.

use bastide_cluster::{Letter, NodeId};
use bastide_table::refused::Refused;
use bastide_table::wire::ProblemCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Text;
use crate::peers::Told;

/// The version of the letters that this program writes.
pub const VERSION: u32 = 2;
/// The oldest version whose nodes serve a protocol that this one serves: 2, as 1 was that of protocol 5.
pub const PAGES: u32 = 2;

/// The oldest version that can read a letter, and of which it is read.
const fn oldest<T>(letter: &Letter<T>) -> u32 {
    match letter {
        Letter::Open { .. } | Letter::Ask { .. } => PAGES,
        // They come of what was begun, or refuse it.
        Letter::Opened { .. }
        | Letter::Say { .. }
        | Letter::Tell { .. }
        | Letter::Beat { .. }
        | Letter::Pulse { .. }
        | Letter::Close { .. }
        | Letter::Gone { .. }
        | Letter::Answer { .. } => 1,
    }
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head<L> {
    version: u32,
    oldest: u32,
    from: NodeId,
    /// Where it carries something, the number of bytes of it.
    letter: L,
}

/// A letter that came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opened {
    /// One that can be read.
    Letter(NodeId, Letter<Text>),
    /// One of another version; what its sender is told.
    Other(NodeId, Option<Letter<Text>>),
    /// No letter.
    Garbage,
}

/// Makes a letter ready to be sent.
pub fn seal(from: &NodeId, letter: Letter<Text>) -> Vec<u8> {
    let mut carried = None;
    let letter = letter.map(|text| {
        let bytes = text.len();
        carried = Some(text);
        bytes
    });
    let head = Head { version: VERSION, oldest: oldest(&letter), from: from.clone(), letter };
    // There are no maps in a letter, so this cannot fail.
    let mut sealed = serde_json::to_vec(&head).unwrap_or_default();
    sealed.push(b'\n');
    if let Some(text) = carried {
        sealed.extend_from_slice(text.as_str().as_bytes());
    }
    sealed
}

/// Reads a letter.
pub fn open(sealed: &[u8]) -> Opened {
    let Ok(sealed) = std::str::from_utf8(sealed) else { return Opened::Garbage };
    let Some((head, text)) = sealed.split_once('\n') else { return Opened::Garbage };
    if let Ok(Head { version, oldest: ..=VERSION, from, letter }) = serde_json::from_str::<Head<Letter<usize>>>(head)
        && version >= oldest(&letter)
    {
        let mut is_whole = true;
        let letter = letter.map(|bytes| {
            is_whole = bytes == text.len();
            Text::from(text)
        });
        return if is_whole { Opened::Letter(from, letter) } else { Opened::Garbage };
    }
    let Ok(Head { from, letter, .. }) = serde_json::from_str::<Head<Value>>(head) else { return Opened::Garbage };
    // What begins something keeps its name and its number in all versions.
    let number = |name: &str| letter.get(name).and_then(Value::as_u64);
    let answer = match letter.get("kind").and_then(Value::as_str) {
        Some("open") => number("pipe").map(|pipe| Letter::Gone { pipe, refused: Some(Told::from(renewing()).text()) }),
        Some("ask") => number("number").map(|number| Letter::Answer { number, answer: None }),
        _ => None,
    };
    Opened::Other(from, answer)
}

fn renewing() -> Refused {
    let why = "The servers are being renewed. This game can be reached again in a moment.";
    Refused::new(503, ProblemCode::Busy, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node() -> NodeId {
        NodeId("a".into())
    }

    #[test]
    fn what_is_sealed_is_opened_as_it_was() {
        let text = || Text::from_static("{\"type\":\"pong\"}\nänd");
        let all = [
            Letter::Open { pipe: 1, game: "g".into(), opening: text() },
            Letter::Tell { pipe: 1, number: 2, text: text() },
            Letter::Gone { pipe: 1, refused: None },
            Letter::Gone { pipe: 1, refused: Some(Text::from_static("")) },
            Letter::Answer { number: 3, answer: Some(text()) },
            Letter::Answer { number: 3, answer: None },
            Letter::Beat { pipes: vec![(1, 2), (3, 4)] },
        ];
        for letter in all {
            assert_eq!(open(&seal(&node(), letter.clone())), Opened::Letter(node(), letter));
        }
    }

    #[test]
    fn letters_are_read_as_they_were_written() {
        // As they were written by the first version that can; these lines are never changed.
        let kept = [
            (
                "{\"version\":2,\"oldest\":2,\"from\":\"a\",\"letter\":{\"kind\":\"open\",\"pipe\":7,\"game\":\"g\",\"opening\":4}}\n{ }\n",
                Letter::Open { pipe: 7, game: "g".into(), opening: Text::from_static("{ }\n") },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"opened\",\"pipe\":7}}\n",
                Letter::Opened { pipe: 7 },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"say\",\"pipe\":7,\"number\":1,\"text\":2}}\n{}",
                Letter::Say { pipe: 7, number: 1, text: Text::from_static("{}") },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"tell\",\"pipe\":7,\"number\":1,\"text\":2}}\n{}",
                Letter::Tell { pipe: 7, number: 1, text: Text::from_static("{}") },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"beat\",\"pipes\":[[7,1]]}}\n",
                Letter::Beat { pipes: vec![(7, 1)] },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"pulse\",\"pipes\":[[7,1]]}}\n",
                Letter::Pulse { pipes: vec![(7, 1)] },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"close\",\"pipe\":7}}\n",
                Letter::Close { pipe: 7 },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"gone\",\"pipe\":7,\"refused\":null}}\n",
                Letter::Gone { pipe: 7, refused: None },
            ),
            (
                "{\"version\":2,\"oldest\":2,\"from\":\"a\",\"letter\":{\"kind\":\"ask\",\"number\":3,\"game\":\"g\",\"question\":2}}\n{}",
                Letter::Ask { number: 3, game: "g".into(), question: Text::from_static("{}") },
            ),
            (
                "{\"version\":1,\"oldest\":1,\"from\":\"a\",\"letter\":{\"kind\":\"answer\",\"number\":3,\"answer\":2}}\n{}",
                Letter::Answer { number: 3, answer: Some(Text::from_static("{}")) },
            ),
        ];
        for (line, letter) in kept {
            assert_eq!(open(line.as_bytes()), Opened::Letter(node(), letter), "{line}");
        }
    }

    #[test]
    fn a_refusal_is_read_by_the_first_version() {
        let head = |letter| {
            let sealed = String::from_utf8(seal(&node(), letter)).unwrap();
            sealed.split_once('\n').map(|(head, _)| serde_json::from_str::<Value>(head).unwrap()).unwrap()
        };
        let refused = Letter::Gone { pipe: 7, refused: Some(Told::from(renewing()).text()) };
        assert_eq!(head(refused)["oldest"], 1);
        assert_eq!(head(Letter::Answer { number: 9, answer: None })["oldest"], 1);
        assert_eq!(
            head(Letter::Ask { number: 9, game: "g".into(), question: Text::from_static("{}") })["oldest"],
            PAGES
        );
    }

    /// When a protocol is served no more, nodes of before would bring its pages here, and pages of here would meet it there.
    #[test]
    fn the_version_of_letters_follows_the_protocols_that_are_served() {
        assert_eq!((PAGES, *bastide_table::wire::SERVED.start()), (2, 6), "raise PAGES and VERSION with it");
    }

    #[test]
    fn a_newer_letter_that_this_version_can_read_is_read() {
        let newer = "{\"version\":3,\"oldest\":1,\"from\":\"a\",\"mood\":\"good\",\"letter\":{\"kind\":\"close\",\"pipe\":7,\"why\":\"so\"}}\n";
        assert_eq!(open(newer.as_bytes()), Opened::Letter(node(), Letter::Close { pipe: 7 }));
    }

    #[test]
    fn what_cannot_be_read_is_answered_if_it_began_something() {
        let letter = |version: u32, letter: &str| {
            format!("{{\"version\":{version},\"oldest\":{version},\"from\":\"a\",\"letter\":{letter}}}\n")
        };
        let open_of = |text: String| open(text.as_bytes());
        // Nodes of an older version serve other pages.
        for version in [PAGES - 1, VERSION + 1] {
            match open_of(letter(version, r#"{"kind":"open","pipe":7,"game":"g","opening":0}"#)) {
                Opened::Other(from, Some(Letter::Gone { pipe: 7, refused: Some(why) })) => {
                    assert_eq!(from, node());
                    assert_eq!(Told::read(&why).map(|told| told.code), Some("busy".to_owned()));
                }
                other => panic!("{version}: {other:?}"),
            }
            let asked = open_of(letter(version, r#"{"kind":"ask","number":9,"game":"g","question":0}"#));
            assert_eq!(asked, Opened::Other(node(), Some(Letter::Answer { number: 9, answer: None })), "{version}");
        }
        let asked = open_of(letter(VERSION, r#"{"kind":"ask","number":9,"of":"another shape"}"#));
        assert_eq!(asked, Opened::Other(node(), Some(Letter::Answer { number: 9, answer: None })));
        assert_eq!(open_of(letter(VERSION, r#"{"kind":"sing","pipe":7}"#)), Opened::Other(node(), None));
        for garbage in ["", "\n", "{}\n", "[1]\nx"] {
            assert_eq!(open(garbage.as_bytes()), Opened::Garbage, "{garbage:?}");
        }
        let cut = seal(&node(), Letter::Tell { pipe: 1, number: 1, text: Text::from_static("whole") });
        assert_eq!(open(&cut[..cut.len() - 1]), Opened::Garbage);
    }
}
