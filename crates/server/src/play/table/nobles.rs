//! What the log tells of dragon, tower and count.

use bastide_rules::{Action, Decision, Event, RANSOM, State};

use super::super::wire::Happening;
use super::{cell, seat_of};

/// A line about an event of these modules; none for others.
pub fn happening(event: Event) -> Option<Happening> {
    Some(match event {
        Event::DragonMoved { pos, player: None } => Happening::DragonPut { at: cell(pos) },
        Event::DragonMoved { pos, player: Some(player) } => {
            Happening::DragonMoved { seat: seat_of(player), at: cell(pos) }
        }
        Event::FairyMoved { pos } => Happening::FairyMoved { at: cell(pos) },
        Event::FloorPut { player, pos, height: 1 } => Happening::TowerStarted { seat: seat_of(player), at: cell(pos) },
        Event::FloorPut { player, pos, height } => {
            Happening::TowerRaised { seat: seat_of(player), at: cell(pos), height }
        }
        Event::GuardPut { player, figure, pos } => {
            Happening::TowerOccupied { seat: seat_of(player), figure: figure.into(), at: cell(pos) }
        }
        Event::LeftTower { player, figure, pos } => {
            Happening::TowerLeft { seat: seat_of(player), figure: figure.into(), at: cell(pos) }
        }
        Event::Captured { captor, owner, figure } => {
            Happening::Captured { seat: seat_of(captor), other: seat_of(owner), figure: figure.into() }
        }
        Event::Freed { captor, owner, figure } => {
            Happening::Freed { seat: seat_of(owner), other: seat_of(captor), figure: figure.into() }
        }
        Event::Ransomed { player, captor, figure } => {
            Happening::Ransomed { seat: seat_of(player), other: seat_of(captor), figure: figure.into(), points: RANSOM }
        }
        Event::LeftQuarter { player, figure, quarter } => {
            Happening::LeftQuarter { seat: seat_of(player), figure: figure.into(), quarter: quarter.into() }
        }
        Event::Sent { player, figure, quarter } => {
            Happening::Sent { seat: seat_of(player), figure: figure.into(), quarter: quarter.into() }
        }
        Event::CountMoved { quarter } => Happening::CountMoved { quarter: quarter.into() },
        _ => return None,
    })
}

/// What an action means that is no event of its own: the princess sends a knight away, a tower gives an own meeple back.
pub fn deed(state: &State, action: Action) -> Option<Happening> {
    let Action::Seize { piece, .. } = action else { return None };
    let (seat, figure) = (seat_of(state.active_player()), piece.kind().into());
    match state.decision() {
        Decision::Deploy { .. } => Some(Happening::KnightSent { seat, other: seat_of(piece.owner()), figure }),
        Decision::Capture { player } if player == piece.owner() => Some(Happening::CapturedOwn { seat, figure }),
        _ => None,
    }
}

/// Tells what the dragon eats from what returns otherwise: it eats as soon as it has moved, before anything else.
#[derive(Default)]
pub struct Meal {
    goes_on: bool,
}

impl Meal {
    /// Takes the next event; a line if the dragon eats somebody.
    pub fn eaten(&mut self, event: Event) -> Option<Happening> {
        match event {
            Event::DragonMoved { player, .. } => self.goes_on = player.is_some(),
            Event::Returned { player, figure, .. } if self.goes_on => {
                return Some(Happening::DragonEats { seat: seat_of(player), figure: figure.into() });
            }
            // The one on the tower comes last.
            Event::LeftTower { .. } => {}
            _ => self.goes_on = false,
        }
        None
    }
}
