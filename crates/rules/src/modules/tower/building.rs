//! Floors and meeples on towers, in the deploy step (TOWER-5 to TOWER-10).

use std::ops::ControlFlow;

use super::{Started, may_guard, tower_space};
use crate::action::Action;
use crate::board::TileIx;
use crate::event::{Event, EventSink};
use crate::figure::{FigureKind, Owned};
use crate::geometry::Pos;
use crate::module::Module;
use crate::modules::dragon;
use crate::refusal::{Absent, Refusal};
use crate::stage::Next;
use crate::stages::deploy::{AFTER_ACTION, Alternative, Visitor};
use crate::state::State;

/// Whether the active player may put a floor on the tower of this tile (TOWER-6, TOWER-7).
fn check_floor(state: &State, pos: Pos) -> Result<TileIx, Refusal> {
    let tile = tower_space(state, pos)?;
    if state.towers.floors[state.turn.active] == 0 {
        return Err(Refusal::NoFloors);
    }
    match state.towers.find(tile) {
        Some(index) if state.towers.started[index].is_finished => Err(Refusal::TowerFinished),
        _ => Ok(tile),
    }
}

/// Whether the active player may put a meeple on a tower (TOWER-8, TOWER-10, TOWER-D2).
fn check_guard(state: &State, figure: FigureKind, pos: Pos) -> Result<usize, Refusal> {
    let tile = tower_space(state, pos)?;
    if !may_guard(figure) {
        return Err(Refusal::NotOnTowers(figure));
    }
    if state.figures.in_supply(state.turn.active, figure) == 0 {
        return Err(Refusal::NoneLeft(figure));
    }
    dragon::check_tile(state, pos)?;
    match state.towers.find(tile) {
        None => Err(Refusal::TowerNotStarted),
        Some(index) if state.towers.started[index].is_finished => Err(Refusal::TowerFinished),
        Some(index) => Ok(index),
    }
}

/// In the deploy step a floor or a meeple may be put on a tower (TOWER-5 to TOWER-8).
pub(crate) struct Building;

impl Alternative for Building {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if !state.game.has(Module::Tower) {
            return ControlFlow::Continue(());
        }
        for placed in state.board.tiles() {
            if !state.game.kind(placed.kind).tile.symbols.tower {
                continue;
            }
            if check_floor(state, placed.pos).is_ok() {
                visit(Action::Floor(placed.pos))?;
            }
            for figure in [FigureKind::Meeple, FigureKind::Large] {
                if check_guard(state, figure, placed.pos).is_ok() {
                    visit(Action::Guard { figure, at: placed.pos })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        if let Action::Guard { figure, at } = action {
            return check_guard(state, figure, at).map(|_| ());
        }
        let Action::Floor(pos) = action else { return Err(state.not_asked()) };
        check_floor(state, pos).map(|_| ())
    }

    fn absent(state: &State) -> Option<Absent> {
        (!state.game.has(Module::Tower)).then_some(Absent::Tower)
    }

    fn rule(state: &State, action: Action) -> &'static str {
        let Action::Floor(pos) = action else { return "TOWER-8" };
        if state.board.tile_at(pos).is_some_and(|tile| state.towers.find(tile).is_some()) {
            "TOWER-7"
        } else {
            "TOWER-6"
        }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Guard { figure, at } = action {
            guard(state, figure, at, sink);
        } else if let Action::Floor(pos) = action {
            build(state, pos, sink);
            return Next::On;
        }
        AFTER_ACTION
    }
}

fn build<S: EventSink>(state: &mut State, pos: Pos, sink: &mut S) {
    let Ok(tile) = check_floor(state, pos) else { return };
    let player = state.turn.active;
    let index = state.towers.find(tile).unwrap_or_else(|| {
        let index = usize::from(state.towers.len);
        state.towers.started[index] = Started { tile, ..Started::default() };
        state.towers.len += 1;
        index
    });
    state.towers.started[index].height += 1;
    state.towers.floors[player] -= 1;
    state.towers.capturing = Some(tile);
    sink.event(Event::FloorPut { player, pos, height: state.towers.started[index].height });
}

fn guard<S: EventSink>(state: &mut State, figure: FigureKind, pos: Pos, sink: &mut S) {
    if let Ok(index) = check_guard(state, figure, pos) {
        let player = state.turn.active;
        state.figures.spend(player, figure);
        state.towers.started[index].guard = Some(Owned { owner: player, kind: figure });
        state.towers.started[index].is_finished = true;
        sink.event(Event::GuardPut { player, figure, pos });
    }
}
