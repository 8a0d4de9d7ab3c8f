//! The owner of one game: a task around its [`Room`]. It carries messages, requests to store and questions to bots, tells
//! the time, and decides nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use bastide_rules::Action;
use bastide_table::clock::Now;
use bastide_table::identity::Identity;
use bastide_table::pictures::Snapshot;
use bastide_table::refused::Refused;
use bastide_table::room::{Answer, Bounds, Input, Output, Room, SocketId, Ticket};
use bastide_table::stored::StoredGame;
use bastide_table::wire::{ClientMessage, Created, SeatLink, ServerMessage, TakeSeat};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};

use crate::identity::{new_id, new_secret, new_seed};
use crate::rooms::Rooms;
use crate::store::{Later, StoreError};
use crate::think::{Asked, think};

/// So many asks wait in the room for the storage; more wait in the queue before it.
const BACKLOG: usize = 64;

/// What the owner of a game is asked.
pub enum Ask {
    /// A socket wants to follow the game.
    Join { who: Option<Identity>, seen: u32, out: Outbox, reply: oneshot::Sender<Result<Joined, Refused>> },
    /// A socket is gone.
    Leave { socket: SocketId },
    /// A socket says something.
    Say { socket: SocketId, message: ClientMessage },
    /// Whether somebody plays or is the host, and does not only watch.
    IsPlayer { who: Option<Identity>, reply: oneshot::Sender<bool> },
    /// Whether somebody may have the game deleted.
    CanCancel { who: Identity, reply: oneshot::Sender<Result<(), Refused>> },
    /// The view of somebody, as JSON.
    View { who: Option<Identity>, reply: oneshot::Sender<String> },
    /// The record as text.
    Record { reply: oneshot::Sender<String> },
    /// All draws as JSON, when the game is over.
    Draws { reply: oneshot::Sender<Result<String, Refused>> },
    /// The committed state, or that after a turn, who laid its last tile, and the colours, for a picture.
    Snapshot { turn: Option<u32>, reply: oneshot::Sender<Snapshot> },
    /// What a seat link offers, as JSON.
    SeatOffer { seat: u8, key: String, who: Option<Identity>, reply: oneshot::Sender<Result<String, Refused>> },
    /// Somebody takes a seat.
    Take { seat: u8, wish: TakeSeat, who: Identity, reply: oneshot::Sender<Result<(), Refused>> },
    /// Somebody gives up all their seats.
    Quit { who: Identity, reply: oneshot::Sender<Result<(), Refused>> },
    /// The host wants a new link for a seat.
    Link { seat: u8, who: Identity, sure: bool, reply: oneshot::Sender<Result<SeatLink, Refused>> },
    /// Somebody wants to play again; `has_room` says whether the server takes one more game of theirs.
    Rematch { who: Identity, has_room: bool, reply: oneshot::Sender<Result<Created, Refused>> },
    /// A bot has thought about the game as it was at this point.
    BotMoved { generation: u64, actions: Vec<Action> },
    /// It has been the turn of somebody for a while.
    Call { asked: (Identity, u32) },
    /// The operator tells everybody something.
    Announce { text: String },
    /// The game was changed from outside, or is no more: let go of it.
    Close,
}

/// Messages that may wait for a slow reader; more than anybody may ask for at once.
const MESSAGES: usize = 64;
/// The same in bytes: some large views.
const BYTES: usize = 1 << 20;

/// What waits to be sent to a socket. A reader that does not read cannot make the server keep more than a little for it.
#[derive(Clone)]
pub struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

/// The other end of an [`Outbox`].
pub struct Outgoing {
    messages: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

impl Outbox {
    /// An empty one, with its other end.
    pub fn new() -> (Outbox, Outgoing) {
        let (sender, messages) = mpsc::channel(MESSAGES);
        let bytes = Arc::new(AtomicUsize::new(0));
        (Outbox { messages: sender, bytes: Arc::clone(&bytes) }, Outgoing { messages, bytes })
    }

