//! Rules of the Wheel of Fortune that a scenario cannot show: pieces, board and other modules.

use bastide_rules::{
    Base, Decision, Feature, FigureKind, Game, Marker, Module, Options, PlayerId, Pos, Sector, SetupError, State,
    box_named, catalogue,
};

use crate::table::{
    Numbers, asked, assert_as_set_up_anew, awards, eager_action, legal, legal_with, play, position_on, refused, region,
    seat, supply, with_stack,
};

fn wheel(with: &str, points: &str, rest: &str) -> State {
    position_on("wheel", with, points, rest)
}

fn start(players: usize) -> State {
    State::new(Game::new(Options::new(Base::Wheel, players)).unwrap())
}

/// WHEEL-1, WHEEL-2, WHEEL-4: 72 tiles to draw, none of them on the table; 2 to 5 players with 7 meeples in the supply.
#[test]
fn pieces_of_the_box() {
    let wheel = box_named("wheel").unwrap();
    assert_eq!(wheel.base, Base::Wheel);
    for players in 2..=5 {
        let state = State::new(Game::new(Options::of_box(wheel, players).unwrap()).unwrap());
        assert_eq!((state.tiles_left(), state.tiles().len(), state.game().start_tile()), (72, 0, None));
        for player in state.game().seats() {
            assert_eq!((state.supply(player, FigureKind::Meeple), state.points()[player.index()]), (7, 0));
            assert!(FigureKind::ALL[1..].iter().all(|&kind| state.supply(player, kind) == 0));
        }
    }
    assert_eq!(Game::new(Options::of_box(wheel, 1).unwrap()).err(), Some(SetupError::Players(1)));
    let refused = SetupError::BoxPlayers { in_box: "wheel", players: 6, most: 5 };
    assert_eq!(Options::of_box(wheel, 6), Err(refused));
}

/// WHEEL-5: the chosen seat begins, and the turn goes clockwise.
#[test]
fn play_goes_clockwise_from_the_first_seat() {
    for first in 0..3 {
        let options = Options { first, ..Options::new(Base::Wheel, 3) };
        let mut state = State::new(Game::new(options).unwrap());
        for turn in 0..4 {
            assert_eq!(asked(&state), format!("draw {}", (first + turn) % 3 + 1));
            play(&mut state, &format!("W26 | {},1 r0 | pass", 4 + turn));
        }
    }
}

/// WHEEL-8: points go on after the last space of the track, and only the marker begins again.
#[test]
fn the_marker_laps_the_track() {
    let mut state = wheel("", "49,0", "wheel=plague");
    play(&mut state, "W33");
    assert_eq!((state.points(), state.marker_space(seat(1), Marker::Meeple)), ([52, 0].as_slice(), 2));
    assert_eq!(state.marker_points(seat(1), Marker::Meeple), 52);
}

/// WHEEL-9, WHEEL-10, WHEEL-D2: six sectors with one or two spaces each, nine in all.
#[test]
fn sectors_have_one_or_two_spaces() {
    let state = start(2);
    let spaces: Vec<_> =
        Sector::ALL.into_iter().map(|sector| (sector.word(), sector.crown_spaces(state.game()))).collect();
    let board = [("fortune", 1), ("taxes", 2), ("famine", 1), ("storm", 2), ("inquisition", 1), ("plague", 2)];
    assert_eq!(spaces, board);
    assert_eq!(state.wheel_pig(), Some(Sector::Fortune));

    // Each sector takes as many meeples as it has spaces.
    for (sector, spaces) in board {
        let answer = format!("meeple@crown:{sector}");
        let mut state = start(2);
        for turn in 0..3 {
            play(&mut state, &format!("W26 | {},1 r0", 4 + turn));
            assert_eq!(legal_with(&state, &answer).is_empty(), turn >= spaces, "{sector}, turn {turn}");
            play(&mut state, if turn < spaces { &answer } else { "pass" });
        }
    }
}

/// WHEEL-11, WHEEL-D3: 19 tiles have a symbol, with 1 to 3; five of the numbers were seen.
#[test]
fn nineteen_tiles_have_a_symbol() {
    let tiles = catalogue::tiles_of(catalogue::set("wheel-of-fortune").unwrap());
    let count = |number: u8| {
        let with = tiles.iter().filter(|tile| tile.symbols.wheel.is_some_and(|symbol| symbol.number == number));
        with.map(|tile| tile.count).sum::<u8>()
    };
    assert_eq!([count(1), count(2), count(3)], [7, 6, 6]);
    let known = tiles.iter().filter(|tile| tile.symbols.wheel.is_some_and(|symbol| symbol.known));
    assert_eq!(known.map(|tile| tile.count).sum::<u8>(), 5, "14 of the 19 numbers are assumed");
}

