//! What is stored before it counts, and what goes on by itself: draws, bots, clocks.

use bastide_rules::{Action, Actor};

use super::{Answer, Output, Request, Room, SocketId, Thinking, Ticket};
use crate::clock::Clocks;
use crate::identity::Identity;
use crate::refused::Refused;
use crate::seats::Seat;
use crate::stored::{Change, GameSetup, Progress, Shares, StoredLine, StoredNote};
use crate::table::{Table, seat_of};
use crate::turn;
use crate::wire::{Created, Note, SeatLink, ServerMessage, Status};

#[cfg(test)]
mod tests;

/// After storage has failed the room does nothing on its own for so long, in milliseconds: a database that was started again is
/// soon back, and one that stays away is asked less and less.
const QUIET: u64 = 500;
/// It never does nothing for longer.
const LONGEST_QUIET: u64 = 4_000;

/// What is wanted to be the committed game; what is not said stays as it is.
#[derive(Default)]
pub(super) struct Commit {
    pub(super) table: Option<Table>,
    pub(super) seats: Option<Vec<Seat>>,
    pub(super) notes: Vec<Note>,
    /// The name that somebody uses from now on.
    pub(super) name: Option<(Identity, String)>,
    /// What somebody promises to add to the randomness from a seat.
    pub(super) promised: Option<(u8, Option<String>)>,
    /// What could not be replayed is set aside.
    pub(super) sets_aside: bool,
    /// Whose time is up from now on, or that nobody's is.
    pub(super) overdue: Option<Option<u8>>,
    /// The seat that gets the time of another move.
    pub(super) grants: Option<u8>,
    /// The game ends as it stands.
    pub(super) ends: bool,
}

/// What is being stored, and what comes after it.
#[derive(Clone)]
pub(super) struct Storing {
    next: Option<Box<Next>>,
    then: Then,
}

/// The committed game to be.
#[derive(Clone)]
struct Next {
    table: Table,
    draft: Vec<Table>,
    seats: Vec<Seat>,
    shares: Option<Shares>,
    setup: Option<GameSetup>,
    status: Status,
    progress: Progress,
    clocks: Clocks,
    sets_aside: bool,
}

/// What is done when something is stored, and who is told when it is not.
#[derive(Clone)]
pub(super) enum Then {
    /// A socket has confirmed its draft.
    Confirmed { socket: SocketId, draft: u32 },
    /// A socket has changed the game in another way.
    Done { socket: SocketId },
    /// The game went on by itself.
    WentOn,
    /// A seat was taken.
    Taken { ticket: Ticket },
    /// A seat has a new link.
    Linked { ticket: Ticket, link: SeatLink },
    /// A game follows this one.
    Followed { ticket: Ticket, id: String },
    /// Somebody wrote a line.
    Wrote { socket: SocketId, line: StoredLine },
    /// It is kept whether the record can be replayed.
    Marked,
}

impl Room {
    /// What a change of this game begins with.
    pub(super) fn change(&self) -> Change {
        let (game, version) = (self.game.id.clone(), self.game.version);
        Change { game, version, after: self.table.count(), ..Change::default() }
    }

    /// Asks for something to be stored that does not change the table.
    pub(super) fn store(&mut self, request: Request, then: Then) {
        self.storing = Some(Storing { next: None, then });
        self.out.push(Output::Store(Box::new(request)));
    }

