//! The game played a second time, slowly: what the fast code is held to.
//!
//! [`SlowGame`] keeps plain data and works everything out from scratch whenever it is asked,
//! straight from the rules texts. It shares the catalogue and the types with the fast code and
//! nothing else: own joining, own completion, own majority, own turn. Speed is of no concern here.
//!
//! Where things lie is decided by drawing: a tile is a square of four by four units, each of its
//! twelve ports is a point on the rim, and a quarter turn moves points. Two segments are joined
//! where they have a point in common.
//!
//! [`compare`] holds a [`State`] to a [`SlowGame`]; [`check_state`] checks what must hold in every
//! state whatever led to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Display};

use crate::action::{Action, Spot};
use crate::catalogue;
use crate::decision::{Actor, Decision, Outcome};
use crate::event::{Award, Source};
use crate::figure::FigureKind;
use crate::game::{Game, Options, SetupError};
use crate::geometry::{Pos, Rotation, Side};
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::state::{StandingFigure, State};
use crate::tile::{Edge, Feature, RiverRole, Tile, TileId};

/// Normal meeples in each supply at the start (BASE-8).
const MEEPLES: u8 = 7;

/// A point of the drawing, in quarters of a cell.
type Point = (i32, i32);

/// Turns a point of a cell clockwise about its middle.
fn turned((x, y): Point, quarter_turns: usize) -> Point {
    (0..quarter_turns).fold((x, y), |(x, y), _| (4 - y, x))
}

/// The point at the middle of a side, counted clockwise from the north.
fn middle(pos: Pos, side: usize) -> Point {
    on_table(pos, turned((2, 0), side))
}

fn on_table(pos: Pos, (x, y): Point) -> Point {
    (4 * i32::from(pos.x) + x, 4 * i32::from(pos.y) + y)
}

/// A tile on the table.
#[derive(Clone, Copy)]
struct Laid {
    tile: &'static Tile,
    pos: Pos,
    quarter_turns: usize,
}

impl Laid {
    /// What the four sides show, as points of the drawing.
    fn edges(self) -> [(Point, Edge); 4] {
        [0, 1, 2, 3].map(|side| (middle(self.pos, side + self.quarter_turns), self.tile.sides[side]))
    }

    /// Where a segment reaches the rim.
    fn points(self, segment: usize) -> Vec<Point> {
        let ports = self.tile.segments[segment].ports.bits();
        (0..12)
            .filter(|port| ports >> port & 1 == 1)
            .map(|port| on_table(self.pos, turned((port % 3 + 1, 0), port as usize / 3 + self.quarter_turns)))
            .collect()
    }

    fn spots(self) -> impl Iterator<Item = Spot> {
        (0..self.tile.segments.len() as u8).map(move |segment| Spot { pos: self.pos, segment })
    }

    /// A description that is the same for two rotations that look and play the same: the sides, and
    /// each segment with its points, its coats of arms and the points of the cities it touches.
    fn looks(self) -> impl Eq {
        let mut edges = self.edges();
        edges.sort_unstable();
        let sorted_points = |segment: usize| {
            let mut points = self.points(segment);
            points.sort_unstable();
            points
        };
        let mut segments: Vec<_> = (0..self.tile.segments.len())
            .map(|index| {
                let segment = &self.tile.segments[index];
                let mut cities: Vec<_> =
                    (0..8).filter(|city| segment.cities >> city & 1 == 1).map(sorted_points).collect();
                cities.sort_unstable();
                (segment.feature, sorted_points(index), segment.shields, cities)
            })
            .collect();
        segments.sort_unstable();
        (edges, segments)
    }
}

/// The rotations of a tile that look different, the smallest of each kind.
fn distinct_rotations(tile: &'static Tile) -> Vec<Rotation> {
    let look = |rotation: Rotation| Laid { tile, pos: Pos::ORIGIN, quarter_turns: rotation.index() }.looks();
    let mut distinct: Vec<Rotation> = Vec::new();
    for rotation in Rotation::ALL {
        if distinct.iter().all(|&smaller| look(smaller) != look(rotation)) {
            distinct.push(rotation);
        }
    }
    distinct
}

/// A region as the slow game sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowRegion {
    /// The kind of feature.
    pub feature: Feature,
    /// Its segments, sorted.
    pub spots: Vec<Spot>,
    /// The cells of its tiles, each once (BASE-D3).
    pub cells: BTreeSet<Pos>,
    /// Open ends; for monasteries and gardens the empty cells around.
    pub open_ends: usize,
    /// Coats of arms (BASE-D4).
    pub shields: usize,
    /// Strength of each seat (BASE-32).
    pub strength: Vec<u32>,
    /// City segments that its segments touch (FARM-6).
    touches: BTreeSet<Spot>,
}

impl SlowRegion {
    /// Whether it is completed (BASE-24, BASE-26, BASE-28, ABBOT-6, FARM-5).
    pub fn is_complete(&self) -> bool {
        self.feature != Feature::Field && self.open_ends == 0
    }

