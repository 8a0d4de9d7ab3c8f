//! The levels that judge positions: the apprentice at once, the expert and the master by thinking ahead.

use std::cmp::Reverse;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use bastide_rules::{Action, Actor, State};

use crate::features::ONE;
use crate::judge::{Judge, Line, lead};
use crate::net::{Net, Networks};
use crate::search::{Plan, Tried, actions, candidates, search, second_sight};
use crate::weights::Weights;
use crate::{Bot, Budget, Candidate, Level, Rng, Thought, reasons};

/// By how much a beginner may be mistaken about a turn, in parts of a point.
const NOISE: u32 = 11 * ONE as u32;

/// Turns that somebody who does not think ahead looks at twice, if there is a network.
const SEEN_TWICE: usize = 12;

/// Turns that somebody who does not think ahead tells about. With as many the best one is that of one alone.
const TOLD: usize = 6;

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

    /// The turns as a beginner sees them, the best first: every turn looks a little better than it is, one more
    /// than the other.
    fn glance(&mut self, state: &State) -> Vec<Line> {
        let mut rng = Rng::new(self.seed ^ state.hash());
        let judge = self.judge(state);
        let mut lines = candidates(judge, state, usize::MAX);
        for line in &mut lines {
            line.value += rng.below(NOISE) as i32;
        }
        // Of equal ones the last.
        lines.reverse();
        lines.sort_by_key(|line| Reverse(line.value));
        lines
    }

    /// The best turns at first sight of somebody who does not think ahead, the best first.
    fn at_once(&mut self, state: &State, count: usize) -> Vec<Line> {
        let mut lines = match self.level {
            Level::Novice => self.glance(state),
            _ => second_sight(self.judge(state), state, SEEN_TWICE, count),
        };
        lines.truncate(count);
        lines
    }

    /// What was decided for this state before.
    fn known(&self, state: &State) -> Option<Action> {
        let hash = state.hash();
        let &(_, action) = self.decided.iter().find(|(known, _)| *known == hash)?;
        state.is_legal(action).then_some(action)
    }

    /// The rest of the turn as it was decided.
    fn carried_on(&mut self, state: &State) -> Line {
        let (mut after, mut actions) = (state.clone(), Vec::new());
        while let Some(action) = self.known(&after) {
            after.apply_listed(action);
            actions.push(action);
        }
        let Actor::Player(player) = state.actor() else { panic!("a bot is asked only when a player decides") };
        let value = lead(&self.judge(state).careful_values(&after), player.index(), state.game().players());
        Line { actions, value }
    }

    /// What somebody finds who does not think ahead, with the turns that were seen.
    fn first_thought(&mut self, state: &State) -> Thought {
        let known = self.known(state);
        let mut lines = self.at_once(state, TOLD);
        if let Some(known) = known {
            // What was decided for the whole turn is carried on.
            let index = lines.iter().position(|line| line.actions.first() == Some(&known));
            let line = index.map_or_else(|| self.carried_on(state), |index| lines.remove(index));
            lines.insert(0, line);
        }
        let action = match (known, lines.first()) {
            (Some(known), _) => known,
            (None, Some(line)) => {
                let actions = line.actions.clone();
                self.decide(state, &actions)
            }
            (None, None) => return Thought::of(self.play(state, &Budget::default())),
        };
        let told = lines.iter().map(|line| self.candidate(state, &line.actions, line.value.into(), 0)).collect();
        Thought { candidates: told, ..Thought::of(action) }
    }

    /// A turn with what is known of it.
    fn candidate(&mut self, state: &State, turn: &[Action], value: i64, simulations: u32) -> Candidate {
        let value = value as f32 / ONE as f32;
        Candidate {
            turn: turn.to_vec(),
            value,
            win: self.judge(state).winning_chance(state, value.into()) as f32,
            simulations,
            reasons: reasons(state, turn),
        }
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
            let time = Budget::time(Duration::from_millis(self.level.milliseconds().into()));
            Budget { simulations: self.level.simulations(), ..time }
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
        if let Some(action) = self.known(state) {
            return action;
        }
        let line = match self.plan {
            None => self.at_once(state, 1).into_iter().next().map(|line| line.actions),
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
            return self.first_thought(state);
        };
        let tried = self.thought(state, turns, budget);
        let line = match actions(&tried) {
            [] => state.legal_actions().into_iter().take(1).collect(),
            line => line.to_vec(),
        };
        let action = self.decide(state, &line);
        let simulations = tried.iter().map(Tried::simulations).sum();
        let told = tried.iter().map(|one| self.candidate(state, &one.line.actions, one.value, one.simulations()));
        let candidates = told.collect();
        Thought { action, candidates, simulations, depth: plan.for_game(state.game()).depth as u8 }
    }
}
