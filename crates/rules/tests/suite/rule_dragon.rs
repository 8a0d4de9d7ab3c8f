//! Rules of The Princess and the Dragon that a scenario cannot show: tiles, setup, and other modules.

use bastide_rules::{
    Action, Base, Event, FigureKind, Game, Module, Options, Pos, Side, State, Tile, catalogue, notation,
};

use crate::table::{
    self, action, asked, assert_as_set_up_anew, awards, eager_action, legal, legal_with, play, position_on, refused,
    seat, supply,
};

/// A volcano south of the start tile, with the dragon on it.
const TABLE: &str = "tiles=Ds@0,0/r0;princess-dragon/20@0,1/r0 dragon=0,1";

/// The position before a turn of the classic base with these modules; the table is that of two players.
fn classic(with: &str, rest: &str) -> State {
    position_on("classic", with, "0,0", rest)
}

/// DRAGON-1: 30 tiles, each with exactly one of four symbols, among those of the base.
#[test]
fn thirty_tiles_with_one_symbol_each() {
    let tiles = catalogue::tiles_of(catalogue::set("princess-dragon").unwrap());
    let has_princess = |tile: &Tile| tile.segments.iter().filter(|segment| segment.princess).count();
    let count = |has: &dyn Fn(&Tile) -> bool| {
        tiles.iter().filter(|tile| has(tile)).map(|tile| u32::from(tile.count)).sum::<u32>()
    };
    assert_eq!(count(&|tile| tile.symbols.volcano), 6);
    assert_eq!(count(&|tile| tile.symbols.dragon), 12);
    assert_eq!(count(&|tile| tile.symbols.portal), 6);
    assert_eq!(count(&|tile| has_princess(tile) == 1), 6);
    for tile in tiles {
        let symbols = [tile.symbols.volcano, tile.symbols.dragon, tile.symbols.portal].map(usize::from);
        assert_eq!(symbols.iter().sum::<usize>() + has_princess(tile), 1, "{}", tile.name);
    }
    let game = Game::new(Options::new(Base::Classic, 2).with(Module::Dragon)).unwrap();
    assert_eq!(game.tile_count(), 71 + 30);
}

/// DRAGON-2: dragon and fairy begin off the map, and nobody owns them.
#[test]
fn dragon_and_fairy_begin_off_the_map() {
    let state = State::new(Game::new(Options::new(Base::Classic, 2).with(Module::Dragon)).unwrap());
    assert_eq!((state.dragon(), state.fairy()), (None, None));
    for number in 1..=2 {
        let owned: u8 = FigureKind::ALL.map(|kind| supply(&state, number, kind)).iter().sum();
        assert_eq!(owned, supply(&state, number, FigureKind::Meeple));
    }
}

/// DRAGON-3: a symbol does not change where a tile may be laid: a tile of the base with the same sides may be laid in
/// the same places.
#[test]
fn symbols_do_not_change_the_placement() {
    let table = "tiles=Ds@0,0/r0;princess-dragon/25@1,0/r0;E@1,1/r1 dragon=1,0 figures=1.meeple@0,0/city:N fairy=0,0";
    let places = |name: &str| {
        let mut state = classic("dragon", table);
        play(&mut state, name);
        legal(&state)
    };
    let twins =
        [("B", "20"), ("V", "22"), ("V", "23"), ("E", "12"), ("E", "13"), ("W", "27"), ("W", "28"), ("J", "17")];
    for (plain, marked) in twins {
        let marked = format!("princess-dragon/{marked}");
        assert_eq!(places(plain), places(&marked), "{plain} and {marked}");
        assert!(places(plain).contains(" r"), "{plain} fits somewhere");
    }
}

/// DRAGON-22, DRAGON-24: a meeple on a tower is eaten together with the one below; the tower stays.
#[test]
fn the_dragon_eats_guards_but_no_towers() {
    let rest = "tiles=Ds@0,0/r0;tower/12@0,1/r0;princess-dragon/20@0,2/r0 dragon=0,2 \
                towers=2@0,1/1.meeple floors=9,9 figures=2.meeple@0,1/field:1";
    let mut state = classic("dragon,tower", rest);
    let before = state.towers();
    play(&mut state, "princess-dragon/24 | 1,0 r0 | pass | dragon:N");
    assert_eq!((supply(&state, 1, FigureKind::Meeple), supply(&state, 2, FigureKind::Meeple)), (7, 7));
    let [tower] = state.towers()[..] else { panic!("the tower is gone") };
    assert_eq!((tower.pos, tower.height, tower.guard), (before[0].pos, 2, None));
    assert_eq!((state.floors(seat(1)), state.floors(seat(2))), (9, 9));
    assert_eq!((asked(&state).as_str(), state.figures().len()), ("step-dragon 2", 0));
}

