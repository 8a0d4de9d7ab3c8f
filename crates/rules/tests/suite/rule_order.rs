//! The order of one turn with modules of all boxes (ORDER, COMBO-1): who is asked what after what, and which event comes
//! before which.

use bastide_rules::{
    Action, Base, Decision, Event, FigureKind, Game, Marker, Module, Options, Pos, SetupError, State, Tile, catalogue,
};

use crate::table::*;

/// Plays answers and holds what is asked after each of them.
fn walk(state: &mut State, steps: &[(&str, &str)]) -> Vec<Event> {
    let mut events = Vec::new();
    for &(answer, next) in steps {
        events.extend(play(state, answer));
        assert_eq!(asked(state), next, "after {answer}");
    }
    events
}

/// Each event in one word, as far as a test is about it.
fn told(events: &[Event]) -> Vec<String> {
    let tell = |event: &Event| {
        Some(match event {
            Event::TilePlaced { .. } => "placed".to_owned(),
            Event::TileDiscarded { .. } => "discarded".to_owned(),
            Event::DragonMoved { player: None, .. } => "volcano".to_owned(),
            Event::DragonMoved { .. } => "flown".to_owned(),
            Event::PigMoved { .. } => "wheel".to_owned(),
            Event::BuilderAside { .. } => "aside".to_owned(),
            Event::IngotPut { .. } => "ingot".to_owned(),
            Event::MagicMoved { .. } | Event::MagicAside { .. } => "magic".to_owned(),
            Event::LeftQuarter { .. } => "out".to_owned(),
            Event::Scored(award) => format!("{} {}", award.source.word(), award.points()),
            Event::GingerbreadMoved { .. } | Event::GingerbreadAside => "gingerbread moved".to_owned(),
            Event::MarkerMoved { points, .. } => format!("marked {points}"),
            Event::RobberReturned { .. } => "robber home".to_owned(),
            Event::MessageDrawn { .. } => "message".to_owned(),
            Event::Ransomed { .. } => "ransom".to_owned(),
            Event::CropChosen { .. } => "circle".to_owned(),
            Event::Sent { .. } => "sent".to_owned(),
            Event::CountMoved { .. } => "count".to_owned(),
            Event::ExtraTurn { .. } => "extra".to_owned(),
            Event::FinalScoringBegan => "final".to_owned(),
            _ => return None,
        })
    };
    events.iter().filter_map(tell).collect()
}

// One turn from its start to its end

/// COMBO-1, ORDER-1, ORDER-10, ORDER-11, ORDER-12, ORDER-18: fairy point, ransom, draw, tile, action, flight, moves out of
/// Carcassonne, scoring, ransom, sending and count.
#[test]
fn a_turn_with_a_dragon_tile() {
    // The city of 1,-1 has Borys' knight; the dragon waits beside it; Anna's monk is with the fairy.
    let line = "tiles=E@1,-1/r0;B@0,-1/r0;B@2,-1/r0 figures=2.meeple@1,-1/city:N;1.meeple@0,-1/monastery
        dragon=2,-1 fairy=0,-1 count=market quarters=3.meeplex1@palace captives=2<1.meeplex1 next=3";
    let mut state = position_on("classic", "count,dragon,tower", "9,0,0", line);
    let events = walk(
        &mut state,
        &[
            ("B", "place 3"),
            ("1,3 r0", "deploy 3"),
            ("pass", "ransom 1"),
            ("pass", "draw 1"),
            ("princess-dragon/12", "place 1"),
            ("1,-2 r2", "deploy 1"),
            ("pass", "step-dragon 1"),
            ("dragon:W", "step-dragon 2"),
            ("dragon:N", "move-out 3"),
            ("out:meeple@1,-1/city:N", "ransom 1"),
            ("ransom:2.meeple", "send 1"),
            ("send:meeple@palace", "move-count 1"),
            ("count:church", "draw 2"),
        ],
    );
    let expected = ["placed", "fairy 1", "placed", "flown", "flown", "out", "city 4", "ransom", "sent", "count"];
    assert_eq!(told(&events), expected);
    assert_eq!(state.points(), [9 + 1 - 3, 3, 4]);
}

