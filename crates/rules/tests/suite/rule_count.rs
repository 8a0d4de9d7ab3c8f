//! Rules of the Count of Carcassonne that need a table set up by hand.
//!
//! The board has the squares 0,0 to 3,2. Roads leave it at 0,0 to the west, at 3,0 to the north and at 2,2 to the
//! south, cities at 0,2 to the south and at 3,2 to the east; all other sides are fields.

use bastide_rules::{
    Action, Base, Event, ExtraTurnCause, Feature, FigureKind, Game, Module, Options, Pos, Quarter, Refusal, Spot,
    State, catalogue, notation,
};

use crate::table::{
    self, action, asked, assert_as_set_up_anew, awards, legal, legal_with, play, position, refused, region, seat, size,
    supply, worth,
};

const MEEPLE: FigureKind = FigureKind::Meeple;
const LARGE: FigureKind = FigureKind::Large;
const ABBOT: FigureKind = FigureKind::Abbot;

/// The west road of the board is completed by a monastery with a road.
const END_OF_WEST_ROAD: &str = "A | -1,0 r3";

/// A monastery in the north of the board, which only the tile at 2,-2 is missing to complete.
///
/// ```text
/// E  E  ..
/// E  B  E
/// board
/// ```
const MONASTERY: &str = "tiles=B@1,-1/r0;E@0,-1/r3;E@2,-1/r1;E@0,-2/r3;E@1,-2/r0";

/// The last tile around the monastery; it completes nothing else.
const LAST_AROUND: &str = "V | 2,-2 r2";

/// A city of four tiles in the south-west, of which the first is a square of the board, and which one tile more
/// completes.
///
/// ```text
///    board
/// E  R  N
/// ```
const CITY: &str = "tiles=R@0,3/r0;E@-1,3/r1;N@1,3/r2";

fn waiting(state: &State, number: usize, kind: FigureKind, quarter: Quarter) -> u8 {
    state.in_quarter(quarter, seat(number)).find(|waiting| waiting.kind == kind).map_or(0, |waiting| waiting.count)
}

/// All meeples in Carcassonne.
fn in_carcassonne(state: &State) -> u8 {
    let meeples = |quarter| state.game().seats().flat_map(move |player| state.in_quarter(quarter, player));
    Quarter::ALL.into_iter().flat_map(meeples).map(|waiting| waiting.count).sum()
}

/// The road in the west belongs to Borys, and Anna completes it.
fn send(with: &str, points: &str, rest: &str) -> State {
    let figures = if rest.contains("figures=") { "" } else { "figures=2.meeple@0,0/road:W" };
    let mut state = position(with, points, &format!("{rest} {figures}"));
    play(&mut state, END_OF_WEST_ROAD);
    // Without a meeple in the supply nothing is asked.
    if asked(&state) == "deploy 1" {
        play(&mut state, "pass");
    }
    state
}

/// COUNT-1, COUNT-D18: the board of twelve squares lies in the middle instead of the start tile, which is not drawn.
#[test]
fn the_board_replaces_the_start_tile() {
    let game = Game::new(Options::new(Base::V3, 2).with(Module::Count)).unwrap();
    assert_eq!((game.start_tile(), game.tile_count()), (None, 71));
    let state = State::new(game);
    let start = catalogue::find("base-v3", "Ds").unwrap().id;
    assert!(state.why_not(Action::Draw(start)).is_some());
    let board = state.game().board().unwrap();
    let inner = board.squares.iter().filter(|square| square.sides == [None; 4]).count();
    assert_eq!((board.squares.len(), inner), (12, 2));
    // Carcassonne and two cities, three roads, and three fields that all touch Carcassonne.
    let segments = |feature| board.segments.iter().filter(move |segment| segment.feature == feature);
    assert_eq!([Feature::City, Feature::Road, Feature::Field].map(|feature| segments(feature).count()), [3, 3, 3]);
    assert!(segments(Feature::Field).all(|field| field.cities.contains(&"carcassonne")));
    // Nobody lays a tile on any of them.
    let mut state = state;
    play(&mut state, "C");
    for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
        assert_eq!(refused(&state, &format!("{x},{y} r0")), "BASE-13");
    }
}

/// COUNT-2: the first tile, and any later one, may lie at every side of the board that it matches.
#[test]
fn tiles_are_laid_against_the_board() {
    let mut state = State::new(Game::new(Options::new(Base::V3, 2).with(Module::Count)).unwrap());
    play(&mut state, "B");
    assert_eq!(legal(&state), "-1,1 r0 | -1,2 r0 | 0,-1 r0 | 1,-1 r0 | 1,3 r0 | 2,-1 r0 | 3,3 r0 | 4,0 r0 | 4,1 r0");
    assert_eq!(refused(&state, "-1,0 r0"), "BASE-13");
    play(&mut state, "4,1 r0 | pass | A");
    assert_eq!(legal_with(&state, "-1,0 "), "-1,0 r3");
    assert_eq!(legal_with(&state, "3,-1 "), "3,-1 r0");
    assert_eq!(legal_with(&state, "2,3 "), "2,3 r2");
}

/// COUNT-2: a road and a city of the board score as usual, each square as one tile.
#[test]
fn printed_features_score_as_usual() {
    let mut state = position("count", "0,0", "figures=1.meeple@0,0/road:W;2.meeple@0,2/city:S");
    assert_eq!((size(&state, "0,0/road:W"), size(&state, "0,2/city:S")), ((1, 1), (1, 1)));
    play(&mut state, &format!("{END_OF_WEST_ROAD} | pass"));
    assert_eq!(state.points(), [2, 0]);
    play(&mut state, "E | 0,3 r0 | pass");
    assert_eq!(state.points(), [2, 4]);
}

/// COUNT-3, COUNT-12: four quarters; the count begins in the palace and stays there while nobody moves him.
#[test]
fn the_count_begins_in_the_palace() {
    let mut state = State::new(Game::new(Options::new(Base::V3, 2).with(Module::Count)).unwrap());
    assert_eq!(Quarter::ALL.map(Quarter::word), ["palace", "church", "market", "smithy"]);
    assert_eq!((state.count(), in_carcassonne(&state)), (Some(Quarter::Palace), 0));
    play(&mut state, "A | -1,0 r3 | pass | A | 3,-1 r0 | pass");
    assert_eq!(state.count(), Some(Quarter::Palace));
    let without = State::new(Game::new(Options::new(Base::V3, 2)).unwrap());
    assert_eq!(without.count(), None);
}

