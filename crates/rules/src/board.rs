//! The table: which tiles lie where, what is joined, and where a tile could still go.
//!
//! Joined segments form a region. A region is a label on each of its segments, a ring that links
//! them, and counters that add up when two regions join. Whether a region is complete is never
//! stored: it is complete while it has no open end.

use crate::figure::Figure;
use crate::frontier::{FREE_DEMAND, Fits, Frontier, row, set_bits};
use crate::game::{Game, NO_SEGMENT, Start, TileKind, TileKindId, Turned};
use crate::geometry::{Pos, Rotation, Side};
use crate::hash::{About, Fact, Tell};
use crate::player::Lanes;
use crate::printed;
use crate::state::{FrontierCell, State};
use crate::tile::{Edge, Feature, PrintedBoard};

/// A segment on the table. The segments of a tile are numbered in a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct SegmentId(u16);

impl SegmentId {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A region, named by one of its segments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct RegionId(u16);

impl RegionId {
    /// The region with the label of this segment.
    #[inline]
    pub(crate) const fn new(index: usize) -> RegionId {
        RegionId(index as u16)
    }

    /// The segment whose label it has, which is one of its own.
    #[inline]
    pub(crate) const fn name(self) -> SegmentId {
        SegmentId(self.0)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tile on the table, in the order of laying.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TileIx(u16);

impl TileIx {
    pub(crate) const fn new(index: usize) -> TileIx {
        TileIx(index as u16)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedTile {
    pub(crate) kind: TileKindId,
    pub(crate) rotation: Rotation,
    pub(crate) pos: Pos,
    first: SegmentId,
}

#[derive(Clone, Copy, Debug)]
struct PlacedSegment {
    region: RegionId,
    /// The next segment of the ring.
    next: SegmentId,
    tile: TileIx,
    feature: Feature,
    has_sibling: bool,
}

/// What is known of a region without walking through it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// Strength of each player's meeples.
    pub(crate) strength: Lanes,
    /// Coats of arms and the like.
    pub(crate) symbols: Lanes,
    /// Ends that no tile meets yet; for monastic features the empty cells around.
    pub(crate) open: u16,
    segments: u16,
    /// Segments that lie on a tile which the region has already: they do not count as tiles.
    repeats: u16,
}

impl Region {
    /// Number of tiles; a tile with several segments of the region counts once (BASE-D3).
    #[inline]
    pub(crate) const fn tiles(&self) -> u16 {
        self.segments - self.repeats
    }

    /// Whether nothing is missing to it. Computed, never latched: a ferry may open a road again. Of a field it means
    /// nothing (FARM-5).
    #[inline]
    pub(crate) const fn is_complete(&self) -> bool {
        self.open == 0
    }
}

/// A cell of the grid in 16 bits: empty, a tile, or a place of the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell(u16);

impl Cell {
    const EMPTY: Cell = Cell(0);
    const TILE: u16 = 0x8000;
    const FRONTIER: u16 = 0x4000;
    const MONASTIC: u16 = 0x2000;
    const INDEX: u16 = 0x1fff;

    #[inline]
    fn tile(self) -> Option<TileIx> {
        (self.0 & Cell::TILE != 0).then_some(TileIx(self.0 & Cell::INDEX))
    }

    #[inline]
    fn is_monastic_tile(self) -> bool {
        self.0 & (Cell::TILE | Cell::MONASTIC) == Cell::TILE | Cell::MONASTIC
    }

    #[inline]
    fn frontier(self) -> Option<usize> {
        (self.0 & Cell::FRONTIER != 0).then_some(usize::from(self.0 & Cell::INDEX))
    }
}

/// A square grid with the start tile near the middle. It grows before a tile reaches its rim, so
/// every tile always has its eight neighbours inside.
#[derive(Debug)]
struct Grid {
    cells: Vec<Cell>,
    /// The width is a power of two.
    width_bits: u32,
}

/// Cells between a tile and the rim that are never used: one for the frontier, one for its
/// neighbours.
const MARGIN: i32 = 2;

impl Grid {
    fn new(width_bits: u32) -> Grid {
        Grid { cells: vec![Cell::EMPTY; 1 << (2 * width_bits)], width_bits }
    }

    #[inline]
    fn width(&self) -> i32 {
        1 << self.width_bits
    }

    /// The index of a cell, which must lie inside.
    #[inline]
    fn index(&self, pos: Pos) -> usize {
        let middle = self.width() / 2;
        (((i32::from(pos.y) + middle) << self.width_bits) + i32::from(pos.x) + middle) as usize
    }

    #[inline]
    fn pos(&self, index: u32) -> Pos {
        let middle = self.width() / 2;
        let (x, y) = (index as i32 & (self.width() - 1), index as i32 >> self.width_bits);
        Pos::new((x - middle) as i16, (y - middle) as i16)
    }

    #[inline]
    fn has_room(&self, pos: Pos) -> bool {
        let limit = self.width() / 2 - MARGIN;
        let inside = |coordinate: i16| (-limit..limit).contains(&i32::from(coordinate));
        inside(pos.x) && inside(pos.y)
    }

    fn get(&self, pos: Pos) -> Cell {
        if self.has_room(pos) { self.cells[self.index(pos)] } else { self.get_near_rim(pos) }
    }

    /// Cells in the margin and beyond.
    #[cold]
    fn get_near_rim(&self, pos: Pos) -> Cell {
        let half = self.width() / 2;
        let inside = |coordinate: i16| (-half..half).contains(&i32::from(coordinate));
        if inside(pos.x) && inside(pos.y) { self.cells[self.index(pos)] } else { Cell::EMPTY }
    }
}

/// The smallest grid. The board of a game with 72 tiles nearly always fits.
const WIDTH_BITS: u32 = 5;

/// A tile has at most eight segments, and up to eight monastic neighbours with two each.
const MAX_CLOSED: usize = 24;

/// Everything on the table except figures.
#[derive(Debug)]
pub(crate) struct Board {
    grid: Grid,
    tiles: Vec<PlacedTile>,
    segments: Vec<PlacedSegment>,
    /// One entry for each segment; those of joined segments are stale but for one.
    regions: Vec<Region>,
    frontier: Frontier,
    /// Segments of the regions that the latest tile completed.
    closed: Vec<SegmentId>,
    /// The first tiles are so many squares of a printed board.
    printed: u16,
}

impl Tell for Board {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        // Everything else is derived from the tiles, the ferries and the figures, or printed.
        let Board { tiles: _, closed, grid: _, segments: _, regions: _, frontier: _, printed: _ } = self;
        for laid in state.tiles() {
            // Only the smallest of look-alike rotations is ever laid.
            let fact = Fact::about(About::Tile).pos(laid.pos).number(laid.tile.id.0);
            tell(fact.number(laid.rotation.quarter_turns()));
        }
        if !state.turn.step.looks_at_last_tile() {
            return;
        }
        tell(Fact::about(About::LastTile).pos(self.tile(self.last_tile()).pos));
        if !state.game.is_plain() {
            // A ferry may have opened one again, or completed it twice; see `settle_closed`. Without modules they follow
            // from the last tile, and are not cleared when they are scored.
            let is_complete = |segment: &&SegmentId| self.region_at(**segment).is_complete();
            let mut regions: Vec<_> = closed.iter().filter(is_complete).map(|&s| state.first_spot(s)).collect();
            regions.sort_unstable();
            regions.dedup();
            regions.into_iter().for_each(|first| tell(Fact::about(About::Completed).spot(first)));
        }
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            grid: Grid { cells: self.grid.cells.clone(), width_bits: self.grid.width_bits },
            tiles: self.tiles.clone(),
            segments: self.segments.clone(),
            regions: self.regions.clone(),
            frontier: self.frontier.clone(),
            closed: self.closed.clone(),
            printed: self.printed,
        }
    }

    fn clone_from(&mut self, source: &Board) {
        self.grid.cells.clone_from(&source.grid.cells);
        self.grid.width_bits = source.grid.width_bits;
        self.tiles.clone_from(&source.tiles);
        self.segments.clone_from(&source.segments);
        self.regions.clone_from(&source.regions);
        self.frontier.clone_from(&source.frontier);
        self.closed.clone_from(&source.closed);
        self.printed = source.printed;
    }
}

impl Board {
    /// A table with only the start tile (BASE-6).
    pub(crate) fn new(game: &Game) -> Board {
        Board::with_grid(game, WIDTH_BITS)
    }

