//! What is printed on a tile: its sides, its segments and its symbols.
//!
//! These types describe tiles as they lie in the box. The data is in [`catalogue`](crate::catalogue);
//! tiles on the table are the business of the board.

use crate::geometry::{Compass, PortSet, Rotation, Side};

/// A tile of the catalogue, named by its place in [`catalogue::TILES`](crate::catalogue::TILES).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u16", into = "u16"))]
pub struct TileId(pub(crate) u16);

impl TryFrom<u16> for TileId {
    type Error = String;

    fn try_from(index: u16) -> Result<TileId, String> {
        let tiles = crate::catalogue::TILES.len();
        if usize::from(index) < tiles {
            Ok(TileId(index))
        } else {
            Err(format!("the catalogue has {tiles} tiles, not {index}"))
        }
    }
}

impl From<TileId> for u16 {
    fn from(tile: TileId) -> u16 {
        tile.0
    }
}

impl TileId {
    /// The place in the catalogue.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a side of a tile shows (BASE-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edge {
    /// Only field.
    Field,
    /// A city.
    City,
    /// A road with field on both sides.
    Road,
    /// The river with field on both sides.
    River,
}

impl Edge {
    /// All kinds.
    pub const ALL: [Edge; 4] = [Edge::Field, Edge::City, Edge::Road, Edge::River];

    /// The letter of the tile tables.
    pub const fn letter(self) -> char {
        match self {
            Edge::Field => 'F',
            Edge::City => 'C',
            Edge::Road => 'R',
            Edge::River => 'V',
        }
    }
}

/// The kinds of features. Their order is the order of the segments of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Feature {
    /// A walled city.
    City,
    /// A road.
    Road,
    /// A monastery: it is its own region and looks at the eight cells around it.
    Monastery,
    /// A garden: like a monastery, for abbots only.
    Garden,
    /// A shrine: the rival of a monastery.
    Shrine,
    /// A field.
    Field,
}

impl Feature {
    /// All kinds, in segment order.
    pub const ALL: [Feature; 6] =
        [Feature::City, Feature::Road, Feature::Monastery, Feature::Garden, Feature::Shrine, Feature::Field];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Feature::City => "city",
            Feature::Road => "road",
            Feature::Monastery => "monastery",
            Feature::Garden => "garden",
            Feature::Shrine => "shrine",
            Feature::Field => "field",
        }
    }

    /// Whether it is a monastery or follows its rules (CULT-15).
    #[inline]
    pub const fn is_monastery(self) -> bool {
        matches!(self, Feature::Monastery | Feature::Shrine)
    }

    /// Whether the feature lies on one tile and is completed by the eight cells around it.
    #[inline]
    pub const fn is_monastic(self) -> bool {
        matches!(self, Feature::Monastery | Feature::Garden | Feature::Shrine)
    }
}

/// Goods symbols in cities.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goods {
    /// Chicken, of the Big Box 2025.
    Chicken,
    /// Wheat, of the Big Box 2025.
    Wheat,
    /// Cloth, of both editions.
    Cloth,
    /// Wine, of the classic edition.
    Wine,
    /// Grain, of the classic edition.
    Grain,
}

impl Goods {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            Goods::Chicken => "chicken",
            Goods::Wheat => "wheat",
            Goods::Cloth => "cloth",
            Goods::Wine => "wine",
            Goods::Grain => "grain",
        }
    }
}

/// The three crop circles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CropCircle {
    /// Concerns farmers.
    Pitchfork,
    /// Concerns travellers on roads.
    Club,
    /// Concerns knights.
    Shield,
}

impl CropCircle {
    /// The word used by programs.
    pub const fn word(self) -> &'static str {
        match self {
            CropCircle::Pitchfork => "pitchfork",
            CropCircle::Club => "club",
            CropCircle::Shield => "shield",
        }
    }
}

/// Special places in the course of a river.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RiverRole {
    /// Where the river begins.
    Source,
    /// Where it divides.
    Fork,
    /// Where it ends.
    Lake,
}

