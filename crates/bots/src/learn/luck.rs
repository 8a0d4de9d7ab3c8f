//! How much of a result was luck: a draw brings more or less than the average draw would have brought. The mean of it is nothing,
//! whoever plays, so results without it tell the same as results with it, after far fewer games.

use std::sync::Arc;

use bastide_rules::{Action, Actor, Decision, Game, State};

use crate::features::ONE;
use crate::judge::{Judge, is_simple, lead};
use crate::weights::Weights;

/// How much of the luck at first sight is taken away. Any share leaves the mean as it is; with this one leads varied least (400 games
/// of apprentices: by 20.4 points a game and 12.7 a deal, and by 14.5 and 10.4 without luck).
pub const BELIEVED: f64 = 0.8;

/// Tells the luck of draws in games of two players whose turns are a tile and a figure.
pub struct Luck {
    judge: Judge,
    next: Option<State>,
}

impl Luck {
    /// For a game; `None` if it is another kind of game.
    pub fn new(game: &Arc<Game>) -> Option<Luck> {
        let is_meant = game.players() == 2 && is_simple(game);
        is_meant.then(|| Luck { judge: Judge::new(game, Weights::for_game(game)), next: None })
    }

    /// By how many points the lead of the first player is greater after this draw than after the average one, where the best turn at
    /// first sight follows.
    pub fn of(&mut self, state: &State, drawn: Action) -> f64 {
        if !matches!(state.decision(), Decision::Draw { .. }) {
            return 0.0;
        }
        let (mut sum, mut weights, mut own) = (0.0, 0.0, 0.0);
        for (action, weight) in state.chance_outcomes() {
            let mut next = self.next.take().unwrap_or_else(|| state.clone());
            next.clone_from(state);
            next.apply_listed(action);
            let value = self.first_sight(&next);
            self.next = Some(next);
            sum += f64::from(weight) * value;
            weights += f64::from(weight);
            if action == drawn {
                own = value;
            }
        }
        if weights == 0.0 { 0.0 } else { own - sum / weights }
    }

    /// The lead of the first player.
    fn first_sight(&mut self, state: &State) -> f64 {
        let found = match state.actor() {
            Actor::Player(player) => {
                let best = self.judge.best(state).map_or(0, |(.., value)| value);
                if player.index() == 0 { best } else { -best }
            }
            _ => lead(&self.judge.values(state), 0, 2),
        };
        f64::from(found) / f64::from(ONE)
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Options};

    use super::*;
    use crate::Rng;

    #[test]
    fn the_luck_of_all_draws_together_is_nothing() {
        let game = Game::new(Options::new(Base::Classic, 2)).unwrap();
        let (mut state, mut rng) = (State::new(Arc::clone(&game)), Rng::new(4));
        let mut luck = Luck::new(&game).unwrap();
        let mut most: f64 = 0.0;
        for _ in 0..60 {
            if matches!(state.decision(), Decision::Draw { .. }) {
                let all = state.chance_outcomes().into_iter().map(|(action, weight)| {
                    let own = luck.of(&state, action);
                    most = most.max(own);
                    f64::from(weight) * own
                });
                assert!(all.sum::<f64>().abs() < 1e-6);
            } else {
                let action = state.legal_actions()[0];
                assert!(luck.of(&state, action).abs() < 1e-9, "only draws are luck");
            }
            let action = state.choose(|count| rng.below(count)).unwrap();
            state.apply_listed(action);
        }
        assert!(most > 1.0, "{most}");
        assert!(Luck::new(&Game::new(Options::new(Base::Classic, 3)).unwrap()).is_none());
    }
}