    /// Whether a meeple stands on it (BASE-5).
    pub fn is_occupied(&self) -> bool {
        self.strength.iter().any(|&strength| strength > 0)
    }

    /// The seats with the majority (BASE-32 to BASE-34).
    pub fn majority(&self) -> Vec<PlayerId> {
        let most = self.strength.iter().copied().max().unwrap_or(0);
        PlayerId::seats(self.strength.len()).filter(|seat| most > 0 && self.strength[seat.index()] == most).collect()
    }

    /// Its points as it is now, among all regions of the table.
    fn value(&self, regions: &[SlowRegion]) -> i32 {
        let tiles = self.cells.len();
        let points = match self.feature {
            // BASE-25, BASE-41.
            Feature::Road => tiles,
            // BASE-27, BASE-42.
            Feature::City if self.is_complete() => 2 * tiles + 2 * self.shields,
            Feature::City => tiles + self.shields,
            // BASE-29, BASE-43, ABBOT-6, ABBOT-12.
            Feature::Monastery | Feature::Garden | Feature::Shrine => 1 + (8 - self.open_ends),
            // FARM-7, FARM-8.
            Feature::Field => {
                let beside = regions.iter().filter(|city| {
                    city.feature == Feature::City
                        && city.is_complete()
                        && city.spots.iter().any(|spot| self.touches.contains(spot))
                });
                3 * beside.count()
            }
        };
        points as i32
    }
}

/// Points that the last action gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlowAward {
    /// Who got them.
    pub player: PlayerId,
    /// What for.
    pub source: Source,
    /// How many.
    pub points: i32,
    /// The segments of the scored region.
    pub spots: Vec<Spot>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Draw,
    Place(&'static Tile),
    Deploy(Pos),
    Over,
}

/// The three stacks in the order of their use (RIVER-3, RIVER-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pile {
    River,
    Lake,
    Land,
}

fn pile(tile: &Tile) -> Pile {
    match tile.role {
        Some(RiverRole::Lake) => Pile::Lake,
        _ if tile.sides.contains(&Edge::River) => Pile::River,
        _ => Pile::Land,
    }
}

/// The course of the river from the spring to its open end.
#[derive(Clone)]
struct Course {
    /// Where the next river tile goes.
    end: Pos,
    /// The directions in which the spring and each tile after it are left.
    directions: Vec<usize>,
}

/// Which way a river turns between two directions.
#[derive(PartialEq, Eq)]
enum Bend {
    Straight,
    Right,
    Left,
    Back,
}

fn bend(from: usize, to: usize) -> Bend {
    match (to + 4 - from) % 4 {
        0 => Bend::Straight,
        1 => Bend::Right,
        2 => Bend::Back,
        _ => Bend::Left,
    }
}

/// What follows from the plain data, worked out anew after each change.
#[derive(Clone, Default)]
struct Facts {
    /// What all tiles show at the middles of their sides.
    edges: BTreeMap<Point, Edge>,
    course: Option<Course>,
    regions: Vec<SlowRegion>,
    /// The rotations of the tile in hand.
    rotations: Vec<Rotation>,
    legal: Vec<Action>,
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
    options: Options,
    table: BTreeMap<Pos, Laid>,
    figures: Vec<StandingFigure>,
    points: Vec<i32>,
    undrawn: BTreeMap<TileId, u8>,
    discarded: Vec<TileId>,
    phase: Phase,
    active: usize,
    turn: u32,
    laid: u32,
    awards: Vec<SlowAward>,
    facts: Facts,
}

impl SlowGame {
    /// Lays out the start tile (BASE-6, RIVER-2).
    ///
    /// # Errors
    /// If no game can be made from the options.
    pub fn new(options: Options) -> Result<SlowGame, SetupError> {
        // Only to refuse the same options; nothing of it is used.
        Game::new(options)?;
        let base = options.base.info();
        let river = if options.modules.has(Module::River) { base.river_set } else { None };
        let tiles_of = |set: &str| catalogue::set(set).map(catalogue::tiles_of).unwrap_or_default();
        let land = tiles_of(base.set);
        let water = river.map(tiles_of).unwrap_or_default();
        let mut undrawn = BTreeMap::new();
        let mut table = BTreeMap::new();
        for tile in land.iter().chain(water) {
            // RIVER-D4: with the river the start tile of the base stays in the box.
            if !tile.start {
                undrawn.insert(tile.id, tile.count);
            } else if tile.role == Some(RiverRole::Source) || river.is_none() {
                table.insert(Pos::ORIGIN, Laid { tile, pos: Pos::ORIGIN, quarter_turns: 0 });
            }
        }
        let mut game = SlowGame {
            options,
            table,
            figures: Vec::new(),
            points: vec![0; options.players],
            undrawn,
            discarded: Vec::new(),
            phase: Phase::Draw,
            active: options.first,
            turn: 1,
            laid: 0,
            awards: Vec::new(),
            facts: Facts::default(),
        };
        game.begin_draw();
        Ok(game)
    }

