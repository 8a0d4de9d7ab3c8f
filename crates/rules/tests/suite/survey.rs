//! What search asks of a state equals its slow recomputation from the public tables, in random games of
//! every box.

use std::collections::{BTreeMap, BTreeSet};

use bastide_rules::{
    Action, Actor, BOXES, Base, Decision, Feature, Game, Joint, Module, Options, Port, Pos, Rotation, Side, Spot,
    State, Stock, Tile, Turns,
};

/// A small generator: any numbers will do.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as u32) % bound.max(1)
    }
}

/// Random games of every box, shown every few actions.
fn walk(mut look: impl FnMut(&State)) {
    let boxes = BOXES.iter().map(|info| {
        let start = Options::new(info.base, 2);
        info.modules.iter().fold(start, |options, &module| options.with(module))
    });
    let plain = [Options::new(Base::Classic, 2), Options::new(Base::Classic, 4).with(Module::River)];
    for (seed, options) in (1..).zip(boxes.chain(plain)) {
        let mut state = State::new(Game::new(options).unwrap());
        let mut numbers = Numbers(seed);
        let mut step = 0;
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            state.apply_listed(action);
            step += 1;
            if step % 7 == 0 {
                look(&state);
            }
        }
        look(&state);
    }
}

/// The segment of a turned tile at the middle of a side, if a road or city is there.
fn at_side(tile: &Tile, rotation: Rotation, side: Side) -> Option<u8> {
    let drawn = side.rotated(rotation.inverse());
    let is_there = |feature: Feature| matches!(feature, Feature::City | Feature::Road);
    let segments = tile.segments.iter();
    let mut found = segments
        .zip(0..)
        .filter(|(segment, _)| is_there(segment.feature) && segment.ports.contains(bastide_rules::Port::middle(drawn)));
    found.next().map(|(_, index)| index)
}

/// Dragon tiles that sleep cannot be drawn yet.
fn is_asleep(state: &State, tile: &Tile) -> bool {
    tile.symbols.dragon && state.game().has(Module::Dragon) && state.dragon().is_none()
}

/// For each cell and the first segment of a region: the sides, and how many tiles fit and close.
type Openings = BTreeMap<(Pos, Spot), (u8, u32, u32)>;

fn slow_openings(state: &State) -> Openings {
    let mut openings = Openings::new();
    for cell in state.frontier() {
        let mut sides: BTreeMap<Spot, u8> = BTreeMap::new();
        for side in Side::ALL {
            let beside = cell.pos.beside(side);
            let placed = state.tiles().find(|laid| laid.pos == beside);
            let segment = match placed {
                Some(laid) => at_side(laid.tile, laid.rotation, side.opposite()),
                // A square of a printed board.
                None => (0..8).find(|&segment| {
                    let region = state.region(Spot { pos: beside, segment });
                    region.is_some_and(|_| {
                        let tile = state.tile_at(beside).unwrap().tile;
                        at_side(tile, Rotation::NONE, side.opposite()) == Some(segment)
                    })
                }),
            };
            if let Some(segment) = segment {
                let region = state.region(Spot { pos: beside, segment }).unwrap();
                *sides.entry(region.spots()[0]).or_default() |= 1 << side.index();
            }
        }
        for (region, sides) in sides {
            let (mut fits, mut closes) = (0, 0);
            for (tile, left) in state.undrawn() {
                let is_fit = |rotation: &Rotation| {
                    Side::ALL.iter().all(|&side| {
                        let shown = tile.edge(side, *rotation);
                        cell.demands(side).is_none_or(|edge| edge == shown)
                    })
                };
                let ends_there = |rotation: &Rotation| {
                    let is_in = |side: &Side| sides >> side.index() & 1 == 1;
                    Side::ALL.iter().filter(|side| is_in(side)).all(|&side| {
                        let own = at_side(tile, *rotation, side);
                        let others = Side::ALL.iter().filter(|side| !is_in(side));
                        others.into_iter().all(|&other| at_side(tile, *rotation, other) != own)
                    })
                };
                if is_asleep(state, tile) {
                    continue;
                }
                let fitting: Vec<Rotation> = Rotation::ALL.into_iter().filter(is_fit).collect();
                fits += if fitting.is_empty() { 0 } else { u32::from(left) };
                closes += if fitting.iter().any(ends_there) { u32::from(left) } else { 0 };
            }
            openings.insert((cell.pos, region), (sides, fits, closes));
        }
    }
    openings
}

