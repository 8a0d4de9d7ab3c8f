//! Markers on the score track, and who robs them (TURN-26 to TURN-28).

use super::game::SlowGame;
use super::points::half;
use super::turn::Task;
use crate::action::Marker;
use crate::decision::Decision;
use crate::event::Source;
use crate::module::Module;
use crate::player::PlayerId;

impl SlowGame {
    /// MSG-4 to MSG-6: one marker in a turn. Without Messages there is one only.
    pub(super) fn ask_marker(&mut self, player: PlayerId, points: i32) -> Option<Decision> {
        let moved = &mut self.moved[player.index()];
        if moved.is_some() {
            return None;
        }
        if self.modules.has(Module::Messages) {
            return Some(Decision::Mark { player, points });
        }
        *moved = Some(Marker::Meeple);
        None
    }

    /// ROB-D4 (c) and (d).
    pub(super) fn move_markers(&mut self) {
        let round = self.round();
        for owner in &round {
            // ROB-7, ROB-D3, ROB-D6: other players whose markers start from the robber's space.
            let is_robbed = |player: &PlayerId| {
                let space = self.moved[player.index()].map(|marker| self.marker_space(*player, marker));
                player != owner
                    && self.sums[player.index()] > 0
                    && space == self.robbers[owner.index()]
                    && space.is_some()
            };
            self.victims[owner.index()] = round.iter().copied().filter(is_robbed).collect();
        }
        for player in &round {
            if let Some(marker) = self.moved[player.index()]
                && self.sums[player.index()] > 0
            {
                *self.markers[player.index()].entry(marker).or_default() += self.sums[player.index()];
            }
        }
        let robbing = round.into_iter().filter(|owner| !self.victims[owner.index()].is_empty());
        let tasks: Vec<Task> = robbing.map(Task::Rob).collect();
        self.first(tasks);
    }

    /// ROB-8.
    pub(super) fn rob(&mut self, owner: PlayerId) -> Option<Decision> {
        let victim = *self.victims[owner.index()].first()?;
        let income = half(self.sums[victim.index()]);
        self.first([Task::MoveRobbing(owner, victim, income)]);
        // MSG-D2.
        self.ask_marker(owner, income)
    }

    /// ROB-9, ROB-10, ROB-D8: robbers of others that are not about to rob move along.
    pub(super) fn move_robbing(&mut self, owner: PlayerId, victim: PlayerId, income: i32) {
        self.award(owner, Source::Robbery(victim), income, Vec::new());
        self.victims[owner.index()].clear();
        self.robbers[owner.index()] = None;
        let Some(marker) = self.moved[owner.index()] else { return };
        let start = self.marker_space(owner, marker);
        *self.markers[owner.index()].entry(marker).or_default() += income;
        let stop = self.marker_space(owner, marker);
        for other in self.round().into_iter().filter(|other| *other != owner) {
            let robber = &mut self.robbers[other.index()];
            if *robber == Some(start) && self.victims[other.index()].is_empty() {
                *robber = Some(stop);
            }
        }
    }
}
