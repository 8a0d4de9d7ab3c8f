//! Rules of the Robbers that need points on the table.

use bastide_rules::{Base, Event, FigureKind, Game, Marker, Module, Options, RobberReturnCause, State};

use crate::table::{
    Numbers, asked, assert_as_set_up_anew, awards, eager_action, legal, markers, play, position, refused, robber, seat,
    supply,
};

/// The tile W at 1,0 completes a road of 3 tiles in the west and one of 5 in the east.
///
/// ```text
/// A  Ds +  U  U  U  A
/// .. B  B  B
/// ```
const TWO_ROADS: &str = "tiles=Ds@0,0/r0;A@-1,0/r3;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1;U@3,0/r1;U@4,0/r1;A@5,0/r1";

/// The tile A at 3,0 completes a road of 5 tiles.
const ROAD: &str = "tiles=Ds@0,0/r0;A@-1,0/r3;U@1,0/r1;U@2,0/r1";

fn robbers(state: &State) -> Vec<Option<u8>> {
    (1..=state.points().len()).map(|number| robber(state, number)).collect()
}

/// Everything but the awards and what is done to tiles and meeples, in order.
fn on_the_track(events: &[Event]) -> Vec<String> {
    let name = |player: &bastide_rules::PlayerId| player.index() + 1;
    events
        .iter()
        .filter_map(|event| match event {
            Event::MarkerMoved { player, points, space, .. } => Some(format!("{} +{points} to {space}", name(player))),
            Event::RobberFollowed { player, space } => Some(format!("robber {} follows to {space}", name(player))),
            Event::RobberReturned { player, .. } => Some(format!("robber {} home", name(player))),
            Event::RobberPut { player, space, .. } => Some(format!("robber {} on {space}", name(player))),
            _ => None,
        })
        .collect()
}

/// ROB-1: eight tiles with a sack, and one robber for each player.
#[test]
fn eight_sacks_and_a_robber_for_everybody() {
    let game = Game::new(Options::new(Base::V3, 5).with(Module::Robbers)).unwrap();
    let sacks = game.tiles().filter(|(tile, _)| tile.symbols.sack).map(|(_, copies)| u32::from(copies)).sum::<u32>();
    assert_eq!(sacks, 8);
    assert_eq!(game.tile_count(), Game::new(Options::new(Base::V3, 5)).unwrap().tile_count() + 8);
    let state = State::new(game);
    assert!((1..=5).all(|number| supply(&state, number, FigureKind::Robber) == 1 && robber(&state, number).is_none()));
    let without = State::new(Game::new(Options::new(Base::V3, 2)).unwrap());
    assert_eq!(supply(&without, 1, FigureKind::Robber), 0);
}

/// ROB-3, ROB-6, ROB-D2: the owner chooses among the spaces with a marker of another player, and must choose one.
#[test]
fn robbers_go_beside_markers_of_others() {
    let mut state = position("robbers", "3,7,7,12", "tiles=Ds@0,0/r0 next=2");
    play(&mut state, "robbers/F");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("robber 2", "robber:12 | robber:3 | robber:7"));
    assert_eq!(refused(&state, "pass"), "ROB-3");
    play(&mut state, "robber:7");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("robber 3", "robber:12 | robber:3 | robber:7"));
    play(&mut state, "robber:7");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("robber 4", "robber:3 | robber:7"));
    assert_eq!(refused(&state, "robber:12"), "ROB-3");
    play(&mut state, "robber:3");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("robber 1", "robber:12 | robber:7"));
    assert_eq!(refused(&state, "robber:3"), "ROB-3");
    assert_eq!(refused(&state, "robber:0"), "ROB-3");
    let events = play(&mut state, "robber:7");
    assert_eq!(on_the_track(&events), ["robber 1 on 7"]);
    assert_eq!(asked(&state), "place 2");
    assert_eq!(robbers(&state), [Some(7), Some(7), Some(7), Some(3)]);
    play(&mut state, "1,0 r1 | pass");
    assert_as_set_up_anew(&state);
}

