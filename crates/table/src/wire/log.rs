//! What has happened, and what points were for.

use serde::Serialize;

use super::{FigureView, Note, Word};
use crate::described::{TS, ToSchema};
use crate::words::{
    AwardTime, CircleName, CountedName, CropChoice, DeploymentName, ExtraTurnName, FeatureName, GoodsName, HalvedBy,
    MagicName, MarkerName, MessageNumber, PieceName, QuarterName, ReturnName, SectorName,
};

/// One turn, or the final scoring, in the log.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct LogEntry {
    /// 0 for the final scoring.
    pub turn: u32,
    pub seat: Option<u8>,
    pub tile: Option<Word>,
    pub at: Option<[i16; 2]>,
    /// Drawn tiles that fitted nowhere.
    pub discarded: Vec<Word>,
    pub deployed: Vec<DeployedView>,
    pub awards: Vec<AwardView>,
    pub returned: Vec<ReturnedView>,
    /// What else happened, in order.
    pub happened: Vec<Happening>,
    /// What was of the players and not of the game.
    pub notes: Vec<Note>,
}

/// A figure that came to a segment.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct DeployedView {
    #[serde(flatten)]
    pub figure: FigureView,
    /// What it is put on.
    pub feature: FeatureName,
    pub how: DeploymentName,
    /// The cell from which it flew, if it did.
    pub from: Option<[i16; 2]>,
}

/// A figure that left a segment.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct ReturnedView {
    #[serde(flatten)]
    pub figure: FigureView,
    pub why: ReturnName,
    /// The seat to which it goes: its owner, or who holds it captive.
    pub to: u8,
    /// Where the tower stands that took it.
    pub tower: Option<[i16; 2]>,
}

/// Something that happened that is neither a tile, a figure on the board nor points; the client has a sentence for each.
/// `seat` is who did it or whom it befell, `other` the other player.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Happening {
    RobberPut {
        seat: u8,
        space: u8,
        /// The seats whose markers stand there.
        victims: Vec<u8>,
    },
    RobberFollowed {
        seat: u8,
        space: u8,
    },
    RobberReturned {
        seat: u8,
    },
    IngotPut {
        at: [i16; 2],
    },
    IngotsTaken {
        seat: u8,
        count: u8,
        at: [i16; 2],
        segment: u8,
    },
    MagicMoved {
        figure: MagicName,
        at: [i16; 2],
        segment: u8,
    },
    MagicAside {
        figure: MagicName,
    },
    Rolled {
        seat: u8,
        figure: PieceName,
        number: u8,
        at: [i16; 2],
    },
    FlightFailed {
        seat: u8,
        figure: PieceName,
    },
    FerryPut {
        at: [i16; 2],
        ends: [u8; 2],
    },
    FerryMoved {
        at: [i16; 2],
        ends: [u8; 2],
    },
    GoodsTaken {
        seat: u8,
        goods: GoodsName,
        count: u8,
    },
    BuilderAside {
        seat: u8,
        at: [i16; 2],
        segment: u8,
    },
    MarkerMoved {
        seat: u8,
        marker: MarkerName,
        points: i32,
        space: u8,
    },
    MessageDrawn {
        seat: u8,
        message: MessageNumber,
    },
    CropChosen {
        seat: u8,
        circle: CircleName,
        choice: CropChoice,
    },
    ExtraTurn {
        seat: u8,
        why: ExtraTurnName,
    },
    GingerbreadMoved {
        at: [i16; 2],
        segment: u8,
    },
    GingerbreadAside,
    PigMoved {
        sector: SectorName,
        steps: u8,
    },
    CrownTaken {
        seat: u8,
        figure: PieceName,
        sector: SectorName,
    },
    CrownLeft {
        seat: u8,
        figure: PieceName,
        sector: SectorName,
    },
    Plague {
        seat: u8,
        figure: PieceName,
    },
    Challenge {
        at: [i16; 2],
        segment: u8,
    },
    ChallengeLost {
        at: [i16; 2],
        segment: u8,
    },
    DragonPut {
        at: [i16; 2],
    },
    DragonMoved {
        seat: u8,
        at: [i16; 2],
    },
    DragonEats {
        seat: u8,
        figure: PieceName,
    },
    FairyMoved {
        at: [i16; 2],
    },
    KnightSent {
        seat: u8,
        other: u8,
        figure: PieceName,
    },
    TowerStarted {
        seat: u8,
        at: [i16; 2],
    },
    TowerRaised {
        seat: u8,
        at: [i16; 2],
        height: u8,
    },
    TowerOccupied {
        seat: u8,
        figure: PieceName,
        at: [i16; 2],
    },
    TowerLeft {
        seat: u8,
        figure: PieceName,
        at: [i16; 2],
    },
    /// `at` is the place of the tower.
    Captured {
        seat: u8,
        other: u8,
        figure: PieceName,
        at: [i16; 2],
    },
    CapturedOwn {
        seat: u8,
        figure: PieceName,
        at: [i16; 2],
    },
    Freed {
        seat: u8,
        other: u8,
        figure: PieceName,
    },
    Ransomed {
        seat: u8,
        other: u8,
        figure: PieceName,
        points: i32,
    },
    Sent {
        seat: u8,
        figure: PieceName,
        quarter: QuarterName,
    },
    LeftQuarter {
        seat: u8,
        figure: PieceName,
        quarter: QuarterName,
    },
    CountMoved {
        quarter: QuarterName,
    },
}

/// Points with their reason.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct AwardView {
    pub seat: u8,
    pub when: AwardTime,
    #[serde(flatten)]
    pub source: AwardSource,
    pub points: i32,
    pub items: Vec<ItemView>,
    /// Why only half of the sum counts, rounded up.
    pub halved: Option<HalvedBy>,
    /// The tile, and a segment of the region, if it is for one; the fairy greets on a tile.
    pub at: Option<[i16; 2]>,
    pub segment: Option<u8>,
    /// The rules that explain it, the general one first.
    pub rules: Vec<Word>,
}

/// What points are for.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "source")]
pub enum AwardSource {
    City,
    Road,
    Monastery,
    Garden,
    Shrine,
    Field,
    Pig,
    /// Half of what another player scored.
    Robbery {
        from: u8,
    },
    Message {
        message: MessageNumber,
    },
    Robber,
    Goods {
        goods: GoodsName,
    },
    Gold,
    Gingerbread,
    Fairy,
    Wheel {
        sector: SectorName,
    },
    Crown {
        sector: SectorName,
    },
}

/// One summand: `count` × `each` of `what`.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct ItemView {
    pub what: CountedName,
    pub count: u16,
    pub each: u16,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct ChatLine {
    pub seat: Option<u8>,
    pub name: String,
    pub text: String,
    #[ts(type = "number")]
    pub time: i64,
}
