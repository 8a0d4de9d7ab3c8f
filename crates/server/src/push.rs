//! Calling somebody who is away: Web Push (RFC 8030) with keys of our own (VAPID, RFC 8292), encrypted for the browser alone
//! (RFC 8291).
//!
//! A game never waits for it: calls go into a short line, and what does not fit is dropped. Endpoints come from browsers and
//! are addresses that this server is made to visit: only https, only to addresses that the whole world can reach, and no
//! answer is read but its status.

mod keys;
mod seal;
mod visit;

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::wire::{NewPush, Problem, ProblemCode, PushEnd, PushKey};
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc, oneshot};

pub use keys::{PushKeys, make_keys};
use visit::{Endpoint, Visited, Visitor};

use crate::http::{Body, Shared};
use crate::identity;
use crate::limits::Buckets;
use crate::owner::Ask;
use crate::problem::Failed;
use crate::rooms::{Rooms, now};
use crate::store::people::Subscription;

/// Somebody is called when no page of theirs has come back for so long.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// Calls that may wait; more are dropped.
const WAITING: usize = 256;
/// Visits at one time.
const VISITS: usize = 8;
/// Calls a second of one person, and how many at once.
const CALLS: (f64, f64) = (1.0 / 60.0, 20.0);
/// The push service keeps a call for so many seconds: who comes later sees the list of games.
const LASTS: u32 = 24 * 3600;

/// How people are called.
#[derive(Clone, Debug)]
pub struct PushSettings {
    /// The file with the keys.
    pub keys: std::path::PathBuf,
    /// For tests: endpoints are on this computer, and may be without https.
    pub to_loopback: bool,
    /// Somebody is called when no page of theirs has come back for so long; [`PATIENCE`] unless it is a test.
    pub patience: Duration,
}

/// What stands in the line.
enum Errand {
    Call(Call),
    /// Answered when everybody before it was called.
    Settle(oneshot::Sender<()>),
}

/// It is somebody's turn, and they are not there.
struct Call {
    who: Identity,
    game: String,
    names: Vec<String>,
}

/// What the service worker is told.
#[derive(Serialize)]
struct Told<'a> {
    kind: &'static str,
    game: &'a str,
    names: &'a [String],
    language: &'a str,
}

/// Where people are called.
pub(crate) struct Push {
    /// The public key, which browsers ask for.
    key: String,
    reach: visit::Reach,
    patience: Duration,
    line: mpsc::Sender<Errand>,
    calls: Buckets<Identity>,
}

impl Push {
    /// Reads the keys and begins to call.
    ///
    /// # Errors
    /// With a sentence, if the keys or the roots of trust cannot be read.
    pub(crate) fn begin(settings: &PushSettings, contact: Option<String>, rooms: &Arc<Rooms>) -> Result<Push, String> {
        let keys = PushKeys::open(&settings.keys, contact)?;
        let reach = if settings.to_loopback { visit::Reach::Loopback } else { visit::Reach::World };
        let key = keys.public();
        let visitor = Arc::new(Visitor::new(keys, reach)?);
        let (line, errands) = mpsc::channel(WAITING);
        tokio::spawn(answer_calls(errands, visitor, Arc::downgrade(rooms)));
        Ok(Push { key, reach, patience: settings.patience, line, calls: Buckets::default() })
    }

    /// Waits until everybody who stands in the line was called.
    pub(crate) async fn settle(&self) {
        let (done, settled) = oneshot::channel();
        // A line that has ended has nobody in it.
        if self.line.send(Errand::Settle(done)).await.is_ok() {
            let _ = settled.await;
        }
    }
}

impl Rooms {
    /// Has the owner of a game look again in a while whether somebody is still asked and still away.
    pub(crate) fn call_later(&self, asked: (Identity, u32), owner: mpsc::WeakSender<Ask>) {
        let Some(push) = self.push.get() else { return };
        let patience = push.patience;
        tokio::spawn(async move {
            tokio::time::sleep(patience).await;
            if let Some(owner) = owner.upgrade() {
                // An owner that has ended has nobody to call.
                let _ = owner.send(Ask::Call { asked }).await;
            }
        });
    }

    /// Calls somebody whose turn it is, if they want that. Never waits.
    pub(crate) fn call(&self, who: Identity, game: &str, names: Vec<String>) {
        let Some(push) = self.push.get() else { return };
        if push.calls.take(who, CALLS, 1.0)
            && push.line.try_send(Errand::Call(Call { who, game: game.to_owned(), names })).is_err()
        {
            tracing::warn!("too many people are called at once; somebody was not");
        }
    }
}

