//! Positions with a clear best action: records that end where somebody decides. A line `best` before the record has the
//! actions that are right, all of them; the line before that says why.
//!
//! They were made in two ways:
//! - those in `positions/` were proposed by our own search (`examples/suite.rs`), so the levels can be expected to find
//!   them: they hold what was reached. The newer half was kept only if an earlier version, with another search, other
//!   weights and fewer features, chose the same;
//! - those in `positions/by-hand/` were written from the rules, without asking a bot, each about something that a beginner
//!   would notice: short, so that a person can check them with a few tiles. What a level does not find of them stays.
//!
//! The budget is a number of simulations, so the result is the same on every machine.

use std::fs;
use std::path::Path;

use bastide_bots::{Budget, Level};
use bastide_rules::notation::{Record, action_text};
use bastide_rules::{MODULES, State};

struct Position {
    /// What it is about, most often a module, and a number.
    name: String,
    is_by_hand: bool,
    state: State,
    best: Vec<String>,
}

impl Position {
    /// The name without its number.
    fn subject(&self) -> &str {
        self.name.rsplit_once('-').map_or(&self.name, |(subject, _)| subject)
    }
}

fn positions() -> Vec<Position> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions");
    let mut positions = read(&directory, false);
    positions.extend(read(&directory.join("by-hand"), true));
    positions
}

fn read(directory: &Path, is_by_hand: bool) -> Vec<Position> {
    let mut files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.is_file());
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
            Position { name, is_by_hand, state: record.state(), best }
        })
        .collect()
}

/// How many there are, how many of them a level finds, and what it chose where it does not.
#[derive(Default)]
struct Tally {
    all: usize,
    found: usize,
    missed: Vec<String>,
}

impl Tally {
    /// The hundredths that are found, rounded down.
    const fn share(&self) -> usize {
        100 * self.found / self.all
    }

    #[track_caller]
    fn assert_at_least(&self, share: usize) {
        assert!(self.share() >= share, "{} of {}\n{}", self.found, self.all, self.missed.join("\n"));
    }
}

/// What a level finds of all positions, and of those that were made by hand.
fn found(level: Level, simulations: u32) -> [Tally; 2] {
    let mut tallies = [Tally::default(), Tally::default()];
    for position in positions() {
        let thought = level.bot(1).think(&position.state, &Budget::simulations(simulations));
        let chosen = action_text(&position.state, thought.action);
        let is_found = position.best.contains(&chosen);
        for tally in &mut tallies[..=usize::from(position.is_by_hand)] {
            tally.all += 1;
            tally.found += usize::from(is_found);
            if !is_found {
                tally.missed.push(format!("{}: {chosen}, not {}", position.name, position.best.join(" or ")));
            }
        }
    }
    tallies
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
fn every_module_has_two_of_its_own() {
    let positions = positions();
    let lacking: Vec<_> = MODULES
        .iter()
        .filter(|info| {
            let is_in_play = |one: &&Position| one.state.game().options().modules.with_parts().has(info.module);
            positions.iter().filter(|one| one.subject() == info.id).filter(is_in_play).count() < 2
        })
        .map(|info| info.id)
        .collect();
    assert!(lacking.is_empty(), "fewer than two positions are named after {lacking:?}");
    // Nothing may be counted twice.
    let mut names: Vec<_> = positions.iter().map(|one| &one.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), positions.len());
}

#[test]
fn two_have_everything_at_once() {
    let positions = positions();
    let everything: Vec<_> = positions.iter().filter(|one| one.subject() == "everything").collect();
    assert!(everything.len() >= 2);
    for one in everything {
        let count = one.state.game().options().modules.iter().count();
        assert!(count >= 15, "{} has {count} modules", one.name);
    }
}

/// Else it would not tell how well somebody plays.
#[test]
fn the_novice_misses_what_the_apprentice_finds() {
    let [_, novice] = found(Level::Novice, 1);
    let [_, apprentice] = found(Level::Apprentice, 1);
    let lead = apprentice.share().saturating_sub(novice.share());
    assert!(lead >= 10, "{} and {} of {}", novice.found, apprentice.found, novice.all);
}

#[test]
fn the_apprentice_finds_three_quarters() {
    for tally in found(Level::Apprentice, 1) {
        tally.assert_at_least(75);
    }
}

#[test]
fn the_master_finds_nearly_all() {
    for tally in found(Level::Master, 60) {
        tally.assert_at_least(95);
    }
}