    /// Lets chance act on what is wanted and asks for it to be stored.
    pub(super) fn commit(&mut self, wanted: Commit, then: Then) {
        let Commit { table, seats, notes, name, promised, sets_aside, overdue, grants, ends } = wanted;
        let mut next = table.unwrap_or_else(|| self.table.clone());
        let seats = seats.unwrap_or_else(|| self.game.seats.clone());
        let after = self.table.count();
        let mut draft = self.draft.clone();
        let has_started = self.game.status != Status::Open || seats.iter().all(Seat::is_taken);
        let mut shares = self.shares_for(&seats, promised);
        let mut setup = None;
        let may_draw = has_started && !ends && (self.damage.is_none() || sets_aside) && self.are_shares_in(&mut shares);
        if may_draw && let Some((first, begun)) = self.drawn_first(shares.as_ref(), &next) {
            setup = Some(GameSetup { first, ..self.game.setup.clone() });
            next = begun;
        }
        for &note in &notes {
            next.note(note);
            draft.iter_mut().for_each(|table| table.note(note));
        }
        if may_draw {
            let seed = &self.game.seed;
            next.draw(&shares.as_ref().map_or_else(|| seed.clone(), |shares| shares.mixed(seed)));
        }
        let status = match (has_started, next.state.is_over()) {
            (false, _) => Status::Open,
            (true, false) if !ends => Status::Running,
            (true, _) => Status::Finished,
        };
        let mut clocks = self.clocks.clone();
        if next.count() > after {
            let has_ended = next.state.is_over() || next.state.turn_number() != self.table.state.turn_number();
            let asked = self.table.asked();
            clocks.finish_move(asked, has_ended.then(|| seat_of(self.table.state.active_player())), self.now);
        }
        if let Some(seat) = grants {
            clocks.grant(seat);
        }
        // Who moves after all, or is played for, is not waited for any more.
        let is_late =
            |&seat: &u8| next.count() == after && seats.get(usize::from(seat)).is_some_and(|seat| seat.bot.is_none());
        let overdue = overdue.unwrap_or(self.game.progress.overdue).filter(is_late);
        let progress = Progress {
            left: next.state.tiles_to_come(),
            asked: next.asked(),
            points: next.state.points().to_vec(),
            clocks: clocks.stored(self.now),
            due: clocks.due(),
            gathered: self.game.progress.gathered,
            overdue,
        };
        let changed_seats = (0u8..).zip(&seats).zip(&self.game.seats).filter(|((_, new), old)| new != old);
        let change = Change {
            actions: std::mem::take(&mut next.fresh),
            notes: notes.iter().map(|note| StoredNote { after, text: note.stored() }).collect(),
            seats: changed_seats.map(|((place, seat), _)| (place, seat.clone())).collect(),
            status: Some(status),
            shares: shares.clone().filter(|_| shares != self.game.shares).map(Box::new),
            setup: setup.clone().map(Box::new),
            progress: Some(progress.clone()),
            sets_aside,
            damaged: sets_aside.then_some(false),
            time: self.now.date,
            ..self.change()
        };
        // A draft ends with its turn, or when its seat changes hands; other seats do not matter.
        let keeps_draft = next.count() == after
            && next.asked().is_some_and(|seat| seats.get(usize::from(seat)) == self.game.seats.get(usize::from(seat)));
        if !keeps_draft {
            draft.clear();
        }
        let next = Next { table: next, draft, seats, shares, setup, status, progress, clocks, sets_aside };
        self.storing = Some(Storing { next: Some(Box::new(next)), then });
        self.out.push(Output::Store(Box::new(Request { name, create: None, change })));
    }

    /// Goes on after something was stored, or was not.
    pub(super) fn settle(&mut self, storing: Storing, is_stored: bool) {
        let Storing { next, then } = storing;
        if !is_stored {
            self.quiet_until = self.now.ticks + (QUIET << self.failures.min(8)).min(LONGEST_QUIET);
            self.failures += 1;
            return self.give_up(then);
        }
        self.failures = 0;
        self.game.version += 1;
        if let Some(next) = next {
            self.adopt(*next);
        }
        match then {
            Then::Confirmed { socket, draft } => {
                self.tell(socket, ServerMessage::Stored { draft });
                self.send_views();
            }
            Then::Done { .. } | Then::WentOn => self.send_views(),
            Then::Taken { ticket } => {
                self.send_views();
                self.answer(ticket, Answer::Taken(Ok(())));
            }
            Then::Linked { ticket, link } => {
                self.send_views();
                self.answer(ticket, Answer::Link(Ok(link)));
            }
            Then::Followed { ticket, id } => {
                self.game.rematch = Some(id.clone());
                self.send_views();
                self.answer(ticket, Answer::Rematch(Ok(Created { id, links: Vec::new() })));
            }
            Then::Wrote { line, .. } => self.send_line(line),
            Then::Marked => self.go_on(),
        }
    }

