//! Games leave and enter as records, and a copy of the data folder is a back-up.

use bastide_server::archive::{export, import};
use serde_json::json;

use crate::common::{self, Folder, Person, Server, is_asked, wish};

#[tokio::test(flavor = "multi_thread")]
async fn records_move_games_to_another_server() {
    let server = Server::new("export").await;
    let anna = server.person().await;
    let (over, _) = anna.create(&wish(&[json!({ "bot": "greedy" }), json!({ "bot": "random" })], 10)).await;
    let mut socket = anna.socket(&over).await;
    let last = socket.view_when(|view| view["status"] == "finished").await;
    let (running, _) = anna.create(&wish(&[json!("here"), json!("here")], 10)).await;
    let mut socket = anna.socket(&running).await;
    let view = socket.view_when(is_asked).await;
    socket.play_turn(view).await;
    let (records, data) = (Folder::new("records"), Folder::new("import"));
    let done = export(&server.folder.0, &records.0).await.unwrap();
    assert_eq!((done.games, done.damaged), (2, 0));
    let read = |id: &str| std::fs::read_to_string(records.0.join(format!("{id}.txt"))).unwrap();
    let finished = import(&data.0, &read(&over)).await.unwrap();
    assert!(finished.links.is_empty());
    let open = import(&data.0, &read(&running)).await.unwrap();
    assert_eq!(open.links.len(), 2);
    assert!(import(&data.0, "bastide-record 1\nbase moon\n").await.unwrap_err().contains("unknown base"));

    let second = bastide_server::start(common::config(&data, common::wide())).await.unwrap();
    let borys = Person::new(second.address()).await;
    let view = borys.get(&format!("/api/v1/games/{}", finished.id)).await.json();
    assert_eq!((&view["status"], &view["board"], &view["log"]), (&json!("finished"), &last["board"], &last["log"]));
    for link in &open.links {
        assert_eq!(borys.take(&link.path, "Borys").await.status, 204);
    }
    let mut socket = borys.socket(&open.id).await;
    let mut view = socket.view_when(is_asked).await;
    assert_eq!(view["turn"], 2);
    while view["status"] != "finished" {
        view = socket.play_turn(view).await;
    }
    // The draws that this server did not make are not claimed to follow from its seed.
    let draws = borys.get(&format!("/api/v1/games/{}/draws", open.id)).await.json();
    assert_eq!(draws["draws"].as_array().unwrap().len(), 8);
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_brought_over_http_and_seen_turn_by_turn() {
    let server = Server::new("bring").await;
    let anna = server.person().await;
    let (over, _) = anna.create(&wish(&[json!({ "bot": "greedy" }), json!({ "bot": "random" })], 6)).await;
    anna.socket(&over).await.view_when(|view| view["status"] == "finished").await;
    let record = anna.get(&format!("/api/v1/games/{over}/record")).await.body;
    let origin = format!("http://{}", server.running.address());
    let bring = async |text: &str| anna.request("POST", "/api/v1/records", Some(&origin), text).await;

    let brought = bring(&record).await;
    assert_eq!(brought.status, 201, "{}", brought.body);
    let id = brought.json()["id"].as_str().unwrap().to_owned();
    assert!(brought.json()["links"].as_array().unwrap().is_empty());
    let view = |id: &str| format!("/api/v1/games/{id}");
    let (first, second) = (anna.get(&view(&over)).await.json(), anna.get(&view(&id)).await.json());
    assert_eq!((&first["board"], &first["history"]), (&second["board"], &second["history"]));
    // Nobody else finds it in a list.
    let listed = server.person().await.get("/api/v1/games?status=finished").await.json();
    assert!(listed.as_array().unwrap().iter().all(|game| game["id"] != id.as_str()));

    // A record that stops somewhere can be played on from there.
    let turns = record.lines().take_while(|line| !line.starts_with("4 "));
    let stopped: Vec<&str> = turns.filter(|line| !line.starts_with("result ")).collect();
    let stopped = bring(&(stopped.join("\n") + "\n")).await;
    assert_eq!(stopped.json()["links"].as_array().map(Vec::len), Some(2), "{}", stopped.body);

    // What is wrong is said with its line.
    let wrong = bring(&record.replacen("\n2 ", "\n7 ", 1)).await;
    assert_eq!((wrong.status, &wrong.json()["code"]), (400, &json!("record")), "{}", wrong.body);
    assert!(wrong.json()["message"].as_str().unwrap().contains("ine "), "{}", wrong.body);
    assert_eq!(bring("").await.status, 400);

    // The board of a turn has the start tile and one more for each turn.
    let tiles = async |turn: &str| {
        let picture = anna.get(&format!("/api/v1/games/{id}/picture.svg{turn}")).await.body;
        picture.matches("class=\"tile\"").count()
    };
    assert_eq!((tiles("?turn=0").await, tiles("?turn=2").await, tiles("").await), (1, 3, 7));
    let pixels = anna.get(&format!("/api/v1/games/{id}/picture.png?turn=2")).await;
    assert_eq!((pixels.status, pixels.header("content-type")), (200, Some("image/png")));
    // Films are made by the program around the server, which is not here.
    assert_eq!(anna.get(&format!("/api/v1/games/{id}/film.html")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_the_data_folder_is_a_backup() {
    let server = Server::new("backup").await;
    let anna = server.person().await;
    let (game, _) = anna.create(&wish(&[json!("here"), json!("here")], 10)).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    let view = socket.play_turn(view).await;
    let folder = server.folder.0.clone();
    server.running.stop().await;
    let copy = Folder::new("backup-copy");
    for file in std::fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.0.join(file.file_name())).unwrap();
    }
    let second = bastide_server::start(common::config(&copy, common::wide())).await.unwrap();
    let anna = Person { address: second.address(), ..anna };
    let restored = anna.get(&format!("/api/v1/games/{game}")).await.json();
    assert_eq!((&restored["board"], &restored["decision"]), (&view["board"], &view["decision"]));
    second.stop().await;
}
