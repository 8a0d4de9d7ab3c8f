//! The words of the wire: every word of the engine that leaves is one of a list that the client knows too.
//!
//! Each list follows an enumeration of the engine, variant by variant: a new variant there does not compile here before it
//! has a word, and the client, whose types are made from these, not before it can say it.

#![allow(missing_docs, reason = "the words are those of the engine, which explains them")]

use bastide_art::{BoardKind, Palette, PieceKind as Piece};
use bastide_rules::{
    Base, Clash, Counted, CropAction, CropCircle, Deployment, Edge, ExtraTurnCause, Feature, FigureKind, Goods, Halved,
    MagicFigure, Marker, Message, Module, Quarter, ReturnCause, Sector, Side, Symbol, When,
};
use serde::{Deserialize, Serialize};

use crate::described::{TS, ToSchema};

/// Enumerations of the engine as words of the wire.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident of $of:ident { $($(#[$renamed:meta])* $variant:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
        #[ts(export)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$renamed])* $variant),* }

        impl From<$of> for $name {
            fn from(engine: $of) -> $name {
                match engine { $($of::$variant { .. } => $name::$variant),* }
            }
        }
    )*};
}

words! {
    /// A base.
    BaseName of Base { Classic, V3, Fortress, Winter, Wheel }
    /// A module.
    ModuleName of Module {
        Farmers, River, #[serde(rename = "river-2")] River2, Abbot, Inns, InnsTiles, InnsScoring, Large, Traders,
        TradersTiles, Goods, Builder, Pig, Flying, Messages, Ferries, Gold, Magic, Robbers, Crop, Dragon, Tower, Count,
        Cult, Corn, Gingerbread, InnsClassic, TradersClassic,
    }
    /// Figures and tokens.
    #[derive(Deserialize)]
    PieceName of Piece {
        Meeple, Large, Abbot, Builder, Pig, Robber, Messenger, Dragon, Fairy, Count, Mage, Witch, GingerbreadMan,
        WheelPig, TowerFloor, Ferry, Ingot, Chicken, Wheat, Cloth, Wine, Grain, Message,
    }
    /// Figures that players own.
    FigureName of FigureKind { Meeple, Large, Abbot, Builder, Pig, Robber }
    /// A magic figure.
    MagicName of MagicFigure { Mage, Witch }
    /// A score marker.
    MarkerName of Marker { Meeple, Messenger }
    /// A kind of goods.
    GoodsName of Goods { Chicken, Wheat, Cloth, Wine, Grain }
    /// A crop circle.
    CircleName of CropCircle { Pitchfork, Club, Shield }
    /// The action of a crop circle that was chosen.
    CropChoice of CropAction { Add, Return }
    /// What a side of a tile shows.
    EdgeName of Edge { Field, City, Road, River }
    /// A side of a tile.
    SideName of Side { N, E, S, W }
    /// A feature.
    FeatureName of Feature { City, Road, Monastery, Garden, Shrine, Field }
    /// A sector of the wheel.
    SectorName of Sector { Fortune, Taxes, Famine, Storm, Inquisition, Plague }
    /// A quarter of Carcassonne.
    QuarterName of Quarter { Palace, Church, Market, Smithy }
    /// Why only half of a sum counts.
    HalvedBy of Halved { Witch, Robber }
    /// When points were given.
    AwardTime of When { Completed, Recalled, Turn, Final }
    /// How a figure came to a segment.
    DeploymentName of Deployment { OnTile, Portal, Flight, Companion, CropCircle, Carcassonne }
    /// Why a figure left.
    ReturnName of ReturnCause {
        Scored, Recalled, AfterPig, LeftAlone, Message, CropCircle, Plague, Challenge, Eaten, Princess, WithMeeple,
        Seized,
    }
    /// What gives an extra turn.
    ExtraTurnName of ExtraTurnCause { Builder, Lake, Message }
    /// The colours in which tiles are drawn.
    PaletteName of Palette { Summer, Winter, #[serde(rename = "contrast")] HighContrast }
    /// A printed board, by the set of its picture.
    BoardName of BoardKind {
        #[serde(rename = "wheel-of-fortune")] Wheel,
        #[serde(rename = "count-board")] Carcassonne,
    }
    /// Why two things cannot be chosen together.
    ClashName of Clash { TwoBoards, NoSpring, TwoRivers, NotWinter, TwoEditions }
    /// What is counted for points.
    CountedName of Counted {
        Tiles, Shields, Cities, HerdCities, PigCities,
        #[serde(rename = "mage")] MageTiles,
        #[serde(rename = "robbed")] RobbedPoints,
        Ingots,
        #[serde(rename = "goods")] GoodsMajority,
        Robbers, Knights, Farmers, Messages, Fairies, Sectors, Taxes, Supply, Monks, Crowns,
    }
}

/// A box.
// The engine has a table of them and no enumeration; a test compares the two.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum BoxName {
    BigBox,
    Fortress,
    Winter,
    Wheel,
    NoblesAndTowers,
}

