//! Writes the checked tables as Rust source.

use std::fmt::Write;

use super::table::{self, BoardRow, Table, TileRow};

/// The source of `catalogue::{SETS, TILES, BOARDS}`.
pub fn emit(tables: &[Table]) -> String {
    let (mut sets, mut tiles, mut boards) = (String::new(), String::new(), String::new());
    let mut next = 0;
    for (set, table) in tables.iter().enumerate() {
        let _ = writeln!(
            sets,
            "TileSet {{ name: {:?}, title: {:?}, in_box: {:?}, total: {}, confidence: {:?}, sources: &{:?}, uncertain: &{:?}, first_tile: {next}, tile_types: {} }},",
            table.set,
            table.title,
            table.in_box,
            table.total,
            table.confidence,
            table.sources,
            table.uncertain,
            table.tiles.len(),
        );
        for tile in &table.tiles {
            let _ = writeln!(tiles, "{},", emit_tile(tile, set, next));
            next += 1;
        }
        if let Some(board) = &table.board {
            let _ = writeln!(boards, "{},", emit_board(board, table, set));
        }
    }
    format!(
        "/// All sets, in the order of their names.\npub static SETS: &[TileSet] = &[\n{sets}];\n\
         /// All tiles of all sets.\npub static TILES: &[Tile] = &[\n{tiles}];\n\
         /// The printed boards.\npub static BOARDS: &[PrintedBoard] = &[\n{boards}];\n"
    )
}

fn edge(letter: char) -> &'static str {
    match letter {
        'C' => "Edge::City",
        'R' => "Edge::Road",
        'V' => "Edge::River",
        _ => "Edge::Field",
    }
}

fn middle_ports(sides: &str) -> u16 {
    sides.chars().filter_map(table::side_index).map(|side| 1 << (3 * side + 1)).sum()
}

fn half_port(half: usize) -> u16 {
    1 << (3 * ((half - 1) / 2) + if half % 2 == 1 { 0 } else { 2 })
}

fn half_ports(halves: &str) -> u16 {
    table::halves(halves).unwrap_or_default().into_iter().map(half_port).sum()
}

fn variant(path: &str, word: &Option<String>) -> String {
    match word {
        Some(word) => {
            let (first, rest) = word.split_at(1);
            format!("Some({path}::{}{rest})", first.to_uppercase())
        }
        None => "None".into(),
    }
}

fn segment(feature: &str, ports: u16, cities: u16, rest: &str) -> String {
    format!(
        "Segment {{ feature: Feature::{feature}, ports: PortSet::from_bits({ports}), cities: {cities}, {rest} ..PLAIN }}, "
    )
}

