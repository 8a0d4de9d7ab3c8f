//! A server in the simulation: the node and its rooms, and whatever carries their effects into the world.

use std::collections::BTreeMap;
use std::rc::Rc;

use bastide_bots::{Budget, by_name};
use bastide_cluster::pipe::FarPipe;
use bastide_cluster::{Effect, Event, GameId, Node, NodeId};
use bastide_table::clock::Now;
use bastide_table::identity::Identity;
use bastide_table::room::{Answer, Bounds, Input, Output, Room, SocketId};
use bastide_table::stored::StoredGame;
use bastide_table::turn::whole_turn;
use bastide_table::wire::{ClientMessage, ServerMessage, Status};

use crate::Planted;
use crate::store::Verdict;
use crate::world::{Happening, World};

/// What letters carry.
#[derive(Clone, Debug)]
pub(crate) enum Text {
    Opening(Option<Identity>),
    Said(ClientMessage),
    Told(Rc<ServerMessage>),
    Take { seat: u8, who: Identity },
    Taken(bool),
    Refused,
}

/// Who waits until a game is found or loaded.
#[derive(Clone, Debug)]
pub(crate) enum Waiter {
    Connection(u64),
    /// A page wants to take a seat.
    Page(usize),
    Far(FarPipe, Option<Identity>),
    Asked(NodeId, u64, u8, Identity),
}

/// Where the messages of a socket go.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Out {
    Connection(u64),
    Far(FarPipe),
}

/// Who gets the answer of a room.
enum Asker {
    Page(usize),
    Node(NodeId, u64),
}

struct Loaded {
    room: Room,
    /// Tells this room from the ones before and after it.
    epoch: u64,
    sockets: BTreeMap<SocketId, Out>,
    askers: BTreeMap<u64, Asker>,
    is_storing: bool,
    /// The node has lost the game: the room ends when nothing is being stored.
    is_ending: bool,
}

/// A server.
pub(crate) struct Machine {
    pub(crate) node: Node<Text>,
    /// How often it was started.
    pub(crate) life: u64,
    rooms: BTreeMap<GameId, Loaded>,
    waiting: BTreeMap<GameId, Vec<Waiter>>,
    /// The connection of each pipe from here.
    pipes: BTreeMap<u64, u64>,
    next_pipe: u64,
    questions: BTreeMap<u64, usize>,
    next_question: u64,
    pub(crate) is_leaving: bool,
    /// Its clock: so many milliseconds in a thousand, from so many on.
    rate: u64,
    offset: u64,
}

impl Machine {
    pub(crate) fn new(node: Node<Text>, life: u64, rate: u64, offset: u64) -> Machine {
        Machine {
            node,
            life,
            rooms: BTreeMap::new(),
            waiting: BTreeMap::new(),
            pipes: BTreeMap::new(),
            next_pipe: 0,
            questions: BTreeMap::new(),
            next_question: 0,
            is_leaving: false,
            rate,
            offset,
        }
    }

    pub(crate) fn ticks(&self, time: u64) -> u64 {
        self.offset + time * self.rate / 1000
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }

    /// The games whose rooms nobody needs.
    pub(crate) fn idle(&self) -> Vec<GameId> {
        self.rooms.iter().filter(|(_, loaded)| loaded.room.is_idle()).map(|(game, _)| game.clone()).collect()
    }

    pub(crate) fn games(&self) -> Vec<GameId> {
        self.rooms.keys().cloned().collect()
    }
}

impl World {
    fn now_of(&self, at: usize) -> Now {
        let ticks = self.machine(at).map_or(0, |machine| machine.ticks(self.time));
        Now { ticks, date: 1_000 + (self.time / 1000) as i64 }
    }

    /// Lets something happen to the node of a server.
    pub(crate) fn happen(&mut self, at: usize, event: Event<Text>) {
        let time = self.time;
        let Some(machine) = self.machine_mut(at) else { return };
        let ticks = machine.ticks(time);
        for effect in machine.node.handle(event, ticks) {
            self.carry_out(at, effect);
        }
    }

