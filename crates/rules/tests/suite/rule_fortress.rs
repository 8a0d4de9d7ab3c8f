//! Rules of Fortress that a record cannot show: setup, the steps of a turn, the very end.

use bastide_rules::{
    Action, Actor, Base, Decision, Event, Feature, FigureKind, Game, Module, Options, PlayerId, Pos, Setup, SetupError,
    State, Tile, TileId, box_named, catalogue, notation,
};

const POSITION: &str = "bastide-position 1 base=fortress players=2 turn=1 next=1";

fn tile(name: &str) -> &'static Tile {
    catalogue::find("fortress", name).unwrap()
}

fn position(rest: &str) -> State {
    notation::parse_position(&format!("{POSITION} {rest}")).unwrap()
}

/// Plays one action written as in a record.
fn play(state: &mut State, text: &str) -> Vec<Event> {
    let action = notation::parse_action(state, text).unwrap_or_else(|| panic!("{text} answers no {state:?}"));
    let mut events = Vec::new();
    state.apply_with(action, &mut events).unwrap_or_else(|error| panic!("{text}: {error}"));
    events
}

/// A position in which only the named tile is left to draw; the other tiles are out of the game.
fn with_one_tile_left(table: &str, last: &str) -> State {
    let mut setup = position(table).setup().unwrap();
    let mut left: Vec<TileId> = Vec::new();
    for (tile, count) in State::from_setup(&setup).unwrap().undrawn() {
        left.extend(std::iter::repeat_n(tile.id, usize::from(count)));
    }
    let kept = left.iter().position(|&id| id == tile(last).id).unwrap();
    left.remove(kept);
    setup = Setup { discarded: left, ..setup };
    State::from_setup(&setup).unwrap()
}

/// FORT-1, FORT-D9: 72 land squares, one of them the start square, in the base distribution, and 12 of the river.
#[test]
fn the_box_has_72_land_and_12_river_squares() {
    let count = |set: &str, counts: fn(&Tile) -> bool| {
        let tiles = catalogue::tiles_of(catalogue::set(set).unwrap()).iter();
        tiles.filter(|tile| counts(tile)).map(|tile| u32::from(tile.count)).sum::<u32>()
    };
    assert_eq!(count("fortress", |_| true), 72);
    assert_eq!(count("fortress", |tile| tile.start), 1);
    assert_eq!(count("river-fortress", |_| true), 12);
    for classic in catalogue::tiles_of(catalogue::set("base-classic").unwrap()) {
        let same = catalogue::tiles_of(catalogue::set("fortress").unwrap()).iter();
        let same: u32 = same.filter(|tile| tile.letter == classic.letter).map(|tile| u32::from(tile.count)).sum();
        let all = catalogue::tiles_of(catalogue::set("base-classic").unwrap()).iter();
        let all: u32 = all.filter(|tile| tile.letter == classic.letter).map(|tile| u32::from(tile.count)).sum();
        assert_eq!(same, all, "{}", classic.letter);
    }
    let [spring, lake] = ["A", "L"].map(|name| catalogue::find("river-fortress", name).unwrap());
    let features = |tile: &Tile| tile.segments.iter().map(|segment| segment.feature).collect::<Vec<_>>();
    assert_eq!((features(spring), features(lake)), (vec![Feature::Field], vec![Feature::Field]));

    let plain = Game::new(Options::new(Base::Fortress, 2)).unwrap();
    assert_eq!((plain.tile_count(), plain.start_tile().unwrap().name), (71, "Ds"));
}

/// FORT-26: with the river the spring is the start square, and the start square is out of the game.
#[test]
fn the_spring_replaces_the_start_square() {
    let game = Game::new(Options::new(Base::Fortress, 2).with(Module::River)).unwrap();
    assert_eq!(game.start_tile().unwrap().id, catalogue::find("river-fortress", "A").unwrap().id);
    assert_eq!(game.tile_count(), 71 + 11);
    assert!(game.tiles().all(|(tile, _)| !tile.start));
    let state = State::new(game);
    let laid: Vec<_> = state.tiles().map(|laid| (laid.tile.role, laid.pos)).collect();
    assert_eq!(laid, [(Some(bastide_rules::tile::RiverRole::Source), Pos::ORIGIN)]);
}

