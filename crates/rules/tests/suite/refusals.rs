//! What people are told when they answer wrongly: the reason that comes first, in a sentence, with its rule.

use bastide_rules::notation::{Record, parse_action};
use bastide_rules::{Action, Base, CropCircle, Game, Module, Options, Pos, Refusal, State, Tile};

use crate::table::{Numbers, action, asked, play, position, position_on, refused, spot};

/// The sentence and the rule with which an answer is refused.
fn why(state: &State, answer: &str) -> String {
    let action = parse_action(state, answer).unwrap_or_else(|| panic!("`{answer}` is no answer to {}", asked(state)));
    assert!(!state.legal_actions().contains(&action), "`{answer}` is listed");
    let refusal = state.why_not(action).unwrap();
    format!("{refusal} ({})", refusal.rule())
}

/// The sentence with which a record is refused.
fn error(record: &str) -> String {
    Record::parse(&format!("bastide-record 1\n{record}")).unwrap_err().to_string()
}

/// A table with the start tile alone.
const START: &str = "tiles=Ds@0,0/r0";

/// Draws a tile of this kind and plays on, the last answer first, until this is asked.
fn draw_until(state: &mut State, is_wanted: fn(&Tile) -> bool, question: &str) {
    let tile = state.undrawn().map(|(tile, _)| tile).find(|tile| is_wanted(tile)).unwrap();
    state.apply(Action::Draw(tile.id)).unwrap();
    while asked(state) != question {
        let action = *state.legal_actions().last().unwrap();
        state.apply(action).unwrap();
    }
}

// What must be done

#[test]
fn what_must_be_done_may_not_be_passed() {
    let mut state = position("", "0,0", START);
    play(&mut state, "U");
    assert_eq!(why(&state, "pass"), "the drawn tile must be laid; this may not be passed (BASE-16)");

    let mut state = position("gold", "0,0", START);
    draw_until(&mut state, |tile| tile.symbols.gold, "ingot 1");
    assert_eq!(refused(&state, "pass"), "GOLD-2");

    let mut state = position("robbers", "0,0", START);
    draw_until(&mut state, |tile| tile.symbols.sack, "robber 1");
    assert_eq!(refused(&state, "pass"), "ROB-3");
}

#[test]
fn a_crop_circle_may_not_be_passed() {
    for (module, rule) in [("crop", "CROP-5"), ("corn", "CORN-5")] {
        // A circle asks if it concerns anybody.
        let figures = "figures=2.meeple@0,0/field:3;2.meeple@0,0/road:E;2.meeple@0,0/city:N";
        let mut state = position(module, "0,0", &format!("{START} {figures}"));
        draw_until(&mut state, |tile| tile.symbols.crop_circle.is_some(), "crop 1");
        assert_eq!(refused(&state, "pass"), rule);
    }
}

// What is not there

#[test]
fn segments_and_tiles_that_are_not_there_are_named() {
    let mut state = position("", "0,0", START);
    play(&mut state, "U | 1,0 r1");
    assert_eq!(why(&state, "meeple@city:N"), "the tile has no such segment (BASE-2)");
    assert_eq!(why(&state, "meeple@monastery"), "the tile has no such segment (BASE-2)");
    assert_eq!(why(&state, "meeple@road:i1"), "the tile has no such segment (BASE-2)");
    assert_eq!(why(&state, "meeple@7,7/road:N"), "no tile lies there (BASE-1)");
    assert_eq!(why(&state, "meeple@0,0/monastery"), "the tile has no such segment (BASE-2)");
    for nonsense in ["meeple@roof:N", "meeple@road:Q", "meeple@field:9", "meeple@monastery:N", "meeple@road:i0"] {
        assert_eq!(parse_action(&state, nonsense), None, "{nonsense}");
    }
    let text = error("base classic\nplayers A B\n\n1 A U 1,0 r1 meeple@city:N\n");
    assert!(text.starts_with("line 5: `meeple@city:N`: the tile has no such segment (BASE-2); legal: "), "{text}");
}

