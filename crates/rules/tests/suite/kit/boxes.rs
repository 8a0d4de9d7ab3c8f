//! The configurations of all boxes together: every base, every module alone, every two modules, large
//! mixtures and random ones, wherever ORDER-28 allows them.

use bastide_rules::{BIG_BOX, Base, BoxInfo, MODULES, Module, ModuleSet, NOBLES_AND_TOWERS, Options};

use super::{Manner, Rng, Seen, Walker, light_walk_as};

pub const BASES: [Base; 5] = [Base::Classic, Base::V3, Base::Fortress, Base::Winter, Base::Wheel];

/// What is played together in all walks: farmers. Parts of modules are walked with the Big Box.
pub fn modules() -> Vec<Module> {
    let is_whole = |module: &Module| *module != Module::Farmers && module.info().part_of.is_none();
    MODULES.iter().map(|info| info.module).filter(is_whole).collect()
}

/// Whether a base and modules may be combined (ORDER-28).
pub fn may_combine(base: Base, modules: ModuleSet) -> bool {
    let has = |module: Module| modules.has(module);
    let has_part_of =
        |whole: Module| modules.iter().any(|module| module == whole || module.info().part_of == Some(whole));
    let wheel = base == Base::Wheel;
    let refused = [
        wheel && has(Module::Count),
        wheel && has(Module::River),
        has(Module::River) && has(Module::River2),
        has(Module::Gingerbread) && base != Base::Winter,
        has_part_of(Module::Inns) && has(Module::InnsClassic),
        has_part_of(Module::Traders) && has(Module::TradersClassic),
    ];
    !refused.contains(&true)
}

/// The bases with which modules may be combined.
pub fn bases_for(modules: ModuleSet) -> Vec<Base> {
    BASES.into_iter().filter(|&base| may_combine(base, modules)).collect()
}

/// No module, and each module alone.
pub fn singles() -> Vec<ModuleSet> {
    let alone = modules().into_iter().map(|module| ModuleSet::from_iter([module]));
    [ModuleSet::default()].into_iter().chain(alone).collect()
}

/// Every two modules that some base allows.
pub fn pairs() -> Vec<ModuleSet> {
    let all = modules();
    let mut pairs = Vec::new();
    for (index, &one) in all.iter().enumerate() {
        let with_one = all[index + 1..].iter().map(|&other| ModuleSet::from_iter([one, other]));
        pairs.extend(with_one.filter(|&pair| !bases_for(pair).is_empty()));
    }
    pairs
}

/// What the ten large mixtures are made of: the boxes without farmers, rivers and the modules that have
/// a classic twin.
fn parts_of(in_box: &BoxInfo) -> Vec<Module> {
    let is_apart = |module: &Module| {
        [Module::Farmers, Module::River, Module::River2].contains(module) || EDITION_2025.contains(module)
    };
    in_box.modules.iter().copied().filter(|module| !is_apart(module)).collect()
}

const CLASSIC: [Module; 2] = [Module::InnsClassic, Module::TradersClassic];
const EDITION_2025: [Module; 2] = [Module::Inns, Module::Traders];

/// Ten large mixtures: base and modules.
pub fn mixtures() -> Vec<(Base, ModuleSet)> {
    let (nobles, big_box) = (&parts_of(&NOBLES_AND_TOWERS)[..], &parts_of(&BIG_BOX)[..]);
    let of = |parts: &[&[Module]]| parts.iter().copied().flatten().copied().collect::<ModuleSet>();
    let (river, river_2) = (&[Module::River][..], &[Module::River2][..]);
    let ginger = &[Module::Gingerbread][..];
    vec![
        (Base::Classic, of(&[nobles, river_2])),
        (Base::Classic, of(&[nobles, river_2, &CLASSIC])),
        (Base::V3, of(&[nobles, big_box, &EDITION_2025, river_2])),
        (Base::V3, of(&[nobles, big_box, &CLASSIC, river])),
        (Base::Winter, of(&[nobles, ginger, &CLASSIC])),
        (Base::Winter, of(&[nobles, big_box, &EDITION_2025, ginger, river])),
        (Base::Wheel, of(&[nobles, &CLASSIC, river_2]).without(Module::Count)),
        (Base::Wheel, of(&[nobles, big_box, &EDITION_2025]).without(Module::Count)),
        (Base::Wheel, of(&[big_box, &CLASSIC, river_2])),
        (Base::Fortress, of(&[nobles, &[Module::Messages, Module::Robbers, Module::Ferries], &CLASSIC, river])),
    ]
}

