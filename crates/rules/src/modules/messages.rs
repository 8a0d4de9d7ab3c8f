//! Messages (MSG): a second marker for everybody, and tokens with errands for who stops on a dark
//! space.

use std::fmt;

use crate::action::{Action, Spot};
use crate::board::SegmentId;
use crate::decision::Decision;
use crate::event::{Award, Counted, Event, EventSink, Item, ReturnCause, Source, Value};
use crate::figure::Figure;
use crate::game::SHIELDS;
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::{Duty, Refusal};
use crate::scoring;
use crate::stage::{Ask, Binding, Next, Question, is_listed};
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;

/// A message token, by its errand (MSG-1).
///
/// Records, positions and players know it by its number.
///
/// ```
/// use bastide_rules::Message;
/// assert_eq!(Message::new(4), Some(Message::ExtraTurn));
/// assert_eq!(Message::ExtraTurn.to_string(), "4");
/// assert_eq!(Message::new(9), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
#[repr(u8)]
pub enum Message {
    /// 1: score the own city that is worth least (MSG-16).
    SmallestCity = 1,
    /// 2: score the own road that is worth least (MSG-18).
    SmallestRoad,
    /// 3: score the own monastery that is worth least (MSG-19).
    SmallestMonastery,
    /// 4: take another turn (MSG-20).
    ExtraTurn,
    /// 5: points for coats of arms in own cities (MSG-22).
    Shields,
    /// 6: points for knights (MSG-23).
    Knights,
    /// 7: points for farmers (MSG-24).
    Farmers,
    /// 8: score any own feature and take a meeple back (MSG-25).
    AnyFeature,
}

impl Message {
    /// All messages, by number.
    pub const ALL: [Message; 8] = [
        Message::SmallestCity,
        Message::SmallestRoad,
        Message::SmallestMonastery,
        Message::ExtraTurn,
        Message::Shields,
        Message::Knights,
        Message::Farmers,
        Message::AnyFeature,
    ];

    /// The message with this number, from 1 to 8.
    pub fn new(number: u8) -> Option<Message> {
        Message::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The number printed on the token.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rule of the points that the errand gives.
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Message::SmallestCity => "MSG-16",
            Message::SmallestRoad => "MSG-18",
            Message::SmallestMonastery => "MSG-19",
            Message::ExtraTurn => "MSG-12",
            Message::Shields => "MSG-22",
            Message::Knights => "MSG-23",
            Message::Farmers => "MSG-24",
            Message::AnyFeature => "MSG-26",
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl From<Message> for u8 {
    fn from(message: Message) -> u8 {
        message.number()
    }
}

impl TryFrom<u8> for Message {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Message, &'static str> {
        Message::new(number).ok_or("there are messages 1 to 8")
    }
}

/// Tokens of the box (MSG-1).
const TOKENS: u8 = Message::ALL.len() as u8;

/// Whether a space of the score track is dark (MSG-7).
pub const fn is_dark_space(space: u8) -> bool {
    space.is_multiple_of(5)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Messages {
    /// Used tokens in the order in which they lie under the stack (MSG-13).
    used: [Message; TOKENS as usize],
    len: u8,
    /// The token that is being resolved.
    drawn: Option<Message>,
    /// A message was drawn in this turn (MSG-11).
    is_done: bool,
    /// Message 8 was used on a feature: with the majority on it, and which one.
    chosen: Option<(bool, SegmentId)>,
    /// Extra turns that message 4 still owes to the active player (MSG-20).
    extra_turns: u8,
}

impl Default for Messages {
    fn default() -> Messages {
        Messages { used: Message::ALL, len: 0, drawn: None, is_done: false, chosen: None, extra_turns: 0 }
    }
}

impl Tell for Messages {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Messages { used: _, len: _, drawn, is_done, chosen, extra_turns } = *self;
        for (index, &message) in (0u8..).zip(self.used()) {
            tell(Fact::about(About::UsedMessage).number(index).number(message.number()));
        }
        tell(Fact::about(About::Message).option(drawn.map(Message::number)).number(is_done).number(extra_turns));
        if let Some((has_majority, segment)) = chosen {
            tell(Fact::about(About::MessageFeature).spot(state.first_spot(segment)).number(has_majority));
        }
    }
}

impl Messages {
    /// As many turns are due, as a position says that was written down; none after the last one (MSG-D12).
    pub(crate) fn set_extra_turns(&mut self, count: u8) {
        self.extra_turns = count;
    }

