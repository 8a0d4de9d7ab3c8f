//! A game in progress: what lies on the table, whose decision it is, what is legal.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::action::{Action, Spot};
use crate::bag::Bag;
use crate::board::{Board, SegmentId};
use crate::decision::{Actor, Outcome};
use crate::event::{Event, EventSink, NoEvents, Value};
use crate::figure::{Figure, FigureKind, Figures};
use crate::game::{Game, SHIELDS};
use crate::geometry::{Pos, Rotation, Side};
use crate::modules::count::Count;
use crate::modules::crop::Crop;
use crate::modules::dragon::Dragon;
use crate::modules::ferries::Ferries;
use crate::modules::flying::Flying;
use crate::modules::gingerbread::{self, Gingerbread};
use crate::modules::gold::Gold;
use crate::modules::magic::Magic;
use crate::modules::messages::Messages;
use crate::modules::river::{Course, RiverEnd};
use crate::modules::river_2::Branches;
use crate::modules::robbers::Robbers;
use crate::modules::tower::Towers;
use crate::modules::traders::Traders;
use crate::modules::traders_classic::TradersClassic;
use crate::modules::wheel::Wheel;
use crate::player::{ByPlayer, PlayerId};
use crate::refusal::{IllegalAction, Refusal};
use crate::scoring;
use crate::tile::{Edge, Feature, RiverRole, Symbols, Tile, TileId};
use crate::track::Track;
use crate::turn::{Step, Turn};

/// A game in progress.
///
/// Options and the list of actions determine it completely. Copies are cheap; `clone_from` into an
/// old state of the same game allocates nothing.
///
/// ```
/// use bastide_rules::{catalogue, Action, Base, Decision, Game, Options, Pos, Rotation, State};
///
/// let mut state = State::new(Game::new(Options::new(Base::Classic, 2))?);
/// // Chance draws a straight road, and the first player lays it east of the start tile.
/// let road = catalogue::find("base-classic", "U").unwrap();
/// state.apply(Action::Draw(road.id))?;
/// state.apply(Action::Place { pos: Pos::new(1, 0), rotation: Rotation::new(1) })?;
/// assert!(matches!(state.decision(), Decision::Deploy { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct State {
    pub(crate) game: Arc<Game>,
    pub(crate) board: Board,
    pub(crate) figures: Figures,
    pub(crate) points: ByPlayer<i32>,
    pub(crate) bag: Bag,
    pub(crate) turn: Turn,
    /// The open end of the river, while there is one.
    pub(crate) river: Option<Course>,
    pub(crate) river_2: Branches,
    pub(crate) discarded: Vec<TileId>,
    pub(crate) track: Track,
    pub(crate) traders: Traders,
    pub(crate) flying: Flying,
    pub(crate) messages: Messages,
    pub(crate) ferries: Ferries,
    pub(crate) gold: Gold,
    pub(crate) magic: Magic,
    pub(crate) robbers: Robbers,
    pub(crate) crop: Crop,
    pub(crate) gingerbread: Gingerbread,
    pub(crate) traders_classic: TradersClassic,
    pub(crate) dragon: Dragon,
    pub(crate) towers: Towers,
    pub(crate) count: Count,
    pub(crate) wheel: Wheel,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            game: Arc::clone(&self.game),
            board: self.board.clone(),
            figures: self.figures.clone(),
            points: self.points,
            bag: self.bag.clone(),
            turn: self.turn,
            river: self.river,
            river_2: self.river_2,
            discarded: self.discarded.clone(),
            track: self.track,
            traders: self.traders,
            flying: self.flying,
            messages: self.messages,
            ferries: self.ferries,
            gold: self.gold,
            magic: self.magic,
            robbers: self.robbers,
            crop: self.crop,
            gingerbread: self.gingerbread,
            traders_classic: self.traders_classic,
            dragon: self.dragon,
            towers: self.towers,
            count: self.count,
            wheel: self.wheel,
        }
    }

    fn clone_from(&mut self, source: &State) {
        // Taken apart without the rest, so that a new field cannot be forgotten.
        let State {
            game,
            board,
            figures,
            points,
            bag,
            turn,
            river,
            river_2,
            discarded,
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
        } = source;
        self.game.clone_from(game);
        self.board.clone_from(board);
        self.figures.clone_from(figures);
        self.points = *points;
        self.bag.clone_from(bag);
        self.turn = *turn;
        self.river = *river;
        self.river_2 = *river_2;
        self.discarded.clone_from(discarded);
        self.track = *track;
        self.traders = *traders;
        self.flying = *flying;
        self.messages = *messages;
        self.ferries = *ferries;
        self.gold = *gold;
        self.magic = *magic;
        self.robbers = *robbers;
        self.crop = *crop;
        self.gingerbread = *gingerbread;
        self.traders_classic = *traders_classic;
        self.dragon = *dragon;
        self.towers = *towers;
        self.count = *count;
        self.wheel = *wheel;
    }
}

