//! The long random walks, with progress:
//!
//! ```text
//! cargo run --release -p bastide-rules --example long_walks -- [recomputed games] [light games] [threads] [games by turns]
//! ```
//!
//! Without numbers 20,000 games are recomputed after every action and 1,000,000 are played with
//! the conservation laws alone, on two threads. A fifth of the games is of the base configurations,
//! a fifth has modules of the Big Box, the others go through all boxes. Games by turns, none without
//! a number, go through all boxes too and are recomputed at the end of every turn. A broken law ends
//! the run with its options, its seed and exit code 1. What the walks have met, and the games of each
//! group of configurations, of all boxes of each configuration, are told at the end of each part.

#![allow(clippy::print_stdout, reason = "it is a program")]

#[path = "../tests/kit/mod.rs"]
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

fn main() -> ExitCode {
    let mut numbers = Vec::new();
    for word in std::env::args().skip(1) {
        match word.parse::<u64>() {
            Ok(number) => numbers.push(number),
            Err(_) => {
                eprintln!("usage: long_walks [recomputed games] [light games] [threads] [games by turns]");
                return ExitCode::from(2);
            }
        }
    }
    let number = |index: usize, usual: u64| numbers.get(index).copied().unwrap_or(usual);
    let (recomputed, light, threads) = (number(0, 20_000), number(1, 1_000_000), number(2, 2).max(1));
    let recompute = |walk: fn(&mut Walker, u64) -> Result<Seen, String>| {
        move || {
            let mut walker = Walker::new();
            move |number| walk(&mut walker, number)
        }
    };
    let rest = |games: u64| games - games / 5 * 2;
    let result = run("light, base", light / 5, threads, || kit::light_walk)
        .and_then(|()| run("light, Big Box", light / 5, threads, || kit::light_walk_box))
        .and_then(|()| run("light, all boxes", rest(light), threads, || kit::boxes::light_walk))
        .and_then(|()| run("recomputed, base", recomputed / 5, threads, recompute(Walker::walk)))
        .and_then(|()| run("recomputed, Big Box", recomputed / 5, threads, recompute(Walker::walk_box)))
        .and_then(|()| run("recomputed, all boxes", rest(recomputed), threads, recompute(Walker::walk_boxes)))
        .and_then(|()| {
            // Other games than those recomputed after every action.
            let walk = |walker: &mut Walker, number: u64| walker.walk_boxes_by_turns(recomputed + number);
            let player = || {
                let mut walker = Walker::new();
                move |number| walk(&mut walker, number)
            };
            run("by turns, all boxes", number(3, 0), threads, player)
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
