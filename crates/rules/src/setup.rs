//! Any arrangement of tiles and figures between two turns, and the door from it to a playable state.

mod pieces;

use crate::action::{Action, MagicFigure, Marker, Spot};
use crate::decision::Decision;
use crate::defect::{Defect, Defects};
use crate::event::NoEvents;
use crate::figure::{FigureKind, Owned};
use crate::game::{Game, Options, Stack};
use crate::geometry::{Pos, Rotation};
use crate::module::Module;
use crate::modules::count::{Quarter, Waiting};
use crate::modules::ferries::{self, Ferry};
use crate::modules::gold::Ingots;
use crate::modules::magic::StandingMagic;
use crate::modules::messages::Message;
use crate::modules::tower::{Captives, Tower};
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::state::{LaidTile, StandingFigure, State};
use crate::tile::{Feature, RiverRole, TileId};
use crate::turn::Step;

/// The last turn of a position that is read. No game comes to it; what counts on from here never overflows.
pub(crate) const LAST_TURN: u32 = 1_000_000;

/// The most points of a position that is read. No game gives as many; what is added to them in play, and what robbers halve
/// of it, never overflows.
pub(crate) const MOST_POINTS: i32 = 20_000;

/// The most extra turns of a position that is read: one for each message.
pub(crate) const MOST_EXTRA_TURNS: u8 = Message::ALL.len() as u8;

/// A position between two turns as plain data: whatever people write down. Only
/// [`State::from_setup`] says whether it can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game.
    pub options: Options,
    /// The turn about to begin, counted from 1; at most 1,000,000.
    pub turn: u32,
    /// The seat whose turn it is.
    pub next: usize,
    /// The points of each seat, from 0 to 20,000.
    pub points: Vec<i32>,
    /// The tiles on the table, the start tile among them.
    pub tiles: Vec<LaidTile>,
    /// The figures on the table.
    pub figures: Vec<StandingFigure>,
    /// Tiles that are out of the game.
    pub discarded: Vec<TileId>,
    /// What modules have besides.
    pub pieces: Pieces,
}

/// Markers, tokens and neutral figures of a position; empty where a module is not in play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    /// The points that each messenger shows (MSG-3).
    pub messengers: Vec<i32>,
    /// The space of each seat's robber, if it is on the track.
    pub robbers: Vec<Option<u8>>,
    /// Ingots on tiles.
    pub ingots: Vec<Ingots>,
    /// Ingots of each seat.
    pub gold: Vec<u8>,
    /// Goods of each seat: chicken, wheat, cloth.
    pub goods: Vec<[u8; 3]>,
    /// Ferries.
    pub ferries: Vec<Ferry>,
    /// Where mage and witch stand.
    pub magic: Vec<StandingMagic>,
    /// Numbers of the used messages in the order in which they lie under the stack.
    pub messages: Vec<u8>,
    /// Extra turns that the player to move still has after this one (MSG-20); at most 8.
    pub extra_turns: u8,
    /// The turn about to begin was given by a builder of the classic edition (TRADC-11).
    pub is_second_turn: bool,
    /// The gingerbread man, once he has entered: his city, or `None` off the map (GINGER-14).
    pub gingerbread: Option<Option<Spot>>,
    /// Points of the player to move that no marker shows yet (ORDER-21).
    pub unmarked: i32,
    /// Where the dragon is, if it is in play.
    pub dragon: Option<Pos>,
    /// Where the fairy is, if it is in play.
    pub fairy: Option<Pos>,
    /// Started towers.
    pub towers: Vec<Tower>,
    /// The floors that each seat has left.
    pub floors: Vec<u8>,
    /// Captives.
    pub captives: Vec<Captives>,
    /// The quarter of the count.
    pub count: Option<Quarter>,
    /// Meeples in Carcassonne.
    pub quarters: Vec<Waiting>,
    /// The sector of the pig.
    pub wheel: Option<Sector>,
    /// Meeples on crown spaces.
    pub crowns: Vec<Crowned>,
}

/// A meeple on a crown space (WHEEL-32).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowned {
    /// Whose.
    pub player: PlayerId,
    /// Which.
    pub kind: FigureKind,
    /// On which sector.
    pub sector: Sector,
}

