//! The world of a history: time, links, connections, and everything that goes wrong.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use bastide_bots::Rng;
use bastide_cluster::place::{Entry, Knocked, NotTaken};
use bastide_cluster::{Errand, Event, GameId, Letter, Node, NodeId, Revision, Terms};
use bastide_rules::Action;
use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::room::Request;
use bastide_table::stored::{GameSetup, StoredGame, StoredSeat, new_game};
use bastide_table::wire::{ClientMessage, Clock, ServerMessage, Status};

use crate::Planted;
use crate::bus::Bus;
use crate::laws::{self, Breach, Broken};
use crate::machine::{Machine, Text, Waiter};
use crate::page::{Page, Promise};
use crate::store::{Store, Verdict};

/// A history ends so long after everything is well again, at the latest.
const PATIENCE: u64 = 240_000;
/// After the last game is over pages have so long to show it.
const SETTLING: u64 = 8_000;
/// Questions to the bus or the storage are given up after so long.
const TIMEOUT: u64 = 800;
const TICK: u64 = 100;

/// What is going to happen, as far as it does not depend on what happens.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of everything.
    pub seed: u64,
    nodes: usize,
    games: usize,
    /// When everything is well again.
    healed: u64,
    /// A server, a link or a page is struck about so often.
    pause: u64,
    /// In a thousand letters.
    lost: u32,
    repeated: u32,
    overtaken: u32,
    /// In a thousand answers of the storage.
    unanswered: u32,
}

impl Plan {
    /// The plan of a seed.
    pub fn of(seed: u64) -> Plan {
        let mut rng = Rng::stream(seed, 1);
        let mut one_of = |choices: &[u32]| choices[rng.below(choices.len() as u32) as usize];
        Plan {
            seed,
            nodes: one_of(&[2, 3, 3]) as usize,
            games: one_of(&[1, 1, 2]) as usize,
            healed: u64::from(one_of(&[8_000, 16_000, 24_000])),
            pause: u64::from(one_of(&[300, 1_000, 3_000])),
            lost: one_of(&[0, 0, 10, 50]),
            repeated: one_of(&[0, 20, 100]),
            overtaken: one_of(&[0, 0, 20]),
            unanswered: one_of(&[0, 10, 50]),
        }
    }
}

/// What has happened, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// Things that happened one after the other.
    pub events: u64,
    /// Promises that were kept: confirmed turns, lines, seats.
    pub promises: u64,
    /// Servers that were killed.
    pub crashes: u64,
    /// Changes that the storage refused because their owner did not know the last version.
    pub refused: u64,
    /// Milliseconds of the history.
    pub time: u64,
    /// Differs if anything differs.
    pub digest: u64,
}

/// Something that happens at a time.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    /// To the node of a server.
    Node(Event<Text>),
    AtBus(Errand, NodeId),
    Seen(GameId, Entry),
    Deliver(NodeId, NodeId, Letter<Text>),
    Tick,
    Resume,
    AtStore {
        game: GameId,
        epoch: u64,
        request: Box<Request>,
    },
    Stored {
        game: GameId,
        epoch: u64,
        verdict: Verdict,
    },
    Read(GameId),
    Loaded(GameId, Option<Box<StoredGame>>),
    BotMoved {
        game: GameId,
        epoch: u64,
        generation: u64,
        actions: Vec<Action>,
    },
    Connect(u64),
    ToServer(u64, ClientMessage),
    ToPage(u64, Rc<ServerMessage>),
    /// The page notices that the connection is gone.
    Lost(u64),
    PageActs(usize),
    PageAsks(usize),
    Strike,
    Start(usize),
    BusLink(usize),
    StoreLink(usize),
    Heal,
}

struct Scheduled {
    time: u64,
    number: u64,
    /// For which run of which server; it does not happen to another one.
    at: Option<(usize, u64)>,
    what: Happening,
}

impl PartialEq for Scheduled {
    fn eq(&self, other: &Scheduled) -> bool {
        self.number == other.number
    }
}

impl Eq for Scheduled {}

