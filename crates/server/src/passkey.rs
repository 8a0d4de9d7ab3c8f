//! Coming back for good: a passkey (WebAuthn) opens somebody's secret again, without an address or a password.
//!
//! The server keeps hashes of secrets only. With a new passkey it seals the secret with a handle that the authenticator keeps
//! and hands out when it signs: who wants to come back needs the passkey, and a copy of the storage opens nothing.
//!
//! Attestation is not asked for: who makes a key of their own harms only themselves. So nothing of CBOR is read but the key.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::{Extension, Json};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bastide_table::identity::{Identity, hash};
use bastide_table::refused::Refused;
use bastide_table::text::{NAME, bytes, clean, hex};
use bastide_table::wire::{
    NewPasskey, PasskeyProof, PasskeyQuestion, PasskeyView, PasskeyWish, Passkeys, Problem, ProblemCode,
};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::device;
use crate::http::{Body, Outside, Peer, Shared};
use crate::identity::{self, random, sealed};
use crate::problem::Failed;
use crate::rooms::now;
use crate::store::people::{PASSKEYS, Passkey, Purpose};

/// A question to a passkey waits for so many seconds.
const LASTS: i64 = 300;
/// What secrets are sealed for here.
const SEALED: &str = "passkey";
/// The longest id of a passkey, as the standard has it.
const LONGEST_ID: usize = 1023;

/// The site that passkeys are bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Site {
    /// As browsers write where a page comes from.
    origin: String,
    /// Its name.
    name: String,
}

impl Site {
    /// The site as a request has found it.
    ///
    /// # Errors
    /// If browsers have no passkeys for it: it is a number, or is neither this computer nor reached by https.
    fn of(outside: &Outside, headers: &HeaderMap) -> Result<Site, Refused> {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let home = outside.home(host).ok_or_else(no_name)?.to_ascii_lowercase();
        let origin = home.trim_end_matches('/');
        let (scheme, host) = origin.split_once("://").ok_or_else(no_name)?;
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        let is_here = name == "localhost" || name.ends_with(".localhost");
        // Names end in letters, numbers do not; one of IPv6 is in brackets.
        let is_number = name.starts_with('[') || name.bytes().last().is_none_or(|last| last.is_ascii_digit());
        if is_number || !(is_here || outside.has_public_url()) {
            return Err(no_name());
        }
        if scheme != "https" && !is_here {
            return Err(Refused::conflict(
                ProblemCode::PasskeyHttps,
                "Passkeys need a server that is reached by https.",
            ));
        }
        Ok(Site { origin: origin.to_owned(), name: name.to_owned() })
    }
}

fn no_name() -> Refused {
    let why = "Passkeys are bound to a name, and this server has none. Its operator can give it one with --public-url; on the \
               computer where it runs it is called localhost.";
    Refused::conflict(ProblemCode::PasskeyName, why)
}

fn bad_passkey(what: &str) -> Refused {
    Refused::forbidden(ProblemCode::BadPasskey, format!("This passkey was not accepted: {what}. Try again."))
}

fn unknown() -> Refused {
    Refused::forbidden(ProblemCode::NoPasskey, "This server does not know this passkey any more.")
}

fn decoded(text: &str, what: &str) -> Result<Vec<u8>, Refused> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| bad_passkey(&format!("{what} is not base64url")))
}

/// What the browser has signed about the page.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(rename = "crossOrigin", default)]
    is_from_elsewhere: bool,
}

impl ClientData {
    /// Reads it and checks that it was made on our page, for this purpose; the challenge that it answers.
    fn challenge(bytes: &[u8], purpose: Purpose, site: &Site) -> Result<[u8; 32], Refused> {
        let data: ClientData = serde_json::from_slice(bytes).map_err(|_| bad_passkey("it says nothing of the page"))?;
        let kind = match purpose {
            Purpose::Make => "webauthn.create",
            Purpose::Enter => "webauthn.get",
        };
        if data.kind != kind {
            return Err(bad_passkey("it was asked for something else"));
        }
        if data.origin != site.origin || data.is_from_elsewhere {
            return Err(bad_passkey("it was used on another page"));
        }
        decoded(&data.challenge, "the challenge")?.try_into().map_err(|_| bad_passkey("the challenge is not ours"))
    }
}

