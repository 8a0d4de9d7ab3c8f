//! The tower (TOWER): floors, captures, prisoners and their ransom.

mod building;
mod capture;
mod exchange;
mod ransom;
mod restore;

pub(crate) use building::Building;
pub(crate) use capture::{Capture, in_reach};
pub(crate) use exchange::Exchange;
pub(crate) use ransom::{EarlyRansom, LateRansom, RansomFirst};
pub(crate) use restore::{dealt, restore, restore_captive, restore_floors, spend_floors};

use crate::action::Action;
use crate::board::TileIx;
use crate::event::{Event, EventSink, Release, ReturnCause};
use crate::figure::{FigureKind, Owned};
use crate::geometry::Pos;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::{ByPlayer, MAX_PLAYERS, PlayerId};
use crate::refusal::Refusal;
use crate::state::State;

/// Tower spaces of the box (TOWER-1).
const TOWERS: usize = 18;

/// The price of a captive in points (TOWER-29).
pub const RANSOM: i32 = 3;

/// Floors of each player (TOWER-2).
const fn floors(players: usize) -> u8 {
    match players {
        0..=2 => 10,
        3 => 9,
        4 => 7,
        5 => 6,
        _ => 5,
    }
}

/// A started tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Started {
    tile: TileIx,
    height: u8,
    /// A meeple was put on it, which may be gone (TOWER-22, TOWER-D1).
    is_finished: bool,
    guard: Option<Owned>,
}

/// Captives by kind, in the order of [`FigureKind::MEEPLES`].
type ByKind = [u8; FigureKind::MEEPLES.len()];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Towers {
    started: [Started; TOWERS],
    len: u8,
    floors: ByPlayer<u8>,
    /// Whom each player holds: captor, then owner.
    prison: ByPlayer<ByPlayer<ByKind>>,
    /// The tower whose new floor allows a capture now.
    capturing: Option<TileIx>,
    /// The player with whom captives are being exchanged.
    exchanging: Option<PlayerId>,
    /// A ransom was paid in this turn (TOWER-29).
    has_ransomed: bool,
    /// The own meeple that the active player captured in this turn: it is in the supply and waits for the next turn
    /// (TOWER-19, TOWER-D22).
    withheld: Option<FigureKind>,
}

impl Tell for Towers {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Towers { started: _, len: _, floors, prison, capturing, exchanging, has_ransomed, withheld } = self;
        let pos = |tile: TileIx| state.board.tile(tile).pos;
        for &Started { tile, height, is_finished, guard } in self.started() {
            tell(Fact::about(About::Tower).pos(pos(tile)).number(height).number(is_finished));
            if let Some(Owned { owner, kind }) = guard {
                tell(Fact::about(About::Guard).pos(pos(tile)).player(owner).number(kind as u8));
            }
        }
        for captor in state.game.seats() {
            tell(Fact::about(About::Floors).player(captor).number(floors[captor]));
            for owner in state.game.seats().filter(|&owner| prison[captor][owner] != ByKind::default()) {
                let fact = Fact::about(About::Captives).player(captor).player(owner);
                tell(prison[captor][owner].iter().fold(fact, |fact, &held| fact.number(held)));
            }
        }
        capturing.iter().for_each(|&tile| tell(Fact::about(About::Capture).pos(pos(tile))));
        exchanging.iter().for_each(|&other| tell(Fact::about(About::Exchange).player(other)));
        tell(Fact::about(About::Ransom).number(*has_ransomed).option(withheld.map(|kind| kind as u8)));
    }
}

const fn kind_index(kind: FigureKind) -> Option<usize> {
    match kind {
        FigureKind::Meeple => Some(0),
        FigureKind::Abbot => Some(1),
        FigureKind::Large => Some(2),
        FigureKind::Builder | FigureKind::Pig | FigureKind::Robber => None,
    }
}

impl Towers {
    /// Hands out the floors.
    pub(crate) fn new(players: usize) -> Towers {
        let mut towers = Towers::default();
        for player in PlayerId::seats(players) {
            towers.floors[player] = floors(players);
        }
        towers
    }

    fn started(&self) -> &[Started] {
        &self.started[..usize::from(self.len)]
    }

    fn find(&self, tile: TileIx) -> Option<usize> {
        self.started().iter().position(|tower| tower.tile == tile)
    }

    pub(crate) fn end_turn(&mut self) {
        self.has_ransomed = false;
        self.withheld = None;
    }
}

