//! Records told to people: step by step, and as one page that plays a game and needs nothing else.

// An event that is new is asked for in every list of them.
#![warn(clippy::wildcard_enum_match_arm)]

mod page;
mod replay;

pub use page::page;
pub use replay::{Replay, Step};

use bastide_rules::{Event, ReturnCause, State, story};

/// What happened, as far as neither the action nor another line says it: the one list of what is told beside the steps
/// of a game. Awards and the beginning of the final scoring are in it.
pub fn event_text(state: &State, event: &Event, names: &[String]) -> Option<String> {
    // An award follows these, or a sentence that says more.
    let is_said_elsewhere = matches!(
        event,
        Event::Returned { why: ReturnCause::Scored, .. }
            | Event::RobberReturned { .. }
            | Event::IngotPut { .. }
            | Event::Rolled { .. }
            | Event::FloorPut { .. }
            | Event::LeftQuarter { .. }
    );
    if is_said_elsewhere { None } else { story::sentence(state, event, names) }
}

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
