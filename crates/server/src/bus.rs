//! How several servers reach each other: whatever carries out errands, brings letters and tells everybody something.
//!
//! What is carried, and what follows from it, is the business of [`bastide_cluster`].

#[cfg(feature = "nats")]
pub mod nats;
pub mod post;

use std::pin::Pin;

use axum::extract::ws::Utf8Bytes;
use bastide_cluster::place::Entry;
use bastide_cluster::{Errand, Event, GameId, NodeId, Terms};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

/// What letters carry: what goes over sockets, as it is, and questions and answers as JSON.
pub type Text = Utf8Bytes;

/// What comes of an errand, later.
pub type Soon<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Carries out what a node wants of the others.
pub trait Bus: Send + Sync {
    /// Carries out an errand; what the node is told of it.
    fn run(&self, errand: Errand) -> Soon<Option<Event<Text>>>;
    /// Sends a sealed letter, if that is possible; it may be lost. Letters to one node come in the order in which they were
    /// sent.
    fn send(&self, to: &NodeId, letter: Vec<u8>);
    /// Tells all nodes something, this one too; it may be lost.
    fn tell_all(&self, news: &News);
}

/// What comes from the bus by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrived {
    /// A sealed letter.
    Letter(Vec<u8>),
    /// Something for all nodes.
    News(News),
}

/// Where it arrives.
pub type Door = mpsc::UnboundedSender<Arrived>;

/// What all nodes are told.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", tag = "news")]
pub enum News {
    /// An entry has changed.
    Seen {
        /// Of this game.
        game: GameId,
        /// Who holds it now.
        holder: Option<NodeId>,
        /// Its revision; none if only the bus knows it.
        revision: u64,
    },
    /// The operator tells everybody at a game something.
    Announce {
        /// Who has told its own games already.
        by: NodeId,
        /// What.
        text: String,
    },
    /// The rules of the house have changed.
    Rules,
}

impl News {
    /// Somebody has written an entry.
    pub fn seen(game: GameId, entry: Entry) -> News {
        News::Seen { game, holder: entry.holder, revision: entry.revision }
    }
}

/// Opens the bus that an address names.
///
/// # Errors
/// With a sentence, if it cannot be used.
pub async fn open(address: &str, me: &NodeId, terms: &Terms, door: Door) -> Result<std::sync::Arc<dyn Bus>, String> {
    #[cfg(feature = "nats")]
    return nats::Nats::open(address, me, terms, door).await;
    #[cfg(not(feature = "nats"))]
    {
        let _ = (address, me, terms, door);
        Err("this program was built without NATS (feature `nats`); `make build` makes one with it".to_owned())
    }
}
