//! What regions are worth and who gets it.

use crate::board::{RegionId, SegmentId};
use crate::event::{Award, Counted, Event, EventSink, Item, ReturnCause, Source, Value};
use crate::figure::Figure;
use crate::game::{HERDS, SHIELDS};
use crate::module::Module;
use crate::modules::{
    count, cult, dragon, gingerbread, gold, inns, inns_classic, magic, robbers, traders, traders_classic,
};
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
/// are worth 3 for each completed city beside them (FARM-7). Inns and cathedrals count while the
/// feature is complete; then come mage and witch (TURN-21).
#[inline]
pub(crate) fn value(state: &State, segment: SegmentId) -> Value {
    let open = state.board.region_at(segment).open;
    value_with_open(state, segment, open)
}

/// The value of a region if it had this many open ends.
#[inline]
pub(crate) fn value_with_open(state: &State, segment: SegmentId, open: u16) -> Value {
    let board = &state.board;
    let id = board.region_of(segment);
    let region = board.region(id);
    let tiles = |count, each| Item { what: Counted::Tiles, count, each };
    let value = match board.feature(segment) {
        Feature::City => {
            let each = if open == 0 { inns::points_per_completed_city_tile(region) } else { 1 };
            let shields = u16::from(region.symbols.get(SHIELDS));
            Value::of(tiles(region.tiles(), each)).plus(Item { what: Counted::Shields, count: shields, each })
        }
        Feature::Road => Value::of(tiles(region.tiles(), inns::points_per_road_tile(region, open == 0))),
        Feature::Monastery | Feature::Garden | Feature::Shrine => return Value::of(tiles(9 - open, 1)),
        Feature::Field => {
            let herds = u16::from(region.symbols.get(HERDS));
            let count = completed_cities(state, segment, true);
            let value = Value::of(Item { what: Counted::Cities, count, each: 3 });
            return value.plus(Item { what: Counted::HerdCities, count: count * u16::from(herds > 0), each: herds });
        }
    };
    if open > 0 && inns_classic::is_worthless(&state.game, region) {
        return Value::of(tiles(region.tiles(), 0));
    }
    if state.game.has(Module::Magic) { magic::enchanted(state, id, value) } else { value }
}

/// Completed cities beside a field during the game; Carcassonne counts only at the end (COUNT-D16).
pub(crate) fn cities_beside(state: &State, field: SegmentId) -> u16 {
    completed_cities(state, field, false)
}

/// What a region is worth to one of its owners: a pig of the classic edition adds a point for each
/// city beside the field (TRADC-14).
pub(crate) fn value_to(state: &State, segment: SegmentId, player: PlayerId, value: Value) -> Value {
    let is_field = state.board.feature(segment) == Feature::Field;
    if is_field && traders_classic::has_pig(state, player, state.board.region_of(segment)) {
        value.plus(Item { what: Counted::PigCities, count: value.items()[0].count, each: 1 })
    } else {
        value
    }
}

/// No game has more segments: fewer than 400 tiles with eight at most.
const MOST_SEGMENTS: usize = 3_200;

/// Completed cities beside a field, each counted once (FARM-6, FARM-8).
fn completed_cities(state: &State, field: SegmentId, with_carcassonne: bool) -> u16 {
    let (game, board) = (&state.game, &state.board);
    let mut counted = [0u64; MOST_SEGMENTS / 64];
    let mut count = 0;
    for segment in board.ring(field) {
        for city in board.cities_beside(game, segment) {
            let region = board.region_of(city);
            if board.region(region).is_complete() && (with_carcassonne || !board.is_carcassonne(game, city)) {
                let word = &mut counted[region.index() / 64];
                let bit = 1 << (region.index() % 64);
                count += u16::from(*word & bit == 0);
                *word |= bit;
            }
        }
    }
    count
}

/// The features of the final scoring in their order (TURN-40): fields come last, after goods and
/// ingots (FARM-9).
const FINAL_ORDER: [Feature; 5] = [Feature::Road, Feature::City, Feature::Monastery, Feature::Garden, Feature::Shrine];

impl State {
    /// What the final scoring would give if the game ended now: what comes before it (TURN-39), then
    /// every feature with figures and everybody's tokens, in the printed order (BASE-40 to BASE-44,
    /// TURN-40).
    pub fn final_awards(&self, mut give: impl FnMut(Award)) {
        robbers::final_awards(self, &mut give);
        for feature in FINAL_ORDER {
            self.final_awards_of(|other| other == feature, &mut give);
        }
        traders::final_awards(self, &mut give);
        gold::final_awards(self, &mut give);
        self.final_awards_of(|feature| feature == Feature::Field, &mut give);
    }

    #[inline]
    fn final_awards_of(&self, is_meant: impl Fn(Feature) -> bool, give: &mut impl FnMut(Award)) {
        let figures = self.figures.standing();
        for (index, figure) in figures.iter().enumerate() {
            let region = self.board.region_of(figure.at);
            let feature = self.board.feature(figure.at);
            // The first figure of a region stands for all of them.
            let is_first = || figures[..index].iter().all(|earlier| self.board.region_of(earlier.at) != region);
            if is_meant(feature) && is_first() {
                let value = value(self, figure.at);
                let spot = Some(self.spot(figure.at));
                for player in players_in(majority(self.board.region(region).strength, self.game.players())) {
                    let value = value_to(self, figure.at, player, value);
                    give(Award { player, source: Source::Final(feature), spot, value });
                }
                for player in players_in(dragon::favourites(self, region)) {
                    give(dragon::favour(player, Source::FairyAtEnd, spot));
                }
            }
        }
    }

