//! The answers to what the slow game asks.

use std::collections::BTreeSet;

use super::drawing::{Bend, Course, Laid, bend, middle, river_sides};
use super::game::{Pile, SlowGame, SlowRegion, is_meeple, pile};
use crate::action::{Action, CropAction, MagicFigure, Marker, Spot};
use crate::catalogue;
use crate::decision::Decision;
use crate::figure::FigureKind;
use crate::geometry::{Pos, Rotation, Side};
use crate::module::{BASES, BaseInfo, MODULES, Module};
use crate::modules::messages::Message;
use crate::player::PlayerId;
use crate::refusal::{Duty, Refusal};
use crate::state::StandingFigure;
use crate::tile::{CropCircle, Feature, Tile, TileId};

/// Meeples that fly and that crop circles add (FLY-2, CROP-D2).
const GROUND_MEEPLES: [FigureKind; 2] = [FigureKind::Meeple, FigureKind::Large];

impl SlowGame {
    /// All answers, sorted.
    pub(super) fn list(&self) -> Vec<Action> {
        let mut answers = match self.asked {
            Decision::Spring => self.spring_answers(),
            Decision::Draw { .. } => {
                let open = self.open_pile();
                let drawn = self.undrawn.keys().copied().filter(|&tile| self.draw_faults(tile, open).is_empty());
                drawn.map(Action::Draw).collect()
            }
            Decision::Place { .. } => self.judged(self.facts.empty_cells.iter().flat_map(|&pos| self.ways_to_lie(pos))),
            Decision::Deploy { at, .. } => {
                let mut ways = vec![Action::RecallAbbot, Action::Pass];
                let reached = if self.is_portal_open() { self.table.keys().copied().collect() } else { vec![at] };
                for spot in reached.into_iter().flat_map(|pos| self.table[&pos].spots()) {
                    ways.extend(FigureKind::ALL.map(|figure| Action::Deploy { figure, spot }));
                }
                let mut ways = self.judged(ways);
                ways.extend(self.fliers().into_iter().map(Action::Fly));
                ways.extend(self.crown_answers());
                ways.extend(self.fairy_answers());
                ways.extend(self.princess_answers());
                ways.extend(self.tower_answers());
                ways.extend(self.ransom_answers());
                ways
            }
            Decision::Robber { player } => self.robber_answers(player),
            // GOLD-2, GOLD-3.
            Decision::Ingot { at, .. } => {
                at.around().into_iter().filter(|cell| self.table.contains_key(cell)).map(Action::Ingot).collect()
            }
            Decision::Magic { .. } => self.magic_answers(),
            // FLY-1.
            Decision::Roll { .. } => (1..=3).map(Action::Roll).collect(),
            Decision::Land { at, .. } => self.landings(at).into_iter().map(Action::Land).collect(),
            Decision::Accompany { .. } => vec![Action::Accompany, Action::Pass],
            Decision::PutFerry { at, .. } => self.ferry_answers(at),
            Decision::MoveFerry { .. } => {
                let moves = self.movable.iter().flat_map(|&at| self.ferry_answers(at));
                // FERRY-D14.
                let stays = |action: &Action| matches!(action, Action::Ferry { at, ends } if self.ferries.get(at) == Some(ends));
                moves.filter(|action| !stays(action)).chain([Action::Pass]).collect()
            }
            Decision::ScoreNext { .. } => self.contested().into_iter().map(Action::ScoreNext).collect(),
            Decision::KeepFarmer { .. } => {
                let back = self.farmer.map(|StandingFigure { kind, spot, .. }| Action::Return { figure: kind, spot });
                back.into_iter().chain([Action::Pass]).collect()
            }
            Decision::Mark { .. } => Marker::ALL.map(Action::Mark).to_vec(),
            Decision::Rob { player } => self.victims[player.index()].iter().copied().map(Action::Rob).collect(),
            Decision::DrawMessage { .. } => {
                // MSG-D18: unknown until all have been drawn, then always the oldest.
                let used = &self.used_messages;
                let unknown: Vec<_> = Message::ALL.into_iter().filter(|message| !used.contains(message)).collect();
                let top = if unknown.is_empty() { used[..1].to_vec() } else { unknown };
                top.into_iter().map(Action::DrawMessage).collect()
            }
            Decision::Message { player, message } => self.message_answers(player, message),
            Decision::MessageReturn { player, is_optional } => {
                // MSG-27, MSG-28, MSG-D10.
                let may_return = |figure: &StandingFigure| is_optional || self.errand.contains(&figure.spot);
                let mut answers = self.returns(player, may_return);
                answers.extend(is_optional.then_some(Action::Pass));
                answers
            }
            Decision::Crop { .. } => CropAction::ALL.map(Action::Crop).to_vec(),
            Decision::CropAdd { player, circle } => self.crop_additions(player, circle),
            Decision::Gingerbread { .. } => self.gingerbread_answers(),
            Decision::CropReturn { player, circle } => self.crop_returns(player, circle),
            Decision::Plague { player } => self.plague_answers(player),
            Decision::Ransom { .. } => self.ransom_answers().into_iter().chain([Action::Pass]).collect(),
            Decision::StepDragon { .. } => self.step_answers(),
            Decision::Capture { .. } => self.capture_answers(),
            Decision::Exchange { .. } => self.exchange_answers(),
            Decision::MoveOut { player } => self.move_out_answers(player),
            Decision::Send { .. } => self.send_answers(),
            Decision::MoveCount { .. } => self.count_answers(),
            Decision::LastMove { player } => self.last_move_answers(player),
            Decision::Over => Vec::new(),
        };
        answers.sort_unstable();
        answers.dedup();
        answers
    }

