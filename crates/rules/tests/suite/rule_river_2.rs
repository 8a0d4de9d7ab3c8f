//! Rules of River II that a single record cannot show.

use bastide_rules::tile::RiverRole;
use bastide_rules::{
    Action, Base, Decision, Edge, Event, ExtraTurnCause, Game, Module, Options, Pos, Rotation, Side, State, Tile,
    catalogue, notation,
};

use crate::table::*;

/// The river of most positions: the fork leads west and south, the lake lies in the south at -1,1. What lies at -2,0
/// in the west is said by each test, and all other river tiles are out of the game.
fn with_river(with: &str, points: &str, western: &str, rest: &str) -> State {
    on_river("classic", with, points, western, rest)
}

fn on_river(base: &str, with: &str, points: &str, western: &str, rest: &str) -> State {
    let laid = |name: &&&str| western.contains(&format!("river-2/{name}@"));
    let others = ["03", "05", "06", "07", "08", "09", "10", "11", "12"];
    let out: Vec<_> = others.iter().filter(|name| !laid(name)).map(|name| format!("river-2/{name}")).collect();
    let (tiles, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let river = "river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/04@-1,1/r1";
    let line = format!("tiles={river};{western}{tiles} out={} {rest}", out.join(";"));
    position_on(base, &format!("river-2{with}"), points, &line)
}

// The course of the river

/// The river as the rules describe it, kept apart from the engine: the cells of its tiles, and every open end with
/// its cell, the direction of the flow and the last turn of its branch.
#[derive(Clone, Debug)]
struct Course {
    cells: Vec<(i32, i32)>,
    ends: Vec<End>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct End {
    next: (i32, i32),
    flow: (i32, i32),
    last_turn: i32,
}

impl Course {
    fn from_source(cell: (i32, i32), flow: (i32, i32)) -> Course {
        let next = (cell.0 + flow.0, cell.1 + flow.1);
        Course { cells: vec![cell], ends: vec![End { next, flow, last_turn: 0 }] }
    }

    /// The course after a tile, if the rules of the river allow it there.
    fn with(&self, tile: &Tile, rotation: Rotation, cell: (i32, i32)) -> Option<Course> {
        let sides = river_sides(tile, rotation);
        let entered = self.ends.iter().find(|end| end.next == cell && sides.contains(&(-end.flow.0, -end.flow.1)))?;
        let mut course = self.clone();
        course.ends.retain(|end| end != entered);
        course.cells.push(cell);
        for out in sides.into_iter().filter(|&side| side != (-entered.flow.0, -entered.flow.1)) {
            let turned = turn(entered.flow, out);
            let next = (cell.0 + out.0, cell.1 + out.1);
            let turns_back = turned != 0 && turned == entered.last_turn;
            if turns_back || self.cells.contains(&next) || course.ends.iter().any(|end| end.next == next) {
                return None;
            }
            let last_turn = if turned == 0 { entered.last_turn } else { turned };
            course.ends.push(End { next, flow: out, last_turn });
        }
        Some(course)
    }
}

/// Whether all sides of a tile match what lies beside the cell.
fn matches(state: &State, tile: &Tile, rotation: Rotation, pos: Pos) -> bool {
    let sides = Side::ALL.into_iter().filter_map(|side| Some((side, state.tile_at(pos.beside(side))?)));
    sides
        .into_iter()
        .all(|(side, beside)| tile.edge(side, rotation) == beside.tile.edge(side.opposite(), beside.rotation))
}

fn is_river(tile: &Tile) -> bool {
    tile.river != 0
}

/// RIVER2-5, RIVER2-6, RIVER2-9, RIVER2-10, RIVER2-D1, RIVER2-D3: in hundreds of rivers every tile fits exactly
/// where a model of these rules allows it, and the branches never meet.
#[test]
fn every_river_keeps_to_its_course() {
    let mut placed = [0; 2];
    for (index, base) in [Base::Classic, Base::Wheel].into_iter().enumerate() {
        for mut seed in 1..150_u64 {
            let mut pick = |count: u32| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) as u32 % count
            };
            let mut state = State::new(Game::new(Options::new(base, 2).with(Module::River2)).unwrap());
            if state.decision() == Decision::Spring {
                let source = state.choose(&mut pick).unwrap();
                state.apply(source).unwrap();
            }
            let source = state.tiles().find(|laid| laid.tile.role == Some(RiverRole::Source)).unwrap();
            let cell = (i32::from(source.pos.x), i32::from(source.pos.y));
            let mut course = Course::from_source(cell, river_sides(source.tile, source.rotation)[0]);
            while state.undrawn().any(|(tile, _)| is_river(tile)) || state.tile_in_hand().is_some_and(is_river) {
                if state.setup().is_some() && placed[index] % 8 == 0 {
                    assert_as_set_up_anew(&state);
                }
                if let Some(tile) = state.tile_in_hand() {
                    let mut expected: Vec<(Action, Course)> = Vec::new();
                    for end in &course.ends {
                        let pos = Pos::new(end.next.0 as i16, end.next.1 as i16);
                        for rotation in Rotation::ALL.into_iter().filter(|&r| tile.canonical_rotation(r) == r) {
                            let next = course.with(tile, rotation, end.next);
                            if let Some(next) = next.filter(|_| matches(&state, tile, rotation, pos)) {
                                expected.push((Action::Place { pos, rotation }, next));
                            }
                        }
                    }
                    expected.sort_by_key(|(action, _)| *action);
                    let legal: Vec<_> = expected.iter().map(|(action, _)| *action).collect();
                    assert_eq!(state.legal_actions(), legal, "{} at {course:?}", tile.name);
                    let chosen = expected.swap_remove(pick(expected.len() as u32) as usize);
                    state.apply(chosen.0).unwrap();
                    course = chosen.1;
                    placed[index] += 1;
                } else {
                    let action = state.choose(&mut pick).unwrap();
                    state.apply(action).unwrap();
                }
            }
        }
    }
    assert!(placed.iter().all(|&tiles| tiles > 1400), "{placed:?}");
}

