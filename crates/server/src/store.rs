//! Where games are kept.
//!
//! A game is its setup, its seats and its actions as text; positions are never stored. Rooms know
//! only the trait [`Store`].

pub mod sqlite;

use std::fmt;
use std::pin::Pin;

use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::stored::{Change, StoredGame};
use bastide_table::wire::Status;

/// The result of an operation, later.
pub type Later<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Why something could not be stored or read.
#[derive(Clone, Debug)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        tracing::error!(%error, "storage refused");
        Refused::not_stored()
    }
}

/// Which games to list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only of this status.
    pub status: Option<Status>,
    /// Who asks: private games of others are left out.
    pub viewer: Option<Identity>,
    /// Only games in which the viewer has a seat.
    pub mine: bool,
}

/// Keeps games. All writes of one call are stored together, and are on the disk when the call
/// returns.
pub trait Store: Send + Sync {
    /// Stores a new game.
    fn create(&self, game: StoredGame) -> Later<()>;
    /// Stores changes of a game.
    fn change(&self, change: Change) -> Later<()>;
    /// A game, if there is one with this id.
    fn load(&self, id: &str) -> Later<Option<StoredGame>>;
    /// Games, the latest first, at most 100, without actions and chat.
    fn list(&self, filter: Filter) -> Later<Vec<StoredGame>>;
    /// The ids of running games that go on without anybody asking, because a bot, a clock or chance is at work; the
    /// latest first.
    fn moving(&self) -> Later<Vec<String>>;
    /// The ids of all games.
    fn ids(&self) -> Later<Vec<String>>;
    /// Games that are not over: those of a host, and all.
    fn unfinished(&self, host: Identity) -> Later<(u32, u32)>;
    /// The name that somebody used last.
    fn name(&self, who: Identity) -> Later<Option<String>>;
    /// Keeps the name that somebody uses.
    fn set_name(&self, who: Identity, name: String) -> Later<()>;
    /// Whether something can be written.
    fn check(&self) -> Later<()>;
}
