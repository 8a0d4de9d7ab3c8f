//! The plain data of the slow game, and the regions that follow from it.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::count::Carcassonne;
use super::dragon::Wild;
use super::drawing::{Course, Drawing, Laid, middle, river_sides};
use super::points::{Finished, SlowAward};
use super::tower::TowerPieces;
use super::turn::Task;
use super::wheel::SlowWheel;
use crate::action::{Action, MagicFigure, Marker, Spot};
use crate::catalogue;
use crate::decision::{Decision, Outcome};
use crate::figure::FigureKind;
use crate::game::{Game, Options, SetupError};
use crate::geometry::{Pos, Rotation, Side};
use crate::module::{Module, ModuleSet};
use crate::modules::count::Quarter;
use crate::modules::messages::Message;
use crate::modules::river::RiverEnd;
use crate::player::{MAX_PLAYERS, PlayerId};
use crate::printed;
use crate::state::StandingFigure;
use crate::tile::{Edge, Feature, Goods, PrintedBoard, RiverRole, Segment, Tile, TileId};

/// Normal meeples in each supply at the start (BASE-8).
pub(super) const MEEPLES: u8 = 7;

/// Spaces of the score track (BASE-37).
pub(super) const SPACES: i32 = 50;

/// A region as the slow game sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowRegion {
    /// The kind of feature.
    pub feature: Feature,
    /// Its segments, sorted.
    pub spots: Vec<Spot>,
    /// The cells of its tiles, sorted, each once (BASE-D3).
    pub cells: Vec<Pos>,
    /// Open ends; for monasteries and gardens the empty cells around.
    pub open_ends: usize,
    /// Coats of arms (BASE-D4).
    pub shields: usize,
    /// Strength of each seat (BASE-32).
    pub strength: [u32; MAX_PLAYERS],
    /// Whether an inn or a cathedral that counts stands on it (INN-3, INN-6, INNC-3, RIVER2-20).
    pub(super) is_rich: bool,
    /// Goods symbols that count (TRADE-4, TRADC-3).
    pub(super) goods: Vec<Goods>,
    /// Pig herds (RIVER2-17, RIVER2-D12).
    pub(super) herds: usize,
    /// The places of the cities that its segments touch among all regions (FARM-6).
    pub(super) cities: Vec<usize>,
}

impl SlowRegion {
    fn empty(feature: Feature) -> SlowRegion {
        SlowRegion {
            feature,
            spots: Vec::new(),
            cells: Vec::new(),
            open_ends: 0,
            shields: 0,
            strength: [0; MAX_PLAYERS],
            is_rich: false,
            goods: Vec::new(),
            herds: 0,
            cities: Vec::new(),
        }
    }

    /// Whether it is completed (BASE-24, BASE-26, BASE-28, ABBOT-6, FARM-5).
    pub fn is_complete(&self) -> bool {
        self.feature != Feature::Field && self.open_ends == 0
    }

    /// Whether a meeple stands on it (BASE-5).
    pub fn is_occupied(&self) -> bool {
        self.strength.iter().any(|&strength| strength > 0)
    }

    /// Whether a segment belongs to it.
    pub(super) fn has(&self, spot: Spot) -> bool {
        self.spots.binary_search(&spot).is_ok()
    }

    /// The seats with the majority (BASE-32 to BASE-34).
    pub fn majority(&self) -> Vec<PlayerId> {
        let most = self.strength.iter().copied().max().unwrap_or(0);
        PlayerId::seats(self.strength.len()).filter(|seat| most > 0 && self.strength[seat.index()] == most).collect()
    }

    /// The cells from which it collects ingots (GOLD-8).
    pub(super) fn area(&self) -> BTreeSet<Pos> {
        match self.feature {
            Feature::City | Feature::Road | Feature::Field => self.cells.iter().copied().collect(),
            Feature::Monastery | Feature::Garden | Feature::Shrine => {
                let own = self.spots[0].pos;
                own.around().into_iter().chain([own]).collect()
            }
        }
    }
}

/// The stacks in the order of their use (RIVER-3, RIVER-5, RIVER2-4, RIVER2-13).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pile {
    Fork,
    River,
    Lake,
    Land,
}

