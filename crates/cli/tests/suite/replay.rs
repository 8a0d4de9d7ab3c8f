//! `bastide replay`: records judged and told.

use crate::{Run, bastide, bastide_fed};

const GAME: &str = "\
bastide-record 1
base classic
players Anna Borys
end after 4 tiles

1 Anna E 0,-1 r2 meeple@city:S
2 Borys U 1,0 r1 meeple@road:E
3 Anna U -1,0 r1 pass
4 Borys B 0,1 r0 meeple@monastery
";

fn replay(args: &[&str], record: &str) -> Run {
    bastide_fed(&[&["replay", "-"], args].concat(), record.as_bytes())
}

#[test]
fn a_game_is_told_with_every_award() {
    let run = replay(&[], GAME);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines,
        [
            "A record of classic with farmers: Anna, Borys",
            "  1 Anna   E 0,-1 r2 meeple@city:S                      4 : 0",
            "      City, 2 tiles × 2 = 4 → Anna",
            "  2 Borys  U 1,0 r1 meeple@road:E                       4 : 0",
            "  3 Anna   U -1,0 r1 pass                               4 : 0",
            "  4 Borys  B 0,1 r0 meeple@monastery                    4 : 0",
            "      Final scoring",
            "      Road at the end, 3 tiles × 1 = 3 → Borys",
            "      Monastery at the end, 4 tiles × 1 = 4 → Borys",
            "Final points: Anna 4, Borys 7. The winner is Borys.",
        ],
        "{}",
        run.out
    );
}

#[test]
fn json_tells_the_same() {
    let json = replay(&["--json"], GAME).json();
    assert_eq!(json["players"], serde_json::json!(["Anna", "Borys"]));
    assert_eq!(json["points"], serde_json::json!([4, 7]));
    assert_eq!(json["over"], true);
    assert_eq!(json["winners"], serde_json::json!(["Borys"]));
    assert_eq!(json["decision"]["what"], "over");
    assert!(json["decision"]["who"].is_null());
    assert_eq!(json["legal"], serde_json::json!([]));
    let awards = json["awards"].as_array().unwrap();
    assert_eq!(awards.len(), 3);
    assert_eq!(awards[0]["turn"], 1);
    assert_eq!(awards[0]["player"], "Anna");
    assert_eq!(awards[0]["source"], "city");
    assert_eq!(awards[0]["when"], "completed");
    assert_eq!(awards[0]["points"], 4);
    assert_eq!(awards[0]["items"], serde_json::json!([{ "what": "tiles", "count": 2, "each": 2, "points": 4 }]));
    assert_eq!(awards[0]["tiles"], serde_json::json!([[0, -1], [0, 0]]));
    assert_eq!(awards[2]["when"], "final");
    assert_eq!(awards[2]["tiles"].as_array().unwrap().len(), 4);
    let sum: i64 =
        awards.iter().filter(|award| award["seat"] == 2).map(|award| award["points"].as_i64().unwrap()).sum();
    assert_eq!(sum, 7);
}

#[test]
fn a_record_may_stop_anywhere() {
    let inside = GAME.split_once("3 Anna").unwrap().0.to_owned() + "3 Anna U -1,0 r1\n";
    let json = replay(&["--json"], &inside).json();
    assert_eq!(json["over"], false);
    assert_eq!(json["decision"]["who"], "Anna");
    assert_eq!(json["decision"]["what"], "deploy");
    assert_eq!(json["decision"]["at"], serde_json::json!([-1, 0]));
    // The road is occupied, so only the two fields are left, and passing.
    assert_eq!(json["legal"], serde_json::json!(["meeple@field:1", "meeple@field:4", "pass"]));
    assert!(json["position"].is_null());
    let told = replay(&[], &inside).out;
    assert!(told.contains("Anna is to deploy: meeple@field:1; meeple@field:4; pass"), "{told}");
}

#[test]
fn the_story_can_stop_earlier() {
    let json = replay(&["--json", "--until", "2"], GAME).json();
    assert_eq!(json["turns"].as_array().unwrap().len(), 2);
    assert_eq!(json["turn"], 3);
    assert_eq!(json["decision"]["who"], "chance");
    assert_eq!(json["figures"][0]["figure"], "meeple");
    assert_eq!(json["figures"][0]["player"], "Borys");
    assert_eq!(json["figures"][0]["segment"], "road:E");
    assert_eq!(json["projected"], serde_json::json!([4, 2]));
    assert!(json["position"].as_str().unwrap().starts_with("bastide-position 1 "));
    let start = replay(&["--json", "--until", "0"], GAME).json();
    assert_eq!(start["turns"], serde_json::json!([]));
}

