//! Rules of the Tower that need a table set up by hand.

use bastide_rules::tile::Feature;
use bastide_rules::{
    Action, Base, Event, ExtraTurnCause, FigureKind, Game, Module, Options, Owned, Pos, Refusal, Release, SetupError,
    State, Tower, catalogue, notation,
};

use crate::table::{
    asked, assert_as_set_up_anew, awards, legal, legal_with, play, position, position_on, refused, region, seat, size,
    spot, supply, worth,
};

const MEEPLE: FigureKind = FigureKind::Meeple;
const LARGE: FigureKind = FigureKind::Large;
const ABBOT: FigureKind = FigureKind::Abbot;
const BUILDER: FigureKind = FigureKind::Builder;
const PIG: FigureKind = FigureKind::Pig;

/// A tower space at 0,1, two tiles in each direction of it, a third one in the east, and one diagonally.
///
/// ```text
///       E
///       Ds
/// V  B  12 B  E  V
///       B  V
///       E
/// ```
const CROSS: &str = "tiles=Ds@0,0/r0;tower/12@0,1/r0;E@0,-1/r2;B@1,1/r0;E@2,1/r0;V@3,1/r3;B@0,2/r0;E@0,3/r2;\
                     B@-1,1/r0;V@-2,1/r0;V@1,2/r3";

/// As [`CROSS`], but the tile in the east of the tower has a tower space of its own.
const TWO_SPACES: &str = "tiles=Ds@0,0/r0;tower/12@0,1/r0;E@0,-1/r2;tower/14@1,1/r0;E@2,1/r0;V@3,1/r3;B@0,2/r0;E@0,3/r2;\
                          B@-1,1/r0;V@-2,1/r0;V@1,2/r3";

/// The cross before the turn of the first seat.
fn cross(with: &str, points: &str, rest: &str) -> State {
    position(with, points, &format!("{CROSS} {rest}"))
}

/// The cross after the first seat has laid a tile without a tower space.
fn deploying(with: &str, points: &str, rest: &str) -> State {
    let mut state = cross(with, points, rest);
    play(&mut state, "U | 1,0 r1");
    assert_eq!(asked(&state), "deploy 1");
    state
}

fn held(state: &State, captor: usize, owner: usize, kind: FigureKind) -> u8 {
    let mut captives = state.captives(seat(captor));
    captives.find(|held| held.owner == seat(owner) && held.kind == kind).map_or(0, |held| held.count)
}

/// How many captives all players hold.
fn captives(state: &State) -> u8 {
    state.game().seats().flat_map(|captor| state.captives(captor)).map(|held| held.count).sum()
}

fn floors(state: &State) -> Vec<u8> {
    state.game().seats().map(|player| state.floors(player)).collect()
}

fn tower(state: &State, x: i16, y: i16) -> Tower {
    state.towers().into_iter().find(|tower| tower.pos == Pos::new(x, y)).expect("a tower stands there")
}

/// The cells from which somebody may be captured now.
fn reached(state: &State) -> Vec<String> {
    let texts = legal_with(state, "seize:");
    let cell = |text: &str| text.split_once('@').unwrap().1.split('/').next().unwrap().to_owned();
    let mut cells: Vec<_> = texts.split(" | ").filter(|text| !text.is_empty()).map(cell).collect();
    cells.sort_unstable();
    cells
}

fn sorted(cells: &[&str]) -> Vec<String> {
    let mut cells: Vec<_> = cells.iter().map(ToString::to_string).collect();
    cells.sort_unstable();
    cells
}

/// TOWER-1: 18 tiles with one tower space each come to the base tiles, and can be drawn from the beginning.
#[test]
fn eighteen_tiles_have_a_tower_space() {
    let base = Game::new(Options::new(Base::V3, 2)).unwrap();
    let game = Game::new(Options::new(Base::V3, 2).with(Module::Tower)).unwrap();
    let spaces: u32 = game.tiles().filter(|(tile, _)| tile.symbols.tower).map(|(_, copies)| u32::from(copies)).sum();
    assert_eq!(spaces, 18);
    assert_eq!(game.tile_count(), base.tile_count() + 18);
    let outcomes = State::new(game).chance_outcomes();
    let drawn = |tile: &str| {
        let id = catalogue::find("tower", tile).unwrap().id;
        outcomes.iter().find(|(action, _)| *action == Action::Draw(id)).map(|&(_, weight)| weight)
    };
    assert_eq!((drawn("12"), drawn("15")), (Some(1), Some(2)));
}

/// TOWER-2, TOWER-X4, TOWER-D19: the floors of each player; 20, 27, 28, 30 and 30 of 30 are in play. Seven players
/// cannot play.
#[test]
fn floors_depend_on_the_number_of_players() {
    for (players, each, all) in [(2, 10, 20), (3, 9, 27), (4, 7, 28), (5, 6, 30), (6, 5, 30)] {
        let state = State::new(Game::new(Options::new(Base::V3, players).with(Module::Tower)).unwrap());
        assert_eq!(floors(&state), vec![each; players]);
        assert_eq!(floors(&state).iter().map(|&count| u32::from(count)).sum::<u32>(), all);
    }
    let seven = Game::new(Options::new(Base::V3, 7).with(Module::Tower));
    assert_eq!(seven.map(|_| ()), Err(SetupError::Players(7)));
}

/// TOWER-3, TOWER-4: a floor comes from the own stock and stays on the tower; everybody may raise or occupy it,
/// whoever began it.
#[test]
fn towers_belong_to_nobody() {
    let mut state = deploying("tower", "0,0", "");
    play(&mut state, "floor@0,1");
    assert_eq!(floors(&state), [9, 10]);
    play(&mut state, "U | -1,0 r1");
    assert_eq!(legal_with(&state, "floor"), "floor@0,1");
    assert_eq!(legal_with(&state, "meeple@tower"), "meeple@tower:0,1");
    play(&mut state, "floor@0,1");
    assert_eq!(floors(&state), [9, 9]);
    assert_eq!(tower(&state, 0, 1).height, 2);
    play(&mut state, "U | -2,0 r1 | meeple@tower:0,1");
    assert_eq!(tower(&state, 0, 1).guard, Some(Owned { owner: seat(1), kind: MEEPLE }));
    assert_eq!((floors(&state), supply(&state, 1, MEEPLE)), (vec![9, 9], 6));
    assert_as_set_up_anew(&state);
}

/// TOWER-5: instead of a meeple on the tile just laid; that tile needs no tower space, and one action is all.
#[test]
fn a_floor_takes_the_place_of_a_meeple() {
    let mut state = deploying("tower", "0,0", "towers=1@0,1");
    assert_eq!(legal(&state), {
        "floor@0,1 | meeple@field:1 | meeple@field:4 | meeple@road:E | meeple@tower:0,1 | pass"
    });
    let mut guarded = state.clone();
    let mut deployed = state.clone();
    play(&mut state, "floor@0,1");
    assert_eq!((asked(&state).as_str(), state.figures().len()), ("draw 2", 0));
    play(&mut guarded, "meeple@tower:0,1");
    assert_eq!((asked(&guarded).as_str(), guarded.figures().len()), ("draw 2", 0));
    play(&mut deployed, "meeple@road:E");
    assert_eq!((asked(&deployed).as_str(), floors(&deployed)), ("draw 2", vec![9, 10]));
}

