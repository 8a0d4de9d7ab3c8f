//! Games played at random as a page plays them: every request, and what was answered.

use bastide_bots::Rng;
use bastide_rules::{BASES, BOXES, MODULES};
use bastide_table::fairness::promise;
use bastide_table::offer::COLOURS;
use bastide_table::text::hex;
use bastide_wasm::Desk;
use serde_json::{Value, json};

/// A request as it was sent, and its answer.
pub struct Exchange {
    pub request: String,
    pub answer: String,
}

/// Plays game number `number`: whole boxes, plain bases and mixtures, with two to six players and sometimes bots.
pub fn played(number: u64) -> Vec<Exchange> {
    let mut page = Page {
        desk: Desk::default(),
        told: Vec::new(),
        rng: Rng::stream(0xba57_1de5, number),
        id: format!("game{number}"),
        ticks: 1,
    };
    page.play(number);
    page.told
}

struct Page {
    desk: Desk,
    told: Vec<Exchange>,
    rng: Rng,
    id: String,
    ticks: u64,
}

impl Page {
    fn ask(&mut self, mut request: Value) -> Value {
        self.ticks += 1;
        request["now"] = json!({ "ticks": self.ticks, "date": 1 });
        request["id"] = json!(self.id);
        let request = request.to_string();
        let answer = self.desk.answer(&request);
        let value: Value = serde_json::from_str(&answer).expect("answers are JSON");
        self.told.push(Exchange { request, answer });
        value
    }

    fn ok(&mut self, request: Value) -> Value {
        let mut answer = self.ask(request);
        assert!(answer["refused"].is_null(), "{}: {answer}", self.id);
        answer["ok"].take()
    }

    fn below(&mut self, n: u32) -> u32 {
        self.rng.below(n)
    }

    /// Asks for what changes the game, and carries out what follows.
    fn go(&mut self, request: Value) -> Value {
        let outcome = self.ok(request);
        if outcome["store"].is_object() {
            self.go(json!({ "do": "stored", "ok": true }));
        }
        if outcome["think"].is_object() {
            let question = &outcome["think"];
            let think =
                json!({ "do": "think", "bot": question["bot"], "record": question["record"], "simulations": 1 });
            let actions = self.ok(think);
            self.go(json!({ "do": "moved", "generation": question["generation"], "actions": actions }));
        }
        outcome
    }

    /// A wish for game number `number` that the rules allow.
    fn wish(&mut self, number: u64) -> Value {
        let kinds = (BOXES.len() + BASES.len() + 4) as u64;
        let kind = (number % kinds) as usize;
        let (mut in_box, mut base, mut modules) = (Value::Null, Value::Null, Vec::new());
        let mut most = COLOURS.len() as u32;
        if let Some(info) = BOXES.get(kind) {
            in_box = json!(info.id);
            modules = info.modules.iter().map(|module| module.info().id).collect();
            most = info.max_players as u32;
        } else {
            let any = self.below(BASES.len() as u32) as usize;
            base = json!(BASES.get(kind - BOXES.len()).unwrap_or(&BASES[any]).id);
        }
        let mut seats = Vec::new();
        for place in 0..2 + self.below(most - 1) {
            let is_bot = place > 0 && self.below(4) == 0;
            let who = if is_bot { json!({ "bot": "apprentice" }) } else { json!("here") };
            // Whoever plays here may add to the randomness.
            let promises = !is_bot && self.below(2) == 0;
            let promise = promises.then(|| hex(&promise(place as u8, &share_of(place as u64))));
            seats.push(json!({ "name": "", "colour": COLOURS[place as usize], "who": who, "promise": promise }));
        }
        let mut wish = json!({
            "in_box": in_box, "base": base, "modules": modules, "seats": seats, "first": "random", "clock": { "kind": "none" },
            "aids": self.below(2) == 0, "private": true, "end_after": null, "bot_pace": 0,
        });
        // A mixture: every module that the rules still allow, or some of them.
        if kind >= BOXES.len() + BASES.len() {
            let share = 1 + self.below(4);
            for module in MODULES {
                if self.below(4) >= share {
                    continue;
                }
                let before = wish["modules"].clone();
                wish["modules"].as_array_mut().expect("a list").push(json!(module.id));
                if !self.ask(json!({ "do": "create", "fresh": fresh("test", 1), "wish": wish }))["refused"].is_null() {
                    wish["modules"] = before;
                }
            }
        }
        wish
    }

    fn play(&mut self, number: u64) {
        let wish = self.wish(number);
        let (id, seed) = (self.id.clone(), self.below(256) as u8);
        let kept = self.ok(json!({ "do": "create", "fresh": fresh(&id, seed), "wish": wish }));
        self.go(json!({ "do": "open", "game": kept["game"] }));
        let socket = self.go(json!({ "do": "join" }))["socket"].clone();
        loop {
            let view = self.ok(json!({ "do": "view" }));
            self.ok(json!({ "do": "hash" }));
            if view["status"] != "running" {
                break;
            }
            let shares = view["shares"].as_array().filter(|_| view["awaits_shares"] == true).cloned();
            if let Some(shares) = shares {
                for share in shares {
                    let seat = share["seat"].as_u64().expect("a seat");
                    let message = json!({ "type": "reveal", "seat": seat, "share": hex(&share_of(seat)) });
                    self.go(json!({ "do": "say", "socket": socket, "message": message }));
                }
                continue;
            }
            let draft = &view["draft"];
            let options = view["decision"]["options"].as_array().expect("a list");
            let message = if view["can_undo"] == true && self.below(8) == 0 {
                json!({ "type": "undo", "draft": draft })
            } else if view["must_confirm"] == true {
                json!({ "type": "confirm", "draft": draft })
            } else {
                let option = &options[self.below(options.len() as u32) as usize];
                json!({ "type": "act", "draft": draft, "action": option["action"] })
            };
            self.go(json!({ "do": "say", "socket": socket, "message": message }));
        }
        let record = self.ok(json!({ "do": "record" }));
        self.ok(json!({ "do": "draws" }));
        self.ok(json!({ "do": "board" }));
        let again = self.ok(json!({ "do": "import", "record": record, "fresh": fresh("again", 2) }));
        assert_eq!(again["game"]["status"], "finished", "{number}");
    }
}

/// What a seat adds to the randomness, if it does.
fn share_of(seat: u64) -> [u8; 32] {
    [seat as u8 + 1; 32]
}

fn fresh(id: &str, seed: u8) -> Value {
    json!({ "id": id, "seed": vec![seed; 32], "date": 1 })
}
