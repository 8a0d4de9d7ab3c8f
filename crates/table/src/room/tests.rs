//! The room without anything around it: no tasks, no sockets, no storage; time is a number.

use bastide_rules::{Game, Options};

use super::{Answer, Bounds, Input, Output, Request, Room, SocketId, Thinking};
use crate::clock::Now;
use crate::fairness::{Seed, mixed, promise};
use crate::identity::{Identity, hash};
use crate::seats::Seat;
use crate::stored::{GameSetup, Shares, StoredGame, new_game};
use crate::table::Table;
use crate::text::hex;
use crate::wire::{ClientMessage, Clock, GameView, ServerMessage, Status, TimeIsUp};

const ANNA: Identity = Identity([1; 32]);
const BORYS: Identity = Identity([2; 32]);

fn seat(name: &str, owner: Option<Identity>, bot: Option<&str>) -> Seat {
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

fn game(seats: Vec<Seat>, clock: Clock) -> StoredGame {
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

fn two() -> Vec<Seat> {
    vec![seat("Anna", Some(ANNA), None), seat("Borys", Some(BORYS), None)]
}

/// Whoever runs a room, by hand.
struct Desk {
    room: Room,
    now: Now,
    /// What each socket was sent and has not read, with its number.
    sent: Vec<(SocketId, ServerMessage)>,
    /// What waits to be stored.
    request: Option<Request>,
    answers: Vec<Answer>,
    thinking: Option<Thinking>,
    refused: Vec<&'static str>,
    /// Everything that came out, as text.
    told: String,
}

impl Desk {
    fn new(game: StoredGame) -> Desk {
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

    fn options(&self) -> &Options {
        self.room.table().state.game().options()
    }

    /// The game as it is stored, with these actions.
    fn stored(&self, actions: Vec<String>) -> StoredGame {
        StoredGame { actions, ..self.room.game.clone() }
    }

    /// A game that has begun: its first tile is drawn.
    fn begun(game: StoredGame) -> Desk {
        let mut desk = Desk::new(game);
        desk.store();
        desk
    }

    fn note(&mut self, outputs: Vec<Output>) {
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

    fn give(&mut self, input: Input) {
        let outputs = self.room.handle(input, self.now);
        self.note(outputs);
    }

    fn join(&mut self, who: Option<Identity>) -> SocketId {
        let (socket, outputs) = self.room.join(who, 0, self.now).unwrap();
        self.note(outputs);
        socket
    }

    fn settle(&mut self, is_stored: bool) -> Request {
        let request = self.request.take().expect("something to store");
        let outputs = self.room.stored(is_stored, self.now);
        self.note(outputs);
        request
    }

    fn store(&mut self) -> Request {
        self.settle(true)
    }

    fn say(&mut self, socket: SocketId, message: ClientMessage) {
        self.give(Input::Say { socket, message });
    }

    /// The kinds of messages that a socket got since the last look.
    fn kinds(&mut self, socket: SocketId) -> Vec<&'static str> {
        let (own, others) = std::mem::take(&mut self.sent).into_iter().partition(|(to, _)| *to == socket);
        self.sent = others;
        own.into_iter()
            .map(|(_, message): (SocketId, ServerMessage)| match message {
                ServerMessage::View { .. } => "view",
                ServerMessage::Stored { .. } => "stored",
                ServerMessage::Chat { .. } => "chat",
                ServerMessage::Presence { .. } => "presence",
                ServerMessage::Problem { .. } => "problem",
                _ => "other",
            })
            .collect()
    }

    fn view(&self, who: Identity) -> GameView {
        self.room.view(Some(who), self.now)
    }

    /// Answers with the first option until the draft must be confirmed; the number of the draft.
    fn draft(&mut self, socket: SocketId, who: Identity) -> u32 {
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

#[test]
fn nothing_is_acknowledged_before_it_is_stored() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let (anna, borys) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)));
    let draft = desk.draft(anna, ANNA);
    desk.kinds(anna);
    desk.kinds(borys);
    desk.say(anna, ClientMessage::Confirm { draft });
    assert_eq!((desk.kinds(anna), desk.kinds(borys)), (vec![], vec![]));
    assert_eq!(desk.view(BORYS).turn, 1, "nothing has happened yet");
    let request = desk.store();
    assert_eq!(request.change.after, 1, "the first draw is stored");
    assert_eq!(request.change.actions.len() as u32, draft, "the draft and the next draw");
    assert_eq!(desk.kinds(anna), ["stored", "view"]);
    assert_eq!((desk.kinds(borys), desk.view(BORYS).turn), (vec!["view"], 2));
}

#[test]
fn what_cannot_be_stored_has_not_happened() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let anna = desk.join(Some(ANNA));
    let draft = desk.draft(anna, ANNA);
    desk.kinds(anna);
    desk.say(anna, ClientMessage::Confirm { draft });
    desk.settle(false);
    assert_eq!((desk.kinds(anna), desk.refused.pop()), (vec!["problem"], Some("not-stored")));
    let view = desk.view(ANNA);
    assert_eq!((view.draft, view.must_confirm), (draft, true), "the draft is still there");
    desk.say(anna, ClientMessage::Confirm { draft });
    desk.store();
    assert_eq!(desk.kinds(anna), ["stored", "view"]);
}

