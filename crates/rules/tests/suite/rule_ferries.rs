//! Rules of the Ferries that need a table set up by hand, the tile data, or the regions built anew.

use bastide_rules::{
    Action, Base, Event, Feature, Ferry, FigureKind, Game, LaidTile, MagicFigure, Module, Options, Port, Pos, Side,
    Spot, StandingMagic, State,
};

use crate::table::{
    Numbers, action, asked, assert_as_set_up_anew, awards, legal, legal_with, play, position, refused, region, seat,
    size, spot, stands, supply,
};

/// The ferry of a lake at x, 0.
fn ferry(x: i16, ends: [u8; 2]) -> Ferry {
    Ferry { at: Pos::new(x, 0), ends }
}

/// Two lakes with a gap at 2,0 between them; their ferries connect east and west.
///
/// ```text
/// .. B  B  B
/// Ds ~B .. ~B
/// ```
const GAP: &str = "tiles=Ds@0,0/r0;B@1,-1/r0;B@2,-1/r0;B@3,-1/r0;ferries/B@1,0/r0;ferries/B@3,0/r0 \
                   ferries=1,0/road:E-road:W;3,0/road:E-road:W";

/// FERRY-1, FERRY-D12, FERRY-D13: eight lakes of the set, each with three or four roads that all end there; the ferry
/// supply is as large. No road of a lake separates fields otherwise than the tile data says.
#[test]
fn eight_lakes_come_with_the_module() {
    let game = Game::new(Options::new(Base::V3, 2).with(Module::Ferries)).unwrap();
    let without = Game::new(Options::new(Base::V3, 2)).unwrap();
    assert_eq!(game.tile_count(), without.tile_count() + 8);
    let lakes: Vec<_> = game.tiles().filter(|(tile, _)| tile.symbols.ferry_lake).collect();
    assert_eq!(lakes.iter().map(|&(_, copies)| u32::from(copies)).sum::<u32>(), 8);
    let roads = |letter: &str| {
        let (tile, copies) = lakes.iter().find(|(tile, _)| tile.name == letter).unwrap();
        let roads = tile.segments.iter().filter(|segment| segment.feature == Feature::Road);
        let ends: Vec<u32> = roads.map(|road| road.ports.iter().count() as u32).collect();
        (*copies, ends)
    };
    assert_eq!(roads("A"), (3, vec![1, 1, 1]));
    assert_eq!(roads("B"), (4, vec![1, 1, 1]));
    assert_eq!(roads("C"), (1, vec![1, 1, 1, 1]));
    assert!(State::new(game).ferries().is_empty());
}

/// FERRY-3, FERRY-4: a ferry goes on the lake just laid and on no other.
#[test]
fn a_ferry_goes_on_the_lake_just_laid() {
    let mut state = position("ferries", "0,0", "tiles=Ds@0,0/r0;ferries/B@1,0/r0 ferries=1,0/road:E-road:W");
    play(&mut state, "ferries/B | 2,0 r0 | pass");
    assert_eq!(asked(&state), "put-ferry 1");
    assert_eq!(legal(&state), "ferry road:E-road:S | ferry road:E-road:W | ferry road:S-road:W");
    let elsewhere = Action::Ferry { at: Pos::new(1, 0), ends: [0, 1] };
    assert_eq!(state.why_not(elsewhere).unwrap().rule(), "FERRY-3");
    let swapped = Action::Ferry { at: Pos::new(2, 0), ends: [1, 0] };
    assert_eq!(state.why_not(swapped).unwrap().rule(), "FERRY-4");
    let events = play(&mut state, "ferry road:E-road:S | pass");
    let put = Event::FerryPut { at: Pos::new(2, 0), ends: [0, 1], is_move: false };
    assert_eq!(events, [put]);
    assert_eq!(state.ferries(), [ferry(1, [0, 2]), ferry(2, [0, 1])]);
    assert_as_set_up_anew(&state);
}

