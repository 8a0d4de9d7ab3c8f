//! Answers as they stand in a record, read for the decision that they answer.

use super::names::{parse_deploy, parse_pos, parse_rotation, parse_tile, segment_on};
use super::record::RecordErrorKind;
use super::words::Word;
use crate::action::{Action, CropAction, MagicFigure, Marker, Piece, Spot};
use crate::catalogue;
use crate::decision::{Actor, Decision};
use crate::figure::FigureKind;
use crate::geometry::{Pos, Side};
use crate::module::Module;
use crate::modules::count::{self, Quarter};
use crate::modules::crop;
use crate::modules::messages::Message;
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;

/// Whether a text is a choice that was asked once and is not any more, because it has no effect: that of a crop circle
/// which concerns nobody (CORN-D4, CROP-D14). Records from before have it, and it is passed over.
///
/// ```
/// use bastide_rules::{notation, Base, Game, Options, State};
/// let state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// assert!(!notation::is_idle_choice(&state, "crop:add"), "no circle was laid");
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn is_idle_choice(state: &State, text: &str) -> bool {
    let chosen = text.strip_prefix("crop:");
    let is_choice = CropAction::ALL.into_iter().any(|known| Some(known.word()) == chosen);
    let is_past = state.is_between_turns() || state.turn.step.is_after(Step::CropRound);
    is_choice && is_past && crop::circle(state).is_some() && !crop::concerns_anybody(state)
}

/// What is wrong with a word that cannot be read as an answer: where a tile is drawn and it is written like one, no
/// tile has that name.
pub(super) fn misread(state: &State, word: &str) -> RecordErrorKind {
    let is_name = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    let (set, name) = word.split_once('/').unwrap_or((state.game().options().base.info().set, word));
    // Answers to other decisions are words of small letters.
    let is_tile = is_name(set) && is_name(name) && !name.starts_with(|c: char| c.is_ascii_lowercase());
    if is_tile && matches!(state.decision(), Decision::Draw { .. }) {
        RecordErrorKind::UnknownTile(catalogue::set(set).map(|set| set.name))
    } else {
        RecordErrorKind::NotAnAnswer(state.decision().word())
    }
}

/// Reads an action as it stands in a record: the answer to the decision of a state. Whether it is
/// legal is another question.
///
/// ```
/// use bastide_rules::{notation, Base, Game, Options, State};
/// let state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// let draw = notation::parse_action(&state, "U").unwrap();
/// assert!(state.is_legal(draw));
/// assert_eq!(notation::parse_action(&state, "pass"), None);
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn parse_action(state: &State, text: &str) -> Option<Action> {
    let words: Vec<_> = text.split_whitespace().map(|text| Word { text: text.to_owned(), is_quoted: false }).collect();
    let (action, used) = read_answer(state, &words).ok()?;
    (used == words.len()).then_some(action)
}