    fn carry_out(&mut self, at: usize, effect: Effect<Text>) {
        match effect {
            Effect::Errand(errand) => self.errand(at, errand),
            Effect::Send(to, letter) => self.post(at, to, letter),
            Effect::Run(game) => self.load(at, game),
            Effect::Reach(game, _) => {
                for waiter in self.waiters(at, &game) {
                    self.reach(at, &game, waiter);
                }
            }
            Effect::Miss(game, _) => {
                for waiter in self.waiters(at, &game) {
                    self.send_away(at, waiter);
                }
            }
            Effect::Drop(game) => self.end_room(at, &game),
            Effect::Resume => self.resume(at),
            Effect::Opened(_) => {}
            Effect::Told(pipe, text) => {
                let connection = self.machine(at).and_then(|machine| machine.pipes.get(&pipe).copied());
                if let (Some(connection), Text::Told(message)) = (connection, text) {
                    self.show_page(connection, message);
                }
            }
            Effect::Closed(pipe, _) => {
                if let Some(connection) = self.machine_mut(at).and_then(|machine| machine.pipes.remove(&pipe)) {
                    self.hang_up(connection);
                }
            }
            Effect::Answered(number, answer) => {
                if let Some(page) = self.machine_mut(at).and_then(|machine| machine.questions.remove(&number)) {
                    self.seated(page, matches!(answer, Some(Text::Taken(true))));
                }
            }
            Effect::Join(pipe, game, opening) => {
                let Text::Opening(who) = opening else { return };
                self.serve(at, &game, Waiter::Far(pipe, who));
            }
            Effect::Heard(pipe, text) => {
                let Text::Said(message) = text else { return };
                self.say(at, &Out::Far(pipe), message);
            }
            Effect::Left(pipe) => self.leave(at, &Out::Far(pipe)),
            Effect::Asked(from, number, game, question) => {
                let Text::Take { seat, who } = question else { return };
                self.serve(at, &game, Waiter::Asked(from, number, seat, who));
            }
        }
    }

    // Who wants what.

    /// Somebody wants a game at a server.
    pub(crate) fn want(&mut self, at: usize, game: &GameId, waiter: Waiter) {
        let Some(machine) = self.machine_mut(at) else { return };
        if machine.is_leaving {
            return self.send_away(at, waiter);
        }
        if machine.rooms.get(game).is_some_and(|loaded| !loaded.is_ending) {
            return self.serve(at, game, waiter);
        }
        machine.waiting.entry(game.clone()).or_default().push(waiter);
        self.happen(at, Event::Want(game.clone()));
    }

    fn waiters(&mut self, at: usize, game: &GameId) -> Vec<Waiter> {
        self.machine_mut(at).and_then(|machine| machine.waiting.remove(game)).unwrap_or_default()
    }

    /// Lets somebody in at a room that is here, or lets them wait until it is loaded.
    fn serve(&mut self, at: usize, game: &GameId, waiter: Waiter) {
        let now = self.now_of(at);
        let Some(machine) = self.machine_mut(at) else { return };
        let Some(loaded) = machine.rooms.get_mut(game).filter(|loaded| !loaded.is_ending) else {
            machine.waiting.entry(game.clone()).or_default().push(waiter);
            return;
        };
        match waiter {
            Waiter::Connection(connection) => {
                let who = self.who(connection);
                self.join(at, game, who, Out::Connection(connection), now);
            }
            Waiter::Far(pipe, who) => self.join(at, game, who, Out::Far(pipe), now),
            Waiter::Page(page) => {
                let ticket = self.next_number();
                let Some((seat, who)) = self.wish(page) else { return };
                let Some(loaded) = self.room_mut(at, game) else { return };
                loaded.askers.insert(ticket, Asker::Page(page));
                self.take_seat(at, game, ticket, seat, who);
            }
            Waiter::Asked(from, number, seat, who) => {
                let ticket = u64::MAX - number;
                loaded.askers.insert(ticket, Asker::Node(from, number));
                self.take_seat(at, game, ticket, seat, who);
            }
        }
    }