/// FERRY-11, FERRY-13: a tile between two lakes makes both ferries first ones; both may be moved, in any order, each
/// once, or none.
#[test]
fn several_first_ferries_may_all_be_moved() {
    let mut state = position("ferries", "0,0", GAP);
    play(&mut state, "U | 2,0 r1 | pass");
    assert_eq!(asked(&state), "move-ferry 1");
    let all =
        "ferry 1,0 road:E-road:S | ferry 1,0 road:S-road:W | ferry 3,0 road:E-road:S | ferry 3,0 road:S-road:W | pass";
    assert_eq!(legal(&state), all);

    let mut none = state.clone();
    play(&mut none, "pass");
    assert_eq!(asked(&none), "draw 2");
    assert_eq!(size(&none, "2,0/road:E"), (4, 2));

    let mut one = state.clone();
    play(&mut one, "ferry 3,0 road:E-road:S");
    assert_eq!(asked(&one), "move-ferry 1");
    assert_eq!(legal(&one), "ferry 1,0 road:E-road:S | ferry 1,0 road:S-road:W | pass");
    assert_eq!(refused(&one, "ferry 3,0 road:S-road:W"), "FERRY-10");
    play(&mut one, "pass");
    assert_eq!(size(&one, "2,0/road:E"), (4, 1));
    assert_eq!(size(&one, "3,0/road:E"), (1, 2));
    assert_as_set_up_anew(&one);

    let events = play(&mut state, "ferry 1,0 road:E-road:S | ferry 3,0 road:S-road:W");
    let moved = |x, ends| Event::FerryPut { at: Pos::new(x, 0), ends, is_move: true };
    assert_eq!(events, [moved(1, [0, 1]), moved(3, [1, 2])]);
    assert_eq!(asked(&state), "draw 2");
    assert_eq!(state.ferries(), [ferry(1, [0, 1]), ferry(3, [1, 2])]);
    assert_eq!(size(&state, "0,0/road:E"), (2, 1));
    assert_eq!(size(&state, "2,0/road:E"), (3, 2));
    assert_eq!(size(&state, "3,0/road:E"), (1, 1));
    assert_as_set_up_anew(&state);
}

/// FERRY-11, FERRY-D4, FERRY-D6: a crossing extends several roads, and each has its first ferry; on the road of the
/// inn with four ends every branch is followed.
///
/// ```text
/// Ds ~B +  ~B
/// .. U  .. U
/// .. V  U  V
/// ```
#[test]
fn every_branch_is_followed() {
    for (modules, tile) in [("ferries", "X"), ("ferries,inns", "inns-cathedrals-v3/W")] {
        let rest = "tiles=Ds@0,0/r0;ferries/B@1,0/r0;U@1,1/r0;V@1,2/r2;U@2,2/r1;V@3,2/r1;U@3,1/r0;ferries/B@3,0/r0 \
                    ferries=1,0/road:E-road:W;3,0/road:E-road:W";
        let mut state = position(modules, "0,0", rest);
        play(&mut state, &format!("{tile} | 2,0 r0 | pass"));
        let first = "ferry 1,0 road:E-road:S | ferry 1,0 road:S-road:W";
        assert_eq!(legal(&state), format!("{first} | ferry 3,0 road:E-road:S | ferry 3,0 road:S-road:W | pass"));
        play(&mut state, "ferry 3,0 road:S-road:W | ferry 1,0 road:E-road:S");
        assert_as_set_up_anew(&state);
    }
}

/// FERRY-10, FERRY-D4, FERRY-D6: a ferry that comes within reach only because another one was moved stays where it is.
///
/// ```text
/// Ds ~B +
/// .. U
/// .. ~B
/// ```
#[test]
fn a_moved_ferry_brings_no_other_within_reach() {
    let rest = "tiles=Ds@0,0/r0;ferries/B@1,0/r0;U@1,1/r0;ferries/B@1,2/r2 \
                ferries=1,0/road:E-road:W;1,2/road:N-road:E";
    let mut state = position("ferries", "0,0", rest);
    play(&mut state, "U | 2,0 r1 | pass");
    assert_eq!(legal(&state), "ferry 1,0 road:E-road:S | ferry 1,0 road:S-road:W | pass");
    assert_eq!(refused(&state, "ferry 1,2 road:W-road:N"), "FERRY-10");
    play(&mut state, "ferry 1,0 road:E-road:S");
    // The road goes from 2,0 over both ferries now, but the second is not asked for.
    assert_eq!(size(&state, "2,0/road:E"), (4, 2));
    assert_eq!(asked(&state), "draw 2");
    assert_as_set_up_anew(&state);
}

