//! The Count of Carcassonne in the slow game.

use super::game::{SlowGame, SlowRegion, is_meeple, seat};
use super::turn::Task;
use crate::action::{Action, Spot};
use crate::decision::Decision;
use crate::figure::FigureKind;
use crate::module::Module;
use crate::modules::count::Quarter;
use crate::player::PlayerId;
use crate::tile::Feature;

/// The city of Carcassonne.
#[derive(Clone, Default)]
pub(super) struct Carcassonne {
    /// Where the count is; `None` without the module (COUNT-3, COUNT-12).
    pub(super) count: Option<Quarter>,
    pub(super) inside: Vec<(Quarter, PlayerId, FigureKind)>,
    /// The features that were complete before the tile of this turn, by their segments.
    pub(super) closed_before: Vec<Vec<Spot>>,
    /// Points of each seat from the features completed in this turn (COUNT-5, COUNT-9).
    pub(super) won: Vec<i32>,
    /// How many have declined the last move one after the other (COUNT-D13).
    pub(super) declined: usize,
}

/// COUNT-15, COUNT-D10.
fn quarter_for(feature: Feature) -> Option<Quarter> {
    match feature {
        Feature::City => Some(Quarter::Palace),
        Feature::Road => Some(Quarter::Smithy),
        Feature::Monastery | Feature::Shrine => Some(Quarter::Church),
        Feature::Field => Some(Quarter::Market),
        Feature::Garden => None,
    }
}

impl SlowGame {
    /// Meeples of a player in Carcassonne.
    pub(super) fn in_carcassonne(&self, player: PlayerId, kind: FigureKind) -> u8 {
        self.carcassonne.inside.iter().filter(|(_, owner, other)| *owner == player && *other == kind).count() as u8
    }

    /// Whether a field touches the city of Carcassonne, which has no way out of the board (COUNT-26,
    /// COUNT-D17).
    pub(super) fn touches_carcassonne(&self, field: &SlowRegion) -> bool {
        let mut cities = field.cities.iter().map(|&city| &self.facts.regions[city]);
        self.has(Module::Count) && cities.any(|city| city.is_complete() && self.is_on_board(city))
    }

    /// Whether a feature has no tile but squares of the board.
    fn is_on_board(&self, region: &SlowRegion) -> bool {
        region.cells.iter().all(|&cell| self.is_printed(cell))
    }

    /// Notes what is complete before a tile is laid.
    pub(super) fn note_completed(&mut self) {
        if self.has(Module::Count) {
            let complete = self.facts.regions.iter().filter(|region| region.is_complete());
            self.carcassonne.closed_before = complete.map(|region| region.spots.clone()).collect();
        }
        self.carcassonne.won.fill(0);
    }

    /// The features that this turn has completed, occupied or not (COUNT-14).
    fn just_completed(&self) -> Vec<&SlowRegion> {
        let is_new =
            |region: &&SlowRegion| region.is_complete() && !self.carcassonne.closed_before.contains(&region.spots);
        self.facts.regions.iter().filter(is_new).collect()
    }

    /// The moves of a player from quarters without the count to such features (COUNT-13, COUNT-15).
    fn moves_to(&self, player: PlayerId, features: &[&SlowRegion]) -> Vec<Action> {
        let mut answers = Vec::new();
        for &(quarter, owner, figure) in &self.carcassonne.inside {
            if owner != player || self.carcassonne.count == Some(quarter) {
                continue;
            }
            for region in features.iter().filter(|region| quarter_for(region.feature) == Some(quarter)) {
                answers.extend(self.places_on(region).into_iter().map(|spot| Action::MoveOut { figure, spot }));
            }
        }
        answers
    }

    /// COUNT-D9, COUNT-D11: not the dragon's tile, and a printed square only if no tile is left; the first one stands for
    /// all of them.
    fn places_on(&self, region: &SlowRegion) -> Vec<Spot> {
        let free = region.spots.iter().copied().filter(|spot| !self.is_burning(spot.pos));
        let (squares, tiles): (Vec<Spot>, Vec<Spot>) = free.partition(|spot| self.is_printed(spot.pos));
        if tiles.is_empty() { squares.into_iter().min().into_iter().collect() } else { tiles }
    }

