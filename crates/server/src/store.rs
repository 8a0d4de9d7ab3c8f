//! Where games are kept.
//!
//! A game is its setup, its seats and its actions as text; positions are never stored. Rooms know
//! only the trait [`Store`].

pub mod people;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod sqlite;

use std::fmt;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use bastide_table::identity::Identity;
use bastide_table::refused::Refused;
use bastide_table::room::Request;
use bastide_table::stored::StoredGame;
use bastide_table::wire::{Note, Status};

pub use people::People;

/// The result of an operation, later.
pub type Later<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Why something could not be stored or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The game has changed since it was loaded: it has another owner, or an operator was there first. Whoever is told
    /// this lets go of the game and loads it again.
    OtherOwner,
    /// The storage was lost before it could answer: it is stored, or it is not. Whoever is told this lets go of the game too.
    Unknown(String),
    /// Anything else, as a sentence. Nothing is stored.
    Refused(String),
}

impl StoreError {
    /// A refusal with a sentence.
    pub fn new(message: impl Into<String>) -> StoreError {
        StoreError::Refused(message.into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::OtherOwner => f.write_str("the game was changed by another owner"),
            StoreError::Unknown(message) | StoreError::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        tracing::error!(%error, "storage refused");
        Refused::not_stored()
    }
}

/// Lists have at most so many games.
const LISTED: usize = 100;
/// Notes of a game that are kept; older ones fall off.
const NOTES_KEPT: i64 = 500;

/// Tables with a column `who` whose rows go with somebody who wants to be forgotten.
const ABOUT_PEOPLE: [&str; 6] = ["names", "handovers", "challenges", "passkeys", "moved", "subscriptions"];

/// A status as it is stored.
fn number(status: Status) -> i64 {
    match status {
        Status::Open => 0,
        Status::Running => 1,
        Status::Finished => 2,
    }
}

fn status(number: i64) -> Status {
    match number {
        0 => Status::Open,
        1 => Status::Running,
        _ => Status::Finished,
    }
}

/// Opens the storage of a server: a database if one is named, else the file in the data folder.
///
/// # Errors
/// With a sentence, if it cannot be used.
pub async fn open(data: &Path, database: Option<&str>) -> Result<Arc<dyn Store>, StoreError> {
    match database {
        None => Ok(Arc::new(sqlite::Sqlite::open(data)?)),
        #[cfg(feature = "postgres")]
        Some(address) => Ok(Arc::new(postgres::Postgres::open(address).await?)),
        #[cfg(not(feature = "postgres"))]
        Some(_) => Err(StoreError::new(
            "this program was built without PostgreSQL (feature `postgres`); `make build` makes one with it",
        )),
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
    /// All games, whoever asks: for the operator.
    pub everything: bool,
}

/// Games that nobody needs any more, by the time of their last change, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stale {
    /// Open games that have not changed since.
    Open(i64),
    /// Running games that have not changed since.
    Running(i64),
    /// Games made before that, open or running, in which no person has ever done anything.
    Unused(i64),
    /// Games that have been over since.
    Over(i64),
}

/// Somebody as the operator sees them.
#[derive(Clone, Debug)]
pub struct KnownPerson {
    /// Who it is.
    pub who: Identity,
    /// The name that was used last.
    pub name: Option<String>,
    /// Games with a seat of theirs.
    pub games: u32,
    /// When the latest of them changed, in seconds since 1970.
    pub changed: i64,
}

/// What somebody tells the operator about somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// When, in seconds since 1970.
    pub time: i64,
    /// The game in which it happened.
    pub game: String,
    /// Who tells.
    pub by: Identity,
    /// About whom.
    pub about: Identity,
    /// The name that they had there.
    pub name: String,
    /// What is told.
    pub text: String,
    /// What was last written in the game, because lines fall off and games are deleted.
    pub lines: String,
}

/// Complaints that are kept; older ones fall off.
pub const COMPLAINTS_KEPT: u32 = 1000;

