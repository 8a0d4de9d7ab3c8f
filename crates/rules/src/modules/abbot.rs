//! The abbot and the gardens (ABBOT).

use crate::action::Action;
use crate::event::{Award, EventSink, ReturnCause, Source};
use crate::figure::FigureKind;
use crate::game::Game;
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::{Absent, Refusal};
use crate::scoring;
use crate::stage::Next;
use crate::stages::deploy::{AFTER_ACTION, Alternative, Visitor};
use crate::state::State;
use std::ops::ControlFlow;

/// Gardens are decoration without this module (BASE-D11).
#[inline]
pub(crate) fn check_garden(game: &Game) -> Result<(), Refusal> {
    if game.has(Module::Abbot) { Ok(()) } else { Err(Refusal::NoGardens) }
}

/// The player's abbot, if it may be taken back early: its place among the standing figures
/// (ABBOT-8, ABBOT-11).
fn check_recall(state: &State, player: PlayerId) -> Result<usize, Refusal> {
    let figures = state.figures.standing();
    let abbot = figures.iter().position(|figure| figure.owner == player && figure.kind == FigureKind::Abbot);
    let Some(index) = abbot else { return Err(Refusal::NoAbbotOut) };
    let region = state.board.region_at(figures[index].at);
    if region.is_complete() { Err(Refusal::AbbotComplete) } else { Ok(index) }
}

/// Takes the abbot off; its points follow in the scoring step (ABBOT-D4).
fn recall<S: EventSink>(state: &mut State, player: PlayerId, sink: &mut S) {
    if let Ok(index) = check_recall(state, player) {
        state.turn.recalled = Some(state.figures.standing()[index].at);
        state.take_back(index, ReturnCause::Recalled, sink);
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

/// In the deploy step the own abbot may be taken back and scored (ABBOT-8).
pub(crate) struct Recall;

impl Alternative for Recall {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if check_recall(state, state.turn.active).is_ok() {
            visit(Action::RecallAbbot)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn check(state: &State, _: Action) -> Result<(), Refusal> {
        check_recall(state, state.turn.active).map(|_| ())
    }

    fn absent(_: &State) -> Option<Absent> {
        // Without an abbot in the game this is told of the figure.
        None
    }

    fn rule(_: &State, _: Action) -> &'static str {
        "ABBOT-8"
    }

    fn answer<S: EventSink>(state: &mut State, _: Action, sink: &mut S) -> Next {
        recall(state, state.turn.active, sink);
        AFTER_ACTION
    }
}