/// FERRY-D4, FERRY-D8: a loop meets its ferry on two branches; it is one ferry. The loop is complete and counts the
/// lake once.
#[test]
fn a_loop_meets_its_ferry_twice() {
    let rest =
        "tiles=Ds@0,0/r0;ferries/B@1,0/r0;V@2,0/r0;V@1,1/r2 ferries=1,0/road:E-road:S figures=1.meeple@2,0/road:S";
    let mut state = position("ferries", "0,0", rest);
    play(&mut state, "V | 2,1 r1 | pass");
    assert_eq!(legal(&state), "ferry 1,0 road:E-road:W | ferry 1,0 road:S-road:W | pass");
    let mut opened = state.clone();

    let events = play(&mut state, "pass");
    assert_eq!(awards(&events), [(1, "road", 4)]);
    assert_eq!((size(&state, "2,1/road:N"), supply(&state, 1, FigureKind::Meeple)), ((4, 0), 7));
    assert_as_set_up_anew(&state);

    // Both ends are on one road, so the road does not fall apart; it is joined with that of the start tile.
    play(&mut opened, "ferry 1,0 road:E-road:W");
    assert_eq!(opened.points(), [0, 0]);
    assert_eq!(size(&opened, "1,1/road:N"), (5, 1));
    assert_eq!(size(&opened, "0,0/road:W"), (5, 1));
    assert_eq!(region(&opened, "0,0/road:W").strength(seat(1)), 1);
    assert_as_set_up_anew(&opened);
}

/// FERRY-D8, FERRY-17: a lake closes a loop; the ferry connects two ends of one road, and the road is scored with four
/// tiles.
#[test]
fn a_ferry_can_close_a_loop() {
    let rest = "tiles=Ds@0,0/r0;B@0,1/r0;V@1,1/r2;V@2,1/r1;V@2,0/r0 figures=2.meeple@2,1/road:N";
    let mut state = position("ferries", "0,0", rest);
    play(&mut state, "ferries/B | 1,0 r0 | pass");
    assert_eq!(size(&state, "1,0/road:E"), (4, 0));
    let before = state.clone();
    let events = play(&mut state, "ferry road:E-road:S");
    assert_eq!(awards(&events), [(2, "road", 4)]);
    assert_as_set_up_anew(&state);
    // With another pair the road is open in the west.
    let mut other = before;
    let events = play(&mut other, "ferry road:S-road:W");
    assert_eq!(awards(&events), []);
    assert_eq!(size(&other, "1,0/road:E"), (5, 1));
    assert_as_set_up_anew(&other);
}

/// FERRY-19, FERRY-17, FERRY-5: a completed road over a ferry is worth one point for each tile.
#[test]
fn a_completed_road_over_a_ferry_counts_each_tile_once() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;B@0,1/r0;A@1,1/r2 figures=1.meeple@0,0/road:E";
    let mut state = position("ferries", "0,0", rest);
    let events = play(&mut state, "ferries/B | 1,0 r0 | pass | ferry road:S-road:W");
    assert_eq!(awards(&events), [(1, "road", 4)]);
    assert_as_set_up_anew(&state);
}

/// FERRY-16, FERRY-D2: a part that a moved ferry cuts off is complete and scored as it is after the move; the other
/// part is complete as well and empty.
#[test]
fn a_moved_ferry_can_complete_two_roads() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;ferries/B@1,0/r0;B@0,1/r0;W@1,1/r3 ferries=1,0/road:E-road:W \
                figures=2.meeple@0,0/road:E";
    let mut state = position("ferries", "0,0", rest);
    assert_eq!(size(&state, "0,0/road:E"), (3, 1));
    play(&mut state, "A | 2,0 r1");
    assert_eq!(refused(&state, "meeple@road:W"), "BASE-19");
    play(&mut state, "pass");
    let mut stays = state.clone();
    let events = play(&mut stays, "pass");
    assert_eq!(awards(&events), [(2, "road", 4)]);
    let events = play(&mut state, "ferry 1,0 road:E-road:S");
    assert_eq!(awards(&events), [(2, "road", 3)]);
    assert_eq!((size(&state, "1,1/road:N"), size(&state, "0,0/road:E")), ((3, 0), (3, 0)));
    assert_as_set_up_anew(&state);
}

