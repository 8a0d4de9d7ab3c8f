//! `bastide tiles`: the catalogue.

use std::io::Write;

use bastide_rules::tile::{PrintedBoard, TileSet};
use bastide_rules::{Edge, catalogue};

use crate::choice::unknown;
use crate::facts::{SetFacts, board_segment_text, outer_sides, segment_text, tile_marks};
use crate::failure::Failure;
use crate::output::{print_json, print_table, ruled_table, table};

/// List the sets of tiles, or every tile of one set
///
/// Sides are named clockwise from the north: F field, C city, R road, V river. Half-edges are
/// numbered 1 to 8 clockwise from the west half of the north side. What could not be verified is
/// listed below the tiles.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only this set, tile by tile
    #[arg(long, value_name = "SET")]
    set: Option<String>,

    /// Print one JSON object with everything
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bastide tiles                          all sets
  bastide tiles --set base-classic       72 tiles of 24 types
  bastide tiles --set count-board        a printed board
  bastide tiles --json                   the whole catalogue for programs";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(name) = &args.set else {
        return if args.json {
            let sets: Vec<SetFacts> = catalogue::SETS.iter().map(SetFacts::from).collect();
            print_json(out, &serde_json::json!({ "sets": sets }))
        } else {
            list_sets(out)
        };
    };
    let set = catalogue::set(name).ok_or_else(|| {
        let known: Vec<&str> = catalogue::SETS.iter().map(|set| set.name).collect();
        Failure::refused(unknown("set", name, &known))
    })?;
    if args.json { print_json(out, &SetFacts::from(set)) } else { show_set(out, set) }
}

fn list_sets(out: &mut dyn Write) -> Result<(), Failure> {
    let mut sets = table(&["set", "box", "tiles", "types", "unsure", "title"]);
    for set in catalogue::SETS {
        let tiles: u16 = catalogue::tiles_of(set).iter().map(|tile| u16::from(tile.count)).sum();
        let board = catalogue::board(set.name).map(|board| format!("board {}×{}", board.width, board.height));
        let tiles = match (tiles, board) {
            (0, Some(board)) => board,
            (tiles, Some(board)) => format!("{tiles} + {board}"),
            (tiles, None) => tiles.to_string(),
        };
        let unsure = if set.uncertain.is_empty() { String::new() } else { set.uncertain.len().to_string() };
        sets.add_row([
            set.name.to_owned(),
            set.in_box.to_owned(),
            tiles,
            set.tile_types.to_string(),
            unsure,
            set.title.to_owned(),
        ]);
    }
    print_table(out, &sets)?;
    let tiles: u32 = catalogue::TILES.iter().map(|tile| u32::from(tile.count)).sum();
    writeln!(
        out,
        "{} sets, {tiles} tiles of {} types; `bastide tiles --set SET` shows one, with what is unsure in it",
        catalogue::SETS.len(),
        catalogue::TILES.len()
    )?;
    Ok(())
}

fn show_set(out: &mut dyn Write, set: &'static TileSet) -> Result<(), Failure> {
    writeln!(out, "{}: {} ({}), total {}", set.name, set.title, set.in_box, set.total)?;
    writeln!(out, "Confidence: {}", set.confidence)?;
    if set.tile_types > 0 {
        let mut tiles = ruled_table(&["tile", "count", "sides", "segments", "symbols"]);
        for tile in catalogue::tiles_of(set) {
            let name = if tile.letter.is_empty() || tile.letter == tile.name {
                tile.name.to_owned()
            } else {
                format!("{} ({})", tile.name, tile.letter)
            };
            let segments: Vec<String> = tile.segments.iter().map(|segment| segment_text(tile, segment)).collect();
            tiles.add_row([
                name,
                tile.count.to_string(),
                tile.sides.iter().map(|&edge| Edge::letter(edge)).collect(),
                segments.join("\n"),
                tile_marks(tile).join("\n"),
            ]);
        }
        print_table(out, &tiles)?;
        for tile in catalogue::tiles_of(set).iter().filter(|tile| !tile.note.is_empty()) {
            writeln!(out, "{}: {}", tile.name, tile.note)?;
        }
    }
    if let Some(board) = catalogue::board(set.name) {
        show_board(out, board)?;
    }
    if !set.uncertain.is_empty() {
        writeln!(out, "\nNot verified:")?;
    }
    for fact in set.uncertain {
        writeln!(out, "- {fact}")?;
    }
    Ok(())
}

fn show_board(out: &mut dyn Write, board: &PrintedBoard) -> Result<(), Failure> {
    writeln!(out, "\nBoard of {} × {} squares, outer sides clockwise from the north:", board.width, board.height)?;
    for y in 0..board.height {
        let row = board.squares.iter().filter(|square| square.y == y).map(outer_sides);
        writeln!(out, "  {}", row.collect::<Vec<_>>().join("  "))?;
    }
    for segment in board.segments {
        writeln!(out, "{}", board_segment_text(segment))?;
    }
    for part in board.parts {
        let spaces = match part.spaces {
            0 => String::new(),
            1 => ", 1 space".to_owned(),
            spaces => format!(", {spaces} spaces"),
        };
        let serves = part.serves.map_or(String::new(), |feature| format!(", serves the {}", feature.word()));
        let start = if part.name == board.figure_start { ", the figure starts here" } else { "" };
        writeln!(out, "part {}{spaces}{serves}{start}", part.name)?;
    }
    Ok(writeln!(out, "{}", board.note)?)
}
