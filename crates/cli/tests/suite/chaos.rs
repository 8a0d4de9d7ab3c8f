//! Three nodes, a PostgreSQL and three servers of NATS, all real, and any of them is killed at any moment while people play:
//! what was acknowledged is there, once and in its order, and pages go on by themselves.
//!
//! Three rounds in `make test`, one for each kind of part; `make chaos ROUNDS=100` plays as many as one likes, and says how long
//! pages waited, by what had died. Waits count from when the parts that a takeover needs were there again: PostgreSQL, and a
//! leader among the servers of NATS, which they choose themselves. [`Probe`] looks for both.

#![cfg(unix)]

use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream::kv;
use bastide_rules::notation::{self, Record};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use super::crash::common::parts::{Nats, Postgres, free_port};
use super::crash::common::{Folder, Person, Socket, hello, wish};

const NODES: usize = 3;
const PEOPLE: usize = 6;
/// Whatever dies, everybody plays on within this time.
const PATIENCE: Duration = Duration::from_secs(60);
/// A socket on which nothing comes for so long is lost.
const SILENCE: Duration = Duration::from_secs(10);
/// A page whose socket is gone comes back after so long.
const PAUSE: Duration = Duration::from_millis(150);
/// Waits above this are told one by one.
const AIM: f64 = 5.0;

/// What dies in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    /// `kill -9`
    Node,
    Nats,
    Postgres,
    /// A node and a server of NATS in the same moment.
    NodeAndNats,
    /// A node is told to stop, as for an upgrade.
    Stopped,
}

const PARTS: [Part; 5] = [Part::Node, Part::Nats, Part::Postgres, Part::NodeAndNats, Part::Stopped];

/// Random numbers that a seed repeats (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

struct Node {
    child: Child,
    folder: Folder,
    address: SocketAddr,
}

impl Node {
    async fn start(folder: Folder, port: u16, database: &str, bus: &str) -> Node {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--port", &port.to_string(), "--requests-per-second", "100000", "--new-games-per-hour"])
            .args(["1000000", "--max-games", "1000000", "--database", database, "--bus", bus, "--data"])
            .arg(&folder.0)
            .env("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "off".to_owned()))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.expect("a node starts in time").unwrap();
        let line = line.expect("a node starts");
        let address = line.strip_prefix("Bastide is at http://").unwrap().trim_end_matches('/').parse().unwrap();
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Node { child, folder, address }
    }
}

/// What somebody was told of one game.
#[derive(Clone, Default, Debug)]
struct Told {
    game: String,
    /// Confirmed actions: their number and their text.
    stored: Vec<(usize, String)>,
    lines: Vec<String>,
}

/// What the players have seen so far.
#[derive(Default)]
struct Seen {
    /// Of the games that they play or have ended.
    told: Vec<Told>,
    /// When a socket was lost, and when the next one showed the game.
    away: Vec<(Instant, Instant)>,
    /// When something was acknowledged.
    acknowledged: Vec<Instant>,
}

/// One who plays game after game, at whichever node the balancer would choose.
struct Player {
    number: usize,
    nodes: Arc<Vec<SocketAddr>>,
    seen: Arc<Mutex<Seen>>,
    acknowledged: Arc<AtomicU64>,
    dice: Dice,
}

impl Player {
    fn note(&self, write: impl FnOnce(&mut Told)) {
        let mut seen = self.seen.lock().unwrap();
        write(seen.told.last_mut().expect("a game was begun"));
        seen.acknowledged.push(Instant::now());
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
    }

    fn any_node(&mut self) -> SocketAddr {
        self.nodes[self.dice.below(self.nodes.len())]
    }

    /// An answer from whichever node is there.
    async fn ask(&mut self, cookie: &str, method: &str, path: &str, body: &Value) -> Value {
        loop {
            let person = Person { address: self.any_node(), cookie: cookie.to_owned() };
            let origin = format!("http://{}", person.address);
            match person.try_request(method, path, Some(&origin), &body.to_string()).await {
                // Who is killed in the middle of an answer has not given it.
                Some(answer) if answer.status == 204 => return Value::Null,
                Some(answer) if answer.status < 300 => {
                    if let Ok(answer) = serde_json::from_str(&answer.body) {
                        return answer;
                    }
                }
                Some(answer) => assert!([503, 507].contains(&answer.status), "{answer:?}"),
                None => {}
            }
            sleep(PAUSE).await;
        }
    }

