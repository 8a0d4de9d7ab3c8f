//! What earlier versions stored.

use bastide_server::store::sqlite::FILE;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::common::{Folder, Person, Server, check_draws, config, wide};

/// The games of `old/first.sql`.
const RUNNING: &str = "0123456789abcdef";
const FINISHED: &str = "fedcba9876543210";

/// A game of the first version is read, played on to its end, stored by this one and read again; one that is over is told as it was,
/// and the draws of both are verified.
#[tokio::test]
async fn games_of_the_first_version_are_played_on() {
    let folder = Folder::new("old");
    Connection::open(folder.0.join(FILE)).unwrap().execute_batch(include_str!("../old/first.sql")).unwrap();
    let running = bastide_server::start(config(&folder, wide())).await.unwrap();
    let server = Server { address: running.address(), running, folder };
    let anna = Person { address: server.address, cookie: format!("bastide={}", "a".repeat(64)) };

    let mine = anna.get("/api/v1/games?mine=true").await.json();
    let listed: Vec<_> = mine.as_array().unwrap().iter().map(|game| (&game["id"], &game["status"])).collect();
    assert_eq!(listed, [(&json!(RUNNING), &json!("running")), (&json!(FINISHED), &json!("finished"))]);
    assert_eq!(anna.get("/api/v1/me").await.json()["name"], "Anna");

    let over = format!("/api/v1/games/{FINISHED}");
    let record = anna.get(&format!("{over}/record")).await.body;
    assert!(record.contains("result 13 20") && record.contains("12 Borys I 3,-1 r2 meeple@city:W"), "{record}");
    check_draws(&anna.get(&format!("{over}/draws")).await.json(), &record);

    let mut socket = anna.socket(RUNNING).await;
    let mut view = socket.view().await;
    assert_eq!((&view["turn"], &view["decision"]["seat"]), (&json!(4), &json!(1)));
    assert_eq!(
        (view["board"]["figures"].as_array().unwrap().len(), &view["chat"][0]["text"]),
        (2, &json!("Привіт!")),
        "the city of Borys was completed"
    );
    let notes = view["log"].as_array().unwrap().iter().flat_map(|entry| entry["notes"].as_array().unwrap());
    assert_eq!(notes.collect::<Vec<_>>(), [&json!({ "note": "replaced-by-bot", "seat": 1 })]);
    while view["status"] == "running" {
        view = socket.play_turn(view).await;
    }

    let server = server.restart().await;
    let anna = anna.at(server.address);
    let game = format!("/api/v1/games/{RUNNING}");
    let again: Value = anna.get(&game).await.json();
    assert_eq!((&again["status"], &again["board"]), (&json!("finished"), &view["board"]));
    let record = anna.get(&format!("{game}/record")).await.body;
    assert!(record.contains("3 Anna V -2,0 r2 meeple@field:1") && record.contains("\n12 Borys "), "{record}");
    check_draws(&anna.get(&format!("{game}/draws")).await.json(), &record);
}
