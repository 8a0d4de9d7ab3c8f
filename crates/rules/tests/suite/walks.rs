//! The fast code against the slow recomputation, and the laws that hold in every game, over random
//! walks through all bases and all subsets of the modules.
//!
//! `BASTIDE_WALKS` sets how many games are recomputed after every action; fifty times as many are
//! played with the conservation laws alone. A failure names the options and the seed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use bastide_rules::notation::{format_position, parse_position};
use bastide_rules::tile::RiverRole;
use bastide_rules::validate::{SlowGame, compare};
use bastide_rules::{
    Action, Base, Decision, Game, MODULES, MagicFigure, Message, Module, ModuleSet, Options, PlayerId, Pos, Quarter,
    Rotation, Side, Spot, State,
};

use crate::kit::{self, LIGHT_FOR_EACH, Manner, Rng, Seen, Walker};

#[test]
fn random_walks_equal_their_recomputation() {
    let mut walker = Walker::new();
    let mut seen = Seen::default();
    let games = kit::volume();
    for number in 0..games {
        seen.add(walker.walk(number).unwrap_or_else(|why| panic!("game {number}: {why}")));
        kit::progress("recomputed", number, games);
    }
    eprintln!("{seen:?}");
    if games >= 240 {
        let met = [seen.recalls, seen.discards, seen.barren_ends, seen.shared_awards];
        assert!(!met.contains(&0), "the walks miss a rule: {seen:?}");
    }
}

/// One game with modules of the Big Box for so many others; their tables are larger.
const BOX_SHARE: u64 = 4;

#[test]
fn random_walks_of_the_big_box_equal_their_recomputation() {
    let mut walker = Walker::new();
    let mut seen = Seen::default();
    let games = (kit::volume() / BOX_SHARE).max(1);
    for number in 0..games {
        seen.add(walker.walk_box(number).unwrap_or_else(|why| panic!("game {number} of the Big Box: {why}")));
        kit::progress("recomputed of the Big Box", number, games);
    }
    eprintln!("{seen:?}");
    if games >= 1000 {
        let missed: Vec<_> = seen.met.iter().filter(|(_, times)| **times == 0).collect();
        assert!(missed.is_empty(), "the walks miss {missed:?}");
    }
}

/// One game of all boxes for so many others; most of them are large mixtures.
const BOXES_SHARE: u64 = 6;

#[test]
fn random_walks_of_all_boxes_equal_their_recomputation() {
    let mut walker = Walker::new();
    let mut seen = Seen::default();
    let games = (kit::volume() / BOXES_SHARE).max(1);
    for number in 0..games {
        seen.add(walker.walk_boxes(number).unwrap_or_else(|why| panic!("game {number} of all boxes: {why}")));
        kit::progress("recomputed of all boxes", number, games);
    }
    eprintln!("{seen:?}");
    if games >= 1000 {
        let missed: Vec<_> = seen.met.iter().filter(|(_, times)| **times == 0).collect();
        assert!(missed.is_empty(), "the walks miss {missed:?}");
    }
}

/// A walk through a game that comes to a situation; that it still does is part of the test.
fn walk_meeting(options: Options, seed: u64, situation: impl Fn(&State, Action) -> bool) {
    let mut state = State::new(Game::new(options).unwrap());
    let mut rng = Rng::new(seed);
    let mut is_met = false;
    while !state.is_over() {
        let action = Manner::Busy.choose(&state, &state.legal_actions(), &mut rng);
        is_met |= situation(&state, action);
        state.apply_listed(action);
    }
    assert!(is_met, "the game with seed {seed} does not come to the situation");
    Walker::new().walk_by_turns(options, seed, Manner::Busy).unwrap();
}

