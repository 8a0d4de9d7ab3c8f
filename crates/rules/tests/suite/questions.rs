//! The rule on which a question stands, and the one by which it may not be passed.

use std::collections::BTreeSet;

use bastide_rules::{
    Action, Actor, BOXES, Base, CropAction, Duty, Game, Module, Options, Quarter, Refusal, Sector, State,
};

use crate::rule_ids;
use crate::table::{Numbers, action, asked, eager_action, play, position, refused};

/// Two tiles with a tower space.
const TWO_SPACES: &str = "tiles=Ds@0,0/r0;tower/12@0,1/r0;E@0,-1/r2;tower/14@1,1/r0;E@2,1/r0;V@3,1/r3;B@0,2/r0;E@0,3/r2;\
                          B@-1,1/r0;V@-2,1/r0;V@1,2/r3";

/// Games of every box, and of modules that no box has together.
fn games() -> impl Iterator<Item = Options> {
    let boxes = BOXES.iter().map(|in_box| Options::of_box(in_box, 3).unwrap());
    let corn = [Module::Corn, Module::Crop, Module::TradersClassic, Module::Dragon, Module::Tower];
    let magic = [Module::Magic, Module::Ferries, Module::Messages, Module::Robbers, Module::Flying];
    boxes.chain(
        [&corn[..], &magic[..]]
            .map(|modules| Options { modules: modules.iter().copied().collect(), ..Options::new(Base::Classic, 3) }),
    )
}

/// Whoever is asked can read a rule about it, and about each answer that has one of its own; nobody asks chance. What may
/// not be passed is a duty.
#[test]
fn every_question_has_a_rule() {
    let defined = rule_ids::defined();
    let mut kinds = BTreeSet::new();
    let mut answers = BTreeSet::new();
    for (number, options) in (0..).zip(std::iter::repeat_with(games).take(3).flatten()) {
        let mut numbers = Numbers(number);
        let mut state = State::new(Game::new(options).unwrap());
        while let Some(chosen) = eager_action(&state, &mut numbers) {
            let rule = state.question_rule();
            assert_eq!(rule.is_some(), matches!(state.actor(), Actor::Player(_)), "{:?}", state.decision());
            if let Some(rule) = rule {
                assert!(defined.contains(rule), "{:?}: {rule}", state.decision());
                kinds.insert(state.decision().word());
                let is_duty = matches!(state.why_not(Action::Pass), Some(Refusal::MayNotPass(_)));
                assert_eq!(is_duty, !state.is_legal(Action::Pass), "{:?}", state.decision());
                for own in state.legal_actions().into_iter().filter_map(|answer| state.answer_rule(answer)) {
                    assert!(defined.contains(own), "{own}");
                    answers.insert(own);
                }
            }
            state.apply(chosen).unwrap();
        }
        assert_eq!(state.question_rule(), None);
    }
    assert!(kinds.len() > 22, "only {kinds:?} were asked");
    assert!(answers.len() > 7, "only {answers:?} were offered");
}

/// What the walks do not meet is there too.
#[test]
fn duties_and_parts_of_boards_have_rules() {
    let defined = rule_ids::defined();
    let duties = Duty::ALL.iter().flat_map(|duty| [duty.rule(), duty.binding_rule()]);
    for rule in duties.chain(Sector::ALL.map(Sector::rule)).chain([Quarter::RULE]) {
        assert!(defined.contains(rule), "{rule}");
    }
}

#[test]
fn a_circle_is_asked_by_the_rules_of_its_own_tile() {
    let told =
        [("crop", ["CROP-5", "CROP-10", "CROP-11"], "CROP-9"), ("corn", ["CORN-5", "CORN-7", "CORN-9"], "CORN-6")];
    for (module, [chooses, adds, returns], binding) in told {
        let figures = "figures=2.meeple@0,0/field:3;2.meeple@0,0/road:E;2.meeple@0,0/city:N";
        let mut state = position(module, "0,0", &format!("tiles=Ds@0,0/r0 {figures}"));
        let circle = state.undrawn().map(|(tile, _)| tile).find(|tile| tile.symbols.crop_circle.is_some()).unwrap();
        state.apply(Action::Draw(circle.id)).unwrap();
        while asked(&state) != "crop 1" {
            state.apply(*state.legal_actions().last().unwrap()).unwrap();
        }
        assert_eq!(state.question_rule(), Some(chooses));
        for (answer, rule) in [(CropAction::Add, adds), (CropAction::Return, returns)] {
            let mut chosen = state.clone();
            chosen.apply(Action::Crop(answer)).unwrap();
            assert_eq!(
                (chosen.question_rule(), refused(&chosen, "pass")),
                (Some(rule), binding),
                "{module} {answer:?}"
            );
        }
    }
}

#[test]
fn a_symbol_and_a_completed_city_move_the_gingerbread_man_by_different_rules() {
    let begun = || State::new(Game::new(Options::new(Base::Winter, 2).with(Module::Gingerbread)).unwrap());
    let mut symbol = begun();
    play(&mut symbol, "gingerbread/A | 1,0 r0 | pass");
    assert_eq!((asked(&symbol).as_str(), symbol.question_rule()), ("gingerbread 1", Some("GINGER-6")));
    let mut completed = begun();
    play(&mut completed, "WinE | 0,1 r2 | pass | WinE | 0,-1 r2 | pass");
    assert_eq!((asked(&completed).as_str(), completed.question_rule()), ("gingerbread 2", Some("GINGER-12")));
}

#[test]
fn a_tile_of_the_river_goes_on_with_one_of_its_branches() {
    let options = Options::new(Base::Classic, 2).with(Module::River2);
    let mut state = State::new(Game::new(options).unwrap());
    let mut numbers = Numbers(1);
    let mut seen = BTreeSet::new();
    while let Some(chosen) = eager_action(&state, &mut numbers) {
        if state.decision().word() == "place" {
            let is_river = state.tile_in_hand().is_some_and(|tile| tile.river != 0);
            assert_eq!(state.branches() > 0, is_river);
            seen.insert(state.branches());
        }
        state.apply(chosen).unwrap();
    }
    assert_eq!(seen, BTreeSet::from([0, 1, 2]));
}

#[test]
fn a_robber_on_the_track_may_stay() {
    let asked_with = |robbers: &str| {
        let mut state = position("robbers", "1,2,3", &format!("tiles=Ds@0,0/r0{robbers}"));
        let sack = state.undrawn().map(|(tile, _)| tile).find(|tile| tile.symbols.sack).unwrap();
        state.apply(Action::Draw(sack.id)).unwrap();
        assert_eq!(asked(&state), "robber 1");
        state.question_rule()
    };
    assert_eq!(asked_with(""), Some("ROB-3"));
    assert_eq!(asked_with(" robbers=2,-,-"), Some("ROB-4"));
}

#[test]
fn what_is_done_instead_of_placing_a_meeple_has_its_own_rule() {
    let mut state = position("tower,dragon", "0,0", &format!("{TWO_SPACES} towers=1@0,1"));
    play(&mut state, "U | 1,0 r1");
    assert_eq!((asked(&state).as_str(), state.question_rule()), ("deploy 1", Some("BASE-18")));
    let rule = |answer: &str| state.answer_rule(action(&state, answer));
    assert_eq!(rule("meeple@road:E"), None);
    assert_eq!(rule("pass"), None);
    assert_eq!(rule("floor@0,1"), Some("TOWER-7"));
    assert_eq!(rule("floor@1,1"), Some("TOWER-6"));
    assert_eq!(rule("meeple@tower:0,1"), Some("TOWER-8"));
}
