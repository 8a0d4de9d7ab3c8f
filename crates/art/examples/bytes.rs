//! Where the bytes are.
use bastide_art::*;
fn main() {
    let (mut defs, mut uses, mut paths, mut all) = (0, 0, 0, 0);
    for tile in bastide_rules::catalogue::TILES {
        let svg = tile_svg(tile, bastide_rules::Rotation::NONE, 0, Palette::Summer);
        all += svg.len();
        let body = svg.split("</defs>").nth(1).unwrap();
        defs += svg.len() - body.len();
        for e in body.split('<') {
            if e.starts_with("use") { uses += e.len() + 1 } else { paths += e.len() + 1 }
        }
    }
    let n = bastide_rules::catalogue::TILES.len();
    println!("{} defs {} uses {} paths {}", all / n, defs / n, uses / n, paths / n);
}
