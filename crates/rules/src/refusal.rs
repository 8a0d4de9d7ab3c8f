//! Why an action is not legal, with the rule that says so.
//!
//! Rule, sentence, code and parameters are tables over all reasons: long functions of one arm each, which the compiler keeps
//! complete.

mod duty;

use std::fmt;

pub use duty::Duty;

use crate::action::Action;
use crate::board::Misfit;
use crate::decision::Decision;
use crate::figure::FigureKind;
use crate::geometry::Side;
use crate::module::{Base, Module};
use crate::tile::Feature;

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Another kind of action is due: this is asked.
    NotAsked(Decision),
    /// Something must be done.
    MayNotPass(Duty),
    /// No figure of this kind is in the game.
    NotInGame(FigureKind),
    /// What the action is about is not in the game.
    NotPlayed(Absent),
    /// No tile lies on that cell.
    NoTileThere,
    /// The tile has no such segment.
    NoSuchSegment,
    /// The die has no such number.
    NoSuchNumber,
    /// No such tile can be drawn now.
    NotInStack,
    /// The tile comes with a module that is not in the game.
    TileOfModule(Module),
    /// The tile is one of another base.
    TileOfBase(Base),
    /// All tiles of the kind are drawn.
    TilesUsedUp,
    /// The tile fitted nowhere, and no other of its kind is left.
    TileInBox,
    /// The start tile is not drawn.
    StartTile,
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
    /// River tiles of River II come in their order: the fork, the pile, the lake.
    RiverPileFirst,
    /// A river tile of River II must continue one of the branches.
    BranchNotContinued,
    /// The source does not lie with its back to the board.
    SourceAstray,
    /// A branch of the river would turn the same way twice.
    RiverTurnsBack,
    /// An end of the river would be blocked, or meet the other one.
    RiverBlocked,
    /// No figure of this kind is in the supply.
    NoneLeft(FigureKind),
    /// It is not the tile just laid, and no portal leads there.
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
    /// The tile just laid has no flying machine.
    NoFlyingMachine,
    /// A figure of this kind does not fly.
    CannotFly(FigureKind),
    /// The flier did not reach that tile.
    NotLandingThere,
    /// Fliers do not land on such a feature.
    NoLanding(Feature),
    /// The feature is completed.
    LandingComplete,
    /// Not two roads of the lake, the smaller one first.
    FerryEnds,
    /// Not the lake just laid.
    FerryElsewhere,
    /// The ferry connects these two already.
    FerryStays,
    /// A lake without a ferry.
    NoFerry,
    /// No ferry that may be moved.
    FerryOutOfReach,
    /// Not a tile around the gold mine.
    IngotApart,
    /// Neither a road nor a city.
    MagicFeature,
    /// The feature is completed.
    MagicComplete,
    /// The other magic figure stands there.
    MagicOther,
    /// The figure was taken from there.
    MagicSame,
    /// There is a feature for mage or witch.
    MagicHasPlace,
    /// The figure is beside the play area already.
    MagicAside,
    /// Another segment names the feature; with the rule by which it is chosen.
    NotFirstSegment(&'static str),
    /// No marker of another player stands there.
    RobberSpace,
    /// The robber stands there already.
    RobberSame,
    /// No feature whose order matters.
    NotContested,
    /// That player does not activate the robber.
    NotRobbed,
    /// The message cannot be drawn now.
    NotTopMessage,
    /// The message cannot be carried out like this.
    NoErrand,
    /// The message names no feature.
    ErrandWithoutFeature,
    /// The feature of the message must be named.
    ErrandNeedsFeature,
    /// The message is about features of another kind.
    ErrandElsewhere,
    /// Another feature is worth less.
    NotSmallest,
    /// No own meeple there.
    NoOwnMeeple,
    /// No own meeple that message 8 returns.
    NotReturned,
    /// No own meeple of the circle's type there.
    CropType,
    /// No own meeple of the circle's type on that segment.
    CropSegment,
    /// No such figure stands there that a crop circle could take; with the rule of the circle.
    NoSuchFigure(&'static str),
    /// The figure there is not of the circle's type; with the rule of the circle.
    NotOfCircle(&'static str),
    /// Not the farmer whose pig was just scored.
    NotThePigsFarmer,
    /// No such figure that a tower could capture stands there.
    NobodyToCapture,
    /// A shrine would have two monasteries around it, or a monastery two shrines.
    TooManyShrines,
    /// Not an unfinished city, or the one that the gingerbread man leaves.
    NotACity,
    /// A builder needs an own meeple on the feature.
    NoOwnMeepleForBuilder,
    /// A pig needs an own farmer on the field.
    NoOwnFarmerForPig,
    /// A builder stands on roads and in cities.
    BuilderFeature,
    /// A pig stands on fields.
    PigFeature,
    /// No crown space is free there.
    NoCrownSpace,
    /// Dragon tiles are set aside until a volcano is laid.
    DragonAsleep,
    /// The dragon stands on that tile.
    DragonThere,
    /// No tile lies beside the dragon there, or it does not fly.
    DragonCannot,
    /// The dragon was there in this flight.
    DragonReturns,
    /// The fairy keeps the dragon away.
    FairyThere,
    /// The dragon does not enter a board.
    DragonOnBoard,
    /// The fairy cannot go there.
    NoFairyHere,
    /// The feature is completed.
    PortalComplete,
    /// A portal does not lead to a board.
    PortalToBoard,
    /// No such knight in the city of the princess.
    NotHerKnight,
    /// No such meeple that the plague can take.
    NotForPlague,
    /// No such tower space.
    NoTowerSpace,
    /// The player has no floors left.
    NoFloors,
    /// The tower is finished.
    TowerFinished,
    /// The tower was not started.
    TowerNotStarted,
    /// Such a figure does not stand on towers.
    NotOnTowers(FigureKind),
    /// The tower does not reach that tile.
    OutOfRange,
    /// Builders, pigs and meeples on a printed board are not captured.
    NotCapturable,
    /// No such captive.
    NoCaptive,
    /// The player has too few points to pay.
    CannotRansom,
    /// The player has paid for a captive in this turn.
    HasRansomed,
    /// The own meeple that was captured in this turn waits for the next.
    JustCaptured(FigureKind),
    /// No quarter serves that place.
    NoQuarter,
    /// The count stands in that quarter.
    CountInTheWay,
    /// No such meeple waits there.
    NoneInQuarter,
    /// The count stands there already.
    CountStays,
    /// The abbot goes to the church only.
    ChurchOnly,
    /// The feature was not completed in this turn.
    NotJustCompleted,
    /// Neither a field nor an unfinished feature.
    NoLastMove,
    /// The feature has a tile outside the printed board.
    NotOnBoardSquare,
}

impl Refusal {
    /// The rule that forbids it.
    #[expect(clippy::too_many_lines, reason = "a table with a line for each reason")]
    pub fn rule(self) -> &'static str {
        match self {
            Refusal::GameOver => "BASE-39",
            Refusal::NotAsked(_) => "BASE-11",
            Refusal::MayNotPass(duty) => duty.binding_rule(),
            Refusal::NotInGame(FigureKind::Meeple) => "BASE-8",
            Refusal::NotInGame(FigureKind::Abbot) => "ABBOT-1",
            Refusal::NotInGame(FigureKind::Large) => "INN-2",
            Refusal::NotInGame(FigureKind::Builder | FigureKind::Pig) => "TRADE-3",
            Refusal::NotInGame(FigureKind::Robber) => "ROB-1",
            Refusal::NotPlayed(Absent::Wheel) => "WHEEL-32",
            Refusal::NotPlayed(Absent::Flying) => "FLY-1",
            Refusal::NotPlayed(Absent::Dragon) => "DRAGON-1",
            Refusal::NotPlayed(Absent::Tower) => "TOWER-1",
            Refusal::NoTileThere => "BASE-1",
            Refusal::NoSuchSegment => "BASE-2",
            Refusal::NoSuchNumber => "FLY-1",
            Refusal::NotInStack | Refusal::TileOfModule(_) | Refusal::TilesUsedUp => "BASE-7",
            Refusal::TileOfBase(_) | Refusal::StartTile => "BASE-6",
            Refusal::TileInBox => "BASE-15",
            Refusal::RiverFirst => "RIVER-5",
            Refusal::CellTaken | Refusal::CellApart | Refusal::SideMismatch(_) | Refusal::NotCanonical => "BASE-13",
            Refusal::RiverNotContinued => "RIVER-6",
            Refusal::RiverBendsTwice => "RIVER-9",
            Refusal::RiverFlowsBack => "RIVER-10",
            Refusal::RiverPileFirst => "RIVER2-2",
            Refusal::BranchNotContinued => "RIVER2-5",
            Refusal::SourceAstray => "COMBO-D3",
            Refusal::RiverTurnsBack => "RIVER2-10",
            Refusal::RiverBlocked => "RIVER2-9",
            Refusal::NoneLeft(_) => "BASE-21",
            Refusal::NotOnLaidTile => "BASE-18",
            Refusal::WrongFeature(FigureKind::Abbot, _) => "ABBOT-4",
            Refusal::WrongFeature(FigureKind::Large, Feature::Garden) => "INN-D2",
            Refusal::WrongFeature(FigureKind::Builder, _) => "TRADE-9",
            Refusal::WrongFeature(FigureKind::Pig, _) => "TRADE-25",
            Refusal::WrongFeature(FigureKind::Robber, _) => "ROB-1",
            Refusal::WrongFeature(_, Feature::Garden) => "ABBOT-5",
            Refusal::WrongFeature(..) => "BASE-18",
            Refusal::Occupied => "BASE-19",
            Refusal::NoFarmers => "FARM-1",
            Refusal::NoGardens => "BASE-D11",
            Refusal::NoAbbotOut | Refusal::AbbotComplete => "ABBOT-11",
            Refusal::NoFlyingMachine => "FLY-2",
            Refusal::CannotFly(_) => "FLY-2",
            Refusal::NotLandingThere => "FLY-6",
            Refusal::NoLanding(_) => "FLY-7",
            Refusal::LandingComplete => "FLY-7",
            Refusal::FerryEnds => "FERRY-4",
            Refusal::FerryElsewhere => "FERRY-3",
            Refusal::FerryStays => "FERRY-D14",
            Refusal::NoFerry => "FERRY-3",
            Refusal::FerryOutOfReach => "FERRY-10",
            Refusal::IngotApart => "GOLD-2",
            Refusal::MagicFeature => "MAGIC-3",
            Refusal::MagicComplete => "MAGIC-3",
            Refusal::MagicOther => "MAGIC-5",
            Refusal::MagicSame => "MAGIC-6",
            Refusal::MagicHasPlace | Refusal::MagicAside => "MAGIC-7",
            Refusal::NotFirstSegment(rule) | Refusal::NoSuchFigure(rule) | Refusal::NotOfCircle(rule) => rule,
            Refusal::RobberSpace => "ROB-3",
            Refusal::RobberSame => "ROB-D16",
            Refusal::NotContested => "GOLD-13",
            Refusal::NotRobbed => "ROB-11",
            Refusal::NotTopMessage => "MSG-D18",
            Refusal::NoErrand => "MSG-D11",
            Refusal::ErrandWithoutFeature => "MSG-12",
            Refusal::ErrandNeedsFeature | Refusal::ErrandElsewhere => "MSG-14",
            Refusal::NotSmallest => "MSG-15",
            Refusal::NoOwnMeeple => "MSG-14",
            Refusal::NotReturned => "MSG-27",
            Refusal::CropType => "CROP-10",
            Refusal::CropSegment => "CORN-8",
            Refusal::NotThePigsFarmer => "TRADE-33",
            Refusal::NobodyToCapture => "TOWER-15",
            Refusal::TooManyShrines => "CULT-5",
            Refusal::NotACity => "GINGER-6",
            Refusal::NoOwnMeepleForBuilder | Refusal::BuilderFeature => "TRADC-6",
            Refusal::NoOwnFarmerForPig | Refusal::PigFeature => "TRADC-12",
            Refusal::NoCrownSpace => "WHEEL-32",
            Refusal::DragonAsleep => "DRAGON-9",
            Refusal::DragonThere => "DRAGON-5",
            Refusal::DragonCannot => "DRAGON-14",
            Refusal::DragonReturns => "DRAGON-16",
            Refusal::FairyThere => "DRAGON-17",
            Refusal::DragonOnBoard => "DRAGON-18",
            Refusal::NoFairyHere => "DRAGON-43",
            Refusal::PortalComplete => "DRAGON-28",
            Refusal::PortalToBoard => "DRAGON-29",
            Refusal::NotHerKnight => "DRAGON-32",
            Refusal::NotForPlague => "WHEEL-28",
            Refusal::NoTowerSpace => "TOWER-6",
            Refusal::NoFloors => "TOWER-9",
            Refusal::TowerFinished => "TOWER-22",
            Refusal::TowerNotStarted => "TOWER-10",
            Refusal::NotOnTowers(_) => "TOWER-D2",
            Refusal::OutOfRange => "TOWER-12",
            Refusal::NotCapturable => "TOWER-16",
            Refusal::NoCaptive | Refusal::HasRansomed => "TOWER-29",
            Refusal::JustCaptured(_) => "TOWER-19",
            Refusal::CannotRansom => "TOWER-30",
            Refusal::NoQuarter => "COUNT-15",
            Refusal::CountInTheWay => "COUNT-13",
            Refusal::NoneInQuarter => "COUNT-14",
            Refusal::CountStays => "COUNT-D6",
            Refusal::ChurchOnly => "COMBO-D31",
            Refusal::NotJustCompleted => "COUNT-14",
            Refusal::NoLastMove => "COUNT-22",
            Refusal::NotOnBoardSquare => "COUNT-D9",
        }
    }
}

impl fmt::Display for Refusal {
    #[expect(clippy::too_many_lines, reason = "a sentence for each reason: the length is that of the list")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver => f.write_str("the game is over"),
            Refusal::NotAsked(due) => write!(f, "the decision now is another one: {}", due.word()),
            Refusal::MayNotPass(duty) => write!(f, "{duty}; this may not be passed"),
            Refusal::NotInGame(kind) => write!(f, "the {} is not in this game", name(*kind)),
            Refusal::NotPlayed(what) => write!(f, "this game is played without {}", what.name()),
            Refusal::NoTileThere => f.write_str("no tile lies there"),
            Refusal::NoSuchSegment => f.write_str("the tile has no such segment"),
            Refusal::NoSuchNumber => f.write_str("the die shows 1, 2 or 3"),
            Refusal::NotInStack => f.write_str("no such tile can be drawn now"),
            Refusal::TileOfModule(module) => write!(f, "the tile comes with `{module}`, which is not in this game"),
            Refusal::TileOfBase(base) => write!(f, "the tile belongs to another base, `{base}`"),
            Refusal::TilesUsedUp => f.write_str("all tiles of this kind are drawn"),
            Refusal::TileInBox => f.write_str("the last tile of this kind fitted nowhere and is back in the box"),
            Refusal::StartTile => f.write_str("the start tile is not drawn"),
            Refusal::RiverFirst => f.write_str("river tiles are drawn first, and the lake is the last of them"),
            Refusal::CellTaken => f.write_str("a tile lies there already"),
            Refusal::CellApart => f.write_str("no tile lies beside that cell"),
            Refusal::SideMismatch(side) => write!(f, "the {} side does not match its neighbour", side_word(*side)),
            Refusal::NotCanonical => f.write_str("the tile looks the same in a smaller rotation; that one is listed"),
            Refusal::RiverNotContinued => f.write_str("a river tile must continue the river at its open end"),
            Refusal::RiverBendsTwice => f.write_str("two bends in a row may not turn the river the same way"),
            Refusal::RiverFlowsBack => f.write_str("the river may not flow back against its first direction"),
            Refusal::RiverPileFirst => {
                f.write_str("the fork is drawn first, then the pile of river tiles, then the lake, then land")
            }
            Refusal::BranchNotContinued => f.write_str("a river tile must continue one of the branches"),
            Refusal::SourceAstray => f.write_str("the source lies against the board and flows directly away from it"),
            Refusal::RiverTurnsBack => f.write_str("a branch of the river may not turn the same way twice"),
            Refusal::RiverBlocked => f.write_str("the branches may not meet, and each must be able to go on"),
            Refusal::NoneLeft(kind) => write!(f, "no {} is left in the supply", name(*kind)),
            Refusal::NotOnLaidTile => f.write_str("a figure goes on a segment of the tile just laid"),
            Refusal::WrongFeature(kind @ (FigureKind::Builder | FigureKind::Pig), _) => {
                write!(f, "{} comes only with a meeple that is placed", with_article(*kind))
            }
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
            Refusal::CannotFly(kind) => write!(f, "{} does not fly", with_article(*kind)),
            Refusal::NoLanding(feature) => write!(f, "fliers do not land on a {}", feature.word()),
            Refusal::NoFlyingMachine => f.write_str("there is no flying machine on the tile just laid"),
            Refusal::NotLandingThere => f.write_str("the flier lands on the tile that it has reached"),
            Refusal::LandingComplete => f.write_str("a flier lands only on features that are not completed"),
            Refusal::FerryEnds => f.write_str("a ferry connects two different roads of its lake"),
            Refusal::FerryElsewhere => f.write_str("the ferry goes on the lake just laid"),
            Refusal::FerryStays => f.write_str("the ferry connects these two already"),
            Refusal::NoFerry => f.write_str("every lake has its ferry"),
            Refusal::FerryOutOfReach => {
                f.write_str("only the first ferry on a road extended by the tile just laid may move, once a turn")
            }
            Refusal::IngotApart => {
                f.write_str("the second ingot goes on a tile beside the gold mine, straight or diagonally")
            }
            Refusal::MagicFeature => f.write_str("mage and witch stand on roads and in cities"),
            Refusal::MagicComplete => f.write_str("mage and witch go on features that are not completed"),
            Refusal::MagicOther => f.write_str("the other magic figure stands on that feature"),
            Refusal::MagicSame => f.write_str("the figure was taken from that feature"),
            Refusal::MagicHasPlace => f.write_str("a feature is left for mage or witch"),
            Refusal::MagicAside => f.write_str("the figure is beside the play area already"),
            Refusal::NotFirstSegment(_) => f.write_str("a feature is named by its first segment"),
            Refusal::RobberSpace => f.write_str("a robber goes to a space with the marker of another player"),
            Refusal::RobberSame => f.write_str("the robber stands there already"),
            Refusal::NotContested => f.write_str("only the order of features that share ingots is chosen"),
            Refusal::NotRobbed => f.write_str("that player's marker did not leave the space of the robber"),
            Refusal::NotTopMessage => f.write_str("that message is not on top of the stack"),
            Refusal::NoErrand => f.write_str("the message cannot be carried out"),
            Refusal::ErrandWithoutFeature => f.write_str("the message is carried out without naming a feature"),
            Refusal::ErrandNeedsFeature => {
                f.write_str("the message is carried out on a feature, and that must be named")
            }
            Refusal::ErrandElsewhere => f.write_str("the message is about features of another kind"),
            Refusal::NotSmallest => f.write_str("a feature with an own meeple is worth less at present"),
            Refusal::NoOwnMeeple => f.write_str("the player has no meeple there"),
            Refusal::NotReturned => f.write_str("no own meeple stands there that the message returns"),
            Refusal::CropType => f.write_str("no own meeple of the circle's type stands on that feature"),
            Refusal::CropSegment => f.write_str("no own meeple of the circle's type stands on that segment"),
            Refusal::NotOfCircle(_) => f.write_str("the figure there is not of the circle's type"),
            Refusal::NobodyToCapture => f.write_str("no such meeple stands there"),
            Refusal::NoSuchFigure(_) => f.write_str("no such figure of the player stands there"),
            Refusal::NotThePigsFarmer => f.write_str("only the farmer whose pig was scored may be taken back"),
            Refusal::TooManyShrines => {
                f.write_str("a shrine has at most one monastery around it, and a monastery at most one shrine")
            }
            Refusal::NoCrownSpace => f.write_str("no crown space of that sector is free for such a figure"),
            Refusal::DragonAsleep => f.write_str("dragon tiles are set aside until a volcano is laid"),
            Refusal::DragonThere => f.write_str("the dragon stands on that tile"),
            Refusal::DragonCannot => f.write_str("the dragon goes to a tile beside it"),
            Refusal::DragonReturns => f.write_str("the dragon does not enter a tile twice in one flight"),
            Refusal::FairyThere => f.write_str("the dragon does not enter the tile of the fairy"),
            Refusal::DragonOnBoard => f.write_str("the dragon does not enter the squares of a board"),
            Refusal::NoFairyHere => f.write_str("the fairy goes to another tile with an own meeple"),
            Refusal::PortalComplete => f.write_str("a portal does not lead to completed features"),
            Refusal::PortalToBoard => f.write_str("a portal does not lead to the squares of a board"),
            Refusal::NotHerKnight => f.write_str("no such meeple stands in the city of the princess"),
            Refusal::NotForPlague => f.write_str("no such meeple of the player stands on a tile"),
            Refusal::NoTowerSpace => f.write_str("there is no tower space for that"),
            Refusal::NoFloors => f.write_str("the player has no floors left"),
            Refusal::TowerFinished => f.write_str("a tower with a meeple is finished"),
            Refusal::TowerNotStarted => f.write_str("a meeple stands only on a tower that was started"),
            Refusal::NotOnTowers(kind) => write!(f, "{} does not stand on towers", with_article(*kind)),
            Refusal::OutOfRange => f.write_str("the tower does not reach that tile"),
            Refusal::NotCapturable => f.write_str("towers capture meeples only, and none on a printed board"),
            Refusal::NoCaptive => f.write_str("no such meeple of the player is held there"),
            Refusal::CannotRansom => f.write_str("a ransom costs 3 points"),
            Refusal::HasRansomed => f.write_str("a ransom is paid once a turn"),
            Refusal::JustCaptured(kind) => {
                write!(f, "the own {} captured in this turn waits for one of the next turns", name(*kind))
            }
            Refusal::NoQuarter => f.write_str("no quarter of Carcassonne serves that place now"),
            Refusal::CountInTheWay => f.write_str("nobody leaves the quarter of the count"),
            Refusal::NoneInQuarter => f.write_str("the player has no such meeple in that quarter"),
            Refusal::CountStays => f.write_str("the count stands there already"),
            Refusal::ChurchOnly => f.write_str("the abbot goes to the church only"),
            Refusal::NotJustCompleted => f.write_str("meeples move to features that were completed in this turn"),
            Refusal::NoLastMove => f.write_str("the last moves lead to fields and to unfinished features"),
            Refusal::NotOnBoardSquare => {
                f.write_str("a square of the board is taken only if the feature has no other tile")
            }
            Refusal::NotACity => f.write_str("the gingerbread man goes to another city that is not completed"),
            Refusal::NoOwnMeepleForBuilder => f.write_str("the builder goes where an own meeple stands on the feature"),
            Refusal::NoOwnFarmerForPig => f.write_str("the pig goes where an own farmer stands on the field"),
            Refusal::BuilderFeature => f.write_str("a builder stands on roads and in cities"),
            Refusal::PigFeature => f.write_str("a pig stands on fields"),
        }
    }
}

