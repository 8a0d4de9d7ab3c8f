//! Printed boards: the wheel of fortune, the city of Carcassonne, the score track.

use std::f32::consts::PI;
use std::fmt::Write as _;

use bastide_rules::tile::{PrintedBoard, RimPlace};
use bastide_rules::{Edge, Quarter, Rotation, Sector, Side, catalogue};

use crate::draw::{draw_roads, draw_tile, draw_walls};
use crate::figures::{PieceKind, PlayerColour, Pose, Troupe};
use crate::geom::{Dice, Path, Point, contains, distance_to, inward, middle, p};
use crate::glyphs;
use crate::palette::Palette;
use crate::squares::city_tile;
use crate::svg::{Canvas, closed, number};

/// A printed board that lies on the table like a large tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardKind {
    /// The wheel of fortune, 4 by 4 cells.
    Wheel,
    /// The city of Carcassonne, 4 by 3 cells.
    Carcassonne,
}

impl BoardKind {
    /// Both boards.
    pub const ALL: [BoardKind; 2] = [BoardKind::Wheel, BoardKind::Carcassonne];

    /// The name of its set in the catalogue.
    pub const fn set(self) -> &'static str {
        match self {
            BoardKind::Wheel => "wheel-of-fortune",
            BoardKind::Carcassonne => "count-board",
        }
    }

    /// Its size in cells: columns and rows.
    pub fn cells(self) -> (i16, i16) {
        self.printed().map_or((0, 0), |board| (i16::from(board.width), i16::from(board.height)))
    }

    /// The board of a set.
    pub fn of_set(name: &str) -> Option<BoardKind> {
        BoardKind::ALL.into_iter().find(|kind| kind.set() == name)
    }

    pub(crate) fn printed(self) -> Option<&'static PrintedBoard> {
        catalogue::board(self.set())
    }
}

/// The board as a picture of its own.
pub fn board_svg(board: BoardKind, palette: Palette) -> String {
    picture_of(board, palette, true)
}

/// The same without the names of its parts, for those who write them in another language.
pub fn nameless_board_svg(board: BoardKind, palette: Palette) -> String {
    picture_of(board, palette, false)
}

fn picture_of(board: BoardKind, palette: Palette, has_names: bool) -> String {
    let mut canvas = Canvas::new(palette);
    draw_board(&mut canvas, board, has_names);
    let (width, height) = board.cells();
    let (width, height) = (f32::from(width) * 100.0, f32::from(height) * 100.0);
    canvas.document((0.0, 0.0, width, height), (width, height))
}

/// The middle of the wheel on its board.
pub(crate) const HUB: Point = p(200.0, 200.0);
/// How far the wheel reaches.
pub(crate) const RIM: f32 = 143.0;

/// The angle of the middle of a sector, clockwise from the east.
fn sector_angle(index: usize) -> f32 {
    (index as f32 * 60.0 - 90.0).to_radians()
}

fn quarter_place(quarter: Quarter) -> Point {
    match quarter {
        Quarter::Palace => p(206.0, 94.0),
        Quarter::Church => p(126.0, 150.0),
        Quarter::Market => p(288.0, 142.0),
        Quarter::Smithy => p(196.0, 208.0),
    }
}

/// Where the `n`-th meeple stands on a part of a board: its crown space in a sector of the wheel,
/// or a free spot in a quarter of the city. In units from the board's north-west corner.
pub fn part_anchor(board: BoardKind, part: &str, n: usize) -> Option<Point> {
    let parts = board.printed()?.parts;
    let index = parts.iter().position(|other| other.name == part)?;
    Some(match board {
        BoardKind::Wheel => {
            let crowns = crown_places(index, usize::from(parts[index].spaces));
            *crowns.get(n).or(crowns.last())?
        }
        BoardKind::Carcassonne => {
            let at = quarter_place(*Quarter::ALL.get(index)?);
            p(at.x + ((n % 4) as f32 - 1.5) * 13.0, at.y + 8.0 + (n / 4) as f32 * 9.0)
        }
    })
}

