//! Clocks, and what follows when they run out.

use crate::identity::Identity;
use crate::room::desk::{ANNA, BORYS, Desk, game, noted, seat, two};
use crate::room::{Input, SocketId};
use crate::wire::{ClientMessage, Clock, Note, ProblemCode, Status, TimeIsUp};

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
    assert!(noted(&desk, Note::Back { seat: 0 }) && desk.view(ANNA).seats[0].yours);
    assert_eq!(desk.room.wake(desk.now), Some(61_000));
}

/// A game for two whose clock runs out for Anna, with everybody there.
fn late() -> (Desk, SocketId, SocketId) {
    let mut desk = Desk::begun(game(two(), Clock::PerMove { seconds: 30 }));
    let (anna, borys) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)));
    desk.now.ticks = 31_000;
    desk.give(Input::Tick);
    desk.store();
    assert!(noted(&desk, Note::TimedOut { seat: 0 }) && desk.room.wake(desk.now).is_none());
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
    assert_eq!(desk.refused.pop(), Some(ProblemCode::NotSeated), "not about oneself");
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
    assert_eq!(desk.refused.pop(), Some(ProblemCode::InTime));

    let (mut desk, anna, borys) = late();
    desk.say(borys, decide(TimeIsUp::Bot));
    desk.store();
    assert!(desk.thinking.is_some() && desk.view(BORYS).overdue.is_none() && desk.view(ANNA).seats[0].back);
    desk.say(borys, ClientMessage::Back { seat: 0 });
    assert_eq!(desk.refused.pop(), Some(ProblemCode::NotYourSeat));
    desk.say(anna, ClientMessage::Back { seat: 0 });
    desk.store();
    assert!(desk.view(ANNA).seats[0].yours);

    let (mut desk, _, borys) = late();
    desk.say(borys, decide(TimeIsUp::End));
    assert_eq!(desk.store().change.status, Some(Status::Finished));
    assert!(noted(&desk, Note::EndedByPlayers) && desk.view(ANNA).status == Status::Finished);
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

#[test]
fn a_bot_for_a_while_gives_no_time_back() {
    for clock in [Clock::PerMove { seconds: 60 }, Clock::Fischer { seconds: 60, increment: 5 }] {
        let mut desk = Desk::begun(game(two(), clock));
        let anna = desk.join(Some(ANNA));
        desk.join(Some(BORYS));
        desk.now.ticks += 40_000;
        desk.say(anna, ClientMessage::ReplaceByBot { seat: 0, bot: "greedy".to_owned() });
        desk.store();
        assert!(noted(&desk, Note::ReplacedByBot { seat: 0 }));
        desk.now.ticks += 5_000;
        assert_eq!(desk.room.wake(desk.now), None, "a bot is not late");
        desk.give(Input::Link { ticket: 1, seat: 0, who: ANNA, key: "new".to_owned(), sure: false });
        desk.store();
        let (key, name) = ("new".to_owned(), "Anna".to_owned());
        desk.give(Input::Take { ticket: 2, seat: 0, key, name, colour: None, who: ANNA, promise: None });
        desk.store();
        assert!(
            noted(&desk, Note::LinkGiven { seat: 0 }) && noted(&desk, Note::Seated { seat: 0 }),
            "{:?}",
            desk.view(ANNA).log
        );
        assert_eq!(desk.room.wake(desk.now), Some(desk.now.ticks + 15_000));
    }
}