/// TOWER-5: tiles with tower spaces are laid like all others.
#[test]
fn tower_tiles_are_laid_as_usual() {
    let mut state = cross("tower", "0,0", "");
    play(&mut state, "tower/15");
    // A city in the north, fields on the other sides.
    assert_eq!(refused(&state, "1,0 r0"), "BASE-13");
    assert_eq!(refused(&state, "9,9 r0"), "BASE-13");
    assert_eq!(legal_with(&state, "2,0 "), "2,0 r2");
}

/// TOWER-6: a tower is started on any empty tower space, of the tile just laid or of an older one, and nowhere else.
#[test]
fn a_tower_is_started_on_a_tower_space() {
    let mut state = cross("tower", "0,0", "");
    play(&mut state, "tower/14 | -1,2 r0");
    assert_eq!(legal_with(&state, "floor"), "floor@-1,2 | floor@0,1");
    assert_eq!(refused(&state, "floor@1,1"), "TOWER-6");
    assert_eq!(refused(&state, "floor@9,9"), "BASE-1");
    let mut older = state.clone();
    let events = play(&mut state, "floor@-1,2");
    assert_eq!(events[0], Event::FloorPut { player: seat(1), pos: Pos::new(-1, 2), height: 1 });
    play(&mut older, "floor@0,1");
    assert_eq!(tower(&older, 0, 1), Tower { pos: Pos::new(0, 1), height: 1, is_finished: false, guard: None });
    assert_eq!((state.towers().len(), older.towers().len()), (1, 1));
}

/// TOWER-6, TOWER-37: without the module there are no towers.
#[test]
fn without_the_module_there_are_no_towers() {
    let mut state = position("inns", "0,0", "tiles=Ds@0,0/r0");
    play(&mut state, "U | 1,0 r1");
    assert_eq!(refused(&state, "floor@0,0"), "TOWER-1");
    assert_eq!(refused(&state, "meeple@tower:0,0"), "TOWER-1");
}

/// TOWER-7, TOWER-22, TOWER-D1: a started tower is raised until a meeple is put on it; then never again, also if the
/// meeple is gone.
#[test]
fn a_finished_tower_stays_finished() {
    let mut state = deploying("tower", "0,0", "towers=2@0,1");
    play(&mut state, "floor@0,1");
    assert_eq!(tower(&state, 0, 1).height, 3);
    for end in ["/2.meeple", "/1.meeple", "/empty"] {
        let state = deploying("tower", "0,0", &format!("towers=2@0,1{end}"));
        assert_eq!(legal_with(&state, "floor"), "");
        assert_eq!(refused(&state, "floor@0,1"), "TOWER-22");
        assert_eq!(refused(&state, "meeple@tower:0,1"), "TOWER-22");
    }
}

/// TOWER-8, TOWER-22: a meeple from the supply goes on a started tower of whatever tile and finishes it.
#[test]
fn a_meeple_finishes_a_tower() {
    let mut state = position("tower", "0,0", &format!("{TWO_SPACES} towers=1@0,1;3@1,1"));
    play(&mut state, "U | 1,0 r1");
    assert_eq!(legal_with(&state, "meeple@tower"), "meeple@tower:0,1 | meeple@tower:1,1");
    let events = play(&mut state, "meeple@tower:1,1");
    assert_eq!(events[0], Event::GuardPut { player: seat(1), figure: MEEPLE, pos: Pos::new(1, 1) });
    assert_eq!(supply(&state, 1, MEEPLE), 6);
    assert!(tower(&state, 1, 1).is_finished && !tower(&state, 0, 1).is_finished);
    play(&mut state, "U | -1,0 r1");
    assert_eq!(legal_with(&state, "floor"), "floor@0,1");
    assert_eq!(refused(&state, "floor@1,1"), "TOWER-22");
}

/// TOWER-8: nobody is put on the tower where the dragon is; a floor is.
#[test]
fn no_meeple_on_the_tower_of_the_dragon() {
    let state = deploying("tower,dragon", "0,0", "towers=1@0,1 dragon=0,1");
    assert_eq!(refused(&state, "meeple@tower:0,1"), "DRAGON-5");
    assert_eq!(legal_with(&state, "floor"), "floor@0,1");
}

/// TOWER-9: without a floor in the own stock no tower is started or raised; without a meeple in the supply none is
/// occupied. The stock of others does not help.
#[test]
fn floors_and_meeples_run_out() {
    let mut state = position("tower", "0,0", &format!("{TWO_SPACES} towers=2@0,1 floors=0,5"));
    play(&mut state, "U | 1,0 r1");
    assert_eq!(legal_with(&state, "floor"), "");
    assert_eq!(refused(&state, "floor@0,1"), "TOWER-9");
    assert_eq!(refused(&state, "floor@1,1"), "TOWER-9");
    assert_eq!(legal_with(&state, "meeple@tower"), "meeple@tower:0,1");
    let farmers = ["1.meeple@0,1/field:1"; 7].join(";");
    let state = deploying("tower", "0,0", &format!("towers=2@0,1 figures={farmers}"));
    assert_eq!(legal(&state), "floor@0,1 | pass");
    assert_eq!(refused(&state, "meeple@tower:0,1"), "BASE-21");
}

/// TOWER-10, TOWER-37: a bare tower space is neither occupied nor a feature.
#[test]
fn nobody_stands_on_a_bare_tower_space() {
    let mut state = cross("tower", "0,0", "");
    play(&mut state, "tower/04 | 2,0 r1");
    assert_eq!(legal(&state), "floor@0,1 | floor@2,0 | meeple@city:E | meeple@field:1 | pass");
    assert_eq!(refused(&state, "meeple@tower:2,0"), "TOWER-10");
    assert_eq!(refused(&state, "meeple@tower:0,1"), "TOWER-10");
}

/// TOWER-11: a floor allows one capture, at once or never; it may be left out.
#[test]
fn one_capture_at_once_or_never() {
    let mut state = deploying("tower", "0,0", "figures=2.meeple@1,1/monastery;2.meeple@-1,1/monastery");
    assert_eq!(legal_with(&state, "seize"), "");
    play(&mut state, "floor@0,1");
    assert_eq!(asked(&state), "capture 1");
    assert_eq!(legal(&state), "pass | seize:2.meeple@-1,1/monastery | seize:2.meeple@1,1/monastery");
    let mut waiting = state.clone();
    // One is captured, and that is all.
    play(&mut state, "seize:2.meeple@1,1/monastery");
    assert_eq!((asked(&state).as_str(), captives(&state)), ("draw 2", 1));
    assert_eq!(state.figures().len(), 1);
    // Left out, and not made up for in the next own turn.
    play(&mut waiting, "pass");
    assert_eq!((asked(&waiting).as_str(), captives(&waiting)), ("draw 2", 0));
    assert_as_set_up_anew(&waiting);
    play(&mut waiting, "U | -1,0 r1 | pass");
    play(&mut waiting, "U | -2,0 r1");
    assert_eq!(asked(&waiting), "deploy 1");
    assert_eq!(legal_with(&waiting, "seize"), "");
    play(&mut waiting, "pass");
    assert_eq!((asked(&waiting).as_str(), captives(&waiting)), ("draw 2", 0));
}

