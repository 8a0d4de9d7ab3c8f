//! Sits here for a socket at another node: to the room it is a socket like any other.

use std::sync::Arc;

use bastide_cluster::pipe::FarPipe;
use bastide_cluster::{Event, GameId};
use bastide_table::refused::Refused;
use bastide_table::wire::ClientMessage;
use tokio::sync::mpsc;

use super::{Opening, Told, Wish};
use crate::bus::Text;
use crate::owner::{Ask, Outbox, encode};
use crate::rooms::Rooms;

/// Follows a game for a socket elsewhere, until one side leaves.
pub(super) async fn attend(
    rooms: Arc<Rooms>,
    wishes: mpsc::UnboundedSender<Wish>,
    pipe: FarPipe,
    game: GameId,
    opening: Text,
    heard: mpsc::UnboundedReceiver<Text>,
) {
    let refused = sit(&rooms, &wishes, &pipe, &game, &opening, heard).await.err();
    let refused = refused.map(|refused| Told::from(refused).text());
    // Without the task there is nobody to tell.
    let _ = wishes.send(Wish::Parted(pipe, refused));
}

async fn sit(
    rooms: &Arc<Rooms>,
    wishes: &mpsc::UnboundedSender<Wish>,
    pipe: &FarPipe,
    game: &GameId,
    opening: &Text,
    mut heard: mpsc::UnboundedReceiver<Text>,
) -> Result<(), Refused> {
    let Ok(Opening { who, seen }) = serde_json::from_str(opening) else { return Err(Refused::busy()) };
    let (out, mut outgoing) = Outbox::new();
    // If the game is not here any more the socket looks for it again.
    let Some(joined) = rooms.ask_here(game, |reply| Ask::Join { who, seen, out, reply }).await else { return Ok(()) };
    let joined = joined?;
    let tell = |event| wishes.send(Wish::Happened(event)).is_ok();
    tell(Event::Joined(pipe.clone()));
    loop {
        tokio::select! {
            biased;
            message = outgoing.next() => match message {
                Some(text) => _ = tell(Event::Tell(pipe.clone(), text)),
                // The owner has let go of a slow reader, or has ended.
                None => break,
            },
            said = heard.recv() => {
                let Some(said) = said else { break };
                let Ok(message) = serde_json::from_str::<ClientMessage>(&said) else {
                    // A newer page at a newer node says something that this one does not know.
                    tell(Event::Tell(pipe.clone(), encode(&Refused::busy().message())));
                    continue;
                };
                if joined.room.send(Ask::Say { socket: joined.socket, message }).await.is_err() {
                    break;
                }
            }
        }
    }
    // If the owner has ended it knows no sockets any more.
    let _ = joined.room.send(Ask::Leave { socket: joined.socket }).await;
    Ok(())
}
