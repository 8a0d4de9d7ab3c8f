//! Answers that are worth it are sent compressed. The files of the client are compressed when it is built (`client.rs`); this
//! is for views, lists and pictures.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Less than this fits into one packet as it is.
const LEAST: u64 = 1200;
/// No answer of ours is larger.
const MOST: usize = 16 << 20;

/// Whether an encoding is among those that a client takes.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_it = |part: &str| {
        let (name, rest) = part.split_once(';').unwrap_or((part, ""));
        name.trim() == coding && rest.trim() != "q=0"
    };
    accepted.split(',').any(is_it)
}

/// Whether a client takes packed answers.
pub fn is_accepted(headers: &HeaderMap) -> bool {
    accepts(headers, "gzip")
}

/// The answer packed, if that makes it smaller.
pub async fn pack(answer: Response) -> Response {
    let is_text = answer.headers().get(CONTENT_TYPE).is_some_and(|kind| {
        let kind = kind.as_bytes();
        [&b"application/json"[..], b"image/svg", b"text/"].iter().any(|text| kind.starts_with(text))
    });
    let size = answer.body().size_hint().exact().unwrap_or(0);
    let is_worth_it = is_text && size >= LEAST && answer.status() != StatusCode::NOT_MODIFIED;
    if !is_worth_it || answer.headers().contains_key(CONTENT_ENCODING) {
        return answer;
    }
    let (mut head, body) = answer.into_parts();
    let Ok(bytes) = to_bytes(body, MOST).await else {
        head.status = StatusCode::INTERNAL_SERVER_ERROR;
        return Response::from_parts(head, Body::empty());
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    head.headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
    match packed {
        Ok(packed) if packed.len() < bytes.len() => {
            head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            head.headers.remove(CONTENT_LENGTH);
            Response::from_parts(head, Body::from(packed))
        }
        _ => Response::from_parts(head, Body::from(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_client_takes_is_sent() {
        let accepts = |text: &str| {
            let headers = [(ACCEPT_ENCODING, HeaderValue::from_str(text).unwrap())].into_iter().collect();
            super::accepts(&headers, "gzip")
        };
        assert!(accepts("gzip, deflate, br") && accepts("br;q=1.0, gzip;q=0.8"));
        assert!(!accepts("br") && !accepts("gzip;q=0") && !accepts(""));
    }
}
