//! Who is asking: a secret in a cookie, of which the server keeps only the hash. And new secrets, ids and seeds.

use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HOST, ORIGIN};
use bastide_table::fairness::Seed;
use bastide_table::identity::{Identity, hash};
use bastide_table::refused::Refused;
use bastide_table::text::hex;

/// The name of the cookie.
pub const COOKIE_NAME: &str = "bastide";

/// The identity that a request's cookie proves.
pub fn known(headers: &HeaderMap) -> Option<Identity> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, secret) = pairs.find(|(name, _)| *name == COOKIE_NAME)?;
    is_secret(secret).then(|| Identity(hash(secret)))
}

/// The identity, or a refusal that says how to get one.
pub fn required(headers: &HeaderMap) -> Result<Identity, Refused> {
    known(headers).ok_or_else(|| {
        Refused::forbidden(
            "no-identity",
            "This browser is not known yet. Allow cookies for this page and load it again.",
        )
    })
}

fn is_secret(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A new secret of 256 bits, as text.
pub fn new_secret() -> Result<String, Refused> {
    Ok(hex(&random::<32>()?))
}

/// A new name that cannot be guessed, of 80 bits, in letters and digits that are not mixed up.
pub fn new_id() -> Result<String, Refused> {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let bytes = random::<16>()?;
    Ok(bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte & 31)])).collect())
}

/// A new seed for the draws of a game.
pub fn new_seed() -> Result<Seed, Refused> {
    Ok(Seed(random()?))
}

fn random<const N: usize>() -> Result<[u8; N], Refused> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| Refused::busy())?;
    Ok(bytes)
}

/// Refuses requests that another site's page makes in a visitor's name.
pub fn check_origin(headers: &HeaderMap, public_url: Option<&str>) -> Result<(), Refused> {
    let origin = headers.get(ORIGIN).and_then(|value| value.to_str().ok());
    let host = headers.get(HOST).and_then(|value| value.to_str().ok());
    let is_ours = origin.is_some_and(|origin| {
        let names_host = origin.split_once("://").is_some_and(|(scheme, rest)| {
            (scheme == "http" || scheme == "https") && host.is_some_and(|host| rest.eq_ignore_ascii_case(host))
        });
        names_host || public_url.is_some_and(|url| origin.eq_ignore_ascii_case(url.trim_end_matches('/')))
    });
    if is_ours {
        return Ok(());
    }
    Err(Refused::forbidden(
        "origin",
        "This request does not come from the server's own page. Open the page of the server and use that.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_a_whole_secret_is_an_identity() {
        let secret = "0123456789abcdef".repeat(4);
        let cookie = format!("other=1; bastide={secret}");
        assert_eq!(known(&headers(&[("cookie", &cookie)])), Some(Identity(hash(&secret))));
        assert_eq!(known(&headers(&[("cookie", "bastide=short")])), None);
        assert_eq!(known(&headers(&[])), None);
    }

    #[test]
    fn the_origin_must_be_the_host_or_the_public_address() {
        let ok =
            |origin: &str, host: &str, url| check_origin(&headers(&[("origin", origin), ("host", host)]), url).is_ok();
        assert!(ok("http://localhost:7272", "localhost:7272", None));
        assert!(!ok("http://evil.example", "localhost:7272", None));
        assert!(!ok("null", "localhost:7272", None));
        assert!(ok("https://play.example", "10.0.0.1:7272", Some("https://play.example/")));
        assert!(check_origin(&headers(&[("host", "localhost")]), None).is_err());
    }
}