/// A game in which the lake of the river and message 4 came in one turn.
#[test]
fn the_turn_after_the_lake_comes_before_that_of_a_message() {
    let is_lake_laid = |state: &State| state.tiles().last().is_some_and(|laid| laid.tile.role == Some(RiverRole::Lake));
    let is_fourth = |state: &State| matches!(state.decision(), Decision::Message { message: Message::ExtraTurn, .. });
    walk_meeting(Options { first: 1, ..nearly_everything(2) }, 51, |state, action| {
        action == Action::CarryOut && is_fourth(state) && is_lake_laid(state)
    });
}

/// A game in which a ferry came between the ends of a road that was complete already: nobody moves there
/// (COUNT-14).
#[test]
fn a_ferry_between_the_ends_of_one_road_completes_nothing() {
    let options = nearly_everything(3).without(Module::Farmers);
    walk_meeting(Options { first: 1, ..options }, 169, |state, action| {
        let Action::Ferry { at, ends } = action else { return false };
        let [one, other] = ends.map(|segment| Spot { pos: at, segment });
        let is_loop = state.region(one).is_some_and(|road| road.is_complete() && road.spots().contains(&other));
        is_loop && could_move(state, Quarter::Smithy)
    });
}

/// Whether a meeple waits in a quarter and the count does not keep it there.
fn could_move(state: &State, quarter: Quarter) -> bool {
    let waits = |player| state.in_quarter(quarter, player).next().is_some();
    state.count() != Some(quarter) && PlayerId::seats(state.points().len()).any(waits)
}

/// A large mixture of all boxes.
fn nearly_everything(players: usize) -> Options {
    let modules = [Module::River2, Module::Abbot, Module::Inns, Module::Traders, Module::Flying, Module::Messages];
    let more = [Module::Ferries, Module::Gold, Module::Magic, Module::Robbers, Module::Crop, Module::Dragon];
    let rest = [Module::Tower, Module::Count, Module::Cult, Module::Corn];
    modules.into_iter().chain(more).chain(rest).fold(Options::new(Base::V3, players), Options::with)
}

#[test]
fn nothing_appears_or_vanishes_in_random_games_of_all_boxes() {
    let games = kit::volume() / BOXES_SHARE * LIGHT_FOR_EACH;
    for number in 0..games {
        if let Err(why) = kit::boxes::light_walk(number) {
            panic!("game {number} of all boxes: {why}");
        }
        kit::progress("played of all boxes", number, games);
    }
}

/// Whatever a game comes to between two turns is written as a position, and read back as the same state.
#[test]
fn positions_of_random_games_of_all_boxes_are_read_back() {
    let games = kit::volume() / BOXES_SHARE;
    for number in 0..games {
        let mut rng = Rng::new(number);
        let manner = Manner::of_box_game(number);
        let mut state = State::new(Game::new(kit::boxes::options_of(number)).unwrap());
        while !state.is_over() {
            state.apply_listed(manner.choose(&state, &state.legal_actions(), &mut rng));
            if let Some(line) = format_position(&state) {
                let again = parse_position(&line).unwrap_or_else(|why| panic!("game {number}: {why}: {line}"));
                assert_eq!(again.hash(), state.hash(), "game {number}: {line}");
            }
        }
        kit::progress("read back", number, games);
    }
}

/// The walks leave out what ORDER-28 forbids and nothing else; the engine refuses the same.
#[test]
fn the_walks_combine_what_may_be_combined() {
    for base in kit::boxes::BASES {
        for (index, one) in MODULES.iter().enumerate() {
            for other in &MODULES[index..] {
                let modules = ModuleSet::from_iter([one.module, other.module]);
                let options = Options { modules, ..Options::new(base, 2) };
                let is_allowed = kit::boxes::may_combine(base, modules);
                assert_eq!(Game::new(options).is_ok(), is_allowed, "{options:?}");
            }
        }
    }
    for (base, modules) in kit::boxes::mixtures() {
        assert!(kit::boxes::may_combine(base, modules), "{base} {modules}");
    }
}

