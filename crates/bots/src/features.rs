//! What an evaluation sees of a state: a row of numbers for each player.
//!
//! The value of a state to a player is the sum of these numbers, each multiplied by a weight that
//! depends on how far the game is. Everything is counted in integers, so that every machine sees the
//! same: points and pieces in parts of [`ONE`], chances too.
//!
//! A feature that is complete but not scored yet, because the turn still goes on, counts as scored:
//! so a position in the middle of a turn is judged as if the turn ended there.

mod cells;

use bastide_rules::{
    Decision, Facts, Feature, FigureKind, Joint, MAX_PLAYERS, Module, Opening, Owned, PlayerId, Pos, Quarter, Sector,
    Side, Standing, State, Stock,
};

pub(crate) use cells::{CELL_WORDS, CELLS};

/// One point, one piece, certainty.
pub(crate) const ONE: i32 = 256;

macro_rules! features {
    ($($name:ident $word:literal,)*) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(dead_code, reason = "roads and supplies are reached by counting on from the first of their row")]
        pub(crate) enum F { $($name,)* }

        /// The words by which the files of weights name what is counted.
        pub(crate) const WORDS: &[&str] = &[$($word,)*];
    };
}

features! {
    // An open city with the majority: its points now, what completion would add times its chance,
    // the chance for each figure, its square, open cells, one; the expected points once more if it
    // is shared, contested or lost; a figure in a city that cannot be completed; the share of the
    // undrawn tiles that fit, over all its cells.
    CityNow "city.now", CityGain "city.gain", CityChance "city.chance", CitySquare "city.square",
    CityCells "city.cells", CityOne "city.one", CityShared "city.shared", CityContested "city.contested",
    CityLost "city.lost", CityDead "city.dead", CityFits "city.fits",
    // What completion would add times its chance if one cell is open, if two are, and if one is and the owner is next;
    // figures; the chance for each figure that has lost the majority; what the owner gains when a tile joins it with
    // another region beside the same cell, by the tiles that fit there; the expected points for each cell where somebody could come in, and once more if
    // hardly any tile fits into one.
    CityGain1 "city.gain.1", CityGain2 "city.gain.2", CityTurn "city.turn", CityFigures "city.figures",
    CityLostChance "city.lost.chance", CityJoin "city.join", CityRisk "city.risk", CityTight "city.tight",
    // The same by the tiles that do join it, apart for those who gain and those who lose.
    CityMeet "city.meet", CityMeetLost "city.meet.lost",
    RoadNow "road.now", RoadGain "road.gain", RoadChance "road.chance", RoadSquare "road.square",
    RoadCells "road.cells", RoadOne "road.one", RoadShared "road.shared", RoadContested "road.contested",
    RoadLost "road.lost", RoadDead "road.dead", RoadFits "road.fits",
    RoadGain1 "road.gain.1", RoadGain2 "road.gain.2", RoadTurn "road.turn", RoadFigures "road.figures",
    RoadLostChance "road.lost.chance", RoadJoin "road.join", RoadRisk "road.risk", RoadTight "road.tight",
    RoadMeet "road.meet", RoadMeetLost "road.meet.lost",
    MonasteryNow "monastery.now", MonasteryGain "monastery.gain", MonasteryChance "monastery.chance",
    MonasterySquare "monastery.square", MonasteryCells "monastery.cells", MonasteryOne "monastery.one",
    FieldDone "field.done", FieldSoon "field.soon", FieldCities "field.cities", FieldEnds "field.ends",
    FieldOne "field.one", FieldRegion "field.region", FieldRisk "field.risk", FieldShared "field.shared", FieldContested "field.contested", FieldLost "field.lost",
    FieldMeet "field.meet", FieldMeetLost "field.meet.lost",
    // Points of what is complete and not scored yet.
    Sure "sure",
    // Meeples in the supply: the first, the second, …
    Free1 "free.1", Free2 "free.2", Free3 "free.3", Free4 "free.4", Free5 "free.5", Free6 "free.6", Free7 "free.7",
    FreeAbbot "free.abbot", FreeLarge "free.large", FreeBuilder "free.builder", FreePig "free.pig",
    // Whose turn comes, and that there is no meeple left for it.
    Next "next", NextBare "next.bare",
    Builder "builder", BuilderFits "builder.fits", Pig "pig", PigCities "pig.cities",
    GoodsLead "goods.lead", GoodsTokens "goods.tokens",
    Gold "gold", GoldLying "gold.lying",
    MessageDue "message.due", FlightDue "flight.due", Robber "robber",
    Fairy "fairy", DragonNear "dragon.near", DragonReach "dragon.reach",
    TowerThreat "tower.threat", Floors "floors", Captives "captives", Captured "captured",
    Crown "crown", CrownDouble "crown.double",
    Palace "palace", Church "church", Market "market", Smithy "smithy",
    Gingerbread "gingerbread", Knights "knights", Monks "monks", Farmers "farmers",
}

/// How many numbers there are.
pub(crate) const COUNT: usize = WORDS.len();

/// What is worth what to each player.
pub(crate) type Values = [i32; MAX_PLAYERS];

/// Takes the numbers.
pub(crate) trait Sink {
    fn add(&mut self, player: usize, feature: usize, amount: i32);

    /// What follows belongs to one region, or to none.
    fn enter(&mut self, is_region: bool) {
        let _ = is_region;
    }

    /// What they are worth, all together; nothing from a sink that does not weigh them.
    fn values(&self) -> Values {
        [0; MAX_PLAYERS]
    }

    /// Adds what something was found to be worth before.
    fn add_values(&mut self, values: &Values) {
        let _ = values;
    }

    /// Takes it away again.
    fn take_values(&mut self, values: &Values) {
        self.add_values(&values.map(i32::wrapping_neg));
    }
}

/// Whether regions are looked at anew.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Memory {
    /// All of them.
    #[default]
    None,
    /// All of them, and what they are worth is kept.
    Keep,
    /// Those that a tile on this cell has changed; others are worth what was kept.
    Recall(Pos),
}

/// What was kept of a region with figures.
#[derive(Clone, Copy)]
struct Kept {
    facts: Facts,
    values: Values,
}

