//! A position between two turns as one line.

use std::fmt;

use super::names::{parse_deploy, parse_pos, parse_rotation, parse_tile, segment_name, spot_of_segment, tile_name};
use super::record::FORMAT_VERSION;
use crate::action::Spot;
use crate::catalogue;
use crate::game::Options;
use crate::module::{Base, Module, ModuleSet};
use crate::player::PlayerId;
use crate::setup::{Defects, Setup};
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
            .filter_map(|figure| {
                let laid = state.tile_at(figure.spot.pos)?;
                let segment = segment_name(laid.tile, laid.rotation, figure.spot.segment);
                Some(format!("{}.{}@{}/{segment}", figure.owner.0 + 1, figure.kind.word(), figure.spot.pos))
            })
            .collect();
        parts.push(format!("figures={}", figures.join(";")));
    }
    if !setup.discarded.is_empty() {
        let out: Vec<_> = setup.discarded.iter().map(|&tile| tile_name(base, catalogue::tile(tile))).collect();
        parts.push(format!("out={}", out.join(";")));
    }
    Some(parts.join(" "))
}

/// The state of a position.
///
/// # Errors
/// If the line is not a position, or cannot be played; then with everything that is wrong.
pub fn parse_position(line: &str) -> Result<State, PositionError> {
    State::from_setup(&parse_setup(line)?).map_err(PositionError::Unplayable)
}

const KEYS: [&str; 11] =
    ["base", "with", "without", "players", "end-after", "turn", "next", "points", "tiles", "figures", "out"];

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
    let figures = items("figures", ';')
        .map(|text| parse_figure(&tiles, text).ok_or_else(|| bad(text)))
        .collect::<Result<_, _>>()?;
    let discarded = items("out", ';')
        .map(|text| parse_tile(base, text).map(|tile| tile.id).ok_or_else(|| bad(text)))
        .collect::<Result<_, _>>()?;
    needed("points")?;
    Ok(Setup {
        options,
        turn: number(needed("turn")?)?,
        next,
        points: items("points", ',').map(number).collect::<Result<_, _>>()?,
        tiles,
        figures,
        discarded,
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

/// A figure on the table, `1.meeple@0,0/city:N`.
fn parse_figure(tiles: &[LaidTile], text: &str) -> Option<StandingFigure> {
    let (seat, rest) = text.split_once('.')?;
    let (kind, place) = parse_deploy(rest)?;
    let (pos, segment) = place.split_once('/')?;
    let pos = parse_pos(pos)?;
    let laid = tiles.iter().find(|laid| laid.pos == pos)?;
    let owner = PlayerId::new(seat.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some(StandingFigure {
        owner,
        kind,
        spot: Spot { pos, segment: spot_of_segment(laid.tile, laid.rotation, segment)? },
    })
}