pub(super) fn pile(tile: &Tile) -> Pile {
    match tile.role {
        Some(RiverRole::Fork) => Pile::Fork,
        Some(RiverRole::Lake) => Pile::Lake,
        Some(RiverRole::Source) | None if tile.sides.contains(&Edge::River) => Pile::River,
        Some(RiverRole::Source) | None => Pile::Land,
    }
}

/// What follows from the plain data, worked out anew after each change.
#[derive(Clone, Default)]
pub(super) struct Facts {
    /// What all tiles show at the middles of their sides.
    pub(super) edges: Drawing<Edge>,
    /// The empty cells beside a tile, sorted.
    pub(super) empty_cells: Vec<Pos>,
    pub(super) course: Option<Course>,
    pub(super) regions: Vec<SlowRegion>,
    /// All segments, sorted, with the places of their regions.
    region_of: Vec<(Spot, usize)>,
    /// The rotations of the tile drawn last.
    pub(super) rotations: Vec<Rotation>,
    /// The answers to what is asked, once somebody wants to know them.
    legal: OnceCell<Vec<Action>>,
}

/// A game in plain data that recomputes everything each time.
///
/// ```
/// use bastide_rules::validate::{SlowGame, compare};
/// use bastide_rules::{Base, Game, Options, State};
///
/// let options = Options::new(Base::Classic, 2);
/// let mut fast = State::new(Game::new(options)?);
/// let mut slow = SlowGame::new(options)?;
/// while let Some(&action) = slow.legal_actions().last() {
///     fast.apply(action)?;
///     slow.apply(action)?;
///     compare(&fast, &slow)?;
/// }
/// assert!(fast.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SlowGame {
    pub(super) options: Options,
    /// The modules with their parts.
    pub(super) modules: ModuleSet,
    pub(super) table: BTreeMap<Pos, Laid>,
    /// The board that replaces the start tile (WHEEL-2, COUNT-1).
    pub(super) board: Option<&'static PrintedBoard>,
    /// Its pieces, and to which of its segments they belong.
    printed: BTreeMap<Spot, usize>,
    /// The spring that is still to come beside the board (COMBO-D3).
    pub(super) spring: Option<&'static Tile>,
    /// Where the river begins.
    pub(super) spring_at: Option<Pos>,
    pub(super) figures: Vec<StandingFigure>,
    pub(super) points: Vec<i32>,
    pub(super) undrawn: BTreeMap<TileId, u8>,
    pub(super) discarded: Vec<TileId>,
    /// What is asked.
    pub(super) asked: Decision,
    /// What is left to do in this turn, the next thing first.
    pub(super) to_do: VecDeque<Task>,
    pub(super) active: usize,
    pub(super) turn: u32,
    pub(super) laid: u32,
    pub(super) in_hand: Option<&'static Tile>,
    /// Where the tile of this turn was laid.
    pub(super) laid_at: Pos,
    /// The abbot taken back in this turn, until it is scored (ABBOT-9).
    pub(super) recalled: Option<Spot>,

    pub(super) ferries: BTreeMap<Pos, [u8; 2]>,
    /// Lakes whose ferries may still be moved in this turn (FERRY-D4).
    pub(super) movable: BTreeSet<Pos>,
    pub(super) magic: BTreeMap<MagicFigure, Spot>,
    pub(super) ingots_on_tiles: BTreeMap<Pos, u8>,
    pub(super) ingots: Vec<u8>,
    pub(super) goods: Vec<BTreeMap<Goods, u8>>,
    /// The active player's builder lies beside the stacks (TRADE-11).
    pub(super) builder_aside: bool,
    /// Completed features that are still to be scored (TURN-18).
    pub(super) finished: Vec<Finished>,
    /// The farmer whose pig was just scored (TRADE-33).
    pub(super) farmer: Option<StandingFigure>,

    /// The spaces of the robbers on the track.
    pub(super) robbers: Vec<Option<u8>>,
    /// What the two markers of each seat show, with Messages or Robbers.
    pub(super) markers: Vec<BTreeMap<Marker, i32>>,
    /// What each seat has scored in this turn and not marked yet (TURN-26, ORDER-21).
    pub(super) sums: Vec<i32>,
    /// The marker that each seat has moved, or will move, in this turn (MSG-6).
    pub(super) moved: Vec<Option<Marker>>,
    /// Whom each activated robber can rob (ROB-7).
    pub(super) victims: Vec<Vec<PlayerId>>,
    pub(super) used_messages: Vec<Message>,
    /// The feature that message 8 names.
    pub(super) errand: Vec<Spot>,
    /// Turns due by message 4 (MSG-20).
    pub(super) extra_turns: u8,

    pub(super) wheel: SlowWheel,
    pub(super) wild: Wild,
    pub(super) towers: TowerPieces,
    pub(super) carcassonne: Carcassonne,
    /// Where the gingerbread man stands.
    pub(super) gingerbread: Option<Spot>,
    pub(super) has_gingerbread_entered: bool,
    /// He has left a completed city in this turn (GINGER-D3).
    pub(super) has_gingerbread_moved: bool,
    /// The turn after the lake of River II is due (RIVER2-15).
    pub(super) is_lake_turn_due: bool,
    /// The tile just laid extends the feature of the classic builder (TRADC-9).
    pub(super) has_builder_worked: bool,
    /// This turn is the one that the classic builder gave (TRADC-11).
    pub(super) is_builder_turn: bool,

    pub(super) awards: Vec<SlowAward>,
    pub(super) facts: Facts,
}

