//! Flying machines (FLY): a meeple is carried one to three cells along the arrow of the tile.

use crate::action::{Action, Spot};
use crate::decision::Decision;
use crate::event::{Deployment, Event, EventSink};
use crate::figure::FigureKind;
use crate::geometry::{Compass, Pos};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::refusal::{Absent, Duty, Refusal};
use crate::stage::{Ask, Binding, Next, Question, has_answers};
use crate::stages::deploy::{AFTER_ACTION, Alternative, Visitor};
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;
use std::ops::ControlFlow;

/// The numbers of the die, each on two of its faces (FLY-1).
const DIE: std::ops::RangeInclusive<u8> = 1..=3;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flying {
    /// The figure that flies, which is still counted in the supply.
    flier: Option<FigureKind>,
    /// Where the die has led it.
    rolled: Option<Rolled>,
}

/// What the die has brought a flier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rolled {
    number: u8,
    /// The cell that is reached.
    at: Pos,
}

impl Tell for Flying {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let Flying { flier, rolled } = *self;
        if let Some(figure) = flier {
            // Each number leads to a cell of its own, which tells it.
            let (x, y) = (rolled.map(|rolled| rolled.at.x), rolled.map(|rolled| rolled.at.y));
            tell(Fact::about(About::Flier).number(figure as u8).option(x).option(y));
        }
    }
}

/// The arrow of the tile just laid, as it lies (FLY-4).
fn arrow(state: &State) -> Option<Compass> {
    let laid = state.board.tile(state.board.last_tile());
    let arrow = state.laid_symbols().flying?;
    state.game.has(Module::Flying).then(|| arrow.rotated(laid.rotation))
}

/// Whether a figure may take the flying machine of the tile just laid (FLY-2, FLY-D3).
fn check_flight(state: &State, figure: FigureKind) -> Result<(), Refusal> {
    if arrow(state).is_none() {
        return Err(Refusal::NoFlyingMachine);
    }
    if !matches!(figure, FigureKind::Meeple | FigureKind::Large) {
        return Err(Refusal::CannotFly(figure));
    }
    if state.figures.in_supply(state.turn.active, figure) == 0 {
        return Err(Refusal::NoneLeft(figure));
    }
    Ok(())
}

/// In the deploy step a figure may take the flying machine (FLY-2).
pub(crate) struct TakeFlight;

impl Alternative for TakeFlight {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if !state.game.has(Module::Flying) {
            return ControlFlow::Continue(());
        }
        for figure in FigureKind::MEEPLES {
            if check_flight(state, figure).is_ok() {
                visit(Action::Fly(figure))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Fly(figure) = action else { return Err(state.not_asked()) };
        check_flight(state, figure)
    }

    fn absent(state: &State) -> Option<Absent> {
        (!state.game.has(Module::Flying)).then_some(Absent::Flying)
    }

    fn rule(_: &State, _: Action) -> &'static str {
        "FLY-2"
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, _: &mut S) -> Next {
        if let Action::Fly(figure) = action {
            state.flying.flier = Some(figure);
        }
        Next::To(Step::Roll)
    }
}

/// Chance rolls for the flier (FLY-5); without a place to land it goes back to the supply (FLY-10).
pub(crate) struct Roll;

impl Question for Roll {
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Roll { player: state.turn.active, figure: state.flying.flier? })
    }

    fn binding(_: &State) -> Binding {
        Binding::Nobody
    }

    fn list(_: &State, mut visit: impl FnMut(Action)) {
        DIE.for_each(|number| visit(Action::Roll(number)));
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Roll(number) = action else { return Err(state.not_asked()) };
        if DIE.contains(&number) { Ok(()) } else { Err(Refusal::NoSuchNumber) }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        let (Action::Roll(number), Some(figure), Some(arrow)) = (action, state.flying.flier, arrow(state)) else {
            return AFTER_ACTION;
        };
        let player = state.turn.active;
        // Cells count whether or not tiles lie in them (FLY-D1).
        let at = (0..number).fold(state.laid_at(), |pos, _| pos.towards(arrow));
        sink.event(Event::Rolled { player, figure, number, at });
        state.flying.rolled = Some(Rolled { number, at });
        if has_answers::<Land>(state) {
            return Next::On;
        }
        state.flying = Flying::default();
        sink.event(Event::FlightFailed { player, figure });
        AFTER_ACTION
    }
}

/// The cell that the flier has reached.
fn reached(state: &State) -> Option<Pos> {
    state.flying.rolled.map(|rolled| rolled.at)
}

/// Whether the flier may land on a segment (FLY-6 to FLY-9, FLY-D2).
fn check_landing(state: &State, spot: Spot) -> Result<(), Refusal> {
    let Some(segment) = state.segment_at(spot).filter(|_| Some(spot.pos) == reached(state)) else {
        return Err(Refusal::NotLandingThere);
    };
    // No square of a board and not the dragon's tile (COMBO-D30).
    if state.board.is_printed(state.board.tile_of(segment)) {
        return Err(Refusal::NotLandingThere);
    }
    super::dragon::check_tile(state, spot.pos)?;
    let feature = state.board.feature(segment);
    if !matches!(feature, Feature::Road | Feature::City) && !feature.is_monastery() {
        return Err(Refusal::NoLanding(feature));
    }
    // It may be occupied by anybody (FLY-8), but must be incomplete after the tile was laid (FLY-D4).
    if state.board.region_at(segment).is_complete() {
        return Err(Refusal::LandingComplete);
    }
    Ok(())
}

/// The flier lands; from now on it is a meeple like any other (FLY-11).
pub(crate) struct Land;

impl Question for Land {
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(state: &State) -> Option<Decision> {
        let (figure, Rolled { number, at }) = (state.flying.flier?, state.flying.rolled?);
        Some(Decision::Land { player: state.turn.active, figure, number, at })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Land)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let Some(tile) = reached(state).and_then(|pos| state.board.tile_at(pos)) else { return };
        for segment in state.board.segments_of(tile) {
            let spot = state.spot(segment);
            if check_landing(state, spot).is_ok() {
                visit(Action::Land(spot));
            }
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Land(spot) = action else { return Err(state.not_asked()) };
        check_landing(state, spot)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let (Action::Land(spot), Some(figure)) = (action, state.flying.flier)
            && let Some(segment) = state.segment_at(spot)
        {
            // The machine is on the tile just laid.
            let how = Deployment::Flight { from: state.laid_at() };
            state.put_figure(state.turn.active, figure, segment, how, sink);
        }
        state.flying = Flying::default();
        Next::On
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let flier = |state: &mut State| state.flying.flier = Some(FigureKind::Meeple);
        let mut flying = table(&[Module::Flying]);
        assert_told(&flying, &[("flier", flier)]);
        flier(&mut flying);
        assert_told(
            &flying,
            &[
                ("another flier", |state| state.flying.flier = Some(FigureKind::Large)),
                ("reached", |state| state.flying.rolled = Some(Rolled { number: 1, at: Pos::ORIGIN })),
                ("reached another cell", |state| state.flying.rolled = Some(Rolled { number: 2, at: Pos::new(0, -1) })),
            ],
        );
    }
}
