//! One game and everybody at it: the only place where it changes.
//!
//! What the player to move has done since the last confirmation is a draft, a stack of tables on top of the committed
//! one; others do not see it. A confirmation draws what chance owes and asks for everything to be stored together; only
//! when that is done it becomes the committed table and is acknowledged. What comes in meanwhile waits.
//!
//! Whoever runs a room hands in what happens ([`Input`]) with the time, carries out what comes back ([`Output`]), says
//! whether a request to store was done ([`Room::stored`]), and looks in again at the time of [`Room::wake`].

#[cfg(test)]
mod desk;
mod draft;
mod look;
mod people;
mod sends;
mod shares;
mod storing;
#[cfg(test)]
mod tests;
mod time;
mod traffic;

use std::collections::{BTreeMap, VecDeque};

use bastide_rules::{Action, notation};

use crate::clock::{Clocks, Now};
use crate::identity::Identity;
use crate::reason::reason;
use crate::refused::Refused;
use crate::replay::{Replay, replay};
use crate::stored::{Progress, StoredGame, StoredLine};
use crate::table::Table;
use crate::view::{described, past_board, pointed, region_info};
use crate::wire::{ClientMessage, ServerMessage};
use people::Wish;
use sends::{Edition, Lengths};
use storing::Storing;

pub use traffic::{Answer, Bounds, Input, Output, Request, SocketId, Thinking, Ticket};

#[derive(Clone, Debug)]
struct Socket {
    who: Option<Identity>,
    /// What it was sent last.
    has: Edition,
}

/// One game.
#[derive(Clone)]
pub struct Room {
    bounds: Bounds,
    /// The last moment that was told.
    now: Now,
    /// The game as it is stored, without actions and chat.
    game: StoredGame,
    chat: Vec<StoredLine>,
    damage: Option<String>,
    /// Actions that could not be replayed.
    lost: Vec<String>,
    /// Whether a damaged game could be played on from its last good action.
    is_playable: bool,
    table: Table,
    draft: Vec<Table>,
    clocks: Clocks,
    sockets: BTreeMap<SocketId, Socket>,
    next_socket: SocketId,
    /// When seats have changed hands lately, in milliseconds.
    reseated: VecDeque<u64>,
    /// Until when shares of the randomness are waited for.
    shares_until: Option<u64>,
    /// Seats that want to end the game because somebody's time is up, one bit each.
    ends: u8,
    number: u32,
    /// What everybody is sent now, and how long its lists are.
    edition: Edition,
    lengths: Lengths,
    /// Changes with everything that makes the thoughts of a bot worthless.
    generation: u64,
    is_bot_thinking: bool,
    /// After storage has failed nothing is tried on its own before this time; 0 if nothing is to be tried again.
    quiet_until: u64,
    /// How often storage has failed in a row.
    failures: u32,
    /// What is being stored.
    storing: Option<Storing>,
    /// What came in meanwhile.
    queue: VecDeque<Input>,
    out: Vec<Output>,
}

impl Room {
    /// The game as its record says. A record that cannot be replayed ends at its last good action.
    pub fn restore(mut game: StoredGame, bounds: Bounds) -> Room {
        let Replay { table, damage, lost, is_playable, .. } = replay(&game);
        let players = game.seats.len();
        let chat = std::mem::take(&mut game.chat);
        game.notes = Vec::new();
        game.actions = Vec::new();
        let Progress { clocks, due, asked, .. } = &game.progress;
        let clocks = Clocks::new(game.setup.clock.clone(), players, clocks, asked.zip(*due));
        let number = table.count() + chat.len() as u32;
        let lengths = Lengths::of(&table);
        Room {
            bounds,
            now: Now::default(),
            chat,
            damage,
            lost,
            is_playable,
            table,
            draft: Vec::new(),
            clocks,
            sockets: BTreeMap::new(),
            next_socket: 0,
            reseated: VecDeque::new(),
            shares_until: None,
            ends: 0,
            number,
            edition: Edition::default(),
            lengths,
            generation: 0,
            is_bot_thinking: false,
            quiet_until: 0,
            failures: 0,
            storing: None,
            queue: VecDeque::new(),
            out: Vec::new(),
            game,
        }
    }

    // What comes in.

    /// Takes in what has happened. While something is being stored it waits for that.
    pub fn handle(&mut self, input: Input, now: Now) -> Vec<Output> {
        self.now = now;
        self.queue.push_back(input);
        self.work()
    }

    /// The last request to store was carried out, or was not.
    pub fn stored(&mut self, is_stored: bool, now: Now) -> Vec<Output> {
        self.now = now;
        if let Some(storing) = self.storing.take() {
            self.settle(storing, is_stored);
        }
        self.work()
    }