/// Where the figure of a board stands in one of its parts: the pig in a sector of the wheel, the
/// count in a quarter of the city.
pub fn neutral_anchor(board: BoardKind, part: &str) -> Option<Point> {
    let index = board.printed()?.parts.iter().position(|other| other.name == part)?;
    Some(match board {
        BoardKind::Wheel => HUB.polar(sector_angle(index), 56.0),
        BoardKind::Carcassonne => quarter_place(*Quarter::ALL.get(index)?).plus(p(22.0, 2.0)),
    })
}

/// Where a figure stands on a segment of the board: the name is that of the catalogue.
pub fn board_anchor(board: BoardKind, segment: &str) -> Option<Point> {
    let segment = board.printed()?.segments.iter().find(|other| other.name == segment)?;
    if board == BoardKind::Carcassonne && segment.outer.is_empty() {
        return Some(p(200.0, 150.0));
    }
    // Beside the middle one of the squares where it reaches the rim.
    let &RimPlace { x, y, ports } = segment.outer.get(segment.outer.len() / 2)?;
    let mut sum = p(0.0, 0.0);
    for port in ports.iter() {
        let along = [25.0, 50.0, 75.0][port.index() % 3];
        sum = sum.plus(p(along, 13.0).rotated(Rotation::new(port.side() as u8)));
    }
    Some(sum.times(1.0 / ports.len().max(1) as f32).plus(p(f32::from(x) * 100.0, f32::from(y) * 100.0)))
}

fn crown_places(index: usize, spaces: usize) -> Vec<Point> {
    let middle = sector_angle(index);
    let step = 24.0_f32.to_radians();
    (0..spaces)
        .map(|i| {
            let off = (i as f32 - (spaces as f32 - 1.0) / 2.0) * step;
            HUB.polar(middle + off, 90.0)
        })
        .collect()
}

/// Draws a board with its north-west corner at the origin.
pub(crate) fn draw_board(canvas: &mut Canvas, kind: BoardKind, has_names: bool) {
    let Some(board) = kind.printed() else { return };
    let (width, height) = (u32::from(board.width) * 100, u32::from(board.height) * 100);
    let ground = canvas.colour('g');
    let _ = write!(canvas.out, "<path fill=\"{ground}\" d=\"M0 0h{width}v{height}H0z\"/>");
    for square in board.squares {
        if let Some((tile, turn)) = city_tile(square) {
            let _ = write!(
                canvas.out,
                "<g transform=\"translate({} {})\">",
                u32::from(square.x) * 100,
                u32::from(square.y) * 100
            );
            draw_tile(canvas, tile, turn, 3);
            canvas.out.push_str("</g>");
        }
    }
    match kind {
        BoardKind::Wheel => draw_wheel(canvas, board, has_names),
        BoardKind::Carcassonne => draw_carcassonne(canvas, board, has_names),
    }
}

/// Roads from the rim of the board towards its middle.
fn approach_roads(board: &PrintedBoard, end: impl Fn(Point, Point) -> Point) -> Vec<Path> {
    let mut lines = Vec::new();
    for square in board.squares {
        for side in Side::ALL {
            if square.sides[side.index()] == Some(Edge::Road) {
                let from = middle(side).plus(p(f32::from(square.x) * 100.0, f32::from(square.y) * 100.0));
                let into = inward(side);
                let to = end(from, into);
                lines.push(Path::new(from).through(&[to], Some(into), None));
            }
        }
    }
    lines
}

fn trees(canvas: &mut Canvas, size: (f32, f32), keep: impl Fn(Point) -> bool) {
    if canvas.palette.is_plain() {
        return;
    }
    let mut dice = Dice::new(&["board"], 5);
    let mut items: Vec<(Point, &'static str)> = Vec::new();
    for _ in 0..160 {
        let at = p(dice.range(9.0, size.0 - 9.0).round(), dice.range(14.0, size.1 - 5.0).round());
        let name = ["t0", "t1", "t0", "g", "t2", "t3", "f", "g"][dice.below(8)];
        let name = if name == "f" && canvas.palette == Palette::Winter { "g" } else { name };
        if keep(at) && items.iter().all(|(other, _)| other.distance(at) > 8.0) && items.len() < 46 {
            items.push((at, name));
        }
    }
    items.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, name) in items {
        canvas.sprite(name, "", at);
    }
}

