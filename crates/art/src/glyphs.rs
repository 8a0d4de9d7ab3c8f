//! Letters and digits as strokes, so that pictures need no fonts.

use std::fmt::Write as _;

use crate::geom::Point;
use crate::svg::number;

/// The strokes of a character in a box 4 wide and 6 high, and its width.
fn glyph(c: char) -> (&'static str, f32) {
    match c {
        '0' => ("M2 0C0 0 0 2 0 3s0 3 2 3 2-2 2-3-0-3-2-3z", 4.0),
        '1' => ("M.3 1.3L2 0v6", 2.6),
        '2' => ("M.1 1.5C.3.5 1 0 2 0c1.200 0 1.900.7 1.900 1.700C3.900 3.200 0 4.500 0 6h4", 4.0),
        '3' => ("M.1 0h3.700L1.700 2.400C3.300 2.300 4 3.200 4 4.200 4 5.300 3.200 6 2 6 1 6 .3 5.600 0 4.700", 4.0),
        '4' => ("M3 6V0L0 4.300h4.200", 4.2),
        '5' => ("M3.700 0H.6L.3 2.700C.8 2.300 1.400 2.200 2 2.200c1.200 0 2 .7 2 1.900S3.200 6 1.900 6C1 6 .3 5.600 0 4.900", 4.0),
        '6' => ("M3.500.4C1.500-.5 0 1.200 0 3.700 0 5.200.8 6 2 6s2-.8 2-1.900-.8-1.900-2-1.900S0 3 0 4", 4.0),
        '7' => ("M0 0h4L1.400 6", 4.0),
        '8' => ("M2 2.700C.9 2.700.3 2.100.3 1.350S.9 0 2 0s1.700.6 1.700 1.350S3.100 2.700 2 2.700c-1.200 0-2 .7-2 1.650S.8 6 2 6s2-.7 2-1.650S3.200 2.700 2 2.700z", 4.0),
        '9' => ("M.5 5.600C2.500 6.500 4 4.800 4 2.300 4 .8 3.200 0 2 0S0 .8 0 1.900s.8 1.900 2 1.900S4 3 4 2", 4.0),
        'A' => ("M0 6L2.200 0l2.200 6M.8 4h2.800", 4.4),
        'B' => ("M0 6V0h2c2.300 0 2.300 2.800 0 2.800H0h2.200c2.500 0 2.500 3.200 0 3.200z", 4.0),
        'C' => ("M4 1C2.500-1 0 0 0 3s2.500 4 4 2", 4.0),
        'D' => ("M0 0v6h1.500c3.500 0 3.500-6 0-6z", 4.2),
        'E' => ("M3.500 0H0v6h3.500M0 2.900h2.800", 3.6),
        'F' => ("M3.500 0H0v6M0 2.900h2.800", 3.6),
        'G' => ("M4 1C2.500-1 0 0 0 3s2.500 4 4 2V3.200H2.400", 4.2),
        'H' => ("M0 0v6M4 0v6M0 2.900h4", 4.0),
        'I' => ("M.4 0v6", 0.8),
        'J' => ("M2.600 0v4.300C2.600 6.400.5 6.500 0 5", 2.8),
        'K' => ("M0 0v6M3.800 0L0 3.600M1.300 2.500L4 6", 4.0),
        'L' => ("M0 0v6h3.400", 3.4),
        'M' => ("M0 6V0l2.500 4L5 0v6", 5.0),
        'N' => ("M0 6V0l4 6V0", 4.0),
        'O' => ("M2.300 0C-.7 0-.7 6 2.300 6s3-6 0-6z", 4.6),
        'P' => ("M0 6V0h2c2.600 0 2.600 3.300 0 3.300H0", 3.8),
        'Q' => ("M2.300 0C-.7 0-.7 6 2.300 6s3-6 0-6zM2.800 4.400L4.600 6.300", 4.6),
        'R' => ("M0 6V0h2c2.600 0 2.600 3.100 0 3.100H0M1.800 3.100L4 6", 4.0),
        'S' => ("M3.600 1C2.800-.4.2-.3.2 1.500.2 3.400 3.800 2.600 3.800 4.500 3.800 6.400.8 6.400 0 4.900", 4.0),
        'T' => ("M0 0h4M2 0v6", 4.0),
        'U' => ("M0 0v3.800C0 6.700 4 6.700 4 3.800V0", 4.0),
        'V' => ("M0 0l2.100 6 2.100-6", 4.2),
        'W' => ("M0 0l1.500 6L3 1l1.500 5L6 0", 6.0),
        'X' => ("M0 0l4 6M4 0L0 6", 4.0),
        'Y' => ("M0 0l2.100 3L4.200 0M2.100 3v3", 4.2),
        'Z' => ("M0 0h4L0 6h4", 4.0),
        '-' => ("M.3 3.200h2", 2.6),
        '+' => ("M0 3.200h3M1.500 1.700v3", 3.0),
        ',' => ("M.6 5.400v.6l-.5.9", 1.0),
        '.' => ("M.4 5.900v.1", 0.8),
        ':' => ("M.4 1.900v.1M.4 5v.1", 0.8),
        '/' => ("M0 6.300L2.500-.3", 2.6),
        '(' => ("M1.400-.5C-.4 1.500-.4 4.500 1.400 6.500", 1.6),
        ')' => ("M0-.5c1.800 2 1.800 5 0 7", 1.6),
        '\'' => ("M.4 0v1.400", 0.8),
        _ => ("", 2.2),
    }
}

const GAP: f32 = 1.3;

fn upper(c: char) -> char {
    c.to_ascii_uppercase()
}

/// Width of a text whose capitals are this high.
pub(crate) fn width(text: &str, height: f32) -> f32 {
    let units: f32 = text.chars().map(|c| glyph(upper(c)).1 + GAP).sum::<f32>() - GAP;
    units.max(0.0) * height / 6.0
}

/// Appends a text centred on a point; letters are drawn as capitals, unknown characters as space.
pub(crate) fn text(out: &mut String, text: &str, centre: Point, height: f32, colour: &str, weight: f32) {
    let scale = height / 6.0;
    let mut x = centre.x - width(text, height) / 2.0;
    let y = centre.y - height / 2.0;
    let _ = write!(
        out,
        "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.2}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        weight / scale
    );
    for c in text.chars() {
        let (strokes, advance) = glyph(upper(c));
        if !strokes.is_empty() {
            out.push_str("<path transform=\"translate(");
            number(out, x);
            out.push(' ');
            number(out, y);
            let _ = write!(out, ")scale({scale:.2})\" d=\"{strokes}\"/>");
        }
        x += (advance + GAP) * scale;
    }
    out.push_str("</g>");
}
