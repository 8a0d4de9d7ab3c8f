//! The budgets: bytes of tiles and boards, time to draw a board of 100 tiles.
//! Run it with `cargo run --release --no-default-features -p bastide-art --example measure`.

use bastide_art::{BoardPicture, Palette, TileOnTable, tile_svg};
use bastide_rules::{Pos, Rotation, catalogue};

/// Milliseconds this process has run: on Linux without the time other programs took, elsewhere
/// plain time.
fn clock() -> f64 {
    let schedule = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    match schedule.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()) {
        Some(nanoseconds) => nanoseconds / 1e6,
        None => std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0.0, |since| since.as_secs_f64() * 1e3),
    }
}

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
    let start = clock();
    let svg = picture.svg();
    let first = clock() - start;
    let mut best = f64::MAX;
    for _ in 0..20 {
        let start = clock();
        assert_eq!(picture.svg().len(), svg.len());
        best = best.min(clock() - start);
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
