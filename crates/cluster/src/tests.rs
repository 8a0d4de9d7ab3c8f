//! One node by hand; what many of them do when everything goes wrong is the business of the simulator.

use std::sync::Arc;

use crate::place::{Entry, Knocked, Missed, NotTaken};
use crate::{Effect, Errand, Event, GameId, Letter, Node, NodeId, Terms, first_for};

type Text = &'static str;

fn name(name: &str) -> NodeId {
    NodeId(Arc::from(name))
}

fn game() -> GameId {
    Arc::from("game")
}

/// A node with a lease, at time 0.
fn member(me: &str) -> Node<Text> {
    let mut node = Node::new(name(me), Terms::default());
    assert_eq!(node.handle(Event::Tick, 0), [Effect::Errand(Errand::Renew), Effect::Errand(Errand::ListNodes)]);
    node.handle(Event::Renewed(true), 1);
    node
}

fn entry(holder: Option<&str>, revision: u64) -> Entry {
    Entry { holder: holder.map(name), revision }
}

/// A node that holds the game.
fn holder() -> Node<Text> {
    let mut node = member("a");
    assert_eq!(node.handle(Event::Want(game()), 10), [Effect::Errand(Errand::Look(game()))]);
    assert_eq!(node.handle(Event::Looked(game(), Ok(entry(None, 0))), 11), [Effect::Errand(Errand::Take(game(), 0))]);
    assert_eq!(node.handle(Event::Took(game(), Ok(7)), 12), [Effect::Run(game())]);
    node
}

/// A node that knows that the game is at `a`.
fn visitor() -> Node<Text> {
    let mut node = member("b");
    node.handle(Event::Want(game()), 10);
    assert_eq!(
        node.handle(Event::Looked(game(), Ok(entry(Some("a"), 7))), 11),
        [Effect::Errand(Errand::Knock(game(), name("a")))]
    );
    assert_eq!(node.handle(Event::Knocked(game(), Knocked::Open), 12), [Effect::Reach(game(), name("a"))]);
    node
}

#[test]
fn who_is_asked_first_takes_the_game() {
    assert!(holder().holds("game"));
}

#[test]
fn without_a_lease_nothing_is_taken() {
    let mut node: Node<Text> = Node::new(name("a"), Terms::default());
    assert_eq!(node.handle(Event::Want(game()), 0), [Effect::Miss(game(), Missed::Away)]);
}

#[test]
fn a_node_whose_lease_ends_lets_go_of_its_games() {
    let mut node = holder();
    assert!(!node.handle(Event::Tick, 13_998).contains(&Effect::Drop(game())));
    assert!(node.handle(Event::Tick, 14_000).contains(&Effect::Drop(game())), "the margin before the others think so");
    assert!(!node.holds("game"));
    assert_eq!(node.handle(Event::Ended(game()), 14_001), [Effect::Errand(Errand::Release(game(), 7))]);
}

#[test]
fn a_lease_counts_from_when_it_was_asked_for() {
    let mut node: Node<Text> = Node::new(name("a"), Terms::default());
    node.handle(Event::Tick, 0);
    node.handle(Event::Renewed(true), 12_000);
    assert!(node.is_member(13_999) && !node.is_member(14_000));
}

#[test]
fn who_was_overtaken_lets_go() {
    let mut node = holder();
    assert_eq!(node.handle(Event::Seen(game(), entry(Some("a"), 7)), 20), []);
    assert_eq!(node.handle(Event::Seen(game(), entry(Some("b"), 8)), 21), [Effect::Drop(game())]);
}

#[test]
fn a_game_that_is_wanted_while_it_is_put_away_is_found_again() {
    let mut node = holder();
    node.handle(Event::Ended(game()), 20);
    assert_eq!(node.handle(Event::Want(game()), 21), []);
    assert_eq!(node.handle(Event::Released(game()), 22), [Effect::Errand(Errand::Look(game()))]);
}

#[test]
fn the_game_of_a_node_without_a_lease_is_taken_over() {
    let mut node = member("b");
    node.handle(Event::Want(game()), 10);
    node.handle(Event::Looked(game(), Ok(entry(Some("a"), 7))), 11);
    let doubt = node.handle(Event::Knocked(game(), Knocked::Silence), 12);
    assert_eq!(doubt, [Effect::Errand(Errand::LookAt(game(), name("a")))]);
    assert_eq!(node.handle(Event::LookedAt(game(), Ok(false)), 13), [Effect::Errand(Errand::Take(game(), 7))]);
    let again = node.handle(Event::Took(game(), Err(NotTaken::Other)), 14);
    assert_eq!(again, [Effect::Errand(Errand::Look(game()))], "somebody was faster");
}

#[test]
fn a_node_that_is_only_silent_keeps_its_games_while_its_lease_stands() {
    let mut node = member("b");
    node.handle(Event::Want(game()), 10);
    node.handle(Event::Looked(game(), Ok(entry(Some("a"), 7))), 11);
    node.handle(Event::Knocked(game(), Knocked::Silence), 12);
    let missed = node.handle(Event::LookedAt(game(), Ok(true)), 13);
    assert_eq!(missed, [Effect::Miss(game(), Missed::Busy)]);
}

