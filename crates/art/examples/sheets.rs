//! Draws the contact sheets: `sheets DIR [SCALE] [NAME…]`.
//!
//! Without names all sets, both boards, the score track and the figures are drawn. A name is that
//! of a set, `wheel`, `carcassonne`, `score-track` or `figures`, with `:winter` or
//! `:high-contrast` behind it for another palette. The PNG files have 256 colours to stay small.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use bastide_art::png::{Pixels, pixels};
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
        std::fs::write(&file, few_colours(&pixels(&svg, scale)?)?)?;
        eprintln!("{} {} kB", file.display(), file.metadata()?.len() / 1000);
    }
    Ok(())
}

/// A PNG file with the 256 most useful colours.
fn few_colours(picture: &Pixels) -> Result<Vec<u8>, Box<dyn Error>> {
    let key =
        |pixel: &[u8]| (u32::from(pixel[0] >> 3) << 10) | (u32::from(pixel[1] >> 3) << 5) | u32::from(pixel[2] >> 3);
    let mut sums: HashMap<u32, [u64; 4]> = HashMap::new();
    for pixel in picture.rgba.chunks_exact(4) {
        let sum = sums.entry(key(pixel)).or_default();
        for k in 0..3 {
            sum[k] += u64::from(pixel[k]);
        }
        sum[3] += 1;
    }
    let mut common: Vec<[u64; 4]> = sums.values().copied().collect();
    common.sort_by_key(|sum| std::cmp::Reverse((sum[3], *sum)));
    // Frequent colours, but none too close to one that is already there.
    let mut palette: Vec<[i32; 3]> = Vec::new();
    let distance = |a: &[i32; 3], b: &[i32; 3]| -> i32 { (0..3).map(|k| (a[k] - b[k]).pow(2)).sum() };
    for apart in [300, 120, 40, 0] {
        for sum in &common {
            let mean = [0, 1, 2].map(|k| (sum[k] / sum[3]) as i32);
            if palette.len() < 256 && palette.iter().all(|other| distance(other, &mean) > apart) {
                palette.push(mean);
            }
        }
    }
    let mut nearest: HashMap<u32, u8> = HashMap::new();
    let mut indexes = Vec::with_capacity(picture.rgba.len() / 4);
    for pixel in picture.rgba.chunks_exact(4) {
        let colour = [0, 1, 2].map(|k| i32::from(pixel[k]));
        let index = *nearest.entry(key(pixel)).or_insert_with(|| {
            let best = palette.iter().enumerate().min_by_key(|(_, other)| distance(other, &colour));
            best.map_or(0, |(index, _)| index as u8)
        });
        indexes.push(index);
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, picture.width, picture.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    encoder.set_filter(png::FilterType::NoFilter);
    encoder.set_palette(palette.iter().flat_map(|colour| colour.map(|v| v as u8)).collect::<Vec<u8>>());
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indexes)?;
    writer.finish()?;
    Ok(out)
}