/// TOWER-11: raising allows a capture like starting does; with nobody in range nothing is asked.
#[test]
fn raising_captures_too() {
    let mut state = deploying("tower", "0,0", "towers=1@0,1 figures=2.meeple@2,1/city:N");
    play(&mut state, "floor@0,1");
    assert_eq!(asked(&state), "capture 1");
    let mut state = deploying("tower", "0,0", "figures=2.meeple@2,1/city:N");
    play(&mut state, "floor@0,1");
    assert_eq!(asked(&state), "draw 2");
}

/// TOWER-12, TOWER-14: the tile under the tower and as many cells in each of the four directions as it has floors,
/// the new one included; never diagonally.
#[test]
fn the_range_grows_with_the_floors() {
    let figures = "figures=2.meeple@0,1/field:1;2.meeple@0,0/field:5;2.meeple@1,1/monastery;2.meeple@0,2/monastery;\
                   2.meeple@-1,1/monastery;2.meeple@0,-1/field:1;2.meeple@2,1/city:N;3.meeple@0,3/city:S;\
                   3.meeple@-2,1/road:S;3.meeple@3,1/road:E;3.meeple@1,2/road:E";
    let [one, two, three] = [
        &["0,1", "0,0", "1,1", "0,2", "-1,1"][..],
        &["0,1", "0,0", "1,1", "0,2", "-1,1", "0,-1", "2,1", "0,3", "-2,1"][..],
        &["0,1", "0,0", "1,1", "0,2", "-1,1", "0,-1", "2,1", "0,3", "-2,1", "3,1"][..],
    ];
    for (before, cells) in [("", one), ("towers=1@0,1", two), ("towers=2@0,1", three), ("towers=3@0,1", three)] {
        let mut state = deploying("tower", "0,0,0", &format!("{figures} {before}"));
        play(&mut state, "floor@0,1");
        assert_eq!(reached(&state), sorted(cells), "{before}");
        assert_eq!(refused(&state, "seize:3.meeple@1,2/road:E"), "TOWER-12");
    }
    let mut state = deploying("tower", "0,0,0", &format!("{figures} towers=1@0,1"));
    play(&mut state, "floor@0,1");
    assert_eq!(refused(&state, "seize:3.meeple@3,1/road:E"), "TOWER-12");
}

/// TOWER-14, TOWER-12: no tower is too high: the eighth floor reaches the eighth tile of a long road and not the ninth,
/// the twentieth floor is put like the first.
#[test]
fn no_tower_is_too_high() {
    let road: Vec<_> = (1..8).map(|x| format!("U@{x},0/r1")).collect();
    let line = format!("tiles=Ds@0,0/r0;tower/02@-1,0/r0;Ug@8,0/r1;{}", road.join(";"));
    let figures = "figures=2.meeple@7,0/field:1;2.meeple@8,0/field:1";
    for (height, cells) in [(6, &[][..]), (7, &["7,0"][..]), (8, &["7,0", "8,0"][..]), (19, &["7,0", "8,0"][..])] {
        let mut state = position("tower", "0,0", &format!("{line} {figures} towers={height}@-1,0 floors=1,0"));
        play(&mut state, "A | 9,0 r1 | floor@-1,0");
        assert_eq!(reached(&state), sorted(cells), "{height}");
        assert_eq!(tower(&state, -1, 0).height, height + 1);
    }
}

/// TOWER-13, TOWER-D16: other towers, empty cells and the squares of a board do not stop a tower; what stands on a
/// square of the board is safe.
#[test]
fn nothing_stops_a_tower() {
    let rest = format!("{TWO_SPACES} towers=1@0,1;5@1,1/2.meeple figures=2.meeple@2,1/city:N");
    let mut state = position("tower", "0,0", &rest);
    play(&mut state, "U | 1,0 r1 | floor@0,1");
    assert_eq!(reached(&state), sorted(&["1,1", "2,1"]));

    // The board lies between the tower at -1,1 and the monastery at 4,1, five cells away.
    let rest = "tiles=tower/12@-1,1/r0;B@4,1/r0 figures=2.meeple@4,1/monastery;2.meeple@0,1/field:7 towers=";
    for (height, cells) in [(3, &[][..]), (4, &["4,1"][..])] {
        let mut state = position("tower,count", "0,0", &format!("{rest}{height}@-1,1"));
        play(&mut state, "B | 1,-1 r0 | floor@-1,1");
        assert_eq!(reached(&state), sorted(cells));
    }
    let mut state = position("tower,count", "0,0", &format!("{rest}4@-1,1"));
    play(&mut state, "B | 1,-1 r0 | floor@-1,1");
    assert_eq!(refused(&state, "seize:2.meeple@0,1/field:7"), "TOWER-16");
}

/// TOWER-15, TOWER-D3, TOWER-D4: meeples of all kinds, roles and players, also on the tile of the tower itself and
/// several on one tile; the captor chooses one.
#[test]
fn everybody_in_range_can_be_captured() {
    let figures = "figures=1.meeple@0,1/field:1;2.large@0,0/city:N;3.meeple@0,0/road:E;2.meeple@0,0/field:5;\
                   3.abbot@1,1/monastery;1.large@0,2/monastery";
    // The city of the start tile is open.
    let tiles = CROSS.replace("E@0,-1/r2;", "");
    let mut state = position("tower,inns,abbot", "0,0,0", &format!("{tiles} {figures}"));
    play(&mut state, "U | 1,0 r1 | floor@0,1");
    assert_eq!(
        legal(&state),
        "pass | seize:1.large@0,2/monastery | seize:1.meeple@0,1/field:1 | seize:2.large@0,0/city:N | \
         seize:2.meeple@0,0/field:4 | seize:3.abbot@1,1/monastery | seize:3.meeple@0,0/road:E"
    );
    play(&mut state, "seize:2.large@0,0/city:N");
    assert_eq!((held(&state, 1, 2, LARGE), captives(&state)), (1, 1));
    // The other two on that tile stay.
    assert_eq!(state.figures().len(), 5);
}

/// TOWER-16: builders and pigs are not captured.
#[test]
fn builders_and_pigs_are_not_captured() {
    let figures = "figures=2.meeple@0,0/road:E;2.builder@0,0/road:E;2.meeple@0,1/field:1;2.pig@0,1/field:1";
    let mut state = deploying("tower,traders-classic", "0,0", figures);
    play(&mut state, "floor@0,1");
    assert_eq!(legal(&state), "pass | seize:2.meeple@0,0/road:E | seize:2.meeple@0,1/field:1");
    assert_eq!(refused(&state, "seize:2.builder@0,0/road:E"), "TOWER-16");
    assert_eq!(refused(&state, "seize:2.pig@0,1/field:1"), "TOWER-16");
    // Of the edition of 2025 they come with their meeple, which is the captive.
    let figures = "figures=2.meeple+builder@0,0/road:E;2.meeple+pig@0,1/field:1";
    let mut state = deploying("tower,traders", "0,0", figures);
    play(&mut state, "floor@0,1");
    assert_eq!(legal(&state), "pass | seize:2.meeple+builder@0,0/road:E | seize:2.meeple+pig@0,1/field:1");
}

