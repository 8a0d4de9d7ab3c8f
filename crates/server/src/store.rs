//! Where games are kept.
//!
//! A game is its setup, its seats and its actions as text; positions are never stored. Rooms know
//! only the trait [`Store`].

pub mod sqlite;

use std::fmt;
use std::pin::Pin;

use serde::{Deserialize, Serialize};

use crate::fairness::Seed;
use crate::identity::Identity;
use crate::wire::{Clock, Status};

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

/// What is fixed for a whole game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// The box, if the game was made from one.
    pub in_box: Option<String>,
    /// The base.
    pub base: String,
    /// The modules.
    pub modules: Vec<String>,
    /// The seat that begins.
    pub first: u8,
    /// Whether the seed chose it.
    #[serde(default)]
    pub first_drawn: bool,
    /// Whether aids are shown.
    pub aids: bool,
    /// The clock.
    pub clock: Clock,
    /// Not listed in the lobby.
    pub private: bool,
    /// End after this many tiles.
    pub end_after: Option<u32>,
    /// How long bots wait, in milliseconds.
    pub bot_pace: u32,
    /// So many actions came from a record, not from this server's draws.
    #[serde(default)]
    pub imported: u32,
}

/// A seat as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeat {
    /// The name of who sits there.
    pub name: String,
    /// The colour.
    pub colour: String,
    /// The bot that plays, if one does.
    pub bot: Option<String>,
    /// To whom it belongs.
    pub owner: Option<Identity>,
    /// SHA-256 of the key of its link.
    pub key: Option<[u8; 32]>,
    /// Whether it was given up.
    pub resigned: bool,
}

/// What lists show of a game, kept beside the actions so that listing replays nothing.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Undrawn tiles.
    pub left: u32,
    /// The seat that is asked.
    pub asked: Option<u8>,
    /// The points of each seat.
    pub points: Vec<i32>,
    /// Milliseconds left for each seat.
    pub clocks: Vec<i64>,
}

/// A note in the log: somebody resigned, a bot took over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredNote {
    /// The number of actions before it.
    pub after: u32,
    /// `resigned:1`, `timed-out:0`, `replaced-by-bot:2`.
    pub text: String,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredLine {
    /// The seat of the writer.
    pub seat: Option<u8>,
    /// The name of the writer.
    pub name: String,
    /// The line.
    pub text: String,
    /// Seconds since 1970.
    pub time: i64,
}

/// A whole game as it is stored.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: String,
    /// Who made it.
    pub host: Identity,
    /// The version of the rules it was begun with.
    pub rules: String,
    /// The secret of its draws.
    pub seed: Seed,
    /// What is fixed.
    pub setup: GameSetup,
    /// Whether it waits, runs or is over.
    pub status: Status,
    /// What lists show.
    pub progress: Progress,
    /// Seconds since 1970.
    pub created: i64,
    /// Seconds since 1970.
    pub changed: i64,
    /// The game that followed it.
    pub rematch: Option<String>,
    /// Whether its record could not be replayed to its end.
    pub damaged: bool,
    /// Its seats.
    pub seats: Vec<StoredSeat>,
    /// Its actions as they stand in a record; empty in lists.
    pub actions: Vec<String>,
    /// Actions that could not be replayed and were set aside when the host went on without them; empty in lists.
    pub set_aside: Vec<String>,
    /// Notes; empty in lists.
    pub notes: Vec<StoredNote>,
    /// Chat; empty in lists.
    pub chat: Vec<StoredLine>,
}

/// Changes of a game that are stored together or not at all.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// The game.
    pub game: String,
    /// The number of actions before these.
    pub after: u32,
    /// New actions.
    pub actions: Vec<String>,
    /// All stored actions from `after` on are set aside first, because they cannot be replayed.
    pub sets_aside: bool,
    /// New notes.
    pub notes: Vec<StoredNote>,
    /// A new line of chat.
    pub chat: Option<StoredLine>,
    /// Seats that changed.
    pub seats: Vec<(u8, StoredSeat)>,
    /// The new status.
    pub status: Option<Status>,
    /// The new progress.
    pub progress: Option<Progress>,
    /// The game that follows.
    pub rematch: Option<String>,
    /// The record could not be replayed.
    pub damaged: Option<bool>,
    /// Seconds since 1970; 0 leaves the old time.
    pub time: i64,
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
