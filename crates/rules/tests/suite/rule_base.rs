//! Rules of the base game and of farmers that a scenario cannot say: setup, chance, hidden
//! information, the very last tile, and laws that hold in every game.

use bastide_rules::notation::{self, Record};
use bastide_rules::tile::Feature;
use bastide_rules::{
    Action, Actor, Base, Decision, Edge, Event, FigureKind, Game, MAX_PLAYERS, Module, Options, Outcome, PlayerId,
    Port, Pos, Refusal, Rotation, SetupError, Side, Source, Spot, State, catalogue,
};

use crate::table::{Numbers, play, with_stack};

const BOTH_BASES: [Base; 2] = [Base::Classic, Base::V3];

fn start(options: Options) -> State {
    State::new(Game::new(options).unwrap())
}

fn classic() -> State {
    start(Options::new(Base::Classic, 2))
}

fn seat(number: usize) -> PlayerId {
    PlayerId::new(number).unwrap()
}

/// A position of the classic base for two players, the first to move. Tiles other than those of
/// `stack` are in the box.
fn position_with_stack(rest: &str, stack: &[&str]) -> State {
    with_stack(&position(rest), stack)
}

fn position(rest: &str) -> State {
    let line = format!("bastide-position 1 base=classic players=2 turn=1 next=1 {rest}");
    notation::parse_position(&line).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays whole games at random and shows every state.
fn walk(options: Options, games: u64, mut visit: impl FnMut(&State)) {
    for seed in 0..games {
        let (mut state, mut numbers) = (start(options), Numbers(seed));
        visit(&state);
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            state.apply(action).unwrap();
            visit(&state);
        }
    }
}

/// BASE-1: a side shows one kind of edge, and the segments that reach it agree with it. Turning a
/// tile clockwise carries the north to the east.
#[test]
fn sides_show_one_kind() {
    for set in ["base-classic", "base-v3"] {
        for tile in catalogue::tiles_of(catalogue::set(set).unwrap()) {
            for side in Side::ALL {
                let at = |port: Port| tile.segments.iter().find(|segment| segment.ports.contains(port));
                let middle = at(Port::middle(side)).map(|segment| segment.feature);
                let halves = [2 * side.index() + 1, 2 * side.index() + 2];
                let has_field = halves.map(|half| at(Port::half(half as u8).unwrap()).is_some());
                let expected = match tile.edge(side, Rotation::NONE) {
                    Edge::City => (Some(Feature::City), [false; 2]),
                    Edge::Road => (Some(Feature::Road), [true; 2]),
                    Edge::Field => (None, [true; 2]),
                    Edge::River => panic!("there is no river in the base game"),
                };
                assert_eq!((middle, has_field), expected, "{} {side:?}", tile.name);
                for rotation in Rotation::ALL {
                    assert_eq!(tile.edge(side.rotated(rotation), rotation), tile.edge(side, Rotation::NONE));
                }
            }
            assert_eq!(tile.edge(Side::E, Rotation::new(1)), tile.edge(Side::N, Rotation::NONE));
        }
    }
}

/// BASE-2: segments belong to one feature exactly when a way leads from one to the other over
/// shared sides, checked on whole games against a search that starts from nothing.
#[test]
fn features_are_what_is_joined() {
    walk(Options::new(Base::Classic, 2), 3, |state| {
        for region in state.regions() {
            let spots = region.spots();
            let mut found = vec![spots[0]];
            let mut next = 0;
            while let Some(&spot) = found.get(next) {
                next += 1;
                let laid = state.tile_at(spot.pos).unwrap();
                for port in laid.tile.segments[usize::from(spot.segment)].ports.rotated(laid.rotation).iter() {
                    let Some(other) = state.tile_at(spot.pos.beside(port.side())) else { continue };
                    let holds = |segment: &bastide_rules::tile::Segment| {
                        segment.ports.rotated(other.rotation).contains(port.facing())
                    };
                    let segment = other.tile.segments.iter().position(holds).unwrap() as u8;
                    let beyond = Spot { pos: other.pos, segment };
                    if !found.contains(&beyond) {
                        found.push(beyond);
                    }
                }
            }
            found.sort_unstable();
            assert_eq!(found, spots);
        }
    });
}