    fn with_grid(game: &Game, width_bits: u32) -> Board {
        let tiles = game.tile_count() as usize + 1;
        let segments: usize = game.kinds().iter().map(|kind| (usize::from(kind.copies) + 1) * kind.sprouts.len()).sum();
        let mut board = Board {
            grid: Grid::new(width_bits),
            tiles: Vec::with_capacity(tiles),
            segments: Vec::with_capacity(segments),
            regions: Vec::with_capacity(segments),
            frontier: Frontier::with_capacity(tiles),
            closed: Vec::with_capacity(MAX_CLOSED),
            printed: 0,
        };
        match game.start() {
            Start::Tile(kind) => board.place(game, kind, Pos::ORIGIN, Rotation::NONE),
            Start::Board(printed, first) => board.print(game, printed, first),
        }
        board.closed.clear();
        board
    }

    /// Lays a printed board: its squares are tiles, and the pieces of a segment are joined whatever
    /// square they lie on (WHEEL-7, COUNT-2).
    fn print(&mut self, game: &Game, board: &PrintedBoard, first_kind: TileKindId) {
        let mut pieces: Vec<(usize, SegmentId)> = Vec::new();
        for (index, square) in board.squares.iter().enumerate() {
            let kind_id = TileKindId(first_kind.0 + index as u8);
            let kind = game.kind(kind_id);
            let (tile, first) = self.add_tile(kind_id, kind, printed::pos(square), Rotation::NONE);
            let cell = self.grid.index(printed::pos(square));
            self.grid.cells[cell] = Cell(Cell::TILE | tile.0);
            pieces.extend(printed::pieces_on(board, square).into_iter().zip((first.0..).map(SegmentId)));
        }
        self.printed = board.squares.len() as u16;
        for (index, &(segment, piece)) in pieces.iter().enumerate() {
            if let Some(&(_, other)) = pieces[..index].iter().find(|&&(earlier, _)| earlier == segment) {
                self.absorb(self.region_of(other), other, self.region_of(piece), piece);
            }
        }
        for square in board.squares {
            let cell = self.grid.index(printed::pos(square));
            for (side, edge) in Side::ALL.into_iter().zip(square.sides) {
                if let Some(edge) = edge {
                    self.demand(self.cell_beside(cell, side), row(edge, side));
                }
            }
        }
    }