    fn take_seat(&mut self, at: usize, game: &GameId, ticket: u64, seat: u8, who: Identity) {
        let name = format!("Guest {seat}");
        self.hand_in(
            at,
            game,
            Input::Take { ticket, seat, key: String::new(), name, colour: None, who, promise: None },
        );
    }

    fn join(&mut self, at: usize, game: &GameId, who: Option<Identity>, out: Out, now: Now) {
        let Some(loaded) = self.room_mut(at, game) else { return };
        match loaded.room.join(who, 0, now) {
            Err(_) => match out {
                Out::Connection(connection) => self.hang_up(connection),
                Out::Far(pipe) => self.happen(at, Event::HangUp(pipe, Some(Text::Refused))),
            },
            Ok((socket, outputs)) => {
                loaded.sockets.insert(socket, out.clone());
                match out {
                    Out::Connection(connection) => self.attach(connection, game.clone()),
                    Out::Far(pipe) => self.happen(at, Event::Joined(pipe)),
                }
                self.follow(at, game, outputs);
            }
        }
    }

    /// A game is held elsewhere.
    fn reach(&mut self, at: usize, game: &GameId, waiter: Waiter) {
        let Some(machine) = self.machine_mut(at) else { return };
        match waiter {
            Waiter::Connection(connection) => {
                machine.next_pipe += 1;
                let pipe = machine.next_pipe;
                machine.pipes.insert(pipe, connection);
                let who = self.who(connection);
                self.pipe_of(connection, pipe);
                self.happen(at, Event::Open(pipe, game.clone(), Text::Opening(who)));
            }
            Waiter::Page(page) => {
                machine.next_question += 1;
                let number = machine.next_question;
                machine.questions.insert(number, page);
                let Some((seat, who)) = self.wish(page) else { return };
                self.happen(at, Event::Ask(number, game.clone(), Text::Take { seat, who }));
            }
            // They asked this node because it held the game; they ask again.
            other => self.send_away(at, other),
        }
    }

    fn send_away(&mut self, at: usize, waiter: Waiter) {
        match waiter {
            Waiter::Connection(connection) => self.hang_up(connection),
            Waiter::Page(page) => self.seated(page, false),
            Waiter::Far(pipe, _) => self.happen(at, Event::HangUp(pipe, None)),
            Waiter::Asked(from, number, ..) => self.happen(at, Event::Answer(from, number, Some(Text::Taken(false)))),
        }
    }

    /// Games that go on by themselves and that nobody holds any more.
    pub(crate) fn resume(&mut self, at: usize) {
        let running: Vec<GameId> = (self.store.games.values())
            .filter(|game| game.status == Status::Running)
            .map(|game| GameId::from(game.id.as_str()))
            .collect();
        for game in running {
            let Some(machine) = self.machine(at) else { return };
            if machine.node.is_first_for(&game) && !machine.rooms.contains_key(&game) && !machine.is_leaving {
                self.happen(at, Event::Want(game));
            }
        }
    }

    // Rooms.

    fn room_mut(&mut self, at: usize, game: &GameId) -> Option<&mut Loaded> {
        self.machine_mut(at)?.rooms.get_mut(game)
    }

    fn load(&mut self, at: usize, game: GameId) {
        if self.room_mut(at, &game).is_some() {
            return;
        }
        self.read_game(at, game);
    }

