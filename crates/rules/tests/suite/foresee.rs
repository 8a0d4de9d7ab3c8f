//! What is foretold is what happens, and it says what a player weighs.

use bastide_rules::{Actor, BOXES, Consequence, Event, Fate, Game, Options, Sector, State};

use crate::table::{Numbers, action, asked, awards, eager_action, legal_with, play, position, position_on, seat};

/// What follows from an answer, in short words.
fn foretold(state: &State, answer: &str) -> Vec<String> {
    let tell = |consequence| match consequence {
        Consequence::Scores(award) => {
            format!("{} {} {}", award.player.index() + 1, award.source.word(), award.points())
        }
        Consequence::Pays { player, to, points } => {
            format!("{} pays {points} to {}", player.index() + 1, to.index() + 1)
        }
        Consequence::Leaves { player, figure, fate } => {
            let fate = match fate {
                Fate::Home => "home".to_owned(),
                Fate::Eaten => "eaten".to_owned(),
                Fate::SentAway => "sent away".to_owned(),
                Fate::Captive { by } => format!("captive of {}", by.index() + 1),
                Fate::Freed => "freed".to_owned(),
            };
            format!("{} {} {fate}", player.index() + 1, figure.word())
        }
        Consequence::Goods { player, goods, count } => format!("{} {count} {}", player.index() + 1, goods.word()),
        Consequence::Ingots { player, count } => format!("{} {count} ingots", player.index() + 1),
        Consequence::Again { player } => format!("{} again", player.index() + 1),
        Consequence::Region { worth: [before, after], tiles, open } => {
            format!("{before} -> {after}, {tiles} tiles, {open} open")
        }
        Consequence::InReach { player, figure } => format!("reaches {} {}", player.index() + 1, figure.word()),
        Consequence::Robs { player } => format!("robs {}", player.index() + 1),
        Consequence::Crown { player, points, .. } => format!("crown of {} {points}", player.index() + 1),
        Consequence::Leads { player } => format!("{} leads", player.index() + 1),
        Consequence::Fairy { player, figure, comes } => {
            format!("fairy {} {} {}", if comes { "to" } else { "from" }, player.index() + 1, figure.word())
        }
        Consequence::Flight { number, places } => format!("{number}: {places} places"),
        Consequence::Quarter { quarter, features, most } => format!("{}: {features}, most {most}", quarter.word()),
        Consequence::Count { player, figure, count, comes } => {
            let does = if comes { "holds" } else { "lets go" };
            format!("{does} {} {} x {count}", player.index() + 1, figure.word())
        }
        Consequence::Adds { player } => format!("{} adds", player.index() + 1),
        Consequence::TakesBack { player } => format!("{} takes back", player.index() + 1),
        Consequence::Unless { player } => format!("unless {}", player.index() + 1),
    };
    state.foresee(action(state, answer)).into_iter().map(tell).collect()
}

/// BASE-25, BASE-27, BASE-35: a tile that completes a city says who scores and who comes home.
#[test]
fn a_tile_says_what_it_completes() {
    let mut state = position("", "0,0", "tiles=Ds@0,0/r0 figures=2.meeple@0,0/city:N");
    play(&mut state, "E");
    assert_eq!(foretold(&state, "0,-1 r2"), ["2 city 4", "2 meeple home"]);
    assert!(foretold(&state, "0,1 r0").is_empty(), "{:?}", foretold(&state, "0,1 r0"));
}

/// MAGIC-13, MAGIC-15: the mage brings a point for each tile, the witch takes half.
#[test]
fn mage_and_witch_say_what_a_feature_is_worth_with_them() {
    let mut state = position("magic", "0,0", "tiles=Ds@0,0/r0;U@1,0/r1 figures=2.meeple@1,0/road:E");
    play(&mut state, "mage-witch/F | -1,0 r0");
    assert_eq!(asked(&state), "magic 1");
    let first =
        |beginning| legal_with(&state, beginning).split(" | ").find(|text| text.contains("/road:")).unwrap().to_owned();
    assert_eq!(foretold(&state, &first("mage@")), ["3 -> 6, 3 tiles, 2 open"]);
    assert_eq!(foretold(&state, &first("witch@")), ["3 -> 2, 3 tiles, 2 open"]);
}

/// ROB-3, ROB-7: a robber says for whose marker it waits.
#[test]
fn a_robber_says_whom_it_waits_for() {
    let mut state = position("robbers", "3,7,7,12", "tiles=Ds@0,0/r0 next=2");
    play(&mut state, "robbers/F");
    assert_eq!(foretold(&state, "robber:7"), ["robs 3"]);
    assert_eq!(foretold(&state, "robber:12"), ["robs 4"]);
    play(&mut state, "robber:7 | robber:3");
    assert_eq!(foretold(&state, "robber:7"), ["robs 2", "robs 3"]);
}