    async fn play_for_ever(mut self) {
        loop {
            let cookie = format!("bastide={:016x}{:016x}{:032x}", self.number, self.dice.0, 7);
            let wish = wish(&[json!("here"), json!({ "bot": "random" }), json!("elsewhere")], 60);
            let made = self.ask(&cookie, "POST", "/api/v1/games", &wish).await;
            let game = made["id"].as_str().unwrap().to_owned();
            self.seen.lock().unwrap().told.push(Told { game: game.clone(), ..Told::default() });
            let (seat, key) = super::crash::common::split_link(made["links"][0]["path"].as_str().unwrap());
            let taken = json!({ "key": key, "name": "Third" });
            self.ask(&cookie, "POST", &format!("/api/v1/games/{seat}/take"), &taken).await;
            self.acknowledged.fetch_add(1, Ordering::Relaxed);
            let mut lost = None;
            loop {
                let person = Person { address: self.any_node(), cookie: cookie.clone() };
                let origin = format!("http://{}", person.address);
                if let Ok(mut socket) = person.try_socket(&game, Some(&origin)).await {
                    socket.say(&hello()).await;
                    if self.follow(&mut socket, &mut lost).await {
                        break;
                    }
                }
                lost.get_or_insert_with(Instant::now);
                sleep(PAUSE).await;
            }
        }
    }

    /// Plays until the socket is gone; whether the game is over.
    async fn follow(&mut self, socket: &mut Socket, lost: &mut Option<Instant>) -> bool {
        let mut draft: Vec<(usize, String)> = Vec::new();
        // A page that hears nothing for so long takes its socket for lost.
        let mut last = String::new();
        loop {
            let Ok(message) = timeout(SILENCE, socket.next()).await else {
                let (number, view) = (self.number, &socket.last);
                let [asked, draft, must] = ["decision", "draft", "must_confirm"].map(|name| &view[name]);
                eprintln!(
                    "page {number} hears nothing after {last:?}; asked {}, draft {draft}, must confirm {must}",
                    !asked.is_null()
                );
                return false;
            };
            let Some(message) = message else { return false };
            last = message["type"].as_str().unwrap_or_default().to_owned();
            match message["type"].as_str() {
                Some("stored") => {
                    let mut stored = std::mem::take(&mut draft);
                    self.note(|told| told.stored.append(&mut stored));
                    let count = self.acknowledged.load(Ordering::Relaxed);
                    if count.is_multiple_of(8) {
                        socket.say(&json!({ "type": "chat", "text": format!("line {count}") })).await;
                    }
                    // As fast as the server lets one socket be.
                    sleep(Duration::from_millis(250)).await;
                }
                Some("chat") => {
                    let line = message["line"]["text"].as_str().unwrap().to_owned();
                    self.note(|told| told.lines.push(line));
                }
                Some("view") => {
                    if let Some(lost) = lost.take() {
                        self.seen.lock().unwrap().away.push((lost, Instant::now()));
                    }
                    let view = &message["view"];
                    if view["can_undo"] == false {
                        draft.clear();
                    }
                    if view["status"] == "finished" {
                        return true;
                    }
                    if view["must_confirm"] == true {
                        socket.say(&json!({ "type": "confirm", "draft": view["draft"] })).await;
                    } else if let Some(option) = view["decision"]["options"].as_array().and_then(|all| all.last()) {
                        let action = option["action"].as_str().unwrap();
                        draft.push((view["draft"].as_u64().unwrap() as usize, action.to_owned()));
                        socket.say(&json!({ "type": "act", "draft": view["draft"], "action": action })).await;
                    }
                }
                // Nothing could be stored, or the game moves: it is asked again, a little later.
                Some("problem") => {
                    sleep(Duration::from_millis(500)).await;
                    draft.clear();
                    socket.say(&hello()).await;
                }
                _ => {}
            }
        }
    }
}

/// What is stored of a game, as a node tells it: the actions and the lines of the chat.
async fn stored(nodes: &[SocketAddr], game: &str, dice: &mut Dice) -> (Vec<String>, Vec<String>) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let person = Person { address: nodes[dice.below(nodes.len())], cookie: String::new() };
        let record = person.get(&format!("/api/v1/games/{game}/record")).await;
        let view = person.get(&format!("/api/v1/games/{game}")).await;
        if (record.status, view.status) == (200, 200) {
            let record = Record::parse(&record.body).unwrap();
            let mut state = record.start();
            let mut texts = Vec::new();
            for &action in record.actions() {
                texts.push(notation::action_text(&state, action));
                state.apply(action).unwrap();
            }
            let view = view.json();
            assert_eq!(view["damage"], Value::Null, "{game}");
            let lines = view["chat"].as_array().unwrap().iter();
            return (texts, lines.map(|line| line["text"].as_str().unwrap().to_owned()).collect());
        }
        assert!(Instant::now() < deadline, "{game} cannot be read: {record:?}");
        sleep(PAUSE).await;
    }
}

