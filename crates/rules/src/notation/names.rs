//! Names of tiles, segments and actions.

use crate::action::{Action, Spot};
use crate::catalogue;
use crate::decision::Decision;
use crate::figure::FigureKind;
use crate::game::NO_SEGMENT;
use crate::geometry::{Port, Pos, Rotation, Side};
use crate::module::Base;
use crate::state::{LaidTile, State};
use crate::tile::{Feature, Tile};

/// The name of a tile: short for the base's own set, else with the name of its set.
///
/// ```
/// use bastide_rules::{catalogue, notation::tile_name, Base};
/// let crossing = catalogue::find("base-v3", "X").unwrap();
/// assert_eq!(tile_name(Base::V3, crossing), "X");
/// assert_eq!(tile_name(Base::Classic, crossing), "base-v3/X");
/// ```
pub fn tile_name(base: Base, tile: &Tile) -> String {
    let is_own = catalogue::set_of(tile).name == base.info().set;
    if is_own { tile.name } else { catalogue::full_name(tile) }.to_owned()
}

/// The tile with this name.
pub fn parse_tile(base: Base, name: &str) -> Option<&'static Tile> {
    match name.split_once('/') {
        Some((set, name)) => catalogue::find(set, name),
        None => catalogue::find(base.info().set, name),
    }
}

/// The name of a segment as it lies on the board: its kind and the first side, or half-edge, that
/// it touches, clockwise from the north.
///
/// ```
/// use bastide_rules::{catalogue, notation::segment_name, Rotation};
/// let curve = catalogue::find("base-classic", "V").unwrap();
/// // The road of the drawing joins south and west; a quarter turn brings it to west and north.
/// assert_eq!(segment_name(curve, Rotation::NONE, 0), "road:S");
/// assert_eq!(segment_name(curve, Rotation::new(1), 0), "road:N");
/// assert_eq!(segment_name(curve, Rotation::NONE, 2), "field:6");
/// ```
pub fn segment_name(tile: &Tile, rotation: Rotation, segment: u8) -> String {
    let Some(printed) = tile.segments.get(usize::from(segment)) else { return format!("segment:{segment}") };
    let word = printed.feature.word();
    if printed.feature.is_monastic() {
        return word.to_owned();
    }
    let first = printed.ports.rotated(rotation).iter().next();
    match first.map(|port| (port.side(), port.half_number())) {
        Some((_, Some(half))) => format!("{word}:{half}"),
        Some((side, None)) => format!("{word}:{}", side.letter()),
        None => {
            let inner = tile.segments[..=usize::from(segment)].iter();
            let number = inner.filter(|other| other.feature == printed.feature && other.ports.is_empty()).count();
            format!("{word}:i{number}")
        }
    }
}

/// The segment with this name on a tile as it lies; any side or half-edge of the segment will do.
pub fn spot_of_segment(tile: &Tile, rotation: Rotation, name: &str) -> Option<u8> {
    let (feature, part) = parse_segment(name)?;
    let mut candidates = (0u8..).zip(tile.segments).filter(|(_, segment)| segment.feature == feature);
    let found = match part {
        Part::Whole => candidates.next(),
        Part::Inner(number) => candidates.filter(|(_, segment)| segment.ports.is_empty()).nth(number - 1),
        Part::At(port) => candidates.find(|(_, segment)| segment.ports.rotated(rotation).contains(port)),
    };
    found.map(|(index, _)| index)
}

/// A segment by its name, on a tile or on a cell without one. If the table has none of that name, it is one that
/// no tile has, and whoever plays it says so.
pub(super) fn segment_on(laid: Option<LaidTile>, name: &str) -> Option<u8> {
    parse_segment(name)?;
    Some(laid.and_then(|laid| spot_of_segment(laid.tile, laid.rotation, name)).unwrap_or(NO_SEGMENT))
}

/// Which of the segments of a feature on a tile is meant.
enum Part {
    /// The only one.
    Whole,
    /// One that touches no side, counted from 1.
    Inner(usize),
    /// The one that touches this port.
    At(Port),
}

/// The name of a segment, whether or not a tile has it.
fn parse_segment(name: &str) -> Option<(Feature, Part)> {
    let (word, place) = name.split_once(':').map_or((name, None), |(word, place)| (word, Some(place)));
    let feature = Feature::ALL.into_iter().find(|feature| feature.word() == word)?;
    let part = match place {
        None => feature.is_monastic().then_some(Part::Whole),
        Some(_) if feature.is_monastic() => None,
        Some(place) => match place.strip_prefix('i') {
            Some(number) => number.parse().ok().filter(|&number| number > 0).map(Part::Inner),
            None if feature == Feature::Field => Port::half(place.parse().ok()?).map(Part::At),
            None => {
                let mut letters = place.chars();
                let side = Side::from_letter(letters.next()?)?;
                letters.next().is_none().then(|| Part::At(Port::middle(side)))
            }
        },
    };
    Some((feature, part?))
}

