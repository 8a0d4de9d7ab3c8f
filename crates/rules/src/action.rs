//! Actions: the answers to decisions, and what chance brings.

use crate::figure::FigureKind;
use crate::geometry::{Pos, Rotation};
use crate::tile::TileId;

/// A segment on the table, named by the cell of its tile and its index on the tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spot {
    /// Where the tile lies.
    pub pos: Pos,
    /// The index of the segment in [`Tile::segments`](crate::Tile::segments).
    pub segment: u8,
}

/// One step of the game. Figures of a kind are interchangeable, so an action names kind and place.
///
/// ```
/// use bastide_rules::Action;
/// assert!(std::mem::size_of::<Action>() <= 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Action {
    /// Chance: this tile is drawn (BASE-12).
    Draw(TileId),
    /// Lay the drawn tile (BASE-13).
    Place {
        /// The cell.
        pos: Pos,
        /// Clockwise turn of the drawing in the catalogue.
        rotation: Rotation,
    },
    /// Place a figure from the supply (BASE-18).
    Deploy {
        /// Which figure.
        figure: FigureKind,
        /// On which segment.
        spot: Spot,
    },
    /// Take the own abbot back and score it (ABBOT-8).
    RecallAbbot,
    /// Do nothing where doing something is optional.
    Pass,
}
