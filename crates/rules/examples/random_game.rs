//! Plays one random game and prints its record.
//!
//! `cargo run --package bastide-rules --example random_game -- 42`

#![allow(clippy::print_stdout, reason = "a program that prints")]

use bastide_rules::notation::Record;
use bastide_rules::{Base, Module, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The engine draws no random numbers; whoever plays brings a generator.
    let mut seed: u64 = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut below = |count: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((seed >> 32) * u64::from(count)) >> 32) as u32
    };

    let options = Options::new(Base::V3, 2).with(Module::River).with(Module::Abbot);
    let mut record = Record::new(options, vec!["Anna".into(), "Borys".into()]).map_err(|error| error.to_string())?;
    let mut state = record.start();
    while let Some(action) = state.choose(&mut below) {
        state.apply(action)?;
        record.push(action);
    }
    print!("{record}");
    Ok(())
}
