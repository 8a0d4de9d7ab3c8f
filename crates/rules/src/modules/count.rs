//! The count of Carcassonne (COUNT): meeples wait in the quarters of the city and move out to
//! completed features, unless the count stands in their way.

use crate::action::{Action, Spot};
use crate::board::SegmentId;
use crate::decision::Decision;
use crate::event::{Deployment, Event, EventSink};
use crate::figure::FigureKind;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::{ByPlayer, PlayerId};
use crate::refusal::Refusal;
use crate::round::Round;
use crate::stage::{Ask, Binding, Effect, Next, Question, finish_in_round, is_any, waits_in_round};
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;

/// The quarters of Carcassonne (COUNT-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Quarter {
    /// Serves cities.
    Palace,
    /// Serves monasteries and shrines.
    Church,
    /// Serves fields, at the end of the game.
    Market,
    /// Serves roads.
    Smithy,
}

impl Quarter {
    /// All quarters.
    pub const ALL: [Quarter; 4] = [Quarter::Palace, Quarter::Church, Quarter::Market, Quarter::Smithy];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Quarter::Palace => "palace",
            Quarter::Church => "church",
            Quarter::Market => "market",
            Quarter::Smithy => "smithy",
        }
    }

    /// The rule that says which features a quarter serves.
    pub const RULE: &'static str = "COUNT-15";

    /// The quarter from which meeples move to a feature (COUNT-15, COUNT-D10).
    pub const fn serving(feature: Feature) -> Option<Quarter> {
        match feature {
            Feature::City => Some(Quarter::Palace),
            Feature::Monastery | Feature::Shrine => Some(Quarter::Church),
            Feature::Field => Some(Quarter::Market),
            Feature::Road => Some(Quarter::Smithy),
            Feature::Garden => None,
        }
    }
}

/// Meeples of one owner and kind in a quarter of Carcassonne (COUNT-6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Whose.
    pub player: PlayerId,
    /// Which.
    pub kind: FigureKind,
    /// Where.
    pub quarter: Quarter,
    /// How many.
    pub count: u8,
}

/// Meeples by kind, in the order of [`FigureKind::MEEPLES`].
type Meeples = [u8; FigureKind::MEEPLES.len()];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    /// The quarter of the count, who starts in the palace (COUNT-3).
    stands_in: u8,
    waiting: [ByPlayer<Meeples>; 4],
    /// Who may still move to the features just completed (COUNT-16).
    moving: Round,
    /// Points that each player got from features completed in this turn (COUNT-5).
    gained: ByPlayer<i32>,
    /// The player to ask in the last moves, and how many have passed in a row (COUNT-21, COUNT-D13).
    last: (PlayerId, u8),
}

impl Tell for Count {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Count { stands_in, waiting, moving, gained, last: (last, passed) } = self;
        if !state.game.has(Module::Count) {
            return;
        }
        tell(Fact::about(About::Count).number(*stands_in));
        for (quarter, waiting) in (0u8..).zip(waiting) {
            for player in state.game.seats().filter(|&player| waiting[player] != Meeples::default()) {
                let fact = Fact::about(About::Quarter).number(quarter).player(player);
                tell(waiting[player].iter().fold(fact, |fact, &count| fact.number(count)));
            }
        }
        tell(Fact::about(About::MovingOut).round(*moving));
        for player in state.game.seats() {
            tell(Fact::about(About::Gained).player(player).number(gained[player]));
        }
        // They say nothing before and after.
        if state.turn.step == Step::LastMoves {
            tell(Fact::about(About::LastMoves).player(*last).number(*passed));
        }
    }
}

impl State {
    /// The quarter in which the count stands.
    pub fn count(&self) -> Option<Quarter> {
        self.game.has(Module::Count).then(|| Quarter::ALL[usize::from(self.count.stands_in)])
    }

    /// The meeples of a player in a quarter.
    pub fn in_quarter(&self, quarter: Quarter, player: PlayerId) -> impl Iterator<Item = Waiting> {
        let kinds = FigureKind::MEEPLES.into_iter().zip(self.count.waiting[quarter as usize][player]);
        let waiting = move |(kind, count)| Waiting { player, kind, quarter, count };
        kinds.map(waiting).filter(|waiting| waiting.count > 0)
    }
}