/// ROB-X1, ROB-4, ROB-5, ROB-D16, ROB-D2: the active player may move the robber, the next one may not, the other two
/// put theirs.
#[test]
fn only_the_active_player_moves_a_robber() {
    let mut state = position("robbers", "3,7,9,12", "tiles=Ds@0,0/r0 robbers=7,3,-,-");
    play(&mut state, "robbers/F");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("robber 1", "pass | robber:12 | robber:9"));
    assert_eq!(refused(&state, "robber:7"), "ROB-D16");
    assert_eq!(refused(&state, "robber:3"), "ROB-3");
    let mut stays = state.clone();
    play(&mut state, "robber:12");
    assert_eq!(asked(&state), "robber 3");
    assert_eq!(refused(&state, "pass"), "ROB-3");
    play(&mut state, "robber:7");
    assert_eq!(asked(&state), "robber 4");
    play(&mut state, "robber:7");
    assert_eq!(asked(&state), "place 1");
    assert_eq!(robbers(&state), [Some(12), Some(3), Some(7), Some(7)]);
    play(&mut stays, "pass | robber:7 | robber:7");
    assert_eq!(robbers(&stays), [Some(7), Some(3), Some(7), Some(7)]);
}

/// ROB-4, ROB-D16: a robber that has nowhere else to go is not asked for.
#[test]
fn a_robber_with_one_space_stays() {
    let mut state = position("robbers", "3,7", "tiles=Ds@0,0/r0 robbers=7,3");
    play(&mut state, "robbers/F");
    assert_eq!(asked(&state), "place 1");
}

/// ROB-D14, ROB-D6: with two players there is one space, with messages there are two.
#[test]
fn two_players_have_one_or_two_spaces() {
    let mut state = position("robbers", "3,7", "tiles=Ds@0,0/r0");
    play(&mut state, "robbers/F");
    assert_eq!(legal(&state), "robber:7");
    let mut state = position("robbers,messages", "3,7", "tiles=Ds@0,0/r0 messengers=1,5");
    play(&mut state, "robbers/F");
    assert_eq!(legal(&state), "robber:2 | robber:5");
    play(&mut state, "robber:5");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("robber 2", "robber:1 | robber:2"));
}

/// ROB-X2, ROB-7, ROB-8, ROB-9, ROB-10, ROB-12: 5 points, 3 for the blue robber, and the yellow robber moves along with
/// the blue marker; later it takes from the first player.
#[test]
fn a_robber_takes_half_and_another_moves_along() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E robbers=-,3,5");
    let mut state = position("robbers", "3,5,20", &rest);
    let events = play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(awards(&events), [(1, "road", 5), (2, "robbery", 3)]);
    assert_eq!(on_the_track(&events), ["1 +5 to 8", "2 +3 to 8", "robber 3 follows to 8", "robber 2 home"]);
    assert_eq!(state.points(), [8, 8, 20]);
    assert_eq!(robbers(&state), [None, None, Some(8)]);
    assert_eq!(supply(&state, 2, FigureKind::Robber), 1);
    assert_as_set_up_anew(&state);
    // The first player scores again, and now the yellow robber is awake.
    let mut setup = state.setup().unwrap();
    setup.next = 0;
    let mut state = State::from_setup(&setup).unwrap();
    play(&mut state, "D | 0,-1 r2 | meeple@city:S");
    assert_eq!(state.points(), [12, 8, 22]);
    assert_eq!(robbers(&state), [None, None, None]);
}

/// ROB-X3, ROB-8, ROB-9: two robbers on the space of one marker get half each, and both go home.
#[test]
fn two_robbers_take_half_each() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;U@1,0/r1 figures=2.meeple@0,0/road:E robbers=6,-,-,6 next=2";
    let mut state = position("robbers", "0,6,1,2", rest);
    let events = play(&mut state, "A | 2,0 r1 | pass");
    assert_eq!(awards(&events), [(2, "road", 4), (4, "robbery", 2), (1, "robbery", 2)]);
    assert_eq!(state.points(), [2, 10, 1, 4]);
    assert_eq!(robbers(&state), [None; 4]);
}

