//! What lies around each open cell: whose cities and roads wait there, which tiles fit, and who gains if a tile joins two of them. The
//! network alone sees it: that two cities meet at a cell, or that a dear one hangs on a cell that hardly any tile fits, cannot be
//! said by numbers of regions that are added up.

use bastide_rules::{Feature, MAX_PLAYERS, Opening, PlayerId, Pos, State};

use super::{COUNT, ONE, Scout, chance_of, unlikely};
use crate::net::{Group, Seen};

macro_rules! cells {
    ($($name:ident $word:literal,)*) => {
        /// What is counted of a cell.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(dead_code, reason = "roads are reached by counting on from the first of their row")]
        pub(crate) enum C { $($name,)* }

        /// The words by which the files of networks name what is counted of a cell.
        pub(crate) const CELL_WORDS: &[&str] = &[$($word,)*];
    };
}

cells! {
    // Of the cell: the share of the undrawn tiles that fit, whether two or fewer do, whether none does, openings.
    Fits "cell.fits", Tight "cell.tight", Dead "cell.dead", Sides "cell.sides",
    // Monasteries around it: their number, and the cells that they lack besides.
    Monk "cell.monk", MonkLacks "cell.monk.lacks",
    // A city that waits here, of whoever has the majority: one, its points when complete, tiles that end it here, the chance that all its other
    // cells are filled, its points times that chance, whether there are no others; one for whoever is behind in it.
    CityOne "cell.city", CityPoints "cell.city.points", CityCloses "cell.city.closes", CityChance "cell.city.chance",
    CityGain "cell.city.gain", CityLast "cell.city.last", CityBehind "cell.city.behind",
    RoadOne "cell.road", RoadPoints "cell.road.points", RoadCloses "cell.road.closes", RoadChance "cell.road.chance",
    RoadGain "cell.road.gain", RoadLast "cell.road.last", RoadBehind "cell.road.behind",
    // The same of one that nobody has.
    FreeCityOne "cell.free.city", FreeCityPoints "cell.free.city.points", FreeCityCloses "cell.free.city.closes",
    FreeCityChance "cell.free.city.chance", FreeCityGain "cell.free.city.gain", FreeCityLast "cell.free.city.last",
    FreeRoadOne "cell.free.road", FreeRoadPoints "cell.free.road.points", FreeRoadCloses "cell.free.road.closes",
    FreeRoadChance "cell.free.road.chance", FreeRoadGain "cell.free.road.gain", FreeRoadLast "cell.free.road.last",
    // Of two regions that a tile may join: the share of the undrawn tiles that do, whether two or fewer do; what a player
    // gains or loses by that, and what it has of the two now.
    MeetJoins "joint.joins", MeetFew "joint.few",
    MeetCity "joint.city", MeetCityLost "joint.city.lost", MeetCityOwn "joint.city.own",
    MeetRoad "joint.road", MeetRoadLost "joint.road.lost", MeetRoadOwn "joint.road.own",
    MeetField "joint.field", MeetFieldLost "joint.field.lost", MeetFieldOwn "joint.field.own",
}

/// How many numbers of cells there are.
pub(crate) const CELLS: usize = CELL_WORDS.len();

/// Whose what belongs to nobody is.
const NOBODY: usize = usize::MAX;

/// From a number of cities to that of roads.
const ROAD: usize = C::RoadOne as usize - C::CityOne as usize;
const FREE_ROAD: usize = C::FreeRoadOne as usize - C::FreeCityOne as usize;

