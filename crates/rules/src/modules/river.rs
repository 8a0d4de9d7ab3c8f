//! The one-branch river (RIVER): it is laid first, from the spring to the lake, and never flows back.

use crate::game::{Game, KindId, Turned};
use crate::geometry::{Pos, Rotation, Side};
use crate::hash::{About, Fact, Tell};
use crate::refusal::Refusal;
use crate::state::State;

/// A change of direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bend {
    Left,
    Right,
}

/// The course of the river up to its open end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Course {
    /// The cell that the next river tile must take.
    next: Pos,
    /// The direction in which the river flows into that cell.
    flow: Side,
    /// The direction in which it left the spring.
    from_spring: Side,
    /// How the last tile turned it.
    last_bend: Option<Bend>,
}

impl Course {
    /// The river leaves the spring through its only river side.
    pub(crate) fn from_spring(pos: Pos, out: Side) -> Course {
        Course { next: pos.beside(out), flow: out, from_spring: out, last_bend: None }
    }

    /// Whether a river tile may be laid here (RIVER-6, RIVER-9, RIVER-10).
    pub(crate) fn check(&self, turned: &Turned, pos: Pos) -> Result<(), Refusal> {
        let entry = self.flow.opposite();
        if pos != self.next || turned.river >> entry as u8 & 1 == 0 {
            return Err(Refusal::RiverNotContinued);
        }
        let Some(out) = only_side(turned.river & !(1 << entry as u8)) else { return Ok(()) };
        let bend = bend(self.flow, out);
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
        let out = only_side(turned.river & !(1 << self.flow.opposite() as u8))?;
        Some(Course { next: self.next.beside(out), flow: out, last_bend: bend(self.flow, out), ..self })
    }

    /// The cell where the river goes on, and the direction in which it flows into it.
    pub(crate) fn open_end(&self) -> (Pos, Side) {
        (self.next, self.flow)
    }
}

impl Tell for Course {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let Course { next, flow, from_spring, last_bend } = *self;
        let fact = Fact::about(About::River).pos(next).number(flow as u8).number(from_spring as u8);
        tell(fact.option(last_bend.map(|bend| bend as u8)));
    }
}

/// Whether a kind of tile belongs to the river.
pub(crate) fn is_river_tile(game: &Game, kind: KindId) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};
    use crate::module::Module;

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        fn course(state: &mut State) -> &mut Course {
            state.river.as_mut().unwrap()
        }
        assert_told(
            &table(&[Module::River]),
            &[
                ("next", |state| course(state).next = Pos::new(3, -3)),
                ("flow", |state| course(state).flow = course(state).flow.opposite()),
                ("from_spring", |state| course(state).from_spring = course(state).from_spring.opposite()),
                ("last_bend", |state| course(state).last_bend = Some(Bend::Left)),
                ("the other bend", |state| course(state).last_bend = Some(Bend::Right)),
                ("no course", |state| state.river = None),
            ],
        );
    }
}
