//! What leaves a room for those who follow it.

use std::collections::BTreeMap;

use super::{Answer, Output, Room, SocketId, Ticket};
use crate::clock::Now;
use crate::refused::Refused;
use crate::stored::StoredLine;
use crate::table::Table;
use crate::text::CHAT_KEPT;
use crate::view::{Audience, game_view};
use crate::wire::{ChatLine, GameView, Keep, ProblemCode, ServerMessage};

#[cfg(test)]
mod tests;

/// Who writes what the operator says.
const OPERATOR: &str = "Bastide";

/// Which version of the game somebody has been sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Edition {
    /// Counts what everybody sees.
    commit: u64,
    /// Counts what only the player with the draft sees.
    draft: u64,
}

/// How long the lists of a committed table are. They only grow, and only the last entry of the log may still change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    tiles: u32,
    log: u32,
    history: u32,
    discarded: u32,
    draws: u64,
}

impl Lengths {
    pub(super) fn of(table: &Table) -> Lengths {
        let squares = table.state.game().board().map_or(0, |board| board.squares.len());
        Lengths {
            tiles: (squares + table.state.tiles().len()) as u32,
            log: table.log.len() as u32,
            history: table.history.len() as u32,
            discarded: table.state.discarded().len() as u32,
            draws: table.draws,
        }
    }

    /// What stays when something is added.
    fn keep(self) -> Keep {
        let Lengths { tiles, log, history, discarded, draws: _ } = self;
        Keep { tiles, log: log.saturating_sub(1), history, discarded, chat: true, ..Keep::default() }
    }
}

/// Leaves out of a view what stays of the one before.
fn leave_out(view: &mut GameView, keep: &Keep) {
    rest(&mut view.board.tiles, keep.tiles);
    rest(&mut view.log, keep.log);
    rest(&mut view.history, keep.history);
    rest(&mut view.discarded, keep.discarded);
    rest(&mut view.answered, keep.answered);
    view.answered.iter_mut().for_each(|answered| answered.decision.options.clear());
    if keep.undrawn {
        view.undrawn = None;
    }
    if keep.chat {
        view.chat.clear();
    }
    if keep.decision {
        view.decision.options.clear();
    }
}

/// What comes after the entries that stay.
fn rest<T>(list: &mut Vec<T>, kept: u32) {
    list.drain(..list.len().min(kept as usize));
}

impl Room {
    pub(super) fn answer(&mut self, ticket: Ticket, answer: Answer) {
        self.out.push(Output::Answer { ticket, answer });
    }

    /// Answers a socket; this cannot be refused.
    pub(super) fn send(&mut self, socket: SocketId, message: ServerMessage) -> Result<(), Refused> {
        self.tell(socket, message);
        Ok(())
    }

    pub(super) fn tell(&mut self, socket: SocketId, message: ServerMessage) {
        self.out.push(Output::Send { to: vec![socket], message });
    }

    fn tell_all(&mut self, message: ServerMessage) {
        self.out.push(Output::Send { to: self.sockets.keys().copied().collect(), message });
    }

    pub(super) fn refuse(&mut self, socket: SocketId, refused: Refused) {
        let is_stale = refused.code == ProblemCode::Stale;
        self.out.push(Output::Refused(refused.code));
        self.tell(socket, refused.message());
        if is_stale {
            self.send_view(socket, 0);
        }
    }

    fn view_message(&self, audience: Audience, keep: Option<Keep>) -> ServerMessage {
        let mut view = game_view(self, audience, self.now);
        if let Some(keep) = &keep {
            leave_out(&mut view, keep);
        }
        ServerMessage::View { keep, view: Box::new(view) }
    }

