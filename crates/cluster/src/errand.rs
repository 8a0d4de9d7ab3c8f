//! What the bus does for a node.

use crate::node::Event;
use crate::place::{Away, Knocked, NotTaken};
use crate::{GameId, NodeId, Revision};

/// Something that a node has the bus do. All but the last two are answered once, if only by [`Errand::away`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Errand {
    /// Reads the entry of a game.
    Look(GameId),
    /// Writes into an entry that this node holds the game, if it is still of this revision.
    Take(GameId, Revision),
    /// Gives an entry back, if it is still of this revision.
    Release(GameId, Revision),
    /// Asks a node whether it is there, because of a game.
    Knock(GameId, NodeId),
    /// Looks whether the lease of a node stands, because of a game.
    LookAt(GameId, NodeId),
    /// Renews the lease of this node.
    Renew,
    /// Lists all nodes: [`Event::Nodes`], or nothing.
    ListNodes,
    /// Gives the lease of this node back.
    Retire,
}

impl Errand {
    /// What a node is told that cannot reach the bus.
    pub fn away<T>(self) -> Option<Event<T>> {
        Some(match self {
            Errand::Look(game) => Event::Looked(game, Err(Away)),
            Errand::Take(game, _) => Event::Took(game, Err(NotTaken::Away)),
            Errand::Release(game, _) => Event::Released(game),
            Errand::Knock(game, _) => Event::Knocked(game, Knocked::Silence),
            Errand::LookAt(game, _) => Event::LookedAt(game, Err(Away)),
            Errand::Renew => Event::Renewed(false),
            Errand::ListNodes | Errand::Retire => return None,
        })
    }
}
