//! The abbot and the gardens (ABBOT).

use crate::event::{Award, EventSink, Source};
use crate::figure::FigureKind;
use crate::game::Game;
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::scoring;
use crate::state::State;

/// Gardens are decoration without this module (BASE-D11).
#[inline]
pub(crate) fn check_garden(game: &Game) -> Result<(), Refusal> {
    if game.has(Module::Abbot) { Ok(()) } else { Err(Refusal::NoGardens) }
}

/// The player's abbot, if it may be taken back early: its place among the standing figures
/// (ABBOT-8, ABBOT-11).
pub(crate) fn check_recall(state: &State, player: PlayerId) -> Result<usize, Refusal> {
    let figures = state.figures.standing();
    let abbot = figures.iter().position(|figure| figure.owner == player && figure.kind == FigureKind::Abbot);
    let Some(index) = abbot else { return Err(Refusal::NoAbbotOut) };
    let region = state.board.region(state.board.region_of(figures[index].at));
    if region.open == 0 { Err(Refusal::AbbotComplete) } else { Ok(index) }
}

/// Takes the abbot off; its points follow in the scoring step (ABBOT-D4).
pub(crate) fn recall<S: EventSink>(state: &mut State, player: PlayerId, sink: &mut S) {
    if let Ok(index) = check_recall(state, player) {
        state.turn.recalled = Some(state.figures.standing()[index].at);
        state.take_back(index, sink);
    }
}

/// Scores an abbot taken back in this turn, before everything else (ABBOT-9, ABBOT-10). Nobody
/// else on the feature matters (ABBOT-D2).
#[inline]
pub(crate) fn score_recalled<S: EventSink>(state: &mut State, sink: &mut S) {
    if let Some(segment) = state.turn.recalled.take() {
        let source = Source::Recalled(state.board.feature(segment));
        let value = scoring::value(state, segment);
        let award = Award { player: state.turn.active, source, spot: Some(state.spot(segment)), value };
        state.give(award, sink);
    }
}
