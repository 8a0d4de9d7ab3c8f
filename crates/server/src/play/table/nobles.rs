//! What the log tells of dragon, tower and count.

use bastide_rules::{Action, Decision, Event, PlayerId, RANSOM, State};

use super::super::wire::{HappeningView, Word};
use super::{cell, of_player, seat_of};

/// A line about an event of these modules; none for others.
pub fn happening(event: Event) -> Option<HappeningView> {
    let of = of_player;
    let neutral = |what: Word| HappeningView { what, ..HappeningView::default() };
    let between = |what, player, other: PlayerId| HappeningView { other: Some(seat_of(other)), ..of(what, player) };
    Some(match event {
        Event::DragonMoved { pos, player } => HappeningView {
            at: Some(cell(pos)),
            ..player.map_or_else(|| neutral("dragon-put"), |player| of("dragon-moved", player))
        },
        Event::FairyMoved { pos } => HappeningView { at: Some(cell(pos)), ..neutral("fairy-moved") },
        Event::FloorPut { player, pos, height } => HappeningView {
            at: Some(cell(pos)),
            n: Some(height.into()),
            ..of(if height == 1 { "tower-started" } else { "tower-raised" }, player)
        },
        Event::GuardPut { player, figure, pos } => {
            HappeningView { figure: Some(figure.word()), at: Some(cell(pos)), ..of("tower-occupied", player) }
        }
        Event::LeftTower { player, figure, pos } => {
            HappeningView { figure: Some(figure.word()), at: Some(cell(pos)), ..of("tower-left", player) }
        }
        Event::Captured { captor, owner, figure } => {
            HappeningView { figure: Some(figure.word()), ..between("captured", captor, owner) }
        }
        Event::Freed { captor, owner, figure } => {
            HappeningView { figure: Some(figure.word()), ..between("freed", owner, captor) }
        }
        Event::Ransomed { player, captor, figure } => {
            HappeningView { figure: Some(figure.word()), n: Some(RANSOM), ..between("ransomed", player, captor) }
        }
        Event::LeftQuarter { player, figure, quarter } => {
            HappeningView { figure: Some(figure.word()), part: Some(quarter.word()), ..of("left-quarter", player) }
        }
        Event::Sent { player, figure, quarter } => {
            HappeningView { figure: Some(figure.word()), part: Some(quarter.word()), ..of("sent", player) }
        }
        Event::CountMoved { quarter } => HappeningView { part: Some(quarter.word()), ..neutral("count-moved") },
        _ => return None,
    })
}

/// What an action means that is no event of its own: the princess sends a knight away, a tower gives an own meeple back.
pub fn deed(state: &State, action: Action) -> Option<HappeningView> {
    let Action::Seize { piece, .. } = action else { return None };
    let what = match state.decision() {
        Decision::Deploy { .. } => "knight-sent",
        Decision::Capture { player } if player == piece.owner() => "captured-own",
        _ => return None,
    };
    Some(HappeningView {
        figure: Some(piece.kind().word()),
        other: Some(seat_of(piece.owner())),
        ..of_player(what, state.active_player())
    })
}

/// Tells what the dragon eats from what returns otherwise: it eats as soon as it has moved, before anything else.
#[derive(Default)]
pub struct Meal {
    goes_on: bool,
}

impl Meal {
    /// Takes the next event; a line if the dragon eats somebody.
    pub fn eaten(&mut self, event: Event) -> Option<HappeningView> {
        match event {
            Event::DragonMoved { player, .. } => self.goes_on = player.is_some(),
            Event::Returned { player, figure, .. } if self.goes_on => {
                return Some(HappeningView { figure: Some(figure.word()), ..of_player("dragon-eats", player) });
            }
            // The one on the tower comes last.
            Event::LeftTower { .. } => {}
            _ => self.goes_on = false,
        }
        None
    }
}
