//! A number for a state, the same on every machine.

use crate::action::{MagicFigure, Spot};
use crate::decision::Decision;
use crate::module::Module;
use crate::modules::count::{self, Quarter};
use crate::modules::wheel::Sector;
use crate::state::State;
use crate::turn::Step;

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
        let who = (i64::from(figure.is_bound) << 16) + (i64::from(figure.owner.0) << 8) + figure.kind as i64;
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
    if !state.game.is_plain() {
        hash = hash.wrapping_add(of_modules(state));
    }
    hash
}

/// What modules keep: tokens, markers, neutral figures, and what has been begun in this turn.
fn of_modules(state: &State) -> u64 {
    let mut hash = 0u64;
    let mut add = |tag, values| hash = hash.wrapping_add(fact(tag, values));
    let place = |spot: Spot| [spot.pos.x.into(), spot.pos.y.into(), i64::from(spot.segment)];
    for player in state.game.seats() {
        let seat = i64::from(player.0);
        let moved = state.track.moved[player].map_or(0, |marker| 1 + marker as i64);
        add(7, [seat, state.track.messenger[player].into(), state.track.unmarked[player].into(), moved]);
        let robber = state.robber(player).map_or(-1, i64::from);
        let (victims, sum) = state.robbers.pending(player);
        add(8, [seat, robber, victims.into(), sum.into()]);
        let tokens = state.goods(player).fold(0, |all, (_, count)| (all << 8) + i64::from(count));
        add(9, [seat, tokens, state.ingots(player).into(), 0]);
    }
    for (pos, count) in state.ingots_on_tiles() {
        add(10, [pos.x.into(), pos.y.into(), count.into(), 0]);
    }
    for (pos, [a, b]) in state.ferries() {
        add(11, [pos.x.into(), pos.y.into(), a.into(), b.into()]);
    }
    for ends in state.ferries.movable() {
        let [x, y, end] = place(state.spot(ends[0]));
        add(12, [x, y, end, 0]);
    }
    for figure in MagicFigure::ALL {
        if let Some(spot) = state.magic(figure) {
            let [x, y, segment] = place(spot);
            add(13, [x, y, segment, figure as i64]);
        }
    }
    for (index, &message) in state.used_messages().iter().enumerate() {
        add(14, [index as i64, message.into(), 0, 0]);
    }
    let (is_done, chosen) = state.messages.progress();
    let chosen = chosen.map_or([0; 3], |(_, segment)| place(state.first_spot(segment)));
    add(15, [state.extra_turns().into(), is_done.into(), chosen[0] << 32 | chosen[1], chosen[2]]);
    if let Some(segment) = state.turn.recalled {
        let [x, y, segment] = place(state.spot(segment));
        add(16, [x, y, segment, 0]);
    }
    if state.turn.step == Step::Features {
        for &segment in state.board.closed() {
            let [x, y, segment] = place(state.first_spot(segment));
            add(17, [x, y, segment, 0]);
        }
    }
    for (tag, pos) in [(22, state.dragon()), (23, state.fairy())] {
        if let Some(pos) = pos {
            add(tag, [pos.x.into(), pos.y.into(), 0, 0]);
        }
    }
    for pos in state.flight() {
        add(24, [pos.x.into(), pos.y.into(), 0, 0]);
    }
    for tower in state.towers() {
        let guard = tower.guard.map_or(0, |(owner, kind)| 1 + (i64::from(owner.0) << 8) + ((kind as i64) << 16));
        let height = i64::from(tower.height) + (i64::from(tower.is_finished) << 8);
        add(25, [tower.pos.x.into(), tower.pos.y.into(), height, guard]);
    }
    let (gained, moving, last) = count::progress(state);
    for player in state.game.seats() {
        let seat = i64::from(player.0);
        if state.game.has(Module::Tower) {
            add(26, [seat, state.floors(player).into(), 0, 0]);
        }
        for (owner, kind, held) in state.captives(player).filter(|&(_, _, held)| held > 0) {
            add(27, [seat, owner.0.into(), kind as i64, held.into()]);
        }
        for quarter in Quarter::ALL {
            for (kind, waiting) in state.in_quarter(quarter, player).filter(|&(_, waiting)| waiting > 0) {
                add(28, [seat, quarter as i64, kind as i64, waiting.into()]);
            }
        }
        add(29, [seat, gained[player].into(), 0, 0]);
    }
    let (is_capturing, exchanging, has_ransomed, withheld) = state.towers.progress();
    add(30, [is_capturing.into(), exchanging.map_or(-1, |p| p.0.into()), has_ransomed.into(), moving.into()]);
    if let Some(kind) = withheld {
        add(36, [kind as i64, 0, 0, 0]);
    }
    if state.is_princess_used() {
        add(37, [0; 4]);
    }
    if state.turn.step == Step::LastMoves {
        add(31, [last.0.0.into(), last.1.into(), 0, 0]);
    }
    if let Some(quarter) = state.count() {
        add(32, [quarter as i64, 0, 0, 0]);
    }
    if let Some(pig) = state.wheel_pig() {
        add(33, [pig as i64, 0, 0, 0]);
        for sector in Sector::ALL {
            for (owner, kind) in state.crowned(sector) {
                add(34, [sector as i64, owner.0.into(), kind as i64, 0]);
            }
        }
    }
    add(35, [state.turn.is_by_builder.into(), state.turn.has_drawn.into(), state.is_lake_turn().into(), 0]);
    if let Some(spot) = state.gingerbread() {
        let [x, y, segment] = place(spot);
        add(20, [x, y, segment, 0]);
    }
    let gingerbread = i64::from(state.gingerbread.is_homeless()) + 2 * i64::from(state.turn.has_moved_gingerbread);
    let (is_extended, is_second_turn) = state.traders_classic.progress();
    add(21, [gingerbread, state.gingerbread.has_entered().into(), is_extended.into(), is_second_turn.into()]);
    let decision = match state.decision() {
        Decision::Land { figure, at, .. } => [figure as i64, at.x.into(), at.y.into()],
        Decision::Roll { figure, .. } => [figure as i64, 0, 0],
        Decision::Message { message, .. } => [message.into(), 0, 0],
        Decision::CropAdd { player, .. } => [player.0.into(), 0, 0],
        Decision::CropReturn { player, .. } => [player.0.into(), 1, 0],
        Decision::Robber { player }
        | Decision::KeepFarmer { player, .. }
        | Decision::Plague { player }
        | Decision::StepDragon { player }
        | Decision::MoveOut { player } => [player.0.into(), 0, 0],
        _ => [0; 3],
    };
    add(18, [decision[0], decision[1], decision[2], state.is_builder_aside().into()]);
    // What a tile just laid still brings depends on which of the tiles is the last.
    let has_left_tile = matches!(
        state.turn.step,
        Step::Draw
            | Step::Start
            | Step::StartRansom
            | Step::Spring
            | Step::Plague
            | Step::Place
            | Step::Sack
            | Step::LastMoves
            | Step::Over
    );
    if !has_left_tile {
        let at = state.board.tile(state.board.last_tile()).pos;
        add(19, [at.x.into(), at.y.into(), 0, 0]);
    }
    hash
}