/// The number beside a wheel symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WheelNumber {
    /// 1, 2 or 3.
    pub number: u8,
    /// False where the number is an assumption of the table.
    pub known: bool,
}

/// Something printed on a tile, on a segment or beside them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A coat of arms.
    Shield,
    /// A cathedral.
    Cathedral,
    /// A princess.
    Princess,
    /// Goods.
    Goods(Goods),
    /// An inn.
    Inn,
    /// A tunnel.
    Tunnel,
    /// A pig herd.
    PigHerd,
    /// The dragon is woken here.
    Volcano,
    /// The dragon flies.
    Dragon,
    /// A meeple may go anywhere.
    Portal,
    /// A tower may be built here.
    Tower,
    /// A lake with landing stages.
    FerryLake,
    /// A gold mine.
    Gold,
    /// Mage or witch must move.
    Magic,
    /// Robbers come out.
    Sack,
    /// The gingerbread man moves.
    Gingerbread,
    /// A crop circle.
    CropCircle(CropCircle),
    /// A flying machine and the direction of its arrow.
    Flying(Compass),
    /// A wheel symbol.
    Wheel(WheelNumber),
}

/// A piece of a feature on one tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Segment {
    /// The kind of feature.
    pub feature: Feature,
    /// Where it reaches the rim, as drawn in the catalogue.
    pub ports: PortSet,
    /// Segments of the same tile that are cities and touch this one: the cities beside a field,
    /// or the city to which a short road leads. Bit `n` stands for the segment with index `n`.
    pub cities: u8,
    /// Coats of arms.
    pub shields: u8,
    /// A cathedral stands in this city.
    pub cathedral: bool,
    /// A princess lives in this city.
    pub princess: bool,
    /// A goods symbol lies in this city.
    pub goods: Option<Goods>,
    /// An inn stands at this road.
    pub inn: bool,
    /// The road runs through a tunnel.
    pub tunnel: bool,
    /// A pig herd grazes on this field.
    pub pig_herd: bool,
}

impl Segment {
    /// What is printed on it, each coat of arms by itself.
    ///
    /// ```
    /// use bastide_rules::{Symbol, catalogue};
    /// let city = &catalogue::find("base-classic", "C").unwrap().segments[0];
    /// assert_eq!(city.symbols().collect::<Vec<_>>(), [Symbol::Shield]);
    /// ```
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        let Segment { feature: _, ports: _, cities: _, shields, cathedral, princess, goods, inn, tunnel, pig_herd } =
            *self;
        let others = [
            cathedral.then_some(Symbol::Cathedral),
            princess.then_some(Symbol::Princess),
            goods.map(Symbol::Goods),
            inn.then_some(Symbol::Inn),
            tunnel.then_some(Symbol::Tunnel),
            pig_herd.then_some(Symbol::PigHerd),
        ];
        std::iter::repeat_n(Symbol::Shield, usize::from(shields)).chain(others.into_iter().flatten())
    }
}

/// Symbols of a tile that belong to no segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbols {
    /// The dragon is woken here.
    pub volcano: bool,
    /// The dragon flies.
    pub dragon: bool,
    /// A meeple may go anywhere.
    pub portal: bool,
    /// A tower may be built here.
    pub tower: bool,
    /// A lake with landing stages.
    pub ferry_lake: bool,
    /// A gold mine.
    pub gold: bool,
    /// Mage or witch must move.
    pub magic: bool,
    /// Robbers come out.
    pub sack: bool,
    /// The gingerbread man moves.
    pub gingerbread: bool,
    /// A crop circle.
    pub crop_circle: Option<CropCircle>,
    /// A flying machine and the direction of its arrow.
    pub flying: Option<Compass>,
    /// A wheel symbol.
    pub wheel: Option<WheelNumber>,
}

