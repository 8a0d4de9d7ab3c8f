//! Learning the network that corrects the weights.
//!
//! Turns of a decision differ by a point or two, and games end tens of points apart by luck, so the ends of games teach slowly which
//! turn is better. Here several turns of a decision are played on with the same draws. What is seen after each of them, and some turns later,
//! shall predict how the position is judged ten turns after that; that the same luck comes to all turns of a decision counts little. What
//! judges then is the network before, so learning again from the result looks further ahead. The steps downhill are those of Adam (Kingma
//! and Ba 2015).

use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use bastide_rules::{Actor, Decision, Game, State};

use crate::Rng;
use crate::features::ONE;
use crate::judge::{Judge, lead};
use crate::net::{Entry, FIRST, Group, NUMBERS, Net, ROWS, SECOND, Seen, add_row, context_rows, row_of};
use crate::search::{Draws, candidates, play_turn, second_sight};
use crate::weights::Weights;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// Games of self-play.
    pub games: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// The length of the first steps; the last ones are a thirtieth of it.
    pub rate: f32,
    /// Threads that play while one learns. They change nothing in what is learnt.
    pub threads: u64,
    /// How often a game is learnt from, on average: as it comes, and then whenever chance takes it from those that are kept. Playing it
    /// costs ten times as much as learning from it.
    pub passes: u32,
}

/// A network to begin with, as the text of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before<'a> {
    /// Small numbers by chance.
    Nothing,
    /// It is taught on. The weights alone judge what becomes of a position.
    Taught(&'a str),
    /// It is taught on, and it also plays and judges what becomes of a position, so that learning looks further ahead.
    Judging(&'a str),
}

/// How far judgements ten turns later lay from predictions, in games that were not learnt from, since the last time it was told:
/// between the turns of a decision, in points.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// Games that were played.
    pub games: u64,
    /// Without the network.
    pub linear: f64,
    /// With it.
    pub network: f64,
}

/// A position: what was seen, the lead of the first player by the weights alone, and what it came to, in points.
struct Sample {
    seen: Seen,
    linear: f32,
    wanted: f32,
}

/// Positions as many turns after the turns of a decision, with the same draws.
type Siblings = Vec<Sample>;

/// Turns of a decision that are played on: the first ones that look best, and some of the others.
const BEST: usize = 3;
const OTHERS: usize = 3;
/// Turns that are thought of.
const WIDTH: usize = 12;
/// One of so many decisions of a game is looked into.
const RARE: u32 = 6;

/// After so many turns positions are noted, and judged so many turns later.
const NOTED: [u32; 4] = [0, 2, 4, 6];
const HORIZON: u32 = 10;

/// Turns that the network before compares.
const CHOICES: usize = 4;

/// How much it counts that all turns of a decision were predicted too high or too low.
const COMMON: f32 = 0.3;

/// Games after which it is told how far it is.
const TOLD: u64 = 2000;

/// Games that are kept, to be learnt from again: some 2 GB.
const KEPT: usize = 3000;

