//! The rules of Carcassonne as a pure, deterministic library.
//!
//! A [`Game`] is made from [`Options`]: a base, modules and a number of players. A [`State`] of it
//! always waits for exactly one decision, of a player or of chance. [`State::legal_actions`] lists
//! the answers, [`State::apply`] takes one and refuses everything else, and
//! [`State::why_not`] names the rule that forbids an action.
//!
//! Nothing here does I/O, reads a clock or draws random numbers: draws are actions too. So the
//! options and the list of actions determine the state, bit for bit.
//!
//! ```
//! use bastide_rules::{Actor, Base, Game, Module, Options, State};
//!
//! let game = Game::new(Options::new(Base::V3, 2).with(Module::River))?;
//! let mut state = State::new(game);
//! while state.actor() != Actor::Nobody {
//!     let first = state.legal_actions()[0];
//!     state.apply(first)?;
//! }
//! println!("{:?}", state.points());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Whatever is added is asked for everywhere: an arm for all the others would forget it in silence.
#![warn(clippy::wildcard_enum_match_arm)]
// Long are only lists that the compiler keeps complete, each with its reason.
#![warn(clippy::too_many_lines)]

mod action;
mod asked;
mod bag;
mod board;
pub mod catalogue;
mod decision;
mod defect;
mod event;
mod explain;
mod figure;
mod foresee;
mod frontier;
mod game;
mod geometry;
mod hash;
mod module;
mod modules;
pub mod notation;
mod perft;
mod player;
mod printed;
mod refusal;
mod round;
mod scoring;
mod script;
mod setup;
mod stage;
mod stages;
mod standing;
mod state;
pub mod story;
mod survey;
pub mod tile;
mod track;
mod turn;
#[cfg(feature = "validate")]
pub mod validate;

pub use action::{Action, CropAction, MagicFigure, Marker, Piece, Spot};
pub use decision::{Actor, Decision, Outcome};
pub use defect::{Defect, Defects};
pub use event::{
    Award, Counted, Deployment, Event, EventSink, ExtraTurnCause, Halved, Item, MagicAsideCause, NoEvents, Release,
    ReturnCause, RobberReturnCause, Source, Value, When,
};
pub use figure::{FigureKind, Owned};
pub use foresee::{Consequence, Fate};
pub use game::{Clash, Game, Options, SetupError};
pub use geometry::{Compass, Port, PortSet, Pos, Rotation, Side};
pub use module::{
    BASES, BIG_BOX, BOXES, Base, BaseInfo, BoxInfo, MODULES, Module, ModuleInfo, ModuleSet, NOBLES_AND_TOWERS,
    box_named,
};
pub use modules::count::{Quarter, Waiting};
pub use modules::ferries::Ferry;
pub use modules::gold::Ingots;
pub use modules::magic::StandingMagic;
pub use modules::messages::{Message, is_dark_space};
pub use modules::river::RiverEnd;
pub use modules::tower::{Captives, RANSOM, Tower};
pub use modules::wheel::Sector;
pub use perft::perft;
pub use player::{ByPlayer, MAX_PLAYERS, PlayerId};
pub use refusal::{Absent, Duty, IllegalAction, Refusal};
pub use setup::{Crowned, Pieces, Setup};
pub use state::{FrontierCell, LaidTile, RegionView, StandingFigure, State};
pub use survey::{Facts, Joint, Opening, Standing, Stock, Turns};
pub use tile::{CropCircle, Edge, Feature, Goods, Symbol, Tile, TileId};
pub use track::SPACES as TRACK_SPACES;

// What the README shows is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
