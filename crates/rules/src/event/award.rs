//! Points for one player: what they are for, and the rules that explain them.

use super::value::{Counted, Halved, Value};
use crate::action::Spot;
use crate::geometry::Pos;
use crate::module::{Module, ModuleSet};
use crate::modules::messages::Message;
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::tile::{Feature, Goods};

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
    /// The tile that the points are for, if there is one.
    pub const fn at(&self) -> Option<Pos> {
        if let Some(spot) = self.spot {
            return Some(spot.pos);
        }
        if let Source::Greeting(at) = self.source { Some(at) } else { None }
    }

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
        let mut rules = vec![match self.source {
            Source::Completed(Feature::Road) => "BASE-25",
            Source::Completed(Feature::City) => "BASE-27",
            Source::Completed(Feature::Garden) => "ABBOT-6",
            Source::Completed(Feature::Shrine) => "CULT-3",
            Source::Completed(Feature::Monastery | Feature::Field) => "BASE-29",
            Source::Recalled(_) => "ABBOT-9",
            Source::Final(Feature::Road) => "BASE-41",
            Source::Final(Feature::City) => "BASE-42",
            Source::Final(Feature::Garden) => "ABBOT-12",
            Source::Final(Feature::Shrine) => "CULT-15",
            Source::Final(Feature::Field) => "FARM-7",
            Source::Final(Feature::Monastery) => "BASE-43",
            Source::Pig => "TRADE-29",
            Source::Robbery(_) => "ROB-8",
            Source::Message(_) if self.value.items().iter().any(|item| item.what == Counted::Messages) => "MSG-12",
            Source::Message(message) => message.rule(),
            Source::Robber => "ROB-13",
            Source::Goods(_) if modules.has(Module::TradersClassic) => "TRADC-4",
            Source::Goods(_) => "TRADE-6",
            Source::Gold => "GOLD-15",
            Source::Gingerbread => "GINGER-8",
            Source::Greeting(_) => "DRAGON-46",
            Source::Fairy => "DRAGON-48",
            Source::FairyAtEnd => "DRAGON-D16",
            Source::Wheel(Sector::Fortune) => "WHEEL-21",
            Source::Wheel(Sector::Taxes) => "WHEEL-22",
            Source::Wheel(Sector::Famine) => "WHEEL-25",
            Source::Wheel(Sector::Storm) => "WHEEL-26",
            Source::Wheel(Sector::Inquisition | Sector::Plague) => "WHEEL-27",
            Source::Crown(_) => "WHEEL-36",
        }];
        for item in self.value.items() {
            rules.extend(match item.what {
                Counted::Tiles => self.source.rule_of_tiles(item.each, modules),
                Counted::MageTiles => Some("MAGIC-13"),
                Counted::HerdCities => Some("RIVER2-17"),
                Counted::PigCities => Some("TRADC-14"),
                // The rule of the source says it.
                Counted::Shields
                | Counted::Cities
                | Counted::RobbedPoints
                | Counted::Ingots
                | Counted::GoodsMajority
                | Counted::Robbers
                | Counted::Knights
                | Counted::Farmers
                | Counted::Messages
                | Counted::Fairies
                | Counted::Sectors
                | Counted::Taxes
                | Counted::Supply
                | Counted::Monks
                | Counted::Crowns => None,
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
    /// A message, carried out or not (MSG-12).
    Message(Message),
    /// A robber that is still on the track at the end (ROB-13).
    Robber,
    /// The most goods of a kind (TRADE-6).
    Goods(Goods),
    /// Ingots (GOLD-15).
    Gold,
    /// The knights in the city of the gingerbread man (GINGER-8).
    Gingerbread,
    /// The fairy at the start of a turn, on this tile (DRAGON-46).
    Greeting(Pos),
    /// The fairy with a scored feature (DRAGON-48).
    Fairy,
    /// The fairy with a feature of the final scoring (DRAGON-D16).
    FairyAtEnd,
    /// The action of a sector of the wheel (WHEEL-21 to WHEEL-27).
    Wheel(Sector),
    /// The crown spaces of a sector (WHEEL-36).
    Crown(Sector),
}

/// When points were given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// With a completed feature.
    Completed,
    /// With a feature that its figure left.
    Recalled,
    /// Otherwise during a turn.
    Turn,
    /// In the final scoring.
    Final,
}

impl When {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            When::Completed => "completed",
            When::Recalled => "recalled",
            When::Turn => "turn",
            When::Final => "final",
        }
    }
}

