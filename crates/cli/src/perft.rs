//! `bastide perft`: how many ways the first turns can go.

use std::io::Write;

use bastide_rules::State;

use crate::choice::Choice;
use crate::failure::Failure;
use crate::progress;

/// Count the ways the first whole turns can go
///
/// Counts distinct draws, times placements, times every decision that follows in the turn; tiles
/// that look alike after a rotation count once, and draws are not weighted. The count is the last
/// line on the output, in plain digits. It is a sharp test for a rules engine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    choice: Choice,

    /// Whole turns to look ahead; every turn takes several hundred times longer than the one before
    #[arg(long, value_name = "D", default_value_t = 1)]
    turns: u32,
}

const EXAMPLES: &str = "\
Examples:
  bastide perft --base classic --turns 1              484
  bastide perft --base classic --turns 2              329444
  bastide perft --base v3 --with river,abbot          the first tile is one of the river";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let state = State::new(args.choice.game()?);
    let sign = progress::counting();
    let count = bastide_rules::perft(&state, args.turns);
    sign.finish_and_clear();
    Ok(writeln!(out, "{count}")?)
}
