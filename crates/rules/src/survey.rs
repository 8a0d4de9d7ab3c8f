//! What somebody who thinks ahead asks of a state, answered without allocation: where regions are open
//! and which of the undrawn tiles fit there, who stands where, which cities lie beside a field, and
//! the ways through a whole turn.
//!
//! Regions are named here by a number below [`State::region_numbers`]. Numbers are good for one state:
//! when regions join, one of their numbers is left. Who asks about a number that is none has made a mistake, and these
//! functions panic.

use std::sync::Arc;

use crate::action::Action;
use crate::board::RegionId;
use crate::decision::Actor;
use crate::figure::FigureKind;
use crate::frontier::{DEMANDS, FREE_DEMAND, demand_of};
use crate::game::{Game, NO_SEGMENT, Turned};
use crate::geometry::{Port, Pos};
use crate::player::{Lanes, PlayerId};
use crate::scoring;
use crate::state::State;
use crate::tile::{Edge, Feature};

/// An empty cell at which a road or city is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The number of the region.
    pub region: usize,
    /// The cell.
    pub pos: Pos,
    /// The sides of the cell at which the region waits, one bit each.
    pub sides: u8,
    /// Undrawn tiles that fit into the cell by their sides.
    pub fits: u8,
    /// How many of them end the region there: no end of it leads out of the cell.
    pub closes: u8,
}

/// Two regions of one kind that wait beside the same empty cell, where a tile may make one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joint {
    /// The cell.
    pub pos: Pos,
    /// The numbers of the regions.
    pub regions: [usize; 2],
    /// What they are.
    pub feature: Feature,
    /// Undrawn tiles that fit into the cell by their sides.
    pub fits: u8,
    /// How many of them join the two: of several pairs of ends the one that most tiles join.
    pub joins: u8,
}

/// A figure on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whose it is.
    pub owner: PlayerId,
    /// What it is.
    pub kind: FigureKind,
    /// The number of the region on which it stands.
    pub region: usize,
    /// What kind of feature that is.
    pub feature: Feature,
    /// The cell on which it stands.
    pub pos: Pos,
    /// The owner's builder or pig is bound to this meeple (TRADE-8, TRADE-24).
    pub is_bound: bool,
}

/// What is known of a region without walking through it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// What kind of feature it is.
    pub feature: Feature,
    /// Open ends; for monasteries and gardens the empty cells around.
    pub open: u16,
    /// Number of its tiles.
    pub tiles: u16,
    strength: Lanes,
}

impl Facts {
    /// The strength of a player on it (BASE-32).
    #[inline]
    pub fn strength(&self, player: PlayerId) -> u8 {
        self.strength.get(player.index())
    }

    /// Whether any meeple stands on it.
    #[inline]
    pub fn is_occupied(&self) -> bool {
        !self.strength.is_zero()
    }

    /// Whether it is complete. A field never is (FARM-5).
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.open == 0 && self.feature != Feature::Field
    }
}

impl State {
    /// All numbers of regions are below this.
    #[inline]
    pub fn region_numbers(&self) -> usize {
        self.board.segment_count()
    }

    /// The number of the region that a segment belongs to.
    #[inline]
    pub fn region_number(&self, spot: crate::Spot) -> Option<usize> {
        self.segment_at(spot).map(|segment| self.board.region_of(segment).index())
    }

    /// What is known of a region.
    ///
    /// # Panics
    /// If there is no such number ([`State::region_numbers`]).
    #[inline]
    pub fn facts(&self, region: usize) -> Facts {
        let id = RegionId::new(region);
        let counted = self.board.region(id);
        let feature = self.board.feature(id.name());
        Facts { feature, open: counted.open, tiles: counted.tiles(), strength: counted.strength }
    }

    /// The players with the majority on a region, one bit for each seat.
    ///
    /// # Panics
    /// If there is no such number ([`State::region_numbers`]).
    #[inline]
    pub fn majority_on(&self, region: usize) -> u8 {
        scoring::majority(self.board.region(RegionId::new(region)).strength, self.game.players())
    }