/// What the authenticator has signed.
struct Signed<'a> {
    counter: u32,
    /// The id and the public key, if it is a new one.
    new: Option<(&'a [u8], &'a [u8])>,
}

impl Signed<'_> {
    /// Somebody was there.
    const PRESENT: u8 = 1;
    /// A key follows.
    const KEY: u8 = 1 << 6;
    /// Extensions follow the key.
    const MORE: u8 = 1 << 7;

    /// Reads it and checks that it was made for this site, with somebody there.
    fn read<'a>(bytes: &'a [u8], site: &Site) -> Result<Signed<'a>, Refused> {
        let short = || bad_passkey("its data is cut off");
        let (head, rest) = bytes.split_at_checked(37).ok_or_else(short)?;
        if head[..32] != Sha256::digest(&site.name)[..] {
            return Err(bad_passkey("it is for another site"));
        }
        let flags = head[32];
        if flags & Self::PRESENT == 0 {
            return Err(bad_passkey("nobody has touched it"));
        }
        let counter = u32::from_be_bytes([head[33], head[34], head[35], head[36]]);
        if flags & Self::KEY == 0 {
            return Ok(Signed { counter, new: None });
        }
        let (about, rest) = rest.split_at_checked(18).ok_or_else(short)?;
        let length = usize::from(u16::from_be_bytes([about[16], about[17]]));
        let (id, rest) = rest.split_at_checked(length).ok_or_else(short)?;
        let mut key = Cose(rest);
        key.read().ok_or_else(|| bad_passkey("its kind is not known here"))?;
        let (key, after) = rest.split_at(rest.len() - key.0.len());
        if id.is_empty() || id.len() > LONGEST_ID || (flags & Self::MORE == 0 && !after.is_empty()) {
            return Err(bad_passkey("its data is not as it should be"));
        }
        Ok(Signed { counter, new: Some((id, key)) })
    }
}

/// A public key.
#[derive(PartialEq, Eq, Debug)]
enum PublicKey<'a> {
    Es256([u8; 65]),
    EdDsa(&'a [u8]),
    Rs256 { n: &'a [u8], e: &'a [u8] },
}

impl PublicKey<'_> {
    fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let done = match self {
            PublicKey::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature)
            }
            PublicKey::EdDsa(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature),
            PublicKey::Rs256 { n, e } => {
                RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        };
        done.is_ok()
    }
}

/// A key as COSE writes it in CBOR: a map of numbers to numbers and bytes. What is left of the bytes.
struct Cose<'a>(&'a [u8]);

impl<'a> Cose<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The kind of the next item, and its number.
    fn head(&mut self) -> Option<(u8, usize)> {
        let first = self.take(1)?[0];
        let number = match first & 31 {
            small @ 0..=23 => usize::from(small),
            24 => usize::from(self.take(1)?[0]),
            25 => usize::from(u16::from_be_bytes(self.take(2)?.try_into().ok()?)),
            _ => return None,
        };
        Some((first >> 5, number))
    }

    fn number(&mut self) -> Option<i32> {
        match self.head()? {
            (0, number) => i32::try_from(number).ok(),
            (1, number) => i32::try_from(number).ok().map(|number| -1 - number),
            _ => None,
        }
    }

    /// The key, if it is of a kind that is known.
    fn read(&mut self) -> Option<PublicKey<'a>> {
        let (5, pairs @ 1..=8) = self.head()? else { return None };
        let (mut kind, mut algorithm, mut curve) = (None, None, None);
        // Of the parameters -1 to -3 those that are bytes.
        let mut parameters: [Option<&[u8]>; 3] = [None; 3];
        for _ in 0..pairs {
            let name = self.number()?;
            let is_bytes = self.0.first()? >> 5 == 2;
            if is_bytes {
                let (_, length) = self.head()?;
                let value = self.take(length)?;
                if let Some(place) = usize::try_from(-1 - name).ok().and_then(|place| parameters.get_mut(place)) {
                    *place = Some(value);
                }
                continue;
            }
            let value = self.number()?;
            match name {
                1 => kind = Some(value),
                3 => algorithm = Some(value),
                -1 => curve = Some(value),
                _ => {}
            }
        }
        match (kind?, algorithm?, curve, parameters) {
            (2, -7, Some(1), [None, Some(x), Some(y)]) if x.len() == 32 && y.len() == 32 => {
                let mut point = [4; 65];
                point[1..33].copy_from_slice(x);
                point[33..].copy_from_slice(y);
                Some(PublicKey::Es256(point))
            }
            (1, -8, Some(6), [None, Some(key), None]) if key.len() == 32 => Some(PublicKey::EdDsa(key)),
            (3, -257, None, [Some(n), Some(e), None]) => Some(PublicKey::Rs256 { n, e }),
            _ => None,
        }
    }
}

