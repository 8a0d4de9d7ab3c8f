//! Ferries (FERRY): each lake has one, and it connects two of the roads that end there. Moving it
//! splits roads and joins others.

use crate::action::Action;
use crate::board::{SegmentId, TileIx};
use crate::decision::Decision;
use crate::defect::Defect;
use crate::event::{Event, EventSink};
use crate::geometry::Pos;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::refusal::{Duty, Refusal};
use crate::stage::{Ask, Binding, Effect, Next, Question};
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;

/// Ferries of the box (FERRY-1).
const FERRIES: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ferries {
    /// The two road segments that each ferry connects.
    ends: [[SegmentId; 2]; FERRIES],
    len: u8,
    /// The ferries that may be moved in this turn and have not been, one bit each (FERRY-D4).
    movable: u8,
}

impl Tell for Ferries {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Ferries { ends: _, len: _, movable: _ } = self;
        let fact = |about, ends: [SegmentId; 2]| {
            let Ferry { at, ends: [a, b] } = state.ferry_at(ends);
            Fact::about(about).pos(at).number(a).number(b)
        };
        self.ends().iter().for_each(|&ends| tell(fact(About::Ferry, ends)));
        self.movable().for_each(|ends| tell(fact(About::MovableFerry, ends)));
    }
}

impl Ferries {
    pub(crate) fn ends(&self) -> &[[SegmentId; 2]] {
        &self.ends[..usize::from(self.len)]
    }

    /// The segments of the ferries that may be moved.
    pub(crate) fn movable(&self) -> impl Iterator<Item = [SegmentId; 2]> {
        let movable = self.movable;
        let ends = self.ends;
        (0..usize::from(self.len)).filter(move |index| movable >> index & 1 == 1).map(move |index| ends[index])
    }
}

/// A ferry on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ferry {
    /// Where its lake lies.
    pub at: Pos,
    /// The two road segments of the lake that it connects.
    pub ends: [u8; 2],
}

impl State {
    /// The ferries on the table, sorted by cell.
    pub fn ferries(&self) -> Vec<Ferry> {
        let mut ferries: Vec<_> = self.ferries.ends().iter().map(|&ends| self.ferry_at(ends)).collect();
        ferries.sort_unstable();
        ferries
    }

    fn ferry_at(&self, ends: [SegmentId; 2]) -> Ferry {
        Ferry { at: self.spot(ends[0]).pos, ends: ends.map(|end| self.board.index_on_tile(end)) }
    }
}

/// Whether the tile just laid is a lake that still wants its ferry (FERRY-3).
fn is_lake_laid(state: &State) -> bool {
    state.game.has(Module::Ferries) && state.laid_symbols().ferry_lake
}

/// Two different road segments of a tile, in order (FERRY-4).
fn segments(state: &State, at: Pos, ends: [u8; 2]) -> Result<[SegmentId; 2], Refusal> {
    let tile = state.board.tile_at(at).ok_or(Refusal::FerryEnds)?;
    let count = state.board.segments_of(tile).count();
    let is_road =
        |end: u8| usize::from(end) < count && state.board.feature(state.board.segment(tile, end)) == Feature::Road;
    if ends[0] >= ends[1] || !ends.iter().all(|&end| is_road(end)) {
        return Err(Refusal::FerryEnds);
    }
    Ok(ends.map(|end| state.board.segment(tile, end)))
}

/// Whether a ferry may be put on the lake just laid like this.
fn check_put(state: &State, at: Pos, ends: [u8; 2]) -> Result<(), Refusal> {
    if at != state.laid_at() {
        return Err(Refusal::FerryElsewhere);
    }
    segments(state, at, ends).map(|_| ())
}

/// Whether a ferry may be moved like this: the place of the ferry (FERRY-7, FERRY-8, FERRY-13).
fn check_move(state: &State, at: Pos, ends: [u8; 2]) -> Result<usize, Refusal> {
    let ferries = &state.ferries;
    let index = (0..usize::from(ferries.len))
        .find(|&index| ferries.movable >> index & 1 == 1 && state.spot(ferries.ends[index][0]).pos == at)
        .ok_or(Refusal::FerryOutOfReach)?;
    if segments(state, at, ends)? == ferries.ends[index] {
        return Err(Refusal::FerryStays);
    }
    Ok(index)
}

/// The pairs of roads of a lake, which are then checked.
fn for_each_pair(state: &State, at: Pos, mut visit: impl FnMut([u8; 2])) {
    let Some(tile) = state.board.tile_at(at) else { return };
    let is_road = |&(_, segment): &(u8, SegmentId)| state.board.feature(segment) == Feature::Road;
    let roads = || (0u8..).zip(state.board.segments_of(tile)).filter(is_road).map(|(index, _)| index);
    for first in roads() {
        for second in roads().filter(|&second| second > first) {
            visit([first, second]);
        }
    }
}

/// Puts the ferry of the lake just laid (FERRY-3, FERRY-5).
fn put<S: EventSink>(state: &mut State, at: Pos, ends: [u8; 2], sink: &mut S) {
    if let Ok(ends) = segments(state, at, ends) {
        connect(state, ends);
    }
    sink.event(Event::FerryPut { at, ends, is_move: false });
}

/// Connects two road segments by a new ferry.
pub(crate) fn connect(state: &mut State, ends: [SegmentId; 2]) {
    let index = usize::from(state.ferries.len);
    if index < FERRIES {
        state.ferries.ends[index] = ends;
        state.ferries.len += 1;
        state.board.link(ends[0], ends[1]);
    }
}

