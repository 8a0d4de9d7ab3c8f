//! Thinking ahead: the best turns are played on a few turns with the same draws for all of them, and
//! those that fall behind are dropped.

use std::sync::Mutex;

use bastide_rules::{Action, Actor, Decision, Game, State};

use crate::endgame;
use crate::features::ONE;
use crate::judge::{Care, Judge, Line, is_simple, lead};
use crate::tree::{Growth, Tree};
use crate::{Budget, Rng};

/// How a level thinks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// Turns that are looked into.
    pub(crate) candidates: usize,
    /// Turns that the first simulations play.
    pub(crate) depth: u32,
    /// The same where turns have many questions.
    pub(crate) shortest: u32,
    /// Turns that the last ones play: the more simulations there are, the longer they may be, because a long one tells
    /// more of what a turn leads to, but with more noise.
    pub(crate) deepest: u32,
    /// The first judgement counts as much as so many simulations.
    pub(crate) prior: u32,
    /// The most simulations of one candidate.
    pub(crate) most: u32,
    /// How far answers are compared.
    pub(crate) growth: Growth,
    /// The end of the game is played out from so many undrawn tiles on.
    pub(crate) endgame: u32,
    /// How simulations are shared out.
    pub(crate) sharing: Sharing,
}

/// How simulations are shared out among candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// To each that is not far behind as many as to every other.
    Evenly,
    /// The more, the better it stands: to the first two twice as many as to the next four, four times as many as to the next eight.
    ByRank,
}

impl Plan {
    /// Turns that a simulation plays. It is the same for all candidates, so that they can be compared.
    fn depth_of(&self, number: u32) -> u32 {
        (self.depth + 2 * (number / 32 + 1).ilog2()).min(self.deepest.max(self.depth))
    }
}

/// One thread of thinking.
struct Worker {
    judge: Judge,
    state: State,
    lines: Vec<Line>,
}

/// What is known of a candidate.
pub(crate) struct Tried {
    pub(crate) line: Line,
    /// What the search found: the lead, in parts of a point.
    pub(crate) value: i64,
    /// How far it is ahead of the candidate that was played on most.
    standing: i64,
    state: State,
    tree: Tree,
    /// Somebody wants to know about it.
    is_asked: bool,
    /// The lead at the end of each simulation, in parts of a point.
    leads: Vec<i32>,
    is_alive: bool,
}

impl Tried {
    pub(crate) fn simulations(&self) -> u32 {
        self.leads.len() as u32
    }

    /// How far it is ahead of another one, in parts of a point: the same draws were played with both as far as both were played
    /// on, so the differences count, and the difference of the first judgements is among them.
    fn ahead_of(&self, other: &Tried, prior: u32) -> i64 {
        let Differences { count, sum, .. } = Differences::of(&self.leads, &other.leads);
        let first = i64::from(self.line.value - other.line.value);
        let all = count + i64::from(prior);
        if all == 0 { first } else { (sum + i64::from(prior) * first) / all }
    }
}

/// The differences of what was found with the same draws.
struct Differences {
    count: i64,
    sum: i64,
    /// The sum of their squares around the mean.
    spread: i64,
}

impl Differences {
    fn of(own: &[i32], other: &[i32]) -> Differences {
        let count = own.len().min(other.len()) as i64;
        let differences = own.iter().zip(other).map(|(own, other)| i64::from(own - other));
        let (sum, squares) = differences.fold((0, 0), |(sum, squares), d| (sum + d, squares + d * d));
        Differences { count, sum, spread: squares - sum * sum / count.max(1) }
    }
}

/// The candidate that was played on most, the first of them.
fn most_played(tried: &[Tried]) -> Option<usize> {
    (0..tried.len()).rev().max_by_key(|&index| (tried[index].is_alive, tried[index].leads.len()))
}

/// Says how the candidates stand: all by how far they are ahead of the one that was played on most.
fn compare(tried: &mut [Tried], prior: u32) {
    let Some(most) = most_played(tried) else { return };
    for index in 0..tried.len() {
        tried[index].standing = tried[index].ahead_of(&tried[most], prior);
    }
}