impl SlowGame {
    /// Lays out the start tile or the board in its place (BASE-6, RIVER-2, RIVER2-3, WHEEL-2, COUNT-1).
    ///
    /// # Errors
    /// If no game can be made from the options.
    pub fn new(options: Options) -> Result<SlowGame, SetupError> {
        // Only to refuse the same options; nothing of it is used.
        Game::new(options)?;
        let modules = options.modules.with_parts();
        let base = options.base.info();
        let river = if modules.has(Module::River) { base.river_set } else { None };
        let has_river = river.is_some() || modules.has(Module::River2);
        let mut sets: BTreeSet<&str> = modules.iter().flat_map(|module| module.info().sets).copied().collect();
        sets.extend(river);
        let board = sets.iter().copied().chain([base.set]).find_map(catalogue::board);
        let mut undrawn = BTreeMap::new();
        let mut laid_out = board.map(squares).unwrap_or_default();
        let (mut spring, mut spring_at) = (None, None);
        let mut to_do = VecDeque::from([Task::Draw]);
        for set in sets.into_iter().chain([base.set]) {
            for tile in catalogue::set(set).map(catalogue::tiles_of).unwrap_or_default() {
                let is_spring = tile.role == Some(RiverRole::Source);
                if tile.start && is_spring && board.is_some() {
                    // COMBO-11, COMBO-D2.
                    spring = Some(tile);
                    to_do.push_front(Task::Spring);
                } else if tile.start {
                    // RIVER-D4, RIVER2-1: with a river the start tile of the base stays in the box.
                    if is_spring || (!has_river && board.is_none()) {
                        laid_out.push(Laid { tile, pos: Pos::ORIGIN, quarter_turns: 0 });
                        spring_at = is_spring.then_some(Pos::ORIGIN);
                    }
                } else if pile(tile) == Pile::Land || river.is_some() || Module::River2.info().sets.contains(&set) {
                    // RIVER-4, RIVER-D3: river tiles of other modules come only with the River.
                    undrawn.insert(tile.id, tile.count);
                }
            }
        }
        let players = options.players;
        let marker_at_start = if modules.has(Module::Messages) { &Marker::ALL[..] } else { &Marker::ALL[..1] };
        let mut game = SlowGame {
            options,
            modules,
            table: BTreeMap::new(),
            board,
            printed: board.map(pieces).unwrap_or_default(),
            spring,
            spring_at,
            figures: Vec::new(),
            points: vec![0; players],
            undrawn,
            discarded: Vec::new(),
            asked: Decision::Over,
            to_do,
            active: options.first,
            turn: 1,
            laid: 0,
            in_hand: None,
            laid_at: Pos::ORIGIN,
            recalled: None,
            ferries: BTreeMap::new(),
            movable: BTreeSet::new(),
            magic: BTreeMap::new(),
            ingots_on_tiles: BTreeMap::new(),
            ingots: vec![0; players],
            goods: vec![BTreeMap::new(); players],
            builder_aside: false,
            finished: Vec::new(),
            farmer: None,
            robbers: vec![None; players],
            markers: vec![marker_at_start.iter().map(|&marker| (marker, 0)).collect(); players],
            sums: vec![0; players],
            moved: vec![None; players],
            victims: vec![Vec::new(); players],
            used_messages: Vec::new(),
            errand: Vec::new(),
            extra_turns: 0,
            wheel: SlowWheel::default(),
            wild: Wild::default(),
            towers: TowerPieces::new(players),
            carcassonne: Carcassonne {
                count: modules.has(Module::Count).then_some(Quarter::Palace),
                won: vec![0; players],
                ..Carcassonne::default()
            },
            gingerbread: None,
            has_gingerbread_entered: false,
            has_gingerbread_moved: false,
            is_lake_turn_due: false,
            has_builder_worked: false,
            is_builder_turn: false,
            awards: Vec::new(),
            facts: Facts::default(),
        };
        game.put(laid_out);
        game.let_gingerbread_in();
        game.go_on();
        Ok(game)
    }

