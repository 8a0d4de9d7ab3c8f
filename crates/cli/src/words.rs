//! Sentences about what happens in a game, for `play` and `replay`.

use bastide_rules::notation::{segment_name, tile_name};
use bastide_rules::{
    Action, Award, CropAction, Decision, Event, Outcome, PlayerId, Port, RANSOM, Source, Spot, State, catalogue,
};

/// An award with its reason: `City, 3 tiles × 2 + 1 coat of arms × 2 = 8 → Anna`.
pub fn award_text(award: &Award, names: &[String]) -> String {
    let name = |player: PlayerId| &names[player.index()];
    let source = match award.source {
        Source::Completed(feature) => capitalised(feature.word()),
        Source::Recalled(feature) => format!("Abbot taken back from a {}", feature.word()),
        Source::Final(feature) => format!("{} at the end", capitalised(feature.word())),
        Source::Pig => "Pig".to_owned(),
        Source::Robbery(victim) => format!("Robbery of {}", name(victim)),
        Source::Message(message) => format!("Message {message}"),
        Source::Robber => "Robber on the track at the end".to_owned(),
        Source::Goods(goods) => format!("Most {} at the end", goods.word()),
        Source::Gold => "Gold at the end".to_owned(),
        Source::Gingerbread => "Gingerbread man".to_owned(),
        Source::Fairy | Source::FairyAtEnd => "Fairy".to_owned(),
        Source::Wheel(sector) => format!("Wheel, {}", sector.word()),
        Source::Crown(sector) => format!("Crown of {}", sector.word()),
    };
    format!("{source}, {} → {}", award.value, name(award.player))
}

/// What happened, as far as it is not the action itself: discarded tiles, awards, and what follows
/// from an action.
pub fn event_text(state: &State, event: &Event, names: &[String]) -> Option<String> {
    let name = |player: PlayerId| &names[player.index()];
    let plural = |count: u8| if count == 1 { "" } else { "s" };
    Some(match *event {
        Event::TileDiscarded { tile } => {
            let name = tile_name(state.game().options().base, catalogue::tile(tile));
            format!("Tile {name} fits nowhere and is out of the game")
        }
        Event::Scored(ref award) => award_text(award, names),
        Event::FinalScoringBegan => "Final scoring".to_owned(),
        Event::RobberFollowed { player, space } => format!("The robber of {} moves along to {space}", name(player)),
        Event::IngotsTaken { player, count, .. } => format!("{} takes {count} ingot{}", name(player), plural(count)),
        Event::GoodsTaken { player, goods, count } => format!("{} takes {count} {}", name(player), goods.word()),
        Event::MagicMoved { figure, spot: None } => format!("The {} goes beside the table", figure.word()),
        Event::FlightFailed { player, figure } => {
            format!("The {} of {} finds no place to land", figure.word(), name(player))
        }
        Event::BuilderAside { player, .. } => format!("The builder of {} goes beside the stacks", name(player)),
        Event::MarkerMoved { player, marker, space, .. } => {
            format!("The {} marker of {} stands on {space}", marker.word(), name(player))
        }
        Event::ExtraTurn { player } => format!("{} takes another turn", name(player)),
        Event::GingerbreadMoved { spot: None } => "The gingerbread man goes beside the table".to_owned(),
        Event::PigMoved { sector, steps } => {
            format!("The pig moves {steps} sector{} to {}", plural(steps), sector.word())
        }
        Event::Uncrowned { player, figure, sector } => {
            format!("The {} of {} comes back from a crown space of {}", figure.word(), name(player), sector.word())
        }
        Event::ChallengeLost { spot } => format!("The {} loses the challenge", place_words(state, spot)),
        Event::DragonMoved { pos, player: None } => format!("The dragon comes to {pos}"),
        Event::Captured { captor, owner, figure } => {
            format!("{} holds the {} of {}", name(captor), figure.word(), name(owner))
        }
        Event::Ransomed { player, captor, .. } => format!("{} pays {RANSOM} points to {}", name(player), name(captor)),
        Event::Freed { captor, owner, figure } => {
            format!("{} gives the {} of {} back", name(captor), figure.word(), name(owner))
        }
        // The action itself says it, or the next line does.
        Event::TileDrawn { .. }
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
        | Event::LeftTower { .. }
        | Event::LeftQuarter { .. }
        | Event::Sent { .. }
        | Event::CountMoved { .. }
        | Event::TurnBegan { .. }
        | Event::GameEnded => return None,
    })
}

