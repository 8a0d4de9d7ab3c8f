//! Thinking about one decision.

use bastide_bots::{Bot, Budget, Level, Stop, Thought};
use bastide_rules::{Actor, PlayerId, State};
use serde::{Deserialize, Serialize};

use crate::hints::TOLD;
use crate::{Question, Turn, Worth};

/// How much is thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Simulations for each decision.
    pub simulations: u32,
    /// Decides where the bot is indifferent.
    pub seed: u64,
    /// Decisions that are thought about at once, by [`analyse`](crate::analyse).
    pub threads: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { simulations: 1500, seed: 1, threads: 1 }
    }
}

impl Effort {
    /// A base game has about so many decisions.
    const USUAL: u64 = 72;

    /// The same for a game with so many decisions: in all it has as many simulations as a base game, so that a long one does not
    /// take many times as long. It depends on the record alone, so everybody gets the same analysis.
    ///
    /// ```
    /// use bastide_analysis::Effort;
    /// let effort = Effort::default();
    /// assert_eq!(effort.shared_by(71), effort);
    /// assert_eq!(effort.shared_by(240).simulations, 450);
    /// ```
    #[must_use]
    pub fn shared_by(self, decisions: usize) -> Effort {
        let decisions = (decisions as u64).max(Effort::USUAL);
        let each = u64::from(self.simulations) * Effort::USUAL / decisions;
        Effort { simulations: u32::try_from(each).unwrap_or(u32::MAX).max(1), ..self }
    }
}

/// What was found about a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
pub struct Weighed {
    /// The best turns, the best first, and the one that was played.
    pub turns: Vec<Turn>,
    /// The place in `turns` of the one that was played.
    pub played: usize,
    /// How many were weighed.
    pub of: usize,
}

impl Weighed {
    /// What the position is worth if the best turn is played.
    pub fn best(&self) -> Worth {
        self.worth(0)
    }

    /// What it is worth after the turn that was played.
    pub fn after(&self) -> Worth {
        self.worth(self.played)
    }

    fn worth(&self, index: usize) -> Worth {
        self.turns.get(index).map(|turn| turn.worth).unwrap_or_default()
    }
}

/// Thinks about a decision; `None` if it was stopped.
pub fn weigh(question: &Question, effort: Effort, stop: &Stop) -> Option<Weighed> {
    let budget = Budget::simulations(effort.simulations).with_stop(stop.clone());
    let Thought { mut candidates, .. } = judge(effort).compare(&question.state, &[&question.played], &budget);
    if stop.is_raised() {
        return None;
    }
    // The bot lists what it dropped behind the others, although what is left of it may look better.
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let played = candidates.iter().position(|one| one.turn == question.played)?;
    let told = (0..candidates.len()).filter(|&index| index < TOLD || index == played);
    let turns = told.map(|index| Turn::of(&question.state, &candidates[index])).collect();
    Some(Weighed { turns, played: played.min(TOLD), of: candidates.len() })
}

/// What a game is worth to a player before chance has brought anything, or before the first decision of somebody else:
/// the mean over what can come. `None` if it was stopped or if the player does not decide next.
pub fn opening(state: &State, seat: PlayerId, effort: Effort, stop: &Stop) -> Option<Worth> {
    let mut judge = judge(effort);
    let outcomes = state.chance_outcomes();
    let budget = || Budget::simulations(4 * effort.simulations / outcomes.len().max(1) as u32).with_stop(stop.clone());
    let (mut points, mut win, mut weights) = (0, 0, 0);
    for &(action, weight) in &outcomes {
        let mut next = state.clone();
        next.apply_listed(action);
        if stop.is_raised() || next.actor() != Actor::Player(seat) {
            return None;
        }
        let thought = judge.think(&next, &budget());
        let best = thought.candidates.first().map_or_else(Worth::default, |one| Worth::judged(one.value, one.win));
        points += i64::from(weight) * i64::from(best.points);
        win += i64::from(weight) * i64::from(best.win);
        weights += i64::from(weight);
    }
    let mean = |sum: i64| (sum / weights.max(1)) as i32;
    (weights > 0).then(|| Worth { points: mean(points), win: mean(win) })
}

fn judge(effort: Effort) -> Box<dyn Bot + Send> {
    Level::Master.bot(effort.seed)
}
