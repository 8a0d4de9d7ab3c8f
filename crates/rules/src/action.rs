//! Actions: the answers to decisions, and what chance brings.

use crate::figure::FigureKind;
use crate::geometry::{Pos, Rotation, Side};
use crate::modules::count::Quarter;
use crate::modules::messages::Message;
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::tile::TileId;

/// A segment on the table, named by the cell of its tile and its index on the tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spot {
    /// Where the tile lies.
    pub pos: Pos,
    /// The index of the segment in [`Tile::segments`](crate::Tile::segments).
    pub segment: u8,
}

/// One step of the game. Figures of a kind are interchangeable, so an action names kind and place.
///
/// ```
/// use bastide_rules::Action;
/// assert!(std::mem::size_of::<Action>() <= 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Action {
    /// Chance: this tile is drawn (BASE-12).
    Draw(TileId),
    /// Lay the drawn tile (BASE-13).
    Place {
        /// The cell.
        pos: Pos,
        /// Clockwise turn of the drawing in the catalogue.
        rotation: Rotation,
    },
    /// Place a figure from the supply (BASE-18).
    Deploy {
        /// Which figure.
        figure: FigureKind,
        /// On which segment.
        spot: Spot,
    },
    /// Take the own abbot back and score it (ABBOT-8).
    RecallAbbot,
    /// Do nothing where doing something is optional.
    Pass,
    /// Put a figure on the flying machine of the tile just laid (FLY-2).
    Fly(FigureKind),
    /// Chance: the die of the flying machines shows this number (FLY-1).
    Roll(u8),
    /// The flier lands on this segment (FLY-7).
    Land(Spot),
    /// Place the builder or the pig beside the meeple just placed (TRADE-7, TRADE-23).
    Accompany,
    /// Put or move the ferry of a lake so that it connects two of its roads (FERRY-4, FERRY-8).
    Ferry {
        /// Where the lake lies.
        at: Pos,
        /// The two road segments of that tile, the smaller index first.
        ends: [u8; 2],
    },
    /// Put the second ingot of a gold mine on this tile (GOLD-2).
    Ingot(Pos),
    /// Move mage or witch to a segment (MAGIC-3, MAGIC-9).
    Magic {
        /// Which of them.
        figure: MagicFigure,
        /// The segment; for a feature that cannot split the first one of it.
        spot: Spot,
    },
    /// Put mage or witch beside the play area, where no feature is left for them (MAGIC-7).
    MagicAside(MagicFigure),
    /// Put the own robber on a space of the score track (ROB-3, ROB-4).
    Robber(u8),
    /// Score this completed feature next (GOLD-13).
    ScoreNext(Spot),
    /// Move this marker with the points of the turn (MSG-4).
    Mark(Marker),
    /// The own robber robs this player (ROB-11).
    Rob(PlayerId),
    /// Chance: this message is drawn (MSG-8).
    DrawMessage(Message),
    /// Score 2 points instead of carrying out the message (MSG-12).
    TwoPoints,
    /// Carry out a message that needs no target (MSG-12).
    CarryOut,
    /// Carry out a message on the feature with this first segment (MSG-14, MSG-25).
    Target(Spot),
    /// Take an own figure without companion back (MSG-27, CROP-11, TRADE-33).
    Return {
        /// Which figure.
        figure: FigureKind,
        /// Where it stands.
        spot: Spot,
    },
    /// Take an own meeple back whose builder or pig comes with it (TRADE-10, TRADE-26).
    ReturnBoth {
        /// Which meeple.
        figure: FigureKind,
        /// Where it stands.
        spot: Spot,
    },
    /// Choose what all players do for a crop circle (CROP-5, CORN-5).
    Crop(CropAction),
    /// Move the gingerbread man to the city with this first segment (GINGER-6, GINGER-12).
    Gingerbread(Spot),
    /// Put a meeple on a crown space of the wheel (WHEEL-32).
    Crown {
        /// Which meeple.
        figure: FigureKind,
        /// On which sector.
        sector: Sector,
    },
    /// Take an own meeple back from a tower (WHEEL-D5).
    ReturnGuard(Pos),
    /// Move the fairy to a tile (DRAGON-43).
    Fairy(Pos),
    /// Make a step of the dragon's flight (DRAGON-14).
    StepDragon(Side),
    /// Take a meeple off the table: by the princess (DRAGON-32) or a tower (TOWER-11).
    Seize {
        /// Which meeple.
        piece: Piece,
        /// Where it stands.
        spot: Spot,
    },
    /// Capture the meeple on the tower of this tile (TOWER-17).
    SeizeGuard(Pos),
    /// Put a floor on the tower of this tile (TOWER-6, TOWER-7).
    Floor(Pos),
    /// Put a meeple on the tower of this tile (TOWER-8).
    Guard {
        /// Which meeple.
        figure: FigureKind,
        /// Where the tower stands.
        at: Pos,
    },
    /// Get an own captive of this kind back in an exchange (TOWER-28).
    Exchange(FigureKind),
    /// Pay for an own captive (TOWER-29).
    Ransom {
        /// Who holds it.
        captor: PlayerId,
        /// Which meeple.
        figure: FigureKind,
    },
    /// Move a meeple out of Carcassonne to a feature (COUNT-14, COUNT-21).
    MoveOut {
        /// Which meeple.
        figure: FigureKind,
        /// Where to.
        spot: Spot,
    },
    /// Send a meeple to Carcassonne (COUNT-6).
    Send {
        /// Which meeple.
        figure: FigureKind,
        /// To which quarter.
        quarter: Quarter,
    },
    /// Move the count (COUNT-11).
    MoveCount(Quarter),
}

