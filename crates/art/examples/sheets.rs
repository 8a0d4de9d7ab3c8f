//! Contact sheets.
use bastide_art::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let dir = args.next().unwrap();
    let scale: f32 = args.next().unwrap().parse().unwrap();
    let mut sum = 0; let mut n = 0;
    for tile in bastide_rules::catalogue::TILES {
        sum += tile_svg(tile, bastide_rules::Rotation::NONE, 0, Palette::Summer).len(); n += 1;
    }
    eprintln!("average {} bytes", sum / n);
    for name in args {
        let (set, palette) = name.split_once(':').map_or((name.as_str(), Palette::of_set(&name)), |(s, p)| (s, Palette::from_word(p).unwrap()));
        let svg = sheet_svg(set, palette).unwrap();
        std::fs::write(format!("{dir}/{set}-{}.png", palette.word()), png::png(&svg, scale).unwrap()).unwrap();
    }
}
