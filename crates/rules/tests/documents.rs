//! What `docs/notation.md` shows is true.

use bastide_rules::notation::{Record, format_position, parse_position};

const NOTATION: &str = include_str!("../../../docs/notation.md");

/// The blocks of the document that begin with these words.
fn blocks(start: &str) -> Vec<&'static str> {
    NOTATION.split("```\n").filter(|block| block.starts_with(start)).collect()
}

#[test]
fn the_record_is_legal_and_canonical() {
    let [text] = blocks("bastide-record 1")[..] else { panic!("one record is shown") };
    assert_eq!(Record::parse(text).unwrap().to_string(), text);
}

#[test]
fn the_position_is_playable_and_canonical() {
    let [line] = blocks("bastide-position 1")[..] else { panic!("one position is shown") };
    assert_eq!(format_position(&parse_position(line).unwrap()).unwrap(), line.trim_end());
}

#[test]
fn the_error_is_what_a_reader_gets() {
    let [shown] = blocks("line 7:")[..] else { panic!("one error is shown") };
    let text = "bastide-record 1\nbase classic\nplayers Anna Borys\nfirst Anna\n\n# The city of the start tile is in the north.\n1 Anna B 0,-1 r0\n";
    assert_eq!(Record::parse(text).unwrap_err().to_string(), shown.trim_end());
}