    /// A socket wants to follow the game; its number. It gets the whole view, but for so many entries of the log that it
    /// has `seen`.
    ///
    /// # Errors
    /// If there are too many.
    pub fn join(&mut self, who: Option<Identity>, seen: u32, now: Now) -> Result<(SocketId, Vec<Output>), Refused> {
        self.now = now;
        let own = self.sockets.values().filter(|socket| who.is_some() && socket.who == who).count();
        // Players are bounded by their number and need no places of the watchers.
        let is_full = !self.is_player(who) && self.watching() >= self.bounds.watchers;
        if own >= self.bounds.sockets_of_identity || is_full {
            return Err(Refused::too_many("Too many windows show this game. Close some of them."));
        }
        let socket = self.next_socket;
        self.next_socket += 1;
        self.sockets.insert(socket, Socket { who, has: self.edition });
        self.send_view(socket, seen);
        self.send_presence();
        // While something is stored the clocks wait for that.
        if self.gather() && self.storing.is_none() {
            self.wake_next();
            self.send_views();
        }
        Ok((socket, std::mem::take(&mut self.out)))
    }

    /// A socket is gone.
    pub fn leave(&mut self, socket: SocketId) -> Vec<Output> {
        if self.sockets.remove(&socket).is_some() {
            self.send_presence();
        }
        std::mem::take(&mut self.out)
    }

    fn work(&mut self) -> Vec<Output> {
        while self.storing.is_none()
            && let Some(input) = self.queue.pop_front()
        {
            self.take_in(input);
        }
        std::mem::take(&mut self.out)
    }

    fn take_in(&mut self, input: Input) {
        match input {
            Input::Begin => self.begin(),
            Input::Say { socket, message } => self.hear(socket, message),
            Input::Take { ticket, seat, key, name, colour, who, promise } => {
                let wish = Wish { place: seat, key: &key, name: &name, colour: colour.as_deref(), promise };
                if let Err(refused) = self.take(ticket, who, wish) {
                    self.answer(ticket, Answer::Taken(Err(refused)));
                }
            }
            Input::Quit { ticket, who } => {
                if let Err(refused) = self.quit(ticket, who) {
                    self.answer(ticket, Answer::Taken(Err(refused)));
                }
            }
            Input::Link { ticket, seat, who, key, sure } => {
                if let Err(refused) = self.link(ticket, seat, who, &key, sure) {
                    self.answer(ticket, Answer::Link(Err(refused)));
                }
            }
            Input::Rematch { ticket, who, id, seed, has_room } => {
                if let Err(refused) = self.play_again(ticket, who, id, seed, has_room) {
                    self.answer(ticket, Answer::Rematch(Err(refused)));
                }
            }
            Input::BotMoved { generation, actions } => {
                if self.waits_for_bot(generation) {
                    self.is_bot_thinking = false;
                    self.play_for_bot(actions);
                }
            }
            Input::Tick => {
                if self.now.ticks >= self.quiet_until {
                    self.quiet_until = 0;
                }
                self.go_on();
            }
        }
    }

    fn hear(&mut self, socket: SocketId, message: ClientMessage) {
        let Some(who) = self.sockets.get(&socket).map(|socket| socket.who) else { return };
        let audience = self.audience(who);
        let state = &self.table_for(audience).state;
        let done = match message {
            ClientMessage::Hello { seen, .. } => {
                self.send_view(socket, seen.unwrap_or(0));
                Ok(())
            }
            ClientMessage::Act { draft, action } => self.act(audience, draft, &action),
            ClientMessage::Undo { draft } => self.undo(audience, draft),
            ClientMessage::Confirm { draft } => self.confirm(socket, audience, draft),
            ClientMessage::Why { action, ask } => {
                let reason = reason(state, notation::parse_action(state, &action));
                self.send(socket, ServerMessage::Because { ask, reason })
            }
            ClientMessage::WhyThere { at, segment, figure, ask } => {
                let reason = reason(state, pointed(state, at, segment, figure));
                self.send(socket, ServerMessage::Because { ask, reason })
            }
            ClientMessage::WhySpace { space, ask } => {
                let reason = reason(state, Some(Action::Robber(space)));
                self.send(socket, ServerMessage::Because { ask, reason })
            }
            ClientMessage::Region { at, segment, ask } => {
                let region = region_info(state, at, segment);
                self.send(socket, ServerMessage::Region { ask, region })
            }
            ClientMessage::Describe { at, rotation, ask } => {
                let cell = described(state, at, rotation).map(Box::new);
                self.send(socket, ServerMessage::Described { ask, cell })
            }
            ClientMessage::Board { turn, ask } => {
                let board = Box::new(past_board(&self.table, turn));
                self.send(socket, ServerMessage::Board { ask, board })
            }
            ClientMessage::Chat { text } => self.write_line(socket, audience, &text),
            ClientMessage::Resign { seat } => self.resign(socket, audience, seat),
            ClientMessage::Leave { seat } => self.stand_up(socket, audience, seat),
            ClientMessage::Back { seat } => self.come_back(socket, audience, seat, who),
            ClientMessage::TimeIsUp { choice } => self.decide_on_time(socket, audience, choice),
            ClientMessage::ReplaceByBot { seat, bot } => self.replace(socket, audience, seat, &bot),
            ClientMessage::Start => self.start(socket, audience),
            ClientMessage::Reveal { seat, share } => self.reveal(audience, seat, &share),
            ClientMessage::Continue => self.play_on(socket, audience),
            ClientMessage::Ping => self.send(socket, ServerMessage::Pong),
        };
        if let Err(refused) = done {
            self.refuse(socket, refused);
        }
    }
}
