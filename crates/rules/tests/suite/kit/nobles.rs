//! What walks do with dragon, towers and count, and what they meet of them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bastide_rules::{
    Action, Decision, Event, FigureKind, Module, Piece, PlayerId, Pos, Quarter, Side, Source, Spot, StandingFigure,
    State,
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
    let is_here =
        |figure: &&StandingFigure| figure.owner == player && figure.spot.pos == pos && figure.kind.is_meeple();
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

/// Whether any event is of a kind.
fn has(events: &[Event], is_meant: fn(&Event) -> bool) -> bool {
    events.iter().any(is_meant)
}

/// Whether figures of a kind went home.
fn went_home(events: &[Event], is_meant: fn(FigureKind) -> bool) -> bool {
    events.iter().any(|event| matches!(event, Event::Returned { figure, .. } if is_meant(*figure)))
}

impl Seen {
    /// Counts what an action of these modules was.
    pub(super) fn note_nobles(&mut self, before: &State, action: Action, after: &State, events: &[Event]) {
        let game = before.game();
        if game.has(Module::Dragon) {
            self.note_dragon(before, action, after, events);
        }
        if game.has(Module::Tower) {
            self.note_tower(before, action, events);
        }
        if game.has(Module::Count) {
            self.note_count(before, action, events);
        }
    }

    fn note_dragon(&mut self, before: &State, action: Action, after: &State, events: &[Event]) {
        let is_step = matches!(action, Action::StepDragon(_));
        let has_points = |source: Source, points: i32| {
            let is_meant = |event: &Event| matches!(event, Event::Scored(award) if award.source == source && award.points() == points);
            events.iter().any(is_meant)
        };
        let is_fairy_near = before
            .dragon()
            .is_some_and(|dragon| Side::ALL.iter().any(|&side| Some(dragon.beside(side)) == before.fairy()));
        self.meet("volcanoes", has(events, |event| matches!(event, Event::DragonMoved { player: None, .. })));
        self.meet("steps of the dragon", is_step);
        self.meet("steps without a choice", is_step && before.legal_actions().len() == 1);
        self.meet("flights cut short", is_step && after.flight().is_empty() && before.flight().len() < 5);
        self.meet("fairy in the way of the dragon", is_step && is_fairy_near);
        self.meet("meeples eaten", is_step && went_home(events, FigureKind::is_meeple));
        self.meet("companions eaten", is_step && went_home(events, |kind| !kind.is_meeple()));
        self.meet("meeples eaten on towers", is_step && has(events, |event| matches!(event, Event::LeftTower { .. })));
        self.meet("fairy moved", matches!(action, Action::Fairy(_)));
        self.meet("fairy at the start of a turn", has_points(Source::Fairy, 1));
        self.meet("fairy with a completed feature", has_points(Source::Fairy, 3));
        self.meet("fairy at the end", has_points(Source::FairyAtEnd, 3));
        let through_portal = match (before.decision(), action) {
            (Decision::Deploy { at, .. }, Action::Deploy { figure, spot }) if spot.pos != at => Some(figure),
            _ => None,
        };
        self.meet("portals", through_portal.is_some());
        self.meet(
            "companions through portals",
            through_portal.is_some() && matches!(after.decision(), Decision::Accompany { .. }),
        );
        self.meet("princesses", matches!((before.decision(), action), (Decision::Deploy { .. }, Action::Seize { .. })));
        self.meet("dragon tiles left over", after.is_over() && after.undrawn().any(|(tile, _)| tile.symbols.dragon));
    }

    fn note_tower(&mut self, before: &State, action: Action, events: &[Event]) {
        let decision = before.decision();
        let is_capture = matches!(decision, Decision::Capture { .. }) && action != Action::Pass;
        let is_taken = has(events, |event| matches!(event, Event::Captured { .. }));
        let is_freed = has(events, |event| matches!(event, Event::Freed { .. }));
        let is_ransom = matches!(action, Action::Ransom { .. });
        self.meet("floors", matches!(action, Action::Floor(_)));
        self.meet("meeples on towers", matches!(action, Action::Guard { .. }));
        self.meet("captures", is_taken);
        self.meet("captures of own meeples", is_capture && !is_taken);
        self.meet("captures on towers", matches!(action, Action::SeizeGuard(_)));
        self.meet("companions of captives", is_capture && went_home(events, |kind| !kind.is_meeple()));
        self.meet("exchanges", is_freed && !is_ransom);
        self.meet("exchanges with a choice", matches!(action, Action::Exchange(_)));
        let is_at_end = matches!(decision, Decision::Ransom { .. }) && !before.is_between_turns();
        self.meet("ransoms at the start of a turn", is_ransom && before.is_between_turns());
        self.meet("ransoms before deploying", is_ransom && matches!(decision, Decision::Deploy { .. }));
        self.meet("ransoms after scoring", is_ransom && is_at_end);
    }

    fn note_count(&mut self, before: &State, action: Action, events: &[Event]) {
        let decision = before.decision();
        let is_move = matches!(action, Action::MoveOut { .. });
        let is_last = matches!(decision, Decision::LastMove { .. });
        self.meet("meeples sent to Carcassonne", matches!(action, Action::Send { .. }));
        self.meet("count moved", matches!(action, Action::MoveCount(_)));
        self.meet("moves out of Carcassonne", is_move && !is_last);
        let is_free = |spot: Spot| before.region(spot).is_some_and(|region| !region.is_occupied());
        let is_to_empty = matches!(action, Action::MoveOut { spot, .. } if is_free(spot));
        self.meet("moves to empty features", is_to_empty && !is_last);
        self.meet("last moves", is_move && is_last);
        let waits = |quarter: Quarter| {
            before.game().seats().any(|player| before.in_quarter(quarter, player).any(|(_, count)| count > 0))
        };
        let is_kept = |event: &Event| match event {
            Event::Scored(award) => match award.source {
                Source::Completed(feature) => {
                    Quarter::serving(feature).is_some_and(|quarter| before.count() == Some(quarter) && waits(quarter))
                }
                _ => false,
            },
            _ => false,
        };
        self.meet("moves that the count prevents", events.iter().any(is_kept));
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
            Event::LeftTower { player, figure, pos, .. } => {
                let guard = self.guards.remove(&pos);
                ensure(guard == Some((player, figure)), || format!("{guard:?} left the tower at {pos}"))?;
            }
            Event::Captured { captor, owner, figure } => {
                *self.captives.entry((captor, owner, figure)).or_default() += 1;
            }
            Event::Freed { captor, owner, figure, .. } => take_one(&mut self.captives, (captor, owner, figure))?,
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
