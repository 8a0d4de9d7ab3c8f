//! `bastide render`: a record or a position as a picture, or a record as a page that plays it.

use std::io::Write;
use std::path::PathBuf;

use bastide_art::{BoardPicture, Highlight, Palette};
use bastide_film::{Replay, page};
use bastide_rules::notation::{Record, parse_position};
use bastide_rules::{Action, Decision, State};

use crate::choice::palette_named;
use crate::failure::Failure;
use crate::files::{DEFAULT_SCALE, has_ending, write, write_picture};
use crate::input;

/// Draw a record or a position as a picture, or make a page that plays a record
///
/// The ending of the output's name decides: .svg, .png, or .html for a page that needs no other
/// file and no network.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A record, or a file with one position line; `-` reads the standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Where to write: a name ending with .svg, .png or .html
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// Stop a record at the end of turn N
    #[arg(long, value_name = "N")]
    until: Option<u32>,

    /// Number the columns and rows
    #[arg(long)]
    coordinates: bool,

    /// Mark where the tile in hand may go
    #[arg(long)]
    legal: bool,

    /// Colours: summer, winter or high-contrast; the base has its own by default
    #[arg(long, value_name = "PALETTE")]
    palette: Option<String>,

    /// Pixels per hundredth of a tile, for PNG
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_SCALE, value_parser = scale)]
    scale: f32,
}

const EXAMPLES: &str = "\
Examples:
  bastide render game.txt -o table.svg
  bastide render game.txt --until 30 --coordinates -o table.png
  bastide render game.txt -o game.html
  echo 'bastide-position 1 base=v3 players=2 turn=1 next=1 points=0,0 tiles=Ds@0,0/r0' | bastide render - -o start.png";

fn scale(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(scale) if (0.1..=8.0).contains(&scale) => Ok(scale),
        _ => Err("the scale is a number from 0.1 to 8".to_owned()),
    }
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let palette = args.palette.as_deref().map(palette_named).transpose()?;
    let is_page = has_ending(&args.output, "html");
    if !is_page && !has_ending(&args.output, "svg") && !has_ending(&args.output, "png") {
        let name = args.output.display();
        return Err(Failure::refused(format!("{name}: the name of the output must end with .svg, .png or .html")));
    }
    let text = input::text(&args.file)?;
    let is_position = input::is_position(&text);
    if is_page && is_position {
        return Err(Failure::refused("a page plays a record; a position can be drawn as .svg or .png"));
    }
    if is_page {
        let record = judged(args, &text)?;
        let page = page(&record, args.until, palette)?;
        write(&args.output, page.as_bytes())?;
    } else {
        let picture = picture(args, drawn(args, &text)?, palette);
        write_picture(&args.output, &picture.svg(), args.scale)?;
    }
    Ok(writeln!(out, "{} written", args.output.display())?)
}

fn judged(args: &Args, text: &str) -> Result<Record, Failure> {
    Record::parse(text).map_err(|error| Failure::refused(format!("{}, {error}", input::name(&args.file))))
}

/// The state that a record leads to, or that a position is, and its board.
fn drawn(args: &Args, text: &str) -> Result<(State, BoardPicture), Failure> {
    if input::is_position(text) {
        let state = parse_position(text.trim())
            .map_err(|error| Failure::refused(format!("{}: {error}", input::name(&args.file))))?;
        let board = BoardPicture::of_state(&state);
        return Ok((state, board));
    }
    let record = judged(args, text)?;
    let mut replay = Replay::new(&record, args.until);
    while replay.step()?.is_some() {}
    let board = replay.board();
    Ok((replay.state, board))
}

fn picture(args: &Args, (state, mut picture): (State, BoardPicture), palette: Option<Palette>) -> BoardPicture {
    picture.palette = palette.unwrap_or(picture.palette);
    picture.coordinates = args.coordinates;
    if args.legal && matches!(state.decision(), Decision::Place { .. }) {
        let mut cells = Vec::new();
        state.for_each_legal(|action| {
            if let Action::Place { pos, .. } = action {
                cells.push(pos);
            }
        });
        cells.sort_unstable();
        cells.dedup();
        picture.highlights.extend(cells.into_iter().map(Highlight::Legal));
    }
    picture
}
