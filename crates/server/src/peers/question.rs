//! Questions to a game at another node, and their answers, as they go over the bus.

use std::sync::Arc;

use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::wire::{ProblemCode, TakeSeat};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::bus::Text;
use crate::owner::Ask;
use crate::rooms::Rooms;

/// A refusal on its way between nodes.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Told {
    status: u16,
    /// A word of [`ProblemCode`], of this version or another one.
    pub code: String,
    message: String,
}

impl From<Refused> for Told {
    fn from(Refused { status, code, message }: Refused) -> Told {
        Told { status, code: code.word().to_owned(), message }
    }
}

impl From<Told> for Refused {
    fn from(Told { status, code, message }: Told) -> Refused {
        // What only a later version knows is gone when the servers are all of one version again.
        let code = ProblemCode::ALL.iter().copied().find(|known| known.word() == code);
        Refused { status, code: code.unwrap_or(ProblemCode::Busy), message }
    }
}

impl Told {
    /// As a letter carries it.
    pub fn text(&self) -> Text {
        json(self)
    }

    /// Reads what a letter carries.
    pub fn read(text: &Text) -> Option<Told> {
        serde_json::from_str(text).ok()
    }
}

/// What can be asked from elsewhere.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case", tag = "ask")]
pub enum Question {
    /// [`Ask::IsPlayer`]
    IsPlayer { who: Option<Identity> },
    /// [`Ask::CanCancel`]
    CanCancel { who: Identity },
    /// [`Ask::View`]
    View { who: Option<Identity> },
    /// [`Ask::Record`]
    Record,
    /// [`Ask::Draws`]
    Draws,
    /// [`Ask::SeatOffer`]
    SeatOffer { seat: u8, key: String, who: Option<Identity> },
    /// [`Ask::Take`]
    Take { seat: u8, wish: TakeSeat, who: Identity },
    /// [`Ask::Quit`]
    Quit { who: Identity },
    /// [`Ask::Link`]
    Link { seat: u8, who: Identity, sure: bool },
    /// [`Ask::Rematch`]
    Rematch { who: Identity, has_room: bool },
    /// [`Ask::Close`]; answered when the game is let go of.
    Close,
}

/// Who waits for the answer; nothing comes if it is dropped or cannot be read.
pub type Reply = Box<dyn FnOnce(&Text) + Send>;

fn reply_to<T: DeserializeOwned + Send + 'static>(reply: oneshot::Sender<T>) -> Reply {
    Box::new(move |answer| {
        if let Ok(answer) = serde_json::from_str(answer) {
            // Who asked may be gone.
            let _ = reply.send(answer);
        }
    })
}

fn reply_or_refuse<T: DeserializeOwned + Send + 'static>(reply: oneshot::Sender<Result<T, Refused>>) -> Reply {
    Box::new(move |answer| {
        if let Ok(answer) = serde_json::from_str::<Result<T, Told>>(answer) {
            let _ = reply.send(answer.map_err(Refused::from));
        }
    })
}

/// The question in an ask, and who waits for its answer; or the ask, if it is none.
#[expect(clippy::result_large_err, reason = "the ask goes back to where it came from")]
pub fn of(ask: Ask) -> Result<(Question, Reply), Ask> {
    Ok(match ask {
        Ask::IsPlayer { who, reply } => (Question::IsPlayer { who }, reply_to(reply)),
        Ask::CanCancel { who, reply } => (Question::CanCancel { who }, reply_or_refuse(reply)),
        Ask::View { who, reply } => (Question::View { who }, reply_to(reply)),
        Ask::Record { reply } => (Question::Record, reply_to(reply)),
        Ask::Draws { reply } => (Question::Draws, reply_or_refuse(reply)),
        Ask::SeatOffer { seat, key, who, reply } => (Question::SeatOffer { seat, key, who }, reply_or_refuse(reply)),
        Ask::Take { seat, wish, who, reply } => (Question::Take { seat, wish, who }, reply_or_refuse(reply)),
        Ask::Quit { who, reply } => (Question::Quit { who }, reply_or_refuse(reply)),
        Ask::Link { seat, who, sure, reply } => (Question::Link { seat, who, sure }, reply_or_refuse(reply)),
        Ask::Rematch { who, has_room, reply } => (Question::Rematch { who, has_room }, reply_or_refuse(reply)),
        other @ (Ask::Join { .. }
        | Ask::Leave { .. }
        | Ask::Say { .. }
        | Ask::Snapshot { .. }
        | Ask::BotMoved { .. }
        | Ask::Call { .. }
        | Ask::Announce { .. }
        | Ask::Close) => return Err(other),
    })
}

