//! What is completed, in which order it is scored, and what follows (TURN-18 to TURN-25).

use std::collections::BTreeSet;

use super::game::{SlowGame, SlowRegion};
use super::points::Finished;
use super::turn::Task;
use crate::action::Spot;
use crate::event::Source;
use crate::figure::FigureKind;
use crate::module::Module;
use crate::player::PlayerId;
use crate::state::StandingFigure;
use crate::tile::Feature;

impl SlowGame {
    /// The start of step 3: the abbot's points, the completed features, and whether pigs are scored.
    pub(super) fn find_completed(&mut self) {
        // ABBOT-9, ABBOT-D2.
        if let Some(region) = self.recalled.take().and_then(|spot| self.region_at(spot)).cloned() {
            let points = self.value(&region);
            self.score_in_turn(self.active_player(), Source::Recalled(region.feature), points, region.spots);
        }
        let is_city_just_laid =
            |region: &SlowRegion| region.feature == Feature::City && region.cells.contains(&self.laid_at);
        // Also a builder that a ferry has parted from its meeple (TRADC-7, TRADC-D4).
        let holds_figure = |region: &SlowRegion| self.figures.iter().any(|figure| region.has(figure.spot));
        let completed = self.facts.regions.iter().filter(|region| region.is_complete());
        let completed: Vec<Finished> = completed
            .filter(|&region| holds_figure(region) || !self.magic_on(region).is_empty() || is_city_just_laid(region))
            .map(|region| Finished { region: region.clone(), points: self.value(region) })
            .collect();
        let mut tasks = vec![Task::ScoreFeatures, Task::Relocate];
        // TRADE-27, TRADE-30, TRADE-D2, TRADE-D5.
        let is_shielded = |Finished { region, .. }: &Finished| region.feature == Feature::City && region.shields > 0;
        if self.has(Module::Pig) && completed.iter().any(is_shielded) {
            let has_pig = |player: &PlayerId| {
                self.figures.iter().any(|figure| figure.owner == *player && figure.kind == FigureKind::Pig)
            };
            let owners = self.round().into_iter().filter(has_pig);
            tasks.extend(owners.flat_map(|owner| [Task::Pig(owner), Task::KeepFarmer]));
        }
        self.finished = completed;
        self.first(tasks);
    }

    /// The features whose order matters, by their first segments (GOLD-13, GOLD-D14).
    pub(super) fn contested(&self) -> Vec<Spot> {
        let mut spots = BTreeSet::new();
        for (index, one) in self.finished.iter().enumerate() {
            for other in &self.finished[index + 1..] {
                let (one, other) = (&one.region, &other.region);
                let share = one.area().intersection(&other.area()).any(|cell| self.ingots_on_tiles.contains_key(cell));
                let winners = [one.majority(), other.majority()];
                let is_one_winner = winners[0] == winners[1] && winners[0].len() == 1;
                if share && one.is_occupied() && other.is_occupied() && !is_one_winner {
                    spots.extend([one.spots[0], other.spots[0]]);
                }
            }
        }
        spots.into_iter().collect()
    }

    /// TURN-21 to TURN-24 for one feature.
    pub(super) fn score(&mut self, Finished { region, points }: &Finished) {
        // GINGER-11.
        if self.gingerbread.is_some_and(|spot| region.has(spot)) {
            self.score_gingerbread();
        }
        let winners = region.majority();
        for &player in &winners {
            self.score_completed(player, Source::Completed(region.feature), *points, region);
        }
        for player in self.friends_of_fairy(region) {
            self.score_completed(player, Source::Fairy, 3, region);
        }
        // GOLD-7, GOLD-11, GOLD-12, GOLD-D1: one by one, clockwise from the active player.
        if !winners.is_empty() {
            let taken: u8 = region.area().iter().filter_map(|cell| self.ingots_on_tiles.remove(cell)).sum();
            let takers: Vec<PlayerId> = self.round().into_iter().filter(|player| winners.contains(player)).collect();
            for ingot in 0..usize::from(taken) {
                self.ingots[takers[ingot % takers.len()].index()] += 1;
            }
        }
        // TRADE-4, TRADE-5.
        for &goods in &region.goods {
            *self.goods[self.active].entry(goods).or_default() += 1;
        }
        // CULT-9.
        if let Some(loser) = self.loser_to(region).map(|loser| loser.spots.clone()) {
            self.figures.retain(|figure| !loser.contains(&figure.spot));
        }
        // BASE-35, TRADE-19, MAGIC-18, MAGIC-D4.
        self.figures.retain(|figure| !region.has(figure.spot));
        self.magic.retain(|_, spot| !region.has(*spot));
        self.look_at_figures();
    }

    /// Points that count for the sending of a meeple to Carcassonne (ORDER-24).
    pub(super) fn score_completed(&mut self, player: PlayerId, source: Source, points: i32, region: &SlowRegion) {
        self.carcassonne.won[player.index()] += points;
        self.score_in_turn(player, source, points, region.spots.clone());
    }

    /// Adds points to the sum of a player (TURN-26, ORDER-21).
    pub(super) fn score_in_turn(&mut self, player: PlayerId, source: Source, points: i32, spots: Vec<Spot>) {
        self.sums[player.index()] += points;
        self.award(player, source, points, spots);
    }

    /// TRADE-29, TRADE-32.
    pub(super) fn score_pig(&mut self, owner: PlayerId) {
        let is_pig = |figure: &StandingFigure| figure.owner == owner && figure.kind == FigureKind::Pig;
        let Some(pig) = self.figures.iter().copied().find(is_pig) else { return };
        if let Some(field) = self.region_at(pig.spot).cloned() {
            // COUNT-D16: Carcassonne is a city only at the end.
            let cities = self.cities_beside(&field) - i32::from(self.touches_carcassonne(&field));
            self.score_in_turn(owner, Source::Pig, 3 * cities, field.spots);
        }
        self.go_home(pig);
        let bound =
            self.figures.iter_mut().find(|figure| figure.owner == owner && figure.spot == pig.spot && figure.is_bound);
        self.farmer = bound.map(|farmer| {
            farmer.is_bound = false;
            *farmer
        });
    }
}