    /// Each player's points if the game ended now: activated robbers rob, and everything left is scored.
    pub fn projected_points(&self) -> ByPlayer<i32> {
        let mut points = self.points;
        if !self.is_over() {
            // The order does not matter to the sum: all features in one pass.
            let mut give = |award: Award| points[award.player] += award.points();
            robbers::due_awards(self, &mut give);
            robbers::final_awards(self, &mut give);
            self.final_awards_of(|_| true, &mut give);
            traders::final_awards(self, &mut give);
            gold::final_awards(self, &mut give);
        }
        points
    }

    /// Each player's points in the turn to which an action belonged, from the events of that action: without what the next
    /// turn began with (DRAGON-46) and without the final scoring, which come in the same action.
    pub fn points_of_turn(&self, events: &[Event]) -> ByPlayer<i32> {
        let mut points = self.points;
        for event in events.iter().skip_while(|event| !event.ends_turn()) {
            if let Event::Scored(award) = event {
                points[award.player] -= award.points();
            }
        }
        points
    }

    /// Scores a completed region for its majority and gives its figures back (BASE-32 to BASE-36),
    /// with everything that happens to a completed feature (TURN-21 to TURN-24).
    pub(crate) fn score_completed<S: EventSink>(&mut self, segment: SegmentId, sink: &mut S) {
        let region = self.board.region_of(segment);
        let strength = self.board.region(region).strength;
        let is_plain = self.game.is_plain();
        if is_plain && strength.is_zero() {
            return;
        }
        let majority = majority(strength, self.game.players());
        // Who loses a challenge is decided before anybody leaves.
        let loser = if is_plain { None } else { cult::challenger(self, segment) };
        if !is_plain {
            gingerbread::score_completed(self, region, sink);
        }
        if majority != 0 {
            let value = value(self, segment);
            let source = Source::Completed(self.board.feature(segment));
            let spot = Some(self.spot(segment));
            for player in players_in(majority) {
                let award = Award { player, source, spot, value };
                if is_plain { self.give(award, sink) } else { self.give_for_feature(award, sink) }
            }
        }
        if !is_plain {
            // The fairy favours also those without the majority (DRAGON-49).
            for player in players_in(dragon::favourites(self, region)) {
                let favour = dragon::favour(player, Source::Fairy, Some(self.spot(segment)));
                self.give_for_feature(favour, sink);
            }
            gold::distribute(self, segment, majority, sink);
            if self.board.feature(segment) == Feature::City {
                let city = *self.board.region(region);
                traders::take_goods(self, &city, sink);
                traders::note_completed_city(self, &city);
            }
            magic::leave(self, region, sink);
        }
        self.take_back_all(region, ReturnCause::Scored, sink);
        if let Some(loser) = loser {
            cult::lose(self, loser, sink);
        }
    }

    /// Gives all figures of a region back.
    pub(crate) fn take_back_all<S: EventSink>(&mut self, region: RegionId, why: ReturnCause, sink: &mut S) {
        let mut index = 0;
        while let Some(figure) = self.figures.standing().get(index) {
            if self.board.region_of(figure.at) == region {
                // A companion stands on the same region: it comes later in the list or is gone.
                self.take_back(index, why, sink);
            } else {
                index += 1;
            }
        }
    }

    /// Gives points for a feature completed in this turn (COUNT-9, COUNT-D2).
    pub(crate) fn give_for_feature<S: EventSink>(&mut self, award: Award, sink: &mut S) {
        count::note_points(self, award.player, award.points());
        self.give(award, sink);
    }

    /// Gives points. With messages or robbers a marker shows them at the end of the turn (TURN-26).
    pub(crate) fn give<S: EventSink>(&mut self, award: Award, sink: &mut S) {
        self.points[award.player] += award.points();
        if self.game.marks_sums() {
            self.track.unmarked[award.player] += award.points();
        }
        sink.event(Event::Scored(award));
    }

    /// Moves a standing figure back to its owner's supply, and its companion with it (TRADE-10,
    /// TRADE-26).
    pub(crate) fn take_back<S: EventSink>(&mut self, index: usize, why: ReturnCause, sink: &mut S) {
        let figure = self.figures.take_back(index);
        self.board.remove_strength(figure.at, figure.owner.index(), figure.kind.strength());
        let spot = self.spot(figure.at);
        sink.event(Event::Returned { player: figure.owner, figure: figure.kind, spot, why });
        if figure.is_bound
            && let Some(companion) = self.companion_at(figure.owner, figure.at)
        {
            let Figure { owner: player, kind: figure, .. } = self.figures.take_back(companion);
            sink.event(Event::Returned { player, figure, spot, why: why.of_companion() });
        }
        if figure.kind.is_meeple() && !self.game.is_plain() {
            traders_classic::follow(self, figure.owner, self.board.region_of(figure.at), sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Options};
    use crate::geometry::Pos;
    use crate::module::Base;

    /// COMBO-D5: what famine counts leaves Carcassonne out; the value of a field at the end has it. The two boards never
    /// lie together (COMBO-D1), so a game shows only the second half.
    #[test]
    fn famine_passes_carcassonne() {
        let state = State::new(Game::new(Options::new(Base::Classic, 2).with(Module::Count)).unwrap());
        let square = state.board.tile_at(Pos::new(1, 0)).unwrap();
        let is_field = |segment: &SegmentId| state.board.feature(*segment) == Feature::Field;
        let field = state.board.segments_of(square).find(is_field).unwrap();
        assert_eq!((cities_beside(&state, field), value(&state, field).points()), (0, 3));
    }
}
