//! One WebSocket: frames in, frames out, nothing of the game.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::wire::{ClientMessage, ProblemCode};
use tokio::time::timeout;

use crate::limits::Bucket;
use crate::owner::{Ask, Joined, Outbox, Outgoing, encode};
use crate::rooms::Rooms;

/// A reader that takes longer for one frame is gone.
const SEND: Duration = Duration::from_secs(10);
/// How often it is looked whether a peer is there; it is asked every other time.
const LOOK: Duration = Duration::from_secs(1);
/// The first message must come within this time.
const HELLO: Duration = Duration::from_secs(10);
/// A peer that is told to leave gets so long to read that.
const FAREWELL: Duration = Duration::from_secs(1);
/// After so many refused messages in a row the socket is closed.
const PATIENCE: u32 = 200;

/// Why a socket ends.
enum End {
    Gone,
    Refused(Refused),
}

impl From<Refused> for End {
    fn from(refused: Refused) -> End {
        End::Refused(refused)
    }
}

/// Who is at a socket.
#[derive(Clone, Copy, Debug)]
pub struct Visitor {
    /// The person, if the browser is known.
    pub who: Option<Identity>,
    /// The address, as it is counted.
    pub address: IpAddr,
}

impl Visitor {
    /// Refuses whom the operator has shut out, also after the socket was opened.
    fn check(self, rooms: &Rooms) -> Result<(), Refused> {
        rooms.house.check_person(self.who)?;
        rooms.house.check_address(self.address)
    }
}

/// Follows a game until one side leaves.
pub async fn follow(mut socket: WebSocket, rooms: Arc<Rooms>, game: String, visitor: Visitor) {
    if let Err(End::Refused(refused)) = talk(&mut socket, &rooms, &game, visitor).await {
        let reason = Utf8Bytes::from_static(refused.code.word());
        // The peer may be gone already.
        let _ = send(&mut socket, Message::Text(encode(&refused.message()))).await;
        let _ = send(&mut socket, Message::Close(Some(CloseFrame { code: 1008, reason }))).await;
        // If unread frames were left the system would take back what was just sent.
        let drain = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(FAREWELL, drain).await;
    }
}

async fn talk(socket: &mut WebSocket, rooms: &Arc<Rooms>, game: &str, visitor: Visitor) -> Result<(), End> {
    let _open = rooms.metrics.socket();
    let seen = hello(socket, rooms).await?;
    let (out, mut outgoing) = Outbox::new();
    let who = visitor.who;
    let joined = rooms.ask(game, |reply| Ask::Join { who, seen, out: out.clone(), reply }).await??;
    drop(out);
    let done = relay(socket, &mut outgoing, &joined, rooms, visitor).await;
    // If the owner has ended it knows no sockets any more.
    let _ = joined.room.send(Ask::Leave { socket: joined.socket }).await;
    done
}

/// Waits for the first message, which must be `hello`; how much of the log the client has seen.
async fn hello(socket: &mut WebSocket, rooms: &Rooms) -> Result<u32, End> {
    let first = timeout(HELLO, next_text(socket)).await.map_err(|_| no_hello())??;
    match read(&first)? {
        ClientMessage::Hello { protocol, seen } if rooms.served.contains(&protocol) => Ok(seen.unwrap_or(0)),
        ClientMessage::Hello { .. } => Err(other_protocol().into()),
        _ => Err(no_hello().into()),
    }
}

fn no_hello() -> Refused {
    Refused::bad(ProblemCode::NoHello, "The first message must be `hello`.")
}

fn other_protocol() -> Refused {
    Refused::bad(ProblemCode::Protocol, "This page and the server are of different versions. Load the page again.")
}

fn read(text: &str) -> Result<ClientMessage, Refused> {
    serde_json::from_str(text).map_err(|_| Refused::bad(ProblemCode::Garbage, "This is not a message of the protocol."))
}

async fn next_text(socket: &mut WebSocket) -> Result<Utf8Bytes, End> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(Refused::bad(ProblemCode::Garbage, "Frames are text.").into()),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
        }
    }
}

