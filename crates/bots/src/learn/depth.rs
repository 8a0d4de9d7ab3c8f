//! How far judgements after some turns of a simulation lie from the end of the game: how much of it is luck, which more
//! simulations take away, and how much is a wrong judgement, which they do not.

use std::sync::Arc;

use bastide_rules::{Actor, Decision, Game, State};

use crate::Rng;
use crate::features::ONE;
use crate::judge::{Judge, is_simple, lead};
use crate::net::Networks;
use crate::search::{Draws, candidates, play_simple};
use crate::weights::Weights;

/// What is looked into.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Decisions, each from a game of its own.
    pub decisions: u32,
    /// Simulations of each of the turns that look best, all to the end of the game.
    pub simulations: u32,
    /// Where the random numbers begin.
    pub seed: u64,
    /// After how many turns simulations are judged, the fewest first.
    pub depths: Vec<u32>,
}

/// What was found at a depth, in points. Leads are taken against the mean of the turns of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Turns.
    pub turns: u32,
    /// By how much the judgement of one simulation varies: a standard deviation.
    pub luck: f64,
    /// By how much the mean of all simulations differs from that at the end of the game, luck taken out: the root of the mean square, of
    /// judgements by the weights and by the weights and the network.
    pub wrong: [f64; 2],
}

/// Turns of a decision that are looked into.
const TURNS: usize = 6;

/// Sums of a depth.
#[derive(Clone, Default)]
struct Sums {
    luck: f64,
    wrong: [f64; 2],
}

/// Surveys a game of two players whose turns are a tile and a figure.
///
/// # Errors
/// If it is another game.
pub fn survey(game: &Arc<Game>, survey: &Survey) -> Result<Vec<Depth>, String> {
    if game.players() != 2 || !is_simple(game) {
        return Err("only games of two players whose turns are a tile and a figure".to_owned());
    }
    let net = Networks::Crate.for_game(game);
    let judge = || Judge::new(game, Weights::for_game(game));
    let mut judges = [judge(), judge().with_net(net)];
    let mut sums = vec![Sums::default(); survey.depths.len()];
    let mut count = 0.0;
    for index in 0..survey.decisions {
        let mut rng = Rng::stream(survey.seed, index.into());
        let Some((state, player)) = decision(&mut judges[0], game, &mut rng) else { continue };
        let seed = rng.next_u64();
        let mut turns = Vec::new();
        for line in candidates(&mut judges[0], &state, TURNS) {
            let mut after = state.clone();
            line.actions.iter().for_each(|&action| after.apply_listed(action));
            let played = (0..survey.simulations).map(|number| {
                let mut draws = Draws::new(seed, number);
                play_on(&mut judges, after.clone(), player, &mut draws, &survey.depths)
            });
            turns.push(played.collect::<Vec<_>>());
        }
        add(&mut sums, &turns);
        count += turns.len() as f64;
    }
    let found = survey.depths.iter().zip(sums).map(|(&turns, sums)| Depth {
        turns,
        luck: (sums.luck / count).sqrt(),
        wrong: sums.wrong.map(|sum| (sum / count).max(0.0).sqrt()),
    });
    Ok(found.collect())
}

/// A decision in the middle of a game in which not always the best is played.
fn decision(judge: &mut Judge, game: &Arc<Game>, rng: &mut Rng) -> Option<(State, usize)> {
    let mut state = State::new(Arc::clone(game));
    let turn = 6 + rng.below(game.tile_count() * 7 / 10);
    loop {
        match state.actor() {
            Actor::Nobody => return None,
            Actor::Chance => state.apply_listed(state.choose(|count| rng.below(count))?),
            Actor::Player(player) => {
                let lines = candidates(judge, &state, TURNS);
                if state.turn_number() >= turn && lines.len() == TURNS {
                    return Some((state, player.index()));
                }
                let line = lines.get(rng.below(2) as usize).or(lines.first())?;
                line.actions.iter().for_each(|&action| state.apply_listed(action));
            }
        }
    }
}

