//! The order of the tiles stays secret until the end, and can be checked then.

use serde_json::{Value, json};

use crate::common::{Server, check_draws, is_asked, wish};

#[tokio::test(flavor = "multi_thread")]
async fn draws_are_secret_before_the_end_and_follow_from_the_seed_after_it() {
    let server = Server::new("draws").await;
    let anna = server.person().await;
    let mut wish = wish(&[json!("here"), json!("here")], 20);
    wish["base"] = json!("v3");
    wish["modules"] = json!(["farmers", "river"]);
    wish["first"] = json!("random");
    let (game, _) = anna.create(&wish).await;
    let mut socket = anna.socket(&game).await;
    let mut seen = Vec::new();
    let mut view = socket.view_when(is_asked).await;
    let commitment = view["commitment"].clone();
    while view["status"] != "finished" {
        assert_eq!((&view["seed"], &view["commitment"]), (&Value::Null, &commitment));
        assert_eq!(anna.get(&format!("/api/v1/games/{game}/draws")).await.json()["code"], "not-over");
        seen.push(anna.get(&format!("/api/v1/games/{game}")).await.body);
        seen.push(anna.get(&format!("/api/v1/games/{game}/record")).await.body);
        view = socket.play_turn(view).await;
    }
    seen.push(anna.get("/api/v1/games").await.body);
    let seed = view["seed"].as_str().unwrap();
    assert!(seen.iter().all(|text| !text.contains(seed)), "the seed was shown before the end");
    // While a game runs its draft never gets beyond what was confirmed: nothing is drawn ahead.
    let draws = anna.get(&format!("/api/v1/games/{game}/draws")).await.json();
    assert_eq!((&draws["seed"], &draws["commitment"]), (&json!(seed), &commitment));
    let record = anna.get(&format!("/api/v1/games/{game}/record")).await.body;
    let seed = check_draws(&draws, &record);
    assert_eq!(draws["first"], json!(seed.below(0, 2)));
    assert_eq!((&draws["first_drawn"], &draws["seats"]), (&json!(true), &json!(2)));
}
