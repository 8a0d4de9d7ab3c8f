//! Crossings of the modules of Nobles and Towers with each other, with the wheel and with figures of other boxes
//! (COMBO). Seat 1 is to move in every position.

use bastide_rules::{
    Action, Actor, Base, Decision, Event, ExtraTurnCause, FigureKind, Game, Ingots, Module, Options, Pos, Sector, Side,
    StandingFigure, State, box_named, catalogue,
};

use crate::table::*;

fn classic(with: &str, points: &str, rest: &str) -> State {
    position_on("classic", with, points, rest)
}

fn wheel(with: &str, points: &str, rest: &str) -> State {
    position_on("wheel", with, points, rest)
}

/// The figures that went back to their owners: seat, figure and cell.
fn returned(events: &[Event]) -> Vec<String> {
    let tell = |event: &Event| match event {
        Event::Returned { player, figure, spot, .. } => {
            Some(format!("{} {} {}", player.index() + 1, figure.word(), spot.pos))
        }
        Event::LeftTower { player, figure, pos, .. } => {
            Some(format!("{} {} tower {pos}", player.index() + 1, figure.word()))
        }
        _ => None,
    };
    events.iter().filter_map(tell).collect()
}

fn is_legal(state: &State, answer: &str) -> bool {
    let action = action(state, answer);
    assert_eq!(state.legal_actions().contains(&action), state.why_not(action).is_none());
    state.why_not(action).is_none()
}

// One action

/// COMBO-2, COMBO-D11: on a princess tile builder, pig, crown, fairy, floor, guard and princess are offered beside each
/// other, and after each of them nothing more, the crown space after the princess included.
#[test]
fn the_action_step_has_one_action() {
    // The city of the board goes on at 4,0 with two knights; Anna's farmer lies at 5,1, a tower stands at 6,1.
    let line = "tiles=W16@4,0/r1;W26@4,1/r0;W26@5,1/r0;tower/12@6,1/r0
        figures=1.meeple@4,0/city:E;2.meeple@4,0/city:E;1.meeple@5,1/field:1 towers=1@6,1 wheel=fortune";
    let mut state = wheel("dragon,tower,traders-classic,inns-classic", "0,0", line);
    play(&mut state, "princess-dragon/07 | 5,0 r3");
    let offered = legal(&state);
    for answer in [
        "builder@city:N",
        "pig@field:3",
        "meeple@crown:storm",
        "large@crown:plague",
        "fairy@4,0",
        "fairy@5,1",
        "floor@6,1",
        "meeple@tower:6,1",
        "seize:1.meeple@4,0/city:E",
        "seize:2.meeple@4,0/city:E",
        "pass",
    ] {
        assert!(offered.split(" | ").any(|listed| listed == answer), "{answer} is not among {offered}");
    }
    assert_one_action(&state);
}

/// COMBO-2: a portal offers the laid tile and other tiles, one meeple in all.
#[test]
fn a_portal_is_one_action() {
    let line = "tiles=Ds@0,0/r0;B@0,1/r0 figures=1.meeple@0,1/monastery";
    let mut state = classic("dragon,tower", "0,0", line);
    play(&mut state, "princess-dragon/28 | 1,0 r0");
    let offered = legal(&state);
    for answer in ["meeple@road:E", "meeple@0,0/city:N", "meeple@0,1/field:1", "fairy@0,1"] {
        assert!(offered.split(" | ").any(|listed| listed == answer), "{answer} is not among {offered}");
    }
    assert_one_action(&state);
}

/// After any answer of the deploy step the next draw comes without another one.
fn assert_one_action(state: &State) {
    assert_eq!(asked(state), "deploy 1");
    for action in state.legal_actions() {
        let mut after = state.clone();
        after.apply(action).unwrap();
        while matches!(after.decision(), Decision::Capture { .. }) {
            after.apply(Action::Pass).unwrap();
        }
        assert_eq!(asked(&after), "draw 2", "after {action:?}");
    }
}

/// COMBO-3, COMBO-D1: any subset of the six modules can be played on the base game and on the wheel, but for the two
/// boards together.
#[test]
fn every_subset_can_be_played() {
    let modules = [Module::River2, Module::Dragon, Module::Tower, Module::Count, Module::Cult, Module::Corn];
    for base in [Base::Classic, Base::Wheel] {
        for subset in 0..1_u32 << modules.len() {
            let chosen = modules.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
            let mut options = chosen.fold(Options::new(base, 3), |options, (_, &module)| options.with(module));
            options.end_after = Some(14);
            let game = Game::new(options);
            if base == Base::Wheel && options.modules.has(Module::Count) {
                let why = "wheel and count do not go together: each brings a board that must lie in the middle";
                assert_eq!(game.unwrap_err().to_string(), why);
                continue;
            }
            let mut state = State::new(game.unwrap());
            let mut number = subset;
            while let Some(action) = state.choose(|count| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (number >> 8) % count
            }) {
                state.apply(action).unwrap();
            }
            assert!(state.is_over() && state.tiles_laid() == 14, "{options:?}");
        }
    }
}

// Printed boards

/// COMBO-4, COMBO-5, COMBO-D20: dragon, portal and fairy stay off the squares of both boards.
#[test]
fn dragon_portal_and_fairy_stay_off_the_boards() {
    for (base, with, monastery) in [("classic", "count,dragon", "B"), ("wheel", "dragon", "W26")] {
        let tiles = format!("tiles={monastery}@1,-1/r0");
        let mut state = position_on(base, with, "0,0", &format!("{tiles} dragon=1,-1"));
        play(&mut state, "princess-dragon/12 | 1,-2 r0 | pass");
        assert_eq!((asked(&state), legal(&state)), ("step-dragon 1".to_owned(), "dragon:N".to_owned()), "{base}");

        let mut state = position_on(base, with, "0,0", &tiles);
        play(&mut state, "princess-dragon/28 | 1,-2 r2");
        let elsewhere: Vec<_> = state
            .legal_actions()
            .into_iter()
            .filter_map(|action| if let Action::Deploy { spot, .. } = action { Some(spot.pos) } else { None })
            .collect();
        assert!(elsewhere.contains(&Pos::new(1, -1)) && elsewhere.contains(&Pos::new(1, -2)), "{base}");
        assert!(elsewhere.iter().all(|pos| pos.y < 0), "{base}: {elsewhere:?}");
        assert!(!is_legal(&state, "meeple@1,0/field:1"), "{base}");

        let own = format!("{tiles} figures=1.meeple@1,0/field:1;1.meeple@1,-1/monastery");
        let mut state = position_on(base, with, "0,0", &own);
        play(&mut state, &format!("{monastery} | 1,-2 r0"));
        assert_eq!(legal_with(&state, "fairy"), "fairy@1,-1", "{base}");
        assert!(!is_legal(&state, "fairy@1,0"), "{base}");
    }
}