/// The roads of a board, each from the rim to the wheel or to the wall of the city.
pub(crate) fn approaches(kind: BoardKind, board: &PrintedBoard) -> Vec<Path> {
    match kind {
        BoardKind::Wheel => approach_roads(board, |from, into| {
            // Straight on as far as it comes near the wheel, then to its rim.
            let straight = from.plus(into.times(60.0));
            let angle = (straight.y - HUB.y).atan2(straight.x - HUB.x);
            HUB.polar(angle, RIM - 2.0)
        }),
        BoardKind::Carcassonne => {
            let wall = carcassonne_wall().flat();
            approach_roads(board, |from, into| {
                let probe = from.plus(into.times(30.0));
                let by = |a: &&Point, b: &&Point| a.distance(probe).total_cmp(&b.distance(probe));
                wall.iter().min_by(by).copied().unwrap_or(p(200.0, 150.0))
            })
        }
    }
}

fn draw_wheel(canvas: &mut Canvas, board: &PrintedBoard, has_names: bool) {
    let roads = approaches(BoardKind::Wheel, board);
    draw_roads(canvas, &roads);
    let squares: Vec<Point> = board
        .squares
        .iter()
        .filter(|square| square.sides.contains(&Some(Edge::City)))
        .map(|square| p(f32::from(square.x) * 100.0 + 50.0, f32::from(square.y) * 100.0 + 50.0))
        .collect();
    let lines: Vec<Vec<Point>> = roads.iter().map(Path::flat).collect();
    trees(canvas, (400.0, 400.0), |at| {
        at.distance(HUB) > RIM + 13.0
            && lines.iter().all(|line| distance_to(line, at) > 13.0)
            && squares.iter().all(|square| (square.x - at.x).abs() > 60.0 || (square.y - at.y).abs() > 60.0)
    });
    canvas.tinted("<g class=\"wheel-board\"><circle cx=\"204\" cy=\"206\" r=\"145\" opacity=\".25\"/><circle cx=\"200\" cy=\"200\" r=\"143\" fill=\"@h\" stroke=\"@o\" stroke-width=\"2\"/><circle cx=\"200\" cy=\"200\" r=\"137\" fill=\"none\" stroke=\"@H\" stroke-width=\"5\" stroke-dasharray=\"2 9.958\"/><circle cx=\"200\" cy=\"200\" r=\"131\" fill=\"@o\"/>");
    for (index, (part, sector)) in board.parts.iter().zip(Sector::ALL).enumerate() {
        let middle = sector_angle(index);
        let (from, to) = (middle - PI / 6.0, middle + PI / 6.0);
        let (a, b) = (HUB.polar(from, 129.0), HUB.polar(to, 129.0));
        let colour = sector_colour(canvas.palette, sector);
        let _ = write!(
            canvas.out,
            "<path class=\"sector {}\" fill=\"{colour}\" stroke=\"{}\" stroke-width=\"2\" d=\"M200 200L{:.1} {:.1}A129 129 0 0 1 {:.1} {:.1}z\"/>",
            part.name,
            canvas.colour('o'),
            a.x,
            a.y,
            b.x,
            b.y
        );
    }
    for (index, (part, sector)) in board.parts.iter().zip(Sector::ALL).enumerate() {
        let middle = sector_angle(index);
        if has_names {
            // The name along the rim, readable from the south in the lower half.
            let below = middle.sin() > 0.1;
            let turn = middle.to_degrees() + if below { -90.0 } else { 90.0 };
            let at = HUB.polar(middle, 116.0);
            let _ = write!(canvas.out, "<g transform=\"translate({:.1} {:.1})rotate({turn:.0})\">", at.x, at.y);
            glyphs::text(&mut canvas.out, part.name, p(0.0, 0.0), 10.0, "#3a2618", 1.7);
            canvas.out.push_str("</g>");
        }
        for crown in crown_places(index, usize::from(part.spaces)) {
            canvas.sprite("crown", "crown", crown);
        }
        let icon = HUB.polar(middle, 56.0);
        canvas.sprite(sector_icon(sector), part.name, icon);
    }
    canvas.tinted("<circle cx=\"200\" cy=\"200\" r=\"32\" fill=\"@h\" stroke=\"@o\" stroke-width=\"2\"/><circle cx=\"200\" cy=\"200\" r=\"26\" fill=\"none\" stroke=\"@y\" stroke-width=\"2\"/><path fill=\"@y\" stroke=\"@Y\" d=\"M200 180l4.500 13.500 13.500-4.500-7 11 7 11-13.500-4.500L200 220l-4.500-13.500-13.500 4.500 7-11-7-11 13.500 4.500z\"/></g>");
}

