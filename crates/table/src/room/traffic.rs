//! What goes into a room and what comes out of it.

use bastide_rules::{Action, State};

use crate::fairness::Seed;
use crate::identity::Identity;
use crate::refused::Refused;
use crate::stored::{Change, StoredGame};
use crate::wire::{ClientMessage, Created, ProblemCode, SeatLink, ServerMessage};

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
    /// Something must be stored; [`Room::stored`](super::Room::stored) says whether it was. There is never more than one such request.
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