    /// Adds a tile with its segments, not joined to anything.
    fn add_tile(&mut self, kind_id: TileKindId, kind: &TileKind, pos: Pos, rotation: Rotation) -> (TileIx, SegmentId) {
        let tile = TileIx(self.tiles.len() as u16);
        let first = SegmentId(self.segments.len() as u16);
        self.tiles.push(PlacedTile { kind: kind_id, rotation, pos, first });
        self.segments.extend((first.0..).map(SegmentId).zip(&kind.sprouts).map(|(segment, sprout)| PlacedSegment {
            region: RegionId(segment.0),
            next: segment,
            tile,
            feature: sprout.feature,
            has_sibling: sprout.has_sibling,
        }));
        self.regions.extend(kind.sprouts.iter().map(|sprout| Region {
            strength: Lanes::ZERO,
            symbols: sprout.symbols,
            open: sprout.open,
            segments: 1,
            repeats: 0,
        }));
        (tile, first)
    }

    /// An empty cell must show the same edge as the side of its neighbour.
    #[inline]
    fn demand(&mut self, beside: usize, row: u8) {
        let place = match self.grid.cells[beside].frontier() {
            Some(place) => place,
            None => {
                let place = self.frontier.add(beside as u32);
                self.grid.cells[beside] = Cell(Cell::FRONTIER | place as u16);
                place
            }
        };
        self.frontier.demand(place, row ^ 8);
    }

    /// Whether a city segment is the city of Carcassonne itself, which no tile can reach (COUNT-D16).
    pub(crate) fn is_carcassonne(&self, game: &Game, city: SegmentId) -> bool {
        let tile = self.tile_of(city);
        let kind = game.kind(self.tile(tile).kind);
        self.is_printed(tile) && kind.sprouts[usize::from(self.index_on_tile(city))].open == 0
    }

    /// Whether a tile is a square of a printed board.
    pub(crate) fn is_printed(&self, tile: TileIx) -> bool {
        tile.0 < self.printed
    }

    /// The tiles that were laid, the start tile among them, without the squares of a printed board.
    pub(crate) fn laid(&self) -> &[PlacedTile] {
        &self.tiles[usize::from(self.printed)..]
    }

    pub(crate) fn tiles(&self) -> &[PlacedTile] {
        &self.tiles
    }

    /// The tiles and squares on the table, in the order of laying.
    pub(crate) fn tile_indices(&self) -> impl Iterator<Item = TileIx> + use<> {
        (0..self.tiles.len()).map(TileIx::new)
    }

