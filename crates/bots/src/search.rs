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
    /// Turns that long simulations play; 0 if there are none.
    pub(crate) longest: u32,
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

    /// Whether a simulation is a long one: what is judged after a few turns is known well after some simulations, and what is wrong with
    /// the judgement only a long one can tell.
    fn is_long(&self, number: u32) -> bool {
        self.has_long() && number >= LONG_FROM && (number % 2 == 1 || number >= LONG_ONLY)
    }

    fn has_long(&self) -> bool {
        self.longest > self.deepest
    }

    /// What the simulations of a candidate from one number to another cost; a short one is one.
    fn cost(&self, from: u32, to: u32) -> u32 {
        let long = (from..to).filter(|&number| self.is_long(number)).count() as u32;
        to.saturating_sub(from) + long * (self.longest / self.depth.max(1)).saturating_sub(1)
    }
}

/// The simulation from which on every second one is long, and the one from which on all are.
const LONG_FROM: u32 = 32;
const LONG_ONLY: u32 = 256;

/// What long simulations add counts as if so many of them had found nothing. They vary by five points where judgements are wrong by half a
/// one, so that this many are needed until they are believed by half.
const BALLAST: i64 = 80;

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
    /// What the search found: the lead, in parts of a point.
    pub(crate) value: i64,
    /// How far it is ahead of the candidate that was played on most.
    standing: i64,
    state: State,
    tree: Tree,
    /// Somebody wants to know about it.
    is_asked: bool,
    /// The lead at the end of each simulation, in parts of a point; of a long one where a short one would have ended.
    leads: Vec<i32>,
    /// By how much the lead was greater at the end of each long simulation.
    gains: Vec<i32>,
    is_alive: bool,
}

impl Tried {
    pub(crate) fn simulations(&self) -> u32 {
        self.leads.len() as u32
    }

    /// How far it is ahead of another one, in parts of a point: the same draws were played with both as far as both were played
    /// on, so the differences count, and the difference of the first judgements is among them.
    fn ahead_of(&self, other: &Tried, prior: u32) -> i64 {
        let short = Differences::of(&self.leads, &other.leads);
        let first = i64::from(self.line.value - other.line.value);
        let gain = Differences::of(&self.gains, &other.gains).sum;
        let count = short.count + i64::from(prior);
        let short = if count == 0 { first } else { (short.sum + i64::from(prior) * first) / count };
        short + gain / (self.gains.len().min(other.gains.len()) as i64 + BALLAST)
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
    let mean = |sum: i64, count: i64| sum / count.max(1);
    let lead =
        one.leads.iter().map(|&lead| i64::from(lead)).sum::<i64>() + i64::from(prior) * i64::from(one.line.value);
    let gain = one.gains.iter().map(|&gain| i64::from(gain)).sum::<i64>();
    let short = if one.leads.is_empty() && prior == 0 {
        i64::from(one.line.value)
    } else {
        mean(lead, one.leads.len() as i64 + i64::from(prior))
    };
    let base = short + mean(gain, one.gains.len() as i64 + BALLAST);
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
        Worker { judge: judge.another(), state: state.clone(), is_simple: is_simple(state.game()), lines: Vec::new() }
    }

    /// Plays a candidate on, once more. The draws depend on the seed and the number of the simulation alone, and
    /// what is played on the simulations of the same candidate before, so threads change nothing.
    fn simulate(&mut self, tried: &mut Tried, player: usize, plan: Plan, seed: u64) {
        let Worker { judge, state, is_simple, lines } = self;
        let Tried { state: from, tree, leads, gains, .. } = tried;
        state.clone_from(from);
        tree.enter(plan.growth);
        let number = leads.len() as u32;
        let mut draws = Draws::new(seed, number);
        let begun = from.turn_number();
        let (depth, is_long) = (plan.depth_of(number), plan.is_long(number));
        let players = from.game().players();
        let mut on_the_way = None;
        loop {
            match state.actor() {
                Actor::Nobody => break,
                Actor::Chance => {
                    if matches!(state.decision(), Decision::Draw { .. }) {
                        let turns = state.turn_number() - begun;
                        if turns >= if is_long { plan.longest } else { depth } {
                            break;
                        }
                        if is_long && turns >= depth && on_the_way.is_none() {
                            on_the_way = Some(judge.careful_values(state));
                        }
                    }
                    let Some(action) = draws.choose(state) else { break };
                    state.apply_listed(action);
                    tree.pass_chance(action);
                }
                Actor::Player(player) => {
                    if tree.play(judge, state, player.index(), plan.growth) {
                        continue;
                    }
                    if *is_simple { play_simple(judge, state) } else { play_line(judge, state, 2, lines) }
                }
            }
        }
        let last = judge.careful_values(state);
        let values = on_the_way.unwrap_or(last);
        tree.leave(&values, players);
        let short = lead(&values, player, players);
        leads.push(short);
        if is_long {
            gains.push(lead(&last, player, players) - short);
        }
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
        let costs = |tried: &[Tried]| tried.iter().map(|one| plan.cost(0, one.simulations())).sum::<u32>();
        let before = costs(&tried);
        run(&mut workers, &mut tried, &wanted, player.index(), plan, budget, seed);
        spent += costs(&tried) - before;
        compare(&mut tried, plan.prior);
        drop_behind(&mut tried, plan);
    }
    set_values(&mut tried, plan.prior);
    // A stable sort, and those that were dropped behind all others.
    tried.sort_by_key(|one| (!one.is_alive, std::cmp::Reverse(one.standing)));
    tried
}

