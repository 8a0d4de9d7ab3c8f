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

use crate::desk::{no_such_request, record, text};

/// Who plays at this device. There is nobody else, so there is no secret.
const HERE: Identity = Identity([1; 32]);

/// How many windows may show a game.
const BOUNDS: Bounds = Bounds { sockets_of_identity: 50, watchers: 50 };

/// The time, as the page tells it.
#[derive(Deserialize, Clone, Copy, Debug)]
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

/// What is asked: what each request needs is optional here.
#[derive(Deserialize, Debug)]
pub(crate) struct Request {
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
    /// A board as it was after this turn.
    turn: Option<u32>,
    /// Copies of a tile differ in ornament.
    #[serde(default)]
    copy: u16,
}

/// What a request needs and does not have.
fn given<T>(part: Option<T>) -> Result<T, Refused> {
    part.ok_or_else(|| Refused::bad(ProblemCode::Garbage, "This request lacks something."))
}

/// What follows for the page.
#[derive(Serialize, Default, Debug)]
struct Outcome {
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
struct Kept {
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
fn import(request: Request) -> Result<String, Refused> {
    let mut bots = request.bots;
    let record = record(&request.record)?;
    let who = |seat| bots.remove(&seat).map_or(Who::Here, Who::Bot);
    let Made { game, .. } = from_record(&record, given(request.fresh)?.into(), who, no_key)?;
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
    pub(crate) fn carry_out(&mut self, what: &str, request: Request) -> Result<String, Refused> {
        let now = request.now.map(Now::from).unwrap_or_default();
        let id = request.id.as_str();
        match what {
            // Without a game.
            "offer" => text(&offer::offer()),
            "tiles" => text(&pictures::tiles(&request.set).ok_or_else(Refused::no_page)?),
            "picture" => text(&Picture::named(&request.address).ok_or_else(Refused::no_page)?.svg(request.copy)),
            // Makes a game, which the page stores before it opens it.
            "create" => {
                let Made { game, .. } = from_wish(&given(request.wish)?, given(request.fresh)?.into(), no_key)?;
                text(&Kept::of(game))
            }
            "import" => import(request),
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
            "record" | "draws" | "board" | "hash" => self.tell(what, id, request.turn),
            _ => Err(no_such_request()),
        }
    }

    /// What is told of a game to whoever looks closer.
    #[inline(never)]
    fn tell(&mut self, what: &str, id: &str, turn: Option<u32>) -> Result<String, Refused> {
        let room = &self.place(id)?.room;
        match what {
            "record" => text(&room.record()),
            "draws" => text(&room.draws()?),
            "board" => text(&room.snapshot(turn).board().svg()),
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
    fn moved(&mut self, id: &str, generation: u64, actions: &[String], now: Now) -> Result<String, Refused> {
        let place = self.place(id)?;
        let mut state = place.room.snapshot(None).state;
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