    #[inline]
    pub(crate) fn tile(&self, tile: TileIx) -> &PlacedTile {
        &self.tiles[tile.index()]
    }

    /// The tile laid last.
    pub(crate) fn last_tile(&self) -> TileIx {
        TileIx(self.tiles.len() as u16 - 1)
    }

    pub(crate) fn tile_at(&self, pos: Pos) -> Option<TileIx> {
        self.grid.get(pos).tile()
    }

    /// Empty cells beside a tile, in no particular order.
    pub(crate) fn frontier(&self) -> impl Iterator<Item = FrontierCell> {
        self.frontier.iter().map(|(place, cell)| FrontierCell {
            pos: self.grid.pos(cell),
            demands: Side::ALL.map(|side| self.frontier.demanded(place, side)),
        })
    }

    /// The empty cells beside a tile, each with what it demands.
    #[inline]
    pub(crate) fn open_cells(&self) -> impl Iterator<Item = (u32, u16)> {
        self.frontier.iter().map(|(place, cell)| (cell, self.frontier.demand_at(place)))
    }

    /// Where a cell of the grid lies.
    #[inline]
    pub(crate) fn pos_of(&self, cell: u32) -> Pos {
        self.grid.pos(cell)
    }

    /// The roads and cities that end at the sides of an empty cell.
    #[inline]
    pub(crate) fn regions_open_to(&self, game: &Game, cell: u32) -> [Option<RegionId>; 4] {
        let mut regions = [None; 4];
        for (side, region) in Side::ALL.into_iter().zip(&mut regions) {
            if let Some(tile) = self.grid.cells[self.cell_beside(cell as usize, side)].tile() {
                let tile = self.tile(tile);
                let ports = &game.kind(tile.kind).turned[tile.rotation.index()].ports;
                let segment = ports[3 * side.opposite().index() + 1];
                if segment != NO_SEGMENT {
                    *region = Some(self.region_of(SegmentId(tile.first.0 + u16::from(segment))));
                }
            }
        }
        regions
    }

    /// Visits what ends at the sides of an empty cell, fields too: the port of the cell and the region. Where there is nothing
    /// but a field at a side, its first port stands for all of them.
    #[inline]
    pub(crate) fn for_each_end_at(&self, game: &Game, cell: u32, mut visit: impl FnMut(usize, RegionId)) {
        for side in Side::ALL {
            let Some(tile) = self.grid.cells[self.cell_beside(cell as usize, side)].tile() else { continue };
            let tile = self.tile(tile);
            let Turned { rows, ports, .. } = &game.kind(tile.kind).turned[tile.rotation.index()];
            let across = side.opposite().index();
            let points = if rows[across] & 0b11 == Edge::Field as u8 { 1 } else { 3 };
            for point in 0..points {
                // Ports are counted around a tile, so those of the tile beside it come the other way round.
                let segment = ports[3 * across + 2 - point];
                if segment != NO_SEGMENT {
                    visit(3 * side.index() + point, self.region_of(SegmentId(tile.first.0 + u16::from(segment))));
                }
            }
        }
    }

    /// An empty cell beside a tile, with what it demands.
    #[inline]
    pub(crate) fn open_cell(&self, pos: Pos) -> Option<(u32, u16)> {
        let place = self.grid.get(pos).frontier()?;
        Some((self.frontier.cell(place), self.frontier.demand_at(place)))
    }

    /// What the empty cells around a tile demand.
    pub(crate) fn gaps_around(&self, tile: TileIx) -> [Option<u16>; 8] {
        self.cells_around(self.grid.index(self.tile(tile).pos)).map(|cell| {
            let place = Cell(cell).frontier().map(|place| self.frontier.demand_at(place));
            place.or((Cell(cell) == Cell::EMPTY).then_some(FREE_DEMAND))
        })
    }

    /// All segments on the table.
    #[inline]
    pub(crate) fn segment_count(&self) -> usize {
        self.segments.len()
    }

    /// The segments of a tile.
    #[inline]
    pub(crate) fn segments_of(&self, tile: TileIx) -> impl Iterator<Item = SegmentId> + use<> {
        let first = self.tile(tile).first.0;
        let end = self.tiles.get(tile.index() + 1).map_or(self.segments.len() as u16, |next| next.first.0);
        (first..end).map(SegmentId)
    }

