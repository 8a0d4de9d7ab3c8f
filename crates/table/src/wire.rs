//! What leaves and enters a room: the types of `docs/protocol.md`.
//!
//! They are not the types of the rules: a change inside the engine does not change the protocol.

#![allow(missing_docs, reason = "the names of the wire are explained where they are not plain")]

use std::sync::Arc;

use bastide_rules::Refusal;
use serde::{Deserialize, Serialize};

use crate::described::{TS, ToSchema};
use crate::words::{
    CircleName, CountedName, CropChoice, EdgeName, FeatureName, GoodsName, HalvedBy, MagicName, MarkerName, PartName,
    PieceName, QuarterName, SectorName, SideName, SymbolName,
};

/// The version of the protocol.
pub const PROTOCOL: u32 = 4;

/// The versions of pages that a server serves. Servers are renewed one after the other, so for a while old pages meet new servers and
/// new pages old ones: a version is served by one release before the next one speaks it (`docs/scale.md`).
pub const SERVED: std::ops::RangeInclusive<u32> = 4..=4;

/// A word of the engine or the name of a tile: views are full of them, so they are not copied.
pub type Word = &'static str;

/// A cell: x to the east, y to the south.
pub type Cell = [i16; 2];

/// Who is asking.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Me {
    /// The name this browser used last.
    pub name: Option<String>,
    /// Games in which this browser has a seat, running first.
    pub games: Vec<GameSummary>,
    pub protocol: u32,
    /// Part of the address of pictures; changes when the art changes.
    pub art_version: String,
}

/// What can be played.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Offer {
    pub bases: Vec<OfferItem>,
    pub modules: Vec<OfferItem>,
    pub boxes: Vec<OfferBox>,
    pub bots: Vec<String>,
    pub colours: Vec<String>,
    pub max_players: u8,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct OfferItem {
    pub id: String,
    /// English title; the client translates by id.
    pub title: String,
    /// Ids of modules or bases that exclude it.
    pub excludes: Vec<String>,
    /// The module of which it is a part.
    pub part_of: Option<String>,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct OfferBox {
    pub id: String,
    pub title: String,
    pub base: String,
    pub modules: Vec<String>,
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
    /// city, road, field, monastery, garden, shrine.
    pub feature: String,
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
    /// How long bots wait before each move, in milliseconds.
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

/// What somebody tells the operator about a player.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Whom it is about.
    pub seat: u8,
    /// What happened, up to 300 characters.
    pub text: String,
}

/// A new link for a seat.
#[derive(Deserialize, TS, ToSchema, Clone, Copy, Debug, Default)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct NewLink {
    /// Also if somebody sits there who is here: they lose the seat.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub sure: bool,
}

/// A link that hands an identity over to another device.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct DeviceLink {
    /// Path and key, to be put behind the address of the server.
    pub path: String,
    /// So long it works.
    pub seconds: u32,
}

/// The key of such a link.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct DeviceKey {
    pub key: String,
    /// The games that this browser has come along, and are those of the other device too.
    #[serde(default)]
    pub bring: bool,
}

/// Somebody's passkeys, and whether there can be any here.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct Passkeys {
    /// Why there can be none at this address, as the code of a problem.
    pub hindrance: Option<String>,
    pub passkeys: Vec<PasskeyView>,
}

/// A passkey, as its person sees it. Bytes are written in base64url everywhere, as browsers do.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PasskeyView {
    pub id: String,
    pub label: String,
    /// In seconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    #[ts(type = "number")]
    pub used: i64,
}

/// What a new passkey is made with.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PasskeyWish {
    pub challenge: String,
    /// The name of the site that it is for.
    pub site: String,
    /// What the authenticator keeps beside it and hands out with it.
    pub handle: String,
    /// What the authenticator calls the person.
    pub name: String,
    /// The passkeys that are there; an authenticator that has one of them makes no second one.
    pub known: Vec<String>,
    pub seconds: u32,
}

/// A new passkey.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    pub handle: String,
    pub client_data: String,
    pub authenticator_data: String,
    pub label: String,
}

/// What a passkey is asked with.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PasskeyQuestion {
    pub challenge: String,
    pub site: String,
    pub seconds: u32,
}

