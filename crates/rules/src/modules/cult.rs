//! The cult (CULT): shrines, which follow the rules of monasteries (CULT-15), and their challenges.
//!
//! A challenge is not stored. It begins whenever a monk or heretic is put opposite another player's
//! (CULT-7) and ends when one side is empty (CULT-D6), so it is there exactly while both sides hold
//! meeples of different owners.

use crate::action::Spot;
use crate::board::SegmentId;
use crate::event::{Event, EventSink, ReturnCause};
use crate::game::{Game, TileKindId};
use crate::geometry::Pos;
use crate::module::Module;
use crate::player::Lanes;
use crate::refusal::Refusal;
use crate::state::State;
use crate::tile::Feature;

/// The feature that opposes this one: shrine and monastery, but no garden (CULT-D12).
const fn rival(feature: Feature) -> Option<Feature> {
    match feature {
        Feature::Shrine => Some(Feature::Monastery),
        Feature::Monastery => Some(Feature::Shrine),
        Feature::City | Feature::Road | Feature::Field | Feature::Garden => None,
    }
}

/// The monastery or shrine that a kind of tile has.
fn holy_feature(game: &Game, kind: TileKindId) -> Option<Feature> {
    let mut features = game.kind(kind).tile.segments.iter().map(|segment| segment.feature);
    features.find(|&feature| rival(feature).is_some())
}

/// Whether the placement of such a tile must be looked at.
pub(crate) fn is_restricted(game: &Game, kind: TileKindId) -> bool {
    game.has(Module::Cult) && game.kind(kind).is_monastic && holy_feature(game, kind).is_some()
}

/// The segments of a feature on the tiles around a cell.
fn around(state: &State, pos: Pos, feature: Feature) -> impl Iterator<Item = SegmentId> {
    let tiles = state.board.monastic_around(pos);
    let segments = tiles.flat_map(|tile| state.board.segments_of(tile));
    segments.filter(move |&segment| state.board.feature(segment) == feature)
}

/// A shrine has at most one monastery around it and a monastery at most one shrine, now and for all
/// that lie around the new tile (CULT-4, CULT-5, CULT-D1).
pub(crate) fn check_placement(state: &State, kind: TileKindId, pos: Pos) -> Result<(), Refusal> {
    let Some(feature) = holy_feature(&state.game, kind) else { return Ok(()) };
    let Some(rival) = rival(feature) else { return Ok(()) };
    let mut rivals = around(state, pos, rival);
    let Some(opposite) = rivals.next() else { return Ok(()) };
    let is_second = || around(state, state.spot(opposite).pos, feature).next().is_some();
    if rivals.next().is_some() || is_second() { Err(Refusal::TooManyShrines) } else { Ok(()) }
}

/// The unfinished feature that challenges a completed one (CULT-8): both hold meeples, and not of
/// one player alone (CULT-D3).
pub(crate) fn challenger(state: &State, completed: SegmentId) -> Option<SegmentId> {
    let rival = rival(state.board.feature(completed)).filter(|_| state.game.has(Module::Cult))?;
    let strength = |segment: SegmentId| state.board.region_at(segment).strength;
    let mine = strength(completed);
    around(state, state.spot(completed).pos, rival).find(|&opposite| {
        let theirs = strength(opposite);
        let is_open = !state.board.region_at(opposite).is_complete();
        is_open && !mine.is_zero() && !theirs.is_zero() && !is_one_owner(mine, theirs)
    })
}

impl State {
    /// The shrine or monastery with which this one is in a challenge now.
    pub fn challenge(&self, spot: Spot) -> Option<Spot> {
        if !self.game.has(Module::Cult) {
            return None;
        }
        let segment = self.segment_at(spot)?;
        let is_open = !self.board.region_at(segment).is_complete();
        challenger(self, segment).filter(|_| is_open).map(|opposite| self.spot(opposite))
    }
}

/// Whether all meeples of two features belong to one player.
fn is_one_owner(mine: Lanes, theirs: Lanes) -> bool {
    let all = mine.plus(theirs);
    (0..crate::player::MAX_PLAYERS).filter(|&player| all.get(player) > 0).count() == 1
}

/// The loser's meeples return without points (CULT-9).
pub(crate) fn lose<S: EventSink>(state: &mut State, loser: SegmentId, sink: &mut S) {
    let region = state.board.region_of(loser);
    sink.event(Event::ChallengeLost { spot: state.spot(loser) });
    state.take_back_all(region, ReturnCause::Challenge, sink);
}
