//! A number for a state, the same on every machine.

use crate::decision::Decision;
use crate::state::State;

/// Mixes a value so that sums of mixed values seldom collide (the finaliser of SplitMix64).
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

fn fact(tag: u64, values: [i64; 4]) -> u64 {
    values.iter().fold(mix(tag), |hash, &value| mix(hash ^ value as u64))
}

/// Sums independent facts: tiles and figures on the table, points, undrawn tiles, whose decision it
/// is. Their order does not matter, and history does not enter. The river's course and everything
/// else that is derived is left out.
pub(crate) fn of(state: &State) -> u64 {
    let mut hash = 0u64;
    let mut add = |tag, values| hash = hash.wrapping_add(fact(tag, values));
    for laid in state.tiles() {
        // Only the smallest of look-alike rotations is ever laid.
        let rotation = laid.rotation.quarter_turns();
        add(1, [laid.pos.x.into(), laid.pos.y.into(), laid.tile.id.0.into(), rotation.into()]);
    }
    for figure in state.figures.standing() {
        let spot = state.spot(figure.at);
        let who = (i64::from(figure.owner.0) << 8) + figure.kind as i64;
        add(2, [spot.pos.x.into(), spot.pos.y.into(), spot.segment.into(), who]);
    }
    for (seat, &points) in state.points().iter().enumerate() {
        add(3, [seat as i64, points.into(), 0, 0]);
    }
    for (tile, left) in state.undrawn() {
        add(4, [tile.id.0.into(), left.into(), 0, 0]);
    }
    let in_hand = state.tile_in_hand().map_or(-1, |tile| tile.id.0.into());
    add(5, [state.turn.active.0.into(), state.turn.step as i64, in_hand, state.turn.laid.into()]);
    if let Decision::Deploy { at, .. } = state.decision() {
        // What may be done depends on which of the tiles is the last.
        add(6, [at.x.into(), at.y.into(), 0, 0]);
    }
    hash
}
