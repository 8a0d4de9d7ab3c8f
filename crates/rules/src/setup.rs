//! Any arrangement of tiles and figures between two turns, and the door from it to a playable state.

use std::fmt;
use std::sync::Arc;

use crate::action::{Action, MagicFigure, Marker, Spot};
use crate::decision::Decision;
use crate::event::NoEvents;
use crate::figure::FigureKind;
use crate::game::{Game, Options, SetupError, Stack};
use crate::geometry::{Pos, Rotation};
use crate::module::{Base, Module};
use crate::modules::count::{self, Quarter};
use crate::modules::tower::{self, TowerView};
use crate::modules::wheel::{self, Sector};
use crate::modules::{dragon, ferries, gingerbread, gold, magic, robbers, traders};
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::state::{LaidTile, StandingFigure, State};
use crate::tile::{Feature, RiverRole, TileId};
use crate::track::SPACES;
use crate::turn::Step;

/// A position between two turns as plain data: whatever people write down. Only
/// [`State::from_setup`] says whether it can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game.
    pub options: Options,
    /// The turn about to begin, counted from 1.
    pub turn: u32,
    /// The seat whose turn it is.
    pub next: usize,
    /// The points of each seat.
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
    pub ingots: Vec<(Pos, u8)>,
    /// Ingots of each seat.
    pub gold: Vec<u8>,
    /// Goods of each seat: chicken, wheat, cloth.
    pub goods: Vec<[u8; 3]>,
    /// Ferries: where their lakes lie, and the two road segments that each connects.
    pub ferries: Vec<(Pos, [u8; 2])>,
    /// Where mage and witch stand.
    pub magic: Vec<(MagicFigure, Spot)>,
    /// Used messages in the order in which they lie under the stack.
    pub messages: Vec<u8>,
    /// Extra turns that the player to move still has after this one (MSG-20).
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
    pub towers: Vec<TowerView>,
    /// The floors that each seat has left.
    pub floors: Vec<u8>,
    /// Captives: captor, owner, kind, number.
    pub captives: Vec<(PlayerId, PlayerId, FigureKind, u8)>,
    /// The quarter of the count.
    pub count: Option<Quarter>,
    /// Meeples in Carcassonne: owner, kind, quarter, number.
    pub quarters: Vec<(PlayerId, FigureKind, Quarter, u8)>,
    /// The sector of the pig.
    pub wheel: Option<Sector>,
    /// Meeples on crown spaces.
    pub crowns: Vec<(PlayerId, FigureKind, Sector)>,
}