/// Learns a network for two players and returns it as the text of a file.
///
/// # Errors
/// If a text cannot be read.
pub fn learn_network(
    game: &Arc<Game>,
    before: Before<'_>,
    course: Course,
    mut tell: impl FnMut(Progress, &dyn Fn() -> String),
) -> Result<String, String> {
    let (network, is_judge) = match before {
        Before::Nothing => (None, false),
        Before::Taught(text) => (Some(text.parse::<Net>()?), false),
        Before::Judging(text) => (Some(text.parse::<Net>()?), true),
    };
    let mut teacher = Teacher::new(network.clone().unwrap_or_else(Net::zero));
    let judging = network.filter(|_| is_judge).map(Arc::new);
    let (mut errors, mut count) = ([0.0f64; 2], 0.0f64);
    let mut warm: Vec<Siblings> = Vec::new();
    let (mut shelf, mut rng): (Vec<Vec<Siblings>>, _) = (Vec::new(), Rng::stream(course.seed, u64::MAX));
    let threads = course.threads.max(1);
    std::thread::scope(|scope| {
        // Each thread plays every so manieth game, so they come in the same order whatever the number of threads.
        let players: Vec<_> = (0..threads)
            .map(|first| {
                let (sender, receiver) = sync_channel(16);
                let judging = judging.clone();
                scope.spawn(move || {
                    let mut judge = Judge::new(game, Weights::for_game(game)).with_net(judging);
                    for index in (first..course.games).step_by(threads as usize) {
                        // Nobody listens any more if learning has ended.
                        if sender.send(play(game, &mut judge, &mut Rng::stream(course.seed, index))).is_err() {
                            return;
                        }
                    }
                });
                receiver
            })
            .collect();
        for index in 0..course.games {
            let Ok(all) = players[(index % threads) as usize].recv() else { break };
            if index < WARM {
                warm.extend(all);
                if index + 1 == WARM {
                    teacher.measure(warm.iter().flatten());
                    if before == Before::Nothing {
                        teacher.shake(&mut Rng::new(course.seed));
                    }
                }
                continue;
            }
            // From the whole length of steps to a thirtieth of it.
            let rate = course.rate * (1.0 - index as f32 / course.games as f32 * 29.0 / 30.0);
            if index % 20 == 19 {
                for siblings in &all {
                    errors[0] += apart(siblings, |sample| sample.linear);
                    errors[1] += apart(siblings, |sample| Look::lead(sample, &Look::both(&teacher.net, sample)));
                    count += siblings.len() as f64 - 1.0;
                }
            } else {
                teacher.learn_game(&all, rate);
                if course.passes > 1 {
                    if shelf.len() < KEPT {
                        shelf.push(all);
                    } else {
                        shelf[rng.below(KEPT as u32) as usize] = all;
                    }
                }
                for _ in 1..course.passes {
                    teacher.learn_game(&shelf[rng.below(shelf.len() as u32) as usize], rate);
                }
            }
            if (index + 1) % TOLD == 0 || index + 1 == course.games {
                let mean = |sum: f64| (sum / count.max(1.0)).sqrt();
                let progress = Progress { games: index + 1, linear: mean(errors[0]), network: mean(errors[1]) };
                let net = &teacher.net;
                tell(progress, &|| net.to_string());
                (errors, count) = ([0.0; 2], 0.0);
            }
        }
    });
    Ok(teacher.net.to_string())
}

/// The squares of what predictions were wrong, around the mean of the turns of a decision.
fn apart(siblings: &Siblings, predicted: impl Fn(&Sample) -> f32) -> f64 {
    let wrong: Vec<f64> = siblings.iter().map(|sample| f64::from(predicted(sample) - sample.wanted)).collect();
    let mean = wrong.iter().sum::<f64>() / wrong.len() as f64;
    wrong.iter().map(|one| (one - mean).powi(2)).sum()
}

/// Games that are only looked at, to see how large numbers are.
const WARM: u64 = 40;

/// A game of self-play, some of whose decisions are looked into.
fn play(game: &Arc<Game>, judge: &mut Judge, rng: &mut Rng) -> Vec<Siblings> {
    let mut state = State::new(Arc::clone(game));
    let mut found = Vec::new();
    let noise = [0, 1, 4][rng.below(3) as usize] * ONE as u32;
    loop {
        match state.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                let Some(action) = state.choose(|count| rng.below(count)) else { break };
                state.apply_listed(action);
            }
            Actor::Player(_) => {
                let is_looked_into = rng.below(RARE) == 0;
                let width = if noise > 0 || is_looked_into { WIDTH } else { 1 };
                let mut lines = candidates(judge, &state, width);
                let best = lines.iter().max_by_key(|line| line.value + rng.below(noise.max(1)) as i32);
                let Some(line) = best.cloned() else { break };
                if is_looked_into && lines.len() > 1 {
                    // Some of those that do not look best, each with the same chance.
                    while lines.len() > BEST + OTHERS {
                        let dropped = BEST + rng.below((lines.len() - BEST) as u32) as usize;
                        lines.remove(dropped);
                    }
                    let seed = rng.next_u64();
                    let mut siblings: [Siblings; NOTED.len()] = Default::default();
                    for line in &lines {
                        let mut after = state.clone();
                        line.actions.iter().for_each(|&action| after.apply_listed(action));
                        for (siblings, sample) in siblings.iter_mut().zip(play_on(judge, after, Draws::new(seed, 0))) {
                            siblings.push(sample);
                        }
                    }
                    found.extend(siblings.into_iter().filter(|siblings| siblings.len() > 1));
                }
                line.actions.iter().for_each(|&action| state.apply_listed(action));
            }
        }
    }
    found
}

