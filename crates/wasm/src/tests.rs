//! A page as it would use a desk.

use serde_json::{Value, json};

use bastide_table::wire::PROTOCOL;

use crate::Desk;
use crate::desk::record as parsed;

/// A page as it would use a desk: it stores what it is told to and lets bots think.
#[derive(Default)]
struct Page {
    desk: Desk,
    kept: Value,
    draft: Value,
    ticks: u64,
}

impl Page {
    fn ask(&mut self, mut request: Value) -> Value {
        self.ticks += 1;
        request["now"] = json!({ "ticks": self.ticks, "date": 1 });
        serde_json::from_str(&self.desk.answer(&request.to_string())).unwrap()
    }

    fn ok(&mut self, request: Value) -> Value {
        let mut answer = self.ask(request);
        assert!(answer["refused"].is_null(), "{answer}");
        answer["ok"].take()
    }

    /// Asks for what changes a game, and carries out what follows.
    fn go(&mut self, request: Value) -> Value {
        let outcome = self.ok(request);
        self.draft = outcome["draft"].clone();
        if outcome["store"].is_object() {
            self.kept = outcome["store"]["kept"]["game"].clone();
            self.go(json!({ "do": "stored", "id": "abc", "ok": true }));
        }
        if let Some(question) = outcome["think"].as_object() {
            let (bot, record) = (&question["bot"], &question["record"]);
            let actions = self.ok(json!({ "do": "think", "bot": bot, "record": record, "simulations": 1 }));
            let generation = &question["generation"];
            self.go(json!({ "do": "moved", "id": "abc", "generation": generation, "actions": actions }));
        }
        outcome
    }

    fn view(&mut self) -> Value {
        self.ok(json!({ "do": "view", "id": "abc" }))
    }

    fn open(&mut self) -> Value {
        let (game, draft) = (self.kept.clone(), self.draft.clone());
        self.go(json!({ "do": "open", "game": game, "draft": draft }));
        self.go(json!({ "do": "join", "id": "abc" }))["socket"].clone()
    }
}

fn wish(second: Value) -> Value {
    json!({ "do": "create", "fresh": { "id": "abc", "seed": vec![7; 32], "date": 1 }, "wish": {
        "in_box": null, "base": "classic", "modules": [], "first": { "seat": 0 }, "aids": true,
        "clock": { "kind": "none" }, "private": true, "end_after": 8, "bot_pace": 0,
        "seats": [
            { "name": "Anna", "colour": "red", "who": "here" },
            { "name": "", "colour": "blue", "who": second },
        ],
    } })
}

#[test]
fn a_game_is_played_to_its_end_and_closed_and_opened_with_its_draft() {
    let mut page = Page::default();
    page.kept = page.ok(wish(json!({ "bot": "greedy" })))["game"].clone();
    page.draft = json!([]);
    let mut socket = page.open();
    let mut opened_again = 0;
    for _ in 0..200 {
        let view = page.view();
        if view["status"] == "finished" {
            break;
        }
        let draft = &view["draft"];
        let message = if view["must_confirm"] == true {
            json!({ "type": "confirm", "draft": draft })
        } else {
            json!({ "type": "act", "draft": draft, "action": view["decision"]["options"][0]["action"] })
        };
        page.go(json!({ "do": "say", "id": "abc", "socket": socket, "message": message }));
        if page.draft != json!([]) && opened_again < 3 {
            let before = page.view();
            page.ok(json!({ "do": "close", "id": "abc" }));
            assert_eq!(page.ask(json!({ "do": "view", "id": "abc" }))["refused"]["status"], 404);
            socket = page.open();
            let after = page.view();
            for part in ["board", "decision", "answered", "must_confirm", "can_undo"] {
                assert_eq!(after[part], before[part], "{part}");
            }
            opened_again += 1;
        }
    }
    assert_eq!((page.view()["status"].as_str(), opened_again), (Some("finished"), 3));
    let record = page.ok(json!({ "do": "record", "id": "abc" }));
    assert!(parsed(record.as_str().unwrap()).unwrap().state().is_over());
    let fresh = json!({ "id": "def", "seed": vec![8; 32], "date": 2 });
    let again = page.ok(json!({ "do": "import", "record": record, "fresh": fresh }));
    assert_eq!(again["game"]["actions"], page.kept["actions"]);
    assert_eq!(page.ok(json!({ "do": "draws", "id": "abc" }))["draws"].as_array().map(Vec::is_empty), Some(false));
    assert!(page.ok(json!({ "do": "board", "id": "abc" })).as_str().unwrap().starts_with("<svg"));
}

#[test]
fn what_cannot_be_done_is_refused_with_a_reason() {
    let mut page = Page::default();
    for (request, code) in [
        (wish(json!("elsewhere")), "elsewhere"),
        (wish(json!({ "bot": "nobody" })), "setup"),
        (json!({ "do": "dance" }), "garbage"),
        (json!({ "do": "create" }), "garbage"),
        (json!({ "do": "think", "bot": "greedy", "record": "no record" }), "record"),
    ] {
        assert_eq!(page.ask(request)["refused"]["code"], code);
    }
    assert!(page.desk.answer("{").starts_with("{\"refused\":"));
    assert_eq!(page.ask(json!({ "do": "tiles", "set": "nowhere" }))["refused"]["status"], 404);
    assert_eq!(page.ok(json!({ "do": "version" }))["protocol"], PROTOCOL);
}

/// The page knows what it asks by the words of `web/src/lib/engine/asking.ts`, where each has what it needs and its answer.
#[test]
fn every_word_of_the_page_is_a_request() {
    let asking = include_str!("../../../web/src/lib/engine/asking.ts");
    let (_, wire) = asking.split_once("export type Wire = {").unwrap();
    let (wire, _) = wire.split_once("\n};").unwrap();
    let words: Vec<&str> =
        wire.lines().filter_map(|line| line.split_once(": { asks: ")).map(|(word, _)| word.trim()).collect();
    assert!(words.len() > 25, "{words:?}");
    for word in words {
        let answer = Desk::default().answer(&json!({ "do": word }).to_string());
        assert!(!answer.contains("There is no such request."), "{word}: {answer}");
    }
}
