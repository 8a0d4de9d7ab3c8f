//! The addresses of games.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bastide_rules::notation::Record;
use bastide_table::identity::{Identity, hash};
use bastide_table::refused::Refused;
use bastide_table::text::capitalised;
use bastide_table::wire::{
    Called, CreateGame, Created, Draws, GameSummary, GameView, NewLink, Problem, ProblemCode, Report, SeatLink,
    SeatOffer, Status, TakeSeat,
};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::body::{Body, Text};
use super::{App, Peer};
use crate::owner::Ask;
use crate::problem::Failed;
use crate::socket::{self, Visitor};
use crate::store::Filter;
use crate::{art, client, identity, limits};

#[derive(Deserialize)]
pub(super) struct Wanted {
    status: Option<String>,
    #[serde(default)]
    mine: bool,
}

#[utoipa::path(get, path = "/api/v1/games", params(("status" = Option<String>, Query, description = "open, running or finished"), ("mine" = Option<bool>, Query)), responses((status = 200, description = "The latest first, at most 100", body = Vec<GameSummary>)))]
pub(super) async fn games(
    State(shared): App,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Vec<GameSummary>>, Failed> {
    let status = match wanted.status.as_deref() {
        None => None,
        Some("open") => Some(Status::Open),
        Some("running") => Some(Status::Running),
        Some("finished") => Some(Status::Finished),
        Some(_) => return Err(Refused::bad(ProblemCode::Garbage, "The status is open, running or finished.").into()),
    };
    let viewer = identity::known(&headers);
    Ok(Json(shared.rooms.list(Filter { status, viewer, mine: wanted.mine, everything: false }).await?))
}

#[utoipa::path(get, path = "/api/v1/codes/{code}", params(("code" = String, Path)), responses((status = 200, description = "The game that waits for people and has this code", body = Called), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn called(
    State(shared): App,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
) -> Result<Json<Called>, Failed> {
    shared.take_code(peer, &headers)?;
    let no_code = || {
        Refused::new(404, ProblemCode::NoCode, "No game that waits for players has this code. Has it begun already?")
    };
    let code = identity::heard(&code).ok_or_else(no_code)?;
    let id = shared.rooms.store.called(&code).await?.ok_or_else(no_code)?;
    Ok(Json(Called { id }))
}

#[utoipa::path(post, path = "/api/v1/games", request_body = CreateGame, responses((status = 201, body = Created), (status = 400, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn create(
    State(shared): App,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
    Body(wish): Body<CreateGame>,
) -> Result<(StatusCode, Json<Created>), Failed> {
    let who = identity::required(&headers)?;
    shared.take_creation(shared.visitor(peer.0, &headers), who)?;
    Ok((StatusCode::CREATED, Json(shared.rooms.create(who, &wish).await?)))
}

#[utoipa::path(get, path = "/api/v1/games/{id}", params(("id" = String, Path)), responses((status = 200, body = GameView), (status = 404, body = Problem)))]
pub(super) async fn game(State(shared): App, headers: HeaderMap, Path(id): Path<String>) -> Result<Response, Failed> {
    let who = identity::known(&headers);
    Ok(made(shared.rooms.ask(&id, |reply| Ask::View { who, reply }).await?))
}

/// JSON that was made by the owner of a game.
fn made(json: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], json).into_response()
}

#[utoipa::path(delete, path = "/api/v1/games/{id}", params(("id" = String, Path)), responses((status = 204, description = "The game is no more"), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, description = "Other people play in it", body = Problem)))]
pub(super) async fn cancel(
    State(shared): App,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.ask(&id, |reply| Ask::CanCancel { who, reply }).await??;
    shared.rooms.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/games/{id}/leave", params(("id" = String, Path)), responses((status = 204, description = "The seats of this browser are given up: free in a game that waits, played by bots in one that runs"), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn quit(State(shared): App, headers: HeaderMap, Path(id): Path<String>) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.ask(&id, |reply| Ask::Quit { who, reply }).await??;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/v1/games/{id}/record", params(("id" = String, Path)), responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem)))]
pub(super) async fn record(State(shared): App, Path(id): Path<String>) -> Result<Response, Failed> {
    let text = shared.rooms.ask(&id, |reply| Ask::Record { reply }).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[utoipa::path(get, path = "/api/v1/games/{id}/picture.svg", params(("id" = String, Path), ("turn" = Option<u32>, Query, description = "The board after this turn")), responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = Problem)))]
pub(super) async fn picture(
    State(shared): App,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let turn = moment.turn();
    let snapshot = shared.rooms.ask(&id, |reply| Ask::Snapshot { turn, reply }).await?;
    shared.pictures.board(id, snapshot).await
}