    /// The segment of a tile with this index in the catalogue.
    #[inline]
    pub(crate) fn segment(&self, tile: TileIx, index: u8) -> SegmentId {
        SegmentId(self.tile(tile).first.0 + u16::from(index))
    }

    /// The index that a segment has on its tile.
    pub(crate) fn index_on_tile(&self, segment: SegmentId) -> u8 {
        (segment.0 - self.tile(self.tile_of(segment)).first.0) as u8
    }

    #[inline]
    pub(crate) fn tile_of(&self, segment: SegmentId) -> TileIx {
        self.segments[segment.index()].tile
    }

    /// The cell of the tile that a segment is on.
    #[inline]
    pub(crate) fn pos_of_segment(&self, segment: SegmentId) -> Pos {
        self.tile(self.tile_of(segment)).pos
    }

    #[inline]
    pub(crate) fn feature(&self, segment: SegmentId) -> Feature {
        self.segments[segment.index()].feature
    }

    #[inline]
    pub(crate) fn region_of(&self, segment: SegmentId) -> RegionId {
        self.segments[segment.index()].region
    }

    #[inline]
    pub(crate) fn region(&self, region: RegionId) -> &Region {
        &self.regions[region.index()]
    }

    /// The region of a segment.
    #[inline]
    pub(crate) fn region_at(&self, segment: SegmentId) -> &Region {
        self.region(self.region_of(segment))
    }

    /// The segments joined with this one, itself first.
    pub(crate) fn ring(&self, start: SegmentId) -> impl Iterator<Item = SegmentId> {
        let mut next = Some(start);
        std::iter::from_fn(move || {
            let segment = next?;
            let following = self.segments[segment.index()].next;
            next = (following != start).then_some(following);
            Some(segment)
        })
    }

    /// The city segments of the same tile that border a field segment (FARM-6).
    pub(crate) fn cities_beside(&self, game: &Game, field: SegmentId) -> impl Iterator<Item = SegmentId> + use<> {
        let tile = self.tile(self.tile_of(field));
        let first = tile.first.0;
        let cities = game.kind(tile.kind).sprouts[usize::from(field.0 - first)].cities;
        set_bits(u64::from(cities)).map(move |index| SegmentId(first + index as u16))
    }

    /// Segments of the regions completed by the tile laid last, fields excepted.
    pub(crate) fn closed(&self) -> &[SegmentId] {
        &self.closed
    }

    /// Takes a region off the list of those just completed.
    pub(crate) fn take_closed(&mut self, index: usize) -> SegmentId {
        self.closed.remove(index)
    }

    /// Drops what a ferry has opened again from the list of regions just completed, and what stands
    /// there twice (FERRY-15, FERRY-16).
    pub(crate) fn settle_closed(&mut self) {
        let mut settled: Vec<SegmentId> = Vec::new();
        for &segment in &self.closed {
            let region = self.region_of(segment);
            if self.region(region).is_complete() && settled.iter().all(|&other| self.region_of(other) != region) {
                settled.push(segment);
            }
        }
        self.closed = settled;
    }

    /// The segments that meet a segment across the sides of its tile.
    pub(crate) fn neighbours(&self, game: &Game, segment: SegmentId) -> impl Iterator<Item = SegmentId> {
        self.ends(game, segment).flatten()
    }

    /// The ends of a segment at the sides of its tile, each with the segment that meets it there.
    fn ends(&self, game: &Game, segment: SegmentId) -> impl Iterator<Item = Option<SegmentId>> {
        let tile = *self.tile(self.tile_of(segment));
        let index = self.index_on_tile(segment);
        let ports = game.kind(tile.kind).turned[tile.rotation.index()].ports;
        let cell = self.grid.index(tile.pos);
        let own = (0..ports.len()).filter(move |&port| ports[port] == index);
        own.map(move |port| {
            let side = Side::ALL[port / 3];
            let beside = self.grid.cells[self.cell_beside(cell, side)].tile()?;
            let other = self.tile(beside);
            let theirs = &game.kind(other.kind).turned[other.rotation.index()].ports;
            let across = theirs[3 * side.opposite().index() + 2 - port % 3];
            (across != NO_SEGMENT).then(|| SegmentId(other.first.0 + u16::from(across)))
        })
    }