fn kind_index(kind: FigureKind) -> usize {
    FigureKind::MEEPLES.iter().position(|&known| known == kind).unwrap_or(0)
}

// Moves to completed features

/// Everybody may move to the features that were completed, the active player last (COUNT-14,
/// COUNT-16, COUNT-D7).
pub(crate) fn begin_moves(state: &mut State) {
    let players = state.game.players();
    let is_due = state.game.has(Module::Count) && !state.board.closed().is_empty();
    let waiting = if is_due { (1 << players) - 1 } else { 0 };
    state.count.moving = Round::of(state.turn.active.next(players as u8), waiting);
}

/// Meeples move out of Carcassonne to completed features (COUNT-14).
pub(crate) struct MoveOut;

impl Question for MoveOut {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        let can_move = |state: &State, _| is_any(|visit| for_each_move(state, visit));
        Ask::when(waits_in_round(state, |state| &mut state.count.moving, can_move))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::MoveOut { player: state.count.moving.current()? })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("COUNT-14")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for_each_move(state, &mut visit);
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::MoveOut { figure, spot } = action else { return state.check_pass(action) };
        check_move(state, figure, spot).map(|_| ())
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let (Action::MoveOut { figure, spot }, Some(player)) = (action, state.count.moving.current()) {
            move_out(state, player, figure, spot, sink);
        } else {
            // The player has no more moves to make.
            finish_in_round(&mut state.count.moving);
        }
        Next::Again
    }
}

/// Whether a player may move a meeple of this kind out to a segment.
fn check_out(state: &State, player: PlayerId, figure: FigureKind, segment: SegmentId) -> Result<(), Refusal> {
    let feature = state.board.feature(segment);
    let quarter = Quarter::serving(feature).ok_or(Refusal::NoQuarter)?;
    // Nobody leaves the quarter of the count (COUNT-13).
    if usize::from(state.count.stands_in) == quarter as usize {
        return Err(Refusal::CountInTheWay);
    }
    if state.count.waiting[quarter as usize][player][kind_index(figure)] == 0 || !figure.is_meeple() {
        return Err(Refusal::NoneInQuarter);
    }
    super::dragon::check_tile(state, state.board.pos_of_segment(segment))?;
    // A square of the board only if no other tile of the feature can be entered (COUNT-D9).
    let is_enterable = |other: SegmentId| {
        let is_free = super::dragon::check_tile(state, state.board.pos_of_segment(other)).is_ok();
        is_free && !state.board.is_printed(state.board.tile_of(other))
    };
    if state.board.is_printed(state.board.tile_of(segment)) && state.board.ring(segment).any(is_enterable) {
        return Err(Refusal::NotOnBoardSquare);
    }
    // Which of the squares it is does not matter: no fairy comes there (COMBO-D20).
    let spot = state.spot(segment);
    if named_spot(state, spot) != spot {
        return Err(Refusal::NotFirstSegment("COUNT-D9"));
    }
    Ok(())
}

/// The spot by which a move names the place: on the board the first square of the feature stands for all (COUNT-D9).
pub(crate) fn named_spot(state: &State, spot: Spot) -> Spot {
    let is_printed = |segment: &SegmentId| state.board.is_printed(state.board.tile_of(*segment));
    let Some(square) = state.segment_at(spot).filter(is_printed) else { return spot };
    let squares = state.board.ring(square).filter(is_printed).map(|square| state.spot(square));
    squares.min().unwrap_or(spot)
}

/// Whether a meeple may move to a feature that was just completed.
fn check_move(state: &State, figure: FigureKind, spot: Spot) -> Result<SegmentId, Refusal> {
    let player = state.count.moving.current().ok_or(Refusal::NoQuarter)?;
    let segment = state.segment_at(spot).ok_or(Refusal::NoQuarter)?;
    let region = state.board.region_of(segment);
    if !state.board.closed().iter().any(|&closed| state.board.region_of(closed) == region) {
        return Err(Refusal::NotJustCompleted);
    }
    check_out(state, player, figure, segment).map(|()| segment)
}

fn for_each_move(state: &State, mut visit: impl FnMut(Action)) {
    let Some(player) = state.count.moving.current() else { return };
    for &closed in state.board.closed() {
        for segment in state.board.ring(closed) {
            for figure in FigureKind::MEEPLES {
                if check_out(state, player, figure, segment).is_ok() {
                    visit(Action::MoveOut { figure, spot: state.spot(segment) });
                }
            }
        }
    }
}