impl Scout {
    /// Counts what lies around each open cell of the state that was read last.
    pub(crate) fn read_cells(&mut self, state: &State, seen: &mut Seen) {
        let mut monks = [(Pos { x: 0, y: 0 }, 0, [0; MAX_PLAYERS]); MONKS];
        let monks = self.monks(state, &mut monks);
        let left = self.stock.total().max(1) as i32;
        let (gathered, round, players) = (&self.gathered, self.round, self.players);
        let mut at = None;
        state.for_each_opening(&mut self.stock, |opening| {
            if at != Some(opening.pos) {
                at = Some(opening.pos);
                seen.begin_group(Group::Cell);
                let fits = i32::from(opening.fits);
                let mut add = |feature: C, amount: i32| seen.note(NOBODY, COUNT + feature as usize, amount);
                add(C::Fits, 4 * ONE * fits / left);
                match fits {
                    0 => add(C::Dead, ONE),
                    1 | 2 => add(C::Tight, ONE),
                    _ => {}
                }
                for (pos, open, strength) in monks.iter() {
                    if pos.x.abs_diff(opening.pos.x) <= 1 && pos.y.abs_diff(opening.pos.y) <= 1 {
                        for player in (0..players).filter(|&player| strength[player] > 0) {
                            seen.note(player, COUNT + C::Monk as usize, ONE);
                            seen.note(player, COUNT + C::MonkLacks as usize, ONE * (open - 1));
                        }
                    }
                }
            }
            let region = gathered[opening.region];
            debug_assert_eq!(region.round, round, "what is open was gathered");
            let others = chance_of(region.logs - unlikely(opening.fits, opening.closes));
            add_opening(state, &opening, (others, region.cells), players, seen);
        });
        self.read_joints(state, left, seen);
        seen.begin_group(Group::Rest);
    }

    /// Counts the pairs of regions with figures that a tile may join.
    fn read_joints(&mut self, state: &State, left: i32, seen: &mut Seen) {
        for index in 0..self.joints_seen.len() {
            let joint = self.joints_seen[index];
            let first = match joint.feature {
                Feature::City => C::MeetCity,
                Feature::Road => C::MeetRoad,
                Feature::Field => C::MeetField,
                Feature::Monastery | Feature::Garden | Feature::Shrine => continue,
            };
            if joint.joins == 0 || joint.regions.iter().all(|&region| !state.facts(region).is_occupied()) {
                continue;
            }
            let meeting = self.meeting(state, &joint);
            let (gains, owned) = (meeting.gains(), meeting.owned());
            seen.begin_group(Group::Joint);
            seen.note(NOBODY, COUNT + C::MeetJoins as usize, 4 * ONE * i32::from(joint.joins) / left);
            if joint.joins <= 2 {
                seen.note(NOBODY, COUNT + C::MeetFew as usize, ONE);
            }
            for player in 0..self.players {
                let [gain, loss, own] = [0, 1, 2].map(|number| COUNT + first as usize + number);
                seen.note(player, gain, gains[player].max(0));
                seen.note(player, loss, -gains[player].min(0));
                seen.note(player, own, owned[player]);
            }
        }
    }

    /// Monasteries with figures: where, how many cells they lack, and who stands there.
    fn monks<'a>(&self, state: &State, found: &'a mut [Monk; MONKS]) -> &'a [Monk] {
        let mut count = 0;
        for figure in state.standing() {
            if !matches!(figure.feature, Feature::Monastery | Feature::Garden | Feature::Shrine) || count == MONKS {
                continue;
            }
            let facts = state.facts(figure.region);
            let mut strength = [0; MAX_PLAYERS];
            for (seat, strength) in PlayerId::seats(self.players).zip(&mut strength) {
                *strength = facts.strength(seat);
            }
            found[count] = (figure.pos, i32::from(facts.open), strength);
            count += 1;
        }
        &found[..count]
    }
}

/// A monastery with a figure.
type Monk = (Pos, i32, [u8; MAX_PLAYERS]);

/// More monasteries with figures are not looked at.
const MONKS: usize = 12;