/// An action as it stands in a record, for the state before it.
pub fn action_text(state: &State, action: Action) -> String {
    let segment = |spot: Spot| match state.tile_at(spot.pos) {
        Some(laid) => segment_name(laid.tile, laid.rotation, spot.segment),
        None => format!("segment:{}", spot.segment),
    };
    let place = |spot: Spot| format!("{}/{}", spot.pos, segment(spot));
    match action {
        Action::Draw(tile) => tile_name(state.game().options().base, catalogue::tile(tile)),
        Action::Place { pos, rotation } => format!("{pos} {rotation}"),
        Action::Deploy { figure, spot } => {
            // A portal leads to other tiles, and so does a crop circle.
            let is_on_laid = matches!(state.decision(), Decision::Deploy { at, .. } if at == spot.pos);
            format!("{}@{}", figure.word(), if is_on_laid { segment(spot) } else { place(spot) })
        }
        Action::RecallAbbot => "recall".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Fly(figure) => format!("{}@flier", figure.word()),
        Action::Roll(number) => format!("die:{number}"),
        Action::Land(spot) => format!("land@{}", segment(spot)),
        Action::Accompany => {
            if let Decision::Accompany { figure, .. } = state.decision() { figure.word() } else { "accompany" }
                .to_owned()
        }
        Action::Ferry { at, ends } => {
            let [first, second] = ends.map(|end| segment(Spot { pos: at, segment: end }));
            let is_on_laid = matches!(state.decision(), Decision::PutFerry { at: laid, .. } if laid == at);
            if is_on_laid { format!("ferry {first}-{second}") } else { format!("ferry {at} {first}-{second}") }
        }
        Action::Ingot(pos) => format!("ingot@{pos}"),
        Action::Magic { figure, spot } => format!("{}@{}", figure.word(), place(spot)),
        Action::MagicAside(figure) => format!("{}@aside", figure.word()),
        Action::Robber(space) => format!("robber:{space}"),
        Action::ScoreNext(spot) => format!("score@{}", place(spot)),
        Action::Mark(marker) => format!("marker:{}", marker.word()),
        Action::Rob(player) => format!("rob:{}", player.index() + 1),
        Action::DrawMessage(message) => format!("message:{message}"),
        Action::TwoPoints => "points".to_owned(),
        Action::CarryOut => "act".to_owned(),
        Action::Target(spot) => format!("act@{}", place(spot)),
        Action::Return { figure, spot } => format!("return:{}@{}", figure.word(), place(spot)),
        Action::ReturnBoth { figure, spot } => {
            format!("return:{}{}@{}", figure.word(), companion_word(state, spot), place(spot))
        }
        Action::Crop(action) => format!("crop:{}", action.word()),
        Action::Gingerbread(spot) => format!("gingerbread@{}", place(spot)),
        Action::Crown { figure, sector } => format!("{}@crown:{}", figure.word(), sector.word()),
        Action::ReturnGuard(pos) => format!("return:tower@{pos}"),
        Action::Fairy(pos) => format!("fairy@{pos}"),
        Action::StepDragon(side) => format!("dragon:{}", side.letter()),
        Action::Seize { piece, spot } => {
            let (owner, figure) = (piece.owner(), piece.kind());
            let both = if piece.is_bound() { companion_word(state, spot) } else { String::new() };
            format!("seize:{}.{}{both}@{}", owner.index() + 1, figure.word(), place(spot))
        }
        Action::SeizeGuard(pos) => format!("seize:tower@{pos}"),
        Action::Floor(pos) => format!("floor@{pos}"),
        Action::Guard { figure, at } => format!("{}@tower:{at}", figure.word()),
        Action::Exchange(figure) => format!("exchange:{}", figure.word()),
        Action::Ransom { captor, figure } => format!("ransom:{}.{}", captor.index() + 1, figure.word()),
        Action::MoveOut { figure, spot } => format!("out:{}@{}", figure.word(), place(spot)),
        Action::Send { figure, quarter } => format!("send:{}@{}", figure.word(), quarter.word()),
        Action::MoveCount(quarter) => format!("count:{}", quarter.word()),
    }
}

/// The companion of a meeple on a segment, `+builder`.
fn companion_word(state: &State, spot: Spot) -> String {
    let segment = state.tile_at(spot.pos).and_then(|laid| laid.tile.segments.get(usize::from(spot.segment)));
    let companion = segment.and_then(|segment| FigureKind::companion_on(segment.feature));
    companion.map_or_else(String::new, |kind| format!("+{}", kind.word()))
}

/// A cell, `x,y`.
pub(super) fn parse_pos(text: &str) -> Option<Pos> {
    let (x, y) = text.split_once(',')?;
    Some(Pos::new(parse_number(x)?, parse_number(y)?))
}

/// A whole number without the `+` and the leading zeros that Rust would accept.
fn parse_number(text: &str) -> Option<i16> {
    let number: i16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// A rotation, `r0` to `r3`.
pub(super) fn parse_rotation(text: &str) -> Option<Rotation> {
    match text {
        "r0" => Some(Rotation::new(0)),
        "r1" => Some(Rotation::new(1)),
        "r2" => Some(Rotation::new(2)),
        "r3" => Some(Rotation::new(3)),
        _ => None,
    }
}

/// A figure and its segment, `meeple@city:N`.
pub(super) fn parse_deploy(text: &str) -> Option<(FigureKind, &str)> {
    let (figure, segment) = text.split_once('@')?;
    Some((FigureKind::from_word(figure)?, segment))
}
