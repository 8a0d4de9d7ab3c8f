//! Rules of Winter and of the gingerbread man that a scenario cannot say: what the box holds, the
//! score track, the very last tile, positions that are written down.

use bastide_rules::notation::{self, Record};
use bastide_rules::{
    Action, Actor, Base, Decision, Event, Feature, FigureKind, Game, MODULES, Marker, Module, Options, PlayerId,
    SetupError, State, Tile, box_named, catalogue,
};

use crate::table::{self, asked, assert_as_set_up_anew, legal, play, position_on, refused, seat, supply, with_stack};

fn tiles(set: &str) -> &'static [Tile] {
    catalogue::tiles_of(catalogue::set(set).unwrap())
}

/// What lies on a tile: each segment with its places on the rim, its shields and the cities it borders.
fn layout(tile: &Tile) -> Vec<(Feature, u16, u8, u8)> {
    tile.segments.iter().map(|part| (part.feature, part.ports.bits(), part.shields, part.cities)).collect()
}

/// A position of winter with these modules.
fn winter(with: &str, points: &str, rest: &str) -> State {
    position_on("winter", with, points, rest)
}

/// WINTER-1: the box serves 2 to 5 players, each with 7 meeples and a marker on space 0; its tiles in
/// a free combination serve six.
#[test]
fn the_box_serves_two_to_five_players() {
    let in_box = box_named("winter").unwrap();
    for players in 2..=5 {
        let state = State::new(Game::new(Options::of_box(in_box, players).unwrap()).unwrap());
        assert_eq!(state.points(), vec![0; players]);
        for player in PlayerId::seats(players) {
            assert_eq!(state.supply(player, FigureKind::Meeple), 7);
            assert_eq!(state.marker_space(player, Marker::Meeple), 0);
        }
    }
    let refused = SetupError::BoxPlayers { in_box: "winter", players: 6, most: 5 };
    assert_eq!(Options::of_box(in_box, 6), Err(refused));
    assert!(Game::new(Options::new(Base::Winter, 6)).is_ok());
}

/// WINTER-1, WINTER-2, WINTER-3: 84 tiles, 72 of the base types as often as printed and twelve animals.
#[test]
fn the_box_has_84_tiles() {
    let printed = "A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1";
    let mut all = 0;
    for entry in printed.split(' ') {
        let (letter, count) = entry.split_at(1);
        let letter = format!("Win{letter}");
        let found: u8 = tiles("winter").iter().filter(|tile| tile.letter == letter).map(|tile| tile.count).sum();
        assert_eq!(found.to_string(), count, "{letter}");
        all += found;
    }
    assert_eq!(all, 72);
    let animals: Vec<_> = tiles("winter").iter().filter(|tile| tile.animal.is_some()).collect();
    let names: Vec<_> = animals.iter().map(|tile| tile.name.strip_prefix("WinTier").unwrap()).collect();
    assert_eq!(names.concat(), "ABCDEFGHIJKL");
    assert!(animals.iter().all(|tile| tile.count == 1));
    let start: Vec<_> = tiles("winter").iter().filter(|tile| tile.start).map(|tile| tile.letter).collect();
    assert_eq!(start, ["WinD"]);
    assert_eq!(Game::new(Options::new(Base::Winter, 2)).unwrap().tile_count(), 83);
}

/// WINTER-D1: the base types have the layouts of the classic ones.
#[test]
fn winter_tiles_look_like_the_classic_ones() {
    for classic in tiles("base-classic") {
        let name = format!("Win{}", classic.name);
        let twin = catalogue::find("winter", &name).unwrap();
        assert_eq!((twin.sides, layout(twin)), (classic.sides, layout(classic)), "{name}");
        assert_eq!((twin.count, twin.start), (classic.count, classic.start), "{name}");
    }
}