/// RIVER2-1, RIVER2-2, RIVER2-13, RIVER2-D4: source, fork, nine others with one end among them, and the lake, drawn in
/// this order; the start tile of the base is not drawn.
#[test]
fn the_river_has_twelve_tiles() {
    let tiles = catalogue::tiles_of(catalogue::set("river-2").unwrap());
    let with_role = |role| tiles.iter().filter(|tile| tile.role == role).count();
    assert_eq!(tiles.iter().map(|tile| u32::from(tile.count)).sum::<u32>(), 12);
    assert_eq!([Some(RiverRole::Source), Some(RiverRole::Fork), Some(RiverRole::Lake)].map(with_role), [1, 1, 1]);
    let ends = |tile: &&Tile| tile.sides.iter().filter(|&&side| side == Edge::River).count();
    let others: Vec<_> = tiles.iter().filter(|tile| tile.role.is_none()).collect();
    assert_eq!((others.len(), others.iter().filter(|tile| ends(tile) == 1).count()), (9, 1));

    for base in [Base::Classic, Base::V3, Base::Winter, Base::Fortress] {
        let state = State::new(Game::new(Options::new(base, 2).with(Module::River2)).unwrap());
        assert_eq!(state.game().start_tile().unwrap().role, Some(RiverRole::Source), "{base}");
        assert_eq!(state.tiles().count(), 1, "{base}");
        assert!(state.undrawn().all(|(tile, _)| !tile.start), "{base}");
    }
}