/// MSG-12, MSG-16: a message says what it brings if it is carried out, and what otherwise.
#[test]
fn a_message_says_what_it_is_worth() {
    let road = "tiles=Ds@0,0/r0;A@-1,0/r3;E@0,1/r2 figures=1.meeple@0,0/road:E;1.meeple@0,1/city:S";
    let mut state = position("messages", "2,0", road);
    play(&mut state, "A | 1,0 r1 | pass | marker:meeple | message:1");
    assert_eq!(foretold(&state, "points"), ["1 message 2"]);
    let targets = legal_with(&state, "act@");
    assert_eq!(foretold(&state, targets.split(" | ").next().unwrap()), ["1 message 1"]);
}

/// FERRY-3: a ferry says how long the road becomes.
#[test]
fn a_ferry_says_how_long_the_road_becomes() {
    let mut state = position("ferries", "0,0", "tiles=Ds@0,0/r0;ferries/B@1,0/r0 ferries=1,0/road:E-road:W");
    play(&mut state, "ferries/B | 2,0 r0 | pass");
    assert_eq!(asked(&state), "put-ferry 1");
    assert_eq!(foretold(&state, "ferry road:E-road:W"), ["1 -> 3, 3 tiles, 2 open"]);
    assert_eq!(foretold(&state, "ferry road:E-road:S"), ["1 -> 1, 1 tiles, 2 open"]);
}

/// DRAGON-14, DRAGON-21: a step of the dragon says whom it eats.
#[test]
fn the_dragon_says_whom_it_eats() {
    let rest = "tiles=Ds@0,0/r0;princess-dragon/20@0,1/r0 dragon=0,1 figures=2.meeple@0,0/city:N";
    let mut state = position("dragon", "0,0", rest);
    play(&mut state, "princess-dragon/24 | 1,0 r0 | pass");
    assert_eq!(asked(&state), "step-dragon 1");
    assert_eq!(foretold(&state, "dragon:N"), ["2 meeple eaten"]);
}

/// DRAGON-32: the princess says whom she sends away.
#[test]
fn the_princess_says_whom_she_sends_away() {
    let mut state = position("dragon", "0,0", "tiles=Ds@0,0/r0;F@0,-1/r1 figures=2.meeple@0,0/city:N");
    play(&mut state, "princess-dragon/19 | 0,-2 r2");
    assert_eq!(foretold(&state, "seize:2.meeple@0,0/city:N"), ["2 meeple sent away"]);
}

/// TOWER-11, TOWER-18, TOWER-29: a floor says whom it reaches, a capture who becomes a captive, a ransom what it costs.
#[test]
fn a_tower_says_whom_it_reaches_and_a_ransom_what_it_costs() {
    let table = "tiles=Ds@0,0/r0;tower/12@0,1/r0;B@1,1/r0;V@1,2/r3 towers=1@0,1 floors=9,10";
    let mut state = position("tower", "5,5", &format!("{table} figures=1.meeple@0,0/city:N;2.meeple@1,1/monastery"));
    play(&mut state, "U | 1,0 r1");
    assert_eq!(foretold(&state, "floor@0,1"), ["reaches 1 meeple", "reaches 2 meeple"]);
    play(&mut state, "floor@0,1");
    assert_eq!(asked(&state), "capture 1");
    assert_eq!(foretold(&state, "seize:2.meeple@1,1/monastery"), ["2 meeple captive of 1"]);
    assert_eq!(foretold(&state, "seize:1.meeple@0,0/city:N"), ["1 meeple home"]);
    play(&mut state, "seize:2.meeple@1,1/monastery");
    assert_eq!(asked(&state), "ransom 2");
    assert_eq!(foretold(&state, "ransom:1.meeple"), ["2 pays 3 to 1", "2 meeple freed"]);
}

/// WHEEL-22 to WHEEL-27, WHEEL-36, WHEEL-37: a crown space says what it is worth, and a sector what it would give now.
#[test]
fn the_wheel_says_what_sectors_give() {
    let mut state = position_on("wheel", "", "0,0", "wheel=fortune");
    play(&mut state, "W26 | 4,1 r0");
    let crown = legal_with(&state, "meeple@crown");
    let answer = |sector: &str| crown.split(" | ").find(|text| text.contains(sector)).unwrap().to_owned();
    let both: Vec<_> = Sector::ALL.into_iter().map(|sector| (sector, sector.crown_spaces(state.game()))).collect();
    for (sector, spaces) in both {
        let expected = if spaces == 2 { "crown of 1 6" } else { "crown of 1 3" };
        assert_eq!(foretold(&state, &answer(sector.word())), [expected]);
    }
    // Seven meeples are in each supply.
    assert_eq!(state.sector_points(Sector::Storm), [(seat(1), 7), (seat(2), 7)]);
    assert!(state.sector_points(Sector::Taxes).is_empty());
    play(&mut state, &answer("taxes"));
    assert!(matches!(state.sector_points(Sector::Taxes)[..], [(player, 3 | 6)] if player == seat(1)));
}

