//! What is refused, as a client hears it: a code of a list, and a sentence.

use serde::{Deserialize, Serialize};

use crate::described::{TS, ToSchema};

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Problem {
    pub code: ProblemCode,
    /// In English, what is wrong and what to do.
    pub message: String,
}

/// The codes, each with its word.
macro_rules! codes {
    ($($code:ident $word:tt)*) => {
        /// What is wrong, for the client's translation. `docs/protocol.md` has the same list.
        #[derive(Serialize, Deserialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
        #[ts(export)]
        pub enum ProblemCode { $(#[serde(rename = $word)] $code),* }

        impl ProblemCode {
            /// All of them.
            pub const ALL: &[ProblemCode] = &[$(ProblemCode::$code),*];

            /// As it is said on the wire.
            pub const fn word(self) -> &'static str {
                match self { $(ProblemCode::$code => $word),* }
            }
        }
    };
}

codes! {
    // A turn.
    Stale "stale"
    MustConfirm "must-confirm"
    NotFinished "not-finished"
    NothingToUndo "nothing-to-undo"
    NothingToConfirm "nothing-to-confirm"
    Illegal "illegal"
    NotYourTurn "not-your-turn"
    InTime "in-time"
    // Seats, and who may do what.
    NotSeated "not-seated"
    NotYourSeat "not-your-seat"
    NotHost "not-host"
    NoSeat "no-seat"
    NoBot "no-bot"
    Taken "taken"
    Online "online"
    Colour "colour"
    ColourTaken "colour-taken"
    Name "name"
    Share "share"
    NeedsConsent "needs-consent"
    OthersPlay "others-play"
    BadLink "bad-link"
    Elsewhere "elsewhere"
    // How a game stands.
    NoGame "no-game"
    NoCode "no-code"
    NotOpen "not-open"
    NotRunning "not-running"
    NotOver "not-over"
    Damaged "damaged"
    NotDamaged "not-damaged"
    Setup "setup"
    Record "record"
    // What people write.
    Chat "chat"
    Report "report"
    Muted "muted"
    Banned "banned"
    // Who somebody is.
    NoIdentity "no-identity"
    OwnGames "own-games"
    PasskeyHttps "passkey-https"
    PasskeyName "passkey-name"
    PasskeysFull "passkeys-full"
    PasskeyKnown "passkey-known"
    BadPasskey "bad-passkey"
    NoPasskey "no-passkey"
    NoPush "no-push"
    BadPush "bad-push"
    // What cannot be done now.
    Busy "busy"
    TooMany "too-many"
    NotStored "not-stored"
    Paused "paused"
    Draining "draining"
    Stopped "stopped"
    // What is no request of the protocol.
    NoHello "no-hello"
    Protocol "protocol"
    Garbage "garbage"
    Origin "origin"
    Host "host"
    NotFound "not-found"
    Method "method"
    TooLarge "too-large"
    TooSlow "too-slow"
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_code_is_said_and_read_by_its_word() {
        for &code in ProblemCode::ALL {
            let said = serde_json::to_string(&code).unwrap();
            assert_eq!(said, format!("{:?}", code.word()));
            assert_eq!(serde_json::from_str::<ProblemCode>(&said).unwrap(), code);
        }
    }

    #[test]
    fn the_protocol_lists_all_codes_and_no_other() {
        let text = include_str!("../../../../docs/protocol.md");
        let (_, list) = text.split_once("Codes of `problem`, all of them:").unwrap();
        let (list, _) = list.split_once("\n\n").unwrap();
        let listed: BTreeSet<&str> = list.split('`').skip(1).step_by(2).collect();
        let codes: BTreeSet<&str> = ProblemCode::ALL.iter().map(|code| code.word()).collect();
        assert_eq!(listed, codes);
    }
}
