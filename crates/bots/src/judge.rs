//! Judges states and the whole turns that lead to them.

use std::sync::Arc;

use bastide_rules::{Action, Actor, Base, Decision, FigureKind, Game, MAX_PLAYERS, Module, PlayerId, Pos, State};

pub(crate) use crate::features::Values;
use crate::features::{COUNT, F, ONE, Scout, Sink};
use crate::net::{Group, Net, Seen};
use crate::weights::Weights;

/// The lead of a player over the best other one.
#[inline]
pub(crate) fn lead(values: &Values, player: usize, players: usize) -> i32 {
    let others = values[..players].iter().enumerate().filter(|&(other, _)| other != player);
    values[player] - others.map(|(_, &value)| value).max().unwrap_or(0)
}

pub(crate) struct Weigh<'a> {
    pub(crate) weights: &'a [i32; COUNT],
    pub(crate) values: Values,
}

impl Sink for Weigh<'_> {
    #[inline]
    fn add(&mut self, player: usize, feature: usize, amount: i32) {
        self.values[player] += self.weights[feature] * amount / ONE;
    }

    #[inline]
    fn values(&self) -> Values {
        self.values
    }

    #[inline]
    fn add_values(&mut self, values: &Values) {
        self.values.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }
}

/// Weighs and notes what was seen.
pub(crate) struct Note<'a> {
    pub(crate) weigh: Weigh<'a>,
    pub(crate) seen: &'a mut Seen,
}

impl Sink for Note<'_> {
    fn add(&mut self, player: usize, feature: usize, amount: i32) {
        self.weigh.add(player, feature, amount);
        self.seen.note(player, feature, amount);
    }

    fn enter(&mut self, is_region: bool) {
        self.seen.begin_group(if is_region { Group::Region } else { Group::Rest });
    }
}

/// What is weighed after a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Care {
    /// Every answer.
    Everything,
    /// Passing and meeples: what else can be done is worth about the same wherever the tile lies, and costs most of the
    /// time.
    Meeples,
}

/// Judges states of one game.
pub(crate) struct Judge {
    game: Arc<Game>,
    scout: Scout,
    weights: Arc<Weights>,
    /// What corrects the weights where there is time for it.
    net: Option<Arc<Net>>,
    seen: Seen,
    blended: [i32; COUNT],
    /// For how many tiles left the weights are blended.
    blended_for: u32,
    total: u32,
    is_simple: bool,
    placed: Option<State>,
    after: Option<State>,
}

impl Judge {
    pub(crate) fn new(game: &Arc<Game>, weights: Arc<Weights>) -> Judge {
        Judge {
            game: Arc::clone(game),
            scout: Scout::default(),
            weights,
            net: None,
            seen: Seen::default(),
            blended: [0; COUNT],
            blended_for: u32::MAX,
            total: game.tile_count(),
            is_simple: is_simple(game),
            placed: None,
            after: None,
        }
    }

    /// Another one of the same kind.
    pub(crate) fn another(&self) -> Judge {
        Judge::new(&self.game, Arc::clone(&self.weights)).with_net(self.net.clone())
    }

    /// The same with a network.
    pub(crate) fn with_net(self, net: Option<Arc<Net>>) -> Judge {
        Judge { net, ..self }
    }

    /// Whether a network corrects the weights.
    pub(crate) fn has_net(&self) -> bool {
        self.net.is_some()
    }

    /// Whether turns are a tile and a figure and nothing else.
    pub(crate) fn is_simple(&self) -> bool {
        self.is_simple
    }

    /// Whether it was made for the game of a state.
    pub(crate) fn is_for(&self, state: &State) -> bool {
        Arc::ptr_eq(&self.game, state.game())
    }

    /// A turn begins to be weighed.
    pub(crate) fn begin(&mut self, state: &State) {
        self.scout.turn = state.turn_number();
    }

    /// Tiles that will still be drawn, without one that was drawn and is not laid yet.
    pub(crate) fn left(&mut self, state: &State) -> u32 {
        self.scout.read_stock(state);
        let left = self.scout.left();
        match self.game.options().end_after {
            Some(limit) => {
                let in_hand = u32::from(state.tile_in_hand().is_some());
                left.min(limit.saturating_sub(state.tiles_laid() + in_hand))
            }
            None => left,
        }
    }

