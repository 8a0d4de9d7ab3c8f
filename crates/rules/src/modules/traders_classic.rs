//! Builder and pig of the classic edition (TRADC). They are placed instead of a meeple, beside an own
//! one, and stay on their feature. The goods are those of [`traders`](crate::modules::traders).

use crate::action::{Action, Spot};
use crate::board::{RegionId, SegmentId};
use crate::event::{EventSink, ReturnCause};
use crate::figure::FigureKind;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::stages::deploy::{Placing, Visitor};
use crate::state::State;
use std::ops::ControlFlow;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TradersClassic {
    /// The tile of this turn extends the feature of the active player's builder (TRADC-9).
    is_extended: bool,
    /// This turn is the second one that a builder gave (TRADC-11).
    is_second_turn: bool,
}

impl Tell for TradersClassic {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let TradersClassic { is_extended, is_second_turn } = *self;
        tell(Fact::about(About::ClassicBuilder).number(is_extended).number(is_second_turn));
    }
}

impl TradersClassic {
    /// Whether this turn was given by a builder.
    pub(crate) fn is_second_turn(&self) -> bool {
        self.is_second_turn
    }

    /// Goes on with a position that was written down.
    pub(crate) fn restore(&mut self, is_second_turn: bool) {
        self.is_second_turn = is_second_turn;
    }
}

/// Whether builder or pig may stand on a segment of the tile just laid: an own meeple stands on the
/// feature (TRADC-6, TRADC-12).
pub(crate) fn check_deploy(state: &State, figure: FigureKind, segment: SegmentId) -> Result<(), Refusal> {
    let player = state.turn.active;
    let feature = state.board.feature(segment);
    if !figure.may_stand_on(feature) {
        return Err(match figure {
            FigureKind::Builder => Refusal::BuilderFeature,
            FigureKind::Pig => Refusal::PigFeature,
            FigureKind::Meeple | FigureKind::Abbot | FigureKind::Large | FigureKind::Robber => {
                Refusal::WrongFeature(figure, feature)
            }
        });
    }
    if state.figures.in_supply(player, figure) == 0 {
        return Err(Refusal::NoneLeft(figure));
    }
    super::dragon::check_tile(state, state.board.pos_of_segment(segment))?;
    let own = state.board.region_at(segment).strength.get(player.index());
    if own > 0 {
        Ok(())
    } else if figure == FigureKind::Pig {
        Err(Refusal::NoOwnFarmerForPig)
    } else {
        Err(Refusal::NoOwnMeepleForBuilder)
    }
}

/// The tile just laid adds a segment to the feature of the active player's builder (TRADC-9). It
/// stays earned whatever happens to the builder afterwards (COMBO-D26).
pub(crate) fn note_extension(state: &mut State) {
    let player = state.turn.active;
    let Some(index) = state.figures.find(player, FigureKind::Builder) else { return };
    let region = state.board.region_of(state.figures.standing()[index].at);
    let mut laid = state.board.segments_of(state.board.last_tile());
    let is_extended = laid.any(|segment| state.board.region_of(segment) == region);
    // Only one turn more, however often the builder's feature grows (TRADC-11).
    state.traders_classic.is_extended = is_extended && !state.traders_classic.is_second_turn;
}

/// Whether the builder gives another turn, at the end of this one (TRADC-10).
pub(crate) fn takes_second_turn(state: &mut State) -> bool {
    let is_extended = std::mem::take(&mut state.traders_classic.is_extended);
    state.traders_classic.is_second_turn = is_extended;
    is_extended
}

/// A player whose last meeple left a road, city or field takes builder or pig from it too (COMBO-10).
pub(crate) fn follow<S: EventSink>(state: &mut State, player: PlayerId, region: RegionId, sink: &mut S) {
    if !state.game.has(Module::TradersClassic) || state.board.region(region).strength.get(player.index()) > 0 {
        return;
    }
    for kind in [FigureKind::Builder, FigureKind::Pig] {
        if let Some(index) = state.figures.find(player, kind)
            && state.board.region_of(state.figures.standing()[index].at) == region
        {
            state.take_back(index, ReturnCause::LeftAlone, sink);
        }
    }
}

/// Whether a player's pig stands on a field (TRADC-14).
pub(crate) fn has_pig(state: &State, player: PlayerId, region: RegionId) -> bool {
    state.game.has(Module::TradersClassic)
        && state
            .figures
            .find(player, FigureKind::Pig)
            .is_some_and(|index| state.board.region_of(state.figures.standing()[index].at) == region)
}

/// In the deploy step builder or pig may be placed instead of a meeple.
pub(crate) struct InsteadOfMeeple;

impl Placing for InsteadOfMeeple {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if !state.game.has(Module::TradersClassic) {
            return ControlFlow::Continue(());
        }
        let pos = state.laid_at();
        for figure in [FigureKind::Builder, FigureKind::Pig] {
            for (index, segment) in (0..).zip(state.board.segments_of(state.board.last_tile())) {
                if check_deploy(state, figure, segment).is_ok() {
                    visit(Action::Deploy { figure, spot: Spot { pos, segment: index } })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn rule(_: &State, figure: FigureKind, _: Spot) -> Option<&'static str> {
        match figure {
            FigureKind::Builder => Some("TRADC-6"),
            FigureKind::Pig => Some("TRADC-12"),
            FigureKind::Meeple | FigureKind::Abbot | FigureKind::Large | FigureKind::Robber => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        assert_told(
            &table(&[Module::TradersClassic]),
            &[
                ("is_extended", |state| state.traders_classic.is_extended = true),
                ("is_second_turn", |state| state.traders_classic.is_second_turn = true),
            ],
        );
    }
}