/// Everything that was acknowledged is stored, once and in its order.
fn compare(told: &Told, texts: &[String], lines: &[String]) {
    let Told { game, stored, lines: heard } = told;
    for (number, action) in stored {
        assert_eq!(texts.get(*number), Some(action), "{game}: action {number} was acknowledged");
    }
    // The chat keeps the latest lines only.
    let kept = &heard[heard.len().saturating_sub(50)..];
    let places: Vec<Vec<usize>> =
        (kept.iter()).map(|line| (0..lines.len()).filter(|&place| lines[place] == *line).collect()).collect();
    for (line, places) in kept.iter().zip(&places) {
        assert_eq!(places.len(), 1, "{game}: {line:?} was acknowledged, and is there {} times", places.len());
    }
    assert!(places.is_sorted(), "{game}: lines have changed their order");
}

/// Looks whether the parts that a takeover needs are there.
#[derive(Clone)]
struct Probe {
    database: String,
    /// Who holds which game.
    holders: kv::Store,
}

impl Probe {
    async fn new(database: String, bus: &str, name: &str) -> Probe {
        let servers: Vec<_> = bus.rsplit_once('/').unwrap().0.split(',').map(str::to_owned).collect();
        let options = async_nats::ConnectOptions::new().reconnect_delay_callback(|_| Duration::from_millis(20));
        let mut context = async_nats::jetstream::new(options.connect(servers).await.unwrap());
        context.set_timeout(Duration::from_millis(300));
        Probe { database, holders: context.get_key_value(format!("{name}-games")).await.unwrap() }
    }

