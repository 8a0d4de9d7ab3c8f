//! The addresses of `docs/protocol.md`.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::extract::rejection::{JsonRejection, StringRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, FromRequest, MatchedPath, Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, SET_COOKIE, STRICT_TRANSPORT_SECURITY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Json, Router};
use bastide_rules::notation::Record;
use bastide_table::identity::{Identity, hash};
use bastide_table::offer;
use bastide_table::refused::Refused;
use bastide_table::text::capitalised;
use bastide_table::wire::{
    Called, ClientMessage, CreateGame, Created, Draws, GameSummary, GameView, Me, NewLink, Offer, PROTOCOL, Problem,
    ProblemCode, Report, SeatLink, SeatOffer, ServerMessage, Status, TakeSeat,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use utoipa::OpenApi;

use crate::client::Client;
use crate::identity::{self, Names, new_secret};
use crate::limits::{self, Buckets, Held, Places};
use crate::metrics::Saturation;
use crate::owner::Ask;
use crate::problem::{Code, Failed};
use crate::rooms::Rooms;
use crate::socket::{self, Visitor};
use crate::store::Filter;
use crate::{art, client, device, packed, passkey, push};

/// Makes a page that plays a record; the program has one.
pub type Film = fn(&Record) -> Option<String>;

/// What every request can use.
pub struct Shared {
    /// All games.
    pub rooms: Arc<Rooms>,
    /// How the server is seen from outside.
    pub outside: Outside,
    /// Free places for connections, and how many there are of each kind.
    connections: Arc<Semaphore>,
    places: Places,
    client: Option<Client>,
    film: Option<Film>,
    /// Free places for sockets.
    sockets: Arc<Semaphore>,
    /// Of them, free places for people without a seat.
    watchers: Arc<Semaphore>,
    /// Open sockets by address, of players and of watchers.
    players_by_address: Arc<Held>,
    watchers_by_address: Arc<Held>,
    requests: Buckets<IpAddr>,
    creations: Buckets<Identity>,
    creations_by_address: Buckets<IpAddr>,
    reports: Buckets<Identity>,
    reports_by_address: Buckets<IpAddr>,
    codes: Buckets<IpAddr>,
    passkeys: Buckets<IpAddr>,
    pictures: art::Pictures,
}

/// How the server is seen from outside.
#[derive(Clone, Debug)]
pub struct Outside {
    /// Under which names it answers.
    pub names: Names,
    /// Whether browsers come by https.
    pub is_https: bool,
    /// Whether a proxy stands before it.
    pub behind_proxy: bool,
    /// Whether everybody may read the metrics.
    pub shows_metrics: bool,
    /// Whether every request is logged, without anything about who asks.
    pub logs_access: bool,
}

impl Outside {
    /// Whether it has a name that it was given.
    pub(crate) fn has_public_url(&self) -> bool {
        matches!(self.names, Names::Public(_))
    }

    /// The address of the start page, as somebody who asked for this host can open it.
    pub(crate) fn home(&self, host: Option<&str>) -> Option<String> {
        let scheme = if self.is_https { "https" } else { "http" };
        match &self.names {
            Names::Public(url) => Some(url.to_string()),
            Names::Local | Names::Any => host.map(|host| format!("{scheme}://{host}")),
        }
    }
}

type App = State<Arc<Shared>>;

impl Shared {
    /// Nothing has been asked yet.
    pub fn new(
        rooms: Arc<Rooms>,
        places: Places,
        connections: Arc<Semaphore>,
        outside: Outside,
        client: Option<Client>,
        film: Option<Film>,
    ) -> Arc<Shared> {
        Arc::new(Shared {
            rooms,
            outside,
            connections,
            places,
            client,
            film,
            sockets: Arc::new(Semaphore::new(places.sockets)),
            watchers: Arc::new(Semaphore::new(places.watchers)),
            players_by_address: Arc::default(),
            watchers_by_address: Arc::default(),
            requests: Buckets::default(),
            creations: Buckets::default(),
            creations_by_address: Buckets::default(),
            reports: Buckets::default(),
            reports_by_address: Buckets::default(),
            codes: Buckets::default(),
            passkeys: Buckets::default(),
            pictures: art::Pictures::default(),
        })
    }

    /// Counts a new game for an address and for an identity.
    fn take_creation(&self, address: IpAddr, who: Identity) -> Result<(), Refused> {
        let limits = &self.rooms.limits;
        // The address comes first: identities that it makes up are not even remembered.
        if !self.creations_by_address.take(address, limits.creations_of_address, 1.0) {
            return Err(Refused::too_many("Too many games are made at this address. Wait a moment."));
        }
        if !self.creations.take(who, limits.creations, 1.0) {
            return Err(Refused::too_many("You make games faster than they can be played. Wait a moment."));
        }
        Ok(())
    }

    /// Counts a code or a link that somebody at an address tries.
    pub(crate) fn take_code(&self, peer: Peer, headers: &HeaderMap) -> Result<(), Refused> {
        // They are short, or open something: whoever tries many of them is slowed down.
        if self.codes.take(self.visitor(peer.0, headers), self.rooms.limits.codes, 1.0) {
            return Ok(());
        }
        Err(Refused::too_many("Too many codes from this address. Wait a moment."))
    }

    /// Counts a passkey that somebody at an address makes.
    pub(crate) fn take_passkey(&self, peer: Peer, headers: &HeaderMap) -> Result<(), Refused> {
        if self.passkeys.take(self.visitor(peer.0, headers), self.rooms.limits.passkeys, 1.0) {
            return Ok(());
        }
        Err(Refused::too_many("Too many passkeys from this address. Wait a moment."))
    }

    /// Whose limits a request counts for.
    fn visitor(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let told = self.outside.behind_proxy.then(|| forwarded(headers)).flatten();
        limits::counted(told.unwrap_or_else(|| peer.ip()))
    }

    /// Refuses what must not even be begun.
    fn check(&self, request: &Request) -> Result<(), Refused> {
        let (path, headers) = (request.uri().path(), request.headers());
        let address = request.extensions().get::<Peer>().map(|peer| self.visitor(peer.0, headers));
        if let Some(address) = address {
            self.rooms.house.check_address(address)?;
            if !self.requests.take(address, self.rooms.limits.requests, cost(path)) {
                return Err(Refused::too_many("Too many requests from this address. Wait a moment."));
            }
        }
        // Who watches over the server need not know its name.
        if !["/healthz", "/readyz", "/metrics"].contains(&path) {
            self.outside.names.check_host(headers)?;
        }
        if !request.method().is_safe() {
            self.outside.names.check_origin(headers)?;
        }
        Ok(())
    }

    /// How much of everything is in use.
    pub async fn saturation(&self) -> Result<Saturation, Refused> {
        let used = |pool: &Semaphore, all: usize| (all.saturating_sub(pool.available_permits()), all);
        let (_, unfinished) = self.rooms.store.unfinished(Identity([0; 32])).await?;
        Ok(Saturation {
            loaded: self.rooms.loaded_here(),
            games: (unfinished as usize, self.rooms.limits.games as usize),
            connections: used(&self.connections, self.places.connections),
            sockets: used(&self.sockets, self.places.sockets),
            watchers: used(&self.watchers, self.places.watchers),
            bots: self.rooms.thinkers.load(),
            is_draining: self.rooms.is_draining.load(Ordering::Relaxed),
            is_failing: self.rooms.is_failing.load(Ordering::Relaxed),
            neighbours: self.rooms.peers().map(|peers| peers.neighbours()),
        })
    }
}

/// How many requests an address counts for: drawing and playing a game again is more work than a page.
fn cost(path: &str) -> f64 {
    let last = path.rsplit('/').next().unwrap_or_default();
    match (path, last) {
        ("/api/v1/games" | "/api/v1/openapi.json", _) => 4.0,
        (_, "picture.svg" | "picture.png" | "film.html" | "draws" | "records") => 10.0,
        (_, "record" | "rematch") => 4.0,
        _ if path.starts_with("/art/") => 1.0,
        _ if path.starts_with("/api/v1/games/") => 2.0,
        _ => 1.0,
    }
}

/// The address that the proxy has added: the last one. Those before it are the visitor's own words.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The description of the addresses for programs.
#[derive(OpenApi)]
#[openapi(
    info(title = "Bastide", version = "1", description = "HTTP half of docs/protocol.md"),
    paths(
        health,
        ready,
        metrics,
        me,
        forget_me,
        device::offer,
        device::take,
        passkey::list,
        passkey::wish,
        passkey::make,
        passkey::remove,
        passkey::question,
        passkey::enter,
        push::key,
        push::subscribe,
        push::unsubscribe,
        offered,
        called,
        games,
        create,
        game,
        cancel,
        quit,
        record,
        picture,
        picture_png,
        film,
        bring,
        preview,
        draws,
        rematch,
        seat_offer,
        take_seat,
        seat_link,
        report,
        follow,
        art::tiles,
        art::tile,
        art::printed_board,
        art::figure
    ),
    components(schemas(ClientMessage, ServerMessage))
)]
struct Description;

