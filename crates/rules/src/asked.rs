//! The rule on which a question stands, and whether it must be answered.

use crate::action::Action;
use crate::decision::Decision;
use crate::figure::FigureKind;
use crate::modules::crop;
use crate::refusal::Duty;
use crate::stages::deploy;
use crate::state::State;
use crate::turn::Step;

/// How a question binds those who are asked.
enum Asked {
    /// Somebody must do this.
    Must(Duty),
    /// Somebody may do what this rule allows, or pass.
    May(&'static str),
    /// Chance acts, or the game is over.
    Nobody,
}

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
        match self.how_asked() {
            Asked::Must(duty) => Some(duty.rule()),
            Asked::May(rule) => Some(rule),
            Asked::Nobody => None,
        }
    }

    /// The rule of an answer that has one of its own: what is done instead of placing a meeple on the tile just laid.
    pub fn answer_rule(&self, action: Action) -> Option<&'static str> {
        let Decision::Deploy { .. } = self.decision() else { return None };
        deploy::rule_of(self, action)
    }

    /// What must be done now, if it may not be passed.
    pub(crate) fn duty(&self) -> Option<Duty> {
        match self.how_asked() {
            Asked::Must(duty) => Some(duty),
            Asked::May(_) | Asked::Nobody => None,
        }
    }

    fn how_asked(&self) -> Asked {
        let is_corn = || !crop::adds_anywhere(self);
        match self.decision() {
            Decision::Spring
            | Decision::Draw { .. }
            | Decision::Roll { .. }
            | Decision::DrawMessage { .. }
            | Decision::Over => Asked::Nobody,
            Decision::Place { .. } => Asked::Must(Duty::Place),
            Decision::Deploy { .. } => Asked::May("BASE-18"),
            Decision::Robber { player } if self.robber(player).is_some() => Asked::May("ROB-4"),
            Decision::Robber { .. } => Asked::Must(Duty::Robber),
            Decision::Ingot { .. } => Asked::Must(Duty::Ingot),
            Decision::Magic { .. } if self.are_magic_figures_joined() => Asked::Must(Duty::MagicPart),
            Decision::Magic { .. } => Asked::Must(Duty::Magic),
            Decision::Land { .. } => Asked::Must(Duty::Land),
            Decision::Accompany { figure: FigureKind::Pig, .. } => Asked::May("TRADE-23"),
            Decision::Accompany { .. } => Asked::May("TRADE-7"),
            Decision::PutFerry { .. } => Asked::Must(Duty::PutFerry),
            Decision::MoveFerry { .. } => Asked::May("FERRY-7"),
            Decision::ScoreNext { .. } => Asked::Must(Duty::ScoreNext),
            Decision::KeepFarmer { .. } => Asked::May("TRADE-33"),
            Decision::Mark { .. } => Asked::Must(Duty::Mark),
            Decision::Rob { .. } => Asked::Must(Duty::Rob),
            Decision::Message { .. } => Asked::Must(Duty::Message),
            Decision::MessageReturn { is_optional: true, .. } => Asked::May("MSG-28"),
            Decision::MessageReturn { .. } => Asked::Must(Duty::MessageReturn),
            Decision::Crop { .. } => Asked::Must(if is_corn() { Duty::Corn } else { Duty::Crop }),
            Decision::CropAdd { .. } => Asked::Must(if is_corn() { Duty::CornAdd } else { Duty::CropAdd }),
            Decision::CropReturn { .. } => Asked::Must(if is_corn() { Duty::CornReturn } else { Duty::CropReturn }),
            Decision::Gingerbread { .. } if self.turn.step == Step::GingerbreadHome => {
                Asked::Must(Duty::GingerbreadHome)
            }
            Decision::Gingerbread { .. } => Asked::Must(Duty::Gingerbread),
            Decision::Plague { .. } => Asked::Must(Duty::Plague),
            Decision::Ransom { .. } => Asked::May("TOWER-29"),
            Decision::StepDragon { .. } => Asked::Must(Duty::StepDragon),
            Decision::Capture { .. } => Asked::May("TOWER-11"),
            Decision::Exchange { .. } => Asked::Must(Duty::Exchange),
            Decision::MoveOut { .. } => Asked::May("COUNT-14"),
            Decision::Send { .. } => Asked::May("COUNT-6"),
            Decision::MoveCount { .. } => Asked::May("COUNT-11"),
            Decision::LastMove { .. } => Asked::May("COUNT-21"),
        }
    }
}
