//! The fast code held to the slow game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Display};

use super::game::{SlowGame, SlowRegion};
use super::points::SlowAward;
use super::tower::Captive;
use crate::action::{Action, MagicFigure, Marker, Spot};
use crate::decision::{Actor, Decision};
use crate::event::Award;
use crate::figure::{FigureKind, Owned};
use crate::geometry::{Pos, Side};
use crate::module::{Base, Module};
use crate::modules::count::Quarter;
use crate::modules::ferries::Ferry;
use crate::modules::gold::Ingots;
use crate::modules::tower::{Captives, Tower};
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::state::{RegionView, State};
use crate::tile::{Feature, Goods, TileId};

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

/// Names something of a player, written only when it differs.
struct OfPlayer<'a> {
    what: &'a str,
    player: PlayerId,
}

impl Display for OfPlayer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.what, self.player)
    }
}

/// Compares everything that can be seen of a state with the slow game.
///
/// # Errors
/// Names the first thing that differs.
pub fn compare(fast: &State, slow: &SlowGame) -> Result<(), String> {
    let final_awards = slow.final_awards();
    compare_turn(fast, slow, &final_awards)?;
    compare_table(fast, slow)?;
    compare_pieces(fast, slow)?;
    compare_nobles(fast, slow)?;
    compare_regions(fast, slow)?;
    compare_final_awards(fast, slow, &final_awards)
}

fn compare_turn(fast: &State, slow: &SlowGame, final_awards: &[SlowAward]) -> Result<(), String> {
    same("decision", fast.decision(), slow.decision())?;
    same("actor", fast.actor(), slow.decision().actor())?;
    same("over", fast.is_over(), slow.is_over())?;
    same("turn", fast.turn_number(), slow.turn)?;
    same("active player", fast.active_player(), slow.active_player())?;
    // The spring is in nobody's hand (COMBO-D3).
    let in_hand = slow.in_hand.filter(|_| slow.decision() != Decision::Spring);
    same("tile in hand", fast.tile_in_hand().map(|tile| tile.id), in_hand.map(|tile| tile.id))?;
    let legal = slow.legal_actions();
    same("legal actions", fast.legal_actions().as_slice(), legal)?;
    let mut chance = fast.chance_outcomes();
    chance.sort_unstable();
    // Only tiles are not equally likely (FLY-1, MSG-1, COMBO-D3).
    let weight = |action| if let Action::Draw(tile) = action { u32::from(slow.undrawn[&tile]) } else { 1 };
    let is_chance = slow.decision().actor() == Actor::Chance;
    let weights = legal.iter().filter(|_| is_chance).map(|&action| (action, weight(action)));
    same("chance", chance, weights.collect())?;
    same("points", fast.points(), slow.points())?;
    let mut projected = slow.points.clone();
    for award in final_awards {
        projected[award.player.index()] += award.points;
    }
    for (seat, points) in projected.iter_mut().enumerate() {
        *points += slow.best_robbery(seat);
    }
    same("projected points", fast.projected_points().seats(slow.points.len()), &projected)?;
    same("outcome", fast.outcome(), slow.outcome())?;
    same("undrawn", fast.undrawn().map(|(tile, left)| (tile.id, left)).collect(), slow.undrawn.clone())?;
    // DRAGON-D3.
    let is_any_awake = slow.undrawn.keys().any(|&tile| !slow.is_dormant(tile));
    let left = slow.undrawn.values().map(|&left| u32::from(left)).sum();
    same("tiles left", fast.tiles_left(), if is_any_awake { left } else { 0 })?;
    same("discarded", fast.discarded(), slow.discarded())
}