#[test]
fn a_bot_tries_again_soon_after_a_failure_and_less_often_when_it_lasts() {
    let mut desk =
        Desk::new(game(vec![seat("Anna", Some(ANNA), None), seat("Bot", None, Some("random"))], Clock::None));
    let mut waits = Vec::new();
    for _ in 0..5 {
        desk.settle(false);
        let wake = desk.room.wake(desk.now).expect("it is tried again");
        waits.push(wake - desk.now.ticks);
        desk.now.ticks = wake;
        desk.give(Input::Tick);
    }
    assert_eq!(waits, [500, 1_000, 2_000, 4_000, 4_000]);
    desk.store();
    let anna = desk.join(Some(ANNA));
    let draft = desk.draft(anna, ANNA);
    desk.say(anna, ClientMessage::Confirm { draft });
    desk.settle(false);
    assert_eq!(desk.room.wake(desk.now), Some(desk.now.ticks + 500), "what was before is forgotten");
}

#[test]
fn what_comes_while_something_is_stored_waits_in_its_order() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let (anna, borys) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)));
    let draft = desk.draft(anna, ANNA);
    desk.say(anna, ClientMessage::Confirm { draft });
    desk.kinds(borys);
    desk.say(borys, ClientMessage::Chat { text: "one".to_owned() });
    desk.say(borys, ClientMessage::Ping);
    desk.say(anna, ClientMessage::Undo { draft });
    assert_eq!((desk.room.backlog(), desk.kinds(borys)), (3, vec![]));
    desk.store();
    // The line of chat is the next to be stored; the rest waits for it.
    assert_eq!((desk.room.backlog(), desk.kinds(borys)), (2, vec!["view"]));
    let line = desk.store().change.chat.expect("a line");
    assert_eq!((line.text.as_str(), line.seat), ("one", Some(1)));
    assert_eq!((desk.room.backlog(), desk.kinds(borys)), (0, vec!["chat", "other"]));
    assert_eq!(desk.refused, ["stale"], "what is confirmed is not taken back");
}

#[test]
fn a_draft_is_sent_to_nobody_else() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let (anna, borys, nobody) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)), desk.join(None));
    for socket in [anna, borys, nobody] {
        desk.kinds(socket);
    }
    desk.draft(anna, ANNA);
    assert!(!desk.kinds(anna).is_empty());
    assert_eq!((desk.kinds(borys), desk.kinds(nobody)), (vec![], vec![]));
    assert!(desk.view(BORYS).board.tiles.iter().all(|tile| !tile.draft));
    assert!(desk.view(ANNA).board.tiles.iter().any(|tile| tile.draft));
}

#[test]
fn in_a_strict_game_a_clock_that_runs_out_gives_the_seat_to_a_bot() {
    let mut stored = game(two(), Clock::PerMove { seconds: 30 });
    stored.setup.strict = true;
    let mut desk = Desk::begun(stored);
    let anna = desk.join(Some(ANNA));
    desk.join(Some(BORYS));
    assert_eq!(desk.room.wake(desk.now), Some(31_000));
    desk.now.ticks = 30_999;
    desk.give(Input::Tick);
    assert!(desk.request.is_none(), "a moment is left");
    desk.now.ticks = 31_000;
    desk.give(Input::Tick);
    let change = desk.store().change;
    assert_eq!(change.notes[0].text, "timed-out:0");
    let thinking = desk.thinking.take().expect("a bot is asked");
    assert_eq!((thinking.bot.as_str(), thinking.pace), ("greedy", 300));
    assert_eq!(desk.room.wake(desk.now), None, "no clock runs for a bot");
    assert!(!desk.room.is_idle(), "its thought is waited for");
    // The seat is still Anna's: she comes back, and has the time of a move.
    assert!(desk.view(ANNA).seats[0].back && !desk.view(BORYS).seats[0].back);
    desk.say(anna, ClientMessage::Back { seat: 0 });
    desk.store();
    assert!(note(&desk, "back:0") && desk.view(ANNA).seats[0].yours);
    assert_eq!(desk.room.wake(desk.now), Some(61_000));
}

/// A game for two whose clock runs out for Anna, with everybody there.
fn late() -> (Desk, SocketId, SocketId) {
    let mut desk = Desk::begun(game(two(), Clock::PerMove { seconds: 30 }));
    let (anna, borys) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)));
    desk.now.ticks = 31_000;
    desk.give(Input::Tick);
    desk.store();
    assert!(note(&desk, "timed-out:0") && desk.room.wake(desk.now).is_none());
    (desk, anna, borys)
}