/// All addresses.
pub fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/api/v1/me", get(me).delete(forget_me))
        .route("/api/v1/me/device", post(device::offer))
        .route("/api/v1/me/device/take", post(device::take))
        .route("/api/v1/me/passkeys", get(passkey::list).post(passkey::make))
        .route("/api/v1/me/passkeys/wish", post(passkey::wish))
        .route("/api/v1/me/passkeys/{id}", delete(passkey::remove))
        .route("/api/v1/passkeys/question", post(passkey::question))
        .route("/api/v1/passkeys/enter", post(passkey::enter))
        .route("/api/v1/push", get(push::key))
        .route("/api/v1/me/push", post(push::subscribe))
        .route("/api/v1/me/push/end", post(push::unsubscribe))
        .route("/api/v1/offer", get(offered))
        .route("/api/v1/tiles/{set}", get(art::tiles))
        .route("/art/{version}/{palette}/{set}/{file}", get(art::tile))
        .route("/art/{version}/{palette}/boards/{file}", get(art::printed_board))
        .route("/art/{version}/figures/{file}", get(art::figure))
        .route("/api/v1/codes/{code}", get(called))
        .route("/api/v1/games", get(games).post(create))
        .route("/api/v1/games/{id}", get(game).delete(cancel))
        .route("/api/v1/games/{id}/leave", post(quit))
        .route("/api/v1/games/{id}/record", get(record))
        .route("/api/v1/games/{id}/picture.svg", get(picture))
        .route("/api/v1/games/{id}/picture.png", get(picture_png))
        .route("/api/v1/games/{id}/film.html", get(film))
        .route("/api/v1/records", post(bring).layer(DefaultBodyLimit::max(limits::RECORD)))
        .route("/game/{id}", get(preview))
        .route("/api/v1/games/{id}/draws", get(draws))
        .route("/api/v1/games/{id}/rematch", post(rematch))
        .route("/api/v1/games/{id}/seats/{seat}", get(seat_offer))
        .route("/api/v1/games/{id}/seats/{seat}/take", post(take_seat))
        .route("/api/v1/games/{id}/seats/{seat}/link", post(seat_link))
        .route("/api/v1/games/{id}/report", post(report))
        .route("/api/v1/games/{id}/socket", get(follow))
        .route("/api/v1/openapi.json", get(description))
        .fallback(page)
        .method_not_allowed_fallback(async || {
            Failed(Refused::new(405, ProblemCode::Method, "This address is asked in another way."))
        })
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Every other address is a file of the client or one of its pages.
async fn page(State(shared): App, uri: Uri, headers: HeaderMap) -> Response {
    client::serve(shared.client, &uri, &headers)
}