    /// What a region is worth as it is now.
    ///
    /// # Panics
    /// If there is no such number ([`State::region_numbers`]).
    #[inline]
    pub fn points_on(&self, region: usize) -> i32 {
        scoring::value(self, RegionId::new(region).name()).points()
    }

    /// What a region would be worth if it were complete, of the tiles it has now; a field as it is.
    ///
    /// # Panics
    /// If there is no such number ([`State::region_numbers`]).
    #[inline]
    pub fn points_when_complete(&self, region: usize) -> i32 {
        scoring::value_with_open(self, RegionId::new(region).name(), 0).points()
    }

    /// The figures on the table, in no particular order but always in the same.
    #[inline]
    pub fn standing(&self) -> impl ExactSizeIterator<Item = Standing> {
        self.figures.standing().iter().map(|figure| Standing {
            owner: figure.owner,
            kind: figure.kind,
            region: self.board.region_of(figure.at).index(),
            feature: self.board.feature(figure.at),
            pos: self.board.pos_of_segment(figure.at),
            is_bound: figure.is_bound,
        })
    }

    /// Visits the places where roads and cities are open, occupied or not: each region once for each cell.
    #[inline]
    pub fn for_each_opening(&self, stock: &mut Stock, mut visit: impl FnMut(Opening)) {
        for (cell, demand) in self.board.open_cells() {
            self.visit_openings(cell, demand, stock, &mut visit);
        }
    }

    /// The same for one cell; nothing if it is no empty cell beside a tile.
    #[inline]
    pub fn for_each_opening_at(&self, pos: Pos, stock: &mut Stock, mut visit: impl FnMut(Opening)) {
        if let Some((cell, demand)) = self.board.open_cell(pos) {
            self.visit_openings(cell, demand, stock, &mut visit);
        }
    }

    #[inline(always)]
    fn visit_openings(&self, cell: u32, demand: u16, stock: &mut Stock, visit: &mut impl FnMut(Opening)) {
        let ends = self.board.regions_open_to(&self.game, cell);
        if ends == [None; 4] {
            return;
        }
        let fits = stock.fits(demand);
        for side in 0..4 {
            let Some(region) = ends[side] else { continue };
            if ends[..side].contains(&Some(region)) {
                continue;
            }
            let mut sides = 0;
            for (other, end) in ends.iter().enumerate() {
                sides |= u8::from(*end == Some(region)) << other;
            }
            let closes = stock.closes(demand, sides);
            visit(Opening { region: region.index(), pos: self.board.pos_of(cell), sides, fits, closes });
        }
    }

    /// Visits the pairs of regions that wait beside the same cell: roads, cities and fields, each pair once for each cell.
    #[inline]
    pub fn for_each_joint(&self, stock: &mut Stock, mut visit: impl FnMut(Joint)) {
        for (cell, demand) in self.board.open_cells() {
            self.visit_joints(cell, demand, stock, &mut visit);
        }
    }

    /// The same for one cell; nothing if it is no empty cell beside a tile.
    #[inline]
    pub fn for_each_joint_at(&self, pos: Pos, stock: &mut Stock, mut visit: impl FnMut(Joint)) {
        if let Some((cell, demand)) = self.board.open_cell(pos) {
            self.visit_joints(cell, demand, stock, &mut visit);
        }
    }

    fn visit_joints(&self, cell: u32, demand: u16, stock: &mut Stock, visit: &mut impl FnMut(Joint)) {
        let pos = self.board.pos_of(cell);
        let mut ends = [(0, RegionId::new(0), Feature::Field); Port::COUNT];
        let mut count = 0;
        self.board.for_each_end_at(&self.game, cell, |port, region| {
            ends[count] = (port, region, self.board.feature(region.name()));
            count += 1;
        });
        let ends = &ends[..count];
        // Each region is asked for with those that come after it.
        for (first, &(_, one, feature)) in ends.iter().enumerate() {
            if ends[..first].iter().any(|&(_, before, _)| before == one) {
                continue;
            }
            for (second, &(_, other, _)) in ends.iter().enumerate().skip(first + 1).filter(|(_, end)| end.2 == feature)
            {
                if other == one || ends[..second].iter().any(|&(_, before, _)| before == other) {
                    continue;
                }
                let ports = |region| ends.iter().filter(move |end| end.1 == region).map(|&(port, ..)| port);
                let mut joins = 0;
                for pair in ports(one).flat_map(|from| ports(other).map(move |to| pair_of(from, to))) {
                    joins = joins.max(stock.joins(demand, pair));
                }
                let regions = [one.index(), other.index()];
                visit(Joint { pos, regions, feature, fits: stock.fits(demand), joins });
            }
        }
    }

