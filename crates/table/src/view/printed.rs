//! The printed board in the middle of a game, with what stands on its parts.

use bastide_art::{BoardKind, neutral_anchor, part_anchor};
use bastide_rules::{Owned, Quarter, Sector, State, catalogue};

use crate::table::seat_of;
use crate::wire::{PartFigure, PartView, PrintedView, TileView, Word};
use crate::words::{PartName, PieceName};

/// Places in a quarter that are told apart; more meeples stand closer together.
const CROWD: usize = 12;

/// The board of a game that has one.
pub fn printed_view(state: &State) -> Option<PrintedView> {
    let board = state.game().board()?;
    let set = catalogue::SETS[usize::from(board.set)].name;
    let kind = BoardKind::of_set(set)?;
    let part = |(index, part): (usize, &bastide_rules::tile::BoardPart)| {
        let gives = match kind {
            BoardKind::Wheel => state.sector_points(Sector::ALL[index]),
            BoardKind::Carcassonne => Vec::new(),
        };
        let Part { name, rule, meeples, has_neutral } = match kind {
            BoardKind::Wheel => sector(state, Sector::ALL[index]),
            BoardKind::Carcassonne => quarter(state, Quarter::ALL[index]),
        };
        let spaces = if part.spaces == 0 { CROWD } else { usize::from(part.spaces) };
        let place = |at: Option<bastide_art::Point>| at.map(|at| [at.x.round(), at.y.round()]).unwrap_or_default();
        PartView {
            part: name,
            rule,
            spaces: (0..spaces).map(|n| place(part_anchor(kind, part.name, n))).collect(),
            middle: place(neutral_anchor(kind, part.name)),
            figures: meeples
                .into_iter()
                .map(|meeple| PartFigure { seat: seat_of(meeple.owner), figure: meeple.kind.into() })
                .collect(),
            has_neutral,
            gives: gives.into_iter().map(|(player, points)| (seat_of(player), points)).collect(),
        }
    };
    let (columns, rows) = kind.cells();
    Some(PrintedView {
        board: kind.into(),
        at: [0, 0],
        cells: [columns, rows],
        neutral: match kind {
            BoardKind::Wheel => PieceName::WheelPig,
            BoardKind::Carcassonne => PieceName::Count,
        },
        parts: board.parts.iter().enumerate().map(part).collect(),
    })
}

/// The squares of the board as tiles, so that what stands there has a feature and a place.
pub fn squares(state: &State) -> impl Iterator<Item = TileView> {
    let board = state.game().board();
    let squares = board.map(|board| board.squares.iter().zip(catalogue::squares_of(board)));
    squares.into_iter().flatten().map(|(square, tile)| TileView {
        tile: catalogue::full_name(tile),
        at: [i16::from(square.x), i16::from(square.y)],
        rotation: 0,
        by: None,
        turn: 0,
        draft: false,
    })
}

/// A part of the board, and who is there.
struct Part {
    name: PartName,
    rule: Word,
    meeples: Vec<Owned>,
    /// The figure of the board stands there.
    has_neutral: bool,
}

fn sector(state: &State, sector: Sector) -> Part {
    let meeples = state.crowned(sector).collect();
    Part { name: sector.into(), rule: sector.rule(), meeples, has_neutral: state.wheel_pig() == Some(sector) }
}

fn quarter(state: &State, quarter: Quarter) -> Part {
    let of = |player| {
        let meeples = state.in_quarter(quarter, player);
        meeples.flat_map(|waiting| {
            let meeple = Owned { owner: waiting.player, kind: waiting.kind };
            std::iter::repeat_n(meeple, usize::from(waiting.count))
        })
    };
    let meeples = state.game().seats().flat_map(of).collect();
    Part { name: quarter.into(), rule: Quarter::RULE, meeples, has_neutral: state.count() == Some(quarter) }
}
