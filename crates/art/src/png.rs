//! Pixels from pictures, by resvg. No fonts and no files of the machine are read.

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
