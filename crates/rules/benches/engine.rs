//! How fast the engine is. Run with `make bench`; the figures go into `docs/benchmarks.md`.
//!
//! `cargo bench --bench engine` measures everything, best of five. `-- games N` only plays N random
//! games, `-- big-box N` those of the Big Box and `-- mixtures N` those of a mixture of everything, for use under a profiler; the
//! program runs itself so under `valgrind`, if that is
//! installed, to count instructions. With `BARE_LOOP` set to the bare loop's program, that is run
//! in turns with ours and the ratio is printed.

#![allow(clippy::print_stdout, reason = "a program that prints its measurements")]

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use bastide_rules::notation::Record;
use bastide_rules::{Base, Decision, Game, MODULES, Module, Options, State};

const ROUNDS: usize = 5;
const GAMES: u32 = 20_000;

/// A small fast generator (xorshift), as the bare loop has it.
struct Random(u64);

impl Random {
    fn below(&mut self, count: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(count)) >> 32) as u32
    }
}

fn game(options: Options) -> Arc<Game> {
    Game::new(options).expect("a playable game")
}

fn big_box(players: usize) -> Options {
    let info = bastide_rules::box_named("big-box").expect("a box of the table");
    Options::of_box(info, players).expect("a box that is played")
}

/// Every module that may be mixed with this base; of two that exclude each other, the first of the table.
fn mixture(base: Base, players: usize) -> Options {
    MODULES.iter().fold(Options::new(base, players), |options, info| {
        let more = options.with(info.module);
        if Game::new(more).is_ok() { more } else { options }
    })
}

fn random_games(root: &State, games: u32) -> (u64, [i64; 2]) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut state = root.clone();
    let (mut turns, mut points) = (0, [0; 2]);
    for _ in 0..games {
        state.clone_from(root);
        while let Some(action) = state.choose(|count| random.below(count)) {
            state.apply_listed(action);
        }
        turns += u64::from(state.turn_number());
        points[0] += i64::from(state.points()[0]);
        points[1] += i64::from(state.points()[1]);
    }
    (turns, points)
}

