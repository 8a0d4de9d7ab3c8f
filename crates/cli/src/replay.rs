//! `bastide replay`: judges a record or a position and tells what happened.

mod news;
mod refused;
mod report;

use std::io::Write;
use std::path::PathBuf;

use bastide_art::BoardPicture;
use bastide_film::{Replay, event_text};
use bastide_rules::notation::{Record, action_text, parse_position};
use bastide_rules::{Actor, Decision, Options, State};

use crate::failure::Failure;
use crate::files::{DEFAULT_SCALE, ending, write_picture};
use crate::input;
use crate::output::{print_json, tiles_left};
use crate::words::outcome_text;
use refused::Refused;
use report::Report;

/// Check a record action by action, or a position, and tell what happened
///
/// Every award comes with its reason, every turn with the points after it. A record that breaks a
/// rule is refused with the line, the action, the rule and what would have been legal.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The record or position; `-` reads the standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Tell the story only up to the end of turn N; the whole record is judged all the same
    #[arg(long, value_name = "N")]
    until: Option<u32>,

    /// Print one JSON object, also about what is refused
    #[arg(long)]
    json: bool,

    /// Draw the table as it stands at the end, as SVG
    #[arg(long, value_name = "OUT.svg", value_parser = ending(".svg"))]
    svg: Option<PathBuf>,

    /// Draw the table as it stands at the end, as PNG
    #[arg(long, value_name = "OUT.png", value_parser = ending(".png"))]
    png: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  bastide replay game.txt
  bastide replay game.txt --until 12
  bastide replay game.txt --json
  bastide replay game.txt --until 30 --png table.png
  bastide replay - < game.txt

A record:
  bastide-record 1
  base classic
  players Anna Borys

  1 Anna U 1,0 r1 meeple@road:E
  2 Borys V -1,0 r3 pass

JSON: players, points, awards (turn, player, source, of, when, points, items, tiles), news, turns,
figures, supply, tiles_left, decision (who, what), legal, over, winners, projected, position,
last_position, hash; or refused (line, words, code, rule, text, legal). docs/replay-json.md has all
values.";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let text = input::text(&args.file)?;
    let judged = if input::is_position(&text) {
        parse_position(text.trim()).map(|state| Judged::Position(Box::new(state))).map_err(Refused::from)
    } else {
        Record::parse(&text).map(Judged::Record).map_err(Refused::from)
    };
    let judged = match judged {
        Ok(judged) => judged,
        Err(refused) => {
            if args.json {
                print_json(out, &refused)?;
            }
            return Err(Failure::refused(refused.sentence(input::name(&args.file))));
        }
    };
    let (names, mut replay) = match &judged {
        Judged::Record(record) => (record.names().to_vec(), Replay::new(record, args.until)),
        Judged::Position(state) => {
            let seats = state.game().seats();
            (seats.map(|seat| seat.to_string()).collect(), Replay::from_position(State::clone(state)))
        }
    };
    if args.json {
        let mut report = Report::new(replay.state.game().options(), &names);
        report.begin(&replay.state);
        while let Some(step) = replay.step()? {
            report.take(&step, &replay.state);
            report.begin(&replay.state);
        }
        report.note(replay.state.turn_number(), &replay.early, &replay.state);
        print_json(out, &report.finish(&replay.state))?;
    } else {
        tell(out, &judged, &names, &mut replay)?;
    }
    let picture = BoardPicture { coordinates: true, ..replay.board() };
    for path in args.svg.iter().chain(&args.png) {
        write_picture(path, &picture.svg(), DEFAULT_SCALE)?;
    }
    Ok(())
}

/// What was read.
enum Judged {
    Record(Record),
    Position(Box<State>),
}

fn tell(out: &mut dyn Write, judged: &Judged, names: &[String], replay: &mut Replay<'_>) -> Result<(), Failure> {
    let options = replay.state.game().options();
    let what = match judged {
        Judged::Record(_) => "record",
        Judged::Position(_) => "position",
    };
    writeln!(out, "A {what} of {} with {}: {}", options.base, modules(options), names.join(", "))?;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let (mut line, mut news) = (String::new(), Vec::new());
    while let Some(step) = replay.step()? {
        if step.is_first {
            line = format!("{:>3} {:<width$} ", step.turn, names[step.seat]);
        }
        line = line + " " + &step.text;
        news.extend(step.events.iter().filter_map(|event| event_text(&replay.state, event, names)));
        if replay.is_turn_over() {
            let points: Vec<String> = step.points.iter().map(ToString::to_string).collect();
            writeln!(out, "{line:<55} {}", points.join(" : "))?;
            news.drain(..).try_for_each(|text| writeln!(out, "      {text}"))?;
            line.clear();
        }
    }
    if !line.is_empty() {
        writeln!(out, "{line}")?;
        news.drain(..).try_for_each(|text| writeln!(out, "      {text}"))?;
    }
    let mut early = replay.early.iter().filter_map(|event| event_text(&replay.state, event, names));
    early.try_for_each(|text| writeln!(out, "      {text}"))?;
    writeln!(out, "{}", outcome_text(&replay.state, names))?;
    if !replay.state.is_over() {
        tell_decision(out, names, &replay.state)?;
    }
    Ok(())
}

/// Where an unfinished game stands.
fn tell_decision(out: &mut dyn Write, names: &[String], state: &State) -> Result<(), Failure> {
    let asked = match state.actor() {
        Actor::Player(player) => player,
        Actor::Chance | Actor::Nobody => state.active_player(),
    };
    let name = &names[asked.index()];
    let legal: Vec<String> = state.legal_actions().into_iter().map(|action| action_text(state, action)).collect();
    let projected = state.projected_points();
    let projected: Vec<String> = state.game().seats().map(|seat| projected[seat].to_string()).collect();
    writeln!(out, "If the game ended now: {}; {}", projected.join(" : "), tiles_left(state.tiles_to_come()))?;
    #[expect(clippy::wildcard_enum_match_arm, reason = "every decision has a word")]
    let due = match state.decision() {
        Decision::Spring => "The source of the river is to be laid beside the board".to_owned(),
        Decision::Draw { .. } => format!("A tile is to be drawn for {name}"),
        Decision::Roll { .. } => format!("The die is to be rolled for {name}"),
        Decision::DrawMessage { .. } => format!("A message is to be drawn for {name}"),
        decision => format!("{name} is to {}", decision.word()),
    };
    Ok(writeln!(out, "{due}: {}", legal.join("; "))?)
}

fn modules(options: &Options) -> String {
    let modules = options.modules.to_string();
    if modules.is_empty() { "no modules".to_owned() } else { modules.replace(' ', ", ") }
}
