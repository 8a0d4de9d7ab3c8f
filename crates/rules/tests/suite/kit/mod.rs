//! Random games for the tests and the long runs: a small generator, all configurations, and walks
//! that check the fast code after every action.

#![allow(dead_code, reason = "each test uses its own part")]

use std::collections::BTreeMap;

use bastide_rules::validate::{SlowGame, check_state, compare};
use bastide_rules::{
    Action, BIG_BOX, Base, CropAction, Decision, Edge, Event, FigureKind, FrontierCell, Game, MagicFigure, Marker,
    Module, ModuleSet, Options, PlayerId, Pos, Rotation, Sector, Side, Source, Spot, StandingFigure, State, catalogue,
    tile,
};

/// A small generator, the same on every machine (SplitMix64).
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

pub mod boxes;
mod met;
mod nobles;

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
fn is_of_base_configurations(options: &Options) -> bool {
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

/// How many games the tests walk with the recomputation after every action.
pub fn volume() -> u64 {
    match std::env::var("BASTIDE_WALKS") {
        Ok(number) => number.parse().expect("BASTIDE_WALKS is a number of games"),
        Err(_) => 240,
    }
}

/// Games played without recomputation for each one with it.
pub const LIGHT_FOR_EACH: u64 = 50;

/// Tells on the error stream how far a long run is.
pub fn progress(what: &str, done: u64, of: u64) {
    let step = (of / 20).max(1);
    if of >= 2000 && done > 0 && done.is_multiple_of(step) {
        eprintln!("{what}: {done} of {of} games");
    }
}

/// How a walk chooses, so that walks see more than random tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Any legal action.
    Random,
    /// Deploys whenever it can, until the supply is empty.
    Eager,
    /// Lays tiles where they have most neighbours, so that much is completed.
    Dense,
    /// As dense, and takes abbots back whenever it can.
    Fickle,
    /// Leaves no room for the tile that is all city, and draws what fits nowhere.
    Barren,
    /// The same, but draws that tile last, so that the game can end with a tile that is not laid.
    BarrenLast,
    /// Lays tiles as far as it can in a direction, as (x, y).
    Far(i32, i32),
    /// Looks for what is rare: ferries on the move, crowded robbers, dark spaces, disputed gold,
    /// mage and witch on one feature, companions and extra turns.
    Busy,
}

const MANNERS: [Manner; 9] = [
    Manner::Random,
    Manner::Random,
    Manner::Random,
    Manner::Eager,
    Manner::Dense,
    Manner::Fickle,
    Manner::Barren,
    Manner::BarrenLast,
    Manner::Far(1, 2),
];

impl Manner {
    pub fn of_game(number: u64) -> Manner {
        // Not in step with the configurations.
        MANNERS[Rng::new(number ^ 0xa11).below(MANNERS.len())]
    }

    /// The manner of a game with modules of the Big Box: mostly one that looks for them.
    pub fn of_box_game(number: u64) -> Manner {
        if Rng::new(number ^ 0xb05).one_in(4) { Manner::of_game(number) } else { Manner::Busy }
    }

    pub fn choose(self, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
        let any = |rng: &mut Rng| state.choose(|count| rng.below(count as usize) as u32).expect("the game goes on");
        let best = |rng: &mut Rng, worth: &dyn Fn(Action) -> i32| {
            let worths: Vec<i32> = legal.iter().map(|&action| worth(action)).collect();
            let most = worths.iter().max().expect("there is a legal action");
            let best: Vec<Action> =
                legal.iter().zip(&worths).filter(|(_, worth)| *worth == most).map(|(&action, _)| action).collect();
            best[rng.below(best.len())]
        };
        match (self, state.decision()) {
            (Manner::Eager, Decision::Deploy { .. }) => best(rng, &|action| i32::from(action != Action::Pass)),
            (Manner::Fickle, Decision::Deploy { .. }) => best(rng, &|action| match action {
                Action::RecallAbbot => 2,
                Action::Deploy { figure: FigureKind::Abbot, .. } => 1,
                _ => 0,
            }),
            (Manner::Dense | Manner::Fickle, Decision::Place { .. }) => best(rng, &|action| match action {
                Action::Place { pos, .. } => {
                    pos.around().iter().filter(|&&cell| state.tile_at(cell).is_some()).count() as i32
                }
                _ => 0,
            }),
            (Manner::Barren, Decision::Draw { .. }) => best(rng, &|action| {
                let mut next = state.clone();
                next.apply_listed(action);
                (next.discarded().len() - state.discarded().len()) as i32
            }),
            (Manner::BarrenLast, Decision::Draw { .. }) => best(rng, &|action| match action {
                Action::Draw(id) => i32::from(catalogue::tile(id).sides != [Edge::City; 4]),
                _ => 0,
            }),
            (Manner::Barren | Manner::BarrenLast, Decision::Place { .. }) => best(rng, &|action| {
                let mut next = state.clone();
                next.apply_listed(action);
                -cells_for_a_city(&next)
            }),
            (Manner::Far(x, y), Decision::Place { .. }) => best(rng, &|action| farness(action, (x, y))),
            (Manner::Busy, decision) if !matches!(decision, Decision::Draw { .. }) && !rng.one_in(6) => {
                best(rng, &|action| business(state, action))
            }
            _ => any(rng),
        }
    }
}

