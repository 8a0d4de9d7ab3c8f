//! `bastide play` with a scripted person.

use crate::{bastide, bastide_fed, fresh_file};

#[test]
fn a_whole_game_can_be_played_and_saved() {
    let path = fresh_file("played.txt");
    let file = path.to_str().unwrap();
    let args = ["play", "--seed", "5", "--quick", "--base", "v3", "--with", "river,abbot"];
    // Always the first option; then so many answers and not one more.
    let answers = bastide_fed(&args, "1\n".repeat(300).as_bytes()).out.matches(" > 1\n").count() - 1;
    let script = "1\n".repeat(answers) + "save " + file + "\nsave " + file + "\n\n";
    let run = bastide_fed(&args, script.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let result = run.out.lines().find(|line| line.starts_with("Final points: ")).expect("the game ends");
    assert!(run.out.contains("tells the story"), "{}", run.out);
    let replayed = bastide(&["replay", file]);
    assert_eq!(replayed.out.lines().last(), Some(result));
    // Every award is explained.
    assert!(run.out.contains(" × ") && run.out.contains(" = ") && run.out.contains(" → greedy"), "{}", run.out);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed| bastide_fed(&["play", "--quick", "--seed", seed], "1\n".repeat(20).as_bytes()).out;
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn a_bot_may_have_settings() {
    let run = bastide_fed(&["play", "--quick", "--seed", "1", "--bot", "master:sims=5"], b"1\n1\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("You against master:sims=5, seed 1") && run.out.contains(", master: "), "{}", run.out);
    let three = bastide_fed(&["play", "--players", "3", "--bot", "expert:sims=5"], b"");
    assert!(three.out.contains("expert-1 0, expert-2 0"), "{}", three.out);
    bastide(&["play", "--bot", "greedy:sims=5"]).refused(&["`greedy` has no setting `sims`"]);
    bastide(&["play", "--bot", "grandmaster"]).refused(&["there is no bot `grandmaster`"]);
}

#[test]
fn the_end_of_the_input_ends_the_game_politely() {
    for input in ["", "1", "1\n", "1\n1\n", "quit\n", "1\nquit\n", "1\n1\nquit\n", "no end of line"] {
        let run = bastide_fed(&["play", "--seed", "1"], input.as_bytes());
        assert_eq!(run.code, Some(0), "{input:?}: {}", run.err);
        assert!(run.err.is_empty(), "{}", run.err);
        assert!(run.out.contains("The game stops here. Points so far: You 0, greedy 0"), "{input:?}:\n{}", run.out);
    }
}

#[test]
fn a_turn_can_be_taken_back_until_it_ends() {
    let run = bastide_fed(&["play", "--seed", "1"], b"undo\n1\nundo\n2\n0\nundo\nundo\nrecord\n");
    assert!(run.out.contains("nothing to undo"), "{}", run.out);
    let record = run.out.split("bastide-record").nth(1).expect("the record is printed");
    assert_eq!(record.matches("\n1 You").count(), 1, "{record}");
    // The tile is drawn, but not laid.
    let turn = record.lines().find(|line| line.starts_with("1 You")).unwrap();
    assert_eq!(turn.split(' ').count(), 3, "{turn}");
}

#[test]
fn answers_that_mean_nothing_are_asked_again() {
    let script = b"99\n\nfly\n9,9 r0\n1,1 r0\nhelp\nscore\ntiles\nboard\nsave\nsave /no/such/folder/file\n\xff\xfe\n";
    let run = bastide_fed(&["play", "--seed", "1", "--ascii"], script);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for words in [
        "There is no number 99",
        "Type a number",
        "`fly` is not understood",
        "Not legal: no tile lies beside that cell (BASE-13).",
        "take back, until the next tile is drawn",
        "if it ended now",
        "tiles are left",
        "Type save FILE",
        "could not be written",
    ] {
        assert!(run.out.contains(words), "{words} is not in:\n{}", run.out);
    }
    assert!(!run.out.contains('·') && !run.out.contains('▒'), "plain characters only:\n{}", run.out);
}

#[test]
fn other_files_are_not_overwritten() {
    let path = fresh_file("precious.txt");
    std::fs::write(&path, "precious").unwrap();
    let run = bastide_fed(&["play"], format!("save {}\n", path.display()).as_bytes());
    assert!(run.out.contains("exists already"), "{}", run.out);
    assert_eq!(std::fs::read_to_string(path).unwrap(), "precious");
}

#[test]
fn names_that_collide_are_refused() {
    bastide(&["play", "--name", "greedy"]).refused(&["two players are called greedy", "--name"]);
    bastide(&["play", "--name", ""]).refused(&["--name"]);
}

/// The numbers of a list are those that its prompt names, from 1 on, and 0 where one may pass.
#[test]
fn prompts_name_the_numbers_of_their_lists() {
    let answers = "1\n".repeat(400);
    let mut prompts = 0;
    for game in [&["--box", "wheel"][..], &["--box", "nobles-and-towers"], &["--box", "big-box"]] {
        let args = [&["play", "--ascii", "--quick", "--seed", "5", "--players", "3"], game].concat();
        let run = bastide_fed(&args, answers.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(!run.out.contains("There is no number"), "{game:?}: {}", run.out);
        let mut numbers: Vec<usize> = Vec::new();
        for line in run.out.lines() {
            let number = line.strip_prefix("  ").and_then(|line| line.split_once("  ")?.0.parse::<usize>().ok());
            if let Some(range) = line.strip_suffix("] > 1").and_then(|line| line.split_once("? [")).map(|parts| parts.1)
            {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                // The places of a tile stand on the map.
                if !line.starts_with("Lay it where") {
                    numbers.sort_unstable();
                    let wanted: Vec<usize> = (first.parse().unwrap()..=last.parse().unwrap()).collect();
                    assert_eq!(numbers, wanted, "{game:?}: {line}");
                    prompts += 1;
                }
                numbers.clear();
            } else if line.ends_with(" free.") {
                // The rows of the map above have numbers too.
                numbers.clear();
            } else {
                numbers.extend(number);
            }
        }
    }
    assert!(prompts > 50, "{prompts}");
}
