//! A position between two turns as one line.

use std::fmt;

use super::names::{parse_pos, parse_rotation, parse_tile, segment_name, spot_of_segment, tile_name};
use super::record::FORMAT_VERSION;
use crate::action::{MagicFigure, Spot};
use crate::catalogue;
use crate::figure::FigureKind;
use crate::game::Options;
use crate::geometry::Pos;
use crate::module::{Base, Module, ModuleSet};
use crate::player::PlayerId;
use crate::setup::{Defects, Pieces, Setup};
use crate::state::{LaidTile, StandingFigure, State};

/// Why a line is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The line does not begin like a position, or has another version.
    NotAPosition,
    /// A part that is not understood.
    BadPart(String),
    /// A part that is missing.
    Missing(&'static str),
    /// A part that stands there twice.
    Repeated(String),
    /// The position cannot be played.
    Unplayable(Defects),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::NotAPosition => write!(f, "a position begins with `bastide-position {FORMAT_VERSION}`"),
            PositionError::BadPart(part) => write!(f, "`{part}` is not understood"),
            PositionError::Missing(key) => write!(f, "`{key}=` is missing"),
            PositionError::Repeated(key) => write!(f, "`{key}=` stands there twice"),
            PositionError::Unplayable(defects) => fmt::Display::fmt(defects, f),
        }
    }
}

impl std::error::Error for PositionError {}

/// The position of a state as one line, or `None` inside a turn and after the end.
///
/// ```
/// use bastide_rules::{notation, Base, Game, Options, State};
/// let state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// let line = notation::format_position(&state).unwrap();
/// assert_eq!(line, "bastide-position 1 base=classic players=2 turn=1 next=1 points=0,0 tiles=Ds@0,0/r0");
/// assert_eq!(notation::parse_position(&line).unwrap().hash(), state.hash());
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
pub fn format_position(state: &State) -> Option<String> {
    let setup = state.setup()?;
    let options = &setup.options;
    let base = options.base;
    let mut parts = vec![format!("bastide-position {FORMAT_VERSION}"), format!("base={base}")];
    let modules = options.modules.without(Module::Farmers);
    if modules != ModuleSet::default() {
        parts.push(format!("with={}", modules.to_string().replace(' ', ",")));
    }
    if !options.modules.has(Module::Farmers) {
        parts.push(format!("without={}", Module::Farmers));
    }
    parts.push(format!("players={}", options.players));
    if let Some(limit) = options.end_after {
        parts.push(format!("end-after={limit}"));
    }
    parts.push(format!("turn={} next={}", setup.turn, setup.next + 1));
    let points: Vec<_> = setup.points.iter().map(ToString::to_string).collect();
    parts.push(format!("points={}", points.join(",")));
    let tiles: Vec<_> = setup
        .tiles
        .iter()
        .map(|laid| format!("{}@{}/{}", tile_name(base, laid.tile), laid.pos, laid.rotation))
        .collect();
    parts.push(format!("tiles={}", tiles.join(";")));
    if !setup.figures.is_empty() {
        let figures: Vec<_> = setup
            .figures
            .iter()
            // A bound companion is written with its meeple.
            .filter(|figure| figure.kind.is_meeple() || options.modules.has(Module::TradersClassic))
            .filter_map(|figure| {
                let laid = state.tile_at(figure.spot.pos)?;
                let segment = segment_name(laid.tile, laid.rotation, figure.spot.segment);
                let feature = laid.tile.segments[usize::from(figure.spot.segment)].feature;
                let companion = FigureKind::companion_on(feature).filter(|_| figure.is_bound);
                let companion = companion.map_or(String::new(), |kind| format!("+{}", kind.word()));
                let (seat, kind) = (figure.owner.0 + 1, figure.kind.word());
                Some(format!("{seat}.{kind}{companion}@{}/{segment}", figure.spot.pos))
            })
            .collect();
        parts.push(format!("figures={}", figures.join(";")));
    }
    if !setup.discarded.is_empty() {
        let out: Vec<_> = setup.discarded.iter().map(|&tile| tile_name(base, catalogue::tile(tile))).collect();
        parts.push(format!("out={}", out.join(";")));
    }
    write_pieces(state, &setup.pieces, &mut parts);
    Some(parts.join(" "))
}