/// A tower as others see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tower {
    /// Where it stands.
    pub pos: Pos,
    /// Its floors.
    pub height: u8,
    /// No floor can be added any more (TOWER-22).
    pub is_finished: bool,
    /// The meeple on it.
    pub guard: Option<Owned>,
}

/// Captives of one captor, one owner and one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captives {
    /// Who holds them.
    pub captor: PlayerId,
    /// Whose they are.
    pub owner: PlayerId,
    /// Which.
    pub kind: FigureKind,
    /// How many.
    pub count: u8,
}

impl State {
    /// The started towers, sorted by cell.
    pub fn towers(&self) -> Vec<Tower> {
        let view = |tower: &Started| Tower {
            pos: self.board.tile(tower.tile).pos,
            height: tower.height,
            is_finished: tower.is_finished,
            guard: tower.guard,
        };
        let mut towers: Vec<_> = self.towers.started().iter().map(view).collect();
        towers.sort_unstable();
        towers
    }

    /// The tower whose new floor allows a capture now.
    pub fn capturing(&self) -> Option<Pos> {
        self.towers.capturing.map(|tile| self.board.tile(tile).pos)
    }

    /// The player with whom captives are being exchanged.
    pub fn exchanging(&self) -> Option<PlayerId> {
        self.towers.exchanging
    }

    /// The cells that a tower of this height covers, empty ones too, but no squares of boards (TOWER-12, TOWER-16).
    ///
    /// ```
    /// use bastide_rules::{Base, Game, Module, Options, Pos, State};
    /// let state = State::new(Game::new(Options::new(Base::V3, 2).with(Module::Tower))?);
    /// assert_eq!(state.tower_reach(Pos::ORIGIN, 2).len(), 9);
    /// assert_eq!(state.tower_reach(Pos::new(i16::MAX, 0), 2).len(), 7, "the table ends there");
    /// # Ok::<(), bastide_rules::SetupError>(())
    /// ```
    pub fn tower_reach(&self, at: Pos, height: u8) -> Vec<Pos> {
        let far = i16::from(height);
        let row = |y: i16| (-far..=far).map(move |x| (x, y));
        let is_straight = |&(x, y): &(i16, i16)| x == 0 || y == 0;
        let is_printed = |pos: Pos| self.board.tile_at(pos).is_some_and(|tile| self.board.is_printed(tile));
        // Beyond the last coordinate there is no cell.
        let cell = |(x, y): (i16, i16)| Some(Pos::new(at.x.checked_add(x)?, at.y.checked_add(y)?));
        let cells = (-far..=far).flat_map(row).filter(is_straight).filter_map(cell);
        cells.filter(|&pos| !is_printed(pos)).collect()
    }

    /// The floors that a player has left (TOWER-3); none in a game without towers.
    pub fn floors(&self, player: PlayerId) -> u8 {
        if self.game.has(Module::Tower) { self.towers.floors[player] } else { 0 }
    }

    /// The captives of a player by owner and kind; those of which there are none are left out.
    pub fn captives(&self, captor: PlayerId) -> impl Iterator<Item = Captives> {
        let held = self.towers.prison[captor];
        let kinds = move |owner| FigureKind::MEEPLES.into_iter().zip(held[owner]).map(move |held| (owner, held));
        let captives = move |(owner, (kind, count))| Captives { captor, owner, kind, count };
        PlayerId::seats(MAX_PLAYERS).flat_map(kinds).map(captives).filter(|held| held.count > 0)
    }

    /// Whether a player has a figure in the supply that may be placed in this turn: the own meeple that the player has
    /// just captured is not (TOWER-19, TOWER-D22).
    pub(crate) fn check_supply(&self, player: PlayerId, kind: FigureKind) -> Result<(), Refusal> {
        let is_withheld = player == self.turn.active && self.towers.withheld == Some(kind);
        match self.figures.in_supply(player, kind) {
            0 => Err(Refusal::NoneLeft(kind)),
            1 if is_withheld => Err(Refusal::JustCaptured(kind)),
            _ => Ok(()),
        }
    }

    /// The meeple on the tower of a tile.
    pub(crate) fn tower_guard(&self, tile: TileIx) -> Option<Owned> {
        self.towers.find(tile).and_then(|index| self.towers.started[index].guard)
    }

