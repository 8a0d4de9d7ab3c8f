//! All that a page asks, answered one request after the other.

use std::collections::BTreeMap;

use bastide_bots::{Budget, Level, Stop};
use bastide_rules::Action;
use bastide_rules::notation::{Record, action_text, parse_action};
use bastide_table::clock::Now;
use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::making::{Made, Origin, from_record, from_wish};
use bastide_table::offer;
use bastide_table::pictures::{self, Picture};
use bastide_table::refused::Refused;
use bastide_table::replay::replay;
use bastide_table::room::{Answer, Bounds, Input, Output, Room, SocketId};
use bastide_table::stored::{StoredGame, rules_version, summary};
use bastide_table::turn::{FALLBACK, whole_turn};
use bastide_table::wire::{ClientMessage, CreateGame, GameSummary, PROTOCOL, ServerMessage, Who};
use serde::{Deserialize, Serialize};

/// Who plays at this device. There is nobody else, so there is no secret.
pub const HERE: Identity = Identity([1; 32]);

/// How many windows may show a game.
const BOUNDS: Bounds = Bounds { sockets_of_identity: 50, watchers: 50 };

/// The time, as the page tells it.
#[derive(Deserialize, Clone, Copy, Debug)]
pub struct Time {
    /// Milliseconds of a clock that only goes forward.
    pub ticks: u64,
    /// Seconds since 1970.
    pub date: i64,
}

impl From<Time> for Now {
    fn from(time: Time) -> Now {
        Now { ticks: time.ticks, date: time.date }
    }
}

/// What a new game needs from outside.
#[derive(Deserialize, Clone, Debug)]
pub struct Fresh {
    /// An id that no other game has.
    pub id: String,
    /// The seed of its draws.
    pub seed: [u8; 32],
    /// Seconds since 1970.
    pub date: i64,
}

impl From<Fresh> for Origin {
    fn from(fresh: Fresh) -> Origin {
        Origin { id: fresh.id, host: HERE, seed: Seed(fresh.seed), date: fresh.date }
    }
}

/// What is asked: a word, and what that needs. One plain struct, because an enum with tags takes ten times the code to
/// read, which every visitor would have to load.
#[derive(Deserialize, Debug)]
pub struct Request {
    /// Which request it is, as listed in [`Desk::carry_out`].
    #[serde(rename = "do")]
    what: String,
    /// The game.
    #[serde(default)]
    id: String,
    /// The time.
    now: Option<Time>,
    /// What is random in a new game.
    fresh: Option<Fresh>,
    /// What is wished of a new game.
    wish: Option<CreateGame>,
    /// A stored game.
    game: Option<StoredGame>,
    /// What was drafted when it was closed.
    #[serde(default)]
    draft: Vec<String>,
    /// A game as a record.
    #[serde(default)]
    record: String,
    /// Seats that bots go on with, by their names.
    #[serde(default)]
    bots: BTreeMap<usize, String>,
    /// The number of a window.
    #[serde(default)]
    socket: SocketId,
    /// Entries of the log that a window has.
    #[serde(default)]
    seen: u32,
    /// What a window says.
    message: Option<ClientMessage>,
    /// Whether something is stored.
    #[serde(default)]
    ok: bool,
    /// The question that a bot answers.
    #[serde(default)]
    generation: u64,
    /// What a bot does, as in a record.
    #[serde(default)]
    actions: Vec<String>,
    /// A set of tiles.
    #[serde(default)]
    set: String,
    /// The end of the address of a picture: `summer/base-classic/A.svg`, `figures/meeple-red.svg` …
    #[serde(default)]
    address: String,
    /// Copies of a tile differ in ornament.
    #[serde(default)]
    copy: u16,
    /// The name of a bot.
    #[serde(default)]
    bot: String,
    /// Decides where a bot is indifferent.
    #[serde(default)]
    seed: u64,
    /// The most simulations of a bot, if time does not bound them.
    simulations: Option<u32>,
    /// Which game of a walk.
    #[serde(default)]
    number: u64,
}

/// What a request needs and does not have.
fn given<T>(part: Option<T>) -> Result<T, Refused> {
    part.ok_or_else(|| Refused::bad("garbage", "This request lacks something."))
}

/// What follows for the page.
#[derive(Serialize, Default, Debug)]
pub struct Outcome {
    /// Messages for windows.
    sends: Vec<Send>,
    /// What must be stored before anything else happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    store: Option<Keep>,
    /// A bot is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<Question>,
    /// The bot that was asked before has nothing to answer any more.
    is_quiet: bool,
    /// When time matters next.
    #[serde(skip_serializing_if = "Option::is_none")]
    wake: Option<u64>,
    /// What is drafted.
    draft: Vec<String>,
    /// The number of a new window.
    #[serde(skip_serializing_if = "Option::is_none")]
    socket: Option<SocketId>,
    /// The id of the game that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<String>,
    /// What the page should write down for whoever looks after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    odd: Vec<String>,
}

/// A message for some windows.
#[derive(Serialize, Debug)]
struct Send {
    to: Vec<SocketId>,
    message: ServerMessage,
}

