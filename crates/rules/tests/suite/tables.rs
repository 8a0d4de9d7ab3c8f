//! The tile tables: the checker of the build script finds every kind of defect, and the catalogue made from them
//! has the tiles it should have.

#[allow(dead_code, reason = "some rows are read only to be checked")]
#[path = "../../build/table.rs"]
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bastide_rules::tile::Segment;
use bastide_rules::{Feature, Rotation, Side, Tile, catalogue};

/// The sets with their number of pieces.
const TOTALS: [(&str, u16); 25] = [
    ("base-classic", 72),
    ("base-v3", 72),
    ("fortress", 72),
    ("river-fortress", 12),
    ("winter", 84),
    ("wheel-of-fortune", 72),
    ("river-1", 12),
    ("river-2", 12),
    ("river-v3", 12),
    ("princess-dragon", 30),
    ("tower", 18),
    ("count-board", 12),
    ("cult", 5),
    ("crop-circles", 6),
    ("crop-circles-v3", 6),
    ("inns-cathedrals-v3", 24),
    ("traders-builders-v3", 24),
    ("inns-cathedrals-classic", 18),
    ("traders-builders-classic", 24),
    ("flying-machines", 8),
    ("ferries", 8),
    ("gold-mines", 8),
    ("mage-witch", 8),
    ("robbers", 8),
    ("gingerbread", 6),
];

fn text_of(set: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalogue");
    fs::read_to_string(folder.join(format!("{set}.toml"))).unwrap()
}

/// Replaces the first occurrence and expects a defect with these words.
fn check_defect(set: &str, part: &str, broken: &str, words: &str) {
    let text = text_of(set);
    assert!(text.contains(part), "{set} has no {part:?}");
    let defects = table::read(set, &text.replacen(part, broken, 1)).err().unwrap_or_default();
    assert!(defects.iter().any(|defect| defect.contains(words)), "{part:?} as {broken:?} gave {defects:?}");
}

/// A table with one tile.
fn check_tile_defect(rows: &str, words: &str) {
    let header =
        "set = \"one\"\ntitle = \"\"\nbox = \"\"\ntotal = 1\nsources = []\nuncertain = []\n[[tile]]\ncount = 1\n";
    let defects = table::read("one", &format!("{header}{rows}")).err().unwrap_or_default();
    match words {
        "" => assert!(defects.is_empty(), "{defects:?}"),
        _ => assert!(defects.iter().any(|defect| defect.contains(words)), "{rows} gave {defects:?}"),
    }
}

#[test]
fn the_tables_pass() {
    for (set, total) in TOTALS {
        let table = table::read(set, &text_of(set)).unwrap_or_else(|defects| panic!("{defects:?}"));
        assert_eq!((table.set.as_str(), table.total), (set, total));
    }
}

#[test]
fn defects_of_the_header_are_found() {
    check_defect("fortress", "set = \"fortress\"", "set = \"castle\"", "the set calls itself castle");
    check_defect("fortress", "total = 72", "total = 71", "72 pieces, but the header says 71");
    check_defect("count-board", "total = 12", "total = 13", "12 pieces, but the header says 13");
    check_defect("fortress", "\"shield\" = 10", "\"shield\" = 11", "10 of shield, but 11 expected");
    check_defect("fortress", "\"shield\" = 10", "\"cathedral\" = 1", "0 of cathedral, but 1 expected");
    check_defect("fortress", "V = 9", "V = 8", "9 tiles of letter V, but 8 expected");
    check_defect("fortress", "X = 1 }", "X = 1, Y = 1 }", "0 tiles of letter Y, but 1 expected");
    check_defect("fortress", "title = ", "subtitle = ", "unknown field `subtitle`");
    check_defect("fortress", "sources = ", "sauces = ", "unknown field `sauces`");
    check_defect("fortress", "title = \"Fortress", "title = \"\\q", "escape");
}

#[test]
fn a_missing_key_is_found() {
    check_defect("fortress", "total = 72\n", "", "missing field `total`");
    check_defect("fortress", "count = 2\n", "", "missing field `count`");
    check_defect("fortress", "sides = \"FFRF\"\n", "", "missing field `sides`");
    check_defect("count-board", "width = 4\n", "", "missing field `width`");
}

