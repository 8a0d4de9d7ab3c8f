//! What features are worth, and the final scoring.

use std::collections::BTreeMap;

use super::game::{SlowGame, SlowRegion, seat};
use crate::action::{MagicFigure, Spot};
use crate::event::Source;
use crate::figure::FigureKind;
use crate::module::Module;
use crate::player::PlayerId;
use crate::state::StandingFigure;
use crate::tile::{Feature, Goods};

/// Points that the last action gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowAward {
    /// Who got them.
    pub player: PlayerId,
    /// What for.
    pub source: Source,
    /// How many.
    pub points: i32,
    /// The segments of the scored region; none if it is no region.
    pub spots: Vec<Spot>,
}

/// A completed feature as it was at the start of step 3 (BASE-D5).
#[derive(Clone)]
pub(super) struct Finished {
    pub(super) region: SlowRegion,
    pub(super) points: i32,
}

/// Half, rounded up (MAGIC-15, ROB-8).
pub(super) fn half(points: i32) -> i32 {
    points / 2 + points % 2
}

impl SlowGame {
    /// The completed cities beside a field (FARM-6 to FARM-8).
    pub(super) fn cities_beside(&self, field: &SlowRegion) -> i32 {
        field.cities.iter().filter(|&&city| self.facts.regions[city].is_complete()).count() as i32
    }

    /// The points of a region as it is now.
    pub(super) fn value(&self, region: &SlowRegion) -> i32 {
        self.value_with(region, region.open_ends)
    }

    /// The points of a region of these tiles with so many open ends.
    pub(super) fn value_with(&self, region: &SlowRegion, open_ends: usize) -> i32 {
        let is_complete = open_ends == 0;
        let tiles = region.cells.len() as i32;
        let shields = region.shields as i32;
        // INNC-5, INNC-8, INNC-D3.
        if self.has(Module::InnsClassic) && region.is_rich && !is_complete {
            return 0;
        }
        let plain = match region.feature {
            // BASE-25, BASE-41, INN-4, INN-5, INN-8.
            Feature::Road if is_complete && region.is_rich => 2 * tiles,
            Feature::Road => tiles,
            // BASE-27, BASE-42, INN-6, INN-7, INN-9.
            Feature::City if is_complete && region.is_rich => 3 * (tiles + shields),
            Feature::City if is_complete => 2 * (tiles + shields),
            Feature::City => tiles + shields,
            // BASE-29, BASE-43, ABBOT-6, ABBOT-12.
            Feature::Monastery | Feature::Garden | Feature::Shrine => 1 + (8 - open_ends as i32),
            // FARM-7, RIVER2-17.
            Feature::Field => (3 + region.herds as i32) * self.cities_beside(region),
        };
        // MAGIC-13 to MAGIC-17, MAGIC-19.
        match self.magic_on(region)[..] {
            // Both only until one of them has moved away (MAGIC-9); nothing is scored meanwhile.
            [MagicFigure::Mage, ..] => plain + tiles,
            [MagicFigure::Witch] => half(plain),
            [] | [MagicFigure::Witch, ..] => plain,
        }
    }

    /// What a region gives to one who scores it: on a field with the own classic pig one more point for
    /// each city (TRADC-14, COMBO-17).
    pub(super) fn value_for(&self, region: &SlowRegion, player: PlayerId) -> i32 {
        let is_pig = |figure: &StandingFigure| {
            figure.owner == player && figure.kind == FigureKind::Pig && region.has(figure.spot)
        };
        let has_pig = self.has(Module::TradersClassic) && self.figures.iter().any(is_pig);
        self.value(region) + if has_pig { self.cities_beside(region) } else { 0 }
    }

    pub(super) fn award(&mut self, player: PlayerId, source: Source, points: i32, spots: Vec<Spot>) {
        self.points[player.index()] += points;
        self.awards.push(SlowAward { player, source, points, spots });
    }

    /// What each seat's activated robber can take at most (ROB-8, ROB-11).
    pub(super) fn best_robbery(&self, seat: usize) -> i32 {
        let loot = self.victims[seat].iter().map(|victim| half(self.sums[victim.index()]));
        loot.max().unwrap_or(0)
    }

    /// Everything that the final scoring gives now; nothing when it is over (TURN-39, TURN-40).
    pub(super) fn final_awards(&self) -> Vec<SlowAward> {
        let mut awards = Vec::new();
        if self.is_over() {
            return awards;
        }
        let everybody = || (0..self.options.players).map(seat);
        let mut give = |player, source, points, spots| awards.push(SlowAward { player, source, points, spots });
        // ROB-13; ROB-9 for those that are about to rob.
        let is_at_rest = |seat: usize| self.robbers[seat].is_some() && self.victims[seat].is_empty();
        for player in everybody().filter(|player| is_at_rest(player.index())) {
            give(player, Source::Robber, 3, Vec::new());
        }
        // BASE-40 to BASE-43, FARM-7.
        for region in &self.facts.regions {
            for player in region.majority() {
                give(player, Source::Final(region.feature), self.value_for(region, player), region.spots.clone());
            }
            // DRAGON-D16.
            for player in self.friends_of_fairy(region) {
                give(player, Source::FairyAtEnd, 3, region.spots.clone());
            }
        }
        // TRADE-6, TRADE-D1.
        let mut most: BTreeMap<Goods, u8> = BTreeMap::new();
        for (&kind, &count) in self.goods.iter().flatten() {
            let before = most.entry(kind).or_default();
            *before = count.max(*before);
        }
        for (kind, most) in most.into_iter().filter(|&(_, most)| most > 0) {
            for player in everybody().filter(|player| self.goods[player.index()].get(&kind) == Some(&most)) {
                give(player, Source::Goods(kind), 10, Vec::new());
            }
        }
        // GOLD-15.
        for player in everybody() {
            let ingots = i32::from(self.ingots[player.index()]);
            let each = match ingots {
                0 => 0,
                1..=3 => 1,
                4..=6 => 2,
                7..=9 => 3,
                _ => 4,
            };
            give(player, Source::Gold, each * ingots, Vec::new());
        }
        awards
    }
}
