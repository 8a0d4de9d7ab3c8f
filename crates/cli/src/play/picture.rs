//! A tile as a small picture of characters.

use bastide_rules::{Feature, PlayerId, Port, Rotation, Side, Tile};

/// Characters from west to east.
pub const WIDTH: usize = 5;
/// Lines from north to south.
pub const HEIGHT: usize = 3;

/// What a character of a picture stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyph {
    Field,
    City,
    /// A coat of arms.
    Shield,
    /// A road that leaves towards these sides, one bit each; several roads that end here have none.
    Road(u8),
    /// Two roads that pass without meeting.
    Flyover,
    River,
    /// A road over a river.
    Bridge,
    Monastery,
    Garden,
    Shrine,
    /// A meeple, or else an abbot.
    Figure(PlayerId, bool),
    /// Any text: the number of an option, a label.
    Text(char),
}

/// One character, and the segment that it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub glyph: Glyph,
    pub segment: Option<u8>,
}

/// A tile as it lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    pub rows: [[Cell; WIDTH]; HEIGHT],
}

type At = (usize, usize);

const CENTRE: At = (1, 2);

/// All characters, the middle of the picture first.
const INSIDE_OUT: [At; 15] = [
    CENTRE,
    (0, 2),
    (2, 2),
    (1, 3),
    (1, 1),
    (0, 3),
    (2, 1),
    (0, 1),
    (2, 3),
    (1, 4),
    (1, 0),
    (0, 4),
    (2, 0),
    (0, 0),
    (2, 4),
];

/// The half-edges nearest to each character.
const HALVES: [[&[u8]; WIDTH]; HEIGHT] = [
    [&[1, 8], &[1], &[1, 2], &[2], &[2, 3]],
    [&[8, 7], &[8, 7], &[1, 2, 3, 4, 5, 6, 7, 8], &[3, 4], &[3, 4]],
    [&[6, 7], &[6], &[6, 5], &[5], &[5, 4]],
];

impl Picture {
    /// The picture of a tile in a rotation.
    pub fn new(tile: &Tile, rotation: Rotation) -> Picture {
        let painter = Painter { tile, rotation };
        let mut picture = Picture { rows: [[Cell { glyph: Glyph::Field, segment: None }; WIDTH]; HEIGHT] };
        painter.fields(&mut picture);
        painter.cities(&mut picture);
        painter.roads(&mut picture);
        painter.river(&mut picture);
        painter.symbols(&mut picture);
        picture
    }

    /// Draws something where a segment is, over what is there.
    pub fn mark(&mut self, segment: u8, glyph: Glyph) {
        let (row, column) = self.place_of(segment);
        self.rows[row][column].glyph = glyph;
    }

    /// Where a figure on the segment is drawn.
    fn place_of(&self, segment: u8) -> At {
        let shows = |&&(row, column): &&At| self.rows[row][column].segment == Some(segment);
        let is_field = |&(row, column): &At| self.rows[row][column].glyph == Glyph::Field;
        // Farmers keep away from the middle, where the other features meet.
        let found = match INSIDE_OUT.iter().find(shows) {
            Some(at) if is_field(at) => INSIDE_OUT.iter().rfind(shows),
            found => found,
        };
        found.copied().unwrap_or(CENTRE)
    }

    fn set(&mut self, at: At, glyph: Glyph, segment: Option<u8>) {
        self.rows[at.0][at.1] = Cell { glyph, segment };
    }
}

struct Painter<'a> {
    tile: &'a Tile,
    rotation: Rotation,
}

/// The characters that a road or river covers on its way from a side to the middle.
const fn way(side: Side) -> &'static [At] {
    match side {
        Side::N => &[(0, 2)],
        Side::E => &[(1, 3), (1, 4)],
        Side::S => &[(2, 2)],
        Side::W => &[(1, 0), (1, 1)],
    }
}

const fn bit(side: Side) -> u8 {
    1 << side as u8
}

