//! What is printed on tiles and boards, in words and as data for programs.

use bastide_rules::tile::{
    BoardPart, PrintedBoard, PrintedSegment, PrintedSquare, RimPlace, RiverRole, Segment, Symbols, TileSet,
};
use bastide_rules::{Compass, Edge, Feature, PortSet, Side, Symbol, Tile, catalogue};
use serde::Serialize;

/// A set of tiles, for programs.
#[derive(Serialize)]
pub struct SetFacts {
    name: &'static str,
    title: &'static str,
    #[serde(rename = "box")]
    in_box: &'static str,
    total: u16,
    tile_types: u16,
    confidence: &'static str,
    uncertain: &'static [&'static str],
    sources: &'static [&'static str],
    tiles: Vec<TileFacts>,
    board: Option<BoardFacts>,
}

#[derive(Serialize)]
struct TileFacts {
    name: &'static str,
    letter: &'static str,
    count: u8,
    start: bool,
    sides: String,
    rotations: u8,
    segments: Vec<SegmentFacts>,
    river: Vec<char>,
    role: Option<&'static str>,
    symbols: Vec<String>,
    animal: Option<&'static str>,
    origin: Option<&'static str>,
    note: &'static str,
}

#[derive(Serialize)]
struct SegmentFacts {
    feature: &'static str,
    /// Sides that a city or road reaches.
    sides: Vec<char>,
    /// Half-edges that a field reaches, 1 to 8 clockwise from the west half of the north side.
    halves: Vec<u8>,
    /// Indices of the cities it touches.
    cities: Vec<usize>,
    shields: u8,
    symbols: Vec<String>,
}

#[derive(Serialize)]
struct BoardFacts {
    width: u8,
    height: u8,
    squares: Vec<SquareFacts>,
    segments: Vec<BoardSegmentFacts>,
    parts: Vec<PartFacts>,
    figure_start: &'static str,
    note: &'static str,
}

#[derive(Serialize)]
struct SquareFacts {
    x: u8,
    y: u8,
    sides: String,
}

#[derive(Serialize)]
struct BoardSegmentFacts {
    name: &'static str,
    feature: &'static str,
    outer: Vec<OuterFacts>,
    cities: &'static [&'static str],
}

#[derive(Serialize)]
struct OuterFacts {
    x: u8,
    y: u8,
    sides: Vec<char>,
    halves: Vec<u8>,
}

#[derive(Serialize)]
struct PartFacts {
    name: &'static str,
    spaces: u8,
    serves: Option<&'static str>,
    square: Option<(u8, u8)>,
}

impl From<&'static TileSet> for SetFacts {
    fn from(set: &'static TileSet) -> SetFacts {
        SetFacts {
            name: set.name,
            title: set.title,
            in_box: set.in_box,
            total: set.total,
            tile_types: set.tile_types,
            confidence: set.confidence,
            uncertain: set.uncertain,
            sources: set.sources,
            tiles: catalogue::tiles_of(set).iter().map(TileFacts::from).collect(),
            board: catalogue::board(set.name).map(BoardFacts::from),
        }
    }
}

impl From<&'static Tile> for TileFacts {
    fn from(tile: &'static Tile) -> TileFacts {
        TileFacts {
            name: tile.name,
            letter: tile.letter,
            count: tile.count,
            start: tile.start,
            sides: tile.sides.iter().map(|edge| edge.letter()).collect(),
            rotations: tile.distinct_rotations(),
            segments: tile.segments.iter().map(SegmentFacts::from).collect(),
            river: river_sides(tile),
            role: tile.role.map(role_word),
            symbols: symbol_words(&tile.symbols),
            animal: tile.animal,
            origin: tile.origin,
            note: tile.note,
        }
    }
}

impl From<&Segment> for SegmentFacts {
    fn from(segment: &Segment) -> SegmentFacts {
        SegmentFacts {
            feature: segment.feature.word(),
            sides: middles(segment.ports),
            halves: halves(segment.ports),
            cities: (0..8).filter(|index| segment.cities >> index & 1 == 1).collect(),
            shields: segment.shields,
            symbols: segment_symbols(segment),
        }
    }
}

impl From<&'static PrintedBoard> for BoardFacts {
    fn from(board: &'static PrintedBoard) -> BoardFacts {
        BoardFacts {
            width: board.width,
            height: board.height,
            squares: board
                .squares
                .iter()
                .map(|square| SquareFacts { x: square.x, y: square.y, sides: outer_sides(square) })
                .collect(),
            segments: board.segments.iter().map(BoardSegmentFacts::from).collect(),
            parts: board.parts.iter().map(PartFacts::from).collect(),
            figure_start: board.figure_start,
            note: board.note,
        }
    }
}

impl From<&PrintedSegment> for BoardSegmentFacts {
    fn from(segment: &PrintedSegment) -> BoardSegmentFacts {
        let outer = segment.outer.iter().map(|&RimPlace { x, y, ports }| OuterFacts {
            x,
            y,
            sides: middles(ports),
            halves: halves(ports),
        });
        BoardSegmentFacts {
            name: segment.name,
            feature: segment.feature.word(),
            outer: outer.collect(),
            cities: segment.cities,
        }
    }
}

impl From<&BoardPart> for PartFacts {
    fn from(part: &BoardPart) -> PartFacts {
        PartFacts {
            name: part.name,
            spaces: part.spaces,
            serves: part.serves.map(Feature::word),
            square: part.square.map(|cell| (cell.x, cell.y)),
        }
    }
}

