//! What must hold in every state, whatever led to it.

use std::collections::{BTreeMap, BTreeSet};

use super::drawing::{Laid, Point};
use super::game::{MEEPLES, is_meeple, strength_of};
use crate::action::{MagicFigure, Spot};
use crate::decision::Decision;
use crate::figure::{FigureKind, Owned};
use crate::module::Module;
use crate::modules::count::{Quarter, Waiting};
use crate::modules::ferries::Ferry;
use crate::modules::tower::{Captives, Tower};
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::printed;
use crate::state::{LaidTile, StandingFigure, State};
use crate::tile::{Edge, Feature, Goods, RiverRole, Symbols, Tile, TileId};

/// Checks what must hold in every state: tiles and figures neither appear nor vanish, the tiles on
/// the table fit, each segment belongs to one region, nothing complete stays occupied, and the
/// pieces of all modules are where they can be.
///
/// # Errors
/// Names the first law that is broken.
pub fn check_state(state: &State) -> Result<(), String> {
    check_tiles(state)?;
    check_figures(state)?;
    check_segments(state)?;
    check_gold_and_goods(state)?;
    check_ferries_and_magic(state)?;
    check_wheel(state)?;
    check_gingerbread(state)?;
    check_track(state)?;
    check_dragon(state)?;
    check_towers(state)?;
    check_carcassonne(state)
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Whether something is asked between the laying of a tile and the end of its scoring.
const fn is_before_scored(decision: Decision) -> bool {
    match decision {
        Decision::Deploy { .. }
        | Decision::Ingot { .. }
        | Decision::Magic { .. }
        | Decision::Roll { .. }
        | Decision::Land { .. }
        | Decision::Accompany { .. }
        | Decision::PutFerry { .. }
        | Decision::MoveFerry { .. }
        | Decision::ScoreNext { .. }
        | Decision::Capture { .. }
        | Decision::Exchange { .. }
        | Decision::StepDragon { .. }
        | Decision::MoveOut { .. } => true,
        Decision::Spring
        | Decision::Draw { .. }
        | Decision::Place { .. }
        | Decision::Robber { .. }
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
        | Decision::Send { .. }
        | Decision::MoveCount { .. }
        | Decision::LastMove { .. }
        | Decision::Over => false,
    }
}

/// The squares of the board in the middle, then the tiles in the order of laying.
fn all_tiles(state: &State) -> Vec<LaidTile> {
    let squares = state.game().board().map(|board| board.squares).unwrap_or_default();
    let squares = squares.iter().filter_map(|square| state.tile_at(printed::pos(square)));
    squares.chain(state.tiles()).collect()
}

/// Tiles on the table with a symbol.
fn laid_with(state: &State, has_symbol: impl Fn(&Symbols) -> bool) -> usize {
    state.tiles().filter(|laid| has_symbol(&laid.tile.symbols)).count()
}

fn check_gold_and_goods(state: &State) -> Result<(), String> {
    let game = state.game();
    let on_tiles: usize = state.ingots_on_tiles().iter().map(|ingots| usize::from(ingots.count)).sum();
    let taken: usize = game.seats().map(|player| usize::from(state.ingots(player))).sum();
    let mines = if game.has(Module::Gold) { laid_with(state, |symbols| symbols.gold) } else { 0 };
    let is_put = !matches!(state.decision(), Decision::Ingot { .. });
    if state.is_over() {
        ensure(on_tiles == 0 && taken <= 2 * mines, || format!("{on_tiles} ingots are left, {taken} taken"))?;
    } else {
        ensure(on_tiles + taken + usize::from(!is_put) == 2 * mines, || {
            format!("{on_tiles} ingots lie on tiles and {taken} are taken, of {mines} mines")
        })?;
    }
    ensure(taken + on_tiles <= 16, || format!("{taken} ingots are taken, {on_tiles} lie on tiles"))?;
    ensure(state.ingots_on_tiles().iter().all(|ingots| state.tile_at(ingots.pos).is_some()), || {
        "an ingot lies beside the tiles".into()
    })?;
    let mut tokens: BTreeMap<Goods, u8> = BTreeMap::new();
    for (kind, count) in game.seats().flat_map(|player| state.goods(player)) {
        *tokens.entry(kind).or_default() += count;
    }
    tokens.retain(|_, count| *count > 0);
    for (&kind, &count) in &tokens {
        let all = match kind {
            // TRADE-2, TRADC-2.
            Goods::Chicken | Goods::Wine => 9,
            Goods::Wheat | Goods::Grain => 6,
            Goods::Cloth => 5,
        };
        ensure(count <= all, || format!("{count} tokens with {}", kind.word()))?;
    }
    // A completed city stays completed, so its tokens are those that somebody has.
    let has_goods = game.has(Module::Goods) || game.has(Module::TradersClassic);
    if has_goods && !is_before_scored(state.decision()) {
        let mut symbols: BTreeMap<Goods, u8> = BTreeMap::new();
        for laid in state.tiles() {
            for (segment, index) in laid.tile.segments.iter().zip(0..) {
                let region = state.region(Spot { pos: laid.pos, segment: index });
                if let Some(kind) = segment.goods.filter(|_| region.is_some_and(|region| region.is_complete())) {
                    *symbols.entry(kind).or_default() += 1;
                }
            }
        }
        ensure(tokens == symbols, || format!("tokens {tokens:?} for {symbols:?} in completed cities"))?;
    }
    Ok(())
}

fn check_ferries_and_magic(state: &State) -> Result<(), String> {
    let game = state.game();
    let lakes = if game.has(Module::Ferries) { laid_with(state, |symbols| symbols.ferry_lake) } else { 0 };
    let ferries = state.ferries();
    // The last lake may still wait for its ferry.
    ensure(ferries.len() <= lakes && lakes <= ferries.len() + 1 && lakes <= 8, || {
        format!("{} ferries on {lakes} lakes", ferries.len())
    })?;
    ensure(ferries.len() == lakes || is_before_scored(state.decision()), || "a lake has no ferry".into())?;
    for Ferry { at, ends } in ferries {
        let is_road = |&segment: &u8| {
            state.region(Spot { pos: at, segment }).is_some_and(|region| region.feature() == Feature::Road)
        };
        let is_lake = state.tile_at(at).is_some_and(|laid| laid.tile.symbols.ferry_lake);
        ensure(is_lake && ends[0] < ends[1] && ends.iter().all(is_road), || format!("a ferry {ends:?} at {at}"))?;
    }
    let mut held = Vec::new();
    for spot in MagicFigure::ALL.into_iter().filter_map(|figure| state.magic(figure)) {
        let Some(region) = state.region(spot) else { return Err(format!("magic at {spot:?}")) };
        ensure(game.has(Module::Magic), || "magic without the module".into())?;
        ensure(matches!(region.feature(), Feature::Road | Feature::City), || format!("magic at {spot:?}"))?;
        ensure(!region.is_complete() || is_before_scored(state.decision()), || {
            format!("magic on a completed {}", region.feature().word())
        })?;
        held.push(region.spots());
    }
    let are_joined = held.len() == 2 && held[0] == held[1];
    ensure(!are_joined || matches!(state.decision(), Decision::Magic { .. } | Decision::Ingot { .. }), || {
        "mage and witch stand on one feature".into()
    })
}

/// WHEEL-10, WHEEL-D9.
fn check_wheel(state: &State) -> Result<(), String> {
    let game = state.game();
    let spaces: usize = Sector::ALL.into_iter().map(|sector| sector.crown_spaces(game)).sum();
    let wanted = if game.has_wheel() { 9 } else { 0 };
    ensure(spaces == wanted, || format!("{spaces} crown spaces"))?;
    for sector in Sector::ALL {
        let crowned: Vec<_> = state.crowned(sector).collect();
        ensure(crowned.len() <= sector.crown_spaces(game), || format!("{crowned:?} on {}", sector.word()))?;
        ensure(crowned.iter().all(|crowned| is_meeple(crowned.kind)), || format!("{crowned:?} on {}", sector.word()))?;
    }
    Ok(())
}

/// GINGER-4: in at most one city, an unfinished one once he has moved.
fn check_gingerbread(state: &State) -> Result<(), String> {
    let Some(spot) = state.gingerbread() else { return Ok(()) };
    ensure(state.game().has(Module::Gingerbread), || "the gingerbread man without the module".into())?;
    let Some(region) = state.region(spot) else { return Err(format!("the gingerbread man at {spot:?}")) };
    let may_be_complete =
        is_before_scored(state.decision()) || matches!(state.decision(), Decision::Gingerbread { .. });
    ensure(region.feature() == Feature::City && (may_be_complete || !region.is_complete()), || {
        format!("the gingerbread man in a {} at {spot:?}", region.feature().word())
    })
}

fn check_track(state: &State) -> Result<(), String> {
    let game = state.game();
    let used = state.used_messages();
    let tokens: BTreeSet<_> = used.iter().collect();
    ensure(tokens.len() == used.len(), || format!("used messages {used:?}"))?;
    ensure(used.is_empty() || game.has(Module::Messages), || "messages without the module".into())?;
    ensure(!state.is_over() || (state.extra_turns() == 0 && state.builder_aside().is_none()), || {
        "turns are due after the end".into()
    })?;
    for player in game.seats() {
        if let Some(space) = state.robber(player) {
            ensure(game.has(Module::Robbers) && space < 50 && !state.is_over(), || {
                format!("the robber of {player} is on space {space}")
            })?;
        }
        let shown: i32 = state.markers().iter().map(|&marker| state.marker_points(player, marker)).sum();
        let points = state.points()[player.index()];
        if state.is_over() || state.is_between_turns() {
            // The fairy's point waits to be marked (ORDER-21).
            let may_wait = game.has(Module::Dragon) && !state.is_over() && player == state.active_player();
            ensure(shown == points || (may_wait && shown + 1 == points), || {
                format!("the markers of {player} show {shown} of {points} points")
            })?;
        }
        for &marker in state.markers() {
            let points = state.marker_points(player, marker);
            ensure(i32::from(state.marker_space(player, marker)) == points.rem_euclid(50), || {
                format!("a marker of {player} shows {points} points on another space")
            })?;
        }
    }
    Ok(())
}

/// Meeples of a player on towers and before captors.
fn guards_and_captives(state: &State, player: PlayerId, kind: FigureKind) -> usize {
    let guards = state.towers().iter().filter(|tower| tower.guard == Some(Owned { owner: player, kind })).count();
    let held = state.game().seats().flat_map(|captor| state.captives(captor));
    let held = held.filter(|held| (held.owner, held.kind) == (player, kind));
    guards + held.map(|held| usize::from(held.count)).sum::<usize>()
}

/// Meeples of a player in the quarters of Carcassonne.
fn sent(state: &State, player: PlayerId, kind: FigureKind) -> usize {
    let there = Quarter::ALL.into_iter().flat_map(|quarter| state.in_quarter(quarter, player).collect::<Vec<_>>());
    there.filter(|waiting| waiting.kind == kind).map(|waiting| usize::from(waiting.count)).sum()
}

fn check_dragon(state: &State) -> Result<(), String> {
    let has_dragon = state.game().has(Module::Dragon);
    ensure(has_dragon || (state.dragon().is_none() && state.fairy().is_none()), || {
        "dragon or fairy without the module".into()
    })?;
    // DRAGON-8, DRAGON-51: the dragon comes with a volcano and stays.
    let volcanoes = laid_with(state, |symbols| symbols.volcano);
    ensure(!has_dragon || state.dragon().is_some() == (volcanoes > 0), || {
        format!("{volcanoes} volcanoes, the dragon is at {:?}", state.dragon())
    })?;
    ensure(state.dragon().is_none() || state.dragon() != state.fairy(), || "dragon and fairy on one tile".into())?;
    for pos in state.dragon().into_iter().chain(state.fairy()) {
        ensure(state.tile_at(pos).is_some_and(|laid| laid.tile.count > 0), || format!("dragon or fairy at {pos}"))?;
    }
    // DRAGON-5, DRAGON-21.
    let beside_dragon = state.figures().into_iter().find(|figure| Some(figure.spot.pos) == state.dragon());
    ensure(beside_dragon.is_none(), || format!("{beside_dragon:?} stands beside the dragon"))?;
    let is_guarded = |tower: &Tower| tower.guard.is_some() && Some(tower.pos) == state.dragon();
    ensure(!state.towers().iter().any(is_guarded), || "a meeple stands on a tower beside the dragon".into())?;
    let is_flying = matches!(state.decision(), Decision::StepDragon { .. });
    ensure((is_flying || state.flight().is_empty()) && state.flight().len() < 6, || {
        format!("the flight was at {:?}", state.flight())
    })
}

fn check_towers(state: &State) -> Result<(), String> {
    let game = state.game();
    let towers = state.towers();
    if !game.has(Module::Tower) {
        let captives: u8 = game.seats().flat_map(|player| state.captives(player)).map(|held| held.count).sum();
        return ensure(towers.is_empty() && captives == 0, || "towers without the module".into());
    }
    for tower in &towers {
        let is_space = state.tile_at(tower.pos).is_some_and(|laid| laid.tile.symbols.tower);
        ensure(is_space && tower.height > 0, || format!("{tower:?}"))?;
        ensure(tower.is_finished || tower.guard.is_none(), || format!("{tower:?} is guarded, but not finished"))?;
    }
    // TOWER-2, TOWER-3, TOWER-X4.
    let left: u32 = game.seats().map(|player| u32::from(state.floors(player))).sum();
    let built: u32 = towers.iter().map(|tower| u32::from(tower.height)).sum();
    let all = [20, 27, 28, 30, 30][game.players() - 2];
    ensure(left + built == all, || format!("{left} floors are left, {built} built"))?;
    for captor in game.seats() {
        for Captives { owner, kind, count, .. } in state.captives(captor) {
            ensure(owner != captor && is_meeple(kind), || format!("{captor} holds {count} of {owner}"))?;
            // TOWER-26.
            let is_mutual = state.captives(owner).any(|held| held.owner == captor);
            ensure(!is_mutual, || format!("{captor} and {owner} did not exchange their captives"))?;
        }
    }
    Ok(())
}

fn check_carcassonne(state: &State) -> Result<(), String> {
    let game = state.game();
    ensure(state.count().is_some() == game.has(Module::Count), || format!("the count is at {:?}", state.count()))?;
    for player in game.seats() {
        for quarter in Quarter::ALL {
            for Waiting { kind, count, .. } in state.in_quarter(quarter, player) {
                // COMBO-D31.
                let may_enter = is_meeple(kind) && (kind != FigureKind::Abbot || quarter == Quarter::Church);
                ensure(may_enter && game.has(Module::Count), || {
                    format!("{count} {} of {player} in the {}", kind.word(), quarter.word())
                })?;
            }
        }
    }
    Ok(())
}

fn check_tiles(state: &State) -> Result<(), String> {
    let game = state.game();
    let mut counted: BTreeMap<TileId, u32> = BTreeMap::new();
    for laid in state.tiles() {
        *counted.entry(laid.tile.id).or_default() += 1;
    }
    for (tile, left) in state.undrawn() {
        *counted.entry(tile.id).or_default() += u32::from(left);
    }
    for &id in state.discarded().iter().chain(state.tile_in_hand().map(|tile| &tile.id)) {
        *counted.entry(id).or_default() += 1;
    }
    let mut whole: BTreeMap<TileId, u32> = game.tiles().map(|(tile, copies)| (tile.id, u32::from(copies))).collect();
    // What lies there before the first turn: a tile, or the spring beside a board.
    let is_spring = |tile: &Tile| tile.role == Some(RiverRole::Source) && game.board().is_some();
    let springs = state.tiles().map(|laid| laid.tile).filter(|tile| is_spring(tile));
    let at_start: Vec<TileId> = game.start_tile().into_iter().chain(springs).map(|tile| tile.id).collect();
    at_start.iter().for_each(|&id| *whole.entry(id).or_default() += 1);
    let has_river = game.has(Module::River) || game.has(Module::River2);
    let sources = state.tiles().filter(|laid| laid.tile.role == Some(RiverRole::Source)).count();
    let is_laid = has_river && state.decision() != Decision::Spring;
    ensure(sources == usize::from(is_laid), || format!("{sources} springs on the table"))?;
    if counted != whole {
        return Err(format!("tiles appeared or vanished: {counted:?} of {whole:?}"));
    }
    if state.tiles_laid() as usize + at_start.len() != state.tiles().len() {
        return Err(format!("{} tiles were laid, {} lie on the table", state.tiles_laid(), state.tiles().len()));
    }
    let mut edges: BTreeMap<Point, Edge> = BTreeMap::new();
    let mut cells = BTreeSet::new();
    for (index, laid) in all_tiles(state).into_iter().enumerate() {
        if !cells.insert(laid.pos) {
            return Err(format!("two tiles lie at {}", laid.pos));
        }
        let shown = Laid { tile: laid.tile, pos: laid.pos, quarter_turns: laid.rotation.index() }.edges();
        if index > 0 && !shown.iter().any(|(point, _)| edges.contains_key(point)) {
            return Err(format!("{laid:?} touches no tile laid before"));
        }
        for (point, edge) in shown {
            if edges.insert(point, edge).is_some_and(|other| other != edge) {
                return Err(format!("{laid:?} does not match its neighbour"));
            }
        }
    }
    Ok(())
}

fn check_figures(state: &State) -> Result<(), String> {
    let game = state.game();
    let figures = state.figures();
    let is_classic = game.has(Module::TradersClassic);
    for player in game.seats() {
        if state.points()[player.index()] < 0 {
            return Err(format!("{player} has a negative number of points"));
        }
        for kind in FigureKind::ALL {
            let issued = match kind {
                FigureKind::Meeple => usize::from(MEEPLES),
                FigureKind::Abbot => usize::from(game.has(Module::Abbot)),
                FigureKind::Large => usize::from(game.has(Module::Large) || game.has(Module::InnsClassic)),
                FigureKind::Builder => usize::from(game.has(Module::Builder) || is_classic),
                FigureKind::Pig => usize::from((game.has(Module::Pig) || is_classic) && game.has(Module::Farmers)),
                FigureKind::Robber => usize::from(game.has(Module::Robbers)),
            };
            let standing = figures.iter().filter(|figure| figure.owner == player && figure.kind == kind).count();
            let is_aside = match kind {
                FigureKind::Robber => state.robber(player).is_some(),
                FigureKind::Builder => state.builder_aside() == Some(player),
                FigureKind::Meeple | FigureKind::Abbot | FigureKind::Large | FigureKind::Pig => false,
            };
            let crowned = Sector::ALL.into_iter().flat_map(|sector| state.crowned(sector));
            let crowned = crowned.filter(|&crowned| crowned == Owned { owner: player, kind }).count();
            let elsewhere =
                usize::from(is_aside) + crowned + guards_and_captives(state, player, kind) + sent(state, player, kind);
            let supply = usize::from(state.supply(player, kind));
            if standing + supply + elsewhere != issued {
                return Err(format!("{player} has {standing} {} standing and {supply} left", kind.word()));
            }
        }
    }
    let may_be_complete = is_before_scored(state.decision());
    let others = |figure: &StandingFigure| {
        let here = figures.iter().filter(|other| other.owner == figure.owner && other.spot == figure.spot);
        here.filter(|other| is_meeple(other.kind) != is_meeple(figure.kind)).copied().collect::<Vec<_>>()
    };
    for figure in &figures {
        // TRADE-8, TRADE-24: companions and bound meeples stand in pairs. Classic ones are not bound.
        if is_classic {
            ensure(!figure.is_bound, || format!("{figure:?} is bound"))?;
            continue;
        }
        let companions = others(figure);
        let is_paired = if is_meeple(figure.kind) {
            !figure.is_bound || companions.len() == 1
        } else {
            !figure.is_bound && companions.iter().filter(|meeple| meeple.is_bound).count() == 1
        };
        ensure(is_paired, || format!("{figure:?} is bound wrongly, beside {companions:?}"))?;
    }
    for figure in figures {
        let Some(region) = state.region(figure.spot) else { return Err(format!("{figure:?} stands nowhere")) };
        if figure.owner.index() >= game.players() {
            return Err(format!("{figure:?} belongs to nobody at the table"));
        }
        let is_at_home = match region.feature() {
            Feature::Field => {
                let kinds = [FigureKind::Meeple, FigureKind::Large, FigureKind::Pig];
                kinds.contains(&figure.kind) && game.has(Module::Farmers)
            }
            Feature::City | Feature::Road => {
                [FigureKind::Meeple, FigureKind::Large, FigureKind::Builder].contains(&figure.kind)
            }
            Feature::Monastery | Feature::Shrine => is_meeple(figure.kind),
            Feature::Garden => figure.kind == FigureKind::Abbot,
        };
        if !is_at_home {
            return Err(format!("{figure:?} may not stand on a {}", region.feature().word()));
        }
        if region.is_complete() && !may_be_complete {
            return Err(format!("{figure:?} stands on a completed {}", region.feature().word()));
        }
    }
    Ok(())
}

fn check_segments(state: &State) -> Result<(), String> {
    let figures = state.figures();
    let mut seen = BTreeSet::new();
    let mut figures_on_regions = 0;
    for region in state.regions() {
        let spots = region.spots();
        let strength: u32 = state.game().seats().map(|player| u32::from(region.strength(player))).sum();
        let standing: Vec<_> = figures.iter().filter(|figure| spots.contains(&figure.spot)).collect();
        if strength != standing.iter().map(|figure| strength_of(figure.kind)).sum::<u32>() {
            return Err(format!("strength {strength} with {standing:?} at {:?}", spots.first()));
        }
        figures_on_regions += standing.len();
        for spot in spots {
            if !seen.insert(spot) {
                return Err(format!("{spot:?} belongs to two regions"));
            }
        }
    }
    let is_feature = |feature| feature != Feature::Garden || state.game().has(Module::Abbot);
    for laid in all_tiles(state) {
        for spot in (Laid { tile: laid.tile, pos: laid.pos, quarter_turns: 0 }).spots() {
            let feature = laid.tile.segments[usize::from(spot.segment)].feature;
            if is_feature(feature) && !seen.contains(&spot) {
                return Err(format!("{spot:?} belongs to no region"));
            }
        }
    }
    if figures_on_regions != figures.len() {
        return Err(format!("{} figures stand, regions hold {figures_on_regions}", figures.len()));
    }
    Ok(())
}
