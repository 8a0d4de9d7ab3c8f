//! A quick match between two bots: seats rotated on the same draws.
//!
//! `cargo run --release -p bastide-bots --example duel A B GAMES [BOX] [PLAYERS] [SEED]`
//!
//! `BOX` is `classic`, the name of a box or `everything`. With more than two players one seat of `A` plays against
//! seats of `B`, and every seat is tried. Times are processor times, so that a busy machine does not matter; give
//! bots simulations instead of a time there. Every ten deals and at the end it prints a line; intervals are
//! 1.96 standard errors over the deals, each of which is played once for each seat. Where two play and turns are a tile and a figure,
//! the lead is told once more without the luck of the draws.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::sync::Arc;

use bastide_bots::learn::{BELIEVED, Luck};
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
    let mut score = Score { luck: Luck::new(&game), ..Score::default() };
    for index in 0..games {
        let (mut rng, seat) = (Rng::stream(seed, index / players as u64), (index % players as u64) as usize);
        let mut bots: Vec<Box<dyn Bot + Send>> = Vec::new();
        for place in 0..players {
            bots.push(if place == seat { one.bot(index) } else { other.bot(index + 1) });
        }
        score.play(&game, &mut bots, seat, &mut rng);
        if index + 1 == games || (index + 1) % (10 * players as u64) == 0 {
            println!("{one} vs {other}, {name} {players}: {}", score.line(players));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Score {
    /// The share of the victory in each game, the lead, and the lead without luck.
    shares: Vec<f64>,
    leads: Vec<f64>,
    fair: Vec<f64>,
    luck: Option<Luck>,
    points: [f64; 2],
    nanoseconds: [u64; 2],
    longest: [u64; 2],
    asked: [u32; 2],
}

impl Score {
    fn play(&mut self, game: &Arc<Game>, bots: &mut [Box<dyn Bot + Send>], seat: usize, rng: &mut Rng) {
        let mut state = State::new(Arc::clone(game));
        let mut begun = common::processor_time();
        let mut lucky = 0.0;
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
                Actor::Chance => {
                    let action = state.choose(|count| rng.below(count)).expect("chance has an outcome");
                    lucky += self.luck.as_mut().map_or(0.0, |luck| luck.of(&state, action));
                    action
                }
                Actor::Nobody => break,
            };
            state.apply_listed(action);
        }
        let own = state.points()[seat];
        let most = state.points().iter().copied().max().unwrap_or(0);
        let sharers = state.points().iter().filter(|&&points| points == most).count();
        self.points[0] += f64::from(own);
        let other = f64::from(state.points().iter().sum::<i32>() - own) / (bots.len() - 1) as f64;
        self.points[1] += other;
        self.shares.push(if own == most { 1.0 / sharers as f64 } else { 0.0 });
        self.leads.push(f64::from(own) - other);
        self.fair.push(f64::from(own) - other - BELIEVED * if seat == 0 { lucky } else { -lucky });
    }

    fn line(&self, players: usize) -> String {
        let (mean, error) = estimate(&self.shares, players);
        let (lead, lead_error) = estimate(&self.leads, players);
        let (fair, fair_error) = estimate(&self.fair, players);
        let fair = match self.luck {
            Some(_) => format!(" ({fair:+.1} ± {fair_error:.1} without luck)"),
            None => String::new(),
        };
        let games = self.shares.len();
        let each = |who: usize| self.nanoseconds[who] as f64 / 1e6 / f64::from(self.asked[who].max(1));
        format!(
            "{:.1} % ± {:.1}, points {:.1} : {:.1}, lead {lead:+.1} ± {lead_error:.1}{fair}, {games} games, ms of processor a move {:.2} : {:.2}, longest {:.0} : {:.0}",
            100.0 * mean,
            100.0 * error,
            self.points[0] / games as f64,
            self.points[1] / games as f64,
            each(0),
            each(1),
            self.longest[0] as f64 / 1e6,
            self.longest[1] as f64 / 1e6,
        )
    }
}

/// The mean over games and 1.96 standard errors over deals.
fn estimate(games: &[f64], players: usize) -> (f64, f64) {
    let deals: Vec<f64> = games.chunks(players).map(|deal| deal.iter().sum::<f64>() / deal.len() as f64).collect();
    let count = deals.len() as f64;
    let mean = deals.iter().sum::<f64>() / count;
    let variance = deals.iter().map(|deal| (deal - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}