fn emit_tile(tile: &TileRow, set: usize, id: usize) -> String {
    let mut segments = String::new();
    for city in &tile.city {
        segments += &segment(
            "City",
            middle_ports(&city.sides),
            0,
            &format!(
                "shields: {}, cathedral: {}, princess: {}, goods: {},",
                city.shield,
                city.cathedral,
                city.princess,
                variant("Goods", &city.goods)
            ),
        );
    }
    for road in &tile.road {
        let to = road.to.as_ref().and_then(|to| table::city_named(tile, to)).map_or(0, |city| 1 << city);
        segments +=
            &segment("Road", middle_ports(&road.sides), to, &format!("inn: {}, tunnel: {},", road.inn, road.tunnel));
    }
    for (present, feature) in [(tile.monastery, "Monastery"), (tile.garden, "Garden"), (tile.shrine, "Shrine")] {
        if present {
            segments += &segment(feature, 0, 0, "");
        }
    }
    for field in &tile.field {
        let cities = field.cities.iter().map(|city| 1 << city).sum();
        segments += &segment("Field", half_ports(&field.halves), cities, &format!("pig_herd: {},", field.pig_herd));
    }
    let river: u16 = tile
        .river
        .iter()
        .flat_map(|river| river.sides.chars())
        .filter_map(table::side_index)
        .map(|side| 1 << side)
        .sum();
    let sides: Vec<_> = tile.sides.chars().map(edge).collect();
    let flying = tile.flying.as_ref().map_or("None".into(), |word| format!("Some(Compass::{word})"));
    let wheel = match (tile.wheel, tile.wheel_known) {
        (Some(number), Some(known)) => format!("Some(WheelNumber {{ number: {number}, known: {known} }})"),
        _ => "None".into(),
    };
    let origin = tile.origin.clone().or_else(|| tile.base.as_ref().map(|letter| format!("base tile {letter}")));
    format!(
        "Tile {{ id: TileId({id}), set: {set}, name: {:?}, letter: {:?}, count: {}, start: {}, sides: [{}], segments: &[{segments}], river: {river}, role: {}, \
         symbols: Symbols {{ volcano: {}, dragon: {}, portal: {}, tower: {}, ferry_lake: {}, gold: {}, magic: {}, sack: {}, gingerbread: {}, crop_circle: {}, flying: {flying}, wheel: {wheel} }}, \
         animal: {:?}, origin: {origin:?}, note: {:?} }}",
        tile.id,
        tile.letter.as_deref().unwrap_or(&tile.id),
        tile.count,
        tile.start,
        sides.join(", "),
        variant("RiverRole", &tile.role),
        tile.volcano,
        tile.dragon,
        tile.portal,
        tile.tower,
        tile.ferry_lake,
        tile.gold,
        tile.magic,
        tile.sack,
        tile.gingerbread,
        variant("CropCircle", &tile.crop_circle),
        tile.animal,
        tile.note,
    )
}

fn emit_board(board: &BoardRow, table: &Table, set: usize) -> String {
    let mut rows: Vec<_> = table.squares.iter().collect();
    rows.sort_by_key(|square| (square.y, square.x));
    let mut squares = String::new();
    for square in rows {
        let sides: Vec<_> = square
            .sides
            .chars()
            .map(|letter| if letter == '-' { "None".to_owned() } else { format!("Some({})", edge(letter)) })
            .collect();
        let _ =
            write!(squares, "PrintedSquare {{ x: {}, y: {}, sides: [{}] }}, ", square.x, square.y, sides.join(", "));
    }
    let mut segments = String::new();
    for (feature, rows) in [("City", &board.city), ("Road", &board.road), ("Field", &board.field)] {
        for row in rows {
            let mut outer = String::new();
            for (x, y, place) in row.outer.iter().filter_map(|place| table::outer_place(place)) {
                let ports = match place.parse() {
                    Ok(half) => half_port(half),
                    Err(_) => middle_ports(place),
                };
                let _ = write!(outer, "RimPlace {{ x: {x}, y: {y}, ports: PortSet::from_bits({ports}) }}, ");
            }
            let _ = write!(
                segments,
                "PrintedSegment {{ name: {:?}, feature: Feature::{feature}, outer: &[{outer}], cities: &{:?} }}, ",
                row.id, row.cities
            );
        }
    }
    let mut parts = String::new();
    for sector in &board.sectors {
        let _ = write!(
            parts,
            "BoardPart {{ name: {:?}, spaces: {}, serves: None, square: None }}, ",
            sector.name, sector.crowns
        );
    }
    for quarter in &board.quarter {
        let place = format!("{},-", quarter.square);
        let square = table::outer_place(&place)
            .map_or("None".into(), |(x, y, _)| format!("Some(BoardCell {{ x: {x}, y: {y} }})"));
        let _ = write!(
            parts,
            "BoardPart {{ name: {:?}, spaces: 0, serves: {}, square: {square} }}, ",
            quarter.name,
            variant("Feature", &Some(quarter.serves.clone()))
        );
    }
    let start = board.pig_start.as_ref().or(board.count_start.as_ref()).cloned().unwrap_or_default();
    format!(
        "PrintedBoard {{ set: {set}, width: {}, height: {}, squares: &[{squares}], segments: &[{segments}], parts: &[{parts}], figure_start: {start:?}, note: {:?} }}",
        board.width, board.height, board.note
    )
}