    /// COUNT-14 to COUNT-16, COUNT-D7, COUNT-D12.
    pub(super) fn move_out_answers(&self, player: PlayerId) -> Vec<Action> {
        let mut answers = self.moves_to(player, &self.just_completed());
        answers.push(Action::Pass);
        answers
    }

    /// COUNT-22, COUNT-D14.
    pub(super) fn last_move_answers(&self, player: PlayerId) -> Vec<Action> {
        let is_open = |region: &&SlowRegion| match region.feature {
            Feature::Field => self.has(Module::Farmers),
            Feature::City | Feature::Road | Feature::Monastery | Feature::Garden | Feature::Shrine => {
                !region.is_complete()
            }
        };
        let mut answers = self.moves_to(player, &self.facts.regions.iter().filter(is_open).collect::<Vec<_>>());
        answers.push(Action::Pass);
        answers
    }

    /// Everybody in turn, the active player last (COUNT-16).
    pub(super) fn begin_moves(&mut self) {
        if self.has(Module::Count) {
            let mut round = self.round();
            round.rotate_left(1);
            self.first(round.into_iter().map(Task::MoveOut));
        }
    }

    pub(super) fn move_out(&mut self, player: PlayerId, figure: FigureKind, spot: Spot) {
        let quarter = quarter_for(self.feature(spot));
        let gone =
            |entry: &(Quarter, PlayerId, FigureKind)| quarter.map(|quarter| (quarter, player, figure)) == Some(*entry);
        if let Some(index) = self.carcassonne.inside.iter().position(gone) {
            self.carcassonne.inside.remove(index);
            self.stand(player, figure, spot);
        }
    }

    /// COUNT-20, COUNT-21, COUNT-D13: one meeple at a time, from the left of the player of the last
    /// turn, until all have declined one after the other.
    pub(super) fn ask_last_move(&mut self, player: PlayerId) -> Option<Decision> {
        if self.carcassonne.declined >= self.options.players {
            return None;
        }
        self.first([Task::LastMove(self.left_of(player))]);
        Some(Decision::LastMove { player })
    }

    pub(super) fn left_of(&self, player: PlayerId) -> PlayerId {
        seat((player.index() + 1) % self.options.players)
    }

    /// COUNT-5, COUNT-6, COUNT-9.
    pub(super) fn ask_send(&self) -> Option<Decision> {
        let won = &self.carcassonne.won;
        let others = (0..self.options.players).filter(|&seat| seat != self.active);
        let is_due = self.has(Module::Count) && won[self.active] == 0 && others.clone().any(|seat| won[seat] > 0);
        // COMBO-D37.
        let is_due = is_due && !self.wild.has_princess_worked;
        is_due.then_some(Decision::Send { player: self.active_player() })
    }

    /// COUNT-8, COUNT-D20; an abbot only to the church (COMBO-D31).
    pub(super) fn send_answers(&self) -> Vec<Action> {
        let mut answers = vec![Action::Pass];
        let player = self.active_player();
        let kinds = FigureKind::ALL.into_iter().filter(|&kind| is_meeple(kind) && self.usable(player, kind) > 0);
        for figure in kinds {
            let may_enter = |quarter: &Quarter| figure != FigureKind::Abbot || *quarter == Quarter::Church;
            answers.extend(Quarter::ALL.into_iter().filter(may_enter).map(|quarter| Action::Send { figure, quarter }));
        }
        answers
    }

    /// COUNT-11, COUNT-D6.
    pub(super) fn count_answers(&self) -> Vec<Action> {
        let others = Quarter::ALL.into_iter().filter(|&quarter| self.carcassonne.count != Some(quarter));
        others.map(Action::MoveCount).chain([Action::Pass]).collect()
    }
}
