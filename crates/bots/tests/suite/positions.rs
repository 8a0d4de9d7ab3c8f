//! Positions with a clear best action: records that end where somebody decides, in `positions/`, proposed by
//! `examples/suite.rs`. A line `best` before the record has the actions that are right. The newer half was kept only if
//! an earlier version, with another search, other weights and fewer features, chose the same.
//!
//! The levels find most of them. The budget is a number of simulations, so the result is the same on every
//! machine.

use std::fs;
use std::path::Path;

use bastide_bots::{Budget, Level};
use bastide_rules::State;
use bastide_rules::notation::{Record, action_text};

struct Position {
    name: String,
    state: State,
    best: Vec<String>,
}

fn positions() -> Vec<Position> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions");
    let mut files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(file).unwrap();
            let best = text.lines().find_map(|line| line.strip_prefix("best ")).expect(&name);
            let best = best.split(" | ").map(str::to_owned).collect();
            let start = text.find("bastide-record").expect(&name);
            let record = Record::parse(&text[start..]).unwrap_or_else(|error| panic!("{name}: {error}"));
            Position { name, state: record.state(), best }
        })
        .collect()
}

/// How many positions a level finds; those that it does not are named.
fn found(level: Level, simulations: u32) -> (usize, usize, Vec<String>) {
    let positions = positions();
    let mut missed = Vec::new();
    for position in &positions {
        let thought = level.bot(1).think(&position.state, &Budget::simulations(simulations));
        let chosen = action_text(&position.state, thought.action);
        if !position.best.contains(&chosen) {
            missed.push(format!("{}: {chosen}, not {}", position.name, position.best.join(" or ")));
        }
    }
    (positions.len() - missed.len(), positions.len(), missed)
}

#[test]
fn the_right_actions_are_legal() {
    let positions = positions();
    for position in &positions {
        let legal: Vec<String> =
            position.state.legal_actions().iter().map(|&action| action_text(&position.state, action)).collect();
        for best in &position.best {
            assert!(legal.contains(best), "{}: {best} is not one of {legal:?}", position.name);
        }
        assert!(legal.len() > 1, "{}", position.name);
    }
    assert!(positions.len() >= 60, "{}", positions.len());
}

#[test]
fn the_apprentice_finds_three_quarters() {
    let (found, all, missed) = found(Level::Apprentice, 1);
    assert!(100 * found >= 75 * all, "{found} of {all}\n{}", missed.join("\n"));
}

#[test]
fn the_master_finds_nearly_all() {
    let (found, all, missed) = found(Level::Master, 60);
    assert!(100 * found >= 95 * all, "{found} of {all}\n{}", missed.join("\n"));
}