/// BASE-3, BASE-D9: a normal meeple has strength 1, on whichever feature it stands, and alone it
/// has the majority.
#[test]
fn a_meeple_counts_one() {
    for spot in ["meeple@monastery", "meeple@road:W", "meeple@field:1"] {
        let mut state = classic();
        play(&mut state, &format!("A | 1,0 r1 | {spot}"));
        let region = state.region(state.figures()[0].spot).unwrap();
        assert_eq!((region.strength(seat(0)), region.strength(seat(1))), (1, 0), "{spot}");
        assert_eq!(region.majority(), [seat(0)]);
    }
    let mut state = classic();
    play(&mut state, "F | 0,-1 r1 | meeple@city:N");
    let region = state.region(state.figures()[0].spot).unwrap();
    assert_eq!((region.strength(seat(0)), region.majority()), (1, vec![seat(0)]));
}

/// A game that ends after so many tiles counts down to them, with the one in hand taken.
#[test]
fn tiles_to_come_know_where_the_game_ends() {
    let mut state = start(Options { end_after: Some(2), ..Options::new(Base::Classic, 2) });
    assert_eq!((state.tiles_to_come(), state.tiles_left()), (2, 71));
    let mut told = Vec::new();
    while let Some(action) = state.choose(|_| 0) {
        state.apply(action).unwrap();
        told.push(state.tiles_to_come());
    }
    told.dedup();
    assert_eq!((told, state.tiles_laid()), (vec![1, 0], 2));
    assert_eq!(start(Options::new(Base::Classic, 2)).tiles_to_come(), 71);
}

/// BASE-6: 72 tiles. One of the four tiles D lies on the table before the first turn, and nobody
/// can place a meeple on it.
#[test]
fn start_tile_lies_before_the_first_turn() {
    for base in BOTH_BASES {
        let mut state = start(Options::new(base, 2));
        let laid: Vec<_> = state.tiles().collect();
        assert_eq!(laid.len(), 1);
        assert_eq!((laid[0].tile.letter, laid[0].pos, laid[0].rotation), ("D", Pos::ORIGIN, Rotation::NONE));
        assert_eq!(state.tiles_left(), 71);
        let of_letter_d = state.undrawn().filter(|(tile, _)| tile.letter == "D");
        assert_eq!(of_letter_d.map(|(_, left)| left).sum::<u8>(), 3);
        assert_eq!((state.turn_number(), state.tiles_laid()), (1, 0));
        assert_eq!(state.decision(), Decision::Draw { player: seat(0) });

        let on_start =
            |segment| Action::Deploy { figure: FigureKind::Meeple, spot: Spot { pos: Pos::ORIGIN, segment } };
        let count = laid[0].tile.segments.len() as u8;
        assert!((0..count).all(|segment| !state.is_legal(on_start(segment))));
        play(&mut state, "U | 1,0 r1");
        for segment in 0..count {
            assert_eq!(state.why_not(on_start(segment)), Some(Refusal::NotOnLaidTile));
        }
    }
}

