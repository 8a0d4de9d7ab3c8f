//! Rules of Mage and Witch that need a table set up by hand.

use bastide_rules::{Action, Base, Event, Game, MagicAsideCause, MagicFigure, Module, Options, State};

use crate::table::{
    asked, assert_as_set_up_anew, awards, legal, legal_with, play, position, refused, region, seat, size, spot, stands,
    worth,
};

const MAGE: MagicFigure = MagicFigure::Mage;
const WITCH: MagicFigure = MagicFigure::Witch;

/// Everything is complete but two cities, which the tile mage-witch/D at 0,-2 completes.
///
/// ```text
/// E  .. E
/// B  E  B
/// A  Ds A
/// ```
const CLOSED: &str = "tiles=Ds@0,0/r0;E@0,-1/r2;A@-1,0/r3;A@1,0/r1;B@-1,-1/r0;B@1,-1/r0;E@-1,-2/r1;E@1,-2/r3";

/// Roads to the west and to the east of the gap at 1,0.
///
/// ```text
/// Ds .. U
/// B  B  B
/// ```
const GAP: &str = "tiles=Ds@0,0/r0;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1";

/// Where mage and witch stand.
fn both(state: &State) -> [String; 2] {
    [stands(state, MAGE), stands(state, WITCH)]
}

/// MAGIC-1: eight tiles with the symbol, and both figures beside the play area.
#[test]
fn eight_symbols_come_with_the_module() {
    let game = Game::new(Options::new(Base::V3, 2).with(Module::Magic)).unwrap();
    let symbols = game.tiles().filter(|(tile, _)| tile.symbols.magic).map(|(_, copies)| u32::from(copies)).sum::<u32>();
    assert_eq!(symbols, 8);
    assert_eq!(game.tile_count(), Game::new(Options::new(Base::V3, 2)).unwrap().tile_count() + 8);
    assert_eq!(both(&State::new(game)), ["aside", "aside"]);
}

/// MAGIC-7, MAGIC-D12, MAGIC-D17: no road or city is incomplete: one of the figures must leave, and the player
/// chooses. Its city is scored without it, the other one with it.
#[test]
fn without_a_feature_a_figure_leaves() {
    let rest = format!(
        "{CLOSED} magic=mage@-1,-2/city:E;witch@1,-2/city:W figures=1.meeple@-1,-2/city:E;2.meeple@1,-2/city:W"
    );
    let mut state = position("magic", "0,0", &rest);
    play(&mut state, "mage-witch/D | 0,-2 r0");
    assert_eq!(asked(&state), "magic 1");
    assert_eq!(legal(&state), "mage@aside | witch@aside");
    assert_eq!(refused(&state, "mage@1,-2/city:W"), "MAGIC-3");
    assert!(state.why_not(Action::Pass).is_some());
    let mut other = state.clone();
    let events = play(&mut state, "witch@aside | pass");
    assert_eq!(events[0], Event::MagicAside { figure: WITCH, why: MagicAsideCause::NoPlace });
    let home = Event::MagicAside { figure: MAGE, why: MagicAsideCause::Completed };
    assert!(events.contains(&home), "{events:?}");
    assert_eq!(state.points(), [6, 4]);
    assert_eq!(both(&state), ["aside", "aside"]);
    play(&mut other, "mage@aside | pass");
    assert_eq!(other.points(), [4, 2]);
}

/// MAGIC-7: only one figure is in the play area, so it must be that one.
#[test]
fn a_figure_beside_the_play_area_cannot_leave_it() {
    let mut state = position("magic", "0,0", &format!("{CLOSED} magic=witch@1,-2/city:W"));
    play(&mut state, "mage-witch/D | 0,-2 r0");
    assert_eq!(legal(&state), "witch@aside");
    assert_eq!(refused(&state, "mage@aside"), "MAGIC-7");
}

/// MAGIC-8: nobody is in the play area and no feature is left: nothing happens.
#[test]
fn without_a_feature_and_a_figure_nothing_happens() {
    let mut state = position("magic", "0,0", CLOSED);
    play(&mut state, "mage-witch/D | 0,-2 r0");
    assert_eq!(asked(&state), "deploy 1");
}

