//! The gingerbread man (GINGER): he stands in a city, and when he leaves it every knight there scores.

use std::marker::PhantomData;

use crate::action::{Action, Spot};
use crate::board::{RegionId, SegmentId};
use crate::decision::Decision;
use crate::event::{Award, Counted, Event, EventSink, Item, Source, Value};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::{Duty, Refusal};
use crate::stage::{Ask, Binding, Next, Question, has_answers};
use crate::state::State;
use crate::tile::Feature;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gingerbread {
    /// Where he stands; `None` before he has entered and after he has left (GINGER-14).
    at: Option<SegmentId>,
    /// He has stood in a city, so only a symbol brings him back.
    has_entered: bool,
    /// His city was completed in this turn, and he must move (GINGER-12).
    is_homeless: bool,
}

impl Tell for Gingerbread {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Gingerbread { at, has_entered, is_homeless } = *self;
        tell(Fact::about(About::Gingerbread).number(has_entered).number(is_homeless));
        if let Some(city) = at {
            tell(Fact::about(About::GingerbreadCity).spot(state.spot(city)));
        }
    }
}

impl Gingerbread {
    /// Whether he has ever stood in a city.
    pub(crate) fn has_entered(&self) -> bool {
        self.has_entered
    }
}

impl State {
    /// Where the gingerbread man stands, if in a city.
    pub fn gingerbread(&self) -> Option<Spot> {
        self.gingerbread.at.map(|segment| self.spot(segment))
    }
}

/// He enters with the first city on the table: that of the start tile, or of the first tile that
/// has one (GINGER-3, GINGER-D7).
pub(crate) fn enter<S: EventSink>(state: &mut State, sink: &mut S) {
    if !state.game.has(Module::Gingerbread) || state.gingerbread.has_entered {
        return;
    }
    let last = state.board.last_tile();
    if state.board.is_printed(last) {
        return;
    }
    let mut segments = state.board.segments_of(last);
    if let Some(city) = segments.find(|&segment| state.board.feature(segment) == Feature::City) {
        put(state, city, sink);
    }
}

fn put<S: EventSink>(state: &mut State, city: SegmentId, sink: &mut S) {
    state.gingerbread = Gingerbread { at: Some(city), has_entered: true, is_homeless: false };
    sink.event(Event::GingerbreadMoved { spot: state.spot(city) });
}

/// Puts him into a city of a position that was written down; `None` when he is off the map.
pub(crate) fn restore(state: &mut State, spot: Option<Spot>) -> Result<(), Refusal> {
    let at = match spot {
        None => None,
        Some(spot) => {
            let segment = state.segment_at(spot).ok_or(Refusal::NotACity)?;
            let region = state.board.region_at(segment);
            if state.board.feature(segment) != Feature::City || region.is_complete() {
                return Err(Refusal::NotACity);
            }
            Some(segment)
        }
    };
    state.gingerbread = Gingerbread { at, has_entered: true, is_homeless: false };
    Ok(())
}

/// Every knight of the city scores a point for each of its tiles (GINGER-8, GINGER-9).
fn score<S: EventSink>(state: &mut State, city: SegmentId, sink: &mut S) {
    let region = state.board.region_of(city);
    let tiles = state.board.region(region).tiles();
    let is_complete = state.board.region(region).is_complete();
    let spot = Some(state.spot(city));
    for player in PlayerId::seats(state.game.players()) {
        let knights = state.figures.standing().iter().filter(|figure| {
            figure.owner == player && figure.kind.is_meeple() && state.board.region_of(figure.at) == region
        });
        let count = knights.count() as u16;
        if count > 0 {
            let value = Value::of(Item { what: Counted::Knights, count, each: tiles });
            let award = Award { player, source: Source::Gingerbread, spot, value };
            if is_complete {
                state.give_for_feature(award, sink);
            } else {
                state.give(award, sink);
            }
        }
    }
}

/// A completed city with him in it has his scoring first, with all knights still there (GINGER-11).
pub(crate) fn score_completed<S: EventSink>(state: &mut State, region: RegionId, sink: &mut S) {
    if let Some(at) = state.gingerbread.at
        && state.board.region_of(at) == region
    {
        score(state, at, sink);
        state.gingerbread.is_homeless = true;
    }
}

/// Why the player moves him.
pub(crate) trait Occasion {
    const DUTY: Duty;

