//! Traders and builders of 2025 (TRADE): goods, the builder and the pig. Builder and pig come with a
//! meeple and are bound to it.

use crate::action::Action;
use crate::board::{Region, SegmentId};
use crate::decision::Decision;
use crate::event::{Award, Counted, Deployment, Event, EventSink, Item, ReturnCause, Source, Value};
use crate::figure::FigureKind;
use crate::game::{FIRST_GOODS, GOODS, SHIELDS};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::{ByPlayer, PlayerId};
use crate::refusal::Refusal;
use crate::round::Round;
use crate::scoring;
use crate::stage::{Ask, Binding, Effect, Next, Question, check_listed, is_listed};
use crate::state::State;
use crate::tile::Goods;

/// The tokens of the general supply, in the order of [`GOODS`] (TRADE-2).
pub(crate) const TOKENS: [u8; GOODS.len()] = [9, 6, 5];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Traders {
    /// Each player's tokens, in the order of [`GOODS`].
    tokens: ByPlayer<[u8; GOODS.len()]>,
    /// The active player's builder lies beside the stacks.
    pub(crate) is_builder_aside: bool,
    /// A city with a coat of arms was completed in this turn (TRADE-27).
    is_shield_city_complete: bool,
    /// Owners whose pigs are still to be scored.
    pigs: Round,
    /// The farmer of the pig just scored, while its owner decides (TRADE-33).
    farmer: Option<(FigureKind, SegmentId)>,
}

impl Traders {
    /// The tokens of a player.
    pub(crate) fn tokens(&self, player: PlayerId) -> [u8; GOODS.len()] {
        self.tokens[player]
    }

    /// What a player has, in a position that was written down.
    pub(crate) fn restore(&mut self, player: PlayerId, tokens: [u8; GOODS.len()]) {
        self.tokens[player] = tokens;
    }
}

impl Tell for Traders {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Traders { tokens, is_builder_aside, is_shield_city_complete, pigs, farmer } = self;
        for player in state.game.seats() {
            let fact = Fact::about(About::Goods).player(player);
            tell(tokens[player].iter().fold(fact, |fact, &count| fact.number(count)));
        }
        tell(Fact::about(About::Builder).number(*is_builder_aside));
        tell(Fact::about(About::Pigs).round(*pigs).number(*is_shield_city_complete));
        if let Some((kind, at)) = *farmer {
            tell(Fact::about(About::Farmer).spot(state.spot(at)).number(kind as u8));
        }
    }
}

// Goods

/// The active player takes a token for every symbol of a completed city (TRADE-4, TRADE-5).
pub(crate) fn take_goods<S: EventSink>(state: &mut State, city: &Region, sink: &mut S) {
    let player = state.turn.active;
    for (index, goods) in state.game.goods().into_iter().enumerate() {
        let count = city.symbols.get(FIRST_GOODS + index);
        if count > 0 {
            state.traders.tokens[player][index] += count;
            sink.event(Event::GoodsTaken { player, goods, count });
        }
    }
}

/// At the end 10 points for the most tokens of each kind, also for those who are tied (TRADE-6,
/// TRADE-D1).
pub(crate) fn final_awards(state: &State, give: &mut impl FnMut(Award)) {
    for (index, goods) in state.game.goods().into_iter().enumerate() {
        let held = |player: PlayerId| state.traders.tokens[player][index];
        let most = state.game.seats().map(held).max().unwrap_or(0);
        if most > 0 {
            for player in state.game.seats().filter(|&player| held(player) == most) {
                let value = Value::of(Item { what: Counted::GoodsMajority, count: 1, each: 10 });
                give(Award { player, source: Source::Goods(goods), spot: None, value });
            }
        }
    }
}

impl State {
    /// The goods tokens of a player (TRADE-5).
    pub fn goods(&self, player: PlayerId) -> impl Iterator<Item = (Goods, u8)> {
        self.game.goods().into_iter().zip(self.traders.tokens[player])
    }

