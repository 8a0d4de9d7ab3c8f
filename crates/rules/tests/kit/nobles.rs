//! What walks do with dragon, towers and count, and what they meet of them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bastide_rules::{
    Action, Decision, Event, FigureKind, Module, Piece, PlayerId, Pos, Quarter, Side, Source, Spot, State,
};

use super::{Rng, Seen, ensure};

/// Any action of these modules, legal or not.
pub fn random_action(rng: &mut Rng, spot: Spot, figure: FigureKind) -> Action {
    let player = PlayerId::new(rng.below(6)).expect("a seat");
    let quarter = Quarter::ALL[rng.below(4)];
    match rng.below(12) {
        0 => Action::Fairy(spot.pos),
        1 => Action::StepDragon(Side::ALL[rng.below(4)]),
        2 => Action::Seize { piece: Piece::new(player, figure, rng.one_in(4)), spot },
        3 => Action::SeizeGuard(spot.pos),
        4 => Action::Floor(spot.pos),
        5 => Action::Guard { figure, at: spot.pos },
        6 => Action::Exchange(figure),
        7 => Action::Ransom { captor: player, figure },
        8 => Action::MoveOut { figure, spot },
        9 => Action::Send { figure, quarter },
        10 => Action::MoveCount(quarter),
        _ => Action::ReturnGuard(spot.pos),
    }
}

/// Meeples of a player on a tile.
fn meeples_at(state: &State, player: PlayerId, pos: Pos) -> i32 {
    let is_here = |figure: &&bastide_rules::StandingFigure| {
        figure.owner == player && figure.spot.pos == pos && figure.kind.is_meeple()
    };
    state.figures().iter().filter(is_here).count() as i32
}

