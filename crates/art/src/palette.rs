//! Colours: summer, winter and a plain one with strong contrasts.

/// In which colours a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Palette {
    /// Green fields, terracotta roofs.
    #[default]
    Summer,
    /// Snow on fields and roofs, ice on the river.
    Winter,
    /// Flat, strong colours without ornament.
    HighContrast,
}

impl Palette {
    /// All palettes.
    pub const ALL: [Palette; 3] = [Palette::Summer, Palette::Winter, Palette::HighContrast];

    /// The word for it in commands and addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Palette::Summer => "summer",
            Palette::Winter => "winter",
            Palette::HighContrast => "high-contrast",
        }
    }

    /// The palette of a word.
    pub fn from_word(word: &str) -> Option<Palette> {
        Palette::ALL.into_iter().find(|palette| palette.word() == word)
    }

    /// The palette in which a set of tiles is at home.
    pub fn of_set(set: &str) -> Palette {
        if set == "winter" || set == "gingerbread" { Palette::Winter } else { Palette::Summer }
    }

    /// The first letter of every id in this palette, so that pictures in different palettes can
    /// share a page.
    pub(crate) const fn prefix(self) -> char {
        match self {
            Palette::Summer => 's',
            Palette::Winter => 'w',
            Palette::HighContrast => 'c',
        }
    }

    pub(crate) const fn is_plain(self) -> bool {
        matches!(self, Palette::HighContrast)
    }

    /// The colour of a key, as used in the templates of the sprites.
    pub(crate) const fn colour(self, key: char) -> &'static str {
        match self {
            Palette::Summer => summer(key),
            Palette::Winter => winter(key),
            Palette::HighContrast => plain(key),
        }
    }
}

const fn summer(key: char) -> &'static str {
    match key {
        // Ground.
        'g' => "#a8c66c", // field
        'G' => "#86ab52", // its shade
        'l' => "#c3d985", // its light
        'O' => "#c2a06c", // tilled soil
        'f' => "#e9cf6b", // ripe corn
        'F' => "#cda646",
        // Plants.
        't' => "#5f9141",
        'T' => "#3f6b34",
        'L' => "#8fb85a",
        'q' => "#39663f", // conifer
        'Q' => "#6a955a",
        'N' => "none",
        'n' => "#fff7e0", // highlight, snow in winter
        // Ways and water.
        'p' => "#f1e2bd",
        'P' => "#b4935f",
        'd' => "#dcc594", // ruts
        'b' => "#6fb0cf",
        'B' => "#4a8db0",
        'i' => "#a9d5e4", // light on water
        'a' => "#e6d9a4", // sand
        // City.
        'c' => "#d8b384",
        'C' => "#8d7a66",
        's' => "#ded3c0", // stone
        'S' => "#a89a86",
        'o' => "#5a4334", // outline
        'w' => "#f7ecd2", // plaster
        'W' => "#d9c4a0",
        'r' => "#c4603f",
        'R' => "#96432f",
        'x' => "#d78a4e",
        'X' => "#a9612f",
        'j' => "#a8564e",
        'J' => "#7c3c3a",
        'z' => "#6f7f92", // slate
        'Z' => "#4d5b6c",
        // Symbols.
        'm' => "#fbf0d2",
        'M' => "#e3c98f",
        'y' => "#f2c23e",
        'Y' => "#b98217",
        'e' => "#c8372d",
        'E' => "#8c231f",
        'u' => "#3f74b5",
        'U' => "#274d80",
        'v' => "#8d5ba8",
        'V' => "#5f3878",
        'h' => "#8a6a4a", // wood
        'H' => "#5f4630",
        _ => "#000",
    }
}

const fn winter(key: char) -> &'static str {
    match key {
        'g' => "#e9eff1",
        'G' => "#cbd8de",
        'l' => "#f8fbfb",
        'O' => "#d6d2c8",
        'f' => "#e8dfc0",
        'F' => "#c5b78d",
        't' => "#a9bcb6",
        'T' => "#6f8a83",
        'L' => "#eef5f4",
        'N' => "#fbfdff",
        'q' => "#3d6455",
        'Q' => "#e6f0ee",
        'n' => "#ffffff",
        'p' => "#d9cbb0",
        'P' => "#a08e75",
        'd' => "#c3b294",
        'b' => "#a5cfe0",
        'B' => "#79aec6",
        'i' => "#d8eef5",
        'a' => "#dfe6e4",
        'c' => "#cdb597",
        'C' => "#8a8178",
        's' => "#dcd8d2",
        'S' => "#a09a92",
        'r' => "#b9614a",
        'R' => "#8b4536",
        'x' => "#c98c5f",
        'X' => "#9a6440",
        _ => summer(key),
    }
}

const fn plain(key: char) -> &'static str {
    match key {
        'g' | 'G' | 'l' => "#7ecb5f",
        'f' => "#ffe14d",
        'F' => "#b88900",
        'N' => "none",
        't' | 'L' | 'Q' => "#1f7a1f",
        'T' | 'q' => "#0d4f0d",
        'n' => "#ffffff",
        'p' | 'd' => "#ffffff",
        'P' => "#000000",
        'b' | 'i' => "#1e6fe0",
        'B' => "#0b3c8c",
        'a' => "#0b3c8c",
        'c' | 'C' => "#b5622b",
        's' => "#ffffff",
        'S' => "#777777",
        'o' => "#000000",
        'w' | 'W' => "#ffffff",
        'r' | 'x' | 'j' => "#d11f1f",
        'R' | 'X' | 'J' => "#8c0000",
        'z' => "#5b6b80",
        'Z' => "#2c3a4d",
        'm' => "#ffffff",
        'M' => "#dddddd",
        'y' => "#ffd400",
        'Y' => "#8f6b00",
        'e' => "#e00000",
        'E' => "#8c0000",
        'u' => "#0050d0",
        'U' => "#002a70",
        'v' => "#9a2be0",
        'V' => "#5a0f8c",
        'h' => "#7a4a1a",
        'H' => "#3d2408",
        _ => "#000",
    }
}

/// Replaces every `@k` in a template by the colour of the key `k`.
pub(crate) fn tint(template: &str, palette: Palette, out: &mut String) {
    let mut rest = template;
    while let Some(at) = rest.find('@') {
        out.push_str(&rest[..at]);
        let key = rest[at + 1..].chars().next().unwrap_or(' ');
        out.push_str(palette.colour(key));
        rest = &rest[at + 1 + key.len_utf8()..];
    }
    out.push_str(rest);
}
