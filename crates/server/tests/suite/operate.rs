//! What a server on the internet needs: fences, limits that are given back, orders of its operator, https.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bastide_server::admin::{self, Command};
use bastide_server::store::sqlite::Sqlite;
use bastide_server::store::{Store, StoreError};
use bastide_server::{Config, Limits, TlsFiles, start};
use bastide_table::room::Request;
use bastide_table::stored::{Change, StoredLine, StoredNote};
use bastide_table::text::hex;
use bastide_table::wire::{Note, Status};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::common::{self, DEADLINE, Folder, Person, Server, is_asked, raw, two_players, wide, wish};

async fn order(server: &Server, command: Command) -> Result<Value, String> {
    admin::run(&server.folder.0, command).await
}

/// Waits until something is so.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let wait = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(DEADLINE, wait).await.unwrap_or_else(|_| panic!("{what}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_owner_changes_nothing_and_is_told_why() {
    let server = Server::new("fence").await;
    let (game, _, _sockets) = two_players(&server, 6).await;
    let store = Sqlite::open(&server.folder.0).unwrap();
    let before = store.load(&game).await.unwrap().unwrap();
    let change = |version| Change {
        game: game.clone(),
        version,
        after: before.actions.len() as u32,
        notes: vec![StoredNote { after: 0, text: "resigned:0".to_owned() }],
        chat: Some(StoredLine { seat: None, name: String::new(), text: "x".to_owned(), time: 0 }),
        seats: vec![(0, before.seats[1].clone())],
        status: Some(Status::Finished),
        ..Change::default()
    };
    let request = |version| Request { change: change(version), ..Request::default() };
    assert_eq!(store.change(request(before.version + 1)).await, Err(StoreError::OtherOwner));
    assert_eq!(store.change(request(before.version.saturating_sub(1))).await, Err(StoreError::OtherOwner));
    let after = store.load(&game).await.unwrap().unwrap();
    assert_eq!((after.status, after.chat.len(), after.notes.len()), (Status::Running, 0, before.notes.len()));
    assert_eq!(after.seats, before.seats);
    store.change(request(before.version)).await.unwrap();
    assert_eq!(store.load(&game).await.unwrap().unwrap().version, before.version + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_is_not_the_last_one_lets_go_and_nothing_is_acknowledged() {
    let server = Server::new("other-owner").await;
    let (game, [anna, _], [mut socket, _]) = two_players(&server, 6).await;
    let mut view = socket.view_when(is_asked).await;
    while view["must_confirm"] == false {
        view = socket.act(&view, 0).await;
    }
    // Somebody else ends the game behind the owner's back.
    Sqlite::open(&server.folder.0).unwrap().end(&game, Note::EndedByOperator).await.unwrap();
    socket.say(&json!({ "type": "confirm", "draft": view["draft"] })).await;
    while let Some(message) = socket.next().await {
        assert_ne!(message["type"], "stored", "{message}");
    }
    let seen = anna.socket(&game).await.view().await;
    assert_eq!((&seen["status"], &seen["decision"]["seat"]), (&json!("finished"), &Value::Null));
    assert!(seen["seed"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_nobody_needs_go_and_a_host_can_cancel() {
    let at_once = Duration::ZERO;
    let server = Server::with("sweep", Limits { open_for: at_once, abandoned_after: at_once, ..wide() }).await;
    let anna = server.person().await;
    let open = wish(&[json!("here"), json!("elsewhere")], 6);
    let (cancelled, _) = anna.create(&open).await;
    let path = format!("/api/v1/games/{cancelled}");
    let origin = format!("http://{}", server.address);
    let stranger = server.person().await;
    assert_eq!(stranger.request("DELETE", &path, Some(&origin), "").await.status, 403);
    assert_eq!(anna.request("DELETE", &path, Some(&origin), "").await.status, 204);
    assert_eq!(anna.get(&path).await.status, 404);
    let (game, _, sockets) = two_players(&server, 6).await;
    let borys = server.person().await;
    assert_eq!(borys.request("DELETE", &format!("/api/v1/games/{game}"), Some(&origin), "").await.status, 403);
    let (waiting, _) = anna.create(&open).await;
    // While somebody looks, or the owner has just been asked, nothing is removed.
    assert_eq!(server.running.rooms().sweep().await.unwrap(), 0);
    drop(sockets);
    let server = server.restart_with(Limits { open_for: at_once, abandoned_after: at_once, ..wide() }).await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    until("old games are removed", async || {
        server.running.rooms().sweep().await.unwrap();
        anna.at(server.address).get(&format!("/api/v1/games/{waiting}")).await.status == 404
    })
    .await;
    let seen = anna.at(server.address).get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!(seen["status"], "finished");
    assert_eq!(seen["log"].as_array().unwrap().last().unwrap()["notes"], json!([{ "note": "abandoned" }]), "{seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_server_makes_room_from_games_that_nobody_uses() {
    let folder = Folder::new("full");
    let limits = || Limits { games: 3, unused_for: Duration::ZERO, ..wide() };
    let running = start(common::config(&folder, limits())).await.unwrap();
    let open = wish(&[json!("here"), json!("elsewhere")], 6);
    for _ in 0..3 {
        Person::new(running.address()).await.create(&open).await;
    }
    let anna = Person::new(running.address()).await;
    let full = anna.post("/api/v1/games", &open).await;
    assert_eq!(full.status, 429, "they were asked for a moment ago");
    running.stop().await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let running = start(common::config(&folder, limits())).await.unwrap();
    anna.at(running.address()).create(&open).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_wants_to_be_forgotten_is() {
    let server = Server::new("forget").await;
    let (game, [anna, borys], [mut one, _two]) = two_players(&server, 6).await;
    one.say(&json!({ "type": "chat", "text": "pineapple" })).await;
    one.next_of("chat").await;
    let origin = format!("http://{}", server.address);
    let answer = anna.request("DELETE", "/api/v1/me", Some(&origin), "").await;
    assert_eq!(answer.status, 204);
    assert!(answer.header("set-cookie").unwrap().contains("Max-Age=0"));
    let view = borys.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!((&view["seats"][0]["name"], &view["chat"]), (&json!("Player 1"), &json!([])));
    assert_eq!((&view["seats"][0]["bot"], &view["seats"][0]["resigned"]), (&json!("greedy"), &json!(true)));
    assert_eq!(anna.get("/api/v1/me").await.json()["games"], json!([]));
    // The bot plays on for them.
    borys.socket(&game).await.view_when(|view| view["decision"]["seat"] == 1).await;
    // Nothing is left in the free space of the file either.
    let Server { running, folder, .. } = server;
    running.stop().await;
    let bytes = std::fs::read(folder.0.join("bastide.sqlite")).unwrap();
    assert!(!bytes.windows(9).any(|part| part == b"pineapple"));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_tell_the_operator_about_others() {
    let server = Server::new("reports").await;
    let (game, [anna, borys], [_one, mut two]) = two_players(&server, 6).await;
    two.say(&json!({ "type": "chat", "text": "rude words" })).await;
    two.next_of("chat").await;
    let address = format!("/api/v1/games/{game}/report");
    let told = |seat: u8, text: &str| json!({ "seat": seat, "text": text });
    assert_eq!(anna.post(&address, &told(1, "He is \u{202e} rude.")).await.status, 204);
    let rows = order(&server, Command::Reports { settle: None }).await.unwrap();
    let row = &rows[0];
    assert_eq!((&row["name"], &row["text"], &row["game"]), (&json!("Borys"), &json!("He is rude."), &json!(game)));
    assert_eq!(row["chat"], "Borys: rude words");
    let people = order(&server, Command::People { most: 9 }).await.unwrap();
    let who =
        |name: &str| people.as_array().unwrap().iter().find(|person| person["name"] == name).unwrap()["who"].clone();
    assert_eq!((&row["about"], &row["by"]), (&who("Borys"), &who("P0")));

    // Nobody is told of it, and nonsense is refused.
    assert!(borys.get(&format!("/api/v1/games/{game}")).await.json().to_string().find("He is rude").is_none());
    for (seat, text, code) in [(0, "me", "no-seat"), (7, "who", "no-seat"), (1, " \n ", "report")] {
        assert_eq!(anna.post(&address, &told(seat, text)).await.json()["code"], code, "{seat} {text}");
    }
    assert_eq!(borys.post("/api/v1/games/nothing/report", &told(0, "x")).await.status, 404);

    order(&server, Command::Reports { settle: row["number"].as_u64() }).await.unwrap();
    assert!(
        order(&server, Command::Reports { settle: row["number"].as_u64() }).await.unwrap_err().contains("no report")
    );
    assert_eq!(order(&server, Command::Reports { settle: None }).await.unwrap(), json!([]));
    // Whoever wants to be forgotten is: what they told, and what was told about them.
    assert_eq!(borys.post(&address, &told(0, "She reports me.")).await.status, 204);
    assert_eq!(anna.request("DELETE", "/api/v1/me", Some(&format!("http://{}", server.address)), "").await.status, 204);
    assert_eq!(order(&server, Command::Reports { settle: None }).await.unwrap(), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_floods_the_operator() {
    let limits = bastide_server::limits::Limits { reports: (0.0, 2.0), ..wide() };
    let server = Server::with("reports-flood", limits).await;
    let (game, [anna, borys], _sockets) = two_players(&server, 6).await;
    let address = format!("/api/v1/games/{game}/report");
    let told = |seat: u8| json!({ "seat": seat, "text": "again" });
    assert_eq!([anna.post(&address, &told(1)).await.status, anna.post(&address, &told(1)).await.status], [204, 204]);
    // The address counts too: another identity costs nothing.
    assert_eq!(borys.post(&address, &told(0)).await.json()["code"], "too-many");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_gives_orders_while_the_server_runs() {
    let server = Server::new("admin").await;
    let (game, [anna, borys], [mut one, _two]) = two_players(&server, 6).await;
    one.view().await;
    let games = order(&server, Command::Games { status: None }).await.unwrap();
    assert_eq!((&games[0]["id"], &games[0]["status"]), (&json!(game), &json!("running")));
    let people = order(&server, Command::People { most: 9 }).await.unwrap();
    let found = people.as_array().unwrap().iter().find(|person| person["name"] == "Borys").unwrap();
    let who = found["who"].as_str().unwrap().to_owned();

    order(&server, Command::Say { text: "A restart soon.".to_owned() }).await.unwrap();
    assert_eq!(one.next_of("chat").await["line"]["text"], "A restart soon.");

    order(&server, Command::Mute { who: who.clone(), lift: false }).await.unwrap();
    let mut socket = borys.socket(&game).await;
    socket.say(&json!({ "type": "chat", "text": "me" })).await;
    assert_eq!(socket.problem().await, "muted");
    order(&server, Command::Ban { who: who.clone(), lift: false }).await.unwrap();
    let open = wish(&[json!("here"), json!("elsewhere")], 6);
    assert_eq!(borys.post("/api/v1/games", &open).await.json()["code"], "banned");
    order(&server, Command::Ban { who, lift: true }).await.unwrap();
    assert_eq!(borys.post("/api/v1/games", &open).await.status, 201);
    order(&server, Command::Unwanted { name: "P0".to_owned(), lift: false }).await.unwrap();
    assert_eq!(anna.post("/api/v1/games", &open).await.json()["code"], "name");
    order(&server, Command::Unwanted { name: "p 0".to_owned(), lift: true }).await.unwrap();
    assert_eq!(order(&server, Command::Rules).await.unwrap().as_array().unwrap().len(), 1);

    assert_eq!(anna.get("/readyz").await.status, 200);
    order(&server, Command::Drain { lift: false }).await.unwrap();
    assert_eq!((anna.get("/readyz").await.status, anna.get("/healthz").await.status), (503, 200));
    assert_eq!(anna.post("/api/v1/games", &open).await.json()["code"], "draining");
    order(&server, Command::Drain { lift: true }).await.unwrap();
    let stats = order(&server, Command::Stats).await.unwrap();
    assert!(stats.as_str().unwrap().contains("bastide_used{limit=\"games\"} 2"), "{stats}");

    order(&server, Command::Check { games: true }).await.unwrap();
    let copy = server.folder.0.join("copy.sqlite");
    let data = &server.folder.0;
    admin::back_up(data, &copy).await.unwrap();
    assert!(admin::back_up(data, &copy).await.unwrap_err().contains("is there already"), "nothing is written over");
    assert!(admin::back_up(data, &data.join("no folder/copy")).await.unwrap_err().contains("cannot be written"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    order(&server, Command::End { game: game.clone() }).await.unwrap();
    assert_eq!(anna.get(&format!("/api/v1/games/{game}")).await.json()["status"], "finished");
    order(&server, Command::Delete { game: game.clone() }).await.unwrap();
    assert_eq!(anna.get(&format!("/api/v1/games/{game}")).await.status, 404);
    assert!(order(&server, Command::Delete { game: game.clone() }).await.is_err());
    assert!(admin::restore(&server.folder.0, &copy).await.unwrap_err().contains("another Bastide"));

    // Without a server the folder is worked on directly, and the copy has the game as it was.
    let Server { running, folder, .. } = server;
    running.stop().await;
    assert!(!folder.0.join("bastide.sqlite-wal").exists_and_is_not_empty());
    let bad = folder.0.join("bad.sqlite");
    std::fs::write(&bad, "no database").unwrap();
    assert!(admin::restore(&folder.0, &bad).await.is_err());
    assert_eq!(admin::run(&folder.0, Command::Games { status: None }).await.unwrap().as_array().unwrap().len(), 1);
    admin::restore(&folder.0, &copy).await.unwrap();
    assert_eq!(admin::run(&folder.0, Command::Games { status: None }).await.unwrap().as_array().unwrap().len(), 2);
    assert!(admin::run(&folder.0, Command::Stats).await.unwrap_err().contains("no server runs"));
    let running = start(common::config(&folder, wide())).await.unwrap();
    assert_eq!(anna.at(running.address()).get(&format!("/api/v1/games/{game}")).await.json()["status"], "running");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_ends_what_is_open() {
    let server = Server::new("ban").await;
    let (game, [_anna, borys], [mut one, mut two]) = two_players(&server, 6).await;
    let people = order(&server, Command::People { most: 9 }).await.unwrap();
    let found = people.as_array().unwrap().iter().find(|person| person["name"] == "Borys").unwrap();
    let who = found["who"].as_str().unwrap().to_owned();
    // Also of somebody who only looks on.
    order(&server, Command::Ban { who: who.clone(), lift: false }).await.unwrap();
    assert_eq!(two.problem().await, "banned");
    assert_eq!(two.next().await, None);
    one.say(&json!({ "type": "chat", "text": "Peace." })).await;
    assert_eq!(one.next_of("chat").await["line"]["text"], "Peace.");

    let address = "127.0.0.1".to_owned();
    order(&server, Command::Ban { who: address.clone(), lift: false }).await.unwrap();
    assert_eq!(one.problem().await, "banned");
    assert_eq!(borys.get("/api/v1/me").await.json()["code"], "banned");
    order(&server, Command::Ban { who: address, lift: true }).await.unwrap();
    order(&server, Command::Ban { who, lift: true }).await.unwrap();
    borys.socket(&game).await.view().await;
}

trait NotEmpty {
    fn exists_and_is_not_empty(&self) -> bool;
}

impl NotEmpty for std::path::Path {
    fn exists_and_is_not_empty(&self) -> bool {
        std::fs::metadata(self).is_ok_and(|found| found.len() > 0)
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_of_the_machine_reads_seeds() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::new("modes").await;
    let _games = two_players(&server, 6).await;
    for name in ["bastide.sqlite", "bastide.sqlite-wal", "bastide.sock"] {
        let mode = std::fs::metadata(server.folder.0.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_another_name_are_not_answered() {
    let folder = Folder::new("names");
    let url = "http://play.example".parse().unwrap();
    let running = start(Config { public_url: Some(url), ..common::config(&folder, wide()) }).await.unwrap();
    let status = async |host: &str, path: &str| {
        let text = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        raw(running.address(), text.as_bytes()).await.unwrap().status
    };
    assert_eq!(status("play.example", "/api/v1/me").await, 200);
    assert_eq!(status("evil.example", "/api/v1/me").await, 421);
    assert_eq!(status("anything", "/healthz").await, 200);
    running.stop().await;
    let server = Server::new("local").await;
    let text = b"GET /api/v1/me HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n";
    assert_eq!(raw(server.address, text).await.unwrap().status, 421, "a name that was made to point here");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_is_renewed_and_large_answers_are_packed() {
    let server = Server::new("headers").await;
    let anna = server.person().await;
    let me = anna.get("/api/v1/me").await;
    assert!(me.header("set-cookie").unwrap().starts_with(&anna.cookie), "{me:?}");
    assert_eq!(me.header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(me.header("strict-transport-security"), None);
    let ask = |packed: &str| {
        let host = server.address;
        format!("GET /api/v1/offer HTTP/1.1\r\nHost: {host}\r\n{packed}Connection: close\r\n\r\n")
    };
    let plain = raw(server.address, ask("").as_bytes()).await.unwrap();
    let packed = raw(server.address, ask("Accept-Encoding: gzip\r\n").as_bytes()).await.unwrap();
    assert_eq!((plain.header("content-encoding"), packed.header("content-encoding")), (None, Some("gzip")));
    let length = |answer: &common::Answer| answer.header("content-length").unwrap().parse::<usize>().unwrap();
    assert!(2 * length(&packed) < length(&plain));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_holds_few_connections_finds_one() {
    let limits = Limits { connections: 20, connections_of_modest: 1, ..wide() };
    let server = Server::with("reserve", limits).await;
    let mut held = Vec::new();
    // All places but the reserve of two are taken from one address, without a word.
    for _ in 0..30 {
        held.push(TcpStream::connect(server.address).await.unwrap());
    }
    let modest = tokio::net::TcpSocket::new_v4().unwrap();
    modest.bind(SocketAddr::from(([127, 0, 0, 9], 0))).unwrap();
    let mut modest = modest.connect(server.address).await.unwrap();
    modest.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    timeout(DEADLINE, modest.read_to_string(&mut answer)).await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// The answer of a server with TLS, as a browser that trusts a certificate sees it; none if it does not trust it.
async fn ask_by_tls(address: SocketAddr, trusted: &str, request: &str) -> Option<String> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(trusted.as_bytes()).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.ok()?;
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = timeout(DEADLINE, stream.read_to_end(&mut answer)).await.unwrap();
    Some(String::from_utf8_lossy(&answer).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn https_without_a_proxy_and_a_certificate_that_is_renewed() {
    const OLD: [&str; 2] = [include_str!("../tls/old.pem"), include_str!("../tls/old.key")];
    const NEW: [&str; 2] = [include_str!("../tls/new.pem"), include_str!("../tls/new.key")];
    let folder = Folder::new("tls");
    let files = TlsFiles { cert: folder.0.join("cert.pem"), key: folder.0.join("key.pem") };
    let put = |[cert, key]: [&str; 2]| {
        std::fs::write(&files.cert, cert).unwrap();
        std::fs::write(&files.key, key).unwrap();
    };
    put([OLD[0], "nonsense"]);
    let config = || Config { tls: Some(files.clone()), ..common::config(&folder, wide()) };
    let error = start(config()).await.err().unwrap().to_string();
    assert!(error.contains("key.pem") && error.contains("PEM"), "{error}");
    put(OLD);
    let running = start(config()).await.unwrap();
    let request = "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let answer = ask_by_tls(running.address(), OLD[0], request).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let head = answer.to_ascii_lowercase();
    assert!(head.contains("set-cookie: __host-bastide=") && head.contains("; secure"), "{answer}");
    assert!(head.contains("strict-transport-security: max-age=31536000"), "{answer}");
    assert!(ask_by_tls(running.address(), NEW[0], request).await.is_none());
    put(NEW);
    until("the new certificate is used", async || ask_by_tls(running.address(), NEW[0], request).await.is_some()).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_have_a_share_in_the_randomness() {
    let server = Server::new("shares").await;
    let (anna, borys) = (server.person().await, server.person().await);
    let promise = |seat, share: [u8; 32]| hex(&bastide_server::fairness::promise(seat, &share));
    let mut plan = wish(&[json!("here"), json!("elsewhere")], 4);
    plan["first"] = json!("random");
    plan["seats"][0]["promise"] = json!(promise(0, [3; 32]));
    let (game, links) = anna.create(&plan).await;
    let (seat, key) = common::split_link(&links[0]);
    let body = json!({ "key": key, "name": "Borys", "promise": promise(1, [4; 32]) });
    assert_eq!(borys.post(&format!("/api/v1/games/{seat}/take"), &body).await.status, 204);
    let mut sockets = [anna.socket(&game).await, borys.socket(&game).await];
    for (seat, share) in [(0, [3; 32]), (1, [4; 32])] {
        sockets[seat].say(&json!({ "type": "reveal", "seat": seat, "share": hex(&share) })).await;
    }
    let mut view = sockets[0].view_when(|view| view["decision"]["seat"].is_number()).await;
    while view["status"] != "finished" {
        let asked = view["decision"]["seat"].as_u64().unwrap() as usize;
        // The question may have come already.
        let socket = &mut sockets[asked];
        let turn = if is_asked(&socket.last) { socket.last.clone() } else { socket.view_when(is_asked).await };
        socket.play_turn(turn).await;
        let seen = anna.get(&format!("/api/v1/games/{game}")).await.json();
        view = seen;
    }
    let draws = anna.get(&format!("/api/v1/games/{game}/draws")).await.json();
    assert_eq!(draws["shares"][0]["share"], json!(hex(&[3; 32])), "{draws}");
    let key = common::check_draws(&draws, &anna.get(&format!("/api/v1/games/{game}/record")).await.body);
    assert_eq!(draws["first"], json!(key.below(0, 2)));
}
