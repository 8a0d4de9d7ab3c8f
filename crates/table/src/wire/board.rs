//! What lies and stands on the table.

use serde::Serialize;

use super::Word;
use crate::described::{TS, ToSchema};
use crate::words::{BoardName, MarkerName, PartName, PieceName};

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct BoardView {
    pub tiles: Vec<TileView>,
    pub figures: Vec<FigureView>,
    pub ferries: Vec<FerryView>,
    /// What lies on whole tiles: ingots.
    pub tokens: Vec<TokenView>,
    /// What stands on whole tiles: dragon, fairy.
    pub neutral: Vec<TileFigure>,
    /// The tiles that the dragon has left in this flight, in order.
    pub flight: Vec<[i16; 2]>,
    pub towers: Vec<TowerView>,
    /// With aids: empty cells that no undrawn tile fits.
    pub dead: Vec<[i16; 2]>,
    /// The printed board in the middle; its squares are among the tiles and are not drawn one by one.
    pub printed: Option<PrintedView>,
}

/// A printed board: the wheel of fortune, the city of Carcassonne.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct PrintedView {
    /// Its picture is named by it.
    pub board: BoardName,
    /// The cell of its north-west square.
    pub at: [i16; 2],
    /// Columns and rows.
    pub cells: [i16; 2],
    /// Sectors clockwise from the top, or quarters.
    pub parts: Vec<PartView>,
    /// The figure that belongs to the board.
    pub neutral: PieceName,
}

/// A sector of the wheel or a quarter of the city. Places are in units from the north-west corner of the board, a tile
/// is 100 wide.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct PartView {
    pub part: PartName,
    /// The rule that says what it does.
    pub rule: Word,
    /// Where meeples stand, one place after the other.
    pub spaces: Vec<[f32; 2]>,
    /// Where the figure of the board stands.
    pub middle: [f32; 2],
    pub figures: Vec<PartFigure>,
    /// The figure of the board stands here.
    pub has_neutral: bool,
    /// What a sector would give if the figure of the board stopped there now: seat and points.
    pub gives: Vec<(u8, i32)>,
}

#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PartFigure {
    pub seat: u8,
    pub figure: PieceName,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TileView {
    /// `set/id`.
    pub tile: Word,
    pub at: [i16; 2],
    pub rotation: u8,
    /// The seat that laid it; none for the start tile.
    pub by: Option<u8>,
    pub turn: u32,
    /// Part of the recipient's draft.
    pub draft: bool,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct FigureView {
    /// Whose it is; none for neutral figures.
    pub seat: Option<u8>,
    pub figure: PieceName,
    pub at: [i16; 2],
    pub segment: u8,
    pub draft: bool,
}

/// A ferry and the two roads of its lake that it connects.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct FerryView {
    pub at: [i16; 2],
    pub ends: [u8; 2],
    pub draft: bool,
}

/// A neutral figure that stands on a whole tile.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct TileFigure {
    pub figure: PieceName,
    pub at: [i16; 2],
    pub draft: bool,
}

/// A started tower.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct TowerView {
    pub at: [i16; 2],
    /// Its floors.
    pub height: u8,
    /// No floor can be added any more.
    pub finished: bool,
    /// The meeple on it.
    pub guard: Option<GuardView>,
    pub draft: bool,
}

#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct GuardView {
    pub seat: u8,
    pub figure: PieceName,
}

/// Prisoners of one owner and kind.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct CaptiveView {
    /// Whose they are.
    pub seat: u8,
    pub figure: PieceName,
    pub count: u8,
}

#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct TokenView {
    pub token: PieceName,
    pub at: [i16; 2],
    pub count: u8,
}

/// The score track.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TrackView {
    /// The number of spaces, counted from 0.
    pub spaces: u8,
    /// Those that bring a message.
    pub dark: Vec<u8>,
    pub markers: Vec<MarkerView>,
    /// Figures on spaces.
    pub figures: Vec<TrackFigure>,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct MarkerView {
    pub seat: u8,
    pub marker: MarkerName,
    pub points: i32,
    pub space: u8,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TrackFigure {
    pub seat: u8,
    pub figure: PieceName,
    pub space: u8,
}
