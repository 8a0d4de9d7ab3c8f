//! Who is asking: a secret in a cookie, of which the server keeps only the hash. And new secrets, ids and seeds.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HOST, ORIGIN};
use bastide_table::fairness::Seed;
use bastide_table::identity::{Identity, hash};
use bastide_table::refused::Refused;
use bastide_table::stored::CODE;
use bastide_table::text::hex;
use bastide_table::wire::ProblemCode;

/// The name of the cookie.
const COOKIE_NAME: &str = "bastide";
/// Its name on https: a browser takes such a cookie only from this very host, never from one beside it.
const SECURE_NAME: &str = "__Host-bastide";

/// The identity that a request's cookie proves.
pub fn known(headers: &HeaderMap) -> Option<Identity> {
    secret(headers).map(|secret| Identity(hash(secret)))
}

/// The secret in a request's cookie. One of the time before https is good until it is replaced.
pub fn secret(headers: &HeaderMap) -> Option<&str> {
    let find = |wanted: &str| {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, secret)| *name == wanted && is_secret(secret)).map(|(_, secret)| secret)
    };
    find(SECURE_NAME).or_else(|| find(COOKIE_NAME))
}

/// A cookie with a secret, for a year from now.
pub fn cookie(secret: &str, is_https: bool) -> String {
    let (name, secure) = if is_https { (SECURE_NAME, "; Secure") } else { (COOKIE_NAME, "") };
    format!("{name}={secret}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}")
}

/// A cookie that ends at once, so that a browser is nobody again.
pub fn no_cookie(is_https: bool) -> String {
    cookie("", is_https).replace("Max-Age=31536000", "Max-Age=0")
}

/// The identity, or a refusal that says how to get one.
pub fn required(headers: &HeaderMap) -> Result<Identity, Refused> {
    known(headers).ok_or_else(|| {
        Refused::forbidden(
            ProblemCode::NoIdentity,
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

/// A secret, sealed for a purpose with a key, or opened with it: secret and pad are equally long, and no key is used twice.
pub fn sealed(secret: [u8; 32], purpose: &str, key: &str) -> [u8; 32] {
    let pad = hash(&format!("bastide {purpose} {key}"));
    std::array::from_fn(|at| secret[at] ^ pad[at])
}

/// Letters and digits that are not mixed up, read or heard.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A code as it was meant: capitals, spaces and dashes do not matter, and an O is a zero, an I or L a one.
pub fn heard(code: &str) -> Option<String> {
    let meant = |letter: char| match letter.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    };
    let code: String = code.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').map(meant).collect();
    (code.len() == CODE && code.bytes().all(|byte| DIGITS.contains(&byte))).then_some(code)
}

/// A new name that cannot be guessed, of 80 bits, in letters and digits that are not mixed up.
pub fn new_id() -> Result<String, Refused> {
    let bytes = random::<16>()?;
    Ok(bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte & 31)])).collect())
}

/// A new seed for the draws of a game.
pub fn new_seed() -> Result<Seed, Refused> {
    Ok(Seed(random()?))
}

/// Bytes that nobody can guess.
pub fn random<const N: usize>() -> Result<[u8; N], Refused> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| Refused::busy())?;
    Ok(bytes)
}

/// The address under which the server is known outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    /// Scheme, host and port, as a browser says them.
    origin: String,
    /// Host and port.
    host: String,
}

impl PublicUrl {
    /// Whether browsers come by https.
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https:")
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.origin)
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    /// Refuses what cannot be the address of a whole site.
    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let text = text.trim().to_ascii_lowercase();
        let Some((scheme, rest)) = text.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(scheme))
        else {
            return Err("it begins with http:// or https://".to_owned());
        };
        let host = rest.strip_suffix('/').unwrap_or(rest);
        if host.contains(['/', '?', '#']) {
            return Err(format!("the game is at the top of a site, without a path: {scheme}://play.example.org"));
        }
        let usual = if scheme == "https" { ":443" } else { ":80" };
        let host = host.strip_suffix(usual).unwrap_or(host);
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (host, None),
        };
        let is_number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let is_name = |name: &str| {
            let is_label = |label: &str| {
                !label.is_empty()
                    && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
            };
            name.split('.').all(is_label)
        };
        let is_host = is_number.map_or_else(|| is_name(name), |number| number.parse::<Ipv6Addr>().is_ok());
        if !is_host || port.is_some_and(|port| port.parse::<u16>().map_or(true, |port| port == 0)) {
            return Err(format!("`{host}` is not a host as browsers write it, such as play.example.org"));
        }
        Ok(PublicUrl { origin: format!("{scheme}://{host}"), host: host.to_owned() })
    }
}

/// Under which names the server answers.
#[derive(Clone, Debug)]
pub enum Names {
    /// As this address only.
    Public(PublicUrl),
    /// On this computer only: a page of elsewhere that has its own name point here gets no answer.
    Local,
    /// Friends on the network may call the computer as they like.
    Any,
}

impl Names {
    /// Whether browsers come by https.
    pub fn are_https(&self) -> bool {
        matches!(self, Names::Public(url) if url.is_https())
    }

