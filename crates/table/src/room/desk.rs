//! Whoever runs a room in tests, by hand: no tasks, no sockets, no storage; time is a number.

use bastide_rules::Options;

use super::{Answer, Bounds, Input, Output, Request, Room, SocketId, Thinking};
use crate::clock::Now;
use crate::fairness::Seed;
use crate::identity::{Identity, hash};
use crate::seats::Seat;
use crate::stored::{GameSetup, StoredGame, new_game};
use crate::wire::{ClientMessage, Clock, GameView, Note, ProblemCode, ServerMessage};

pub(super) const ANNA: Identity = Identity([1; 32]);

pub(super) const BORYS: Identity = Identity([2; 32]);

pub(super) fn seat(name: &str, owner: Option<Identity>, bot: Option<&str>) -> Seat {
    Seat {
        name: name.to_owned(),
        colour: "red".to_owned(),
        bot: bot.map(str::to_owned),
        owner,
        key: Some(hash(name)),
        resigned: false,
        kept_for: None,
    }
}

pub(super) fn open(name: &str) -> Seat {
    Seat { key: None, ..seat(name, None, None) }
}

pub(super) fn game(seats: Vec<Seat>, clock: Clock) -> StoredGame {
    let setup = GameSetup {
        in_box: None,
        base: "classic".to_owned(),
        modules: vec!["farmers".to_owned()],
        first: 0,
        first_drawn: false,
        aids: true,
        clock,
        private: false,
        end_after: Some(4),
        bot_pace: 300,
        imported: 0,
        strict: false,
    };
    new_game("test".to_owned(), ANNA, Seed([7; 32]), setup, seats, 0)
}

pub(super) fn two() -> Vec<Seat> {
    vec![seat("Anna", Some(ANNA), None), seat("Borys", Some(BORYS), None)]
}

/// Whoever runs a room, by hand.
pub(super) struct Desk {
    pub(super) room: Room,
    pub(super) now: Now,
    /// What each socket was sent and has not read, with its number.
    pub(super) sent: Vec<(SocketId, ServerMessage)>,
    /// What waits to be stored.
    pub(super) request: Option<Request>,
    pub(super) answers: Vec<Answer>,
    pub(super) thinking: Option<Thinking>,
    pub(super) refused: Vec<ProblemCode>,
    /// Everything that came out, as text.
    pub(super) told: String,
}

impl Desk {
    pub(super) fn new(game: StoredGame) -> Desk {
        let bounds = Bounds { sockets_of_identity: 2, watchers: 1 };
        let mut desk = Desk {
            room: Room::restore(game, bounds),
            now: Now { ticks: 1_000, date: 50 },
            sent: Vec::new(),
            request: None,
            answers: Vec::new(),
            thinking: None,
            refused: Vec::new(),
            told: String::new(),
        };
        desk.give(Input::Begin);
        desk
    }

    pub(super) fn options(&self) -> &Options {
        self.room.table().state.game().options()
    }

    /// The game as it is stored, with these actions.
    pub(super) fn stored(&self, actions: Vec<String>) -> StoredGame {
        StoredGame { actions, ..self.room.game.clone() }
    }

    /// A game that has begun: its first tile is drawn.
    pub(super) fn begun(game: StoredGame) -> Desk {
        let mut desk = Desk::new(game);
        desk.store();
        desk
    }

    pub(super) fn note(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            self.told += &format!("{output:?}\n");
            match output {
                Output::Send { to, message } => self.sent.extend(to.into_iter().map(|id| (id, message.clone()))),
                Output::Answer { answer, .. } => self.answers.push(answer),
                Output::Store(request) => {
                    assert!(self.request.replace(*request).is_none(), "one request at a time");
                }
                Output::Think(thinking) => self.thinking = Some(*thinking),
                Output::Refused(code) => self.refused.push(code),
                Output::Odd(what) => panic!("{what}"),
            }
        }
    }

    pub(super) fn give(&mut self, input: Input) {
        let outputs = self.room.handle(input, self.now);
        self.note(outputs);
    }

    pub(super) fn join(&mut self, who: Option<Identity>) -> SocketId {
        let (socket, outputs) = self.room.join(who, 0, self.now).unwrap();
        self.note(outputs);
        socket
    }

    pub(super) fn settle(&mut self, is_stored: bool) -> Request {
        let request = self.request.take().expect("something to store");
        let outputs = self.room.stored(is_stored, self.now);
        self.note(outputs);
        request
    }

    pub(super) fn store(&mut self) -> Request {
        self.settle(true)
    }

    pub(super) fn say(&mut self, socket: SocketId, message: ClientMessage) {
        self.give(Input::Say { socket, message });
    }

    /// The kinds of messages that a socket got since the last look.
    pub(super) fn kinds(&mut self, socket: SocketId) -> Vec<&'static str> {
        let (own, others) = std::mem::take(&mut self.sent).into_iter().partition(|(to, _)| *to == socket);
        self.sent = others;
        own.into_iter()
            .map(|(_, message): (SocketId, ServerMessage)| match message {
                ServerMessage::View { .. } => "view",
                ServerMessage::Stored { .. } => "stored",
                ServerMessage::Chat { .. } => "chat",
                ServerMessage::Presence { .. } => "presence",
                ServerMessage::Problem { .. } => "problem",
                ServerMessage::Because { .. }
                | ServerMessage::Region { .. }
                | ServerMessage::Described { .. }
                | ServerMessage::Board { .. }
                | ServerMessage::Pong => "other",
            })
            .collect()
    }

    pub(super) fn view(&self, who: Identity) -> GameView {
        self.room.view(Some(who), self.now)
    }

    /// Answers with the first option until the draft must be confirmed; the number of the draft.
    pub(super) fn draft(&mut self, socket: SocketId, who: Identity) -> u32 {
        loop {
            let view = self.view(who);
            if view.must_confirm {
                return view.draft;
            }
            let action = view.decision.options[0].action.clone();
            self.say(socket, ClientMessage::Act { draft: view.draft, action });
        }
    }
}

pub(super) fn noted(desk: &Desk, note: Note) -> bool {
    desk.view(ANNA).log.iter().any(|entry| entry.notes.contains(&note))
}

pub(super) fn sits(place: u8, who: Identity, name: &str, colour: Option<&str>) -> Input {
    let (name, colour) = (name.to_owned(), colour.map(str::to_owned));
    Input::Take { ticket: 1, seat: place, key: String::new(), name, colour, who, promise: None }
}
