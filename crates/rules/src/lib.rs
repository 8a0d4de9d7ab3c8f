//! rules
pub mod catalogue;
mod geometry;
pub mod tile;
pub use geometry::{Compass, Port, PortSet, Pos, Rotation, Side};
pub use tile::{Edge, Feature, Tile, TileId};
