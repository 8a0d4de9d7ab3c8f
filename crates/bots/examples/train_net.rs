//! Learns the network that corrects the weights from self-play and prints it as a file.
//!
//! `cargo run --release -p bastide-bots --example train_net BOX GAMES SEED [RATE] [THREADS] [PASSES] [NETWORK] [judging]`
//!
//! Two players. The weights of the crate play, each game is learnt from `PASSES` times, and the file `NETWORK` is taught on; `judging` if
//! it shall also play and judge what comes of it. Every 2,000 games it tells how far that lay from predictions
//! in games that were not learnt from, without and with the network; the file that the environment names as `KEEP` has what is learnt so far.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use bastide_bots::learn::{Before, Course, learn_network};
use bastide_rules::Game;

#[path = "common/mod.rs"]
mod common;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, seed, rest @ ..] = &words[..] else {
        return Err("train_net BOX GAMES SEED [RATE] [THREADS] [PASSES] [NETWORK] [judging]".into());
    };
    let game = Game::new(common::options(name, 2)?)?;
    let course = Course {
        games: games.parse()?,
        seed: seed.parse()?,
        rate: rest.first().map_or(Ok(0.002), |text| text.parse())?,
        threads: rest.get(1).map_or(Ok(1), |text| text.parse())?,
        passes: rest.get(2).map_or(Ok(1), |text| text.parse())?,
    };
    let network = rest.get(3).map(std::fs::read_to_string).transpose()?;
    let before = match (&network, rest.get(4).map(String::as_str)) {
        (None, _) => Before::Nothing,
        (Some(text), None) => Before::Taught(text),
        (Some(text), Some("judging")) => Before::Judging(text),
        (Some(_), Some(other)) => return Err(format!("`{other}` is not `judging`").into()),
    };
    println!("# cargo run --release -p bastide-bots --example train_net {}", words.join(" "));
    let network = learn_network(&game, before, course, |progress, text| {
        let told = format!(
            "# {} games: held-out error {:.3} without, {:.3} with the network",
            progress.games, progress.linear, progress.network
        );
        println!("{told}");
        eprintln!("{told}");
        if let Ok(file) = std::env::var("KEEP") {
            // What has been learnt so far, to try it out meanwhile.
            let _ = std::fs::write(file, text());
        }
    })?;
    print!("{network}");
    Ok(())
}
