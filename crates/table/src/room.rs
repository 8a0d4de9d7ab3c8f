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
mod people;
mod sends;
mod shares;
mod storing;
#[cfg(test)]
mod tests;
mod time;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use bastide_rules::notation;
use bastide_rules::{Action, Actor, State};

use crate::clock::{Clocks, Now};
use crate::fairness::Seed;
use crate::identity::Identity;
use crate::reason::reason;
use crate::refused::Refused;
use crate::replay::{Replay, record_text, replay};
use crate::seats::{Seat, bits, mask};
use crate::stored::{Change, GameSetup, Progress, StoredGame, StoredLine, summary};
use crate::table::Table;
use crate::view::{Audience, described, game_view, past_board, pointed, region_info};
use crate::wire::{
    ClientMessage, Created, DrawView, Draws, GameView, ProblemCode, SeatLink, SeatOffer, ServerMessage, Status,
};
use people::Wish;
use sends::{Edition, Lengths};
use storing::Storing;

/// A room without visitors in which nobody's time is up for so many milliseconds can be put away.
const AWAY: u64 = 3_600_000;

/// The number of a socket that follows a game.
pub type SocketId = u64;

/// The number under which the answer to a question goes out.
pub type Ticket = u64;

/// How much a room takes in.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Sockets of one identity.
    pub sockets_of_identity: usize,
    /// Sockets of people without a seat.
    pub watchers: usize,
}

/// What happens to a room.
#[derive(Clone, Debug)]
pub enum Input {
    /// The room has been loaded: what is due begins.
    Begin,
    /// A socket says something.
    Say {
        /// The socket.
        socket: SocketId,
        /// What it says.
        message: ClientMessage,
    },
    /// Somebody takes a seat: by its link, a free one, one that is kept for them, or their own under another name.
    Take {
        /// For the answer.
        ticket: Ticket,
        /// The seat.
        seat: u8,
        /// The key of the link.
        key: String,
        /// The name that is wanted.
        name: String,
        /// The colour that is wanted, if another than that of the seat.
        colour: Option<String>,
        /// Who it is.
        who: Identity,
        /// What they promise to add to the randomness.
        promise: Option<String>,
    },
    /// Somebody gives up all their seats.
    Quit {
        /// For the answer.
        ticket: Ticket,
        /// Who it is.
        who: Identity,
    },
    /// The host wants a new link for a seat.
    Link {
        /// For the answer.
        ticket: Ticket,
        /// The seat.
        seat: u8,
        /// Who it is.
        who: Identity,
        /// A key that nobody knows yet.
        key: String,
        /// Also if who sits there is here.
        sure: bool,
    },
    /// Somebody wants to play again.
    Rematch {
        /// For the answer.
        ticket: Ticket,
        /// Who it is.
        who: Identity,
        /// The id of a new game.
        id: String,
        /// The seed of a new game.
        seed: Seed,
        /// Whether the server has room for one more game of theirs.
        has_room: bool,
    },
    /// A bot has thought.
    BotMoved {
        /// The generation of the [`Thinking`] that it answers.
        generation: u64,
        /// What it does until somebody else is asked.
        actions: Vec<Action>,
    },
    /// Time has passed.
    Tick,
}

/// What follows for the world.
#[derive(Clone, Debug)]
pub enum Output {
    /// A message for some sockets.
    Send {
        /// The sockets.
        to: Vec<SocketId>,
        /// The message.
        message: ServerMessage,
    },
    /// The answer to a question.
    Answer {
        /// The number of the question.
        ticket: Ticket,
        /// The answer.
        answer: Answer,
    },
    /// Something must be stored; [`Room::stored`] says whether it was. There is never more than one such request.
    Store(Box<Request>),
    /// A bot is asked; [`Input::BotMoved`] is its answer. In a box, because it carries a whole state.
    Think(Box<Thinking>),
    /// Something that came on a socket was refused with this code.
    Refused(ProblemCode),
    /// Something that the operator should know.
    Odd(String),
}

/// The answer to a question with a ticket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To [`Input::Take`] and [`Input::Quit`].
    Taken(Result<(), Refused>),
    /// To [`Input::Link`].
    Link(Result<SeatLink, Refused>),
    /// To [`Input::Rematch`].
    Rematch(Result<Created, Refused>),
}

/// What must be stored, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The name that somebody uses from now on.
    pub name: Option<(Identity, String)>,
    /// A new game.
    pub create: Option<Box<StoredGame>>,
    /// Changes of this game.
    pub change: Change,
}

