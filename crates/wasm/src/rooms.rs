//! Games that are played, and pictures: what the page of a game needs.
//!
//! The file for browsers is divided by functions into what a first turn calls and the rest (`scripts/wasm.sh`). So what it
//! does not call is never inlined into what it does, here and where a library has much of it.

use std::collections::BTreeMap;

use bastide_rules::notation::parse_action;
use bastide_table::clock::Now;
use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::making::{Made, Origin, from_record, from_wish};
use bastide_table::offer;
use bastide_table::pictures::{self, Picture};
use bastide_table::refused::Refused;
use bastide_table::replay::replay;
use bastide_table::room::{Answer, Bounds, Input, Output, Room, SocketId};
use bastide_table::stored::{StoredGame, summary};
use bastide_table::turn::FALLBACK;
use bastide_table::wire::{ClientMessage, CreateGame, GameSummary, ProblemCode, ServerMessage, Who};
use serde::{Deserialize, Serialize};

use crate::desk::{no_such_request, read, record, text};

/// Who plays at this device. There is nobody else, so there is no secret.
const HERE: Identity = Identity([1; 32]);

/// How many windows may show a game.
const BOUNDS: Bounds = Bounds { sockets_of_identity: 50, watchers: 50 };

/// The time, as the page tells it.
#[derive(Deserialize, Clone, Copy, Default, Debug)]
struct Time {
    /// Milliseconds of a clock that only goes forward.
    ticks: u64,
    /// Seconds since 1970.
    date: i64,
}

impl From<Time> for Now {
    fn from(time: Time) -> Now {
        Now { ticks: time.ticks, date: time.date }
    }
}

/// What a new game needs from outside.
#[derive(Deserialize, Clone, Debug)]
struct Fresh {
    /// An id that no other game has.
    id: String,
    /// The seed of its draws.
    seed: [u8; 32],
    /// Seconds since 1970.
    date: i64,
}

impl From<Fresh> for Origin {
    fn from(fresh: Fresh) -> Origin {
        Origin { id: fresh.id, host: HERE, seed: Seed(fresh.seed), date: fresh.date }
    }
}

/// The game that a request is about, and when it comes, where that matters. It is read apart from what only some of them need, so
/// that this is read by one piece of code.
#[derive(Deserialize)]
struct About {
    #[serde(default)]
    id: String,
    #[serde(default)]
    now: Time,
}

#[derive(Deserialize)]
struct Tiles {
    set: String,
}

#[derive(Deserialize)]
struct Drawing {
    /// The end of the address of a picture: `summer/base-classic/A.svg`, `figures/meeple-red.svg` …
    address: String,
    /// Copies of a tile differ in ornament.
    #[serde(default)]
    copy: u16,
}

#[derive(Deserialize)]
struct Create {
    wish: CreateGame,
    fresh: Fresh,
}

#[derive(Deserialize)]
struct Import {
    record: String,
    /// Seats that bots go on with, by their names.
    #[serde(default)]
    bots: BTreeMap<usize, String>,
    fresh: Fresh,
}

#[derive(Deserialize)]
struct Open {
    game: StoredGame,
    /// What was drafted when it was closed.
    #[serde(default)]
    draft: Vec<String>,
}

#[derive(Deserialize)]
struct Join {
    /// Entries of the log that the window has.
    #[serde(default)]
    seen: u32,
}

#[derive(Deserialize)]
struct Leave {
    socket: SocketId,
}

#[derive(Deserialize)]
struct Say {
    socket: SocketId,
    message: ClientMessage,
}

#[derive(Deserialize)]
struct Stored {
    /// Whether it is.
    ok: bool,
}

#[derive(Deserialize)]
struct Moved {
    /// The question that the bot answers.
    generation: u64,
    /// What it does, as in a record.
    actions: Vec<String>,
}

#[derive(Deserialize)]
struct Rematch {
    fresh: Fresh,
}

#[derive(Deserialize)]
struct Board {
    /// As it was after this turn.
    turn: Option<u32>,
}

/// What follows for the page.
#[derive(Serialize, Default, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Outcome {
    /// Messages for windows.
    sends: Vec<Send>,
    /// What must be stored before anything else happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    store: Option<Keep>,
    /// A bot is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    think: Option<Question>,
    /// The bot that was asked before has nothing to answer any more.
    is_quiet: bool,
    /// When time matters next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    wake: Option<u64>,
    /// What is drafted.
    draft: Vec<String>,
    /// The number of a new window.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    socket: Option<SocketId>,
    /// The id of the game that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    rematch: Option<String>,
    /// What the page should write down for whoever looks after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    odd: Vec<String>,
}

/// A message for some windows.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Send {
    #[cfg_attr(test, ts(as = "Vec<u32>"))]
    to: Vec<SocketId>,
    message: ServerMessage,
}

/// A game as it is kept, and as lists show it.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Kept {
    /// What a page must know of it; the rest is kept as it is.
    #[cfg_attr(test, ts(as = "described::Game"))]
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
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Keep {
    kept: Kept,
    /// A new game beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    follows: Option<Kept>,
}

