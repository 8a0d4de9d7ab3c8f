//! What `docs/notation.md` shows is true.

use bastide_rules::notation::{Record, format_position, parse_position};

const NOTATION: &str = include_str!("../../../../docs/notation.md");

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

/// What a reader of a broken record is told: the line and the reason.
#[test]
fn broken_headers_are_named_with_their_line() {
    for (text, start) in [
        ("", "line 1: a record begins with"),
        ("bastide-record 1\nbase classic\nplayers a a\n", "line 3: `players`: two players are called a"),
        ("bastide-record 1\nbase classic\nplayers a b\nfirst z\n", "line 4: `z`: nobody in the line"),
        ("bastide-record 1\nbase wheel\nplayers a b\nwith count\n", "line 4: wheel and count do not go together"),
        ("bastide-record 1\nbase classic\nplayers \"a\"b c\n", "line 3: `players \"a\"b c`: a space must follow"),
        ("bastide-record 1\nbase classic\nplayers a \u{202e}b\n", "line 3: `players`: a name has 1 to 40"),
        (
            "bastide-record 1\nbase classic\nplayers a b\nwith river\nwithout river\n",
            "line 5: `river`: river is switched",
        ),
    ] {
        let error = Record::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(start), "{error}");
    }
    assert!(Record::parse("\u{feff}bastide-record 1\r\nbase classic\r\nplayers a b\r\n").is_ok());
}

/// The lake may not come before the rest of the river.
#[test]
fn an_impossible_river_is_refused() {
    let line = "bastide-position 1 base=v3 with=river players=2 turn=2 next=2 points=0,0 tiles=river-v3/A@0,0/r0;river-v3/L@0,1/r0";
    assert!(parse_position(line).unwrap_err().to_string().contains("RIVER-3"));
}

/// A whole record and a position as the first version wrote them that stored games (`old/`, never to be changed): they are read, every
/// action of the record is legal, and its result is what it says.
#[test]
fn texts_of_the_first_version_are_read() {
    let text = include_str!("../old/record.txt");
    let record = Record::parse(text).unwrap();
    assert_eq!(record.to_string(), text);
    let mut state = record.start();
    for &action in record.actions() {
        state.apply(action).unwrap();
    }
    assert!(state.is_over());
    assert_eq!(state.points(), [85, 88, 88]);
    let line = include_str!("../old/position.txt").trim_end();
    assert_eq!(format_position(&parse_position(line).unwrap()).unwrap(), line);
}