/// A question to a bot.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Goes back with the answer: thoughts about an earlier state are worthless.
    pub generation: u64,
    /// The name of the bot.
    pub bot: String,
    /// The state that it is asked about.
    pub state: State,
    /// How long it waits before it moves, in milliseconds ([`pause`](crate::turn::pause)).
    pub pace: u32,
}

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

    // What can be asked at any time.

    /// When [`Input::Tick`] is due, if nothing else happens before.
    pub fn wake(&self, now: Now) -> Option<u64> {
        if self.storing.is_some() {
            return None;
        }
        let shares = self.shares_until.filter(|_| self.awaits_shares());
        if let Some(deadline) = shares.or_else(|| self.deadline(now).map(|(_, deadline)| deadline)) {
            return Some(deadline.max(self.quiet_until));
        }
        // Until it was done, however late somebody looks.
        (self.quiet_until > 0).then(|| self.quiet_until.max(now.ticks))
    }

    /// Whether the answer to the [`Thinking`] of this generation is still wanted.
    pub fn waits_for_bot(&self, generation: u64) -> bool {
        self.is_bot_thinking && generation == self.generation
    }

    /// Whether the room can be put away without anybody noticing.
    pub fn is_idle(&self) -> bool {
        self.sockets.is_empty()
            && self.storing.is_none()
            && !self.is_bot_thinking
            && !self.is_due_soon()
            && !self.awaits_shares()
    }

    /// How many inputs wait until something is stored.
    pub fn backlog(&self) -> usize {
        self.queue.len()
    }

    /// The game as somebody may see it.
    pub fn view(&self, who: Option<Identity>, now: Now) -> GameView {
        game_view(self, self.audience(who), now)
    }

    /// The record as text.
    pub fn record(&self) -> String {
        record_text(&self.game, &self.table, self.damage(), &self.lost)
    }

    /// What is drafted and not confirmed, one action after the other.
    pub fn drafted(&self) -> Vec<String> {
        self.answered().map(|(before, action)| notation::action_text(&before.state, action)).collect()
    }

    /// The committed state, or that after a turn, and the colours, for a picture.
    pub fn snapshot(&self, turn: Option<u32>) -> (State, Vec<String>) {
        let state = turn.map_or_else(|| self.table.state.clone(), |turn| self.table.state_after(turn));
        (state, self.game.seats.iter().map(|seat| seat.colour.clone()).collect())
    }

    /// Whether somebody plays or is the host, and does not only watch.
    pub fn is_player(&self, who: Option<Identity>) -> bool {
        let audience = self.audience(who);
        audience.seats != 0 || audience.host
    }

    /// The person who is asked, and the turn; none if it is a bot, or the game does not go on.
    pub fn asked_person(&self) -> Option<(Identity, u32)> {
        let asked = self.table.asked().filter(|_| self.game.status == Status::Running && self.damage.is_none());
        let seat = self.game.seats.get(usize::from(asked?))?;
        seat.owner.filter(|_| seat.bot.is_none()).map(|owner| (owner, self.table.state.turn_number()))
    }

    /// Whether somebody follows the game.
    pub fn is_followed_by(&self, who: Identity) -> bool {
        self.sockets.values().any(|socket| socket.who == Some(who))
    }

    /// The names of all players.
    pub fn names(&self) -> Vec<String> {
        self.game.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// What a seat link offers.
    ///
    /// # Errors
    /// If there is no such seat or the key is not its own.
    pub fn offer_seat(&self, place: u8, key: &str, who: Option<Identity>) -> Result<SeatOffer, Refused> {
        let seat = self.seat(place)?;
        self.check_entry(seat, key, who)?;
        Ok(SeatOffer {
            game: summary(&self.game, who),
            seat: place,
            name: seat.name.clone(),
            taken: seat.owner.is_some(),
            yours: seat.owner.is_some() && seat.owner == who,
        })
    }

    /// Everything that is needed to check the draws.
    ///
    /// # Errors
    /// If the game is not over.
    pub fn draws(&self) -> Result<Draws, Refused> {
        if self.game.status != Status::Finished {
            return Err(Refused::conflict(ProblemCode::NotOver, "The draws can be checked when the game is over."));
        }
        let mut replay = Table::new(Arc::clone(self.table.state.game()));
        let mut draws = Vec::new();
        let imported = self.game.setup.imported;
        for &action in &self.table.played {
            if replay.state.actor() == Actor::Chance && replay.count() >= imported {
                let outcomes = replay.outcomes();
                let drawn = outcomes.iter().find(|outcome| outcome.1 == action).map(|outcome| outcome.0.clone());
                draws.push(DrawView {
                    number: replay.draws as u32 + 1,
                    outcomes: outcomes.into_iter().map(|(name, _, weight)| (name, weight)).collect(),
                    drawn: drawn.unwrap_or_default(),
                });
            }
            if replay.apply(action).is_err() {
                break;
            }
        }
        let GameSetup { first, first_drawn, .. } = self.game.setup;
        let (commitment, seed) = (self.game.seed.commitment(), self.game.seed.reveal());
        let (seats, shares) = (self.game.seats.len() as u8, self.share_views());
        Ok(Draws { commitment, seed, first, first_drawn, seats, shares, draws })
    }

    /// When the time of a person is up. A bot that plays for somebody whose clock runs has no time to lose.
    fn deadline(&self, now: Now) -> Option<(u8, u64)> {
        let is_person = |seat: u8| self.game.seats.get(usize::from(seat)).is_some_and(|seat| seat.bot.is_none());
        self.clocks.deadline(now).filter(|&(seat, _)| is_person(seat))
    }

    /// Whether somebody's time is up so soon that the room is not put away. With days it is loaded again in time.
    fn is_due_soon(&self) -> bool {
        self.deadline(self.now).is_some_and(|(_, deadline)| deadline < self.now.ticks + AWAY)
    }

    // What the view shows.

    pub(super) fn id(&self) -> &str {
        &self.game.id
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    pub(super) fn status(&self) -> Status {
        self.game.status
    }

    pub(super) fn setup(&self) -> &GameSetup {
        &self.game.setup
    }

    pub(super) fn seats(&self) -> &[Seat] {
        &self.game.seats
    }

    pub(super) fn seed(&self) -> &Seed {
        &self.game.seed
    }

    pub(super) fn chat(&self) -> &[StoredLine] {
        &self.chat
    }

    pub(super) fn rematch(&self) -> Option<&str> {
        self.game.rematch.as_deref()
    }

    pub(super) fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether the host may go on without what is damaged.
    pub(super) fn can_continue(&self) -> bool {
        self.damage.is_some() && self.is_playable && self.game.status == Status::Running
    }

    /// Whether the game waits for people and has a seat for whoever comes.
    pub(super) fn has_open_seat(&self) -> bool {
        self.game.status == Status::Open && self.game.seats.iter().any(Seat::is_open)
    }

    /// Lets somebody at a seat who has its link, or who needs none: at their own, at one that is kept for them, and in a
    /// game that waits at an open seat, of which nobody takes more than one.
    fn check_entry(&self, seat: &Seat, key: &str, who: Option<Identity>) -> Result<(), Refused> {
        let is_own = seat.owner.is_some() && seat.owner == who;
        let is_first = self.game.status == Status::Open && seat.is_open() && mask(&self.game.seats, who) == 0;
        let needs_no_link = is_own || seat.is_kept_for(who) || is_first;
        if key.is_empty() && needs_no_link { Ok(()) } else { seat.check_key(key) }
    }

    pub(super) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The committed table.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// The table as somebody sees it: with the draft, if it is theirs.
    pub(super) fn table_for(&self, audience: Audience) -> &Table {
        match self.draft.last() {
            Some(draft) if self.table.asked().is_some_and(|seat| audience.plays(seat)) => draft,
            _ => &self.table,
        }
    }

    /// The seat whose draft somebody sees.
    pub(super) fn draft_for(&self, audience: Audience) -> Option<u8> {
        self.table.asked().filter(|&seat| !self.draft.is_empty() && audience.plays(seat))
    }

    /// The tables before each drafted action, and the actions.
    pub(super) fn answered(&self) -> impl Iterator<Item = (&Table, Action)> {
        let before = std::iter::once(&self.table).chain(&self.draft);
        before.zip(&self.draft).filter_map(|(before, after)| Some((before, *after.played.last()?)))
    }

    /// Whether the person of a seat follows the game.
    pub(super) fn is_connected(&self, seat: u8) -> bool {
        let owner = self.game.seats.get(usize::from(seat)).and_then(|seat| seat.owner);
        owner.is_some() && self.sockets.values().any(|socket| socket.who == owner)
    }

    fn audience(&self, who: Option<Identity>) -> Audience {
        let is_running = self.game.status == Status::Running;
        let is_back = |seat: &Seat| seat.is_kept_for(who) && !self.is_over() || seat.is_played_for(who) && is_running;
        let seats = &self.game.seats;
        Audience { seats: mask(seats, who), host: who == Some(self.game.host), back: bits(seats, is_back) }
    }

    fn is_over(&self) -> bool {
        self.game.status == Status::Finished
    }

    /// How many sockets only watch.
    fn watching(&self) -> usize {
        self.sockets.values().filter(|socket| self.audience(socket.who).seats == 0).count()
    }
}
