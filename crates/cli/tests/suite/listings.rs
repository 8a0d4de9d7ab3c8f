//! `bastide tiles`, `bastide boxes`, help, and output that nobody reads.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::bastide;

#[test]
fn every_set_can_be_shown() {
    let all = bastide(&["tiles", "--json"]).json();
    let sets = all["sets"].as_array().unwrap();
    assert!(sets.len() >= 25);
    let list = bastide(&["tiles"]).out;
    for set in sets {
        let name = set["name"].as_str().unwrap();
        assert!(list.contains(name), "{name}");
        assert_eq!(&bastide(&["tiles", "--set", name, "--json"]).json(), set);
        let shown = bastide(&["tiles", "--set", name]);
        assert_eq!(shown.code, Some(0), "{}", shown.err);
        for fact in set["uncertain"].as_array().unwrap() {
            assert!(shown.out.contains(fact.as_str().unwrap()), "{name}: {fact}");
        }
        let counts = set["tiles"].as_array().unwrap().iter().map(|tile| tile["count"].as_u64().unwrap());
        if set["board"].is_null() {
            assert_eq!(counts.sum::<u64>(), set["total"].as_u64().unwrap(), "{name}");
        }
    }
}

#[test]
fn a_tile_is_described_completely() {
    let set = bastide(&["tiles", "--set", "base-classic", "--json"]).json();
    let tiles = set["tiles"].as_array().unwrap();
    let tile = tiles.iter().find(|tile| tile["name"] == "D").unwrap();
    assert_eq!(tile["sides"], "CRFR");
    assert_eq!(tile["count"], 3);
    assert_eq!(tile["rotations"], 4);
    assert_eq!(tile["segments"][0]["feature"], "city");
    assert_eq!(tile["segments"][1]["sides"], serde_json::json!(["E", "W"]));
    assert_eq!(tile["segments"][2]["halves"], serde_json::json!([3, 8]));
    assert_eq!(tile["segments"][2]["cities"], serde_json::json!([0]));
}

#[test]
fn boxes_list_what_can_be_combined() {
    let json = bastide(&["boxes", "--json"]).json();
    assert_eq!(json["bases"].as_array().unwrap().len(), 5);
    assert_eq!(json["boxes"].as_array().unwrap().len(), 5);
    let text = bastide(&["boxes"]).out;
    for key in ["bases", "boxes", "modules"] {
        for entry in json[key].as_array().unwrap() {
            assert!(text.contains(entry["id"].as_str().unwrap()), "{entry}");
        }
    }
}

#[test]
fn help_has_examples() {
    for command in ["play", "sim", "replay", "perft", "tiles", "boxes"] {
        let run = bastide(&[command, "--help"]);
        assert_eq!(run.code, Some(0));
        assert!(run.out.contains("Examples:") && run.out.contains(&format!("bastide {command}")), "{}", run.out);
    }
    assert!(bastide(&["--help"]).out.contains("Examples:"));
    assert!(bastide(&["--version"]).out.starts_with("bastide "));
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    for args in [&["tiles", "--json"][..], &["boxes"], &["perft"], &["play"], &["sim", "--games", "5"], &["--help"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{args:?}: {err}");
        assert_eq!(err, "", "{args:?}");
    }
}
