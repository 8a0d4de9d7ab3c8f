//! The order of the tiles stays secret until the end, and can be checked then.

mod common;

use bastide_server::fairness::Seed;
use common::{Server, is_asked, wish};
use serde_json::{Value, json};

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
    let mut bytes = [0u8; 32];
    for (byte, digits) in bytes.iter_mut().zip(seed.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
    }
    let seed = Seed(bytes);
    assert_eq!(json!(seed.commitment()), commitment);
    assert_eq!(draws["first"], json!(seed.below(0, 2)));
    assert_eq!((&draws["first_drawn"], &draws["seats"]), (&json!(true), &json!(2)));
    let record = anna.get(&format!("/api/v1/games/{game}/record")).await.body;
    let record = bastide_rules::notation::Record::parse(&record).unwrap();
    // Every draw of the record, recomputed from the seed and the rules alone.
    let mut state = record.start();
    let mut number = 0;
    for &action in record.actions() {
        if state.actor() == bastide_rules::Actor::Chance {
            number += 1;
            let name = |action| match action {
                bastide_rules::Action::Draw(tile) => {
                    let tile = bastide_rules::catalogue::tile(tile);
                    format!("{}/{}", bastide_rules::catalogue::set_of(tile).name, tile.name)
                }
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
}
