//! This server among others: a task around its [`Node`]. It carries events in and effects out, and decides nothing.
//!
//! Whoever wants a game asks [`Peers::find`]. A game that is held here has a room as it has on a single server, with a
//! [`Held`] beside it; one that is held elsewhere has an [`envoy`] in the place of the owner, which takes the same asks and
//! carries them there; and for a socket elsewhere there is a [`guest`] here, which is to the room a socket like any other. So
//! neither pages nor rooms know where a game is.

pub mod envoy;
mod guest;
pub mod question;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use bastide_cluster::pipe::FarPipe;
use bastide_cluster::place::{Entry, Missed};
use bastide_cluster::{Effect, Event, GameId, Node, NodeId, Terms};
use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::wire::ProblemCode;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot, watch};

use crate::bus::post::{self, Opened};
use crate::bus::{self, Arrived, Bus, News, Text};
use crate::identity::new_id;
use crate::owner::{Ask, Joined, Outbox};
use crate::rooms::Rooms;
pub use question::Told;
use question::{Question, Reply};

/// How often the node is told the time.
const TICK: Duration = Duration::from_millis(50);
/// A server that starts waits so long for its first lease.
const ENTRY: Duration = Duration::from_secs(15);

/// Who wants to follow a game, and what they have seen of it.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
struct Opening {
    who: Option<Identity>,
    seen: u32,
}

/// What reaches the task.
enum Wish {
    Happened(Event<Text>),
    Find(GameId, oneshot::Sender<Found>),
    Open {
        pipe: u64,
        game: GameId,
        opening: Text,
        joining: Joining,
        out: Outbox,
    },
    Close(u64),
    Ask {
        game: GameId,
        question: Text,
        reply: Reply,
    },
    /// A guest is gone, and perhaps was refused.
    Parted(FarPipe, Option<Text>),
    First(Vec<String>, oneshot::Sender<Vec<String>>),
    Leave(oneshot::Sender<()>),
}

/// Somebody who waits to be let in at a game elsewhere.
struct Joining {
    reply: oneshot::Sender<Result<Joined, Refused>>,
    room: mpsc::Sender<Ask>,
}

/// Where a game is.
pub enum Found {
    /// Here: it must be loaded.
    Here(Held),
    /// Elsewhere, until this says otherwise.
    There(Lost),
    /// Nobody can say.
    Missed(Missed),
}

/// Says when a game is not any more where it was.
pub struct Lost(watch::Receiver<bool>);

impl Lost {
    /// Waits for it.
    pub async fn wait(&mut self) {
        // If nobody can say it any more it is so.
        let _ = self.0.wait_for(|is_lost| *is_lost).await;
    }
}

/// This node holds a game, as long as this is kept.
pub struct Held {
    game: GameId,
    wishes: mpsc::UnboundedSender<Wish>,
    lost: watch::Receiver<bool>,
}

impl Held {
    /// Says when the game must be let go of.
    pub fn lost(&self) -> Lost {
        Lost(self.lost.clone())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // Without the task there is nobody to tell.
        let _ = self.wishes.send(Wish::Happened(Event::Ended(self.game.clone())));
    }
}

/// How this node stands among the others, for the operator.
#[derive(Debug, Default)]
struct Standing {
    is_member: AtomicBool,
    nodes: AtomicUsize,
    near: AtomicUsize,
    far: AtomicUsize,
}

/// The same as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    /// The lease of this node stands.
    pub is_member: bool,
    /// Nodes whose leases stand, this one included.
    pub nodes: usize,
    /// Sockets here that follow games elsewhere.
    pub near: usize,
    /// Sockets elsewhere that follow games here.
    pub far: usize,
}

/// The other servers of the same games.
pub struct Peers {
    me: NodeId,
    bus: Arc<dyn Bus>,
    wishes: mpsc::UnboundedSender<Wish>,
    standing: Arc<Standing>,
    next_pipe: AtomicU64,
}

/// What people are told while the servers cannot reach each other.
pub fn paused() -> Refused {
    let why =
        "The servers have lost each other, so the game pauses. It goes on by itself; everything confirmed is kept.";
    Refused::new(503, ProblemCode::Paused, why)
}

