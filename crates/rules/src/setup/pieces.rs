//! The markers, tokens and neutral figures of a position that was written down.

use std::sync::Arc;

use super::{Crowned, MOST_EXTRA_TURNS, MOST_POINTS, Pieces};
use crate::action::{MagicFigure, Marker};
use crate::defect::Defect;
use crate::event::NoEvents;
use crate::figure::{FigureKind, Owned};
use crate::module::{Base, Module};
use crate::modules::count::{self, Waiting};
use crate::modules::gold::{self, Ingots};
use crate::modules::tower::{self, Captives};
use crate::modules::wheel;
use crate::modules::{dragon, gingerbread, magic, robbers, traders};
use crate::player::PlayerId;
use crate::state::State;
use crate::tile::Feature;
use crate::track::SPACES;

impl State {
    pub(super) fn restore_pieces(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        self.restore_track(pieces, defects);
        self.restore_tokens(pieces, defects);
        self.restore_turns(pieces, defects);
        self.restore_dragon(pieces, defects);
        self.restore_gingerbread(pieces, defects);
        self.restore_towers(pieces, defects);
        self.restore_quarters(pieces, defects);
        self.restore_wheel(pieces, defects);
        self.restore_magic(pieces, defects);
    }

    /// Whether a part with one entry for each player can be read.
    fn is_list(&self, key: &'static str, entries: usize, is_played: bool, defects: &mut Vec<Defect>) -> bool {
        if entries > 0 && !is_played {
            defects.push(Defect::ForeignPart(key));
        } else if entries > 0 && entries != self.game.players() {
            defects.push(Defect::Entries(key, entries));
        } else {
            return true;
        }
        false
    }

    /// Whether such a figure of a player is still in the supply.
    fn is_free(&self, player: PlayerId, kind: FigureKind, defects: &mut Vec<Defect>) -> bool {
        if player.index() >= self.game.players() {
            defects.push(Defect::NoPlayer(player));
        } else if self.figures.in_supply(player, kind) == 0 {
            defects.push(Defect::TooManyFigures(player, kind));
        } else {
            return true;
        }
        false
    }

    /// Markers and robbers.
    fn restore_track(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        let active = self.turn.active;
        if pieces.unmarked != 0 && !game.marks_sums() {
            defects.push(Defect::ForeignPart("unmarked"));
        } else if !(0..=self.points[active]).contains(&pieces.unmarked) {
            defects.push(Defect::Unmarked(pieces.unmarked));
        } else {
            self.track.unmarked[active] = pieces.unmarked;
        }
        if self.is_list("messengers", pieces.messengers.len(), game.has(Module::Messages), defects) {
            for (player, &points) in game.seats().zip(&pieces.messengers) {
                if !(0..=MOST_POINTS).contains(&points) {
                    defects.push(Defect::Messenger(player, points));
                    continue;
                }
                self.track.messenger[player] = points;
                // A ransom is paid by the other marker, which may fall below 0 (ORDER-27).
                let is_behind = self.marker_points(player, Marker::Meeple) < 0 && !game.has(Module::Tower);
                if is_behind {
                    defects.push(Defect::Messenger(player, points));
                }
            }
        }
        if self.is_list("robbers", pieces.robbers.len(), game.has(Module::Robbers), defects) {
            for (player, space) in game.seats().zip(&pieces.robbers) {
                let &Some(space) = space else { continue };
                let has_marker =
                    |other: PlayerId| self.markers().iter().any(|&marker| self.marker_space(other, marker) == space);
                if i32::from(space) >= SPACES {
                    defects.push(Defect::RobberOffTrack(player, space));
                } else if game.seats().filter(|&other| other != player).any(has_marker) || game.has(Module::Tower) {
                    robbers::restore(self, player, space);
                } else {
                    // Only a ransom moves a marker away without waking the robber beside it.
                    defects.push(Defect::LoneRobber(player, space));
                }
            }
        }
    }

