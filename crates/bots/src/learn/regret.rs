//! What the choices of a bot cost, measured by decisions whose turns are known well: each was played on many times by players who
//! search, with the same draws for all turns and without the luck of the draws. A match needs hundreds of games to see what
//! some seconds tell here; but the judgement at the end of what was played on is our own, so a match has the last word.

use std::fmt::Write as _;
use std::sync::Arc;

use bastide_rules::{Action, Actor, Decision, Game, State};

use super::luck::{BELIEVED, Luck};
use crate::features::ONE;
use crate::judge::{Judge, lead};
use crate::net::Networks;
use crate::search::Draws;
use crate::weights::Weights;
use crate::{Bot, Budget, Rng, Spec};

/// How decisions are looked into.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// Decisions, each from a game of its own: one of the first third of the game, one of the second, one of the last, and so on.
    pub decisions: u64,
    /// The first of them.
    pub from: u64,
    /// How often each turn is played on at most.
    pub simulations: u32,
    /// For how many turns.
    pub depth: u32,
    /// Where the random numbers begin.
    pub seed: u64,
    /// Who plays: the games before, and on after each turn.
    pub player: Spec,
    /// Who says which turns are worth it.
    pub adviser: Spec,
}

/// Turns of a decision that are played on, and by how many points they may be behind in the eyes of the adviser.
const TURNS: usize = 6;
const BEHIND: f32 = 3.0;

/// What a turn costs that was not worth to be looked into, in points.
const OUTSIDE: f64 = 3.0;

/// Simulations before a turn is dropped that is behind.
const FIRST: usize = 12;

/// Looks into decisions of a game of two players whose turns are a tile and a figure, and tells each as a line of text.
///
/// # Errors
/// If it is another game.
pub fn inquire(game: &Arc<Game>, inquiry: &Inquiry, mut tell: impl FnMut(&str)) -> Result<(), String> {
    let mut luck = Luck::new(game).ok_or("only games of two players whose turns are a tile and a figure")?;
    let mut judge = Judge::new(game, Weights::for_game(game)).with_net(Networks::Crate.for_game(game));
    for index in inquiry.from..inquiry.from + inquiry.decisions {
        let mut rng = Rng::stream(inquiry.seed, index);
        let mut bot = inquiry.player.bot(inquiry.seed);
        let Some((state, path)) = decision(game, &mut *bot, &mut rng, index % 3) else { continue };
        let Actor::Player(player) = state.actor() else { continue };
        let thought = inquiry.adviser.bot(inquiry.seed).think(&state, &inquiry.adviser.budget());
        let Some(best) = thought.candidates.first().map(|best| best.value) else { continue };
        let worth = thought.candidates.iter().filter(|one| one.value > best - BEHIND).take(TURNS);
        let mut turns: Vec<Turn> =
            worth.map(|one| Turn { actions: one.turn.clone(), leads: Vec::new(), is_alive: true }).collect();
        let seed = rng.next_u64();
        for number in 0..inquiry.simulations {
            if turns.iter().filter(|turn| turn.is_alive).count() < 2 {
                break;
            }
            for turn in turns.iter_mut().filter(|turn| turn.is_alive) {
                let mut after = state.clone();
                turn.actions.iter().for_each(|&action| after.apply_listed(action));
                let mut draws = Draws::new(seed, number);
                let lead = play_on(&mut judge, &mut luck, &mut *bot, after, player.index(), inquiry.depth, &mut draws);
                turn.leads.push(lead);
            }
            drop_behind(&mut turns);
        }
        tell(&line(&state, &path, &turns));
    }
    Ok(())
}

/// The first turn that is looked into.
const BEGUN: u32 = 4;

/// The turns of a third of a game; the very last ones are left out.
fn third_of(game: &Game) -> u32 {
    game.tile_count() * 3 / 10
}