/// How unlikely it is that a cell is filled well, by a hundred times `0.43 · closes + 0.08 · fits`: the
/// logarithm of the chance `1 - exp(-x)`, in parts of -256. Logarithms add up, so that one cell can be
/// taken out and another put in.
static UNLIKELY: [u16; 1024] = {
    let mut table = [DEAD; 1024];
    // e to the power of -0.01, multiplied step by step: the same on every machine.
    let (mut rest, mut index) = (1.0f64, 1);
    while index < 1024 {
        rest *= 0.990_049_833_749_168;
        table[index] = (-256.0 * logarithm(1.0 - rest) + 0.5) as u16;
        index += 1;
    }
    table
};

/// What a cell counts that no tile fits: completion is out of sight.
const DEAD: u16 = 2047;

/// The chance of a sum of logarithms, in parts of [`ONE`].
static CHANCE: [u16; 2048] = {
    let mut table = [0; 2048];
    let (mut chance, mut index) = (1.0f64, 0);
    while index < 2047 {
        table[index] = (ONE as f64 * chance + 0.5) as u16;
        // e to the power of -1/256.
        chance *= 0.996_101_369_470_117_5;
        index += 1;
    }
    table
};

/// The natural logarithm of a number between 0 and 1, by sums and products alone.
const fn logarithm(number: f64) -> f64 {
    let (mut rest, mut twos) = (number, 0.0);
    while rest < 0.7 {
        rest *= 2.0;
        twos += 1.0;
    }
    let small = (rest - 1.0) / (rest + 1.0);
    let (mut power, mut sum, mut odd) = (small, 0.0, 1.0);
    while odd < 40.0 {
        sum += power / odd;
        power *= small * small;
        odd += 2.0;
    }
    2.0 * sum - twos * std::f64::consts::LN_2
}

const CLOSES: usize = 43;
const FITS: usize = 8;

#[inline]
fn unlikely(fits: u8, closes: u8) -> i32 {
    i32::from(UNLIKELY[(CLOSES * usize::from(closes) + FITS * usize::from(fits)).min(1023)])
}

#[inline]
fn chance_of(logs: i32) -> i32 {
    i32::from(CHANCE[(logs as usize).min(2047)])
}

/// What a sink has more than before.
fn added<S: Sink>(before: &Values, sink: &S) -> Values {
    let mut values = sink.values();
    values.iter_mut().zip(before).for_each(|(value, before)| *value = value.wrapping_sub(*before));
    values
}

/// What is gathered of a region while the open cells are visited.
#[derive(Clone, Copy, Default)]
struct Gathered {
    round: u32,
    /// How unlikely it is that all its cells are filled well.
    logs: i32,
    cells: i16,
    fits: i16,
    /// Cells that no tile fits, and cells that two or fewer fit.
    dead: i16,
    tight: i16,
}

impl Gathered {
    #[inline]
    fn add(&mut self, opening: &Opening, sign: i16) {
        self.logs += i32::from(sign) * unlikely(opening.fits, opening.closes);
        self.cells += sign;
        self.fits += sign * i16::from(opening.fits);
        self.dead += sign * i16::from(opening.fits == 0);
        self.tight += sign * i16::from(opening.fits <= 2);
    }
}

/// How likely it is that one of so many tiles comes to a cell.
#[inline]
fn likely(tiles: u8) -> i32 {
    ONE * i32::from(tiles) / (i32::from(tiles) + 6)
}

/// What a region of this value gives to players who stand on it.
#[inline]
fn shares(strength: &[u8; MAX_PLAYERS], value: i32) -> Values {
    let most = strength.iter().copied().max().unwrap_or(0).max(1);
    strength.map(|own| if own == most { value } else { 0 })
}

/// Whether a cell is another one or beside it.
#[inline]
fn is_beside(cell: Pos, other: Pos) -> bool {
    cell.x.abs_diff(other.x) + cell.y.abs_diff(other.y) <= 1
}

/// Who stands on the two regions of a joint, and what they are worth.
struct Meeting {
    values: [i32; 2],
    strengths: [[u8; MAX_PLAYERS]; 2],
}

impl Meeting {
    fn is_occupied(&self) -> bool {
        self.strengths.as_flattened().iter().any(|&own| own > 0)
    }

    /// What each player has of the two.
    fn owned(&self) -> Values {
        let mut owned = shares(&self.strengths[0], self.values[0]);
        owned.iter_mut().zip(shares(&self.strengths[1], self.values[1])).for_each(|(sum, other)| *sum += other);
        owned
    }

    /// What each player has more when the two are one.
    fn gains(&self) -> Values {
        // Nobody stands on one of them: whoever has the other gets it too.
        match self.strengths.map(|strength| strength == [0; MAX_PLAYERS]) {
            [true, false] => return shares(&self.strengths[1], self.values[0]),
            [false, true] => return shares(&self.strengths[0], self.values[1]),
            _ => {}
        }
        let [mut both, other] = self.strengths;
        both.iter_mut().zip(other).for_each(|(sum, own)| *sum += own);
        let mut gains = shares(&both, self.values[0] + self.values[1]);
        gains.iter_mut().zip(self.owned()).for_each(|(gain, owned)| *gain -= owned);
        gains
    }
}

/// What players gain and lose by the tiles that join two regions; with a sign of -1 it is taken back.
#[inline]
fn meet<S: Sink>(joint: &Joint, gains: &Values, sign: i32, sink: &mut S) {
    let (gain, loss) = match joint.feature {
        Feature::City => (F::CityMeet, F::CityMeetLost),
        Feature::Road => (F::RoadMeet, F::RoadMeetLost),
        Feature::Field => (F::FieldMeet, F::FieldMeetLost),
        Feature::Monastery | Feature::Garden | Feature::Shrine => return,
    };
    let share = likely(joint.joins);
    for (player, &gained) in gains.iter().enumerate().filter(|(_, gained)| **gained != 0) {
        let feature = if gained > 0 { gain } else { loss };
        sink.add(player, feature as usize, sign * (share * gained / ONE));
    }
}

