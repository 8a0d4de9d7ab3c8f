//! Rules of the Messages that need points or many figures on the table.

use bastide_rules::{
    Action, Base, Decision, Event, ExtraTurnCause, FigureKind, Game, MagicFigure, Message, Module, Options, PlayerId,
    State,
};

use crate::table::{
    Numbers, asked, assert_as_set_up_anew, awards, eager_action, legal, markers, play, position, refused, region, seat,
    stands, supply, worth,
};

/// The tile A at 1,0 completes a road of 3 tiles of the first seat, whose marker comes from 2 to 5.
const ROAD: &str = "tiles=Ds@0,0/r0;A@-1,0/r3";
const SCORE: &str = "A | 1,0 r1 | pass | marker:meeple";

/// The tile W at 1,0 completes two roads of 3 tiles.
///
/// ```text
/// A  Ds +  U  A
/// .. B  B  B
/// ```
const TWO_ROADS: &str = "tiles=Ds@0,0/r0;A@-1,0/r3;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1;A@3,0/r1";

/// The numbers of the used messages.
fn used(state: &State) -> Vec<u8> {
    state.used_messages().iter().map(|message| message.number()).collect()
}

/// The first seat has scored 3 points and drawn a message; `tiles` and `figures` lie there besides.
fn drawn(modules: &str, tiles: &str, figures: &str, message: u8) -> State {
    let modules = if modules.is_empty() { "messages".to_owned() } else { format!("messages,{modules}") };
    let (tiles, figures) = (format!("{ROAD}{tiles}"), format!("figures=1.meeple@0,0/road:E{figures}"));
    let mut state = position(&modules, "2,0", &format!("{tiles} {figures}"));
    play(&mut state, SCORE);
    assert_eq!(asked(&state), "draw-message 1");
    play(&mut state, &format!("message:{message}"));
    state
}

/// MSG-1, MSG-2, MSG-D18: eight hidden tokens, each as likely as the others, and a second marker on 0 for everybody.
#[test]
fn eight_tokens_and_two_markers() {
    let state = State::new(Game::new(Options::new(Base::V3, 3).with(Module::Messages)).unwrap());
    assert!(state.used_messages().is_empty());
    assert!((1..=3).all(|number| markers(&state, number) == (0, 0)));
    assert_eq!(state.markers().len(), 2);
    let mut state = position("messages", "2,0", &format!("{ROAD} figures=1.meeple@0,0/road:E"));
    play(&mut state, SCORE);
    let expected: Vec<_> = Message::ALL.into_iter().map(|message| (Action::DrawMessage(message), 1)).collect();
    assert_eq!(state.chance_outcomes(), expected);
    let without = State::new(Game::new(Options::new(Base::V3, 2)).unwrap());
    assert_eq!(without.markers().len(), 1);
}

/// MSG-3, MSG-4, MSG-D1: the player chooses which marker the points move; until then none has moved.
#[test]
fn either_marker_moves() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E messengers=4,0");
    let mut state = position("messages", "11,0", &rest);
    play(&mut state, "A | 1,0 r1 | pass");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("mark 1 3", "marker:meeple | marker:messenger"));
    assert_eq!((markers(&state, 1), state.points()), ((7, 4), [14, 0].as_slice()));
    let mut other = state.clone();
    play(&mut state, "marker:meeple");
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((10, 4), "draw-message 1"));
    play(&mut other, "marker:messenger");
    assert_eq!((markers(&other, 1), asked(&other).as_str()), ((7, 7), "draw 2"));
    assert_as_set_up_anew(&other);
}

/// MSG-X1, MSG-8: the messenger stands on 3, scores a road of 2 tiles, stops on 5 and draws.
#[test]
fn a_messenger_stops_on_five() {
    let rest = "tiles=Ds@0,0/r0;U@1,0/r1;A@-1,0/r3;W@2,0/r0 figures=1.meeple@2,0/road:S messengers=3,0";
    let mut state = position("messages", "4,0", rest);
    let events = play(&mut state, "W | 2,1 r3 | pass | marker:messenger");
    assert_eq!(awards(&events), [(1, "road", 2)]);
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((1, 5), "draw-message 1"));
}

