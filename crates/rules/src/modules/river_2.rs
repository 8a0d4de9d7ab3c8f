//! River II (RIVER2): a river that forks, and a lake with a volcano at the end of one branch.

use super::river::{Bend, bend};
use crate::board::Board;
use crate::game::Turned;
use crate::geometry::{Pos, Side};
use crate::module::Module;
use crate::refusal::Refusal;
use crate::state::State;
use crate::tile::RiverRole;

/// An open end of the river.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct End {
    /// The cell where the river goes on.
    next: Pos,
    /// The direction in which it flows into that cell.
    flow: Side,
    /// The last turn of this branch, however far back (RIVER2-D1).
    last_bend: Option<Bend>,
}

/// The open ends: one from the source, two after the fork.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Branches {
    ends: [Option<End>; 2],
    /// The lake was laid in this turn (RIVER2-15).
    is_lake_laid: bool,
}

impl Branches {
    /// The river leaves the source.
    pub(crate) fn from_source(pos: Pos, out: Side) -> Branches {
        let end = End { next: pos.beside(out), flow: out, last_bend: None };
        Branches { ends: [Some(end), None], is_lake_laid: false }
    }

    fn open(&self) -> impl Iterator<Item = End> + use<> {
        self.ends.into_iter().flatten()
    }

    /// The branch that a tile in this cell continues (RIVER2-5, RIVER2-6).
    fn continued(&self, turned: &Turned, pos: Pos) -> Option<End> {
        self.open().find(|end| end.next == pos && turned.river >> end.flow.opposite() as u8 & 1 == 1)
    }

    /// Whether a river tile may be laid here.
    pub(crate) fn check(&self, board: &Board, turned: &Turned, pos: Pos) -> Result<(), Refusal> {
        let end = self.continued(turned, pos).ok_or(Refusal::RiverNotContinued)?;
        let mut others: Vec<Pos> = self.open().filter(|other| other.next != pos).map(|other| other.next).collect();
        for out in outs(turned, end) {
            let turn = bend(end.flow, out);
            if turn.is_some() && turn == end.last_bend {
                return Err(Refusal::RiverTurnsBack);
            }
            // No dead ends and no joining branches (RIVER2-9, RIVER2-D3).
            let next = pos.beside(out);
            if board.tile_at(next).is_some() || others.contains(&next) {
                return Err(Refusal::RiverBlocked);
            }
            others.push(next);
        }
        Ok(())
    }

    /// Follows a tile just laid.
    pub(crate) fn follow(&mut self, turned: &Turned, pos: Pos) {
        let Some(end) = self.continued(turned, pos) else { return };
        let mut ends = self.open().filter(|other| other.next != pos).collect::<Vec<_>>();
        ends.extend(outs(turned, end).map(|out| End {
            next: pos.beside(out),
            flow: out,
            // A branch that leaves the fork at a right angle has turned there (RIVER2-D2).
            last_bend: bend(end.flow, out).or(end.last_bend),
        }));
        self.ends = [ends.first().copied(), ends.get(1).copied()];
    }
}

/// The sides through which the river leaves a tile that it has entered from an end.
fn outs(turned: &Turned, end: End) -> impl Iterator<Item = Side> + use<> {
    let river = turned.river & !(1 << end.flow.opposite() as u8);
    Side::ALL.into_iter().filter(move |&side| river >> side as u8 & 1 == 1)
}

/// The tile just laid is the lake: no figure is placed and nothing else is done on it (RIVER2-14,
/// RIVER2-D6), and the same player takes another turn (RIVER2-15).
pub(crate) fn note_lake(state: &mut State) -> bool {
    let is_lake = is_lake(state);
    if is_lake {
        state.river_2.is_lake_laid = true;
    }
    is_lake
}

fn is_lake(state: &State) -> bool {
    let laid = state.board.tile(state.board.last_tile());
    state.game.has(Module::River2) && state.game.kind(laid.kind).tile.role == Some(RiverRole::Lake)
}

impl State {
    /// The lake was laid in this turn, and the same player takes another one.
    pub(crate) fn is_lake_turn(&self) -> bool {
        self.river_2.is_lake_laid
    }
}

/// Whether the lake of this turn gives another one.
pub(crate) fn takes_turn_after_lake(state: &mut State) -> bool {
    std::mem::take(&mut state.river_2.is_lake_laid)
}