    /// Adds a message, if there is room for it; one always is.
    pub(crate) fn add(&self, text: &Utf8Bytes) -> bool {
        let before = self.bytes.fetch_add(text.len(), Ordering::Relaxed);
        (before == 0 || before + text.len() <= BYTES) && self.messages.try_send(text.clone()).is_ok()
    }
}

impl Outgoing {
    /// The next message; none if the owner has let go of the socket.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        let text = self.messages.recv().await?;
        self.bytes.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }
}

/// A socket that follows the game.
pub struct Joined {
    /// Its number.
    pub socket: SocketId,
    /// The owner of the game.
    pub room: mpsc::Sender<Ask>,
}

/// Who waits for the answer to a question.
enum Waiting {
    Take(oneshot::Sender<Result<(), Refused>>),
    Link(oneshot::Sender<Result<SeatLink, Refused>>),
    Rematch(oneshot::Sender<Result<Created, Refused>>),
}

/// What is being stored, since when, and how many actions are confirmed with it.
struct Storing {
    done: Later<()>,
    since: Instant,
    /// None if it is not a confirmation.
    actions: Option<usize>,
}

/// The task of one game.
pub struct Owner {
    rooms: Arc<Rooms>,
    me: mpsc::WeakSender<Ask>,
    id: String,
    room: Room,
    sockets: HashMap<SocketId, Outbox>,
    waiting: HashMap<Ticket, Waiting>,
    next_ticket: Ticket,
    storing: Option<Storing>,
    /// The bot that thinks about the game.
    thinking: Option<Asked>,
    /// Whose turn it was last, and which: they are called once for it.
    asked: Option<(Identity, u32)>,
    /// Who will be called unless they come back in a moment.
    missed: Option<(Identity, u32)>,
    /// The beginning of the room's time.
    begun: Instant,
    asked_last: Instant,
}

impl Owner {
    /// The owner of a stored game, which is loaded now.
    pub fn new(rooms: Arc<Rooms>, game: StoredGame, me: mpsc::WeakSender<Ask>) -> Owner {
        let bounds =
            Bounds { sockets_of_identity: rooms.limits.sockets_of_identity, watchers: rooms.limits.watchers_of_game };
        let now = Instant::now();
        let id = game.id.clone();
        let room = Room::restore(game, bounds);
        Owner {
            me,
            id,
            // A game that is loaded again is not a new turn.
            asked: room.asked_person(),
            missed: None,
            room,
            sockets: HashMap::new(),
            waiting: HashMap::new(),
            next_ticket: 0,
            storing: None,
            thinking: None,
            begun: now,
            asked_last: now,
            rooms,
        }
    }

    /// Answers until nobody has asked for a while, or the game must be let go of.
    pub async fn run(mut self, mut queue: mpsc::Receiver<Ask>, lost: impl Future<Output = ()>) {
        let mut lost = std::pin::pin!(lost);
        self.hand_in(Input::Begin);
        let mut stopping = self.rooms.stopping.subscribe();
        while !*stopping.borrow_and_update() {
            let is_idle = self.room.is_idle();
            let wake = self.room.wake(self.now()).map(|ticks| self.begun + Duration::from_millis(ticks));
            let idle = is_idle.then(|| self.asked_last + self.rooms.idle);
            let far = Instant::now() + Duration::from_secs(3600);
            let next = wake.or(idle).unwrap_or(far);
            tokio::select! {
                // A server that stops does not begin anything new.
                _ = stopping.changed() => break,
                () = &mut lost => {
                    queue.close();
                    break;
                }
                done = finish(&mut self.storing, &self.rooms) => {
                    if matches!(done, Err(StoreError::Unknown(_))) {
                        // Nobody can be told whether it has happened; who follows the game sees it when they come back.
                        return;
                    }
                    self.stored(done.is_ok());
                    if done == Err(StoreError::OtherOwner) {
                        // What this owner knows is not the game any more; the next one loads it.
                        tracing::warn!(game = self.id, "the game was changed elsewhere and is loaded again");
                        return;
                    }
                }
                ask = queue.recv(), if self.room.backlog() < BACKLOG => match ask {
                    Some(Ask::Close) => {
                        queue.close();
                        break;
                    }
                    Some(ask) => {
                        self.asked_last = Instant::now();
                        self.answer(ask);
                    }
                    None => break,
                },
                () = tokio::time::sleep_until(next.into()) => {
                    if wake.is_some() {
                        self.hand_in(Input::Tick);
                    } else if is_idle {
                        // Who has asked in this very moment asks the next owner.
                        queue.close();
                        return;
                    }
                }
            }
        }
        // What was asked for before is stored and acknowledged.
        while self.storing.is_some() {
            let done = finish(&mut self.storing, &self.rooms).await;
            if matches!(done, Err(StoreError::Unknown(_))) {
                return;
            }
            self.stored(done.is_ok());
        }
        // The next owner does not know who would have been called in a moment.
        self.call_missed();
    }