/// A segment as a person would note it: `city N E, 1 coat of arms`, `field 3-6 beside the city N`.
pub fn segment_text(tile: &Tile, segment: &Segment) -> String {
    let mut text = format!("{}{}", segment.feature.word(), rim_text(segment.ports));
    let cities = tile.segments.iter().take(8).enumerate().filter(|(index, _)| segment.cities >> index & 1 == 1);
    for (count, (_, city)) in cities.enumerate() {
        text += if count == 0 { " beside city" } else { " and" };
        text += &rim_text(city.ports);
    }
    match segment.shields {
        0 => {}
        1 => text += ", coat of arms",
        more => text += &format!(", {more} coats of arms"),
    }
    for symbol in segment_symbols(segment) {
        text += ", ";
        text += &symbol;
    }
    text
}

/// Where a segment of a board reaches its rim.
pub fn board_segment_text(segment: &PrintedSegment) -> String {
    let mut text = format!("{} {}", segment.feature.word(), segment.name);
    for (count, RimPlace { x, y, ports }) in segment.outer.iter().enumerate() {
        text += &format!("{} {x},{y}{}", if count == 0 { ":" } else { ";" }, rim_text(*ports));
    }
    if !segment.cities.is_empty() {
        text += &format!("; beside city {}", segment.cities.join(" and "));
    }
    text
}

/// The outer sides of a square of a board, `-` for an inner one.
pub fn outer_sides(square: &PrintedSquare) -> String {
    square.sides.iter().map(|side| side.map_or('-', Edge::letter)).collect()
}

/// Everything on a tile that belongs to no segment, in words.
pub fn tile_marks(tile: &Tile) -> Vec<String> {
    let mut marks = symbol_words(&tile.symbols);
    if tile.river != 0 {
        let role = tile.role.map_or("river", role_word);
        marks.push(format!("{role} {}", river_sides(tile).into_iter().map(String::from).collect::<Vec<_>>().join(" ")));
    }
    if tile.start {
        marks.push("start tile".to_owned());
    }
    marks.extend(tile.animal.map(str::to_owned));
    marks
}

/// A space before each side; halves as ranges.
fn rim_text(ports: PortSet) -> String {
    let mut text: String = middles(ports).into_iter().map(|side| format!(" {side}")).collect();
    let halves = halves(ports);
    let mut rest = halves.as_slice();
    while let [first, ..] = rest {
        let len = rest.iter().zip(*first..).take_while(|(half, expected)| *half == expected).count();
        text += &match len {
            1 => format!(" {first}"),
            _ => format!(" {first}-{}", rest[len - 1]),
        };
        rest = &rest[len..];
    }
    text
}

fn middles(ports: PortSet) -> Vec<char> {
    ports.iter().filter(|port| port.half_number().is_none()).map(|port| port.side().letter()).collect()
}

fn halves(ports: PortSet) -> Vec<u8> {
    ports.iter().filter_map(|port| port.half_number()).collect()
}

fn river_sides(tile: &Tile) -> Vec<char> {
    Side::ALL.into_iter().filter(|&side| tile.has_river_on(side)).map(Side::letter).collect()
}

/// What is printed on a segment besides coats of arms, which are counted.
fn segment_symbols(segment: &Segment) -> Vec<String> {
    segment.symbols().filter(|&symbol| symbol != Symbol::Shield).map(symbol_word).collect()
}

fn symbol_words(symbols: &Symbols) -> Vec<String> {
    symbols.iter().map(symbol_word).collect()
}

fn symbol_word(symbol: Symbol) -> String {
    match symbol {
        Symbol::Shield => "coat of arms".to_owned(),
        Symbol::Cathedral => "cathedral".to_owned(),
        Symbol::Princess => "princess".to_owned(),
        Symbol::Goods(goods) => goods.word().to_owned(),
        Symbol::Inn => "inn".to_owned(),
        Symbol::Tunnel => "tunnel".to_owned(),
        Symbol::PigHerd => "pig herd".to_owned(),
        Symbol::Volcano => "volcano".to_owned(),
        Symbol::Dragon => "dragon".to_owned(),
        Symbol::Portal => "portal".to_owned(),
        Symbol::Tower => "tower".to_owned(),
        Symbol::FerryLake => "ferry lake".to_owned(),
        Symbol::Gold => "gold".to_owned(),
        Symbol::Magic => "magic".to_owned(),
        Symbol::Sack => "sack".to_owned(),
        Symbol::Gingerbread => "gingerbread".to_owned(),
        Symbol::CropCircle(circle) => format!("crop circle {}", circle.word()),
        Symbol::Flying(arrow) => format!("flying machine {}", compass_word(arrow)),
        Symbol::Wheel(wheel) => {
            let doubt = if wheel.known { "" } else { " (assumed)" };
            format!("wheel {}{doubt}", wheel.number)
        }
    }
}

const fn role_word(role: RiverRole) -> &'static str {
    match role {
        RiverRole::Source => "source",
        RiverRole::Fork => "fork",
        RiverRole::Lake => "lake",
    }
}

const fn compass_word(direction: Compass) -> &'static str {
    match direction {
        Compass::N => "N",
        Compass::NE => "NE",
        Compass::E => "E",
        Compass::SE => "SE",
        Compass::S => "S",
        Compass::SW => "SW",
        Compass::W => "W",
        Compass::NW => "NW",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(set: &str, name: &str) -> Vec<String> {
        let tile = catalogue::find(set, name).unwrap();
        tile.segments.iter().map(|segment| segment_text(tile, segment)).collect()
    }

    #[test]
    fn segments_read_like_notes() {
        assert_eq!(segments("base-classic", "D"), ["city N", "road E W", "field 3 8 beside city N", "field 4-7"]);
    }

    #[test]
    fn every_tile_has_words() {
        for tile in catalogue::TILES {
            tile_marks(tile);
            assert!(tile.segments.iter().all(|segment| !segment_text(tile, segment).is_empty()));
        }
    }
}
