//! Writes the positions of the browser tests, `web/e2e/positions/NAME.txt`: records that end where somebody is asked
//! something of a module. Run it when the notation or the tiles change, with names to write only those:
//! `cargo run --release -p bastide-server --example positions -- plague`.

use std::fs;
use std::path::Path;

use bastide_bots::{Rng, by_name};
use bastide_rules::notation::Record;
use bastide_rules::{
    Action, Actor, BIG_BOX, Base, Decision, FigureKind, Game, MagicFigure, Message, Module, Options, Quarter, Sector,
    State, catalogue,
};

/// A name, the base and the modules in play, and what a position must offer.
type Wish = (&'static str, Base, &'static [Module], fn(&State) -> bool);

fn asks(state: &State, word: &str) -> bool {
    state.decision().word() == word
}

fn offers(state: &State, is: fn(&Action) -> bool) -> usize {
    state.legal_actions().iter().filter(|action| is(action)).count()
}

fn any(_: &Action) -> bool {
    true
}

/// The table of this position is full; three sit at all others.
const FULL: &str = "six";

/// The modules of the Big Box, and those of the later boxes that go with it.
const ALL: &[Module] = &{
    let mut all = [Module::Dragon; BIG_BOX.modules.len() + 3];
    let mut n = 0;
    while n < BIG_BOX.modules.len() {
        all[n] = BIG_BOX.modules[n];
        n += 1;
    }
    all[n] = Module::Tower;
    all[n + 1] = Module::Count;
    all
};

/// Whether somebody is asked in the turn of another player.
fn is_others_turn(state: &State) -> bool {
    state.actor() != Actor::Player(state.active_player())
}