/// COMBO-1, ORDER-16, ORDER-17, ORDER-18: after the scoring the third ransom window, then the circle, then the sending.
#[test]
fn a_turn_with_a_crop_circle() {
    let line = "tiles=E@1,-1/r0 figures=2.meeple@1,-1/city:N;2.meeple@1,-1/field:3 count=market captives=2<1.meeplex1";
    let mut state = position_on("classic", "count,corn,tower", "9,0", line);
    assert_eq!(asked(&state), "ransom 1");
    let events = walk(
        &mut state,
        &[
            ("pass", "draw 1"),
            ("crop-circles/03", "place 1"),
            ("1,-2 r2", "deploy 1"),
            ("pass", "ransom 1"),
            ("ransom:2.meeple", "crop 1"),
            ("crop:add", "crop-add 2"),
            ("meeple@1,-1/field:3", "send 1"),
            ("send:meeple@palace", "move-count 1"),
            ("pass", "draw 2"),
        ],
    );
    assert_eq!(told(&events), ["placed", "city 4", "ransom", "circle", "sent"]);
}

/// ORDER-2, ORDER-6: dragon tiles are not drawn before a volcano lies; the dragon is there before the action, and the very
/// next draw can bring them.
#[test]
fn a_volcano_comes_before_the_action() {
    let mut state = position_on("classic", "dragon", "0,0", "tiles=Ds@0,0/r0;B@0,1/r0 figures=1.meeple@0,1/monastery");
    let dragons = |state: &State| legal_with(state, "princess-dragon/24");
    assert_eq!((dragons(&state), refused(&state, "princess-dragon/24")), (String::new(), "DRAGON-9"));
    play(&mut state, "princess-dragon/20 | 0,2 r0");
    assert_eq!((asked(&state), state.dragon()), ("deploy 1".to_owned(), Some(Pos::new(0, 2))));
    assert_eq!(legal(&state), "fairy@0,1 | pass", "nothing is placed beside the dragon");
    play(&mut state, "pass");
    assert_eq!(dragons(&state), "princess-dragon/24");

    // The river comes before all of them.
    let options = Options::new(Base::V3, 2).with(Module::River).with(Module::Dragon);
    let state = State::new(Game::new(options).unwrap());
    assert!(state.legal_actions().len() == 10 && legal(&state).split(" | ").all(|tile| tile.starts_with("river-v3/")));
}

/// The wheel with its three roads closed, so that W33 fits nowhere.
const NO_ROADS: &str = "tiles=W27@2,-1/r3;W27@4,2/r0;W18@-1,3/r2";

/// ORDER-3: the wheel is resolved first; then a tile without a place is discarded, and the next one is drawn.
#[test]
fn the_wheel_turns_before_a_tile_is_discarded() {
    let line = format!("{NO_ROADS} figures=2.meeple@-1,3/city:S crowns=1.meeple@taxes wheel=fortune");
    let mut state = position_on("wheel", "robbers", "0,0", &line);
    let events = walk(&mut state, &[("W33", "draw 1")]);
    assert_eq!(told(&events), ["wheel", "wheel 1", "crown 6", "discarded"]);
    let events = walk(&mut state, &[("W31a", "place 1")]);
    assert_eq!(told(&events), ["wheel"], "a second symbol in the same turn acts too");
}

/// ORDER-4, ORDER-29: the sack brings the robbers out before the tile is laid; the tiles of the Robbers module have it, and no
/// others.
#[test]
fn sacks_bring_robbers_before_the_tile_lies() {
    let sacks: Vec<&Tile> = catalogue::TILES.iter().filter(|tile| tile.symbols.sack).collect();
    assert!(sacks.iter().all(|tile| catalogue::set_of(tile).name == "robbers"));
    assert_eq!(sacks.iter().map(|tile| tile.count).sum::<u8>(), 8);
    let mut state = position_on("wheel", "robbers,dragon", "4,7", "tiles=W26@1,-1/r0 wheel=fortune");
    walk(&mut state, &[("robbers/A", "robber 1"), ("robber:7", "robber 2"), ("robber:4", "place 1")]);
}