fn compare_table(fast: &State, slow: &SlowGame) -> Result<(), String> {
    let laid: BTreeMap<Pos, (TileId, usize)> =
        fast.tiles().map(|laid| (laid.pos, (laid.tile.id, laid.rotation.index()))).collect();
    // The squares of a board are no tiles that somebody laid.
    let wanted = slow.table.iter().filter(|(pos, _)| !slow.is_printed(**pos));
    let wanted: BTreeMap<_, _> = wanted.map(|(&pos, laid)| (pos, (laid.tile.id, laid.quarter_turns))).collect();
    same("tiles on the table", fast.tiles().len(), wanted.len())?;
    same("tiles", laid, wanted)?;
    same("tiles laid", fast.tiles_laid(), slow.laid)?;
    for (&pos, laid) in &slow.table {
        let found = fast.tile_at(pos).map(|found| (found.tile.id, found.pos, found.rotation.index()));
        same("tile at a cell", found, Some((laid.tile.id, pos, laid.quarter_turns)))?;
    }
    let frontier = slow.frontier();
    for (cell, _) in &frontier {
        same("tile at an empty cell", fast.tile_at(*cell), None)?;
    }
    let demands: Vec<_> =
        fast.frontier().iter().map(|cell| (cell.pos, Side::ALL.map(|side| cell.demands(side)))).collect();
    same("frontier", demands, frontier)?;
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

/// Everything that is neither tile nor figure on the table.
fn compare_pieces(fast: &State, slow: &SlowGame) -> Result<(), String> {
    let markers = if slow.has(Module::Messages) { &Marker::ALL[..] } else { &Marker::ALL[..1] };
    same("markers", fast.markers(), markers)?;
    for player in PlayerId::seats(slow.options.players) {
        let of = |what| OfPlayer { what, player };
        for &marker in markers {
            same(of("marker points"), fast.marker_points(player, marker), slow.marker_points(player, marker))?;
            same(of("marker space"), fast.marker_space(player, marker), slow.marker_space(player, marker))?;
        }
        same(of("robber"), fast.robber(player), slow.robbers[player.index()])?;
        same(of("ingots"), fast.ingots(player), slow.ingots[player.index()])?;
        let goods: BTreeMap<Goods, u8> = fast.goods(player).filter(|&(_, count)| count > 0).collect();
        same(of("goods"), &goods, &slow.goods[player.index()])?;
    }
    let ingots = slow.ingots_on_tiles.iter().map(|(&pos, &count)| Ingots { pos, count });
    same("ingots on tiles", fast.ingots_on_tiles(), ingots.collect())?;
    same("ferries", fast.ferries(), slow.ferries.iter().map(|(&at, &ends)| Ferry { at, ends }).collect())?;
    for figure in MagicFigure::ALL {
        same(figure.word(), fast.magic(figure), slow.magic.get(&figure).copied())?;
    }
    same("used messages", fast.used_messages(), &slow.used_messages)?;
    same("extra turns", fast.extra_turns(), slow.extra_turns)?;
    compare_wheel(fast, slow)?;
    // He stands in a city, wherever in it.
    let city = |spot: Option<Spot>| spot.and_then(|spot| slow.region_at(spot)).map(|city| city.spots.clone());
    same("gingerbread man", city(fast.gingerbread()), city(slow.gingerbread))?;
    same("builder beside the stacks", fast.builder_aside().is_some(), slow.builder_aside)
}

fn compare_wheel(fast: &State, slow: &SlowGame) -> Result<(), String> {
    let has_wheel = slow.options.base == Base::Wheel;
    same("pig on the wheel", fast.wheel_pig(), has_wheel.then(|| slow.wheel.pig()))?;
    for sector in Sector::ALL {
        let here = slow.wheel.crowned.iter().filter(|crowned| crowned.0 == sector);
        let mut wanted: Vec<_> = here.map(|&(_, owner, kind)| Owned { owner, kind }).collect();
        let mut crowned: Vec<_> = fast.crowned(sector).collect();
        wanted.sort_unstable();
        crowned.sort_unstable();
        same(sector.word(), crowned, wanted)?;
    }
    Ok(())
}

/// The pieces of Nobles and Towers.
fn compare_nobles(fast: &State, slow: &SlowGame) -> Result<(), String> {
    same("dragon", fast.dragon(), slow.wild.dragon)?;
    same("fairy", fast.fairy(), slow.wild.fairy)?;
    // The cell where the dragon is now is told as its place.
    let left_behind = slow.wild.flight.split_last().map_or(&[][..], |(_, behind)| behind);
    same("flight", fast.flight(), left_behind)?;
    let towers = slow.towers.started.iter().map(|(&pos, tower)| Tower {
        pos,
        height: tower.height,
        is_finished: tower.is_finished,
        guard: tower.guard,
    });
    same("towers", fast.towers(), towers.collect())?;
    same("count", fast.count(), slow.carcassonne.count)?;
    for player in PlayerId::seats(slow.options.players) {
        let of = |what| OfPlayer { what, player };
        if slow.has(Module::Tower) {
            same(of("floors"), fast.floors(player), slow.towers.floors[player.index()])?;
        }
        let mut captives = Vec::new();
        for Captives { owner, kind, count, .. } in fast.captives(player) {
            captives.extend((0..count).map(|_| Captive { captor: player, owner, kind }));
        }
        captives.sort_unstable();
        let mut held: Vec<Captive> =
            slow.towers.captives.iter().copied().filter(|captive| captive.captor == player).collect();
        held.sort_unstable();
        same(of("captives"), captives, held)?;
        for quarter in Quarter::ALL {
            let mut there = Vec::new();
            for waiting in fast.in_quarter(quarter, player) {
                there.extend((0..waiting.count).map(|_| waiting.kind));
            }
            there.sort_unstable();
            let inside = slow.carcassonne.inside.iter().filter(|entry| (entry.0, entry.1) == (quarter, player));
            let mut inside: Vec<FigureKind> = inside.map(|entry| entry.2).collect();
            inside.sort_unstable();
            same(of(quarter.word()), there, inside)?;
        }
    }
    Ok(())
}

fn compare_regions(fast: &State, slow: &SlowGame) -> Result<(), String> {
    let regions = slow.regions();
    let is_garden = |feature| feature == Feature::Garden && !slow.has(Module::Abbot);
    let listed = fast.regions().filter(|region| !is_garden(region.feature()));
    let mut listed: Vec<(Vec<Spot>, RegionView)> = listed.map(|region| (region.spots(), region)).collect();
    listed.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    same("number of regions", listed.len(), regions.len())?;
    for (region, (spots, found)) in regions.iter().zip(&listed) {
        same("segments of a region", spots, &region.spots)?;
        // Every segment must lead to the same region; its size tells them apart well enough.
        for &spot in &region.spots {
            let Some(found) = fast.region(spot) else { return Err(format!("no region at {spot:?}")) };
            let size = |tiles, open_ends| (spot, tiles, open_ends);
            let found_size = size(usize::from(found.tile_count()), usize::from(found.open_ends()));
            same("size of a region", found_size, size(region.cells.len(), region.open_ends))?;
        }
        let named = |what| OfRegion { what, region };
        same(named("feature"), found.feature(), region.feature)?;
        same(named("tiles"), &found.tiles(), &region.cells)?;
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
        same(named("value"), found.value().points(), slow.value(region))?;
        let whole = (region.feature != Feature::Field).then(|| slow.value_with(region, 0));
        same(named("value when complete"), found.value_when_complete().map(|value| value.points()), whole)?;
    }
    Ok(())
}

/// What the final scoring would give: each award once, fields last (BASE-44).
fn compare_final_awards(fast: &State, slow: &SlowGame, wanted: &[SlowAward]) -> Result<(), String> {
    if slow.is_over() {
        return Ok(());
    }
    let mut awards: Vec<Award> = Vec::new();
    fast.final_awards(|award| awards.push(award));
    // Fairy bonuses go with their feature (ORDER-25).
    if !awards.is_sorted_by_key(|award| award.spot.is_some_and(|spot| slow.feature(spot) == Feature::Field)) {
        return Err(format!("fields are not scored last: {awards:?}"));
    }
    let mut given = BTreeSet::new();
    for award in &awards {
        let region = award.spot.and_then(|spot| slow.place_of_region(spot));
        given.insert((award.player, award.source, region, award.points()));
    }
    same("number of final awards", awards.len(), given.len())?;
    let place = |award: &SlowAward| award.spots.first().and_then(|&spot| slow.place_of_region(spot));
    let wanted = wanted.iter().map(|award| (award.player, award.source, place(award), award.points));
    // Whether an award of 0 points is told is a matter of display.
    given.retain(|award| award.3 != 0);
    same("final awards", given, wanted.filter(|award| award.3 != 0).collect())
}
