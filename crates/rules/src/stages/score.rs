//! Step 3 of the turn: what was completed is scored (BASE-23).

use crate::action::Action;
use crate::decision::Decision;
use crate::event::EventSink;
use crate::module::Module;
use crate::modules::{abbot, count, gold};
use crate::refusal::{Duty, Refusal};
use crate::stage::{Ask, Binding, Effect, Next, Question};
use crate::state::State;

/// The completed features are known (ORDER-11).
pub(crate) struct Completed;

impl Effect for Completed {
    fn happen<S: EventSink>(state: &mut State, _: &mut S) -> Next {
        if state.game.has(Module::Ferries) {
            state.board.settle_closed();
        }
        count::begin_moves(state);
        Next::On
    }
}

/// A recalled abbot is scored first (ABBOT-9, TURN-19); then every feature that was completed. Modules may ask between
/// features, so with them these have a step of their own.
pub(crate) struct Score;

impl Effect for Score {
    #[inline]
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
        abbot::score_recalled(state, sink);
        if state.game.is_plain() {
            // The order does not change any points (BASE-D5).
            for index in 0..state.board.closed().len() {
                state.score_completed(state.board.closed()[index], sink);
            }
        }
        Next::On
    }
}

/// The completed features are scored one by one (TURN-20 to TURN-24); where ingots make the order matter the active
/// player says what is next (GOLD-13).
pub(crate) struct Features;

impl Question for Features {
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        if gold::is_order_asked(state) {
            return Ask::Waits;
        }
        while !state.board.closed().is_empty() {
            let segment = state.board.take_closed(0);
            state.score_completed(segment, sink);
        }
        Ask::Goes(Next::On)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::ScoreNext { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::ScoreNext)
    }

    fn list(state: &State, visit: impl FnMut(Action)) {
        gold::for_each_next(state, visit);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::ScoreNext(spot) = action else { return Err(state.not_asked()) };
        gold::check_next(state, spot).map(|_| ())
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::ScoreNext(spot) = action
            && let Ok(index) = gold::check_next(state, spot)
        {
            let segment = state.board.take_closed(index);
            state.score_completed(segment, sink);
        }
        Next::Again
    }
}
