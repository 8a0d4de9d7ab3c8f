//! The score track: markers, the spaces on which they stand, and the sum of a turn (TURN-26).
//!
//! Without messages and robbers a marker stands where the points say. With them the points of a
//! turn are known before they are marked, and a player may have two markers.

use crate::action::{Action, Marker};
use crate::decision::Decision;
use crate::event::{Event, EventSink};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::modules::robbers;
use crate::player::{ByPlayer, PlayerId};
use crate::refusal::{Duty, Refusal};
use crate::round::Round;
use crate::stage::{Ask, Binding, Next, Question, check_listed};
use crate::state::State;

/// Spaces of the score track (BASE-D12).
pub const SPACES: i32 = 50;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Track {
    /// Points that a player's messenger shows; the meeple shows the others (MSG-3).
    pub(crate) messenger: ByPlayer<i32>,
    /// Points of this turn that no marker shows yet.
    pub(crate) unmarked: ByPlayer<i32>,
    /// The marker that a player has moved in this turn (MSG-5, MSG-6).
    pub(crate) moved: ByPlayer<Option<Marker>>,
}

impl Tell for Track {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Track { messenger, unmarked, moved } = self;
        for player in state.game.seats().filter(|_| state.game.marks_sums()) {
            let fact = Fact::about(About::Track).player(player).number(messenger[player]).number(unmarked[player]);
            tell(fact.option(moved[player].map(|marker| marker as u8)));
        }
    }
}

impl State {
    /// The points that a marker shows.
    pub fn marker_points(&self, player: PlayerId, marker: Marker) -> i32 {
        let messenger = self.track.messenger[player];
        match marker {
            Marker::Messenger => messenger,
            Marker::Meeple => self.points[player] - messenger - self.track.unmarked[player],
        }
    }

    /// The space on which a marker stands (MSG-D14, ROB-D5).
    pub fn marker_space(&self, player: PlayerId, marker: Marker) -> u8 {
        self.marker_space_after(player, marker, 0)
    }

    /// The space to which a marker moves by so many points.
    ///
    /// ```
    /// use bastide_rules::{Base, Game, Marker, Module, Options, PlayerId, State};
    /// let state = State::new(Game::new(Options::new(Base::V3, 2).with(Module::Messages))?);
    /// let player = PlayerId::new(0).unwrap();
    /// assert_eq!(state.marker_space_after(player, Marker::Messenger, 53), 3);
    /// # Ok::<(), bastide_rules::SetupError>(())
    /// ```
    pub fn marker_space_after(&self, player: PlayerId, marker: Marker, points: i32) -> u8 {
        // Each by itself first, since together they may be more than there are numbers.
        let from = self.marker_points(player, marker).rem_euclid(SPACES);
        (from + points.rem_euclid(SPACES)).rem_euclid(SPACES) as u8
    }

    /// The markers that every player has in this game.
    pub fn markers(&self) -> &'static [Marker] {
        if self.game.has(Module::Messages) { &Marker::ALL } else { &Marker::ALL[..1] }
    }

    /// The next player who must choose the marker for the points of the turn (MSG-D1).
    pub(crate) fn marker_chooser(&self) -> Option<PlayerId> {
        if !self.game.has(Module::Messages) {
            return None;
        }
        let chooses = |player: &PlayerId| self.track.unmarked[*player] > 0 && self.track.moved[*player].is_none();
        let waiting = self.game.seats().filter(chooses).map(|player| 1 << player.0).sum();
        Round::of(self.turn.active, waiting).current()
    }

    /// The marker with which a player scores in this turn.
    pub(crate) fn marker_of(&self, player: PlayerId) -> Marker {
        self.track.moved[player].unwrap_or(Marker::Meeple)
    }

    /// Moves a player's marker by the points that are not marked yet.
    pub(crate) fn mark<S: EventSink>(&mut self, player: PlayerId, sink: &mut S) {
        let points = std::mem::take(&mut self.track.unmarked[player]);
        if points == 0 {
            return;
        }
        let marker = self.marker_of(player);
        self.track.moved[player] = Some(marker);
        if marker == Marker::Messenger {
            self.track.messenger[player] += points;
        }
        let space = self.marker_space(player, marker);
        sink.event(Event::MarkerMoved { player, marker, points, space });
    }
}

/// Markers are chosen, robbers activated, and the markers move (TURN-26, TURN-27).
pub(crate) struct Markers;

impl Question for Markers {
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        if state.marker_chooser().is_some() {
            return Ask::Waits;
        }
        if state.game.marks_sums() {
            robbers::activate(state);
            for player in PlayerId::seats(state.game.players()) {
                state.mark(player, sink);
            }
        }
        Ask::Goes(Next::On)
    }

    fn decision(state: &State) -> Option<Decision> {
        let player = state.marker_chooser()?;
        Some(Decision::Mark { player, points: state.track.unmarked[player] })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Mark)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        state.markers().iter().for_each(|&marker| visit(Action::Mark(marker)));
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        check_listed::<Markers>(state, action)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, _: &mut S) -> Next {
        if let (Action::Mark(marker), Some(player)) = (action, state.marker_chooser()) {
            state.track.moved[player] = Some(marker);
        }
        Next::Again
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
            &table(&[Module::Messages]),
            &[
                ("messenger", |state| state.track.messenger[PlayerId(0)] = 1),
                ("messenger of another player", |state| state.track.messenger[PlayerId(1)] = 1),
                ("unmarked", |state| state.track.unmarked[PlayerId(0)] = 1),
                ("moved", |state| state.track.moved[PlayerId(0)] = Some(Marker::Meeple)),
                ("the other one moved", |state| state.track.moved[PlayerId(0)] = Some(Marker::Messenger)),
            ],
        );
    }
}
