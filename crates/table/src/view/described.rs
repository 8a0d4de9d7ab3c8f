//! A cell in words, for those who do not see the board: what lies there, what would be joined, what it is worth.

use bastide_rules::{Action, LaidTile, Pos, Rotation, Side, Spot, State, Tile};

use super::region_info;
use crate::table::cell;
use crate::wire::{Cell, CellFacts, RegionInfo, SegmentFacts, TileFacts};
use crate::words::SymbolName;

/// The tile that lies at a cell; with a rotation the tile in hand as it would lie there, which must be allowed; without a
/// cell the tile in hand.
pub fn described(state: &State, at: Option<Cell>, rotation: Option<u8>) -> Option<CellFacts> {
    let Some(at) = at else {
        let rotation = Rotation::new(rotation.unwrap_or(0));
        let tile = state.tile_in_hand().map(|tile| tile_facts(tile, rotation, |_| None));
        return Some(CellFacts { tile, around: [None; 4] });
    };
    let pos = Pos::new(at[0], at[1]);
    let around = Side::ALL.map(|side| {
        let laid = state.tile_at(pos.beside(side))?;
        Some(laid.tile.edge(side.opposite(), laid.rotation).into())
    });
    let Some(turns) = rotation else {
        return Some(CellFacts { tile: laid_facts(state, pos), around });
    };
    // What it would join is seen when it is laid, on a copy.
    let mut next = state.clone();
    next.apply(Action::Place { pos, rotation: Rotation::new(turns) }).ok()?;
    Some(CellFacts { tile: laid_facts(&next, pos), around })
}

fn laid_facts(state: &State, pos: Pos) -> Option<TileFacts> {
    let LaidTile { tile, rotation, .. } = state.tile_at(pos)?;
    let region = |segment: u8| {
        let info = region_info(state, cell(pos), segment)?;
        let tiles = state.region(Spot { pos, segment })?.tile_count();
        // Where it lies is seen, not told: a late city would be a long list.
        Some((tiles, RegionInfo { spots: Vec::new(), ..info }))
    };
    Some(tile_facts(tile, rotation, region))
}

fn tile_facts(tile: &Tile, rotation: Rotation, region: impl Fn(u8) -> Option<(u16, RegionInfo)>) -> TileFacts {
    let segments = (0u8..).zip(tile.segments).map(|(index, segment)| {
        let (tiles, region) = region(index).map_or((1, None), |(tiles, region)| (tiles, Some(region)));
        SegmentFacts {
            feature: segment.feature.into(),
            sides: segment.ports.rotated(rotation).sides().map(Into::into).collect(),
            symbols: segment.symbols().map(SymbolName::from).collect(),
            tiles,
            region,
        }
    });
    TileFacts {
        rotation: rotation.quarter_turns(),
        edges: Side::ALL.map(|side| tile.edge(side, rotation).into()),
        symbols: tile.symbols.iter().map(SymbolName::from).collect(),
        segments: segments.collect(),
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Game, Options};

    use super::*;
    use crate::words::{EdgeName, FeatureName, SideName};

    /// The start tile of the classic game: a city in the north, a road from west to east.
    fn begun() -> State {
        State::new(Game::new(Options::new(Base::Classic, 2)).unwrap())
    }

    #[test]
    fn a_laid_tile_is_told_by_its_sides_and_regions() {
        let facts = described(&begun(), Some([0, 0]), None).unwrap();
        assert_eq!(facts.around, [None; 4]);
        let tile = facts.tile.unwrap();
        let count = |edge| tile.edges.iter().filter(|&&found| found == edge).count();
        assert_eq!((count(EdgeName::City), count(EdgeName::Road), count(EdgeName::Field)), (1, 2, 1));
        let road = tile.segments.iter().find(|segment| segment.feature == FeatureName::Road).unwrap();
        let region = road.region.as_ref().unwrap();
        assert_eq!((road.sides.len(), road.tiles, region.open_ends, region.now), (2, 1, 2, 1));
        assert!(region.spots.is_empty());
    }

    #[test]
    fn a_place_is_told_by_its_neighbours_and_what_would_be_joined() {
        let mut state = begun();
        let straight = Action::Draw(bastide_rules::catalogue::find("base-classic", "U").unwrap().id);
        state.apply(straight).unwrap();
        let hand = described(&state, None, None).unwrap().tile.unwrap();
        assert!(hand.segments.iter().all(|segment| segment.region.is_none()));
        let start = described(&state, Some([0, 0]), None).unwrap().tile.unwrap();
        let east = start.edges[1] == EdgeName::Road;
        let (at, side) = if east { ([1, 0], SideName::W) } else { ([0, 1], SideName::N) };
        let empty = described(&state, Some(at), None).unwrap();
        assert!(empty.tile.is_none() && empty.around.iter().flatten().eq([&EdgeName::Road]));
        let joined = (0..4).find_map(|rotation| described(&state, Some(at), Some(rotation))).unwrap().tile.unwrap();
        let road = joined.segments.iter().find(|segment| segment.feature == FeatureName::Road).unwrap();
        assert!(road.sides.contains(&side) && road.tiles == 2 && road.region.as_ref().unwrap().now == 2);
        assert!(described(&state, Some([5, 5]), Some(0)).is_none(), "it cannot lie there");
    }
}
