//! How points add up: summands, halves, and the sum as a person writes it.

use std::fmt;

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

    /// The points of this summand; at most [`i32::MAX`].
    #[inline]
    pub const fn points(&self) -> i32 {
        (self.count as i32).saturating_mul(self.each as i32)
    }

    /// Both summands as one that is worth the points of both, as far as they fit.
    #[cold]
    const fn joined(self, other: Item) -> Item {
        let points = self.points().saturating_add(other.points());
        let count = if points > u16::MAX as i32 { u16::MAX } else { points as u16 };
        Item { what: self.what, count, each: 1 }
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
    /// The same once more for a pig herd on the field (RIVER2-17).
    HerdCities,
    /// The same once more for the own pig on the field (TRADC-14).
    PigCities,
    /// Tiles of a region with the mage, one more point for each (MAGIC-13).
    MageTiles,
    /// Points that another player scored (ROB-8).
    RobbedPoints,
    /// Ingots (GOLD-15).
    Ingots,
    /// A majority of goods (TRADE-6).
    GoodsMajority,
    /// Robbers on the track (ROB-13).
    Robbers,
    /// Knights (MSG-23).
    Knights,
    /// Farmers (MSG-24).
    Farmers,
    /// Messages that were not carried out (MSG-12).
    Messages,
    /// The fairy (DRAGON-46, DRAGON-48).
    Fairies,
    /// Sectors of the wheel (WHEEL-21).
    Sectors,
    /// Shields and knights of one colour, for each knight (WHEEL-22).
    Taxes,
    /// Meeples in the supply (WHEEL-26).
    Supply,
    /// Monks (WHEEL-27).
    Monks,
    /// Meeples on crown spaces (WHEEL-36).
    Crowns,
}

impl Counted {
    /// The word used by programs.
    pub const fn id(self) -> &'static str {
        match self {
            Counted::Tiles => "tiles",
            Counted::Shields => "shields",
            Counted::Cities => "cities",
            Counted::HerdCities => "herd-cities",
            Counted::PigCities => "pig-cities",
            Counted::MageTiles => "mage",
            Counted::RobbedPoints => "robbed",
            Counted::Ingots => "ingots",
            Counted::GoodsMajority => "goods",
            Counted::Robbers => "robbers",
            Counted::Knights => "knights",
            Counted::Farmers => "farmers",
            Counted::Messages => "messages",
            Counted::Fairies => "fairies",
            Counted::Sectors => "sectors",
            Counted::Taxes => "taxes",
            Counted::Supply => "supply",
            Counted::Monks => "monks",
            Counted::Crowns => "crowns",
        }
    }

    /// The word for so many of them.
    pub const fn word(self, count: u16) -> &'static str {
        match (self, count) {
            (Counted::Tiles, 1) => "tile",
            (Counted::Tiles, _) => "tiles",
            (Counted::Shields, 1) => "coat of arms",
            (Counted::Shields, _) => "coats of arms",
            (Counted::Cities, 1) => "completed city",
            (Counted::Cities, _) => "completed cities",
            (Counted::HerdCities, 1) => "city with the herd",
            (Counted::HerdCities, _) => "cities with the herd",
            (Counted::PigCities, 1) => "city with the pig",
            (Counted::PigCities, _) => "cities with the pig",
            (Counted::MageTiles, 1) => "tile with the mage",
            (Counted::MageTiles, _) => "tiles with the mage",
            (Counted::RobbedPoints, 1) => "point of the other",
            (Counted::RobbedPoints, _) => "points of the other",
            (Counted::Ingots, 1) => "ingot",
            (Counted::Ingots, _) => "ingots",
            (Counted::GoodsMajority, 1) => "majority of goods",
            (Counted::GoodsMajority, _) => "majorities of goods",
            (Counted::Robbers, 1) => "robber on the track",
            (Counted::Robbers, _) => "robbers on the track",
            (Counted::Knights, 1) => "knight",
            (Counted::Knights, _) => "knights",
            (Counted::Farmers, 1) => "farmer",
            (Counted::Farmers, _) => "farmers",
            (Counted::Messages, 1) => "message",
            (Counted::Messages, _) => "messages",
            (Counted::Fairies, 1) => "fairy",
            (Counted::Fairies, _) => "fairies",
            (Counted::Sectors, 1) => "sector",
            (Counted::Sectors, _) => "sectors",
            (Counted::Taxes, 1) => "coat of arms or knight",
            (Counted::Taxes, _) => "coats of arms and knights",
            (Counted::Supply, 1) => "meeple in the supply",
            (Counted::Supply, _) => "meeples in the supply",
            (Counted::Monks, 1) => "monk",
            (Counted::Monks, _) => "monks",
            (Counted::Crowns, 1) => "crown",
            (Counted::Crowns, _) => "crowns",
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
    halved: Option<Halved>,
}

