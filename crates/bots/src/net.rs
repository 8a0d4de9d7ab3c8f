//! What a sum of weighed numbers cannot say: a small network that corrects the judgement of a position.
//!
//! It sees the same numbers region by region, and what lies around each open cell: what makes a city dear is how its points, its
//! chance, its owners and the moment go together, and who else waits where it is open. Each region, each cell and each pair of
//! regions that a tile may join goes through a first layer, the results are added up, and a second layer makes points of them,
//! once for each player. It is asked at the end of a simulation and about the candidates, never for every turn that could be
//! played. The master has one where turns are a tile and a figure and two play.
//!
//! Numbers are `f32`, but only added and multiplied, always in the same order, so every machine sees the same.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use bastide_rules::{Game, MAX_PLAYERS};

use crate::features::{CELL_WORDS, CELLS, COUNT, F, ONE, Values, WORDS};
use crate::judge::is_simple;
use crate::weights::KNOTS;

/// Numbers that stand for a region, a cell or a pair.
pub(crate) const FIRST: usize = 64;
/// Numbers that stand for a position.
pub(crate) const SECOND: usize = 32;

/// What numbers belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    /// A region with figures.
    Region,
    /// An open cell.
    Cell,
    /// Two regions that a tile may join.
    Joint,
    /// The whole position.
    Rest,
}

impl Group {
    pub(crate) const ALL: [Group; 4] = [Group::Region, Group::Cell, Group::Joint, Group::Rest];

    const fn word(self) -> &'static str {
        match self {
            Group::Region => "region",
            Group::Cell => "cell",
            Group::Joint => "joint",
            Group::Rest => "rest",
        }
    }
}

/// What is seen beside the numbers of a group: the moments, whether the player is next, its meeples and those of others.
pub(crate) const CONTEXT: usize = KNOTS.len() + 3;
/// The words of the context in files.
const CONTEXT_WORDS: [&str; CONTEXT] =
    ["moment.0", "moment.1", "moment.2", "moment.3", "moment.4", "is.next", "own.free", "their.free"];

/// All numbers, of regions, of the position and of cells.
pub(crate) const NUMBERS: usize = COUNT + CELLS;

/// Rows of the first layer: numbers of the player, numbers of others and of nobody, the context of each kind of group.
pub(crate) const ROWS: usize = 2 * NUMBERS + Group::ALL.len() * CONTEXT;

/// Weights are written in parts of this.
const PARTS: f32 = 4096.0;

/// One number of a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) player: u8,
    pub(crate) feature: u16,
    pub(crate) amount: f32,
}

/// Everything that was counted of a position, group by group.
#[derive(Clone, Default, Debug)]
pub(crate) struct Seen {
    /// The numbers of regions, cells and pairs, one after the other.
    entries: Vec<Entry>,
    /// Where they begin.
    starts: Vec<(u32, Group)>,
    /// What belongs to no region and no cell.
    rest: Vec<Entry>,
    is_rest: bool,
    moments: [f32; KNOTS.len()],
    /// Who is next, and the free meeples.
    next: usize,
    free: [f32; MAX_PLAYERS],
}

impl Seen {
    pub(crate) fn begin(&mut self, moments: [i32; KNOTS.len()]) {
        self.entries.clear();
        self.starts.clear();
        self.rest.clear();
        self.is_rest = true;
        self.moments = moments.map(|moment| moment as f32 / 1024.0);
        self.free = [0.0; MAX_PLAYERS];
    }

    /// What follows belongs to a new group; the rest is one group, however often it is begun.
    pub(crate) fn begin_group(&mut self, group: Group) {
        self.is_rest = group == Group::Rest;
        if !self.is_rest {
            self.starts.push((self.entries.len() as u32, group));
        }
    }

    /// A number of a player, or of nobody if there is no such player.
    pub(crate) fn note(&mut self, player: usize, feature: usize, amount: i32) {
        if amount == 0 {
            return;
        }
        let entry = Entry { player: player as u8, feature: feature as u16, amount: amount as f32 / ONE as f32 };
        if !self.is_rest {
            self.entries.push(entry);
            return;
        }
        if feature == F::Next as usize {
            self.next = player;
        } else if (F::Free1 as usize..=F::Free7 as usize).contains(&feature) {
            self.free[player] += entry.amount;
        }
        self.rest.push(entry);
    }

