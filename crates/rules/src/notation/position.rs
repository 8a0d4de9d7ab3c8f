//! A position between two turns as one line.

use std::fmt;

use super::names::{parse_pos, parse_rotation, parse_tile, segment_name, segment_on, tile_name};
use super::record::FORMAT_VERSION;
use crate::action::{MagicFigure, Spot};
use crate::catalogue;
use crate::defect::Defects;
use crate::figure::{FigureKind, Owned};
use crate::game::Options;
use crate::geometry::{Pos, Rotation};
use crate::module::{Base, Module, ModuleSet};
use crate::modules::count::{Quarter, Waiting};
use crate::modules::ferries::Ferry;
use crate::modules::gold::Ingots;
use crate::modules::magic::StandingMagic;
use crate::modules::tower::{Captives, Tower};
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::printed;
use crate::setup::{Crowned, Pieces, Setup};
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
    /// A part that says nothing.
    Empty(&'static str),
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
            PositionError::Empty(key) => write!(f, "`{key}=` is empty; a part that says nothing is left out"),
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
    if !tiles.is_empty() {
        parts.push(format!("tiles={}", tiles.join(";")));
    }
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
    // Taken apart without the rest, so that a new piece cannot be forgotten.
    let Pieces {
        messengers,
        robbers,
        ingots,
        gold,
        goods,
        ferries,
        magic,
        messages,
        extra_turns,
        is_second_turn,
        gingerbread,
        unmarked,
        dragon,
        fairy,
        towers,
        floors,
        captives,
        count,
        quarters,
        wheel,
        crowns,
    } = pieces;
    let segment = |spot: Spot| match state.tile_at(spot.pos) {
        Some(laid) => segment_name(laid.tile, laid.rotation, spot.segment),
        None => String::new(),
    };
    let mut add = |key: &str, items: Vec<String>, separator: &str| {
        if !items.is_empty() {
            parts.push(format!("{key}={}", items.join(separator)));
        }
    };
    add("messengers", messengers.iter().map(ToString::to_string).collect(), ",");
    let space = |space: &Option<u8>| space.map_or("-".to_owned(), |space| space.to_string());
    add("robbers", robbers.iter().map(space).collect(), ",");
    add("ingots", ingots.iter().map(|Ingots { pos, count }| format!("{count}@{pos}")).collect(), ";");
    add("gold", gold.iter().map(ToString::to_string).collect(), ",");
    add("goods", goods.iter().map(|[a, b, c]| format!("{a}.{b}.{c}")).collect(), ",");
    let ferry = |&Ferry { at, ends }: &Ferry| {
        let [first, second] = ends.map(|end| segment(Spot { pos: at, segment: end }));
        format!("{at}/{first}-{second}")
    };
    add("ferries", ferries.iter().map(ferry).collect(), ";");
    let standing =
        |&StandingMagic { figure, spot }: &StandingMagic| format!("{}@{}/{}", figure.word(), spot.pos, segment(spot));
    add("magic", magic.iter().map(standing).collect(), ";");
    add("messages", messages.iter().map(ToString::to_string).collect(), ",");
    let extra = (*extra_turns > 0).then(|| extra_turns.to_string());
    add("extra", extra.into_iter().collect(), ",");
    add("second", is_second_turn.then(|| "yes".to_owned()).into_iter().collect(), ",");
    let gingerbread = gingerbread.map(|spot| match spot {
        Some(spot) => format!("{}/{}", spot.pos, segment(spot)),
        None => "off".to_owned(),
    });
    add("gingerbread", gingerbread.into_iter().collect(), ",");
    let unmarked = (*unmarked != 0).then(|| unmarked.to_string());
    add("unmarked", unmarked.into_iter().collect(), ",");
    add("dragon", dragon.map(|pos| pos.to_string()).into_iter().collect(), ",");
    add("fairy", fairy.map(|pos| pos.to_string()).into_iter().collect(), ",");
    let tower = |tower: &Tower| {
        let end = match tower.guard {
            Some(Owned { owner, kind }) => format!("/{}.{}", owner.0 + 1, kind.word()),
            None if tower.is_finished => "/empty".to_owned(),
            None => String::new(),
        };
        format!("{}@{}{end}", tower.height, tower.pos)
    };
    add("towers", towers.iter().map(tower).collect(), ";");
    add("floors", floors.iter().map(ToString::to_string).collect(), ",");
    let captive =
        |held: &Captives| format!("{}<{}.{}x{}", held.captor.0 + 1, held.owner.0 + 1, held.kind.word(), held.count);
    add("captives", captives.iter().map(captive).collect(), ";");
    add("count", count.map(|quarter| quarter.word().to_owned()).into_iter().collect(), ",");
    let quarter = |waiting: &Waiting| {
        let Waiting { player, kind, quarter, count } = waiting;
        format!("{}.{}x{count}@{}", player.0 + 1, kind.word(), quarter.word())
    };
    add("quarters", quarters.iter().map(quarter).collect(), ";");
    add("wheel", wheel.map(|sector| sector.word().to_owned()).into_iter().collect(), ",");
    let crown = |crowned: &Crowned| {
        let Crowned { player, kind, sector } = crowned;
        format!("{}.{}@{}", player.0 + 1, kind.word(), sector.word())
    };
    add("crowns", crowns.iter().map(crown).collect(), ";");
}