#[test]
fn openings_equal_their_recomputation() {
    let mut stock = Stock::new();
    let mut seen = 0;
    walk(|state| {
        stock.read(state);
        let names: BTreeMap<usize, Spot> = state
            .regions()
            .map(|region| (state.region_number(region.spots()[0]).unwrap(), region.spots()[0]))
            .collect();
        let mut fast = Openings::new();
        state.for_each_opening(&mut stock, |opening| {
            let counts = (opening.sides, opening.fits.into(), opening.closes.into());
            assert_eq!(fast.insert((opening.pos, names[&opening.region]), counts), None);
        });
        assert_eq!(fast, slow_openings(state), "{state:?}");
        let mut one_by_one = Openings::new();
        for cell in state.frontier() {
            state.for_each_opening_at(cell.pos, &mut stock, |opening| {
                let counts = (opening.sides, opening.fits.into(), opening.closes.into());
                one_by_one.insert((opening.pos, names[&opening.region]), counts);
            });
        }
        assert_eq!(one_by_one, fast);
        seen += fast.len();
    });
    assert!(seen > 10_000, "{seen}");
}

/// For each cell and the first segments of two regions: how many tiles fit, and how many join the two.
type Joints = BTreeMap<(Pos, [Spot; 2]), (u32, u32)>;

fn slow_joints(state: &State) -> Joints {
    let mut joints = Joints::new();
    let undrawn: Vec<_> = state.undrawn().filter(|(tile, _)| !is_asleep(state, tile)).collect();
    for cell in state.frontier() {
        // The ports of the cell with the regions that end there.
        let mut ends: Vec<(Port, Spot)> = Vec::new();
        for side in Side::ALL {
            let pos = cell.pos.beside(side);
            let Some(laid) = state.tile_at(pos) else { continue };
            for (segment, index) in laid.tile.segments.iter().zip(0..) {
                let ports = segment.ports.rotated(laid.rotation);
                for port in ports.iter().filter(|port| port.side() == side.opposite()) {
                    let region = state.region(Spot { pos, segment: index }).unwrap();
                    ends.push((port.facing(), region.spots()[0]));
                }
            }
        }
        let regions: BTreeSet<Spot> = ends.iter().map(|(_, region)| *region).collect();
        let feature = |region: &Spot| state.region(*region).unwrap().feature();
        for one in &regions {
            for other in regions.iter().filter(|other| one < other && feature(one) == feature(other)) {
                let ports = |region: &Spot| {
                    let own = ends.iter().filter(|end| end.1 == *region);
                    own.map(|end| end.0).collect::<Vec<_>>()
                };
                let count = |is_meant: &dyn Fn(&Tile, Rotation) -> bool| {
                    let tiles = undrawn.iter().filter(|(tile, _)| {
                        Rotation::ALL.iter().any(|&rotation| {
                            let fits =
                                |&side: &Side| cell.demands(side).is_none_or(|edge| edge == tile.edge(side, rotation));
                            Side::ALL.iter().all(fits) && is_meant(tile, rotation)
                        })
                    });
                    tiles.map(|(_, left)| u32::from(*left)).sum::<u32>()
                };
                let mut joins = 0;
                for (from, to) in
                    ports(one).into_iter().flat_map(|from| ports(other).into_iter().map(move |to| (from, to)))
                {
                    joins = joins.max(count(&|tile, rotation| {
                        let mut ports = tile.segments.iter().map(|segment| segment.ports.rotated(rotation));
                        ports.any(|ports| ports.contains(from) && ports.contains(to))
                    }));
                }
                joints.insert((cell.pos, [*one, *other]), (count(&|_, _| true), joins));
            }
        }
    }
    joints
}

