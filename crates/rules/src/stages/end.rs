//! The end of a turn and of the game (TURN-34 to TURN-41).

use crate::action::Action;
use crate::decision::Decision;
use crate::event::{Event, EventSink, ExtraTurnCause};
use crate::modules::{count, gold, river_2, robbers, traders, traders_classic};
use crate::player::ByPlayer;
use crate::refusal::Refusal;
use crate::stage::{Ask, Binding, Effect, Next, Question};
use crate::state::State;
use crate::track::Track;
use crate::turn::Step;

/// The next turn begins: an extra turn of the builder or of the lake, then one of message 4, else that of the next player
/// (TURN-34 to TURN-37, ORDER-19). Without a tile there is none (TRADE-D15, MSG-D12).
pub(crate) struct End;

impl Effect for End {
    #[inline]
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
        let extra = if state.game.is_plain() {
            None
        } else {
            forget_turn(state);
            take_extra_turn(state)
        };
        if state.is_tile_left() {
            state.turn.number += 1;
            state.turn.has_drawn = false;
            match extra {
                Some(why) => sink.event(Event::ExtraTurn { player: state.turn.active, why }),
                None => state.turn.active = state.turn.active.next(state.game.players() as u8),
            }
        }
        Next::To(Step::Start)
    }
}

/// Forgets what modules keep of a turn.
#[inline(never)]
fn forget_turn(state: &mut State) {
    state.track.moved = ByPlayer::default();
    state.messages.end_turn();
    state.towers.end_turn();
    state.dragon.end_turn();
    count::end_turn(state);
}

/// Takes the turn that the active player has besides now, if there is one, and says what gives it. A turn that waits behind
/// another one is kept.
#[inline(never)]
fn take_extra_turn(state: &mut State) -> Option<ExtraTurnCause> {
    let is_by_builder = traders::bring_builder_back(state) || traders_classic::takes_second_turn(state);
    state.turn.is_by_builder = is_by_builder;
    // The lake adds no road and no city, so a builder never competes with it (ORDER-19).
    let is_by_lake = river_2::takes_turn_after_lake(state);
    if is_by_builder {
        Some(ExtraTurnCause::Builder)
    } else if is_by_lake {
        Some(ExtraTurnCause::Lake)
    } else if state.messages.takes_turn() {
        Some(ExtraTurnCause::Message)
    } else {
        None
    }
}

/// What is left is scored (BASE-40).
pub(crate) struct Final;

impl Effect for Final {
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
        sink.event(Event::FinalScoringBegan);
        let mut points = state.points;
        state.final_awards(|award| {
            points[award.player] += award.points();
            sink.event(Event::Scored(award));
        });
        state.points = points;
        // The messengers are added up and leave (MSG-29), robbers and ingots too (ROB-13, GOLD-14).
        state.track = Track::default();
        robbers::clear(state, sink);
        gold::clear(state);
        // Turns that were due lapse (MSG-D12, TURN-41).
        state.messages.set_extra_turns(0);
        sink.event(Event::GameEnded);
        Next::On
    }
}

/// The game is over, and stays so.
pub(crate) struct Over;

impl Question for Over {
    #[inline]
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(_: &State) -> Option<Decision> {
        Some(Decision::Over)
    }

    fn binding(_: &State) -> Binding {
        Binding::Nobody
    }

    #[inline]
    fn list(_: &State, _: impl FnMut(Action)) {}

    fn check(_: &State, _: Action) -> Result<(), Refusal> {
        Err(Refusal::GameOver)
    }

    fn answer<S: EventSink>(_: &mut State, _: Action, _: &mut S) -> Next {
        Next::Again
    }
}