/// The answer of a passkey.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct PasskeyProof {
    pub id: String,
    pub handle: String,
    pub client_data: String,
    pub authenticator_data: String,
    pub signature: String,
    /// The games that this browser has come along, and belong to the person of the passkey.
    #[serde(default)]
    pub bring: bool,
}

/// The public key that browsers subscribe to calls with.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PushKey {
    pub key: String,
}

/// A browser that wants to be called: its subscription to a push service, in base64url as it says it.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct NewPush {
    pub endpoint: String,
    pub key: String,
    pub auth: String,
    /// `en`, `uk` or `ru`.
    pub language: String,
}

/// A browser that does not want to be called any more.
#[derive(Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(deny_unknown_fields)]
pub struct PushEnd {
    pub endpoint: String,
}

/// The game that a code calls to.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct Called {
    pub id: String,
}

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
    pub in_box: Option<String>,
    pub base: String,
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
    pub in_box: Option<String>,
    pub base: String,
    pub modules: Vec<String>,
    pub palette: Word,
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

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct BoardView {
    pub tiles: Vec<TileView>,
    pub figures: Vec<FigureView>,
    pub ferries: Vec<FerryView>,
    /// What lies on whole tiles: ingots.
    pub tokens: Vec<TokenView>,
    /// What stands on whole tiles: dragon, fairy.
    pub neutral: Vec<TileFigure>,
    /// The tiles that the dragon has left in this flight, in order.
    pub flight: Vec<[i16; 2]>,
    pub towers: Vec<TowerView>,
    /// With aids: empty cells that no undrawn tile fits.
    pub dead: Vec<[i16; 2]>,
    /// The printed board in the middle; its squares are among the tiles and are not drawn one by one.
    pub printed: Option<PrintedView>,
}

/// A printed board: the wheel of fortune, the city of Carcassonne.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct PrintedView {
    /// The set that its picture is named by: wheel-of-fortune, count-board.
    pub board: Word,
    /// The cell of its north-west square.
    pub at: [i16; 2],
    /// Columns and rows.
    pub cells: [i16; 2],
    /// Sectors clockwise from the top, or quarters.
    pub parts: Vec<PartView>,
    /// The figure that belongs to the board.
    pub neutral: PieceName,
}

/// A sector of the wheel or a quarter of the city. Places are in units from the north-west corner of the board, a tile
/// is 100 wide.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct PartView {
    pub part: PartName,
    /// Where meeples stand, one place after the other.
    pub spaces: Vec<[f32; 2]>,
    /// Where the figure of the board stands.
    pub middle: [f32; 2],
    pub figures: Vec<PartFigure>,
    /// The figure of the board stands here.
    pub has_neutral: bool,
    /// What a sector would give if the figure of the board stopped there now: seat and points.
    pub gives: Vec<(u8, i32)>,
}

#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PartFigure {
    pub seat: u8,
    pub figure: PieceName,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TileView {
    /// `set/id`.
    pub tile: Word,
    pub at: [i16; 2],
    pub rotation: u8,
    /// The seat that laid it; none for the start tile.
    pub by: Option<u8>,
    pub turn: u32,
    /// Part of the recipient's draft.
    pub draft: bool,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct FigureView {
    /// Whose it is; none for neutral figures.
    pub seat: Option<u8>,
    pub figure: PieceName,
    pub at: [i16; 2],
    pub segment: u8,
    pub draft: bool,
}

/// A ferry and the two roads of its lake that it connects.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct FerryView {
    pub at: [i16; 2],
    pub ends: [u8; 2],
    pub draft: bool,
}

/// A neutral figure that stands on a whole tile.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct TileFigure {
    pub figure: PieceName,
    pub at: [i16; 2],
    pub draft: bool,
}

/// A started tower.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct TowerView {
    pub at: [i16; 2],
    /// Its floors.
    pub height: u8,
    /// No floor can be added any more.
    pub finished: bool,
    /// The meeple on it.
    pub guard: Option<GuardView>,
    pub draft: bool,
}

#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct GuardView {
    pub seat: u8,
    pub figure: PieceName,
}

/// Prisoners of one owner and kind.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct CaptiveView {
    /// Whose they are.
    pub seat: u8,
    pub figure: PieceName,
    pub count: u8,
}

#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct TokenView {
    pub token: PieceName,
    pub at: [i16; 2],
    pub count: u8,
}