#[test]
fn joints_equal_their_recomputation() {
    let mut stock = Stock::new();
    let mut seen = [0; 3];
    walk(|state| {
        stock.read(state);
        let names: BTreeMap<usize, Spot> = state
            .regions()
            .map(|region| (state.region_number(region.spots()[0]).unwrap(), region.spots()[0]))
            .collect();
        let named = |joint: Joint| {
            let mut regions = joint.regions.map(|region| names[&region]);
            regions.sort_unstable();
            ((joint.pos, regions), (joint.fits.into(), joint.joins.into()))
        };
        let mut fast = Joints::new();
        state.for_each_joint(&mut stock, |joint| {
            assert_eq!(joint.regions.map(|region| state.facts(region).feature), [joint.feature; 2]);
            let (key, counts) = named(joint);
            assert_eq!(fast.insert(key, counts), None);
            match joint.feature {
                Feature::City => seen[0] += 1,
                Feature::Road => seen[1] += 1,
                _ => seen[2] += 1,
            }
        });
        assert_eq!(fast, slow_joints(state), "{state:?}");
        let mut one_by_one = Joints::new();
        for cell in state.frontier() {
            state.for_each_joint_at(cell.pos, &mut stock, |joint| {
                one_by_one.extend([named(joint)]);
            });
        }
        assert_eq!(one_by_one, fast);
    });
    assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
}

#[test]
fn facts_figures_and_neighbours_equal_the_views() {
    walk(|state| {
        for region in state.regions() {
            let number = state.region_number(region.spots()[0]).unwrap();
            assert!(number < state.region_numbers());
            let facts = state.facts(number);
            assert_eq!((facts.feature, facts.open), (region.feature(), region.open_ends()));
            assert_eq!((facts.tiles, facts.is_complete()), (region.tile_count(), region.is_complete()));
            assert_eq!(state.points_on(number), region.value().points());
            let complete = region.value_when_complete().map_or(region.value().points(), |value| value.points());
            assert_eq!(state.points_when_complete(number), complete);
            let majority = region.majority().iter().map(|player| 1 << player.index()).sum::<u8>();
            assert_eq!((state.majority_on(number), facts.is_occupied()), (majority, region.is_occupied()));
            if region.feature() == Feature::Field {
                let mut cities = Vec::new();
                state.for_each_city_beside(number, |city| cities.push(city));
                cities.sort_unstable();
                cities.dedup();
                let complete = cities.iter().filter(|&&city| state.facts(city).open == 0).count() as u16;
                assert_eq!(region.value().items()[0].count, complete);
            } else if region.feature().is_monastic() {
                let mut gaps = 0;
                state.for_each_gap(number, &mut Stock::new(), |fits| gaps += u16::from(fits == 0));
                assert_eq!(gaps, region.open_ends());
            }
        }
        let mut standing: Vec<_> = state.standing().map(|f| (f.owner, f.kind, f.pos, f.region, f.is_bound)).collect();
        let number = |spot| state.region_number(spot).unwrap();
        let mut figures: Vec<_> =
            state.figures().iter().map(|f| (f.owner, f.kind, f.spot.pos, number(f.spot), f.is_bound)).collect();
        standing.sort_unstable();
        figures.sort_unstable();
        assert_eq!(standing, figures);
    });
}

#[test]
fn projected_points_are_the_sum_of_the_final_awards() {
    walk(|state| {
        // What activated robbers will take comes before the final scoring.
        if matches!(state.decision(), Decision::Rob { .. } | Decision::Mark { .. }) {
            return;
        }
        let mut points = state.points().to_vec();
        if !state.is_over() {
            state.final_awards(|award| points[award.player.index()] += award.points());
        }
        assert_eq!(state.projected_points().seats(points.len()), points);
    });
}

/// All rows of answers, by listing and copying.
fn slow_turns(state: &State, begun: (Actor, u32), row: &mut Vec<Action>, longest: usize, found: &mut Vec<Vec<Action>>) {
    for action in state.legal_actions() {
        let mut next = state.clone();
        next.apply(action).unwrap();
        row.push(action);
        if (next.actor(), next.turn_number()) == begun && row.len() < longest {
            slow_turns(&next, begun, row, longest, found);
        } else {
            found.push(row.clone());
        }
        row.pop();
    }
}

#[test]
fn whole_turns_are_all_rows_of_answers() {
    let mut turns = Turns::new();
    let mut looked = 0;
    walk(|state| {
        looked += 1;
        if !matches!(state.actor(), Actor::Player(_)) || looked % 5 > 0 {
            return;
        }
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        turns.for_each(state, 2, |row, after| {
            let mut replayed = state.clone();
            row.iter().for_each(|&action| replayed.apply(action).unwrap());
            assert_eq!(replayed.hash(), after.hash());
            fast.push(row.to_vec());
        });
        slow_turns(state, (state.actor(), state.turn_number()), &mut Vec::new(), 2, &mut slow);
        fast.sort_unstable();
        slow.sort_unstable();
        assert_eq!(fast, slow);
    });
}
