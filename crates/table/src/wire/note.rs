//! What the log says of the players and not of the game.

use serde::Serialize;

use crate::described::{TS, ToSchema};

/// The notes, each with its word: those about who sits somewhere, and those about all.
macro_rules! notes {
    (seats { $($of_seat:ident $seat_word:tt)* } all { $($of_all:ident $word:tt)* }) => {
        /// Something about the players; the client has a sentence for each.
        #[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
        #[ts(export)]
        #[serde(tag = "note")]
        pub enum Note {
            $(#[serde(rename = $seat_word)] $of_seat { seat: u8 },)*
            $(#[serde(rename = $word)] $of_all,)*
        }

        impl Note {
            /// As it is stored: `resigned:1`, `abandoned`.
            pub fn stored(self) -> String {
                match self {
                    $(Note::$of_seat { seat } => format!("{}:{seat}", $seat_word),)*
                    $(Note::$of_all => $word.to_owned(),)*
                }
            }

            /// What is stored; none if only a later version knows it.
            pub fn of_stored(text: &str) -> Option<Note> {
                match text.split_once(':') {
                    Some((word, seat)) => {
                        let seat = seat.parse().ok()?;
                        match word { $($seat_word => Some(Note::$of_seat { seat }),)* _ => None }
                    }
                    None => match text { $($word => Some(Note::$of_all),)* _ => None },
                }
            }
        }
    };
}

notes! {
    seats {
        Resigned "resigned"
        TimedOut "timed-out"
        MoreTime "more-time"
        ReplacedByBot "replaced-by-bot"
        LinkGiven "link-given"
        Seated "seated"
        Back "back"
    }
    all {
        Continued "continued"
        Abandoned "abandoned"
        EndedByOperator "ended-by-operator"
        EndedByPlayers "ended-by-players"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_is_read_for_ever() {
        // As games were stored by every version so far; these words are never changed.
        let kept = [
            ("resigned:0", Note::Resigned { seat: 0 }),
            ("timed-out:1", Note::TimedOut { seat: 1 }),
            ("more-time:2", Note::MoreTime { seat: 2 }),
            ("replaced-by-bot:3", Note::ReplacedByBot { seat: 3 }),
            ("link-given:4", Note::LinkGiven { seat: 4 }),
            ("seated:5", Note::Seated { seat: 5 }),
            ("back:0", Note::Back { seat: 0 }),
            ("continued", Note::Continued),
            ("abandoned", Note::Abandoned),
            ("ended-by-operator", Note::EndedByOperator),
            ("ended-by-players", Note::EndedByPlayers),
        ];
        for (text, note) in kept {
            assert_eq!((Note::of_stored(text), note.stored().as_str()), (Some(note), text));
        }
        for other in ["", "resigned", "resigned:", "resigned:x", "abandoned:1", "of-tomorrow:1"] {
            assert_eq!(Note::of_stored(other), None, "{other}");
        }
    }
}
