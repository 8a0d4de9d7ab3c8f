//! Events: what happened, for display. Rules never read them.

use std::fmt;

use crate::action::{CropAction, MagicFigure, Marker, Spot};
use crate::figure::FigureKind;
use crate::geometry::{Pos, Rotation};
use crate::module::{Module, ModuleSet};
use crate::modules::count::Quarter;
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::tile::{CropCircle, Feature, Goods, TileId};

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
    },
    /// A robber moved along with the marker of a robbing player (ROB-10).
    RobberFollowed {
        /// Whose.
        player: PlayerId,
        /// The space where it stands now.
        space: u8,
    },
    /// A robber went back to the supply (ROB-9).
    RobberReturned {
        /// Whose.
        player: PlayerId,
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
    /// Mage or witch moved to a segment, or beside the play area (MAGIC-3, MAGIC-18).
    MagicMoved {
        /// Which of them.
        figure: MagicFigure,
        /// Where it stands now.
        spot: Option<Spot>,
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
        /// Its number.
        message: u8,
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
    /// The gingerbread man moved to a city, or left the map (GINGER-6, GINGER-14).
    GingerbreadMoved {
        /// Where he stands now.
        spot: Option<Spot>,
    },
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
    /// 3 points were paid for a captive (TOWER-29).
    Ransomed {
        /// Who paid.
        player: PlayerId,
        /// Who was paid.
        captor: PlayerId,
        /// Which.
        figure: FigureKind,
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
    },
    /// The last turn is over; what follows is the final scoring.
    FinalScoringBegan,
    /// The game is over.
    GameEnded,
}

/// How a figure came to a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deployment {
    /// On the tile just laid (BASE-18).
    OnTile,
    /// By a portal, to another tile (DRAGON-27).
    Portal,
    /// By a flying machine (FLY-7).
    Flight,
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
            Deployment::Flight => "flight",
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
    Princess,
    /// A tower took it: a captive, unless it is the captor's own (TOWER-18, TOWER-19).
    Seized,
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
            ReturnCause::Princess => "princess",
            ReturnCause::Seized => "seized",
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

/// Points for one player and one reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Award {
    /// Who gets the points.
    pub player: PlayerId,
    /// What they are for.
    pub source: Source,
    /// A segment of the scored region, if there is one.
    pub spot: Option<Spot>,
    /// How the points add up.
    pub value: Value,
}

impl Award {
    /// The points.
    pub const fn points(&self) -> i32 {
        self.value.points()
    }