/// COUNT-4: with the river its spring is laid beside a matching square; to lead it away from the walls is only advice.
#[test]
fn the_river_begins_beside_the_board() {
    let options = Options::new(Base::V3, 2).with(Module::Count).with(Module::River2);
    let mut state = State::new(Game::new(options).unwrap());
    assert_eq!(asked(&state), "spring");
    assert_eq!(legal(&state), "-1,1 r0 | -1,2 r0 | 0,-1 r1 | 1,-1 r1 | 1,3 r3 | 2,-1 r1 | 3,3 r3 | 4,0 r2 | 4,1 r2");
    // Here both branches run beside the wall, in the west past the corner.
    play(&mut state, "0,-1 r1 | river-2/02 | 0,-2 r0 | pass | river-2/12");
    assert_eq!(legal(&state), "-1,-2 r0 | 1,-2 r0");
    // The spring of the Big Box has a road at its back.
    let options = Options::new(Base::V3, 2).with(Module::Count).with(Module::River);
    let state = State::new(Game::new(options).unwrap());
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("spring", "-1,0 r1 | 2,3 r0 | 3,-1 r2"));
}

/// COUNT-5, COUNT-D1: the tile completed something, the active player got nothing from it and an opponent something;
/// only the active player may send, and need not.
#[test]
fn whoever_helps_others_may_send() {
    let mut state = send("count", "0,0", "");
    assert_eq!((state.points(), asked(&state).as_str()), (&[0, 2][..], "send 1"));
    play(&mut state, "pass");
    assert_eq!((asked(&state).as_str(), in_carcassonne(&state)), ("draw 2", 0));
    // Nothing was completed: an open road of Borys, extended.
    let mut state = position("count", "0,0", "figures=2.meeple@0,0/road:W");
    play(&mut state, "U | -1,0 r1 | pass");
    assert_eq!(asked(&state), "draw 2");
    // The own road, and one that is shared.
    for (figures, points) in [
        ("1.meeple@0,0/road:W", [2, 0]),
        ("1.meeple@0,0/road:W;2.meeple@0,0/road:W", [2, 2]),
        ("1.meeple@0,0/road:W;2.meeple@3,0/road:N", [2, 0]),
    ] {
        let state = send("count", "0,0", &format!("figures={figures}"));
        assert_eq!((state.points(), asked(&state).as_str()), (&points[..], "draw 2"), "{figures}");
    }
}

/// COUNT-5, COUNT-7: points for the active player from one feature outweigh those of others from another one; several
/// features and opponents allow one meeple only.
#[test]
fn one_meeple_however_many_scored() {
    // The junction completes the road of the board and the one in the south of it.
    let tiles = "tiles=A@-1,1/r2";
    let play_out = |figures: &str| {
        let mut state = position("count", "0,0,0", &format!("{tiles} figures={figures}"));
        play(&mut state, "W | -1,0 r0 | pass");
        state
    };
    let state = play_out("2.meeple@0,0/road:W;1.meeple@-1,1/road:N");
    assert_eq!((state.points(), asked(&state).as_str()), (&[2, 2, 0][..], "draw 2"));
    let mut state = play_out("2.meeple@0,0/road:W;3.meeple@-1,1/road:N");
    assert_eq!((state.points(), asked(&state).as_str()), (&[0, 2, 2][..], "send 1"));
    play(&mut state, "send:meeple@church | pass");
    assert_eq!((asked(&state).as_str(), in_carcassonne(&state)), ("draw 2", 1));
}

/// COUNT-6: the meeple comes from the supply, in addition to the one placed on the tile.
#[test]
fn sending_comes_in_addition() {
    let mut state = position("count", "0,0", "figures=2.meeple@0,0/road:W");
    play(&mut state, "A | -1,0 r3 | meeple@monastery");
    assert_eq!(asked(&state), "send 1");
    let events = play(&mut state, "send:meeple@smithy | pass");
    assert_eq!(events[0], Event::Sent { player: seat(1), figure: MEEPLE, quarter: Quarter::Smithy });
    assert_eq!((supply(&state, 1, MEEPLE), waiting(&state, 1, MEEPLE, Quarter::Smithy)), (5, 1));
    assert_as_set_up_anew(&state);
}

/// COUNT-8: any kind of meeple into any quarter, also that of the count and however many wait there; the abbot waits in
/// the church only, builders and pigs nowhere.
#[test]
fn any_meeple_into_any_quarter() {
    let mut state = send("count,inns,abbot,traders-classic", "0,0", "quarters=1.meeplex3@palace;2.meeplex4@palace");
    assert_eq!(
        legal(&state),
        "pass | send:abbot@church | send:large@church | send:large@market | send:large@palace | send:large@smithy | \
         send:meeple@church | send:meeple@market | send:meeple@palace | send:meeple@smithy"
    );
    assert_eq!(refused(&state, "send:abbot@palace"), "COMBO-D31");
    assert_eq!(refused(&state, "send:builder@palace"), "COUNT-15");
    assert_eq!(state.count(), Some(Quarter::Palace));
    let line = "bastide-position 1 base=v3 with=count,abbot players=2 turn=9 next=1 points=0,0 quarters=1.abbotx1@";
    assert!(notation::parse_position(&format!("{line}church")).is_ok());
    assert!(notation::parse_position(&format!("{line}palace")).is_err());
    let mut large = state.clone();
    play(&mut state, "send:meeple@palace");
    assert_eq!(waiting(&state, 1, MEEPLE, Quarter::Palace), 4);
    play(&mut large, "send:large@palace");
    assert_eq!((waiting(&large, 1, LARGE, Quarter::Palace), supply(&large, 1, LARGE)), (1, 0));
}

