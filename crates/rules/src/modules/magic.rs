//! Mage and witch (MAGIC): two neutral figures that change what a road or city is worth.

use crate::action::{Action, MagicFigure, Spot};
use crate::board::{RegionId, SegmentId, TileIx};
use crate::event::{Counted, Event, EventSink, Halved, Item, Value};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::refusal::Refusal;
use crate::state::State;
use crate::tile::Feature;

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

impl State {
    /// Where mage or witch stands, if in the play area.
    pub fn magic(&self, figure: MagicFigure) -> Option<Spot> {
        self.magic.at[figure as usize].map(|segment| self.spot(segment))
    }
}

fn region_of(state: &State, figure: MagicFigure) -> Option<RegionId> {
    state.magic.at[figure as usize].map(|segment| state.board.region_of(segment))
}

/// Both figures stand on one feature (MAGIC-9).
pub(crate) fn are_joined(state: &State) -> bool {
    let mage = region_of(state, MagicFigure::Mage);
    mage.is_some() && mage == region_of(state, MagicFigure::Witch)
}

/// Whether the tile just laid has the magic symbol.
fn is_symbol_laid(state: &State) -> bool {
    let laid = state.board.tile(state.board.last_tile());
    state.game.kind(laid.kind).tile.symbols.magic
}

/// Whether a figure must be moved after the tile was laid (MAGIC-3, MAGIC-9). One move fulfils both
/// duties (MAGIC-D2); without a feature and without a figure nothing happens (MAGIC-8).
pub(crate) fn is_due(state: &State) -> bool {
    state.game.has(Module::Magic)
        && (are_joined(state) || (is_symbol_laid(state) && (is_in_play(state) || has_target(state))))
}

fn is_in_play(state: &State) -> bool {
    state.magic.at.iter().any(Option::is_some)
}

/// Whether a figure may go to a segment (MAGIC-3 to MAGIC-6).
pub(crate) fn check_move(state: &State, figure: MagicFigure, spot: Spot) -> Result<SegmentId, Refusal> {
    let segment = state.segment_at(spot).ok_or(Refusal::MagicFeature)?;
    check_segment(state, figure, segment)?;
    // The exact segment matters only where a ferry can split the feature (MAGIC-D5).
    let can_split = state.board.feature(segment) == Feature::Road && state.game.has(Module::Ferries);
    if can_split || state.first_spot(segment) == spot { Ok(segment) } else { Err(Refusal::NotFirstSegment) }
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
    if state.board.region(region).open == 0 {
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
    let tiles = (0..state.board.tiles().len()).map(TileIx::new);
    // What one figure may not enter the other may not either, whichever stands there.
    tiles
        .flat_map(|tile| state.board.segments_of(tile))
        .any(|segment| MagicFigure::ALL.into_iter().any(|figure| check_segment(state, figure, segment).is_ok()))
}

/// Whether a figure may be put aside because no feature is left for either (MAGIC-7, MAGIC-D1).
pub(crate) fn check_aside(state: &State, figure: MagicFigure) -> Result<(), Refusal> {
    if has_target(state) {
        return Err(Refusal::MagicHasPlace);
    }
    if state.magic.at[figure as usize].is_none() { Err(Refusal::MagicAside) } else { Ok(()) }
}

pub(crate) fn for_each_move(state: &State, mut visit: impl FnMut(Action)) {
    let mut has_target = false;
    for tile in (0..state.board.tiles().len()).map(TileIx::new) {
        for segment in state.board.segments_of(tile) {
            for figure in MagicFigure::ALL {
                let spot = state.spot(segment);
                if check_segment(state, figure, segment).is_ok() && check_move(state, figure, spot).is_ok() {
                    has_target = true;
                    visit(Action::Magic { figure, spot });
                }
            }
        }
    }
    if !has_target {
        for figure in MagicFigure::ALL {
            if state.magic.at[figure as usize].is_some() {
                visit(Action::MagicAside(figure));
            }
        }
    }
}

pub(crate) fn put<S: EventSink>(state: &mut State, figure: MagicFigure, spot: Option<Spot>, sink: &mut S) {
    state.magic.at[figure as usize] = spot.and_then(|spot| state.segment_at(spot));
    sink.event(Event::MagicMoved { figure, spot });
}

/// A figure on a completed feature goes beside the play area, scored or not (MAGIC-18, MAGIC-D4).
pub(crate) fn leave<S: EventSink>(state: &mut State, region: RegionId, sink: &mut S) {
    for figure in MagicFigure::ALL {
        if region_of(state, figure) == Some(region) {
            put(state, figure, None, sink);
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
