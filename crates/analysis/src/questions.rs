//! The decisions of a record.

use bastide_rules::notation::Record;
use bastide_rules::{Action, Actor, PlayerId, State};

/// What somebody had to decide: everything from the first question to the end of the turn, to the next chance or to the
/// question of another player.
#[derive(Clone, Debug)]
pub struct Question {
    /// The number of its first action in the record, from 0.
    pub at: usize,
    /// Who decided.
    pub seat: PlayerId,
    /// The number of the turn.
    pub turn: u32,
    /// The position.
    pub state: State,
    /// What was played.
    pub played: Vec<Action>,
}

/// All decisions of a record, in their order. Actions that are not legal end it; a record that was read has none.
pub fn questions(record: &Record) -> Vec<Question> {
    let mut state = record.start();
    let mut found: Vec<Question> = Vec::new();
    let mut open: Option<(Actor, u32)> = None;
    for (at, &action) in record.actions().iter().enumerate() {
        let now = (state.actor(), state.turn_number());
        if let Actor::Player(seat) = state.actor() {
            match found.last_mut() {
                Some(question) if open == Some(now) => question.played.push(action),
                _ => found.push(Question { at, seat, turn: now.1, state: state.clone(), played: vec![action] }),
            }
            open = Some(now);
        } else {
            open = None;
        }
        if state.apply(action).is_err() {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_and_a_figure_are_one_decision() {
        let text = "bastide-record 1\nbase classic\nplayers Anna Borys\n\n1 Anna U 1,0 r1 meeple@road:E\n2 Borys V -1,0 r3 pass\n";
        let record = Record::parse(text).unwrap();
        let found = questions(&record);
        let told: Vec<_> = found.iter().map(|one| (one.at, one.seat.index(), one.turn, one.played.len())).collect();
        assert_eq!(told, [(1, 0, 1, 2), (4, 1, 2, 2)]);
    }
}