/// ROB-8, ROB-D4: half of the sum of the turn, not of each feature.
#[test]
fn half_of_the_sum_of_the_turn() {
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;1.meeple@4,0/road:E robbers=-,3");
    let mut state = position("robbers", "3,20", &rest);
    let events = play(&mut state, "W | 1,0 r2 | pass");
    assert_eq!(state.points(), [11, 24]);
    assert_eq!(on_the_track(&events), ["1 +8 to 11", "2 +4 to 24", "robber 2 home"]);
}

/// ROB-7: a robber on another space than the marker's, or on the space where it stops, sleeps on.
#[test]
fn a_robber_elsewhere_sleeps() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E robbers=-,8,4,-,-");
    let mut state = position("robbers", "3,5,20,8,4", &rest);
    play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(state.points(), [8, 5, 20, 8, 4]);
    assert_eq!(robbers(&state), [None, Some(8), Some(4), None, None]);
}

/// ROB-D3, ROB-D8: one's own points do not wake one's own robber, and it does not move with one's own marker; it moves
/// with the marker of another.
#[test]
fn the_own_robber_sleeps_through_own_points() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E");
    let mut state = position("robbers", "3,20,3", &format!("{rest} robbers=3,3,-"));
    let events = play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(on_the_track(&events), ["1 +5 to 8", "2 +3 to 23", "robber 2 home"]);
    assert_eq!(robbers(&state), [Some(3), None, None]);
    let mut state = position("robbers", "3,3", &format!("{rest} robbers=3,3"));
    let events = play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(on_the_track(&events), ["1 +5 to 8", "2 +3 to 6", "robber 1 follows to 6", "robber 2 home"]);
}

/// ROB-D9, ROB-D4: two robbing markers leave one space; the robber there follows the first.
#[test]
fn a_robber_follows_the_first_marker_that_leaves() {
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;4.meeple@4,0/road:E robbers=-,20,3,-,10");
    let mut state = position("robbers", "3,10,10,20,40", &rest);
    let events = play(&mut state, "W | 1,0 r2 | pass");
    assert_eq!(
        on_the_track(&events)[2..],
        ["2 +3 to 13", "robber 5 follows to 13", "robber 2 home", "3 +2 to 12", "robber 3 home"]
    );
    assert_eq!(state.points(), [6, 13, 12, 25, 40]);
    assert_eq!(robbers(&state), [None, None, None, None, Some(13)]);
}

/// ROB-D8: another marker stays on the old space; the robber follows the one that moved all the same.
#[test]
fn a_robber_follows_although_another_marker_stays() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E robbers=-,3,-,10");
    let mut state = position("robbers", "3,10,10,40", &rest);
    play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(state.points(), [8, 13, 10, 40]);
    assert_eq!(robbers(&state), [None, None, None, Some(13)]);
}

/// ROB-D4: an activated robber does not move along with a robbing marker; it robs in its turn.
#[test]
fn an_activated_robber_moves_with_nobody() {
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;4.meeple@4,0/road:E robbers=-,3,10,-");
    let mut state = position("robbers", "3,10,30,10", &rest);
    let events = play(&mut state, "W | 1,0 r2 | pass");
    assert_eq!(
        on_the_track(&events),
        ["1 +3 to 6", "4 +5 to 15", "2 +2 to 12", "robber 2 home", "3 +3 to 33", "robber 3 home"]
    );
    assert_eq!(state.points(), [6, 12, 33, 15]);
}

/// ROB-D4: robbers are resolved from the active player on, clockwise; all markers have moved before.
#[test]
fn the_active_player_robs_first() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E robbers=-,3,3,3 next=3");
    let mut state = position("robbers", "3,1,1,1", &rest);
    let events = play(&mut state, "A | 3,0 r1 | pass");
    let order: Vec<_> = awards(&events).into_iter().map(|(number, ..)| number).collect();
    assert_eq!(order, [1, 3, 4, 2]);
}

