//! `bastide arena`: matches between bots that say which one is stronger.

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use bastide_arena::{Contender, Fault, Limit, Match, PlayedGame, Seatings, Sprt, Standings, Watch};
use bastide_bots::Stop;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::output::{counted, plain, print_json, print_table, table};
use crate::progress;

/// Let bots play a match and say which one is stronger
///
/// Every deal is played once in each seating, with the same tiles, dice and messages, so that luck falls
/// out. Ties count half. With a number of simulations the same seed gives the same result, whatever the
/// number of threads.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    choice: Choice,

    /// Two bots or more: levels, levels with settings, or programs
    #[arg(long, value_name = "A,B[,C…]")]
    bots: String,

    /// Number of games, rounded up to whole deals
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Milliseconds for each decision of a bot that searches
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "sims")]
    movetime: Option<u32>,

    /// Simulations for each decision of a bot that searches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sims: Option<u32>,

    /// Seed of all deals and bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Games at once [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// End as soon as it is clear whether A is better by ELO1 or only by ELO0, for example 0,20
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Let the first N turns of every deal be played at random, the same in each seating
    #[arg(long, value_name = "N", default_value_t = 0)]
    openings: u32,

    /// Write the record of every game to this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bastide arena --bots greedy,random --games 200
  bastide arena --bots master,expert --movetime 200 --games 400 --sprt 0,20
  bastide arena --bots master:sims=2000,master:sims=500 --games 100 --json
  bastide arena --bots expert,greedy,greedy,greedy --players 4 --box big-box
  bastide arena --bots apprentice,greedy,random            each against each
  bastide arena --bots 'cmd:python3 examples/python/bot.py,greedy' --records games

A bot is a level, a level with settings (master:sims=2000,threads=1), or an outside program after
cmd: that speaks the engine protocol (docs/engine-protocol.md). Equal names are one bot with several
seats. A short list repeats round the table; of a list longer than the table every group plays.
A program that dies, hangs or answers illegally loses the game, and the reason is told.

JSON: games, pairs (deals), score (share of A), elo, elo_95, wins, draws, losses (of A), mean_points
and ms_per_move {mean, p99} by bot (a move is a whole turn), sprt (accepted, rejected, open, or null)
with sprt_llr, forfeits with their reasons, interrupted, standings of every bot, and what was asked
for. Intervals are computed over deals: the games of one deal are not independent. For more than two
seats Elo is zero at the fair share.

Ctrl-C ends the match and tells what it has; the exit code is then 130.";

/// Reads `0,20`.
fn hypotheses(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match numbers {
        Some((elo0, elo1)) if f64::is_finite(elo0) && f64::is_finite(elo1) && elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err("two numbers are needed, the smaller one first: 0,20".to_owned()),
    }
}

/// The result for programs.
#[derive(Serialize)]
struct Report<'a> {
    base: &'static str,
    modules: Vec<&'static str>,
    players: usize,
    bots: &'a [String],
    seed: u64,
    openings: u32,
    movetime: Option<u32>,
    sims: Option<u32>,
    games: u64,
    pairs: u64,
    score: f64,
    elo: f64,
    elo_95: [f64; 2],
    wins: u64,
    draws: u64,
    losses: u64,
    mean_points: Vec<f64>,
    ms_per_move: Vec<Milliseconds>,
    sprt: Option<&'static str>,
    sprt_llr: Option<f64>,
    forfeits: Vec<Forfeited<'a>>,
    interrupted: bool,
    standings: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Milliseconds {
    mean: f64,
    p99: f64,
}

#[derive(Serialize)]
struct Forfeited<'a> {
    deal: u64,
    game: usize,
    bot: &'a str,
    reason: String,
}

/// What one bot has done.
#[derive(Serialize)]
struct Row<'a> {
    bot: &'a str,
    games: u64,
    score: f64,
    fair: f64,
    elo: f64,
    elo_95: [f64; 2],
    wins: u64,
    draws: u64,
    losses: u64,
    forfeits: u64,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let game = args.choice.game()?;
    let bots = Contender::list(&args.bots).map_err(Failure::refused)?;
    let seatings = Seatings::new(&bots, game.players()).map_err(Failure::refused)?;
    if let Some(folder) = &args.records {
        files::make_folder(folder)?;
    }
    let size = seatings.games().len() as u64;
    let plan = Match {
        game,
        bots,
        seatings,
        deals: args.games.div_ceil(size),
        seed: args.seed,
        threads: args.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from),
        openings: args.openings,
        limit: Limit { time: args.movetime.map(|ms| Duration::from_millis(ms.into())), simulations: args.sims },
        sprt: args.sprt,
        stop: Stop::new(),
    };
    interrupt::raises(&plan.stop);
    match plan.check_programs() {
        // Somebody has stopped the match: it ends before its first game.
        Ok(()) | Err((_, Fault::Stopped)) => {}
        Err((bot, fault)) => return Err(Failure::refused(format!("{bot}: {fault}"))),
    }
    let watcher = Watcher {
        bar: progress::games(plan.deals * size),
        folder: args.records.as_deref(),
        failure: Mutex::new(None),
        stop: &plan.stop,
    };
    let standings = plan.play(&watcher);
    watcher.bar.finish_and_clear();
    if let Some(failure) = watcher.failure.into_inner().ok().flatten() {
        return Err(failure);
    }
    let names: Vec<String> = plan.seatings.contestants().iter().map(|&index| plan.bots[index].to_string()).collect();
    if args.json {
        print_json(out, &report(args, &plan, &names, &standings))?;
    } else {
        print_people(out, &plan, &names, &standings)?;
    }
    if standings.is_interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Shows progress and writes records.
struct Watcher<'a> {
    bar: ProgressBar,
    folder: Option<&'a Path>,
    failure: Mutex<Option<Failure>>,
    stop: &'a Stop,
}