/// COMBO-6, COMBO-22: a tower reaches over a board, but takes nobody from its squares, quarters and crown spaces.
#[test]
fn towers_take_nobody_from_the_boards() {
    let figures = "figures=2.meeple@1,0/field:1;2.meeple@2,-1/field:1 towers=1@1,-1";
    let carcassonne = format!("tiles=tower/12@1,-1/r0;B@2,-1/r0 {figures} quarters=2.meeplex2@palace");
    let of_wheel = format!("tiles=tower/12@1,-1/r0;W32@2,-1/r3 {figures} crowns=2.meeple@storm");
    for (base, with, line, tile) in [("classic", "count,tower", carcassonne, "B"), ("wheel", "tower", of_wheel, "W26")]
    {
        let mut state = position_on(base, with, "0,0", &line);
        play(&mut state, &format!("{tile} | 1,-2 r0 | floor@1,-1"));
        assert_eq!(asked(&state), "capture 1", "{base}");
        assert_eq!(legal(&state), "pass | seize:2.meeple@2,-1/field:1", "{base}");
        assert_eq!(refused(&state, "seize:2.meeple@1,0/field:1"), "TOWER-16", "{base}");
    }
}

/// COMBO-D19: a crop circle adds a farmer on a printed square where an own one lies.
#[test]
fn a_circle_adds_on_a_printed_square() {
    let line = "tiles=B@1,-1/r0 figures=2.meeple@1,0/field:1";
    let mut state = classic("count,corn", "0,0", line);
    play(&mut state, "crop-circles/04 | 1,-2 r0 | pass | crop:add");
    assert_eq!((asked(&state), legal(&state)), ("crop-add 2".to_owned(), "meeple@1,0/field:1".to_owned()));
    play(&mut state, "meeple@1,0/field:1");
    let beside = |figure: &&StandingFigure| figure.owner == seat(2) && figure.spot.pos == Pos::new(1, 0);
    assert_eq!(state.figures().iter().filter(beside).count(), 2);
}

/// COMBO-11, COMBO-D3, COMBO-D2: beside a board the source lies against a field side and flows directly away from it;
/// chance chooses among all such places, before the first turn and for nobody.
#[test]
fn the_source_lies_against_the_board() {
    for (base, with) in [(Base::Classic, Some(Module::Count)), (Base::Wheel, None)] {
        let options = with.into_iter().fold(Options::new(base, 2).with(Module::River2), Options::with);
        let mut state = State::new(Game::new(options).unwrap());
        assert_eq!((state.decision(), state.actor()), (Decision::Spring, Actor::Chance));
        let outcomes = state.chance_outcomes();
        assert_eq!(outcomes.len(), 9, "{base}: one for each field side of the board");
        assert!(outcomes.iter().all(|&(_, weight)| weight == 1));
        for &(action, _) in &outcomes {
            let Action::Place { pos, rotation } = action else { panic!("{action:?}") };
            let source = catalogue::find("river-2", "01").unwrap();
            let is_out = |side: &Side| source.edge(*side, rotation) == bastide_rules::Edge::River;
            let out = Side::ALL.into_iter().find(is_out).unwrap();
            assert!(state.tile_at(pos.beside(out.opposite())).is_some(), "{base}: {pos} {rotation}");
        }
        // Field against field, but the river runs along the board.
        let astray = Action::Place { pos: Pos::new(1, -1), rotation: bastide_rules::Rotation::NONE };
        assert_eq!(state.why_not(astray).map(|refusal| refusal.rule()), Some("COMBO-D3"));
        state.apply(outcomes[0].0).unwrap();
        assert_eq!((asked(&state), legal(&state)), ("draw 1".to_owned(), "river-2/02".to_owned()));
        assert!(state.undrawn().all(|(tile, _)| !tile.start), "{base}: no start tile is left to draw");
    }
}

// Towers, fairy, princess

/// COMBO-7, COMBO-21: the dragon eats the meeple on a tower; the tower stays, finished.
#[test]
fn the_dragon_eats_a_guard_and_leaves_the_tower() {
    let line = "tiles=Ds@0,0/r0;tower/12@0,1/r0;B@0,2/r0 towers=2@0,1/2.meeple dragon=0,2";
    let mut state = classic("dragon,tower", "0,0", line);
    let events = play(&mut state, "princess-dragon/24 | 0,3 r0 | pass | dragon:N");
    assert_eq!(returned(&events), ["2 meeple tower 0,1"]);
    assert_eq!(supply(&state, 2, FigureKind::Meeple), 7);
    let tower = state.towers()[0];
    assert_eq!((tower.height, tower.is_finished, tower.guard), (2, true, None));
    while let Decision::StepDragon { .. } = state.decision() {
        state.apply(state.legal_actions()[0]).unwrap();
    }
    play(&mut state, "B | 1,1 r0");
    assert_eq!(refused(&state, "floor@0,1"), "TOWER-22");
    assert_eq!(refused(&state, "meeple@tower:0,1"), "TOWER-22");
}

/// COMBO-8: the fairy moves to a tile whose only own meeple stands on a tower, and greets there.
#[test]
fn the_fairy_goes_to_a_guard() {
    let line = "tiles=Ds@0,0/r0;tower/12@0,1/r0 towers=2@0,1/1.meeple";
    let mut state = classic("dragon,tower", "0,0", line);
    play(&mut state, "B | 0,2 r0");
    assert_eq!(legal_with(&state, "fairy"), "fairy@0,1");
    let events = play(&mut state, "fairy@0,1 | B | 1,1 r0 | pass");
    assert_eq!(awards(&events), [(1, "fairy", 1)], "at the start of the next turn of seat 1");
}

/// COMBO-9, COMBO-22: the princess frees knights only: neither the monk of a monastery in the city nor a guard.
#[test]
fn the_princess_frees_knights_only() {
    let line = "tiles=Ds@0,0/r0;princess-dragon/04@0,-1/r2;tower/04@1,-1/r3;B@0,1/r0 dragon=0,1
        figures=2.meeple@0,-1/city:S;1.large@0,0/city:N;2.meeple@0,-1/monastery towers=1@1,-1/2.meeple";
    let mut state = classic("dragon,tower,inns-classic", "0,0", line);
    play(&mut state, "princess-dragon/07 | -1,-1 r0");
    assert_eq!(legal_with(&state, "seize"), "seize:1.large@0,0/city:N | seize:2.meeple@0,-1/city:E");
}

// The cascade