/// DRAGON-D10: a floor may be put on a tower of the dragon's tile, a meeple may not.
#[test]
fn floors_on_the_tile_of_the_dragon() {
    let rest = "tiles=Ds@0,0/r0;tower/12@0,1/r0;princess-dragon/20@1,1/r0 dragon=0,1 towers=1@0,1 floors=9,10";
    let mut state = classic("dragon,tower", rest);
    play(&mut state, "U | 1,0 r1");
    assert_eq!(refused(&state, "meeple@tower:0,1"), "DRAGON-5");
    assert_eq!(legal_with(&state, "floor"), "floor@0,1");
    play(&mut state, "floor@0,1");
    assert_eq!(state.towers()[0].height, 2);

    let mut state = classic("dragon,tower", &rest.replace("dragon=0,1", "dragon=1,1"));
    play(&mut state, "U | 1,0 r1");
    assert_eq!(legal_with(&state, "meeple@tower"), "meeple@tower:0,1");
}

/// DRAGON-52: the fairy protects against the dragon alone, not against princess, tower, plague or crop circles.
#[test]
fn the_fairy_protects_against_the_dragon_alone() {
    let mut state = classic("dragon", "tiles=Ds@0,0/r0;F@0,-1/r1 figures=2.meeple@0,0/city:N fairy=0,0");
    play(&mut state, "princess-dragon/19 | 0,-2 r2 | seize:2.meeple@0,0/city:N");
    assert_eq!(supply(&state, 2, FigureKind::Meeple), 7);

    let rest = "tiles=Ds@0,0/r0;tower/12@0,1/r0 figures=2.meeple@0,0/city:N fairy=0,0";
    let mut state = classic("dragon,tower", rest);
    play(&mut state, "U | 1,0 r1 | floor@0,1");
    assert_eq!(legal_with(&state, "seize"), "seize:2.meeple@0,0/city:N");
    play(&mut state, "seize:2.meeple@0,0/city:N");
    assert_eq!(state.captives(seat(1)).count(), 1);

    // The pig goes from inquisition to plague.
    let rest = "tiles=W26@4,1/r0 figures=1.meeple@4,1/monastery fairy=4,1 wheel=inquisition";
    let mut state = position_on("wheel", "dragon", "0,0", rest);
    play(&mut state, "W33");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("plague 1", "return:meeple@4,1/monastery"));
    play(&mut state, "return:meeple@4,1/monastery");
    assert_eq!((state.figures().len(), state.fairy()), (0, Some(Pos::new(4, 1))));

    let rest = "tiles=Ds@0,0/r0;B@0,1/r0 figures=2.meeple@0,0/field:4 fairy=0,0";
    let mut state = classic("dragon,corn", rest);
    play(&mut state, "crop-circles/04 | 1,0 r2 | pass | crop:return");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("crop-return 2", "return:meeple@0,0/field:4"));
    play(&mut state, "return:meeple@0,0/field:4");
    assert_eq!((state.figures().len(), state.fairy()), (0, Some(Pos::ORIGIN)));
}

/// The same position with all tiles in the box but dragon tiles that sleep, and this one.
fn with_last_awake_tile(position: &State, last: &str) -> State {
    let mut setup = position.setup().unwrap();
    let last = notation::parse_tile(setup.options.base, last).unwrap();
    for (tile, left) in position.undrawn().filter(|(tile, _)| !tile.symbols.dragon) {
        let kept = u8::from(tile.id == last.id);
        setup.discarded.extend(std::iter::repeat_n(tile.id, usize::from(left - kept)));
    }
    State::from_setup(&setup).unwrap()
}

/// DRAGON-D3: the last tile was drawn, and only dragon tiles are aside: the game ends. A volcano as the last tile brings
/// them back.
#[test]
fn the_game_ends_with_dragon_tiles_aside() {
    let table = classic("dragon", "tiles=Ds@0,0/r0 figures=1.meeple@0,0/road:E");
    let mut state = with_last_awake_tile(&table, "U");
    // Tiles that wait are left too, as long as a volcano could still be drawn.
    assert_eq!((state.tiles_left(), state.undrawn().filter(|(tile, _)| tile.symbols.dragon).count()), (13, 11));
    assert_eq!(awards(&play(&mut state, "U | 1,0 r1 | pass")), [(1, "road", 2)]);
    assert_eq!((asked(&state).as_str(), state.tiles_left()), ("over", 0));

    // The last tile fits nowhere: no tile can be drawn, the turn and the game end.
    let no_field = classic("dragon", "tiles=Ds@0,0/r0;W@0,1/r0");
    let mut state = with_last_awake_tile(&no_field, "B");
    play(&mut state, "B");
    assert_eq!(asked(&state), "over");

    let mut state = with_last_awake_tile(&table, "princess-dragon/20");
    play(&mut state, "princess-dragon/20 | 0,1 r0 | pass");
    assert_eq!((asked(&state).as_str(), state.tiles_left()), ("draw 2", 12));
}

