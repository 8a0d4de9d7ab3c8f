//! Strangers against honest players: everything that used to lock people out, at once and for a while.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use super::common::{self, Person, is_asked, memory, wish};
use super::{Failed, frame};

/// Part of the name of the folder, by which the server knows that it has the usual limits.
pub const FOLDER: &str = "abuse";

/// Loopback addresses of strangers, 127.0.0.2 and following.
const STRANGERS: u8 = 8;
/// Honest games, each with two players and their sockets.
const GAMES: usize = 10;
/// An honest game confirms a turn so often.
const PACE: Duration = Duration::from_millis(1000);
/// Honest requests take at most so long, but for one of a hundred.
const GOAL: Duration = Duration::from_millis(200);

/// How long things took.
#[derive(Default)]
struct Times(std::sync::Mutex<Vec<Duration>>);

impl Times {
    fn add(&self, time: Duration) {
        self.0.lock().expect("nobody panics with it").push(time);
    }

    /// How many, the middle one, that of 99 of 100, the longest.
    fn summary(&self) -> (usize, [Duration; 3]) {
        let mut times = self.0.lock().expect("nobody panics with it").clone();
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied();
        (times.len(), [at(0.5), at(0.99), at(1.0)].map(Option::unwrap_or_default))
    }
}

#[derive(Default)]
struct Report {
    confirms: Times,
    requests: Times,
    creations: Times,
    watching: Times,
    failed: AtomicU64,
    /// What strangers sent: requests, and connections that they held.
    sent: AtomicU64,
    held: AtomicU64,
}

/// Attacks for a while and tells how honest players fared.
pub async fn attack(address: SocketAddr, server: &Child, time: Duration) -> Result<(), Failed> {
    let end = Instant::now() + time;
    let report = Arc::new(Report::default());
    let target = two_seats(address).await.0;
    let before = memory(server);
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..GAMES {
        tasks.spawn(play(address, Arc::clone(&report), end, number));
    }
    tasks.spawn(come_and_go(address, Arc::clone(&report), end));
    for stranger in 0..STRANGERS {
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2 + stranger));
        let of =
            |report: &Arc<Report>| Stranger { from, address, game: target.clone(), report: Arc::clone(report), end };
        tasks.spawn(of(&report).make_games());
        tasks.spawn(of(&report).hammer());
        tasks.spawn(of(&report).hold());
        tasks.spawn(of(&report).watch_without_reading());
    }
    while let Some(done) = tasks.join_next().await {
        done?;
    }
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("load average of the machine at the end: {}", load.trim());
    println!(
        "{STRANGERS} strangers sent {} requests and opened {} connections; memory {before} kB, then {} kB",
        report.sent.load(Ordering::Relaxed),
        report.held.load(Ordering::Relaxed),
        memory(server),
    );
    let mut is_good = report.failed.load(Ordering::Relaxed) == 0;
    println!("honest things that failed: {}", report.failed.load(Ordering::Relaxed));
    for (what, times) in [
        ("turns confirmed", &report.confirms),
        ("/api/v1/me and /healthz", &report.requests),
        ("games made and joined", &report.creations),
        ("sockets of watchers", &report.watching),
    ] {
        let (count, [half, most, longest]) = times.summary();
        println!("{what}: {count}; 50 % {half:.1?}, 99 % {most:.1?}, longest {longest:.1?}");
        is_good &= count > 0 && most <= GOAL;
    }
    if is_good { Ok(()) } else { Err("honest players were kept from playing".into()) }
}

/// A game with two seats at two honest people.
async fn two_seats(address: SocketAddr) -> (String, Person, Person) {
    let (one, other) = (Person::new(address).await, Person::new(address).await);
    let (game, links) = one.create(&wish(&[json!("here"), json!("elsewhere")], 1000)).await;
    other.take(&links[0], "Other").await;
    (game, one, other)
}

/// Two honest people who play on and on.
async fn play(address: SocketAddr, report: Arc<Report>, end: Instant, number: usize) {
    tokio::time::sleep(PACE / GAMES as u32 * number as u32).await;
    while Instant::now() < end {
        let (game, one, other) = two_seats(address).await;
        let mut sockets = [one.socket(&game).await, other.socket(&game).await];
        'game: loop {
            for socket in &mut sockets {
                let mut view = socket.view_when(|view| is_asked(view) || view["status"] == "finished").await;
                if view["status"] == "finished" || Instant::now() >= end {
                    break 'game;
                }
                while view["must_confirm"] == false {
                    view = socket.act(&view, 0).await;
                }
                let asked = Instant::now();
                socket.say(&json!({ "type": "confirm", "draft": view["draft"] })).await;
                socket.next_of("stored").await;
                report.confirms.add(asked.elapsed());
                tokio::time::sleep(PACE).await;
            }
        }
    }
}