/// Says what the candidates are worth in points.
fn set_values(tried: &mut [Tried], prior: u32) {
    let Some(most) = most_played(tried) else { return };
    let one = &tried[most];
    let sum = one.leads.iter().map(|&lead| i64::from(lead)).sum::<i64>() + i64::from(prior) * i64::from(one.line.value);
    let count = one.leads.len() as i64 + i64::from(prior);
    let base = if count == 0 { i64::from(one.line.value) } else { sum / count };
    for index in 0..tried.len() {
        tried[index].value = base + tried[index].ahead_of(&tried[most], prior);
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
    fn new(state: &State, judge: &Judge) -> Worker {
        Worker { judge: judge.another(), state: state.clone(), lines: Vec::new() }
    }

    /// Plays a candidate on, once more. The draws depend on the seed and the number of the simulation alone, and
    /// what is played on the simulations of the same candidate before, so threads change nothing.
    fn simulate(&mut self, tried: &mut Tried, player: usize, plan: Plan, seed: u64) {
        let Worker { judge, state, lines } = self;
        let Tried { state: from, tree, leads, .. } = tried;
        state.clone_from(from);
        tree.enter(plan.growth);
        let number = leads.len() as u32;
        let mut draws = Draws::new(seed, number);
        let (begun, depth) = (from.turn_number(), plan.depth_of(number));
        let players = from.game().players();
        loop {
            match state.actor() {
                Actor::Nobody => break,
                Actor::Chance => {
                    if matches!(state.decision(), Decision::Draw { .. }) && state.turn_number() - begun >= depth {
                        break;
                    }
                    let Some(action) = draws.choose(state) else { break };
                    state.apply_listed(action);
                    tree.pass_chance(action);
                }
                Actor::Player(player) => {
                    if tree.play(judge, state, player.index(), plan.growth) {
                        continue;
                    }
                    play_turn(judge, state, lines);
                }
            }
        }
        let values = judge.careful_values(state);
        tree.leave(&values, players);
        leads.push(lead(&values, player, players));
    }
}

/// What chance brings in a simulation: the draws of simulation after simulation are spread evenly.
pub(crate) struct Draws {
    offsets: Rng,
    dice: Rng,
    number: u64,
    drawn: usize,
}

impl Draws {
    pub(crate) fn new(seed: u64, number: u32) -> Draws {
        Draws {
            offsets: Rng::new(seed),
            dice: Rng::stream(seed, u64::from(number)),
            number: u64::from(number),
            drawn: 0,
        }
    }

    pub(crate) fn choose(&mut self, state: &State) -> Option<Action> {
        if matches!(state.decision(), Decision::Draw { .. }) && self.drawn < STEPS.len() {
            let place = self.offsets.next_u64().wrapping_add(self.number.wrapping_mul(STEPS[self.drawn]));
            self.drawn += 1;
            return state.choose(|count| (((place >> 32) * u64::from(count)) >> 32) as u32);
        }
        state.choose(|count| self.dice.below(count))
    }
}

/// Plays what looks best at once.
pub(crate) fn play_turn(judge: &mut Judge, state: &mut State, lines: &mut Vec<Line>) {
    if judge.is_simple() { play_simple(judge, state) } else { play_line(judge, state, 2, lines) }
}

/// Plays what looks best at once in a game whose turns are a tile and a figure.
pub(crate) fn play_simple(judge: &mut Judge, state: &mut State) {
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
        // Of equal ones the first listed comes first.
        let mut best: Vec<(i32, Action, Option<Action>)> = Vec::with_capacity(count.min(63) + 1);
        judge.weigh(state, Care::Everything, |action, answer, value| {
            if best.len() < count || best.last().is_some_and(|&(least, ..)| value > least) {
                let place = best.partition_point(|&(other, ..)| other >= value);
                best.truncate(count.saturating_sub(1));
                best.insert(place, (value, action, answer));
            }
        });
        let line =
            |(value, action, answer)| Line { actions: [Some(action), answer].into_iter().flatten().collect(), value };
        lines.extend(best.into_iter().map(line));
    } else {
        judge.lines(state, if count == 1 { 6 } else { count.min(8) }, &mut lines);
    }
    lines.truncate(count);
    lines
}

