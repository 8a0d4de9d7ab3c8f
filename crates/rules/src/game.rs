//! What is fixed for a whole game: the options, the tiles in play and the tables made from them.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::catalogue;
use crate::figure::FigureKind;
use crate::frontier::row;
use crate::geometry::{Port, Rotation, Side};
use crate::module::{Base, BoxInfo, Module, ModuleSet};
use crate::player::{Lanes, MAX_PLAYERS, PlayerId};
use crate::printed;
use crate::survey::{Fitting, Joining};
use crate::tile::{Edge, Feature, Goods, PrintedBoard, RiverRole, Segment, Tile, TileId};

/// What people choose before a game.
///
/// ```
/// use bastide_rules::{Base, Game, Module, Options};
/// let options = Options::new(Base::V3, 3).with(Module::River).with(Module::Abbot);
/// let game = Game::new(options)?;
/// assert_eq!(game.tile_count(), 71 + 11); // the start tile and the spring are not drawn
/// # Ok::<(), bastide_rules::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The base game.
    pub base: Base,
    /// The modules. Farmers are one of them.
    pub modules: ModuleSet,
    /// Number of players.
    pub players: usize,
    /// The seat that takes the first turn (BASE-D1).
    pub first: usize,
    /// End the game after this many tiles laid by players, and score.
    pub end_after: Option<u32>,
}

impl Options {
    /// A base with farmers (FARM-D1), and the first seat to begin.
    pub fn new(base: Base, players: usize) -> Options {
        Options { base, modules: ModuleSet::default().with(Module::Farmers), players, first: 0, end_after: None }
    }

    /// A box as it is sold, with all its modules.
    ///
    /// # Errors
    /// If the box has not enough pieces for so many players.
    pub fn of_box(info: &BoxInfo, players: usize) -> Result<Options, SetupError> {
        if players > usize::from(info.max_players) {
            return Err(SetupError::BoxPlayers { in_box: info.id, players, most: info.max_players });
        }
        Ok(Options { modules: info.modules.iter().copied().collect(), ..Options::new(info.base, players) })
    }

    /// The same with a module switched on.
    #[must_use]
    pub fn with(self, module: Module) -> Options {
        Options { modules: self.modules.with(module), ..self }
    }

    /// The same with a module switched off.
    #[must_use]
    pub fn without(self, module: Module) -> Options {
        Options { modules: self.modules.without(module), ..self }
    }
}

/// Why a game cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Too few or too many players (BASE-D2).
    Players(usize),
    /// More players than the pieces of the box serve (FORT-2).
    BoxPlayers {
        /// The box.
        in_box: &'static str,
        /// Players asked for.
        players: usize,
        /// Players it serves.
        most: u8,
    },
    /// The first seat is not at the table.
    FirstSeat(usize),
    /// A game that would end before the first tile.
    NoTiles,
    /// Two things that exclude each other (ORDER-28).
    Conflict {
        /// The one.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// Why.
        why: Clash,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Players(players) => {
                write!(f, "a game has 2 to {MAX_PLAYERS} players, not {players}")
            }
            SetupError::BoxPlayers { in_box, players, most } => write!(
                f,
                "the box {in_box} has pieces for 2 to {most} players, not {players}; a base instead of the box takes up to 6"
            ),
            SetupError::FirstSeat(seat) => write!(f, "seat {} is not at the table", seat + 1),
            SetupError::NoTiles => f.write_str("a game ends after 1 tile or more, not after 0"),
            SetupError::Conflict { one, other, why } => write!(f, "{one} and {other} do not go together: {why}"),
        }
    }
}

impl std::error::Error for SetupError {}

/// Why two things exclude each other (ORDER-28).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// Both lie in the middle.
    TwoBoards,
    /// There is no spring for the river.
    NoSpring,
    /// Both are the river.
    TwoRivers,
    /// It needs the winter base.
    NotWinter,
    /// Both are the same expansion.
    TwoEditions,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Clash::TwoBoards => "each brings a board that must lie in the middle",
            Clash::NoSpring => "the wheel board takes the place of the spring; river-2 fits",
            Clash::TwoRivers => "a game has one river",
            Clash::NotWinter => "the gingerbread man comes with the winter base only",
            Clash::TwoEditions => "they are two editions of one expansion",
        })
    }
}

