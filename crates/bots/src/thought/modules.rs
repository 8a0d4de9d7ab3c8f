//! What pieces of modules have to do with a turn: captives, the fairy, gold, robbers, mage and witch and the like.

use bastide_rules::{Decision, Event, Feature, MagicFigure, PlayerId, Pos, Spot, State};

use super::{Reason, Seen};

impl Seen {
    /// What happens to pieces of modules.
    pub(super) fn hear(&mut self, event: Event) {
        let own = self.player;
        match event {
            Event::Captured { captor, owner, figure, .. } if captor == own && owner != own => {
                self.reasons.push(Reason::Captures { player: owner, figure });
            }
            Event::Freed { captor, owner, figure, .. } if owner == own => {
                self.reasons.push(Reason::Frees { player: captor, figure });
            }
            Event::FloorPut { player, .. } if player == own => self.reasons.push(Reason::Floor),
            Event::GuardPut { player, figure, .. } if player == own => self.spent(Reason::Guards { figure }),
            Event::Crowned { player, figure, .. } if player == own => self.spent(Reason::Crowns { figure }),
            Event::Sent { player, figure, .. } if player == own => self.spent(Reason::Sends { figure }),
            Event::IngotsTaken { player, count, .. } if player == own => self.ingots += count,
            Event::GoodsTaken { player, count, .. } if player == own => self.goods += count,
            Event::IngotPut { pos } => self.heaps.push(pos),
            Event::RobberPut { player, space, .. } if player == own => self.robber = Some(space),
            _ => {}
        }
    }

    /// A figure was put elsewhere than on a feature.
    fn spent(&mut self, reason: Reason) {
        self.has_spent = true;
        self.reasons.push(reason);
    }
}

/// What the table tells that the events did not.
pub(super) fn compare(seen: &mut Seen, before: &State, after: &State) {
    let own = seen.player;
    if seen.ingots > 0 {
        seen.reasons.push(Reason::TakesGold { ingots: seen.ingots });
    }
    if seen.goods > 0 {
        seen.reasons.push(Reason::TakesGoods { goods: seen.goods });
    }
    seen.reasons.extend(ingots(after, own, &seen.heaps));
    if let Some(space) = seen.robber {
        let waits = |player: &PlayerId| {
            *player != own && before.markers().iter().any(|&marker| before.marker_space(*player, marker) == space)
        };
        seen.reasons.extend(before.game().seats().filter(waits).map(|player| Reason::LiesInWait { player }));
    }
    if after.fairy() != before.fairy() {
        let at = |pos: Option<Pos>| after.figures().into_iter().filter(move |figure| Some(figure.spot.pos) == pos);
        if at(after.fairy()).any(|figure| figure.owner == own) {
            seen.reasons.push(Reason::Fairy);
        } else if let Some(left) = at(before.fairy()).find(|figure| figure.owner != own) {
            seen.reasons.push(Reason::FairyLeaves { player: left.owner });
        }
    }
    for figure in MagicFigure::ALL {
        let (left, reached) = (before.magic(figure), after.magic(figure));
        if left != reached {
            seen.reasons.extend(magic(after, own, figure, left, reached));
        }
    }
    if after.decision() == (Decision::DrawMessage { player: own }) {
        seen.reasons.push(Reason::DrawsMessage);
    }
}

/// Ingots that were put on tiles where an own feature will be completed.
fn ingots(after: &State, own: PlayerId, heaps: &[Pos]) -> Vec<Reason> {
    let mut features: Vec<Feature> = Vec::new();
    for &pos in heaps {
        after.for_each_region_at(pos, |region| {
            let facts = after.facts(region);
            let is_own = after.majority_on(region) >> own.index() & 1 == 1;
            let can_be_completed = !facts.is_complete() && facts.feature != Feature::Field;
            if is_own && can_be_completed && !features.contains(&facts.feature) {
                features.push(facts.feature);
            }
        });
    }
    features.into_iter().map(|feature| Reason::Ingot { feature }).collect()
}

/// What it means that mage or witch has moved.
fn magic(
    after: &State,
    own: PlayerId,
    figure: MagicFigure,
    left: Option<Spot>,
    reached: Option<Spot>,
) -> impl Iterator<Item = Reason> {
    // Whose feature it is. A feature of several is everybody's who has a part in it.
    let owner = |spot: Option<Spot>| {
        let region = after.region(spot?)?;
        let owners = region.majority();
        let owner = if owners.contains(&own) { own } else { *owners.first()? };
        (!region.is_complete()).then(|| (owner, region.feature()))
    };
    let comes = owner(reached).and_then(|(player, feature)| match (figure, player == own) {
        (MagicFigure::Mage, true) => Some(Reason::Mage { feature }),
        (MagicFigure::Witch, false) => Some(Reason::Witch { player, feature }),
        (MagicFigure::Mage, false) | (MagicFigure::Witch, true) => None,
    });
    let goes = owner(left).and_then(|(player, feature)| match (figure, player == own) {
        (MagicFigure::Mage, false) => Some(Reason::MageLeaves { player, feature }),
        (MagicFigure::Witch, true) => Some(Reason::WitchLeaves { feature }),
        (MagicFigure::Mage, true) | (MagicFigure::Witch, false) => None,
    });
    comes.into_iter().chain(goes)
}