impl State {
    /// The start of a game: the start tile lies on the table and the first player is to draw.
    pub fn new(game: Arc<Game>) -> State {
        State::new_with(game, &mut NoEvents)
    }

    /// The start of a game, and tells what happens before the first turn: the start tile is laid, and the gingerbread
    /// man enters its city.
    ///
    /// ```
    /// use bastide_rules::{Base, Event, Game, Module, Options, State};
    /// let mut events = Vec::new();
    /// let game = Game::new(Options::new(Base::Winter, 2).with(Module::Gingerbread))?;
    /// let state = State::new_with(game, &mut events);
    /// let [Event::TilePlaced { .. }, Event::GingerbreadMoved { spot }] = events[..] else { panic!("{events:?}") };
    /// assert_eq!(Some(spot), state.gingerbread());
    /// # Ok::<(), bastide_rules::SetupError>(())
    /// ```
    pub fn new_with<S: EventSink>(game: Arc<Game>, sink: &mut S) -> State {
        let mut figures = Figures::default();
        for player in game.seats() {
            for kind in FigureKind::ALL.into_iter().filter(|&kind| game.has_figure(kind)) {
                // The eighth meeple marks the points (BASE-8).
                figures.issue(player, kind, if kind == FigureKind::Meeple { 7 } else { 1 });
            }
        }
        let mut state = State {
            board: Board::new(&game),
            figures,
            points: ByPlayer::default(),
            bag: Bag::new(&game),
            turn: Turn {
                number: 1,
                active: PlayerId(game.options().first as u8),
                step: Step::Draw,
                in_hand: None,
                has_drawn: false,
                recalled: None,
                laid: 0,
                has_moved_gingerbread: false,
                is_by_builder: false,
            },
            river: None,
            river_2: Branches::default(),
            discarded: Vec::new(),
            track: Track::default(),
            traders: Traders::default(),
            flying: Flying::default(),
            messages: Messages::default(),
            ferries: Ferries::default(),
            gold: Gold::default(),
            magic: Magic::default(),
            robbers: Robbers::default(),
            crop: Crop::default(),
            gingerbread: Gingerbread::default(),
            traders_classic: TradersClassic::default(),
            dragon: Dragon::default(),
            towers: Towers::new(game.players()),
            count: Count::default(),
            wheel: Wheel::default(),
            game,
        };
        if let Some(spring) = state.game.start_tile().filter(|tile| tile.role == Some(RiverRole::Source)) {
            let kind = state.game.kind_of(spring.id);
            kind.into_iter().for_each(|kind| state.begin_river(kind, Pos::ORIGIN, Rotation::NONE));
        }
        if state.game.spring_beside_board().is_some() {
            state.turn.step = Step::Spring;
        }
        if let Some(start) = state.game.start_tile() {
            sink.event(Event::TilePlaced { by: None, tile: start.id, pos: Pos::ORIGIN, rotation: Rotation::NONE });
        }
        gingerbread::enter(&mut state, sink);
        state.advance(sink);
        state
    }

    /// The game this is a state of.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Who acts next.
    #[inline]
    pub fn actor(&self) -> Actor {
        self.decision().actor()
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.turn.step == Step::Over
    }

