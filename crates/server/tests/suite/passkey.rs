//! Passkeys over real HTTP, with an authenticator made of keys alone: what is accepted, and everything that must not be. The
//! browser's own authenticator is in `web/e2e/passkeys.spec.ts`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::{Answer, Person, Server, wish};

fn text(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

enum Pair {
    Es256(EcdsaKeyPair),
    EdDsa(Ed25519KeyPair),
}

/// An authenticator with one passkey.
struct Authenticator {
    pair: Pair,
    id: Vec<u8>,
    handle: String,
    counter: u32,
    /// What it says, so that a test can have it lie.
    site: String,
    flags: u8,
}

impl Authenticator {
    fn new(id: u8, is_edwards: bool) -> Authenticator {
        let random = SystemRandom::new();
        let pair = if is_edwards {
            let document = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
            Pair::EdDsa(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap())
        } else {
            let kind = &ECDSA_P256_SHA256_ASN1_SIGNING;
            let document = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
            Pair::Es256(EcdsaKeyPair::from_pkcs8(kind, document.as_ref(), &random).unwrap())
        };
        let site = "localhost".to_owned();
        Authenticator { pair, id: vec![id; 20], handle: String::new(), counter: 1, site, flags: 1 }
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        [&Sha256::digest(&self.site)[..], &[self.flags | flags], &self.counter.to_be_bytes()].concat()
    }

    fn new_data(&self) -> Vec<u8> {
        let key = match &self.pair {
            Pair::Es256(pair) => {
                let point = pair.public_key().as_ref();
                let (x, y) = point[1..].split_at(32);
                [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], x, &[0x22, 0x58, 32], y].concat()
            }
            Pair::EdDsa(pair) => [&[0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32], pair.public_key().as_ref()].concat(),
        };
        [&self.data(0x40)[..], &[0; 16], &[0, self.id.len() as u8], &self.id, &key].concat()
    }

    fn sign(&self, data: &[u8], client_data: &str) -> Vec<u8> {
        let message = [data, &Sha256::digest(client_data)[..]].concat();
        match &self.pair {
            Pair::Es256(pair) => pair.sign(&SystemRandom::new(), &message).unwrap().as_ref().to_vec(),
            Pair::EdDsa(pair) => pair.sign(&message).as_ref().to_vec(),
        }
    }
}

/// A browser at `localhost`.
struct Browser {
    person: Person,
    origin: String,
}

impl Browser {
    async fn new(server: &Server) -> Browser {
        let person = server.person().await;
        let origin = format!("http://localhost:{}", server.address.port());
        Browser { person, origin }
    }

    async fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let host = self.origin.strip_prefix("http://").unwrap();
        self.person.request_at(host, method, path, Some(&self.origin), &body.to_string()).await
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> String {
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false }).to_string()
    }

    /// Makes a passkey.
    async fn keep(&self, authenticator: &mut Authenticator) -> Answer {
        let wish = self.ask("POST", "/api/v1/me/passkeys/wish", &json!({})).await.json();
        authenticator.handle = wish["handle"].as_str().unwrap().to_owned();
        assert_eq!(wish["site"], "localhost");
        let client_data = self.client_data("webauthn.create", &wish["challenge"]);
        self.register(authenticator, &client_data).await
    }

    async fn register(&self, authenticator: &Authenticator, client_data: &str) -> Answer {
        let body = json!({
            "handle": authenticator.handle, "client_data": text(client_data),
            "authenticator_data": text(authenticator.new_data()), "label": " My  key ",
        });
        self.ask("POST", "/api/v1/me/passkeys", &body).await
    }

    /// What is signed to come back: what the browser says, and the body of the request.
    async fn proof(&self, authenticator: &mut Authenticator) -> (String, Value) {
        let question = self.ask("POST", "/api/v1/passkeys/question", &json!({})).await.json();
        let client_data = self.client_data("webauthn.get", &question["challenge"]);
        let body = self.signed(authenticator, &client_data);
        (client_data, body)
    }

    fn signed(&self, authenticator: &mut Authenticator, client_data: &str) -> Value {
        authenticator.counter += 1;
        let data = authenticator.data(0);
        json!({
            "id": text(&authenticator.id), "handle": authenticator.handle, "client_data": text(client_data),
            "authenticator_data": text(&data), "signature": text(authenticator.sign(&data, client_data)),
        })
    }

    async fn enter(&self, body: &Value) -> Answer {
        self.ask("POST", "/api/v1/passkeys/enter", body).await
    }

    /// Asks for the reason of a refusal; nothing was handed out with it.
    async fn refused(&self, body: &Value) -> String {
        let answer = self.enter(body).await;
        assert!(answer.status == 403 && answer.header("set-cookie").is_none(), "{answer:?}");
        answer.json()["message"].as_str().unwrap().to_owned()
    }
}