/// TOWER-16: nobody on the board of Carcassonne, in its quarters or on the board of the wheel is captured.
#[test]
fn boards_are_out_of_reach() {
    let rest = "tiles=tower/12@-1,1/r0 figures=2.meeple@0,1/field:7 quarters=2.meeplex3@church towers=9@-1,1";
    let mut state = position("tower,count", "0,0", rest);
    play(&mut state, "B | 1,-1 r0 | floor@-1,1");
    // Nothing else is in range, so nothing is asked.
    assert_eq!((asked(&state).as_str(), captives(&state)), ("draw 2", 0));

    let rest = "tiles=tower/14@-1,1/r0 figures=2.meeple@0,1/field:7;2.meeple@-1,1/monastery towers=1@-1,1 \
                crowns=2.meeple@storm";
    let mut state = position_on("wheel", "tower", "0,0", rest);
    play(&mut state, "tower/12 | 4,1 r0 | floor@-1,1");
    assert_eq!(legal(&state), "pass | seize:2.meeple@-1,1/monastery");
    assert_eq!(refused(&state, "seize:2.meeple@0,1/field:7"), "TOWER-16");
}

/// TOWER-17, TOWER-D1, TOWER-3: the meeple on another tower is captured like any other; that tower keeps its floors and
/// stays finished.
#[test]
fn a_meeple_on_a_tower_can_be_captured() {
    let rest = format!("{TWO_SPACES} towers=2@1,1/2.meeple floors=4,4");
    let mut state = position("tower", "0,0", &rest);
    play(&mut state, "U | 1,0 r1 | floor@0,1");
    assert_eq!(legal(&state), "pass | seize:tower@1,1");
    let events = play(&mut state, "seize:tower@1,1");
    assert!(events.contains(&Event::Captured { captor: seat(1), owner: seat(2), figure: MEEPLE, at: Pos::new(0, 1) }));
    assert_eq!((held(&state, 1, 2, MEEPLE), supply(&state, 2, MEEPLE)), (1, 6));
    assert_eq!(tower(&state, 1, 1), Tower { pos: Pos::new(1, 1), height: 2, is_finished: true, guard: None });
    assert_eq!(floors(&state), [3, 4]);
    play(&mut state, "U | -1,0 r1");
    assert_eq!(refused(&state, "floor@1,1"), "TOWER-22");
    assert_eq!(refused(&state, "meeple@tower:1,1"), "TOWER-22");
    play(&mut state, "pass");
    assert_as_set_up_anew(&state);

    // Two cells away the tower does not reach it.
    let far = rest.replace("tower/14@1,1/r0;E@2,1/r0", "B@1,1/r0;tower/15@2,1/r0").replace("2@1,1", "2@2,1");
    let mut state = position("tower", "0,0", &far);
    play(&mut state, "U | 1,0 r1 | floor@0,1");
    assert_eq!(asked(&state), "draw 2");
}

/// TOWER-18: the captive leaves the map and lies before the captor: in nobody's supply, and of no use to the captor.
#[test]
fn a_captive_is_in_nobodys_supply() {
    let farmers = ["1.meeple@-2,1/field:1"; 7].join(";");
    let figures = format!("figures={farmers};2.meeple@1,1/monastery");
    let mut state = deploying("tower", "0,0", &figures);
    play(&mut state, "floor@0,1 | seize:2.meeple@1,1/monastery");
    assert_eq!((supply(&state, 1, MEEPLE), supply(&state, 2, MEEPLE), held(&state, 1, 2, MEEPLE)), (0, 6, 1));
    assert!(state.figures().iter().all(|figure| figure.owner == seat(1)));
    assert_eq!(region(&state, "1,1/monastery").strength(seat(2)), 0);
    // Without an own meeple the captor deploys nobody.
    play(&mut state, "U | -1,0 r1 | pass");
    play(&mut state, "U | -2,0 r1");
    assert_eq!(legal_with(&state, "meeple"), "");
    assert_eq!(legal_with(&state, "large"), "");
}

/// TOWER-19, TOWER-D22: an own meeple goes to the own supply and waits for one of the next turns: the crop circle does
/// not add it.
#[test]
fn an_own_meeple_comes_home() {
    let farmers = ["1.meeple@0,1/field:1"; 7].join(";");
    let mut state = cross("tower,corn", "0,0", &format!("figures={farmers}"));
    play(&mut state, "crop-circles/04 | -1,0 r0");
    assert_eq!(legal(&state), "floor@0,1 | pass");
    let events = play(&mut state, "floor@0,1 | seize:1.meeple@0,1/field:1");
    assert!(!events.iter().any(|event| matches!(event, Event::Captured { .. })));
    assert_eq!((captives(&state), supply(&state, 1, MEEPLE)), (0, 1));
    // The action of this turn is spent.
    assert_eq!(asked(&state), "crop 1");
    play(&mut state, "crop:add");
    assert_eq!((asked(&state).as_str(), supply(&state, 1, MEEPLE)), ("draw 2", 1));
    // In the next turn it is a meeple like others.
    play(&mut state, "U | 1,0 r1 | pass | E | -1,-1 r2");
    assert!(legal(&state).contains("meeple@city:S"), "{}", legal(&state));

    // Another meeple of the supply is added as always.
    let farmers = ["1.meeple@0,1/field:1"; 6].join(";");
    let mut state = cross("tower,corn,large", "0,0", &format!("figures={farmers};1.large@0,1/field:1"));
    play(&mut state, "crop-circles/04 | -1,0 r0 | floor@0,1 | seize:1.large@0,1/field:1 | crop:add");
    assert_eq!(asked(&state), "crop-add 1");
    assert_eq!(legal(&state), "meeple@0,1/field:1");
    assert_eq!(refused(&state, "large@0,1/field:1"), "TOWER-19");
}

/// TOWER-D22: a meeple regained by an exchange may be sent to Carcassonne in the same turn, an own one just captured may
/// not.
#[test]
fn a_meeple_regained_may_be_sent_and_an_own_captive_not() {
    // Anna completes the road of Borys with a monastery; all her meeples are out.
    let farmers = ["1.meeple@-1,1/field:1"; 6].join(";");
    let rest = format!("tiles=tower/12@-1,1/r0 figures=2.meeple@0,0/road:W;2.meeple@-1,1/field:1;{farmers}");
    let table = format!("{rest} captives=2<1.meeplex1");
    for (captured, next) in [("seize:1.meeple@-1,1/field:1", "draw 2"), ("seize:2.meeple@-1,1/field:1", "send 1")] {
        let mut state = position("tower,count", "0,0", &table);
        play(&mut state, &format!("A | -1,0 r3 | floor@-1,1 | {captured}"));
        assert_eq!((asked(&state).as_str(), state.points()), (next, &[0, 2][..]));
        assert_eq!(supply(&state, 1, MEEPLE), 1);
    }
    let mut state = position("tower,count", "0,0", &table);
    play(&mut state, "A | -1,0 r3 | floor@-1,1 | pass");
    assert_eq!(asked(&state), "draw 2");
}