#[test]
fn a_node_that_is_not_there_twice_is_gone_although_its_lease_stands() {
    let mut node = member("b");
    node.handle(Event::Want(game()), 10);
    node.handle(Event::Looked(game(), Ok(entry(Some("a"), 7))), 11);
    node.handle(Event::Knocked(game(), Knocked::Nobody), 12);
    assert_eq!(node.handle(Event::LookedAt(game(), Ok(true)), 13), []);
    assert!(!node.handle(Event::Tick, 600).contains(&Effect::Errand(Errand::Look(game()))));
    assert!(node.handle(Event::Tick, 720).contains(&Effect::Errand(Errand::Look(game()))));
    node.handle(Event::Looked(game(), Ok(entry(Some("a"), 7))), 721);
    node.handle(Event::Knocked(game(), Knocked::Nobody), 722);
    assert_eq!(node.handle(Event::LookedAt(game(), Ok(true)), 723), [Effect::Errand(Errand::Take(game(), 7))]);
}

#[test]
fn letters_that_come_twice_are_dropped_and_a_missing_one_closes_the_pipe() {
    let mut node = holder();
    let pipe = (name("b"), 1);
    let open = Letter::Open { pipe: 1, game: game(), opening: "who" };
    assert_eq!(node.handle(Event::Letter(name("b"), open.clone()), 20), [Effect::Join(pipe.clone(), game(), "who")]);
    assert_eq!(node.handle(Event::Letter(name("b"), open), 21), []);
    let say = |number| Event::Letter(name("b"), Letter::Say { pipe: 1, number, text: "chat" });
    assert_eq!(node.handle(say(1), 22), [Effect::Heard(pipe.clone(), "chat")]);
    assert_eq!(node.handle(say(1), 23), []);
    let cut = node.handle(say(3), 24);
    assert_eq!(cut[0], Effect::Left(pipe));
    assert_eq!(node.pipes(), (0, 0));
}

#[test]
fn a_last_letter_that_is_lost_shows_at_the_next_beat() {
    let mut node = visitor();
    node.handle(Event::Open(1, game(), "who"), 20);
    assert_eq!(node.handle(Event::Letter(name("a"), Letter::Opened { pipe: 1 }), 21), [Effect::Opened(1)]);
    let pulse = |told| Event::Letter(name("a"), Letter::Pulse { pipes: vec![(1, told)] });
    assert_eq!(node.handle(pulse(0), 22), []);
    assert_eq!(node.handle(pulse(1), 23)[0], Effect::Closed(1, None));
}

#[test]
fn a_holder_that_falls_silent_is_looked_for_again() {
    let mut node = visitor();
    node.handle(Event::Open(1, game(), "who"), 20);
    node.handle(Event::Letter(name("a"), Letter::Opened { pipe: 1 }), 21);
    node.handle(Event::Ask(1, game(), "take"), 30);
    let effects = node.handle(Event::Tick, 1_521);
    assert!(effects.contains(&Effect::Closed(1, None)), "{effects:?}");
    assert_eq!(node.handle(Event::Want(game()), 1_522), [Effect::Errand(Errand::Look(game()))]);
    assert!(node.handle(Event::Tick, 1_530).contains(&Effect::Answered(1, None)));
}

#[test]
fn a_question_waits_for_a_node_that_is_only_slow() {
    let mut node = visitor();
    node.handle(Event::Ask(1, game(), "take"), 30);
    let beats = node.handle(Event::Tick, 600);
    assert!(beats.contains(&Effect::Send(name("a"), Letter::Beat { pipes: vec![] })), "{beats:?}");
    node.handle(Event::Letter(name("a"), Letter::Pulse { pipes: vec![] }), 1_400);
    assert!(!node.handle(Event::Tick, 2_000).contains(&Effect::Answered(1, None)));
    assert!(node.handle(Event::Tick, 2_900).contains(&Effect::Answered(1, None)));
}

#[test]
fn a_question_for_a_game_that_is_not_here_makes_the_node_look() {
    let mut node = member("a");
    let ask = Letter::Ask { number: 1, game: game(), question: "take" };
    let effects = node.handle(Event::Letter(name("b"), ask), 10);
    let answer = Letter::Answer { number: 1, answer: None };
    assert_eq!(effects, [Effect::Send(name("b"), answer), Effect::Errand(Errand::Look(game()))]);
    let found = node.handle(Event::Looked(game(), Ok(entry(Some("a"), 3))), 11);
    assert_eq!(found, [Effect::Run(game())], "it was taken, and the answer was lost");
}

#[test]
fn only_the_games_of_a_node_that_leaves_move() {
    let all = ["a", "b", "c"].map(name);
    let mut counts = [0; 3];
    for number in 0..3_000 {
        let id = format!("game{number}");
        let first = first_for(&id, &all).unwrap();
        counts[all.iter().position(|node| node == first).unwrap()] += 1;
        let without = first_for(&id, &all[..2]).unwrap();
        assert!(first == without || *first == all[2], "{id}");
    }
    assert!(counts.iter().all(|&count| (850..1_150).contains(&count)), "{counts:?}");
}