#[test]
fn what_breaks_a_rule_is_refused_with_line_rule_and_alternatives() {
    let illegal = GAME.replace("2 Borys U 1,0 r1", "2 Borys U 1,0 r0");
    replay(&[], &illegal).refused(&["line 7", "`1,0 r0`", "BASE-13", "legal: "]);
    let occupied = GAME.replace("-1,0 r1 pass", "-1,0 r1 meeple@road:W");
    replay(&["--json"], &occupied).refused(&["line 8", "BASE-19", "legal: "]);
    let unknown = GAME.replace("base classic", "base classic\nwith rivr");
    replay(&[], &unknown).refused(&["line 3", "`rivr`", "unknown module"]);
    let alone = GAME.replace("Anna Borys", "Anna");
    replay(&[], &alone).refused(&["line 3", "2 to 6 players"]);
}

#[test]
fn a_record_cut_anywhere_is_read_or_refused() {
    for end in 0..GAME.len() {
        let run = replay(&[], &GAME[..end]);
        match run.code {
            Some(0) => {}
            _ => run.refused(&["line "]),
        }
    }
}

#[test]
fn a_file_is_read_by_its_name() {
    let path = crate::fresh_file("game.txt");
    std::fs::write(&path, GAME).unwrap();
    let by_name = bastide(&["replay", path.to_str().unwrap()]);
    assert_eq!(by_name.out, replay(&[], GAME).out);
}

/// The point of the fairy is of the turn that it begins, not of the one before.
#[test]
fn the_fairy_greets_in_the_turn_that_begins() {
    let record = "\
bastide-record 1
base classic
with dragon
players A B

1 A E 0,1 r2 meeple@city:S
2 B E 1,1 r2 pass
3 A E -1,1 r2 fairy@0,1
4 B E 2,1 r2 pass
5 A E 3,1 r2 pass
";
    let json = replay(&["--json"], record).json();
    assert_eq!(json["awards"][0]["source"], "fairy");
    assert_eq!(json["awards"][0]["turn"], 5);
    assert_eq!(json["turns"][3]["points"], serde_json::json!([0, 0]));
    assert_eq!(json["turns"][4]["points"], serde_json::json!([1, 0]));
    // Also when nothing of the turn is written down yet.
    let shorter = record.replace("5 A E 3,1 r2 pass\n", "");
    let json = replay(&["--json"], &shorter).json();
    assert_eq!((&json["awards"][0]["turn"], &json["points"][0]), (&5.into(), &1.into()));
    let told = replay(&[], &shorter).out;
    let lines: Vec<&str> = told.lines().collect();
    let last = lines.iter().position(|line| line.starts_with("  4 B")).expect("the last turn");
    assert!(lines[last].ends_with(" 0 : 0") && lines[last + 1].trim().starts_with("Fairy"), "{told}");
}

/// Points for a prisoner are told, so that everything adds up.
#[test]
fn a_ransom_is_told() {
    let record = "\
bastide-record 1
base classic
with tower
players A B

1 A A 1,0 r1 meeple@road:W
2 B tower/12 0,1 r0 floor@0,1
3 A A -1,0 r3 pass
4 B E 0,2 r2 pass
5 A E 1,1 r1 meeple@city:E
6 B E -1,1 r3 floor@0,1 seize:1.meeple@1,1/city:E
7 A ransom:2.meeple
";
    let json = replay(&["--json"], record).json();
    assert_eq!(json["points"], serde_json::json!([0, 3]));
    assert_eq!(json["ransoms"], serde_json::json!([{ "turn": 7, "from": "A", "to": "B", "points": 3 }]));
    let told = replay(&[], record).out;
    assert!(told.contains("A pays 3 points to B\n"), "{told}");
    replay(&[], &record.replace("1,1/city:E\n7 A ransom:2.meeple", "1,0/road:W")).refused(&["`seize:", "TOWER-15"]);
}

/// Chance acts in several ways, and each has its sentence.
#[test]
fn what_chance_is_to_do_is_said() {
    let spring = replay(&[], "bastide-record 1\nbase wheel\nwith river-2\nplayers A B\n");
    assert!(spring.out.contains("\nThe source of the river is to be laid beside the board: "), "{}", spring.out);
    let draw = replay(&[], "bastide-record 1\nbase classic\nplayers A B\n");
    assert!(draw.out.contains("; 71 tiles are left\nA tile is to be drawn for A: "), "{}", draw.out);
}