/// MAGIC-D1, MAGIC-7: one feature is free, so the duty must be fulfilled there, and nobody may be put aside. What is
/// closed to one figure is closed to the other.
#[test]
fn a_single_free_feature_must_be_used() {
    let rest = format!("{CLOSED} magic=mage@-1,-2/city:E").replace("A@-1,0/r3;", "");
    let mut state = position("magic", "0,0", &rest);
    play(&mut state, "mage-witch/D | 0,-2 r0");
    assert_eq!(legal(&state), "mage@0,0/road:E | witch@0,0/road:E");
    assert_eq!(refused(&state, "mage@aside"), "MAGIC-7");
}

/// MAGIC-6, MAGIC-7, MAGIC-D13: the mage's road is the only incomplete feature; he leaves it, and the next symbol may
/// bring him back to it.
#[test]
fn a_figure_beside_the_play_area_may_go_where_it_came_from() {
    let rest = format!("{CLOSED} magic=mage@0,0/road:E").replace("A@-1,0/r3;", "");
    let mut state = position("magic", "0,0", &rest);
    play(&mut state, "mage-witch/D | 0,-2 r0");
    assert_eq!(legal(&state), "mage@aside");
    play(&mut state, "mage@aside | pass");
    play(&mut state, "U | -1,0 r1 | pass");
    // The symbol extends that road.
    play(&mut state, "mage-witch/F | -2,0 r0");
    assert_eq!(size(&state, "0,0/road:E"), (4, 1));
    assert_eq!(legal_with(&state, "mage"), "mage@-2,0/city:N | mage@-2,0/road:E");
}

/// MAGIC-12: a tile without the symbol that joins nothing leaves both figures where they are, also on the road that it
/// extends.
#[test]
fn figures_move_only_when_they_must() {
    let mut state = position("magic", "0,0", "tiles=Ds@0,0/r0 magic=mage@0,0/road:E;witch@0,0/city:N");
    play(&mut state, "U | 1,0 r1");
    assert_eq!(asked(&state), "deploy 1");
    let events = play(&mut state, "meeple@road:E");
    assert_eq!((asked(&state).as_str(), both(&state)), ("draw 2", ["0,0/road:E".into(), "0,0/city:N".into()]));
    assert!(!events.iter().any(|event| matches!(event, Event::MagicMoved { .. })));
}

/// MAGIC-9, MAGIC-12, MAGIC-D14: a tile without the symbol joins the roads of both: the active player must move one of
/// them at once, to a feature that is not the common one.
#[test]
fn a_tile_parts_mage_and_witch() {
    let rest = format!("{GAP} magic=mage@0,0/road:E;witch@2,0/road:E figures=1.meeple@0,0/road:E next=2");
    let mut state = position("magic", "0,0", &rest);
    play(&mut state, "U | 1,0 r1");
    assert_eq!(asked(&state), "magic 2");
    assert_eq!(legal(&state), "mage@0,0/city:N | witch@0,0/city:N");
    assert_eq!(refused(&state, "mage@2,0/road:E"), "MAGIC-6");
    assert_eq!(refused(&state, "witch@2,0/road:E"), "MAGIC-6");
    assert_eq!(refused(&state, "witch@aside"), "MAGIC-7");
    let mut other = state.clone();
    play(&mut state, "witch@0,0/city:N");
    assert_eq!(asked(&state), "deploy 2");
    assert_eq!(both(&state), ["0,0/road:E", "0,0/city:N"]);
    assert_eq!(worth(&state, "1,0/road:E"), 6);
    play(&mut state, "pass");
    assert_as_set_up_anew(&state);
    play(&mut other, "mage@0,0/city:N");
    assert_eq!(both(&other), ["0,0/city:N", "2,0/road:E"]);
    assert_eq!(worth(&other, "1,0/road:E"), 2);
}

/// MAGIC-9, MAGIC-7: they are joined and no other feature is left: one goes beside the play area.
#[test]
fn joined_figures_without_a_feature() {
    let rest = format!("{GAP} magic=mage@0,0/road:E;witch@2,0/road:E").replace("B@0,1", "E@0,-1/r2;B@0,1");
    let mut state = position("magic", "0,0", &rest);
    play(&mut state, "U | 1,0 r1");
    assert_eq!(legal(&state), "mage@aside | witch@aside");
    play(&mut state, "mage@aside");
    assert_eq!((asked(&state).as_str(), both(&state)), ("deploy 1", ["aside".into(), "2,0/road:E".into()]));
}