    /// The actions that nothing speaks against.
    fn judged(&self, candidates: impl IntoIterator<Item = Action>) -> Vec<Action> {
        candidates.into_iter().filter(|&action| self.faults(action).is_empty()).collect()
    }

    /// The tile in hand on a cell, turned in all ways, whether it fits or not.
    fn ways_to_lie(&self, pos: Pos) -> impl Iterator<Item = Action> {
        self.facts.rotations.iter().map(move |&rotation| Action::Place { pos, rotation })
    }

    /// Whether the tile in hand fits somewhere (BASE-15).
    pub(super) fn fits_somewhere(&self) -> bool {
        let mut ways = self.facts.empty_cells.iter().flat_map(|&pos| self.ways_to_lie(pos));
        ways.any(|action| self.faults(action).is_empty())
    }

    /// Whether an action answers what is asked. A place is judged by itself, without a list of all.
    pub(super) fn is_answer(&self, action: Action) -> bool {
        if matches!(self.asked, Decision::Place { .. }) {
            self.faults(action).is_empty()
        } else {
            self.legal_actions().contains(&action)
        }
    }

    /// Against a matching side of the board, with the river flowing straight away from it (COMBO-11,
    /// COMBO-D3).
    fn spring_answers(&self) -> Vec<Action> {
        let Some(tile) = self.spring else { return Vec::new() };
        let mut answers = Vec::new();
        for (pos, shown) in self.frontier() {
            for (side, _) in shown.iter().enumerate().filter(|(_, edge)| edge.is_some()) {
                let may_lie = |rotation: &Rotation| {
                    let laid = Laid { tile, pos, quarter_turns: rotation.index() };
                    let fits = |(point, edge)| self.facts.edges.at(point).is_none_or(|other| other == edge);
                    river_sides(laid) == [(side + 2) % 4] && laid.edges().into_iter().all(fits)
                };
                answers
                    .extend(Rotation::ALL.into_iter().filter(may_lie).map(|rotation| Action::Place { pos, rotation }));
            }
        }
        answers
    }

    /// The meeples that may go on the flying machine of the tile just laid (FLY-2, FLY-D3).
    fn fliers(&self) -> Vec<FigureKind> {
        let has_machine = self.has(Module::Flying) && self.table[&self.laid_at].tile.symbols.flying.is_some();
        let can_fly = |figure: &FigureKind| has_machine && self.supply(self.active_player(), *figure) > 0;
        GROUND_MEEPLES.into_iter().filter(can_fly).collect()
    }

