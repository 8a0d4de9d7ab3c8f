//! Sentences about what happens in a game, for `play` and `replay`.

use bastide_rules::notation::{segment_name, tile_name};
use bastide_rules::{Action, Award, Event, Outcome, Port, Source, Spot, State, catalogue};

/// An award with its reason: `City, 3 tiles × 2 + 1 coat of arms × 2 = 8 → Anna`.
pub fn award_text(award: &Award, names: &[String]) -> String {
    let feature = award.source.feature().word();
    let source = match award.source {
        Source::Completed(_) => capitalised(feature),
        Source::Recalled(_) => format!("Abbot taken back from a {feature}"),
        Source::Final(_) => format!("{} at the end", capitalised(feature)),
    };
    format!("{source}, {} → {}", award.value, names[award.player.index()])
}

/// What happened, as far as it is not the action itself: discarded tiles and awards.
pub fn event_text(state: &State, event: &Event, names: &[String]) -> Option<String> {
    match event {
        Event::TileDiscarded { tile } => {
            let name = tile_name(state.game().options().base, catalogue::tile(*tile));
            Some(format!("Tile {name} fits nowhere and is out of the game"))
        }
        Event::Scored(award) => Some(award_text(award, names)),
        Event::FinalScoringBegan => Some("Final scoring".to_owned()),
        _ => None,
    }
}

/// An action in words, for the state before it.
pub fn action_words(state: &State, action: Action) -> String {
    match action {
        Action::Draw(tile) => format!("draw {}", tile_name(state.game().options().base, catalogue::tile(tile))),
        Action::Place { pos, rotation } => match state.tile_in_hand() {
            Some(tile) => format!("tile {} at {pos} {rotation}", tile_name(state.game().options().base, tile)),
            None => format!("tile at {pos} {rotation}"),
        },
        Action::Deploy { figure, spot } => format!("{} on the {}", figure.word(), spot_words(state, spot)),
        Action::RecallAbbot => "take the abbot back".to_owned(),
        Action::Pass => "pass".to_owned(),
    }
}

/// A segment in words: its feature and the sides it reaches, or for a field its name.
pub fn spot_words(state: &State, spot: Spot) -> String {
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