/// ROB-11, ROB-D15: two players leave the robber's space at once; its owner chooses one of them, after all points are
/// marked.
#[test]
fn the_owner_chooses_whom_to_rob() {
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;2.meeple@4,0/road:E robbers=-,-,7,-");
    let mut state = position("robbers", "7,7,20,7", &rest);
    play(&mut state, "W | 1,0 r2 | pass");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("rob 3", "rob:1 | rob:2"));
    assert_eq!(refused(&state, "rob:4"), "ROB-11");
    assert_eq!(refused(&state, "rob:3"), "ROB-11");
    assert_eq!((markers(&state, 1).0, markers(&state, 2).0), (10, 12));
    let mut second = state.clone();
    play(&mut state, "rob:1");
    assert_eq!((state.points(), robber(&state, 3)), ([10, 12, 22, 7].as_slice(), None));
    play(&mut second, "rob:2");
    assert_eq!((second.points(), robber(&second, 3)), ([10, 12, 23, 7].as_slice(), None));
}

/// ROB-9, ROB-13: a robber that is activated robs and goes home, so that it is not worth 3 points at the end as well.
#[test]
fn an_activated_robber_is_counted_for_what_it_takes() {
    let road = "tiles=Ds@0,0/r0;A@-1,0/r3;U@1,0/r1 figures=1.meeple@0,0/road:E";
    let mut state = position("robbers,messages", "2,1,0", &format!("{road} messengers=0,0,0 robbers=-,2,2"));
    play(&mut state, "A | 2,0 r1 | pass | marker:meeple");
    assert_eq!(asked(&state), "mark 2 2");
    assert_eq!(state.projected_points().seats(3), [6, 3, 2]);
    let events = play(&mut state, "marker:meeple | marker:meeple");
    assert!(events.contains(&Event::RobberReturned { player: seat(2), why: RobberReturnCause::Robbed }), "{events:?}");
    assert_eq!((asked(&state).as_str(), state.points()), ("draw 2", [6, 3, 2].as_slice()));
}

/// ROB-D5: spaces are counted modulo 50: 12 and 62 points share a space, and a marker passes space 0.
#[test]
fn a_space_is_the_points_modulo_fifty() {
    let mut state = position("robbers", "12,62", "tiles=Ds@0,0/r0");
    play(&mut state, "robbers/F");
    assert_eq!(legal(&state), "robber:12");
    play(&mut state, "robber:12");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("robber 2", "robber:12"));

    let rest = format!("{ROAD} figures=2.meeple@0,0/road:E robbers=12,-");
    let mut state = position("robbers", "12,62", &rest);
    let events = play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(on_the_track(&events), ["2 +5 to 17", "1 +3 to 15", "robber 1 home"]);

    let rest = format!("{ROAD} figures=2.meeple@0,0/road:E robbers=48,-");
    let mut state = position("robbers", "0,98", &rest);
    let events = play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(on_the_track(&events), ["2 +5 to 3", "1 +3 to 3", "robber 1 home"]);
}

/// ROB-D6: with messages only the marker that moves wakes the robber on its space; both on one space wake it either
/// way. The income goes to a marker of the owner's choice.
#[test]
fn only_the_moved_marker_wakes_a_robber() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E messengers=4,0");
    for (space, marker, is_woken) in
        [(3, "meeple", true), (3, "messenger", false), (4, "messenger", true), (4, "meeple", false)]
    {
        let mut state = position("robbers,messages", "7,20", &format!("{rest} robbers=-,{space}"));
        play(&mut state, &format!("A | 3,0 r1 | pass | marker:{marker}"));
        assert_eq!(asked(&state), if is_woken { "mark 2 3" } else { "draw 2" }, "{space} {marker}");
        if is_woken {
            play(&mut state, "marker:messenger");
            assert_eq!((markers(&state, 2), robber(&state, 2)), ((20, 3), None));
        }
    }
    for marker in ["meeple", "messenger"] {
        let mut state = position("robbers,messages", "8,20", &format!("{rest} robbers=-,4"));
        play(&mut state, &format!("A | 3,0 r1 | pass | marker:{marker} | marker:meeple"));
        assert_eq!(state.points(), [13, 23]);
    }
}