impl From<Misfit> for Refusal {
    fn from(misfit: Misfit) -> Refusal {
        match misfit {
            Misfit::Occupied => Refusal::CellTaken,
            Misfit::Apart => Refusal::CellApart,
            Misfit::Side(side) => Refusal::SideMismatch(side),
        }
    }
}

/// The code of each refusal, in one match and in one list, so that none is missing in either.
macro_rules! codes {
    ($($refusal:pat => $code:literal,)*) => {
        impl Refusal {
            /// All codes.
            pub const CODES: &[&str] = &[$($code),*];

            /// The word for programs, which stays whatever the refusal is called here. What else must be known is
            /// in [`Refusal::about`].
            ///
            /// ```
            /// use bastide_rules::{Refusal, Side};
            /// let refusal = Refusal::SideMismatch(Side::N);
            /// assert_eq!((refusal.code(), refusal.about()), ("side-mismatch", vec!["n"]));
            /// ```
            pub const fn code(&self) -> &'static str {
                match self {
                    $($refusal => $code,)*
                }
            }
        }
    };
}

codes! {
    Refusal::GameOver => "game-over",
    Refusal::NotAsked(_) => "not-asked",
    Refusal::MayNotPass(_) => "may-not-pass",
    Refusal::NotInGame(_) => "not-in-game",
    Refusal::NotPlayed(_) => "not-played",
    Refusal::NoTileThere => "no-tile-there",
    Refusal::NoSuchSegment => "no-such-segment",
    Refusal::NoSuchNumber => "no-such-number",
    Refusal::NotInStack => "not-in-stack",
    Refusal::TileOfModule(_) => "tile-of-module",
    Refusal::TileOfBase(_) => "tile-of-base",
    Refusal::TilesUsedUp => "tiles-used-up",
    Refusal::TileInBox => "tile-in-box",
    Refusal::StartTile => "start-tile",
    Refusal::RiverFirst => "river-first",
    Refusal::CellTaken => "cell-taken",
    Refusal::CellApart => "cell-apart",
    Refusal::SideMismatch(_) => "side-mismatch",
    Refusal::NotCanonical => "not-canonical",
    Refusal::RiverNotContinued => "river-not-continued",
    Refusal::RiverBendsTwice => "river-bends-twice",
    Refusal::RiverFlowsBack => "river-flows-back",
    Refusal::RiverPileFirst => "river-pile-first",
    Refusal::BranchNotContinued => "branch-not-continued",
    Refusal::SourceAstray => "source-astray",
    Refusal::RiverTurnsBack => "river-turns-back",
    Refusal::RiverBlocked => "river-blocked",
    Refusal::NoneLeft(_) => "none-left",
    Refusal::NotOnLaidTile => "not-on-laid-tile",
    Refusal::WrongFeature(..) => "wrong-feature",
    Refusal::Occupied => "occupied",
    Refusal::NoFarmers => "no-farmers",
    Refusal::NoGardens => "no-gardens",
    Refusal::NoAbbotOut => "no-abbot-out",
    Refusal::AbbotComplete => "abbot-complete",
    Refusal::NoFlyingMachine => "no-flying-machine",
    Refusal::CannotFly(_) => "cannot-fly",
    Refusal::NotLandingThere => "not-landing-there",
    Refusal::NoLanding(_) => "no-landing",
    Refusal::LandingComplete => "landing-complete",
    Refusal::FerryEnds => "ferry-ends",
    Refusal::FerryElsewhere => "ferry-elsewhere",
    Refusal::FerryStays => "ferry-stays",
    Refusal::NoFerry => "no-ferry",
    Refusal::FerryOutOfReach => "ferry-out-of-reach",
    Refusal::IngotApart => "ingot-apart",
    Refusal::MagicFeature => "magic-feature",
    Refusal::MagicComplete => "magic-complete",
    Refusal::MagicOther => "magic-other",
    Refusal::MagicSame => "magic-same",
    Refusal::MagicHasPlace => "magic-has-place",
    Refusal::MagicAside => "magic-aside",
    Refusal::NotFirstSegment(_) => "not-first-segment",
    Refusal::RobberSpace => "robber-space",
    Refusal::RobberSame => "robber-same",
    Refusal::NotContested => "not-contested",
    Refusal::NotRobbed => "not-robbed",
    Refusal::NotTopMessage => "not-top-message",
    Refusal::NoErrand => "no-errand",
    Refusal::ErrandWithoutFeature => "errand-without-feature",
    Refusal::ErrandNeedsFeature => "errand-needs-feature",
    Refusal::ErrandElsewhere => "errand-elsewhere",
    Refusal::NotSmallest => "not-smallest",
    Refusal::NoOwnMeeple => "no-own-meeple",
    Refusal::NotReturned => "not-returned",
    Refusal::CropType => "crop-type",
    Refusal::CropSegment => "crop-segment",
    Refusal::NoSuchFigure(_) => "no-such-figure",
    Refusal::NotOfCircle(_) => "not-of-circle",
    Refusal::NotThePigsFarmer => "not-the-pigs-farmer",
    Refusal::NobodyToCapture => "nobody-to-capture",
    Refusal::TooManyShrines => "too-many-shrines",
    Refusal::NotACity => "not-a-city",
    Refusal::NoOwnMeepleForBuilder => "no-own-meeple-for-builder",
    Refusal::NoOwnFarmerForPig => "no-own-farmer-for-pig",
    Refusal::BuilderFeature => "builder-feature",
    Refusal::PigFeature => "pig-feature",
    Refusal::NoCrownSpace => "no-crown-space",
    Refusal::DragonAsleep => "dragon-asleep",
    Refusal::DragonThere => "dragon-there",
    Refusal::DragonCannot => "dragon-cannot",
    Refusal::DragonReturns => "dragon-returns",
    Refusal::FairyThere => "fairy-there",
    Refusal::DragonOnBoard => "dragon-on-board",
    Refusal::NoFairyHere => "no-fairy-here",
    Refusal::PortalComplete => "portal-complete",
    Refusal::PortalToBoard => "portal-to-board",
    Refusal::NotHerKnight => "not-her-knight",
    Refusal::NotForPlague => "not-for-plague",
    Refusal::NoTowerSpace => "no-tower-space",
    Refusal::NoFloors => "no-floors",
    Refusal::TowerFinished => "tower-finished",
    Refusal::TowerNotStarted => "tower-not-started",
    Refusal::NotOnTowers(_) => "not-on-towers",
    Refusal::OutOfRange => "out-of-range",
    Refusal::NotCapturable => "not-capturable",
    Refusal::NoCaptive => "no-captive",
    Refusal::CannotRansom => "cannot-ransom",
    Refusal::HasRansomed => "has-ransomed",
    Refusal::JustCaptured(_) => "just-captured",
    Refusal::NoQuarter => "no-quarter",
    Refusal::CountInTheWay => "count-in-the-way",
    Refusal::NoneInQuarter => "none-in-quarter",
    Refusal::CountStays => "count-stays",
    Refusal::ChurchOnly => "church-only",
    Refusal::NotJustCompleted => "not-just-completed",
    Refusal::NoLastMove => "no-last-move",
    Refusal::NotOnBoardSquare => "not-on-board-square",
}