    /// The rules that explain the award in a game with these modules, the general one first.
    ///
    /// ```
    /// use bastide_rules::{Award, Counted, Feature, Item, Module, ModuleSet, PlayerId, Source, Value};
    /// let inn = Value::of(Item { what: Counted::Tiles, count: 3, each: 2 });
    /// let source = Source::Completed(Feature::Road);
    /// let award = Award { player: PlayerId::new(0).unwrap(), source, spot: None, value: inn };
    /// assert_eq!(award.rules(ModuleSet::from_iter([Module::Inns])), ["BASE-25", "INN-4"]);
    /// ```
    pub fn rules(&self, modules: ModuleSet) -> Vec<&'static str> {
        let is_inns_classic = modules.has(Module::InnsClassic);
        let mut rules = vec![match self.source {
            Source::Completed(Feature::Road) => "BASE-25",
            Source::Completed(Feature::City) => "BASE-27",
            Source::Completed(Feature::Garden) => "ABBOT-6",
            Source::Completed(Feature::Shrine) => "CULT-3",
            Source::Completed(_) => "BASE-29",
            Source::Recalled(_) => "ABBOT-9",
            Source::Final(Feature::Road) => "BASE-41",
            Source::Final(Feature::City) => "BASE-42",
            Source::Final(Feature::Garden) => "ABBOT-12",
            Source::Final(Feature::Shrine) => "CULT-15",
            Source::Final(Feature::Field) => "FARM-7",
            Source::Final(_) => "BASE-43",
            Source::Pig => "TRADE-29",
            Source::Robbery(_) => "ROB-8",
            Source::Message(_) if self.value.items().iter().any(|item| item.what == Counted::Messages) => "MSG-12",
            Source::Message(1) => "MSG-16",
            Source::Message(2) => "MSG-18",
            Source::Message(3) => "MSG-19",
            Source::Message(5) => "MSG-22",
            Source::Message(6) => "MSG-23",
            Source::Message(7) => "MSG-24",
            Source::Message(8) => "MSG-26",
            Source::Message(_) => "MSG-12",
            Source::Robber => "ROB-13",
            Source::Goods(_) if modules.has(Module::TradersClassic) => "TRADC-4",
            Source::Goods(_) => "TRADE-6",
            Source::Gold => "GOLD-15",
            Source::Gingerbread => "GINGER-8",
            Source::Fairy if self.value.points() == 1 => "DRAGON-46",
            Source::Fairy => "DRAGON-48",
            Source::FairyAtEnd => "DRAGON-D16",
            Source::Wheel(Sector::Fortune) => "WHEEL-21",
            Source::Wheel(Sector::Taxes) => "WHEEL-22",
            Source::Wheel(Sector::Famine) => "WHEEL-25",
            Source::Wheel(Sector::Storm) => "WHEEL-26",
            Source::Wheel(_) => "WHEEL-27",
            Source::Crown(_) => "WHEEL-36",
        }];
        for item in self.value.items() {
            rules.extend(match (item.what, item.each, self.source) {
                (Counted::MageTiles, ..) => Some("MAGIC-13"),
                (Counted::Tiles, 2, Source::Completed(Feature::Road)) if is_inns_classic => Some("INNC-4"),
                (Counted::Tiles, 2, Source::Completed(Feature::Road)) => Some("INN-4"),
                (Counted::Tiles, 3, Source::Completed(Feature::City)) if is_inns_classic => Some("INNC-6"),
                (Counted::Tiles, 3, Source::Completed(Feature::City)) => Some("INN-6"),
                (Counted::Tiles, 0, Source::Final(Feature::Road)) => Some("INNC-5"),
                (Counted::Tiles, 0, Source::Final(Feature::City)) => Some("INNC-8"),
                (Counted::Tiles, 0, Source::Message(_)) => Some("INNC-D4"),
                (Counted::HerdCities, ..) => Some("RIVER2-17"),
                (Counted::PigCities, ..) => Some("TRADC-14"),
                _ => None,
            });
        }
        if self.value.halving() == Some(Halved::Witch) {
            rules.push("MAGIC-15");
        }
        rules.dedup();
        rules
    }
}

/// What points are given for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A feature that was completed in this turn.
    Completed(Feature),
    /// An abbot that was taken back early (ABBOT-9).
    Recalled(Feature),
    /// A feature in the final scoring (BASE-40, FARM-7).
    Final(Feature),
    /// The cities beside a pig (TRADE-29).
    Pig,
    /// Half of what this player scored (ROB-8).
    Robbery(PlayerId),
    /// A message with this number, carried out or not (MSG-12).
    Message(u8),
    /// A robber that is still on the track at the end (ROB-13).
    Robber,
    /// The most goods of a kind (TRADE-6).
    Goods(Goods),
    /// Ingots (GOLD-15).
    Gold,
    /// The knights in the city of the gingerbread man (GINGER-8).
    Gingerbread,
    /// The fairy: at the start of a turn (DRAGON-46) or with a scored feature (DRAGON-48).
    Fairy,
    /// The fairy with a feature of the final scoring (DRAGON-D16).
    FairyAtEnd,
    /// The action of a sector of the wheel (WHEEL-21 to WHEEL-27).
    Wheel(Sector),
    /// The crown spaces of a sector (WHEEL-36).
    Crown(Sector),
}

impl Source {
    /// The feature that was scored, if it is one.
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Source::Completed(feature) | Source::Recalled(feature) | Source::Final(feature) => Some(feature),
            Source::Pig => Some(Feature::Field),
            Source::Gingerbread => Some(Feature::City),
            _ => None,
        }
    }

    /// Whether the points belong to the final scoring (TURN-39, TURN-40).
    pub const fn is_final(self) -> bool {
        matches!(self, Source::Final(_) | Source::Robber | Source::Goods(_) | Source::Gold | Source::FairyAtEnd)
    }

    /// When the points were given, the word used by programs: with a completed or recalled feature,
    /// otherwise during a turn, or in the final scoring.
    pub const fn when(self) -> &'static str {
        match self {
            Source::Recalled(_) => "recalled",
            Source::Completed(_) => "completed",
            source if source.is_final() => "final",
            _ => "turn",
        }
    }

    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Source::Completed(feature) | Source::Recalled(feature) | Source::Final(feature) => feature.word(),
            Source::Pig => "pig",
            Source::Robbery(_) => "robbery",
            Source::Message(_) => "message",
            Source::Robber => "robber",
            Source::Goods(_) => "goods",
            Source::Gold => "gold",
            Source::Gingerbread => "gingerbread",
            Source::Fairy | Source::FairyAtEnd => "fairy",
            Source::Wheel(_) => "wheel",
            Source::Crown(_) => "crown",
        }
    }
}

