//! River II: a fork, two branches that never turn back, and the lake with its extra turn.

use super::drawing::{Bend, Laid, bend, river_sides};
use super::game::SlowGame;
use crate::geometry::{Pos, Side};
use crate::refusal::Refusal;

/// An open end of the river.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Branch {
    /// The empty cell beyond it.
    pub(super) cell: Pos,
    /// The direction in which the river flows there.
    pub(super) flow: usize,
    /// Its last turn, however far back (RIVER2-D1).
    pub(super) last_turn: Option<Bend>,
}

impl SlowGame {
    /// Follows the river from the source to all its open ends.
    pub(super) fn branches(&self) -> Vec<Branch> {
        let Some(source) = self.spring_at.and_then(|pos| self.table.get(&pos)) else { return Vec::new() };
        let starts = river_sides(*source).into_iter().map(|flow| {
            let cell = source.pos.beside(Side::ALL[flow]);
            Branch { cell, flow, last_turn: None }
        });
        let mut ways: Vec<Branch> = starts.collect();
        let mut ends = Vec::new();
        while let Some(way) = ways.pop() {
            match self.table.get(&way.cell) {
                Some(&laid) => ways.extend(onward(laid, &way)),
                None => ends.push(way),
            }
        }
        ends
    }

    /// RIVER2-5, RIVER2-9, RIVER2-10, RIVER2-D1 to RIVER2-D3.
    pub(super) fn branch_faults(&self, laid: Laid) -> Vec<Refusal> {
        let branches = self.branches();
        let is_met = |branch: &&Branch| branch.cell == laid.pos && river_sides(laid).contains(&((branch.flow + 2) % 4));
        let Some(continued) = branches.iter().find(is_met) else { return vec![Refusal::BranchNotContinued] };
        let onward = onward(laid, continued);
        let mut faults = Vec::new();
        let turns_back = |branch: &Branch| {
            let turn = bend(continued.flow, branch.flow);
            turn != Bend::Straight && Some(turn) == continued.last_turn
        };
        if onward.iter().any(turns_back) {
            faults.push(Refusal::RiverTurnsBack);
        }
        let others: Vec<&Branch> = branches.iter().filter(|branch| *branch != continued).collect();
        let is_blocked = |branch: &Branch| {
            self.table.contains_key(&branch.cell) || others.iter().any(|other| other.cell == branch.cell)
        };
        // An end of another branch that the tile stands in the way of.
        let blocks = others.iter().any(|other| other.cell == laid.pos);
        if blocks || onward.iter().any(is_blocked) {
            faults.push(Refusal::RiverBlocked);
        }
        faults
    }
}

/// Where a branch goes on through a tile (RIVER2-D2: a fork is a turn for a branch that leaves sideways).
fn onward(laid: Laid, branch: &Branch) -> Vec<Branch> {
    let entry = (branch.flow + 2) % 4;
    let ways_out = river_sides(laid).into_iter().filter(|&side| side != entry);
    ways_out
        .map(|flow| {
            let turn = bend(branch.flow, flow);
            let last_turn = if turn == Bend::Straight { branch.last_turn } else { Some(turn) };
            Branch { cell: laid.pos.beside(Side::ALL[flow]), flow, last_turn }
        })
        .collect()
}
