//! `bastide play`: a plain terminal game, one person against bots.

mod input;
mod map;
mod pen;
mod picture;
mod pieces;
mod session;
mod show;

use std::io::{self, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use bastide_bots::Spec;
use bastide_rules::PlayerId;
use bastide_rules::notation::Record;

use crate::choice::Choice;
use crate::failure::Failure;
use pen::Pen;
use session::{Manner, Session};

/// Play a game on the terminal against bots
///
/// The map shows every tile with its figures, and numbers where the drawn tile fits. Type a number,
/// or an action as it stands in records: `1,0 r2`, `meeple@city:N`, `pass`. `help` lists the rest.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    choice: Choice,

    /// Who plays the other seats: a level, or a level with settings; see below
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,

    /// Your seat; the first one begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    seat: usize,

    /// Your name
    #[arg(long, value_name = "NAME", default_value = "You")]
    name: String,

    /// Seed of all draws and bots, to play the same game again [default: a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Do not ask before your turn ends
    #[arg(long)]
    quick: bool,

    /// Draw with plain characters and without colours
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  bastide play                                    classic, you begin, one greedy bot
  bastide play --base v3 --with river,abbot --players 3 --seat 2
  bastide play --bot master
  bastide play --bot master:time=5000,threads=2   five seconds for a decision
  bastide play --bot random --seed 7 --ascii

The bots, the weakest first:
  random      lays tiles wherever they fit and hopes for the best
  novice      sees the points of the moment and forgets the rest now and then
  greedy      takes what there is at once and never looks further
  apprentice  answers at once, knows its trade and keeps its meeples together
  expert      plays the best turns on in its head before it lays a tile
  master      takes its second, sees far ahead and spoils your plans

Colours are used on a terminal, unless the variable NO_COLOR is set.";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let game = args.choice.game()?;
    let seats = game.players();
    let human = PlayerId::new(args.seat.wrapping_sub(1)).filter(|human| human.index() < seats);
    let human =
        human.ok_or_else(|| Failure::refused(format!("there is no seat {}; choose --seat 1 to {seats}", args.seat)))?;
    let bot: Spec = args.bot.parse().map_err(Failure::refused)?;
    let record = Record::new(*game.options(), names(&args.name, &bot, human, seats))
        .map_err(|kind| Failure::refused(format!("{kind}; choose another --name")))?;
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    let is_terminal = io::stdout().is_terminal();
    let has_colours = is_terminal && !args.ascii && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let pen = Pen { is_ascii: args.ascii, is_coloured: has_colours };
    writeln!(out, "Bastide on the terminal: {} against {}, seed {seed}. Type help at any time.", args.name, args.bot)?;
    let manner = Manner { pen, is_quick: args.quick, is_echoing: !io::stdin().is_terminal() };
    let mut input = io::stdin().lock();
    Session::new(record, human, &bot, seed, manner).play(&mut input, out)
}

/// The names of the seats: the person's, and the level of the bot with a number where it is needed.
fn names(person: &str, bot: &Spec, human: PlayerId, seats: usize) -> Vec<String> {
    let mut bots = 0;
    let name = |seat: usize| {
        if seat == human.index() {
            return person.to_owned();
        }
        bots += 1;
        if seats == 2 { bot.level.to_string() } else { format!("{}-{bots}", bot.level) }
    };
    (0..seats).map(name).collect()
}

/// A seed for a game that nobody asked to be repeatable.
fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    (now.as_nanos() ^ u128::from(std::process::id()) << 20) as u64 % 1_000_000_000
}
