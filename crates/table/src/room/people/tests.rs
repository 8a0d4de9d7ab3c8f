//! Seats, links, rematches, chat.

use crate::fairness::Seed;
use crate::identity::Identity;
use crate::room::desk::{ANNA, BORYS, Desk, game, noted, open, seat, sits, two};
use crate::room::{Answer, Input};
use crate::wire::{ClientMessage, Clock, Note, ProblemCode, Status};

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
    assert_eq!(refused(&mut desk, sits(3, BORYS, "Borys", None)), ProblemCode::BadLink, "it is reserved");
    assert_eq!(refused(&mut desk, sits(1, BORYS, "Borys", Some("red"))), ProblemCode::ColourTaken);
    assert_eq!(refused(&mut desk, sits(1, BORYS, "Borys", Some("mauve"))), ProblemCode::Colour);
    desk.give(sits(1, BORYS, "Borys", Some("yellow")));
    desk.store();
    let colours = |desk: &Desk| desk.view(ANNA).seats.iter().map(|seat| seat.colour.clone()).collect::<Vec<_>>();
    assert_eq!(colours(&desk), ["red", "yellow", "blue", "green"], "the free seat has the other colour");
    assert_eq!(refused(&mut desk, sits(2, BORYS, "Borys", None)), ProblemCode::BadLink, "one seat for each");
    // Another name and colour while the game waits; then one stands up, and somebody else comes.
    desk.give(sits(1, BORYS, "Борис", Some("pink")));
    desk.store();
    let seat = &desk.view(ANNA).seats[1];
    assert_eq!((seat.name.as_str(), seat.colour.as_str(), desk.view(ANNA).status), ("Борис", "pink", Status::Open));
    let borys = desk.join(Some(BORYS));
    desk.say(borys, ClientMessage::Leave { seat: 0 });
    assert_eq!(desk.refused.pop(), Some(ProblemCode::NotYourSeat));
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
    assert!(matches!(desk.answers.pop(), Some(Answer::Taken(Err(refused))) if refused.code == ProblemCode::NotSeated));
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
    assert!(matches!(desk.answers.pop(), Some(Answer::Taken(Err(refused))) if refused.code == ProblemCode::BadLink));
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
    assert!(desk.view(BORYS).seats[1].yours && noted(&desk, Note::Back { seat: 1 }));
    // In the lobby who is here loses the seat only if the host is sure.
    let mut desk =
        Desk::new(game(vec![seat("Anna", Some(ANNA), None), seat("Borys", Some(BORYS), None), open("3")], Clock::None));
    desk.join(Some(BORYS));
    let link = |sure| Input::Link { ticket: 2, seat: 1, who: ANNA, key: "new".to_owned(), sure };
    desk.give(link(false));
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == ProblemCode::Online));
    desk.give(link(true));
    desk.store();
    assert!(!desk.view(BORYS).seats[1].yours && !desk.view(BORYS).seats[1].back);
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
    assert!(matches!(desk.answers.pop(), Some(Answer::Taken(Err(refused))) if refused.code == ProblemCode::BadLink));
    desk.give(take(2, "Two"));
    assert!(desk.answers.is_empty());
    let request = desk.store();
    assert_eq!(request.name, Some((BORYS, "Borys".to_owned())));
    assert_eq!(request.change.status, Some(Status::Running));
    assert_eq!(desk.answers.pop(), Some(Answer::Taken(Ok(()))));
    desk.give(Input::Link { ticket: 3, seat: 1, who: BORYS, key: "new".to_owned(), sure: false });
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == ProblemCode::NotHost));
    desk.give(Input::Link { ticket: 4, seat: 1, who: ANNA, key: "new".to_owned(), sure: false });
    desk.settle(false);
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == ProblemCode::NotStored));
    let rematch =
        |who, has_room| Input::Rematch { ticket: 5, who, id: "next".to_owned(), seed: Seed([1; 32]), has_room };
    desk.give(rematch(ANNA, true));
    assert!(matches!(desk.answers.pop(), Some(Answer::Rematch(Err(refused))) if refused.code == ProblemCode::NotOver));
    let sockets = [(desk.join(Some(ANNA)), ANNA), (desk.join(Some(BORYS)), BORYS)];
    while desk.view(ANNA).status == Status::Running {
        let asked = desk.view(ANNA).decision.seat.expect("a player is asked");
        let (socket, who) = sockets[usize::from(asked)];
        let draft = desk.draft(socket, who);
        desk.say(socket, ClientMessage::Confirm { draft });
        desk.store();
    }
    desk.give(rematch(ANNA, false));
    assert!(matches!(desk.answers.pop(), Some(Answer::Rematch(Err(refused))) if refused.code == ProblemCode::TooMany));
    desk.give(rematch(BORYS, true));
    let request = desk.store();
    assert_eq!((request.create.unwrap().host, request.change.rematch.as_deref()), (BORYS, Some("next")));
    assert!(matches!(desk.answers.pop(), Some(Answer::Rematch(Ok(created))) if created.id == "next"));
    assert_eq!(desk.view(ANNA).rematch.as_deref(), Some("next"));
}

#[test]
fn nobody_loses_a_seat_while_they_are_there() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let (anna, borys) = (desk.join(Some(ANNA)), desk.join(Some(BORYS)));
    let replace = || ClientMessage::ReplaceByBot { seat: 1, bot: "greedy".to_owned() };
    let link = |ticket| Input::Link { ticket, seat: 1, who: ANNA, key: "new".to_owned(), sure: false };
    desk.say(anna, replace());
    assert_eq!(desk.refused.pop(), Some(ProblemCode::NeedsConsent));
    desk.give(link(1));
    assert!(
        matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == ProblemCode::NeedsConsent)
    );
    let outputs = desk.room.leave(borys);
    desk.note(outputs);
    desk.give(link(3));
    desk.store();
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Ok(_)))));
    assert!(noted(&desk, Note::LinkGiven { seat: 1 }));
    // Not all the time: everybody reads each change.
    for _ in 0..9 {
        desk.give(link(4));
        desk.store();
    }
    desk.answers.clear();
    desk.give(link(5));
    assert!(matches!(desk.answers.pop(), Some(Answer::Link(Err(refused))) if refused.code == ProblemCode::TooMany));
}

#[test]
fn only_the_host_cancels_and_only_what_is_theirs_alone() {
    let alone = Desk::new(game(vec![seat("Anna", Some(ANNA), None), seat("Two", None, None)], Clock::None));
    assert!(alone.room.check_cancel(ANNA).is_ok());
    assert_eq!(alone.room.check_cancel(BORYS).unwrap_err().code, ProblemCode::NotHost);
    let both = Desk::begun(game(two(), Clock::None));
    assert_eq!(both.room.check_cancel(ANNA).unwrap_err().code, ProblemCode::OthersPlay);
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
