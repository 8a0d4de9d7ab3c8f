//! What a step of the turn is made of. A stage stands in the file of its module, or of the core in
//! [`stages`](crate::stages), and has everything about its step; their order is in [`turn`](crate::turn).

use crate::action::Action;
use crate::decision::Decision;
use crate::event::EventSink;
use crate::player::PlayerId;
use crate::refusal::{Duty, Refusal};
use crate::round::Round;
use crate::state::State;
use crate::turn::Step;

/// Where the script goes after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// To the next line.
    On,
    /// To the same step once more: somebody else may be asked, or the same player again.
    Again,
    /// To a line further down or up.
    To(Step),
}

/// What becomes of a question when the script comes to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    /// The game waits for the answer.
    Waits,
    /// Nobody is asked, and the script goes on.
    Goes(Next),
}

impl Ask {
    /// Waits for an answer if there is something to decide, else goes on.
    #[inline]
    pub(crate) const fn when(is_asked: bool) -> Ask {
        Ask::unless_asked(is_asked, Next::On)
    }

    /// Waits for an answer if there is something to decide, else goes where it says.
    #[inline]
    pub(crate) const fn unless_asked(is_asked: bool, next: Next) -> Ask {
        if is_asked { Ask::Waits } else { Ask::Goes(next) }
    }
}

/// How a question binds those who are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binding {
    /// Somebody must do this.
    Must(Duty),
    /// Somebody may do what this rule allows, or pass.
    May(&'static str),
    /// Chance acts, or the game is over.
    Nobody,
}

/// A step in which something happens and nobody is asked.
pub(crate) trait Effect {
    /// What happens.
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next;
}

/// A step in which a player or chance may be asked.
///
/// What is legal and what is refused come from one condition: either [`Question::check`] judges and the list has what
/// passes, or the list is made first and the check looks it up ([`is_listed`]). A stage has reasons of its own for the kinds
/// of actions that it lists; whatever else comes it refuses as no answer ([`State::not_asked`]), also where it may be
/// passed ([`State::check_pass`]).
pub(crate) trait Question {
    /// The script comes here: what happens without an answer, and whether there is something to decide. A decision whose
    /// only answer is to pass is not asked.
    fn enter<S: EventSink>(state: &mut State, sink: &mut S) -> Ask;

    /// Who is asked what, while the game waits here.
    fn decision(state: &State) -> Option<Decision>;

    /// Whether whoever is asked must answer, and by which rule.
    fn binding(state: &State) -> Binding;

    /// Every legal answer.
    fn list(state: &State, visit: impl FnMut(Action));

    /// Why an answer is refused.
    fn check(state: &State, action: Action) -> Result<(), Refusal>;

    /// What a legal answer does, and where the script goes.
    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next;
}

/// Whether an answer is among those that a stage lists.
pub(crate) fn is_listed<Q: Question>(state: &State, action: Action) -> bool {
    let mut is_found = false;
    Q::list(state, |listed| is_found |= listed == action);
    is_found
}

/// What a stage does not list is no answer, where there is no better reason to give.
pub(crate) fn check_listed<Q: Question>(state: &State, action: Action) -> Result<(), Refusal> {
    if is_listed::<Q>(state, action) { Ok(()) } else { Err(state.not_asked()) }
}

/// Whether a stage lists anything.
pub(crate) fn has_answers<Q: Question>(state: &State) -> bool {
    is_any(|visit| Q::list(state, visit))
}

/// Whether there is anything in a list that is visited.
pub(crate) fn is_any(list: impl FnOnce(&mut dyn FnMut(Action))) -> bool {
    let mut is_found = false;
    list(&mut |_| is_found = true);
    is_found
}

/// Passes over the players of a round who have nothing to decide: whether somebody is left.
pub(crate) fn waits_in_round(
    state: &mut State,
    round: fn(&mut State) -> &mut Round,
    is_asked: impl Fn(&State, PlayerId) -> bool,
) -> bool {
    while let Some(player) = round(state).current() {
        if is_asked(state, player) {
            return true;
        }
        round(state).finish(player);
    }
    false
}

/// The player of a round whose turn it is has acted.
pub(crate) fn finish_in_round(round: &mut Round) {
    if let Some(player) = round.current() {
        round.finish(player);
    }
}

impl State {
    /// Where something may be left out, to pass is an answer; what the stage does not name is none.
    pub(crate) fn check_pass(&self, action: Action) -> Result<(), Refusal> {
        if action == Action::Pass { Ok(()) } else { Err(self.not_asked()) }
    }

    /// The refusal of an action that does not answer what is asked.
    #[cold]
    pub(crate) fn not_asked(&self) -> Refusal {
        Refusal::NotAsked(self.decision())
    }
}
