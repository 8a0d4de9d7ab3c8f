//! Writes the positions of the browser tests, `web/e2e/positions/NAME.txt`: records that end where somebody is asked
//! something of the Big Box. Run it when the notation or the tiles change:
//! `cargo run --release -p bastide-server --example positions`.

use std::fs;
use std::path::Path;

use bastide_bots::{Rng, by_name};
use bastide_rules::notation::Record;
use bastide_rules::{Action, Actor, BIG_BOX, Base, Decision, FigureKind, Game, MagicFigure, Module, Options, State};

/// A name, the modules in play, and what a position must offer.
type Wish = (&'static str, &'static [Module], fn(&State) -> bool);

fn asks(state: &State, word: &str) -> bool {
    state.decision().word() == word
}

fn offers(state: &State, is: fn(&Action) -> bool) -> usize {
    state.legal_actions().iter().filter(|action| is(action)).count()
}

const WISHES: &[Wish] = &[
    ("inns", &[Module::Inns], |state| {
        let is_large = |action: &Action| matches!(action, Action::Deploy { figure: FigureKind::Large, .. });
        asks(state, "deploy") && offers(state, is_large) > 1
    }),
    ("builder", &[Module::Traders], |state| match state.decision() {
        // The builder is to stay.
        Decision::Accompany { figure: FigureKind::Builder, spot, .. } => {
            state.region(spot).is_some_and(|region| !region.is_complete())
        }
        _ => false,
    }),
    ("pig", &[Module::Traders], |state| {
        matches!(state.decision(), Decision::Accompany { figure: FigureKind::Pig, .. })
    }),
    ("keep-farmer", &[Module::Traders], |state| asks(state, "keep-farmer")),
    ("fly", &[Module::Flying], |state| offers(state, |action| matches!(action, Action::Fly(_))) > 0),
    ("land", &[Module::Flying], |state| asks(state, "land") && state.legal_actions().len() > 1),
    ("mark", &[Module::Messages], |state| asks(state, "mark")),
    ("message", &[Module::Messages], |state| offers(state, |action| matches!(action, Action::CarryOut)) > 0),
    ("message-target", &[Module::Messages], |state| {
        matches!(state.decision(), Decision::Message { message: 8, .. })
            && offers(state, |action| matches!(action, Action::Target(_))) > 2
    }),
    ("message-return", &[Module::Messages], |state| asks(state, "message-return") && state.legal_actions().len() > 1),
    ("put-ferry", &[Module::Ferries], |state| asks(state, "put-ferry") && state.legal_actions().len() > 3),
    ("move-ferry", &[Module::Ferries], |state| asks(state, "move-ferry") && state.ferries().len() > 1),
    ("ingot", &[Module::Gold], |state| asks(state, "ingot") && !state.ingots_on_tiles().is_empty()),
    ("score-next", &[Module::Gold], |state| asks(state, "score-next")),
    ("magic", &[Module::Magic], |state| asks(state, "magic")),
    ("robber", &[Module::Robbers], |state| asks(state, "robber") && state.tiles_laid() > 12),
    ("rob", &[Module::Robbers], |state| asks(state, "rob")),
    ("crop", &[Module::Crop], |state| asks(state, "crop")),
    ("crop-add", &[Module::Crop], |state| asks(state, "crop-add") && state.legal_actions().len() > 3),
    ("crop-return", &[Module::Crop], |state| asks(state, "crop-return") && state.legal_actions().len() > 1),
    ("everything", BIG_BOX.modules, |state| {
        let has = |kind| state.figures().iter().any(|figure| figure.kind == kind);
        let is_full = [FigureKind::Large, FigureKind::Builder, FigureKind::Pig, FigureKind::Abbot].into_iter().all(has);
        let has_magic = MagicFigure::ALL.into_iter().all(|figure| state.magic(figure).is_some());
        let has_robber = state.game().seats().any(|player| state.robber(player).is_some());
        asks(state, "deploy") && is_full && has_magic && has_robber && state.ferries().len() > 2
    }),
];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/e2e/positions");
    fs::create_dir_all(&folder).expect("the folder can be made");
    for &(name, modules, is_wished) in WISHES {
        let text = (0..4000).find_map(|seed| search(modules, is_wished, seed)).expect("such a position can be found");
        fs::write(folder.join(format!("{name}.txt")), text).expect("the position can be written");
    }
}

/// Plays a game until the position is as wished.
fn search(modules: &[Module], is_wished: fn(&State) -> bool, seed: u64) -> Option<String> {
    let options = modules.iter().fold(Options::new(Base::V3, 3).with(Module::Farmers), |all, &one| all.with(one));
    let mut record = Record::new(options, ["Anna", "Borys", "Vira"].map(str::to_owned).to_vec()).ok()?;
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
