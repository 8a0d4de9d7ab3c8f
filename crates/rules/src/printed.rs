//! Printed boards that replace the start tile: each of their squares becomes a tile that is never
//! drawn, so that the rest of the engine need not know about boards.

use std::sync::LazyLock;

use crate::catalogue::{self, BOARDS, TILES};
use crate::geometry::{PortSet, Pos};
use crate::module::{Base, Module, ModuleSet};
use crate::tile::{Edge, Feature, PrintedBoard, PrintedSegment, PrintedSquare, Segment, Symbols, Tile, TileId};

/// The board in the middle of a game, which replaces the start tile (WHEEL-2, COUNT-1).
pub(crate) fn board(base: Base, modules: ModuleSet) -> Option<&'static PrintedBoard> {
    let set = if modules.has(Module::Count) { Module::Count.info().sets[0] } else { base.info().set };
    catalogue::board(set)
}

/// Where a square lies: the north-west square of a board is at 0,0.
pub(crate) const fn pos(square: &PrintedSquare) -> Pos {
    Pos::new(square.x as i16, square.y as i16)
}

/// The squares of all boards as tiles, board by board.
static SQUARES: LazyLock<Vec<Tile>> = LazyLock::new(|| {
    let mut tiles = Vec::new();
    for board in BOARDS {
        for square in board.squares {
            let id = TileId((TILES.len() + tiles.len()) as u16);
            tiles.push(as_tile(board, square, id));
        }
    }
    tiles
});

/// The tile of a square, by its id.
pub(crate) fn tile(id: TileId) -> &'static Tile {
    &SQUARES[id.index() - TILES.len()]
}

/// The squares of a board as tiles, in the order of [`PrintedBoard::squares`].
pub(crate) fn tiles(board: &PrintedBoard) -> &'static [Tile] {
    let before = BOARDS.iter().take_while(|other| other.set != board.set).map(|other| other.squares.len()).sum();
    let squares: &'static [Tile] = &SQUARES;
    &squares[before..before + board.squares.len()]
}

/// The squares on which pieces of a segment lie: where it reaches the rim, where a city lies that it
/// borders, and for a city inside the board a square without outer sides.
fn squares_of(board: &PrintedBoard, segment: &PrintedSegment) -> Vec<(u8, u8)> {
    let mut squares: Vec<(u8, u8)> = segment.outer.iter().map(|place| (place.x, place.y)).collect();
    if squares.is_empty() {
        let inside = board.squares.iter().find(|square| square.sides == [None; 4]);
        squares.extend(inside.map(|square| (square.x, square.y)));
    }
    for city in board.segments.iter().filter(|city| segment.cities.contains(&city.name)) {
        squares.extend(squares_of(board, city));
    }
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The segments of a board that have a piece on a square, by their place in the board.
pub(crate) fn pieces_on(board: &PrintedBoard, square: &PrintedSquare) -> Vec<usize> {
    let mut pieces: Vec<usize> = (0..board.segments.len())
        .filter(|&index| squares_of(board, &board.segments[index]).contains(&(square.x, square.y)))
        .collect();
    pieces.sort_by_key(|&index| board.segments[index].feature);
    pieces
}

fn as_tile(board: &PrintedBoard, square: &PrintedSquare, id: TileId) -> Tile {
    let pieces = pieces_on(board, square);
    let segments: Vec<Segment> = pieces
        .iter()
        .map(|&index| {
            let segment = &board.segments[index];
            let outer = segment.outer.iter().filter(|place| (place.x, place.y) == (square.x, square.y));
            let ports = outer.fold(0, |bits, place| bits | place.ports.bits());
            let touches = |&(_, &city): &(usize, &usize)| segment.cities.contains(&board.segments[city].name);
            let cities = pieces.iter().enumerate().filter(touches).map(|(bit, _)| 1 << bit).sum();
            let cities = if segment.feature == Feature::Field { cities } else { 0 };
            Segment { feature: segment.feature, ports: PortSet::from_bits(ports), cities, ..catalogue::PLAIN }
        })
        .collect();
    Tile {
        id,
        set: board.set,
        name: Box::leak(format!("{},{}", square.x, square.y).into_boxed_str()),
        letter: "",
        count: 0,
        start: true,
        // Inner sides meet nothing but the board itself.
        sides: square.sides.map(|side| side.unwrap_or(Edge::Field)),
        segments: Box::leak(segments.into_boxed_slice()),
        river: 0,
        role: None,
        symbols: Symbols::NONE,
        animal: None,
        origin: None,
        note: board.note,
    }
}