impl State {
    /// The position as plain data, if the game stands between two turns.
    pub fn setup(&self) -> Option<Setup> {
        // After a discarded tile the turn has begun, and the next draw belongs to it.
        if !self.is_between_turns() || self.decision() == Decision::Spring {
            return None;
        }
        let player = self.active_player();
        let mut tiles: Vec<_> = self
            .tiles()
            .map(|laid| LaidTile { rotation: laid.tile.canonical_rotation(laid.rotation), ..laid })
            .collect();
        tiles.sort_unstable_by_key(|laid| laid.pos);
        let mut discarded = self.discarded().to_vec();
        discarded.sort_unstable();
        Some(Setup {
            // From here on the game begins with the player to move.
            options: Options { first: player.index(), ..*self.game.options() },
            turn: self.turn_number(),
            next: player.index(),
            points: self.points().to_vec(),
            tiles,
            figures: self.figures(),
            discarded,
            pieces: self.pieces(),
        })
    }

    /// All of them by name, so that a new one cannot be forgotten.
    fn pieces(&self) -> Pieces {
        let seats = || self.game.seats();
        let has = |module| self.game.has(module);
        let has_goods = has(Module::Goods) || has(Module::TradersClassic);
        let in_quarters = Quarter::ALL.into_iter().flat_map(|quarter| {
            let waiting = move |player| self.in_quarter(quarter, player);
            seats().flat_map(waiting)
        });
        let crowned =
            |sector| self.crowned(sector).map(move |Owned { owner, kind }| Crowned { player: owner, kind, sector });
        let standing = |figure| Some(StandingMagic { figure, spot: self.magic(figure)? });
        Pieces {
            messengers: self.each(Module::Messages, |player| self.marker_points(player, Marker::Messenger)),
            robbers: self.each(Module::Robbers, |player| self.robber(player)),
            ingots: self.ingots_on_tiles(),
            gold: self.each(Module::Gold, |player| self.ingots(player)),
            goods: if has_goods { seats().map(|player| self.traders.tokens(player)).collect() } else { Vec::new() },
            ferries: self.ferries(),
            magic: MagicFigure::ALL.into_iter().filter_map(standing).collect(),
            messages: self.used_messages().iter().map(|message| message.number()).collect(),
            extra_turns: self.extra_turns(),
            is_second_turn: self.traders_classic.is_second_turn(),
            gingerbread: self.gingerbread.has_entered().then(|| self.gingerbread()),
            unmarked: self.track.unmarked[self.active_player()],
            dragon: self.dragon(),
            fairy: self.fairy(),
            towers: self.towers(),
            floors: self.each(Module::Tower, |player| self.floors(player)),
            captives: seats().flat_map(|captor| self.captives(captor)).collect(),
            count: self.count(),
            quarters: in_quarters.collect(),
            wheel: self.wheel_pig(),
            crowns: Sector::ALL.into_iter().flat_map(crowned).collect(),
        }
    }

    /// What each seat has of a module; nothing without it.
    fn each<T>(&self, module: Module, of: impl Fn(PlayerId) -> T) -> Vec<T> {
        if self.game.has(module) { self.game.seats().map(of).collect() } else { Vec::new() }
    }

    /// The state of a position.
    ///
    /// # Errors
    /// With everything that keeps the position from being played.
    pub fn from_setup(setup: &Setup) -> Result<State, Defects> {
        let game = Game::new(setup.options).map_err(|error| Defects(vec![Defect::Game(error)]))?;
        let mut state = State::new(game);
        let mut defects = Vec::new();
        state.restore_counters(setup, &mut defects);
        state.restore_bag(setup, &mut defects);
        if defects.is_empty() {
            state.restore_tiles(setup, &mut defects);
        }
        if defects.is_empty() {
            // Ferries join roads, and figures stand on what is joined.
            state.restore_ferries(&setup.pieces.ferries, &mut defects);
        }
        if defects.is_empty() {
            state.restore_figures(setup, &mut defects);
            state.restore_special_figures(setup, &mut defects);
            state.restore_pieces(&setup.pieces, &mut defects);
        }
        if !defects.is_empty() {
            return Err(Defects(defects));
        }
        if !state.game.is_plain() {
            // The fairy has greeted already; a ransom can still be paid.
            state.turn.step = Step::StartRansom;
        }
        state.advance(&mut NoEvents);
        Ok(state)
    }

    fn restore_counters(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        let players = self.game.players();
        if setup.points.len() == players {
            for (player, &points) in self.game.seats().zip(&setup.points) {
                self.points[player] = points;
                if points < 0 {
                    defects.push(Defect::NegativePoints(player, points));
                }
                if points > MOST_POINTS {
                    defects.push(Defect::TooManyPoints(player, points));
                }
            }
        } else {
            defects.push(Defect::Points(setup.points.len()));
        }
        match PlayerId::new(setup.next) {
            Some(player) if setup.next < players => self.turn.active = player,
            _ => defects.push(Defect::Next(setup.next)),
        }
        if setup.turn == 0 {
            defects.push(Defect::Turn);
        }
        if setup.turn > LAST_TURN {
            defects.push(Defect::LateTurn(setup.turn));
        }
        self.turn.number = setup.turn;
        let starts = usize::from(self.game.start_tile().is_some() || self.game.spring_beside_board().is_some());
        self.turn.laid = setup.tiles.len().saturating_sub(starts) as u32;
    }

