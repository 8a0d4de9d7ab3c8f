//! Finds out which of two players is stronger: bots of ours with any settings, or your own program.
//!
//! `cargo run --release --package bastide-arena --example compare -- greedy,random`
//! `cargo run --release --package bastide-arena --example compare -- "greedy,cmd:python3 examples/python/bot.py target/release/bastide"`

#![allow(clippy::print_stdout, reason = "a program that prints")]

use bastide_arena::{Contender, Limit, Match, Seatings, Sprt};
use bastide_bots::Stop;
use bastide_rules::{Base, Game, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let list = std::env::args().nth(1).unwrap_or_else(|| "greedy,random".to_owned());
    let bots = Contender::list(&list)?;
    let names: Vec<String> = bots.iter().map(Contender::to_string).collect();
    let plan = Match {
        game: Game::new(Options::new(Base::Classic, 2))?,
        seatings: Seatings::new(&bots, 2)?,
        bots,
        deals: 200,
        seed: 1,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        openings: 0,
        limit: Limit::default(),
        // It ends as soon as the first of them is stronger by 20 Elo beyond doubt, or is not.
        sprt: Some(Sprt { elo0: 0.0, elo1: 20.0 }),
        stop: Stop::new(),
    };
    let result = plan.play(&());
    println!("{} games, each deal once from either seat", result.games);
    for (name, standing) in names.iter().zip(&result.contestants) {
        let [low, high] = standing.elo_interval();
        println!(
            "{name}: won {}, drew {}, lost {}; {:.1} points a game; Elo {:+.0}, between {low:+.0} and {high:+.0}",
            standing.wins,
            standing.draws,
            standing.losses,
            standing.mean_points(),
            standing.elo(),
        );
    }
    for forfeit in &result.forfeits {
        println!("{forfeit:?}");
    }
    Ok(())
}
