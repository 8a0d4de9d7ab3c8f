//! The refusals of the rules on the wire: a code that stays, the rule, and what the refusal is about.

use bastide_rules::{Action, State};

use crate::text::capitalised;
use crate::wire::{Reason, ReasonCode};

/// Why an action is refused, or that it is not.
pub fn reason(state: &State, action: Option<Action>) -> Reason {
    let plain = |code, message: &str| Reason { code, about: Vec::new(), rule: None, message: message.to_owned() };
    let Some(action) = action else { return plain(ReasonCode::NO_ANSWER, "This does not answer what is asked.") };
    let Some(refusal) = state.why_not(action) else { return plain(ReasonCode::ALLOWED, "It is allowed.") };
    Reason {
        code: ReasonCode::of(refusal),
        about: refusal.about(),
        rule: Some(refusal.rule().to_owned()),
        message: capitalised(&refusal.to_string()),
    }
}
