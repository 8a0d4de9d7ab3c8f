//! art
#![allow(dead_code, missing_docs)]
mod draw;
mod geom;
mod glyphs;
mod layout;
mod palette;
mod sprites;
mod svg;
#[cfg(feature = "png")]
pub mod png;
pub use palette::Palette;
use bastide_rules::{Tile, Rotation, catalogue};
pub fn tile_svg(tile: &Tile, rotation: Rotation, copy: u16, palette: Palette) -> String {
    let mut canvas = svg::Canvas::new(palette);
    draw::draw_tile(&mut canvas, tile, rotation, copy);
    canvas.document((0.0, 0.0, 100.0, 100.0), (100.0, 100.0))
}
pub fn sheet_svg(set: &str, palette: Palette) -> Option<String> {
    let set = catalogue::set(set)?;
    let tiles = catalogue::tiles_of(set);
    let columns = 8.min(tiles.len());
    let rows = tiles.len().div_ceil(columns);
    let (w, h) = (columns as f32 * 108.0 + 8.0, rows as f32 * 120.0 + 8.0);
    let mut canvas = svg::Canvas::new(palette);
    canvas.out.push_str(&format!("<path fill=\"#f6efe0\" d=\"M0 0h{w}v{h}H0z\"/>"));
    for (i, tile) in tiles.iter().enumerate() {
        let (x, y) = (8.0 + (i % columns) as f32 * 108.0, 8.0 + (i / columns) as f32 * 120.0);
        canvas.out.push_str(&format!("<g transform=\"translate({x} {y})\">"));
        draw::draw_tile(&mut canvas, tile, Rotation::NONE, 0);
        glyphs::text(&mut canvas.out, tile.name, geom::p(50.0, 107.0), 6.0, "#5a4334", 0.9);
        canvas.out.push_str("</g>");
    }
    Some(canvas.document((0.0, 0.0, w, h), (w, h)))
}
#[cfg(test)]
mod tests {
    use bastide_rules::catalogue::*;
    #[test]
    fn defects() {
        let mut n = 0;
        for t in TILES {
            let l = crate::layout::layout(t);
            if !l.defects.is_empty() { n += 1; println!("{} {} {:?}", set_of(t).name, t.name, l.defects); }
        }
        assert_eq!(n, 0);
    }
}