/// COUNT-9: points that do not come from a completed feature do not matter, such as those of a recalled abbot.
#[test]
fn only_completed_features_matter() {
    let rest = "tiles=B@4,1/r0 figures=2.meeple@0,0/road:W;1.abbot@4,1/monastery";
    let mut state = position("count,abbot", "0,0", rest);
    play(&mut state, "A | -1,0 r3 | recall");
    // The monastery has the four squares beside it.
    assert_eq!((state.points(), asked(&state).as_str()), (&[4, 2][..], "send 1"));
}

/// COUNT-D2: the point beside the fairy at the start of the turn does not matter; the 3 points of the fairy for a
/// completed feature do.
#[test]
fn the_fairy_matters_for_completed_features() {
    let tiles = "tiles=U@-1,0/r1;B@4,1/r0";
    // At the start of Anna's turn she has a meeple beside the fairy.
    let rest = format!("{tiles} fairy=4,1 next=2 figures=2.meeple@0,0/road:W;1.meeple@4,1/monastery");
    let mut state = position("count,dragon", "0,0", &rest);
    play(&mut state, "B | 1,-1 r0 | pass");
    assert_eq!(state.points(), [1, 0]);
    play(&mut state, "A | -2,0 r3 | pass");
    assert_eq!((state.points(), asked(&state).as_str()), (&[1, 3][..], "send 1"));
    // The road is that of Borys, but Anna's meeple stands beside the fairy.
    let road = "2.meeple@0,0/road:W;2.meeple@0,0/road:W;1.meeple@-1,0/road:E";
    for (fairy, points, next) in [("-1,0", [3, 3], "draw 2"), ("4,1", [0, 3], "send 1")] {
        let mut state = position("count,dragon", "0,0", &format!("{tiles} fairy={fairy} figures={road}"));
        play(&mut state, "A | -2,0 r3 | pass");
        assert_eq!((state.points(), asked(&state).as_str()), (&points[..], next));
    }
}

/// COUNT-D2: goods are no points.
#[test]
fn goods_are_no_points() {
    let rest = "tiles=traders-builders-classic/Q@4,2/r0 figures=2.meeple@4,2/city:E";
    let mut state = position("count,traders-classic", "0,0", rest);
    play(&mut state, "E | 5,2 r3 | pass");
    assert_eq!(state.points(), [0, 6]);
    assert_eq!(state.goods(seat(1)).map(|(_, count)| count).sum::<u8>(), 1);
    assert_eq!(asked(&state), "send 1");
}

/// COUNT-D3: points of a won challenge count like other points of features.
#[test]
fn a_won_challenge_counts() {
    let tiles = MONASTERY.replace("B@1,-1/r0;E@0,-1/r3", "cult/03@1,-1/r0;B@0,-1/r0");
    let rest = format!("{tiles} figures=2.meeple@1,-1/shrine;1.meeple@0,-1/monastery");
    let mut state = position("count,cult", "0,0", &rest);
    play(&mut state, &format!("{LAST_AROUND} | pass"));
    // Anna's monk has lost.
    assert_eq!((state.points(), supply(&state, 1, MEEPLE)), (&[0, 9][..], 7));
    assert_eq!(asked(&state), "send 1");
}

/// COUNT-D3: points of meeples that moved out of Carcassonne count: those of others allow a sending, own ones forbid
/// it.
#[test]
fn points_of_moved_meeples_count() {
    let rest = "count=market quarters=1.meeplex1@smithy;2.meeplex1@smithy";
    let mut state = position("count", "0,0", rest);
    play(&mut state, "A | -1,0 r3 | pass | out:meeple@-1,0/road:E");
    assert_eq!(asked(&state), "move-out 1");
    let mut shared = state.clone();
    play(&mut state, "pass");
    assert_eq!((state.points(), asked(&state).as_str()), (&[0, 2][..], "send 1"));
    play(&mut shared, "out:meeple@-1,0/road:E");
    assert_eq!((shared.points(), asked(&shared).as_str()), (&[2, 2][..], "draw 2"));
}

/// COUNT-D4: a meeple that the scoring of this turn gave back may be sent.
#[test]
fn a_returned_meeple_may_be_sent() {
    let farmers = ["1.meeple@1,0/field:1"; 6].join(";");
    let road = "1.meeple@0,0/road:W;2.meeple@0,0/road:W;2.meeple@0,0/road:W";
    let mut state = send("count", "0,0", &format!("figures={farmers};{road}"));
    assert_eq!((asked(&state).as_str(), supply(&state, 1, MEEPLE)), ("send 1", 1));
    play(&mut state, "send:meeple@market");
    assert_eq!(supply(&state, 1, MEEPLE), 0);
}

/// COUNT-D5: the crop circle comes first, sending is the last step of the turn.
#[test]
fn sending_follows_the_crop_circle() {
    let mut state = position("count,corn", "0,0", "figures=2.meeple@0,0/road:W;1.meeple@1,0/field:1");
    play(&mut state, "crop-circles/04 | -1,0 r0 | pass");
    assert_eq!((asked(&state).as_str(), state.points()), ("crop 1", &[0, 2][..]));
    play(&mut state, "crop:return | return:meeple@1,0/field:1");
    assert_eq!((asked(&state).as_str(), supply(&state, 1, MEEPLE)), ("send 1", 7));
    play(&mut state, "send:meeple@market | pass");
    assert_eq!(asked(&state), "draw 2");
}

/// COUNT-D20, COUNT-11: without a meeple in the supply the right lapses, and with it the move of the count.
#[test]
fn without_a_meeple_the_right_lapses() {
    let farmers = ["1.meeple@1,0/field:1"; 7].join(";");
    let state = send("count", "0,0", &format!("figures={farmers};2.meeple@0,0/road:W"));
    assert_eq!((state.points(), asked(&state).as_str()), (&[0, 2][..], "draw 2"));
}