/// WHEEL-14: while the wheel is resolved, the drawn tile lies face up and is not on the table.
#[test]
fn the_drawn_tile_waits_for_the_wheel() {
    let mut state = wheel("", "0,0", "wheel=inquisition tiles=W26@4,1/r0 figures=2.meeple@4,1/monastery");
    play(&mut state, "W33");
    assert_eq!(asked(&state), "plague 2");
    assert_eq!((state.tile_in_hand().map(|tile| tile.name), state.tiles().len()), (Some("W33"), 1));
    play(&mut state, "return:meeple@4,1/monastery");
    assert!(matches!(state.decision(), Decision::Place { .. }));
    assert_eq!(state.tile_in_hand().map(|tile| tile.name), Some("W33"));
}

/// WHEEL-50: fields and farmers are part of the game.
#[test]
fn farmers_are_part_of_the_game() {
    assert!(Options::new(Base::Wheel, 2).modules.has(Module::Farmers));
    assert_eq!(box_named("wheel").unwrap().modules, [Module::Farmers]);
    let mut state = start(2);
    play(&mut state, "W26 | 4,1 r0");
    assert_eq!(legal_with(&state, "meeple@field"), "meeple@field:1");
}

/// WHEEL-D15: storm counts meeples in the supply, each as one; no builder, pig, floor or captive.
#[test]
fn storm_counts_meeples_alone() {
    let rest = "tiles=W26@4,1/r0 figures=1.meeple@4,1/monastery captives=2<1.meeplex1 floors=9,10";
    let mut state = wheel("large,traders-classic,tower", "0,0", rest);
    assert_eq!((supply(&state, 1, FigureKind::Builder), supply(&state, 1, FigureKind::Pig)), (1, 1));
    // Anna: 5 meeples and the large one; Borys: 7 and the large one, without the captive.
    assert_eq!(awards(&play(&mut state, "W29c")), [(1, "wheel", 6), (2, "wheel", 8)]);
}

/// WHEEL-D17: monks are meeples in monasteries, also an abbot, also inside a city; nobody in a garden is one.
#[test]
fn inquisition_counts_monks() {
    let rest = "wheel=storm dragon=4,3 \
                tiles=W26@4,1/r0;inns-cathedrals-v3/B@4,2/r0;princess-dragon/04@4,0/r0;princess-dragon/08@4,3/r1 \
                figures=1.abbot@4,1/monastery;2.abbot@4,2/garden;3.meeple@4,0/monastery;2.meeple@4,0/city:N";
    let mut state = wheel("abbot,inns,dragon", "0,0,0", rest);
    assert_eq!(awards(&play(&mut state, "W33")), [(1, "wheel", 2), (3, "wheel", 2)]);
}

/// WHEEL-D18, WHEEL-D28: the board is 16 occupied cells with three cities, three roads that are closed at the wheel and
/// three fields; every segment of a city or road lies on one square. It has eight squares around a shrine too.
#[test]
fn what_is_printed_on_the_board() {
    let state = start(2);
    for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
        assert!(state.tile_at(Pos::new(x, y)).is_some(), "{x},{y}");
    }
    assert!(
        (1..3)
            .flat_map(|x| (1..3).map(move |y| Pos::new(x, y)))
            .all(|inner| { state.tile_at(inner).is_some_and(|laid| laid.tile.segments.is_empty()) })
    );
    let mut facts: Vec<_> =
        state.regions().map(|region| (region.feature(), region.tile_count(), region.open_ends())).collect();
    facts.retain(|&(feature, ..)| feature != Feature::Field);
    facts.sort();
    let (city, road) = (Feature::City, Feature::Road);
    assert_eq!(facts, [(city, 1, 1), (city, 1, 1), (city, 1, 2), (road, 1, 1), (road, 1, 1), (road, 1, 1)]);
    let fields = state.regions().filter(|region| region.feature() == Feature::Field).count();
    assert_eq!(fields, 3);
    // The roads part them: north and south of each road lies another one.
    for (one, other) in [("2,0/field:1", "2,0/field:2"), ("3,2/field:3", "3,2/field:4"), ("0,3/field:7", "0,3/field:8")]
    {
        assert_ne!(region(&state, one).spots(), region(&state, other).spots());
    }
    assert_eq!(region(&state, "2,0/field:2").spots(), region(&state, "3,2/field:3").spots());
    assert_eq!(region(&state, "3,2/field:4").spots(), region(&state, "0,3/field:7").spots());
    assert_eq!(region(&state, "0,3/field:8").spots(), region(&state, "2,0/field:1").spots());

    let beside_board = wheel("cult", "0,0", "tiles=cult/03@4,1/r0 figures=1.meeple@4,1/shrine");
    assert_eq!(beside_board.projected_points().seats(2), [4, 0]);
}

