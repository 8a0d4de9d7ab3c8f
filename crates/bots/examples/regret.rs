//! Tells what the choices of bots cost in decisions whose turns are known well.
//!
//! `cargo run --release -p bastide-bots --example regret look BOX DECISIONS SIMULATIONS DEPTH SEED PLAYER ADVISER [FROM] > FILE`
//! `cargo run --release -p bastide-bots --example regret ask BOX FILE BOT…`
//!
//! Two players, turns of a tile and a figure. The first looks into decisions: turns that `ADVISER` thinks well of are played on by
//! `PLAYER` for `DEPTH` turns, so many times. The second asks bots what they choose there, and tells by how many points that is worse than the best,
//! with standard errors: of all decisions, and of each third of the game; and then of each bot against the first.
#![allow(clippy::print_stdout, reason = "a program for people")]

use bastide_bots::Spec;
use bastide_bots::learn::{Decisions, Inquiry, inquire};
use bastide_rules::Game;

#[path = "common/mod.rs"]
mod common;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words[..] {
        [what, name, decisions, simulations, depth, seed, player, adviser, rest @ ..] if what == "look" => {
            let game = Game::new(common::options(name, 2)?)?;
            let inquiry = Inquiry {
                decisions: decisions.parse()?,
                from: rest.first().map_or(Ok(0), |text| text.parse())?,
                simulations: simulations.parse()?,
                depth: depth.parse()?,
                seed: seed.parse()?,
                player: player.parse()?,
                adviser: adviser.parse()?,
            };
            println!("# regret {}", words.join(" "));
            inquire(&game, &inquiry, |line| println!("{line}"))?;
        }
        [what, name, file, bots @ ..] if what == "ask" => {
            let game = Game::new(common::options(name, 2)?)?;
            let decisions = Decisions::read(&game, &std::fs::read_to_string(file)?)?;
            let mut first: Option<Vec<f64>> = None;
            for bot in bots {
                let spec: Spec = bot.parse()?;
                let begun = common::processor_time();
                let (costs, regrets) = decisions.costs(&spec, 5);
                let spent = (common::processor_time() - begun) as f64 / 1e6 / costs.len().max(1) as f64;
                let told = regrets.map(|one| format!("{:.3} ± {:.3}", one.mean, one.error)).join(", ");
                let first = first.get_or_insert_with(|| costs.clone());
                let differences: Vec<f64> = costs.iter().zip(first.iter()).map(|(own, first)| own - first).collect();
                let count = differences.len() as f64;
                let mean = differences.iter().sum::<f64>() / count;
                let spread = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
                println!(
                    "{spec}: {told}, {} outside, {mean:+.3} ± {:.3} against the first, {spent:.0} ms",
                    regrets[0].outside,
                    (spread / count).sqrt()
                );
            }
        }
        _ => {
            return Err(
                "regret look BOX DECISIONS SIMULATIONS DEPTH SEED PLAYER ADVISER [FROM], or regret ask BOX FILE BOT…"
                    .into(),
            );
        }
    }
    Ok(())
}