#[test]
fn defects_of_tiles_are_found() {
    check_defect("fortress", "id = \"B\"", "id = \"A\"", "the id A is used twice");
    check_defect("fortress", "count = 2", "count = 0", "fortress/A: no copies");
    check_defect("fortress", "count = 2", "count = 300", "expected u8");
    check_defect("fortress", "monastery = true", "monastry = true", "unknown field `monastry`");
    check_defect("fortress", "\"FFRF\"", "\"FFXF\"", "bad sides \"FFXF\"");
    check_defect("fortress", "\"FFRF\"", "\"FFRFF\"", "bad sides \"FFRFF\"");
    check_defect("river-v3", "role = \"lake\"", "role = \"pond\"", "unknown role \"pond\"");
    check_defect(
        "crop-circles",
        "crop_circle = \"shield\"",
        "crop_circle = \"sword\"",
        "unknown crop circle \"sword\"",
    );
    check_defect("flying-machines", "\nflying = \"", "\nflying = \"Q", "unknown direction \"Q");
    check_defect("traders-builders-v3", "goods = \"wheat\"", "goods = \"silk\"", "unknown goods \"silk\"");
    check_defect("wheel-of-fortune", "\nwheel = ", "\nwheel = 1", "a wheel number is 1, 2 or 3");
    check_defect("wheel-of-fortune", "\nwheel_known = true", "", "wheel and wheel_known go together");
}

#[test]
fn sides_and_segments_must_agree() {
    // Tile A: a monastery with a road to the south.
    let road = "road = [ { sides = \"S\" } ]";
    check_defect("fortress", road, "road = [ { sides = \"W\" } ]", "side S is R but lies in 0 segments of road");
    check_defect("fortress", road, "road = [ { sides = \"W\" } ]", "side W is F but lies in 1 segments of road");
    let twice = "road = [ { sides = \"S\" }, { sides = \"S\" } ]";
    check_defect("fortress", road, twice, "side S is R but lies in 2 segments of road");
    check_defect("fortress", road, "road = [ { sides = \"Q\" } ]", "bad road sides \"Q\"");
    let city = "city = [ { sides = \"NESW\", shield = 1 } ]";
    check_defect("fortress", city, "city = [ { sides = \"NES\" } ]", "side W is C but lies in 0 segments of city");
    let inner = "city = [ { sides = \"NESW\", shield = 1 }, { sides = \"\" } ]";
    check_defect("fortress", city, inner, "city 1 reaches no side");
    let river = "river = [ { sides = \"NS\" } ]";
    check_defect("river-1", river, "river = [ { sides = \"N\" }, { sides = \"S\" } ]", "more than one river");
    check_defect("river-1", river, "river = [ { sides = \"N\" } ]", "side S is V but lies in 0 segments of river");
    check_defect("inns-cathedrals-v3", "to = \"city N\"", "to = \"city E\"", "a road leads to \"city E\"");
}

#[test]
fn fields_must_cover_the_rim_once() {
    let field = "halves = \"1 2 3 4 5 6 7 8\"";
    check_defect("fortress", field, "halves = \"1 2 3 4 5 6 7\"", "half 8 lies in 0 fields, but 1 expected");
    check_defect("fortress", field, "halves = \"1 1 2 3 4 5 6 7 8\"", "half 1 lies in 2 fields, but 1 expected");
    check_defect("fortress", field, "halves = \"1 2 3 4 5 6 7 9\"", "bad halves");
    check_defect("fortress", field, "halves = \"1 2 3 4 five\"", "bad halves");
    // A field on a city side.
    let start = "halves = \"3 8\", cities = [0]";
    check_defect("fortress", start, "halves = \"1 3 8\", cities = [0]", "half 1 lies in 1 fields, but 0 expected");
}

#[test]
fn fields_must_name_the_cities_beside_them() {
    let start = "halves = \"3 8\", cities = [0]";
    check_defect(
        "fortress",
        start,
        "halves = \"3 8\", cities = []",
        "field 0 meets city 0 at a corner but does not list",
    );
    check_defect("fortress", start, "halves = \"3 8\", cities = []", "city 0 borders no field");
    check_defect("fortress", start, "halves = \"3 8\", cities = [1]", "lists a city that is not there, or one twice");
    check_defect(
        "fortress",
        start,
        "halves = \"3 8\", cities = [0, 0]",
        "lists a city that is not there, or one twice",
    );
    let cut_off = "cities = [0], not_beside = [1]";
    check_defect("princess-dragon", cut_off, "cities = [0]", "meets city 1 at a corner but does not list it");
    let enclosed = "halves = \"\", cities = [0, 1, 2, 3]";
    check_defect(
        "inns-cathedrals-v3",
        enclosed,
        "halves = \"\", cities = []",
        "field 0 is enclosed but borders no city",
    );
}

