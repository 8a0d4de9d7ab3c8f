//! What tells one state from another, as independent facts: the number of a state, the same on every machine, and
//! what it means that two states are equal.
//!
//! Every part of a state tells its own facts, in its own file, and takes itself apart without `..`: a new field does
//! not compile before it is told, or said to follow from others.

use crate::action::Spot;
use crate::game::Options;
use crate::geometry::Pos;
use crate::player::PlayerId;
use crate::round::Round;
use crate::state::State;

/// What a fact is about. The numbers enter the hash of a state and never change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum About {
    Tile = 1,
    LastTile = 2,
    Completed = 3,
    Figure = 4,
    Supply = 5,
    Accompanied = 6,
    Points = 7,
    Undrawn = 8,
    Awake = 9,
    Turn = 10,
    InHand = 11,
    Recalled = 12,
    River = 13,
    Branch = 14,
    LakeTurn = 15,
    Track = 16,
    Goods = 17,
    Builder = 18,
    Pigs = 19,
    Farmer = 20,
    ClassicBuilder = 21,
    Flier = 22,
    UsedMessage = 23,
    Message = 24,
    MessageFeature = 25,
    Ferry = 26,
    MovableFerry = 27,
    Heap = 28,
    Ingots = 29,
    Magic = 30,
    Robber = 31,
    Robbing = 32,
    Robbed = 33,
    Crop = 34,
    Gingerbread = 35,
    GingerbreadCity = 36,
    Dragon = 37,
    Fairy = 38,
    Flight = 39,
    FlownOver = 40,
    Tower = 41,
    Guard = 42,
    Floors = 43,
    Captives = 44,
    Capture = 45,
    Exchange = 46,
    Ransom = 47,
    Count = 48,
    Quarter = 49,
    MovingOut = 50,
    Gained = 51,
    LastMoves = 52,
    Wheel = 53,
    Crown = 54,
    Victims = 55,
    Princess = 56,
}

/// Something that is so in a state, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fact {
    about: About,
    len: u8,
    numbers: [i64; Fact::MOST],
}

impl Fact {
    /// The most numbers of a fact: a seat and its figures of all kinds.
    const MOST: usize = 7;

    pub(crate) const fn about(about: About) -> Fact {
        Fact { about, len: 0, numbers: [0; Fact::MOST] }
    }

    pub(crate) fn number(mut self, number: impl Into<i64>) -> Fact {
        self.numbers[usize::from(self.len)] = number.into();
        self.len += 1;
        self
    }

    /// What there may be: whether it is there, and what it is.
    pub(crate) fn option(self, number: Option<impl Into<i64>>) -> Fact {
        self.number(number.is_some()).number(number.map_or(0, Into::into))
    }

    pub(crate) fn pos(self, pos: Pos) -> Fact {
        self.number(pos.x).number(pos.y)
    }

    pub(crate) fn spot(self, spot: Spot) -> Fact {
        self.pos(spot.pos).number(spot.segment)
    }

    pub(crate) fn player(self, player: PlayerId) -> Fact {
        self.number(player.0)
    }

    /// The players who are still to act, and who begins; in a round that is over nothing else matters.
    pub(crate) fn round(self, round: Round) -> Fact {
        self.option(round.current().map(u8::from)).number(round.waiting())
    }

    fn hash(&self) -> u64 {
        let numbers = &self.numbers[..usize::from(self.len)];
        numbers.iter().fold(mix(self.about as u64), |hash, &number| mix(hash ^ number as u64))
    }
}

/// Mixes a value so that sums of mixed values seldom collide (the finaliser of SplitMix64).
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A part of a state that tells what it adds to the facts. Things are named by their places, never by the order in
/// which they came to the table.
pub(crate) trait Tell {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact));
}

impl State {
    /// Tells everything that distinguishes this state from others of the same game.
    fn tell_facts(&self, tell: &mut impl FnMut(Fact)) {
        let State {
            game,
            board,
            figures,
            points,
            bag,
            turn,
            river,
            river_2,
            // What is neither on the table nor in hand nor undrawn is out of the game.
            discarded: _,
            track,
            traders,
            flying,
            messages,
            ferries,
            gold,
            magic,
            robbers,
            crop,
            gingerbread,
            traders_classic,
            dragon,
            towers,
            count,
            wheel,
        } = self;
        board.tell(self, tell);
        figures.tell(self, tell);
        bag.tell(self, tell);
        turn.tell(self, tell);
        for player in game.seats() {
            tell(Fact::about(About::Points).player(player).number(points[player]));
        }
        river.iter().for_each(|course| course.tell(self, tell));
        if game.is_plain() {
            return;
        }
        river_2.tell(self, tell);
        track.tell(self, tell);
        traders.tell(self, tell);
        flying.tell(self, tell);
        messages.tell(self, tell);
        ferries.tell(self, tell);
        gold.tell(self, tell);
        magic.tell(self, tell);
        robbers.tell(self, tell);
        crop.tell(self, tell);
        gingerbread.tell(self, tell);
        traders_classic.tell(self, tell);
        dragon.tell(self, tell);
        towers.tell(self, tell);
        count.tell(self, tell);
        wheel.tell(self, tell);
    }