/// Adds a ferry of a position that was written down.
///
/// # Errors
/// If there is no lake, it has a ferry already, or the ends are no two of its roads.
pub(crate) fn restore(state: &mut State, at: Pos, ends: [u8; 2]) -> Result<(), Defect> {
    let is_lake = |&tile: &TileIx| state.game.kind(state.board.tile(tile).kind).tile.symbols.ferry_lake;
    let tile = state.board.tile_at(at).filter(is_lake).ok_or(Defect::NoLake(at))?;
    if state.ferries.ends().iter().any(|ferry| state.board.tile_of(ferry[0]) == tile) {
        return Err(Defect::TwoFerries(at));
    }
    connect(state, segments(state, at, ends).map_err(|refusal| Defect::Ferry(at, refusal))?);
    Ok(())
}

/// Moves a ferry: its road falls apart unless it is a loop, and two others become one (FERRY-D1).
fn shift<S: EventSink>(state: &mut State, at: Pos, ends: [u8; 2], sink: &mut S) {
    if let (Ok(index), Ok(segments)) = (check_move(state, at, ends), segments(state, at, ends)) {
        let before = state.ferries.ends[index];
        state.ferries.ends[index] = segments;
        state.ferries.movable &= !(1 << index);
        let others = state.ferries.ends().iter().enumerate().filter(|&(other, _)| other != index);
        let links: Vec<[SegmentId; 2]> = others.map(|(_, &ends)| ends).collect();
        state.board.unlink(&state.game, before, &links, state.figures.standing());
        state.board.link(segments[0], segments[1]);
    }
    sink.event(Event::FerryPut { at, ends, is_move: true });
}

/// Fixes which ferries may be moved: from each road of the tile just laid outward, the first ferry
/// on every branch (FERRY-10, FERRY-11, FERRY-D4). The ferry just put is none of them (FERRY-D5).
pub(crate) struct FindMovable;

impl Effect for FindMovable {
    fn happen<S: EventSink>(state: &mut State, _: &mut S) -> Next {
        find_movable(state);
        Next::On
    }
}

fn find_movable(state: &mut State) {
    state.ferries.movable = 0;
    if !state.game.has(Module::Ferries) {
        return;
    }
    // A new ferry was put last.
    let old = usize::from(state.ferries.len) - usize::from(is_lake_laid(state));
    if old == 0 {
        return;
    }
    let laid = state.board.last_tile();
    let roads = state.board.segments_of(laid).filter(|&segment| state.board.feature(segment) == Feature::Road);
    let mut found: Vec<SegmentId> = roads.collect();
    let mut next = 0;
    while let Some(&segment) = found.get(next) {
        next += 1;
        let is_on_laid = state.board.tile_of(segment) == laid;
        let ferry = state.ferries.ends[..old].iter().position(|ends| ends.contains(&segment));
        match ferry.filter(|_| !is_on_laid) {
            Some(index) => state.ferries.movable |= 1 << index,
            None => {
                for beyond in state.board.neighbours(&state.game, segment) {
                    if !found.contains(&beyond) {
                        found.push(beyond);
                    }
                }
            }
        }
    }
}

/// The player puts the ferry of a new lake (TURN-16).
pub(crate) struct PutFerry;

impl Question for PutFerry {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::when(is_lake_laid(state))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::PutFerry { player: state.turn.active, at: state.laid_at() })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::PutFerry)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let at = state.laid_at();
        for_each_pair(state, at, |ends| {
            if check_put(state, at, ends).is_ok() {
                visit(Action::Ferry { at, ends });
            }
        });
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Ferry { at, ends } = action else { return Err(state.not_asked()) };
        check_put(state, at, ends)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Ferry { at, ends } = action {
            put(state, at, ends, sink);
        }
        Next::On
    }
}

/// The player may move ferries, one after the other (TURN-17).
pub(crate) struct MoveFerry;

impl Question for MoveFerry {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::unless_asked(state.ferries.movable().next().is_some(), Next::To(Step::TakeOff))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::MoveFerry { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("FERRY-7")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for ferry in state.ferries.movable() {
            let at = state.spot(ferry[0]).pos;
            for_each_pair(state, at, |ends| {
                if check_move(state, at, ends).is_ok() {
                    visit(Action::Ferry { at, ends });
                }
            });
        }
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Ferry { at, ends } = action else { return state.check_pass(action) };
        check_move(state, at, ends).map(|_| ())
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Ferry { at, ends } = action {
            shift(state, at, ends, sink);
            return Next::On;
        }
        // What could be moved in this turn is forgotten.
        state.ferries.movable = 0;
        Next::Again
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, segment, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let first = |state: &mut State| connect(state, [segment(state, 0), segment(state, 1)]);
        let second = |state: &mut State| connect(state, [segment(state, 1), segment(state, 2)]);
        let mut ferries = table(&[Module::Ferries]);
        assert_told(&ferries, &[("ends", first), ("ends of another ferry", second)]);
        first(&mut ferries);
        second(&mut ferries);
        assert_told(
            &ferries,
            &[
                ("other ends", |state| state.ferries.ends[0] = [segment(state, 0), segment(state, 2)]),
                ("movable", |state| state.ferries.movable = 1),
                ("another one movable", |state| state.ferries.movable = 2),
            ],
        );
    }
}