/// A message by its number.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export, type = "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8")]
#[serde(transparent)]
pub struct MessageNumber(u8);

impl From<Message> for MessageNumber {
    fn from(message: Message) -> MessageNumber {
        MessageNumber(message.number())
    }
}

impl From<FigureKind> for PieceName {
    fn from(figure: FigureKind) -> PieceName {
        match figure {
            FigureKind::Meeple => PieceName::Meeple,
            FigureKind::Large => PieceName::Large,
            FigureKind::Abbot => PieceName::Abbot,
            FigureKind::Builder => PieceName::Builder,
            FigureKind::Pig => PieceName::Pig,
            FigureKind::Robber => PieceName::Robber,
        }
    }
}

impl From<MagicFigure> for PieceName {
    fn from(figure: MagicFigure) -> PieceName {
        match figure {
            MagicFigure::Mage => PieceName::Mage,
            MagicFigure::Witch => PieceName::Witch,
        }
    }
}

impl From<Goods> for PieceName {
    fn from(goods: Goods) -> PieceName {
        match goods {
            Goods::Chicken => PieceName::Chicken,
            Goods::Wheat => PieceName::Wheat,
            Goods::Cloth => PieceName::Cloth,
            Goods::Wine => PieceName::Wine,
            Goods::Grain => PieceName::Grain,
        }
    }
}

impl PieceName {
    /// The figure of a player that it names, if it does.
    pub fn figure(self) -> Option<FigureKind> {
        match self {
            PieceName::Meeple => Some(FigureKind::Meeple),
            PieceName::Large => Some(FigureKind::Large),
            PieceName::Abbot => Some(FigureKind::Abbot),
            PieceName::Builder => Some(FigureKind::Builder),
            PieceName::Pig => Some(FigureKind::Pig),
            PieceName::Robber => Some(FigureKind::Robber),
            PieceName::Messenger
            | PieceName::Dragon
            | PieceName::Fairy
            | PieceName::Count
            | PieceName::Mage
            | PieceName::Witch
            | PieceName::GingerbreadMan
            | PieceName::WheelPig
            | PieceName::TowerFloor
            | PieceName::Ferry
            | PieceName::Ingot
            | PieceName::Chicken
            | PieceName::Wheat
            | PieceName::Cloth
            | PieceName::Wine
            | PieceName::Grain
            | PieceName::Message => None,
        }
    }
}

/// Something printed on a tile beside its features.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolName {
    Shield,
    Cathedral,
    Princess,
    Chicken,
    Wheat,
    Cloth,
    Wine,
    Grain,
    Inn,
    Tunnel,
    PigHerd,
    Volcano,
    Dragon,
    Portal,
    Tower,
    FerryLake,
    Gold,
    Magic,
    Sack,
    Gingerbread,
    CropCircle,
    Flying,
    Wheel,
}

