//! Learning: hints, the parts of an analysis, and how a record goes, for pages that let people practise.
//!
//! An analysis is spread over workers: `questions` says how many decisions there are and how much shall be thought about each,
//! each worker answers `weigh` for some of them and one of them `opening`, and `account` puts everything together. The same
//! numbers give the same analysis as `bastide analyse`.

use bastide_analysis::{Effort, Question, Turn, Weighed, Worth, account, hints, opening, questions, weigh};
use bastide_rules::notation::{Record, action_text, parse_action};
use bastide_rules::{Action, Actor, State};
use bastide_table::refused::Refused;
use bastide_table::view::place_of;
use bastide_table::wire::{ProblemCode, Target};
use serde::{Deserialize, Serialize};

use crate::desk::{no_such_request, record, text};
use crate::thinking::stop;

/// What is asked about a record.
#[derive(Deserialize, Debug)]
pub(crate) struct Study {
    /// The game as a record.
    record: String,
    /// A turn that somebody would play where the record ends.
    #[serde(default)]
    actions: Vec<String>,
    /// Which decision of the record, or how many of its actions.
    #[serde(default)]
    number: usize,
    /// Simulations for each decision.
    simulations: Option<u32>,
    /// What was found about the decisions.
    #[serde(default)]
    weighed: Vec<Weighed>,
    /// What the game was worth at its start.
    start: Option<Worth>,
}

/// An action of a record, and who took it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Act {
    action: String,
    /// None for chance.
    seat: Option<usize>,
    turn: u32,
}

/// How much there is to think about.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Questions {
    decisions: usize,
    /// Simulations for each of them: long games share out what a base game has.
    simulations: u32,
}

/// What a turn puts on the board: the tile, and the places of all that it does after that.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Looks {
    place: Option<Place>,
    targets: Vec<Target>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
struct Place {
    at: [i16; 2],
    rotation: u8,
}

#[derive(Serialize)]
struct Hint {
    #[serde(flatten)]
    turn: Turn,
    #[serde(flatten)]
    looks: Looks,
}

/// Answers a request about a record.
pub(crate) fn study(what: &str, asked: Study) -> Result<String, Refused> {
    let effort = asked.effort();
    let game = record(&asked.record)?;
    match what {
        "hints" => {
            let state = game.state();
            let told = hints(&state, effort, &stop()).into_iter().map(|turn| {
                let looks = looks(&state, &read_turn(&state, &turn.actions)?);
                Ok(Hint { turn, looks })
            });
            text(&told.collect::<Result<Vec<Hint>, Refused>>()?)
        }
        "looks" => {
            let state = game.state();
            text(&looks(&state, &read_turn(&state, &asked.actions)?))
        }
        "compare" => text(&weighed(&at_the_end(&game, &asked.actions)?, effort)?),
        "acts" => text(&acts(&game)),
        "prefix" => text(&prefix(&game, asked.number).to_string()),
        "questions" => {
            let decisions = questions(&game).len();
            text(&Questions { decisions, simulations: effort.shared_by(decisions).simulations })
        }
        "weigh" => {
            let question = questions(&game).into_iter().nth(asked.number).ok_or_else(Refused::no_page)?;
            text(&weighed(&question, effort)?)
        }
        "opening" => text(&start(&game, effort)),
        "account" => {
            let all = questions(&game);
            if all.len() != asked.weighed.len() {
                return Err(Refused::bad(ProblemCode::Garbage, "Every decision of the record must have been weighed."));
            }
            text(&account(&game, &all, &asked.weighed, asked.start))
        }
        _ => Err(no_such_request()),
    }
}

impl Study {
    fn effort(&self) -> Effort {
        let usual = Effort::default();
        Effort { simulations: self.simulations.unwrap_or(usual.simulations), ..usual }
    }
}

fn weighed(question: &Question, effort: Effort) -> Result<Weighed, Refused> {
    weigh(question, effort, &stop()).ok_or_else(|| Refused::bad(ProblemCode::Stopped, "There was no time to think."))
}

/// What the game was worth before anything was drawn; only games of two have that.
fn start(game: &Record, effort: Effort) -> Option<Worth> {
    let (start, first) = (game.start(), questions(game).into_iter().next()?);
    (start.game().players() == 2).then(|| opening(&start, first.seat, effort, &stop())).flatten()
}

/// A turn as it is written in a record.
fn read_turn(state: &State, turn: &[String]) -> Result<Vec<Action>, Refused> {
    let mut after = state.clone();
    let mut actions = Vec::new();
    for text in turn {
        let action = parse_action(&after, text).filter(|&action| after.is_legal(action));
        let action =
            action.ok_or_else(|| Refused::bad(ProblemCode::Illegal, format!("`{text}` is no answer here.")))?;
        after.apply_listed(action);
        actions.push(action);
    }
    Ok(actions)
}

/// The position where a record ends, with a turn that somebody would play there.
fn at_the_end(game: &Record, turn: &[String]) -> Result<Question, Refused> {
    let state = game.state();
    let Actor::Player(seat) = state.actor() else {
        return Err(Refused::bad(ProblemCode::Record, "Nobody is asked here."));
    };
    let played = read_turn(&state, turn)?;
    Ok(Question { at: game.actions().len(), seat, turn: state.turn_number(), state, played })
}