/// How much an action leads to what is rare.
fn business(state: &State, action: Action) -> i32 {
    if let Some(worth) = nobles::business(state, action) {
        return worth;
    }
    let others_on = |player: PlayerId, space: u8| {
        let others = state.game().seats().filter(|&other| other != player);
        let spaces = others.flat_map(|other| state.markers().iter().map(move |&marker| (other, marker)));
        spaces.filter(|&(other, marker)| state.marker_space(other, marker) == space).count() as i32
    };
    match (state.decision(), action) {
        (Decision::Place { .. }, Action::Place { pos, .. }) => {
            let neighbours = pos.around().iter().filter(|&&cell| state.tile_at(cell).is_some()).count() as i32;
            let has_symbol = state.tile_in_hand().is_some_and(|tile| tile.symbols.magic);
            let can_join = !has_symbol && MagicFigure::ALL.iter().all(|&figure| state.magic(figure).is_some());
            let can_build =
                state.game().has(Module::Builder) && state.supply(state.active_player(), FigureKind::Builder) == 0;
            if !can_join && !can_build {
                return neighbours;
            }
            let mut next = state.clone();
            next.apply_listed(action);
            let joins_magic = can_join && matches!(next.decision(), Decision::Magic { .. });
            neighbours + 20 * i32::from(joins_magic) + 4 * i32::from(next.is_builder_aside())
        }
        (Decision::Deploy { .. }, Action::Fly(_)) => 2,
        (Decision::Deploy { .. }, Action::Deploy { .. } | Action::Crown { .. }) => 1,
        (Decision::Robber { player }, Action::Robber(space)) => 1 + others_on(player, space),
        (Decision::Ingot { .. }, Action::Ingot(pos)) => {
            state.figures().iter().filter(|figure| figure.spot.pos == pos).count() as i32
        }
        (Decision::Mark { player, points }, Action::Mark(marker)) => {
            let space = state.marker_space(player, marker);
            let robbers = state.game().seats().filter(|&other| state.robber(other) == Some(space)).count() as i32;
            let is_dark = (i32::from(space) + points) % 5 == 0 && player == state.active_player();
            robbers + 2 * i32::from(is_dark)
        }
        (Decision::DrawMessage { .. }, Action::DrawMessage(4 | 8)) => 1,
        (Decision::Message { .. }, Action::CarryOut | Action::Target(_)) => 1,
        (_, Action::Ferry { .. }) => {
            let mut next = state.clone();
            next.apply_listed(action);
            1 + 20 * i32::from(matches!(next.decision(), Decision::Magic { .. }))
        }
        // Roads at lakes may be joined.
        (_, Action::Magic { spot, .. }) => {
            let tiles = state.region(spot).map(|region| region.tiles()).unwrap_or_default();
            state.ferries().iter().filter(|(at, _)| tiles.contains(at)).count() as i32
        }
        (_, Action::Accompany | Action::Return { .. } | Action::ReturnBoth { .. }) => 1,
        _ => 0,
    }
}

/// Empty cells into which a tile of nothing but city would fit.
fn cells_for_a_city(state: &State) -> i32 {
    let asks_only_city =
        |cell: &FrontierCell| Side::ALL.iter().all(|&side| cell.demands(side).is_none_or(|edge| edge == Edge::City));
    state.frontier().iter().filter(|cell| asks_only_city(cell)).count() as i32
}

/// How far a placement lies in a direction.
pub fn farness(action: Action, (x, y): (i32, i32)) -> i32 {
    match action {
        Action::Place { pos, .. } => x * i32::from(pos.x) + y * i32::from(pos.y),
        _ => 0,
    }
}

