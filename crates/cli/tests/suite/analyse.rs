//! `bastide analyse`: decisions and draws accounted for.

use std::env;
use std::fs;

use crate::{Run, bastide_fed};

/// A short game that Borys wins by three points. His name would be a tag in a page.
const GAME: &str = "\
bastide-record 1
base classic
players Anna <Borys>
end after 4 tiles

1 Anna E 0,-1 r2 meeple@city:S
2 <Borys> U 1,0 r1 meeple@road:E
3 Anna U -1,0 r1 pass
4 <Borys> B 0,1 r0 meeple@monastery
";

fn analyse(args: &[&str], record: &str) -> Run {
    bastide_fed(&[&["analyse", "-", "--sims", "20", "--threads", "1"], args].concat(), record.as_bytes())
}

#[test]
fn the_account_adds_up_for_programs() {
    let json = analyse(&["--json"], GAME).json();
    assert_eq!(json["is_over"], true);
    assert_eq!(json["decisions"].as_array().unwrap().len(), 4);
    let accounts = json["accounts"].as_array().unwrap();
    assert_eq!(accounts.len(), 2);
    for (account, points) in accounts.iter().zip([-300, 300]) {
        for key in ["points", "win"] {
            let part = |name: &str| account[name][key].as_i64().unwrap();
            assert_eq!(part("start") + part("luck") + part("errors") + part("gifts"), part("result"), "{account}");
        }
        assert_eq!(account["result"]["points"], points);
    }
    let first = &json["decisions"][0];
    assert_eq!((&first["turn"], &first["seat"], &first["at"]), (&1.into(), &0.into(), &1.into()));
    assert_eq!(first["played"]["actions"], serde_json::json!(["0,-1 r2", "meeple@city:S"]));
}

#[test]
fn people_read_who_was_lucky() {
    let run = analyse(&[], GAME);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for words in ["The winner is <Borys>.", "luck of the draw", "own errors", "errors of the opponent", "result"] {
        assert!(run.out.contains(words), "{words} is not in {}", run.out);
    }
}

#[test]
fn a_page_is_written_and_names_are_only_text_in_it() {
    let path = env::temp_dir().join(format!("bastide-analysis-{}.html", std::process::id()));
    let run = analyse(&["-o", path.to_str().unwrap()], GAME);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let page = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(page.contains("&lt;Borys&gt;") && !page.contains("<Borys>"));
    assert!(page.contains("<polyline") && !page.contains('%'.to_string().repeat(2).as_str()));
    for mark in ["%TITLE%", "%OUTCOME%", "%CURVE%", "%ACCOUNTS%", "%ERRORS%"] {
        assert!(!page.contains(mark), "{mark} is left");
    }
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    analyse(&[], "bastide-record 1\nbase classic\nplayers Anna Borys\n").refused(&["no decision yet"]);
    let position = "bastide-position 1 base=v3 players=2 turn=1 next=1 points=0,0 tiles=Ds@0,0/r0";
    analyse(&[], position).refused(&["position", "record"]);
    analyse(&[], "nonsense").refused(&["line 1"]);
}
