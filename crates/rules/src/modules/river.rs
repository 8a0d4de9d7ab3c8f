//! The one-branch river (RIVER): it is laid first, from the spring to the lake, and never flows back.

use super::river_2::Branches;
use crate::action::Action;
use crate::decision::Decision;
use crate::event::{Event, EventSink};
use crate::game::{Game, TileKindId, Turned};
use crate::geometry::{Pos, Rotation, Side};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::refusal::Refusal;
use crate::stage::{Ask, Binding, Next, Question};
use crate::state::State;
use std::sync::Arc;

/// A change of direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bend {
    Left,
    Right,
}

/// Where the river goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RiverEnd {
    /// The cell that the next river tile must take.
    pub pos: Pos,
    /// The direction in which the river flows into that cell.
    pub flow: Side,
}

/// The course of the river up to its open end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Course {
    end: RiverEnd,
    /// The direction in which it left the spring.
    from_spring: Side,
    /// How the last tile turned it.
    last_bend: Option<Bend>,
}

impl Course {
    /// The river leaves the spring through its only river side.
    pub(crate) fn from_spring(pos: Pos, out: Side) -> Course {
        Course { end: RiverEnd { pos: pos.beside(out), flow: out }, from_spring: out, last_bend: None }
    }

    /// Whether a river tile may be laid here (RIVER-6, RIVER-9, RIVER-10).
    pub(crate) fn check(&self, turned: &Turned, pos: Pos) -> Result<(), Refusal> {
        let entry = self.end.flow.opposite();
        if pos != self.end.pos || turned.river >> entry as u8 & 1 == 0 {
            return Err(Refusal::RiverNotContinued);
        }
        let Some(out) = only_side(turned.river & !(1 << entry as u8)) else { return Ok(()) };
        let bend = bend(self.end.flow, out);
        if bend.is_some() && bend == self.last_bend {
            return Err(Refusal::RiverBendsTwice);
        }
        if out == self.from_spring.opposite() {
            return Err(Refusal::RiverFlowsBack);
        }
        Ok(())
    }

    /// Follows a tile just laid; `None` when the river has reached the lake (RIVER-7).
    pub(crate) fn follow(self, turned: &Turned) -> Option<Course> {
        let RiverEnd { pos, flow } = self.end;
        let out = only_side(turned.river & !(1 << flow.opposite() as u8))?;
        Some(Course { end: RiverEnd { pos: pos.beside(out), flow: out }, last_bend: bend(flow, out), ..self })
    }

    pub(crate) const fn end(&self) -> RiverEnd {
        self.end
    }
}

impl Tell for Course {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let Course { end: RiverEnd { pos, flow }, from_spring, last_bend } = *self;
        let fact = Fact::about(About::River).pos(pos).number(flow as u8).number(from_spring as u8);
        tell(fact.option(last_bend.map(|bend| bend as u8)));
    }
}

/// Whether a kind of tile belongs to the river.
pub(crate) fn is_river_tile(game: &Game, kind: TileKindId) -> bool {
    game.kind(kind).tile.river != 0
}

/// The side whose bit is set.
pub(crate) fn only_side(bits: u8) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| bits == 1 << side as u8)
}

pub(crate) fn bend(flow: Side, out: Side) -> Option<Bend> {
    if out == flow.rotated(Rotation::new(1)) {
        Some(Bend::Right)
    } else if out == flow.rotated(Rotation::new(3)) {
        Some(Bend::Left)
    } else {
        None
    }
}

/// Chance lays the spring beside a printed board, before the first turn (COMBO-D3).
pub(crate) struct LaySpring;

impl Question for LaySpring {
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(_: &State) -> Option<Decision> {
        Some(Decision::Spring)
    }

    fn binding(_: &State) -> Binding {
        Binding::Nobody
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let Some(spring) = state.game.spring_beside_board() else { return };
        for (place, rotation) in state.board.fits(&state.game, spring).iter() {
            let pos = state.board.frontier_pos(place);
            if check_spring(state, pos, rotation).is_ok() {
                visit(Action::Place { pos, rotation });
            }
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Place { pos, rotation } = action else { return Err(state.not_asked()) };
        check_spring(state, pos, rotation)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let (Action::Place { pos, rotation }, Some(spring)) = (action, state.game.spring_beside_board()) {
            state.board.place(&Arc::clone(&state.game), spring, pos, rotation);
            state.begin_river(spring, pos, rotation);
            sink.event(Event::TilePlaced { by: None, tile: state.game.kind(spring).tile.id, pos, rotation });
        }
        Next::On
    }
}

/// Whether the spring may be laid here: against the board, with the river flowing directly away
/// from it (COMBO-D3).
fn check_spring(state: &State, pos: Pos, rotation: Rotation) -> Result<(), Refusal> {
    let spring = state.game.spring_beside_board().ok_or_else(|| state.not_asked())?;
    if rotation.quarter_turns() >= state.game.kind(spring).rotations {
        return Err(Refusal::NotCanonical);
    }
    state.board.check_fit(&state.game, spring, pos, rotation).map_err(Refusal::from)?;
    let out = only_side(state.game.kind(spring).turned[rotation.index()].river);
    let behind = out.and_then(|out| state.board.tile_at(pos.beside(out.opposite())));
    if behind.is_some() { Ok(()) } else { Err(Refusal::SourceAstray) }
}

impl State {
    /// The river begins at the spring.
    pub(crate) fn begin_river(&mut self, spring: TileKindId, pos: Pos, rotation: Rotation) {
        let Some(out) = only_side(self.game.kind(spring).turned[rotation.index()].river) else { return };
        if self.game.has(Module::River2) {
            self.river_2 = Branches::from_source(pos, out);
        } else {
            self.river = Some(Course::from_spring(pos, out));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        fn course(state: &mut State) -> &mut Course {
            state.river.as_mut().unwrap()
        }
        assert_told(
            &table(&[Module::River]),
            &[
                ("next", |state| course(state).end.pos = Pos::new(3, -3)),
                ("flow", |state| course(state).end.flow = course(state).end.flow.opposite()),
                ("from_spring", |state| course(state).from_spring = course(state).from_spring.opposite()),
                ("last_bend", |state| course(state).last_bend = Some(Bend::Left)),
                ("the other bend", |state| course(state).last_bend = Some(Bend::Right)),
                ("no course", |state| state.river = None),
            ],
        );
    }
}
