//! The engine as WebAssembly, the very files that the page loads, answers every request as the native one does, byte for
//! byte: states, views, messages, stored games, records, pictures and the turns of bots.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use bastide_table::identity::hash;
use bastide_table::text::hex;

use crate::player::played;

/// A game of each kind; BASTIDE_PARITY=1000 plays that many, BASTIDE_PARITY=750..1000 some of them, so that a long run can be divided.
const GAMES: Range<u64> = 0..11;
/// So many are compared at once: their requests are written into one file.
const BATCH: u64 = 50;

#[test]
fn games_in_the_browser_are_those_of_the_server() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let engine = here.join("../../web/engine");
    let games = env::var("BASTIDE_PARITY").ok().map_or(GAMES, |text| wanted(&text));
    let file = env::temp_dir().join(format!("bastide-parity-{}.txt", std::process::id()));
    let mut compared = 0;
    for first in games.clone().step_by(BATCH as usize) {
        let told: Vec<_> = (first..games.end.min(first + BATCH)).flat_map(played).collect();
        if !engine.join("rooms.wasm").exists() || !engine.join("thinking.wasm").exists() {
            eprintln!(
                "nothing to compare with: there is no engine in web/engine; `make engine` builds it where it can"
            );
            continue;
        }
        let mut requests = String::new();
        for exchange in &told {
            writeln!(requests, "{}", exchange.request).expect("a string takes everything");
        }
        fs::write(&file, requests).expect("the requests can be written");
        let output = Command::new("node").arg(here.join("tests/parity.mjs")).arg(&engine).arg(&file).output();
        let output = output.expect("the engine in web/engine was built, so there should be Node");
        assert!(output.status.success(), "Node failed: {}", String::from_utf8_lossy(&output.stderr));
        let hashes = String::from_utf8(output.stdout).expect("hashes are text");
        assert_eq!(hashes.lines().count(), told.len());
        for (exchange, hashed) in told.iter().zip(hashes.lines()) {
            let is_same = hex(&hash(&exchange.answer)) == hashed;
            assert!(is_same, "asked {}\nthe native engine answers {}", exchange.request, exchange.answer);
        }
        compared += told.len();
        eprintln!("games {} to {}, {compared} answers", games.start, games.end.min(first + BATCH));
    }
    fs::remove_file(&file).ok();
}

/// The games that somebody wants: so many, or from one number to another.
fn wanted(text: &str) -> Range<u64> {
    let number = |text: &str| text.parse().expect("BASTIDE_PARITY is a number of games, or FROM..TO");
    match text.split_once("..") {
        Some((from, to)) => number(from)..number(to),
        None => 0..number(text),
    }
}
