//! What the person sees: the map, the drawn tile, the places for figures, the score.

use std::io::Write;

use bastide_rules::notation::tile_name;
use bastide_rules::{Action, Decision, Feature, FigureKind, PlayerId, Pos, RANSOM, Rotation, Spot, Tile, catalogue};

use super::map;
use super::pen::letter;
use super::picture::{Glyph, HEIGHT, Picture, WIDTH};
use super::pieces;
use super::session::Session;
use crate::failure::Failure;
use crate::output::{print_table, table, tiles_left};
use crate::words::action_words;

impl Session {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a question of a module has words, which a match over all decisions gives"
    )]
    pub(super) fn show_question(&self, options: &[Action], out: &mut dyn Write) -> Result<(), Failure> {
        match self.state.decision() {
            Decision::Place { tile, .. } => {
                let tile = catalogue::tile(tile);
                self.show_map(options, out)?;
                let (turn, name, left) = (self.state.turn_number(), self.tile_name(tile), self.tiles_left());
                writeln!(out, "Turn {turn}, you drew {name}; {left}.")?;
                self.show_hand(tile, options, out)
            }
            Decision::Deploy { at, .. } => self.show_spots(at, options, out),
            Decision::Draw { .. } | Decision::Over => Ok(()),
            _ => self.show_choices(options, out),
        }
    }

    /// A question of a module: what is asked, and the answers with their numbers.
    fn show_choices(&self, options: &[Action], out: &mut dyn Write) -> Result<(), Failure> {
        self.show_map(&[], out)?;
        writeln!(out, "{}", question(self.state.decision()))?;
        for (number, &action) in (1..).zip(options) {
            if action == Action::Pass {
                writeln!(out, "  0  pass")?;
            } else {
                writeln!(out, "  {number}  {}", action_words(&self.state, action))?;
            }
        }
        Ok(())
    }

    pub(super) fn show_map(&self, options: &[Action], out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out)?;
        for line in map::lines(self.manner.pen, &self.state, options, &self.recent) {
            writeln!(out, "{line}")?;
        }
        for line in pieces::lines(&self.state) {
            writeln!(out, "{line}")?;
        }
        let points: Vec<String> = self.state.game().seats().map(|seat| self.standing(seat)).collect();
        Ok(writeln!(out, "{}", points.join("   "))?)
    }

    /// One player's points and figures in a few words.
    fn standing(&self, seat: PlayerId) -> String {
        let points = self.state.points()[seat.index()];
        let others = FigureKind::ALL.into_iter().filter(|&kind| kind != FigureKind::Meeple);
        let others: String =
            others.filter(|&kind| self.state.supply(seat, kind) > 0).map(|kind| format!(", {}", kind.word())).collect();
        let meeples = match self.state.supply(seat, FigureKind::Meeple) {
            1 => "1 meeple".to_owned(),
            meeples => format!("{meeples} meeples"),
        };
        format!("{} {}: {points} points, {meeples}{others} free.", letter(seat), self.name(seat))
    }

    /// The drawn tile in its rotations, with the numbers of the placements below each.
    fn show_hand(&self, tile: &Tile, options: &[Action], out: &mut dyn Write) -> Result<(), Failure> {
        const COLUMN: usize = 3 * WIDTH;
        const PER_LINE: usize = 4;
        let columns: Vec<(Rotation, Vec<String>)> = Rotation::ALL
            .into_iter()
            .map(|turned| {
                let fits = |action: &Action| matches!(action, Action::Place { rotation, .. } if *rotation == turned);
                let numbers = (1..).zip(options).filter(|(_, action)| fits(action));
                (turned, numbers.map(|(number, _): (usize, _)| number.to_string()).collect())
            })
            .filter(|(_, numbers): &(Rotation, Vec<String>)| !numbers.is_empty())
            .collect();
        let header: String =
            columns.iter().map(|(rotation, _)| format!("  {:<COLUMN$}", rotation.to_string())).collect();
        writeln!(out, "{}", header.trim_end())?;
        let pictures: Vec<Vec<String>> =
            columns.iter().map(|(rotation, _)| self.manner.pen.lines(&Picture::new(tile, *rotation), false)).collect();
        for row in 0..HEIGHT {
            let line: String =
                pictures.iter().map(|lines| format!("  {}{}", lines[row], " ".repeat(COLUMN - WIDTH))).collect();
            writeln!(out, "{}", line.trim_end())?;
        }
        let rows = columns.iter().map(|(_, numbers)| numbers.len().div_ceil(PER_LINE)).max().unwrap_or(0);
        for row in 0..rows {
            let line: String = columns
                .iter()
                .map(|(_, numbers)| {
                    let part: Vec<&str> =
                        numbers.iter().skip(row * PER_LINE).take(PER_LINE).map(String::as_str).collect();
                    format!("  {:<COLUMN$}", part.join(" "))
                })
                .collect();
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The tile just laid with the numbers of the places on it, and what each would bring.
    fn show_spots(&self, at: Pos, options: &[Action], out: &mut dyn Write) -> Result<(), Failure> {
        let Some(laid) = self.state.tile_at(at) else { return Ok(()) };
        let mut picture = Picture::new(laid.tile, laid.rotation);
        // The first of several figures on one place gives the number.
        for (number, action) in (1u32..).zip(options).collect::<Vec<_>>().into_iter().rev() {
            if let (Action::Deploy { spot, .. }, Some(digit)) = (action, char::from_digit(number, 36)) {
                picture.mark(spot.segment, Glyph::Text(digit));
            }
        }
        writeln!(out)?;
        for line in self.manner.pen.lines(&picture, true) {
            writeln!(out, "  {line}")?;
        }
        for (number, &action) in (1..).zip(options) {
            if action == Action::Pass {
                writeln!(out, "  0  pass")?;
                continue;
            }
            let prospect = if let Action::Deploy { spot, .. } = action { self.prospect(spot) } else { String::new() };
            writeln!(out, "  {number}  {}{prospect}", action_words(&self.state, action))?;
        }
        Ok(())
    }

    /// What a region is worth now and how far it is from complete.
    fn prospect(&self, spot: Spot) -> String {
        let Some(region) = self.state.region(spot) else { return String::new() };
        let open = if region.feature() == Feature::Field {
            "scored at the end".to_owned()
        } else if region.is_complete() {
            "complete".to_owned()
        } else {
            format!("open: {}", region.open_ends())
        };
        format!("  ({}, {open})", region.value())
    }

    pub(super) fn show_score(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let projected = self.state.projected_points();
        let mut players = table(&["", "player", "points", "if it ended now", "figures free"]);
        for seat in self.state.game().seats() {
            let free = FigureKind::ALL.iter().map(|&kind| (self.state.supply(seat, kind), kind.word()));
            let free: Vec<String> =
                free.filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} × {word}")).collect();
            players.add_row([
                letter(seat).to_string(),
                self.name(seat).to_owned(),
                self.state.points()[seat.index()].to_string(),
                projected[seat].to_string(),
                free.join(", "),
            ]);
        }
        print_table(out, &players)?;
        Ok(writeln!(out, "Turn {}, {}.", self.state.turn_number(), self.tiles_left())?)
    }

    pub(super) fn show_tiles(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let left: Vec<(&Tile, u8)> = self.state.undrawn().collect();
        for row in left.chunks(8) {
            let names: String = row
                .iter()
                .map(|(tile, count)| format!("  {:<10}", format!("{count} × {}", self.tile_name(tile))))
                .collect();
            writeln!(out, "{}", names.trim_end())?;
            let pictures: Vec<Vec<String>> =
                row.iter().map(|(tile, _)| self.manner.pen.lines(&Picture::new(tile, Rotation::NONE), false)).collect();
            for line in 0..HEIGHT {
                let text: String = pictures.iter().map(|lines| format!("  {}     ", lines[line])).collect();
                writeln!(out, "{}", text.trim_end())?;
            }
        }
        Ok(writeln!(out, "{}.", self.tiles_left())?)
    }

    fn tiles_left(&self) -> String {
        tiles_left(self.state.tiles_to_come())
    }

    fn tile_name(&self, tile: &Tile) -> String {
        tile_name(self.state.game().options().base, tile)
    }
}

