//! A game as it is kept: data that a storage writes down, and what follows from it alone.

use serde::{Deserialize, Serialize};

use crate::fairness::{self, Seed};
use crate::identity::Identity;
use crate::text::{CHAT_KEPT, bytes};
use crate::wire::{Clock, GameSummary, SeatLink, SeatSummary, Status};

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
    /// How long bots take for a turn at least, in milliseconds.
    pub bot_pace: u32,
    /// So many actions came from a record, not from this server's draws.
    #[serde(default)]
    pub imported: u32,
    /// Whose time is up is replaced by a bot at once; else the others decide.
    #[serde(default)]
    pub strict: bool,
}

/// A seat as it is stored.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
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
    /// Who may take it without a link: who is asked for a rematch, or sat there before the host gave out a new link.
    #[serde(default)]
    pub kept_for: Option<Identity>,
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
    /// With days for a move: when the time of the seat that is asked is up, in seconds since 1970.
    #[serde(default)]
    pub due: Option<i64>,
    /// Everybody has been there at once: clocks run.
    #[serde(default)]
    pub gathered: bool,
    /// The seat whose time is up, until the others have decided.
    #[serde(default)]
    pub overdue: Option<u8>,
}

/// A note in the log: somebody resigned, a bot took over.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct StoredNote {
    /// The number of actions before it.
    pub after: u32,
    /// [`crate::wire::Note::stored`]; what only a later version knows stays as it is.
    pub text: String,
}

/// A line of chat.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
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

/// What the players add to the randomness of a game, seat by seat.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Shares {
    /// What each seat has promised, and then told; hexadecimal digits.
    pub seats: Vec<Share>,
    /// Something has been drawn: nothing is added any more.
    pub is_settled: bool,
}

/// What one seat adds to the randomness.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// The hash of the share, before anybody's is known.
    pub promise: Option<String>,
    /// The share.
    pub share: Option<String>,
}

impl Shares {
    /// Nobody has promised anything.
    pub fn none(seats: usize) -> Shares {
        Shares { seats: vec![Share::default(); seats], is_settled: false }
    }

    /// Whether somebody has promised a share and not told it.
    pub fn are_missing(&self) -> bool {
        self.seats.iter().any(|seat| seat.promise.is_some() && seat.share.is_none())
    }

    /// The seed of the draws.
    pub fn mixed(&self, seed: &Seed) -> Seed {
        let told = (0u8..).zip(&self.seats).filter_map(|(seat, share)| Some((seat, bytes(share.share.as_deref()?)?)));
        fairness::mixed(seed, told)
    }
}

/// A whole game as it is stored.
#[derive(Serialize, Deserialize, Clone, Debug)]
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
    /// What the players add to the seed; none in games without it.
    pub shares: Option<Shares>,
    /// How often it has been changed: who changes it must know the last version.
    pub version: u64,
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
    /// The version of the game that is changed; another one is refused.
    pub version: u64,
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
    /// What the players add to the seed. In a box like the setup: most changes have neither.
    pub shares: Option<Box<Shares>>,
    /// The setup, when chance has decided who begins.
    pub setup: Option<Box<GameSetup>>,
    /// The new progress.
    pub progress: Option<Progress>,
    /// The game that follows.
    pub rematch: Option<String>,
    /// The record could not be replayed.
    pub damaged: Option<bool>,
    /// Seconds since 1970; 0 leaves the old time.
    pub time: i64,
}

impl StoredGame {
    /// Makes a change, for storages that write down whole games.
    pub fn change(&mut self, change: Change) {
        if change.sets_aside {
            let from = self.actions.len().min(change.after as usize);
            self.set_aside.extend(self.actions.drain(from..));
            self.notes.iter_mut().for_each(|note| note.after = note.after.min(change.after));
        }
        self.actions.extend(change.actions);
        self.notes.extend(change.notes);
        self.chat.extend(change.chat);
        self.chat.drain(..self.chat.len().saturating_sub(CHAT_KEPT));
        for (place, seat) in change.seats {
            if let Some(kept) = self.seats.get_mut(usize::from(place)) {
                *kept = seat;
            }
        }
        self.status = change.status.unwrap_or(self.status);
        if let Some(shares) = change.shares {
            self.shares = Some(*shares);
        }
        if let Some(setup) = change.setup {
            self.setup = *setup;
        }
        if let Some(progress) = change.progress {
            self.progress = progress;
        }
        self.rematch = change.rematch.or(self.rematch.take());
        self.damaged = change.damaged.unwrap_or(self.damaged);
        self.changed = self.changed.max(change.time);
        self.version += 1;
    }
}

/// A game before its first action.
pub fn new_game(
    id: String,
    host: Identity,
    seed: Seed,
    setup: GameSetup,
    seats: Vec<StoredSeat>,
    date: i64,
) -> StoredGame {
    let is_full = seats.iter().all(StoredSeat::is_taken);
    let progress = Progress { points: vec![0; seats.len()], ..Progress::default() };
    StoredGame {
        id,
        host,
        rules: rules_version(),
        seed,
        setup,
        status: if is_full { Status::Running } else { Status::Open },
        progress,
        created: date,
        changed: date,
        rematch: None,
        damaged: false,
        shares: None,
        version: 0,
        seats,
        actions: Vec::new(),
        set_aside: Vec::new(),
        notes: Vec::new(),
        chat: Vec::new(),
    }
}

/// The version of the rules that is stored with a game.
pub fn rules_version() -> String {
    format!("{} record {}", env!("CARGO_PKG_VERSION"), bastide_rules::notation::FORMAT_VERSION)
}

/// Letters of a code to be said aloud.
pub const CODE: usize = 6;

/// What is said aloud to call somebody to a game that waits: the beginning of its id, which nobody can guess in time.
pub fn code(id: &str) -> &str {
    id.get(..CODE).unwrap_or(id)
}

/// The link that opens a seat.
pub fn seat_link(id: &str, place: usize, key: &str) -> SeatLink {
    SeatLink { seat: place as u8, path: format!("/seat/{id}/{place}#key={key}") }
}

/// A game as lists show it.
pub fn summary(game: &StoredGame, viewer: Option<Identity>) -> GameSummary {
    let asked = game.progress.asked.and_then(|seat| game.seats.get(usize::from(seat)));
    let is_seated = viewer.is_some() && game.seats.iter().any(|seat| seat.owner == viewer);
    let points = |place: usize| game.progress.points.get(place).copied().unwrap_or(0);
    GameSummary {
        id: game.id.clone(),
        status: game.status,
        in_box: game.setup.in_box.clone(),
        base: game.setup.base.clone(),
        modules: game.setup.modules.clone(),
        seats: (game.seats.iter().enumerate())
            .map(|(place, seat)| SeatSummary {
                name: seat.name.clone(),
                colour: seat.colour.clone(),
                points: points(place),
                bot: seat.bot.clone(),
                taken: seat.is_taken(),
            })
            .collect(),
        tiles_left: game.progress.left,
        created: game.created,
        changed: game.changed,
        yours: is_seated,
        can_join: game.status == Status::Open && !is_seated && game.seats.iter().any(StoredSeat::is_open),
        invited: viewer.is_some() && game.seats.iter().any(|seat| seat.is_kept_for(viewer)),
        host: viewer == Some(game.host),
        asked: game.progress.asked.filter(|_| game.status == Status::Running),
        clock: game.setup.clock.clone(),
        your_turn: game.status == Status::Running && asked.is_some_and(|seat| seat.is_played_by(viewer)),
        damaged: game.damaged,
    }
}
