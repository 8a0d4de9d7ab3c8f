//! `bastide arena`: matches, as people and scripts read them.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{bastide, scratch};

/// The JSON of a match without its times.
fn result(args: &[&str]) -> Value {
    let mut json = bastide(&[&["arena", "--json"], args].concat()).json();
    let times = json.as_object_mut().unwrap().remove("ms_per_move").unwrap();
    for time in times.as_array().unwrap() {
        assert!(time["mean"].as_f64().unwrap() >= 0.0 && time["p99"].as_f64().unwrap() >= 0.0);
    }
    json
}

#[test]
fn json_has_the_promised_shape() {
    let json = result(&["--bots", "greedy,random", "--games", "9", "--sims", "10"]);
    assert_eq!((&json["games"], &json["pairs"]), (&10.into(), &5.into()), "rounded up to whole deals");
    assert_eq!(json["bots"], serde_json::json!(["greedy", "random"]));
    assert_eq!(json["score"], 1.0);
    assert_eq!((&json["wins"], &json["draws"], &json["losses"]), (&10.into(), &0.into(), &0.into()));
    let elo = json["elo"].as_f64().unwrap();
    let [low, high] = [0, 1].map(|side| json["elo_95"][side].as_f64().unwrap());
    assert!(low > 0.0 && low < elo && elo <= high, "{low} {elo} {high}");
    assert!(json["mean_points"][0].as_f64() > json["mean_points"][1].as_f64());
    assert!(json["sprt"].is_null());
    assert_eq!(json["forfeits"], serde_json::json!([]));
    assert_eq!(json["interrupted"], false);
}

