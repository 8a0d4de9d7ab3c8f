//! What every level promises: legal play in every box, the same answer for the same seed and number of
//! simulations whatever the number of threads, and an answer at once when it is asked to stop.

use bastide_bots::{Budget, Level, Rng, Spec, Stop, play_game_with};
use bastide_rules::{Actor, BOXES, Base, Game, MODULES, Module, Options, State};

fn boxes(players: usize) -> Vec<Options> {
    let mut all: Vec<Options> = BOXES
        .iter()
        .map(|info| info.modules.iter().fold(Options::new(info.base, players), |options, &module| options.with(module)))
        .collect();
    // Everything that goes together.
    let fits = |module: &Module| {
        use Module::{Farmers, Gingerbread, InnsClassic, River, TradersClassic};
        module.info().part_of.is_none() && ![Farmers, River, Gingerbread, InnsClassic, TradersClassic].contains(module)
    };
    let modules = MODULES.iter().map(|info| info.module).filter(fits);
    all.push(modules.fold(Options::new(Base::Classic, players), |options, module| options.with(module)));
    all
}

/// A state in the middle of a game, at the decision of a player.
fn middle(options: Options, seed: u64, turns: u32) -> State {
    let mut state = State::new(Game::new(options).unwrap());
    let mut rng = Rng::new(seed);
    let mut bot = Level::Novice.bot(seed);
    while state.turn_number() < turns || !matches!(state.actor(), Actor::Player(_)) {
        let action = match state.actor() {
            Actor::Player(_) => bot.choose(&state),
            _ => state.choose(|count| rng.below(count)).unwrap(),
        };
        state.apply(action).unwrap();
    }
    state
}

#[test]
fn every_level_plays_every_box_by_the_rules() {
    for (seed, options) in (0..).zip(boxes(3)) {
        let options = Options { end_after: Some(14), ..options };
        let mut state = State::new(Game::new(options).unwrap());
        let texts = ["master:sims=16", "apprentice", "novice"];
        let mut bots = texts.map(|text| text.parse::<Spec>().unwrap().bot(seed));
        play_game_with(&mut state, &mut bots, &mut Rng::new(seed), |state, action| {
            assert_eq!(state.why_not(action), None, "{action:?}");
        });
        assert!(state.is_over());
    }
}

/// Who answers at once tells what was weighed and does what it would have done.
#[test]
fn who_does_not_look_ahead_has_candidates_too() {
    for (seed, options) in (0..).zip(boxes(2)) {
        let options = Options { end_after: Some(16), ..options };
        for level in [Level::Novice, Level::Apprentice] {
            let mut state = State::new(Game::new(options).unwrap());
            let mut bots = [seed, seed + 1].map(|seed| level.bot(seed));
            let mut telling = level.bot(seed);
            play_game_with(&mut state, &mut bots, &mut Rng::new(seed), |state, action| {
                if state.actor() != Actor::Player(state.game().seats().next().unwrap()) {
                    return;
                }
                let thought = telling.think(state, &Budget::default());
                assert_eq!(thought.action, action, "{level}: {:?}", state.decision());
                let [best, ..] = &thought.candidates[..] else { panic!("{level} has weighed nothing") };
                assert_eq!(best.turn[0], action, "{level}: {:?}", state.decision());
                assert!(thought.candidates.iter().all(|one| (0.0..=1.0).contains(&one.win)));
                let mut turns: Vec<_> = thought.candidates.iter().map(|one| &one.turn).collect();
                turns.sort_by_key(|turn| format!("{turn:?}"));
                turns.dedup();
                assert_eq!(turns.len(), thought.candidates.len(), "each turn once");
            });
        }
    }
}

#[test]
fn threads_change_nothing() {
    let classic = Options::new(Base::Classic, 2);
    // The last one has simulations of several lengths.
    for (options, text, most) in
        [(classic, "master", 60), (boxes(2)[0], "master", 60), (classic, "master:width=3,deepest=12", 300)]
    {
        let state = middle(options, 3, 12);
        let think = |threads: usize| {
            let mut bot = text.parse::<Spec>().unwrap().bot(7);
            bot.think(&state, &Budget::simulations(most).with_threads(threads))
        };
        let one = think(1);
        assert_eq!(one, think(1));
        assert_eq!(one.action, think(3).action);
        let values =
            |threads| think(threads).candidates.iter().map(|one| (one.turn.clone(), one.value)).collect::<Vec<_>>();
        assert_eq!(values(1), values(4));
        assert!(one.simulations > 0 && one.simulations <= most);
        assert!(state.is_legal(one.action));
    }
}

#[test]
fn a_bot_that_is_stopped_answers_at_once() {
    let state = middle(Options::new(Base::Classic, 2), 5, 20);
    let stop = Stop::new();
    stop.raise();
    let thought = Level::Master.bot(1).think(&state, &Budget::default().with_stop(stop));
    assert_eq!(thought.simulations, 0);
    assert!(state.is_legal(thought.action));
    assert!(!thought.candidates.is_empty());
}

#[test]
fn an_expert_thinks_no_longer_than_it_must() {
    let spec = |text: &str| text.parse::<Spec>().unwrap();
    assert_eq!(spec("expert").budget().simulations, Some(250), "alike on every machine that is quick enough");
    assert_eq!(spec("expert:time=90").budget().simulations, None, "what is asked for is what it gets");
    assert_eq!(spec("expert:sims=900").budget().simulations, Some(900));
    assert_eq!(spec("master").budget().simulations, None);
}

#[test]
fn candidates_come_with_values_and_reasons() {
    let state = middle(Options::new(Base::Classic, 2), 2, 15);
    let thought = Level::Expert.bot(1).think(&state, &Budget::simulations(80));
    let best = &thought.candidates[0];
    assert_eq!(best.turn[0], thought.action);
    assert!(thought.candidates.len() > 1 && !best.reasons.is_empty());
    assert!((0.0..=1.0).contains(&best.win));
}
