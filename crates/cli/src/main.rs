//! The program `bastide`: it reads the command line, calls the crates and prints.
//!
//! Exit codes: 0 good, 1 the input was refused, 2 wrong usage, 130 interrupted with a result.

// An answer or an event that is new is asked for in every list of them.
#![warn(clippy::wildcard_enum_match_arm)]

mod admin;
mod analyse;
mod archive;
mod arena;
mod boxes;
mod choice;
mod engine;
mod facts;
mod failure;
mod files;
mod input;
mod interrupt;
mod output;
mod perft;
mod play;
mod progress;
mod render;
mod replay;
mod serve;
mod sim;
mod tally;
mod tiles;
mod words;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure::Failure;

/// Carcassonne as software: play it, simulate it, judge records, look at the tiles.
///
/// Bastide is unofficial and not connected with the publisher of the game.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  bastide serve                                    the game in the browser
  bastide play                                     a game against a bot
  bastide sim --bots greedy,random --games 100     let two bots play
  bastide arena --bots greedy,random --games 100   which one is stronger, luck taken out
  bastide replay game.txt                          judge a record and tell what happened
  bastide analyse game.txt -o report.html          what decisions cost and what luck brought
  bastide render game.txt -o game.html             a page that plays a record
  bastide perft --base classic --turns 2           count the ways the first two turns can go
  bastide tiles --set base-v3                      every tile of a set
  bastide boxes                                    what can be combined

`bastide COMMAND --help` has more. Exit code 0: good, 1: the input was refused, 2: wrong usage.";

#[derive(Subcommand)]
enum Command {
    // By far the largest of them.
    Serve(Box<serve::Args>),
    #[command(subcommand)]
    Admin(admin::Args),
    Export(archive::ExportArgs),
    Import(archive::ImportArgs),
    Play(play::Args),
    Sim(sim::Args),
    Arena(arena::Args),
    Engine(engine::Args),
    Replay(replay::Args),
    Analyse(analyse::Args),
    Render(render::Args),
    Perft(perft::Args),
    Tiles(tiles::Args),
    Boxes(boxes::Args),
}

/// What the command line says, and for a server the file that it names.
fn read_words() -> Result<Cli, Failure> {
    let command = Cli::command();
    let given = command.clone().get_matches();
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    let Command::Serve(args) = &cli.command else { return Ok(cli) };
    let (Some(file), Some(("serve", given)), Some(known)) =
        (&args.config, given.subcommand(), command.find_subcommand("serve"))
    else {
        return Ok(cli);
    };
    let from_file = serve::words_of_file(file, given, known)?;
    let mut words: Vec<OsString> = std::env::args_os().collect();
    words.splice(2..2, from_file.into_iter().map(OsString::from));
    Ok(Cli::parse_from(words))
}

fn main() -> ExitCode {
    let cli = match read_words() {
        Ok(cli) => cli,
        Err(failure) => return failure.report(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match cli.command {
        Command::Serve(args) => serve::run(&args, &mut out),
        Command::Admin(args) => admin::run(args, &mut out),
        Command::Export(args) => archive::export(&args, &mut out),
        Command::Import(args) => archive::import(&args, &mut out),
        Command::Play(args) => play::run(&args, &mut out),
        Command::Sim(args) => sim::run(&args, &mut out),
        Command::Arena(args) => arena::run(&args, &mut out),
        Command::Engine(args) => engine::run(&args, &mut out),
        Command::Replay(args) => replay::run(&args, &mut out),
        Command::Analyse(args) => analyse::run(&args, &mut out),
        Command::Render(args) => render::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Tiles(args) => tiles::run(&args, &mut out),
        Command::Boxes(args) => boxes::run(&args, &mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
