//! Pixels from pictures, by resvg. No fonts and no files of the machine are read.

use std::collections::HashMap;
use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why a picture could not be turned into pixels.
#[derive(Debug)]
pub enum PngError {
    /// The text is not an SVG picture.
    Svg(String),
    /// The picture would have no pixels, or too many.
    Size,
    /// The pixels could not be written.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Svg(why) => write!(f, "not an SVG picture: {why}"),
            PngError::Size => f.write_str("the picture has no pixels, or too many"),
            PngError::Encoding(why) => write!(f, "the pixels cannot be written: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Pixels in rows from the top, four bytes each: red, green, blue, alpha.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The bytes; the colours are multiplied by the alpha.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// Red, green, blue and alpha of one pixel; black and clear outside.
    pub fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let index = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(index..index + 4).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default()
    }
}

fn draw(svg: &str, scale: f32) -> Result<Pixmap, PngError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size();
    let length = |v: f32| (v * scale).round().max(0.0) as u32;
    let mut pixmap = Pixmap::new(length(size.width()), length(size.height())).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Renders an SVG picture; a scale of 1 gives the pixels that the picture asks for.
pub fn pixels(svg: &str, scale: f32) -> Result<Pixels, PngError> {
    let pixmap = draw(svg, scale)?;
    Ok(Pixels { width: pixmap.width(), height: pixmap.height(), rgba: pixmap.take() })
}

/// Renders an SVG picture as a PNG file.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    draw(svg, scale)?.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// Renders an SVG picture as a PNG file with at most 256 colours: a quarter of the size, for pages
/// and documents.
pub fn small_png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let picture = pixels(svg, scale)?;
    let failed = |error: png::EncodingError| PngError::Encoding(error.to_string());
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
    for apart in [160, 30, 0] {
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
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&indexes).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}