/// A game as it is kept, and as lists show it.
#[derive(Serialize, Debug)]
pub struct Kept {
    game: StoredGame,
    summary: GameSummary,
}

impl Kept {
    fn of(game: StoredGame) -> Kept {
        let summary = summary(&game, Some(HERE));
        Kept { game, summary }
    }
}

/// What is to be written down together.
#[derive(Serialize, Debug)]
struct Keep {
    kept: Kept,
    /// A new game beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<Kept>,
}

/// A question to a bot.
#[derive(Serialize, Debug)]
struct Question {
    generation: u64,
    bot: String,
    record: String,
    /// How long it waits before it moves.
    pace: u32,
    /// How long it may think.
    milliseconds: u32,
}

/// The versions of what is in here.
#[derive(Serialize, Debug)]
struct Version {
    protocol: u32,
    rules: String,
}

/// One game at this desk.
struct Place {
    room: Room,
    /// The game as it is stored.
    kept: StoredGame,
    /// The same after what is being stored.
    next: Option<StoredGame>,
    asked: Option<u64>,
}

/// All games that a page has open.
#[derive(Default)]
pub struct Desk {
    places: BTreeMap<String, Place>,
}

/// No seat is elsewhere.
fn no_key() -> Result<String, Refused> {
    Err(Refused::bad("elsewhere", "Friends elsewhere need a server."))
}

impl Desk {
    /// Answers a request: `{"ok": …}`, or `{"refused": {"status", "code", "message"}}`.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = serde_json::from_str(request)
            .map_err(|error| Refused::bad("garbage", error.to_string()))
            .and_then(|request| self.carry_out(request));
        match answer {
            Ok(text) => format!("{{\"ok\":{text}}}"),
            Err(Refused { status, code, message }) => {
                let message = text(&message).unwrap_or_default();
                format!("{{\"refused\":{{\"status\":{status},\"code\":\"{code}\",\"message\":{message}}}}}")
            }
        }
    }

    fn place(&mut self, id: &str) -> Result<&mut Place, Refused> {
        self.places.get_mut(id).ok_or_else(Refused::no_game)
    }

    fn carry_out(&mut self, request: Request) -> Result<String, Refused> {
        let now = request.now.map(Now::from).unwrap_or_default();
        let id = request.id.as_str();
        match request.what.as_str() {
            // Without a game.
            "version" => text(&Version { protocol: PROTOCOL, rules: rules_version() }),
            "offer" => text(&offer::offer()),
            "tiles" => text(&pictures::tiles(&request.set).ok_or_else(Refused::no_page)?),
            "picture" => text(&Picture::named(&request.address).ok_or_else(Refused::no_page)?.svg(request.copy)),
            "think" => text(&think(&request.bot, &request.record, request.seed, request.simulations)?.1),
            "walk" => text(&crate::walk(request.number)),
            // Makes a game, which the page stores before it opens it.
            "create" => {
                let Made { game, .. } = from_wish(&given(request.wish)?, given(request.fresh)?.into(), no_key)?;
                text(&Kept::of(game))
            }
            "import" => {
                let mut bots = request.bots;
                let record = read(&request.record)?;
                let who = |seat| bots.remove(&seat).map_or(Who::Here, Who::Bot);
                let Made { game, .. } = from_record(&record, given(request.fresh)?.into(), who, no_key)?;
                text(&Kept::of(game))
            }
            // Opens a game that was stored, or forgets it.
            "open" => text(&self.open(given(request.game)?, &request.draft, now)),
            "close" => {
                self.places.remove(id);
                text(&())
            }
            // What happens to a game.
            "join" => {
                let place = self.place(id)?;
                let (socket, outputs) = place.room.join(Some(HERE), request.seen, now)?;
                text(&Outcome { socket: Some(socket), ..place.outcome(outputs, now) })
            }
            "leave" => {
                let place = self.place(id)?;
                let outputs = place.room.leave(request.socket);
                text(&place.outcome(outputs, now))
            }
            "say" => self.give(id, Input::Say { socket: request.socket, message: given(request.message)? }, now),
            "stored" => {
                let place = self.place(id)?;
                if let Some(next) = place.next.take().filter(|_| request.ok) {
                    place.kept = next;
                }
                let outputs = place.room.stored(request.ok, now);
                text(&place.outcome(outputs, now))
            }
            "moved" => self.moved(id, request.generation, &request.actions, now),
            "tick" => self.give(id, Input::Tick, now),
            "rematch" => {
                let Fresh { id: next, seed, .. } = given(request.fresh)?;
                let again = Input::Rematch { ticket: 0, who: HERE, id: next, seed: Seed(seed), has_room: true };
                self.give(id, again, now)
            }
            // What a game is.
            "view" => text(&self.place(id)?.room.view(Some(HERE), now)),
            "record" => text(&self.place(id)?.room.record()),
            "draws" => text(&self.place(id)?.room.draws()?),
            "board" => {
                let (state, colours) = self.place(id)?.room.snapshot(None);
                text(&pictures::board(&state, &colours).svg())
            }
            _ => Err(Refused::bad("garbage", "There is no such request.")),
        }
    }

    fn open(&mut self, mut game: StoredGame, draft: &[String], now: Now) -> Outcome {
        let again = replay(&game);
        if again.damage.is_none() {
            // What was written by another version is written anew, so that what follows has its place.
            game.actions = again.actions;
        }
        let room = Room::restore(game.clone(), BOUNDS);
        let mut place = Place { room, kept: game, next: None, asked: None };
        let mut outputs = place.room.handle(Input::Begin, now);
        outputs.extend(place.draft_again(draft, now));
        let outcome = place.outcome(outputs, now);
        self.places.insert(place.kept.id.clone(), place);
        outcome
    }

    fn give(&mut self, id: &str, input: Input, now: Now) -> Result<String, Refused> {
        let place = self.place(id)?;
        let outputs = place.room.handle(input, now);
        text(&place.outcome(outputs, now))
    }

    fn moved(&mut self, id: &str, generation: u64, actions: &[String], now: Now) -> Result<String, Refused> {
        let place = self.place(id)?;
        let (mut state, _) = place.room.snapshot(None);
        let mut read = Vec::new();
        for action in actions {
            let Some(action) = parse_action(&state, action) else { break };
            if state.apply(action).is_err() {
                break;
            }
            read.push(action);
        }
        self.give(id, Input::BotMoved { generation, actions: read }, now)
    }
}