/// COMBO-10, COMBO-22: whoever loses the last meeple of a feature to dragon, tower, princess, circle or plague takes the
/// builder or pig back from it in the same step; while another own meeple stays, it stays.
#[test]
fn builder_and_pig_follow_the_last_meeple() {
    let road = "tiles=Ds@0,0/r0;U@1,0/r1;U@2,0/r1;B@1,1/r0";
    let thief = "figures=2.meeple@1,0/road:E;2.builder@2,0/road:E";
    // The dragon enters 1,0 only.
    let mut state = classic("dragon,traders-classic", "0,0", &format!("{road} {thief} dragon=1,1"));
    let events = play(&mut state, "princess-dragon/24 | 1,2 r0 | pass | dragon:N");
    assert_eq!(returned(&events), ["2 meeple 1,0", "2 builder 2,0"]);
    let two = format!("{road} {thief};2.meeple@0,0/road:E dragon=1,1");
    let mut state = classic("dragon,traders-classic", "0,0", &two);
    let events = play(&mut state, "princess-dragon/24 | 1,2 r0 | pass | dragon:N");
    assert_eq!(returned(&events), ["2 meeple 1,0"]);

    // A tower at 1,2 takes the farmer of 1,1; the pig lies at 0,1.
    let field = "tiles=Ds@0,0/r0;B@0,1/r0;B@1,1/r0;tower/12@1,2/r0 figures=2.meeple@1,1/field:1;2.pig@0,1/field:1";
    let mut state = classic("tower,traders-classic", "0,0", field);
    let events = play(&mut state, "B | 0,2 r0 | floor@1,2 | seize:2.meeple@1,1/field:1");
    assert_eq!(returned(&events), ["2 meeple 1,1", "2 pig 0,1"]);
    assert_eq!(supply(&state, 2, FigureKind::Pig), 1);
    assert_eq!(supply(&state, 2, FigureKind::Meeple), 6, "the farmer is a captive");

    // A princess in the city of Ds.
    let city = "tiles=Ds@0,0/r0;G@0,-1/r1 figures=2.meeple@0,-1/city:N;2.builder@0,0/city:N";
    let mut state = classic("dragon,traders-classic", "0,0", city);
    let events = play(&mut state, "princess-dragon/07 | 0,-2 r1 | seize:2.meeple@0,-1/city:N");
    assert_eq!(returned(&events), ["2 meeple 0,-1", "2 builder 0,0"]);

    // A club circle, action B.
    let mut state = classic("corn,traders-classic", "0,0", &format!("{road} {thief}"));
    let events = play(&mut state, "crop-circles/05 | 0,1 r0 | pass | crop:return | return:meeple@1,0/road:E");
    assert_eq!(returned(&events), ["2 meeple 1,0", "2 builder 2,0"]);

    // The plague, from inquisition one sector on.
    let line = "tiles=W26@1,-1/r0;W26@1,-2/r0 figures=2.meeple@1,-1/field:1;2.pig@1,-2/field:1 wheel=inquisition";
    let mut state = wheel("traders-classic", "0,0", line);
    let events = play(&mut state, "W31a | return:meeple@1,-1/field:1");
    assert_eq!(returned(&events), ["2 meeple 1,-1", "2 pig 1,-2"]);
}

// The figure table

/// Borys' figures in a column north of the wheel: heretic, large knight with builder, thief, farmer with pig, guard; and one
/// on a crown space, one with Anna.
fn column(with: &str, rest: &str) -> State {
    let line = "tiles=tower/12@1,-1/r0;cult/03@1,-2/r0;W17@1,-3/r1;W31c@1,-4/r0;W26@1,-5/r0;tower/14@1,-6/r0
        figures=2.meeple@1,-2/shrine;2.large@1,-3/city:E;2.builder@1,-3/city:E;2.meeple@1,-4/road:E;2.meeple@1,-5/field:1;2.pig@1,-5/field:1
        towers=8@1,-1;1@1,-6/2.meeple crowns=2.meeple@storm captives=1<2.meeplex1";
    wheel(&format!("tower,cult,corn,inns-classic,traders-classic{with}"), "0,0", &format!("{line} {rest}"))
}

fn is_as_before(state: &State) -> bool {
    let captives: u8 = state.captives(seat(1)).map(|held| held.count).sum();
    captives == 1 && state.crowned(Sector::Storm).count() == 1
}

/// COMBO-22, COMBO-6, COMBO-20: a tower captures every meeple in reach, heretic and guard included; no builder, no pig.
#[test]
fn the_table_of_captures() {
    let mut state = column("", "wheel=fortune");
    play(&mut state, "W26 | 3,-1 r0 | floor@1,-1");
    assert_eq!(
        legal(&state),
        "pass | seize:2.large@1,-3/city:E | seize:2.meeple@1,-2/shrine | seize:2.meeple@1,-4/road:E | \
         seize:2.meeple@1,-5/field:1 | seize:tower@1,-6"
    );
    assert_eq!(refused(&state, "seize:2.builder@1,-3/city:E"), "TOWER-16");
    assert_eq!(refused(&state, "seize:2.pig@1,-5/field:1"), "TOWER-16");
}

/// COMBO-22, COMBO-7: the dragon eats everything on its way; crown space and captive are untouched.
#[test]
fn the_table_of_the_dragon() {
    let mut state = column(",dragon", "wheel=fortune dragon=1,-1");
    let mut events = play(&mut state, "princess-dragon/12 | 1,-7 r0 | pass");
    for _ in 0..6 {
        events.extend(play(&mut state, "dragon:N"));
    }
    let mut eaten = returned(&events);
    eaten.sort_unstable();
    assert_eq!(
        eaten,
        [
            "2 builder 1,-3",
            "2 large 1,-3",
            "2 meeple 1,-2",
            "2 meeple 1,-4",
            "2 meeple 1,-5",
            "2 meeple tower 1,-6",
            "2 pig 1,-5",
        ]
    );
    assert!(is_as_before(&state));
}

/// COMBO-22: a circle with action B takes only its kind: thief, knight or farmer, and builder and pig follow.
#[test]
fn the_table_of_the_circles() {
    for (laid, expected, follower) in [
        ("crop-circles/05 | 3,-1 r1", "return:meeple@1,-4/road:E", None),
        ("crop-circles/01 | 3,-1 r0", "return:large@1,-3/city:E", Some("2 builder 1,-3")),
        ("crop-circles/04 | 3,-1 r0", "return:meeple@1,-5/field:1", Some("2 pig 1,-5")),
    ] {
        let mut state = column("", "wheel=fortune");
        play(&mut state, &format!("{laid} | pass | crop:return"));
        assert_eq!((asked(&state), legal(&state)), ("crop-return 2".to_owned(), expected.to_owned()));
        let events = play(&mut state, expected);
        assert_eq!(returned(&events).get(1).map(String::as_str), follower);
        assert!(is_as_before(&state));
    }
}