fn sector_colour(palette: Palette, sector: Sector) -> &'static str {
    let (colour, in_contrast) = match sector {
        Sector::Fortune => ("#f2cf63", "#ffd400"),
        Sector::Taxes => ("#dd9a7c", "#c9dcf5"),
        Sector::Famine => ("#e3c79a", "#ffffff"),
        Sector::Storm => ("#9dbdd8", "#c9dcf5"),
        Sector::Inquisition => ("#bfa3cb", "#ffffff"),
        Sector::Plague => ("#a9c39a", "#c9dcf5"),
    };
    if palette == Palette::HighContrast { in_contrast } else { colour }
}

fn sector_icon(sector: Sector) -> &'static str {
    match sector {
        Sector::Fortune => "fortune",
        Sector::Taxes => "tax",
        Sector::Famine => "famine",
        Sector::Storm => "storm",
        Sector::Inquisition => "inquis",
        Sector::Plague => "plague",
    }
}

/// The wall of Carcassonne goes through these points.
const POSTS: [Point; 12] = [
    p(62.0, 152.0),
    p(84.0, 88.0),
    p(145.0, 54.0),
    p(205.0, 46.0),
    p(268.0, 52.0),
    p(322.0, 84.0),
    p(344.0, 148.0),
    p(322.0, 214.0),
    p(262.0, 250.0),
    p(200.0, 256.0),
    p(140.0, 248.0),
    p(86.0, 216.0),
];

pub(crate) fn carcassonne_wall() -> Path {
    let mut around: Vec<Point> = POSTS[1..].to_vec();
    around.push(POSTS[0]);
    let tangent = POSTS[1].minus(POSTS[11]);
    Path::new(POSTS[0]).through(&around, Some(tangent), Some(tangent))
}

fn draw_carcassonne(canvas: &mut Canvas, board: &PrintedBoard, has_names: bool) {
    let wall = carcassonne_wall();
    let polygon = wall.flat();
    let roads = approaches(BoardKind::Carcassonne, board);
    draw_roads(canvas, &roads);
    let lines: Vec<Vec<Point>> = roads.iter().map(Path::flat).collect();
    let squares: Vec<Point> = board
        .squares
        .iter()
        .filter(|square| square.sides.contains(&Some(Edge::City)))
        .map(|square| p(f32::from(square.x) * 100.0 + 50.0, f32::from(square.y) * 100.0 + 50.0))
        .collect();
    trees(canvas, (400.0, 300.0), |at| {
        !contains(&polygon, at)
            && distance_to(&polygon, at) > 13.0
            && lines.iter().all(|line| distance_to(line, at) > 13.0)
            && squares.iter().all(|square| (square.x - at.x).abs() > 56.0 || (square.y - at.y).abs() > 56.0)
    });
    let _ = write!(canvas.out, "<g class=\"carcassonne\">");
    canvas.fill('c', &closed(&wall));
    // Streets divide the four quarters.
    let gates: Vec<Point> = lines.iter().filter_map(|line| line.last().copied()).collect();
    let forum = p(206.0, 148.0);
    let mut streets = vec![
        Path::new(p(86.0, 214.0)).through(&[p(150.0, 196.0), forum], None, None),
        Path::new(forum).through(&[p(262.0, 186.0), p(322.0, 212.0)], None, None),
    ];
    for &gate in &gates {
        let to = if gate.y > 200.0 { p(262.0, 186.0) } else { forum };
        streets.push(Path::new(gate).line(to));
    }
    let course = crate::svg::data(&streets);
    canvas.stroke('d', 9.0, &course, "fill=\"none\" stroke-linecap=\"round\"");
    canvas.stroke('p', 7.0, &course, "fill=\"none\" stroke-linecap=\"round\"");
    draw_walls(canvas, std::slice::from_ref(&wall));
    let mut items: Vec<(f32, &'static str, &'static str, Point)> = Vec::new();
    for post in POSTS {
        if gates.iter().all(|gate| gate.distance(post) > 18.0) {
            items.push((post.y, "keep", "", post));
        }
    }
    for &gate in &gates {
        items.push((gate.y, "gate", "gate", gate));
    }
    for (part, quarter) in board.parts.iter().zip(Quarter::ALL) {
        let at = quarter_place(quarter);
        let sprite = match quarter {
            Quarter::Palace => "castle",
            Quarter::Church => "cath",
            Quarter::Market => "market",
            Quarter::Smithy => "smithy",
        };
        items.push((at.y, sprite, part.name, at));
    }
    if !canvas.palette.is_plain() {
        let streets: Vec<Vec<Point>> = streets.iter().map(Path::flat).collect();
        items.extend(houses(&polygon, &streets, &gates).map(|(name, at)| (at.y, name, "", at)));
    }
    items.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, name, class, at) in items {
        canvas.sprite(name, class, at);
    }
    for (part, quarter) in board.parts.iter().zip(Quarter::ALL).filter(|_| has_names) {
        write_name(canvas, quarter, part.name);
    }
    canvas.out.push_str("</g>");
}