    fn now(&self) -> Now {
        Now { ticks: self.begun.elapsed().as_millis() as u64, date: crate::rooms::now() }
    }

    fn hand_in(&mut self, input: Input) {
        let outputs = self.room.handle(input, self.now());
        self.carry_out(outputs);
    }

    fn stored(&mut self, is_stored: bool) {
        let outputs = self.room.stored(is_stored, self.now());
        self.carry_out(outputs);
        self.look_for_absent();
    }

    /// Whoever is asked anew and is not there is called, unless they come back in a moment.
    fn look_for_absent(&mut self) {
        let asked = self.room.asked_person();
        if asked == self.asked {
            return;
        }
        self.asked = asked;
        if let Some(asked) = asked.filter(|(who, _)| !self.room.is_followed_by(*who)) {
            self.missed = Some(asked);
            self.rooms.call_later(asked, self.me.clone());
        }
    }

    /// Calls who is missed, if they are still asked and still away.
    fn call_missed(&mut self) {
        let Some(missed) = self.missed.take() else { return };
        if self.room.asked_person() == Some(missed) && !self.room.is_followed_by(missed.0) {
            self.rooms.call(missed.0, &self.id, self.room.names());
        }
    }

    fn answer(&mut self, ask: Ask) {
        // An answer that nobody waits for any more is dropped.
        match ask {
            Ask::Join { who, seen, out, reply } => self.join(who, seen, out, reply),
            Ask::Leave { socket } => self.leave(socket),
            Ask::Say { socket, message } => self.hand_in(Input::Say { socket, message }),
            Ask::IsPlayer { who, reply } => _ = reply.send(self.room.is_player(who)),
            Ask::CanCancel { who, reply } => _ = reply.send(self.room.check_cancel(who)),
            Ask::View { who, reply } => _ = reply.send(json(&self.room.view(who, self.now()))),
            Ask::Record { reply } => _ = reply.send(self.room.record()),
            Ask::Draws { reply } => _ = reply.send(self.room.draws().map(|draws| json(&draws))),
            Ask::Snapshot { turn, reply } => _ = reply.send(self.room.snapshot(turn)),
            Ask::SeatOffer { seat, key, who, reply } => {
                let offer = self.room.offer_seat(seat, &key, who);
                let _ = reply.send(offer.map(|offer| json(&offer)));
            }
            Ask::Take { seat, wish: TakeSeat { key, name, colour, promise }, who, reply } => {
                let ticket = self.keep(Waiting::Take(reply));
                self.hand_in(Input::Take { ticket, seat, key, name, colour, who, promise });
            }
            Ask::Quit { who, reply } => {
                let ticket = self.keep(Waiting::Take(reply));
                self.hand_in(Input::Quit { ticket, who });
            }
            Ask::Link { seat, who, sure, reply } => match new_secret() {
                Ok(key) => {
                    let ticket = self.keep(Waiting::Link(reply));
                    self.hand_in(Input::Link { ticket, seat, who, key, sure });
                }
                Err(refused) => _ = reply.send(Err(refused)),
            },
            Ask::Rematch { who, has_room, reply } => match new_id().and_then(|id| Ok((id, new_seed()?))) {
                Ok((id, seed)) => {
                    let ticket = self.keep(Waiting::Rematch(reply));
                    self.hand_in(Input::Rematch { ticket, who, id, seed, has_room });
                }
                Err(refused) => _ = reply.send(Err(refused)),
            },
            Ask::BotMoved { generation, actions } => self.hand_in(Input::BotMoved { generation, actions }),
            Ask::Call { asked } => {
                if self.missed == Some(asked) {
                    self.call_missed();
                }
            }
            Ask::Announce { text } => {
                let outputs = self.room.announce(&text, self.now());
                self.carry_out(outputs);
            }
            // The task looks for it before.
            Ask::Close => {}
        }
    }

