//! Writing pictures and pages to files.

use std::fs;
use std::path::{Path, PathBuf};

use bastide_art::png::{png, small_png};

use crate::failure::Failure;

/// Pixels per unit: a tile is then 200 pixels wide.
pub const DEFAULT_SCALE: f32 = 2.0;

/// Checks the ending of a file name given as an argument.
pub fn ending(wanted: &'static str) -> impl Fn(&str) -> Result<PathBuf, String> + Clone {
    move |text: &str| {
        let is_fit = text.to_lowercase().ends_with(wanted);
        if is_fit { Ok(PathBuf::from(text)) } else { Err(format!("the name must end with {wanted}")) }
    }
}

/// Writes a picture as SVG or, by the ending of the name, as PNG.
pub fn write_picture(path: &Path, svg: &str, scale: f32) -> Result<(), Failure> {
    if has_ending(path, "png") {
        let pixels = png(svg, scale).map_err(|error| Failure::refused(format!("{}: {error}", path.display())))?;
        write(path, &pixels)
    } else {
        write(path, svg.as_bytes())
    }
}

/// Writes a picture as a PNG of few colours.
pub fn write_small_png(path: &Path, svg: &str, scale: f32) -> Result<(), Failure> {
    let pixels = small_png(svg, scale).map_err(|error| Failure::refused(format!("{}: {error}", path.display())))?;
    write(path, &pixels)
}

/// Whether a file name ends so, in any case.
pub fn has_ending(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(wanted))
}

/// Makes a folder, with those above it.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path)
        .map_err(|error| Failure::refused(format!("the folder {} cannot be made: {error}", path.display())))
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::refused(format!("{} cannot be written: {error}", path.display())))
}