/// Each base, each module, every two and the large mixtures once, 2 to 6 players in turn; what the walks
/// of the Big Box have is left out.
pub fn configurations() -> Vec<Options> {
    let bases = BASES.into_iter().map(|base| (base, ModuleSet::default()));
    let sets = singles().into_iter().skip(1).chain(pairs());
    let all = bases.chain(sets.map(|modules| (bases_for(modules)[0], modules))).chain(mixtures());
    let big_box = parts_of(&BIG_BOX);
    let is_new = |&(base, modules): &(Base, ModuleSet)| {
        !super::PLAIN_BASES.contains(&base) || modules.iter().any(|module| !big_box.contains(&module))
    };
    let with_farmers = |((base, modules), index): ((Base, ModuleSet), usize)| Options {
        modules: modules.with(Module::Farmers),
        ..Options::new(base, 2 + index % 5)
    };
    all.filter(is_new).zip(0..).map(with_farmers).collect()
}

/// Any modules that may be combined, one in four of them.
fn random_mixture(rng: &mut Rng) -> (Base, ModuleSet) {
    loop {
        let modules: ModuleSet = modules().into_iter().filter(|_| rng.one_in(4)).collect();
        let bases = bases_for(modules);
        if !bases.is_empty() {
            return (bases[rng.below(bases.len())], modules);
        }
    }
}

/// Kinds of configurations that take turns: modules alone, pairs, pairs again, large mixtures, random
/// mixtures.
const KINDS: u64 = 5;

/// The configuration of a numbered game: each kind goes through all its configurations, each
/// configuration through all its bases; the number of players is drawn.
pub fn options_of(number: u64) -> Options {
    let mut rng = Rng::new(number ^ 0xb0e5);
    let round = number / KINDS;
    let one_of = |sets: Vec<ModuleSet>, index: u64| {
        let count = sets.len() as u64;
        let modules = sets[(index % count) as usize];
        let bases = bases_for(modules);
        (bases[((index + index / count) % bases.len() as u64) as usize], modules)
    };
    let (base, modules) = match number % KINDS {
        0 => one_of(singles(), round),
        1 => one_of(pairs(), 2 * round),
        2 => one_of(pairs(), 2 * round + 1),
        3 => mixtures()[round as usize % mixtures().len()],
        _ => random_mixture(&mut rng),
    };
    let mut options = Options { modules: modules.with(Module::Farmers), ..Options::new(base, 2 + rng.below(5)) };
    if rng.one_in(12) {
        options = options.without(Module::Farmers);
    }
    options.first = rng.below(options.players);
    if rng.one_in(12) {
        options.end_after = Some(1 + rng.below(150) as u32);
    }
    options
}

/// The name under which a numbered game is counted.
pub fn configuration_of(number: u64) -> String {
    let options = options_of(number);
    let modules = options.modules.without(Module::Farmers);
    match number % KINDS {
        0..=2 if modules == ModuleSet::default() => format!("base {}", options.base),
        0 => format!("module {modules}"),
        1 | 2 => format!("pair {modules}"),
        3 => format!("mixture {} on {}", number / KINDS % mixtures().len() as u64 + 1, options.base),
        _ => "random mixtures".into(),
    }
}

impl Walker {
    /// Plays a numbered game of all boxes with the recomputation after every action.
    pub fn walk_boxes(&mut self, number: u64) -> Result<Seen, String> {
        let seen = self.walk_as(options_of(number), number, Manner::of_box_game(number))?;
        Ok(seen.in_configuration(configuration_of(number)))
    }

    /// Plays a numbered game of all boxes with the recomputation at the end of every turn.
    pub fn walk_boxes_by_turns(&mut self, number: u64) -> Result<Seen, String> {
        let seen = self.walk_by_turns(options_of(number), number, Manner::of_box_game(number))?;
        Ok(seen.in_configuration(configuration_of(number)))
    }
}

/// Plays a numbered game of all boxes with the conservation laws alone.
pub fn light_walk(number: u64) -> Result<Seen, String> {
    let seen = light_walk_as(options_of(number), number)?;
    Ok(seen.in_configuration(configuration_of(number)))
}

impl Seen {
    fn in_configuration(mut self, configuration: String) -> Seen {
        self.configurations.insert(configuration, 1);
        self
    }
}