/// What lies beside a field.
#[derive(Clone, Copy, Default)]
struct Farmland {
    /// The pass in which it was looked at; of what was kept the round.
    time: u32,
    /// From where to where its cities are in the list, of what was kept.
    cities: (u32, u32),
    /// Complete cities, the chances of the others, and how many those are.
    done: i32,
    soon: i32,
    open: i32,
}

impl Farmland {
    /// What it gives to its farmers, as things look.
    fn value(&self) -> i32 {
        3 * ONE * self.done + 3 * self.soon
    }
}

const NOWHERE: Gathered = Gathered { round: 0, logs: DEAD as i32, cells: 0, fits: 0, dead: 0, tight: 0 };

/// Reads states. Keeps its lists for the next one.
#[derive(Clone, Default)]
pub(crate) struct Scout {
    stock: Stock,
    /// By region; what other rounds have left is void.
    gathered: Vec<Gathered>,
    round: u32,
    /// What was changed to follow a tile, in the order of changes.
    kept: Vec<(usize, Gathered)>,
    /// What regions with figures are worth, by region, in the state that was gathered.
    worth: Vec<(u32, Option<Kept>)>,
    /// Fields, by region: in this pass, and in the state that was kept, with the cities beside them.
    fields: Vec<Farmland>,
    fields_kept: Vec<Farmland>,
    cities: Vec<usize>,
    /// What is remembered in this pass.
    memory: Memory,
    /// What was kept is good for nothing.
    is_void: bool,
    /// The pass for which a region was last found changed.
    touched: Vec<u32>,
    /// The pass in which a region was last counted.
    counted: Vec<u32>,
    pass: u32,
    /// The walk around a field in which a city was last met.
    met: Vec<u32>,
    walk: u32,
    players: usize,
    /// Figures that come back when the turn ends, by player and kind.
    back: [[u8; FigureKind::ALL.len()]; MAX_PLAYERS],
    /// Whose turn comes, and whose came in the state that was kept.
    next: usize,
    next_when_kept: usize,
    /// Where regions wait beside the same cell, in the state that was gathered, and around a tile that was laid.
    joints: Vec<Joint>,
    new_joints: Vec<Joint>,
    /// What was kept of them: what each is worth, nothing where nobody stands on either; what all are worth; the regions that they
    /// join, each once; how many figures stood on the table.
    joints_kept: Vec<Option<Values>>,
    joints_worth: Values,
    joined: Vec<usize>,
    figures_kept: usize,
    /// The pass for which a region of the state that was kept was last found changed.
    moved: Vec<u32>,
    /// Those of them that were looked at in this pass.
    joints_seen: Vec<Joint>,
    /// The turn that is being played: states of later ones are after it.
    pub(crate) turn: u32,
}

/// From a number of cities to that of roads.
const ROAD: usize = F::RoadNow as usize - F::CityNow as usize;

impl Scout {
    /// Undrawn tiles of the state read last.
    pub(crate) fn left(&self) -> u32 {
        self.stock.total()
    }

    /// Looks at the undrawn tiles.
    pub(crate) fn read_stock(&mut self, state: &State) {
        self.stock.read(state);
    }

    /// Figures of a player in the supply when the turn ends.
    #[inline]
    pub(crate) fn free(&self, state: &State, player: PlayerId, kind: FigureKind) -> u8 {
        state.supply(player, kind) + self.back[player.index()][kind as usize]
    }

    /// Counts everything.
    pub(crate) fn read<S: Sink>(&mut self, state: &State, sink: &mut S) {
        self.gather(state);
        self.count(state, sink, Memory::None);
    }

    /// Looks where regions are open, for [`read_beside`](Scout::read_beside).
    pub(crate) fn prepare(&mut self, state: &State) {
        self.gather(state);
    }

    /// Counts everything of a state in which the same tiles lie as in the one that was [prepared](Scout::prepare): what is
    /// open is the same.
    pub(crate) fn read_beside<S: Sink>(&mut self, state: &State, sink: &mut S) {
        self.count(state, sink, Memory::None);
    }

    /// Counts everything and keeps what regions are worth, for [`read_after`](Scout::read_after).
    pub(crate) fn read_and_keep<S: Sink>(&mut self, state: &State, sink: &mut S) {
        self.is_void = false;
        self.gather(state);
        self.count(state, sink, Memory::Keep);
    }

    /// Counts everything after a tile was laid on a cell of a state that was read to be kept: only what the tile
    /// has changed is looked at. [`restore`](Scout::restore) takes it back.
    pub(crate) fn read_after<S: Sink>(&mut self, before: &State, after: &State, pos: Pos, sink: &mut S) {
        if self.is_void || !self.stock.is_of(after) {
            // With the last tile of a river other tiles can be drawn, wherever it lies.
            self.is_void = true;
            self.kept.clear();
            self.read(after, sink);
            return;
        }
        self.follow(before, after, pos);
        self.count(after, sink, Memory::Recall(pos));
    }

    fn make_room(&mut self, state: &State) {
        let numbers = state.region_numbers();
        if self.gathered.len() < numbers {
            self.gathered.resize(numbers + 64, Gathered::default());
            self.counted.resize(numbers + 64, 0);
            self.met.resize(numbers + 64, 0);
            self.touched.resize(numbers + 64, 0);
            self.moved.resize(numbers + 64, 0);
            self.worth.resize(numbers + 64, (0, None));
            self.fields.resize(numbers + 64, Farmland::default());
            self.fields_kept.resize(numbers + 64, Farmland::default());
        }
    }

    /// Looks where regions are open.
    fn gather(&mut self, state: &State) {
        self.stock.read(state);
        self.players = state.game().players();
        self.make_room(state);
        self.round += 1;
        let round = self.round;
        let (gathered, joints) = (&mut self.gathered, &mut self.joints);
        joints.clear();
        state.for_each_joint(&mut self.stock, |joint| joints.push(joint));
        state.for_each_opening(&mut self.stock, |opening| {
            let region = &mut gathered[opening.region];
            if region.round != round {
                *region = Gathered { round, ..Gathered::default() };
            }
            region.add(&opening, 1);
        });
    }