impl From<Symbol> for SymbolName {
    fn from(symbol: Symbol) -> SymbolName {
        match symbol {
            Symbol::Shield => SymbolName::Shield,
            Symbol::Cathedral => SymbolName::Cathedral,
            Symbol::Princess => SymbolName::Princess,
            Symbol::Goods(Goods::Chicken) => SymbolName::Chicken,
            Symbol::Goods(Goods::Wheat) => SymbolName::Wheat,
            Symbol::Goods(Goods::Cloth) => SymbolName::Cloth,
            Symbol::Goods(Goods::Wine) => SymbolName::Wine,
            Symbol::Goods(Goods::Grain) => SymbolName::Grain,
            Symbol::Inn => SymbolName::Inn,
            Symbol::Tunnel => SymbolName::Tunnel,
            Symbol::PigHerd => SymbolName::PigHerd,
            Symbol::Volcano => SymbolName::Volcano,
            Symbol::Dragon => SymbolName::Dragon,
            Symbol::Portal => SymbolName::Portal,
            Symbol::Tower => SymbolName::Tower,
            Symbol::FerryLake => SymbolName::FerryLake,
            Symbol::Gold => SymbolName::Gold,
            Symbol::Magic => SymbolName::Magic,
            Symbol::Sack => SymbolName::Sack,
            Symbol::Gingerbread => SymbolName::Gingerbread,
            Symbol::CropCircle(_) => SymbolName::CropCircle,
            Symbol::Flying(_) => SymbolName::Flying,
            Symbol::Wheel(_) => SymbolName::Wheel,
        }
    }
}

/// A part of the printed board: a sector or a quarter.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(untagged)]
pub enum PartName {
    /// Of the wheel.
    Sector(SectorName),
    /// Of Carcassonne.
    Quarter(QuarterName),
}

impl From<Sector> for PartName {
    fn from(sector: Sector) -> PartName {
        PartName::Sector(sector.into())
    }
}

impl From<Quarter> for PartName {
    fn from(quarter: Quarter) -> PartName {
        PartName::Quarter(quarter.into())
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{BASES, BOXES, MODULES};

    use super::*;

    fn word(value: impl Serialize) -> String {
        serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
    }

    #[test]
    fn words_are_those_of_the_engine() {
        for info in BASES {
            assert_eq!(word(BaseName::from(info.base)), info.id);
        }
        for info in MODULES {
            assert_eq!(word(ModuleName::from(info.module)), info.id);
        }
        let boxes =
            [BoxName::BigBox, BoxName::Fortress, BoxName::Winter, BoxName::Wheel, BoxName::NoblesAndTowers].map(word);
        assert_eq!(boxes.as_slice(), BOXES.iter().map(|info| info.id).collect::<Vec<_>>());
        for piece in Piece::ALL {
            assert_eq!(word(PieceName::from(piece)), piece.word());
        }
        for figure in FigureKind::ALL {
            assert_eq!(word(PieceName::from(figure)), figure.word());
            assert_eq!(PieceName::from(figure).figure(), Some(figure));
        }
        for figure in MagicFigure::ALL {
            assert_eq!(
                (word(MagicName::from(figure)), word(PieceName::from(figure))),
                (figure.word().into(), figure.word().into())
            );
        }
        for feature in Feature::ALL {
            assert_eq!(word(FeatureName::from(feature)), feature.word());
        }
        for board in BoardKind::ALL {
            assert_eq!(word(BoardName::from(board)), board.set());
        }
        for sector in Sector::ALL {
            assert_eq!(word(PartName::from(sector)), sector.word());
        }
        for quarter in Quarter::ALL {
            assert_eq!(word(PartName::from(quarter)), quarter.word());
        }
        for goods in [Goods::Chicken, Goods::Wheat, Goods::Cloth, Goods::Wine, Goods::Grain] {
            assert_eq!(
                (word(GoodsName::from(goods)), word(PieceName::from(goods))),
                (goods.word().into(), goods.word().into())
            );
        }
        for cause in [ExtraTurnCause::Builder, ExtraTurnCause::Lake, ExtraTurnCause::Message] {
            assert_eq!(word(ExtraTurnName::from(cause)), cause.word());
        }
        for counted in [Counted::MageTiles, Counted::RobbedPoints, Counted::GoodsMajority, Counted::HerdCities] {
            assert_eq!(word(CountedName::from(counted)), counted.id());
        }
    }
}