/// MSG-X2, MSG-5, MSG-10, MSG-11: two roads of 3 tiles move the marker from 4 to 10 at once, and one message is drawn.
#[test]
fn the_points_of_a_turn_are_one_move() {
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;1.meeple@2,0/road:E");
    let mut state = position("messages", "4,0", &rest);
    play(&mut state, "W | 1,0 r2 | pass");
    assert_eq!(asked(&state), "mark 1 6");
    let events = play(&mut state, "marker:meeple");
    assert_eq!(events.iter().filter(|event| matches!(event, Event::MarkerMoved { .. })).count(), 1);
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((10, 0), "draw-message 1"));
    play(&mut state, "message:1 | points");
    assert_eq!((asked(&state).as_str(), state.points()), ("draw 2", [12, 0].as_slice()));
    // Passing over 10 is not stopping there.
    let mut state = position("messages", "5,0", &rest);
    play(&mut state, "W | 1,0 r2 | pass | marker:meeple");
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((11, 0), "draw 2"));
}

/// MSG-7, MSG-D14, MSG-10: the dark spaces are the multiples of five, and there are fifty spaces.
#[test]
fn every_fifth_space_is_dark() {
    for start in 0..110 {
        let mut state = position("messages", &format!("{start},1"), &format!("{ROAD} figures=1.meeple@0,0/road:E"));
        play(&mut state, SCORE);
        let is_dark = (start + 3) % 5 == 0;
        assert_eq!(asked(&state), if is_dark { "draw-message 1" } else { "draw 2" }, "from {start}");
    }
}

/// MSG-9, MSG-8, MSG-D1: another player's marker that stops on a dark space has no effect, the active player's has.
/// The active player chooses first, then the others clockwise.
#[test]
fn only_the_active_player_draws() {
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;3.meeple@2,0/road:E next=2");
    let mut state = position("messages", "2,0,2", &rest);
    play(&mut state, "W | 1,0 r2 | pass");
    assert_eq!(asked(&state), "mark 3 3");
    play(&mut state, "marker:meeple");
    assert_eq!(asked(&state), "mark 1 3");
    play(&mut state, "marker:meeple");
    assert_eq!((markers(&state, 1), markers(&state, 3), asked(&state).as_str()), ((5, 0), (5, 0), "draw 3"));

    let rest = rest.replace("next=2", "next=3");
    let mut state = position("messages", "2,0,2", &rest);
    play(&mut state, "W | 1,0 r2 | pass | marker:meeple");
    assert_eq!(asked(&state), "mark 1 3");
    play(&mut state, "marker:meeple");
    assert_eq!(asked(&state), "draw-message 3");
}

/// MSG-10: a marker that did not move gives no message, although it stands on a dark space.
#[test]
fn a_marker_that_did_not_move_gives_nothing() {
    let rest = format!("{ROAD} figures=1.meeple@0,0/road:E messengers=1,0");
    let mut state = position("messages", "6,0", &rest);
    play(&mut state, "A | 1,0 r1 | pass | marker:messenger");
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((5, 4), "draw 2"));
}

/// MSG-6, MSG-D2: a robbery goes to the marker that has moved in this turn, without a question; else the owner of the
/// robber chooses, and in the own turn a dark space counts.
#[test]
fn robbery_moves_the_same_marker() {
    // The second seat scores 3 with the messenger, and then robs the first.
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;2.meeple@2,0/road:E robbers=-,2");
    let mut state = position("messages,robbers", "2,20", &rest);
    play(&mut state, "W | 1,0 r2 | pass | marker:messenger | marker:messenger");
    assert_eq!((markers(&state, 1), markers(&state, 2)), ((2, 3), (20, 3)));
    assert_eq!(asked(&state), "draw 2", "the robber's space was that of the meeple, which did not move");
    let mut state = position("messages,robbers", "2,20", &rest);
    play(&mut state, "W | 1,0 r2 | pass | marker:meeple | marker:messenger");
    assert_eq!((markers(&state, 1), markers(&state, 2)), ((5, 0), (20, 5)));
    assert_eq!(asked(&state), "draw-message 1");

    // The active player robs only: the income is marked as the player likes, and the stop on 5 counts.
    let rest = format!("{ROAD} figures=2.meeple@0,0/road:E robbers=20,-");
    let mut state = position("messages,robbers", "3,20", &rest);
    play(&mut state, "A | 1,0 r1 | pass | marker:meeple");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("mark 1 2", "marker:meeple | marker:messenger"));
    play(&mut state, "marker:meeple");
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((5, 0), "draw-message 1"));

    // The active player scores 3 and robs 2: it is the space after the robbery that counts.
    let rest = format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;2.meeple@2,0/road:E robbers=20,-");
    for (points, is_drawn) in [(0, true), (2, false)] {
        let mut state = position("messages,robbers", &format!("{points},20"), &rest);
        play(&mut state, "W | 1,0 r2 | pass | marker:meeple | marker:meeple");
        assert_eq!(markers(&state, 1), (points + 5, 0));
        assert_eq!(asked(&state), if is_drawn { "draw-message 1" } else { "draw 2" });
    }
}

