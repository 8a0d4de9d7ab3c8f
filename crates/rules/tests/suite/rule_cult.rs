//! Rules of the cult that hold in whole games: where shrines and monasteries may lie.

use bastide_rules::{
    Action, Base, Decision, Feature, Game, Module, Options, Pos, Rotation, Side, State, Tile, catalogue,
};

use crate::table;

fn is_on(tile: &Tile, feature: Feature) -> bool {
    tile.segments.iter().any(|segment| segment.feature == feature)
}

/// The cells of a feature on the table.
fn cells(state: &State, feature: Feature) -> Vec<Pos> {
    state.tiles().filter(|laid| is_on(laid.tile, feature)).map(|laid| laid.pos).collect()
}

/// Whether no cell of one list has two of the other around it.
fn is_within_limit(shrines: &[Pos], monasteries: &[Pos]) -> bool {
    let around = |pos: &Pos, others: &[Pos]| others.iter().filter(|other| pos.around().contains(other)).count();
    shrines.iter().all(|pos| around(pos, monasteries) <= 1) && monasteries.iter().all(|pos| around(pos, shrines) <= 1)
}

/// The placements that match on every side, and whether they keep the limit.
fn matching(state: &State, tile: &Tile) -> Vec<(Action, bool)> {
    let (shrines, monasteries) = (cells(state, Feature::Shrine), cells(state, Feature::Monastery));
    let mut found = Vec::new();
    for cell in state.frontier() {
        for rotation in Rotation::ALL.into_iter().filter(|&turn| tile.canonical_rotation(turn) == turn) {
            if Side::ALL.iter().all(|&side| cell.demands(side).is_none_or(|edge| edge == tile.edge(side, rotation))) {
                let with = |list: &[Pos], feature| {
                    list.iter().copied().chain(is_on(tile, feature).then_some(cell.pos)).collect::<Vec<_>>()
                };
                let limit = is_within_limit(&with(&shrines, Feature::Shrine), &with(&monasteries, Feature::Monastery));
                found.push((Action::Place { pos: cell.pos, rotation }, limit));
            }
        }
    }
    found.sort_unstable();
    found
}

/// CULT-1: five tiles, each with a shrine.
#[test]
fn five_shrines() {
    let game = Game::new(Options::new(Base::Classic, 2).with(Module::Cult)).unwrap();
    let shrines: Vec<_> = game.tiles().filter(|(tile, _)| is_on(tile, Feature::Shrine)).collect();
    assert_eq!(shrines.iter().map(|(_, copies)| copies).sum::<u8>(), 5);
    assert!(shrines.iter().all(|(tile, _)| catalogue::set_of(tile).name == "cult"));
    assert_eq!(game.tile_count(), 71 + 5);
}

/// CULT-4, CULT-5, CULT-6, CULT-D1, CULT-D2: in whole games, with the monasteries of other boxes too, a
/// tile may be laid exactly where its sides match and no shrine gets a second monastery and no
/// monastery a second shrine; a tile without such a place is drawn in vain.
#[test]
fn shrines_and_monasteries_keep_their_limit() {
    let modules = [Module::Cult, Module::Tower, Module::InnsClassic, Module::TradersClassic];
    let options = modules.into_iter().fold(Options::new(Base::Classic, 2), Options::with);
    let game = Game::new(options).unwrap();
    let (mut refused, mut in_vain) = (0, 0);
    for seed in 0..10 {
        let mut state = State::new(game.clone());
        let mut numbers = table::Numbers(seed);
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            if let Action::Draw(tile) = action {
                let tile = catalogue::tile(tile);
                let placements = matching(&state, tile);
                let out = state.discarded().len();
                state.apply(action).unwrap();
                let good: Vec<_> = placements.iter().filter(|place| place.1).map(|place| place.0).collect();
                if good.is_empty() {
                    assert!(matches!(state.decision(), Decision::Draw { .. } | Decision::Over));
                    assert_eq!(state.discarded().len(), out + 1);
                    in_vain += 1;
                    continue;
                }
                assert_eq!(state.legal_actions(), good, "{}", tile.name);
                for (action, _) in placements.iter().filter(|place| !place.1) {
                    assert_eq!(state.why_not(*action).unwrap().rule(), "CULT-5");
                    refused += 1;
                }
                continue;
            }
            state.apply(action).unwrap();
            assert!(is_within_limit(&cells(&state, Feature::Shrine), &cells(&state, Feature::Monastery)));
        }
    }
    assert!(refused > 50, "only {refused} placements were refused, {in_vain} tiles drawn in vain");
}

/// CULT-7, CULT-D3, CULT-D6, CULT-D8: who challenges whom can be asked for while both hold meeples of
/// different owners, and neither before nor after.
#[test]
fn challenges_can_be_asked_for() {
    let tiles = "tiles=Ds@0,0/r0;U@1,0/r1;B@0,1/r0;cult/03@1,1/r0";
    let state = |figures: &str| table::position_on("classic", "cult", "0,0", &format!("{tiles} {figures}"));
    let both = |state: &State| {
        let [monastery, shrine] = ["0,1/monastery", "1,1/shrine"].map(|place| table::spot(state, place));
        (state.challenge(monastery) == Some(shrine), state.challenge(shrine) == Some(monastery))
    };
    let challenged = state("figures=1.meeple@0,1/monastery;2.meeple@1,1/shrine");
    assert_eq!(both(&challenged), (true, true));
    for peace in ["", "figures=1.meeple@0,1/monastery", "figures=1.meeple@0,1/monastery;1.meeple@1,1/shrine"] {
        assert_eq!(both(&state(peace)), (false, false), "{peace}");
    }
    let mixed = state("figures=1.meeple@0,1/monastery;1.meeple@1,1/shrine;2.meeple@1,1/shrine");
    assert_eq!(both(&mixed), (true, true));
    let farmer = table::spot(&challenged, "0,1/field:1");
    assert_eq!(challenged.challenge(farmer), None);
}
