//! Whole games between bots.

use bastide_rules::{Action, Actor, State};

use crate::{Bot, Rng};

/// Plays a game to its end: one bot for each seat, in the order of the seats, and chance from `rng`.
///
/// # Panics
/// If there are fewer bots than seats.
pub fn play_game(state: &mut State, bots: &mut [Box<dyn Bot + Send>], rng: &mut Rng) {
    play_game_with(state, bots, rng, |_, _| {});
}

/// Plays a game to its end and shows every action, of chance too, before it is applied.
///
/// # Panics
/// If there are fewer bots than seats.
pub fn play_game_with(
    state: &mut State,
    bots: &mut [Box<dyn Bot + Send>],
    rng: &mut Rng,
    mut observe: impl FnMut(&State, Action),
) {
    loop {
        let action = match state.actor() {
            Actor::Player(player) => bots[player.index()].choose(state),
            Actor::Chance => state.choose(|count| rng.below(count)).expect("chance always has an outcome"),
            Actor::Nobody => return,
        };
        observe(state, action);
        state.apply_listed(action);
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Game, Module, Options};

    use super::*;
    use crate::by_name;

    fn game_of(names: [&str; 3], seed: u64) -> (u64, Vec<Action>) {
        let options = Options::new(Base::V3, 3).with(Module::River).with(Module::Abbot);
        let mut state = State::new(Game::new(options).unwrap());
        let mut bots = names.map(|name| by_name(name, seed).unwrap());
        let mut actions = Vec::new();
        play_game_with(&mut state, &mut bots, &mut Rng::new(seed), |_, action| actions.push(action));
        assert!(state.is_over());
        (state.hash(), actions)
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let names = ["random", "greedy", "random"];
        assert_eq!(game_of(names, 5), game_of(names, 5));
        assert_ne!(game_of(names, 5), game_of(names, 6));
    }
}
