//! Everything put together: who lost what by decisions, and what luck brought.

use bastide_rules::PlayerId;
use bastide_rules::notation::Record;
use serde::Serialize;

use crate::hints::TOLD;
use crate::questions::Question;
use crate::turn::Turn;
use crate::weigh::Weighed;
use crate::worth::Worth;

/// The analysis of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
pub struct Analysis {
    /// Whether the game was played to its end; else the worth of the last position stands for the result.
    pub is_over: bool,
    /// The account of each player, by seat.
    pub accounts: Vec<Account>,
    /// Every decision, in order.
    pub decisions: Vec<DecisionReport>,
}

/// Why the worth of the game changed for a player. `start + luck + errors + gifts = result`, exactly.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
pub struct Account {
    /// The name.
    pub name: String,
    /// What the game was worth at the beginning. With more than two players, when the player first had to decide.
    pub start: Worth,
    /// What the draws brought. With more than two players also what the others did.
    pub luck: Worth,
    /// What own decisions cost; never above zero.
    pub errors: Worth,
    /// What the opponent's decisions gave away, in a game of two.
    pub gifts: Worth,
    /// The result.
    pub result: Worth,
    /// How many decisions there were that had more than one answer.
    pub decisions: u32,
    /// How many of them were mistakes, and how many of these blunders.
    pub mistakes: u32,
    /// Mistakes that cost much.
    pub blunders: u32,
}

/// How much a decision cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
pub enum Grade {
    /// There was nothing to choose.
    Forced,
    /// The best turn, or as good as the best.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// [`Grade::MISTAKE`] or more was lost.
    Mistake,
    /// [`Grade::BLUNDER`] or more was lost.
    Blunder,
}

impl Grade {
    /// Hundredths of a point from which on a loss is told.
    pub const INACCURACY: i32 = 100;
    /// Hundredths of a point from which on a loss is a mistake.
    pub const MISTAKE: i32 = 250;
    /// Hundredths of a point from which on a loss is a blunder.
    pub const BLUNDER: i32 = 500;

    fn of(loss: i32, turns: usize) -> Grade {
        match loss {
            _ if turns < 2 => Grade::Forced,
            Grade::BLUNDER.. => Grade::Blunder,
            Grade::MISTAKE.. => Grade::Mistake,
            Grade::INACCURACY.. => Grade::Inaccuracy,
            _ => Grade::Good,
        }
    }
}

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/", rename = "Decided"))]
pub struct DecisionReport {
    /// The number of its first action in the record, from 0.
    pub at: usize,
    /// The turn.
    pub turn: u32,
    /// Who decided.
    pub seat: usize,
    /// What the draws brought since the decision before, to who decides here. With more than two players also what the
    /// others did since the last own decision.
    pub luck: Worth,
    /// What the position was worth with the best turn.
    pub before: Worth,
    /// What it was worth after the turn that was played.
    pub after: Worth,
    /// What was lost, zero or more.
    pub loss: Worth,
    /// How much that is.
    pub grade: Grade,
    /// What was played.
    pub played: Turn,
    /// The best turns, the best first.
    pub best: Vec<Turn>,
}

/// Puts together what was found about the decisions of a record. `start` is what the game was worth to who decided
/// first; only games of two need it.
///
/// # Panics
/// If there is not one answer for each question.
pub fn account(record: &Record, questions: &[Question], weighed: &[Weighed], start: Option<Worth>) -> Analysis {
    assert_eq!(questions.len(), weighed.len(), "every decision must have been weighed");
    let end = record.state();
    let players = end.game().players();
    let is_duel = players == 2;
    let mut accounts: Vec<Account> =
        record.names().iter().map(|name| Account { name: name.clone(), ..Account::default() }).collect();
    // What the position was last said to be worth to each player.
    let mut last: Vec<Option<Worth>> = vec![None; players];
    if let (true, Some(start), Some(first)) = (is_duel, start, questions.first()) {
        last[first.seat.index()] = Some(start);
        last[1 - first.seat.index()] = Some(start.for_opponent());
    }
    for (account, start) in accounts.iter_mut().zip(&last) {
        account.start = start.unwrap_or_default();
    }
    let mut decisions = Vec::with_capacity(questions.len());
    for (question, weighed) in questions.iter().zip(weighed) {
        let seat = question.seat.index();
        let (before, after) = (weighed.best(), weighed.after());
        let known = last[seat].unwrap_or_else(|| {
            // Here the account of the player begins.
            accounts[seat].start = before;
            if is_duel {
                accounts[1 - seat].start = before.for_opponent();
            }
            before
        });
        let luck = before - known;
        let loss = before - after;
        accounts[seat].luck += luck;
        accounts[seat].errors += -loss;
        last[seat] = Some(after);
        if is_duel {
            accounts[1 - seat].luck += -luck;
            accounts[1 - seat].gifts += loss;
            last[1 - seat] = Some(after.for_opponent());
        }
        let grade = Grade::of(loss.points, weighed.of);
        accounts[seat].decisions += u32::from(grade != Grade::Forced);
        accounts[seat].mistakes += u32::from(grade >= Grade::Mistake);
        accounts[seat].blunders += u32::from(grade == Grade::Blunder);
        decisions.push(DecisionReport {
            at: question.at,
            turn: question.turn,
            seat,
            luck,
            before,
            after,
            loss,
            grade,
            played: weighed.turns[weighed.played].clone(),
            best: weighed.turns.iter().take(TOLD).cloned().collect(),
        });
    }
    for (seat, account) in accounts.iter_mut().enumerate() {
        let known = last[seat].unwrap_or_default();
        account.result = match PlayerId::new(seat) {
            Some(seat) if end.is_over() => Worth::result(&end, seat),
            _ => known,
        };
        // What chance and the final scoring still brought after the last decision.
        account.luck += account.result - known;
    }
    Analysis { is_over: end.is_over(), accounts, decisions }
}
