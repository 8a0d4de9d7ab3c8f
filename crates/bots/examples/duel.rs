//! A quick match between two bots: seats swapped on the same draws.
//!
//! `cargo run --release -p bastide-bots --example duel A B GAMES [BOX] [PLAYERS]`
//!
//! With more than two players one seat of `A` plays against seats of `B`, and every seat is tried.
#![allow(clippy::print_stdout, reason = "a program for people")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_bots::{Bot, Rng, Spec};
use bastide_rules::{Actor, Base, Game, Options, State, box_named};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [one, other, games, rest @ ..] = &words[..] else { return Err("duel A B GAMES [BOX] [PLAYERS]".into()) };
    let (one, other): (Spec, Spec) = (one.parse()?, other.parse()?);
    let games: u64 = games.parse()?;
    let players: usize = rest.get(1).map_or(Ok(2), |text| text.parse())?;
    let options = match rest.first().map(String::as_str) {
        None | Some("classic") => Options::new(Base::Classic, players),
        Some(name) => {
            let info = box_named(name).ok_or("no such box")?;
            info.modules.iter().fold(Options::new(info.base, players), |options, &module| options.with(module))
        }
    };
    let game = Game::new(options)?;
    let (mut wins, mut squares, mut points) = (0.0f64, 0.0f64, [0.0f64; 2]);
    let (mut time, mut asked, mut longest) = ([Duration::ZERO; 2], [0u32; 2], [Duration::ZERO; 2]);
    for index in 0..games {
        let (mut rng, seat) = (Rng::stream(77, index / players as u64), (index % players as u64) as usize);
        let mut bots: Vec<Box<dyn Bot + Send>> = Vec::new();
        for place in 0..players {
            bots.push(if place == seat { one.bot(index) } else { other.bot(index + 1) });
        }
        let mut state = State::new(Arc::clone(&game));
        loop {
            let action = match state.actor() {
                Actor::Player(player) => {
                    let begun = Instant::now();
                    let action = bots[player.index()].choose(&state);
                    let who = usize::from(player.index() != seat);
                    time[who] += begun.elapsed();
                    longest[who] = longest[who].max(begun.elapsed());
                    asked[who] += u32::from(matches!(state.decision(), bastide_rules::Decision::Place { .. }));
                    action
                }
                Actor::Chance => state.choose(|count| rng.below(count)).expect("chance has an outcome"),
                Actor::Nobody => break,
            };
            state.apply_listed(action);
        }
        let own = state.points()[seat];
        let most = state.points().iter().copied().max().unwrap_or(0);
        let sharers = state.points().iter().filter(|&&points| points == most).count();
        let won = if own == most { 1.0 / sharers as f64 } else { 0.0 };
        wins += won;
        squares += won * won;
        points[0] += f64::from(own);
        points[1] += f64::from(state.points().iter().sum::<i32>() - own) / (players - 1) as f64;
    }
    let n = games as f64;
    let mean = wins / n;
    let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
    let each = |who: usize| time[who].as_secs_f64() * 1e3 / f64::from(asked[who].max(1));
    println!(
        "{one} vs {other}: {:.1} % ± {:.1} (1.96 se), points {:.1} : {:.1}, {games} games, ms a move {:.3} : {:.3}, longest {:.0} : {:.0} ms",
        100.0 * mean,
        196.0 * error,
        points[0] / n,
        points[1] / n,
        each(0),
        each(1),
        longest[0].as_secs_f64() * 1e3,
        longest[1].as_secs_f64() * 1e3,
    );
    Ok(())
}
