//! Contact sheets.
use bastide_art::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let dir = args.next().unwrap();
    let scale: f32 = args.next().unwrap().parse().unwrap();
    for name in args {
        let (set, palette) = name
            .split_once(':')
            .map_or((name.as_str(), Palette::of_set(&name)), |(s, p)| (s, Palette::from_word(p).unwrap()));
        let svg = match set {
            "wheel" => board_svg(BoardKind::Wheel, palette),
            "carcassonne" => board_svg(BoardKind::Carcassonne, palette),
            "score" => score_track_svg(palette),
            "figures" => figure_sheet_svg(),
            _ => sheet_svg(bastide_rules::catalogue::set(set).unwrap(), palette),
        };
        std::fs::write(format!("{dir}/{set}-{}.png", palette.word()), png::png(&svg, scale).unwrap()).unwrap();
    }
}