impl Place {
    /// Lays out again what was drafted when the page was closed, as far as it goes.
    fn draft_again(&mut self, draft: &[String], now: Now) -> Vec<Output> {
        if draft.is_empty() {
            return Vec::new();
        }
        let Ok((socket, _)) = self.room.join(Some(HERE), 0, now) else { return Vec::new() };
        let mut outputs = Vec::new();
        for action in draft {
            let number = self.room.view(Some(HERE), now).draft;
            let message = ClientMessage::Act { draft: number, action: action.clone() };
            outputs.extend(self.room.handle(Input::Say { socket, message }, now));
        }
        outputs.extend(self.room.leave(socket));
        // Nobody listens yet.
        outputs.retain(|output| !matches!(output, Output::Send { .. } | Output::Refused(_)));
        outputs
    }

    /// What came out, as the page carries it out.
    fn outcome(&mut self, outputs: Vec<Output>, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        for output in outputs {
            match output {
                Output::Send { to, message } => outcome.sends.push(Send { to, message }),
                Output::Store(request) => {
                    let mut next = self.kept.clone();
                    next.change(request.change);
                    outcome.store = Some(Keep {
                        kept: Kept::of(next.clone()),
                        follows: request.create.map(|game| Kept::of(*game)),
                    });
                    self.next = Some(next);
                }
                Output::Think(thinking) => {
                    self.asked = Some(thinking.generation);
                    let milliseconds = thinking.bot.parse().unwrap_or(FALLBACK).milliseconds();
                    outcome.think = Some(Question {
                        generation: thinking.generation,
                        bot: thinking.bot,
                        record: self.room.record(),
                        pace: thinking.pace,
                        milliseconds,
                    });
                }
                Output::Answer { answer: Answer::Rematch(Ok(created)), .. } => outcome.rematch = Some(created.id),
                Output::Answer { answer: Answer::Rematch(Err(refused)), .. } => outcome.odd.push(refused.message),
                // Seats are not given away here.
                Output::Answer { .. } | Output::Refused(_) => {}
                Output::Odd(what) => outcome.odd.push(what),
            }
        }
        if self.asked.is_some_and(|generation| !self.room.waits_for_bot(generation)) {
            self.asked = None;
            outcome.is_quiet = outcome.think.is_none();
        }
        outcome.wake = self.room.wake(now);
        outcome.draft = self.room.drafted();
        outcome
    }
}

fn text(value: &impl Serialize) -> Result<String, Refused> {
    serde_json::to_string(value).map_err(|error| Refused::bad("garbage", error.to_string()))
}

fn read(record: &str) -> Result<Record, Refused> {
    Record::parse(record).map_err(|error| Refused::bad("record", error.to_string()))
}

/// What a bot does, and the same as texts of a record.
pub(crate) fn think(
    bot: &str,
    record: &str,
    seed: u64,
    simulations: Option<u32>,
) -> Result<(Vec<Action>, Vec<String>), Refused> {
    let mut state = read(record)?.state();
    let level: Level = bot.parse().unwrap_or(FALLBACK);
    let budget = Budget { simulations, ..Budget::default() }.with_stop(stop());
    let actions = whole_turn(&mut *level.bot(seed), state.clone(), &budget);
    let mut texts = Vec::new();
    for &action in &actions {
        texts.push(action_text(&state, action));
        if state.apply(action).is_err() {
            break;
        }
    }
    Ok((actions, texts))
}

#[cfg(target_family = "wasm")]
fn stop() -> Stop {
    Stop::never().when(crate::memory::time_is_over)
}

/// Without a page only simulations bound a bot.
#[cfg(not(target_family = "wasm"))]
fn stop() -> Stop {
    Stop::never()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

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
        assert!(read(record.as_str().unwrap()).unwrap().state().is_over());
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
}