/// MAGIC-D2: a symbol that also joins both features asks for one move only.
#[test]
fn one_move_fulfils_both_duties() {
    let rest = "tiles=Ds@0,0/r0;B@0,1/r0;U@1,1/r0 magic=mage@0,0/road:E;witch@1,1/road:N";
    let mut state = position("magic", "0,0", rest);
    play(&mut state, "mage-witch/E | 1,0 r1");
    assert_eq!(asked(&state), "magic 1");
    let free = ["0,0/city:N", "1,0/city:E", "1,0/city:N"];
    let expected = ["mage", "witch"].map(|figure| free.map(|place| format!("{figure}@{place}")).join(" | "));
    let mut found: Vec<_> = legal(&state).split(" | ").map(str::to_owned).collect();
    let mut expected: Vec<_> = expected.join(" | ").split(" | ").map(str::to_owned).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    play(&mut state, "mage@0,0/city:N");
    assert_eq!(asked(&state), "deploy 1");
}

/// MAGIC-D3, MAGIC-10: the tile that joins them completes the road as well: first one leaves, then the other one
/// changes the points.
#[test]
fn joined_figures_part_before_the_scoring() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1;A@3,0/r1 \
                magic=mage@0,0/road:E;witch@2,0/road:E figures=1.meeple@0,0/road:E";
    let mut state = position("magic", "0,0", rest);
    play(&mut state, "U | 1,0 r1");
    assert_eq!((asked(&state).as_str(), size(&state, "0,0/road:E")), ("magic 1", (5, 0)));
    let mut other = state.clone();
    let events = play(&mut state, "mage@0,0/city:N | pass");
    assert_eq!(awards(&events), [(1, "road", 3)]);
    assert_eq!(both(&state), ["0,0/city:N", "aside"]);
    let events = play(&mut other, "witch@0,0/city:N | pass");
    assert_eq!(awards(&events), [(1, "road", 10)]);
    assert_eq!(both(&other), ["aside", "0,0/city:N"]);
}

/// A city of eight tiles with two coats of arms; the tile at 3,-1 is still missing. Both players have a knight.
///
/// ```text
/// E  .. .. .. .. ..
/// N  F  R  F  G  ..
/// .. .. Ds
/// ```
const LARGE_CITY: &str = "tiles=Ds@0,0/r0;R@0,-1/r2;F@1,-1/r0;F@-1,-1/r0;G@2,-1/r0;N@-2,-1/r0;E@-2,-2/r2 \
                          figures=1.meeple@0,0/city:N;2.meeple@1,-1/city:E";

/// MAGIC-X1, MAGIC-13, MAGIC-14, MAGIC-16, MAGIC-17: 8 tiles and 2 coats of arms are 20, with the mage 28, with the
/// witch 10, for each of the tied players.
#[test]
fn a_large_city_with_mage_or_witch() {
    for (magic, points) in [("", 20), ("magic=mage@-1,-1/city:E", 28), ("magic=witch@-1,-1/city:E", 10)] {
        let mut state = position("magic", "0,0", &format!("{LARGE_CITY} {magic}"));
        let events = play(&mut state, "E | 3,-1 r3 | pass");
        assert_eq!(awards(&events), [(1, "city", points), (2, "city", points)]);
        assert_eq!(both(&state), ["aside", "aside"]);
    }
}

/// MAGIC-X2, MAGIC-X3, MAGIC-15, MAGIC-18: one tile completes a road of 5 with the witch and a road of 3 with the mage.
///
/// ```text
/// A  Ds +  U  U  U  A
/// .. B  B  B
/// ```
#[test]
fn two_roads_with_mage_and_witch() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1;U@3,0/r1;U@4,0/r1;A@5,0/r1 \
                magic=mage@0,0/road:E;witch@3,0/road:E figures=1.meeple@0,0/road:E;2.meeple@4,0/road:E";
    let mut state = position("magic", "0,0", rest);
    let events = play(&mut state, "W | 1,0 r2 | pass");
    assert_eq!(state.points(), [6, 3]);
    assert_eq!(awards(&events).len(), 2);
    assert_eq!(both(&state), ["aside", "aside"]);
    let sums: Vec<_> = events
        .iter()
        .filter_map(|event| if let Event::Scored(award) = event { Some(award.value.to_string()) } else { None })
        .collect();
    assert!(sums.contains(&"3 tiles × 1 + 3 tiles with the mage × 1 = 6".to_owned()), "{sums:?}");
    assert!(sums.contains(&"5 tiles × 1 = 5, halved by the witch: 3".to_owned()), "{sums:?}");
}