/// A simulation: the leads at each depth by both judges, and at the end, in points.
type Played = (Vec<[f64; 2]>, f64);

fn play_on(judges: &mut [Judge; 2], mut state: State, player: usize, draws: &mut Draws, depths: &[u32]) -> Played {
    let begun = state.turn_number();
    let points =
        |judge: &mut Judge, state: &State| f64::from(lead(&judge.careful_values(state), player, 2)) / f64::from(ONE);
    let mut leads: Vec<[f64; 2]> = Vec::new();
    loop {
        match state.actor() {
            Actor::Nobody => break,
            Actor::Chance => {
                let is_draw = matches!(state.decision(), Decision::Draw { .. });
                while is_draw && depths.get(leads.len()).is_some_and(|&depth| state.turn_number() - begun >= depth) {
                    leads.push(judges.each_mut().map(|judge| points(judge, &state)));
                }
                let Some(action) = draws.choose(&state) else { break };
                state.apply_listed(action);
            }
            Actor::Player(_) => play_simple(&mut judges[0], &mut state),
        }
    }
    let end = points(&mut judges[0], &state);
    leads.resize(depths.len(), [end; 2]);
    (leads, end)
}

/// Adds the turns of a decision, each with its simulations.
fn add(sums: &mut [Sums], turns: &[Vec<Played>]) {
    let count = turns.len() as f64;
    let simulations = turns.first().map_or(0, Vec::len);
    // A number of each turn and simulation, against the mean of the turns: the mean and the variance of a turn.
    let against = |number: &dyn Fn(&Played) -> f64| -> Vec<(f64, f64)> {
        let means: Vec<f64> =
            (0..simulations).map(|k| turns.iter().map(|turn| number(&turn[k])).sum::<f64>() / count).collect();
        let spread = turns.iter().map(|turn| {
            let values: Vec<f64> = turn.iter().zip(&means).map(|(played, mean)| number(played) - mean).collect();
            let n = values.len() as f64;
            let mean = values.iter().sum::<f64>() / n;
            (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0))
        });
        spread.collect()
    };
    for (depth, sums) in sums.iter_mut().enumerate() {
        sums.luck += against(&|played| played.0[depth][0]).iter().map(|(_, variance)| variance).sum::<f64>();
        for (judge, wrong) in sums.wrong.iter_mut().enumerate() {
            let missed = against(&|played| played.1 - played.0[depth][judge]);
            *wrong += missed.iter().map(|(mean, variance)| mean * mean - variance / simulations as f64).sum::<f64>();
        }
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Options};

    use super::*;

    #[test]
    fn luck_grows_with_the_turns_and_nothing_is_wrong_at_the_end() {
        let game = Game::new(Options { end_after: Some(60), ..Options::new(Base::Classic, 2) }).unwrap();
        let wanted = Survey { decisions: 4, simulations: 6, seed: 1, depths: vec![0, 2, 80] };
        let found = survey(&game, &wanted).unwrap();
        assert!(found[0].luck < 1e-9, "what looks best at once is judged before any draw: {found:?}");
        assert!(found[1].luck > 0.1 && found[2].luck > found[1].luck, "{found:?}");
        assert_eq!(found[2].wrong, [0.0; 2]);
        assert!(survey(&Game::new(Options::new(Base::Classic, 3)).unwrap(), &wanted).is_err());
    }

    #[test]
    fn a_judgement_that_is_off_by_a_point_is_found_out() {
        // Two turns that end alike; one is judged two points too high, whatever is drawn.
        let played = |more: f64| (0..8).map(|k| (vec![[f64::from(k) + more; 2]], f64::from(k))).collect::<Vec<_>>();
        let mut sums = [Sums::default()];
        add(&mut sums, &[played(0.0), played(2.0)]);
        assert_eq!(sums[0].wrong, [2.0; 2], "one point each against their mean");
        assert_eq!(sums[0].luck, 0.0);
    }
}