    /// A game has come from the storage.
    pub(crate) fn loaded(&mut self, at: usize, game: &GameId, stored: Option<StoredGame>) {
        let epoch = self.next_number();
        let Some(machine) = self.machine_mut(at) else { return };
        let is_ours = machine.node.holds(game) && !machine.is_leaving;
        let Some(stored) = stored.filter(|_| is_ours) else {
            for waiter in self.waiters(at, game) {
                self.send_away(at, waiter);
            }
            return self.happen(at, Event::Ended(game.clone()));
        };
        if machine.rooms.contains_key(game) {
            return;
        }
        let room = Room::restore(stored, Bounds { sockets_of_identity: 20, watchers: 20 });
        let (sockets, askers) = (BTreeMap::new(), BTreeMap::new());
        machine
            .rooms
            .insert(game.clone(), Loaded { room, epoch, sockets, askers, is_storing: false, is_ending: false });
        self.hand_in(at, game, Input::Begin);
        for waiter in self.waiters(at, game) {
            self.serve(at, game, waiter);
        }
    }

    fn hand_in(&mut self, at: usize, game: &GameId, input: Input) {
        let now = self.now_of(at);
        let Some(loaded) = self.room_mut(at, game) else { return };
        let outputs = loaded.room.handle(input, now);
        self.follow(at, game, outputs);
    }

    fn say(&mut self, at: usize, out: &Out, message: ClientMessage) {
        let Some(machine) = self.machine(at) else { return };
        let found = machine.rooms.iter().find_map(|(game, loaded)| {
            let socket = loaded.sockets.iter().find(|(_, to)| *to == out).map(|(&socket, _)| socket)?;
            Some((game.clone(), socket))
        });
        if let Some((game, socket)) = found {
            self.hand_in(at, &game, Input::Say { socket, message });
        }
    }

    /// Something comes from a page that is connected here.
    pub(crate) fn hear(&mut self, at: usize, connection: u64, pipe: Option<u64>, message: ClientMessage) {
        match pipe {
            Some(pipe) => self.happen(at, Event::Say(pipe, Text::Said(message))),
            None => self.say(at, &Out::Connection(connection), message),
        }
    }

    /// A page that was connected here is gone.
    pub(crate) fn part(&mut self, at: usize, connection: u64, pipe: Option<u64>) {
        let Some(machine) = self.machine_mut(at) else { return };
        for waiting in machine.waiting.values_mut() {
            waiting.retain(|waiter| !matches!(waiter, Waiter::Connection(other) if *other == connection));
        }
        match pipe {
            Some(pipe) => {
                machine.pipes.remove(&pipe);
                self.happen(at, Event::Close(pipe));
            }
            None => self.leave(at, &Out::Connection(connection)),
        }
    }

    fn leave(&mut self, at: usize, out: &Out) {
        let Some(machine) = self.machine_mut(at) else { return };
        if let Out::Far(pipe) = out {
            for waiting in machine.waiting.values_mut() {
                waiting.retain(|waiter| !matches!(waiter, Waiter::Far(other, _) if other == pipe));
            }
        }
        let found = machine.rooms.iter_mut().find_map(|(game, loaded)| {
            let socket = loaded.sockets.iter().find(|(_, to)| *to == out).map(|(&socket, _)| socket)?;
            loaded.sockets.remove(&socket);
            Some((game.clone(), loaded.room.leave(socket)))
        });
        if let Some((game, outputs)) = found {
            self.follow(at, &game, outputs);
        }
    }

