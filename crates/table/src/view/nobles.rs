//! What dragon, tower and count add to a view.

use bastide_rules::{Action, Decision, FigureKind, Piece, PlayerId, Pos, Side, Spot, State};

use crate::table::{cell, seat_of};
use crate::wire::{CaptiveView, Cell, GuardView, Target, TileFigure, TowerView, Word};
use crate::words::PieceName;

/// What a client names that wants to know why something cannot be put there.
const FLOOR: Word = bastide_art::PieceKind::TowerFloor.word();
const FAIRY: Word = bastide_art::PieceKind::Fairy.word();

/// Dragon and fairy, which stand on whole tiles.
pub fn tile_figures(committed: &State, state: &State) -> Vec<TileFigure> {
    let placed =
        [(PieceName::Dragon, committed.dragon(), state.dragon()), (PieceName::Fairy, committed.fairy(), state.fairy())];
    let view = |(figure, before, at): (PieceName, Option<Pos>, Option<Pos>)| {
        Some(TileFigure { figure, at: cell(at?), draft: before != at })
    };
    placed.into_iter().filter_map(view).collect()
}

/// The cells that the dragon has left in this flight.
pub fn flight(state: &State) -> Vec<Cell> {
    state.flight().iter().map(|&pos| cell(pos)).collect()
}

/// The started towers.
pub fn towers(committed: &State, state: &State) -> Vec<TowerView> {
    let before = committed.towers();
    let view = |tower: bastide_rules::Tower| TowerView {
        at: cell(tower.pos),
        height: tower.height,
        finished: tower.is_finished,
        guard: tower.guard.map(|(owner, kind)| GuardView { seat: seat_of(owner), figure: kind.into() }),
        draft: !before.contains(&tower),
    };
    state.towers().into_iter().map(view).collect()
}

/// Whom a player holds.
pub fn captives(state: &State, captor: PlayerId) -> Vec<CaptiveView> {
    let held = state.captives(captor).filter(|&(_, _, count)| count > 0);
    held.map(|(owner, kind, count)| CaptiveView { seat: seat_of(owner), figure: kind.into(), count }).collect()
}

/// The cells that the new floor of a tower reaches, while somebody may be captured.
pub fn reach(state: &State) -> Vec<Cell> {
    let capturing = matches!(state.decision(), Decision::Capture { .. }).then(|| state.capturing()).flatten();
    capturing.map_or_else(Vec::new, |pos| reach_of(state, pos, height(state, pos)))
}

fn height(state: &State, pos: Pos) -> u8 {
    state.towers().into_iter().find(|tower| tower.pos == pos).map_or(0, |tower| tower.height)
}

fn reach_of(state: &State, pos: Pos, height: u8) -> Vec<Cell> {
    state.tower_reach(pos, height).into_iter().map(cell).collect()
}

/// Where an action of these modules is chosen; none for others.
pub fn target(state: &State, action: Action) -> Option<Target> {
    let captive = |captor, figure: FigureKind| Target::Captive {
        captor: seat_of(captor),
        seat: seat_of(state.active_player()),
        figure: figure.into(),
    };
    Some(match action {
        Action::Fairy(pos) => Target::Tile { at: cell(pos), figure: PieceName::Fairy },
        Action::StepDragon(side) => Target::Tile { at: cell(state.dragon()?.beside(side)), figure: PieceName::Dragon },
        Action::Seize { piece, spot } => Target::Seize {
            seat: seat_of(piece.owner()),
            figure: piece.kind().into(),
            with: piece.is_bound().then(|| companion(state, piece.owner(), spot)).flatten(),
            at: cell(spot.pos),
            segment: spot.segment,
        },
        Action::Floor(pos) => {
            let height = height(state, pos) + 1;
            Target::Floor { at: cell(pos), height, reach: reach_of(state, pos, height) }
        }
        Action::Guard { figure, at } => Target::Tower { at: cell(at), figure: figure.into() },
        Action::SeizeGuard(pos) | Action::ReturnGuard(pos) => {
            let (owner, kind) = state.towers().into_iter().find(|tower| tower.pos == pos)?.guard?;
            Target::Guard { seat: seat_of(owner), figure: kind.into(), at: cell(pos) }
        }
        Action::Exchange(figure) => captive(state.exchanging()?, figure),
        Action::Ransom { captor, figure } => captive(captor, figure),
        Action::MoveOut { figure, spot } => {
            Target::Segment { at: cell(spot.pos), segment: spot.segment, figure: figure.into() }
        }
        Action::Send { figure, quarter } => Target::Part { part: quarter.into(), figure: figure.into() },
        Action::MoveCount(quarter) => Target::Part { part: quarter.into(), figure: PieceName::Count },
        _ => return None,
    })
}

/// The builder or pig of a player on a segment.
pub fn companion(state: &State, player: PlayerId, spot: Spot) -> Option<PieceName> {
    let is = |figure: &bastide_rules::StandingFigure| {
        figure.owner == player && figure.spot == spot && !figure.kind.is_meeple()
    };
    state.figures().into_iter().find(is).map(|figure| figure.kind.into())
}

/// The answer that somebody means who points at a place while one of these modules asks; `figure` is what would go
/// there.
pub fn pointed(state: &State, spot: Spot, figure: &str) -> Option<Action> {
    match (state.decision(), figure) {
        (Decision::Deploy { .. }, FAIRY) => Some(Action::Fairy(spot.pos)),
        (Decision::Deploy { .. }, FLOOR) => Some(Action::Floor(spot.pos)),
        (Decision::StepDragon { .. }, _) => {
            let from = state.dragon()?;
            Side::ALL.into_iter().find(|&side| from.beside(side) == spot.pos).map(Action::StepDragon)
        }
        (Decision::Capture { .. }, _) => {
            let there = state.figures().into_iter().find(|standing| standing.spot == spot)?;
            Some(Action::Seize { piece: Piece::new(there.owner, there.kind, false), spot })
        }
        (Decision::MoveOut { .. } | Decision::LastMove { .. }, _) => {
            Some(Action::MoveOut { figure: FigureKind::from_word(figure)?, spot })
        }
        _ => None,
    }
}
