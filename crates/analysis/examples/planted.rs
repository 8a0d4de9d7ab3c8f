//! Plants a blunder into games of masters and looks whether an analysis finds it.
//!
//! `cargo run --release -p bastide-analysis --example planted GAMES SIMULATIONS [BOX]`

use bastide_analysis::{Effort, analyse};
use bastide_bots::{Level, Rng, Stop};
use bastide_rules::notation::Record;
use bastide_rules::{Action, Actor, BOXES, Base, Decision, Game, Options, State};

#[allow(clippy::print_stdout, reason = "a program")]
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, simulations, ..] = &words[..] else { panic!("GAMES SIMULATIONS [BOX]") };
    let [games, simulations] = [games, simulations].map(|word| word.parse::<u32>().expect("a number"));
    let options = words.get(2).map_or(Options::new(Base::Classic, 2), |id| {
        let info = BOXES.iter().find(|info| info.id == id).expect("a box");
        Options::of_box(info, 2).expect("two players")
    });
    let (mut found, mut losses) = (0, Vec::new());
    for seed in 0..games {
        let (record, planted) = game(options, u64::from(seed));
        let effort = Effort { simulations, seed: 1, threads: 1 };
        let analysis = analyse(&record, effort, &(), &Stop::never()).expect("nobody stops it");
        let mut errors: Vec<_> = analysis.decisions.iter().collect();
        errors.sort_by_key(|one| std::cmp::Reverse(one.loss.points));
        let place = errors.iter().position(|one| one.turn == planted).expect("the turn was played");
        losses.push(errors[place].loss.points);
        found += u32::from(place < 3);
        println!(
            "game {seed}: turn {planted} is error {} and costs {:.1}",
            place + 1,
            f64::from(losses[seed as usize]) / 100.0
        );
    }
    println!("{found} of {games} among the three largest errors");
}

/// A game of masters; one turn in the middle is the worst that can be played.
fn game(options: Options, seed: u64) -> (Record, u32) {
    let mut record = Record::new(options, vec!["A".to_owned(), "B".to_owned()]).expect("two players");
    let mut state = State::new(Game::new(options).expect("two players"));
    let (mut bot, mut rng) = (Level::Master.bot(seed), Rng::new(seed));
    let budget = bastide_bots::Budget::simulations(100);
    let planted = 12 + rng.below(40);
    let mut is_planted = false;
    loop {
        let actions = match state.actor() {
            Actor::Nobody => return (record, planted),
            Actor::Chance => state.choose(|count| rng.below(count)).into_iter().collect(),
            Actor::Player(_) if !is_planted && state.turn_number() == planted && is_place(&state) => {
                is_planted = true;
                worst(&state)
            }
            Actor::Player(_) => vec![bot.play(&state, &budget)],
        };
        for action in actions {
            state.apply(action).expect("a legal action");
            record.push(action);
        }
    }
}

/// Whether the turn begins: before it there may be other questions, of a robber or a message.
fn is_place(state: &State) -> bool {
    matches!(state.decision(), Decision::Place { .. })
}

/// Every turn is weighed, and the one that is judged worst is taken.
fn worst(state: &State) -> Vec<Action> {
    let mut turns: Vec<Vec<Action>> = Vec::new();
    state.for_each_legal(|first| {
        let mut next = state.clone();
        next.apply_listed(first);
        if next.actor() == state.actor() && next.turn_number() == state.turn_number() {
            next.for_each_legal(|second| turns.push(vec![first, second]));
        } else {
            turns.push(vec![first]);
        }
    });
    let listed: Vec<&[Action]> = turns.iter().map(Vec::as_slice).collect();
    let budget = bastide_bots::Budget::simulations(8 * turns.len() as u32);
    let thought = Level::Master.bot(9).compare(state, &listed, &budget);
    let worst = thought.candidates.into_iter().min_by(|a, b| a.value.total_cmp(&b.value));
    worst.map_or_else(|| turns[0].clone(), |candidate| candidate.turn)
}
