//! Writing SVG: short numbers, paths, shared definitions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::geom::{Path, Piece, Point};
use crate::palette::{Palette, tint};
use crate::sprites;

/// Appends a number with at most one decimal.
pub(crate) fn number(out: &mut String, value: f32) {
    tenths(out, (value * 10.0).round() as i32);
}

fn tenths(out: &mut String, value: i32) {
    if value < 0 {
        out.push('-');
    }
    let (whole, part) = (value.unsigned_abs() / 10, value.unsigned_abs() % 10);
    if whole > 0 || part == 0 {
        let _ = write!(out, "{whole}");
    }
    if part > 0 {
        let _ = write!(out, ".{part}");
    }
}

/// Writes the data of paths with relative coordinates, without gathering rounding errors.
pub(crate) struct PathData<'a> {
    out: &'a mut String,
    x: i32,
    y: i32,
}

fn round(v: f32) -> i32 {
    (v * 10.0).round() as i32
}

impl<'a> PathData<'a> {
    pub fn new(out: &'a mut String) -> PathData<'a> {
        PathData { out, x: 0, y: 0 }
    }

    fn pair(&mut self, at: Point, first: bool) {
        let (dx, dy) = (round(at.x) - self.x, round(at.y) - self.y);
        if !first && dx >= 0 {
            self.out.push(' ');
        }
        tenths(self.out, dx);
        if dy >= 0 {
            self.out.push(' ');
        }
        tenths(self.out, dy);
    }

    fn go(&mut self, at: Point) {
        (self.x, self.y) = (round(at.x), round(at.y));
    }

    pub fn add(&mut self, path: &Path) {
        let (dx, dy) = (round(path.start.x), round(path.start.y));
        self.out.push('M');
        tenths(self.out, dx);
        if dy >= 0 {
            self.out.push(' ');
        }
        tenths(self.out, dy);
        self.go(path.start);
        for piece in &path.pieces {
            match *piece {
                Piece::Line(to) => {
                    self.out.push('l');
                    self.pair(to, true);
                    self.go(to);
                }
                Piece::Curve(a, b, to) => {
                    self.out.push('c');
                    self.pair(a, true);
                    self.pair(b, false);
                    self.pair(to, false);
                    self.go(to);
                }
            }
        }
    }

    pub fn close(&mut self) {
        self.out.push('z');
    }
}

/// The data of one or several open paths.
pub(crate) fn data<'p>(paths: impl IntoIterator<Item = &'p Path>) -> String {
    let mut out = String::new();
    let mut writer = PathData::new(&mut out);
    for path in paths {
        writer.add(path);
    }
    out
}

/// The data of a closed path.
pub(crate) fn closed(path: &Path) -> String {
    let mut out = String::new();
    let mut writer = PathData::new(&mut out);
    writer.add(path);
    writer.close();
    out
}

/// A drawing in progress: its elements, and the sprites they refer to.
pub(crate) struct Canvas {
    pub palette: Palette,
    pub out: String,
    pub used: BTreeSet<&'static str>,
    /// Definitions of other makers.
    pub more_defs: String,
}

impl Canvas {
    pub fn new(palette: Palette) -> Canvas {
        Canvas { palette, out: String::with_capacity(4096), used: BTreeSet::new(), more_defs: String::new() }
    }

    /// The colour of a key.
    pub fn colour(&self, key: char) -> &'static str {
        self.palette.colour(key)
    }

    /// Raw text in which `@k` stands for a colour.
    pub fn tinted(&mut self, template: &str) {
        tint(template, self.palette, &mut self.out);
    }

    /// Refers to a sprite in another size.
    pub fn scaled(&mut self, name: &'static str, class: &str, at: Point, scale: f32) {
        if scale > 0.97 {
            return self.sprite(name, class, at);
        }
        self.used.insert(name);
        let prefix = self.palette.prefix();
        let _ = write!(self.out, "<use class=\"{class}\" href=\"#{prefix}{name}\" transform=\"translate(");
        number(&mut self.out, at.x);
        self.out.push(' ');
        number(&mut self.out, at.y);
        let _ = write!(self.out, ")scale({scale:.2})\"/>");
    }

    /// Refers to a sprite, with the class that names what it shows.
    pub fn sprite(&mut self, name: &'static str, class: &str, at: Point) {
        self.used.insert(name);
        self.out.push_str("<use ");
        if !class.is_empty() {
            let _ = write!(self.out, "class=\"{class}\" ");
        }
        let _ = write!(self.out, "href=\"#{}{name}\" x=\"", self.palette.prefix());
        number(&mut self.out, at.x);
        self.out.push_str("\" y=\"");
        number(&mut self.out, at.y);
        self.out.push_str("\"/>");
    }

    /// A filled path.
    pub fn fill(&mut self, key: char, data: &str) {
        let colour = self.colour(key);
        let _ = write!(self.out, "<path fill=\"{colour}\" d=\"{data}\"/>");
    }

    /// A stroked path inside a group that fills nothing.
    pub fn stroke(&mut self, key: char, width: f32, data: &str, more: &str) {
        let colour = self.colour(key);
        let _ = write!(self.out, "<path stroke=\"{colour}\" stroke-width=\"");
        number(&mut self.out, width);
        let space = if more.is_empty() { "" } else { " " };
        let _ = write!(self.out, "\" d=\"{data}\"{space}{more}/>");
    }

    /// The names of the sprites that were used, with those they are made of.
    fn all_used(&self) -> BTreeSet<&'static str> {
        let mut names = self.used.clone();
        let mut queue: Vec<&'static str> = names.iter().copied().collect();
        while let Some(name) = queue.pop() {
            for &part in sprites::parts(name) {
                if names.insert(part) {
                    queue.push(part);
                }
            }
        }
        names
    }

    /// The definitions of the sprites that were used, each with its id.
    pub fn separate_defs(&self) -> Vec<(String, String)> {
        let define = |name: &str| {
            let mut out = String::new();
            sprites::define(name, self.palette, &mut out);
            (format!("{}{name}", self.palette.prefix()), out)
        };
        self.all_used().into_iter().map(define).collect()
    }

    /// The definitions of everything that was used.
    fn defs(&self) -> String {
        let mut out = String::from("<defs>");
        for name in self.all_used() {
            sprites::define(name, self.palette, &mut out);
        }
        out.push_str(&self.more_defs);
        out.push_str("</defs>");
        out
    }

    /// The whole picture of this size in units and pixels.
    pub fn document(&self, view: (f32, f32, f32, f32), pixels: (f32, f32)) -> String {
        let defs = self.defs();
        let mut out = String::with_capacity(self.out.len() + defs.len() + 200);
        out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
        number(&mut out, pixels.0);
        out.push_str("\" height=\"");
        number(&mut out, pixels.1);
        out.push_str("\" viewBox=\"");
        for (i, value) in [view.0, view.1, view.2, view.3].into_iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            number(&mut out, value);
        }
        out.push_str("\" stroke-linejoin=\"round\">");
        if defs.len() > "<defs></defs>".len() {
            out.push_str(&defs);
        }
        out.push_str(&self.out);
        out.push_str("</svg>");
        out
    }
}
