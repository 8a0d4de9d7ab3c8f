//! A whole table as one picture: tiles, printed boards, figures and hints.
//!
//! It knows no game in progress: whoever asks says what lies where.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide_rules::{Feature, Pos, Rotation, TileId, catalogue};

use crate::area::{anchors_turned, area, landing, tile_anchor};
use crate::boards::{self, BoardKind};
use crate::draw::draw_tile;
use crate::figures::{PieceKind, PlayerColour, Pose, Troupe};
use crate::geom::{Point, p};
use crate::glyphs;
use crate::palette::Palette;
use crate::svg::{Canvas, number};

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileOnTable {
    /// Which tile.
    pub tile: TileId,
    /// Its cell.
    pub pos: Pos,
    /// How it was turned.
    pub rotation: Rotation,
    /// Which copy; copies of a tile differ in ornament.
    pub copy: u16,
}

/// A printed board on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardOnTable {
    /// Which board.
    pub board: BoardKind,
    /// The cell of its north-west square.
    pub pos: Pos,
}

/// Where a figure is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    /// On a segment of the tile in this cell. Several figures share the segment's places.
    Segment(Pos, usize),
    /// On the tile itself: dragon, fairy, tower floor.
    Tile(Pos),
    /// On a named part of a printed board: a sector of the wheel, a quarter of the city.
    Part(BoardKind, &'static str),
    /// On a segment of a printed board, named as in the catalogue.
    BoardSegment(BoardKind, &'static str),
    /// At this point, in units from the corner of the start tile; a tile is 100 wide.
    Point(Point),
}

/// A figure on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FigureOnTable {
    /// What it is.
    pub kind: PieceKind,
    /// Whose it is.
    pub owner: Option<PlayerColour>,
    /// Where it is.
    pub place: Place,
    /// How it stands; `None` lets meeples lie in fields and stand elsewhere.
    pub pose: Option<Pose>,
}

/// A ferry on its lake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FerryOnTable {
    /// Where the lake lies.
    pub pos: Pos,
    /// The two road segments that it connects.
    pub ends: [usize; 2],
}

/// Something to point out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Highlight {
    /// A tile outlined in a player's colour: the last one laid.
    Tile(Pos, PlayerColour),
    /// A segment of a region, lit up in a player's colour or in white.
    Segment(Pos, usize, Option<PlayerColour>),
    /// An empty cell where the tile in hand may go.
    Legal(Pos),
    /// An empty cell that no remaining tile fits.
    Hopeless(Pos),
}

/// A position to be drawn.
///
/// ```
/// use bastide_art::{BoardPicture, TileOnTable};
/// use bastide_rules::{catalogue, Pos, Rotation};
/// let start = catalogue::find("base-v3", "Ds").unwrap();
/// let picture = BoardPicture {
///     tiles: vec![TileOnTable { tile: start.id, pos: Pos::ORIGIN, rotation: Rotation::NONE, copy: 0 }],
///     ..BoardPicture::default()
/// };
/// assert!(picture.svg().starts_with("<svg"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardPicture {
    /// In which colours.
    pub palette: Palette,
    /// Printed boards.
    pub boards: Vec<BoardOnTable>,
    /// Tiles.
    pub tiles: Vec<TileOnTable>,
    /// Ferries, each as a way over the water with its boat.
    pub ferries: Vec<FerryOnTable>,
    /// Figures, drawn in this order.
    pub figures: Vec<FigureOnTable>,
    /// Hints.
    pub highlights: Vec<Highlight>,
    /// Whether columns and rows are numbered.
    pub coordinates: bool,
    /// Whether the ground around the tiles stays clear instead of showing a table.
    pub transparent: bool,
    /// Whether printed boards come without the names of their parts, for readers of any language.
    pub nameless: bool,
}