    /// Nothing has happened; who wanted it is told.
    fn give_up(&mut self, then: Then) {
        let refused = Refused::not_stored();
        match then {
            Then::Confirmed { socket, .. } | Then::Done { socket } | Then::Wrote { socket, .. } => {
                self.refuse(socket, refused);
            }
            Then::Taken { ticket } => self.answer(ticket, Answer::Taken(Err(refused))),
            Then::Linked { ticket, .. } => self.answer(ticket, Answer::Link(Err(refused))),
            Then::Followed { ticket, .. } => self.answer(ticket, Answer::Rematch(Err(refused))),
            // It is tried again after a while.
            Then::WentOn => {}
            Then::Marked => self.go_on(),
        }
    }

    /// What was stored is the committed game now.
    fn adopt(&mut self, next: Next) {
        let Next { table, draft, seats, shares, setup, status, progress, clocks, sets_aside } = next;
        if sets_aside {
            self.damage = None;
            self.game.set_aside.append(&mut self.lost);
            self.game.damaged = false;
        }
        self.draft = draft;
        self.table = table;
        self.clocks = clocks;
        let watching = self.watching();
        self.game.seats = seats;
        if self.watching() != watching {
            // Somebody who watched has sat down, or the other way round.
            self.send_presence();
        }
        self.game.shares = shares;
        if let Some(setup) = setup {
            self.game.setup = setup;
        }
        self.game.status = status;
        // Somebody may have come meanwhile.
        let gathered = self.game.progress.gathered || progress.gathered;
        self.game.progress = Progress { gathered, ..progress };
        self.game.changed = self.now.date;
        self.generation += 1;
        self.is_bot_thinking = false;
        self.gather();
        self.wake_next();
    }

    /// Starts the clock of who is asked, or lets a bot think.
    pub(super) fn wake_next(&mut self) {
        let time = self.now;
        let asked = self.table.asked().filter(|_| self.game.status == Status::Running && self.damage.is_none());
        let Some(seat) = asked else { return self.clocks.stop(time) };
        match self.game.seats.get(usize::from(seat)).and_then(|seat| seat.bot.clone()) {
            None if self.overdue() == Some(seat) || !self.waits_for().is_empty() => self.clocks.stop(time),
            None => self.clocks.run(seat, time),
            Some(bot) => {
                // Who calls a bot in the middle of a move does not win time by it.
                if self.clocks.deadline(time).is_none_or(|(running, _)| running != seat) {
                    self.clocks.stop(time);
                }
                if !self.is_bot_thinking {
                    self.is_bot_thinking = true;
                    self.out.push(Output::Think(Box::new(Thinking {
                        generation: self.generation,
                        bot,
                        state: self.table.state.clone(),
                        pace: turn::pause(&self.table.state, self.game.setup.bot_pace),
                    })));
                }
            }
        }
    }

    pub(super) fn play_for_bot(&mut self, actions: Vec<Action>) {
        let mut next = self.table.clone();
        for action in actions {
            if let Err(error) = next.apply(action) {
                self.out.push(Output::Odd(format!("a bot chose an illegal action: {error}")));
                break;
            }
        }
        self.commit(Commit { table: Some(next), ..Commit::default() }, Then::WentOn);
    }

    /// The room has been loaded.
    pub(super) fn begin(&mut self) {
        let is_damaged = self.damage.is_some();
        if self.game.damaged == is_damaged {
            return self.go_on();
        }
        self.game.damaged = is_damaged;
        let change = Change { damaged: Some(is_damaged), ..self.change() };
        self.store(Request { change, ..Request::default() }, Then::Marked);
    }

    /// Does what is due without anybody asking: first draws, bots, clocks.
    pub(super) fn go_on(&mut self) {
        if self.game.status != Status::Running || self.damage.is_some() {
            return;
        }
        if self.table.state.actor() == Actor::Chance || self.table.state.is_over() {
            if self.waits_for_shares() {
                return;
            }
            return self.commit(Commit::default(), Then::WentOn);
        }
        if let Some((seat, deadline)) = self.deadline(self.now)
            && deadline <= self.now.ticks
        {
            return self.time_out(seat);
        }
        self.wake_next();
    }
}