    /// Joins two road segments by a ferry, which closes no end (FERRY-5). Between the ends of one road it
    /// completes nothing: the road was complete, or is not now.
    pub(crate) fn link(&mut self, a: SegmentId, b: SegmentId) {
        let (region_a, region_b) = (self.region_of(a), self.region_of(b));
        if region_a == region_b {
            return;
        }
        self.absorb(region_a, a, region_b, b);
        if self.region_at(a).is_complete() {
            self.closed.push(a);
        }
    }

    /// Takes a ferry away from between two road segments. `links` are the other ferries, `figures`
    /// what stands on the table. Unless the road is a loop it becomes two (FERRY-D1, FERRY-D8).
    pub(crate) fn unlink(&mut self, game: &Game, ends: [SegmentId; 2], links: &[[SegmentId; 2]], figures: &[Figure]) {
        let mut part = vec![ends[0]];
        let mut next = 0;
        while let Some(&segment) = part.get(next) {
            next += 1;
            let ferried = links.iter().filter_map(|&[a, b]| match segment {
                _ if segment == a => Some(b),
                _ if segment == b => Some(a),
                _ => None,
            });
            for beyond in self.neighbours(game, segment).chain(ferried) {
                if !part.contains(&beyond) {
                    part.push(beyond);
                }
            }
        }
        if !part.contains(&ends[1]) {
            let rest: Vec<SegmentId> = self.ring(ends[0]).filter(|segment| !part.contains(segment)).collect();
            self.form_region(game, &part, figures);
            self.form_region(game, &rest, figures);
        }
        for end in ends {
            if self.region_at(end).is_complete() {
                self.closed.push(end);
            }
        }
    }

    /// Makes a region of these segments, counting everything anew.
    fn form_region(&mut self, game: &Game, segments: &[SegmentId], figures: &[Figure]) {
        let Some(&name) = segments.first() else { return };
        let label = RegionId(name.0);
        let mut region = Region {
            strength: Lanes::ZERO,
            symbols: Lanes::ZERO,
            open: 0,
            segments: segments.len() as u16,
            repeats: 0,
        };
        for (index, &segment) in segments.iter().enumerate() {
            let tile = self.tile_of(segment);
            let sprout = &game.kind(self.tile(tile).kind).sprouts[usize::from(self.index_on_tile(segment))];
            region.symbols = region.symbols.plus(sprout.symbols);
            region.open += self.ends(game, segment).filter(Option::is_none).count() as u16;
            region.repeats += u16::from(segments[..index].iter().any(|&other| self.tile_of(other) == tile));
            let entry = &mut self.segments[segment.index()];
            entry.region = label;
            entry.next = segments[(index + 1) % segments.len()];
        }
        // The other part of a split region may still have this label.
        for figure in figures.iter().filter(|figure| segments.contains(&figure.at)) {
            region.strength = region.strength.plus(Lanes::one(figure.owner.index(), figure.kind.strength()));
        }
        self.regions[label.index()] = region;
    }

    /// Changes the strength of a player on a region.
    #[inline]
    pub(crate) fn add_strength(&mut self, segment: SegmentId, player: usize, strength: u8) {
        let region = self.region_of(segment);
        let counted = &mut self.regions[region.index()].strength;
        *counted = counted.plus(Lanes::one(player, strength));
    }

    /// Takes a player's strength off a region.
    #[inline]
    pub(crate) fn remove_strength(&mut self, segment: SegmentId, player: usize, strength: u8) {
        let region = self.region_of(segment);
        let counted = &mut self.regions[region.index()].strength;
        *counted = counted.minus(Lanes::one(player, strength));
    }

    /// Why a tile does not fit here, by its sides alone (BASE-13).
    pub(crate) fn check_fit(&self, game: &Game, kind: TileKindId, pos: Pos, rotation: Rotation) -> Result<(), Misfit> {
        let cell = self.grid.get(pos);
        if cell.tile().is_some() {
            return Err(Misfit::Occupied);
        }
        let Some(place) = cell.frontier() else { return Err(Misfit::Apart) };
        let rows = game.kind(kind).turned[rotation.index()].rows;
        match Side::ALL.into_iter().zip(rows).find(|&(_, row)| !self.frontier.allows(place, row)) {
            Some((side, _)) => Err(Misfit::Side(side)),
            None => Ok(()),
        }
    }

    /// Where a tile fits by its sides; look-alike rotations are left out.
    #[inline]
    pub(crate) fn fits(&self, game: &Game, kind: TileKindId) -> Fits {
        self.frontier.fits(game.kind(kind).sides())
    }