fn view(passkey: &Passkey) -> PasskeyView {
    let Passkey { id, label, created, used, .. } = passkey;
    PasskeyView { id: URL_SAFE_NO_PAD.encode(id), label: label.clone(), created: *created, used: *used }
}

#[utoipa::path(get, path = "/api/v1/me/passkeys", responses((status = 200, body = Passkeys), (status = 403, body = Problem)))]
pub(crate) async fn list(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Result<Json<Passkeys>, Failed> {
    let who = identity::required(&headers)?;
    let hindrance = Site::of(&shared.outside, &headers).err().map(|refused| refused.code);
    let passkeys = shared.rooms.store.passkeys(who).await?.iter().map(view).collect();
    Ok(Json(Passkeys { hindrance, passkeys }))
}

#[utoipa::path(post, path = "/api/v1/me/passkeys/wish", responses((status = 200, description = "What a new passkey is made with, within five minutes", body = PasskeyWish), (status = 403, body = Problem), (status = 409, description = "There can be none here, or no more", body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn wish(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
) -> Result<Json<PasskeyWish>, Failed> {
    let who = identity::required(&headers)?;
    let site = Site::of(&shared.outside, &headers)?;
    shared.take_passkey(peer, &headers)?;
    let store = &shared.rooms.store;
    let known = store.passkeys(who).await?;
    if known.len() >= PASSKEYS as usize {
        let why = format!("You have {PASSKEYS} passkeys. Remove one that you do not need.");
        return Err(Refused::conflict(ProblemCode::PasskeysFull, why).into());
    }
    let challenge = random()?;
    store.keep_challenge(challenge, Purpose::Make, who, now() + LASTS).await?;
    Ok(Json(PasskeyWish {
        challenge: URL_SAFE_NO_PAD.encode(challenge),
        site: site.name,
        handle: URL_SAFE_NO_PAD.encode(random::<32>()?),
        name: store.name(who).await?.unwrap_or_else(|| "Bastide".to_owned()),
        known: known.iter().map(|passkey| URL_SAFE_NO_PAD.encode(&passkey.id)).collect(),
        seconds: LASTS as u32,
    }))
}

#[utoipa::path(post, path = "/api/v1/me/passkeys", request_body = NewPasskey, responses((status = 201, description = "The passkey opens this identity again", body = PasskeyView), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn make(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Body(new): Body<NewPasskey>,
) -> Result<(StatusCode, Json<PasskeyView>), Failed> {
    let who = identity::required(&headers)?;
    let site = Site::of(&shared.outside, &headers)?;
    let store = &shared.rooms.store;
    let client_data = decoded(&new.client_data, "what it says of the page")?;
    let challenge = ClientData::challenge(&client_data, Purpose::Make, &site)?;
    if !store.take_challenge(challenge, Purpose::Make, who, now()).await? {
        return Err(bad_passkey("that took too long, or was done already").into());
    }
    let data = decoded(&new.authenticator_data, "its data")?;
    let signed = Signed::read(&data, &site)?;
    let (id, key) = signed.new.ok_or_else(|| bad_passkey("it has no key"))?;
    let secret = identity::secret(&headers).and_then(bytes).ok_or_else(unknown)?;
    if decoded(&new.handle, "its handle")?.len() != 32 {
        return Err(bad_passkey("its handle is not ours").into());
    }
    let passkey = Passkey {
        id: id.to_owned(),
        who,
        key: key.to_owned(),
        sealed: sealed(secret, SEALED, &new.handle),
        counter: signed.counter,
        label: clean(&new.label, 2 * NAME).unwrap_or_else(|| "Passkey".to_owned()),
        created: now(),
        used: now(),
    };
    let shown = view(&passkey);
    if !store.add_passkey(passkey).await? {
        return Err(Refused::conflict(
            ProblemCode::PasskeyKnown,
            "This passkey is known already, or you have too many.",
        )
        .into());
    }
    Ok((StatusCode::CREATED, Json(shown)))
}