/// Somebody's meeple, with or without a companion, in one byte, so that actions stay small.
///
/// ```
/// use bastide_rules::{FigureKind, Piece, PlayerId};
/// let piece = Piece::new(PlayerId::new(5).unwrap(), FigureKind::Large, true);
/// assert_eq!((piece.owner().index(), piece.kind(), piece.is_bound()), (5, FigureKind::Large, true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece(u8);

impl Piece {
    /// A meeple of a player; its builder or pig may be bound to it.
    pub const fn new(owner: PlayerId, kind: FigureKind, is_bound: bool) -> Piece {
        Piece(owner.0 << 4 | (kind as u8) << 1 | is_bound as u8)
    }

    /// Whose it is.
    pub const fn owner(self) -> PlayerId {
        PlayerId(self.0 >> 4)
    }

    /// What it is.
    pub fn kind(self) -> FigureKind {
        FigureKind::ALL[usize::from(self.0 >> 1 & 7) % FigureKind::ALL.len()]
    }

    /// Whether its builder or pig is bound to it.
    pub const fn is_bound(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The neutral figures of one module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum MagicFigure {
    /// One more point for each tile (MAGIC-13).
    Mage,
    /// Half of the points (MAGIC-15).
    Witch,
}

impl MagicFigure {
    /// Both of them.
    pub const ALL: [MagicFigure; 2] = [MagicFigure::Mage, MagicFigure::Witch];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            MagicFigure::Mage => "mage",
            MagicFigure::Witch => "witch",
        }
    }
}

/// The two score markers of a player (MSG-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Marker {
    /// The normal meeple, which every player has.
    Meeple,
    /// The messenger.
    Messenger,
}

impl Marker {
    /// Both of them.
    pub const ALL: [Marker; 2] = [Marker::Meeple, Marker::Messenger];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Marker::Meeple => "meeple",
            Marker::Messenger => "messenger",
        }
    }
}

/// The two actions of a crop circle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CropAction {
    /// A: everybody adds a meeple (CROP-10).
    Add,
    /// B: everybody takes a meeple back (CROP-11).
    Return,
}

impl CropAction {
    /// Both of them.
    pub const ALL: [CropAction; 2] = [CropAction::Add, CropAction::Return];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            CropAction::Add => "add",
            CropAction::Return => "return",
        }
    }
}
