//! Going on at another device: somebody's secret is handed over by a link that works once and not for long.
//!
//! The server keeps hashes of secrets only. What is handed over is sealed with the key of the link, of which the server
//! keeps the hash: neither the file nor a copy of it opens anything.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bastide_table::identity::{Identity, hash};
use bastide_table::refused::Refused;
use bastide_table::text::{bytes, hex};
use bastide_table::wire::{DeviceKey, DeviceLink, Problem};

use crate::http::{Body, Peer, Shared};
use crate::identity::{self, new_secret};
use crate::problem::Failed;
use crate::rooms::now;

/// A link works for so many seconds.
const LASTS: i64 = 600;

/// The secret, sealed with a key or opened with it: both are random, as long as each other, and the key is used once.
fn sealed(secret: [u8; 32], key: &str) -> [u8; 32] {
    let pad = hash(&format!("bastide device {key}"));
    std::array::from_fn(|at| secret[at] ^ pad[at])
}

fn bad_link() -> Refused {
    Refused::forbidden("bad-link", "This link has been used, or is too old. Make a new one at the other device.")
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
    shared.rooms.store.keep_handover(hash(&key), who, sealed(secret, &key), now() + LASTS).await?;
    // Behind the number sign: no proxy logs it.
    Ok((StatusCode::CREATED, Json(DeviceLink { path: format!("/#/device/{key}"), seconds: LASTS as u32 })))
}

#[utoipa::path(post, path = "/api/v1/me/device/take", request_body = DeviceKey, responses((status = 204, description = "This browser is the same person as the one that made the link"), (status = 403, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn take(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
    Body(DeviceKey { key }): Body<DeviceKey>,
) -> Result<Response, Failed> {
    shared.take_code(peer, &headers)?;
    let kept = shared.rooms.store.take_handover(hash(&key), now()).await?.ok_or_else(bad_link)?;
    let secret = hex(&sealed(kept, &key));
    shared.rooms.house.check_person(Some(Identity(hash(&secret))))?;
    let cookie = identity::cookie(&secret, shared.outside.is_https);
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_key_opens_what_it_sealed() {
        let secret = [7; 32];
        let kept = sealed(secret, "one");
        assert_eq!(sealed(kept, "one"), secret);
        assert!(kept != secret && sealed(kept, "other") != secret);
    }
}
