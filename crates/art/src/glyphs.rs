//! Letters and digits as strokes, so that pictures need no fonts.

use std::fmt::Write as _;

use crate::geom::Point;
use crate::svg::number;

/// The strokes of a character in a box 4 wide and 6 high, and its width.
fn glyph(c: char) -> (&'static str, f32) {
    match c {
        '0' => ("M2 0C0 0 0 2 0 3s0 3 2 3 2-2 2-3-0-3-2-3z", 4.0),
        '1' => ("M.3 1.3L2 0v6", 2.6),
        '2' => ("M.1 1.5C.3.5 1 0 2 0c1.2 0 1.9.7 1.9 1.7C3.9 3.2 0 4.5 0 6h4", 4.0),
        '3' => ("M.1 0h3.7L1.7 2.4C3.3 2.3 4 3.2 4 4.2 4 5.3 3.2 6 2 6 1 6 .3 5.6 0 4.7", 4.0),
        '4' => ("M3 6V0L0 4.3h4.2", 4.2),
        '5' => ("M3.7 0H.6L.3 2.7C.8 2.3 1.4 2.2 2 2.2c1.2 0 2 .7 2 1.9S3.2 6 1.9 6C1 6 .3 5.6 0 4.9", 4.0),
        '6' => ("M3.5.4C1.5-.5 0 1.2 0 3.7 0 5.2.8 6 2 6s2-.8 2-1.9-.8-1.9-2-1.9S0 3 0 4", 4.0),
        '7' => ("M0 0h4L1.4 6", 4.0),
        '8' => (
            "M2 2.7C.9 2.7.3 2.1.3 1.35S.9 0 2 0s1.7.6 1.7 1.35S3.1 2.7 2 2.7c-1.2 0-2 .7-2 1.65S.8 6 2 6s2-.7 2-1.65S3.2 2.7 2 2.7z",
            4.0,
        ),
        '9' => ("M.5 5.6C2.5 6.5 4 4.8 4 2.3 4 .8 3.2 0 2 0S0 .8 0 1.9s.8 1.9 2 1.9S4 3 4 2", 4.0),
        'A' => ("M0 6L2.2 0l2.2 6M.8 4h2.8", 4.4),
        'B' => ("M0 6V0h2c2.3 0 2.3 2.8 0 2.8H0h2.2c2.5 0 2.5 3.2 0 3.2z", 4.0),
        'C' => ("M4 1C2.5-1 0 0 0 3s2.5 4 4 2", 4.0),
        'D' => ("M0 0v6h1.5c3.5 0 3.5-6 0-6z", 4.2),
        'E' => ("M3.5 0H0v6h3.5M0 2.9h2.8", 3.6),
        'F' => ("M3.5 0H0v6M0 2.9h2.8", 3.6),
        'G' => ("M4 1C2.5-1 0 0 0 3s2.5 4 4 2V3.2H2.4", 4.2),
        'H' => ("M0 0v6M4 0v6M0 2.9h4", 4.0),
        'I' => ("M.4 0v6", 0.8),
        'J' => ("M2.6 0v4.3C2.6 6.4.5 6.5 0 5", 2.8),
        'K' => ("M0 0v6M3.8 0L0 3.6M1.3 2.5L4 6", 4.0),
        'L' => ("M0 0v6h3.4", 3.4),
        'M' => ("M0 6V0l2.5 4L5 0v6", 5.0),
        'N' => ("M0 6V0l4 6V0", 4.0),
        'O' => ("M2.3 0C-.7 0-.7 6 2.3 6s3-6 0-6z", 4.6),
        'P' => ("M0 6V0h2c2.6 0 2.6 3.3 0 3.3H0", 3.8),
        'Q' => ("M2.3 0C-.7 0-.7 6 2.3 6s3-6 0-6zM2.8 4.4L4.6 6.3", 4.6),
        'R' => ("M0 6V0h2c2.6 0 2.6 3.1 0 3.1H0M1.8 3.1L4 6", 4.0),
        'S' => ("M3.6 1C2.8-.4.2-.3.2 1.5.2 3.4 3.8 2.6 3.8 4.5 3.8 6.4.8 6.4 0 4.9", 4.0),
        'T' => ("M0 0h4M2 0v6", 4.0),
        'U' => ("M0 0v3.8C0 6.7 4 6.7 4 3.8V0", 4.0),
        'V' => ("M0 0l2.1 6 2.1-6", 4.2),
        'W' => ("M0 0l1.5 6L3 1l1.5 5L6 0", 6.0),
        'X' => ("M0 0l4 6M4 0L0 6", 4.0),
        'Y' => ("M0 0l2.1 3L4.2 0M2.1 3v3", 4.2),
        'Z' => ("M0 0h4L0 6h4", 4.0),
        '-' => ("M.3 3.2h2", 2.6),
        '+' => ("M0 3.2h3M1.5 1.7v3", 3.0),
        ',' => ("M.6 5.4v.6l-.5.9", 1.0),
        '.' => ("M.4 5.9v.1", 0.8),
        ':' => ("M.4 1.9v.1M.4 5v.1", 0.8),
        '/' => ("M0 6.3L2.5-.3", 2.6),
        '(' => ("M1.4-.5C-.4 1.5-.4 4.5 1.4 6.5", 1.6),
        ')' => ("M0-.5c1.8 2 1.8 5 0 7", 1.6),
        '\'' => ("M.4 0v1.4", 0.8),
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