impl Symbols {
    /// Those that are there.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + use<> {
        let Symbols {
            volcano,
            dragon,
            portal,
            tower,
            ferry_lake,
            gold,
            magic,
            sack,
            gingerbread,
            crop_circle,
            flying,
            wheel,
        } = *self;
        let all = [
            volcano.then_some(Symbol::Volcano),
            dragon.then_some(Symbol::Dragon),
            portal.then_some(Symbol::Portal),
            tower.then_some(Symbol::Tower),
            ferry_lake.then_some(Symbol::FerryLake),
            gold.then_some(Symbol::Gold),
            magic.then_some(Symbol::Magic),
            sack.then_some(Symbol::Sack),
            gingerbread.then_some(Symbol::Gingerbread),
            crop_circle.map(Symbol::CropCircle),
            flying.map(Symbol::Flying),
            wheel.map(Symbol::Wheel),
        ];
        all.into_iter().flatten()
    }

    /// No symbol at all.
    pub const NONE: Symbols = Symbols {
        volcano: false,
        dragon: false,
        portal: false,
        tower: false,
        ferry_lake: false,
        gold: false,
        magic: false,
        sack: false,
        gingerbread: false,
        crop_circle: None,
        flying: None,
        wheel: None,
    };
}

/// A tile type: everything printed on it, and how many copies its set has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its id, which is its place in the catalogue.
    pub id: TileId,
    /// The set it belongs to, as an index into [`catalogue::SETS`](crate::catalogue::SETS).
    pub set: u8,
    /// Its name within the set.
    pub name: &'static str,
    /// The letter of the rulebook, where several tiles share one.
    pub letter: &'static str,
    /// Copies in the set.
    pub count: u8,
    /// Whether the game starts with it.
    pub start: bool,
    /// What the four sides show, clockwise from the north.
    pub sides: [Edge; 4],
    /// Its segments, ordered by feature.
    pub segments: &'static [Segment],
    /// The sides that the river reaches, one bit per side; 0 without a river.
    pub river: u8,
    /// Its role in the course of a river.
    pub role: Option<RiverRole>,
    /// Symbols that belong to no segment.
    pub symbols: Symbols,
    /// The animal in the picture, without a rule.
    pub animal: Option<&'static str>,
    /// Where the tile comes from, if it was taken from another set.
    pub origin: Option<&'static str>,
    /// What the data alone does not say.
    pub note: &'static str,
}

impl Tile {
    /// What a side shows after turning the tile clockwise.
    pub fn edge(&self, side: Side, rotation: Rotation) -> Edge {
        self.sides[side.rotated(rotation.inverse()).index()]
    }

    /// Whether the river touches this side of the drawing.
    pub const fn has_river_on(&self, side: Side) -> bool {
        self.river >> side as u8 & 1 == 1
    }

    /// Whether any segment is a monastery, a garden or a shrine.
    pub fn is_monastic(&self) -> bool {
        self.segments.iter().any(|segment| segment.feature.is_monastic())
    }

    /// The smallest rotation that makes the tile look and play the same as this one.
    ///
    /// ```
    /// use bastide_rules::{catalogue, Rotation};
    /// let straight_road = catalogue::find("base-classic", "U").unwrap();
    /// assert_eq!(straight_road.canonical_rotation(Rotation::new(3)), Rotation::new(1));
    /// ```
    pub fn canonical_rotation(&self, rotation: Rotation) -> Rotation {
        Rotation::new(rotation.quarter_turns() % self.distinct_rotations())
    }

    /// How many rotations differ: 1, 2 or 4.
    pub fn distinct_rotations(&self) -> u8 {
        // A tile that equals itself after one quarter turn also does after two.
        if !self.looks_alike(Rotation::new(2)) {
            4
        } else if !self.looks_alike(Rotation::new(1)) {
            2
        } else {
            1
        }
    }

