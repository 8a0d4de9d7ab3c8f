//! Pictures by their names, and the geometry of tiles for whoever shows them.

use bastide_art::{BoardKind, BoardPicture, Palette, PieceKind, PlayerColour, Point, Pose};
use bastide_rules::{PlayerId, Rotation, State, Tile, catalogue};

use crate::wire::{SegmentArt, TileArt};

/// A picture, as the end of its address names it.
#[derive(Clone, Copy, Debug)]
pub enum Picture {
    /// `PALETTE/SET/ID.svg`: a tile. Copies differ in ornament. The palette `own` is that of the set by itself.
    Tile(&'static Tile, Palette),
    /// `PALETTE/boards/SET.svg`: a printed board, without the names of its parts.
    Board(BoardKind, Palette),
    /// `figures/meeple-red.svg`, `figures/meeple-red-lying.svg`, `figures/dragon.svg`.
    Figure(PieceKind, Option<PlayerColour>, Pose),
}

impl Picture {
    /// The picture of an address.
    pub fn named(address: &str) -> Option<Picture> {
        let (folder, name) = address.strip_suffix(".svg")?.rsplit_once('/')?;
        if folder == "figures" {
            return figure(name);
        }
        let (word, set) = folder.split_once('/')?;
        let palette = match word {
            "contrast" => Palette::HighContrast,
            "own" => Palette::of_set(set),
            _ => Palette::from_word(word)?,
        };
        match set {
            "boards" => Some(Picture::Board(BoardKind::of_set(name)?, palette)),
            _ => Some(Picture::Tile(catalogue::find(set, name)?, palette)),
        }
    }

    /// The picture as SVG.
    pub fn svg(self, copy: u16) -> String {
        match self {
            Picture::Tile(tile, palette) => bastide_art::tile_svg(tile, Rotation::NONE, copy, palette),
            Picture::Board(board, palette) => bastide_art::nameless_board_svg(board, palette),
            Picture::Figure(kind, owner, pose) => bastide_art::figure_svg(kind, owner, pose),
        }
    }
}

fn figure(name: &str) -> Option<Picture> {
    let (name, pose) = match name.strip_suffix("-lying") {
        Some(name) => (name, Pose::Lying),
        None => (name, Pose::Standing),
    };
    if let Some(kind) = PieceKind::from_word(name) {
        return Some(Picture::Figure(kind, None, pose));
    }
    let (kind, colour) = name.rsplit_once('-')?;
    Some(Picture::Figure(PieceKind::from_word(kind)?, Some(PlayerColour::from_word(colour)?), pose))
}

/// A moment of a game, for its picture.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The state.
    pub state: State,
    /// Who laid the last tile.
    pub laid_by: Option<u8>,
    /// The colours of the seats.
    pub colours: Vec<String>,
}

impl Snapshot {
    /// The board, with the colours of the seats and the last tile in that of whoever laid it.
    pub fn board(&self) -> BoardPicture {
        let chosen = |player: PlayerId| self.colours.get(player.index()).and_then(|word| PlayerColour::from_word(word));
        let colour = |player| chosen(player).unwrap_or_else(|| bastide_art::seat_colour(player));
        let laid_by = self.laid_by.and_then(|seat| PlayerId::new(seat.into())).map(colour);
        BoardPicture::of_state_in(&self.state, colour).with_last_tile_of(laid_by)
    }
}

/// The geometry of the tiles of a set and of the squares of its printed board, if there is such a set.
pub fn tiles(set: &str) -> Option<Vec<TileArt>> {
    let set = catalogue::set(set)?;
    let squares = catalogue::board(set.name).map(catalogue::squares_of).unwrap_or_default();
    Some(catalogue::tiles_of(set).iter().chain(squares).map(tile_art).collect())
}