#[test]
fn nothing_appears_or_vanishes_in_random_games_of_the_big_box() {
    let games = kit::volume() / BOX_SHARE * LIGHT_FOR_EACH;
    for number in 0..games {
        if let Err(why) = kit::light_walk_box(number) {
            panic!("game {number} of the Big Box: {why}");
        }
        kit::progress("played of the Big Box", number, games);
    }
}

#[test]
fn nothing_appears_or_vanishes_in_random_games() {
    let games = kit::volume() * LIGHT_FOR_EACH;
    for number in 0..games {
        if let Err(why) = kit::light_walk(number) {
            panic!("game {number}: {why}");
        }
        kit::progress("played", number, games);
    }
}

/// The only open feature is the road of the mage: neither figure has a place (MAGIC-7). Walks do not
/// come to such a table.
#[test]
fn magic_without_a_feature_equals_its_recomputation() {
    let options = Options::new(Base::V3, 2).with(Module::Magic);
    let mut fast = State::new(Game::new(options).unwrap());
    let mut slow = SlowGame::new(options).unwrap();
    let road = Spot { pos: Pos::new(-1, 0), segment: 0 };
    let tiles = [
        ("base-v3", "E", (0, -1), 2),
        ("base-v3", "A", (-1, 0), 3),
        ("mage-witch", "D", (1, -1), 1),
        ("base-v3", "E", (1, -2), 2),
        ("base-v3", "B", (2, -1), 0),
        ("base-v3", "E", (2, 0), 3),
        ("mage-witch", "F", (1, 0), 1),
    ];
    for (set, tile, (x, y), rotation) in tiles {
        let mut play = |action: Action| {
            fast.apply(action).unwrap_or_else(|why| panic!("{tile}: {action:?}: {why}"));
            slow.apply(action).unwrap();
            compare(&fast, &slow).unwrap();
            fast.decision()
        };
        play(Action::Draw(bastide_rules::catalogue::find(set, tile).unwrap().id));
        let mut asked = play(Action::Place { pos: Pos::new(x, y), rotation: Rotation::new(rotation) });
        if matches!(asked, Decision::Magic { .. }) && tile == "D" {
            asked = play(Action::Magic { figure: MagicFigure::Mage, spot: road });
        }
        if matches!(asked, Decision::Deploy { .. }) {
            play(Action::Pass);
        }
    }
    assert_eq!(fast.legal_actions(), [Action::MagicAside(MagicFigure::Mage)]);
    fast.apply(Action::MagicAside(MagicFigure::Mage)).unwrap();
    slow.apply(Action::MagicAside(MagicFigure::Mage)).unwrap();
    compare(&fast, &slow).unwrap();
    assert_eq!(fast.magic(MagicFigure::Mage), None);
}

/// The tables become lines much longer than the first size of any grid.
#[test]
fn long_lines_equal_their_recomputation() {
    for (index, direction) in Side::ALL.into_iter().enumerate() {
        let (x, y) = direction.step();
        let towards = (i32::from(x), i32::from(y));
        let options = Options::new(kit::PLAIN_BASES[index % 3], 2 + index % 2);
        // Choose the draws too: always a tile that reaches farther, as long as there is one.
        let mut fast = State::new(Game::new(options).unwrap());
        let mut slow = SlowGame::new(options).unwrap();
        let mut rng = Rng::new(index as u64);
        let mut farthest = 0;
        while !fast.is_over() {
            let legal = fast.legal_actions();
            let reach = |action: Action| match action {
                Action::Draw(_) => {
                    let mut next = fast.clone();
                    next.apply(action).unwrap();
                    next.legal_actions().into_iter().map(|place| kit::farness(place, towards)).max().unwrap_or(0)
                }
                _ => kit::farness(action, towards),
            };
            let most = legal.iter().map(|&action| reach(action)).max().unwrap();
            let best: Vec<Action> = legal.into_iter().filter(|&action| reach(action) == most).collect();
            let action = best[rng.below(best.len())];
            if let Action::Place { .. } = action {
                farthest = farthest.max(most);
            }
            fast.apply(action).unwrap();
            slow.apply(action).unwrap();
            compare(&fast, &slow).unwrap_or_else(|why| panic!("{direction:?}: {why}"));
        }
        assert!(farthest >= 64, "the line to {direction:?} is only {farthest} long");
    }
}

