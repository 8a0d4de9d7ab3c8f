//! The markers, tokens and neutral figures of a position that was written down.

use std::sync::Arc;

use super::{Crowned, MOST_EXTRA_TURNS, MOST_POINTS, Pieces};
use crate::action::{MagicFigure, Marker, Spot};
use crate::defect::Defect;
use crate::event::NoEvents;
use crate::figure::{FigureKind, Owned};
use crate::geometry::Pos;
use crate::module::Module;
use crate::modules::count::{self, Quarter, Waiting};
use crate::modules::gold::{self, Ingots};
use crate::modules::magic::{self, StandingMagic};
use crate::modules::tower::{self, Captives, Tower};
use crate::modules::wheel::{self, Sector};
use crate::modules::{dragon, gingerbread, robbers, traders};
use crate::player::PlayerId;
use crate::state::State;
use crate::tile::Feature;
use crate::track::SPACES;

impl State {
    pub(super) fn restore_pieces(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        // Taken apart without the rest, so that a new piece cannot be forgotten.
        let Pieces {
            messengers,
            robbers,
            ingots,
            gold,
            goods,
            // They join roads, and are there before the figures.
            ferries: _,
            magic,
            messages,
            extra_turns,
            is_second_turn,
            gingerbread,
            unmarked,
            dragon,
            fairy,
            towers,
            floors,
            captives,
            count,
            quarters,
            wheel,
            crowns,
        } = pieces;
        self.restore_track(*unmarked, messengers, defects);
        self.restore_robbers(robbers, defects);
        self.restore_gold(ingots, gold, defects);
        self.restore_goods(goods, defects);
        self.restore_messages(messages, defects);
        self.restore_turns(*extra_turns, *is_second_turn, defects);
        self.restore_dragon(*dragon, *fairy, towers, defects);
        self.restore_gingerbread(*gingerbread, defects);
        self.restore_towers(towers, floors, captives, defects);
        self.restore_quarters(*count, quarters, defects);
        self.restore_wheel(*wheel, crowns, defects);
        self.restore_magic(magic, defects);
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

    /// Markers.
    fn restore_track(&mut self, unmarked: i32, messengers: &[i32], defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        let active = self.turn.active;
        if unmarked != 0 && !game.marks_sums() {
            defects.push(Defect::ForeignPart("unmarked"));
        } else if !(0..=self.points[active]).contains(&unmarked) {
            defects.push(Defect::Unmarked(unmarked));
        } else {
            self.track.unmarked[active] = unmarked;
        }
        if self.is_list("messengers", messengers.len(), game.has(Module::Messages), defects) {
            for (player, &points) in game.seats().zip(messengers) {
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
    }

    fn restore_robbers(&mut self, robbers: &[Option<u8>], defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        if self.is_list("robbers", robbers.len(), game.has(Module::Robbers), defects) {
            for (player, space) in game.seats().zip(robbers) {
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

    fn restore_gold(&mut self, heaps: &[Ingots], gold: &[u8], defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        if self.is_list("gold", gold.len(), game.has(Module::Gold), defects) {
            game.seats().zip(gold).for_each(|(player, &count)| self.gold.restore(player, count));
        }
        let ingots = heaps.iter().map(|heap| usize::from(heap.count)).sum::<usize>() + self.gold.total();
        if !heaps.is_empty() && !game.has(Module::Gold) {
            defects.push(Defect::ForeignPart("ingots"));
        } else if ingots > gold::INGOTS {
            defects.push(Defect::TooManyIngots(ingots));
        } else {
            for &Ingots { pos, count } in heaps {
                match self.board.tile_at(pos) {
                    Some(tile) => (0..count).for_each(|_| self.gold.put(tile)),
                    None => defects.push(Defect::IngotsNowhere(pos)),
                }
            }
        }
    }

    fn restore_goods(&mut self, goods: &[[u8; 3]], defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        let has_goods = game.has(Module::TradersClassic) || game.has(Module::Goods);
        if self.is_list("goods", goods.len(), has_goods, defects) {
            game.seats().zip(goods).for_each(|(player, &tokens)| self.traders.restore(player, tokens));
            for (index, (kind, most)) in game.goods().into_iter().zip(traders::TOKENS).enumerate() {
                let held: u32 = goods.iter().map(|tokens| u32::from(tokens[index])).sum();
                if held > u32::from(most) {
                    defects.push(Defect::TooManyGoods(kind));
                }
            }
        }
    }

    fn restore_messages(&mut self, messages: &[u8], defects: &mut Vec<Defect>) {
        if !messages.is_empty() && !self.game.has(Module::Messages) {
            defects.push(Defect::ForeignPart("messages"));
        } else if let Err(message) = self.messages.restore(messages) {
            defects.push(Defect::Message(message));
        }
    }

    /// Turns that are given besides the usual ones.
    fn restore_turns(&mut self, extra_turns: u8, is_second_turn: bool, defects: &mut Vec<Defect>) {
        if extra_turns > 0 && !self.game.has(Module::Messages) {
            defects.push(Defect::ForeignPart("extra"));
        }
        if extra_turns > MOST_EXTRA_TURNS {
            defects.push(Defect::TooManyExtraTurns(extra_turns));
        }
        self.messages.set_extra_turns(extra_turns);
        if is_second_turn && !self.game.has(Module::TradersClassic) {
            defects.push(Defect::ForeignPart("second"));
        }
        self.traders_classic.restore(is_second_turn);
    }

    fn restore_dragon(&mut self, dragon: Option<Pos>, fairy: Option<Pos>, towers: &[Tower], defects: &mut Vec<Defect>) {
        let neutral = [("dragon", "the dragon", dragon), ("fairy", "the fairy", fairy)];
        for (key, name, pos) in neutral {
            let Some(pos) = pos else { continue };
            if !self.game.has(Module::Dragon) {
                defects.push(Defect::ForeignPart(key));
            } else if self.board.tile_at(pos).is_none_or(|tile| self.board.is_printed(tile)) {
                defects.push(Defect::Nowhere(name, pos));
            }
        }
        if let Some(pos) = dragon {
            if fairy == Some(pos) {
                defects.push(Defect::DragonWithFairy(pos));
            }
            let mut standing = self.figures.standing().iter().map(|figure| self.spot(figure.at).pos);
            if standing.any(|other| other == pos) || towers.iter().any(|view| view.guard.is_some() && view.pos == pos) {
                defects.push(Defect::WithDragon(pos));
            }
        } else if self.game.has(Module::Dragon)
            && let Some(volcano) = self.tiles().find(|laid| laid.tile.symbols.volcano)
        {
            defects.push(Defect::NoDragon(volcano.pos));
        }
        dragon::restore(self, dragon, fairy);
    }

    /// A position that does not tell of him has him where he began.
    fn restore_gingerbread(&mut self, gingerbread: Option<Option<Spot>>, defects: &mut Vec<Defect>) {
        if !self.game.has(Module::Gingerbread) {
            if gingerbread.is_some() {
                defects.push(Defect::ForeignPart("gingerbread"));
            }
            return;
        }
        let has_city =
            self.tiles().any(|laid| laid.tile.segments.iter().any(|segment| segment.feature == Feature::City));
        match (gingerbread, self.gingerbread()) {
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

    fn restore_towers(&mut self, towers: &[Tower], floors: &[u8], captives: &[Captives], defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        if !game.has(Module::Tower) {
            let parts =
                [("towers", towers.is_empty()), ("floors", floors.is_empty()), ("captives", captives.is_empty())];
            defects.extend(foreign(parts));
            return;
        }
        for &view in towers {
            match view.guard {
                Some(Owned { kind, .. }) if !tower::may_guard(kind) => defects.push(Defect::Guard(view.pos, kind)),
                Some(Owned { owner, kind }) if !self.is_free(owner, kind, defects) => {}
                _ => defects.extend(tower::restore(self, view).err()),
            }
        }
        let built = towers.iter().map(|view| usize::from(view.height)).sum::<usize>();
        if floors.is_empty() {
            tower::spend_floors(self, built);
        } else if self.is_list("floors", floors.len(), true, defects) {
            for (player, &left) in game.seats().zip(floors) {
                if !tower::restore_floors(self, player, left) {
                    defects.push(Defect::FloorsLeft(player, left));
                }
            }
        }
        let most = tower::dealt(game.players()) / game.players();
        let left: usize = game.seats().map(|player| usize::from(self.floors(player)).min(most)).sum();
        let dealt = tower::dealt(game.players());
        if left + built > dealt {
            defects.push(Defect::TooManyFloors(left + built, dealt));
        }
        for &Captives { captor, owner, kind, count } in captives {
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
    fn restore_quarters(&mut self, count: Option<Quarter>, quarters: &[Waiting], defects: &mut Vec<Defect>) {
        if !self.game.has(Module::Count) {
            let parts = [("count", count.is_none()), ("quarters", quarters.is_empty())];
            defects.extend(foreign(parts));
            return;
        }
        count.into_iter().for_each(|quarter| count::restore_count(self, quarter));
        for &Waiting { player, kind, quarter, count } in quarters {
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
    fn restore_wheel(&mut self, pig: Option<Sector>, crowns: &[Crowned], defects: &mut Vec<Defect>) {
        if !self.game.has_wheel() {
            let parts = [("wheel", pig.is_none()), ("crowns", crowns.is_empty())];
            defects.extend(foreign(parts));
            return;
        }
        pig.into_iter().for_each(|sector| wheel::restore_pig(self, sector));
        for &Crowned { player, kind, sector } in crowns {
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
    fn restore_magic(&mut self, magic: &[StandingMagic], defects: &mut Vec<Defect>) {
        if !self.game.has(Module::Magic) {
            if !magic.is_empty() {
                defects.push(Defect::ForeignPart("magic"));
            }
            return;
        }
        for figure in MagicFigure::ALL {
            let mut places = magic.iter().filter(|standing| standing.figure == figure).map(|standing| standing.spot);
            let Some(spot) = places.next() else { continue };
            if places.next().is_some() {
                defects.push(Defect::TwoPlaces(figure));
                continue;
            }
            match magic::check_standing(self, figure, spot) {
                Ok(()) => magic::put(self, figure, spot, &mut NoEvents),
                Err(refusal) => defects.push(Defect::Magic(figure, spot.pos, refusal)),
            }
        }
    }
}

/// The parts of a module that is not in the game, unless they are empty.
fn foreign<const N: usize>(parts: [(&'static str, bool); N]) -> impl Iterator<Item = Defect> {
    parts.into_iter().filter(|&(_, is_empty)| !is_empty).map(|(key, _)| Defect::ForeignPart(key))
}