fn looks(state: &State, turn: &[Action]) -> Looks {
    let mut state = state.clone();
    let mut looks = Looks::default();
    for &action in turn {
        match place_of(&state, action) {
            Some(Target::Cell { at, rotation }) => looks.place = Some(Place { at, rotation }),
            // A button has no place to be shown.
            Some(Target::Button) | None => {}
            Some(target) => looks.targets.push(target),
        }
        state.apply_listed(action);
    }
    looks
}

fn acts(game: &Record) -> Vec<Act> {
    let mut state = game.start();
    let mut acts = Vec::new();
    for &action in game.actions() {
        let seat = if let Actor::Player(player) = state.actor() { Some(player.index()) } else { None };
        acts.push(Act { action: action_text(&state, action), seat, turn: state.turn_number() });
        state.apply_listed(action);
    }
    acts
}

/// The same game after so many actions.
fn prefix(game: &Record, actions: usize) -> Record {
    let mut cut = game.clone();
    while cut.actions().len() > actions {
        cut.pop();
    }
    cut
}

#[cfg(test)]
mod tests {
    use bastide_analysis::{Analysis, analyse};
    use serde_json::{Value, json};

    use super::*;
    use crate::Desk;

    const RECORD: &str = "bastide-record 1\nbase classic\nplayers Anna Borys\nend after 3 tiles\n\n1 Anna U 1,0 r1 meeple@road:E\n2 Borys V -1,0 r3 pass\n3 Anna E 0,-1 r2 meeple@city:S\n";

    fn ask(mut request: Value) -> Value {
        request["record"] = request.get("record").cloned().unwrap_or(json!(RECORD));
        request["simulations"] = json!(20);
        let mut answer: Value = serde_json::from_str(&Desk::default().answer(&request.to_string())).unwrap();
        assert!(answer["refused"].is_null(), "{answer}");
        answer["ok"].take()
    }

    #[test]
    fn an_analysis_spread_over_desks_is_the_same() {
        let asked = ask(json!({ "do": "questions" }));
        assert_eq!(asked, json!({ "decisions": 3, "simulations": 20 }));
        let count = asked["decisions"].as_u64().unwrap();
        let weighed: Vec<Value> = (0..count).map(|number| ask(json!({ "do": "weigh", "number": number }))).collect();
        let start = ask(json!({ "do": "opening" }));
        let spread = ask(json!({ "do": "account", "weighed": weighed, "start": start }));
        let effort = Effort { simulations: 20, ..Effort::default() };
        let whole: Analysis = analyse(&Record::parse(RECORD).unwrap(), effort, &(), &Default::default()).unwrap();
        assert_eq!(spread, serde_json::to_value(whole).unwrap());
    }

    #[test]
    fn hints_and_answers_are_told_with_their_reasons_and_looks() {
        let record = "bastide-record 1\nbase classic\nplayers Anna Borys\n\n1 Anna E\n";
        let best = ask(json!({ "do": "hints", "record": record }));
        assert_eq!(best[0]["reasons"][0]["kind"], "completes");
        assert_eq!(best[0]["reasons"][0]["count"], 4);
        assert_eq!(best[0]["place"], json!({ "at": [0, -1], "rotation": 2 }));
        assert_eq!(best[0]["targets"], json!([{ "on": "segment", "figure": "meeple", "at": [0, -1], "segment": 0 }]));
        let other = ask(json!({ "do": "compare", "record": record, "actions": ["0,1 r2", "pass"] }));
        let (first, played) = (&other["turns"][0], &other["turns"][other["played"].as_u64().unwrap() as usize]);
        assert!(first["worth"]["points"].as_i64() > played["worth"]["points"].as_i64());
        assert_eq!(played["actions"], json!(["0,1 r2", "pass"]));
        let looks = ask(json!({ "do": "looks", "record": record, "actions": ["0,1 r2", "pass"] }));
        assert_eq!(looks, json!({ "place": { "at": [0, 1], "rotation": 2 }, "targets": [] }));
    }

    /// DRAGON-43: hints have shown nothing but the tile and meeples; the fairy was told in words alone.
    #[test]
    fn what_a_turn_does_besides_meeples_has_looks_too() {
        let record = "bastide-record 1\nbase classic\nwith dragon\nplayers Anna Borys\n\n1 Anna U 1,0 r1 meeple@road:E\n2 Borys V -1,0 r3 pass\n3 Anna E\n";
        let state = Record::parse(record).unwrap().state();
        let place = state.legal_actions()[0];
        let mut laid = state.clone();
        laid.apply(place).unwrap();
        let fairy = laid.legal_actions().into_iter().find(|action| matches!(action, Action::Fairy(_))).unwrap();
        let turn = [action_text(&state, place), action_text(&laid, fairy)];
        let looks = ask(json!({ "do": "looks", "record": record, "actions": turn }));
        let Action::Fairy(pos) = fairy else { unreachable!() };
        assert_eq!(looks["targets"], json!([{ "on": "tile", "at": [pos.x, pos.y], "figure": "fairy" }]));
    }

    #[test]
    fn a_record_is_told_action_by_action_and_cut() {
        let acts = ask(json!({ "do": "acts" }));
        assert_eq!(acts[0], json!({ "action": "U", "seat": null, "turn": 1 }));
        assert_eq!(acts[1], json!({ "action": "1,0 r1", "seat": 0, "turn": 1 }));
        assert_eq!(acts.as_array().unwrap().len(), 9);
        let cut = ask(json!({ "do": "prefix", "number": 4 }));
        assert!(cut.as_str().unwrap().ends_with("1 Anna U 1,0 r1 meeple@road:E\n2 Borys V\n"), "{cut}");
    }
}
