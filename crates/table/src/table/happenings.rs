//! What the log says of events that are neither a tile, a figure on the board nor points.

use bastide_rules::{Event, FigureKind, MAX_PLAYERS, PlayerId, ReturnCause};

use super::{cell, seat_of};
use crate::wire::Happening;

/// What the log says of the cause for which a figure goes back, unless an award or another line does.
pub(super) fn cause(why: ReturnCause, player: PlayerId, figure: FigureKind) -> Option<Happening> {
    let owner = seat_of(player);
    match why {
        ReturnCause::Plague => Some(Happening::Plague { seat: owner, figure: figure.into() }),
        ReturnCause::Eaten => Some(Happening::DragonEats { seat: owner, figure: figure.into() }),
        ReturnCause::Princess { by } => {
            Some(Happening::KnightSent { seat: seat_of(by), other: owner, figure: figure.into() })
        }
        // Whoever is not the captor's own becomes a captive, which is told by itself.
        ReturnCause::Seized { by, tower } => {
            (player == by).then(|| Happening::CapturedOwn { seat: owner, figure: figure.into(), at: cell(tower) })
        }
        ReturnCause::Scored
        | ReturnCause::Recalled
        | ReturnCause::AfterPig
        | ReturnCause::LeftAlone
        | ReturnCause::Message
        | ReturnCause::CropCircle
        | ReturnCause::Challenge
        | ReturnCause::WithMeeple => None,
    }
}

/// What the log says of an event that is neither a tile, a figure on the board nor points.
pub(super) fn happening(event: Event) -> Option<Happening> {
    Some(match event {
        Event::RobberPut { player, space, victims } => {
            let robbed = PlayerId::seats(MAX_PLAYERS).filter(|&other| victims[other]).map(seat_of);
            Happening::RobberPut { seat: seat_of(player), space, victims: robbed.collect() }
        }
        Event::RobberFollowed { player, space } => Happening::RobberFollowed { seat: seat_of(player), space },
        Event::RobberReturned { player, .. } => Happening::RobberReturned { seat: seat_of(player) },
        Event::IngotPut { pos } => Happening::IngotPut { at: cell(pos) },
        Event::IngotsTaken { player, count, spot } => {
            Happening::IngotsTaken { seat: seat_of(player), count, at: cell(spot.pos), segment: spot.segment }
        }
        Event::MagicMoved { figure, spot } => {
            Happening::MagicMoved { figure: figure.into(), at: cell(spot.pos), segment: spot.segment }
        }
        Event::MagicAside { figure, .. } => Happening::MagicAside { figure: figure.into() },
        Event::Rolled { player, figure, number, at } => {
            Happening::Rolled { seat: seat_of(player), figure: figure.into(), number, at: cell(at) }
        }
        Event::FlightFailed { player, figure } => {
            Happening::FlightFailed { seat: seat_of(player), figure: figure.into() }
        }
        Event::FerryPut { at, ends, is_move: false } => Happening::FerryPut { at: cell(at), ends },
        Event::FerryPut { at, ends, is_move: true } => Happening::FerryMoved { at: cell(at), ends },
        Event::GoodsTaken { player, goods, count } => {
            Happening::GoodsTaken { seat: seat_of(player), goods: goods.into(), count }
        }
        Event::BuilderAside { player, spot } => {
            Happening::BuilderAside { seat: seat_of(player), at: cell(spot.pos), segment: spot.segment }
        }
        Event::MarkerMoved { player, marker, points, space } => {
            Happening::MarkerMoved { seat: seat_of(player), marker: marker.into(), points, space }
        }
        Event::MessageDrawn { player, message } => {
            Happening::MessageDrawn { seat: seat_of(player), message: message.into() }
        }
        Event::CropChosen { player, circle, action } => {
            Happening::CropChosen { seat: seat_of(player), circle: circle.into(), choice: action.into() }
        }
        Event::ExtraTurn { player, why } => Happening::ExtraTurn { seat: seat_of(player), why: why.into() },
        Event::GingerbreadMoved { spot } => Happening::GingerbreadMoved { at: cell(spot.pos), segment: spot.segment },
        Event::GingerbreadAside => Happening::GingerbreadAside,
        Event::PigMoved { sector, steps } => Happening::PigMoved { sector: sector.into(), steps },
        Event::Crowned { player, figure, sector } => {
            Happening::CrownTaken { seat: seat_of(player), figure: figure.into(), sector: sector.into() }
        }
        Event::Uncrowned { player, figure, sector } => {
            Happening::CrownLeft { seat: seat_of(player), figure: figure.into(), sector: sector.into() }
        }
        Event::ChallengeBegan { spot, .. } => Happening::Challenge { at: cell(spot.pos), segment: spot.segment },
        Event::ChallengeLost { spot } => Happening::ChallengeLost { at: cell(spot.pos), segment: spot.segment },
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
        Event::Captured { captor, owner, figure, at } => {
            Happening::Captured { seat: seat_of(captor), other: seat_of(owner), figure: figure.into(), at: cell(at) }
        }
        Event::Freed { captor, owner, figure, .. } => {
            Happening::Freed { seat: seat_of(owner), other: seat_of(captor), figure: figure.into() }
        }
        Event::Ransomed { player, captor, figure, points } => {
            Happening::Ransomed { seat: seat_of(player), other: seat_of(captor), figure: figure.into(), points }
        }
        Event::LeftQuarter { player, figure, quarter } => {
            Happening::LeftQuarter { seat: seat_of(player), figure: figure.into(), quarter: quarter.into() }
        }
        Event::Sent { player, figure, quarter } => {
            Happening::Sent { seat: seat_of(player), figure: figure.into(), quarter: quarter.into() }
        }
        Event::CountMoved { quarter } => Happening::CountMoved { quarter: quarter.into() },
        // Written down elsewhere.
        Event::TileDrawn { .. }
        | Event::TileDiscarded { .. }
        | Event::TilePlaced { .. }
        | Event::Deployed { .. }
        | Event::Returned { .. }
        | Event::Scored(_)
        | Event::FinalScoringBegan
        | Event::TurnBegan { .. }
        | Event::GameEnded => return None,
    })
}
