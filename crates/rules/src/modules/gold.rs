//! Gold mines (GOLD): ingots lie on tiles until a feature of the tile is completed.

use crate::action::{Action, Spot};
use crate::board::{SegmentId, TileIx};
use crate::decision::Decision;
use crate::event::{Award, Counted, Event, EventSink, Item, Source, Value};
use crate::geometry::Pos;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::{ByPlayer, PlayerId};
use crate::refusal::{Duty, Refusal};
use crate::round::Round;
use crate::scoring;
use crate::stage::{Ask, Binding, Next, Question};
use crate::state::State;

/// Ingots of the box (GOLD-1).
pub(crate) const INGOTS: usize = 16;

/// Ingots on a tile (GOLD-2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ingots {
    /// Where the tile lies.
    pub pos: Pos,
    /// How many.
    pub count: u8,
}

/// The same on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Heap {
    tile: TileIx,
    count: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gold {
    heaps: [Heap; INGOTS],
    len: u8,
    /// Ingots that each player has taken.
    taken: ByPlayer<u8>,
}

impl Tell for Gold {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Gold { heaps: _, len: _, taken } = self;
        for &Heap { tile, count } in self.heaps() {
            tell(Fact::about(About::Heap).pos(state.board.tile(tile).pos).number(count));
        }
        for player in state.game.seats() {
            tell(Fact::about(About::Ingots).player(player).number(taken[player]));
        }
    }
}

impl Gold {
    fn heaps(&self) -> &[Heap] {
        &self.heaps[..usize::from(self.len)]
    }

    /// The tiles on which ingots lie, and how many.
    pub(crate) fn lying(&self) -> impl Iterator<Item = (TileIx, u8)> {
        self.heaps().iter().map(|heap| (heap.tile, heap.count))
    }

    /// Ingots on tiles and with players.
    pub(crate) fn total(&self) -> usize {
        let lying: usize = self.heaps().iter().map(|heap| usize::from(heap.count)).sum();
        lying + self.taken.seats(crate::player::MAX_PLAYERS).iter().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// What a player has taken, in a position that was written down.
    pub(crate) fn restore(&mut self, player: PlayerId, count: u8) {
        self.taken[player] = count;
    }

    /// Puts an ingot on a tile (GOLD-5).
    pub(crate) fn put(&mut self, tile: TileIx) {
        let len = usize::from(self.len);
        match self.heaps[..len].iter_mut().find(|heap| heap.tile == tile) {
            Some(heap) => heap.count += 1,
            None if len < INGOTS => {
                self.heaps[len] = Heap { tile, count: 1 };
                self.len += 1;
            }
            None => {}
        }
    }

    /// Takes all ingots of the tiles whose bit is set: how many they were.
    fn take(&mut self, heaps: u16) -> u8 {
        let mut taken = 0;
        let mut kept = 0;
        for index in 0..usize::from(self.len) {
            let heap = self.heaps[index];
            if heaps >> index & 1 == 1 {
                taken += heap.count;
            } else {
                self.heaps[kept] = heap;
                kept += 1;
            }
        }
        self.len = kept as u8;
        taken
    }
}

impl State {
    /// The ingots on tiles, sorted by cell.
    pub fn ingots_on_tiles(&self) -> Vec<Ingots> {
        let seen = |heap: &Heap| Ingots { pos: self.board.tile(heap.tile).pos, count: heap.count };
        let mut ingots: Vec<_> = self.gold.heaps().iter().map(seen).collect();
        ingots.sort_unstable();
        ingots
    }

    /// The ingots that a player has taken (GOLD-10).
    pub fn ingots(&self, player: PlayerId) -> u8 {
        self.gold.taken[player]
    }
}

/// Whether the tile just laid is a gold mine.
pub(crate) fn is_mine_laid(state: &State) -> bool {
    state.game.has(Module::Gold) && state.laid_symbols().gold
}

/// Puts the ingot of the gold mine just laid (GOLD-2).
pub(crate) fn put_on_mine<S: EventSink>(state: &mut State, sink: &mut S) {
    let mine = state.board.last_tile();
    state.gold.put(mine);
    sink.event(Event::IngotPut { pos: state.board.tile(mine).pos });
}

/// Whether the second ingot may lie on this tile: around the mine, also diagonally (GOLD-2, GOLD-3).
fn check_ingot(state: &State, pos: Pos) -> Result<TileIx, Refusal> {
    let mine = state.laid_at();
    match state.board.tile_at(pos) {
        Some(tile) if is_around(mine, pos) && pos != mine => Ok(tile),
        _ => Err(Refusal::IngotApart),
    }
}

/// The player puts the second ingot of the gold mine just laid (GOLD-2).
pub(crate) struct SecondIngot;

impl Question for SecondIngot {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::when(is_mine_laid(state))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Ingot { player: state.turn.active, at: state.laid_at() })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Ingot)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let mine = state.laid_at();
        for (x, y) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))) {
            let pos = Pos::new(mine.x + x, mine.y + y);
            if check_ingot(state, pos).is_ok() {
                visit(Action::Ingot(pos));
            }
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Ingot(pos) = action else { return Err(state.not_asked()) };
        check_ingot(state, pos).map(|_| ())
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Ingot(pos) = action
            && let Ok(tile) = check_ingot(state, pos)
        {
            state.gold.put(tile);
            sink.event(Event::IngotPut { pos });
        }
        Next::On
    }
}

