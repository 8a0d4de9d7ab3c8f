//! Records told to people: step by step, and as one page that plays a game and needs nothing else.

mod page;
mod replay;

pub use page::page;
pub use replay::{Replay, Step};

use bastide_rules::{Event, ReturnCause, State, story};

/// What happened, as far as neither an action nor an award or another sentence says it.
pub fn event_text(state: &State, event: &Event, names: &[String]) -> Option<String> {
    match event {
        Event::Returned { why: ReturnCause::Scored, .. }
        | Event::RobberReturned { .. }
        | Event::IngotPut { .. }
        | Event::Rolled { .. }
        | Event::FloorPut { .. }
        | Event::LeftQuarter { .. } => None,
        _ => story::sentence(state, event, names),
    }
}

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