impl PartialOrd for Scheduled {
    fn partial_cmp(&self, other: &Scheduled) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scheduled {
    fn cmp(&self, other: &Scheduled) -> std::cmp::Ordering {
        (self.time, self.number).cmp(&(other.time, other.number))
    }
}

struct Connection {
    page: usize,
    at: usize,
    life: u64,
    pipe: Option<u64>,
    is_attached: bool,
    /// When the last message arrives in each direction: they do not overtake each other.
    to_page: u64,
    to_server: u64,
}

pub(crate) struct World {
    plan: Plan,
    pub(crate) planted: Planted,
    pub(crate) rng: Rng,
    pub(crate) time: u64,
    queue: BinaryHeap<Reverse<Scheduled>>,
    number: u64,
    machines: Vec<Option<Machine>>,
    lives: u64,
    bus: Bus,
    bus_up: Vec<bool>,
    store_up: Vec<bool>,
    /// A server that stands still does nothing before this time, and then everything at once.
    still_until: Vec<u64>,
    /// When the last of them goes on.
    last_back: u64,
    pub(crate) store: Store,
    games: Vec<String>,
    pages: Vec<Page>,
    /// When a page that wants a seat has asked for it.
    asked: Vec<Option<u64>>,
    connections: BTreeMap<u64, Connection>,
    /// The last arrival of a letter between two nodes.
    arrivals: BTreeMap<(NodeId, NodeId), u64>,
    /// What was shown after so many actions of a game: everybody sees the same.
    sights: BTreeMap<(usize, u32), u64>,
    breach: Option<Breach>,
    crashes: u64,
    events: u64,
    is_healed: bool,
}

impl World {
    pub(crate) fn new(plan: Plan, planted: Planted) -> World {
        let mut rng = Rng::stream(plan.seed, 2);
        let mut pages = Vec::new();
        let mut stored = Vec::new();
        for number in 0..plan.games {
            stored.push(make_game(number, &mut rng, &mut pages));
        }
        let games: Vec<String> = stored.iter().map(|game| game.id.clone()).collect();
        World {
            planted,
            rng,
            time: 0,
            queue: BinaryHeap::new(),
            number: 0,
            machines: (0..plan.nodes).map(|_| None).collect(),
            lives: 0,
            bus: Bus::default(),
            bus_up: vec![true; plan.nodes],
            store_up: vec![true; plan.nodes],
            still_until: vec![0; plan.nodes],
            last_back: 0,
            store: Store::new(stored, planted),
            games,
            asked: vec![None; pages.len()],
            pages,
            connections: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            sights: BTreeMap::new(),
            breach: None,
            crashes: 0,
            events: 0,
            is_healed: false,
            plan,
        }
    }

    pub(crate) fn run(mut self) -> Result<History, Broken> {
        for at in 0..self.machines.len() {
            self.schedule(0, None, Happening::Start(at));
        }
        for page in 0..self.pages.len() {
            self.schedule(100, None, Happening::PageActs(page));
        }
        let first = 500 + self.below(self.plan.pause * 2);
        self.schedule(first, None, Happening::Strike);
        self.schedule(self.plan.healed, None, Happening::Heal);
        let mut digest = DefaultHasher::new();
        let mut over = None;
        while let Some(Reverse(next)) = self.queue.pop() {
            self.time = next.time;
            let end = over.map_or(self.plan.healed + PATIENCE, |over: u64| over.max(self.last_back) + SETTLING);
            if self.time > end || self.breach.is_some() {
                break;
            }
            self.events += 1;
            (next.time, next.number).hash(&mut digest);
            if let Some((at, life)) = next.at
                && self.machine(at).is_none_or(|machine| machine.life != life)
            {
                continue;
            }
            if let Some(until) = self.stands_still(next.at.map(|(at, _)| at), &next.what) {
                self.schedule(until - self.time, next.at, next.what);
                continue;
            }
            self.happens(next.at.map(|(at, _)| at), next.what);
            if over.is_none() && self.is_healed && self.store.games.values().all(|game| game.status == Status::Finished)
            {
                over = Some(self.time);
            }
        }
        let verdict = match self.breach.take() {
            Some(breach) => Err(breach),
            None => laws::check(&self.store, &self.games, &self.pages),
        };
        verdict.map_err(|(law, how)| Broken { seed: self.plan.seed, law, how })?;
        for game in self.store.games.values() {
            (&game.actions, game.version).hash(&mut digest);
        }
        Ok(History {
            events: self.events,
            promises: self.pages.iter().map(|page| page.promises.len() as u64).sum(),
            crashes: self.crashes,
            refused: self.store.refused,
            time: self.time,
            digest: digest.finish(),
        })
    }

