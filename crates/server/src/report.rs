//! What players tell the operator about others: stored with the lines that were written last, read by `bastide admin reports`.

use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::stored::{StoredGame, StoredLine};
use bastide_table::text::{CHAT, clean};
use bastide_table::wire::{ProblemCode, Report};

use crate::rooms::{Rooms, now};
use crate::store::Complaint;

/// So many lines of the chat are kept with a report.
const LINES: usize = 20;

impl Rooms {
    /// Keeps what somebody tells about a player of a game.
    ///
    /// # Errors
    /// If there is no such game, nobody to tell about, or nothing told.
    pub async fn report(&self, id: &str, by: Identity, report: &Report) -> Result<(), Refused> {
        let game = self.store.load(id).await?.ok_or_else(Refused::no_game)?;
        self.store.complain(complaint(&game, by, report)?).await?;
        tracing::info!(game = id, "somebody was reported; see `bastide admin reports`");
        Ok(())
    }
}

fn complaint(game: &StoredGame, by: Identity, report: &Report) -> Result<Complaint, Refused> {
    let seat = game.seats.get(usize::from(report.seat));
    let nobody = || Refused::bad(ProblemCode::NoSeat, "There is nobody on this seat who could be reported.");
    let (seat, about) = seat.and_then(|seat| Some((seat, seat.owner?))).ok_or_else(nobody)?;
    if about == by {
        return Err(Refused::bad(ProblemCode::NoSeat, "This is your own seat."));
    }
    let text = clean(&report.text, CHAT)
        .ok_or_else(|| Refused::bad(ProblemCode::Report, format!("Say what happened, in 1 to {CHAT} characters.")))?;
    let line = |line: &StoredLine| format!("{}: {}", line.name, line.text);
    let from = game.chat.len().saturating_sub(LINES);
    let lines = game.chat[from..].iter().map(line).collect::<Vec<_>>().join("\n");
    Ok(Complaint { time: now(), game: game.id.clone(), by, about, name: seat.name.clone(), text, lines })
}
