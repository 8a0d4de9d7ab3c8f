//! Scripted players on loopback, for `make load`: many games at once, each confirming a turn every
//! so often. Bounded in games and seconds.
//!
//! ```text
//! cargo run --release --package bastide-server --example load -- --games 2000 --seconds 60
//! ```
//!
//! `--masters 50` adds as many games in which two bots of that level play without a pause, to see that bots do not
//! delay people.
//!
//! `--nodes 3` plays on three servers that share a real PostgreSQL and three servers of NATS. A game is at the node where it was made;
//! `--first 1 --second 2` puts the sockets of its players so many nodes further, so that everything takes a hop.
//!
//! The server runs as a process of its own, so that its memory can be read; both share the machine.

#![allow(clippy::print_stdout, reason = "the report is the purpose")]

#[path = "../tests/suite/common/mod.rs"]
mod common;

use std::net::SocketAddr;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_server::{Config, Limits, start};
use common::parts::{Nats, Postgres};
use common::{Folder, Person, memory, spawn_self, wish};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// What the command line says.
#[derive(Clone, Debug)]
struct Plan {
    games: u32,
    seconds: u64,
    /// Milliseconds from one confirmed turn of a game to the next.
    pace: u64,
    /// Turns of each game before anything is measured, so that boards are not empty.
    warm: u32,
    /// Games of two masters beside those that are measured.
    masters: u32,
    /// Nodes that share a PostgreSQL and a bus of three servers; 0 is one server with SQLite.
    nodes: u32,
    /// How many nodes further than the game the sockets of its two players are.
    further: [usize; 2],
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The part of a message that a scripted player reads.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(borrow)]
    view: Option<View<'a>>,
    code: Option<&'a str>,
}

#[derive(Deserialize)]
struct View<'a> {
    status: &'a str,
    turn: u32,
    draft: u32,
    must_confirm: bool,
    #[serde(borrow)]
    decision: Decision<'a>,
}

#[derive(Deserialize)]
struct Decision<'a> {
    #[serde(borrow)]
    options: Vec<Choice<'a>>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    action: &'a str,
}

/// Milliseconds from a confirmation to its acknowledgement, and to the other player's view.
#[derive(Default)]
struct Times {
    stored: Vec<f64>,
    shown: Vec<f64>,
    late: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let place = words.iter().position(|word| word == name);
        place.and_then(|place| words.get(place + 1)?.parse().ok()).unwrap_or(usual)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if words.first().is_some_and(|word| word == "serve") {
        return runtime.block_on(serve(&words[1], words.get(2), words.get(3)));
    }
    let plan = Plan {
        games: number("--games", 200).clamp(1, 20_000) as u32,
        seconds: number("--seconds", 20).clamp(1, 600),
        pace: number("--pace", 2000).max(1),
        warm: number("--warm", 15).min(60) as u32,
        masters: number("--masters", 0).min(1000) as u32,
        nodes: number("--nodes", 0).min(9) as u32,
        further: [number("--first", 0) as usize, number("--second", 0) as usize],
    };
    let folders: Vec<_> = (0..plan.nodes.max(1)).map(|_| Folder::new("load")).collect();
    let mut parts = None;
    if plan.nodes > 0 {
        let place = std::env::temp_dir().join(format!("bastide-load-postgres-{}", std::process::id()));
        let postgres = Postgres::start(place).ok_or("there is no PostgreSQL")?;
        let nats = Nats::start(3);
        let database = runtime.block_on(postgres.database("load"));
        parts = Some((database, nats.address("load"), postgres, nats));
    }
    let mut servers = Servers { children: Vec::new(), addresses: Vec::new() };
    for folder in &folders {
        let more: Vec<&str> = parts.iter().flat_map(|(database, bus, ..)| [database.as_str(), bus]).collect();
        let (server, address) = spawn_self(folder, &more, Stdio::inherit())?;
        servers.children.push(server);
        servers.addresses.push(address);
    }
    let before = servers.memory();
    let report = runtime.block_on(load(plan.clone(), &servers, before));
    for server in &mut servers.children {
        server.kill()?;
        server.wait()?;
    }
    report
}

/// The servers of this run.
struct Servers {
    children: Vec<Child>,
    addresses: Vec<SocketAddr>,
}

impl Servers {
    fn memory(&self) -> u64 {
        self.children.iter().map(memory).sum()
    }

    fn processor(&self) -> f64 {
        self.children.iter().map(|server| processor(server.id())).sum()
    }
}