/// ROB-D7, MSG-D4: message points are a scoring of their own: the robber on the space where the marker stopped takes
/// half of them, the one that robbed before is at home.
#[test]
fn message_points_are_robbed_for_themselves() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E messengers=0,10,0 robbers=-,5,10");
    let mut state = position("robbers,messages", "5,21,31", &rest);
    play(&mut state, "A | 3,0 r1 | pass | marker:meeple");
    assert_eq!(asked(&state), "mark 2 3");
    play(&mut state, "marker:meeple | message:4");
    assert_eq!(state.points(), [10, 24, 31]);
    let events = play(&mut state, "points");
    assert_eq!(asked(&state), "mark 3 1");
    assert_eq!(awards(&events), [(1, "message", 2)]);
    let events = play(&mut state, "marker:meeple");
    assert_eq!(awards(&events), [(3, "robbery", 1)]);
    assert_eq!((state.points(), robbers(&state)), ([12, 24, 32].as_slice(), vec![None; 3]));
}

/// ROB-D10: an errand worth nothing moves no marker and wakes nobody.
#[test]
fn nothing_scored_wakes_nobody() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E;1.meeple@0,0/city:N messengers=10,0 robbers=-,10");
    let mut state = position("robbers,messages", "15,21", &rest);
    play(&mut state, "A | 3,0 r1 | pass | marker:meeple | message:5");
    let events = play(&mut state, "act");
    assert_eq!((asked(&state).as_str(), on_the_track(&events).len()), ("draw 2", 0));
    assert_eq!((state.points(), robber(&state, 2)), ([20, 21].as_slice(), Some(10)));
}

/// ROB-D11: an extra turn has its own sum: the robber takes half of what was scored in it.
#[test]
fn an_extra_turn_has_its_own_sum() {
    let rest =
        format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;1.meeple@0,0/city:N extra=1 messengers=6,0 robbers=-,6");
    let mut state = position("robbers,messages", "9,21", &rest);
    play(&mut state, "W | 1,0 r2 | pass | marker:meeple");
    assert_eq!((asked(&state).as_str(), state.points()), ("draw 1", [12, 21].as_slice()));
    // A city of two tiles, 4 points.
    play(&mut state, "E | 0,-1 r2 | pass | marker:meeple | marker:meeple");
    assert_eq!((state.points(), robber(&state, 2)), ([16, 23].as_slice(), None));
}

/// ROB-D12: gold and goods are not robbed.
#[test]
fn gold_is_not_robbed() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E ingots=2@0,0 robbers=-,3");
    let mut state = position("robbers,gold", "3,20", &rest);
    play(&mut state, "A | 3,0 r1 | pass");
    assert_eq!(state.points(), [8, 23]);
    assert_eq!((state.ingots(seat(1)), state.ingots(seat(2))), (2, 0));
}

/// ROB-D13, ROB-13: with messages both markers are added first; the 3 points are neither robbed nor give a message.
#[test]
fn the_end_with_messages() {
    let rest = "end-after=3 tiles=Ds@0,0/r0;U@1,0/r1;U@2,0/r1 figures=2.meeple@0,0/road:E messengers=4,10 robbers=13,7";
    let mut state = position("robbers,messages", "11,23", rest);
    let events = play(&mut state, "B | 0,1 r0 | pass");
    assert_eq!(asked(&state), "over");
    assert_eq!(awards(&events), [(1, "robber", 3), (2, "robber", 3), (2, "road", 3)]);
    assert_eq!(state.points(), [14, 29]);
    assert_eq!([markers(&state, 1), markers(&state, 2)], [(14, 0), (29, 0)]);
    assert_eq!([supply(&state, 1, FigureKind::Robber), supply(&state, 2, FigureKind::Robber)], [1, 1]);
    let home = [1, 2].map(|number| Event::RobberReturned { player: seat(number), why: RobberReturnCause::GameOver });
    assert!(home.iter().all(|event| events.contains(event)), "{events:?}");
    assert!(!events.iter().any(|event| matches!(event, Event::MessageDrawn { .. } | Event::MarkerMoved { .. })));
}

