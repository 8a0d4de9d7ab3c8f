//! Looks for puzzles: games of bots in which one turn is clearly the best.
//!
//! `puzzles find FOLDER BOX FROM TO` plays the games of these numbers and adds what it finds to `FOLDER/BOX.jsonl`; games that
//! stand there already are not played again, so it can be stopped at any moment. `puzzles pack FOLDER LEARNING COUNT` chooses
//! up to `COUNT` of each box and writes `LEARNING/BOX.json` and `LEARNING/index.json`.

#![allow(clippy::print_stdout, reason = "a program")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use bastide_analysis::puzzle::{CLEAR, Puzzle, Theme, level, verdict};
use bastide_bots::{Budget, Level, Rng};
use bastide_rules::notation::Record;
use bastide_rules::{Action, Actor, BOXES, BoxInfo, Decision, Game, Module, Options, State, box_named};
use serde::{Deserialize, Serialize};

/// One line of what was found: a game, and its puzzles.
#[derive(Serialize, Deserialize)]
struct Found {
    game: u64,
    puzzles: Vec<Puzzle>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["find", folder, id, from, to] => {
            let info = box_named(id).expect("a box");
            find(Path::new(folder), info, from.parse().expect("a number"), to.parse().expect("a number"));
        }
        ["pack", folder, learning, count] => {
            pack(Path::new(folder), Path::new(learning), count.parse().expect("a number"));
        }
        _ => panic!("find FOLDER BOX FROM TO, or pack FOLDER LEARNING COUNT"),
    }
}

fn read(path: &Path) -> Vec<Found> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn find(folder: &Path, info: &BoxInfo, from: u64, to: u64) {
    fs::create_dir_all(folder).expect("a folder");
    let path = folder.join(format!("{}.jsonl", info.id));
    let known: Vec<u64> = read(&path).iter().map(|found| found.game).collect();
    for game in (from..to).filter(|game| !known.contains(game)) {
        let puzzles = play(info, game);
        println!(
            "{} {game}: {}",
            info.id,
            puzzles.iter().map(|one| format!("{:?}{} ", one.theme, one.level)).collect::<String>()
        );
        let line = serde_json::to_string(&Found { game, puzzles }).expect("plain data");
        let mut file = fs::OpenOptions::new().create(true).append(true).open(&path).expect("a file");
        writeln!(file, "{line}").expect("a file");
    }
}

/// A base with none to three of the modules of its box: what is asked should be seen at a glance.
fn options(info: &BoxInfo, rng: &mut Rng) -> Options {
    let mut options = Options::new(info.base, 2);
    let others: Vec<Module> = info.modules.iter().copied().filter(|&module| module != Module::Farmers).collect();
    if !others.is_empty() {
        for _ in 0..1 + rng.below(2) {
            options = options.with(others[rng.below(others.len() as u32) as usize]);
        }
    }
    if Game::new(options).is_ok() { options } else { Options::new(info.base, 2) }
}

/// A game of bots that judge well at once, and now and then play something else, as people do.
fn play(info: &BoxInfo, game: u64) -> Vec<Puzzle> {
    let mut rng = Rng::stream(info.id.len() as u64 * 31 + info.base as u64, game);
    let options = options(info, &mut rng);
    let mut record = Record::new(options, vec!["A".to_owned(), "B".to_owned()]).expect("two players");
    let mut state = State::new(Game::new(options).expect("two players"));
    let (mut bot, mut other) = (Level::Apprentice.bot(game), Level::Novice.bot(game));
    let mut found: Vec<Puzzle> = Vec::new();
    let mut quiet = 10;
    while state.actor() != Actor::Nobody {
        let action = match state.actor() {
            Actor::Chance => state.choose(|count| rng.below(count)).expect("chance has outcomes"),
            _ => {
                let is_question = matches!(state.decision(), Decision::Place { .. }) && state.turn_number() >= quiet;
                if is_question
                    && found.len() < MOST
                    && let Some(mut puzzle) = puzzle(&state, &record, &mut rng)
                {
                    puzzle.id = format!("{}-{game}-{}", info.id, state.turn_number());
                    quiet = state.turn_number() + 3;
                    found.push(puzzle);
                }
                let budget = Budget::simulations(1);
                if rng.below(7) == 0 { other.play(&state, &budget) } else { bot.play(&state, &budget) }
            }
        };
        state.apply(action).expect("a legal action");
        record.push(action);
    }
    found
}