    /// Refuses a request that was meant for another server.
    pub fn check_host(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let host = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default().to_ascii_lowercase();
        let is_ours = match self {
            Names::Public(url) => {
                let usual = if url.is_https() { ":443" } else { ":80" };
                host.strip_suffix(usual).unwrap_or(&host) == url.host
            }
            Names::Local => is_local(&host),
            Names::Any => true,
        };
        if is_ours {
            return Ok(());
        }
        Err(Refused::new(
            421,
            ProblemCode::Host,
            "This server does not answer under this name. Use the address that it was given.",
        ))
    }

    /// Refuses requests that another site's page makes in a visitor's name.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let origin = headers.get(ORIGIN).and_then(|value| value.to_str().ok());
        let host = headers.get(HOST).and_then(|value| value.to_str().ok());
        let is_ours = origin.is_some_and(|origin| match self {
            Names::Public(url) => origin.eq_ignore_ascii_case(&url.origin),
            _ => origin.split_once("://").is_some_and(|(scheme, rest)| {
                (scheme == "http" || scheme == "https") && host.is_some_and(|host| rest.eq_ignore_ascii_case(host))
            }),
        });
        if is_ours {
            return Ok(());
        }
        Err(Refused::forbidden(
            ProblemCode::Origin,
            "This request does not come from the server's own page. Open the page of the server and use that.",
        ))
    }
}

/// Whether a host, with or without a port, is this computer by a name that nobody else can give it, or any address.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name == "localhost" || name.ends_with(".localhost") || number.parse::<IpAddr>().is_ok()
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
    fn a_code_is_heard_as_it_was_meant() {
        assert_eq!(heard(" A1B-oIl").as_deref(), Some("a1b011"));
        assert_eq!(heard(&new_id().unwrap()[..6]).map(|code| code.len()), Some(6));
        for bad in ["", "abc12", "abc1234", "abc12u", "абв123"] {
            assert_eq!(heard(bad), None, "{bad}");
        }
    }

    #[test]
    fn only_the_key_opens_what_it_sealed() {
        let secret = [7; 32];
        let kept = sealed(secret, "device", "one");
        assert_eq!(sealed(kept, "device", "one"), secret);
        assert!(
            kept != secret && sealed(kept, "device", "other") != secret && sealed(kept, "passkey", "one") != secret
        );
    }

    #[test]
    fn on_https_the_cookie_is_bound_to_the_host() {
        let (old, new) = ("ab".repeat(32), "cd".repeat(32));
        assert!(cookie(&new, true).starts_with("__Host-bastide=cdcd") && cookie(&new, true).ends_with("; Secure"));
        assert!(cookie(&old, false).starts_with("bastide=abab"));
        let both = format!("bastide={old}; __Host-bastide={new}");
        assert_eq!(secret(&headers(&[("cookie", &both)])), Some(new.as_str()));
        assert_eq!(secret(&headers(&[("cookie", &format!("bastide={old}"))])), Some(old.as_str()));
        assert!(no_cookie(true).starts_with("__Host-bastide=; ") && no_cookie(true).contains("Max-Age=0"));
    }

    #[test]
    fn only_an_address_of_a_whole_site_is_public() {
        let url = |text: &str| PublicUrl::from_str(text).map(|url| url.to_string());
        assert_eq!(url("https://Play.Example.org/").as_deref(), Ok("https://play.example.org/"));
        assert_eq!(url("https://play.example.org:443").as_deref(), Ok("https://play.example.org/"));
        assert_eq!(url("http://[::1]:7272").as_deref(), Ok("http://[::1]:7272/"));
        assert_eq!(url("http://192.0.2.1:8080").as_deref(), Ok("http://192.0.2.1:8080/"));
        for bad in [
            "play.example.org",
            "ftp://play.example.org",
            "https://",
            "https://play.example.org/bastide",
            "https://play.example.org/?x",
            "https://me@play.example.org",
            "https://play..example.org",
            "https://play example.org",
            "https://play.example.org:99999",
            "https://play.example.org:0",
            "https://[nonsense]",
        ] {
            assert!(url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_host_must_be_one_that_was_given() {
        let public = Names::Public("https://play.example".parse().unwrap());
        let ok = |names: &Names, host: &str| names.check_host(&headers(&[("host", host)])).is_ok();
        assert!(ok(&public, "play.example") && ok(&public, "Play.Example:443"));
        assert!(!ok(&public, "evil.example") && !ok(&public, "10.0.0.1:7272"));
        for host in ["localhost:7272", "127.0.0.1:7272", "[::1]:7272", "a.localhost", "192.0.2.3"] {
            assert!(ok(&Names::Local, host), "{host}");
        }
        assert!(!ok(&Names::Local, "evil.example:7272") && !ok(&Names::Local, ""));
        assert!(ok(&Names::Any, "carcassonne.local:7272"));
    }

    #[test]
    fn the_origin_must_be_the_host_or_the_public_address() {
        let ok = |origin: &str, host: &str, names: &Names| {
            names.check_origin(&headers(&[("origin", origin), ("host", host)])).is_ok()
        };
        assert!(ok("http://localhost:7272", "localhost:7272", &Names::Any));
        assert!(!ok("http://evil.example", "localhost:7272", &Names::Any));
        assert!(!ok("null", "localhost:7272", &Names::Any));
        let public = Names::Public("https://play.example".parse().unwrap());
        assert!(ok("https://play.example", "play.example", &public));
        assert!(!ok("http://play.example", "play.example", &public));
        assert!(Names::Any.check_origin(&headers(&[("host", "localhost")])).is_err());
    }
}
