//! The end of the game, when few tiles are left: every order of the draws, and everybody's best answers to
//! them, to the last tile.

use bastide_rules::{Action, Actor, PlayerId, State};

use crate::Stop;
use crate::judge::{Judge, Line, Values, lead};
use crate::search::candidates;

/// What came out.
pub(crate) struct Solved {
    /// The lead after each candidate, if all were played out.
    pub(crate) leads: Option<Vec<i32>>,
    /// What it cost, in simulations.
    pub(crate) spent: u32,
}

/// Answers that are compared, in passes that widen as long as there is time.
const WIDTHS: [usize; 4] = [4, 8, 16, 48];

/// A pass with this many counts.
const WIDE_ENOUGH: usize = 8;

/// Answers to judge cost about as much as one simulation.
const ANSWERS_OF_A_SIMULATION: u32 = 4;

/// Plays the end out after each candidate.
pub(crate) fn solve<'a>(
    judge: &mut Judge,
    candidates: impl Iterator<Item = &'a State> + Clone,
    player: PlayerId,
    limit: u32,
    stop: &Stop,
) -> Solved {
    let mut end =
        End { judge, stop, answers: 0, most: limit.saturating_mul(ANSWERS_OF_A_SIMULATION), spare: Vec::new() };
    let mut leads = None;
    for width in WIDTHS {
        let pass = candidates.clone().map(|state| {
            let values = end.values(state, width)?;
            Some(lead(&values, player.index(), state.game().players()))
        });
        match pass.collect::<Option<Vec<i32>>>() {
            Some(found) if width >= WIDE_ENOUGH => leads = Some(found),
            Some(_) => {}
            None => break,
        }
    }
    Solved { leads, spent: end.answers.div_ceil(ANSWERS_OF_A_SIMULATION) }
}

struct End<'a> {
    judge: &'a mut Judge,
    stop: &'a Stop,
    /// Turns that were judged, and how many may be.
    answers: u32,
    most: u32,
    /// States to write on.
    spare: Vec<State>,
}

impl End<'_> {
    /// The values at the end, chance averaged; `None` when it is time to stop.
    fn values(&mut self, state: &State, width: usize) -> Option<Values> {
        match state.actor() {
            Actor::Nobody => Some(self.judge.values(state)),
            Actor::Chance => {
                let (mut sums, mut weights) = ([0i64; bastide_rules::MAX_PLAYERS], 0);
                for (action, weight) in state.chance_outcomes() {
                    let values = self.after(state, &[action], width)?;
                    for (sum, value) in sums.iter_mut().zip(values) {
                        *sum += i64::from(weight) * i64::from(value);
                    }
                    weights += i64::from(weight);
                }
                Some(sums.map(|sum| (sum / weights.max(1)) as i32))
            }
            Actor::Player(player) => {
                self.answers += 1;
                if self.answers > self.most || self.stop.is_raised() {
                    return None;
                }
                // After the last tile what looks best is best.
                let width = if self.judge.left(state) == 0 { 1 } else { width };
                let mut best: Option<(i32, Values)> = None;
                for Line { actions, .. } in candidates(self.judge, state, width) {
                    let values = self.after(state, &actions, width)?;
                    let own = lead(&values, player.index(), state.game().players());
                    if best.is_none_or(|(most, _)| own > most) {
                        best = Some((own, values));
                    }
                }
                best.map(|(_, values)| values)
            }
        }
    }

    fn after(&mut self, state: &State, actions: &[Action], width: usize) -> Option<Values> {
        let mut next = self.spare.pop().unwrap_or_else(|| state.clone());
        next.clone_from(state);
        actions.iter().for_each(|&action| next.apply_listed(action));
        let values = self.values(&next, width);
        self.spare.push(next);
        values
    }
}
