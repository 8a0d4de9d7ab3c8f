//! Events: what happened, for display. Rules never read them.
//!
//! Why a figure comes or goes is in `event/cause.rs`, what points are for in `event/award.rs`, how they add up in
//! `event/value.rs`.

mod award;
mod cause;
mod value;

pub use award::{Award, Source, When};
pub use cause::{Deployment, ExtraTurnCause, MagicAsideCause, Release, ReturnCause, RobberReturnCause};
pub use value::{Counted, Halved, Item, Value};

use crate::action::{CropAction, MagicFigure, Marker, Spot};
use crate::figure::FigureKind;
use crate::geometry::{Pos, Rotation};
use crate::modules::count::Quarter;
use crate::modules::messages::Message;
use crate::modules::wheel::Sector;
use crate::player::{ByPlayer, PlayerId};
use crate::tile::{CropCircle, Goods, TileId};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A tile was drawn and shown to all (BASE-D10).
    TileDrawn {
        /// The turn, counted from 1.
        turn: u32,
        /// Whose turn it is.
        player: PlayerId,
        /// The tile.
        tile: TileId,
    },
    /// A drawn tile fits nowhere and is out of the game (BASE-15).
    TileDiscarded {
        /// The tile.
        tile: TileId,
    },
    /// A tile was laid.
    TilePlaced {
        /// Who laid it; nobody lays what is there before the first turn.
        by: Option<PlayerId>,
        /// The tile.
        tile: TileId,
        /// Where.
        pos: Pos,
        /// How.
        rotation: Rotation,
    },
    /// A figure was placed.
    Deployed {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Where.
        spot: Spot,
        /// How it came there.
        how: Deployment,
    },
    /// A figure went back to the supply of its owner.
    Returned {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// From where.
        spot: Spot,
        /// Because of what.
        why: ReturnCause,
    },
    /// Points were given.
    Scored(Award),
    /// A robber was put on a space of the score track (ROB-3, ROB-4).
    RobberPut {
        /// Whose.
        player: PlayerId,
        /// The space.
        space: u8,
        /// For whom it lies in wait: whose markers stand there.
        victims: ByPlayer<bool>,
    },
    /// A robber moved along with the marker of a robbing player (ROB-10).
    RobberFollowed {
        /// Whose.
        player: PlayerId,
        /// The space where it stands now.
        space: u8,
    },
    /// A robber went back to the supply (ROB-9, ROB-13).
    RobberReturned {
        /// Whose.
        player: PlayerId,
        /// Why.
        why: RobberReturnCause,
    },
    /// An ingot was put on a tile (GOLD-2).
    IngotPut {
        /// Where the tile lies.
        pos: Pos,
    },
    /// Ingots were taken from a completed feature (GOLD-7).
    IngotsTaken {
        /// By whom.
        player: PlayerId,
        /// How many.
        count: u8,
        /// A segment of the feature.
        spot: Spot,
    },
    /// Mage or witch moved to a segment (MAGIC-3).
    MagicMoved {
        /// Which of them.
        figure: MagicFigure,
        /// Where it stands now.
        spot: Spot,
    },
    /// Mage or witch went beside the play area (MAGIC-7, MAGIC-18).
    MagicAside {
        /// Which of them.
        figure: MagicFigure,
        /// Why.
        why: MagicAsideCause,
    },
    /// The die was rolled for a flier (FLY-5).
    Rolled {
        /// Whose figure flies.
        player: PlayerId,
        /// Which figure.
        figure: FigureKind,
        /// What the die shows.
        number: u8,
        /// The cell that is reached.
        at: Pos,
    },
    /// A flier found no place to land and went back to the supply (FLY-10).
    FlightFailed {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
    },
    /// A ferry was put or moved (FERRY-3, FERRY-8).
    FerryPut {
        /// Where the lake lies.
        at: Pos,
        /// The two road segments that it connects.
        ends: [u8; 2],
        /// Whether it connected two others before.
        is_move: bool,
    },
    /// Goods were taken for a completed city (TRADE-4).
    GoodsTaken {
        /// By whom.
        player: PlayerId,
        /// Which.
        goods: Goods,
        /// How many.
        count: u8,
    },
    /// A builder was put beside the stacks (TRADE-11).
    BuilderAside {
        /// Whose.
        player: PlayerId,
        /// From where.
        spot: Spot,
    },
    /// A score marker moved by the points of a turn, of a robbery or of a message (TURN-27).
    MarkerMoved {
        /// Whose.
        player: PlayerId,
        /// Which.
        marker: Marker,
        /// By how many points.
        points: i32,
        /// The space where it stands now.
        space: u8,
    },
    /// A message was drawn (MSG-8).
    MessageDrawn {
        /// By whom.
        player: PlayerId,
        /// Which.
        message: Message,
    },
    /// The action of a crop circle was chosen (CROP-5).
    CropChosen {
        /// By whom.
        player: PlayerId,
        /// The circle.
        circle: CropCircle,
        /// The action.
        action: CropAction,
    },
    /// The gingerbread man moved to a city (GINGER-6).
    GingerbreadMoved {
        /// Where he stands now.
        spot: Spot,
    },
    /// The gingerbread man left the map: his city was completed, and there is no other (GINGER-14).
    GingerbreadAside,
    /// The pig moved to a sector of the wheel (WHEEL-17).
    PigMoved {
        /// Where it stops.
        sector: Sector,
        /// By how many sectors it moved.
        steps: u8,
    },
    /// A meeple was put on a crown space (WHEEL-32).
    Crowned {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// On which sector.
        sector: Sector,
    },
    /// A meeple went back from a crown space (WHEEL-39).
    Uncrowned {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// From which sector.
        sector: Sector,
    },
    /// A monk or heretic came to stand opposite another player's (CULT-7).
    ChallengeBegan {
        /// The shrine or monastery where it was put.
        spot: Spot,
        /// The one that it challenges.
        opposite: Spot,
    },
    /// A challenge was lost: the meeples of this shrine or monastery return without points (CULT-9).
    ChallengeLost {
        /// The shrine or monastery.
        spot: Spot,
    },
    /// The dragon came to a tile, by a volcano or by a player's step (DRAGON-4, DRAGON-14).
    DragonMoved {
        /// Where it is now.
        pos: Pos,
        /// Who moved it.
        player: Option<PlayerId>,
    },
    /// The fairy moved to a tile (DRAGON-43).
    FairyMoved {
        /// Where it is now.
        pos: Pos,
    },
    /// A floor was put on a tower (TOWER-6, TOWER-7).
    FloorPut {
        /// Whose.
        player: PlayerId,
        /// Where the tower stands.
        pos: Pos,
        /// Its floors now.
        height: u8,
    },
    /// A meeple was put on a tower (TOWER-8).
    GuardPut {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Where the tower stands.
        pos: Pos,
    },
    /// A meeple left a tower (COMBO-7).
    LeftTower {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Where the tower stands.
        pos: Pos,
        /// Because of what.
        why: ReturnCause,
    },
    /// A meeple became a captive (TOWER-18).
    Captured {
        /// Who holds it.
        captor: PlayerId,
        /// Whose it is.
        owner: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Where the tower stands that took it.
        at: Pos,
    },
    /// A captive went back to its owner (TOWER-26, TOWER-29).
    Freed {
        /// Who held it.
        captor: PlayerId,
        /// Whose it is.
        owner: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Because of what.
        why: Release,
    },
    /// Points were paid for a captive (TOWER-29).
    Ransomed {
        /// Who paid.
        player: PlayerId,
        /// Who was paid.
        captor: PlayerId,
        /// Which.
        figure: FigureKind,
        /// How many.
        points: i32,
    },
    /// A meeple left a quarter of Carcassonne (COUNT-14).
    LeftQuarter {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Which quarter.
        quarter: Quarter,
    },
    /// A meeple was sent to Carcassonne (COUNT-6).
    Sent {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Which quarter.
        quarter: Quarter,
    },
    /// The count moved (COUNT-11).
    CountMoved {
        /// Where he is now.
        quarter: Quarter,
    },
    /// A turn began, and what follows belongs to it although nothing was drawn yet (ORDER-1). Told only
    /// when something follows.
    TurnBegan {
        /// The turn, counted from 1.
        turn: u32,
        /// Whose turn it is.
        player: PlayerId,
    },
    /// The same player takes another turn (TRADE-15, MSG-20, TRADC-10).
    ExtraTurn {
        /// Who.
        player: PlayerId,
        /// What gives it.
        why: ExtraTurnCause,
    },
    /// The last turn is over; what follows is the final scoring.
    FinalScoringBegan,
    /// The game is over.
    GameEnded,
}

