//! What follows from an action without being said by it, for programs: the same that the text tells, points apart.

use bastide_rules::notation::{segment_name, tile_name};
use bastide_rules::{Event, PlayerId, RANSOM, ReturnCause, Spot, State, catalogue};
use serde::Serialize;

use super::report::cell;
use bastide_film::event_text;

/// One thing that happened in a turn.
#[derive(Serialize)]
pub struct NewsFacts {
    turn: u32,
    #[serde(flatten)]
    news: News,
    /// The sentence that people read.
    text: String,
}

/// What happened; `what` is its name. Players are named.
#[derive(Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
enum News {
    TileDiscarded { tile: String },
    Returned { player: String, figure: &'static str, why: &'static str, tile: [i16; 2], segment: String },
    LeftTower { player: String, figure: &'static str, why: &'static str, tile: [i16; 2] },
    RobberFollowed { player: String, space: u8 },
    IngotsTaken { player: String, count: u8, tile: [i16; 2], segment: String },
    GoodsTaken { player: String, goods: &'static str, count: u8 },
    MagicAside { figure: &'static str },
    FlightFailed { player: String, figure: &'static str },
    BuilderAside { player: String },
    MarkerMoved { player: String, marker: &'static str, points: i32, space: u8 },
    ExtraTurn { player: String },
    GingerbreadAside,
    PigMoved { sector: &'static str, steps: u8 },
    Uncrowned { player: String, figure: &'static str, sector: &'static str },
    ChallengeBegan { tile: [i16; 2], segment: String },
    ChallengeLost { tile: [i16; 2], segment: String },
    DragonCame { tile: [i16; 2] },
    Captured { player: String, of: String, figure: &'static str, tile: [i16; 2] },
    Ransomed { player: String, to: String, points: i32 },
    Freed { player: String, of: String, figure: &'static str, why: &'static str },
}

/// The news of an event, unless the action says it all or it is an award.
pub fn news(turn: u32, state: &State, event: &Event, names: &[String]) -> Option<NewsFacts> {
    let name = |player: PlayerId| names[player.index()].clone();
    let segment = |spot: Spot| {
        let laid = state.tile_at(spot.pos);
        laid.map_or_else(String::new, |laid| segment_name(laid.tile, laid.rotation, spot.segment))
    };
    let news = match *event {
        Event::TileDiscarded { tile } => {
            News::TileDiscarded { tile: tile_name(state.game().options().base, catalogue::tile(tile)) }
        }
        Event::RobberFollowed { player, space } => News::RobberFollowed { player: name(player), space },
        Event::IngotsTaken { player, count, spot } => {
            News::IngotsTaken { player: name(player), count, tile: cell(spot.pos), segment: segment(spot) }
        }
        Event::GoodsTaken { player, goods, count } => {
            News::GoodsTaken { player: name(player), goods: goods.word(), count }
        }
        Event::MagicMoved { figure, spot: None } => News::MagicAside { figure: figure.word() },
        Event::FlightFailed { player, figure } => News::FlightFailed { player: name(player), figure: figure.word() },
        Event::BuilderAside { player, .. } => News::BuilderAside { player: name(player) },
        Event::MarkerMoved { player, marker, points, space } => {
            News::MarkerMoved { player: name(player), marker: marker.word(), points, space }
        }
        Event::ExtraTurn { player } => News::ExtraTurn { player: name(player) },
        Event::GingerbreadMoved { spot: None } => News::GingerbreadAside,
        Event::PigMoved { sector, steps } => News::PigMoved { sector: sector.word(), steps },
        Event::Uncrowned { player, figure, sector } => {
            News::Uncrowned { player: name(player), figure: figure.word(), sector: sector.word() }
        }
        Event::ChallengeBegan { spot, .. } => News::ChallengeBegan { tile: cell(spot.pos), segment: segment(spot) },
        Event::ChallengeLost { spot } => News::ChallengeLost { tile: cell(spot.pos), segment: segment(spot) },
        Event::DragonMoved { pos, player: None } => News::DragonCame { tile: cell(pos) },
        Event::Captured { captor, owner, figure, at } => {
            News::Captured { player: name(captor), of: name(owner), figure: figure.word(), tile: cell(at) }
        }
        Event::Ransomed { player, captor, .. } => {
            News::Ransomed { player: name(player), to: name(captor), points: RANSOM }
        }
        Event::Freed { captor, owner, figure, why } => {
            News::Freed { player: name(captor), of: name(owner), figure: figure.word(), why: why.word() }
        }
        Event::Returned { player, figure, spot, why } if why != ReturnCause::Scored => News::Returned {
            player: name(player),
            figure: figure.word(),
            why: why.word(),
            tile: cell(spot.pos),
            segment: segment(spot),
        },
        Event::LeftTower { player, figure, pos, why } => {
            News::LeftTower { player: name(player), figure: figure.word(), why: why.word(), tile: cell(pos) }
        }
        // Awards have a list of their own; the rest is what the actions say.
        Event::Scored(_)
        | Event::FinalScoringBegan
        | Event::TileDrawn { .. }
        | Event::TilePlaced { .. }
        | Event::Deployed { .. }
        | Event::Returned { .. }
        | Event::RobberPut { .. }
        | Event::RobberReturned { .. }
        | Event::IngotPut { .. }
        | Event::MagicMoved { spot: Some(_), .. }
        | Event::Rolled { .. }
        | Event::FerryPut { .. }
        | Event::MessageDrawn { .. }
        | Event::CropChosen { .. }
        | Event::GingerbreadMoved { spot: Some(_) }
        | Event::Crowned { .. }
        | Event::DragonMoved { player: Some(_), .. }
        | Event::FairyMoved { .. }
        | Event::FloorPut { .. }
        | Event::GuardPut { .. }
        | Event::LeftQuarter { .. }
        | Event::Sent { .. }
        | Event::CountMoved { .. }
        | Event::TurnBegan { .. }
        | Event::GameEnded => return None,
    };
    Some(NewsFacts { turn, news, text: event_text(state, event, names).unwrap_or_default() })
}