/// MAGIC-X4, MAGIC-16, MAGIC-17: a cathedral city of 6 tiles and a coat of arms, and an inn road of 3 tiles.
#[test]
fn cathedral_and_inn_with_mage_or_witch() {
    let city =
        "tiles=Ds@0,0/r0;inns-cathedrals-v3/Ka@0,-1/r0;E@0,-2/r2;F@1,-1/r0;E@2,-1/r3 figures=1.meeple@0,0/city:N";
    for (magic, points) in [("", 21), ("magic=mage@0,0/city:N", 27), ("magic=witch@0,0/city:N", 11)] {
        let mut state = position("inns,magic", "0,0", &format!("{city} {magic}"));
        assert_eq!(awards(&play(&mut state, "E | -1,-1 r1 | pass")), [(1, "city", points)]);
    }
    let road = "tiles=Ds@0,0/r0;A@-1,0/r3 figures=1.meeple@0,0/road:E";
    for (magic, points) in [("", 6), ("magic=mage@0,0/road:E", 9), ("magic=witch@0,0/road:E", 3)] {
        let mut state = position("inns,magic", "0,0", &format!("{road} {magic}"));
        assert_eq!(awards(&play(&mut state, "inns-cathedrals-v3/C | 1,0 r0 | pass")), [(1, "road", points)]);
    }
}

/// MAGIC-X5, MAGIC-19, MAGIC-D7, MAGIC-D15: an inn road of 4 tiles with the mage is worth 8 at the end, a city of 3
/// tiles with 2 coats of arms and the witch 3. The figures stay where they are.
#[test]
fn the_final_scoring_with_mage_and_witch() {
    let rest = "end-after=6 tiles=Ds@0,0/r0;inns-cathedrals-v3/B@1,0/r0;U@2,0/r1;U@3,0/r1;F@0,-1/r1;F@0,-2/r1 \
                magic=mage@0,0/road:E;witch@0,0/city:N figures=1.meeple@0,0/road:E;2.meeple@0,0/city:N";
    let mut state = position("inns,magic", "0,0", rest);
    assert_eq!(state.projected_points().seats(2), [8, 3]);
    let events = play(&mut state, "B | 0,1 r0 | pass");
    assert_eq!(asked(&state), "over");
    assert_eq!(awards(&events), [(1, "road", 8), (2, "city", 3)]);
    assert_eq!(state.points(), [8, 3]);
    assert!(!events.iter().any(|event| matches!(event, Event::MagicMoved { .. })));
}

/// MAGIC-D7, MAGIC-19: an incomplete cathedral city counts one for each tile and coat of arms, and one for each tile
/// more with the mage.
#[test]
fn an_incomplete_cathedral_with_the_mage() {
    let rest =
        "tiles=Ds@0,0/r0;inns-cathedrals-v3/Ka@0,-1/r0;F@1,-1/r0 magic=mage@0,0/city:N figures=2.meeple@1,-1/city:E";
    let state = position("inns,magic", "0,0", rest);
    assert_eq!(state.projected_points().seats(2), [0, 7]);
}

/// MAGIC-D8: the robber takes half of what was scored, after the witch has taken half of the road.
#[test]
fn robber_and_witch_halve_one_after_the_other() {
    let rest =
        "tiles=Ds@0,0/r0;A@-1,0/r3;U@1,0/r1;U@2,0/r1 magic=witch@0,0/road:E figures=1.meeple@0,0/road:E robbers=-,4";
    let mut state = position("magic,robbers", "4,9", rest);
    let events = play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(awards(&events), [(1, "road", 3), (2, "robbery", 2)]);
    assert_eq!(state.points(), [7, 11]);
}

