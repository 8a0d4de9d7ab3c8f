//! Looks for positions whose best action is clear, for `tests/positions/`: two for each module, one decision
//! each, from games between apprentices.
//!
//! `cargo run --release -p bastide-bots --example suite DIRECTORY SEED [NAME…]`
//!
//! Files that are there, or in the folder `by-hand` below, are left alone: it looks for what is missing, in other games with
//! another seed.
//! A position is taken if a long search sees the best action ahead of every other by several points, twice
//! with different draws. What is written is a proposal: read it and throw away what a good player would argue
//! about.
#![allow(clippy::print_stdout, reason = "a program for people")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bastide_bots::{Budget, Level, Rng, Spec, Thought};
use bastide_rules::notation::{Record, action_text};
use bastide_rules::{Action, Actor, Base, Decision, Game, Module, Options, State};

/// A name, what is played, and where to look.
type Wish = (&'static str, Base, &'static [Module], fn(&State) -> bool);

fn asks(state: &State, words: &[&str]) -> bool {
    words.contains(&state.decision().word())
}

fn offers(state: &State, is: fn(&Action) -> bool) -> bool {
    let mut is_offered = false;
    state.for_each_legal(|action| is_offered |= is(&action));
    is_offered
}

fn holds(state: &State, is: fn(&bastide_rules::tile::Symbols) -> bool) -> bool {
    asks(state, &["place"]) && state.tile_in_hand().is_some_and(|tile| is(&tile.symbols))
}

const WISHES: &[Wish] = &[
    ("classic", Base::Classic, &[Module::Farmers], |state| asks(state, &["place"])),
    ("farmers", Base::Classic, &[Module::Farmers], |state| asks(state, &["deploy"]) && state.tiles_left() < 25),
    ("river", Base::V3, &[Module::Farmers, Module::River], |state| asks(state, &["place"]) && state.tiles_laid() > 14),
    ("river-2", Base::Classic, &[Module::River2], |state| asks(state, &["place"]) && state.tiles_laid() > 14),
    ("abbot", Base::V3, &[Module::Abbot], |state| offers(state, |action| *action == Action::RecallAbbot)),
    ("inns", Base::V3, &[Module::Inns], |state| asks(state, &["place", "deploy"]) && state.tiles_laid() > 20),
    ("builder", Base::V3, &[Module::Traders], |state| asks(state, &["accompany"])),
    ("goods", Base::V3, &[Module::Goods], |state| asks(state, &["place"]) && state.tiles_laid() > 20),
    ("pig", Base::V3, &[Module::Pig], |state| asks(state, &["accompany", "keep-farmer"])),
    (
        "everything",
        Base::Classic,
        &[Module::InnsClassic, Module::TradersClassic, Module::Dragon, Module::Tower],
        |state| asks(state, &["place", "deploy"]) && state.tiles_laid() > 15,
    ),
    ("traders", Base::V3, &[Module::Traders], |state| {
        asks(state, &["place", "keep-farmer"]) && state.tiles_laid() > 15
    }),
    ("flying", Base::V3, &[Module::Flying], |state| {
        asks(state, &["land"]) || offers(state, |action| matches!(action, Action::Fly(_)))
    }),
    ("messages", Base::V3, &[Module::Messages], |state| asks(state, &["mark", "message"])),
    ("ferries", Base::V3, &[Module::Ferries], |state| asks(state, &["put-ferry", "move-ferry"])),
    ("gold", Base::V3, &[Module::Gold], |state| asks(state, &["ingot", "score-next"]) || holds(state, |s| s.gold)),
    ("magic", Base::V3, &[Module::Magic], |state| asks(state, &["magic"])),
    ("robbers", Base::V3, &[Module::Robbers], |state| asks(state, &["place"]) && state.tiles_laid() > 15),
    ("crop", Base::V3, &[Module::Crop], |state| asks(state, &["crop", "crop-add", "crop-return"])),
    ("dragon", Base::Classic, &[Module::Dragon], |state| {
        asks(state, &["step-dragon"]) || offers(state, |action| matches!(action, Action::Fairy(_)))
    }),
    ("tower", Base::Classic, &[Module::Tower], |state| asks(state, &["capture", "ransom", "exchange"])),
    ("count", Base::Classic, &[Module::Count], |state| {
        asks(state, &["move-out", "send", "last-move", "place"]) && state.tiles_laid() > 15
    }),
    ("cult", Base::Classic, &[Module::Cult], |state| asks(state, &["place"]) && state.tiles_laid() > 10),
    ("corn", Base::Classic, &[Module::Corn], |state| asks(state, &["crop", "crop-add", "crop-return"])),
    ("gingerbread", Base::Winter, &[Module::Gingerbread], |state| {
        asks(state, &["gingerbread", "place"]) && state.tiles_laid() > 15
    }),
    ("inns-classic", Base::Classic, &[Module::InnsClassic], |state| asks(state, &["place"]) && state.tiles_laid() > 20),
    ("traders-classic", Base::Classic, &[Module::TradersClassic], |state| {
        asks(state, &["deploy"])
            && offers(state, |action| matches!(action, Action::Deploy { figure, .. } if !figure.is_meeple()))
    }),
    ("wheel", Base::Wheel, &[], |state| {
        asks(state, &["plague"]) || offers(state, |action| matches!(action, Action::Crown { .. }))
    }),
    ("winter", Base::Winter, &[Module::Farmers], |state| asks(state, &["place"]) && state.tiles_laid() > 15),
    ("fortress", Base::Fortress, &[Module::Farmers], |state| asks(state, &["place"]) && state.tiles_laid() > 15),
];

