//! Sentences about what happens in a game, for `play` and `replay`.

use bastide_rules::notation::tile_name;
use bastide_rules::{Action, CropAction, Decision, Outcome, RANSOM, Spot, State, catalogue, story};

/// An action in words, for the state before it.
pub fn action_words(state: &State, action: Action) -> String {
    let at = |spot: Spot| story::place(state, spot);
    match action {
        Action::Draw(tile) => format!("draw {}", tile_name(state.game().options().base, catalogue::tile(tile))),
        Action::Place { pos, rotation } => match state.tile_in_hand() {
            Some(tile) => format!("tile {} at {pos} {rotation}", tile_name(state.game().options().base, tile)),
            None => format!("tile at {pos} {rotation}"),
        },
        Action::Deploy { figure, spot } => format!("{} on the {}", figure.word(), story::segment(state, spot)),
        Action::RecallAbbot => "take the abbot back".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Fly(figure) => format!("{} on the flying machine", figure.word()),
        Action::Roll(number) => format!("the die shows {number}"),
        Action::Land(spot) => format!("land on the {}", at(spot)),
        Action::Accompany => {
            let asked =
                if let Decision::Accompany { figure, .. } = state.decision() { figure.word() } else { "companion" };
            format!("place the {asked} too")
        }
        Action::Ferry { at, ends } => {
            let [first, second] = ends.map(|segment| story::segment(state, Spot { pos: at, segment }));
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