/// The record at the head of a recorded game.
fn recorded(game: &str) -> String {
    let path = format!("{}/../rules/tests/playthroughs/{game}.txt", env!("CARGO_MANIFEST_DIR"));
    let told = std::fs::read_to_string(path).unwrap();
    told.split_once("\nturn 1, ").unwrap().0.to_owned()
}

/// What a text tells besides actions and points, each `what` with its sentence, is in the JSON too.
#[test]
fn json_has_the_news_of_the_text() {
    let has = |game: &str, what: &str, keys: &[&str]| {
        let record = recorded(game);
        let json = replay(&["--json"], &record).json();
        let told = replay(&[], &record).out;
        let news: Vec<_> = json["news"].as_array().unwrap().iter().filter(|news| news["what"] == what).collect();
        assert!(!news.is_empty(), "{game} has no {what}");
        for news in news {
            assert!(keys.iter().all(|&key| !news[key].is_null()), "{news}");
            assert!(told.contains(news["text"].as_str().unwrap()), "{news}");
        }
    };
    has("gold", "ingots-taken", &["turn", "player", "count", "tile", "segment"]);
    has("big-box", "goods-taken", &["turn", "player", "goods", "count"]);
    has("magic", "magic-aside", &["turn", "figure"]);
    has("tower", "captured", &["turn", "player", "of", "figure", "tile"]);
    has("wheel", "pig-moved", &["turn", "sector", "steps"]);
}

#[test]
fn a_lost_challenge_is_news() {
    let record = "\
bastide-record 1
base classic
with cult
players Anna Borys
first Anna

1 Anna cult/03 0,1 r0 meeple@shrine
2 Borys U 1,0 r1 pass
3 Anna U -1,0 r1 pass
4 Borys E 1,1 r1 pass
5 Anna E -1,1 r3 pass
6 Borys B 0,2 r0 meeple@monastery
7 Anna E 1,2 r1 pass
8 Borys E -1,2 r3 pass
";
    let json = replay(&["--json"], record).json();
    assert_eq!(json["points"], serde_json::json!([9, 0]));
    let lost = json["news"].as_array().unwrap().iter().find(|news| news["what"] == "challenge-lost");
    let lost = lost.expect("the shrine is completed first");
    assert_eq!((&lost["tile"], &lost["segment"]), (&serde_json::json!([0, 2]), &serde_json::json!("monastery")));
}

/// Around a monastery too, also one that a message scores.
#[test]
fn an_award_has_the_tiles_that_it_counts() {
    for game in ["classic", "messages", "cult", "winter"] {
        let json = replay(&["--json"], &recorded(game)).json();
        for award in json["awards"].as_array().unwrap() {
            for item in award["items"].as_array().unwrap().iter().filter(|item| item["what"] == "tiles") {
                assert_eq!(award["tiles"].as_array().unwrap().len() as u64, item["count"].as_u64().unwrap(), "{award}");
            }
        }
    }
}

/// The word of a source alone does not say which goods, message or sector it was.
#[test]
fn an_award_says_what_it_is_of() {
    let of = |game: &str, source: &str| -> Vec<String> {
        let json = replay(&["--json"], &recorded(game)).json();
        let awards = json["awards"].as_array().unwrap().iter().filter(|award| award["source"] == source);
        let mut of: Vec<_> = awards.map(|award| award["of"].as_str().unwrap().to_owned()).collect();
        of.sort();
        of.dedup();
        of
    };
    assert_eq!(of("big-box", "goods"), ["chicken", "cloth", "wheat"]);
    assert_eq!(of("mixture", "goods"), ["cloth", "grain", "wine"]);
    assert!(of("robbers", "robbery").iter().all(|name| name.chars().all(char::is_alphabetic)));
    assert!(of("messages", "message").iter().all(|number| number.parse::<u8>().is_ok()));
}

#[test]
fn the_points_before_the_final_scoring_are_named() {
    let json = replay(&["--json"], GAME).json();
    assert_eq!(json["points_before_final"], serde_json::json!([4, 0]));
    assert_eq!(json["turns"][3]["points"], json["points_before_final"]);
    assert_eq!(json["points"], serde_json::json!([4, 7]));
    assert!(replay(&["--json", "--until", "3"], GAME).json()["points_before_final"].is_null());
}

