//! Learning the network that corrects the weights: the same games, by small steps downhill (Adam, Kingma and Ba 2015).

use std::sync::Arc;

use bastide_rules::{Actor, Decision, Game, State};

use crate::Rng;
use crate::features::{COUNT, ONE, Scout};
use crate::judge::{Judge, Note, Weigh, is_simple, lead};
use crate::net::{Entry, FIRST, Net, ROWS, SECOND, Seen, add_row, row_of};
use crate::search::candidates;
use crate::weights::Weights;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// Games of self-play.
    pub games: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// How much of what is predicted is the end of the game rather than the next judgement.
    pub lambda: f32,
    /// The length of the first steps; the last ones are a thirtieth of it.
    pub rate: f32,
}

/// How far results lay from predictions in games that were not learnt from, since the last time it was told.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// Games that were played.
    pub games: u64,
    /// Without the network.
    pub linear: f64,
    /// With it.
    pub network: f64,
}

/// A position of a game: what was seen, and the lead of the first player by the weights alone, in points.
struct Sample {
    seen: Seen,
    linear: f32,
}

/// Games of one step.
const BATCH: u64 = 8;

/// Learns a network for two players and returns it as the text of a file. `network` is the text to go on with.
///
/// # Errors
/// If a text cannot be read.
pub fn learn_network(
    game: &Arc<Game>,
    network: Option<&str>,
    course: Course,
    mut tell: impl FnMut(Progress, &dyn Fn() -> String),
) -> Result<String, String> {
    let weights = Weights::for_game(game);
    let mut rng = Rng::new(course.seed);
    let (net, is_new) = match network {
        Some(text) => (text.parse::<Net>()?, false),
        None => (Net::zero(), true),
    };
    let mut teacher = Teacher::new(net);
    let mut judge = Judge::new(game, Arc::clone(&weights));
    let (mut errors, mut count) = ([0.0f64; 2], 0.0f64);
    let mut warm: Vec<(Vec<Sample>, f32)> = Vec::new();
    for index in 0..course.games {
        let (samples, result) = play(game, &mut judge, &weights, &mut Rng::stream(course.seed, index));
        if index < WARM {
            warm.push((samples, result));
            if index + 1 == WARM {
                teacher.measure(warm.iter().flat_map(|(samples, _)| samples));
                if is_new {
                    teacher.shake(&mut rng);
                }
            }
            continue;
        }
        if index % 20 == 19 {
            for sample in &samples {
                errors[0] += f64::from(result - sample.linear).powi(2);
                errors[1] += f64::from(result - teacher.predict(sample)).powi(2);
                count += 1.0;
            }
        } else {
            let predicted: Vec<f32> = samples.iter().map(|sample| teacher.predict(sample)).collect();
            let mut wanted = result;
            for (sample, predicted) in samples.iter().zip(predicted).rev() {
                teacher.learn(sample, wanted);
                wanted = course.lambda * wanted + (1.0 - course.lambda) * predicted;
            }
        }
        if index % BATCH == BATCH - 1 {
            let share = index as f32 / course.games as f32;
            // From the whole step to a thirtieth of it.
            teacher.step(course.rate * (1.0 - share * 29.0 / 30.0));
        }
        if (index + 1) % 20_000 == 0 || index + 1 == course.games {
            let mean = |sum: f64| (sum / count.max(1.0)).sqrt();
            let progress = Progress { games: index + 1, linear: mean(errors[0]), network: mean(errors[1]) };
            let net = &teacher.net;
            tell(progress, &|| net.to_string());
            (errors, count) = ([0.0; 2], 0.0);
        }
    }
    Ok(teacher.net.to_string())
}

/// Games that are only looked at, to see how large numbers are.
const WARM: u64 = 100;

