//! `bastide sim` and `bastide perft`.

use serde_json::Value;

use crate::bastide;

/// The JSON of a series without its speed.
fn series(args: &[&str]) -> Value {
    let mut json = bastide(&[&["sim", "--json"], args].concat()).json();
    let speed = json.as_object_mut().unwrap().remove("games_per_s").unwrap();
    assert!(speed.as_f64().unwrap() > 0.0);
    json
}

fn numbers(json: &Value, key: &str) -> Vec<f64> {
    json[key].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[test]
fn the_threads_do_not_change_the_result() {
    let args = ["--base", "v3", "--with", "river,abbot", "--players", "3", "--bots", "greedy,random", "--games", "40"];
    let one = series(&[&args[..], &["--threads", "1", "--stats"]].concat());
    let two = series(&[&args[..], &["--threads", "2", "--stats"]].concat());
    let five = series(&[&args[..], &["--threads", "5", "--stats"]].concat());
    assert_eq!(one, two);
    assert_eq!(one, five);
    let other_seed = series(&[&args[..], &["--seed", "2", "--stats"]].concat());
    assert_ne!(one["mean_points"], other_seed["mean_points"]);
}

#[test]
fn json_has_the_promised_shape() {
    let json =
        series(&["--base", "v3", "--with", "abbot", "--players", "3", "--bots", "greedy,random", "--games", "8"]);
    assert_eq!(json["games"], 8);
    assert_eq!(json["seed"], 1);
    assert_eq!(json["base"], "v3");
    assert_eq!(json["modules"], serde_json::json!(["farmers", "abbot"]));
    assert_eq!(json["players"], 3);
    assert_eq!(json["bots"], serde_json::json!(["greedy", "random", "greedy"]));
    for key in ["mean_points", "stddev_points", "win_rate"] {
        assert_eq!(numbers(&json, key).len(), 3, "{key}");
    }
    let wins: f64 = numbers(&json, "win_rate").iter().sum();
    assert!((wins - 1.0).abs() < 1e-9, "{wins}");
    assert!(json["decisions_per_game"].as_f64().unwrap() > 71.0);
    assert_eq!(json["turns_per_game"], 71.0);
    assert!(json.get("placements_per_turn").is_none());
}

#[test]
fn random_games_have_the_known_averages() {
    let json = series(&["--games", "4000", "--stats"]);
    for mean in numbers(&json, "mean_points") {
        assert!((18.5..20.5).contains(&mean), "{mean}");
    }
    let placements = json["placements_per_turn"].as_f64().unwrap();
    assert!((27.0..27.4).contains(&placements), "{placements}");
    let deploys = json["deploy_options_per_turn"].as_f64().unwrap();
    assert!((1.84..1.88).contains(&deploys), "{deploys}");
    for mean in numbers(&series(&["--games", "4000", "--without", "farmers"]), "mean_points") {
        assert!((27.0..29.0).contains(&mean), "{mean}");
    }
}

#[test]
fn people_get_a_table() {
    let run = bastide(&["sim", "--games", "20", "--bots", "greedy,random"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.is_empty(), "no progress bar without a terminal: {}", run.err);
    for word in ["20 games of classic with farmers, seed 1", "greedy", "random", "95 %", "±", "games/s"] {
        assert!(run.out.contains(word), "{word} is not in:\n{}", run.out);
    }
}

#[test]
fn perft_ends_with_the_known_counts() {
    let counts: [(&[&str], &str); 5] = [
        (&["--base", "classic", "--turns", "1"], "484"),
        (&["--base", "classic", "--turns", "2"], "329444"),
        (&["--base", "v3", "--turns", "1"], "592"),
        (&["--base", "v3", "--turns", "0"], "1"),
        (&[], "484"),
    ];
    for (args, count) in counts {
        let run = bastide(&[&["perft"], args].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!(run.out.lines().last(), Some(count), "{args:?}");
    }
}

#[test]
fn one_game_is_not_many() {
    let run = bastide(&["sim", "--games", "1"]);
    assert!(run.out.starts_with("1 game of classic"), "{}", run.out);
}
