//! Captives of two players are exchanged at once (TOWER-26 to TOWER-28).

use super::{free, kind_index};
use crate::action::Action;
use crate::decision::Decision;
use crate::event::{EventSink, Release};
use crate::figure::FigureKind;
use crate::player::PlayerId;
use crate::refusal::{Duty, Refusal};
use crate::stage::{Ask, Binding, Next, Question};
use crate::stages::deploy::AFTER_ACTION;
use crate::state::State;

/// The own captives among which the active player chooses (TOWER-28); with one kind only there is no choice, and the
/// exchange is made (TOWER-27).
pub(crate) struct Exchange;

impl Question for Exchange {
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        let mut kinds = Vec::new();
        Exchange::list(state, |action| kinds.push(action));
        if let [Action::Exchange(kind)] = kinds[..] {
            exchange(state, kind, sink);
        }
        Ask::unless_asked(kinds.len() > 1, AFTER_ACTION)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Exchange { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Exchange)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for kind in FigureKind::MEEPLES {
            if check_exchange(state, kind).is_ok() {
                visit(Action::Exchange(kind));
            }
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Exchange(kind) = action else { return Err(state.not_asked()) };
        check_exchange(state, kind)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Exchange(kind) = action {
            exchange(state, kind, sink);
        }
        AFTER_ACTION
    }
}

/// Whether a captive of this kind may come back in the exchange.
fn check_exchange(state: &State, kind: FigureKind) -> Result<(), Refusal> {
    let held = |other: PlayerId, index: usize| state.towers.prison[other][state.turn.active][index];
    match (state.towers.exchanging, kind_index(kind)) {
        (Some(other), Some(index)) if held(other, index) > 0 => Ok(()),
        _ => Err(Refusal::NoCaptive),
    }
}

fn exchange<S: EventSink>(state: &mut State, kind: FigureKind, sink: &mut S) {
    if let Some(other) = state.towers.exchanging.take() {
        free(state, other, state.turn.active, kind, Release::Exchange, sink);
    }
}
