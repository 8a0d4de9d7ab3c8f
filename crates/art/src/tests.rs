//! What every picture must keep: it draws, it shows what the data names, its rim fits, its fields
//! are as separate as the segments say, and figures stand where they belong.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bastide_rules::catalogue::{self, SETS, TILES};
use bastide_rules::tile::{CropCircle, Goods, RiverRole};
use bastide_rules::{Base, Edge, Feature, Game, Port, Pos, Rotation, Side, State, Tile};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::layout::{Mark, layout};
use crate::*;

fn render(svg: &str, scale: f32) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).expect("a valid picture");
    let size = tree.size();
    let mut pixmap = Pixmap::new((size.width() * scale) as u32, (size.height() * scale) as u32).expect("some pixels");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap
}

fn pixel(pixmap: &Pixmap, x: u32, y: u32) -> [u8; 3] {
    let colour = pixmap.pixel(x, y).expect("a pixel inside");
    [colour.red(), colour.green(), colour.blue()]
}

fn name(tile: &Tile) -> &'static str {
    catalogue::full_name(tile)
}

fn colour_of(palette: Palette, key: char) -> [u8; 3] {
    let hex = palette.colour(key);
    [1, 3, 5].map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("a colour"))
}

#[test]
fn every_tile_is_valid_in_every_palette() {
    for tile in TILES {
        for palette in Palette::ALL {
            let turn = Rotation::new(tile.id.index() as u8);
            let svg = tile_svg(tile, turn, 0, palette);
            let tree = Tree::from_str(&svg, &Options::default());
            assert!(tree.is_ok(), "{} {}: {:?}", name(tile), palette.word(), tree.err());
            assert!(!svg.contains("<text") && !svg.contains("font"), "{} needs a font", name(tile));
            assert!(!svg.contains('@') && !svg.contains("NaN"), "{}", name(tile));
        }
    }
}

#[test]
fn no_drawing_contradicts_the_segments() {
    for tile in TILES {
        let defects = &layout(tile).defects;
        assert!(defects.is_empty(), "{}: {defects:?}", name(tile));
    }
}

/// The classes of elements that a tile must show.
fn expected_classes(tile: &Tile) -> Vec<(&'static str, usize)> {
    let count = |f: &dyn Fn(&bastide_rules::tile::Segment) -> bool| tile.segments.iter().filter(|s| f(s)).count();
    let symbols = tile.symbols;
    let mut classes = vec![
        ("city", count(&|s| s.feature == Feature::City)),
        ("monastery", count(&|s| s.feature == Feature::Monastery)),
        ("garden", count(&|s| s.feature == Feature::Garden)),
        ("shrine", count(&|s| s.feature == Feature::Shrine)),
        ("shield", tile.segments.iter().map(|s| usize::from(s.shields)).sum()),
        ("cathedral", count(&|s| s.cathedral)),
        ("princess", count(&|s| s.princess)),
        ("goods", count(&|s| s.goods.is_some())),
        // One inn serves all roads that name it.
        ("inn", count(&|s| s.inn).min(1)),
        ("tunnel", 2 * count(&|s| s.tunnel)),
        ("pig-herd", 3 * count(&|s| s.pig_herd)),
        ("roads", count(&|s| s.feature == Feature::Road).min(1)),
        ("river", usize::from(tile.river != 0)),
        ("source", usize::from(tile.role == Some(RiverRole::Source))),
        ("lake", usize::from(tile.role == Some(RiverRole::Lake))),
        ("volcano", usize::from(symbols.volcano)),
        ("dragon", usize::from(symbols.dragon)),
        ("portal", usize::from(symbols.portal)),
        ("tower", usize::from(symbols.tower)),
        ("ferry-lake", usize::from(symbols.ferry_lake)),
        ("gold", usize::from(symbols.gold)),
        ("magic", usize::from(symbols.magic)),
        ("sack", usize::from(symbols.sack)),
        ("gingerbread", usize::from(symbols.gingerbread)),
        ("wheel", usize::from(symbols.wheel.is_some())),
        ("flying", usize::from(symbols.flying.is_some())),
        ("arrow", usize::from(symbols.flying.is_some())),
        ("crop-circle", usize::from(symbols.crop_circle.is_some())),
    ];
    classes.extend(symbols.crop_circle.map(|kind| match kind {
        CropCircle::Pitchfork => ("pitchfork", 1),
        CropCircle::Club => ("club", 1),
        CropCircle::Shield => ("crop-shield", 1),
    }));
    classes.extend(tile.segments.iter().find_map(|s| s.goods).map(|goods| match goods {
        Goods::Chicken => ("chicken", 1),
        Goods::Wheat => ("wheat", 1),
        Goods::Cloth => ("cloth", 1),
        Goods::Wine => ("wine", 1),
        Goods::Grain => ("grain", 1),
    }));
    classes
}

