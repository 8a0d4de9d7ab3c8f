//! What can be played, the wish for a game, and the way to a seat of it.

use serde::{Deserialize, Serialize};

use super::GameSummary;
use crate::described::{TS, ToSchema};
use crate::words::{BaseName, ClashName, FeatureName, ModuleName};

/// What can be played.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Offer {
    pub bases: Vec<OfferItem<BaseName>>,
    pub modules: Vec<OfferItem<ModuleName>>,
    pub boxes: Vec<OfferBox>,
    pub bots: Vec<String>,
    pub colours: Vec<String>,
    pub max_players: u8,
}

/// A base or a module.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct OfferItem<Name> {
    pub id: Name,
    /// English title; the client translates by id.
    pub title: String,
    /// What it cannot be chosen together with.
    pub excludes: Vec<Exclusion>,
    /// The module of which it is a part.
    pub part_of: Option<Name>,
}

/// A module or a base that excludes another one.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct Exclusion {
    pub id: String,
    pub why: ClashName,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct OfferBox {
    #[ts(as = "crate::words::BoxName")]
    pub id: String,
    pub title: String,
    pub base: BaseName,
    pub modules: Vec<ModuleName>,
    pub max_players: u8,
}

/// A tile for drawing: everything in tile coordinates, 0 to 100, unrotated.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TileArt {
    /// `set/id`.
    pub name: String,
    pub sides: String,
    pub segments: Vec<SegmentArt>,
    /// Where something lies that belongs to the whole tile.
    pub anchor: [f32; 2],
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct SegmentArt {
    pub feature: FeatureName,
    /// Where figures stand, best first.
    pub anchors: Vec<[f32; 2]>,
    /// The area as an SVG path, for highlighting.
    pub area: String,
    /// Where a ferry lands on it, if it ends at a lake.
    pub landing: Option<[f32; 2]>,
}

/// A new game.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// A box preset; its base and number of players then rule.
    pub in_box: Option<String>,
    pub base: Option<String>,
    pub modules: Vec<String>,
    pub seats: Vec<SeatPlan>,
    pub first: First,
    /// Remaining tiles, projected points, dead squares are shown.
    pub aids: bool,
    pub clock: Clock,
    /// Not listed in the lobby.
    pub private: bool,
    /// End after this many tiles (for short games).
    pub end_after: Option<u32>,
    /// How long bots take for a turn at least, in milliseconds. What needs no thought comes sooner.
    pub bot_pace: u32,
    /// When somebody's time is up a bot takes the seat at once; else the others decide.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub strict: bool,
}

#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct SeatPlan {
    pub name: String,
    pub colour: String,
    pub who: Who,
    /// The hash of what the player will add to the randomness, for a seat that is played here.
    #[serde(default)]
    #[ts(optional)]
    pub promise: Option<String>,
}

#[derive(Serialize, Deserialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// At the creator's device.
    Here,
    /// For whoever comes to the game's address.
    Open,
    /// Reserved: invited by a link of its own.
    Elsewhere,
    /// A bot with this name.
    Bot(String),
}

#[derive(Serialize, Deserialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    Random,
    Seat(u8),
}

#[derive(Serialize, Deserialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Clock {
    None,
    /// Seconds for each confirm.
    PerMove {
        seconds: u32,
    },
    /// Seconds for the game, and added after each turn.
    Fischer {
        seconds: u32,
        increment: u32,
    },
    /// Days for each confirm, whether anybody looks or not.
    Days {
        days: u32,
    },
}

#[derive(Serialize, Deserialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct Created {
    pub id: String,
    /// Links for the seats of people elsewhere.
    pub links: Vec<SeatLink>,
}

#[derive(Serialize, Deserialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct SeatLink {
    pub seat: u8,
    /// Path and key, to be put behind the address of the server: `/seat/{id}/{seat}#key=K`.
    pub path: String,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct SeatOffer {
    pub game: GameSummary,
    pub seat: u8,
    pub name: String,
    pub taken: bool,
    /// It is taken by this very browser.
    pub yours: bool,
}

#[derive(Serialize, Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    pub key: String,
    pub name: String,
    /// One that nobody at the table has, while the game waits; else that of the seat.
    #[serde(default)]
    #[ts(optional)]
    pub colour: Option<String>,
    /// The hash of what the player will add to the randomness; `docs/protocol.md`, section Fairness.
    #[serde(default)]
    #[ts(optional)]
    pub promise: Option<String>,
}
