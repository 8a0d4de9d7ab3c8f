//! Flying machines (FLY): a meeple is carried one to three cells along the arrow of the tile.

use crate::action::{Action, Spot};
use crate::event::{Event, EventSink};
use crate::figure::FigureKind;
use crate::geometry::{Compass, Pos};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::refusal::Refusal;
use crate::state::State;
use crate::tile::Feature;

/// The numbers of the die, each on two of its faces (FLY-1).
pub(crate) const DIE: std::ops::RangeInclusive<u8> = 1..=3;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flying {
    /// The figure that flies, which is still counted in the supply.
    pub(crate) flier: Option<FigureKind>,
    /// The cell that it has reached.
    pub(crate) reached: Option<Pos>,
}

impl Tell for Flying {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let Flying { flier, reached } = *self;
        if let Some(figure) = flier {
            let (x, y) = (reached.map(|pos| pos.x), reached.map(|pos| pos.y));
            tell(Fact::about(About::Flier).number(figure as u8).option(x).option(y));
        }
    }
}

/// The arrow of the tile just laid, as it lies (FLY-4).
fn arrow(state: &State) -> Option<Compass> {
    let laid = state.board.tile(state.board.last_tile());
    let arrow = state.game.kind(laid.kind).tile.symbols.flying?;
    state.game.has(Module::Flying).then(|| arrow.rotated(laid.rotation))
}

/// Whether a figure may take the flying machine of the tile just laid (FLY-2, FLY-D3).
pub(crate) fn check_flight(state: &State, figure: FigureKind) -> Result<(), Refusal> {
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

/// The die is cast (FLY-5): whether the flier has a place to land. If not it goes back to the
/// supply (FLY-10).
pub(crate) fn roll<S: EventSink>(state: &mut State, number: u8, sink: &mut S) -> bool {
    let (Some(figure), Some(arrow)) = (state.flying.flier, arrow(state)) else { return false };
    let player = state.turn.active;
    let start = state.board.tile(state.board.last_tile()).pos;
    // Cells count whether or not tiles lie in them (FLY-D1).
    let at = (0..number).fold(start, |pos, _| pos.towards(arrow));
    sink.event(Event::Rolled { player, figure, number, at });
    state.flying.reached = Some(at);
    let mut can_land = false;
    for_each_landing(state, |_| can_land = true);
    if !can_land {
        state.flying = Flying::default();
        sink.event(Event::FlightFailed { player, figure });
    }
    can_land
}

/// Whether the flier may land on a segment (FLY-6 to FLY-9, FLY-D2).
pub(crate) fn check_landing(state: &State, spot: Spot) -> Result<(), Refusal> {
    let Some(segment) = state.segment_at(spot).filter(|_| Some(spot.pos) == state.flying.reached) else {
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
    if state.board.region(state.board.region_of(segment)).open == 0 {
        return Err(Refusal::LandingComplete);
    }
    Ok(())
}

pub(crate) fn for_each_landing(state: &State, mut visit: impl FnMut(Action)) {
    let Some(pos) = state.flying.reached else { return };
    let Some(tile) = state.board.tile_at(pos) else { return };
    for segment in state.board.segments_of(tile) {
        let spot = state.spot(segment);
        if check_landing(state, spot).is_ok() {
            visit(Action::Land(spot));
        }
    }
}

/// Lands; from now on it is a meeple like any other (FLY-11).
pub(crate) fn land<S: EventSink>(state: &mut State, spot: Spot, sink: &mut S) {
    if let (Some(figure), Some(segment)) = (state.flying.flier, state.segment_at(spot)) {
        state.put_figure(state.turn.active, figure, segment, sink);
    }
    state.flying = Flying::default();
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
                ("reached", |state| state.flying.reached = Some(Pos::ORIGIN)),
                ("reached another cell", |state| state.flying.reached = Some(Pos::new(0, -1))),
            ],
        );
    }
}
