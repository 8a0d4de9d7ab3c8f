//! The reason that a person is told. What is refused is decided by [`State::check`] alone; but before a rule about a
//! piece comes that the game does not have it, before a rule about a place that there is none.

use crate::action::{Action, Spot};
use crate::catalogue;
use crate::figure::FigureKind;
use crate::geometry::Pos;
use crate::module::{BASES, MODULES, Module};
use crate::refusal::Refusal;
use crate::stages::deploy;
use crate::state::State;
use crate::turn::Step;

impl State {
    /// The reason that comes first for an action that is refused.
    #[cold]
    pub(crate) fn explain(&self, action: Action, refusal: Refusal) -> Refusal {
        let better = if let Refusal::NotAsked(_) = refusal {
            self.duty().filter(|_| action == Action::Pass).map(Refusal::MayNotPass)
        } else if refusal == Refusal::GameOver {
            None
        } else if refusal == Refusal::NotInStack {
            self.not_drawn(action)
        } else {
            // A rule about a piece or a place.
            self.absent(action).or_else(|| self.nowhere(action))
        };
        better.unwrap_or(refusal)
    }

    /// Why a tile is not among those that are still to be drawn.
    fn not_drawn(&self, action: Action) -> Option<Refusal> {
        let Action::Draw(tile) = action else { return None };
        if let Some(kind) = self.game.kind_of(tile) {
            return Some(match self.game.kind(kind).copies {
                0 => Refusal::StartTile,
                _ if self.discarded.contains(&tile) => Refusal::TileInBox,
                _ => Refusal::TilesUsedUp,
            });
        }
        let set = catalogue::SETS.get(usize::from(catalogue::TILES.get(tile.index())?.set))?.name;
        let module = MODULES.iter().find(|info| info.sets.contains(&set)).map(|info| info.module);
        let river = BASES.iter().find(|info| info.river_set == Some(set));
        match (module, river) {
            (Some(module), _) if !self.game.has(module) => Some(Refusal::TileOfModule(module)),
            // The river tiles of other modules (RIVER-D3).
            (Some(_), _) => Some(Refusal::TileOfModule(Module::River)),
            (None, Some(_)) if !self.game.has(Module::River) => Some(Refusal::TileOfModule(Module::River)),
            (None, Some(info)) => Some(Refusal::TileOfBase(info.base)),
            (None, None) => BASES.iter().find(|info| info.set == set).map(|info| Refusal::TileOfBase(info.base)),
        }
    }

    /// What the action is about, if the game does not have it.
    fn absent(&self, action: Action) -> Option<Refusal> {
        // Other steps are there only with what they are about.
        let absent = if self.turn.step == Step::Deploy { deploy::absent(self, action) } else { None };
        absent.map(Refusal::NotPlayed).or_else(|| self.absent_figure(action))
    }

    /// The figure that the action names, if the game does not have it.
    fn absent_figure(&self, action: Action) -> Option<Refusal> {
        figure(action).filter(|&kind| !self.game.has_figure(kind)).map(Refusal::NotInGame)
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
        Action::Draw(_)
        | Action::Place { .. }
        | Action::Pass
        | Action::Roll(_)
        | Action::Land(_)
        | Action::Accompany
        | Action::Ferry { .. }
        | Action::Ingot(_)
        | Action::Magic { .. }
        | Action::MagicAside(_)
        | Action::Robber(_)
        | Action::ScoreNext(_)
        | Action::Mark(_)
        | Action::Rob(_)
        | Action::DrawMessage(_)
        | Action::TwoPoints
        | Action::CarryOut
        | Action::Target(_)
        | Action::Crop(_)
        | Action::Gingerbread(_)
        | Action::ReturnGuard(_)
        | Action::Fairy(_)
        | Action::StepDragon(_)
        | Action::SeizeGuard(_)
        | Action::Floor(_)
        | Action::MoveCount(_) => None,
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
        // Where a tile is laid there is none yet.
        Action::Draw(_)
        | Action::Place { .. }
        | Action::RecallAbbot
        | Action::Pass
        | Action::Fly(_)
        | Action::Roll(_)
        | Action::Accompany
        | Action::MagicAside(_)
        | Action::Robber(_)
        | Action::Mark(_)
        | Action::Rob(_)
        | Action::DrawMessage(_)
        | Action::TwoPoints
        | Action::CarryOut
        | Action::Crop(_)
        | Action::Crown { .. }
        | Action::StepDragon(_)
        | Action::Exchange(_)
        | Action::Ransom { .. }
        | Action::Send { .. }
        | Action::MoveCount(_) => None,
    }
}