impl Refusal {
    /// What the refusal is about, in words for programs, the general one first.
    #[expect(clippy::too_many_lines, reason = "every reason is named, so that a new one must say what it carries")]
    pub fn about(&self) -> Vec<&'static str> {
        match *self {
            Refusal::NotAsked(decision) => vec![decision.word()],
            Refusal::MayNotPass(duty) => vec![duty.word()],
            Refusal::NotInGame(kind)
            | Refusal::NoneLeft(kind)
            | Refusal::CannotFly(kind)
            | Refusal::NotOnTowers(kind)
            | Refusal::JustCaptured(kind) => vec![kind.word()],
            Refusal::NotPlayed(what) => vec![what.word()],
            Refusal::TileOfModule(module) => vec![module.info().id],
            Refusal::TileOfBase(base) => vec![base.info().id],
            Refusal::SideMismatch(side) => vec![match side {
                Side::N => "n",
                Side::E => "e",
                Side::S => "s",
                Side::W => "w",
            }],
            Refusal::WrongFeature(kind, feature) => vec![kind.word(), feature.word()],
            Refusal::NoLanding(feature) => vec![feature.word()],
            Refusal::GameOver
            | Refusal::NoTileThere
            | Refusal::NoSuchSegment
            | Refusal::NoSuchNumber
            | Refusal::NotInStack
            | Refusal::TilesUsedUp
            | Refusal::TileInBox
            | Refusal::StartTile
            | Refusal::RiverFirst
            | Refusal::CellTaken
            | Refusal::CellApart
            | Refusal::NotCanonical
            | Refusal::RiverNotContinued
            | Refusal::RiverBendsTwice
            | Refusal::RiverFlowsBack
            | Refusal::RiverPileFirst
            | Refusal::BranchNotContinued
            | Refusal::SourceAstray
            | Refusal::RiverTurnsBack
            | Refusal::RiverBlocked
            | Refusal::NotOnLaidTile
            | Refusal::Occupied
            | Refusal::NoFarmers
            | Refusal::NoGardens
            | Refusal::NoAbbotOut
            | Refusal::AbbotComplete
            | Refusal::NoFlyingMachine
            | Refusal::NotLandingThere
            | Refusal::LandingComplete
            | Refusal::FerryEnds
            | Refusal::FerryElsewhere
            | Refusal::FerryStays
            | Refusal::NoFerry
            | Refusal::FerryOutOfReach
            | Refusal::IngotApart
            | Refusal::MagicFeature
            | Refusal::MagicComplete
            | Refusal::MagicOther
            | Refusal::MagicSame
            | Refusal::MagicHasPlace
            | Refusal::MagicAside
            | Refusal::NotFirstSegment(_)
            | Refusal::RobberSpace
            | Refusal::RobberSame
            | Refusal::NotContested
            | Refusal::NotRobbed
            | Refusal::NotTopMessage
            | Refusal::NoErrand
            | Refusal::ErrandWithoutFeature
            | Refusal::ErrandNeedsFeature
            | Refusal::ErrandElsewhere
            | Refusal::NotSmallest
            | Refusal::NoOwnMeeple
            | Refusal::NotReturned
            | Refusal::CropType
            | Refusal::CropSegment
            | Refusal::NoSuchFigure(_)
            | Refusal::NotOfCircle(_)
            | Refusal::NotThePigsFarmer
            | Refusal::NobodyToCapture
            | Refusal::TooManyShrines
            | Refusal::NotACity
            | Refusal::NoOwnMeepleForBuilder
            | Refusal::NoOwnFarmerForPig
            | Refusal::BuilderFeature
            | Refusal::PigFeature
            | Refusal::NoCrownSpace
            | Refusal::DragonAsleep
            | Refusal::DragonThere
            | Refusal::DragonCannot
            | Refusal::DragonReturns
            | Refusal::FairyThere
            | Refusal::DragonOnBoard
            | Refusal::NoFairyHere
            | Refusal::PortalComplete
            | Refusal::PortalToBoard
            | Refusal::NotHerKnight
            | Refusal::NotForPlague
            | Refusal::NoTowerSpace
            | Refusal::NoFloors
            | Refusal::TowerFinished
            | Refusal::TowerNotStarted
            | Refusal::OutOfRange
            | Refusal::NotCapturable
            | Refusal::NoCaptive
            | Refusal::CannotRansom
            | Refusal::HasRansomed
            | Refusal::NoQuarter
            | Refusal::CountInTheWay
            | Refusal::NoneInQuarter
            | Refusal::CountStays
            | Refusal::ChurchOnly
            | Refusal::NotJustCompleted
            | Refusal::NoLastMove
            | Refusal::NotOnBoardSquare => Vec::new(),
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

const fn name(kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::Large => "large meeple",
        FigureKind::Meeple | FigureKind::Abbot | FigureKind::Builder | FigureKind::Pig | FigureKind::Robber => {
            kind.word()
        }
    }
}

fn with_article(kind: FigureKind) -> String {
    let article = if kind == FigureKind::Abbot { "an" } else { "a" };
    format!("{article} {}", name(kind))
}

/// What an action can be about in other games only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// The wheel of fortune with its crown spaces.
    Wheel,
    /// Flying machines.
    Flying,
    /// Dragon, fairy and princess.
    Dragon,
    /// Towers and captives.
    Tower,
}

impl Absent {
    /// The word for programs.
    const fn word(self) -> &'static str {
        match self {
            Absent::Wheel => "wheel",
            Absent::Flying => "flying",
            Absent::Dragon => "dragon",
            Absent::Tower => "tower",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Absent::Wheel => "the wheel of fortune",
            Absent::Flying => "flying machines",
            Absent::Dragon => "dragon, fairy and princess",
            Absent::Tower => "towers",
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients translate them.
    #[test]
    fn codes_are_words_and_none_is_used_twice() {
        let is_word =
            |code: &str| code.split('-').all(|part| !part.is_empty() && part.bytes().all(|c| c.is_ascii_lowercase()));
        for (index, code) in Refusal::CODES.iter().enumerate() {
            assert!(is_word(code), "{code}");
            assert!(!Refusal::CODES[..index].contains(code), "{code} stands there twice");
        }
    }
}
