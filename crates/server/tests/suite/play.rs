//! Games over real sockets: players, spectators, reloads, bots, clocks, and what a restart keeps.

use serde_json::{Value, json};

use crate::common::{self, Server, is_asked, two_players, wish};

#[tokio::test(flavor = "multi_thread")]
async fn two_players_and_a_spectator_play_a_game() {
    let server = Server::new("play").await;
    let (game, _, [mut anna, mut borys]) = two_players(&server, 6).await;
    let mut watcher = server.person().await.socket(&game).await;
    for turn in 0..6 {
        let mover = if turn % 2 == 0 { &mut anna } else { &mut borys };
        let view = mover.view_when(|view| view["turn"] == turn + 1 && is_asked(view)).await;
        assert_eq!(view["seats"][turn as usize % 2]["yours"], true);
        mover.play_turn(view).await;
    }
    let view = watcher.view_when(|view| view["status"] == "finished").await;
    assert_eq!(view["board"]["tiles"].as_array().unwrap().len(), 7);
    assert_eq!(view["history"].as_array().unwrap().len(), 7, "six turns and the final scoring");
    assert!(!view["winners"].as_array().unwrap().is_empty());
    assert!(view["seats"].as_array().unwrap().iter().all(|seat| seat["yours"] == false));
    let record = server.person().await.get(&format!("/api/v1/games/{game}/record")).await.body;
    let record = bastide_rules::notation::Record::parse(&record).unwrap();
    let points: Vec<Value> = record.state().points().iter().map(|&points| json!(points)).collect();
    let shown: Vec<Value> = view["seats"].as_array().unwrap().iter().map(|seat| seat["points"].clone()).collect();
    assert_eq!(points, shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_seen_only_by_its_player_and_can_be_taken_back() {
    let server = Server::new("draft").await;
    let (game, [_, borys], [mut anna, _]) = two_players(&server, 6).await;
    let view = anna.view_when(is_asked).await;
    let drafted = anna.act(&view, 0).await;
    assert_eq!(drafted["can_undo"], true);
    assert_eq!(drafted["board"]["tiles"][1]["draft"], true);
    assert_eq!((&view["draft_of"], &drafted["draft_of"]), (&json!(null), &json!(0)));
    let answer = &view["decision"]["options"][0]["action"];
    let answered = json!([{ "draft": view["draft"], "decision": view["decision"], "answer": answer }]);
    assert_eq!(drafted["answered"], answered);
    let seen = borys.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!(seen["board"]["tiles"].as_array().unwrap().len(), 1, "the draft is not shown to others");
    assert_eq!(seen["draft"], view["draft"]);
    assert_eq!((&seen["draft_of"], &seen["answered"]), (&json!(null), &json!([])));
    assert!(!is_asked(&seen), "options are for the player who is asked");
    anna.say(&json!({ "type": "undo", "draft": drafted["draft"] })).await;
    let back = anna.view().await;
    assert_eq!(back["decision"], view["decision"]);
    anna.say(&json!({ "type": "undo", "draft": back["draft"] })).await;
    assert_eq!(anna.problem().await, "nothing-to-undo");
    anna.say(&json!({ "type": "confirm", "draft": back["draft"] })).await;
    assert_eq!(anna.problem().await, "nothing-to-confirm");
    let placed = anna.act(&back, 0).await;
    if placed["must_confirm"] == false {
        anna.say(&json!({ "type": "confirm", "draft": placed["draft"] })).await;
        assert_eq!(anna.problem().await, "not-finished");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returning_player_finds_seat_and_draft() {
    let server = Server::new("return").await;
    let (game, [anna, _], [mut socket, mut borys]) = two_players(&server, 6).await;
    let view = socket.view_when(is_asked).await;
    let drafted = socket.act(&view, 0).await;
    drop(socket);
    while borys.next_of("presence").await["seats"][0] == true {}
    let mut again = anna.socket(&game).await;
    let view = again.view().await;
    assert_eq!(view["draft"], drafted["draft"]);
    assert_eq!(view["seats"][0]["yours"], true);
    while borys.next_of("presence").await["seats"][0] == false {}
    // A second window of the same browser sees the same, and what is done in one shows in both.
    let mut second = anna.socket(&game).await;
    let view = second.view().await;
    second.play_turn(view).await;
    again.view_when(|view| view["turn"] == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_an_old_view_changes_nothing() {
    let server = Server::new("stale").await;
    let (_, _, [mut anna, _]) = two_players(&server, 6).await;
    let view = anna.view_when(is_asked).await;
    let drafted = anna.act(&view, 0).await;
    // A second click on the same place is the same answer once more.
    let action = &view["decision"]["options"][0]["action"];
    anna.say(&json!({ "type": "act", "draft": view["draft"], "action": action })).await;
    let again = anna.view().await;
    assert_eq!((&again["board"], &again["draft"]), (&drafted["board"], &drafted["draft"]));
    // Before it there is only what is confirmed.
    let confirmed = view["draft"].as_u64().unwrap() - 1;
    anna.say(&json!({ "type": "act", "draft": confirmed, "action": action })).await;
    assert_eq!(anna.problem().await, "stale");
    assert_eq!(anna.view().await["board"], drafted["board"]);
    anna.say(&json!({ "type": "confirm", "draft": view["draft"] })).await;
    assert_eq!(anna.problem().await, "stale");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_for_another_seat() {
    let server = Server::new("wrong-seat").await;
    let (game, _, [mut anna, mut borys]) = two_players(&server, 6).await;
    let view = anna.view_when(is_asked).await;
    let action = &view["decision"]["options"][0]["action"];
    let act = json!({ "type": "act", "draft": view["draft"], "action": action });
    borys.say(&act).await;
    assert_eq!(borys.problem().await, "not-your-turn");
    borys.say(&json!({ "type": "resign", "seat": 0 })).await;
    assert_eq!(borys.problem().await, "not-your-seat");
    borys.say(&json!({ "type": "replace-by-bot", "seat": 0, "bot": "greedy" })).await;
    assert_eq!(borys.problem().await, "not-your-seat");
    borys.say(&json!({ "type": "start" })).await;
    assert_eq!(borys.problem().await, "not-host");
    for watcher in [server.person().await, common::Person::stranger(server.address)] {
        let mut socket = watcher.socket(&game).await;
        socket.say(&act).await;
        assert_eq!(socket.problem().await, "not-seated");
        socket.say(&json!({ "type": "chat", "text": "hello" })).await;
        assert_eq!(socket.problem().await, "not-seated");
        socket.say(&json!({ "type": "resign", "seat": 1 })).await;
        assert_eq!(socket.problem().await, "not-your-seat");
    }
    anna.say(&json!({ "type": "act", "draft": view["draft"], "action": "99,99 r0" })).await;
    assert_eq!(anna.problem().await, "illegal");
    anna.say(&json!({ "type": "why", "action": "9,9 r0", "ask": 4 })).await;
    let because = anna.next_of("because").await;
    let reason = &because["reason"];
    assert_eq!(
        (&because["ask"], &reason["rule"], &reason["code"]),
        (&json!(4), &json!("BASE-13"), &json!("cell-apart"))
    );
    for (spot, figure, code) in [([0, 0], "meeple", "not-asked"), ([9, 9], "dragon", "no-answer")] {
        anna.say(&json!({ "type": "why-there", "at": spot, "segment": 0, "figure": figure, "ask": 6 })).await;
        assert_eq!(anna.next_of("because").await["reason"]["code"], code);
    }
    anna.say(&json!({ "type": "region", "at": [0, 0], "segment": 0, "ask": 5 })).await;
    let region = anna.next_of("region").await;
    assert_eq!(region["region"]["feature"], "city");
    assert_eq!((&region["region"]["now"], &region["region"]["when_complete"]), (&json!(1), &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn several_people_at_one_device_play_in_turn() {
    let server = Server::new("hot-seat").await;
    let anna = server.person().await;
    let mut hot = wish(&[json!("here"), json!("here"), json!("here")], 6);
    hot["base"] = json!("v3");
    hot["modules"] = json!(["farmers", "river", "abbot"]);
    let (game, _) = anna.create(&hot).await;
    let mut socket = anna.socket(&game).await;
    let mut view = socket.view_when(is_asked).await;
    for turn in 0..6 {
        assert_eq!(view["active"], turn % 3);
        view = socket.play_turn(view).await;
    }
    assert_eq!(view["status"], "finished");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_and_take_over() {
    let server = Server::new("bots").await;
    let anna = server.person().await;
    let (game, _) = anna.create(&wish(&[json!("here"), json!({ "bot": "greedy" })], 8)).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    socket.play_turn(view).await;
    socket.view_when(|view| view["turn"] == 3 && is_asked(view)).await;
    socket.say(&json!({ "type": "resign", "seat": 0 })).await;
    let view = socket.view_when(|view| view["status"] == "finished").await;
    assert_eq!(view["seats"][0]["resigned"], true);
    let notes: Vec<_> = view["log"].as_array().unwrap().iter().flat_map(|entry| entry["notes"].as_array()).collect();
    assert!(
        notes.into_iter().flatten().any(|note| note == &json!({ "note": "resigned", "seat": 0 })),
        "{}",
        view["log"]
    );
    // And again, with the other one first.
    let rematch = anna.post(&format!("/api/v1/games/{game}/rematch"), &json!({})).await.json();
    let again = anna.post(&format!("/api/v1/games/{game}/rematch"), &json!({})).await.json();
    assert_eq!(rematch["id"], again["id"]);
    let mut socket = anna.socket(rematch["id"].as_str().unwrap()).await;
    let view = socket.view_when(is_asked).await;
    assert_eq!((&view["turn"], &view["active"], &view["seats"][0]["bot"]), (&json!(2), &json!(0), &json!(null)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_begins_without_waiting() {
    let server = Server::new("begin").await;
    let anna = server.person().await;
    let (game, _) = anna.create(&wish(&[json!("here"), json!("elsewhere")], 6)).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view().await;
    assert_eq!((&view["status"], view["host"].as_bool()), (&json!("open"), Some(true)));
    assert!(!is_asked(&view));
    socket.say(&json!({ "type": "start" })).await;
    let view = socket.view_when(is_asked).await;
    assert_eq!(view["seats"][1]["bot"], "greedy");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_whose_time_is_up_is_played_by_a_bot() {
    let server = Server::new("clock").await;
    let anna = server.person().await;
    let mut timed = wish(&[json!("here"), json!({ "bot": "random" })], 4);
    timed["clock"] = json!({ "kind": "per-move", "seconds": 1 });
    timed["strict"] = json!(true);
    let (game, _) = anna.create(&timed).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    assert!((1..=1000).contains(&view["seats"][0]["clock"].as_i64().unwrap()), "{}", view["seats"][0]);
    let view = socket.view_when(|view| view["status"] == "finished").await;
    assert!(view["log"].to_string().contains(r#"{"note":"timed-out","seat":0}"#), "{}", view["log"]);
}

/// A network that dies says no goodbye: a peer that does not even answer pings is gone within five seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_dead_peer_is_noticed_soon() {
    let limits = bastide_server::Limits { silence: bastide_server::Limits::default().silence, ..common::wide() };
    let server = Server::with("dead-peer", limits).await;
    // Nobody reads the second socket, so nothing answers there.
    let (_, _, [mut one, _silent]) = two_players(&server, 6).await;
    while one.next_of("presence").await["seats"] != json!([true, true]) {}
    let since = std::time::Instant::now();
    while one.next_of("presence").await["seats"] != json!([true, false]) {}
    assert!(since.elapsed() < std::time::Duration::from_secs(8), "{:?}", since.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_kept_and_cleaned() {
    let server = Server::new("chat").await;
    let (game, [anna, _], [mut one, mut two]) = two_players(&server, 6).await;
    // Who comes later finds the line in the view.
    two.view().await;
    one.say(&json!({ "type": "chat", "text": "  <b>привіт</b>\u{202e}  " })).await;
    let line = two.next_of("chat").await;
    assert_eq!(line["line"]["text"], "<b>привіт</b>");
    assert_eq!(line["line"]["seat"], 0);
    one.say(&json!({ "type": "chat", "text": "x".repeat(301) })).await;
    assert_eq!(one.problem().await, "chat");
    let server = server.restart().await;
    let anna = common::Person { address: server.address, ..anna };
    let view = anna.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!(view["chat"][0]["text"], "<b>привіт</b>");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_what_was_confirmed() {
    let server = Server::new("restart").await;
    let (game, [anna, borys], [mut one, mut two]) = two_players(&server, 6).await;
    let view = one.view_when(is_asked).await;
    one.play_turn(view).await;
    let view = two.view_when(is_asked).await;
    let drafted = two.act(&view, 0).await;
    assert_eq!(drafted["can_undo"], true);
    let server = server.restart().await;
    let (anna, borys) =
        (common::Person { address: server.address, ..anna }, common::Person { address: server.address, ..borys });
    let me = borys.get("/api/v1/me").await.json();
    assert_eq!((&me["name"], &me["games"][0]["your_turn"]), (&json!("Borys"), &json!(true)));
    let seen = borys.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!((&seen["draft"], &seen["board"], &seen["log"]), (&view["draft"], &view["board"], &view["log"]));
    let mut two = borys.socket(&game).await;
    let view = two.view_when(is_asked).await;
    two.play_turn(view).await;
    anna.socket(&game).await.view_when(is_asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_and_clocks_go_on_after_a_restart_without_anybody_looking() {
    let server = Server::new("go-on").await;
    let anna = server.person().await;
    let mut slow = wish(&[json!("here"), json!({ "bot": "greedy" })], 6);
    slow["bot_pace"] = json!(2000);
    let (game, _) = anna.create(&slow).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    let view = socket.play_turn(view).await;
    assert_eq!(view["decision"]["seat"], 1);
    let mut timed = wish(&[json!("here"), json!("here")], 4);
    timed["clock"] = json!({ "kind": "per-move", "seconds": 5 });
    timed["strict"] = json!(true);
    // Somebody has been there: else no clock would run.
    let (timed, _) = anna.create(&timed).await;
    let mut there = anna.socket(&timed).await;
    let view = there.view_when(is_asked).await;
    there.play_turn(view).await;
    let (quiet, _) = anna.create(&wish(&[json!("here"), json!("here")], 4)).await;
    let server = server.restart().await;
    let anna = common::Person { address: server.address, ..anna };
    // The list reads the storage and wakes no game.
    let summary = async |is_wanted: &dyn Fn(&Value) -> bool| {
        let end = std::time::Instant::now() + common::DEADLINE;
        while std::time::Instant::now() < end {
            let games = anna.get("/api/v1/games").await.json();
            if let Some(game) = games.as_array().unwrap().iter().find(|game| is_wanted(game)) {
                return game.clone();
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        panic!("the game does not go on");
    };
    summary(&|found| found["id"] == game.as_str() && found["your_turn"] == true).await;
    let over = summary(&|found| found["status"] == "finished").await;
    assert!(over["seats"].as_array().unwrap().iter().all(|seat| seat["bot"] == "greedy"), "{over}");
    assert_ne!(over["id"], quiet.as_str());
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_cannot_be_replayed_is_shown_to_its_last_good_action() {
    let server = Server::new("damage").await;
    let (game, [anna, borys], [mut one, _]) = two_players(&server, 6).await;
    let view = one.view_when(is_asked).await;
    one.play_turn(view).await;
    let folder = server.folder.0.clone();
    server.running.stop().await;
    let file = rusqlite::Connection::open(folder.join("bastide.sqlite")).unwrap();
    file.execute("UPDATE actions SET action = '50,50 r0' WHERE game = ? AND number = 1", [&game]).unwrap();
    drop(file);
    let running = bastide_server::start(common::config(&server.folder, common::wide())).await.unwrap();
    let anna = common::Person { address: running.address(), ..anna };
    let view = anna.get(&format!("/api/v1/games/{game}")).await.json();
    assert!(view["damage"].as_str().unwrap().contains("`50,50 r0`"), "{}", view["damage"]);
    assert_eq!(view["draft"], 1);
    let record = anna.get(&format!("/api/v1/games/{game}/record")).await.body;
    assert!(record.contains("# 50,50 r0"), "{record}");
    let mut socket = anna.socket(&game).await;
    let view = socket.view().await;
    assert!(!is_asked(&view));
    socket.say(&json!({ "type": "act", "draft": 1, "action": "1,0 r0" })).await;
    assert_eq!(socket.problem().await, "damaged");
    // The host goes on from there; nothing of the rest is deleted.
    let borys = common::Person { address: running.address(), ..borys };
    let mut guest = borys.socket(&game).await;
    assert_eq!((&view["can_continue"], &guest.view().await["can_continue"]), (&json!(true), &json!(false)));
    guest.say(&json!({ "type": "continue" })).await;
    assert_eq!(guest.problem().await, "not-host");
    let rest = record.lines().filter(|line| line.starts_with("# 50,50")).count();
    socket.say(&json!({ "type": "continue" })).await;
    let view = socket.view_when(is_asked).await;
    assert_eq!((&view["damage"], &view["draft"]), (&json!(null), &json!(1)));
    assert!(view["log"].to_string().contains("continued"), "{}", view["log"]);
    socket.play_turn(view).await;
    socket.say(&json!({ "type": "continue" })).await;
    assert_eq!(socket.problem().await, "not-damaged");
    running.stop().await;
    let running = bastide_server::start(common::config(&server.folder, common::wide())).await.unwrap();
    let borys = common::Person { address: running.address(), ..borys };
    let mut socket = borys.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    assert_eq!((&view["damage"], &view["turn"]), (&json!(null), &json!(2)));
    let record = borys.get(&format!("/api/v1/games/{game}/record")).await.body;
    assert_eq!(record.lines().filter(|line| line.starts_with("# 50,50")).count(), rest, "{record}");
    running.stop().await;
}
