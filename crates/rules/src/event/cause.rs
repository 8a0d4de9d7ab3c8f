//! Why a figure came to where it stands, and why it left.

use crate::geometry::Pos;
use crate::player::PlayerId;

/// How a figure came to a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deployment {
    /// On the tile just laid (BASE-18).
    OnTile,
    /// By a portal, to another tile (DRAGON-27).
    Portal,
    /// By a flying machine (FLY-7).
    Flight {
        /// The cell of the machine.
        from: Pos,
    },
    /// Beside the meeple just placed, as its companion (TRADE-7, TRADE-23).
    Companion,
    /// By a crop circle (CROP-10, CORN-7).
    CropCircle,
    /// Out of Carcassonne (COUNT-14, COUNT-21).
    Carcassonne,
}

impl Deployment {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Deployment::OnTile => "on-tile",
            Deployment::Portal => "portal",
            Deployment::Flight { .. } => "flight",
            Deployment::Companion => "companion",
            Deployment::CropCircle => "crop-circle",
            Deployment::Carcassonne => "carcassonne",
        }
    }
}

/// Why a figure went back to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReturnCause {
    /// Its feature was completed, or the pig was scored (BASE-35, TRADE-30).
    Scored,
    /// The abbot was taken back (ABBOT-8).
    Recalled,
    /// The farmer was taken back after the pig (TRADE-33).
    AfterPig,
    /// It was the last meeple of its owner beside a builder or pig, which goes too (COMBO-10).
    LeftAlone,
    /// By message 8 (MSG-27, MSG-28).
    Message,
    /// By a crop circle (CROP-11, CORN-9).
    CropCircle,
    /// By the plague (WHEEL-28).
    Plague,
    /// A challenge was lost (CULT-9).
    Challenge,
    /// The dragon ate it (DRAGON-21).
    Eaten,
    /// The princess sent it away (DRAGON-32).
    Princess {
        /// Whose tile shows her.
        by: PlayerId,
    },
    /// The meeple beside which a builder or pig stood went for a reason that is its own (TRADE-10, TRADE-26).
    WithMeeple,
    /// A tower took it: a captive, unless it is the captor's own (TOWER-18, TOWER-19).
    Seized {
        /// Who captures.
        by: PlayerId,
        /// Where the tower stands.
        tower: Pos,
    },
}

impl ReturnCause {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            ReturnCause::Scored => "scored",
            ReturnCause::Recalled => "recalled",
            ReturnCause::AfterPig => "after-pig",
            ReturnCause::LeftAlone => "left-alone",
            ReturnCause::Message => "message",
            ReturnCause::CropCircle => "crop-circle",
            ReturnCause::Plague => "plague",
            ReturnCause::Challenge => "challenge",
            ReturnCause::Eaten => "eaten",
            ReturnCause::Princess { .. } => "princess",
            ReturnCause::WithMeeple => "with-meeple",
            ReturnCause::Seized { .. } => "seized",
        }
    }

    /// Why the builder or pig that is bound to a meeple goes back with it: for the same reason if that takes everybody who
    /// stands there.
    pub(crate) const fn of_companion(self) -> ReturnCause {
        match self {
            ReturnCause::Scored | ReturnCause::Challenge | ReturnCause::Eaten => self,
            ReturnCause::Recalled
            | ReturnCause::AfterPig
            | ReturnCause::LeftAlone
            | ReturnCause::Message
            | ReturnCause::CropCircle
            | ReturnCause::Plague
            | ReturnCause::Princess { .. }
            | ReturnCause::WithMeeple
            | ReturnCause::Seized { .. } => ReturnCause::WithMeeple,
        }
    }
}

/// Why a captive went back to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// Two players held captives of each other (TOWER-26).
    Exchange,
    /// Its owner paid (TOWER-29).
    Ransom,
}

impl Release {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Release::Exchange => "exchange",
            Release::Ransom => "ransom",
        }
    }
}

/// Why a robber went back to the supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RobberReturnCause {
    /// It has robbed (ROB-9).
    Robbed,
    /// The game is over, and its points are given (ROB-13).
    GameOver,
}

/// Why mage or witch went beside the play area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MagicAsideCause {
    /// The feature was completed (MAGIC-18).
    Completed,
    /// No feature was left to go to (MAGIC-7).
    NoPlace,
}

impl MagicAsideCause {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            MagicAsideCause::Completed => "completed",
            MagicAsideCause::NoPlace => "no-place",
        }
    }
}

/// What gives a player another turn (ORDER-19).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExtraTurnCause {
    /// A builder (TRADE-15, TRADC-10).
    Builder,
    /// The lake of River II (RIVER2-14).
    Lake,
    /// Message 4 (MSG-20).
    Message,
}

impl ExtraTurnCause {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            ExtraTurnCause::Builder => "builder",
            ExtraTurnCause::Lake => "lake",
            ExtraTurnCause::Message => "message",
        }
    }
}