/// MSG-D1, MSG-5, ROB-D4, ROB-8: the pig is part of the sum of the turn: one marker shows it, and the robber takes half
/// of all of it.
#[test]
fn pigs_are_part_of_the_sum() {
    let rest = "tiles=Ds@0,0/r0;F@0,-1/r1 figures=1.meeple@0,0/city:N;1.meeple+pig@0,0/field:3 robbers=-,4";
    let mut state = position("messages,robbers,pig", "4,21", rest);
    let events = play(&mut state, "E | 0,-2 r2 | pass");
    assert_eq!((awards(&events), asked(&state).as_str()), (vec![(1, "city", 8), (1, "pig", 3)], "keep-farmer 1"));
    play(&mut state, "pass");
    assert_eq!(asked(&state), "mark 1 11");
    play(&mut state, "marker:meeple");
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((15, 0), "mark 2 6"));
    play(&mut state, "marker:messenger");
    assert_eq!((markers(&state, 2), asked(&state).as_str()), ((21, 6), "draw-message 1"));
}

/// MSG-11, MSG-D3: message points move the same marker; its stop on the next dark space gives nothing.
#[test]
fn one_message_a_turn() {
    // Five farmers are worth 10.
    let farmers = ";1.meeple@0,1/field:1".repeat(5);
    let mut state = drawn("", ";B@0,1/r0", &farmers, 7);
    let events = play(&mut state, "act");
    assert_eq!(awards(&events), [(1, "message", 10)]);
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((15, 0), "draw 2"));
    assert_eq!(used(&state), [7]);
}

/// MSG-12, MSG-13: the errand or 2 points, nothing else; the token goes under the stack either way.
#[test]
fn the_errand_or_two_points() {
    let mut state = drawn("", "", ";1.meeple@0,0/city:N", 6);
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("message 1 number 6", "act | points"));
    assert_eq!(refused(&state, "pass"), "MSG-12");
    assert!(state.used_messages().is_empty());
    let mut other = state.clone();
    assert_eq!(awards(&play(&mut state, "points")), [(1, "message", 2)]);
    assert_eq!((used(&state), state.points()), (vec![6], [7, 0].as_slice()));
    play(&mut other, "act");
    assert_eq!(used(&other), [6]);
}

/// MSG-13, MSG-D18: used tokens come up again only after all others, in the order in which they were used.
#[test]
fn the_stack_goes_round() {
    let with_used = |used: &str| {
        let rest = format!("{ROAD} figures=1.meeple@0,0/road:E messages={used}");
        let mut state = position("messages", "2,0", &rest);
        play(&mut state, SCORE);
        state
    };
    let state = with_used("5,2,8");
    assert_eq!(legal(&state), "message:1 | message:3 | message:4 | message:6 | message:7");
    assert_eq!(refused(&state, "message:2"), "MSG-D18");
    let mut state = with_used("5,2,8,1,3,4,6");
    assert_eq!(legal(&state), "message:7");
    play(&mut state, "message:7 | points");
    assert_eq!(used(&state), [5, 2, 8, 1, 3, 4, 6, 7]);
    let mut state = with_used("5,2,8,1,3,4,6,7");
    assert_eq!(legal(&state), "message:5");
    play(&mut state, "message:5 | points");
    assert_eq!(used(&state), [2, 8, 1, 3, 4, 6, 7, 5]);
    assert_as_set_up_anew(&state);
}