/// COMBO-22: the plague takes any meeple on a tile, heretic and guard included, and nothing else.
#[test]
fn the_table_of_the_plague() {
    let mut state = column("", "wheel=inquisition");
    play(&mut state, "W31a");
    assert_eq!(asked(&state), "plague 2", "seat 1 has nobody to lose");
    assert_eq!(
        legal(&state),
        "return:large@1,-3/city:E | return:meeple@1,-2/shrine | return:meeple@1,-4/road:E | \
         return:meeple@1,-5/field:1 | return:tower@1,-6"
    );
    let mut tower = state.clone();
    let events = play(&mut tower, "return:tower@1,-6");
    assert_eq!(returned(&events), ["2 meeple tower 1,-6"]);
    assert!(is_as_before(&tower));
}

/// COMBO-22, COMBO-D10: a storm counts the meeples of the supply, one each; a captive only once it was ransomed.
#[test]
fn the_table_of_the_storm() {
    let mut state = column("", "wheel=taxes");
    let events = play(&mut state, "W29b");
    assert_eq!(awards(&events), [(1, "wheel", 8), (2, "wheel", 1), (2, "crown", 6)]);

    let line = "tiles=W26@1,-1/r0 captives=2<1.meeplex1 wheel=taxes";
    let mut state = wheel("tower", "3,0", line);
    assert_eq!(asked(&state), "ransom 1");
    let mut ransomed = state.clone();
    let events = play(&mut state, "pass | W29b");
    assert_eq!(awards(&events), [(1, "wheel", 6), (2, "wheel", 7)]);
    let events = play(&mut ransomed, "ransom:2.meeple | W29b");
    assert_eq!(awards(&events), [(1, "wheel", 7), (2, "wheel", 7)]);
}

// Carcassonne

/// The city of two tiles north of Carcassonne: 1,-1 lies there with Borys' knight.
const CITY: &str = "tiles=E@1,-1/r0 figures=2.meeple@1,-1/city:N";

/// COMBO-13: meeples of the church move to a completed shrine, and at the end to an unfinished one.
#[test]
fn church_meeples_move_to_shrines() {
    let around = "tiles=cult/03@1,-1/r0;E@0,-1/r3;E@2,-1/r1;E@0,-2/r3;E@1,-2/r0";
    let church = "count=palace quarters=2.meeplex1@church";
    let mut state = classic("count,cult", "0,0", &format!("{around} {church}"));
    play(&mut state, "E | 2,-2 r1 | pass");
    assert_eq!((asked(&state), legal(&state)), ("move-out 2".to_owned(), "out:meeple@1,-1/shrine | pass".to_owned()));
    let events = play(&mut state, "out:meeple@1,-1/shrine");
    assert_eq!(awards(&events), [(2, "shrine", 9)]);

    let mut state = classic("count,cult", "0,0", &format!("{around} {church} end-after=6"));
    play(&mut state, "E | 0,-3 r3 | pass");
    assert_eq!((asked(&state), legal(&state)), ("last-move 2".to_owned(), "out:meeple@1,-1/shrine | pass".to_owned()));
    let events = play(&mut state, "out:meeple@1,-1/shrine");
    assert_eq!(awards(&events), [(2, "shrine", 8)]);
}

/// COMBO-15: a large meeple counts as two also when it comes from Carcassonne.
#[test]
fn a_large_meeple_keeps_its_weight() {
    for (kind, expected) in [("meeple", vec![(1, "city", 4), (2, "city", 4)]), ("large", vec![(1, "city", 4)])] {
        let line = format!("{CITY} count=market quarters=1.{kind}x1@palace");
        let mut state = classic("count,inns-classic", "0,0", &line);
        play(&mut state, "E | 1,-2 r2 | pass");
        let events = play(&mut state, &format!("out:{kind}@1,-1/city:N"));
        assert_eq!(awards(&events), expected, "{kind}");
    }
}

/// COMBO-16: in a builder's second turn the fairy does not greet, and a second meeple may be sent.
#[test]
fn a_double_turn_greets_once_and_sends_twice() {
    // Anna's road leads north from 3,-1; east of it two cities of Borys wait for their second tile.
    let line = "tiles=U@3,-1/r0;B@4,-1/r0;E@4,-2/r3;E@4,-3/r3
        figures=1.meeple@3,-1/road:N;1.builder@3,-1/road:N;2.meeple@4,-2/city:W;2.meeple@4,-3/city:W
        fairy=3,-1 next=2 count=market";
    let mut state = classic("count,dragon,traders-classic", "0,0", line);
    let events = play(&mut state, "B | 4,0 r0 | pass");
    assert_eq!(awards(&events), [(1, "fairy", 1)]);
    let events = play(&mut state, "D | 3,-2 r1 | pass");
    assert_eq!((awards(&events), asked(&state)), (vec![(2, "city", 4)], "send 1".to_owned()));
    let events = play(&mut state, "send:meeple@church | pass");
    assert!(events.contains(&Event::ExtraTurn { player: seat(1), why: ExtraTurnCause::Builder }));
    assert_eq!((awards(&events), asked(&state)), (vec![], "draw 1".to_owned()));
    play(&mut state, "D | 3,-3 r1 | pass");
    assert_eq!(asked(&state), "send 1");
    play(&mut state, "send:meeple@church | pass");
    assert_eq!(asked(&state), "draw 2", "one extra turn");
    assert_eq!(state.in_quarter(bastide_rules::Quarter::Church, seat(1)).map(|waiting| waiting.count).max(), Some(2));
}

/// COMBO-20: portal, princess and sending take a large meeple as well as a normal one.
#[test]
fn large_meeples_are_meeples() {
    let mut state = classic("dragon,inns-classic", "0,0", "tiles=Ds@0,0/r0;B@0,1/r0");
    play(&mut state, "princess-dragon/28 | 1,0 r0");
    assert!(is_legal(&state, "meeple@0,0/city:N") && is_legal(&state, "large@0,0/city:N"));

    let knights = "figures=2.meeple@0,-1/city:N;2.large@0,0/city:N";
    let mut state = classic("dragon,inns-classic", "0,0", &format!("tiles=Ds@0,0/r0;G@0,-1/r1 {knights}"));
    play(&mut state, "princess-dragon/07 | 0,-2 r1");
    assert_eq!(legal_with(&state, "seize"), "seize:2.large@0,0/city:N | seize:2.meeple@0,-1/city:N");

    let mut state = classic("count,inns-classic", "0,0", &format!("{CITY} count=market"));
    play(&mut state, "E | 1,-2 r2 | pass");
    assert_eq!(legal_with(&state, "send:large").split(" | ").count(), 4);
    assert_eq!(legal_with(&state, "send:meeple").split(" | ").count(), 4);
}