/// The river and diagonals too, with the draws as they come.
#[test]
fn far_flung_tables_equal_their_recomputation() {
    let mut walker = Walker::new();
    for (index, (x, y)) in [(1, 1), (-1, 1), (1, -1), (-1, -1), (3, 1), (-1, 3)].into_iter().enumerate() {
        let options = Options::new(kit::PLAIN_BASES[index % 3], 2).with(Module::River).with(Module::Abbot);
        walker.walk_as(options, index as u64, Manner::Far(x, y)).unwrap();
    }
}

/// States of the first two turns: the same things on the table, the same number; other things,
/// another number, whatever the order in which they came.
#[test]
fn equal_states_have_equal_hashes() {
    let mut numbers: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    let mut hashes: Vec<u64> = Vec::new();
    let mut met_again = 0;
    let start = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
    let mut layer = vec![start];
    // Draw, place, deploy, twice over.
    for _ in 0..6 {
        let mut next = Vec::new();
        for state in &layer {
            let legal = state.legal_actions();
            for &action in legal.iter().filter(|action| is_near(action)) {
                let mut after = state.clone();
                after.apply(action).unwrap();
                let hash = after.hash();
                match numbers.insert(kit::contents(&after), hash) {
                    Some(other) => {
                        assert_eq!(other, hash, "one table, two numbers after {action:?}");
                        met_again += 1;
                    }
                    None => {
                        hashes.push(hash);
                        next.push(after);
                    }
                }
            }
        }
        layer = next;
    }
    let tables = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), tables, "two tables have one number");
    assert!(met_again > 1000, "only {met_again} tables were met again");
}

/// The same two roads, laid in the other order: the figure goes on the tile laid last, so the legal
/// actions differ, and the numbers must.
#[test]
fn the_hash_knows_the_tile_just_laid() {
    let road = bastide_rules::catalogue::find("base-classic", "U").unwrap();
    let laid = |cells: [i16; 2]| {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        for x in cells {
            if state.tiles_laid() == 1 {
                state.apply(Action::Pass).unwrap();
            }
            state.apply(Action::Draw(road.id)).unwrap();
            let rotation = Rotation::new(1);
            state.apply(Action::Place { pos: Pos::new(x, 0), rotation }).unwrap();
        }
        state
    };
    let (east_first, west_first) = (laid([1, -1]), laid([-1, 1]));
    assert_ne!(east_first.legal_actions(), west_first.legal_actions());
    assert_ne!(east_first.hash(), west_first.hash());
}

/// Wherever games of all boxes come to, states in which other things lie on the table, another question is asked or
/// other answers are legal have other numbers. What one answer leads to is compared with what its siblings lead to, where
/// states are most alike.
#[test]
fn states_that_differ_have_different_hashes() {
    let games = kit::volume() / BOXES_SHARE;
    let (mut states, mut met_again) = (0, 0);
    for number in 0..games {
        let mut met: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        let mut rng = Rng::new(number);
        let mut state = State::new(Game::new(kit::boxes::options_of(number)).unwrap());
        let manner = Manner::of_box_game(number);
        while !state.is_over() {
            let legal = state.legal_actions();
            let mut siblings: Vec<State> = Vec::new();
            for _ in 0..6.min(legal.len()) {
                let mut next = state.clone();
                next.apply_listed(legal[rng.below(legal.len())]);
                siblings.push(next);
            }
            for sibling in &siblings {
                let mut contents = kit::contents(sibling);
                contents.extend(format!("{:?}", sibling.legal_actions()).bytes());
                states += 1;
                if let Some(other) = met.insert(sibling.hash(), contents.clone()) {
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    assert_eq!(text(&other), text(&contents), "game {number}: two states have one number");
                    met_again += 1;
                }
                assert_eq!(*sibling == siblings[0], sibling.hash() == siblings[0].hash(), "game {number}");
            }
            state.apply_listed(manner.choose(&state, &legal, &mut rng));
        }
        kit::progress("told apart", number, games);
    }
    assert!(met_again * 20 > states, "only {met_again} of {states} states were met again");
}