/// DRAGON-D4: the lake of River II brings the dragon before the first normal tile is drawn.
#[test]
fn the_lake_brings_the_dragon() {
    let mut rest = "tiles=river-2/01@0,0/r0 out=river-2/02".to_owned();
    for number in [3, 5, 6, 7, 8, 9, 10, 11, 12] {
        rest += &format!(";river-2/{number:02}");
    }
    let mut state = classic("dragon,river-2", &rest);
    assert_eq!((legal(&state).as_str(), state.dragon()), ("river-2/04", None));
    play(&mut state, "river-2/04 | -1,0 r2");
    assert_eq!((asked(&state).as_str(), state.dragon()), ("draw 1", Some(Pos::new(-1, 0))));
    assert_eq!(legal(&state).matches("princess-dragon/").count(), 29);
}

/// DRAGON-D9: nothing is placed on the dragon's tile, also by a crop circle, out of Carcassonne or by a flying machine.
#[test]
fn no_way_to_the_tile_of_the_dragon() {
    // A farmer beside the own one, on any tile of the field but that of the dragon.
    let rest = format!("{TABLE} figures=2.meeple@0,0/field:4");
    let mut state = position_on("v3", "dragon,crop", "0,0", &rest);
    play(&mut state, "crop-circles-v3/D | 1,0 r0 | pass | crop:add");
    assert_eq!((asked(&state).as_str(), refused(&state, "meeple@0,1/field:1")), ("crop-add 2", "DRAGON-5"));
    assert_eq!(legal(&state), "meeple@0,0/field:4 | meeple@1,0/field:4");

    // The volcano completes a city of three squares, one of them on the board.
    let rest = "tiles=F@0,3/r1 quarters=2.meeplex1@palace count=market";
    let mut state = classic("dragon,count", rest);
    play(&mut state, "princess-dragon/13 | 0,4 r0");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("move-out 2", "out:meeple@0,3/city:N | pass"));
    assert_eq!(refused(&state, "out:meeple@0,4/city:N"), "DRAGON-5");
}

/// DRAGON-D29: captives, meeples in Carcassonne and on crown spaces are out of the dragon's reach.
#[test]
fn the_dragon_reaches_no_captives_quarters_or_crowns() {
    const FLIGHT: &str = "princess-dragon/24 | 1,0 r0 | pass | dragon:N | dragon:E";
    let rest = format!("{TABLE} captives=1<2.meeplex1 floors=9,10");
    let mut state = classic("dragon,tower", &rest);
    play(&mut state, FLIGHT);
    assert_eq!((supply(&state, 2, FigureKind::Meeple), state.dragon()), (6, Some(Pos::new(1, 0))));

    let rest = "tiles=princess-dragon/20@0,-1/r0 dragon=0,-1 quarters=2.meeplex1@palace count=market";
    let mut state = classic("dragon,count", rest);
    play(&mut state, "princess-dragon/06 | 0,-2 r0 | pass | dragon:N");
    assert_eq!((supply(&state, 2, FigureKind::Meeple), state.dragon()), (6, Some(Pos::new(0, -2))));

    let rest = "tiles=princess-dragon/20@4,1/r0 dragon=4,1 crowns=2.meeple@storm";
    let mut state = position_on("wheel", "dragon", "0,0", rest);
    play(&mut state, "princess-dragon/24 | 4,2 r0 | pass | dragon:S");
    assert_eq!((supply(&state, 2, FigureKind::Meeple), state.dragon()), (6, Some(Pos::new(4, 2))));
}

/// DRAGON-D33: tiles of the river are tiles like others for flight, fairy and portal.
#[test]
fn river_tiles_are_ordinary_tiles() {
    let mut rest = "tiles=river-1/01@0,0/r0;river-1/02@0,1/r0;princess-dragon/20@1,0/r0 dragon=1,0 \
                    figures=2.meeple@0,1/field:3;1.meeple@0,0/field:1 out=river-1/03"
        .to_owned();
    for number in 4..=12 {
        rest += &format!(";river-1/{number:02}");
    }
    let table = classic("dragon,river", &rest);
    let mut state = table.clone();
    play(&mut state, "princess-dragon/12 | -1,0 r0");
    assert_eq!(legal_with(&state, "fairy"), "fairy@0,0");
    play(&mut state, "pass");
    assert_eq!(legal(&state), "dragon:W");
    play(&mut state, "dragon:W | dragon:S");
    assert_eq!((state.figures().len(), state.dragon()), (0, Some(Pos::new(0, 1))));

    let empty = rest.replace("figures=2.meeple@0,1/field:3;1.meeple@0,0/field:1", "");
    let mut state = classic("dragon,river", &empty);
    play(&mut state, "princess-dragon/15 | -1,0 r0");
    // One field lies on both sides of the river.
    for place in ["meeple@0,0/field:1", "meeple@0,1/field:3"] {
        assert!(state.legal_actions().contains(&action(&state, place)), "{place}");
    }
}

