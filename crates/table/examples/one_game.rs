//! Runs a room by hand, as a server does: hands in what happens, carries out what follows, keeps what is to be stored. Somebody who
//! always takes the first answer plays against a bot; the record of the game is printed.
//!
//! `cargo run --package bastide-table --example one_game`

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::collections::VecDeque;

use bastide_bots::{Budget, by_name};
use bastide_table::clock::Now;
use bastide_table::fairness::Seed;
use bastide_table::identity::{Identity, hash};
use bastide_table::making::{Origin, from_wish};
use bastide_table::room::{Bounds, Input, Output, Room};
use bastide_table::turn::whole_turn;
use bastide_table::wire::{ClientMessage, Clock, CreateGame, First, SeatPlan, Status, Who};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Whoever runs a room brings the time, the ids and what is random; these are the same each time.
    let anna = Identity(hash("the secret of Anna's browser"));
    let now = Now { ticks: 0, date: 0 };
    let origin = Origin { id: "game".to_owned(), host: anna, seed: Seed(hash("chance")), date: now.date };
    let seat = |name: &str, colour: &str, who| SeatPlan {
        name: name.to_owned(),
        colour: colour.to_owned(),
        who,
        promise: None,
    };
    let wish = CreateGame {
        in_box: None,
        base: Some("classic".to_owned()),
        modules: vec!["farmers".to_owned()],
        seats: vec![seat("Anna", "red", Who::Here), seat("Bot", "blue", Who::Bot("greedy".to_owned()))],
        first: First::Seat(0),
        aids: false,
        clock: Clock::None,
        private: true,
        end_after: Some(12),
        bot_pace: 0,
        strict: false,
    };
    let mut stored = from_wish(&wish, origin, || Ok("a key".to_owned()))?.game;
    let mut bot = by_name("greedy", 1)?;

    let mut room = Room::restore(stored.clone(), Bounds { sockets_of_identity: 8, watchers: 100 });
    let mut outputs = VecDeque::from(room.handle(Input::Begin, now));
    let (socket, greeting) = room.join(Some(anna), 0, now)?;
    outputs.extend(greeting);
    loop {
        let Some(output) = outputs.pop_front() else {
            // Nothing follows any more: the room waits for a person, or the game is over.
            let view = room.view(Some(anna), now);
            if view.status == Status::Finished {
                break;
            }
            let draft = view.draft;
            let message = if view.must_confirm {
                ClientMessage::Confirm { draft }
            } else {
                ClientMessage::Act { draft, action: view.decision.options[0].action.clone() }
            };
            outputs.extend(room.handle(Input::Say { socket, message }, now));
            continue;
        };
        match output {
            Output::Store(request) => {
                stored.change(request.change);
                outputs.extend(room.stored(true, now));
            }
            Output::Think(thinking) => {
                let actions = whole_turn(&mut *bot, thinking.state, &Budget::default());
                outputs.extend(room.handle(Input::BotMoved { generation: thinking.generation, actions }, now));
            }
            // A server would write these to sockets.
            Output::Send { .. } | Output::Answer { .. } => {}
            Output::Refused(why) => return Err(why.word().into()),
            Output::Odd(what) => return Err(what.into()),
        }
    }
    print!("{}", room.record());
    println!("# {} actions were stored.", stored.actions.len());
    Ok(())
}
