//! The puzzles that are shipped: some of them are solved again.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bastide_analysis::puzzle::{CLEAR, Puzzle, Theme, verdict};
use bastide_rules::notation::parse_action;
use bastide_rules::{BOXES, Decision};

fn puzzles(id: &str) -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../learning/puzzles/{id}.json"));
    serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap()
}

#[test]
fn puzzles_are_many_and_of_all_kinds() {
    let all: Vec<Puzzle> = BOXES.iter().flat_map(|info| puzzles(info.id)).collect();
    assert!(all.len() >= 300, "{}", all.len());
    let ids: BTreeSet<&str> = all.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), all.len(), "an id is there twice");
    for theme in Theme::ALL {
        assert!(all.iter().any(|puzzle| puzzle.theme == theme), "{theme:?}");
    }
    for level in 1..=4 {
        assert!(all.iter().any(|puzzle| puzzle.level == level), "{level}");
    }
    for info in BOXES {
        let own = puzzles(info.id);
        assert!(own.len() >= 20, "{}: {}", info.id, own.len());
        assert!(own.iter().all(|puzzle| puzzle.id.starts_with(info.id)));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../learning/puzzles/index.json");
    let index: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    for info in BOXES {
        let listed: Vec<&str> =
            index[info.id].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
        assert!(puzzles(info.id).iter().map(|puzzle| puzzle.id.as_str()).eq(listed), "{}", info.id);
    }
}

/// All of them are legal and ask for a tile; of every box a few are solved again, with another seed and a small budget.
#[test]
fn solutions_are_legal_and_stay_the_best() {
    for info in BOXES {
        for (number, puzzle) in puzzles(info.id).into_iter().enumerate() {
            let id = &puzzle.id;
            let state = puzzle.read().unwrap_or_else(|error| panic!("{id}: {error}")).state();
            assert!(matches!(state.decision(), Decision::Place { .. }), "{id}");
            let mut after = state.clone();
            let mut turn = Vec::new();
            for text in &puzzle.turn {
                let action = parse_action(&after, text).unwrap_or_else(|| panic!("{id}: {text}"));
                after.apply(action).unwrap_or_else(|error| panic!("{id}: {error}"));
                turn.push(action);
            }
            assert_eq!(Theme::of(&state, &turn), puzzle.theme, "{id}");
            assert!(puzzle.gap >= CLEAR, "{id}");
            if number % 29 == 3 {
                let again = verdict(&state, false, 160, 7).unwrap();
                let mut found = state.clone();
                again.turn.iter().for_each(|&action| found.apply(action).unwrap());
                assert!(found == after, "{id}: {:?} is better than {:?}", again.told.actions, puzzle.turn);
            }
        }
    }
}