/// MSG-14, MSG-15, MSG-16, MSG-17: message 1 takes the city with an own knight that is worth least, as at the end and
/// whoever has the majority; nobody returns.
#[test]
fn the_smallest_city() {
    // Two tiles and a coat of arms in the north, one tile in the south with two knights of the other.
    let tiles = ";F@0,-1/r1;E@0,1/r2";
    let knights = ";1.meeple@0,0/city:N;1.meeple@0,1/city:S;2.meeple@0,1/city:S;2.meeple@0,1/city:S";
    let mut state = drawn("", tiles, knights, 1);
    assert_eq!((worth(&state, "0,0/city:N"), worth(&state, "0,1/city:S")), (3, 1));
    assert_eq!(legal(&state), "act@0,1/city:S | points");
    assert_eq!(refused(&state, "act@0,0/city:N"), "MSG-15");
    assert_eq!(refused(&state, "act@0,0/road:E"), "MSG-14");
    assert_eq!(refused(&state, "act"), "MSG-14");
    let figures = state.figures();
    assert_eq!(awards(&play(&mut state, "act@0,1/city:S")), [(1, "message", 1)]);
    assert_eq!((state.points(), state.figures()), ([6, 0].as_slice(), figures));

    // With the knight in the north alone that city is the smallest: tiles and coats of arms count once.
    let mut state = drawn("", tiles, ";1.meeple@0,0/city:N;2.meeple@0,1/city:S", 1);
    assert_eq!(refused(&state, "act@0,1/city:S"), "MSG-14");
    assert_eq!(awards(&play(&mut state, "act@0,0/city:N")), [(1, "message", 3)]);
}

/// MSG-D5: cities of the same value are all possible.
#[test]
fn equal_cities_are_a_free_choice() {
    let state = drawn("", ";E@0,1/r2", ";1.meeple@0,0/city:N;1.meeple@0,1/city:S", 1);
    assert_eq!(legal(&state), "act@0,0/city:N | act@0,1/city:S | points");
}

/// MSG-18, MSG-X3, MSG-15: message 2: the incomplete inn road of 3 tiles is worth 3 and smaller than a road of 4.
#[test]
fn the_shortest_road() {
    let tiles = ";V@0,1/r3;U@1,1/r1;U@2,1/r1;U@0,2/r0;B@1,2/r0;B@2,2/r0;V@1,3/r3;inns-cathedrals-v3/B@2,3/r0;U@3,3/r1";
    let figures = ";1.meeple@0,1/road:E;1.meeple@2,3/road:E;2.meeple@3,3/road:E;2.meeple@1,3/road:E";
    let mut state = drawn("inns", tiles, figures, 2);
    assert_eq!((worth(&state, "0,1/road:E"), worth(&state, "2,3/road:E")), (4, 3));
    assert_eq!(region(&state, "2,3/road:E").value_when_complete().unwrap().points(), 6);
    assert_eq!(legal(&state), "act@1,3/road:E | points");
    assert_eq!(refused(&state, "act@0,1/road:E"), "MSG-15");
    let figures = state.figures();
    assert_eq!(awards(&play(&mut state, "act@2,3/road:E")), [(1, "message", 3)]);
    assert_eq!(state.figures(), figures);
}

/// MSG-19, MSG-D6, ABBOT-D8: message 3 counts monks and abbots in monasteries; the abbot in a garden does not count.
#[test]
fn the_smallest_monastery() {
    let tiles = ";B@0,1/r0;B@0,2/r0";
    let mut state = drawn("abbot", tiles, ";1.meeple@0,1/monastery;1.abbot@0,2/monastery", 3);
    assert_eq!((worth(&state, "0,1/monastery"), worth(&state, "0,2/monastery")), (5, 2));
    assert_eq!(legal(&state), "act@0,2/monastery | points");
    assert_eq!(refused(&state, "act@0,1/monastery"), "MSG-15");
    assert_eq!(awards(&play(&mut state, "act@0,2/monastery")), [(1, "message", 2)]);
    assert_eq!(supply(&state, 1, FigureKind::Abbot), 0);

    let tiles = ";B@0,1/r0;Eg@0,2/r2";
    let mut state = drawn("abbot", tiles, ";1.meeple@0,1/monastery;1.abbot@0,2/garden", 3);
    assert_eq!((worth(&state, "0,1/monastery"), worth(&state, "0,2/garden")), (5, 2));
    assert_eq!(legal(&state), "act@0,1/monastery | points");
    assert_eq!(refused(&state, "act@0,2/garden"), "MSG-14");
    assert_eq!(awards(&play(&mut state, "act@0,1/monastery")), [(1, "message", 5)]);

    let state = drawn("abbot", tiles, ";1.abbot@0,2/garden", 3);
    assert_eq!(legal(&state), "points");
}

