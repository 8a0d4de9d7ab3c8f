//! The program `bastide`: it reads the command line, calls the crates and prints.
//!
//! Exit codes: 0 good, 1 the input was refused, 2 wrong usage, 130 interrupted with a result.

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

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    Serve(serve::Args),
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

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match cli.command {
        Command::Serve(args) => serve::run(&args, &mut out),
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