#[test]
fn segments_cross_only_on_a_bridge() {
    let road_and_river = "road crosses the river on a bridge; four fields";
    check_defect("river-1", road_and_river, "", "road 0 and river 0 cross without a bridge or tunnel");
    // Two roads, and then two fields that would have to cross a road.
    let roads = "id = \"1\"\nsides = \"RRRR\"\nroad = [ { sides = \"NS\" }, { sides = \"EW\" } ]\n";
    let corners =
        "field = [ { halves = \"1 8\" }, { halves = \"2 3\" }, { halves = \"4 5\" }, { halves = \"6 7\" } ]\n";
    check_tile_defect(&format!("{roads}{corners}"), "road 0 and road 1 cross");
    check_tile_defect(&format!("{roads}{corners}note = \"bridge\"\n"), "");
    check_tile_defect(&format!("{roads}{corners}note = \"tunnel\"\n"), "");
    let road = "id = \"1\"\nsides = \"RFRF\"\nroad = [ { sides = \"NS\" } ]\n";
    check_tile_defect(&format!("{road}field = [ {{ halves = \"1 2 3 4 5 6 7 8\" }} ]\n"), "road 0 and field 0 cross");
    let beside = "field = [ { halves = \"1 6 7 8\" }, { halves = \"2 3 4 5\" } ]\n";
    check_tile_defect(&format!("{road}{beside}"), "");
}

#[test]
fn defects_of_boards_are_found() {
    let set = "count-board";
    check_defect(set, "x = 1\ny = 1", "x = 1\ny = 0", "the squares do not fill the board");
    check_defect(set, "width = 4", "width = 5", "the squares do not fill the board");
    check_defect(set, "sides = \"F--R\"", "sides = \"F-R\"", "square 0,0 has bad sides \"F-R\"");
    check_defect(set, "sides = \"F--R\"", "sides = \"FF-R\"", "square 0,0 shows F on side E");
    check_defect(set, "sides = \"F--R\"", "sides = \"---R\"", "square 0,0 shows - on side N");
    check_defect(set, "outer = [\"0,2,S\"]", "outer = []", "0,2,S shows C but lies in 0 segments of city");
    check_defect(
        set,
        "outer = [\"0,2,S\"]",
        "outer = [\"0,2,S\", \"0,2,E\"]",
        "city at 0,2,E, which is not on the rim",
    );
    check_defect(set, "outer = [\"0,0,W\"]", "outer = [\"0,0,N\"]", "0,0,N shows F but lies in 1 segments of road");
    check_defect(set, "\"0,0,8\", ", "", "half 0,0,8 lies in 0 fields, but 1 expected");
    check_defect(set, "\"0,0,8\", ", "\"0,0,8\", \"0,0,3\", ", "a field at 0,0,3, which is not on the rim");
    check_defect(set, "cities = [\"carcassonne\"]", "cities = [\"paris\"]", "field A lists the unknown city paris");
    check_defect("wheel-of-fortune", "  { name = \"plague\", crowns = 2 },\n", "", "the wheel has six sectors");
}

#[test]
fn all_defects_are_reported_at_once() {
    let text = text_of("fortress").replacen("total = 72", "total = 1", 1).replacen("\"FFRF\"", "\"FFFF\"", 1);
    let defects = table::read("fortress", &text).unwrap_err();
    assert_eq!(defects.len(), 2, "{defects:?}");
}

#[test]
fn every_set_has_its_number_of_tiles() {
    let names: BTreeSet<_> = catalogue::SETS.iter().map(|set| set.name).collect();
    assert_eq!(names, TOTALS.iter().map(|&(name, _)| name).collect());
    assert_eq!(catalogue::SETS.len(), TOTALS.len());
    for (name, total) in TOTALS {
        let set = catalogue::set(name).unwrap();
        assert_eq!(set.total, total, "{name}");
        let tiles: u16 = catalogue::tiles_of(set).iter().map(|tile| u16::from(tile.count)).sum();
        match catalogue::board(name) {
            Some(board) if tiles == 0 => assert_eq!(board.squares.len(), usize::from(total)),
            _ => assert_eq!(tiles, total, "{name}"),
        }
    }
    let boards: Vec<_> = ["count-board", "wheel-of-fortune"]
        .map(|name| catalogue::board(name).map(|board| (board.width, board.height)))
        .to_vec();
    assert_eq!(boards, [Some((4, 3)), Some((4, 4))]);
}

#[test]
fn tiles_know_their_place_and_their_set() {
    for (index, tile) in catalogue::TILES.iter().enumerate() {
        assert_eq!(tile.id.index(), index);
        assert_eq!(catalogue::find(catalogue::set_of(tile).name, tile.name).map(|found| found.id), Some(tile.id));
        assert!(tile.segments.is_sorted_by_key(|segment| segment.feature), "{}", tile.name);
    }
}