impl BoardPicture {
    /// The part of the plane that is shown: x, y, width and height in units.
    pub fn view(&self) -> (f32, f32, f32, f32) {
        let mut cells: Vec<(i32, i32)> = Vec::new();
        let mut add = |pos: Pos| cells.push((i32::from(pos.x), i32::from(pos.y)));
        for tile in &self.tiles {
            add(tile.pos);
        }
        for board in &self.boards {
            let (width, height) = board.board.cells();
            add(board.pos);
            add(Pos::new(board.pos.x + width - 1, board.pos.y + height - 1));
        }
        for highlight in &self.highlights {
            match *highlight {
                Highlight::Tile(pos, _)
                | Highlight::Segment(pos, _, _)
                | Highlight::Legal(pos)
                | Highlight::Hopeless(pos) => add(pos),
            }
        }
        let low = |f: fn(&(i32, i32)) -> i32| cells.iter().map(f).min().unwrap_or(0);
        let high = |f: fn(&(i32, i32)) -> i32| cells.iter().map(f).max().unwrap_or(0);
        let (left, top) = (low(|c| c.0), low(|c| c.1));
        let (right, bottom) = (high(|c| c.0), high(|c| c.1));
        let margin = if self.coordinates { 26.0 } else { 12.0 };
        (
            left as f32 * 100.0 - margin,
            top as f32 * 100.0 - margin,
            (right - left + 1) as f32 * 100.0 + 2.0 * margin,
            (bottom - top + 1) as f32 * 100.0 + 2.0 * margin,
        )
    }

    /// The picture, one pixel per unit.
    pub fn svg(&self) -> String {
        let mut canvas = Canvas::new(self.palette);
        canvas.out.reserve(self.tiles.len() * 4000);
        let view = self.view();
        if !self.transparent {
            let table = match self.palette {
                Palette::Summer => "#e9dcc0",
                Palette::Winter => "#cfd6da",
                Palette::HighContrast => "#ffffff",
            };
            rectangle(&mut canvas.out, view, table, "class=\"table\"");
        }
        self.places(&mut canvas, false);
        let ground = self.palette.colour('g');
        // A little ground below every tile closes the seams between tiles.
        let mut seams = String::new();
        // Squares of boards are drawn with their board.
        let laid = || self.tiles.iter().filter(|tile| !catalogue::is_square(catalogue::tile(tile.tile)));
        for tile in laid() {
            let at = corner(tile.pos);
            let _ = write!(seams, "M{} {}h100.6v100.6h-100.6z", at.x - 0.3, at.y - 0.3);
        }
        if !seams.is_empty() {
            let _ = write!(canvas.out, "<path class=\"ground\" fill=\"{ground}\" d=\"{seams}\"/>");
        }
        for board in &self.boards {
            let at = corner(board.pos);
            group(&mut canvas.out, at, "board");
            boards::draw_board(&mut canvas, board.board, !self.nameless);
            canvas.out.push_str("</g>");
        }
        for tile in laid() {
            let at = corner(tile.pos);
            group(&mut canvas.out, at, "tile");
            draw_tile(&mut canvas, catalogue::tile(tile.tile), tile.rotation, tile.copy);
            canvas.out.push_str("</g>");
        }
        self.places(&mut canvas, true);
        let mut troupe = Troupe::default();
        self.ferries(&mut canvas, &mut troupe);
        self.figures(&mut canvas, &mut troupe);
        if self.coordinates {
            self.numbers(&mut canvas, view);
        }
        canvas.more_defs = troupe.defs();
        canvas.document(view, (view.2, view.3))
    }

    fn tile_at(&self, pos: Pos) -> Option<&TileOnTable> {
        self.tiles.iter().find(|tile| tile.pos == pos)
    }

