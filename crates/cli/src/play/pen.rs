//! How pictures become text: characters, and colours where the terminal has them.

use bastide_rules::PlayerId;

use super::picture::{Glyph, Picture};

/// A way of writing pictures.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// Only characters that every terminal has.
    pub is_ascii: bool,
    /// With colours.
    pub is_coloured: bool,
}

/// The letter of a seat.
pub fn letter(player: PlayerId) -> char {
    char::from(b'A' + player.index() as u8)
}

impl Pen {
    /// Unicode without colours.
    #[cfg(test)]
    pub const fn plain() -> Pen {
        Pen { is_ascii: false, is_coloured: false }
    }

    /// The lines of a picture. A recent tile is a little brighter.
    pub fn lines(self, picture: &Picture, is_recent: bool) -> Vec<String> {
        let row_text = |row: &[super::picture::Cell; super::picture::WIDTH]| {
            row.iter().map(|cell| self.coloured(cell.glyph, is_recent)).collect()
        };
        picture.rows.iter().map(row_text).collect()
    }

    fn coloured(self, glyph: Glyph, is_recent: bool) -> String {
        let character = self.character(glyph);
        if !self.is_coloured {
            return character.to_string();
        }
        let land = if is_recent { 64 } else { 22 };
        let (ink, paper) = match glyph {
            Glyph::Field => (if is_recent { 106 } else { 28 }, land),
            Glyph::City => (137, if is_recent { 136 } else { 94 }),
            Glyph::Shield => (27, if is_recent { 136 } else { 94 }),
            Glyph::Road(_) | Glyph::Flyover => (230, land),
            Glyph::River | Glyph::Bridge => (117, 25),
            Glyph::Monastery | Glyph::Shrine => (231, land),
            Glyph::Garden => (213, land),
            Glyph::Figure(player, _) => (232, [203, 75, 221, 114, 177, 252][player.index() % 6]),
            Glyph::Text(_) => (232, 231),
        };
        format!("\x1b[38;5;{ink};48;5;{paper}m{character}\x1b[0m")
    }

    fn character(self, glyph: Glyph) -> char {
        let either = |unicode, ascii| if self.is_ascii { ascii } else { unicode };
        match glyph {
            Glyph::Field => either('·', '.'),
            Glyph::City => either('▒', '#'),
            Glyph::Shield => either('◆', '%'),
            Glyph::Road(sides) => self.road(sides),
            Glyph::Flyover => either('╳', 'x'),
            Glyph::River => either('≈', '~'),
            Glyph::Bridge => either('╫', '='),
            Glyph::Monastery => either('⌂', 'M'),
            Glyph::Garden => either('♣', 'G'),
            Glyph::Shrine => either('†', 'S'),
            Glyph::Figure(player, true) => letter(player),
            Glyph::Figure(player, false) => letter(player).to_ascii_lowercase(),
            Glyph::Text(character) => character,
        }
    }

    /// A road that leaves towards these sides: north 1, east 2, south 4, west 8.
    const fn road(self, sides: u8) -> char {
        const UNICODE: [char; 16] = ['•', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
        const ASCII: [char; 16] = ['o', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'];
        (if self.is_ascii { ASCII } else { UNICODE })[(sides & 15) as usize]
    }
}