#[test]
fn the_others_decide_when_the_time_of_a_friend_is_up() {
    let decide = |choice| ClientMessage::TimeIsUp { choice };
    let (mut desk, anna, borys) = late();
    let overdue = desk.view(BORYS).overdue.expect("everybody is told");
    assert_eq!((overdue.seat, overdue.decides, overdue.needed), (0, true, 1));
    assert!(!desk.view(ANNA).overdue.unwrap().decides && desk.view(ANNA).seats[0].yours);
    desk.say(anna, decide(TimeIsUp::Wait));
    assert_eq!(desk.refused.pop(), Some("not-seated"), "not about oneself");
    desk.say(borys, decide(TimeIsUp::Wait));
    assert_eq!(desk.store().change.notes[0].text, "more-time:0");
    assert_eq!((desk.view(ANNA).overdue, desk.room.wake(desk.now)), (None, Some(61_000)));

    // Who moves after all is not late any more.
    let (mut desk, anna, borys) = late();
    let draft = desk.draft(anna, ANNA);
    desk.say(anna, ClientMessage::Confirm { draft });
    desk.store();
    assert!(desk.view(BORYS).overdue.is_none() && desk.room.wake(desk.now) == Some(61_000));
    desk.say(borys, decide(TimeIsUp::Bot));
    assert_eq!(desk.refused.pop(), Some("in-time"));

    let (mut desk, anna, borys) = late();
    desk.say(borys, decide(TimeIsUp::Bot));
    desk.store();
    assert!(desk.thinking.is_some() && desk.view(BORYS).overdue.is_none() && desk.view(ANNA).seats[0].back);
    desk.say(borys, ClientMessage::Back { seat: 0 });
    assert_eq!(desk.refused.pop(), Some("not-your-seat"));
    desk.say(anna, ClientMessage::Back { seat: 0 });
    desk.store();
    assert!(desk.view(ANNA).seats[0].yours);

    let (mut desk, _, borys) = late();
    desk.say(borys, decide(TimeIsUp::End));
    assert_eq!(desk.store().change.status, Some(Status::Finished));
    assert!(note(&desk, "ended-by-players") && desk.view(ANNA).status == Status::Finished);
}

#[test]
fn all_others_must_want_the_end() {
    let vira = Identity([3; 32]);
    let seats = vec![seat("Anna", Some(ANNA), None), seat("Borys", Some(BORYS), None), seat("Vira", Some(vira), None)];
    let mut desk = Desk::begun(game(seats, Clock::PerMove { seconds: 30 }));
    let sockets = [ANNA, BORYS, vira].map(|who| desk.join(Some(who)));
    desk.now.ticks = 31_000;
    desk.give(Input::Tick);
    desk.store();
    let end = || ClientMessage::TimeIsUp { choice: TimeIsUp::End };
    desk.say(sockets[1], end());
    assert!(desk.request.is_none());
    assert_eq!(desk.view(ANNA).overdue.map(|overdue| (overdue.ends, overdue.needed)), Some((vec![1], 2)));
    desk.say(sockets[2], end());
    assert_eq!(desk.store().change.status, Some(Status::Finished));
}

#[test]
fn no_clock_runs_before_everybody_has_come() {
    let mut desk = Desk::begun(game(two(), Clock::Fischer { seconds: 60, increment: 5 }));
    let anna = desk.join(Some(ANNA));
    assert_eq!((desk.room.wake(desk.now), desk.view(ANNA).waits_for), (None, vec![1]));
    desk.now.ticks += 500_000;
    let borys = desk.join(Some(BORYS));
    assert_eq!(desk.room.wake(desk.now), Some(desk.now.ticks + 60_000));
    assert!(desk.view(ANNA).waits_for.is_empty());
    // Once everybody was there it goes on, whoever leaves.
    let outputs = desk.room.leave(borys);
    desk.note(outputs);
    let draft = desk.draft(anna, ANNA);
    desk.say(anna, ClientMessage::Confirm { draft });
    let progress = desk.store().change.progress.unwrap();
    assert!(progress.gathered && desk.room.wake(desk.now).is_some());
    // Days run whether anybody is there or not, and the room can be put away meanwhile.
    let desk = Desk::begun(game(two(), Clock::Days { days: 2 }));
    assert_eq!(desk.room.wake(desk.now), Some(desk.now.ticks + 2 * 86_400_000));
    assert!(desk.room.is_idle() && desk.view(ANNA).waits_for.is_empty());
}

fn open(name: &str) -> Seat {
    Seat { key: None, ..seat(name, None, None) }
}

fn sits(place: u8, who: Identity, name: &str, colour: Option<&str>) -> Input {
    let (name, colour) = (name.to_owned(), colour.map(str::to_owned));
    Input::Take { ticket: 1, seat: place, key: String::new(), name, colour, who, promise: None }
}

