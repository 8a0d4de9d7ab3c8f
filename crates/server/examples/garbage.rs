//! Garbage on sockets and HTTP for a while, for `make garbage`: nothing of it may stop the server or
//! make it grow. Bounded in time and in connections.
//!
//! ```text
//! cargo run --release --package bastide-server --example garbage -- --seconds 600
//! ```
//!
//! `abuse` is another mode: strangers at several loopback addresses try to keep honest players from playing, against a
//! server with the limits that every server has. It fails if honest players cannot create, join or watch, or wait too long.
//!
//! ```text
//! cargo run --release --package bastide-server --example garbage -- abuse --seconds 120
//! ```
//!
//! The server runs as a process of its own, so that its memory can be read. It fails if the server
//! has ended, has panicked, does not answer, or has grown by more than a tenth after two fifths of the time (when
//! the chat of the one game is full).

#![allow(clippy::print_stdout, reason = "the report is the purpose")]

#[path = "garbage/abuse.rs"]
mod abuse;
#[path = "../tests/suite/common/mod.rs"]
mod common;

use std::io::Read;
use std::net::SocketAddr;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bastide_server::{Limits, start};
use common::{Folder, Person, memory, spawn_self, wish};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Tasks of each kind that send garbage at the same time.
const TASKS: u64 = 3;

type Failed = Box<dyn std::error::Error>;

fn main() -> Result<(), Failed> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if words.first().is_some_and(|word| word == "serve") {
        return runtime.block_on(serve(&words[1]));
    }
    let is_abuse = words.iter().any(|word| word == "abuse");
    let place = words.iter().rposition(|word| word == "--seconds");
    let seconds = place.and_then(|place| words.get(place + 1)?.parse().ok()).unwrap_or(60u64).clamp(1, 3600);
    let folder = Folder::new(if is_abuse { abuse::FOLDER } else { "garbage" });
    let (mut server, address) = spawn_self(&folder, &[], Stdio::piped())?;
    let time = Duration::from_secs(seconds);
    let report = if is_abuse {
        runtime.block_on(abuse::attack(address, &server, time))
    } else {
        runtime.block_on(attack(address, &mut server, time))
    };
    server.kill()?;
    server.wait()?;
    let mut said = String::new();
    server.stderr.take().ok_or("no errors")?.read_to_string(&mut said)?;
    let panics = said.lines().filter(|line| line.contains("panicked")).count();
    println!("panics: {panics}");
    report?;
    if panics > 0 {
        return Err(said.into());
    }
    Ok(())
}

/// The server of this run, with the usual limits but for rates, so that more gets through.
async fn serve(folder: &str) -> Result<(), Failed> {
    let fast =
        Limits { requests: (1e9, 1e9), creations: (1e9, 1e9), creations_of_address: (1e9, 1e9), ..Limits::default() };
    // Abuse is a matter of the usual limits.
    let limits = if folder.contains(abuse::FOLDER) { Limits::default() } else { fast };
    let running = start(common::config_of(folder.into(), limits)).await?;
    println!("{}", running.address());
    std::future::pending().await
}

/// What was sent.
#[derive(Default)]
struct Sent {
    requests: AtomicU64,
    frames: AtomicU64,
    sockets: AtomicU64,
}

async fn attack(address: SocketAddr, server: &mut Child, time: Duration) -> Result<(), Failed> {
    let begun = Instant::now();
    let person = Person::new(address).await;
    let (game, links) =
        person.create(&wish(&[json!("here"), json!({ "bot": "greedy" }), json!("elsewhere")], 60)).await;
    let target = Arc::new(Target { person, game, link: links[0].clone(), sent: Sent::default(), end: begun + time });
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..TASKS {
        tasks.spawn(requests(Arc::clone(&target), Dice(0x9e37_79b9 + number)));
        tasks.spawn(sockets(Arc::clone(&target), Dice(0xc2b2_ae35 + number)));
    }
    let mut measured = vec![memory(server)];
    for _ in 0..10 {
        tokio::time::sleep(time / 10).await;
        measured.push(memory(server));
    }
    while let Some(done) = tasks.join_next().await {
        done?;
    }
    let sent = &target.sent;
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    println!(
        "{} requests, {} sockets, {} frames in {:.0} s",
        count(&sent.requests),
        count(&sent.sockets),
        count(&sent.frames),
        begun.elapsed().as_secs_f64()
    );
    println!("memory of the server in kB, from before to after: {measured:?}");
    if server.try_wait()?.is_some() {
        return Err("the server has ended".into());
    }
    let health = target.person.get("/healthz").await;
    if health.body != "ok" {
        return Err(format!("the server does not answer: {health:?}").into());
    }
    if measured[10] > measured[4] + measured[4] / 10 {
        return Err("the server has grown".into());
    }
    Ok(())
}

struct Target {
    person: Person,
    game: String,
    link: String,
    sent: Sent,
    end: Instant,
}

/// Repeatable randomness (xorshift): garbage needs no better.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most)).map(|_| self.below(256) as u8).collect()
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn text(&mut self, most: usize) -> String {
        (0..self.below(most)).filter_map(|_| char::from_u32(self.below(0x11_0000) as u32)).collect()
    }
}

/// Sends bytes and reads what comes, for a moment.
async fn exchange(address: SocketAddr, bytes: &[u8], wait: Duration) {
    let talk = async {
        let Ok(mut stream) = TcpStream::connect(address).await else { return };
        // The server may have closed already.
        let _ = stream.write_all(bytes).await;
        let mut answer = [0; 4096];
        while let Ok(1..) = stream.read(&mut answer).await {}
    };
    let _ = timeout(wait, talk).await;
}

