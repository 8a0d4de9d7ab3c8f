//! Positions that cannot be: each is refused with one sentence that names the culprit.

use bastide_rules::notation::parse_position;
use bastide_rules::{Marker, PlayerId};

/// What is said of a position of the base v3 with these modules.
fn said(with: &str, rest: &str) -> String {
    said_on("v3", with, "points=0,0", rest)
}

fn said_on(base: &str, with: &str, points: &str, rest: &str) -> String {
    let with = if with.is_empty() { String::new() } else { format!("with={with}") };
    let line = format!("bastide-position 1 base={base} {with} players=2 turn=9 next=1 {points} {rest}");
    parse_position(&line).map_or_else(|error| error.to_string(), |_| "playable".to_owned())
}

const START: &str = "tiles=Ds@0,0/r0";

#[test]
fn tiles_are_named_with_their_set() {
    assert_eq!(said("", "tiles=Ds@0,0/r0;river-v3/B@1,0/r0"), "tile river-v3/B is not in this game");
    assert_eq!(
        said("river", "tiles=river-v3/A@0,0/r0;Ds@0,1/r0"),
        "tile base-v3/Ds is the start tile, and in this game a spring or a board takes its place (RIVER-2, RIVER2-1, WHEEL-2, COUNT-1)"
    );
    assert_eq!(said("", "tiles="), "`tiles=` is empty; a part that says nothing is left out");
}

#[test]
fn figures_stand_on_what_is_there() {
    assert_eq!(said("", &format!("{START} figures=1.meeple@4,4/road:N")), "a figure stands at 4,4, where no tile lies");
    assert_eq!(
        said("", &format!("{START} figures=1.meeple@0,0/monastery")),
        "a figure stands at 0,0 on a segment that the tile does not have"
    );
    assert_eq!(said("", &format!("{START} figures=5.meeple@0,0/road:E")), "player 5 is not at the table");
}

#[test]
fn nobody_has_negative_points() {
    assert_eq!(said_on("v3", "", "points=3,-1", START), "player 2 cannot have -1 points");
}

/// Numbers that no game comes to are refused, so that nothing which is added to them in play goes round.
#[test]
fn numbers_end_where_no_game_comes() {
    let on_turn = |turn: u32| {
        let line = format!("bastide-position 1 base=v3 players=2 turn={turn} next=1 points=0,0 {START}");
        parse_position(&line).map_or_else(|error| error.to_string(), |_| "playable".to_owned())
    };
    assert_eq!(on_turn(1_000_000), "playable");
    for turn in [1_000_001, u32::MAX] {
        assert_eq!(on_turn(turn), format!("no game comes to turn {turn}: the last one that is read is 1000000"));
    }
    let with_points = |points: i32| said_on("v3", "", &format!("points=0,{points}"), START);
    assert_eq!(with_points(20_000), "playable");
    for points in [20_001, i32::MAX] {
        let sentence = format!("player 2 cannot have {points} points: no game gives more than 20000");
        assert_eq!(with_points(points), sentence);
    }
    let extra = |count: u8| said("messages", &format!("{START} extra={count}"));
    assert_eq!(extra(8), "playable");
    for count in [9, u8::MAX] {
        assert_eq!(extra(count), format!("{count} extra turns cannot be due: there are 8 messages (MSG-1, MSG-20)"));
    }
    // With towers a messenger may show more than its player has, as the normal marker pays for ransoms; not this much.
    let messengers =
        |points: i32| said_on("v3", "messages,tower", "points=5,0", &format!("{START} messengers={points},0"));
    assert!(messengers(i32::MAX).starts_with("the messenger of player 1 cannot show 2147483647 points"));
}

/// A marker goes round the track as often as it must.
#[test]
fn markers_go_round_without_end() {
    let line = format!("bastide-position 1 base=v3 with=messages players=2 turn=9 next=1 points=20000,0 {START}");
    let state = parse_position(&line).unwrap();
    let after = |points| state.marker_space_after(PlayerId::new(0).unwrap(), Marker::Meeple, points);
    assert_eq!((after(0), after(3), after(i32::MAX), after(i32::MIN)), (0, 3, 47, 2));
}