/// An action in words, for the state before it.
pub fn action_words(state: &State, action: Action) -> String {
    let at = |spot: Spot| place_words(state, spot);
    match action {
        Action::Draw(tile) => format!("draw {}", tile_name(state.game().options().base, catalogue::tile(tile))),
        Action::Place { pos, rotation } => match state.tile_in_hand() {
            Some(tile) => format!("tile {} at {pos} {rotation}", tile_name(state.game().options().base, tile)),
            None => format!("tile at {pos} {rotation}"),
        },
        Action::Deploy { figure, spot } => format!("{} on the {}", figure.word(), spot_words(state, spot)),
        Action::RecallAbbot => "take the abbot back".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Fly(figure) => format!("{} on the flying machine", figure.word()),
        Action::Roll(number) => format!("the die shows {number}"),
        Action::Land(spot) => format!("land on the {}", at(spot)),
        Action::Accompany => match state.decision() {
            Decision::Accompany { figure, .. } => format!("place the {} too", figure.word()),
            _ => "place the companion too".to_owned(),
        },
        Action::Ferry { at, ends } => {
            let [first, second] = ends.map(|segment| spot_words(state, Spot { pos: at, segment }));
            format!("ferry at {at} between {first} and {second}")
        }
        Action::Ingot(pos) => format!("ingot on the tile at {pos}"),
        Action::Magic { figure, spot } => format!("{} to the {}", figure.word(), at(spot)),
        Action::MagicAside(figure) => format!("{} beside the table", figure.word()),
        Action::Robber(space) => format!("robber to space {space}"),
        Action::ScoreNext(spot) => format!("score the {} next", at(spot)),
        Action::Mark(marker) => format!("move the {}", marker.word()),
        Action::Rob(player) => format!("rob {player}"),
        Action::DrawMessage(message) => format!("message {message}"),
        Action::TwoPoints => "take 2 points instead".to_owned(),
        Action::CarryOut => "carry out the message".to_owned(),
        Action::Target(spot) => format!("carry out the message on the {}", at(spot)),
        Action::Return { figure, spot } => format!("take the {} back from the {}", figure.word(), at(spot)),
        Action::ReturnBoth { figure, spot } => {
            format!("take the {} and its companion back from the {}", figure.word(), at(spot))
        }
        Action::Crop(CropAction::Add) => "everybody adds a meeple".to_owned(),
        Action::Crop(CropAction::Return) => "everybody takes a meeple back".to_owned(),
        Action::Gingerbread(spot) => format!("gingerbread man to the {}", at(spot)),
        Action::Crown { figure, sector } => format!("{} on a crown space of {}", figure.word(), sector.word()),
        Action::ReturnGuard(pos) => format!("take the meeple back from the tower at {pos}"),
        Action::Fairy(pos) => format!("fairy to the tile at {pos}"),
        Action::StepDragon(side) => format!("dragon to the {}", side.letter()),
        Action::Seize { piece, spot } => {
            let (owner, figure) = (piece.owner(), piece.kind());
            format!("take the {} of {owner} from the {}", figure.word(), at(spot))
        }
        Action::SeizeGuard(pos) => format!("take the meeple on the tower at {pos}"),
        Action::Floor(pos) => format!("floor on the tower at {pos}"),
        Action::Guard { figure, at } => format!("{} on the tower at {at}", figure.word()),
        Action::Exchange(figure) => format!("get the {} back", figure.word()),
        Action::Ransom { captor, figure } => format!("pay {captor} {RANSOM} points for the {}", figure.word()),
        Action::MoveOut { figure, spot } => format!("{} out of Carcassonne to the {}", figure.word(), at(spot)),
        Action::Send { figure, quarter } => format!("{} to Carcassonne, {}", figure.word(), quarter.word()),
        Action::MoveCount(quarter) => format!("count to the {}", quarter.word()),
    }
}

/// A segment with the cell of its tile: `road N S at 1,2`.
pub fn place_words(state: &State, spot: Spot) -> String {
    format!("{} at {}", spot_words(state, spot), spot.pos)
}

/// A segment in words: its feature and the sides it reaches, or for a field its name.
fn spot_words(state: &State, spot: Spot) -> String {
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

/// Who has won, in words.
pub fn outcome_text(state: &State, names: &[String]) -> String {
    let points = names.iter().zip(state.points()).map(|(name, points)| format!("{name} {points}"));
    let points = points.collect::<Vec<_>>().join(", ");
    if state.outcome() == Outcome::Undecided {
        return format!("Points so far: {points}");
    }
    let winners = state.game().seats().filter(|&seat| state.outcome().is_winner(seat));
    let winners: Vec<&str> = winners.map(|seat| names[seat.index()].as_str()).collect();
    match winners[..] {
        [winner] => format!("Final points: {points}. The winner is {winner}."),
        _ => format!("Final points: {points}. The victory is shared by {}.", winners.join(" and ")),
    }
}

/// With a capital first letter.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
