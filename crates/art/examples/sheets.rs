//! Draws the contact sheets: `sheets DIR [SCALE] [NAME…]`.
//!
//! Without names all sets, both boards, the score track and the figures are drawn. A name is that
//! of a set, `wheel`, `carcassonne`, `score-track` or `figures`, with `:winter` or
//! `:high-contrast` behind it for another palette. The PNG files have 256 colours to stay small.

use std::error::Error;
use std::path::Path;

use bastide_art::png::small_png;
use bastide_art::{BoardKind, Palette, board_svg, figure_sheet_svg, score_track_svg, sheet_svg};
use bastide_rules::catalogue;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let dir = args.next().ok_or("where shall the sheets go?")?;
    let scale: f32 = args.next_if(|arg| arg.parse::<f32>().is_ok()).map_or(Ok(1.5), |arg| arg.parse())?;
    let mut names: Vec<String> = args.collect();
    if names.is_empty() {
        names.extend(catalogue::SETS.iter().filter(|set| set.tile_types > 0).map(|set| set.name.to_string()));
        names.extend(["wheel", "carcassonne", "score-track", "figures"].map(str::to_string));
        names.extend(["base-v3:winter", "base-v3:high-contrast", "wheel:winter"].map(str::to_string));
    }
    for name in names {
        let (set, palette) = match name.split_once(':') {
            Some((set, word)) => (set, Palette::from_word(word).ok_or("no such palette")?),
            None => (name.as_str(), Palette::of_set(&name)),
        };
        let svg = match set {
            "wheel" => board_svg(BoardKind::Wheel, palette),
            "carcassonne" => board_svg(BoardKind::Carcassonne, palette),
            "score-track" => score_track_svg(palette),
            "figures" => figure_sheet_svg(),
            _ => sheet_svg(catalogue::set(set).ok_or("no such set")?, palette),
        };
        let scale = match set {
            "figures" => scale * 3.0,
            "wheel" | "carcassonne" | "score-track" => scale * 1.8,
            _ => scale,
        };
        let file = Path::new(&dir).join(format!("{}.png", name.replace(':', "-")));
        std::fs::write(&file, small_png(&svg, scale)?)?;
        eprintln!("{} {} kB", file.display(), file.metadata()?.len() / 1000);
    }
    Ok(())
}
