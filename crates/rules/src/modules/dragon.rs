//! The princess and the dragon (DRAGON): volcano, flight, fairy, portal and princess.

use crate::action::{Action, Spot};
use crate::board::{RegionId, SegmentId, TileIx};
use crate::decision::Decision;
use crate::event::{Award, Counted, Event, EventSink, Item, ReturnCause, Source, Value};
use crate::figure::Figure;
use crate::figure::FigureKind;
use crate::geometry::{Pos, Side};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::{Absent, Duty, Refusal};
use crate::stage::{Ask, Binding, Effect, Next, Question, has_answers};
use crate::stages::deploy::{AFTER_ACTION, Alternative, Placing, Visitor};
use crate::state::State;
use crate::tile::{Feature, Symbols};
use std::ops::ControlFlow;

/// Steps of a flight (DRAGON-13).
const STEPS: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Dragon {
    dragon: Option<Pos>,
    fairy: Option<Pos>,
    /// Who makes the next step of the flight.
    mover: PlayerId,
    /// The cells of this flight, the first one included (DRAGON-16).
    visited: [Pos; STEPS],
    /// Steps made; `None` when the dragon does not fly.
    flown: Option<u8>,
    /// The princess was used in this turn, and no meeple is placed any more (DRAGON-34).
    is_princess_used: bool,
}

impl Dragon {
    pub(crate) fn end_turn(&mut self) {
        self.is_princess_used = false;
    }
}

impl Tell for Dragon {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let Dragon { dragon, fairy, mover, visited, flown, is_princess_used } = self;
        dragon.iter().for_each(|&pos| tell(Fact::about(About::Dragon).pos(pos)));
        fairy.iter().for_each(|&pos| tell(Fact::about(About::Fairy).pos(pos)));
        // A flight that is over leaves its cells behind.
        if let Some(flown) = *flown {
            tell(Fact::about(About::Flight).player(*mover).number(flown));
            visited[..=usize::from(flown)].iter().for_each(|&pos| tell(Fact::about(About::FlownOver).pos(pos)));
        }
        if *is_princess_used {
            tell(Fact::about(About::Princess));
        }
    }
}

impl State {
    /// Where the dragon stands, if it is in play.
    pub fn dragon(&self) -> Option<Pos> {
        self.dragon.dragon
    }

    /// Where the fairy stands, if it is in play.
    pub fn fairy(&self) -> Option<Pos> {
        self.dragon.fairy
    }

    /// Whether the active player has used the princess in this turn (DRAGON-34, COMBO-D37).
    pub(crate) fn is_princess_used(&self) -> bool {
        self.dragon.is_princess_used
    }

    /// The cells that the dragon has left behind in this flight.
    pub fn flight(&self) -> &[Pos] {
        &self.dragon.visited[..usize::from(self.dragon.flown.unwrap_or(0))]
    }

    /// The steps that the dragon has before it, while it flies (DRAGON-13).
    pub fn steps_left(&self) -> Option<u8> {
        self.dragon.flown.map(|flown| STEPS as u8 - flown)
    }
}

/// The symbols of the tile just laid, if this module is in play.
fn laid_symbols(state: &State) -> Option<&'static Symbols> {
    state.game.has(Module::Dragon).then(|| state.laid_symbols())
}

/// Puts dragon and fairy of a position that was written down.
pub(crate) fn restore(state: &mut State, dragon: Option<Pos>, fairy: Option<Pos>) {
    state.dragon = Dragon { dragon, fairy, ..Dragon::default() };
    if dragon.is_some() {
        let game = std::sync::Arc::clone(&state.game);
        state.bag.wake_dragon(&game);
    }
}

// Volcano

/// A volcano brings the dragon, and dragon tiles can be drawn (DRAGON-4, DRAGON-10).
pub(crate) fn wake<S: EventSink>(state: &mut State, sink: &mut S) {
    if laid_symbols(state).is_some_and(|symbols| symbols.volcano) {
        let pos = state.laid_at();
        restore(state, Some(pos), state.dragon.fairy);
        sink.event(Event::DragonMoved { pos, player: None });
    }
}