/// TOWER-20, TOWER-X7: with the last meeple on a feature its builder or pig goes back to the supply; while another
/// meeple stands there it stays.
#[test]
fn builder_and_pig_follow_the_last_meeple() {
    let figures = "figures=1.meeple@0,1/field:1;1.pig@0,2/field:1;2.meeple@0,0/road:E;2.builder@0,0/road:E";
    let mut state = deploying("tower,traders-classic", "0,0", figures);
    play(&mut state, "floor@0,1");
    let mut other = state.clone();
    play(&mut state, "seize:1.meeple@0,1/field:1");
    assert_eq!((supply(&state, 1, MEEPLE), supply(&state, 1, PIG), captives(&state)), (7, 1, 0));
    assert_eq!(supply(&state, 2, BUILDER), 0);
    play(&mut other, "seize:2.meeple@0,0/road:E");
    assert_eq!((supply(&other, 2, MEEPLE), supply(&other, 2, BUILDER), held(&other, 1, 2, MEEPLE)), (6, 1, 1));
    assert_eq!((supply(&other, 1, PIG), other.figures().len()), (0, 2));
    // A second farmer, on another tile of the field, keeps the pig.
    let mut state = deploying("tower,traders-classic", "0,0", &format!("{figures};1.meeple@2,1/field:6"));
    play(&mut state, "floor@0,1 | seize:1.meeple@0,1/field:1");
    assert_eq!((supply(&state, 1, MEEPLE), supply(&state, 1, PIG)), (6, 0));
}

/// TOWER-20: the companions of 2025 go home with the meeple to which they are bound.
#[test]
fn a_bound_companion_goes_home() {
    let figures = "figures=2.meeple+builder@0,0/road:E;2.meeple@0,0/road:E";
    let mut state = deploying("tower,traders", "0,0", figures);
    play(&mut state, "floor@0,1");
    let mut other = state.clone();
    play(&mut state, "seize:2.meeple+builder@0,0/road:E");
    assert_eq!((supply(&state, 2, MEEPLE), supply(&state, 2, BUILDER), held(&state, 1, 2, MEEPLE)), (5, 1, 1));
    play(&mut other, "seize:2.meeple@0,0/road:E");
    assert_eq!((supply(&other, 2, BUILDER), held(&other, 1, 2, MEEPLE)), (0, 1));
}

/// TOWER-21, TOWER-X8: whoever is captured in the turn that completes the feature scores nothing for it.
#[test]
fn captives_do_not_score() {
    let mut state = cross("tower", "0,0", "towers=1@0,1 figures=2.meeple@2,1/city:N");
    play(&mut state, "E | 2,0 r2 | floor@0,1");
    assert!(region(&state, "2,1/city:N").is_complete());
    let mut spared = state.clone();
    let events = play(&mut state, "seize:2.meeple@2,1/city:N");
    assert_eq!((state.points(), awards(&events)), (&[0, 0][..], vec![]));
    assert_eq!((held(&state, 1, 2, MEEPLE), supply(&state, 2, MEEPLE)), (1, 6));
    play(&mut spared, "pass");
    assert_eq!((spared.points(), supply(&spared, 2, MEEPLE)), (&[0, 4][..], 7));
}

/// TOWER-21, TOWER-D18: floor and capture come before the flight, so the dragon finds the captive gone.
#[test]
fn the_capture_comes_before_the_flight() {
    let rest = "dragon=1,2 figures=2.meeple@1,1/monastery;2.meeple@0,2/monastery";
    let mut state = cross("tower,dragon", "0,0", rest);
    play(&mut state, "princess-dragon/12 | 2,0 r2");
    assert_eq!(legal_with(&state, "floor"), "floor@0,1");
    play(&mut state, "floor@0,1");
    assert_eq!(asked(&state), "capture 1");
    play(&mut state, "seize:2.meeple@1,1/monastery");
    assert_eq!(asked(&state), "step-dragon 1");
    play(&mut state, "dragon:N");
    assert_eq!((held(&state, 1, 2, MEEPLE), supply(&state, 2, MEEPLE)), (1, 5));
    // A volcano too leaves the action of the turn as it is.
    let mut state = cross("tower,dragon", "0,0", "figures=2.meeple@1,1/monastery");
    play(&mut state, "princess-dragon/20 | -1,2 r0");
    assert_eq!(state.dragon(), Some(Pos::new(-1, 2)));
    assert_eq!(legal(&state), "floor@0,1 | pass");
    play(&mut state, "floor@0,1");
    assert_eq!(asked(&state), "capture 1");
}

/// TOWER-23: the owner cannot take the meeple back, neither in the own turn nor by a crop circle.
#[test]
fn a_meeple_stays_on_its_tower() {
    let mut state = cross("tower,corn", "0,0", "towers=2@0,1/1.meeple");
    play(&mut state, "crop-circles/04 | -1,0 r0");
    assert_eq!(legal(&state), "meeple@city:N | meeple@field:3 | meeple@road:E | pass");
    assert!(!state.is_legal(Action::ReturnGuard(Pos::new(0, 1))));
    play(&mut state, "pass");
    assert_eq!(asked(&state), "draw 2", "a circle of the farmers is not about the tower");
    assert_eq!(tower(&state, 0, 1).guard, Some(Owned { owner: seat(1), kind: MEEPLE }));
    assert_eq!(supply(&state, 1, MEEPLE), 6);
}

/// TOWER-24, TOWER-D15: a meeple on a tower occupies nothing of its tile, counts for no majority and scores nothing.
#[test]
fn a_meeple_on_a_tower_is_on_no_feature() {
    // The tower stands in a city with a knight of Borys; two meeples of Anna would outnumber him.
    let tiles = CROSS.replace("E@2,1/r0", "tower/15@2,1/r0");
    let mut state = position("tower", "0,0", &format!("{tiles} towers=1@2,1/1.meeple"));
    assert!(
        region(&state, "2,1/city:N").strength(seat(1)) == 0 && region(&state, "2,1/field:5").strength(seat(1)) == 0
    );
    assert_eq!(state.projected_points().seats(2), [0, 0]);
    play(&mut state, "E | 2,0 r2");
    assert_eq!(legal_with(&state, "meeple@city"), "meeple@city:S");
    let mut empty = state.clone();
    play(&mut empty, "pass");
    assert_eq!((empty.points(), supply(&empty, 1, MEEPLE)), (&[0, 0][..], 6));
    play(&mut state, "meeple@city:S");
    assert_eq!((state.points(), supply(&state, 1, MEEPLE)), (&[4, 0][..], 6));

    let mut state = position("tower", "0,0", &format!("{tiles} towers=1@2,1/1.meeple figures=2.meeple@2,1/city:N"));
    play(&mut state, "E | 2,0 r2 | pass");
    assert_eq!(state.points(), [0, 4]);

    // The monastery under a tower is not the guard's.
    let state = position("tower", "0,0", &format!("{TWO_SPACES} towers=1@1,1/1.meeple"));
    assert_eq!(state.projected_points().seats(2), [0, 0]);
    assert_eq!(region(&state, "1,1/monastery").strength(seat(1)), 0);
}

/// TOWER-24: at the end of the game neither.
#[test]
fn a_meeple_on_a_tower_scores_nothing_at_the_end() {
    let rest = format!("{TWO_SPACES} towers=1@1,1/1.meeple;3@0,1/2.meeple end-after=11");
    let mut state = position("tower", "5,6", &rest);
    let events = play(&mut state, "U | 1,0 r1 | pass");
    assert!(state.is_over());
    assert_eq!((state.points(), awards(&events)), (&[5, 6][..], vec![]));
}

/// TOWER-25: a meeple on a tower captures nobody.
#[test]
fn occupying_captures_nobody() {
    let mut state = deploying("tower", "0,0", "towers=3@0,1 figures=2.meeple@1,1/monastery");
    play(&mut state, "meeple@tower:0,1");
    assert_eq!((asked(&state).as_str(), captives(&state), state.figures().len()), ("draw 2", 0, 1));
}

