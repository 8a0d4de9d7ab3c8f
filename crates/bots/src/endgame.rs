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

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Decision, Game, Options, Turns};

    use super::*;
    use crate::features::ONE;
    use crate::weights::Weights;
    use crate::{Level, Rng};

    /// What is left of a lead when the opponent draws the last tile: every draw, every turn, points and nothing else.
    fn counted(after: &State, player: PlayerId) -> i32 {
        let (mut sum, mut weights) = (0, 0);
        for (draw, weight) in after.chance_outcomes() {
            let mut drawn = after.clone();
            drawn.apply_listed(draw);
            let mut worst = i32::MAX;
            Turns::new().for_each(&drawn, 8, |_, end| {
                assert!(end.is_over());
                let own = end.points()[player.index()];
                worst = worst.min(ONE * (own - end.points()[1 - player.index()]));
            });
            sum += weight as i32 * worst;
            weights += weight as i32;
        }
        sum / weights
    }

    #[test]
    fn the_last_tile_is_played_out_exactly() {
        let options = Options { end_after: Some(30), ..Options::new(Base::Classic, 2) };
        for seed in 0..3 {
            let mut state = State::new(Game::new(options).unwrap());
            let (mut bot, mut rng) = (Level::Apprentice.bot(seed), Rng::new(seed));
            while state.tiles_laid() < 28 || !matches!(state.decision(), Decision::Place { .. }) {
                let action = match state.actor() {
                    Actor::Player(_) => bot.choose(&state),
                    _ => state.choose(|count| rng.below(count)).unwrap(),
                };
                state.apply(action).unwrap();
            }
            let Actor::Player(player) = state.actor() else { panic!("a tile was drawn") };
            let mut judge = Judge::new(state.game(), Weights::for_game(state.game()));
            assert_eq!(judge.left(&state), 1, "one more than the tile in hand");
            let afters: Vec<State> = candidates(&mut judge, &state, 6)
                .iter()
                .map(|line| {
                    let mut after = state.clone();
                    line.actions.iter().for_each(|&action| after.apply_listed(action));
                    after
                })
                .collect();
            let solved = solve(&mut judge, afters.iter(), player, u32::MAX, &Stop::never());
            let exact: Vec<i32> = afters.iter().map(|after| counted(after, player)).collect();
            let leads = solved.leads.unwrap();
            // The mean of each player is rounded by itself.
            assert!(leads.iter().zip(&exact).all(|(lead, exact)| lead.abs_diff(*exact) <= 1), "{leads:?} {exact:?}");
            assert!(solved.spent > 0);
            // Too little time is no answer, rather than half of one.
            assert_eq!(solve(&mut judge, afters.iter(), player, 0, &Stop::never()).leads, None);
        }
    }
}
