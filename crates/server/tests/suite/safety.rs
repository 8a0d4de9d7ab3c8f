//! What the server refuses: other people's seats, other sites, floods, garbage.

use bastide_server::wire::PROTOCOL;
use bastide_server::{Config, Limits, start};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{
    self, Answer, DEADLINE, Folder, Person, Server, hello_of, is_asked, raw, split_link, two_players, wide, wish,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_by_its_link_once_and_given_anew_by_the_host() {
    let server = Server::new("links").await;
    let (anna, borys, mallory) = (server.person().await, server.person().await, server.person().await);
    let (game, links) = anna.create(&wish(&[json!("here"), json!("elsewhere")], 6)).await;
    let (seat, key) = split_link(&links[0]);
    // To look at the link takes nothing: messengers fetch links.
    let offer = borys.get(&format!("/api/v1/games/{seat}?key={key}")).await.json();
    assert_eq!((&offer["taken"], &offer["seat"]), (&json!(false), &json!(1)));
    assert_eq!(borys.get(&format!("/api/v1/games/{seat}?key=wrong")).await.status, 403);
    let wrong = json!({ "key": "wrong", "name": "M" });
    assert_eq!(mallory.post(&format!("/api/v1/games/{seat}/take"), &wrong).await.status, 403);
    assert_eq!(borys.take(&links[0], "P0").await.status, 204);
    assert_eq!(borys.take(&links[0], "P0").await.status, 204, "again by the same browser");
    let view = borys.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!(view["seats"][1]["name"], "P0 2", "two players never have one name");
    assert_eq!(mallory.take(&links[0], "M").await.json()["code"], "taken");
    // The device of Borys is lost.
    assert_eq!(mallory.post(&format!("/api/v1/games/{seat}/link"), &json!({})).await.status, 403);
    let link = anna.post(&format!("/api/v1/games/{seat}/link"), &json!({})).await.json();
    let link = link["path"].as_str().unwrap();
    assert_eq!(borys.get(&format!("/api/v1/games/{game}")).await.json()["seats"][1]["yours"], false);
    assert_eq!(mallory.take(&links[0], "M").await.json()["code"], "bad-link");
    assert_eq!(borys.take(link, "Borys").await.status, 204);
    let far = link.replace(&format!("{game}/1"), &format!("{game}/200"));
    assert_eq!(borys.take(&far, "B").await.json()["code"], "no-seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_with_the_address_takes_an_open_seat_once_and_nobody_a_reserved_one() {
    let server = Server::new("join").await;
    let (anna, borys, mallory) = (server.person().await, server.person().await, server.person().await);
    let three = [json!("here"), json!("open"), json!("elsewhere")];
    let (game, links) = anna.create(&wish(&three, 6)).await;
    let seat = async |person: &Person, place: u8, key: &str| {
        let body = json!({ "key": key, "name": "B" });
        person.post(&format!("/api/v1/games/{game}/seats/{place}/take"), &body).await.status
    };
    let can_join =
        async |person: &Person| person.get(&format!("/api/v1/games/{game}")).await.json()["can_join"].clone();
    assert_eq!((can_join(&anna).await, can_join(&borys).await), (json!(false), json!(true)));
    assert_eq!(seat(&borys, 0, "").await, 403, "the seat of Anna");
    assert_eq!(seat(&borys, 1, "guessed").await, 403);
    assert_eq!(seat(&borys, 1, "").await, 204);
    assert_eq!(can_join(&borys).await, false);
    assert_eq!(seat(&borys, 2, "").await, 403, "a second seat only by its link");
    assert_eq!(seat(&mallory, 1, "").await, 403, "a seat that is taken");
    assert_eq!(seat(&mallory, 2, "").await, 403, "a reserved seat");
    assert_eq!(borys.take(&links[0], "B").await.status, 204);
    // The game runs: whoever comes now watches.
    assert_eq!((can_join(&mallory).await, seat(&mallory, 2, "").await), (json!(false), 403));

    let mut secret = wish(&three, 6);
    secret["private"] = json!(true);
    let (game, _) = anna.create(&secret).await;
    let body = json!({ "key": "", "name": "M", "colour": "pink" });
    assert_eq!(mallory.post(&format!("/api/v1/games/{game}/seats/2/take"), &body).await.status, 403);
    // The code that is said aloud leads to it while it waits; who tries many codes is slowed down.
    let code = anna.get(&format!("/api/v1/games/{game}")).await.json()["code"].as_str().unwrap().to_owned();
    let said = format!("{}-{}", code[..3].to_uppercase(), &code[3..]);
    assert_eq!(mallory.get(&format!("/api/v1/codes/{said}")).await.json()["id"], game.as_str());
    assert_eq!(mallory.get("/api/v1/codes/zzzzzz").await.json()["code"], "no-code");
    assert_eq!(mallory.post(&format!("/api/v1/games/{game}/seats/1/take"), &body).await.status, 204);
    let view = mallory.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!((&view["seats"][1]["colour"], &view["seats"][1]["yours"]), (&json!("pink"), &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_tries_many_codes_is_slowed_down() {
    let limits = Limits { codes: (0.001, 3.0), ..common::wide() };
    let server = Server::with("codes", limits).await;
    let mallory = server.person().await;
    for expected in [404, 404, 404, 429] {
        assert_eq!(mallory.get("/api/v1/codes/abc123").await.status, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn private_games_are_listed_for_their_players_only() {
    let server = Server::new("private").await;
    let (anna, borys) = (server.person().await, server.person().await);
    let mut secret = wish(&[json!("here"), json!("elsewhere")], 6);
    secret["private"] = json!(true);
    let (game, links) = anna.create(&secret).await;
    let lists = async |person: &Person| {
        let all = person.get("/api/v1/games").await.json();
        all.as_array().unwrap().iter().any(|listed| listed["id"] == game.as_str())
    };
    assert!(lists(&anna).await);
    assert!(!lists(&borys).await && !lists(&Person::stranger(server.address)).await);
    borys.take(&links[0], "Borys").await;
    assert!(lists(&borys).await);
    let (open, _) = anna.create(&wish(&[json!("here"), json!("elsewhere")], 6)).await;
    let all = Person::stranger(server.address).get("/api/v1/games?status=open").await.json();
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!(all[0]["id"], open.as_str());
    let mine = borys.get("/api/v1/games?mine=true").await.json();
    assert_eq!(mine.as_array().unwrap().len(), 1);
    assert!(!all.to_string().contains("key"), "lists carry no keys");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_are_kept_out() {
    let server = Server::new("origin").await;
    let anna = server.person().await;
    let body = wish(&[json!("here"), json!({ "bot": "greedy" })], 6).to_string();
    for origin in [None, Some("http://evil.example"), Some("null")] {
        let answer = anna.request("POST", "/api/v1/games", origin, &body).await;
        assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("origin")), "{origin:?}");
    }
    let (game, _) = anna.create(&serde_json::from_str(&body).unwrap()).await;
    assert!(anna.try_socket(&game, Some("http://evil.example")).await.is_err());
    assert!(anna.try_socket(&game, None).await.is_err());
    let nobody = Person::stranger(server.address);
    assert_eq!(nobody.post("/api/v1/games", &serde_json::from_str(&body).unwrap()).await.json()["code"], "no-identity");
    let page = nobody.get("/game/anything").await;
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").unwrap();
    // The engine of the page may be compiled; no text becomes a script.
    let scripts = policy.replace("'wasm-unsafe-eval'", "");
    assert!(policy.contains("script-src 'self'") && !scripts.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    let cookie = nobody.get("/api/v1/me").await.header("set-cookie").unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

#[tokio::test(flavor = "multi_thread")]
async fn wishes_are_checked() {
    let server = Server::new("wishes").await;
    let anna = server.person().await;
    let good = wish(&[json!("here"), json!({ "bot": "greedy" })], 6);
    let refused = async |path: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = value;
        let answer = anna.post("/api/v1/games", &bad).await;
        assert_eq!(answer.status, 400, "{path}: {answer:?}");
        answer.json()["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused("/base", json!("moon")).await, "There is no such base; see /api/v1/offer.");
    assert_eq!(refused("/base", Value::Null).await, "Choose a box or a base.");
    assert!(refused("/modules", json!(["river", "river-2"])).await.contains("do not go together"));
    assert!(refused("/seats", json!([])).await.contains("2 to 6 players"));
    assert!(refused("/seats/0/colour", json!("blue")).await.contains("colour of its own"));
    assert!(refused("/seats/0/colour", json!("mauve")).await.contains("red, blue"));
    assert!(refused("/seats/0/name", json!("x".repeat(41))).await.contains("40"));
    assert!(refused("/seats/1/who", json!({ "bot": "hal" })).await.contains("no bot"));
    assert!(refused("/first", json!({ "seat": 7 })).await.contains("not at the table"));
    assert!(refused("/end_after", json!(0)).await.contains("at least one tile"));
    assert!(refused("/clock", json!({ "kind": "per-move", "seconds": 0 })).await.contains("one second"));
    assert!(refused("/bot_pace", json!(99_999)).await.contains("ten seconds"));
    refused("/bot_pace", json!("fast")).await;
    let mut large = good.clone();
    large["modules"] = json!(vec!["farmers"; 5000]);
    assert_eq!(anna.post("/api/v1/games", &large).await.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_so_many_games_and_sockets() {
    let limits = Limits { games_of_host: 2, sockets_of_identity: 2, ..wide() };
    let server = Server::with("limits", limits).await;
    let anna = server.person().await;
    let wish = wish(&[json!("here"), json!("elsewhere")], 6);
    anna.create(&wish).await;
    let (game, _) = anna.create(&wish).await;
    assert_eq!(anna.post("/api/v1/games", &wish).await.status, 429);
    server.person().await.create(&wish).await;
    let mut sockets = [anna.socket(&game).await, anna.socket(&game).await];
    for socket in &mut sockets {
        socket.view().await;
    }
    assert_eq!(anna.socket(&game).await.problem().await, "too-many");
    drop(sockets);
    // A place is free as soon as the server has noticed.
    let mut tries = 0;
    while anna.socket(&game).await.next().await.unwrap()["type"] == "problem" {
        tries += 1;
        assert!(tries < 200, "the sockets are gone");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_refused_and_others_play_on() {
    let server = Server::with("flood", Limits { messages: (20.0, 40.0), ..wide() }).await;
    let (game, [anna, _], [mut one, mut two]) = two_players(&server, 6).await;
    let (mut sink, mut answers) = anna.socket(&game).await.stream.split();
    let flood = tokio::spawn(async move {
        // It is cut off before it is through.
        for _ in 0..2000 {
            if sink.send(Message::text(r#"{"type":"ping"}"#)).await.is_err() {
                break;
            }
        }
    });
    let (mut pongs, mut problems) = (0, 0);
    while let Some(Ok(message)) = timeout(DEADLINE, answers.next()).await.expect("an end in time") {
        let text = message.to_text().unwrap_or_default();
        pongs += u32::from(text.contains(r#""type":"pong""#));
        problems += u32::from(text.contains(r#""type":"problem""#));
    }
    flood.await.unwrap();
    assert!(pongs < 200, "{pongs} of 2000 were answered");
    assert!((1..50).contains(&problems), "{problems} answers to what was too much");
    let view = one.view_when(is_asked).await;
    one.play_turn(view).await;
    two.view_when(is_asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_of_garbage_is_forgiven_after_a_while() {
    let forgiving = std::time::Duration::from_millis(300);
    let server = Server::with("forgiving", Limits { forgiving, ..wide() }).await;
    let (_, _, [mut one, _]) = two_players(&server, 6).await;
    for row in 0..2 {
        // The sixth in a row is not answered.
        for _ in 0..6 {
            one.text("{nope").await;
        }
        one.say(&json!({ "type": "ping" })).await;
        let mut problems = 0;
        loop {
            match one.next().await.expect("the socket stays")["type"].as_str() {
                Some("problem") => problems += 1,
                Some("pong") => break,
                _ => {}
            }
        }
        assert_eq!(problems, 5, "row {row}");
        tokio::time::sleep(forgiving * 2).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_from_one_address_are_limited() {
    let server = Server::with("requests", Limits { requests: (1.0, 10.0), ..wide() }).await;
    let nobody = Person::stranger(server.address);
    let mut refused = 0;
    for _ in 0..30 {
        refused += u32::from(nobody.get("/healthz").await.status == 429);
    }
    assert!((10..=20).contains(&refused), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_on_sockets_is_answered_and_harms_nobody() {
    let server = Server::new("garbage").await;
    let (game, [anna, _], [mut one, _]) = two_players(&server, 6).await;
    let deep = "[".repeat(4000);
    let garbage = [
        "",
        "null",
        "[]",
        "{}",
        "\u{0}",
        "{\"type\":\"launch\"}",
        "{\"type\":\"act\"}",
        deep.as_str(),
        r#"{"type":"act","draft":-1,"action":"x"}"#,
        r#"{"type":"act","draft":99999999999,"action":"x"}"#,
        r#"{"type":"region","at":[1],"segment":0,"ask":1}"#,
        r#"{"type":"confirm","draft":1,"more":true}"#,
    ];
    for text in garbage {
        let mut socket = anna.socket(&game).await;
        socket.view().await;
        socket.text(text).await;
        assert_eq!(socket.problem().await, "garbage", "{text}");
    }
    // Well-formed nonsense is not garbage, but changes nothing either.
    let mut socket = anna.socket(&game).await;
    let view = socket.view().await;
    for action in ["", " ", "pass", "recall", "-32768,32767 r3", "99999,0 r0", "meeple@city:N", "\u{1F3F0}", "1,0 r9"] {
        socket.say(&json!({ "type": "act", "draft": view["draft"], "action": action })).await;
        assert_eq!(socket.problem().await, "illegal", "{action}");
        socket.say(&json!({ "type": "why", "action": action, "ask": 1 })).await;
        socket.next_of("because").await;
    }
    for at in [[0, 0], [i16::MIN, i16::MAX], [i16::MAX, i16::MIN]] {
        socket.say(&json!({ "type": "region", "at": at, "segment": 255, "ask": 1 })).await;
        assert_eq!(socket.next_of("region").await["region"], Value::Null);
    }
    for seat in [2, 7, 8, 255] {
        socket.say(&json!({ "type": "resign", "seat": seat })).await;
        assert_eq!(socket.problem().await, "no-seat");
        socket.say(&json!({ "type": "replace-by-bot", "seat": seat, "bot": "x" })).await;
        assert_eq!(socket.problem().await, "no-seat");
    }
    // Too large a frame, and something else than `hello`, end the socket.
    socket.text(&"x".repeat(5000)).await;
    while socket.next().await.is_some() {}
    let origin = format!("http://{}", server.address);
    let mut silent = anna.try_socket(&game, Some(&origin)).await.unwrap();
    silent.text(r#"{"type":"ping"}"#).await;
    assert_eq!(silent.problem().await, "no-hello");
    assert!(silent.next().await.is_none());
    for protocol in [PROTOCOL - 1, PROTOCOL + 93] {
        let mut other = anna.try_socket(&game, Some(&origin)).await.unwrap();
        other.say(&hello_of(protocol)).await;
        assert_eq!(other.problem().await, "protocol", "{protocol}");
        assert!(other.next().await.is_none(), "{protocol}");
    }
    let view = one.view_when(is_asked).await;
    one.play_turn(view).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_in_requests_is_answered() {
    let server = Server::new("requests-garbage").await;
    let nobody = Person::stranger(server.address);
    for (path, status) in [
        ("/api/v1/nothing", 404),
        ("/api/v1/games/nothing", 404),
        ("/api/v1/games/%00", 404),
        ("/api/v1/games/..%2f..%2fetc", 404),
        ("/api/v1/games/x/seats/999", 400),
        ("/api/v1/games?status=odd", 400),
        ("/api/v1/games?mine=perhaps", 400),
        ("/api/v1/tiles/nothing", 404),
        ("/art/0/summer/base-v3/nothing.svg", 404),
        ("/assets/nothing.js", 404),
    ] {
        assert_eq!(nobody.get(path).await.status, status, "{path}");
    }
    assert_eq!(
        nobody.request("DELETE", "/api/v1/games", Some(&format!("http://{}", server.address)), "").await.status,
        405
    );
    for request in [&b"\x00\xff\xfe\r\n\r\n"[..], b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"] {
        // Whatever the answer, the next request is served.
        if let Some(answer) = raw(server.address, request).await {
            assert!(answer.status >= 400, "{answer:?}");
        }
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(100_000));
    if let Some(answer) = raw(server.address, long.as_bytes()).await {
        assert!(answer.status >= 400, "{}", answer.status);
    }
    assert_eq!(nobody.get("/healthz").await.body, "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_limits_count_the_address_that_it_adds() {
    let limits = Limits { requests: (0.001, 3.0), ..wide() };
    let statuses = async |behind_proxy: bool, forwarded: &[&str]| {
        let folder = Folder::new("proxy");
        let config = Config { behind_proxy, ..common::config(&folder, limits.clone()) };
        let running = start(config).await.unwrap();
        let mut statuses = Vec::new();
        for address in forwarded {
            let text =
                format!("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\nConnection: close\r\n\r\n");
            statuses.push(raw(running.address(), text.as_bytes()).await.unwrap().status);
        }
        running.stop().await;
        statuses
    };
    let one = ["192.0.2.1"; 4];
    assert_eq!(statuses(true, &one).await, [200, 200, 200, 429]);
    let many = ["192.0.2.1", "192.0.2.2", "[2001:db8::1]:80", "2001:db8::2", "2001:db8::3", "2001:db8::4"];
    assert_eq!(statuses(true, &many).await, [200, 200, 200, 200, 200, 429], "a network of IPv6 is one visitor");
    // What a visitor writes before the proxy's own entry is not believed, nor is anything without the option.
    let lies = ["1.1.1.1, 192.0.2.1", "2.2.2.2,192.0.2.1", "3.3.3.3, 192.0.2.1", "4.4.4.4, 192.0.2.1"];
    assert_eq!(statuses(true, &lies).await, [200, 200, 200, 429]);
    assert_eq!(statuses(false, &many[..4]).await, [200, 200, 200, 429]);
    assert_eq!(statuses(true, &["odd", "", "192.0.2.1", "?", "-"]).await, [200, 200, 200, 200, 429], "the peer counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_sockets() {
    let server = Server::with("address", Limits { sockets_of_address: 2, ..wide() }).await;
    let (game, [anna, _], [one, mut two]) = two_players(&server, 6).await;
    let origin = format!("http://{}", server.address);
    assert!(anna.try_socket(&game, Some(&origin)).await.is_err());
    drop(one);
    while two.next_of("presence").await["seats"][0] == true {}
    // The place is free a moment after the socket is gone.
    let end = std::time::Instant::now() + DEADLINE;
    while anna.try_socket(&game, Some(&origin)).await.is_err() {
        assert!(std::time::Instant::now() < end, "the place is not given back");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_the_operator() {
    let server = Server::new("metrics").await;
    let (_, [anna, _], [mut one, mut two]) = two_players(&server, 6).await;
    let view = one.view_when(is_asked).await;
    one.play_turn(view).await;
    two.say(&json!({ "type": "undo", "draft": 0 })).await;
    assert_eq!(two.problem().await, "stale");
    let text = anna.get("/metrics").await.body;
    for line in ["bastide_sockets 2", "bastide_used{limit=\"games\"} 1", "bastide_refusals_total{code=\"stale\"} 1"] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let shown = async |change: fn(Config) -> Config| {
        let folder = Folder::new("metrics");
        let running = start(change(common::config(&folder, wide()))).await.unwrap();
        let status = Person::stranger(running.address()).get("/metrics").await.status;
        running.stop().await;
        status
    };
    // A proxy on the same computer would show them to everybody.
    assert_eq!(shown(|config| Config { behind_proxy: true, ..config }).await, 404);
    assert_eq!(shown(|config| Config { public_url: Some("https://x.example".parse().unwrap()), ..config }).await, 404);
    assert_eq!(shown(|config| Config { behind_proxy: true, metrics: true, ..config }).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_slow_or_takes_many_connections_holds_up_nobody() {
    let slow = std::time::Duration::from_millis(200);
    let server = Server::with("slow", Limits { slow, ..wide() }).await;
    let anna = server.person().await;
    let Person { address, cookie } = &anna;
    let head = format!(
        "POST /api/v1/games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{{"
    );
    let answer = raw(*address, head.as_bytes()).await.unwrap();
    assert_eq!((answer.status, &answer.json()["code"]), (408, &json!("too-slow")));
    assert!(raw(*address, b"GET / HTTP/1.1\r\nHost: x\r\n").await.is_none(), "no end of the head, no answer");
    let server = Server::with("connections", Limits { connections_of_address: 5, ..wide() }).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(tokio::net::TcpStream::connect(server.address).await.unwrap());
    }
    let health = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert!(raw(server.address, health).await.is_none(), "all places of the address are taken");
    drop(open);
    let end = std::time::Instant::now() + DEADLINE;
    while raw(server.address, health).await.is_none() {
        assert!(std::time::Instant::now() < end, "the places are not given back");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_has_one_server_at_a_time() {
    let server = Server::new("lock").await;
    let told = start(common::config(&server.folder, wide())).await.err().expect("the folder is in use").to_string();
    let folder = server.folder.0.display().to_string();
    assert!(told.contains("another Bastide") && told.contains(&folder) && told.contains("--data"), "{told}");
    // Who was there first goes on, and a record can be taken in beside it.
    let (_, _, [mut one, _]) = two_players(&server, 6).await;
    let view = one.view_when(is_asked).await;
    one.play_turn(view).await;
    common::position(&server, "robber").await;
    let Server { running, folder, .. } = server;
    running.stop().await;
    let next = start(common::config(&folder, wide())).await.expect("the folder is free again");
    next.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_cannot_lock_the_players_out() {
    // All of them come from one address, as those who share a house do.
    let limits = Limits { watchers_of_game: 3, sockets_of_address: 4, ..wide() };
    let server = Server::with("watchers", limits).await;
    let (game, [anna, borys], players) = two_players(&server, 6).await;
    drop(players);
    let nobody = Person::stranger(server.address);
    let mut watching = Vec::new();
    for _ in 0..3 {
        let mut socket = nobody.socket(&game).await;
        socket.view().await;
        watching.push(socket);
    }
    assert_eq!(nobody.socket(&game).await.problem().await, "too-many", "no place for a fourth at this game");
    let (other, _) = anna.create(&wish(&[json!("here"), json!("elsewhere")], 6)).await;
    let origin = format!("http://{}", server.address);
    let end = std::time::Instant::now() + DEADLINE;
    // The refused one gives its place of the address back a moment later.
    while let Ok(socket) = nobody.try_socket(&other, Some(&origin)).await {
        watching.push(socket);
        assert!(watching.len() < 10 && std::time::Instant::now() < end, "one address takes any number of places");
    }
    for player in [&anna, &borys] {
        let view = player.socket(&game).await.view().await;
        assert_eq!(view["seats"].as_array().unwrap().iter().filter(|seat| seat["yours"] == true).count(), 1);
    }
    // Somebody who hosts a game without a seat in it is no watcher either.
    assert!(anna.try_socket(&other, Some(&origin)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn players_find_a_place_when_all_those_of_watchers_are_taken() {
    let server = Server::with("pools", Limits { watchers: 2, ..wide() }).await;
    let (game, [anna, _], _sockets) = two_players(&server, 6).await;
    let nobody = Person::stranger(server.address);
    let mut watching = [nobody.socket(&game).await, nobody.socket(&game).await];
    for socket in &mut watching {
        socket.view().await;
    }
    let origin = format!("http://{}", server.address);
    assert!(nobody.try_socket(&game, Some(&origin)).await.is_err(), "all places of watchers are taken");
    anna.socket(&game).await.view().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_identities_do_not_make_more_games_from_one_address() {
    let wish = wish(&[json!("here"), json!("elsewhere")], 6);
    let made = async |behind_proxy: bool| {
        let folder = Folder::new("creations");
        let limits = Limits { creations_of_address: (0.001, 3.0), ..wide() };
        let running = start(Config { behind_proxy, ..common::config(&folder, limits) }).await.unwrap();
        let address = running.address();
        let mut statuses = Vec::new();
        for from in [1, 1, 1, 1, 2] {
            let (cookie, body) = (Person::new(address).await.cookie, wish.to_string());
            let text = format!(
                "POST /api/v1/games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
                 X-Forwarded-For: 192.0.2.{from}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
                 Connection: close\r\n\r\n{body}",
                body.len()
            );
            statuses.push(raw(address, text.as_bytes()).await.unwrap().status);
        }
        running.stop().await;
        statuses
    };
    assert_eq!(made(true).await, [201, 201, 201, 429, 201]);
    assert_eq!(made(false).await, [201, 201, 201, 429, 429], "without the option the peer counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_finds_no_room_is_told_so() {
    let server = Server::with("room", Limits { connections: 2, ..wide() }).await;
    let open =
        [tokio::net::TcpStream::connect(server.address).await, tokio::net::TcpStream::connect(server.address).await];
    let health = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let answer = raw(server.address, health).await.unwrap();
    assert_eq!((answer.status, &answer.json()["code"]), (503, &json!("busy")));
    assert!(answer.header("retry-after").is_some());
    drop(open);
    let end = std::time::Instant::now() + DEADLINE;
    while raw(server.address, health).await.unwrap().status != 200 {
        assert!(std::time::Instant::now() < end, "the places are not given back");
    }
}

pub async fn device_key(person: &Person) -> String {
    let link = person.post("/api/v1/me/device", &json!({})).await.json()["path"].as_str().unwrap().to_owned();
    link.rsplit('/').next().unwrap().to_owned()
}

fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_device_had_before_comes_along_and_nothing_else() {
    let server = Server::new("merge").await;
    let (anna, phone, borys) = (server.person().await, server.person().await, server.person().await);
    let (first, links) = anna.create(&wish(&[json!("here"), json!("elsewhere")], 8)).await;
    assert_eq!(borys.take(&links[0], "Borys").await.status, 204);
    let (second, links) = phone.create(&wish(&[json!("here"), json!("elsewhere")], 8)).await;
    assert_eq!(borys.take(&links[0], "Borys").await.status, 204);
    // A page at the phone is in the middle of a turn.
    let mut at_phone = phone.socket(&second).await;
    let view = at_phone.view_when(is_asked).await;
    at_phone.play_turn(view).await;

    let key = device_key(&anna).await;
    let refused = phone.post("/api/v1/me/device/take", &json!({ "key": key })).await;
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("own-games")));
    assert!(refused.header("set-cookie").is_none(), "nothing has happened, and the link still works");
    let taken = phone.post("/api/v1/me/device/take", &json!({ "key": key, "bring": true })).await;
    assert_eq!((taken.status, cookie(&taken)), (204, anna.cookie.clone()));

    // Both devices have both games; Borys has his seats and nobody has more.
    let yours = async |person: &Person, game: &str| {
        let view = person.get(&format!("/api/v1/games/{game}")).await.json();
        [view["seats"][0]["yours"] == true, view["seats"][1]["yours"] == true]
    };
    for game in [&first, &second] {
        assert_eq!(yours(&anna, game).await, [true, false]);
        assert_eq!(yours(&borys, game).await, [false, true]);
    }
    assert_eq!(anna.get("/api/v1/me").await.json()["games"].as_array().unwrap().len(), 2);
    // The game goes on for both.
    let (mut one, mut two) = (anna.socket(&second).await, borys.socket(&second).await);
    let view = two.view_when(is_asked).await;
    two.play_turn(view).await;
    let view = one.view_when(is_asked).await;
    assert_eq!(view["turn"], 3);
    one.play_turn(view).await;

    // A third browser with the cookie of before is the same person: at the next page, and at a socket at once.
    let mut old = phone.socket(&second).await;
    assert_eq!(old.view().await["seats"][0]["yours"], true);
    let again = phone.get("/api/v1/me").await;
    assert_eq!((cookie(&again), again.json()["games"].as_array().unwrap().len()), (anna.cookie.clone(), 2));
    // A link that it made before hands over the new person.
    let key = device_key(&Person { cookie: phone.cookie.clone(), ..phone.clone() }).await;
    let tablet = server.person().await;
    let taken = tablet.post("/api/v1/me/device/take", &json!({ "key": key })).await;
    assert_eq!(cookie(&taken), anna.cookie);
    // Nobody comes along twice, and one's own link changes nothing.
    let key = device_key(&anna).await;
    let taken = anna.post("/api/v1/me/device/take", &json!({ "key": key, "bring": true })).await;
    assert_eq!((taken.status, cookie(&taken)), (204, anna.cookie.clone()));
    assert_eq!(anna.get("/api/v1/me").await.json()["games"].as_array().unwrap().len(), 2);

    // Forgotten is forgotten: the old cookie is nobody now.
    assert_eq!(anna.request("DELETE", "/api/v1/me", Some(&format!("http://{}", anna.address)), "").await.status, 204);
    let nobody = phone.get("/api/v1/me").await;
    assert_eq!((cookie(&nobody), nobody.json()["games"].as_array().unwrap().len()), (phone.cookie.clone(), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_banned_or_muted_stays_so_as_another_person() {
    let server = Server::new("merge-banned").await;
    let (anna, banned, muted) = (server.person().await, server.person().await, server.person().await);
    let seats = [json!("here"), json!({ "bot": "greedy" })];
    let mut games = Vec::new();
    for person in [&anna, &banned, &muted] {
        games.push(person.create(&wish(&seats, 6)).await.0);
    }
    let owner = async |game: &str| {
        let stored = server.running.rooms().store.load(game).await.unwrap().unwrap();
        stored.seats[0].owner.unwrap().0.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let key = device_key(&anna).await;
    server.running.rooms().store.set_house_rule("banned", &owner(&games[1]).await, true).await.unwrap();
    server.running.rooms().store.set_house_rule("muted", &owner(&games[2]).await, true).await.unwrap();
    let server = server.restart().await;
    let (anna, banned, muted) = (anna.at(server.address), banned.at(server.address), muted.at(server.address));
    let refused = banned.post("/api/v1/me/device/take", &json!({ "key": key, "bring": true })).await;
    assert_eq!(refused.json()["code"], "banned");
    let taken = muted.post("/api/v1/me/device/take", &json!({ "key": key, "bring": true })).await;
    assert_eq!(taken.status, 204);
    let mut socket = anna.socket(&games[0]).await;
    socket.say(&json!({ "type": "chat", "text": "hello" })).await;
    assert_eq!(socket.problem().await, "muted");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_device_becomes_the_same_person_by_a_link_that_works_once() {
    let server = Server::new("device").await;
    let (anna, phone) = (server.person().await, server.person().await);
    let (game, _) = anna.create(&wish(&[json!("here"), json!({ "bot": "greedy" })], 6)).await;
    let link = anna.post("/api/v1/me/device", &json!({})).await.json()["path"].as_str().unwrap().to_owned();
    let key = link.rsplit('/').next().unwrap();
    assert_eq!(
        phone.post("/api/v1/me/device/take", &json!({ "key": "0".repeat(64) })).await.json()["code"],
        "bad-link"
    );
    let taken = phone.post("/api/v1/me/device/take", &json!({ "key": key })).await;
    assert_eq!(taken.status, 204);
    let cookie = taken.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let phone = Person { cookie, ..phone };
    assert_eq!(phone.get(&format!("/api/v1/games/{game}")).await.json()["seats"][0]["yours"], true);
    assert_eq!(server.person().await.post("/api/v1/me/device/take", &json!({ "key": key })).await.status, 403, "once");
    // Two devices of one person are one player: both see the draft.
    let (mut one, mut two) = (anna.socket(&game).await, phone.socket(&game).await);
    let view = one.view_when(is_asked).await;
    one.act(&view, 0).await;
    two.view_when(|view| view["draft_of"] == 0).await;
    assert_eq!(phone.post(&format!("/api/v1/games/{game}/leave"), &json!({})).await.status, 204);
    one.view_when(|view| view["seats"][0]["resigned"] == true).await;
}
