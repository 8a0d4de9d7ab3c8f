//! A page that plays a record: one file, no network.
//!
//! The picture has every tile, figure and ferry of the whole game; a short script shows those that
//! are on the table after the chosen turn.

use bastide_art::{BoardPicture, FerryOnTable, FigureOnTable, Palette, Place, PlayerColour, piece_kind, seat_colour};
use bastide_rules::notation::Record;
use bastide_rules::{Event, IllegalAction, PlayerId};
use serde::Serialize;

use crate::{Replay, event_text};

/// What the script needs to know.
#[derive(Serialize)]
struct Story {
    /// The turn after which each tile lies on the table, in the order of the picture.
    tiles: Vec<u32>,
    /// From which turn to which each figure and each ferry is on the table, in the order of the picture.
    figures: Vec<(u32, u32)>,
    ferries: Vec<(u32, u32)>,
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

/// Pieces with the turns in which each is first and last on the table.
struct Seen<T>(Vec<(T, u32, u32)>);

impl<T: PartialEq> Seen<T> {
    /// Notes what is on the table in a turn. Two that are alike do not differ for the eye.
    fn note(&mut self, turn: u32, there: impl IntoIterator<Item = T>) {
        for piece in there {
            match self.0.iter_mut().find(|(known, _, last)| *known == piece && *last + 1 >= turn) {
                Some((_, _, last)) => *last = turn,
                None => self.0.push((piece, turn, turn)),
            }
        }
    }

    /// The pieces, and their turns.
    fn parted(self) -> (Vec<T>, Vec<(u32, u32)>) {
        self.0.into_iter().map(|(piece, first, last)| (piece, (first, last))).unzip()
    }
}

/// The page that plays a record, perhaps only up to a turn.
///
/// # Errors
/// If an action is illegal; a record that was read has none such.
pub fn page(record: &Record, until: Option<u32>, palette: Option<Palette>) -> Result<String, IllegalAction> {
    let mut replay = Replay::new(record, until);
    let mut story = Story {
        tiles: vec![0; replay.state.tiles().len()],
        figures: Vec::new(),
        ferries: Vec::new(),
        turns: Vec::new(),
        names: record.names().to_vec(),
        colours: (0..record.names().len()).filter_map(PlayerId::new).map(|seat| seat_colour(seat).hex()).collect(),
    };
    let mut figures: Seen<FigureOnTable> = Seen(Vec::new());
    let mut ferries: Seen<FerryOnTable> = Seen(Vec::new());
    figures.note(0, BoardPicture::of_state(&replay.state).settled());
    let mut guests = Vec::new();
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
            if let Event::TilePlaced { pos, .. } = *event {
                story.tiles.push(step.turn);
                turn.cell = Some((pos.x, pos.y));
            }
            if let Event::Deployed { player, figure, spot, .. } = *event {
                guests.push(FigureOnTable {
                    kind: piece_kind(figure),
                    owner: Some(seat_colour(player)),
                    place: Place::Segment(spot.pos, usize::from(spot.segment)),
                    pose: None,
                });
            }
        }
        let is_last = replay.is_turn_over() || replay.is_ended();
        if is_last {
            let scene = BoardPicture::of_state(&replay.state);
            // A figure that comes and goes in one turn is seen in that turn.
            guests.retain(|guest| !scene.figures.contains(guest));
            let passing = BoardPicture { figures: std::mem::take(&mut guests), ..scene.clone() };
            figures.note(step.turn, scene.settled().into_iter().chain(passing.settled()));
            ferries.note(step.turn, scene.ferries);
        }
    }
    if replay.state.is_over()
        && let Some(turn) = story.turns.last_mut()
    {
        turn.points = replay.state.points().to_vec();
    }
    let mut picture = BoardPicture::of_state(&replay.state);
    picture.palette = palette.unwrap_or(picture.palette);
    (picture.figures, story.figures) = figures.parted();
    (picture.ferries, story.ferries) = ferries.parted();
    // Plain lists and texts: nothing in it can fail.
    let json = serde_json::to_string(&story).unwrap_or_default();
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

/// A text inside HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const PAGE: &str = include_str!("page.html");
