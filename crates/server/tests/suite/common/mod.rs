//! A real server on loopback, and players who talk to it over real sockets.
//!
//! Everything waits for a condition with a deadline; nothing sleeps for a fixed time.

#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(missing_docs, reason = "the names say it")]

pub mod parts;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bastide_rules::{Action, Actor, catalogue, notation};
use bastide_server::archive::import;
use bastide_server::fairness::{Seed, mixed};
use bastide_server::wire::PROTOCOL;
use bastide_server::{Config, Limits, Running, start};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing in these tests takes longer.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// A folder that is removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("bastide-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server of its own for a test.
pub struct Server {
    pub running: Running,
    pub address: SocketAddr,
    pub folder: Folder,
}

pub fn config(folder: &Folder, limits: Limits) -> Config {
    config_of(folder.0.clone(), limits)
}

pub fn config_of(data: PathBuf, limits: Limits) -> Config {
    Config { limits, client: Some(bastide_client::file), ..Config::new(data) }
}

/// Limits that a test does not meet unless it wants to.
pub fn wide() -> Limits {
    Limits {
        games_of_host: 1000,
        messages: (10_000.0, 10_000.0),
        requests: (100_000.0, 100_000.0),
        creations: (1000.0, 1000.0),
        creations_of_address: (1000.0, 1000.0),
        codes: (1000.0, 1000.0),
        passkeys: (1000.0, 1000.0),
        lines: (1000.0, 1000.0),
        reports: (1000.0, 1000.0),
        // Sockets of the tests say nothing while nobody reads them.
        silence: Duration::from_secs(600),
        ..Limits::default()
    }
}

impl Server {
    pub async fn new(name: &str) -> Server {
        Server::with(name, wide()).await
    }

    pub async fn with(name: &str, limits: Limits) -> Server {
        let folder = Folder::new(name);
        let running = start(config(&folder, limits)).await.unwrap();
        Server { address: running.address(), running, folder }
    }

    /// Stops it and starts it again with the same data.
    pub async fn restart(self) -> Server {
        self.restart_with(wide()).await
    }

    pub async fn restart_with(self, limits: Limits) -> Server {
        let Server { running, folder, .. } = self;
        running.stop().await;
        let running = start(config(&folder, limits)).await.unwrap();
        Server { address: running.address(), running, folder }
    }

    pub async fn person(&self) -> Person {
        Person::new(self.address).await
    }
}

/// An answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Sends bytes as they are and reads the answer to its end.
pub async fn raw(address: SocketAddr, request: &[u8]) -> Option<Answer> {
    let talk = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.write_all(request).await.ok()?;
        let mut bytes = Vec::new();
        // A connection that is reset has still said something.
        let _ = stream.read_to_end(&mut bytes).await;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
    };
    timeout(DEADLINE, talk).await.expect("an answer in time")
}

/// A browser.
#[derive(Clone, Debug)]
pub struct Person {
    pub address: SocketAddr,
    pub cookie: String,
}

impl Person {
    pub async fn new(address: SocketAddr) -> Person {
        let nobody = Person { address, cookie: String::new() };
        let answer = nobody.get("/api/v1/me").await;
        let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        Person { address, cookie }
    }

    /// The same browser at another server.
    pub fn at(&self, address: SocketAddr) -> Person {
        Person { address, cookie: self.cookie.clone() }
    }

    /// Somebody without a cookie.
    pub fn stranger(address: SocketAddr) -> Person {
        Person { address, cookie: String::new() }
    }

    pub async fn request(&self, method: &str, path: &str, origin: Option<&str>, body: &str) -> Answer {
        self.try_request(method, path, origin, body).await.expect("an answer")
    }

    /// None if the server is gone.
    pub async fn try_request(&self, method: &str, path: &str, origin: Option<&str>, body: &str) -> Option<Answer> {
        self.try_request_at(&self.address.to_string(), method, path, origin, body).await
    }