impl Source {
    /// The feature that was scored, if it is one.
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Source::Completed(feature) | Source::Recalled(feature) | Source::Final(feature) => Some(feature),
            Source::Pig => Some(Feature::Field),
            Source::Gingerbread => Some(Feature::City),
            Source::Robbery(_)
            | Source::Message(_)
            | Source::Robber
            | Source::Goods(_)
            | Source::Gold
            | Source::Greeting(_)
            | Source::Fairy
            | Source::FairyAtEnd
            | Source::Wheel(_)
            | Source::Crown(_) => None,
        }
    }

    /// Whether the points belong to the final scoring (TURN-39, TURN-40).
    pub const fn is_final(self) -> bool {
        matches!(self.when(), When::Final)
    }

    /// When the points were given.
    pub const fn when(self) -> When {
        match self {
            Source::Recalled(_) => When::Recalled,
            Source::Completed(_) => When::Completed,
            Source::Final(_) | Source::Robber | Source::Goods(_) | Source::Gold | Source::FairyAtEnd => When::Final,
            Source::Pig
            | Source::Robbery(_)
            | Source::Message(_)
            | Source::Gingerbread
            | Source::Greeting(_)
            | Source::Fairy
            | Source::Wheel(_)
            | Source::Crown(_) => When::Turn,
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
            Source::Greeting(_) | Source::Fairy | Source::FairyAtEnd => "fairy",
            Source::Wheel(_) => "wheel",
            Source::Crown(_) => "crown",
        }
    }

    /// The rule by which tiles are worth so much, if it is not the usual one of the source.
    const fn rule_of_tiles(self, each: u16, modules: ModuleSet) -> Option<&'static str> {
        let is_classic = modules.has(Module::InnsClassic);
        match self {
            Source::Completed(Feature::Road) if each == 2 => Some(if is_classic { "INNC-4" } else { "INN-4" }),
            Source::Completed(Feature::City) if each == 3 => Some(if is_classic { "INNC-6" } else { "INN-6" }),
            Source::Final(Feature::Road) if each == 0 => Some("INNC-5"),
            Source::Final(Feature::City) if each == 0 => Some("INNC-8"),
            Source::Message(_) if each == 0 => Some("INNC-D4"),
            Source::Completed(_)
            | Source::Recalled(_)
            | Source::Final(_)
            | Source::Pig
            | Source::Robbery(_)
            | Source::Message(_)
            | Source::Robber
            | Source::Goods(_)
            | Source::Gold
            | Source::Gingerbread
            | Source::Greeting(_)
            | Source::Fairy
            | Source::FairyAtEnd
            | Source::Wheel(_)
            | Source::Crown(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Item;
    use super::*;

    fn award(source: Source, value: Value) -> Award {
        Award { player: PlayerId::new(0).unwrap(), source, spot: None, value }
    }

    #[test]
    fn the_edition_of_a_module_decides_which_rule_explains() {
        let inn = Value::of(Item { what: Counted::Tiles, count: 3, each: 2 });
        let road = award(Source::Completed(Feature::Road), inn);
        assert_eq!(road.rules(ModuleSet::from_iter([Module::InnsClassic])), ["BASE-25", "INNC-4"]);
        let goods = award(Source::Goods(Goods::Wine), inn);
        assert_eq!(goods.rules(ModuleSet::default()), ["TRADE-6"]);
        assert_eq!(goods.rules(ModuleSet::from_iter([Module::TradersClassic])), ["TRADC-4"]);
    }

    #[test]
    fn the_witch_is_named_with_what_she_halves() {
        let value = Value::of(Item { what: Counted::Tiles, count: 3, each: 1 }).halved(Halved::Witch);
        let city = award(Source::Final(Feature::City), value);
        assert_eq!(city.rules(ModuleSet::default()), ["BASE-42", "MAGIC-15"]);
    }

    #[test]
    fn points_of_the_end_are_called_final() {
        assert_eq!(Source::Final(Feature::Field).when(), When::Final);
        assert_eq!(Source::Gold.when(), When::Final);
        assert_eq!(Source::Completed(Feature::City).when(), When::Completed);
        assert_eq!(Source::Pig.when(), When::Turn);
    }
}