const WISHES: &[Wish] = &[
    ("inns", Base::V3, &[Module::Inns], |state| {
        let is_large = |action: &Action| matches!(action, Action::Deploy { figure: FigureKind::Large, .. });
        asks(state, "deploy") && offers(state, is_large) > 1
    }),
    ("builder", Base::V3, &[Module::Traders], |state| match state.decision() {
        // The builder is to stay.
        Decision::Accompany { figure: FigureKind::Builder, spot, .. } => {
            state.region(spot).is_some_and(|region| !region.is_complete())
        }
        _ => false,
    }),
    ("pig", Base::V3, &[Module::Traders], |state| {
        matches!(state.decision(), Decision::Accompany { figure: FigureKind::Pig, .. })
    }),
    ("keep-farmer", Base::V3, &[Module::Traders], |state| asks(state, "keep-farmer")),
    ("fly", Base::V3, &[Module::Flying], |state| offers(state, |action| matches!(action, Action::Fly(_))) > 0),
    ("land", Base::V3, &[Module::Flying], |state| asks(state, "land") && state.legal_actions().len() > 1),
    ("mark", Base::V3, &[Module::Messages], |state| asks(state, "mark")),
    ("message", Base::V3, &[Module::Messages], |state| offers(state, |action| matches!(action, Action::CarryOut)) > 0),
    ("message-target", Base::V3, &[Module::Messages], |state| {
        matches!(state.decision(), Decision::Message { message: Message::AnyFeature, .. })
            && offers(state, |action| matches!(action, Action::Target(_))) > 2
    }),
    ("message-return", Base::V3, &[Module::Messages], |state| {
        asks(state, "message-return") && state.legal_actions().len() > 1
    }),
    ("put-ferry", Base::V3, &[Module::Ferries], |state| asks(state, "put-ferry") && state.legal_actions().len() > 3),
    ("move-ferry", Base::V3, &[Module::Ferries], |state| asks(state, "move-ferry") && state.ferries().len() > 1),
    ("ingot", Base::V3, &[Module::Gold], |state| asks(state, "ingot") && !state.ingots_on_tiles().is_empty()),
    ("score-next", Base::V3, &[Module::Gold], |state| asks(state, "score-next")),
    ("magic", Base::V3, &[Module::Magic], |state| asks(state, "magic")),
    ("robber", Base::V3, &[Module::Robbers], |state| asks(state, "robber") && state.tiles_laid() > 12),
    ("rob", Base::V3, &[Module::Robbers], |state| asks(state, "rob")),
    ("crop", Base::V3, &[Module::Crop], |state| asks(state, "crop")),
    ("crop-add", Base::V3, &[Module::Crop], |state| asks(state, "crop-add") && state.legal_actions().len() > 3),
    ("crop-return", Base::V3, &[Module::Crop], |state| asks(state, "crop-return") && state.legal_actions().len() > 1),
    ("crown", Base::Wheel, &[], |state| {
        let taken = Sector::ALL.into_iter().map(|sector| state.crowned(sector).count()).sum::<usize>();
        let is_segment = |action: &Action| matches!(action, Action::Deploy { .. });
        let is_crown = |action: &Action| matches!(action, Action::Crown { .. });
        asks(state, "deploy") && offers(state, is_segment) > 1 && offers(state, is_crown) > 3 && taken > 2
    }),
    ("plague", Base::Wheel, &[], |state| asks(state, "plague") && state.legal_actions().len() > 2),
    ("wheel-river", Base::Wheel, &[Module::River2, Module::Inns], |state| {
        asks(state, "place") && state.legal_actions().len() > 4
    }),
    ("gingerbread", Base::Winter, &[Module::Gingerbread], |state| {
        let score = |spot| state.region(spot).is_some_and(|city| city.is_occupied());
        asks(state, "gingerbread") && state.legal_actions().len() > 2 && state.gingerbread().is_some_and(score)
    }),
    ("challenge", Base::Classic, &[Module::Cult], |state| {
        // A shrine or monastery opposite another player's.
        let begins = |action: Action| match action {
            Action::Deploy { spot, .. } => {
                let mut next = state.clone();
                next.apply(action).is_ok() && next.challenge(spot).is_some()
            }
            _ => false,
        };
        asks(state, "deploy") && state.legal_actions().into_iter().any(begins)
    }),
    ("corn-add", Base::Classic, &[Module::Corn], |state| asks(state, "crop-add") && state.legal_actions().len() > 1),
    ("fork", Base::Classic, &[Module::River2], |state| {
        let is_river = state.tile_in_hand().is_some_and(|tile| catalogue::set_of(tile).name == "river-2");
        let cells: std::collections::BTreeSet<_> = state
            .legal_actions()
            .into_iter()
            .filter_map(|action| match action {
                Action::Place { pos, .. } => Some(pos),
                _ => None,
            })
            .collect();
        asks(state, "place") && is_river && cells.len() > 1
    }),
    ("classic-builder", Base::Classic, &[Module::InnsClassic, Module::TradersClassic], |state| {
        let is_builder = |action: &Action| matches!(action, Action::Deploy { figure: FigureKind::Builder, .. });
        asks(state, "deploy") && offers(state, is_builder) > 0
    }),
    ("step-dragon", Base::V3, &[Module::Dragon], |state| {
        asks(state, "step-dragon") && is_others_turn(state) && state.flight().len() > 1 && offers(state, any) > 1
    }),
    ("fairy", Base::V3, &[Module::Dragon], |state| {
        state.dragon().is_some() && offers(state, |action| matches!(action, Action::Fairy(_))) > 2
    }),
    ("princess", Base::V3, &[Module::Dragon], |state| {
        offers(state, |action| matches!(action, Action::Seize { .. })) > 0
    }),
    ("portal", Base::V3, &[Module::Dragon], |state| {
        let is_elsewhere = |action: &Action| match (state.decision(), action) {
            (Decision::Deploy { at, .. }, Action::Deploy { spot, .. }) => spot.pos != at,
            _ => false,
        };
        state.legal_actions().iter().filter(|&action| is_elsewhere(action)).count() > 8
    }),
    ("tower", Base::V3, &[Module::Tower, Module::Large], |state| {
        asks(state, "deploy")
            && state.towers().iter().any(|tower| tower.height > 1)
            && state.towers().len() > 2
            && offers(state, |action| matches!(action, Action::Guard { figure: FigureKind::Large, .. })) > 0
    }),
    ("capture", Base::V3, &[Module::Tower, Module::Large], |state| {
        asks(state, "capture") && offers(state, |action| matches!(action, Action::Seize { .. })) > 2
    }),
    ("capture-guard", Base::V3, &[Module::Tower], |state| {
        asks(state, "capture") && offers(state, |action| matches!(action, Action::SeizeGuard(_))) > 0
    }),
    ("exchange", Base::V3, &[Module::Tower, Module::Large], |state| asks(state, "exchange")),
    ("ransom", Base::V3, &[Module::Tower], |state| {
        asks(state, "ransom") && offers(state, |action| matches!(action, Action::Ransom { .. })) > 1
    }),
    ("send", Base::V3, &[Module::Count, Module::Large], |state| {
        let waiting = Quarter::ALL.into_iter().flat_map(|quarter| {
            state.game().seats().flat_map(move |player| state.in_quarter(quarter, player)).map(|waiting| waiting.count)
        });
        asks(state, "send") && waiting.sum::<u8>() > 1
    }),
    ("move-out", Base::V3, &[Module::Count], |state| {
        asks(state, "move-out") && is_others_turn(state) && offers(state, any) > 2
    }),
    ("last-move", Base::V3, &[Module::Count], |state| asks(state, "last-move") && offers(state, any) > 4),
    ("everything", Base::V3, BIG_BOX.modules, |state| {
        let has = |kind| state.figures().iter().any(|figure| figure.kind == kind);
        let is_full = [FigureKind::Large, FigureKind::Builder, FigureKind::Pig, FigureKind::Abbot].into_iter().all(has);
        let has_magic = MagicFigure::ALL.into_iter().all(|figure| state.magic(figure).is_some());
        let has_robber = state.game().seats().any(|player| state.robber(player).is_some());
        asks(state, "deploy") && is_full && has_magic && has_robber && state.ferries().len() > 2
    }),
    (FULL, Base::V3, ALL, |state| {
        let has_prisoner = |player| state.captives(player).next().is_some();
        asks(state, "deploy")
            && state.game().seats().filter(|&player| has_prisoner(player)).count() > 2
            && state.dragon().is_some()
            && offers(state, |action| matches!(action, Action::Deploy { .. })) > 3
    }),
];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/e2e/positions");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for &(name, base, modules, is_wished) in WISHES {
        if !wanted.is_empty() && !wanted.iter().any(|other| other == name) {
            continue;
        }
        let players = if name == FULL { 6 } else { 3 };
        let text = (0..4000)
            .find_map(|seed| search(base, modules, players, is_wished, seed))
            .expect("such a position can be found");
        fs::write(folder.join(format!("{name}.txt")), text).expect("the position can be written");
    }
}

/// Plays a game until the position is as wished.
fn search(base: Base, modules: &[Module], players: usize, is_wished: fn(&State) -> bool, seed: u64) -> Option<String> {
    let names = ["Anna", "Borys", "Vira", "Hanna", "Danylo", "Olena"][..players].iter();
    let options = modules.iter().fold(Options::new(base, players).with(Module::Farmers), |all, &one| all.with(one));
    let mut record = Record::new(options, names.map(|&name| name.to_owned()).collect()).ok()?;
    let mut state = State::new(Game::new(options).ok()?);
    // What sensible players never do is found by others.
    let bot = if seed < 60 { "greedy" } else { "random" };
    let mut bot = by_name(bot, seed).ok()?;
    let mut rng = Rng::new(seed);
    loop {
        if state.tiles_laid() > 8 && state.actor() != Actor::Chance && is_wished(&state) {
            return Some(record.to_string());
        }
        let action = match state.actor() {
            Actor::Nobody => return None,
            Actor::Chance => state.choose(|count| rng.below(count))?,
            Actor::Player(_) => bot.choose(&state),
        };
        state.apply(action).ok()?;
        record.push(action);
    }
}
