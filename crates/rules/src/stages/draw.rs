//! The draw of a tile (BASE-12), and whether it can be laid.

use crate::action::Action;
use crate::decision::Decision;
use crate::event::{Event, EventSink};
use crate::module::Module;
use crate::modules::{robbers, wheel};
use crate::refusal::Refusal;
use crate::stage::{Ask, Binding, Effect, Next, Question};
use crate::state::State;
use crate::turn::Step;

/// Chance draws a tile.
pub(crate) struct Draw;

impl Question for Draw {
    #[inline]
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::unless_asked(state.is_tile_left(), Next::To(Step::LastTurnOver))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Draw { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::Nobody
    }

    // The list does not ask the check, which would look at the stack once more for every kind: search lists draws all the
    // time. Both look at the same stack (`Bag::drawable` and `Bag::can_draw`), and the guard test of the script compares them.
    #[inline]
    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for (kind, _) in state.bag.drawable(&state.game) {
            visit(Action::Draw(state.game.kind(kind).tile.id));
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Draw(tile) = action else { return Err(state.not_asked()) };
        match state.game.kind_of(tile) {
            Some(kind) if state.bag.can_draw(&state.game, kind) => Ok(()),
            Some(kind) if state.bag.left(kind) > 0 && state.game.has(Module::River2) => Err(Refusal::RiverPileFirst),
            Some(kind) if state.bag.left(kind) > 0 => Err(Refusal::RiverFirst),
            Some(kind) if state.bag.undrawn(&state.game, kind) > 0 => Err(Refusal::DragonAsleep),
            _ => Err(Refusal::NotInStack),
        }
    }

    #[inline]
    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        let Action::Draw(tile) = action else { return Next::Again };
        let Some(kind) = state.game.kind_of(tile) else { return Next::Again };
        state.bag.take(&state.game, kind);
        state.turn.has_drawn = true;
        sink.event(Event::TileDrawn { turn: state.turn.number, player: state.turn.active, tile });
        state.turn.in_hand = Some(kind);
        // The wheel comes before the question whether the tile can be laid (WHEEL-16).
        if !state.game.is_plain() && wheel::turn(state, kind, sink) {
            return Next::To(Step::Plague);
        }
        settle(state, sink)
    }
}

/// The wheel has come to rest, and the tile is looked at (WHEEL-16).
pub(crate) struct Drawn;

impl Effect for Drawn {
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
        settle(state, sink)
    }
}

/// A drawn tile is laid next, or it is out of the game.
#[inline]
fn settle<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
    let Some(kind) = state.turn.in_hand else { return Next::To(Step::Draw) };
    if !state.fits_anywhere(kind) {
        // Back to the box, and the player draws again (BASE-15).
        let tile = state.game.kind(kind).tile.id;
        state.turn.in_hand = None;
        state.discarded.push(tile);
        sink.event(Event::TileDiscarded { tile });
        return Next::To(Step::Draw);
    }
    // Only a tile that can be laid brings the robbers out (ROB-D1).
    if state.game.has(Module::Robbers) && state.game.kind(kind).tile.symbols.sack {
        robbers::begin_putting(state);
        return Next::To(Step::Sack);
    }
    Next::To(Step::Place)
}

impl State {
    /// A tile can be drawn (BASE-39), and the game is not to end early.
    #[inline]
    pub(crate) fn is_tile_left(&self) -> bool {
        let is_early_end = self.game.options().end_after.is_some_and(|limit| self.turn.laid >= limit);
        self.bag.open_stack().is_some() && !is_early_end
    }

    /// The turn has begun, and its tile is drawn.
    pub(crate) fn begin_turn(&mut self) {
        self.turn.has_drawn = true;
    }
}