/// TOWER-26, TOWER-27, TOWER-D8: players who hold each other's captives exchange them at once, whatever their kind;
/// what comes back is not placed in this turn.
#[test]
fn captives_are_exchanged_at_once() {
    let rest = "captives=2<1.meeplex1 figures=2.large@1,1/monastery";
    let mut state = deploying("tower,inns", "0,0", rest);
    let events = play(&mut state, "floor@0,1 | seize:2.large@1,1/monastery");
    let why = Release::Exchange;
    let freed = |captor, owner, figure| Event::Freed { captor: seat(captor), owner: seat(owner), figure, why };
    let captured = Event::Captured { captor: seat(1), owner: seat(2), figure: LARGE, at: Pos::new(0, 1) };
    let exchange: Vec<_> =
        events.iter().filter(|event| matches!(event, Event::Freed { .. } | Event::Captured { .. })).collect();
    assert_eq!(exchange, [&captured, &freed(1, 2, LARGE), &freed(2, 1, MEEPLE)]);
    assert_eq!((captives(&state), supply(&state, 1, MEEPLE), supply(&state, 2, LARGE)), (0, 7, 1));
    assert_eq!(asked(&state), "draw 2");
}

/// TOWER-28, TOWER-D5, TOWER-D6: the owner of several captives chooses which one returns, and must; the other player
/// gets back the one just captured.
#[test]
fn the_owner_chooses_which_captive_returns() {
    let rest = "captives=2<1.meeplex2;2<1.largex1 figures=2.meeple@1,1/monastery";
    let mut state = deploying("tower,inns,abbot", "0,0", rest);
    play(&mut state, "floor@0,1 | seize:2.meeple@1,1/monastery");
    assert_eq!(asked(&state), "exchange 1");
    assert_eq!(legal(&state), "exchange:large | exchange:meeple");
    assert_eq!(refused(&state, "exchange:abbot"), "TOWER-29");
    assert_eq!(refused(&state, "pass"), "TOWER-28");
    assert_eq!((captives(&state), supply(&state, 2, MEEPLE)), (3, 7));
    let mut other = state.clone();
    play(&mut state, "exchange:large");
    assert_eq!((held(&state, 2, 1, MEEPLE), held(&state, 2, 1, LARGE), supply(&state, 1, LARGE)), (2, 0, 1));
    play(&mut other, "exchange:meeple");
    assert_eq!((held(&other, 2, 1, MEEPLE), held(&other, 2, 1, LARGE), supply(&other, 1, MEEPLE)), (1, 1, 6));
    assert_eq!(asked(&other), "draw 2");
    assert_as_set_up_anew(&other);
}

/// TOWER-28: among equal captives there is no choice, and one of them returns.
#[test]
fn equal_captives_need_no_choice() {
    let mut state = deploying("tower", "0,0", "captives=2<1.meeplex2 figures=2.meeple@1,1/monastery");
    play(&mut state, "floor@0,1 | seize:2.meeple@1,1/monastery");
    assert_eq!(asked(&state), "draw 2");
    assert_eq!((held(&state, 2, 1, MEEPLE), held(&state, 1, 2, MEEPLE), supply(&state, 1, MEEPLE)), (1, 0, 6));
}

/// TOWER-26, TOWER-D7: only two players who hold each other's captives exchange; three in a circle keep theirs, and a
/// third player's captives are not touched.
#[test]
fn exchanges_are_pairwise() {
    let circle = "captives=2<3.meeplex1;3<1.meeplex1 figures=2.meeple@1,1/monastery";
    let mut state = deploying("tower", "0,0,0", circle);
    play(&mut state, "floor@0,1 | seize:2.meeple@1,1/monastery");
    assert_eq!((held(&state, 1, 2, MEEPLE), held(&state, 2, 3, MEEPLE), held(&state, 3, 1, MEEPLE)), (1, 1, 1));
    let pair = "captives=2<1.meeplex1;3<1.meeplex1;1<3.meeplex0 figures=2.meeple@1,1/monastery";
    let mut state = deploying("tower", "0,0,0", pair);
    play(&mut state, "floor@0,1 | seize:2.meeple@1,1/monastery");
    assert_eq!((held(&state, 1, 2, MEEPLE), held(&state, 2, 1, MEEPLE), held(&state, 3, 1, MEEPLE)), (0, 0, 1));
}

/// TOWER-26, TOWER-2: a position in which two players hold each other's captives, or more floors than there are, cannot
/// be played.
#[test]
fn impossible_positions_are_refused() {
    let defect = |rest: &str| {
        let line = format!("bastide-position 1 base=v3 with=tower players=3 turn=9 next=1 points=0,0,0 {CROSS} {rest}");
        notation::parse_position(&line).err().map(|error| error.to_string())
    };
    assert_eq!(defect("captives=1<2.meeplex1;2<3.meeplex1;3<1.meeplex1 floors=9,8,7 towers=3@0,1"), None);
    for rest in
        ["captives=1<2.meeplex1;2<1.meeplex1", "captives=1<1.meeplex1", "captives=1<2.meeplex8", "floors=9,10,9"]
    {
        assert!(defect(rest).is_some(), "{rest}");
    }
    for rest in ["towers=28@0,1", "floors=9,9,9 towers=1@0,1", "towers=0@0,1", "towers=1@1,1", "towers=1@0,1;1@0,1"] {
        assert!(defect(rest).is_some(), "{rest}");
    }
}

/// TOWER-29, TOWER-31: one captive of one opponent, once in the turn; the captor is not asked.
#[test]
fn one_ransom_in_a_turn() {
    let mut state = cross("tower,inns", "9,0,5", "captives=2<1.meeplex2;3<1.largex1");
    assert_eq!(asked(&state), "ransom 1");
    assert_eq!(legal(&state), "pass | ransom:2.meeple | ransom:3.large");
    assert_eq!(refused(&state, "ransom:3.meeple"), "TOWER-29");
    let events = play(&mut state, "ransom:3.large");
    assert_eq!(events[0], Event::Ransomed { player: seat(1), captor: seat(3), figure: LARGE, points: 3 });
    assert_eq!((state.points(), supply(&state, 1, LARGE)), (&[6, 0, 8][..], 1));
    assert_eq!(asked(&state), "draw 1");
    play(&mut state, "U | 1,0 r1");
    assert_eq!(legal_with(&state, "ransom"), "");
    assert_eq!(refused(&state, "ransom:2.meeple"), "TOWER-29");
    // Nor after scoring.
    play(&mut state, "pass");
    assert_eq!((asked(&state).as_str(), held(&state, 2, 1, MEEPLE)), ("draw 2", 2));
}

/// TOWER-30, TOWER-D12: fewer than 3 points pay no ransom; what counts is the whole score, not the space of the marker.
#[test]
fn a_ransom_needs_three_points() {
    for (points, can_pay) in [(0, false), (2, false), (3, true), (50, true), (51, true)] {
        let state = cross("tower", &format!("{points},0"), "captives=2<1.meeplex1");
        assert_eq!(asked(&state), if can_pay { "ransom 1" } else { "draw 1" }, "{points}");
    }
    let state = deploying("tower", "2,0", "captives=2<1.meeplex1");
    assert_eq!(legal_with(&state, "ransom"), "");
    assert_eq!(refused(&state, "ransom:2.meeple"), "TOWER-30");
    let mut state = cross("tower", "51,0", "captives=2<1.meeplex1");
    play(&mut state, "ransom:2.meeple");
    assert_eq!(state.points(), [48, 3]);
}

