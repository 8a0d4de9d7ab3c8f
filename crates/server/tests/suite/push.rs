//! Calls of people who are away, up to a push service on this computer: who is called and who is not, what the service sees, and
//! what the browser can read. `web/e2e/push.spec.ts` opens the message by another path, and shows it in a real browser.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bastide_server::{Config, PushSettings, make_push_keys, start};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::common::{DEADLINE, Folder, Person, Server, config, is_asked, wide, wish};

/// What a push service was sent.
pub struct Pushed {
    pub head: String,
    body: Vec<u8>,
}

impl Pushed {
    pub fn header(&self, name: &str) -> &str {
        let line =
            self.head.lines().find_map(|line| line.split_once(": ").filter(|(key, _)| key.eq_ignore_ascii_case(name)));
        line.unwrap_or_else(|| panic!("{name} in {}", self.head)).1
    }
}

/// A push service on this computer.
pub struct Service {
    pub origin: String,
    pushed: mpsc::Receiver<Pushed>,
    status: Arc<AtomicU16>,
}

impl Service {
    pub async fn new() -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (sender, pushed) = mpsc::channel(100);
        let status = Arc::new(AtomicU16::new(201));
        let answer = Arc::clone(&status);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut bytes = Vec::new();
                let (head, length) = loop {
                    stream.read_buf(&mut bytes).await.unwrap();
                    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
                    let head = String::from_utf8(bytes.drain(..end + 4).take(end).collect()).unwrap();
                    let lower = head.to_lowercase();
                    let length =
                        lower.split_once("content-length: ").unwrap().1.lines().next().unwrap().parse().unwrap();
                    break (head, length);
                };
                while bytes.len() < length {
                    stream.read_buf(&mut bytes).await.unwrap();
                }
                let status = answer.load(Ordering::Relaxed);
                let told = format!("HTTP/1.1 {status} Told\r\nContent-Length: 0\r\n\r\n");
                stream.write_all(told.as_bytes()).await.unwrap();
                sender.send(Pushed { head, body: bytes }).await.unwrap();
            }
        });
        Service { origin, pushed, status }
    }

    pub async fn next(&mut self) -> Pushed {
        timeout(DEADLINE, self.pushed.recv()).await.expect("a call in time").unwrap()
    }

    /// No call has come that was not looked at.
    fn is_left_alone(&self) -> bool {
        self.pushed.is_empty()
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// A browser's end of a subscription. Its key opens one message.
pub struct Subscribed {
    key: Mutex<Option<EphemeralPrivateKey>>,
    public: Vec<u8>,
}

const AUTH: [u8; 16] = [9; 16];

impl Subscribed {
    pub fn new() -> Subscribed {
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = key.compute_public_key().unwrap().as_ref().to_vec();
        Subscribed { key: Mutex::new(Some(key)), public }
    }

    pub fn wish(&self, endpoint: &str, language: &str) -> Value {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({ "endpoint": endpoint, "key": text(&self.public), "auth": text(&AUTH), "language": language })
    }

    /// What only this browser can read.
    fn open(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!((size, rest[0]), (&4096u32.to_be_bytes()[..], 65));
        let (server, record) = rest[1..].split_at(65);
        let derive = |salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize| {
            let mut bytes = vec![0; length];
            Salt::new(HKDF_SHA256, salt)
                .extract(secret)
                .expand(info, Length(length))
                .unwrap()
                .fill(&mut bytes)
                .unwrap();
            bytes
        };
        let key = self.key.lock().unwrap().take().unwrap();
        let info: [&[u8]; 3] = [b"WebPush: info\0", &self.public, server];
        let there = agreement::UnparsedPublicKey::new(&ECDH_P256, server);
        let secret = agree_ephemeral(key, &there, |shared| derive(&AUTH, shared, &info, 32)).unwrap();
        let key = derive(salt, &secret, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = derive(salt, &secret, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut record = record.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce.try_into().unwrap());
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        assert_eq!(text.last(), Some(&2));
        serde_json::from_slice(&text[..text.len() - 1]).unwrap()
    }
}

async fn server(name: &str) -> (Server, String) {
    patient_server(name, Duration::from_millis(50)).await
}

/// A server that waits so long for who is away before it calls them.
async fn patient_server(name: &str, patience: Duration) -> (Server, String) {
    let folder = Folder::new(name);
    let keys = folder.0.join("push.pem");
    let public = make_push_keys(&keys).unwrap();
    let push = Some(PushSettings { keys, to_loopback: true, patience });
    let running = start(Config { push, ..config(&folder, wide()) }).await.unwrap();
    (Server { address: running.address(), running, folder }, public)
}

/// Borys has played, and it is Anna's turn.
pub async fn borys_plays(borys: &Person, game: &str) {
    let mut socket = borys.socket(game).await;
    let view = socket.view_when(is_asked).await;
    socket.play_turn(view).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_called_once_for_a_turn_and_who_is_there_is_not() {
    let (server, public) = server("push").await;
    let mut service = Service::new().await;
    let (anna, borys) = (server.person().await, server.person().await);
    assert_eq!(anna.get("/api/v1/push").await.json()["key"], json!(public));
    let there = service.origin.clone();
    let at = |path: &str| format!("{there}/{path}");
    let (one, two) = (Subscribed::new(), Subscribed::new());
    assert_eq!(anna.post("/api/v1/me/push", &one.wish(&at("one?x=1"), "uk")).await.status, 204);
    let mut game = wish(&[json!("elsewhere"), json!("here")], 12);
    game["seats"][1]["name"] = json!("Борис");
    let (game, links) = borys.create(&game).await;
    assert_eq!(anna.take(&links[0], "Anna").await.status, 204);
    // It is her turn from the beginning.
    let call = service.next().await;
    assert!(call.head.starts_with("POST /one?x=1 HTTP/1.1"), "{}", call.head);
    assert_eq!((call.header("ttl"), call.header("urgency"), call.header("topic")), ("86400", "normal", game.as_str()));
    assert_eq!(call.header("content-encoding"), "aes128gcm");
    let told = one.open(&call.body);
    assert_eq!(told, json!({ "kind": "turn", "game": game, "names": ["Anna", "Борис"], "language": "uk" }));
    // The service sees who calls, and nothing else.
    let (token, key) = call.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, public);
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(key));
    key.verify(signed.as_bytes(), &decoded(signature)).unwrap();
    let claims: Value = serde_json::from_slice(&decoded(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], json!(service.origin));
    assert!(!String::from_utf8_lossy(&call.body).contains(&game));

    // She plays and stays: nobody calls her when Borys has played. Then she leaves, with a second browser.
    let mut hers = anna.socket(&game).await;
    let view = hers.view_when(is_asked).await;
    hers.play_turn(view).await;
    borys_plays(&borys, &game).await;
    let view = hers.view_when(is_asked).await;
    assert_eq!(anna.post("/api/v1/me/push", &two.wish(&at("two"), "en")).await.status, 204);
    assert_eq!(anna.post("/api/v1/me/push/end", &json!({ "endpoint": at("one?x=1") })).await.status, 204);
    hers.play_turn(view).await;
    drop(hers);
    borys_plays(&borys, &game).await;
    let call = service.next().await;
    assert!(call.head.starts_with("POST /two "), "not while she was there: {}", call.head);
    assert_eq!(two.open(&call.body)["language"], "en");

    // A service that knows nobody there is not asked again, and neither is who wants to be forgotten.
    service.status.store(410, Ordering::Relaxed);
    let play = async || {
        let mut hers = anna.socket(&game).await;
        let view = hers.view_when(is_asked).await;
        hers.play_turn(view).await;
        drop(hers);
        borys_plays(&borys, &game).await;
    };
    play().await;
    service.next().await;
    let store = &server.running.rooms().store;
    let who = store.load(&game).await.unwrap().unwrap().seats[0].owner.unwrap();
    let end = std::time::Instant::now() + DEADLINE;
    while !store.subscriptions(who).await.unwrap().is_empty() {
        assert!(std::time::Instant::now() < end, "it is kept");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(anna.post("/api/v1/me/push", &Subscribed::new().wish(&at("three"), "ru")).await.status, 204);
    let origin = format!("http://{}", anna.address);
    assert_eq!(anna.request("DELETE", "/api/v1/me", Some(&origin), "").await.status, 204);
    assert!(store.subscriptions(who).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_would_have_been_called_in_a_moment_is_called_when_the_server_stops() {
    let (server, _) = patient_server("push-stop", Duration::from_secs(3600)).await;
    let mut service = Service::new().await;
    let (anna, borys) = (server.person().await, server.person().await);
    let hers = Subscribed::new();
    assert_eq!(anna.post("/api/v1/me/push", &hers.wish(&format!("{}/anna", service.origin), "ru")).await.status, 204);
    let his = Subscribed::new();
    assert_eq!(borys.post("/api/v1/me/push", &his.wish(&format!("{}/borys", service.origin), "en")).await.status, 204);
    let (game, links) = borys.create(&wish(&[json!("elsewhere"), json!("here")], 12)).await;
    assert_eq!(anna.take(&links[0], "Anna").await.status, 204);
    // She plays and leaves, he plays: it is her turn, and she is away.
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    socket.play_turn(view).await;
    drop(socket);
    borys_plays(&borys, &game).await;
    assert!(service.is_left_alone(), "nobody is called yet");
    server.running.stop().await;
    let call = service.next().await;
    assert!(call.head.starts_with("POST /anna "), "{}", call.head);
    assert_eq!(hers.open(&call.body)["game"], json!(game));
    assert!(service.is_left_alone(), "he is not called, and she is called once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_service_that_hangs_keeps_nobody_from_playing_and_odd_subscriptions_are_refused() {
    let (server, _) = server("push-odd").await;
    let (anna, borys) = (server.person().await, server.person().await);
    // It takes connections and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/x", silent.local_addr().unwrap());
    let good = Subscribed::new();
    assert_eq!(anna.post("/api/v1/me/push", &good.wish(&endpoint, "en")).await.status, 204);
    let (game, links) = borys.create(&wish(&[json!("elsewhere"), json!("here")], 8)).await;
    assert_eq!(anna.take(&links[0], "Anna").await.status, 204);
    let _held = timeout(DEADLINE, silent.accept()).await.expect("she is called").unwrap();
    let begun = std::time::Instant::now();
    let (mut one, mut two) = (anna.socket(&game).await, borys.socket(&game).await);
    let view = one.view_when(is_asked).await;
    one.play_turn(view).await;
    let view = two.view_when(is_asked).await;
    two.play_turn(view).await;
    assert!(begun.elapsed() < Duration::from_secs(8), "the game has waited for a push service");

    let mut odd = Vec::new();
    for endpoint in ["http://10.0.0.1/x", "http://192.168.0.1:8080/", "https://[fd00::1]/x", "file:///etc/passwd", ""] {
        odd.push(good.wish(endpoint, "en"));
    }
    odd.push(good.wish(&endpoint, "xx"));
    let mut short = good.wish(&endpoint, "en");
    short["key"] = json!("AAAA");
    odd.push(short);
    let mut open = good.wish(&endpoint, "en");
    open["auth"] = json!("");
    odd.push(open);
    for wish in odd {
        let answer = anna.post("/api/v1/me/push", &wish).await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("bad-push")), "{wish}");
    }
    // Without keys nobody is called, and that is said.
    let silent = Server::new("push-none").await;
    let person = silent.person().await;
    assert_eq!(person.get("/api/v1/push").await.json()["code"], "no-push");
    assert_eq!(person.post("/api/v1/me/push", &good.wish(&endpoint, "en")).await.status, 404);
}
