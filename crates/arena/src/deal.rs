//! A deal: everything that chance brings in a game, decided beforehand.
//!
//! Bots that play the same deal on exchanged seats have the same luck, so what is left of the
//! difference is skill. For this the draws must not depend on what is played: tiles come in the
//! order of a stack, dice and messages from streams of their own, whoever asks for them and when.

use bastide_bots::Rng;
use bastide_rules::{Action, Decision, State, TileId};

/// What chance brings in one game.
///
/// ```
/// use bastide_arena::Deal;
/// use bastide_rules::{Base, Game, Options, State};
///
/// let state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// assert_eq!(Deal::new(1, 0).draw(&state), Deal::new(1, 0).draw(&state));
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deal {
    seed: u64,
    /// The tiles of the open stack, the next one first.
    stack: Vec<TileId>,
    dice: Rng,
    rest: Rng,
}

/// The streams of a deal. What belongs to a deal beside chance begins at [`Stream::OPENING`].
struct Stream;

impl Stream {
    const DICE: u64 = 1;
    const REST: u64 = 2;
    const MESSAGES: u64 = 3;
    const OPENING: u64 = 4;
    const BOTS: u64 = 5;
    const TILES: u64 = 1 << 32;
}

impl Deal {
    /// The deal with this number out of the many of a seed.
    pub fn new(seed: u64, number: u64) -> Deal {
        let seed = Rng::stream(seed, number).next_u64();
        Deal { seed, stack: Vec::new(), dice: Rng::stream(seed, Stream::DICE), rest: Rng::stream(seed, Stream::REST) }
    }

    /// What chance brings next; `None` unless chance acts. To be called once for each decision of chance.
    pub fn draw(&mut self, state: &State) -> Option<Action> {
        let outcomes = state.chance_outcomes();
        match state.decision() {
            Decision::Draw { .. } => self.draw_tile(&outcomes),
            Decision::Roll { .. } => pick(&mut self.dice, &outcomes),
            Decision::DrawMessage { .. } => {
                // The token with the lowest number of its own lies on top of those that can be there.
                let key = |action: &Action| match *action {
                    Action::DrawMessage(token) => self.key(Stream::MESSAGES, token.number().into()),
                    _ => u64::MAX,
                };
                outcomes.iter().map(|&(action, _)| action).min_by_key(key)
            }
            _ => pick(&mut self.rest, &outcomes),
        }
    }

    /// Random numbers for the opening, the same for every seating.
    pub fn opening(&self) -> Rng {
        Rng::stream(self.seed, Stream::OPENING)
    }

    /// Seeds for the bots of the game with this number among those of the deal.
    pub fn bots(&self, game: u64) -> Rng {
        Rng::stream(self.key(Stream::BOTS, 0), game)
    }

    fn key(&self, stream: u64, index: u64) -> u64 {
        Rng::stream(Rng::stream(self.seed, stream).next_u64(), index).next_u64()
    }

    /// The first tile of the stack that can be drawn.
    fn draw_tile(&mut self, outcomes: &[(Action, u32)]) -> Option<Action> {
        for &(action, left) in outcomes {
            let Action::Draw(tile) = action else { continue };
            let known = self.stack.iter().filter(|&&other| other == tile).count() as u32;
            for copy in known..left {
                self.insert(tile, copy);
            }
        }
        let can_be_drawn = |tile: &TileId| outcomes.iter().any(|&(action, _)| action == Action::Draw(*tile));
        let index = self.stack.iter().position(can_be_drawn)?;
        Some(Action::Draw(self.stack.remove(index)))
    }

    /// Puts a tile at a place of its own into what is left of the stack: tile after tile this shuffles a
    /// stack that is opened, and mixes in the tiles that wait for a volcano when they are let in.
    fn insert(&mut self, tile: TileId, copy: u32) {
        let key = self.key(Stream::TILES + tile.index() as u64, copy.into());
        let place = (u128::from(key) * (self.stack.len() as u128 + 1)) >> 64;
        self.stack.insert(place as usize, tile);
    }
}