/// FORT-2: the box serves 2 to 5 players with 7 meeples each; its tiles in a free combination up to 6.
#[test]
fn the_box_serves_two_to_five_players() {
    let fortress = box_named("fortress").unwrap();
    for players in 2..=5 {
        let state = State::new(Game::new(Options::of_box(fortress, players).unwrap()).unwrap());
        assert_eq!(state.points(), vec![0; players]);
        for player in PlayerId::seats(players) {
            assert_eq!(state.supply(player, FigureKind::Meeple), 7);
        }
    }
    let refused = SetupError::BoxPlayers { in_box: "fortress", players: 6, most: 5 };
    assert_eq!(Options::of_box(fortress, 6), Err(refused));
    assert_eq!(Game::new(Options::of_box(fortress, 1).unwrap()).unwrap_err(), SetupError::Players(1));
    assert!(Game::new(Options::new(Base::Fortress, 6)).is_ok());
    assert_eq!(Game::new(Options::new(Base::Fortress, 7)).unwrap_err(), SetupError::Players(7));
}

/// FORT-D5, FORT-D12: the box has no abbot; farmers are on by default and the river is not.
#[test]
fn the_box_has_no_abbot_and_two_switches() {
    let in_box = Options::of_box(box_named("fortress").unwrap(), 2).unwrap();
    assert!(in_box.modules.has(Module::Farmers) && !in_box.modules.has(Module::Abbot));
    let state = State::new(Game::new(in_box).unwrap());
    assert!(PlayerId::seats(2).all(|player| state.supply(player, FigureKind::Abbot) == 0));

    let default = Options::new(Base::Fortress, 2);
    assert_eq!(default.modules, [Module::Farmers].into_iter().collect());
    for options in [default.without(Module::Farmers), default.with(Module::River), default.with(Module::Abbot)] {
        assert!(Game::new(options).is_ok());
    }
}

/// FORT-4: any seat can begin.
#[test]
fn any_seat_can_begin() {
    for first in 0..5 {
        let state = State::new(Game::new(Options { first, ..Options::new(Base::Fortress, 5) }).unwrap());
        assert_eq!(state.active_player().index(), first);
    }
}

/// FORT-5, FORT-6: the square is drawn and shown, must be laid, one meeple may follow, then the road is scored.
#[test]
fn a_turn_has_three_steps() {
    // A crossing in the west: the road of the start square has one open end.
    let mut state = position("points=0,0 tiles=Ds@0,0/r0;W@-1,0/r0");
    let anna = PlayerId::new(0).unwrap();
    assert_eq!((state.decision(), state.actor()), (Decision::Draw { player: anna }, Actor::Chance));
    assert!(state.why_not(Action::Pass).is_some());

    let shown = play(&mut state, "L");
    assert_eq!(shown, [Event::TileDrawn { turn: 1, player: anna, tile: tile("L").id }]);
    assert_eq!(state.decision(), Decision::Place { player: anna, tile: tile("L").id });
    assert_eq!(state.tile_in_hand().map(|tile| tile.name), Some("L"));
    assert_eq!(state.why_not(Action::Pass).unwrap().rule(), "BASE-16");
    assert!(state.legal_actions().iter().all(|action| matches!(action, Action::Place { .. })));

    play(&mut state, "1,0 r0");
    assert_eq!(state.decision(), Decision::Deploy { player: anna, at: Pos::new(1, 0) });
    assert_eq!(state.points(), [0, 0]);

    // The meeple is placed first and scored with the road that the square has just completed.
    let events = play(&mut state, "meeple@road:W");
    let steps: Vec<_> = events
        .iter()
        .map(|event| match event {
            Event::Deployed { .. } => "deployed",
            Event::Scored(_) => "scored",
            Event::Returned { .. } => "returned",
            _ => "other",
        })
        .collect();
    assert_eq!(steps, ["deployed", "scored", "returned"]);
    assert_eq!(state.points(), [3, 0]);
    assert_eq!(state.decision(), Decision::Draw { player: PlayerId::new(1).unwrap() });
}