    /// The used tokens, the next one to come up again first.
    pub(crate) fn used(&self) -> &[Message] {
        &self.used[..usize::from(self.len)]
    }

    fn put_under(&mut self, message: Message) {
        if self.len == TOKENS {
            // The token came from the top of a stack that is known.
            self.used.rotate_left(1);
            self.len -= 1;
        }
        self.used[usize::from(self.len)] = message;
        self.len += 1;
    }

    pub(crate) fn end_turn(&mut self) {
        self.is_done = false;
    }

    /// Whether message 4 still owes a turn, which is taken now (MSG-20).
    pub(crate) fn takes_turn(&mut self) -> bool {
        let is_owed = self.extra_turns > 0;
        self.extra_turns -= u8::from(is_owed);
        is_owed
    }

    /// Lays the used tokens of a position that was written down.
    ///
    /// # Errors
    /// With the first number that is none, or is repeated.
    pub(crate) fn restore(&mut self, used: &[u8]) -> Result<(), u8> {
        for &number in used {
            let message = Message::new(number).filter(|message| !self.used().contains(message));
            self.put_under(message.ok_or(number)?);
        }
        Ok(())
    }
}

impl State {
    /// The used message tokens in the order in which they lie under the stack; after eight draws the
    /// whole order is known (MSG-D18).
    pub fn used_messages(&self) -> &[Message] {
        self.messages.used()
    }

    /// Extra turns that the active player still has by message 4.
    pub fn extra_turns(&self) -> u8 {
        self.messages.extra_turns
    }
}

// Drawing

/// The marker that the active player has moved in this turn stands on a dark space (MSG-8, MSG-10).
fn is_drawn(state: &State) -> bool {
    let player = state.turn.active;
    state.game.has(Module::Messages)
        && !state.messages.is_done
        && state.track.moved[player].is_some_and(|marker| is_dark_space(state.marker_space(player, marker)))
}

/// The tokens that can lie on top of the stack: all that were never used, or the one that was used
/// first (MSG-D18).
fn possible(state: &State) -> impl Iterator<Item = Message> {
    let used = state.messages.used();
    let first = (used.len() == usize::from(TOKENS)).then(|| used[0]);
    Message::ALL.into_iter().filter(move |message| match first {
        Some(first) => *message == first,
        None => !used.contains(message),
    })
}

/// Chance draws a message (TURN-30).
pub(crate) struct DrawMessage;

impl Question for DrawMessage {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::unless_asked(is_drawn(state), Next::To(Step::LateRansom))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::DrawMessage { player: state.turn.active })
    }

    fn binding(_: &State) -> Binding {
        Binding::Nobody
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        possible(state).for_each(|message| visit(Action::DrawMessage(message)));
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::DrawMessage(message) = action else { return Err(state.not_asked()) };
        if possible(state).any(|other| other == message) { Ok(()) } else { Err(Refusal::NotTopMessage) }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::DrawMessage(message) = action {
            state.messages.drawn = Some(message);
            state.messages.is_done = true;
            sink.event(Event::MessageDrawn { player: state.turn.active, message });
        }
        Next::On
    }
}

// Resolving

/// The player carries out the drawn message or takes 2 points (MSG-12); then the markers move once more (TURN-31).
pub(crate) struct Errand;

impl Question for Errand {
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Message { player: state.turn.active, message: state.messages.drawn? })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Message)
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        visit(Action::TwoPoints);
        if check_carry_out(state).is_ok() {
            visit(Action::CarryOut);
        }
        let own = own_figures(state);
        for (index, figure) in own.iter().enumerate() {
            let region = state.board.region_of(figure.at);
            let is_first = own[..index].iter().all(|earlier| state.board.region_of(earlier.at) != region);
            if is_first && check_feature(state, figure.at).is_ok() {
                visit(Action::Target(state.first_spot(figure.at)));
            }
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        if let Action::Target(spot) = action {
            check_target(state, spot).map(|_| ())
        } else if action == Action::CarryOut {
            check_carry_out(state)
        } else if action == Action::TwoPoints {
            Ok(())
        } else {
            Err(state.not_asked())
        }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Target(spot) = action {
            let segment = state.segment_at(spot);
            if segment.is_some_and(|segment| carry_out_on(state, segment, sink)) {
                return Next::On;
            }
        } else if action == Action::CarryOut {
            carry_out(state, sink);
        } else if action == Action::TwoPoints {
            take_two(state, sink);
        } else {
            return Next::Again;
        }
        Next::To(Step::Markers)
    }
}