/// RIVER2-4, RIVER2-D19, RIVER2-2: whatever else is in play, only river tiles are drawn until the lake lies.
#[test]
fn only_river_tiles_are_drawn_before_the_lake() {
    let modules = [Module::River2, Module::Dragon, Module::Tower, Module::Cult, Module::Corn];
    for base in [Base::Classic, Base::Wheel] {
        let options = modules.into_iter().fold(Options::new(base, 3), Options::with);
        let mut state = State::new(Game::new(options).unwrap());
        let mut drawn = Vec::new();
        while drawn.len() < 12 {
            let action = state.choose(|count| count / 2).unwrap();
            if let Action::Draw(tile) = action {
                drawn.push(catalogue::tile(tile));
            }
            state.apply(action).unwrap();
        }
        assert_eq!(drawn[0].role, Some(RiverRole::Fork), "{base}");
        assert!(drawn[1..10].iter().all(|tile| is_river(tile) && tile.role.is_none()), "{base}");
        assert_eq!(drawn[10].role, Some(RiverRole::Lake), "{base}");
        assert!(!is_river(drawn[11]), "{base}");
    }
}

/// RIVER2-D19: a monastery of the river is a monastery for the limit of the cult.
#[test]
fn a_monastery_on_the_river_has_one_shrine() {
    // 10 at -2,0 and a monastery at -4,-1: a shrine at -3,-1 would have both beside it.
    let western = "river-2/10@-2,0/r0;river-2/03@-3,0/r3";
    let mut state = with_river(",cult", "0,0", western, ";E@-4,0/r1;B@-4,-1/r0");
    play(&mut state, "cult/03");
    assert_eq!(refused(&state, "-3,-1 r0"), "CULT-5");
    assert_eq!(legal_with(&state, "-2,-1"), "-2,-1 r0");
}

// The lake

/// RIVER2-16, RIVER2-X4, RIVER2-14, COMBO-12: with dragon the lake brings it, dragon tiles can be drawn at once, and the first
/// one makes it fly.
#[test]
fn the_dragon_comes_to_the_lake() {
    let before = "tiles=river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/03@-2,0/r3
        out=river-2/05;river-2/06;river-2/07;river-2/08;river-2/09;river-2/10;river-2/11;river-2/12";
    let mut state = position_on("classic", "river-2,dragon", "0,0", before);
    assert_eq!(state.dragon(), None);
    let events = play(&mut state, "river-2/04 | -1,1 r1");
    assert_eq!(state.dragon(), Some(Pos::new(-1, 1)));
    let moved = Event::DragonMoved { pos: Pos::new(-1, 1), player: None };
    assert!(events.contains(&moved), "{events:?}");
    assert_eq!(asked(&state), "draw 1");
    play(&mut state, "princess-dragon/24 | 1,0 r1 | pass");
    assert_eq!((asked(&state), legal(&state)), ("step-dragon 1".to_owned(), "dragon:N".to_owned()));

    let mut without = position_on("classic", "river-2", "0,0", before);
    let events = play(&mut without, "river-2/04 | -1,1 r1");
    assert_eq!(without.dragon(), None);
    assert!(!events.iter().any(|event| matches!(event, Event::DragonMoved { .. })));
}