    /// Puts tiles on the table and works out what follows.
    pub(super) fn put(&mut self, tiles: impl IntoIterator<Item = Laid>) {
        self.table.extend(tiles.into_iter().map(|laid| (laid.pos, laid)));
        let mut edges = Drawing::around(self.table.keys());
        for (point, edge) in self.table.values().flat_map(|laid| laid.edges()) {
            edges.mark(point, edge);
        }
        let shows = |cell, side| edges.at(middle(cell, side)).is_some();
        let is_beside = |cell: &Pos| (0..4).any(|side| shows(*cell, side)) && !self.table.contains_key(cell);
        self.facts.empty_cells = edges.cells().filter(is_beside).collect();
        self.facts.edges = edges;
        self.facts.course = self.follow_river();
        self.look_at_regions();
    }

    /// Works out the regions from tiles, ferries and figures.
    pub(super) fn look_at_regions(&mut self) {
        self.join();
        self.look_at_figures();
    }

    /// Works out who stands on which region (BASE-32).
    pub(super) fn look_at_figures(&mut self) {
        for region in &mut self.facts.regions {
            region.strength = [0; MAX_PLAYERS];
        }
        for figure in &self.figures {
            if let Some(region) = self.place_of_region(figure.spot) {
                self.facts.regions[region].strength[figure.owner.index()] += strength_of(figure.kind);
            }
        }
    }

    /// Asks something; what was asked before is of no concern any more.
    pub(super) fn ask(&mut self, question: Decision) {
        self.asked = question;
        self.facts.legal.take();
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.asked == Decision::Over
    }

    /// The turn in progress, counted from 1.
    pub fn turn_number(&self) -> u32 {
        self.turn
    }

    /// The points of each seat.
    pub fn points(&self) -> &[i32] {
        &self.points
    }

    /// Tiles that fitted nowhere, in the order in which they were drawn.
    pub fn discarded(&self) -> &[TileId] {
        &self.discarded
    }

    /// The points that the last action gave, each award on its own.
    pub fn awards(&self) -> &[SlowAward] {
        &self.awards
    }

    /// What is asked.
    pub fn decision(&self) -> Decision {
        self.asked
    }

    /// The legal actions, sorted.
    pub fn legal_actions(&self) -> &[Action] {
        self.facts.legal.get_or_init(|| self.list())
    }

    /// All regions, sorted by their first segment.
    pub fn regions(&self) -> &[SlowRegion] {
        &self.facts.regions
    }

    pub(super) fn has(&self, module: Module) -> bool {
        self.modules.has(module)
    }

    pub(super) fn active_player(&self) -> PlayerId {
        seat(self.active)
    }

    /// All seats clockwise, the active player first.
    pub(super) fn round(&self) -> Vec<PlayerId> {
        (0..self.options.players).map(|step| seat((self.active + step) % self.options.players)).collect()
    }