/// No figure is placed on the dragon's tile (DRAGON-5, DRAGON-D9).
#[inline]
pub(crate) fn check_tile(state: &State, pos: Pos) -> Result<(), Refusal> {
    if state.dragon.dragon == Some(pos) { Err(Refusal::DragonThere) } else { Ok(()) }
}

// The flight

/// A dragon tile makes the dragon fly before anything is scored (DRAGON-12).
pub(crate) struct TakeOff;

impl Effect for TakeOff {
    fn happen<S: EventSink>(state: &mut State, _: &mut S) -> Next {
        if let Some(start) = state.dragon.dragon
            && laid_symbols(state).is_some_and(|symbols| symbols.dragon)
        {
            state.dragon.mover = state.turn.active;
            state.dragon.visited[0] = start;
            state.dragon.flown = Some(0);
        }
        Next::On
    }
}

/// The players move the dragon one after the other, while it flies and can (DRAGON-13, DRAGON-19).
pub(crate) struct Flight;

impl Question for Flight {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        if !has_answers::<Flight>(state) {
            state.dragon.flown = None;
        }
        Ask::when(state.dragon.flown.is_some())
    }

    fn decision(state: &State) -> Option<Decision> {
        state.dragon.flown.map(|_| Decision::StepDragon { player: state.dragon.mover })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::StepDragon)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for side in Side::ALL {
            if check_step(state, side).is_ok() {
                visit(Action::StepDragon(side));
            }
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::StepDragon(side) = action else { return Err(state.not_asked()) };
        check_step(state, side).map(|_| ())
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::StepDragon(side) = action {
            step(state, side, sink);
        }
        Next::Again
    }
}

/// Where the dragon may go: to a tile beside it, no square of a board, not twice in a flight, not to
/// the fairy (DRAGON-14 to DRAGON-18).
fn check_step(state: &State, side: Side) -> Result<Pos, Refusal> {
    let (Some(from), Some(flown)) = (state.dragon.dragon, state.dragon.flown) else {
        return Err(Refusal::DragonCannot);
    };
    let to = from.beside(side);
    let tile = state.board.tile_at(to).ok_or(Refusal::DragonCannot)?;
    if state.board.is_printed(tile) {
        Err(Refusal::DragonOnBoard)
    } else if state.dragon.visited[..=usize::from(flown)].contains(&to) {
        Err(Refusal::DragonReturns)
    } else if state.dragon.fairy == Some(to) {
        Err(Refusal::FairyThere)
    } else {
        Ok(to)
    }
}

/// The dragon enters a tile and sends everything on it home (DRAGON-21, DRAGON-22).
fn step<S: EventSink>(state: &mut State, side: Side, sink: &mut S) {
    let Ok(to) = check_step(state, side) else { return };
    let flown = state.dragon.flown.map_or(0, |flown| flown + 1);
    let player = state.dragon.mover;
    state.dragon.dragon = Some(to);
    if usize::from(flown) < STEPS {
        state.dragon.visited[usize::from(flown)] = to;
        state.dragon.flown = Some(flown);
    } else {
        state.dragon.flown = None;
    }
    state.dragon.mover = player.next(state.game.players() as u8);
    sink.event(Event::DragonMoved { pos: to, player: Some(player) });
    if let Some(tile) = state.board.tile_at(to) {
        eat(state, tile, sink);
    }
}

fn eat<S: EventSink>(state: &mut State, tile: TileIx, sink: &mut S) {
    let found =
        |state: &State| state.figures.standing().iter().position(|figure| state.board.tile_of(figure.at) == tile);
    while let Some(index) = found(state) {
        state.take_back(index, ReturnCause::Eaten, sink);
    }
    state.clear_tower(tile, ReturnCause::Eaten, sink);
}

// The fairy

/// Whether the fairy may move to a tile: an own meeple stands there, also on a tower, and neither
/// the dragon nor the fairy (DRAGON-43, DRAGON-D6, DRAGON-D17, COMBO-D20).
fn check_fairy(state: &State, pos: Pos) -> Result<(), Refusal> {
    if !state.game.has(Module::Dragon) || state.dragon.fairy == Some(pos) {
        return Err(Refusal::NoFairyHere);
    }
    let tile = state.board.tile_at(pos).filter(|&tile| !state.board.is_printed(tile)).ok_or(Refusal::NoFairyHere)?;
    check_tile(state, pos)?;
    if has_meeple_on(state, state.turn.active, tile) { Ok(()) } else { Err(Refusal::NoFairyHere) }
}

