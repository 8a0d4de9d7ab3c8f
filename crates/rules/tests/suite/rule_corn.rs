//! Rules of the crop circles of Nobles and Towers that hold in whole games.

use bastide_rules::{
    Action, Base, CropCircle, Decision, Feature, FigureKind, Game, Module, Options, PlayerId, Spot, State,
};

use crate::table;

fn game() -> std::sync::Arc<Game> {
    let modules = [Module::Corn, Module::InnsClassic, Module::TradersClassic, Module::Cult];
    Game::new(modules.into_iter().fold(Options::new(Base::Classic, 4), Options::with)).unwrap()
}

/// CORN-1, CORN-D8: six tiles, two of each circle.
#[test]
fn two_tiles_of_each_circle() {
    let game = Game::new(Options::new(Base::Classic, 2).with(Module::Corn)).unwrap();
    assert_eq!(game.tile_count(), 71 + 6);
    for circle in [CropCircle::Pitchfork, CropCircle::Club, CropCircle::Shield] {
        let tiles = game.tiles().filter(|(tile, _)| tile.symbols.crop_circle == Some(circle));
        assert_eq!(tiles.map(|(_, copies)| copies).sum::<u8>(), 2, "{}", circle.word());
    }
}

/// The places of a player's meeples of the circle's type, each once.
fn concerned(state: &State, player: PlayerId, circle: CropCircle) -> Vec<(FigureKind, Spot)> {
    let feature = match circle {
        CropCircle::Pitchfork => Feature::Field,
        CropCircle::Club => Feature::Road,
        CropCircle::Shield => Feature::City,
    };
    let mut found: Vec<_> = state
        .figures()
        .iter()
        .filter(|figure| figure.owner == player && figure.kind.is_meeple())
        .filter(|figure| state.region(figure.spot).unwrap().feature() == feature)
        .map(|figure| (figure.kind, figure.spot))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn additions(state: &State, player: PlayerId, circle: CropCircle) -> Vec<Action> {
    let mut spots: Vec<_> = concerned(state, player, circle).into_iter().map(|(_, spot)| spot).collect();
    spots.sort_unstable();
    spots.dedup();
    let kinds = [FigureKind::Meeple, FigureKind::Large].into_iter().filter(|&kind| state.supply(player, kind) > 0);
    let mut actions: Vec<_> =
        kinds.flat_map(|figure| spots.iter().map(move |&spot| Action::Deploy { figure, spot })).collect();
    actions.sort_unstable();
    actions
}

/// CORN-6, CORN-7, CORN-8, CORN-9, CORN-12, CORN-D2: in whole games everybody who can is asked once,
/// to the left of the active player first, and may answer exactly what the circle allows.
#[test]
fn everybody_carries_the_action_out() {
    let game = game();
    let (mut added, mut returned) = (0, 0);
    for seed in 0..10 {
        let mut state = State::new(game.clone());
        let mut numbers = table::Numbers(seed);
        // Who is still to be asked, in order, when a round begins.
        let mut waiting: Vec<PlayerId> = Vec::new();
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            let before = state.decision();
            state.apply(action).unwrap();
            if let (Decision::Crop { player, circle }, Action::Crop(_)) = (before, action) {
                let seats: Vec<_> = game.seats().collect();
                let after = (1..=seats.len()).map(|step| seats[(player.index() + step) % seats.len()]);
                waiting = after.filter(|&seat| !concerned(&state, seat, circle).is_empty()).collect();
            }
            match state.decision() {
                Decision::CropAdd { player, circle } => {
                    // Those without a meeple in the supply are passed over.
                    while waiting.first().is_some_and(|&seat| additions(&state, seat, circle).is_empty()) {
                        waiting.remove(0);
                    }
                    assert_eq!(waiting.remove(0), player);
                    assert_eq!(state.legal_actions(), additions(&state, player, circle));
                    added += 1;
                }
                Decision::CropReturn { player, circle } => {
                    assert_eq!(waiting.remove(0), player);
                    let mut actions: Vec<_> = concerned(&state, player, circle)
                        .into_iter()
                        .map(|(figure, spot)| Action::Return { figure, spot })
                        .collect();
                    actions.sort_unstable();
                    assert_eq!(state.legal_actions(), actions);
                    returned += 1;
                }
                _ => {}
            }
        }
    }
    assert!(added > 30 && returned > 30, "{added} added, {returned} returned");
}