/// What a decision of a module asks.
fn question(decision: Decision) -> String {
    match decision {
        Decision::Robber { .. } => "Where does your robber go on the score track?".to_owned(),
        Decision::Ingot { .. } => "Which tile gets the second ingot?".to_owned(),
        Decision::Magic { .. } => "Where do you move mage or witch?".to_owned(),
        Decision::Land { .. } => "Where does your flier land?".to_owned(),
        Decision::Accompany { figure, .. } => format!("Do you place the {} too?", figure.word()),
        Decision::PutFerry { .. } => "Which roads does the ferry connect?".to_owned(),
        Decision::MoveFerry { .. } => "Do you move a ferry?".to_owned(),
        Decision::ScoreNext { .. } => "Which feature is scored next?".to_owned(),
        Decision::KeepFarmer { .. } => "Do you take the farmer of the pig back?".to_owned(),
        Decision::Mark { points, .. } => format!("Which marker moves by {points}?"),
        Decision::Rob { .. } => "Whom does your robber rob?".to_owned(),
        Decision::Message { message, .. } => format!("Message {message}: what do you do?"),
        Decision::MessageReturn { .. } => "Which meeple do you take back?".to_owned(),
        Decision::Crop { circle, .. } => format!("Crop circle ({}): what does everybody do?", circle.word()),
        Decision::CropAdd { .. } => "Where do you add a meeple?".to_owned(),
        Decision::CropReturn { .. } => "Which meeple do you take back?".to_owned(),
        Decision::Plague { .. } => "Plague: which meeple do you take back?".to_owned(),
        Decision::Gingerbread { .. } => "Which city does the gingerbread man go to?".to_owned(),
        Decision::StepDragon { .. } => "The dragon flies: which way does it go?".to_owned(),
        Decision::Capture { .. } => "Whom does the tower capture?".to_owned(),
        Decision::Exchange { .. } => "Which captive do you take back in exchange?".to_owned(),
        Decision::Ransom { .. } => format!("Do you ransom a captive for {RANSOM} points?"),
        Decision::Send { .. } => "Do you send a meeple to Carcassonne?".to_owned(),
        Decision::MoveCount { .. } => "Which quarter does the count go to?".to_owned(),
        Decision::MoveOut { .. } => "Do you move a meeple from Carcassonne to a completed feature?".to_owned(),
        Decision::LastMove { .. } => "The end is near: do you move a meeple out of Carcassonne?".to_owned(),
        // Not asked of a person, or with a picture of its own.
        Decision::Spring
        | Decision::Draw { .. }
        | Decision::Place { .. }
        | Decision::Deploy { .. }
        | Decision::Roll { .. }
        | Decision::DrawMessage { .. }
        | Decision::Over => String::new(),
    }
}