/// What is foretold begins with what happens, in whole games of every box.
#[test]
fn what_is_foretold_happens() {
    for (number, in_box) in (0..).zip(BOXES) {
        let mut numbers = Numbers(number);
        let mut state = State::new(Game::new(Options::of_box(in_box, 3).unwrap()).unwrap());
        let mut foreseen_points = 0;
        while let Some(chosen) = eager_action(&state, &mut numbers) {
            let foreseen = state.foresee(chosen);
            let asked = state.actor();
            let mut events = Vec::new();
            state.apply_with(chosen, &mut events).unwrap();
            if !matches!(asked, Actor::Player(_)) {
                assert!(foreseen.is_empty());
                continue;
            }
            let is_end = |event: &Event| matches!(event, Event::TurnBegan { .. } | Event::FinalScoringBegan);
            events.truncate(events.iter().position(is_end).unwrap_or(events.len()));
            let told: Vec<_> = foreseen
                .iter()
                .filter_map(|one| if let Consequence::Scores(award) = one { Some(Event::Scored(*award)) } else { None })
                .collect();
            let (told, happened) = (awards(&told), awards(&events));
            assert!(told.starts_with(&happened), "{chosen:?}: {happened:?} was not foretold: {told:?}");
            foreseen_points += told.iter().map(|&(.., points)| points).sum::<i32>();
        }
        assert!(foreseen_points > 0, "{}", in_box.id);
    }
}

/// DRAGON-43 to DRAGON-46: the fairy says to whom she comes and whom she leaves, whoever they belong to.
#[test]
fn the_fairy_says_whom_she_guards() {
    let figures = "figures=1.meeple@1,0/road:E;2.meeple@1,0/field:2;2.meeple@0,0/city:N";
    let mut state = position("dragon,farmers", "0,0", &format!("tiles=Ds@0,0/r0;U@1,0/r1 fairy=0,0 {figures}"));
    play(&mut state, "U | 2,0 r1");
    assert_eq!(foretold(&state, "fairy@1,0"), ["fairy to 1 meeple", "fairy to 2 meeple", "fairy from 2 meeple"]);
}

/// FLY-5, FLY-6, FLY-10: before a flight it is told where each number of the die leads.
#[test]
fn a_flight_says_where_each_number_leads() {
    let mut state = position("flying", "0,0", "tiles=Ds@0,0/r0;U@1,0/r1;U@2,0/r1");
    let tile = "flying-machines/A";
    play(&mut state, &format!("{tile} | 3,0 r0"));
    assert_eq!(foretold(&state, "meeple@flier"), ["1: 1 places", "2: 1 places", "3: 2 places"]);
}

/// COUNT-13 to COUNT-15: a quarter says what can be entered from it, and the count whom he keeps there.
#[test]
fn a_quarter_says_what_it_serves_and_the_count_whom_he_holds() {
    let rest = "figures=2.meeple@0,0/road:W quarters=2.meeplex1@market count=palace";
    let mut state = position("count", "0,0", rest);
    play(&mut state, "A | -1,0 r3 | pass");
    assert_eq!(asked(&state), "send 1");
    let sent = [foretold(&state, "send:meeple@smithy"), foretold(&state, "send:meeple@palace")];
    assert_eq!(sent, [vec!["smithy: 2, most 1"], vec!["palace: 2, most 1", "holds 1 meeple x 1"]]);
    play(&mut state, "send:meeple@palace");
    assert_eq!(asked(&state), "move-count 1");
    assert_eq!(foretold(&state, "count:market"), ["holds 2 meeple x 1", "lets go 1 meeple x 1"]);
}

/// CROP-9 to CROP-11: a crop circle says who adds a meeple and who takes one back; a meeple more says who leads then.
#[test]
fn a_crop_circle_says_whom_it_concerns() {
    let figures = "figures=1.meeple@1,0/road:E;2.meeple@0,0/road:E;2.meeple@0,0/city:N";
    let mut state = position("crop", "0,0,0", &format!("tiles=Ds@0,0/r0;U@1,0/r1 {figures}"));
    play(&mut state, "crop-circles-v3/A | 2,0 r0 | pass");
    assert_eq!(foretold(&state, "crop:add"), ["2 adds", "1 adds"]);
    assert_eq!(foretold(&state, "crop:return"), ["2 takes back", "1 takes back"]);
    play(&mut state, "crop:add");
    assert_eq!(foretold(&state, "meeple@1,0/road:E"), ["3 -> 3, 3 tiles, 2 open", "2 leads"]);
}