    /// Works out all facts from the plain data.
    fn recompute(&mut self) {
        self.facts = Facts {
            edges: self.table.values().flat_map(|laid| laid.edges()).collect(),
            course: self.follow_river(),
            regions: self.join(),
            rotations: if let Phase::Place(tile) = self.phase { distinct_rotations(tile) } else { Vec::new() },
            legal: Vec::new(),
        };
        self.facts.legal = self.list();
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
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

    fn has(&self, module: Module) -> bool {
        self.options.modules.has(module)
    }

    fn active_player(&self) -> PlayerId {
        seat(self.active)
    }

    /// What is asked.
    pub fn decision(&self) -> Decision {
        let player = self.active_player();
        match self.phase {
            Phase::Draw => Decision::Draw { player },
            Phase::Place(tile) => Decision::Place { player, tile: tile.id },
            Phase::Deploy(at) => Decision::Deploy { player, at },
            Phase::Over => Decision::Over,
        }
    }

    /// Figures that a seat owns, standing or not (BASE-8, ABBOT-1).
    fn issued(&self, kind: FigureKind) -> u8 {
        match kind {
            FigureKind::Meeple => MEEPLES,
            FigureKind::Abbot => u8::from(self.has(Module::Abbot)),
            _ => 0,
        }
    }

    /// Figures in the supply of a seat (BASE-4).
    pub fn supply(&self, player: PlayerId, kind: FigureKind) -> u8 {
        let standing = self.figures.iter().filter(|figure| figure.owner == player && figure.kind == kind).count();
        self.issued(kind) - standing as u8
    }

    /// The empty cells beside a tile, with what each side must show (BASE-13).
    pub fn frontier(&self) -> BTreeMap<Pos, [Option<Edge>; 4]> {
        let shown = &self.facts.edges;
        let mut cells = BTreeMap::new();
        for pos in self.table.keys() {
            for side in Side::ALL {
                let cell = pos.beside(side);
                if !self.table.contains_key(&cell) {
                    cells.insert(cell, [0, 1, 2, 3].map(|side| shown.get(&middle(cell, side)).copied()));
                }
            }
        }
        cells
    }

    /// Follows the river from the spring. `None` without a river or when the lake has closed it.
    fn follow_river(&self) -> Option<Course> {
        let mut laid = *self.table.get(&Pos::ORIGIN)?;
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

    /// The open end of the river and the direction of its flow there.
    pub fn river_end(&self) -> Option<(Pos, Side)> {
        let course = self.facts.course.as_ref()?;
        Some((course.end, Side::ALL[*course.directions.last()?]))
    }

    /// All regions, sorted by their first segment.
    pub fn regions(&self) -> &[SlowRegion] {
        &self.facts.regions
    }

    /// Joins all segments into regions. Gardens are none without the abbot (BASE-D11).
    fn join(&self) -> Vec<SlowRegion> {
        let is_feature = |feature| feature != Feature::Garden || self.has(Module::Abbot);
        let mut pieces: Vec<(Spot, Feature)> = Vec::new();
        // Which pieces reach each point of the drawing.
        let mut reached: Vec<(Point, usize)> = Vec::new();
        for laid in self.table.values() {
            for spot in laid.spots() {
                let feature = laid.tile.segments[usize::from(spot.segment)].feature;
                if is_feature(feature) {
                    let points = laid.points(usize::from(spot.segment));
                    reached.extend(points.into_iter().map(|point| (point, pieces.len())));
                    pieces.push((spot, feature));
                }
            }
        }
        reached.sort_unstable();
        let mut open = vec![0; pieces.len()];
        let mut joined = vec![Vec::new(); pieces.len()];
        for meeting in reached.chunk_by(|one, other| one.0 == other.0) {
            match *meeting {
                [(_, only)] => open[only] += 1,
                [(_, one), (_, other)] if pieces[one].1 == pieces[other].1 => {
                    joined[one].push(other);
                    joined[other].push(one);
                }
                // Sides that do not match; the comparison of the tables tells.
                _ => {}
            }
        }
        let mut regions = Vec::new();
        let mut is_seen = vec![false; pieces.len()];
        for first in 0..pieces.len() {
            if is_seen[first] {
                continue;
            }
            is_seen[first] = true;
            let mut found = vec![first];
            let mut next = 0;
            while next < found.len() {
                for &other in &joined[found[next]] {
                    if !is_seen[other] {
                        is_seen[other] = true;
                        found.push(other);
                    }
                }
                next += 1;
            }
            let mut spots: Vec<Spot> = found.iter().map(|&piece| pieces[piece].0).collect();
            spots.sort_unstable();
            regions.push(self.region(pieces[first].1, spots, found.iter().map(|&piece| open[piece]).sum()));
        }
        regions
    }

    fn region(&self, feature: Feature, spots: Vec<Spot>, open_points: usize) -> SlowRegion {
        let mut shields = 0;
        let mut touches = BTreeSet::new();
        let mut strength = vec![0; self.options.players];
        for spot in &spots {
            let segment = &self.table[&spot.pos].tile.segments[usize::from(spot.segment)];
            shields += usize::from(segment.shields);
            for city in (0..8).filter(|city| segment.cities >> city & 1 == 1) {
                touches.insert(Spot { pos: spot.pos, segment: city });
            }
            for figure in self.figures.iter().filter(|figure| figure.spot == *spot) {
                // BASE-3 and ABBOT-1: each of them counts 1.
                strength[figure.owner.index()] += 1;
            }
        }
        let open_ends = match feature {
            Feature::Monastery | Feature::Garden | Feature::Shrine => {
                spots[0].pos.around().iter().filter(|cell| !self.table.contains_key(cell)).count()
            }
            Feature::City | Feature::Road | Feature::Field => open_points,
        };
        let cells = spots.iter().map(|spot| spot.pos).collect();
        SlowRegion { feature, spots, cells, open_ends, shields, strength, touches }
    }

    /// The legal actions, sorted.
    pub fn legal_actions(&self) -> &[Action] {
        &self.facts.legal
    }

    /// Judges every action that could be meant.
    fn list(&self) -> Vec<Action> {
        let mut candidates = Vec::new();
        match self.phase {
            Phase::Draw => candidates.extend(self.undrawn.keys().map(|&tile| Action::Draw(tile))),
            Phase::Place(_) => {
                for pos in self.frontier().into_keys() {
                    candidates.extend(self.facts.rotations.iter().map(|&rotation| Action::Place { pos, rotation }));
                }
            }
            Phase::Deploy(at) => {
                for figure in FigureKind::ALL {
                    candidates.extend(self.table[&at].spots().map(|spot| Action::Deploy { figure, spot }));
                }
                candidates.extend([Action::RecallAbbot, Action::Pass]);
            }
            Phase::Over => {}
        }
        candidates.retain(|&action| self.faults(action).is_empty());
        candidates.sort_unstable();
        candidates
    }

    /// Plays a legal action.
    ///
    /// # Errors
    /// If the action is not legal; nothing has changed then.
    pub fn apply(&mut self, action: Action) -> Result<(), String> {
        let faults = self.faults(action);
        if !faults.is_empty() {
            return Err(format!("{action:?} is not legal: {faults:?}"));
        }
        self.awards.clear();
        match action {
            Action::Draw(id) => self.draw(id),
            Action::Place { pos, rotation } => self.lay(pos, rotation),
            Action::Deploy { figure, spot } => {
                self.figures.push(StandingFigure { owner: self.active_player(), kind: figure, spot, is_bound: false });
                self.score_and_pass_on();
            }
            Action::RecallAbbot => {
                self.recall_abbot();
                self.score_and_pass_on();
            }
            Action::Pass => self.score_and_pass_on(),
            _ => return Err(format!("{action:?} is not known here")),
        }
        Ok(())
    }

    /// BASE-12, BASE-15.
    fn draw(&mut self, id: TileId) {
        if let Some(left) = self.undrawn.get_mut(&id) {
            *left -= 1;
        }
        self.undrawn.retain(|_, left| *left > 0);
        self.phase = Phase::Place(catalogue::tile(id));
        self.recompute();
        if self.legal_actions().is_empty() {
            self.discarded.push(id);
            self.begin_draw();
        }
    }

    /// BASE-39, BASE-D6: without a tile to draw the game is over. It may be agreed to end earlier.
    fn begin_draw(&mut self) {
        if self.is_last() {
            self.end();
        } else {
            self.phase = Phase::Draw;
            self.recompute();
        }
    }

    fn is_last(&self) -> bool {
        self.undrawn.is_empty() || self.options.end_after.is_some_and(|limit| self.laid >= limit)
    }

    fn lay(&mut self, pos: Pos, rotation: Rotation) {
        let Phase::Place(tile) = self.phase else { return };
        self.table.insert(pos, Laid { tile, pos, quarter_turns: rotation.index() });
        self.laid += 1;
        self.phase = Phase::Deploy(pos);
        self.recompute();
        if self.facts.legal == [Action::Pass] {
            self.score_and_pass_on();
        }
    }

    /// ABBOT-9 and ABBOT-D2: the owner scores it alone.
    fn recall_abbot(&mut self) {
        let player = self.active_player();
        let regions = self.join();
        let abbots = |figure: &StandingFigure| figure.owner == player && figure.kind == FigureKind::Abbot;
        for abbot in self.figures.iter().copied().filter(abbots).collect::<Vec<_>>() {
            for region in regions.iter().filter(|region| region.spots.contains(&abbot.spot)) {
                self.award(player, Source::Recalled(region.feature), region, &regions);
            }
        }
        self.figures.retain(|figure| !abbots(figure));
    }

    /// Step 3 and the end of the turn (BASE-23 to BASE-36, BASE-39).
    fn score_and_pass_on(&mut self) {
        let regions = self.join();
        for region in regions.iter().filter(|region| region.is_complete()) {
            for player in region.majority() {
                self.award(player, Source::Completed(region.feature), region, &regions);
            }
            self.figures.retain(|figure| !region.spots.contains(&figure.spot));
        }
        if !self.is_last() {
            self.active = (self.active + 1) % self.options.players;
            self.turn += 1;
        }
        self.begin_draw();
    }

    /// The final scoring (BASE-40 to BASE-44).
    fn end(&mut self) {
        self.phase = Phase::Over;
        self.recompute();
        let regions = self.join();
        for region in &regions {
            for player in region.majority() {
                self.award(player, Source::Final(region.feature), region, &regions);
            }
        }
    }

    fn award(&mut self, player: PlayerId, source: Source, region: &SlowRegion, regions: &[SlowRegion]) {
        let points = region.value(regions);
        self.points[player.index()] += points;
        self.awards.push(SlowAward { player, source, points, spots: region.spots.clone() });
    }

    /// The points of each seat if every region were counted as it is now.
    pub fn projected_points(&self) -> Vec<i32> {
        let mut points = self.points.clone();
        if !self.is_over() {
            let regions = self.regions();
            for region in regions {
                for player in region.majority() {
                    points[player.index()] += region.value(regions);
                }
            }
        }
        points
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

fn seat(index: usize) -> PlayerId {
    PlayerId::new(index).unwrap_or_default()
}

/// The sides of a tile on the table that the river reaches.
fn river_sides(laid: Laid) -> Vec<usize> {
    let mut sides: Vec<usize> = (0..4)
        .filter(|&side| laid.tile.sides[side] == Edge::River)
        .map(|side| (side + laid.quarter_turns) % 4)
        .collect();
    sides.sort_unstable();
    sides
}

impl SlowGame {
    /// Everything that speaks against an action; nothing if it is legal.
    pub fn faults(&self, action: Action) -> Vec<Refusal> {
        match (self.phase, action) {
            (Phase::Over, _) => vec![Refusal::GameOver],
            (Phase::Draw, Action::Draw(tile)) => self.draw_faults(tile),
            (Phase::Place(tile), Action::Place { pos, rotation }) => self.place_faults(tile, pos, rotation),
            (Phase::Deploy(at), Action::Deploy { figure, spot }) => self.deploy_faults(at, figure, spot),
            (Phase::Deploy(_), Action::RecallAbbot) => self.recall_faults(),
            (Phase::Deploy(_), Action::Pass) => Vec::new(),
            _ => vec![Refusal::NotAsked(self.decision().word())],
        }
    }

    /// BASE-7, RIVER-3, RIVER-5.
    fn draw_faults(&self, tile: TileId) -> Vec<Refusal> {
        let undrawn = &self.undrawn;
        let open = undrawn.keys().map(|&id| pile(catalogue::tile(id))).min();
        let fits = undrawn.contains_key(&tile) && Some(pile(catalogue::tile(tile))) == open;
        if fits {
            Vec::new()
        } else if undrawn.contains_key(&tile) {
            // It is there, but not in the stack that is drawn from.
            vec![Refusal::RiverFirst]
        } else {
            vec![Refusal::NotInStack]
        }
    }

    fn place_faults(&self, tile: &'static Tile, pos: Pos, rotation: Rotation) -> Vec<Refusal> {
        let mut faults = Vec::new();
        let laid = Laid { tile, pos, quarter_turns: rotation.index() };
        if self.table.contains_key(&pos) {
            faults.push(Refusal::CellTaken);
        }
        let met = laid.edges().map(|(point, edge)| (point, edge, self.facts.edges.get(&point)));
        if met.iter().all(|(_, _, other)| other.is_none()) {
            faults.push(Refusal::CellApart);
        }
        for (point, edge, other) in met {
            if other.is_some_and(|other| *other != edge) {
                let side = Side::ALL.into_iter().find(|side| middle(pos, side.index()) == point);
                faults.extend(side.map(Refusal::SideMismatch));
            }
        }
        if !self.facts.rotations.contains(&rotation) {
            faults.push(Refusal::NotCanonical);
        }
        if pile(tile) != Pile::Land {
            faults.extend(self.river_faults(laid));
        }
        faults
    }

    fn river_faults(&self, laid: Laid) -> Option<Refusal> {
        let Some(Course { end, directions }) = &self.facts.course else { return Some(Refusal::RiverNotContinued) };
        let flow = *directions.last()?;
        let entry = (flow + 2) % 4;
        let sides = river_sides(laid);
        if laid.pos != *end || !sides.contains(&entry) {
            return Some(Refusal::RiverNotContinued);
        }
        // The lake has no way out.
        let way_out = sides.into_iter().find(|&side| side != entry)?;
        let turn = bend(flow, way_out);
        let last_turn = directions.windows(2).next_back().map(|pair| bend(pair[0], pair[1]));
        if turn != Bend::Straight && last_turn == Some(turn) {
            return Some(Refusal::RiverBendsTwice);
        }
        (bend(directions[0], way_out) == Bend::Back).then_some(Refusal::RiverFlowsBack)
    }

    fn deploy_faults(&self, at: Pos, figure: FigureKind, spot: Spot) -> Vec<Refusal> {
        let mut faults = Vec::new();
        if self.supply(self.active_player(), figure) == 0 {
            faults.push(Refusal::NoneLeft(figure));
        }
        let segment = self.table[&at].tile.segments.get(usize::from(spot.segment));
        let Some(segment) = segment.filter(|_| spot.pos == at) else {
            faults.push(Refusal::NotOnLaidTile);
            return faults;
        };
        let is_at_home = match figure {
            FigureKind::Meeple => {
                matches!(segment.feature, Feature::City | Feature::Road | Feature::Monastery | Feature::Field)
            }
            FigureKind::Abbot => matches!(segment.feature, Feature::Monastery | Feature::Garden),
            _ => false,
        };
        if !is_at_home {
            faults.push(Refusal::WrongFeature(figure, segment.feature));
        }
        if segment.feature == Feature::Field && !self.has(Module::Farmers) {
            faults.push(Refusal::NoFarmers);
        }
        if segment.feature == Feature::Garden && !self.has(Module::Abbot) {
            faults.push(Refusal::NoGardens);
        }
        if self.facts.regions.iter().any(|region| region.spots.contains(&spot) && region.is_occupied()) {
            faults.push(Refusal::Occupied);
        }
        faults
    }

    /// ABBOT-8, ABBOT-11.
    fn recall_faults(&self) -> Vec<Refusal> {
        let player = self.active_player();
        let mut abbots =
            self.figures.iter().filter(|figure| figure.owner == player && figure.kind == FigureKind::Abbot);
        let Some(abbot) = abbots.next() else { return vec![Refusal::NoAbbotOut] };
        let is_complete =
            self.facts.regions.iter().any(|region| region.spots.contains(&abbot.spot) && region.is_complete());
        if is_complete { vec![Refusal::AbbotComplete] } else { Vec::new() }
    }
}

/// An error unless two values are equal.
fn same<T: PartialEq + Debug>(what: impl Display, fast: T, slow: T) -> Result<(), String> {
    if fast == slow { Ok(()) } else { Err(format!("{what}: the fast code has {fast:?}, the slow one {slow:?}")) }
}

/// Names something of a region, written only when it differs.
struct OfRegion<'a> {
    what: &'a str,
    region: &'a SlowRegion,
}

impl Display for OfRegion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of the {} at {:?}", self.what, self.region.feature.word(), self.region.spots[0])
    }
}

/// Compares everything that can be seen of a state with the slow game.
///
/// # Errors
/// Names the first thing that differs.
pub fn compare(fast: &State, slow: &SlowGame) -> Result<(), String> {
    compare_turn(fast, slow)?;
    compare_table(fast, slow)?;
    compare_regions(fast, slow)
}

fn compare_turn(fast: &State, slow: &SlowGame) -> Result<(), String> {
    same("decision", fast.decision(), slow.decision())?;
    let actor = match slow.phase {
        Phase::Draw => Actor::Chance,
        Phase::Place(_) | Phase::Deploy(_) => Actor::Player(slow.active_player()),
        Phase::Over => Actor::Nobody,
    };
    same("actor", fast.actor(), actor)?;
    same("over", fast.is_over(), slow.is_over())?;
    same("turn", fast.turn_number(), slow.turn)?;
    same("active player", fast.active_player(), slow.active_player())?;
    let in_hand = if let Phase::Place(tile) = slow.phase { Some(tile.id) } else { None };
    same("tile in hand", fast.tile_in_hand().map(|tile| tile.id), in_hand)?;
    let legal = slow.legal_actions();
    same("legal actions", fast.legal_actions().as_slice(), legal)?;
    let mut chance = fast.chance_outcomes();
    chance.sort_unstable();
    let weights = legal.iter().filter_map(|&action| match action {
        Action::Draw(tile) => Some((action, u32::from(slow.undrawn[&tile]))),
        _ => None,
    });
    same("chance", chance, weights.collect())?;
    same("points", fast.points(), slow.points())?;
    same("projected points", fast.projected_points().seats(slow.points.len()), &slow.projected_points())?;
    same("outcome", fast.outcome(), slow.outcome())?;
    same("undrawn", fast.undrawn().map(|(tile, left)| (tile.id, left)).collect(), slow.undrawn.clone())?;
    same("tiles left", fast.tiles_left(), slow.undrawn.values().map(|&left| u32::from(left)).sum())?;
    same("discarded", fast.discarded(), slow.discarded())
}

fn compare_table(fast: &State, slow: &SlowGame) -> Result<(), String> {
    let laid: BTreeMap<Pos, (TileId, usize)> =
        fast.tiles().map(|laid| (laid.pos, (laid.tile.id, laid.rotation.index()))).collect();
    let wanted = slow.table.iter().map(|(&pos, laid)| (pos, (laid.tile.id, laid.quarter_turns))).collect();
    same("tiles", laid, wanted)?;
    same("tiles on the table", fast.tiles().len(), slow.table.len())?;
    same("tiles laid", fast.tiles_laid(), slow.laid)?;
    for (&pos, laid) in &slow.table {
        let found = fast.tile_at(pos).map(|found| (found.tile.id, found.pos, found.rotation.index()));
        same("tile at a cell", found, Some((laid.tile.id, pos, laid.quarter_turns)))?;
    }
    let frontier = slow.frontier();
    for cell in frontier.keys() {
        same("tile at an empty cell", fast.tile_at(*cell), None)?;
    }
    let demands: Vec<_> =
        fast.frontier().iter().map(|cell| (cell.pos, Side::ALL.map(|side| cell.demands(side)))).collect();
    same("frontier", demands, frontier.into_iter().collect())?;
    same("river end", fast.river_end(), slow.river_end())?;
    let mut figures = slow.figures.clone();
    figures.sort_unstable();
    same("figures", fast.figures(), figures)?;
    for player in PlayerId::seats(slow.options.players) {
        for kind in FigureKind::ALL {
            same("supply", (player, kind, fast.supply(player, kind)), (player, kind, slow.supply(player, kind)))?;
        }
    }
    Ok(())
}

fn compare_regions(fast: &State, slow: &SlowGame) -> Result<(), String> {
    let regions = slow.regions();
    let is_garden = |feature| feature == Feature::Garden && !slow.has(Module::Abbot);
    let listed: BTreeMap<Vec<Spot>, Feature> = fast
        .regions()
        .filter(|region| !is_garden(region.feature()))
        .map(|region| (region.spots(), region.feature()))
        .collect();
    let wanted = regions.iter().map(|region| (region.spots.clone(), region.feature)).collect();
    same("regions", listed, wanted)?;
    for region in regions {
        // Every segment must lead to the same region; its size tells them apart well enough.
        for &spot in &region.spots {
            let Some(found) = fast.region(spot) else { return Err(format!("no region at {spot:?}")) };
            let size = |tiles, open_ends| (spot, tiles, open_ends);
            let found_size = size(usize::from(found.tile_count()), usize::from(found.open_ends()));
            same("size of a region", found_size, size(region.cells.len(), region.open_ends))?;
        }
        let first = region.spots[0];
        let Some(found) = fast.region(first) else { return Err(format!("no region at {first:?}")) };
        let named = |what| OfRegion { what, region };
        same(named("feature"), found.feature(), region.feature)?;
        same(named("tiles"), found.tiles(), region.cells.iter().copied().collect())?;
        same(named("tile count"), usize::from(found.tile_count()), region.cells.len())?;
        same(named("open ends"), usize::from(found.open_ends()), region.open_ends)?;
        same(named("shields"), usize::from(found.shields()), region.shields)?;
        for player in PlayerId::seats(slow.options.players) {
            let strength = u32::from(found.strength(player));
            same(named("strength"), (player, strength), (player, region.strength[player.index()]))?;
        }
        same(named("occupation"), found.is_occupied(), region.is_occupied())?;
        same(named("completion"), found.is_complete(), region.is_complete())?;
        same(named("majority"), found.majority(), region.majority())?;
        same(named("value"), found.value().points(), region.value(regions))?;
    }
    compare_final_awards(fast, slow, regions)
}

/// What the final scoring would give: each award once, fields last (BASE-44).
fn compare_final_awards(fast: &State, slow: &SlowGame, regions: &[SlowRegion]) -> Result<(), String> {
    if slow.is_over() {
        return Ok(());
    }
    let mut awards: Vec<Award> = Vec::new();
    fast.final_awards(|award| awards.push(award));
    if !awards.is_sorted_by_key(|award| award.source.feature() == Some(Feature::Field)) {
        return Err(format!("fields are not scored last: {awards:?}"));
    }
    let mut given = BTreeSet::new();
    for award in &awards {
        let region = regions.iter().position(|region| award.spot.is_some_and(|spot| region.spots.contains(&spot)));
        given.insert((award.player, award.source, region, award.points()));
    }
    same("number of final awards", awards.len(), given.len())?;
    let mut wanted = BTreeSet::new();
    for (index, region) in regions.iter().enumerate() {
        for player in region.majority() {
            wanted.insert((player, Source::Final(region.feature), Some(index), region.value(regions)));
        }
    }
    // Whether an award of 0 points is told is a matter of display.
    given.retain(|award| award.3 != 0);
    wanted.retain(|award| award.3 != 0);
    same("final awards", given, wanted)
}

/// Checks what must hold in every state: tiles and figures neither appear nor vanish, the tiles on
/// the table fit, each segment belongs to one region, and nothing complete stays occupied.
///
/// # Errors
/// Names the first law that is broken.
pub fn check_state(state: &State) -> Result<(), String> {
    check_tiles(state)?;
    check_figures(state)?;
    check_segments(state)
}

fn check_tiles(state: &State) -> Result<(), String> {
    let game = state.game();
    let mut counted: BTreeMap<TileId, u32> = BTreeMap::new();
    for laid in state.tiles() {
        *counted.entry(laid.tile.id).or_default() += 1;
    }
    for (tile, left) in state.undrawn() {
        *counted.entry(tile.id).or_default() += u32::from(left);
    }
    for &id in state.discarded().iter().chain(state.tile_in_hand().map(|tile| &tile.id)) {
        *counted.entry(id).or_default() += 1;
    }
    let mut whole: BTreeMap<TileId, u32> = game.tiles().map(|(tile, copies)| (tile.id, u32::from(copies))).collect();
    *whole.entry(game.start_tile().id).or_default() += 1;
    if counted != whole {
        return Err(format!("tiles appeared or vanished: {counted:?} of {whole:?}"));
    }
    if state.tiles_laid() as usize + 1 != state.tiles().len() {
        return Err(format!("{} tiles were laid, {} lie on the table", state.tiles_laid(), state.tiles().len()));
    }
    let mut edges: BTreeMap<Point, Edge> = BTreeMap::new();
    let mut cells = BTreeSet::new();
    for (index, laid) in state.tiles().enumerate() {
        if !cells.insert(laid.pos) {
            return Err(format!("two tiles lie at {}", laid.pos));
        }
        let shown = Laid { tile: laid.tile, pos: laid.pos, quarter_turns: laid.rotation.index() }.edges();
        if index > 0 && !shown.iter().any(|(point, _)| edges.contains_key(point)) {
            return Err(format!("{laid:?} touches no tile laid before"));
        }
        for (point, edge) in shown {
            if edges.insert(point, edge).is_some_and(|other| other != edge) {
                return Err(format!("{laid:?} does not match its neighbour"));
            }
        }
    }
    Ok(())
}

fn check_figures(state: &State) -> Result<(), String> {
    let game = state.game();
    let figures = state.figures();
    for player in game.seats() {
        if state.points()[player.index()] < 0 {
            return Err(format!("{player} has a negative number of points"));
        }
        for kind in FigureKind::ALL {
            let issued = match kind {
                FigureKind::Meeple => usize::from(MEEPLES),
                FigureKind::Abbot => usize::from(game.has(Module::Abbot)),
                _ => 0,
            };
            let standing = figures.iter().filter(|figure| figure.owner == player && figure.kind == kind).count();
            let supply = usize::from(state.supply(player, kind));
            if standing + supply != issued {
                return Err(format!("{player} has {standing} {} standing and {supply} left", kind.word()));
            }
        }
    }
    let may_be_complete = matches!(state.decision(), Decision::Deploy { .. });
    for figure in figures {
        let Some(region) = state.region(figure.spot) else { return Err(format!("{figure:?} stands nowhere")) };
        if figure.owner.index() >= game.players() {
            return Err(format!("{figure:?} belongs to nobody at the table"));
        }
        let is_at_home = match region.feature() {
            Feature::Field => figure.kind == FigureKind::Meeple && game.has(Module::Farmers),
            Feature::City | Feature::Road => figure.kind == FigureKind::Meeple,
            Feature::Monastery => true,
            Feature::Garden => figure.kind == FigureKind::Abbot,
            Feature::Shrine => false,
        };
        if !is_at_home {
            return Err(format!("{figure:?} may not stand on a {}", region.feature().word()));
        }
        if region.is_complete() && !may_be_complete {
            return Err(format!("{figure:?} stands on a completed {}", region.feature().word()));
        }
    }
    Ok(())
}

fn check_segments(state: &State) -> Result<(), String> {
    let figures = state.figures();
    let mut seen = BTreeSet::new();
    let mut strength_on_regions = 0;
    for region in state.regions() {
        let spots = region.spots();
        let strength: u32 = state.game().seats().map(|player| u32::from(region.strength(player))).sum();
        let standing = figures.iter().filter(|figure| spots.contains(&figure.spot)).count() as u32;
        if strength != standing {
            return Err(format!("strength {strength} with {standing} figures at {:?}", spots.first()));
        }
        strength_on_regions += standing as usize;
        for spot in spots {
            if !seen.insert(spot) {
                return Err(format!("{spot:?} belongs to two regions"));
            }
        }
    }
    let is_feature = |feature| feature != Feature::Garden || state.game().has(Module::Abbot);
    for laid in state.tiles() {
        for spot in (Laid { tile: laid.tile, pos: laid.pos, quarter_turns: 0 }).spots() {
            let feature = laid.tile.segments[usize::from(spot.segment)].feature;
            if is_feature(feature) && !seen.contains(&spot) {
                return Err(format!("{spot:?} belongs to no region"));
            }
        }
    }
    if strength_on_regions != figures.len() {
        return Err(format!("{} figures stand, regions hold {strength_on_regions}", figures.len()));
    }
    Ok(())
}