/// Reads the answer to the decision of a state: the action and the number of words it takes. On
/// failure the number of words that are wrong.
#[expect(clippy::wildcard_enum_match_arm, reason = "the last arm asks a match over all decisions")]
pub(super) fn read_answer(state: &State, words: &[Word]) -> Result<(Action, usize), usize> {
    let text = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    match state.decision() {
        decision if text(0) == "pass" && matches!(decision.actor(), Actor::Player(_)) => Ok((Action::Pass, 1)),
        Decision::Draw { .. } => {
            let tile = parse_tile(state.game().options().base, text(0)).ok_or(1usize)?;
            Ok((Action::Draw(tile.id), 1))
        }
        Decision::Spring => {
            let pos = parse_pos(text(0)).ok_or(1usize)?;
            Ok((Action::Place { pos, rotation: parse_rotation(text(1)).ok_or(2usize)? }, 2))
        }
        Decision::Place { .. } => {
            let pos = parse_pos(text(0)).ok_or(1usize)?;
            let rotation = parse_rotation(text(1)).ok_or(2usize)?;
            let tile = state.tile_in_hand().ok_or(2usize)?;
            Ok((Action::Place { pos, rotation: tile.canonical_rotation(rotation) }, 2))
        }
        Decision::Deploy { at, .. } => match text(0) {
            "recall" => Ok((Action::RecallAbbot, 1)),
            word if word.ends_with("@flier") => {
                let (figure, _) = parse_deploy(word).ok_or(1usize)?;
                Ok((Action::Fly(figure), 1))
            }
            word if !word.contains('@') || word.contains(['/', ',', '.']) || word.contains("@crown:") => {
                read_alternative(state, word).map(|action| (action, 1)).ok_or(1)
            }
            word => {
                let (figure, segment) = parse_deploy(word).ok_or(1usize)?;
                let segment = segment_on(state.tile_at(at), segment).ok_or(1usize)?;
                Ok((Action::Deploy { figure, spot: Spot { pos: at, segment } }, 1))
            }
        },
        Decision::PutFerry { at, .. } => {
            let ends = (text(0) == "ferry").then(|| ferry_ends(state, at, text(1))).flatten().ok_or(2usize)?;
            Ok((Action::Ferry { at, ends }, 2))
        }
        Decision::MoveFerry { .. } => {
            let at = parse_pos(text(1)).filter(|_| text(0) == "ferry").ok_or(3usize)?;
            Ok((Action::Ferry { at, ends: ferry_ends(state, at, text(2)).ok_or(3usize)? }, 3))
        }
        // Every other one has answers of one word, and all are listed there.
        decision => read_word(state, decision, text(0)).map(|action| (action, 1)).ok_or(1),
    }
}

/// Reads an answer to the deploy decision that is not a figure on the tile just laid.
fn read_alternative(state: &State, word: &str) -> Option<Action> {
    if let Some(pos) = word.strip_prefix("fairy@") {
        return parse_pos(pos).map(Action::Fairy);
    }
    if let Some(pos) = word.strip_prefix("floor@") {
        return parse_pos(pos).map(Action::Floor);
    }
    if let Some(text) = word.strip_prefix("seize:") {
        return read_seizure(state, text);
    }
    if let Some(text) = word.strip_prefix("ransom:") {
        return read_ransom(text);
    }
    let (figure, place) = parse_deploy(word)?;
    if let Some(sector) = place.strip_prefix("crown:") {
        let sector = Sector::ALL.into_iter().find(|known| known.word() == sector)?;
        return Some(Action::Crown { figure, sector });
    }
    if let Some(pos) = place.strip_prefix("tower:") {
        return parse_pos(pos).map(|at| Action::Guard { figure, at });
    }
    Some(Action::Deploy { figure, spot: parse_spot(state, place)? })
}

/// A meeple that is taken away, `2.meeple@1,0/city:N` or `tower@1,0`.
fn read_seizure(state: &State, text: &str) -> Option<Action> {
    if let Some(pos) = text.strip_prefix("tower@") {
        return parse_pos(pos).map(Action::SeizeGuard);
    }
    let (seat, rest) = text.split_once('.')?;
    let owner = PlayerId::new(seat.parse::<usize>().ok()?.checked_sub(1)?)?;
    let (figures, place) = rest.split_once('@')?;
    let spot = parse_spot(state, place)?;
    let (figure, is_bound) = read_pair(state, figures, spot)?;
    Some(Action::Seize { piece: Piece::new(owner, figure, is_bound), spot })
}

/// A meeple, alone or with its companion, `meeple+builder`.
fn read_pair(state: &State, text: &str, spot: Spot) -> Option<(FigureKind, bool)> {
    match text.split_once('+') {
        None => Some((FigureKind::from_word(text)?, false)),
        Some((figure, companion)) => {
            let feature = state.region(spot)?.feature();
            let is_companion = FigureKind::companion_on(feature) == FigureKind::from_word(companion);
            is_companion.then_some((FigureKind::from_word(figure)?, true))
        }
    }
}