/// The houses and trees of Carcassonne, in rows from the north: inside of the wall, beside streets, gates and the large buildings.
fn houses(wall: &[Point], streets: &[Vec<Point>], gates: &[Point]) -> impl Iterator<Item = (&'static str, Point)> {
    let mut dice = Dice::new(&["carcassonne"], 1);
    let mut found = Vec::new();
    let mut y = 64.0;
    while y < 250.0 {
        let mut x = 66.0 + dice.range(0.0, 6.0);
        while x < 340.0 {
            let at = p((x + dice.range(-2.0, 2.0)).round(), (y + dice.range(-1.5, 1.5)).round());
            let name = ["h0", "h1", "h2", "h3", "h0", "t3"][dice.below(6)];
            x += 13.0;
            let top = at.plus(p(0.0, -8.0));
            let clear = contains(wall, at)
                && contains(wall, top)
                && distance_to(wall, at) > 8.0
                && distance_to(wall, top) > 4.0
                && streets.iter().all(|street| distance_to(street, at) > 9.5 && distance_to(street, top) > 5.0)
                && gates.iter().all(|gate| gate.distance(at) > 16.0)
                && Quarter::ALL.into_iter().all(|quarter| {
                    let place = quarter_place(quarter);
                    (at.x - place.x).abs() > 37.0 || !(-30.0..34.0).contains(&(at.y - place.y))
                });
            if clear {
                found.push((name, at));
            }
        }
        y += 11.0;
    }
    found.into_iter()
}

/// Writes the name of a quarter below its building.
fn write_name(canvas: &mut Canvas, quarter: Quarter, name: &str) {
    let at = quarter_place(quarter).plus(p(0.0, 24.0));
    let width = glyphs::width(name, 7.0) + 10.0;
    let mut label = String::new();
    let _ = write!(label, "<rect x=\"");
    number(&mut label, at.x - width / 2.0);
    label.push_str("\" y=\"");
    number(&mut label, at.y - 6.0);
    label.push_str("\" width=\"");
    number(&mut label, width);
    label.push_str("\" height=\"12\" rx=\"3\" fill=\"@m\" stroke=\"@o\" stroke-width=\".8\"/>");
    canvas.tinted(&label);
    glyphs::text(&mut canvas.out, name, at, 7.0, "#5a2018", 1.2);
}

// The score track.

const CELL: f32 = 32.0;
const COLUMNS: i32 = 16;
const ROWS: i32 = 11;

/// Fields of the score track.
pub const SCORE_SPACES: u32 = 50;

/// The middle of the field for this many points on the score track, counted modulo 50. In units
/// from the corner of [`score_track_svg`].
pub fn score_anchor(points: u32) -> Point {
    let n = (points % SCORE_SPACES) as i32;
    let (column, row) = if n < COLUMNS {
        (n, 0)
    } else if n < COLUMNS + ROWS - 1 {
        (COLUMNS - 1, n - COLUMNS + 1)
    } else if n < 2 * COLUMNS + ROWS - 2 {
        (COLUMNS - 1 - (n - COLUMNS - ROWS + 2), ROWS - 1)
    } else {
        (0, ROWS - 1 - (n - 2 * COLUMNS - ROWS + 3))
    };
    p(12.0 + (column as f32 + 0.5) * CELL, 12.0 + (row as f32 + 0.5) * CELL)
}

