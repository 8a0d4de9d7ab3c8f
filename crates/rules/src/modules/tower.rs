//! The tower (TOWER): floors, captures, prisoners and their ransom.

use crate::action::{Action, Piece, Spot};
use crate::board::TileIx;
use crate::decision::Decision;
use crate::defect::Defect;
use crate::event::{Event, EventSink, Release, ReturnCause};
use crate::figure::{Figure, FigureKind, Owned};
use crate::geometry::Pos;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::{ByPlayer, MAX_PLAYERS, PlayerId};
use crate::refusal::{Absent, Duty, Refusal};
use crate::stage::{Ask, Binding, Next, Question, is_any};
use crate::stages::deploy::{AFTER_ACTION, Alternative, Visitor};
use crate::state::State;
use std::marker::PhantomData;
use std::ops::ControlFlow;

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

// Floors and guards

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

fn tower_space(state: &State, pos: Pos) -> Result<TileIx, Refusal> {
    let tile = state.board.tile_at(pos).filter(|_| state.game.has(Module::Tower)).ok_or(Refusal::NoTowerSpace)?;
    let has_space = state.game.kind(state.board.tile(tile).kind).tile.symbols.tower;
    if has_space { Ok(tile) } else { Err(Refusal::NoTowerSpace) }
}

/// Whether such a figure stands on towers (TOWER-D2).
pub(crate) const fn may_guard(figure: FigureKind) -> bool {
    matches!(figure, FigureKind::Meeple | FigureKind::Large)
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
    super::dragon::check_tile(state, pos)?;
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

// Capturing

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

// Exchange

/// The own captives among which the active player chooses (TOWER-28); with one kind only there is no choice, and the
/// exchange is made (TOWER-27).
pub(crate) struct Exchange;

impl Question for Exchange {
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        let mut kinds = Vec::new();
        Exchange::list(state, |action| kinds.push(action));
        if let [Action::Exchange(kind)] = kinds[..] {
            exchange(state, kind, sink);
        }
        Ask::unless_asked(kinds.len() > 1, AFTER_ACTION)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Exchange { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Exchange)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for kind in FigureKind::MEEPLES {
            if check_exchange(state, kind).is_ok() {
                visit(Action::Exchange(kind));
            }
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Exchange(kind) = action else { return Err(state.not_asked()) };
        check_exchange(state, kind)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Exchange(kind) = action {
            exchange(state, kind, sink);
        }
        AFTER_ACTION
    }
}

/// Whether a captive of this kind may come back in the exchange.
fn check_exchange(state: &State, kind: FigureKind) -> Result<(), Refusal> {
    let held = |other: PlayerId, index: usize| state.towers.prison[other][state.turn.active][index];
    match (state.towers.exchanging, kind_index(kind)) {
        (Some(other), Some(index)) if held(other, index) > 0 => Ok(()),
        _ => Err(Refusal::NoCaptive),
    }
}

fn exchange<S: EventSink>(state: &mut State, kind: FigureKind, sink: &mut S) {
    if let Some(other) = state.towers.exchanging.take() {
        free(state, other, state.turn.active, kind, Release::Exchange, sink);
    }
}

// Ransom

/// Whether the active player may pay for an own captive now (TOWER-29, TOWER-30, ORDER-27).
fn check_ransom(state: &State, captor: PlayerId, kind: FigureKind) -> Result<(), Refusal> {
    let player = state.turn.active;
    let marked = state.points[player] - state.track.unmarked[player];
    let held = kind_index(kind).map_or(0, |index| state.towers.prison[captor][player][index]);
    if held == 0 {
        Err(Refusal::NoCaptive)
    } else if state.towers.has_ransomed {
        Err(Refusal::HasRansomed)
    } else if marked < RANSOM {
        Err(Refusal::CannotRansom)
    } else {
        Ok(())
    }
}

/// The own captives that the active player may pay for now.
fn for_each_ransom(state: &State, mut visit: impl FnMut(Action)) {
    if !state.game.has(Module::Tower) || state.towers.has_ransomed {
        return;
    }
    for captor in state.game.seats() {
        for figure in FigureKind::MEEPLES {
            if check_ransom(state, captor, figure).is_ok() {
                visit(Action::Ransom { captor, figure });
            }
        }
    }
}

/// Pays: a plain transfer on the normal markers (ORDER-20).
fn ransom<S: EventSink>(state: &mut State, captor: PlayerId, kind: FigureKind, sink: &mut S) {
    let player = state.turn.active;
    state.points[player] -= RANSOM;
    state.points[captor] += RANSOM;
    state.towers.has_ransomed = true;
    sink.event(Event::Ransomed { player, captor, figure: kind, points: RANSOM });
    free(state, captor, player, kind, Release::Ransom, sink);
}

/// Whether anything can be ransomed.
fn can_ransom(state: &State) -> bool {
    is_any(|visit| for_each_ransom(state, visit))
}

/// When the ransom is asked about in a step of its own.
pub(crate) trait Window {
    /// Whether it is asked now, if anything can be ransomed.
    fn is_open(state: &State) -> bool;

    /// What follows from the answer.
    fn close(state: &mut State);
}

/// In a window of its own the ransom may be paid or not (ORDER-20).
pub(crate) struct Ransom<W>(PhantomData<W>);

impl<W: Window> Question for Ransom<W> {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::when(W::is_open(state) && can_ransom(state))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Ransom { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("TOWER-29")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for_each_ransom(state, &mut visit);
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Ransom { captor, figure } = action else { return state.check_pass(action) };
        check_ransom(state, captor, figure)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Ransom { captor, figure } = action {
            ransom(state, captor, figure, sink);
        }
        W::close(state);
        Next::On
    }
}

/// The first window, at the start of the turn (ORDER-1).
pub(crate) struct TurnStart;

/// The ransom at the start of the turn.
pub(crate) type EarlyRansom = Ransom<TurnStart>;

impl Window for TurnStart {
    fn is_open(state: &State) -> bool {
        state.is_tile_left()
    }

    fn close(state: &mut State) {
        state.begin_turn();
    }
}

/// The second window, before the deploy choice, which it leaves open (ORDER-8).
pub(crate) struct RansomFirst;

impl Alternative for RansomFirst {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        for_each_ransom(state, |action| {
            if flow.is_continue() {
                flow = visit(action);
            }
        });
        flow
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Ransom { captor, figure } = action else { return Err(state.not_asked()) };
        check_ransom(state, captor, figure)
    }

    fn absent(state: &State) -> Option<Absent> {
        (!state.game.has(Module::Tower)).then_some(Absent::Tower)
    }

    fn rule(_: &State, _: Action) -> &'static str {
        "TOWER-29"
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Ransom { captor, figure } = action {
            ransom(state, captor, figure, sink);
        }
        Next::Again
    }
}

/// The third window, after scoring (ORDER-16).
pub(crate) struct AfterScoring;

/// The ransom after scoring.
pub(crate) type LateRansom = Ransom<AfterScoring>;

impl Window for AfterScoring {
    fn is_open(_: &State) -> bool {
        true
    }

    fn close(_: &mut State) {}
}

// Positions

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
