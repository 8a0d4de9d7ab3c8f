//! Analyses of whole games.

mod lessons;
mod puzzles;

use std::sync::Arc;

use bastide_analysis::{Account, Analysis, Effort, analyse, questions};
use bastide_bots::{Level, Rng, Stop};
use bastide_rules::notation::Record;
use bastide_rules::{Action, Actor, BOXES, Base, Game, Options, State};

const SMALL: Effort = Effort { simulations: 24, seed: 3, threads: 1 };

/// A game of apprentices, in which a turn may be played by somebody else.
fn game(options: Options, seed: u64, mut instead: impl FnMut(&State) -> Option<Vec<Action>>) -> Record {
    let names = ["Anna", "Borys", "Vira", "Hryts"][..options.players].iter().map(ToString::to_string).collect();
    let mut record = Record::new(options, names).unwrap();
    let mut state = State::new(Game::new(options).unwrap());
    let mut bot = Level::Apprentice.bot(seed);
    let mut rng = Rng::new(seed);
    loop {
        let actions = match state.actor() {
            Actor::Nobody => return record,
            Actor::Chance => vec![state.choose(|count| rng.below(count)).unwrap()],
            Actor::Player(_) => instead(&state).unwrap_or_else(|| vec![bot.choose(&state)]),
        };
        for action in actions {
            state.apply(action).unwrap();
            record.push(action);
        }
    }
}

fn short(base: Base, players: usize, tiles: u32) -> Options {
    Options { end_after: Some(tiles), ..Options::new(base, players) }
}

fn analysed(record: &Record, effort: Effort) -> Analysis {
    analyse(record, effort, &(), &Stop::new()).unwrap()
}

fn sum(account: &Account) -> bastide_analysis::Worth {
    account.start + account.luck + account.errors + account.gifts
}

#[test]
fn start_luck_and_errors_add_up_to_the_result() {
    let mut records: Vec<Record> =
        vec![game(short(Base::Classic, 2, 14), 1, |_| None), game(short(Base::Classic, 3, 12), 2, |_| None)];
    for (index, info) in BOXES.iter().enumerate() {
        let players = 2 + index % 2;
        if let Ok(options) = Options::of_box(info, players) {
            records.push(game(Options { end_after: Some(6), ..options }, 7, |_| None));
        }
    }
    assert!(records.len() > 5);
    for record in records {
        let analysis = analysed(&record, SMALL);
        let end = record.state();
        assert!(analysis.is_over && end.is_over());
        for (seat, account) in analysis.accounts.iter().enumerate() {
            assert_eq!(sum(account), account.result, "{account:?}");
            let best =
                end.points().iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &points)| points).max();
            assert_eq!(account.result.points, 100 * (end.points()[seat] - best.unwrap()));
            assert!(account.errors.points <= 0, "{account:?}");
        }
        if let [one, other] = &analysis.accounts[..] {
            assert_eq!(one.luck.points, -other.luck.points);
            assert_eq!(one.errors.points, -other.gifts.points);
            assert_eq!(one.result.win + other.result.win, 10_000);
        }
    }
}

#[test]
fn an_analysis_does_not_depend_on_threads_and_tells_its_progress() {
    let record = game(short(Base::Classic, 2, 10), 5, |_| None);
    let told = std::sync::Mutex::new(Vec::new());
    let one = analysed(&record, SMALL);
    let progress = |done: usize, of: usize| told.lock().unwrap().push((done, of));
    let two = analyse(&record, Effort { threads: 2, ..SMALL }, &progress, &Stop::new()).unwrap();
    assert_eq!(one, two);
    let all = questions(&record).len();
    let told = told.into_inner().unwrap();
    assert_eq!(told.len(), all);
    assert!(told.contains(&(all, all)));
}

#[test]
fn a_stopped_analysis_says_so() {
    let record = game(short(Base::Classic, 2, 6), 5, |_| None);
    let stop = Stop::new();
    stop.raise();
    assert_eq!(analyse(&record, SMALL, &(), &stop), None);
}

#[test]
fn a_game_that_goes_on_is_accounted_up_to_now() {
    let mut part = game(short(Base::Classic, 2, 10), 5, |_| None);
    for _ in 0..5 {
        part.pop();
    }
    let analysis = analysed(&part, SMALL);
    assert!(!analysis.is_over);
    analysis.accounts.iter().for_each(|account| assert_eq!(sum(account), account.result));
}

/// The turn that looks worst after a search, in the middle of the game.
fn worst(state: &State) -> Vec<Action> {
    let game: &Arc<Game> = state.game();
    let Actor::Player(player) = state.actor() else { unreachable!() };
    let mut found: Option<(i32, Vec<Action>)> = None;
    state.for_each_legal(|first| {
        let mut next = state.clone();
        next.apply_listed(first);
        let mut turns = vec![(vec![first], next.clone())];
        if next.actor() == state.actor() && next.turn_number() == state.turn_number() {
            turns = next
                .legal_actions()
                .into_iter()
                .map(|second| {
                    let mut after = next.clone();
                    after.apply_listed(second);
                    (vec![first, second], after)
                })
                .collect();
        }
        for (turn, after) in turns {
            let points = after.projected_points();
            let lead: i32 = game.seats().map(|seat| if seat == player { points[seat] } else { -points[seat] }).sum();
            if found.as_ref().is_none_or(|(least, _)| lead < *least) {
                found = Some((lead, turn));
            }
        }
    });
    found.unwrap().1
}

#[test]
fn a_planted_blunder_is_found() {
    let mut found = 0;
    for seed in 0..4 {
        let planted = 11 + 2 * seed as u32;
        let mut is_planted = false;
        let record = game(short(Base::Classic, 2, 24), seed, |state| {
            let is_now = state.turn_number() == planted && !is_planted;
            is_planted |= is_now;
            is_now.then(|| worst(state))
        });
        let analysis = analysed(&record, Effort { simulations: 60, ..SMALL });
        let mut errors: Vec<_> = analysis.decisions.iter().collect();
        errors.sort_by_key(|one| std::cmp::Reverse(one.loss.points));
        found += usize::from(errors[..3].iter().any(|one| one.turn == planted));
    }
    assert!(found >= 3, "{found} of 4 planted blunders were among the three largest errors");
}