#[test]
fn whoever_comes_takes_an_open_seat_with_name_and_colour() {
    let mut seats = vec![seat("Anna", Some(ANNA), None), open("Two"), open("Three"), seat("Reserved", None, None)];
    for (seat, colour) in seats.iter_mut().zip(crate::offer::COLOURS) {
        seat.colour = colour.to_owned();
    }
    let mut desk = Desk::new(game(seats, Clock::None));
    assert!(desk.view(BORYS).can_join && !desk.view(ANNA).can_join);
    assert_eq!(desk.view(BORYS).seats.iter().map(|seat| seat.open).collect::<Vec<_>>(), [false, true, true, false]);
    let refused = |desk: &mut Desk, input| {
        desk.give(input);
        match desk.answers.pop() {
            Some(Answer::Taken(Err(refused))) => refused.code,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(&mut desk, sits(3, BORYS, "Borys", None)), "bad-link", "it is reserved");
    assert_eq!(refused(&mut desk, sits(1, BORYS, "Borys", Some("red"))), "colour-taken");
    assert_eq!(refused(&mut desk, sits(1, BORYS, "Borys", Some("mauve"))), "colour");
    desk.give(sits(1, BORYS, "Borys", Some("yellow")));
    desk.store();
    let colours = |desk: &Desk| desk.view(ANNA).seats.iter().map(|seat| seat.colour.clone()).collect::<Vec<_>>();
    assert_eq!(colours(&desk), ["red", "yellow", "blue", "green"], "the free seat has the other colour");
    assert_eq!(refused(&mut desk, sits(2, BORYS, "Borys", None)), "bad-link", "one seat for each");
    // Another name and colour while the game waits; then one stands up, and somebody else comes.
    desk.give(sits(1, BORYS, "Борис", Some("pink")));
    desk.store();
    let seat = &desk.view(ANNA).seats[1];
    assert_eq!((seat.name.as_str(), seat.colour.as_str(), desk.view(ANNA).status), ("Борис", "pink", Status::Open));
    let borys = desk.join(Some(BORYS));
    desk.say(borys, ClientMessage::Leave { seat: 0 });
    assert_eq!(desk.refused.pop(), Some("not-your-seat"));
    desk.say(borys, ClientMessage::Leave { seat: 1 });
    desk.store();
    assert!(desk.view(BORYS).can_join && desk.view(BORYS).seats[1].open);
}

#[test]
fn who_gives_up_leaves_a_free_seat_before_the_game_and_a_bot_in_it() {
    let mut desk = Desk::new(game(vec![seat("Anna", Some(ANNA), None), open("Two"), open("Three")], Clock::None));
    desk.give(sits(1, BORYS, "Borys", None));
    desk.store();
    desk.answers.clear();
    desk.give(Input::Quit { ticket: 1, who: Identity([9; 32]) });
    assert!(matches!(desk.answers.pop(), Some(Answer::Taken(Err(refused))) if refused.code == "not-seated"));
    desk.give(Input::Quit { ticket: 1, who: BORYS });
    desk.store();
    assert!(desk.view(ANNA).seats[1].open);
    let mut desk = Desk::begun(game(two(), Clock::None));
    desk.give(Input::Quit { ticket: 1, who: BORYS });
    assert_eq!(desk.store().change.notes[0].text, "resigned:1");
    assert_eq!(desk.view(ANNA).seats[1].bot.as_deref(), Some("greedy"));
}

#[test]
fn a_rematch_is_offered_and_begins_when_it_is_accepted() {
    let seats = vec![seat("Anna", Some(ANNA), None), seat("Borys", Some(BORYS), None)];
    let mut stored = game(seats, Clock::PerMove { seconds: 30 });
    stored.status = Status::Finished;
    let mut desk = Desk::new(stored);
    let id = "next".to_owned();
    desk.give(Input::Rematch { ticket: 5, who: BORYS, id, seed: Seed([1; 32]), has_room: true });
    let next = *desk.store().create.expect("a game");
    assert_eq!((next.status, next.seats[0].owner, next.seats[0].kept_for), (Status::Open, None, Some(ANNA)));
    let invited = crate::stored::summary(&next, Some(ANNA));
    assert!(invited.invited && !invited.yours && !invited.can_join);

    let mut desk = Desk::new(next);
    let borys = desk.join(Some(BORYS));
    let stranger = Identity([9; 32]);
    desk.give(sits(0, stranger, "Mallory", None));
    assert!(matches!(desk.answers.pop(), Some(Answer::Taken(Err(refused))) if refused.code == "bad-link"));
    assert!(desk.request.is_none() && desk.room.wake(desk.now).is_none(), "nothing begins");
    let mut accepted = desk.room.clone();
    let anna = desk.join(Some(ANNA));
    assert!(desk.view(ANNA).seats[0].back);
    desk.say(anna, ClientMessage::Back { seat: 0 });
    assert_eq!(desk.store().change.status, Some(Status::Running));
    assert!(desk.room.wake(desk.now).is_some(), "both are there: the clock runs");
    // Or the host does not wait for her, and the seat is for whoever comes.
    std::mem::swap(&mut accepted, &mut desk.room);
    desk.say(borys, ClientMessage::Leave { seat: 0 });
    desk.store();
    assert!(desk.view(stranger).can_join);
}

#[test]
fn who_lost_a_seat_may_come_back_until_somebody_else_has_come() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    desk.give(Input::Link { ticket: 1, seat: 1, who: ANNA, key: "new".to_owned(), sure: false });
    desk.store();
    let borys = desk.join(Some(BORYS));
    let view = desk.view(BORYS);
    assert!(view.seats[1].back && view.seats[1].kept && !view.seats[1].yours);
    desk.say(borys, ClientMessage::Back { seat: 1 });
    desk.store();
    assert!(desk.view(BORYS).seats[1].yours && note(&desk, "back:1"));
    // In the lobby who is here loses the seat only if the host is sure.
    let mut desk =
        Desk::new(game(vec![seat("Anna", Some(ANNA), None), seat("Borys", Some(BORYS), None), open("3")], Clock::None));
    desk.join(Some(BORYS));
    let link = |sure| Input::Link { ticket: 2, seat: 1, who: ANNA, key: "new".to_owned(), sure };
    desk.give(link(false));
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == "online"));
    desk.give(link(true));
    desk.store();
    assert!(!desk.view(BORYS).seats[1].yours && !desk.view(BORYS).seats[1].back);
}

