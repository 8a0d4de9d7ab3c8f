//! What leaves a room for those who follow it.

use std::collections::BTreeMap;

use super::super::refused::Refused;
use super::super::stored::StoredLine;
use super::super::view::{Audience, game_view};
use super::super::wire::{ChatLine, ServerMessage};
use super::{Answer, Output, Room, SocketId, Ticket};

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
        let is_stale = refused.code == "stale";
        self.out.push(Output::Refused(refused.code));
        self.tell(socket, refused.message());
        if is_stale {
            self.send_view(socket);
        }
    }

    fn view_message(&self, audience: Audience) -> ServerMessage {
        ServerMessage::View { view: Box::new(game_view(self, audience, self.now.ticks)) }
    }

    pub(super) fn send_view(&mut self, socket: SocketId) {
        let Some(who) = self.sockets.get(&socket).map(|socket| socket.who) else { return };
        let message = self.view_message(self.audience(who));
        self.tell(socket, message);
    }

    /// Sends everybody the game as they may see it.
    pub(super) fn send_views(&mut self) {
        self.number += 1;
        self.send_views_to(|_| true);
    }

    /// Sends the draft to those who may see it.
    pub(super) fn send_draft(&mut self) {
        let asked = self.table.asked();
        self.send_views_to(|audience| asked.is_some_and(|seat| audience.plays(seat)));
    }

    fn send_views_to(&mut self, is_meant: impl Fn(Audience) -> bool) {
        let mut meant: BTreeMap<Audience, Vec<SocketId>> = BTreeMap::new();
        for (&id, socket) in &self.sockets {
            let audience = self.audience(socket.who);
            if is_meant(audience) {
                meant.entry(audience).or_default().push(id);
            }
        }
        for (audience, to) in meant {
            let message = self.view_message(audience);
            self.out.push(Output::Send { to, message });
        }
    }

    pub(super) fn send_presence(&mut self) {
        let seats = (0..self.game.seats.len() as u8).map(|seat| self.is_connected(seat)).collect();
        let watching = self.watching() as u32;
        self.tell_all(ServerMessage::Presence { seats, watching });
    }

    /// Everybody reads a line that was stored.
    pub(super) fn send_line(&mut self, line: StoredLine) {
        self.number += 1;
        self.tell_all(ServerMessage::Chat { number: self.number, line: ChatLine::from(&line) });
        self.chat.push(line);
    }
}

impl From<&StoredLine> for ChatLine {
    fn from(line: &StoredLine) -> ChatLine {
        ChatLine { seat: line.seat, name: line.name.clone(), text: line.text.clone(), time: line.time }
    }
}