/// One summand of a value: `count` things worth `each`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// What is counted.
    pub what: Counted,
    /// How many.
    pub count: u16,
    /// Points for each.
    pub each: u16,
}

impl Item {
    const NONE: Item = Item { what: Counted::Tiles, count: 0, each: 0 };

    /// The points of this summand; at most [`i32::MAX`].
    #[inline]
    pub const fn points(&self) -> i32 {
        (self.count as i32).saturating_mul(self.each as i32)
    }

    /// Both summands as one that is worth the points of both, as far as they fit.
    #[cold]
    const fn joined(self, other: Item) -> Item {
        let points = self.points().saturating_add(other.points());
        let count = if points > u16::MAX as i32 { u16::MAX } else { points as u16 };
        Item { what: self.what, count, each: 1 }
    }
}

/// Things that are counted for points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Tiles of the region; for monasteries and gardens its own tile and those around.
    Tiles,
    /// Coats of arms.
    Shields,
    /// Completed cities beside a field.
    Cities,
    /// The same once more for a pig herd on the field (RIVER2-17).
    HerdCities,
    /// The same once more for the own pig on the field (TRADC-14).
    PigCities,
    /// Tiles of a region with the mage, one more point for each (MAGIC-13).
    MageTiles,
    /// Points that another player scored (ROB-8).
    RobbedPoints,
    /// Ingots (GOLD-15).
    Ingots,
    /// A majority of goods (TRADE-6).
    GoodsMajority,
    /// Robbers on the track (ROB-13).
    Robbers,
    /// Knights (MSG-23).
    Knights,
    /// Farmers (MSG-24).
    Farmers,
    /// Messages that were not carried out (MSG-12).
    Messages,
    /// The fairy (DRAGON-46, DRAGON-48).
    Fairies,
    /// Sectors of the wheel (WHEEL-21).
    Sectors,
    /// Shields and knights of one colour, for each knight (WHEEL-22).
    Taxes,
    /// Meeples in the supply (WHEEL-26).
    Supply,
    /// Monks (WHEEL-27).
    Monks,
    /// Meeples on crown spaces (WHEEL-36).
    Crowns,
}

impl Counted {
    /// The word used by programs.
    pub const fn id(self) -> &'static str {
        match self {
            Counted::Tiles => "tiles",
            Counted::Shields => "shields",
            Counted::Cities => "cities",
            Counted::HerdCities => "herd-cities",
            Counted::PigCities => "pig-cities",
            Counted::MageTiles => "mage",
            Counted::RobbedPoints => "robbed",
            Counted::Ingots => "ingots",
            Counted::GoodsMajority => "goods",
            Counted::Robbers => "robbers",
            Counted::Knights => "knights",
            Counted::Farmers => "farmers",
            Counted::Messages => "messages",
            Counted::Fairies => "fairies",
            Counted::Sectors => "sectors",
            Counted::Taxes => "taxes",
            Counted::Supply => "supply",
            Counted::Monks => "monks",
            Counted::Crowns => "crowns",
        }
    }

    /// The word for so many of them.
    pub const fn word(self, count: u16) -> &'static str {
        match (self, count) {
            (Counted::Tiles, 1) => "tile",
            (Counted::Tiles, _) => "tiles",
            (Counted::Shields, 1) => "coat of arms",
            (Counted::Shields, _) => "coats of arms",
            (Counted::Cities, 1) => "completed city",
            (Counted::Cities, _) => "completed cities",
            (Counted::HerdCities, 1) => "city with the herd",
            (Counted::HerdCities, _) => "cities with the herd",
            (Counted::PigCities, 1) => "city with the pig",
            (Counted::PigCities, _) => "cities with the pig",
            (Counted::MageTiles, 1) => "tile with the mage",
            (Counted::MageTiles, _) => "tiles with the mage",
            (Counted::RobbedPoints, 1) => "point of the other",
            (Counted::RobbedPoints, _) => "points of the other",
            (Counted::Ingots, 1) => "ingot",
            (Counted::Ingots, _) => "ingots",
            (Counted::GoodsMajority, 1) => "majority of goods",
            (Counted::GoodsMajority, _) => "majorities of goods",
            (Counted::Robbers, 1) => "robber on the track",
            (Counted::Robbers, _) => "robbers on the track",
            (Counted::Knights, 1) => "knight",
            (Counted::Knights, _) => "knights",
            (Counted::Farmers, 1) => "farmer",
            (Counted::Farmers, _) => "farmers",
            (Counted::Messages, 1) => "message",
            (Counted::Messages, _) => "messages",
            (Counted::Fairies, 1) => "fairy",
            (Counted::Fairies, _) => "fairies",
            (Counted::Sectors, 1) => "sector",
            (Counted::Sectors, _) => "sectors",
            (Counted::Taxes, 1) => "coat of arms or knight",
            (Counted::Taxes, _) => "coats of arms and knights",
            (Counted::Supply, 1) => "meeple in the supply",
            (Counted::Supply, _) => "meeples in the supply",
            (Counted::Monks, 1) => "monk",
            (Counted::Monks, _) => "monks",
            (Counted::Crowns, 1) => "crown",
            (Counted::Crowns, _) => "crowns",
        }
    }
}

