//! All that a page asks, answered one request after the other.
//!
//! A request names what is wanted in its field `do` and has the fields that this needs. Two parts answer, each a feature of
//! its own and a file of its own for browsers: [`crate::rooms`] plays games and draws, [`crate::thinking`] is asked for what
//! takes long. Each reads only what it needs: an enum of all requests would take ten times the code to read, which every
//! visitor would have to load.

use bastide_rules::notation::Record;
use bastide_table::refused::Refused;
use bastide_table::stored::rules_version;
use bastide_table::wire::{PROTOCOL, ProblemCode};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Deserialize, Debug)]
struct Head {
    #[serde(rename = "do")]
    what: String,
}

/// The versions of what is in here.
#[derive(Serialize, Debug)]
struct Version {
    protocol: u32,
    rules: String,
}

/// Where requests are answered.
#[derive(Default)]
pub struct Desk {
    #[cfg(feature = "rooms")]
    rooms: crate::rooms::Rooms,
}

impl Desk {
    /// Answers a request: `{"ok": …}`, or `{"refused": {"status", "code", "message"}}`.
    pub fn answer(&mut self, request: &str) -> String {
        match self.carry_out(request) {
            Ok(text) => format!("{{\"ok\":{text}}}"),
            Err(Refused { status, code, message }) => {
                let message = text(&message).unwrap_or_default();
                format!("{{\"refused\":{{\"status\":{status},\"code\":\"{}\",\"message\":{message}}}}}", code.word())
            }
        }
    }

    fn carry_out(&mut self, request: &str) -> Result<String, Refused> {
        let Head { what } = read(request)?;
        match what.as_str() {
            "version" => text(&Version { protocol: PROTOCOL, rules: rules_version() }),
            #[cfg(feature = "thinking")]
            "think" => crate::thinking::turn(read(request)?),
            #[cfg(feature = "thinking")]
            "film" => crate::thinking::film(read(request)?),
            #[cfg(feature = "thinking")]
            "hints" | "looks" | "compare" | "acts" | "prefix" | "questions" | "weigh" | "opening" | "account" => {
                crate::study::study(&what, read(request)?)
            }
            #[cfg(feature = "rooms")]
            _ => self.rooms.carry_out(&what, request),
            #[cfg(not(feature = "rooms"))]
            _ => Err(no_such_request()),
        }
    }
}

pub(crate) fn no_such_request() -> Refused {
    Refused::bad(ProblemCode::Garbage, "There is no such request.")
}

/// An answer as text.
pub(crate) fn text(value: &impl Serialize) -> Result<String, Refused> {
    serde_json::to_string(value).map_err(|error| Refused::bad(ProblemCode::Garbage, error.to_string()))
}

/// What is asked, as it is needed. What reads a request that a first turn does without is not in what calls it.
#[inline(never)]
pub(crate) fn read<'a, T: Deserialize<'a>>(request: &'a str) -> Result<T, Refused> {
    serde_json::from_str(request).map_err(|error| Refused::bad(ProblemCode::Garbage, error.to_string()))
}

/// A game as a record.
pub(crate) fn record(text: &str) -> Result<Record, Refused> {
    Record::parse(text).map_err(|error| Refused::bad(ProblemCode::Record, error.to_string()))
}