    // Time.

    fn below(&mut self, bound: u64) -> u64 {
        u64::from(self.rng.below(bound.max(1) as u32))
    }

    /// One of a thousand times `chance`, while things go wrong.
    fn fails(&mut self, chance: u32) -> bool {
        !self.is_healed && self.rng.below(1000) < chance
    }

    pub(crate) fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    fn schedule(&mut self, delay: u64, at: Option<(usize, u64)>, what: Happening) {
        let number = self.next_number();
        self.queue.push(Reverse(Scheduled { time: self.time + delay, number, at, what }));
    }

    /// Lets something happen to this run of a server.
    pub(crate) fn after(&mut self, delay: u64, at: usize, what: Happening) {
        if let Some(life) = self.machine(at).map(|machine| machine.life) {
            self.schedule(delay, Some((at, life)), what);
        }
    }

    pub(crate) fn machine(&self, at: usize) -> Option<&Machine> {
        self.machines[at].as_ref()
    }

    pub(crate) fn machine_mut(&mut self, at: usize) -> Option<&mut Machine> {
        self.machines[at].as_mut()
    }

    pub(crate) fn odd(&mut self, what: String) {
        self.breach.get_or_insert(("nothing odd happens in a room", what));
    }

    /// Until when the server stands still to which something happens.
    fn stands_still(&self, at: Option<usize>, what: &Happening) -> Option<u64> {
        let at = match what {
            // These are on their way, or at their end.
            Happening::AtBus(..) | Happening::AtStore { .. } | Happening::Read(_) => None,
            Happening::Deliver(_, to, _) => self.find(to),
            Happening::ToServer(connection, _) | Happening::Connect(connection) => {
                self.connections.get(connection).map(|connection| connection.at)
            }
            _ => at,
        }?;
        Some(self.still_until[at]).filter(|&until| until > self.time)
    }

    fn happens(&mut self, at: Option<usize>, what: Happening) {
        match (what, at) {
            (Happening::Node(event), Some(at)) => self.happen(at, event),
            (Happening::AtBus(errand, node), Some(at)) => self.at_bus(at, errand, node),
            (Happening::Seen(game, entry), Some(at)) => {
                if self.bus_up[at] {
                    self.happen(at, Event::Seen(game, entry));
                } else {
                    // The bus tells it again when the node is back.
                    self.after(TICK, at, Happening::Seen(game, entry));
                }
            }
            (Happening::Deliver(from, to, letter), _) => {
                if let Some(at) = self.find(&to).filter(|&at| self.bus_up[at]) {
                    self.happen(at, Event::Letter(from, letter));
                }
            }
            (Happening::Tick, Some(at)) => self.tick(at),
            (Happening::Resume, Some(at)) => self.resume(at),
            (Happening::AtStore { game, epoch, request }, Some(at)) => self.at_store(at, game, epoch, *request),
            (Happening::Stored { game, epoch, verdict }, Some(at)) => self.stored(at, &game, epoch, verdict),
            (Happening::Read(game), Some(at)) => {
                let found = if self.store_up[at] { self.store.games.get(&*game).cloned() } else { None };
                let delay = 1 + self.below(10);
                self.after(delay, at, Happening::Loaded(game, found.map(Box::new)));
            }
            (Happening::Loaded(game, stored), Some(at)) => self.loaded(at, &game, stored.map(|game| *game)),
            (Happening::BotMoved { game, epoch, generation, actions }, Some(at)) => {
                self.bot_moved(at, &game, epoch, generation, actions);
            }
            (Happening::Connect(connection), _) => self.connected(connection),
            (Happening::ToServer(connection, message), _) => self.at_server(connection, message),
            (Happening::ToPage(connection, message), _) => self.at_page(connection, &message),
            (Happening::Lost(connection), _) => self.lose(connection),
            (Happening::PageActs(page), _) => self.page_acts(page),
            (Happening::PageAsks(page), _) => self.page_asks(page),
            (Happening::Strike, _) => self.strike(),
            (Happening::Start(at), _) => self.start(at),
            (Happening::BusLink(at), _) => self.bus_up[at] = true,
            (Happening::StoreLink(at), _) => self.store_up[at] = true,
            (Happening::Heal, _) => self.heal(),
            (_, None) => {}
        }
    }