    /// Whether he moves now, and what happens if he does not.
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask;

    /// What follows from his move.
    fn moved(state: &mut State);
}

/// The player moves him to another unfinished city.
pub(crate) struct Move<O>(PhantomData<O>);

impl<O: Occasion> Question for Move<O> {
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        O::enter(state, sink)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Gingerbread { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(O::DUTY)
    }

    fn list(state: &State, visit: impl FnMut(Action)) {
        for_each_target(state, visit);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Gingerbread(spot) = action else { return Err(state.not_asked()) };
        check_target(state, spot).map(|_| ())
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Gingerbread(spot) = action {
            shift(state, spot, sink);
        }
        O::moved(state);
        Next::On
    }
}

/// His city was completed (GINGER-12); without another city he leaves the map (GINGER-14).
pub(crate) struct CityCompleted;

/// Out of a completed city.
pub(crate) type LeaveCity = Move<CityCompleted>;

impl Occasion for CityCompleted {
    const DUTY: Duty = Duty::GingerbreadHome;

    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        if state.gingerbread.is_homeless {
            if has_answers::<LeaveCity>(state) {
                return Ask::Waits;
            }
            state.gingerbread = Gingerbread { at: None, has_entered: true, is_homeless: false };
            sink.event(Event::GingerbreadAside);
        }
        Ask::Goes(Next::On)
    }

    fn moved(state: &mut State) {
        // One move is enough for a symbol too (GINGER-D3).
        state.turn.has_moved_gingerbread = true;
    }
}

/// A symbol was laid (GINGER-6), unless he has moved because of a completed city (GINGER-D3) or no other is there
/// (GINGER-13).
pub(crate) struct SymbolLaid;

/// Because of a symbol.
pub(crate) type FollowSymbol = Move<SymbolLaid>;

impl Occasion for SymbolLaid {
    const DUTY: Duty = Duty::Gingerbread;

    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        let has_moved = std::mem::take(&mut state.turn.has_moved_gingerbread);
        let is_called = state.game.has(Module::Gingerbread) && state.laid_symbols().gingerbread;
        Ask::when(!has_moved && is_called && has_answers::<FollowSymbol>(state))
    }

    fn moved(_: &mut State) {}
}

fn check_city(state: &State, segment: SegmentId) -> Result<(), Refusal> {
    let region = state.board.region_of(segment);
    let is_city = state.board.feature(segment) == Feature::City && !state.board.region(region).is_complete();
    let is_other = state.gingerbread.at.is_none_or(|at| state.board.region_of(at) != region);
    if is_city && is_other { Ok(()) } else { Err(Refusal::NotACity) }
}

/// Whether he may go to the city with this first segment (GINGER-6, GINGER-D2).
fn check_target(state: &State, spot: Spot) -> Result<SegmentId, Refusal> {
    let segment = state.segment_at(spot).ok_or(Refusal::NotACity)?;
    check_city(state, segment)?;
    if state.first_spot(segment) == spot { Ok(segment) } else { Err(Refusal::NotFirstSegment("GINGER-D2")) }
}

fn for_each_target(state: &State, mut visit: impl FnMut(Action)) {
    for tile in state.board.tile_indices() {
        for segment in state.board.segments_of(tile) {
            if check_city(state, segment).is_ok() && state.first_spot(segment) == state.spot(segment) {
                visit(Action::Gingerbread(state.spot(segment)));
            }
        }
    }
}

/// Moves him; a city that he leaves because of a symbol is scored first (GINGER-7, GINGER-10). A
/// completed one was scored before and has no knights any more (GINGER-D4).
fn shift<S: EventSink>(state: &mut State, spot: Spot, sink: &mut S) {
    if let Some(left) = state.gingerbread.at {
        score(state, left, sink);
    }
    if let Ok(city) = check_target(state, spot) {
        put(state, city, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Options};
    use crate::hash::testing::{assert_told, segment};
    use crate::module::Base;

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let options = Options::new(Base::Winter, 2).with(Module::Gingerbread);
        assert_told(
            &State::new(Game::new(options).unwrap()),
            &[
                ("at", |state| state.gingerbread.at = Some(segment(state, 1))),
                ("off the map", |state| state.gingerbread.at = None),
                ("has_entered", |state| state.gingerbread.has_entered ^= true),
                ("is_homeless", |state| state.gingerbread.is_homeless = true),
            ],
        );
    }
}
