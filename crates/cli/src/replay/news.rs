//! What follows from an action without being said by it, for programs: the same that the text tells, points apart.

use bastide_rules::notation::{segment_name, tile_name};
use bastide_rules::{Event, PlayerId, Spot, State, catalogue};
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
    MagicAside { figure: &'static str, why: &'static str },
    FlightFailed { player: String, figure: &'static str },
    BuilderAside { player: String },
    MarkerMoved { player: String, marker: &'static str, points: i32, space: u8 },
    ExtraTurn { player: String, why: &'static str },
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

/// The news of an event: all that is told in words but the awards, which have a list of their own.
#[expect(clippy::wildcard_enum_match_arm, reason = "the test has one of every event")]
pub fn news(turn: u32, state: &State, event: &Event, names: &[String]) -> Option<NewsFacts> {
    let text = event_text(state, event, names)?;
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
        Event::MagicAside { figure, why } => News::MagicAside { figure: figure.word(), why: why.word() },
        Event::FlightFailed { player, figure } => News::FlightFailed { player: name(player), figure: figure.word() },
        Event::BuilderAside { player, .. } => News::BuilderAside { player: name(player) },
        Event::MarkerMoved { player, marker, points, space } => {
            News::MarkerMoved { player: name(player), marker: marker.word(), points, space }
        }
        Event::ExtraTurn { player, why } => News::ExtraTurn { player: name(player), why: why.word() },
        Event::GingerbreadAside => News::GingerbreadAside,
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
        Event::Ransomed { player, captor, points, .. } => {
            News::Ransomed { player: name(player), to: name(captor), points }
        }
        Event::Freed { captor, owner, figure, why } => {
            News::Freed { player: name(captor), of: name(owner), figure: figure.word(), why: why.word() }
        }
        Event::Returned { player, figure, spot, why } => News::Returned {
            player: name(player),
            figure: figure.word(),
            why: why.word(),
            tile: cell(spot.pos),
            segment: segment(spot),
        },
        Event::LeftTower { player, figure, pos, why } => {
            News::LeftTower { player: name(player), figure: figure.word(), why: why.word(), tile: cell(pos) }
        }
        // The awards, where they begin, and what was found untold above: that list is not written twice, and the test
        // below has one of every event.
        _ => return None,
    };
    Some(NewsFacts { turn, news, text })
}

#[cfg(test)]
mod tests {
    use bastide_rules::{
        Award, Base, ByPlayer, Counted, CropAction, CropCircle, Deployment, ExtraTurnCause, FigureKind, Game, Goods,
        Item, MagicAsideCause, MagicFigure, Marker, Message, Options, Pos, Quarter, Release, ReturnCause,
        RobberReturnCause, Rotation, Sector, Source, TileId, Value,
    };

    use super::*;

    /// The event after another, so that a new one cannot be forgotten; those that are told or not by what is in them come
    /// twice.
    fn after(event: Event) -> Option<Event> {
        let player = PlayerId::new(1)?;
        let (captor, owner, figure, pos) = (PlayerId::new(0)?, player, FigureKind::Meeple, Pos::new(0, 0));
        let (at, height, points, space, number) = (pos, 1, 1, 1, 1);
        let (spot, sector, quarter) = (Spot { pos, segment: 0 }, Sector::Storm, Quarter::Market);
        let value = Value::of(Item { what: Counted::Ingots, count: 1, each: 1 });
        Some(match event {
            Event::TileDrawn { tile, .. } => Event::TileDiscarded { tile },
            Event::TileDiscarded { tile } => {
                Event::TilePlaced { by: Some(player), tile, pos, rotation: Rotation::NONE }
            }
            Event::TilePlaced { .. } => Event::Deployed { player, figure, spot, how: Deployment::OnTile },
            Event::Deployed { .. } => Event::Returned { player, figure, spot, why: ReturnCause::Scored },
            Event::Returned { why: ReturnCause::Scored, .. } => {
                Event::Returned { player, figure, spot, why: ReturnCause::Eaten }
            }
            Event::Returned { .. } => Event::Scored(Award { player, source: Source::Gold, spot: None, value }),
            Event::Scored(_) => Event::RobberPut { player, space, victims: ByPlayer::default() },
            Event::RobberPut { .. } => Event::RobberFollowed { player, space },
            Event::RobberFollowed { .. } => Event::RobberReturned { player, why: RobberReturnCause::Robbed },
            Event::RobberReturned { .. } => Event::IngotPut { pos },
            Event::IngotPut { .. } => Event::IngotsTaken { player, count: 1, spot },
            Event::IngotsTaken { .. } => Event::MagicAside { figure: MagicFigure::Mage, why: MagicAsideCause::NoPlace },
            Event::MagicAside { figure, .. } => Event::MagicMoved { figure, spot },
            Event::MagicMoved { .. } => Event::Rolled { player, figure, number, at },
            Event::Rolled { .. } => Event::FlightFailed { player, figure },
            Event::FlightFailed { .. } => Event::FerryPut { at, ends: [0, 1], is_move: false },
            Event::FerryPut { .. } => Event::GoodsTaken { player, goods: Goods::Wheat, count: 1 },
            Event::GoodsTaken { .. } => Event::BuilderAside { player, spot },
            Event::BuilderAside { .. } => Event::MarkerMoved { player, marker: Marker::Meeple, points, space },
            Event::MarkerMoved { .. } => Event::MessageDrawn { player, message: Message::ALL[0] },
            Event::MessageDrawn { .. } => {
                Event::CropChosen { player, circle: CropCircle::Club, action: CropAction::Add }
            }
            Event::CropChosen { .. } => Event::GingerbreadAside,
            Event::GingerbreadAside => Event::GingerbreadMoved { spot },
            Event::GingerbreadMoved { .. } => Event::PigMoved { sector, steps: 1 },
            Event::PigMoved { .. } => Event::Crowned { player, figure, sector },
            Event::Crowned { .. } => Event::Uncrowned { player, figure, sector },
            Event::Uncrowned { .. } => Event::ChallengeBegan { spot, opposite: spot },
            Event::ChallengeBegan { .. } => Event::ChallengeLost { spot },
            Event::ChallengeLost { .. } => Event::DragonMoved { pos, player: None },
            Event::DragonMoved { player: None, .. } => Event::DragonMoved { pos, player: Some(player) },
            Event::DragonMoved { player: Some(_), .. } => Event::FairyMoved { pos },
            Event::FairyMoved { .. } => Event::FloorPut { player, pos, height },
            Event::FloorPut { .. } => Event::GuardPut { player, figure, pos },
            Event::GuardPut { .. } => Event::LeftTower { player, figure, pos, why: ReturnCause::Eaten },
            Event::LeftTower { .. } => Event::Captured { captor, owner, figure, at },
            Event::Captured { .. } => Event::Freed { captor, owner, figure, why: Release::Exchange },
            Event::Freed { .. } => Event::Ransomed { player, captor, figure, points: bastide_rules::RANSOM },
            Event::Ransomed { .. } => Event::LeftQuarter { player, figure, quarter },
            Event::LeftQuarter { .. } => Event::Sent { player, figure, quarter },
            Event::Sent { .. } => Event::CountMoved { quarter },
            Event::CountMoved { .. } => Event::TurnBegan { turn: 1, player },
            Event::TurnBegan { .. } => Event::ExtraTurn { player, why: ExtraTurnCause::Lake },
            Event::ExtraTurn { .. } => Event::FinalScoringBegan,
            Event::FinalScoringBegan => Event::GameEnded,
            Event::GameEnded => return None,
        })
    }

    #[test]
    fn an_event_is_news_exactly_if_there_are_words_for_it() {
        let state = State::new(Game::new(Options::new(Base::V3, 2)).unwrap());
        let tile: TileId = state.game().tiles().next().unwrap().0.id;
        let first = Event::TileDrawn { turn: 1, player: state.active_player(), tile };
        for event in std::iter::successors(Some(first), |&event| after(event)) {
            let is_of_points = matches!(event, Event::Scored(_) | Event::FinalScoringBegan);
            let is_told = event_text(&state, &event, &[]).is_some() && !is_of_points;
            let names = ["Anna".to_owned(), "Borys".to_owned()];
            assert_eq!(news(1, &state, &event, &names).is_some(), is_told, "{event:?}");
        }
    }
}