#[test]
fn parts_of_other_games_are_named() {
    for part in [
        "messengers=0,0",
        "robbers=-,-",
        "ingots=1@0,0",
        "gold=0,0",
        "goods=0.0.0,0.0.0",
        "ferries=0,0/road:E-road:W",
        "magic=mage@0,0/road:E",
        "messages=1",
        "extra=1",
        "second=yes",
        "unmarked=1",
        "dragon=0,0",
        "fairy=0,0",
        "towers=1@0,0",
        "floors=1,1",
        "captives=1<2.meeplex1",
        "count=palace",
        "quarters=1.meeplex1@palace",
        "wheel=storm",
        "crowns=1.meeple@storm",
        "gingerbread=0,0/city:N",
    ] {
        let key = part.split('=').next().unwrap();
        assert_eq!(
            said("", &format!("{START} {part}")),
            format!("`{key}=` belongs to other games: nothing of it is in this one")
        );
    }
    assert_eq!(said("robbers", &format!("{START} robbers=-")), "`robbers=` has one entry for each player, not 1");
}

#[test]
fn markers_and_robbers_stand_where_they_can() {
    let messengers = |numbers| said_on("v3", "messages", "points=5,0", &format!("{START} messengers={numbers}"));
    assert_eq!(messengers("5,0"), "playable");
    for (numbers, shown) in [("6,0", 6), ("-1,0", -1)] {
        assert_eq!(
            messengers(numbers),
            format!(
                "the messenger of player 1 cannot show {shown} points: the two markers show the player's points (MSG-3)"
            )
        );
    }
    // The normal marker may fall below 0 by a ransom (ORDER-27).
    let paid = said_on("v3", "messages,tower", "points=5,0", &format!("{START} messengers=6,0"));
    assert_eq!(paid, "playable");
    let robbers = |spaces| said_on("v3", "robbers", "points=5,9", &format!("{START} robbers={spaces}"));
    assert_eq!(robbers("9,5"), "playable");
    assert_eq!(robbers("50,-"), "the robber of player 1 stands on 50, but the spaces of the track are 0 to 49");
    assert_eq!(robbers("5,-"), "the robber of player 1 stands on 5, where no marker of another player stands (ROB-3)");
    let unmarked = said_on("v3", "robbers", "points=5,9", &format!("{START} unmarked=6"));
    assert_eq!(unmarked, "6 points cannot be unmarked: the player to move has others");
}

#[test]
fn tokens_are_limited() {
    assert_eq!(said("gold", &format!("{START} gold=9,9")), "there are 18 ingots, but the game has 16 (GOLD-1)");
    assert_eq!(said("gold", &format!("{START} ingots=1@7,7")), "ingots lie at 7,7, where no tile lies");
    assert_eq!(
        said("goods", &format!("{START} goods=9.0.0,1.0.0")),
        "the players have more chicken than there is (TRADE-2, TRADC-2)"
    );
    for messages in ["9", "2,2"] {
        assert!(said("messages", &format!("{START} messages={messages}")).contains("there are 1 to 8 (MSG-1)"));
    }
}

#[test]
fn magic_figures_are_in_one_place() {
    assert_eq!(
        said("magic", &format!("{START} magic=mage@0,0/road:E;mage@0,0/city:N")),
        "the mage stands in two places (MAGIC-1)"
    );
    assert_eq!(
        said("magic", &format!("{START} magic=witch@0,0/field:5")),
        "the witch at 0,0: mage and witch stand on roads and in cities (MAGIC-3)"
    );
}

#[test]
fn a_lake_has_one_ferry() {
    let table = "tiles=Ds@0,0/r0;ferries/B@1,0/r0";
    assert_eq!(said("ferries", &format!("{table} ferries=1,0/road:E-road:W")), "playable");
    assert_eq!(
        said("ferries", &format!("{table} ferries=1,0/road:E-road:W;1,0/road:E-road:W")),
        "the lake at 1,0 has two ferries (FERRY-3)"
    );
    assert_eq!(
        said("ferries", &format!("{table} ferries=1,0/road:E-road:W;0,0/road:E-road:W")),
        "a ferry stands at 0,0, where no lake is (FERRY-3)"
    );
    assert_eq!(said("ferries", table), "the ferry at 1,0: every lake has its ferry (FERRY-3)");
}

