//! The wheel of fortune (WHEEL): a symbol on a drawn tile moves the pig, the sector where it stops
//! acts, and the meeples on its crown spaces score.

use crate::action::Action;
use crate::decision::Decision;
use crate::event::{Award, Counted, Event, EventSink, Item, ReturnCause, Source, Value};
use crate::figure::{Figure, FigureKind, Owned};
use crate::game::{Game, SHIELDS, TileKindId};
use crate::hash::{About, Fact, Tell};
use crate::player::PlayerId;
use crate::refusal::{Absent, Duty, Refusal};
use crate::round::Round;
use crate::scoring;
use crate::stage::{Ask, Binding, Effect, Next, Question, finish_in_round, is_any, is_listed, waits_in_round};
use crate::stages::deploy::{AFTER_ACTION, Alternative, Visitor};
use crate::state::State;
use crate::tile::Feature;
use std::ops::ControlFlow;

/// The sectors of the wheel, clockwise (WHEEL-9, WHEEL-D1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Sector {
    /// The active player scores 3 points.
    Fortune,
    /// Knights score.
    Taxes,
    /// Farmers score.
    Famine,
    /// Meeples in the supply score.
    Storm,
    /// Monks score.
    Inquisition,
    /// Everybody takes a meeple back.
    Plague,
}

impl Sector {
    /// All sectors, clockwise.
    pub const ALL: [Sector; 6] =
        [Sector::Fortune, Sector::Taxes, Sector::Famine, Sector::Storm, Sector::Inquisition, Sector::Plague];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Sector::Fortune => "fortune",
            Sector::Taxes => "taxes",
            Sector::Famine => "famine",
            Sector::Storm => "storm",
            Sector::Inquisition => "inquisition",
            Sector::Plague => "plague",
        }
    }

    /// The rule of its action.
    pub const fn rule(self) -> &'static str {
        match self {
            Sector::Fortune => "WHEEL-21",
            Sector::Taxes => "WHEEL-22",
            Sector::Famine => "WHEEL-25",
            Sector::Storm => "WHEEL-26",
            Sector::Inquisition => "WHEEL-27",
            Sector::Plague => "WHEEL-28",
        }
    }

    /// Crown spaces of the sector, as the board of the game has them (WHEEL-10, WHEEL-D2).
    pub fn crown_spaces(self, game: &Game) -> usize {
        let part = game.board().and_then(|board| board.parts.get(self as usize));
        part.map_or(0, |part| usize::from(part.spaces))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wheel {
    /// The sector of the pig, which starts on fortune (WHEEL-3).
    pig: u8,
    crowns: [[Option<Owned>; 2]; 6],
    /// Who is still to lose a meeple by the plague (WHEEL-29).
    plague: Round,
}

impl Tell for Wheel {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Wheel { pig, crowns, plague } = self;
        if !state.game.has_wheel() {
            return;
        }
        tell(Fact::about(About::Wheel).number(*pig).round(*plague));
        for (sector, spaces) in (0u8..).zip(crowns) {
            for &Owned { owner, kind } in spaces.iter().flatten() {
                tell(Fact::about(About::Crown).number(sector).player(owner).number(kind as u8));
            }
        }
    }
}

impl State {
    /// The sector where the pig stands.
    pub fn wheel_pig(&self) -> Option<Sector> {
        self.game.has_wheel().then(|| Sector::ALL[usize::from(self.wheel.pig)])
    }

    /// The meeples on the crown spaces of a sector.
    pub fn crowned(&self, sector: Sector) -> impl Iterator<Item = Owned> {
        self.wheel.crowns[sector as usize].into_iter().flatten()
    }
}

// The wheel turns

/// A drawn tile with a wheel symbol moves the pig, and the sector where it stops acts (WHEEL-15,
/// WHEEL-17 to WHEEL-19). Plague is a round of its own. Whether the pig has moved: then the script goes on behind it.
pub(crate) fn turn<S: EventSink>(state: &mut State, kind: TileKindId, sink: &mut S) -> bool {
    let Some(symbol) = state.game.kind(kind).tile.symbols.wheel else { return false };
    if !state.game.has_wheel() {
        return false;
    }
    state.wheel.pig = (state.wheel.pig + symbol.number) % 6;
    let sector = Sector::ALL[usize::from(state.wheel.pig)];
    sink.event(Event::PigMoved { sector, steps: symbol.number });
    act(state, sector, sink);
    true
}

fn act<S: EventSink>(state: &mut State, sector: Sector, sink: &mut S) {
    let active = state.turn.active;
    let mut round = Round::of_all(active, state.game.players());
    match sector {
        // Only fortune is limited to the active player (WHEEL-20, WHEEL-21).
        Sector::Fortune => give(state, active, Item { what: Counted::Sectors, count: 1, each: 3 }, sector, sink),
        Sector::Plague => state.wheel.plague = round,
        Sector::Taxes | Sector::Famine | Sector::Storm | Sector::Inquisition => {
            while let Some(player) = round.current() {
                round.finish(player);
                score(state, player, sector, sink);
            }
        }
    }
}

