//! What is refused, with a sentence for people and a code for the client's translation.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::store::StoreError;
use crate::wire::{Problem, ServerMessage};

/// A refusal.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The status of an HTTP answer.
    pub status: StatusCode,
    /// For the client's translation.
    pub code: &'static str,
    /// What is wrong and what to do.
    pub message: String,
}

impl Refused {
    /// A refusal with a status, a code and a sentence.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refused {
        Refused { status, code, message: message.into() }
    }

    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, code, message)
    }

    pub(crate) fn forbidden(code: &'static str, message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::FORBIDDEN, code, message)
    }

    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::CONFLICT, code, message)
    }

    pub(crate) fn no_game() -> Refused {
        Refused::new(StatusCode::NOT_FOUND, "no-game", "There is no such game.")
    }

    pub(crate) fn no_page() -> Refused {
        Refused::new(StatusCode::NOT_FOUND, "not-found", "There is nothing at this address.")
    }

    pub(crate) fn busy() -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "The server is busy. Try again in a moment.")
    }

    pub(crate) fn too_many(message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
    }

    pub(crate) fn not_stored(error: &StoreError) -> Refused {
        tracing::error!(%error, "storage refused");
        Refused::new(
            StatusCode::INSUFFICIENT_STORAGE,
            "not-stored",
            "The server could not store this, so nothing has happened. Try again; if it stays so, tell the operator.",
        )
    }

    /// The same as the body of an answer.
    pub(crate) fn problem(self) -> Problem {
        Problem { code: self.code.to_owned(), message: self.message }
    }

    /// The same on a socket.
    pub(crate) fn message(self) -> ServerMessage {
        ServerMessage::Problem { code: self.code.to_owned(), message: self.message }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(self.problem())).into_response()
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused::not_stored(&error)
    }
}
