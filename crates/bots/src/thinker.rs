//! The levels that judge positions: the apprentice at once, the expert and the master by thinking ahead.

use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use bastide_rules::{Action, Actor, State};

use crate::features::ONE;
use crate::judge::Judge;
use crate::net::{Net, Networks};
use crate::search::{Plan, Tried, actions, candidates, search, second_sight};
use crate::weights::Weights;
use crate::{Bot, Budget, Candidate, Level, Rng, Thought, reasons};

/// By how much a beginner may be mistaken about a turn, in parts of a point.
const NOISE: u32 = 11 * ONE as u32;

/// Turns that somebody who does not think ahead looks at twice, if there is a network.
const SEEN_TWICE: usize = 12;

/// A player that judges positions.
pub struct Thinker {
    level: Level,
    seed: u64,
    /// How it thinks ahead; `None` if it does not.
    plan: Option<Plan>,
    weights: Option<Arc<Weights>>,
    /// What corrects its judgements.
    networks: Networks,
    judge: Option<Judge>,
    /// What it has decided for the rest of the turn: the state, and what to do there.
    decided: Vec<(u64, Action)>,
}

impl Thinker {
    /// A level of this kind. Whoever has other weights than those of the crate has no network: it corrects those.
    pub(crate) fn new(level: Level, seed: u64, plan: Option<Plan>, weights: Option<Arc<Weights>>) -> Thinker {
        let has_network = level == Level::Master && weights.is_none();
        let networks = if has_network { Networks::Crate } else { Networks::This(None) };
        Thinker { level, seed, plan, weights, networks, judge: None, decided: Vec::new() }
    }

    /// The same with this network in every game, or with none.
    pub(crate) fn with_net(self, net: Option<Arc<Net>>) -> Thinker {
        Thinker { networks: Networks::This(net), ..self }
    }

    fn judge(&mut self, state: &State) -> &mut Judge {
        let weights = self.weights.get_or_insert_with(|| Weights::for_game(state.game())).clone();
        let judge = self.judge.take().filter(|judge| judge.is_for(state));
        let net = self.networks.for_game(state.game());
        let judge = judge.unwrap_or_else(|| Judge::new(state.game(), Arc::clone(&weights)).with_net(net));
        self.judge.insert(judge)
    }

    /// Remembers what follows the first action, so that a turn is thought about once.
    fn decide(&mut self, state: &State, line: &[Action]) -> Action {
        self.decided.clear();
        let mut next = state.clone();
        for &action in line {
            self.decided.push((next.hash(), action));
            next.apply_listed(action);
        }
        self.decided[0].1
    }

    /// What a beginner takes for the best turn: every turn looks a little better than it is, one more than
    /// the other.
    fn glance(&mut self, state: &State) -> Option<Vec<Action>> {
        let mut rng = Rng::new(self.seed ^ state.hash());
        let judge = self.judge(state);
        let lines = candidates(judge, state, usize::MAX);
        let best = lines.into_iter().max_by_key(|line| line.value + rng.below(NOISE) as i32);
        best.map(|line| line.actions)
    }

    fn thought(&mut self, state: &State, also: &[&[Action]], budget: &Budget) -> Vec<Tried> {
        let (seed, plan) = (self.seed ^ state.hash(), self.plan);
        let judge = self.judge(state);
        match plan {
            Some(plan) => search(judge, state, also, plan.for_game(state.game()), budget, seed),
            None => Vec::new(),
        }
    }

    fn budget(&self) -> Budget {
        #[cfg(not(target_family = "wasm"))]
        {
            Budget::time(Duration::from_millis(self.level.milliseconds().into()))
        }
        #[cfg(target_family = "wasm")]
        {
            Budget::simulations(self.level.milliseconds())
        }
    }
}

impl Bot for Thinker {
    fn name(&self) -> &str {
        self.level.name()
    }

    fn choose(&mut self, state: &State) -> Action {
        let budget = self.budget();
        self.play(state, &budget)
    }

    fn play(&mut self, state: &State, budget: &Budget) -> Action {
        let hash = state.hash();
        if let Some(&(_, action)) = self.decided.iter().find(|(known, _)| *known == hash)
            && state.is_legal(action)
        {
            return action;
        }
        let line = match self.plan {
            None if self.level == Level::Novice => self.glance(state),
            None => {
                let judge = self.judge(state);
                second_sight(judge, state, SEEN_TWICE, 1).into_iter().next().map(|line| line.actions)
            }
            Some(_) => {
                let tried = self.thought(state, &[], budget);
                (!tried.is_empty()).then(|| actions(&tried).to_vec())
            }
        };
        let line = line.unwrap_or_else(|| state.legal_actions().into_iter().take(1).collect());
        self.decide(state, &line)
    }

    fn think(&mut self, state: &State, budget: &Budget) -> Thought {
        self.compare(state, &[], budget)
    }

    fn compare(&mut self, state: &State, turns: &[&[Action]], budget: &Budget) -> Thought {
        let Actor::Player(_) = state.actor() else { panic!("a bot is asked only when a player decides") };
        let Some(plan) = self.plan else {
            return Thought::of(self.play(state, budget));
        };
        let tried = self.thought(state, turns, budget);
        let line = match actions(&tried) {
            [] => state.legal_actions().into_iter().take(1).collect(),
            line => line.to_vec(),
        };
        let action = self.decide(state, &line);
        let simulations = tried.iter().map(Tried::simulations).sum();
        let judge = self.judge(state);
        let candidates = tried
            .iter()
            .map(|one| {
                let value = one.value as f32 / ONE as f32;
                Candidate {
                    turn: one.line.actions.clone(),
                    value,
                    win: judge.winning_chance(state, value.into()) as f32,
                    simulations: one.simulations(),
                    reasons: reasons(state, &one.line.actions),
                }
            })
            .collect();
        Thought { action, candidates, simulations, depth: plan.for_game(state.game()).depth as u8 }
    }
}