/// COUNT-10, COUNT-D23: the extra turn of a builder is checked for itself: two meeples can be sent in a double turn.
#[test]
fn a_double_turn_may_send_two() {
    let tiles = "tiles=B@-1,1/r0;B@-2,1/r0;U@-2,0/r1";
    let figures = "figures=1.meeple@-2,0/road:E;1.builder@-2,0/road:E;2.meeple@0,0/road:W;2.meeple@3,0/road:N";
    let mut state = position("count,traders-classic", "0,0", &format!("{tiles} {figures}"));
    // The junction ends the road of Borys and extends that of the builder.
    play(&mut state, "W | -1,0 r2 | pass");
    assert_eq!((asked(&state).as_str(), state.points()), ("send 1", &[0, 2][..]));
    let events = play(&mut state, "send:meeple@market | pass");
    assert!(events.contains(&Event::ExtraTurn { player: seat(1), why: ExtraTurnCause::Builder }));
    let mut idle = state.clone();
    play(&mut state, "A | 3,-1 r0 | pass");
    assert_eq!((asked(&state).as_str(), state.points()), ("send 1", &[0, 4][..]));
    play(&mut state, "send:meeple@market | pass");
    assert_eq!((waiting(&state, 1, MEEPLE, Quarter::Market), asked(&state).as_str()), (2, "draw 2"));
    // What the first part gave to Borys does not count in the second.
    play(&mut idle, "B | 1,3 r0 | pass");
    assert_eq!(asked(&idle), "draw 2");
}

/// COUNT-11, COUNT-12, COUNT-D6: only who has just sent a meeple may move the count, to any other quarter, also to the
/// one just used; staying is passing.
#[test]
fn the_sender_may_move_the_count() {
    let mut state = send("count", "0,0", "");
    assert_eq!(state.why_not(Action::MoveCount(Quarter::Market)).map(Refusal::rule), Some("BASE-11"));
    let mut unsent = state.clone();
    play(&mut state, "send:meeple@church");
    assert_eq!(asked(&state), "move-count 1");
    assert_eq!(legal(&state), "count:church | count:market | count:smithy | pass");
    assert_eq!(refused(&state, "count:palace"), "COUNT-D6");
    let mut stays = state.clone();
    let events = play(&mut state, "count:church");
    assert_eq!(events[0], Event::CountMoved { quarter: Quarter::Church });
    assert_eq!((state.count(), asked(&state).as_str()), (Some(Quarter::Church), "draw 2"));
    assert_as_set_up_anew(&state);
    play(&mut stays, "pass");
    assert_eq!((stays.count(), asked(&stays).as_str()), (Some(Quarter::Palace), "draw 2"));
    play(&mut unsent, "pass");
    assert_eq!((unsent.count(), asked(&unsent).as_str()), (Some(Quarter::Palace), "draw 2"));
}

/// COUNT-13: nobody leaves the quarter of the count, and the other quarters are not concerned.
#[test]
fn nobody_leaves_the_quarter_of_the_count() {
    let rest = "quarters=1.meeplex1@smithy;2.meeplex1@smithy count=";
    let mut state = position("count", "0,0", &format!("{rest}smithy"));
    play(&mut state, "A | -1,0 r3 | pass");
    assert_eq!((asked(&state).as_str(), in_carcassonne(&state)), ("draw 2", 2));
    for other in ["palace", "church", "market"] {
        let mut state = position("count", "0,0", &format!("{rest}{other}"));
        play(&mut state, "A | -1,0 r3 | pass");
        assert_eq!(asked(&state), "move-out 2");
    }
}

/// COUNT-13, COUNT-15: a city and a road are completed with one tile; the count closes only one of the quarters.
#[test]
fn the_count_closes_one_quarter_only() {
    let rest = "tiles=E@0,-1/r0;E@-1,-1/r2 quarters=2.meeplex1@palace;2.meeplex1@smithy count=";
    for (count, open, closed) in [
        ("palace", "out:meeple@-1,0/road:E", "out:meeple@-1,0/city:N"),
        ("smithy", "out:meeple@-1,-1/city:S | out:meeple@-1,0/city:N", "out:meeple@-1,0/road:E"),
    ] {
        let mut state = position("count,traders-classic", "0,0", &format!("{rest}{count}"));
        play(&mut state, "traders-builders-classic/A | -1,0 r0 | pass");
        assert_eq!((asked(&state).as_str(), legal(&state)), ("move-out 2", format!("{open} | pass")));
        assert_eq!(refused(&state, closed), "COUNT-13");
    }
}

/// COUNT-14, COUNT-D8: everybody may move to a completed feature, also to one where nobody stands, but not to others.
#[test]
fn meeples_move_to_completed_features() {
    let rest = "count=market figures=2.meeple@3,0/road:N quarters=1.meeplex1@smithy;2.meeplex2@smithy";
    let mut state = position("count", "0,0", rest);
    play(&mut state, "A | -1,0 r3 | pass");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("move-out 2", "out:meeple@-1,0/road:E | pass"));
    assert_eq!(refused(&state, "out:meeple@3,0/road:N"), "COUNT-14");
    assert_eq!(refused(&state, "out:meeple@-1,0/monastery"), "COUNT-14");
    assert_eq!(refused(&state, "out:large@-1,0/road:E"), "INN-2");
    let events = play(&mut state, "out:meeple@-1,0/road:E | pass | pass");
    assert_eq!(events[0], Event::LeftQuarter { player: seat(2), figure: MEEPLE, quarter: Quarter::Smithy });
    assert_eq!((awards(&events), state.points()), (vec![(2, "road", 2)], &[0, 2][..]));
    assert_eq!((supply(&state, 2, MEEPLE), waiting(&state, 2, MEEPLE, Quarter::Smithy)), (5, 1));
    // An open feature lets nobody out.
    let mut state = position("count", "0,0", rest);
    play(&mut state, "U | -1,0 r1 | pass");
    assert_eq!(asked(&state), "draw 2");
}

/// COUNT-15: each quarter serves its own kind of feature: palace, smithy and church; the market none during the game.
#[test]
fn each_quarter_serves_its_feature() {
    let all = "1.meeplex1@palace;1.meeplex1@church;1.meeplex1@market;1.meeplex1@smithy";
    let completed = [
        ("", "A | -1,0 r3", "smithy", "out:meeple@-1,0/road:E | pass"),
        ("", "E | 0,3 r0", "palace", "out:meeple@0,3/city:N | pass"),
        (MONASTERY, LAST_AROUND, "church", "out:meeple@1,-1/monastery | pass"),
    ];
    for (tiles, answers, serving, expected) in completed {
        // The count stands where he closes nothing that matters.
        let count = if serving == "palace" { "church" } else { "palace" };
        let mut state = position("count", "0,0", &format!("{tiles} count={count} quarters={all}"));
        play(&mut state, &format!("{answers} | pass"));
        assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("move-out 1", expected));
        // Without that quarter nobody is asked.
        let others = all.replace(&format!("1.meeplex1@{serving}"), "1.meeplex2@market");
        let mut state = position("count", "0,0", &format!("{tiles} count={count} quarters={others}"));
        play(&mut state, &format!("{answers} | pass"));
        assert_eq!(asked(&state), "draw 2");
    }
}