#[test]
fn the_thoughts_of_a_bot_count_only_for_the_state_that_it_saw() {
    let seats = vec![seat("Bot", None, Some("random")), seat("Borys", Some(BORYS), None)];
    let mut desk = Desk::begun(game(seats, Clock::None));
    let asked = desk.thinking.take().expect("a bot is asked");
    let mut state = asked.state.clone();
    let mut actions = Vec::new();
    while state.actor() == asked.state.actor() {
        let action = state.legal_actions()[0];
        state.apply(action).unwrap();
        actions.push(action);
    }
    desk.give(Input::BotMoved { generation: asked.generation + 1, actions: actions.clone() });
    assert!(desk.request.is_none());
    desk.give(Input::BotMoved { generation: asked.generation, actions: actions.clone() });
    assert_eq!(desk.store().change.actions.len(), actions.len() + 1, "the turn and the next draw");
    assert_eq!(desk.view(BORYS).turn, 2);
    desk.give(Input::BotMoved { generation: asked.generation, actions });
    assert!(desk.request.is_none(), "a second answer is worthless");
}

#[test]
fn what_goes_on_by_itself_is_tried_again_after_a_pause() {
    let mut desk = Desk::new(game(two(), Clock::None));
    desk.settle(false);
    assert_eq!(desk.room.wake(desk.now), Some(1_500));
    desk.now.ticks = 1_501;
    assert_eq!(desk.room.wake(desk.now), Some(1_501), "also if somebody looks late");
    desk.give(Input::Tick);
    assert_eq!(desk.room.wake(desk.now), None, "once");
    assert_eq!(desk.store().change.actions.len(), 1, "the first draw");
    assert_eq!(desk.view(ANNA).draft, 1);
}

#[test]
fn seats_links_and_rematches_are_answered_when_they_are_stored() {
    let mut desk = Desk::new(game(vec![seat("Anna", Some(ANNA), None), seat("Two", None, None)], Clock::None));
    let take = |ticket, key: &str| Input::Take {
        ticket,
        seat: 1,
        key: key.to_owned(),
        name: "Borys".to_owned(),
        colour: None,
        who: BORYS,
        promise: None,
    };
    desk.give(take(1, "wrong"));
    assert!(matches!(desk.answers.pop(), Some(Answer::Taken(Err(refused))) if refused.code == "bad-link"));
    desk.give(take(2, "Two"));
    assert!(desk.answers.is_empty());
    let request = desk.store();
    assert_eq!(request.name, Some((BORYS, "Borys".to_owned())));
    assert_eq!(request.change.status, Some(Status::Running));
    assert_eq!(desk.answers.pop(), Some(Answer::Taken(Ok(()))));
    desk.give(Input::Link { ticket: 3, seat: 1, who: BORYS, key: "new".to_owned(), sure: false });
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == "not-host"));
    desk.give(Input::Link { ticket: 4, seat: 1, who: ANNA, key: "new".to_owned(), sure: false });
    desk.settle(false);
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == "not-stored"));
    let rematch =
        |who, has_room| Input::Rematch { ticket: 5, who, id: "next".to_owned(), seed: Seed([1; 32]), has_room };
    desk.give(rematch(ANNA, true));
    assert!(matches!(desk.answers.pop(), Some(Answer::Rematch(Err(refused))) if refused.code == "not-over"));
    let sockets = [(desk.join(Some(ANNA)), ANNA), (desk.join(Some(BORYS)), BORYS)];
    while desk.view(ANNA).status == Status::Running {
        let asked = desk.view(ANNA).decision.seat.expect("a player is asked");
        let (socket, who) = sockets[usize::from(asked)];
        let draft = desk.draft(socket, who);
        desk.say(socket, ClientMessage::Confirm { draft });
        desk.store();
    }
    desk.give(rematch(ANNA, false));
    assert!(matches!(desk.answers.pop(), Some(Answer::Rematch(Err(refused))) if refused.code == "too-many"));
    desk.give(rematch(BORYS, true));
    let request = desk.store();
    assert_eq!((request.create.unwrap().host, request.change.rematch.as_deref()), (BORYS, Some("next")));
    assert!(matches!(desk.answers.pop(), Some(Answer::Rematch(Ok(created))) if created.id == "next"));
    assert_eq!(desk.view(ANNA).rematch.as_deref(), Some("next"));
}