/// COMBO-D12: a meeple that moves out of Carcassonne to the fairy's tile has her favour.
#[test]
fn the_fairy_favours_who_comes_from_carcassonne() {
    let line = format!("{CITY} fairy=1,-1 count=market quarters=1.meeplex2@palace");
    let mut state = classic("count,dragon", "0,0", &line);
    play(&mut state, "E | 1,-2 r2 | pass");
    let mut elsewhere = state.clone();
    let events = play(&mut state, "out:meeple@1,-1/city:N | out:meeple@1,-2/city:S");
    assert_eq!(awards(&events), [(1, "city", 4), (1, "fairy", 3), (2, "fairy", 3)]);
    let events = play(&mut elsewhere, "out:meeple@1,-2/city:S | pass");
    assert_eq!(awards(&events), [(1, "city", 4), (2, "city", 4), (2, "fairy", 3)]);
}

/// COMBO-D13: three points of the fairy keep the active player from sending.
#[test]
fn the_favour_of_the_fairy_counts_for_sending() {
    let city = "tiles=E@1,-1/r0 figures=2.meeple@1,-1/city:N;2.meeple@1,-1/city:N;1.meeple@1,-1/city:N count=market";
    let mut state = classic("count,dragon", "0,0", city);
    play(&mut state, "E | 1,-2 r2 | pass");
    assert_eq!(asked(&state), "send 1", "without the fairy seat 1 has gained nothing");
    let mut state = classic("count,dragon", "0,0", &format!("{city} fairy=1,-1"));
    let events = play(&mut state, "E | 1,-2 r2 | pass");
    assert_eq!(awards(&events)[1..], [(1, "fairy", 3), (2, "fairy", 3)]);
    assert!(asked(&state).starts_with("draw"), "{}", asked(&state));
}

/// COMBO-D14, COMBO-D35, COMBO-D37: the princess empties a city that her tile completes; it is nobody's at once, and a palace
/// meeple moves in and scores. Who has used the princess puts out no meeple in this turn, also not to Carcassonne.
#[test]
fn a_city_emptied_by_the_princess_is_open_to_the_palace() {
    let line = format!("{CITY} count=market quarters=3.meeplex1@palace");
    let mut state = classic("count,dragon", "0,0,0", &line);
    play(&mut state, "princess-dragon/19 | 1,-2 r2 | seize:2.meeple@1,-1/city:N");
    assert_eq!(asked(&state), "move-out 3");
    let mut nobody = state.clone();
    let events = play(&mut state, "out:meeple@1,-1/city:N");
    assert_eq!((awards(&events), asked(&state)), (vec![(3, "city", 4)], "draw 2".to_owned()));
    let events = play(&mut nobody, "pass");
    assert_eq!((awards(&events), asked(&nobody)), (vec![], "draw 2".to_owned()));
    // Without her the same points let the player send.
    let mut state = classic("count,dragon", "0,0,0", &line);
    play(&mut state, "princess-dragon/19 | 1,-2 r2 | pass | out:meeple@1,-1/city:N");
    assert_eq!(asked(&state), "send 1");
}

/// COMBO-D15, COMBO-D35: so does a capture.
#[test]
fn a_city_emptied_by_a_tower_is_open_to_the_palace() {
    let line = format!("{CITY} count=market quarters=3.meeplex1@palace");
    let mut state = classic("count,tower", "0,0,0", &line);
    play(&mut state, "tower/15 | 1,-2 r2 | floor@1,-2 | seize:2.meeple@1,-1/city:N");
    assert_eq!(asked(&state), "move-out 3");
    let events = play(&mut state, "out:meeple@1,-1/city:N");
    assert_eq!((awards(&events), asked(&state)), (vec![(3, "city", 4)], "send 1".to_owned()));
    assert_eq!(supply(&state, 2, FigureKind::Meeple), 6);
}

/// COMBO-D35: a feature whose only knight the princess freed can be entered by the next tile.
#[test]
fn an_emptied_city_can_be_entered() {
    let line = "tiles=Ds@0,0/r0;G@0,-1/r1 figures=2.meeple@0,-1/city:N";
    let mut state = classic("dragon", "0,0", line);
    let mut occupied = state.clone();
    play(&mut state, "princess-dragon/07 | 0,-2 r1 | seize:2.meeple@0,-1/city:N | F | 1,-2 r0");
    assert!(is_legal(&state, "meeple@city:E"));
    play(&mut occupied, "princess-dragon/07 | 0,-2 r1 | pass | F | 1,-2 r0");
    assert_eq!(refused(&occupied, "meeple@city:E"), "BASE-19");
}

/// COMBO-D32: a goods city changes hands by a meeple of the palace; the goods are the active player's all the same, and are no
/// points, so that a meeple may be sent.
#[test]
fn goods_are_no_points() {
    let line = "tiles=traders-builders-classic/G@1,-1/r1;E@2,-1/r3 figures=2.meeple@1,-1/city:N
        count=market quarters=3.largex1@palace";
    let mut state = classic("count,inns-classic,traders-classic", "0,0,0", line);
    play(&mut state, "E | 1,-2 r2 | pass");
    let events = play(&mut state, "out:large@2,-1/city:W");
    assert_eq!((awards(&events), asked(&state)), (vec![(3, "city", 6)], "send 1".to_owned()));
    let goods: Vec<_> = state.goods(seat(1)).map(|(_, count)| count).collect();
    assert_eq!(goods, [0, 1, 0]);
}

// The end

/// COMBO-23: the last turn is played to its end, circle and sending included; then come the last moves, then roads, cities,
/// monasteries and fields, each with the favour of the fairy.
#[test]
fn the_end_comes_in_order() {
    let line = "tiles=B@0,-1/r0;E@0,-2/r3;E@1,-2/r2
        figures=2.meeple@1,-2/city:S;1.meeple@0,-2/city:W;2.meeple@0,-1/field:1
        fairy=0,-1 count=market quarters=2.meeplex1@church end-after=4";
    let mut state = classic("count,corn,dragon", "0,0", line);
    let mut events = Vec::new();
    for (answer, next) in [
        ("crop-circles/04", "place 1"),
        ("1,-1 r0", "deploy 1"),
        ("meeple@road:E", "crop 1"),
        ("crop:add", "crop-add 2"),
        ("meeple@0,-1/field:1", "send 1"),
        ("send:meeple@palace", "move-count 1"),
        ("count:palace", "last-move 2"),
        ("out:meeple@0,-1/monastery", "over"),
    ] {
        events.extend(play(&mut state, answer));
        assert_eq!(asked(&state), next, "after {answer}");
    }
    // The field touches Carcassonne and the city just completed.
    assert_eq!(
        awards(&events),
        [
            (2, "city", 4),
            (1, "road", 1),
            (1, "city", 1),
            (2, "monastery", 6),
            (2, "fairy", 3),
            (2, "field", 6),
            (2, "fairy", 3),
        ]
    );
}