/// WHEEL-D19: the board is closed to the dragon, to portals and to towers.
#[test]
fn the_board_is_closed_to_dragon_portal_and_tower() {
    let mut state = wheel("dragon", "0,0", "tiles=princess-dragon/20@4,1/r0 dragon=4,1");
    play(&mut state, "princess-dragon/24 | 4,2 r0 | pass");
    assert_eq!((legal(&state).as_str(), refused(&state, "dragon:W")), ("dragon:S", "DRAGON-18"));

    let mut state = wheel("dragon", "0,0", "tiles=W26@4,1/r0");
    play(&mut state, "princess-dragon/28 | 4,2 r0");
    assert_eq!(refused(&state, "meeple@0,0/city:N"), "DRAGON-29");
    assert!(!legal(&state).contains("@3,"));

    // The tower reaches the square beside it and the tile on its other side.
    let rest = "tiles=tower/12@4,1/r0;W26@5,1/r0 figures=2.meeple@3,1/field:3;2.meeple@5,1/monastery floors=10,10";
    let mut state = wheel("tower", "0,0", rest);
    play(&mut state, "W26 | -1,1 r0 | floor@4,1");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("capture 1", "pass | seize:2.meeple@5,1/monastery"));
}

/// WHEEL-D20: a crown space, the fairy, a floor, a meeple on a tower or the princess: one of them in a turn.
#[test]
fn one_alternative_in_a_turn() {
    // The princess joins the city of Borys; a meeple of Anna stands far from the towers.
    let rest = "tiles=W16@1,4/r0;tower/12@-1,1/r0;tower/14@4,3/r0;W26@3,-1/r0 towers=1@-1,1 floors=9,10 \
                figures=2.meeple@1,4/city:N;1.meeple@3,-1/monastery";
    let mut table = wheel("dragon,tower", "0,0", rest);
    play(&mut table, "princess-dragon/19 | 1,5 r0");
    let others = [
        "meeple@crown:storm",
        "fairy@3,-1",
        "floor@4,3",
        "meeple@tower:-1,1",
        "seize:2.meeple@1,4/city:N",
        "meeple@road:S",
    ];
    for answer in others {
        let mut state = table.clone();
        assert_eq!(asked(&state), "deploy 1");
        play(&mut state, answer);
        assert_eq!(asked(&state), "draw 2", "{answer}");
    }
}

/// WHEEL-D24: the last tile fits nowhere: the wheel turns, the tile is out, and the game ends.
#[test]
fn an_unplaceable_last_tile_turns_the_wheel() {
    let rest = "tiles=W27@2,-1/r3;W27@4,2/r0;W19@-1,3/r3 wheel=plague figures=2.meeple@2,-1/monastery";
    let mut state = with_stack(&wheel("", "0,0", rest), &["W33"]);
    let events = play(&mut state, "W33");
    assert_eq!(awards(&events), [(1, "wheel", 3), (2, "monastery", 4)]);
    assert_eq!((asked(&state).as_str(), state.wheel_pig()), ("over", Some(Sector::Fortune)));
}

/// Pig and crown spaces belong to a position: between turns it can be written down and set up anew.
#[test]
fn positions_keep_the_wheel() {
    for seed in 1..=3 {
        let mut state = State::new(Game::new(Options::new(Base::Wheel, 4).with(Module::Large)).unwrap());
        let mut numbers = Numbers(seed);
        let mut crowned = 0;
        while let Some(action) = eager_action(&state, &mut numbers) {
            state.apply_listed(action);
            if state.is_between_turns() {
                crowned += Sector::ALL.into_iter().map(|sector| state.crowned(sector).count()).sum::<usize>();
                assert_as_set_up_anew(&state);
            }
        }
        assert!(crowned > 20, "{crowned} meeples on crown spaces after all turns");
        assert!(PlayerId::seats(4).all(|player| state.supply(player, FigureKind::Meeple) <= 7));
    }
}