/// MSG-20, MSG-21, MSG-D13: the builder and message 4 make three turns in a row; each turn has its own message and
/// marker. Then the next player's turn comes.
#[test]
fn three_turns_in_a_row() {
    let rest =
        format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;1.meeple+builder@2,0/road:E").replace("A@3,0/r1", "U@3,0/r1");
    let mut state = position("messages,builder", "2,0", &rest);
    // The road in the west is complete, that of the builder in the east is extended.
    let events = play(&mut state, "W | 1,0 r2 | pass | marker:meeple | message:4 | act");
    assert!(events.contains(&Event::ExtraTurn { player: seat(1), why: ExtraTurnCause::Builder }));
    assert_eq!((asked(&state).as_str(), state.turn_number(), state.extra_turns()), ("draw 1", 10, 1));
    assert_as_set_up_anew(&state);
    // The turn of the builder: the road of 4 tiles is complete, and the other marker may be taken.
    let events = play(&mut state, "A | 4,0 r1 | pass | marker:messenger");
    assert_eq!(awards(&events), [(1, "road", 4)]);
    assert!(events.contains(&Event::ExtraTurn { player: seat(1), why: ExtraTurnCause::Message }));
    assert_eq!((asked(&state).as_str(), state.turn_number(), state.extra_turns()), ("draw 1", 11, 0));
    assert_eq!(markers(&state, 1), (5, 4));
    play(&mut state, "B | 0,2 r0 | pass");
    assert_eq!((asked(&state).as_str(), state.turn_number()), ("draw 2", 12));
}

/// MSG-D13: a message in the extra turn, with a marker chosen anew.
#[test]
fn a_message_in_an_extra_turn() {
    let rest =
        format!("{TWO_ROADS} figures=1.meeple@0,0/road:E;1.meeple@0,0/city:N messengers=1,0").replace(";A@3,0/r1", "");
    let mut state = position("messages", "3,0", &rest);
    play(&mut state, "W | 1,0 r2 | pass | marker:meeple | message:4 | act");
    assert_eq!(asked(&state), "draw 1");
    play(&mut state, "E | 0,-1 r2 | pass | marker:messenger");
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((5, 5), "draw-message 1"));
    play(&mut state, "message:1 | points");
    assert_eq!((markers(&state, 1), asked(&state).as_str()), ((5, 7), "draw 2"));
}

/// MSG-D12: after the last tile message 4 gives no turn; the 2 points may be taken.
#[test]
fn one_more_turn_after_the_last_tile() {
    let rest = format!("end-after=2 {ROAD} figures=1.meeple@0,0/road:E");
    let mut state = position("messages", "2,0", &rest);
    play(&mut state, SCORE);
    play(&mut state, "message:4");
    assert_eq!(legal(&state), "act | points");
    let mut other = state.clone();
    let events = play(&mut state, "act");
    assert_eq!((asked(&state).as_str(), state.points()), ("over", [5, 0].as_slice()));
    assert!(!events.iter().any(|event| matches!(event, Event::ExtraTurn { .. })));
    play(&mut other, "points");
    assert_eq!((asked(&other).as_str(), other.points()), ("over", [7, 0].as_slice()));
}

/// MSG-22, MSG-X4: message 5: two knights in a city with 2 coats of arms and one in a city with 1 are 6 points; the
/// majority of the other does not matter.
#[test]
fn coats_of_arms() {
    let tiles = ";F@0,-1/r1;F@0,-2/r1;M@0,1/r1";
    let knights =
        ";1.meeple@0,0/city:N;1.meeple@0,-1/city:N;1.meeple@0,1/city:S;2.meeple@0,1/city:S;2.meeple@0,1/city:S";
    let mut state = drawn("", tiles, knights, 5);
    assert_eq!((region(&state, "0,0/city:N").shields(), region(&state, "0,1/city:S").shields()), (2, 1));
    assert_eq!(legal(&state), "act | points");
    let figures = state.figures();
    assert_eq!(awards(&play(&mut state, "act")), [(1, "message", 6)]);
    assert_eq!(state.figures(), figures);
    // A city without an own knight does not count.
    let mut state = drawn("", tiles, ";1.meeple@0,1/city:S;2.meeple@0,0/city:N", 5);
    assert_eq!(awards(&play(&mut state, "act")), [(1, "message", 2)]);
}