/// A ransom, `2.meeple`.
fn read_ransom(text: &str) -> Option<Action> {
    let (seat, figure) = text.split_once('.')?;
    let captor = PlayerId::new(seat.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some(Action::Ransom { captor, figure: FigureKind::from_word(figure)? })
}

/// Reads an answer of one word to a decision of a module.
fn read_word(state: &State, decision: Decision, word: &str) -> Option<Action> {
    let number = |prefix: &str| word.strip_prefix(prefix)?.parse::<u8>().ok();
    let spot = |prefix: &str| parse_spot(state, word.strip_prefix(prefix)?);
    // A feature may be written with any of its segments; the first one stands for it.
    let first = |spot: Spot| state.region(spot).map_or(spot, |region| region.first_spot());
    let feature = |prefix: &str| spot(prefix).map(first);
    match decision {
        Decision::Robber { .. } => number("robber:").map(Action::Robber),
        Decision::Ingot { .. } => parse_pos(word.strip_prefix("ingot@")?).map(Action::Ingot),
        Decision::Magic { .. } => {
            let (figure, place) = word.split_once('@')?;
            let figure = MagicFigure::ALL.into_iter().find(|known| known.word() == figure)?;
            if place == "aside" {
                return Some(Action::MagicAside(figure));
            }
            let exact = parse_spot(state, place)?;
            let is_road = state.region(exact).is_some_and(|region| region.feature() == Feature::Road);
            let is_exact = is_road && state.game().has(Module::Ferries);
            Some(Action::Magic { figure, spot: if is_exact { exact } else { first(exact) } })
        }
        Decision::Roll { .. } => number("die:").map(Action::Roll),
        Decision::Land { at, .. } => {
            let segment = segment_on(state.tile_at(at), word.strip_prefix("land@")?)?;
            Some(Action::Land(Spot { pos: at, segment }))
        }
        Decision::Accompany { figure, .. } => (word == figure.word()).then_some(Action::Accompany),
        Decision::ScoreNext { .. } => feature("score@").map(Action::ScoreNext),
        Decision::Mark { .. } => {
            let marker = word.strip_prefix("marker:")?;
            Marker::ALL.into_iter().find(|known| known.word() == marker).map(Action::Mark)
        }
        Decision::Rob { .. } => {
            let seat = usize::from(number("rob:")?).checked_sub(1)?;
            PlayerId::new(seat).map(Action::Rob)
        }
        Decision::DrawMessage { .. } => number("message:").and_then(Message::new).map(Action::DrawMessage),
        Decision::Message { .. } => match word {
            "points" => Some(Action::TwoPoints),
            "act" => Some(Action::CarryOut),
            _ => feature("act@").map(Action::Target),
        },
        Decision::Crop { .. } => {
            let chosen = word.strip_prefix("crop:")?;
            CropAction::ALL.into_iter().find(|known| known.word() == chosen).map(Action::Crop)
        }
        Decision::Gingerbread { .. } => feature("gingerbread@").map(Action::Gingerbread),
        Decision::CropAdd { .. } => {
            let (figure, place) = parse_deploy(word)?;
            Some(Action::Deploy { figure, spot: parse_spot(state, place)? })
        }
        Decision::KeepFarmer { .. }
        | Decision::MessageReturn { .. }
        | Decision::CropReturn { .. }
        | Decision::Plague { .. } => {
            let text = word.strip_prefix("return:")?;
            if let Some(pos) = text.strip_prefix("tower@") {
                return parse_pos(pos).map(Action::ReturnGuard);
            }
            let (figures, place) = text.split_once('@')?;
            let spot = parse_spot(state, place)?;
            Some(match read_pair(state, figures, spot)? {
                (figure, true) => Action::ReturnBoth { figure, spot },
                (figure, false) => Action::Return { figure, spot },
            })
        }
        Decision::Ransom { .. } => read_ransom(word.strip_prefix("ransom:")?),
        Decision::StepDragon { .. } => {
            let mut letters = word.strip_prefix("dragon:")?.chars();
            let side = Side::from_letter(letters.next()?)?;
            letters.next().is_none().then_some(Action::StepDragon(side))
        }
        Decision::Capture { .. } => read_seizure(state, word.strip_prefix("seize:")?),
        Decision::Exchange { .. } => FigureKind::from_word(word.strip_prefix("exchange:")?).map(Action::Exchange),
        Decision::MoveOut { .. } | Decision::LastMove { .. } => {
            let (figure, place) = parse_deploy(word.strip_prefix("out:")?)?;
            let spot = parse_spot(state, place)?;
            Some(Action::MoveOut { figure, spot: count::named_spot(state, spot) })
        }
        Decision::Send { .. } => {
            let (figure, quarter) = parse_deploy(word.strip_prefix("send:")?)?;
            let quarter = Quarter::ALL.into_iter().find(|known| known.word() == quarter)?;
            Some(Action::Send { figure, quarter })
        }
        Decision::MoveCount { .. } => {
            let quarter = word.strip_prefix("count:")?;
            Quarter::ALL.into_iter().find(|known| known.word() == quarter).map(Action::MoveCount)
        }
        // They have words of their own.
        Decision::Spring
        | Decision::Draw { .. }
        | Decision::Place { .. }
        | Decision::Deploy { .. }
        | Decision::PutFerry { .. }
        | Decision::MoveFerry { .. }
        | Decision::Over => None,
    }
}

/// A segment on the table, `1,0/road:N`.
fn parse_spot(state: &State, text: &str) -> Option<Spot> {
    let (pos, segment) = text.split_once('/')?;
    let pos = parse_pos(pos)?;
    Some(Spot { pos, segment: segment_on(state.tile_at(pos), segment)? })
}

/// The two roads of a ferry, `road:E-road:S`, in either order.
fn ferry_ends(state: &State, at: Pos, text: &str) -> Option<[u8; 2]> {
    let (first, second) = text.split_once('-')?;
    let mut ends = [segment_on(state.tile_at(at), first)?, segment_on(state.tile_at(at), second)?];
    ends.sort_unstable();
    Some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Options};
    use crate::geometry::Rotation;
    use crate::module::Base;
    use crate::refusal::Refusal;

    /// A classic game after these answers.
    fn after(answers: &[&str]) -> State {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        for text in answers {
            let action = parse_action(&state, text).unwrap_or_else(|| panic!("{text} is no answer"));
            state.apply(action).unwrap();
        }
        state
    }

    #[test]
    fn an_answer_is_read_for_its_decision_only() {
        let (draw, place) = (after(&[]), after(&["U"]));
        assert_eq!(parse_action(&draw, "1,0 r1"), None);
        assert_eq!(parse_action(&place, "U"), None);
        assert_eq!(parse_action(&place, "1,0 r1 pass"), None, "one answer at a time");
        // A straight road looks the same after half a turn.
        let first = Action::Place { pos: Pos::new(1, 0), rotation: Rotation::new(1) };
        assert_eq!(parse_action(&place, "1,0 r3"), Some(first));
    }

    #[test]
    fn only_people_pass() {
        assert_eq!(parse_action(&after(&[]), "pass"), None);
        assert_eq!(parse_action(&after(&["U", "1,0 r1"]), "pass"), Some(Action::Pass));
    }

    #[test]
    fn a_word_that_looks_like_a_tile_is_an_unknown_tile() {
        let state = after(&[]);
        assert_eq!(misread(&state, "ZZ"), RecordErrorKind::UnknownTile(Some("base-classic")));
        assert_eq!(misread(&state, "nosuch/Z"), RecordErrorKind::UnknownTile(None));
        assert_eq!(misread(&state, "pass"), RecordErrorKind::NotAnAnswer("draw"));
    }

    #[test]
    fn a_segment_that_no_tile_has_is_read_and_refused_by_the_rules() {
        let state = after(&["U", "1,0 r1"]);
        let action = parse_action(&state, "meeple@city:N").unwrap();
        assert_eq!(state.why_not(action), Some(Refusal::NoSuchSegment));
        assert_eq!(parse_action(&state, "meeple@lake:N"), None);
    }
}