#[test]
fn dragon_and_fairy_stand_on_tiles_of_their_own() {
    let volcano = "tiles=Ds@0,0/r0;princess-dragon/20@0,1/r0";
    assert_eq!(said("dragon", &format!("{volcano} dragon=0,1")), "playable");
    assert_eq!(
        said("dragon", volcano),
        "a volcano lies at 0,1, so the dragon is in play: `dragon=` must say where it stands (DRAGON-4)"
    );
    assert_eq!(
        said("dragon", &format!("{volcano} dragon=0,0 figures=1.meeple@0,0/road:E")),
        "a figure stands at 0,0 with the dragon (DRAGON-5, DRAGON-21)"
    );
    assert_eq!(
        said("dragon", &format!("{volcano} dragon=5,5")),
        "the dragon stands at 5,5, where no tile lies that could bear it"
    );
    assert_eq!(
        said("dragon", &format!("{volcano} dragon=0,0 fairy=0,0")),
        "dragon and fairy stand on one tile, at 0,0 (DRAGON-D6)"
    );
}

#[test]
fn towers_floors_and_captives_are_told_apart() {
    let table = "tiles=Ds@0,0/r0;tower/12@0,1/r0";
    let tower = |rest: &str| said("tower", &format!("{table} {rest}"));
    assert_eq!(tower("towers=2@0,1 floors=9,9"), "playable");
    for (rest, sentence) in [
        ("towers=1@0,0", "a tower stands at 0,0, where no tower space is (TOWER-6)"),
        ("towers=1@0,1;1@0,1", "two towers stand at 0,1"),
        ("towers=0@0,1", "the tower at 0,1 has no floor"),
        ("towers=1@0,1/1.pig", "on the tower at 0,1 stands a figure that towers do not bear: pig (TOWER-D2)"),
        ("towers=1@0,1/1.large", "player 1 has more figures out than there are: large"),
        ("towers=1@0,1/3.meeple", "player 3 is not at the table"),
        ("floors=11,10", "player 1 has 11 floors left, more than at the beginning (TOWER-2)"),
        ("towers=21@0,1", "21 floors stand on towers or are left, but 20 were dealt (TOWER-2)"),
        ("towers=1@0,1 floors=10,10", "21 floors stand on towers or are left, but 20 were dealt (TOWER-2)"),
        (
            "captives=1<1.meeplex1",
            "player 1 holds a figure that cannot be a captive there: meeple (TOWER-16, TOWER-19)",
        ),
        ("captives=1<2.meeplex8", "player 2 has more figures out than there are: meeple"),
        (
            "captives=1<2.meeplex1;2<1.meeplex1",
            "player 2 and player 1 hold captives of each other, who would have been exchanged (TOWER-26)",
        ),
    ] {
        assert_eq!(tower(rest), sentence, "{rest}");
    }
}

#[test]
fn quarters_and_crown_spaces_are_told_apart() {
    let count = |rest: &str| said("count,abbot", rest);
    assert_eq!(count("quarters=1.abbotx1@church"), "playable");
    assert_eq!(
        count("quarters=1.abbotx1@palace"),
        "a figure waits in the palace that never does: abbot (COUNT-8, COMBO-D31)"
    );
    assert_eq!(count("quarters=1.meeplex8@palace"), "player 1 has more figures out than there are: meeple");
    let wheel = |rest: &str| said_on("wheel", "", "points=0,0", rest);
    assert_eq!(wheel("crowns=1.meeple@fortune"), "playable");
    assert_eq!(
        wheel("crowns=1.meeple@storm;1.meeple@storm;1.meeple@storm"),
        "more meeples stand on crown spaces of storm than there are (WHEEL-10)"
    );
    assert_eq!(wheel("crowns=1.pig@storm"), "on a crown space stands a figure that is no meeple: pig (WHEEL-32)");
}

#[test]
fn the_gingerbread_man_is_told_of_when_he_has_moved() {
    let closed = "tiles=WinDs@0,0/r0;WinE@0,-1/r2";
    let winter = |rest: &str| said_on("winter", "gingerbread", "points=0,0", rest);
    assert_eq!(winter("tiles=WinDs@0,0/r0"), "playable");
    assert_eq!(
        winter(closed),
        "`gingerbread=` is missing: the gingerbread man is in the game and not where he began (GINGER-3)"
    );
    assert_eq!(
        winter(&format!("{closed} gingerbread=0,0/city:N")),
        "the gingerbread man stands at 0,0, but in no city that is not completed (GINGER-6)"
    );
    assert_eq!(winter(&format!("{closed} gingerbread=off")), "playable");
}
