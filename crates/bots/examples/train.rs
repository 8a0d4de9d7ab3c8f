//! Learns weights from self-play and prints them as a file.
//!
//! `cargo run --release -p bastide-bots --example train BOX PLAYERS ROUNDS GAMES SEED [LAMBDA] [PULL] [WEIGHTS]`
//!
//! Each round plays `GAMES` games with the weights of the round before and fits new ones. The first
//! round plays with the file `WEIGHTS`, or with the weights of the crate.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use bastide_bots::learn::{Lesson, learn};
use bastide_rules::{Base, Game, Options, box_named};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, players, rounds, games, seed, rest @ ..] = &words[..] else {
        return Err("train BOX PLAYERS ROUNDS GAMES SEED [LAMBDA] [PULL] [WEIGHTS]".into());
    };
    let players: usize = players.parse()?;
    let options = match name.as_str() {
        "classic" => Options::new(Base::Classic, players),
        name => {
            let info = box_named(name).ok_or("no such box")?;
            info.modules.iter().fold(Options::new(info.base, players), |options, &module| options.with(module))
        }
    };
    let game = Game::new(options)?;
    let (lambda, pull) =
        (rest.first().map_or(Ok(0.95), |text| text.parse())?, rest.get(1).map_or(Ok(1.0), |text| text.parse())?);
    let mut weights = rest.get(2).map(std::fs::read_to_string).transpose()?;
    println!("# cargo run --release -p bastide-bots --example train {}", words.join(" "));
    for round in 0..rounds.parse::<u64>()? {
        let lesson = Lesson { games: games.parse()?, seed: seed.parse::<u64>()? + round, lambda, pull };
        let learnt = learn(&game, weights.as_deref(), lesson)?;
        let [early, middle, late] = learnt.spread;
        let [before, after] = learnt.held_out;
        println!(
            "# round {}: {:.1} points a seat, held-out error {before:.2} before, {after:.2} after ({early:.1} early, {middle:.1} middle, {late:.1} late)",
            round + 1,
            learnt.points,
        );
        eprintln!("round {}: {:.1} points, {before:.3} -> {after:.3}", round + 1, learnt.points);
        weights = Some(learnt.weights);
    }
    print!("{}", weights.unwrap_or_default());
    Ok(())
}