    fn keep(&mut self, waiting: Waiting) -> Ticket {
        self.next_ticket += 1;
        self.waiting.insert(self.next_ticket, waiting);
        self.next_ticket
    }

    fn join(&mut self, who: Option<Identity>, seen: u32, out: Outbox, reply: oneshot::Sender<Result<Joined, Refused>>) {
        let Some(room) = self.me.upgrade() else { return };
        match self.room.join(who, seen, self.now()) {
            Err(refused) => _ = reply.send(Err(refused)),
            Ok((socket, outputs)) => {
                self.sockets.insert(socket, out);
                if reply.send(Ok(Joined { socket, room })).is_err() {
                    self.leave(socket);
                } else {
                    self.carry_out(outputs);
                }
            }
        }
    }

    fn leave(&mut self, socket: SocketId) {
        self.sockets.remove(&socket);
        let outputs = self.room.leave(socket);
        self.carry_out(outputs);
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        let mut slow = Vec::new();
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    let text = encode(&message);
                    let is_slow = |socket: &SocketId| self.sockets.get(socket).is_some_and(|out| !out.add(&text));
                    slow.extend(to.into_iter().filter(is_slow));
                }
                Output::Answer { ticket, answer } => self.reply(ticket, answer),
                Output::Store(request) => {
                    let actions = request.change.progress.is_some().then_some(request.change.actions.len());
                    let done = self.rooms.store.change(*request);
                    self.storing = Some(Storing { done, since: Instant::now(), actions });
                }
                Output::Think(thinking) => self.thinking = Some(think(&self.rooms, self.me.clone(), *thinking)),
                Output::Refused(code) => self.rooms.metrics.refused(code),
                Output::Odd(what) => tracing::error!(game = self.id, what),
            }
        }
        // A bot whose answer is worthless, because the game has ended or its seat was taken back, stops at once.
        self.thinking.take_if(|asked| !self.room.waits_for_bot(asked.generation));
        // A socket that does not read is let go; its page will come back.
        for socket in slow {
            self.leave(socket);
        }
    }

    fn reply(&mut self, ticket: Ticket, answer: Answer) {
        match (self.waiting.remove(&ticket), answer) {
            (Some(Waiting::Take(reply)), Answer::Taken(answer)) => _ = reply.send(answer),
            (Some(Waiting::Link(reply)), Answer::Link(answer)) => _ = reply.send(answer),
            (Some(Waiting::Rematch(reply)), Answer::Rematch(answer)) => _ = reply.send(answer),
            _ => debug_assert!(false, "an answer to another question"),
        }
    }
}

/// Waits until what is being stored is stored, or cannot be; for ever if nothing is.
async fn finish(storing: &mut Option<Storing>, rooms: &Rooms) -> Result<(), StoreError> {
    let Some(Storing { done, since, actions }) = storing else { return std::future::pending().await };
    let done = done.await;
    match (&done, actions) {
        (Ok(()), Some(actions)) => rooms.metrics.stored(*actions, since.elapsed()),
        (Ok(()), None) => {}
        (Err(StoreError::OtherOwner), _) => {}
        (Err(error), _) => {
            tracing::error!(%error, "storage refused");
            rooms.is_failing.store(true, Ordering::Relaxed);
        }
    }
    *storing = None;
    done
}

/// A message as it goes over the wire.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    // The types of the wire have string keys only, so this cannot fail.
    serde_json::to_string(message).unwrap_or_else(|_| "{\"type\":\"pong\"}".to_owned()).into()
}

/// An answer as it goes over the wire.
fn json(answer: &impl Serialize) -> String {
    // The same holds for answers.
    serde_json::to_string(answer).unwrap_or_default()
}