/// MSG-23, MSG-24, MSG-D8: 2 points for each own knight or farmer, the large meeple counts once, builder and pig do not
/// count; nobody returns.
#[test]
fn knights_and_farmers() {
    let figures = ";1.meeple+builder@0,0/city:N;1.large@0,0/city:N;2.meeple@0,0/city:N\
                   ;1.meeple+pig@0,0/field:4;1.large@0,0/field:4;1.meeple@0,0/field:3;2.meeple@0,0/field:4";
    let knights = figures.replace(";1.large@0,0/field:4", "");
    let mut state = drawn("large,builder,pig", "", &knights, 6);
    let before = state.figures();
    assert_eq!(awards(&play(&mut state, "act")), [(1, "message", 4)]);
    assert_eq!(state.figures(), before);
    let farmers = figures.replace(";1.large@0,0/city:N", "");
    let mut state = drawn("large,builder,pig", "", &farmers, 7);
    let before = state.figures();
    assert_eq!(awards(&play(&mut state, "act")), [(1, "message", 6)]);
    assert_eq!(state.figures(), before);
}

/// MSG-D11, MSG-D17: an errand without the figures for it is impossible; one that is worth nothing is possible.
#[test]
fn impossible_errands_and_worthless_ones() {
    for message in [1, 2, 3, 5, 6, 7, 8] {
        let state = drawn("", "", "", message);
        assert_eq!(legal(&state), "points", "message {message}");
        assert_eq!(refused(&state, "act"), "MSG-D11");
    }
    assert_eq!(legal(&drawn("", "", "", 4)), "act | points");
    let mut state = drawn("", "", ";1.meeple@0,0/city:N", 5);
    assert_eq!(legal(&state), "act | points");
    play(&mut state, "act");
    assert_eq!((asked(&state).as_str(), state.points()), ("draw 2", [5, 0].as_slice()));

    let line = format!("without=farmers {ROAD} figures=1.meeple@0,0/road:E;1.meeple@0,0/city:N");
    let mut state = position("messages", "2,0", &line);
    play(&mut state, SCORE);
    play(&mut state, "message:7");
    assert_eq!(legal(&state), "points");
}

/// A field at 0,-1 beside two completed cities.
const TWO_CITIES: &str = ";E@0,-1/r2;E@0,-2/r0;E@0,-3/r2";

/// MSG-25, MSG-26, MSG-27, MSG-X5, MSG-D9: message 8 with the majority, here a tie: 6 points for the active player
/// only, and one own meeple of that field returns.
#[test]
fn score_and_return() {
    let figures = ";1.meeple@0,-1/field:1;2.meeple@0,-1/field:1;1.meeple@0,0/field:4";
    let mut state = drawn("", TWO_CITIES, figures, 8);
    assert_eq!(worth(&state, "0,-1/field:1"), 6);
    // The road was completed and its traveller is home; gardens and features without an own meeple are no choice.
    assert_eq!(legal(&state), "act@-1,0/field:1 | act@0,-2/field:3 | points");
    assert_eq!(refused(&state, "act@0,-1/city:S"), "MSG-14");
    let events = play(&mut state, "act@0,-1/field:1");
    assert_eq!(awards(&events), [(1, "message", 6)]);
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("message-return 1", "return:meeple@0,-1/field:1"));
    assert!(matches!(state.decision(), Decision::MessageReturn { is_optional: false, .. }));
    assert!(state.why_not(Action::Pass).is_some());
    assert_eq!(refused(&state, "return:meeple@0,0/field:4"), "MSG-27");
    let before = supply(&state, 1, FigureKind::Meeple);
    play(&mut state, "return:meeple@0,-1/field:1");
    assert_eq!((supply(&state, 1, FigureKind::Meeple), state.points()), (before + 1, [11, 0].as_slice()));
    assert_eq!(state.figures().len(), 2);
    assert_eq!((asked(&state).as_str(), used(&state)), ("draw 2", vec![8]));
    assert_as_set_up_anew(&state);
}