fn own_figures(state: &State) -> Vec<Figure> {
    let player = state.turn.active;
    state
        .figures
        .standing()
        .iter()
        .copied()
        .filter(|figure| figure.owner == player && figure.kind.is_meeple())
        .collect()
}

fn stands_on(state: &State, figure: &Figure, feature: Feature) -> bool {
    state.board.feature(figure.at) == feature
}

/// Messages without a target; they may be worth nothing, but must be possible (MSG-D11).
fn check_carry_out(state: &State) -> Result<(), Refusal> {
    let has = |feature| own_figures(state).iter().any(|figure| stands_on(state, figure, feature));
    let is_possible = match state.messages.drawn {
        Some(Message::ExtraTurn) => true,
        Some(Message::Shields | Message::Knights) => has(Feature::City),
        Some(Message::Farmers) => has(Feature::Field),
        Some(Message::SmallestCity | Message::SmallestRoad | Message::SmallestMonastery | Message::AnyFeature)
            if own_figures(state).iter().any(|figure| check_feature(state, figure.at).is_ok()) =>
        {
            return Err(Refusal::ErrandNeedsFeature);
        }
        Some(Message::SmallestCity | Message::SmallestRoad | Message::SmallestMonastery | Message::AnyFeature)
        | None => false,
    };
    if is_possible { Ok(()) } else { Err(Refusal::NoErrand) }
}

/// Whether a message can be carried out on the feature with this first segment.
fn check_target(state: &State, spot: Spot) -> Result<SegmentId, Refusal> {
    let segment = state.segment_at(spot).ok_or(Refusal::NoOwnMeeple)?;
    check_feature(state, segment)?;
    if state.first_spot(segment) == spot { Ok(segment) } else { Err(Refusal::NotFirstSegment("MSG-14")) }
}

fn check_feature(state: &State, segment: SegmentId) -> Result<(), Refusal> {
    let feature = state.board.feature(segment);
    let region = state.board.region_of(segment);
    let is_fitting = match state.messages.drawn {
        Some(Message::SmallestCity) => feature == Feature::City,
        Some(Message::SmallestRoad) => feature == Feature::Road,
        Some(Message::SmallestMonastery) => feature.is_monastery(),
        // Gardens are no choice (MSG-D6).
        Some(Message::AnyFeature) => feature != Feature::Garden,
        Some(Message::ExtraTurn | Message::Shields | Message::Knights | Message::Farmers) | None => {
            return Err(Refusal::ErrandWithoutFeature);
        }
    };
    if !is_fitting {
        return Err(Refusal::ErrandElsewhere);
    }
    let own = own_figures(state);
    if !own.iter().any(|figure| state.board.region_of(figure.at) == region) {
        return Err(Refusal::NoOwnMeeple);
    }
    // Messages 1 to 3 take the one that is worth least (MSG-15).
    let is_alike = |other: Feature| other == feature || (other.is_monastery() && feature.is_monastery());
    let worth = |segment| scoring::value(state, segment).points();
    let is_smallest = state.messages.drawn == Some(Message::AnyFeature)
        || own.iter().all(|figure| !is_alike(state.board.feature(figure.at)) || worth(figure.at) >= worth(segment));
    if is_smallest { Ok(()) } else { Err(Refusal::NotSmallest) }
}

/// Two points instead of the errand (MSG-12).
fn take_two<S: EventSink>(state: &mut State, sink: &mut S) {
    let value = Value::of(Item { what: Counted::Messages, count: 1, each: 2 });
    score(state, None, value, sink);
    finish(state);
}

/// A message without a target.
fn carry_out<S: EventSink>(state: &mut State, sink: &mut S) {
    let Some(message) = state.messages.drawn else { return };
    let own = own_figures(state);
    let table = &*state;
    let on = |feature| own.iter().filter(move |figure| stands_on(table, figure, feature));
    let item = match message {
        Message::ExtraTurn => {
            state.messages.extra_turns += 1;
            finish(state);
            return;
        }
        // Every city once, however many knights stand in it (MSG-22).
        Message::Shields => {
            let mut cities: Vec<_> = on(Feature::City).map(|figure| table.board.region_of(figure.at)).collect();
            cities.sort_unstable();
            cities.dedup();
            let shields = cities.iter().map(|&city| u16::from(table.board.region(city).symbols.get(SHIELDS))).sum();
            Item { what: Counted::Shields, count: shields, each: 2 }
        }
        // A large meeple is one knight and one farmer (MSG-D8).
        Message::Knights => Item { what: Counted::Knights, count: on(Feature::City).count() as u16, each: 2 },
        Message::Farmers => Item { what: Counted::Farmers, count: on(Feature::Field).count() as u16, each: 2 },
        // They are carried out on a feature.
        Message::SmallestCity | Message::SmallestRoad | Message::SmallestMonastery | Message::AnyFeature => return,
    };
    score(state, None, Value::of(item), sink);
    finish(state);
}