/// What is seen on the way when a turn is played on; less if the game ends before.
fn play_on(judge: &mut Judge, mut state: State, mut draws: Draws) -> Vec<Sample> {
    let begun = state.turn_number();
    let points = |values: &crate::features::Values| lead(values, 0, 2) as f32 / ONE as f32;
    let mut lines = Vec::new();
    let mut samples: Vec<Sample> = Vec::new();
    let mut judged = 0;
    while judged < NOTED.len() {
        match state.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                if matches!(state.decision(), Decision::Draw { .. }) {
                    let turns = state.turn_number() - begun;
                    while judged < samples.len() && turns >= NOTED[judged] + HORIZON {
                        samples[judged].wanted = points(&judge.careful_values(&state));
                        judged += 1;
                    }
                    if NOTED.get(samples.len()).is_some_and(|&noted| turns >= noted) {
                        let Some(values) = judge.note(&state) else { break };
                        samples.push(Sample { seen: judge.seen().clone(), linear: points(&values), wanted: 0.0 });
                    }
                }
                let Some(action) = draws.choose(&state) else { break };
                state.apply_listed(action);
            }
            Actor::Player(_) if judge.has_net() => {
                let Some(line) = second_sight(judge, &state, CHOICES, 1).into_iter().next() else { break };
                line.actions.iter().for_each(|&action| state.apply_listed(action));
            }
            Actor::Player(_) => play_turn(judge, &mut state, &mut lines),
        }
    }
    if judged < samples.len() {
        // The last turns are played to the end.
        let end = points(&judge.careful_values(&state));
        samples[judged..].iter_mut().for_each(|sample| sample.wanted = end);
    }
    samples
}

/// Everything that can be learnt, as one row of numbers.
fn numbers(net: &mut Net) -> impl Iterator<Item = &mut f32> {
    let Net { rows, second, bias, out, skip } = net;
    rows.as_flattened_mut().iter_mut().chain(second.as_flattened_mut()).chain(bias).chain(out).chain(skip)
}

struct Teacher {
    net: Net,
    slope: Net,
    /// The mean and the mean square of slopes, number by number.
    moments: Vec<(f32, f32)>,
    /// How long steps are, row by row: where numbers are large, steps are short.
    scales: Vec<f32>,
    steps: i32,
    samples: u32,
}

/// What the network made of a position in the eyes of a player: all that is needed to learn.
struct Look {
    /// The sums of groups, before what is negative is cut off.
    sums: Vec<[f32; FIRST]>,
    pooled: [f32; FIRST],
    second: [f32; SECOND],
    /// What the player has more than the weights say.
    result: f32,
}

impl Look {
    fn new(net: &Net, seen: &Seen, player: usize) -> Look {
        let begun = net.begin(&seen.context(player, 2));
        let (mut sums, mut pooled) = (Vec::new(), [0.0; FIRST]);
        for (entries, group) in seen.groups() {
            let mut sum = begun[group as usize];
            for &entry in entries {
                add_row(&mut sum, &net.rows[row_of(entry, player)], entry.amount);
            }
            for (pool, value) in pooled.iter_mut().zip(sum) {
                *pool += value.max(0.0);
            }
            sums.push(sum);
        }
        let (second, result) = net.finish(&pooled);
        Look { sums, pooled, second, result }
    }

    /// How a position is seen by both.
    fn both(net: &Net, sample: &Sample) -> [Look; 2] {
        [0, 1].map(|player| Look::new(net, &sample.seen, player))
    }

    /// The lead of the first player.
    fn lead(sample: &Sample, [own, their]: &[Look; 2]) -> f32 {
        sample.linear + own.result - their.result
    }
}

impl Teacher {
    fn new(mut net: Net) -> Teacher {
        let count = numbers(&mut net).count();
        Teacher {
            net,
            slope: Net::zero(),
            moments: vec![(0.0, 0.0); count],
            scales: vec![0.0; ROWS],
            steps: 0,
            samples: 0,
        }
    }

