//! Who sits where, who begins and goes on, and what they write to each other.

use bastide_bots::Level;

use super::storing::{Commit, Then};
use super::{Answer, Request, Room, SocketId, Ticket};
use crate::fairness::Seed;
use crate::identity::{Identity, hash};
use crate::offer::COLOURS;
use crate::refused::Refused;
use crate::seats::{SUBSTITUTE, Seat, unused_name};
use crate::stored::{Change, StoredLine, new_game, seat_link};
use crate::text::{self, capitalised};
use crate::view::Audience;
use crate::wire::{Created, Note, ProblemCode, Status};

#[cfg(test)]
mod tests;

/// Seats change hands so often in a minute at most.
const CHANGES: usize = 10;
const MINUTE: u64 = 60_000;

/// How somebody wants to sit down.
pub(super) struct Wish<'a> {
    pub(super) place: u8,
    pub(super) key: &'a str,
    pub(super) name: &'a str,
    pub(super) colour: Option<&'a str>,
    pub(super) promise: Option<String>,
}

/// Gives a seat another colour; one that nobody sits in gets the old one.
fn paint(seats: &mut [Seat], place: usize, colour: &str) -> Result<(), Refused> {
    if !COLOURS.contains(&colour) {
        return Err(Refused::bad(ProblemCode::Colour, format!("Choose a colour out of {}.", COLOURS.join(", "))));
    }
    let old = seats[place].colour.clone();
    if let Some(other) = seats.iter().position(|seat| seat.colour == colour).filter(|&other| other != place) {
        if seats[other].is_taken() {
            return Err(Refused::conflict(ProblemCode::ColourTaken, format!("{} has this colour.", seats[other].name)));
        }
        seats[other].colour = old;
    }
    seats[place].colour = colour.to_owned();
    Ok(())
}

impl Room {
    pub(super) fn seat(&self, seat: u8) -> Result<&Seat, Refused> {
        self.game
            .seats
            .get(usize::from(seat))
            .ok_or_else(|| Refused::bad(ProblemCode::NoSeat, "There is no such seat."))
    }

    /// Gives a seat, which exists, to a bot.
    pub(super) fn substitute(&mut self, seat: u8, bot: &str, note: Note, resigned: bool, then: Then) {
        let mut seats = self.game.seats.clone();
        if let Some(seat) = seats.get_mut(usize::from(seat)) {
            seat.bot = Some(bot.to_owned());
            seat.resigned |= resigned;
        }
        self.commit(Commit { seats: Some(seats), notes: vec![note], ..Commit::default() }, then);
    }

    fn check_not_over(&self) -> Result<(), Refused> {
        if self.game.status == Status::Finished {
            return Err(Refused::conflict(ProblemCode::NotRunning, "The game is over."));
        }
        Ok(())
    }

    /// Refuses to take a seat away from somebody else than the host who is here: they must agree, by calling a bot or
    /// resigning themselves. Before the game begins nothing is taken away.
    fn check_away(&self, place: u8) -> Result<(), Refused> {
        let seat = self.seat(place)?;
        let owner = seat.owner.filter(|&owner| owner != self.game.host && seat.bot.is_none());
        let Some(owner) = owner.filter(|_| self.game.status == Status::Running) else { return Ok(()) };
        if self.sockets.values().any(|socket| socket.who == Some(owner)) {
            let why =
                format!("{} is here. Ask them to call a bot or to resign; then you can invite somebody.", seat.name);
            return Err(Refused::conflict(ProblemCode::NeedsConsent, why));
        }
        Ok(())
    }