#[utoipa::path(get, path = "/api/v1/games/{id}/picture.png", params(("id" = String, Path), ("turn" = Option<u32>, Query, description = "The board after this turn")), responses((status = 200, body = Vec<u8>, content_type = "image/png"), (status = 404, body = Problem)))]
pub(super) async fn picture_png(
    State(shared): App,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let turn = moment.turn();
    art::board_png(shared.rooms.ask(&id, |reply| Ask::Snapshot { turn, reply }).await?).await
}

/// A moment of a game; what is no number is the present.
#[derive(Deserialize)]
pub(super) struct Moment {
    turn: Option<String>,
}

impl Moment {
    fn turn(&self) -> Option<u32> {
        self.turn.as_ref()?.parse().ok()
    }
}

#[utoipa::path(get, path = "/api/v1/games/{id}/film.html", params(("id" = String, Path)), responses((status = 200, description = "One page that plays the game and needs nothing else", body = String, content_type = "text/html"), (status = 404, body = Problem)))]
pub(super) async fn film(State(shared): App, Path(id): Path<String>) -> Result<Response, Failed> {
    let make = shared.film.ok_or_else(Refused::no_page)?;
    let text = shared.rooms.ask(&id, |reply| Ask::Record { reply }).await?;
    art::film(text, make).await
}

#[utoipa::path(post, path = "/api/v1/records", request_body(content = String, content_type = "text/plain"), responses((status = 201, description = "The record is a game of its own", body = Created), (status = 400, description = "With the line and the reason", body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn bring(
    State(shared): App,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
    Text(text): Text,
) -> Result<(StatusCode, Json<Created>), Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.house.check_person(Some(who))?;
    shared.take_creation(shared.visitor(peer.0, &headers), who)?;
    let read = tokio::task::spawn_blocking(move || Record::parse(&text)).await.map_err(|_| Refused::no_page())?;
    let record = read.map_err(|error| Refused::bad(ProblemCode::Record, capitalised(&error.to_string())))?;
    Ok((StatusCode::CREATED, Json(shared.rooms.bring(who, &record).await?)))
}

/// What a link to a game shows elsewhere.
#[derive(Deserialize)]
struct Glimpse {
    id: String,
    status: Status,
    seats: Vec<GlimpseOfSeat>,
}

#[derive(Deserialize)]
struct GlimpseOfSeat {
    name: String,
    points: i64,
}

#[utoipa::path(get, path = "/game/{id}", params(("id" = String, Path), ("turn" = Option<u32>, Query)), responses((status = 200, description = "The page, with what a link to the game shows elsewhere", body = String, content_type = "text/html")))]
pub(super) async fn preview(
    State(shared): App,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
    uri: Uri,
) -> Response {
    let view = shared.rooms.ask(&id, |reply| Ask::View { who: None, reply }).await.ok();
    let view = view.and_then(|view| serde_json::from_str::<Glimpse>(&view).ok());
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let home = shared.outside.home(host);
    let Some((view, home)) = view.zip(home) else { return client::serve(shared.client, &uri, &headers) };
    let turn = moment.turn().map(|turn| format!("?turn={turn}")).unwrap_or_default();
    let of_seat = |seat: &GlimpseOfSeat| match view.status {
        Status::Open => seat.name.clone(),
        _ => format!("{} {}", seat.name, seat.points),
    };
    let about = client::About {
        title: view.seats.iter().map(of_seat).collect::<Vec<_>>().join(" – "),
        image: format!("{}/api/v1/games/{}/picture.png{turn}", home.trim_end_matches('/'), view.id),
    };
    match client::page_about(shared.client, &about) {
        Some(page) => page,
        None => client::serve(shared.client, &uri, &headers),
    }
}

#[utoipa::path(get, path = "/api/v1/games/{id}/draws", params(("id" = String, Path)), responses((status = 200, body = Draws), (status = 404, body = Problem), (status = 409, description = "The game is not over", body = Problem)))]
pub(super) async fn draws(State(shared): App, Path(id): Path<String>) -> Result<Response, Failed> {
    Ok(made(shared.rooms.ask(&id, |reply| Ask::Draws { reply }).await??))
}

#[utoipa::path(post, path = "/api/v1/games/{id}/rematch", params(("id" = String, Path)), responses((status = 200, body = Created), (status = 403, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn rematch(
    State(shared): App,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
) -> Result<Json<Created>, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.house.check_person(Some(who))?;
    shared.take_creation(shared.visitor(peer.0, &headers), who)?;
    let has_room = shared.rooms.check_room(who).await.is_ok();
    Ok(Json(shared.rooms.ask(&id, |reply| Ask::Rematch { who, has_room, reply }).await??))
}

#[derive(Deserialize)]
pub(super) struct Key {
    #[serde(default)]
    key: String,
}

