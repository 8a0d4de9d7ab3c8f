//! Bases, modules and boxes: what can be switched on, and what goes together.
//!
//! The names here are the words of the command line and of records. What does not go together is refused
//! at setup ([`SetupError`](crate::SetupError)).

use std::fmt;

/// The game that everything else extends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// The base game of the first and second edition, 72 tiles.
    Classic,
    /// The base game of the Big Box 2025, with gardens.
    V3,
    /// The Fortress box.
    Fortress,
    /// The Winter box.
    Winter,
    /// The Wheel of Fortune box.
    Wheel,
}

/// What is known of a base.
#[derive(Clone, Copy, Debug)]
pub struct BaseInfo {
    /// The base.
    pub base: Base,
    /// Its name on the command line and in records.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Its set of tiles.
    pub set: &'static str,
    /// The set of its one-branch river, if it has one.
    pub river_set: Option<&'static str>,
}

/// All bases.
pub const BASES: &[BaseInfo] = &[
    BaseInfo {
        base: Base::Classic,
        id: "classic",
        title: "Classic base game",
        set: "base-classic",
        river_set: Some("river-1"),
    },
    BaseInfo {
        base: Base::V3,
        id: "v3",
        title: "Base game of the Big Box 2025",
        set: "base-v3",
        river_set: Some("river-v3"),
    },
    BaseInfo {
        base: Base::Fortress,
        id: "fortress",
        title: "Fortress",
        set: "fortress",
        river_set: Some("river-fortress"),
    },
    BaseInfo { base: Base::Winter, id: "winter", title: "Winter", set: "winter", river_set: Some("river-1") },
    BaseInfo { base: Base::Wheel, id: "wheel", title: "Wheel of Fortune", set: "wheel-of-fortune", river_set: None },
];

impl Base {
    /// What is known of this base.
    pub fn info(self) -> &'static BaseInfo {
        &BASES[self as usize]
    }

    /// The base with this name.
    pub fn from_id(id: &str) -> Option<Base> {
        BASES.iter().find(|info| info.id == id).map(|info| info.base)
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

/// A set of rules that can be switched on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "MODULES has the titles")]
pub enum Module {
    Farmers,
    River,
    River2,
    Abbot,
    Inns,
    InnsTiles,
    InnsScoring,
    Large,
    Traders,
    TradersTiles,
    Goods,
    Builder,
    Pig,
    Flying,
    Messages,
    Ferries,
    Gold,
    Magic,
    Robbers,
    Crop,
    Dragon,
    Tower,
    Count,
    Cult,
    Corn,
    Gingerbread,
    InnsClassic,
    TradersClassic,
}

/// What is known of a module.
#[derive(Clone, Copy, Debug)]
pub struct ModuleInfo {
    /// The module.
    pub module: Module,
    /// Its name on the command line and in records.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Its sets of tiles, without the river, which depends on the base.
    pub sets: &'static [&'static str],
    /// Other pieces it brings.
    pub pieces: &'static str,
    /// Its rules, below `docs/rules/`.
    pub rules: &'static str,
    /// The module of which it is a part that may be used alone.
    pub part_of: Option<Module>,
}

impl ModuleInfo {
    /// Whether it brings no step of its own to the turn.
    pub(crate) const fn is_plain(&self) -> bool {
        matches!(
            self.module,
            Module::Farmers
                | Module::River
                | Module::Abbot
                | Module::Inns
                | Module::InnsTiles
                | Module::InnsScoring
                | Module::Large
                | Module::TradersTiles
                | Module::InnsClassic
        )
    }
}

const fn whole(
    module: Module,
    id: &'static str,
    title: &'static str,
    sets: &'static [&'static str],
    pieces: &'static str,
    rules: &'static str,
) -> ModuleInfo {
    ModuleInfo { module, id, title, sets, pieces, rules, part_of: None }
}

const fn part(of: Module, info: ModuleInfo) -> ModuleInfo {
    ModuleInfo { part_of: Some(of), ..info }
}

const INNS: &str = "big-box/inns-and-cathedrals.md";
const TRADERS: &str = "big-box/traders-and-builders.md";