fn seconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn best(mut measure: impl FnMut() -> f64) -> f64 {
    (0..ROUNDS).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

/// Games per second of the bare loop, from its own report.
fn bare_loop(program: &str, games: u32) -> Option<f64> {
    let output = Command::new(program).arg(games.to_string()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    let index = words.iter().position(|word| word.starts_with("games/s"))?;
    words.get(index.checked_sub(1)?)?.parse().ok()
}

/// Instructions of a run with so many games, counted by valgrind.
fn instructions(program: &str, arguments: &[String]) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", program])
        .args(arguments)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split_whitespace().last()?.parse().ok()
}

/// Instructions per turn: the difference of two runs leaves the start-up out.
fn instructions_per_turn(program: &str, arguments: impl Fn(u32) -> Vec<String>) -> Option<f64> {
    let (few, many) = (100, 600);
    let difference = instructions(program, &arguments(many))?.checked_sub(instructions(program, &arguments(few))?)?;
    Some(difference as f64 / f64::from(many - few) / 71.0)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let classic = State::new(game(Options::new(Base::Classic, 2)));
    if let [word, games] = &arguments[..]
        && let Some(options) = match word.as_str() {
            "games" => Some(*classic.game().options()),
            "big-box" => Some(big_box(4)),
            "mixtures" => Some(mixture(Base::Winter, 4)),
            _ => None,
        }
    {
        black_box(random_games(&State::new(game(options)), games.parse().unwrap_or(GAMES)));
        return;
    }
    classic_beside_the_bare_loop(&classic);
    boxes();
    full_table(&classic);
}

/// Random games of the classic game, in turns with the bare loop if it is at hand.
fn classic_beside_the_bare_loop(classic: &State) {
    let bare_program = std::env::var("BARE_LOOP").ok();
    let (mut ours, mut bare) = (f64::INFINITY, 0.0f64);
    for _ in 0..ROUNDS {
        ours = ours.min(seconds(|| {
            black_box(random_games(classic, GAMES));
        }));
        if let Some(program) = &bare_program {
            bare = bare.max(bare_loop(program, GAMES).unwrap_or(0.0));
        }
    }
    let (turns, points) = random_games(classic, GAMES);
    let per_second = f64::from(GAMES) / ours;
    println!("random games, classic, 2 players: {per_second:.0}/s, {:.0} ns/turn", 1e9 * ours / turns as f64);
    let mean = points.map(|sum| sum as f64 / f64::from(GAMES));
    println!("mean points {:.2} and {:.2}", mean[0], mean[1]);
    if bare > 0.0 {
        println!("bare loop: {bare:.0}/s, ratio {:.2}", per_second / bare);
    }
    if let Ok(program) = std::env::current_exe() {
        let program = program.to_string_lossy();
        match instructions_per_turn(&program, |games| vec!["games".into(), games.to_string()]) {
            Some(count) => println!("instructions per turn: {count:.0}"),
            None => println!("instructions per turn: valgrind is not installed"),
        }
    }
    if let Some(program) = &bare_program
        && let Some(count) = instructions_per_turn(program, |games| vec![games.to_string()])
    {
        // The bare loop also copies states after playing, which this includes.
        println!("instructions per turn of the bare loop: {count:.0}");
    }
}

/// Random games with modules.
fn boxes() {
    for (name, options) in [
        ("classic, 2 players, without farmers", Options::new(Base::Classic, 2).without(Module::Farmers)),
        ("v3 with river and abbot, 4 players", Options::new(Base::V3, 4).with(Module::River).with(Module::Abbot)),
        ("Big Box with all modules, 4 players", big_box(4)),
        ("mixture of everything on the winter base, 4 players", mixture(Base::Winter, 4)),
        ("mixture of everything on the wheel, 4 players", mixture(Base::Wheel, 4)),
    ] {
        let root = State::new(game(options));
        let time = best(|| {
            seconds(|| {
                black_box(random_games(&root, GAMES / 4));
            })
        });
        println!("random games, {name}: {:.0}/s", f64::from(GAMES / 4) / time);
    }
}

/// What is done with a full table and a tile in hand.
fn full_table(classic: &State) {
    let mut random = Random(1);
    let mut record = Record::new(*classic.game().options(), vec!["a".into(), "b".into()]).expect("two names");
    let mut state = classic.clone();
    let mut full = classic.clone();
    while let Some(action) = state.choose(|count| random.below(count)) {
        state.apply_listed(action);
        record.push(action);
        if matches!(state.decision(), Decision::Place { .. }) {
            full.clone_from(&state);
        }
    }
    let times = 100_000;
    let per_call = |time: f64| 1e9 * time / f64::from(times);
    let list = best(|| {
        seconds(|| {
            for _ in 0..times {
                black_box(black_box(&full).legal_actions());
            }
        })
    });
    println!("list of {} legal placements, sorted: {:.0} ns", full.legal_actions().len(), per_call(list));
    let mut copy = full.clone();
    let copies = best(|| {
        seconds(|| {
            for _ in 0..times {
                copy.clone_from(black_box(&full));
                black_box(&copy);
            }
        })
    });
    println!("copy of a full table into an old state: {:.0} ns", per_call(copies));
    let clones = best(|| {
        seconds(|| {
            for _ in 0..times {
                black_box(black_box(&full).clone());
            }
        })
    });
    println!("copy of a full table into a new state: {:.0} ns", per_call(clones));
    let replay = best(|| {
        seconds(|| {
            for _ in 0..times / 100 {
                black_box(black_box(&record).state());
            }
        })
    });
    println!("replay of a game of {} actions: {:.1} µs", record.actions().len(), per_call(replay) / 10.0);
    let text = record.to_string();
    let parse = best(|| {
        seconds(|| {
            for _ in 0..times / 100 {
                black_box(Record::parse(black_box(&text)).expect("a record just written"));
            }
        })
    });
    println!("reading and judging its record: {:.1} µs", per_call(parse) / 10.0);
}