/// COUNT-16: the left neighbour first, the active player last; each moves as many as wanted in one go.
#[test]
fn the_active_player_moves_last() {
    let all: Vec<_> = (1..=4).map(|number| format!("{number}.meeplex2@smithy")).collect();
    let rest = format!("next=2 count=palace quarters={}", all.join(";"));
    let mut state = position("count", "0,0,0,0", &rest);
    play(&mut state, "A | -1,0 r3 | pass");
    assert_eq!(asked(&state), "move-out 3");
    play(&mut state, "out:meeple@-1,0/road:E");
    assert_eq!(asked(&state), "move-out 3");
    play(&mut state, "pass");
    assert_eq!(asked(&state), "move-out 4");
    play(&mut state, "out:meeple@-1,0/road:E | out:meeple@-1,0/road:E");
    assert_eq!(asked(&state), "move-out 1");
    play(&mut state, "pass");
    assert_eq!(asked(&state), "move-out 2");
    play(&mut state, "pass");
    // Nobody is asked again; two against one.
    assert_eq!((state.points(), asked(&state).as_str()), (&[0, 0, 0, 2][..], "send 2"));
}

/// COUNT-17, COUNT-18: a large meeple counts double, several meeples on one tile all count, and all of them return.
#[test]
fn moved_meeples_count_for_the_majority() {
    let quarters = "quarters=1.largex1@smithy;3.meeplex3@smithy count=palace";
    let mut state = position("count,inns", "0,0,0", &format!("figures=2.meeple@0,0/road:W {quarters}"));
    play(&mut state, "A | -1,0 r3 | pass");
    play(&mut state, "out:meeple@-1,0/road:E | out:meeple@-1,0/road:E | pass");
    // Two of Vira, one of Borys, and Anna's large meeple, which counts two.
    let before = state.clone();
    play(&mut state, "out:large@-1,0/road:E");
    assert_eq!(state.points(), [2, 0, 2]);
    assert_eq!((supply(&state, 1, LARGE), supply(&state, 2, MEEPLE), supply(&state, 3, MEEPLE)), (1, 7, 6));
    assert_eq!((state.figures().len(), in_carcassonne(&state)), (0, 1));
    assert_as_set_up_anew(&state);
    let mut without = before;
    play(&mut without, "pass");
    assert_eq!(without.points(), [0, 0, 2]);
}

/// COUNT-18: a monastery with several meeples belongs to who has the highest weight in it.
#[test]
fn a_monastery_may_be_shared() {
    let rest = format!("{MONASTERY} count=palace quarters=1.meeplex2@church figures=2.meeple@1,-1/monastery");
    for (moves, points) in
        [("pass", [0, 9]), ("out:meeple@1,-1/monastery | pass", [9, 9]), ("out:meeple@1,-1/monastery", [9, 9])]
    {
        let mut state = position("count", "0,0", &rest);
        play(&mut state, &format!("{LAST_AROUND} | pass | {moves}"));
        if asked(&state) == "move-out 1" {
            play(&mut state, "out:meeple@1,-1/monastery");
            assert_eq!((state.points(), supply(&state, 1, MEEPLE)), (&[9, 0][..], 7));
        } else {
            assert_eq!((state.points(), supply(&state, 2, MEEPLE)), (&points[..], 7));
        }
    }
}

/// COUNT-19: who does not move stays, and there is no way to take a meeple back.
#[test]
fn meeples_stay_in_their_quarter() {
    let mut state = position("count", "0,0", "count=palace quarters=1.meeplex2@smithy;1.meeplex5@market");
    play(&mut state, "A | -1,0 r3");
    // All of Anna's meeples are in Carcassonne: nothing to do but to pass, which is not asked.
    assert_eq!(asked(&state), "move-out 1");
    play(&mut state, "pass");
    assert_eq!((asked(&state).as_str(), waiting(&state, 1, MEEPLE, Quarter::Smithy)), ("draw 2", 2));
    assert_eq!(supply(&state, 1, MEEPLE), 0);
    play(&mut state, "U | 2,3 r0 | pass | U | 2,4 r0");
    assert_eq!((asked(&state).as_str(), in_carcassonne(&state)), ("draw 2", 7));
}

/// COUNT-20, COUNT-21, COUNT-D13: after the last turn everybody moves one meeple at a time, beginning to the left of the
/// last player; who passes may move later, until all have passed in a row.
#[test]
fn the_last_moves_go_round() {
    let rest = "count=palace end-after=1 next=2 quarters=1.meeplex2@smithy;2.meeplex1@smithy;3.meeplex2@smithy";
    let mut state = position("count", "0,0,0", rest);
    play(&mut state, "B | 1,-1 r0 | pass");
    assert_eq!(asked(&state), "last-move 3");
    play(&mut state, "out:meeple@0,0/road:W");
    assert_eq!(asked(&state), "last-move 1");
    play(&mut state, "pass");
    assert_eq!(asked(&state), "last-move 2");
    play(&mut state, "pass");
    assert_eq!(asked(&state), "last-move 3");
    play(&mut state, "out:meeple@0,0/road:W");
    // Vira has nobody left; Anna passed before and may move now.
    assert_eq!(asked(&state), "last-move 1");
    play(&mut state, "out:meeple@3,0/road:N");
    assert_eq!(asked(&state), "last-move 2");
    play(&mut state, "pass");
    assert_eq!(asked(&state), "last-move 1");
    play(&mut state, "pass");
    assert!(state.is_over());
    assert_eq!(state.points(), [1, 0, 1]);
}