/// All modules, in the order of [`Module`].
pub const MODULES: &[ModuleInfo] = &[
    whole(Module::Farmers, "farmers", "Farmers", &[], "", "base.md"),
    whole(Module::River, "river", "River", &[], "", "big-box/river.md"),
    whole(Module::River2, "river-2", "River II", &["river-2"], "", "nobles-and-towers/river-2.md"),
    whole(Module::Abbot, "abbot", "Abbot", &[], "1 abbot each", "big-box/abbot.md"),
    whole(Module::Inns, "inns", "Inns & Cathedrals", &["inns-cathedrals-v3"], "1 large meeple each", INNS),
    part(
        Module::Inns,
        whole(Module::InnsTiles, "inns-tiles", "Tiles of Inns & Cathedrals", &["inns-cathedrals-v3"], "", INNS),
    ),
    part(
        Module::Inns,
        whole(Module::InnsScoring, "inns-scoring", "Scoring of Inns & Cathedrals", &["inns-cathedrals-v3"], "", INNS),
    ),
    part(Module::Inns, whole(Module::Large, "large", "Large meeple", &[], "1 large meeple each", INNS)),
    whole(
        Module::Traders,
        "traders",
        "Traders & Builders 2025",
        &["traders-builders-v3"],
        "1 builder and 1 pig each, 20 goods tokens",
        TRADERS,
    ),
    part(
        Module::Traders,
        whole(
            Module::TradersTiles,
            "traders-tiles",
            "Tiles of Traders & Builders",
            &["traders-builders-v3"],
            "",
            TRADERS,
        ),
    ),
    part(Module::Traders, whole(Module::Goods, "goods", "Goods", &["traders-builders-v3"], "20 goods tokens", TRADERS)),
    part(Module::Traders, whole(Module::Builder, "builder", "Builder", &[], "1 builder each", TRADERS)),
    part(Module::Traders, whole(Module::Pig, "pig", "Pig", &[], "1 pig each", TRADERS)),
    whole(Module::Flying, "flying", "Flying Machines", &["flying-machines"], "1 die", "big-box/flying-machines.md"),
    whole(Module::Messages, "messages", "Messages", &[], "8 messages, 1 messenger each", "big-box/messages.md"),
    whole(Module::Ferries, "ferries", "Ferries", &["ferries"], "8 ferries", "big-box/ferries.md"),
    whole(Module::Gold, "gold", "Gold Mines", &["gold-mines"], "16 ingots", "big-box/gold-mines.md"),
    whole(Module::Magic, "magic", "Mage & Witch", &["mage-witch"], "mage and witch", "big-box/mage-and-witch.md"),
    whole(Module::Robbers, "robbers", "Robbers", &["robbers"], "1 robber each", "big-box/robbers.md"),
    whole(Module::Crop, "crop", "Crop Circles of the Big Box", &["crop-circles-v3"], "", "big-box/crop-circles.md"),
    whole(
        Module::Dragon,
        "dragon",
        "Princess & Dragon",
        &["princess-dragon"],
        "dragon and fairy",
        "nobles-and-towers/princess-and-dragon.md",
    ),
    whole(Module::Tower, "tower", "Tower", &["tower"], "30 tower floors", "nobles-and-towers/tower.md"),
    whole(
        Module::Count,
        "count",
        "Count",
        &["count-board"],
        "count, board of 12 squares",
        "nobles-and-towers/count.md",
    ),
    whole(Module::Cult, "cult", "Cult", &["cult"], "", "nobles-and-towers/cult.md"),
    whole(
        Module::Corn,
        "corn",
        "Crop Circles of Nobles and Towers",
        &["crop-circles"],
        "",
        "nobles-and-towers/crop-circles.md",
    ),
    whole(
        Module::Gingerbread,
        "gingerbread",
        "Gingerbread Man",
        &["gingerbread"],
        "gingerbread man",
        "gingerbread-man.md",
    ),
    whole(
        Module::InnsClassic,
        "inns-classic",
        "Inns & Cathedrals, classic",
        &["inns-cathedrals-classic"],
        "1 large meeple each",
        "classic/inns-and-cathedrals.md",
    ),
    whole(
        Module::TradersClassic,
        "traders-classic",
        "Traders & Builders, classic",
        &["traders-builders-classic"],
        "1 builder and 1 pig each, 20 goods tokens",
        "classic/traders-and-builders.md",
    ),
];

impl Module {
    /// What is known of this module.
    pub fn info(self) -> &'static ModuleInfo {
        &MODULES[self as usize]
    }

    /// The module with this name.
    pub fn from_id(id: &str) -> Option<Module> {
        MODULES.iter().find(|info| info.id == id).map(|info| info.module)
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}

/// A set of modules.
///
/// ```
/// use bastide_rules::{Module, ModuleSet};
/// let modules = ModuleSet::from_iter([Module::River, Module::Abbot]);
/// assert!(modules.has(Module::River));
/// assert_eq!(modules.to_string(), "river abbot");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ModuleSet(u32);

/// A set has a bit for every module.
const _: () = assert!(MODULES.len() <= u32::BITS as usize, "`ModuleSet` needs a wider number");

impl ModuleSet {
    /// Whether the module is in the set.
    #[inline]
    pub const fn has(self, module: Module) -> bool {
        self.0 >> module as u32 & 1 == 1
    }