/// COMBO-24: guards, crowns, quarters, captives, floors, fairy and dragon are worth nothing.
#[test]
fn what_is_worth_nothing_at_the_end() {
    let line = "tiles=tower/12@1,-1/r0;W26@1,-2/r0 towers=3@1,-1/1.meeple crowns=2.meeple@storm;1.meeple@plague
        captives=1<2.meeplex2 floors=10,2 fairy=1,-1 dragon=1,-2 wheel=fortune";
    let state = wheel("tower,dragon", "0,0", line);
    assert_eq!(state.projected_points().seats(2), [0, 0]);
    let state = classic("count", "0,0", "count=palace quarters=1.meeplex3@palace;2.meeplex1@market");
    assert_eq!(state.projected_points().seats(2), [0, 0]);
}

// The wheel

/// COMBO-D7: no tile has a wheel symbol and a dragon; before a volcano the drawn tile is never a dragon tile, and it may have
/// a wheel symbol.
#[test]
fn dragon_tiles_have_no_wheel_symbol() {
    let both = |tile: &&bastide_rules::Tile| tile.symbols.wheel.is_some() && tile.symbols.dragon;
    assert_eq!(catalogue::TILES.iter().filter(both).count(), 0);
    let mut state = State::new(Game::new(Options::new(Base::Wheel, 2).with(Module::Dragon)).unwrap());
    let drawn = |state: &State, is_drawn: fn(&bastide_rules::Tile) -> bool| {
        let tiles = state.legal_actions().into_iter();
        tiles.filter(|action| matches!(action, Action::Draw(tile) if is_drawn(catalogue::tile(*tile)))).count()
    };
    assert_eq!(drawn(&state, |tile| tile.symbols.dragon), 0);
    assert!(drawn(&state, |tile| tile.symbols.wheel.is_some()) > 0);
    play(&mut state, "princess-dragon/20 | 1,-1 r0 | pass");
    assert!(drawn(&state, |tile| tile.symbols.dragon) > 0);
}

/// COMBO-D8: the plague may take the meeple beside the fairy, and she stays.
#[test]
fn the_plague_passes_the_fairy() {
    let line = "tiles=W26@1,-1/r0 figures=2.meeple@1,-1/monastery fairy=1,-1 wheel=inquisition";
    let mut state = wheel("dragon", "0,0", line);
    play(&mut state, "W31a | return:meeple@1,-1/monastery");
    assert_eq!((state.fairy(), state.figures().len()), (Some(Pos::new(1, -1)), 0));
}

/// COMBO-D9: the plague takes the heretic of a challenge, and the challenge is over: the shrine is completed, and the monk
/// stays and scores later.
#[test]
fn the_plague_ends_a_challenge() {
    let line = "tiles=cult/03@1,-1/r0;W17@0,-1/r2;W32@2,-1/r3;W32@2,-2/r3;W26@1,-2/r0
        figures=1.meeple@1,-1/shrine;2.meeple@1,-2/monastery;2.meeple@0,-1/field:1 wheel=inquisition";
    let mut state = wheel("cult", "0,0", line);
    let mut challenged = state.clone();
    let events = play(&mut state, "W29a | return:meeple@1,-1/shrine | return:meeple@0,-1/field:1 | 0,-2 r1 | pass");
    assert_eq!(awards(&events), []);
    let monks = state.figures().iter().filter(|figure| figure.spot.pos == Pos::new(1, -2)).count();
    assert_eq!(monks, 1);
    // While the heretic is there, the shrine wins.
    let events = play(&mut challenged, "W17 | 0,-2 r3 | pass");
    assert_eq!(awards(&events), [(1, "shrine", 9)]);
    assert!(returned(&events).contains(&"2 meeple 1,-2".to_owned()));
}

// Cult

/// The shrine of Borys at 0,1 misses its neighbour in the south-west; the monastery at 1,2 is free.
const SHRINE: &str = "tiles=Ds@0,0/r0;cult/03@0,1/r0;U@1,0/r1;U@-1,0/r1;E@1,1/r1;E@-1,1/r3;E@0,2/r2;B@1,2/r0";

/// COMBO-D17: a monk who comes by portal challenges a heretic, and loses when the shrine is completed first; to a completed
/// monastery no portal leads.
#[test]
fn a_monk_by_portal_begins_a_challenge() {
    let mut state = classic("cult,dragon", "0,0", &format!("{SHRINE} figures=2.meeple@0,1/shrine"));
    play(&mut state, "princess-dragon/28 | 2,0 r0 | meeple@1,2/monastery");
    let events = play(&mut state, "E | -1,2 r3 | pass");
    assert_eq!(awards(&events), [(2, "shrine", 9)]);
    assert!(returned(&events).contains(&"1 meeple 1,2".to_owned()));

    // A monastery in place of the shrine, completed.
    let complete = SHRINE.replace("cult/03@0,1", "B@0,1").replace("B@1,2/r0", "E@1,2/r1;E@-1,2/r3");
    let mut state = classic("cult,dragon", "0,0", &complete);
    play(&mut state, "princess-dragon/28 | 2,0 r0");
    assert_eq!(refused(&state, "meeple@0,1/monastery"), "DRAGON-28");
}

/// COMBO-D18: a circle is not about monk and heretic.
#[test]
fn circles_pass_a_challenge() {
    let figures = "figures=2.meeple@0,1/shrine;1.meeple@1,2/monastery";
    for (circle, place) in [("04", "2,0 r2"), ("05", "2,0 r0"), ("01", "0,-1 r2")] {
        let mut state = classic("cult,corn", "0,0", &format!("{SHRINE} {figures}"));
        play(&mut state, &format!("crop-circles/{circle} | {place} | pass"));
        assert_eq!((asked(&state).as_str(), state.figures().len()), ("draw 2", 2), "{circle}");
    }
    // With a farmer it asks, and the heretic of the same player is no choice.
    let mut state = classic("cult,corn", "0,0", &format!("{SHRINE} {figures};2.meeple@0,0/field:3"));
    play(&mut state, "crop-circles/04 | 2,0 r2 | pass | crop:return");
    assert_eq!((asked(&state).as_str(), legal(&state).as_str()), ("crop-return 2", "return:meeple@0,0/field:3"));
}

// Dragon

