//! `bastide analyse`: what decisions cost and what the draws brought.

mod page;

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use bastide_analysis::{Account, Analysis, DecisionReport, Effort, Grade, Worth, analyse, questions};
use bastide_bots::Stop;
use bastide_rules::notation::Record;

use crate::failure::Failure;
use crate::files::{ending, write};
use crate::input;
use crate::interrupt;
use crate::output::{counted, print_json, print_table, table};
use crate::progress;
use crate::words::outcome_text;

/// Tell what each decision of a game cost and what the draws brought
///
/// The master thinks about every decision of a record. What a turn gives away against the best one is an error, what
/// the draws change is luck; start, luck and errors add up to the result. The same number of simulations gives the
/// same analysis on every machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The record; `-` reads the standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Simulations for each decision: more are more exact and take longer [default: 1500, in long games fewer]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    sims: Option<u32>,

    /// Seed of the thinking
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Decisions at once [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// How many errors are told, the largest first
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Write a page with the curve of winning chances and a picture of each mistake
    #[arg(short, long, value_name = "OUT.html", value_parser = ending(".html"))]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  bastide analyse game.txt
  bastide analyse game.txt -o report.html
  bastide analyse game.txt --sims 3000 --top 5
  bastide analyse game.txt --json > analysis.json

JSON: is_over; accounts by seat (name, start, luck, errors, gifts, result, decisions, mistakes,
blunders), where start + luck + errors + gifts = result; decisions (at, turn, seat, luck, before,
after, loss, grade, played, best). Worths have points (hundredths of a point of lead) and win
(hundredths of a percent).

Ctrl-C stops; nothing is written then, and the exit code is 130.";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let text = input::text(&args.file)?;
    if input::is_position(&text) {
        return Err(Failure::refused("a position has no decisions to analyse; give a record of a game"));
    }
    let record =
        Record::parse(&text).map_err(|error| Failure::refused(format!("{}, {error}", input::name(&args.file))))?;
    let threads = args.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
    let usual = Effort { seed: args.seed, threads, ..Effort::default() };
    let effort = match args.sims {
        Some(simulations) => Effort { simulations, ..usual },
        None => usual.shared_by(questions(&record).len()),
    };
    let stop = Stop::new();
    interrupt::raises(&stop);
    let bar = progress::decisions();
    let tell = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    let analysis = analyse(&record, effort, &tell, &stop);
    bar.finish_and_clear();
    let Some(analysis) = analysis else { return Err(Failure::Interrupted) };
    if analysis.decisions.is_empty() {
        return Err(Failure::refused(format!("{} has no decision yet", input::name(&args.file))));
    }
    if let Some(path) = &args.output {
        write(path, page::text(&record, &analysis, args.top).as_bytes())?;
    }
    if args.json {
        print_json(out, &analysis)?;
    } else {
        tell_analysis(out, &record, &analysis, args.top)?;
        if let Some(path) = &args.output {
            writeln!(out, "{} written", path.display())?;
        }
    }
    Ok(())
}

/// The errors of a game, the largest first; of equal ones the earlier first.
fn errors(analysis: &Analysis, most: usize) -> Vec<&DecisionReport> {
    let mut errors: Vec<_> = analysis.decisions.iter().filter(|one| one.grade >= Grade::Inaccuracy).collect();
    errors.sort_by_key(|one| std::cmp::Reverse(one.loss.points));
    errors.truncate(most);
    errors
}

fn tell_analysis(out: &mut dyn Write, record: &Record, analysis: &Analysis, most: usize) -> Result<(), Failure> {
    let names: Vec<&str> = record.names().iter().map(String::as_str).collect();
    writeln!(out, "{}", outcome_text(&record.state(), record.names()))?;
    writeln!(out)?;
    let mut rows = table(&[&["points of lead, chance of winning"], names.as_slice()].concat());
    let is_duel = names.len() == 2;
    type Part = (&'static str, fn(&Account) -> Worth, bool);
    let parts: [Part; 5] = [
        ("at the start", |account| account.start, false),
        (if is_duel { "luck of the draw" } else { "luck, and what the others did" }, |account| account.luck, true),
        ("own errors", |account| account.errors, true),
        ("errors of the opponent", |account| account.gifts, true),
        (if analysis.is_over { "result" } else { "now" }, |account| account.result, false),
    ];
    for (title, part, is_change) in parts {
        if is_duel || title != "errors of the opponent" {
            let cells = analysis.accounts.iter().map(|account| worth_text(part(account), is_change));
            rows.add_row(std::iter::once(title.to_owned()).chain(cells));
        }
    }
    let rates = analysis.accounts.iter().map(|account| {
        let rate = error_rate(account);
        format!(
            "{rate:.2} points a decision, {}, {}",
            counted(account.mistakes.into(), "mistake"),
            counted(account.blunders.into(), "blunder")
        )
    });
    rows.add_row(std::iter::once("play".to_owned()).chain(rates));
    print_table(out, &rows)?;
    let errors = errors(analysis, most);
    writeln!(out)?;
    if errors.is_empty() {
        return Ok(writeln!(out, "No error worth telling.")?);
    }
    writeln!(out, "The largest errors:")?;
    for error in errors {
        let name = names[error.seat];
        let (points, win) = (points_text(-error.loss.points), percent(error.loss.win));
        writeln!(out, "  turn {}, {name}: {points} points, {win} %", error.turn)?;
        writeln!(out, "    played  {}", turn_text(&error.played))?;
        if let Some(best) = error.best.first() {
            writeln!(out, "    better  {}", turn_text(best))?;
        }
    }
    Ok(())
}

fn turn_text(turn: &bastide_analysis::Turn) -> String {
    let reasons = if turn.reasons.is_empty() { String::new() } else { format!("  ({})", turn.because()) };
    turn.actions.join(" ") + &reasons
}

fn worth_text(worth: Worth, is_change: bool) -> String {
    let win = percent(worth.win);
    if is_change && worth.win >= 0 {
        return format!("{}, +{win} %", points_text(worth.points));
    }
    format!("{}, {win} %", points_text(worth.points))
}

/// What a player lost by a decision on average, in points.
fn error_rate(account: &Account) -> f64 {
    f64::from(-account.errors.points) / 100.0 / f64::from(account.decisions.max(1))
}

/// Hundredths of a point as people read them.
fn points_text(hundredths: i32) -> String {
    format!("{:+.1}", f64::from(hundredths) / 100.0)
}

/// Hundredths of a percent as people read them.
fn percent(hundredths: i32) -> String {
    format!("{:.0}", f64::from(hundredths) / 100.0)
}
