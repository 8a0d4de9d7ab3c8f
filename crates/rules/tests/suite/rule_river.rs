//! Rules of the river that a single record cannot show: every course it can take.

use bastide_rules::tile::RiverRole;
use bastide_rules::{
    Action, Base, Decision, Edge, Game, Module, Options, Pos, Rotation, Side, Spot, State, Tile, catalogue, notation,
};

use crate::table::{river_sides, turn};

const RIVERS: [(Base, &str); 3] =
    [(Base::V3, "river-v3"), (Base::Fortress, "river-fortress"), (Base::Classic, "river-1")];

/// The way of the river as the rules describe it, kept apart from the engine: the cells of its tiles, and the
/// direction in which it leaves each of them.
#[derive(Clone, Debug)]
struct Course {
    cells: Vec<(i32, i32)>,
    flows: Vec<(i32, i32)>,
}

impl Course {
    fn from_spring(flow: (i32, i32)) -> Course {
        Course { cells: vec![(0, 0)], flows: vec![flow] }
    }

    fn flow(&self) -> (i32, i32) {
        self.flows[self.flows.len() - 1]
    }

    fn open_cell(&self) -> (i32, i32) {
        let (x, y) = self.cells[self.cells.len() - 1];
        (x + self.flow().0, y + self.flow().1)
    }

    /// How the last tile turned the river: 1 to one side, -1 to the other, 0 straight on.
    fn last_turn(&self) -> i32 {
        match self.flows[..] {
            [.., before, after] => turn(before, after),
            _ => 0,
        }
    }

    /// RIVER-9 and RIVER-10.
    fn may_leave_by(&self, out: (i32, i32)) -> bool {
        let turns_twice = turn(self.flow(), out) != 0 && turn(self.flow(), out) == self.last_turn();
        let (x, y) = self.flows[0];
        !turns_twice && out != (-x, -y)
    }

    fn extended(&self, out: (i32, i32)) -> Course {
        let mut longer = self.clone();
        longer.cells.push(self.open_cell());
        longer.flows.push(out);
        longer
    }

    /// The cell at the open end touches the last tile and nothing else.
    fn is_clear(&self) -> bool {
        let (x, y) = self.open_cell();
        let touching = self.cells.iter().filter(|&&(a, b)| (a - x).abs() + (b - y).abs() == 1);
        !self.cells.contains(&(x, y)) && touching.count() == 1
    }
}

/// Where the rules let a river tile lie, and where the river then goes on (`None` at the lake).
type Placed = (Pos, Rotation, Option<(i32, i32)>);

fn placements_by_the_rules(course: &Course, tile: &Tile) -> Vec<Placed> {
    let (x, y) = course.open_cell();
    let entry = (-course.flow().0, -course.flow().1);
    let mut placements = Vec::new();
    for rotation in Rotation::ALL {
        let sides = river_sides(tile, rotation);
        let out = sides.iter().copied().find(|&side| side != entry);
        let is_legal = sides.contains(&entry) && out.is_none_or(|out| course.may_leave_by(out));
        if is_legal && tile.canonical_rotation(rotation) == rotation {
            placements.push((Pos::new(x as i16, y as i16), rotation, out));
        }
    }
    placements
}

/// Checks every tile that can be drawn now, then goes on with each kind of bend or straight tile.
fn walk(state: &State, course: &Course, courses: &mut u32) {
    assert_eq!(open_river_edges(state), 1, "{state:?}");
    assert_eq!(state.river_end().map(|end| (i32::from(end.pos.x), i32::from(end.pos.y))), Some(course.open_cell()));
    assert!(course.is_clear(), "{course:?}");
    let mut tried = Vec::new();
    for draw in state.legal_actions() {
        let mut drawn = state.clone();
        drawn.apply(draw).unwrap();
        let Some(tile) = drawn.tile_in_hand() else { panic!("{draw:?} fits nowhere: {state:?}") };
        let expected = placements_by_the_rules(course, tile);
        assert!(!expected.is_empty(), "{} fits nowhere: {course:?}", tile.name);
        let legal: Vec<_> = expected.iter().map(|&(pos, rotation, _)| Action::Place { pos, rotation }).collect();
        assert_eq!(drawn.legal_actions(), legal, "{} at {course:?}", tile.name);
        for (pos, rotation, out) in expected {
            // Tiles that lead the river the same way need to be followed only once.
            if tried.contains(&out) {
                continue;
            }
            tried.push(out);
            let mut next = drawn.clone();
            next.apply(Action::Place { pos, rotation }).unwrap();
            if matches!(next.decision(), Decision::Deploy { .. }) {
                next.apply(Action::Pass).unwrap();
            }
            match out {
                Some(out) => walk(&next, &course.extended(out), courses),
                None => {
                    *courses += 1;
                    assert_eq!((open_river_edges(&next), next.river_end()), (0, None));
                    let lands = next.undrawn().all(|(tile, _)| tile.river == 0);
                    assert!(lands && next.tiles_left() == 71 && next.discarded().is_empty());
                }
            }
        }
    }
}

/// Sides with river beside an empty cell.
fn open_river_edges(state: &State) -> usize {
    let demands = |cell: &bastide_rules::FrontierCell| {
        Side::ALL.into_iter().filter(|&side| cell.demands(side) == Some(Edge::River)).count()
    };
    state.frontier().iter().map(demands).sum()
}

