//! Pictures of tiles, boards and figures, drawn as SVG from the tile catalogue.
//!
//! Everything is made by code from the topology of a tile: which sides and segments it has, and
//! which symbols. Nothing here knows a rule or a game in progress; a [`BoardPicture`] says what
//! lies where. Pictures are deterministic, need no fonts and no files, and meet exactly where
//! tiles meet. With the feature `png` (on by default) the module [`png`] turns them into pixels.
//!
//! - [`tile_svg`], [`sheet_svg`]: one tile, all tiles of a set.
//! - [`BoardPicture`]: a table with tiles, figures and hints.
//! - [`board_svg`], [`score_track_svg`]: the printed boards and the score track.
//! - [`figure_svg`], [`figure_sheet_svg`]: figures and tokens.
//! - [`anchor`], [`anchors`], [`area`], [`segment_at`]: where figures stand and what a point means.
//!
//! A tile measures 100 by 100 units in every picture.

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
mod position;
mod sheet;
mod sprites;
mod squares;
mod svg;
#[cfg(test)]
mod tests;

pub use area::{anchor, anchors, anchors_turned, area, landing, segment_at, tile_anchor};
pub use boards::{
    BoardKind, SCORE_SPACES, board_anchor, board_svg, nameless_board_svg, neutral_anchor, part_anchor, score_anchor,
    score_track_svg,
};
pub use figures::{PieceKind, PlayerColour, Pose};
pub use geom::{Point, TILE};
pub use palette::Palette;
pub use picture::{BoardOnTable, BoardPicture, FerryOnTable, FigureOnTable, Highlight, Place, TileOnTable};
pub use position::{piece_kind, seat_colour, track_of_state_svg};
pub use sheet::{figure_sheet_svg, figure_svg, sheet_svg, tile_body, tile_svg};

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