async fn requests(target: Arc<Target>, mut dice: Dice) {
    let (person, game) = (&target.person, &target.game);
    let address = person.address;
    let key = target.link.split_once("key=").map_or("", |(_, key)| key);
    let creation = wish(&[json!("here"), json!({ "bot": "random" })], 5).to_string();
    while Instant::now() < target.end {
        let bytes = match dice.below(8) {
            0 => dice.bytes(3000),
            1 | 2 => {
                // A creation with a few bytes changed; some of them are games, until the limit of the host.
                let mut body = creation.clone().into_bytes();
                for _ in 0..=dice.below(6) {
                    let place = dice.below(body.len());
                    body[place] = dice.below(256) as u8;
                }
                request(person, "POST", "/api/v1/games", &body)
            }
            3 => request(person, "POST", "/api/v1/games", "[".repeat(dice.below(20_000)).as_bytes()),
            4 => {
                let path = format!("/api/v1/games/{game}/seats/{}/take", dice.below(300) as i32 - 2);
                let right = dice.below(20) == 0;
                let key = if right { key.to_owned() } else { dice.text(3000) };
                let body = json!({ "key": key, "name": dice.text(60) }).to_string();
                request(person, "POST", &path, body.as_bytes())
            }
            _ => {
                let paths = [
                    "/".to_owned(),
                    "/api/v1/me".to_owned(),
                    "/api/v1/games".to_owned(),
                    "/api/v1/openapi.json".to_owned(),
                    "/api/v1/tiles/base-v3".to_owned(),
                    "/art/x/summer/base-v3/A.svg".to_owned(),
                    format!("/api/v1/games/{game}"),
                    format!("/api/v1/games/{game}/record"),
                    format!("/api/v1/games/{game}/picture.svg"),
                    format!("/api/v1/games/{game}/draws"),
                    format!("/api/v1/games/{game}/seats/{}", dice.below(300)),
                    format!("/api/v1/games/{}", dice.below(1 << 40)),
                ];
                let tail = dice.one(&["", "", "?status=%ff", "?key=xxxxxxxxxxxxxxxx", "/../../..", "%00", "?mine=%"]);
                let method = dice.one(&["GET", "GET", "POST", "PUT", "OPTIONS", "HEAD", "BREW"]);
                request(person, method, &format!("{}{tail}", paths[dice.below(paths.len())]), b"")
            }
        };
        let cut = if dice.below(10) == 0 { dice.below(bytes.len()) } else { bytes.len() };
        exchange(address, &bytes[..cut], Duration::from_millis(500)).await;
        target.sent.requests.fetch_add(1, Ordering::Relaxed);
    }
}

fn request(person: &Person, method: &str, path: &str, body: &[u8]) -> Vec<u8> {
    let Person { address, cookie } = person;
    let length = body.len();
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

async fn sockets(target: Arc<Target>, mut dice: Dice) {
    let address = target.person.address;
    while Instant::now() < target.end {
        let talk = async {
            let mut stream = TcpStream::connect(address).await.ok()?;
            let (game, cookie) = (&target.game, &target.person.cookie);
            let head = format!(
                "GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
                 Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                 Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await.ok()?;
            let mut heard = [0; 4096];
            let _ = stream.read(&mut heard).await.ok()?;
            target.sent.sockets.fetch_add(1, Ordering::Relaxed);
            if dice.below(10) > 0 {
                stream.write_all(&frame(1, common::hello().to_string().as_bytes())).await.ok()?;
            }
            for _ in 0..=dice.below(40) {
                let bytes = match dice.below(8) {
                    0 => dice.bytes(500),
                    1 => frame(dice.below(16) as u8, &dice.bytes(125)),
                    2 => frame(1, &dice.bytes(6000)),
                    _ => frame(1, message(&mut dice).to_string().as_bytes()),
                };
                stream.write_all(&bytes).await.ok()?;
                target.sent.frames.fetch_add(1, Ordering::Relaxed);
            }
            // Some read for a moment, some leave at once.
            if dice.below(3) > 0 {
                let read = async { while let Ok(1..) = stream.read(&mut heard).await {} };
                let _ = timeout(Duration::from_millis(20), read).await;
            }
            Some(())
        };
        let _ = timeout(Duration::from_secs(5), talk).await;
    }
}

/// A message that is nearly right.
fn message(dice: &mut Dice) -> Value {
    let draft = dice.below(300);
    let number = |dice: &mut Dice| dice.below(80_000) as i64 - 40_000;
    match dice.below(9) {
        0 | 1 => {
            let long = "x".repeat(dice.below(500));
            let action = dice.one(&["pass", "1,0 r0", "0,1 r1", "-1,0 r2", "99999,1 r9", "meeple@city:N", "", &long]);
            json!({ "type": "act", "draft": draft, "action": action })
        }
        2 => json!({ "type": dice.one(&["confirm", "undo"]), "draft": draft }),
        3 => json!({ "type": "region", "at": [number(dice), number(dice)], "segment": dice.below(300), "ask": 1 }),
        4 => json!({ "type": "why", "action": dice.text(40), "ask": number(dice) }),
        5 => json!({ "type": "chat", "text": dice.text(400) }),
        6 => json!({ "type": "replace-by-bot", "seat": 2 + dice.below(300), "bot": dice.text(10) }),
        7 => json!({ "type": dice.one(&["resign", "start", "hello", "nothing"]), "seat": 2 + dice.below(300) }),
        _ => json!({ "type": "hello", "protocol": dice.below(3), "seen": number(dice) }),
    }
}

/// A frame of a client; its mask is zero, so the bytes are as they are.
fn frame(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | kind];
    match bytes.len() {
        length @ ..126 => frame.push(0x80 | length as u8),
        length => {
            frame.push(0x80 | 126);
            frame.extend((length as u16).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend_from_slice(bytes);
    frame
}
