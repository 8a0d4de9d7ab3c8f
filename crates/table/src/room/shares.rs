//! What players add to the randomness: promised with the seat, told when all seats are taken, mixed into the seed before
//! the first draw. Whoever does not tell theirs in time is left out, which everybody sees.

use bastide_rules::Game;

use super::Room;
use super::storing::{Commit, Then};
use crate::fairness;
use crate::refused::Refused;
use crate::seats::Seat;
use crate::stored::{GameSetup, Share, Shares};
use crate::table::{self, Table};
use crate::text::{bytes, hex};
use crate::view::Audience;
use crate::wire::{ProblemCode, ShareView, Status};

#[cfg(test)]
mod tests;

/// Shares are waited for so long, in milliseconds: a page answers at once, and somebody may have none open.
const PATIENCE: u64 = 5_000;

impl Room {
    /// Whether shares that were promised are waited for.
    pub(crate) fn awaits_shares(&self) -> bool {
        let is_open = |shares: &Shares| !shares.is_settled && shares.are_missing();
        self.game.status == Status::Running && self.table.count() == 0 && self.game.shares.as_ref().is_some_and(is_open)
    }

    /// What everybody sees of the shares.
    pub(crate) fn share_views(&self) -> Vec<ShareView> {
        let Some(shares) = &self.game.shares else { return Vec::new() };
        let view = |(seat, share): (u8, &Share)| {
            // The last one must not know the others before telling theirs.
            let told = share.share.clone().filter(|_| shares.is_settled);
            Some(ShareView { seat, promise: share.promise.clone()?, share: told })
        };
        (0u8..).zip(&shares.seats).filter_map(view).collect()
    }

    /// Whether nothing can be drawn yet; the time that shares are waited for begins with the question.
    pub(super) fn waits_for_shares(&mut self) -> bool {
        if !self.awaits_shares() {
            return false;
        }
        let until = *self.shares_until.get_or_insert(self.now.ticks + PATIENCE);
        self.now.ticks < until
    }

    /// The shares when the seats are these, and somebody at one of them promises or takes back a promise.
    pub(super) fn shares_for(&self, seats: &[Seat], promised: Option<(u8, Option<String>)>) -> Option<Shares> {
        let shares = self.game.shares.clone();
        let is_early = self.game.status == Status::Open && self.table.count() == 0 && self.game.setup.imported == 0;
        let Some((seat, promise)) = promised.filter(|_| is_early) else { return shares };
        let promise = promise.filter(|digits| bytes(digits).is_some()).map(|digits| digits.to_ascii_lowercase());
        if shares.is_none() && promise.is_none() {
            return None;
        }
        let mut shares = shares.unwrap_or_else(|| Shares::none(seats.len()));
        if let Some(share) = shares.seats.get_mut(usize::from(seat)) {
            *share = Share { promise, share: None };
        }
        Some(shares)
    }

    /// Whether draws may begin with these shares, which are settled then.
    pub(super) fn are_shares_in(&mut self, shares: &mut Option<Shares>) -> bool {
        let Some(shares) = shares else { return true };
        if shares.is_settled {
            return true;
        }
        let until = *self.shares_until.get_or_insert(self.now.ticks + PATIENCE);
        // A game that has begun without them, before there were any, goes on.
        let is_due = !shares.are_missing() || self.now.ticks >= until || self.table.count() > 0;
        shares.is_settled = is_due;
        is_due
    }

    /// Who begins, if chance decides that and the shares have a say in it; and the table for it.
    pub(super) fn drawn_first(&self, shares: Option<&Shares>, table: &Table) -> Option<(u8, Table)> {
        let setup = &self.game.setup;
        let is_due = setup.first_drawn && table.count() == 0 && self.damage.is_none();
        let shares = shares.filter(|_| is_due)?;
        let players = self.game.seats.len();
        let first = shares.mixed(&self.game.seed).below(0, players as u32) as u8;
        let options = table::options(&GameSetup { first, ..setup.clone() }, players).ok()?;
        let mut begun = Table::new(Game::new(options).ok()?);
        let notes = table.log.iter().flat_map(|entry| entry.notes.clone());
        notes.for_each(|note| begun.note(note));
        Some((first, begun))
    }

    /// Somebody tells the share that they have promised.
    pub(super) fn reveal(&mut self, audience: Audience, seat: u8, share: &str) -> Result<(), Refused> {
        self.seat(seat)?;
        if !audience.plays(seat) {
            return Err(Refused::forbidden(ProblemCode::NotYourSeat, "Only who sits there can tell its share."));
        }
        if !self.awaits_shares() {
            // It came too late, or twice: nothing to be told.
            return Ok(());
        }
        let promised = self.game.shares.as_mut().and_then(|shares| shares.seats.get_mut(usize::from(seat)));
        let told = bytes(share).filter(|share| {
            let promise = promised.as_ref().and_then(|promised| promised.promise.as_deref());
            promise == Some(hex(&fairness::promise(seat, share)).as_str())
        });
        let (Some(promised), Some(told)) = (promised, told) else {
            return Err(Refused::bad(ProblemCode::Share, "This is not the share that was promised for the seat."));
        };
        promised.share = Some(hex(&told));
        if !self.awaits_shares() {
            self.commit(Commit::default(), Then::WentOn);
        }
        Ok(())
    }
}