    /// Figures that a seat owns, standing or not (BASE-8, ABBOT-1, ROB-1).
    pub(super) fn issued(&self, kind: FigureKind) -> u8 {
        match kind {
            FigureKind::Meeple => MEEPLES,
            FigureKind::Abbot => u8::from(self.has(Module::Abbot)),
            // INN-2, INNC-2.
            FigureKind::Large => u8::from(self.has(Module::Large) || self.has(Module::InnsClassic)),
            // TRADE-3, TRADC-5.
            FigureKind::Builder => u8::from(self.has(Module::Builder) || self.has(Module::TradersClassic)),
            // TRADE-D18, TRADC-D6.
            FigureKind::Pig => {
                let has_pigs = self.has(Module::Pig) || self.has(Module::TradersClassic);
                u8::from(has_pigs && self.has(Module::Farmers))
            }
            FigureKind::Robber => u8::from(self.has(Module::Robbers)),
        }
    }

    /// Figures in the supply of a seat (BASE-4). A flier leaves it when it lands.
    pub fn supply(&self, player: PlayerId, kind: FigureKind) -> u8 {
        let is_active = player == self.active_player();
        let standing = self.figures.iter().filter(|figure| figure.owner == player && figure.kind == kind).count();
        let aside = u8::from(is_active && self.builder_aside && kind == FigureKind::Builder);
        let on_track = u8::from(self.robbers[player.index()].is_some() && kind == FigureKind::Robber);
        let crowned = self.wheel.crowned.iter().filter(|crowned| (crowned.1, crowned.2) == (player, kind)).count();
        let elsewhere = self.on_towers_or_captive(player, kind) + self.in_carcassonne(player, kind);
        self.issued(kind) - standing as u8 - aside - on_track - crowned as u8 - elsewhere
    }

    /// The points that a marker shows (MSG-3). Where nothing depends on when they move, markers
    /// show the points at once.
    pub fn marker_points(&self, player: PlayerId, marker: Marker) -> i32 {
        if self.has(Module::Messages) || self.has(Module::Robbers) {
            self.markers[player.index()].get(&marker).copied().unwrap_or(0)
        } else if marker == Marker::Meeple {
            self.points[player.index()]
        } else {
            0
        }
    }

    /// The space of a marker (MSG-D14, ROB-D5).
    pub fn marker_space(&self, player: PlayerId, marker: Marker) -> u8 {
        self.marker_points(player, marker).rem_euclid(SPACES) as u8
    }

    /// The empty cells beside a tile, sorted, with what each side must show (BASE-13).
    pub fn frontier(&self) -> Vec<(Pos, [Option<Edge>; 4])> {
        let shown = |cell, side| self.facts.edges.at(middle(cell, side));
        let demands = |&cell| (cell, [0, 1, 2, 3].map(|side| shown(cell, side)));
        self.facts.empty_cells.iter().map(demands).collect()
    }

    /// Follows the river with one branch from the spring. `None` without it or when the lake has closed it.
    fn follow_river(&self) -> Option<Course> {
        if !self.has(Module::River) {
            return None;
        }
        let mut laid = *self.table.get(&self.spring_at?)?;
        let mut directions: Vec<usize> = Vec::new();
        loop {
            let entered = directions.last().map(|direction| (direction + 2) % 4);
            let way_out = river_sides(laid).into_iter().find(|&side| Some(side) != entered)?;
            directions.push(way_out);
            let end = laid.pos.beside(Side::ALL[way_out]);
            match self.table.get(&end) {
                Some(&next) => laid = next,
                None => return Some(Course { end, directions }),
            }
        }
    }

    /// The open end of the river.
    pub fn river_end(&self) -> Option<RiverEnd> {
        let course = self.facts.course.as_ref()?;
        Some(RiverEnd { pos: course.end, flow: Side::ALL[*course.directions.last()?] })
    }

    /// The feature of a segment on the table.
    pub(super) fn feature(&self, spot: Spot) -> Feature {
        self.table[&spot.pos].tile.segments[usize::from(spot.segment)].feature
    }

    /// The region of a segment; `None` for a garden without the abbot.
    pub(super) fn region_at(&self, spot: Spot) -> Option<&SlowRegion> {
        self.place_of_region(spot).map(|place| &self.facts.regions[place])
    }