/// BASE-7: every undrawn tile is equally likely, and a drawn tile is not put back.
#[test]
fn draws_are_uniform_without_replacement() {
    for base in BOTH_BASES {
        walk(Options::new(base, 2), 2, |state| {
            let outcomes = state.chance_outcomes();
            if state.actor() != Actor::Chance {
                assert!(outcomes.is_empty());
                return;
            }
            let weights = outcomes.iter().map(|&(_, weight)| weight);
            assert_eq!(weights.sum::<u32>(), state.tiles_left());
            for (tile, left) in state.undrawn() {
                // The start tile lies on the table without having been drawn.
                let elsewhere = state.tiles().filter(|laid| laid.tile.id == tile.id).count()
                    + state.discarded().iter().filter(|&&id| id == tile.id).count();
                assert_eq!(usize::from(left) + elsewhere, usize::from(tile.count), "{}", tile.name);
                assert!(outcomes.contains(&(Action::Draw(tile.id), u32::from(left))));
                // A uniform choice meets each tile as often as there are copies.
                let meets = |n: &u32| state.choose(|_| *n) == Some(Action::Draw(tile.id));
                assert_eq!((0..state.tiles_left()).filter(meets).count(), usize::from(left));
            }
        });
    }
}

/// BASE-8, BASE-9: seven meeples in the supply of each player at the table, none of another
/// colour, and 0 points.
#[test]
fn seven_meeples_each() {
    for players in 2..=MAX_PLAYERS {
        let state = start(Options::new(Base::V3, players));
        assert_eq!(state.points(), vec![0; players]);
        for player in PlayerId::seats(MAX_PLAYERS) {
            let expected = if player.index() < players { 7 } else { 0 };
            assert_eq!(state.supply(player, FigureKind::Meeple), expected, "{player} of {players}");
        }
    }
}

/// BASE-4, BASE-8: a meeple is in the supply or on the table. The eighth, which marks the points,
/// is never on the table.
#[test]
fn meeples_are_conserved() {
    walk(Options::new(Base::V3, 3), 10, |state| {
        for player in state.game().seats() {
            let standing = state.figures().iter().filter(|figure| figure.owner == player).count();
            assert_eq!(standing + usize::from(state.supply(player, FigureKind::Meeple)), 7);
        }
    });
}

/// BASE-10, BASE-D1: the seat chosen in the setup begins, and the turn goes to the next seat, from
/// the last to the first.
#[test]
fn chosen_seat_begins_and_play_goes_clockwise() {
    for players in 2..=MAX_PLAYERS {
        for first in 0..players {
            walk(Options { first, ..Options::new(Base::Classic, players) }, 1, |state| {
                if state.is_between_turns() {
                    let turns = state.tiles_laid() as usize;
                    assert_eq!(state.active_player(), seat((first + turns) % players));
                }
            });
        }
    }
    let seat_4_of_3 = Options { first: 3, ..Options::new(Base::Classic, 3) };
    assert_eq!(Game::new(seat_4_of_3).err(), Some(SetupError::FirstSeat(3)));
}

/// BASE-D2, BASE-8: 2 to 6 players.
#[test]
fn two_to_six_players() {
    for base in BOTH_BASES {
        for players in 0..10 {
            let game = Game::new(Options::new(base, players));
            if (2..=6).contains(&players) {
                assert_eq!(game.unwrap().players(), players);
            } else {
                assert_eq!(game.err(), Some(SetupError::Players(players)));
            }
        }
    }
}

/// BASE-11, BASE-12, BASE-16: a tile is drawn, then laid, then a meeple may be placed. Each step
/// waits for its own answer; a second tile is not drawn, and the tile in hand cannot be declined.
#[test]
fn steps_come_in_order() {
    let mut state = classic();
    let road = catalogue::find("base-classic", "U").unwrap();
    let draw = Action::Draw(road.id);
    let place = Action::Place { pos: Pos::new(1, 0), rotation: Rotation::new(1) };
    let deploy = Action::Deploy { figure: FigureKind::Meeple, spot: Spot { pos: Pos::new(1, 0), segment: 0 } };
    for (due, word) in [(draw, "draw"), (place, "place"), (deploy, "deploy")] {
        let asked = state.decision();
        assert_eq!(asked.word(), word);
        for action in [draw, place, deploy] {
            let expected = if action == due { None } else { Some(Refusal::NotAsked(asked)) };
            assert_eq!(state.why_not(action), expected, "{action:?} at {word}");
            assert_eq!(state.apply(action).is_err(), action != due);
            if action == due {
                break;
            }
        }
        let may_pass = state.decision().word() == "deploy";
        assert_eq!(state.is_legal(Action::Pass), may_pass);
        assert_eq!(state.legal_actions().contains(&Action::Pass), may_pass);
        assert_eq!(state.tiles_left(), 70);
    }
    assert_eq!(state.decision(), Decision::Draw { player: seat(1) });
}

