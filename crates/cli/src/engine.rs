//! `bastide engine`: our bots for other people's programs.

use std::io::{self, BufReader, Write};

use bastide_arena::Engine;
use bastide_bots::{Level, Spec};

use crate::failure::Failure;

/// Answer other programs by the engine protocol
///
/// Lines of text come in on the standard input and go out on the standard output, as chess programs do it.
/// `docs/engine-protocol.md` has the words.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Who thinks: a level, or a level with settings [default: the strongest]
    #[arg(long, value_name = "BOT")]
    bot: Option<Spec>,

    /// Seed where the bot is indifferent
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  bastide engine
  bastide engine --bot greedy
  bastide arena --bots 'cmd:bastide engine --bot greedy,random' --games 10

A conversation, > in and < out:
  > bastide-engine 1
  < id name Bastide …
  < ready
  > new
  > base classic
  > players Anna Borys
  > end
  > play U
  > go movetime 1000
  < best 1,0 r1
  > quit";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let strongest = Level::ALL.last().copied().unwrap_or(Level::Greedy);
    let engine = Engine { spec: args.bot.clone().unwrap_or(Spec::new(strongest)), seed: args.seed };
    Ok(engine.converse(BufReader::new(io::stdin()), out)?)
}