/// COMBO-D21, COMBO-D23: floor, capture and exchange come before the flight; what the dragon gives back is not placed any more.
#[test]
fn a_capture_comes_before_the_flight() {
    let line = "tiles=Ds@0,0/r0;tower/12@0,1/r0;B@1,1/r0;B@0,2/r0 figures=2.meeple@1,1/monastery;1.meeple@0,2/field:1
        captives=2<1.meeplex1 dragon=0,1";
    let mut state = classic("dragon,tower", "0,0", line);
    let mut events = play(&mut state, "princess-dragon/24 | 0,3 r0 | floor@0,1 | seize:2.meeple@1,1/monastery");
    assert_eq!(asked(&state), "step-dragon 1");
    events.extend(play(&mut state, "dragon:S"));
    assert_eq!(returned(&events), ["2 meeple 1,1", "1 meeple 0,2"]);
    let kinds: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::FloorPut { .. } => Some("floor"),
            Event::Captured { .. } => Some("captured"),
            Event::Freed { .. } => Some("freed"),
            Event::DragonMoved { .. } => Some("dragon"),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["floor", "captured", "freed", "freed", "dragon"]);
    assert_eq!(supply(&state, 1, FigureKind::Meeple), 7);
    while let Decision::StepDragon { .. } = state.decision() {
        state.apply(state.legal_actions()[0]).unwrap();
    }
    assert_eq!(asked(&state), "draw 2");
}

/// COMBO-D22: a meeple that the dragon gave back can be sent to Carcassonne in the same turn.
#[test]
fn a_meeple_from_the_dragon_can_be_sent() {
    // Seven meeples of Anna lie in the field at 2,-1; her tile completes Borys' city.
    let farmers = ["1.meeple@2,-1/field:1"; 7].join(";");
    let line = format!("figures={farmers};2.meeple@1,-1/city:N count=market");
    let tiles = "tiles=E@1,-1/r0;B@2,-1/r0;U@3,-1/r0;B@2,-2/r0";
    let mut state = classic("count,dragon", "0,0", &format!("{tiles} {line} dragon=2,-2"));
    play(&mut state, "princess-dragon/12 | 1,-2 r2 | pass | dragon:S | dragon:E");
    assert_eq!((asked(&state), state.points()), ("send 1".to_owned(), &[0, 4][..]));
    // Without the flight she has nobody to send.
    let mut state = classic("count,dragon", "0,0", &format!("{tiles} {line} dragon=2,-2"));
    play(&mut state, "E | 1,-2 r2 | pass");
    assert_eq!((asked(&state), state.points()), ("draw 2".to_owned(), &[0, 4][..]));
}

/// COMBO-D26: the second turn stays earned though the dragon eats the builder in the first one.
#[test]
fn an_eaten_builder_has_earned_its_turn() {
    let line = "tiles=Ds@0,0/r0;U@1,0/r1;B@1,1/r0 figures=1.meeple@1,0/road:E;1.builder@1,0/road:E dragon=1,1";
    let mut state = classic("dragon,traders-classic", "0,0", line);
    let mut events = play(&mut state, "princess-dragon/24 | 2,0 r0 | pass | dragon:N");
    assert_eq!(returned(&events), ["1 meeple 1,0", "1 builder 1,0"]);
    while let Decision::StepDragon { .. } = state.decision() {
        state.apply_with(state.legal_actions()[0], &mut events).unwrap();
    }
    assert_eq!(asked(&state), "draw 1");
    assert!(events.contains(&Event::ExtraTurn { player: seat(1), why: ExtraTurnCause::Builder }));

    // Taken home by a circle: the same.
    let line = "tiles=Ds@0,0/r0;U@1,0/r1 figures=1.meeple@1,0/road:E;1.builder@1,0/road:E";
    let mut state = classic("corn,traders-classic", "0,0", line);
    play(&mut state, "crop-circles/05 | 2,0 r0 | pass | crop:return | return:meeple@1,0/road:E");
    assert_eq!((supply(&state, 1, FigureKind::Builder), asked(&state)), (1, "draw 1".to_owned()));
}

/// COMBO-D28: the dragon enters the tiles of mage, witch, ferry and ingots, and they stay.
#[test]
fn the_dragon_leaves_pieces_of_the_big_box() {
    let line = "tiles=Ds@0,0/r0;ferries/B@1,0/r0;U@2,0/r1;B@1,-1/r0 ferries=1,0/road:E-road:W
        magic=mage@1,0/road:E;witch@0,0/city:N ingots=2@1,0 dragon=1,-1";
    let mut state = position("dragon,magic,ferries,gold", "0,0", line);
    play(&mut state, "princess-dragon/12 | 1,-2 r0 | pass | dragon:S");
    assert_eq!(state.dragon(), Some(Pos::new(1, 0)));
    assert_eq!(stands(&state, bastide_rules::MagicFigure::Mage), "1,0/road:E");
    assert_eq!(state.ingots_on_tiles(), [Ingots { pos: Pos::new(1, 0), count: 2 }]);
    assert_eq!(state.ferries().len(), 1);
    play(&mut state, "dragon:W");
    assert_eq!(stands(&state, bastide_rules::MagicFigure::Witch), "0,0/city:N");
}

/// COMBO-D30: a flying machine lands neither on a printed square nor on the dragon's tile.
#[test]
fn fliers_land_neither_on_a_board_nor_with_the_dragon() {
    // From 0,-2 the machine flies south over 0,-1 to the road square 0,0 of the board.
    let fly = |line: &str, number: u8| {
        let mut state = classic("count,dragon,flying", "0,0", line);
        let events = play(&mut state, &format!("flying-machines/G | 0,-2 r3 | meeple@flier | die:{number}"));
        (asked(&state), events.iter().any(|event| matches!(event, Event::FlightFailed { .. })))
    };
    let tiles = "tiles=A@0,-1/r1";
    assert_eq!(fly(tiles, 1), ("land 1".to_owned(), false));
    assert_eq!(fly(tiles, 2), ("draw 2".to_owned(), true));
    assert_eq!(fly(&format!("{tiles} dragon=0,-1"), 1), ("draw 2".to_owned(), true));
}

// Figures and texts of the Big Box

/// COMBO-D27: both crop circles are in play, and each tile goes by its own text: beside the own meeple, or anywhere on its
/// feature.
#[test]
fn each_circle_has_its_own_text() {
    let line = "tiles=Ds@0,0/r0;G@0,-1/r1 figures=2.meeple@0,0/city:N";
    let adds = |laid: &str| {
        let mut state = position("crop,corn", "0,0", line);
        play(&mut state, &format!("{laid} | pass | crop:add"));
        assert_eq!(asked(&state), "crop-add 2");
        legal(&state)
    };
    assert_eq!(adds("crop-circles/01 | 0,1 r1"), "meeple@0,0/city:N");
    assert_eq!(adds("crop-circles-v3/E | 1,-1 r0"), "meeple@0,-1/city:N | meeple@0,0/city:N");
}