/// What is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defect {
    /// The game itself cannot be set up.
    Game(SetupError),
    /// The list of points does not have one entry for each player.
    Points(usize),
    /// The seat to move is not at the table.
    Next(usize),
    /// Turns are counted from 1.
    Turn,
    /// A tile that is not in this game.
    ForeignTile(TileId),
    /// More copies of a tile than the game has.
    TooManyTiles(TileId),
    /// The start tile does not lie at 0,0 as the catalogue draws it.
    NoStartTile,
    /// Two tiles on one cell.
    TwoTiles(Pos),
    /// A tile that does not fit where it lies.
    Misplaced(Pos, Refusal),
    /// The lake lies on the table although river tiles are left (RIVER-3).
    EarlyLake,
    /// A land tile lies on the table although the river is not finished (RIVER-5).
    LandBeforeLake(Pos),
    /// A figure on a segment that is not there.
    NoSegment(Spot),
    /// A figure where figures of its kind do not stand.
    WrongPlace(StandingFigure, Refusal),
    /// More figures than the player owns.
    TooManyFigures(PlayerId, FigureKind),
    /// A figure on a completed feature, which would have been scored (BASE-35).
    AlreadyScored(Spot),
    /// A builder or pig without its meeple, or the other way round (TRADE-9, TRADE-25).
    Unaccompanied(Spot),
    /// A ferry where none can be, or none where one must be.
    Ferry(Pos, Refusal),
    /// Mage or witch where they cannot stand.
    Magic(Spot, Refusal),
    /// Dragon, fairy or tower where they cannot stand.
    Standing(Pos),
    /// The gingerbread man where he cannot stand.
    Gingerbread(Refusal),
    /// A piece that this game does not have, or not so often.
    Piece(&'static str),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |tile: &TileId| crate::catalogue::tile(*tile).name;
        match self {
            Defect::Game(error) => fmt::Display::fmt(error, f),
            Defect::Points(count) => write!(f, "{count} numbers of points do not fit the number of players"),
            Defect::Next(seat) => write!(f, "seat {} is not at the table", seat + 1),
            Defect::Turn => f.write_str("turns are counted from 1"),
            Defect::ForeignTile(tile) => write!(f, "tile {} is not in this game", name(tile)),
            Defect::TooManyTiles(tile) => write!(f, "more copies of tile {} than the game has", name(tile)),
            Defect::NoStartTile => f.write_str("the start tile must lie at 0,0 with rotation 0"),
            Defect::TwoTiles(pos) => write!(f, "two tiles lie at {pos}"),
            Defect::Misplaced(pos, refusal) => {
                write!(f, "the tile at {pos} does not fit: {refusal} ({})", refusal.rule())
            }
            Defect::EarlyLake => {
                f.write_str("the lake lies on the table, but river tiles are left (RIVER-3, RIVER2-13)")
            }
            Defect::LandBeforeLake(pos) => {
                write!(
                    f,
                    "the tile at {pos} is a land tile, but the river has not reached the lake (RIVER-5, RIVER2-2)"
                )
            }
            Defect::NoSegment(spot) => write!(f, "there is no segment {} on the tile at {}", spot.segment, spot.pos),
            Defect::WrongPlace(figure, refusal) => {
                write!(f, "the figure at {} cannot stand there: {refusal} ({})", figure.spot.pos, refusal.rule())
            }
            Defect::TooManyFigures(player, kind) => {
                write!(f, "{player} has more figures out than there are: {}", kind.word())
            }
            Defect::AlreadyScored(spot) => {
                write!(
                    f,
                    "the figure at {} stands on a completed feature, which would have been scored (BASE-35)",
                    spot.pos
                )
            }
            Defect::Unaccompanied(spot) => {
                write!(f, "the figure at {} stands without the one it is bound to (TRADE-9, TRADE-25)", spot.pos)
            }
            Defect::Ferry(pos, refusal) => write!(f, "the ferry at {pos}: {refusal} ({})", refusal.rule()),
            Defect::Magic(spot, refusal) => {
                write!(f, "the magic figure at {}: {refusal} ({})", spot.pos, refusal.rule())
            }
            Defect::Standing(pos) => write!(f, "dragon, fairy or tower cannot stand at {pos}"),
            Defect::Gingerbread(refusal) => write!(f, "the gingerbread man: {refusal} ({})", refusal.rule()),
            Defect::Piece(what) => write!(f, "{what} do not fit this game"),
        }
    }
}

/// So many defects are told in words.
const MOST_DEFECTS: usize = 12;

/// Everything that is wrong with a position, at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defects(pub Vec<Defect>);

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A damaged position can have the same defect very often.
        let mut sentences: Vec<String> = Vec::new();
        for sentence in self.0.iter().take(MOST_DEFECTS).map(Defect::to_string) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        f.write_str(&sentences.join("; "))?;
        if self.0.len() > MOST_DEFECTS { write!(f, "; and {} more", self.0.len() - MOST_DEFECTS) } else { Ok(()) }
    }
}