    /// Whether a tile fits anywhere by its sides.
    #[inline]
    pub(crate) fn fits_anywhere(&self, game: &Game, kind: TileKindId) -> bool {
        self.frontier.fits_anywhere(game.kind(kind).sides())
    }

    /// The cell of a place of the frontier.
    #[inline]
    pub(crate) fn frontier_pos(&self, place: usize) -> Pos {
        self.grid.pos(self.frontier.cell(place))
    }

    /// Lays a tile on a cell of the frontier and joins it to its neighbours (BASE-17).
    pub(crate) fn place(&mut self, game: &Game, kind_id: TileKindId, pos: Pos, rotation: Rotation) {
        if !self.grid.has_room(pos) {
            self.grow();
        }
        let kind = game.kind(kind_id);
        let turned = &kind.turned[rotation.index()];
        let (tile, first) = self.add_tile(kind_id, kind, pos, rotation);
        self.closed.clear();
        if kind.has_inner_road {
            let sprouts = (first.0..).map(SegmentId).zip(&kind.sprouts);
            let inner = sprouts.filter(|(_, sprout)| sprout.feature == Feature::Road && sprout.open == 0);
            self.closed.extend(inner.map(|(segment, _)| segment));
        }

        let cell = self.grid.index(pos);
        if let Some(place) = self.grid.cells[cell].frontier() {
            self.frontier.remove(place);
        }
        let monastic = if kind.is_monastic { Cell::MONASTIC } else { 0 };
        self.grid.cells[cell] = Cell(Cell::TILE | monastic | tile.0);
        for side in Side::ALL {
            let beside = self.cell_beside(cell, side);
            match self.grid.cells[beside].tile() {
                Some(neighbour) => {
                    let other = self.tiles[neighbour.index()];
                    let theirs = &game.kind(other.kind).turned[other.rotation.index()].ports;
                    for point in 0..3 {
                        let mine = turned.ports[3 * side.index() + point];
                        let across = theirs[3 * side.opposite().index() + 2 - point];
                        if mine != NO_SEGMENT && across != NO_SEGMENT {
                            self.join(
                                SegmentId(first.0 + u16::from(mine)),
                                SegmentId(other.first.0 + u16::from(across)),
                            );
                        }
                    }
                }
                None => self.demand(beside, turned.rows[side.index()]),
            }
        }
        self.surround(cell, tile);
    }

    #[inline]
    fn cell_beside(&self, cell: usize, side: Side) -> usize {
        let width = self.grid.width() as usize;
        match side {
            Side::N => cell - width,
            Side::E => cell + 1,
            Side::S => cell + width,
            Side::W => cell - 1,
        }
    }

    /// The eight cells around one that holds a tile or belongs to the frontier.
    #[inline]
    fn cells_around(&self, cell: usize) -> [u16; 8] {
        let width = self.grid.width() as usize;
        let row = |start: usize| [start, start + 1, start + 2];
        let ([a, b, c], [d, _, e], [f, g, h]) = (row(cell - width - 1), row(cell - 1), row(cell + width - 1));
        [a, b, c, d, e, f, g, h].map(|cell| self.grid.cells[cell].0)
    }

    /// The tiles with a monastic feature around a tile or a place of the frontier.
    pub(crate) fn monastic_around(&self, pos: Pos) -> impl Iterator<Item = TileIx> {
        let around = self.cells_around(self.grid.index(pos)).into_iter();
        around.filter(|&cell| Cell(cell).is_monastic_tile()).map(|cell| TileIx(cell & Cell::INDEX))
    }

    /// Counts the new tile for the monastic features around it, and its neighbours for its own.
    #[inline]
    fn surround(&mut self, cell: usize, tile: TileIx) {
        let around = self.cells_around(cell);
        let all = around.iter().fold(self.grid.cells[cell].0, |all, cell| all | cell);
        if all & Cell::MONASTIC == 0 {
            return;
        }
        let neighbours = around.iter().filter(|&&cell| cell & Cell::TILE != 0).count() as u16;
        if self.grid.cells[cell].0 & Cell::MONASTIC != 0 && neighbours > 0 {
            self.fill_around(tile, neighbours);
        }
        for cell in around {
            if Cell(cell).is_monastic_tile() {
                self.fill_around(TileIx(cell & Cell::INDEX), 1);
            }
        }
    }

