//! Reads a record from standard input, judges it, and tells every award with its sum.
//!
//! `cargo run --package bastide-rules --example random_game | cargo run --package bastide-rules --example judge_record`

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::io::Read;

use bastide_rules::Event;
use bastide_rules::notation::Record;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let record = Record::parse(&text)?;

    let mut state = record.start();
    for &action in record.actions() {
        let turn = state.turn_number();
        let mut events = Vec::new();
        state.apply_with(action, &mut events)?;
        for event in events {
            if let Event::Scored(award) = event {
                let name = &record.names()[award.player.index()];
                println!("turn {turn}: {name}, {}: {}", award.source.word(), award.value);
            }
        }
    }
    println!("{:?}", state.points());
    Ok(())
}