#[test]
fn watchers_and_windows_are_bounded_and_an_empty_room_is_idle() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    assert!(desk.room.is_idle());
    let windows = [desk.join(Some(ANNA)), desk.join(Some(ANNA)), desk.join(None)];
    assert_eq!(desk.room.join(Some(ANNA), 0, desk.now).unwrap_err().code, "too-many");
    assert_eq!(desk.room.join(None, 0, desk.now).unwrap_err().code, "too-many");
    assert!(desk.room.join(Some(BORYS), 0, desk.now).is_ok(), "a player finds a place");
    assert!(!desk.room.is_idle());
    for socket in windows.into_iter().chain([3]) {
        let outputs = desk.room.leave(socket);
        desk.note(outputs);
    }
    assert!(desk.room.is_idle());
}

#[test]
fn who_sits_down_watches_no_more() {
    let seats = vec![seat("Anna", Some(ANNA), None), open("Two"), open("Three")];
    let mut desk = Desk::new(game(seats, Clock::None));
    let anna = desk.join(Some(ANNA));
    desk.join(Some(BORYS));
    let watching = |desk: &Desk| {
        desk.sent.iter().rev().find_map(|(to, message)| match message {
            ServerMessage::Presence { watching, .. } if *to == anna => Some(*watching),
            _ => None,
        })
    };
    assert_eq!(watching(&desk), Some(1));
    desk.give(sits(1, BORYS, "Borys", None));
    desk.store();
    assert_eq!(watching(&desk), Some(0));
}

#[test]
fn the_same_inputs_have_the_same_outputs() {
    let run = || {
        let seats = vec![seat("Anna", Some(ANNA), None), seat("Bot", None, Some("random"))];
        let mut desk = Desk::begun(game(seats, Clock::Fischer { seconds: 60, increment: 5 }));
        let anna = desk.join(Some(ANNA));
        while desk.view(ANNA).status == Status::Running {
            desk.now.ticks += 700;
            if let Some(Thinking { generation, state, .. }) = desk.thinking.take() {
                let mut next = state.clone();
                let mut actions = Vec::new();
                while next.actor() == state.actor() {
                    let action = *next.legal_actions().last().expect("a legal action");
                    next.apply(action).unwrap();
                    actions.push(action);
                }
                desk.give(Input::BotMoved { generation, actions });
            } else {
                let draft = desk.draft(anna, ANNA);
                desk.say(anna, ClientMessage::Confirm { draft });
            }
            desk.store();
        }
        desk.told
    };
    let told = run();
    assert!(told.len() > 10_000);
    assert_eq!(told, run());
}

/// Bytes of the messages that a socket was sent since the last look.
fn bytes(desk: &mut Desk, socket: SocketId) -> usize {
    let (own, others): (Vec<_>, Vec<_>) = std::mem::take(&mut desk.sent).into_iter().partition(|(to, _)| *to == socket);
    desk.sent = others;
    own.iter().map(|(_, message)| serde_json::to_string(message).unwrap().len()).sum()
}

