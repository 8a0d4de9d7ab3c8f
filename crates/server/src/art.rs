//! Pictures, made when they are asked for.

use axum::extract::Path;
use axum::response::Response;

use crate::problem::Refused;
use crate::wire::TileArt;

/// Part of the address of pictures; changes when the art changes.
pub const VERSION: &str = "0";

fn not_yet() -> Refused {
    Refused::new(axum::http::StatusCode::NOT_FOUND, "no-art", "This server has no pictures.")
}

/// The geometry of the tiles of a set.
pub async fn tiles(Path(_): Path<String>) -> Result<axum::Json<Vec<TileArt>>, Refused> {
    Err(not_yet())
}

/// A picture of a tile.
pub async fn tile(Path(_): Path<(String, String, String, String)>) -> Result<Response, Refused> {
    Err(not_yet())
}

/// A picture of a figure.
pub async fn figure(Path(_): Path<(String, String)>) -> Result<Response, Refused> {
    Err(not_yet())
}