    /// The facts in an order of their own.
    fn sorted_facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.tell_facts(&mut |fact| facts.push(fact));
        facts.sort_unstable();
        facts
    }

    /// The version of the numbers of [`State::hash`]. Numbers of different versions have nothing to do with each
    /// other.
    pub const HASH_VERSION: u32 = 2;

    /// A number that tells states of a game apart: equal states have equal numbers on every machine, whatever
    /// the order of the actions that led to them, and states that differ hardly ever have the same. Changing it
    /// is a breaking change and raises [`State::HASH_VERSION`].
    pub fn hash(&self) -> u64 {
        let mut hash = 0u64;
        self.tell_facts(&mut |fact| hash = hash.wrapping_add(fact.hash()));
        hash
    }
}

/// Two states are equal if the same things lie on the table and the same decision is asked: tiles, figures, markers,
/// tokens, points, undrawn tiles, whose turn it is and what has been begun in it. So they have the same legal actions,
/// and whatever follows the one can follow the other. How they came about does not matter: neither the number of
/// the turn, nor whether a tile was drawn in it that fitted nowhere, nor who began the game.
///
/// ```
/// use bastide_rules::{catalogue, Action, Base, Game, Options, Pos, Rotation, State};
///
/// let road = catalogue::find("base-classic", "U").unwrap().id;
/// let straight = Rotation::new(1);
/// let after = |cells: [i16; 2]| {
///     let mut state = State::new(Game::new(Options::new(Base::Classic, 2))?);
///     for x in cells {
///         state.apply(Action::Draw(road))?;
///         state.apply(Action::Place { pos: Pos::new(x, 0), rotation: straight })?;
///         state.apply(Action::Pass)?;
///     }
///     Ok::<_, Box<dyn std::error::Error>>(state)
/// };
/// // Two roads, in one order and in the other.
/// assert_eq!(after([1, -1])?, after([-1, 1])?);
/// assert_ne!(after([1, -1])?, after([1, 2])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let options = |state: &State| Options { first: 0, ..*state.game.options() };
        options(self) == options(other) && self.sorted_facts() == other.sorted_facts()
    }
}

impl Eq for State {}

impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(State::hash(self));
    }
}

/// What the parts of a state need to test what they tell.
#[cfg(test)]
pub(crate) mod testing {
    use crate::board::{SegmentId, TileIx};
    use crate::game::{Game, Options};
    use crate::module::{Base, Module};
    use crate::state::State;

    /// The start of a game with these modules.
    pub(crate) fn table(modules: &[Module]) -> State {
        let options = modules.iter().fold(Options::new(Base::Classic, 2), |options, &module| options.with(module));
        State::new(Game::new(options).unwrap())
    }

    /// A segment of the first tile, or square, on the table.
    pub(crate) fn segment(state: &State, index: u8) -> SegmentId {
        state.board.segment(TileIx::new(0), index)
    }

    /// A tile on the table.
    pub(crate) fn tile(index: usize) -> TileIx {
        TileIx::new(index)
    }

    /// A change of one fact, by its name.
    pub(crate) type Change = (&'static str, fn(&mut State));

    /// Checks that each of these changes makes a state another one, with another number.
    pub(crate) fn assert_told(state: &State, changes: &[Change]) {
        let mut met = vec![("nothing", state.clone())];
        for &(what, change) in changes {
            let mut changed = state.clone();
            change(&mut changed);
            for (other, before) in &met {
                assert_ne!(changed.hash(), before.hash(), "{what} and {other} have one number");
                assert_ne!(changed, *before, "{what} and {other} are equal");
            }
            met.push((what, changed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{assert_told, segment, table};
    use crate::figure::FigureKind;
    use crate::game::TileKindId;
    use crate::module::Module;
    use crate::player::PlayerId;
    use crate::turn::Step;

    /// What every game has: figures, undrawn tiles, the turn.
    #[test]
    fn every_field_of_the_core_is_told() {
        assert_told(
            &table(&[Module::Dragon]),
            &[
                ("points", |state| state.points[PlayerId(0)] = 1),
                ("points of another player", |state| state.points[PlayerId(1)] = 1),
                ("supply", |state| state.figures.issue(PlayerId(0), FigureKind::Meeple, 1)),
                ("supply of another kind", |state| state.figures.issue(PlayerId(0), FigureKind::Pig, 1)),
                ("standing", |state| state.figures.deploy(PlayerId(0), FigureKind::Meeple, segment(state, 0))),
                ("standing elsewhere", |state| {
                    state.figures.deploy(PlayerId(0), FigureKind::Meeple, segment(state, 1));
                }),
                ("undrawn", |state| state.bag.take(&state.game.clone(), TileKindId(1))),
                ("awake", |state| state.bag.wake_dragon(&state.game.clone())),
                ("active", |state| state.turn.active = PlayerId(1)),
                ("step", |state| state.turn.step = Step::StartRansom),
                ("in_hand", |state| state.turn.in_hand = Some(TileKindId(1))),
                ("another one in_hand", |state| state.turn.in_hand = Some(TileKindId(2))),
                ("recalled", |state| state.turn.recalled = Some(segment(state, 0))),
                ("laid", |state| state.turn.laid = 1),
                ("has_moved_gingerbread", |state| state.turn.has_moved_gingerbread = true),
                ("is_by_builder", |state| state.turn.is_by_builder = true),
            ],
        );
    }
}