/// Refuses what the rules forbid to combine (ORDER-28).
fn check(options: &Options) -> Result<(), SetupError> {
    if !(2..=MAX_PLAYERS).contains(&options.players) {
        return Err(SetupError::Players(options.players));
    }
    if options.first >= options.players {
        return Err(SetupError::FirstSeat(options.first));
    }
    if options.end_after == Some(0) {
        return Err(SetupError::NoTiles);
    }
    let has = |module| options.modules.has(module);
    let wheel = options.base == Base::Wheel;
    let refused = [
        (wheel && has(Module::Count), "wheel", "count", Clash::TwoBoards),
        (wheel && has(Module::River), "wheel", "river", Clash::NoSpring),
        (has(Module::River) && has(Module::River2), "river", "river-2", Clash::TwoRivers),
        (
            has(Module::Gingerbread) && options.base != Base::Winter,
            "gingerbread",
            options.base.info().id,
            Clash::NotWinter,
        ),
    ];
    for (is_refused, one, other, why) in refused {
        if is_refused {
            return Err(SetupError::Conflict { one, other, why });
        }
    }
    // A module, or a part of it, and its classic twin.
    for (whole, twin) in [(Module::Inns, Module::InnsClassic), (Module::Traders, Module::TradersClassic)] {
        let mut modules = options.modules.iter();
        let edition = modules.find(|module| *module == whole || module.info().part_of == Some(whole));
        if let Some(edition) = edition.filter(|_| has(twin)) {
            let (one, other) = (edition.info().id, twin.info().id);
            return Err(SetupError::Conflict { one, other, why: Clash::TwoEditions });
        }
    }
    Ok(())
}

/// Which stack a tile is drawn from, in the order in which the stacks are used (RIVER-3, RIVER-5,
/// RIVER2-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stack {
    Fork,
    River,
    Lake,
    Land,
}

impl Stack {
    pub(crate) const ALL: [Stack; 4] = [Stack::Fork, Stack::River, Stack::Lake, Stack::Land];
}

/// Marks a port without a segment.
pub(crate) const NO_SEGMENT: u8 = u8::MAX;

/// A tile in one rotation, ready for the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    /// What each side shows, as a row of the frontier.
    pub(crate) rows: [u8; 4],
    /// The segment at each port, or [`NO_SEGMENT`].
    pub(crate) ports: [u8; Port::COUNT],
    /// Sides with river, one bit each.
    pub(crate) river: u8,
}

/// What a new segment starts with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprout {
    pub(crate) feature: Feature,
    /// Ports, or for monastic features the eight cells around.
    pub(crate) open: u16,
    /// Coats of arms and other counted symbols.
    pub(crate) symbols: Lanes,
    /// Whether the tile has another segment of the same feature.
    pub(crate) has_sibling: bool,
    pub(crate) cities: u8,
}

/// The lane of [`Sprout::symbols`] that counts coats of arms.
pub(crate) const SHIELDS: usize = 0;
/// The lane that counts inns at a road.
pub(crate) const INNS: usize = 1;
/// The lane that counts cathedrals.
pub(crate) const CATHEDRALS: usize = 2;
/// The lanes that count goods, in the order of [`GOODS`].
pub(crate) const FIRST_GOODS: usize = 3;

/// The lane that counts pig herds.
pub(crate) const HERDS: usize = 6;

/// The goods of the Big Box 2025, in the order of their lanes (TRADE-2).
pub(crate) const GOODS: [Goods; 3] = [Goods::Chicken, Goods::Wheat, Goods::Cloth];
/// The goods of the classic edition, in the same order (TRADC-2).
pub(crate) const GOODS_CLASSIC: [Goods; 3] = [Goods::Wine, Goods::Grain, Goods::Cloth];