/// Puzzles that are taken from one game.
const MOST: usize = 8;

/// Whether a position is a puzzle: what looks clear at once, and a few others, gets a short look, and then a long one with
/// another seed and every turn. What everybody finds is taken seldom.
fn puzzle(state: &State, record: &Record, rng: &mut Rng) -> Option<Puzzle> {
    let looks_clear = verdict(state, false, 1, 1).is_some_and(|glance| glance.gap >= CLEAR / 2);
    if !looks_clear && rng.below(8) > 0 {
        return None;
    }
    let first = verdict(state, false, 120, 1).filter(|first| first.gap >= CLEAR)?;
    let level = level(state, &first.turn);
    if level == 1 && rng.below(4) > 0 {
        return None;
    }
    let deep = verdict(state, true, 1000, 2)?;
    let after = |turn: &[Action]| {
        let mut next = state.clone();
        turn.iter().for_each(|&action| next.apply_listed(action));
        next.hash()
    };
    (deep.gap >= CLEAR && after(&first.turn) == after(&deep.turn)).then(|| Puzzle {
        id: String::new(),
        theme: Theme::of(state, &deep.turn),
        level,
        gap: deep.gap,
        turn: deep.told.actions,
        record: record.to_string(),
    })
}

/// What a list of puzzles needs to know of one.
#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    theme: Theme,
    level: u8,
}

fn pack(folder: &Path, learning: &Path, count: usize) {
    let mut index: BTreeMap<&str, Vec<serde_json::Value>> = BTreeMap::new();
    for info in BOXES {
        let mut all: Vec<Puzzle> =
            read(&folder.join(format!("{}.jsonl", info.id))).into_iter().flat_map(|found| found.puzzles).collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        let chosen = choose(all, count);
        let lines: Vec<String> = chosen.iter().map(|one| serde_json::to_string(one).expect("plain data")).collect();
        fs::write(learning.join(format!("{}.json", info.id)), format!("[\n{}\n]\n", lines.join(",\n")))
            .expect("a file");
        let entries = chosen.iter().map(|Puzzle { id, theme, level, .. }| {
            serde_json::to_value(Entry { id, theme: *theme, level: *level }).expect("plain data")
        });
        index.insert(info.id, entries.collect());
        println!("{}: {}", info.id, chosen.len());
    }
    let boxes: Vec<String> = index
        .iter()
        .map(|(id, entries)| {
            let lines: Vec<String> = entries.iter().map(|entry| format!("    {entry}")).collect();
            format!("  \"{id}\": [\n{}\n  ]", lines.join(",\n"))
        })
        .collect();
    fs::write(learning.join("index.json"), format!("{{\n{}\n}}\n", boxes.join(",\n"))).expect("a file");
}

/// So many puzzles, theme after theme in turn, so that no theme crowds out the others.
fn choose(all: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut by_theme: BTreeMap<(Theme, u8), Vec<Puzzle>> = BTreeMap::new();
    for puzzle in all {
        by_theme.entry((puzzle.theme, puzzle.level)).or_default().push(puzzle);
    }
    let mut chosen = Vec::new();
    let mut round = 0;
    while chosen.len() < count && by_theme.values().any(|left| left.len() > round) {
        chosen.extend(by_theme.values().filter_map(|left| left.get(round)).cloned());
        round += 1;
    }
    chosen.truncate(count);
    chosen.sort_by(|a, b| (a.level, a.theme, &a.id).cmp(&(b.level, b.theme, &b.id)));
    chosen
}