    /// The place of a segment's region among all regions.
    pub(super) fn place_of_region(&self, spot: Spot) -> Option<usize> {
        let found = self.facts.region_of.binary_search_by_key(&spot, |(segment, _)| *segment).ok()?;
        Some(self.facts.region_of[found].1)
    }

    /// Whether a cell is a square of the board in the middle.
    pub(super) fn is_printed(&self, pos: Pos) -> bool {
        self.board.is_some_and(|board| {
            (0..i16::from(board.width)).contains(&pos.x) && (0..i16::from(board.height)).contains(&pos.y)
        })
    }

    /// The pieces of the cities that a printed segment borders, on all squares.
    fn printed_cities_beside(&self, spot: Spot) -> Vec<Spot> {
        let (Some(board), Some(&segment)) = (self.board, self.printed.get(&spot)) else { return Vec::new() };
        let is_beside = |city: usize| board.segments[segment].cities.contains(&board.segments[city].name);
        self.printed.iter().filter(|(_, city)| is_beside(**city)).map(|(&piece, _)| piece).collect()
    }

    /// The magic figures on a region.
    pub(super) fn magic_on(&self, region: &SlowRegion) -> Vec<MagicFigure> {
        let is_on = |figure: &MagicFigure| self.magic.get(figure).is_some_and(|&spot| region.has(spot));
        MagicFigure::ALL.into_iter().filter(is_on).collect()
    }

    /// Joins all segments into regions. Gardens are none without the abbot (BASE-D11).
    fn join(&mut self) {
        let is_feature = |feature| feature != Feature::Garden || self.has(Module::Abbot);
        let mut pieces: Vec<(Spot, &Segment)> = Vec::new();
        let mut open = Vec::new();
        let mut groups = Groups::default();
        // The first piece that reaches each point of the drawing.
        let mut reached = Drawing::around(self.table.keys());
        for laid in self.table.values() {
            for spot in laid.spots() {
                let segment = &laid.tile.segments[usize::from(spot.segment)];
                if !is_feature(segment.feature) {
                    continue;
                }
                let piece = groups.add();
                pieces.push((spot, segment));
                open.push(0);
                for point in laid.points(usize::from(spot.segment)) {
                    let Some(other) = reached.mark(point, piece) else {
                        open[piece] += 1;
                        continue;
                    };
                    open[other] -= 1;
                    // Sides that do not match are told by the comparison of the tables.
                    if pieces[other].1.feature == segment.feature {
                        groups.join(other, piece);
                    }
                }
            }
        }
        // FERRY-5: a ferry is part of the road; the other roads end at the lake (FERRY-6).
        for (&pos, ends) in &self.ferries {
            let piece = |segment| pieces.binary_search_by_key(&Spot { pos, segment }, |piece| piece.0);
            if let [Ok(one), Ok(other)] = ends.map(piece) {
                groups.join(one, other);
            }
        }
        // All pieces of a printed segment are one, wherever they lie on the board (WHEEL-D28).
        let mut first_of: BTreeMap<usize, usize> = BTreeMap::new();
        for (spot, segment) in &self.printed {
            if let Ok(piece) = pieces.binary_search_by_key(spot, |piece| piece.0) {
                groups.join(*first_of.entry(*segment).or_insert(piece), piece);
            }
        }
        // The first piece of a group begins its region.
        let mut regions: Vec<SlowRegion> = Vec::new();
        let mut region_of: Vec<(Spot, usize)> = Vec::with_capacity(pieces.len());
        // Fields by their places, with the city segments that they touch.
        let mut touching: Vec<(usize, Spot)> = Vec::new();
        for ((piece, &(spot, segment)), first) in pieces.iter().enumerate().zip(groups.firsts()) {
            if first == piece {
                region_of.push((spot, regions.len()));
                regions.push(SlowRegion::empty(segment.feature));
            } else {
                region_of.push((spot, region_of[first].1));
            }
            let place = region_of[piece].1;
            let region = &mut regions[place];
            self.count_in(spot, segment, region);
            region.open_ends += open[piece];
            let cities = (0..8).filter(|city| segment.cities >> city & 1 == 1);
            touching.extend(cities.map(|city| (place, Spot { pos: spot.pos, segment: city })));
            touching.extend(self.printed_cities_beside(spot).into_iter().map(|city| (place, city)));
        }
        for (field, spot) in touching {
            if let Ok(city) = region_of.binary_search_by_key(&spot, |(segment, _)| *segment) {
                regions[field].cities.push(region_of[city].1);
            }
        }
        for region in &mut regions {
            region.cities.sort_unstable();
            region.cities.dedup();
            if matches!(region.feature, Feature::Monastery | Feature::Garden | Feature::Shrine) {
                let around = region.spots[0].pos.around();
                region.open_ends = around.iter().filter(|cell| !self.table.contains_key(cell)).count();
            }
        }
        (self.facts.regions, self.facts.region_of) = (regions, region_of);
    }