impl Peers {
    /// Joins the others, and lets them reach these rooms.
    ///
    /// # Errors
    /// With a sentence, if the bus cannot be used.
    pub async fn join(address: &str, rooms: &Arc<Rooms>) -> Result<Arc<Peers>, String> {
        let me = NodeId(new_id().map_err(|refused| refused.message)?.into());
        let terms = Terms::default();
        let (door, arrived) = mpsc::unbounded_channel();
        let bus = bus::open(address, &me, &terms, door).await?;
        let (wishes, heard) = mpsc::unbounded_channel();
        let standing = Arc::<Standing>::default();
        let peers = Arc::new(Peers {
            me: me.clone(),
            bus: Arc::clone(&bus),
            wishes: wishes.clone(),
            standing: Arc::clone(&standing),
            next_pipe: AtomicU64::new(0),
        });
        let clerk = Clerk {
            rooms: Arc::downgrade(rooms),
            node: Node::new(me.clone(), terms),
            bus,
            wishes,
            standing,
            begun: Instant::now(),
            waiting: HashMap::new(),
            held: HashMap::new(),
            envoys: HashMap::new(),
            pipes: HashMap::new(),
            questions: HashMap::new(),
            next_question: 0,
            guests: HashMap::new(),
            leaving: None,
        };
        tokio::spawn(clerk.run(heard, arrived));
        let entered = async {
            while !peers.is_member() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(ENTRY, entered).await.is_err() {
            return Err("the bus gives this server no lease; does JetStream have a leader?".to_owned());
        }
        tracing::info!("this is node {me} of {}", peers.neighbours().nodes);
        Ok(peers)
    }

    /// Whether the lease of this node stands.
    pub fn is_member(&self) -> bool {
        self.standing.is_member.load(Ordering::Relaxed)
    }

    /// How this node stands among the others.
    pub fn neighbours(&self) -> Neighbours {
        let Standing { is_member, nodes, near, far } = &*self.standing;
        let [nodes, near, far] = [nodes, near, far].map(|count| count.load(Ordering::Relaxed));
        Neighbours { is_member: is_member.load(Ordering::Relaxed), nodes, near, far }
    }

    fn wish(&self, wish: Wish) {
        // The task ends only with the program.
        let _ = self.wishes.send(wish);
    }

    /// Finds out where a game is, and takes it if nobody has it.
    ///
    /// # Errors
    /// If nobody can say.
    pub async fn find(&self, game: &str) -> Result<Result<Held, Lost>, Refused> {
        let (reply, found) = oneshot::channel();
        self.wish(Wish::Find(game.into(), reply));
        match found.await {
            Ok(Found::Here(held)) => Ok(Ok(held)),
            Ok(Found::There(lost)) => Ok(Err(lost)),
            Ok(Found::Missed(Missed::Away)) => Err(paused()),
            Ok(Found::Missed(Missed::Busy)) | Err(_) => Err(Refused::busy()),
        }
    }

    /// Lets go of a game wherever it is.
    pub async fn let_go(&self, game: &str) {
        // One that is here is not loaded, and need not be.
        if !matches!(self.find(game).await, Ok(Err(_))) {
            return;
        }
        let (reply, done) = oneshot::channel();
        let reply: Reply = Box::new(move |_| _ = reply.send(()));
        self.wish(Wish::Ask { game: game.into(), question: Question::Close.text(), reply });
        // If nobody answers, its owner learns from the storage that the game has changed.
        let _ = done.await;
    }

    /// Those games for which this node comes first when nobody asks for them.
    pub async fn first_of(&self, games: Vec<String>) -> Vec<String> {
        let (reply, answer) = oneshot::channel();
        self.wish(Wish::First(games, reply));
        answer.await.unwrap_or_default()
    }

    /// Tells everybody at games of other nodes something.
    pub fn announce(&self, text: &str) {
        self.bus.tell_all(&News::Announce { by: self.me.clone(), text: text.to_owned() });
    }

    /// Tells the other nodes that the rules of the house have changed.
    pub fn rules_changed(&self) {
        self.bus.tell_all(&News::Rules);
    }

    /// Gives everything back that is not used any more, and the lease.
    pub async fn leave(&self) {
        let (reply, left) = oneshot::channel();
        self.wish(Wish::Leave(reply));
        let _ = left.await;
    }

    fn number(&self) -> u64 {
        self.next_pipe.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// A socket here whose game is elsewhere.
struct Near {
    game: GameId,
    out: Outbox,
    joining: Option<Joining>,
}

/// The task.
struct Clerk {
    rooms: Weak<Rooms>,
    node: Node<Text>,
    bus: Arc<dyn Bus>,
    wishes: mpsc::UnboundedSender<Wish>,
    standing: Arc<Standing>,
    begun: Instant,
    waiting: HashMap<GameId, Vec<oneshot::Sender<Found>>>,
    /// The games that are loaded here or about to be.
    held: HashMap<GameId, watch::Sender<bool>>,
    /// The games elsewhere that somebody here asks.
    envoys: HashMap<GameId, watch::Sender<bool>>,
    pipes: HashMap<u64, Near>,
    questions: HashMap<u64, (GameId, Reply)>,
    next_question: u64,
    guests: HashMap<FarPipe, mpsc::UnboundedSender<Text>>,
    leaving: Option<oneshot::Sender<()>>,
}

impl Clerk {
    async fn run(mut self, mut wishes: mpsc::UnboundedReceiver<Wish>, mut arrived: mpsc::UnboundedReceiver<Arrived>) {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {
                    self.happen(Event::Tick);
                    self.note_standing();
                }
                Some(wish) = wishes.recv() => self.grant(wish),
                Some(arrived) = arrived.recv() => self.receive(arrived),
                else => return,
            }
            if self.leaving.is_some() && self.node.has_given_back() {
                self.happen(Event::Leave);
                let _ = self.bus.run(bastide_cluster::Errand::Retire).await;
                self.note_standing();
                self.leaving.take().map(|left| left.send(()));
            }
            if self.rooms.strong_count() == 0 {
                return;
            }
        }
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn note_standing(&self) {
        let (near, far) = self.node.pipes();
        self.standing.is_member.store(self.node.is_member(self.now()), Ordering::Relaxed);
        self.standing.nodes.store(self.node.known_nodes(), Ordering::Relaxed);
        self.standing.near.store(near, Ordering::Relaxed);
        self.standing.far.store(far, Ordering::Relaxed);
    }

    fn happen(&mut self, event: Event<Text>) {
        let now = self.now();
        for effect in self.node.handle(event, now) {
            self.carry_out(effect);
        }
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Happened(event) => {
                if let Event::Ended(game) = &event {
                    self.held.remove(game);
                }
                let is_renewal = matches!(event, Event::Renewed(_));
                self.happen(event);
                if is_renewal {
                    self.note_standing();
                }
            }
            Wish::Find(game, reply) => {
                self.waiting.entry(game.clone()).or_default().push(reply);
                self.happen(Event::Want(game));
            }
            Wish::Open { pipe, game, opening, joining, out } => {
                self.pipes.insert(pipe, Near { game: game.clone(), out, joining: Some(joining) });
                self.happen(Event::Open(pipe, game, opening));
            }
            Wish::Close(pipe) => {
                self.pipes.remove(&pipe);
                self.happen(Event::Close(pipe));
            }
            Wish::Ask { game, question, reply } => {
                self.next_question += 1;
                self.questions.insert(self.next_question, (game.clone(), reply));
                self.happen(Event::Ask(self.next_question, game, question));
            }
            Wish::Parted(pipe, refused) => {
                self.guests.remove(&pipe);
                self.happen(Event::HangUp(pipe, refused));
            }
            Wish::First(mut games, reply) => {
                games.retain(|game| self.node.is_first_for(game));
                let _ = reply.send(games);
            }
            Wish::Leave(left) => self.leaving = Some(left),
        }
    }

    fn receive(&mut self, arrived: Arrived) {
        match arrived {
            Arrived::Letter(sealed) => match post::open(&sealed) {
                Opened::Letter(from, letter) => self.happen(Event::Letter(from, letter)),
                Opened::Other(from, answer) => {
                    tracing::warn!("a letter of another version came from node {from}");
                    if let Some(answer) = answer {
                        self.bus.send(&from, post::seal(self.node.me(), answer));
                    }
                }
                Opened::Garbage => tracing::warn!("something came over the bus that is no letter"),
            },
            Arrived::News(News::Seen { game, holder, revision }) => {
                self.happen(Event::Seen(game, Entry { holder, revision }));
            }
            Arrived::News(News::Announce { by, text }) => {
                if let Some(rooms) = self.rooms.upgrade().filter(|_| by != *self.node.me()) {
                    tokio::spawn(async move { rooms.announce_here(&text).await });
                }
            }
            Arrived::News(News::Rules) => {
                if let Some(rooms) = self.rooms.upgrade() {
                    tokio::spawn(async move { rooms.read_rules().await });
                }
            }
        }
    }

    fn carry_out(&mut self, effect: Effect<Text>) {
        match effect {
            Effect::Errand(errand) => {
                let (done, wishes) = (self.bus.run(errand), self.wishes.clone());
                tokio::spawn(async move {
                    if let Some(event) = done.await {
                        let _ = wishes.send(Wish::Happened(event));
                    }
                });
            }
            Effect::Send(to, letter) => self.bus.send(&to, post::seal(self.node.me(), letter)),
            Effect::Run(game) => self.let_run(game),
            Effect::Reach(game, _) => {
                let lost = self.envoys.entry(game.clone()).or_insert_with(|| watch::Sender::new(false));
                let lost: Vec<_> =
                    self.waiting.remove(&game).into_iter().flatten().map(|to| (to, lost.subscribe())).collect();
                lost.into_iter().for_each(|(to, lost)| _ = to.send(Found::There(Lost(lost))));
            }
            Effect::Miss(game, why) => {
                self.waiting.remove(&game).into_iter().flatten().for_each(|to| _ = to.send(Found::Missed(why)));
            }
            Effect::Drop(game) => match self.held.get(&game) {
                Some(lost) => _ = lost.send_replace(true),
                None => self.happen(Event::Ended(game)),
            },
            Effect::Resume => {
                if let Some(rooms) = self.rooms.upgrade() {
                    tokio::spawn(async move { rooms.resume().await });
                }
            }
            Effect::Opened(pipe) => {
                if let Some(Joining { reply, room }) = self.pipes.get_mut(&pipe).and_then(|near| near.joining.take()) {
                    // One that has given up meanwhile says so by itself.
                    let _ = reply.send(Ok(Joined { socket: pipe, room }));
                }
            }
            Effect::Told(pipe, text) => {
                // A socket that does not read is let go; its page will come back.
                if self.pipes.get(&pipe).is_some_and(|near| !near.out.add(&text)) {
                    self.pipes.remove(&pipe);
                    self.happen(Event::Close(pipe));
                }
            }
            Effect::Closed(pipe, refused) => {
                let Some(Near { game, joining, .. }) = self.pipes.remove(&pipe) else { return };
                if let (Some(joining), Some(told)) = (joining, refused.as_ref().and_then(Told::read)) {
                    let _ = joining.reply.send(Err(told.into()));
                }
                self.note_lost(&game);
            }
            Effect::Answered(number, answer) => {
                let Some((game, reply)) = self.questions.remove(&number) else { return };
                if let Some(answer) = answer {
                    reply(&answer);
                }
                self.note_lost(&game);
            }
            Effect::Join(pipe, game, opening) => {
                let (said, heard) = mpsc::unbounded_channel();
                self.guests.insert(pipe.clone(), said);
                if let Some(rooms) = self.rooms.upgrade() {
                    tokio::spawn(guest::attend(rooms, self.wishes.clone(), pipe, game, opening, heard));
                }
            }
            Effect::Heard(pipe, text) => {
                if let Some(guest) = self.guests.get(&pipe) {
                    // One that is about to part hears nothing more.
                    let _ = guest.send(text);
                }
            }
            Effect::Left(pipe) => _ = self.guests.remove(&pipe),
            Effect::Asked(from, number, game, question) => {
                let Some(rooms) = self.rooms.upgrade() else { return };
                let wishes = self.wishes.clone();
                tokio::spawn(async move {
                    let answer = match serde_json::from_str::<Question>(&question) {
                        Ok(question) => question.answer(&rooms, &game).await,
                        Err(_) => None,
                    };
                    let _ = wishes.send(Wish::Happened(Event::Answer(from, number, answer)));
                });
            }
        }
    }

    /// A game is this node's: whoever waits for it loads it.
    fn let_run(&mut self, game: GameId) {
        let waiting = self.waiting.remove(&game).unwrap_or_default();
        if self.held.contains_key(&game) {
            // Somebody is about to let go of it, or loads it; who comes again finds it.
            return waiting.into_iter().for_each(|to| _ = to.send(Found::Missed(Missed::Busy)));
        }
        let lost = watch::Sender::new(false);
        let held = Held { game: game.clone(), wishes: self.wishes.clone(), lost: lost.subscribe() };
        self.held.insert(game.clone(), lost);
        let mut found = Found::Here(held);
        for to in waiting {
            match to.send(found) {
                Ok(()) => return,
                Err(back) => found = back,
            }
        }
        // Nobody waits: it was this node's without its knowing. It is given back, or goes on, if it goes on by itself.
        drop(found);
    }

    /// Tells the envoy of a game if it is not any more where it was.
    fn note_lost(&mut self, game: &GameId) {
        if !self.node.reaches(game)
            && let Some(lost) = self.envoys.remove(game)
        {
            lost.send_replace(true);
        }
    }
}
