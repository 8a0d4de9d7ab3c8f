//! The configurations of the base game and the Big Box, and configurations as words.

use bastide_rules::{BIG_BOX, Base, Module, ModuleSet, Options};

use super::Rng;

pub const PLAIN_BASES: [Base; 3] = [Base::Classic, Base::V3, Base::Fortress];
pub const SWITCHES: [Module; 3] = [Module::Farmers, Module::River, Module::Abbot];

/// All bases with all subsets of the modules.
pub fn mixtures() -> Vec<(Base, Vec<Module>)> {
    let mut mixtures = Vec::new();
    for base in PLAIN_BASES {
        for subset in 0..1 << SWITCHES.len() {
            let chosen = (0..SWITCHES.len()).filter(|index| subset >> index & 1 == 1).map(|index| SWITCHES[index]);
            mixtures.push((base, chosen.collect()));
        }
    }
    mixtures
}

/// All bases, all subsets of the modules, 2 to 6 players.
pub fn configurations() -> Vec<Options> {
    let mut all = Vec::new();
    for players in 2..=6 {
        for (base, modules) in mixtures() {
            all.push(Options { modules: modules.into_iter().collect(), ..Options::new(base, players) });
        }
    }
    all
}

/// Whether a game has nothing but what the base configurations have.
pub(super) fn is_of_base_configurations(options: &Options) -> bool {
    PLAIN_BASES.contains(&options.base) && options.modules.iter().all(|module| SWITCHES.contains(&module))
}

/// The modules of the Big Box that bring steps, figures or tiles of their own.
pub fn box_modules() -> impl Iterator<Item = Module> {
    BIG_BOX.modules.iter().copied().filter(|module| !SWITCHES.contains(module))
}

/// Parts of them that can be used alone.
pub const PARTS: [Module; 7] = [
    Module::InnsTiles,
    Module::InnsScoring,
    Module::Large,
    Module::TradersTiles,
    Module::Goods,
    Module::Builder,
    Module::Pig,
];

/// How many modules of the Big Box a configuration has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    Base,
    OneModule,
    TwoModules,
    SeveralModules,
    AllModules,
}

pub fn group(options: &Options) -> Group {
    let count = box_modules().chain(PARTS).filter(|&module| options.modules.has(module)).count();
    let beside = [Module::River, Module::Abbot].iter().filter(|&&module| options.modules.has(module)).count();
    match (count, count + beside) {
        (0, _) => Group::Base,
        (_, 1) => Group::OneModule,
        (_, 2) => Group::TwoModules,
        (9, 11) => Group::AllModules,
        _ => Group::SeveralModules,
    }
}

/// Each module and each part alone, with farmers.
pub fn single_modules() -> Vec<ModuleSet> {
    box_modules().chain(PARTS).map(|module| ModuleSet::from_iter([Module::Farmers, module])).collect()
}

/// Every two modules of the Big Box, with farmers; what the base configurations have is left out.
pub fn module_pairs() -> Vec<ModuleSet> {
    let all: Vec<Module> = box_modules().chain([Module::River, Module::Abbot]).collect();
    let mut pairs = Vec::new();
    for (index, &one) in all.iter().enumerate().take(box_modules().count()) {
        pairs.extend(all[index + 1..].iter().map(|&other| ModuleSet::from_iter([Module::Farmers, one, other])));
    }
    pairs
}

pub fn all_modules() -> ModuleSet {
    box_modules().chain(SWITCHES).collect()
}

/// One configuration for each module, each pair and for all of them, 2 to 6 players in turn.
pub fn box_configurations() -> Vec<Options> {
    let sets = single_modules().into_iter().chain(module_pairs()).chain([all_modules()]);
    sets.zip(0..).map(|(modules, index)| Options { modules, ..Options::new(Base::V3, 2 + index % 5) }).collect()
}

/// The configuration of a numbered game with modules of the Big Box.
pub fn box_options_of(number: u64) -> Options {
    let mut rng = Rng::new(number ^ 0xb0c5);
    let one_of = |sets: Vec<ModuleSet>| sets[(number / 4) as usize % sets.len()];
    let mut modules = match number % 4 {
        0 => one_of(single_modules()),
        1 => one_of(module_pairs()),
        2 => box_modules().chain(PARTS).chain(SWITCHES).filter(|_| rng.one_in(3)).collect(),
        _ => all_modules(),
    };
    if rng.one_in(8) {
        modules = modules.without(Module::Farmers);
    }
    let base = [Base::V3, Base::V3, Base::Classic, Base::Fortress][rng.below(4)];
    let mut options = Options { modules, ..Options::new(base, 2 + rng.below(5)) };
    options.first = rng.below(options.players);
    if rng.one_in(8) {
        options.end_after = Some(1 + rng.below(150) as u32);
    }
    options
}

/// The configuration of a numbered game; now and then another first seat or an early end.
pub fn options_of(number: u64) -> Options {
    let all = configurations();
    let mut options = all[number as usize % all.len()];
    let mut rng = Rng::new(number ^ 0x5eed);
    options.first = rng.below(options.players);
    if rng.one_in(8) {
        options.end_after = Some(1 + rng.below(90) as u32);
    }
    options
}

/// A configuration in words: base, modules, number of players.
pub fn words(options: &Options) -> String {
    let modules = options.modules.to_string();
    let gap = if modules.is_empty() { "" } else { " " };
    format!("{}{gap}{modules} {}", options.base, options.players)
}

/// Reads what [`words`] writes.
pub fn read_options(text: &str) -> Option<Options> {
    let mut words = text.split_whitespace();
    let base = Base::from_id(words.next()?)?;
    let players = words.next_back()?.parse().ok()?;
    let modules: Option<Vec<Module>> = words.map(Module::from_id).collect();
    Some(Options { modules: modules?.into_iter().collect(), ..Options::new(base, players) })
}