/// How much an action leads to what is rare in these modules; `None` for other actions.
pub fn business(state: &State, action: Action) -> Option<i32> {
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

/// Counts what an action of these modules was.
pub fn note(seen: &mut Seen, before: &State, action: Action, after: &State, events: &[Event]) {
    let decision = before.decision();
    let count = |what: fn(&Event) -> bool| events.iter().filter(|event| what(event)).count();
    let is = |what: fn(&Event) -> bool| count(what) > 0;
    let steps = matches!(action, Action::StepDragon(_));
    let gone = |kind: fn(FigureKind) -> bool| {
        events.iter().filter(|event| matches!(event, Event::Returned { figure, .. } if kind(*figure))).count()
    };
    if before.game().has(Module::Dragon) {
        let fairy_points = |points: i32| {
            events.iter().any(|event| {
                matches!(event, Event::Scored(award) if award.source == Source::Fairy && award.points() == points)
            })
        };
        seen.meet("volcanoes", is(|event| matches!(event, Event::DragonMoved { player: None, .. })));
        seen.meet("flight steps", steps);
        seen.meet("flights cut short", steps && after.flight().is_empty() && before.flight().len() < 5);
        seen.meet("forced steps", steps && before.legal_actions().len() == 1);
        seen.meet("meeples eaten", steps && gone(FigureKind::is_meeple) > 0);
        seen.meet(
            "fairy in the dragon's way",
            steps
                && before.fairy().is_some_and(|fairy| {
                    Side::ALL.iter().any(|&side| before.dragon().is_some_and(|dragon| dragon.beside(side) == fairy))
                }),
        );
        seen.meet("fairy moved", matches!(action, Action::Fairy(_)));
        seen.meet("fairy points at the start", fairy_points(1));
        seen.meet("fairy points with a feature", fairy_points(3));
        seen.meet("fairy points at the end", fairy_points(3) && after.is_over());
        let is_deployed =
            matches!((decision, action), (Decision::Deploy { at, .. }, Action::Deploy { spot, .. }) if spot.pos != at);
        seen.meet("portals used", is_deployed);
        seen.meet("princesses used", matches!((decision, action), (Decision::Deploy { .. }, Action::Seize { .. })));
        seen.meet("dragon tiles left over", after.is_over() && after.undrawn().any(|(tile, _)| tile.symbols.dragon));
    }
    if before.game().has(Module::Tower) {
        let captures = matches!(decision, Decision::Capture { .. });
        let captured = events.iter().find_map(|event| match event {
            Event::Captured { owner, figure, .. } => Some((*owner, *figure)),
            _ => None,
        });
        seen.meet("floors", matches!(action, Action::Floor(_)));
        seen.meet("captures", captures && captured.is_some());
        seen.meet("own meeples captured", captures && action != Action::Pass && captured.is_none());
        seen.meet("guards captured", matches!(action, Action::SeizeGuard(_)));
        seen.meet("guards put", matches!(action, Action::Guard { .. }));
        seen.meet(
            "exchanges",
            is(|event| matches!(event, Event::Freed { .. })) && !is(|event| matches!(event, Event::Ransomed { .. })),
        );
        seen.meet(
            "ransoms at the start",
            is(|event| matches!(event, Event::Ransomed { .. }))
                && matches!(after.decision(), Decision::Draw { .. })
                && before.is_between_turns(),
        );
        seen.meet(
            "ransoms before deploying",
            matches!((decision, action), (Decision::Deploy { .. }, Action::Ransom { .. })),
        );
        seen.meet(
            "ransoms at the end",
            matches!((decision, action), (Decision::Ransom { .. }, Action::Ransom { .. }))
                && !before.is_between_turns(),
        );
        seen.meet("companions captured", captures && gone(|kind| !kind.is_meeple()) > 0);
    }
    if before.game().has(Module::Count) {
        seen.meet("sent to Carcassonne", matches!(action, Action::Send { .. }));
        seen.meet("count moved", matches!(action, Action::MoveCount(_)));
        let moves = matches!(action, Action::MoveOut { .. });
        seen.meet("moves out", moves && matches!(decision, Decision::MoveOut { .. }));
        let was_empty = matches!(action, Action::MoveOut { spot, .. } if before.region(spot).is_some_and(|region| !region.is_occupied()));
        seen.meet("moves to empty features", was_empty && matches!(decision, Decision::MoveOut { .. }));
        seen.meet("last moves", moves && matches!(decision, Decision::LastMove { .. }));
        seen.meet(
            "last moves after a pass",
            moves && matches!(decision, Decision::LastMove { player } if player != before.active_player()),
        );
    }
}

/// What events alone tell of these modules.
#[derive(Default)]
pub struct Told {
    dragon: Option<Pos>,
    fairy: Option<Pos>,
    heights: BTreeMap<Pos, u8>,
    guards: BTreeMap<Pos, (PlayerId, FigureKind)>,
    captives: BTreeMap<(PlayerId, PlayerId, FigureKind), u8>,
    inside: BTreeMap<(Quarter, PlayerId, FigureKind), u8>,
    count: Option<Quarter>,
}

impl Told {
    pub fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::DragonMoved { pos, .. } => self.dragon = Some(pos),
            Event::FairyMoved { pos } => self.fairy = Some(pos),
            Event::FloorPut { pos, height, .. } => {
                self.heights.insert(pos, height);
            }
            Event::GuardPut { player, figure, pos } => {
                self.guards.insert(pos, (player, figure));
            }
            Event::LeftTower { player, figure, pos } => {
                let guard = self.guards.remove(&pos);
                ensure(guard == Some((player, figure)), || format!("{guard:?} left the tower at {pos}"))?;
            }
            Event::Captured { captor, owner, figure } => {
                *self.captives.entry((captor, owner, figure)).or_default() += 1;
            }
            Event::Freed { captor, owner, figure } => take_one(&mut self.captives, (captor, owner, figure))?,
            Event::Sent { player, figure, quarter } => {
                *self.inside.entry((quarter, player, figure)).or_default() += 1;
            }
            Event::LeftQuarter { player, figure, quarter } => take_one(&mut self.inside, (quarter, player, figure))?,
            Event::CountMoved { quarter } => self.count = Some(quarter),
            _ => {}
        }
        Ok(())
    }

    pub fn check(&self, fast: &State) -> Result<(), String> {
        ensure((fast.dragon(), fast.fairy()) == (self.dragon, self.fairy), || {
            format!("the events tell of dragon and fairy at {:?}", (self.dragon, self.fairy))
        })?;
        let towers = fast.towers();
        let guards = towers.iter().filter_map(|tower| Some((tower.pos, tower.guard?))).collect();
        let heights = towers.iter().map(|tower| (tower.pos, tower.height)).collect();
        ensure(self.heights == heights && self.guards == guards, || {
            format!("the events tell of towers {:?} with {:?}", self.heights, self.guards)
        })?;
        let (mut captives, mut inside) = (BTreeMap::new(), BTreeMap::new());
        for player in fast.game().seats() {
            captives.extend(fast.captives(player).map(|(owner, kind, count)| ((player, owner, kind), count)));
            for quarter in Quarter::ALL {
                inside.extend(fast.in_quarter(quarter, player).map(|(kind, count)| ((quarter, player, kind), count)));
            }
        }
        captives.retain(|_, count| *count > 0);
        inside.retain(|_, count| *count > 0);
        ensure(self.captives == captives, || format!("the events tell of captives {:?}", self.captives))?;
        ensure(self.inside == inside, || format!("the events tell of {:?} in Carcassonne", self.inside))?;
        // He starts in the palace (COUNT-3).
        let count = fast.game().has(Module::Count).then_some(self.count.unwrap_or(Quarter::Palace));
        ensure(fast.count() == count, || format!("the events tell of the count at {count:?}"))
    }
}

fn take_one<K: Ord + Copy + Debug>(counts: &mut BTreeMap<K, u8>, key: K) -> Result<(), String> {
    let Some(left) = counts.get_mut(&key) else { return Err(format!("{key:?} left from nowhere")) };
    *left -= 1;
    counts.retain(|_, left| *left > 0);
    Ok(())
}