/// A question to a bot.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/", rename = "Thinking"))]
struct Question {
    #[cfg_attr(test, ts(type = "number"))]
    generation: u64,
    bot: String,
    record: String,
    /// How long it waits before it moves.
    pace: u32,
    /// How long it may think.
    milliseconds: u32,
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
pub(crate) struct Rooms {
    places: BTreeMap<String, Place>,
}

/// No seat is elsewhere.
fn no_key() -> Result<String, Refused> {
    Err(Refused::bad(ProblemCode::Elsewhere, "Friends elsewhere need a server."))
}

/// A record as a game, which the page stores before it opens it.
#[inline(never)]
fn import(Import { record: played, mut bots, fresh }: Import) -> Result<String, Refused> {
    let record = record(&played)?;
    let who = |seat| bots.remove(&seat).map_or(Who::Here, Who::Bot);
    let Made { game, .. } = from_record(&record, fresh.into(), who, no_key)?;
    text(&Kept::of(game))
}

impl Rooms {
    fn place(&mut self, id: &str) -> Result<&mut Place, Refused> {
        self.places.get_mut(id).ok_or_else(Refused::no_game)
    }

    /// Answers a request.
    ///
    /// # Errors
    /// If it is refused, or there is no such request.
    pub(crate) fn carry_out(&mut self, what: &str, request: &str) -> Result<String, Refused> {
        let About { id, now } = read(request)?;
        let (id, now) = (id.as_str(), Now::from(now));
        match what {
            // Without a game.
            "offer" => text(&offer::offer()),
            "tiles" => {
                let Tiles { set } = read(request)?;
                text(&pictures::tiles(&set).ok_or_else(Refused::no_page)?)
            }
            "picture" => {
                let Drawing { address, copy } = read(request)?;
                text(&Picture::named(&address).ok_or_else(Refused::no_page)?.svg(copy))
            }
            // Makes a game, which the page stores before it opens it.
            "create" => {
                let Create { wish, fresh } = read(request)?;
                let Made { game, .. } = from_wish(&wish, fresh.into(), no_key)?;
                text(&Kept::of(game))
            }
            "import" => import(read(request)?),
            // Opens a game that was stored, or forgets it.
            "open" => {
                let Open { game, draft } = read(request)?;
                text(&self.open(game, &draft, now))
            }
            "close" => {
                self.places.remove(id);
                text(&())
            }
            // What happens to a game.
            "join" => {
                let Join { seen } = read(request)?;
                let place = self.place(id)?;
                let (socket, outputs) = place.room.join(Some(HERE), seen, now)?;
                text(&Outcome { socket: Some(socket), ..place.outcome(outputs, now) })
            }
            "leave" => {
                let Leave { socket } = read(request)?;
                let place = self.place(id)?;
                let outputs = place.room.leave(socket);
                text(&place.outcome(outputs, now))
            }
            "say" => {
                let Say { socket, message } = read(request)?;
                self.give(id, Input::Say { socket, message }, now)
            }
            "stored" => {
                let Stored { ok } = read(request)?;
                let place = self.place(id)?;
                if let Some(next) = place.next.take().filter(|_| ok) {
                    place.kept = next;
                }
                let outputs = place.room.stored(ok, now);
                text(&place.outcome(outputs, now))
            }
            "moved" => self.moved(id, read(request)?, now),
            "tick" => self.give(id, Input::Tick, now),
            "rematch" => {
                let Rematch { fresh: Fresh { id: next, seed, .. } } = read(request)?;
                let again = Input::Rematch { ticket: 0, who: HERE, id: next, seed: Seed(seed), has_room: true };
                self.give(id, again, now)
            }
            // What a game is.
            "view" => text(&self.place(id)?.room.view(Some(HERE), now)),
            "record" | "draws" | "board" | "hash" => self.tell(what, id, request),
            _ => Err(no_such_request()),
        }
    }

    /// What is told of a game to whoever looks closer.
    #[inline(never)]
    fn tell(&mut self, what: &str, id: &str, request: &str) -> Result<String, Refused> {
        let room = &self.place(id)?.room;
        match what {
            "record" => text(&room.record()),
            "draws" => text(&room.draws()?),
            "board" => {
                let Board { turn } = read(request)?;
                text(&room.snapshot(turn).board().svg())
            }
            _ => text(&format!("{:016x}", room.snapshot(None).state.hash())),
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

    #[inline(never)]
    fn moved(&mut self, id: &str, Moved { generation, actions }: Moved, now: Now) -> Result<String, Refused> {
        let place = self.place(id)?;
        let mut state = place.room.snapshot(None).state;
        let mut taken = Vec::new();
        for action in &actions {
            let Some(action) = parse_action(&state, action) else { break };
            if state.apply(action).is_err() {
                break;
            }
            taken.push(action);
        }
        self.give(id, Input::BotMoved { generation, actions: taken }, now)
    }
}

impl Place {
    /// Lays out again what was drafted when the page was closed, as far as it goes.
    #[inline(never)]
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

#[cfg(test)]
mod described {
    use bastide_table::wire::Status;

    /// What a page knows of a game as it is stored.
    #[derive(ts_rs::TS)]
    #[ts(export, export_to = "engine/", rename = "StoredGame")]
    #[allow(dead_code, reason = "it describes what is stored")]
    pub struct Game {
        id: String,
        #[ts(type = "number")]
        version: u64,
        status: Status,
        actions: Vec<String>,
    }
}
