//! Captives are bought back, in three windows of the turn (TOWER-29, TOWER-30, ORDER-20).

use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::{RANSOM, free, kind_index};
use crate::action::Action;
use crate::decision::Decision;
use crate::event::{Event, EventSink, Release};
use crate::figure::FigureKind;
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::{Absent, Refusal};
use crate::stage::{Ask, Binding, Next, Question, is_any};
use crate::stages::deploy::{Alternative, Visitor};
use crate::state::State;

/// Whether the active player may pay for an own captive now (TOWER-29, TOWER-30, ORDER-27).
fn check_ransom(state: &State, captor: PlayerId, kind: FigureKind) -> Result<(), Refusal> {
    let player = state.turn.active;
    let marked = state.points[player] - state.track.unmarked[player];
    let held = kind_index(kind).map_or(0, |index| state.towers.prison[captor][player][index]);
    if held == 0 {
        Err(Refusal::NoCaptive)
    } else if state.towers.has_ransomed {
        Err(Refusal::HasRansomed)
    } else if marked < RANSOM {
        Err(Refusal::CannotRansom)
    } else {
        Ok(())
    }
}

/// The own captives that the active player may pay for now.
fn for_each_ransom(state: &State, mut visit: impl FnMut(Action)) {
    if !state.game.has(Module::Tower) || state.towers.has_ransomed {
        return;
    }
    for captor in state.game.seats() {
        for figure in FigureKind::MEEPLES {
            if check_ransom(state, captor, figure).is_ok() {
                visit(Action::Ransom { captor, figure });
            }
        }
    }
}

/// Pays: a plain transfer on the normal markers (ORDER-20).
fn ransom<S: EventSink>(state: &mut State, captor: PlayerId, kind: FigureKind, sink: &mut S) {
    let player = state.turn.active;
    state.points[player] -= RANSOM;
    state.points[captor] += RANSOM;
    state.towers.has_ransomed = true;
    sink.event(Event::Ransomed { player, captor, figure: kind, points: RANSOM });
    free(state, captor, player, kind, Release::Ransom, sink);
}

/// Whether anything can be ransomed.
fn can_ransom(state: &State) -> bool {
    is_any(|visit| for_each_ransom(state, visit))
}

/// When the ransom is asked about in a step of its own.
pub(crate) trait Window {
    /// Whether it is asked now, if anything can be ransomed.
    fn is_open(state: &State) -> bool;

    /// What follows from the answer.
    fn close(state: &mut State);
}

/// In a window of its own the ransom may be paid or not (ORDER-20).
pub(crate) struct Ransom<W>(PhantomData<W>);

impl<W: Window> Question for Ransom<W> {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::when(W::is_open(state) && can_ransom(state))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Ransom { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("TOWER-29")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for_each_ransom(state, &mut visit);
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Ransom { captor, figure } = action else { return state.check_pass(action) };
        check_ransom(state, captor, figure)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Ransom { captor, figure } = action {
            ransom(state, captor, figure, sink);
        }
        W::close(state);
        Next::On
    }
}

/// The first window, at the start of the turn (ORDER-1).
pub(crate) struct TurnStart;

/// The ransom at the start of the turn.
pub(crate) type EarlyRansom = Ransom<TurnStart>;

impl Window for TurnStart {
    fn is_open(state: &State) -> bool {
        state.is_tile_left()
    }

    fn close(state: &mut State) {
        state.begin_turn();
    }
}

/// The second window, before the deploy choice, which it leaves open (ORDER-8).
pub(crate) struct RansomFirst;

impl Alternative for RansomFirst {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        for_each_ransom(state, |action| {
            if flow.is_continue() {
                flow = visit(action);
            }
        });
        flow
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Ransom { captor, figure } = action else { return Err(state.not_asked()) };
        check_ransom(state, captor, figure)
    }

    fn absent(state: &State) -> Option<Absent> {
        (!state.game.has(Module::Tower)).then_some(Absent::Tower)
    }

    fn rule(_: &State, _: Action) -> &'static str {
        "TOWER-29"
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Ransom { captor, figure } = action {
            ransom(state, captor, figure, sink);
        }
        Next::Again
    }
}

/// The third window, after scoring (ORDER-16).
pub(crate) struct AfterScoring;

/// The ransom after scoring.
pub(crate) type LateRansom = Ransom<AfterScoring>;

impl Window for AfterScoring {
    fn is_open(_: &State) -> bool {
        true
    }

    fn close(_: &mut State) {}
}