/// A decision of a third of a game, and the way to it: numbers of legal actions.
fn decision(game: &Arc<Game>, bot: &mut dyn Bot, rng: &mut Rng, third: u64) -> Option<(State, Vec<usize>)> {
    let mut state = State::new(Arc::clone(game));
    let length = third_of(game);
    let turn = BEGUN + rng.below(length) + third as u32 * length;
    let mut path = Vec::new();
    loop {
        let action = match state.actor() {
            Actor::Nobody => return None,
            Actor::Chance => state.choose(|count| rng.below(count))?,
            Actor::Player(_) if state.turn_number() >= turn && matches!(state.decision(), Decision::Place { .. }) => {
                return Some((state, path));
            }
            Actor::Player(_) => bot.choose(&state),
        };
        path.push(state.legal_actions().iter().position(|&other| other == action)?);
        state.apply_listed(action);
    }
}

/// Plays on and returns the lead of a player, in points, without luck.
fn play_on(
    judge: &mut Judge,
    luck: &mut Luck,
    bot: &mut dyn Bot,
    mut state: State,
    player: usize,
    depth: u32,
    draws: &mut Draws,
) -> f64 {
    let begun = state.turn_number();
    let mut lucky = 0.0;
    loop {
        let action = match state.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                if matches!(state.decision(), Decision::Draw { .. }) && state.turn_number() - begun >= depth {
                    break;
                }
                let Some(action) = draws.choose(&state) else { break };
                lucky += luck.of(&state, action);
                action
            }
            Actor::Player(_) => bot.choose(&state),
        };
        state.apply_listed(action);
    }
    let lucky = if player == 0 { lucky } else { -lucky };
    f64::from(lead(&judge.careful_values(&state), player, 2)) / f64::from(ONE) - BELIEVED * lucky
}

/// The mean of the differences, and its standard error.
fn difference(own: &[f64], other: &[f64]) -> (f64, f64) {
    let differences: Vec<f64> = own.iter().zip(other).map(|(own, other)| own - other).collect();
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count.max(1.0);
    let spread = differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>();
    (mean, (spread / (count - 1.0).max(1.0) / count.max(1.0)).sqrt())
}

/// A turn that is played on.
struct Turn {
    actions: Vec<Action>,
    leads: Vec<f64>,
    is_alive: bool,
}

/// The turn that stands best.
fn best_of(turns: &[Turn]) -> usize {
    let mean = |index: usize| turns[index].leads.iter().sum::<f64>() / turns[index].leads.len().max(1) as f64;
    let alive = (0..turns.len()).filter(|&index| turns[index].is_alive);
    alive.max_by(|&one, &other| mean(one).total_cmp(&mean(other))).unwrap_or(0)
}

fn drop_behind(turns: &mut [Turn]) {
    let best = best_of(turns);
    for index in 0..turns.len() {
        let (mean, error) = difference(&turns[index].leads, &turns[best].leads);
        if turns[index].leads.len() >= FIRST && mean < -3.0 * error - 0.3 {
            turns[index].is_alive = false;
        }
    }
}

/// The way to a decision, and how far each turn is ahead of the best one, with its standard error.
fn line(state: &State, path: &[usize], turns: &[Turn]) -> String {
    let mut text = path.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let best = best_of(turns);
    for Turn { actions, leads, .. } in turns {
        let (mean, error) = difference(leads, &turns[best].leads);
        let mut state = state.clone();
        let mut numbers = Vec::new();
        for &action in actions {
            numbers.push(state.legal_actions().iter().position(|&other| other == action).unwrap_or(0).to_string());
            state.apply_listed(action);
        }
        // Writing to a text cannot fail.
        let _ = write!(text, "|{}:{mean:.3}:{error:.3}:{}", numbers.join(" "), leads.len());
    }
    text
}

/// A decision that was looked into.
struct Known {
    state: State,
    turns: Vec<(Vec<Action>, f64)>,
}

/// Decisions that were looked into.
pub struct Decisions(Vec<Known>);

/// What the choices of a bot cost on average, in points, and its standard error.
#[derive(Clone, Copy, Debug)]
pub struct Regret {
    /// Decisions.
    pub count: usize,
    /// Their mean cost.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// How often a turn was chosen that nobody had looked into.
    pub outside: usize,
}