    /// Counts what a segment brings to its region.
    fn count_in(&self, spot: Spot, segment: &Segment, region: &mut SlowRegion) {
        region.spots.push(spot);
        if region.cells.last() != Some(&spot.pos) {
            region.cells.push(spot.pos);
        }
        region.shields += usize::from(segment.shields);
        // INN-D10, TRADE-39: without their part the symbols are decoration.
        let has_inns = self.has(Module::InnsScoring) || self.has(Module::InnsClassic);
        region.is_rich |= has_inns && (segment.inn || segment.cathedral);
        let has_goods = self.has(Module::Goods) || self.has(Module::TradersClassic);
        region.goods.extend(segment.goods.filter(|_| has_goods));
        region.herds += usize::from(segment.pig_herd);
    }

    /// Who has won (BASE-45).
    pub fn outcome(&self) -> Outcome {
        if !self.is_over() {
            return Outcome::Undecided;
        }
        let most = self.points.iter().max();
        let winners = (0..self.points.len()).filter(|&seat| self.points.get(seat) == most);
        Outcome::Won { winners: winners.map(|seat| 1 << seat).sum() }
    }
}

/// Things joined to groups, each group known by its first thing.
#[derive(Default)]
struct Groups {
    before: Vec<usize>,
}

impl Groups {
    /// A thing by itself.
    fn add(&mut self) -> usize {
        self.before.push(self.before.len());
        self.before.len() - 1
    }

    fn first_of(&self, thing: usize) -> usize {
        let mut first = thing;
        while self.before[first] != first {
            first = self.before[first];
        }
        first
    }

    /// The first thing of the group of each.
    fn firsts(mut self) -> Vec<usize> {
        // What stands before a thing has its own first one by then.
        for thing in 0..self.before.len() {
            self.before[thing] = self.before[self.before[thing]];
        }
        self.before
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first_of(one), self.first_of(other));
        self.before[one.max(other)] = one.min(other);
    }
}

/// The squares of a board on the table.
fn squares(board: &'static PrintedBoard) -> Vec<Laid> {
    let lay = |(square, tile)| Laid { tile, pos: printed::pos(square), quarter_turns: 0 };
    board.squares.iter().zip(printed::tiles(board)).map(lay).collect()
}

/// The pieces of a board with the segments they belong to.
fn pieces(board: &'static PrintedBoard) -> BTreeMap<Spot, usize> {
    let mut pieces = BTreeMap::new();
    for square in board.squares {
        let spots = (0..).map(|segment| Spot { pos: printed::pos(square), segment });
        pieces.extend(spots.zip(printed::pieces_on(board, square)));
    }
    pieces
}

/// What a figure counts (BASE-3, ABBOT-1, INN-11, TURN-2).
pub(super) fn strength_of(kind: FigureKind) -> u32 {
    match kind {
        FigureKind::Meeple | FigureKind::Abbot => 1,
        FigureKind::Large => 2,
        FigureKind::Builder | FigureKind::Pig | FigureKind::Robber => 0,
    }
}

/// Whether it is a meeple and no special figure (TURN-1, TURN-2).
pub(super) fn is_meeple(kind: FigureKind) -> bool {
    strength_of(kind) > 0
}

pub(super) fn seat(index: usize) -> PlayerId {
    PlayerId::new(index).unwrap_or_default()
}