/// BASE-1, BASE-13, BASE-14, BASE-15, BASE-16: in whole games, exactly those placements are legal
/// that are empty, beside a tile and match on every side, looked up side by side; the active
/// player chooses among them, and there is at least one.
#[test]
fn legal_placements_are_those_that_match() {
    let options = Options::new(Base::Classic, 3);
    walk(options, 6, |state| {
        let Decision::Place { player, tile } = state.decision() else { return };
        assert_eq!(state.actor(), Actor::Player(player));
        let tile = catalogue::tile(tile);
        let mut expected = Vec::new();
        let cells: Vec<Pos> = state.tiles().map(|laid| laid.pos).collect();
        let (low_x, high_x) =
            (cells.iter().map(|pos| pos.x).min().unwrap(), cells.iter().map(|pos| pos.x).max().unwrap());
        let (low_y, high_y) =
            (cells.iter().map(|pos| pos.y).min().unwrap(), cells.iter().map(|pos| pos.y).max().unwrap());
        for pos in (low_x - 2..=high_x + 2).flat_map(|x| (low_y - 2..=high_y + 2).map(move |y| Pos::new(x, y))) {
            for rotation in Rotation::ALL {
                let mut neighbours = 0;
                let matches = Side::ALL.into_iter().all(|side| {
                    let Some(other) = state.tile_at(pos.beside(side)) else { return true };
                    neighbours += 1;
                    tile.edge(side, rotation) == other.tile.edge(side.opposite(), other.rotation)
                });
                let action = Action::Place { pos, rotation: tile.canonical_rotation(rotation) };
                let is_legal = matches && neighbours > 0 && state.tile_at(pos).is_none();
                assert_eq!(state.is_legal(action), is_legal, "{} {action:?}", tile.name);
                if is_legal && tile.canonical_rotation(rotation) == rotation {
                    expected.push(action);
                }
            }
        }
        expected.sort_unstable();
        assert!(!expected.is_empty());
        assert_eq!(state.legal_actions(), expected);
    });
}

/// BASE-18, BASE-19, FARM-3: in whole games, a meeple may go to exactly those segments of the tile
/// just laid on whose feature nobody stands, and to no segment of another tile.
#[test]
fn meeples_go_to_free_features_of_the_new_tile() {
    walk(Options::new(Base::Classic, 4), 4, |state| {
        let Decision::Deploy { player, at } = state.decision() else { return };
        let figures = state.figures();
        let has_meeple = state.supply(player, FigureKind::Meeple) > 0;
        for laid in state.tiles() {
            for segment in 0..laid.tile.segments.len() as u8 {
                let spot = Spot { pos: laid.pos, segment };
                let spots = state.region(spot).unwrap().spots();
                let is_free = !figures.iter().any(|figure| spots.contains(&figure.spot));
                let action = Action::Deploy { figure: FigureKind::Meeple, spot };
                assert_eq!(state.is_legal(action), laid.pos == at && is_free && has_meeple);
            }
        }
    });
}

/// Seven meeples of the first player stand on fields and cities around; the eighth turn is hers.
/// On the table: the road of Ds is closed in the east by a village, and the seventh meeple is on it.
///
/// ```text
///        F  city with a knight; farmers lie in the east and the west of it
///    ..  Ds W      traveller on the road of Ds; farmers and travellers around the village
/// ```
const ALL_SEVEN: &str = "points=0,0 tiles=Ds@0,0/r0;W@1,0/r0;F@0,-1/r1 figures=1.meeple@1,0/road:W;\
    1.meeple@1,0/road:E;1.meeple@1,0/road:S;1.meeple@1,0/field:4;1.meeple@0,-1/city:N;\
    1.meeple@0,-1/field:3;1.meeple@0,-1/field:7";