    /// Whether turning the tile gives the same tile again: the segments can be paired so that
    /// ports, symbols and neighbouring cities agree.
    fn looks_alike(&self, rotation: Rotation) -> bool {
        if self.symbols.flying.is_some_and(|arrow| arrow.rotated(rotation) != arrow) {
            return false;
        }
        if Side::ALL.iter().any(|&side| self.has_river_on(side) != self.has_river_on(side.rotated(rotation))) {
            return false;
        }
        // Cities always reach the rim, so their partners are found by ports alone.
        let mut partner = [usize::MAX; 8];
        for (index, segment) in self.segments.iter().enumerate() {
            if segment.feature == Feature::City {
                let ports = segment.ports.rotated(rotation);
                let twin = self.segments.iter().position(|s| s.feature == Feature::City && s.ports == ports);
                let Some(twin) = twin else { return false };
                partner[index] = twin;
            }
        }
        let turned = |segment: &Segment| {
            let mut cities = 0;
            for (index, &twin) in partner.iter().enumerate() {
                if segment.cities >> index & 1 == 1 {
                    cities |= 1 << twin;
                }
            }
            Segment { ports: segment.ports.rotated(rotation), cities, ..*segment }
        };
        let mut before: Vec<Segment> = self.segments.to_vec();
        let mut after: Vec<Segment> = self.segments.iter().map(turned).collect();
        before.sort_unstable();
        after.sort_unstable();
        before == after
    }
}

/// A printed board that replaces the start tile: the wheel, or the city of Carcassonne.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedBoard {
    /// The set it belongs to, as an index into [`catalogue::SETS`](crate::catalogue::SETS).
    pub set: u8,
    /// Cells from west to east.
    pub width: u8,
    /// Cells from north to south.
    pub height: u8,
    /// The cells, row by row from the north-west corner.
    pub squares: &'static [PrintedSquare],
    /// City, road and field segments across the board.
    pub segments: &'static [PrintedSegment],
    /// Named parts: the sectors of the wheel with their crown spaces, or the quarters of the city.
    pub parts: &'static [BoardPart],
    /// The part in which the neutral figure starts.
    pub figure_start: &'static str,
    /// What the data alone does not say.
    pub note: &'static str,
}

/// One cell of a printed board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedSquare {
    /// Cells from the west.
    pub x: u8,
    /// Cells from the north.
    pub y: u8,
    /// Outer sides, clockwise from the north; `None` for a side inside the board.
    pub sides: [Option<Edge>; 4],
}

/// Where a printed segment reaches the rim: a square of the board and ports of that square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RimPlace {
    /// Column of the square.
    pub x: u8,
    /// Row of the square.
    pub y: u8,
    /// Its ports there.
    pub ports: PortSet,
}

/// A segment of a printed board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedSegment {
    /// Its name on the board.
    pub name: &'static str,
    /// The kind of feature.
    pub feature: Feature,
    /// Where it reaches the rim of the board.
    pub outer: &'static [RimPlace],
    /// Names of the cities it borders.
    pub cities: &'static [&'static str],
}

/// A named part of a printed board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPart {
    /// Its name in the tables.
    pub name: &'static str,
    /// Spaces for meeples; 0 means any number.
    pub spaces: u8,
    /// The kind of feature a quarter serves.
    pub serves: Option<Feature>,
    /// The cell in which it is drawn, where the table names one.
    pub square: Option<BoardCell>,
}

/// A cell of a printed board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardCell {
    /// Cells from the west.
    pub x: u8,
    /// Cells from the north.
    pub y: u8,
}

/// A set of tiles as one table: what is sold together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSet {
    /// Its name, also the name of the table.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The box it is sold in, `classic` for sets outside the five boxes.
    pub in_box: &'static str,
    /// Number of tiles, or of squares of a board.
    pub total: u16,
    /// How sure the table is.
    pub confidence: &'static str,
    /// Where the facts come from.
    pub sources: &'static [&'static str],
    /// Facts that were not verified.
    pub uncertain: &'static [&'static str],
    /// Index of its first tile in [`catalogue::TILES`](crate::catalogue::TILES).
    pub first_tile: u16,
    /// Number of tile types.
    pub tile_types: u16,
}