/// WINTER-6, WINTER-D2: the twelve animal tiles have the sides of their table, and an animal is no symbol.
#[test]
fn animals_are_decoration() {
    let table = "A FRRR, B CFFR, C CRFF, D CCFR, E FFRF, F FRFR, G CRRF, H CFRF, I RRRR, J CCRF, K FFRF, L CFRR";
    for entry in table.split(", ") {
        let (letter, sides) = entry.split_once(' ').unwrap();
        let tile = catalogue::find("winter", &format!("WinTier{letter}")).unwrap();
        let found: String = tile.sides.iter().map(|side| side.letter()).collect();
        assert_eq!(found, sides, "{letter}");
        assert_eq!(tile.symbols, bastide_rules::tile::Symbols::NONE, "{letter}");
        let has_monastery = tile.segments.iter().any(|part| part.feature == Feature::Monastery);
        assert_eq!(has_monastery, "EF".contains(letter), "{letter}");
        assert!(tile.segments.iter().all(|part| !part.inn && part.shields == 0), "{letter}");
    }
}

/// WINTER-7, WINTER-8: the drawn tile is shown to all; where it goes and whether a meeple follows is
/// asked of the active player alone.
#[test]
fn the_drawn_tile_is_shown() {
    let mut state = winter("", "0,0", "tiles=WinDs@0,0/r0");
    let before = state.tiles_left();
    let events = play(&mut state, "WinV");
    let tile = catalogue::find("winter", "WinV").unwrap();
    assert_eq!(events, [Event::TileDrawn { turn: 9, player: seat(1), tile: tile.id }]);
    assert_eq!(state.decision(), Decision::Place { player: seat(1), tile: tile.id });
    assert_eq!((state.tile_in_hand(), state.tiles_left()), (Some(tile), before - 1));
    assert_eq!(state.actor(), Actor::Player(seat(1)));
    assert!(state.legal_actions().iter().all(|action| matches!(action, Action::Place { .. })));
    assert_eq!(refused(&state, "0,1 r1"), "BASE-13");
    play(&mut state, "1,0 r0");
    assert_eq!((asked(&state).as_str(), state.actor()), ("deploy 1", Actor::Player(seat(1))));
}

/// WINTER-23, WINTER-X2, WINTER-D4: the track has 50 spaces. 48 and 3 points are space 1 of the second
/// lap, 48 and 2 its space 0, and the score goes on.
#[test]
fn the_track_has_fifty_spaces() {
    let road = "tiles=WinDs@0,0/r0;WinA@-1,0/r3 figures=1.meeple@-1,0/road:E";
    let mut state = winter("", "48,47", road);
    play(&mut state, "WinA | 1,0 r1 | pass");
    assert_eq!((state.points(), state.marker_space(seat(1), Marker::Meeple)), (&[51, 47][..], 1));
    let mut state = winter("", "47,99", road);
    play(&mut state, "WinA | 1,0 r1 | pass");
    assert_eq!((state.points()[0], state.marker_space(seat(1), Marker::Meeple)), (50, 0));
    assert_eq!(state.marker_space(seat(2), Marker::Meeple), 49);
}

/// WINTER-24: the last tile is laid, a meeple placed and the road scored; then the game is over. While
/// a tile is left it is not.
#[test]
fn the_last_tile_ends_the_game() {
    let table = winter("", "0,0", "tiles=WinDs@0,0/r0;WinA@-1,0/r3 figures=2.meeple@-1,0/road:E");
    let mut state = with_stack(&table, &["WinT"]);
    play(&mut state, "WinT | 1,0 r1");
    assert_eq!(asked(&state), "deploy 1");
    let events = play(&mut state, "meeple@city:N");
    assert!(state.is_over());
    assert_eq!(table::awards(&events), [(2, "road", 3), (1, "city", 1)]);
    let mut state = with_stack(&table, &["WinT", "WinB"]);
    play(&mut state, "WinT | 1,0 r1 | pass");
    assert_eq!(asked(&state), "draw 2");
}