/// An honest visitor who looks, makes games, joins and watches.
async fn come_and_go(address: SocketAddr, report: Arc<Report>, end: Instant) {
    let person = Person::new(address).await;
    let mut round = 0;
    while Instant::now() < end {
        for path in ["/api/v1/me", "/healthz", "/"] {
            let asked = Instant::now();
            let answer = person.get(path).await;
            report.requests.add(asked.elapsed());
            report.failed.fetch_add(u64::from(answer.status != 200), Ordering::Relaxed);
        }
        // A new game every four seconds is within the limits of one address.
        if round % 8 == 0 {
            let (one, other) = (Person::new(address).await, Person::new(address).await);
            let asked = Instant::now();
            let made = one.post("/api/v1/games", &wish(&[json!("here"), json!("elsewhere")], 4)).await;
            let created = made.json();
            match created["links"][0]["path"].as_str() {
                Some(link) => {
                    let taken = other.take(link, "Other").await;
                    report.creations.add(asked.elapsed());
                    report.failed.fetch_add(u64::from(taken.status != 204), Ordering::Relaxed);
                    let asked = Instant::now();
                    let game = created["id"].as_str().unwrap_or_default();
                    let mut socket = person.socket(game).await;
                    socket.view().await;
                    report.watching.add(asked.elapsed());
                }
                None => _ = report.failed.fetch_add(1, Ordering::Relaxed),
            }
        }
        round += 1;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

/// Somebody at another address who means no good.
struct Stranger {
    from: IpAddr,
    address: SocketAddr,
    game: String,
    report: Arc<Report>,
    end: Instant,
}

impl Stranger {
    async fn connect(&self) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        socket.bind(SocketAddr::new(self.from, 0)).ok()?;
        timeout(Duration::from_secs(2), socket.connect(self.address)).await.ok()?.ok()
    }

    /// Sends a request and reads what comes, for a moment.
    async fn send(&self, request: &str) {
        let talk = async {
            let mut stream = self.connect().await?;
            stream.write_all(request.as_bytes()).await.ok()?;
            let mut answer = [0; 16 * 1024];
            while let Ok(1..) = stream.read(&mut answer).await {}
            Some(())
        };
        let _ = timeout(Duration::from_secs(2), talk).await;
        self.report.sent.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }

    fn head(&self, method: &str, path: &str) -> String {
        let address = self.address;
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n")
    }

    /// Makes games, each with an identity that was made up.
    async fn make_games(self) {
        let body = wish(&[json!("here"), json!({ "bot": "greedy" }), json!("elsewhere")], 60).to_string();
        let mut number = u64::from(self.from.to_string().len() as u32) << 32;
        while Instant::now() < self.end {
            number += 1;
            let head = self.head("POST", "/api/v1/games");
            let length = body.len();
            self.send(&format!(
                "{head}Cookie: bastide={number:064x}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            ))
            .await;
        }
    }

    /// Asks for what is costly.
    async fn hammer(self) {
        let game = format!("/api/v1/games/{}", self.game);
        let paths = [
            "/api/v1/games".to_owned(),
            format!("{game}/picture.svg"),
            game.clone(),
            "/api/v1/openapi.json".to_owned(),
        ];
        for path in paths.iter().cycle() {
            if Instant::now() >= self.end {
                break;
            }
            self.send(&format!("{}\r\n", self.head("GET", path))).await;
        }
    }

    /// Holds connections and says nothing, as many as it gets.
    async fn hold(self) {
        let mut held = std::collections::VecDeque::new();
        while Instant::now() < self.end {
            if let Some(stream) = self.connect().await {
                held.push_back(stream);
                self.report.held.fetch_add(1, Ordering::Relaxed);
            }
            if held.len() > 400 {
                held.pop_front();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Watches a game and asks for the whole view again and again, but reads nothing.
    async fn watch_without_reading(self) {
        let mut held = std::collections::VecDeque::new();
        let hello = frame(1, common::hello().to_string().as_bytes());
        while Instant::now() < self.end {
            let head = self.head("GET", &format!("/api/v1/games/{}/socket", self.game)).replace("close", "Upgrade");
            if let Some(mut stream) = self.connect().await {
                let upgrade =
                    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
                let _ = stream.write_all(format!("{head}{upgrade}\r\n\r\n").as_bytes()).await;
                held.push_back(stream);
                self.report.held.fetch_add(1, Ordering::Relaxed);
            }
            for stream in held.iter_mut().rev().take(20) {
                let _ = stream.try_write(&hello);
            }
            if held.len() > 60 {
                held.pop_front();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