/// ABBOT-D11, ROB-8: the points of an early return are points of the turn like others: they wake a robber and are part
/// of the sum.
#[test]
fn an_early_return_is_robbed() {
    let rest = "tiles=Ds@0,0/r0;Eg@0,1/r1;A@-1,0/r3 figures=1.abbot@0,1/garden;1.meeple@0,0/road:E robbers=-,3";
    let mut state = position("robbers,abbot", "3,20", rest);
    let events = play(&mut state, "A | 1,0 r1 | recall");
    // The garden counts itself, the start tile and two neighbours; the road 3 tiles.
    assert_eq!(awards(&events), [(1, "garden", 4), (1, "road", 3), (2, "robbery", 4)]);
    assert_eq!(state.points(), [10, 24]);

    // And with messages one marker shows them all.
    let rest = "tiles=Ds@0,0/r0;Eg@0,1/r1;A@-1,0/r3 figures=1.abbot@0,1/garden;1.meeple@0,0/road:E messengers=2,0";
    let mut state = position("messages,abbot", "3,20", rest);
    play(&mut state, "A | 1,0 r1 | recall");
    assert_eq!(asked(&state), "mark 1 7");
    play(&mut state, "marker:messenger");
    assert_eq!(state.marker_points(seat(1), Marker::Messenger), 9);
}

/// ROB-7, ROB-8, ROB-9, ROB-10, ROB-D4, ROB-D9: in whole games every scoring goes as a second, plain account of the
/// track says.
#[test]
fn a_second_account_of_the_track() {
    let players = 4;
    let (mut robberies, mut follows) = (0, 0);
    for seed in 0..40u64 {
        let options = Options::new(Base::V3, players).with(Module::Robbers).without(Module::Farmers);
        let mut state = State::new(Game::new(options).unwrap());
        let mut numbers = Numbers(seed);
        while let Some(action) = eager_action(&state, &mut numbers) {
            let active = state.active_player().index();
            let mut points = state.points().to_vec();
            let mut on = robbers(&state);
            let mut events = Vec::new();
            state.apply_with(action, &mut events).unwrap();
            let mut sums = vec![0; players];
            for (number, source, scored) in awards(&events) {
                sums[number - 1] += if source == "robbery" { 0 } else { scored };
            }
            if state.is_over() || sums.iter().all(|&sum| sum == 0) {
                continue;
            }
            let space = |points: i32| (points % 50) as u8;
            let victims: Vec<Vec<usize>> = (0..players)
                .map(|owner| {
                    let wakes =
                        |&other: &usize| other != owner && sums[other] > 0 && on[owner] == Some(space(points[other]));
                    (0..players).filter(wakes).collect()
                })
                .collect();
            if victims.iter().any(|victims| victims.len() > 1) {
                // The owner is asked, see another test.
                continue;
            }
            (0..players).for_each(|player| points[player] += sums[player]);
            let order: Vec<usize> = (0..players).map(|step| (active + step) % players).collect();
            for (index, &owner) in order.iter().enumerate() {
                let Some(&victim) = victims[owner].first() else { continue };
                let from = space(points[owner]);
                points[owner] += (sums[victim] + 1) / 2;
                robberies += 1;
                for other in (0..players).filter(|&other| other != owner) {
                    let is_waiting = order[index..].contains(&other) && !victims[other].is_empty();
                    if on[other] == Some(from) && !is_waiting {
                        on[other] = Some(space(points[owner]));
                        follows += 1;
                    }
                }
                on[owner] = None;
            }
            assert_eq!((state.points(), robbers(&state)), (points.as_slice(), on), "{events:?}");
        }
    }
    assert!(robberies > 50 && follows > 5, "only {robberies} robberies, {follows} robbers moved along");
}
