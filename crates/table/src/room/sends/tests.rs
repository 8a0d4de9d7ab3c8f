//! Who is sent what, and how much of it.

use crate::room::SocketId;
use crate::room::desk::{ANNA, BORYS, Desk, game, open, seat, sits, two};
use crate::wire::{ClientMessage, Clock, ServerMessage, Status};

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
fn who_sits_down_watches_no_more() {
    let seats = vec![seat("Anna", Some(ANNA), None), open("Two"), open("Three")];
    let mut desk = Desk::new(game(seats, Clock::None));
    let anna = desk.join(Some(ANNA));
    desk.join(Some(BORYS));
    let watching = |desk: &Desk| {
        desk.sent.iter().rev().filter(|(to, _)| *to == anna).find_map(|(_, message)| {
            if let ServerMessage::Presence { watching, .. } = message { Some(*watching) } else { None }
        })
    };
    assert_eq!(watching(&desk), Some(1));
    desk.give(sits(1, BORYS, "Borys", None));
    desk.store();
    assert_eq!(watching(&desk), Some(0));
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