    /// Hints below the tiles (empty cells) or above them.
    fn places(&self, canvas: &mut Canvas, above: bool) {
        for highlight in &self.highlights {
            match *highlight {
                Highlight::Legal(pos) if !above => {
                    let at = corner(pos);
                    let more = "class=\"legal\" fill-opacity=\".55\" stroke=\"#b8860b\" stroke-width=\"2.5\" stroke-dasharray=\"8 5\" rx=\"8\"";
                    rectangle(&mut canvas.out, (at.x + 5.0, at.y + 5.0, 90.0, 90.0), "#fff3b8", more);
                }
                Highlight::Hopeless(pos) if !above => {
                    let at = corner(pos);
                    let _ = write!(
                        canvas.out,
                        "<path class=\"hopeless\" fill=\"none\" stroke=\"#8a7a63\" stroke-width=\"3\" opacity=\".5\" stroke-linecap=\"round\" d=\"M{} {}l30 30m0-30l-30 30\"/>",
                        at.x + 35.0,
                        at.y + 35.0
                    );
                }
                Highlight::Tile(pos, colour) if above => {
                    let at = corner(pos);
                    let more = |colour: &str, width: f32| {
                        format!("class=\"last\" stroke=\"{colour}\" stroke-width=\"{width}\" rx=\"3\"")
                    };
                    let around = (at.x + 1.5, at.y + 1.5, 97.0, 97.0);
                    rectangle(&mut canvas.out, around, "none", &more("#fffaf0", 5.0));
                    rectangle(&mut canvas.out, around, "none", &more(colour.hex(), 3.0));
                }
                Highlight::Segment(pos, segment, colour) if above => {
                    let Some(tile) = self.tile_at(pos) else { continue };
                    let at = corner(pos);
                    let colour = colour.map_or("#ffffff", PlayerColour::hex);
                    let _ = write!(
                        canvas.out,
                        "<path class=\"region\" fill=\"{colour}\" fill-opacity=\".42\" stroke=\"{colour}\" stroke-width=\"1.2\" fill-rule=\"evenodd\" d=\""
                    );
                    for outline in area(catalogue::tile(tile.tile), segment, tile.rotation) {
                        for (i, point) in outline.iter().enumerate() {
                            canvas.out.push(if i == 0 { 'M' } else { 'L' });
                            number(&mut canvas.out, point.x + at.x);
                            canvas.out.push(' ');
                            number(&mut canvas.out, point.y + at.y);
                        }
                        canvas.out.push('z');
                    }
                    canvas.out.push_str("\"/>");
                }
                _ => {}
            }
        }
    }

    fn ferries(&self, canvas: &mut Canvas, troupe: &mut Troupe) {
        for ferry in &self.ferries {
            let Some(tile) = self.tile_at(ferry.pos) else { continue };
            let printed = catalogue::tile(tile.tile);
            let [Some(from), Some(to)] = ferry.ends.map(|end| landing(printed, end, tile.rotation)) else { continue };
            let at = corner(ferry.pos);
            let (from, lake, to) = (from.plus(at), tile_anchor(printed, tile.rotation).plus(at), to.plus(at));
            let way = format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", from.x, from.y, lake.x, lake.y, to.x, to.y);
            let _ = write!(
                canvas.out,
                "<path class=\"ferry-way\" fill=\"none\" stroke=\"#5c3d1e\" stroke-width=\"10.5\" stroke-linecap=\"round\" d=\"{way}\"/>\
                 <path fill=\"none\" stroke=\"#e9cf9c\" stroke-width=\"7.5\" stroke-dasharray=\"2.6 .9\" d=\"{way}\"/>"
            );
            // Half of the way of the curve.
            let middle = p((from.x + 2.0 * lake.x + to.x) / 4.0, (from.y + 2.0 * lake.y + to.y) / 4.0);
            troupe.add(&mut canvas.out, (PieceKind::Ferry, None, Pose::Standing), middle, 0.8);
        }
    }

    fn figures(&self, canvas: &mut Canvas, troupe: &mut Troupe) {
        for (figure, at, pose) in self.standing() {
            if let Some(sprite) = figure.kind.token() {
                canvas.sprite(sprite, "figure", at);
            } else {
                troupe.add(&mut canvas.out, (figure.kind, figure.owner, pose), at, 1.15);
            }
        }
    }

    /// The same figures at the points where they are drawn, free of what stands beside them.
    pub fn settled(&self) -> Vec<FigureOnTable> {
        let settle = |(figure, at, pose): (&FigureOnTable, Point, Pose)| FigureOnTable {
            place: Place::Point(at),
            pose: Some(pose),
            ..*figure
        };
        self.standing().into_iter().map(settle).collect()
    }