impl std::error::Error for Defects {}

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

    fn pieces(&self) -> Pieces {
        let seats = || self.game.seats();
        let has = |module| self.game.has(module);
        let mut pieces = Pieces { extra_turns: self.extra_turns(), ferries: self.ferries(), ..Pieces::default() };
        if has(Module::Messages) {
            pieces.messengers = seats().map(|player| self.marker_points(player, Marker::Messenger)).collect();
            pieces.messages = self.used_messages().to_vec();
        }
        if has(Module::Robbers) {
            pieces.robbers = seats().map(|player| self.robber(player)).collect();
        }
        if has(Module::Gold) {
            pieces.ingots = self.ingots_on_tiles();
            pieces.gold = seats().map(|player| self.ingots(player)).collect();
        }
        if has(Module::Goods) || has(Module::TradersClassic) {
            pieces.goods = seats().map(|player| self.traders.tokens[player]).collect();
        }
        pieces.is_second_turn = self.traders_classic.progress().1;
        pieces.gingerbread = self.gingerbread.has_entered().then(|| self.gingerbread());
        pieces.unmarked = self.track.unmarked[self.active_player()];
        (pieces.dragon, pieces.fairy) = (self.dragon(), self.fairy());
        if has(Module::Tower) {
            pieces.towers = self.towers();
            pieces.floors = seats().map(|player| self.floors(player)).collect();
            let held =
                seats().flat_map(|captor| self.captives(captor).map(move |(owner, kind, n)| (captor, owner, kind, n)));
            pieces.captives = held.filter(|&(.., n)| n > 0).collect();
        }
        pieces.count = self.count();
        for quarter in Quarter::ALL {
            for player in seats() {
                let waiting = self.in_quarter(quarter, player).filter(|&(_, n)| n > 0);
                pieces.quarters.extend(waiting.map(|(kind, n)| (player, kind, quarter, n)));
            }
        }
        pieces.wheel = self.wheel_pig();
        for sector in Sector::ALL {
            pieces.crowns.extend(self.crowned(sector).map(|(player, kind)| (player, kind, sector)));
        }
        let standing = MagicFigure::ALL.into_iter().filter_map(|figure| Some((figure, self.magic(figure)?)));
        pieces.magic = standing.collect();
        pieces
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
            state.restore_ferries(&setup.pieces, &mut defects);
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
                Some(kind) if self.bag.left(kind) == 0 => defects.push(Defect::TooManyTiles(tile)),
                Some(kind) => self.bag.take(&self.game, kind),
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

    fn restore_ferries(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        for &(pos, ends) in &pieces.ferries {
            if let Err(refusal) = ferries::restore(self, pos, ends) {
                defects.push(Defect::Ferry(pos, refusal));
            }
        }
        if self.game.has(Module::Ferries) {
            let lakes = self.tiles().filter(|laid| laid.tile.symbols.ferry_lake);
            let bare = lakes.filter(|laid| pieces.ferries.iter().all(|&(pos, _)| pos != laid.pos));
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
                defects.push(Defect::NoSegment(spot));
                continue;
            };
            let feature = self.board.feature(segment);
            if let Err(refusal) = self.check_feature(kind, feature) {
                defects.push(Defect::WrongPlace(figure, refusal));
            } else if owner.index() >= self.game.players() || self.figures.in_supply(owner, kind) == 0 {
                defects.push(Defect::TooManyFigures(owner, kind));
            } else if feature != Feature::Field && self.board.region(self.board.region_of(segment)).open == 0 {
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
                defects.push(Defect::NoSegment(spot));
                continue;
            };
            let strength = self.board.region(self.board.region_of(segment)).strength;
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

    fn restore_pieces(&mut self, pieces: &Pieces, defects: &mut Vec<Defect>) {
        let game = Arc::clone(&self.game);
        let mut check = |is_good: bool, what| {
            if !is_good {
                defects.push(Defect::Piece(what));
            }
            is_good
        };
        let fits = |count: usize, module| count == 0 || (count == game.players() && game.has(module));
        if check(fits(pieces.messengers.len(), Module::Messages), "messengers") {
            for (player, &points) in game.seats().zip(&pieces.messengers) {
                self.track.messenger[player] = points;
            }
        }
        let are_spaces = pieces.robbers.iter().flatten().all(|&space| i32::from(space) < SPACES);
        if check(fits(pieces.robbers.len(), Module::Robbers) && are_spaces, "robbers") {
            for (player, space) in game.seats().zip(&pieces.robbers) {
                if let &Some(space) = space {
                    robbers::restore(self, player, space);
                }
            }
        }
        if check(fits(pieces.gold.len(), Module::Gold), "taken ingots") {
            for (player, &count) in game.seats().zip(&pieces.gold) {
                self.gold.taken[player] = count;
            }
        }
        let most = pieces.ingots.iter().map(|&(_, count)| usize::from(count)).sum::<usize>() + self.gold.total();
        let has_gold = pieces.ingots.is_empty() || game.has(Module::Gold);
        let tiles: Option<Vec<_>> = pieces.ingots.iter().map(|&(pos, _)| self.board.tile_at(pos)).collect();
        if check(has_gold && most <= gold::INGOTS && tiles.is_some(), "ingots") {
            for (tile, &(_, count)) in tiles.into_iter().flatten().zip(&pieces.ingots) {
                (0..count).for_each(|_| self.gold.put(tile));
            }
        }
        let held = |index: usize| pieces.goods.iter().map(|tokens| u32::from(tokens[index])).sum::<u32>();
        let are_enough = traders::TOKENS.iter().enumerate().all(|(index, &most)| held(index) <= u32::from(most));
        let goods = if game.has(Module::TradersClassic) { Module::TradersClassic } else { Module::Goods };
        if check(fits(pieces.goods.len(), goods) && are_enough, "goods") {
            for (player, &tokens) in game.seats().zip(&pieces.goods) {
                self.traders.tokens[player] = tokens;
            }
        }
        let has_messages = pieces.messages.is_empty() || game.has(Module::Messages);
        check(has_messages && self.messages.restore(&pieces.messages), "messages");
        check(pieces.extra_turns == 0 || game.has(Module::Messages), "extra turns");
        self.messages.extra_turns = pieces.extra_turns;
        check(!pieces.is_second_turn || game.has(Module::TradersClassic), "second turns");
        self.traders_classic.restore(pieces.is_second_turn);
        check(pieces.unmarked == 0 || game.marks_sums(), "unmarked points");
        self.track.unmarked[self.turn.active] = pieces.unmarked;
        let has_dragon = game.has(Module::Dragon) || (pieces.dragon.is_none() && pieces.fairy.is_none());
        check(has_dragon, "dragon and fairy");
        // A position that does not tell of him has him where he began.
        let spot = pieces.gingerbread.or_else(|| self.gingerbread().map(Some));
        if let Some(spot) = spot {
            if !game.has(Module::Gingerbread) {
                defects.push(Defect::Piece("the gingerbread man"));
            } else if let Err(refusal) = gingerbread::restore(self, spot) {
                defects.push(Defect::Gingerbread(refusal));
            }
        }
        for pos in [pieces.dragon, pieces.fairy].into_iter().flatten() {
            if self.board.tile_at(pos).is_none_or(|tile| self.board.is_printed(tile)) {
                defects.push(Defect::Standing(pos));
            }
        }
        // They never share a tile (DRAGON-D6).
        if let Some(pos) = pieces.dragon.filter(|_| pieces.dragon == pieces.fairy) {
            defects.push(Defect::Standing(pos));
        }
        dragon::restore(self, pieces.dragon, pieces.fairy);
        for &view in &pieces.towers {
            if tower::restore(self, view).is_err() {
                defects.push(Defect::Standing(view.pos));
            }
        }
        let mut is_good = pieces.floors.is_empty() || (fits(pieces.floors.len(), Module::Tower));
        for (player, &floors) in game.seats().zip(&pieces.floors) {
            is_good &= tower::restore_floors(self, player, floors);
        }
        let seats = game.players();
        for &(captor, owner, kind, n) in &pieces.captives {
            let is_here = game.has(Module::Tower) && captor.index() < seats && owner.index() < seats;
            is_good &= is_here && (0..n).all(|_| tower::restore_captive(self, captor, owner, kind));
        }
        is_good &= pieces.count.is_some() == game.has(Module::Count) || pieces.count.is_none();
        pieces.count.into_iter().for_each(|quarter| count::restore_count(self, quarter));
        for &(player, kind, quarter, n) in &pieces.quarters {
            let is_there = game.has(Module::Count) && player.index() < seats && count::may_wait(kind, quarter);
            is_good &= is_there && self.figures.in_supply(player, kind) >= n;
            if is_good {
                (0..n).for_each(|_| count::restore(self, player, kind, quarter));
            }
        }
        is_good &= game.options().base == Base::Wheel || (pieces.wheel.is_none() && pieces.crowns.is_empty());
        pieces.wheel.into_iter().for_each(|sector| wheel::restore_pig(self, sector));
        for &(player, kind, sector) in &pieces.crowns {
            let is_free = self.crowned(sector).count() < sector.crown_spaces(&game);
            is_good &=
                is_free && player.index() < seats && kind.is_meeple() && self.figures.in_supply(player, kind) > 0;
            if is_good {
                wheel::restore(self, player, sector, kind);
            }
        }
        if !is_good {
            defects.push(Defect::Piece("floors, captives, quarters or crown spaces"));
        }
        for &(figure, spot) in &pieces.magic {
            let refusal = match magic::check_standing(self, figure, spot) {
                Ok(_) if !game.has(Module::Magic) => Some(Refusal::NoSuchFigure),
                result => result.err(),
            };
            match refusal {
                Some(refusal) => defects.push(Defect::Magic(spot, refusal)),
                None => magic::put(self, figure, Some(spot), &mut NoEvents),
            }
        }
    }
}
