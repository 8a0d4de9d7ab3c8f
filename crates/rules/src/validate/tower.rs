//! The Tower in the slow game.

use std::collections::{BTreeMap, BTreeSet};

use super::game::SlowGame;
use super::turn::Task;
use crate::action::{Action, Marker, Piece, Spot};
use crate::decision::Decision;
use crate::figure::{FigureKind, Owned};
use crate::geometry::Pos;
use crate::module::Module;
use crate::player::PlayerId;
use crate::state::StandingFigure;

/// What a captive costs (TOWER-29).
const RANSOM: i32 = 3;

/// The meeples that stand on towers (TOWER-D2).
const GUARDS: [FigureKind; 2] = [FigureKind::Meeple, FigureKind::Large];

/// A started tower.
#[derive(Clone, Copy, Default)]
pub(super) struct SlowTower {
    pub(super) height: u8,
    /// It stays so when the meeple is gone (TOWER-22, TOWER-D1).
    pub(super) is_finished: bool,
    pub(super) guard: Option<Owned>,
}

/// A meeple before another player (TOWER-18).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Captive {
    pub(super) captor: PlayerId,
    pub(super) owner: PlayerId,
    pub(super) kind: FigureKind,
}

/// Floors, towers and captives.
#[derive(Clone)]
pub(super) struct TowerPieces {
    pub(super) floors: Vec<u8>,
    pub(super) started: BTreeMap<Pos, SlowTower>,
    /// The tower with the last floor.
    pub(super) raised: Pos,
    pub(super) captives: Vec<Captive>,
    /// The other player of the last exchange.
    pub(super) rival: PlayerId,
    /// The active player has paid in this turn (TOWER-29, TOWER-D11).
    pub(super) has_paid: bool,
    /// The own meeple that the active player has captured in this turn (TOWER-19).
    pub(super) own_captive: Option<FigureKind>,
}

impl TowerPieces {
    pub(super) fn new(players: usize) -> TowerPieces {
        TowerPieces {
            floors: vec![floors_each(players); players],
            started: BTreeMap::new(),
            raised: Pos::ORIGIN,
            captives: Vec::new(),
            rival: PlayerId::default(),
            has_paid: false,
            own_captive: None,
        }
    }
}

/// TOWER-2.
pub(super) fn floors_each(players: usize) -> u8 {
    match players {
        2 => 10,
        3 => 9,
        4 => 7,
        5 => 6,
        _ => 5,
    }
}

impl SlowGame {
    /// The meeple on the tower of a tile.
    pub(super) fn guard_at(&self, pos: Pos) -> Option<Owned> {
        self.towers.started.get(&pos)?.guard
    }

    /// The meeple on a tower goes away; the tower stays finished (COMBO-7, TOWER-D1).
    pub(super) fn leave_tower(&mut self, pos: Pos) -> Option<Owned> {
        self.towers.started.get_mut(&pos)?.guard.take()
    }

    /// The meeples of a player on towers, as they are taken back (WHEEL-D5).
    pub(super) fn own_guards(&self, player: PlayerId) -> Vec<Action> {
        let is_own = |tower: &SlowTower| tower.guard.is_some_and(|guard| guard.owner == player);
        let guarded = self.towers.started.iter().filter(|(_, tower)| is_own(tower));
        guarded.map(|(&pos, _)| Action::ReturnGuard(pos)).collect()
    }

    /// Meeples of a player on towers and before captors.
    pub(super) fn on_towers_or_captive(&self, player: PlayerId, kind: FigureKind) -> u8 {
        let guards = self.towers.started.values().filter(|tower| tower.guard == Some(Owned { owner: player, kind }));
        let captives = self.towers.captives.iter().filter(|captive| captive.owner == player && captive.kind == kind);
        (guards.count() + captives.count()) as u8
    }

    /// TOWER-6 to TOWER-10, DRAGON-D10.
    pub(super) fn tower_answers(&self) -> Vec<Action> {
        if !self.has(Module::Tower) {
            return Vec::new();
        }
        let player = self.active_player();
        let mut answers = Vec::new();
        for (&pos, _) in self.table.iter().filter(|(_, laid)| laid.tile.symbols.tower) {
            let tower = self.towers.started.get(&pos).copied().unwrap_or_default();
            if tower.is_finished {
                continue;
            }
            if self.towers.floors[player.index()] > 0 {
                answers.push(Action::Floor(pos));
            }
            if tower.height > 0 && !self.is_burning(pos) {
                let guards = GUARDS.into_iter().filter(|&kind| self.supply(player, kind) > 0);
                answers.extend(guards.map(|figure| Action::Guard { figure, at: pos }));
            }
        }
        answers
    }

    /// TOWER-3, TOWER-11.
    pub(super) fn put_floor(&mut self, pos: Pos) {
        self.towers.floors[self.active] -= 1;
        self.towers.started.entry(pos).or_default().height += 1;
        self.towers.raised = pos;
        self.first([Task::Capture]);
    }

    /// TOWER-8, TOWER-22, TOWER-25.
    pub(super) fn put_guard(&mut self, figure: FigureKind, at: Pos) {
        let guard = Some(Owned { owner: self.active_player(), kind: figure });
        if let Some(tower) = self.towers.started.get_mut(&at) {
            *tower = SlowTower { guard, is_finished: true, ..*tower };
        }
    }

