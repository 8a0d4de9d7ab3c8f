//! Mage and witch (MAGIC): two neutral figures that change what a road or city is worth.

use std::marker::PhantomData;

use crate::action::{Action, MagicFigure, Spot};
use crate::board::{RegionId, SegmentId};
use crate::decision::Decision;
use crate::event::{Counted, Event, EventSink, Halved, Item, MagicAsideCause, Value};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::refusal::{Duty, Refusal};
use crate::stage::{Ask, Binding, Next, Question};
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Magic {
    /// Where mage and witch stand; `None` beside the play area (MAGIC-1).
    at: [Option<SegmentId>; 2],
}

impl Tell for Magic {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Magic { at } = self;
        for (figure, at) in MagicFigure::ALL.into_iter().zip(at) {
            if let Some(segment) = *at {
                tell(Fact::about(About::Magic).number(figure as u8).spot(state.spot(segment)));
            }
        }
    }
}

/// Mage or witch in the play area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingMagic {
    /// Which of them.
    pub figure: MagicFigure,
    /// Where.
    pub spot: Spot,
}

impl State {
    /// Where mage or witch stands, if in the play area.
    pub fn magic(&self, figure: MagicFigure) -> Option<Spot> {
        self.magic.at[figure as usize].map(|segment| self.spot(segment))
    }

    /// Whether mage and witch stand on one feature, so that one of them must leave it (MAGIC-9).
    pub fn are_magic_figures_joined(&self) -> bool {
        are_joined(self)
    }
}

fn region_of(state: &State, figure: MagicFigure) -> Option<RegionId> {
    state.magic.at[figure as usize].map(|segment| state.board.region_of(segment))
}

/// Both figures stand on one feature (MAGIC-9).
fn are_joined(state: &State) -> bool {
    let mage = region_of(state, MagicFigure::Mage);
    mage.is_some() && mage == region_of(state, MagicFigure::Witch)
}

/// Whether the tile just laid has the magic symbol.
fn is_symbol_laid(state: &State) -> bool {
    state.laid_symbols().magic
}

/// Whether a figure must be moved after the tile was laid (MAGIC-3, MAGIC-9). One move fulfils both
/// duties (MAGIC-D2); without a feature and without a figure nothing happens (MAGIC-8).
fn must_move(state: &State) -> bool {
    state.game.has(Module::Magic)
        && (are_joined(state) || (is_symbol_laid(state) && (is_in_play(state) || has_target(state))))
}

fn is_in_play(state: &State) -> bool {
    state.magic.at.iter().any(Option::is_some)
}

/// Whether a figure may go to a segment (MAGIC-3 to MAGIC-6).
fn check_move(state: &State, figure: MagicFigure, spot: Spot) -> Result<SegmentId, Refusal> {
    let segment = state.segment_at(spot).ok_or(Refusal::MagicFeature)?;
    check_place(state, figure, segment).map(|()| segment)
}

fn check_place(state: &State, figure: MagicFigure, segment: SegmentId) -> Result<(), Refusal> {
    check_segment(state, figure, segment)?;
    // The exact segment matters only where a ferry can split the feature (MAGIC-D5).
    let can_split = state.board.feature(segment) == Feature::Road && state.game.has(Module::Ferries);
    let is_name = can_split || state.first_spot(segment) == state.spot(segment);
    if is_name { Ok(()) } else { Err(Refusal::NotFirstSegment("MAGIC-D5")) }
}

/// Whether a figure can stand on a segment of a position that was written down.
pub(crate) fn check_standing(state: &State, figure: MagicFigure, spot: Spot) -> Result<(), Refusal> {
    check_segment(state, figure, state.segment_at(spot).ok_or(Refusal::MagicFeature)?)
}

fn check_segment(state: &State, figure: MagicFigure, segment: SegmentId) -> Result<(), Refusal> {
    if !matches!(state.board.feature(segment), Feature::Road | Feature::City) {
        return Err(Refusal::MagicFeature);
    }
    let region = state.board.region_of(segment);
    if state.board.region(region).is_complete() {
        return Err(Refusal::MagicComplete);
    }
    if region_of(state, figure) == Some(region) {
        return Err(Refusal::MagicSame);
    }
    if MagicFigure::ALL.into_iter().any(|other| region_of(state, other) == Some(region)) {
        return Err(Refusal::MagicOther);
    }
    Ok(())
}

fn has_target(state: &State) -> bool {
    let tiles = state.board.tile_indices();
    // What one figure may not enter the other may not either, whichever stands there.
    tiles
        .flat_map(|tile| state.board.segments_of(tile))
        .any(|segment| MagicFigure::ALL.into_iter().any(|figure| check_segment(state, figure, segment).is_ok()))
}

