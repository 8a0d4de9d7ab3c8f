//! Dragon, tower and count over real sockets: decisions of players whose turn it is not, and what they see of each other.

use serde_json::{Value, json};

use crate::common::{Server, confirm, happened, is_asked, option, position};

fn seat(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dragon_is_led_by_one_player_after_the_other() {
    let server = Server::new("dragon").await;
    let (game, people, mut sockets) = position(&server, "step-dragon").await;
    let mut view = sockets[0].view().await;
    let dragon = |view: &Value| {
        let neutral = view["board"]["neutral"].as_array().unwrap();
        neutral.iter().find(|one| one["figure"] == "dragon").unwrap()["at"].clone()
    };
    let mut steps = seat(&view["decision"]["steps"]);
    assert!(steps > 1 && view["active"] != view["decision"]["seat"]);
    while view["decision"]["kind"] == "step-dragon" && steps > 0 {
        let asked = seat(&view["decision"]["seat"]);
        let (before, flight) = (dragon(&view), view["board"]["flight"].as_array().unwrap().len());
        assert_eq!((seat(&view["decision"]["steps"]), flight), (steps, 6 - steps));
        // Nobody else may lead it now.
        let seen = people[(asked + 1) % 3].get(&format!("/api/v1/games/{game}")).await.json();
        assert!(!is_asked(&seen));
        let socket = &mut sockets[asked];
        let mine = socket.view_when(|view| view["decision"]["seat"] == asked && is_asked(view)).await;
        let first = option(&mine, |target| target["on"] == "tile" && target["figure"] == "dragon");
        let to = mine["decision"]["options"][first]["target"]["at"].clone();
        let drafted = socket.act(&mine, first).await;
        assert_eq!((&dragon(&drafted), &drafted["must_confirm"]), (&to, &json!(true)));
        let seen = people[(asked + 1) % 3].get(&format!("/api/v1/games/{game}")).await.json();
        assert_eq!(dragon(&seen), before, "a draft is shown to nobody else");
        view = confirm(socket, &drafted).await;
        assert_eq!(dragon(&view), to);
        steps -= 1;
        if view["decision"]["kind"] == "step-dragon" {
            assert_eq!(seat(&view["decision"]["seat"]), (asked + 1) % 3);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ransom_is_paid_to_the_captor() {
    let server = Server::new("ransom").await;
    let (_, _, mut sockets) = position(&server, "ransom").await;
    let view = sockets[0].view().await;
    let asked = seat(&view["decision"]["seat"]);
    let view = sockets[asked].view_when(is_asked).await;
    let first = option(&view, |target| target["on"] == "captive");
    let target = view["decision"]["options"][first]["target"].clone();
    let captor = seat(&target["captor"]);
    assert_eq!(seat(&target["seat"]), asked);
    let held = |view: &Value| {
        let captives = view["seats"][captor]["captives"].as_array().unwrap();
        let own = captives.iter().filter(|one| one["seat"] == asked);
        own.map(|one| one["count"].as_u64().unwrap()).sum::<u64>()
    };
    let paid = sockets[asked].act(&view, first).await;
    let points = |view: &Value, seat: usize| view["seats"][seat]["points"].as_i64().unwrap();
    assert_eq!(points(&paid, asked), points(&view, asked) - 3);
    assert_eq!(points(&paid, captor), points(&view, captor) + 3);
    assert_eq!(held(&paid), held(&view) - 1);
    let line = happened(&paid, "ransomed").unwrap();
    assert_eq!((&line["seat"], &line["other"], &line["points"]), (&json!(asked), &json!(captor), &json!(3)));
}

#[tokio::test(flavor = "multi_thread")]
async fn meeples_leave_carcassonne_in_the_turn_of_another() {
    let server = Server::new("city").await;
    let (_, _, mut sockets) = position(&server, "move-out").await;
    let view = sockets[0].view().await;
    let asked = seat(&view["decision"]["seat"]);
    assert_ne!(view["active"], json!(asked));
    let view = sockets[asked].view_when(is_asked).await;
    let waiting = |view: &Value| {
        let parts = view["board"]["printed"]["parts"].as_array().unwrap().clone();
        let figures = parts.iter().flat_map(|part| part["figures"].as_array().unwrap().clone());
        figures.filter(|figure| figure["seat"] == asked).count()
    };
    let standing = |view: &Value| {
        let figures = view["board"]["figures"].as_array().unwrap().iter();
        figures.filter(|figure| figure["seat"] == asked).count()
    };
    let drafted = sockets[asked].act(&view, option(&view, |target| target["on"] == "segment")).await;
    assert_eq!(waiting(&drafted), waiting(&view) - 1);
    assert!(standing(&drafted) == standing(&view) + 1 || drafted["decision"]["kind"] != "move-out");
    assert_eq!(happened(&drafted, "left-quarter").unwrap()["seat"], asked);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_place_that_is_offered_lies_on_a_tile_of_the_view() {
    let server = Server::new("squares").await;
    let mut on_board = 0;
    for name in ["move-out", "last-move-board"] {
        let (game, people, _sockets) = position(&server, name).await;
        let page = format!("/api/v1/games/{game}");
        let asked = seat(&people[0].get(&page).await.json()["decision"]["seat"]);
        let view = people[asked].get(&page).await.json();
        assert!(is_asked(&view));
        let tiles = view["board"]["tiles"].as_array().unwrap();
        for option in view["decision"]["options"].as_array().unwrap() {
            let target = &option["target"];
            if target["on"] == "segment" {
                let tile = tiles.iter().find(|tile| tile["at"] == target["at"]).expect("a tile there");
                on_board += usize::from(tile["tile"].as_str().unwrap().starts_with("count-board/"));
            }
        }
    }
    assert!(on_board > 0, "no place on the printed board was offered");
}
