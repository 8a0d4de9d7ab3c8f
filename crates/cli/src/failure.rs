//! How a command fails: a sentence for people and an exit code for programs.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use bastide_rules::IllegalAction;

use crate::interrupt;
use crate::output::plain;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The input was refused; the sentence says why and what to do.
    Refused(String),
    /// The output could not be written.
    Output(io::Error),
    /// Somebody has interrupted it; what it had was told.
    Interrupted,
}

impl Failure {
    /// Refuses the input with a sentence.
    pub fn refused(sentence: impl Display) -> Failure {
        Failure::Refused(plain(&sentence.to_string()))
    }

    /// Tells people, and gives the exit code.
    pub fn report(&self) -> ExitCode {
        let sentence = match self {
            Failure::Refused(sentence) => sentence.clone(),
            // The reader, for example `head`, has seen enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Interrupted => return ExitCode::from(interrupt::EXIT_CODE),
            Failure::Output(error) => format!("the output could not be written: {error}"),
        };
        // If nobody listens there is nobody left to tell.
        let _ = writeln!(io::stderr(), "bastide: {sentence}");
        ExitCode::from(1)
    }
}

impl From<IllegalAction> for Failure {
    fn from(error: IllegalAction) -> Failure {
        Failure::refused(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}
