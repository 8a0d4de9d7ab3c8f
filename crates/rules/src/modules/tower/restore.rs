//! Towers, floors and captives of a position that was written down.

use super::{ByKind, Started, Tower, floors, kind_index, tower_space};
use crate::defect::Defect;
use crate::figure::{FigureKind, Owned};
use crate::player::PlayerId;
use crate::state::State;

/// Puts a tower of a position that was written down; its guard is in the supply.
pub(crate) fn restore(state: &mut State, view: Tower) -> Result<(), Defect> {
    let tile = tower_space(state, view.pos).map_err(|_| Defect::NoTowerSpace(view.pos))?;
    let index = usize::from(state.towers.len);
    if state.towers.find(tile).is_some() {
        return Err(Defect::TwoTowers(view.pos));
    }
    if view.height == 0 {
        return Err(Defect::NoFloors(view.pos));
    }
    if let Some(Owned { owner, kind }) = view.guard {
        state.figures.spend(owner, kind);
    }
    state.towers.started[index] =
        Started { tile, height: view.height, is_finished: view.is_finished || view.guard.is_some(), guard: view.guard };
    state.towers.len += 1;
    Ok(())
}

/// Sets the floors that a player has left: not more than there were.
pub(crate) fn restore_floors(state: &mut State, player: PlayerId, left: u8) -> bool {
    state.towers.floors[player] = left;
    left <= floors(state.game.players())
}

/// Takes so many floors from the players in turn, where nobody knows whose they were.
pub(crate) fn spend_floors(state: &mut State, spent: usize) {
    let mut player = PlayerId(0);
    for _ in 0..spent {
        let left = &mut state.towers.floors[player];
        *left = left.saturating_sub(1);
        player = player.next(state.game.players() as u8);
    }
}

/// The floors that were dealt to all players together (TOWER-2).
pub(crate) fn dealt(players: usize) -> usize {
    players * usize::from(floors(players))
}

/// Puts a meeple from its owner's supply into a prison; nobody holds captives of a player who holds own
/// ones (TOWER-26).
pub(crate) fn restore_captive(state: &mut State, captor: PlayerId, owner: PlayerId, kind: FigureKind) -> bool {
    let Some(index) = kind_index(kind) else { return false };
    if state.towers.prison[owner][captor] != ByKind::default() {
        return false;
    }
    state.figures.spend(owner, kind);
    state.towers.prison[captor][owner][index] += 1;
    true
}
