//! What is stored before it counts, and what goes on by itself.

use crate::room::desk::{ANNA, BORYS, Desk, game, seat, two};
use crate::room::{Input, Thinking};
use crate::wire::{ClientMessage, Clock, ProblemCode};

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
    assert_eq!((desk.kinds(anna), desk.refused.pop()), (vec!["problem"], Some(ProblemCode::NotStored)));
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
    assert_eq!(desk.refused, [ProblemCode::Stale], "what is confirmed is not taken back");
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

/// The dragon takes six steps, and often there is one way only.
#[test]
fn a_bot_waits_less_where_there_is_little_to_think_about() {
    let bots = ["One", "Two"].map(|name| seat(name, None, Some("random"))).to_vec();
    let mut stored = game(bots, Clock::None);
    stored.setup.modules.push("dragon".to_owned());
    stored.setup.end_after = Some(60);
    let mut desk = Desk::begun(stored);
    let mut pauses = std::collections::BTreeSet::new();
    let mut bot = bastide_bots::Random::new(1);
    while let Some(Thinking { generation, state, pace, .. }) = desk.thinking.take() {
        assert_eq!(pace, crate::turn::pause(&state, 300));
        pauses.insert(pace);
        let actions = crate::turn::whole_turn(&mut bot, state, &bastide_bots::Budget::default());
        desk.give(Input::BotMoved { generation, actions });
        desk.store();
    }
    assert_eq!(pauses.into_iter().collect::<Vec<_>>(), [75, 150, 300]);
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
fn every_change_carries_the_version_that_it_changes() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let anna = desk.join(Some(ANNA));
    desk.say(anna, ClientMessage::Chat { text: "one".to_owned() });
    assert_eq!(desk.store().change.version, 1, "the first draw was 0");
    desk.say(anna, ClientMessage::Resign { seat: 0 });
    assert_eq!(desk.store().change.version, 2);
}
