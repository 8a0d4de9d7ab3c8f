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