/// Limits rates, checks where state-changing requests come from, and sets the headers that keep
/// other people's scripts out.
async fn guard(State(shared): App, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let logged = shared.outside.logs_access.then(|| Logged::of(&request));
    let packs = packed::is_accepted(request.headers());
    let mut answer = match shared.check(&request) {
        Ok(()) => in_our_words(next.run(request).await),
        Err(refused) => Failed(refused).into_response(),
    };
    shared.rooms.metrics.request(answer.status().as_u16());
    if let Some(Code(code)) = answer.extensions().get() {
        shared.rooms.metrics.refused_request(*code);
    }
    if packs {
        answer = packed::pack(answer).await;
    }
    if let Some(logged) = logged {
        logged.write(answer.status(), begun);
    }
    const HEADERS: [(HeaderName, HeaderValue); 5] = [
        (
            HeaderName::from_static("content-security-policy"),
            HeaderValue::from_static(
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                 font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            ),
        ),
        (HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff")),
        // Seat links carry a key in their address.
        (HeaderName::from_static("referrer-policy"), HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    ];
    if shared.outside.is_https {
        let year = HeaderValue::from_static("max-age=31536000");
        answer.headers_mut().entry(STRICT_TRANSPORT_SECURITY).or_insert(year);
    }
    for (name, value) in HEADERS {
        answer.headers_mut().entry(name).or_insert(value);
    }
    answer.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

/// What is logged of a request: which address of the protocol it was, not whose game and not who asked.
struct Logged {
    method: Method,
    route: String,
}

impl Logged {
    fn of(request: &Request) -> Logged {
        let matched = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
        Logged { method: request.method().clone(), route: matched.unwrap_or_else(|| "page".to_owned()) }
    }

    fn write(self, status: StatusCode, begun: Instant) {
        let Logged { method, route } = self;
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        tracing::info!(target: "access", "{method} {route} {} {ms:.1} ms", status.as_u16());
    }
}

/// What the framework refuses is told like everything else.
fn in_our_words(answer: Response) -> Response {
    let is_plain = answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !(answer.status().is_client_error() && is_plain) {
        return answer;
    }
    Failed(Refused::new(answer.status().as_u16(), ProblemCode::Garbage, "This request is not one of the protocol."))
        .into_response()
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

fn too_slow() -> Refused {
    Refused::new(408, ProblemCode::TooSlow, "This request did not come in time.")
}

/// A JSON body; what is wrong with it is told like everything else.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Body<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &Arc<Shared>) -> Result<Body<T>, Failed> {
        let read = tokio::time::timeout(state.rooms.limits.slow, Json::<T>::from_request(request, state));
        match read.await.map_err(|_| too_slow())? {
            Ok(Json(body)) => Ok(Body(body)),
            Err(JsonRejection::BytesRejection(_)) => {
                Err(Refused::new(413, ProblemCode::TooLarge, "This request is too large.").into())
            }
            Err(error) => Err(Refused::bad(ProblemCode::Garbage, capitalised(&error.body_text())).into()),
        }
    }
}

#[utoipa::path(get, path = "/healthz",  responses((status = 200, description = "A game can be played and stored", body = String), (status = 503, body = Problem)))]
async fn health(State(shared): App) -> Result<&'static str, Failed> {
    match shared.rooms.check().await {
        Ok(()) => Ok("ok"),
        Err(error) => {
            tracing::error!(%error, "nothing can be stored");
            Err(Refused::new(503, ProblemCode::NotStored, "Nothing can be stored. Is the disk full?").into())
        }
    }
}

#[utoipa::path(get, path = "/readyz",  responses((status = 200, description = "New players are welcome", body = String), (status = 503, description = "The server is well or not, but nobody should be sent to it", body = Problem)))]
async fn ready(State(shared): App) -> Result<&'static str, Failed> {
    let rooms = &shared.rooms;
    let is_leaving = rooms.is_draining.load(Ordering::Relaxed) || *rooms.stopping.borrow();
    let is_paused = rooms.peers().is_some_and(|peers| !peers.is_member());
    if is_leaving || is_paused || rooms.is_failing.load(Ordering::Relaxed) {
        return Err(Refused::busy().into());
    }
    Ok("ready")
}