impl Event {
    /// Whether the turn is over with it: what comes after it is of the next turn, or of the end of the game.
    pub const fn ends_turn(&self) -> bool {
        match self {
            Event::TurnBegan { .. } | Event::FinalScoringBegan => true,
            Event::TileDrawn { .. }
            | Event::TileDiscarded { .. }
            | Event::TilePlaced { .. }
            | Event::Deployed { .. }
            | Event::Returned { .. }
            | Event::Scored(_)
            | Event::RobberPut { .. }
            | Event::RobberFollowed { .. }
            | Event::RobberReturned { .. }
            | Event::IngotPut { .. }
            | Event::IngotsTaken { .. }
            | Event::MagicMoved { .. }
            | Event::MagicAside { .. }
            | Event::Rolled { .. }
            | Event::FlightFailed { .. }
            | Event::FerryPut { .. }
            | Event::GoodsTaken { .. }
            | Event::BuilderAside { .. }
            | Event::MarkerMoved { .. }
            | Event::MessageDrawn { .. }
            | Event::CropChosen { .. }
            | Event::GingerbreadMoved { .. }
            | Event::GingerbreadAside
            | Event::PigMoved { .. }
            | Event::Crowned { .. }
            | Event::Uncrowned { .. }
            | Event::ChallengeBegan { .. }
            | Event::ChallengeLost { .. }
            | Event::DragonMoved { .. }
            | Event::FairyMoved { .. }
            | Event::FloorPut { .. }
            | Event::GuardPut { .. }
            | Event::LeftTower { .. }
            | Event::Captured { .. }
            | Event::Freed { .. }
            | Event::Ransomed { .. }
            | Event::LeftQuarter { .. }
            | Event::Sent { .. }
            | Event::CountMoved { .. }
            | Event::ExtraTurn { .. }
            | Event::GameEnded => false,
        }
    }
}

/// Takes events as they happen.
///
/// A list takes them in order; [`NoEvents`] drops them, and the compiler drops their making.
pub trait EventSink {
    /// Whether anybody listens. What is found out only to be told need not be found out otherwise.
    const LISTENS: bool = true;

    /// Takes one event.
    fn event(&mut self, event: Event);
}

/// Drops all events.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoEvents;

impl EventSink for NoEvents {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, _: Event) {}
}

impl EventSink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
