//! Clocks that are fair: none runs before everybody has come, and when somebody's time is up the others decide.

use super::storing::{Commit, Then};
use super::{Room, SocketId};
use crate::refused::Refused;
use crate::seats::SUBSTITUTE;
use crate::view::Audience;
use crate::wire::{Note, OverdueView, ProblemCode, Status, TimeIsUp};

#[cfg(test)]
mod tests;

impl Room {
    /// The seats of people who have not come yet; clocks wait for them.
    pub(crate) fn waits_for(&self) -> Vec<u8> {
        let is_waiting = self.game.status == Status::Running && self.clocks().wait_for_all();
        if !is_waiting || self.game.progress.gathered {
            return Vec::new();
        }
        let is_missing = |&place: &u8| {
            let seat = &self.game.seats[usize::from(place)];
            seat.bot.is_none() && !self.is_connected(place)
        };
        (0..self.game.seats.len() as u8).filter(is_missing).collect()
    }

    /// Notes that everybody has been there at once; says whether that is news. It is stored with the next change.
    pub(super) fn gather(&mut self) -> bool {
        if self.game.progress.gathered || self.game.status != Status::Running || !self.waits_for().is_empty() {
            return false;
        }
        self.game.progress.gathered = true;
        self.clocks.wait_for_all()
    }

    /// The seat whose time is up.
    pub(super) fn overdue(&self) -> Option<u8> {
        self.game.progress.overdue.filter(|_| self.game.status == Status::Running)
    }

    /// The seats of people who decide when somebody's time is up, one bit each.
    fn deciding(&self, overdue: u8) -> u8 {
        let owner = self.game.seats.get(usize::from(overdue)).and_then(|seat| seat.owner);
        crate::seats::bits(&self.game.seats, |seat| seat.bot.is_none() && seat.owner.is_some() && seat.owner != owner)
    }

    /// That somebody's time is up, as an audience sees it.
    pub(crate) fn overdue_view(&self, audience: Audience) -> Option<OverdueView> {
        let seat = self.overdue()?;
        let deciding = self.deciding(seat);
        let ends = self.ends & deciding;
        Some(OverdueView {
            seat,
            decides: audience.seats & deciding != 0,
            ends: (0..8).filter(|place| ends >> place & 1 == 1).collect(),
            needed: deciding.count_ones() as u8,
        })
    }

    /// Somebody's time is up: a bot plays on in a strict game; else everybody is told, and the others decide.
    pub(super) fn time_out(&mut self, seat: u8) {
        let note = Note::TimedOut { seat };
        if self.game.setup.strict {
            return self.substitute(seat, SUBSTITUTE, note, false, Then::WentOn);
        }
        self.ends = 0;
        self.commit(Commit { notes: vec![note], overdue: Some(Some(seat)), ..Commit::default() }, Then::WentOn);
    }

    /// Somebody says what is to be done about a player whose time is up.
    pub(super) fn decide_on_time(
        &mut self,
        socket: SocketId,
        audience: Audience,
        choice: TimeIsUp,
    ) -> Result<(), Refused> {
        let Some(seat) = self.overdue() else {
            return Err(Refused::conflict(ProblemCode::InTime, "Nobody's time is up any more."));
        };
        let deciding = self.deciding(seat);
        if audience.seats & deciding == 0 {
            return Err(Refused::forbidden(ProblemCode::NotSeated, "The other players decide about that."));
        }
        let then = Then::Done { socket };
        match choice {
            TimeIsUp::Wait => {
                let (notes, overdue) = (vec![Note::MoreTime { seat }], Some(None));
                self.commit(Commit { notes, overdue, grants: Some(seat), ..Commit::default() }, then);
            }
            TimeIsUp::Bot => self.substitute(seat, SUBSTITUTE, Note::ReplacedByBot { seat }, false, then),
            TimeIsUp::End => {
                self.ends |= audience.seats & deciding;
                if self.ends & deciding == deciding {
                    let (notes, overdue) = (vec![Note::EndedByPlayers], Some(None));
                    self.commit(Commit { notes, overdue, ends: true, ..Commit::default() }, then);
                } else {
                    self.send_views();
                }
            }
        }
        Ok(())
    }
}