/// BASE-4, BASE-21: a player without a meeple in the supply cannot place one. The tile is laid all
/// the same, and what it completes is scored.
#[test]
fn without_a_meeple_none_is_placed() {
    let mut state = position(ALL_SEVEN);
    assert_eq!(state.supply(seat(0), FigureKind::Meeple), 0);
    // Nothing is completed here, and the turn ends without a question.
    play(&mut state, "U | 0,1 r1");
    assert_eq!(state.tiles_laid(), 3);
    assert_eq!(state.decision(), Decision::Draw { player: seat(1) });
    assert_eq!(state.figures().len(), 7);

    let mut state = position(ALL_SEVEN);
    play(&mut state, "E | 0,-2 r2");
    assert_eq!(state.points(), [8, 0]);
    assert_eq!(state.decision(), Decision::Draw { player: seat(1) });
}

/// BASE-4, BASE-21: a player who is asked because of the abbot still has no meeple to place.
#[test]
fn the_abbot_is_no_meeple() {
    let mut state = position(&format!("with=abbot {ALL_SEVEN}"));
    play(&mut state, "B | 0,1 r0");
    let monastery = Spot { pos: Pos::new(0, 1), segment: 0 };
    let deploy = |figure| Action::Deploy { figure, spot: monastery };
    assert_eq!(state.legal_actions(), [deploy(FigureKind::Abbot), Action::Pass]);
    assert_eq!(state.why_not(deploy(FigureKind::Meeple)), Some(Refusal::NoneLeft(FigureKind::Meeple)));
}

/// BASE-22: the meeple that comes back in the third step cannot be placed in the second step of
/// the same turn, only in a later turn.
#[test]
fn returning_meeple_waits_for_the_next_turn() {
    let mut state = position(ALL_SEVEN);
    let events = play(&mut state, "W | -1,0 r0");
    assert_eq!(state.points(), [3, 0]);
    assert_eq!(state.supply(seat(0), FigureKind::Meeple), 1);
    assert!(!events.iter().any(|event| matches!(event, Event::Deployed { .. })));
    assert_eq!(state.decision(), Decision::Draw { player: seat(1) });
    play(&mut state, "U | 0,1 r1 | pass | B | 0,2 r0");
    assert_eq!(state.decision(), Decision::Deploy { player: seat(0), at: Pos::new(0, 2) });
    play(&mut state, "meeple@monastery");
    assert_eq!(state.supply(seat(0), FigureKind::Meeple), 0);
}

/// BASE-21: as long as one meeple is left, the player is asked.
#[test]
fn the_last_meeple_may_be_placed() {
    let six = ALL_SEVEN.rsplit_once(';').unwrap().0;
    let mut state = position(six);
    play(&mut state, "U | 0,1 r1 | meeple@road:E");
    assert_eq!(state.supply(seat(0), FigureKind::Meeple), 0);
}

/// BASE-23, BASE-36: in whole games, after each turn no meeple stands on a completed feature, and
/// points change only by awards.
#[test]
fn completed_features_are_always_scored() {
    for seed in 0..10 {
        let (mut state, mut numbers) = (start(Options::new(Base::V3, 2)), Numbers(seed));
        let mut points = vec![0; 2];
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            let mut events = Vec::new();
            state.apply_with(action, &mut events).unwrap();
            for event in events {
                if let Event::Scored(award) = event {
                    points[award.player.index()] += award.points();
                }
            }
            assert_eq!(state.points(), points);
            if state.is_between_turns() {
                let regions =
                    state.figures().into_iter().map(|figure| state.region(figure.spot).unwrap().is_complete());
                assert!(!regions.into_iter().any(|is_complete| is_complete));
            }
        }
    }
}