    /// Ingots, goods and messages.
    fn restore_tokens(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        if self.is_list("gold", pieces.gold.len(), game.has(Module::Gold), defects) {
            game.seats().zip(&pieces.gold).for_each(|(player, &count)| self.gold.restore(player, count));
        }
        let ingots = pieces.ingots.iter().map(|heap| usize::from(heap.count)).sum::<usize>() + self.gold.total();
        if !pieces.ingots.is_empty() && !game.has(Module::Gold) {
            defects.push(Defect::ForeignPart("ingots"));
        } else if ingots > gold::INGOTS {
            defects.push(Defect::TooManyIngots(ingots));
        } else {
            for &Ingots { pos, count } in &pieces.ingots {
                match self.board.tile_at(pos) {
                    Some(tile) => (0..count).for_each(|_| self.gold.put(tile)),
                    None => defects.push(Defect::IngotsNowhere(pos)),
                }
            }
        }
        let has_goods = game.has(Module::TradersClassic) || game.has(Module::Goods);
        if self.is_list("goods", pieces.goods.len(), has_goods, defects) {
            game.seats().zip(&pieces.goods).for_each(|(player, &tokens)| self.traders.restore(player, tokens));
            for (index, (goods, most)) in game.goods().into_iter().zip(traders::TOKENS).enumerate() {
                let held: u32 = pieces.goods.iter().map(|tokens| u32::from(tokens[index])).sum();
                if held > u32::from(most) {
                    defects.push(Defect::TooManyGoods(goods));
                }
            }
        }
        if !pieces.messages.is_empty() && !game.has(Module::Messages) {
            defects.push(Defect::ForeignPart("messages"));
        } else if let Err(message) = self.messages.restore(&pieces.messages) {
            defects.push(Defect::Message(message));
        }
    }

    /// Turns that are given besides the usual ones.
    fn restore_turns(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        if pieces.extra_turns > 0 && !self.game.has(Module::Messages) {
            defects.push(Defect::ForeignPart("extra"));
        }
        if pieces.extra_turns > MOST_EXTRA_TURNS {
            defects.push(Defect::TooManyExtraTurns(pieces.extra_turns));
        }
        self.messages.set_extra_turns(pieces.extra_turns);
        if pieces.is_second_turn && !self.game.has(Module::TradersClassic) {
            defects.push(Defect::ForeignPart("second"));
        }
        self.traders_classic.restore(pieces.is_second_turn);
    }

    fn restore_dragon(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        let neutral = [("dragon", "the dragon", pieces.dragon), ("fairy", "the fairy", pieces.fairy)];
        for (key, name, pos) in neutral {
            let Some(pos) = pos else { continue };
            if !self.game.has(Module::Dragon) {
                defects.push(Defect::ForeignPart(key));
            } else if self.board.tile_at(pos).is_none_or(|tile| self.board.is_printed(tile)) {
                defects.push(Defect::Nowhere(name, pos));
            }
        }
        if let Some(pos) = pieces.dragon {
            if pieces.fairy == Some(pos) {
                defects.push(Defect::DragonWithFairy(pos));
            }
            let mut standing = self.figures.standing().iter().map(|figure| self.spot(figure.at).pos);
            if standing.any(|other| other == pos)
                || pieces.towers.iter().any(|view| view.guard.is_some() && view.pos == pos)
            {
                defects.push(Defect::WithDragon(pos));
            }
        } else if self.game.has(Module::Dragon)
            && let Some(volcano) = self.tiles().find(|laid| laid.tile.symbols.volcano)
        {
            defects.push(Defect::NoDragon(volcano.pos));
        }
        dragon::restore(self, pieces.dragon, pieces.fairy);
    }

    /// A position that does not tell of him has him where he began.
    fn restore_gingerbread(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        if !self.game.has(Module::Gingerbread) {
            if pieces.gingerbread.is_some() {
                defects.push(Defect::ForeignPart("gingerbread"));
            }
            return;
        }
        let has_city =
            self.tiles().any(|laid| laid.tile.segments.iter().any(|segment| segment.feature == Feature::City));
        match (pieces.gingerbread, self.gingerbread()) {
            (Some(told), _) => {
                if gingerbread::restore(self, told).is_err()
                    && let Some(spot) = told
                {
                    defects.push(Defect::Gingerbread(spot.pos));
                }
            }
            (None, Some(began)) if gingerbread::restore(self, Some(began)).is_err() => {
                defects.push(Defect::GingerbreadUntold);
            }
            // He entered with the first city that was laid (GINGER-D7); nobody knows which it was.
            (None, None) if has_city => defects.push(Defect::GingerbreadUntold),
            (None, _) => {}
        }
    }