/// The score track.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TrackView {
    /// The number of spaces, counted from 0.
    pub spaces: u8,
    pub markers: Vec<MarkerView>,
    /// Figures on spaces.
    pub figures: Vec<TrackFigure>,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct MarkerView {
    pub seat: u8,
    pub marker: MarkerName,
    pub points: i32,
    pub space: u8,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TrackFigure {
    pub seat: u8,
    pub figure: PieceName,
    pub space: u8,
}

/// What is asked.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct DecisionView {
    #[serde(flatten)]
    pub question: Question,
    /// Who is asked; none for chance.
    pub seat: Option<u8>,
    /// The tile in hand, `set/id`; it is there from the draw until it is laid, whatever is asked meanwhile.
    pub tile: Option<Word>,
    /// Only for the player who is asked.
    pub options: Vec<OptionView>,
}

/// A question and what it is about; the client has words for each.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Question {
    Spring,
    Draw,
    Place,
    /// `at` is the tile just laid.
    Deploy {
        at: [i16; 2],
    },
    Robber,
    Ingot {
        at: [i16; 2],
    },
    Magic {
        /// Mage and witch stand on one feature and must part.
        joined: bool,
    },
    Roll {
        figure: PieceName,
    },
    /// `at` is the tile that the flier has reached.
    Land {
        figure: PieceName,
        at: [i16; 2],
    },
    Accompany {
        figure: PieceName,
        at: [i16; 2],
    },
    PutFerry {
        at: [i16; 2],
    },
    MoveFerry,
    ScoreNext,
    KeepFarmer {
        at: [i16; 2],
    },
    Mark {
        points: i32,
    },
    Rob,
    DrawMessage,
    Message {
        /// Its number.
        message: u8,
    },
    MessageReturn,
    Crop {
        circle: CircleName,
    },
    CropAdd {
        circle: CircleName,
    },
    CropReturn {
        circle: CircleName,
    },
    Gingerbread,
    Plague,
    Ransom,
    StepDragon {
        /// The steps that the dragon has before it.
        steps: u8,
    },
    Capture {
        /// The cells in reach of the tower.
        reach: Vec<[i16; 2]>,
    },
    Exchange,
    MoveOut,
    Send,
    MoveCount,
    LastMove,
    Over,
}

/// A decision that a draft has answered.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct AnsweredView {
    /// The number of actions before the answer.
    pub draft: u32,
    pub decision: DecisionView,
    /// The action that was taken.
    pub answer: String,
}

/// One legal answer. `action` is sent back as it is.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct OptionView {
    pub action: String,
    pub target: Target,
    /// What follows from it, as far as that is certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Consequence>>")]
    pub brings: Vec<Consequence>,
    /// Other segments where the same can be done with this figure: places of mage and witch, places behind a portal. Each is
    /// an answer of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Also>>")]
    pub also: Vec<Also>,
}

/// The action of another answer, its cell and segment. It brings the same as the one before it, or what it names.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(untagged)]
pub enum Also {
    Same(String, [i16; 2], u8),
    Other(String, [i16; 2], u8, Vec<Consequence>),
}

/// Something that follows from an answer. The client has words for each.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Consequence {
    Points(PointsView),
    /// `seat` pays `points` to `other`.
    Pays {
        seat: u8,
        other: u8,
        points: i32,
    },
    /// So many figures come back to their owner.
    Home {
        seat: u8,
        figure: PieceName,
        count: u8,
    },
    Eaten {
        seat: u8,
        figure: PieceName,
    },
    SentAway {
        seat: u8,
        figure: PieceName,
    },
    /// It becomes a prisoner of `other`.
    Captive {
        seat: u8,
        figure: PieceName,
        other: u8,
    },
    Freed {
        seat: u8,
        figure: PieceName,
    },
    Goods {
        seat: u8,
        goods: GoodsName,
        count: u8,
    },
    Ingots {
        seat: u8,
        count: u8,
    },
    /// Another turn.
    Again {
        seat: u8,
    },
    /// The region at the target: what it is worth before and after; its tiles after, if a ferry changes them.
    Region {
        worth: [i32; 2],
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        tiles: Option<u16>,
    },
    /// It can be captured next.
    InReach {
        seat: u8,
        figure: PieceName,
    },
    /// A robber waits for the marker of `seat`.
    Robs {
        seat: u8,
    },
    /// The crown space of a sector is worth this to `seat` when the pig stops there.
    Crown {
        seat: u8,
        sector: SectorName,
        points: i32,
    },
    /// `seat` has the majority then, and had not before, or shares it with others.
    Leads {
        seat: u8,
    },
    /// The fairy comes to it, or leaves it.
    Fairy {
        seat: u8,
        figure: PieceName,
        comes: bool,
    },
    /// If the die shows this number there are so many places to land.
    Flight {
        number: u8,
        places: u8,
    },
    /// Incomplete features that can be entered from the quarter, and what the best is worth so far.
    Quarter {
        quarter: QuarterName,
        features: u16,
        most: i32,
    },
    /// The count comes to meeples of `seat`, or leaves them.
    Count {
        seat: u8,
        figure: PieceName,
        count: u8,
        comes: bool,
    },
    /// A crop circle lets `seat` add a meeple.
    Adds {
        seat: u8,
    },
    /// A crop circle makes `seat` take one back.
    TakesBack {
        seat: u8,
    },
    /// All this if `seat` leaves out what they may do before it.
    Unless {
        seat: u8,
    },
}

