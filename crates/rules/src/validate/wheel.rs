//! The wheel of fortune: the pig, the actions of the sectors, the crown spaces.

use super::game::{SlowGame, is_meeple};
use super::turn::Task;
use crate::action::Action;
use crate::event::Source;
use crate::figure::FigureKind;
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::tile::Feature;

/// Who may stand on a crown space, fall to the plague and count for the storm (WHEEL-D5, WHEEL-D9, WHEEL-D15).
const MEEPLES: [FigureKind; 3] = [FigureKind::Meeple, FigureKind::Abbot, FigureKind::Large];

/// The wheel and what stands on it.
#[derive(Clone, Default)]
pub(super) struct SlowWheel {
    /// Sectors that the pig has gone since it stood on Fortune (WHEEL-3).
    steps: usize,
    /// The meeples on crown spaces, in the order of their coming.
    pub(super) crowned: Vec<(Sector, PlayerId, FigureKind)>,
}

impl SlowWheel {
    /// Where the pig stands (WHEEL-9).
    pub(super) fn pig(&self) -> Sector {
        const CLOCKWISE: [Sector; 6] =
            [Sector::Fortune, Sector::Taxes, Sector::Famine, Sector::Storm, Sector::Inquisition, Sector::Plague];
        CLOCKWISE[self.steps % CLOCKWISE.len()]
    }
}

impl SlowGame {
    /// WHEEL-10, WHEEL-D2: what the table of the board says.
    fn crown_spaces(&self, sector: Sector) -> usize {
        let part = self.board.and_then(|board| board.parts.iter().find(|part| part.name == sector.word()));
        part.map_or(0, |part| usize::from(part.spaces))
    }

    /// A free crown space on any sector for any meeple of the supply (WHEEL-32, WHEEL-33, WHEEL-D9).
    pub(super) fn crown_answers(&self) -> Vec<Action> {
        let player = self.active_player();
        let mut answers = Vec::new();
        for sector in Sector::ALL {
            let held = self.wheel.crowned.iter().filter(|crowned| crowned.0 == sector).count();
            if held < self.crown_spaces(sector) {
                let left = MEEPLES.into_iter().filter(|&figure| self.supply(player, figure) > 0);
                answers.extend(left.map(|figure| Action::Crown { figure, sector }));
            }
        }
        answers
    }

    /// WHEEL-15 to WHEEL-19: the pig moves, the sector acts, its crown spaces are scored.
    pub(super) fn turn_wheel(&mut self, number: u8) {
        self.wheel.steps += usize::from(number);
        let sector = self.wheel.pig();
        if sector == Sector::Plague {
            // WHEEL-29.
            let round = self.round();
            self.first(round.into_iter().map(Task::Plague).chain([Task::Crowns]).collect::<Vec<_>>());
            return;
        }
        for player in self.round() {
            let points = self.sector_points(sector, player);
            if points > 0 {
                self.score_in_turn(player, Source::Wheel(sector), points, Vec::new());
            }
        }
        self.first([Task::Crowns]);
    }

    fn sector_points(&self, sector: Sector, player: PlayerId) -> i32 {
        // WHEEL-D10: figures, not strength.
        let mine = self.figures.iter().filter(|figure| figure.owner == player && is_meeple(figure.kind));
        match sector {
            // WHEEL-20, WHEEL-21.
            Sector::Fortune => 3 * i32::from(player == self.active_player()),
            // WHEEL-22: each knight on its own, with the knights of its colour beside it.
            Sector::Taxes => {
                let mut points = 0;
                for knight in mine.clone().filter(|figure| self.feature(figure.spot) == Feature::City) {
                    let Some(city) = self.region_at(knight.spot) else { continue };
                    let with_it = mine.clone().filter(|figure| city.has(figure.spot)).count();
                    points += (city.shields + with_it) as i32;
                }
                points
            }
            // WHEEL-25, WHEEL-D13.
            Sector::Famine => {
                let fields = mine.filter(|figure| self.feature(figure.spot) == Feature::Field);
                fields.filter_map(|farmer| self.region_at(farmer.spot)).map(|field| self.cities_beside(field)).sum()
            }
            // WHEEL-26, WHEEL-D15.
            Sector::Storm => MEEPLES.into_iter().map(|figure| i32::from(self.supply(player, figure))).sum(),
            // WHEEL-27, WHEEL-D17, COMBO-D4.
            Sector::Inquisition => {
                let is_monk = |feature| matches!(feature, Feature::Monastery | Feature::Shrine);
                2 * mine.filter(|figure| is_monk(self.feature(figure.spot))).count() as i32
            }
            Sector::Plague => 0,
        }
    }

    /// Any own meeple on a tile, also on a tower (WHEEL-28, WHEEL-D5, WHEEL-D6).
    pub(super) fn plague_answers(&self, player: PlayerId) -> Vec<Action> {
        let mut answers = self.returns(player, |_| true);
        answers.extend(self.own_guards(player));
        answers
    }

    /// WHEEL-35 to WHEEL-39.
    pub(super) fn score_crowns(&mut self) {
        let sector = self.wheel.pig();
        let here = |crowned: &&(Sector, PlayerId, FigureKind)| crowned.0 == sector;
        let holders: Vec<PlayerId> = self.wheel.crowned.iter().filter(here).map(|crowned| crowned.1).collect();
        // WHEEL-37: alone on two spaces.
        let each = if holders.len() == 1 && self.crown_spaces(sector) == 2 { 6 } else { 3 };
        for player in self.round() {
            let own = holders.iter().filter(|holder| **holder == player).count() as i32;
            if own > 0 {
                self.score_in_turn(player, Source::Crown(sector), own * each, Vec::new());
            }
        }
        self.wheel.crowned.retain(|crowned| crowned.0 != sector);
    }
}