    /// The legal actions, sorted. Nothing else is legal.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.for_each_legal(|action| actions.push(action));
        actions.sort_unstable();
        actions
    }

    /// Visits the legal actions, in no particular order but always in the same.
    pub fn for_each_legal(&self, visit: impl FnMut(Action)) {
        self.list(visit);
    }

    /// Picks a legal action without listing them all: `pick` is told how many there are and
    /// answers with a number below. Draws are counted with their weights, so a uniform `pick` plays
    /// chance correctly. `None` when the game is over.
    ///
    /// ```
    /// # use bastide_rules::{Base, Game, Options, State};
    /// # let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
    /// while let Some(action) = state.choose(|count| count / 2) {
    ///     state.apply_listed(action);
    /// }
    /// assert!(state.is_over());
    /// ```
    #[inline]
    pub fn choose(&self, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        if self.turn.step == Step::Draw {
            let stack = self.bag.open_stack()?;
            let n = pick(u32::from(self.bag.in_stack(stack)));
            let kind = self.bag.nth(&self.game, stack, n)?;
            return Some(Action::Draw(self.game.kind(kind).tile.id));
        }
        if self.turn.step == Step::Place {
            let fits = self.placements(self.turn.in_hand?);
            let (place, rotation) = fits.nth(pick(fits.count()))?;
            return Some(Action::Place { pos: self.board.frontier_pos(place), rotation });
        }
        if self.turn.step == Step::Over {
            return None;
        }
        if self.game.is_plain() {
            return Some(self.choose_on_tile(pick));
        }
        // A portal leads to hundreds of places.
        let mut actions = Vec::with_capacity(MAX_TILE_ACTIONS);
        self.for_each_legal(|action| actions.push(action));
        actions.get(pick(actions.len() as u32) as usize).copied()
    }

    /// Picks an answer of the deploy step of a plain game.
    #[inline]
    fn choose_on_tile(&self, pick: impl FnOnce(u32) -> u32) -> Action {
        let mut actions = [Action::Pass; MAX_TILE_ACTIONS];
        let mut count = 0;
        let _ = self.for_each_tile_action(|action| {
            actions[count] = action;
            count += 1;
            ControlFlow::Continue(())
        });
        // Passing is the last.
        actions[..=count].get(pick(count as u32 + 1) as usize).copied().unwrap_or(Action::Pass)
    }

    /// What chance can bring, with integer weights. Empty unless chance acts.
    pub fn chance_outcomes(&self) -> Vec<(Action, u32)> {
        if self.actor() != Actor::Chance {
            return Vec::new();
        }
        if self.turn.step != Step::Draw {
            // The faces of the die and the messages are equally likely (FLY-1, MSG-1).
            return self.legal_actions().into_iter().map(|action| (action, 1)).collect();
        }
        let outcomes = self.bag.drawable(&self.game);
        outcomes.map(|(kind, left)| (Action::Draw(self.game.kind(kind).tile.id), u32::from(left))).collect()
    }

    /// Whether an action is legal.
    pub fn is_legal(&self, action: Action) -> bool {
        self.check(action).is_ok()
    }

    /// The reason why an action is not legal, or `None` if it is.
    ///
    /// ```
    /// # use bastide_rules::{catalogue, Action, Base, Game, Options, Pos, Rotation, State};
    /// # let mut state = State::new(Game::new(Options::new(Base::Classic, 2))?);
    /// let monastery = catalogue::find("base-classic", "B").unwrap();
    /// state.apply(Action::Draw(monastery.id))?;
    /// // North of the start tile is a city side.
    /// let refusal = state.why_not(Action::Place { pos: Pos::new(0, -1), rotation: Rotation::NONE }).unwrap();
    /// assert_eq!(refusal.rule(), "BASE-13");
    /// assert_eq!(refusal.to_string(), "the south side does not match its neighbour");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why_not(&self, action: Action) -> Option<Refusal> {
        self.check(action).err().map(|refusal| self.explain(action, refusal))
    }

    /// Applies a legal action.
    ///
    /// # Errors
    /// If the action is not legal; the state is unchanged.
    pub fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply_with(action, &mut NoEvents)
    }

    /// Applies a legal action and tells what happened.
    ///
    /// # Errors
    /// If the action is not legal; the state is unchanged.
    pub fn apply_with<S: EventSink>(&mut self, action: Action, sink: &mut S) -> Result<(), IllegalAction> {
        if let Some(refusal) = self.why_not(action) {
            return Err(IllegalAction { action, refusal });
        }
        self.resolve(action, sink);
        Ok(())
    }

    /// Applies an action just taken from the legal ones of this state, without checking it again.
    /// Any other action leaves a state without meaning.
    #[inline]
    pub fn apply_listed(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action:?} is not legal: {:?}", self.why_not(action));
        self.resolve(action, &mut NoEvents);
    }

    /// The points of each player.
    pub fn points(&self) -> &[i32] {
        self.points.seats(self.game.players())
    }

    /// Who has won, if the game is over.
    pub fn outcome(&self) -> Outcome {
        if !self.is_over() {
            return Outcome::Undecided;
        }
        let most = self.points().iter().max();
        let winners = self.points().iter().enumerate().filter(|&(_, points)| Some(points) == most);
        Outcome::Won { winners: winners.map(|(seat, _)| 1 << seat).sum() }
    }

    /// The turn in progress, counted from 1.
    pub fn turn_number(&self) -> u32 {
        self.turn.number
    }

    /// Whether a turn is about to begin: its first draw is due.
    pub fn is_between_turns(&self) -> bool {
        self.turn.step.is_before_draw() && !self.turn.has_drawn
    }

    /// Whose turn it is.
    pub fn active_player(&self) -> PlayerId {
        self.turn.active
    }

    /// The drawn tile, while it is to be laid.
    pub fn tile_in_hand(&self) -> Option<&'static Tile> {
        self.turn.in_hand.map(|kind| self.game.kind(kind).tile)
    }

    /// Tiles laid by players so far; the start tile is not one of them.
    pub fn tiles_laid(&self) -> u32 {
        self.turn.laid
    }

    /// Undrawn tiles, also those that wait for a volcano (DRAGON-9); without a tile that could bring one
    /// they stay out, and none is left (DRAGON-D3).
    pub fn tiles_left(&self) -> u32 {
        match self.bag.open_stack() {
            Some(_) => self.undrawn().map(|(_, left)| u32::from(left)).sum(),
            None => 0,
        }
    }

    /// How many tiles can still be drawn: the undrawn ones, or fewer if the game ends after so many.
    pub fn tiles_to_come(&self) -> u32 {
        let taken = self.tiles_laid() + u32::from(self.tile_in_hand().is_some());
        let limit = self.game.options().end_after.map(|limit| limit.saturating_sub(taken));
        self.tiles_left().min(limit.unwrap_or(u32::MAX))
    }

    /// Undrawn tiles by type, with those that wait for a volcano.
    pub fn undrawn(&self) -> impl Iterator<Item = (&'static Tile, u8)> {
        self.game.kinds().iter().enumerate().filter_map(|(index, kind)| {
            let left = self.bag.undrawn(&self.game, crate::game::TileKindId(index as u8));
            (left > 0).then_some((kind.tile, left))
        })
    }

    /// Tiles that fitted nowhere and are out of the game (BASE-D8).
    pub fn discarded(&self) -> &[TileId] {
        &self.discarded
    }

    /// The tiles on the table, in the order of laying.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = LaidTile> {
        self.board.laid().iter().map(|placed| LaidTile {
            tile: self.game.kind(placed.kind).tile,
            pos: placed.pos,
            rotation: placed.rotation,
        })
    }

    /// The tile on a cell.
    pub fn tile_at(&self, pos: Pos) -> Option<LaidTile> {
        let placed = self.board.tile(self.board.tile_at(pos)?);
        Some(LaidTile { tile: self.game.kind(placed.kind).tile, pos, rotation: placed.rotation })
    }

    /// The empty cells beside a tile, sorted.
    pub fn frontier(&self) -> Vec<FrontierCell> {
        let mut cells: Vec<_> = self.board.frontier().collect();
        cells.sort_unstable_by_key(|cell| cell.pos);
        cells
    }

    /// The empty cells beside a tile where none of the undrawn tiles can be laid, nor the one in hand, as the table is
    /// now, sorted; the river (RIVER-6, RIVER2-5) and the cult (CULT-4, CULT-5) have their say. None when no tile
    /// is left to lay.
    pub fn dead_cells(&self) -> Vec<Pos> {
        let kinds = (0..self.game.kinds().len()).map(|index| crate::game::TileKindId(index as u8));
        let to_lay = kinds.filter(|&kind| self.bag.undrawn(&self.game, kind) > 0 || self.turn.in_hand == Some(kind));
        let mut cells: Vec<Pos> = self.board.frontier().map(|cell| cell.pos).collect();
        let mut is_any_left = false;
        for kind in to_lay {
            is_any_left = true;
            let mut alive: Vec<Pos> =
                self.placements(kind).iter().map(|(place, _)| self.board.frontier_pos(place)).collect();
            alive.sort_unstable();
            cells.retain(|cell| alive.binary_search(cell).is_err());
        }
        if !is_any_left || self.is_over() {
            return Vec::new();
        }
        cells.sort_unstable();
        cells
    }

    /// Where the river goes on; `None` without a river or when it has reached the lake.
    pub fn river_end(&self) -> Option<RiverEnd> {
        self.river.map(|course| course.end())
    }

    /// The figures on the table, sorted.
    pub fn figures(&self) -> Vec<StandingFigure> {
        let figures = self.figures.standing().iter();
        let mut figures: Vec<_> = figures
            .map(|&Figure { owner, kind, at, is_bound }| StandingFigure { owner, kind, spot: self.spot(at), is_bound })
            .collect();
        figures.sort_unstable();
        figures
    }

    /// Figures of a kind that a player has not placed (BASE-4).
    pub fn supply(&self, player: PlayerId, kind: FigureKind) -> u8 {
        self.figures.in_supply(player, kind)
    }

    /// The region that a segment belongs to.
    pub fn region(&self, spot: Spot) -> Option<RegionView<'_>> {
        self.segment_at(spot).map(|segment| RegionView { state: self, segment })
    }

    /// The regions of the table, each once.
    pub fn regions(&self) -> impl Iterator<Item = RegionView<'_>> {
        let tiles = self.board.tile_indices();
        tiles
            .flat_map(|tile| self.board.segments_of(tile))
            // Regions keep the label of one of their segments.
            .filter(|&segment| self.board.region_of(segment).index() == segment.index())
            .map(|segment| RegionView { state: self, segment })
    }

    /// Where the tile just laid lies.
    #[inline]
    pub(crate) fn laid_at(&self) -> Pos {
        self.board.tile(self.board.last_tile()).pos
    }

    /// The symbols of the tile just laid.
    #[inline]
    pub(crate) fn laid_symbols(&self) -> &'static Symbols {
        &self.game.kind(self.board.tile(self.board.last_tile()).kind).tile.symbols
    }

    #[inline]
    pub(crate) fn segment_at(&self, spot: Spot) -> Option<SegmentId> {
        let tile = self.board.tile_at(spot.pos)?;
        let kind = self.game.kind(self.board.tile(tile).kind);
        (usize::from(spot.segment) < kind.sprouts.len()).then(|| self.board.segment(tile, spot.segment))
    }

    #[inline]
    pub(crate) fn spot(&self, segment: SegmentId) -> Spot {
        let tile = self.board.tile(self.board.tile_of(segment));
        Spot { pos: tile.pos, segment: self.board.index_on_tile(segment) }
    }

    /// The first segment of a region, by which the region is named.
    pub(crate) fn first_spot(&self, segment: SegmentId) -> Spot {
        self.board.ring(segment).map(|segment| self.spot(segment)).min().unwrap_or(self.spot(segment))
    }
}