/// The candidates: what looks best at once, the best first, and what somebody wants to know about.
fn looked_into(judge: &mut Judge, state: &State, also: &[&[Action]], plan: Plan) -> Vec<Tried> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let mut lines = candidates(judge, state, plan.candidates);
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
        let (tree, leads, gains) = (Tree::new(), Vec::new(), Vec::new());
        Tried { line, value, standing: 0, state: after, tree, is_asked, leads, gains, is_alive: true }
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
    let cost = |rank: usize, more: u32| {
        let from = tried[ranked[rank]].simulations();
        plan.cost(from, from + more)
    };
    loop {
        let total: u32 = (0..ranked.len()).map(|rank| cost(rank, more(portion, rank))).sum();
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

/// The square of how far off two judgements are together where no long simulation has told, in parts of a point.
const UNSURE: i64 = 38_000;

/// Drops candidates that are behind the best one by more than chance explains: the same draws were
/// played with both, so the differences count.
fn drop_behind(tried: &mut [Tried], plan: Plan) {
    let alive = |tried: &[Tried]| (0..tried.len()).filter(|&index| tried[index].is_alive).collect::<Vec<_>>();
    let best = alive(tried).into_iter().rev().max_by_key(|&index| tried[index].standing);
    let Some(best) = best else { return };
    for index in alive(tried).into_iter().filter(|&index| index != best) {
        let (best, one) = (&tried[best], &tried[index]);
        let short = Differences::of(&best.leads, &one.leads);
        let n = short.count;
        if n < FIRST {
            continue;
        }
        let long = Differences::of(&best.gains, &one.gains);
        let mean = short.sum / n + long.sum / (long.count + BALLAST);
        // The square of the error: of the short ones by themselves, and what long ones could still bring.
        let unsure = if !plan.has_long() {
            0
        } else if long.count < FIRST {
            UNSURE
        } else {
            long.spread / (long.count - 1) / (long.count + BALLAST)
        };
        let error = short.spread / ((n - 1) * n) + unsure;
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
        // There a long simulation would take too long.
        let longest = if is_simple(game) { self.longest } else { 0 };
        Plan { depth: depth.max(round), deepest: self.deepest.max(round), longest, ..self }
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
        Tried {
            line,
            value: 0,
            standing: 0,
            state,
            tree: Tree::new(),
            is_asked,
            leads: leads.to_vec(),
            gains: Vec::new(),
            is_alive: true,
        }
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
    fn long_simulations_are_believed_by_degrees() {
        let mut all = [tried(0, &[10; 200], false), tried(0, &[0; 200], false)];
        all[1].gains = vec![100; BALLAST as usize];
        all[0].gains = vec![0; 2 * BALLAST as usize];
        // As many as would be needed to believe half of what they say.
        assert_eq!(all[1].ahead_of(&all[0], 0), 50 - 10);
        compare(&mut all, 0);
        assert_eq!(all.each_ref().map(|one| one.standing), [0, 40]);
    }

    #[test]
    fn a_long_simulation_costs_as_much_as_the_short_ones_that_it_replaces() {
        let (plan, short) = (plan("master:depth=6,longest=18"), plan("expert"));
        assert_eq!(plan.cost(0, LONG_FROM), LONG_FROM);
        assert_eq!(plan.cost(LONG_FROM, LONG_FROM + 4), 2 + 2 * 3);
        assert_eq!(plan.cost(LONG_ONLY, LONG_ONLY + 4), 4 * 3);
        assert_eq!(short.cost(0, 1000), 1000);
    }

    #[test]
    fn nobody_is_dropped_for_what_long_simulations_could_set_right() {
        let leads = |more: i32| (0..100).map(|number| more + number % 2).collect::<Vec<i32>>();
        let half_a_point = ONE / 2;
        let both = || [tried(0, &leads(half_a_point), false), tried(0, &leads(0), false)];
        let mut all = both();
        compare(&mut all, 0);
        drop_behind(&mut all, plan("master:longest=20"));
        assert!(all.iter().all(|one| one.is_alive));
        // Without long simulations nothing can change, and with many that agree neither.
        let mut all = both();
        compare(&mut all, 0);
        drop_behind(&mut all, plan("master"));
        assert!(!all[1].is_alive);
        let mut all = both();
        all.iter_mut().for_each(|one| one.gains = vec![0; 100]);
        compare(&mut all, 0);
        drop_behind(&mut all, plan("master:longest=20"));
        assert!(!all[1].is_alive);
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