/// COUNT-20, COUNT-23: the last moves come after sending in the last turn and before the final scoring.
#[test]
fn the_last_moves_come_before_the_final_scoring() {
    let rest = "count=palace end-after=1 figures=2.meeple@0,0/road:W";
    let mut state = position("count", "0,0", rest);
    play(&mut state, "A | -1,0 r3 | pass");
    assert_eq!(asked(&state), "send 1");
    play(&mut state, "send:meeple@smithy | pass");
    assert_eq!((asked(&state).as_str(), state.is_over()), ("last-move 1", false));
    let events = play(&mut state, "out:meeple@3,0/road:N");
    let began = events.iter().position(|event| *event == Event::FinalScoringBegan).unwrap();
    let left = events.iter().position(|event| matches!(event, Event::LeftQuarter { .. })).unwrap();
    assert!(left < began);
    assert_eq!((state.points(), state.is_over()), (&[1, 2][..], true));
}

/// COUNT-22, COUNT-D14, COUNT-D9: every quarter has its last moves: any field; unfinished cities, roads and
/// monasteries, occupied or not; nothing that is complete. A square of the board is taken only if there is no other
/// tile.
#[test]
fn where_the_last_moves_lead() {
    let tiles = "tiles=E@0,3/r0;B@4,1/r0;U@-1,0/r1";
    let figures = "figures=2.meeple@4,1/monastery;2.meeple@3,2/city:E";
    let quarters = "quarters=1.meeplex1@palace;1.meeplex1@church;1.meeplex1@smithy";
    let rest = format!("{tiles} {figures} {quarters} count=market end-after=4");
    let mut state = position("count,inns", "0,0", &rest);
    play(&mut state, "H | 0,4 r1 | pass");
    assert_eq!(asked(&state), "last-move 1");
    assert_eq!(
        legal(&state),
        "out:meeple@-1,0/road:E | out:meeple@0,4/city:E | out:meeple@0,4/city:W | out:meeple@2,2/road:S | \
         out:meeple@3,0/road:N | out:meeple@3,2/city:E | out:meeple@4,1/monastery | pass"
    );
    assert_eq!(refused(&state, "out:meeple@0,3/city:N"), "COUNT-22");
    assert_eq!(refused(&state, "out:meeple@0,0/road:W"), "COUNT-D9");
    assert_eq!(refused(&state, "out:large@4,1/monastery"), "COUNT-14");
    // Carcassonne itself is no city to move to.
    let carcassonne =
        state.tile_at(Pos::new(1, 1)).unwrap().tile.segments.iter().position(|s| s.feature == Feature::City);
    let spot = Spot { pos: Pos::new(1, 1), segment: carcassonne.unwrap() as u8 };
    assert_eq!(state.why_not(Action::MoveOut { figure: MEEPLE, spot }).map(Refusal::rule), Some("COUNT-22"));

    // The market: every field, that of others and those of the board.
    let quarters = "quarters=1.meeplex1@market";
    let mut state = position("count", "0,0", &format!("{tiles} {figures} {quarters} count=palace end-after=4"));
    play(&mut state, "B | 0,4 r0 | pass");
    assert_eq!(asked(&state), "last-move 1");
    let fields = legal_with(&state, "out:meeple@");
    assert!(fields.split(" | ").all(|text| text.contains("/field:")), "{fields}");
    for field in ["0,4/field:1", "4,1/field:1", "-1,0/field:1", "-1,0/field:4"] {
        assert!(fields.contains(field), "{field}: {fields}");
    }
}

/// COUNT-22: a field of the board that no tile has joined is taken on the board; without farmers the market has no
/// moves.
#[test]
fn the_market_needs_farmers() {
    let rest = "quarters=1.meeplex1@market count=palace end-after=1";
    let mut state = position("count", "0,0", rest);
    play(&mut state, "B | 1,-1 r0 | pass");
    assert_eq!(refused(&state, "out:meeple@1,0/field:1"), "COUNT-D9");
    // The squares of a field are one place, and a record may name it by any of them.
    let fields = legal_with(&state, "out:meeple@");
    assert_eq!(fields, "out:meeple@0,0/field:7 | out:meeple@1,-1/field:1 | out:meeple@1,1/field:i2");
    let [first, other] = ["out:meeple@0,0/field:7", "out:meeple@2,2/field:6"].map(|place| action(&state, place));
    assert_eq!(first, other);
    let raw = Action::MoveOut { figure: MEEPLE, spot: table::spot(&state, "2,2/field:6") };
    assert_eq!(state.why_not(raw), Some(Refusal::NotFirstSegment("COUNT-D9")));
    let mut state = position("count", "0,0", &format!("without=farmers {rest}"));
    play(&mut state, "B | 1,-1 r0 | pass");
    assert!(state.is_over());
}

/// COUNT-23: moved meeples take part in the final scoring like all others.
#[test]
fn moved_meeples_take_part_in_the_final_scoring() {
    let rest = format!("{CITY} figures=1.meeple@1,3/city:S quarters=2.largex1@palace count=market end-after=4");
    let mut state = position("count,inns", "0,0", &rest);
    play(&mut state, "B | 1,-1 r0 | pass");
    let mut other = state.clone();
    play(&mut state, "out:large@0,3/city:N");
    assert_eq!((state.points(), state.is_over()), (&[0, 4][..], true));
    play(&mut other, "pass");
    assert_eq!(other.points(), [4, 0]);
}

/// COUNT-25, COUNT-19: meeples still in Carcassonne score nothing.
#[test]
fn meeples_in_carcassonne_score_nothing() {
    let rest = "quarters=1.meeplex3@palace;1.meeplex2@market count=palace end-after=1";
    let mut state = position("count", "7,0", rest);
    assert_eq!(state.projected_points().seats(2), [7, 0]);
    let events = play(&mut state, "B | 1,-1 r0 | pass | pass");
    assert_eq!((state.points(), awards(&events), state.is_over()), (&[7, 0][..], vec![], true));
    assert_eq!(in_carcassonne(&state), 5);
}