/// FORT-10: without meeples nothing is placed and nothing is asked, but squares must be laid.
#[test]
fn without_meeples_squares_are_still_laid() {
    // Anna's seven lie south of the road, north of it, and along a long road.
    let table = "tiles=Ds@0,0/r0;W@1,0/r0;W@2,0/r0;W@3,0/r0";
    let places = ["1,0/road:S", "2,0/road:S", "3,0/road:S", "3,0/road:E", "1,0/field:4", "2,0/field:4", "1,0/field:1"];
    let figures = places.map(|place| format!("1.meeple@{place}")).join(";");
    let mut state = position(&format!("points=0,0 {table} figures={figures}"));
    assert_eq!(state.supply(PlayerId::new(0).unwrap(), FigureKind::Meeple), 0);
    play(&mut state, "U");
    let laid = state.legal_actions();
    assert!(!laid.is_empty() && laid.iter().all(|action| matches!(action, Action::Place { .. })));
    play(&mut state, "-1,0 r1");
    assert_eq!(state.decision(), Decision::Draw { player: PlayerId::new(1).unwrap() });
    assert_eq!(state.figures().len(), 7);
    // Borys has some, and is asked.
    play(&mut state, "U");
    play(&mut state, "-2,0 r1");
    assert!(matches!(state.decision(), Decision::Deploy { .. }));
}

/// FORT-22: the turn of the last square is played to its end, then comes the final scoring.
#[test]
fn the_last_square_ends_the_game_after_its_turn() {
    let mut state = with_one_tile_left("points=0,0 tiles=Ds@0,0/r0", "U");
    assert_eq!(state.tiles_left(), 1);
    play(&mut state, "U");
    play(&mut state, "1,0 r1");
    assert!(!state.is_over(), "a meeple may still be placed");
    let events = play(&mut state, "meeple@road:W");
    assert!(state.is_over());
    assert_eq!(state.points(), [2, 0]);
    assert_eq!(events.last(), Some(&Event::GameEnded));
    assert_eq!(state.why_not(Action::Pass).unwrap().rule(), "BASE-39");
}

/// FORT-22: a square before the last does not end the game.
#[test]
fn a_square_before_the_last_does_not_end_the_game() {
    let mut state = position("points=0,0 tiles=Ds@0,0/r0");
    play(&mut state, "U");
    play(&mut state, "1,0 r1");
    play(&mut state, "pass");
    assert_eq!(state.decision(), Decision::Draw { player: PlayerId::new(1).unwrap() });
    assert_eq!(state.tiles_left(), 70);
}

/// FORT-D8: the last square fits nowhere, so the game ends at once and is scored.
#[test]
fn a_last_square_that_fits_nowhere_ends_the_game() {
    // The only city is closed; Anna's meeple stands on the open road.
    let table = "points=0,0 tiles=Ds@0,0/r0;E@0,-1/r2;U@1,0/r1 figures=2.meeple@1,0/road:W";
    let mut state = with_one_tile_left(table, "C");
    let events = play(&mut state, "C");
    assert!(state.is_over());
    assert!(events.contains(&Event::TileDiscarded { tile: tile("C").id }));
    assert!(state.discarded().contains(&tile("C").id));
    assert_eq!(state.points(), [0, 2]);
}

/// FORT-D7: scores are plain numbers; nothing happens at 50.
#[test]
fn scores_go_beyond_the_track() {
    let mut state = position("points=49,102 tiles=Ds@0,0/r0;W@-1,0/r0 figures=1.meeple@-1,0/road:E");
    play(&mut state, "W");
    play(&mut state, "1,0 r0");
    play(&mut state, "pass");
    assert_eq!(state.points(), [52, 102]);
}

/// FORT-1: what is drawn on a square beside its landscape has no effect: a square with a garden offers the same
/// places and the same answers as its twin.
#[test]
fn gardens_change_nothing() {
    for name in ["E", "H", "I", "M", "N", "R", "U", "V"] {
        let answers = |name: &str| {
            let mut state = State::new(Game::new(Options::new(Base::Fortress, 2)).unwrap());
            state.apply(Action::Draw(tile(name).id)).unwrap();
            let mut answers = Vec::new();
            for place in state.legal_actions() {
                let mut next = state.clone();
                next.apply(place).unwrap();
                let texts = next.legal_actions().into_iter().map(|action| notation::action_text(&next, action));
                answers.push((place, texts.collect::<Vec<_>>()));
            }
            answers
        };
        assert_eq!(answers(name), answers(&format!("{name}g")));
    }
}
