//! The addresses of `docs/protocol.md`.

mod body;
mod described;
mod games;
mod guard;

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router, middleware};
use bastide_rules::notation::Record;
use bastide_table::identity::{Identity, hash};
use bastide_table::offer;
use bastide_table::refused::Refused;
use bastide_table::wire::{Me, Offer, PROTOCOL, Problem, ProblemCode, Status};
use tokio::sync::Semaphore;

use crate::client::Client;
use crate::identity::{self, Names, new_secret};
use crate::limits::{self, Buckets, Held, Places};
use crate::metrics::Saturation;
use crate::problem::Failed;
use crate::rooms::Rooms;
use crate::store::Filter;
use crate::{art, client, device, passkey, push};

pub(crate) use body::Body;

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
        let told = self.outside.behind_proxy.then(|| guard::forwarded(headers)).flatten();
        limits::counted(told.unwrap_or_else(|| peer.ip()))
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
        .route("/api/v1/codes/{code}", get(games::called))
        .route("/api/v1/games", get(games::games).post(games::create))
        .route("/api/v1/games/{id}", get(games::game).delete(games::cancel))
        .route("/api/v1/games/{id}/leave", post(games::quit))
        .route("/api/v1/games/{id}/record", get(games::record))
        .route("/api/v1/games/{id}/picture.svg", get(games::picture))
        .route("/api/v1/games/{id}/picture.png", get(games::picture_png))
        .route("/api/v1/games/{id}/film.html", get(games::film))
        .route("/api/v1/records", post(games::bring).layer(DefaultBodyLimit::max(limits::RECORD)))
        .route("/game/{id}", get(games::preview))
        .route("/api/v1/games/{id}/draws", get(games::draws))
        .route("/api/v1/games/{id}/rematch", post(games::rematch))
        .route("/api/v1/games/{id}/seats/{seat}", get(games::seat_offer))
        .route("/api/v1/games/{id}/seats/{seat}/take", post(games::take_seat))
        .route("/api/v1/games/{id}/seats/{seat}/link", post(games::seat_link))
        .route("/api/v1/games/{id}/report", post(games::report))
        .route("/api/v1/games/{id}/socket", get(games::follow))
        .route("/api/v1/openapi.json", get(described::description))
        .fallback(page)
        .method_not_allowed_fallback(async || {
            Failed(Refused::new(405, ProblemCode::Method, "This address is asked in another way."))
        })
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard::guard))
        .with_state(shared)
}

/// Every other address is a file of the client or one of its pages.
async fn page(State(shared): App, uri: Uri, headers: HeaderMap) -> Response {
    client::serve(shared.client, &uri, &headers)
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

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