/// Points by which the best action must be ahead.
const AHEAD: f32 = 4.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [directory, first, names @ ..] = &words[..] else { return Err("suite DIRECTORY SEED [NAME…]".into()) };
    let first: u64 = first.parse()?;
    fs::create_dir_all(directory)?;
    for &(name, base, modules, is_wanted) in WISHES {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let options = modules.iter().fold(Options::new(base, 2), |options, &module| options.with(module));
        let count = if name == "classic" { 8 } else { 2 };
        let file = |number: u32| Path::new(directory).join(format!("{name}-{number}.txt"));
        let by_hand = |number: u32| Path::new(directory).join(format!("by-hand/{name}-{number}.txt"));
        let mut missing = (1..=count).filter(|&number| !file(number).exists() && !by_hand(number).exists());
        let (mut found, mut looked) = (0, 0);
        let mut next = missing.next();
        for seed in first..first + 200 {
            let Some(number) = next else { break };
            if looked > 120 {
                break;
            }
            if let Some(text) = look(options, seed, is_wanted, &mut looked)? {
                found += 1;
                fs::write(file(number), text)?;
                next = missing.next();
            }
        }
        println!("{name}: {found} found, {looked} looked at");
    }
    Ok(())
}

/// Plays a game until a clear position is found.
fn look(
    options: Options,
    seed: u64,
    is_wanted: fn(&State) -> bool,
    looked: &mut u32,
) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let names = vec!["Anna".to_owned(), "Borys".to_owned()];
    let mut record = Record::new(options, names).map_err(|error| format!("{error:?}"))?;
    let mut state = State::new(Game::new(options)?);
    let mut bots = [Level::Apprentice.bot(seed), Level::Greedy.bot(seed)];
    let mut rng = Rng::stream(5, seed);
    let mut last = 0;
    loop {
        let action = match state.actor() {
            Actor::Nobody => return Ok(None),
            Actor::Chance => state.choose(|count| rng.below(count)).ok_or("chance has an outcome")?,
            Actor::Player(player) => {
                let is_due = state.turn_number() > last + 4 && state.legal_actions().len() > 1;
                if is_due && is_wanted(&state) && rng.below(3) == 0 {
                    last = state.turn_number();
                    *looked += 1;
                    if let Some((action, text)) = clear(&state)? {
                        let mut written = String::new();
                        writeln!(written, "# {text}")?;
                        writeln!(written, "best {}", action_text(&state, action))?;
                        write!(written, "{record}")?;
                        return Ok(Some(written));
                    }
                }
                bots[player.index()].choose(&state)
            }
        };
        record.push(action);
        state.apply(action)?;
    }
}

/// The best action, if it is clear, and why.
fn clear(state: &State) -> Result<Option<(Action, String)>, Box<dyn std::error::Error>> {
    let spec: Spec = "master:depth=3,width=10".parse()?;
    let mut best: Option<Action> = None;
    let mut text = String::new();
    for (seed, simulations) in [(1, 60), (2, 160)] {
        let mut bot = spec.bot(seed);
        let Thought { action, candidates, .. } = bot.think(state, &Budget::simulations(simulations));
        let value = |candidate: &&bastide_bots::Candidate| candidate.value;
        let first = candidates.iter().filter(|candidate| candidate.turn[0] == action).map(|c| value(&c)).next();
        let others = candidates.iter().filter(|candidate| candidate.turn[0] != action).map(|c| value(&c));
        let (Some(first), Some(other)) = (first, others.reduce(f32::max)) else { return Ok(None) };
        if first - other < AHEAD || best.is_some_and(|best| best != action) {
            return Ok(None);
        }
        best = Some(action);
        let reasons: Vec<String> = candidates
            .iter()
            .find(|candidate| candidate.turn[0] == action)
            .map_or(Vec::new(), |one| one.reasons.iter().map(ToString::to_string).collect());
        text = format!("{:.1} points ahead: {}", first - other, reasons.join(", "));
    }
    let question = matches!(state.decision(), Decision::Place { .. });
    Ok(best.map(|action| (action, if question { text } else { format!("{} · {text}", state.decision().word()) })))
}