/// Whether a cell is another one or one of the eight around it.
fn is_around(middle: Pos, pos: Pos) -> bool {
    (i32::from(middle.x) - i32::from(pos.x)).abs() <= 1 && (i32::from(middle.y) - i32::from(pos.y)).abs() <= 1
}

/// The heaps on the tiles of a feature, one bit each (GOLD-8, GOLD-D10).
fn heaps_of(state: &State, segment: SegmentId) -> u16 {
    let board = &state.board;
    let region = board.region_of(segment);
    let is_monastic = board.feature(segment).is_monastic();
    let middle = board.pos_of_segment(segment);
    let belongs = |heap: &Heap| {
        if is_monastic {
            is_around(middle, board.tile(heap.tile).pos)
        } else {
            board.segments_of(heap.tile).any(|other| board.region_of(other) == region)
        }
    };
    let heaps = state.gold.heaps().iter().enumerate().filter(|(_, heap)| belongs(heap));
    heaps.map(|(index, _)| 1 << index).sum()
}

/// The players with the majority share the ingots of a completed feature, one by one from the
/// active player on (GOLD-7, GOLD-11, GOLD-D1).
pub(crate) fn distribute<S: EventSink>(state: &mut State, segment: SegmentId, majority: u8, sink: &mut S) {
    let heaps = heaps_of(state, segment);
    if heaps == 0 || majority == 0 {
        return;
    }
    let mut left = state.gold.take(heaps);
    let spot = state.spot(segment);
    let mut round = Round::of(state.turn.active, majority);
    while let Some(player) = round.current() {
        let sharers = round.waiting().count_ones() as u8;
        let count = left.div_ceil(sharers);
        left -= count;
        round.finish(player);
        state.gold.taken[player] += count;
        if count > 0 {
            sink.event(Event::IngotsTaken { player, count, spot });
        }
    }
}

/// Whether the order of scoring is a choice for this feature: it shares ingots with another one,
/// unless one player alone gets both (GOLD-13, GOLD-D14).
fn is_contested(state: &State, segment: SegmentId) -> bool {
    let claim = |segment: SegmentId| {
        let region = state.board.region_at(segment);
        (heaps_of(state, segment), scoring::majority(region.strength, state.game.players()))
    };
    let (heaps, majority) = claim(segment);
    majority != 0
        && state.board.closed().iter().filter(|&&other| other != segment).any(|&other| {
            let (others, rivals) = claim(other);
            let is_one_winner = majority == rivals && majority.count_ones() == 1;
            heaps & others != 0 && rivals != 0 && !is_one_winner
        })
}

/// Whether the active player must say what is scored next.
pub(crate) fn is_order_asked(state: &State) -> bool {
    state.game.has(Module::Gold)
        && state.gold.len > 0
        && state.board.closed().iter().any(|&segment| is_contested(state, segment))
}

/// Whether a feature may be named as the next to be scored: its place among the completed ones.
pub(crate) fn check_next(state: &State, spot: Spot) -> Result<usize, Refusal> {
    let closed = state.board.closed();
    let index = closed.iter().position(|&segment| state.first_spot(segment) == spot).ok_or(Refusal::NotContested)?;
    if is_contested(state, closed[index]) { Ok(index) } else { Err(Refusal::NotContested) }
}

pub(crate) fn for_each_next(state: &State, mut visit: impl FnMut(Action)) {
    for &segment in state.board.closed() {
        if is_contested(state, segment) {
            visit(Action::ScoreNext(state.first_spot(segment)));
        }
    }
}

/// What each ingot is worth to a player with so many (GOLD-15).
const fn points_for_each(ingots: u8) -> u16 {
    match ingots {
        0 => 0,
        1..=3 => 1,
        4..=6 => 2,
        7..=9 => 3,
        _ => 4,
    }
}

pub(crate) fn final_awards(state: &State, give: &mut impl FnMut(Award)) {
    for player in state.game.seats() {
        let ingots = state.gold.taken[player];
        if ingots > 0 {
            let each = points_for_each(ingots);
            let value = Value::of(Item { what: Counted::Ingots, count: ingots.into(), each });
            give(Award { player, source: Source::Gold, spot: None, value });
        }
    }
}

/// What is left on tiles leaves the game before the final scoring (GOLD-14).
pub(crate) fn clear(state: &mut State) {
    state.gold.len = 0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table, tile};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        assert_told(
            &table(&[Module::Gold, Module::Count]),
            &[
                ("heaps", |state| state.gold.put(tile(0))),
                ("a heap elsewhere", |state| state.gold.put(tile(1))),
                ("a larger heap", |state| (0..2).for_each(|_| state.gold.put(tile(0)))),
                ("taken", |state| state.gold.taken[PlayerId(0)] = 1),
                ("taken by another player", |state| state.gold.taken[PlayerId(1)] = 1),
            ],
        );
    }
}