    /// Refuses to let seats change hands all the time: each change is told in the log.
    fn check_calm(&mut self) -> Result<(), Refused> {
        if self.game.status != Status::Running {
            return Ok(());
        }
        let now = self.now.ticks;
        self.reseated.retain(|&time| now < time + MINUTE);
        if self.reseated.len() >= CHANGES {
            return Err(Refused::too_many("Seats change hands too often. Wait a minute."));
        }
        self.reseated.push_back(now);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn resign(&mut self, socket: SocketId, audience: Audience, seat: u8) -> Result<(), Refused> {
        self.seat(seat)?;
        if !audience.plays(seat) {
            return Err(Refused::forbidden(ProblemCode::NotYourSeat, "Only who sits there can resign."));
        }
        self.check_not_over()?;
        if self.game.status == Status::Open {
            return self.stand_up(socket, audience, seat);
        }
        self.substitute(seat, SUBSTITUTE, Note::Resigned { seat }, true, Then::Done { socket });
        Ok(())
    }

    /// Stands up before the game begins, or does not want a seat that is kept; it is for everybody then.
    pub(super) fn stand_up(&mut self, socket: SocketId, audience: Audience, place: u8) -> Result<(), Refused> {
        let seat = self.seat(place)?;
        let is_waiting = seat.owner.is_none() && seat.kept_for.is_some();
        let may = audience.plays(place) || audience.comes_back(place) && is_waiting || audience.host && is_waiting;
        if !may {
            return Err(Refused::forbidden(ProblemCode::NotYourSeat, "Only who sits there can stand up."));
        }
        let is_open = self.game.status == Status::Open;
        if !is_open && !is_waiting {
            return Err(Refused::conflict(ProblemCode::NotOpen, "The game has begun. You can resign, or call a bot."));
        }
        let mut seats = self.game.seats.clone();
        let seat = &mut seats[usize::from(place)];
        (seat.owner, seat.kept_for) = (None, None);
        let promised = is_open.then_some((place, None));
        self.commit(Commit { seats: Some(seats), promised, ..Commit::default() }, Then::Done { socket });
        Ok(())
    }

    /// Gives up all seats of somebody: free in a game that waits, played by bots in one that runs.
    #[inline(never)]
    pub(super) fn quit(&mut self, ticket: Ticket, who: Identity) -> Result<(), Refused> {
        self.check_not_over()?;
        let is_open = self.game.status == Status::Open;
        let mut seats = self.game.seats.clone();
        let mut notes = Vec::new();
        for (place, seat) in (0..).zip(&mut seats).filter(|(_, seat)| seat.owner == Some(who)) {
            if is_open {
                seat.owner = None;
            } else if !seat.resigned {
                seat.bot.get_or_insert_with(|| SUBSTITUTE.to_owned());
                seat.resigned = true;
                notes.push(Note::Resigned { seat: place });
            }
        }
        for seat in seats.iter_mut().filter(|seat| seat.kept_for == Some(who)) {
            seat.kept_for = None;
        }
        if seats == self.game.seats {
            return Err(Refused::forbidden(ProblemCode::NotSeated, "You have no seat in this game."));
        }
        self.commit(Commit { seats: Some(seats), notes, ..Commit::default() }, Then::Taken { ticket });
        Ok(())
    }

    /// Who had a seat that a bot plays, or that is kept for them, plays on.
    pub(super) fn come_back(
        &mut self,
        socket: SocketId,
        audience: Audience,
        place: u8,
        who: Option<Identity>,
    ) -> Result<(), Refused> {
        self.seat(place)?;
        if !audience.comes_back(place) {
            return Err(Refused::forbidden(ProblemCode::NotYourSeat, "This seat is not kept for you."));
        }
        self.check_not_over()?;
        self.check_calm()?;
        let mut seats = self.game.seats.clone();
        let seat = &mut seats[usize::from(place)];
        (seat.owner, seat.bot, seat.kept_for) = (who, None, None);
        let is_running = self.game.status == Status::Running;
        let notes = if is_running { vec![Note::Back { seat: place }] } else { Vec::new() };
        // Whose time was up when the bot came has that of a move.
        let is_spent = self.clocks.left(place, self.now).is_some_and(|left| left <= 0);
        let wanted = Commit { seats: Some(seats), notes, grants: is_spent.then_some(place), ..Commit::default() };
        self.commit(wanted, Then::Done { socket });
        Ok(())
    }

    #[inline(never)]
    pub(super) fn replace(&mut self, socket: SocketId, audience: Audience, seat: u8, bot: &str) -> Result<(), Refused> {
        self.seat(seat)?;
        if !audience.host && !audience.plays(seat) {
            return Err(Refused::forbidden(
                ProblemCode::NotYourSeat,
                "Only the host or who sits there can call a bot.",
            ));
        }
        self.check_not_over()?;
        if !audience.plays(seat) {
            self.check_away(seat)?;
        }
        self.check_calm()?;
        bot.parse::<Level>().map_err(|error| Refused::bad(ProblemCode::NoBot, capitalised(&error.to_string())))?;
        self.substitute(seat, bot, Note::ReplacedByBot { seat }, false, Then::Done { socket });
        Ok(())
    }

    /// Lets the host have the game deleted, as long as nobody else plays in it.
    ///
    /// # Errors
    /// If it is not the host, or the game is over or of others too.
    pub fn check_cancel(&self, who: Identity) -> Result<(), Refused> {
        if who != self.game.host {
            return Err(Refused::forbidden(ProblemCode::NotHost, "Only the host can cancel the game."));
        }
        self.check_not_over()?;
        let others_play = self.game.seats.iter().any(|seat| seat.owner.is_some_and(|owner| owner != who));
        if self.game.status == Status::Running && others_play {
            return Err(Refused::conflict(ProblemCode::OthersPlay, "Other people play in this game. You can resign."));
        }
        Ok(())
    }

    pub(super) fn start(&mut self, socket: SocketId, audience: Audience) -> Result<(), Refused> {
        if !audience.host {
            return Err(Refused::forbidden(ProblemCode::NotHost, "Only the host can begin the game."));
        }
        if self.game.status != Status::Open {
            return Err(Refused::conflict(ProblemCode::NotOpen, "The game has begun already."));
        }
        let mut seats = self.game.seats.clone();
        for seat in seats.iter_mut().filter(|seat| !seat.is_taken()) {
            seat.bot = Some(SUBSTITUTE.to_owned());
        }
        self.commit(Commit { seats: Some(seats), ..Commit::default() }, Then::Done { socket });
        Ok(())
    }

    /// Goes on from the last good action of a damaged game. The rest is set aside, not lost.
    pub(super) fn play_on(&mut self, socket: SocketId, audience: Audience) -> Result<(), Refused> {
        if !audience.host {
            return Err(Refused::forbidden(ProblemCode::NotHost, "Only the host can let the game go on."));
        }
        if !self.can_continue() {
            return Err(Refused::conflict(ProblemCode::NotDamaged, "There is nothing to go on from."));
        }
        let wanted = Commit { notes: vec![Note::Continued], sets_aside: true, ..Commit::default() };
        self.commit(wanted, Then::Done { socket });
        Ok(())
    }

    #[inline(never)]
    pub(super) fn take(&mut self, ticket: Ticket, who: Identity, wish: Wish<'_>) -> Result<(), Refused> {
        let Wish { place, key, name, colour, promise } = wish;
        let seat = self.seat(place)?;
        let is_open = self.game.status == Status::Open;
        // Who asks again, because the answer was lost, has it; without a link too.
        if seat.owner == Some(who) && !is_open {
            self.answer(ticket, Answer::Taken(Ok(())));
            return Ok(());
        }
        if seat.owner != Some(who) {
            self.check_entry(seat, key, Some(who))?;
        }
        if seat.owner.is_some_and(|owner| owner != who) {
            return Err(Refused::conflict(
                ProblemCode::Taken,
                "Somebody has taken this seat. The host of the game can give out a new link for it.",
            ));
        }
        let Some(clean) = text::clean_name(name) else {
            return Err(Refused::bad(ProblemCode::Name, format!("A name has 1 to {} visible characters.", text::NAME)));
        };
        let mut seats = self.game.seats.clone();
        let name = unused_name(&seats, usize::from(place), &clean);
        if let Some(colour) = colour.filter(|_| is_open) {
            paint(&mut seats, usize::from(place), colour)?;
        }
        let seat = &mut seats[usize::from(place)];
        (seat.name, seat.owner, seat.bot, seat.resigned, seat.kept_for) = (name, Some(who), None, false, None);
        // Before the game begins it is no news that somebody comes.
        let notes = if self.game.status == Status::Running { vec![Note::Seated { seat: place }] } else { Vec::new() };
        let promised = Some((place, promise));
        let wanted = Commit { seats: Some(seats), notes, name: Some((who, clean)), promised, ..Commit::default() };
        self.commit(wanted, Then::Taken { ticket });
        Ok(())
    }

    #[inline(never)]
    pub(super) fn link(
        &mut self,
        ticket: Ticket,
        place: u8,
        who: Identity,
        key: &str,
        sure: bool,
    ) -> Result<(), Refused> {
        let owner = self.seat(place)?.owner;
        if who != self.game.host {
            return Err(Refused::forbidden(ProblemCode::NotHost, "Only the host can give out links."));
        }
        self.check_not_over()?;
        self.check_away(place)?;
        if owner != Some(who) && self.is_connected(place) && !sure {
            let why = format!("{} is here and loses the seat. Ask again if you are sure.", self.seat(place)?.name);
            return Err(Refused::conflict(ProblemCode::Online, why));
        }
        self.check_calm()?;
        let mut seats = self.game.seats.clone();
        let link = seat_link(&self.game.id, usize::from(place), key);
        let is_running = self.game.status == Status::Running;
        let seat = &mut seats[usize::from(place)];
        // In a game that runs, who sat there may come back until somebody uses the link.
        let former = owner.filter(|_| is_running && !seat.resigned).or(seat.kept_for.filter(|_| is_running));
        (seat.key, seat.owner, seat.kept_for) = (Some(hash(key)), None, former);
        let notes = if is_running { vec![Note::LinkGiven { seat: place }] } else { Vec::new() };
        let wanted = Commit { seats: Some(seats), notes, promised: Some((place, None)), ..Commit::default() };
        self.commit(wanted, Then::Linked { ticket, link });
        Ok(())
    }

    #[inline(never)]
    pub(super) fn play_again(
        &mut self,
        ticket: Ticket,
        who: Identity,
        id: String,
        seed: Seed,
        has_room: bool,
    ) -> Result<(), Refused> {
        if !self.game.seats.iter().any(|seat| seat.owner == Some(who)) && who != self.game.host {
            return Err(Refused::forbidden(ProblemCode::NotSeated, "Only who played can ask for a rematch."));
        }
        if self.game.status != Status::Finished {
            return Err(Refused::conflict(ProblemCode::NotOver, "The game is not over yet."));
        }
        if let Some(id) = self.game.rematch.clone() {
            self.answer(ticket, Answer::Rematch(Ok(Created { id, links: Vec::new() })));
            return Ok(());
        }
        if !has_room {
            return Err(Refused::too_many("There are too many games that are not over."));
        }
        let mut seats = self.game.seats.clone();
        for seat in &mut seats {
            seat.key = None;
            // The others accept, or somebody else comes; nothing begins before that.
            seat.kept_for = seat.owner.filter(|&owner| owner != who).or(seat.kept_for);
            if seat.owner.is_some() {
                (seat.bot, seat.resigned) = (None, false);
            }
            seat.owner = seat.owner.filter(|&owner| owner == who);
        }
        let mut setup = self.game.setup.clone();
        setup.imported = 0;
        setup.first_drawn = false;
        setup.first = (setup.first + 1) % seats.len().max(1) as u8;
        let game = new_game(id.clone(), who, seed, setup, seats, self.now.date);
        let change = Change { rematch: Some(id.clone()), ..self.change() };
        self.store(Request { name: None, create: Some(Box::new(game)), change }, Then::Followed { ticket, id });
        Ok(())
    }

    pub(super) fn write_line(&mut self, socket: SocketId, audience: Audience, line: &str) -> Result<(), Refused> {
        let seat = match self.table.asked().filter(|&seat| audience.plays(seat)) {
            Some(seat) => seat,
            None if audience.seats != 0 => audience.seats.trailing_zeros() as u8,
            None => return Err(Refused::forbidden(ProblemCode::NotSeated, "Only players write here.")),
        };
        let Some(text) = text::clean(line, text::CHAT) else {
            return Err(Refused::bad(ProblemCode::Chat, format!("A line has 1 to {} visible characters.", text::CHAT)));
        };
        let name = self.seat(seat)?.name.clone();
        let line = StoredLine { seat: Some(seat), name, text, time: self.now.date };
        let change = Change { chat: Some(line.clone()), ..self.change() };
        self.store(Request { change, ..Request::default() }, Then::Wrote { socket, line });
        Ok(())
    }
}