/// The score track, fields 0 to 49.
pub fn score_track_svg(palette: Palette) -> String {
    score_track_with(palette, &[])
}

/// The score track with figures on it.
pub(crate) fn score_track_with(palette: Palette, figures: &[(PieceKind, PlayerColour, Point)]) -> String {
    let mut canvas = Canvas::new(palette);
    let (width, height) = (24.0 + COLUMNS as f32 * CELL, 24.0 + ROWS as f32 * CELL);
    canvas.tinted(&format!(
        "<rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"@h\"/><rect x=\"3\" y=\"3\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"@c\"/>",
        width - 6.0,
        height - 6.0
    ));
    for n in 0..SCORE_SPACES {
        let at = score_anchor(n);
        let (fill, text) = match (n % 10, n % 5) {
            (0, _) => ("@r", "#fff7e0"),
            (_, 0) => ("@x", "#3a2618"),
            _ => ("@m", "#5a4334"),
        };
        canvas.tinted(&format!(
            "<rect class=\"score\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{fill}\" stroke=\"@o\"/>",
            at.x - CELL / 2.0 + 1.5,
            at.y - CELL / 2.0 + 1.5,
            CELL - 3.0,
            CELL - 3.0
        ));
        glyphs::text(&mut canvas.out, &n.to_string(), at, 10.0, text, 1.7);
    }
    // The land inside.
    let (x, y) = (12.0 + CELL + 6.0, 12.0 + CELL + 6.0);
    let (w, h) = ((COLUMNS - 2) as f32 * CELL - 12.0, (ROWS - 2) as f32 * CELL - 12.0);
    canvas.tinted(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"10\" fill=\"@g\" stroke=\"@o\" stroke-width=\"1.500\"/>"
    ));
    let road = Path::new(p(x + 1.0, y + h - 52.0)).through(
        &[
            p(x + 120.0, y + h - 70.0),
            p(x + w / 2.0, y + h - 40.0),
            p(x + w - 110.0, y + h - 84.0),
            p(x + w - 1.0, y + h - 60.0),
        ],
        None,
        None,
    );
    let flat = road.flat();
    draw_roads(&mut canvas, std::slice::from_ref(&road));
    let castle = p(x + w / 2.0, y + h / 2.0 - 2.0);
    if !canvas.palette.is_plain() {
        let mut dice = Dice::new(&["score"], 2);
        let mut items: Vec<(Point, &'static str)> = Vec::new();
        for _ in 0..220 {
            let at = p(dice.range(x + 10.0, x + w - 12.0).round(), dice.range(y + 16.0, y + h - 5.0).round());
            let name = ["t0", "t1", "t0", "g", "t2", "t3", "f", "y", "e", "g"][dice.below(10)];
            let name = if name == "f" && palette == Palette::Winter { "g" } else { name };
            let near =
                at.distance(castle) < 74.0 || distance_to(&flat, at) < 13.0 || at.x < x + 18.0 || at.x > x + w - 22.0;
            let title = (at.x - castle.x).abs() < 110.0 && at.y < y + 52.0;
            if !near && !title && items.iter().all(|(other, _)| other.distance(at) > 9.0) {
                items.push((at, name));
            }
        }
        items.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        for (at, name) in items {
            canvas.sprite(name, "", at);
        }
    }
    canvas.used.insert("castle");
    let _ = write!(
        canvas.out,
        "<use href=\"#{}castle\" transform=\"translate({} {})scale(2)\"/>",
        palette.prefix(),
        castle.x,
        castle.y
    );
    glyphs::text(&mut canvas.out, "Bastide", p(castle.x, y + 26.0), 22.0, "#5a2018", 3.4);
    let mut troupe = Troupe::default();
    for &(kind, owner, at) in figures {
        troupe.add(&mut canvas.out, (kind, Some(owner), Pose::Standing), at, 1.0);
    }
    canvas.more_defs = troupe.defs();
    canvas.document((0.0, 0.0, width, height), (width, height))
}