/// Any action, legal or not, often a near miss.
fn random_action(state: &State, rng: &mut Rng) -> Action {
    let board = state.game().board().map(|board| board.squares).unwrap_or_default();
    let squares = board.iter().map(|square| Pos::new(i16::from(square.x), i16::from(square.y)));
    let tables: Vec<Pos> = squares.chain(state.tiles().map(|laid| laid.pos)).collect();
    let frontier = state.frontier();
    let pos = |rng: &mut Rng| match rng.below(6) {
        0 => tables[rng.below(tables.len())],
        1 => tables[tables.len() - 1],
        2 => tables[rng.below(tables.len())].around()[rng.below(8)],
        3 if rng.one_in(4) => {
            let far = [i16::MIN, -1000, -33, 0, 33, 1000, i16::MAX];
            Pos::new(far[rng.below(far.len())], far[rng.below(far.len())])
        }
        _ if frontier.is_empty() => Pos::ORIGIN,
        _ => frontier[rng.below(frontier.len())].pos,
    };
    let segment = |rng: &mut Rng| if rng.one_in(8) { rng.next() as u8 } else { rng.below(9) as u8 };
    let spot = |rng: &mut Rng| Spot { pos: pos(rng), segment: segment(rng) };
    let figure = |rng: &mut Rng| FigureKind::ALL[rng.below(FigureKind::ALL.len())];
    match rng.below(33) {
        0 => Action::Draw(catalogue::TILES[rng.below(catalogue::TILES.len())].id),
        1 => {
            let drawn: Vec<_> = state.game().tiles().collect();
            Action::Draw(drawn[rng.below(drawn.len())].0.id)
        }
        2..=5 => Action::Place { pos: pos(rng), rotation: Rotation::new(rng.below(4) as u8) },
        6..=8 => Action::Deploy { figure: figure(rng), spot: spot(rng) },
        9 => Action::RecallAbbot,
        10 => Action::Pass,
        11 => Action::Fly(figure(rng)),
        12 => Action::Roll(rng.below(5) as u8),
        13 => Action::Land(spot(rng)),
        14 => Action::Accompany,
        15 => Action::Ferry { at: pos(rng), ends: [segment(rng), segment(rng)] },
        16 => Action::Ingot(pos(rng)),
        17 => Action::Magic { figure: MagicFigure::ALL[rng.below(2)], spot: spot(rng) },
        18 => Action::MagicAside(MagicFigure::ALL[rng.below(2)]),
        19 => Action::Robber(rng.below(60) as u8),
        20 => Action::ScoreNext(spot(rng)),
        21 => Action::Mark(Marker::ALL[rng.below(2)]),
        22 => Action::Rob(PlayerId::new(rng.below(6)).expect("a seat")),
        23 => Action::DrawMessage(rng.below(10) as u8),
        24 => [Action::TwoPoints, Action::CarryOut][rng.below(2)],
        25 => Action::Target(spot(rng)),
        26 => {
            let (figure, spot) = (figure(rng), spot(rng));
            if rng.one_in(2) { Action::Return { figure, spot } } else { Action::ReturnBoth { figure, spot } }
        }
        27 => Action::Crop(CropAction::ALL[rng.below(2)]),
        28 => Action::Crown { figure: figure(rng), sector: Sector::ALL[rng.below(6)] },
        29 => Action::Gingerbread(spot(rng)),
        _ => {
            let (spot, figure) = (spot(rng), figure(rng));
            nobles::random_action(rng, spot, figure)
        }
    }
}

/// What a walk keeps beside the state: what events alone tell, and copies made in other ways.
pub struct Walker {
    /// Reused from game to game, so that `clone_from` meets states of other games.
    spare: Option<State>,
}

/// What a run of walks has seen.
#[derive(Clone, Default, Debug)]
pub struct Seen {
    pub games: u64,
    pub actions: u64,
    pub discards: u64,
    pub barren_ends: u64,
    pub recalls: u64,
    pub awards: u64,
    pub shared_awards: u64,
    pub farthest: i32,
    pub groups: BTreeMap<Group, u64>,
    /// Games of all boxes by configuration, the number of players left out.
    pub configurations: BTreeMap<String, u64>,
    /// What modules have brought, by name.
    pub met: BTreeMap<&'static str, u64>,
}

impl Seen {
    fn of(options: &Options) -> Seen {
        Seen { games: 1, groups: BTreeMap::from([(group(options), 1)]), ..Seen::default() }
    }

    pub fn add(&mut self, other: Seen) {
        self.games += other.games;
        self.actions += other.actions;
        self.discards += other.discards;
        self.barren_ends += other.barren_ends;
        self.recalls += other.recalls;
        self.awards += other.awards;
        self.shared_awards += other.shared_awards;
        self.farthest = self.farthest.max(other.farthest);
        for (group, games) in other.groups {
            *self.groups.entry(group).or_default() += games;
        }
        for (configuration, games) in other.configurations {
            *self.configurations.entry(configuration).or_default() += games;
        }
        for (what, times) in other.met {
            *self.met.entry(what).or_default() += times;
        }
    }

    fn meet(&mut self, what: &'static str, is_met: bool) {
        *self.met.entry(what).or_default() += u64::from(is_met);
    }