    fn restore_towers(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        if !game.has(Module::Tower) {
            let parts = [
                ("towers", pieces.towers.is_empty()),
                ("floors", pieces.floors.is_empty()),
                ("captives", pieces.captives.is_empty()),
            ];
            defects.extend(foreign(parts));
            return;
        }
        for &view in &pieces.towers {
            match view.guard {
                Some(Owned { kind, .. }) if !tower::may_guard(kind) => defects.push(Defect::Guard(view.pos, kind)),
                Some(Owned { owner, kind }) if !self.is_free(owner, kind, defects) => {}
                _ => defects.extend(tower::restore(self, view).err()),
            }
        }
        let built = pieces.towers.iter().map(|view| usize::from(view.height)).sum::<usize>();
        if pieces.floors.is_empty() {
            tower::spend_floors(self, built);
        } else if self.is_list("floors", pieces.floors.len(), true, defects) {
            for (player, &floors) in game.seats().zip(&pieces.floors) {
                if !tower::restore_floors(self, player, floors) {
                    defects.push(Defect::FloorsLeft(player, floors));
                }
            }
        }
        let most = tower::dealt(game.players()) / game.players();
        let left: usize = game.seats().map(|player| usize::from(self.floors(player)).min(most)).sum();
        let dealt = tower::dealt(game.players());
        if left + built > dealt {
            defects.push(Defect::TooManyFloors(left + built, dealt));
        }
        for &Captives { captor, owner, kind, count } in &pieces.captives {
            if captor.index() >= game.players() {
                defects.push(Defect::NoPlayer(captor));
                continue;
            }
            for _ in 0..count {
                if captor == owner || !kind.is_meeple() {
                    defects.push(Defect::Captive(captor, kind));
                } else if self.is_free(owner, kind, defects) && !tower::restore_captive(self, captor, owner, kind) {
                    defects.push(Defect::Unexchanged(captor, owner));
                }
            }
        }
    }

    /// The count and the meeples in Carcassonne.
    fn restore_quarters(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        if !self.game.has(Module::Count) {
            let parts = [("count", pieces.count.is_none()), ("quarters", pieces.quarters.is_empty())];
            defects.extend(foreign(parts));
            return;
        }
        pieces.count.into_iter().for_each(|quarter| count::restore_count(self, quarter));
        for &Waiting { player, kind, quarter, count } in &pieces.quarters {
            for _ in 0..count {
                if !count::may_wait(kind, quarter) {
                    defects.push(Defect::Quarter(kind, quarter));
                } else if self.is_free(player, kind, defects) {
                    count::restore(self, player, kind, quarter);
                }
            }
        }
    }

    /// The pig of the wheel and the crown spaces.
    fn restore_wheel(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        if self.game.options().base != Base::Wheel {
            let parts = [("wheel", pieces.wheel.is_none()), ("crowns", pieces.crowns.is_empty())];
            defects.extend(foreign(parts));
            return;
        }
        pieces.wheel.into_iter().for_each(|sector| wheel::restore_pig(self, sector));
        for &Crowned { player, kind, sector } in &pieces.crowns {
            if !kind.is_meeple() {
                defects.push(Defect::Crowned(kind));
            } else if self.crowned(sector).count() >= sector.crown_spaces(&self.game) {
                defects.push(Defect::TooManyCrowned(sector));
            } else if self.is_free(player, kind, defects) {
                wheel::restore(self, player, sector, kind);
            }
        }
    }

    /// Mage and witch.
    fn restore_magic(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        if !self.game.has(Module::Magic) {
            if !pieces.magic.is_empty() {
                defects.push(Defect::ForeignPart("magic"));
            }
            return;
        }
        for figure in MagicFigure::ALL {
            let mut places =
                pieces.magic.iter().filter(|standing| standing.figure == figure).map(|standing| standing.spot);
            let Some(spot) = places.next() else { continue };
            if places.next().is_some() {
                defects.push(Defect::TwoPlaces(figure));
                continue;
            }
            match magic::check_standing(self, figure, spot) {
                Ok(()) => magic::put(self, figure, Some(spot), &mut NoEvents),
                Err(refusal) => defects.push(Defect::Magic(figure, spot.pos, refusal)),
            }
        }
    }
}

/// The parts of a module that is not in the game, unless they are empty.
fn foreign<const N: usize>(parts: [(&'static str, bool); N]) -> impl Iterator<Item = Defect> {
    parts.into_iter().filter(|&(_, is_empty)| !is_empty).map(|(key, _)| Defect::ForeignPart(key))
}