#[test]
fn a_lake_without_such_a_road_is_named() {
    let mut state = position("ferries", "0,0", START);
    draw_until(&mut state, |tile| tile.symbols.ferry_lake, "put-ferry 1");
    assert_eq!(why(&state, "ferry road:i4-road:i5"), "the tile has no such segment (BASE-2)");
}

#[test]
fn cells_without_a_tile_are_named() {
    let mut state = position("dragon,tower", "0,0", START);
    play(&mut state, "U | 1,0 r1");
    for answer in ["fairy@9,9", "floor@9,9", "meeple@tower:9,9"] {
        assert_eq!(why(&state, answer), "no tile lies there (BASE-1)", "{answer}");
    }
    assert_eq!(state.why_not(Action::Floor(Pos::new(0, 0))).unwrap().rule(), "TOWER-6");
}

// What is not in this game

#[test]
fn pieces_of_other_modules_are_not_in_this_game() {
    let mut state = position("", "0,0", START);
    play(&mut state, "U | 1,0 r1");
    for (answer, sentence) in [
        ("large@road:E", "the large meeple is not in this game (INN-2)"),
        ("abbot@road:E", "the abbot is not in this game (ABBOT-1)"),
        ("builder@road:E", "the builder is not in this game (TRADE-3)"),
        ("pig@field:1", "the pig is not in this game (TRADE-3)"),
        ("robber@field:1", "the robber is not in this game (ROB-1)"),
        ("recall", "the abbot is not in this game (ABBOT-1)"),
        ("meeple@crown:storm", "this game is played without the wheel of fortune (WHEEL-32)"),
        ("meeple@flier", "this game is played without flying machines (FLY-1)"),
        ("fairy@0,0", "this game is played without dragon, fairy and princess (DRAGON-1)"),
        ("seize:2.meeple@0,0/road:E", "this game is played without dragon, fairy and princess (DRAGON-1)"),
        ("floor@0,0", "this game is played without towers (TOWER-1)"),
        ("meeple@tower:0,0", "this game is played without towers (TOWER-1)"),
        ("ransom:2.meeple", "this game is played without towers (TOWER-1)"),
    ] {
        assert_eq!(why(&state, answer), sentence, "{answer}");
    }
    let mut state = position_on("wheel", "", "0,0", "");
    draw_until(&mut state, |tile| tile.symbols.wheel.is_none(), "deploy 1");
    assert_eq!(why(&state, "large@crown:storm"), "the large meeple is not in this game (INN-2)");
}

#[test]
fn a_die_has_three_numbers() {
    let mut state = position("flying", "0,0", START);
    draw_until(&mut state, |tile| tile.symbols.flying.is_some(), "deploy 1");
    play(&mut state, "meeple@flier");
    assert_eq!(why(&state, "die:4"), "the die shows 1, 2 or 3 (FLY-1)");
    assert_eq!(why(&state, "die:0"), "the die shows 1, 2 or 3 (FLY-1)");
}

/// TRADE-33: only the farmer of the pig just scored comes back.
#[test]
fn only_the_farmer_of_the_pig_is_kept_or_taken_back() {
    let table = "tiles=Ds@0,0/r0;E@0,-1/r2;F@0,-2/r0;E@-1,-2/r1;U@1,0/r1 \
                 figures=1.meeple+pig@0,0/field:3;1.meeple@1,0/road:E";
    let mut state = position("pig", "0,0", table);
    play(&mut state, "Eg | 1,-2 r3 | pass");
    assert_eq!(asked(&state), "keep-farmer 1");
    assert_eq!(
        why(&state, "return:meeple@1,0/road:E"),
        "only the farmer whose pig was scored may be taken back (TRADE-33)"
    );
}

// Tiles that are not drawn

