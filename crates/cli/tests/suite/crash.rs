//! The server is killed at any moment while people play, or its disk is full: what it acknowledged is there afterwards.

#![cfg(unix)]

#[path = "../../../server/tests/suite/common/mod.rs"]
pub mod common;

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bastide_rules::notation::{self, Record};
use common::{DEADLINE, Folder, Person, hello, wish};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// People who play at the same time, each a game of their own.
const PEOPLE: usize = 4;

/// What a player has been told.
#[derive(Clone, Default, Debug)]
struct Told {
    /// Confirmed actions: their number and their text.
    stored: Vec<(usize, String)>,
    /// The largest number of actions in a view without a draft.
    seen: u64,
    /// Lines of chat that came back.
    lines: Vec<String>,
    /// The seat of the link was taken, so the game runs.
    is_taken: bool,
}

struct Player {
    person: Person,
    game: Option<String>,
    /// The link to its third seat.
    link: Option<String>,
    told: Told,
}

async fn start(folder: &Folder) -> (Child, std::net::SocketAddr) {
    start_by(Command::new(env!("CARGO_BIN_EXE_bastide")), folder).await
}

/// A server whose files cannot grow beyond so many blocks: to it the disk is full.
async fn start_on_small_disk(folder: &Folder, blocks: u32) -> (Child, std::net::SocketAddr) {
    let mut command = Command::new("sh");
    // The signal would end the program; without it the write fails, as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_bastide")]);
    start_by(command, folder).await
}

async fn start_by(mut command: Command, folder: &Folder) -> (Child, std::net::SocketAddr) {
    let mut child = command
        .args(["serve", "--port", "0", "--data"])
        .arg(&folder.0)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = timeout(DEADLINE, lines.next_line()).await.expect("the server starts in time").unwrap().unwrap();
    let address = line.strip_prefix("Bastide is at http://").unwrap().trim_end_matches('/').parse().unwrap();
    // What else it prints must find a reader.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    (child, address)
}

/// Plays until the server is gone.
async fn play(player: &mut Player, stored: &AtomicU32) {
    loop {
        let game = match &player.game {
            Some(game) => game.clone(),
            None => {
                let wish = wish(&[json!("here"), json!({ "bot": "random" }), json!("elsewhere")], 40);
                let address = player.person.address;
                let (person, body) = (player.person.clone(), wish.to_string());
                let origin = format!("http://{address}");
                // The server may be killed while it makes the game.
                let made =
                    tokio::spawn(async move { person.request("POST", "/api/v1/games", Some(&origin), &body).await });
                let Ok(answer) = made.await else { return };
                let Ok(created) = serde_json::from_str::<Value>(&answer.body) else { return };
                let Some(game) = created["id"].as_str() else { return };
                player.told = Told::default();
                player.game = Some(game.to_owned());
                player.link = created["links"][0]["path"].as_str().map(str::to_owned);
                game.to_owned()
            }
        };
        if let Some(link) = player.link.clone().filter(|_| !player.told.is_taken) {
            let person = player.person.clone();
            let taken = tokio::spawn(async move { person.take(&link, "Third").await });
            let Ok(answer) = taken.await else { return };
            // Who was not told before the crash may have the seat already.
            assert!([204, 503].contains(&answer.status), "{answer:?}");
            player.told.is_taken = answer.status == 204;
        }
        let origin = format!("http://{}", player.person.address);
        let Ok(mut socket) = player.person.try_socket(&game, Some(&origin)).await else { return };
        socket.say(&hello()).await;
        let mut draft: Vec<(usize, String)> = Vec::new();
        let mut lines = 0;
        loop {
            let Some(message) = socket.next().await else { return };
            match message["type"].as_str() {
                Some("stored") => {
                    player.told.stored.append(&mut draft);
                    stored.fetch_add(1, Ordering::Relaxed);
                    // As many as one may write at once.
                    if lines < 8 {
                        lines += 1;
                        let text = format!("line {} of {}", player.told.lines.len() + lines, player.told.seen);
                        socket.say(&json!({ "type": "chat", "text": text })).await;
                    }
                }
                Some("chat") => {
                    player.told.lines.push(message["line"]["text"].as_str().unwrap().to_owned());
                    stored.fetch_add(1, Ordering::Relaxed);
                }
                Some("view") => {
                    let view = &message["view"];
                    if view["can_undo"] == false {
                        player.told.seen = player.told.seen.max(view["draft"].as_u64().unwrap());
                        draft.clear();
                    }
                    if view["status"] == "finished" {
                        break;
                    }
                    let options = view["decision"]["options"].as_array().unwrap();
                    if view["must_confirm"] == true {
                        socket.say(&json!({ "type": "confirm", "draft": view["draft"] })).await;
                    } else if let Some(option) = options.last() {
                        draft.push((
                            view["draft"].as_u64().unwrap() as usize,
                            option["action"].as_str().unwrap().to_owned(),
                        ));
                        let act = json!({ "type": "act", "draft": view["draft"], "action": option["action"] });
                        socket.say(&act).await;
                    }
                }
                // Faster than the server lets one player be: it is asked again, a little later.
                Some("problem") => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    socket.say(&hello()).await;
                }
                _ => {}
            }
        }
        player.game = None;
    }
}

