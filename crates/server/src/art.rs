//! Pictures, drawn when they are asked for.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Path, Query};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bastide_rules::catalogue;
use bastide_rules::notation::Record;
use bastide_table::pictures::{self, Picture, Snapshot};
use bastide_table::refused::Refused;
use bastide_table::wire::{Problem, TileArt};
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::http::Film;
use crate::problem::Failed;

/// Part of the address of pictures; changes when the source of the art changes.
pub const VERSION: &str = env!("BASTIDE_ART_VERSION");

const FOREVER: &str = "public, max-age=31536000, immutable";

fn svg(picture: String, cache: &'static str) -> Response {
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, cache),
        // A picture that is opened by itself may style itself and nothing else.
        (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    (headers, picture).into_response()
}

/// Draws on a thread that may take its time.
async fn drawn<T: Send + 'static>(draw: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
    tokio::task::spawn_blocking(draw).await.map_err(|_| Refused::no_page())
}

/// The geometry of the tiles of a set. It is made once.
#[utoipa::path(get, path = "/api/v1/tiles/{set}", params(("set" = String, Path)), responses((status = 200, body = Vec<TileArt>), (status = 404, body = Problem)))]
pub async fn tiles(Path(set): Path<String>) -> Result<Response, Failed> {
    type Made = BTreeMap<&'static str, Arc<str>>;
    static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let set = catalogue::set(&set).ok_or_else(Refused::no_page)?;
    let known = made().get(set.name).cloned();
    let json = match known {
        Some(json) => json,
        None => {
            let json: Arc<str> =
                drawn(|| serde_json::to_string(&pictures::tiles(set.name)).unwrap_or_default().into()).await?;
            made().insert(set.name, Arc::clone(&json));
            json
        }
    };
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, json.to_string()).into_response())
}

/// Which copy of a tile: copies differ in ornament.
#[derive(Deserialize)]
pub struct Copy {
    #[serde(default)]
    copy: u16,
}

/// A picture of a tile.
#[utoipa::path(get, path = "/art/{version}/{palette}/{set}/{file}", params(("version" = String, Path), ("palette" = String, Path), ("set" = String, Path), ("file" = String, Path, description = "`ID.svg`"), ("copy" = Option<u16>, Query)), responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = Problem)))]
pub async fn tile(
    Path((_, palette, set, file)): Path<(String, String, String, String)>,
    Query(Copy { copy }): Query<Copy>,
) -> Result<Response, Failed> {
    picture(&format!("{palette}/{set}/{file}"), copy).await
}

/// A picture of a printed board, without the names of its parts.
#[utoipa::path(get, path = "/art/{version}/{palette}/boards/{file}", params(("version" = String, Path), ("palette" = String, Path), ("file" = String, Path, description = "`SET.svg`")), responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = Problem)))]
pub async fn printed_board(Path((_, palette, file)): Path<(String, String, String)>) -> Result<Response, Failed> {
    picture(&format!("{palette}/boards/{file}"), 0).await
}

/// A picture of a figure: `meeple-red.svg`, `meeple-red-lying.svg`, `dragon.svg`.
#[utoipa::path(get, path = "/art/{version}/figures/{file}", params(("version" = String, Path), ("file" = String, Path)), responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = Problem)))]
pub async fn figure(Path((_, file)): Path<(String, String)>) -> Result<Response, Failed> {
    picture(&format!("figures/{file}"), 0).await
}

async fn picture(address: &str, copy: u16) -> Result<Response, Failed> {
    let picture = Picture::named(address).ok_or_else(Refused::no_page)?;
    Ok(svg(drawn(move || picture.svg(copy)).await?, FOREVER))
}

/// Boards that were drawn lately: a picture that nobody needs anew is not drawn again.
#[derive(Default)]
pub struct Pictures(Mutex<HashMap<String, (u64, Arc<str>)>>);

impl Pictures {
    /// So many are kept.
    const KEPT: usize = 200;

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (u64, Arc<str>)>> {
        // The map is never left half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The board of a game.
    pub async fn board(&self, game: String, snapshot: Snapshot) -> Result<Response, Failed> {
        let hash = snapshot.state.hash();
        let known = self.lock().get(&game).filter(|(drawn, _)| *drawn == hash).map(|(_, picture)| Arc::clone(picture));
        let picture = match known {
            Some(picture) => picture,
            None => {
                let picture: Arc<str> = drawn(move || snapshot.board().svg()).await?.into();
                let mut pictures = self.lock();
                if pictures.len() >= Pictures::KEPT {
                    pictures.clear();
                }
                pictures.insert(game, (hash, Arc::clone(&picture)));
                picture
            }
        };
        Ok(svg(picture.to_string(), "no-cache"))
    }
}

/// Pictures of pixels and films take long; so many are made at once.
static EASELS: Semaphore = Semaphore::const_new(2);

/// The longer side of a picture of pixels: what messengers show of a link.
const PIXELS: f32 = 1200.0;

/// The board of a game as pixels.
pub async fn board_png(snapshot: Snapshot) -> Result<Response, Failed> {
    let _easel = EASELS.acquire().await.map_err(|_| Refused::busy())?;
    let png = drawn(move || {
        let picture = snapshot.board();
        let (_, _, width, height) = picture.view();
        bastide_art::png::png(&picture.svg(), (PIXELS / width.max(height)).min(2.0))
    });
    let png = png.await?.map_err(|_| Refused::busy())?;
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "no-cache")], png).into_response())
}

/// A page that plays a record. It may run its own script and nothing else, and is a stranger to all other pages.
pub async fn film(record: String, make: Film) -> Result<Response, Failed> {
    let _easel = EASELS.acquire().await.map_err(|_| Refused::busy())?;
    let page = drawn(move || Record::parse(&record).ok().and_then(|record| make(&record)));
    let page = page.await?.ok_or_else(Refused::no_page)?;
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; sandbox allow-scripts",
        ),
    ];
    Ok((headers, page).into_response())
}