#[utoipa::path(get, path = "/metrics",  responses((status = 200, description = "Numbers for the operator, in the text format of Prometheus", body = String, content_type = "text/plain"), (status = 404, description = "Not shown here", body = Problem)))]
async fn metrics(State(shared): App) -> Result<Response, Failed> {
    if !shared.outside.shows_metrics {
        return Err(Refused::no_page().into());
    }
    let text = shared.rooms.metrics.text(&shared.saturation().await?);
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

/// The description of the addresses; it is made once.
async fn description() -> Response {
    static MADE: LazyLock<String> = LazyLock::new(|| Description::openapi().to_json().unwrap_or_default());
    ([(CONTENT_TYPE, "application/json")], MADE.as_str()).into_response()
}

#[utoipa::path(get, path = "/api/v1/me",  responses((status = 200, description = "Sets the cookie `bastide` if it is missing", body = Me)))]
async fn me(State(shared): App, headers: HeaderMap) -> Result<Response, Failed> {
    let known = match identity::secret(&headers) {
        // Somebody who has become another person is told so by their cookie.
        Some(secret) => Some(shared.rooms.present(secret.to_owned()).await?),
        None => None,
    };
    let who = known.as_ref().map(|secret| Identity(hash(secret)));
    let (name, games) = match who {
        None => (None, Vec::new()),
        Some(who) => {
            let filter = Filter { viewer: Some(who), mine: true, ..Filter::default() };
            let mut games = shared.rooms.list(filter).await?;
            games.sort_by_key(|game| match game.status {
                Status::Running => 0,
                Status::Open => 1,
                Status::Finished => 2,
            });
            (shared.rooms.store.name(who).await?, games)
        }
    };
    let me = Json(Me { name, games, protocol: PROTOCOL, art_version: art::VERSION.to_owned() });
    // It is set again and again, so that it ends a year after the last visit and not after the first one.
    let secret = known.map_or_else(new_secret, Ok)?;
    Ok(([(SET_COOKIE, identity::cookie(&secret, shared.outside.is_https))], me).into_response())
}

#[utoipa::path(delete, path = "/api/v1/me",  responses((status = 204, description = "Everything about this browser is deleted, the cookie too"), (status = 403, body = Problem)))]
async fn forget_me(State(shared): App, headers: HeaderMap) -> Result<Response, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.forget(who).await?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, identity::no_cookie(shared.outside.is_https))]).into_response())
}