    fn restore_bag(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        if setup.pieces.dragon.is_some() {
            self.bag.wake_dragon(&self.game);
        }
        // The spring beside a board is not drawn either.
        let spring = self.game.spring_beside_board().map(|kind| self.game.kind(kind).tile.id);
        let start = self.game.start_tile().map(|tile| tile.id).or(spring);
        let on_table = setup.tiles.iter().map(|laid| laid.tile.id);
        let mut starts = 0;
        for tile in on_table.chain(setup.discarded.iter().copied()) {
            if Some(tile) == start {
                starts += 1;
                continue;
            }
            match self.game.kind_of(tile) {
                None => defects.push(Defect::ForeignTile(tile)),
                Some(kind) if self.bag.left(kind) > 0 => self.bag.take(&self.game, kind),
                Some(kind) if self.bag.undrawn(&self.game, kind) > 0 => defects.push(Defect::DormantTile(tile)),
                Some(kind) if self.game.kind(kind).copies == 0 => defects.push(Defect::ReplacedStart(tile)),
                Some(_) => defects.push(Defect::TooManyTiles(tile)),
            }
        }
        if let Some(start) = start.filter(|_| starts > 1) {
            defects.push(Defect::TooManyTiles(start));
        }
        self.discarded.clone_from(&setup.discarded);
    }

    /// Lays the tiles outward from the start tile, the river first, so that the same checks as in
    /// play apply to each.
    fn restore_tiles(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        let start = self.game.start_tile();
        let is_start = |laid: &LaidTile| Some(laid.tile.id) == start.map(|tile| tile.id) && laid.pos == Pos::ORIGIN;
        if start.is_some() && !setup.tiles.iter().any(|laid| is_start(laid) && laid.rotation == Rotation::NONE) {
            defects.push(Defect::NoStartTile);
            return;
        }
        let spring = self.game.spring_beside_board().map(|kind| self.game.kind(kind).tile.id);
        if spring.is_some() {
            let action = setup.tiles.iter().find(|laid| Some(laid.tile.id) == spring);
            let action = action.map(|laid| Action::Place { pos: laid.pos, rotation: laid.rotation });
            match action.filter(|&action| self.is_legal(action)) {
                Some(action) => self.resolve(action, &mut NoEvents),
                None => {
                    defects.push(Defect::NoStartTile);
                    return;
                }
            }
        }
        let is_start = |laid: &LaidTile| is_start(laid) || Some(laid.tile.id) == spring;
        let mut waiting: Vec<&LaidTile> = setup.tiles.iter().filter(|laid| !is_start(laid)).collect();
        // River tiles are laid before all others (RIVER-5).
        waiting.sort_by_key(|laid| (laid.tile.river == 0, laid.pos));
        while !waiting.is_empty() {
            let mut is_stuck = true;
            waiting.retain(|laid| {
                let Some(kind) = self.game.kind_of(laid.tile.id) else { return false };
                let rotation = laid.tile.canonical_rotation(laid.rotation);
                let is_fit = self.check_placement(kind, laid.pos, rotation).is_ok();
                if is_fit {
                    is_stuck = false;
                    self.lay(kind, laid.pos, rotation);
                }
                !is_fit
            });
            if is_stuck {
                break;
            }
        }
        for laid in waiting {
            let rotation = laid.tile.canonical_rotation(laid.rotation);
            let refusal =
                self.game.kind_of(laid.tile.id).and_then(|kind| self.check_placement(kind, laid.pos, rotation).err());
            match refusal {
                Some(Refusal::CellTaken) => defects.push(Defect::TwoTiles(laid.pos)),
                Some(refusal) => defects.push(Defect::Misplaced(laid.pos, refusal)),
                None => {}
            }
        }
        let is_lake_laid = setup.tiles.iter().any(|laid| laid.tile.role == Some(RiverRole::Lake));
        let before_lake = self.bag.in_stack(Stack::Fork) + self.bag.in_stack(Stack::River);
        if is_lake_laid && before_lake > 0 {
            defects.push(Defect::EarlyLake);
        }
        // The fork comes before the pile (RIVER2-4).
        let is_of_pile = |laid: &&LaidTile| laid.tile.river != 0 && laid.tile.role.is_none();
        if self.bag.in_stack(Stack::Fork) > 0
            && let Some(early) = setup.tiles.iter().find(is_of_pile)
        {
            defects.push(Defect::Misplaced(early.pos, Refusal::RiverPileFirst));
        }
        let is_river_open = before_lake + self.bag.in_stack(Stack::Lake) > 0;
        if is_river_open && let Some(land) = setup.tiles.iter().find(|laid| laid.tile.river == 0) {
            defects.push(Defect::LandBeforeLake(land.pos));
        }
    }

