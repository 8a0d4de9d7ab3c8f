//! Modules over real sockets: decisions of players whose turn it is not, and what chance brings in
//! the middle of a turn.

use serde_json::{Value, json};

use crate::common::{Server, check_draws, confirm, happened, is_asked, option, position, wish};

#[tokio::test(flavor = "multi_thread")]
async fn robbers_are_put_by_one_player_after_the_other() {
    let server = Server::new("robbers").await;
    let (game, people, mut sockets) = position(&server, "robber").await;
    let view = sockets[0].view().await;
    let active = view["active"].as_u64().unwrap() as usize;
    let tile = view["decision"]["tile"].clone();
    assert!(tile.is_string(), "the tile is drawn and not laid yet");
    for step in 0..3 {
        let seat = (active + step) % 3;
        let socket = &mut sockets[seat];
        let view = socket.view_when(|view| view["decision"]["seat"] == seat && is_asked(view)).await;
        assert_eq!((&view["decision"]["kind"], &view["active"]), (&json!("robber"), &json!(active)));
        // Another one is refused, and sees neither options nor the draft.
        let other = (seat + 1) % 3;
        let seen = people[other].get(&format!("/api/v1/games/{game}")).await.json();
        assert!(!is_asked(&seen));
        let action = &view["decision"]["options"][0]["action"];
        sockets[other].say(&json!({ "type": "act", "draft": view["draft"], "action": action })).await;
        assert_eq!(sockets[other].problem().await, "not-your-turn");
        let socket = &mut sockets[seat];
        let drafted = socket.act(&view, option(&view, |target| target["on"] == "space")).await;
        let robbers = |view: &Value| view["track"]["figures"].as_array().unwrap().len();
        assert_eq!((robbers(&drafted), &drafted["draft_of"]), (robbers(&view) + 1, &json!(seat)));
        let seen = people[other].get(&format!("/api/v1/games/{game}")).await.json();
        assert_eq!(robbers(&seen), robbers(&view));
        socket.say(&json!({ "type": "undo", "draft": drafted["draft"] })).await;
        assert_eq!(socket.view().await["decision"], view["decision"]);
        socket.say(&json!({ "type": "why-space", "space": 49, "ask": 1 })).await;
        assert_eq!(socket.next_of("because").await["reason"]["code"], "robber-space");
        let drafted = socket.act(&view, 0).await;
        // The next player decides, so this is confirmed first.
        assert_eq!(drafted["must_confirm"], true);
        confirm(socket, &drafted).await;
    }
    // Only then the tile is laid.
    let view = sockets[active].view_when(|view| view["decision"]["kind"] == "place").await;
    assert_eq!(view["decision"]["tile"], tile);
    assert_eq!(view["log"].as_array().unwrap().last().unwrap()["happened"].as_array().unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plague_takes_a_meeple_of_one_player_after_the_other() {
    let server = Server::new("plague").await;
    let (game, people, mut sockets) = position(&server, "plague").await;
    let mut view = sockets[0].view().await;
    let active = view["active"].as_u64().unwrap();
    let tile = view["decision"]["tile"].clone();
    assert!(tile.is_string(), "the tile is drawn and not laid yet");
    let mut asked = Vec::new();
    while view["decision"]["kind"] == "plague" {
        let seat = view["decision"]["seat"].as_u64().unwrap() as usize;
        asked.push(seat as u64);
        let other = (seat + 1) % 3;
        let socket = &mut sockets[seat];
        let own = socket.view_when(|view| view["decision"]["seat"] == seat && is_asked(view)).await;
        assert_eq!(own["active"], active);
        let action = &own["decision"]["options"][0]["action"];
        sockets[other].say(&json!({ "type": "act", "draft": own["draft"], "action": action })).await;
        assert_eq!(sockets[other].problem().await, "not-your-turn");
        let drafted = sockets[seat].act(&own, option(&own, |target| target["on"] == "figure")).await;
        let figures = |view: &Value| view["board"]["figures"].as_array().unwrap().len();
        assert_eq!(figures(&drafted), figures(&own) - 1);
        assert_eq!(happened(&drafted, "plague").unwrap()["seat"], seat);
        if drafted["must_confirm"] == true {
            confirm(&mut sockets[seat], &drafted).await;
        }
        view = people[seat].get(&format!("/api/v1/games/{game}")).await.json();
    }
    assert!(asked.iter().any(|&seat| seat != active), "{asked:?}");
    // Only then the tile is laid.
    let last = sockets[active as usize].view_when(|view| view["decision"]["kind"] == "place").await;
    assert_eq!(last["decision"]["tile"], tile);
    assert_eq!(last["board"]["printed"]["parts"].as_array().unwrap().len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_die_is_rolled_after_the_confirmation() {
    let server = Server::new("die").await;
    let (_, _, mut sockets) = position(&server, "fly").await;
    let view = sockets[0].view().await;
    let seat = view["decision"]["seat"].as_u64().unwrap() as usize;
    let socket = &mut sockets[seat];
    let view = socket.view_when(is_asked).await;
    let drafted = socket.act(&view, option(&view, |target| target["on"] == "tile")).await;
    assert_eq!((&drafted["must_confirm"], &drafted["decision"]["kind"]), (&json!(true), &json!("roll")));
    assert!(happened(&drafted, "rolled").is_none(), "nothing is rolled for a draft");
    let after = confirm(socket, &drafted).await;
    let log = after["log"].as_array().unwrap();
    let mut rolled = log.iter().flat_map(|entry| entry["happened"].as_array().unwrap());
    let rolled = rolled.rfind(|happening| happening["what"] == "rolled").unwrap();
    assert!((1..=3).contains(&rolled["number"].as_i64().unwrap()), "{rolled}");
    assert_eq!(rolled["seat"], seat);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_marker_on_a_dark_space_brings_a_message() {
    let server = Server::new("message").await;
    let (_, _, mut sockets) = position(&server, "mark").await;
    let view = sockets[0].view().await;
    let seat = view["decision"]["seat"].as_u64().unwrap() as usize;
    let socket = &mut sockets[seat];
    let view = socket.view_when(is_asked).await;
    assert_eq!((&view["decision"]["kind"], &view["decision"]["points"]), (&json!("mark"), &json!(4)));
    let dark = option(&view, |target| target["to"] == 10);
    let drafted = socket.act(&view, dark).await;
    assert_eq!((&drafted["must_confirm"], &drafted["decision"]["kind"]), (&json!(true), &json!("draw-message")));
    let after = confirm(socket, &drafted).await;
    let drawn = happened(&after, "message-drawn").unwrap();
    assert_eq!((&after["decision"]["kind"], &after["decision"]["message"]), (&json!("message"), &drawn["message"]));
    let options = after["decision"]["options"].as_array().unwrap();
    let two = options.iter().position(|option| option["what"] == "two-points").unwrap();
    let taken = socket.act(&after, two).await;
    let log = taken["log"].as_array().unwrap().last().unwrap();
    let award = log["awards"].as_array().unwrap().last().unwrap();
    assert_eq!((&award["source"], &award["points"], &award["at"]), (&json!("message"), &json!(2), &Value::Null));
    assert!(award["rules"].as_array().unwrap().contains(&json!("MSG-12")));
}

#[tokio::test(flavor = "multi_thread")]
async fn others_answer_in_the_turn_of_one_player() {
    let server = Server::new("others").await;
    for (name, kind) in [("crop-add", "crop-add"), ("rob", "rob"), ("crop-return", "crop-return")] {
        let (_, _, mut sockets) = position(&server, name).await;
        let view = sockets[0].view().await;
        assert_eq!(view["decision"]["kind"], kind);
        let seat = view["decision"]["seat"].as_u64().unwrap() as usize;
        assert_ne!(view["active"], json!(seat), "{name}");
        let socket = &mut sockets[seat];
        let view = socket.view_when(is_asked).await;
        let done = socket.play_turn(view).await;
        assert!(done["decision"]["seat"] != json!(seat) || done["decision"]["kind"] != kind, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_everything_and_all_draws_can_be_checked() {
    let server = Server::new("everything").await;
    let anna = server.person().await;
    let bots = [json!({ "bot": "random" }), json!({ "bot": "greedy" }), json!({ "bot": "random" })];
    let mut everything = wish(&bots, 90);
    everything["base"] = Value::Null;
    everything["in_box"] = json!("big-box");
    let offer = anna.get("/api/v1/offer").await.json();
    let boxes = offer["boxes"].as_array().unwrap();
    let big = boxes.iter().find(|item| item["id"] == "big-box").unwrap();
    everything["modules"] = big["modules"].clone();
    everything["end_after"] = Value::Null;
    let mut seen = Vec::new();
    // What chance brings differs from game to game; soon there was everything.
    for _ in 0..30 {
        let (game, _) = anna.create(&everything).await;
        let mut socket = anna.socket(&game).await;
        let last = socket.view_when(|view| view["status"] == "finished").await;
        let draws = anna.get(&format!("/api/v1/games/{game}/draws")).await.json();
        let record = anna.get(&format!("/api/v1/games/{game}/record")).await.body;
        check_draws(&draws, &record);
        // The log explains every point.
        let awards = last["log"].as_array().unwrap().iter().flat_map(|entry| entry["awards"].as_array().unwrap());
        let mut points = vec![0; 3];
        awards.for_each(|award| points[award["seat"].as_u64().unwrap() as usize] += award["points"].as_i64().unwrap());
        let seats = last["seats"].as_array().unwrap().iter();
        assert_eq!(points, seats.map(|seat| seat["points"].as_i64().unwrap()).collect::<Vec<_>>());
        let drawn = draws["draws"].as_array().unwrap().iter().map(|draw| draw["drawn"].as_str().unwrap().to_owned());
        seen.extend(drawn);
        if ["die:", "message:"].iter().all(|kind| seen.iter().any(|name| name.starts_with(kind))) {
            return;
        }
    }
    panic!("no die and no message: {seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_box_has_its_own_modules_only_and_names_its_games() {
    let server = Server::new("boxes").await;
    let anna = server.person().await;
    let mut wanted = wish(&[json!("here"), json!({ "bot": "random" })], 5);
    wanted["base"] = Value::Null;
    wanted["in_box"] = json!("wheel");
    wanted["modules"] = json!(["farmers", "dragon"]);
    let refused = anna.post("/api/v1/games", &wanted).await;
    let message = refused.json()["message"].as_str().unwrap().to_owned();
    assert_eq!(refused.status, 400);
    assert!(message.contains("The box wheel has no module dragon"), "{message}");
    wanted["modules"] = json!(["farmers"]);
    let (game, _) = anna.create(&wanted).await;
    let games = anna.get("/api/v1/games?mine=true").await.json();
    let listed = games.as_array().unwrap().iter().find(|known| known["id"] == game.as_str()).unwrap().clone();
    assert_eq!((&listed["in_box"], &listed["base"]), (&json!("wheel"), &json!("wheel")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_an_earlier_turn_is_that_of_its_time() {
    let server = Server::new("past").await;
    let anna = server.person().await;
    let mut winter = wish(&[json!("here"), json!("here")], 12);
    winter["base"] = json!("winter");
    winter["modules"] = json!(["farmers", "gingerbread"]);
    let (game, _) = anna.create(&winter).await;
    let mut socket = anna.socket(&game).await;
    let mut view = socket.view_when(is_asked).await;
    let mut then = Vec::new();
    while view["status"] != "finished" {
        // What lies there before the first action of a turn is what lay there after the last one.
        then.push((view["turn"].as_u64().unwrap() - 1, view["board"].clone()));
        view = socket.play_turn(view).await;
    }
    then.push((then.len() as u64, view["board"].clone()));
    assert_eq!(then.len(), 13, "one board a turn and the first one");
    for (turn, board) in then {
        socket.say(&json!({ "type": "board", "turn": turn, "ask": turn })).await;
        let told = socket.next_of("board").await;
        assert_eq!(told["ask"], turn);
        for what in ["tiles", "figures", "tokens", "ferries", "printed"] {
            assert_eq!(told["board"][what], board[what], "{what} after turn {turn}");
        }
        let figures = told["board"]["figures"].as_array().unwrap();
        let start = turn > 0 || figures.iter().any(|figure| figure["figure"] == "gingerbread-man");
        assert!(start, "the gingerbread man stands there from the beginning: {figures:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_figure_on_a_crown_space_stays_among_those_of_its_player() {
    let server = Server::new("crown").await;
    let anna = server.person().await;
    let mut wheel = wish(&[json!("here"), json!("here")], 6);
    wheel["base"] = json!("wheel");
    wheel["modules"] = json!(["farmers", "large"]);
    let (game, _) = anna.create(&wheel).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    let view = socket.act(&view, 0).await;
    let left = |view: &Value| {
        let supply = view["seats"][0]["supply"].as_array().unwrap().iter();
        supply.map(|held| (held["figure"].clone(), held["count"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(left(&view), [(json!("meeple"), json!(7)), (json!("large"), json!(1))]);
    let crown = option(&view, |target| target["on"] == "part" && target["figure"] == "large");
    let view = socket.act(&view, crown).await;
    assert_eq!(left(&view), [(json!("meeple"), json!(7)), (json!("large"), json!(0))]);
}
