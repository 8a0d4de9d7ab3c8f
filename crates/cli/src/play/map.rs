//! The table as a map of characters, with coordinates and the numbers of legal placements.

use std::collections::BTreeMap;

use bastide_rules::{Action, FigureKind, LaidTile, Pos, State};

use super::pen::Pen;
use super::picture::{Glyph, HEIGHT, Picture, WIDTH};

/// The lines of the map. `options` are numbered from 1; their numbers stand on the empty cells.
pub fn lines(pen: Pen, state: &State, options: &[Action], recent: &[Pos]) -> Vec<String> {
    let labels = labels(options);
    let cells = state.tiles().map(|laid| laid.pos).chain(labels.keys().copied());
    let (mut west, mut north, mut east, mut south) = (0, 0, 0, 0);
    for pos in cells {
        (west, east) = (west.min(pos.x), east.max(pos.x));
        (north, south) = (north.min(pos.y), south.max(pos.y));
    }
    let ruler: String = (west..=east).map(|x| format!("{x:^WIDTH$}")).collect();
    let mut lines = vec![format!("{:MARGIN$}{}", "", ruler.trim_end())];
    for y in north..=south {
        let mut rows = vec![String::new(); HEIGHT];
        for (index, row) in rows.iter_mut().enumerate() {
            *row = if index == HEIGHT / 2 { format!("{y:>3} ") } else { " ".repeat(MARGIN) };
        }
        for x in west..=east {
            let pos = Pos::new(x, y);
            let cell = match (state.tile_at(pos), labels.get(&pos)) {
                (Some(laid), _) => pen.lines(&picture(state, laid), recent.contains(&pos)),
                (None, Some(label)) => {
                    vec![" ".repeat(WIDTH), format!("{label:^WIDTH$}"), " ".repeat(WIDTH)]
                }
                (None, None) => vec![" ".repeat(WIDTH); HEIGHT],
            };
            for (row, text) in rows.iter_mut().zip(cell) {
                row.push_str(&text);
            }
        }
        lines.extend(rows.into_iter().map(|row| row.trim_end().to_owned()));
    }
    lines
}

/// Space for the numbers of the rows.
const MARGIN: usize = 4;

/// A tile with the figures on it.
pub fn picture(state: &State, laid: LaidTile) -> Picture {
    let mut picture = Picture::new(laid.tile, laid.rotation);
    for figure in state.figures().iter().filter(|figure| figure.spot.pos == laid.pos) {
        picture.mark(figure.spot.segment, Glyph::Figure(figure.owner, figure.kind == FigureKind::Meeple));
    }
    picture
}

/// The numbers of the placements on each cell: `7`, or `7-9` for several rotations.
fn labels(options: &[Action]) -> BTreeMap<Pos, String> {
    let mut numbers: BTreeMap<Pos, (usize, usize)> = BTreeMap::new();
    for (number, action) in (1..).zip(options) {
        if let Action::Place { pos, .. } = action {
            numbers.entry(*pos).or_insert((number, number)).1 = number;
        }
    }
    let label = |(first, last): (usize, usize)| match format!("{first}-{last}") {
        _ if first == last => first.to_string(),
        // A blank keeps neighbours apart.
        range if range.len() < WIDTH => range,
        _ => format!("{first}+"),
    };
    numbers.into_iter().map(|(pos, range)| (pos, label(range))).collect()
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Game, Options, catalogue};

    use super::*;

    #[test]
    fn the_map_shows_tiles_figures_and_numbers() {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        let turn = ["U", "1,0 r1", "meeple@road:E", "E"];
        for text in turn {
            let action = bastide_rules::notation::parse_action(&state, text).unwrap();
            state.apply(action).unwrap();
        }
        assert_eq!(state.tile_in_hand(), catalogue::find("base-classic", "E"));
        let map = lines(Pen::plain(), &state, &state.legal_actions(), &[]).join("\n");
        let expected = "
      0    1

 -1   1   5-7

    ·▒▒▒······
  0 ───────A──
    ··········

  1  2-4 8-10
";
        assert_eq!(map.trim_matches('\n'), expected.trim_matches('\n'), "\n{map}");
    }
}
