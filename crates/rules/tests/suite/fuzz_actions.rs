//! Whatever actions are tried, in whatever order: the list of legal actions decides, an illegal one
//! changes nothing, and a legal one keeps the books.
//!
//! `make fuzz` runs this for long (`PROPTEST_CASES`).

use bastide_rules::{
    Action, BASES, CropAction, Event, FigureKind, Game, MODULES, MagicFigure, Marker, Message, NoEvents, Options,
    Piece, PlayerId, Pos, Quarter, RANSOM, Rotation, Sector, Side, Spot, State, catalogue,
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
        proptest::sample::select(&Message::ALL[..]).prop_map(Action::DrawMessage),
        Just(Action::TwoPoints),
        Just(Action::CarryOut),
        spot.prop_map(Action::Target),
        prop::sample::select(CropAction::ALL.to_vec()).prop_map(Action::Crop),
    ];
    prop_oneof![of_the_base, of_tables, of_tracks, of_later_boxes()]
}

/// What only Wheel of Fortune, Winter, and Nobles and Towers know.
fn of_later_boxes() -> impl Strategy<Value = Action> {
    let pos = (-4i16..5, -4i16..5).prop_map(|(x, y)| Pos::new(x, y));
    let spot = (pos.clone(), 0u8..9).prop_map(|(pos, segment)| Spot { pos, segment });
    let figure = prop::sample::select(FigureKind::ALL.to_vec());
    let seat = (0usize..6).prop_map(|seat| PlayerId::new(seat).expect("a seat"));
    let quarter = prop::sample::select(Quarter::ALL.to_vec());
    let on_places = prop_oneof![
        spot.clone().prop_map(Action::Gingerbread),
        pos.clone().prop_map(Action::ReturnGuard),
        pos.clone().prop_map(Action::Fairy),
        pos.clone().prop_map(Action::SeizeGuard),
        pos.clone().prop_map(Action::Floor),
        (figure.clone(), pos).prop_map(|(figure, at)| Action::Guard { figure, at }),
        (figure.clone(), spot.clone()).prop_map(|(figure, spot)| Action::MoveOut { figure, spot }),
        (seat.clone(), figure.clone(), any::<bool>(), spot)
            .prop_map(|(owner, kind, is_bound, spot)| Action::Seize { piece: Piece::new(owner, kind, is_bound), spot }),
    ];
    let elsewhere = prop_oneof![
        prop::sample::select(Side::ALL.to_vec()).prop_map(Action::StepDragon),
        (figure.clone(), prop::sample::select(Sector::ALL.to_vec()))
            .prop_map(|(figure, sector)| Action::Crown { figure, sector }),
        figure.clone().prop_map(Action::Exchange),
        (seat, figure.clone()).prop_map(|(captor, figure)| Action::Ransom { captor, figure }),
        (figure, quarter.clone()).prop_map(|(figure, quarter)| Action::Send { figure, quarter }),
        quarter.prop_map(Action::MoveCount),
    ];
    prop_oneof![on_places, elsewhere]
}

fn attempt() -> impl Strategy<Value = Attempt> {
    prop_oneof![any::<u32>().prop_map(Attempt::Legal), action().prop_map(Attempt::Any)]
}

proptest! {
    #[test]
    fn only_listed_actions_are_taken(
        base in prop::sample::select(BASES),
        // Half of the games with little more than farmers, rivers and abbot.
        switches in prop_oneof![any::<u32>(), 0u32..16],
        players in 2usize..=6,
        attempts in prop::collection::vec(attempt(), 0..400),
    ) {
        let mut options = Options::new(base.base, players);
        for (index, info) in MODULES.iter().enumerate() {
            let is_on = switches >> index & 1 == 1;
            let other = if is_on { options.with(info.module) } else { options.without(info.module) };
            // What does not go together stays out.
            options = if Game::new(other).is_ok() { other } else { options };
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
                match event {
                    Event::Scored(award) => told[award.player.index()] += award.points(),
                    Event::Ransomed { player, captor, .. } => {
                        told[player.index()] -= RANSOM;
                        told[captor.index()] += RANSOM;
                    }
                    _ => {}
                }
            }
            prop_assert_eq!(&told[..], state.points());
        }
    }
}
