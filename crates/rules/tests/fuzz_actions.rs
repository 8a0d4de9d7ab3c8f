//! Whatever actions are tried, in whatever order: the list of legal actions decides, an illegal one
//! changes nothing, and a legal one keeps the books.
//!
//! `make fuzz` runs this for long (`PROPTEST_CASES`).

use bastide_rules::{
    Action, Base, CropAction, Event, FigureKind, Game, MagicFigure, Marker, Module, NoEvents, Options, PlayerId, Pos,
    Rotation, Spot, State, catalogue,
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
    let figure = prop::sample::select(FigureKind::ALL.to_vec());
    let standing = (figure.clone(), spot.clone());
    let of_the_base = prop_oneof![
        (0..catalogue::TILES.len()).prop_map(|index| Action::Draw(catalogue::TILES[index].id)),
        (pos.clone(), 0u8..4).prop_map(|(pos, turns)| Action::Place { pos, rotation: Rotation::new(turns) }),
        standing.clone().prop_map(|(figure, spot)| Action::Deploy { figure, spot }),
        Just(Action::RecallAbbot),
        Just(Action::Pass),
    ];
    let of_tables = prop_oneof![
        figure.prop_map(Action::Fly),
        (0u8..5).prop_map(Action::Roll),
        spot.clone().prop_map(Action::Land),
        Just(Action::Accompany),
        (pos.clone(), any::<[u8; 2]>()).prop_map(|(at, ends)| Action::Ferry { at, ends: ends.map(|end| end % 9) }),
        pos.prop_map(Action::Ingot),
        (prop::sample::select(MagicFigure::ALL.to_vec()), spot.clone())
            .prop_map(|(figure, spot)| Action::Magic { figure, spot }),
        prop::sample::select(MagicFigure::ALL.to_vec()).prop_map(Action::MagicAside),
        spot.clone().prop_map(Action::ScoreNext),
        standing.clone().prop_map(|(figure, spot)| Action::Return { figure, spot }),
        standing.prop_map(|(figure, spot)| Action::ReturnBoth { figure, spot }),
    ];
    let of_tracks = prop_oneof![
        any::<u8>().prop_map(Action::Robber),
        prop::sample::select(Marker::ALL.to_vec()).prop_map(Action::Mark),
        (0usize..6).prop_map(|seat| Action::Rob(PlayerId::new(seat).expect("a seat"))),
        (0u8..10).prop_map(Action::DrawMessage),
        Just(Action::TwoPoints),
        Just(Action::CarryOut),
        spot.prop_map(Action::Target),
        prop::sample::select(CropAction::ALL.to_vec()).prop_map(Action::Crop),
    ];
    prop_oneof![of_the_base, of_tables, of_tracks]
}

const SWITCHES: [Module; 19] = [
    Module::Farmers,
    Module::River,
    Module::Abbot,
    Module::Inns,
    Module::InnsTiles,
    Module::InnsScoring,
    Module::Large,
    Module::Traders,
    Module::TradersTiles,
    Module::Goods,
    Module::Builder,
    Module::Pig,
    Module::Flying,
    Module::Messages,
    Module::Ferries,
    Module::Gold,
    Module::Magic,
    Module::Robbers,
    Module::Crop,
];

fn attempt() -> impl Strategy<Value = Attempt> {
    prop_oneof![any::<u32>().prop_map(Attempt::Legal), action().prop_map(Attempt::Any)]
}

proptest! {
    #[test]
    fn only_listed_actions_are_taken(
        base in prop::sample::select(vec![Base::Classic, Base::V3, Base::Fortress]),
        // Half of the games without modules of the Big Box.
        switches in prop_oneof![any::<u32>(), 0u32..8],
        players in 2usize..=6,
        attempts in prop::collection::vec(attempt(), 0..400),
    ) {
        let mut options = Options::new(base, players);
        for (index, module) in SWITCHES.into_iter().enumerate() {
            options = if switches >> index & 1 == 1 { options.with(module) } else { options.without(module) };
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