/// A tile type in play.
#[derive(Clone, Debug)]
pub(crate) struct TileKind {
    pub(crate) tile: &'static Tile,
    pub(crate) copies: u8,
    /// It is not drawn before a volcano was laid (DRAGON-9).
    pub(crate) is_dormant: bool,
    pub(crate) stack: Stack,
    pub(crate) rotations: u8,
    pub(crate) is_monastic: bool,
    /// Whether a road lies on it that reaches no side and is complete at once.
    pub(crate) has_inner_road: bool,
    pub(crate) turned: [Turned; 4],
    pub(crate) sprouts: Vec<Sprout>,
}

/// A tile type in play, as an index into the kinds of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct TileKindId(pub(crate) u8);

impl TileKindId {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game that can be played: checked options and the tables made from them. It never changes and
/// is shared by all its states.
#[derive(Debug)]
pub struct Game {
    options: Options,
    /// The modules with the parts of those that have parts.
    modules: ModuleSet,
    /// No module has steps of its own besides those of the base game.
    is_plain: bool,
    /// Ordered by stack.
    kinds: Vec<TileKind>,
    /// The kinds of each stack.
    stacks: [Range<usize>; Stack::ALL.len()],
    kind_of_tile: Vec<Option<TileKindId>>,
    start: Start,
    /// Which tiles fit what cells demand; made when somebody thinks ahead.
    fitting: OnceLock<Fitting>,
    /// Which of them join regions there; made likewise.
    joining: OnceLock<Joining>,
}

/// What lies on the table before the first turn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// A tile.
    Tile(TileKindId),
    /// A printed board; its squares are kinds in a row from this one on.
    Board(&'static PrintedBoard, TileKindId),
}

impl Game {
    /// Checks the options and prepares the tables.
    ///
    /// # Errors
    /// If the number of players is wrong or modules exclude each other.
    pub fn new(options: Options) -> Result<Arc<Game>, SetupError> {
        check(&options)?;
        let modules = options.modules.with_parts();
        let base = options.base.info();
        let river = if modules.has(Module::River) { base.river_set } else { None };
        let mut sets: Vec<&str> = [Some(base.set), river].into_iter().flatten().collect();
        for set in modules.iter().flat_map(|module| module.info().sets) {
            // Parts of a module share its tiles.
            if !sets.contains(set) {
                sets.push(set);
            }
        }
        let mut kinds = Vec::new();
        let mut kind_of_tile = vec![None; catalogue::TILES.len()];
        // The tables name only sets that exist, which a test checks.
        for set in sets.into_iter().filter_map(catalogue::set) {
            for tile in catalogue::tiles_of(set) {
                // River tiles of other modules stay in the box without the River (RIVER-4, RIVER-D3).
                let is_of_river = tile.river == 0 || modules.has(Module::River) || set.name == "river-2";
                if is_of_river {
                    kinds.push(TileKind::new(tile, modules));
                }
            }
        }
        // Kinds of one stack stand together, so that drawing looks at them alone.
        kinds.sort_by_key(|kind| kind.stack);
        for (index, kind) in (0u8..).zip(&kinds) {
            kind_of_tile[kind.tile.id.index()] = Some(TileKindId(index));
        }
        // A board in the middle replaces the start tile (WHEEL-2, COUNT-1), else the spring does
        // (RIVER-2), which is not drawn either (RIVER-D4): start tiles have no copies in the bag.
        // River kinds come first.
        let start = match printed::board(options.base, modules) {
            Some(board) => {
                let first = TileKindId(kinds.len() as u8);
                kinds.extend(printed::tiles(board).iter().map(|square| TileKind::new(square, modules)));
                Start::Board(board, first)
            }
            None => {
                let start = kinds.iter().position(|kind| kind.tile.start);
                Start::Tile(TileKindId(start.expect("every base has a start tile or a board, as a test checks") as u8))
            }
        };
        let stacks = Stack::ALL.map(|stack| {
            let first = kinds.partition_point(|kind| kind.stack < stack);
            first..kinds.partition_point(|kind| kind.stack <= stack)
        });
        // The wheel has steps of its own.
        let is_plain = options.base != Base::Wheel && modules.iter().all(|module| module.info().is_plain());
        let (fitting, joining) = (OnceLock::new(), OnceLock::new());
        Ok(Arc::new(Game { options, modules, is_plain, kinds, stacks, kind_of_tile, start, fitting, joining }))
    }

