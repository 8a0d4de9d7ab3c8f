//! Rivers: their courses, lakes and bridges.

use bastide_rules::tile::RiverRole;
use bastide_rules::{Feature, Side};

use super::{Builder, Mark, Spot, bend, city_at};
use crate::geom::{Path, inward, middle, p};

impl Builder<'_> {
    pub(super) fn rivers(&mut self) {
        let tile = self.tile;
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| tile.has_river_on(side)).collect();
        let roads = self.segments(Feature::Road);
        match sides[..] {
            [] => {}
            [side] => {
                let from = middle(side);
                let into = inward(side);
                match tile.role {
                    Some(RiverRole::Lake) => {
                        let centre = from.plus(into.times(38.0));
                        let (rx, ry) = if tile.symbols.volcano { (17.0, 14.0) } else { (21.0, 16.0) };
                        self.out.lake = Some((centre, rx, ry));
                        self.out.rivers.push(Path::new(from).line(centre));
                        self.out.spots.push(Spot {
                            mark: Mark::Lake,
                            at: centre,
                            radius: rx,
                            scale: 1.0,
                            segment: None,
                        });
                    }
                    Some(RiverRole::Source) => {
                        // A road that passes behind the source touches its rocks.
                        let end = match roads.first() {
                            Some((_, road)) => {
                                let mut corner = p(50.0, 50.0);
                                for side in road.ports.sides() {
                                    corner = corner.minus(inward(side).times(11.5));
                                }
                                corner
                            }
                            None => from.plus(into.times(56.0)),
                        };
                        let bend = from.plus(into.times(30.0)).plus(p(into.y, into.x).times(5.0));
                        self.out.rivers.push(Path::new(from).through(&[bend, end], Some(into), None));
                        self.out.spots.push(Spot {
                            mark: Mark::Source,
                            at: end,
                            radius: 9.0,
                            scale: 1.0,
                            segment: None,
                        });
                    }
                    _ => {
                        // The river ends at the city across.
                        let end = city_at(tile, side.opposite())
                            .and_then(|city| self.gate_near(city, from.plus(into.times(60.0))))
                            .map_or(p(50.0, 50.0), |(at, _)| at);
                        let bend = from.towards(end, 0.5).plus(p(into.y, into.x).times(4.0));
                        self.out.rivers.push(Path::new(from).through(&[bend, end], Some(into), Some(into)));
                    }
                }
            }
            [a, b] => {
                let (from, to) = (middle(a), middle(b));
                if a.opposite() == b {
                    let across = p(inward(a).y.abs(), inward(a).x.abs());
                    let crossed = !roads.is_empty() || !self.out.bridges.is_empty();
                    let bow = if crossed {
                        0.0
                    } else if tile.is_monastic() {
                        12.0
                    } else {
                        5.0
                    };
                    let points = if bow > 10.0 {
                        vec![p(50.0, 50.0).plus(across.times(bow)), to]
                    } else {
                        let wave = |part: f32, way: f32| from.towards(to, part).plus(across.times(bow * way));
                        vec![wave(0.3, 1.0), wave(0.7, -1.0), to]
                    };
                    self.out.rivers.push(Path::new(from).through(
                        &points,
                        Some(inward(a)),
                        Some(inward(b).times(-1.0)),
                    ));
                } else {
                    self.out.rivers.push(bend(a, b));
                }
            }
            _ => {
                let centre = p(50.0, 50.0);
                for &side in &sides {
                    let across = side.opposite();
                    if !sides.contains(&across) {
                        self.out.rivers.push(Path::new(middle(side)).line(centre));
                    } else if side < across {
                        self.out.rivers.push(Path::new(middle(side)).line(middle(across)));
                    }
                }
            }
        }
    }
}
