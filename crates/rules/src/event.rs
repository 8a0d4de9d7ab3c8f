//! Events: what happened, for display. Rules never read them.

use std::fmt;

use crate::action::Spot;
use crate::figure::FigureKind;
use crate::geometry::{Pos, Rotation};
use crate::player::PlayerId;
use crate::tile::{Feature, TileId};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A tile was drawn and shown to all (BASE-D10).
    TileDrawn {
        /// The turn, counted from 1.
        turn: u32,
        /// Whose turn it is.
        player: PlayerId,
        /// The tile.
        tile: TileId,
    },
    /// A drawn tile fits nowhere and is out of the game (BASE-15).
    TileDiscarded {
        /// The tile.
        tile: TileId,
    },
    /// A tile was laid.
    TilePlaced {
        /// The tile.
        tile: TileId,
        /// Where.
        pos: Pos,
        /// How.
        rotation: Rotation,
    },
    /// A figure was placed.
    Deployed {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// Where.
        spot: Spot,
    },
    /// A figure went back to the supply of its owner.
    Returned {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// From where.
        spot: Spot,
    },
    /// Points were given.
    Scored(Award),
    /// The last turn is over; what follows is the final scoring.
    FinalScoringBegan,
    /// The game is over.
    GameEnded,
}

/// Points for one player and one reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Award {
    /// Who gets the points.
    pub player: PlayerId,
    /// What they are for.
    pub source: Source,
    /// A segment of the scored region.
    pub spot: Spot,
    /// How the points add up.
    pub value: Value,
}

impl Award {
    /// The points.
    pub const fn points(&self) -> i32 {
        self.value.points()
    }
}

/// What points are given for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A feature that was completed in this turn.
    Completed(Feature),
    /// An abbot that was taken back early (ABBOT-9).
    Recalled(Feature),
    /// A feature in the final scoring (BASE-40, FARM-7).
    Final(Feature),
}

impl Source {
    /// The feature that was scored.
    pub const fn feature(self) -> Feature {
        match self {
            Source::Completed(feature) | Source::Recalled(feature) | Source::Final(feature) => feature,
        }
    }
}

/// One summand of a value: `count` things worth `each`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// What is counted.
    pub what: Counted,
    /// How many.
    pub count: u16,
    /// Points for each.
    pub each: u16,
}

impl Item {
    const NONE: Item = Item { what: Counted::Tiles, count: 0, each: 0 };

    /// The points of this summand.
    pub const fn points(&self) -> i32 {
        self.count as i32 * self.each as i32
    }
}

/// Things that are counted for points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Tiles of the region; for monasteries and gardens its own tile and those around.
    Tiles,
    /// Coats of arms.
    Shields,
    /// Completed cities beside a field.
    Cities,
}

impl Counted {
    /// The word for so many of them.
    pub const fn word(self, count: u16) -> &'static str {
        match (self, count) {
            (Counted::Tiles, 1) => "tile",
            (Counted::Tiles, _) => "tiles",
            (Counted::Shields, 1) => "coat of arms",
            (Counted::Shields, _) => "coats of arms",
            (Counted::Cities, 1) => "completed city",
            (Counted::Cities, _) => "completed cities",
        }
    }
}

/// How points add up.
///
/// Its text is the sum as a person would write it:
///
/// ```
/// use bastide_rules::{Counted, Item, Value};
/// let value = Value::of(Item { what: Counted::Tiles, count: 3, each: 2 })
///     .plus(Item { what: Counted::Shields, count: 1, each: 2 });
/// assert_eq!(value.points(), 8);
/// assert_eq!(value.to_string(), "3 tiles × 2 + 1 coat of arms × 2 = 8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    items: [Item; Value::MOST],
    len: u8,
}

impl Value {
    const MOST: usize = 2;

    /// A value of one summand.
    #[inline]
    pub const fn of(item: Item) -> Value {
        Value { items: [item, Item::NONE], len: 1 }
    }

    /// The value with another summand, which is left out if it is 0.
    #[inline]
    #[must_use]
    pub const fn plus(mut self, item: Item) -> Value {
        if item.count > 0 {
            self.items[self.len as usize] = item;
            self.len += 1;
        }
        self
    }

    /// The summands.
    pub fn items(&self) -> &[Item] {
        &self.items[..usize::from(self.len)]
    }

    /// The sum.
    #[inline]
    pub const fn points(&self) -> i32 {
        // Unused summands are 0.
        self.items[0].points() + self.items[1].points()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.items().iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            write!(f, "{} {} × {}", item.count, item.what.word(item.count), item.each)?;
        }
        write!(f, " = {}", self.points())
    }
}

/// Takes events as they happen.
///
/// A list takes them in order; [`NoEvents`] drops them, and the compiler drops their making.
pub trait EventSink {
    /// Takes one event.
    fn event(&mut self, event: Event);
}

/// Drops all events.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoEvents;

impl EventSink for NoEvents {
    #[inline]
    fn event(&mut self, _: Event) {}
}

impl EventSink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