/// BASE-37: points are not lost at the end of a lap; the score is unlimited.
#[test]
fn points_go_on_after_a_lap() {
    for (before, after) in [(46, 50), (49, 53), (98, 102), (496, 500)] {
        let mut state = position(&format!("points={before},0 tiles=Ds@0,0/r0"));
        play(&mut state, "E | 0,-1 r2 | meeple@city:S");
        assert_eq!(state.points(), [after, 0]);
    }
}

/// BASE-37, BASE-D12: the marker moves one space for each point. A lap has 50 spaces, so that it
/// stands on 0 again with 50 points; each player has a marker of their own.
#[test]
fn a_lap_of_the_track_is_fifty() {
    for (before, after) in [(0, 4), (45, 49), (46, 0), (49, 3), (96, 0), (498, 2)] {
        let mut state = position(&format!("points={before},7 tiles=Ds@0,0/r0"));
        assert_eq!(i32::from(state.marker_space(seat(0), bastide_rules::Marker::Meeple)), before % 50);
        play(&mut state, "E | 0,-1 r2 | meeple@city:S");
        assert_eq!(state.points(), [before + 4, 7]);
        assert_eq!(
            (
                state.marker_space(seat(0), bastide_rules::Marker::Meeple),
                state.marker_space(seat(1), bastide_rules::Marker::Meeple)
            ),
            (after, 7)
        );
    }
}

/// BASE-39: the turn of the last tile is played to its end, with a meeple and with its scoring;
/// then the game is over.
#[test]
fn the_last_turn_is_complete() {
    let mut state = position_with_stack("points=0,0 tiles=Ds@0,0/r0", &["L"]);
    play(&mut state, "L");
    assert_eq!(state.tiles_left(), 0);
    assert!(!state.is_over());
    play(&mut state, "0,-1 r2");
    assert_eq!(state.decision(), Decision::Deploy { player: seat(0), at: Pos::new(0, -1) });
    let events = play(&mut state, "meeple@city:S");
    let place_of = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let scored =
        place_of(|event| matches!(event, Event::Scored(award) if award.source == Source::Completed(Feature::City)));
    assert!(scored < place_of(|event| matches!(event, Event::FinalScoringBegan)));
    assert_eq!(state.points(), [4, 0]);
    assert!(state.is_over());
    assert_eq!((state.decision(), state.actor()), (Decision::Over, Actor::Nobody));
    assert!(state.legal_actions().is_empty());
    assert_eq!(state.why_not(Action::Pass), Some(Refusal::GameOver));
}

/// BASE-39: with two tiles left the game goes on with the other player.
#[test]
fn the_last_turn_but_one_is_not_the_end() {
    let mut state = position_with_stack("points=0,0 tiles=Ds@0,0/r0", &["L", "U"]);
    play(&mut state, "L | 0,-1 r2 | pass");
    assert_eq!(state.decision(), Decision::Draw { player: seat(1) });
    play(&mut state, "U | 1,0 r1 | pass");
    assert!(state.is_over());
}

/// BASE-39: a whole game ends when the stack is empty and not before, and every tile is on the
/// table or in the box.
#[test]
fn a_game_lasts_as_long_as_the_stack() {
    walk(Options::new(Base::Classic, 2), 10, |state| {
        let counted = state.tiles_laid() + state.discarded().len() as u32 + state.tiles_left();
        assert_eq!(counted + u32::from(state.tile_in_hand().is_some()), 71);
        if state.is_over() {
            assert_eq!(state.tiles_left(), 0);
            assert_eq!(state.tiles().len() as u32, state.tiles_laid() + 1);
        }
        if state.actor() == Actor::Chance {
            assert!(state.tiles_left() > 0);
        }
    });
}