    /// Changes what was gathered of a state to what it is after a tile was laid on a cell, from what is
    /// around that cell alone. [`restore`](Scout::restore) takes it back.
    fn follow(&mut self, before: &State, after: &State, pos: Pos) {
        self.make_room(after);
        self.kept.clear();
        let Scout { stock, gathered, kept, round, new_joints, .. } = self;
        new_joints.clear();
        let round = *round;
        let keep = |gathered: &mut Vec<Gathered>, kept: &mut Vec<(usize, Gathered)>, region: usize| {
            kept.push((region, gathered[region]));
            if gathered[region].round != round {
                gathered[region] = Gathered { round, ..Gathered::default() };
            }
        };
        let around = Side::ALL.map(|side| pos.beside(side));
        let mut joined = [usize::MAX; 4];
        let mut sides = joined.iter_mut();
        before.for_each_opening_at(pos, stock, |opening| {
            keep(gathered, kept, opening.region);
            gathered[opening.region].add(&opening, -1);
            if let Some(joined) = sides.next() {
                *joined = opening.region;
            }
        });
        for cell in around {
            before.for_each_opening_at(cell, stock, |opening| {
                keep(gathered, kept, opening.region);
                gathered[opening.region].add(&opening, -1);
            });
        }
        for region in joined.into_iter().filter(|&region| region != usize::MAX) {
            let now = after.region_now(region);
            if now != region {
                let Gathered { logs, cells, fits, dead, tight, .. } = gathered[region];
                keep(gathered, kept, now);
                let now = &mut gathered[now];
                now.logs += logs;
                now.cells += cells;
                now.fits += fits;
                now.dead += dead;
                now.tight += tight;
            }
        }
        for cell in around {
            after.for_each_joint_at(cell, stock, |joint| new_joints.push(joint));
            after.for_each_opening_at(cell, stock, |opening| {
                keep(gathered, kept, opening.region);
                gathered[opening.region].add(&opening, 1);
            });
        }
    }

    /// Takes back what [`follow`](Scout::follow) has changed.
    pub(crate) fn restore(&mut self) {
        while let Some((region, gathered)) = self.kept.pop() {
            self.gathered[region] = gathered;
        }
    }

    /// Marks what a tile on a cell has changed: what it belongs to, and what is open around it.
    fn touch(&mut self, state: &State, pos: Pos) {
        let (touched, pass) = (&mut self.touched, self.pass);
        state.for_each_region_at(pos, |region| touched[region] = pass);
        for &(region, _) in &self.kept {
            touched[state.region_now(region)] = pass;
        }
    }

    /// What a region was found to be worth, if a tile has not changed it.
    #[inline]
    fn recall(&self, state: &State, figure: &Standing, facts: &Facts, laid: Pos) -> Option<Values> {
        let (round, kept) = &self.worth[figure.region];
        let is_valid = *round == self.round && self.next == self.next_when_kept;
        let kept = kept.as_ref().filter(|kept| is_valid && kept.facts == *facts)?;
        let is_changed = match facts.feature {
            Feature::City | Feature::Road => self.touched[figure.region] == self.pass,
            Feature::Monastery | Feature::Garden | Feature::Shrine => {
                figure.pos.x.abs_diff(laid.x) <= 2 && figure.pos.y.abs_diff(laid.y) <= 2
            }
            Feature::Field => !self.is_same_field(state, figure.region),
        };
        (!is_changed).then_some(kept.values)
    }

    /// Whether a field and the cities beside it are what they were in the state that was kept.
    #[inline]
    fn is_same_field(&self, state: &State, region: usize) -> bool {
        let Farmland { time, cities: (from, to), .. } = self.fields_kept[region];
        let is_touched = |region: usize| self.touched[region] == self.pass;
        if time != self.round || is_touched(region) {
            return false;
        }
        !self.cities[from as usize..to as usize].iter().any(|&city| is_touched(state.region_now(city)))
    }

    /// What lies beside a field. It is looked at once in each pass, and not at all if a tile has not changed it.
    fn farmland(&mut self, state: &State, region: usize) -> Farmland {
        let known = self.fields[region];
        if known.time == self.pass {
            return known;
        }
        if matches!(self.memory, Memory::Recall(_)) && self.is_same_field(state, region) {
            let kept = self.fields_kept[region];
            self.fields[region] = Farmland { time: self.pass, ..kept };
            return kept;
        }
        self.walk += 1;
        let (walk, round) = (self.walk, self.round);
        let is_kept = self.memory == Memory::Keep;
        let first = self.cities.len() as u32;
        let (met, gathered, cities) = (&mut self.met, &self.gathered, &mut self.cities);
        let mut found = Farmland { time: self.pass, ..Farmland::default() };
        state.for_each_city_beside(region, |city| {
            if std::mem::replace(&mut met[city], walk) == walk {
                return;
            }
            if is_kept {
                cities.push(city);
            }
            if state.facts(city).open == 0 {
                found.done += 1;
            } else {
                found.open += 1;
                let city = &gathered[city];
                found.soon += if city.round == round { chance_of(city.logs) } else { 0 };
            }
        });
        self.fields[region] = found;
        if is_kept {
            let cities = (first, self.cities.len() as u32);
            self.fields_kept[region] = Farmland { time: round, cities, ..found };
        }
        found
    }