#[test]
fn every_tile_shows_every_symbol_its_data_names() {
    for tile in TILES {
        for palette in Palette::ALL {
            let svg = tile_svg(tile, Rotation::NONE, 0, palette);
            let shown: Vec<&str> = svg
                .split("class=\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .flat_map(|classes| classes.split(' '))
                .collect();
            for (class, times) in expected_classes(tile) {
                let found = shown.iter().filter(|&&other| other == class).count();
                assert_eq!(found, times, "{} {}: {class}", name(tile), palette.word());
            }
            let animals = shown.iter().filter(|&&other| other == "animal").count();
            assert_eq!(animals > 0, tile.animal.is_some(), "{}: animal", name(tile));
        }
    }
}

// The rim.

/// The outermost pixels of a side from left to right as seen from inside the tile.
fn rim(pixmap: &Pixmap, side: Side, size: u32) -> Vec<[u8; 3]> {
    (0..size)
        .map(|i| match side {
            Side::N => pixel(pixmap, i, 0),
            Side::E => pixel(pixmap, size - 1, i),
            Side::S => pixel(pixmap, size - 1 - i, size - 1),
            Side::W => pixel(pixmap, 0, size - 1 - i),
        })
        .collect()
}

const RIM_SIZE: u32 = 200;

/// The profile of a kind of edge, built from its widths and colours.
fn profile(palette: Palette, edge: Edge) -> Vec<[u8; 3]> {
    let plain = palette == Palette::HighContrast;
    let bands: Vec<(f32, f32, char)> = match edge {
        Edge::Field => vec![],
        Edge::Road if plain => vec![(45.5, 54.5, 'P'), (46.7, 53.3, 'p')],
        Edge::Road => vec![(45.5, 54.5, 'P'), (46.4, 53.6, 'p')],
        Edge::River => vec![(43.0, 57.0, 'a'), (44.4, 55.6, 'b')],
        Edge::City => {
            let inner = if plain { 0.8 } else { 1.3 };
            vec![
                (4.0, 96.0, 'c'),
                (2.2, 5.8, 'o'),
                (94.2, 97.8, 'o'),
                (4.0 - inner, 4.0 + inner, 's'),
                (96.0 - inner, 96.0 + inner, 's'),
            ]
        }
    };
    (0..RIM_SIZE)
        .map(|i| {
            let step = 100.0 / RIM_SIZE as f32;
            let (from, to) = (i as f32 * step, (i + 1) as f32 * step);
            let mut colour = colour_of(palette, 'g').map(f32::from);
            for &(low, high, key) in &bands {
                let part = ((to.min(high) - from.max(low)) / step).clamp(0.0, 1.0);
                let band = colour_of(palette, key).map(f32::from);
                for (mine, other) in colour.iter_mut().zip(band) {
                    *mine += (other - *mine) * part;
                }
            }
            colour.map(|v| v.round() as u8)
        })
        .collect()
}

/// A wall that splits the fields at a corner reaches it; there the rim is its own.
fn reaches_corner(tile: &Tile, side: Side) -> bool {
    layout(tile).cities.iter().flat_map(|city| city.walls.iter().flat_map(|wall| wall.flat())).any(|at| {
        let near = |a: f32, b: f32| (at.x - a).abs() < 3.0 && (at.y - b).abs() < 3.0;
        let corners = [(100.0, 0.0), (100.0, 100.0), (0.0, 100.0), (0.0, 0.0)];
        let inside = at.to_rim() > 1.0;
        let first = corners[(side.index() + 3) % 4];
        let second = corners[side.index()];
        inside && (near(first.0, first.1) || near(second.0, second.1))
    })
}

fn check_rim(found: &[[u8; 3]], wanted: &[[u8; 3]], skip: usize, what: &str) {
    for i in skip..found.len() - skip {
        let far = (0..3).any(|k| found[i][k].abs_diff(wanted[i][k]) > 40);
        assert!(!far, "{what}: pixel {i} is {:?}, not {:?}", found[i], wanted[i]);
    }
    // Between the blended borders the colours are exact.
    let exact = found.iter().zip(wanted).filter(|(a, b)| (0..3).all(|k| a[k].abs_diff(b[k]) <= 2)).count();
    assert!(exact + 2 * skip + 14 >= found.len(), "{what}: only {exact} pixels are exact");
}

#[test]
fn the_profile_of_each_edge_is_its_own_mirror() {
    // So the rims of two neighbours, which run in opposite directions, are equal.
    for palette in Palette::ALL {
        for edge in [Edge::Field, Edge::Road, Edge::River, Edge::City] {
            let profile = profile(palette, edge);
            let mirrored: Vec<[u8; 3]> = profile.iter().rev().copied().collect();
            for (a, b) in profile.iter().zip(&mirrored) {
                assert!((0..3).all(|k| a[k].abs_diff(b[k]) <= 1), "{edge:?}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn the_rim_of_every_side_equals_the_profile_of_its_kind() {
    for tile in TILES {
        for palette in Palette::ALL {
            // Every tile in one rotation per palette, a different one each time.
            let turn = Rotation::new((tile.id.index() + palette as usize) as u8);
            let pixmap = render(&tile_svg(tile, turn, 1, palette), RIM_SIZE as f32 / 100.0);
            for side in Side::ALL {
                let edge = tile.edge(side, turn);
                let drawn = side.rotated(turn.inverse());
                let skip = if reaches_corner(tile, drawn) { 9 } else { 0 };
                let what = format!("{} {} {turn} {side:?} {edge:?}", name(tile), palette.word());
                check_rim(&rim(&pixmap, side, RIM_SIZE), &profile(palette, edge), skip, &what);
            }
        }
    }
}

#[test]
fn the_rim_of_the_printed_boards_fits_tiles() {
    for kind in BoardKind::ALL {
        let board = catalogue::board(kind.set()).expect("a printed board");
        for palette in Palette::ALL {
            let pixmap = render(&board_svg(kind, palette), 2.0);
            for square in board.squares {
                let (x, y) = (u32::from(square.x) * RIM_SIZE, u32::from(square.y) * RIM_SIZE);
                let rect =
                    resvg::tiny_skia::IntRect::from_xywh(x as i32, y as i32, RIM_SIZE, RIM_SIZE).expect("a square");
                let part = pixmap.as_ref().clone_rect(rect).expect("inside the board");
                for side in Side::ALL {
                    if let Some(edge) = square.sides[side.index()] {
                        let what = format!("{kind:?} {},{} {side:?} {edge:?}", square.x, square.y);
                        check_rim(&rim(&part, side, RIM_SIZE), &profile(palette, edge), 0, &what);
                    }
                }
            }
        }
    }
}

// Fields.

/// In the plain palette fields have one colour: whatever is joined by that colour looks joined.
#[test]
fn fields_look_joined_or_separate_as_the_segments_say() {
    let green = colour_of(Palette::HighContrast, 'g');
    let size = 200_usize;
    for tile in TILES {
        let pixmap = render(&tile_svg(tile, Rotation::NONE, 0, Palette::HighContrast), 2.0);
        let is_green: Vec<bool> =
            (0..size * size).map(|i| pixel(&pixmap, (i % size) as u32, (i / size) as u32) == green).collect();
        // A passage counts from three pixels on.
        let open = |x: usize, y: usize| {
            x > 0
                && y > 0
                && x + 1 < size
                && y + 1 < size
                && (y - 1..=y + 1).all(|y| (x - 1..=x + 1).all(|x| is_green[y * size + x]))
        };
        let mut patch = vec![0_u32; size * size];
        let mut patches = 0;
        for start in 0..size * size {
            if patch[start] != 0 || !open(start % size, start / size) {
                continue;
            }
            patches += 1;
            patch[start] = patches;
            let mut queue = vec![start];
            while let Some(at) = queue.pop() {
                let (x, y) = (at % size, at / size);
                for (x, y) in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
                    if x < size && y < size && patch[y * size + x] == 0 && open(x, y) {
                        patch[y * size + x] = patches;
                        queue.push(y * size + x);
                    }
                }
            }
        }
        let mut seen: Vec<(u32, usize)> = Vec::new();
        for (index, segment) in tile.segments.iter().enumerate() {
            if segment.feature != Feature::Field {
                continue;
            }
            let mut own = BTreeSet::new();
            for half in 1..=8 {
                let port = Port::half(half).expect("eight halves");
                if segment.ports.contains(port) {
                    let along = if half % 2 == 1 { 25.0 } else { 75.0 };
                    let at = Point::new(along, 1.5).rotated(Rotation::new(port.side() as u8));
                    let found = patch[(at.y * 2.0) as usize * size + (at.x * 2.0) as usize];
                    assert_ne!(found, 0, "{}: half {half} is not green", name(tile));
                    own.insert(found);
                    seen.push((found, index));
                }
            }
            if layout(tile).bridges.is_empty() {
                assert!(own.len() <= 1, "{}: field {index} falls apart", name(tile));
            }
        }
        for &(patch, field) in &seen {
            let others = seen.iter().filter(|&&(other, index)| other == patch && index != field).count();
            assert_eq!(others, 0, "{}: field {field} looks joined to another", name(tile));
        }
    }
}

// Places for figures.

fn is_hidden(tile: &Tile, index: usize) -> bool {
    let is_within = |segment: &bastide_rules::tile::Segment| segment.ports.iter().next().is_none();
    let segment = &tile.segments[index];
    let has_rim = tile.segments.iter().any(|segment| !is_within(segment));
    catalogue::is_square(tile) && segment.feature == Feature::Field && !has_rim
}

#[test]
fn anchors_lie_inside_the_area_of_their_segment() {
    let squares = catalogue::BOARDS.iter().flat_map(|board| catalogue::squares_of(board));
    for tile in TILES.iter().chain(squares) {
        // Every area in a colour of its own.
        let mut svg = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\">");
        for index in 0..tile.segments.len() {
            let _ = write!(
                svg,
                "<path shape-rendering=\"crispEdges\" fill-rule=\"evenodd\" fill=\"rgb({},0,99)\" d=\"",
                20 * (index + 1)
            );
            for outline in area(tile, index, Rotation::NONE) {
                for (i, at) in outline.iter().enumerate() {
                    let _ = write!(svg, "{}{} {}", if i == 0 { 'M' } else { 'L' }, at.x, at.y);
                }
                svg.push('z');
            }
            svg.push_str("\"/>");
        }
        svg.push_str("</svg>");
        let mask = render(&svg, 1.0);
        for index in 0..tile.segments.len() {
            let places = anchors(tile, index);
            // Fields along the wall of Carcassonne have a piece on the square that stands for the city, where no field is.
            if is_hidden(tile, index) {
                continue;
            }
            assert!(!places.is_empty() && places.len() <= 3, "{}: segment {index}", name(tile));
            for at in places {
                let found = pixel(&mask, at.x as u32, at.y as u32);
                assert_eq!(usize::from(found[0]), 20 * (index + 1), "{}: segment {index} at {at:?}", name(tile));
                assert_eq!(segment_at(tile, Rotation::NONE, at), Some(index), "{}", name(tile));
            }
        }
        for turn in Rotation::ALL {
            for index in (0..tile.segments.len()).filter(|&index| !is_hidden(tile, index)) {
                let at = anchor(tile, index, turn);
                assert_eq!(segment_at(tile, turn, at), Some(index), "{} {turn}", name(tile));
                assert!(at.to_rim() > 1.0, "{}: {at:?} is too near the rim", name(tile));
            }
        }
    }
}

#[test]
fn anchors_stand_on_what_is_drawn() {
    // The plain palette has flat colours: a figure on a road stands on road, one in a city on city.
    for tile in TILES {
        let pixmap = render(&tile_svg(tile, Rotation::NONE, 0, Palette::HighContrast), 2.0);
        for (index, segment) in tile.segments.iter().enumerate() {
            let key = match segment.feature {
                Feature::City => 'c',
                Feature::Road => 'p',
                Feature::Field => 'g',
                _ => continue,
            };
            let at = anchor(tile, index, Rotation::NONE);
            let found = pixel(&pixmap, (at.x * 2.0) as u32, (at.y * 2.0) as u32);
            let wanted = colour_of(Palette::HighContrast, key);
            let near = (0..3).all(|k| found[k].abs_diff(wanted[k]) < 16);
            assert!(near, "{}: segment {index} at {at:?} is {found:?}", name(tile));
        }
    }
}

#[test]
fn symbols_keep_inside_the_tile() {
    for tile in TILES {
        for spot in &layout(tile).spots {
            let least = match spot.mark {
                Mark::Lake | Mark::Source | Mark::Village | Mark::Hut => 5.0,
                _ => 6.0,
            };
            assert!(spot.at.to_rim() >= least, "{}: {:?} at {:?}", name(tile), spot.mark, spot.at);
        }
    }
}

// Boards and figures.

#[test]
fn a_game_on_a_board_shows_it_with_all_that_stands_there() {
    let state = State::new(Game::new(bastide_rules::Options::new(Base::Wheel, 2)).unwrap());
    let picture = BoardPicture::of_state(&state);
    assert_eq!(picture.boards, [BoardOnTable { board: BoardKind::Wheel, pos: Pos::ORIGIN }]);
    let svg = picture.svg();
    assert!(svg.contains("wheel-pig") && !svg.contains("class=\"tile\""), "the squares are part of the board");
    assert_eq!(picture.view().2, 400.0 + 24.0);
}

#[test]
fn parts_of_boards_have_places() {
    for kind in BoardKind::ALL {
        let board = catalogue::board(kind.set()).expect("a printed board");
        for palette in Palette::ALL {
            let svg = board_svg(kind, palette);
            for part in board.parts {
                assert!(svg.contains(part.name), "{} is not shown", part.name);
            }
            let crowns: usize = board.parts.iter().map(|part| usize::from(part.spaces)).sum();
            assert_eq!(svg.matches("class=\"crown\"").count(), crowns);
        }
        let (width, height) = kind.cells();
        let inside = |at: Point| {
            (0.0..f32::from(width) * 100.0).contains(&at.x) && (0.0..f32::from(height) * 100.0).contains(&at.y)
        };
        for part in board.parts {
            let mut places = BTreeSet::new();
            for n in 0..usize::from(part.spaces).max(1) {
                let at = part_anchor(kind, part.name, n).expect("a place for a meeple");
                assert!(inside(at));
                places.insert((at.x as i32, at.y as i32));
            }
            assert_eq!(places.len(), usize::from(part.spaces).max(1), "{} has room for each", part.name);
            assert!(neutral_anchor(kind, part.name).is_some_and(inside));
        }
        let pixmap = render(&board_svg(kind, Palette::HighContrast), 1.0);
        for segment in board.segments {
            let at = board_anchor(kind, segment.name).expect("a place for a figure");
            let key = match segment.feature {
                Feature::City => 'c',
                Feature::Road => 'p',
                _ => 'g',
            };
            let found = pixel(&pixmap, at.x as u32, at.y as u32);
            let wanted = colour_of(Palette::HighContrast, key);
            // Inside Carcassonne a figure stands in the street.
            let near = segment.outer.is_empty() || (0..3).all(|k| found[k].abs_diff(wanted[k]) < 16);
            assert!(inside(at) && near, "{kind:?} {}: {at:?} is {found:?}", segment.name);
        }
    }
}

#[test]
fn the_score_track_has_fifty_fields() {
    let mut places = BTreeSet::new();
    for n in 0..50 {
        let at = score_anchor(n);
        assert!(places.insert((at.x as i32, at.y as i32)), "field {n} lies on another");
        let next = score_anchor(n + 1);
        assert!(at.distance(next) < 40.0, "{n} is not beside its successor");
    }
    assert_eq!(score_anchor(50), score_anchor(0));
    for palette in Palette::ALL {
        let svg = score_track_svg(palette);
        assert_eq!(svg.matches("class=\"score\"").count(), 50);
        render(&svg, 0.5);
    }
}

#[test]
fn figures_differ_by_kind_and_by_colour() {
    let mut silhouettes = BTreeSet::new();
    for kind in PieceKind::ALL {
        let mut marks = BTreeSet::new();
        for colour in PlayerColour::ALL {
            for pose in [Pose::Standing, Pose::Lying] {
                let svg = figure_svg(kind, Some(colour), pose);
                let pixmap = render(&svg, 2.0);
                assert!(pixmap.pixels().iter().any(|pixel| pixel.alpha() > 0), "{}", kind.word());
                if kind.is_owned() {
                    let mark = svg.split("class=\"mark\"").nth(1).and_then(|rest| rest.split(" d=\"").nth(1));
                    marks.insert(mark.expect("a mark").to_string());
                }
            }
        }
        assert_eq!(marks.len(), if kind.is_owned() { 6 } else { 0 }, "{}", kind.word());
        // What is seen at 20 pixels, without colour.
        let small = render(&figure_svg(kind, Some(PlayerColour::Black), Pose::Standing), 20.0 / 28.0);
        silhouettes.insert(small.data().to_vec());
        assert_eq!(PieceKind::from_word(kind.word()), Some(kind));
    }
    assert_eq!(silhouettes.len(), PieceKind::ALL.len());
}

#[test]
fn player_colours_stay_apart_for_colour_blind_eyes() {
    // Simulated red, green and blue blindness (Viénot, Brettel): linear maps of the colours.
    let eyes: [[[f32; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
        [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
        [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
    ];
    for eye in eyes {
        let seen: Vec<[f32; 3]> = PlayerColour::ALL
            .iter()
            .map(|colour| {
                let hex = colour.hex();
                let rgb = [1, 3, 5].map(|i| f32::from(u8::from_str_radix(&hex[i..i + 2], 16).expect("a colour")));
                eye.map(|row| row.iter().zip(rgb).map(|(weight, value)| weight * value).sum::<f32>().clamp(0.0, 255.0))
            })
            .collect();
        for i in 0..6 {
            for j in 0..i {
                let far: f32 = (0..3).map(|k| (seen[i][k] - seen[j][k]).powi(2)).sum::<f32>().sqrt();
                assert!(far > 55.0, "{:?} and {:?} are only {far} apart", PlayerColour::ALL[i], PlayerColour::ALL[j]);
            }
        }
    }
}

// Whole pictures.

fn hundred_tiles() -> BoardPicture {
    let step = TILES.len() / 100;
    let tiles = (0..100)
        .map(|i| TileOnTable {
            tile: TILES[i * step].id,
            pos: Pos::new((i % 10) as i16, (i / 10) as i16),
            rotation: Rotation::new(i as u8),
            copy: 0,
        })
        .collect();
    BoardPicture { tiles, ..BoardPicture::default() }
}

#[test]
fn pictures_stay_small() {
    for palette in Palette::ALL {
        let sum: usize = TILES.iter().map(|tile| tile_svg(tile, Rotation::NONE, 0, palette).len()).sum();
        assert!(sum / TILES.len() < 6_000, "{}: {} bytes on average", palette.word(), sum / TILES.len());
    }
    let size = hundred_tiles().svg().len();
    assert!(size < 400_000, "{size} bytes");
}

#[test]
fn a_board_picture_shows_what_it_is_told() {
    let mut picture = hundred_tiles();
    picture.coordinates = true;
    picture.boards.push(BoardOnTable { board: BoardKind::Wheel, pos: Pos::new(10, 0) });
    let place = |kind, owner, place| FigureOnTable { kind, owner, place, pose: None };
    for (i, kind) in PieceKind::ALL.into_iter().enumerate() {
        let owner = Some(PlayerColour::ALL[i % 6]);
        picture.figures.push(place(kind, owner, Place::Segment(Pos::new(i as i16 % 10, 2), 0)));
    }
    picture.figures.push(place(PieceKind::WheelPig, None, Place::Part(BoardKind::Wheel, "storm")));
    picture.figures.push(place(PieceKind::Meeple, Some(PlayerColour::Red), Place::Part(BoardKind::Wheel, "taxes")));
    picture.highlights = vec![
        Highlight::Tile(Pos::new(1, 1), PlayerColour::Green),
        Highlight::Segment(Pos::new(2, 2), 0, None),
        Highlight::Legal(Pos::new(-1, 0)),
        Highlight::Hopeless(Pos::new(-1, 1)),
    ];
    let svg = picture.svg();
    for (class, times) in [("tile", 100), ("board", 1), ("legal", 1), ("hopeless", 1), ("region", 1), ("last", 2)] {
        assert_eq!(svg.matches(&format!("class=\"{class}\"")).count(), times, "{class}");
    }
    assert_eq!(svg.matches("class=\"figure").count(), PieceKind::ALL.len() + 2);
    // Every reference has its definition, and only once.
    let ids: Vec<&str> = svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len());
    for reference in svg.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(distinct.contains(reference), "{reference} is not defined");
    }
    assert!(Tree::from_str(&svg, &Options::default()).is_ok());
    assert_eq!(svg, picture.svg(), "pictures are deterministic");
}

#[test]
fn copies_of_a_tile_differ_only_in_ornament() {
    let tile = catalogue::find("base-v3", "V").expect("a curve");
    let copies: BTreeSet<String> = (0..4).map(|copy| tile_svg(tile, Rotation::NONE, copy, Palette::Summer)).collect();
    assert_eq!(copies.len(), 4);
    let plain: BTreeSet<String> =
        (0..4).map(|copy| tile_svg(tile, Rotation::NONE, copy, Palette::HighContrast)).collect();
    assert_eq!(plain.len(), 1);
}

// Snapshots.

fn digest(svg: &str, scale: f32) -> u32 {
    let pixmap = render(svg, scale);
    // FNV over pixels without their lowest bits, which renderers may round differently.
    let hash = pixmap
        .data()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte >> 3)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ hash >> 32) as u32
}

/// Compares every picture with `snapshots.txt`; `UPDATE_SNAPSHOTS=1` rewrites it. After a change
/// of style also draw the sheets in `docs/art` anew and look at them.
#[test]
fn pictures_look_as_recorded() {
    let mut lines: Vec<String> = Vec::new();
    for set in SETS {
        for tile in catalogue::tiles_of(set) {
            let mut line = name(tile).to_owned();
            for palette in Palette::ALL {
                let _ = write!(line, " {:08x}", digest(&tile_svg(tile, Rotation::NONE, 0, palette), 0.64));
            }
            lines.push(line);
        }
    }
    for kind in BoardKind::ALL {
        lines.push(format!("board/{kind:?} {:08x}", digest(&board_svg(kind, Palette::Summer), 0.5)));
    }
    lines.push(format!("score-track {:08x}", digest(&score_track_svg(Palette::Summer), 0.5)));
    lines.push(format!("figures {:08x}", digest(&figure_sheet_svg(), 2.0)));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, lines.join("\n") + "\n").expect("the snapshots can be written");
        return;
    }
    let recorded = std::fs::read_to_string(path).unwrap_or_default();
    let recorded: BTreeSet<&str> = recorded.lines().collect();
    let changed: Vec<&str> = lines
        .iter()
        .filter(|line| !recorded.contains(line.as_str()))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(
        changed.is_empty() && recorded.len() == lines.len(),
        "{} pictures changed: {changed:?}. If this is meant, run with UPDATE_SNAPSHOTS=1",
        changed.len()
    );
}

#[test]
fn a_game_with_everything_shows_all_that_lies_on_the_table() {
    use bastide_rules::{Game, Options, State, box_named};
    let options = Options::of_box(box_named("big-box").unwrap(), 3).unwrap();
    let mut state = State::new(Game::new(options).unwrap());
    let mut turns = crate::geom::Dice::new(&["everything"], 1);
    let wanted = ["ferry-way", "figure ingot", "figure mage", "figure builder", "figure large", "figure pig"];
    let mut seen = vec![false; wanted.len()];
    while let Some(action) = state.choose(|count| turns.below(count as usize) as u32) {
        state.apply(action).unwrap();
        if !state.is_between_turns() || !state.tiles_laid().is_multiple_of(4) {
            continue;
        }
        let picture = BoardPicture::of_state(&state).svg();
        assert_eq!(picture.matches("ferry-way").count(), state.ferries().len());
        let ingots: usize = state.ingots_on_tiles().iter().map(|ingots| usize::from(ingots.count)).sum();
        assert_eq!(picture.matches("figure ingot").count(), ingots);
        for (class, seen) in wanted.iter().zip(&mut seen) {
            *seen |= picture.contains(class);
        }
        let track = crate::track_of_state_svg(&state, crate::seat_colour);
        let robbers = state.game().seats().filter(|&player| state.robber(player).is_some()).count();
        assert_eq!(track.matches("figure robber").count(), robbers);
        assert_eq!(track.matches("figure m").count(), 6, "two markers of each player");
    }
    assert!(seen.iter().all(|&seen| seen), "{:?}", wanted.iter().zip(&seen).collect::<Vec<_>>());
}

#[test]
fn dragon_towers_and_count_are_shown_where_they_stand() {
    use bastide_rules::{Game, Module, Options, Quarter, State};
    let modules = [Module::Dragon, Module::Tower, Module::Count];
    let options = modules.into_iter().fold(Options::new(Base::V3, 3), |all, one| all.with(one));
    let mut state = State::new(Game::new(options).unwrap());
    let mut turns = crate::geom::Dice::new(&["nobles"], 1);
    let mut most = [0; 3];
    while let Some(action) = state.choose(|count| turns.below(count as usize) as u32) {
        state.apply(action).unwrap();
        if !state.is_between_turns() || !state.tiles_laid().is_multiple_of(8) {
            continue;
        }
        let picture = BoardPicture::of_state(&state).svg();
        let shown = |class: &str| picture.matches(&format!("\"figure {class}\"")).count();
        assert_eq!(shown("dragon"), usize::from(state.dragon().is_some()));
        assert_eq!(shown("fairy"), usize::from(state.fairy().is_some()));
        assert_eq!(shown("count"), 1);
        let floors: usize = state.towers().iter().map(|tower| usize::from(tower.height)).sum();
        assert_eq!(shown("tower-floor"), floors);
        let guards = state.towers().iter().filter(|tower| tower.guard.is_some()).count();
        let mut waiting = 0;
        for (quarter, player) in
            Quarter::ALL.into_iter().flat_map(|quarter| state.game().seats().map(move |player| (quarter, player)))
        {
            waiting += state.in_quarter(quarter, player).map(|there| usize::from(there.count)).sum::<usize>();
        }
        assert_eq!(shown("meeple"), state.figures().len() + guards + waiting);
        most = [most[0].max(floors), most[1].max(guards), most[2].max(waiting)];
    }
    assert!(most.iter().all(|&seen| seen > 0), "{most:?}");
}
