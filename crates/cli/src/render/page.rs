//! A page that plays a record: one file, no network.
//!
//! The picture has every tile and figure of the whole game; a short script shows those that lie on
//! the table after the chosen turn.

use bastide_art::{BoardPicture, FigureOnTable, Palette, Place, PlayerColour, figure_kind, seat_colour};
use bastide_rules::notation::Record;
use bastide_rules::{Event, PlayerId};
use serde::Serialize;

use crate::failure::Failure;
use crate::replay::Replay;
use crate::words::event_text;

/// What the script needs to know.
#[derive(Serialize)]
struct Story {
    /// The turn after which each tile lies on the table, in the order of the picture.
    tiles: Vec<u32>,
    /// From which turn on, and until before which, each figure stands on the table.
    figures: Vec<(u32, u32)>,
    turns: Vec<Turn>,
    names: Vec<String>,
    colours: Vec<&'static str>,
}

/// One turn in words.
#[derive(Serialize)]
struct Turn {
    seat: usize,
    actions: String,
    news: Vec<String>,
    points: Vec<i32>,
    /// Where the tile went.
    cell: Option<(i16, i16)>,
}

/// A figure that is never taken back stands longer than any game.
const FOREVER: u32 = u32::MAX;

/// The page.
pub fn text(record: &Record, until: Option<u32>, palette: Option<Palette>) -> Result<String, Failure> {
    let mut replay = Replay::new(record, until);
    let mut story = Story {
        tiles: vec![0],
        figures: Vec::new(),
        turns: Vec::new(),
        names: record.names().to_vec(),
        colours: (0..record.names().len()).filter_map(PlayerId::new).map(|seat| seat_colour(seat).hex()).collect(),
    };
    let mut figures: Vec<(bastide_rules::StandingFigure, u32, u32)> = Vec::new();
    while let Some(step) = replay.step()? {
        if story.turns.len() < step.turn as usize {
            let empty =
                Turn { seat: step.seat, actions: String::new(), news: Vec::new(), points: Vec::new(), cell: None };
            story.turns.push(empty);
        }
        let Some(turn) = story.turns.last_mut() else { continue };
        turn.actions = turn.actions.clone() + " " + &step.text;
        turn.points.clone_from(&step.points);
        for event in &step.events {
            turn.news.extend(event_text(&replay.state, event, record.names()));
            match *event {
                Event::TilePlaced { pos, .. } => {
                    story.tiles.push(step.turn);
                    turn.cell = Some((pos.x, pos.y));
                }
                Event::Deployed { player, figure, spot } => {
                    let figure = bastide_rules::StandingFigure { owner: player, kind: figure, spot, is_bound: false };
                    figures.push((figure, step.turn, FOREVER));
                }
                Event::Returned { player, figure, spot } => {
                    let figure = bastide_rules::StandingFigure { owner: player, kind: figure, spot, is_bound: false };
                    // A figure that comes and goes in one turn is seen in that turn.
                    if let Some(entry) = figures.iter_mut().rev().find(|(f, _, end)| *f == figure && *end == FOREVER) {
                        entry.2 = step.turn.max(entry.1 + 1);
                    }
                }
                _ => {}
            }
        }
    }
    if replay.state.is_over()
        && let Some(turn) = story.turns.last_mut()
    {
        turn.points = replay.state.points().to_vec();
    }
    story.figures = figures.iter().map(|&(_, start, end)| (start, end)).collect();
    let mut picture = BoardPicture::of_state(&replay.state);
    picture.palette = palette.unwrap_or(picture.palette);
    picture.highlights.clear();
    picture.figures = figures
        .iter()
        .map(|(figure, ..)| FigureOnTable {
            kind: figure_kind(figure.kind),
            owner: Some(seat_colour(figure.owner)),
            place: Place::Segment(figure.spot.pos, usize::from(figure.spot.segment)),
            pose: None,
        })
        .collect();
    let json = serde_json::to_string(&story)?;
    // Inside a script element `<` could end the text early or begin a comment.
    let json = json.replace('<', "\\u003c");
    let marks: String =
        PlayerColour::ALL.iter().map(|colour| format!(".{}{{--c:{}}}", colour.word(), colour.hex())).collect();
    Ok(PAGE
        .replace("%TITLE%", &escaped(&record.names().join(" – ")))
        .replace("%MARKS%", &marks)
        .replace("%PICTURE%", &picture.svg())
        .replace("%STORY%", &json))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const PAGE: &str = include_str!("page.html");
