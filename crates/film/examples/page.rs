//! Reads a record from standard input and writes the page that plays it: one file, which opens in any browser.
//!
//! `cargo run --package bastide-film --example page < game.txt > game.html`

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::io::Read;

use bastide_film::page;
use bastide_rules::notation::Record;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    print!("{}", page(&Record::parse(&text)?, None, None)?);
    Ok(())
}