/// FERRY-16, FERRY-D2: a road that the tile has completed is not scored if a moved ferry opens it again.
#[test]
fn a_moved_ferry_can_open_what_the_tile_completed() {
    let rest = "tiles=Ds@0,0/r0;ferries/B@1,0/r0;A@-1,0/r3 ferries=1,0/road:E-road:W figures=1.meeple@0,0/road:E";
    let mut state = position("ferries", "0,0", rest);
    play(&mut state, "A | 2,0 r1 | pass");
    assert_eq!(size(&state, "2,0/road:W"), (4, 0));
    let events = play(&mut state, "ferry 1,0 road:S-road:W");
    assert_eq!(awards(&events), []);
    assert_eq!(size(&state, "0,0/road:E"), (3, 1));
    assert_as_set_up_anew(&state);
}

/// FERRY-21, FERRY-D6: a builder's road that only a ferry extends gives no extra turn; one that the tile extends does.
#[test]
fn a_ferry_does_not_wake_the_builder() {
    let rest = "tiles=Ds@0,0/r0;ferries/B@1,0/r0;U@2,0/r1;U@1,1/r0 ferries=1,0/road:E-road:S \
                figures=1.meeple+builder@0,0/road:E";
    let mut state = position("ferries,builder", "0,0", rest);
    let mut extended = state.clone();
    let events = play(&mut state, "U | 3,0 r1 | pass | ferry 1,0 road:E-road:W");
    assert_eq!(region(&state, "3,0/road:E").strength(seat(1)), 1);
    assert_eq!(asked(&state), "draw 2");
    assert!(!events.iter().any(|event| matches!(event, Event::BuilderAside { .. } | Event::ExtraTurn { .. })));
    play(&mut extended, "U | -1,0 r1 | pass");
    assert_eq!(asked(&extended), "draw 1");
}

/// FERRY-D11: a ferry moved in one turn may be moved again in the extra turn.
#[test]
fn a_ferry_may_be_moved_again_in_an_extra_turn() {
    let rest =
        "tiles=Ds@0,0/r0;ferries/B@1,0/r0;U@2,0/r1 ferries=1,0/road:E-road:W figures=1.meeple+builder@2,0/road:E";
    let mut state = position("ferries,builder", "0,0", rest);
    play(&mut state, "U | 3,0 r1 | pass | ferry 1,0 road:E-road:S");
    assert_eq!(asked(&state), "draw 1");
    assert_as_set_up_anew(&state);
    play(&mut state, "U | 4,0 r1 | pass");
    assert_eq!(legal(&state), "ferry 1,0 road:E-road:W | ferry 1,0 road:S-road:W | pass");
    play(&mut state, "ferry 1,0 road:E-road:W");
    assert_eq!((asked(&state).as_str(), size(&state, "0,0/road:E")), ("draw 2", (5, 2)));
}

/// FERRY-D1: meeples, builder and mage stay on their segments when a road is split; nobody is returned.
#[test]
fn figures_stay_on_the_parts_of_a_split_road() {
    let rest = "tiles=Ds@0,0/r0;ferries/B@1,0/r0;U@2,0/r1 ferries=1,0/road:E-road:W magic=mage@1,0/road:W \
                figures=1.meeple+builder@2,0/road:E;2.meeple@0,0/road:E;2.meeple@1,0/road:W next=2";
    let mut state = position("ferries,builder,magic", "0,0", rest);
    play(&mut state, "U | 3,0 r1 | pass | ferry 1,0 road:E-road:S");
    assert_eq!(state.figures().len(), 4);
    let strength = |place| [1, 2].map(|number| region(&state, place).strength(seat(number)));
    assert_eq!((strength("0,0/road:E"), strength("2,0/road:E")), ([0, 2], [1, 0]));
    assert_eq!(stands(&state, MagicFigure::Mage), "1,0/road:W");
    // The mage's part has two tiles, the other three.
    assert_eq!([region(&state, "0,0/road:E"), region(&state, "2,0/road:E")].map(|road| road.value().points()), [4, 3]);
    assert_as_set_up_anew(&state);
}

/// FERRY-D7, MAGIC-D6, MAGIC-D14: a new ferry joins the roads of mage and witch: one of them must leave at once, to a
/// feature that is not the common road.
#[test]
fn a_new_ferry_parts_mage_and_witch() {
    let rest = "tiles=Ds@0,0/r0;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1 magic=mage@0,0/road:E;witch@2,0/road:E";
    let mut state = position("ferries,magic", "0,0", rest);
    play(&mut state, "ferries/B | 1,0 r2 | pass | ferry road:E-road:W");
    assert_eq!(asked(&state), "magic 1");
    assert_eq!(legal(&state), "mage@0,0/city:N | mage@1,0/road:N | witch@0,0/city:N | witch@1,0/road:N");
    assert_eq!(refused(&state, "mage@0,0/road:E"), "MAGIC-6");
    assert_eq!(refused(&state, "witch@aside"), "MAGIC-7");
    play(&mut state, "witch@1,0/road:N");
    assert_eq!(asked(&state), "draw 2");
    assert_eq!(
        (stands(&state, MagicFigure::Mage), stands(&state, MagicFigure::Witch)),
        ("0,0/road:E".into(), "1,0/road:N".into())
    );
    assert_as_set_up_anew(&state);
}

