//! Lays tiles at random and draws the table: `table N SEED FILE PALETTE SET…`.
//! Prints the size of the picture and the time it took.

use std::collections::BTreeMap;
use std::time::Instant;

use bastide_art::{BoardPicture, FigureOnTable, Highlight, Palette, PieceKind, Place, PlayerColour, TileOnTable, png};
use bastide_rules::{Edge, Feature, Pos, Rotation, Side, Tile, catalogue};

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number: usize = args[0].parse().expect("how many tiles");
    let mut dice = Dice(args[1].parse().expect("a seed"));
    let palette = Palette::from_word(&args[3]).expect("a palette");
    let mut bag: Vec<(&Tile, u16)> = Vec::new();
    for name in &args[4..] {
        for tile in catalogue::tiles_of(catalogue::set(name).expect("a set")) {
            bag.extend((0..u16::from(tile.count)).map(|copy| (tile, copy)));
        }
    }
    let mut table: BTreeMap<(i16, i16), (&Tile, Rotation)> = BTreeMap::new();
    let mut tiles: Vec<TileOnTable> = Vec::new();
    let edge = |table: &BTreeMap<(i16, i16), (&Tile, Rotation)>, pos: Pos, side: Side| -> Option<Edge> {
        table.get(&(pos.x, pos.y)).map(|(tile, rotation)| tile.edge(side, *rotation))
    };
    while tiles.len() < number && !bag.is_empty() {
        let (tile, copy) = bag.swap_remove(dice.below(bag.len()));
        let mut places: Vec<(Pos, Rotation, usize)> = Vec::new();
        let mut cells: Vec<Pos> = table
            .keys()
            .flat_map(|&(x, y)| Side::ALL.map(|side| Pos::new(x, y).beside(side)))
            .filter(|pos| !table.contains_key(&(pos.x, pos.y)))
            .collect();
        if table.is_empty() {
            cells.push(Pos::ORIGIN);
        }
        for pos in cells {
            for rotation in Rotation::ALL {
                let mut near = 0;
                let fits = Side::ALL.iter().all(|&side| match edge(&table, pos.beside(side), side.opposite()) {
                    Some(other) => {
                        near += 1;
                        other == tile.edge(side, rotation)
                    }
                    None => true,
                });
                let wide = pos.x.abs() > 6 || pos.y.abs() > 4;
                if fits && !wide {
                    places.push((pos, rotation, near));
                }
            }
        }
        let most = places.iter().map(|place| place.2).max().unwrap_or(0);
        places.retain(|place| place.2 == most);
        if places.is_empty() {
            continue;
        }
        let (pos, rotation, _) = places[dice.below(places.len())];
        table.insert((pos.x, pos.y), (tile, rotation));
        tiles.push(TileOnTable { tile: tile.id, pos, rotation, copy });
    }
    let mut figures = Vec::new();
    for placed in &tiles {
        let tile = catalogue::tile(placed.tile);
        if dice.below(3) == 0 {
            let segment = dice.below(tile.segments.len());
            let kind = match (tile.segments[segment].feature, dice.below(6)) {
                (Feature::Garden, _) => PieceKind::Abbot,
                (Feature::Road, 0) => PieceKind::Builder,
                (Feature::Field, 0) => PieceKind::Pig,
                (_, 1) => PieceKind::Large,
                _ => PieceKind::Meeple,
            };
            let owner = Some(PlayerColour::ALL[dice.below(6)]);
            figures.push(FigureOnTable { kind, owner, place: Place::Segment(placed.pos, segment), pose: None });
        }
    }
    let last = tiles[tiles.len() - 1];
    let mut highlights = vec![Highlight::Tile(last.pos, PlayerColour::Blue)];
    for side in Side::ALL {
        let pos = last.pos.beside(side);
        if !table.contains_key(&(pos.x, pos.y)) {
            highlights.push(Highlight::Legal(pos));
        }
    }
    highlights.push(Highlight::Segment(tiles[1].pos, 0, Some(PlayerColour::Red)));
    let picture = BoardPicture { palette, tiles, figures, highlights, coordinates: true, ..BoardPicture::default() };
    let start = Instant::now();
    let svg = picture.svg();
    let first = start.elapsed();
    let start = Instant::now();
    for _ in 0..10 {
        assert_eq!(picture.svg().len(), svg.len());
    }
    eprintln!(
        "{} tiles, {} bytes, first {:.1} ms, again {:.1} ms",
        picture.tiles.len(),
        svg.len(),
        first.as_secs_f64() * 1e3,
        start.elapsed().as_secs_f64() * 1e2
    );
    let bytes =
        if args[2].ends_with(".svg") { svg.into_bytes() } else { png::small_png(&svg, 1.0).expect("a picture") };
    std::fs::write(&args[2], bytes).expect("the file can be written");
}
