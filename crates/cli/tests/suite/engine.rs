//! `bastide engine`: a conversation through real pipes.

use crate::{bastide, bastide_fed};

#[test]
fn a_conversation_by_the_protocol() {
    let lines = "bastide-engine 1\nnew\nbase classic\nplayers Anna Borys\nend\nplay E\ngo sims 10\nquit\n";
    let run = bastide_fed(&["engine", "--bot", "greedy"], lines.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let said: Vec<&str> = run.out.lines().collect();
    assert!(said[0].starts_with("id name Bastide"), "{said:?}");
    assert_eq!(said[2..], ["ready", "best 0,-1 r2"]);
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let run = bastide_fed(&["engine"], b"\xff\xfe\nnew\nbase classic\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("# error: "), "{}", run.out);
}

#[test]
fn an_unknown_bot_is_wrong_usage() {
    let run = bastide(&["engine", "--bot", "grandmaster"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("there is no bot `grandmaster`"), "{}", run.err);
}
