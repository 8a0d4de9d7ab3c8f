//! Learning weights from self-play.
//!
//! Bots play against themselves with some noise. After every turn the numbers of
//! `features.rs` are noted, and at the end of the game how it went on. Weights are what
//! predicts that best: a linear fit, pulled towards the weights that played, so that what hardly ever
//! happens keeps its worth. What is predicted for a turn is a mixture of how the game ended and of how
//! the next turns were judged (λ-returns), because an ending is far away and noisy.

mod depth;
mod luck;
mod network;
mod regret;

use std::sync::Arc;

use bastide_rules::{Actor, Decision, Game, MAX_PLAYERS, State};

use crate::Rng;
use crate::features::{COUNT, F, ONE, Scout, Sink};
use crate::judge::{Judge, is_simple};
use crate::search::candidates;
use crate::weights::{KNOTS, Weights};
pub use depth::{Depth, Survey, survey};
pub use luck::{BELIEVED, Luck};
pub use network::{Before, Course, Progress, learn_network};
pub use regret::{Decisions, Inquiry, Regret, inquire};

/// Numbers of one state, by player.
struct Numbers([[f32; COUNT]; MAX_PLAYERS]);

impl Sink for Numbers {
    fn add(&mut self, player: usize, feature: usize, amount: i32) {
        self.0[player][feature] += amount as f32 / ONE as f32;
    }
}

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// Games of self-play.
    pub games: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// How much of what is predicted is the end of the game rather than the next judgement.
    pub lambda: f64,
    /// How strongly weights are pulled towards those that played.
    pub pull: f64,
}

/// What came out.
pub struct Learnt {
    /// The weights, as the text of a file.
    pub weights: String,
    /// The standard deviation of the results in points, around what was predicted: early, middle, late.
    pub spread: [f64; 3],
    /// The same in games that were not learnt from, with the weights that played and with the new ones.
    pub held_out: [f64; 2],
    /// Mean points of a seat.
    pub points: f64,
}

/// One turn: what was seen and who predicted what.
struct Note {
    seen: Box<Numbers>,
    points: [f64; MAX_PLAYERS],
    moments: [f64; KNOTS.len()],
}

/// Plays and fits. `weights` is the text of a file, or `None` for those of the crate.
///
/// # Errors
/// If the text is not that of weights.
pub fn learn(game: &Arc<Game>, weights: Option<&str>, lesson: Lesson) -> Result<Learnt, String> {
    let old = match weights {
        Some(text) => Arc::new(text.parse::<Weights>()?),
        None => Weights::for_game(game),
    };
    let players = game.players();
    let mut fit = Fit::new();
    let mut held: Vec<(Vec<Note>, Vec<f64>)> = Vec::new();
    let mut sum = 0.0;
    for index in 0..lesson.games {
        let (notes, points) = play(game, &old, &mut Rng::stream(lesson.seed, index));
        sum += points.iter().sum::<f64>() / players as f64;
        if index % 10 == 9 {
            held.push((notes, points));
        } else {
            for player in 0..if players == 2 { 1 } else { players } {
                fit.learn(&notes, &points, player, players, &old, lesson.lambda);
            }
        }
    }
    let mut new = fit.solve(&old, lesson.pull);
    let mut spread = [(0.0, 0.0); KNOTS.len()];
    let mut held_out = [0.0; 2];
    let mut count = 0.0;
    for (notes, points) in &held {
        for note in notes {
            for (error, weights) in held_out.iter_mut().zip([&*old, &new]) {
                let miss = difference(points, 0, players) - predict(note, weights, 0, players);
                *error += miss * miss;
            }
            count += 1.0;
            let miss = difference(points, 0, players) - predict(note, &new, 0, players);
            for (sum, moment) in spread.iter_mut().zip(note.moments) {
                *sum = (sum.0 + moment * miss * miss, sum.1 + moment);
            }
        }
    }
    let spread = spread.map(|(sum, count)| (sum / f64::max(count, 1.0)).sqrt());
    new.spread = spread.map(|spread| (spread * f64::from(ONE)) as i32);
    Ok(Learnt {
        weights: new.to_string(),
        spread: [4, 2, 0].map(|knot: usize| spread[knot]),
        held_out: held_out.map(|error| (error / f64::max(count, 1.0)).sqrt()),
        points: sum / lesson.games.max(1) as f64,
    })
}

/// What a player has more than the others on average.
fn difference(values: &[f64], player: usize, players: usize) -> f64 {
    let others: f64 = values[..players].iter().sum::<f64>() - values[player];
    values[player] - others / (players - 1) as f64
}

fn predict(note: &Note, weights: &Weights, player: usize, players: usize) -> f64 {
    let mut value = difference(&note.points, player, players);
    for feature in 0..COUNT {
        let seen: Vec<f64> = note.seen.0[..players].iter().map(|row| f64::from(row[feature])).collect();
        let seen = difference(&seen, player, players);
        if seen != 0.0 {
            let weight: f64 =
                (0..KNOTS.len()).map(|knot| note.moments[knot] * f64::from(weights.rows[knot][feature])).sum();
            value += seen * weight / f64::from(ONE);
        }
    }
    value
}

