//! Counting decision paths: a sharp test for rules engines.

use crate::state::State;

/// How many ways the next whole turns can go: distinct draws, without weights, times placements,
/// times every decision that follows. Look-alike rotations count once. A draw that fits nowhere
/// has no placement and so counts nothing; a game that ends early counts as one way.
///
/// ```
/// use bastide_rules::{perft, Base, Game, Options, State};
/// let classic = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// assert_eq!(perft(&classic, 1), 484);
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn perft(state: &State, turns: u32) -> u64 {
    let last = state.turn_number().saturating_add(turns);
    if turns == 0 { 1 } else { count(state, last) }
}

/// Ways until the turn with this number begins.
fn count(state: &State, until: u32) -> u64 {
    let mut ways = 0;
    let mut next = state.clone();
    state.for_each_legal(|action| {
        next.clone_from(state);
        let discarded = next.discarded().len();
        next.apply_listed(action);
        if next.discarded().len() > discarded {
            return;
        }
        ways += if next.is_over() || next.turn_number() >= until { 1 } else { count(&next, until) };
    });
    ways
}
