//! What can be asked of a place, and why an answer is refused.

use bastide_rules::Refusal;
use serde::Serialize;

use super::{ItemView, Word};
use crate::described::{TS, ToSchema};
use crate::words::{EdgeName, FeatureName, HalvedBy, SideName, SymbolName};

/// A region for hover and tap.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct RegionInfo {
    pub feature: FeatureName,
    /// Cell and segment of each piece.
    pub spots: Vec<([i16; 2], u8)>,
    pub complete: bool,
    pub open_ends: u16,
    /// Worth if the game ended now.
    pub now: i32,
    pub items: Vec<ItemView>,
    /// Why only half of the sum counts.
    pub halved: Option<HalvedBy>,
    /// Worth if it were completed as it is; none for fields.
    pub when_complete: Option<i32>,
    /// Strength by seat.
    pub strength: Vec<u8>,
    /// Seats with the majority.
    pub majority: Vec<u8>,
    /// The shrine or monastery with which it is in a challenge.
    pub challenge: Option<([i16; 2], u8)>,
}

/// A cell in words, for those who do not see it: the tile that lies there, or would.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct CellFacts {
    pub tile: Option<TileFacts>,
    /// What the neighbours show towards it: north, east, south, west.
    pub around: [Option<EdgeName>; 4],
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TileFacts {
    pub rotation: u8,
    /// North, east, south, west, as it lies.
    pub edges: [EdgeName; 4],
    /// What belongs to no segment.
    pub symbols: Vec<SymbolName>,
    pub segments: Vec<SegmentFacts>,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct SegmentFacts {
    pub feature: FeatureName,
    /// The sides that it reaches, as it lies.
    pub sides: Vec<SideName>,
    pub symbols: Vec<SymbolName>,
    /// Tiles of its region, with this one.
    pub tiles: u16,
    /// Its region, without where it lies; none for a tile in hand.
    pub region: Option<RegionInfo>,
}

/// Why an action is not legal.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Reason {
    /// For the client's translation.
    #[schema(value_type = String)]
    pub code: ReasonCode,
    /// What the code is about, from the general to the special: `n`; `abbot`, `city` …
    pub about: Vec<Word>,
    /// The rule that forbids it.
    pub rule: Option<String>,
    /// The same in English.
    pub message: String,
}

/// The code of a refusal, `cell-taken`, `side-mismatch` …; `allowed` if the action is legal, `no-answer` if it does not
/// answer what is asked.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReasonCode(Word);

impl ReasonCode {
    /// The action is legal.
    pub const ALLOWED: ReasonCode = ReasonCode("allowed");
    /// It is not an answer to what is asked.
    pub const NO_ANSWER: ReasonCode = ReasonCode("no-answer");

    /// The code of a refusal.
    pub fn of(refusal: Refusal) -> ReasonCode {
        ReasonCode(refusal.code())
    }
}

/// A union of all codes, so that a client without a word for one does not compile.
#[cfg(feature = "described")]
impl TS for ReasonCode {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        "ReasonCode".to_owned()
    }

    fn inline(_: &ts_rs::Config) -> String {
        let others = [ReasonCode::ALLOWED.0, ReasonCode::NO_ANSWER.0];
        let codes = others.iter().chain(Refusal::CODES).map(|code| format!("{code:?}"));
        codes.collect::<Vec<_>>().join(" | ")
    }

    fn decl(config: &ts_rs::Config) -> String {
        format!("type ReasonCode = {};", Self::inline(config))
    }

    fn decl_concrete(config: &ts_rs::Config) -> String {
        Self::decl(config)
    }

    fn docs() -> Option<String> {
        Some("/**\n * The code of a refusal, or why there is none.\n */\n".to_owned())
    }

    fn output_path() -> Option<std::path::PathBuf> {
        Some("ReasonCode.ts".into())
    }
}