/// Keeps games. All writes of one call are stored together, and are on the disk when the call
/// returns.
pub trait Store: People {
    /// Stores a new game.
    fn create(&self, game: StoredGame) -> Later<()>;
    /// Stores changes of a game, and what belongs to them, all together or not at all.
    fn change(&self, request: Request) -> Later<()>;
    /// A game, if there is one with this id.
    fn load(&self, id: &str) -> Later<Option<StoredGame>>;
    /// Whether there is a game with this id.
    fn exists(&self, id: &str) -> Later<bool> {
        let game = self.load(id);
        Box::pin(async move { Ok(game.await?.is_some()) })
    }
    /// Games, the latest first, at most 100, without actions and chat.
    fn list(&self, filter: Filter) -> Later<Vec<StoredGame>>;
    /// The ids of running games that go on without anybody asking, because a bot, a clock or chance is at work; the
    /// latest first.
    fn moving(&self) -> Later<Vec<String>>;
    /// The ids of running games in which somebody's days are up before that, in seconds since 1970.
    fn due(&self, before: i64) -> Later<Vec<String>>;
    /// The id of the one game that waits for people and whose id begins like this.
    fn called(&self, code: &str) -> Later<Option<String>>;
    /// The ids of all games.
    fn ids(&self) -> Later<Vec<String>>;
    /// Games that are not over: those of a host, and all.
    fn unfinished(&self, host: Identity) -> Later<(u32, u32)>;
    /// The name that somebody used last.
    fn name(&self, who: Identity) -> Later<Option<String>>;
    /// Keeps the name that somebody uses.
    fn set_name(&self, who: Identity, name: String) -> Later<()>;
    /// Keeps what hands somebody over to another device, under the hash of its key, until a time in seconds since 1970.
    fn keep_handover(&self, key: [u8; 32], who: Identity, sealed: [u8; 32], until: i64) -> Later<()>;
    /// What was kept under the hash of a key, once, if it is not too late.
    fn take_handover(&self, key: [u8; 32], now: i64) -> Later<Option<[u8; 32]>>;
    /// Whether something can be written; as much as a few confirmations, if `thoroughly`.
    fn check(&self, thoroughly: bool) -> Later<()>;

    /// The ids of games that nobody needs any more, the oldest first, at most so many.
    fn stale(&self, which: Stale, most: u32) -> Later<Vec<String>>;
    /// Ends a game as it stands, with a note; says whether it was not over. An owner of it is told [`StoreError::OtherOwner`].
    fn end(&self, id: &str, note: Note) -> Later<bool>;
    /// Deletes a game with everything in it; says whether there was one.
    fn delete(&self, id: &str) -> Later<bool>;
    /// Deletes everything about somebody: their name, their lines, and that seats were theirs. In games that are not over
    /// bots play on. The ids of the games that have changed.
    fn forget(&self, who: Identity) -> Later<Vec<String>>;
    /// Deletes the names of people who have no game any more.
    fn forget_strangers(&self) -> Later<()>;
    /// People with seats, the latest first, at most so many.
    fn people(&self, most: u32) -> Later<Vec<KnownPerson>>;
    /// The rules of the house: pairs of a kind and a value.
    fn house_rules(&self) -> Later<Vec<(String, String)>>;
    /// Adds a rule of the house, or takes it away.
    fn set_house_rule(&self, kind: &str, value: &str, is_set: bool) -> Later<()>;
    /// Keeps what somebody tells the operator.
    fn complain(&self, complaint: Complaint) -> Later<()>;
    /// What was told, with its number, the latest first, at most so many.
    fn complaints(&self, most: u32) -> Later<Vec<(u64, Complaint)>>;
    /// Deletes what was told under a number; says whether there was something.
    fn settle_complaint(&self, number: u64) -> Later<bool>;
    /// Whether everything is in the data folder, where [`sqlite::copy`] copies it; else who copies it instead.
    ///
    /// # Errors
    /// With a sentence, if it is elsewhere.
    fn check_is_in_folder(&self) -> Result<(), StoreError>;
    /// What is wrong with what is stored; nothing, if all is well.
    fn inspect(&self) -> Later<Vec<String>>;
    /// Brings everything into the main file, before the server ends.
    fn settle(&self) -> Later<()>;
}