/// MSG-28, MSG-D10: without the majority there are no points, and any own meeple of the play area may return, with its
/// builder; or none.
#[test]
fn return_without_the_majority() {
    let figures = ";1.meeple@0,-1/field:1;2.meeple@0,-1/field:1;2.meeple@0,-1/field:1;1.meeple+builder@0,1/city:S;1.abbot@-1,1/garden";
    let tiles = format!("{TWO_CITIES};E@0,1/r2;Eg@-1,1/r3");
    let mut state = drawn("builder,abbot", &tiles, figures, 8);
    let events = play(&mut state, "act@0,-1/field:1");
    assert_eq!(awards(&events), []);
    assert!(matches!(state.decision(), Decision::MessageReturn { is_optional: true, .. }));
    assert_eq!(
        legal(&state),
        "pass | return:abbot@-1,1/garden | return:meeple+builder@0,1/city:S | return:meeple@0,-1/field:1"
    );
    let mut none = state.clone();
    play(&mut none, "pass");
    assert_eq!((none.figures().len(), none.points(), asked(&none).as_str()), (6, [5, 0].as_slice(), "draw 2"));
    assert_eq!(used(&none), [8]);
    let mut abbot = state.clone();
    play(&mut abbot, "return:abbot@-1,1/garden");
    assert_eq!((supply(&abbot, 1, FigureKind::Abbot), abbot.points()), (1, [5, 0].as_slice()));
    play(&mut state, "return:meeple+builder@0,1/city:S");
    assert_eq!((supply(&state, 1, FigureKind::Builder), state.figures().len()), (1, 4));
    assert_eq!(state.points(), [5, 0]);
    assert_as_set_up_anew(&state);
}

/// MSG-26, MSG-27, ABBOT-D13, MSG-D6: message 8 on a monastery with the own abbot; a garden is no choice.
#[test]
fn message_eight_with_an_abbot() {
    let mut state = drawn("abbot", ";B@0,1/r0", ";1.abbot@0,1/monastery", 8);
    assert_eq!(legal(&state), "act@0,1/monastery | points");
    assert_eq!(awards(&play(&mut state, "act@0,1/monastery")), [(1, "message", 4)]);
    assert_eq!(legal(&state), "return:abbot@0,1/monastery");
    play(&mut state, "return:abbot@0,1/monastery");
    assert_eq!((supply(&state, 1, FigureKind::Abbot), state.points()), (1, [9, 0].as_slice()));

    let state = drawn("abbot", ";Eg@0,1/r2", ";1.abbot@0,1/garden", 8);
    assert_eq!(legal(&state), "points");
    assert_eq!(refused(&state, "act@0,1/garden"), "MSG-14");
}

/// MSG-D7, MSG-18: values include the witch; she stays, and nothing is taken from the road: no gold, no goods.
#[test]
fn a_message_counts_the_witch_and_takes_nothing() {
    let rest = "tiles=Ds@0,0/r0;A@-1,0/r3;V@0,1/r3;U@1,1/r1;U@2,1/r1;U@3,1/r1 magic=witch@2,1/road:E ingots=2@1,1 \
                figures=1.meeple@0,0/road:E;1.meeple@2,1/road:E";
    let mut state = position("messages,magic,gold", "2,0", rest);
    play(&mut state, SCORE);
    play(&mut state, "message:8");
    let events = play(&mut state, "act@2,1/road:E");
    assert_eq!(awards(&events), [(1, "message", 2)]);
    assert_eq!(stands(&state, MagicFigure::Witch), "2,1/road:E");
    assert_eq!((state.ingots(seat(1)), state.ingots_on_tiles().len()), (0, 1));
    play(&mut state, "return:meeple@2,1/road:E");
    assert_eq!(stands(&state, MagicFigure::Witch), "2,1/road:E");
}

/// MSG-D15: the knight of a city completed in this turn is home and counts for no message.
#[test]
fn messages_see_what_is_left_after_the_scoring() {
    let rest = "tiles=Ds@0,0/r0;E@0,1/r2 figures=1.meeple@0,0/city:N;1.meeple@0,1/city:S";
    let mut state = position("messages", "1,0", rest);
    play(&mut state, "E | 0,-1 r2 | pass | marker:meeple | message:6");
    assert_eq!(awards(&play(&mut state, "act")), [(1, "message", 2)]);
    let mut state = position("messages", "1,0", "tiles=Ds@0,0/r0 figures=1.meeple@0,0/city:N");
    play(&mut state, "E | 0,-1 r2 | pass | marker:meeple | message:1");
    assert_eq!(legal(&state), "points");
}

