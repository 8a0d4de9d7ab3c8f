//! What somebody is asked, how it can be answered, and what an answer would bring.

use serde::Serialize;

use super::{AwardSource, Word};
use crate::described::{TS, ToSchema};
use crate::words::{CircleName, GoodsName, MarkerName, MessageNumber, PartName, PieceName, QuarterName, SectorName};

/// What is asked.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct DecisionView {
    #[serde(flatten)]
    pub question: Question,
    /// Who is asked; none for chance.
    pub seat: Option<u8>,
    /// The rule that tells what is asked; none for chance.
    pub rule: Option<Word>,
    /// The tile in hand, `set/id`; it is there from the draw until it is laid, whatever is asked meanwhile.
    pub tile: Option<Word>,
    /// Only for the player who is asked.
    pub options: Vec<OptionView>,
}

/// A question and what it is about; the client has words for each. `at` is the tile that the turn has come to, which is shown
/// large: the one just laid, or the one that the flier has reached.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Question {
    Spring,
    Draw,
    Place {
        /// The branches of the river among which the tile goes.
        branches: u8,
    },
    Deploy {
        at: [i16; 2],
    },
    Robber,
    Ingot {
        at: [i16; 2],
    },
    Magic {
        /// Mage and witch stand on one feature and must part.
        joined: bool,
    },
    Roll {
        figure: PieceName,
    },
    Land {
        figure: PieceName,
        at: [i16; 2],
        /// What the die has shown.
        number: u8,
    },
    Accompany {
        figure: PieceName,
        at: [i16; 2],
    },
    PutFerry {
        at: [i16; 2],
    },
    MoveFerry,
    ScoreNext,
    KeepFarmer,
    Mark {
        points: i32,
    },
    Rob,
    DrawMessage,
    Message {
        message: MessageNumber,
    },
    MessageReturn,
    Crop {
        circle: CircleName,
    },
    CropAdd {
        circle: CircleName,
    },
    CropReturn {
        circle: CircleName,
    },
    Gingerbread,
    Plague,
    Ransom,
    StepDragon {
        /// The steps that the dragon has before it.
        steps: u8,
    },
    Capture {
        /// The cells in reach of the tower.
        reach: Vec<[i16; 2]>,
    },
    Exchange,
    MoveOut,
    Send,
    MoveCount,
    LastMove,
    Over,
}

/// A decision that a draft has answered.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct AnsweredView {
    /// The number of actions before the answer.
    pub draft: u32,
    pub decision: DecisionView,
    /// The action that was taken.
    pub answer: String,
}

/// One legal answer. `action` is sent back as it is.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct OptionView {
    pub action: String,
    pub what: ActionName,
    pub target: Target,
    /// The rule of this answer, if it is not that of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<Word>,
    /// What follows from it, as far as that is certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Consequence>>")]
    pub brings: Vec<Consequence>,
    /// Other segments where the same can be done with this figure: places of mage and witch, places behind a portal. Each is
    /// an answer of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Also>>")]
    pub also: Vec<Also>,
}

/// The action of another answer, its cell and segment. It brings the same as the one before it, or what it names.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(untagged)]
pub enum Also {
    Same(String, [i16; 2], u8),
    Other(String, [i16; 2], u8, Vec<Consequence>),
}

