//! The room as a whole; what its parts do is tested beside them.

use super::desk::{ANNA, BORYS, Desk, game, seat, two};
use super::{Input, Thinking};
use crate::wire::{ClientMessage, Clock, ProblemCode, Status};

#[test]
fn watchers_and_windows_are_bounded_and_an_empty_room_is_idle() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    assert!(desk.room.is_idle());
    let windows = [desk.join(Some(ANNA)), desk.join(Some(ANNA)), desk.join(None)];
    assert_eq!(desk.room.join(Some(ANNA), 0, desk.now).unwrap_err().code, ProblemCode::TooMany);
    assert_eq!(desk.room.join(None, 0, desk.now).unwrap_err().code, ProblemCode::TooMany);
    assert!(desk.room.join(Some(BORYS), 0, desk.now).is_ok(), "a player finds a place");
    assert!(!desk.room.is_idle());
    for socket in windows.into_iter().chain([3]) {
        let outputs = desk.room.leave(socket);
        desk.note(outputs);
    }
    assert!(desk.room.is_idle());
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