    /// Sees how large numbers are.
    fn measure<'a>(&mut self, samples: impl Iterator<Item = &'a Sample>) {
        let mut sums = [(0.0f64, 0.0f64); NUMBERS];
        for sample in samples {
            for entry in sample.seen.groups().flat_map(|(entries, _)| entries) {
                let sum = &mut sums[usize::from(entry.feature)];
                *sum = (sum.0 + f64::from(entry.amount).powi(2), sum.1 + 1.0);
            }
        }
        for (index, (sum, count)) in sums.into_iter().enumerate() {
            let scale = if count == 0.0 { 0.0 } else { 1.0 / (sum / count).sqrt().max(0.1) as f32 };
            self.scales[index] = scale;
            self.scales[NUMBERS + index] = scale;
        }
        self.scales[2 * NUMBERS..].fill(1.0);
    }

    /// Numbers to begin with.
    fn shake(&mut self, rng: &mut Rng) {
        let mut small = |size: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * size;
        for (row, &scale) in self.net.rows.iter_mut().zip(&self.scales) {
            row.iter_mut().for_each(|weight| *weight = small(0.25) * scale);
        }
        self.net.second.as_flattened_mut().iter_mut().for_each(|weight| *weight = small(0.1));
    }

    /// Learns from the decisions of a game, with steps of this length.
    fn learn_game(&mut self, siblings: &[Siblings], rate: f32) {
        // As many as a decision has, but for those at the end of a game.
        for some in siblings.chunks(NOTED.len()) {
            some.iter().for_each(|siblings| self.learn(siblings));
            self.step(rate);
        }
    }

    /// Learns from the turns of a decision: most of all by how much their predictions are wrong against each other.
    fn learn(&mut self, siblings: &Siblings) {
        let looks: Vec<[Look; 2]> = siblings.iter().map(|sample| Look::both(&self.net, sample)).collect();
        let wrong: Vec<f32> =
            siblings.iter().zip(&looks).map(|(sample, looks)| Look::lead(sample, looks) - sample.wanted).collect();
        let mean = wrong.iter().sum::<f32>() / wrong.len() as f32;
        for ((sample, looks), wrong) in siblings.iter().zip(&looks).zip(wrong) {
            self.learn_from(&sample.seen, looks, wrong - mean + COMMON * mean);
        }
    }

    /// Learns that the lead of the first player was predicted too high by so much.
    fn learn_from(&mut self, seen: &Seen, looks: &[Look; 2], error: f32) {
        self.samples += 1;
        for (player, Look { sums, pooled, second, .. }) in looks.iter().enumerate() {
            let error = if player == 0 { error } else { -error };
            let mut back = [0.0; FIRST];
            let mut through = [0.0; SECOND];
            for (index, &value) in second.iter().enumerate() {
                self.slope.out[index] += error * value.max(0.0);
                if value > 0.0 {
                    through[index] = error * self.net.out[index];
                }
                self.slope.bias[index] += through[index];
            }
            for index in 0..FIRST {
                let mut sum = error * self.net.skip[index];
                for (other, &through) in through.iter().enumerate() {
                    sum += through * self.net.second[index][other];
                    self.slope.second[index][other] += through * pooled[index];
                }
                self.slope.skip[index] += error * pooled[index];
                back[index] = sum;
            }
            let mut shared = [[0.0; FIRST]; Group::ALL.len()];
            for ((entries, group), sum) in seen.groups().zip(sums) {
                let mut masked = back;
                for (value, &sum) in masked.iter_mut().zip(sum) {
                    if sum <= 0.0 {
                        *value = 0.0;
                    }
                }
                add_row(&mut shared[group as usize], &masked, 1.0);
                for &entry in entries {
                    let Entry { amount, .. } = entry;
                    add_row(&mut self.slope.rows[row_of(entry, player)], &masked, amount);
                }
            }
            let context = seen.context(player, 2);
            for (group, shared) in Group::ALL.into_iter().zip(&shared) {
                for (row, &amount) in self.slope.rows[context_rows(group)].iter_mut().zip(&context) {
                    add_row(row, shared, amount);
                }
            }
        }
    }

    /// One step downhill.
    fn step(&mut self, rate: f32) {
        if self.samples == 0 {
            return;
        }
        self.steps += 1;
        let share = 1.0 / self.samples as f32;
        let correct = [1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps)];
        let rows = ROWS * FIRST;
        let slopes = numbers(&mut self.slope);
        for (index, ((number, slope), (mean, square))) in
            numbers(&mut self.net).zip(slopes).zip(&mut self.moments).enumerate()
        {
            let now = *slope * share;
            *slope = 0.0;
            *mean = 0.9 * *mean + 0.1 * now;
            *square = 0.999 * *square + 0.001 * now * now;
            let scale = if index < rows { self.scales[index / FIRST] } else { 1.0 };
            *number -= rate * scale * (*mean / correct[0]) / ((*square / correct[1]).sqrt() + 1e-8);
        }
        self.samples = 0;
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Options};

    use super::*;

    fn short() -> Arc<Game> {
        Game::new(Options { end_after: Some(24), ..Options::new(Base::Classic, 2) }).unwrap()
    }

    #[test]
    fn threads_change_nothing_in_what_is_learnt() {
        let learn = |threads: u64, passes: u32| {
            let course = Course { games: WARM + 8, seed: 3, rate: 0.002, threads, passes };
            let mut told = Vec::new();
            let text =
                learn_network(&short(), Before::Nothing, course, |progress, _| told.push(progress.games)).unwrap();
            assert_eq!(told, [course.games]);
            text
        };
        let text = learn(1, 2);
        assert_eq!(text, learn(3, 2));
        assert_ne!(text, learn(1, 1), "a game is learnt from again");
        assert_ne!(text.parse::<Net>().unwrap(), Net::zero());
    }

    #[test]
    fn turns_of_a_decision_are_played_on_with_the_same_draws() {
        let game = Game::new(Options::new(Base::Classic, 2)).unwrap();
        let mut judge = Judge::new(&game, Weights::for_game(&game));
        let found = play(&game, &mut judge, &mut Rng::new(8));
        assert!(found.len() > 8, "{}", found.len());
        for siblings in &found {
            assert!((2..=BEST + OTHERS).contains(&siblings.len()));
            assert!(siblings.iter().all(|sample| sample.wanted.is_finite() && sample.seen.groups().count() > 1));
        }
        assert!(found.iter().any(|siblings| siblings.iter().any(|one| one.wanted != siblings[0].wanted)));
    }

    #[test]
    fn slopes_are_those_of_the_error() {
        let mut judge = Judge::new(&short(), Weights::for_game(&short()));
        let found = play(&short(), &mut judge, &mut Rng::new(5));
        let siblings = found.iter().max_by_key(|siblings| siblings.len()).unwrap();
        let mut teacher = Teacher::new(Net::zero());
        teacher.measure(found.iter().flatten());
        let mut rng = Rng::new(1);
        teacher.shake(&mut rng);
        numbers(&mut teacher.net).for_each(|number| *number += (rng.below(201) as f32 - 100.0) / 4000.0);
        // Half the square of what the turns are wrong, where that of all together counts less.
        let error = |net: &Net| {
            let wrong: Vec<f64> = siblings
                .iter()
                .map(|sample| f64::from(Look::lead(sample, &Look::both(net, sample)) - sample.wanted))
                .collect();
            let (count, mean) = (wrong.len() as f64, wrong.iter().sum::<f64>() / wrong.len() as f64);
            let apart: f64 = wrong.iter().map(|one| (one - mean).powi(2)).sum();
            (apart + f64::from(COMMON) * count * mean * mean) / 2.0
        };
        teacher.learn(siblings);
        let slopes: Vec<f32> = numbers(&mut teacher.slope).map(|slope| *slope).collect();
        let mut steepest: Vec<usize> = (0..slopes.len()).collect();
        steepest.sort_by(|&one, &other| slopes[other].abs().total_cmp(&slopes[one].abs()));
        // In every layer.
        let rows = ROWS * FIRST;
        let layers = [0..rows, rows..rows + FIRST * SECOND, rows + FIRST * SECOND..slopes.len()];
        for layer in layers {
            for &index in steepest.iter().filter(|index| layer.contains(index)).take(12) {
                let moved = |by: f32| {
                    let mut net = teacher.net.clone();
                    if let Some(number) = numbers(&mut net).nth(index) {
                        *number += by;
                    }
                    error(&net)
                };
                let (found, wanted) = (f64::from(slopes[index]), (moved(5e-4) - moved(-5e-4)) / 1e-3);
                assert!((found - wanted).abs() < 0.05 * wanted.abs() + 0.5, "{index}: {found} is not {wanted}");
            }
        }
    }
}
