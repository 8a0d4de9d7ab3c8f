//! Thinking ahead: the best turns are played on a few turns with the same draws for all of them, and
//! those that fall behind are dropped.

use std::sync::Arc;

use bastide_rules::{Action, Actor, Decision, Game, State};

use crate::judge::{Judge, Line, is_simple, lead};
use crate::weights::Weights;
use crate::{Budget, Rng};

/// How a level thinks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// Turns that are looked into.
    pub(crate) candidates: usize,
    /// Turns that each simulation plays.
    pub(crate) depth: u32,
    /// The first judgement counts as much as so many simulations.
    pub(crate) prior: u32,
    /// The most simulations of one candidate.
    pub(crate) most: u32,
}

/// One thread of thinking.
struct Worker {
    judge: Judge,
    state: State,
    is_simple: bool,
    lines: Vec<Line>,
}

/// What is known of a candidate.
pub(crate) struct Tried {
    pub(crate) line: Line,
    state: State,
    /// The result of each simulation: the lead, in parts of a point.
    results: Vec<i32>,
    sum: i64,
    is_alive: bool,
}

impl Tried {
    pub(crate) fn simulations(&self) -> u32 {
        self.results.len() as u32
    }

    /// The mean of the simulations with the first judgement among them.
    pub(crate) fn value(&self, prior: u32) -> i64 {
        let count = self.results.len() as i64 + i64::from(prior);
        if count == 0 {
            return i64::from(self.line.value);
        }
        (self.sum + i64::from(prior) * i64::from(self.line.value)) / count
    }
}

/// Steps of the draws of simulation after simulation, one for each turn ahead: multiples of numbers
/// that spread evenly in any number of dimensions (Roberts 2018), as parts of 2^64.
const STEPS: [u64; 8] = {
    // The root of x^9 = x + 1.
    let root = 1.085_070_245_491_450_8_f64;
    let mut steps = [0; 8];
    let (mut power, mut index) = (1.0, 0);
    while index < 8 {
        power /= root;
        // Exact: the mantissa has 53 bits.
        steps[index] = (power * 9_007_199_254_740_992.0) as u64 * 2048;
        index += 1;
    }
    steps
};

impl Worker {
    fn new(state: &State, weights: &Arc<Weights>) -> Worker {
        Worker {
            judge: Judge::new(state.game(), Arc::clone(weights)),
            state: state.clone(),
            is_simple: is_simple(state.game()),
            lines: Vec::new(),
        }
    }

    /// Plays a candidate on and returns the lead of a player afterwards. The draws depend on the seed
    /// and the number of the simulation alone.
    fn simulate(&mut self, from: &State, player: usize, depth: u32, seed: u64, number: u32) -> i32 {
        let Worker { judge, state, is_simple, lines } = self;
        state.clone_from(from);
        let first = from.turn_number();
        let mut offsets = Rng::new(seed);
        let mut dice = Rng::stream(seed, u64::from(number));
        let mut drawn = 0;
        loop {
            match state.actor() {
                Actor::Nobody => break,
                Actor::Chance => {
                    let is_draw = matches!(state.decision(), Decision::Draw { .. });
                    if is_draw && state.turn_number() >= first + depth {
                        break;
                    }
                    let action = if is_draw && drawn < STEPS.len() {
                        let place = offsets.next_u64().wrapping_add(u64::from(number).wrapping_mul(STEPS[drawn]));
                        drawn += 1;
                        state.choose(|count| (((place >> 32) * u64::from(count)) >> 32) as u32)
                    } else {
                        state.choose(|count| dice.below(count))
                    };
                    let Some(action) = action else { break };
                    state.apply_listed(action);
                }
                Actor::Player(_) if *is_simple => play_simple(judge, state),
                Actor::Player(_) => play_line(judge, state, 2, lines),
            }
        }
        let values = judge.values(state);
        lead(&values, player, from.game().players())
    }
}

/// Plays what looks best at once in a game whose turns are a tile and a figure.
fn play_simple(judge: &mut Judge, state: &mut State) {
    if let Some((action, answer, _)) = judge.best(state) {
        state.apply_listed(action);
        if let Some(answer) = answer {
            state.apply_listed(answer);
        }
    }
}

/// Plays what looks best at once in any game.
fn play_line(judge: &mut Judge, state: &mut State, width: usize, lines: &mut Vec<Line>) {
    judge.lines(state, width, lines);
    if let Some(line) = lines.first() {
        line.actions.iter().for_each(|&action| state.apply_listed(action));
    }
}

/// The ways through the rest of the turn that look best at once, the best first.
pub(crate) fn candidates(judge: &mut Judge, state: &State, count: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    if is_simple(state.game()) {
        judge.weigh(state, |action, answer, value| {
            lines.push(Line { actions: [Some(action), answer].into_iter().flatten().collect(), value });
        });
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
    } else {
        judge.lines(state, if count == 1 { 6 } else { count.min(8) }, &mut lines);
    }
    lines.truncate(count);
    lines
}

