//! The Princess and the Dragon in the slow game.

use std::collections::BTreeSet;

use super::game::{SlowGame, SlowRegion, is_meeple};
use super::turn::Task;
use crate::action::{Action, Piece, Spot};
use crate::catalogue;
use crate::decision::Decision;
use crate::event::Source;
use crate::geometry::{Pos, Side};
use crate::module::Module;
use crate::player::PlayerId;
use crate::state::StandingFigure;
use crate::tile::{Feature, Tile, TileId};

/// Steps of a flight (DRAGON-13).
const FLIGHT: usize = 6;

/// The two neutral figures (DRAGON-2).
#[derive(Clone, Default)]
pub(super) struct Wild {
    pub(super) dragon: Option<Pos>,
    pub(super) fairy: Option<Pos>,
    /// Where the dragon has been in this flight, the start first (DRAGON-16).
    pub(super) flight: Vec<Pos>,
    /// The princess has sent somebody home in this turn (DRAGON-34).
    pub(super) has_princess_worked: bool,
}

impl SlowGame {
    /// Whether a tile cannot be drawn before a volcano is laid (DRAGON-9, DRAGON-D3).
    pub(super) fn is_dormant(&self, tile: TileId) -> bool {
        self.has(Module::Dragon) && self.wild.dragon.is_none() && catalogue::tile(tile).symbols.dragon
    }

    /// DRAGON-4, DRAGON-D2.
    pub(super) fn wake_dragon(&mut self, tile: &Tile) {
        if tile.symbols.volcano && self.has(Module::Dragon) {
            self.wild.dragon = Some(self.laid_at);
        }
    }

    /// Whether the dragon keeps other figures off a tile (DRAGON-5, DRAGON-D9).
    pub(super) fn is_burning(&self, pos: Pos) -> bool {
        self.wild.dragon == Some(pos)
    }

    /// The meeples on a tile, those on its tower too, by owner.
    fn meeples_on_tile(&self, pos: Pos) -> BTreeSet<PlayerId> {
        let standing = self.figures.iter().filter(|figure| figure.spot.pos == pos && is_meeple(figure.kind));
        standing.map(|figure| figure.owner).chain(self.guard_at(pos).map(|guard| guard.owner)).collect()
    }

    /// DRAGON-46, DRAGON-D13, DRAGON-D15.
    pub(super) fn score_fairy_at_start(&mut self) {
        let player = self.active_player();
        if let Some(pos) = self.wild.fairy.filter(|&pos| self.meeples_on_tile(pos).contains(&player)) {
            self.score_in_turn(player, Source::Greeting(pos), 1, Vec::new());
        }
    }

    /// Who gets the 3 points of the fairy when a feature is scored, each once (DRAGON-48, DRAGON-49,
    /// DRAGON-D14).
    pub(super) fn friends_of_fairy(&self, region: &SlowRegion) -> BTreeSet<PlayerId> {
        let is_friend = |figure: &&StandingFigure| {
            is_meeple(figure.kind) && Some(figure.spot.pos) == self.wild.fairy && region.has(figure.spot)
        };
        self.figures.iter().filter(is_friend).map(|figure| figure.owner).collect()
    }

    /// DRAGON-43, DRAGON-D6, DRAGON-D17, COMBO-D20.
    pub(super) fn fairy_answers(&self) -> Vec<Action> {
        if !self.has(Module::Dragon) {
            return Vec::new();
        }
        let player = self.active_player();
        let may_go = |pos: &&Pos| {
            self.meeples_on_tile(**pos).contains(&player)
                && self.wild.fairy != Some(**pos)
                && !self.is_burning(**pos)
                && !self.is_printed(**pos)
        };
        self.table.keys().filter(may_go).map(|&pos| Action::Fairy(pos)).collect()
    }

    /// Whether a meeple may go to any tile in this turn (DRAGON-27, DRAGON-31).
    pub(super) fn is_portal_open(&self) -> bool {
        self.has(Module::Dragon) && self.table[&self.laid_at].tile.symbols.portal
    }

    /// The knights that the princess of the tile just laid can send home (DRAGON-32, DRAGON-37,
    /// DRAGON-D25, DRAGON-D27).
    pub(super) fn princess_answers(&self) -> Vec<Action> {
        if !self.has(Module::Dragon) {
            return Vec::new();
        }
        let laid = self.table[&self.laid_at];
        let marked = laid.spots().filter(|spot| laid.tile.segments[usize::from(spot.segment)].princess);
        let cities: Vec<&SlowRegion> = marked.filter_map(|spot| self.region_at(spot)).collect();
        let is_inside = |spot: Spot| cities.iter().any(|city| city.has(spot));
        self.seizable(|figure| self.feature(figure.spot) == Feature::City && is_inside(figure.spot))
    }

    /// The princess sends a knight home (DRAGON-32, DRAGON-34, DRAGON-36).
    pub(super) fn send_home(&mut self, piece: Piece, spot: Spot) {
        let (owner, kind) = (piece.owner(), piece.kind());
        self.wild.has_princess_worked = true;
        self.lose(StandingFigure { owner, kind, spot, is_bound: piece.is_bound() });
    }

    /// Meeples of anybody on features, as they are taken.
    pub(super) fn seizable(&self, may_take: impl Fn(&StandingFigure) -> bool) -> Vec<Action> {
        let meeples = self.figures.iter().filter(|figure| is_meeple(figure.kind) && may_take(figure));
        let seize = |figure: &StandingFigure| {
            let piece = Piece::new(figure.owner, figure.kind, figure.is_bound);
            Action::Seize { piece, spot: figure.spot }
        };
        meeples.map(seize).collect()
    }

    /// The flight of the dragon, step by step (DRAGON-12, DRAGON-13).
    pub(super) fn begin_flight(&mut self) {
        let Some(start) = self.wild.dragon else { return };
        self.wild.flight = vec![start];
        let steps = self.round().into_iter().cycle().take(FLIGHT).map(Task::StepDragon);
        let tasks: Vec<Task> = steps.chain([Task::EndFlight]).collect();
        self.first(tasks);
    }

    /// DRAGON-15; without a way the rest of the flight falls away (DRAGON-19, DRAGON-D5).
    pub(super) fn ask_step(&self, player: PlayerId) -> Option<Decision> {
        (!self.step_answers().is_empty()).then_some(Decision::StepDragon { player })
    }

    /// DRAGON-14, DRAGON-16 to DRAGON-18.
    pub(super) fn step_answers(&self) -> Vec<Action> {
        let Some(dragon) = self.wild.dragon else { return Vec::new() };
        let may_enter = |side: &Side| {
            let cell = dragon.beside(*side);
            self.table.contains_key(&cell)
                && !self.is_printed(cell)
                && !self.wild.flight.contains(&cell)
                && self.wild.fairy != Some(cell)
        };
        Side::ALL.into_iter().filter(may_enter).map(Action::StepDragon).collect()
    }

    /// DRAGON-21, DRAGON-22, DRAGON-25, DRAGON-D28.
    pub(super) fn step_dragon(&mut self, side: Side) {
        let Some(before) = self.wild.dragon else { return };
        let cell = before.beside(side);
        self.wild.dragon = Some(cell);
        self.wild.flight.push(cell);
        let is_meeple_here = |figure: &StandingFigure| figure.spot.pos == cell && is_meeple(figure.kind);
        while let Some(eaten) = self.figures.iter().copied().find(is_meeple_here) {
            self.lose(eaten);
        }
        self.figures.retain(|figure| figure.spot.pos != cell);
        // COMBO-7.
        self.leave_tower(cell);
        self.look_at_figures();
    }
}
