//! The budgets: bytes of tiles and boards, time to draw a board of 100 tiles.
//! Run it with `cargo run --release --no-default-features -p bastide-art --example measure`.

use std::time::Instant;

use bastide_art::{BoardPicture, Palette, TileOnTable, tile_svg};
use bastide_rules::{Pos, Rotation, catalogue};

fn main() {
    // A hundred different tiles: the worst case for what is computed once per tile.
    let step = catalogue::TILES.len() / 100;
    let tiles: Vec<TileOnTable> = (0..100)
        .map(|i| TileOnTable {
            tile: catalogue::TILES[i * step].id,
            pos: Pos::new((i % 10) as i16, (i / 10) as i16),
            rotation: Rotation::new(i as u8),
            copy: 0,
        })
        .collect();
    let picture = BoardPicture { tiles, ..BoardPicture::default() };
    let start = Instant::now();
    let svg = picture.svg();
    let first = start.elapsed().as_secs_f64() * 1e3;
    let mut best = f64::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        assert_eq!(picture.svg().len(), svg.len());
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    eprintln!("board of 100 different tiles: {} bytes, first {first:.1} ms, again {best:.1} ms", svg.len());
    for palette in Palette::ALL {
        let sizes: Vec<usize> =
            catalogue::TILES.iter().map(|tile| tile_svg(tile, Rotation::NONE, 0, palette).len()).collect();
        let sum: usize = sizes.iter().sum();
        eprintln!(
            "{}: {} tiles, {} bytes on average, largest {}",
            palette.word(),
            sizes.len(),
            sum / sizes.len(),
            sizes.iter().max().unwrap_or(&0)
        );
    }
}
