//! Two servers share a game: one holds it and dies, the other takes it over when its lease has ended. Prints what the nodes
//! want done and what they are told; the bus is a few lines of memory.
//!
//! `cargo run --package bastide-cluster --example takeover`

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_cluster::place::{Entry, Knocked, NotTaken};
use bastide_cluster::{Effect, Errand, Event, GameId, Node, NodeId, Terms, Ticks};

/// What all nodes share: until when each lease stands, and who holds which game.
#[derive(Default)]
struct Bus {
    leases: BTreeMap<NodeId, Ticks>,
    entries: BTreeMap<GameId, Entry>,
}

impl Bus {
    /// Does an errand of a node; the answer.
    fn run(&mut self, me: &NodeId, errand: Errand, now: Ticks) -> Option<Event<String>> {
        let stands = |leases: &BTreeMap<NodeId, Ticks>, node| leases.get(node).is_some_and(|&until| now < until);
        Some(match errand {
            Errand::Renew => {
                self.leases.insert(me.clone(), now + Terms::default().lease);
                Event::Renewed(true)
            }
            Errand::ListNodes => {
                Event::Nodes(self.leases.keys().filter(|node| stands(&self.leases, node)).cloned().collect())
            }
            Errand::Retire => {
                self.leases.remove(me);
                return None;
            }
            Errand::Look(game) => {
                let entry = self.entries.get(&game).cloned().unwrap_or(Entry { holder: None, revision: 0 });
                Event::Looked(game, Ok(entry))
            }
            Errand::Take(game, known) => {
                let revision = self.entries.get(&game).map_or(0, |entry| entry.revision);
                if revision != known {
                    return Some(Event::Took(game, Err(NotTaken::Other)));
                }
                self.entries.insert(game.clone(), Entry { holder: Some(me.clone()), revision: known + 1 });
                Event::Took(game, Ok(known + 1))
            }
            Errand::Release(game, known) => {
                if let Some(entry) = self.entries.get_mut(&game).filter(|entry| entry.revision == known) {
                    *entry = Entry { holder: None, revision: known + 1 };
                }
                Event::Released(game)
            }
            // The first server is dead, so nobody opens.
            Errand::Knock(game, _) => Event::Knocked(game, Knocked::Silence),
            Errand::LookAt(game, node) => Event::LookedAt(game, Ok(stands(&self.leases, &node))),
        })
    }
}

/// Hands an event to a node and does what follows, until nothing follows any more.
fn tell(node: &mut Node<String>, event: Event<String>, bus: &mut Bus, now: Ticks) {
    let mut events = vec![event];
    while let Some(event) = events.pop() {
        if !matches!(event, Event::Tick | Event::Renewed(_) | Event::Nodes(_)) {
            println!("{now:>6} ms  {} <- {event:?}", node.me());
        }
        for effect in node.handle(event, now) {
            match effect {
                Effect::Errand(errand) => events.extend(bus.run(&node.me().clone(), errand, now)),
                other => println!("{now:>6} ms  {} -> {other:?}", node.me()),
            }
        }
    }
}

fn main() {
    let mut bus = Bus::default();
    let game: GameId = Arc::from("a-game");
    let [mut first, mut second] = ["first", "second"].map(|name| Node::new(NodeId(name.into()), Terms::default()));
    for node in [&mut first, &mut second] {
        tell(node, Event::Tick, &mut bus, 0);
    }
    tell(&mut first, Event::Want(game.clone()), &mut bus, 100);
    // From here on nobody hears of the first one. Somebody asks the second one for the game, again and again.
    for now in (1_000..).step_by(1_000) {
        tell(&mut second, Event::Tick, &mut bus, now);
        if now % 5_000 == 0 {
            tell(&mut second, Event::Want(game.clone()), &mut bus, now);
        }
        if second.holds(&game) {
            break;
        }
    }
}
