//! The engine as WebAssembly gives the same states, views, messages and records as the native one, byte for byte.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use bastide_wasm::walk;

/// A game of each kind; BASTIDE_PARITY=1000 plays that many.
const GAMES: u64 = 11;

#[test]
fn games_in_the_browser_are_those_of_the_server() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let engine = here.join("../../web/engine/bastide.wasm");
    if !engine.exists() {
        eprintln!("skipped: there is no web/engine/bastide.wasm; `make engine` builds it where it can");
        return;
    }
    let games = env::var("BASTIDE_PARITY").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    let script = here.join("tests/parity.mjs");
    let node = Command::new("node").arg(script).arg(&engine).arg(games.to_string()).stdout(Stdio::piped()).spawn();
    let Ok(node) = node else {
        eprintln!("skipped: there is no Node");
        return;
    };
    let native: Vec<String> = (0..games).map(|number| serde_json::to_string(&walk(number)).unwrap()).collect();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "the program in Node failed");
    let wasm = String::from_utf8(output.stdout).unwrap();
    for (number, (wasm, native)) in wasm.lines().zip(&native).enumerate() {
        assert!(wasm == native, "game {number} differs:\n{wasm}\n{native}");
    }
    assert_eq!(wasm.lines().count(), native.len());
}