/// ORDER-5, ORDER-7, ORDER-8: the tile joins the regions and the builder goes aside, then the ingots, then mage and witch are
/// parted, and only then comes the action.
#[test]
fn builder_gold_and_magic_come_before_the_action() {
    let line = "tiles=Ds@0,0/r0;B@0,1/r0;B@0,2/r0;B@1,2/r0;B@2,2/r0;E@2,1/r1;U@2,0/r1
        figures=1.meeple+builder@0,0/road:E magic=mage@0,0/road:E;witch@2,0/road:E";
    let mut state = position("builder,gold,magic,tower", "0,0", line);
    let events = walk(
        &mut state,
        &[
            ("gold-mines/F", "place 1"),
            ("1,0 r0", "ingot 1"),
            ("ingot@0,0", "magic 1"),
            ("mage@1,0/road:N", "deploy 1"),
            ("pass", "draw 1"),
        ],
    );
    assert_eq!(told(&events), ["placed", "aside", "ingot", "ingot", "magic", "extra"]);
}

/// ORDER-8: with modules of all boxes the step has one action, with its own follow-ups at once.
#[test]
fn one_action_of_all_boxes() {
    // Anna's abbot, a tower, a crown space, the fairy and a flying machine.
    let line = "tiles=W26@1,-1/r0;tower/12@1,-2/r0;W26@0,-2/r0 figures=1.abbot@1,-1/monastery;2.meeple@1,-1/field:1
        towers=1@1,-2 captives=2<1.meeplex1 wheel=fortune";
    let mut state = position_on("wheel", "abbot,inns,traders,flying,dragon,tower", "9,0", line);
    play(&mut state, "pass | flying-machines/A | 2,-1 r3");
    let offered = legal(&state);
    for answer in ["meeple@road:E", "large@flier", "recall", "fairy@1,-1", "floor@1,-2", "large@crown:taxes"] {
        assert!(offered.split(" | ").any(|listed| listed == answer), "{answer} is not among {offered}");
    }
    for action in state.legal_actions() {
        let mut after = state.clone();
        after.apply(action).unwrap();
        let mut followed = Vec::new();
        while !matches!(after.decision(), Decision::Draw { .. }) {
            followed.push(after.decision().word());
            after.apply(after.legal_actions()[0]).unwrap();
        }
        // Only a ransom leaves the action to be taken; without it the third window is still open.
        let expected: &[&str] = match action {
            Action::Ransom { .. } => &["deploy", "accompany"],
            Action::Deploy { .. } => &["accompany", "ransom"],
            Action::Fly(_) if followed.len() > 2 => &["roll", "land", "accompany", "ransom"],
            Action::Fly(_) => &["roll", "ransom"],
            Action::Floor(_) => &["capture", "ransom"],
            _ => &["ransom"],
        };
        assert_eq!(followed, expected, "after {action:?}");
    }
}

/// ORDER-8, ORDER-20: the ransom of the second window costs no action; the meeple that it brings back can be placed at once.
#[test]
fn a_ransom_before_the_action() {
    let six = ["1.meeple@0,1/field:1"; 6].join(";");
    let line = format!("tiles=Ds@0,0/r0;B@0,1/r0 figures={six} captives=2<1.meeplex1");
    let mut state = position_on("classic", "tower", "3,0", &line);
    play(&mut state, "pass | U | 1,0 r1");
    assert_eq!(legal(&state), "pass | ransom:2.meeple");
    play(&mut state, "ransom:2.meeple");
    assert_eq!(legal(&state), "meeple@field:1 | meeple@road:E | pass");
    assert_eq!(state.points(), [0, 3]);
}

/// ORDER-9, ORDER-10: ferries move after the action and before the flight; a new lake has its ferry put after the action.
#[test]
fn ferries_come_before_the_flight() {
    let line = "tiles=Ds@0,0/r0;ferries/B@1,0/r0;B@0,1/r0 ferries=1,0/road:E-road:W dragon=0,1";
    let mut state = position("dragon,ferries", "0,0", line);
    walk(
        &mut state,
        &[
            ("princess-dragon/24", "place 1"),
            ("2,0 r0", "deploy 1"),
            ("pass", "move-ferry 1"),
            ("ferry 1,0 road:E-road:S", "step-dragon 1"),
        ],
    );
    let mut state = position("dragon,ferries", "0,0", line);
    walk(
        &mut state,
        &[
            ("ferries/B", "place 1"),
            ("2,0 r0", "deploy 1"),
            ("pass", "put-ferry 1"),
            ("ferry road:E-road:S", "move-ferry 1"),
            ("pass", "draw 2"),
        ],
    );
}