/// BASE-44, FARM-9: fields come last in the final scoring, although the farmer was placed first.
#[test]
fn fields_are_scored_last() {
    let text = "bastide-record 1
base classic
players Anna Borys
first Anna
end after 5 tiles

1 Anna U 1,0 r1 meeple@field:1
2 Borys E 0,-1 r2 pass
3 Anna B 0,1 r0 meeple@monastery
4 Borys U -1,0 r1 meeple@road:W
5 Anna E 0,2 r2 meeple@city:S
";
    let record = Record::parse(text).unwrap();
    let mut state = record.start();
    let mut events = Vec::new();
    for &action in record.actions() {
        state.apply_with(action, &mut events).unwrap();
    }
    let mut scored: Vec<_> = events
        .iter()
        .skip_while(|event| !matches!(event, Event::FinalScoringBegan))
        .filter_map(|event| match event {
            Event::Scored(award) => Some((award.source.feature()?, award.points())),
            _ => None,
        })
        .collect();
    assert_eq!(scored.pop(), Some((Feature::Field, 3)));
    scored.sort_unstable();
    assert_eq!(scored, [(Feature::City, 1), (Feature::Road, 3), (Feature::Monastery, 5)]);
}

/// BASE-45: the most points win, and who has as many wins too. Nothing else decides, such as the seat.
#[test]
fn most_points_win() {
    for (points, winners) in [("5,3", 0b01), ("3,5", 0b10), ("4,4", 0b11), ("0,0", 0b11)] {
        let mut state = position_with_stack(&format!("points={points} tiles=Ds@0,0/r0"), &["U"]);
        assert_eq!(state.outcome(), Outcome::Undecided);
        play(&mut state, "U | 1,0 r1 | pass");
        assert_eq!(state.outcome(), Outcome::Won { winners }, "{points}");
    }
}

/// No city or road is open.
///
/// ```text
///       E        city in the south
///   A   Ds  A    the road ends at two monasteries
/// ```
const ONLY_FIELDS_OPEN: &str = "points=0,0 tiles=Ds@0,0/r0;E@0,-1/r2;A@1,0/r1;A@-1,0/r3 figures=2.meeple@1,0/monastery";

/// BASE-D6, BASE-15: the last tile fits nowhere. It goes to the box, nobody lays a tile or places
/// a meeple, and the game ends with the final scoring.
#[test]
fn last_tile_that_does_not_fit_ends_the_game() {
    let mut state = position_with_stack(ONLY_FIELDS_OPEN, &["C"]);
    assert!(!state.is_over());
    let before = state.discarded().len();
    let events = play(&mut state, "C");
    let tile = catalogue::find("base-classic", "C").unwrap().id;
    assert!(events.contains(&Event::TileDiscarded { tile }));
    assert_eq!(state.discarded()[before..], [tile]);
    assert!(state.is_over());
    assert_eq!(state.tiles().len(), 4);
    assert_eq!(state.active_player(), seat(0));
    // The monastery of the second player: its own tile, Ds and E.
    assert_eq!(state.points(), [0, 3]);
    assert_eq!(state.outcome(), Outcome::Won { winners: 0b10 });
}

/// BASE-15, BASE-D6: two tiles in a row fit nowhere, and the player draws as long as there are any.
#[test]
fn tiles_that_do_not_fit_are_drawn_one_after_the_other() {
    let mut state = position_with_stack(ONLY_FIELDS_OPEN, &["C", "X", "E"]);
    play(&mut state, "X");
    assert_eq!(state.decision(), Decision::Draw { player: seat(0) });
    play(&mut state, "C");
    assert_eq!(state.decision(), Decision::Draw { player: seat(0) });
    assert_eq!((state.turn_number(), state.tiles_laid()), (1, 3));
    let mut other = state.clone();
    play(&mut state, "E");
    assert!(matches!(state.decision(), Decision::Place { .. }));
    play(&mut other, "E | 0,1 r2 | pass");
    assert!(other.is_over());
}

