//! Places on a tile: where figures stand, and the area of each segment.

use bastide_rules::{Rotation, Tile};

use crate::geom::Point;
use crate::layout::{GRID, layout};

/// Where figures stand on a segment of a tile as drawn in the catalogue: up to three places, the
/// best one first. They lie inside the segment's area and away from symbols. Empty for a segment
/// that the tile does not have.
///
/// ```
/// use bastide_rules::catalogue;
/// let tile = catalogue::find("base-v3", "D").unwrap();
/// let city = bastide_art::anchors(tile, 0);
/// assert!(city[0].y < 30.0, "the city lies in the north");
/// ```
pub fn anchors(tile: &Tile, segment: usize) -> Vec<Point> {
    layout(tile).anchors.get(segment).cloned().unwrap_or_default()
}

/// The same on a tile that was turned.
pub fn anchors_turned(tile: &Tile, segment: usize, rotation: Rotation) -> Vec<Point> {
    anchors(tile, segment).into_iter().map(|at| at.rotated(rotation)).collect()
}

/// The best place for a figure on a segment of a turned tile, or the middle of the tile.
pub fn anchor(tile: &Tile, segment: usize, rotation: Rotation) -> Point {
    let first = layout(tile).anchors.get(segment).and_then(|places| places.first());
    first.copied().unwrap_or(Point::new(50.0, 50.0)).rotated(rotation)
}

/// Where a figure stands that belongs to the tile rather than to a segment: on the tower, the
/// volcano, the lake, the flying machine or the gold mine if there is one, else in the middle.
pub fn tile_anchor(tile: &Tile, rotation: Rotation) -> Point {
    use crate::layout::Mark;
    let spots = &layout(tile).spots;
    let find = |mark: Mark| spots.iter().find(|spot| spot.mark == mark);
    find(Mark::Tower)
        .or_else(|| find(Mark::Volcano))
        .or_else(|| find(Mark::FerryLake))
        .or_else(|| spots.iter().find(|spot| matches!(spot.mark, Mark::Flying(_) | Mark::Gold)))
        .map_or(Point::new(50.0, 50.0), |spot| spot.at)
        .rotated(rotation)
}

/// Where a ferry lands on a road of a turned tile: the end of the road at the lake. `None` if the tile has no ferry lake.
///
/// ```
/// use bastide_rules::{catalogue, Feature, Rotation};
/// let lake = catalogue::TILES.iter().find(|tile| tile.symbols.ferry_lake).unwrap();
/// let road = lake.segments.iter().position(|segment| segment.feature == Feature::Road).unwrap();
/// assert!(bastide_art::landing(lake, road, Rotation::NONE).is_some());
/// ```
pub fn landing(tile: &Tile, segment: usize, rotation: Rotation) -> Option<Point> {
    use crate::layout::Mark;
    let layout = layout(tile);
    let lake = layout.spots.iter().find(|spot| spot.mark == Mark::FerryLake)?.at;
    tile.segments.get(segment).filter(|segment| segment.feature == bastide_rules::Feature::Road)?;
    let outline = area(tile, segment, Rotation::NONE);
    let nearest = outline.iter().flatten().min_by(|a, b| a.distance(lake).total_cmp(&b.distance(lake)))?;
    Some(nearest.rotated(rotation))
}

/// The segment at a point of a turned tile, for clients that ask what was touched.
pub fn segment_at(tile: &Tile, rotation: Rotation, at: Point) -> Option<usize> {
    let label = layout(tile).label(at.rotated(rotation.inverse()));
    (usize::from(label) < tile.segments.len()).then_some(usize::from(label))
}

/// The outlines of a segment's area on a turned tile. Holes are outlines too: fill by the
/// even-odd rule.
pub fn area(tile: &Tile, segment: usize, rotation: Rotation) -> Vec<Vec<Point>> {
    let mask = &layout(tile).mask;
    outlines(|x, y| usize::from(mask[y * GRID + x]) == segment)
        .into_iter()
        .map(|outline| {
            let points: Vec<Point> = outline.into_iter().map(|(x, y)| Point::new(x as f32, y as f32)).collect();
            simplified(&points).into_iter().map(|at| at.rotated(rotation)).collect()
        })
        .collect()
}

/// Closed lines around the cells that are inside.
fn outlines(inside: impl Fn(usize, usize) -> bool) -> Vec<Vec<(usize, usize)>> {
    const N: usize = GRID + 1;
    let is = |x: isize, y: isize| {
        (0..GRID as isize).contains(&x) && (0..GRID as isize).contains(&y) && inside(x as usize, y as usize)
    };
    // Up to two edges leave every corner; the inside lies to the right.
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); N * N];
    for y in 0..GRID as isize {
        for x in 0..GRID as isize {
            if !is(x, y) {
                continue;
            }
            let corner = |dx: isize, dy: isize| (y + dy) as usize * N + (x + dx) as usize;
            if !is(x, y - 1) {
                leaving[corner(0, 0)].push(corner(1, 0));
            }
            if !is(x + 1, y) {
                leaving[corner(1, 0)].push(corner(1, 1));
            }
            if !is(x, y + 1) {
                leaving[corner(1, 1)].push(corner(0, 1));
            }
            if !is(x - 1, y) {
                leaving[corner(0, 1)].push(corner(0, 0));
            }
        }
    }
    let mut loops = Vec::new();
    for start in 0..N * N {
        while let Some(mut at) = leaving[start].pop() {
            let mut outline = vec![(start % N, start / N)];
            while at != start {
                outline.push((at % N, at / N));
                // Every corner that is entered can be left again.
                match leaving[at].pop() {
                    Some(next) => at = next,
                    None => break,
                }
            }
            if outline.len() > 12 {
                loops.push(outline);
            }
        }
    }
    loops
}

/// Fewer points, at most a little off the line.
fn simplified(points: &[Point]) -> Vec<Point> {
    fn keep(points: &[Point], from: usize, to: usize, out: &mut Vec<Point>) {
        let (a, b) = (points[from], points[to % points.len()]);
        let mut worst = (0.0, 0);
        for (i, &point) in points.iter().enumerate().take(to).skip(from + 1) {
            let away = crate::geom::distance_to(&[a, b], point);
            if away > worst.0 {
                worst = (away, i);
            }
        }
        if worst.0 > 0.85 {
            keep(points, from, worst.1, out);
            out.push(points[worst.1]);
            keep(points, worst.1, to, out);
        }
    }
    let half = points.len() / 2;
    let mut out = vec![points[0]];
    keep(points, 0, half, &mut out);
    out.push(points[half]);
    keep(points, half, points.len(), &mut out);
    out
}
