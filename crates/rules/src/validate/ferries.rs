//! Which ferries may move.

use std::collections::BTreeSet;

use super::game::SlowGame;
use crate::geometry::Pos;

impl SlowGame {
    /// The lakes whose ferries are met first when each road of a tile is followed outward from it
    /// (FERRY-10, FERRY-11, FERRY-D4, FERRY-D5).
    pub(super) fn first_ferries(&self, from: Pos) -> BTreeSet<Pos> {
        let mut met = BTreeSet::new();
        if self.ferries.is_empty() {
            return met;
        }
        let mut ends = Vec::new();
        for laid in self.table.values() {
            for spot in laid.roads() {
                ends.extend(laid.points(usize::from(spot.segment)).map(|point| (point, spot)));
            }
        }
        // Points to go through, with the cell to leave.
        let mut ways: Vec<_> =
            ends.iter().filter(|(_, spot)| spot.pos == from).map(|(point, _)| (*point, from)).collect();
        let mut next = 0;
        while next < ways.len() {
            let (point, left) = ways[next];
            next += 1;
            let entered = ends.iter().find(|(other, spot)| *other == point && spot.pos != left);
            let Some(&(_, spot)) = entered.filter(|(_, spot)| spot.pos != from) else { continue };
            if self.ferries.get(&spot.pos).is_some_and(|ends| ends.contains(&spot.segment)) {
                met.insert(spot.pos);
                continue;
            }
            for &(other, _) in ends.iter().filter(|end| end.1 == spot) {
                if !ways.contains(&(other, spot.pos)) && other != point {
                    ways.push((other, spot.pos));
                }
            }
        }
        met
    }
}