/// Keeps the number of tables small: only cells west of the start tile and in its column.
fn is_near(action: &Action) -> bool {
    match action {
        Action::Place { pos: Pos { x, .. }, .. } => *x <= 0,
        _ => true,
    }
}

/// A cell is dead exactly if none of the tiles that are left can be laid there when it is drawn, with rivers and shrines
/// and all.
#[test]
fn dead_cells_take_no_tile() {
    let mut dead_cells = 0;
    for number in 0..kit::volume() / BOXES_SHARE {
        let mut rng = Rng::new(number);
        let manner = Manner::of_box_game(number);
        let mut state = State::new(Game::new(kit::boxes::options_of(number)).unwrap());
        while !state.is_over() {
            let outcomes = state.chance_outcomes();
            let drawable: u32 = outcomes.iter().map(|&(_, weight)| weight).sum();
            if matches!(state.decision(), Decision::Draw { .. }) && drawable == state.tiles_left() && rng.one_in(8) {
                let alive: Vec<Pos> = outcomes.iter().flat_map(|&(draw, _)| cells_for(&state, draw)).collect();
                let mut dead: Vec<Pos> = state.frontier().into_iter().map(|cell| cell.pos).collect();
                dead.retain(|cell| !alive.contains(cell));
                assert_eq!(state.dead_cells(), dead, "game {number}, turn {}", state.turn_number());
                dead_cells += dead.len();
            }
            state.apply_listed(manner.choose(&state, &state.legal_actions(), &mut rng));
        }
    }
    assert!(dead_cells > 300, "only {dead_cells} dead cells were met");
}

/// Where a tile can be laid once it is drawn, whatever is asked before.
fn cells_for(state: &State, draw: Action) -> Vec<Pos> {
    let mut next = state.clone();
    next.apply_listed(draw);
    while !matches!(next.decision(), Decision::Place { .. } | Decision::Draw { .. } | Decision::Over) {
        next.apply_listed(next.legal_actions()[0]);
    }
    let place = |action| if let Action::Place { pos, .. } = action { Some(pos) } else { None };
    next.legal_actions().into_iter().filter_map(place).collect()
}

const DIGESTS: &str = "tests/digests.txt";
const DIGEST_GAMES: u64 = 10;

/// One number for each configuration over every state and legal list of ten seeded games; then a
/// line for each module of the Big Box, for every two of them and for all; then each base, module, pair
/// and large mixture of all boxes. A change of rules, of hashes or of the catalogue shows here;
/// `BASTIDE_UPDATE=1` writes the file anew.
#[test]
fn walk_digests_are_unchanged() {
    let mut text = String::from("# Walk digests: base, modules, players; hash of every state and legal list of ");
    writeln!(text, "{DIGEST_GAMES} games.").unwrap();
    for options in
        kit::configurations().into_iter().chain(kit::box_configurations()).chain(kit::boxes::configurations())
    {
        writeln!(text, "{} ; {:016x}", kit::words(&options), kit::digest(options, DIGEST_GAMES)).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(DIGESTS);
    if std::env::var_os("BASTIDE_UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let changed: Vec<_> = kept.lines().zip(text.lines()).filter(|(kept, now)| kept != now).collect();
    assert!(changed.is_empty(), "{} digests changed, first {:?}", changed.len(), changed[0]);
    assert_eq!(kept.lines().count(), text.lines().count());
}
