//! Before and after every request: rates, where it comes from, headers that keep other people's scripts out.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, STRICT_TRANSPORT_SECURITY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bastide_table::refused::Refused;
use bastide_table::wire::ProblemCode;

use super::{App, Peer, Shared};
use crate::packed;
use crate::problem::{Code, Failed};

/// Limits rates, checks where state-changing requests come from, and sets the headers that keep
/// other people's scripts out.
pub(super) async fn guard(State(shared): App, request: Request, next: Next) -> Response {
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

impl Shared {
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
pub(super) fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
}