    // Servers.

    fn start(&mut self, at: usize) {
        if self.machines[at].is_some() {
            return;
        }
        self.lives += 1;
        let life = self.lives;
        let terms = Terms { drops_repeats: self.planted != Planted::Repeats, ..Terms::default() };
        let node = Node::new(NodeId(Arc::from(format!("n{at}-{life}"))), terms);
        let (rate, offset) = (980 + self.below(41), self.below(100_000));
        self.machines[at] = Some(Machine::new(node, life, rate, offset));
        let first = self.below(TICK);
        self.after(first, at, Happening::Tick);
        self.after(first + 1_500, at, Happening::Resume);
    }

    fn tick(&mut self, at: usize) {
        self.happen(at, Event::Tick);
        self.tick_rooms(at);
        if self.rng.below(40) == 0 {
            for game in self.machine(at).map(Machine::idle).unwrap_or_default() {
                self.end_room(at, &game);
            }
        }
        if self.machine(at).is_some_and(|machine| machine.is_leaving && machine.is_empty()) {
            self.happen(at, Event::Leave);
            return self.crash(at);
        }
        self.after(TICK, at, Happening::Tick);
    }

    /// Takes a server away, with everything that it knew.
    fn crash(&mut self, at: usize) {
        self.machines[at] = None;
        self.still_until[at] = 0;
        let broken: Vec<u64> =
            self.connections.iter().filter(|(_, connection)| connection.at == at).map(|(&id, _)| id).collect();
        for connection in broken {
            let delay = 1 + self.below(50);
            self.schedule(delay, None, Happening::Lost(connection));
        }
        let delay = if self.is_healed { 200 } else { 200 + self.below(6_000) };
        self.schedule(delay, None, Happening::Start(at));
    }

    fn strike(&mut self) {
        if self.is_healed {
            return;
        }
        let at = self.below(self.machines.len() as u64) as usize;
        let longest = if self.rng.below(4) == 0 { 15_000 } else { 2_000 };
        let long = 200 + self.below(longest);
        match self.rng.below(12) {
            // Somebody else has the processor: it comes back and knows nothing of it.
            10 | 11 => {
                // Half of the time until its lease has ended.
                let long = if self.rng.below(2) == 0 { 12_500 + self.below(6_000) } else { long };
                self.still_until[at] = self.time + long;
                self.last_back = self.last_back.max(self.still_until[at]);
            }
            0..=2 => {
                if self.machines[at].is_some() {
                    self.crashes += 1;
                    self.crash(at);
                }
            }
            3 => {
                // Somebody stops it in an orderly way.
                let games = self.machine(at).map(Machine::games).unwrap_or_default();
                if let Some(machine) = self.machine_mut(at) {
                    machine.is_leaving = true;
                }
                for game in games {
                    self.end_room(at, &game);
                }
            }
            4 | 5 => {
                // Long enough for others to take its games.
                self.bus_up[at] = false;
                self.schedule(1_500 + long, None, Happening::BusLink(at));
            }
            6 => {
                self.store_up[at] = false;
                self.schedule(long, None, Happening::StoreLink(at));
            }
            7 => {
                for at in 0..self.machines.len() {
                    self.bus_up[at] = false;
                    self.schedule(long, None, Happening::BusLink(at));
                }
            }
            8 => {
                for at in 0..self.machines.len() {
                    self.store_up[at] = false;
                    self.schedule(long, None, Happening::StoreLink(at));
                }
            }
            _ => {
                if let Some(&connection) = self.connections.keys().next() {
                    self.schedule(0, None, Happening::Lost(connection));
                }
            }
        }
        let pause = 1 + self.below(self.plan.pause * 2);
        self.schedule(pause, None, Happening::Strike);
    }

