//! art
#![allow(dead_code, missing_docs)]
mod area;
mod boards;
mod draw;
mod figures;
mod geom;
mod glyphs;
mod layout;
mod palette;
mod picture;
#[cfg(feature = "png")]
pub mod png;
mod sheet;
mod sprites;
mod svg;

pub use area::{anchor, anchors, anchors_turned, area, segment_at, tile_anchor};
pub use boards::{BoardKind, board_anchor, board_svg, neutral_anchor, part_anchor, score_anchor, score_track_svg};
pub use figures::{FigureKind, PlayerColour, Pose};
pub use geom::{Point, TILE};
pub use palette::Palette;
pub use picture::{BoardOnTable, BoardPicture, FigureOnTable, Highlight, Place, TileOnTable};
pub use sheet::{figure_sheet_svg, figure_svg, sheet_svg, tile_body, tile_svg};
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
