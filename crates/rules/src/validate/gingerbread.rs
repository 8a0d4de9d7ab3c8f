//! The gingerbread man and the knights he feeds.

use super::game::{SlowGame, SlowRegion, is_meeple};
use crate::action::{Action, Spot};
use crate::event::Source;
use crate::module::Module;
use crate::tile::Feature;

impl SlowGame {
    /// GINGER-3, GINGER-D7: in the city of the start tile, or of the first tile with one.
    pub(super) fn let_gingerbread_in(&mut self) {
        let laid = self.table.get(&self.laid_at).filter(|_| !self.is_printed(self.laid_at));
        let mut spots = laid.into_iter().flat_map(|laid| laid.spots());
        let city = spots.find(|spot| self.feature(*spot) == Feature::City);
        if self.has(Module::Gingerbread) && !self.has_gingerbread_entered && city.is_some() {
            self.has_gingerbread_entered = true;
            self.gingerbread = city;
        }
    }

    /// The city where he is (GINGER-D5).
    pub(super) fn gingerbread_city(&self) -> Option<&SlowRegion> {
        self.region_at(self.gingerbread?)
    }

    /// Any other unfinished city, occupied or not (GINGER-6, GINGER-12, GINGER-D2).
    pub(super) fn gingerbread_answers(&self) -> Vec<Action> {
        let here: Option<&Vec<Spot>> = self.gingerbread_city().map(|city| &city.spots);
        let cities =
            self.facts.regions.iter().filter(|region| region.feature == Feature::City && !region.is_complete());
        cities.filter(|city| Some(&city.spots) != here).map(|city| Action::Gingerbread(city.spots[0])).collect()
    }

    /// GINGER-8 to GINGER-10, GINGER-D6.
    pub(super) fn score_gingerbread(&mut self) {
        let Some(city) = self.gingerbread_city().cloned() else { return };
        for player in self.round() {
            let is_knight = |figure: &&crate::state::StandingFigure| {
                figure.owner == player && is_meeple(figure.kind) && city.has(figure.spot)
            };
            let knights = self.figures.iter().filter(is_knight).count() as i32;
            if knights > 0 {
                let points = knights * city.cells.len() as i32;
                if city.is_complete() {
                    // Scored because of the completed city (COUNT-D2, GINGER-11).
                    self.score_completed(player, Source::Gingerbread, points, &city);
                } else {
                    self.score_in_turn(player, Source::Gingerbread, points, city.spots.clone());
                }
            }
        }
    }
}
