//! Every tile of every set, as data.
//!
//! The tables in `catalogue/*.toml` are read and checked by the build script; a table with a
//! defect does not compile. What a table could not verify is listed in
//! [`TileSet::uncertain`](crate::tile::TileSet::uncertain).

use std::sync::LazyLock;

use crate::geometry::{Compass, PortSet};
use crate::tile::{
    BoardCell, BoardPart, CropCircle, Edge, Feature, Goods, PrintedBoard, PrintedSegment, PrintedSquare, RimPlace,
    RiverRole, Segment, Symbols, Tile, TileId, TileSet, WheelNumber,
};

/// A segment without symbols, to be completed by the generated data.
pub(crate) const PLAIN: Segment = Segment {
    feature: Feature::Field,
    ports: PortSet::EMPTY,
    cities: 0,
    shields: 0,
    cathedral: false,
    princess: false,
    goods: None,
    inn: false,
    tunnel: false,
    pig_herd: false,
};

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The tile with this id, or the square of a printed board.
pub fn tile(id: TileId) -> &'static Tile {
    TILES.get(id.index()).unwrap_or_else(|| crate::printed::tile(id))
}

/// The set with this name.
pub fn set(name: &str) -> Option<&'static TileSet> {
    SETS.iter().find(|set| set.name == name)
}

/// The set that a tile belongs to.
pub fn set_of(tile: &Tile) -> &'static TileSet {
    &SETS[usize::from(tile.set)]
}

/// The tiles of a set.
pub fn tiles_of(set: &TileSet) -> &'static [Tile] {
    let first = usize::from(set.first_tile);
    &TILES[first..first + usize::from(set.tile_types)]
}

/// A tile by the names of its set and of itself.
///
/// ```
/// use bastide_rules::catalogue;
/// let crossing = catalogue::find("base-v3", "X").unwrap();
/// assert_eq!(crossing.segments.iter().filter(|s| s.feature.word() == "road").count(), 4);
/// ```
pub fn find(set_name: &str, name: &str) -> Option<&'static Tile> {
    tiles_of(set(set_name)?).iter().find(|tile| tile.name == name)
}

/// The name of a tile with that of its set, `set/id`.
///
/// ```
/// use bastide_rules::catalogue;
/// assert_eq!(catalogue::full_name(catalogue::find("base-v3", "X").unwrap()), "base-v3/X");
/// ```
pub fn full_name(tile: &Tile) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let name = |tile: &Tile| format!("{}/{}", set_of(tile).name, tile.name);
        TILES.iter().chain(BOARDS.iter().flat_map(squares_of)).map(name).collect()
    });
    &NAMES[tile.id.index()]
}

/// The squares of a printed board as tiles, which are never drawn.
pub fn squares_of(board: &PrintedBoard) -> &'static [Tile] {
    crate::printed::tiles(board)
}

/// Whether a tile is a square of a printed board.
pub fn is_square(tile: &Tile) -> bool {
    tile.id.index() >= TILES.len()
}

/// The printed board of a set.
pub fn board(set_name: &str) -> Option<&'static PrintedBoard> {
    BOARDS.iter().find(|board| SETS[usize::from(board.set)].name == set_name)
}