    /// Counts what an action of a module was.
    fn note(&mut self, before: &State, action: Action, after: &State, events: &[Event]) {
        let decision = before.decision();
        let symbols = before.tile_in_hand().map(|tile| tile.symbols);
        let is = |what: fn(&Event) -> bool| events.iter().any(what);
        self.meet("flights", matches!(action, Action::Fly(_)));
        self.meet("failed flights", is(|event| matches!(event, Event::FlightFailed { .. })));
        self.meet("builders", matches!(decision, Decision::Accompany { figure: FigureKind::Builder, .. }));
        self.meet(
            "builders by air",
            matches!(action, Action::Land(_)) && matches!(after.decision(), Decision::Accompany { .. }),
        );
        self.meet("builders beside the stacks", is(|event| matches!(event, Event::BuilderAside { .. })));
        self.meet("extra turns", is(|event| matches!(event, Event::ExtraTurn { .. })));
        self.meet("message turns after builder turns", before.extra_turns() > after.extra_turns() && !after.is_over());
        self.meet("pigs scored", is(|event| matches!(event, Event::Scored(award) if award.source == Source::Pig)));
        self.meet(
            "farmers returned with pigs",
            matches!(decision, Decision::KeepFarmer { .. }) && action != Action::Pass,
        );
        self.meet("goods", is(|event| matches!(event, Event::GoodsTaken { .. })));
        self.meet("ferries moved", is(|event| matches!(event, Event::FerryPut { is_move: true, .. })));
        self.meet(
            "two ferries in one turn",
            matches!(decision, Decision::MoveFerry { .. }) && matches!(after.decision(), Decision::MoveFerry { .. }),
        );
        let joins = matches!(after.decision(), Decision::Magic { .. });
        self.meet("magic joined by a tile", joins && symbols.is_some_and(|symbols| !symbols.magic));
        self.meet("magic joined by a ferry", joins && matches!(action, Action::Ferry { .. }));
        self.meet(
            "magic scored",
            is(|event| matches!(event, Event::MagicMoved { spot: None, .. }))
                && !matches!(action, Action::MagicAside(_)),
        );
        self.meet("contested gold", matches!(action, Action::ScoreNext(_)));
        self.meet(
            "ingots shared",
            events.iter().filter(|event| matches!(event, Event::IngotsTaken { .. })).count() > 1,
        );
        self.meet(
            "robbers moved",
            matches!(decision, Decision::Robber { player } if before.robber(player).is_some())
                && action != Action::Pass,
        );
        self.meet(
            "robberies",
            is(|event| matches!(event, Event::Scored(award) if matches!(award.source, Source::Robbery(_)))),
        );
        self.meet("robbers with several victims", matches!(action, Action::Rob(_)));
        self.meet("robbers moving along", is(|event| matches!(event, Event::RobberFollowed { .. })));
        self.meet(
            "robbers at the end",
            is(|event| matches!(event, Event::Scored(award) if award.source == Source::Robber)),
        );
        self.meet(
            "markers chosen by robbers",
            matches!(decision, Decision::Mark { player, .. } if player != before.active_player())
                && is(|event| matches!(event, Event::RobberReturned { .. })),
        );
        self.meet(
            "messages robbed",
            matches!(decision, Decision::Message { .. } | Decision::MessageReturn { .. })
                && is(|event| matches!(event, Event::RobberReturned { .. })),
        );
        self.meet(
            "messages known before",
            matches!(action, Action::DrawMessage(_)) && before.used_messages().len() == 8,
        );
        if let (Decision::Message { message, .. }, Action::CarryOut | Action::Target(_)) = (decision, action) {
            const NAMES: [&str; 8] = [
                "message 1",
                "message 2",
                "message 3",
                "message 4",
                "message 5",
                "message 6",
                "message 7",
                "message 8",
            ];
            self.meet(NAMES[usize::from(message) - 1], true);
        }
        self.meet(
            "message 8 without majority",
            matches!(decision, Decision::MessageReturn { is_optional: true, .. }) && action != Action::Pass,
        );
        self.meet("crop circles adding", matches!(decision, Decision::CropAdd { .. }));
        self.meet("crop circles returning", matches!(decision, Decision::CropReturn { .. }));
        self.note_boxes(before, action, after, events);
        self.meet("companions returned", matches!(action, Action::ReturnBoth { .. }));
    }
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl Walker {
    pub fn new() -> Walker {
        Walker { spare: None }
    }

    /// Plays a numbered game with the recomputation and all other checks after every action.
    pub fn walk(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_as(options_of(number), number, Manner::of_game(number))
    }

    /// The same with modules of the Big Box.
    pub fn walk_box(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_as(box_options_of(number), number, Manner::of_box_game(number))
    }

    /// Plays a numbered game with the recomputation at the end of every turn.
    pub fn walk_turns(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_by_turns(options_of(number), number, Manner::of_game(number))
    }

    /// The same with modules of the Big Box.
    pub fn walk_box_by_turns(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_by_turns(box_options_of(number), number, Manner::of_box_game(number))
    }

    pub fn walk_as(&mut self, options: Options, seed: u64, manner: Manner) -> Result<Seen, String> {
        let mut played = Vec::new();
        self.play(options, seed, manner, &mut played).map_err(|why| {
            let last = played.len().saturating_sub(6);
            format!("{options:?}, seed {seed}, {manner:?}, action {}: {why}\nafter {:?}", played.len(), &played[last..])
        })
    }

    fn play(&mut self, options: Options, seed: u64, manner: Manner, played: &mut Vec<Action>) -> Result<Seen, String> {
        let mut rng = Rng::new(seed);
        let mut fast = State::new(Game::new(options).map_err(|error| error.to_string())?);
        let mut slow = SlowGame::new(options).map_err(|error| error.to_string())?;
        let mut log = Log::new(options.players);
        let mut seen = Seen::of(&options);
        loop {
            compare(&fast, &slow)?;
            if fast.is_over() || rng.one_in(8) {
                check_state(&fast)?;
            }
            log.check(&fast)?;
            check_listing(&fast, slow.legal_actions())?;
            let before = fast.hash();
            for _ in 0..4 {
                let action = random_action(&fast, &mut rng);
                check_any_action(&mut fast, &slow, action)?;
            }
            // Whatever the hash does not see, the comparison after the next action will.
            ensure(fast.hash() == before, || "a refused action changed the state".into())?;
            if fast.is_over() {
                break;
            }
            let action = manner.choose(&fast, slow.legal_actions(), &mut rng);
            played.push(action);
            let before = fast.clone();
            let events = self.apply_all_ways(&mut fast, action)?;
            if !is_of_base_configurations(&options) {
                seen.note(&before, action, &fast, &events);
                seen.note_nobles(&before, action, &fast, &events);
            }
            log.take(events)?;
            slow.apply(action)?;
            log.check_awards(&slow)?;

            seen.actions += 1;
            seen.recalls += u64::from(action == Action::RecallAbbot);
            seen.awards += slow.awards().len() as u64;
            seen.shared_awards += slow.awards().windows(2).filter(|pair| pair[0].spots == pair[1].spots).count() as u64;
            if let Action::Place { pos, .. } = action {
                seen.farthest = seen.farthest.max(i32::from(pos.x).abs()).max(i32::from(pos.y).abs());
            }
            // Go on with a copy now and then.
            if rng.one_in(3) {
                let spare = self.spare.get_or_insert_with(|| fast.clone());
                spare.clone_from(&fast);
                std::mem::swap(spare, &mut fast);
            }
        }
        seen.discards = fast.discarded().len() as u64;
        seen.barren_ends = u64::from(matches!(played.last(), Some(Action::Draw(_))));
        ensure(log.ended, || "the end of the game was not told".into())?;
        Ok(seen)
    }

    /// Plays a game that the slow one follows, and compares the two at the end of every turn.
    pub fn walk_by_turns(&mut self, options: Options, seed: u64, manner: Manner) -> Result<Seen, String> {
        let wrong = |why: String| format!("{options:?}, seed {seed}, {manner:?}, by turns: {why}");
        let mut rng = Rng::new(seed);
        let mut fast = State::new(Game::new(options).map_err(|error| error.to_string())?);
        let mut slow = SlowGame::new(options).map_err(|error| error.to_string())?;
        let mut seen = Seen::of(&options);
        loop {
            if fast.is_between_turns() || fast.is_over() {
                compare(&fast, &slow).map_err(wrong)?;
            }
            if fast.is_over() {
                break;
            }
            let action = manner.choose(&fast, fast.legal_actions().as_slice(), &mut rng);
            fast.apply(action).map_err(|error| wrong(format!("{action:?}: {error}")))?;
            slow.apply(action).map_err(wrong)?;
            seen.actions += 1;
            seen.awards += slow.awards().len() as u64;
        }
        check_state(&fast).map_err(wrong)?;
        seen.discards = fast.discarded().len() as u64;
        Ok(seen)
    }

    /// Checked with events, checked without, and unchecked: all lead to the same state.
    fn apply_all_ways(&mut self, fast: &mut State, action: Action) -> Result<Vec<Event>, String> {
        let before = fast.hash();
        let mut quiet = fast.clone();
        quiet.apply(action).map_err(|error| format!("{action:?}: {error}"))?;
        let spare = self.spare.get_or_insert_with(|| fast.clone());
        spare.clone_from(fast);
        ensure(spare.hash() == before, || "clone_from changed the hash".into())?;
        ensure(spare.clone().hash() == before, || "clone changed the hash".into())?;
        spare.apply_listed(action);
        let mut events = Vec::new();
        fast.apply_with(action, &mut events).map_err(|error| format!("{action:?}: {error}"))?;
        ensure(fast.hash() == quiet.hash(), || "events change the state".into())?;
        ensure(fast.hash() == spare.hash(), || "apply_listed goes elsewhere".into())?;
        ensure(fast.hash() != before, || "an action left the hash as it was".into())?;
        Ok(events)
    }
}

/// What events alone tell of.
struct Log {
    points: Vec<i32>,
    /// Figures on the table; who is bound to whom is not told.
    figures: Vec<StandingFigure>,
    robbers: Vec<Option<u8>>,
    ingots: Vec<u8>,
    goods: Vec<BTreeMap<tile::Goods, u8>>,
    ferries: BTreeMap<Pos, [u8; 2]>,
    magic: BTreeMap<MagicFigure, Spot>,
    gingerbread: Option<Option<Spot>>,
    pig: Option<Sector>,
    crowned: Vec<(Sector, PlayerId, FigureKind)>,
    nobles: nobles::Told,
    scored: Vec<bastide_rules::Award>,
    ended: bool,
}

impl Log {
    fn new(players: usize) -> Log {
        Log {
            points: vec![0; players],
            figures: Vec::new(),
            robbers: vec![None; players],
            ingots: vec![0; players],
            goods: vec![BTreeMap::new(); players],
            ferries: BTreeMap::new(),
            magic: BTreeMap::new(),
            gingerbread: None,
            pig: None,
            crowned: Vec::new(),
            nobles: nobles::Told::default(),
            scored: Vec::new(),
            ended: false,
        }
    }