    /// The time from which on both were there.
    async fn ready(&self) -> Instant {
        let database = async {
            loop {
                if let Ok((client, connection)) = tokio_postgres::connect(&self.database, tokio_postgres::NoTls).await {
                    tokio::spawn(connection);
                    if client.batch_execute("INSERT INTO probe VALUES (2, '') ON CONFLICT DO NOTHING").await.is_ok() {
                        return Instant::now();
                    }
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        let bus = async {
            while !matches!(timeout(PATIENCE, self.holders.put("probe", "".into())).await, Ok(Ok(_))) {
                sleep(Duration::from_millis(20)).await;
            }
            Instant::now()
        };
        let (database, bus) = tokio::join!(database, bus);
        database.max(bus)
    }

    /// Who holds a game, if that can be said now.
    async fn holder(&self, game: &str) -> Option<Vec<u8>> {
        let entry = timeout(Duration::from_secs(1), self.holders.entry(game)).await.ok()?.ok()??;
        (entry.operation == kv::Operation::Put).then(|| entry.value.into())
    }
}

/// How long somebody had to wait in a round.
struct Wait {
    part: Part,
    /// Somebody else held the game afterwards.
    has_moved: bool,
    /// From the death until the page showed the game again, if it had lost its socket.
    back: Option<f64>,
    /// The longest time without an acknowledgement, from when everything needed was there.
    longest: f64,
    /// The same for what the page shows.
    shown: Option<f64>,
}

struct World {
    postgres: Postgres,
    nats: Nats,
    nodes: Vec<Option<Node>>,
    addresses: Arc<Vec<SocketAddr>>,
    database: String,
    bus: String,
}

impl World {
    async fn start() -> Option<World> {
        let folder = std::env::temp_dir().join(format!("bastide-chaos-{}", std::process::id()));
        let nats = Nats::start(3);
        let postgres = Postgres::start(folder)?;
        let (database, bus) = (postgres.database("chaos").await, nats.address("chaos"));
        let ports: Vec<u16> = (0..NODES).map(|_| free_port()).collect();
        let starting = ports.iter().map(|&port| Node::start(Folder::new("chaos-node"), port, &database, &bus));
        let nodes: Vec<_> = futures_util::future::join_all(starting).await;
        let addresses = Arc::new(nodes.iter().map(|node| node.address).collect());
        Some(World { postgres, nats, nodes: nodes.into_iter().map(Some).collect(), addresses, database, bus })
    }

    /// Lets a part die; who must be started again.
    async fn kill(&mut self, part: Part, dice: &mut Dice) -> (Option<usize>, Option<usize>) {
        let (node, server) = (dice.below(NODES), dice.below(3));
        match part {
            Part::Node => self.kill_node(node).await,
            Part::Nats => self.nats.kill(server),
            Part::Postgres => self.postgres.kill(),
            Part::NodeAndNats => {
                self.nats.kill(server);
                self.kill_node(node).await;
            }
            Part::Stopped => {
                let child = &mut self.nodes[node].as_mut().unwrap().child;
                let id = child.id().unwrap().to_string();
                Command::new("kill").args(["-TERM", &id]).status().await.unwrap();
                timeout(PATIENCE, child.wait()).await.expect("a node stops when it is told to").unwrap();
            }
        }
        let has_node = matches!(part, Part::Node | Part::NodeAndNats | Part::Stopped);
        let has_nats = matches!(part, Part::Nats | Part::NodeAndNats);
        (has_node.then_some(node), has_nats.then_some(server))
    }

    async fn kill_node(&mut self, node: usize) {
        let child = &mut self.nodes[node].as_mut().unwrap().child;
        child.start_kill().unwrap();
        child.wait().await.unwrap();
    }

    async fn start_again(&mut self, (node, server): (Option<usize>, Option<usize>)) {
        if let Some(server) = server {
            self.nats.restart(server);
        }
        if let Some(node) = node {
            let Node { folder, address, .. } = self.nodes[node].take().unwrap();
            self.nodes[node] = Some(Node::start(folder, address.port(), &self.database, &self.bus).await);
        }
    }
}

/// Waits until everybody has been told something new.
async fn everybody_plays_on(acknowledged: &[Arc<AtomicU64>]) {
    let before: Vec<u64> = acknowledged.iter().map(|count| count.load(Ordering::Relaxed)).collect();
    let waiting = async {
        // One acknowledgement may have been under way.
        while acknowledged.iter().zip(&before).any(|(now, before)| now.load(Ordering::Relaxed) < before + 3) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let played_on = timeout(PATIENCE, waiting).await;
    let after: Vec<u64> = acknowledged.iter().map(|count| count.load(Ordering::Relaxed)).collect();
    assert!(played_on.is_ok(), "somebody does not play on: {before:?}, then {after:?}");
}

/// The longest time without an acknowledgement after a moment.
fn longest_wait(acknowledged: &[Instant], from: Instant) -> f64 {
    let mut last = from;
    let mut longest = Duration::ZERO;
    for &time in acknowledged.iter().filter(|&&time| time > from) {
        longest = longest.max(time - last);
        last = time;
    }
    longest.as_secs_f64()
}

fn share(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// How long people waited after the death of each part.
fn tell(waits: &[Wait]) {
    for (part, has_moved) in PARTS.into_iter().flat_map(|part| [(part, true), (part, false)]) {
        let own = || waits.iter().filter(|wait| wait.part == part && wait.has_moved == has_moved);
        if own().count() == 0 {
            continue;
        }
        let how = if has_moved { "taken over" } else { "stayed" };
        let tell = |mut times: Vec<f64>| {
            let [half, nearly, worst] = [0.5, 0.99, 1.0].map(|part| share(&mut times, part));
            format!("{}: 50 % {half:.2}, 99 % {nearly:.2}, all {worst:.2} s", times.len())
        };
        let (back, shown) = (own().filter_map(|wait| wait.back), own().filter_map(|wait| wait.shown));
        eprintln!(
            "{part:?}, {how}; without a word since the parts were there: {}",
            tell(own().map(|wait| wait.longest).collect())
        );
        eprintln!("    shown again, since the parts were there: {}", tell(shown.collect()));
        eprintln!("    shown again, since the death: {}", tell(back.collect()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_the_death_of_every_part() {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let rounds = number("BASTIDE_CHAOS_ROUNDS").unwrap_or(3);
    let seed = number("BASTIDE_CHAOS_SEED").unwrap_or_else(|| u64::from(std::process::id()) * 2_654_435_761);
    eprintln!("chaos: {rounds} rounds, seed {seed}");
    let mut dice = Dice(seed | 1);
    let Some(mut world) = World::start().await else { return };
    let mut players = tokio::task::JoinSet::new();
    let (mut all_seen, mut acknowledged) = (Vec::new(), Vec::new());
    for number in 0..PEOPLE {
        let (seen, count) = (Arc::new(Mutex::new(Seen::default())), Arc::new(AtomicU64::new(0)));
        let dice = Dice(seed.wrapping_add(number as u64 * 7919) | 1);
        let (nodes, acknowledged_) = (Arc::clone(&world.addresses), Arc::clone(&count));
        let player = Player { number, nodes, seen: Arc::clone(&seen), acknowledged: acknowledged_, dice };
        players.spawn(player.play_for_ever());
        all_seen.push(seen);
        acknowledged.push(count);
    }
    everybody_plays_on(&acknowledged).await;
    let probe = Probe::new(world.database.clone(), &world.bus, "chaos").await;
    let mut waits: Vec<Wait> = Vec::new();
    for round in 0..rounds {
        let part = if rounds <= 3 { PARTS[round as usize] } else { PARTS[dice.below(PARTS.len())] };
        sleep(Duration::from_millis(dice.below(700) as u64)).await;
        let games: Vec<_> =
            all_seen.iter().map(|seen| seen.lock().unwrap().told.last().map(|told| told.game.clone())).collect();
        let games: Vec<String> = games.into_iter().map(Option::unwrap_or_default).collect();
        let holders = || futures_util::future::join_all(games.iter().map(|game| probe.holder(game)));
        let before = holders().await;
        let killed = Instant::now();
        let gone = world.kill(part, &mut dice).await;
        let ready = tokio::spawn({
            let probe = probe.clone();
            // A node that stops needs its time for that, and all parts are there.
            async move { if part == Part::Stopped { killed } else { probe.ready().await } }
        });
        if part == Part::Postgres {
            sleep(Duration::from_millis(300)).await;
            assert!(world.postgres.restart());
        }
        everybody_plays_on(&acknowledged).await;
        // Who plays on before the parts are there needs none of them, and the next death comes while they are missing.
        let ready = timeout(Duration::from_secs(1), ready).await.map_or(killed, Result::unwrap);
        let after = holders().await;
        world.start_again(gone).await;
        assert!(players.try_join_next().is_none(), "a player has failed");
        for (number, seen) in all_seen.iter().enumerate() {
            let (told, away, times) = {
                let mut seen = seen.lock().unwrap();
                (seen.told.clone(), std::mem::take(&mut seen.away), std::mem::take(&mut seen.acknowledged))
            };
            for told in &told {
                let (texts, lines) = stored(&world.addresses, &told.game, &mut dice).await;
                compare(told, &texts, &lines);
            }
            let back = away.iter().filter(|(lost, _)| *lost >= killed).map(|(_, back)| *back).max();
            let wait = Wait {
                part,
                has_moved: before[number].is_some() && before[number] != after[number],
                back: back.map(|back| (back - killed).as_secs_f64()),
                longest: longest_wait(&times, ready.max(killed)),
                shown: back.map(|back| back.saturating_duration_since(ready).as_secs_f64()),
            };
            if wait.longest > AIM || wait.shown.is_some_and(|shown| shown > AIM) {
                let there = (ready - killed).as_secs_f64();
                let how = if wait.has_moved { "was taken over" } else { "stayed where it was" };
                eprintln!(
                    "slow in round {}: {part:?}, all needed parts there after {there:.2} s; game {} of page {number}, which {how}: \
                     shown again after {:.2?} s, {:.2} s without a word",
                    round + 1,
                    games[number],
                    wait.back,
                    wait.longest
                );
            }
            waits.push(wait);
            // What is over was compared for the last time.
            let mut seen = seen.lock().unwrap();
            let over = seen.told.len().min(told.len()).saturating_sub(1);
            seen.told.drain(..over);
        }
        if rounds > 3 {
            let so_far: u64 = acknowledged.iter().map(|count| count.load(Ordering::Relaxed)).sum();
            let needed = (ready - killed).as_secs_f64();
            eprintln!(
                "round {}: {part:?}, parts after {needed:.2} s; {so_far} acknowledgements so far, all there",
                round + 1
            );
        }
    }
    let sum: u64 = acknowledged.iter().map(|count| count.load(Ordering::Relaxed)).sum();
    eprintln!("{sum} acknowledgements in {rounds} rounds: none lost, doubled or reordered");
    tell(&waits);
    assert!(sum > rounds * PEOPLE as u64, "{sum}");
}