/// Points that would be given, and for what.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
pub struct PointsView {
    pub seat: u8,
    pub points: i32,
    #[serde(flatten)]
    pub source: AwardSource,
    /// A segment of the region, if it is for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<[i16; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub segment: Option<u8>,
}

/// Where an option is chosen.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "on")]
pub enum Target {
    /// An empty cell: the tile in this rotation.
    Cell { at: [i16; 2], rotation: u8 },
    /// A segment on the board: this figure goes there.
    Segment { at: [i16; 2], segment: u8, figure: PieceName },
    /// A figure on the board; `with` comes along.
    Figure { seat: Option<u8>, figure: PieceName, with: Option<PieceName>, at: [i16; 2], segment: u8 },
    /// A region on the board, named by one of its segments.
    Region { at: [i16; 2], segment: u8 },
    /// A whole tile on the board: this figure or token goes there.
    Tile { at: [i16; 2], figure: PieceName },
    /// A part of the printed board: this figure goes there.
    Part { part: PartName, figure: PieceName },
    /// A figure of any player on the board, which is taken away; `with` comes along.
    Seize { seat: u8, figure: PieceName, with: Option<PieceName>, at: [i16; 2], segment: u8 },
    /// The tower of a tile: a floor makes it so high, and it reaches these cells.
    Floor { at: [i16; 2], height: u8, reach: Vec<[i16; 2]> },
    /// The tower of a tile: this meeple goes on it.
    Tower { at: [i16; 2], figure: PieceName },
    /// A meeple on the tower of a tile.
    Guard { seat: u8, figure: PieceName, at: [i16; 2] },
    /// A prisoner of one player, before another one.
    Captive { captor: u8, seat: u8, figure: PieceName },
    /// Two roads of a lake, to be connected by its ferry.
    Ferry { at: [i16; 2], ends: [u8; 2] },
    /// A space of the score track: this figure goes there.
    Space { space: u8, figure: PieceName },
    /// A marker on the score track, and where it would go.
    Marker { seat: u8, marker: MarkerName, from: u8, to: u8 },
    /// A player, and the points that choosing them brings, if that is settled.
    Seat { seat: u8, points: Option<i32> },
    /// A button; `id` is for the words.
    Button { id: ButtonId },
}

/// What a button does.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum ButtonId {
    Pass,
    TwoPoints,
    CarryOut,
    CropAdd,
    CropReturn,
    /// Something whose place is not known.
    Other,
}

/// One turn, or the final scoring, in the log.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct LogEntry {
    /// 0 for the final scoring.
    pub turn: u32,
    pub seat: Option<u8>,
    pub tile: Option<Word>,
    pub at: Option<[i16; 2]>,
    /// Drawn tiles that fitted nowhere.
    pub discarded: Vec<Word>,
    pub deployed: Vec<FigureView>,
    pub awards: Vec<AwardView>,
    pub returned: Vec<FigureView>,
    /// What else happened, in order.
    pub happened: Vec<Happening>,
    /// `word:seat`: resigned, timed-out, replaced-by-bot …
    pub notes: Vec<String>,
}

