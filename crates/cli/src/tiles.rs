//! `bastide tiles`: the catalogue.

use std::io::Write;
use std::path::PathBuf;

use bastide_art::{BoardKind, Palette, board_svg, sheet_svg, tile_svg};
use bastide_rules::tile::{PrintedBoard, TileSet};
use bastide_rules::{Edge, Rotation, catalogue};

use crate::choice::{palette_named, unknown};
use crate::facts::{SetFacts, board_segment_text, outer_sides, segment_text, tile_marks};
use crate::failure::Failure;
use crate::files::{make_folder, write, write_small_png};
use crate::output::{print_json, print_table, ruled_table, table};
use crate::progress;

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

    /// Draw every tile and printed board as DIR/SET/ID.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Draw a contact sheet of each set as DIR/SET.png
    #[arg(long, value_name = "DIR")]
    sheet: Option<PathBuf>,

    /// Colours of the pictures: summer, winter or high-contrast; each set has its own by default
    #[arg(long, value_name = "PALETTE")]
    palette: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  bastide tiles                          all sets
  bastide tiles --set base-classic       72 tiles, type by type
  bastide tiles --set count-board        a printed board
  bastide tiles --json                   the whole catalogue for programs
  bastide tiles --svg pictures           every tile of every set as a picture
  bastide tiles --set winter --sheet .   a contact sheet, winter.png";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    if args.svg.is_some() || args.sheet.is_some() {
        return draw(args, out);
    }
    let Some(name) = &args.set else {
        return if args.json {
            let sets: Vec<SetFacts> = catalogue::SETS.iter().map(SetFacts::from).collect();
            print_json(out, &serde_json::json!({ "sets": sets }))
        } else {
            list_sets(out)
        };
    };
    let set = set_named(name)?;
    if args.json { print_json(out, &SetFacts::from(set)) } else { show_set(out, set) }
}

fn set_named(name: &str) -> Result<&'static TileSet, Failure> {
    catalogue::set(name).ok_or_else(|| {
        let known: Vec<&str> = catalogue::SETS.iter().map(|set| set.name).collect();
        Failure::refused(unknown("set", name, &known))
    })
}

/// Draws the wanted sets into files.
fn draw(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let palette = args.palette.as_deref().map(palette_named).transpose()?;
    let sets: Vec<&TileSet> = match &args.set {
        Some(name) => vec![set_named(name)?],
        None => catalogue::SETS.iter().collect(),
    };
    let progress = progress::pictures(sets.len() as u64);
    let mut files = 0;
    for set in sets {
        let palette = palette.unwrap_or_else(|| Palette::of_set(set.name));
        let board = BoardKind::ALL.into_iter().find(|board| board.set() == set.name);
        if let Some(folder) = &args.svg {
            let folder = folder.join(set.name);
            make_folder(&folder)?;
            for tile in catalogue::tiles_of(set) {
                let svg = tile_svg(tile, Rotation::NONE, 0, palette);
                write(&folder.join(format!("{}.svg", tile.name)), svg.as_bytes())?;
                files += 1;
            }
            if let Some(board) = board {
                write(&folder.join("board.svg"), board_svg(board, palette).as_bytes())?;
                files += 1;
            }
        }
        if let Some(folder) = &args.sheet {
            make_folder(folder)?;
            let svg = match board {
                Some(board) if set.tile_types == 0 => board_svg(board, palette),
                _ => sheet_svg(set, palette),
            };
            write_small_png(&folder.join(format!("{}.png", set.name)), &svg, 1.0)?;
            files += 1;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(writeln!(out, "{files} pictures written")?)
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