/// BASE-D8: a tile in the box is known to all and is never drawn again.
#[test]
fn returned_tiles_stay_in_the_box() {
    let mut state = position(ONLY_FIELDS_OPEN);
    let tile = catalogue::find("base-classic", "C").unwrap();
    play(&mut state, "C");
    assert_eq!(state.discarded(), [tile.id]);
    let mut numbers = Numbers(1);
    while let Some(action) = state.choose(|count| numbers.below(count)) {
        assert!(!state.is_legal(Action::Draw(tile.id)));
        assert!(state.undrawn().all(|(left, _)| left.id != tile.id));
        state.apply(action).unwrap();
        assert!(state.discarded().contains(&tile.id));
        assert!(state.tiles().all(|laid| laid.tile.id != tile.id));
    }
}

/// BASE-D10: the drawn tile is shown before it is laid, and so are points and supplies.
#[test]
fn drawn_tile_is_shown_before_it_is_laid() {
    let mut state = classic();
    let tile = catalogue::find("base-classic", "W").unwrap();
    assert!(state.tile_in_hand().is_none());
    let events = play(&mut state, "W");
    assert_eq!(events, [Event::TileDrawn { turn: 1, player: seat(0), tile: tile.id }]);
    assert_eq!(state.decision(), Decision::Place { player: seat(0), tile: tile.id });
    assert_eq!(state.tile_in_hand(), Some(tile));
    assert_eq!(state.points(), [0, 0]);
    for player in state.game().seats() {
        assert_eq!(state.supply(player, FigureKind::Meeple), 7);
    }
    play(&mut state, "1,0 r0");
    assert!(state.tile_in_hand().is_none());
}

/// BASE-D11: a game with garden tiles and without the abbot is played like one without gardens: a
/// garden takes no meeple, and surrounding it scores nothing.
///
/// ```text
///   U  Ds U
///   W  Vg E      a farmer lies beside the garden
///   W  U  E
/// ```
#[test]
fn gardens_are_decoration() {
    let mut state = start(Options::new(Base::V3, 2));
    play(&mut state, "Vg | 0,1 r0");
    let laid = state.tile_at(Pos::new(0, 1)).unwrap();
    let garden = laid.tile.segments.iter().position(|segment| segment.feature == Feature::Garden).unwrap() as u8;
    let spot = Spot { pos: laid.pos, segment: garden };
    for figure in FigureKind::ALL {
        assert!(!state.is_legal(Action::Deploy { figure, spot }));
    }
    play(&mut state, "meeple@field:1");
    let around = ["U 1,0 r1", "U -1,0 r1", "E 1,1 r1", "W -1,1 r0", "U 0,2 r0", "E 1,2 r1", "W -1,2 r1"]
        .map(|turn| turn.split_once(' '));
    for (tile, place) in around.into_iter().flatten() {
        play(&mut state, &format!("{tile} | {place} | pass"));
    }
    assert!(laid.pos.around().iter().all(|&pos| state.tile_at(pos).is_some()));
    assert_eq!(state.points(), [0, 0]);
    assert_eq!(state.figures().len(), 1);
}

/// FARM-D1: farmers are on unless they are switched off.
#[test]
fn farmers_are_on_by_default() {
    for base in BOTH_BASES {
        let mut state = start(Options::new(base, 2));
        assert!(state.game().has(Module::Farmers));
        play(&mut state, "U | 1,0 r1 | meeple@field:1");
        assert_eq!(state.figures().len(), 1);
    }
}

/// FARM-1: without farmers no meeple ever lies in a field, and no field is scored.
#[test]
fn without_farmers_fields_are_empty() {
    walk(Options::new(Base::Classic, 2).without(Module::Farmers), 5, |state| {
        for figure in state.figures() {
            assert_ne!(state.region(figure.spot).unwrap().feature(), Feature::Field);
        }
        state.final_awards(|award| assert_ne!(award.source.feature(), Some(Feature::Field)));
    });
}
