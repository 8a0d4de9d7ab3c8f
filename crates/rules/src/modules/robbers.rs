//! Robbers (ROB): they wait on the score track and take half of what a leaving marker has scored.

use crate::action::{Action, Marker};
use crate::decision::Decision;
use crate::event::{Award, Counted, Event, EventSink, Halved, Item, RobberReturnCause, Source, Value};
use crate::figure::FigureKind;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::{ByPlayer, PlayerId};
use crate::refusal::{Duty, Refusal};
use crate::round::Round;
use crate::scoring::players_in;
use crate::stage::{Ask, Binding, Next, Question, check_listed, waits_in_round};
use crate::state::State;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Robbers {
    /// The space of each robber that is on the track.
    on: ByPlayer<Option<u8>>,
    /// Who is to put a robber on the track (ROB-3).
    putting: Round,
    /// The owners of activated robbers, who are still to rob (ROB-D4).
    robbing: Round,
    /// The players whose markers activated a robber, one bit each, by its owner.
    victims: ByPlayer<u8>,
    /// What each player has scored and can be robbed of.
    sums: ByPlayer<i32>,
}

impl Tell for Robbers {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Robbers { on, putting, robbing, victims, sums } = self;
        for player in state.game.seats() {
            tell(Fact::about(About::Robber).player(player).option(on[player]));
            // What is left over from an earlier turn means nothing.
            if robbing.is_waiting(player) {
                tell(Fact::about(About::Victims).player(player).number(victims[player]));
            }
            if robbing.waiting() != 0 {
                tell(Fact::about(About::Robbed).player(player).number(sums[player]));
            }
        }
        tell(Fact::about(About::Robbing).round(*putting).round(*robbing));
    }
}

impl State {
    /// The space on which a player's robber stands, if it is on the track.
    pub fn robber(&self, player: PlayerId) -> Option<u8> {
        self.robbers.on[player]
    }

    /// What an activated robber takes from a player: half of what this player has scored (ROB-8). `None` unless somebody
    /// is to rob.
    pub fn loot(&self, victim: PlayerId) -> Option<i32> {
        self.robbers.robbing.current().map(|_| half_of(self, victim).points())
    }
}

// Onto the track

/// A drawn tile with a sack brings the robbers out, the active player's first (ROB-2, ROB-3).
pub(crate) fn begin_putting(state: &mut State) {
    state.robbers.putting = Round::of_all(state.turn.active, state.game.players());
}

/// A robber in the supply must come out; one on the track may move, but only the active player's
/// (ROB-4, ROB-5).
fn is_asked(state: &State, player: PlayerId) -> bool {
    match state.robbers.on[player] {
        None => true,
        Some(_) => player == state.turn.active && spaces(state, player) != 0,
    }
}

/// The spaces to which a player's robber may go, one bit each: those with a marker of another
/// player, and not where it stands (ROB-3, ROB-D16).
fn spaces(state: &State, player: PlayerId) -> u64 {
    let mut spaces = 0u64;
    for other in state.game.seats().filter(|&other| other != player) {
        for &marker in state.markers() {
            spaces |= 1 << state.marker_space(other, marker);
        }
    }
    match state.robbers.on[player] {
        Some(space) => spaces & !(1 << space),
        None => spaces,
    }
}

/// Whether a player's robber lies in wait for another one on a space: one of that player's markers stands there (ROB-7).
pub(crate) fn waits_for(state: &State, player: PlayerId, space: u8, other: PlayerId) -> bool {
    player != other && state.markers().iter().any(|&marker| state.marker_space(other, marker) == space)
}

fn check_space(state: &State, player: PlayerId, space: u8) -> Result<(), Refusal> {
    if state.robbers.on[player] == Some(space) {
        return Err(Refusal::RobberSame);
    }
    let is_free = space < 64 && spaces(state, player) >> space & 1 == 1;
    if is_free { Ok(()) } else { Err(Refusal::RobberSpace) }
}

/// Whether the player may leave the robber where it is (ROB-4).
fn may_stay(state: &State, player: PlayerId) -> bool {
    state.robbers.on[player].is_some()
}

/// Robbers come onto the track (TURN-7).
pub(crate) struct Sack;

