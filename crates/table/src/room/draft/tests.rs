//! What a draft does and what takes it back.

use crate::room::desk::{ANNA, Desk, game, two};
use crate::wire::{ClientMessage, Clock, ProblemCode};

#[test]
fn another_answer_cuts_the_draft_in_one_message() {
    let mut desk = Desk::begun(game(two(), Clock::None));
    let anna = desk.join(Some(ANNA));
    let first = desk.view(ANNA);
    desk.draft(anna, ANNA);
    assert_eq!(desk.view(ANNA).answered.len(), 2, "a tile and a meeple");
    desk.kinds(anna);
    let other = first.decision.options.last().expect("several places").action.clone();
    desk.say(anna, ClientMessage::Act { draft: first.draft, action: other.clone() });
    let view = desk.view(ANNA);
    assert_eq!((desk.kinds(anna).len(), view.draft), (1, first.draft + 1));
    assert_eq!(view.answered.iter().map(|answered| answered.answer.as_str()).collect::<Vec<_>>(), [other.as_str()]);
    // What is illegal leaves the draft as it is; what was never asked is stale.
    desk.say(anna, ClientMessage::Act { draft: first.draft, action: "50,50 r0".to_owned() });
    desk.say(anna, ClientMessage::Act { draft: first.draft + 2, action: "pass".to_owned() });
    desk.say(anna, ClientMessage::Act { draft: first.draft - 1, action: "pass".to_owned() });
    assert_eq!(desk.refused, [ProblemCode::Illegal, ProblemCode::Stale, ProblemCode::Stale]);
    assert_eq!(desk.view(ANNA).draft, view.draft);
}
