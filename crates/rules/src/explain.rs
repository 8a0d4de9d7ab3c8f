//! The reason that a person is told. What is refused is decided by [`State::check`] alone; but before a rule about a
//! piece comes that the game does not have it, before a rule about a place that there is none.

use crate::action::{Action, Spot};
use crate::decision::{Actor, Decision};
use crate::figure::FigureKind;
use crate::geometry::Pos;
use crate::module::{Base, Module};
use crate::modules::crop;
use crate::refusal::{Absent, Refusal};
use crate::state::State;
use crate::turn::Step;

impl State {
    /// The reason that comes first for an action that is refused.
    #[cold]
    pub(crate) fn explain(&self, action: Action, refusal: Refusal) -> Refusal {
        match (refusal, action) {
            (Refusal::NotAsked(_), Action::Pass) if matches!(self.actor(), Actor::Player(_)) => {
                Refusal::MayNotPass(self.duty())
            }
            (Refusal::NotAsked(_) | Refusal::GameOver, _) => refusal,
            _ => self.absent(action).or_else(|| self.nowhere(action)).unwrap_or(refusal),
        }
    }

    /// The decision that may not be passed, by the rule that says so.
    fn duty(&self) -> &'static str {
        let is_corn = !crop::adds_anywhere(self);
        match self.decision() {
            Decision::Crop { .. } if is_corn => "corn",
            Decision::CropAdd { .. } if is_corn => "corn-add",
            Decision::CropReturn { .. } if is_corn => "corn-return",
            Decision::Gingerbread { .. } if self.turn.step == Step::GingerbreadHome => "gingerbread-home",
            decision => decision.word(),
        }
    }

    /// What the action is about, if the game does not have it.
    fn absent(&self, action: Action) -> Option<Refusal> {
        let has = |module| self.game.has(module);
        let missing = match action {
            Action::Crown { .. } if self.game.options().base != Base::Wheel => Some(Absent::Wheel),
            Action::Fly(_) if !has(Module::Flying) => Some(Absent::Flying),
            Action::Fairy(_) if !has(Module::Dragon) => Some(Absent::Dragon),
            Action::Seize { .. } if self.turn.step == Step::Deploy && !has(Module::Dragon) => Some(Absent::Dragon),
            Action::Floor(_) | Action::Guard { .. } | Action::Ransom { .. } if !has(Module::Tower) => {
                Some(Absent::Tower)
            }
            _ => None,
        };
        let figure = figure(action).filter(|&kind| !self.game.has_figure(kind));
        missing.map(Refusal::NotPlayed).or(figure.map(Refusal::NotInGame))
    }

    /// The place that the action names, if there is no such tile or segment.
    fn nowhere(&self, action: Action) -> Option<Refusal> {
        let (pos, segments) = place(action)?;
        let Some(laid) = self.tile_at(pos) else { return Some(Refusal::NoTileThere) };
        let is_there = |&segment: &u8| usize::from(segment) < laid.tile.segments.len();
        (!segments.iter().flatten().all(is_there)).then_some(Refusal::NoSuchSegment)
    }
}

/// The figure that an action names.
fn figure(action: Action) -> Option<FigureKind> {
    match action {
        Action::Deploy { figure, .. }
        | Action::Fly(figure)
        | Action::Crown { figure, .. }
        | Action::Guard { figure, .. }
        | Action::Exchange(figure)
        | Action::Ransom { figure, .. }
        | Action::Return { figure, .. }
        | Action::ReturnBoth { figure, .. }
        | Action::MoveOut { figure, .. }
        | Action::Send { figure, .. } => Some(figure),
        Action::Seize { piece, .. } => Some(piece.kind()),
        Action::RecallAbbot => Some(FigureKind::Abbot),
        _ => None,
    }
}

/// The cell that an action names, with segments of its tile.
const fn place(action: Action) -> Option<(Pos, [Option<u8>; 2])> {
    match action {
        Action::Deploy { spot: Spot { pos, segment }, .. }
        | Action::Land(Spot { pos, segment })
        | Action::Magic { spot: Spot { pos, segment }, .. }
        | Action::ScoreNext(Spot { pos, segment })
        | Action::Target(Spot { pos, segment })
        | Action::Return { spot: Spot { pos, segment }, .. }
        | Action::ReturnBoth { spot: Spot { pos, segment }, .. }
        | Action::Gingerbread(Spot { pos, segment })
        | Action::Seize { spot: Spot { pos, segment }, .. }
        | Action::MoveOut { spot: Spot { pos, segment }, .. } => Some((pos, [Some(segment), None])),
        Action::Ferry { at, ends: [first, second] } => Some((at, [Some(first), Some(second)])),
        Action::Ingot(pos)
        | Action::ReturnGuard(pos)
        | Action::Fairy(pos)
        | Action::SeizeGuard(pos)
        | Action::Floor(pos)
        | Action::Guard { at: pos, .. } => Some((pos, [None, None])),
        _ => None,
    }
}