/// Whether a figure may be put aside because no feature is left for either (MAGIC-7, MAGIC-D1).
fn check_aside(state: &State, figure: MagicFigure) -> Result<(), Refusal> {
    if has_target(state) {
        return Err(Refusal::MagicHasPlace);
    }
    if state.magic.at[figure as usize].is_none() { Err(Refusal::MagicAside) } else { Ok(()) }
}

fn for_each_move(state: &State, mut visit: impl FnMut(Action)) {
    for tile in state.board.tile_indices() {
        for segment in state.board.segments_of(tile) {
            for figure in MagicFigure::ALL {
                if check_place(state, figure, segment).is_ok() {
                    visit(Action::Magic { figure, spot: state.spot(segment) });
                }
            }
        }
    }
    for figure in MagicFigure::ALL {
        if check_aside(state, figure).is_ok() {
            visit(Action::MagicAside(figure));
        }
    }
}

pub(crate) fn put<S: EventSink>(state: &mut State, figure: MagicFigure, spot: Spot, sink: &mut S) {
    state.magic.at[figure as usize] = state.segment_at(spot);
    sink.event(Event::MagicMoved { figure, spot });
}

fn put_aside<S: EventSink>(state: &mut State, figure: MagicFigure, why: MagicAsideCause, sink: &mut S) {
    state.magic.at[figure as usize] = None;
    sink.event(Event::MagicAside { figure, why });
}

/// A figure on a completed feature goes beside the play area, scored or not (MAGIC-18, MAGIC-D4).
pub(crate) fn leave<S: EventSink>(state: &mut State, region: RegionId, sink: &mut S) {
    for figure in MagicFigure::ALL {
        if region_of(state, figure) == Some(region) {
            put_aside(state, figure, MagicAsideCause::Completed, sink);
        }
    }
}

/// What mage or witch make of the value of a road or city (MAGIC-13 to MAGIC-17, MAGIC-19).
pub(crate) fn enchanted(state: &State, region: RegionId, value: Value) -> Value {
    if region_of(state, MagicFigure::Mage) == Some(region) {
        let tiles = state.board.region(region).tiles();
        // Coats of arms get nothing more (MAGIC-14).
        value.plus(Item { what: Counted::MageTiles, count: tiles, each: 1 })
    } else if region_of(state, MagicFigure::Witch) == Some(region) {
        value.halved(Halved::Witch)
    } else {
        value
    }
}

/// When mage or witch is moved.
pub(crate) trait Occasion {
    /// Where the script goes when it is not asked, and after the move.
    const NEXT: Next;

    /// Whether it is asked now.
    fn is_due(state: &State) -> bool;
}

/// The player moves mage or witch.
pub(crate) struct Move<O>(PhantomData<O>);

impl<O: Occasion> Question for Move<O> {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::unless_asked(O::is_due(state), O::NEXT)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Magic { player: state.turn.active })
    }

    fn binding(state: &State) -> Binding {
        Binding::Must(if are_joined(state) { Duty::MagicPart } else { Duty::Magic })
    }

    fn list(state: &State, visit: impl FnMut(Action)) {
        for_each_move(state, visit);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        if let Action::Magic { figure, spot } = action {
            check_move(state, figure, spot).map(|_| ())
        } else if let Action::MagicAside(figure) = action {
            check_aside(state, figure)
        } else {
            Err(state.not_asked())
        }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Magic { figure, spot } = action {
            put(state, figure, spot, sink);
        } else if let Action::MagicAside(figure) = action {
            put_aside(state, figure, MagicAsideCause::NoPlace, sink);
        }
        O::NEXT
    }
}

/// The tile was laid (TURN-11).
pub(crate) struct TileLaid;

/// The move after the tile was laid.
pub(crate) type MoveFigure = Move<TileLaid>;

impl Occasion for TileLaid {
    const NEXT: Next = Next::On;

    fn is_due(state: &State) -> bool {
        must_move(state)
    }
}

/// A new ferry has joined mage and witch, who are parted (MAGIC-9).
pub(crate) struct FerryPut;

/// The parting after a ferry was put.
pub(crate) type PartAfterPut = Move<FerryPut>;

impl Occasion for FerryPut {
    const NEXT: Next = Next::On;

    fn is_due(state: &State) -> bool {
        are_joined(state)
    }
}

/// A moved ferry has joined them; when they are parted, others may move (MAGIC-9, FERRY-12).
pub(crate) struct FerryMoved;

/// The parting after a ferry was moved.
pub(crate) type PartAfterMove = Move<FerryMoved>;

impl Occasion for FerryMoved {
    const NEXT: Next = Next::To(Step::MoveFerry);

    fn is_due(state: &State) -> bool {
        are_joined(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, segment, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        assert_told(
            &table(&[Module::Magic]),
            &[
                ("mage", |state| state.magic.at[0] = Some(segment(state, 0))),
                ("witch", |state| state.magic.at[1] = Some(segment(state, 0))),
                ("mage elsewhere", |state| state.magic.at[0] = Some(segment(state, 1))),
            ],
        );
    }
}