/// Counts a region that waits at a cell, of whose other cells this is the chance and which has so many in all.
fn add_opening(state: &State, opening: &Opening, (others, cells): (i32, i16), players: usize, seen: &mut Seen) {
    seen.note(NOBODY, COUNT + C::Sides as usize, ONE);
    let facts = state.facts(opening.region);
    let is_city = facts.feature == Feature::City;
    let each = if is_city { 2 } else { 1 };
    let points = ONE * (state.points_when_complete(opening.region) + each * i32::from(cells));
    let numbers = [
        ONE,
        points,
        ONE * i32::from(opening.closes) / 4,
        others,
        points / 8 * others / (ONE / 8),
        ONE * i32::from(cells == 1),
    ];
    if !facts.is_occupied() {
        let first = COUNT + C::FreeCityOne as usize + if is_city { 0 } else { FREE_ROAD };
        for (index, &amount) in numbers.iter().enumerate() {
            seen.note(NOBODY, first + index, amount);
        }
        return;
    }
    let block = if is_city { 0 } else { ROAD };
    let strengths = || PlayerId::seats(players).map(|seat| (seat.index(), facts.strength(seat)));
    let most = strengths().map(|(_, own)| own).max().unwrap_or(0);
    for (player, own) in strengths().filter(|&(_, own)| own > 0) {
        if own < most {
            seen.note(player, COUNT + C::CityBehind as usize + block, ONE * i32::from(own));
            continue;
        }
        for (index, &amount) in numbers.iter().enumerate() {
            seen.note(player, COUNT + C::CityOne as usize + block + index, amount);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bastide_rules::{Base, Game, Options, Stock};

    use super::*;
    use crate::Rng;
    use crate::judge::Judge;
    use crate::weights::Weights;

    #[test]
    fn cells_are_seen_with_whatever_waits_there() {
        let game = Game::new(Options::new(Base::Classic, 2)).unwrap();
        let mut judge = Judge::new(&game, Weights::for_game(&game));
        let (mut state, mut rng, mut stock) = (State::new(game), Rng::new(6), Stock::new());
        let mut met = [0; 5];
        while let Some(action) = state.choose(|count| rng.below(count)) {
            state.apply_listed(action);
            if state.is_over() || judge.note(&state).is_none() {
                continue;
            }
            // Cells, openings, those of cities of the first player, those of roads of nobody, and pairs that a tile may join.
            let mut cells = BTreeSet::new();
            let mut wanted = [0; 5];
            stock.read(&state);
            state.for_each_opening(&mut stock, |opening| {
                cells.insert((opening.pos.x, opening.pos.y));
                let (facts, owners) = (state.facts(opening.region), state.majority_on(opening.region));
                wanted[1] += 1;
                wanted[2] += usize::from(facts.feature == Feature::City && owners & 1 == 1);
                wanted[3] += usize::from(facts.feature == Feature::Road && owners == 0);
            });
            wanted[0] = cells.len();
            let groups: Vec<_> = judge.seen().groups().filter(|(_, group)| *group == Group::Cell).collect();
            let count = |player: usize, feature: C| {
                let entries = groups.iter().flat_map(|(entries, _)| *entries);
                let is_meant = |entry: &&crate::net::Entry| {
                    usize::from(entry.feature) == COUNT + feature as usize && entry.player == player as u8
                };
                entries.filter(is_meant).count()
            };
            state.for_each_joint(&mut stock, |joint| {
                let is_occupied = joint.regions.iter().any(|&region| state.facts(region).is_occupied());
                wanted[4] += usize::from(joint.joins > 0 && is_occupied);
            });
            let pairs = judge.seen().groups().filter(|(_, group)| *group == Group::Joint).count();
            let (openings, cities, roads) =
                (count(NOBODY, C::Sides), count(0, C::CityOne), count(NOBODY, C::FreeRoadOne));
            assert_eq!([groups.len(), openings, cities, roads, pairs], wanted);
            met.iter_mut().zip(wanted).for_each(|(met, wanted)| *met += wanted);
        }
        assert!(met.iter().all(|&met| met > 20), "{met:?}");
    }
}