impl Watch for Watcher<'_> {
    fn game_ended(&self) {
        self.bar.inc(1);
    }

    fn deal_counts(&self, games: &[PlayedGame]) {
        let Some(folder) = self.folder else { return };
        for (number, game) in (1..).zip(games) {
            let path = folder.join(format!("{:06}-{number}.txt", game.deal + 1));
            let reason = match &game.forfeit {
                Some((seat, fault)) => {
                    format!("# {} lost: {}\n", game.record.names()[seat.index()], plain(&fault.to_string()))
                }
                None => String::new(),
            };
            let written = fs::write(&path, format!("{}{reason}", game.record));
            if let Err(error) = written {
                let failure = Failure::refused(format!("{} cannot be written: {error}", path.display()));
                // The first one is enough, and there is no point in going on.
                if let Ok(mut first) = self.failure.lock() {
                    first.get_or_insert(failure);
                }
                self.stop.raise();
            }
        }
    }
}

fn report<'a>(args: &Args, plan: &Match, names: &'a [String], standings: &Standings) -> Report<'a> {
    let options = plan.game.options();
    let first = &standings.contestants[0];
    let each = || names.iter().zip(&standings.contestants);
    Report {
        base: options.base.info().id,
        modules: options.modules.iter().map(|module| module.info().id).collect(),
        players: options.players,
        bots: names,
        seed: args.seed,
        openings: args.openings,
        movetime: args.movetime,
        sims: args.sims,
        games: standings.games,
        pairs: standings.deals,
        score: first.shares.mean(),
        elo: first.elo(),
        elo_95: first.elo_interval(),
        wins: first.wins,
        draws: first.draws,
        losses: first.losses,
        mean_points: each().map(|(_, standing)| standing.mean_points()).collect(),
        ms_per_move: each()
            .map(|(_, standing)| standing.ms_per_move())
            .map(|(mean, p99)| Milliseconds { mean, p99 })
            .collect(),
        sprt: standings.verdict.map(|verdict| verdict.word()),
        sprt_llr: plan.sprt.map(|test| test.log_likelihood_ratio(&first.shares, first.scale())),
        forfeits: standings
            .forfeits
            .iter()
            .map(|forfeit| Forfeited {
                deal: forfeit.deal,
                game: forfeit.game,
                bot: &names[forfeit.contestant],
                reason: forfeit.fault.to_string(),
            })
            .collect(),
        interrupted: standings.is_interrupted,
        standings: each()
            .map(|(bot, standing)| Row {
                bot,
                games: standing.games(),
                score: standing.shares.mean(),
                fair: standing.scale().fair(),
                elo: standing.elo(),
                elo_95: standing.elo_interval(),
                wins: standing.wins,
                draws: standing.draws,
                losses: standing.losses,
                forfeits: standing.forfeits,
            })
            .collect(),
    }
}

fn print_people(out: &mut dyn Write, plan: &Match, names: &[String], standings: &Standings) -> Result<(), Failure> {
    let mut rows = table(&["bot", "score", "95 %", "won", "shared", "lost", "points", "ms a move", "99 %"]);
    for (name, standing) in names.iter().zip(&standings.contestants) {
        let ([low, high], (mean, p99)) = (standing.shares.interval(), standing.ms_per_move());
        // Who was never asked has no time.
        let time = |ms: f64| if standing.moves() == 0 { "–".to_owned() } else { format!("{ms:.2}") };
        rows.add_row([
            plain(name),
            format!("{:.1} %", 100.0 * standing.shares.mean()),
            format!("{:.1}–{:.1} %", 100.0 * low, 100.0 * high),
            standing.wins.to_string(),
            standing.draws.to_string(),
            standing.losses.to_string(),
            format!("{:.1}", standing.mean_points()),
            time(mean),
            time(p99),
        ]);
    }
    print_table(out, &rows)?;
    for (index, name) in names.iter().enumerate() {
        let own: Vec<_> = standings.forfeits.iter().filter(|forfeit| forfeit.contestant == index).collect();
        if let Some(first) = own.first() {
            let count = counted(own.len() as u64, "game");
            writeln!(
                out,
                "{} lost {count} without playing to the end; first: {}",
                plain(name),
                plain(&first.fault.to_string())
            )?;
        }
    }
    if let (Some(test), Some(verdict)) = (plan.sprt, standings.verdict) {
        let first = &standings.contestants[0];
        writeln!(
            out,
            "sprt {},{}: {} (log likelihood ratio {:+.2}, ends at ±{:.2})",
            test.elo0,
            test.elo1,
            verdict.word(),
            test.log_likelihood_ratio(&first.shares, first.scale()),
            Sprt::bound()
        )?;
    }
    if standings.is_interrupted {
        writeln!(out, "interrupted; this is what was played")?;
    }
    Ok(writeln!(out, "{}", summary(names, standings))?)
}

/// The last line: `A vs B: 63.5 % ± 2.1 (elo +96 ± 16), points 92.1 : 81.4, 1000 games`.
fn summary(names: &[String], standings: &Standings) -> String {
    let first = &standings.contestants[0];
    let ([low, high], [low_elo, high_elo]) = (first.shares.interval(), first.elo_interval());
    let points: Vec<String> =
        standings.contestants.iter().map(|standing| format!("{:.1}", standing.mean_points())).collect();
    format!(
        "{} vs {}: {:.1} % ± {:.1} (elo {:+.0} ± {:.0}), points {}, {} games",
        plain(&names[0]),
        plain(&names[1..].join(", ")),
        100.0 * first.shares.mean(),
        50.0 * (high - low),
        first.elo(),
        (high_elo - low_elo) / 2.0,
        points.join(" : "),
        standings.games
    )
}