/// Compares a restored game with what its player was told.
async fn compare(player: &Player) {
    let Some(game) = &player.game else { return };
    let view = player.person.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!(view["damage"], Value::Null, "{game}");
    assert!(
        !player.told.is_taken || (view["status"] != "open" && view["seats"][2]["name"] == "Third"),
        "{game}: {view}"
    );
    let lines: Vec<_> = view["chat"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    for line in player.told.lines.iter().rev().take(100) {
        assert!(lines.contains(&line.as_str()), "{game}: {line} was acknowledged; {lines:?}");
    }
    assert!(view["draft"].as_u64().unwrap() >= player.told.seen, "{game}: {} of {:?}", view["draft"], player.told);
    let record = player.person.get(&format!("/api/v1/games/{game}/record")).await.body;
    let record = Record::parse(&record).unwrap();
    let mut state = record.start();
    let mut texts = Vec::new();
    for &action in record.actions() {
        texts.push(notation::action_text(&state, action));
        state.apply(action).unwrap();
    }
    for (number, action) in &player.told.stored {
        assert_eq!(texts.get(*number), Some(action), "{game}: action {number} was acknowledged");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_kill_9() {
    let rounds: u32 = std::env::var("BASTIDE_CRASH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let folder = Folder::new("crash");
    let (mut child, mut address) = start(&folder).await;
    let mut players = Vec::new();
    for _ in 0..PEOPLE {
        players.push(Player { person: Person::new(address).await, game: None, link: None, told: Told::default() });
    }
    let mut acknowledged = 0;
    for round in 0..rounds {
        let stored = Arc::new(AtomicU32::new(0));
        let playing: Vec<_> = players
            .into_iter()
            .map(|mut player| {
                let stored = Arc::clone(&stored);
                tokio::spawn(async move {
                    play(&mut player, &stored).await;
                    player
                })
            })
            .collect();
        // Killed after so many acknowledgements, at whatever moment that is for the others.
        let enough = 1 + (u64::from(round) * 7919 + u64::from(std::process::id())) % 60;
        let wait = async {
            while u64::from(stored.load(Ordering::Relaxed)) < enough {
                tokio::task::yield_now().await;
            }
        };
        timeout(DEADLINE, wait).await.expect("games go on");
        child.start_kill().unwrap();
        child.wait().await.unwrap();
        players = Vec::new();
        for task in playing {
            players.push(task.await.unwrap());
        }
        acknowledged += stored.load(Ordering::Relaxed);
        (child, address) = start(&folder).await;
        for player in &mut players {
            player.person.address = address;
            compare(player).await;
        }
    }
    assert!(acknowledged >= rounds, "{acknowledged} acknowledgements in {rounds} rounds");
    child.start_kill().unwrap();
    child.wait().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_everybody_is_told_and_nothing_confirmed_is_lost() {
    let rounds: u32 = std::env::var("BASTIDE_FULL_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    for round in 0..rounds {
        fill_the_disk(700 + 13 * (round % 20)).await;
    }
}

/// Plays on a disk of so many blocks until it is full.
async fn fill_the_disk(blocks: u32) {
    let folder = Folder::new("full-disk");
    let (mut child, address) = start_on_small_disk(&folder, blocks).await;
    let person = Person::new(address).await;
    let (game, _) = person.create(&wish(&[json!("here"), json!("here")], 1000)).await;
    let mut player = Player { person, game: Some(game.clone()), link: None, told: Told::default() };
    let mut socket = player.person.socket(&game).await;
    let mut draft = Vec::new();
    let mut latest = Value::Null;
    let problem = loop {
        let message = socket.next().await.expect("the socket stays open");
        match message["type"].as_str() {
            Some("stored") => {
                player.told.stored.append(&mut draft);
                // Slower than the server lets one player be: after a few refusals it does not answer each one.
                tokio::time::sleep(Duration::from_millis(150)).await;
            }
            Some("problem") if message["code"] == "too-many" => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                draft.clear();
                socket.say(&json!({ "type": "undo", "draft": latest["draft"] })).await;
            }
            Some("problem") if message["code"] == "nothing-to-undo" => {
                socket.say(&hello()).await;
            }
            Some("problem") => break message,
            Some("view") => {
                latest = message["view"].clone();
                assert_ne!(latest["status"], "finished", "the disk is never full");
                let number = &latest["draft"];
                if latest["must_confirm"] == true {
                    socket.say(&json!({ "type": "confirm", "draft": number })).await;
                } else if let Some(option) = latest["decision"]["options"].as_array().unwrap().last() {
                    let action = option["action"].as_str().unwrap();
                    draft.push((number.as_u64().unwrap() as usize, action.to_owned()));
                    socket.say(&json!({ "type": "act", "draft": number, "action": action })).await;
                }
            }
            _ => {}
        }
    };
    assert_eq!(problem["code"], "not-stored", "{problem}");
    assert!(
        problem["message"].as_str().unwrap().contains("could not store this, so nothing has happened"),
        "{problem}"
    );
    assert!(player.told.stored.len() > 4, "{:?}", player.told);
    // The draft is still there, other people still look, and the operator sees it.
    let view = player.person.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!((&view["draft"], &view["must_confirm"]), (&latest["draft"], &json!(true)));
    // What it writes is small and may find room a few times.
    let healths = timeout(DEADLINE, async { while player.person.get("/healthz").await.status == 200 {} });
    healths.await.expect("a full disk shows");
    assert_eq!(player.person.get("/healthz").await.status, 503);
    let more = player.person.post("/api/v1/games", &wish(&[json!("here"), json!("here")], 5)).await;
    assert_eq!((more.status, &more.json()["code"]), (507, &json!("not-stored")));
    child.start_kill().unwrap();
    child.wait().await.unwrap();
    // With room on the disk the game goes on where it was.
    let (mut child, address) = start(&folder).await;
    player.person.address = address;
    compare(&player).await;
    let mut socket = player.person.socket(&game).await;
    let view = socket.view_when(common::is_asked).await;
    socket.play_turn(view).await;
    child.start_kill().unwrap();
    child.wait().await.unwrap();
}