    /// The groups of numbers.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (&[Entry], Group)> {
        let ends = self.starts.iter().skip(1).map(|&(start, _)| start).chain([self.entries.len() as u32]);
        let groups = self.starts.iter().zip(ends);
        let groups = groups.map(|(&(from, group), to)| (&self.entries[from as usize..to as usize], group));
        groups.chain([(&self.rest[..], Group::Rest)])
    }

    pub(crate) fn context(&self, player: usize, players: usize) -> [f32; CONTEXT] {
        let mut context = [0.0; CONTEXT];
        context[..KNOTS.len()].copy_from_slice(&self.moments);
        context[KNOTS.len()] = f32::from(u8::from(self.next == player));
        context[KNOTS.len() + 1] = self.free[player] / 4.0;
        let others: f32 = (0..players).filter(|&other| other != player).map(|other| self.free[other]).sum();
        context[KNOTS.len() + 2] = others / 4.0;
        context
    }
}

/// The network.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Net {
    pub(crate) rows: Vec<[f32; FIRST]>,
    pub(crate) second: [[f32; SECOND]; FIRST],
    pub(crate) bias: [f32; SECOND],
    pub(crate) out: [f32; SECOND],
    /// From the first layer straight to the result.
    pub(crate) skip: [f32; FIRST],
}

/// Which network somebody has.
#[derive(Clone, Debug)]
pub(crate) enum Networks {
    /// That of the crate, where there is one for the game.
    Crate,
    /// This one in every game, or none.
    This(Option<Arc<Net>>),
}

impl Networks {
    pub(crate) fn for_game(&self, game: &Game) -> Option<Arc<Net>> {
        static CLASSIC: OnceLock<Arc<Net>> = OnceLock::new();
        let read = || {
            let text = include_str!("../weights/classic-3.net.txt");
            Arc::new(text.parse().expect("the network of the crate is read by a test"))
        };
        match self {
            Networks::Crate if game.players() == 2 && is_simple(game) => Some(Arc::clone(CLASSIC.get_or_init(read))),
            Networks::Crate => None,
            Networks::This(net) => net.clone(),
        }
    }
}

/// The row of a number in the eyes of a player.
#[inline]
pub(crate) fn row_of(entry: Entry, player: usize) -> usize {
    usize::from(entry.feature) + if usize::from(entry.player) == player { 0 } else { NUMBERS }
}

/// The rows of the context of a kind of group.
pub(crate) fn context_rows(group: Group) -> std::ops::Range<usize> {
    let first = 2 * NUMBERS + group as usize * CONTEXT;
    first..first + CONTEXT
}

#[inline]
pub(crate) fn add_row(sum: &mut [f32; FIRST], row: &[f32; FIRST], amount: f32) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += weight * amount;
    }
}

impl Net {
    pub(crate) fn zero() -> Net {
        Net {
            rows: vec![[0.0; FIRST]; ROWS],
            second: [[0.0; SECOND]; FIRST],
            bias: [0.0; SECOND],
            out: [0.0; SECOND],
            skip: [0.0; FIRST],
        }
    }

    /// What groups begin with, by their kind.
    pub(crate) fn begin(&self, context: &[f32; CONTEXT]) -> [[f32; FIRST]; Group::ALL.len()] {
        Group::ALL.map(|group| {
            let mut sum = [0.0; FIRST];
            for (row, &amount) in self.rows[context_rows(group)].iter().zip(context) {
                add_row(&mut sum, row, amount);
            }
            sum
        })
    }

    /// The points of the second layer.
    pub(crate) fn finish(&self, pooled: &[f32; FIRST]) -> ([f32; SECOND], f32) {
        let (mut sums, mut result) = (self.bias, 0.0);
        for ((row, &value), &skip) in self.second.iter().zip(pooled).zip(&self.skip) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight * value;
            }
            result += skip * value;
        }
        for (&sum, &out) in sums.iter().zip(&self.out) {
            result += sum.max(0.0) * out;
        }
        (sums, result)
    }

    /// What a player has more than the numbers say, in points.
    fn of_player(&self, seen: &Seen, player: usize, players: usize) -> f32 {
        let begun = self.begin(&seen.context(player, players));
        let mut pooled = [0.0; FIRST];
        for (entries, group) in seen.groups() {
            let mut sum = begun[group as usize];
            for &entry in entries {
                add_row(&mut sum, &self.rows[row_of(entry, player)], entry.amount);
            }
            for (pool, value) in pooled.iter_mut().zip(sum) {
                *pool += value.max(0.0);
            }
        }
        self.finish(&pooled).1
    }

    /// Corrects what players were judged to have.
    pub(crate) fn correct(&self, seen: &Seen, values: &mut Values, players: usize) {
        for (player, value) in values[..players].iter_mut().enumerate() {
            *value += (self.of_player(seen, player, players) * ONE as f32) as i32;
        }
    }
}

