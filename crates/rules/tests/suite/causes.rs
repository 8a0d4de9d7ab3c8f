//! Why figures leave the table and how they come to it: what events tell must fit what was asked and answered.

use std::collections::BTreeSet;

use bastide_rules::{Action, Actor, Decision, Deployment, Event, Game, PlayerId, Pos, ReturnCause, Source, State};

use crate::kit::{self, Manner, Rng};

/// How a figure comes to a segment by an answer.
fn how(before: &State, action: Action) -> Option<Deployment> {
    match (before.decision(), action) {
        (Decision::Deploy { at, .. }, Action::Deploy { spot, .. }) if spot.pos == at => Some(Deployment::OnTile),
        (Decision::Deploy { .. }, Action::Deploy { .. }) => Some(Deployment::Portal),
        (Decision::Land { .. }, Action::Land(_)) => {
            Some(Deployment::Flight { from: before.tiles().last().unwrap().pos })
        }
        (Decision::Accompany { .. }, Action::Accompany) => Some(Deployment::Companion),
        (Decision::CropAdd { .. }, Action::Deploy { .. }) => Some(Deployment::CropCircle),
        (Decision::MoveOut { .. } | Decision::LastMove { .. }, Action::MoveOut { .. }) => Some(Deployment::Carcassonne),
        _ => None,
    }
}

/// Why the figure that an answer names goes back.
fn why(decision: Decision, action: Action, capturing: Option<Pos>) -> Option<ReturnCause> {
    match (decision, action) {
        (Decision::Deploy { .. }, Action::RecallAbbot) => Some(ReturnCause::Recalled),
        (Decision::Deploy { player, .. }, Action::Seize { .. }) => Some(ReturnCause::Princess { by: player }),
        (Decision::Capture { player }, Action::Seize { .. } | Action::SeizeGuard(_)) => {
            Some(ReturnCause::Seized { by: player, tower: capturing.unwrap() })
        }
        (_, Action::Return { .. } | Action::ReturnBoth { .. } | Action::ReturnGuard(_)) => Some(match decision {
            Decision::Plague { .. } => ReturnCause::Plague,
            Decision::CropReturn { .. } => ReturnCause::CropCircle,
            Decision::MessageReturn { .. } => ReturnCause::Message,
            Decision::KeepFarmer { .. } => ReturnCause::AfterPig,
            other => panic!("nothing is taken back in {other:?}"),
        }),
        _ => None,
    }
}

/// What happened by one answer: the first figure that comes or goes does so as the answer says, and every other one for a
/// reason that needs no answer; a builder or pig has a cause of its own where only its meeple was meant. Who captures does so
/// from the tower that was built, robbers wait for markers that stand there, and the fairy greets where she is.
fn check(before: &State, action: Action, events: &[Event], state: &State) -> (Vec<ReturnCause>, Vec<Deployment>) {
    let (decision, capturing) = (before.decision(), before.capturing());
    let named = why(decision, action, capturing);
    let (mut causes, mut manners) = (Vec::new(), Vec::new());
    let mut eaten_at = None;
    let mut lost = None;
    let mut greetings = 0;
    let mut gone = None;
    for event in events {
        match *event {
            Event::Deployed { how, .. } => manners.push(how),
            Event::Captured { captor, at, .. } => {
                assert_eq!((Actor::Player(captor), Some(at)), (before.actor(), capturing));
            }
            Event::RobberPut { player, space, victims } => {
                for other in PlayerId::seats(state.game().players()).filter(|&other| other != player) {
                    let mut spaces = before.markers().iter().map(|&marker| before.marker_space(other, marker));
                    assert_eq!(victims[other], spaces.any(|stands| stands == space), "{events:?}");
                }
                assert!(!victims[player], "{events:?}");
            }
            Event::Scored(award) if matches!(award.source, Source::Greeting(_)) => {
                assert_eq!((award.at(), award.spot), (state.fairy(), None));
                greetings += 1;
            }
            Event::DragonMoved { pos, player: Some(_) } => eaten_at = Some(pos),
            Event::ChallengeLost { spot } => lost = Some(spot),
            Event::Returned { player, figure, why, spot } => {
                match why {
                    ReturnCause::WithMeeple => {
                        let (owner, place, meant) = gone.expect("the meeple goes first");
                        assert_eq!((owner, place, Some(meant)), (player, spot, named), "{events:?}");
                        assert!(!figure.is_meeple(), "{events:?}");
                    }
                    ReturnCause::Scored | ReturnCause::LeftAlone => {}
                    ReturnCause::Eaten => assert_eq!(Some(spot.pos), eaten_at),
                    ReturnCause::Challenge => assert_eq!(Some(spot), lost),
                    _ => assert!(figure.is_meeple(), "{figure:?} by {why:?}: {events:?}"),
                }
                gone = Some((player, spot, why));
                causes.push(why);
            }
            Event::LeftTower { why, pos, .. } => {
                assert!(why != ReturnCause::Eaten || Some(pos) == eaten_at, "{events:?}");
                causes.push(why);
            }
            _ => {}
        }
    }
    assert_eq!(manners, how(before, action).into_iter().collect::<Vec<_>>(), "{action:?} in {decision:?}");
    assert!(greetings <= 1, "{events:?}");
    assert!(named.is_none() || causes.first() == named.as_ref(), "{action:?} in {decision:?}: {events:?}");
    let needs_no_answer = [
        ReturnCause::Scored,
        ReturnCause::LeftAlone,
        ReturnCause::Eaten,
        ReturnCause::Challenge,
        ReturnCause::WithMeeple,
    ];
    let is_fit = |cause: &ReturnCause| needs_no_answer.contains(cause) || Some(*cause) == named;
    assert!(causes.iter().all(is_fit), "{action:?} in {decision:?} of {state:?}: {events:?}");
    (causes, manners)
}

/// All causes and all manners are met in games of all boxes, and each fits its answer.
#[test]
fn causes_fit_the_answers() {
    let (mut causes, mut manners) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..600 {
        let mut rng = Rng::new(number);
        let manner = Manner::of_box_game(number);
        let mut state = State::new(Game::new(kit::boxes::options_of(number)).unwrap());
        while !state.is_over() {
            let before = state.clone();
            let action = manner.choose(&state, &state.legal_actions(), &mut rng);
            let mut events = Vec::new();
            state.apply_with(action, &mut events).unwrap();
            let (some, others) = check(&before, action, &events, &state);
            causes.extend(some.into_iter().map(ReturnCause::word));
            manners.extend(others.into_iter().map(Deployment::word));
        }
        if causes.len() == 12 && manners.len() == 6 && number >= 30 {
            return;
        }
    }
    panic!("only {causes:?} and {manners:?} were met");
}