impl Painter<'_> {
    /// The segments of a feature, with the sides they reach, one bit each.
    fn segments(&self, feature: Feature) -> impl Iterator<Item = (u8, u8)> {
        (0u8..).zip(self.tile.segments).filter(move |(_, segment)| segment.feature == feature).map(
            |(index, segment)| {
                let ports = segment.ports.rotated(self.rotation);
                let sides = Side::ALL.into_iter().filter(|&side| ports.contains(Port::middle(side)));
                (index, sides.map(bit).sum())
            },
        )
    }

    fn fields(&self, picture: &mut Picture) {
        let field_at = |half: u8| {
            let port = Port::half(half)?;
            let mut segments = (0u8..).zip(self.tile.segments);
            let found = segments.find(|(_, segment)| segment.ports.rotated(self.rotation).contains(port));
            found.filter(|(_, segment)| segment.feature == Feature::Field).map(|(index, _)| index)
        };
        for (row, halves) in HALVES.iter().enumerate() {
            for (column, halves) in halves.iter().enumerate() {
                picture.rows[row][column].segment = halves.iter().find_map(|&half| field_at(half));
            }
        }
    }

    fn cities(&self, picture: &mut Picture) {
        const NORTH: &[At] = &[(0, 1), (0, 2), (0, 3)];
        const SOUTH: &[At] = &[(2, 1), (2, 2), (2, 3)];
        for (segment, sides) in self.segments(Feature::City) {
            let has = |side| sides & bit(side) != 0;
            let both = |one, other| has(one) && has(other);
            let crosses = both(Side::N, Side::S) || both(Side::E, Side::W);
            let parts: [(bool, &[At]); 10] = [
                (has(Side::N), NORTH),
                (has(Side::S), SOUTH),
                (has(Side::E), way(Side::E)),
                (has(Side::W), way(Side::W)),
                (both(Side::N, Side::E), &[(0, 4)]),
                (both(Side::S, Side::E), &[(2, 4)]),
                (both(Side::N, Side::W), &[(0, 0)]),
                (both(Side::S, Side::W), &[(2, 0)]),
                (sides.count_ones() > 1, &[CENTRE]),
                (crosses, &[(1, 1), (1, 3)]),
            ];
            for &at in parts.iter().filter(|(is_there, _)| *is_there).flat_map(|(_, cells)| *cells) {
                picture.set(at, Glyph::City, Some(segment));
            }
        }
    }

    fn roads(&self, picture: &mut Picture) {
        let roads: Vec<(u8, u8)> = self.segments(Feature::Road).collect();
        for &(segment, sides) in &roads {
            for side in Side::ALL.into_iter().filter(|&side| sides & bit(side) != 0) {
                let line = bit(side) | bit(side.opposite());
                for &at in way(side) {
                    picture.set(at, Glyph::Road(line), Some(segment));
                }
            }
        }
        match roads[..] {
            [] => {}
            [(segment, sides)] => picture.set(CENTRE, Glyph::Road(sides), Some(segment)),
            _ if roads.iter().all(|(_, sides)| sides.count_ones() == 2) => picture.set(CENTRE, Glyph::Flyover, None),
            // A village, where the roads end.
            _ => picture.set(CENTRE, Glyph::Road(0), None),
        }
    }

    fn river(&self, picture: &mut Picture) {
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| self.tile.has_river_on(side)).collect();
        for at in sides.iter().flat_map(|side| way(side.rotated(self.rotation))) {
            picture.set(*at, Glyph::River, None);
        }
        if !sides.is_empty() {
            let is_road = matches!(picture.rows[CENTRE.0][CENTRE.1].glyph, Glyph::Road(_));
            picture.set(CENTRE, if is_road { Glyph::Bridge } else { Glyph::River }, None);
        }
    }

    fn symbols(&self, picture: &mut Picture) {
        for (segment, printed) in (0u8..).zip(self.tile.segments) {
            let glyph = match printed.feature {
                Feature::Monastery => Glyph::Monastery,
                Feature::Garden => Glyph::Garden,
                Feature::Shrine => Glyph::Shrine,
                Feature::City if printed.shields > 0 => {
                    // The best place is for a figure, the next best for the coat of arms.
                    let mut own = INSIDE_OUT.iter().filter(|at| picture.rows[at.0][at.1].segment == Some(segment));
                    if let Some(&at) = own.nth(1) {
                        picture.set(at, Glyph::Shield, Some(segment));
                    }
                    continue;
                }
                Feature::City | Feature::Road | Feature::Field => continue,
            };
            // In the middle, unless something leads through it.
            let is_free = |at: &&At| picture.rows[at.0][at.1].glyph == Glyph::Field;
            let ends =
                |at: &&At| matches!(picture.rows[at.0][at.1].glyph, Glyph::Road(sides) if sides.count_ones() < 2);
            let centre = Some(&CENTRE).filter(|at| is_free(at) || ends(at));
            let corners = INSIDE_OUT.iter().filter(|at| at.0 != 1);
            let at = centre.or_else(|| corners.into_iter().find(is_free)).copied().unwrap_or(CENTRE);
            picture.set(at, glyph, Some(segment));
        }
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::catalogue;

    use super::*;
    use crate::play::pen::Pen;

    fn drawn(set: &str, name: &str, turns: u8) -> String {
        let tile = catalogue::find(set, name).unwrap();
        Pen::plain().lines(&Picture::new(tile, Rotation::new(turns)), false).join("\n")
    }

    #[test]
    fn tiles_look_like_themselves() {
        assert_eq!(drawn("base-classic", "D", 0), "·▒▒▒·\n─────\n·····");
        assert_eq!(drawn("base-classic", "D", 1), "··│··\n··│▒▒\n··│··");
        assert_eq!(drawn("base-classic", "C", 0), "▒▒◆▒▒\n▒▒▒▒▒\n▒▒▒▒▒");
        assert_eq!(drawn("base-classic", "A", 0), "·····\n··⌂··\n··│··");
        assert_eq!(drawn("base-classic", "X", 0), "··│··\n──•──\n··│··");
        assert_eq!(drawn("base-classic", "V", 0), "·····\n──┐··\n··│··");
    }

    #[test]
    fn every_segment_of_the_playable_sets_can_be_marked_apart() {
        for set in ["base-classic", "base-v3", "fortress", "river-1", "river-v3", "river-fortress"] {
            for tile in catalogue::tiles_of(catalogue::set(set).unwrap()) {
                for rotation in Rotation::ALL {
                    let picture = Picture::new(tile, rotation);
                    let mut places: Vec<At> =
                        (0..tile.segments.len() as u8).map(|segment| picture.place_of(segment)).collect();
                    places.sort_unstable();
                    places.dedup();
                    assert_eq!(places.len(), tile.segments.len(), "{set}/{} {rotation}", tile.name);
                }
            }
        }
    }
}