impl Decisions {
    /// Reads the lines of [`inquire`].
    ///
    /// # Errors
    /// If a line cannot be read.
    pub fn read(game: &Arc<Game>, text: &str) -> Result<Decisions, String> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines
            .map(|line| known(game, line).ok_or_else(|| format!("`{line}` cannot be read")))
            .collect::<Result<_, _>>()
            .map(Decisions)
    }

    /// What a bot chooses, and what that costs: all decisions, and those of each third of the game.
    pub fn costs(&self, spec: &Spec, seed: u64) -> (Vec<f64>, [Regret; 4]) {
        let mut costs = Vec::new();
        let mut sets: [(Vec<f64>, usize); 4] = Default::default();
        for known in &self.0 {
            let mut bot = spec.bot(seed);
            let turn = chosen(&mut *bot, &known.state, &spec.budget());
            let found = known.turns.iter().find(|(other, _)| *other == turn);
            let best = known.turns.iter().map(|&(_, value)| value).fold(f64::MIN, f64::max);
            let cost = found.map_or(OUTSIDE, |&(_, value)| (best - value).min(OUTSIDE));
            let length = third_of(known.state.game());
            let third = (known.state.turn_number().saturating_sub(BEGUN) / length).min(2) as usize;
            for set in [0, third + 1] {
                sets[set].0.push(cost);
                sets[set].1 += usize::from(found.is_none());
            }
            costs.push(cost);
        }
        let sets = sets.map(|(costs, outside)| {
            let (mean, error) = difference(&costs, &vec![0.0; costs.len()]);
            Regret { count: costs.len(), mean, error, outside }
        });
        (costs, sets)
    }
}

/// The whole turn that a bot chooses.
fn chosen(bot: &mut dyn Bot, state: &State, budget: &Budget) -> Vec<Action> {
    let (mut state, begun) = (state.clone(), (state.actor(), state.turn_number()));
    let mut turn = Vec::new();
    while (state.actor(), state.turn_number()) == begun {
        let action = bot.play(&state, budget);
        turn.push(action);
        state.apply_listed(action);
    }
    turn
}

fn known(game: &Arc<Game>, line: &str) -> Option<Known> {
    let walk = |state: &mut State, path: &str| -> Option<Vec<Action>> {
        let steps = path.split_whitespace().map(|word| {
            let action = *state.legal_actions().get(word.parse::<usize>().ok()?)?;
            state.apply_listed(action);
            Some(action)
        });
        steps.collect()
    };
    let mut parts = line.split('|');
    let mut state = State::new(Arc::clone(game));
    walk(&mut state, parts.next()?)?;
    let turns = parts.map(|part| {
        let mut words = part.split(':');
        let turn = walk(&mut state.clone(), words.next()?)?;
        Some((turn, words.next()?.parse::<f64>().ok()?))
    });
    let turns = turns.collect::<Option<Vec<_>>>()?;
    Some(Known { state, turns })
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Options};

    use super::*;

    #[test]
    fn what_was_looked_into_is_read_again_and_the_best_turn_costs_nothing() {
        let game = Game::new(Options { end_after: Some(30), ..Options::new(Base::Classic, 2) }).unwrap();
        let inquiry = Inquiry {
            decisions: 1,
            from: 0,
            simulations: 2,
            depth: 2,
            seed: 3,
            player: "apprentice".parse().unwrap(),
            adviser: "expert:sims=40".parse().unwrap(),
        };
        let mut text = String::new();
        inquire(&game, &inquiry, |line| text.push_str(line)).unwrap();
        let decisions = Decisions::read(&game, &text).unwrap();
        let [Known { state, turns }] = &decisions.0[..] else { panic!("{text}") };
        assert!(matches!(state.decision(), Decision::Place { .. }) && !turns.is_empty());
        assert!(turns.iter().any(|&(_, value)| value == 0.0) && turns.iter().all(|&(_, value)| value <= 0.0), "{text}");
        let (costs, regrets) = decisions.costs(&"apprentice".parse().unwrap(), 1);
        assert!(costs.len() == 1 && (0.0..=OUTSIDE).contains(&costs[0]), "{costs:?}");
        assert_eq!(regrets[0].count, 1);
        assert!(Decisions::read(&game, "1 2 castle").is_err());
    }
}
