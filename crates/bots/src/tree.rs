//! What simulations of one candidate have seen: draws, answers to them, and how these went on.
//!
//! A simulation that comes to a turn which an earlier one has seen chooses among the turns that looked best
//! there by how they went on, so everybody plays better the more is spent. It also need not judge all turns
//! again, which is most of the work.

use bastide_rules::{Action, State};

use crate::features::ONE;
use crate::judge::{Judge, Line, Values, lead};
use crate::search::second_sight;

/// A place where chance or a player decides.
#[derive(Default)]
struct Node {
    /// What chance brought here, and where it led.
    outcomes: Vec<(Action, u32)>,
    /// The turns that looked best to the player who decides here, the best first.
    answers: Vec<Answer>,
    visits: u32,
    /// How much better than judged it went on, all visits together: judgements drift with the turns.
    drift: i64,
}

/// A turn that was an answer to a draw.
struct Answer {
    line: Line,
    visits: u32,
    /// The leads of the player in the end, all visits together.
    sum: i64,
    /// Where it leads; 0 as long as that is not known, because nothing leads back to the start.
    next: u32,
}

/// How answers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Growth {
    /// Turns ahead in which answers are compared; 0 if everybody plays what looks best at once.
    pub(crate) plies: u32,
    /// Answers to a draw that are compared.
    pub(crate) answers: usize,
    /// A judgement counts as much as so many simulations.
    pub(crate) prior: u32,
    /// How much is tried that looks worse, in parts of a point.
    pub(crate) curiosity: i32,
}

impl Node {
    /// The answer to try next.
    fn select(&self, growth: Growth) -> usize {
        // The second is tried from the third visit on, and then one more at each square.
        let open = (self.visits / 2).isqrt() as usize + 1;
        let open = open.min(self.answers.len());
        if open < 2 {
            return 0;
        }
        let drift = self.drift / i64::from(self.visits.max(1));
        let root = i64::from((self.visits << 8).isqrt());
        let prior = i64::from(growth.prior);
        let promise = |answer: &Answer| {
            let visits = i64::from(answer.visits);
            let mean = (answer.sum + prior * (i64::from(answer.line.value) + drift)) / (visits + prior).max(1);
            mean + i64::from(growth.curiosity) * root / (16 * (visits + 1))
        };
        // Of equal ones the first counts.
        let best = (0..open).rev().max_by_key(|&index| promise(&self.answers[index]));
        best.unwrap_or(0)
    }
}

/// Everything that was seen after a candidate.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// The way of the simulation that goes on: where, which answer, by whom.
    path: Vec<(u32, u32, u8)>,
    /// Where it is, as long as it is known ground.
    at: Option<u32>,
    /// It has come to new ground.
    has_grown: bool,
}

impl Tree {
    pub(crate) fn new() -> Tree {
        Tree { nodes: vec![Node::default()], path: Vec::new(), at: None, has_grown: false }
    }

    /// A simulation begins.
    pub(crate) fn enter(&mut self, growth: Growth) {
        self.path.clear();
        self.has_grown = false;
        self.at = (growth.plies > 0).then_some(0);
    }

    fn add(&mut self) -> u32 {
        self.nodes.push(Node::default());
        self.nodes.len() as u32 - 1
    }

    /// Chance has brought something.
    pub(crate) fn pass_chance(&mut self, outcome: Action) {
        let Some(at) = self.at else { return };
        let known = self.nodes[at as usize].outcomes.iter().find(|(other, _)| *other == outcome);
        self.at = match known {
            Some(&(_, next)) => Some(next),
            None if self.has_grown => None,
            None => {
                let next = self.add();
                self.nodes[at as usize].outcomes.push((outcome, next));
                Some(next)
            }
        };
    }

    /// A player decides: plays a turn and returns whether it did, which is on known ground only.
    pub(crate) fn play(&mut self, judge: &mut Judge, state: &mut State, player: usize, growth: Growth) -> bool {
        let Some(at) = self.at else { return false };
        if self.path.len() as u32 >= growth.plies || (self.has_grown && self.nodes[at as usize].answers.is_empty()) {
            self.at = None;
            return false;
        }
        let node = &mut self.nodes[at as usize];
        if node.answers.is_empty() {
            self.has_grown = true;
            let lines = second_sight(judge, state, 2 * growth.answers, growth.answers).into_iter();
            node.answers = lines.map(|line| Answer { line, visits: 0, sum: 0, next: 0 }).collect();
        }
        let index = node.select(growth);
        let Some(answer) = node.answers.get(index) else {
            self.at = None;
            return false;
        };
        answer.line.actions.iter().for_each(|&action| state.apply_listed(action));
        self.path.push((at, index as u32, player as u8));
        self.at = match answer.next {
            0 => {
                let next = self.add();
                self.nodes[at as usize].answers[index].next = next;
                Some(next)
            }
            next => Some(next),
        };
        true
    }

    /// The simulation has ended with these values.
    pub(crate) fn leave(&mut self, values: &Values, players: usize) {
        for &(at, index, player) in &self.path {
            let result = i64::from(lead(values, usize::from(player), players));
            let node = &mut self.nodes[at as usize];
            let answer = &mut node.answers[index as usize];
            answer.visits += 1;
            answer.sum += result;
            node.visits += 1;
            node.drift += result - i64::from(answer.line.value);
        }
    }
}

impl Growth {
    /// Everybody plays what looks best at once.
    pub(crate) const NONE: Growth = Growth { plies: 0, answers: 1, prior: 2, curiosity: ONE };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(value: i32) -> Answer {
        Answer { line: Line { actions: vec![Action::Pass], value }, visits: 0, sum: 0, next: 0 }
    }

    /// Visits a node so often, where each answer brings its own result.
    fn visit(node: &mut Node, times: u32, results: &[i32]) -> Vec<u32> {
        for _ in 0..times {
            let index = node.select(Growth { plies: 2, answers: 4, prior: 2, curiosity: ONE });
            let answer = &mut node.answers[index];
            answer.visits += 1;
            answer.sum += i64::from(results[index]);
            node.drift += i64::from(results[index]) - i64::from(answer.line.value);
            node.visits += 1;
        }
        node.answers.iter().map(|answer| answer.visits).collect()
    }

    #[test]
    fn an_answer_that_turns_out_better_is_played_more_and_more() {
        let mut node = Node { answers: vec![answer(5 * ONE), answer(4 * ONE), answer(-20 * ONE)], ..Node::default() };
        // The second looks a point worse and is three better; the third is as bad as it looks.
        let visits = visit(&mut node, 200, &[0, 3 * ONE, -25 * ONE]);
        assert!(visits[1] > 5 * visits[0], "{visits:?}");
        assert!(visits[2] < 10, "{visits:?}");
    }

    #[test]
    fn what_looks_best_is_played_at_first() {
        let mut node = Node { answers: vec![answer(ONE), answer(0)], ..Node::default() };
        assert_eq!(visit(&mut node, 2, &[ONE, 0]), [2, 0]);
    }
}
