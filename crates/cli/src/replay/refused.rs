//! Why a record or a position was refused, for programs.

use bastide_rules::notation::{PositionError, RecordError, RecordErrorKind};
use serde::Serialize;

/// What `replay --json` tells of an input that it refuses.
#[derive(Serialize)]
pub struct Refused {
    refused: RefusalFacts,
}

#[derive(Serialize)]
struct RefusalFacts {
    /// The line of a record, counted from 1.
    line: Option<usize>,
    /// The words that are wrong, if they are known.
    words: Option<String>,
    /// The word for programs, if a rule forbids an action.
    code: Option<&'static str>,
    /// The rule that forbids it.
    rule: Option<&'static str>,
    /// Everything that is wrong, each in a sentence; a record has one defect.
    defects: Vec<String>,
    /// The sentence that people read.
    text: String,
    /// Everything that would have been legal there.
    legal: Vec<String>,
}

impl Refused {
    /// The sentence about an input of this name.
    pub fn sentence(&self, name: &str) -> String {
        let after = if self.refused.line.is_some() { "," } else { ":" };
        format!("{name}{after} {}", self.refused.text)
    }
}

impl From<RecordError> for Refused {
    fn from(error: RecordError) -> Refused {
        let refusal = if let RecordErrorKind::Illegal(refusal) = error.kind { Some(refusal) } else { None };
        Refused {
            refused: RefusalFacts {
                line: Some(error.line),
                code: refusal.map(|refusal| refusal.code()),
                rule: refusal.map(|refusal| refusal.rule()),
                defects: vec![error.kind.to_string()],
                text: error.to_string(),
                words: Some(error.words).filter(|words| !words.is_empty()),
                legal: error.legal,
            },
        }
    }
}

impl From<PositionError> for Refused {
    fn from(error: PositionError) -> Refused {
        let defects = if let PositionError::Unplayable(defects) = &error {
            defects.0.iter().map(ToString::to_string).collect()
        } else {
            vec![error.to_string()]
        };
        let text = error.to_string();
        Refused {
            refused: RefusalFacts { line: None, words: None, code: None, rule: None, defects, text, legal: Vec::new() },
        }
    }
}