fn new_game(base: Base) -> State {
    State::new(Game::new(Options::new(base, 2).with(Module::River)).unwrap())
}

/// RIVER-7, RIVER-D2, RIVER-D9, RIVER-9, RIVER-10, RIVER-D6: on every course the river has one open end, every
/// tile fits exactly where the two bend rules and the river side allow, and the lake closes the river.
#[test]
fn every_course_can_be_laid_to_the_lake() {
    for (base, _) in RIVERS {
        let mut courses = 0;
        walk(&new_game(base), &Course::from_spring((0, 1)), &mut courses);
        // Four bends and six straight tiles in any order, as often as they can turn.
        assert!(courses > 500, "{base}: {courses} courses");
    }
}

/// RIVER-D2: no legal course of up to 13 tiles ever comes to lie beside itself.
#[test]
fn no_course_lies_beside_itself() {
    fn lengthen(course: &Course, left: u32) {
        assert!(course.is_clear(), "{course:?}");
        if left > 0 {
            for out in [(0, 1), (1, 0), (-1, 0), (0, -1)] {
                let (x, y) = course.flow();
                if out != (-x, -y) && course.may_leave_by(out) {
                    lengthen(&course.extended(out), left - 1);
                }
            }
        }
    }
    lengthen(&Course::from_spring((0, 1)), 13);
}

/// RIVER-1, RIVER-2, RIVER-D4: a spring, a lake and ten others; the spring is the start tile, and the start tile of
/// the base is not mixed in.
#[test]
fn a_river_has_twelve_tiles() {
    for (base, name) in RIVERS {
        let tiles = catalogue::tiles_of(catalogue::set(name).unwrap());
        let count = |counts: fn(&Tile) -> bool| {
            tiles.iter().filter(|tile| counts(tile)).map(|tile| u32::from(tile.count)).sum::<u32>()
        };
        assert_eq!(count(|tile| tile.river != 0), 12);
        assert_eq!(count(|tile| tile.role == Some(RiverRole::Source)), 1);
        assert_eq!(count(|tile| tile.role == Some(RiverRole::Lake)), 1);
        assert_eq!(count(|tile| tile.role.is_none()), 10);

        let state = new_game(base);
        let game = state.game();
        assert_eq!(game.start_tile().unwrap().role, Some(RiverRole::Source));
        assert_eq!(state.tiles().count(), 1);
        assert_eq!(game.tiles().filter(|(tile, _)| tile.river != 0).count(), 11);
        assert_eq!(game.tile_count(), 11 + 71);
        assert!(game.tiles().all(|(tile, _)| !tile.start));
    }
}

/// RIVER-5, RIVER-3: in any order of draws the lake is the eleventh river tile and land comes after it.
#[test]
fn the_lake_comes_last_and_land_after_it() {
    for (base, _) in RIVERS {
        for mut seed in 0..50u32 {
            let mut state = new_game(base);
            let mut drawn = Vec::new();
            while drawn.len() < 13 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let action = state.choose(|count| (seed >> 8) % count).unwrap();
                if let Action::Draw(tile) = action {
                    assert!(state.chance_outcomes().iter().any(|&(outcome, _)| outcome == action));
                    drawn.push(catalogue::tile(tile));
                }
                state.apply(action).unwrap();
            }
            let roles: Vec<_> = drawn.iter().map(|tile| (tile.river != 0, tile.role)).collect();
            assert_eq!(roles[..10], [(true, None); 10]);
            assert_eq!(roles[10..], [(true, Some(RiverRole::Lake)), (false, None), (false, None)]);
        }
    }
}

/// RIVER-D5: the field goes round the lake: both banks of the tile before are one field there.
#[test]
fn the_field_goes_round_the_lake() {
    // South from the spring, east along row 4, south again to the bend I; the lake lies at 5,6.
    let before = "D@0,1/r0 F@0,2/r0 K@0,3/r0 J@0,4/r3 B@1,4/r0 C@2,4/r0 H@3,4/r0 G@4,4/r3 E@4,5/r2 I@5,5/r1";
    for (base, set) in [(Base::V3, "river-v3"), (Base::Fortress, "river-fortress")] {
        let river = |tiles: &str| {
            let laid: Vec<_> = tiles.split(' ').map(|tile| format!("{set}/{tile}")).collect();
            let line = format!("bastide-position 1 base={base} with=river players=2 turn=1 next=1 points=0,0");
            notation::parse_position(&format!("{line} tiles={set}/A@0,0/r0;{}", laid.join(";"))).unwrap()
        };
        let banks = |state: &State| {
            let bend = catalogue::find(set, "I").unwrap();
            [5, 6].map(|half| {
                let name = format!("field:{half}");
                let segment = notation::spot_of_segment(bend, Rotation::new(1), &name).unwrap();
                state.region(Spot { pos: Pos::new(5, 5), segment }).unwrap().spots()
            })
        };
        let [left, right] = banks(&river(before));
        assert_ne!(left, right, "the river divides them");
        let [left, right] = banks(&river(&format!("{before} L@5,6/r0")));
        assert_eq!(left, right, "the lake joins them");
    }
}

/// RIVER-D6: no land tile has a river side, and after the lake no side asks for one.
#[test]
fn land_tiles_have_no_river() {
    for (base, _) in RIVERS {
        let land = catalogue::tiles_of(catalogue::set(base.info().set).unwrap());
        assert!(land.iter().all(|tile| tile.river == 0 && !tile.sides.contains(&Edge::River)));
    }
}
