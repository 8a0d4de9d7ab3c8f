//! Tells how much of what simulations say is luck and how much is a wrong judgement, by the turns that they play.
//!
//! `cargo run --release -p bastide-bots --example depth BOX DECISIONS SIMULATIONS SEED TURNS…`
//!
//! Two players, turns of a tile and a figure. Everything is in points, between the turns of one decision: the variation of one
//! simulation, and by how much the mean of all differs from the end of the game, without and with the network.
#![allow(clippy::print_stdout, reason = "a program for people")]

use bastide_bots::learn::{Survey, survey};
use bastide_rules::Game;

#[path = "common/mod.rs"]
mod common;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, decisions, simulations, seed, depths @ ..] = &words[..] else {
        return Err("depth BOX DECISIONS SIMULATIONS SEED TURNS…".into());
    };
    let game = Game::new(common::options(name, 2)?)?;
    let depths = depths.iter().map(|text| text.parse()).collect::<Result<Vec<u32>, _>>()?;
    let wanted =
        Survey { decisions: decisions.parse()?, simulations: simulations.parse()?, seed: seed.parse()?, depths };
    println!("turns  luck  wrong  wrong with the network");
    for found in survey(&game, &wanted)? {
        println!("{:5}  {:4.2}  {:5.2}  {:5.2}", found.turns, found.luck, found.wrong[0], found.wrong[1]);
    }
    Ok(())
}
