//! Several servers for the games of one database, over a real bus: any of them serves any page and socket.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use bastide_server::{Config, PushSettings, Running, make_push_keys, start};
use bastide_table::wire::{PROTOCOL, SERVED};
use serde_json::{Value, json};

use crate::common::parts::Nats;
use crate::common::{Folder, Person, Socket, hello_of, is_asked, wide, wish};
use crate::push::{Service, Subscribed, borys_plays};
use crate::safety::device_key;

/// A database, a bus, and nodes that share them.
struct Cluster {
    nodes: Vec<Running>,
    folders: Vec<Folder>,
    database: String,
    bus: String,
    nats: Nats,
    push: Option<PushSettings>,
    /// The versions of pages that nodes serve which are added from now on.
    served: RangeInclusive<u32>,
}

impl Cluster {
    /// None where there is no PostgreSQL.
    async fn new(name: &str, nodes: usize) -> Option<Cluster> {
        let database = crate::contract::database(&format!("cluster_{name}")).await?;
        let nats = Nats::start(1);
        let bus = nats.address(name);
        let (push, served) = (None, SERVED);
        let mut cluster = Cluster { nodes: Vec::new(), folders: Vec::new(), database, bus, nats, push, served };
        for _ in 0..nodes {
            cluster.add().await;
        }
        Some(cluster)
    }

    fn config(&self, folder: &Folder) -> Config {
        let (database, bus) = (Some(self.database.clone()), Some(self.bus.clone()));
        let (push, served) = (self.push.clone(), self.served.clone());
        Config { limits: wide(), database, bus, push, served, ..Config::new(folder.0.clone()) }
    }

    async fn add(&mut self) {
        let folder = Folder::new("node");
        self.nodes.push(start(self.config(&folder)).await.unwrap());
        self.folders.push(folder);
    }

    fn at(&self, person: &Person, node: usize) -> Person {
        person.at(self.nodes[node].address())
    }

    /// Two people and a game of so many tiles, which is at the first node.
    async fn game(&self, tiles: u32) -> (String, Person, Person) {
        let anna = Person::new(self.nodes[0].address()).await;
        let borys = Person::new(self.nodes[self.nodes.len() - 1].address()).await;
        let (game, links) = anna.create(&wish(&[json!("here"), json!("elsewhere")], tiles)).await;
        assert_eq!(borys.take(&links[0], "Borys").await.status, 204);
        (game, anna, borys)
    }
}

/// Opens a socket, again and again if the game is just moving.
async fn come_back(person: &Person, game: &str) -> Socket {
    come_back_with(person, game, PROTOCOL).await
}