    /// Under another name of the server.
    pub async fn request_at(&self, host: &str, method: &str, path: &str, origin: Option<&str>, body: &str) -> Answer {
        self.try_request_at(host, method, path, origin, body).await.expect("an answer")
    }

    async fn try_request_at(
        &self,
        host: &str,
        method: &str,
        path: &str,
        origin: Option<&str>,
        body: &str,
    ) -> Option<Answer> {
        let Person { address, cookie } = self;
        let origin = origin.map(|origin| format!("Origin: {origin}\r\n")).unwrap_or_default();
        let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{origin}{cookie}Content-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        raw(*address, text.as_bytes()).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, None, "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, Some(&format!("http://{}", self.address)), &body.to_string()).await
    }

    pub async fn create(&self, wish: &Value) -> (String, Vec<String>) {
        let answer = self.post("/api/v1/games", wish).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let created = answer.json();
        let links = created["links"].as_array().unwrap().iter();
        let paths = links.map(|link| link["path"].as_str().unwrap().to_owned()).collect();
        (created["id"].as_str().unwrap().to_owned(), paths)
    }

    /// Takes a seat by the path of its link.
    pub async fn take(&self, path: &str, name: &str) -> Answer {
        let (seat, key) = split_link(path);
        self.post(&format!("/api/v1/games/{seat}/take"), &json!({ "key": key, "name": name })).await
    }

    pub async fn socket(&self, game: &str) -> Socket {
        self.socket_of(game, PROTOCOL).await
    }

    /// A socket of a page of this version.
    pub async fn socket_of(&self, game: &str, protocol: u32) -> Socket {
        let mut socket = self.try_socket(game, Some(&format!("http://{}", self.address))).await.unwrap();
        socket.say(&hello_of(protocol)).await;
        socket
    }

    pub async fn try_socket(&self, game: &str, origin: Option<&str>) -> Result<Socket, Error> {
        let url = format!("ws://{}/api/v1/games/{game}/socket", self.address);
        let mut request = url.into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        if !self.cookie.is_empty() {
            request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        }
        let (stream, _) = timeout(DEADLINE, connect_async(request)).await.expect("a socket in time")?;
        Ok(Socket { stream, last: Value::Null, received: 0 })
    }
}

/// The first message of a socket.
pub fn hello() -> Value {
    hello_of(PROTOCOL)
}

/// The first message of a page of this version.
pub fn hello_of(protocol: u32) -> Value {
    json!({ "type": "hello", "protocol": protocol, "seen": null })
}

/// `ID/seats/SEAT` and the key of the path of a link.
pub fn split_link(path: &str) -> (String, String) {
    let (seat, key) = path.strip_prefix("/seat/").unwrap().split_once("#key=").unwrap();
    let (game, seat) = seat.split_once('/').unwrap();
    (format!("{game}/seats/{seat}"), key.to_owned())
}

/// A socket of a game.
pub struct Socket {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The last view, whole.
    pub last: Value,
    /// Bytes of the last message.
    pub received: usize,
}

impl Socket {
    pub async fn say(&mut self, message: &Value) {
        self.text(&message.to_string()).await;
    }

    pub async fn text(&mut self, text: &str) {
        // A socket that was closed says so at the next reading.
        let _ = self.stream.send(Message::text(text)).await;
    }

