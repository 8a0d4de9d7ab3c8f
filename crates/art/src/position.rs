//! The picture of a game as it stands.

use std::collections::BTreeMap;

use bastide_rules::{Ingots, MagicFigure, Marker, PlayerId, Pos, Quarter, Sector, State, catalogue};

use crate::boards::{BoardKind, score_anchor, score_track_with};
use crate::figures::{PieceKind, PlayerColour};
use crate::geom::p;
use crate::palette::Palette;
use crate::picture::{BoardOnTable, BoardPicture, FerryOnTable, FigureOnTable, Highlight, Place, TileOnTable};

/// The colour of a seat, as long as nobody has chosen another.
pub fn seat_colour(player: PlayerId) -> PlayerColour {
    PlayerColour::ALL[player.index()]
}

/// The picture of a kind of figure.
pub const fn piece_kind(kind: bastide_rules::FigureKind) -> PieceKind {
    match kind {
        bastide_rules::FigureKind::Meeple => PieceKind::Meeple,
        bastide_rules::FigureKind::Abbot => PieceKind::Abbot,
        bastide_rules::FigureKind::Large => PieceKind::Large,
        bastide_rules::FigureKind::Builder => PieceKind::Builder,
        bastide_rules::FigureKind::Pig => PieceKind::Pig,
        bastide_rules::FigureKind::Robber => PieceKind::Robber,
    }
}

impl BoardPicture {
    /// A game as it stands, in the colours of its base: tiles and figures.
    ///
    /// ```
    /// use bastide_art::BoardPicture;
    /// use bastide_rules::{Base, Game, Options, State};
    /// let state = State::new(Game::new(Options::new(Base::V3, 2))?);
    /// assert_eq!(BoardPicture::of_state(&state).tiles.len(), 1);
    /// # Ok::<(), bastide_rules::SetupError>(())
    /// ```
    pub fn of_state(state: &State) -> BoardPicture {
        BoardPicture::of_state_in(state, seat_colour)
    }

    /// The same in the colours that the players have chosen.
    pub fn of_state_in(state: &State, colour: impl Fn(PlayerId) -> PlayerColour) -> BoardPicture {
        let mut copies = BTreeMap::new();
        let tiles: Vec<_> = state
            .tiles()
            .map(|laid| {
                let copy = copies.entry(laid.tile.id).or_insert(0);
                *copy += 1;
                TileOnTable { tile: laid.tile.id, pos: laid.pos, rotation: laid.rotation, copy: *copy - 1 }
            })
            .collect();
        let figures = state.figures().into_iter().map(|figure| FigureOnTable {
            kind: piece_kind(figure.kind),
            owner: Some(colour(figure.owner)),
            place: Place::Segment(figure.spot.pos, usize::from(figure.spot.segment)),
            pose: None,
        });
        let on_tiles = state.ingots_on_tiles().into_iter().flat_map(|Ingots { pos, count }| {
            let ingot = FigureOnTable { kind: PieceKind::Ingot, owner: None, place: Place::Tile(pos), pose: None };
            std::iter::repeat_n(ingot, usize::from(count))
        });
        let magic = MagicFigure::ALL.into_iter().filter_map(|figure| {
            let spot = state.magic(figure)?;
            let kind = match figure {
                MagicFigure::Mage => PieceKind::Mage,
                MagicFigure::Witch => PieceKind::Witch,
            };
            let place = Place::Segment(spot.pos, usize::from(spot.segment));
            Some(FigureOnTable { kind, owner: None, place, pose: None })
        });
        let gingerbread = state.gingerbread().map(|spot| FigureOnTable {
            kind: PieceKind::GingerbreadMan,
            owner: None,
            place: Place::Segment(spot.pos, usize::from(spot.segment)),
            pose: None,
        });
        let board =
            state.game().board().and_then(|board| BoardKind::of_set(catalogue::SETS[usize::from(board.set)].name));
        let ferries = state.ferries().into_iter();
        BoardPicture {
            palette: Palette::of_set(state.game().options().base.info().set),
            ferries: ferries.map(|ferry| FerryOnTable { pos: ferry.at, ends: ferry.ends.map(usize::from) }).collect(),
            boards: board.map(|board| BoardOnTable { board, pos: Pos::ORIGIN }).into_iter().collect(),
            figures: on_tiles
                .chain(figures)
                .chain(magic)
                .chain(gingerbread)
                .chain(on_wheel(state, &colour))
                .chain(in_city(state, &colour))
                .chain(on_towers(state, &colour))
                .chain(flying(state))
                .collect(),
            tiles,
            ..BoardPicture::default()
        }
    }

    /// The same with the last tile in the colour of whoever laid it, which a position does not know.
    pub fn with_last_tile_of(mut self, colour: Option<PlayerColour>) -> BoardPicture {
        let last = self.tiles.last().zip(colour).map(|(tile, colour)| Highlight::Tile(tile.pos, colour));
        self.highlights.extend(last);
        self
    }
}

