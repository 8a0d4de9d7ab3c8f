//! How fast masters think as WebAssembly, in Node, against native ones: the same turns with the same number of simulations.
//!
//!     cargo run --release --package bastide-wasm --example speed [SIMULATIONS]
//!
//! The engine must be in `web/engine` (`make engine`). Every turn is thought about twice and the second time counts, because a
//! browser begins with code that is compiled in a hurry. Both take turns, so that a busy machine is busy for both.

#![allow(clippy::print_stdout, reason = "a program that measures tells what it measured")]

#[allow(dead_code, reason = "the answers of the games are not needed here")]
#[path = "../tests/suite/player.rs"]
mod player;

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use bastide_wasm::Desk;
use serde_json::{Value, json};

/// Games of the boxes and of the plain bases, and the parts of each of them at which somebody thinks.
const GAMES: u64 = 10;
const MOMENTS: [usize; 3] = [1, 2, 3];

fn main() -> Result<(), Box<dyn Error>> {
    let simulations: u32 = std::env::args().nth(1).map_or(Ok(300), |text| text.parse())?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut node = Command::new("node")
        .arg(here.join("node/speed.mjs"))
        .arg(here.join("../../web/engine/thinking.wasm"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut asks = node.stdin.take().ok_or("no pipe")?;
    let mut tells = BufReader::new(node.stdout.take().ok_or("no pipe")?).lines();
    let mut desk = Desk::default();
    let (mut sum, mut worst) = ([0.0; 2], 0f64);
    for game in 0..GAMES {
        let mut spent = [0.0; 2];
        for request in requests(game, simulations)? {
            for counts in [false, true] {
                let begun = Instant::now();
                let native = desk.answer(&request);
                let took = begun.elapsed().as_secs_f64() * 1000.0;
                writeln!(asks, "{request}")?;
                let told: Value = serde_json::from_str(&tells.next().ok_or("Node has ended")??)?;
                assert_eq!(told["answer"], native.as_str(), "{request}");
                if counts {
                    spent[0] += took;
                    spent[1] += told["milliseconds"].as_f64().ok_or("no time")?;
                }
            }
        }
        if spent[0] > 0.0 {
            let ratio = spent[1] / spent[0];
            println!("game {game}: native {:.0} ms, WebAssembly {:.0} ms, {ratio:.2}", spent[0], spent[1]);
            worst = worst.max(ratio);
            sum = [sum[0] + spent[0], sum[1] + spent[1]];
        }
    }
    println!("all: native {:.0} ms, WebAssembly {:.0} ms, {:.2}; worst {worst:.2}", sum[0], sum[1], sum[1] / sum[0]);
    drop(asks);
    node.wait()?;
    Ok(())
}

/// What a master is asked at some moments of a game, where a bot was asked.
fn requests(game: u64, simulations: u32) -> Result<Vec<String>, Box<dyn Error>> {
    let mut records = Vec::new();
    for exchange in player::played(game) {
        let mut request: Value = serde_json::from_str(&exchange.request)?;
        if request["do"] == "think" {
            records.push(request["record"].take());
        }
    }
    let ask = |record: &Value| {
        json!({ "do": "think", "bot": "master", "seed": 1, "simulations": simulations, "record": record }).to_string()
    };
    let moments = MOMENTS.iter().filter_map(|part| records.get(records.len() * part / (MOMENTS.len() + 1)));
    Ok(moments.map(ask).collect())
}
