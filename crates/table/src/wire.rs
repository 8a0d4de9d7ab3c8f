//! What leaves and enters a room: the types of `docs/protocol.md`.
//!
//! They are not the types of the rules: a change inside the engine does not change the protocol.

#![allow(missing_docs, reason = "the names of the wire are explained where they are not plain")]

mod asking;
mod board;
mod facts;
mod games;
mod log;
mod note;
mod offers;
mod people;
mod problem;

use serde::{Deserialize, Serialize};

use crate::described::{TS, ToSchema};
use crate::words::PieceName;
pub use asking::{ActionName, Also, AnsweredView, Consequence, DecisionView, OptionView, PointsView, Question, Target};
pub use board::{
    BoardView, CaptiveView, FerryView, FigureView, GuardView, MarkerView, PartFigure, PartView, PrintedView,
    TileFigure, TileView, TokenView, TowerView, TrackFigure, TrackView,
};
pub use facts::{CellFacts, Reason, ReasonCode, RegionInfo, SegmentFacts, TileFacts};
pub use games::{
    DrawView, Draws, FigureCount, GameSummary, GameView, OverdueView, SeatSummary, SeatView, ShareView, Status,
    TileCount, TimeIsUp, TokenCount,
};
pub use log::{AwardSource, AwardView, ChatLine, DeployedView, Happening, ItemView, LogEntry, ReturnedView};
pub use note::Note;
pub use offers::{
    Clock, CreateGame, Created, Exclusion, First, Offer, OfferBox, OfferItem, SeatLink, SeatOffer, SeatPlan,
    SegmentArt, TakeSeat, TileArt, Who,
};
pub use people::{
    Called, DeviceKey, DeviceLink, Me, NewLink, NewPasskey, NewPush, PasskeyProof, PasskeyQuestion, PasskeyView,
    PasskeyWish, Passkeys, PushEnd, PushKey, Report,
};
pub use problem::{Problem, ProblemCode};

/// The version of the protocol.
pub const PROTOCOL: u32 = 6;

/// The versions of pages that a server serves. Servers are renewed one after the other, so for a while old pages meet new servers and
/// new pages old ones: a version is served by one release before the next one speaks it (`docs/scale.md`). Version 6 is spoken at
/// once, as no release has spoken 5; nodes that serve no version in common keep their games from each other's pages
/// (`bus/post.rs` of the server).
pub const SERVED: std::ops::RangeInclusive<u32> = 6..=6;

/// A word of the engine or the name of a tile: views are full of them, so they are not copied.
pub type Word = &'static str;

/// A cell: x to the east, y to the south.
pub type Cell = [i16; 2];

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
        figure: PieceName,
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
        code: ProblemCode,
        message: String,
    },
    Pong,
}
