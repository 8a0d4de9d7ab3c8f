//! `bastide sim`: whole games between bots.

use std::io::Write;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use bastide_bots::{Bot, Rng, by_name, play_game_with};
use bastide_rules::{Game, State};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::output::{counted, print_json, print_table, table};
use crate::progress;
use crate::tally::Tally;

/// Let bots play whole games and count
///
/// The same seed gives the same result, whatever the number of threads; only the speed differs.
/// The first seat always begins.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    choice: Choice,

    /// A bot for each seat, from random to master (`bastide play --help` has them); a short list repeats
    #[arg(long, value_name = "BOTS", value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,

    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Seed of all draws and bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Count the choices of each turn too, which is slower
    #[arg(long)]
    stats: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bastide sim --bots greedy,random --games 200
  bastide sim --base v3 --with river,abbot --players 4 --bots greedy --games 100
  bastide sim --box fortress --players 5 --games 10000 --seed 7 --json
  bastide sim --without farmers --stats            placements and deploy options per turn

JSON: games, games_per_s, mean_points and stddev_points and win_rate by seat (ties are shared),
decisions_per_game (of players; draws are not counted), turns_per_game, discarded_per_game, and
what was asked for: base, modules, players, bots by seat, seed. With --stats also
placements_per_turn and deploy_options_per_turn.";

/// The result for programs. Everything but the speed depends on the arguments only.
#[derive(Serialize)]
struct Report<'a> {
    base: &'static str,
    modules: Vec<&'static str>,
    players: usize,
    bots: &'a [String],
    seed: u64,
    games: u64,
    games_per_s: f64,
    mean_points: Vec<f64>,
    stddev_points: Vec<f64>,
    win_rate: Vec<f64>,
    decisions_per_game: f64,
    turns_per_game: f64,
    discarded_per_game: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    placements_per_turn: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deploy_options_per_turn: Option<f64>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let game = args.choice.game()?;
    let bots = seated(&args.bots, game.players())?;
    let series = Series { game: &game, bots: &bots, games: args.games, seed: args.seed, stats: args.stats };
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
    let bar = progress::games(args.games);
    let start = Instant::now();
    let tally = series.play(threads, &bar);
    let games_per_s = args.games as f64 / start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if args.json {
        let seats = 0..game.players();
        let options = game.options();
        return print_json(
            out,
            &Report {
                base: options.base.info().id,
                modules: options.modules.iter().map(|module| module.info().id).collect(),
                players: game.players(),
                bots: &bots,
                seed: args.seed,
                games: tally.games,
                games_per_s,
                mean_points: seats.clone().map(|seat| tally.mean(seat)).collect(),
                stddev_points: seats.clone().map(|seat| tally.deviation(seat)).collect(),
                win_rate: seats.map(|seat| tally.win_rate(seat)).collect(),
                decisions_per_game: tally.decisions_per_game(),
                turns_per_game: tally.turns_per_game(),
                discarded_per_game: tally.discarded_per_game(),
                placements_per_turn: args.stats.then(|| tally.placements_per_turn()),
                deploy_options_per_turn: args.stats.then(|| tally.deploy_options_per_turn()),
            },
        );
    }
    print_people(out, &series, &tally, games_per_s)
}

/// The bots by seat; a short list repeats.
fn seated(bots: &[String], seats: usize) -> Result<Vec<String>, Failure> {
    let bots: Vec<String> = bots.iter().map(|name| name.trim().to_owned()).collect();
    if bots.len() > seats {
        return Err(Failure::refused(format!(
            "{} bots do not fit on {seats} seats; name at most {seats}, or raise --players",
            bots.len()
        )));
    }
    for name in &bots {
        by_name(name, 0).map_err(Failure::refused)?;
    }
    Ok(bots.into_iter().cycle().take(seats).collect())
}

fn print_people(out: &mut dyn Write, series: &Series<'_>, tally: &Tally, games_per_s: f64) -> Result<(), Failure> {
    let options = series.game.options();
    writeln!(
        out,
        "{} of {} with {}, seed {}",
        counted(tally.games, "game"),
        options.base.info().id,
        if options.modules.iter().next().is_some() { options.modules.to_string() } else { "no modules".to_owned() },
        series.seed
    )?;
    let mut seats = table(&["seat", "bot", "points", "95 %", "deviation", "wins", "95 %"]);
    for (seat, bot) in series.bots.iter().enumerate() {
        let (low, high) = tally.win_interval(seat);
        seats.add_row([
            (seat + 1).to_string(),
            bot.clone(),
            format!("{:.2}", tally.mean(seat)),
            format!("± {:.2}", tally.mean_margin(seat)),
            format!("{:.1}", tally.deviation(seat)),
            format!("{:.1} %", 100.0 * tally.win_rate(seat)),
            format!("{:.1}–{:.1} %", 100.0 * low, 100.0 * high),
        ]);
    }
    print_table(out, &seats)?;
    writeln!(
        out,
        "a game: {:.1} turns, {:.1} decisions, {:.2} tiles discarded; {}/s",
        tally.turns_per_game(),
        tally.decisions_per_game(),
        tally.discarded_per_game(),
        counted(games_per_s.round() as u64, "game")
    )?;
    if series.stats {
        writeln!(
            out,
            "a turn: {:.2} placements, {:.2} deploy options (passing included)",
            tally.placements_per_turn(),
            tally.deploy_options_per_turn()
        )?;
    }
    Ok(())
}

/// Many games of one kind.
struct Series<'a> {
    game: &'a Arc<Game>,
    bots: &'a [String],
    games: u64,
    seed: u64,
    stats: bool,
}

impl Series<'_> {
    fn play(&self, threads: usize, bar: &ProgressBar) -> Tally {
        let next = AtomicU64::new(0);
        // Small enough that no thread waits long for another, large enough to be left alone.
        let batch = (self.games / (threads as u64 * 16)).clamp(1, 256);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| self.play_batches(&next, batch, bar))).collect();
            let tallies = workers.into_iter().map(|worker| worker.join().expect("games end without a panic"));
            tallies.fold(Tally::default(), |sum, tally| sum.plus(&tally))
        })
    }

    fn play_batches(&self, next: &AtomicU64, batch: u64, bar: &ProgressBar) -> Tally {
        let fresh = State::new(Arc::clone(self.game));
        let mut state = fresh.clone();
        let mut tally = Tally::default();
        loop {
            let first = next.fetch_add(batch, Ordering::Relaxed);
            if first >= self.games {
                return tally;
            }
            let end = self.games.min(first + batch);
            for index in first..end {
                state.clone_from(&fresh);
                self.play_one(index, &mut state, &mut tally);
            }
            bar.inc(end - first);
        }
    }

    /// Plays the game with this number. Its draws and bots depend on the seed and the number only.
    fn play_one(&self, index: u64, state: &mut State, tally: &mut Tally) {
        let mut rng = Rng::stream(self.seed, index);
        let mut bots: Vec<Box<dyn Bot + Send>> = self
            .bots
            .iter()
            .map(|name| by_name(name, rng.next_u64()).expect("the names were checked before the first game"))
            .collect();
        play_game_with(state, &mut bots, &mut rng, |state, action| {
            tally.decide(action);
            if self.stats {
                tally.choices(state);
            }
        });
        tally.finish(state);
    }
}