    /// The number that a region has in this state which had another one in a state before: tiles were laid
    /// since, and regions were joined.
    ///
    /// # Panics
    /// If there is no such number ([`State::region_numbers`]).
    #[inline]
    pub fn region_now(&self, before: usize) -> usize {
        self.board.region_of(RegionId::new(before).name()).index()
    }

    /// Visits the empty cells around a monastery, garden or shrine with the number of undrawn tiles
    /// that fit there by their sides.
    ///
    /// # Panics
    /// If there is no such number ([`State::region_numbers`]).
    #[inline]
    pub fn for_each_gap(&self, region: usize, stock: &mut Stock, mut visit: impl FnMut(u8)) {
        let tile = self.board.tile_of(RegionId::new(region).name());
        for demand in self.board.gaps_around(tile).into_iter().flatten() {
            visit(stock.fits(demand));
        }
    }

    /// Visits the numbers of the cities beside a field, a city as often as its segments lie there.
    ///
    /// # Panics
    /// If there is no such number ([`State::region_numbers`]).
    #[inline]
    pub fn for_each_city_beside(&self, field: usize, mut visit: impl FnMut(usize)) {
        for segment in self.board.ring(RegionId::new(field).name()) {
            for city in self.board.cities_beside(&self.game, segment) {
                visit(self.board.region_of(city).index());
            }
        }
    }

    /// Visits the ingots that lie on tiles: the cell and how many.
    pub fn for_each_heap(&self, mut visit: impl FnMut(Pos, u8)) {
        for (tile, count) in self.gold.lying() {
            visit(self.board.tile(tile).pos, count);
        }
    }

    /// Visits the numbers of the regions that have a segment on a cell, a region as often as it has.
    #[inline]
    pub fn for_each_region_at(&self, pos: Pos, mut visit: impl FnMut(usize)) {
        if let Some(tile) = self.board.tile_at(pos) {
            for segment in self.board.segments_of(tile) {
                visit(self.board.region_of(segment).index());
            }
        }
    }
}

/// A set of kinds of tiles.
#[derive(Clone, Copy, Default, Debug)]
struct Kinds([u64; 4]);

impl Kinds {
    fn insert(&mut self, kind: usize) {
        self.0[kind / 64] |= 1 << (kind % 64);
    }

    /// How many tiles of these kinds there are.
    fn count(self, left: &[u8]) -> u8 {
        let kinds = self.0.into_iter().enumerate();
        let indices = kinds.flat_map(|(word, bits)| crate::frontier::set_bits(bits).map(move |bit| 64 * word + bit));
        indices.fold(0u8, |sum, kind| sum.saturating_add(left[kind]))
    }
}

/// Which kinds of tiles fit what cells demand; made once for a game, when somebody asks.
#[derive(Debug)]
pub(crate) struct Fitting {
    fits: Vec<Kinds>,
    /// For each demand and each set of its sides.
    closes: Vec<Kinds>,
}

impl Fitting {
    pub(crate) fn new(game: &Game) -> Fitting {
        let mut fitting =
            Fitting { fits: vec![Kinds::default(); DEMANDS], closes: vec![Kinds::default(); 16 * DEMANDS] };
        for (index, kind) in game.kinds().iter().enumerate().filter(|(_, kind)| kind.copies > 0) {
            fitting.fits[usize::from(FREE_DEMAND)].insert(index);
            for turned in &kind.turned[..usize::from(kind.rotations)] {
                for asked in 1..16 {
                    let demand = usize::from(demand_of(turned.rows, asked));
                    fitting.fits[demand].insert(index);
                    for sides in (1..16).filter(|sides| sides & !asked == 0 && ends_within(turned, *sides)) {
                        fitting.closes[16 * demand + usize::from(sides)].insert(index);
                    }
                }
            }
        }
        fitting
    }
}

