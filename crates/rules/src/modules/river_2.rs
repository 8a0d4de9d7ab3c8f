//! River II (RIVER2): a river that forks, and a lake with a volcano at the end of one branch.

use super::river::{Bend, bend};
use crate::board::Board;
use crate::game::Turned;
use crate::geometry::{Pos, Side};
use crate::hash::{About, Fact, Tell};
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

impl State {
    /// The branches of the river that the tile in hand can continue (RIVER2-5).
    pub fn branches(&self) -> usize {
        let is_river = self.tile_in_hand().is_some_and(|tile| tile.river != 0);
        if is_river { self.river_2.open().count() } else { 0 }
    }
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
        let end = self.continued(turned, pos).ok_or(Refusal::BranchNotContinued)?;
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

impl Tell for Branches {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let Branches { ends: _, is_lake_laid } = *self;
        for End { next, flow, last_bend } in self.open() {
            let fact = Fact::about(About::Branch).pos(next).number(flow as u8);
            tell(fact.option(last_bend.map(|bend| bend as u8)));
        }
        tell(Fact::about(About::LakeTurn).number(is_lake_laid));
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

/// Whether the lake of this turn gives another one.
pub(crate) fn takes_turn_after_lake(state: &mut State) -> bool {
    std::mem::take(&mut state.river_2.is_lake_laid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::board::SegmentId;
    use crate::catalogue;
    use crate::event::{Award, Deployment, Event, ExtraTurnCause, NoEvents};
    use crate::figure::FigureKind;
    use crate::game::{Game, Options, Stack, TileKindId};
    use crate::geometry::Rotation;
    use crate::hash::testing::assert_told;
    use crate::module::Base;
    use crate::player::PlayerId;
    use crate::scoring;
    use crate::tile::Feature;

    /// Lays tiles as nobody could in a game.
    fn table(tiles: &[(&str, &str, Pos, u8)]) -> State {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2).with(Module::River2)).unwrap());
        for &(set, name, pos, turns) in tiles {
            let kind = state.game.kind_of(catalogue::find(set, name).unwrap().id).unwrap();
            state.lay(kind, pos, Rotation::new(turns));
        }
        state
    }

    /// RIVER2-D8, COMBO-D25: what the lake completes is scored before the next tile is drawn. In a game there is
    /// nothing that it could complete, because no land lies around a monastery of the river yet.
    #[test]
    fn the_lake_scores_before_the_extra_turn() {
        let land = |name, x, y, turns| ("base-classic", name, Pos::new(x, y), turns);
        let river = |name, x, y, turns| ("river-2", name, Pos::new(x, y), turns);
        let mut state = table(&[
            river("02", -1, 0, 0),
            river("10", -2, 0, 0),
            river("03", -3, 0, 3),
            land("B", -3, -1, 0),
            land("B", -2, -1, 0),
            land("B", -1, -1, 0),
            land("B", -3, 1, 0),
            land("A", -2, 1, 0),
        ]);
        let before_lake = state.game.kinds_in(Stack::Fork).chain(state.game.kinds_in(Stack::River));
        for kind in before_lake.map(|index| TileKindId(index as u8)) {
            (0..state.bag.left(kind)).for_each(|_| state.bag.take(&state.game, kind));
        }
        let monastery = state.board.tile_at(Pos::new(-2, 0)).unwrap();
        let is_monastery = |segment: &SegmentId| state.board.feature(*segment) == Feature::Monastery;
        let monk = state.board.segments_of(monastery).find(is_monastery).unwrap();
        state.put_figure(PlayerId(1), FigureKind::Meeple, monk, Deployment::OnTile, &mut NoEvents);
        let mut events: Vec<Event> = Vec::new();
        let lake = catalogue::find("river-2", "04").unwrap().id;
        state.apply_with(Action::Draw(lake), &mut events).unwrap();
        state.apply_with(Action::Place { pos: Pos::new(-1, 1), rotation: Rotation::new(1) }, &mut events).unwrap();
        let scored = |event: &Event| matches!(event, Event::Scored(award @ Award { player: PlayerId(1), .. }) if award.points() == 9);
        let extra = |event: &Event| *event == Event::ExtraTurn { player: PlayerId(0), why: ExtraTurnCause::Lake };
        let at = |found: &dyn Fn(&Event) -> bool| events.iter().position(found).unwrap();
        assert!(at(&scored) < at(&extra), "{events:?}");
        assert_eq!(state.points(), [0, 9]);
    }

    /// RIVER2-D12: each herd of a field adds a point for each city. The box has one herd, so a second one of its
    /// kind is laid here.
    #[test]
    fn two_herds_add_two_points() {
        let herd = |x| ("river-2", "09", Pos::new(x, -3), 0);
        let city = |y, turns| ("base-classic", "E", Pos::new(1, y), turns);
        for (herds, expected) in [(0, 3), (1, 4), (2, 5)] {
            let mut tiles = vec![city(0, 0), city(-1, 2), ("base-classic", "B", Pos::new(0, -1), 0)];
            tiles.extend([("base-classic", "B", Pos::new(0, -2), 0)]);
            tiles.extend([herd(-1), herd(1)].into_iter().take(herds));
            let mut state = table(&tiles);
            // The field of the source goes north to the middle of the two herds.
            let pos = Pos::new(0, -3);
            let kind = state.game.kind_of(catalogue::find("base-classic", "B").unwrap().id).unwrap();
            state.lay(kind, pos, Rotation::NONE);
            let source = state.board.tile_at(Pos::ORIGIN).unwrap();
            let field = state.board.segments_of(source).next().unwrap();
            assert_eq!(scoring::value(&state, field).points(), expected, "{herds} herds");
        }
    }

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let state = table(&[]);
        assert_told(
            &state,
            &[
                ("ends", |state| state.river_2.ends = [None, None]),
                ("is_lake_laid", |state| state.river_2.is_lake_laid = true),
                ("last_bend", |state| state.river_2.ends[0].as_mut().unwrap().last_bend = Some(Bend::Left)),
                ("next", |state| state.river_2.ends[0].as_mut().unwrap().next = Pos::new(5, -5)),
            ],
        );
    }
}
