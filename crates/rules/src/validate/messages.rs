//! What messages bring (TURN-31).

use super::game::{SlowGame, is_meeple};
use super::turn::Task;
use crate::action::Action;
use crate::event::Source;
use crate::modules::messages::Message;
use crate::tile::Feature;

impl SlowGame {
    /// MSG-12 to MSG-28.
    pub(super) fn carry_out(&mut self, message: Message, action: Action) {
        let player = self.active_player();
        // MSG-D8: figures, not strength.
        let mine = self.figures.iter().filter(|figure| figure.owner == player && is_meeple(figure.kind));
        let features: Vec<Feature> = mine.map(|figure| self.feature(figure.spot)).collect();
        let count_on = |feature: Feature| features.iter().filter(|&&other| other == feature).count() as i32;
        let mut spots = Vec::new();
        let mut returning = None;
        let points = match message {
            _ if action == Action::TwoPoints => 2,
            // MSG-20.
            Message::ExtraTurn => {
                self.extra_turns += 1;
                0
            }
            // MSG-22: each city once.
            Message::Shields => {
                let cities = self.facts.regions.iter().filter(|region| region.feature == Feature::City);
                let held = cities.filter(|city| city.strength[player.index()] > 0);
                2 * held.map(|city| city.shields as i32).sum::<i32>()
            }
            // MSG-23, MSG-24.
            Message::Knights => 2 * count_on(Feature::City),
            Message::Farmers => 2 * count_on(Feature::Field),
            // MSG-16, MSG-26 to MSG-28.
            Message::SmallestCity | Message::SmallestRoad | Message::SmallestMonastery | Message::AnyFeature => {
                // They are answered with what is scored, or with the points.
                let Action::Target(spot) = action else { return };
                let Some(region) = self.region_at(spot) else { return };
                let has_majority = region.majority().contains(&player);
                spots.clone_from(&region.spots);
                returning =
                    (message == Message::AnyFeature).then_some(Task::MessageReturn { is_optional: !has_majority });
                if message != Message::AnyFeature || has_majority { self.value_for(region, player) } else { 0 }
            }
        };
        self.errand.clone_from(&spots);
        if points > 0 {
            self.award(player, Source::Message(message), points, spots);
        }
        let rest = [Task::PutMessageUnder(message), Task::MarkMessage(points)];
        self.first(returning.into_iter().chain(rest).collect::<Vec<_>>());
    }
}