#[utoipa::path(get, path = "/api/v1/games/{id}/seats/{seat}", params(("id" = String, Path), ("seat" = u8, Path), ("key" = String, Query)), responses((status = 200, body = SeatOffer), (status = 403, body = Problem)))]
pub(super) async fn seat_offer(
    State(shared): App,
    headers: HeaderMap,
    Path((id, seat)): Path<(String, u8)>,
    Query(Key { key }): Query<Key>,
) -> Result<Response, Failed> {
    let who = identity::known(&headers);
    // In the address it would stand in the logs of proxies.
    let key = headers.get("x-seat-key").and_then(|key| key.to_str().ok()).map_or(key, str::to_owned);
    let ask = |reply| Ask::SeatOffer { seat, key: key.clone(), who, reply };
    Ok(made(shared.rooms.ask(&id, ask).await??))
}

#[utoipa::path(post, path = "/api/v1/games/{id}/seats/{seat}/take", params(("id" = String, Path), ("seat" = u8, Path)), request_body = TakeSeat, responses((status = 204, description = "The seat belongs to this browser"), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn take_seat(
    State(shared): App,
    headers: HeaderMap,
    Path((id, seat)): Path<(String, u8)>,
    Body(wish): Body<TakeSeat>,
) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.house.check_person(Some(who))?;
    shared.rooms.house.check_name(&wish.name)?;
    let ask = |reply| Ask::Take { seat, wish: wish.clone(), who, reply };
    shared.rooms.ask(&id, ask).await??;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/games/{id}/seats/{seat}/link", params(("id" = String, Path), ("seat" = u8, Path)), request_body = NewLink, responses((status = 200, body = SeatLink), (status = 403, body = Problem), (status = 409, description = "Somebody sits there who is here", body = Problem)))]
pub(super) async fn seat_link(
    State(shared): App,
    headers: HeaderMap,
    Path((id, seat)): Path<(String, u8)>,
    Body(NewLink { sure }): Body<NewLink>,
) -> Result<Json<SeatLink>, Failed> {
    let who = identity::required(&headers)?;
    Ok(Json(shared.rooms.ask(&id, |reply| Ask::Link { seat, who, sure, reply }).await??))
}

#[utoipa::path(post, path = "/api/v1/games/{id}/report", params(("id" = String, Path)), request_body = Report, responses((status = 204, description = "The operator can read it"), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn report(
    State(shared): App,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    Body(wish): Body<Report>,
) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    let (rooms, rate) = (&shared.rooms, shared.rooms.limits.reports);
    rooms.house.check_person(Some(who))?;
    let address = shared.visitor(peer.0, &headers);
    if !shared.reports_by_address.take(address, rate, 1.0) || !shared.reports.take(who, rate, 1.0) {
        return Err(Refused::too_many("You have told the operator enough for now. Try again later.").into());
    }
    rooms.report(&id, who, &wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/v1/games/{id}/socket", params(("id" = String, Path)), responses((status = 101, description = "WebSocket; see docs/protocol.md"), (status = 404, body = Problem)))]
pub(super) async fn follow(
    State(shared): App,
    headers: HeaderMap,
    Path(id): Path<String>,
    Extension(peer): Extension<Peer>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failed> {
    shared.outside.names.check_origin(&headers)?;
    let rooms = Arc::clone(&shared.rooms);
    let who = match identity::secret(&headers) {
        // A page that is open since before its person became another plays on.
        Some(secret) => Some(Identity(hash(&rooms.present(secret.to_owned()).await?))),
        None => None,
    };
    rooms.house.check_person(who)?;
    // A game that does not exist is refused before there is a socket.
    let is_player = match rooms.ask(&id, |reply| Ask::IsPlayer { who, reply }).await {
        // A page can be told why only on a socket.
        Err(refused) if refused.code == ProblemCode::Paused => false,
        answer => answer?,
    };
    let visitor = shared.visitor(peer.0, &headers);
    let by_address = if is_player { &shared.players_by_address } else { &shared.watchers_by_address };
    let place_of_address = (by_address.take(visitor, rooms.limits.sockets_of_address))
        .ok_or_else(|| Refused::too_many("Too many windows are open at this address. Close some of them."))?;
    let free = |pool: &Arc<Semaphore>| Arc::clone(pool).try_acquire_owned().map_err(|_| Refused::busy());
    let place_of_watcher = if is_player { None } else { Some(free(&shared.watchers)?) };
    let place = free(&shared.sockets)?;
    // Small buffers: most sockets are silent most of the time.
    let upgrade = upgrade
        .max_message_size(limits::FRAME)
        .max_frame_size(limits::FRAME)
        .read_buffer_size(limits::FRAME)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _places = (place, place_of_watcher, place_of_address);
        socket::follow(socket, rooms, id, Visitor { who, address: visitor }).await;
    }))
}
