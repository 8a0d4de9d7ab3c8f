//! The long random walks, with progress:
//!
//! ```text
//! cargo run --release -p bastide-rules --example long_walks -- recomputed=20000 by-turns=180000 of=boxes
//! ```
//!
//! | word | what it says | without it |
//! |---|---|---|
//! | `recomputed=N` | games compared with the slow game after every action | 0 |
//! | `by-turns=N` | games compared at the end of every turn | 0 |
//! | `light=N` | games held to the conservation laws alone | 0 |
//! | `of=base`, `of=big-box`, `of=boxes` | base configurations, modules of the Big Box, all boxes | `of=boxes` |
//! | `first=N` | number of the first game, so that several runs play different ones | 0 |
//! | `threads=N` | | 2 |
//!
//! Games by turns have other numbers than the recomputed ones before them. A broken law ends the run
//! with its options, its seed and exit code 1. What the walks have met, and the games of each group of
//! configurations, of all boxes of each configuration, are told at the end of each part.

#![allow(clippy::print_stdout, reason = "it is a program")]

#[path = "../tests/suite/kit/mod.rs"]
mod kit;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use kit::{Seen, Walker};

/// Plays the games of a run on several threads; the first broken law stops them all.
fn run<W>(what: &str, games: u64, threads: u64, player: impl Fn() -> W + Sync) -> Result<(), String>
where
    W: FnMut(u64) -> Result<Seen, String>,
{
    if games == 0 {
        return Ok(());
    }
    let started = Instant::now();
    let (next, is_broken) = (AtomicU64::new(0), AtomicBool::new(false));
    let total = Mutex::new((Seen::default(), None));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut play = player();
                while !is_broken.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let result = play(number);
                    let mut total = total.lock().expect("no thread panics while it holds the total");
                    match result {
                        Ok(seen) => total.0.add(seen),
                        Err(why) => {
                            is_broken.store(true, Ordering::Relaxed);
                            total.1 = Some(format!("game {number}: {why}"));
                        }
                    }
                    let done = total.0.games;
                    if done.is_multiple_of((games / 50).max(1)) {
                        let seconds = started.elapsed().as_secs_f64();
                        println!(
                            "{what}: {done} of {games} games, {seconds:.0} s, {:.0} games/s",
                            done as f64 / seconds
                        );
                    }
                }
            });
        }
    });
    let (seen, broken) = total.into_inner().expect("no thread panics while it holds the total");
    println!("{what}: {} games, {} actions in {:.1} s", seen.games, seen.actions, started.elapsed().as_secs_f64());
    for (group, games) in &seen.groups {
        println!("{what}: {group:?}: {games} games");
    }
    for (configuration, games) in &seen.configurations {
        println!("{what}: {configuration}: {games} games");
    }
    for (met, times) in &seen.met {
        println!("{what}: {met}: {times}");
    }
    println!(
        "{what}: awards {}, shared {}, recalls {}, discards {}, barren ends {}, farthest {}",
        seen.awards, seen.shared_awards, seen.recalls, seen.discards, seen.barren_ends, seen.farthest
    );
    broken.map_or(Ok(()), Err)
}

/// Which games are walked.
#[derive(Clone, Copy)]
enum Of {
    Base,
    BigBox,
    Boxes,
}

struct Wish {
    recomputed: u64,
    by_turns: u64,
    light: u64,
    of: Of,
    first: u64,
    threads: u64,
}

impl Wish {
    fn read(words: impl Iterator<Item = String>) -> Result<Wish, String> {
        let mut wish = Wish { recomputed: 0, by_turns: 0, light: 0, of: Of::Boxes, first: 0, threads: 2 };
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            let number = value.parse::<u64>().map_err(|_| format!("{word}: a number is wanted after `{name}=`"));
            match name {
                "recomputed" => wish.recomputed = number?,
                "by-turns" => wish.by_turns = number?,
                "light" => wish.light = number?,
                "first" => wish.first = number?,
                "threads" => wish.threads = number?.max(1),
                "of" => {
                    wish.of = match value {
                        "base" => Of::Base,
                        "big-box" => Of::BigBox,
                        "boxes" => Of::Boxes,
                        _ => return Err(format!("{word}: it is of=base, of=big-box or of=boxes")),
                    }
                }
                _ => return Err(format!("{word} is not known")),
            }
        }
        if wish.recomputed + wish.by_turns + wish.light == 0 {
            return Err("no games are asked for".to_owned());
        }
        Ok(wish)
    }
}

type Walk = fn(&mut Walker, u64) -> Result<Seen, String>;

/// The ways to walk the same games.
struct Walks {
    title: &'static str,
    recomputed: Walk,
    by_turns: Walk,
    light: fn(u64) -> Result<Seen, String>,
}

impl Of {
    fn walks(self) -> Walks {
        match self {
            Of::Base => {
                Walks { title: "base", recomputed: Walker::walk, by_turns: Walker::walk_turns, light: kit::light_walk }
            }
            Of::BigBox => Walks {
                title: "Big Box",
                recomputed: Walker::walk_box,
                by_turns: Walker::walk_box_by_turns,
                light: kit::light_walk_box,
            },
            Of::Boxes => Walks {
                title: "all boxes",
                recomputed: Walker::walk_boxes,
                by_turns: Walker::walk_boxes_by_turns,
                light: kit::boxes::light_walk,
            },
        }
    }
}

fn walk(wish: &Wish) -> Result<(), String> {
    let Walks { title, recomputed, by_turns, light } = wish.of.walks();
    let with_walker = |walk: Walk, first: u64| {
        move || {
            let mut walker = Walker::new();
            move |number| walk(&mut walker, first + number)
        }
    };
    let first = wish.first;
    let later = first + wish.recomputed;
    run(&format!("light, {title}"), wish.light, wish.threads, || move |number| light(first + number))?;
    run(&format!("recomputed, {title}"), wish.recomputed, wish.threads, with_walker(recomputed, first))?;
    run(&format!("by turns, {title}"), wish.by_turns, wish.threads, with_walker(by_turns, later))
}

fn main() -> ExitCode {
    let wish = match Wish::read(std::env::args().skip(1)) {
        Ok(wish) => wish,
        Err(why) => {
            eprintln!(
                "{why}\nusage: long_walks [recomputed=N] [by-turns=N] [light=N] [of=GAMES] [first=N] [threads=N]"
            );
            return ExitCode::from(2);
        }
    };
    match walk(&wish) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