/// Something that follows from an answer. The client has words for each.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Consequence {
    Points(PointsView),
    /// `seat` pays `points` to `other`.
    Pays {
        seat: u8,
        other: u8,
        points: i32,
    },
    /// So many figures come back to their owner.
    Home {
        seat: u8,
        figure: PieceName,
        count: u8,
    },
    Eaten {
        seat: u8,
        figure: PieceName,
    },
    SentAway {
        seat: u8,
        figure: PieceName,
    },
    /// It becomes a prisoner of `other`.
    Captive {
        seat: u8,
        figure: PieceName,
        other: u8,
    },
    Freed {
        seat: u8,
        figure: PieceName,
    },
    Goods {
        seat: u8,
        goods: GoodsName,
        count: u8,
    },
    Ingots {
        seat: u8,
        count: u8,
    },
    /// Another turn.
    Again {
        seat: u8,
    },
    /// The region at the target: what it is worth before and after; its tiles after, if a ferry changes them.
    Region {
        worth: [i32; 2],
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tiles: Option<u16>,
    },
    /// It can be captured next.
    InReach {
        seat: u8,
        figure: PieceName,
    },
    /// A robber waits for the marker of `seat`.
    Robs {
        seat: u8,
    },
    /// The crown space of a sector is worth this to `seat` when the pig stops there.
    Crown {
        seat: u8,
        sector: SectorName,
        points: i32,
    },
    /// `seat` has the majority then, and had not before, or shares it with others.
    Leads {
        seat: u8,
    },
    /// The fairy comes to it, or leaves it.
    Fairy {
        seat: u8,
        figure: PieceName,
        comes: bool,
    },
    /// If the die shows this number there are so many places to land.
    Flight {
        number: u8,
        places: u8,
    },
    /// Incomplete features that can be entered from the quarter, and what the best is worth so far.
    Quarter {
        quarter: QuarterName,
        features: u16,
        most: i32,
    },
    /// The count comes to meeples of `seat`, or leaves them.
    Count {
        seat: u8,
        figure: PieceName,
        count: u8,
        comes: bool,
    },
    /// A crop circle lets `seat` add a meeple.
    Adds {
        seat: u8,
    },
    /// A crop circle makes `seat` take one back.
    TakesBack {
        seat: u8,
    },
    /// All this if `seat` leaves out what they may do before it.
    Unless {
        seat: u8,
    },
}

/// Points that would be given, and for what.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PointsView {
    pub seat: u8,
    pub points: i32,
    #[serde(flatten)]
    pub source: AwardSource,
    /// A segment of the region, if it is for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<[i16; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub segment: Option<u8>,
}

/// Where an option is chosen.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "on")]
pub enum Target {
    /// An empty cell: the tile in this rotation.
    Cell { at: [i16; 2], rotation: u8 },
    /// A segment on the board: this figure goes there.
    Segment { at: [i16; 2], segment: u8, figure: PieceName },
    /// A figure on the board; `with` comes along.
    Figure { seat: Option<u8>, figure: PieceName, with: Option<PieceName>, at: [i16; 2], segment: u8 },
    /// A region on the board, named by one of its segments.
    Region { at: [i16; 2], segment: u8 },
    /// A whole tile on the board: this figure or token goes there.
    Tile { at: [i16; 2], figure: PieceName },
    /// A part of the printed board: this figure goes there.
    Part { part: PartName, figure: PieceName },
    /// A figure of any player on the board, which is taken away; `with` comes along.
    Seize { seat: u8, figure: PieceName, with: Option<PieceName>, at: [i16; 2], segment: u8 },
    /// The tower of a tile: a floor makes it so high, and it reaches these cells.
    Floor { at: [i16; 2], height: u8, reach: Vec<[i16; 2]> },
    /// The tower of a tile: this meeple goes on it.
    Tower { at: [i16; 2], figure: PieceName },
    /// A meeple on the tower of a tile.
    Guard { seat: u8, figure: PieceName, at: [i16; 2] },
    /// A prisoner of one player, before another one.
    Captive { captor: u8, seat: u8, figure: PieceName },
    /// Two roads of a lake, to be connected by its ferry.
    Ferry { at: [i16; 2], ends: [u8; 2] },
    /// A space of the score track: this figure goes there.
    Space { space: u8, figure: PieceName },
    /// A marker on the score track, and where it would go.
    Marker { seat: u8, marker: MarkerName, from: u8, to: u8 },
    /// A player, and the points that choosing them brings, if that is settled.
    Seat { seat: u8, points: Option<i32> },
    /// No place: a button.
    Button,
}

/// What an answer does. The client has words for each, and a way in which it uses the step of the turn.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum ActionName {
    Place,
    /// A figure comes to the tile just laid, or to one that a crop circle names.
    Deploy,
    /// The same through a portal.
    Portal,
    RecallAbbot,
    Pass,
    Fly,
    Land,
    Accompany,
    Ferry,
    Ingot,
    Magic,
    MagicAside,
    Robber,
    ScoreNext,
    Mark,
    Rob,
    TwoPoints,
    CarryOut,
    /// A message is carried out on a region.
    CarryOutOn,
    Return,
    ReturnBoth,
    CropAdd,
    CropReturn,
    Gingerbread,
    Crown,
    ReturnGuard,
    Fairy,
    StepDragon,
    /// The princess sends a meeple away.
    Princess,
    /// A tower takes a meeple.
    Capture,
    Floor,
    Guard,
    Exchange,
    Ransom,
    MoveOut,
    Send,
    MoveCount,
}