/// ORDER-13, ORDER-14, ORDER-15, ORDER-16, ORDER-12: the city, then the pigs, then the markers and robbers, then the message,
/// then the ransom.
#[test]
fn pigs_markers_robbers_message_and_ransom() {
    // The city of Ds has a coat of arms and Anna's knight; Borys' pig lies beside it. Anna's marker stands on 7, and so
    // does Borys' robber: 8 points lead to 15, a dark space.
    let line = "tiles=Ds@0,0/r0;M@0,-1/r1 figures=1.meeple@0,0/city:N;2.meeple+pig@0,-1/field:1
        robbers=-,7 captives=2<1.meeplex1";
    let mut state = position("pig,messages,robbers,tower", "7,0", line);
    let events = walk(
        &mut state,
        &[
            ("pass", "draw 1"),
            ("E", "place 1"),
            ("1,-1 r3", "deploy 1"),
            ("pass", "keep-farmer 2"),
            ("pass", "mark 1 8"),
            ("marker:meeple", "mark 2 3"),
            ("marker:meeple", "draw-message 1"),
            ("message:4", "message 1 number 4"),
            ("act", "ransom 1"),
            ("pass", "ransom 1"),
        ],
    );
    assert_eq!(
        told(&events),
        [
            "placed",
            "city 8",
            "pig 3",
            "marked 8",
            "marked 3",
            "robbery 4",
            "marked 4",
            "robber home",
            "message",
            "extra"
        ]
    );
}

/// ORDER-9, ORDER-8: whatever the action was, and whether or not a tower captures, the ferry of a new lake is put next.
#[test]
fn every_action_leads_to_the_ferry() {
    for figures in ["", "figures=1.meeple@0,2/field:1"] {
        let line = format!("tiles=Ds@0,0/r0;tower/12@0,1/r0;B@0,2/r0 towers=1@0,1 {figures}");
        let mut state = position("dragon,ferries,tower,flying", "0,0", &line);
        play(&mut state, "ferries/B | 1,0 r0");
        let mut captures = 0;
        for action in state.legal_actions() {
            let mut after = state.clone();
            after.apply(action).unwrap();
            if after.decision().word() == "capture" {
                captures += 1;
                let mut seized = after.clone();
                play(&mut seized, "seize:1.meeple@0,2/field:1");
                assert_eq!(asked(&seized), "put-ferry 1");
                after.apply(Action::Pass).unwrap();
            }
            assert_eq!(asked(&after), "put-ferry 1", "after {action:?}");
        }
        assert_eq!(captures, usize::from(!figures.is_empty()));
    }
}

// Extra turns

/// ORDER-19, ORDER-1, ORDER-21: a message 4 drawn in the turn of the lake: first the turn after the lake, then that of the
/// message, both with the fairy, then the next player.
#[test]
fn the_turn_after_the_lake_and_message_4() {
    let line = "tiles=river-2/01@0,0/r0;river-2/02@-1,0/r0;river-2/03@-2,0/r3 next=2
        out=river-2/05;river-2/06;river-2/07;river-2/08;river-2/09;river-2/11;river-2/12
        figures=1.meeple@-1,0/field:6 fairy=-1,0";
    let mut state = position("river-2,dragon,messages", "4,0", line);
    // The point of the fairy waits for the marker, which it brings to 5.
    let events = walk(&mut state, &[("river-2/10", "place 2"), ("-1,1 r1", "deploy 2"), ("pass", "draw 1")]);
    assert_eq!(told(&events), ["placed", "fairy 1"]);
    assert_eq!((state.points(), markers(&state, 1)), (&[5, 0][..], (4, 0)));
    let events = walk(
        &mut state,
        &[
            ("river-2/04", "place 1"),
            ("-1,2 r1", "mark 1 1"),
            ("marker:meeple", "draw-message 1"),
            ("message:4", "message 1 number 4"),
            ("act", "draw 1"),
            ("V", "place 1"),
            ("1,0 r2", "deploy 1"),
        ],
    );
    assert_eq!(told(&events), ["placed", "volcano", "marked 1", "message", "extra", "fairy 1", "placed"]);
    let events = walk(
        &mut state,
        &[("pass", "mark 1 1"), ("marker:meeple", "draw 1"), ("B", "place 1"), ("0,1 r0", "deploy 1")],
    );
    assert_eq!(told(&events), ["marked 1", "extra", "fairy 1", "placed"]);
    walk(&mut state, &[("pass", "mark 1 1"), ("marker:messenger", "draw 2")]);
}

