//! Games and positions as text that a person can read, type and paste.
//!
//! A [`Record`] is a header and one line for each turn; a position is one line. The grammar is in
//! `docs/notation.md`. Rules never parse: everything that knows about text is here.

mod answer;
mod names;
mod position;
mod record;
mod words;

pub use answer::{is_idle_choice, parse_action};
pub use names::{action_text, parse_tile, segment_name, spot_of_segment, tile_name};
pub use position::{PositionError, format_position, parse_position};
pub use record::{FORMAT_VERSION, Record, RecordError, RecordErrorKind};
pub use words::MAX_NAME_CHARS;
