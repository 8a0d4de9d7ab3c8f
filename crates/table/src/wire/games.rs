//! Games in lists, their draws, and a game as one recipient may see it.
//!
//! What is played is told in the words of the stored game, which another version may have written; the client reads them
//! as the words of this one.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    AnsweredView, AwardView, BoardView, CaptiveView, ChatLine, Clock, DecisionView, LogEntry, TrackView, Word,
};
use crate::described::{TS, ToSchema};
use crate::words::{PaletteName, PieceName};

#[derive(Serialize, Deserialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Waits for people.
    Open,
    Running,
    Finished,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct GameSummary {
    pub id: String,
    pub status: Status,
    /// The box, if the game was set up by one.
    #[ts(as = "Option<crate::words::BoxName>")]
    pub in_box: Option<String>,
    #[ts(as = "crate::words::BaseName")]
    pub base: String,
    #[ts(as = "Vec<crate::words::ModuleName>")]
    pub modules: Vec<String>,
    pub seats: Vec<SeatSummary>,
    pub tiles_left: u32,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    #[ts(type = "number")]
    pub changed: i64,
    pub yours: bool,
    /// There is a free seat that this browser may take without a link.
    pub can_join: bool,
    /// A seat is kept for this browser: a rematch, or one that it had before.
    pub invited: bool,
    /// This browser made it.
    pub host: bool,
    /// The seat that is asked now.
    pub asked: Option<u8>,
    pub clock: Clock,
    /// It is the turn of a seat of this browser.
    pub your_turn: bool,
    /// The stored game could not be replayed to its end by this version.
    pub damaged: bool,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct SeatSummary {
    pub name: String,
    pub colour: String,
    pub points: i32,
    pub bot: Option<String>,
    pub taken: bool,
}

/// All draws of a finished game; `docs/protocol.md`, section Fairness, says how they follow from
/// the seed.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Draws {
    pub commitment: String,
    pub seed: String,
    /// The seat that began.
    pub first: u8,
    /// Whether it was drawn, as number 0.
    pub first_drawn: bool,
    /// The number of seats.
    pub seats: u8,
    /// What the players have added to the seed.
    pub shares: Vec<ShareView>,
    pub draws: Vec<DrawView>,
}

/// What a player adds to the randomness.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct ShareView {
    pub seat: u8,
    /// Its hash, hex, promised when the seat was taken.
    pub promise: String,
    /// The share, hex, when nothing can be added any more; none if the player did not tell it in time.
    pub share: Option<String>,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct DrawView {
    /// Counted from 1.
    pub number: u32,
    /// Names and weights, in the order in which they are counted.
    pub outcomes: Vec<(String, u32)>,
    pub drawn: String,
}

/// A game as one recipient may see it, with the recipient's own draft applied.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct GameView {
    pub id: String,
    /// The latest broadcast this view includes.
    pub number: u32,
    pub status: Status,
    #[ts(as = "Option<crate::words::BoxName>")]
    pub in_box: Option<String>,
    #[ts(as = "crate::words::BaseName")]
    pub base: String,
    #[ts(as = "Vec<crate::words::ModuleName>")]
    pub modules: Vec<String>,
    pub palette: PaletteName,
    pub seats: Vec<SeatView>,
    pub host: bool,
    /// The recipient may take a free seat without a link, with an empty key.
    pub can_join: bool,
    /// While it waits for people: what is said aloud to call somebody.
    pub code: Option<String>,
    pub aids: bool,
    pub clock: Clock,
    /// Whose time is up is replaced by a bot at once.
    pub strict: bool,
    /// Seats of people who have not come yet: before that no clock runs.
    pub waits_for: Vec<u8>,
    /// Somebody's time is up, and the others decide.
    pub overdue: Option<OverdueView>,
    pub turn: u32,
    /// Whose turn it is.
    pub active: Option<u8>,
    pub board: BoardView,
    /// The score track, when something happens on it.
    pub track: Option<TrackView>,
    pub decision: DecisionView,
    /// Confirmed and drafted actions so far; goes with every action.
    pub draft: u32,
    /// Whose draft the view shows: the recipient's seat that has drafted something.
    pub draft_of: Option<u8>,
    /// The decisions that this draft has answered, the first one first. Another answer is given by taking back to `draft`.
    pub answered: Vec<AnsweredView>,
    /// The recipient has drafted something and may take it back.
    pub can_undo: bool,
    /// The recipient must confirm before the game goes on.
    pub must_confirm: bool,
    pub left: u32,
    /// With aids: undrawn tiles by type.
    pub undrawn: Option<Vec<TileCount>>,
    /// Tiles out of the game.
    pub discarded: Vec<Word>,
    #[schema(value_type = Vec<LogEntry>)]
    pub log: Vec<Arc<LogEntry>>,
    pub chat: Vec<ChatLine>,
    /// SHA-256 of the seed, hex; shown from the start.
    pub commitment: String,
    /// The seed, hex, when the game is over.
    pub seed: Option<String>,
    /// What the players add to it.
    pub shares: Vec<ShareView>,
    /// All seats are taken, and those who have promised a share are waited for: `reveal` it.
    pub awaits_shares: bool,
    /// Awards of the final scoring, in order, when the game is over.
    pub final_awards: Vec<AwardView>,
    /// Points of each seat after each turn, and at last after the final scoring.
    pub history: Vec<Vec<i32>>,
    pub winners: Vec<u8>,
    /// The game id of a rematch, if there is one.
    pub rematch: Option<String>,
    /// What stopped the replay of a stored game, if anything did.
    pub damage: Option<String>,
    /// The recipient may let a damaged game go on from its last good action.
    pub can_continue: bool,
}

/// Somebody's time is up.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct OverdueView {
    pub seat: u8,
    /// The recipient may decide.
    pub decides: bool,
    /// Seats that want to end the game here; it ends when all others do.
    pub ends: Vec<u8>,
    /// How many must want it.
    pub needed: u8,
}

/// What is done when somebody's time is up.
#[derive(Serialize, Deserialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum TimeIsUp {
    /// The time of a move more.
    Wait,
    /// A bot plays on until its owner comes back.
    Bot,
    /// The game ends as it stands, if all others want it.
    End,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct SeatView {
    pub name: String,
    pub colour: String,
    pub bot: Option<String>,
    /// Belongs to the recipient.
    pub yours: bool,
    pub taken: bool,
    /// Free for everybody who comes to the game's address.
    pub open: bool,
    /// Kept for somebody who has not come.
    pub kept: bool,
    /// The recipient may sit down there without a link: it is kept for them, or a bot plays it for them.
    pub back: bool,
    pub connected: bool,
    pub resigned: bool,
    pub points: i32,
    /// With aids: points if the game ended now.
    pub projected: Option<i32>,
    pub supply: Vec<FigureCount>,
    /// A meeple of any kind is in the supply.
    pub has_meeple: bool,
    /// Tokens in front of the player: goods, ingots, floors of towers.
    pub tokens: Vec<TokenCount>,
    /// Whom the player holds.
    pub captives: Vec<CaptiveView>,
    /// Figures that lie beside the stacks.
    pub aside: Vec<PieceName>,
    /// Milliseconds left, as of this message; counts down if `active` is this seat.
    #[ts(type = "number | null")]
    pub clock: Option<i64>,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct FigureCount {
    pub figure: PieceName,
    pub count: u8,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TokenCount {
    pub token: PieceName,
    pub count: u8,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TileCount {
    pub tile: Word,
    pub count: u8,
}