/// COMBO-D31, COMBO-22: the abbot is a meeple for dragon, tower, plague and inquisition, if he stands on a monastery or shrine.
#[test]
fn the_abbot_is_a_meeple() {
    let line = "tiles=Ds@0,0/r0;B@0,1/r0;tower/12@0,2/r0;B@1,2/r0 figures=2.abbot@0,1/monastery";
    let mut state = position("abbot,dragon,tower", "0,0", &format!("{line} dragon=0,2"));
    let mut eaten = state.clone();
    play(&mut state, "U | 1,0 r1 | floor@0,2");
    assert_eq!(legal(&state), "pass | seize:2.abbot@0,1/monastery");
    play(&mut state, "seize:2.abbot@0,1/monastery");
    assert_eq!(state.captives(seat(1)).filter(|held| held.kind == FigureKind::Abbot && held.count == 1).count(), 1);
    let events = play(&mut eaten, "princess-dragon/24 | 1,0 r0 | pass | dragon:N");
    assert_eq!(returned(&events), ["2 abbot 0,1"]);

    let line = "tiles=W26@1,-1/r0;cult/03@3,-1/r0 figures=1.abbot@3,-1/shrine;2.abbot@1,-1/monastery";
    let mut state = wheel("abbot,cult", "0,0", &format!("{line} wheel=famine"));
    assert_eq!(awards(&play(&mut state, "W29b")), [(1, "wheel", 2), (2, "wheel", 2)]);
    let mut state = wheel("abbot,cult", "0,0", &format!("{line} wheel=inquisition"));
    play(&mut state, "W31a");
    assert_eq!((asked(&state), legal(&state)), ("plague 1".to_owned(), "return:abbot@3,-1/shrine".to_owned()));
}

/// COMBO-D31, COMBO-2: calling the abbot back is the action of the turn; a portal brings him to a free, unfinished monastery,
/// shrine or garden and nowhere else.
#[test]
fn the_abbot_takes_a_portal_or_goes_home() {
    let line = "tiles=Ds@0,0/r0;Eg@0,1/r2;cult/03@1,1/r0;B@-1,1/r0;B@-2,1/r0 figures=2.meeple@-2,1/monastery";
    let mut state = position("abbot,cult,dragon", "0,0", line);
    play(&mut state, "princess-dragon/28 | 1,0 r2");
    assert_eq!(
        legal_with(&state, "abbot"),
        "abbot@-1,1/monastery | abbot@0,1/garden | abbot@1,1/shrine",
        "neither the occupied monastery nor a road"
    );
    let line = format!("{line};1.abbot@-1,1/monastery");
    let mut state = position("abbot,cult,dragon", "0,0", &line);
    play(&mut state, "princess-dragon/28 | 1,0 r2");
    assert!(is_legal(&state, "recall") && is_legal(&state, "fairy@-1,1") && is_legal(&state, "meeple@0,1/city:S"));
    play(&mut state, "recall");
    assert_eq!(asked(&state), "draw 2");
}

/// COMBO-D31: the abbot is sent to the church only, and leaves it for monasteries and shrines.
#[test]
fn the_abbot_waits_in_the_church() {
    let mut state = position("abbot,count", "0,0", &format!("{CITY} count=market"));
    play(&mut state, "E | 1,-2 r2 | pass");
    assert_eq!(legal_with(&state, "send:abbot"), "send:abbot@church");
    assert_eq!(refused(&state, "send:abbot@palace"), "COMBO-D31");
    let around = "tiles=B@1,-1/r0;E@0,-1/r3;E@2,-1/r1;E@0,-2/r3;E@1,-2/r0 count=market quarters=2.abbotx1@church";
    let mut state = position("abbot,count", "0,0", around);
    play(&mut state, "V | 2,-2 r2 | pass");
    assert_eq!((asked(&state), legal(&state)), ("move-out 2".to_owned(), "out:abbot@1,-1/monastery | pass".to_owned()));
}

// Players

/// COMBO-D24: the boxes of wheel and winter serve five; Nobles and Towers six, and so does any free combination.
#[test]
fn six_players_need_a_sixth_colour() {
    for (id, most) in [("wheel", 5), ("winter", 5), ("nobles-and-towers", 6)] {
        let info = box_named(id).unwrap();
        assert!(Options::of_box(info, most).is_ok(), "{id}");
        assert_eq!(Options::of_box(info, 6).is_ok(), most == 6, "{id}");
    }
    for base in [Base::Wheel, Base::Winter] {
        assert!(Game::new(Options::new(base, 6)).is_ok(), "{base}");
        assert!(Game::new(Options::new(base, 7)).is_err(), "{base}");
    }
}

/// COMBO-D34: flight and plague go round from the active player; moves out of Carcassonne and circles from the one to the left,
/// the active player last.
#[test]
fn rounds_have_their_first_player() {
    let ask = |mut state: State, answers: &str, rounds: &[(&str, &str)]| {
        play(&mut state, answers);
        for &(expected, answer) in rounds {
            assert_eq!(asked(&state), expected);
            play(&mut state, answer);
        }
    };
    let line = "tiles=Ds@0,0/r0;B@0,1/r0;B@0,2/r0;B@0,3/r0;B@1,3/r0 next=2 dragon=0,1";
    let flight = [("step-dragon 2", "dragon:S"), ("step-dragon 3", "dragon:S"), ("step-dragon 1", "dragon:E")];
    ask(classic("dragon", "0,0,0", line), "princess-dragon/24 | 1,0 r0 | pass", &flight);

    let line = "tiles=W26@1,-1/r0 next=2 wheel=inquisition
        figures=1.meeple@1,-1/field:1;2.meeple@1,-1/field:1;3.meeple@1,-1/field:1";
    let home = "return:meeple@1,-1/field:1";
    ask(wheel("", "0,0,0", line), "W31a", &[("plague 2", home), ("plague 3", home), ("plague 1", home)]);

    let line = format!("{CITY} next=2 count=market quarters=1.meeplex1@palace;2.meeplex1@palace;3.meeplex1@palace");
    let out = "out:meeple@1,-1/city:N";
    let moves = [("move-out 3", out), ("move-out 1", out), ("move-out 2", out)];
    ask(classic("count", "0,0,0", &line), "E | 1,-2 r2 | pass", &moves);

    let line = "tiles=Ds@0,0/r0;B@0,1/r0 next=2
        figures=1.meeple@0,1/field:1;2.meeple@0,1/field:1;3.meeple@0,1/field:1";
    let add = "meeple@0,1/field:1";
    let circle = [("crop-add 3", add), ("crop-add 1", add), ("crop-add 2", add)];
    ask(classic("corn", "0,0,0", line), "crop-circles/04 | 1,0 r2 | pass | crop:add", &circle);
}
