//! What nodes write to each other. `T` is what the server puts in; nothing here looks at it.

use serde::{Deserialize, Serialize};

use crate::GameId;

/// A letter from one node to another.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Letter<T> {
    /// A socket wants to follow a game that the other node holds.
    Open {
        /// The number of the pipe; the one who opens it counts.
        pipe: u64,
        /// The game.
        game: GameId,
        /// Who it is and what they have seen.
        opening: T,
    },
    /// The socket follows.
    Opened {
        /// The pipe.
        pipe: u64,
    },
    /// Something that came on the socket.
    Say {
        /// The pipe.
        pipe: u64,
        /// Counted from 1.
        number: u64,
        /// What.
        text: T,
    },
    /// Something for the socket.
    Tell {
        /// The pipe.
        pipe: u64,
        /// Counted from 1.
        number: u64,
        /// What.
        text: T,
    },
    /// The pipes from here to you, and how much was said through each.
    Beat {
        /// Numbers of pipes and of letters.
        pipes: Vec<(u64, u64)>,
    },
    /// The answer: the pipes from you to here, and how much was told through each.
    Pulse {
        /// Numbers of pipes and of letters.
        pipes: Vec<(u64, u64)>,
    },
    /// The socket is gone.
    Close {
        /// The pipe.
        pipe: u64,
    },
    /// The other end is gone.
    Gone {
        /// The pipe.
        pipe: u64,
        /// Why, if the game has refused the socket.
        refused: Option<T>,
    },
    /// A question to a game that the other node holds.
    Ask {
        /// Counted up by who asks.
        number: u64,
        /// The game.
        game: GameId,
        /// The question.
        question: T,
    },
    /// Its answer; none if the game is not held here.
    Answer {
        /// The number of the question.
        number: u64,
        /// The answer.
        answer: Option<T>,
    },
}

impl<T> Letter<T> {
    /// The same letter with something else in it.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Letter<U> {
        match self {
            Letter::Open { pipe, game, opening } => Letter::Open { pipe, game, opening: change(opening) },
            Letter::Opened { pipe } => Letter::Opened { pipe },
            Letter::Say { pipe, number, text } => Letter::Say { pipe, number, text: change(text) },
            Letter::Tell { pipe, number, text } => Letter::Tell { pipe, number, text: change(text) },
            Letter::Beat { pipes } => Letter::Beat { pipes },
            Letter::Pulse { pipes } => Letter::Pulse { pipes },
            Letter::Close { pipe } => Letter::Close { pipe },
            Letter::Gone { pipe, refused } => Letter::Gone { pipe, refused: refused.map(change) },
            Letter::Ask { number, game, question } => Letter::Ask { number, game, question: change(question) },
            Letter::Answer { number, answer } => Letter::Answer { number, answer: answer.map(change) },
        }
    }
}
