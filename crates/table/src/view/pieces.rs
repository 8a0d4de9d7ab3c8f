//! What lies and stands on a table besides tiles, as it is sent.

use bastide_rules::{Ingots, MagicFigure, PlayerId, Pos, Spot, State, TRACK_SPACES, is_dark_space};

use crate::table::{cell, seat_of};
use crate::wire::{CaptiveView, Cell, GuardView, MarkerView, TileFigure, TokenView, TowerView, TrackFigure, TrackView};
use crate::words::PieceName;

/// What lies on whole tiles.
pub fn tokens(state: &State) -> Vec<TokenView> {
    let view = |Ingots { pos, count }| TokenView { token: PieceName::Ingot, at: cell(pos), count };
    state.ingots_on_tiles().into_iter().map(view).collect()
}

/// Everything that stands on segments: whose, what, where.
pub fn standing(state: &State) -> impl Iterator<Item = (Option<PlayerId>, PieceName, Spot)> {
    let own = state.figures().into_iter().map(|figure| (Some(figure.owner), figure.kind.into(), figure.spot));
    let neutral = MagicFigure::ALL.into_iter().filter_map(|figure| Some((None, figure.into(), state.magic(figure)?)));
    let gingerbread = state.gingerbread().map(|spot| (None, PieceName::GingerbreadMan, spot));
    own.chain(neutral).chain(gingerbread)
}

/// The score track, in games where spaces matter.
pub fn track(state: &State) -> Option<TrackView> {
    if !state.game().marks_sums() {
        return None;
    }
    let markers = state.game().seats().flat_map(|player| {
        state.markers().iter().map(move |&marker| MarkerView {
            seat: seat_of(player),
            marker: marker.into(),
            points: state.marker_points(player, marker),
            space: state.marker_space(player, marker),
        })
    });
    let robbers = state.game().seats().filter_map(|player| {
        let space = state.robber(player)?;
        Some(TrackFigure { seat: seat_of(player), figure: PieceName::Robber, space })
    });
    let spaces = TRACK_SPACES as u8;
    Some(TrackView {
        spaces,
        dark: (0..spaces).filter(|&space| is_dark_space(space)).collect(),
        markers: markers.collect(),
        figures: robbers.collect(),
    })
}

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
        guard: tower.guard.map(|guard| GuardView { seat: seat_of(guard.owner), figure: guard.kind.into() }),
        draft: !before.contains(&tower),
    };
    state.towers().into_iter().map(view).collect()
}

/// Whom a player holds.
pub fn captives(state: &State, captor: PlayerId) -> Vec<CaptiveView> {
    let view = |held: bastide_rules::Captives| CaptiveView {
        seat: seat_of(held.owner),
        figure: held.kind.into(),
        count: held.count,
    };
    state.captives(captor).map(view).collect()
}