/// FERRY-D7, MAGIC-D6, FERRY-12: the same between two moves of ferries, and the next move comes only after it. A ferry
/// put in the same turn parts them before any ferry is moved.
#[test]
fn a_moved_ferry_parts_mage_and_witch() {
    let rest = format!("{GAP} magic=mage@0,0/road:E;witch@1,0/road:S");
    let mut state = position("ferries,magic", "0,0", &rest);
    play(&mut state, "U | 2,0 r1 | pass | ferry 1,0 road:S-road:W");
    assert_eq!(asked(&state), "magic 1");
    assert_eq!(
        legal_with(&state, "mage"),
        "mage@0,0/city:N | mage@1,0/road:E | mage@2,0/road:E | mage@3,0/road:E | mage@3,0/road:S | mage@3,0/road:W"
    );
    play(&mut state, "mage@2,0/road:E");
    assert_eq!(asked(&state), "move-ferry 1");
    assert_eq!(legal(&state), "ferry 3,0 road:E-road:S | ferry 3,0 road:S-road:W | pass");
    play(&mut state, "ferry 3,0 road:E-road:S");
    assert_eq!(asked(&state), "draw 2");
    assert_eq!(stands(&state, MagicFigure::Mage), "aside", "the road between the lakes is complete");
    assert_eq!(stands(&state, MagicFigure::Witch), "1,0/road:S");
    assert_as_set_up_anew(&state);
}

/// FERRY-D7, FERRY-D5: after the figures are parted, old ferries may be moved.
#[test]
fn ferries_move_after_the_figures_are_parted() {
    let rest = "tiles=Ds@0,0/r0;ferries/B@1,0/r0 ferries=1,0/road:E-road:W magic=mage@0,0/road:E";
    let mut state = position("ferries,magic", "0,0", rest);
    // Another lake in the east; the witch waits on its south road, put there by hand.
    play(&mut state, "ferries/B | 2,0 r0 | pass | ferry road:E-road:S | pass");
    let mut setup = state.setup().unwrap();
    setup.pieces.magic.push(StandingMagic { figure: MagicFigure::Witch, spot: spot(&state, "2,0/road:S") });
    let mut state = State::from_setup(&setup).unwrap();
    play(&mut state, "ferries/B | 2,1 r2 | pass | ferry road:N-road:E");
    assert_eq!(asked(&state), "move-ferry 2");
    play(&mut state, "ferry 2,0 road:S-road:W");
    assert_eq!(asked(&state), "magic 2");
    play(&mut state, "mage@0,0/city:N");
    assert_eq!(asked(&state), "draw 1");
    assert_as_set_up_anew(&state);
}

/// FERRY-D7, FERRY-12: a new ferry joins the roads of mage and witch; after they are parted, an old ferry may be moved.
///
/// ```text
/// ~B Ds +  U
/// .. B  B  B
/// ```
#[test]
fn old_ferries_move_after_a_new_one_parted_the_figures() {
    let rest = "tiles=Ds@0,0/r0;ferries/B@-1,0/r2;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1 ferries=-1,0/road:E-road:W \
                magic=mage@0,0/road:E;witch@2,0/road:E";
    let mut state = position("ferries,magic", "0,0", rest);
    play(&mut state, "ferries/B | 1,0 r2 | pass | ferry road:E-road:W");
    assert_eq!(asked(&state), "magic 1");
    play(&mut state, "mage@0,0/city:N");
    assert_eq!(asked(&state), "move-ferry 1");
    assert_eq!(legal(&state), "ferry -1,0 road:N-road:E | ferry -1,0 road:W-road:N | pass");
    play(&mut state, "ferry -1,0 road:W-road:N");
    assert_eq!((asked(&state).as_str(), size(&state, "2,0/road:E")), ("draw 2", (4, 1)));
    assert_as_set_up_anew(&state);
}

