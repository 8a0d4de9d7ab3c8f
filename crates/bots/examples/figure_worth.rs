//! Which worth of a free figure makes the greedy player strongest?
//!
//! Plays every worth against the worth in use and against the random player, seats swapped on the
//! same draws, and prints the share of wins and the mean points.
//!
//! `cargo run --release -p bastide-bots --example figure_worth [GAMES]`
#![allow(clippy::print_stdout, reason = "a program for people")]

use std::sync::Arc;

use bastide_bots::{Bot, Greedy, Random, Rng, play_game};
use bastide_rules::{Base, Game, Options, State};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = std::env::args().nth(1).map_or(Ok(400), |text| text.parse())?;
    let game = Game::new(Options::new(Base::Classic, 2))?;
    println!("worth/2   against {}/2           against random", Greedy::FIGURE_WORTH);
    for worth in 0..=9 {
        let candidate = |seed| -> Box<dyn Bot + Send> { Box::new(Greedy::with_figure_worth(seed, worth)) };
        let against_greedy = duel(&game, games, candidate, |seed| Box::new(Greedy::new(seed)));
        let against_random = duel(&game, games, candidate, |seed| Box::new(Random::new(seed)));
        println!("{worth:>7}   {against_greedy}   {against_random}");
    }
    Ok(())
}

/// Wins and mean points of the first player against the second.
fn duel(
    game: &Arc<Game>,
    games: u64,
    one: impl Fn(u64) -> Box<dyn Bot + Send>,
    other: impl Fn(u64) -> Box<dyn Bot + Send>,
) -> String {
    let (mut wins, mut points) = (0.0, [0, 0]);
    for index in 0..games {
        let (mut rng, seat) = (Rng::stream(1, index / 2), (index % 2) as usize);
        let mut bots = [one(index), other(index)];
        bots.swap(0, seat);
        let mut state = State::new(Arc::clone(game));
        play_game(&mut state, &mut bots, &mut rng);
        let (own, its) = (state.points()[seat], state.points()[1 - seat]);
        wins += if own > its { 1.0 } else { f64::from(u8::from(own == its)) / 2.0 };
        points = [points[0] + own, points[1] + its];
    }
    let per_game = |sum: f64| sum / games as f64;
    format!("{:5.1} % {:5.1} : {:5.1}", 100.0 * per_game(wins), per_game(points[0].into()), per_game(points[1].into()))
}
