//! Draws the plots of `docs/bots.md`.
//!
//! `cargo run --release -p bastide-bots --example plot TABLE.tsv X-LABEL Y-LABEL > PLOT.svg`
//!
//! A line of the table has the name of a series, x, y and the half of an interval around y, with tabs between.
//! X is drawn on a scale that doubles; lines that begin with `#` are left out.
#![allow(clippy::print_stdout, reason = "a program for people")]

use std::fmt::Write as _;

struct Dot {
    series: String,
    x: f64,
    y: f64,
    error: f64,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 304.0;

/// Colours that can be told apart on white and on black, also by people who see fewer of them.
const COLOURS: [&str; 4] = ["#3b7dd8", "#d1741f", "#3a9a6b", "#a05bb5"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [table, x_label, y_label] = &words[..] else { return Err("plot TABLE.tsv X-LABEL Y-LABEL".into()) };
    let text = std::fs::read_to_string(table)?;
    let dots = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(read);
    print!("{}", draw(&dots.collect::<Result<Vec<_>, _>>()?, x_label, y_label)?);
    Ok(())
}

fn read(line: &str) -> Result<Dot, String> {
    let parts: Vec<&str> = line.split('\t').collect();
    let [series, x, y, error] = parts[..] else { return Err(format!("`{line}` has not four parts")) };
    let number = |text: &str| text.parse::<f64>().map_err(|_| format!("`{text}` is no number"));
    Ok(Dot { series: series.to_owned(), x: number(x)?, y: number(y)?, error: number(error)? })
}

fn draw(dots: &[Dot], x_label: &str, y_label: &str) -> Result<String, std::fmt::Error> {
    let (least, most) = dots.iter().fold((f64::MAX, f64::MIN), |(low, high), dot| (low.min(dot.x), high.max(dot.x)));
    let low = dots.iter().map(|dot| dot.y - dot.error).fold(f64::MAX, f64::min);
    let high = dots.iter().map(|dot| dot.y + dot.error).fold(f64::MIN, f64::max);
    let (low, high) = ((low / 10.0).floor() * 10.0, (high / 10.0).ceil() * 10.0);
    let doublings = (most / least).log2().max(1.0);
    let across = |x: f64| LEFT + 16.0 + (RIGHT - LEFT - 32.0) * (x / least).log2() / doublings;
    let up = |y: f64| BOTTOM - (BOTTOM - TOP) * (y - low) / (high - low);
    let mut svg = String::new();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">"#
    )?;
    writeln!(svg, "<title>{y_label}, {x_label}</title>")?;
    writeln!(svg, r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>"##)?;
    let step = if high - low > 50.0 { 10.0 } else { 5.0 };
    let mut y = low;
    while y <= high {
        let at = up(y);
        writeln!(svg, r##"<path d="M{LEFT} {at:.1}H{RIGHT}" stroke="#ddd"/>"##)?;
        writeln!(svg, r##"<text x="{:.1}" y="{:.1}" text-anchor="end" fill="#444">{y}</text>"##, LEFT - 6.0, at + 4.0)?;
        y += step;
    }
    let mut marks: Vec<f64> = dots.iter().map(|dot| dot.x).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    for x in marks {
        let (at, below) = (across(x), BOTTOM + 18.0);
        writeln!(svg, r##"<text x="{at:.1}" y="{below:.1}" text-anchor="middle" fill="#444">{x}</text>"##)?;
    }
    let middle = f64::midpoint(LEFT, RIGHT);
    writeln!(svg, r##"<text x="{middle}" y="{}" text-anchor="middle" fill="#222">{x_label}</text>"##, HEIGHT - 14.0)?;
    writeln!(svg, r##"<text x="{LEFT}" y="20" fill="#222">{y_label}</text>"##)?;
    let mut names: Vec<&str> = Vec::new();
    dots.iter().for_each(|dot| {
        if !names.contains(&dot.series.as_str()) {
            names.push(&dot.series)
        }
    });
    for (index, name) in names.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let own: Vec<&Dot> = dots.iter().filter(|dot| dot.series == *name).collect();
        let line: Vec<String> = own.iter().map(|dot| format!("{:.1} {:.1}", across(dot.x), up(dot.y))).collect();
        writeln!(svg, r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="2"/>"#, line.join("L"))?;
        for dot in &own {
            let (x, y) = (across(dot.x), up(dot.y));
            let (from, to) = (up(dot.y - dot.error), up(dot.y + dot.error));
            writeln!(svg, r#"<path d="M{x:.1} {from:.1}V{to:.1}" stroke="{colour}"/>"#)?;
            writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" fill="{colour}"/>"#)?;
        }
        let at = BOTTOM - 12.0 - 16.0 * (names.len() - 1 - index) as f64;
        writeln!(svg, r#"<text x="{:.1}" y="{at:.1}" text-anchor="end" fill="{colour}">{name}</text>"#, RIGHT - 6.0)?;
    }
    writeln!(svg, "</svg>")?;
    Ok(svg)
}
