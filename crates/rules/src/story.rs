//! What happens in a game, in English sentences: the one narrator of the command line and of recorded games.
//!
//! Whoever tells a game in another language, or in pictures, has the [events](crate::Event) themselves.

use crate::action::Spot;
use crate::catalogue;
use crate::event::{Award, Event, ExtraTurnCause, MagicAsideCause, Release, ReturnCause, Source};
use crate::figure::FigureKind;
use crate::geometry::Port;
use crate::notation::{segment_name, tile_name};
use crate::player::PlayerId;
use crate::state::State;

/// What an event adds to the action before it; `None` where the action says it all.
///
/// ```
/// use bastide_rules::{Base, Event, ExtraTurnCause, Game, Options, PlayerId, State, story};
/// let state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// let event = Event::ExtraTurn { player: PlayerId::new(1).unwrap(), why: ExtraTurnCause::Builder };
/// let names = ["Anna".to_owned(), "Borys".to_owned()];
/// assert_eq!(story::sentence(&state, &event, &names).unwrap(), "Borys takes another turn by the builder");
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn sentence(state: &State, event: &Event, names: &[String]) -> Option<String> {
    let name = |player: PlayerId| name_of(names, player);
    let of = |figure: FigureKind, player: PlayerId| format!("The {} of {}", figure.word(), name(player));
    let plural = |count: u8| if count == 1 { "" } else { "s" };
    Some(match *event {
        Event::TileDiscarded { tile } => {
            let name = tile_name(state.game().options().base, catalogue::tile(tile));
            format!("Tile {name} fits nowhere and is out of the game")
        }
        Event::Returned { player, figure, spot, why } => {
            format!("{} {}", of(figure, player), returned(why, &place(state, spot)))
        }
        Event::LeftTower { player, figure, pos, why } => {
            format!("{} {}", of(figure, player), returned(why, &format!("tower at {pos}")))
        }
        Event::Scored(ref award) => award_sentence(award, names),
        Event::FinalScoringBegan => "Final scoring".to_owned(),
        Event::RobberFollowed { player, space } => format!("The robber of {} moves along to {space}", name(player)),
        Event::RobberReturned { player, .. } => format!("The robber of {} returns", name(player)),
        Event::IngotPut { pos } => format!("An ingot is put on the tile at {pos}"),
        Event::IngotsTaken { player, count, spot } => {
            format!("{} takes {count} ingot{} from the {}", name(player), plural(count), place(state, spot))
        }
        Event::GoodsTaken { player, goods, count } => format!("{} takes {count} {}", name(player), goods.word()),
        Event::MagicAside { figure, why } => {
            let why = match why {
                MagicAsideCause::Completed => "",
                MagicAsideCause::NoPlace => ", as no feature is left",
            };
            format!("The {} goes beside the table{why}", figure.word())
        }
        Event::Rolled { number, at, .. } => format!("The die leads {number} cell{} far to {at}", plural(number)),
        Event::FlightFailed { player, figure } => format!("{} finds no place to land", of(figure, player)),
        Event::BuilderAside { player, spot } => {
            format!("The builder of {} goes from the {} beside the stacks", name(player), place(state, spot))
        }
        Event::MarkerMoved { player, marker, points, space } => {
            format!("The {} marker of {} moves by {points} and stands on {space}", marker.word(), name(player))
        }
        Event::ExtraTurn { player, why } => {
            let why = match why {
                ExtraTurnCause::Builder => "by the builder",
                ExtraTurnCause::Lake => "after the lake",
                ExtraTurnCause::Message => "by the message",
            };
            format!("{} takes another turn {why}", name(player))
        }
        Event::GingerbreadAside => "The gingerbread man goes beside the table".to_owned(),
        Event::PigMoved { sector, steps } => {
            format!("The pig moves {steps} sector{} to {}", plural(steps), sector.word())
        }
        Event::Uncrowned { player, figure, sector } => {
            format!("{} comes back from a crown space of {}", of(figure, player), sector.word())
        }
        Event::ChallengeBegan { spot, opposite } => {
            format!("The {} challenges the {}", place(state, spot), place(state, opposite))
        }
        Event::ChallengeLost { spot } => format!("The {} loses the challenge", place(state, spot)),
        Event::DragonMoved { pos, player: None } => format!("The dragon comes to {pos}"),
        Event::FloorPut { pos, height, .. } => format!("The tower at {pos} has {height} floor{}", plural(height)),
        Event::Captured { captor, owner, figure, .. } => {
            format!("{} holds the {} of {}", name(captor), figure.word(), name(owner))
        }
        Event::Ransomed { player, captor, points, .. } => {
            format!("{} pays {points} points to {}", name(player), name(captor))
        }
        Event::Freed { captor, owner, figure, why } => {
            let why = match why {
                Release::Exchange => "in exchange",
                Release::Ransom => "for the ransom",
            };
            format!("{} gives the {} of {} back {why}", name(captor), figure.word(), name(owner))
        }
        Event::LeftQuarter { player, figure, quarter } => {
            format!("{} leaves the {}", of(figure, player), quarter.word())
        }
        // The action itself says it, or the next line does.
        Event::TileDrawn { .. }
        | Event::TilePlaced { .. }
        | Event::Deployed { .. }
        | Event::RobberPut { .. }
        | Event::MagicMoved { .. }
        | Event::FerryPut { .. }
        | Event::MessageDrawn { .. }
        | Event::CropChosen { .. }
        | Event::GingerbreadMoved { .. }
        | Event::Crowned { .. }
        | Event::DragonMoved { player: Some(_), .. }
        | Event::FairyMoved { .. }
        | Event::GuardPut { .. }
        | Event::Sent { .. }
        | Event::CountMoved { .. }
        | Event::TurnBegan { .. }
        | Event::GameEnded => return None,
    })
}

