//! Rules of the classic Inns & Cathedrals and Traders & Builders that a scenario cannot say: what the
//! sets hold, positions that are written down, laws that hold in whole games.

use bastide_rules::tile::Goods;
use bastide_rules::{Base, FigureKind, Game, Module, Options, State, Tile, notation};

use crate::table::{self, asked, assert_as_set_up_anew, play, position_on, seat, supply};

/// The tiles that a module adds to the classic base, each as often as it is drawn.
fn added(module: Module) -> Vec<&'static Tile> {
    let plain = Game::new(Options::new(Base::Classic, 2)).unwrap();
    let game = Game::new(Options::new(Base::Classic, 2).with(module)).unwrap();
    let tiles = game.tiles().filter(|(tile, _)| !plain.tiles().any(|(other, _)| other.id == tile.id));
    tiles.flat_map(|(tile, copies)| std::iter::repeat_n(tile, usize::from(copies))).collect()
}

/// INNC-1, INNC-2: 18 tiles, two cathedrals and six inns; one large meeple for each player at the table.
#[test]
fn inns_and_cathedrals_have_their_tiles() {
    let tiles = added(Module::InnsClassic);
    let count = |is_counted: fn(&Tile) -> bool| tiles.iter().filter(|tile| is_counted(tile)).count();
    assert_eq!(tiles.len(), 18);
    assert_eq!(count(|tile| tile.segments.iter().any(|part| part.cathedral)), 2);
    assert_eq!(count(|tile| tile.segments.iter().any(|part| part.inn)), 6);
    assert!(tiles.iter().all(|tile| tile.segments.iter().filter(|part| part.inn).count() <= 1));
    let state = State::new(Game::new(Options::new(Base::Classic, 4).with(Module::InnsClassic)).unwrap());
    assert_eq!((1..=6).map(|number| supply(&state, number, FigureKind::Large)).collect::<Vec<_>>(), [1, 1, 1, 1, 0, 0]);
}

/// TRADC-1, TRADC-2: 24 tiles, 20 of them with one symbol, of each kind as many as there are tokens.
#[test]
fn traders_have_their_tiles() {
    let tiles = added(Module::TradersClassic);
    assert_eq!(tiles.len(), 24);
    let goods = |tile: &Tile| tile.segments.iter().filter_map(|part| part.goods).collect::<Vec<_>>();
    assert_eq!(tiles.iter().filter(|tile| goods(tile).len() == 1).count(), 20);
    assert_eq!(tiles.iter().filter(|tile| goods(tile).is_empty()).count(), 4);
    for (kind, tokens) in [(Goods::Wine, 9), (Goods::Grain, 6), (Goods::Cloth, 5)] {
        assert_eq!(tiles.iter().filter(|tile| goods(tile) == [kind]).count(), tokens, "{}", kind.word());
    }
}

/// TRADC-9, TRADC-11: the second turn is written down, and read again it is still the second.
#[test]
fn the_second_turn_is_written_down() {
    let table = "tiles=Ds@0,0/r0;U@1,0/r1 figures=1.meeple@0,0/road:E;1.builder@1,0/road:E";
    let mut state = position_on("classic", "traders-classic", "0,0", table);
    assert_as_set_up_anew(&state);
    play(&mut state, "U | 2,0 r1 | pass");
    assert_as_set_up_anew(&state);
    let line = notation::format_position(&state).unwrap();
    assert!(line.contains(" second=yes") && line.contains("1.builder@1,0/road:E"), "{line}");
    let mut again = notation::parse_position(&line).unwrap();
    assert_eq!(asked(&again), "draw 1");
    play(&mut again, "U | 3,0 r1 | pass");
    assert_eq!(asked(&again), "draw 2");
    // Without the word it would earn another one.
    let mut first = notation::parse_position(&line.replace(" second=yes", "")).unwrap();
    play(&mut first, "U | 3,0 r1 | pass");
    assert_eq!(asked(&first), "draw 1");
}

/// TRADC-5, TRADC-6, TRADC-12: a position has builder and pig where an own meeple stands on the feature,
/// the builder on roads and in cities, the pig on fields, one of each.
#[test]
fn positions_have_builder_and_pig_beside_meeples() {
    let read = |figures: &str| {
        let line = format!(
            "bastide-position 1 base=classic with=traders-classic players=2 turn=2 next=1 points=0,0 \
             tiles=Ds@0,0/r0;U@1,0/r1 figures={figures}"
        );
        notation::parse_position(&line)
    };
    for good in ["1.meeple@0,0/road:E;1.builder@1,0/road:E", "1.meeple@0,0/field:3;1.pig@1,0/field:1"] {
        assert!(read(good).is_ok(), "{good}");
    }
    for wrong in [
        "1.builder@1,0/road:E",
        "2.meeple@0,0/road:E;1.builder@1,0/road:E",
        "1.meeple@0,0/field:3;1.builder@1,0/field:1",
        "1.meeple@0,0/road:E;1.pig@1,0/road:E",
        "1.meeple@0,0/field:4;1.pig@1,0/field:1",
        "1.meeple@0,0/road:E;1.builder@1,0/road:E;1.builder@0,0/road:E",
        "1.meeple+builder@0,0/road:E",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

/// TRADC-5, TRADC-7, TRADC-13, TRADC-D5: in whole games builder and pig stand where their owner has a
/// meeple on the feature, and have no strength; nothing of them is left on a completed feature.
#[test]
fn builder_and_pig_are_never_alone() {
    let modules = [Module::TradersClassic, Module::Corn, Module::InnsClassic, Module::Dragon, Module::Tower];
    let options = modules.into_iter().fold(Options::new(Base::Classic, 3), Options::with);
    let game = Game::new(options).unwrap();
    let mut seen = [0; 2];
    for seed in 0..6 {
        let mut state = State::new(game.clone());
        let mut numbers = table::Numbers(seed);
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            state.apply(action).unwrap();
            let figures = state.figures();
            for figure in figures.iter().filter(|figure| !figure.kind.is_meeple()) {
                let region = state.region(figure.spot).unwrap();
                assert!(region.strength(figure.owner) > 0, "{action:?} left {figure:?} alone");
                assert!(!region.is_complete() || !state.is_between_turns());
                let spots = region.spots();
                let own = figures.iter().filter(|other| other.owner == figure.owner && spots.contains(&other.spot));
                assert_eq!(own.map(|other| other.kind.strength()).sum::<u8>(), region.strength(figure.owner));
                seen[usize::from(figure.kind == FigureKind::Pig)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// INNC-D5: with the River II the inn at its lake doubles a completed road.
#[test]
fn the_inn_of_the_river_counts() {
    for (with, when_complete) in [("river-2,inns-classic", 2), ("river-2", 1)] {
        let line = "tiles=river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/12@-2,0/r0";
        let state = position_on("classic", with, "0,0", line);
        let road = table::region(&state, "-2,0/road:N");
        assert_eq!(road.value_when_complete().unwrap().points(), when_complete, "{with}");
        assert_eq!(road.strength(seat(1)), 0);
    }
}