/// The same with a page of this version.
async fn come_back_with(person: &Person, game: &str, protocol: u32) -> Socket {
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let origin = format!("http://{}", person.address);
        if let Ok(mut socket) = person.try_socket(game, Some(&origin)).await {
            socket.say(&hello_of(protocol)).await;
            match socket.next().await {
                Some(message) if message["type"] == "view" => return socket,
                _ => {}
            }
        }
        assert!(Instant::now() < deadline, "the game cannot be reached");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_node_serves_any_page_and_socket() {
    let Some(cluster) = Cluster::new("any", 3).await else { return };
    let (game, anna, borys) = cluster.game(6).await;
    let path = format!("/api/v1/games/{game}");
    let watcher = Person::new(cluster.nodes[1].address()).await;
    let mut watching = watcher.socket(&game).await;
    assert_eq!(watching.view().await["status"], "running");
    // Anna's page came from the first node, her socket goes to the second one.
    let mut sockets = [cluster.at(&anna, 1).socket(&game).await, borys.socket(&game).await];
    sockets[0].say(&json!({ "type": "chat", "text": "Привіт" })).await;
    for socket in [&mut sockets[1], &mut watching] {
        assert_eq!(socket.next_of("chat").await["line"]["text"], "Привіт");
    }
    let mut turns = 0;
    'game: loop {
        for socket in &mut sockets {
            let view = socket.view_when(|view| is_asked(view) || view["status"] == "finished").await;
            if view["status"] == "finished" {
                break 'game;
            }
            socket.play_turn(view).await;
            turns += 1;
            socket.say(&crate::common::hello()).await;
        }
    }
    assert!(turns >= 5, "{turns}");
    let end = watching.view_when(|view| view["status"] == "finished").await;
    assert_eq!(end["seats"][1]["name"], "Borys");
    let record = anna.get(&format!("{path}/record")).await.body;
    for node in 0..3 {
        let knows_all = || async {
            let numbers = cluster.at(&anna, node).get("/metrics").await.body;
            numbers.contains("bastide_lease 1\n") && numbers.contains("bastide_nodes 3\n")
        };
        let deadline = Instant::now() + Duration::from_secs(5);
        while !knows_all().await {
            assert!(Instant::now() < deadline, "node {node} does not know the others");
        }
        let (anna, borys) = (cluster.at(&anna, node), cluster.at(&borys, node));
        assert_eq!(anna.get(&format!("{path}/record")).await.body, record);
        assert_eq!(anna.get(&path).await.json()["log"], end["log"]);
        assert_eq!(borys.get(&format!("{path}/draws")).await.status, 200);
        assert_eq!(borys.get(&format!("{path}/picture.svg?turn=2")).await.status, 200);
        let listed = borys.get("/api/v1/games?status=finished&mine=true").await.json();
        assert_eq!(listed[0]["id"], json!(game));
        assert_eq!(anna.get("/api/v1/games/nothing1").await.status, 404);
    }
    // Everybody's rematch is the same game, wherever it is asked for.
    let first = borys.post(&format!("{path}/rematch"), &json!({})).await;
    assert_eq!(first.status, 200, "{first:?}");
    let again = cluster.at(&anna, 1).post(&format!("{path}/rematch"), &json!({})).await;
    assert_eq!(again.json()["id"], first.json()["id"]);
    // The refusals of a game arrive as they are.
    let refused = cluster.at(&watcher, 2).post(&format!("{path}/leave"), &json!({})).await;
    assert!(refused.status >= 400 && refused.json()["code"] != "busy", "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stops_hands_its_games_over() {
    let Some(mut cluster) = Cluster::new("drain", 2).await else { return };
    let (game, anna, borys) = cluster.game(20).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    let after = socket.play_turn(view).await;
    let mut other = borys.socket(&game).await;
    other.view().await;
    let begun = Instant::now();
    cluster.nodes.remove(0).stop().await;
    while socket.next().await.is_some() {}
    let anna = cluster.at(&anna, 0);
    let mut socket = come_back(&anna, &game).await;
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    assert_eq!(socket.last["log"], after["log"]);
    // A node that comes anew is as good as the others.
    cluster.add().await;
    let mut other = come_back(&cluster.at(&borys, 1), &game).await;
    let view = if is_asked(&other.last) { other.last.clone() } else { other.view_when(is_asked).await };
    other.play_turn(view).await;
    let seen = socket.view_when(|view| view["log"] != after["log"]).await;
    assert_eq!(seen["turn"], json!(3));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_two_versions_play_while_nodes_are_renewed() {
    const NEW: u32 = PROTOCOL + 1;
    let Some(mut cluster) = Cluster::new("versions", 1).await else { return };
    cluster.served = PROTOCOL..=NEW;
    cluster.add().await;
    // The game is at the old node, which knows nothing of the new version; the new node serves both.
    let (game, anna, borys) = cluster.game(20).await;
    let mut refused = cluster.at(&borys, 0).socket_of(&game, NEW).await;
    assert_eq!(refused.problem().await, "protocol");
    let mut pages = [cluster.at(&anna, 1).socket(&game).await, borys.socket_of(&game, NEW).await];
    for page in &mut pages {
        let view = page.view_when(is_asked).await;
        page.play_turn(view).await;
    }
    let before = pages[1].last["log"].clone();
    // The old node is renewed, and the game moves; then nobody is at an old node, and new pages are served by all of them.
    let old = cluster.nodes.remove(0);
    cluster.add().await;
    old.stop().await;
    for (person, node, protocol) in [(&anna, 1, PROTOCOL), (&borys, 0, NEW)] {
        let mut page = come_back_with(&cluster.at(person, node), &game, protocol).await;
        let view = if is_asked(&page.last) { page.last.clone() } else { page.view_when(is_asked).await };
        page.play_turn(view).await;
        page.say(&hello_of(protocol)).await;
        assert_ne!(page.view().await["log"], before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_changed_from_outside_is_changed_on_every_node() {
    let Some(cluster) = Cluster::new("outside", 2).await else { return };
    let anna = Person::new(cluster.nodes[0].address()).await;
    let (game, _) = anna.create(&wish(&[json!("here"), json!("elsewhere")], 20)).await;
    let mut socket = anna.socket(&game).await;
    socket.view().await;
    let elsewhere = cluster.at(&anna, 1);
    let origin = format!("http://{}", elsewhere.address);
    let deleted = elsewhere.request("DELETE", &format!("/api/v1/games/{game}"), Some(&origin), "").await;
    assert_eq!(deleted.status, 204, "{deleted:?}");
    while socket.next().await.is_some() {}
    for node in 0..2 {
        assert_eq!(cluster.at(&anna, node).get(&format!("/api/v1/games/{game}")).await.status, 404);
    }
    // A rule of the house that one node is told holds on the other.
    let order = json!({ "do": "unwanted", "name": "wicked", "lift": false });
    let command = serde_json::from_value(order).unwrap();
    bastide_server::admin::run(&cluster.folders[0].0, command).await.unwrap();
    let wicked = || async {
        let mut wish = wish(&[json!("here"), json!("elsewhere")], 20);
        wish["seats"][0]["name"] = json!("So wicked");
        elsewhere.post("/api/v1/games", &wish).await.status
    };
    let deadline = Instant::now() + Duration::from_secs(5);
    while wicked().await != 400 {
        assert!(Instant::now() < deadline, "the other node does not know the rule");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_devices_become_one_person_on_every_node() {
    let Some(cluster) = Cluster::new("devices", 2).await else { return };
    let [anna, borys] = [Person::new(cluster.nodes[0].address()).await, Person::new(cluster.nodes[0].address()).await];
    let phone = Person::new(cluster.nodes[1].address()).await;
    let (first, _) = anna.create(&wish(&[json!("here"), json!("here")], 20)).await;
    // The games of both are at the first node, and the phone is at the second one.
    let (second, links) = borys.create(&wish(&[json!("elsewhere"), json!("here")], 20)).await;
    assert_eq!(phone.take(&links[0], "Anna").await.status, 204);
    let mut at_phone = phone.socket(&second).await;
    let view = at_phone.view_when(is_asked).await;
    at_phone.play_turn(view).await;
    // Who is muted stays so.
    let stored = cluster.nodes[0].rooms().store.load(&second).await.unwrap().unwrap();
    let who: String = stored.seats[0].owner.unwrap().0.iter().map(|byte| format!("{byte:02x}")).collect();
    let order = serde_json::from_value(json!({ "do": "mute", "who": who, "lift": false })).unwrap();
    bastide_server::admin::run(&cluster.folders[1].0, order).await.unwrap();

    let key = device_key(&anna).await;
    let taken = phone.post("/api/v1/me/device/take", &json!({ "key": key, "bring": true })).await;
    assert_eq!(taken.status, 204, "{taken:?}");
    // The page of before is let go of, and whoever comes to any node is the new person.
    while at_phone.next().await.is_some() {}
    for node in 0..2 {
        for person in [cluster.at(&anna, node), cluster.at(&phone, node)] {
            assert_eq!(come_back(&person, &second).await.last["seats"][0]["yours"], true, "node {node}");
            assert_eq!(person.get("/api/v1/me").await.json()["games"].as_array().unwrap().len(), 2, "node {node}");
        }
    }
    let mut one = come_back(&cluster.at(&borys, 1), &second).await;
    let view = if is_asked(&one.last) { one.last.clone() } else { one.view_when(is_asked).await };
    one.play_turn(view).await;
    let mut hers = come_back(&anna, &second).await;
    let view = if is_asked(&hers.last) { hers.last.clone() } else { hers.view_when(is_asked).await };
    assert_eq!(hers.play_turn(view).await["turn"], 4);
    let mut chat = anna.socket(&first).await;
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        chat.say(&json!({ "type": "chat", "text": "hello" })).await;
        let answer = loop {
            let message = chat.next().await.expect("an answer");
            if ["problem", "chat"].contains(&message["type"].as_str().unwrap()) {
                break message;
            }
        };
        if answer["type"] == "problem" {
            break assert_eq!(answer["code"], "muted");
        }
        assert!(Instant::now() < deadline, "the first node does not know that she is muted");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_called_by_whichever_node_holds_the_game() {
    let Some(mut cluster) = Cluster::new("push", 0).await else { return };
    let folder = Folder::new("keys");
    let keys = folder.0.join("push.pem");
    let public = make_push_keys(&keys).unwrap();
    cluster.push = Some(PushSettings { keys, to_loopback: true, patience: Duration::from_millis(300) });
    for _ in 0..2 {
        cluster.add().await;
    }
    let mut service = Service::new().await;
    let at = |path: &str| format!("{}/{path}", service.origin);
    let [one, two] = ["one", "two"].map(at);
    // Anna's pages come from the second node, the game is at the first one.
    let anna = Person::new(cluster.nodes[1].address()).await;
    let borys = Person::new(cluster.nodes[0].address()).await;
    assert_eq!(anna.post("/api/v1/me/push", &Subscribed::new().wish(&one, "uk")).await.status, 204);
    let (game, links) = borys.create(&wish(&[json!("elsewhere"), json!("here")], 20)).await;
    assert_eq!(anna.take(&links[0], "Anna").await.status, 204);
    assert!(service.next().await.head.starts_with("POST /one "));
    // While she follows the game from the other node nobody calls her.
    let mut hers = anna.socket(&game).await;
    let view = hers.view_when(is_asked).await;
    hers.play_turn(view).await;
    borys_plays(&borys, &game).await;
    let view = hers.view_when(is_asked).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(anna.post("/api/v1/me/push", &Subscribed::new().wish(&two, "uk")).await.status, 204);
    assert_eq!(anna.post("/api/v1/me/push/end", &json!({ "endpoint": one })).await.status, 204);
    hers.play_turn(view).await;
    drop(hers);
    // The game moves, and the node that has it now calls with the same keys.
    cluster.nodes.remove(0).stop().await;
    let mut his = come_back(&cluster.at(&borys, 0), &game).await;
    let view = if is_asked(&his.last) { his.last.clone() } else { his.view_when(is_asked).await };
    his.play_turn(view).await;
    let call = service.next().await;
    assert!(call.head.starts_with("POST /two "), "{}", call.head);
    assert!(call.header("authorization").ends_with(&format!(", k={public}")));
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_without_a_bus_keep_away_from_a_shared_database() {
    let Some(mut cluster) = Cluster::new("alone", 1).await else { return };
    let folder = Folder::new("alone");
    let sentence = async |config: Config| start(config).await.map(|_| ()).unwrap_err().to_string();
    let alone = sentence(Config { bus: None, ..cluster.config(&folder) }).await;
    assert!(alone.contains("another Bastide serves") && alone.contains("--bus"), "{alone}");
    let without = sentence(Config { database: None, ..cluster.config(&folder) }).await;
    assert!(without.contains("--database"), "{without}");
    cluster.nodes.remove(0).stop().await;
    let first = start(Config { bus: None, ..cluster.config(&folder) }).await.unwrap();
    let second = sentence(cluster.config(&Folder::new("second"))).await;
    assert!(second.contains("another Bastide serves"), "{second}");
    first.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_bus_games_go_on_for_a_while_and_then_pause_with_a_word() {
    let Some(mut cluster) = Cluster::new("away", 1).await else { return };
    let anna = Person::new(cluster.nodes[0].address()).await;
    let (game, _) = anna.create(&wish(&[json!("here"), json!("here")], 20)).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    cluster.nats.kill(0);
    let after = socket.play_turn(view).await;
    // A game that is stored is there, even if nobody can hold it now; whoever were told otherwise would make another one.
    anna.create(&wish(&[json!("here"), json!("here")], 20)).await;
    let word = loop {
        match socket.next().await {
            Some(message) if message["type"] == "problem" => break message,
            Some(_) => {}
            None => panic!("it ends without a word"),
        }
    };
    assert_eq!(word["code"], "paused", "{word}");
    assert_eq!(anna.get("/readyz").await.status, 503);
    // Whoever comes is told as well.
    let mut early = anna.socket(&game).await;
    assert_eq!(early.problem().await, "paused");
    cluster.nats.restart(0);
    let back: Value = come_back(&anna, &game).await.last;
    assert_eq!(back["log"], after["log"]);
}