/// A tile has fewer segments than this allows, for all kinds of meeples and the rest.
const MAX_TILE_ACTIONS: usize = 32;

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("turn", &self.turn.number)
            .field("decision", &self.decision())
            .field("points", &self.points())
            .field("tiles", &self.tiles().collect::<Vec<_>>())
            .field("figures", &self.figures())
            .finish_non_exhaustive()
    }
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LaidTile {
    /// The tile.
    pub tile: &'static Tile,
    /// Its cell.
    pub pos: Pos,
    /// Its clockwise turn.
    pub rotation: Rotation,
}

impl fmt::Debug for LaidTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.tile.name, self.pos, self.rotation)
    }
}

/// An empty cell beside a tile, and what its neighbours ask of a tile laid there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrontierCell {
    /// The cell.
    pub pos: Pos,
    pub(crate) demands: [Option<Edge>; 4],
}

impl FrontierCell {
    /// What a side must show, if a tile lies there.
    pub fn demands(&self, side: Side) -> Option<Edge> {
        self.demands[side.index()]
    }
}

/// A figure on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StandingFigure {
    /// Whose it is.
    pub owner: PlayerId,
    /// What it is.
    pub kind: FigureKind,
    /// Where it stands.
    pub spot: Spot,
    /// The owner's builder or pig is bound to this meeple (TRADE-8, TRADE-24).
    pub is_bound: bool,
}