    fn take(&mut self, events: Vec<Event>) -> Result<(), String> {
        self.scored.clear();
        for event in events {
            match event {
                Event::Scored(award) => {
                    self.points[award.player.index()] += award.points();
                    self.scored.push(award);
                }
                Event::Deployed { player, figure, spot, .. } => {
                    self.figures.push(StandingFigure { owner: player, kind: figure, spot, is_bound: false });
                }
                Event::Returned { player, figure, spot, .. } => self.leave(player, figure, spot)?,
                Event::BuilderAside { player, spot } => self.leave(player, FigureKind::Builder, spot)?,
                Event::RobberPut { player, space } | Event::RobberFollowed { player, space } => {
                    self.robbers[player.index()] = Some(space);
                }
                Event::RobberReturned { player } => self.robbers[player.index()] = None,
                Event::IngotsTaken { player, count, .. } => self.ingots[player.index()] += count,
                Event::GoodsTaken { player, goods, count } => {
                    *self.goods[player.index()].entry(goods).or_default() += count;
                }
                Event::FerryPut { at, ends, is_move } => {
                    let had = self.ferries.insert(at, ends).is_some();
                    ensure(had == is_move, || format!("the ferry at {at} was put wrongly"))?;
                }
                Event::MagicMoved { figure, spot: Some(spot) } => {
                    self.magic.insert(figure, spot);
                }
                Event::MagicMoved { figure, spot: None } => {
                    self.magic.remove(&figure);
                }
                Event::GingerbreadMoved { spot } => self.gingerbread = Some(spot),
                Event::PigMoved { sector, .. } => self.pig = Some(sector),
                Event::Crowned { player, figure, sector } => self.crowned.push((sector, player, figure)),
                Event::Uncrowned { player, figure, sector } => {
                    let index = self.crowned.iter().position(|&crowned| crowned == (sector, player, figure));
                    let Some(index) = index else { return Err(format!("{player} left {sector:?} from nowhere")) };
                    self.crowned.swap_remove(index);
                }
                Event::Ransomed { player, captor, .. } => {
                    self.points[player.index()] -= 3;
                    self.points[captor.index()] += 3;
                }
                Event::GameEnded => self.ended = true,
                event => self.nobles.take(event)?,
            }
        }
        Ok(())
    }