/// TOWER-32, TOWER-D10: at the start of the turn, before the action is chosen, and after scoring; not between drawing
/// and laying.
#[test]
fn a_ransom_has_three_windows() {
    let farmers = ["1.meeple@-2,1/field:1"; 6].join(";");
    let mut state = cross("tower", "5,0", &format!("captives=2<1.meeplex1 figures={farmers}"));
    let ransom = Action::Ransom { captor: seat(2), figure: MEEPLE };
    assert_eq!(asked(&state), "ransom 1");
    // Before the draw: it can be deployed in this turn.
    let mut early = state.clone();
    play(&mut early, "ransom:2.meeple | U | 1,0 r1 | meeple@road:E");
    assert_eq!((early.points(), early.figures().len()), (&[2, 3][..], 7));
    play(&mut state, "pass");
    assert_eq!(asked(&state), "draw 1");
    assert_eq!(state.why_not(ransom).map(Refusal::rule), Some("BASE-11"));
    play(&mut state, "U");
    assert_eq!(state.why_not(ransom).map(Refusal::rule), Some("BASE-11"));
    play(&mut state, "1,0 r1");
    assert_eq!(legal(&state), "floor@0,1 | pass | ransom:2.meeple");
    // Before the action: it costs no action, and the meeple can be deployed.
    let mut middle = state.clone();
    play(&mut middle, "ransom:2.meeple");
    assert_eq!(asked(&middle), "deploy 1");
    play(&mut middle, "meeple@road:E");
    assert_eq!((middle.points(), middle.figures().len()), (&[2, 3][..], 7));
    // After scoring.
    play(&mut state, "floor@0,1");
    assert_eq!((asked(&state).as_str(), state.turn_number()), ("ransom 1", 9));
    assert_eq!(legal(&state), "pass | ransom:2.meeple");
    let mut late = state.clone();
    play(&mut late, "ransom:2.meeple");
    assert_eq!((late.points(), asked(&late).as_str(), supply(&late, 1, MEEPLE)), (&[2, 3][..], "draw 2", 1));
    play(&mut state, "pass");
    assert_eq!((state.points(), asked(&state).as_str()), (&[5, 0][..], "draw 2"));
}

/// TOWER-D10, TOWER-32: the points of this turn's scoring pay after it, and before the crop circle.
#[test]
fn the_last_window_follows_scoring() {
    let rest = "captives=2<1.meeplex1 figures=1.meeple@2,1/city:N;2.meeple@-2,1/field:1";
    let mut state = cross("tower,corn", "2,0", rest);
    assert_eq!(asked(&state), "draw 1");
    // The tile completes Anna's city.
    play(&mut state, "crop-circles/04 | 2,0 r2");
    assert_eq!(refused(&state, "ransom:2.meeple"), "TOWER-30");
    play(&mut state, "pass");
    assert_eq!((asked(&state).as_str(), state.points()), ("ransom 1", &[6, 0][..]));
    play(&mut state, "ransom:2.meeple");
    assert_eq!((asked(&state).as_str(), state.points()), ("crop 1", &[3, 3][..]));
}

/// TOWER-D10: not during the flight of the dragon, the moves out of Carcassonne or a crop circle, also where the
/// payer decides.
#[test]
fn no_ransom_in_the_middle_of_other_things() {
    let assert_closed = |state: &State, decision: &str| {
        let ransom = Action::Ransom { captor: seat(2), figure: MEEPLE };
        assert_eq!(asked(state), decision);
        assert_eq!(state.why_not(ransom).map(Refusal::rule), Some("BASE-11"));
        assert!(!state.legal_actions().contains(&ransom));
    };
    let mut state = cross("tower,dragon", "5,0", "dragon=1,2 captives=2<1.meeplex1");
    play(&mut state, "pass | princess-dragon/12 | 2,0 r2 | pass");
    assert_closed(&state, "step-dragon 1");
    let mut state = position("tower,count", "5,0", "captives=2<1.meeplex1 count=palace quarters=1.meeplex1@smithy");
    play(&mut state, "pass | A | -1,0 r3 | pass");
    assert_closed(&state, "move-out 1");
    let mut state = cross("tower,corn", "5,0", "captives=2<1.meeplex1 figures=2.meeple@-2,1/field:1");
    play(&mut state, "pass | crop-circles/04 | -1,0 r0 | pass | pass");
    assert_closed(&state, "crop 1");
}

/// TOWER-D9, TOWER-D14: only in the own turn: whoever loses a meeple in another player's turn pays in the next own one.
#[test]
fn the_victim_waits_for_the_own_turn() {
    let mut state = deploying("tower", "0,5", "captives=1<2.meeplex1 figures=2.meeple@1,1/monastery");
    assert_eq!(legal_with(&state, "ransom"), "");
    assert_eq!(refused(&state, "ransom:1.meeple"), "TOWER-29");
    play(&mut state, "floor@0,1 | seize:2.meeple@1,1/monastery");
    // The turn of Anna is over without a question to Borys.
    assert_eq!((asked(&state).as_str(), state.turn_number(), held(&state, 1, 2, MEEPLE)), ("ransom 2", 10, 2));
    play(&mut state, "ransom:1.meeple");
    assert_eq!((state.points(), held(&state, 1, 2, MEEPLE)), (&[3, 2][..], 1));
}

/// TOWER-D11: an extra turn of the builder is a turn of its own and allows another ransom.
#[test]
fn an_extra_turn_allows_another_ransom() {
    let rest = "captives=2<1.meeplex2 figures=1.meeple@0,0/road:E;1.builder@0,0/road:E";
    let mut state = cross("tower,traders-classic", "9,0", rest);
    let events = play(&mut state, "ransom:2.meeple | U | 1,0 r1 | pass");
    assert!(events.contains(&Event::ExtraTurn { player: seat(1), why: ExtraTurnCause::Builder }));
    assert_eq!(asked(&state), "ransom 1");
    play(&mut state, "ransom:2.meeple");
    assert_eq!((state.points(), captives(&state)), (&[3, 6][..], 0));
}

/// TOWER-D11: so is the extra turn of a message.
#[test]
fn a_turn_by_message_allows_another_ransom() {
    let mut state = cross("tower,messages", "9,0", "captives=2<1.meeplex2 extra=1");
    play(&mut state, "ransom:2.meeple | U | 1,0 r1 | pass");
    assert_eq!((asked(&state).as_str(), state.turn_number()), ("ransom 1", 10));
}

/// TOWER-D13: a ransom is no scoring: nobody gets an award for it, and 3 points for an opponent do not allow a meeple
/// to be sent to Carcassonne.
#[test]
fn a_ransom_is_no_scoring() {
    // The road in the west of Carcassonne is completed; a meeple of Borys stands on the fairy's tile.
    let rest = "tiles=tower/12@-1,1/r0 captives=2<1.meeplex1 fairy=-1,1 figures=2.meeple@-1,1/field:1";
    for occupied in [false, true] {
        let rest = if occupied { format!("{rest};2.meeple@0,0/road:W") } else { rest.to_owned() };
        let mut state = position("tower,count,dragon", "5,0", &rest);
        let events = play(&mut state, "ransom:2.meeple");
        assert_eq!((awards(&events), state.points()), (vec![], &[2, 3][..]));
        play(&mut state, "A | -1,0 r3 | pass");
        assert_eq!(asked(&state), if occupied { "send 1" } else { "draw 2" });
    }
}

