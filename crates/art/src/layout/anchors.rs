//! Places for figures.

use bastide_rules::Feature;

use super::mask::room;
use super::{Builder, GRID, Mark, cell_point};
use crate::geom::{Point, p};

impl Builder<'_> {
    pub(super) fn anchors(&mut self) {
        // Only buildings with an area of their own have changed the mask since.
        let room = if self.tile.is_monastic() { room(&self.out.mask) } else { self.out.room.clone() };
        // Cells that come into question, with their room: every cell of roads, fewer elsewhere.
        let mut cells: Vec<Vec<(usize, f32)>> = vec![Vec::new(); self.tile.segments.len()];
        for (cell, &label) in self.out.mask.iter().enumerate() {
            if room[cell] < 1.0 {
                continue;
            }
            if let Some(segment) = self.tile.segments.get(usize::from(label)) {
                let few = cell % GRID % 3 == 1 && (cell / GRID) % 3 == 1;
                if few || segment.feature == Feature::Road || room[cell] < 4.0 && cell % 2 == 0 {
                    cells[usize::from(label)].push((cell, room[cell]));
                }
            }
        }
        for (index, segment) in self.tile.segments.iter().enumerate() {
            let mut anchors: Vec<Point> = Vec::new();
            let spot = self.out.spots.iter().find(|spot| spot.segment == Some(index)).copied();
            match (segment.feature, spot) {
                (Feature::Monastery | Feature::Garden | Feature::Shrine, Some(spot)) => {
                    let d = (spot.radius - 4.0).min(6.5) * 0.8;
                    anchors.extend([p(0.0, 0.0), p(-d, d * 0.4), p(d, d * 0.4)].map(|by| spot.at.plus(by)));
                }
                _ => {
                    let narrow = segment.feature == Feature::Road;
                    let candidates = &cells[index];
                    for _ in 0..3 {
                        let mut best = (f32::MIN, None);
                        for &(cell, clear) in candidates {
                            let at = cell_point(cell);
                            let mut score = clear.min(match segment.feature {
                                Feature::Road => 3.0,
                                Feature::City => 30.0,
                                _ => 15.0,
                            });
                            for spot in &self.out.spots {
                                // Tall buildings reach beyond their room, whichever way the tile is turned.
                                let tall = match spot.mark {
                                    Mark::Monastery | Mark::Cathedral | Mark::Volcano => 11.0,
                                    _ if narrow => 3.0,
                                    _ => 8.5,
                                };
                                let gap = at.distance(spot.at) - spot.radius - tall;
                                if gap < 0.0 {
                                    score += gap * 1.5;
                                }
                            }
                            for other in &anchors {
                                let gap = at.distance(*other) - 15.0;
                                if gap < 0.0 {
                                    score += gap;
                                }
                            }
                            if narrow {
                                for bridge in self.out.bridges.iter().filter(|bridge| bridge.half < 20.0) {
                                    score += 0.6 * (at.distance(bridge.at) - 15.0).min(0.0);
                                }
                                for (mouth, _) in &self.out.tunnels {
                                    score += 2.0 * (at.distance(*mouth) - 8.0).min(0.0);
                                }
                                for (gate, _) in &self.out.gates {
                                    score += (at.distance(*gate) - 16.0).min(0.0);
                                }
                                score += (at.to_rim().min(22.0) - 22.0) * 0.25;
                            }
                            score -= 0.01 * at.distance(p(50.0, 50.0));
                            if score > best.0 {
                                best = (score, Some(at));
                            }
                        }
                        let Some(at) = best.1 else { break };
                        if anchors.iter().any(|other| other.distance(at) < 6.0) {
                            break;
                        }
                        anchors.push(at);
                    }
                }
            }
            if anchors.is_empty() {
                self.out.defects.push(format!("segment {index} has no place for a figure"));
            }
            self.out.anchors.push(anchors);
        }
    }
}