/// MAGIC-D9: a message counts the mage, and he stays.
#[test]
fn a_message_counts_the_mage() {
    let rest = "tiles=Ds@0,0/r0;U@1,0/r1 magic=mage@0,0/road:E figures=1.meeple@0,0/city:N;1.meeple@0,0/road:E";
    let mut state = position("magic,messages", "1,0", rest);
    // The city of two tiles brings 4 points, and the marker stops on 5.
    play(&mut state, "E | 0,-1 r2 | pass | marker:meeple | message:2 | act@0,0/road:E");
    assert_eq!(state.points(), [1 + 4 + 4, 0]);
    assert_eq!(stands(&state, MAGE), "0,0/road:E");
}

/// MAGIC-D10: the mage in a city changes neither goods nor gold nor the field, nor the monastery beside it.
#[test]
fn everything_else_is_not_affected() {
    let rest = "tiles=Ds@0,0/r0;traders-builders-v3/G@0,-1/r3;B@1,-1/r0 magic=mage@0,0/city:N ingots=1@0,0 \
                figures=1.meeple@0,0/city:N;2.meeple@1,-1/monastery;2.meeple@0,-1/field:1";
    let mut state = position("magic,goods,gold", "0,0", rest);
    assert_eq!((worth(&state, "1,-1/monastery"), worth(&state, "0,-1/field:1")), (3, 0));
    let events = play(&mut state, "E | -1,-1 r1 | pass");
    assert_eq!(awards(&events), [(1, "city", 9)]);
    let goods: Vec<_> = events.iter().filter(|event| matches!(event, Event::GoodsTaken { count: 1, .. })).collect();
    assert_eq!((goods.len(), state.ingots(seat(1))), (1, 1));
    assert_eq!(worth(&state, "0,-1/field:1"), 3);
}

/// MAGIC-D11, MAGIC-D4, FERRY-D7: a ferry leaves the road of the mage, which is complete then: it is scored with him if
/// a meeple stands there, and he leaves in any case.
#[test]
fn a_part_cut_off_by_a_ferry_loses_its_figure() {
    for (figures, points) in [("figures=1.meeple@0,0/road:E", 6), ("", 0)] {
        let rest = format!(
            "tiles=Ds@0,0/r0;A@-1,0/r3;ferries/B@1,0/r0 ferries=1,0/road:E-road:W \
             magic=mage@0,0/road:E;witch@0,0/city:N {figures}"
        );
        let mut state = position("ferries,magic", "0,0", &rest);
        play(&mut state, "U | 2,0 r1 | pass | ferry 1,0 road:E-road:S");
        assert_eq!(state.points(), [points, 0]);
        assert_eq!(both(&state), ["aside", "0,0/city:N"]);
        assert_as_set_up_anew(&state);
    }
    // On the other side of the ferry he stays.
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;ferries/B@1,0/r0 ferries=1,0/road:E-road:W magic=mage@1,0/road:E \
                figures=1.meeple@0,0/road:E";
    let mut state = position("ferries,magic", "0,0", rest);
    play(&mut state, "U | 2,0 r1 | pass | ferry 1,0 road:E-road:S");
    assert_eq!((state.points(), both(&state)), ([3, 0].as_slice(), ["1,0/road:E".into(), "aside".into()]));
    assert_eq!(worth(&state, "2,0/road:E"), 4);
}

/// MAGIC-D5: the exact segment is chosen on a road that a ferry could split; elsewhere the feature has one name.
#[test]
fn the_segment_matters_where_ferries_are() {
    let rest = "tiles=Ds@0,0/r0;U@-1,0/r1";
    let mut state = position("magic,ferries", "0,0", rest);
    play(&mut state, "mage-witch/A | 1,0 r0");
    let on_road = ["mage@-1,0/road:E", "mage@0,0/road:E", "mage@1,0/road:W"];
    assert!(on_road.iter().all(|text| legal(&state).split(" | ").any(|legal| legal == *text)));
    play(&mut state, "mage@1,0/road:W");
    assert_eq!(stands(&state, MAGE), "1,0/road:W");

    let mut state = position("magic", "0,0", rest);
    play(&mut state, "mage-witch/A | 1,0 r0");
    let road = region(&state, "1,0/road:W").spots();
    let listed = |index: usize| state.is_legal(Action::Magic { figure: MAGE, spot: road[index] });
    assert_eq!([0, 1, 2].map(listed), [true, false, false]);
    let other = Action::Magic { figure: MAGE, spot: spot(&state, "1,0/road:W") };
    assert_eq!(state.why_not(other).unwrap().rule(), "MAGIC-D5");
}