    fn fill_around(&mut self, tile: TileIx, cells: u16) {
        for segment in self.segments_of(tile) {
            if self.feature(segment).is_monastic() {
                let region = self.region_of(segment);
                let region = &mut self.regions[region.index()];
                region.open -= cells;
                if region.is_complete() {
                    self.closed.push(segment);
                }
            }
        }
    }

    /// Joins two segments that meet at a side: one end less for each.
    #[inline]
    fn join(&mut self, a: SegmentId, b: SegmentId) {
        let (region_a, region_b) = (self.region_of(a), self.region_of(b));
        let joined = if region_a == region_b {
            region_a
        } else if self.regions[region_a.index()].segments >= self.regions[region_b.index()].segments {
            self.absorb(region_a, a, region_b, b)
        } else {
            self.absorb(region_b, b, region_a, a)
        };
        let region = &mut self.regions[joined.index()];
        region.open -= 2;
        if region.is_complete() && self.feature(a) != Feature::Field {
            self.closed.push(a);
        }
    }

    /// Relabels the smaller region and adds its counters to the larger one.
    fn absorb(&mut self, large: RegionId, in_large: SegmentId, small: RegionId, in_small: SegmentId) -> RegionId {
        let mut repeats = 0;
        let mut segment = in_small;
        loop {
            if self.segments[segment.index()].has_sibling && self.shares_tile(segment, large) {
                repeats += 1;
            }
            let entry = &mut self.segments[segment.index()];
            entry.region = large;
            segment = entry.next;
            if segment == in_small {
                break;
            }
        }
        let after_large = self.segments[in_large.index()].next;
        self.segments[in_large.index()].next = self.segments[in_small.index()].next;
        self.segments[in_small.index()].next = after_large;
        let lost = self.regions[small.index()];
        let region = &mut self.regions[large.index()];
        region.strength = region.strength.plus(lost.strength);
        region.symbols = region.symbols.plus(lost.symbols);
        region.open += lost.open;
        region.segments += lost.segments;
        // The small region's own repeats are found again, segment by segment.
        region.repeats += repeats;
        large
    }

    /// Whether another segment of the same tile belongs to a region.
    fn shares_tile(&self, segment: SegmentId, region: RegionId) -> bool {
        self.segments_of(self.tile_of(segment)).any(|other| self.region_of(other) == region)
    }

    /// Doubles the width of the grid, keeping everything at its coordinates.
    #[cold]
    fn grow(&mut self) {
        let mut grid = Grid::new(self.grid.width_bits + 1);
        for (index, &cell) in self.grid.cells.iter().enumerate() {
            if cell != Cell::EMPTY {
                let target = grid.index(self.grid.pos(index as u32));
                grid.cells[target] = cell;
            }
        }
        self.frontier.rename(|cell| grid.index(self.grid.pos(cell)) as u32);
        self.grid = grid;
    }
}

/// Why a tile does not fit by its sides (BASE-13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Misfit {
    Occupied,
    Apart,
    Side(Side),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::game::Options;
    use crate::module::Base;

    /// Straight roads in a line to the west and the north, far beyond a tiny grid.
    #[test]
    fn the_grid_grows_and_keeps_everything() {
        let game = Game::new(Options::new(Base::Classic, 2)).unwrap();
        let kind = |name| game.kind_of(catalogue::find("base-classic", name).unwrap().id).unwrap();
        let (mut small, mut large) = (Board::with_grid(&game, 3), Board::new(&game));
        for step in 1..40 {
            for board in [&mut small, &mut large] {
                board.place(&game, kind("U"), Pos::new(-step, 0), Rotation::new(1));
                board.place(&game, kind("B"), Pos::new(0, step), Rotation::NONE);
            }
        }
        assert!(small.grid.width() > 64);
        let frontier = |board: &Board| {
            let mut cells: Vec<_> = board.frontier().map(|cell| (cell.pos, cell.demands)).collect();
            cells.sort_by_key(|&(pos, _)| pos);
            cells
        };
        assert_eq!(frontier(&small), frontier(&large));
        for board in [&small, &large] {
            let road = board.segment(board.tile_at(Pos::new(-39, 0)).unwrap(), 0);
            assert_eq!(board.region(board.region_of(road)).tiles(), 40);
            assert_eq!(board.tile_at(Pos::new(0, 39)), Some(board.last_tile()));
            assert_eq!(board.tile_at(Pos::new(i16::MAX, i16::MIN)), None);
            assert_eq!(board.check_fit(&game, kind("U"), Pos::new(-40, 0), Rotation::new(1)), Ok(()));
        }
    }
}