/// ORDER-1, ORDER-20: a builder's turn has no point of the fairy, but a ransom of its own.
#[test]
fn a_builders_turn_has_its_own_ransom() {
    let line = "tiles=Ds@0,0/r0;U@1,0/r1 figures=1.meeple@1,0/road:E;1.builder@1,0/road:E fairy=1,0
        captives=2<1.meeplex3 next=2";
    let mut state = position_on("classic", "dragon,tower,traders-classic", "9,0", line);
    let events = walk(
        &mut state,
        &[
            ("B", "place 2"),
            ("0,1 r0", "deploy 2"),
            ("pass", "ransom 1"),
            ("ransom:2.meeple", "draw 1"),
            ("U", "place 1"),
            ("2,0 r1", "deploy 1"),
        ],
    );
    assert_eq!(told(&events), ["placed", "fairy 1", "ransom", "placed"]);
    assert_eq!((legal_with(&state, "ransom"), refused(&state, "ransom:2.meeple")), (String::new(), "TOWER-29"));
    let events = walk(&mut state, &[("pass", "ransom 1"), ("ransom:2.meeple", "draw 1")]);
    assert_eq!(told(&events), ["extra", "ransom"], "no third window in the first turn, a new one in the second");
    assert_eq!(state.points(), [4, 6]);
}

// Ransom and markers

/// ORDER-20, COMBO-D29: a ransom moves the normal markers at once; it is in no sum, wakes no robber and draws no message.
#[test]
fn a_ransom_is_a_plain_transfer() {
    // Anna's marker goes from 8 to 5, a dark space; robbers wait on 8 and on 2.
    let line = "tiles=Ds@0,0/r0;A@-1,0/r3 figures=1.meeple@0,0/road:E robbers=2,8 captives=2<1.meeplex1";
    let mut state = position("messages,robbers,tower", "8,2", line);
    play(&mut state, "ransom:2.meeple");
    assert_eq!((state.points(), markers(&state, 1), markers(&state, 2)), (&[5, 5][..], (5, 0), (5, 0)));
    assert_eq!((robber(&state, 1), robber(&state, 2)), (Some(2), Some(8)));
    let events = walk(&mut state, &[("U", "place 1"), ("1,0 r1", "deploy 1"), ("pass", "draw 2")]);
    assert_eq!(told(&events), ["placed"], "no marker moved, so no message though it stands on 5");
}

/// ORDER-27, ORDER-21: unmarked points cannot pay; with messages both markers count and the normal one pays, also below 0.
#[test]
fn a_ransom_is_paid_with_marked_points() {
    let line = "tiles=Ds@0,0/r0;B@0,1/r0 figures=1.meeple@0,1/monastery fairy=0,1 captives=2<1.meeplex1 next=2";
    let mut state = position("dragon,messages,tower", "2,0", line);
    walk(&mut state, &[("U", "place 2"), ("1,0 r1", "deploy 2"), ("pass", "draw 1")]);
    assert_eq!(state.points(), [3, 0], "2 of them are marked");
    play(&mut state, "U | -1,0 r1");
    assert_eq!(refused(&state, "ransom:2.meeple"), "TOWER-30");
    walk(&mut state, &[("pass", "mark 1 1"), ("marker:meeple", "ransom 1")]);

    // Without messages and robbers the point counts at once.
    let mut state = position("dragon,tower", "2,0", line);
    walk(&mut state, &[("U", "place 2"), ("1,0 r1", "deploy 2"), ("pass", "ransom 1")]);

    let line = "tiles=Ds@0,0/r0 messengers=2,0 captives=2<1.meeplex1";
    let mut state = position("messages,tower", "3,0", line);
    play(&mut state, "ransom:2.meeple");
    assert_eq!((markers(&state, 1), markers(&state, 2)), ((-2, 2), (3, 0)));
    assert_eq!(state.marker_space(seat(1), Marker::Meeple), 48);
}

