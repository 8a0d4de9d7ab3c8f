//! Pictures and pages.

use std::fs;

use crate::{bastide, bastide_fed, scratch};

const RECORD: &str = "bastide-record 1\nbase v3\nwith river abbot\nplayers Anna <Borys>\nfirst Anna\n\n\
    1 Anna river-v3/J 0,1 r2 abbot@garden\n2 <Borys> river-v3/K -1,1 r1 meeple@road:N\n3 Anna river-v3/D -2,1 r1 recall\n";

#[test]
fn a_record_becomes_a_picture_or_a_page() {
    let folder = scratch("pictures");
    for (name, start) in [("table.svg", "<svg"), ("table.png", "\u{fffd}PNG"), ("game.html", "<!doctype html>")] {
        let path = folder.join(name);
        let run = bastide_fed(&["render", "-", "--coordinates", "-o", path.to_str().unwrap()], RECORD.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
        let bytes = fs::read(&path).unwrap();
        assert!(String::from_utf8_lossy(&bytes).starts_with(start), "{name}");
    }
    let page = fs::read_to_string(folder.join("game.html")).unwrap();
    assert!(page.contains("Abbot taken back from a garden, 3 tiles × 1 = 3 → Anna"));
    // Names are text, never markup; and nothing is fetched from elsewhere.
    assert!(page.contains("<title>Anna – &lt;Borys&gt;</title>") && !page.contains("<Borys></title>"));
    assert!(!page.contains("src=") && !page.contains("https://"));
    let svg = fs::read_to_string(folder.join("table.svg")).unwrap();
    assert_eq!(svg.matches("class=\"tile\"").count(), 4);
    assert_eq!(svg.matches("class=\"figure meeple\"").count(), 1);
}

/// The script of a page hides and shows things by their places in the picture, so each must have its turns.
#[test]
fn a_page_knows_the_turns_of_everything_it_draws() {
    let folder = scratch("pages");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/playthroughs");
    for (game, drawn) in [
        ("ferries", "ferry-way"),
        ("nobles-and-towers", "figure dragon"),
        ("nobles-and-towers", "figure count"),
        ("wheel", "figure wheel-pig"),
        ("big-box", "figure mage"),
    ] {
        let told = fs::read_to_string(format!("{games}/{game}.txt")).unwrap();
        let (record, _) = told.split_once("\nturn 1, ").unwrap();
        let path = folder.join(format!("{game}.html"));
        let run = bastide_fed(&["render", "-", "-o", path.to_str().unwrap()], record.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
        let page = fs::read_to_string(&path).unwrap();
        let story = page.split_once("id=\"story\">").and_then(|(_, rest)| rest.split_once("</script>")).unwrap().0;
        let story: serde_json::Value = serde_json::from_str(story).unwrap();
        let count = |key: &str| story[key].as_array().unwrap().len();
        let picture = page.split_once("<script").unwrap().0;
        let ferries = picture.matches("class=\"ferry-way").count();
        assert_eq!(count("ferries"), ferries, "{game}");
        // Each ferry has a boat.
        assert_eq!(count("figures"), picture.matches("<use class=\"figure").count() - ferries, "{game}");
        assert_eq!(count("tiles"), picture.matches("class=\"tile\"").count(), "{game}");
        assert!(picture.contains(&format!("class=\"{drawn}")), "{game}: {drawn}");
    }
}

#[test]
fn replay_draws_where_it_stops() {
    let folder = scratch("replay-pictures");
    let path = folder.join("after-two.svg");
    let run = bastide_fed(&["replay", "-", "--until", "2", "--svg", path.to_str().unwrap()], RECORD.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let svg = fs::read_to_string(path).unwrap();
    assert_eq!(svg.matches("class=\"tile\"").count(), 3);
    assert_eq!(svg.matches("class=\"figure abbot\"").count(), 1);
}

#[test]
fn a_position_becomes_a_picture() {
    let folder = scratch("position-picture");
    let path = folder.join("start.svg");
    let line = "bastide-position 1 base=classic players=2 turn=1 next=1 points=0,0 tiles=Ds@0,0/r0\n";
    let run = bastide_fed(&["render", "-", "-o", path.to_str().unwrap()], line.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(fs::read_to_string(path).unwrap().matches("class=\"tile\"").count(), 1);
}

#[test]
fn every_entry_of_a_set_is_drawn() {
    let folder = scratch("tiles");
    let to = folder.to_str().unwrap();
    let run = bastide(&["tiles", "--set", "wheel-of-fortune", "--svg", to, "--sheet", to]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "43 pictures written\n"), "{}", run.err);
    assert!(folder.join("wheel-of-fortune/W07a.svg").is_file() && folder.join("wheel-of-fortune/board.svg").is_file());
    assert!(folder.join("wheel-of-fortune.png").is_file());
}

#[test]
fn wrong_wishes_are_refused() {
    bastide_fed(&["render", "-", "-o", "table.jpg"], RECORD.as_bytes()).refused(&["table.jpg", ".svg, .png or .html"]);
    bastide_fed(&["render", "-", "-o", "x.svg", "--palette", "sumer"], b"").refused(&["did you mean `summer`"]);
    bastide_fed(&["render", "-", "-o", "/nowhere/at/all.svg"], RECORD.as_bytes()).refused(&["cannot be written"]);
    bastide_fed(&["render", "-", "-o", "x.svg"], b"bastide-position 1 base=v3").refused(&["`players=` is missing"]);
    assert_eq!(bastide(&["render", "x", "-o", "x.png", "--scale", "1000"]).code, Some(2));
}