#[test]
fn threads_do_not_change_the_result() {
    let args = ["--bots", "greedy,random,random", "--players", "3", "--base", "v3", "--games", "12", "--openings", "3"];
    let one = result(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(one, result(&[&args[..], &["--threads", "4"]].concat()));
    assert_ne!(one["mean_points"], result(&[&args[..], &["--seed", "2"]].concat())["mean_points"]);
}

#[test]
fn people_get_a_last_line_that_says_it_all() {
    let run = bastide(&["arena", "--bots", "greedy,random", "--games", "10"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let last = run.out.lines().last().unwrap();
    assert!(last.starts_with("greedy vs random: 100.0 % ± "), "{last}");
    assert!(last.contains(" (elo +") && last.contains("), points 1") && last.ends_with(", 10 games"), "{last}");
    assert!(run.err.is_empty(), "no bar without a terminal: {}", run.err);
}

/// Whole games can be openings; nobody thinks then.
#[test]
fn who_was_never_asked_has_no_time() {
    let run = bastide(&["arena", "--bots", "greedy,random", "--games", "2", "--openings", "1000"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows = run.out.lines().filter(|line| line.starts_with(" greedy ") || line.starts_with(" random "));
    let times: Vec<String> = rows.map(|row| row.split_whitespace().rev().take(2).collect()).collect();
    assert_eq!(times, ["––", "––"], "{}", run.out);
    assert!(!run.out.contains("-0.00"), "{}", run.out);
}

#[test]
fn a_sequential_test_ends_early() {
    let json = result(&["--bots", "greedy,random", "--games", "1000", "--sprt", "0,20"]);
    assert_eq!(json["sprt"], "accepted");
    assert!(json["games"].as_u64().unwrap() < 100, "{json}");
    assert!(json["sprt_llr"].as_f64().unwrap() > 2.9);
    let json = result(&["--bots", "random,greedy", "--games", "1000", "--sprt", "-10,10"]);
    assert_eq!(json["sprt"], "rejected");
    assert_eq!(result(&["--bots", "random,random", "--games", "2", "--sprt", "0,5"])["sprt"], "open");
}

#[test]
fn records_are_written_and_judged_good() {
    let folder = scratch("arena-records");
    let records = folder.to_str().unwrap();
    let args = ["--box", "fortress", "--players", "3", "--bots", "greedy,random,random", "--games", "3"];
    let json = result(&[&args[..], &["--records", records]].concat());
    assert_eq!(json["games"], 3);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 3);
    for file in &files {
        let run = bastide(&["replay", file.to_str().unwrap()]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    let text = fs::read_to_string(&files[0]).unwrap();
    assert!(text.contains("players greedy random-2 random-3\n"), "{text}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    bastide(&["arena", "--bots", "greedy,grandmaster"]).refused(&["there is no bot `grandmaster`", "greedy"]);
    bastide(&["arena", "--bots", "greedy"]).refused(&["two bots or more"]);
    bastide(&["arena", "--bots", "greedy,random,random"]).refused(&["name every bot once"]);
    bastide(&["arena", "--bots", "greedy,cmd:/nowhere/bot"]).refused(&["cmd:/nowhere/bot", "could not be started"]);
    bastide(&["arena", "--bots", "greedy,random", "--records", "/dev/null/x"]).refused(&["/dev/null/x"]);
    for wrong in [&["--sprt", "20,0"][..], &["--sprt", "x"], &["--sims", "1", "--movetime", "1"], &["--games", "0"]] {
        let run = bastide(&[&["arena", "--bots", "greedy,random"], wrong].concat());
        assert_eq!(run.code, Some(2), "{wrong:?}: {}", run.err);
    }
}

/// Milliseconds that nobody needs for an answer, however busy the machine is.
const PATIENT: &str = "600000";

/// The example of the documents, against every box.
#[test]
fn the_python_opponent_plays_every_box() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/python/bot.py");
    let lines = fs::read_to_string(&example).unwrap().lines().count();
    assert!(lines <= 70, "{lines} lines are more than a page");
    let bots = format!("cmd:python3 '{}' '{}',random", example.display(), env!("CARGO_BIN_EXE_bastide"));
    for info in ["big-box", "wheel", "nobles-and-towers", "winter", "fortress"] {
        let json = result(&["--bots", &bots, "--box", info, "--games", "2", "--movetime", PATIENT]);
        assert_eq!(json["games"], 2, "{info}");
        assert_eq!(json["forfeits"], serde_json::json!([]), "{info}");
    }
}

#[test]
fn our_engine_plays_as_the_bot_does() {
    let outside = format!("cmd:'{}' engine --bot greedy,random", env!("CARGO_BIN_EXE_bastide"));
    let json = result(&["--bots", &outside, "--games", "4", "--movetime", PATIENT]);
    assert_eq!((&json["wins"], &json["forfeits"]), (&4.into(), &serde_json::json!([])));
}

/// A program that plays one game well and then misbehaves in each of the known ways loses with a reason.
#[cfg(unix)]
#[test]
fn who_misbehaves_loses_with_a_reason() {
    let folder = scratch("arena-misbehaviour");
    let greeting = "while read -r line; do case $line in bastide-engine*) echo ready;; quit) exit;; go*)";
    for (name, deed, reason) in [
        ("dies", "exit 7", "exit status: 7"),
        ("hangs", "sleep 1000", "no answer within 350 ms"),
        ("cheats", "echo best 0,0 r0", "`0,0 r0` is illegal"),
        ("babbles", "echo best of all", "does not answer the decision"),
    ] {
        let script = folder.join(name);
        fs::write(&script, format!("{greeting} {deed};; esac; done\n")).unwrap();
        let bots = format!("random,cmd:sh {}", script.display());
        let records = folder.join(format!("{name}-records"));
        // Only who does not answer at all is late.
        let time = if name == "hangs" { "100" } else { PATIENT };
        let args = ["--bots", &bots, "--games", "2", "--movetime", time, "--records", records.to_str().unwrap()];
        let json = result(&args);
        assert_eq!((&json["games"], &json["wins"], &json["score"]), (&2.into(), &2.into(), &1.0.into()), "{name}");
        let forfeits = json["forfeits"].as_array().unwrap();
        assert_eq!(forfeits.len(), 2);
        assert!(forfeits[0]["reason"].as_str().unwrap().contains(reason), "{name}: {}", forfeits[0]);
        let record = fs::read_to_string(records.join("000001-1.txt")).unwrap();
        assert!(record.lines().last().unwrap().starts_with("# cmd:sh "), "{record}");
        let people = bastide(&[&["arena"], &args[..6]].concat());
        assert!(people.out.contains("lost 2 games without playing to the end; first: "), "{}", people.out);
    }
}

/// Presses Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits for something that happens by itself.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Ctrl-C tells what there is.
#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_has() {
    let folder = scratch("arena-interrupted");
    let match_of = ["arena", "--bots", "greedy,random", "--games", "1000000", "--json", "--records"];
    let child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(match_of)
        .arg(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first deal has been counted when its records are there.
    wait_until("no record was written", || folder.join("000001-2.txt").exists());
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["interrupted"], true);
    assert!((1..1_000_000).contains(&json["games"].as_u64().unwrap()), "{json}");
}

/// Ctrl-C while a program does not greet is no fault of the program.
#[cfg(target_os = "linux")]
#[test]
fn a_match_can_be_interrupted_before_its_first_game() {
    let child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["arena", "--bots", "cmd:sleep 50,random", "--games", "2", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The mask of the signals that the program catches; Ctrl-C is the second.
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&mask, 16).unwrap() & 0b10 != 0
    };
    wait_until("it does not listen for Ctrl-C", listens);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["interrupted"], &json["games"]), (&true.into(), &0.into()));
}