fn has_meeple_on(state: &State, player: PlayerId, tile: TileIx) -> bool {
    state.own_meeples(player).any(|figure| state.board.tile_of(figure.at) == tile)
        || state.tower_guard(tile).is_some_and(|guard| guard.owner == player)
}

/// In the deploy step the fairy may be moved (DRAGON-43).
pub(crate) struct MoveFairy;

impl Alternative for MoveFairy {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if !state.game.has(Module::Dragon) {
            return ControlFlow::Continue(());
        }
        let standing = state.own_meeples(state.turn.active).map(|figure| state.board.tile_of(figure.at));
        let mut tiles: Vec<TileIx> = standing.chain(state.guarded_towers(state.turn.active)).collect();
        tiles.sort_unstable_by_key(|tile| tile.index());
        tiles.dedup();
        for tile in tiles {
            let pos = state.board.tile(tile).pos;
            if check_fairy(state, pos).is_ok() {
                visit(Action::Fairy(pos))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Fairy(pos) = action else { return Err(state.not_asked()) };
        check_fairy(state, pos)
    }

    fn absent(state: &State) -> Option<Absent> {
        (!state.game.has(Module::Dragon)).then_some(Absent::Dragon)
    }

    fn rule(_: &State, _: Action) -> &'static str {
        "DRAGON-43"
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Fairy(pos) = action {
            state.dragon.fairy = Some(pos);
            sink.event(Event::FairyMoved { pos });
        }
        AFTER_ACTION
    }
}

/// A point at the start of a turn beside the fairy (DRAGON-46, DRAGON-D13), but not in one that a builder gave
/// (DRAGON-47).
pub(crate) struct Greeting;

impl Effect for Greeting {
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
        let is_by_builder = std::mem::take(&mut state.turn.is_by_builder);
        let player = state.turn.active;
        let is_beside = |pos: &Pos| state.board.tile_at(*pos).is_some_and(|tile| has_meeple_on(state, player, tile));
        if let Some(pos) = state.dragon.fairy.filter(is_beside)
            && !is_by_builder
            && state.is_tile_left()
        {
            let value = Value::of(Item { what: Counted::Fairies, count: 1, each: 1 });
            sink.event(Event::TurnBegan { turn: state.turn.number, player });
            state.give(Award { player, source: Source::Greeting(pos), spot: None, value }, sink);
        }
        Next::On
    }
}

/// The owners who get 3 points more when a feature is scored: those with a meeple of it on the
/// fairy's tile, each once (DRAGON-48, DRAGON-49, DRAGON-D14).
pub(crate) fn favourites(state: &State, region: RegionId) -> u8 {
    let Some(tile) = state.dragon.fairy.and_then(|pos| state.board.tile_at(pos)) else { return 0 };
    let is_favourite = |figure: &&Figure| {
        figure.kind.is_meeple() && state.board.tile_of(figure.at) == tile && state.board.region_of(figure.at) == region
    };
    state.figures.standing().iter().filter(is_favourite).fold(0, |mask, figure| mask | 1 << figure.owner.0)
}

/// The award of a favourite.
pub(crate) fn favour(player: PlayerId, source: Source, spot: Option<Spot>) -> Award {
    let value = Value::of(Item { what: Counted::Fairies, count: 1, each: 3 });
    Award { player, source, spot, value }
}

// Portal and princess

/// Whether the tile just laid is a portal (DRAGON-27).
#[inline]
fn is_portal_laid(state: &State) -> bool {
    laid_symbols(state).is_some_and(|symbols| symbols.portal)
}