/// The pig, and the meeples on crown spaces.
fn on_wheel(state: &State, colour: impl Fn(PlayerId) -> PlayerColour) -> Vec<FigureOnTable> {
    let Some(pig) = state.wheel_pig() else { return Vec::new() };
    let parts = state.game().board().map_or(&[][..], |board| board.parts);
    let mut figures = Vec::new();
    for (sector, part) in Sector::ALL.into_iter().zip(parts) {
        let place = Place::Part(BoardKind::Wheel, part.name);
        let crowned = state.crowned(sector).map(|crowned| (piece_kind(crowned.kind), Some(colour(crowned.owner))));
        let pig = (sector == pig).then_some((PieceKind::WheelPig, None));
        figures.extend(crowned.chain(pig).map(|(kind, owner)| FigureOnTable { kind, owner, place, pose: None }));
    }
    figures
}

/// The count, and the meeples in the quarters of Carcassonne.
fn in_city(state: &State, colour: impl Fn(PlayerId) -> PlayerColour) -> Vec<FigureOnTable> {
    let Some(count) = state.count() else { return Vec::new() };
    let parts = state.game().board().map_or(&[][..], |board| board.parts);
    let mut figures = Vec::new();
    for (quarter, part) in Quarter::ALL.into_iter().zip(parts) {
        let place = Place::Part(BoardKind::Carcassonne, part.name);
        for player in state.game().seats() {
            for waiting in state.in_quarter(quarter, player) {
                let (kind, owner) = (piece_kind(waiting.kind), Some(colour(player)));
                let meeple = FigureOnTable { kind, owner, place, pose: None };
                figures.extend(std::iter::repeat_n(meeple, usize::from(waiting.count)));
            }
        }
        if quarter == count {
            figures.push(FigureOnTable { kind: PieceKind::Count, owner: None, place, pose: None });
        }
    }
    figures
}

/// The floors of the towers, each with the meeple on top.
fn on_towers(state: &State, colour: impl Fn(PlayerId) -> PlayerColour) -> Vec<FigureOnTable> {
    let mut figures = Vec::new();
    for tower in state.towers() {
        let place = Place::Tile(tower.pos);
        let floor = FigureOnTable { kind: PieceKind::TowerFloor, owner: None, place, pose: None };
        figures.extend(std::iter::repeat_n(floor, usize::from(tower.height)));
        figures.extend(tower.guard.map(|guard| FigureOnTable {
            kind: piece_kind(guard.kind),
            owner: Some(colour(guard.owner)),
            place,
            pose: None,
        }));
    }
    figures
}

/// Dragon and fairy: the dragon in the middle of its tile, the fairy beside the meeples.
fn flying(state: &State) -> Vec<FigureOnTable> {
    let at = |kind, pos: Pos, x, y| {
        let corner = p(f32::from(pos.x) * 100.0, f32::from(pos.y) * 100.0);
        FigureOnTable { kind, owner: None, place: Place::Point(corner.plus(p(x, y))), pose: None }
    };
    let dragon = state.dragon().map(|pos| at(PieceKind::Dragon, pos, 50.0, 50.0));
    let fairy = state.fairy().map(|pos| at(PieceKind::Fairy, pos, 80.0, 28.0));
    dragon.into_iter().chain(fairy).collect()
}

/// The score track of a game with the markers and robbers on it.
///
/// ```
/// use bastide_rules::{Base, Game, Module, Options, State};
/// let state = State::new(Game::new(Options::new(Base::V3, 2).with(Module::Messages))?);
/// let track = bastide_art::track_of_state_svg(&state, bastide_art::seat_colour);
/// assert_eq!(track.matches("class=\"figure messenger\"").count(), 2);
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn track_of_state_svg(state: &State, colour: impl Fn(PlayerId) -> PlayerColour) -> String {
    let mut on_space: BTreeMap<u8, usize> = BTreeMap::new();
    let mut figures = Vec::new();
    let mut put = |space: u8, kind, player| {
        let n = on_space.entry(space).or_default();
        // Those who share a space stand a little apart.
        let at = score_anchor(u32::from(space)).plus(p(*n as f32 * 5.0 - 4.0, *n as f32 * 2.0));
        *n += 1;
        figures.push((kind, colour(player), at));
    };
    for player in state.game().seats() {
        for &marker in state.markers() {
            let kind = match marker {
                Marker::Meeple => PieceKind::Meeple,
                Marker::Messenger => PieceKind::Messenger,
            };
            put(state.marker_space(player, marker), kind, player);
        }
        if let Some(space) = state.robber(player) {
            put(space, PieceKind::Robber, player);
        }
    }
    score_track_with(Palette::of_set(state.game().options().base.info().set), &figures)
}
