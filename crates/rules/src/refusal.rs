//! Why an action is not legal, with the rule that says so.

use std::fmt;

use crate::action::Action;
use crate::figure::FigureKind;
use crate::geometry::Side;
use crate::tile::Feature;

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Another kind of action is due; the word names the decision.
    NotAsked(&'static str),
    /// No such tile can be drawn now.
    NotInStack,
    /// River tiles are drawn first, the lake last of them.
    RiverFirst,
    /// A tile lies there already.
    CellTaken,
    /// No tile lies beside that cell.
    CellApart,
    /// This side does not match its neighbour.
    SideMismatch(Side),
    /// The same placement is listed under a smaller rotation.
    NotCanonical,
    /// A river tile must continue the river.
    RiverNotContinued,
    /// Two bends in a row turn the same way.
    RiverBendsTwice,
    /// The river would flow back towards the spring.
    RiverFlowsBack,
    /// No figure of this kind is in the supply.
    NoneLeft(FigureKind),
    /// The tile has no such segment, or it is not the tile just laid.
    NotOnLaidTile,
    /// A figure of this kind never stands on such a feature.
    WrongFeature(FigureKind, Feature),
    /// A meeple stands on that feature already.
    Occupied,
    /// Farmers are not in the game.
    NoFarmers,
    /// Gardens are decoration in this game.
    NoGardens,
    /// The player has no abbot on the table.
    NoAbbotOut,
    /// The abbot stands on a feature that this turn has completed.
    AbbotComplete,
}

impl Refusal {
    /// The rule that forbids it.
    pub const fn rule(self) -> &'static str {
        match self {
            Refusal::GameOver => "BASE-39",
            Refusal::NotAsked(_) => "BASE-11",
            Refusal::NotInStack => "BASE-7",
            Refusal::RiverFirst => "RIVER-5",
            Refusal::CellTaken | Refusal::CellApart | Refusal::SideMismatch(_) | Refusal::NotCanonical => "BASE-13",
            Refusal::RiverNotContinued => "RIVER-6",
            Refusal::RiverBendsTwice => "RIVER-9",
            Refusal::RiverFlowsBack => "RIVER-10",
            Refusal::NoneLeft(_) => "BASE-21",
            Refusal::NotOnLaidTile => "BASE-18",
            Refusal::WrongFeature(FigureKind::Abbot, _) => "ABBOT-4",
            Refusal::WrongFeature(_, Feature::Garden) => "ABBOT-5",
            Refusal::WrongFeature(..) => "BASE-18",
            Refusal::Occupied => "BASE-19",
            Refusal::NoFarmers => "FARM-1",
            Refusal::NoGardens => "BASE-D11",
            Refusal::NoAbbotOut | Refusal::AbbotComplete => "ABBOT-11",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver => f.write_str("the game is over"),
            Refusal::NotAsked(due) => write!(f, "the decision now is another one: {due}"),
            Refusal::NotInStack => f.write_str("no such tile can be drawn now"),
            Refusal::RiverFirst => f.write_str("river tiles are drawn first, and the lake is the last of them"),
            Refusal::CellTaken => f.write_str("a tile lies there already"),
            Refusal::CellApart => f.write_str("no tile lies beside that cell"),
            Refusal::SideMismatch(side) => write!(f, "the {} side does not match its neighbour", side_word(*side)),
            Refusal::NotCanonical => f.write_str("the tile looks the same in a smaller rotation; that one is listed"),
            Refusal::RiverNotContinued => f.write_str("a river tile must continue the river at its open end"),
            Refusal::RiverBendsTwice => f.write_str("two bends in a row may not turn the river the same way"),
            Refusal::RiverFlowsBack => f.write_str("the river may not flow back against its first direction"),
            Refusal::NoneLeft(kind) => write!(f, "no {} is left in the supply", kind.word()),
            Refusal::NotOnLaidTile => f.write_str("a figure goes on a segment of the tile just laid"),
            Refusal::WrongFeature(kind, feature) => {
                write!(f, "{} never stands on a {}", with_article(*kind), feature.word())
            }
            Refusal::Occupied => f.write_str("a meeple stands on that feature already"),
            Refusal::NoFarmers => f.write_str("this game is played without farmers"),
            Refusal::NoGardens => f.write_str("without the abbot gardens are decoration"),
            Refusal::NoAbbotOut => f.write_str("the player has no abbot on the table"),
            Refusal::AbbotComplete => {
                f.write_str("the abbot's feature was completed in this turn and is scored anyway")
            }
        }
    }
}

const fn side_word(side: Side) -> &'static str {
    match side {
        Side::N => "north",
        Side::E => "east",
        Side::S => "south",
        Side::W => "west",
    }
}

const fn with_article(kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::Meeple => "a meeple",
        FigureKind::Abbot => "an abbot",
    }
}

/// An action that the rules do not allow. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalAction {
    /// The action.
    pub action: Action,
    /// Why.
    pub refusal: Refusal,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.refusal, self.refusal.rule())
    }
}

impl std::error::Error for IllegalAction {}
