//! A quick match between two bots: seats rotated on the same draws.
//!
//! `cargo run --release -p bastide-bots --example duel A B GAMES [BOX] [PLAYERS] [SEED]`
//!
//! `BOX` is `classic`, the name of a box or `everything`. With more than two players one seat of `A` plays against
//! seats of `B`, and every seat is tried. Times are processor times, so that a busy machine does not matter; give
//! bots simulations instead of a time there. Every ten deals and at the end it prints a line; the interval is
//! 1.96 standard errors over the deals, each of which is played once for each seat.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::sync::Arc;

use bastide_bots::{Bot, Rng, Spec};
use bastide_rules::{Actor, Decision, Game, State};

#[path = "common/mod.rs"]
mod common;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [one, other, games, rest @ ..] = &words[..] else { return Err("duel A B GAMES [BOX] [PLAYERS] [SEED]".into()) };
    let (one, other): (Spec, Spec) = (one.parse()?, other.parse()?);
    let games: u64 = games.parse()?;
    let name = rest.first().map_or("classic", String::as_str);
    let players: usize = rest.get(1).map_or(Ok(2), |text| text.parse())?;
    let seed: u64 = rest.get(2).map_or(Ok(77), |text| text.parse())?;
    let game = Game::new(common::options(name, players)?)?;
    let mut score = Score::default();
    let mut shares = Vec::new();
    for index in 0..games {
        let (mut rng, seat) = (Rng::stream(seed, index / players as u64), (index % players as u64) as usize);
        let mut bots: Vec<Box<dyn Bot + Send>> = Vec::new();
        for place in 0..players {
            bots.push(if place == seat { one.bot(index) } else { other.bot(index + 1) });
        }
        shares.push(score.play(&game, &mut bots, seat, &mut rng));
        if index + 1 == games || (index + 1) % (10 * players as u64) == 0 {
            println!("{one} vs {other}, {name} {players}: {}", score.line(&shares, players));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Score {
    points: [f64; 2],
    nanoseconds: [u64; 2],
    longest: [u64; 2],
    asked: [u32; 2],
}

impl Score {
    /// Plays a game and returns the share of the victory that the seat has.
    fn play(&mut self, game: &Arc<Game>, bots: &mut [Box<dyn Bot + Send>], seat: usize, rng: &mut Rng) -> f64 {
        let mut state = State::new(Arc::clone(game));
        let mut begun = common::processor_time();
        loop {
            let action = match state.actor() {
                Actor::Player(player) => {
                    let who = usize::from(player.index() != seat);
                    let is_first = matches!(state.decision(), Decision::Place { .. });
                    if is_first {
                        begun = common::processor_time();
                    }
                    let action = bots[player.index()].choose(&state);
                    if is_first {
                        let spent = common::processor_time() - begun;
                        self.nanoseconds[who] += spent;
                        self.longest[who] = self.longest[who].max(spent);
                        self.asked[who] += 1;
                    }
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
        self.points[0] += f64::from(own);
        self.points[1] += f64::from(state.points().iter().sum::<i32>() - own) / (bots.len() - 1) as f64;
        if own == most { 1.0 / sharers as f64 } else { 0.0 }
    }

    fn line(&self, shares: &[f64], players: usize) -> String {
        let deals: Vec<f64> = shares.chunks(players).map(|deal| deal.iter().sum::<f64>() / deal.len() as f64).collect();
        let count = deals.len() as f64;
        let mean = deals.iter().sum::<f64>() / count;
        let variance = deals.iter().map(|deal| (deal - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let each = |who: usize| self.nanoseconds[who] as f64 / 1e6 / f64::from(self.asked[who].max(1));
        format!(
            "{:.1} % ± {:.1}, points {:.1} : {:.1}, {} games, ms of processor a move {:.2} : {:.2}, longest {:.0} : {:.0}",
            100.0 * mean,
            196.0 * (variance / count).sqrt(),
            self.points[0] / shares.len() as f64,
            self.points[1] / shares.len() as f64,
            shares.len(),
            each(0),
            each(1),
            self.longest[0] as f64 / 1e6,
            self.longest[1] as f64 / 1e6,
        )
    }
}