    /// Where a flier can land on a tile (FLY-7 to FLY-9, FLY-D2, COMBO-D30).
    pub(super) fn landings(&self, at: Pos) -> Vec<Spot> {
        let is_closed = self.is_printed(at) || self.is_burning(at);
        let Some(laid) = self.table.get(&at).filter(|_| !is_closed) else { return Vec::new() };
        let may_land = |spot: &Spot| {
            // CULT-15.
            matches!(self.feature(*spot), Feature::Road | Feature::City | Feature::Monastery | Feature::Shrine)
                && self.region_at(*spot).is_some_and(|region| !region.is_complete())
        };
        laid.spots().filter(may_land).collect()
    }

    /// ROB-3, ROB-4: spaces with a marker of another player. Who has the robber on the track may
    /// leave it there.
    fn robber_answers(&self, player: PlayerId) -> Vec<Action> {
        let others = PlayerId::seats(self.options.players).filter(|other| *other != player);
        let markers = if self.has(Module::Messages) { &Marker::ALL[..] } else { &Marker::ALL[..1] };
        let spaces = others.flat_map(|other| markers.iter().map(move |&marker| (other, marker)));
        let spaces: BTreeSet<u8> = spaces.map(|(other, marker)| self.marker_space(other, marker)).collect();
        let now = self.robbers[player.index()];
        // ROB-D16.
        let put = spaces.into_iter().filter(|&space| Some(space) != now).map(Action::Robber);
        put.chain(now.map(|_| Action::Pass)).collect()
    }

    /// MAGIC-3 to MAGIC-9: every figure with every feature for it; with none for either, the
    /// figures that can go beside the play area.
    pub(super) fn magic_answers(&self) -> Vec<Action> {
        let mut moves = Vec::new();
        for figure in MagicFigure::ALL {
            for region in &self.facts.regions {
                let is_wild = matches!(region.feature, Feature::City | Feature::Road) && !region.is_complete();
                // MAGIC-5 for the other one, MAGIC-6 for itself.
                if is_wild && self.magic_on(region).is_empty() {
                    // MAGIC-D5: the segment matters where a ferry can split the road.
                    let can_split = region.feature == Feature::Road && self.has(Module::Ferries);
                    let spots = if can_split { &region.spots[..] } else { &region.spots[..1] };
                    moves.extend(spots.iter().map(|&spot| Action::Magic { figure, spot }));
                }
            }
        }
        if moves.is_empty() { self.magic.keys().map(|&figure| Action::MagicAside(figure)).collect() } else { moves }
    }

    /// All pairs of roads of a lake (FERRY-4).
    fn ferry_answers(&self, at: Pos) -> Vec<Action> {
        let roads: Vec<u8> = self.table[&at].roads().map(|spot| spot.segment).collect();
        let mut pairs = Vec::new();
        for (index, &one) in roads.iter().enumerate() {
            pairs.extend(roads[index + 1..].iter().map(|&other| Action::Ferry { at, ends: [one, other] }));
        }
        pairs
    }

    /// MSG-12, MSG-14 to MSG-28, MSG-D11.
    fn message_answers(&self, player: PlayerId, message: Message) -> Vec<Action> {
        let mine = |region: &&SlowRegion| region.strength[player.index()] > 0;
        let held = |feature: Feature| {
            // CULT-15.
            let is_meant = |region: &&SlowRegion| {
                region.feature == feature || (feature, region.feature) == (Feature::Monastery, Feature::Shrine)
            };
            self.facts.regions.iter().filter(mine).filter(is_meant).collect::<Vec<_>>()
        };
        // MSG-15, MSG-D5.
        let smallest = |feature: Feature| {
            let held = held(feature);
            let least = held.iter().map(|region| self.value(region)).min();
            held.into_iter().filter(|region| Some(self.value(region)) == least).collect::<Vec<_>>()
        };
        let when = |is_possible: bool| if is_possible { vec![Action::CarryOut] } else { Vec::new() };
        let target = |regions: Vec<&SlowRegion>| -> Vec<Action> {
            regions.into_iter().map(|region| Action::Target(region.spots[0])).collect()
        };
        let mut answers = match message {
            Message::SmallestCity => target(smallest(Feature::City)),
            Message::SmallestRoad => target(smallest(Feature::Road)),
            Message::SmallestMonastery => target(smallest(Feature::Monastery)),
            Message::ExtraTurn => when(true),
            Message::Shields | Message::Knights => when(!held(Feature::City).is_empty()),
            Message::Farmers => when(!held(Feature::Field).is_empty()),
            // MSG-25, MSG-D6.
            Message::AnyFeature => [Feature::City, Feature::Road, Feature::Monastery, Feature::Field]
                .into_iter()
                .flat_map(|feature| target(held(feature)))
                .collect(),
        };
        answers.push(Action::TwoPoints);
        answers
    }