/// A game of self-play: what was seen after each turn, and the lead of the first player at the end.
fn play(game: &Arc<Game>, judge: &mut Judge, weights: &Weights, rng: &mut Rng) -> (Vec<Sample>, f32) {
    let mut state = State::new(Arc::clone(game));
    let mut scout = Scout::default();
    let mut samples = Vec::new();
    let noise = [0, 1, 4][rng.below(3) as usize] * ONE as u32;
    let width = if noise == 0 { 1 } else { 12 };
    let width = if is_simple(game) { width } else { width.min(3) };
    loop {
        match state.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                if matches!(state.decision(), Decision::Draw { .. }) && state.turn_number() > 1 {
                    let left = judge.left(&state);
                    if left > 0 {
                        let mut seen = Seen::default();
                        seen.begin(Weights::moments(left, game.tile_count()));
                        let blended = weights.blend(left, game.tile_count());
                        let mut values = [0; bastide_rules::MAX_PLAYERS];
                        for (value, points) in values.iter_mut().zip(state.points()) {
                            *value = ONE * points;
                        }
                        let mut both = Note { weigh: Weigh { weights: &blended, values }, seen: &mut seen };
                        scout.turn = state.turn_number() - 1;
                        scout.read(&state, &mut both);
                        let linear = lead(&both.weigh.values, 0, 2) as f32 / ONE as f32;
                        samples.push(Sample { seen, linear });
                    }
                }
                let Some(action) = state.choose(|count| rng.below(count)) else { break };
                state.apply_listed(action);
            }
            Actor::Player(_) => {
                let lines = candidates(judge, &state, width);
                let best = lines.iter().max_by_key(|line| line.value + rng.below(noise.max(1)) as i32);
                let Some(line) = best else { break };
                line.actions.iter().for_each(|&action| state.apply_listed(action));
            }
        }
    }
    (samples, (state.points()[0] - state.points()[1]) as f32)
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
    /// The sums of regions in the eyes of each player, before what is negative is cut off.
    sums: [Vec<[f32; FIRST]>; 2],
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
            sums: Default::default(),
        }
    }

    /// Sees how large numbers are.
    fn measure<'a>(&mut self, samples: impl Iterator<Item = &'a Sample>) {
        let mut sums = [(0.0f64, 0.0f64); COUNT];
        for sample in samples {
            for entry in sample.seen.groups().flat_map(|(group, _)| group) {
                let sum = &mut sums[usize::from(entry.feature)];
                *sum = (sum.0 + f64::from(entry.amount).powi(2), sum.1 + 1.0);
            }
        }
        for (index, (sum, count)) in sums.into_iter().enumerate() {
            let scale = if count == 0.0 { 0.0 } else { 1.0 / (sum / count).sqrt().max(0.1) as f32 };
            self.scales[index] = scale;
            self.scales[COUNT + index] = scale;
        }
        self.scales[2 * COUNT..].fill(1.0);
    }

    /// Numbers to begin with.
    fn shake(&mut self, rng: &mut Rng) {
        let mut small = |size: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * size;
        for (row, &scale) in self.net.rows.iter_mut().zip(&self.scales) {
            row.iter_mut().for_each(|weight| *weight = small(0.25) * scale);
        }
        self.net.second.as_flattened_mut().iter_mut().for_each(|weight| *weight = small(0.1));
    }

    /// What one player has more than the weights say; keeps what is needed to learn.
    fn look(&mut self, seen: &Seen, player: usize) -> ([f32; FIRST], [f32; SECOND], f32) {
        let net = &self.net;
        let begun = [true, false].map(|is_region| net.begin(&seen.context(player, 2, is_region)));
        let sums = &mut self.sums[player];
        sums.clear();
        let mut pooled = [0.0; FIRST];
        for (group, is_region) in seen.groups() {
            let mut sum = begun[usize::from(!is_region)];
            for &entry in group {
                add_row(&mut sum, &net.rows[row_of(entry, player)], entry.amount);
            }
            for (pool, value) in pooled.iter_mut().zip(sum) {
                *pool += value.max(0.0);
            }
            sums.push(sum);
        }
        let (second, result) = net.finish(&pooled);
        (pooled, second, result)
    }

    fn predict(&mut self, sample: &Sample) -> f32 {
        let [own, their] = [0, 1].map(|player| self.look(&sample.seen, player).2);
        sample.linear + own - their
    }

    fn learn(&mut self, sample: &Sample, wanted: f32) {
        let looks = [0, 1].map(|player| self.look(&sample.seen, player));
        let error = sample.linear + looks[0].2 - looks[1].2 - wanted;
        self.samples += 1;
        for (player, (pooled, second, _)) in looks.into_iter().enumerate() {
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
            let contexts = [true, false].map(|is_region| sample.seen.context(player, 2, is_region));
            let mut shared = [[0.0; FIRST]; 2];
            for ((group, is_region), sum) in sample.seen.groups().zip(&self.sums[player]) {
                let mut masked = back;
                for (value, &sum) in masked.iter_mut().zip(sum) {
                    if sum <= 0.0 {
                        *value = 0.0;
                    }
                }
                add_row(&mut shared[usize::from(!is_region)], &masked, 1.0);
                for &entry in group {
                    let Entry { amount, .. } = entry;
                    add_row(&mut self.slope.rows[row_of(entry, player)], &masked, amount);
                }
            }
            for (context, shared) in contexts.iter().zip(&shared) {
                for (row, &amount) in self.slope.rows[2 * COUNT..].iter_mut().zip(context) {
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