/// The words of the layers in files.
const SECOND_WORD: &str = "second";
const OUT_WORD: &str = "out";
const BIAS_WORD: &str = "bias";
const SKIP_WORD: &str = "skip";

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, numbers: &[f32]| {
            let numbers: Vec<i32> = numbers.iter().map(|number| (number * PARTS).round() as i32).collect();
            write!(f, "{name}")?;
            numbers.iter().try_for_each(|number| write!(f, " {number}"))?;
            writeln!(f)
        };
        for (index, row) in self.rows.iter().enumerate() {
            // What never happens in a game has no row.
            if row.iter().any(|weight| *weight != 0.0) {
                line(&row_name(index), row)?;
            }
        }
        for row in &self.second {
            line(SECOND_WORD, row)?;
        }
        line(BIAS_WORD, &self.bias)?;
        line(OUT_WORD, &self.out)?;
        line(SKIP_WORD, &self.skip)
    }
}

fn row_name(index: usize) -> String {
    let word = |number: usize| WORDS.iter().chain(CELL_WORDS).nth(number).copied().unwrap_or_default();
    match index {
        own if own < NUMBERS => word(own).to_owned(),
        theirs if theirs < 2 * NUMBERS => format!("their.{}", word(theirs - NUMBERS)),
        context => {
            let (group, context) = ((context - 2 * NUMBERS) / CONTEXT, (context - 2 * NUMBERS) % CONTEXT);
            format!("{}.{}", Group::ALL[group].word(), CONTEXT_WORDS[context])
        }
    }
}

impl FromStr for Net {
    type Err = String;

    fn from_str(text: &str) -> Result<Net, String> {
        let names: Vec<String> = (0..ROWS).map(row_name).collect();
        let mut net = Net::zero();
        let mut seconds = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (name, numbers) = line.split_once(' ').ok_or_else(|| format!("`{line}` has no numbers"))?;
            let numbers =
                numbers.split_whitespace().map(|word| word.parse::<i32>().map(|number| number as f32 / PARTS));
            let numbers =
                numbers.collect::<Result<Vec<f32>, _>>().map_err(|_| format!("`{name}` has what is no number"))?;
            let place: &mut [f32] = match name {
                SECOND_WORD => {
                    seconds += 1;
                    net.second.get_mut(seconds - 1).ok_or("too many second rows")?
                }
                BIAS_WORD => &mut net.bias,
                OUT_WORD => &mut net.out,
                SKIP_WORD => &mut net.skip,
                name => {
                    let index = names.iter().position(|other| other == name);
                    &mut net.rows[index.ok_or_else(|| format!("`{name}` is no feature"))?]
                }
            };
            if place.len() != numbers.len() {
                return Err(format!("`{name}` needs {} numbers", place.len()));
            }
            place.copy_from_slice(&numbers);
        }
        Ok(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_written_as_it_is_read() {
        let mut net = Net::zero();
        for (index, weight) in net.rows.as_flattened_mut().iter_mut().enumerate() {
            *weight = (index as f32 % 97.0 - 48.0) / PARTS;
        }
        net.second[3][4] = -0.5;
        (net.bias[1], net.out[31], net.skip[63]) = (0.25, 2.0, -1.5);
        assert_eq!(net.to_string().parse(), Ok(net));
        let learnt: Net = include_str!("../weights/classic-3.net.txt").parse().unwrap();
        assert_eq!(learnt.to_string().parse(), Ok(learnt));
        assert_eq!("bias 1 2".parse::<Net>(), Err("`bias` needs 32 numbers".to_owned()));
        assert_eq!("castle 1".parse::<Net>(), Err("`castle` is no feature".to_owned()));
    }

    #[test]
    fn regions_are_cut_off_one_by_one() {
        // One unit that counts what a region has of its own above two: 1 of the first, nothing of the second, and
        // two for the other player.
        let mut net = Net::zero();
        net.rows[F::CityNow as usize][0] = 1.0;
        net.rows[context_rows(Group::Region).start][0] = -2.0;
        net.skip[0] = 1.0;
        let mut seen = Seen::default();
        let mut moments = [0; KNOTS.len()];
        moments[0] = 1024;
        seen.begin(moments);
        for (player, points) in [(0, 3), (0, 1), (1, 4)] {
            seen.begin_group(Group::Region);
            seen.note(player, F::CityNow as usize, points * ONE);
            seen.begin_group(Group::Rest);
        }
        let mut values = [0; MAX_PLAYERS];
        net.correct(&seen, &mut values, 2);
        assert_eq!(values[..2], [ONE, 2 * ONE]);
    }
}