    /// Own meeples that can come back, those with a builder or pig together with it.
    pub(super) fn returns(&self, player: PlayerId, may_return: impl Fn(&StandingFigure) -> bool) -> Vec<Action> {
        let mine = self.figures.iter().filter(|figure| figure.owner == player && is_meeple(figure.kind));
        mine.filter(|figure| may_return(figure))
            .map(
                |&StandingFigure { kind: figure, spot, is_bound, .. }| {
                    if is_bound { Action::ReturnBoth { figure, spot } } else { Action::Return { figure, spot } }
                },
            )
            .collect()
    }

    /// CROP-6 to CROP-8.
    fn is_of_circle(&self, figure: &StandingFigure, circle: CropCircle) -> bool {
        let feature = match circle {
            CropCircle::Pitchfork => Feature::Field,
            CropCircle::Club => Feature::Road,
            CropCircle::Shield => Feature::City,
        };
        is_meeple(figure.kind) && self.feature(figure.spot) == feature
    }

    /// CROP-10, CROP-13, CROP-D2, CROP-D4; CORN-7, CORN-8, CORN-D5, CORN-D6.
    pub(super) fn crop_additions(&self, player: PlayerId, circle: CropCircle) -> Vec<Action> {
        let mine = self.figures.iter().filter(|figure| figure.owner == player && self.is_of_circle(figure, circle));
        // DRAGON-D9.
        let is_free = |spot: &Spot| !self.is_burning(spot.pos);
        let spots: BTreeSet<Spot> = if self.is_corn() {
            mine.map(|figure| figure.spot).filter(is_free).collect()
        } else {
            let regions = mine.filter_map(|figure| self.region_at(figure.spot));
            regions.flat_map(|region| region.spots.iter().copied()).filter(is_free).collect()
        };
        let mut answers = Vec::new();
        for figure in GROUND_MEEPLES.into_iter().filter(|&figure| self.usable(player, figure) > 0) {
            answers.extend(spots.iter().map(|&spot| Action::Deploy { figure, spot }));
        }
        answers
    }

    /// COMBO-D27: whether the circle just laid is of the collection and not of the Big Box.
    fn is_corn(&self) -> bool {
        Module::Corn.info().sets.contains(&catalogue::set_of(self.table[&self.laid_at].tile).name)
    }

    /// CROP-11, CROP-D3.
    pub(super) fn crop_returns(&self, player: PlayerId, circle: CropCircle) -> Vec<Action> {
        self.returns(player, |figure| self.is_of_circle(figure, circle))
    }