    /// The next message, or none if the socket is closed. A view is whole, whatever of it was sent.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(DEADLINE, self.stream.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => {
                    self.received = text.len();
                    let mut message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "view" {
                        let keep = message["keep"].take();
                        fill_in(&mut message["view"], &keep, &self.last);
                        self.last = message["view"].clone();
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a type; others are skipped.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed while waiting for {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub async fn view(&mut self) -> Value {
        self.next_of("view").await["view"].take()
    }

    /// The first view that is as wanted.
    pub async fn view_when(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let view = self.view().await;
            if is_wanted(&view) {
                return view;
            }
        }
    }

    pub async fn problem(&mut self) -> String {
        self.next_of("problem").await["code"].as_str().unwrap().to_owned()
    }

    pub async fn act(&mut self, view: &Value, option: usize) -> Value {
        let action = &view["decision"]["options"][option]["action"];
        self.say(&json!({ "type": "act", "draft": view["draft"], "action": action })).await;
        self.view().await
    }

    /// Plays a whole turn with the first options and confirms it; the view after it.
    pub async fn play_turn(&mut self, mut view: Value) -> Value {
        while view["must_confirm"] == false {
            view = self.act(&view, 0).await;
        }
        self.say(&json!({ "type": "confirm", "draft": view["draft"] })).await;
        assert_eq!(self.next_of("stored").await["draft"], view["draft"]);
        self.view().await
    }
}

/// Puts into a view what stays of the one before.
fn fill_in(view: &mut Value, keep: &Value, before: &Value) {
    if keep.is_null() {
        return;
    }
    let known = |draft: &Value| {
        let mut answered = before["answered"].as_array().unwrap().iter();
        let found = answered.find(|answered| &answered["draft"] == draft).map(|answered| &answered["decision"]);
        if &before["draft"] == draft { before["decision"].clone() } else { found.expect("a known decision").clone() }
    };
    let rest = view["answered"].as_array_mut().unwrap().iter_mut();
    for answered in rest.filter(|answered| answered["decision"]["options"] == json!([])) {
        answered["decision"] = known(&answered["draft"]);
    }
    if keep["decision"] == true {
        view["decision"] = known(&view["draft"]);
    }
    for (list, kept) in [
        ("/board/tiles", "tiles"),
        ("/log", "log"),
        ("/history", "history"),
        ("/discarded", "discarded"),
        ("/answered", "answered"),
    ] {
        let kept = keep[kept].as_u64().unwrap() as usize;
        let whole = view.pointer_mut(list).unwrap().as_array_mut().unwrap();
        whole.splice(0..0, before.pointer(list).unwrap().as_array().unwrap()[..kept].iter().cloned());
    }
    for same in ["undrawn", "chat"].into_iter().filter(|&same| keep[same] == true) {
        view[same] = before[same].clone();
    }
}

/// A wish for a game on the classic base.
pub fn wish(seats: &[Value], tiles: u32) -> Value {
    let colours = ["red", "blue", "yellow", "green", "black", "pink"];
    let seats: Vec<_> = seats
        .iter()
        .zip(colours)
        .enumerate()
        .map(|(place, (who, colour))| json!({ "name": format!("P{place}"), "colour": colour, "who": who }))
        .collect();
    json!({
        "in_box": null, "base": "classic", "modules": ["farmers"], "seats": seats, "first": { "seat": 0 },
        "aids": true, "clock": { "kind": "none" }, "private": false, "end_after": tiles, "bot_pace": 0,
    })
}

pub fn is_asked(view: &Value) -> bool {
    view["decision"]["options"].as_array().is_some_and(|options| !options.is_empty())
}

/// Two people, a game between them, and their sockets; the first one begins.
pub async fn two_players(server: &Server, tiles: u32) -> (String, [Person; 2], [Socket; 2]) {
    let (anna, borys) = (server.person().await, server.person().await);
    let (game, links) = anna.create(&wish(&[json!("here"), json!("elsewhere")], tiles)).await;
    assert_eq!(borys.take(&links[0], "Borys").await.status, 204);
    let sockets = [anna.socket(&game).await, borys.socket(&game).await];
    (game, [anna, borys], sockets)
}

/// A game that stands where a position of the browser tests ends, with a person and a socket for each seat.
pub async fn position(server: &Server, name: &str) -> (String, Vec<Person>, Vec<Socket>) {
    let file = format!("{}/../../web/e2e/positions/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let game = import(&server.folder.0, &std::fs::read_to_string(file).unwrap()).await.unwrap();
    let (mut people, mut sockets) = (Vec::new(), Vec::new());
    for link in &game.links {
        let person = server.person().await;
        assert_eq!(person.take(&link.path, &format!("P{}", people.len())).await.status, 204);
        people.push(person);
    }
    for person in &people {
        sockets.push(person.socket(&game.id).await);
    }
    (game.id, people, sockets)
}

pub fn option(view: &Value, is: impl Fn(&Value) -> bool) -> usize {
    let options = view["decision"]["options"].as_array().unwrap();
    options.iter().position(|option| is(&option["target"])).unwrap_or_else(|| panic!("{options:?}"))
}

pub fn happened<'a>(view: &'a Value, what: &str) -> Option<&'a Value> {
    let last = view["log"].as_array()?.last()?;
    last["happened"].as_array()?.iter().rfind(|happening| happening["what"] == what)
}