/// Moves a meeple from its quarter to a segment.
fn move_out<S: EventSink>(state: &mut State, player: PlayerId, figure: FigureKind, spot: Spot, sink: &mut S) {
    let Some(segment) = state.segment_at(spot) else { return };
    let Some(quarter) = Quarter::serving(state.board.feature(segment)) else { return };
    state.count.waiting[quarter as usize][player][kind_index(figure)] -= 1;
    state.figures.issue(player, figure, 1);
    sink.event(Event::LeftQuarter { player, figure, quarter });
    state.put_figure(player, figure, segment, Deployment::Carcassonne, sink);
}

// Sending

/// Points from a feature that was completed in this turn (COUNT-9, ORDER-24).
#[inline]
pub(crate) fn note_points(state: &mut State, player: PlayerId, points: i32) {
    state.count.gained[player] += points;
}

/// Whether the active player may send a meeple: others got points from the completed features, the
/// player none (COUNT-5). Who has used the princess places nobody in this turn (DRAGON-34, COMBO-D37).
fn may_send(state: &State) -> bool {
    let gained = |player: PlayerId| state.count.gained[player];
    let active = state.turn.active;
    state.game.has(Module::Count)
        && gained(active) == 0
        && state.game.seats().any(|player| gained(player) > 0)
        && !state.is_princess_used()
        && FigureKind::MEEPLES.into_iter().any(|kind| state.check_supply(active, kind).is_ok())
}

/// Whether such a figure is ever in a quarter: every meeple (COUNT-8), but the abbot in the church
/// only (COMBO-D31).
pub(crate) fn may_wait(figure: FigureKind, quarter: Quarter) -> bool {
    figure.is_meeple() && (figure != FigureKind::Abbot || quarter == Quarter::Church)
}

/// Whether a meeple may be sent to a quarter (COUNT-6).
fn check_send(state: &State, figure: FigureKind, quarter: Quarter) -> Result<(), Refusal> {
    if !figure.is_meeple() {
        return Err(Refusal::NoQuarter);
    }
    if !may_wait(figure, quarter) {
        return Err(Refusal::ChurchOnly);
    }
    state.check_supply(state.turn.active, figure)
}

/// The player may send a meeple to Carcassonne (ORDER-18).
pub(crate) struct Send;

impl Question for Send {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::unless_asked(may_send(state), Next::To(Step::End))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Send { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("COUNT-6")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for quarter in Quarter::ALL {
            for figure in FigureKind::MEEPLES {
                if check_send(state, figure, quarter).is_ok() {
                    visit(Action::Send { figure, quarter });
                }
            }
        }
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Send { figure, quarter } = action else { return state.check_pass(action) };
        check_send(state, figure, quarter)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        let Action::Send { figure, quarter } = action else { return Next::To(Step::End) };
        let player = state.turn.active;
        restore(state, player, figure, quarter);
        sink.event(Event::Sent { player, figure, quarter });
        Next::On
    }
}

/// Who has just sent a meeple may move the count to another quarter (COUNT-11, COUNT-D6).
pub(crate) struct MoveCount;

impl Question for MoveCount {
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::MoveCount { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("COUNT-11")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for quarter in Quarter::ALL {
            if check_count(state, quarter).is_ok() {
                visit(Action::MoveCount(quarter));
            }
        }
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::MoveCount(quarter) = action else { return state.check_pass(action) };
        check_count(state, quarter)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::MoveCount(quarter) = action {
            restore_count(state, quarter);
            sink.event(Event::CountMoved { quarter });
        }
        Next::On
    }
}

/// Puts a meeple from the supply into a quarter.
pub(crate) fn restore(state: &mut State, player: PlayerId, figure: FigureKind, quarter: Quarter) {
    state.figures.spend(player, figure);
    state.count.waiting[quarter as usize][player][kind_index(figure)] += 1;
}

/// Whether the count may go to a quarter.
fn check_count(state: &State, quarter: Quarter) -> Result<(), Refusal> {
    if usize::from(state.count.stands_in) == quarter as usize { Err(Refusal::CountStays) } else { Ok(()) }
}

