//! What an answer changes by itself that is no event.

use super::Consequence;
use crate::action::{Action, CropAction, Spot};
use crate::decision::{Actor, Decision};
use crate::figure::{FigureKind, Owned};
use crate::geometry::Pos;
use crate::modules::count::{Quarter, Waiting};
use crate::modules::{crop, robbers, tower, wheel};
use crate::player::PlayerId;
use crate::state::State;

/// What follows at once; `after` is the table after the answer.
pub(super) fn follows(before: &State, after: &State, action: Action) -> Vec<Consequence> {
    let Actor::Player(asked) = before.actor() else { return Vec::new() };
    let region = |spot| region_of(before, after, spot);
    match action {
        Action::Magic { spot, .. } => region(spot).into_iter().collect(),
        Action::MagicAside(figure) => before.magic(figure).and_then(region).into_iter().collect(),
        Action::Ferry { at, ends } => region(Spot { pos: at, segment: ends[0] }).into_iter().collect(),
        Action::Deploy { spot, .. } | Action::Land(spot) | Action::MoveOut { spot, .. } => {
            region(spot).into_iter().chain(leads(before, after, spot)).collect()
        }
        Action::Return { spot, .. } | Action::ReturnBoth { spot, .. } | Action::Seize { spot, .. } => {
            leads(before, after, spot)
        }
        Action::Robber(space) => {
            let robbed = before.game.seats().filter(|&player| robbers::waits_for(before, asked, space, player));
            robbed.map(|player| Consequence::Robs { player }).collect()
        }
        Action::Floor(_) => in_reach(after),
        Action::Crown { sector, .. } => {
            let points = wheel::crown_points(after, sector, asked);
            vec![Consequence::Crown { player: asked, sector, points }]
        }
        Action::Fairy(pos) => fairy(before, pos),
        Action::Fly(_) => flights(after),
        Action::Send { figure, quarter } => sent(before, asked, figure, quarter),
        Action::MoveCount(quarter) => count(before, quarter),
        Action::Crop(_) => concerned(after),
        // What they do is told by events.
        Action::Draw(_)
        | Action::Place { .. }
        | Action::RecallAbbot
        | Action::Pass
        | Action::Roll(_)
        | Action::Accompany
        | Action::Ingot(_)
        | Action::ScoreNext(_)
        | Action::Mark(_)
        | Action::Rob(_)
        | Action::DrawMessage(_)
        | Action::TwoPoints
        | Action::CarryOut
        | Action::Target(_)
        | Action::Gingerbread(_)
        | Action::ReturnGuard(_)
        | Action::StepDragon(_)
        | Action::SeizeGuard(_)
        | Action::Guard { .. }
        | Action::Exchange(_)
        | Action::Ransom { .. } => Vec::new(),
    }
}

fn region_of(before: &State, after: &State, spot: Spot) -> Option<Consequence> {
    let (was, is) = (before.region(spot)?, after.region(spot)?);
    let worth = [was.value().points(), is.value().points()];
    Some(Consequence::Region { worth, tiles: is.tile_count(), open: is.open_ends() })
}

/// Who leads on a region on which somebody stood, if that changes. On an empty one it goes without saying.
fn leads(before: &State, after: &State, spot: Spot) -> Vec<Consequence> {
    let (Some(was), Some(is)) = (before.region(spot), after.region(spot)) else { return Vec::new() };
    if !was.is_occupied() || !is.is_occupied() || was.majority() == is.majority() {
        return Vec::new();
    }
    is.majority().into_iter().map(|player| Consequence::Leads { player }).collect()
}

/// Whom the new floor of a tower reaches.
fn in_reach(after: &State) -> Vec<Consequence> {
    let reached = tower::in_reach(after);
    reached.map(|Owned { owner, kind }| Consequence::InReach { player: owner, figure: kind }).collect()
}

/// The meeples on a tile, that on its tower included.
fn meeples_on(state: &State, pos: Pos) -> impl Iterator<Item = Owned> {
    let guard = state.towers().into_iter().find(|tower| tower.pos == pos).and_then(|tower| tower.guard);
    let standing = state.figures().into_iter().filter(move |figure| figure.spot.pos == pos && figure.kind.is_meeple());
    standing.map(|figure| Owned { owner: figure.owner, kind: figure.kind }).chain(guard)
}

fn fairy(before: &State, pos: Pos) -> Vec<Consequence> {
    let told = |pos, comes| {
        let meeples = meeples_on(before, pos);
        meeples.map(move |Owned { owner, kind }| Consequence::Fairy { player: owner, figure: kind, comes })
    };
    let left = before.fairy().into_iter().flat_map(|pos| told(pos, false));
    told(pos, true).chain(left).collect()
}

/// The flier waits for the die: where each number leads.
fn flights(after: &State) -> Vec<Consequence> {
    let outcome = |action| {
        let Action::Roll(number) = action else { return None };
        let mut landing = after.clone();
        landing.apply_listed(action);
        let is_landing = matches!(landing.decision(), Decision::Land { .. });
        let places = if is_landing { landing.legal_actions().len() } else { 0 };
        Some(Consequence::Flight { number, places: u8::try_from(places).unwrap_or(u8::MAX) })
    };
    after.chance_outcomes().into_iter().filter_map(|(action, _)| outcome(action)).collect()
}

fn sent(before: &State, asked: PlayerId, figure: FigureKind, quarter: Quarter) -> Vec<Consequence> {
    let is_served = |feature| Quarter::serving(feature) == Some(quarter);
    let worths = before
        .regions()
        .filter(|region| is_served(region.feature()) && !region.is_complete())
        .map(|region| region.value().points());
    let (features, most) = worths.fold((0, 0), |(count, most), worth| (count + 1, most.max(worth)));
    let mut found = vec![Consequence::Quarter { quarter, features, most }];
    if before.count() == Some(quarter) {
        found.push(Consequence::Count { player: asked, figure, count: 1, comes: true });
    }
    found
}

fn count(before: &State, quarter: Quarter) -> Vec<Consequence> {
    let told = |quarter, comes| {
        before.game.seats().flat_map(move |player| {
            let waiting = before.in_quarter(quarter, player);
            waiting.map(move |Waiting { player, kind: figure, count, .. }| Consequence::Count {
                player,
                figure,
                count,
                comes,
            })
        })
    };
    let left = before.count().into_iter().flat_map(|quarter| told(quarter, false));
    told(quarter, true).chain(left).collect()
}

/// Who has something to do because of a crop circle. Everybody acts on own meeples alone, so any answers find the next one.
fn concerned(after: &State) -> Vec<Consequence> {
    let mut found = Vec::new();
    let mut next = after.clone();
    while let Some((player, chosen)) = crop::acting(&next) {
        found.push(match chosen {
            CropAction::Add => Consequence::Adds { player },
            CropAction::Return => Consequence::TakesBack { player },
        });
        let Some(&answer) = next.legal_actions().first() else { break };
        next.apply_listed(answer);
    }
    found
}