    /// Whether the slow game knows why such an action may be refused now: it does for what the base
    /// game asks, and for what is no answer at all.
    pub fn knows_faults(&self, action: Action) -> bool {
        match self.asked {
            Decision::Draw { .. } | Decision::Place { .. } | Decision::Over => true,
            Decision::Spring => false,
            Decision::Deploy { .. } => match action {
                Action::Fly(_)
                | Action::Crown { .. }
                | Action::Fairy(_)
                | Action::Seize { .. }
                | Action::Floor(_)
                | Action::Guard { .. }
                | Action::Ransom { .. } => false,
                Action::Draw(_)
                | Action::Place { .. }
                | Action::Deploy { .. }
                | Action::RecallAbbot
                | Action::Pass
                | Action::Roll(_)
                | Action::Land(_)
                | Action::Accompany
                | Action::Ferry { .. }
                | Action::Ingot(_)
                | Action::Magic { .. }
                | Action::MagicAside(_)
                | Action::Robber(_)
                | Action::ScoreNext(_)
                | Action::Mark(_)
                | Action::Rob(_)
                | Action::DrawMessage(_)
                | Action::TwoPoints
                | Action::CarryOut
                | Action::Target(_)
                | Action::Return { .. }
                | Action::ReturnBoth { .. }
                | Action::Crop(_)
                | Action::Gingerbread(_)
                | Action::ReturnGuard(_)
                | Action::StepDragon(_)
                | Action::SeizeGuard(_)
                | Action::Exchange(_)
                | Action::MoveOut { .. }
                | Action::Send { .. }
                | Action::MoveCount(_) => true,
            },
            Decision::Robber { .. }
            | Decision::Ingot { .. }
            | Decision::Magic { .. }
            | Decision::Roll { .. }
            | Decision::Land { .. }
            | Decision::Accompany { .. }
            | Decision::PutFerry { .. }
            | Decision::MoveFerry { .. }
            | Decision::ScoreNext { .. }
            | Decision::KeepFarmer { .. }
            | Decision::Mark { .. }
            | Decision::Rob { .. }
            | Decision::DrawMessage { .. }
            | Decision::Message { .. }
            | Decision::MessageReturn { .. }
            | Decision::Crop { .. }
            | Decision::CropAdd { .. }
            | Decision::CropReturn { .. }
            | Decision::Gingerbread { .. }
            | Decision::Plague { .. }
            | Decision::Ransom { .. }
            | Decision::StepDragon { .. }
            | Decision::Capture { .. }
            | Decision::Exchange { .. }
            | Decision::MoveOut { .. }
            | Decision::Send { .. }
            | Decision::MoveCount { .. }
            | Decision::LastMove { .. } => {
                matches!(action, Action::Draw(_) | Action::Place { .. } | Action::RecallAbbot)
            }
        }
    }

    /// What speaks against an action, as far as it is known; nothing if it is legal.
    pub fn faults(&self, action: Action) -> Vec<Refusal> {
        let not_asked = || vec![Refusal::NotAsked(self.asked)];
        let by_list = || if self.legal_actions().contains(&action) { Vec::new() } else { not_asked() };
        match self.asked {
            Decision::Over => vec![Refusal::GameOver],
            Decision::Draw { .. } => {
                if let Action::Draw(tile) = action {
                    self.draw_faults(tile, self.open_pile())
                } else {
                    not_asked()
                }
            }
            Decision::Place { tile, .. } => {
                if let Action::Place { pos, rotation } = action {
                    self.place_faults(catalogue::tile(tile), pos, rotation)
                } else if action == Action::Pass {
                    // BASE-16.
                    vec![Refusal::MayNotPass(Duty::Place)]
                } else {
                    not_asked()
                }
            }
            Decision::Deploy { at, .. } => {
                if let Action::Deploy { figure, spot } = action {
                    self.deploy_faults(at, figure, spot)
                } else if action == Action::RecallAbbot {
                    self.recall_faults()
                } else if action == Action::Pass {
                    Vec::new()
                } else {
                    by_list()
                }
            }
            Decision::Spring
            | Decision::Robber { .. }
            | Decision::Ingot { .. }
            | Decision::Magic { .. }
            | Decision::Roll { .. }
            | Decision::Land { .. }
            | Decision::Accompany { .. }
            | Decision::PutFerry { .. }
            | Decision::MoveFerry { .. }
            | Decision::ScoreNext { .. }
            | Decision::KeepFarmer { .. }
            | Decision::Mark { .. }
            | Decision::Rob { .. }
            | Decision::DrawMessage { .. }
            | Decision::Message { .. }
            | Decision::MessageReturn { .. }
            | Decision::Crop { .. }
            | Decision::CropAdd { .. }
            | Decision::CropReturn { .. }
            | Decision::Gingerbread { .. }
            | Decision::Plague { .. }
            | Decision::Ransom { .. }
            | Decision::StepDragon { .. }
            | Decision::Capture { .. }
            | Decision::Exchange { .. }
            | Decision::MoveOut { .. }
            | Decision::Send { .. }
            | Decision::MoveCount { .. }
            | Decision::LastMove { .. } => by_list(),
        }
    }

