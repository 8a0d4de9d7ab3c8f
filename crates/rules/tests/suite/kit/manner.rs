//! How walks choose, so that they see more than random tables.

use bastide_rules::{
    Action, Decision, Edge, FigureKind, FrontierCell, MagicFigure, Message, Module, PlayerId, Pos, Side,
    StandingFigure, State, catalogue,
};

use super::Rng;

/// How a walk chooses, so that walks see more than random tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Any legal action.
    Random,
    /// Deploys whenever it can, until the supply is empty.
    Eager,
    /// Lays tiles where they have most neighbours, so that much is completed.
    Dense,
    /// As dense, and takes abbots back whenever it can.
    Fickle,
    /// Leaves no room for the tile that is all city, and draws what fits nowhere.
    Barren,
    /// The same, but draws that tile last, so that the game can end with a tile that is not laid.
    BarrenLast,
    /// Lays tiles as far as it can in a direction, as (x, y).
    Far(i32, i32),
    /// Looks for what is rare: ferries on the move, crowded robbers, dark spaces, disputed gold,
    /// mage and witch on one feature, companions and extra turns.
    Busy,
}

const MANNERS: [Manner; 9] = [
    Manner::Random,
    Manner::Random,
    Manner::Random,
    Manner::Eager,
    Manner::Dense,
    Manner::Fickle,
    Manner::Barren,
    Manner::BarrenLast,
    Manner::Far(1, 2),
];

impl Manner {
    pub fn of_game(number: u64) -> Manner {
        // Not in step with the configurations.
        MANNERS[Rng::new(number ^ 0xa11).below(MANNERS.len())]
    }

    /// The manner of a game with modules of the Big Box: mostly one that looks for them.
    pub fn of_box_game(number: u64) -> Manner {
        if Rng::new(number ^ 0xb05).one_in(4) { Manner::of_game(number) } else { Manner::Busy }
    }

    pub fn choose(self, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
        let any = |rng: &mut Rng| state.choose(|count| rng.below(count as usize) as u32).expect("the game goes on");
        let best = |rng: &mut Rng, worth: &dyn Fn(Action) -> i32| {
            let worths: Vec<i32> = legal.iter().map(|&action| worth(action)).collect();
            let most = worths.iter().max().expect("there is a legal action");
            let best: Vec<Action> =
                legal.iter().zip(&worths).filter(|(_, worth)| *worth == most).map(|(&action, _)| action).collect();
            best[rng.below(best.len())]
        };
        match (self, state.decision()) {
            (Manner::Eager, Decision::Deploy { .. }) => best(rng, &|action| i32::from(action != Action::Pass)),
            (Manner::Fickle, Decision::Deploy { .. }) => best(rng, &|action| match action {
                Action::RecallAbbot => 2,
                Action::Deploy { figure: FigureKind::Abbot, .. } => 1,
                _ => 0,
            }),
            (Manner::Dense | Manner::Fickle, Decision::Place { .. }) => best(rng, &|action| match action {
                Action::Place { pos, .. } => {
                    pos.around().iter().filter(|&&cell| state.tile_at(cell).is_some()).count() as i32
                }
                _ => 0,
            }),
            (Manner::Barren, Decision::Draw { .. }) => best(rng, &|action| {
                let mut next = state.clone();
                next.apply_listed(action);
                (next.discarded().len() - state.discarded().len()) as i32
            }),
            (Manner::BarrenLast, Decision::Draw { .. }) => best(rng, &|action| match action {
                Action::Draw(id) => i32::from(catalogue::tile(id).sides != [Edge::City; 4]),
                _ => 0,
            }),
            (Manner::Barren | Manner::BarrenLast, Decision::Place { .. }) => best(rng, &|action| {
                let mut next = state.clone();
                next.apply_listed(action);
                -cells_for_a_city(&next)
            }),
            (Manner::Far(x, y), Decision::Place { .. }) => best(rng, &|action| farness(action, (x, y))),
            (Manner::Busy, decision) if !matches!(decision, Decision::Draw { .. }) && !rng.one_in(6) => {
                best(rng, &|action| business(state, action))
            }
            _ => any(rng),
        }
    }
}

