//! Single tiles, single figures, and contact sheets of them.

use std::fmt::Write as _;

use bastide_rules::tile::TileSet;
use bastide_rules::{Rotation, Tile, catalogue};

use crate::draw::draw_tile;
use crate::figures::{self, PieceKind, PlayerColour, Pose, Troupe};
use crate::geom::p;
use crate::glyphs;
use crate::palette::Palette;
use crate::svg::Canvas;

/// A tile as a picture of its own, 100 by 100 units. The copy changes only ornaments.
///
/// ```
/// use bastide_art::{tile_svg, Palette};
/// use bastide_rules::{catalogue, Rotation};
/// let monastery = catalogue::find("base-v3", "B").unwrap();
/// let svg = tile_svg(monastery, Rotation::NONE, 0, Palette::Summer);
/// assert!(svg.contains("class=\"monastery\""));
/// ```
pub fn tile_svg(tile: &Tile, rotation: Rotation, copy: u16, palette: Palette) -> String {
    let mut canvas = Canvas::new(palette);
    draw_tile(&mut canvas, tile, rotation, copy);
    canvas.document((0.0, 0.0, 100.0, 100.0), (100.0, 100.0))
}

/// The elements of a tile without the `svg` around them, and the definitions they need: for
/// clients that put many tiles into one picture of their own. Equal ids are equal definitions, so
/// each needs to be put in only once.
pub fn tile_body(tile: &Tile, rotation: Rotation, copy: u16, palette: Palette) -> (String, Vec<(String, String)>) {
    let mut canvas = Canvas::new(palette);
    draw_tile(&mut canvas, tile, rotation, copy);
    let defs = canvas.separate_defs();
    (canvas.out, defs)
}

/// A figure as a picture of its own, 28 by 28 units.
pub fn figure_svg(kind: PieceKind, owner: Option<PlayerColour>, pose: Pose) -> String {
    let mut canvas = Canvas::new(Palette::Summer);
    if let Some(sprite) = kind.token() {
        canvas.sprite(sprite, kind.word(), p(0.0, 0.0));
        return canvas.document((-14.0, -14.0, 28.0, 28.0), (28.0, 28.0));
    }
    let turn = match pose {
        Pose::Standing => "translate(0 2)",
        Pose::Lying => "translate(2 0)rotate(-78)",
    };
    let factor = if matches!(kind, PieceKind::Large) { 1.15 } else { 1.0 };
    let _ = write!(canvas.out, "<g class=\"figure {}\" transform=\"{turn}scale({factor})\">", kind.word());
    figures::draw(kind, owner, &mut canvas.out);
    canvas.out.push_str("</g>");
    canvas.document((-14.0, -14.0, 28.0, 28.0), (28.0, 28.0))
}

/// A contact sheet of all tiles of a set, with their names and counts.
pub fn sheet_svg(set: &TileSet, palette: Palette) -> String {
    let tiles = catalogue::tiles_of(set);
    let columns = 8.min(tiles.len()).max(1);
    let rows = tiles.len().div_ceil(columns);
    let (width, height) = (columns as f32 * 108.0 + 8.0, rows as f32 * 120.0 + 8.0);
    let mut canvas = Canvas::new(palette);
    let paper = if palette == Palette::HighContrast { "#ffffff" } else { "#f6efe0" };
    let (right, bottom) = (width + 2.0, height + 2.0);
    let _ = write!(canvas.out, "<path fill=\"{paper}\" d=\"M0 0h{right}v{bottom}H0z\"/>");
    for (i, tile) in tiles.iter().enumerate() {
        let (x, y) = (8.0 + (i % columns) as f32 * 108.0, 8.0 + (i / columns) as f32 * 120.0);
        let _ = write!(canvas.out, "<g transform=\"translate({x} {y})\">");
        draw_tile(&mut canvas, tile, Rotation::NONE, 0);
        let label = if tile.count > 1 { format!("{} x{}", tile.name, tile.count) } else { tile.name.to_string() };
        glyphs::text(&mut canvas.out, &label, p(50.0, 107.0), 6.0, "#5a4334", 0.9);
        canvas.out.push_str("</g>");
    }
    canvas.document((0.0, 0.0, width, height), (width, height))
}

/// A contact sheet of all figures: a row for each player's colour, then the others.
pub fn figure_sheet_svg() -> String {
    let mut canvas = Canvas::new(Palette::Summer);
    let owned: Vec<PieceKind> = PieceKind::ALL.into_iter().filter(|kind| kind.is_owned()).collect();
    let others: Vec<PieceKind> = PieceKind::ALL.into_iter().filter(|kind| !kind.is_owned()).collect();
    let cell = 34.0;
    let columns = owned.len() + 1;
    let (width, height) = (cell * columns as f32, cell * 8.0);
    let _ = write!(canvas.out, "<path fill=\"#a8c66c\" d=\"M0 0h{width}v{height}H0z\"/>");
    let mut troupe = Troupe::default();
    for (row, colour) in PlayerColour::ALL.into_iter().enumerate() {
        let y = (row as f32 + 0.55) * cell;
        for (i, &kind) in owned.iter().enumerate() {
            let at = p((i as f32 + 0.5) * cell, y);
            troupe.add(&mut canvas.out, (kind, Some(colour), Pose::Standing), at, 1.0);
        }
        let at = p((owned.len() as f32 + 0.5) * cell, y);
        troupe.add(&mut canvas.out, (PieceKind::Meeple, Some(colour), Pose::Lying), at, 1.0);
    }
    for (i, &kind) in others.iter().enumerate() {
        let at = p(((i % columns) as f32 + 0.5) * cell, (6.55 + (i / columns) as f32) * cell);
        match kind.token() {
            Some(sprite) => canvas.sprite(sprite, "figure", at),
            None => troupe.add(&mut canvas.out, (kind, None, Pose::Standing), at, 0.9),
        }
    }
    canvas.more_defs = troupe.defs();
    canvas.document((0.0, 0.0, width, height), (width, height))
}