/// Adds what modules have besides; what is empty is left out.
fn write_pieces(state: &State, pieces: &Pieces, parts: &mut Vec<String>) {
    let segment = |spot: Spot| match state.tile_at(spot.pos) {
        Some(laid) => segment_name(laid.tile, laid.rotation, spot.segment),
        None => String::new(),
    };
    let mut add = |key: &str, items: Vec<String>, separator: &str| {
        if !items.is_empty() {
            parts.push(format!("{key}={}", items.join(separator)));
        }
    };
    add("messengers", pieces.messengers.iter().map(ToString::to_string).collect(), ",");
    let space = |space: &Option<u8>| space.map_or("-".to_owned(), |space| space.to_string());
    add("robbers", pieces.robbers.iter().map(space).collect(), ",");
    add("ingots", pieces.ingots.iter().map(|(pos, count)| format!("{count}@{pos}")).collect(), ";");
    add("gold", pieces.gold.iter().map(ToString::to_string).collect(), ",");
    add("goods", pieces.goods.iter().map(|[a, b, c]| format!("{a}.{b}.{c}")).collect(), ",");
    let ferry = |&(pos, ends): &(Pos, [u8; 2])| {
        let [first, second] = ends.map(|end| segment(Spot { pos, segment: end }));
        format!("{pos}/{first}-{second}")
    };
    add("ferries", pieces.ferries.iter().map(ferry).collect(), ";");
    let magic = |(figure, spot): &(MagicFigure, Spot)| format!("{}@{}/{}", figure.word(), spot.pos, segment(*spot));
    add("magic", pieces.magic.iter().map(magic).collect(), ";");
    add("messages", pieces.messages.iter().map(ToString::to_string).collect(), ",");
    let extra = (pieces.extra_turns > 0).then(|| pieces.extra_turns.to_string());
    add("extra", extra.into_iter().collect(), ",");
    add("second", pieces.is_second_turn.then(|| "yes".to_owned()).into_iter().collect(), ",");
    let gingerbread = pieces.gingerbread.map(|spot| match spot {
        Some(spot) => format!("{}/{}", spot.pos, segment(spot)),
        None => "off".to_owned(),
    });
    add("gingerbread", gingerbread.into_iter().collect(), ",");
}

/// The state of a position.
///
/// # Errors
/// If the line is not a position, or cannot be played; then with everything that is wrong.
pub fn parse_position(line: &str) -> Result<State, PositionError> {
    State::from_setup(&parse_setup(line)?).map_err(PositionError::Unplayable)
}

const KEYS: [&str; 22] = [
    "base",
    "with",
    "without",
    "players",
    "end-after",
    "turn",
    "next",
    "points",
    "tiles",
    "figures",
    "out",
    "messengers",
    "robbers",
    "ingots",
    "gold",
    "goods",
    "ferries",
    "magic",
    "messages",
    "extra",
    "second",
    "gingerbread",
];