impl Question for Sack {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::when(waits_in_round(state, |state| &mut state.robbers.putting, is_asked))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Robber { player: state.robbers.putting.current()? })
    }

    fn binding(state: &State) -> Binding {
        let may_stay = state.robbers.putting.current().is_some_and(|player| may_stay(state, player));
        if may_stay { Binding::May("ROB-4") } else { Binding::Must(Duty::Robber) }
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let Some(player) = state.robbers.putting.current() else { return };
        let spaces = spaces(state, player);
        for space in 0..64 {
            if spaces >> space & 1 == 1 {
                visit(Action::Robber(space));
            }
        }
        if may_stay(state, player) {
            visit(Action::Pass);
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let player = state.robbers.putting.current().ok_or_else(|| state.not_asked())?;
        if let Action::Robber(space) = action {
            check_space(state, player, space)
        } else if may_stay(state, player) {
            state.check_pass(action)
        } else {
            Err(state.not_asked())
        }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Some(player) = state.robbers.putting.current() {
            state.robbers.putting.finish(player);
            if let Action::Robber(space) = action {
                restore(state, player, space);
                if S::LISTENS {
                    let mut victims = ByPlayer::default();
                    for other in state.game.seats() {
                        victims[other] = waits_for(state, player, space, other);
                    }
                    sink.event(Event::RobberPut { player, space, victims });
                }
            }
        }
        Next::Again
    }
}

/// Stands a robber on a space.
pub(crate) fn restore(state: &mut State, player: PlayerId, space: u8) {
    if state.robbers.on[player].replace(space).is_none() {
        state.figures.spend(player, FigureKind::Robber);
    }
}

fn go_home<S: EventSink>(state: &mut State, player: PlayerId, why: RobberReturnCause, sink: &mut S) {
    if state.robbers.on[player].take().is_some() {
        state.figures.issue(player, FigureKind::Robber, 1);
        sink.event(Event::RobberReturned { player, why });
    }
}

// Robbing

/// Activates the robbers on the spaces from which markers are about to move (ROB-7, ROB-D4). One's
/// own scoring never activates the own robber (ROB-D3).
pub(crate) fn activate(state: &mut State) {
    if !state.game.has(Module::Robbers) {
        return;
    }
    state.robbers.sums = state.track.unmarked;
    let mut owners = 0;
    for owner in PlayerId::seats(state.game.players()) {
        let Some(space) = state.robbers.on[owner] else { continue };
        let activates = |player: &PlayerId| {
            *player != owner
                && state.track.unmarked[*player] > 0
                && state.marker_space(*player, state.marker_of(*player)) == space
        };
        let victims: u8 = state.game.seats().filter(activates).map(|player| 1 << player.0).sum();
        state.robbers.victims[owner] = victims;
        if victims != 0 {
            owners |= 1 << owner.0;
        }
    }
    state.robbers.robbing = Round::of(state.turn.active, owners);
}

/// The owner of the next activated robber.
fn robber(state: &State) -> Option<PlayerId> {
    state.robbers.robbing.current()
}

/// The players whom a robber can rob.
fn victims(state: &State, owner: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
    players_in(state.robbers.victims[owner])
}

/// Several markers activated one robber, and its owner must choose (ROB-11).
fn must_choose(state: &State, owner: PlayerId) -> bool {
    state.robbers.victims[owner].count_ones() > 1
}

/// What a robber takes: half of what the player scored, rounded up (ROB-8).
fn income(state: &State, owner: PlayerId) -> Option<(PlayerId, Value)> {
    let victim = victims(state, owner).next()?;
    Some((victim, half_of(state, victim)))
}

fn half_of(state: &State, victim: PlayerId) -> Value {
    let item = Item { what: Counted::RobbedPoints, count: state.robbers.sums[victim] as u16, each: 1 };
    Value::of(item).halved(Halved::Robber)
}

/// What the activated robbers will take, if each owner robs whom it pays most to rob.
pub(crate) fn due_awards(state: &State, give: &mut impl FnMut(Award)) {
    for owner in state.game.seats().filter(|&owner| state.robbers.robbing.is_waiting(owner)) {
        if let Some(victim) = victims(state, owner).max_by_key(|&victim| state.robbers.sums[victim]) {
            let value = half_of(state, victim);
            give(Award { player: owner, source: Source::Robbery(victim), spot: None, value });
        }
    }
}

/// Robs: the owner's marker moves, and robbers on its space that were not activated move along
/// (ROB-10, ROB-D8); then the robber goes home (ROB-9). The robbed player loses nothing (ROB-12).
fn rob<S: EventSink>(state: &mut State, owner: PlayerId, sink: &mut S) {
    // Whatever follows, this owner is not asked again: the round always comes to its end.
    state.robbers.robbing.finish(owner);
    let Some((victim, value)) = income(state, owner) else { return };
    let marker: Marker = state.marker_of(owner);
    let from = state.marker_space(owner, marker);
    state.give(Award { player: owner, source: Source::Robbery(victim), spot: None, value }, sink);
    state.mark(owner, sink);
    let to = state.marker_space(owner, marker);
    for follower in PlayerId::seats(state.game.players()).filter(|&follower| follower != owner) {
        let is_activated = state.robbers.robbing.is_waiting(follower);
        if state.robbers.on[follower] == Some(from) && !is_activated && from != to {
            state.robbers.on[follower] = Some(to);
            sink.event(Event::RobberFollowed { player: follower, space: to });
        }
    }
    go_home(state, owner, RobberReturnCause::Robbed, sink);
}