/// WINTER-24, WINTER-10: the last tile fits nowhere, and the game is over without it.
#[test]
fn a_last_tile_that_fits_nowhere_ends_the_game_too() {
    let mut state = with_stack(&winter("", "0,0", "tiles=WinDs@0,0/r0;WinE@0,-1/r2"), &["WinC"]);
    let events = play(&mut state, "WinC");
    assert!(events.iter().any(|event| matches!(event, Event::TileDiscarded { .. })));
    assert!(state.is_over());
}

/// WINTER-D5, GINGER-1: the box offers the gingerbread man and nothing else besides farmers. As a base
/// winter goes with every module with which the classic base goes, and alone with the gingerbread man.
#[test]
fn winter_combines_like_the_classic_base() {
    let in_box = box_named("winter").unwrap();
    assert_eq!((in_box.base, in_box.modules), (Base::Winter, &[Module::Farmers, Module::Gingerbread][..]));
    for info in MODULES {
        let allowed = |base| Game::new(Options::new(base, 2).with(info.module)).is_ok();
        if info.module == Module::Gingerbread {
            for base in [Base::Classic, Base::V3, Base::Fortress, Base::Wheel] {
                assert!(!allowed(base), "{base}");
            }
            assert!(allowed(Base::Winter));
        } else {
            assert!(allowed(Base::Classic) && allowed(Base::Winter), "{}", info.id);
        }
    }
    let conflict = Game::new(Options::new(Base::Classic, 2).with(Module::Gingerbread)).unwrap_err();
    assert!(conflict.to_string().contains("winter base only"), "{conflict}");
}

/// GINGER-2, GINGER-D1, GINGER-D9: six tiles, all with the symbol, no two alike, with the sides and
/// cities of the corrected print.
#[test]
fn six_different_symbol_tiles() {
    let game = Game::new(Options::new(Base::Winter, 2).with(Module::Gingerbread)).unwrap();
    assert_eq!(game.tiles().filter(|(tile, _)| tile.symbols.gingerbread).map(|(_, copies)| copies).sum::<u8>(), 6);
    assert_eq!(game.tile_count(), 83 + 6);
    let set = tiles("gingerbread");
    let cities = |tile: &Tile| tile.segments.iter().filter(|part| part.feature == Feature::City).count();
    let found: Vec<_> = set
        .iter()
        .map(|tile| {
            format!("{} {} {}", tile.name, tile.sides.map(|side| side.letter().to_string()).concat(), cities(tile))
        })
        .collect();
    assert_eq!(found, ["A CCFR 1", "B CCRC 2", "C CCCC 4", "D FCCC 2", "E CCCC 3", "F CCCC 1"]);
    for (index, tile) in set.iter().enumerate() {
        assert!(set[..index].iter().all(|other| layout(other) != layout(tile)), "{}", tile.name);
        assert!(tile.segments.iter().all(|part| part.shields == 0), "{}", tile.name);
    }
}

/// GINGER-4, GINGER-14: he is in one city or off the map, whatever is written down and read again,
/// and he is no figure of anybody.
#[test]
fn he_is_written_down_and_read_again() {
    let mut state = State::new(Game::new(Options::new(Base::Winter, 2).with(Module::Gingerbread)).unwrap());
    assert!(notation::format_position(&state).unwrap().contains(" gingerbread=0,0/city:N"));
    assert!(state.figures().is_empty());
    assert_as_set_up_anew(&state);
    play(&mut state, "WinE | 0,-1 r2 | pass");
    assert_eq!(state.gingerbread(), None);
    assert!(notation::format_position(&state).unwrap().contains(" gingerbread=off"));
    assert_as_set_up_anew(&state);
    // Off the map he comes back by a symbol only, also after that.
    let line = notation::format_position(&state).unwrap();
    let mut state = notation::parse_position(&line).unwrap();
    play(&mut state, "WinE | 0,1 r2 | pass");
    assert_eq!(state.gingerbread(), None);
    play(&mut state, "gingerbread/A | 1,0 r0 | pass");
    assert_eq!(legal(&state), "gingerbread@0,1/city:S | gingerbread@1,0/city:N");
}