    fn heal(&mut self) {
        self.is_healed = true;
        self.bus_up.fill(true);
        self.store_up.fill(true);
        for at in 0..self.machines.len() {
            self.schedule(200, None, Happening::Start(at));
        }
    }

    // The bus.

    fn find(&self, node: &NodeId) -> Option<usize> {
        self.machines.iter().position(|machine| machine.as_ref().is_some_and(|machine| machine.node.me() == node))
    }

    pub(crate) fn errand(&mut self, at: usize, errand: Errand) {
        let Some(node) = self.machine(at).map(|machine| machine.node.me().clone()) else { return };
        if !self.bus_up[at] {
            return self.no_answer(at, errand);
        }
        let delay = 1 + self.below(5);
        self.after(delay, at, Happening::AtBus(errand, node));
    }

    fn no_answer(&mut self, at: usize, errand: Errand) {
        if let Some(event) = errand.away() {
            self.after(TIMEOUT, at, Happening::Node(event));
        }
    }

    fn at_bus(&mut self, at: usize, errand: Errand, node: NodeId) {
        if !self.bus_up[at] {
            return self.no_answer(at, errand);
        }
        let time = self.time;
        let answer = match errand.clone() {
            Errand::Look(game) => {
                let entry = self.bus.entry(&game);
                Event::Looked(game, Ok(entry))
            }
            Errand::Take(game, revision) => {
                let written = self.write_entry(&game, Some(node), revision);
                Event::Took(game, written)
            }
            Errand::Release(game, revision) => {
                // If somebody else has it by now there is nothing to give back.
                let _ = self.write_entry(&game, None, revision);
                Event::Released(game)
            }
            Errand::Knock(game, holder) => {
                let answer = match self.find(&holder) {
                    Some(at) if self.still_until[at] > self.time => Knocked::Silence,
                    Some(at) if self.bus_up[at] => Knocked::Open,
                    Some(_) if self.rng.below(4) == 0 => Knocked::Silence,
                    _ => Knocked::Nobody,
                };
                Event::Knocked(game, answer)
            }
            Errand::LookAt(game, holder) => Event::LookedAt(game, Ok(self.bus.stands(&holder, time))),
            Errand::Renew => {
                self.bus.renew(node, time + Terms::default().lease);
                Event::Renewed(true)
            }
            Errand::ListNodes => Event::Nodes(self.bus.nodes(time)),
            Errand::Retire => return self.bus.retire(&node),
        };
        if self.fails(self.plan.lost) {
            return self.no_answer(at, errand);
        }
        let delay = 1 + self.below(5);
        self.after(delay, at, Happening::Node(answer));
    }

    fn write_entry(&mut self, game: &GameId, holder: Option<NodeId>, revision: Revision) -> Result<Revision, NotTaken> {
        let entry = self.bus.write(game, holder, revision)?;
        for at in 0..self.machines.len() {
            let delay = 1 + self.below(20);
            self.after(delay, at, Happening::Seen(game.clone(), entry.clone()));
        }
        Ok(entry.revision)
    }

    pub(crate) fn post(&mut self, at: usize, to: NodeId, letter: Letter<Text>) {
        let Some(from) = self.machine(at).map(|machine| machine.node.me().clone()) else { return };
        if !self.bus_up[at] || self.fails(self.plan.lost) {
            return;
        }
        let last = self.arrivals.get(&(from.clone(), to.clone())).copied().unwrap_or(0);
        let soon = self.time + 1 + self.below(5);
        let arrival = if self.fails(self.plan.overtaken) { soon + self.below(300) } else { soon.max(last) };
        self.arrivals.insert((from.clone(), to.clone()), arrival.max(last));
        if self.fails(self.plan.repeated) {
            let again = arrival - self.time + self.below(200);
            self.schedule(again, None, Happening::Deliver(from.clone(), to.clone(), letter.clone()));
        }
        self.schedule(arrival - self.time, None, Happening::Deliver(from, to, letter));
    }

    // The storage.

    pub(crate) fn write_game(&mut self, at: usize, game: GameId, epoch: u64, request: Request) {
        let delay = 1 + self.below(15);
        if self.store_up[at] {
            self.after(delay, at, Happening::AtStore { game, epoch, request: Box::new(request) });
        } else {
            self.after(delay, at, Happening::Stored { game, epoch, verdict: Verdict::Failed });
        }
    }