/// Puts the count into a quarter.
pub(crate) fn restore_count(state: &mut State, quarter: Quarter) {
    state.count.stands_in = quarter as u8;
}

/// Forgets the points of this turn.
pub(crate) fn end_turn(state: &mut State) {
    state.count.gained = ByPlayer::default();
}

// The last moves

/// The last moves begin to the left of who took the last turn (COUNT-20, COUNT-21).
pub(crate) struct LastTurnOver;

impl Effect for LastTurnOver {
    fn happen<S: EventSink>(state: &mut State, _: &mut S) -> Next {
        state.count.last = (state.turn.active.next(state.game.players() as u8), 0);
        Next::On
    }
}

/// Meeples move out of Carcassonne for the last time, one at a time, until all have passed in a row (COUNT-21,
/// COUNT-D13).
pub(crate) struct LastMoves;

impl Question for LastMoves {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        let players = if state.game.has(Module::Count) { state.game.players() } else { 0 };
        while usize::from(state.count.last.1) < players {
            let mut can_move = false;
            for_each_last_move(state, |_| can_move = true);
            if can_move {
                return Ask::Waits;
            }
            pass_last_move(state);
        }
        Ask::Goes(Next::On)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::LastMove { player: state.count.last.0 })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("COUNT-21")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        for_each_last_move(state, &mut visit);
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::MoveOut { figure, spot } = action else { return state.check_pass(action) };
        check_last_move(state, figure, spot).map(|_| ())
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::MoveOut { figure, spot } = action {
            let (player, _) = state.count.last;
            move_out(state, player, figure, spot, sink);
            // The next player is asked, and passes count anew.
            state.count.last = (player.next(state.game.players() as u8), 0);
        } else {
            pass_last_move(state);
        }
        Next::Again
    }
}

fn pass_last_move(state: &mut State) {
    let (player, passed) = state.count.last;
    state.count.last = (player.next(state.game.players() as u8), passed + 1);
}

/// Whether a meeple may move in the last phase: to any field, or to an unfinished feature (COUNT-22).
fn check_last_move(state: &State, figure: FigureKind, spot: Spot) -> Result<SegmentId, Refusal> {
    let segment = state.segment_at(spot).ok_or(Refusal::NoQuarter)?;
    let is_field = state.board.feature(segment) == Feature::Field && state.game.has(Module::Farmers);
    let is_open = state.board.feature(segment) != Feature::Field && !state.board.region_at(segment).is_complete();
    if !is_field && !is_open {
        return Err(Refusal::NoLastMove);
    }
    check_out(state, state.count.last.0, figure, segment).map(|()| segment)
}

fn for_each_last_move(state: &State, mut visit: impl FnMut(Action)) {
    let player = state.count.last.0;
    let has_anybody = state.count.waiting.iter().any(|quarter| quarter[player] != [0; 3]);
    if !has_anybody {
        return;
    }
    for tile in state.board.tile_indices() {
        for segment in state.board.segments_of(tile) {
            let spot = state.spot(segment);
            for figure in FigureKind::MEEPLES {
                if check_last_move(state, figure, spot).is_ok() {
                    visit(Action::MoveOut { figure, spot });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let mut count = table(&[Module::Count]);
        assert_told(
            &count,
            &[
                ("stands_in", |state| state.count.stands_in = 1),
                ("waiting", |state| state.count.waiting[0][PlayerId(0)] = [1, 0, 0]),
                ("waiting in another quarter", |state| state.count.waiting[1][PlayerId(0)] = [1, 0, 0]),
                ("another figure waiting", |state| state.count.waiting[0][PlayerId(0)] = [0, 0, 1]),
                ("another player waiting", |state| state.count.waiting[0][PlayerId(1)] = [1, 0, 0]),
                ("moving", |state| state.count.moving = Round::of(PlayerId(0), 0b11)),
                ("moving from another player on", |state| state.count.moving = Round::of(PlayerId(1), 0b11)),
                ("gained", |state| state.count.gained[PlayerId(0)] = 1),
            ],
        );
        count.turn.step = Step::LastMoves;
        assert_told(
            &count,
            &[
                ("last", |state| state.count.last = (PlayerId(1), 0)),
                ("passed", |state| state.count.last = (PlayerId(0), 1)),
            ],
        );
    }
}