/// RIVER2-D6, RIVER2-D18, RIVER2-14: on an ordinary river tile fairy and crown space are offered; on the lake nothing
/// is, though meeples and fairy would allow it; on the normal tile after it they are again.
#[test]
fn nothing_else_is_done_on_the_lake() {
    let out = "out=river-2/05;river-2/06;river-2/07;river-2/08;river-2/09;river-2/11;river-2/12";
    let line =
        format!("tiles=river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/03@-2,0/r3 {out} figures=1.meeple@-1,0/field:6");
    let mut state = position_on("classic", "river-2,dragon", "0,0", &line);
    play(&mut state, "river-2/10 | -1,1 r1");
    assert_eq!(legal(&state), "fairy@-1,0 | meeple@field:2 | meeple@monastery | pass");
    play(&mut state, "pass");
    assert_eq!(asked(&state), "draw 2");
    play(&mut state, "river-2/04 | -1,2 r1");
    assert_eq!(asked(&state), "draw 2", "neither a meeple nor anything else was asked on the lake");

    // The same with an own meeple on the table: Anna lays the lake.
    let line = format!("{line} next=2");
    let mut state = position_on("classic", "river-2,dragon", "0,0", &line);
    play(&mut state, "river-2/10 | -1,1 r1 | pass | river-2/04 | -1,2 r1");
    assert_eq!(asked(&state), "draw 1");
    play(&mut state, "B | 1,0 r0");
    assert_eq!(legal_with(&state, "fairy"), "fairy@-1,0");

    // The wheel: a crown space on a river tile, none on the lake.
    let line = format!("tiles=river-2/01@4,1/r2;river-2/02@5,1/r2;river-2/03@6,1/r1 {out} wheel=fortune");
    let mut state = position_on("wheel", "river-2", "0,0", &line);
    play(&mut state, "river-2/10 | 5,0 r1");
    assert!(legal(&state).contains("meeple@crown:storm"), "{}", legal(&state));
    play(&mut state, "pass | river-2/04 | 5,-1 r3");
    assert_eq!(asked(&state), "draw 2");
}

/// RIVER2-D7, RIVER2-15, COMBO-D25: the turn after the lake is one of its own: the fairy greets again.
#[test]
fn the_fairy_greets_in_the_turn_after_the_lake_too() {
    let out = "out=river-2/05;river-2/06;river-2/07;river-2/08;river-2/09;river-2/11;river-2/12";
    let line = format!(
        "tiles=river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/03@-2,0/r3 {out} figures=1.meeple@-1,0/field:6 fairy=-1,0 next=2"
    );
    let mut state = position_on("classic", "river-2,dragon", "0,0", &line);
    let events = play(&mut state, "river-2/10 | -1,1 r1 | pass");
    assert_eq!((awards(&events), asked(&state)), (vec![(1, "fairy", 1)], "draw 1".to_owned()));
    let events = play(&mut state, "river-2/04 | -1,2 r1");
    assert_eq!((awards(&events), asked(&state)), (vec![(1, "fairy", 1)], "draw 1".to_owned()));
    assert_eq!(state.points(), [2, 0]);
    let events = play(&mut state, "B | 1,0 r0 | pass");
    assert_eq!((awards(&events), asked(&state)), (vec![], "draw 2".to_owned()));
}

/// RIVER2-D7, TOWER-D11: and a ransom is paid in each of the two.
#[test]
fn the_turn_after_the_lake_has_its_own_ransom() {
    let out = "out=river-2/05;river-2/06;river-2/07;river-2/08;river-2/09;river-2/10;river-2/11;river-2/12";
    let line = format!("tiles=river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/03@-2,0/r3 {out} captives=2<1.meeplex3");
    let mut state = position_on("classic", "river-2,tower", "9,0", &line);
    play(&mut state, "ransom:2.meeple | river-2/04 | -1,1 r1");
    assert_eq!(asked(&state), "ransom 1");
    play(&mut state, "ransom:2.meeple | B | 1,0 r0");
    assert_eq!(refused(&state, "ransom:2.meeple"), "TOWER-29");
    assert_eq!(state.points(), [3, 6]);
}

/// RIVER2-D9: a portal leads to the lake as soon as the dragon has left it.
#[test]
fn a_portal_leads_to_the_lake_without_the_dragon() {
    let portal = |dragon: &str| {
        let rest = format!(" dragon={dragon}");
        let mut state = with_river(",dragon", "0,0", "river-2/03@-2,0/r3", &rest);
        play(&mut state, "princess-dragon/28 | 1,0 r3");
        state
    };
    assert_eq!(refused(&portal("-1,1"), "meeple@-1,1/field:3"), "DRAGON-5");
    assert!(legal(&portal("0,0")).contains("meeple@-1,1/field:"));
}