#[test]
fn tiles_left_know_where_the_game_ends() {
    for (turn, left) in [(0, 4), (1, 3), (3, 1), (4, 0)] {
        let turn = turn.to_string();
        assert_eq!(replay(&["--json", "--until", &turn], GAME).json()["tiles_left"], left, "after turn {turn}");
    }
    let told = replay(&["--until", "3"], GAME).out;
    assert!(told.contains("; 1 tile is left\n"), "{told}");
    let long = GAME.replace("end after 4 tiles\n", "");
    assert_eq!(replay(&["--json"], &long).json()["tiles_left"], 67);
}

/// Inside a turn and after the end there is no position, but the one before it leads there.
#[test]
fn the_last_position_leads_to_the_end() {
    let json = replay(&["--json"], GAME).json();
    assert!(json["position"].is_null());
    let before = replay(&["--json", "--until", "3"], GAME).json();
    assert_eq!(json["last_position"], before["position"]);
    assert_eq!(before["last_position"], before["position"]);
    let inside = GAME.split_once("3 Anna").unwrap().0.to_owned() + "3 Anna U -1,0 r1\n";
    let json = replay(&["--json"], &inside).json();
    assert_eq!(json["last_position"], replay(&["--json", "--until", "2"], GAME).json()["position"]);
}

#[test]
fn a_refusal_is_json_with_all_that_is_legal() {
    let illegal = GAME.replace("2 Borys U 1,0 r1", "2 Borys U 1,0 r0");
    let run = replay(&["--json"], &illegal);
    run.refused(&["line 7"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("one JSON object");
    let refused = &json["refused"];
    assert_eq!((&refused["line"], &refused["words"]), (&7.into(), &"1,0 r0".into()));
    assert_eq!((&refused["code"], &refused["rule"]), (&"side-mismatch".into(), &"BASE-13".into()));
    assert!(run.err.contains(refused["text"].as_str().unwrap()), "{}", run.err);
    // The sentence names some of them, this list all.
    let before = GAME.split_once(" 1,0 r1").unwrap().0.to_owned() + "\n";
    assert_eq!(refused["legal"], replay(&["--json"], &before).json()["legal"]);
    assert!(replay(&[], &illegal).out.is_empty());
}

const POSITION: &str =
    "bastide-position 1 base=classic players=2 turn=3 next=1 points=0,3 tiles=V@-1,0/r3;Ds@0,0/r0;W@1,0/r0";

#[test]
fn a_position_is_judged_too() {
    let run = replay(&[], POSITION);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("A position of classic with farmers: player 1, player 2\n"), "{}", run.out);
    assert!(run.out.contains("Points so far: player 1 0, player 2 3\n"), "{}", run.out);
    assert!(run.out.contains("A tile is to be drawn for player 1: "), "{}", run.out);
    let json = replay(&["--json"], POSITION).json();
    assert_eq!((&json["position"], &json["turn"]), (&POSITION.into(), &3.into()));
    assert_eq!((&json["turns"], &json["last_position"]), (&serde_json::json!([]), &json["position"]));
}

#[test]
fn a_position_that_cannot_be_is_refused_with_every_defect() {
    let broken = POSITION.replace("points=0,3", "points=0,-3").replace("W@1,0/r0", "W@1,0/r1");
    let run = replay(&["--json"], &broken);
    run.refused(&["the standard input: "]);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert!(!json["refused"]["defects"].as_array().unwrap().is_empty(), "{json}");
    assert!(json["refused"]["line"].is_null());
    replay(&[], "bastide-position 1 base=classic").refused(&["`players=` is missing"]);
}

/// Every value that programs can meet in the recorded games stands in the document about them.
#[test]
fn every_value_is_documented() {
    let document = include_str!("../../../../docs/replay-json.md");
    let folder = format!("{}/../rules/tests/playthroughs", env!("CARGO_MANIFEST_DIR"));
    let mut met = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let game = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        let json = replay(&["--json"], &recorded(&game)).json();
        for field in json.as_object().unwrap().keys() {
            met.insert(field.clone());
        }
        let word = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        for award in json["awards"].as_array().unwrap() {
            met.extend(["source", "when"].map(|key| word(&award[key])));
            met.extend(award["items"].as_array().unwrap().iter().map(|item| word(&item["what"])));
        }
        met.extend(json["news"].as_array().unwrap().iter().map(|news| word(&news["what"])));
    }
    assert!(met.len() > 50, "{met:?}");
    let missing: Vec<_> = met.iter().filter(|word| !document.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "docs/replay-json.md does not explain {missing:?}");
}