#[utoipa::path(get, path = "/api/v1/offer",  responses((status = 200, body = Offer)))]
async fn offered() -> Response {
    static MADE: LazyLock<String> = LazyLock::new(|| serde_json::to_string(&offer::offer()).unwrap_or_default());
    ([(CONTENT_TYPE, "application/json")], MADE.as_str()).into_response()
}

#[derive(Deserialize)]
struct Wanted {
    status: Option<String>,
    #[serde(default)]
    mine: bool,
}

#[utoipa::path(get, path = "/api/v1/games", params(("status" = Option<String>, Query, description = "open, running or finished"), ("mine" = Option<bool>, Query)), responses((status = 200, description = "The latest first, at most 100", body = Vec<GameSummary>)))]
async fn games(
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
async fn called(
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
async fn create(
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
async fn game(State(shared): App, headers: HeaderMap, Path(id): Path<String>) -> Result<Response, Failed> {
    let who = identity::known(&headers);
    Ok(made(shared.rooms.ask(&id, |reply| Ask::View { who, reply }).await?))
}

/// JSON that was made by the owner of a game.
fn made(json: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], json).into_response()
}

#[utoipa::path(delete, path = "/api/v1/games/{id}", params(("id" = String, Path)), responses((status = 204, description = "The game is no more"), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, description = "Other people play in it", body = Problem)))]
async fn cancel(State(shared): App, headers: HeaderMap, Path(id): Path<String>) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.ask(&id, |reply| Ask::CanCancel { who, reply }).await??;
    shared.rooms.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/games/{id}/leave", params(("id" = String, Path)), responses((status = 204, description = "The seats of this browser are given up: free in a game that waits, played by bots in one that runs"), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn quit(State(shared): App, headers: HeaderMap, Path(id): Path<String>) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.ask(&id, |reply| Ask::Quit { who, reply }).await??;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/v1/games/{id}/record", params(("id" = String, Path)), responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem)))]