    fn at_store(&mut self, at: usize, game: GameId, epoch: u64, request: Request) {
        let mut verdict = if self.store_up[at] { self.store.change(request) } else { Verdict::Unknown };
        if self.fails(self.plan.unanswered) {
            verdict = Verdict::Unknown;
        }
        let delay = 1 + self.below(15);
        self.after(delay, at, Happening::Stored { game, epoch, verdict });
    }

    pub(crate) fn read_game(&mut self, at: usize, game: GameId) {
        let delay = 1 + self.below(10);
        self.after(delay, at, Happening::Read(game));
    }

    // Pages and their connections.

    pub(crate) fn who(&self, connection: u64) -> Option<Identity> {
        self.connections.get(&connection).and_then(|connection| self.pages[connection.page].who)
    }

    /// What a page wants to take, if it still does.
    pub(crate) fn wish(&self, page: usize) -> Option<(u8, Identity)> {
        self.pages[page].wants.zip(self.pages[page].who)
    }

    pub(crate) fn attach(&mut self, connection: u64, _game: GameId) {
        if let Some(connection) = self.connections.get_mut(&connection) {
            connection.is_attached = true;
        }
    }

    pub(crate) fn pipe_of(&mut self, connection: u64, pipe: u64) {
        if let Some(connection) = self.connections.get_mut(&connection) {
            connection.is_attached = true;
            connection.pipe = Some(pipe);
        }
    }

    pub(crate) fn show_page(&mut self, connection: u64, message: Rc<ServerMessage>) {
        let soon = self.time + 1 + self.below(30);
        let Some(found) = self.connections.get_mut(&connection) else { return };
        found.to_page = found.to_page.max(soon);
        let delay = found.to_page - self.time;
        self.schedule(delay, None, Happening::ToPage(connection, message));
    }

    /// The server closes a connection; what it has sent before arrives.
    pub(crate) fn hang_up(&mut self, connection: u64) {
        let Some(found) = self.connections.get(&connection) else { return };
        let delay = found.to_page.saturating_sub(self.time) + 1;
        self.schedule(delay, None, Happening::Lost(connection));
    }

    fn lose(&mut self, connection: u64) {
        let Some(found) = self.connections.remove(&connection) else { return };
        let page = &mut self.pages[found.page];
        if page.connection == Some(connection) {
            page.lose();
        }
        if self.machine(found.at).is_some_and(|machine| machine.life == found.life) {
            self.part(found.at, connection, found.pipe);
        }
    }

    fn connected(&mut self, connection: u64) {
        let Some(found) = self.connections.get(&connection) else { return };
        let (at, life, page) = (found.at, found.life, found.page);
        if self.machine(at).is_none_or(|machine| machine.life != life) {
            return self.lose(connection);
        }
        let game = GameId::from(self.games[self.pages[page].game].as_str());
        self.want(at, &game, Waiter::Connection(connection));
    }

    fn at_server(&mut self, connection: u64, message: ClientMessage) {
        let Some(found) = self.connections.get(&connection) else { return };
        let (at, life, pipe, is_attached) = (found.at, found.life, found.pipe, found.is_attached);
        if is_attached && self.machine(at).is_some_and(|machine| machine.life == life) {
            self.hear(at, connection, pipe, message);
        }
    }

    fn at_page(&mut self, connection: u64, message: &Rc<ServerMessage>) {
        let Some(found) = self.connections.get(&connection) else { return };
        let page = &mut self.pages[found.page];
        if page.connection != Some(connection) {
            return;
        }
        page.read(message);
        // Without a draft of one's own everybody sees the same.
        if let ServerMessage::View { view, .. } = &**message
            && view.draft_of.is_none()
        {
            let mut hasher = DefaultHasher::new();
            for tile in &page.shown.tiles {
                (tile.tile, tile.at, tile.rotation, tile.by, tile.turn).hash(&mut hasher);
            }
            let sight = hasher.finish();
            let place = (page.game, view.draft);
            if *self.sights.entry(place).or_insert(sight) != sight {
                let how = format!("game {} was shown in two ways after {} actions", place.0, place.1);
                self.breach.get_or_insert(("there is one committed history", how));
            }
        }
    }

