//! Whatever is read as a record or a position, nothing breaks: it is refused with a sentence, or it
//! is legal and its canonical text is read back as the same game.
//!
//! `make fuzz` runs these for long (`PROPTEST_CASES`).

use bastide_rules::notation::{Record, format_position, parse_position};
use bastide_rules::{Base, Module, Options};
use proptest::prelude::*;

fn options() -> impl Strategy<Value = Options> {
    let base = prop::sample::select(vec![Base::Classic, Base::V3, Base::Fortress]);
    let end = prop::option::of(1u32..90);
    (base, any::<[bool; 3]>(), 2usize..=6, 0usize..6, end).prop_map(|(base, switches, players, first, end_after)| {
        let mut options = Options { first: first % players, end_after, ..Options::new(base, players) };
        for (module, on) in [Module::Farmers, Module::River, Module::Abbot].into_iter().zip(switches) {
            options = if on { options.with(module) } else { options.without(module) };
        }
        options
    })
}

/// A record of a game in which the choices are given by numbers.
fn record() -> impl Strategy<Value = Record> {
    let names = ["Anna", "Borys", "Vira K.", "\"Gleb\"", "#5", "Є"];
    (options(), prop::collection::vec(any::<u32>(), 0..260)).prop_map(move |(options, choices)| {
        let names = names[..options.players].iter().map(ToString::to_string).collect();
        let mut record = Record::new(options, names).unwrap();
        let mut state = record.start();
        for choice in choices {
            let Some(action) = state.choose(|count| choice % count) else { break };
            state.apply(action).unwrap();
            record.push(action);
        }
        record
    })
}

/// A piece of text as it occurs in records.
fn word() -> impl Strategy<Value = String> {
    let known = [
        "bastide-record 1\n",
        "base classic\n",
        "base v3\n",
        "with river abbot\n",
        "without farmers\n",
        "players Anna Borys\n",
        "first Anna\n",
        "end after 3 tiles\n",
        "result 1 2\n",
        "\n",
        "1 ",
        "2 ",
        "Anna ",
        "Borys ",
        "U ",
        "V ",
        "river-v3/C ",
        "C ",
        "0,1 ",
        "1,0 ",
        "-1,0 ",
        "32767,-32768 ",
        "r0 ",
        "r1 ",
        "r9 ",
        "meeple@road:E ",
        "meeple@field:1 ",
        "abbot@garden ",
        "pass ",
        "recall ",
        "# note\n",
        "\"",
        "\\",
        "@",
        ":i1",
    ];
    prop_oneof![8 => prop::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,6}"]
}

proptest! {
    #[test]
    fn any_text_is_refused_or_read(text in "\\PC{0,400}") {
        let _ = Record::parse(&text).map_err(|error| error.to_string());
        let _ = parse_position(&text).map_err(|error| error.to_string());
    }

    #[test]
    fn text_made_of_known_words_is_refused_or_round_trips(words in prop::collection::vec(word(), 0..60)) {
        let text = format!("bastide-record 1\nbase classic\nplayers Anna Borys\n{}", words.concat());
        for text in [words.concat(), text] {
            match Record::parse(&text) {
                Ok(record) => {
                    let canonical = record.to_string();
                    let again = Record::parse(&canonical).unwrap();
                    prop_assert_eq!(&again, &record);
                    prop_assert_eq!(again.to_string(), canonical);
                }
                Err(error) => prop_assert!(!error.to_string().is_empty() && error.line > 0),
            }
        }
    }

    #[test]
    fn records_round_trip(record in record()) {
        let text = record.to_string();
        let again = Record::parse(&text).unwrap();
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(again.state().hash(), record.state().hash());
    }

    #[test]
    fn a_damaged_record_never_breaks_the_reader(record in record(), place in any::<prop::sample::Index>(), with in "\\PC{0,3}", cut in 0usize..6) {
        let mut text: Vec<char> = record.to_string().chars().collect();
        let start = place.index(text.len());
        let end = (start + cut).min(text.len());
        text.splice(start..end, with.chars());
        let text: String = text.into_iter().collect();
        if let Ok(read) = Record::parse(&text) {
            prop_assert_eq!(Record::parse(&read.to_string()).unwrap(), read);
        }
    }

    #[test]
    fn positions_round_trip(record in record()) {
        let mut state = record.start();
        for &action in record.actions() {
            state.apply(action).unwrap();
            prop_assert_eq!(format_position(&state).is_some(), state.is_between_turns());
        }
        if let Some(line) = format_position(&state) {
            let again = parse_position(&line).unwrap();
            prop_assert_eq!(again.hash(), state.hash());
            prop_assert_eq!(again.legal_actions(), state.legal_actions());
            prop_assert_eq!(again.setup(), state.setup());
            prop_assert_eq!(format_position(&again), Some(line));
        }
    }

    #[test]
    fn a_damaged_position_is_refused_or_playable(record in record(), place in any::<prop::sample::Index>(), with in "[0-9A-Za-z,;=@/.:-]{0,2}", cut in 0usize..4) {
        if let Some(line) = format_position(&record.state()) {
            let start = place.index(line.len());
            let end = (start + cut).min(line.len());
            let damaged = format!("{}{with}{}", &line[..start], &line[end..]);
            if let Ok(mut state) = parse_position(&damaged) {
                // Playable means that it can be played to the end.
                while let Some(action) = state.choose(|count| count - 1) {
                    state.apply(action).unwrap();
                }
            }
        }
    }
}