    /// The player whose builder lies beside the stacks: the active one, for another turn (TRADE-13).
    pub fn builder_aside(&self) -> Option<PlayerId> {
        self.traders.is_builder_aside.then_some(self.turn.active)
    }
}

// The builder

/// A tile that extends the feature of the active player's builder sends the builder beside the
/// stacks, whether or not the feature is completed (TRADE-11, TRADE-12); the meeple stays (TRADE-14).
pub(crate) fn trigger_builder<S: EventSink>(state: &mut State, sink: &mut S) {
    let player = state.turn.active;
    let Some(index) = state.figures.find(player, FigureKind::Builder) else { return };
    let at = state.figures.standing()[index].at;
    let region = state.board.region_of(at);
    let mut laid = state.board.segments_of(state.board.last_tile());
    if laid.any(|segment| state.board.region_of(segment) == region) {
        state.figures.take_aside(index);
        if let Some(meeple) = state.figures.find_bound(player, at) {
            state.figures.unbind(meeple);
        }
        state.traders.is_builder_aside = true;
        sink.event(Event::BuilderAside { player, spot: state.spot(at) });
    }
}

/// At the end of the turn the builder goes back to the supply; whether that gives another turn
/// (TRADE-15).
pub(crate) fn bring_builder_back(state: &mut State) -> bool {
    let was_aside = std::mem::take(&mut state.traders.is_builder_aside);
    if was_aside {
        state.figures.issue(state.turn.active, FigureKind::Builder, 1);
    }
    was_aside
}

/// The companion that may be placed beside the meeple just placed, which is the last of the
/// standing figures (TRADE-7, TRADE-23).
fn companion(state: &State) -> Option<(FigureKind, SegmentId)> {
    let meeple = state.figures.standing().last()?;
    let kind = FigureKind::companion_on(state.board.feature(meeple.at))?;
    let module = if kind == FigureKind::Pig { Module::Pig } else { Module::Builder };
    let is_offered = state.game.has(module)
        && meeple.kind.is_meeple()
        && meeple.owner == state.turn.active
        && state.figures.in_supply(meeple.owner, kind) > 0;
    is_offered.then_some((kind, meeple.at))
}

/// The player may place builder or pig beside the meeple just placed (TURN-15, TRADE-8, TRADE-24).
pub(crate) struct Accompany;

impl Question for Accompany {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::when(companion(state).is_some())
    }

    fn decision(state: &State) -> Option<Decision> {
        let (figure, segment) = companion(state)?;
        Some(Decision::Accompany { player: state.turn.active, figure, spot: state.spot(segment) })
    }

    fn binding(state: &State) -> Binding {
        let is_pig = companion(state).is_some_and(|(figure, _)| figure == FigureKind::Pig);
        Binding::May(if is_pig { "TRADE-23" } else { "TRADE-7" })
    }

    fn list(_: &State, mut visit: impl FnMut(Action)) {
        visit(Action::Accompany);
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        check_listed::<Accompany>(state, action)
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if action == Action::Accompany
            && let Some((figure, at)) = companion(state)
        {
            state.figures.accompany(figure);
            let how = Deployment::Companion;
            sink.event(Event::Deployed { player: state.turn.active, figure, spot: state.spot(at), how });
        }
        Next::On
    }
}

// The pig

/// A completed city with a coat of arms, occupied or not, lets all pigs score (TRADE-27, TRADE-D2).
pub(crate) fn note_completed_city(state: &mut State, city: &Region) {
    if state.game.has(Module::Pig) && city.symbols.get(SHIELDS) > 0 {
        state.traders.is_shield_city_complete = true;
    }
}

/// Begins the round of the pigs, once for all cities of the turn (TRADE-D5).
pub(crate) struct BeginPigs;

impl Effect for BeginPigs {
    fn happen<S: EventSink>(state: &mut State, _: &mut S) -> Next {
        let is_due = std::mem::take(&mut state.traders.is_shield_city_complete);
        let pigs = state.figures.standing().iter().filter(|figure| is_due && figure.kind == FigureKind::Pig);
        let owners = pigs.map(|pig| 1 << pig.owner.0).sum();
        state.traders.pigs = Round::of(state.turn.active, owners);
        Next::On
    }
}