/// Whether a portal may bring a figure to a segment elsewhere: no square of a board, nothing
/// completed (DRAGON-28, DRAGON-29, DRAGON-D20).
pub(crate) fn check_portal(state: &State, segment: SegmentId) -> Result<(), Refusal> {
    let tile = state.board.tile_of(segment);
    if tile == state.board.last_tile() {
        return Ok(());
    }
    if !is_portal_laid(state) {
        return Err(Refusal::NotOnLaidTile);
    }
    if state.board.is_printed(tile) {
        return Err(Refusal::PortalToBoard);
    }
    let is_field = state.board.feature(segment) == Feature::Field;
    let is_open = is_field || !state.board.region_at(segment).is_complete();
    if is_open { Ok(()) } else { Err(Refusal::PortalComplete) }
}

/// In the deploy step a portal leads to other tiles (DRAGON-27).
pub(crate) struct Portal;

impl Placing for Portal {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if !is_portal_laid(state) {
            return ControlFlow::Continue(());
        }
        let laid = state.board.last_tile();
        for other in state.board.tile_indices().filter(|&other| other != laid) {
            for segment in state.board.segments_of(other) {
                if check_portal(state, segment).is_err() {
                    continue;
                }
                for figure in FigureKind::MEEPLES {
                    if state.check_deploy(figure, segment).is_ok() {
                        visit(Action::Deploy { figure, spot: state.spot(segment) })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn rule(state: &State, _: FigureKind, spot: Spot) -> Option<&'static str> {
        (spot.pos != state.laid_at()).then_some("DRAGON-27")
    }
}

/// The city of the princess on the tile just laid (DRAGON-32, DRAGON-D27).
fn princess_city(state: &State) -> Option<RegionId> {
    laid_symbols(state)?;
    let tile = state.board.last_tile();
    let segments = &state.game.kind(state.board.tile(tile).kind).tile.segments;
    let index = segments.iter().position(|segment| segment.princess)?;
    Some(state.board.region_of(state.board.segment(tile, index as u8)))
}

/// In the deploy step the princess may send a knight home (DRAGON-32); nobody is placed in this turn any more
/// (DRAGON-34).
pub(crate) struct Princess;

impl Alternative for Princess {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        let Some(city) = princess_city(state) else { return ControlFlow::Continue(()) };
        let is_knight = |figure: &Figure| figure.kind.is_meeple() && state.board.region_of(figure.at) == city;
        let mut flow = ControlFlow::Continue(());
        state.for_each_seizure(is_knight, |action| {
            if flow.is_continue() {
                flow = visit(action);
            }
        });
        flow
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let mut is_listed = false;
        let _ = Princess::list(state, &mut |listed| {
            is_listed |= listed == action;
            ControlFlow::Continue(())
        });
        if is_listed { Ok(()) } else { Err(Refusal::NotHerKnight) }
    }

    fn absent(state: &State) -> Option<Absent> {
        (!state.game.has(Module::Dragon)).then_some(Absent::Dragon)
    }

    fn rule(_: &State, _: Action) -> &'static str {
        "DRAGON-32"
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Seize { piece, spot } = action {
            let why = ReturnCause::Princess { by: state.active_player() };
            state.return_figure(piece.owner(), piece.kind(), spot, piece.is_bound(), why, sink);
        }
        state.dragon.is_princess_used = true;
        AFTER_ACTION
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let fly = |state: &mut State| state.dragon.flown = Some(1);
        let mut dragon = table(&[Module::Dragon]);
        assert_told(
            &dragon,
            &[
                ("dragon", |state| state.dragon.dragon = Some(Pos::new(-1, -1))),
                ("dragon elsewhere", |state| state.dragon.dragon = Some(Pos::new(1, -1))),
                ("fairy", |state| state.dragon.fairy = Some(Pos::new(-1, -1))),
                ("flown", fly),
                ("is_princess_used", |state| state.dragon.is_princess_used = true),
            ],
        );
        fly(&mut dragon);
        assert_told(
            &dragon,
            &[
                ("farther", |state| state.dragon.flown = Some(2)),
                ("mover", |state| state.dragon.mover = PlayerId(1)),
                ("visited", |state| state.dragon.visited[1] = Pos::new(-1, -1)),
                ("visited another cell", |state| state.dragon.visited[1] = Pos::new(1, -1)),
            ],
        );
    }
}