    /// Whether somebody has got the seat that they wanted.
    pub(crate) fn seated(&mut self, page: usize, is_taken: bool) {
        self.asked[page] = None;
        if is_taken && let Some(seat) = self.pages[page].wants.take() {
            self.pages[page].promises.push(Promise::Seated { seat });
        }
    }

    fn page_asks(&mut self, page: usize) {
        let at = self.below(self.machines.len() as u64) as usize;
        if self.machines[at].is_some() && self.pages[page].wants.is_some() {
            let game = GameId::from(self.games[self.pages[page].game].as_str());
            self.want(at, &game, Waiter::Page(page));
        } else {
            self.asked[page] = None;
        }
    }

    fn page_acts(&mut self, number: usize) {
        let pause = if self.pages[number].is_over() { 500 } else { 50 + self.below(700) };
        self.schedule(pause, None, Happening::PageActs(number));
        let page = &mut self.pages[number];
        let is_seated = page.shown.view.as_ref().is_some_and(|view| view.seats.iter().any(|seat| seat.yours));
        if is_seated {
            page.wants = None;
        }
        if page.wants.is_some() && self.asked[number].is_none_or(|since| since + 5_000 < self.time) {
            self.asked[number] = Some(self.time);
            let delay = self.below(30);
            self.schedule(delay, None, Happening::PageAsks(number));
        }
        match self.pages[number].connection {
            None => {
                let at = self.below(self.machines.len() as u64) as usize;
                let Some(life) = self.machine(at).map(|machine| machine.life) else { return };
                let id = self.next_number();
                let (page, pipe) = (number, None);
                self.pages[number].connection = Some(id);
                self.connections
                    .insert(id, Connection { page, at, life, pipe, is_attached: false, to_page: 0, to_server: 0 });
                let delay = 1 + self.below(30);
                self.schedule(delay, None, Happening::Connect(id));
            }
            Some(connection) => {
                let messages = self.pages[number].act(&mut self.rng);
                for message in messages {
                    let soon = self.time + 1 + self.below(30);
                    let Some(found) = self.connections.get_mut(&connection) else { return };
                    found.to_server = found.to_server.max(soon);
                    let delay = found.to_server - self.time;
                    self.schedule(delay, None, Happening::ToServer(connection, message));
                }
            }
        }
    }
}

/// A short game with people here, people who come, and bots, and the pages of the people.
fn make_game(number: usize, rng: &mut Rng, pages: &mut Vec<Page>) -> StoredGame {
    let who = |seat: usize| Identity([(number * 16 + seat + 1) as u8; 32]);
    let clock = if rng.below(4) == 0 { Clock::PerMove { seconds: 6 } } else { Clock::None };
    let setup = GameSetup {
        in_box: None,
        base: "classic".to_owned(),
        modules: Vec::new(),
        first: 0,
        first_drawn: false,
        aids: false,
        clock,
        private: false,
        end_after: Some(4 + rng.below(5)),
        bot_pace: 0,
        imported: 0,
        strict: true,
    };
    let mut seats = Vec::new();
    for seat in 0..2 + rng.below(2) as usize {
        let kind = if seat == 0 { 0 } else { rng.below(3) };
        let name = format!("Player {seat}");
        let (owner, bot) = match kind {
            0 => (Some(who(seat)), None),
            1 => (None, None),
            _ => (None, Some("random".to_owned())),
        };
        if bot.is_none() {
            let wants = owner.is_none().then_some(seat as u8);
            pages.push(Page::new(number, Some(who(seat)), wants, name.clone()));
        }
        seats.push(StoredSeat {
            name,
            colour: "red".to_owned(),
            bot,
            owner,
            key: None,
            resigned: false,
            kept_for: None,
        });
    }
    if rng.below(3) == 0 {
        pages.push(Page::new(number, None, None, "watcher".to_owned()));
    }
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&rng.next_u64().to_le_bytes());
    new_game(format!("game{number}"), who(0), Seed(seed), setup, seats, 1_000)
}
