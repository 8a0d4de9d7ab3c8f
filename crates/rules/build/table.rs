//! Reads a tile table and checks everything that can be checked about it.
//!
//! Used by the build script, and by `tests/suite/tables.rs`, which feeds it broken tables.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// One file of `catalogue/`.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub set: String,
    pub title: String,
    #[serde(rename = "box")]
    pub in_box: String,
    pub total: u16,
    #[serde(default)]
    pub confidence: String,
    pub sources: Vec<String>,
    pub uncertain: Vec<String>,
    #[serde(default)]
    pub expect: BTreeMap<String, u32>,
    #[serde(default)]
    pub expect_letters: BTreeMap<String, u32>,
    #[serde(default, rename = "tile")]
    pub tiles: Vec<TileRow>,
    pub board: Option<BoardRow>,
    #[serde(default, rename = "square")]
    pub squares: Vec<SquareRow>,
    /// Other prints of a board, for reference; no rule reads them.
    #[serde(default)]
    pub alternative: Vec<toml::Table>,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct TileRow {
    pub id: String,
    pub letter: Option<String>,
    pub count: u8,
    #[serde(default)]
    pub start: bool,
    pub sides: String,
    #[serde(default)]
    pub city: Vec<CityRow>,
    #[serde(default)]
    pub road: Vec<RoadRow>,
    #[serde(default)]
    pub river: Vec<RiverRow>,
    #[serde(default)]
    pub field: Vec<FieldRow>,
    #[serde(default)]
    pub monastery: bool,
    #[serde(default)]
    pub garden: bool,
    #[serde(default)]
    pub shrine: bool,
    #[serde(default)]
    pub volcano: bool,
    #[serde(default)]
    pub dragon: bool,
    #[serde(default)]
    pub portal: bool,
    #[serde(default)]
    pub tower: bool,
    #[serde(default)]
    pub ferry_lake: bool,
    #[serde(default)]
    pub gold: bool,
    #[serde(default)]
    pub magic: bool,
    #[serde(default)]
    pub sack: bool,
    #[serde(default)]
    pub gingerbread: bool,
    pub crop_circle: Option<String>,
    pub flying: Option<String>,
    pub wheel: Option<u8>,
    pub wheel_known: Option<bool>,
    pub role: Option<String>,
    pub animal: Option<String>,
    pub base: Option<String>,
    pub origin: Option<String>,
    #[serde(default)]
    pub note: String,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct CityRow {
    pub sides: String,
    #[serde(default)]
    pub shield: u8,
    #[serde(default)]
    pub cathedral: bool,
    #[serde(default)]
    pub princess: bool,
    pub goods: Option<String>,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct RoadRow {
    pub sides: String,
    #[serde(default)]
    pub inn: bool,
    #[serde(default)]
    pub tunnel: bool,
    pub to: Option<String>,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct RiverRow {
    pub sides: String,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct FieldRow {
    pub halves: String,
    #[serde(default)]
    pub cities: Vec<usize>,
    #[serde(default)]
    pub not_beside: Vec<usize>,
    #[serde(default)]
    pub pig_herd: bool,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct BoardRow {
    pub width: u8,
    pub height: u8,
    pub start: bool,
    pub note: String,
    pub city: Vec<BoardSegmentRow>,
    pub road: Vec<BoardSegmentRow>,
    pub field: Vec<BoardSegmentRow>,
    #[serde(default)]
    pub sectors: Vec<SectorRow>,
    #[serde(default)]
    pub quarter: Vec<QuarterRow>,
    pub pig_start: Option<String>,
    pub count_start: Option<String>,
    pub direction: Option<String>,
    #[serde(default)]
    pub inside: Vec<String>,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct BoardSegmentRow {
    pub id: String,
    pub outer: Vec<String>,
    #[serde(default)]
    pub cities: Vec<String>,
    pub ends: Option<String>,
    #[serde(default)]
    pub special: bool,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct SectorRow {
    pub name: String,
    pub crowns: u8,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct QuarterRow {
    pub name: String,
    pub serves: String,
    pub square: String,
}

#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct SquareRow {
    pub x: u8,
    pub y: u8,
    pub sides: String,
    #[serde(default)]
    pub inside: bool,
}

pub const SIDES: &str = "NESW";
const DIRECTIONS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const CIRCLES: [&str; 3] = ["pitchfork", "club", "shield"];
const GOODS: [&str; 5] = ["wine", "grain", "cloth", "chicken", "wheat"];
const ROLES: [&str; 3] = ["source", "fork", "lake"];

/// Reads one table and checks it; every defect is reported.
pub fn read(name: &str, text: &str) -> Result<Table, Vec<String>> {
    let table: Table = toml::from_str(text).map_err(|error| vec![format!("{name}: {error}")])?;
    let mut defects = Vec::new();
    check(name, &table, &mut defects);
    if defects.is_empty() { Ok(table) } else { Err(defects) }
}

/// Index of a side letter.
pub fn side_index(letter: char) -> Option<usize> {
    SIDES.find(letter)
}

/// The halves of a field, or `None` if one is not a number from 1 to 8.
pub fn halves(text: &str) -> Option<Vec<usize>> {
    text.split_whitespace().map(|word| word.parse().ok().filter(|half| (1..=8).contains(half))).collect()
}

/// The side a half-edge lies on.
fn side_of_half(half: usize) -> usize {
    (half - 1) / 2
}

/// The half-edge around the corner.
fn around_corner(half: usize) -> usize {
    if half % 2 == 1 { (half + 6) % 8 + 1 } else { half % 8 + 1 }
}

fn check(name: &str, table: &Table, defects: &mut Vec<String>) {
    if table.set != name {
        defects.push(format!("{name}: the set calls itself {}", table.set));
    }
    let mut seen = BTreeSet::new();
    for tile in &table.tiles {
        if !seen.insert(&tile.id) {
            defects.push(format!("{name}: the id {} is used twice", tile.id));
        }
        if let Err(error) = check_tile(tile, &mut |text| defects.push(format!("{name}/{}: {text}", tile.id))) {
            defects.push(format!("{name}/{}: {error}", tile.id));
        }
    }
    let pieces = match table.board {
        Some(_) if table.tiles.is_empty() => table.squares.len() as u32,
        _ => table.tiles.iter().map(|tile| u32::from(tile.count)).sum(),
    };
    if pieces != u32::from(table.total) {
        defects.push(format!("{name}: {pieces} pieces, but the header says {}", table.total));
    }
    if let Some(board) = &table.board {
        check_board(board, &table.squares, &mut |text| defects.push(format!("{name}/board: {text}")));
    }
    let counts = symbol_totals(&table.tiles);
    for (symbol, &expected) in &table.expect {
        let found = counts.get(symbol.as_str()).copied().unwrap_or(0);
        if found != expected {
            defects.push(format!("{name}: {found} of {symbol}, but {expected} expected"));
        }
    }
    let mut letters: BTreeMap<&str, u32> = BTreeMap::new();
    for tile in &table.tiles {
        *letters.entry(tile.letter.as_deref().unwrap_or(&tile.id)).or_default() += u32::from(tile.count);
    }
    for (letter, &expected) in &table.expect_letters {
        let found = letters.get(letter.as_str()).copied().unwrap_or(0);
        if found != expected {
            defects.push(format!("{name}: {found} tiles of letter {letter}, but {expected} expected"));
        }
    }
}

fn known(what: &str, value: &Option<String>, words: &[&str]) -> Result<(), String> {
    match value {
        Some(word) if !words.contains(&word.as_str()) => Err(format!("unknown {what} {word:?}")),
        _ => Ok(()),
    }
}

/// Errors that make the rest pointless are returned, the others reported.
fn check_tile(tile: &TileRow, report: &mut impl FnMut(String)) -> Result<(), String> {
    let sides: Vec<char> = tile.sides.chars().collect();
    if sides.len() != 4 || sides.iter().any(|c| !"CRFV".contains(*c)) {
        return Err(format!("bad sides {:?}", tile.sides));
    }
    if tile.count == 0 {
        report("no copies".into());
    }
    known("direction", &tile.flying, &DIRECTIONS)?;
    known("crop circle", &tile.crop_circle, &CIRCLES)?;
    known("role", &tile.role, &ROLES)?;
    if tile.wheel.is_some_and(|number| !(1..=3).contains(&number)) {
        report("a wheel number is 1, 2 or 3".into());
    }
    if tile.wheel.is_some() != tile.wheel_known.is_some() {
        report("wheel and wheel_known go together".into());
    }
    if tile.river.len() > 1 {
        report("more than one river".into());
    }

    let mut slots: Vec<(String, BTreeSet<usize>)> = Vec::new();
    for (letter, kind, rows) in [
        ('C', "city", tile.city.iter().map(|row| &row.sides).collect::<Vec<_>>()),
        ('R', "road", tile.road.iter().map(|row| &row.sides).collect()),
        ('V', "river", tile.river.iter().map(|row| &row.sides).collect()),
    ] {
        let mut cover = [0; 4];
        for (number, row) in rows.iter().enumerate() {
            if row.is_empty() && kind != "road" {
                report(format!("{kind} {number} reaches no side"));
            }
            let mut rim = BTreeSet::new();
            for c in row.chars() {
                let side = side_index(c).ok_or_else(|| format!("bad {kind} sides {row:?}"))?;
                cover[side] += 1;
                rim.extend(if kind == "city" { 3 * side..3 * side + 3 } else { 3 * side + 1..3 * side + 2 });
            }
            slots.push((format!("{kind} {number}"), rim));
        }
        for (side, &count) in cover.iter().enumerate() {
            if count != i32::from(sides[side] == letter) {
                report(format!(
                    "side {} is {} but lies in {count} segments of {kind}",
                    &SIDES[side..=side],
                    sides[side]
                ));
            }
        }
    }
    for city in &tile.city {
        known("goods", &city.goods, &GOODS)?;
    }
    for road in &tile.road {
        if let Some(to) = &road.to
            && city_named(tile, to).is_none()
        {
            report(format!("a road leads to {to:?}, which is no city of the tile"));
        }
    }
    check_fields(tile, &sides, &mut slots, report)?;

    let bridged = tile.note.contains("bridge") || tile.note.contains("tunnel");
    for (index, (name, rim)) in slots.iter().enumerate() {
        for (other, other_rim) in &slots[index + 1..] {
            if !bridged && cross(rim, other_rim) {
                report(format!("{name} and {other} cross without a bridge or tunnel in the note"));
            }
        }
    }
    Ok(())
}

fn check_fields(
    tile: &TileRow,
    sides: &[char],
    slots: &mut Vec<(String, BTreeSet<usize>)>,
    report: &mut impl FnMut(String),
) -> Result<(), String> {
    let mut cover = [0; 9];
    for (number, field) in tile.field.iter().enumerate() {
        let halves = halves(&field.halves).ok_or_else(|| format!("bad halves {:?}", field.halves))?;
        let mut rim = BTreeSet::new();
        for &half in &halves {
            cover[half] += 1;
            rim.insert(3 * side_of_half(half) + if half % 2 == 1 { 0 } else { 2 });
        }
        slots.push((format!("field {number}"), rim));
        let distinct: BTreeSet<_> = field.cities.iter().collect();
        if distinct.len() != field.cities.len() || field.cities.iter().any(|&city| city >= tile.city.len()) {
            return Err(format!("field {number} lists a city that is not there, or one twice"));
        }
        for &half in &halves {
            let beside = side_of_half(around_corner(half));
            if sides[beside] != 'C' {
                continue;
            }
            let letter = &SIDES[beside..=beside];
            let city = tile.city.iter().position(|row| row.sides.contains(letter));
            if let Some(city) = city
                && !field.cities.contains(&city)
                && !field.not_beside.contains(&city)
            {
                report(format!("field {number} meets city {city} at a corner but does not list it"));
            }
        }
        if halves.is_empty() && field.cities.is_empty() && !tile.road.iter().any(|road| road.sides == "NESW") {
            report(format!("field {number} is enclosed but borders no city"));
        }
    }
    for (half, &count) in cover.iter().enumerate().skip(1) {
        let needed = i32::from(sides[side_of_half(half)] != 'C');
        if count != needed {
            report(format!("half {half} lies in {count} fields, but {needed} expected"));
        }
    }
    for (number, city) in tile.city.iter().enumerate() {
        let bordered = tile.field.iter().any(|field| field.cities.contains(&number));
        if city.sides.len() < 4 && !bordered && !tile.note.contains("no field") {
            report(format!("city {number} borders no field"));
        }
    }
    Ok(())
}

/// The city that `to = "city N"` names.
pub fn city_named(tile: &TileRow, name: &str) -> Option<usize> {
    let side = name.strip_prefix("city ")?;
    tile.city.iter().position(|city| city.sides.contains(side))
}

/// Whether two segments cannot lie beside each other on a flat tile.
fn cross(a: &BTreeSet<usize>, b: &BTreeSet<usize>) -> bool {
    let marks: Vec<bool> = (0..12).filter(|i| a.contains(i) || b.contains(i)).map(|i| a.contains(&i)).collect();
    let changes = (0..marks.len()).filter(|&i| marks[i] != marks[(i + marks.len() - 1) % marks.len()]).count();
    changes > 2
}

/// A place on the rim of a board: `"x,y,rest"`.
pub fn outer_place(text: &str) -> Option<(u8, u8, &str)> {
    let mut parts = text.split(',');
    let (x, y, rest) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    parts.next().is_none().then_some((x, y, rest))
}

fn check_board(board: &BoardRow, squares: &[SquareRow], report: &mut impl FnMut(String)) {
    let cells: BTreeSet<_> = squares.iter().map(|square| (square.y, square.x)).collect();
    let full: BTreeSet<_> = (0..board.height).flat_map(|y| (0..board.width).map(move |x| (y, x))).collect();
    if cells != full || squares.len() != full.len() {
        report("the squares do not fill the board".into());
        return;
    }
    let (mut sides, mut halves) = (BTreeMap::new(), BTreeMap::new());
    for square in squares {
        let (x, y) = (square.x, square.y);
        let outer = [y == 0, x == board.width - 1, y == board.height - 1, x == 0];
        let letters: Vec<char> = square.sides.chars().collect();
        if letters.len() != 4 || letters.iter().any(|c| !"CRFV-".contains(*c)) {
            report(format!("square {x},{y} has bad sides {:?}", square.sides));
            continue;
        }
        for (side, &letter) in letters.iter().enumerate() {
            if (letter != '-') != outer[side] {
                report(format!("square {x},{y} shows {letter} on side {}", &SIDES[side..=side]));
            }
            if letter != '-' {
                sides.insert(format!("{x},{y},{}", &SIDES[side..=side]), letter);
                for half in [2 * side + 1, 2 * side + 2] {
                    halves.insert(format!("{x},{y},{half}"), u32::from(letter != 'C'));
                }
            }
        }
    }
    for (kind, letter, rows) in [("city", 'C', &board.city), ("road", 'R', &board.road)] {
        let mut cover: BTreeMap<&str, u32> = BTreeMap::new();
        for place in rows.iter().flat_map(|row| &row.outer) {
            *cover.entry(place).or_default() += 1;
        }
        for (place, &shown) in &sides {
            let count = cover.remove(place.as_str()).unwrap_or(0);
            if count != u32::from(shown == letter) {
                report(format!("{place} shows {shown} but lies in {count} segments of {kind}"));
            }
        }
        for place in cover.keys() {
            report(format!("{kind} at {place}, which is not on the rim"));
        }
    }
    let mut cover: BTreeMap<&str, u32> = BTreeMap::new();
    for place in board.field.iter().flat_map(|row| &row.outer) {
        *cover.entry(place).or_default() += 1;
    }
    for (place, &needed) in &halves {
        let count = cover.remove(place.as_str()).unwrap_or(0);
        if count != needed {
            report(format!("half {place} lies in {count} fields, but {needed} expected"));
        }
    }
    for place in cover.keys() {
        report(format!("a field at {place}, which is not on the rim"));
    }
    for field in &board.field {
        for city in &field.cities {
            if !board.city.iter().any(|row| row.id == *city) {
                report(format!("field {} lists the unknown city {city}", field.id));
            }
        }
    }
    if !board.sectors.is_empty() && board.sectors.len() != 6 {
        report("the wheel has six sectors".into());
    }
}

/// How often each symbol occurs in the set, copies counted.
pub fn symbol_totals(tiles: &[TileRow]) -> BTreeMap<String, u32> {
    let mut totals: BTreeMap<String, u32> = BTreeMap::new();
    for tile in tiles {
        let copies = u32::from(tile.count);
        let mut add = |symbol: &str, times: u32| *totals.entry(symbol.to_owned()).or_default() += copies * times;
        for (symbol, present) in [
            ("monastery", tile.monastery),
            ("garden", tile.garden),
            ("shrine", tile.shrine),
            ("volcano", tile.volcano),
            ("dragon", tile.dragon),
            ("portal", tile.portal),
            ("tower", tile.tower),
            ("ferry_lake", tile.ferry_lake),
            ("gold", tile.gold),
            ("magic", tile.magic),
            ("sack", tile.sack),
            ("gingerbread", tile.gingerbread),
            ("start", tile.start),
            ("inn tiles", tile.road.iter().any(|road| road.inn)),
            ("pig herd", tile.field.iter().any(|field| field.pig_herd)),
            ("river tiles", !tile.river.is_empty()),
            ("flying", tile.flying.is_some()),
            ("wheel", tile.wheel.is_some()),
        ] {
            add(symbol, u32::from(present));
        }
        for city in &tile.city {
            add("shield", u32::from(city.shield));
            add("cathedral", u32::from(city.cathedral));
            add("princess", u32::from(city.princess));
            if let Some(goods) = &city.goods {
                add(&format!("goods {goods}"), 1);
            }
        }
        if let Some(circle) = &tile.crop_circle {
            add(&format!("circle {circle}"), 1);
        }
    }
    totals
}
