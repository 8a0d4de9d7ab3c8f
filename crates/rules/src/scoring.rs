//! What regions are worth and who gets it.

use crate::board::{Board, RegionId, SegmentId};
use crate::event::{Award, Counted, Event, EventSink, Item, Source, Value};
use crate::game::{Game, SHIELDS};
use crate::player::{ByPlayer, Lanes, PlayerId};
use crate::state::State;
use crate::tile::Feature;

/// The players whose strength is the highest and above 0 (BASE-32, BASE-34), one bit for each.
#[inline]
pub(crate) fn majority(strength: Lanes, players: usize) -> u8 {
    let most = (0..players).map(|player| strength.get(player)).max().unwrap_or(0);
    if most == 0 {
        return 0;
    }
    (0..players).filter(|&player| strength.get(player) == most).map(|player| 1 << player).sum()
}

/// The seats whose bit is set.
#[inline]
pub(crate) fn players_in(mask: u8) -> impl Iterator<Item = PlayerId> {
    (0..8).filter(move |player| mask >> player & 1 == 1).map(PlayerId)
}

/// The value of the region that a segment belongs to, as it is now.
///
/// A complete city counts double (BASE-27), an incomplete one single (BASE-42); the other features
/// have the same value either way (BASE-25, BASE-41; BASE-29, BASE-43; ABBOT-6, ABBOT-12). Fields
/// are worth 3 for each completed city beside them (FARM-7).
#[inline]
pub(crate) fn value(game: &Game, board: &Board, segment: SegmentId) -> Value {
    let open = board.region(board.region_of(segment)).open;
    value_with_open(game, board, segment, open)
}

/// The value of a region if it had this many open ends.
#[inline]
pub(crate) fn value_with_open(game: &Game, board: &Board, segment: SegmentId, open: u16) -> Value {
    let region = board.region(board.region_of(segment));
    let tiles = |count, each| Item { what: Counted::Tiles, count, each };
    match board.feature(segment) {
        Feature::City => {
            let each = if open == 0 { 2 } else { 1 };
            let shields = u16::from(region.symbols.get(SHIELDS));
            Value::of(tiles(region.tiles(), each)).plus(Item { what: Counted::Shields, count: shields, each })
        }
        Feature::Road => Value::of(tiles(region.tiles(), 1)),
        Feature::Monastery | Feature::Garden | Feature::Shrine => Value::of(tiles(9 - open, 1)),
        Feature::Field => {
            Value::of(Item { what: Counted::Cities, count: completed_cities(game, board, segment), each: 3 })
        }
    }
}

/// Completed cities beside a field, each counted once (FARM-6, FARM-8).
fn completed_cities(game: &Game, board: &Board, field: SegmentId) -> u16 {
    let mut cities: Vec<RegionId> = Vec::new();
    for segment in board.ring(field) {
        for city in board.cities_beside(game, segment) {
            let region = board.region_of(city);
            if board.region(region).open == 0 {
                cities.push(region);
            }
        }
    }
    cities.sort_unstable();
    cities.dedup();
    cities.len() as u16
}

/// The order of the final scoring (TURN-40): fields last (FARM-9).
const FINAL_ORDER: [Feature; 6] =
    [Feature::Road, Feature::City, Feature::Monastery, Feature::Garden, Feature::Shrine, Feature::Field];

impl State {
    /// What the final scoring would give if the game ended now: every feature with figures, in the
    /// printed order (BASE-40 to BASE-44).
    pub fn final_awards(&self, mut give: impl FnMut(Award)) {
        let figures = self.figures.standing();
        for feature in FINAL_ORDER {
            for (index, figure) in figures.iter().enumerate() {
                let region = self.board.region_of(figure.at);
                // The first figure of a region stands for all of them.
                let is_first = || figures[..index].iter().all(|earlier| self.board.region_of(earlier.at) != region);
                if self.board.feature(figure.at) == feature && is_first() {
                    let value = value(&self.game, &self.board, figure.at);
                    let spot = self.spot(figure.at);
                    for player in players_in(majority(self.board.region(region).strength, self.game.players())) {
                        give(Award { player, source: Source::Final(feature), spot, value });
                    }
                }
            }
        }
    }

    /// Each player's points if the game ended now.
    pub fn projected_points(&self) -> ByPlayer<i32> {
        let mut points = self.points;
        if !self.is_over() {
            self.final_awards(|award| points[award.player] += award.points());
        }
        points
    }

    /// Scores a completed region for its majority and gives its figures back (BASE-32 to BASE-36).
    pub(crate) fn score_completed<S: EventSink>(&mut self, segment: SegmentId, sink: &mut S) {
        let region = self.board.region_of(segment);
        let strength = self.board.region(region).strength;
        if strength.is_zero() {
            return;
        }
        let value = value(&self.game, &self.board, segment);
        let source = Source::Completed(self.board.feature(segment));
        let spot = self.spot(segment);
        for player in players_in(majority(strength, self.game.players())) {
            self.give(Award { player, source, spot, value }, sink);
        }
        let mut index = 0;
        while let Some(figure) = self.figures.standing().get(index) {
            if self.board.region_of(figure.at) == region {
                self.take_back(index, sink);
            } else {
                index += 1;
            }
        }
    }

    /// Gives points.
    pub(crate) fn give<S: EventSink>(&mut self, award: Award, sink: &mut S) {
        self.points[award.player] += award.points();
        sink.event(Event::Scored(award));
    }

    /// Moves a standing figure back to its owner's supply.
    pub(crate) fn take_back<S: EventSink>(&mut self, index: usize, sink: &mut S) {
        let figure = self.figures.take_back(index);
        self.board.remove_strength(figure.at, figure.owner.index(), figure.kind.strength());
        sink.event(Event::Returned { player: figure.owner, figure: figure.kind, spot: self.spot(figure.at) });
    }
}