/// How much an action leads to what is rare.
fn business(state: &State, action: Action) -> i32 {
    if let Some(worth) = business_of_nobles(state, action) {
        return worth;
    }
    let others_on = |player: PlayerId, space: u8| {
        let others = state.game().seats().filter(|&other| other != player);
        let spaces = others.flat_map(|other| state.markers().iter().map(move |&marker| (other, marker)));
        spaces.filter(|&(other, marker)| state.marker_space(other, marker) == space).count() as i32
    };
    match (state.decision(), action) {
        (Decision::Place { .. }, Action::Place { pos, .. }) => {
            let neighbours = pos.around().iter().filter(|&&cell| state.tile_at(cell).is_some()).count() as i32;
            let has_symbol = state.tile_in_hand().is_some_and(|tile| tile.symbols.magic);
            let can_join = !has_symbol && MagicFigure::ALL.iter().all(|&figure| state.magic(figure).is_some());
            let can_build =
                state.game().has(Module::Builder) && state.supply(state.active_player(), FigureKind::Builder) == 0;
            if !can_join && !can_build {
                return neighbours;
            }
            let mut next = state.clone();
            next.apply_listed(action);
            let joins_magic = can_join && matches!(next.decision(), Decision::Magic { .. });
            neighbours + 20 * i32::from(joins_magic) + 4 * i32::from(next.builder_aside().is_some())
        }
        (Decision::Deploy { .. }, Action::Fly(_)) => 2,
        (Decision::Deploy { .. }, Action::Deploy { .. } | Action::Crown { .. }) => 1,
        (Decision::Robber { player }, Action::Robber(space)) => 1 + others_on(player, space),
        (Decision::Ingot { .. }, Action::Ingot(pos)) => {
            state.figures().iter().filter(|figure| figure.spot.pos == pos).count() as i32
        }
        (Decision::Mark { player, points }, Action::Mark(marker)) => {
            let space = state.marker_space(player, marker);
            let robbers = state.game().seats().filter(|&other| state.robber(other) == Some(space)).count() as i32;
            let is_dark = (i32::from(space) + points) % 5 == 0 && player == state.active_player();
            robbers + 2 * i32::from(is_dark)
        }
        (Decision::DrawMessage { .. }, Action::DrawMessage(Message::ExtraTurn | Message::AnyFeature)) => 1,
        (Decision::Message { .. }, Action::CarryOut | Action::Target(_)) => 1,
        (_, Action::Ferry { .. }) => {
            let mut next = state.clone();
            next.apply_listed(action);
            1 + 20 * i32::from(matches!(next.decision(), Decision::Magic { .. }))
        }
        // Roads at lakes may be joined.
        (_, Action::Magic { spot, .. }) => {
            let tiles = state.region(spot).map(|region| region.tiles()).unwrap_or_default();
            state.ferries().iter().filter(|ferry| tiles.contains(&ferry.at)).count() as i32
        }
        (_, Action::Accompany | Action::Return { .. } | Action::ReturnBoth { .. }) => 1,
        _ => 0,
    }
}

/// Empty cells into which a tile of nothing but city would fit.
fn cells_for_a_city(state: &State) -> i32 {
    let asks_only_city =
        |cell: &FrontierCell| Side::ALL.iter().all(|&side| cell.demands(side).is_none_or(|edge| edge == Edge::City));
    state.frontier().iter().filter(|cell| asks_only_city(cell)).count() as i32
}

/// How far a placement lies in a direction.
pub fn farness(action: Action, (x, y): (i32, i32)) -> i32 {
    match action {
        Action::Place { pos, .. } => x * i32::from(pos.x) + y * i32::from(pos.y),
        _ => 0,
    }
}

/// Meeples of a player on a tile.
fn meeples_at(state: &State, player: PlayerId, pos: Pos) -> i32 {
    let is_here =
        |figure: &&StandingFigure| figure.owner == player && figure.spot.pos == pos && figure.kind.is_meeple();
    state.figures().iter().filter(is_here).count() as i32
}

/// How much an action leads to what is rare with dragon, towers and count; `None` for other actions.
fn business_of_nobles(state: &State, action: Action) -> Option<i32> {
    let me = state.active_player();
    let worth = match action {
        // Deploying counts 1 as well; the fairy stays while she is of use, and often when not.
        Action::Fairy(pos) => {
            let has_friend = state.fairy().is_some_and(|fairy| meeples_at(state, me, fairy) > 0);
            i32::from(!has_friend && state.turn_number().is_multiple_of(4)) + i32::from(meeples_at(state, me, pos) > 1)
        }
        Action::Floor(pos) => {
            let height = state.towers().iter().find(|tower| tower.pos == pos).map_or(0, |tower| tower.height);
            if height < 4 { 2 } else { 0 }
        }
        Action::Guard { .. } => 1,
        Action::Seize { piece, .. } => 1 + i32::from(piece.owner() != me) + i32::from(piece.is_bound()),
        Action::SeizeGuard(_) => 3,
        Action::Ransom { .. } => 2,
        Action::StepDragon(side) => {
            let cell = state.dragon()?.beside(side);
            state.figures().iter().filter(|figure| figure.spot.pos == cell).count() as i32
                + i32::from(state.towers().iter().any(|tower| tower.pos == cell && tower.guard.is_some()))
        }
        Action::MoveOut { spot, .. } => 1 + i32::from(Some(spot.pos) == state.fairy()),
        Action::Send { .. } => 1,
        // The count in the way of others, and out of the way.
        Action::MoveCount(_) => 0,
        _ => return None,
    };
    Some(worth)
}