    /// Counts everything, of a state whose open cells were gathered.
    fn count<S: Sink>(&mut self, state: &State, sink: &mut S, memory: Memory) {
        self.make_room(state);
        self.pass += 1;
        let pass = self.pass;
        self.memory = memory;
        self.back = Default::default();
        self.next = self.next_of(state);
        match memory {
            Memory::None => {}
            Memory::Keep => {
                self.cities.clear();
                self.next_when_kept = self.next;
            }
            Memory::Recall(pos) => self.touch(state, pos),
        }
        for figure in state.standing() {
            let facts = state.facts(figure.region);
            if facts.is_complete() {
                self.back[figure.owner.index()][figure.kind as usize] += 1;
            }
            if std::mem::replace(&mut self.counted[figure.region], pass) != pass {
                let known = match memory {
                    Memory::Recall(pos) => self.recall(state, &figure, &facts, pos),
                    _ => None,
                };
                if let Some(values) = known {
                    sink.add_values(&values);
                } else {
                    let mut strength = [0; MAX_PLAYERS];
                    for (seat, strength) in PlayerId::seats(self.players).zip(&mut strength) {
                        *strength = facts.strength(seat);
                    }
                    let before = sink.values();
                    sink.enter(true);
                    self.region(state, figure.region, &facts, &strength, sink);
                    sink.enter(false);
                    if memory == Memory::Keep {
                        let values = added(&before, sink);
                        self.worth[figure.region] = (self.round, Some(Kept { facts, values }));
                    }
                }
            }
            match figure.kind {
                FigureKind::Builder => {
                    let Gathered { fits, .. } = self.gathered(figure.region);
                    let left = self.stock.total().max(1) as i32;
                    sink.add(figure.owner.index(), F::Builder as usize, ONE);
                    sink.add(figure.owner.index(), F::BuilderFits as usize, ONE * i32::from(fits).min(left) / left);
                }
                FigureKind::Pig => {
                    sink.add(figure.owner.index(), F::Pig as usize, ONE);
                    sink.add(figure.owner.index(), F::PigCities as usize, ONE * state.points_on(figure.region) / 3);
                }
                _ => {}
            }
        }
        for seat in PlayerId::seats(self.players) {
            let free = self.free(state, seat, FigureKind::Meeple).min(7);
            for number in 0..usize::from(free) {
                sink.add(seat.index(), F::Free1 as usize + number, ONE);
            }
            for (kind, feature) in SPECIAL {
                if state.game().has_figure(kind) {
                    sink.add(seat.index(), feature as usize, ONE * i32::from(self.free(state, seat, kind)));
                }
            }
        }
        sink.add(self.next, F::Next as usize, ONE);
        if PlayerId::new(self.next).is_some_and(|next| self.free(state, next, FigureKind::Meeple) == 0) {
            sink.add(self.next, F::NextBare as usize, ONE);
        }
        self.joints(state, sink);
        self.modules(state, sink);
    }

    /// Whose turn comes.
    fn next_of(&self, state: &State) -> usize {
        let active = state.active_player().index();
        let is_after = state.turn_number() > self.turn || matches!(state.decision(), Decision::Draw { .. });
        let is_extra = is_after || state.builder_aside().is_some() || state.extra_turns() > 0;
        if is_extra { active } else { (active + 1) % self.players }
    }

    /// What players gain and lose when regions are joined that wait beside the same cell.
    fn joints<S: Sink>(&mut self, state: &State, sink: &mut S) {
        self.joints_seen.clear();
        match self.memory {
            Memory::None => {
                for index in 0..self.joints.len() {
                    self.joint(state, self.joints[index], sink);
                }
            }
            Memory::Keep => self.keep_joints(state, sink),
            Memory::Recall(laid) => {
                self.recall_joints(state, laid, sink);
                for index in 0..self.new_joints.len() {
                    self.joint(state, self.new_joints[index], sink);
                }
            }
        }
    }

    /// Counts all joints and keeps what they are worth.
    fn keep_joints<S: Sink>(&mut self, state: &State, sink: &mut S) {
        self.joints_kept.clear();
        self.joined.clear();
        self.figures_kept = state.standing().len();
        let all = sink.values();
        for index in 0..self.joints.len() {
            let joint = self.joints[index];
            let before = sink.values();
            let is_occupied = self.joint(state, joint, sink);
            self.joints_kept.push(is_occupied.then(|| added(&before, sink)));
            for region in joint.regions {
                if std::mem::replace(&mut self.moved[region], self.pass) != self.pass {
                    self.joined.push(region);
                }
            }
        }
        self.joints_worth = added(&all, sink);
    }

    /// Counts all joints of the state that was kept as they are after a tile was laid on a cell. They are worth what they were worth
    /// together, but for those that the tile has changed.
    fn recall_joints<S: Sink>(&mut self, state: &State, laid: Pos, sink: &mut S) {
        for &region in &self.joined {
            if self.touched[state.region_now(region)] == self.pass {
                self.moved[region] = self.pass;
            }
        }
        // Figures have seldom come or gone before anybody was asked.
        let is_calm = state.standing().len() == self.figures_kept;
        sink.add_values(&self.joints_worth);
        for index in 0..self.joints.len() {
            let (joint, kept) = (self.joints[index], self.joints_kept[index]);
            let is_moved =
                is_beside(joint.pos, laid) || joint.regions.iter().any(|&region| self.moved[region] == self.pass);
            if is_calm && !is_moved && (kept.is_none() || self.is_same_meeting(state, &joint)) {
                continue;
            }
            if let Some(values) = kept {
                sink.take_values(&values);
            }
            if let Some(joint) = self.joint_now(state, index) {
                self.joint(state, joint, sink);
            }
        }
    }

    /// A joint of the state that was gathered, as it is in this pass: those around a tile that was laid have changed, and
    /// of those that a tile has made the same the first one stands for all.
    #[inline]
    fn joint_now(&self, state: &State, index: usize) -> Option<Joint> {
        let joint = self.joints[index];
        let Memory::Recall(laid) = self.memory else { return Some(joint) };
        let now = |joint: &Joint| joint.regions.map(|region| state.region_now(region));
        let regions = now(&joint);
        if is_beside(joint.pos, laid) || regions[0] == regions[1] {
            return None;
        }
        if regions.iter().all(|&region| self.touched[region] != self.pass) {
            return Some(joint);
        }
        let is_near = |other: &&Joint| other.pos == joint.pos;
        let is_same = |other: &&Joint| [regions, [regions[1], regions[0]]].contains(&now(other));
        if self.joints[..index].iter().rev().take_while(is_near).any(|other| is_same(&other)) {
            return None;
        }
        let same = self.joints[index..].iter().take_while(is_near).filter(is_same);
        let joins = same.map(|other| other.joins).max().unwrap_or(joint.joins);
        Some(Joint { regions, joins, ..joint })
    }

    /// Whether what lies beside two fields is what it was in the state that was kept.
    #[inline]
    fn is_same_meeting(&self, state: &State, joint: &Joint) -> bool {
        joint.feature != Feature::Field || joint.regions.iter().all(|&region| self.is_same_field(state, region))
    }