/// COUNT-26, COUNT-X6, COUNT-D17: Carcassonne is a completed city for every field that touches it, once however many
/// places they meet at.
#[test]
fn carcassonne_is_a_completed_city_at_the_end() {
    // Field A meets the wall on four squares, field B also has the city in the east, which is open.
    for (field, points) in [("1,0/field:1", 3), ("3,1/field:3", 3), ("0,1/field:7", 3)] {
        let state = position("count", "0,0", &format!("figures=1.meeple@{field}"));
        assert_eq!(state.projected_points().seats(2), [points, 0], "{field}");
        assert_eq!(worth(&state, field), points);
    }
    // With the completed city in the south-west field C is worth 6, and the field of the tile that ends it 3.
    let rest = "tiles=E@0,3/r0 figures=1.meeple@0,1/field:7;2.meeple@0,3/field:5 end-after=2";
    let mut state = position("count", "0,0", rest);
    let events = play(&mut state, "B | 1,-1 r0 | pass");
    assert_eq!(awards(&events), [(1, "field", 6), (2, "field", 3)]);
    assert_eq!(state.points(), [6, 3]);
    // Joined around the corner, both have one field.
    let rest = "tiles=E@0,3/r0;B@-1,2/r0;B@-1,3/r0 figures=1.meeple@0,1/field:7;1.meeple@0,3/field:5";
    let state = position("count", "0,0", rest);
    assert_eq!(state.projected_points().seats(2), [6, 0]);
}

/// COUNT-D16: with the bonus of a pig; not for pigs that are scored during the game, and nobody can stand in
/// Carcassonne.
#[test]
fn carcassonne_counts_at_the_end_only() {
    let state = position("count,traders-classic", "0,0", "figures=1.meeple@0,1/field:7;1.pig@0,1/field:7");
    assert_eq!(state.projected_points().seats(2), [4, 0]);
    // A herd on the field, and both.
    let herd = "tiles=river-2/01@1,-1/r1;river-2/02@1,-2/r0;river-2/09@2,-2/r1 figures=1.meeple@1,0/field:1";
    let state = position("count,river-2", "0,0", herd);
    assert_eq!(state.projected_points().seats(2), [4, 0]);
    let state = position("count,river-2,traders-classic", "0,0", &format!("{herd};1.pig@1,0/field:1"));
    assert_eq!(state.projected_points().seats(2), [5, 0]);
    // A city with a coat of arms is completed, and the pig of 2025 is scored for the one city beside its field.
    let rest = "tiles=F@0,3/r1 figures=1.meeple+pig@0,1/field:7";
    let mut state = position("count,traders", "0,0", rest);
    let events = play(&mut state, "E | 0,4 r0 | pass");
    assert_eq!(awards(&events), [(1, "pig", 3)]);
    // At the end the farmer gets both.
    play(&mut state, "pass");
    assert_eq!(state.projected_points().seats(2), [9, 0]);
}

/// COUNT-D7, COUNT-D22: several features completed in one turn have one common round: everybody makes all own moves to
/// any of them, and then all are scored.
#[test]
fn one_round_for_all_completed_features() {
    let rest = "tiles=A@-1,1/r2 count=palace quarters=2.meeplex2@smithy;3.meeplex1@smithy";
    let mut state = position("count", "0,0,0", rest);
    play(&mut state, "W | -1,0 r0 | pass");
    assert_eq!(asked(&state), "move-out 2");
    assert_eq!(legal(&state), "out:meeple@-1,0/road:E | out:meeple@-1,0/road:S | out:meeple@-1,1/road:N | pass");
    let mut events = play(&mut state, "out:meeple@-1,0/road:E | out:meeple@-1,1/road:N");
    assert_eq!(asked(&state), "move-out 3");
    assert!(awards(&events).is_empty());
    events.extend(play(&mut state, "out:meeple@-1,0/road:S"));
    let mut scored = awards(&events);
    scored.sort_unstable();
    // The road in the south is shared.
    assert_eq!(scored, [(2, "road", 2), (2, "road", 2), (3, "road", 2)]);
    assert_eq!((state.points(), state.figures().len()), (&[0, 4, 2][..], 0));
}

/// COUNT-D9, COUNT-D11: any tile of the feature but that of the dragon; a monastery with the dragon on it admits
/// nobody.
#[test]
fn nobody_moves_to_the_dragon() {
    let road = "tiles=U@-1,0/r1;U@-2,0/r1 count=palace quarters=2.meeplex1@smithy";
    for (dragon, expected) in [
        ("", "out:meeple@-1,0/road:E | out:meeple@-2,0/road:E | out:meeple@-3,0/road:E | pass"),
        ("dragon=-1,0", "out:meeple@-2,0/road:E | out:meeple@-3,0/road:E | pass"),
    ] {
        let mut state = position("count,dragon", "0,0", &format!("{road} {dragon}"));
        play(&mut state, "A | -3,0 r3 | pass");
        assert_eq!(legal(&state), expected);
        assert_eq!(refused(&state, "out:meeple@0,0/road:W"), "COUNT-D9");
        if !dragon.is_empty() {
            assert_eq!(refused(&state, "out:meeple@-1,0/road:E"), "DRAGON-5");
        }
    }
    let church = format!("{MONASTERY} count=palace quarters=2.meeplex1@church");
    for (dragon, next) in [("dragon=1,-1", "draw 2"), ("dragon=0,-1", "move-out 2")] {
        let mut state = position("count,dragon", "0,0", &format!("{church} {dragon}"));
        play(&mut state, &format!("{LAST_AROUND} | pass"));
        assert_eq!(asked(&state), next);
    }
}

/// COUNT-D9, COMBO-D16: if the dragon sits on the only tile that a feature has beside the board, its printed square
/// is free to everybody, after a completion and in the last moves.
#[test]
fn a_printed_square_is_open_if_the_dragon_holds_the_only_tile() {
    let record = "bastide-record 1\nbase classic\nwith count dragon\nplayers P1 P2\n
        1 P1 U 3,-1 r0 meeple@road:N\n2 P2 W 3,-2 r0 pass send:meeple@palace count:market\n
        3 P1 princess-dragon/13 4,2 r3";
    let mut state = notation::Record::parse(record).unwrap().state();
    assert_eq!(state.dragon(), Some(Pos::new(4, 2)));
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("move-out 2", "out:meeple@3,2/city:E | pass"));
    assert_eq!(refused(&state, "out:meeple@4,2/city:W"), "DRAGON-5");
    let events = play(&mut state, "out:meeple@3,2/city:E");
    assert_eq!(awards(&events), [(2, "city", 4)]);

    // The last moves: a road that leaves the board to the dragon's tile.
    let rest = "tiles=U@-1,0/r1 dragon=-1,0 count=palace quarters=1.meeplex1@smithy end-after=2";
    let mut state = position("count,dragon", "0,0", rest);
    play(&mut state, "B | 1,-1 r0 | pass");
    assert_eq!(asked(&state), "last-move 1");
    assert_eq!(refused(&state, "out:meeple@-1,0/road:E"), "DRAGON-5");
    assert!(legal(&state).contains("out:meeple@0,0/road:W"), "{}", legal(&state));
}

