//! Lays a tile, lists what the player may do next, and asks why something else is not allowed.
//!
//! `cargo run --package bastide-rules --example legal_actions`

#![allow(clippy::print_stdout, reason = "a program that prints")]

use bastide_rules::notation::{action_text, parse_action};
use bastide_rules::{Base, Game, Options, State};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = State::new(Game::new(Options::new(Base::Classic, 2))?);
    // A city cap closes the city of the start tile.
    for text in ["E", "0,-1 r2", "meeple@city:S", "E"] {
        let action = parse_action(&state, text).ok_or("not an answer to this decision")?;
        state.apply(action)?;
    }
    println!("points {:?}, to decide: {:?}", state.points(), state.decision());
    for action in state.legal_actions() {
        println!("  {}", action_text(&state, action));
    }
    let action = parse_action(&state, "1,0 r0").ok_or("not an answer to this decision")?;
    if let Some(refusal) = state.why_not(action) {
        println!("not 1,0 r0: {refusal} ({})", refusal.rule());
    }
    Ok(())
}
