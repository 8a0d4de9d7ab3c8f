//! Shares of the randomness.

use bastide_rules::{Game, Options};

use crate::fairness::{Seed, mixed, promise};
use crate::room::desk::{ANNA, BORYS, Desk, game, seat};
use crate::room::{Bounds, Input, Room};
use crate::stored::{Shares, StoredGame};
use crate::table::Table;
use crate::text::hex;
use crate::wire::{ClientMessage, Clock, ProblemCode};

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
        assert_eq!(desk.refused.pop(), Some(ProblemCode::Share), "only what was promised");
        desk.say(borys, tell(0, [1; 32]));
        assert_eq!(desk.refused.pop(), Some(ProblemCode::NotYourSeat));
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