/// MSG-D16: a meeple returned by message 8 is there for the crop circle of the same turn, which comes after it.
#[test]
fn a_returned_meeple_serves_the_crop_circle() {
    let farmers = ";1.meeple@0,0/field:4".repeat(7);
    let rest = format!("{ROAD} figures=1.large@0,0/road:E{farmers}");
    let mut state = position("messages,large,crop", "2,0", &rest);
    play(&mut state, "crop-circles-v3/D | 1,0 r0 | marker:meeple | message:8");
    assert_eq!(supply(&state, 1, FigureKind::Meeple), 0);
    play(&mut state, "act@0,0/field:4");
    assert_eq!(asked(&state), "message-return 1");
    play(&mut state, "return:meeple@0,0/field:4");
    assert_eq!(asked(&state), "crop 1");
    play(&mut state, "crop:add");
    assert_eq!(asked(&state), "crop-add 1");
    play(&mut state, "meeple@0,0/field:4");
    assert_eq!((supply(&state, 1, FigureKind::Meeple), asked(&state).as_str()), (0, "draw 2"));
}

/// MSG-29, MSG-30: before the final scoring the two scores are one, the messenger is gone, and final points that stop
/// on a dark space give no message.
#[test]
fn the_messenger_leaves_at_the_end() {
    let rest = "end-after=3 tiles=Ds@0,0/r0;U@1,0/r1;U@2,0/r1 figures=1.meeple@0,0/road:E messengers=4,3";
    let mut state = position("messages", "12,5", rest);
    let events = play(&mut state, "B | 0,1 r0 | pass");
    assert_eq!((asked(&state).as_str(), state.points()), ("over", [15, 5].as_slice()));
    assert_eq!([markers(&state, 1), markers(&state, 2)], [(15, 0), (5, 0)]);
    let is_about_messages = |event: &Event| matches!(event, Event::MessageDrawn { .. } | Event::MarkerMoved { .. });
    assert!(!events.iter().any(is_about_messages));
}

/// MSG-3, MSG-6, MSG-8, MSG-9, MSG-11: in whole games the points of a player are those of both markers, nobody moves
/// both in one turn, and the active player draws one message if the moved marker stops on a dark space, else none.
#[test]
fn two_markers_and_one_sum() {
    let mut draws = 0;
    for seed in 0..30u64 {
        let options = Options::new(Base::V3, 4).with(Module::Messages).with(Module::Robbers).without(Module::Farmers);
        let mut state = State::new(Game::new(options).unwrap());
        let mut numbers = Numbers(seed);
        let mut turn = 1;
        let mut active = state.active_player();
        let mut moved = [None; 4];
        // Where the marker of the active player stopped before the message, and how many messages there were.
        let (mut stop, mut drawn) = (None, 0);
        while let Some(action) = eager_action(&state, &mut numbers) {
            let mut events = Vec::new();
            state.apply_with(action, &mut events).unwrap();
            for event in events {
                match event {
                    Event::MarkerMoved { player, marker, space, .. } => {
                        let before = moved[player.index()].replace(marker);
                        assert!(before.is_none_or(|before| before == marker), "{player:?} moves both markers");
                        if player == active && drawn == 0 {
                            stop = Some(space);
                        }
                    }
                    Event::MessageDrawn { player, .. } => {
                        drawn += 1;
                        assert_eq!(player, active);
                    }
                    _ => {}
                }
            }
            if state.turn_number() != turn {
                assert_eq!(drawn, u32::from(stop.is_some_and(|space| space % 5 == 0)), "turn {turn}");
                draws += drawn;
                (turn, active) = (state.turn_number(), state.active_player());
                (moved, stop, drawn) = ([None; 4], None, 0);
                for player in PlayerId::seats(4) {
                    let (meeple, messenger) = markers(&state, player.index() + 1);
                    assert_eq!(meeple + messenger, state.points()[player.index()]);
                }
                assert_as_set_up_anew(&state);
            }
        }
    }
    assert!(draws > 20, "only {draws} messages");
}