#[test]
fn a_tap_late_in_the_big_box_is_a_small_message() {
    let mut stored = game(two(), Clock::None);
    let big_box = bastide_rules::box_named("big-box").unwrap();
    stored.setup.base = big_box.base.info().id.to_owned();
    stored.setup.modules = big_box.modules.iter().map(|module| module.info().id.to_owned()).collect();
    stored.setup.end_after = None;
    let mut desk = Desk::begun(stored);
    let sockets = [(desk.join(Some(ANNA)), ANNA), (desk.join(Some(BORYS)), BORYS)];
    let (mut taps, mut broadcasts, mut whole) = (Vec::new(), Vec::new(), 0);
    while desk.view(ANNA).status == Status::Running && desk.view(ANNA).turn <= 155 {
        let asked = desk.view(ANNA).decision.seat.expect("a player is asked");
        let (socket, who) = sockets[usize::from(asked)];
        let is_late = desk.view(ANNA).turn >= 150;
        loop {
            let view = desk.view(who);
            sockets.iter().for_each(|&(socket, _)| _ = bytes(&mut desk, socket));
            if view.must_confirm {
                desk.say(socket, ClientMessage::Confirm { draft: view.draft });
                desk.store();
                broadcasts.extend(is_late.then(|| bytes(&mut desk, socket)));
                break;
            }
            // In the middle of the list: something happens in every turn, and the board grows in all directions.
            let option = &view.decision.options[view.decision.options.len() / 2];
            desk.say(socket, ClientMessage::Act { draft: view.draft, action: option.action.clone() });
            taps.extend(is_late.then(|| bytes(&mut desk, socket)));
        }
        whole = whole.max(serde_json::to_string(&desk.view(who)).unwrap().len());
    }
    assert!(taps.len() > 10, "{taps:?}");
    let most = |sizes: &[usize]| sizes.iter().copied().max().unwrap_or(0);
    assert!(most(&taps) < 15_000, "{taps:?}");
    assert!(most(&broadcasts) < whole / 2, "{broadcasts:?} of {whole}");
}

#[test]
fn another_answer_cuts_the_draft_in_one_message() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let anna = desk.join(Some(ANNA));
    let first = desk.view(ANNA);
    desk.draft(anna, ANNA);
    assert_eq!(desk.view(ANNA).answered.len(), 2, "a tile and a meeple");
    desk.kinds(anna);
    let other = first.decision.options.last().expect("several places").action.clone();
    desk.say(anna, ClientMessage::Act { draft: first.draft, action: other.clone() });
    let view = desk.view(ANNA);
    assert_eq!((desk.kinds(anna).len(), view.draft), (1, first.draft + 1));
    assert_eq!(view.answered.iter().map(|answered| answered.answer.as_str()).collect::<Vec<_>>(), [other.as_str()]);
    // What is illegal leaves the draft as it is; what was never asked is stale.
    desk.say(anna, ClientMessage::Act { draft: first.draft, action: "50,50 r0".to_owned() });
    desk.say(anna, ClientMessage::Act { draft: first.draft + 2, action: "pass".to_owned() });
    desk.say(anna, ClientMessage::Act { draft: first.draft - 1, action: "pass".to_owned() });
    assert_eq!(desk.refused, ["illegal", "stale", "stale"]);
    assert_eq!(desk.view(ANNA).draft, view.draft);
}

fn note(desk: &Desk, text: &str) -> bool {
    desk.view(ANNA).log.iter().any(|entry| entry.notes.iter().any(|note| note == text))
}

#[test]
fn a_bot_for_a_while_gives_no_time_back() {
    for clock in [Clock::PerMove { seconds: 60 }, Clock::Fischer { seconds: 60, increment: 5 }] {
        let mut desk = Desk::begun(game(two(), clock));
        let anna = desk.join(Some(ANNA));
        desk.join(Some(BORYS));
        desk.now.ticks += 40_000;
        desk.say(anna, ClientMessage::ReplaceByBot { seat: 0, bot: "greedy".to_owned() });
        desk.store();
        assert!(note(&desk, "replaced-by-bot:0"));
        desk.now.ticks += 5_000;
        assert_eq!(desk.room.wake(desk.now), None, "a bot is not late");
        desk.give(Input::Link { ticket: 1, seat: 0, who: ANNA, key: "new".to_owned(), sure: false });
        desk.store();
        let (key, name) = ("new".to_owned(), "Anna".to_owned());
        desk.give(Input::Take { ticket: 2, seat: 0, key, name, colour: None, who: ANNA, promise: None });
        desk.store();
        assert!(note(&desk, "link-given:0") && note(&desk, "seated:0"), "{:?}", desk.view(ANNA).log);
        assert_eq!(desk.room.wake(desk.now), Some(desk.now.ticks + 15_000));
    }
}

#[test]
fn nobody_loses_a_seat_while_they_are_there() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let (anna, borys) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)));
    let replace = || ClientMessage::ReplaceByBot { seat: 1, bot: "greedy".to_owned() };
    let link = |ticket| Input::Link { ticket, seat: 1, who: ANNA, key: "new".to_owned(), sure: false };
    desk.say(anna, replace());
    assert_eq!(desk.refused.pop(), Some("needs-consent"));
    desk.give(link(1));
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == "needs-consent"));
    let outputs = desk.room.leave(borys);
    desk.note(outputs);
    desk.give(link(3));
    desk.store();
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Ok(_)))));
    assert!(note(&desk, "link-given:1"));
    // Not all the time: everybody reads each change.
    for _ in 0..9 {
        desk.give(link(4));
        desk.store();
    }
    desk.answers.clear();
    desk.give(link(5));
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == "too-many"));
}