/// FERRY-D9: a completed road that is joined with an open one collects, completed again, the ingots that lie there then.
#[test]
fn a_road_completed_again_collects_the_gold_that_lies_there() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;ferries/B@1,0/r0 ferries=1,0/road:E-road:S ingots=2@0,0";
    let mut state = position("ferries,gold", "0,0", rest);
    play(&mut state, "U | 2,0 r1 | meeple@road:E | ferry 1,0 road:E-road:W");
    assert_eq!((state.points(), state.ingots(seat(1))), ([0, 0].as_slice(), 0));
    let events = play(&mut state, "A | 3,0 r1 | pass | pass");
    assert_eq!(awards(&events), [(1, "road", 5)]);
    assert_eq!((state.ingots(seat(1)), state.ingots(seat(2))), (2, 0));
    assert!(state.ingots_on_tiles().is_empty());
}

/// FERRY-D10, ABBOT-D4: an abbot taken back early does not save the ferry; its points come after it.
#[test]
fn an_early_return_leaves_the_ferry_to_be_put() {
    let rest = "tiles=Ds@0,0/r0;Eg@0,1/r1;ferries/B@-1,0/r0 ferries=-1,0/road:E-road:W figures=1.abbot@0,1/garden";
    let mut state = position("ferries,abbot", "0,0", rest);
    play(&mut state, "ferries/B | 1,0 r0 | recall");
    assert_eq!((asked(&state).as_str(), state.points()), ("put-ferry 1", [0, 0].as_slice()));
    play(&mut state, "ferry road:E-road:W");
    // The old ferry may be moved as well.
    assert_eq!((asked(&state).as_str(), state.points()), ("move-ferry 1", [0, 0].as_slice()));
    let events = play(&mut state, "ferry -1,0 road:S-road:W");
    // The garden, the start tile and both lakes.
    assert_eq!(awards(&events), [(1, "garden", 4)]);
    assert_eq!(supply(&state, 1, FigureKind::Abbot), 1);
    assert_as_set_up_anew(&state);
}

/// FERRY-D13: putting and moving a ferry leaves all fields as they are.
#[test]
fn a_ferry_changes_no_field() {
    let fields = |state: &State| {
        let mut fields: Vec<_> = state.regions().filter(|r| r.feature() == Feature::Field).map(|r| r.spots()).collect();
        fields.sort();
        fields
    };
    let mut state = position("ferries", "0,0", GAP);
    play(&mut state, "ferries/C | 4,0 r0 | pass");
    let before = fields(&state);
    assert_eq!(before.iter().filter(|spots| spots.iter().any(|spot| spot.pos == Pos::new(4, 0))).count(), 4);
    for first in state.legal_actions() {
        let mut put = state.clone();
        put.apply(first).unwrap();
        assert_eq!(fields(&put), before);
        for second in put.legal_actions() {
            let mut moved = put.clone();
            moved.apply(second).unwrap();
            assert_eq!(fields(&moved), before);
            assert_as_set_up_anew(&moved);
        }
    }
}

/// FERRY-D15: a flier that reaches a lake chooses among its roads as the ferry connects them: the south would be
/// complete without it, the west is complete.
#[test]
fn a_flier_lands_on_a_road_with_its_ferry() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;B@0,1/r0;A@1,1/r2;ferries/B@1,0/r0 ferries=1,0/road:E-road:S";
    let mut state = position("ferries,flying", "0,0", rest);
    play(&mut state, "flying-machines/B | 2,0 r0 | meeple@flier | die:1");
    assert_eq!(legal(&state), "land@road:E | land@road:S");
    assert_eq!(refused(&state, "land@road:W"), "FLY-7");
    play(&mut state, "land@road:S");
    assert_eq!(region(&state, "2,0/road:E").strength(seat(1)), 1);
    assert_eq!(asked(&state), "move-ferry 1");
    let events = play(&mut state, "ferry 1,0 road:E-road:W");
    assert_eq!(awards(&events), [(1, "road", 2)], "the south is complete without the ferry");
}

/// RIVER-D7, FERRY-20: the lake of the river wants no ferry.
#[test]
fn the_lake_of_the_river_wants_no_ferry() {
    let mut state = State::new(Game::new(Options::new(Base::V3, 2).with(Module::River).with(Module::Ferries)).unwrap());
    while state.river_end().is_some() {
        let action = state.legal_actions()[0];
        state.apply(action).unwrap();
        assert!(!asked(&state).contains("ferry"));
    }
    while !state.is_between_turns() {
        let action = *state.legal_actions().last().unwrap();
        state.apply(action).unwrap();
        assert!(!asked(&state).contains("ferry"));
    }
    assert!(state.ferries().is_empty());
}