fn parse_setup(line: &str) -> Result<Setup, PositionError> {
    let mut words = line.trim_start_matches('\u{feff}').split_whitespace();
    if words.next() != Some("bastide-position") || words.next() != Some(&FORMAT_VERSION.to_string()) {
        return Err(PositionError::NotAPosition);
    }
    let mut values = [None; KEYS.len()];
    for word in words {
        let bad = || PositionError::BadPart(word.chars().take(60).collect());
        let (key, value) = word.split_once('=').ok_or_else(bad)?;
        let index = KEYS.iter().position(|&known| known == key).ok_or_else(bad)?;
        if values[index].replace(value).is_some() {
            return Err(PositionError::Repeated(key.to_owned()));
        }
    }
    let value = |key: &'static str| KEYS.iter().position(|&known| known == key).and_then(|index| values[index]);
    let needed = |key| value(key).ok_or(PositionError::Missing(key));
    let items = |key, separator: char| value(key).into_iter().flat_map(move |text: &str| text.split(separator));
    let bad = |part: &str| PositionError::BadPart(part.chars().take(60).collect());

    let base = Base::from_id(needed("base")?).ok_or_else(|| bad(value("base").unwrap_or_default()))?;
    let mut options = Options::new(base, number(needed("players")?)?);
    for id in items("with", ',') {
        options = options.with(Module::from_id(id).ok_or_else(|| bad(id))?);
    }
    for id in items("without", ',') {
        options = options.without(Module::from_id(id).ok_or_else(|| bad(id))?);
    }
    options.end_after = value("end-after").map(number).transpose()?;
    let next = needed("next")?;
    let next = number::<usize>(next)?.checked_sub(1).ok_or_else(|| bad(next))?;
    options.first = next;
    needed("tiles")?;
    let tiles = items("tiles", ';')
        .map(|text| parse_laid(base, text).ok_or_else(|| bad(text)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut figures = Vec::new();
    for text in items("figures", ';') {
        figures.extend(parse_figures(&tiles, text).ok_or_else(|| bad(text))?);
    }
    let discarded = items("out", ';')
        .map(|text| parse_tile(base, text).map(|tile| tile.id).ok_or_else(|| bad(text)))
        .collect::<Result<_, _>>()?;
    needed("points")?;
    let pieces = Pieces {
        messengers: items("messengers", ',').map(number).collect::<Result<_, _>>()?,
        robbers: items("robbers", ',')
            .map(|text| if text == "-" { Ok(None) } else { number(text).map(Some) })
            .collect::<Result<_, _>>()?,
        ingots: items("ingots", ';').map(|text| parse_heap(text).ok_or_else(|| bad(text))).collect::<Result<_, _>>()?,
        gold: items("gold", ',').map(number).collect::<Result<_, _>>()?,
        goods: items("goods", ',').map(|text| parse_tokens(text).ok_or_else(|| bad(text))).collect::<Result<_, _>>()?,
        ferries: items("ferries", ';')
            .map(|text| parse_ferry(&tiles, text).ok_or_else(|| bad(text)))
            .collect::<Result<_, _>>()?,
        magic: items("magic", ';')
            .map(|text| parse_magic(&tiles, text).ok_or_else(|| bad(text)))
            .collect::<Result<_, _>>()?,
        messages: items("messages", ',').map(number).collect::<Result<_, _>>()?,
        extra_turns: value("extra").map(number).transpose()?.unwrap_or(0),
        is_second_turn: match value("second") {
            None => false,
            Some("yes") => true,
            Some(other) => return Err(bad(other)),
        },
        gingerbread: match value("gingerbread") {
            None => None,
            Some("off") => Some(None),
            Some(place) => Some(Some(parse_spot(&tiles, place).ok_or_else(|| bad(place))?)),
        },
    };
    Ok(Setup {
        options,
        turn: number(needed("turn")?)?,
        next,
        points: items("points", ',').map(number).collect::<Result<_, _>>()?,
        tiles,
        figures,
        discarded,
        pieces,
    })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, PositionError> {
    text.parse().map_err(|_| PositionError::BadPart(text.chars().take(60).collect()))
}

/// A tile on the table, `U@1,0/r1`.
fn parse_laid(base: Base, text: &str) -> Option<LaidTile> {
    let (name, place) = text.split_once('@')?;
    let (pos, rotation) = place.split_once('/')?;
    let tile = parse_tile(base, name)?;
    Some(LaidTile { tile, pos: parse_pos(pos)?, rotation: tile.canonical_rotation(parse_rotation(rotation)?) })
}

/// A figure on the table, `1.meeple@0,0/city:N`, or one with its companion, `1.meeple+pig@0,0/field:3`.
fn parse_figures(tiles: &[LaidTile], text: &str) -> Option<Vec<StandingFigure>> {
    let (seat, rest) = text.split_once('.')?;
    let (kinds, place) = rest.split_once('@')?;
    let spot = parse_spot(tiles, place)?;
    let owner = PlayerId::new(seat.parse::<usize>().ok()?.checked_sub(1)?)?;
    let mut kinds = kinds.split('+').map(FigureKind::from_word);
    let kind = kinds.next()??;
    let companion = kinds.next();
    let figure = |kind, is_bound| StandingFigure { owner, kind, spot, is_bound };
    match companion {
        None => Some(vec![figure(kind, false)]),
        Some(_) if kinds.next().is_some() => None,
        Some(companion) => Some(vec![figure(kind, true), figure(companion?, false)]),
    }
}

/// A segment of a tile on the table, `0,0/city:N`.
fn parse_spot(tiles: &[LaidTile], text: &str) -> Option<Spot> {
    let (pos, segment) = text.split_once('/')?;
    let pos = parse_pos(pos)?;
    let laid = tiles.iter().find(|laid| laid.pos == pos)?;
    Some(Spot { pos, segment: spot_of_segment(laid.tile, laid.rotation, segment)? })
}

/// Ingots on a tile, `2@1,0`.
fn parse_heap(text: &str) -> Option<(Pos, u8)> {
    let (count, pos) = text.split_once('@')?;
    Some((parse_pos(pos)?, count.parse().ok()?))
}

/// The goods of a player, `1.0.2`: chicken, wheat, cloth.
fn parse_tokens(text: &str) -> Option<[u8; 3]> {
    let counts: Option<Vec<u8>> = text.split('.').map(|count| count.parse().ok()).collect();
    counts?.try_into().ok()
}

/// A ferry, `2,1/road:E-road:S`.
fn parse_ferry(tiles: &[LaidTile], text: &str) -> Option<(Pos, [u8; 2])> {
    let (first, second) = text.split_once("-road")?;
    let first = parse_spot(tiles, first)?;
    let laid = tiles.iter().find(|laid| laid.pos == first.pos)?;
    let second = spot_of_segment(laid.tile, laid.rotation, &format!("road{second}"))?;
    let mut ends = [first.segment, second];
    ends.sort_unstable();
    Some((first.pos, ends))
}

/// Mage or witch, `mage@1,0/road:N`.
fn parse_magic(tiles: &[LaidTile], text: &str) -> Option<(MagicFigure, Spot)> {
    let (figure, place) = text.split_once('@')?;
    let figure = MagicFigure::ALL.into_iter().find(|known| known.word() == figure)?;
    Some((figure, parse_spot(tiles, place)?))
}