/// Scores a feature as in the final scoring (MSG-16, MSG-26); whether a meeple may or must be
/// returned after it.
fn carry_out_on<S: EventSink>(state: &mut State, segment: SegmentId, sink: &mut S) -> bool {
    let player = state.turn.active;
    let region = state.board.region_at(segment);
    let majority = scoring::majority(region.strength, state.game.players());
    let value = scoring::value(state, segment);
    if state.messages.drawn != Some(Message::AnyFeature) {
        // As if the player had the majority.
        score(state, Some(state.first_spot(segment)), value, sink);
        finish(state);
        return false;
    }
    // A tie counts as having it (MSG-D9).
    let has_majority = majority >> player.0 & 1 == 1;
    if has_majority {
        // With the own pig of the classic edition, as at the end (TRADC-D9).
        let value = scoring::value_to(state, segment, player, value);
        score(state, Some(state.first_spot(segment)), value, sink);
    }
    state.messages.chosen = Some((has_majority, segment));
    true
}

fn score<S: EventSink>(state: &mut State, spot: Option<Spot>, value: Value, sink: &mut S) {
    let Some(message) = state.messages.drawn else { return };
    state.give(Award { player: state.turn.active, source: Source::Message(message), spot, value }, sink);
}

/// The meeples that may be returned by message 8: with the majority one on that feature (MSG-27),
/// without it any own one (MSG-28, MSG-D10).
fn may_return(state: &State, player: PlayerId, figure: &Figure) -> bool {
    let Some((has_majority, segment)) = state.messages.chosen else { return false };
    let is_there = || state.board.region_of(figure.at) == state.board.region_of(segment);
    figure.owner == player && figure.kind.is_meeple() && (!has_majority || is_there())
}

/// The token goes under the stack (MSG-13).
fn finish(state: &mut State) {
    if let Some(message) = state.messages.drawn.take() {
        state.messages.put_under(message);
    }
    state.messages.chosen = None;
}

/// Whether the meeple may stay: without the majority (MSG-28).
fn may_keep(state: &State) -> bool {
    state.messages.chosen.is_some_and(|(has_majority, _)| !has_majority)
}

/// The player takes a meeple back by message 8: with the majority one must (MSG-27), without it one may (MSG-28).
pub(crate) struct TakeBack;

impl Question for TakeBack {
    fn enter<S: EventSink>(_: &mut State, _: &mut S) -> Ask {
        Ask::Waits
    }

    fn decision(state: &State) -> Option<Decision> {
        let player = state.turn.active;
        state.messages.chosen.map(|_| Decision::MessageReturn { player, is_optional: may_keep(state) })
    }

    fn binding(state: &State) -> Binding {
        if may_keep(state) { Binding::May("MSG-28") } else { Binding::Must(Duty::MessageReturn) }
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let player = state.turn.active;
        state.for_each_return(|figure| may_return(state, player, figure), &mut visit);
        if may_keep(state) {
            visit(Action::Pass);
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let (Action::Return { .. } | Action::ReturnBoth { .. }) = action else {
            return if may_keep(state) { state.check_pass(action) } else { Err(state.not_asked()) };
        };
        if is_listed::<TakeBack>(state, action) { Ok(()) } else { Err(Refusal::NotReturned) }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        state.return_as(state.turn.active, action, ReturnCause::Message, sink);
        finish(state);
        Next::To(Step::Markers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, segment, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        assert_told(
            &table(&[Module::Messages]),
            &[
                ("used", |state| state.messages.restore(&[1, 2]).unwrap()),
                ("used in another order", |state| state.messages.restore(&[2, 1]).unwrap()),
                ("drawn", |state| state.messages.drawn = Some(Message::SmallestCity)),
                ("is_done", |state| state.messages.is_done = true),
                ("chosen", |state| state.messages.chosen = Some((true, segment(state, 0)))),
                ("chosen without the majority", |state| state.messages.chosen = Some((false, segment(state, 0)))),
                ("another feature chosen", |state| state.messages.chosen = Some((true, segment(state, 1)))),
                ("extra_turns", |state| state.messages.extra_turns = 1),
            ],
        );
    }
}
