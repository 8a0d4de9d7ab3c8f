//! The cult: how close shrines and monasteries may come, and who loses a challenge.

use super::drawing::Laid;
use super::game::{SlowGame, SlowRegion};
use crate::geometry::Pos;
use crate::tile::Feature;

impl SlowGame {
    /// Whether with one more tile each shrine has at most one monastery around it, and each monastery
    /// at most one shrine (CULT-4, CULT-5).
    pub(super) fn keeps_cult_apart(&self, more: Laid) -> bool {
        let tiles = || self.table.values().copied().chain([more]);
        let has = |laid: &Laid, feature: Feature| laid.tile.segments.iter().any(|segment| segment.feature == feature);
        let with =
            |feature: Feature| tiles().filter(|laid| has(laid, feature)).map(|laid| laid.pos).collect::<Vec<Pos>>();
        // Only a tile with one of them can bring them together.
        if !has(&more, Feature::Shrine) && !has(&more, Feature::Monastery) {
            return true;
        }
        let (shrines, monasteries) = (with(Feature::Shrine), with(Feature::Monastery));
        let around = |pos: &Pos, others: &[Pos]| pos.around().iter().filter(|cell| others.contains(cell)).count();
        shrines.iter().all(|shrine| around(shrine, &monasteries) <= 1)
            && monasteries.iter().all(|monastery| around(monastery, &shrines) <= 1)
    }

    /// The rival that loses to a completed shrine or monastery: the other kind beside it, not completed,
    /// with a meeple of somebody else (CULT-7 to CULT-10, CULT-D3, CULT-D6, CULT-D9).
    pub(super) fn loser_to(&self, winner: &SlowRegion) -> Option<&SlowRegion> {
        let rival = match winner.feature {
            Feature::Shrine => Feature::Monastery,
            Feature::Monastery => Feature::Shrine,
            Feature::City | Feature::Road | Feature::Field | Feature::Garden => return None,
        };
        let around = winner.spots[0].pos.around();
        let is_rival = |region: &&SlowRegion| region.feature == rival && around.contains(&region.spots[0].pos);
        let others = |one: &SlowRegion, other: &SlowRegion| {
            let owners = |region: &SlowRegion| {
                let seats = 0..region.strength.len();
                seats.filter(|&seat| region.strength[seat] > 0).collect::<Vec<usize>>()
            };
            owners(one).iter().any(|owner| owners(other).iter().any(|rival| rival != owner))
        };
        let mut rivals = self.facts.regions.iter().filter(is_rival);
        rivals.find(|region| !region.is_complete() && others(winner, region))
    }
}
