//! Recorded games in which everything that happens can be read.

use std::fmt::Write;

use bastide_bots::{Rng, by_name};
use bastide_rules::notation::{Record, action_text};
use bastide_rules::{Actor, BIG_BOX, Base, Event, Module, NOBLES_AND_TOWERS, Options, State, story};

/// A game to be recorded.
pub(crate) struct Recorded {
    pub(crate) name: &'static str,
    base: Base,
    players: usize,
    modules: &'static [Module],
}

/// One game for each base and module, and one with all of them.
pub(crate) const GAMES: &[Recorded] = &[
    Recorded { name: "classic", base: Base::Classic, players: 2, modules: &[] },
    Recorded { name: "farmers", base: Base::Classic, players: 3, modules: &[Module::Farmers] },
    Recorded { name: "river-classic", base: Base::Classic, players: 2, modules: &[Module::River] },
    Recorded { name: "fortress", base: Base::Fortress, players: 4, modules: &[Module::Farmers, Module::River] },
    Recorded { name: "abbot", base: Base::V3, players: 2, modules: &[Module::Abbot] },
    Recorded { name: "v3-all", base: Base::V3, players: 3, modules: &[Module::Farmers, Module::River, Module::Abbot] },
    Recorded { name: "inns", base: Base::V3, players: 2, modules: &[Module::Farmers, Module::Inns] },
    Recorded { name: "traders", base: Base::V3, players: 3, modules: &[Module::Farmers, Module::Traders] },
    Recorded { name: "flying", base: Base::V3, players: 2, modules: &[Module::Flying] },
    Recorded { name: "messages", base: Base::V3, players: 3, modules: &[Module::Messages] },
    Recorded { name: "ferries", base: Base::V3, players: 2, modules: &[Module::Ferries] },
    Recorded { name: "magic", base: Base::V3, players: 3, modules: &[Module::Magic] },
    Recorded { name: "robbers", base: Base::V3, players: 4, modules: &[Module::Robbers] },
    Recorded { name: "gold", base: Base::V3, players: 3, modules: &[Module::Gold] },
    Recorded { name: "crop", base: Base::V3, players: 3, modules: &[Module::Farmers, Module::Crop] },
    Recorded { name: "big-box", base: Base::V3, players: 3, modules: BIG_BOX.modules },
    Recorded { name: "winter", base: Base::Winter, players: 2, modules: &[Module::Farmers] },
    Recorded { name: "gingerbread", base: Base::Winter, players: 3, modules: &[Module::Gingerbread] },
    Recorded { name: "wheel", base: Base::Wheel, players: 3, modules: &[Module::Farmers] },
    Recorded { name: "river-2", base: Base::Classic, players: 2, modules: &[Module::Farmers, Module::River2] },
    Recorded { name: "dragon", base: Base::Classic, players: 3, modules: &[Module::Dragon] },
    Recorded { name: "tower", base: Base::Classic, players: 3, modules: &[Module::Tower] },
    Recorded { name: "count", base: Base::Classic, players: 3, modules: &[Module::Farmers, Module::Count] },
    Recorded { name: "cult", base: Base::Classic, players: 2, modules: &[Module::Cult] },
    Recorded { name: "corn", base: Base::Classic, players: 3, modules: &[Module::Farmers, Module::Corn] },
    Recorded { name: "inns-classic", base: Base::Classic, players: 2, modules: &[Module::InnsClassic] },
    Recorded {
        name: "traders-classic",
        base: Base::Classic,
        players: 2,
        modules: &[Module::Farmers, Module::TradersClassic],
    },
    Recorded { name: "nobles-and-towers", base: Base::Classic, players: 4, modules: NOBLES_AND_TOWERS.modules },
    Recorded {
        name: "mixture",
        base: Base::Winter,
        players: 3,
        modules: &[
            Module::Gingerbread,
            Module::Abbot,
            Module::InnsClassic,
            Module::TradersClassic,
            Module::Dragon,
            Module::Tower,
            Module::Cult,
            Module::Flying,
            Module::Messages,
            Module::Magic,
        ],
    },
];

const NAMES: [&str; 6] = ["Anna", "Borys", "Vira", "Hlib", "Daria", "Yevhen"];

/// Plays the game with greedy players and writes down what everybody sees.
pub(crate) fn text(game: &Recorded) -> String {
    let mut options = Options::new(game.base, game.players).without(Module::Farmers);
    for &module in game.modules {
        options = options.with(module);
    }
    let names: Vec<String> = NAMES[..game.players].iter().map(ToString::to_string).collect();
    let mut record = Record::new(options, names).expect("a playable game with good names");
    let mut bots: Vec<_> = (1..).take(game.players).map(|seed| by_name("greedy", seed).expect("a known bot")).collect();
    let mut chance = Rng::new(7);

    let mut state = record.start();
    let mut story = String::new();
    let mut turn = 0;
    loop {
        let legal = state.legal_actions().len();
        let action = match state.actor() {
            Actor::Nobody => break,
            Actor::Chance => state.choose(|count| chance.below(count)).expect("chance has something to draw"),
            Actor::Player(player) => bots[player.index()].choose(&state),
        };
        if state.turn_number() != turn {
            turn = state.turn_number();
            let _ = writeln!(story, "\nturn {turn}, {}", name(&record, &state));
        }
        let question = state.decision().word();
        let asked = match state.actor() {
            Actor::Player(player) if player != state.active_player() => {
                format!(" of {}", record.names()[player.index()])
            }
            _ => String::new(),
        };
        let _ = writeln!(story, "  {question}{asked}, {legal} options: {}", action_text(&state, action));
        let mut events = Vec::new();
        state.apply_with(action, &mut events).expect("bots and chance choose legal actions");
        record.push(action);
        for event in events {
            if let Event::TurnBegan { turn: begun, .. } = event {
                turn = begun;
                let _ = writeln!(story, "\nturn {turn}, {}", name(&record, &state));
            }
            tell(&mut story, &record, &state, event);
        }
    }
    format!("{record}\n{story}\nhash {:016x}\n", state.hash())
}

fn name<'a>(record: &'a Record, state: &State) -> &'a str {
    &record.names()[state.active_player().index()]
}

fn tell(story: &mut String, record: &Record, state: &State, event: Event) {
    let Some(sentence) = story::sentence(state, &event, record.names()) else { return };
    let _ = match event {
        Event::FinalScoringBegan => writeln!(story, "\n{sentence}"),
        Event::Scored(award) => {
            let place = award.spot.map_or(String::new(), |spot| format!(", {}", story::place(state, spot)));
            let rules = award.rules(state.game().options().modules).join(", ");
            writeln!(story, "    {sentence}{place} [{rules}]")
        }
        _ => writeln!(story, "    {sentence}"),
    };
}
