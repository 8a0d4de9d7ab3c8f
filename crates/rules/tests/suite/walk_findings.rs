//! Defects that the walks have found, each as a small game of its own.

use bastide_rules::validate::check_state;
use bastide_rules::{
    Action, Base, FigureKind, Game, Marker, Message, Module, Options, Pos, Rotation, Spot, State, catalogue,
};

fn lay(state: &mut State, set: &str, tile: &str, pos: Pos, rotation: u8) {
    state.apply(Action::Draw(catalogue::find(set, tile).unwrap().id)).unwrap();
    state.apply(Action::Place { pos, rotation: Rotation::new(rotation) }).unwrap();
}

/// A ferry that leaves takes no traveller along: each part keeps those who stand on it (FERRY-D1).
#[test]
fn a_split_road_keeps_the_travellers_of_each_part() {
    let road = Spot { pos: Pos::ORIGIN, segment: 0 };
    for before in [[0, 1], [0, 2], [1, 2]] {
        for after in [[0, 1], [0, 2], [1, 2]].into_iter().filter(|&after| after != before) {
            for cell in [Pos::new(2, 0), Pos::new(-1, 0)] {
                let options = Options::new(Base::V3, 2).with(Module::Ferries);
                let mut state = State::new(Game::new(options).unwrap());
                // A lake with roads to the east, south and west, the last one to the start tile.
                let at = Pos::new(1, 0);
                lay(&mut state, "ferries", "B", at, 0);
                state.apply(Action::Pass).unwrap();
                state.apply(Action::Ferry { at, ends: before }).unwrap();
                lay(&mut state, "base-v3", "U", cell, 1);
                state.apply(Action::Deploy { figure: FigureKind::Meeple, spot: Spot { pos: cell, ..road } }).unwrap();
                let shift = Action::Ferry { at, ends: after };
                if state.is_legal(shift) {
                    state.apply(shift).unwrap();
                    check_state(&state).unwrap_or_else(|why| panic!("{before:?} to {after:?}, {cell}: {why}"));
                }
            }
        }
    }
}

/// Builder and pig are never placed alone (TRADE-9, TRADE-25), not even if somebody tries.
#[test]
fn companions_are_refused_as_the_figure_of_the_turn() {
    let mut state = State::new(Game::new(Options::new(Base::V3, 2).with(Module::Traders)).unwrap());
    let at = Pos::new(1, 0);
    lay(&mut state, "base-v3", "U", at, 1);
    for figure in [FigureKind::Builder, FigureKind::Pig] {
        for segment in 0..3 {
            let action = Action::Deploy { figure, spot: Spot { pos: at, segment } };
            assert!(!state.is_legal(action) && state.apply(action).is_err(), "{action:?}");
        }
    }
}

/// With builder and message 4 both due after the last tile, no turn is left over (MSG-D12, TRADE-D15).
#[test]
fn no_extra_turn_is_due_when_the_game_is_over() {
    let options = Options::new(Base::V3, 2).with(Module::Builder).with(Module::Messages);
    let mut state = State::new(Game::new(Options { end_after: Some(5), ..options }).unwrap());
    lay(&mut state, "base-v3", "U", Pos::new(1, 0), 1);
    let road = Spot { pos: Pos::new(1, 0), segment: 0 };
    state.apply(Action::Deploy { figure: FigureKind::Meeple, spot: road }).unwrap();
    state.apply(Action::Accompany).unwrap();
    // The road grows to five tiles, the last of them laid by the owner of the builder.
    for (tile, pos, rotation) in [("U", (2, 0), 1), ("B", (0, 1), 0), ("A", (-1, 0), 3), ("A", (3, 0), 1)] {
        lay(&mut state, "base-v3", tile, Pos::new(pos.0, pos.1), rotation);
        state.apply(Action::Pass).unwrap();
    }
    assert!(state.builder_aside().is_some());
    for action in [Action::Mark(Marker::Meeple), Action::DrawMessage(Message::ExtraTurn), Action::CarryOut] {
        state.apply(action).unwrap();
    }
    assert!(state.is_over());
    assert_eq!(state.extra_turns(), 0);
    check_state(&state).unwrap();
}