/// GINGER-4, GINGER-6: a position puts him into an unfinished city and nowhere else; a position that
/// is silent has him where he began, so that city must be unfinished.
#[test]
fn a_position_has_him_in_an_unfinished_city() {
    let read = |rest: &str| {
        let line = format!("bastide-position 1 base=winter with=gingerbread players=2 turn=2 next=1 points=0,0 {rest}");
        notation::parse_position(&line).map_err(|error| error.to_string())
    };
    let closed = "tiles=WinDs@0,0/r0;WinE@0,-1/r2";
    for wrong in ["gingerbread=0,0/city:N", "gingerbread=0,0/road:E", "gingerbread=0,-1/field:1"] {
        let error = read(&format!("{closed} {wrong}")).unwrap_err();
        assert!(error.contains("the gingerbread man") && error.contains("GINGER-6"), "{wrong}: {error}");
    }
    assert!(read(closed).unwrap_err().contains("`gingerbread=` is missing"));
    assert!(read(&format!("{closed} gingerbread=off")).is_ok());
    assert!(read("tiles=WinDs@0,0/r0").unwrap().gingerbread().is_some());
    let line = "bastide-position 1 base=winter players=2 turn=2 next=1 points=0,0 tiles=WinDs@0,0/r0 gingerbread=off";
    assert!(notation::parse_position(line).unwrap_err().to_string().contains("`gingerbread=` belongs to other games"));
}

/// GINGER-6, GINGER-13: in whole games he is asked for exactly after a symbol tile or when his city was
/// completed, the answers are the other unfinished cities, each once, and his city is never complete
/// between two turns.
#[test]
fn he_moves_when_he_must() {
    let game = Game::new(Options::new(Base::Winter, 3).with(Module::Gingerbread)).unwrap();
    let (mut asked, mut left) = (0, 0);
    for seed in 0..6 {
        let mut state = State::new(game.clone());
        let mut numbers = table::Numbers(seed);
        let mut asked_in_turn = 0;
        while let Some(action) = table::eager_action(&state, &mut numbers) {
            let was_on_map = state.gingerbread().is_some();
            state.apply(action).unwrap();
            let is_symbol = state.tiles().last().is_some_and(|laid| laid.tile.symbols.gingerbread);
            let here = state.gingerbread().map(|spot| state.region(spot).unwrap());
            let is_complete = here.as_ref().is_some_and(|city| city.is_complete());
            let here = here.map(|city| city.spots()[0]);
            let others = || {
                let open = state.regions().filter(|city| city.feature() == Feature::City && !city.is_complete());
                let mut others: Vec<_> = open.map(|city| city.spots()[0]).filter(|&spot| Some(spot) != here).collect();
                others.sort_unstable();
                others
            };
            if let Decision::Gingerbread { player } = state.decision() {
                asked += 1;
                asked_in_turn += 1;
                assert_eq!((player, asked_in_turn), (state.active_player(), 1));
                assert!(is_symbol || is_complete);
                let answers: Vec<_> = others().into_iter().map(Action::Gingerbread).collect();
                assert_eq!(state.legal_actions(), answers);
            }
            if state.is_between_turns() {
                assert!(!is_complete);
                assert!(!is_symbol || asked_in_turn == 1 || others().is_empty());
                left += u32::from(was_on_map && here.is_none());
                asked_in_turn = 0;
            }
        }
    }
    assert!(asked > 30 && left > 0, "asked {asked}, left {left}");
}

/// GINGER-2, GINGER-5: a game with all symbol tiles is written as a record and read again.
#[test]
fn records_tell_his_moves() {
    let text = "bastide-record 1\nbase winter\nwith gingerbread\nplayers Anna Borys\nfirst Anna\n\n\
                1 Anna gingerbread/A 1,0 r0 meeple@city:N gingerbread@1,0/city:N\n\
                2 Borys WinF 0,-1 r1 meeple@city:N\n";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.to_string(), text);
    let mut state = record.start();
    record.actions().iter().for_each(|&action| state.apply(action).unwrap());
    assert_eq!(supply(&state, 2, FigureKind::Meeple), 6);
}