/// The ways through the rest of the turn that look best, the best first: if there is a network, at second sight, which is cast on so
/// many that look best at first.
pub(crate) fn second_sight(judge: &mut Judge, state: &State, at_first: usize, count: usize) -> Vec<Line> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    if !judge.has_net() {
        return candidates(judge, state, count);
    }
    let mut lines = candidates(judge, state, at_first);
    let players = state.game().players();
    let mut after = state.clone();
    for line in &mut lines {
        after.clone_from(state);
        line.actions.iter().for_each(|&action| after.apply_listed(action));
        line.value = lead(&judge.careful_values(&after), player.index(), players);
    }
    // A stable sort: of equal ones the first looked best at first sight.
    lines.sort_by_key(|line| std::cmp::Reverse(line.value));
    lines.truncate(count);
    lines
}

/// Thinks about a decision: the turns that look best, and these as well.
pub(crate) fn search(
    judge: &mut Judge,
    state: &State,
    also: &[&[Action]],
    plan: Plan,
    budget: &Budget,
    seed: u64,
) -> Vec<Tried> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let mut tried = looked_into(judge, state, also, plan);
    if tried.len() < 2 {
        return tried;
    }
    let mut limit = budget.simulations.unwrap_or(u32::MAX);
    // Turns of several questions take too long to be played out more than once.
    let endgame = if is_simple(state.game()) { plan.endgame } else { plan.endgame.min(1) };
    if judge.left(state) <= endgame {
        let half = budget.stop.halfway();
        let solved = endgame::solve(judge, tried.iter().map(|one| &one.state), player, limit / 2, &half);
        limit -= solved.spent.min(limit);
        if let Some(leads) = solved.leads {
            for (one, lead) in tried.iter_mut().zip(leads) {
                one.line.value = lead;
                one.leads = vec![lead];
                one.value = i64::from(lead);
            }
            tried.sort_by_key(|one| std::cmp::Reverse(one.value));
            return tried;
        }
    }
    let mut workers: Vec<Worker> = (0..budget.threads.max(1)).map(|_| Worker::new(state, judge)).collect();
    let mut spent = 0;
    while !budget.stop.is_raised() {
        let Some(wanted) = share_out(&tried, plan, limit - spent) else { break };
        run(&mut workers, &mut tried, &wanted, player.index(), plan, budget, seed);
        spent = tried.iter().map(Tried::simulations).sum();
        compare(&mut tried, plan.prior);
        drop_behind(&mut tried);
    }
    set_values(&mut tried, plan.prior);
    // A stable sort, and those that were dropped behind all others.
    tried.sort_by_key(|one| (!one.is_alive, std::cmp::Reverse(one.standing)));
    tried
}

/// The candidates: what looks best at once, the best first, and what somebody wants to know about.
fn looked_into(judge: &mut Judge, state: &State, also: &[&[Action]], plan: Plan) -> Vec<Tried> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let mut lines = second_sight(judge, state, 3 * plan.candidates, plan.candidates);
    for &turn in also {
        if !lines.iter().any(|line| line.actions == turn) {
            lines.push(Line { actions: turn.to_vec(), value: 0 });
        }
    }
    let tried = lines.into_iter().map(|mut line| {
        let mut after = state.clone();
        line.actions.iter().for_each(|&action| after.apply_listed(action));
        line.value = lead(&judge.careful_values(&after), player.index(), state.game().players());
        let value = i64::from(line.value);
        let is_asked = also.contains(&line.actions.as_slice());
        Tried { line, value, standing: 0, state: after, tree: Tree::new(), is_asked, leads: Vec::new(), is_alive: true }
    });
    let mut tried: Vec<Tried> = tried.collect();
    tried.sort_by_key(|one| std::cmp::Reverse(one.value));
    tried
}