/// RIVER2-D15, RIVER2-1: a game has one river.
#[test]
fn two_rivers_are_refused() {
    let error = Game::new(Options::new(Base::Classic, 2).with(Module::River).with(Module::River2)).unwrap_err();
    assert_eq!(error.to_string(), "river and river-2 do not go together: a game has one river");
}

/// RIVER2-13, RIVER2-2, RIVER2-4: a position keeps to the order of the stacks too.
#[test]
fn positions_have_fork_pile_lake_and_land_in_order() {
    let defects = |tiles: &str, out: &str| {
        let line = "bastide-position 1 base=classic with=river-2 players=2 turn=9 next=1 points=0,0";
        let position = format!("{line} tiles=river-2/01@0,0/r0;{tiles} {out}");
        notation::parse_position(&position).map(|_| ()).map_err(|error| error.to_string())
    };
    let early = "the lake lies on the table, but river tiles are left (RIVER-3, RIVER2-13)";
    assert_eq!(defects("river-2/02@-1,0/r0;river-2/04@-1,1/r1", ""), Err(early.to_owned()));
    let land = "the tile at 1,0 is a land tile, but the river has not reached the lake (RIVER-5, RIVER2-2)";
    assert_eq!(defects("river-2/02@-1,0/r0;B@1,0/r0", ""), Err(land.to_owned()));
    let pile = "out=river-2/03;river-2/05;river-2/06;river-2/07;river-2/08;river-2/09;river-2/10;river-2/11;river-2/12";
    assert_eq!(defects("river-2/02@-1,0/r0;river-2/04@-1,1/r1;B@1,0/r0", pile), Ok(()));
    assert_eq!(defects("B@1,0/r0", &format!("{pile};river-2/04")), Err(land.to_owned()));
    let apart = "the tile at -1,0 does not fit: the fork is drawn first, then the pile of river tiles, then the lake, \
                 then land (RIVER2-2)";
    assert_eq!(defects("river-2/10@-1,0/r0", ""), Err(apart.to_owned()));
}

// Builder in the river phase

/// RIVER2-D17: the builder's turn draws from the river pile; if that is used up, it is the turn of the lake, with its
/// normal tile.
#[test]
fn a_builder_gives_a_river_tile_or_the_lake() {
    // The city of 08 at -2,1 with meeple and builder; 06 at -1,1 extends it.
    let tiles = "tiles=river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/07@-2,0/r3;river-2/08@-2,1/r1;river-2/03@-2,2/r2";
    let figures = "figures=1.meeple@-2,1/city:E;1.builder@-2,1/city:E";
    let mut state = position_on("classic", "river-2,traders-classic", "0,0", &format!("{tiles} {figures}"));
    let events = play(&mut state, "river-2/06 | -1,1 r3 | pass");
    assert!(events.contains(&Event::ExtraTurn { player: seat(1), why: ExtraTurnCause::Builder }));
    assert_eq!(asked(&state), "draw 1");
    assert_eq!(
        legal(&state),
        "river-2/05 | river-2/09 | river-2/10 | river-2/11 | river-2/12",
        "the extra turn draws from the river pile"
    );

    let out = "out=river-2/05;river-2/09;river-2/10;river-2/11;river-2/12";
    let mut state = position_on("classic", "river-2,traders-classic", "0,0", &format!("{tiles} {figures} {out}"));
    play(&mut state, "river-2/06 | -1,1 r3 | pass");
    assert_eq!((asked(&state), legal(&state)), ("draw 1".to_owned(), "river-2/04".to_owned()));
    play(&mut state, "river-2/04 | -1,2 r1");
    assert_eq!(asked(&state), "draw 1");
    let mut extended = state.clone();
    play(&mut state, "B | 1,0 r0 | pass");
    assert_eq!(asked(&state), "draw 2", "one tile of the lake, and no more");
    // The turn after the lake is none of the builder's, so the builder may give one after it (RIVER2-D7).
    play(&mut extended, "E | -3,1 r1 | pass");
    assert_eq!(asked(&extended), "draw 1", "{:?}", extended.figures());
    play(&mut extended, "B | 1,0 r0 | pass");
    assert_eq!(asked(&extended), "draw 2");
}

