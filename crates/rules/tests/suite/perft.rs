//! Counted decision paths of whole turns, kept in `*.perft` files as `options ; turns ; count`.
//!
//! The fast code counts every line; the slow game counts the small ones as well, and all of them in
//! the long run of `BASTIDE_WALKS`.

use std::path::Path;

use bastide_rules::validate::SlowGame;
use bastide_rules::{Base, Game, Module, Options, State, perft};

use crate::kit;

struct Line {
    text: String,
    options: bastide_rules::Options,
    turns: u32,
    count: u64,
}

fn lines() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        for text in std::fs::read_to_string(&file).unwrap().lines() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let parts: Vec<&str> = text.split(';').map(str::trim).collect();
            let [options, turns, count] = parts[..] else { panic!("{}: {text}", file.display()) };
            let options = kit::read_options(options).unwrap_or_else(|| panic!("{}: {text}", file.display()));
            lines.push(Line {
                text: text.into(),
                options,
                turns: turns.parse().unwrap(),
                count: count.parse().unwrap(),
            });
        }
    }
    lines
}

/// Ways to play until a turn begins, counted as [`perft`] counts them.
fn slow_perft(game: &SlowGame, until: u32) -> u64 {
    let mut ways = 0;
    for &action in game.legal_actions() {
        let mut next = game.clone();
        next.apply(action).unwrap();
        if next.discarded().len() == game.discarded().len() {
            ways += if next.is_over() || next.turn_number() >= until { 1 } else { slow_perft(&next, until) };
        }
    }
    ways
}

#[test]
fn the_fast_code_counts_as_kept() {
    let lines = lines();
    assert!(!lines.is_empty());
    let mut wrong = Vec::new();
    for line in &lines {
        let count = perft(&State::new(Game::new(line.options).unwrap()), line.turns);
        if count != line.count {
            wrong.push(format!("{} is {count}", line.text));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What the slow game counts in a short run.
const SMALL: u64 = 10_000;
/// The number of walks that makes a run a long one.
const LONG: u64 = 20_000;

#[test]
fn the_slow_game_counts_as_kept() {
    let most = if kit::volume() >= LONG { u64::MAX } else { SMALL };
    for line in lines().iter().filter(|line| line.count <= most) {
        let count = slow_perft(&SlowGame::new(line.options).unwrap(), 1 + line.turns);
        assert_eq!(count, line.count, "{}", line.text);
    }
}

/// The counts of the modules; `BASTIDE_UPDATE=1` writes the file anew.
#[test]
fn every_module_is_counted() {
    let sets = kit::single_modules().into_iter().chain([kit::all_modules()]);
    count_all("tests/big-box.perft", sets.map(|modules| Options { modules, ..Options::new(Base::V3, 2) }));
}

/// The bases and modules of the other boxes, and the large mixtures.
#[test]
fn every_box_is_counted() {
    let is_pair = |options: &Options| options.modules.without(Module::Farmers).iter().count() == 2;
    let all = kit::boxes::configurations().into_iter().filter(|options| !is_pair(options));
    count_all("tests/boxes.perft", all.map(|options| Options { players: 2, ..options }));
}

fn count_all(path: &str, all: impl Iterator<Item = Options>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut text = String::from("# Whole turns from the start: base, modules, players ; turns ; count.\n");
    for options in all {
        let count = perft(&State::new(Game::new(options).unwrap()), 1);
        text.push_str(&format!("{} ; 1 ; {count}\n", kit::words(&options)));
    }
    if std::env::var_os("BASTIDE_UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn every_base_and_subset_is_counted() {
    let lines = lines();
    for (base, modules) in kit::mixtures() {
        let modules = modules.into_iter().collect();
        let is_counted = |line: &Line| line.options.base == base && line.options.modules == modules;
        for turns in 1..=2 {
            assert!(
                lines.iter().any(|line| is_counted(line) && line.turns == turns),
                "{base} {modules} is not counted for {turns} turns"
            );
        }
    }
}