/// Something that happened that is neither a tile, a figure on the board nor points; the client has a sentence for each.
/// `seat` is who did it or whom it befell, `other` the other player.
#[derive(Serialize, TS, ToSchema, Clone, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Happening {
    RobberPut {
        seat: u8,
        space: u8,
    },
    RobberFollowed {
        seat: u8,
        space: u8,
    },
    RobberReturned {
        seat: u8,
    },
    IngotPut {
        at: [i16; 2],
    },
    IngotsTaken {
        seat: u8,
        count: u8,
        at: [i16; 2],
        segment: u8,
    },
    MagicMoved {
        figure: MagicName,
        at: [i16; 2],
        segment: u8,
    },
    MagicAside {
        figure: MagicName,
    },
    Rolled {
        seat: u8,
        figure: PieceName,
        number: u8,
        at: [i16; 2],
    },
    FlightFailed {
        seat: u8,
        figure: PieceName,
    },
    FerryPut {
        at: [i16; 2],
        ends: [u8; 2],
    },
    FerryMoved {
        at: [i16; 2],
        ends: [u8; 2],
    },
    GoodsTaken {
        seat: u8,
        goods: GoodsName,
        count: u8,
    },
    BuilderAside {
        seat: u8,
        at: [i16; 2],
        segment: u8,
    },
    MarkerMoved {
        seat: u8,
        marker: MarkerName,
        points: i32,
        space: u8,
    },
    MessageDrawn {
        seat: u8,
        message: u8,
    },
    CropChosen {
        seat: u8,
        circle: CircleName,
        choice: CropChoice,
    },
    ExtraTurn {
        seat: u8,
    },
    GingerbreadMoved {
        at: [i16; 2],
        segment: u8,
    },
    GingerbreadAside,
    PigMoved {
        sector: SectorName,
        steps: u8,
    },
    CrownTaken {
        seat: u8,
        figure: PieceName,
        sector: SectorName,
    },
    CrownLeft {
        seat: u8,
        figure: PieceName,
        sector: SectorName,
    },
    /// Without a figure nobody was left to take.
    Plague {
        seat: u8,
        figure: Option<PieceName>,
    },
    Challenge {
        at: [i16; 2],
        segment: u8,
    },
    ChallengeLost {
        at: [i16; 2],
        segment: u8,
    },
    DragonPut {
        at: [i16; 2],
    },
    DragonMoved {
        seat: u8,
        at: [i16; 2],
    },
    DragonEats {
        seat: u8,
        figure: PieceName,
    },
    FairyMoved {
        at: [i16; 2],
    },
    KnightSent {
        seat: u8,
        other: u8,
        figure: PieceName,
    },
    TowerStarted {
        seat: u8,
        at: [i16; 2],
    },
    TowerRaised {
        seat: u8,
        at: [i16; 2],
        height: u8,
    },
    TowerOccupied {
        seat: u8,
        figure: PieceName,
        at: [i16; 2],
    },
    TowerLeft {
        seat: u8,
        figure: PieceName,
        at: [i16; 2],
    },
    Captured {
        seat: u8,
        other: u8,
        figure: PieceName,
    },
    CapturedOwn {
        seat: u8,
        figure: PieceName,
    },
    Freed {
        seat: u8,
        other: u8,
        figure: PieceName,
    },
    Ransomed {
        seat: u8,
        other: u8,
        figure: PieceName,
        points: i32,
    },
    Sent {
        seat: u8,
        figure: PieceName,
        quarter: QuarterName,
    },
    LeftQuarter {
        seat: u8,
        figure: PieceName,
        quarter: QuarterName,
    },
    CountMoved {
        quarter: QuarterName,
    },
}

/// Points with their reason.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct AwardView {
    pub seat: u8,
    pub when: AwardTime,
    #[serde(flatten)]
    pub source: AwardSource,
    pub points: i32,
    pub items: Vec<ItemView>,
    /// Why only half of the sum counts, rounded up.
    pub halved: Option<HalvedBy>,
    /// A segment of the region, if it is for one.
    pub at: Option<[i16; 2]>,
    pub segment: Option<u8>,
    /// The rules that explain it, the general one first.
    pub rules: Vec<Word>,
}

/// When points are given.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case")]
pub enum AwardTime {
    /// With a completed feature.
    Completed,
    /// With a feature that its figure left.
    Recalled,
    /// Otherwise during a turn.
    Turn,
    /// In the final scoring.
    Final,
}