/// ORDER-21, COMBO-D29: points of the wheel and of crown spaces join the sum of the turn: one marker, one movement, and a robber
/// takes half of all of it. Without robbers they are marked at once.
#[test]
fn points_before_the_tile_join_the_sum() {
    // Fortune gives Anna 3, her crown space 3 more, and a road of two tiles 2.
    let line = "tiles=W27@2,-1/r3 figures=1.meeple@2,-1/monastery crowns=1.meeple@fortune wheel=plague";
    let with_robbers = format!("{line} robbers=-,0");
    let mut state = position_on("wheel", "robbers", "0,3", &with_robbers);
    let mut events = play(&mut state, "W31a");
    assert_eq!((state.points(), state.marker_space(seat(1), Marker::Meeple)), (&[6, 3][..], 0));
    events.extend(walk(&mut state, &[("4,2 r0", "deploy 1"), ("pass", "draw 2")]));
    assert_eq!(
        told(&events),
        ["wheel", "wheel 3", "crown 3", "placed", "marked 6", "robbery 3", "marked 3", "robber home"]
    );
    let mut state = position_on("wheel", "", "0,3", line);
    let events = play(&mut state, "W31a");
    assert_eq!(told(&events), ["wheel", "wheel 3", "crown 3"]);
    assert_eq!(state.marker_space(seat(1), Marker::Meeple), 6);
}

// Companions of the edition of 2025

/// ORDER-22: a bound builder or pig goes home with its meeple, whatever takes that away.
#[test]
fn companions_go_with_their_meeple() {
    let home =
        |state: &State| [FigureKind::Meeple, FigureKind::Builder, FigureKind::Pig].map(|kind| supply(state, 2, kind));
    let road = "tiles=Ds@0,0/r0;U@1,0/r1;B@1,1/r0";
    let pair = "figures=2.meeple+builder@1,0/road:E";
    // A second meeple on the road does not keep the builder.
    let mut state = position("traders,dragon", "0,0", &format!("{road} {pair};2.meeple@0,0/road:E dragon=1,1"));
    play(&mut state, "princess-dragon/12 | 1,2 r2");
    play(&mut state, "pass | dragon:N");
    assert_eq!(home(&state), [6, 1, 1], "eaten");

    let line = "tiles=Ds@0,0/r0;tower/12@0,1/r0 figures=2.meeple+builder@0,0/road:E";
    let mut state = position("traders,tower", "0,0", line);
    play(&mut state, "U | 1,0 r1 | floor@0,1 | seize:2.meeple+builder@0,0/road:E");
    assert_eq!(home(&state), [6, 1, 1], "captured: the builder is home, the meeple is not");

    let line = "tiles=Ds@0,0/r0;G@0,-1/r1 figures=2.meeple+builder@0,-1/city:N";
    let mut state = position("traders,dragon", "0,0", line);
    play(&mut state, "princess-dragon/07 | 0,-2 r1 | seize:2.meeple+builder@0,-1/city:N");
    assert_eq!(home(&state), [7, 1, 1], "princess");

    let mut state = position("traders,corn", "0,0", &format!("{road} {pair}"));
    play(&mut state, "crop-circles/05 | 0,1 r0 | pass | crop:return | return:meeple+builder@1,0/road:E");
    assert_eq!(home(&state), [7, 1, 1], "circle");

    let line = "tiles=W26@1,-1/r0 figures=2.meeple+pig@1,-1/field:1 wheel=inquisition";
    let mut state = position_on("wheel", "traders", "0,0", line);
    play(&mut state, "W31a | return:meeple+pig@1,-1/field:1");
    assert_eq!(home(&state), [7, 1, 1], "plague");
}

/// ORDER-23: a meeple that goes through a portal takes the builder or pig along.
#[test]
fn a_portal_carries_a_companion() {
    for (place, companion) in [("0,0/city:N", "builder"), ("0,1/field:1", "pig")] {
        let mut state = position("traders,dragon", "0,0", "tiles=Ds@0,0/r0;B@0,1/r0");
        play(&mut state, &format!("princess-dragon/28 | 1,0 r0 | meeple@{place}"));
        assert_eq!((asked(&state), legal_with(&state, companion)), ("accompany 1".to_owned(), companion.to_owned()));
        play(&mut state, companion);
        let kind = FigureKind::from_word(companion).unwrap();
        let at: Vec<_> =
            state.figures().iter().filter(|figure| figure.kind == kind).map(|figure| figure.spot).collect();
        assert_eq!(at, [spot(&state, place)]);
    }
}

// What counts for sending