fn tile_art(tile: &Tile) -> TileArt {
    let segment = |index: usize| SegmentArt {
        feature: tile.segments[index].feature.into(),
        anchors: bastide_art::anchors(tile, index).into_iter().map(|at| [tenths(at.x), tenths(at.y)]).collect(),
        area: path(&bastide_art::area(tile, index, Rotation::NONE)),
        landing: bastide_art::landing(tile, index, Rotation::NONE).map(|at| [tenths(at.x), tenths(at.y)]),
    };
    let anchor = bastide_art::tile_anchor(tile, Rotation::NONE);
    TileArt {
        name: catalogue::full_name(tile).to_owned(),
        sides: tile.sides.iter().map(|edge| edge.letter()).collect(),
        segments: (0..tile.segments.len()).map(segment).collect(),
        anchor: [tenths(anchor.x), tenths(anchor.y)],
    }
}

fn tenths(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

/// Outlines as an SVG path; holes are outlines too (fill rule `evenodd`).
fn path(outlines: &[Vec<Point>]) -> String {
    let mut text = String::new();
    for outline in outlines {
        for (index, point) in outline.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            text += &format!("{command}{} {}", tenths(point.x), tenths(point.y));
        }
        text.push('Z');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bastide_art::{Highlight, seat_colour};
    use bastide_rules::{Action, Game, Options, box_named};

    use super::*;
    use crate::fairness::Seed;
    use crate::table::Table;

    /// Also after a double turn, and while a die, a message or a player is waited for in the middle of a turn.
    #[test]
    fn the_last_tile_has_the_colour_of_whoever_laid_it() {
        let (mut asked, mut laid) = (BTreeSet::new(), Vec::new());
        for seed in 1..=5 {
            play(&Seed([seed; 32]), &mut asked, &mut laid);
        }
        assert!(["draw", "roll", "draw-message", "crop-add"].iter().all(|word| asked.contains(word)), "{asked:?}");
        let is_double = |turns: &[(PlayerId, u32)]| turns[0].0 == turns[1].0 && turns[1].1 == turns[0].1 + 1;
        assert!(laid.windows(2).any(is_double), "nobody had a double turn");
    }

    /// Plays a game and compares every board with what was laid; tells what was asked, and who laid tiles in which turns.
    fn play(seed: &Seed, asked: &mut BTreeSet<&'static str>, laid: &mut Vec<(PlayerId, u32)>) {
        let game = Game::new(Options::of_box(box_named("big-box").unwrap(), 3).unwrap()).unwrap();
        let mut table = Table::new(game);
        let mut last = None;
        loop {
            let laid_by = table.last_tile_of(&table.state);
            let board = Snapshot { state: table.state.clone(), laid_by, colours: Vec::new() }.board();
            assert_eq!(board.highlights, Vec::from_iter(last), "{:?}", table.state.decision());
            asked.insert(table.state.decision().word());
            let count = table.count();
            let outcomes = table.outcomes();
            let action = match outcomes.first() {
                Some(_) => outcomes[seed.pick(table.draws + 1, &vec![1; outcomes.len()])].1,
                None => match table.state.choose(|of| (count * 7 + count / 3) % of) {
                    Some(action) => action,
                    None => return,
                },
            };
            if let Action::Place { pos, .. } = action {
                last = Some(Highlight::Tile(pos, seat_colour(table.state.active_player())));
                laid.push((table.state.active_player(), table.state.turn_number()));
            }
            table.apply(action).unwrap();
        }
    }

    #[test]
    fn pictures_are_found_by_their_names() {
        for good in [
            "summer/base-classic/A.svg",
            "contrast/base-classic/D.svg",
            "summer/boards/wheel-of-fortune.svg",
            "own/gingerbread/A.svg",
            "figures/meeple-red.svg",
            "figures/meeple-red-lying.svg",
            "figures/dragon.svg",
        ] {
            assert!(Picture::named(good).is_some_and(|picture| picture.svg(0).starts_with("<svg")), "{good}");
        }
        for bad in [
            "",
            "A.svg",
            "summer/A.svg",
            "summer/base-classic/A",
            "autumn/base-classic/A.svg",
            "own/boards/x.svg",
            "figures/x.svg",
        ] {
            assert!(Picture::named(bad).is_none(), "{bad}");
        }
    }
}