/// A region of the table: joined segments, the thing that scores.
#[derive(Clone, Copy)]
pub struct RegionView<'a> {
    state: &'a State,
    segment: SegmentId,
}

impl RegionView<'_> {
    /// What kind of feature it is.
    pub fn feature(&self) -> Feature {
        self.state.board.feature(self.segment)
    }

    /// Its segments, sorted.
    pub fn spots(&self) -> Vec<Spot> {
        let mut spots: Vec<_> = self.state.board.ring(self.segment).map(|segment| self.state.spot(segment)).collect();
        spots.sort_unstable();
        spots
    }

    /// Its first segment, by which answers name it.
    pub fn first_spot(&self) -> Spot {
        self.state.first_spot(self.segment)
    }

    /// The cells of its tiles, each once, sorted.
    pub fn tiles(&self) -> Vec<Pos> {
        let mut cells: Vec<_> = self.spots().into_iter().map(|spot| spot.pos).collect();
        cells.dedup();
        cells
    }

    /// The cells of the tiles that count for its points: its own, and around a monastery, garden or shrine those of the
    /// others (BASE-29, ABBOT-6, CULT-3); the own first, or sorted.
    pub fn counted_tiles(&self) -> Vec<Pos> {
        if !self.feature().is_monastic() {
            return self.tiles();
        }
        let own = self.state.spot(self.segment).pos;
        let around = own.around().into_iter().filter(|&pos| self.state.board.tile_at(pos).is_some());
        std::iter::once(own).chain(around).collect()
    }

    /// Number of its tiles.
    pub fn tile_count(&self) -> u16 {
        self.region().tiles()
    }

    /// Open ends; for monasteries and gardens the empty cells around.
    pub fn open_ends(&self) -> u16 {
        self.region().open
    }

    /// Whether it is complete. A field never is (FARM-5).
    pub fn is_complete(&self) -> bool {
        self.feature() != Feature::Field && self.region().open == 0
    }

    /// Coats of arms.
    pub fn shields(&self) -> u8 {
        self.region().symbols.get(SHIELDS)
    }

    /// The strength of a player on it (BASE-32).
    pub fn strength(&self, player: PlayerId) -> u8 {
        self.region().strength.get(player.index())
    }

    /// Whether any meeple stands on it (BASE-5).
    pub fn is_occupied(&self) -> bool {
        !self.region().strength.is_zero()
    }

    /// The players with the majority, who would get its points.
    pub fn majority(&self) -> Vec<PlayerId> {
        scoring::players_in(scoring::majority(self.region().strength, self.state.game.players())).collect()
    }

    /// What it is worth as it is now.
    pub fn value(&self) -> Value {
        scoring::value(self.state, self.segment)
    }

    /// What it would be worth if it were complete, of the tiles it has now; a monastery or garden
    /// with all tiles around. A field is never complete (FARM-5).
    pub fn value_when_complete(&self) -> Option<Value> {
        let is_field = self.feature() == Feature::Field;
        (!is_field).then(|| scoring::value_with_open(self.state, self.segment, 0))
    }

    fn region(&self) -> &crate::board::Region {
        self.state.board.region_at(self.segment)
    }
}
