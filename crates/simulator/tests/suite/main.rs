//! Thousands of histories; `make simulate` runs more. And bugs that are planted: laws that nothing breaks say nothing.

use bastide_simulator::{Broken, Planted, run};

/// How many histories.
fn count() -> u64 {
    std::env::var("BASTIDE_HISTORIES").ok().and_then(|count| count.parse().ok()).unwrap_or(3_000)
}

/// The first history in which a planted bug breaks a law, among a thousand.
fn found(planted: Planted) -> Broken {
    (1..=1_000).find_map(|seed| run(seed, planted).err()).expect("the bug is found within a thousand histories")
}

#[test]
fn no_history_breaks_a_law() {
    let (mut promises, mut crashes, mut refused) = (0, 0, 0);
    for seed in 1..=count() {
        let history = run(seed, Planted::Nothing).unwrap_or_else(|broken| panic!("history {seed}: {broken}"));
        promises += history.promises;
        crashes += history.crashes;
        refused += history.refused;
    }
    assert!(promises > count() && crashes > count() / 2, "{promises} promises, {crashes} crashes: nothing happens");
    assert!(refused > count() / 1_000, "{refused} stale owners: they never meet");
}

#[test]
fn a_stale_owner_that_is_not_refused_is_found() {
    let broken = found(Planted::StaleOwner);
    assert_eq!(run(broken.seed, Planted::StaleOwner).unwrap_err(), broken, "the seed replays it");
    assert!(run(broken.seed, Planted::Nothing).is_ok());
}

#[test]
fn a_message_that_is_delivered_twice_is_found() {
    let broken = found(Planted::Repeats);
    assert_eq!(run(broken.seed, Planted::Repeats).unwrap_err(), broken);
}

#[test]
fn a_word_that_is_given_too_early_is_found() {
    let broken = found(Planted::EarlyWord);
    assert_eq!(run(broken.seed, Planted::EarlyWord).unwrap_err(), broken);
}

#[test]
fn a_seed_is_one_history_to_the_last_letter() {
    for seed in [7, 8, 9] {
        assert_eq!(run(seed, Planted::Nothing), run(seed, Planted::Nothing));
    }
}