/// Robbers rob, one owner after the other (TURN-28): who has a choice says whom (ROB-11), and who has not moved a marker
/// in this turn which one moves (MSG-D2).
pub(crate) struct Robbery;

impl Question for Robbery {
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        let Some(owner) = robber(state) else { return Ask::Goes(Next::On) };
        if must_choose(state, owner) || must_choose_marker(state, owner) {
            return Ask::Waits;
        }
        rob(state, owner, sink);
        Ask::Goes(Next::Again)
    }

    fn decision(state: &State) -> Option<Decision> {
        let player = robber(state)?;
        if must_choose(state, player) {
            return Some(Decision::Rob { player });
        }
        Some(Decision::Mark { player, points: income(state, player)?.1.points() })
    }

    fn binding(state: &State) -> Binding {
        let must_choose = robber(state).is_some_and(|owner| must_choose(state, owner));
        Binding::Must(if must_choose { Duty::Rob } else { Duty::Mark })
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let Some(owner) = robber(state) else { return };
        if must_choose(state, owner) {
            victims(state, owner).for_each(|victim| visit(Action::Rob(victim)));
        } else {
            state.markers().iter().for_each(|&marker| visit(Action::Mark(marker)));
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let owner = robber(state).ok_or_else(|| state.not_asked())?;
        if let Action::Rob(victim) = action
            && must_choose(state, owner)
        {
            let is_victim = victims(state, owner).any(|player| player == victim);
            return if is_victim { Ok(()) } else { Err(Refusal::NotRobbed) };
        }
        check_listed::<Robbery>(state, action)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, _: &mut S) -> Next {
        let Some(owner) = robber(state) else { return Next::On };
        if let Action::Rob(victim) = action {
            state.robbers.victims[owner] = 1 << victim.0;
        } else if let Action::Mark(marker) = action {
            state.track.moved[owner] = Some(marker);
        }
        Next::Again
    }
}

/// A player who robs and has not moved a marker in this turn chooses one (MSG-D2).
fn must_choose_marker(state: &State, player: PlayerId) -> bool {
    state.game.has(Module::Messages) && state.track.moved[player].is_none()
}

// The end

/// Before the final scoring a robber on the track is worth 3 points and goes home (ROB-13); one that is activated robs
/// and is gone.
pub(crate) fn final_awards(state: &State, give: &mut impl FnMut(Award)) {
    let stays = |player: PlayerId| state.robbers.on[player].is_some() && !state.robbers.robbing.is_waiting(player);
    for player in state.game.seats().filter(|&player| stays(player)) {
        let value = Value::of(Item { what: Counted::Robbers, count: 1, each: 3 });
        give(Award { player, source: Source::Robber, spot: None, value });
    }
}

pub(crate) fn clear<S: EventSink>(state: &mut State, sink: &mut S) {
    for player in PlayerId::seats(state.game.players()) {
        go_home(state, player, RobberReturnCause::GameOver, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};

    /// A robber who finds nobody to rob ends its part of the round too, so the script never stands still.
    #[test]
    fn a_round_of_robbers_ends() {
        let mut state = table(&[Module::Robbers]);
        let owner = PlayerId(0);
        state.robbers.robbing = Round::of(owner, 0b01);
        state.robbers.victims[owner] = 0;
        rob(&mut state, owner, &mut crate::event::NoEvents);
        assert_eq!(state.robbers.robbing.current(), None);
    }

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let mut robbers = table(&[Module::Robbers]);
        assert_told(
            &robbers,
            &[
                ("on", |state| state.robbers.on[PlayerId(0)] = Some(0)),
                ("on another space", |state| state.robbers.on[PlayerId(0)] = Some(1)),
                ("on by another player", |state| state.robbers.on[PlayerId(1)] = Some(0)),
                ("putting", |state| state.robbers.putting = Round::of(PlayerId(1), 0b10)),
                ("robbing", |state| state.robbers.robbing = Round::of(PlayerId(1), 0b10)),
                ("robbing from another player on", |state| state.robbers.robbing = Round::of(PlayerId(0), 0b01)),
            ],
        );
        robbers.robbers.robbing = Round::of(PlayerId(1), 0b10);
        assert_told(
            &robbers,
            &[
                ("victims", |state| state.robbers.victims[PlayerId(1)] = 1),
                ("sums", |state| state.robbers.sums[PlayerId(0)] = 3),
            ],
        );
    }
}