/// The reason why a tile cannot be drawn after these turns.
fn not_drawn(header: &str, turns: &str, tile: &str) -> String {
    let record = format!("base {header}\nplayers A B\n\n{turns}{tile}\n");
    let text = error(&record);
    let (_, rest) = text.split_once(&format!("`{tile}`: ")).unwrap_or_else(|| panic!("{text}"));
    rest.split("; legal: ").next().unwrap().to_owned()
}

#[test]
fn a_tile_that_nobody_knows_is_named() {
    let one = |tile| not_drawn("classic", "1 A ", tile);
    assert_eq!(one("ZZ"), "there is no such tile in the set `base-classic`");
    assert_eq!(one("cult/6"), "there is no such tile in the set `cult`");
    assert_eq!(one("nowhere/6"), "there is no such set of tiles");
    assert_eq!(one("pass"), "this does not answer the decision `draw`");
    assert_eq!(one("1,0"), "this does not answer the decision `draw`");
}

/// BASE-6, BASE-7: what is not in the game, what is drawn already, and what is never drawn.
#[test]
fn a_tile_that_cannot_be_drawn_has_its_reason() {
    let first = |header, tile| not_drawn(header, "1 A ", tile);
    assert_eq!(first("classic", "cult/01"), "the tile comes with `cult`, which is not in this game (BASE-7)");
    assert_eq!(first("classic", "river-1/02"), "the tile comes with `river`, which is not in this game (BASE-7)");
    assert_eq!(first("v3", "inns-cathedrals-v3/R"), "the tile comes with `inns`, which is not in this game (BASE-7)");
    assert_eq!(first("classic", "base-v3/X"), "the tile belongs to another base, `v3` (BASE-6)");
    assert_eq!(first("classic", "Ds"), "the start tile is not drawn (BASE-6)");
    assert_eq!(not_drawn("classic", "1 A C 0,-1 r0 pass\n2 B ", "C"), "all tiles of this kind are drawn (BASE-7)");
}

/// BASE-15: a tile that fitted nowhere is back in the box.
#[test]
fn a_discarded_tile_is_in_the_box() {
    let state = position_on("classic", "", "0,0", "tiles=Ds@0,0/r0 out=C");
    assert_eq!(why(&state, "C"), "the last tile of this kind fitted nowhere and is back in the box (BASE-15)");
}

// Messages and circles

/// MSG-12, MSG-14, MSG-D11: messages with a feature and without.
#[test]
fn a_message_says_whether_it_wants_a_feature() {
    let table = "tiles=Ds@0,0/r0;A@-1,0/r3;U@1,0/r1";
    let drawn = |message: u8, figures: &str| {
        // With the four points of the road the marker stops on a dark space.
        let mut state = position("messages", "1,0", &format!("{table} figures={figures}"));
        play(&mut state, &format!("A | 2,0 r1 | pass | marker:meeple | message:{message}"));
        assert_eq!(asked(&state), format!("message 1 number {message}"));
        state
    };
    let traveller = "1.meeple@0,0/road:E;1.meeple@0,0/city:N;1.meeple@-1,0/monastery";
    for message in [1, 3, 8] {
        let state = drawn(message, traveller);
        let sentence = "the message is carried out on a feature, and that must be named (MSG-14)";
        assert_eq!(why(&state, "act"), sentence, "{message}");
    }
    // The road was scored, and nobody stands on another.
    let state = drawn(2, traveller);
    assert_eq!(why(&state, "act"), "the message cannot be carried out (MSG-D11)");
    assert_eq!(why(&state, "act@0,0/city:N"), "the message is about features of another kind (MSG-14)");
    let state = drawn(6, traveller);
    assert_eq!(why(&state, "act@0,0/city:N"), "the message is carried out without naming a feature (MSG-12)");
    // The field begins further in the west; a record may name it by any segment, an action by the first only.
    let state = drawn(8, "1.meeple@0,0/road:E;1.meeple@1,0/field:1");
    let spot = spot(&state, "1,0/field:1");
    assert_eq!(action(&state, "act@1,0/field:1"), Action::Target(state.region(spot).unwrap().first_spot()));
    assert_eq!(state.why_not(Action::Target(spot)), Some(Refusal::NotFirstSegment("MSG-14")));
}