    /// The options the game was made from.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether the game is played on the board with the wheel of fortune.
    #[inline]
    pub fn has_wheel(&self) -> bool {
        self.options.base == Base::Wheel
    }

    /// Whether a module is on, alone or as a part of another one.
    #[inline]
    pub fn has(&self, module: Module) -> bool {
        self.modules.has(module)
    }

    /// Whether the players have figures of a kind.
    pub fn has_figure(&self, kind: FigureKind) -> bool {
        let is_classic = self.has(Module::TradersClassic);
        match kind {
            FigureKind::Meeple => true,
            FigureKind::Abbot => self.has(Module::Abbot),
            FigureKind::Large => self.has(Module::Large) || self.has(Module::InnsClassic),
            FigureKind::Builder => self.has(Module::Builder) || is_classic,
            // Without farmers pigs are not used (TRADE-D18).
            FigureKind::Pig => (self.has(Module::Pig) || is_classic) && self.has(Module::Farmers),
            FigureKind::Robber => self.has(Module::Robbers),
        }
    }

    /// Whether a turn has no other steps than those of the base game, so that the script may skip
    /// all others at once.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The goods that are in play, in the order of their lanes.
    pub(crate) fn goods(&self) -> [Goods; 3] {
        if self.has(Module::TradersClassic) { GOODS_CLASSIC } else { GOODS }
    }

    /// Whether it matters where score markers stand: the points of a turn are marked as one sum at its end (TURN-26).
    #[inline]
    pub fn marks_sums(&self) -> bool {
        self.has(Module::Messages) || self.has(Module::Robbers)
    }

    /// Number of players.
    #[inline]
    pub fn players(&self) -> usize {
        self.options.players
    }

    /// The seats, clockwise.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = PlayerId> + Clone {
        PlayerId::seats(self.options.players)
    }

    /// Number of tiles to be drawn, the start tile not counted.
    pub fn tile_count(&self) -> u32 {
        self.kinds.iter().map(|kind| u32::from(kind.copies)).sum()
    }

    /// The tiles to be drawn, with their number of copies.
    pub fn tiles(&self) -> impl Iterator<Item = (&'static Tile, u8)> {
        self.kinds.iter().filter(|kind| kind.copies > 0).map(|kind| (kind.tile, kind.copies))
    }

    /// The tile that lies on the table before the first turn, unless a board does.
    pub fn start_tile(&self) -> Option<&'static Tile> {
        match self.start {
            Start::Tile(kind) => Some(self.kind(kind).tile),
            Start::Board(..) => None,
        }
    }

    /// The printed board in the middle, if there is one. Its north-west square lies at 0,0.
    pub fn board(&self) -> Option<&'static PrintedBoard> {
        match self.start {
            Start::Tile(_) => None,
            Start::Board(board, _) => Some(board),
        }
    }

    /// The spring that is laid beside the board before the first turn (COUNT-4, COMBO-11).
    pub(crate) fn spring_beside_board(&self) -> Option<TileKindId> {
        self.board()?;
        let spring = self.kinds.iter().position(|kind| kind.tile.role == Some(RiverRole::Source))?;
        Some(TileKindId(spring as u8))
    }

    pub(crate) fn fitting(&self) -> &Fitting {
        self.fitting.get_or_init(|| Fitting::new(self))
    }

    pub(crate) fn joining(&self) -> &Joining {
        self.joining.get_or_init(|| Joining::new(self))
    }

    pub(crate) fn start(&self) -> Start {
        self.start
    }

    #[inline]
    pub(crate) fn kind(&self, kind: TileKindId) -> &TileKind {
        &self.kinds[kind.index()]
    }

    pub(crate) fn kinds(&self) -> &[TileKind] {
        &self.kinds
    }

    /// The kinds of a stack, as indices.
    #[inline]
    pub(crate) fn kinds_in(&self, stack: Stack) -> Range<usize> {
        self.stacks[stack as usize].clone()
    }

    pub(crate) fn kind_of(&self, tile: TileId) -> Option<TileKindId> {
        self.kind_of_tile.get(tile.index()).copied().flatten()
    }
}