/// Which kinds of tiles join two ports of a cell that demands something: made once for a game, when somebody asks.
#[derive(Debug)]
pub(crate) struct Joining {
    /// For each demand and pair of ports the place in the list of sets: most of them are empty, which is the first.
    places: Vec<u16>,
    sets: Vec<Kinds>,
}

/// Pairs of two different ports of a cell.
const PAIRS: usize = Port::COUNT * (Port::COUNT - 1) / 2;

/// The number of a pair of ports.
#[inline]
const fn pair_of(one: usize, other: usize) -> usize {
    let (smaller, larger) = if one < other { (one, other) } else { (other, one) };
    larger * (larger - 1) / 2 + smaller
}

impl Joining {
    pub(crate) fn new(game: &Game) -> Joining {
        let mut joining = Joining { places: vec![0; PAIRS * DEMANDS], sets: vec![Kinds::default()] };
        for (index, kind) in game.kinds().iter().enumerate().filter(|(_, kind)| kind.copies > 0) {
            for turned in &kind.turned[..usize::from(kind.rotations)] {
                for (larger, smaller) in
                    (1..Port::COUNT).flat_map(|larger| (0..larger).map(move |other| (larger, other)))
                {
                    let segment = turned.ports[larger];
                    if segment == NO_SEGMENT || segment != turned.ports[smaller] {
                        continue;
                    }
                    let meant = 1 << (larger / 3) | 1 << (smaller / 3);
                    for asked in (1..16).filter(|asked| asked & meant == meant) {
                        joining.insert(demand_of(turned.rows, asked), pair_of(smaller, larger), index);
                    }
                }
            }
        }
        joining
    }

    fn insert(&mut self, demand: u16, pair: usize, kind: usize) {
        let place = &mut self.places[PAIRS * usize::from(demand) + pair];
        if *place == 0 {
            *place = self.sets.len() as u16;
            self.sets.push(Kinds::default());
        }
        self.sets[usize::from(*place)].insert(kind);
    }
}

/// Whether the roads and cities at these sides of a tile reach no other side.
fn ends_within(turned: &Turned, sides: u8) -> bool {
    let is_in = |side: usize| sides >> side & 1 == 1;
    (0..4).filter(|&side| is_in(side)).all(|side| {
        let edge = turned.rows[side] & 0b11;
        let segment = turned.ports[3 * side + 1];
        (edge == Edge::City as u8 || edge == Edge::Road as u8)
            && segment != NO_SEGMENT
            && (0..4).all(|other| is_in(other) || turned.ports[3 * other + 1] != segment)
    })
}

/// The undrawn tiles, ready for the question how many of them fit. It remembers its answers until
/// the tiles change, so keep one and [`read`](Stock::read) again after each draw.
#[derive(Clone, Debug, Default)]
pub struct Stock {
    game: Option<Arc<Game>>,
    left: Vec<u8>,
    total: u32,
    /// Answers of older rounds are forgotten.
    round: u32,
    fits: Vec<u32>,
    closes: Vec<u32>,
    /// By the place of a set of tiles that join.
    joins: Vec<u32>,
}

impl Stock {
    /// Nothing is known yet.
    pub fn new() -> Stock {
        Stock::default()
    }

    /// Whether the undrawn tiles of a state are those that were looked at last.
    #[inline]
    pub fn is_of(&self, state: &State) -> bool {
        self.left == state.bag.counts()
    }

