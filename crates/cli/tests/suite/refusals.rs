//! Bad input: a clear sentence, exit code 1 or 2, never a panic.

use std::fs::File;

use crate::{bastide, bastide_fed, fresh_file, scratch};

#[test]
fn unknown_names_are_refused_with_the_known_ones() {
    bastide(&["sim", "--with", "rivr"]).refused(&["no module `rivr`", "did you mean `river`?", "abbot"]);
    bastide(&["perft", "--without", "farmer"]).refused(&["no module `farmer`", "did you mean `farmers`?"]);
    bastide(&["play", "--base", "clasic"]).refused(&["no base `clasic`", "did you mean `classic`?", "fortress"]);
    bastide(&["sim", "--box", "bigbox"]).refused(&["no box `bigbox`", "did you mean `big-box`?"]);
    bastide(&["sim", "--bots", "random,alphago"]).refused(&["no bot `alphago`", "random, novice, greedy"]);
    bastide(&["play", "--bot", ""]).refused(&["no bot ``", "random, novice, greedy"]);
    bastide(&["tiles", "--set", "base-v4"]).refused(&["no set `base-v4`", "did you mean `base-v3`?"]);
}

#[test]
fn impossible_mixtures_are_refused_with_the_reason() {
    bastide(&["sim", "--with", "gingerbread"]).refused(&["gingerbread and classic", "winter base only"]);
    bastide(&["sim", "--with", "river,river-2"]).refused(&["a game has one river"]);
    bastide(&["sim", "--base", "wheel", "--with", "count"]).refused(&["wheel and count"]);
    bastide(&["sim", "--with", "inns,inns-classic"]).refused(&["two editions of one expansion"]);
    bastide(&["sim", "--with", "river", "--without", "river"]).refused(&["keep one of them"]);
}

#[test]
fn the_number_of_players_has_limits() {
    for players in ["0", "1", "7", "1000000"] {
        for command in ["sim", "perft", "play"] {
            bastide(&[command, "--players", players]).refused(&["2 to 6 players", players]);
        }
    }
    bastide(&["sim", "--box", "fortress", "--players", "6"]).refused(&["2 to 5 players"]);
    bastide(&["sim", "--bots", "random,random,random"]).refused(&["3 bots do not fit on 2 seats"]);
    bastide(&["play", "--seat", "3"]).refused(&["no seat 3", "1 to 2"]);
    bastide(&["play", "--seat", "0"]).refused(&["no seat 0"]);
}

#[test]
fn wrong_usage_is_another_exit_code() {
    let wrong: [&[&str]; 10] = [
        &[],
        &["fly"],
        &["sim", "--games", "0"],
        &["sim", "--games", "-3"],
        &["sim", "--threads", "0"],
        &["sim", "--seed", "first"],
        &["sim", "--base", "v3", "--box", "fortress"],
        &["sim", "--players", "two"],
        &["perft", "--turns", "99999999999"],
        &["replay"],
    ];
    for args in wrong {
        let run = bastide(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.err);
        assert!(run.out.is_empty() && !run.err.contains("panicked"), "{args:?}: {}", run.err);
    }
}

#[test]
fn files_that_are_no_records_are_refused() {
    bastide(&["replay", "no-such-file.txt"]).refused(&["no-such-file.txt does not exist"]);
    bastide(&["replay", env!("CARGO_TARGET_TMPDIR")]).refused(&["cannot be read"]);
    bastide_fed(&["replay", "-"], b"").refused(&["the standard input", "a record begins with"]);
    bastide_fed(&["replay", "-"], b"\xff\xfe\x00\x01").refused(&["byte 1 is not UTF-8"]);
    bastide_fed(&["replay", "-"], b"bastide-record 1\nbase cl\xe9").refused(&["byte 25 is not UTF-8"]);
    bastide_fed(&["replay", "-"], b"bastide-record 99\n").refused(&["line 1", "99"]);
    bastide_fed(&["replay", "-"], "[Event \"?\"]\n1. e4 e5\n".as_bytes()).refused(&["line 1"]);
}

#[test]
fn a_game_without_tiles_is_refused() {
    let record = b"bastide-record 1\nbase classic\nplayers A B\nend after 0 tiles\n";
    bastide_fed(&["replay", "-"], record).refused(&["line 4", "1 tile or more, not after 0"]);
}

#[test]
fn random_bytes_are_refused() {
    // Printable and other bytes from a small generator, so that some pass as text.
    let mut number: u32 = 1;
    for mask in [0xff_u8, 0x7f, 0x3f] {
        let mut bytes = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 24) as u8 & mask
        };
        let noise: Vec<u8> = (0..5_000).map(|_| bytes()).collect();
        bastide_fed(&["replay", "-"], &noise).refused(&[]);
        let headed = [b"bastide-record 1\nbase classic\nplayers A B\n\n", noise.as_slice()].concat();
        bastide_fed(&["replay", "-"], &headed).refused(&[]);
    }
}

#[test]
fn a_huge_file_is_refused_without_reading_it() {
    let path = fresh_file("huge.txt");
    // A file with a hole takes no space on the disk.
    File::create(&path).unwrap().set_len(100_000_000).unwrap();
    bastide(&["replay", path.to_str().unwrap()]).refused(&["larger than 8 MiB"]);
    std::fs::remove_file(path).unwrap();
    let long_line = vec![b'1'; 9 << 20];
    bastide_fed(&["replay", "-"], &long_line).refused(&["larger than 8 MiB"]);
}

#[test]
fn a_record_that_cannot_be_taken_in_does_not_stop_the_others() {
    let folder = scratch("import");
    let (good, bad) = (folder.join("good.txt"), folder.join("bad.txt"));
    let record = include_str!("../../../../web/e2e/positions/last-move-board.txt");
    std::fs::write(&good, record).unwrap();
    std::fs::write(&bad, record.replace("0,3 r1", "0,9 r1")).unwrap();
    let (good, bad, missing) = (good.to_str().unwrap(), bad.to_str().unwrap(), folder.join("missing.txt"));
    let data = folder.join("data");
    let run = bastide(&["import", "--data", data.to_str().unwrap(), bad, good, missing.to_str().unwrap(), good]);
    run.refused(&["bad.txt: ", "missing.txt cannot be read", "2 of 4 records are in and need no other try"]);
    assert_eq!(run.out.matches("good.txt is the game /game/").count(), 2, "{}", run.out);
}
