//! Any arrangement of tiles and figures between two turns, and the door from it to a playable state.

use std::fmt;

use crate::action::Spot;
use crate::event::NoEvents;
use crate::figure::FigureKind;
use crate::game::{Game, Options, SetupError, Stack};
use crate::geometry::{Pos, Rotation};
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::state::{LaidTile, StandingFigure, State};
use crate::tile::{Feature, TileId};

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
            Defect::EarlyLake => f.write_str("the lake lies on the table, but river tiles are left (RIVER-3)"),
            Defect::LandBeforeLake(pos) => {
                write!(f, "the tile at {pos} is a land tile, but the river has not reached the lake (RIVER-5)")
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
        if !self.is_between_turns() {
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
        })
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
            state.restore_figures(setup, &mut defects);
        }
        if !defects.is_empty() {
            return Err(Defects(defects));
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
        self.turn.laid = setup.tiles.len().saturating_sub(1) as u32;
    }

    fn restore_bag(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        let start = self.game.start_tile().id;
        let on_table = setup.tiles.iter().map(|laid| laid.tile.id);
        let mut starts = 0;
        for tile in on_table.chain(setup.discarded.iter().copied()) {
            if tile == start {
                starts += 1;
                continue;
            }
            match self.game.kind_of(tile) {
                None => defects.push(Defect::ForeignTile(tile)),
                Some(kind) if self.bag.left(kind) == 0 => defects.push(Defect::TooManyTiles(tile)),
                Some(kind) => self.bag.take(&self.game, kind),
            }
        }
        if starts > 1 {
            defects.push(Defect::TooManyTiles(start));
        }
        self.discarded.clone_from(&setup.discarded);
    }

    /// Lays the tiles outward from the start tile, the river first, so that the same checks as in
    /// play apply to each.
    fn restore_tiles(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        let start = self.game.start_tile();
        let is_start = |laid: &LaidTile| laid.tile.id == start.id && laid.pos == Pos::ORIGIN;
        if !setup.tiles.iter().any(|laid| is_start(laid) && laid.rotation == Rotation::NONE) {
            defects.push(Defect::NoStartTile);
            return;
        }
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
        if self.river.is_none() && self.bag.in_stack(Stack::River) > 0 {
            defects.push(Defect::EarlyLake);
        }
        let is_river_open = self.bag.in_stack(Stack::River) + self.bag.in_stack(Stack::Lake) > 0;
        if is_river_open && let Some(land) = setup.tiles.iter().find(|laid| laid.tile.river == 0) {
            defects.push(Defect::LandBeforeLake(land.pos));
        }
    }

    fn restore_figures(&mut self, setup: &Setup, defects: &mut Vec<Defect>) {
        for &figure in &setup.figures {
            let StandingFigure { owner, kind, spot } = figure;
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
            }
        }
    }
}