/// Simulations of each candidate before some get more than others.
const ROUNDS: u32 = 4;

/// How many simulations each candidate shall have next, in all; `None` if there is nothing more to find out. It depends
/// on what was found alone, not on threads or clocks.
fn share_out(tried: &[Tried], plan: Plan, left: u32) -> Option<Vec<u32>> {
    let mut ranked: Vec<usize> = (0..tried.len()).filter(|&index| tried[index].is_alive).collect();
    if ranked.len() < 2 {
        return None;
    }
    // A stable sort: of equal ones the first looked best.
    ranked.sort_by_key(|&index| (!tried[index].is_asked, std::cmp::Reverse(tried[index].standing)));
    let begun = ranked.iter().map(|&index| tried[index].simulations()).max().unwrap_or(0);
    let is_even = plan.sharing == Sharing::Evenly || begun < ROUNDS;
    let divisor = |rank: usize| if is_even { 1 } else { 1u32 << (rank / 2 + 1).ilog2().min(4) };
    let mut portion = if begun < ROUNDS { ROUNDS - begun } else { (2 * ROUNDS).max(begun / 8) };
    let more = |portion: u32, rank: usize| {
        let room = plan.most.saturating_sub(tried[ranked[rank]].simulations());
        portion.div_ceil(divisor(rank)).min(room)
    };
    loop {
        let total: u32 = (0..ranked.len()).map(|rank| more(portion, rank)).sum();
        if total == 0 {
            return None;
        }
        if total <= left {
            break;
        }
        if portion == 1 {
            return None;
        }
        portion /= 2;
    }
    let mut wanted: Vec<u32> = tried.iter().map(Tried::simulations).collect();
    for (rank, &index) in ranked.iter().enumerate() {
        wanted[index] += more(portion, rank);
    }
    Some(wanted)
}