    /// Counts a joint, and says whether anybody stands there.
    #[inline]
    fn joint<S: Sink>(&mut self, state: &State, joint: Joint, sink: &mut S) -> bool {
        self.joints_seen.push(joint);
        if joint.regions.iter().all(|&region| !state.facts(region).is_occupied()) {
            return false;
        }
        let gains = self.meeting(state, &joint).gains();
        let by_fits = match joint.feature {
            Feature::City => Some(F::CityJoin),
            Feature::Road => Some(F::RoadJoin),
            _ => None,
        };
        if let Some(feature) = by_fits {
            let share = likely(joint.fits);
            for (player, &gained) in gains.iter().enumerate().filter(|(_, gained)| **gained != 0) {
                sink.add(player, feature as usize, share * gained / ONE);
            }
        }
        meet(&joint, &gains, 1, sink);
        true
    }

    fn meeting(&mut self, state: &State, joint: &Joint) -> Meeting {
        let values = joint.regions.map(|region| match joint.feature {
            Feature::Field => self.farmland(state, region).value(),
            _ => ONE * state.points_when_complete(region),
        });
        let mut strengths = [[0; MAX_PLAYERS]; 2];
        for (region, strength) in joint.regions.into_iter().zip(&mut strengths) {
            let facts = state.facts(region);
            for (seat, own) in PlayerId::seats(self.players).zip(strength) {
                *own = facts.strength(seat);
            }
        }
        Meeting { values, strengths }
    }

    /// What changes by the tiles that join a region with others if players stand on it with these strengths, where nobody
    /// stands now. Call it after [`read`](Scout::read) of the same state.
    pub(crate) fn joins_if<S: Sink>(
        &mut self,
        state: &State,
        region: usize,
        strength: &[u8; MAX_PLAYERS],
        sink: &mut S,
    ) {
        // A region that a tile has not touched was perhaps not looked at in this pass.
        if matches!(self.memory, Memory::Recall(_)) && self.touched[region] != self.pass {
            self.joints_seen.clear();
            for index in 0..self.joints.len() {
                let joint = self.joint_now(state, index);
                self.joints_seen.extend(joint);
            }
            self.joints_seen.extend_from_slice(&self.new_joints);
        }
        for index in 0..self.joints_seen.len() {
            let joint = self.joints_seen[index];
            let Some(side) = joint.regions.iter().position(|&other| other == region) else { continue };
            let mut meeting = self.meeting(state, &joint);
            if meeting.is_occupied() {
                meet(&joint, &meeting.gains(), -1, sink);
            }
            meeting.strengths[side] = *strength;
            meet(&joint, &meeting.gains(), 1, sink);
        }
    }

    /// The chance that a road or city of a state is completed, in parts of a hundred.
    pub(crate) fn chance_of_completion(&mut self, state: &State, region: usize) -> u8 {
        self.gather(state);
        (chance_of(self.gathered(region).logs) * 100 / ONE) as u8
    }

    /// What was gathered of a region; of one that is open nowhere that it cannot be completed.
    #[inline]
    fn gathered(&self, region: usize) -> Gathered {
        let gathered = self.gathered[region];
        if gathered.round == self.round { gathered } else { NOWHERE }
    }

    /// What a region gives to the players who stand on it with these strengths. Call it after
    /// [`read`](Scout::read) of the same state for strengths that could be.
    #[inline]
    pub(crate) fn region<S: Sink>(
        &mut self,
        state: &State,
        region: usize,
        facts: &Facts,
        strength: &[u8; MAX_PLAYERS],
        sink: &mut S,
    ) {
        let most = *strength.iter().max().unwrap_or(&0);
        if most == 0 {
            return;
        }
        let players = self.players;
        let leaders = strength.iter().filter(|&&own| own == most).count();
        let present = strength.iter().filter(|&&own| own > 0).count();
        let is_shared = leaders > 1;
        let is_contested = !is_shared && present > 1;
        match facts.feature {
            Feature::City | Feature::Road => {
                let block = if facts.feature == Feature::City { 0 } else { ROAD };
                let name = |feature: F| feature as usize + block;
                let now = ONE * state.points_on(region);
                if facts.open == 0 {
                    for player in (0..players).filter(|&player| strength[player] == most) {
                        sink.add(player, F::Sure as usize, now);
                    }
                    return;
                }
                let Gathered { logs, cells, dead, tight, fits, .. } = self.gathered(region);
                let chance = chance_of(logs);
                // Whoever completes it lays a tile on each of its cells.
                let each = if facts.feature == Feature::City { 2 } else { 1 };
                let complete = ONE * (state.points_when_complete(region) + each * i32::from(cells));
                let gain = (complete - now) * chance / ONE;
                let fits = ONE * i32::from(fits) / self.stock.total().max(1) as i32;
                for (player, &own) in strength[..players].iter().enumerate() {
                    if own == 0 {
                        continue;
                    }
                    if own < most {
                        sink.add(player, name(F::CityLost), now + gain);
                        sink.add(player, name(F::CityLostChance), chance * i32::from(own));
                        continue;
                    }
                    sink.add(player, name(F::CityNow), now);
                    sink.add(player, name(F::CityGain), gain);
                    sink.add(player, name(F::CityChance), chance * i32::from(own));
                    sink.add(player, name(F::CitySquare), chance * chance / ONE);
                    sink.add(player, name(F::CityCells), ONE * i32::from(cells));
                    sink.add(player, name(F::CityOne), ONE);
                    sink.add(player, name(F::CityFits), fits);
                    sink.add(player, name(F::CityFigures), ONE * i32::from(own));
                    if tight > 0 {
                        sink.add(player, name(F::CityTight), now + gain);
                    }
                    if own == 1 && present == 1 {
                        sink.add(player, name(F::CityRisk), (now + gain) * i32::from(cells.min(4)) / 4);
                    }
                    match cells {
                        1 => {
                            sink.add(player, name(F::CityGain1), gain);
                            if player == self.next {
                                sink.add(player, name(F::CityTurn), gain);
                            }
                        }
                        2 => sink.add(player, name(F::CityGain2), gain),
                        _ => {}
                    }
                    if dead > 0 {
                        sink.add(player, name(F::CityDead), ONE);
                    }
                    if is_shared {
                        sink.add(player, name(F::CityShared), now + gain);
                    } else if is_contested {
                        sink.add(player, name(F::CityContested), now + gain);
                    }
                }
            }
            Feature::Monastery | Feature::Garden | Feature::Shrine => {
                let now = ONE * state.points_on(region);
                if facts.open == 0 {
                    for player in (0..players).filter(|&player| strength[player] == most) {
                        sink.add(player, F::Sure as usize, now);
                    }
                    return;
                }
                let mut logs = 0;
                state.for_each_gap(region, &mut self.stock, |fits| logs += unlikely(fits, 0));
                let chance = chance_of(logs);
                let gain = (9 * ONE - now) * chance / ONE;
                for player in (0..players).filter(|&player| strength[player] == most) {
                    sink.add(player, F::MonasteryNow as usize, now);
                    sink.add(player, F::MonasteryGain as usize, gain);
                    sink.add(player, F::MonasteryChance as usize, chance);
                    sink.add(player, F::MonasterySquare as usize, chance * chance / ONE);
                    sink.add(player, F::MonasteryCells as usize, ONE * i32::from(facts.open));
                    sink.add(player, F::MonasteryOne as usize, ONE);
                }
            }
            Feature::Field => {
                let land = self.farmland(state, region);
                let value = land.value();
                for (player, &own) in strength[..players].iter().enumerate() {
                    if own == 0 {
                        continue;
                    }
                    if own < most {
                        sink.add(player, F::FieldLost as usize, value);
                        continue;
                    }
                    sink.add(player, F::FieldDone as usize, 3 * ONE * land.done);
                    sink.add(player, F::FieldSoon as usize, 3 * land.soon);
                    sink.add(player, F::FieldCities as usize, ONE * land.open);
                    sink.add(player, F::FieldEnds as usize, ONE * i32::from(facts.open.min(16)));
                    sink.add(player, F::FieldOne as usize, ONE * i32::from(own));
                    sink.add(player, F::FieldRegion as usize, ONE);
                    if own == 1 && present == 1 {
                        sink.add(player, F::FieldRisk as usize, value * i32::from(facts.open.min(12)) / 12);
                    }
                    if is_shared {
                        sink.add(player, F::FieldShared as usize, value);
                    } else if is_contested {
                        sink.add(player, F::FieldContested as usize, value);
                    }
                }
            }
        }
    }