    /// Where and how each figure stands; what is on no tile or board of the picture is left out.
    fn standing(&self) -> Vec<(&FigureOnTable, Point, Pose)> {
        let mut standing = Vec::new();
        let mut taken: BTreeMap<(i16, i16, usize), usize> = BTreeMap::new();
        let mut on_part: BTreeMap<&str, usize> = BTreeMap::new();
        for figure in &self.figures {
            let mut pose = Pose::Standing;
            let at = match figure.place {
                Place::Segment(pos, segment) => {
                    let Some(tile) = self.tile_at(pos) else { continue };
                    let printed = catalogue::tile(tile.tile);
                    if printed.segments.get(segment).is_some_and(|s| s.feature == Feature::Field)
                        && matches!(figure.kind, PieceKind::Meeple | PieceKind::Large)
                    {
                        pose = Pose::Lying;
                    }
                    let spots = anchors_turned(printed, segment, tile.rotation);
                    let n = taken.entry((pos.x, pos.y, segment)).or_default();
                    let at = spots.get(*n).or(spots.last()).copied().unwrap_or(p(50.0, 50.0));
                    let over = n.saturating_sub(spots.len().saturating_sub(1)) as f32;
                    *n += 1;
                    at.plus(corner(pos)).plus(p(4.0 * over, 3.0 * over))
                }
                Place::Tile(pos) => {
                    let Some(tile) = self.tile_at(pos) else { continue };
                    let n = taken.entry((pos.x, pos.y, usize::MAX)).or_default();
                    let at = tile_anchor(catalogue::tile(tile.tile), tile.rotation).plus(corner(pos));
                    let rise = *n as f32 * 4.5;
                    *n += 1;
                    p(at.x, at.y - rise)
                }
                Place::Part(kind, part) => {
                    let Some(board) = self.boards.iter().find(|board| board.board == kind) else { continue };
                    let at = if figure.kind.is_owned() {
                        let n = on_part.entry(part).or_default();
                        *n += 1;
                        boards::part_anchor(kind, part, *n - 1)
                    } else {
                        boards::neutral_anchor(kind, part)
                    };
                    at.unwrap_or_default().plus(corner(board.pos))
                }
                Place::BoardSegment(kind, segment) => {
                    let Some(board) = self.boards.iter().find(|board| board.board == kind) else { continue };
                    let Some(at) = boards::board_anchor(kind, segment) else { continue };
                    let n = on_part.entry(segment).or_default();
                    *n += 1;
                    at.plus(corner(board.pos)).plus(p(8.0, 3.0).times((*n - 1) as f32))
                }
                Place::Point(at) => at,
            };
            standing.push((figure, at, figure.pose.unwrap_or(pose)));
        }
        standing
    }

    fn numbers(&self, canvas: &mut Canvas, view: (f32, f32, f32, f32)) {
        let colour = "#6b5a45";
        let columns = ((view.2 - 52.0) / 100.0).round() as i32;
        let rows = ((view.3 - 52.0) / 100.0).round() as i32;
        let first = ((view.0 + 26.0) / 100.0).round() as i32;
        let top = ((view.1 + 26.0) / 100.0).round() as i32;
        for i in 0..columns {
            let label = (first + i).to_string();
            let x = view.0 + 76.0 + i as f32 * 100.0;
            for y in [view.1 + 13.0, view.1 + view.3 - 13.0] {
                glyphs::text(&mut canvas.out, &label, p(x, y), 11.0, colour, 1.6);
            }
        }
        for i in 0..rows {
            let label = (top + i).to_string();
            let y = view.1 + 76.0 + i as f32 * 100.0;
            for x in [view.0 + 13.0, view.0 + view.2 - 13.0] {
                glyphs::text(&mut canvas.out, &label, p(x, y), 11.0, colour, 1.6);
            }
        }
    }
}

fn corner(pos: Pos) -> Point {
    p(f32::from(pos.x) * 100.0, f32::from(pos.y) * 100.0)
}

fn group(out: &mut String, at: Point, class: &str) {
    let _ = write!(out, "<g class=\"{class}\" transform=\"translate({} {})\">", at.x, at.y);
}

fn rectangle(out: &mut String, (x, y, width, height): (f32, f32, f32, f32), fill: &str, more: &str) {
    let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" {more}/>");
}