/// What points are for.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "source")]
pub enum AwardSource {
    City,
    Road,
    Monastery,
    Garden,
    Shrine,
    Field,
    Pig,
    /// Half of what another player scored.
    Robbery {
        from: u8,
    },
    /// A message by its number.
    Message {
        message: u8,
    },
    Robber,
    Goods {
        goods: GoodsName,
    },
    Gold,
    Gingerbread,
    Fairy,
    Wheel {
        sector: SectorName,
    },
    Crown {
        sector: SectorName,
    },
}

/// One summand: `count` × `each` of `what`.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct ItemView {
    pub what: CountedName,
    pub count: u16,
    pub each: u16,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct ChatLine {
    pub seat: Option<u8>,
    pub name: String,
    pub text: String,
    #[ts(type = "number")]
    pub time: i64,
}

/// A region for hover and tap.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct RegionInfo {
    pub feature: FeatureName,
    /// Cell and segment of each piece.
    pub spots: Vec<([i16; 2], u8)>,
    pub complete: bool,
    pub open_ends: u16,
    /// Worth if the game ended now.
    pub now: i32,
    pub items: Vec<ItemView>,
    /// Why only half of the sum counts.
    pub halved: Option<HalvedBy>,
    /// Worth if it were completed as it is; none for fields.
    pub when_complete: Option<i32>,
    /// Strength by seat.
    pub strength: Vec<u8>,
    /// Seats with the majority.
    pub majority: Vec<u8>,
    /// The shrine or monastery with which it is in a challenge.
    pub challenge: Option<([i16; 2], u8)>,
}

/// A cell in words, for those who do not see it: the tile that lies there, or would.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct CellFacts {
    pub tile: Option<TileFacts>,
    /// What the neighbours show towards it: north, east, south, west.
    pub around: [Option<EdgeName>; 4],
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct TileFacts {
    pub rotation: u8,
    /// North, east, south, west, as it lies.
    pub edges: [EdgeName; 4],
    /// What belongs to no segment.
    pub symbols: Vec<SymbolName>,
    pub segments: Vec<SegmentFacts>,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct SegmentFacts {
    pub feature: FeatureName,
    /// The sides that it reaches, as it lies.
    pub sides: Vec<SideName>,
    pub symbols: Vec<SymbolName>,
    /// Tiles of its region, with this one.
    pub tiles: u16,
    /// Its region, without where it lies; none for a tile in hand.
    pub region: Option<RegionInfo>,
}

/// Why an action is not legal.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Reason {
    /// For the client's translation.
    #[schema(value_type = String)]
    pub code: ReasonCode,
    /// What the code is about, from the general to the special: `n`; `abbot`, `city` …
    pub about: Vec<Word>,
    /// The rule that forbids it.
    pub rule: Option<String>,
    /// The same in English.
    pub message: String,
}

/// The code of a refusal, `cell-taken`, `side-mismatch` …; `allowed` if the action is legal, `no-answer` if it does not
/// answer what is asked.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReasonCode(Word);

impl ReasonCode {
    /// The action is legal.
    pub const ALLOWED: ReasonCode = ReasonCode("allowed");
    /// It is not an answer to what is asked.
    pub const NO_ANSWER: ReasonCode = ReasonCode("no-answer");

    /// The code of a refusal.
    pub fn of(refusal: Refusal) -> ReasonCode {
        ReasonCode(refusal.code())
    }
}

/// A union of all codes, so that a client without a word for one does not compile.
#[cfg(feature = "described")]
impl TS for ReasonCode {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        "ReasonCode".to_owned()
    }

    fn inline(_: &ts_rs::Config) -> String {
        let others = [ReasonCode::ALLOWED.0, ReasonCode::NO_ANSWER.0];
        let codes = others.iter().chain(Refusal::CODES).map(|code| format!("{code:?}"));
        codes.collect::<Vec<_>>().join(" | ")
    }

    fn decl(config: &ts_rs::Config) -> String {
        format!("type ReasonCode = {};", Self::inline(config))
    }

    fn decl_concrete(config: &ts_rs::Config) -> String {
        Self::decl(config)
    }

    fn docs() -> Option<String> {
        Some("/**\n * The code of a refusal, or why there is none.\n */\n".to_owned())
    }

    fn output_path() -> Option<std::path::PathBuf> {
        Some("ReasonCode.ts".into())
    }
}