/// A game of self-play: a note after each turn, and the points at the end.
fn play(game: &Arc<Game>, weights: &Arc<Weights>, rng: &mut Rng) -> (Vec<Note>, Vec<f64>) {
    let mut state = State::new(Arc::clone(game));
    let mut judge = Judge::new(game, Arc::clone(weights));
    let mut scout = Scout::default();
    let mut notes: Vec<Note> = Vec::new();
    // Some tables play as well as they can, others less carefully; everybody at a table alike, or the
    // numbers would tell who plays well instead of what is worth something.
    let noise = [0, 1, 4][rng.below(3) as usize] * ONE as u32;
    let width = if is_simple(game) { usize::MAX } else { 3 };
    loop {
        match state.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                if matches!(state.decision(), Decision::Draw { .. }) && state.turn_number() > 1 {
                    let mut seen = Box::new(Numbers([[0.0; COUNT]; MAX_PLAYERS]));
                    scout.turn = state.turn_number() - 1;
                    scout.read(&state, &mut *seen);
                    let mut points = [0.0; MAX_PLAYERS];
                    for (own, &now) in points.iter_mut().zip(state.points()) {
                        *own = f64::from(now);
                    }
                    let moments =
                        Weights::moments(scout.left(), game.tile_count()).map(|part| f64::from(part) / 1024.0);
                    notes.push(Note { seen, points, moments });
                }
                let Some(action) = state.choose(|count| rng.below(count)) else { break };
                state.apply_listed(action);
            }
            Actor::Player(_) => {
                let lines = candidates(&mut judge, &state, width);
                let best = lines.iter().max_by_key(|line| line.value + rng.below(noise.max(1)) as i32);
                let Some(line) = best else { break };
                line.actions.iter().for_each(|&action| state.apply_listed(action));
            }
        }
    }
    (notes, state.points().iter().map(|&points| f64::from(points)).collect())
}

/// Everything that is fitted: each number at each moment.
const SIZE: usize = KNOTS.len() * COUNT;

/// The sums of a linear fit.
struct Fit {
    squares: Vec<f64>,
    products: Vec<f64>,
}

impl Fit {
    fn new() -> Fit {
        Fit { squares: vec![0.0; SIZE * SIZE], products: vec![0.0; SIZE] }
    }

    /// Adds a game, seen by a player.
    fn learn(&mut self, notes: &[Note], points: &[f64], player: usize, players: usize, old: &Weights, lambda: f64) {
        let mut wanted = difference(points, player, players);
        for note in notes.iter().rev() {
            let mut row: Vec<(usize, f64)> = Vec::new();
            for feature in 0..COUNT {
                let seen: Vec<f64> = note.seen.0[..players].iter().map(|row| f64::from(row[feature])).collect();
                let seen = difference(&seen, player, players);
                if seen != 0.0 {
                    let moments = note.moments.iter().enumerate().filter(|(_, moment)| **moment > 0.0);
                    row.extend(moments.map(|(knot, moment)| (knot * COUNT + feature, seen * moment)));
                }
            }
            let rest = wanted - difference(&note.points, player, players);
            for &(index, value) in &row {
                self.products[index] += value * rest;
                for &(other, factor) in &row {
                    self.squares[index * SIZE + other] += value * factor;
                }
            }
            wanted = lambda * wanted + (1.0 - lambda) * predict(note, old, player, players);
        }
    }

    /// The weights that predict best, pulled towards the old ones.
    fn solve(&self, old: &Weights, pull: f64) -> Weights {
        let mut matrix = self.squares.clone();
        let mut right = self.products.clone();
        for index in 0..SIZE {
            let before = f64::from(old.rows[index / COUNT][index % COUNT]) / f64::from(ONE);
            // Points that are sure are points.
            let strength = if index % COUNT == F::Sure as usize {
                1e12
            } else {
                pull * (20.0 + 0.001 * self.squares[index * SIZE + index])
            };
            matrix[index * SIZE + index] += strength;
            right[index] += strength * before;
        }
        cholesky(&mut matrix, &mut right);
        let mut weights = old.clone();
        for (index, &value) in right.iter().enumerate() {
            weights.rows[index / COUNT][index % COUNT] = (value * f64::from(ONE)).round() as i32;
        }
        weights
    }
}

/// Solves a symmetric positive system in place.
fn cholesky(matrix: &mut [f64], right: &mut [f64]) {
    let size = right.len();
    for column in 0..size {
        for row in column..size {
            let known: f64 = (0..column).map(|k| matrix[row * size + k] * matrix[column * size + k]).sum();
            let value = matrix[row * size + column] - known;
            matrix[row * size + column] =
                if row == column { value.max(1e-9).sqrt() } else { value / matrix[column * size + column] };
        }
    }
    for row in 0..size {
        let known: f64 = (0..row).map(|k| matrix[row * size + k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| matrix[k * size + row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        let (mut matrix, mut right) = (vec![4.0, 2.0, 2.0, 3.0], vec![10.0, 9.0]);
        cholesky(&mut matrix, &mut right);
        assert!((right[0] - 1.5).abs() < 1e-9 && (right[1] - 2.0).abs() < 1e-9, "{right:?}");
    }
}
