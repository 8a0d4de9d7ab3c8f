//! Whatever actions are tried, in whatever order: the list of legal actions decides, an illegal one
//! changes nothing, and a legal one keeps the books.
//!
//! `make fuzz` runs this for long (`PROPTEST_CASES`).

use bastide_rules::{
    Action, Base, Event, FigureKind, Game, Module, NoEvents, Options, Pos, Rotation, Spot, State, catalogue,
};
use proptest::prelude::*;

/// What to try: an index into the legal actions, or anything at all.
#[derive(Clone, Debug)]
enum Attempt {
    Legal(u32),
    Any(Action),
}

fn action() -> impl Strategy<Value = Action> {
    let pos = (-4i16..5, -4i16..5).prop_map(|(x, y)| Pos::new(x, y));
    let spot = (pos.clone(), 0u8..9).prop_map(|(pos, segment)| Spot { pos, segment });
    prop_oneof![
        (0..catalogue::TILES.len()).prop_map(|index| Action::Draw(catalogue::TILES[index].id)),
        (pos, 0u8..4).prop_map(|(pos, turns)| Action::Place { pos, rotation: Rotation::new(turns) }),
        (prop::sample::select(FigureKind::ALL.to_vec()), spot)
            .prop_map(|(figure, spot)| Action::Deploy { figure, spot }),
        Just(Action::RecallAbbot),
        Just(Action::Pass),
    ]
}

fn attempt() -> impl Strategy<Value = Attempt> {
    prop_oneof![any::<u32>().prop_map(Attempt::Legal), action().prop_map(Attempt::Any)]
}

proptest! {
    #[test]
    fn only_listed_actions_are_taken(
        base in prop::sample::select(vec![Base::Classic, Base::V3, Base::Fortress]),
        switches in any::<[bool; 3]>(),
        players in 2usize..=6,
        attempts in prop::collection::vec(attempt(), 0..400),
    ) {
        let mut options = Options::new(base, players);
        for (module, on) in [Module::Farmers, Module::River, Module::Abbot].into_iter().zip(switches) {
            options = if on { options.with(module) } else { options.without(module) };
        }
        let mut state = State::new(Game::new(options).unwrap());
        let mut told = vec![0; players];
        for attempt in attempts {
            let legal = state.legal_actions();
            let action = match attempt {
                Attempt::Legal(_) if legal.is_empty() => break,
                Attempt::Legal(choice) => legal[choice as usize % legal.len()],
                Attempt::Any(action) => action,
            };
            let (before, mut silent, mut events) = (state.hash(), state.clone(), Vec::new());
            let is_listed = legal.contains(&action);
            prop_assert_eq!(state.why_not(action).is_none(), is_listed);
            prop_assert_eq!(state.apply_with(action, &mut events).is_ok(), is_listed);
            prop_assert_eq!(silent.apply_with(action, &mut NoEvents).is_ok(), is_listed);
            prop_assert_eq!(state.hash(), silent.hash());
            if !is_listed {
                prop_assert_eq!(state.hash(), before);
                prop_assert!(events.is_empty());
            }
            for event in events {
                if let Event::Scored(award) = event {
                    told[award.player.index()] += award.points();
                }
            }
            prop_assert_eq!(&told[..], state.points());
        }
    }
}