/// Visits the push services for everybody who is called.
async fn answer_calls(mut errands: mpsc::Receiver<Errand>, visitor: Arc<Visitor>, rooms: std::sync::Weak<Rooms>) {
    let places = Arc::new(Semaphore::new(VISITS));
    while let Some(errand) = errands.recv().await {
        let call = match errand {
            Errand::Call(call) => call,
            Errand::Settle(done) => {
                // All places are free when no visit is left; who waits for that may have gone.
                let _all = places.acquire_many(VISITS as u32).await;
                let _ = done.send(());
                continue;
            }
        };
        let Some(rooms) = rooms.upgrade() else { return };
        let subscriptions = match rooms.store.subscriptions(call.who).await {
            Ok(subscriptions) => subscriptions,
            Err(error) => {
                tracing::warn!(%error, "somebody cannot be called");
                continue;
            }
        };
        for subscription in subscriptions {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let told = Told { kind: "turn", game: &call.game, names: &call.names, language: &subscription.language };
            let text = serde_json::to_string(&told).unwrap_or_default();
            let (visitor, rooms, topic) = (Arc::clone(&visitor), Arc::clone(&rooms), call.game.clone());
            tokio::spawn(async move {
                let _place = place;
                visit(&visitor, &rooms, &subscription, &text, &topic).await;
            });
        }
    }
}

async fn visit(visitor: &Visitor, rooms: &Rooms, subscription: &Subscription, text: &str, topic: &str) {
    match visitor.deliver(subscription, text.as_bytes(), topic, LASTS, now()).await {
        Ok(Visited::Taken) => rooms.metrics.called("taken"),
        Ok(Visited::Gone) => {
            rooms.metrics.called("gone");
            if let Err(error) = rooms.store.unsubscribe(subscription.endpoint.clone(), None).await {
                tracing::warn!(%error, "a subscription that has ended cannot be deleted");
            }
        }
        Ok(Visited::Refused(status)) => {
            rooms.metrics.called("refused");
            tracing::warn!(status, "a push service did not take a call");
        }
        Err(error) => {
            rooms.metrics.called("failed");
            tracing::warn!(error, "a push service cannot be reached");
        }
    }
}

fn no_push() -> Refused {
    Refused::new(
        404,
        ProblemCode::NoPush,
        "This server calls nobody who is away. Its operator can begin that with --push-keys.",
    )
}

#[utoipa::path(get, path = "/api/v1/push", responses((status = 200, description = "The key that a browser subscribes with", body = PushKey), (status = 404, description = "This server calls nobody", body = Problem)))]
pub(crate) async fn key(State(shared): State<Arc<Shared>>) -> Result<Json<PushKey>, Failed> {
    let push = shared.rooms.push.get().ok_or_else(no_push)?;
    Ok(Json(PushKey { key: push.key.clone() }))
}

#[utoipa::path(post, path = "/api/v1/me/push", request_body = NewPush, responses((status = 204, description = "This browser is called when it is its person's turn and no page of theirs is open"), (status = 400, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn subscribe(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Body(new): Body<NewPush>,
) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    let push = shared.rooms.push.get().ok_or_else(no_push)?;
    shared.rooms.house.check_person(Some(who))?;
    let bad = || Refused::bad(ProblemCode::BadPush, "This is not a subscription of a browser to a push service.");
    Endpoint::read(&new.endpoint, push.reach).ok_or_else(bad)?;
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| bad());
    let (key, auth) = (decoded(&new.key)?, decoded(&new.auth)?);
    let is_language = ["en", "uk", "ru"].contains(&new.language.as_str());
    if key.len() != 65 || key[0] != 4 || auth.len() != 16 || !is_language {
        return Err(bad().into());
    }
    let NewPush { endpoint, language, .. } = new;
    shared.rooms.store.subscribe(Subscription { endpoint, who, key, auth, language, created: now() }).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/me/push/end", request_body = PushEnd, responses((status = 204, description = "This browser is not called any more"), (status = 403, body = Problem)))]
pub(crate) async fn unsubscribe(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Body(PushEnd { endpoint }): Body<PushEnd>,
) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    shared.rooms.store.unsubscribe(endpoint, Some(who)).await?;
    Ok(StatusCode::NO_CONTENT)
}
