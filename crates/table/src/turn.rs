//! What is asked of bots: all that they do until somebody else is asked, and how long they seem to think about it.

use bastide_bots::{Bot, Budget, Level};
use bastide_rules::{Action, Actor, Decision, State};

/// Who plays when a bot is not known any more, or fails.
pub const FALLBACK: Level = Level::Greedy;

/// What is left of the pace of a game for a question inside of a turn: a step of the dragon, a message.
const QUESTION: u32 = 2;

/// What is left of it where there is nothing to think about.
const EASY: u32 = 4;

/// The actions of a bot until somebody else is asked.
pub fn whole_turn(bot: &mut dyn Bot, mut state: State, budget: &Budget) -> Vec<Action> {
    let mut actions = Vec::new();
    let actor = state.actor();
    while state.actor() == actor && matches!(actor, Actor::Player(_)) {
        let action = bot.play(&state, budget);
        if state.apply(action).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}

/// How long a bot waits before it answers, in milliseconds: the pace of the game for a turn, less for a question inside
/// of one, and a moment for what is as good as decided. Its thinking runs meanwhile, and the level bounds that.
pub fn pause(state: &State, pace: u32) -> u32 {
    if is_easy(state) {
        return pace / EASY;
    }
    // The robber is put on the track before the tile is laid, and one answer brings both.
    let is_whole_turn = matches!(state.decision(), Decision::Place { .. } | Decision::Robber { .. });
    if is_whole_turn { pace } else { pace / QUESTION }
}

/// Whether whoever is asked has never more than one thing to do, beside passing, until somebody else is asked.
fn is_easy(state: &State) -> bool {
    let actor = state.actor();
    let mut state = state.clone();
    while state.actor() == actor && matches!(actor, Actor::Player(_)) {
        let (mut only, mut count) = (Action::Pass, 0);
        state.for_each_legal(|action| {
            if action != Action::Pass {
                (only, count) = (action, count + 1);
            }
        });
        if count > 1 {
            return false;
        }
        state.apply_listed(only);
    }
    true
}

#[cfg(test)]
mod tests {
    use bastide_bots::Rng;
    use bastide_rules::{BOXES, Base, Game, Module, Options, catalogue};

    use super::*;

    const PACE: u32 = 1000;

    /// The first question after this tile was drawn.
    fn drawn(options: Options, tile: &str) -> State {
        let mut state = State::new(Game::new(options).unwrap());
        state.apply(Action::Draw(catalogue::find("base-classic", tile).unwrap().id)).unwrap();
        state
    }

    #[test]
    fn a_turn_takes_the_pace_and_the_rest_of_it_less() {
        let mut state = drawn(Options::new(Base::Classic, 2), "U");
        assert_eq!(pause(&state, PACE), PACE);
        state.apply(state.legal_actions()[0]).unwrap();
        assert!(matches!(state.decision(), Decision::Deploy { .. }));
        assert_eq!(pause(&state, PACE), PACE / 2, "who takes a seat over in the middle of a turn");
        assert_eq!(pause(&state, 0), 0);
    }

    #[test]
    fn a_turn_without_a_choice_takes_a_moment() {
        // A city on four sides fits in one place, and there is one thing to occupy on it.
        let mut state = drawn(Options::new(Base::Classic, 2).without(Module::Farmers), "C");
        assert_eq!(state.legal_actions().len(), 1);
        assert_eq!(pause(&state, PACE), PACE / 4);
        state.apply(state.legal_actions()[0]).unwrap();
        assert_eq!((state.legal_actions().len(), pause(&state, PACE)), (2, PACE / 4), "the city, or nothing");
        // With a city at one side there are two ways round, or the field too.
        let state = drawn(Options::new(Base::Classic, 2), "E");
        assert_eq!(pause(&state, PACE), PACE);
    }

    /// Whatever is asked in whole games of all boxes: where there is one answer it comes soon, and where there are two
    /// for a tile the turn takes its pace.
    #[test]
    fn questions_of_every_box_have_a_pause() {
        let (mut turns, mut questions, mut easy) = (0, 0, 0);
        for (seed, info) in (0..).zip(BOXES) {
            let mut state = State::new(Game::new(Options::of_box(info, 3).unwrap()).unwrap());
            let mut rng = Rng::new(seed);
            while let Some(action) = state.choose(|count| rng.below(count)) {
                if matches!(state.actor(), Actor::Player(_)) {
                    let answers = state.legal_actions().iter().filter(|&&action| action != Action::Pass).count();
                    let is_turn = matches!(state.decision(), Decision::Place { .. } | Decision::Robber { .. });
                    let paused = pause(&state, PACE);
                    match (answers, is_turn) {
                        (2.., true) => assert_eq!(paused, PACE, "{:?}", state.decision()),
                        (2.., false) => assert_eq!(paused, PACE / 2, "{:?}", state.decision()),
                        (_, is_turn) => assert!(paused == PACE / 4 || paused == if is_turn { PACE } else { PACE / 2 }),
                    }
                    turns += u32::from(paused == PACE);
                    questions += u32::from(paused == PACE / 2);
                    easy += u32::from(paused == PACE / 4);
                }
                state.apply(action).unwrap();
            }
        }
        assert!(turns > 200 && questions > 200 && easy > 20, "{turns} {questions} {easy}");
    }
}