/// Why only half of a sum counts, rounded up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halved {
    /// The witch stands on the feature (MAGIC-15).
    Witch,
    /// A robber takes half (ROB-8).
    Robber,
}

impl Halved {
    /// The word used in texts and by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Halved::Witch => "witch",
            Halved::Robber => "robber",
        }
    }
}

impl Value {
    /// Tiles, coats of arms, and the tiles once more for the mage.
    const MOST: usize = 3;

    /// A value of one summand.
    #[inline]
    pub const fn of(item: Item) -> Value {
        Value { items: [item, Item::NONE, Item::NONE], len: 1, halved: None }
    }

    /// The value with another summand, which is left out if it is 0. No rule has more than three; what comes after them
    /// is added to the points of the last one.
    ///
    /// ```
    /// use bastide_rules::{Counted, Item, Value};
    /// let tiles = Item { what: Counted::Tiles, count: 2, each: 3 };
    /// let value = Value::of(tiles).plus(tiles).plus(tiles).plus(tiles);
    /// assert_eq!((value.items().len(), value.points()), (3, 24));
    /// ```
    #[inline]
    #[must_use]
    pub const fn plus(mut self, item: Item) -> Value {
        if item.count == 0 {
            return self;
        }
        if (self.len as usize) < Value::MOST {
            self.items[self.len as usize] = item;
            self.len += 1;
        } else {
            self.items[Value::MOST - 1] = self.items[Value::MOST - 1].joined(item);
        }
        self
    }

    /// Half of the value, rounded up.
    #[must_use]
    pub const fn halved(mut self, why: Halved) -> Value {
        self.halved = Some(why);
        self
    }

    /// The summands.
    pub fn items(&self) -> &[Item] {
        &self.items[..usize::from(self.len)]
    }

    /// Why only half of the sum counts, if so.
    pub const fn halving(&self) -> Option<Halved> {
        self.halved
    }

    /// The sum of the summands.
    #[inline]
    pub const fn sum(&self) -> i32 {
        // Unused summands are 0.
        self.items[0].points().saturating_add(self.items[1].points()).saturating_add(self.items[2].points())
    }

    /// The points: the sum, or half of it.
    #[inline]
    pub const fn points(&self) -> i32 {
        match self.halved {
            None => self.sum(),
            Some(_) => self.sum() / 2 + self.sum() % 2,
        }
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
        write!(f, " = {}", self.sum())?;
        match self.halved {
            None => Ok(()),
            Some(why) => write!(f, ", halved by the {}: {}", why.word(), self.points()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn item(count: u16, each: u16) -> Item {
        Item { what: Counted::Tiles, count, each }
    }

    #[test]
    fn half_of_an_odd_sum_is_rounded_up() {
        let value = Value::of(item(3, 1)).plus(item(2, 2));
        assert_eq!((value.points(), value.halved(Halved::Witch).points()), (7, 4));
        assert_eq!(Value::of(item(1, 1)).halved(Halved::Robber).points(), 1);
        assert_eq!(Value::of(item(0, 1)).halved(Halved::Robber).points(), 0);
    }

    #[test]
    fn a_summand_of_nothing_is_left_out_and_the_text_tells_the_half() {
        let value = Value::of(item(1, 1)).plus(item(0, 5)).halved(Halved::Witch);
        assert_eq!(value.items().len(), 1);
        assert_eq!(value.to_string(), "1 tile × 1 = 1, halved by the witch: 1");
    }

    #[test]
    fn sums_beyond_all_numbers_stop_at_the_largest() {
        let most = item(u16::MAX, u16::MAX);
        assert_eq!(most.points(), i32::MAX);
        assert_eq!(Value::of(most).plus(most).points(), i32::MAX);
    }
}