// Pig herd and inn

/// Three completed cities and an unfinished one beside the field north of the river, whose western end is 07 or 09.
fn field_with(western: &str, with: &str, figures: &str) -> State {
    let western = format!("river-2/{western}@-2,0/r3");
    let cities = ";H@1,0/r0;E@1,-1/r2;E@1,1/r0;H@2,0/r0;E@2,-1/r2";
    with_river(with, "0,0", &western, &format!("{cities} figures={figures}"))
}

fn projected(state: &State) -> Vec<i32> {
    state.projected_points().seats(state.points().len()).to_vec()
}

/// RIVER2-17, RIVER2-X1, RIVER2-18, COMBO-17: 3 cities give 12 points with the herd, 15 with the own pig too, 9 without both;
/// to the owner of the field, whoever that is.
#[test]
fn a_herd_adds_a_point_for_each_city() {
    assert_eq!(projected(&field_with("07", "", "2.meeple@-2,0/field:1")), [0, 9]);
    assert_eq!(projected(&field_with("09", "", "2.meeple@-2,0/field:1")), [0, 12]);
    let pig = "2.meeple@-2,0/field:1;2.pig@1,0/field:3";
    assert_eq!(projected(&field_with("09", ",traders-classic", pig)), [0, 15]);
    // A pig of another player gives nothing.
    let theirs = "2.meeple@-2,0/field:1;2.meeple@1,0/field:3;1.meeple@0,0/field:1;1.pig@0,0/field:1";
    assert_eq!(projected(&field_with("09", ",traders-classic", theirs)), [0, 12]);
    // A farmer far from the herd owns it as well, and two owners get it both.
    let both = "1.meeple@1,0/field:3;2.meeple@0,0/field:1";
    assert_eq!(projected(&field_with("09", "", both)), [12, 12]);
}

/// RIVER2-D13: the herd means nothing to the famine of the wheel.
#[test]
fn a_herd_does_not_feed_in_a_famine() {
    let line = "tiles=river-2/01@4,1/r2;river-2/02@5,1/r2;river-2/09@6,1/r0;river-2/04@5,0/r3;W14@7,1/r0;W17@7,0/r2
        out=river-2/03;river-2/05;river-2/06;river-2/07;river-2/08;river-2/10;river-2/11;river-2/12
        figures=1.meeple@6,1/field:1 wheel=fortune";
    let mut state = position_on("wheel", "river-2", "0,0", line);
    assert_eq!(projected(&state), [4, 0], "one completed city, and the herd counts in the end");
    let events = play(&mut state, "W29b");
    assert_eq!(awards(&events), [(1, "wheel", 1)]);
}

/// RIVER2-20, RIVER2-D11, COMBO-19: the inn on the road of 12 counts only with Inns and Cathedrals of either edition.
#[test]
fn the_inn_counts_with_inns_and_cathedrals() {
    let western = "river-2/12@-2,0/r0;river-2/03@-3,0/r3";
    let road = |with: &str| {
        let state = with_river(with, "0,0", western, ";A@-2,-1/r0 figures=1.meeple@-2,0/road:N");
        let mut complete = state.clone();
        let events = play(&mut complete, "A | -2,1 r2 | pass");
        (projected(&state)[0], awards(&events))
    };
    assert_eq!(road(""), (2, vec![(1, "road", 3)]));
    assert_eq!(road(",inns-classic"), (0, vec![(1, "road", 6)]));
    assert_eq!(road(",inns").1, [(1, "road", 6)]);
    assert_eq!(road(",large"), (2, vec![(1, "road", 3)]));
}
