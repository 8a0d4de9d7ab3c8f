//! Draws some tiles large, side by side.
use bastide_art::*;
fn main() {
    let names: Vec<String> = std::env::args().skip(2).collect();
    let size: f32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut all = String::new();
    let cols = (1800.0 / (size + 8.0)).floor().min(names.len() as f32).max(1.0) as usize;
    for (i, name) in names.iter().enumerate() {
        let mut parts = name.split(':');
        let set = parts.next().unwrap();
        let tile = bastide_rules::catalogue::find(set, parts.next().unwrap()).unwrap();
        let r: u8 = parts.next().map_or(0, |r| r.parse().unwrap());
        let palette = parts.next().map_or(Palette::of_set(set), |w| Palette::from_word(w).unwrap());
        let svg = tile_svg(tile, bastide_rules::Rotation::new(r), 0, palette);
        eprintln!("{name} {}", svg.len());
        let (x, y) = ((i % cols) as f32 * (size + 8.0), (i / cols) as f32 * (size + 8.0));
        all += &svg.replacen(
            "width=\"100\" height=\"100\"",
            &format!("x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\""),
            1,
        );
    }
    let (w, h) = (cols as f32 * (size + 8.0), names.len().div_ceil(cols) as f32 * (size + 8.0));
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\">{all}</svg>");
    std::fs::write("/tmp/art-out/one.png", png::png(&svg, 1.0).unwrap()).unwrap();
}