    fn restore_ferries(&mut self, ferries: &[Ferry], defects: &mut Vec<Defect>) {
        if !self.game.has(Module::Ferries) {
            if !ferries.is_empty() {
                defects.push(Defect::ForeignPart("ferries"));
            }
        } else {
            for ferry in ferries {
                defects.extend(ferries::restore(self, ferry.at, ferry.ends).err());
            }
            let lakes = self.tiles().filter(|laid| laid.tile.symbols.ferry_lake);
            let bare = lakes.filter(|laid| ferries.iter().all(|ferry| ferry.at != laid.pos));
            defects.extend(bare.map(|laid| Defect::Ferry(laid.pos, Refusal::NoFerry)));
        }
    }

    fn restore_figures(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        let companion = |figure: &StandingFigure| {
            let feature = self.segment_at(figure.spot).map(|segment| self.board.feature(segment))?;
            FigureKind::companion_on(feature).filter(|_| figure.is_bound)
        };
        // A companion stands with the meeple it is bound to, and is restored with it.
        let mut promised: Vec<_> =
            setup.figures.iter().filter_map(|figure| Some((figure.owner, companion(figure)?, figure.spot))).collect();
        let is_classic = self.game.has(Module::TradersClassic);
        for figure in setup.figures.iter().filter(|figure| !figure.kind.is_meeple() && !is_classic) {
            match promised.iter().position(|&pair| pair == (figure.owner, figure.kind, figure.spot)) {
                Some(index) => drop(promised.swap_remove(index)),
                None => defects.push(Defect::Unaccompanied(figure.spot)),
            }
        }
        defects.extend(promised.iter().map(|&(_, _, spot)| Defect::Unaccompanied(spot)));
        for &figure in setup.figures.iter().filter(|figure| figure.kind.is_meeple()) {
            let StandingFigure { owner, kind, spot, is_bound } = figure;
            let Some(segment) = self.segment_at(spot) else {
                let is_there = self.board.tile_at(spot.pos).is_some();
                defects.push(if is_there { Defect::NoSegment(spot.pos) } else { Defect::NoTile(spot.pos) });
                continue;
            };
            let feature = self.board.feature(segment);
            if let Err(refusal) = self.check_feature(kind, feature) {
                defects.push(Defect::WrongPlace(figure, refusal));
            } else if owner.index() >= self.game.players() {
                defects.push(Defect::NoPlayer(owner));
            } else if self.figures.in_supply(owner, kind) == 0 {
                defects.push(Defect::TooManyFigures(owner, kind));
            } else if feature != Feature::Field && self.board.region_at(segment).is_complete() {
                defects.push(Defect::AlreadyScored(spot));
            } else {
                self.figures.deploy(owner, kind, segment);
                self.board.add_strength(segment, owner.index(), kind.strength());
                match FigureKind::companion_on(feature).filter(|_| is_bound) {
                    Some(companion) if self.figures.in_supply(owner, companion) > 0 => {
                        self.figures.accompany(companion)
                    }
                    Some(companion) => defects.push(Defect::TooManyFigures(owner, companion)),
                    None if is_bound => defects.push(Defect::Unaccompanied(spot)),
                    None => {}
                }
            }
        }
    }

    /// Builder and pig of the classic edition stand on their own, where an own meeple stands too.
    fn restore_special_figures(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        let is_classic = self.game.has(Module::TradersClassic);
        for &figure in setup.figures.iter().filter(|figure| !figure.kind.is_meeple() && is_classic) {
            let StandingFigure { owner, kind, spot, .. } = figure;
            let Some(segment) = self.segment_at(spot) else {
                let is_there = self.board.tile_at(spot.pos).is_some();
                defects.push(if is_there { Defect::NoSegment(spot.pos) } else { Defect::NoTile(spot.pos) });
                continue;
            };
            let strength = self.board.region_at(segment).strength;
            // A ferry may have parted a builder from its meeple (TRADC-D4).
            let is_alone = strength.get(owner.index()) == 0 && !self.game.has(Module::Ferries);
            if !kind.may_stand_on(self.board.feature(segment)) || is_alone {
                defects.push(Defect::Unaccompanied(spot));
            } else if self.figures.in_supply(owner, kind) == 0 {
                defects.push(Defect::TooManyFigures(owner, kind));
            } else {
                self.figures.deploy(owner, kind, segment);
            }
        }
    }
}