/// COUNT-D10: from the church to monasteries and shrines, not to gardens.
#[test]
fn the_church_serves_shrines_and_no_gardens() {
    let church = "count=palace quarters=2.meeplex1@church";
    let shrine = MONASTERY.replace("B@1,-1", "cult/03@1,-1");
    let mut state = position("count,cult", "0,0", &format!("{shrine} {church}"));
    play(&mut state, &format!("{LAST_AROUND} | pass"));
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("move-out 2", "out:meeple@1,-1/shrine | pass"));
    play(&mut state, "out:meeple@1,-1/shrine");
    assert_eq!(state.points(), [0, 9]);
    let garden = MONASTERY.replace("B@1,-1/r0", "Eg@1,-1/r0").replace("E@1,-2/r0", "E@1,-2/r2");
    let mut state = position("count,abbot", "0,0", &format!("{garden} {church}"));
    play(&mut state, &format!("{LAST_AROUND} | pass"));
    assert!(region(&state, "1,-1/garden").is_complete());
    assert_eq!(asked(&state), "draw 2");
}

/// COUNT-D12: nobody leaves the market during the game, also not when the pig of a field is scored.
#[test]
fn the_market_opens_at_the_end_only() {
    let rest = "tiles=F@0,3/r1 figures=1.meeple+pig@0,1/field:7 count=palace quarters=2.meeplex3@market";
    let mut state = position("count,traders", "0,0", rest);
    let events = play(&mut state, "E | 0,4 r0 | pass");
    assert_eq!((awards(&events).len(), asked(&state).as_str()), (1, "keep-farmer 1"));
    play(&mut state, "pass");
    assert_eq!((asked(&state).as_str(), waiting(&state, 2, MEEPLE, Quarter::Market)), ("draw 2", 3));
}

/// COUNT-D15: the quarter of the count is closed in the last moves too, and he does not move any more.
#[test]
fn the_count_closes_a_quarter_to_the_end() {
    let rest = "quarters=1.meeplex1@smithy;1.meeplex1@market end-after=1 count=";
    let mut state = position("count", "0,0", &format!("{rest}smithy"));
    play(&mut state, "B | 1,-1 r0 | pass");
    assert_eq!(asked(&state), "last-move 1");
    assert_eq!(refused(&state, "out:meeple@0,0/road:W"), "COUNT-13");
    assert!(!legal(&state).contains("road"));
    assert_eq!(state.why_not(Action::MoveCount(Quarter::Church)).map(Refusal::rule), Some("BASE-11"));
    let mut state = position("count", "0,0", &format!("{rest}palace"));
    play(&mut state, "B | 1,-1 r0 | pass");
    assert!(state.is_legal(table::action(&state, "out:meeple@0,0/road:W")));
    // With everybody behind the count nobody is asked.
    let mut state = position("count", "0,0", "quarters=1.meeplex2@market end-after=1 count=market");
    play(&mut state, "B | 1,-1 r0 | pass");
    assert!(state.is_over());
}

/// COUNT-D18: the squares of the board count for a monastery beside it.
#[test]
fn the_board_surrounds_monasteries() {
    let state = position("count", "0,0", "tiles=B@1,-1/r0;B@4,1/r0;B@-1,2/r0 figures=1.meeple@1,-1/monastery");
    // Itself and three squares; at the corner itself and two.
    assert_eq!((worth(&state, "1,-1/monastery"), worth(&state, "4,1/monastery")), (4, 4));
    assert_eq!(worth(&state, "-1,2/monastery"), 3);
    let mut state = position("count", "0,0", &format!("{MONASTERY} figures=1.meeple@1,-1/monastery"));
    play(&mut state, &format!("{LAST_AROUND} | pass"));
    assert_eq!(state.points(), [9, 0]);
}

/// COUNT-D19: meeples in a quarter are safe from crop circles, dragon and towers, and the fairy does not go there.
#[test]
fn quarters_are_safe() {
    let quarters = "count=palace quarters=1.meeplex2@market;2.meeplex2@market";
    let mut state = position("count,corn", "0,0", quarters);
    // A circle of the farmers finds none: those in the market are not on fields.
    play(&mut state, "crop-circles/04 | -1,0 r0 | pass");
    assert_eq!((asked(&state).as_str(), in_carcassonne(&state)), ("draw 2", 4));
    let rest = format!("tiles=tower/12@-1,1/r0;B@-1,2/r0 dragon=-1,2 towers=8@-1,1 {quarters}");
    let mut state = position("count,dragon,tower", "0,0", &rest);
    play(&mut state, "princess-dragon/12 | -2,2 r0");
    assert_eq!(legal_with(&state, "fairy"), "");
    assert_eq!(refused(&state, "fairy@3,1"), "DRAGON-43");
    play(&mut state, "floor@-1,1");
    // Nobody to capture, and the dragon does not enter the board.
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("step-dragon 1", "dragon:N | dragon:W"));
    play(&mut state, "dragon:N");
    assert_eq!((asked(&state).as_str(), in_carcassonne(&state)), ("draw 2", 4));
}

/// COUNT-8, COUNT-15: the abbot leaves the church for monasteries like any meeple.
#[test]
fn the_abbot_leaves_the_church() {
    let rest = format!("{MONASTERY} count=palace quarters=1.abbotx1@church");
    let mut state = position("count,abbot", "0,0", &rest);
    play(&mut state, &format!("{LAST_AROUND} | pass | out:abbot@1,-1/monastery"));
    assert_eq!((state.points(), supply(&state, 1, ABBOT)), (&[9, 0][..], 1));
}