/// Simulates until each candidate has as many simulations as it shall have or until it is stopped, a candidate in one of
/// as many threads as there are workers.
fn run(
    workers: &mut [Worker],
    tried: &mut [Tried],
    wanted: &[u32],
    player: usize,
    plan: Plan,
    budget: &Budget,
    seed: u64,
) {
    let mut todo: Vec<(&mut Tried, u32)> = tried.iter_mut().zip(wanted.iter().copied()).collect();
    todo.retain(|(one, until)| one.simulations() < *until);
    if let [worker] = workers {
        // Round by round, so that little is lost when it is stopped.
        while !todo.is_empty() {
            for (one, _) in &mut todo {
                if budget.stop.is_raised() {
                    return;
                }
                worker.simulate(one, player, plan, seed);
            }
            todo.retain(|(one, until)| one.simulations() < *until);
        }
        return;
    }
    let queue = Mutex::new(todo.iter_mut());
    let work = |worker: &mut Worker| {
        // The lock is held while one is taken, not while it is simulated.
        let take = || queue.lock().ok().and_then(|mut queue| queue.next());
        while let Some((one, until)) = take() {
            while one.simulations() < *until && !budget.stop.is_raised() {
                worker.simulate(one, player, plan, seed);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers.iter_mut().map(|worker| scope.spawn(|| work(worker))).collect();
        for thread in threads {
            // A panic in a simulation is a bug and goes on here.
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Simulations before anything is dropped.
const FIRST: i64 = 10;

/// Simulations before two are taken for the same.
const SAME: i64 = 32;

/// Drops candidates that are behind the best one by more than chance explains: the same draws were
/// played with both, so the differences count.
fn drop_behind(tried: &mut [Tried]) {
    let alive = |tried: &[Tried]| (0..tried.len()).filter(|&index| tried[index].is_alive).collect::<Vec<_>>();
    let best = alive(tried).into_iter().rev().max_by_key(|&index| tried[index].standing);
    let Some(best) = best else { return };
    for index in alive(tried).into_iter().filter(|&index| index != best) {
        let (best, one) = (&tried[best], &tried[index]);
        let Differences { count: n, sum, spread } = Differences::of(&best.leads, &one.leads);
        if n < FIRST {
            continue;
        }
        // The square of the error.
        let (mean, error) = (sum / n, spread / ((n - 1) * n));
        // More than three times the error, because it is asked again and again.
        let is_behind = mean > 0 && mean * mean > 9 * error + 64 * 64 / n;
        // Two that are the same in all but name, as far as anybody can tell: |mean| < 1/10 and so is the error.
        let tenth = i64::from(ONE) / 10;
        let is_same = n >= SAME && mean.abs() < tenth && 4 * error < tenth * tenth;
        if is_behind || is_same {
            tried[index].is_alive = false;
        }
    }
}

impl Plan {
    /// The plan for a game. At least one whole round is played. Where turns have many questions a simulation takes longer and
    /// is more a matter of luck, so the first ones are short.
    pub(crate) fn for_game(self, game: &Game) -> Plan {
        let round = game.players() as u32;
        let depth = if is_simple(game) { self.depth } else { self.depth.min(self.shortest) };
        Plan { depth: depth.max(round), deepest: self.deepest.max(round), ..self }
    }
}

/// The first action of the best candidate and what follows it.
pub(crate) fn actions(tried: &[Tried]) -> &[Action] {
    tried.first().map_or(&[], |best| &best.line.actions)
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Options};

    use super::*;
    use crate::Spec;

    fn tried(first: i32, leads: &[i32], is_asked: bool) -> Tried {
        let state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        let line = Line { actions: vec![Action::Pass], value: first };
        Tried { line, value: 0, standing: 0, state, tree: Tree::new(), is_asked, leads: leads.to_vec(), is_alive: true }
    }

    fn plan(text: &str) -> Plan {
        text.parse::<Spec>().unwrap().plan().unwrap()
    }

    #[test]
    fn whoever_was_played_on_less_is_compared_by_the_same_draws() {
        // The draws after the fourth were good for everybody: that the second was not played on there is no loss.
        let mut all = [tried(0, &[0, 0, 0, 0, 80, 80, 80, 80], false), tried(0, &[10, 10, 10, 10], false)];
        compare(&mut all, 0);
        assert_eq!(all.each_ref().map(|one| one.standing), [0, 10]);
        set_values(&mut all, 0);
        assert_eq!(all.each_ref().map(|one| one.value), [40, 50]);
        // The first judgement counts as so many simulations.
        all[1].line.value = -40;
        compare(&mut all, 4);
        assert_eq!(all[1].standing, (4 * -40 + 4 * 10) / 8);
    }

    #[test]
    fn whoever_is_behind_by_more_than_chance_is_dropped() {
        let leads = |more: i32| (0..100).map(|number| more + number % 2).collect::<Vec<i32>>();
        let mut all = [tried(0, &leads(ONE / 2), false), tried(0, &leads(0), false)];
        compare(&mut all, 0);
        drop_behind(&mut all);
        assert!(all[0].is_alive && !all[1].is_alive);
    }

    #[test]
    fn better_candidates_get_more_simulations_and_so_does_what_was_asked_for() {
        let mut all: Vec<Tried> = (0..8).map(|rank| tried(0, &[-100 * rank; 4], rank == 7)).collect();
        compare(&mut all, 0);
        let by_rank = share_out(&all, plan("master"), u32::MAX).unwrap();
        assert_eq!(by_rank, [12, 8, 8, 8, 8, 6, 6, 12]);
        let evenly = share_out(&all, plan("master:even=1"), u32::MAX).unwrap();
        assert_eq!(evenly, [12; 8]);
        // What is left is enough for one more of each, or for nothing.
        assert_eq!(share_out(&all, plan("master"), 8), Some(vec![5; 8]));
        assert_eq!(share_out(&all, plan("master"), 7), None);
    }
}