impl TileKind {
    /// The sides in each rotation that looks different.
    #[inline]
    pub(crate) fn sides(&self) -> impl Iterator<Item = [u8; 4]> + Clone + '_ {
        self.turned[..usize::from(self.rotations)].iter().map(|turned| turned.rows)
    }

    fn new(tile: &'static Tile, modules: ModuleSet) -> TileKind {
        let stack = match tile.role {
            Some(RiverRole::Fork) => Stack::Fork,
            Some(RiverRole::Lake) => Stack::Lake,
            Some(RiverRole::Source) | None if tile.river != 0 => Stack::River,
            Some(RiverRole::Source) | None => Stack::Land,
        };
        TileKind {
            tile,
            copies: if tile.start { 0 } else { tile.count },
            is_dormant: tile.symbols.dragon && modules.has(Module::Dragon),
            stack,
            rotations: tile.distinct_rotations(),
            is_monastic: tile.is_monastic(),
            has_inner_road: tile.segments.iter().any(|s| s.feature == Feature::Road && s.ports.is_empty()),
            turned: Rotation::ALL.map(|rotation| Turned::new(tile, rotation)),
            sprouts: tile
                .segments
                .iter()
                .map(|segment| Sprout {
                    feature: segment.feature,
                    open: if segment.feature.is_monastic() { 8 } else { segment.ports.len() as u16 },
                    symbols: counted_symbols(segment, modules),
                    has_sibling: tile.segments.iter().filter(|other| other.feature == segment.feature).count() > 1,
                    cities: segment.cities,
                })
                .collect(),
        }
    }
}

/// The symbols of a segment that count in this game: without their module they are decoration.
fn counted_symbols(segment: &Segment, modules: ModuleSet) -> Lanes {
    let mut symbols = Lanes::one(SHIELDS, segment.shields).plus(Lanes::one(HERDS, segment.pig_herd.into()));
    if modules.has(Module::InnsScoring) || modules.has(Module::InnsClassic) {
        symbols = symbols.plus(Lanes::one(INNS, segment.inn.into()));
        symbols = symbols.plus(Lanes::one(CATHEDRALS, segment.cathedral.into()));
    }
    for (module, kinds) in [(Module::Goods, GOODS), (Module::TradersClassic, GOODS_CLASSIC)] {
        if modules.has(module)
            && let Some(lane) = kinds.iter().position(|&goods| segment.goods == Some(goods))
        {
            symbols = symbols.plus(Lanes::one(FIRST_GOODS + lane, 1));
        }
    }
    symbols
}

impl Turned {
    fn new(tile: &Tile, rotation: Rotation) -> Turned {
        let mut ports = [NO_SEGMENT; Port::COUNT];
        for (index, segment) in tile.segments.iter().enumerate() {
            for port in segment.ports.rotated(rotation).iter() {
                ports[port.index()] = index as u8;
            }
        }
        let mut river = 0;
        for side in Side::ALL {
            if tile.edge(side, rotation) == Edge::River {
                river |= 1 << side as u8;
            }
        }
        Turned { rows: Side::ALL.map(|side| row(tile.edge(side, rotation), side)), ports, river }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::{BASES, MODULES};

    /// The kinds of tiles of a game are numbered by a byte. Each module comes first once, and then as many others as go
    /// with it, in both orders.
    #[test]
    fn the_largest_mixtures_have_room_for_their_tiles() {
        let add = |options: Options, module| {
            Some(options.with(module)).filter(|&more| Game::new(more).is_ok()).unwrap_or(options)
        };
        let kinds = |options| Game::new(options).unwrap().kinds().len();
        let all = || MODULES.iter().map(|info| info.module);
        let mut most = 0;
        for info in BASES {
            for first in all() {
                let begun = add(Options::new(info.base, 2), first);
                most = most.max(kinds(all().fold(begun, add))).max(kinds(all().rev().fold(begun, add)));
            }
        }
        assert!(most > 150, "the largest mixture has {most} kinds");
        assert!(most <= usize::from(u8::MAX), "`TileKindId` has no room for {most} kinds");
    }
}