    /// The stack that is drawn from.
    fn open_pile(&self) -> Option<Pile> {
        self.undrawn.keys().filter(|&&id| !self.is_dormant(id)).map(|&id| pile(catalogue::tile(id))).min()
    }

    /// BASE-7, RIVER-3, RIVER-5.
    fn draw_faults(&self, tile: TileId, open: Option<Pile>) -> Vec<Refusal> {
        let undrawn = &self.undrawn;
        let fits = undrawn.contains_key(&tile) && Some(pile(catalogue::tile(tile))) == open;
        if undrawn.contains_key(&tile) && self.is_dormant(tile) {
            vec![Refusal::DragonAsleep]
        } else if fits {
            Vec::new()
        } else if undrawn.contains_key(&tile) {
            // It is there, but not in the stack that is drawn from.
            vec![if self.has(Module::River2) { Refusal::RiverPileFirst } else { Refusal::RiverFirst }]
        } else {
            self.absence_faults(tile)
        }
    }

    /// All that is true of a tile that is not among the undrawn ones.
    fn absence_faults(&self, id: TileId) -> Vec<Refusal> {
        let Some(tile) = catalogue::TILES.get(id.index()) else { return vec![Refusal::NotInStack] };
        let set = catalogue::set_of(tile).name;
        let (is_start, is_boxed) = (tile.start, self.discarded.contains(&id));
        let mut faults = vec![Refusal::NotInStack];
        faults.extend(is_start.then_some(Refusal::StartTile));
        faults.extend(is_boxed.then_some(Refusal::TileInBox));
        faults.extend((!is_start && !is_boxed).then_some(Refusal::TilesUsedUp));
        let off = MODULES.iter().filter(|info| info.sets.contains(&set) && !self.has(info.module));
        faults.extend(off.map(|info| Refusal::TileOfModule(info.module)));
        let is_of = |info: &&BaseInfo| info.set == set || info.river_set == Some(set);
        let others = BASES.iter().filter(is_of).filter(|info| info.base != self.options.base);
        faults.extend(others.map(|info| Refusal::TileOfBase(info.base)));
        // RIVER-D3: also the river tiles of other modules.
        if tile.river != 0 && !self.has(Module::River) {
            faults.push(Refusal::TileOfModule(Module::River));
        }
        faults
    }