#[test]
fn only_the_host_cancels_and_only_what_is_theirs_alone() {
    let alone = Desk::new(game(vec![seat("Anna", Some(ANNA), None), seat("Two", None, None)], Clock::None));
    assert!(alone.room.check_cancel(ANNA).is_ok());
    assert_eq!(alone.room.check_cancel(BORYS).unwrap_err().code, "not-host");
    let both = Desk::begun(game(two(), Clock::None));
    assert_eq!(both.room.check_cancel(ANNA).unwrap_err().code, "others-play");
}

#[test]
fn old_lines_fall_off_and_nobody_is_muted_by_them() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let anna = desk.join(Some(ANNA));
    for number in 0..crate::text::CHAT_KEPT + 5 {
        desk.say(anna, ClientMessage::Chat { text: format!("line {number}") });
        desk.store();
        desk.sent.clear();
    }
    assert_eq!(desk.room.chat().len(), crate::text::CHAT_KEPT);
    assert_eq!(desk.room.chat()[0].text, "line 5");
}

#[test]
fn every_change_carries_the_version_that_it_changes() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let anna = desk.join(Some(ANNA));
    desk.say(anna, ClientMessage::Chat { text: "one".to_owned() });
    assert_eq!(desk.store().change.version, 1, "the first draw was 0");
    desk.say(anna, ClientMessage::Resign { seat: 0 });
    assert_eq!(desk.store().change.version, 2);
}

/// A game for two that waits for Borys, with the promise of Anna's share.
fn promised(first_drawn: bool) -> StoredGame {
    let mut game = game(vec![seat("Anna", Some(ANNA), None), seat("Two", None, None)], Clock::None);
    let mut shares = Shares::none(2);
    shares.seats[0].promise = Some(hex(&promise(0, &[1; 32])));
    game.shares = Some(shares);
    game.setup.first_drawn = first_drawn;
    game
}

fn sit_down(desk: &mut Desk) {
    let (key, name) = ("Two".to_owned(), "Borys".to_owned());
    let promise = Some(hex(&promise(1, &[2; 32])));
    desk.give(Input::Take { ticket: 1, seat: 1, key, name, colour: None, who: BORYS, promise });
    assert_eq!(desk.store().change.actions.len(), 0, "nothing is drawn before the shares are told");
}

#[test]
fn draws_follow_from_the_seed_and_the_shares() {
    let mut firsts = std::collections::BTreeSet::new();
    for number in 0..12 {
        let mut stored = promised(true);
        stored.seed = Seed([number; 32]);
        let mut desk = Desk::new(stored);
        let (anna, borys) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)));
        sit_down(&mut desk);
        assert!(desk.view(ANNA).awaits_shares);
        let tell = |seat, share: [u8; 32]| ClientMessage::Reveal { seat, share: hex(&share) };
        desk.say(borys, tell(1, [1; 32]));
        assert_eq!(desk.refused.pop(), Some("share"), "only what was promised");
        desk.say(borys, tell(0, [1; 32]));
        assert_eq!(desk.refused.pop(), Some("not-your-seat"));
        desk.say(borys, tell(1, [2; 32]));
        assert!(desk.request.is_none() && desk.view(ANNA).shares.iter().all(|share| share.share.is_none()));
        desk.say(anna, tell(0, [1; 32]));
        let change = desk.store().change;
        let key = mixed(&Seed([number; 32]), [(0, [1; 32]), (1, [2; 32])]);
        let first = key.below(0, 2) as u8;
        assert_eq!(change.setup.map(|setup| setup.first), Some(first));
        firsts.insert(first);
        let mut table = Table::new(Game::new(Options { first: first.into(), ..*desk.options() }).unwrap());
        table.draw(&key);
        assert_eq!(change.actions, table.fresh);
        let view = desk.view(ANNA);
        assert!(!view.awaits_shares && view.shares.iter().all(|share| share.share.is_some()), "{:?}", view.shares);
        // What was settled is the same after a restart.
        let again = Room::restore(desk.stored(change.actions), Bounds { sockets_of_identity: 2, watchers: 1 });
        assert_eq!(again.table().state.active_player().index(), usize::from(first));
    }
    assert_eq!(firsts.len(), 2);
}

#[test]
fn a_share_that_does_not_come_is_done_without() {
    let mut desk = Desk::new(promised(false));
    let anna = desk.join(Some(ANNA));
    sit_down(&mut desk);
    desk.say(anna, ClientMessage::Reveal { seat: 0, share: "01".repeat(32) });
    assert!(desk.request.is_none());
    let until = desk.room.wake(desk.now).expect("it is not waited for ever");
    desk.now.ticks = until;
    desk.give(Input::Tick);
    let change = desk.store().change;
    let mut table = Table::new(Game::new(*desk.options()).unwrap());
    table.draw(&mixed(&Seed([7; 32]), [(0, [1; 32])]));
    assert_eq!(change.actions, table.fresh);
    assert!(desk.view(ANNA).shares[1].share.is_none(), "everybody sees whose is missing");
}
