//! A new floor lets its builder capture a meeple in reach (TOWER-11 to TOWER-19).

use super::{Started, free, kind_index};
use crate::action::{Action, Piece, Spot};
use crate::board::TileIx;
use crate::decision::Decision;
use crate::event::{Event, EventSink, Release, ReturnCause};
use crate::figure::{Figure, FigureKind, Owned};
use crate::geometry::Pos;
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::stage::{Ask, Binding, Next, Question, is_any};
use crate::stages::deploy::AFTER_ACTION;
use crate::state::State;

/// Whether a tower of this height reaches a cell; what lies between does not matter (TOWER-12, TOWER-13).
fn covers(from: Pos, height: u8, to: Pos) -> bool {
    let (dx, dy) = (i32::from(from.x) - i32::from(to.x), i32::from(from.y) - i32::from(to.y));
    (dx == 0 || dy == 0) && (dx + dy).abs() <= i32::from(height)
}

/// Whether a tile is in range of the tower that is capturing.
fn is_in_range(state: &State, tile: TileIx) -> bool {
    let Some(tower) = state.towers.capturing else { return false };
    let height = state.towers.find(tower).map_or(0, |index| state.towers.started[index].height);
    covers(state.board.tile(tower).pos, height, state.board.tile(tile).pos)
}

/// Whether the tower reaches a figure that may be captured (TOWER-15, TOWER-16).
fn check_reach(state: &State, kind: FigureKind, tile: TileIx) -> Result<(), Refusal> {
    if !is_in_range(state, tile) {
        Err(Refusal::OutOfRange)
    } else if !kind.is_meeple() || state.board.is_printed(tile) {
        Err(Refusal::NotCapturable)
    } else {
        Ok(())
    }
}

fn is_capturable(state: &State, figure: &Figure) -> bool {
    check_reach(state, figure.kind, state.board.tile_of(figure.at)).is_ok()
}

/// Whether this meeple may be captured now.
fn check_capture(state: &State, piece: Piece, spot: Spot) -> Result<(), Refusal> {
    let at = state.segment_at(spot).ok_or(Refusal::NobodyToCapture)?;
    let wanted = Figure { owner: piece.owner(), kind: piece.kind(), at, is_bound: piece.is_bound() };
    if state.figures.standing().contains(&wanted) {
        check_reach(state, wanted.kind, state.board.tile_of(at))
    } else {
        Err(Refusal::NobodyToCapture)
    }
}

/// Whether the meeple on this tower may be captured now (TOWER-17).
fn check_guard_capture(state: &State, pos: Pos) -> Result<(), Refusal> {
    let tile = state.board.tile_at(pos).ok_or(Refusal::NobodyToCapture)?;
    let Owned { kind, .. } = state.tower_guard(tile).ok_or(Refusal::NobodyToCapture)?;
    check_reach(state, kind, tile)
}

/// The meeples that may be captured now (TOWER-11, TOWER-15, TOWER-17).
fn for_each_capture(state: &State, mut visit: impl FnMut(Action)) {
    state.for_each_seizure(|figure| is_capturable(state, figure), &mut visit);
    for tower in state.towers.started() {
        let pos = state.board.tile(tower.tile).pos;
        if check_guard_capture(state, pos).is_ok() {
            visit(Action::SeizeGuard(pos));
        }
    }
}

/// The meeples that may be captured now, those on towers last.
pub(crate) fn in_reach(state: &State) -> impl Iterator<Item = Owned> {
    let standing = state.different_figures(|figure| is_capturable(state, figure));
    let is_reached = |tower: &&Started| check_guard_capture(state, state.board.tile(tower.tile).pos).is_ok();
    let guards = state.towers.started().iter().filter(is_reached).filter_map(|tower| tower.guard);
    standing.map(|figure| Owned { owner: figure.owner, kind: figure.kind }).chain(guards)
}

/// The player may capture a meeple in range of the new floor (TOWER-11).
pub(crate) struct Capture;

impl Question for Capture {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        let is_possible = is_any(|visit| for_each_capture(state, visit));
        if !is_possible {
            state.towers.capturing = None;
        }
        Ask::unless_asked(is_possible, AFTER_ACTION)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Capture { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("TOWER-11")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for_each_capture(state, &mut visit);
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        if let Action::Seize { piece, spot } = action {
            check_capture(state, piece, spot)
        } else if let Action::SeizeGuard(pos) = action {
            check_guard_capture(state, pos)
        } else {
            state.check_pass(action)
        }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Seize { piece, spot } = action {
            let (owner, kind) = (piece.owner(), piece.kind());
            if let Some(tower) = state.capturing() {
                let why = ReturnCause::Seized { by: state.turn.active, tower };
                state.return_figure(owner, kind, spot, piece.is_bound(), why, sink);
                imprison(state, owner, kind, tower, sink);
            }
            Next::On
        } else if let Action::SeizeGuard(pos) = action {
            seize_guard(state, pos, sink);
            Next::On
        } else {
            state.towers.capturing = None;
            AFTER_ACTION
        }
    }
}

/// A meeple that has just gone back to its owner's supply becomes a captive, unless it is the
/// captor's own (TOWER-18, TOWER-19). An exchange follows at once (TOWER-26).
fn imprison<S: EventSink>(state: &mut State, owner: PlayerId, kind: FigureKind, at: Pos, sink: &mut S) {
    let captor = state.turn.active;
    state.towers.capturing = None;
    let Some(index) = kind_index(kind) else { return };
    if owner == captor {
        state.towers.withheld = Some(kind);
        return;
    }
    state.figures.spend(owner, kind);
    state.towers.prison[captor][owner][index] += 1;
    sink.event(Event::Captured { captor, owner, figure: kind, at });
    let held = state.towers.prison[owner][captor];
    if held.iter().any(|&count| count > 0) {
        // The one just captured goes back; its captor chooses among the own captives (TOWER-D5).
        free(state, captor, owner, kind, Release::Exchange, sink);
        state.towers.exchanging = Some(owner);
    }
}

/// Takes the meeple of a tower as a captive.
fn seize_guard<S: EventSink>(state: &mut State, pos: Pos, sink: &mut S) {
    let tile = state.board.tile_at(pos);
    if let Some((tile, Owned { owner, kind })) = tile.and_then(|tile| Some((tile, state.tower_guard(tile)?)))
        && let Some(tower) = state.capturing()
    {
        state.clear_tower(tile, ReturnCause::Seized { by: state.turn.active, tower }, sink);
        imprison(state, owner, kind, tower, sink);
    }
}
