//! Puzzles: positions in which one turn is clearly the best.
//!
//! Here is what a puzzle is and how one is judged; the program that looks for them is `examples/puzzles.rs`, and what it found
//! lies in `learning/puzzles/`.

use bastide_bots::{Budget, Level, Reason, Stop, reasons};
use bastide_rules::notation::Record;
use bastide_rules::{Action, Actor, FigureKind, State, Turns};
use serde::{Deserialize, Serialize};

use crate::{Turn, Worth};

/// A position with one best turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// A name that no other puzzle has.
    pub id: String,
    /// What it is about.
    pub theme: Theme,
    /// How hard it is, 1 to 4: who finds the turn, a beginner, somebody who judges well, somebody who thinks ahead a little,
    /// or only deep search.
    pub level: u8,
    /// What the second best turn loses, in hundredths of a point.
    pub gap: i32,
    /// The best turn.
    pub turn: Vec<String>,
    /// The game up to the question.
    pub record: String,
}

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Few tiles are left.
    Endgame,
    /// Something that a module brings is the answer.
    Module,
    /// An opponent's feature is shared or taken over.
    Steal,
    /// An opponent's feature becomes hard to complete.
    Block,
    /// A farmer.
    Field,
    /// Something is completed.
    Finish,
    /// No figure is spent.
    Keep,
    /// Something new is begun, or something of one's own grows.
    Build,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 8] = [
        Theme::Endgame,
        Theme::Module,
        Theme::Steal,
        Theme::Block,
        Theme::Field,
        Theme::Finish,
        Theme::Keep,
        Theme::Build,
    ];

    /// What a turn is about.
    pub fn of(state: &State, turn: &[Action]) -> Theme {
        let why = reasons(state, turn);
        let any = |is: fn(&Reason) -> bool| why.iter().any(is);
        let is_plain = |action: &Action| match action {
            Action::Place { .. } | Action::Pass => true,
            Action::Deploy { figure, .. } => *figure == FigureKind::Meeple,
            _ => false,
        };
        if state.tiles_left() <= ENDGAME {
            Theme::Endgame
        } else if !turn.iter().all(is_plain) {
            Theme::Module
        } else if any(|one| matches!(one, Reason::TakesOver { .. } | Reason::Shares { .. })) {
            Theme::Steal
        } else if any(|one| matches!(one, Reason::Blocks { .. })) {
            Theme::Block
        } else if any(|one| matches!(one, Reason::Deploys { feature: bastide_rules::Feature::Field, .. })) {
            Theme::Field
        } else if any(|one| matches!(one, Reason::Completes { .. })) {
            Theme::Finish
        } else if any(|one| matches!(one, Reason::KeepsFigures | Reason::KeepsLastMeeple)) {
            Theme::Keep
        } else {
            Theme::Build
        }
    }
}

/// Tiles that are left when the endgame begins.
const ENDGAME: u32 = 6;

/// What the second best turn of a puzzle must lose, in hundredths of a point.
pub const CLEAR: i32 = 300;

/// Turns that can be compared; a position with more of them is no puzzle.
const MOST: usize = 400;

/// What a search says of a position: its best turn and what the second best loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The best turn.
    pub turn: Vec<Action>,
    /// The same as it is told.
    pub told: Turn,
    /// What the best turn that leads elsewhere loses, in hundredths of a point.
    pub gap: i32,
}

/// The best turn of a position, and by how much. With `all` every turn is looked at, not only those that look good at once.
/// `None` if there is nothing to choose or too much.
pub fn verdict(state: &State, all: bool, simulations: u32, seed: u64) -> Option<Verdict> {
    let Actor::Player(_) = state.actor() else { return None };
    let turns = if all { different_turns(state)? } else { Vec::new() };
    let listed: Vec<&[Action]> = turns.iter().map(Vec::as_slice).collect();
    let budget = Budget::simulations(simulations.max(12 * turns.len() as u32)).with_stop(Stop::never());
    let mut found = Level::Master.bot(seed).compare(state, &listed, &budget).candidates;
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    let best = found.first()?;
    let end = after(state, &best.turn);
    let second = found.iter().find(|other| after(state, &other.turn) != end)?;
    let worth = |value: f32| Worth::judged(value, 0.0).points;
    Some(Verdict { turn: best.turn.clone(), told: Turn::of(state, best), gap: worth(best.value) - worth(second.value) })
}

/// The hash of the position to which a turn leads.
fn after(state: &State, turn: &[Action]) -> u64 {
    let mut next = state.clone();
    turn.iter().for_each(|&action| next.apply_listed(action));
    next.hash()
}

/// Every turn, those that lead to the same position once; `None` if there are too many.
fn different_turns(state: &State) -> Option<Vec<Vec<Action>>> {
    let (mut turns, mut ends) = (Vec::new(), std::collections::HashSet::new());
    let mut is_too_many = false;
    Turns::new().for_each(state, 5, |turn, next| {
        is_too_many |= turns.len() > MOST;
        if !is_too_many && ends.insert(next.hash()) {
            turns.push(turn.to_vec());
        }
    });
    (!is_too_many && turns.len() > 1).then_some(turns)
}

/// How hard it is to find a turn, as [`Puzzle::level`] tells.
pub fn level(state: &State, turn: &[Action]) -> u8 {
    let end = after(state, turn);
    let finds = |level: Level, simulations: u32| {
        let mut bot = level.bot(5);
        let (mut now, at) = (state.clone(), (state.actor(), state.turn_number()));
        while (now.actor(), now.turn_number()) == at {
            let action = bot.play(&now, &Budget::simulations(simulations));
            now.apply_listed(action);
        }
        now.hash() == end
    };
    match () {
        () if finds(Level::Greedy, 1) => 1,
        () if finds(Level::Apprentice, 1) => 2,
        () if finds(Level::Expert, 60) => 3,
        () => 4,
    }
}

impl Puzzle {
    /// The game up to the question.
    ///
    /// # Errors
    /// If it is no record.
    pub fn read(&self) -> Result<Record, bastide_rules::notation::RecordError> {
        Record::parse(&self.record)
    }
}