/// How points add up.
///
/// Its text is the sum as a person would write it:
///
/// ```
/// use bastide_rules::{Counted, Item, Value};
/// let value = Value::of(Item { what: Counted::Tiles, count: 3, each: 2 })
///     .plus(Item { what: Counted::Shields, count: 1, each: 2 });
/// assert_eq!(value.points(), 8);
/// assert_eq!(value.to_string(), "3 tiles × 2 + 1 coat of arms × 2 = 8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    items: [Item; Value::MOST],
    len: u8,
    halved: Option<Halved>,
}

/// Why only half of a sum counts, rounded up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halved {
    /// The witch stands on the feature (MAGIC-15).
    Witch,
    /// A robber takes half (ROB-8).
    Robber,
}

impl Halved {
    /// The word used in texts and by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Halved::Witch => "witch",
            Halved::Robber => "robber",
        }
    }
}

impl Value {
    /// Tiles, coats of arms, and the tiles once more for the mage.
    const MOST: usize = 3;

    /// A value of one summand.
    #[inline]
    pub const fn of(item: Item) -> Value {
        Value { items: [item, Item::NONE, Item::NONE], len: 1, halved: None }
    }

    /// The value with another summand, which is left out if it is 0. No rule has more than three; what comes after them
    /// is added to the points of the last one.
    ///
    /// ```
    /// use bastide_rules::{Counted, Item, Value};
    /// let tiles = Item { what: Counted::Tiles, count: 2, each: 3 };
    /// let value = Value::of(tiles).plus(tiles).plus(tiles).plus(tiles);
    /// assert_eq!((value.items().len(), value.points()), (3, 24));
    /// ```
    #[inline]
    #[must_use]
    pub const fn plus(mut self, item: Item) -> Value {
        if item.count == 0 {
            return self;
        }
        if (self.len as usize) < Value::MOST {
            self.items[self.len as usize] = item;
            self.len += 1;
        } else {
            self.items[Value::MOST - 1] = self.items[Value::MOST - 1].joined(item);
        }
        self
    }

    /// Half of the value, rounded up.
    #[must_use]
    pub const fn halved(mut self, why: Halved) -> Value {
        self.halved = Some(why);
        self
    }

    /// The summands.
    pub fn items(&self) -> &[Item] {
        &self.items[..usize::from(self.len)]
    }

    /// Why only half of the sum counts, if so.
    pub const fn halving(&self) -> Option<Halved> {
        self.halved
    }

    /// The sum of the summands.
    #[inline]
    pub const fn sum(&self) -> i32 {
        // Unused summands are 0.
        self.items[0].points().saturating_add(self.items[1].points()).saturating_add(self.items[2].points())
    }

    /// The points: the sum, or half of it.
    #[inline]
    pub const fn points(&self) -> i32 {
        match self.halved {
            None => self.sum(),
            Some(_) => self.sum() / 2 + self.sum() % 2,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.items().iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            write!(f, "{} {} × {}", item.count, item.what.word(item.count), item.each)?;
        }
        write!(f, " = {}", self.sum())?;
        match self.halved {
            None => Ok(()),
            Some(why) => write!(f, ", halved by the {}: {}", why.word(), self.points()),
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
