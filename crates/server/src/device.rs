//! Going on at another device: somebody's secret is handed over by a link that works once and not for long. And what a
//! device had before it became somebody else comes along.
//!
//! The server keeps hashes of secrets only. What is handed over is sealed with the key of the link, of which the server
//! keeps the hash: neither the file nor a copy of it opens anything. Somebody who has become another leaves the secret of the
//! other sealed with their own: whatever still opens the old person, a cookie or a passkey, opens the new one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bastide_table::identity::{Identity, hash};
use bastide_table::refused::Refused;
use bastide_table::text::{bytes, hex};
use bastide_table::wire::{DeviceKey, DeviceLink, Problem, ProblemCode};

use crate::house::Rule;
use crate::http::{Body, Peer, Shared};
use crate::identity::{self, new_secret, sealed};
use crate::problem::Failed;
use crate::rooms::{Rooms, now};
use crate::store::{Filter, StoreError};

/// A link works for so many seconds.
const LASTS: i64 = 600;
/// What secrets are sealed for here.
const SEALED: &str = "device";
const MOVED: &str = "moved";
/// So often somebody becomes somebody else at most.
const MOVES: u32 = 16;

fn bad_link() -> Refused {
    Refused::forbidden(
        ProblemCode::BadLink,
        "This link has been used, or is too old. Make a new one at the other device.",
    )
}

fn own_games() -> Refused {
    Refused::conflict(ProblemCode::OwnGames, "This browser has games of its own. Say that they come along.")
}

fn who(secret: &str) -> Identity {
    Identity(hash(secret))
}

impl Rooms {
    /// The secret of whom the owner of a secret has become; the same one, if they are still themselves.
    pub(crate) async fn present(&self, mut secret: String) -> Result<String, StoreError> {
        for _ in 0..MOVES {
            let Some(kept) = self.store.moved(who(&secret)).await? else { break };
            secret = hex(&sealed(kept, MOVED, &secret));
        }
        Ok(secret)
    }

    /// Whether somebody has something that would be lost with their secret.
    async fn has_something(&self, who: Identity) -> Result<bool, StoreError> {
        let own = Filter { viewer: Some(who), mine: true, ..Filter::default() };
        Ok(!self.store.list(own).await?.is_empty()
            || self.store.unfinished(who).await?.0 > 0
            || !self.store.passkeys(who).await?.is_empty())
    }

    /// Makes the owner of one secret the owner of another, with everything that they have.
    async fn merge(&self, from: &str, into: &str) -> Result<(), Refused> {
        let (old, new) = (who(from), who(into));
        let secret = bytes(into).ok_or_else(bad_link)?;
        let games = self.store.merge(old, new, sealed(secret, MOVED, from)).await?;
        let games = games
            .ok_or_else(|| Refused::conflict(ProblemCode::OwnGames, "Something has changed meanwhile. Try again."))?;
        if self.house.is_muted(Some(old)) {
            let (kind, value) = Rule::Muted(new).stored();
            self.store.set_house_rule(kind, &value, true).await?;
            self.house.load(&*self.store).await?;
            if let Some(peers) = self.peers() {
                peers.rules_changed();
            }
        }
        for id in &games {
            self.let_go(id).await;
        }
        Ok(())
    }
}

/// Refuses a browser that is not welcome, or that has something of its own and has not said that it comes along.
async fn check(rooms: &Rooms, headers: &HeaderMap, brings: bool) -> Result<(), Refused> {
    let Some(own) = identity::secret(headers) else { return Ok(()) };
    let own = who(&rooms.present(own.to_owned()).await?);
    rooms.house.check_person(Some(own))?;
    if brings || !rooms.has_something(own).await? { Ok(()) } else { Err(own_games()) }
}

/// Makes the browser that asks the owner of a secret. What it has of its own comes along.
pub(crate) async fn turn_into(
    shared: &Shared,
    headers: &HeaderMap,
    secret: String,
    brings: bool,
) -> Result<Response, Failed> {
    let rooms = &shared.rooms;
    let secret = rooms.present(secret).await?;
    rooms.house.check_person(Some(who(&secret)))?;
    if let Some(own) = identity::secret(headers) {
        let own = rooms.present(own.to_owned()).await?;
        if own != secret {
            check(rooms, headers, brings).await?;
            if brings && rooms.has_something(who(&own)).await? {
                rooms.merge(&own, &secret).await?;
            }
        }
    }
    let cookie = identity::cookie(&secret, shared.outside.is_https);
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}

#[utoipa::path(post, path = "/api/v1/me/device", responses((status = 201, description = "A link that hands this identity over once, within ten minutes", body = DeviceLink), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn offer(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
) -> Result<(StatusCode, Json<DeviceLink>), Failed> {
    let who = identity::required(&headers)?;
    shared.take_code(peer, &headers)?;
    let secret = identity::secret(&headers).and_then(bytes).ok_or_else(bad_link)?;
    let key = new_secret()?;
    shared.rooms.store.keep_handover(hash(&key), who, sealed(secret, SEALED, &key), now() + LASTS).await?;
    // Behind the number sign: no proxy logs it.
    Ok((StatusCode::CREATED, Json(DeviceLink { path: format!("/#/device/{key}"), seconds: LASTS as u32 })))
}

#[utoipa::path(post, path = "/api/v1/me/device/take", request_body = DeviceKey, responses((status = 204, description = "This browser is the same person as the one that made the link"), (status = 403, body = Problem), (status = 409, description = "It has games of its own and does not bring them; the link still works", body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn take(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
    Body(DeviceKey { key, bring }): Body<DeviceKey>,
) -> Result<Response, Failed> {
    shared.take_code(peer, &headers)?;
    // Before the link is used up.
    check(&shared.rooms, &headers, bring).await?;
    let kept = shared.rooms.store.take_handover(hash(&key), now()).await?.ok_or_else(bad_link)?;
    turn_into(&shared, &headers, hex(&sealed(kept, SEALED, &key)), bring).await
}