/// Thinks about a decision: the turns that look best, and these as well.
pub(crate) fn search(
    judge: &mut Judge,
    weights: &Arc<Weights>,
    state: &State,
    also: &[&[Action]],
    plan: Plan,
    budget: &Budget,
    seed: u64,
) -> Vec<Tried> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let mut lines = candidates(judge, state, plan.candidates);
    for &turn in also {
        if !lines.iter().any(|line| line.actions == turn) {
            let mut after = state.clone();
            turn.iter().for_each(|&action| after.apply_listed(action));
            let values = judge.values(&after);
            let value = lead(&values, player.index(), state.game().players());
            lines.push(Line { actions: turn.to_vec(), value });
        }
    }
    let mut tried: Vec<Tried> = lines
        .into_iter()
        .map(|line| {
            let mut after = state.clone();
            line.actions.iter().for_each(|&action| after.apply_listed(action));
            Tried { line, state: after, results: Vec::new(), sum: 0, is_alive: true }
        })
        .collect();
    let mut workers: Vec<Worker> = (0..budget.threads.max(1)).map(|_| Worker::new(state, weights)).collect();
    let limit = budget.simulations.unwrap_or(u32::MAX);
    let mut spent = 0;
    let mut round = 0;
    while round < plan.most && !budget.stop.is_raised() {
        let alive: Vec<usize> = (0..tried.len()).filter(|&index| tried[index].is_alive).collect();
        if alive.len() < 2 || spent + alive.len() as u32 > limit {
            break;
        }
        // The number of rounds at once must not depend on the threads.
        let rounds = ROUNDS.min(plan.most - round).min((limit - spent) / alive.len() as u32);
        let tasks: Vec<(usize, u32)> =
            (round..round + rounds).flat_map(|number| alive.iter().map(move |&index| (index, number))).collect();
        let results = run(&mut workers, &tasks, &tried, player.index(), plan.depth, budget, seed);
        // A round that was stopped in between is thrown away.
        let whole = results.chunks(alive.len()).take_while(|results| results.iter().all(Option::is_some));
        let mut played = 0;
        for results in whole {
            for (&index, result) in alive.iter().zip(results) {
                let result = result.unwrap_or_default();
                tried[index].results.push(result);
                tried[index].sum += i64::from(result);
            }
            played += 1;
        }
        spent += played * alive.len() as u32;
        round += played;
        if played < rounds {
            break;
        }
        drop_behind(&mut tried, plan.prior);
    }
    // A stable sort, and those that were dropped behind all others.
    tried.sort_by_key(|one| (!one.is_alive, std::cmp::Reverse(one.value(plan.prior))));
    tried
}

/// Rounds that are played before anybody is dropped.
const ROUNDS: u32 = 2;

/// Simulates tasks, in as many threads as there are workers; `None` for what was not begun before it was
/// stopped.
fn run(
    workers: &mut [Worker],
    tasks: &[(usize, u32)],
    tried: &[Tried],
    player: usize,
    depth: u32,
    budget: &Budget,
    seed: u64,
) -> Vec<Option<i32>> {
    let work = |worker: &mut Worker, tasks: &[(usize, u32)]| -> Vec<Option<i32>> {
        let simulate = |&(index, number): &(usize, u32)| {
            (!budget.stop.is_raised()).then(|| worker.simulate(&tried[index].state, player, depth, seed, number))
        };
        tasks.iter().map(simulate).collect()
    };
    if let [worker] = workers {
        return work(worker, tasks);
    }
    let share = tasks.len().div_ceil(workers.len());
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .iter_mut()
            .zip(tasks.chunks(share))
            .map(|(worker, tasks)| scope.spawn(move || work(worker, tasks)))
            .collect();
        // A panic in a simulation is a bug and goes on here.
        let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<Option<i32>>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    })
}

/// Simulations before anything is dropped.
const FIRST: usize = 6;

/// Drops candidates that are behind the best one by more than chance explains: the same draws were
/// played with both, so the differences count.
fn drop_behind(tried: &mut [Tried], prior: u32) {
    let alive = |tried: &[Tried]| (0..tried.len()).filter(|&index| tried[index].is_alive).collect::<Vec<_>>();
    let Some(best) =
        alive(tried).into_iter().max_by_key(|&index| (tried[index].value(prior), std::cmp::Reverse(index)))
    else {
        return;
    };
    let count = tried[best].results.len();
    if count < FIRST {
        return;
    }
    for index in alive(tried).into_iter().filter(|&index| index != best) {
        let differences = tried[best].results.iter().zip(&tried[index].results).map(|(a, b)| i64::from(a - b));
        let (sum, squares) = differences.fold((0, 0), |(sum, squares), d| (sum + d, squares + d * d));
        // mean > 2.2 standard errors, without roots: n · mean² > 4.84 · variance.
        let n = count as i64;
        let spread = squares - sum * sum / n;
        if sum > 0 && 100 * sum * sum / n * (n - 1) > 484 * spread + 100 * 64 * 64 {
            tried[index].is_alive = false;
        }
    }
}

/// The game that a plan is for may need another depth: at least one whole round is played.
pub(crate) fn depth_for(game: &Game, depth: u32) -> u32 {
    depth.max(game.players() as u32)
}

/// The first action of the best candidate and what follows it.
pub(crate) fn actions(tried: &[Tried]) -> &[Action] {
    tried.first().map_or(&[], |best| &best.line.actions)
}