/// TOWER-33: captives that are still held at the end change nothing.
#[test]
fn captives_count_nothing_at_the_end() {
    for captives in ["", "captives=1<2.meeplex4;1<2.largex1"] {
        let rest = format!("{captives} figures=1.meeple@2,1/city:N end-after=11");
        let mut state = deploying("tower,inns", "5,6", &rest);
        play(&mut state, "pass");
        assert!(state.is_over());
        assert_eq!(state.points(), [6, 6]);
    }
}

/// The features of a tile of the tower: roads, cities, fields.
fn features(tile: &str) -> [usize; 3] {
    let segments = catalogue::find("tower", tile).unwrap().segments;
    [Feature::Road, Feature::City, Feature::Field]
        .map(|feature| segments.iter().filter(|s| s.feature == feature).count())
}

/// TOWER-34, TOWER-35: the road on the bridge divides four fields but not the city; the road at the wall goes on and
/// divides three fields.
#[test]
fn roads_run_over_and_beside_cities() {
    assert_eq!(features("05"), [1, 1, 4]);
    let mut state = position("tower", "0,0", "tiles=Ds@0,0/r0");
    play(&mut state, "tower/05 | 1,0 r0");
    assert_eq!(spot(&state, "1,0/city:N"), spot(&state, "1,0/city:S"));
    assert_eq!((size(&state, "1,0/city:N"), size(&state, "1,0/road:W")), ((1, 2), (2, 2)));
    let fields = ["1,0/field:3", "1,0/field:4", "1,0/field:7", "1,0/field:8"].map(|place| spot(&state, place));
    assert!((1..4).all(|index| !fields[..index].contains(&fields[index])));

    assert_eq!(features("02"), [1, 1, 3]);
    let mut state = position("tower", "0,0", "tiles=Ds@0,0/r0");
    play(&mut state, "tower/02 | 1,0 r0");
    assert_eq!(size(&state, "1,0/road:E"), (2, 2));
    let fields = ["1,0/field:3", "1,0/field:8", "1,0/field:4"].map(|place| spot(&state, place));
    assert!(fields[0] != fields[1] && fields[1] != fields[2] && fields[0] != fields[2]);
    assert_eq!(spot(&state, "1,0/field:4"), spot(&state, "1,0/field:7"));
}

/// TOWER-36: the tower space on the road ends both of its halves.
#[test]
fn a_tower_space_divides_the_road() {
    assert_eq!(features("08"), [2, 0, 2]);
    let mut state =
        position("tower", "0,0", "tiles=Ds@0,0/r0;tower/08@1,0/r0 figures=1.meeple@1,0/road:S;2.meeple@1,0/road:W");
    assert_eq!((size(&state, "1,0/road:S"), size(&state, "1,0/road:W")), ((1, 1), (2, 1)));
    play(&mut state, "A | 1,1 r2 | pass");
    assert_eq!(state.points(), [2, 0]);
    play(&mut state, "A | -1,0 r3 | pass");
    assert_eq!(state.points(), [2, 3]);
}

/// TOWER-37: a tower changes nothing in the terrain, and there is nothing to occupy on its space but the tower.
#[test]
fn a_tower_is_no_feature() {
    assert_eq!(features("12"), [0, 0, 1]);
    let places = ["0,1/field:1", "0,0/road:E", "2,1/city:N"];
    let mut state = deploying("tower", "0,0", "figures=2.meeple@0,1/field:1");
    let before = places.map(|place| (size(&state, place), worth(&state, place)));
    play(&mut state, "floor@0,1 | pass");
    assert_eq!(places.map(|place| (size(&state, place), worth(&state, place))), before);
    assert_eq!(region(&state, "0,1/field:1").strength(seat(2)), 1);
    let mut state = position("tower", "0,0", "tiles=Ds@0,0/r0");
    play(&mut state, "tower/12 | 0,1 r0");
    assert_eq!(legal(&state), "floor@0,1 | meeple@field:1 | pass");
}

/// TOWER-D2: normal and large meeples stand on towers, the abbot, builder and pig do not.
#[test]
fn some_figures_stand_on_no_tower() {
    let mut state = deploying("tower,inns,abbot,traders-classic", "0,0", "towers=1@0,1");
    assert_eq!(legal_with(&state, "meeple@tower"), "meeple@tower:0,1");
    assert_eq!(legal_with(&state, "large@tower"), "large@tower:0,1");
    for other in ["abbot", "builder", "pig"] {
        assert_eq!(refused(&state, &format!("{other}@tower:0,1")), "TOWER-D2");
    }
    play(&mut state, "large@tower:0,1");
    assert_eq!(tower(&state, 0, 1).guard, Some(Owned { owner: seat(1), kind: LARGE }));
    assert_eq!(supply(&state, 1, LARGE), 0);
}

/// TOWER-D17: the fairy protects from no tower.
#[test]
fn the_fairy_protects_from_no_tower() {
    let mut state = deploying("tower,dragon", "0,0", "fairy=1,1 figures=2.meeple@1,1/monastery");
    play(&mut state, "floor@0,1 | seize:2.meeple@1,1/monastery");
    assert_eq!((held(&state, 1, 2, MEEPLE), state.fairy()), (1, Some(Pos::new(1, 1))));
}

/// TOWER-D21: whatever kind of meeple comes back, it goes to the supply.
#[test]
fn every_kind_goes_back_to_the_supply() {
    for (kind, held) in [(ABBOT, "2<1.abbotx1"), (LARGE, "2<1.largex1"), (MEEPLE, "2<1.meeplex1")] {
        let rest = format!("captives={held} figures=2.meeple@1,1/monastery");
        let mut paid = cross("tower,inns,abbot", "5,0", &rest);
        let before = supply(&paid, 1, kind);
        let mut exchanged = paid.clone();
        play(&mut paid, &format!("ransom:2.{}", kind.word()));
        assert_eq!((supply(&paid, 1, kind), captives(&paid)), (before + 1, 0));
        play(&mut exchanged, "pass | U | 1,0 r1 | floor@0,1 | seize:2.meeple@1,1/monastery");
        assert_eq!((supply(&exchanged, 1, kind), captives(&exchanged)), (before + 1, 0));
    }
}

/// TOWER-D23: message 8 returns no meeple from a tower.
#[test]
fn message_8_returns_no_guard() {
    let monks = "1.meeple@-1,1/monastery;2.meeple@-1,1/monastery;2.meeple@-1,1/monastery";
    let rest = format!("{CROSS};A@-1,0/r3 towers=1@0,1/1.meeple figures=1.meeple@0,0/road:E;{monks}");
    let mut state = position("tower,messages", "2,0", &rest);
    play(&mut state, "A | 1,0 r1 | pass | marker:meeple | message:8 | act@-1,1/monastery");
    assert_eq!(asked(&state), "message-return 1");
    assert_eq!(legal(&state), "pass | return:meeple@-1,1/monastery");
}
