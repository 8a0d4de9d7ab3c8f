//! Drawing a tile and laying it.

use super::drawing::{Laid, distinct_rotations};
use super::game::{Pile, SlowGame, pile};
use super::turn::Task;
use crate::catalogue;
use crate::decision::Decision;
use crate::figure::FigureKind;
use crate::geometry::{Pos, Rotation};
use crate::module::Module;
use crate::state::StandingFigure;
use crate::tile::TileId;

impl SlowGame {
    /// BASE-12, WHEEL-14.
    pub(super) fn draw(&mut self, id: TileId) {
        if let Some(left) = self.undrawn.get_mut(&id) {
            *left -= 1;
        }
        self.undrawn.retain(|_, left| *left > 0);
        let tile = catalogue::tile(id);
        self.in_hand = Some(tile);
        self.facts.rotations = distinct_rotations(tile);
        self.to_do.clear();
        // The symbols are printed on tiles of this base only.
        self.to_do.extend(tile.symbols.wheel.map(|symbol| Task::Wheel(symbol.number)));
        self.to_do.push_back(Task::Fit);
    }

    /// BASE-15, then everything of a turn in its order.
    pub(super) fn fit(&mut self) {
        let Some(tile) = self.in_hand else { return };
        self.ask(Decision::Place { player: self.active_player(), tile: tile.id });
        if !self.fits_somewhere() {
            self.in_hand = None;
            self.discarded.push(tile.id);
            self.to_do.push_back(Task::Draw);
            return;
        }
        if tile.symbols.sack && self.has(Module::Robbers) {
            self.to_do.extend(self.round().into_iter().map(Task::PutRobber));
        }
        self.to_do.push_back(Task::Lay);
        if tile.symbols.gold && self.has(Module::Gold) {
            self.to_do.push_back(Task::Ingot);
        }
        self.to_do.push_back(Task::Magic { has_symbol: tile.symbols.magic && self.has(Module::Magic) });
        // RIVER2-14, RIVER2-D6.
        let is_lake = pile(tile) == Pile::Lake && self.has(Module::River2);
        if is_lake {
            self.is_lake_turn_due = true;
        } else {
            self.to_do.push_back(Task::Deploy);
        }
        if self.has(Module::Ferries) {
            if tile.symbols.ferry_lake {
                self.to_do.extend([Task::PutFerry, Task::Magic { has_symbol: false }]);
            }
            self.to_do.extend([Task::FindFerries, Task::MoveFerry]);
        }
        if tile.symbols.dragon && self.has(Module::Dragon) {
            self.to_do.push_back(Task::Flight);
        }
        // Features and pigs are to do when it is known which.
        self.to_do.extend([Task::MovesOut, Task::FindCompleted]);
        if tile.symbols.gingerbread {
            self.to_do.push_back(Task::Gingerbread);
        }
        self.to_do.extend([Task::ChooseMarkers, Task::DrawMessage]);
        self.to_do.extend([Task::Ransom, Task::Crop, Task::Send, Task::EndTurn]);
    }

    /// COMBO-D3: nobody's turn.
    pub(super) fn lay_spring(&mut self, pos: Pos, rotation: Rotation) {
        let Some(tile) = self.spring.take() else { return };
        self.spring_at = Some(pos);
        self.put([Laid { tile, pos, quarter_turns: rotation.index() }]);
    }

    pub(super) fn lay(&mut self, pos: Pos, rotation: Rotation) {
        let Some(tile) = self.in_hand.take() else { return };
        self.note_completed();
        self.laid += 1;
        self.laid_at = pos;
        self.put([Laid { tile, pos, quarter_turns: rotation.index() }]);
        if tile.symbols.gold && self.has(Module::Gold) {
            *self.ingots_on_tiles.entry(pos).or_default() += 1;
        }
        self.let_gingerbread_in();
        if self.has(Module::TradersClassic) {
            self.let_builder_work();
        } else {
            self.put_builder_aside();
        }
        self.wake_dragon(tile);
    }

    /// TRADC-9, TRADC-11.
    fn let_builder_work(&mut self) {
        let player = self.active_player();
        let mut builders =
            self.figures.iter().filter(|figure| figure.owner == player && figure.kind == FigureKind::Builder);
        let feature = builders.next().and_then(|builder| self.region_at(builder.spot));
        let is_extended = feature.is_some_and(|region| region.cells.contains(&self.laid_at));
        self.has_builder_worked = is_extended && !self.is_builder_turn;
    }

    /// TRADE-11 to TRADE-14, TRADE-D11.
    fn put_builder_aside(&mut self) {
        let player = self.active_player();
        let is_builder = |figure: &StandingFigure| figure.owner == player && figure.kind == FigureKind::Builder;
        let Some(builder) = self.figures.iter().copied().find(is_builder) else { return };
        let is_extended = self.region_at(builder.spot).is_some_and(|region| region.cells.contains(&self.laid_at));
        if is_extended {
            self.builder_aside = true;
            self.go_home(builder);
            for meeple in self.figures.iter_mut().filter(|figure| figure.owner == player && figure.spot == builder.spot)
            {
                meeple.is_bound = false;
            }
        }
    }
}
