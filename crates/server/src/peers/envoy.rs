//! Stands here for a game that another node holds: it takes what the owner of a game takes, and carries it there.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use bastide_cluster::{Event, GameId};
use bastide_table::room::{Bounds, Room, SocketId};
use tokio::sync::mpsc;

use super::{Joining, Lost, Opening, Peers, Wish, question};
use crate::bus::Text;
use crate::owner::Ask;
use crate::rooms::Rooms;

/// An envoy whom nobody here asks ends after so long.
const IDLE: Duration = Duration::from_secs(20);

/// The task of a game that is elsewhere.
pub struct Envoy {
    rooms: Arc<Rooms>,
    peers: Arc<Peers>,
    game: GameId,
    me: mpsc::WeakSender<Ask>,
    pipes: HashSet<SocketId>,
}

impl Envoy {
    /// An envoy to a game.
    pub fn new(rooms: Arc<Rooms>, peers: Arc<Peers>, game: &str, me: mpsc::WeakSender<Ask>) -> Envoy {
        Envoy { rooms, peers, game: game.into(), me, pipes: HashSet::new() }
    }

    /// Carries asks until the game is not there any more, or nobody has asked for a while.
    pub async fn run(mut self, mut queue: mpsc::Receiver<Ask>, mut lost: Lost) {
        let mut stopping = self.rooms.stopping.subscribe();
        while !*stopping.borrow_and_update() {
            let is_idle = self.pipes.is_empty();
            tokio::select! {
                _ = stopping.changed() => break,
                () = lost.wait() => break,
                ask = queue.recv() => match ask {
                    Some(ask) => self.carry(ask),
                    None => break,
                },
                () = tokio::time::sleep(IDLE), if is_idle => break,
            }
        }
        // Who has asked in this very moment asks the next one.
        queue.close();
        self.pipes.into_iter().for_each(|pipe| self.peers.wish(Wish::Close(pipe)));
    }

    fn carry(&mut self, ask: Ask) {
        let ask = match question::of(ask) {
            Ok((question, reply)) => {
                let game = self.game.clone();
                return self.peers.wish(Wish::Ask { game, question: question.text(), reply });
            }
            Err(ask) => ask,
        };
        match ask {
            Ask::Join { who, seen, out, reply } => {
                let Some(room) = self.me.upgrade() else { return };
                let pipe = self.peers.number();
                let opening: Text = serde_json::to_string(&Opening { who, seen }).unwrap_or_default().into();
                let game = self.game.clone();
                self.pipes.insert(pipe);
                self.peers.wish(Wish::Open { pipe, game, opening, joining: Joining { reply, room }, out });
            }
            Ask::Leave { socket } => {
                self.pipes.remove(&socket);
                self.peers.wish(Wish::Close(socket));
            }
            Ask::Say { socket, message } => {
                // The types of the wire have string keys only, so this cannot fail.
                let text = serde_json::to_string(&message).unwrap_or_default().into();
                self.peers.wish(Wish::Happened(Event::Say(socket, text)));
            }
            Ask::Snapshot { turn, reply } => {
                // A position is no text; the storage has what was confirmed.
                let (rooms, game) = (Arc::clone(&self.rooms), self.game.clone());
                tokio::spawn(async move {
                    if let Ok(Some(stored)) = rooms.store.load(&game).await {
                        let bounds = Bounds { sockets_of_identity: 0, watchers: 0 };
                        let _ = reply.send(Room::restore(stored, bounds).snapshot(turn));
                    }
                });
            }
            // Bots think, people are called and told something, and games end where the game is.
            Ask::BotMoved { .. } | Ask::Call { .. } | Ask::Announce { .. } | Ask::Close => {}
            // They have become questions above.
            Ask::IsPlayer { .. }
            | Ask::CanCancel { .. }
            | Ask::View { .. }
            | Ask::Record { .. }
            | Ask::Draws { .. }
            | Ask::SeatOffer { .. }
            | Ask::Take { .. }
            | Ask::Quit { .. }
            | Ask::Link { .. }
            | Ask::Rematch { .. } => {}
        }
    }
}
