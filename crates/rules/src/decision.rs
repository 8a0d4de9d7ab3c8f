//! Decisions: what is asked, and of whom.

use crate::action::Spot;
use crate::figure::FigureKind;
use crate::geometry::Pos;
use crate::modules::messages::Message;
use crate::player::PlayerId;
use crate::tile::{CropCircle, TileId};

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player decides.
    Player(PlayerId),
    /// Chance decides; [`State::chance_outcomes`](crate::State::chance_outcomes) has the weights.
    Chance,
    /// The game is over.
    Nobody,
}

/// The question that the next action answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// Chance lays the spring beside the board before the first turn (COMBO-D3).
    Spring,
    /// Chance draws a tile for the player.
    Draw {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// The player lays the drawn tile.
    Place {
        /// Whose turn it is.
        player: PlayerId,
        /// The drawn tile.
        tile: TileId,
    },
    /// The player may place a figure on the tile just laid, or do something instead.
    Deploy {
        /// Whose turn it is.
        player: PlayerId,
        /// Where the tile was laid.
        at: Pos,
    },
    /// The player puts the robber on the score track, or may move it (ROB-3, ROB-4).
    Robber {
        /// Whose robber it is.
        player: PlayerId,
    },
    /// The player puts the second ingot on a tile around the gold mine (GOLD-2).
    Ingot {
        /// Whose turn it is.
        player: PlayerId,
        /// Where the gold mine lies.
        at: Pos,
    },
    /// The player moves mage or witch (MAGIC-3, MAGIC-9).
    Magic {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// Chance rolls the die for a flier (FLY-5).
    Roll {
        /// Whose figure flies.
        player: PlayerId,
        /// Which figure.
        figure: FigureKind,
    },
    /// The flier lands (FLY-7).
    Land {
        /// Whose figure flies.
        player: PlayerId,
        /// Which figure.
        figure: FigureKind,
        /// What the die has shown (FLY-5).
        number: u8,
        /// The cell that it reached.
        at: Pos,
    },
    /// The player may place a companion beside the meeple just placed (TRADE-7, TRADE-23).
    Accompany {
        /// Whose turn it is.
        player: PlayerId,
        /// Builder or pig.
        figure: FigureKind,
        /// Where the meeple stands.
        spot: Spot,
    },
    /// The player puts the ferry of the lake just laid (FERRY-3).
    PutFerry {
        /// Whose turn it is.
        player: PlayerId,
        /// Where the lake lies.
        at: Pos,
    },
    /// The player may move a ferry (FERRY-7).
    MoveFerry {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// The player says which completed feature is scored next (GOLD-13).
    ScoreNext {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// The owner of a pig just scored may take its farmer back (TRADE-33).
    KeepFarmer {
        /// Whose farmer it is.
        player: PlayerId,
        /// Where it stands.
        spot: Spot,
    },
    /// The player chooses the marker that moves (MSG-4).
    Mark {
        /// Whose markers they are.
        player: PlayerId,
        /// By how many points it moves.
        points: i32,
    },
    /// The owner of a robber chooses whom it robs (ROB-11).
    Rob {
        /// Whose robber it is.
        player: PlayerId,
    },
    /// Chance draws a message for the player (MSG-8).
    DrawMessage {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// The player carries out a message or takes 2 points (MSG-12).
    Message {
        /// Whose turn it is.
        player: PlayerId,
        /// The number on the token.
        message: Message,
    },
    /// The player takes a meeple back by message 8 (MSG-27, MSG-28).
    MessageReturn {
        /// Whose turn it is.
        player: PlayerId,
        /// Whether it may be left out.
        is_optional: bool,
    },
    /// The player chooses the action of a crop circle (CROP-5).
    Crop {
        /// Whose turn it is.
        player: PlayerId,
        /// The circle.
        circle: CropCircle,
    },
    /// A player adds a meeple for a crop circle (CROP-10).
    CropAdd {
        /// Who is to act.
        player: PlayerId,
        /// The circle.
        circle: CropCircle,
    },
    /// A player takes a meeple back for a crop circle (CROP-11).
    CropReturn {
        /// Who is to act.
        player: PlayerId,
        /// The circle.
        circle: CropCircle,
    },
    /// The player moves the gingerbread man to an unfinished city (GINGER-6, GINGER-12).
    Gingerbread {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// A player takes a meeple back because of the plague (WHEEL-28).
    Plague {
        /// Who is to act.
        player: PlayerId,
    },
    /// The player may pay for a captive at the start or the end of the turn (ORDER-20).
    Ransom {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// A player makes a step of the dragon's flight (DRAGON-13).
    StepDragon {
        /// Who is to act.
        player: PlayerId,
    },
    /// The player may capture a meeple in range of the new floor (TOWER-11).
    Capture {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// The player chooses which own captive comes back (TOWER-28).
    Exchange {
        /// Whose captives they are.
        player: PlayerId,
    },
    /// A player may move meeples out of Carcassonne to completed features (COUNT-14).
    MoveOut {
        /// Who is to act.
        player: PlayerId,
    },
    /// The player may send a meeple to Carcassonne (COUNT-6).
    Send {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// The player may move the count (COUNT-11).
    MoveCount {
        /// Whose turn it is.
        player: PlayerId,
    },
    /// A player may move a meeple out of Carcassonne before the final scoring (COUNT-21).
    LastMove {
        /// Who is to act.
        player: PlayerId,
    },
    /// The game is over.
    Over,
}

impl Decision {
    /// Who decides.
    pub const fn actor(self) -> Actor {
        match self {
            Decision::Spring | Decision::Draw { .. } | Decision::Roll { .. } | Decision::DrawMessage { .. } => {
                Actor::Chance
            }
            Decision::Place { player, .. }
            | Decision::Deploy { player, .. }
            | Decision::Robber { player }
            | Decision::Ingot { player, .. }
            | Decision::Magic { player }
            | Decision::Land { player, .. }
            | Decision::Accompany { player, .. }
            | Decision::PutFerry { player, .. }
            | Decision::MoveFerry { player }
            | Decision::ScoreNext { player }
            | Decision::KeepFarmer { player, .. }
            | Decision::Mark { player, .. }
            | Decision::Rob { player }
            | Decision::Message { player, .. }
            | Decision::MessageReturn { player, .. }
            | Decision::Crop { player, .. }
            | Decision::CropAdd { player, .. }
            | Decision::CropReturn { player, .. }
            | Decision::Gingerbread { player }
            | Decision::Plague { player }
            | Decision::Ransom { player }
            | Decision::StepDragon { player }
            | Decision::Capture { player }
            | Decision::Exchange { player }
            | Decision::MoveOut { player }
            | Decision::Send { player }
            | Decision::MoveCount { player }
            | Decision::LastMove { player } => Actor::Player(player),
            Decision::Over => Actor::Nobody,
        }
    }

    /// The word used in notation and by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Decision::Spring => "spring",
            Decision::Draw { .. } => "draw",
            Decision::Place { .. } => "place",
            Decision::Deploy { .. } => "deploy",
            Decision::Robber { .. } => "robber",
            Decision::Ingot { .. } => "ingot",
            Decision::Magic { .. } => "magic",
            Decision::Roll { .. } => "roll",
            Decision::Land { .. } => "land",
            Decision::Accompany { .. } => "accompany",
            Decision::PutFerry { .. } => "put-ferry",
            Decision::MoveFerry { .. } => "move-ferry",
            Decision::ScoreNext { .. } => "score-next",
            Decision::KeepFarmer { .. } => "keep-farmer",
            Decision::Mark { .. } => "mark",
            Decision::Rob { .. } => "rob",
            Decision::DrawMessage { .. } => "draw-message",
            Decision::Message { .. } => "message",
            Decision::MessageReturn { .. } => "message-return",
            Decision::Crop { .. } => "crop",
            Decision::CropAdd { .. } => "crop-add",
            Decision::CropReturn { .. } => "crop-return",
            Decision::Gingerbread { .. } => "gingerbread",
            Decision::Plague { .. } => "plague",
            Decision::Ransom { .. } => "ransom",
            Decision::StepDragon { .. } => "step-dragon",
            Decision::Capture { .. } => "capture",
            Decision::Exchange { .. } => "exchange",
            Decision::MoveOut { .. } => "move-out",
            Decision::Send { .. } => "send",
            Decision::MoveCount { .. } => "move-count",
            Decision::LastMove { .. } => "last-move",
            Decision::Over => "over",
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The game goes on.
    Undecided,
    /// The game is over; these players share the victory (BASE-45), one bit for each seat.
    Won {
        /// One bit for each seat.
        winners: u8,
    },
}

impl Outcome {
    /// Whether a player has won, alone or with others.
    pub const fn is_winner(self, player: PlayerId) -> bool {
        match self {
            Outcome::Undecided => false,
            Outcome::Won { winners } => winners >> player.0 & 1 == 1,
        }
    }
}
