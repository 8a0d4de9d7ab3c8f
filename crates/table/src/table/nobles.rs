//! What the log tells of dragon, tower and count.

use bastide_rules::{Event, RANSOM};

use super::{cell, seat_of};
use crate::wire::Happening;

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
        Event::LeftTower { player, figure, pos, .. } => {
            Happening::TowerLeft { seat: seat_of(player), figure: figure.into(), at: cell(pos) }
        }
        Event::Captured { captor, owner, figure } => {
            Happening::Captured { seat: seat_of(captor), other: seat_of(owner), figure: figure.into() }
        }
        Event::Freed { captor, owner, figure, .. } => {
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
