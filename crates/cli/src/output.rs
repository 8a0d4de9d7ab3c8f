//! Forms of output that several commands share.

use std::io::{self, Write};

use comfy_table::{LineStyle, Table, TableStyle};
use serde::Serialize;

use crate::failure::Failure;

/// One line below the header is enough.
const PLAIN: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// An empty table with a header.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(PLAIN);
    table.set_header(header);
    table
}

/// An empty table with a header, for rows of several lines.
pub fn ruled_table(header: &[&str]) -> Table {
    let mut table = table(header);
    table.load_style(PLAIN.row_separator(LineStyle::none().fill('┈').junction('┈')));
    table
}

/// Prints a table without trailing blanks.
pub fn print_table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// Prints one object for programs.
pub fn print_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    Ok(writeln!(out)?)
}

/// A text without control characters: what people typed must not command a terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// What people typed, as nothing but text inside of a page.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A whole number with thousands set apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many things of a kind: `1 game`, `1,000 games`.
pub fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(number))
}

/// How many tiles are left, as a clause.
pub fn tiles_left(number: u32) -> String {
    format!("{} {} left", counted(number.into(), "tile"), if number == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_not_many() {
        assert_eq!(
            [0, 1, 2, 1000].map(|number| counted(number, "game")),
            ["0 games", "1 game", "2 games", "1,000 games"]
        );
        assert_eq!([1, 2].map(tiles_left), ["1 tile is left", "2 tiles are left"]);
    }

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(plain("a\u{1b}[31mЄ"), "a\\u{1b}[31mЄ");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(123_456_789), "123,456,789");
    }
}