/// Client → server.
#[derive(Serialize, Deserialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "type", deny_unknown_fields)]
pub enum ClientMessage {
    /// `seen` is how many entries of the log the client has that will not change any more.
    Hello {
        protocol: u32,
        seen: Option<u32>,
    },
    /// One of the listed options, for the seat that is asked. With the number of a decision that the draft has answered
    /// already it is another answer to that one; what was drafted after it is taken back.
    Act {
        draft: u32,
        action: String,
    },
    Undo {
        draft: u32,
    },
    Confirm {
        draft: u32,
    },
    /// Why an action that is not listed is not legal.
    Why {
        action: String,
        ask: u32,
    },
    /// Why this place of the board is no answer; `figure` is what would go there, if anything.
    WhyThere {
        at: [i16; 2],
        segment: u8,
        figure: String,
        ask: u32,
    },
    /// Why this space of the score track is no answer.
    WhySpace {
        space: u8,
        ask: u32,
    },
    /// Facts of a region.
    Region {
        at: [i16; 2],
        segment: u8,
        ask: u32,
    },
    /// A cell in words: the tile that lies there; with a rotation the tile in hand as it would lie there; without a cell
    /// the tile in hand.
    Describe {
        at: Option<[i16; 2]>,
        rotation: Option<u8>,
        ask: u32,
    },
    /// The board as it was after a turn; 0 is before the first one.
    Board {
        turn: u32,
        ask: u32,
    },
    Chat {
        text: String,
    },
    Resign {
        seat: u8,
    },
    /// Stands up before the game begins, or does not want a seat that is kept. The host may do it for a seat that is
    /// kept for somebody else.
    Leave {
        seat: u8,
    },
    /// The owner of a seat that a bot plays, or for whom it is kept, plays on.
    Back {
        seat: u8,
    },
    /// What is to be done about a player whose time is up.
    TimeIsUp {
        choice: TimeIsUp,
    },
    /// Host, or the seat's owner: a bot takes over.
    ReplaceByBot {
        seat: u8,
        bot: String,
    },
    /// The host begins although seats are free; bots take them.
    Start,
    /// The share that was promised for a seat, hex.
    Reveal {
        seat: u8,
        share: String,
    },
    /// The host lets a damaged game go on from its last good action; the rest is set aside.
    Continue,
    Ping,
}

/// What stays of the view that a socket got before. Lists that only grow are sent from their first new entry on; the
/// numbers say how many entries before it stay, and what else the client has is cut off.
#[derive(Serialize, TS, ToSchema, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[ts(export)]
pub struct Keep {
    /// Entries of `board.tiles`.
    pub tiles: u32,
    pub log: u32,
    pub history: u32,
    pub discarded: u32,
    /// Entries of `answered`. Those that are sent have no options: they are those of the decision when it was asked.
    pub answered: u32,
    /// `undrawn` is as it was.
    pub undrawn: bool,
    /// `chat` is as it was, with the lines that came since.
    pub chat: bool,
    /// `decision` is the one that the client knows by the number in `draft`.
    pub decision: bool,
}

/// Server → client.
#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum ServerMessage {
    /// The view: whole if there is no `keep`, else without what stays of the one before.
    View {
        keep: Option<Keep>,
        view: Box<GameView>,
    },
    /// The confirmed actions are stored; sent before the broadcast they cause.
    Stored {
        draft: u32,
    },
    /// The answer to `why` and `why-there`.
    Because {
        ask: u32,
        reason: Reason,
    },
    Region {
        ask: u32,
        region: Option<RegionInfo>,
    },
    /// The answer to `describe`; none if the tile cannot lie there.
    Described {
        ask: u32,
        cell: Option<Box<CellFacts>>,
    },
    /// The answer to `board`.
    Board {
        ask: u32,
        board: Box<BoardView>,
    },
    Chat {
        number: u32,
        line: ChatLine,
    },
    Presence {
        seats: Vec<bool>,
        watching: u32,
    },
    Problem {
        code: String,
        message: String,
    },
    Pong,
}

#[derive(Serialize, TS, ToSchema, Clone, Debug)]
#[ts(export)]
pub struct Problem {
    pub code: String,
    pub message: String,
}
