//! The game played a second time, slowly: what the fast code is held to.
//!
//! [`SlowGame`] keeps plain data and works everything out from scratch whenever it is asked,
//! straight from the rules texts. It shares the catalogue and the types with the fast code and
//! nothing else: own joining, own completion, own majority, own turn. It is only so fast that hundreds
//! of thousands of games can be walked; nothing is carried over from one change to the next.
//!
//! Where things lie is decided by drawing: a tile is a square of four by four units, each of its
//! twelve ports is a point on the rim, and a quarter turn moves points. Two segments are joined
//! where they have a point in common, and over a ferry. A turn is a list of things to do, from
//! which the first is taken until somebody must be asked.
//!
//! [`compare`] holds a [`State`](crate::State) to a [`SlowGame`]; [`check_state`] checks what must
//! hold in every state whatever led to it.

mod answers;
mod comparison;
mod completed;
mod count;
mod cult;
mod dragon;
mod drawing;
mod ferries;
mod figures;
mod game;
mod gingerbread;
mod laws;
mod laying;
mod messages;
mod points;
mod river_2;
mod tower;
mod track;
mod turn;
mod wheel;

pub use comparison::compare;
pub use game::{SlowGame, SlowRegion};
pub use laws::check_state;
pub use points::SlowAward;