    /// Whether a cell is in range of a tower (TOWER-12, TOWER-13).
    fn is_in_range(&self, tower: Pos, cell: Pos) -> bool {
        let height = self.towers.started.get(&tower).map_or(0, |tower| i32::from(tower.height));
        let (x, y) = (i32::from(cell.x - tower.x), i32::from(cell.y - tower.y));
        (x == 0 || y == 0) && x.abs() + y.abs() <= height
    }

    /// TOWER-15 to TOWER-17, TOWER-D3, COMBO-6.
    pub(super) fn capture_answers(&self) -> Vec<Action> {
        let is_exposed = |cell: Pos| self.is_in_range(self.towers.raised, cell) && !self.is_printed(cell);
        let mut answers = self.seizable(|figure| is_exposed(figure.spot.pos));
        let guarded = self.towers.started.iter().filter(|(_, other)| other.guard.is_some());
        answers.extend(guarded.filter(|(pos, _)| is_exposed(**pos)).map(|(&pos, _)| Action::SeizeGuard(pos)));
        answers.push(Action::Pass);
        answers
    }

    /// TOWER-18 to TOWER-20.
    pub(super) fn capture(&mut self, piece: Piece, spot: Spot) {
        let (owner, kind) = (piece.owner(), piece.kind());
        self.lose(StandingFigure { owner, kind, spot, is_bound: piece.is_bound() });
        self.hold(owner, kind);
    }

    /// TOWER-17.
    pub(super) fn capture_guard(&mut self, at: Pos) {
        if let Some(Owned { owner, kind }) = self.leave_tower(at) {
            self.hold(owner, kind);
        }
    }

    /// An own meeple goes home; so does one that is exchanged at once for one of the captor (TOWER-26,
    /// TOWER-D5).
    fn hold(&mut self, owner: PlayerId, kind: FigureKind) {
        let captor = self.active_player();
        if owner == captor {
            self.towers.own_captive = Some(kind);
            return;
        }
        if self.captive_kinds(owner, captor).is_empty() {
            self.towers.captives.push(Captive { captor, owner, kind });
        } else {
            self.first([Task::Exchange(owner)]);
        }
    }

    /// Figures of the supply that a player may place in this turn: not the own captive (TOWER-19, TOWER-D22).
    pub(super) fn usable(&self, player: PlayerId, kind: FigureKind) -> u8 {
        let is_waiting = player == self.active_player() && self.towers.own_captive == Some(kind);
        self.supply(player, kind) - u8::from(is_waiting)
    }

    /// The kinds of meeples that a player can get back from another one.
    fn captive_kinds(&self, captor: PlayerId, owner: PlayerId) -> BTreeSet<FigureKind> {
        let captives = self.towers.captives.iter();
        captives.filter(|captive| captive.captor == captor && captive.owner == owner).map(|held| held.kind).collect()
    }

    /// TOWER-27, TOWER-28: the captor gets one of the own meeples back, and is asked which if they differ.
    pub(super) fn ask_exchange(&mut self, rival: PlayerId) -> Option<Decision> {
        let player = self.active_player();
        self.towers.rival = rival;
        let kinds = self.captive_kinds(rival, player);
        if kinds.len() > 1 {
            return Some(Decision::Exchange { player });
        }
        kinds.into_iter().for_each(|kind| self.exchange(kind));
        None
    }

    pub(super) fn exchange_answers(&self) -> Vec<Action> {
        self.captive_kinds(self.towers.rival, self.active_player()).into_iter().map(Action::Exchange).collect()
    }

    pub(super) fn exchange(&mut self, kind: FigureKind) {
        self.free(self.towers.rival, self.active_player(), kind);
    }

    fn free(&mut self, captor: PlayerId, owner: PlayerId, kind: FigureKind) {
        let freed = Captive { captor, owner, kind };
        if let Some(index) = self.towers.captives.iter().position(|captive| *captive == freed) {
            self.towers.captives.remove(index);
        }
    }

    /// TOWER-29, TOWER-30, ORDER-20, ORDER-27: only points that are marked count.
    pub(super) fn ransom_answers(&self) -> Vec<Action> {
        let player = self.active_player();
        let marked: i32 = Marker::ALL.into_iter().map(|marker| self.marker_points(player, marker)).sum();
        if self.towers.has_paid || marked < RANSOM {
            return Vec::new();
        }
        let mine = self.towers.captives.iter().filter(|captive| captive.owner == player);
        mine.map(|captive| Action::Ransom { captor: captive.captor, figure: captive.kind }).collect()
    }

    /// ORDER-20: a plain transfer on the normal markers.
    pub(super) fn pay_ransom(&mut self, captor: PlayerId, figure: FigureKind) {
        let player = self.active_player();
        self.towers.has_paid = true;
        for (who, points) in [(player, -RANSOM), (captor, RANSOM)] {
            self.points[who.index()] += points;
            *self.markers[who.index()].entry(Marker::Meeple).or_default() += points;
        }
        self.free(captor, player, figure);
    }
}