fn cookie(answer: &Answer) -> String {
    assert_eq!(answer.status, 204, "{answer:?}");
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_lost_the_cookie_comes_back_with_a_passkey() {
    let server = Server::new("passkey").await;
    let anna = Browser::new(&server).await;
    let (game, _) = anna.person.create(&wish(&[json!("here"), json!({ "bot": "greedy" })], 6)).await;
    let mut keys = [Authenticator::new(1, false), Authenticator::new(2, true)];
    for key in &mut keys {
        let made = anna.keep(key).await;
        assert_eq!((made.status, &made.json()["label"]), (201, &json!("My key")));
    }
    for key in &mut keys {
        let stranger = Browser::new(&server).await;
        let (_, body) = stranger.proof(key).await;
        let back = Person { cookie: cookie(&stranger.enter(&body).await), ..stranger.person };
        assert_eq!(back.cookie, anna.person.cookie);
        assert_eq!(back.get(&format!("/api/v1/games/{game}")).await.json()["seats"][0]["yours"], true);
    }
    let list = anna.ask("GET", "/api/v1/me/passkeys", &json!(null)).await.json();
    assert_eq!((&list["hindrance"], list["passkeys"].as_array().unwrap().len()), (&json!(null), 2));
    // One that is removed, and all of who wants to be forgotten, open nothing.
    let one = format!("/api/v1/me/passkeys/{}", text(&keys[0].id));
    let stranger = Browser::new(&server).await;
    assert_eq!(stranger.ask("DELETE", &one, &json!(null)).await.json()["code"], "no-passkey", "it is somebody else's");
    assert_eq!(anna.ask("DELETE", &one, &json!(null)).await.status, 204);
    let (_, body) = stranger.proof(&mut keys[0]).await;
    assert!(stranger.refused(&body).await.contains("does not know"));
    assert_eq!(anna.ask("DELETE", "/api/v1/me", &json!(null)).await.status, 204);
    let (_, body) = stranger.proof(&mut keys[1]).await;
    assert!(stranger.refused(&body).await.contains("does not know"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_a_fresh_answer_of_the_right_passkey_opens_nothing() {
    let server = Server::new("hostile").await;
    let (anna, mallory) = (Browser::new(&server).await, Browser::new(&server).await);
    let (mut hers, mut other) = (Authenticator::new(1, false), Authenticator::new(2, false));
    assert_eq!(anna.keep(&mut hers).await.status, 201);
    assert_eq!(mallory.keep(&mut other).await.status, 201);

    // An answer that was overheard is worth nothing, neither here nor in another browser.
    let (_, body) = anna.proof(&mut hers).await;
    assert!(mallory.refused(&body).await.contains("took too long"), "it was asked of another browser");
    let (_, body) = anna.proof(&mut hers).await;
    cookie(&anna.enter(&body).await);
    assert!(anna.refused(&body).await.contains("took too long"));

    // Another page, another purpose, another site, nobody there.
    let question =
        async || mallory.ask("POST", "/api/v1/passkeys/question", &json!({})).await.json()["challenge"].clone();
    let wrong = |changed: Value, challenge: &Value| {
        let mut data: Value = serde_json::from_str(&mallory.client_data("webauthn.get", challenge)).unwrap();
        data.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        data.to_string()
    };
    for (changed, reason) in [
        (json!({ "origin": "http://localhost.evil.example" }), "another page"),
        (json!({ "origin": "https://localhost" }), "another page"),
        (json!({ "crossOrigin": true }), "another page"),
        (json!({ "type": "webauthn.create" }), "something else"),
        (json!({ "challenge": text([0; 32]) }), "took too long"),
        (json!({ "challenge": "AAAA" }), "not ours"),
    ] {
        let client_data = wrong(changed, &question().await);
        let body = mallory.signed(&mut hers, &client_data);
        let message = mallory.refused(&body).await;
        assert!(message.contains(reason), "{message}");
    }
    hers.site = "evil.example".to_owned();
    let (_, body) = mallory.proof(&mut hers).await;
    assert!(mallory.refused(&body).await.contains("another site"));
    (hers.site, hers.flags) = ("localhost".to_owned(), 0);
    let (_, body) = mallory.proof(&mut hers).await;
    assert!(mallory.refused(&body).await.contains("touched"));
    hers.flags = 1;

    // Her id with another key, her handle with another passkey, and a signature of something else.
    let (client_data, mut body) = mallory.proof(&mut other).await;
    body["id"] = json!(text(&hers.id));
    body["handle"] = json!(hers.handle);
    assert!(mallory.refused(&body).await.contains("signature"));
    let (_, mut body) = mallory.proof(&mut other).await;
    body["handle"] = json!(hers.handle);
    assert!(mallory.refused(&body).await.contains("handle"));
    let (_, mut body) = mallory.proof(&mut hers).await;
    body["signature"] = json!(text(hers.sign(&hers.data(0), &client_data)));
    assert!(mallory.refused(&body).await.contains("signature"));

    // A counter that stands still is a copy.
    let stranger = Browser::new(&server).await;
    let (_, body) = stranger.proof(&mut hers).await;
    cookie(&stranger.enter(&body).await);
    hers.counter -= 1;
    let (_, body) = stranger.proof(&mut hers).await;
    assert!(stranger.refused(&body).await.contains("copy"));

    // A challenge to come back does not make a passkey, a passkey is not made twice, and nobody takes over the id of another's.
    let challenge = mallory.ask("POST", "/api/v1/passkeys/question", &json!({})).await.json()["challenge"].clone();
    let mut third = Authenticator::new(3, false);
    third.handle = other.handle.clone();
    let client_data = mallory.client_data("webauthn.create", &challenge);
    assert_eq!(mallory.register(&third, &client_data).await.json()["code"], "bad-passkey");
    assert_eq!(mallory.register(&third, &client_data).await.json()["code"], "bad-passkey", "it was used up");
    assert_eq!(mallory.keep(&mut Authenticator::new(1, false)).await.json()["code"], "passkey-known");
    for number in 10..19 {
        assert_eq!(mallory.keep(&mut Authenticator::new(number, false)).await.status, 201);
    }
    let full = mallory.ask("POST", "/api/v1/me/passkeys/wish", &json!({})).await;
    assert_eq!((full.status, &full.json()["code"]), (409, &json!("passkeys-full")));

    // Under a number there are no passkeys, and that is said.
    let person = server.person().await;
    let list = person.get("/api/v1/me/passkeys").await.json();
    assert_eq!(list, json!({ "hindrance": "passkey-name", "passkeys": [] }));
    assert_eq!(person.post("/api/v1/passkeys/question", &json!({})).await.json()["code"], "passkey-name");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_come_along_to_the_person_of_a_passkey_and_old_passkeys_open_the_new_person() {
    let server = Server::new("passkey-merge").await;
    let (anna, phone) = (Browser::new(&server).await, Browser::new(&server).await);
    let (mut hers, mut old) = (Authenticator::new(1, false), Authenticator::new(2, false));
    assert_eq!(anna.keep(&mut hers).await.status, 201);
    assert_eq!(phone.keep(&mut old).await.status, 201);
    let (game, _) = phone.person.create(&wish(&[json!("here"), json!({ "bot": "greedy" })], 6)).await;
    let (_, body) = phone.proof(&mut hers).await;
    let refused = phone.enter(&body).await;
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("own-games")));
    let (_, mut body) = phone.proof(&mut hers).await;
    body["bring"] = json!(true);
    assert_eq!(cookie(&phone.enter(&body).await), anna.person.cookie);
    assert_eq!(anna.person.get(&format!("/api/v1/games/{game}")).await.json()["seats"][0]["yours"], true);
    // Both passkeys are hers and open her.
    let list = anna.ask("GET", "/api/v1/me/passkeys", &json!(null)).await.json();
    assert_eq!(list["passkeys"].as_array().unwrap().len(), 2);
    let stranger = Browser::new(&server).await;
    let (_, body) = stranger.proof(&mut old).await;
    assert_eq!(cookie(&stranger.enter(&body).await), anna.person.cookie);
}