pub async fn confirm(socket: &mut Socket, view: &Value) -> Value {
    socket.say(&json!({ "type": "confirm", "draft": view["draft"] })).await;
    assert_eq!(socket.next_of("stored").await["draft"], view["draft"]);
    socket.view().await
}

fn digits(text: &Value) -> [u8; 32] {
    let mut bytes = [0u8; 32];
    for (byte, digits) in bytes.iter_mut().zip(text.as_str().unwrap().as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
    }
    bytes
}

/// Every draw of a finished game, recomputed from the seed, the record and the rules alone.
pub fn check_draws(draws: &Value, record: &str) -> Seed {
    let seed = Seed(digits(&draws["seed"]));
    assert_eq!(json!(seed.commitment()), draws["commitment"]);
    let told = draws["shares"].as_array().unwrap().iter().filter(|share| share["share"].is_string());
    let seed = mixed(&seed, told.map(|share| (share["seat"].as_u64().unwrap() as u8, digits(&share["share"]))));
    let record = notation::Record::parse(record).unwrap();
    let mut state = record.start();
    let mut number = 0;
    for &action in record.actions() {
        if state.actor() == Actor::Chance {
            number += 1;
            let name = |action| match action {
                Action::Draw(tile) => catalogue::full_name(catalogue::tile(tile)).to_owned(),
                Action::Roll(shown) => format!("die:{shown}"),
                Action::DrawMessage(message) => format!("message:{message}"),
                other => panic!("{other:?}"),
            };
            let mut outcomes: Vec<_> =
                state.chance_outcomes().into_iter().map(|(action, weight)| (name(action), action, weight)).collect();
            outcomes.sort_by(|one, other| one.0.cmp(&other.0));
            let weights: Vec<_> = outcomes.iter().map(|outcome| outcome.2).collect();
            let picked = &outcomes[seed.pick(number, &weights)];
            assert_eq!(picked.1, action, "draw {number}");
            let listed = &draws["draws"][number as usize - 1];
            assert_eq!(listed["drawn"], picked.0);
            let expected: Vec<_> = outcomes.iter().map(|outcome| json!([outcome.0, outcome.2])).collect();
            assert_eq!(listed["outcomes"], json!(expected));
        }
        state.apply(action).unwrap();
    }
    assert_eq!(draws["draws"].as_array().unwrap().len() as u64, number);
    assert!(state.is_over());
    seed
}

/// This program again, with the word `serve` and a folder: a server in a process of its own, which
/// prints its address.
pub fn spawn_self(folder: &Folder, more: &[&str], errors: Stdio) -> std::io::Result<(Child, SocketAddr)> {
    let mut command = Command::new(std::env::current_exe()?);
    let mut child = command.arg("serve").arg(&folder.0).args(more).stdout(Stdio::piped()).stderr(errors).spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output is piped")).read_line(&mut line)?;
    let address = line.trim().parse().map_err(std::io::Error::other)?;
    Ok((child, address))
}

/// Resident memory of a process in kB; 0 where it cannot be read.
pub fn memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
