//! Laying the drawn tile (BASE-13 to BASE-17), and what it does at once.

use crate::action::Action;
use crate::decision::Decision;
use crate::event::{Event, EventSink};
use crate::frontier::Fits;
use crate::game::TileKindId;
use crate::geometry::{Pos, Rotation};
use crate::module::Module;
use crate::modules::{cult, dragon, gingerbread, gold, river, river_2, traders, traders_classic};
use crate::refusal::{Duty, Refusal};
use crate::stage::{Ask, Binding, Effect, Next, Question};
use crate::state::State;
use crate::turn::Step;

/// The player lays the tile.
pub(crate) struct Place;

impl Question for Place {
    #[inline]
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(state: &State) -> Option<Decision> {
        let kind = state.turn.in_hand?;
        Some(Decision::Place { player: state.turn.active, tile: state.game.kind(kind).tile.id })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Place)
    }

    #[inline]
    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let Some(kind) = state.turn.in_hand else { return };
        for (place, rotation) in state.placements(kind).iter() {
            visit(Action::Place { pos: state.board.frontier_pos(place), rotation });
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let (Action::Place { pos, rotation }, Some(kind)) = (action, state.turn.in_hand) else {
            return Err(state.not_asked());
        };
        state.check_placement(kind, pos, rotation)?;
        let is_canonical = rotation.quarter_turns() < state.game.kind(kind).rotations;
        if is_canonical { Ok(()) } else { Err(Refusal::NotCanonical) }
    }

    #[inline]
    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let (Action::Place { pos, rotation }, Some(kind)) = (action, state.turn.in_hand.take()) {
            state.lay(kind, pos, rotation);
            state.turn.laid += 1;
            let by = Some(state.active_player());
            sink.event(Event::TilePlaced { by, tile: state.game.kind(kind).tile.id, pos, rotation });
        }
        Next::On
    }
}

/// What the laid tile does at once (TURN-9, TURN-10).
pub(crate) struct Placed;

impl Effect for Placed {
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
        if state.game.has(Module::Builder) {
            traders::trigger_builder(state, sink);
        }
        if state.game.has(Module::TradersClassic) {
            traders_classic::note_extension(state);
        }
        dragon::wake(state, sink);
        gingerbread::enter(state, sink);
        if gold::is_mine_laid(state) {
            gold::put_on_mine(state, sink);
        }
        // On the lake nothing more is done (RIVER2-14, RIVER2-D6).
        if river_2::note_lake(state) { Next::To(Step::Completed) } else { Next::On }
    }
}

impl State {
    /// Where the drawn tile may be laid: its sides match (BASE-13) and its modules agree.
    pub(crate) fn placements(&self, kind: TileKindId) -> Fits {
        let mut fits = self.board.fits(&self.game, kind);
        if self.is_filtered(kind) {
            fits.retain(|place, rotation| self.check_modules(kind, self.board.frontier_pos(place), rotation).is_ok());
        }
        fits
    }

    /// Whether modules look at the placement of such a tile.
    fn is_filtered(&self, kind: TileKindId) -> bool {
        river::is_river_tile(&self.game, kind) || cult::is_restricted(&self.game, kind)
    }

    pub(crate) fn fits_anywhere(&self, kind: TileKindId) -> bool {
        if self.is_filtered(kind) {
            self.placements(kind).count() > 0
        } else {
            self.board.fits_anywhere(&self.game, kind)
        }
    }

    /// What modules say about a placement whose sides match.
    fn check_modules(&self, kind: TileKindId, pos: Pos, rotation: Rotation) -> Result<(), Refusal> {
        if river::is_river_tile(&self.game, kind)
            && let Some(course) = &self.river
        {
            course.check(&self.game.kind(kind).turned[rotation.index()], pos)?;
        }
        if self.game.has(Module::River2) && river::is_river_tile(&self.game, kind) {
            self.river_2.check(&self.board, &self.game.kind(kind).turned[rotation.index()], pos)?;
        }
        if cult::is_restricted(&self.game, kind) {
            cult::check_placement(self, kind, pos)?;
        }
        Ok(())
    }

    pub(crate) fn check_placement(&self, kind: TileKindId, pos: Pos, rotation: Rotation) -> Result<(), Refusal> {
        self.board.check_fit(&self.game, kind, pos, rotation)?;
        self.check_modules(kind, pos, rotation)
    }

    /// Lays a tile and lets the river follow it.
    pub(crate) fn lay(&mut self, kind: TileKindId, pos: Pos, rotation: Rotation) {
        let game = &*self.game;
        self.board.place(game, kind, pos, rotation);
        if river::is_river_tile(game, kind) {
            let turned = &game.kind(kind).turned[rotation.index()];
            self.river = self.river.and_then(|course| course.follow(turned));
            self.river_2.follow(turned, pos);
        }
    }
}
