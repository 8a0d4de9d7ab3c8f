//! Decisions: what is asked, and of whom.

use crate::geometry::Pos;
use crate::player::PlayerId;
use crate::tile::TileId;

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
    /// The game is over.
    Over,
}

impl Decision {
    /// The word used in notation and by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Decision::Draw { .. } => "draw",
            Decision::Place { .. } => "place",
            Decision::Deploy { .. } => "deploy",
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