    fn leave(&mut self, owner: PlayerId, kind: FigureKind, spot: Spot) -> Result<(), String> {
        let gone = StandingFigure { owner, kind, spot, is_bound: false };
        let index = self.figures.iter().position(|&standing| standing == gone);
        let Some(index) = index else { return Err(format!("{gone:?} returned from nowhere")) };
        self.figures.swap_remove(index);
        Ok(())
    }

    fn check(&mut self, fast: &State) -> Result<(), String> {
        ensure(fast.points() == self.points, || {
            format!("the points are {:?}, the events tell of {:?}", fast.points(), self.points)
        })?;
        self.figures.sort_unstable();
        let mut figures = fast.figures();
        figures.iter_mut().for_each(|figure| figure.is_bound = false);
        figures.sort_unstable();
        ensure(figures == self.figures, || {
            format!("the figures are {figures:?}, the events tell of {:?}", self.figures)
        })?;
        for player in fast.game().seats() {
            let seat = player.index();
            let goods: BTreeMap<_, _> = fast.goods(player).filter(|&(_, count)| count > 0).collect();
            let holds = fast.robber(player) == self.robbers[seat]
                && fast.ingots(player) == self.ingots[seat]
                && goods == self.goods[seat];
            ensure(holds, || {
                let told = (self.robbers[seat], self.ingots[seat], &self.goods[seat]);
                format!("the events tell of robber, ingots and goods {told:?} of {player}")
            })?;
        }
        ensure(fast.ferries().into_iter().eq(self.ferries.clone()), || {
            format!("the events tell of ferries {:?}", self.ferries)
        })?;
        ensure(MagicFigure::ALL.iter().all(|figure| fast.magic(*figure) == self.magic.get(figure).copied()), || {
            format!("the events tell of {:?}", self.magic)
        })?;
        // Until he is told of he stands where the game has put him.
        let city = |spot: Option<Spot>| spot.and_then(|spot| fast.region(spot)).map(|city| city.spots());
        ensure(self.gingerbread.is_none_or(|spot| city(spot) == city(fast.gingerbread())), || {
            format!("the events tell of the gingerbread man at {:?}", self.gingerbread)
        })?;
        ensure(self.pig.is_none_or(|sector| fast.wheel_pig() == Some(sector)), || {
            format!("the events tell of the pig on {:?}", self.pig)
        })?;
        self.crowned.sort_unstable();
        let on = |sector: Sector| fast.crowned(sector).map(move |(player, figure)| (sector, player, figure));
        let mut crowned: Vec<_> = Sector::ALL.into_iter().flat_map(on).collect();
        crowned.sort_unstable();
        ensure(crowned == self.crowned, || format!("the events tell of crowns {:?}", self.crowned))?;
        self.nobles.check(fast)?;
        ensure(fast.is_over() == self.ended, || "the end of the game was told wrongly".into())
    }