/// Scores pigs until an owner must decide about a farmer (TRADE-29 to TRADE-33).
fn score_pigs<S: EventSink>(state: &mut State, sink: &mut S) {
    if state.traders.farmer.is_some() {
        return;
    }
    let Some(player) = state.traders.pigs.current() else { return };
    let Some(index) = state.figures.find(player, FigureKind::Pig) else { return };
    let at = state.figures.standing()[index].at;
    let item = Item { what: Counted::Cities, count: scoring::cities_beside(state, at), each: 3 };
    let value = Value::of(item);
    // The majority does not matter (TRADE-29), and every owner scores in full (TRADE-D21).
    let award = Award { player, source: Source::Pig, spot: Some(state.spot(at)), value };
    state.give(award, sink);
    state.take_back(index, ReturnCause::Scored, sink);
    // The pig was bound to a farmer all the time (TRADE-26).
    if let Some(farmer) = state.figures.find_bound(player, at) {
        state.figures.unbind(farmer);
        state.traders.farmer = Some((state.figures.standing()[farmer].kind, at));
    }
}

/// The farmer to be kept or taken back: whose, which, and where it stands.
fn farmer_to_keep(state: &State) -> Option<(PlayerId, FigureKind, SegmentId)> {
    let (kind, at) = state.traders.farmer?;
    Some((state.traders.pigs.current()?, kind, at))
}

/// Pigs are scored, and their owners decide about the farmers (TURN-25, TRADE-33); a farmer that is not returned stays
/// (TRADE-34).
pub(crate) struct Pigs;

impl Question for Pigs {
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask {
        score_pigs(state, sink);
        Ask::when(farmer_to_keep(state).is_some())
    }

    fn decision(state: &State) -> Option<Decision> {
        let (player, _, segment) = farmer_to_keep(state)?;
        Some(Decision::KeepFarmer { player, spot: state.spot(segment) })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("TRADE-33")
    }

    fn list(state: &State, mut visit: impl FnMut(Action)) {
        if let Some((_, figure, at)) = farmer_to_keep(state) {
            visit(Action::Return { figure, spot: state.spot(at) });
            visit(Action::Pass);
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let (Action::Return { .. } | Action::ReturnBoth { .. }) = action else { return state.check_pass(action) };
        if is_listed::<Pigs>(state, action) { Ok(()) } else { Err(Refusal::NotThePigsFarmer) }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Some((owner, ..)) = farmer_to_keep(state) {
            state.return_as(owner, action, ReturnCause::AfterPig, sink);
            state.traders.pigs.finish(owner);
            state.traders.farmer = None;
        }
        Next::Again
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
            &table(&[Module::Traders]),
            &[
                ("tokens", |state| state.traders.tokens[PlayerId(0)] = [0, 1, 0]),
                ("tokens of another kind", |state| state.traders.tokens[PlayerId(0)] = [0, 0, 1]),
                ("tokens of another player", |state| state.traders.tokens[PlayerId(1)] = [0, 1, 0]),
                ("is_builder_aside", |state| state.traders.is_builder_aside = true),
                ("is_shield_city_complete", |state| state.traders.is_shield_city_complete = true),
                ("pigs", |state| state.traders.pigs = Round::of(PlayerId(0), 0b11)),
                ("pigs from another player on", |state| state.traders.pigs = Round::of(PlayerId(1), 0b11)),
                ("farmer", |state| state.traders.farmer = Some((FigureKind::Meeple, segment(state, 0)))),
                ("a large farmer", |state| state.traders.farmer = Some((FigureKind::Large, segment(state, 0)))),
                ("farmer elsewhere", |state| state.traders.farmer = Some((FigureKind::Meeple, segment(state, 1)))),
            ],
        );
    }
}