async fn record(State(shared): App, Path(id): Path<String>) -> Result<Response, Failed> {
    let text = shared.rooms.ask(&id, |reply| Ask::Record { reply }).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[utoipa::path(get, path = "/api/v1/games/{id}/picture.svg", params(("id" = String, Path), ("turn" = Option<u32>, Query, description = "The board after this turn")), responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = Problem)))]
async fn picture(State(shared): App, Path(id): Path<String>, Query(moment): Query<Moment>) -> Result<Response, Failed> {
    let turn = moment.turn();
    let (state, colours) = shared.rooms.ask(&id, |reply| Ask::Snapshot { turn, reply }).await?;
    shared.pictures.board(id, state, colours).await
}

#[utoipa::path(get, path = "/api/v1/games/{id}/picture.png", params(("id" = String, Path), ("turn" = Option<u32>, Query, description = "The board after this turn")), responses((status = 200, body = Vec<u8>, content_type = "image/png"), (status = 404, body = Problem)))]
async fn picture_png(
    State(shared): App,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let turn = moment.turn();
    let (state, colours) = shared.rooms.ask(&id, |reply| Ask::Snapshot { turn, reply }).await?;
    art::board_png(state, colours).await
}

/// A moment of a game; what is no number is the present.
#[derive(Deserialize)]
struct Moment {
    turn: Option<String>,
}

impl Moment {
    fn turn(&self) -> Option<u32> {
        self.turn.as_ref()?.parse().ok()
    }
}

#[utoipa::path(get, path = "/api/v1/games/{id}/film.html", params(("id" = String, Path)), responses((status = 200, description = "One page that plays the game and needs nothing else", body = String, content_type = "text/html"), (status = 404, body = Problem)))]
async fn film(State(shared): App, Path(id): Path<String>) -> Result<Response, Failed> {
    let make = shared.film.ok_or_else(Refused::no_page)?;
    let text = shared.rooms.ask(&id, |reply| Ask::Record { reply }).await?;
    art::film(text, make).await
}

#[utoipa::path(post, path = "/api/v1/records", request_body(content = String, content_type = "text/plain"), responses((status = 201, description = "The record is a game of its own", body = Created), (status = 400, description = "With the line and the reason", body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
async fn bring(
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

/// A body of plain text.
struct Text(String);

impl FromRequest<Arc<Shared>> for Text {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &Arc<Shared>) -> Result<Text, Failed> {
        let read = tokio::time::timeout(state.rooms.limits.slow, String::from_request(request, state));
        match read.await.map_err(|_| too_slow())? {
            Ok(text) => Ok(Text(text)),
            Err(StringRejection::InvalidUtf8(_)) => Err(Refused::bad(ProblemCode::Record, "A record is text.").into()),
            Err(_) => Err(Refused::new(413, ProblemCode::TooLarge, "This text is too large.").into()),
        }
    }
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
async fn preview(
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
async fn draws(State(shared): App, Path(id): Path<String>) -> Result<Response, Failed> {
    Ok(made(shared.rooms.ask(&id, |reply| Ask::Draws { reply }).await??))
}

#[utoipa::path(post, path = "/api/v1/games/{id}/rematch", params(("id" = String, Path)), responses((status = 200, body = Created), (status = 403, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn rematch(
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
struct Key {
    #[serde(default)]
    key: String,
}

#[utoipa::path(get, path = "/api/v1/games/{id}/seats/{seat}", params(("id" = String, Path), ("seat" = u8, Path), ("key" = String, Query)), responses((status = 200, body = SeatOffer), (status = 403, body = Problem)))]
async fn seat_offer(
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
async fn take_seat(
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
async fn seat_link(
    State(shared): App,
    headers: HeaderMap,
    Path((id, seat)): Path<(String, u8)>,
    Body(NewLink { sure }): Body<NewLink>,
) -> Result<Json<SeatLink>, Failed> {
    let who = identity::required(&headers)?;
    Ok(Json(shared.rooms.ask(&id, |reply| Ask::Link { seat, who, sure, reply }).await??))
}

#[utoipa::path(post, path = "/api/v1/games/{id}/report", params(("id" = String, Path)), request_body = Report, responses((status = 204, description = "The operator can read it"), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn report(
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
async fn follow(
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