    /// The awards of the last action are those of the slow game.
    fn check_awards(&self, slow: &SlowGame) -> Result<(), String> {
        let mut wanted: BTreeMap<_, u32> = BTreeMap::new();
        for award in slow.awards().iter().filter(|award| award.points != 0) {
            *wanted.entry((award.player, award.source, award.points, award.spots.clone())).or_default() += 1;
        }
        let mut given: BTreeMap<_, u32> = BTreeMap::new();
        for award in self.scored.iter().filter(|award| award.points() != 0) {
            let region = slow.awards().iter().find(|slow| award.spot.is_some_and(|spot| slow.spots.contains(&spot)));
            let spots = region.map(|region| region.spots.clone()).unwrap_or_default();
            *given.entry((award.player, award.source, award.points(), spots)).or_default() += 1;
        }
        ensure(given == wanted, || format!("awards: the fast code gave {given:?}, the slow one {wanted:?}"))
    }
}

/// All ways of listing the legal actions agree.
fn check_listing(fast: &State, legal: &[Action]) -> Result<(), String> {
    let mut visited = Vec::new();
    fast.for_each_legal(|action| visited.push(action));
    visited.sort_unstable();
    ensure(visited == legal, || format!("for_each_legal visits {visited:?}"))?;
    let mut weights: BTreeMap<Action, u32> = legal.iter().map(|&action| (action, 1)).collect();
    weights.extend(fast.chance_outcomes());
    let mut count = 0;
    let first = fast.choose(|all| {
        count = all;
        0
    });
    ensure(first.is_none() == legal.is_empty(), || format!("choose gives {first:?}"))?;
    let mut chosen: BTreeMap<Action, u32> = BTreeMap::new();
    for number in 0..count {
        let Some(action) = fast.choose(|_| number) else { return Err(format!("choose refuses {number}")) };
        *chosen.entry(action).or_default() += 1;
    }
    ensure(chosen == weights, || format!("choose gives {chosen:?}, listed are {weights:?}"))
}

/// `is_legal`, `why_not` and `apply` agree with the list, and a refusal names a broken rule.
fn check_any_action(fast: &mut State, slow: &SlowGame, action: Action) -> Result<(), String> {
    let is_listed = slow.legal_actions().contains(&action);
    ensure(fast.is_legal(action) == is_listed, || format!("is_legal is wrong about {action:?}"))?;
    let refusal = fast.why_not(action);
    ensure(refusal.is_none() == is_listed, || format!("why_not says {refusal:?} of {action:?}"))?;
    let Some(refusal) = refusal else { return Ok(()) };
    let faults = slow.faults(action);
    ensure(!slow.knows_faults(action) || faults.contains(&refusal), || {
        format!("{action:?} is refused by {refusal:?}, broken are {faults:?}")
    })?;
    let error = fast.apply(action).err();
    ensure(error.is_some_and(|error| error.refusal == refusal && error.action == action), || {
        format!("{action:?} gives {error:?}")
    })
}

/// Plays a numbered game fast, with the number of tiles checked after every action, the other
/// conservation laws now and then and at the end.
pub fn light_walk(number: u64) -> Result<Seen, String> {
    light_walk_as(options_of(number), number)
}

/// The same with modules of the Big Box.
pub fn light_walk_box(number: u64) -> Result<Seen, String> {
    light_walk_as(box_options_of(number), number)
}

fn light_walk_as(options: Options, number: u64) -> Result<Seen, String> {
    let mut rng = Rng::new(number);
    let game = Game::new(options).map_err(|error| error.to_string())?;
    let mut state = State::new(game.clone());
    let mut events: Vec<Event> = Vec::new();
    let mut seen = Seen::of(&options);
    let wrong = |why: String| format!("{options:?}, seed {number}: {why}");
    while let Some(action) = state.choose(|count| rng.below(count as usize) as u32) {
        state.apply_with(action, &mut events).map_err(|error| wrong(error.to_string()))?;
        let undrawn: u32 = state.undrawn().map(|(_, left)| u32::from(left)).sum();
        let tiles = state.tiles_laid() + undrawn + state.discarded().len() as u32;
        let in_hand = u32::from(state.tile_in_hand().is_some());
        ensure(tiles + in_hand == game.tile_count(), || wrong(format!("{tiles} tiles after {action:?}")))?;
        seen.actions += 1;
        if seen.actions.is_multiple_of(50 + number % 50) {
            check_state(&state).map_err(wrong)?;
        }
    }
    check_state(&state).map_err(wrong)?;
    ensure(state.is_over(), || wrong("nothing to choose, but the game goes on".into()))?;
    let all_laid = state.tiles_left() == 0 || options.end_after == Some(state.tiles_laid());
    ensure(all_laid, || wrong(format!("{} tiles are left", state.tiles_left())))?;
    let mut points = vec![0; options.players];
    for event in &events {
        match event {
            Event::Scored(award) => {
                points[award.player.index()] += award.points();
                seen.awards += 1;
            }
            // TOWER-29.
            Event::Ransomed { player, captor, .. } => {
                points[player.index()] -= 3;
                points[captor.index()] += 3;
            }
            _ => {}
        }
    }
    ensure(points == state.points(), || wrong(format!("the events tell of {points:?} points")))?;
    let most = points.iter().max();
    for player in PlayerId::seats(options.players) {
        let is_best = points.get(player.index()) == most;
        ensure(state.outcome().is_winner(player) == is_best, || wrong(format!("{:?}", state.outcome())))?;
    }
    seen.discards = state.discarded().len() as u64;
    Ok(seen)
}

/// A digest that takes numbers and words (FNV-1a).
pub struct Digest(pub u64);

impl Digest {
    pub fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// An action by the names of what it contains, so that a growing catalogue changes nothing.
    pub fn action(&mut self, action: Action) {
        let pos_bytes = |pos: Pos| [pos.x.to_le_bytes(), pos.y.to_le_bytes()].concat();
        match action {
            Action::Draw(id) => {
                let tile = catalogue::tile(id);
                self.bytes(b"d");
                self.bytes(catalogue::set_of(tile).name.as_bytes());
                self.bytes(tile.name.as_bytes());
            }
            Action::Place { pos, rotation } => {
                self.bytes(b"p");
                self.bytes(&pos_bytes(pos));
                self.bytes(&[rotation.quarter_turns()]);
            }
            Action::Deploy { figure, spot } => {
                self.bytes(b"m");
                self.bytes(figure.word().as_bytes());
                self.bytes(&pos_bytes(spot.pos));
                self.bytes(&[spot.segment]);
            }
            Action::RecallAbbot => self.bytes(b"r"),
            Action::Pass => self.bytes(b"-"),
            other => self.bytes(format!("{other:?}").as_bytes()),
        }
    }
}

/// Every state and every legal list of some seeded random games, as one number.
pub fn digest(options: Options, games: u64) -> u64 {
    let game = Game::new(options).expect("the configuration is playable");
    let mut digest = Digest::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = State::new(game.clone());
        loop {
            let legal = state.legal_actions();
            digest.bytes(&state.hash().to_le_bytes());
            for &action in &legal {
                digest.action(action);
            }
            let mut chance = state.chance_outcomes();
            chance.sort_unstable();
            let weights = chance.iter().map(|&(_, weight)| weight as usize);
            let action = match weights.sum() {
                0 if legal.is_empty() => break,
                0 => legal[rng.below(legal.len())],
                all => drawn(&chance, rng.below(all)),
            };
            state.apply(action).expect("a listed action is legal");
        }
        for points in state.points() {
            digest.bytes(&points.to_le_bytes());
        }
    }
    digest.0
}