    /// Sends a socket the whole view, but for the beginning of the log that it has seen.
    pub(super) fn send_view(&mut self, socket: SocketId, seen: u32) {
        let Some(who) = self.sockets.get(&socket).map(|socket| socket.who) else { return };
        let log = seen.min(self.lengths.keep().log);
        let mut view = game_view(self, self.audience(who), self.now);
        rest(&mut view.log, log);
        let keep = (log > 0).then(|| Keep { log, ..Keep::default() });
        if let Some(socket) = self.sockets.get_mut(&socket) {
            socket.has = self.edition;
        }
        let message = ServerMessage::View { keep, view: Box::new(view) };
        self.tell(socket, message);
    }

    /// Sends everybody the game as they may see it, after it has changed for all.
    pub(super) fn send_views(&mut self) {
        self.number += 1;
        let (edition, lengths) = (self.edition, self.lengths);
        self.edition = Edition { commit: edition.commit + 1, draft: 0 };
        self.lengths = Lengths::of(&self.table);
        let keep = Keep { undrawn: lengths.draws == self.lengths.draws, ..lengths.keep() };
        self.send_views_to(|room, audience, has| {
            // A draft that outlives a change, because somebody else took a seat, is sent whole.
            let is_next = has.commit == edition.commit && room.draft_for(audience).is_none();
            Some(is_next.then_some(keep))
        });
    }

    /// Sends the draft to those who may see it; `is_answer` says whether something was added to it or taken back.
    pub(super) fn send_draft(&mut self, is_answer: bool) {
        let before = self.edition;
        self.edition.draft += 1;
        let answered = self.draft.len() - usize::from(is_answer);
        let keep = Keep { answered: answered as u32, undrawn: true, decision: !is_answer, ..self.lengths.keep() };
        let asked = self.table.asked();
        self.send_views_to(|_, audience, has| {
            asked.is_some_and(|seat| audience.plays(seat)).then(|| (has == before).then_some(keep))
        });
    }

    /// Sends the view to those for whom `keep` says what stays of what they have, if anything.
    fn send_views_to(&mut self, keep: impl Fn(&Room, Audience, Edition) -> Option<Option<Keep>>) {
        let mut meant: BTreeMap<(Audience, bool), (Option<Keep>, Vec<SocketId>)> = BTreeMap::new();
        for (&id, socket) in &self.sockets {
            let audience = self.audience(socket.who);
            if let Some(keep) = keep(self, audience, socket.has) {
                meant.entry((audience, keep.is_some())).or_insert((keep, Vec::new())).1.push(id);
            }
        }
        for ((audience, _), (keep, to)) in meant {
            let message = self.view_message(audience, keep);
            for socket in &to {
                self.sockets.get_mut(socket).expect("it was found a moment ago").has = self.edition;
            }
            self.out.push(Output::Send { to, message });
        }
    }

    pub(super) fn send_presence(&mut self) {
        let seats = (0..self.game.seats.len() as u8).map(|seat| self.is_connected(seat)).collect();
        let watching = self.watching() as u32;
        self.tell_all(ServerMessage::Presence { seats, watching });
    }

    /// Everybody at the game reads what the operator has to say. It is no part of the game and is not stored.
    pub fn announce(&mut self, text: &str, now: Now) -> Vec<Output> {
        self.now = now;
        let line = StoredLine { seat: None, name: OPERATOR.to_owned(), text: text.to_owned(), time: now.date };
        self.send_line(line);
        std::mem::take(&mut self.out)
    }

    /// Everybody reads a line that was stored.
    pub(super) fn send_line(&mut self, line: StoredLine) {
        self.number += 1;
        self.tell_all(ServerMessage::Chat { number: self.number, line: ChatLine::from(&line) });
        self.chat.push(line);
        // The oldest lines fall off, here as in the storage.
        let most = self.chat.len().saturating_sub(CHAT_KEPT);
        self.chat.drain(..most);
    }
}

impl From<&StoredLine> for ChatLine {
    fn from(line: &StoredLine) -> ChatLine {
        ChatLine { seat: line.seat, name: line.name.clone(), text: line.text.clone(), time: line.time }
    }
}