async fn relay(
    socket: &mut WebSocket,
    outgoing: &mut Outgoing,
    joined: &Joined,
    rooms: &Rooms,
    visitor: Visitor,
) -> Result<(), End> {
    let mut bucket = Bucket::new(rooms.limits.messages, Instant::now());
    let mut refused = 0;
    let mut refused_last = Instant::now();
    let mut heard = Instant::now();
    let mut looks = tokio::time::interval(LOOK);
    let mut asks = false;
    loop {
        tokio::select! {
            // What was asked before is answered before more is heard.
            biased;
            message = outgoing.next() => match message {
                Some(text) => send(socket, Message::Text(text)).await?,
                // The owner has let go of a slow reader, or has ended.
                None => return Err(End::Refused(rooms.why_let_go())),
            },
            frame = socket.recv() => {
                heard = Instant::now();
                if heard.duration_since(refused_last) > rooms.limits.forgiving {
                    refused = 0;
                }
                match frame {
                    Some(Ok(Message::Text(text))) => {
                        visitor.check(rooms)?;
                        let message = read(&text);
                        let cost = message.as_ref().map_or(1.0, cost);
                        let answer = if bucket.take_many(cost, heard) {
                            message.and_then(|message| allow(message, rooms, visitor.who))
                        } else {
                            Err(Refused::too_many("Too many messages at once. Slow down."))
                        };
                        match answer {
                            Ok(message) => {
                                let say = Ask::Say { socket: joined.socket, message };
                                if joined.room.send(say).await.is_err() {
                                    return Err(End::Refused(rooms.why_let_go()));
                                }
                            }
                            Err(problem) => {
                                refused += 1;
                                refused_last = heard;
                                rooms.metrics.refused(problem.code);
                                if refused > PATIENCE {
                                    return Err(problem.into());
                                }
                                // One answer for many: a flood is not answered with a flood.
                                if refused <= 5 || refused % 20 == 0 {
                                    send(socket, Message::Text(encode(&problem.message()))).await?;
                                }
                            }
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        if !bucket.take(heard) {
                            refused += 1;
                            refused_last = heard;
                            if refused > PATIENCE {
                                return Err(End::Gone);
                            }
                        }
                    }
                    Some(Ok(Message::Binary(_))) => {
                        return Err(Refused::bad(ProblemCode::Garbage, "Frames are text.").into());
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
                }
            }
            _ = looks.tick() => {
                if heard.elapsed() > rooms.limits.silence {
                    return Err(End::Gone);
                }
                visitor.check(rooms)?;
                asks = !asks;
                if asks {
                    send(socket, Message::Ping(Default::default())).await?;
                }
            }
        }
    }
}

/// How much work a message is: what sends a whole view or plays a game again counts as several.
fn cost(message: &ClientMessage) -> f64 {
    match message {
        ClientMessage::Hello { .. } | ClientMessage::Board { .. } => 5.0,
        ClientMessage::Describe { .. } => 2.0,
        ClientMessage::Act { .. }
        | ClientMessage::Undo { .. }
        | ClientMessage::Confirm { .. }
        | ClientMessage::Why { .. }
        | ClientMessage::WhyThere { .. }
        | ClientMessage::WhySpace { .. }
        | ClientMessage::Region { .. }
        | ClientMessage::Chat { .. }
        | ClientMessage::Resign { .. }
        | ClientMessage::Leave { .. }
        | ClientMessage::Back { .. }
        | ClientMessage::TimeIsUp { .. }
        | ClientMessage::ReplaceByBot { .. }
        | ClientMessage::Start
        | ClientMessage::Reveal { .. }
        | ClientMessage::Continue
        | ClientMessage::Ping => 1.0,
    }
}

/// Lets a message through to the game, unless the server itself refuses it.
fn allow(message: ClientMessage, rooms: &Rooms, who: Option<Identity>) -> Result<ClientMessage, Refused> {
    match &message {
        ClientMessage::Hello { protocol, .. } if !rooms.served.contains(protocol) => Err(other_protocol()),
        ClientMessage::Chat { .. } if rooms.house.is_muted(who) => {
            Err(Refused::forbidden(ProblemCode::Muted, "The operator of this server does not let you write."))
        }
        ClientMessage::Chat { .. } if who.is_some_and(|who| !rooms.take_line(who)) => {
            Err(Refused::too_many("You write faster than anybody can read. Wait a moment."))
        }
        _ => Ok(message),
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(SEND, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide_table::wire::ServerMessage;

    #[test]
    fn only_messages_of_the_protocol_are_read() {
        assert!(matches!(read(r#"{"type":"confirm","draft":3}"#), Ok(ClientMessage::Confirm { draft: 3 })));
        for garbage in ["", "{}", "[1]", r#"{"type":"confirm"}"#, r#"{"type":"confirm","draft":-1}"#] {
            assert!(read(garbage).is_err(), "{garbage}");
        }
        let pong = encode(&ServerMessage::Pong);
        assert_eq!(pong.as_str(), r#"{"type":"pong"}"#);
    }
}