/// The server of this run: without limits on rates and numbers, which are tested elsewhere.
async fn serve(
    folder: &str,
    database: Option<&String>,
    bus: Option<&String>,
) -> Result<(), Box<dyn std::error::Error>> {
    let most = (1e9, 1e9);
    let limits = Limits {
        games_of_host: u32::MAX,
        games: u32::MAX,
        sockets_of_address: u32::MAX,
        connections: 100_000,
        connections_of_address: u32::MAX,
        messages: most,
        requests: most,
        creations: most,
        creations_of_address: most,
        ..Limits::default()
    };
    let config = common::config_of(folder.into(), limits);
    let running = start(Config { database: database.cloned(), bus: bus.cloned(), ..config }).await?;
    println!("{}", running.address());
    std::future::pending().await
}

/// Seconds of processor time of a process.
fn processor(id: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

async fn load(plan: Plan, servers: &Servers, before: u64) -> Result<(), Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let gate = Arc::new(Semaphore::new(32));
    let (warm, mut warmed) = tokio::sync::mpsc::channel::<()>(1);
    let (go, started) = tokio::sync::watch::channel(None::<Instant>);
    let mut players = tokio::task::JoinSet::new();
    for number in 0..plan.games {
        let (plan, gate, warm, started) = (plan.clone(), Arc::clone(&gate), warm.clone(), started.clone());
        let addresses = servers.addresses.clone();
        players.spawn(async move { play(number, plan, addresses, gate, warm, started).await });
    }
    drop(warm);
    // Ends when the last game is warm.
    while warmed.recv().await.is_some() {}
    println!("{} games of two players are ready after {:.1} s", plan.games, begun.elapsed().as_secs_f64());
    for number in 0..plan.masters {
        let host = Person { address: servers.addresses[0], cookie: format!("bastide={number:032x}{:032x}", 3) };
        let wanted = wish(&[json!({ "bot": "master" }), json!({ "bot": "master" })], 1000);
        host.create(&wanted).await;
    }
    if plan.masters > 0 {
        println!("{} games of two masters are played beside them", plan.masters);
    }
    let (server_before, own_before) = (servers.processor(), processor(std::process::id()));
    let start = Instant::now();
    go.send(Some(start))?;
    let mut all = Times::default();
    let mut failed = 0;
    let mut peak = 0;
    while let Some(done) = players.join_next().await {
        peak = peak.max(servers.memory());
        match done? {
            Ok(mut times) => {
                all.stored.append(&mut times.stored);
                all.shown.append(&mut times.shown);
                all.late += times.late;
            }
            Err(error) => {
                failed += 1;
                if failed <= 3 {
                    println!("a game failed: {error}");
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} confirmed turns in {seconds:.1} s, {:.0} a second; {} were begun late; {failed} games failed",
        all.stored.len(),
        all.stored.len() as f64 / seconds,
        all.late
    );
    for (name, times) in [("acknowledged", &mut all.stored), ("broadcast", &mut all.shown)] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
        let [half, most, nearly, worst] = [0.5, 0.9, 0.99, 1.0].map(|share| at(share).copied().unwrap_or(f64::NAN));
        println!(
            "{name:>12}: 50 % in {half:.1} ms, 90 % in {most:.1} ms, 99 % in {nearly:.1} ms, slowest {worst:.1} ms"
        );
    }
    let each = (peak.saturating_sub(before)) as f64 / f64::from(plan.games);
    println!("server memory: {before} kB empty, {peak} kB with all games, {each:.0} kB a game");
    println!(
        "processor: server {:.2} cores, players {:.2} cores",
        (servers.processor() - server_before) / seconds,
        (processor(std::process::id()) - own_before) / seconds
    );
    Ok(())
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

async fn play(
    number: u32,
    plan: Plan,
    addresses: Vec<SocketAddr>,
    gate: Arc<Semaphore>,
    warm: tokio::sync::mpsc::Sender<()>,
    mut started: tokio::sync::watch::Receiver<Option<Instant>>,
) -> Result<Times, Failed> {
    // Any 256 bits are an identity.
    let node = |further: usize| addresses[(number as usize + further) % addresses.len()];
    let person = |which: u32| Person { address: node(0), cookie: format!("bastide={number:032x}{which:032x}") };
    let people = [person(1), person(2)];
    let pass = gate.acquire().await?;
    let mut wanted = wish(&[json!("here"), json!("elsewhere")], 1000);
    wanted["aids"] = json!(true);
    let (game, links) = people[0].create(&wanted).await;
    if people[1].take(&links[0], "Other").await.status != 204 {
        return Err("a seat was not given".into());
    }
    let [first, second] = [0, 1].map(|which| people[which].at(node(plan.further[which])));
    let mut sockets = [connect(&first, &game).await?, connect(&second, &game).await?];
    let mut times = Times::default();
    let mut turn = 0;
    let mut latest = None;
    while turn < plan.warm {
        if !turn_of(&mut sockets, &mut latest, turn, &mut Times::default()).await? {
            break;
        }
        turn += 1;
    }
    drop(pass);
    drop(warm);
    let all_are_warm = started.wait_for(Option::is_some);
    let start = listening(&mut sockets, turn, &mut latest, all_are_warm).await??.unwrap_or_else(Instant::now);
    // Games are spread evenly over the pace.
    let mut due = start + Duration::from_millis(u64::from(number) * plan.pace / u64::from(plan.games));
    while due < start + Duration::from_secs(plan.seconds) {
        if due < Instant::now() {
            times.late += 1;
        }
        listening(&mut sockets, turn, &mut latest, tokio::time::sleep_until(due.into())).await?;
        if !turn_of(&mut sockets, &mut latest, turn, &mut times).await? {
            break;
        }
        turn += 1;
        due += Duration::from_millis(plan.pace);
    }
    Ok(times)
}

async fn connect(person: &Person, game: &str) -> Result<Stream, Failed> {
    let mut request = format!("ws://{}/api/v1/games/{game}/socket", person.address).into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{}", person.address).parse()?);
    request.headers_mut().insert("cookie", person.cookie.parse()?);
    let config = WebSocketConfig::default().read_buffer_size(8192).write_buffer_size(0);
    let (mut stream, _) = connect_async_with_config(request, Some(config), true).await?;
    stream.send(Message::text(common::hello().to_string())).await?;
    Ok(stream)
}

async fn hear(stream: &mut Stream) -> Result<Utf8Bytes, Failed> {
    loop {
        match stream.next().await.ok_or("the socket was closed")?? {
            Message::Text(text) => return Ok(text),
            Message::Close(_) => return Err("the server closed the socket".into()),
            _ => {}
        }
    }
}

/// Waits for something and listens meanwhile, as pages do: whoever does not answer a ping is taken for gone. Keeps the latest view of who
/// plays the turn.
async fn listening<T>(
    sockets: &mut [Stream; 2],
    turn: u32,
    latest: &mut Option<Utf8Bytes>,
    waited_for: impl Future<Output = T>,
) -> Result<T, Failed> {
    let [one, two] = sockets;
    let (mover, other) = if turn.is_multiple_of(2) { (one, two) } else { (two, one) };
    let mut waited_for = std::pin::pin!(waited_for);
    loop {
        tokio::select! {
            done = &mut waited_for => return Ok(done),
            text = hear(mover) => {
                let text = text?;
                if serde_json::from_str::<Heard<'_>>(&text)?.view.is_some() {
                    *latest = Some(text);
                }
            }
            text = hear(other) => drop(text?),
        }
    }
}

/// Plays a turn (counted from 0) and waits until both have seen its end. Whether the game goes on.
async fn turn_of(
    sockets: &mut [Stream; 2],
    latest: &mut Option<Utf8Bytes>,
    turn: u32,
    times: &mut Times,
) -> Result<bool, Failed> {
    let [one, two] = sockets;
    let (mover, other) = if turn.is_multiple_of(2) { (one, two) } else { (two, one) };
    let mut confirmed: Option<(Instant, bool)> = None;
    let goes_on = loop {
        // The mover's first view of this turn came with the end of the last one.
        let text = match latest.take() {
            Some(text) => text,
            None => hear(mover).await?,
        };
        let heard: Heard<'_> = serde_json::from_str(&text)?;
        match (heard.kind, heard.view) {
            ("stored", _) => {
                if let Some((since, is_stored)) = &mut confirmed {
                    *is_stored = true;
                    times.stored.push(since.elapsed().as_secs_f64() * 1000.0);
                }
            }
            ("problem", _) => return Err(heard.code.unwrap_or("a problem").into()),
            ("view", Some(view)) => {
                if view.status == "finished" {
                    break false;
                }
                if view.turn > turn + 1 && confirmed.is_some_and(|(_, is_stored)| is_stored) && !view.must_confirm {
                    break true;
                }
                if view.must_confirm && confirmed.is_none() {
                    confirmed = Some((Instant::now(), false));
                    let text = format!(r#"{{"type":"confirm","draft":{}}}"#, view.draft);
                    mover.send(Message::text(text)).await?;
                } else if let Some(choice) = view.decision.options.get(view.decision.options.len() / 2)
                    && view.turn == turn + 1
                {
                    let text = format!(r#"{{"type":"act","draft":{},"action":"{}"}}"#, view.draft, choice.action);
                    mover.send(Message::text(text)).await?;
                }
            }
            _ => {}
        }
    };
    let Some((since, _)) = confirmed else { return Ok(goes_on) };
    loop {
        let text = hear(other).await?;
        let heard: Heard<'_> = serde_json::from_str(&text)?;
        let is_next = heard.view.is_some_and(|view| view.turn > turn + 1 || view.status == "finished");
        if is_next {
            times.shown.push(since.elapsed().as_secs_f64() * 1000.0);
            *latest = Some(text);
            return Ok(goes_on);
        }
    }
}