/// What happens to a figure that leaves a place.
fn returned(why: ReturnCause, place: &str) -> String {
    match why {
        ReturnCause::Scored => format!("returns from the {place}"),
        ReturnCause::Recalled | ReturnCause::AfterPig => format!("is taken back from the {place}"),
        ReturnCause::LeftAlone => format!("is left alone and returns from the {place}"),
        ReturnCause::Message => format!("returns from the {place} by the message"),
        ReturnCause::CropCircle => format!("returns from the {place} by the crop circle"),
        ReturnCause::Plague => format!("returns from the {place} because of the plague"),
        ReturnCause::Challenge => format!("loses the challenge and returns from the {place}"),
        ReturnCause::Eaten => format!("is eaten by the dragon, on the {place}"),
        ReturnCause::Princess { .. } => format!("is sent away by the princess, from the {place}"),
        ReturnCause::WithMeeple => format!("returns with its meeple from the {place}"),
        ReturnCause::Seized { .. } => format!("is taken by a tower, from the {place}"),
    }
}

/// An award with its reason: `City, 3 tiles × 2 + 1 coat of arms × 2 = 8 → Anna`.
pub fn award_sentence(award: &Award, names: &[String]) -> String {
    let source = match award.source {
        Source::Completed(feature) => capitalised(feature.word()),
        Source::Recalled(feature) => format!("Abbot taken back from a {}", feature.word()),
        Source::Final(feature) => format!("{} at the end", capitalised(feature.word())),
        Source::Pig => "Pig".to_owned(),
        Source::Robbery(victim) => format!("Robbery of {}", name_of(names, victim)),
        Source::Message(message) => format!("Message {message}"),
        Source::Robber => "Robber on the track at the end".to_owned(),
        Source::Goods(goods) => format!("Most {} at the end", goods.word()),
        Source::Gold => "Gold at the end".to_owned(),
        Source::Gingerbread => "Gingerbread man".to_owned(),
        Source::Greeting(_) | Source::Fairy | Source::FairyAtEnd => "Fairy".to_owned(),
        Source::Wheel(sector) => format!("Wheel, {}", sector.word()),
        Source::Crown(sector) => format!("Crown of {}", sector.word()),
    };
    format!("{source}, {} → {}", award.value, name_of(names, award.player))
}

/// A name, or the seat of a player who has none.
fn name_of(names: &[String], player: PlayerId) -> String {
    names.get(player.index()).map_or_else(|| player.to_string(), String::clone)
}

/// A segment with the cell of its tile: `road N S at 1,2`.
pub fn place(state: &State, spot: Spot) -> String {
    format!("{} at {}", segment(state, spot), spot.pos)
}

/// A segment: its feature and the sides it reaches, or for a field its name.
pub fn segment(state: &State, spot: Spot) -> String {
    let Some(laid) = state.tile_at(spot.pos) else { return format!("cell {}", spot.pos) };
    let Some(segment) = laid.tile.segments.get(usize::from(spot.segment)) else {
        return format!("cell {}", spot.pos);
    };
    let ports = segment.ports.rotated(laid.rotation);
    let sides: String = ports
        .iter()
        .filter(|&port| port == Port::middle(port.side()))
        .map(|port| format!(" {}", port.side().letter()))
        .collect();
    if sides.is_empty() {
        segment_name(laid.tile, laid.rotation, spot.segment)
    } else {
        format!("{}{sides}", segment.feature.word())
    }
}

/// With a capital first letter.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