    /// What modules add.
    fn modules<S: Sink>(&mut self, state: &State, sink: &mut S) {
        let game = state.game();
        let seats = PlayerId::seats(self.players);
        let active = state.active_player().index();
        if game.has(Module::Goods) || game.has(Module::TradersClassic) {
            for seat in seats.clone() {
                for (index, (_, own)) in state.goods(seat).enumerate() {
                    let held = |player: PlayerId| state.goods(player).nth(index).map_or(0, |(_, count)| count);
                    let is_most = own > 0 && seats.clone().all(|other| held(other) <= own);
                    sink.add(seat.index(), F::GoodsTokens as usize, ONE * i32::from(own));
                    sink.add(seat.index(), F::GoodsLead as usize, 10 * ONE * i32::from(is_most));
                }
            }
        }
        if game.has(Module::Gold) {
            for seat in seats.clone() {
                let ingots = i32::from(state.ingots(seat));
                sink.add(seat.index(), F::Gold as usize, ONE * ingots * (1 + (ingots - 1).clamp(0, 9) / 3));
            }
            state.for_each_heap(|pos, count| {
                let mut owners = 0;
                state.for_each_region_at(pos, |region| {
                    if state.facts(region).feature != Feature::Field {
                        owners |= state.majority_on(region);
                    }
                });
                for seat in seats.clone().filter(|seat| owners >> seat.index() & 1 == 1) {
                    sink.add(seat.index(), F::GoldLying as usize, ONE * i32::from(count));
                }
            });
        }
        if game.has(Module::Messages) && matches!(state.decision(), Decision::DrawMessage { .. }) {
            sink.add(active, F::MessageDue as usize, ONE);
        }
        if game.has(Module::Flying) && matches!(state.decision(), Decision::Roll { .. }) {
            sink.add(active, F::FlightDue as usize, ONE);
        }
        if game.has(Module::Robbers) {
            for seat in seats.clone().filter(|&seat| state.robber(seat).is_some()) {
                sink.add(seat.index(), F::Robber as usize, ONE);
            }
        }
        if let Some(fairy) = state.fairy() {
            for seat in seats.clone() {
                if state.standing().any(|figure| figure.owner == seat && figure.pos == fairy && figure.kind.is_meeple())
                {
                    sink.add(seat.index(), F::Fairy as usize, ONE);
                }
            }
        }
        if let Some(dragon) = state.dragon() {
            for figure in state.standing().filter(|figure| Some(figure.pos) != state.fairy()) {
                let steps = figure.pos.x.abs_diff(dragon.x) + figure.pos.y.abs_diff(dragon.y);
                let player = figure.owner.index();
                sink.add(player, F::DragonNear as usize, ONE * i32::from(steps <= 2));
                sink.add(player, F::DragonReach as usize, ONE * i32::from(steps <= 5));
            }
        }
        if game.has(Module::Tower) {
            for tower in state.towers().iter().filter(|tower| !tower.is_finished) {
                for figure in state.standing().filter(|figure| figure.kind.is_meeple()) {
                    let (x, y) = (figure.pos.x.abs_diff(tower.pos.x), figure.pos.y.abs_diff(tower.pos.y));
                    if (x == 0 || y == 0) && x + y <= u16::from(tower.height) + 1 {
                        sink.add(figure.owner.index(), F::TowerThreat as usize, ONE);
                    }
                }
            }
            for seat in seats.clone() {
                sink.add(seat.index(), F::Floors as usize, ONE * i32::from(state.floors(seat)));
                for bastide_rules::Captives { owner, count, .. } in state.captives(seat) {
                    sink.add(seat.index(), F::Captives as usize, ONE * i32::from(count));
                    sink.add(owner.index(), F::Captured as usize, ONE * i32::from(count));
                }
            }
        }
        if game.has_wheel() {
            for sector in Sector::ALL {
                let is_double = sector.crown_spaces(game) == 2 && state.crowned(sector).count() == 1;
                for Owned { owner, .. } in state.crowned(sector) {
                    sink.add(owner.index(), F::Crown as usize, ONE);
                    sink.add(owner.index(), F::CrownDouble as usize, ONE * i32::from(is_double));
                }
            }
            for figure in state.standing().filter(|figure| figure.kind.is_meeple()) {
                let feature = match figure.feature {
                    Feature::City => F::Knights,
                    Feature::Monastery | Feature::Shrine => F::Monks,
                    Feature::Field => F::Farmers,
                    _ => continue,
                };
                sink.add(figure.owner.index(), feature as usize, ONE);
            }
        }
        if let Some(count) = state.count() {
            for (quarter, feature) in QUARTERS {
                for seat in seats.clone() {
                    let waiting: u8 = state.in_quarter(quarter, seat).map(|there| there.count).sum();
                    // Nobody leaves the quarter of the count.
                    let share = if quarter == count { 2 } else { 1 };
                    sink.add(seat.index(), feature as usize, ONE * i32::from(waiting) / share);
                }
            }
        }
        if let Some(region) = state.gingerbread().and_then(|spot| state.region_number(spot)) {
            let facts = state.facts(region);
            for seat in seats {
                sink.add(seat.index(), F::Gingerbread as usize, ONE * i32::from(facts.strength(seat)));
            }
        }
    }
}