/// The road segment that meets a road segment across a side of its tile.
fn across(state: &State, from: Spot, side: Side) -> Option<Spot> {
    let touches = |laid: &LaidTile, segment: u8, side| {
        let segment = &laid.tile.segments[usize::from(segment)];
        segment.feature == Feature::Road && segment.ports.rotated(laid.rotation).contains(Port::middle(side))
    };
    let laid = state.tile_at(from.pos)?;
    let beside = state.tile_at(from.pos.beside(side)).filter(|_| touches(&laid, from.segment, side))?;
    let segment = (0..beside.tile.segments.len() as u8).find(|&segment| touches(&beside, segment, side.opposite()))?;
    Some(Spot { pos: beside.pos, segment })
}

/// The lakes whose ferries are first on a branch from the tile at `laid`, found by walking along the roads.
fn first_ferries(state: &State, laid: Pos) -> Vec<Pos> {
    let tile = state.tile_at(laid).unwrap().tile;
    let is_road = |segment: &u8| tile.segments[usize::from(*segment)].feature == Feature::Road;
    let starts = (0..tile.segments.len() as u8).filter(is_road).map(|segment| Spot { pos: laid, segment });
    let mut walks: Vec<(Spot, Side)> = starts.flat_map(|spot| Side::ALL.map(|side| (spot, side))).collect();
    let mut seen = walks.clone();
    let mut found = Vec::new();
    while let Some((from, side)) = walks.pop() {
        let Some(to) = across(state, from, side).filter(|to| to.pos != laid) else { continue };
        let ferry = state.ferries().into_iter().find(|ferry| ferry.at == to.pos && ferry.ends.contains(&to.segment));
        match ferry {
            Some(Ferry { at, .. }) if !found.contains(&at) => found.push(at),
            Some(_) => {}
            None => {
                for on in Side::ALL.map(|side| (to, side)) {
                    if !seen.contains(&on) {
                        seen.push(on);
                        walks.push(on);
                    }
                }
            }
        }
    }
    found.sort();
    found
}

/// FERRY-D1, FERRY-5, FERRY-7, FERRY-10, FERRY-13, FERRY-D4: in whole games the ferries that may be moved are those
/// that a walk along the roads finds, and after every turn the roads are what they are when the same table is set up
/// anew.
#[test]
fn roads_are_always_what_the_ferries_make_of_them() {
    let mut moves = 0;
    for seed in 0..12u64 {
        let options = Options::new(Base::V3, 3).with(Module::Ferries).with(Module::Magic).with(Module::InnsTiles);
        let mut state = State::new(Game::new(options).unwrap());
        let mut numbers = Numbers(seed);
        // The ferries that may still be moved in this turn, and whether they were asked for.
        let (mut first, mut is_asked) = (Vec::new(), false);
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            if asked(&state).starts_with("move-ferry") {
                is_asked = true;
                let mut offered: Vec<_> = state
                    .legal_actions()
                    .into_iter()
                    .filter_map(|action| if let Action::Ferry { at, .. } = action { Some(at) } else { None })
                    .collect();
                offered.dedup();
                assert_eq!(offered, first);
                match action {
                    Action::Ferry { at, .. } => {
                        moves += 1;
                        first.retain(|&other| other != at);
                    }
                    _ => first.clear(),
                }
            }
            state.apply(action).unwrap();
            if let Action::Place { pos, .. } = action {
                (first, is_asked) = (first_ferries(&state, pos), false);
            }
            if state.is_between_turns() {
                assert!(is_asked || first.is_empty(), "nobody was asked for {first:?}");
                assert_as_set_up_anew(&state);
            }
        }
    }
    assert!(moves > 50, "only {moves} moves");
}

/// FERRY-4: pairs may be written in either order.
#[test]
fn a_pair_has_no_order() {
    let mut state = position("ferries", "0,0", "tiles=Ds@0,0/r0");
    play(&mut state, "ferries/B | 1,0 r0 | pass");
    assert_eq!(action(&state, "ferry road:W-road:S"), action(&state, "ferry road:S-road:W"));
}