    /// The chance to win with a lead, 0 to 1. For people; nothing is chosen by it.
    pub(crate) fn winning_chance(&mut self, state: &State, lead: f64) -> f64 {
        let left = self.left(state);
        self.weights.winning_chance(lead, left, self.total)
    }

    fn blend(&mut self, state: &State) {
        let left = self.left(state);
        if self.blended_for != left {
            self.blended_for = left;
            self.blended = if left == 0 { Weights::FINAL } else { self.weights.blend(left, self.total) };
        }
    }

    /// What a state is worth to each player.
    pub(crate) fn values(&mut self, state: &State) -> Values {
        self.weigh_with(state, |scout, weigh| scout.read(state, weigh))
    }

    /// The same; if a state was read and a tile was laid on a cell since, only what is around it is looked at. Then
    /// it must be taken back before the next one.
    fn values_after(&mut self, state: &State, laid: Option<(&State, Pos)>) -> Values {
        self.weigh_with(state, |scout, weigh| match laid {
            None => scout.read(state, weigh),
            Some((before, pos)) => scout.read_after(before, state, pos, weigh),
        })
    }

    #[inline(always)]
    fn weigh_with(&mut self, state: &State, read: impl FnOnce(&mut Scout, &mut Weigh<'_>)) -> Values {
        let points = state.points();
        let mut values = Values::default();
        for (value, points) in values.iter_mut().zip(points) {
            *value = ONE * points;
        }
        if state.is_over() {
            return values;
        }
        self.blend(state);
        let mut weigh = Weigh { weights: &self.blended, values };
        read(&mut self.scout, &mut weigh);
        weigh.values
    }

    /// Weighs what these answers of a decision lead to, by carrying them out. Where no tile is laid, what is open stays
    /// the same and is looked at once.
    fn carry_out(&mut self, state: &State, is_meant: impl Fn(Action) -> bool, mut visit: impl FnMut(Action, &Values)) {
        let mut after = self.after.take().unwrap_or_else(|| state.clone());
        let mut is_prepared = false;
        state.for_each_legal(|action| {
            if !is_meant(action) {
                return;
            }
            after.clone_from(state);
            after.apply_listed(action);
            let values = if after.is_over() || after.tiles_laid() != state.tiles_laid() {
                is_prepared = false;
                self.values(&after)
            } else {
                if !std::mem::replace(&mut is_prepared, true) {
                    self.scout.prepare(&after);
                }
                self.weigh_with(&after, |scout, weigh| scout.read_beside(&after, weigh))
            };
            visit(action, &values);
        });
        self.after = Some(after);
    }

    /// What a state is worth to each player, with the network.
    pub(crate) fn careful_values(&mut self, state: &State) -> Values {
        let net = self.net.clone();
        let Some(net) = net.filter(|_| !state.is_over()) else { return self.values(state) };
        let Some(mut values) = self.note(state) else { return self.values(state) };
        net.correct(&self.seen, &mut values, self.game.players());
        values
    }

    /// What a state is worth to each player by the weights alone; what was [seen](Judge::seen) of it is kept for a network.
    /// Nothing where a network has nothing to say, because no tile is left.
    pub(crate) fn note(&mut self, state: &State) -> Option<Values> {
        self.blend(state);
        if self.blended_for == 0 {
            return None;
        }
        self.seen.begin(Weights::moments(self.blended_for, self.total));
        let mut values = Values::default();
        for (value, points) in values.iter_mut().zip(state.points()) {
            *value = ONE * points;
        }
        let mut note = Note { weigh: Weigh { weights: &self.blended, values }, seen: &mut self.seen };
        self.scout.read(state, &mut note);
        let values = note.weigh.values;
        self.scout.read_cells(state, &mut self.seen);
        Some(values)
    }

    /// What was seen of the state that was [noted](Judge::note) last.
    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The worth of the figure that goes next from a supply.
    fn figure(&self, state: &State, player: PlayerId, kind: FigureKind) -> i32 {
        match kind {
            FigureKind::Abbot => self.blended[F::FreeAbbot as usize],
            FigureKind::Large => self.blended[F::FreeLarge as usize],
            _ => {
                let free = self.scout.free(state, player, kind);
                if (1..=7).contains(&free) { self.blended[F::Free1 as usize + usize::from(free) - 1] } else { 0 }
            }
        }
    }

    /// Weighs the answers of a deploy decision by what they change, without carrying out those that
    /// put a meeple on a region of the table: passing first, alternatives last.
    fn weigh_deploy(
        &mut self,
        state: &State,
        player: PlayerId,
        laid: Option<(&State, Pos)>,
        care: Care,
        mut visit: impl FnMut(Action, i32),
    ) {
        let (seat, players) = (player.index(), self.game.players());
        let values = self.values_after(state, laid);
        visit(Action::Pass, lead(&values, seat, players));
        let mut others = 0;
        state.for_each_legal(|action| match action {
            Action::Deploy { figure, spot } if figure.is_meeple() => {
                let Some(region) = state.region_number(spot) else { return };
                let facts = state.facts(region);
                let mut strength = [0; MAX_PLAYERS];
                strength[seat] = figure.strength();
                let cost = if facts.is_complete() { 0 } else { self.figure(state, player, figure) };
                let mut weigh = Weigh { weights: &self.blended, values };
                self.scout.region(state, region, &facts, &strength, &mut weigh);
                self.scout.joins_if(state, region, &strength, &mut weigh);
                weigh.values[seat] -= cost;
                visit(action, lead(&weigh.values, seat, players));
            }
            Action::Pass => {}
            _ => others += 1,
        });
        if laid.is_some() {
            self.scout.restore();
        }
        if others == 0 || care == Care::Meeples {
            return;
        }
        // What they change is looked at anew, and so is the state before the tile afterwards.
        let is_other = |action| {
            !matches!(action, Action::Pass) && !matches!(action, Action::Deploy { figure, .. } if figure.is_meeple())
        };
        self.carry_out(state, is_other, |action, values| visit(action, lead(values, seat, players)));
        if let Some((before, _)) = laid {
            self.keep(before);
        }
    }

    /// Looks at a state on which a tile will be laid here and there.
    fn keep(&mut self, state: &State) {
        self.blend(state);
        let mut weigh = Weigh { weights: &self.blended, values: Values::default() };
        self.scout.read_and_keep(state, &mut weigh);
    }

    /// Weighs the ways through the rest of a turn, two answers deep, where a meeple is put without
    /// further questions.
    pub(crate) fn weigh(&mut self, state: &State, care: Care, mut visit: impl FnMut(Action, Option<Action>, i32)) {
        let Actor::Player(player) = state.actor() else { return };
        let (seat, players) = (player.index(), self.game.players());
        self.begin(state);
        if let Decision::Deploy { .. } = state.decision() {
            self.weigh_deploy(state, player, None, Care::Everything, |action, value| visit(action, None, value));
            return;
        }
        let mut placed = self.placed.take().unwrap_or_else(|| state.clone());
        let is_place = matches!(state.decision(), Decision::Place { .. });
        if is_place {
            self.keep(state);
        }
        state.for_each_legal(|action| {
            placed.clone_from(state);
            placed.apply_listed(action);
            let laid = match action {
                Action::Place { pos, .. } if is_place => Some((state, pos)),
                _ => None,
            };
            let is_same_turn = placed.turn_number() == state.turn_number();
            match placed.decision() {
                Decision::Deploy { player: deployer, .. } if deployer == player && is_same_turn => {
                    self.weigh_deploy(&placed, player, laid, care, |answer, value| visit(action, Some(answer), value));
                }
                _ => {
                    let values = self.values_after(&placed, laid);
                    if laid.is_some() {
                        self.scout.restore();
                    }
                    visit(action, None, lead(&values, seat, players));
                }
            }
        });
        self.placed = Some(placed);
    }

    /// The best way through the rest of a turn as far as [`weigh`](Judge::weigh) sees it. Of equal
    /// ones the first counts.
    pub(crate) fn best(&mut self, state: &State) -> Option<(Action, Option<Action>, i32)> {
        let mut best: Option<(Action, Option<Action>, i32)> = None;
        self.weigh(state, Care::Everything, |action, answer, value| {
            if best.is_none_or(|(_, _, most)| value > most) {
                best = Some((action, answer, value));
            }
        });
        best
    }

    /// The rest of a turn, found with more care than [`best`](Judge::best): the `width` best first answers,
    /// each with its best continuation, carried out to the end of the turn or to the next chance.
    pub(crate) fn lines(&mut self, state: &State, width: usize, found: &mut Vec<Line>) {
        found.clear();
        let Actor::Player(player) = state.actor() else { return };
        let mut firsts: Vec<(i32, Action)> = Vec::new();
        self.weigh(state, Care::Meeples, |action, _, value| match firsts.last_mut() {
            Some((most, last)) if *last == action => *most = value.max(*most),
            _ => firsts.push((value, action)),
        });
        // A stable sort: of equal ones the first listed comes first.
        firsts.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        firsts.truncate(width);
        let begun = (state.actor(), state.turn_number());
        let goes_on = |next: &State| (next.actor(), next.turn_number()) == begun;
        for (value, first) in firsts {
            let mut next = state.clone();
            next.apply_listed(first);
            if !goes_on(&next) {
                let value = if is_asked(&next, begun.1) { self.value_in_the_end(next, player) } else { value };
                found.push(Line { actions: vec![first], value });
                continue;
            }
            // The second answers, each with what follows by itself.
            let mut seconds: Vec<(i32, Action)> = Vec::new();
            self.weigh_all(&next, player, |action, value| seconds.push((value, action)));
            seconds.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
            seconds.truncate(SECONDS);
            for (_, second) in seconds {
                let mut after = next.clone();
                after.apply_listed(second);
                let mut actions = vec![first, second];
                while goes_on(&after) && actions.len() < LONGEST {
                    let Some(action) = self.best_answer(&after, player) else { break };
                    after.apply_listed(action);
                    actions.push(action);
                }
                found.push(Line { actions, value: self.value_in_the_end(after, player) });
            }
        }
        found.sort_by_key(|line| std::cmp::Reverse(line.value));
    }

    /// What a state is worth to a player when everybody who is asked in this turn has answered as looks best to them: a
    /// crop circle that takes figures home has not done so before everybody says which.
    fn value_in_the_end(&mut self, mut state: State, player: PlayerId) -> i32 {
        let turn = state.turn_number();
        for _ in 0..LONGEST {
            let Actor::Player(asked) = state.actor() else { break };
            if !is_asked(&state, turn) {
                break;
            }
            let Some(action) = self.best_answer(&state, asked) else { break };
            state.apply_listed(action);
        }
        lead(&self.values(&state), player.index(), self.game.players())
    }

    /// The answer that looks best to whoever is asked. Of equal ones the first counts.
    fn best_answer(&mut self, state: &State, player: PlayerId) -> Option<Action> {
        let mut best: Option<(i32, Action)> = None;
        self.weigh_all(state, player, |action, value| {
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, action));
            }
        });
        best.map(|(_, action)| action)
    }

    /// Weighs every answer of one decision by carrying it out.
    fn weigh_all(&mut self, state: &State, player: PlayerId, mut visit: impl FnMut(Action, i32)) {
        let players = self.game.players();
        self.carry_out(state, |_| true, |action, values| visit(action, lead(values, player.index(), players)));
    }
}

/// Whether somebody is asked something in this turn that lays no tile.
fn is_asked(state: &State, turn: u32) -> bool {
    matches!(state.actor(), Actor::Player(_))
        && state.turn_number() == turn
        && !matches!(state.decision(), Decision::Place { .. })
}

/// Second answers that are followed up.
const SECONDS: usize = 3;

/// No turn has more answers of one player in a row that are worth following.
const LONGEST: usize = 12;

/// A way through the rest of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) actions: Vec<Action>,
    /// The lead of the player afterwards.
    pub(crate) value: i32,
}

/// Whether turns of a game are a tile and a figure and nothing else, so that two answers are a turn.
pub(crate) fn is_simple(game: &Game) -> bool {
    const SIMPLE: [Module; 9] = [
        Module::Farmers,
        Module::River,
        Module::Abbot,
        Module::Inns,
        Module::InnsTiles,
        Module::InnsScoring,
        Module::Large,
        Module::TradersTiles,
        Module::InnsClassic,
    ];
    game.options().base != Base::Wheel && game.options().modules.iter().all(|module| SIMPLE.contains(&module))
}