/// Where figures of their own kind are counted.
const SPECIAL: [(FigureKind, F); 4] = [
    (FigureKind::Abbot, F::FreeAbbot),
    (FigureKind::Large, F::FreeLarge),
    (FigureKind::Builder, F::FreeBuilder),
    (FigureKind::Pig, F::FreePig),
];

const QUARTERS: [(Quarter, F); 4] = [
    (Quarter::Palace, F::Palace),
    (Quarter::Church, F::Church),
    (Quarter::Market, F::Market),
    (Quarter::Smithy, F::Smithy),
];

#[cfg(test)]
mod tests {
    use bastide_rules::{Action, Actor, BOXES, Game, Options};

    use super::*;
    use crate::Rng;

    /// Everything that was counted, each number with a weight that no other has.
    #[derive(PartialEq, Debug)]
    struct Sum(Values);

    impl Sink for Sum {
        fn add(&mut self, player: usize, feature: usize, amount: i32) {
            let weight = 2_654_435_761u32.wrapping_mul(feature as u32 + 1) as i32;
            self.0[player] = self.0[player].wrapping_add(weight.wrapping_mul(amount));
        }

        fn values(&self) -> Values {
            self.0
        }

        fn add_values(&mut self, values: &Values) {
            self.0.iter_mut().zip(values).for_each(|(sum, value)| *sum = sum.wrapping_add(*value));
        }
    }

    #[test]
    fn chances_are_what_they_should_be() {
        for (closes, fits) in [(0u8, 1u8), (1, 5), (3, 20), (10, 60)] {
            let exact = 1.0 - (-(0.43 * f64::from(closes) + 0.08 * f64::from(fits))).exp();
            let found = f64::from(chance_of(unlikely(fits, closes))) / f64::from(ONE);
            assert!((exact - found).abs() < 0.01, "{closes} {fits}: {exact} {found}");
        }
        assert_eq!(chance_of(unlikely(0, 0)), 0);
    }

    #[test]
    fn following_a_tile_is_reading_anew() {
        for (seed, (info, players)) in (1..).zip(BOXES.iter().flat_map(|info| [(info, 2), (info, 5)])) {
            let options =
                info.modules.iter().fold(Options::new(info.base, players), |options, &module| options.with(module));
            let mut state = State::new(Game::new(options).unwrap());
            let (mut follower, mut reader) = (Scout::default(), Scout::default());
            let mut rng = Rng::new(seed);
            while let Some(action) = state.choose(|count| rng.below(count)) {
                if matches!(state.decision(), Decision::Place { .. }) && rng.below(4) == 0 {
                    let mut kept = Sum([0; MAX_PLAYERS]);
                    follower.read_and_keep(&state, &mut kept);
                    for action in state.legal_actions() {
                        let Action::Place { pos, .. } = action else { continue };
                        let mut after = state.clone();
                        after.apply_listed(action);
                        let (mut followed, mut read) = (Sum([0; MAX_PLAYERS]), Sum([0; MAX_PLAYERS]));
                        follower.read_after(&state, &after, pos, &mut followed);
                        follower.restore();
                        reader.read(&after, &mut read);
                        assert_eq!(followed, read, "{action:?} in {state:?}");
                    }
                }
                state.apply_listed(action);
            }
        }
    }

    #[test]
    fn what_is_open_stays_the_same_where_no_tile_is_laid() {
        let mut compared = 0;
        for (seed, info) in (1..).zip(BOXES) {
            let options = info.modules.iter().fold(Options::new(info.base, 2), |options, &module| options.with(module));
            let mut state = State::new(Game::new(options).unwrap());
            let (mut beside, mut reader) = (Scout::default(), Scout::default());
            let mut rng = Rng::new(seed);
            while let Some(action) = state.choose(|count| rng.below(count)) {
                let is_asked = matches!(state.actor(), Actor::Player(_));
                if is_asked && !matches!(state.decision(), Decision::Place { .. }) && rng.below(4) == 0 {
                    let mut is_prepared = false;
                    for action in state.legal_actions() {
                        let mut after = state.clone();
                        after.apply_listed(action);
                        if after.tiles_laid() != state.tiles_laid() || after.is_over() {
                            continue;
                        }
                        if !std::mem::replace(&mut is_prepared, true) {
                            beside.prepare(&after);
                        }
                        let (mut quick, mut slow) = (Sum([0; MAX_PLAYERS]), Sum([0; MAX_PLAYERS]));
                        beside.read_beside(&after, &mut quick);
                        reader.read(&after, &mut slow);
                        assert_eq!(quick, slow, "{action:?} in {state:?}");
                        compared += 1;
                    }
                }
                state.apply_listed(action);
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
