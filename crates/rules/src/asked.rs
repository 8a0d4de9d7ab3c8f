//! The rule on which a question stands, and whether it must be answered.

use crate::action::Action;
use crate::decision::Decision;
use crate::refusal::Duty;
use crate::stage::Binding;
use crate::stages::deploy;
use crate::state::State;

impl State {
    /// The rule that tells a player what is asked now; none where chance acts and when the game is over.
    ///
    /// ```
    /// use bastide_rules::{Base, Game, Options, State};
    /// let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
    /// assert_eq!(state.question_rule(), None);
    /// state.apply(state.legal_actions()[0]).unwrap();
    /// assert_eq!(state.question_rule(), Some("BASE-13"));
    /// ```
    pub fn question_rule(&self) -> Option<&'static str> {
        match self.binding() {
            Binding::Must(duty) => Some(duty.rule()),
            Binding::May(rule) => Some(rule),
            Binding::Nobody => None,
        }
    }

    /// The rule of an answer that has one of its own: what is done instead of placing a meeple on the tile just laid.
    pub fn answer_rule(&self, action: Action) -> Option<&'static str> {
        let Decision::Deploy { .. } = self.decision() else { return None };
        deploy::rule_of(self, action)
    }

    /// What must be done now, if it may not be passed.
    pub(crate) fn duty(&self) -> Option<Duty> {
        match self.binding() {
            Binding::Must(duty) => Some(duty),
            Binding::May(_) | Binding::Nobody => None,
        }
    }
}