/// ORDER-24: points of pigs, robbery and the start of the turn do not count for the sending; those of shrines, of the
/// gingerbread man in a completed city and the fairy's favour do.
#[test]
fn what_counts_for_sending() {
    // A free city with a coat of arms: only Borys' pig scores, far away.
    let pigs = "tiles=U@3,-1/r0;E@4,-1/r0;F@4,-2/r1 figures=2.meeple+pig@4,-1/field:3 count=palace";
    let mut state = position("pig,count", "0,0", pigs);
    let events =
        walk(&mut state, &[("E", "place 1"), ("4,-3 r2", "deploy 1"), ("pass", "keep-farmer 2"), ("pass", "draw 2")]);
    assert_eq!(told(&events), ["placed", "pig 3"]);

    // The fairy's point at the start does not keep Anna from sending.
    let city = "tiles=E@1,-1/r0;B@0,-1/r0 figures=2.meeple@1,-1/city:N;1.meeple@0,-1/monastery count=market";
    let mut state = position_on("classic", "count,dragon", "0,0", &format!("{city} fairy=0,-1 next=2"));
    let events = walk(
        &mut state,
        &[
            ("B", "place 2"),
            ("1,3 r0", "deploy 2"),
            ("pass", "draw 1"),
            ("E", "place 1"),
            ("1,-2 r2", "deploy 1"),
            ("pass", "send 1"),
        ],
    );
    assert_eq!(told(&events), ["placed", "fairy 1", "placed", "city 4"]);

    // A robbery of Anna in her own turn does not either: Borys scores, and her robber takes half.
    let mut state = position("count,robbers", "0,7", &format!("{city} robbers=7,-"));
    let events = walk(&mut state, &[("E", "place 1"), ("1,-2 r2", "deploy 1"), ("pass", "send 1")]);
    assert_eq!(told(&events), ["placed", "city 4", "marked 4", "robbery 2", "marked 2", "robber home"]);

    // The gingerbread man feeds Anna's knight in the completed city of Borys.
    let knights = "figures=2.meeple@0,-1/city:E;2.meeple@1,-1/city:E;1.meeple@1,-1/city:E";
    let line = format!("tiles=WinE@0,-1/r1;WinG@1,-1/r0 {knights}");
    let mut state = position_on("winter", "count,gingerbread", "0,0", &format!("{line} gingerbread=0,-1/city:E"));
    let steps = [("WinE", "place 1"), ("2,-1 r3", "deploy 1"), ("pass", "gingerbread 1")];
    let events = walk(&mut state, &steps);
    assert_eq!(told(&events), ["placed", "gingerbread 3", "gingerbread 6", "city 6"]);
    walk(&mut state, &[("gingerbread@3,2/city:E", "draw 2")]);
    let mut state = position_on("winter", "count,gingerbread", "0,0", &format!("{line} gingerbread=3,2/city:E"));
    walk(&mut state, &[("WinE", "place 1"), ("2,-1 r3", "deploy 1"), ("pass", "send 1")]);

    // A shrine of Borys counts.
    let shrine =
        "tiles=cult/03@1,-1/r0;E@0,-1/r3;E@2,-1/r1;E@0,-2/r3;E@1,-2/r0 figures=2.meeple@1,-1/shrine count=church";
    let mut state = position_on("classic", "count,cult", "0,0", shrine);
    let events = walk(&mut state, &[("E", "place 1"), ("2,-2 r1", "deploy 1"), ("pass", "send 1")]);
    assert_eq!(told(&events), ["placed", "shrine 9"]);
}

// The end of the game

/// ORDER-25: last moves, points for robbers, roads, cities, monasteries, gardens, shrines, goods, ingots, fields; the
/// fairy with her region. Then the robber goes home.
#[test]
fn the_final_scoring_in_order() {
    let line = "tiles=U@3,-1/r0;E@2,-1/r3;B@4,-1/r0;Eg@4,0/r2;cult/03@4,-3/r0;U@3,-2/r0;U@3,-3/r0
        figures=1.meeple@3,-1/road:N;1.meeple@2,-1/city:W;1.abbot@4,0/garden;1.meeple@4,-1/field:1;2.meeple@4,-3/shrine
        fairy=4,-1 robbers=5,- goods=1.0.0,0.0.0 gold=2,0 count=palace quarters=2.meeplex1@church end-after=8";
    let mut state = position("abbot,count,cult,dragon,gold,goods,robbers", "0,5", line);
    let events = walk(
        &mut state,
        &[("V", "place 1"), ("3,-4 r0", "deploy 1"), ("pass", "last-move 2"), ("out:meeple@4,-1/monastery", "over")],
    );
    let after: Vec<_> = told(&events).into_iter().skip_while(|word| word != "out").collect();
    let words: Vec<_> = after.iter().map(|word| word.split(' ').next().unwrap()).collect();
    assert_eq!(
        words,
        [
            "out",
            "final",
            "robber",
            "road",
            "city",
            "monastery",
            "fairy",
            "garden",
            "shrine",
            "goods",
            "gold",
            "field",
            "fairy",
            "robber",
        ]
    );
}