    /// The tiles on whose towers a player's meeples stand.
    pub(crate) fn guarded_towers(&self, player: PlayerId) -> impl Iterator<Item = TileIx> {
        let own = move |tower: &&Started| tower.guard.is_some_and(|guard| guard.owner == player);
        self.towers.started().iter().filter(own).map(|tower| tower.tile)
    }

    /// Gives the meeple on a tower back; the tower stays finished (COMBO-7, TOWER-D1).
    pub(crate) fn clear_tower<S: EventSink>(&mut self, tile: TileIx, why: ReturnCause, sink: &mut S) {
        let Some(index) = self.towers.find(tile) else { return };
        if let Some(Owned { owner, kind }) = self.towers.started[index].guard.take() {
            self.figures.issue(owner, kind, 1);
            sink.event(Event::LeftTower { player: owner, figure: kind, pos: self.board.tile(tile).pos, why });
        }
    }

    /// Visits the ways to take a player's meeple back from a tower.
    pub(crate) fn for_each_tower_return(&self, player: PlayerId, mut visit: impl FnMut(Action)) {
        for tile in self.guarded_towers(player) {
            visit(Action::ReturnGuard(self.board.tile(tile).pos));
        }
    }
}

fn tower_space(state: &State, pos: Pos) -> Result<TileIx, Refusal> {
    let tile = state.board.tile_at(pos).filter(|_| state.game.has(Module::Tower)).ok_or(Refusal::NoTowerSpace)?;
    let has_space = state.game.kind(state.board.tile(tile).kind).tile.symbols.tower;
    if has_space { Ok(tile) } else { Err(Refusal::NoTowerSpace) }
}

/// Whether such a figure stands on towers (TOWER-D2).
pub(crate) const fn may_guard(figure: FigureKind) -> bool {
    matches!(figure, FigureKind::Meeple | FigureKind::Large)
}

/// A captive goes back to its owner's supply.
fn free<S: EventSink>(
    state: &mut State,
    captor: PlayerId,
    owner: PlayerId,
    kind: FigureKind,
    why: Release,
    sink: &mut S,
) {
    if let Some(index) = kind_index(kind) {
        state.towers.prison[captor][owner][index] -= 1;
        state.figures.issue(owner, kind, 1);
        sink.event(Event::Freed { captor, owner, figure: kind, why });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table, tile};

    fn owned(owner: u8, kind: FigureKind) -> Option<Owned> {
        Some(Owned { owner: PlayerId(owner), kind })
    }

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let start = |state: &mut State| {
            state.towers.started[0] = Started { tile: tile(0), height: 1, ..Started::default() };
            state.towers.len = 1;
        };
        let mut towers = table(&[Module::Tower, Module::Count]);
        assert_told(
            &towers,
            &[
                ("started", start),
                ("floors", |state| state.towers.floors[PlayerId(0)] -= 1),
                ("prison", |state| state.towers.prison[PlayerId(0)][PlayerId(1)] = [1, 0, 0]),
                ("prison of another player", |state| state.towers.prison[PlayerId(1)][PlayerId(0)] = [1, 0, 0]),
                ("another captive", |state| state.towers.prison[PlayerId(0)][PlayerId(1)] = [0, 0, 1]),
                ("capturing", |state| state.towers.capturing = Some(tile(0))),
                ("another tower capturing", |state| state.towers.capturing = Some(tile(1))),
                ("exchanging", |state| state.towers.exchanging = Some(PlayerId(0))),
                ("exchanging with another player", |state| state.towers.exchanging = Some(PlayerId(1))),
                ("has_ransomed", |state| state.towers.has_ransomed = true),
                ("withheld", |state| state.towers.withheld = Some(FigureKind::Meeple)),
                ("another one withheld", |state| state.towers.withheld = Some(FigureKind::Large)),
            ],
        );
        start(&mut towers);
        assert_told(
            &towers,
            &[
                ("tile", |state| state.towers.started[0].tile = tile(1)),
                ("height", |state| state.towers.started[0].height = 2),
                ("is_finished", |state| state.towers.started[0].is_finished = true),
                ("guard", |state| state.towers.started[0].guard = owned(0, FigureKind::Meeple)),
                ("another guard", |state| state.towers.started[0].guard = owned(1, FigureKind::Meeple)),
                ("a large guard", |state| state.towers.started[0].guard = owned(0, FigureKind::Large)),
            ],
        );
    }
}