    /// Looks at the undrawn tiles of a state. Costs next to nothing if they are the same as before.
    pub fn read(&mut self, state: &State) {
        let left = state.bag.counts();
        let is_same_game = self.game.as_ref().is_some_and(|game| Arc::ptr_eq(game, &state.game));
        if is_same_game && self.left == left {
            return;
        }
        // A round has 24 bits beside the count.
        self.round += 1;
        if !is_same_game || self.round == 1 << 24 {
            *self = Stock {
                game: Some(Arc::clone(&state.game)),
                fits: vec![0; DEMANDS],
                closes: vec![0; 16 * DEMANDS],
                round: 1,
                ..Stock::default()
            };
        }
        self.left.clear();
        self.left.extend_from_slice(left);
        self.total = left.iter().map(|&count| u32::from(count)).sum();
    }

    /// Undrawn tiles.
    #[inline]
    pub fn total(&self) -> u32 {
        self.total
    }

    #[inline]
    fn fits(&mut self, demand: u16) -> u8 {
        let known = self.fits.get(usize::from(demand)).copied().unwrap_or_default();
        if known >> 8 == self.round { known as u8 } else { self.count_fits(demand) }
    }

    #[inline(never)]
    fn count_fits(&mut self, demand: u16) -> u8 {
        let Some(game) = &self.game else { return 0 };
        let count = game.fitting().fits[usize::from(demand)].count(&self.left);
        self.fits[usize::from(demand)] = self.round << 8 | u32::from(count);
        count
    }

    #[inline]
    fn closes(&mut self, demand: u16, sides: u8) -> u8 {
        let known = self.closes.get(16 * usize::from(demand) + usize::from(sides)).copied().unwrap_or_default();
        if known >> 8 == self.round { known as u8 } else { self.count_closes(demand, sides) }
    }

    #[inline(never)]
    fn count_closes(&mut self, demand: u16, sides: u8) -> u8 {
        let Some(game) = &self.game else { return 0 };
        let index = 16 * usize::from(demand) + usize::from(sides);
        let count = game.fitting().closes[index].count(&self.left);
        self.closes[index] = self.round << 8 | u32::from(count);
        count
    }

    #[inline]
    fn joins(&mut self, demand: u16, pair: usize) -> u8 {
        let Some(game) = &self.game else { return 0 };
        let joining = game.joining();
        let place = usize::from(joining.places[PAIRS * usize::from(demand) + pair]);
        match self.joins.get(place) {
            _ if place == 0 => 0,
            Some(known) if known >> 8 == self.round => *known as u8,
            _ => self.count_joins(place),
        }
    }

    #[inline(never)]
    fn count_joins(&mut self, place: usize) -> u8 {
        let Some(game) = &self.game else { return 0 };
        let sets = &game.joining().sets;
        let count = sets[place].count(&self.left);
        self.joins.resize(sets.len(), 0);
        self.joins[place] = self.round << 8 | u32::from(count);
        count
    }
}

/// Lists the ways through the rest of a turn. Keeps its states for the next time.
#[derive(Default)]
pub struct Turns {
    states: Vec<State>,
    actions: Vec<Action>,
}

impl Turns {
    /// A lister.
    pub fn new() -> Turns {
        Turns::default()
    }

    /// Visits every row of answers of the player who decides, up to the end of the turn or until
    /// somebody else or chance is asked, with the state that it leads to. No row is longer than
    /// `longest`: there it ends in the middle of the turn.
    pub fn for_each(&mut self, state: &State, longest: usize, mut visit: impl FnMut(&[Action], &State)) {
        if matches!(state.actor(), Actor::Player(_)) && longest > 0 {
            self.actions.clear();
            self.descend(state, (state.actor(), state.turn_number()), longest, &mut visit);
        }
    }

    fn descend(
        &mut self,
        state: &State,
        turn: (Actor, u32),
        longest: usize,
        visit: &mut impl FnMut(&[Action], &State),
    ) {
        let mut next = self.states.pop().unwrap_or_else(|| state.clone());
        state.for_each_legal(|action| {
            next.clone_from(state);
            next.apply_listed(action);
            self.actions.push(action);
            if (next.actor(), next.turn_number()) == turn && self.actions.len() < longest {
                self.descend(&next, turn, longest, visit);
            } else {
                visit(&self.actions, &next);
            }
            self.actions.pop();
        });
        self.states.push(next);
    }
}