/// CROP-11, CORN-9: only meeples of the circle's type return.
#[test]
fn a_circle_returns_figures_of_its_type() {
    let table = "tiles=Ds@0,0/r0;U@1,0/r1 figures=2.meeple@0,0/city:N;2.meeple@1,0/road:E;1.meeple@0,0/field:3";
    for (module, rule) in [("crop", "CROP-11"), ("corn", "CORN-9")] {
        let mut state = position(module, "0,0", table);
        draw_until(&mut state, |tile| tile.symbols.crop_circle == Some(CropCircle::Club), "crop 1");
        play(&mut state, "crop:return");
        assert_eq!(asked(&state), "crop-return 2");
        let [other, nobody] =
            ["return:meeple@0,0/city:N", "return:meeple@0,0/field:3"].map(|answer| why(&state, answer));
        assert_eq!(other, format!("the figure there is not of the circle's type ({rule})"));
        assert_eq!(nobody, format!("no such figure of the player stands there ({rule})"));
    }
}

/// GINGER-D2, MAGIC-D5: who names a feature by another segment than its first is told the rule of the question.
#[test]
fn a_feature_is_named_by_its_first_segment() {
    let mut met = Vec::new();
    for (base, module) in [(Base::Winter, Module::Gingerbread), (Base::V3, Module::Magic)] {
        let game = Game::new(Options::new(base, 2).with(module)).unwrap();
        for seed in 0..4 {
            let mut state = State::new(game.clone());
            let mut numbers = Numbers(seed);
            while let Some(action) = state.choose(|count| numbers.below(count)) {
                state.for_each_legal(|listed| {
                    let (Action::Gingerbread(first) | Action::Magic { spot: first, .. }) = listed else { return };
                    for spot in state.region(first).unwrap().spots().into_iter().filter(|&spot| spot != first) {
                        let (other, rule) = match listed {
                            Action::Magic { figure, .. } => (Action::Magic { figure, spot }, "MAGIC-D5"),
                            _ => (Action::Gingerbread(spot), "GINGER-D2"),
                        };
                        let refusal = state.why_not(other).unwrap();
                        assert_eq!(
                            (refusal.to_string().as_str(), refusal.rule()),
                            ("a feature is named by its first segment", rule)
                        );
                        met.push(rule);
                    }
                });
                state.apply_listed(action);
            }
        }
    }
    met.sort_unstable();
    met.dedup();
    assert_eq!(met, ["GINGER-D2", "MAGIC-D5"]);
}

// Records

#[test]
fn nothing_follows_the_end_of_a_game() {
    let game = "base classic\nplayers A B\nend after 1 tiles\n\n1 A U 1,0 r1 pass";
    assert_eq!(error(&format!("{game} U\n")), "line 6: `U`: the game is over");
    assert_eq!(error(&format!("{game}\n2 B U\n")), "line 7: `2`: the game is over");
    let turn = error("base classic\nplayers A B\n\n1 A U 1,0 r1 pass U\n");
    assert_eq!(turn, "line 5: `U`: the turn is over; the next one begins on a line of its own");
}

#[test]
fn a_position_is_no_record() {
    let line = "bastide-position 1 base=classic players=2 turn=1 next=1 points=0,0 tiles=Ds@0,0/r0";
    let error = Record::parse(line).unwrap_err().to_string();
    assert_eq!(error, "line 1: `bastide-position`: this is a position and no record; `bastide render` draws it");
}

#[test]
fn a_game_has_at_least_one_tile() {
    let text = error("base classic\nplayers A B\nend after 0 tiles\n");
    assert_eq!(text, "line 4: a game ends after 1 tile or more, not after 0");
}
