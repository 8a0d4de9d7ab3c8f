//! The squares of printed boards as tiles: which segment every cell of a square shows, read off the
//! same shapes from which the board is drawn.

use bastide_rules::tile::PrintedSquare;
use bastide_rules::{Edge, Feature, Port, Rotation, Side, Tile, catalogue};

use crate::boards::{BoardKind, HUB, RIM, approaches, carcassonne_wall};
use crate::geom::{Point, contains, distance_to, p};
use crate::layout::{GRID, NOTHING, ROAD, cell_point, layout};

/// A square with a city looks like the simple tile with that city: its name and turn.
pub(crate) fn city_tile(square: &PrintedSquare) -> Option<(&'static Tile, Rotation)> {
    let is_city = |side: &Side| square.sides[side.index()] == Some(Edge::City);
    let cities: Vec<Side> = Side::ALL.into_iter().filter(is_city).collect();
    let (name, turn) = match cities[..] {
        [side] => ("E", side as u8),
        // The tile shows a city in the north and east.
        [Side::N, Side::W] => ("N", 3),
        [first, _] => ("N", first as u8),
        _ => return None,
    };
    Some((catalogue::find("base-v3", name)?, Rotation::new(turn)))
}

/// The label of every cell of a square, row by row.
pub(crate) fn mask(tile: &Tile) -> Vec<u8> {
    let set = catalogue::set_of(tile).name;
    let found = BoardKind::of_set(set).and_then(|kind| Some((kind, kind.printed()?)));
    let Some((kind, board)) = found else { return vec![NOTHING; GRID * GRID] };
    let place = catalogue::squares_of(board).iter().position(|square| square.id == tile.id);
    let Some(square) = place.map(|place| &board.squares[place]) else { return vec![NOTHING; GRID * GRID] };
    let corner = p(f32::from(square.x) * 100.0, f32::from(square.y) * 100.0);
    let roads: Vec<Vec<Point>> = approaches(kind, board).iter().map(|road| road.flat()).collect();
    let city = city_tile(square);
    let wall = carcassonne_wall().flat();
    let of = |feature: Feature| (0_u8..).zip(tile.segments).filter(move |(_, segment)| segment.feature == feature);
    let rim_city = of(Feature::City).find(|(_, city)| city.ports.iter().next().is_some());
    let inner_city = of(Feature::City).find(|(_, city)| city.ports.iter().next().is_none());
    let label = |at: Point| {
        let on_board = at.plus(corner);
        if roads.iter().any(|road| distance_to(road, on_board) < ROAD / 2.0) {
            return of(Feature::Road).next();
        }
        let is_inner = match kind {
            BoardKind::Wheel => on_board.distance(HUB) < RIM,
            BoardKind::Carcassonne => contains(&wall, on_board),
        };
        if is_inner {
            return inner_city;
        }
        if city.is_some_and(|(tile, turn)| layout(tile).label(at.rotated(turn.inverse())) == 0) {
            return rim_city;
        }
        // Two fields are parted by the road: each has the cells nearer to its part of the rim.
        let away = |ports: bastide_rules::PortSet| {
            ports.iter().map(|port| at.distance(rim_point(port))).fold(f32::MAX, f32::min)
        };
        of(Feature::Field).min_by(|(_, a), (_, b)| away(a.ports).total_cmp(&away(b.ports)))
    };
    (0..GRID * GRID).map(|cell| label(cell_point(cell)).map_or(NOTHING, |(index, _)| index)).collect()
}

/// The point of the rim of a tile where a port is.
fn rim_point(port: Port) -> Point {
    let along = [25.0, 50.0, 75.0][port.index() % 3];
    p(along, 0.0).rotated(Rotation::new(port.side() as u8))
}
