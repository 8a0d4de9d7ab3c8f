//! The draft: what the player to move does and takes back before it is confirmed.

use bastide_rules::notation;

use super::storing::{Commit, Then};
use super::{Room, SocketId};
use crate::refused::Refused;
use crate::text::capitalised;
use crate::view::Audience;
use crate::wire::{ProblemCode, Status};

#[cfg(test)]
mod tests;

impl Room {
    /// Refuses what does not come from the player who is asked, or answers an old view; `is_known` says whether the
    /// number is one of a decision that the view shows.
    fn check_turn(&self, audience: Audience, is_known: bool) -> Result<(), Refused> {
        if let Some(damage) = &self.damage {
            return Err(Refused::conflict(ProblemCode::Damaged, damage.clone()));
        }
        if self.game.status != Status::Running {
            return Err(Refused::conflict(ProblemCode::NotRunning, "The game is not running."));
        }
        if audience.seats == 0 {
            return Err(Refused::forbidden(ProblemCode::NotSeated, "You have no seat in this game; you can watch it."));
        }
        let is_asked = self.table.asked().is_some_and(|seat| audience.plays(seat));
        if !is_known {
            return Err(Refused::conflict(ProblemCode::Stale, "The game has moved on since this page saw it."));
        }
        if !is_asked {
            return Err(Refused::forbidden(ProblemCode::NotYourTurn, "It is another player's turn."));
        }
        Ok(())
    }

    /// Answers what is asked, or anew what the draft has answered already.
    pub(super) fn act(&mut self, audience: Audience, draft: u32, text: &str) -> Result<(), Refused> {
        // Who does not see the draft answers the committed table, and is refused for another reason.
        let drafted = self.table_for(audience).count() - self.table.count();
        let kept = draft.checked_sub(self.table.count()).filter(|&kept| kept <= drafted);
        self.check_turn(audience, kept.is_some())?;
        let kept = kept.unwrap_or(0) as usize;
        let asked = kept.checked_sub(1).and_then(|last| self.draft.get(last)).unwrap_or(&self.table);
        if asked.asked() != self.table.asked() {
            return Err(Refused::conflict(ProblemCode::MustConfirm, "Confirm the turn, or take something back."));
        }
        let action = notation::parse_action(&asked.state, text)
            .ok_or_else(|| Refused::bad(ProblemCode::Illegal, "This does not answer what is asked."))?;
        let mut next = asked.clone();
        next.apply(action).map_err(|error| Refused::bad(ProblemCode::Illegal, capitalised(&error.to_string())))?;
        self.draft.truncate(kept);
        self.draft.push(next);
        self.send_draft(true);
        Ok(())
    }

    pub(super) fn undo(&mut self, audience: Audience, draft: u32) -> Result<(), Refused> {
        self.check_turn(audience, draft == self.table_for(audience).count())?;
        if self.draft.pop().is_none() {
            return Err(Refused::conflict(ProblemCode::NothingToUndo, "What is confirmed cannot be taken back."));
        }
        self.send_draft(false);
        Ok(())
    }

    pub(super) fn confirm(&mut self, socket: SocketId, audience: Audience, draft: u32) -> Result<(), Refused> {
        self.check_turn(audience, draft == self.table_for(audience).count())?;
        let Some(top) = self.draft.last() else {
            return Err(Refused::conflict(ProblemCode::NothingToConfirm, "There is nothing to confirm yet."));
        };
        if top.asked() == self.table.asked() {
            return Err(Refused::conflict(ProblemCode::NotFinished, "The turn is not finished yet."));
        }
        let next = top.clone();
        self.commit(Commit { table: Some(next), ..Commit::default() }, Then::Confirmed { socket, draft });
        Ok(())
    }
}