// The gingerbread man

/// ORDER-26, ORDER-12: a completed city has the gingerbread scoring first, then its own; he moves when everything is scored,
/// and before the markers.
#[test]
fn gingerbread_before_the_city_and_the_move_after_all() {
    let line = "tiles=WinDs@0,0/r0;WinE@0,1/r2;WinU@-1,0/r1 gingerbread=0,0/city:N
        figures=1.meeple@0,0/city:N;2.meeple@0,0/road:E";
    let mut state = position_on("winter", "gingerbread,robbers", "0,0", line);
    let events = walk(
        &mut state,
        &[
            ("WinE", "place 1"),
            ("0,-1 r2", "deploy 1"),
            ("pass", "gingerbread 1"),
            ("gingerbread@0,1/city:S", "draw 2"),
        ],
    );
    assert_eq!(told(&events), ["placed", "gingerbread 2", "city 4", "gingerbread moved", "marked 6"]);
}

/// ORDER-26, ORDER-13, ORDER-14: a symbol moves him after the pigs and before the markers, never before the action.
#[test]
fn a_symbol_moves_him_after_the_pigs() {
    // The symbol tile completes a city with a coat of arms; he stands in another one, at 0,1.
    let line = "tiles=WinDs@0,0/r0;WinD@1,0/r0;WinM@1,-1/r2;WinE@0,1/r2;WinE@-1,1/r3 gingerbread=0,1/city:S
        figures=1.meeple@0,0/city:N;2.meeple@0,1/city:S;2.meeple+pig@1,-1/field:1";
    let mut state = position_on("winter", "gingerbread,messages,pig", "0,0", line);
    let events = walk(
        &mut state,
        &[
            ("gingerbread/A", "place 1"),
            ("0,-1 r1", "deploy 1"),
            ("pass", "keep-farmer 2"),
            ("pass", "gingerbread 1"),
            ("gingerbread@-1,1/city:W", "mark 1 10"),
        ],
    );
    assert_eq!(told(&events), ["placed", "city 10", "pig 3", "gingerbread 1", "gingerbread moved"]);
}

// What combines

/// ORDER-28, COMBO-D1, COMBO-D27: every base goes with every pair of modules but for the printed exceptions, which are refused
/// with a sentence.
#[test]
fn what_combines() {
    let bases = [Base::V3, Base::Classic, Base::Fortress, Base::Winter, Base::Wheel];
    let all: Vec<Module> = bastide_rules::MODULES.iter().map(|info| info.module).collect();
    let whole = |module: Module| module.info().part_of.unwrap_or(module);
    let are_twins = |one: Module, other: Module| {
        [(Module::Inns, Module::InnsClassic), (Module::Traders, Module::TradersClassic)].contains(&(whole(one), other))
    };
    let mut refused = 0;
    for base in bases {
        for (index, &one) in all.iter().enumerate() {
            for &other in &all[index..] {
                let has = |module| one == module || other == module;
                let is_refused = (base == Base::Wheel && (has(Module::Count) || has(Module::River)))
                    || (has(Module::River) && has(Module::River2))
                    || (has(Module::Gingerbread) && base != Base::Winter)
                    || are_twins(one, other)
                    || are_twins(other, one);
                let game = Game::new(Options::new(base, 4).with(one).with(other));
                assert_eq!(game.is_err(), is_refused, "{base} with {one} and {other}");
                if let Err(error) = game {
                    refused += 1;
                    assert!(matches!(error, SetupError::Conflict { .. }), "{error}");
                    assert!(error.to_string().contains(" do not go together: "), "{error}");
                }
            }
        }
    }
    assert!(refused > 100);
    for players in 2..=6 {
        assert!(Game::new(Options::new(Base::Classic, players).with(Module::Count)).is_ok());
    }
    let both = Options::new(Base::V3, 2).with(Module::Crop).with(Module::Corn);
    let circles = Game::new(both).unwrap().tiles().filter(|(tile, _)| tile.symbols.crop_circle.is_some()).count();
    assert_eq!(circles, 12);
}
