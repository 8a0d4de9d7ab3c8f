//! What is refused, with a sentence for people and a code for the client's translation.

use std::fmt;

use crate::wire::{Problem, ProblemCode, ServerMessage};

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What kind of refusal it is, as a status of HTTP.
    pub status: u16,
    /// For the client's translation.
    pub code: ProblemCode,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    /// A refusal with a status, a code and a sentence.
    pub fn new(status: u16, code: ProblemCode, message: impl Into<String>) -> Refused {
        Refused { status, code, message: message.into() }
    }

    /// What was asked makes no sense.
    pub fn bad(code: ProblemCode, message: impl Into<String>) -> Refused {
        Refused::new(400, code, message)
    }

    /// Who asks may not.
    pub fn forbidden(code: ProblemCode, message: impl Into<String>) -> Refused {
        Refused::new(403, code, message)
    }

    /// It does not go with how the game stands.
    pub fn conflict(code: ProblemCode, message: impl Into<String>) -> Refused {
        Refused::new(409, code, message)
    }

    /// There is no such game.
    pub fn no_game() -> Refused {
        Refused::new(404, ProblemCode::NoGame, "There is no such game.")
    }

    /// There is no such page.
    pub fn no_page() -> Refused {
        Refused::new(404, ProblemCode::NotFound, "There is nothing at this address.")
    }

    /// There is no room or no time now.
    pub fn busy() -> Refused {
        Refused::new(503, ProblemCode::Busy, "The server is busy. Try again in a moment.")
    }

    /// Somebody wants too much.
    pub fn too_many(message: impl Into<String>) -> Refused {
        Refused::new(429, ProblemCode::TooMany, message)
    }

    /// What would have happened could not be stored.
    pub fn not_stored() -> Refused {
        Refused::new(
            507,
            ProblemCode::NotStored,
            "The server could not store this, so nothing has happened. Try again; if it stays so, tell the operator.",
        )
    }

    /// The same as the body of an answer.
    pub fn problem(self) -> Problem {
        Problem { code: self.code, message: self.message }
    }

    /// The same on a socket.
    pub fn message(self) -> ServerMessage {
        ServerMessage::Problem { code: self.code, message: self.message }
    }
}