    fn place_faults(&self, tile: &'static Tile, pos: Pos, rotation: Rotation) -> Vec<Refusal> {
        let mut faults = Vec::new();
        let laid = Laid { tile, pos, quarter_turns: rotation.index() };
        if self.table.contains_key(&pos) {
            faults.push(Refusal::CellTaken);
        }
        let met = laid.edges().map(|(point, edge)| (point, edge, self.facts.edges.at(point)));
        if met.iter().all(|(_, _, other)| other.is_none()) {
            faults.push(Refusal::CellApart);
        }
        for (point, edge, other) in met {
            if other.is_some_and(|other| other != edge) {
                let side = Side::ALL.into_iter().find(|side| middle(pos, side.index()) == point);
                faults.extend(side.map(Refusal::SideMismatch));
            }
        }
        if !self.facts.rotations.contains(&rotation) {
            faults.push(Refusal::NotCanonical);
        }
        if self.has(Module::Cult) && !self.keeps_cult_apart(laid) {
            faults.push(Refusal::TooManyShrines);
        }
        if pile(tile) != Pile::Land && self.has(Module::River2) {
            faults.extend(self.branch_faults(laid));
        } else if pile(tile) != Pile::Land {
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
        if self.issued(figure) == 0 {
            faults.push(Refusal::NotInGame(figure));
        } else if self.supply(self.active_player(), figure) == 0 {
            faults.push(Refusal::NoneLeft(figure));
        }
        let segments = self.table.get(&spot.pos).map(|laid| laid.tile.segments);
        if segments.is_none_or(|segments| usize::from(spot.segment) >= segments.len()) {
            faults.push(if segments.is_none() { Refusal::NoTileThere } else { Refusal::NoSuchSegment });
            return faults;
        }
        // DRAGON-27, DRAGON-D21.
        let is_through_portal = spot.pos != at;
        let may_reach = !is_through_portal || (self.is_portal_open() && is_meeple(figure));
        let laid = self.table.get(&spot.pos).filter(|_| may_reach);
        let Some(segment) = laid.and_then(|laid| laid.tile.segments.get(usize::from(spot.segment))) else {
            faults.push(Refusal::NotOnLaidTile);
            return faults;
        };
        if self.is_burning(spot.pos) {
            faults.push(Refusal::DragonThere);
        }
        if self.is_printed(spot.pos) {
            faults.push(Refusal::PortalToBoard);
        }
        // DRAGON-28, DRAGON-D20.
        if is_through_portal && self.region_at(spot).is_some_and(SlowRegion::is_complete) {
            faults.push(Refusal::PortalComplete);
        }
        let is_classic = self.has(Module::TradersClassic);
        let is_at_home = match figure {
            FigureKind::Meeple | FigureKind::Large => {
                // CULT-2.
                segment.feature != Feature::Garden
            }
            // CULT-D13.
            FigureKind::Abbot => {
                matches!(segment.feature, Feature::Monastery | Feature::Garden | Feature::Shrine)
            }
            // TRADC-6, TRADC-12.
            FigureKind::Builder if is_classic => matches!(segment.feature, Feature::City | Feature::Road),
            FigureKind::Pig if is_classic => segment.feature == Feature::Field,
            FigureKind::Builder | FigureKind::Pig | FigureKind::Robber => false,
        };
        if !is_at_home {
            faults.push(match figure {
                FigureKind::Builder if is_classic => Refusal::BuilderFeature,
                FigureKind::Pig if is_classic => Refusal::PigFeature,
                FigureKind::Meeple
                | FigureKind::Abbot
                | FigureKind::Large
                | FigureKind::Builder
                | FigureKind::Pig
                | FigureKind::Robber => Refusal::WrongFeature(figure, segment.feature),
            });
        }
        if segment.feature == Feature::Field && !self.has(Module::Farmers) {
            faults.push(Refusal::NoFarmers);
        }
        if segment.feature == Feature::Garden && !self.has(Module::Abbot) {
            faults.push(Refusal::NoGardens);
        }
        let region = self.region_at(spot);
        let has_own = region.is_some_and(|region| region.strength[self.active] > 0);
        match figure {
            FigureKind::Builder if is_classic && !has_own => faults.push(Refusal::NoOwnMeepleForBuilder),
            FigureKind::Pig if is_classic && !has_own => faults.push(Refusal::NoOwnFarmerForPig),
            FigureKind::Builder | FigureKind::Pig if is_classic => {}
            FigureKind::Meeple
            | FigureKind::Abbot
            | FigureKind::Large
            | FigureKind::Builder
            | FigureKind::Pig
            | FigureKind::Robber => {
                faults.extend(region.is_some_and(SlowRegion::is_occupied).then_some(Refusal::Occupied));
            }
        }
        faults
    }

    /// ABBOT-8, ABBOT-11.
    fn recall_faults(&self) -> Vec<Refusal> {
        if self.issued(FigureKind::Abbot) == 0 {
            return vec![Refusal::NotInGame(FigureKind::Abbot)];
        }
        let player = self.active_player();
        let mut abbots =
            self.figures.iter().filter(|figure| figure.owner == player && figure.kind == FigureKind::Abbot);
        let Some(abbot) = abbots.next() else { return vec![Refusal::NoAbbotOut] };
        let is_complete = self.region_at(abbot.spot).is_some_and(SlowRegion::is_complete);
        if is_complete { vec![Refusal::AbbotComplete] } else { Vec::new() }
    }
}