#[utoipa::path(delete, path = "/api/v1/me/passkeys/{id}", params(("id" = String, Path)), responses((status = 204, description = "The passkey opens nothing any more"), (status = 403, body = Problem)))]
pub(crate) async fn remove(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, Failed> {
    let who = identity::required(&headers)?;
    if !shared.rooms.store.remove_passkey(who, decoded(&id, "its id")?).await? {
        return Err(unknown().into());
    }
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/passkeys/question", responses((status = 200, description = "What a passkey is asked with, within five minutes", body = PasskeyQuestion), (status = 403, body = Problem), (status = 409, description = "There can be none here", body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn question(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Extension(peer): Extension<Peer>,
) -> Result<Json<PasskeyQuestion>, Failed> {
    let who = identity::required(&headers)?;
    let site = Site::of(&shared.outside, &headers)?;
    shared.take_code(peer, &headers)?;
    let challenge = random()?;
    shared.rooms.store.keep_challenge(challenge, Purpose::Enter, who, now() + LASTS).await?;
    let challenge = URL_SAFE_NO_PAD.encode(challenge);
    Ok(Json(PasskeyQuestion { challenge, site: site.name, seconds: LASTS as u32 }))
}

#[utoipa::path(post, path = "/api/v1/passkeys/enter", request_body = PasskeyProof, responses((status = 204, description = "This browser is the person whose passkey it is"), (status = 403, body = Problem), (status = 409, description = "It has games of its own and does not bring them", body = Problem)))]
pub(crate) async fn enter(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Body(proof): Body<PasskeyProof>,
) -> Result<Response, Failed> {
    let browser = identity::required(&headers)?;
    let site = Site::of(&shared.outside, &headers)?;
    let secret = prove(&shared, browser, &site, &proof).await?;
    device::turn_into(&shared, &headers, secret, proof.bring).await
}

/// Checks the answer of a passkey; the secret that it opens.
async fn prove(shared: &Shared, browser: Identity, site: &Site, proof: &PasskeyProof) -> Result<String, Failed> {
    let store = &shared.rooms.store;
    let client_data = decoded(&proof.client_data, "what it says of the page")?;
    let challenge = ClientData::challenge(&client_data, Purpose::Enter, site)?;
    if !store.take_challenge(challenge, Purpose::Enter, browser, now()).await? {
        return Err(bad_passkey("that took too long, or was done already").into());
    }
    let id = decoded(&proof.id, "its id")?;
    let passkey = store.passkey(id.clone()).await?.ok_or_else(unknown)?;
    let data = decoded(&proof.authenticator_data, "its data")?;
    let signed = Signed::read(&data, site)?;
    let signature = decoded(&proof.signature, "its signature")?;
    let message = [&data[..], &Sha256::digest(&client_data)[..]].concat();
    let key = Cose(&passkey.key).read();
    if !key.is_some_and(|key| key.has_signed(&message, &signature)) {
        return Err(bad_passkey("its signature is wrong").into());
    }
    let secret = shared.rooms.present(hex(&sealed(passkey.sealed, SEALED, &proof.handle))).await?;
    if Identity(hash(&secret)) != passkey.who {
        return Err(bad_passkey("its handle is not ours").into());
    }
    if !store.use_passkey(id, signed.counter, now()).await? {
        return Err(bad_passkey("there seems to be a copy of it").into());
    }
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Names;

    fn site(names: Names, host: &str) -> Result<Site, ProblemCode> {
        let is_https = names.are_https();
        let outside = Outside { names, is_https, behind_proxy: false, shows_metrics: false, logs_access: false };
        let headers = [(HOST, host.parse().unwrap())].into_iter().collect();
        Site::of(&outside, &headers).map_err(|refused| refused.code)
    }

    #[test]
    fn passkeys_are_for_sites_with_a_name_and_https_or_for_this_computer() {
        let public = |url: &str, host: &str| site(Names::Public(url.parse().unwrap()), host);
        let of = |origin: &str, name: &str| Ok(Site { origin: origin.to_owned(), name: name.to_owned() });
        let play = "https://play.example.org:8443";
        assert_eq!(public(play, "play.example.org:8443"), of(play, "play.example.org"));
        assert_eq!(public("http://play.example.org", "play.example.org"), Err(ProblemCode::PasskeyHttps));
        for number in ["https://192.0.2.7", "https://[2001:db8::1]:8443"] {
            assert_eq!(public(number, "x"), Err(ProblemCode::PasskeyName));
        }
        for names in [Names::Local, Names::Any] {
            assert_eq!(site(names.clone(), "localhost:7272"), of("http://localhost:7272", "localhost"));
            assert_eq!(site(names.clone(), "127.0.0.1:7272"), Err(ProblemCode::PasskeyName));
            assert_eq!(site(names, "bastide.lan:7272"), Err(ProblemCode::PasskeyName));
        }
    }

    /// A map of COSE: numbers, and bytes.
    fn cose(numbers: &[(i8, i16)], parts: &[(i8, &[u8])]) -> Vec<u8> {
        let head = |kind: u8, number: usize| match number {
            0..24 => vec![kind << 5 | number as u8],
            24..256 => vec![kind << 5 | 24, number as u8],
            _ => vec![kind << 5 | 25, (number >> 8) as u8, number as u8],
        };
        let number = |value: i16| {
            if value < 0 { head(1, usize::from((-1 - value) as u16)) } else { head(0, value as usize) }
        };
        let mut bytes = head(5, numbers.len() + parts.len());
        for &(name, value) in numbers {
            bytes.extend([number(name.into()), number(value)].concat());
        }
        for &(name, value) in parts {
            bytes.extend([&number(name.into())[..], &head(2, value.len()), value].concat());
        }
        bytes
    }

    fn digits(text: &str) -> Vec<u8> {
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
    }

    #[test]
    fn keys_of_three_kinds_are_read_and_no_others() {
        let (x, y) = ([1; 32], [2; 32]);
        let whole = cose(&[(1, 2), (3, -7), (-1, 1)], &[(-2, &x), (-3, &y)]);
        let Some(PublicKey::Es256(point)) = Cose(&whole).read() else { panic!() };
        assert_eq!((point[0], &point[1..33], &point[33..]), (4, &x[..], &y[..]));
        assert_eq!(Cose(&cose(&[(1, 1), (3, -8), (-1, 6)], &[(-2, &x)])).read(), Some(PublicKey::EdDsa(&x)));
        for bad in [
            cose(&[(1, 2), (3, -7), (-1, 2)], &[(-2, &x), (-3, &y)]),
            cose(&[(1, 2), (3, -47), (-1, 1)], &[(-2, &x), (-3, &y)]),
            cose(&[(1, 2), (3, -7), (-1, 1)], &[(-2, &x), (-3, &y[..31])]),
            cose(&[(1, 2), (3, -7), (-1, 1)], &[(-2, &x)]),
            cose(&[(1, 1), (3, -8), (-1, 6)], &[(-2, &x), (-3, &y)]),
            vec![0xbf, 0x01, 0x02, 0xff],
            vec![0xba, 0xff, 0xff, 0xff, 0xff],
            Vec::new(),
        ] {
            assert_eq!(Cose(&bad).read(), None, "{bad:?}");
        }
        // Whatever is cut off, nothing is read and nothing breaks.
        assert!((0..whole.len()).all(|length| Cose(&whole[..length]).read().is_none()));
    }

    #[test]
    fn a_signature_of_rsa_is_checked() {
        // Made with OpenSSL.
        let n = "ec8f5c508a76c82e78925d49f51c3e0e3db8172e05a17bcd2414b523374c7ed00678ea68f5c1f1da3910aa8ba5842253a6ab076b12b529353ae264b2b2c950323107a4fb1ab8d3c6f400f3a22daefe9a32f45bb22738cb67adc3d6c7c3a4beaf4334e6444042b2c2ad6ce0c30578fc3f2c554c966e17094818c9d91936191f22b435ad4837d39707f05c989398b1ded0ea1168078bdf7fa270d718bdc85d3fd8aa1ad4ff6606d714e91f8302ce5b1cfd17269f9a37502b014db472fd0bdd6a49f004b8373e4982b9d02b53d545457159954f4487d8a73d224913a9cbcde6f82812cfc9cfc190b546379f9e6271d2a9ff2a1bbe895b5e4a2c1176423992bc3ed1";
        let mut signature = digits(
            "37468224707c00ce799511f49551cc878c9d2a7eb5bb9d5ec4fa20611ee91c9bd71dc4eacf3bf7974cdb00645ddcadef0030bdf6e48671803cee92868d0c50a6bdf5a214e4f630f4f8f9ae533cc2d2fb83fc8d5bae59b51b88314ded08dca5df3f13fa86fd17316d3ae21c50950f5e8f119f0982767bbd50910d43b54e5114f5ddf82833cb7d5812c60e37662d61c5b17440bdff7723b0044d726453105c47fd0a79bb5ff04ced61ad032c1f25289e918ed81354e181652627f0c26b5fa04bf032d701a1835ca4a9420c2e4824e2fb4f3f0ba8f8088132d438289453ae079409fec066c57883ff705992c458858eea4fbf7ef6085e7fa627f31b35dea6f79ba1",
        );
        let (n, e) = (digits(n), [1, 0, 1]);
        let bytes = cose(&[(1, 3), (3, -257)], &[(-1, &n), (-2, &e)]);
        let key = Cose(&bytes).read().unwrap();
        assert!(key.has_signed(b"bastide", &signature) && !key.has_signed(b"Bastide", &signature));
        signature[9] ^= 1;
        assert!(!key.has_signed(b"bastide", &signature));
    }

    #[test]
    fn what_an_authenticator_says_is_for_this_site_with_somebody_there() {
        let site = Site { origin: "http://localhost".to_owned(), name: "localhost".to_owned() };
        let data =
            |name: &str, flags: u8, rest: &[u8]| [&Sha256::digest(name)[..], &[flags, 0, 0, 1, 2], rest].concat();
        let read =
            |bytes: &[u8]| Signed::read(bytes, &site).map(|signed| signed.counter).map_err(|error| error.message);
        assert_eq!(read(&data("localhost", 1, &[])), Ok(258));
        assert!(read(&data("example.org", 1, &[])).unwrap_err().contains("another site"));
        assert!(read(&data("localhost", 4, &[])).unwrap_err().contains("touched"));
        let key = cose(&[(1, 1), (3, -8), (-1, 6)], &[(-2, &[7; 32])]);
        let new = [&[0; 16][..], &[0, 2, 8, 9], &key].concat();
        let whole = data("localhost", 0x41, &new);
        let signed = Signed::read(&whole, &site).unwrap();
        assert_eq!(signed.new, Some((&[8, 9][..], &key[..])));
        assert!((0..whole.len()).all(|length| Signed::read(&whole[..length], &site).is_err()));
        assert!(Signed::read(&[&whole[..], &[0]].concat(), &site).is_err(), "more than there should be");
        let extended = data("localhost", 0xc1, &[&new[..], &[0xa0]].concat());
        assert_eq!(Signed::read(&extended, &site).unwrap().new.unwrap().1, key);
    }
}
