//! `make simulate`: many histories; the first broken law ends it with the seed that replays it.

use std::process::ExitCode;
use std::time::Instant;

use bastide_simulator::{Planted, run};

fn number(args: &[String], name: &str, otherwise: u64) -> Result<u64, String> {
    let Some(place) = args.iter().position(|arg| arg == name) else { return Ok(otherwise) };
    let value = args.get(place + 1).ok_or_else(|| format!("{name} needs a number"))?;
    value.parse().map_err(|_| format!("{name} needs a number, not `{value}`"))
}

#[allow(clippy::print_stdout, reason = "it is a program")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let read = || Ok::<_, String>((number(&args, "--seed", 1)?, number(&args, "--histories", 10_000)?));
    let (first, histories) = match read() {
        Ok(read) => read,
        Err(error) => {
            eprintln!("{error}; simulate [--seed N] [--histories N]");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let (mut events, mut promises, mut crashes, mut refused) = (0, 0, 0, 0);
    for seed in first..first + histories {
        match run(seed, Planted::Nothing) {
            Ok(history) => {
                events += history.events;
                promises += history.promises;
                crashes += history.crashes;
                refused += history.refused;
            }
            Err(broken) => {
                eprintln!("history {seed}: {broken}");
                return ExitCode::FAILURE;
            }
        }
        let done = seed - first + 1;
        if done.is_multiple_of(10_000) || done == histories {
            println!(
                "{done} histories, {events} events, {promises} promises kept, {crashes} crashes, {refused} stale owners refused, {:.0} s",
                start.elapsed().as_secs_f64()
            );
        }
    }
    ExitCode::SUCCESS
}