/// The state of a position.
///
/// # Errors
/// If the line is not a position, or cannot be played; then with everything that is wrong.
pub fn parse_position(line: &str) -> Result<State, PositionError> {
    State::from_setup(&parse_setup(line)?).map_err(PositionError::Unplayable)
}

const KEYS: [&str; 32] = [
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
    "unmarked",
    "dragon",
    "fairy",
    "towers",
    "floors",
    "captives",
    "count",
    "quarters",
    "wheel",
    "crowns",
];

/// The parts of a position, `key=value`, each at most once.
struct Parts<'a> {
    values: [Option<&'a str>; KEYS.len()],
}

impl<'a> Parts<'a> {
    fn read(words: impl Iterator<Item = &'a str>) -> Result<Parts<'a>, PositionError> {
        let mut values = [None; KEYS.len()];
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| bad(word))?;
            let index = KEYS.iter().position(|&known| known == key).ok_or_else(|| bad(word))?;
            if value.is_empty() {
                return Err(PositionError::Empty(KEYS[index]));
            }
            if values[index].replace(value).is_some() {
                return Err(PositionError::Repeated(key.to_owned()));
            }
        }
        Ok(Parts { values })
    }

    fn value(&self, key: &str) -> Option<&'a str> {
        KEYS.iter().position(|&known| known == key).and_then(|index| self.values[index])
    }

    fn needed(&self, key: &'static str) -> Result<&'a str, PositionError> {
        self.value(key).ok_or(PositionError::Missing(key))
    }

    fn number<T: std::str::FromStr>(&self, key: &str) -> Result<Option<T>, PositionError> {
        self.value(key).map(number).transpose()
    }

    fn numbers<T: std::str::FromStr>(&self, key: &str) -> Result<Vec<T>, PositionError> {
        self.value(key).into_iter().flat_map(|text| text.split(',')).map(number).collect()
    }

    fn one<T>(&self, key: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, PositionError> {
        self.value(key).map(|text| read(text).ok_or_else(|| bad(text))).transpose()
    }

    /// The items of a part, divided by `separator`.
    fn all<T>(&self, key: &str, separator: char, read: impl Fn(&'a str) -> Option<T>) -> Result<Vec<T>, PositionError> {
        let items = self.value(key).into_iter().flat_map(|text| text.split(separator));
        items.map(|text| read(text).ok_or_else(|| bad(text))).collect()
    }
}

/// A part that is not understood.
fn bad(part: &str) -> PositionError {
    PositionError::BadPart(part.chars().take(60).collect())
}

fn parse_setup(line: &str) -> Result<Setup, PositionError> {
    let mut words = line.trim_start_matches('\u{feff}').split_whitespace();
    if words.next() != Some("bastide-position") || words.next() != Some(&FORMAT_VERSION.to_string()) {
        return Err(PositionError::NotAPosition);
    }
    let parts = Parts::read(words)?;
    let base = parts.needed("base")?;
    let base = Base::from_id(base).ok_or_else(|| bad(base))?;
    let mut options = Options::new(base, number(parts.needed("players")?)?);
    for module in parts.all("with", ',', Module::from_id)? {
        options = options.with(module);
    }
    for module in parts.all("without", ',', Module::from_id)? {
        options = options.without(module);
    }
    options.end_after = parts.number("end-after")?;
    let next = parts.needed("next")?;
    let next = number::<usize>(next)?.checked_sub(1).ok_or_else(|| bad(next))?;
    options.first = next;
    let tiles = parts.all("tiles", ';', |text| parse_laid(base, text))?;
    // Figures may also stand on the squares of a printed board.
    let table: Vec<LaidTile> = tiles.iter().copied().chain(squares(&options)).collect();
    let figures = parts.all("figures", ';', |text| parse_figures(&table, text))?;
    let discarded = parts.all("out", ';', |text| parse_tile(base, text).map(|tile| tile.id))?;
    parts.needed("points")?;
    let pieces = parse_pieces(&parts, &table)?;
    Ok(Setup {
        options,
        turn: number(parts.needed("turn")?)?,
        next,
        points: parts.numbers("points")?,
        tiles,
        figures: figures.concat(),
        discarded,
        pieces,
    })
}

/// What modules have besides tiles and figures.
fn parse_pieces(parts: &Parts<'_>, table: &[LaidTile]) -> Result<Pieces, PositionError> {
    let space = |text: &str| if text == "-" { Some(None) } else { text.parse().ok().map(Some) };
    let city = |text: &str| if text == "off" { Some(None) } else { parse_spot(table, text).map(Some) };
    Ok(Pieces {
        messengers: parts.numbers("messengers")?,
        robbers: parts.all("robbers", ',', space)?,
        ingots: parts.all("ingots", ';', parse_ingots)?,
        gold: parts.numbers("gold")?,
        goods: parts.all("goods", ',', parse_tokens)?,
        ferries: parts.all("ferries", ';', |text| parse_ferry(table, text))?,
        magic: parts.all("magic", ';', |text| parse_magic(table, text))?,
        messages: parts.numbers("messages")?,
        extra_turns: parts.number("extra")?.unwrap_or(0),
        is_second_turn: parts.one("second", |text| (text == "yes").then_some(true))?.unwrap_or(false),
        gingerbread: parts.one("gingerbread", city)?,
        unmarked: parts.number("unmarked")?.unwrap_or(0),
        dragon: parts.one("dragon", parse_pos)?,
        fairy: parts.one("fairy", parse_pos)?,
        towers: parts.all("towers", ';', parse_tower)?,
        floors: parts.numbers("floors")?,
        captives: parts.all("captives", ';', parse_captive)?,
        count: parts.one("count", parse_quarter)?,
        quarters: parts.all("quarters", ';', parse_waiting)?,
        wheel: parts.one("wheel", parse_sector)?,
        crowns: parts.all("crowns", ';', parse_crown)?,
    })
}

/// The squares of the printed board of a game, as tiles.
fn squares(options: &Options) -> impl Iterator<Item = LaidTile> {
    let board = printed::board(options.base, options.modules).into_iter();
    board.flat_map(|board| {
        let tiles = printed::tiles(board).iter().zip(board.squares);
        tiles.map(|(tile, square)| LaidTile { tile, pos: printed::pos(square), rotation: Rotation::NONE })
    })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, PositionError> {
    text.parse().map_err(|_| bad(text))
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
    Some(Spot { pos, segment: segment_at(tiles, pos, segment)? })
}

/// A segment by its cell and name.
fn segment_at(tiles: &[LaidTile], pos: Pos, name: &str) -> Option<u8> {
    segment_on(tiles.iter().find(|laid| laid.pos == pos).copied(), name)
}

/// Ingots on a tile, `2@1,0`.
fn parse_ingots(text: &str) -> Option<Ingots> {
    let (count, pos) = text.split_once('@')?;
    Some(Ingots { pos: parse_pos(pos)?, count: count.parse().ok()? })
}

/// The goods of a player, `1.0.2`: chicken, wheat, cloth.
fn parse_tokens(text: &str) -> Option<[u8; 3]> {
    let counts: Option<Vec<u8>> = text.split('.').map(|count| count.parse().ok()).collect();
    counts?.try_into().ok()
}

/// A ferry, `2,1/road:E-road:S`.
fn parse_ferry(tiles: &[LaidTile], text: &str) -> Option<Ferry> {
    let (first, second) = text.split_once("-road")?;
    let first = parse_spot(tiles, first)?;
    let second = segment_at(tiles, first.pos, &format!("road{second}"))?;
    let mut ends = [first.segment, second];
    ends.sort_unstable();
    Some(Ferry { at: first.pos, ends })
}

fn parse_seat(text: &str) -> Option<PlayerId> {
    PlayerId::new(text.parse::<usize>().ok()?.checked_sub(1)?)
}

/// A meeple of a seat, `1.large`.
fn parse_owned(text: &str) -> Option<Owned> {
    let (seat, kind) = text.split_once('.')?;
    Some(Owned { owner: parse_seat(seat)?, kind: FigureKind::from_word(kind)? })
}

/// So many meeples of a seat, `1.largex2`.
fn parse_many(text: &str) -> Option<(Owned, u8)> {
    let (owned, count) = text.rsplit_once('x')?;
    Some((parse_owned(owned)?, count.parse().ok()?))
}

/// A tower, `2@1,0`, finished `2@1,0/1.meeple` or `2@1,0/empty`.
fn parse_tower(text: &str) -> Option<Tower> {
    let (height, place) = text.split_once('@')?;
    let (pos, end) = place.split_once('/').map_or((place, None), |(pos, end)| (pos, Some(end)));
    let guard = match end {
        None | Some("empty") => None,
        Some(guard) => Some(parse_owned(guard)?),
    };
    Some(Tower { pos: parse_pos(pos)?, height: height.parse().ok()?, is_finished: end.is_some(), guard })
}

/// Captives, `1<2.meeplex1`: seat 1 holds a meeple of seat 2.
fn parse_captive(text: &str) -> Option<Captives> {
    let (captor, rest) = text.split_once('<')?;
    let (Owned { owner, kind }, count) = parse_many(rest)?;
    Some(Captives { captor: parse_seat(captor)?, owner, kind, count })
}

fn parse_quarter(text: &str) -> Option<Quarter> {
    Quarter::ALL.into_iter().find(|known| known.word() == text)
}

fn parse_sector(text: &str) -> Option<Sector> {
    Sector::ALL.into_iter().find(|known| known.word() == text)
}

/// Meeples in Carcassonne, `1.meeplex2@palace`.
fn parse_waiting(text: &str) -> Option<Waiting> {
    let (many, quarter) = text.split_once('@')?;
    let (Owned { owner, kind }, count) = parse_many(many)?;
    Some(Waiting { player: owner, kind, quarter: parse_quarter(quarter)?, count })
}

/// A meeple on a crown space, `1.meeple@storm`.
fn parse_crown(text: &str) -> Option<Crowned> {
    let (owned, sector) = text.split_once('@')?;
    let Owned { owner, kind } = parse_owned(owned)?;
    Some(Crowned { player: owner, kind, sector: parse_sector(sector)? })
}

/// Mage or witch, `mage@1,0/road:N`.
fn parse_magic(tiles: &[LaidTile], text: &str) -> Option<StandingMagic> {
    let (figure, place) = text.split_once('@')?;
    let figure = MagicFigure::ALL.into_iter().find(|known| known.word() == figure)?;
    Some(StandingMagic { figure, spot: parse_spot(tiles, place)? })
}
