//! Draws the landscapes of the start page: `covers OUT` writes `OUT/NAME.svg` for every `covers/NAME.txt`.
//!
//! A line is `palette WORD`, `board SET X,Y`, a tile `SET/ID X,Y rN`, or a figure `figure KIND COLOUR X,Y FEATURE`, with `-` as
//! the colour of what belongs to nobody and `tile` as the feature of what stands on the tile itself. Every tile must fit its
//! neighbours.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use bastide_art::{
    BoardKind, BoardOnTable, BoardPicture, FigureOnTable, Palette, PieceKind, Place, PlayerColour, TileOnTable,
};
use bastide_rules::{Pos, Rotation, Side, catalogue};

fn main() {
    let out = PathBuf::from(env::args().nth(1).expect("say where to write"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/covers");
    fs::create_dir_all(&out).expect("a folder to write to");
    for entry in fs::read_dir(folder).expect("the layouts") {
        let path = entry.expect("a layout").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let picture = read(&fs::read_to_string(&path).expect("a text"));
        check(&name, &picture);
        let drawn = cropped(&picture);
        // The one that the first visit loads is kept small.
        let drawn = if name == "landscape" { thinned(&drawn) } else { drawn };
        fs::write(out.join(format!("{name}.svg")), drawn).expect("a picture is written");
    }
}

fn read(text: &str) -> BoardPicture {
    let mut picture = BoardPicture { transparent: true, nameless: true, ..BoardPicture::default() };
    for line in text.lines().filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["palette", word] => picture.palette = Palette::from_word(word).expect("a palette"),
            ["board", set, at] => {
                picture.boards.push(BoardOnTable { board: BoardKind::of_set(set).expect("a board"), pos: cell(at) });
            }
            ["figure", kind, colour, at, feature] => {
                let pos = cell(at);
                let tile = picture.tiles.iter().find(|tile| tile.pos == pos).map(|tile| catalogue::tile(tile.tile));
                let segment = |tile: &bastide_rules::Tile| {
                    tile.segments.iter().position(|segment| segment.feature.word() == feature)
                };
                picture.figures.push(FigureOnTable {
                    kind: PieceKind::from_word(kind).expect("a figure"),
                    owner: PlayerColour::from_word(colour),
                    place: match feature {
                        "tile" => Place::Tile(pos),
                        _ => Place::Segment(pos, tile.and_then(segment).expect("a feature of the tile")),
                    },
                    pose: None,
                });
            }
            [name, at, turns] => {
                let (set, id) = name.split_once('/').expect("SET/ID");
                let tile = catalogue::find(set, id).expect("a tile");
                let turns = usize::from(turns.as_bytes()[1] - b'0');
                let copy = picture.tiles.iter().filter(|known| known.tile == tile.id).count() as u16;
                picture.tiles.push(TileOnTable { tile: tile.id, pos: cell(at), rotation: Rotation::ALL[turns], copy });
            }
            _ => panic!("not a line of a layout: {line}"),
        }
    }
    picture
}

fn cell(text: &str) -> Pos {
    let (x, y) = text.split_once(',').expect("X,Y");
    Pos::new(x.parse().expect("a column"), y.parse().expect("a row"))
}

/// Nothing is shown that could not be laid.
fn check(name: &str, picture: &BoardPicture) {
    for one in &picture.tiles {
        for other in &picture.tiles {
            for side in Side::ALL.into_iter().filter(|&side| one.pos.beside(side) == other.pos) {
                let edges = (
                    catalogue::tile(one.tile).edge(side, one.rotation),
                    catalogue::tile(other.tile).edge(side.opposite(), other.rotation),
                );
                assert_eq!(edges.0, edges.1, "{name}: the tiles at {:?} and {:?} do not meet", one.pos, other.pos);
            }
        }
    }
}

/// The picture without the margin around the tiles.
fn cropped(picture: &BoardPicture) -> String {
    const MARGIN: f32 = 12.0;
    let (x, y, width, height) = picture.view();
    let (inner_width, inner_height) = (width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    picture
        .svg()
        .replacen(
            &format!("width=\"{width}\" height=\"{height}\""),
            &format!("width=\"{inner_width}\" height=\"{inner_height}\""),
            1,
        )
        .replacen(
            &format!("viewBox=\"{x} {y} {width} {height}\""),
            &format!("viewBox=\"{} {} {inner_width} {inner_height}\"", x + MARGIN, y + MARGIN),
            1,
        )
}

/// The picture without every third house, tree and tuft of its kind, so that it weighs a seventh less.
fn thinned(svg: &str) -> String {
    let mut met: HashMap<&str, u32> = HashMap::new();
    let mut parts = svg.split("<use href=\"#");
    let mut thin = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').expect("the name of a symbol");
        let (_, behind) = rest.split_once("/>").expect("the end of its use");
        let count = met.entry(name).or_default();
        *count += 1;
        let is_decoration = name.len() <= 3 && name.starts_with('s');
        if is_decoration && count.is_multiple_of(3) {
            thin.push_str(behind);
        } else {
            thin.push_str("<use href=\"#");
            thin.push_str(part);
        }
    }
    thin
}