fn drawn(chance: &[(Action, u32)], mut number: usize) -> Action {
    for &(action, weight) in chance {
        if number < weight as usize {
            return action;
        }
        number -= weight as usize;
    }
    unreachable!("the number is below the sum of the weights")
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

/// Everything by which two states of a game can be told apart, as bytes.
pub fn contents(state: &State) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut tiles: Vec<_> = state.tiles().collect();
    tiles.sort_unstable_by_key(|laid| laid.pos);
    for laid in tiles {
        bytes.extend([laid.pos.x as u8, laid.pos.y as u8, laid.tile.id.index() as u8, laid.rotation.quarter_turns()]);
    }
    bytes.push(b'|');
    for figure in state.figures() {
        let spot = figure.spot;
        bytes.extend([figure.owner.index() as u8, figure.kind as u8, spot.pos.x as u8, spot.pos.y as u8, spot.segment]);
    }
    bytes.push(b'|');
    bytes.extend(state.points().iter().flat_map(|points| points.to_le_bytes()));
    let mut discarded: Vec<u8> = state.discarded().iter().map(|id| id.index() as u8).collect();
    discarded.sort_unstable();
    bytes.extend(discarded);
    bytes.push(b'|');
    bytes.extend(format!("{:?}", state.decision()).bytes());
    bytes
}

/// All four directions, for walks along lines.
pub const SIDES: [Side; 4] = Side::ALL;