    fn follow(&mut self, at: usize, game: &GameId, outputs: Vec<Output>) {
        for output in outputs {
            let Some(loaded) = self.room_mut(at, game) else { return };
            let epoch = loaded.epoch;
            match output {
                Output::Send { to, message } => {
                    let message = Rc::new(message);
                    let outs: Vec<Out> = to.iter().filter_map(|socket| loaded.sockets.get(socket).cloned()).collect();
                    for out in outs {
                        match out {
                            Out::Connection(connection) => self.show_page(connection, Rc::clone(&message)),
                            Out::Far(pipe) => self.happen(at, Event::Tell(pipe, Text::Told(Rc::clone(&message)))),
                        }
                    }
                }
                Output::Answer { ticket, answer } => {
                    let is_taken = matches!(answer, Answer::Taken(Ok(())));
                    match loaded.askers.remove(&ticket) {
                        Some(Asker::Page(page)) => self.seated(page, is_taken),
                        Some(Asker::Node(node, number)) => {
                            self.happen(at, Event::Answer(node, number, Some(Text::Taken(is_taken))));
                        }
                        None => {}
                    }
                }
                Output::Store(request) => {
                    loaded.is_storing = true;
                    self.write_game(at, game.clone(), epoch, *request);
                }
                Output::Think(thinking) => {
                    let seed = self.rng.next_u64();
                    let delay = 20 + u64::from(self.rng.below(200));
                    let Ok(mut bot) = by_name("random", seed) else { return };
                    let actions = whole_turn(&mut *bot, thinking.state, &Budget::default());
                    let generation = thinking.generation;
                    self.after(delay, at, Happening::BotMoved { game: game.clone(), epoch, generation, actions });
                }
                Output::Refused(_) => {}
                Output::Odd(what) => self.odd(what),
            }
        }
    }

    pub(crate) fn bot_moved(
        &mut self,
        at: usize,
        game: &GameId,
        epoch: u64,
        generation: u64,
        actions: Vec<bastide_rules::Action>,
    ) {
        if self.room_mut(at, game).is_some_and(|loaded| loaded.epoch == epoch) {
            self.hand_in(at, game, Input::BotMoved { generation, actions });
        }
    }

    /// The storage has answered.
    pub(crate) fn stored(&mut self, at: usize, game: &GameId, epoch: u64, verdict: Verdict) {
        let now = self.now_of(at);
        let planted = self.planted;
        let Some(loaded) = self.room_mut(at, game).filter(|loaded| loaded.epoch == epoch) else { return };
        loaded.is_storing = false;
        // Nobody can be told whether it has happened: the next owner knows.
        if verdict == Verdict::Unknown {
            return self.put_away(at, game);
        }
        let is_stored = verdict == Verdict::Stored || planted == Planted::EarlyWord;
        let outputs = loaded.room.stored(is_stored, now);
        let is_ending = loaded.is_ending;
        self.follow(at, game, outputs);
        let is_storing = self.room_mut(at, game).is_some_and(|loaded| loaded.is_storing);
        if verdict == Verdict::OtherOwner || (is_ending && !is_storing) {
            self.put_away(at, game);
        }
    }

    /// Time for the rooms of a server.
    pub(crate) fn tick_rooms(&mut self, at: usize) {
        let now = self.now_of(at);
        let Some(machine) = self.machine(at) else { return };
        let due: Vec<GameId> = (machine.rooms.iter())
            .filter(|(_, loaded)| loaded.room.wake(now).is_some_and(|wake| wake <= now.ticks))
            .map(|(game, _)| game.clone())
            .collect();
        for game in due {
            self.hand_in(at, &game, Input::Tick);
        }
    }

    /// Lets a room end after what is being stored.
    pub(crate) fn end_room(&mut self, at: usize, game: &GameId) {
        match self.room_mut(at, game) {
            Some(loaded) if loaded.is_storing => loaded.is_ending = true,
            Some(_) => self.put_away(at, game),
            // It is being loaded; whoever loads it sees that it is not ours.
            None => {}
        }
    }

    fn put_away(&mut self, at: usize, game: &GameId) {
        let Some(loaded) = self.machine_mut(at).and_then(|machine| machine.rooms.remove(game)) else { return };
        for out in loaded.sockets.into_values() {
            if let Out::Connection(connection) = out {
                self.hang_up(connection);
            }
        }
        for asker in loaded.askers.into_values() {
            match asker {
                Asker::Page(page) => self.seated(page, false),
                Asker::Node(node, number) => self.happen(at, Event::Answer(node, number, Some(Text::Taken(false)))),
            }
        }
        self.happen(at, Event::Ended(game.clone()));
        // Who came while it ended wants the next room.
        if self.machine(at).is_some_and(|machine| machine.waiting.contains_key(game)) {
            self.happen(at, Event::Want(game.clone()));
        }
    }
}