/// DRAGON-D35: the steps are offered in the order up, right, down, left, so that the first one is the default.
#[test]
fn steps_are_offered_in_a_fixed_order() {
    let rest = "tiles=Ds@0,0/r0;B@0,1/r0;princess-dragon/20@0,2/r0;B@1,2/r0;B@-1,2/r0;B@0,3/r0 dragon=0,2";
    let mut state = classic("dragon", rest);
    play(&mut state, "princess-dragon/24 | 1,0 r0 | pass");
    assert_eq!(state.legal_actions(), [Side::N, Side::E, Side::S, Side::W].map(Action::StepDragon));
}

/// DRAGON-D16: the 3 points at the end belong to the final scoring; those for a completed feature do not.
#[test]
fn the_favour_at_the_end_is_part_of_the_final_scoring() {
    let rest = "tiles=Ds@0,0/r0;F@0,-1/r1 end-after=2 figures=1.meeple@0,0/city:N;2.meeple@0,0/road:E fairy=0,0";
    let mut state = classic("dragon", rest);
    let events = play(&mut state, "E | 0,-2 r2 | pass");
    let fairy = events.iter().filter_map(|event| if let Event::Scored(award) = event { Some(award) } else { None });
    let fairy: Vec<_> = fairy
        .filter(|award| award.source.word() == "fairy")
        .map(|award| (award.player, award.points(), award.source.is_final()))
        .collect();
    assert_eq!(fairy, [(seat(1), 3, false), (seat(2), 3, true)]);
    assert_eq!((asked(&state).as_str(), state.points()), ("over", [11, 4].as_slice()));
}

/// Dragon and fairy belong to a position: between turns it can be written down and set up anew.
#[test]
fn positions_keep_dragon_and_fairy() {
    let options = Options::new(Base::Classic, 3).with(Module::Dragon).with(Module::TradersClassic);
    let mut state = State::new(Game::new(options).unwrap());
    let mut numbers = table::Numbers(7);
    let (mut flights, mut visits) = (0, 0);
    while let Some(action) = eager_action(&state, &mut numbers) {
        flights += usize::from(matches!(action, Action::StepDragon(_)));
        visits += usize::from(matches!(action, Action::Fairy(_)));
        state.apply_listed(action);
        if state.is_between_turns() {
            assert_as_set_up_anew(&state);
        }
    }
    assert!(flights > 10 && visits > 3, "{flights} steps, {visits} moves of the fairy");
}

/// DRAGON-D36: points for a feature that is not scored itself bring no 3 points beside the fairy.
#[test]
fn only_a_scored_feature_has_the_favour() {
    // A message for the city, the early return of the abbot, and a pig, each beside the fairy.
    let road = "tiles=Ds@0,0/r0;A@-1,0/r3;E@0,1/r2 fairy=0,1 figures=1.meeple@0,0/road:E;1.meeple@0,1/city:S";
    let mut state = position_on("v3", "dragon,messages", "2,0", road);
    let events = play(&mut state, "A | 1,0 r1 | pass | marker:meeple | message:1 | act@0,1/city:S");
    assert_eq!(awards(&events), [(1, "road", 3), (1, "message", 1)]);
    let abbot = "tiles=Ds@0,0/r0;B@0,1/r0 fairy=0,1 figures=1.abbot@0,1/monastery";
    let mut state = position_on("v3", "dragon,abbot", "0,0", abbot);
    assert_eq!(awards(&play(&mut state, "U | 1,0 r1 | recall")), [(1, "monastery", 3)]);
    let pig = "tiles=Ds@0,0/r0;M@0,-1/r1 fairy=0,0 figures=2.meeple+pig@0,0/field:3";
    let mut state = position_on("v3", "dragon,pig", "0,0", pig);
    assert_eq!(awards(&play(&mut state, "E | 1,-1 r3 | pass")), [(2, "pig", 3)]);
    // The city with the gingerbread man is completed: he feeds the knight, then the city brings the favour.
    let knight = "tiles=WinDs@0,0/r0 gingerbread=0,0/city:N fairy=0,0 figures=1.meeple@0,0/city:N";
    let mut state = position_on("winter", "dragon,gingerbread", "0,0", knight);
    let events = play(&mut state, "WinE | 0,-1 r2 | pass");
    assert_eq!(awards(&events), [(1, "gingerbread", 2), (1, "city", 4), (1, "fairy", 3)]);
}