fn json(value: &impl Serialize) -> Text {
    // There are no maps with odd keys in what is asked and answered.
    serde_json::to_string(value).unwrap_or_default().into()
}

fn told<T: Serialize>(answer: Result<T, Refused>) -> Text {
    json(&answer.map_err(Told::from))
}

impl Question {
    /// As a letter carries it.
    pub fn text(&self) -> Text {
        json(self)
    }

    /// Asks a game that is here; none if it is not.
    pub async fn answer(self, rooms: &Arc<Rooms>, game: &str) -> Option<Text> {
        Some(match self {
            Question::IsPlayer { who } => json(&rooms.ask_here(game, |reply| Ask::IsPlayer { who, reply }).await?),
            Question::CanCancel { who } => told(rooms.ask_here(game, |reply| Ask::CanCancel { who, reply }).await?),
            Question::View { who } => json(&rooms.ask_here(game, |reply| Ask::View { who, reply }).await?),
            Question::Record => json(&rooms.ask_here(game, |reply| Ask::Record { reply }).await?),
            Question::Draws => told(rooms.ask_here(game, |reply| Ask::Draws { reply }).await?),
            Question::SeatOffer { seat, key, who } => {
                told(rooms.ask_here(game, |reply| Ask::SeatOffer { seat, key, who, reply }).await?)
            }
            Question::Take { seat, wish, who } => {
                told(rooms.ask_here(game, |reply| Ask::Take { seat, wish, who, reply }).await?)
            }
            Question::Quit { who } => told(rooms.ask_here(game, |reply| Ask::Quit { who, reply }).await?),
            Question::Link { seat, who, sure } => {
                told(rooms.ask_here(game, |reply| Ask::Link { seat, who, sure, reply }).await?)
            }
            Question::Rematch { who, has_room } => {
                told(rooms.ask_here(game, |reply| Ask::Rematch { who, has_room, reply }).await?)
            }
            Question::Close => {
                rooms.let_go_here(game).await;
                json(&true)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_arrives_as_it_was() {
        let refused = Refused::conflict(ProblemCode::Taken, "Somebody sits there.");
        let told = Told::read(&Told::from(refused.clone()).text()).unwrap();
        assert_eq!(Refused::from(told), refused);
    }

    #[test]
    fn a_refusal_that_only_a_later_version_knows_is_still_one() {
        let told = Told::read(&r#"{"status":409,"code":"of-tomorrow","message":"Why."}"#.into()).unwrap();
        assert_eq!(Refused::from(told), Refused::conflict(ProblemCode::Busy, "Why."));
    }

    #[test]
    fn questions_of_the_first_version_are_read_for_ever() {
        // As they were written by the first version; these lines are never changed.
        let who = format!("[{}]", vec!["1"; 32].join(","));
        let kept = [
            r#"{"ask":"is-player","who":null}"#.to_owned(),
            format!(r#"{{"ask":"can-cancel","who":{who}}}"#),
            format!(r#"{{"ask":"view","who":{who}}}"#),
            r#"{"ask":"record"}"#.to_owned(),
            r#"{"ask":"draws"}"#.to_owned(),
            r#"{"ask":"seat-offer","seat":1,"key":"k","who":null}"#.to_owned(),
            format!(r#"{{"ask":"take","seat":1,"wish":{{"key":"k","name":"Anna"}},"who":{who}}}"#),
            format!(r#"{{"ask":"quit","who":{who}}}"#),
            format!(r#"{{"ask":"link","seat":1,"who":{who},"sure":true}}"#),
            format!(r#"{{"ask":"rematch","who":{who},"has_room":true}}"#),
            r#"{"ask":"close"}"#.to_owned(),
        ];
        for line in kept {
            assert!(serde_json::from_str::<Question>(&line).is_ok(), "{line}");
        }
    }
}