fn give<S: EventSink>(state: &mut State, player: PlayerId, item: Item, sector: Sector, sink: &mut S) {
    if item.points() > 0 {
        let award = Award { player, source: Source::Wheel(sector), spot: None, value: Value::of(item) };
        state.give(award, sink);
    }
}

fn score<S: EventSink>(state: &mut State, player: PlayerId, sector: Sector, sink: &mut S) {
    let item = counted(state, player, sector);
    give(state, player, item, sector, sink);
}

/// What a sector counts for a player.
fn counted(state: &State, player: PlayerId, sector: Sector) -> Item {
    let own: Vec<Figure> = state.own_meeples(player).collect();
    let on = |feature| own.iter().filter(move |figure: &&Figure| state.board.feature(figure.at) == feature);
    match sector {
        // Each figure is one knight, whatever its strength (WHEEL-22 to WHEEL-24, WHEEL-D10).
        Sector::Taxes => {
            let knights: Vec<_> = on(Feature::City).map(|figure| state.board.region_of(figure.at)).collect();
            let of_city = |city| knights.iter().filter(|&&other| other == city).count() as u16;
            let shields = |city| u16::from(state.board.region(city).symbols.get(SHIELDS));
            let count = knights.iter().map(|&city| shields(city) + of_city(city)).sum();
            Item { what: Counted::Taxes, count, each: 1 }
        }
        // Each farmer counts on its own, a city once for it (WHEEL-25, WHEEL-D13).
        Sector::Famine => {
            let cities = on(Feature::Field).map(|figure| scoring::cities_beside(state, figure.at));
            Item { what: Counted::Cities, count: cities.sum(), each: 1 }
        }
        Sector::Storm => {
            let supply = FigureKind::MEEPLES.map(|kind| u16::from(state.figures.in_supply(player, kind)));
            Item { what: Counted::Supply, count: supply.iter().sum(), each: 1 }
        }
        // Heretics are monks here (WHEEL-27, COMBO-D4); gardens have none (WHEEL-D17).
        Sector::Inquisition => {
            let monks = own.iter().filter(|figure| state.board.feature(figure.at).is_monastery());
            Item { what: Counted::Monks, count: monks.count() as u16, each: 2 }
        }
        // They count nothing.
        Sector::Fortune | Sector::Plague => Item { what: Counted::Sectors, count: 0, each: 0 },
    }
}

// Plague

/// Everybody takes a meeple back: any own one on a tile, also on a tower (WHEEL-D5), but none on a crown space
/// (WHEEL-28); who has none is skipped (WHEEL-D4).
pub(crate) struct Plague;

/// What a player may lose.
fn for_each_loss(state: &State, player: PlayerId, mut visit: impl FnMut(Action)) {
    state.for_each_return(|figure| figure.owner == player && figure.kind.is_meeple(), &mut visit);
    state.for_each_tower_return(player, visit);
}

impl Question for Plague {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        let has_meeple = |state: &State, player: PlayerId| is_any(|visit| for_each_loss(state, player, visit));
        Ask::when(waits_in_round(state, |state| &mut state.wheel.plague, has_meeple))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Plague { player: state.wheel.plague.current()? })
    }

    fn binding(_: &State) -> Binding {
        Binding::Must(Duty::Plague)
    }

    fn list(state: &State, visit: impl FnMut(Action)) {
        if let Some(player) = state.wheel.plague.current() {
            for_each_loss(state, player, visit);
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let (Action::Return { .. } | Action::ReturnBoth { .. } | Action::ReturnGuard(_)) = action else {
            return Err(state.not_asked());
        };
        if is_listed::<Plague>(state, action) { Ok(()) } else { Err(Refusal::NotForPlague) }
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::ReturnGuard(pos) = action {
            if let Some(tile) = state.board.tile_at(pos) {
                state.clear_tower(tile, ReturnCause::Plague, sink);
            }
        } else if let Some(player) = state.wheel.plague.current() {
            state.return_as(player, action, ReturnCause::Plague, sink);
        }
        finish_in_round(&mut state.wheel.plague);
        Next::Again
    }
}

// Crown spaces

/// Whether a meeple may be put on a crown space of a sector (WHEEL-32, WHEEL-33).
fn check_crown(state: &State, sector: Sector, figure: FigureKind) -> Result<(), Refusal> {
    if !state.game.has_wheel() || !figure.is_meeple() {
        return Err(Refusal::NoCrownSpace);
    }
    if state.figures.in_supply(state.turn.active, figure) == 0 {
        return Err(Refusal::NoneLeft(figure));
    }
    let taken = state.crowned(sector).count();
    if taken < sector.crown_spaces(&state.game) { Ok(()) } else { Err(Refusal::NoCrownSpace) }
}