    /// The set with this module added.
    #[must_use]
    pub const fn with(self, module: Module) -> ModuleSet {
        ModuleSet(self.0 | 1 << module as u32)
    }

    /// The set with this module removed. Without one of its parts a module is its other parts
    /// (INN-D10, TRADE-39).
    ///
    /// ```
    /// use bastide_rules::{Module, ModuleSet};
    /// let modules = ModuleSet::from_iter([Module::Inns]).without(Module::Large);
    /// assert_eq!(modules.to_string(), "inns-tiles inns-scoring");
    /// ```
    #[must_use]
    pub fn without(self, module: Module) -> ModuleSet {
        let remove = |set: ModuleSet, module: Module| ModuleSet(set.0 & !(1 << module as u32));
        match module.info().part_of {
            Some(whole) if self.has(whole) => {
                let parts = MODULES.iter().filter(|info| info.part_of == Some(whole));
                remove(parts.fold(remove(self, whole), |set, part| set.with(part.module)), module)
            }
            _ => remove(self, module),
        }
    }

    /// The set with all parts of its modules.
    #[must_use]
    pub fn with_parts(self) -> ModuleSet {
        let parts = MODULES.iter().filter(|info| info.part_of.is_some_and(|whole| self.has(whole)));
        parts.fold(self, |set, part| set.with(part.module))
    }

    /// The modules of the set, in the order of [`Module`].
    pub fn iter(self) -> impl Iterator<Item = Module> {
        MODULES.iter().map(|info| info.module).filter(move |&module| self.has(module))
    }
}

impl FromIterator<Module> for ModuleSet {
    fn from_iter<I: IntoIterator<Item = Module>>(modules: I) -> ModuleSet {
        modules.into_iter().fold(ModuleSet::default(), ModuleSet::with)
    }
}

impl fmt::Display for ModuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, module) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            fmt::Display::fmt(&module, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for ModuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A box as it is sold: a base with its own modules and number of players.
#[derive(Clone, Copy, Debug)]
pub struct BoxInfo {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Its base.
    pub base: Base,
    /// Its modules.
    pub modules: &'static [Module],
    /// The most players its pieces serve.
    pub max_players: u8,
}

impl BoxInfo {
    /// Whether a module, or the one that it is a part of, is in the box.
    pub fn has(&self, module: Module) -> bool {
        self.modules.iter().any(|&own| own == module || module.info().part_of == Some(own))
    }
}

/// The Big Box of 2025.
pub const BIG_BOX: BoxInfo = BoxInfo {
    id: "big-box",
    title: "Big Box 2025",
    base: Base::V3,
    modules: &[
        Module::Farmers,
        Module::River,
        Module::Abbot,
        Module::Inns,
        Module::Traders,
        Module::Flying,
        Module::Messages,
        Module::Ferries,
        Module::Gold,
        Module::Magic,
        Module::Robbers,
        Module::Crop,
    ],
    max_players: 6,
};

/// Nobles and Towers.
pub const NOBLES_AND_TOWERS: BoxInfo = BoxInfo {
    id: "nobles-and-towers",
    title: "Nobles and Towers",
    base: Base::Classic,
    modules: &[
        Module::Farmers,
        Module::River2,
        Module::Dragon,
        Module::Tower,
        Module::Count,
        Module::Cult,
        Module::Corn,
    ],
    max_players: 6,
};

/// The five boxes.
pub const BOXES: &[BoxInfo] = &[
    BIG_BOX,
    BoxInfo {
        id: "fortress",
        title: "Fortress",
        base: Base::Fortress,
        modules: &[Module::Farmers, Module::River],
        max_players: 5,
    },
    BoxInfo {
        id: "winter",
        title: "Winter",
        base: Base::Winter,
        modules: &[Module::Farmers, Module::Gingerbread],
        max_players: 5,
    },
    BoxInfo { id: "wheel", title: "Wheel of Fortune", base: Base::Wheel, modules: &[Module::Farmers], max_players: 5 },
    NOBLES_AND_TOWERS,
];

/// The box with this name.
pub fn box_named(id: &str) -> Option<&'static BoxInfo> {
    BOXES.iter().find(|info| info.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn tables_are_in_the_order_of_their_enums_and_name_real_sets() {
        for (index, info) in BASES.iter().enumerate() {
            assert_eq!(info.base as usize, index);
            assert!(catalogue::set(info.set).is_some(), "{}", info.set);
        }
        for (index, info) in MODULES.iter().enumerate() {
            assert_eq!(info.module as usize, index, "{}", info.id);
            for set in info.sets {
                assert!(catalogue::set(set).is_some(), "{set}");
            }
        }
    }
}
