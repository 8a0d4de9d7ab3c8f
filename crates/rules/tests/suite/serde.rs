//! Actions through serde, with the feature `serde`.

#![cfg(feature = "serde")]

use bastide_rules::{Action, Base, Game, Module, Options, PlayerId, State};

#[test]
fn actions_round_trip_through_json() {
    let options = Options::new(Base::V3, 3).with(Module::River).with(Module::Abbot);
    let mut state = State::new(Game::new(options).unwrap());
    let mut number = 7u32;
    while !state.is_over() {
        for action in state.legal_actions() {
            let text = serde_json::to_string(&action).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&text).unwrap(), action, "{text}");
        }
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let action = state.choose(|count| (number >> 8) % count).unwrap();
        state.apply(action).unwrap();
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (text, words) in [
        (r#"{"place":{"pos":{"x":0,"y":1},"rotation":4}}"#, "a rotation is 0, 1, 2 or 3"),
        (r#"{"draw":60000}"#, "the catalogue has"),
    ] {
        let error = serde_json::from_str::<Action>(text).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    let error = serde_json::from_str::<PlayerId>("6").unwrap_err().to_string();
    assert!(error.contains("seats are numbered 0 to 5"), "{error}");
}