/// Segments of a tile after turning it, without an order.
fn turned(tile: &Tile, rotation: Rotation) -> Vec<Segment> {
    let mut segments: Vec<_> = tile.segments.to_vec();
    for segment in &mut segments {
        segment.ports = segment.ports.rotated(rotation);
        // Which cities lie beside is told by their places in the drawing; how many is enough here.
        segment.cities = segment.cities.count_ones() as u8;
    }
    segments.sort_unstable();
    segments
}

#[test]
fn rotations_that_look_alike_are_counted_once() {
    for tile in catalogue::TILES {
        let distinct = tile.distinct_rotations();
        let set = catalogue::set_of(tile).name;
        assert!([1, 2, 4].contains(&distinct), "{set}/{}", tile.name);
        for rotation in Rotation::ALL {
            let canonical = tile.canonical_rotation(rotation);
            assert!(canonical.quarter_turns() < distinct);
            assert_eq!(turned(tile, rotation), turned(tile, canonical), "{set}/{} {rotation}", tile.name);
            for side in Side::ALL {
                assert_eq!(tile.edge(side, rotation), tile.edge(side, canonical), "{set}/{} {rotation}", tile.name);
            }
            // Only an arrow distinguishes what the segments do not.
            if canonical == rotation && rotation != Rotation::NONE {
                let has_same_sides = Side::ALL.iter().all(|&s| tile.edge(s, rotation) == tile.edge(s, Rotation::NONE));
                let is_alike = has_same_sides && turned(tile, rotation) == turned(tile, Rotation::NONE);
                assert!(!is_alike || tile.symbols.flying.is_some(), "{set}/{} {rotation}", tile.name);
            }
        }
    }
    let distinct = |name| catalogue::find("base-classic", name).unwrap().distinct_rotations();
    assert_eq!(["B", "C", "X"].map(distinct), [1; 3]);
    assert_eq!(["F", "G", "H", "U"].map(distinct), [2; 4]);
    assert_eq!(["A", "D", "E", "I", "L", "N", "V", "W"].map(distinct), [4; 8]);
}

#[test]
fn doubtful_facts_are_kept_as_such() {
    let doubts = |name| catalogue::set(name).unwrap().uncertain.join("\n");
    assert!(doubts("wheel-of-fortune").contains("numbers on 14 of the 19 wheel tiles"));
    assert!(doubts("wheel-of-fortune").contains("picture of the English edition"));
    assert!(doubts("base-v3").contains("which tiles carry a garden"));
    assert!(doubts("fortress").contains("second-edition tiles with 8 gardens"));
    assert!(doubts("river-v3").contains("tile A"));
    let doubtful = [
        "base-v3",
        "count-board",
        "crop-circles",
        "crop-circles-v3",
        "ferries",
        "flying-machines",
        "fortress",
        "gold-mines",
        "inns-cathedrals-classic",
        "inns-cathedrals-v3",
        "mage-witch",
        "river-2",
        "river-fortress",
        "river-v3",
        "robbers",
        "wheel-of-fortune",
        "winter",
    ];
    for name in doubtful {
        assert!(!doubts(name).is_empty(), "{name}");
    }
    for set in catalogue::SETS {
        assert!(!set.sources.is_empty() && !set.confidence.is_empty(), "{}", set.name);
    }
}

#[test]
fn the_wheel_has_nineteen_numbers_of_which_five_were_seen() {
    let tiles = catalogue::tiles_of(catalogue::set("wheel-of-fortune").unwrap());
    let count = |number: u8, is_known: bool| {
        let tiles = tiles
            .iter()
            .filter(|tile| tile.symbols.wheel.is_some_and(|wheel| wheel.number == number && wheel.known == is_known));
        tiles.map(|tile| tile.count).sum::<u8>()
    };
    let totals = [1, 2, 3].map(|number| count(number, true) + count(number, false));
    assert_eq!(totals, [7, 6, 6]);
    assert_eq!([1, 2, 3].map(|number| count(number, true)), [4, 0, 1]);
}

#[test]
fn printed_boards_have_their_parts() {
    let wheel = catalogue::board("wheel-of-fortune").unwrap();
    let sectors: Vec<_> = wheel.parts.iter().map(|part| (part.name, part.spaces)).collect();
    let expected = [("fortune", 1), ("taxes", 2), ("famine", 1), ("storm", 2), ("inquisition", 1), ("plague", 2)];
    assert_eq!((sectors, wheel.figure_start), (expected.to_vec(), "fortune"));
    let city = catalogue::board("count-board").unwrap();
    let quarters: Vec<_> = city.parts.iter().map(|part| (part.name, part.serves)).collect();
    assert_eq!(
        quarters,
        [
            ("palace", Some(Feature::City)),
            ("church", Some(Feature::Monastery)),
            ("market", Some(Feature::Field)),
            ("smithy", Some(Feature::Road)),
        ]
    );
    assert_eq!(city.figure_start, "palace");
}