/// In the deploy step a meeple may be put on a crown space (WHEEL-32).
pub(crate) struct Crowning;

impl Alternative for Crowning {
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
        if !state.game.has_wheel() {
            return ControlFlow::Continue(());
        }
        for sector in Sector::ALL {
            for figure in FigureKind::MEEPLES {
                if check_crown(state, sector, figure).is_ok() {
                    visit(Action::Crown { figure, sector })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        let Action::Crown { figure, sector } = action else { return Err(state.not_asked()) };
        check_crown(state, sector, figure)
    }

    fn absent(state: &State) -> Option<Absent> {
        (!state.game.has_wheel()).then_some(Absent::Wheel)
    }

    fn rule(_: &State, _: Action) -> &'static str {
        "WHEEL-32"
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Crown { figure, sector } = action {
            let player = state.turn.active;
            restore(state, player, sector, figure);
            sink.event(Event::Crowned { player, figure, sector });
        }
        AFTER_ACTION
    }
}

/// Puts a meeple from the supply on a crown space.
pub(crate) fn restore(state: &mut State, player: PlayerId, sector: Sector, figure: FigureKind) {
    if let Some(space) = state.wheel.crowns[sector as usize].iter_mut().find(|space| space.is_none()) {
        *space = Some(Owned { owner: player, kind: figure });
        state.figures.spend(player, figure);
    }
    // The two spaces of a sector are alike.
    state.wheel.crowns[sector as usize].sort_unstable_by_key(|space| (space.is_none(), *space));
}

/// Sets the pig of a position that was written down.
pub(crate) fn restore_pig(state: &mut State, sector: Sector) {
    state.wheel.pig = sector as u8;
}

/// The crown spaces of the sector where the pig stopped score, the active player's first, and are cleared, after what the
/// sector does (WHEEL-15, WHEEL-35 to WHEEL-39, WHEEL-D22).
pub(crate) struct Crowns;

impl Effect for Crowns {
    fn happen<S: EventSink>(state: &mut State, sink: &mut S) -> Next {
        score_crowns(state, sink);
        Next::On
    }
}

fn score_crowns<S: EventSink>(state: &mut State, sink: &mut S) {
    let sector = Sector::ALL[usize::from(state.wheel.pig)];
    let mut round = Round::of_all(state.turn.active, state.game.players());
    while let Some(player) = round.current() {
        round.finish(player);
        let item = crowns(state, sector, player);
        if item.count > 0 {
            let value = Value::of(item);
            state.give(Award { player, source: Source::Crown(sector), spot: None, value }, sink);
        }
    }
    let crowned = std::mem::take(&mut state.wheel.crowns[sector as usize]);
    for Owned { owner, kind } in crowned.into_iter().flatten() {
        state.figures.issue(owner, kind, 1);
        sink.event(Event::Uncrowned { player: owner, figure: kind, sector });
    }
}

/// What the crown spaces of a sector are worth to a player.
fn crowns(state: &State, sector: Sector, player: PlayerId) -> Item {
    let is_alone = state.crowned(sector).count() == 1;
    // Alone on a sector with two spaces a meeple scores double (WHEEL-37).
    let each = if is_alone && sector.crown_spaces(&state.game) == 2 { 6 } else { 3 };
    let count = state.crowned(sector).filter(|crowned| crowned.owner == player).count() as u16;
    Item { what: Counted::Crowns, count, each }
}

/// The points that the crown spaces of a sector are worth to a player as they are taken now.
pub(crate) fn crown_points(state: &State, sector: Sector, player: PlayerId) -> i32 {
    crowns(state, sector, player).points()
}

/// The points that a player would get if the pig stopped at a sector now, whoever draws; fortune is for who draws.
pub(crate) fn points_of(state: &State, sector: Sector, player: PlayerId) -> i32 {
    counted(state, player, sector).points() + crown_points(state, sector, player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::hash::testing::assert_told;
    use crate::module::Base;

    fn crowned(owner: u8, kind: FigureKind) -> Option<Owned> {
        Some(Owned { owner: PlayerId(owner), kind })
    }

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        let state = State::new(Game::new(Options::new(Base::Wheel, 2)).unwrap());
        assert_told(
            &state,
            &[
                ("pig", |state| state.wheel.pig = 1),
                ("crowns", |state| state.wheel.crowns[0][0] = crowned(0, FigureKind::Meeple)),
                ("crowns elsewhere", |state| state.wheel.crowns[1][0] = crowned(0, FigureKind::Meeple)),
                ("another crown", |state| state.wheel.crowns[0][0] = crowned(1, FigureKind::Meeple)),
                ("a large crown", |state| state.wheel.crowns[0][0] = crowned(0, FigureKind::Large)),
                ("plague", |state| state.wheel.plague = Round::of(PlayerId(0), 0b11)),
            ],
        );
    }
}