/// Any of the outcomes, with their weights.
fn pick(rng: &mut Rng, outcomes: &[(Action, u32)]) -> Option<Action> {
    let mut n = rng.below(outcomes.iter().map(|&(_, weight)| weight).sum());
    outcomes.iter().find_map(|&(action, weight)| {
        if n < weight {
            return Some(action);
        }
        n -= weight;
        None
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bastide_bots::Level;
    use bastide_rules::{Actor, Base, Game, Module, Options, catalogue};

    use super::*;

    /// What chance brought in a game with this seed: of random players, or of greedy ones if it is odd.
    fn played(options: Options, deal: &Deal, seed: u64) -> Vec<Action> {
        let mut state = State::new(Game::new(options).unwrap());
        let level = if seed.is_multiple_of(2) { Level::Random } else { Level::Greedy };
        let (mut deal, mut bot) = (deal.clone(), level.bot(seed));
        let mut drawn = Vec::new();
        while !state.is_over() {
            let action = match state.actor() {
                Actor::Chance => {
                    drawn.push(deal.draw(&state).unwrap());
                    drawn[drawn.len() - 1]
                }
                _ => bot.choose(&state),
            };
            state.apply(action).unwrap();
        }
        drawn
    }

    fn of_kind(drawn: &[Action], is_kind: impl Fn(&Action) -> bool) -> Vec<Action> {
        drawn.iter().copied().filter(is_kind).collect()
    }

    #[test]
    fn tiles_dice_and_messages_come_in_one_order_whatever_is_played() {
        let options = Options::new(Base::V3, 2).with(Module::River).with(Module::Messages).with(Module::Flying);
        let deal = Deal::new(7, 3);
        let games: Vec<_> = (0..10).map(|seed| played(options, &deal, seed)).collect();
        for is_kind in [
            (|action| matches!(action, Action::Draw(_))) as fn(&Action) -> bool,
            |action| matches!(action, Action::Roll(_)),
            |action| matches!(action, Action::DrawMessage(_)),
        ] {
            let lists: Vec<_> = games.iter().map(|drawn| of_kind(drawn, is_kind)).collect();
            let longest = lists.iter().max_by_key(|list| list.len()).unwrap();
            assert!(longest.len() > 1, "{longest:?}");
            assert!(lists.iter().all(|list| longest.starts_with(list)), "{lists:?}");
        }
        let games_differ = games.iter().any(|drawn| drawn != &games[0]);
        assert!(games_differ, "the calls came in different order, or the test shows nothing");
    }

    #[test]
    fn deals_and_seeds_differ() {
        let options = Options::new(Base::Classic, 2);
        let deals = [Deal::new(1, 0), Deal::new(1, 1), Deal::new(2, 0)].map(|deal| played(options, &deal, 0));
        assert!(deals[0] != deals[1] && deals[0] != deals[2] && deals[1] != deals[2]);
    }

    /// Ten thousand stacks of the classic game: each tile comes first as often as it should.
    #[test]
    fn stacks_are_shuffled_evenly() {
        let state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        let mut first: HashMap<Action, f64> = HashMap::new();
        let deals = 10_000;
        for number in 0..deals {
            *first.entry(Deal::new(5, number).draw(&state).unwrap()).or_default() += 1.0;
        }
        let outcomes = state.chance_outcomes();
        let all: u32 = outcomes.iter().map(|&(_, weight)| weight).sum();
        let surprise = |&(action, weight): &(Action, u32)| {
            let expected = deals as f64 * f64::from(weight) / f64::from(all);
            (first.get(&action).copied().unwrap_or(0.0) - expected).powi(2) / expected
        };
        let chi_square: f64 = outcomes.iter().map(surprise).sum();
        // 23 degrees of freedom: beyond 49.7 lies one series in a thousand.
        assert!(chi_square < 49.7, "{chi_square}");
    }

    /// Dragon tiles are let in when a volcano is laid. They must not all come at once.
    #[test]
    fn tiles_that_are_let_in_later_are_mixed_into_the_rest() {
        let options = Options::new(Base::Classic, 2).with(Module::Dragon);
        let game = Game::new(options).unwrap();
        let fresh = State::new(game);
        let is_dormant = |tile: TileId| fresh.chance_outcomes().iter().all(|&(action, _)| action != Action::Draw(tile));
        let (mut places, mut count) = (0.0, 0.0);
        for number in 0..300 {
            let drawn = of_kind(&played(options, &Deal::new(9, number), 2 * number), |a| matches!(a, Action::Draw(_)));
            let dormant = |action: &Action| matches!(*action, Action::Draw(tile) if is_dormant(tile));
            let is_volcano =
                |action: &Action| matches!(*action, Action::Draw(tile) if catalogue::tile(tile).symbols.volcano);
            let Some(awake) = drawn.iter().position(is_volcano) else { continue };
            let rest = &drawn[awake + 1..];
            for (index, _) in rest.iter().enumerate().filter(|(_, action)| dormant(action)) {
                places += (index as f64 + 0.5) / rest.len() as f64;
                count += 1.0;
            }
        }
        let mean: f64 = places / count;
        assert!(count > 1000.0 && (0.47..0.53).contains(&mean), "{mean} of {count}");
    }
}
