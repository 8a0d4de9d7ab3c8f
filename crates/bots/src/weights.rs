//! What the numbers of [`features`](crate::features) are worth, at five moments of the game.
//!
//! Weights are data: text files in `weights/`, made by `examples/train.rs`, each with the command, the
//! seeds and the matches that made it. Every line has the word of a feature and its worth, from
//! the end of the game to its start, in parts of 256 of a point.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use bastide_rules::{Game, Module};

use crate::features::{COUNT, F, ONE, WORDS};

/// The moments at which weights are given: the share of tiles that are left, in parts of 1024.
pub(crate) const KNOTS: [u32; 5] = [0, 128, 358, 640, 1024];

/// The worth of everything that is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    pub(crate) rows: [[i32; COUNT]; KNOTS.len()],
    /// How far results lie from what was expected, one standard deviation, in parts of a point.
    pub(crate) spread: [i32; KNOTS.len()],
}

/// The word of the spread in files.
const SPREAD: &str = "spread";

/// The spread of files that do not tell.
const USUAL: [i32; KNOTS.len()] = [3 * ONE, 7 * ONE, 12 * ONE, 16 * ONE, 19 * ONE];

impl Weights {
    /// How much the moment of a state counts, in parts of 1024; they sum up to that.
    pub(crate) fn moments(left: u32, total: u32) -> [i32; KNOTS.len()] {
        let share = left.min(total) * 1024 / total.max(1);
        let upper = (1..KNOTS.len() - 1).find(|&knot| share < KNOTS[knot]).unwrap_or(KNOTS.len() - 1);
        let part = (share - KNOTS[upper - 1]) * 1024 / (KNOTS[upper] - KNOTS[upper - 1]);
        let mut moments = [0; KNOTS.len()];
        moments[upper] = part as i32;
        moments[upper - 1] = 1024 - part as i32;
        moments
    }

    /// The weights while so many tiles are left.
    pub(crate) fn blend(&self, left: u32, total: u32) -> [i32; COUNT] {
        let moments = Weights::moments(left, total);
        let mut blended = [0; COUNT];
        for (row, moment) in self.rows.iter().zip(moments) {
            for (sum, weight) in blended.iter_mut().zip(row) {
                *sum += weight * moment / 1024;
            }
        }
        blended
    }

    /// The chance to win with a lead while so many tiles are left, 0 to 1.
    pub(crate) fn winning_chance(&self, lead: f64, left: u32, total: u32) -> f64 {
        let moments = Weights::moments(left, total);
        let spread: i32 = self.spread.iter().zip(moments).map(|(spread, moment)| spread * moment / 1024).sum();
        let spread = if left == 0 { 0.25 } else { f64::from(spread.max(ONE)) / f64::from(ONE) };
        // The logistic curve that lies nearest to the sum of a normal distribution.
        1.0 / (1.0 + (-1.702 * lead / spread).exp())
    }

    /// What counts when no tile is left: points.
    pub(crate) const FINAL: [i32; COUNT] = {
        let mut weights = [0; COUNT];
        let points = [F::CityNow, F::RoadNow, F::MonasteryNow, F::FieldDone, F::Sure, F::GoodsLead, F::Gold];
        let mut index = 0;
        while index < points.len() {
            weights[points[index] as usize] = ONE;
            index += 1;
        }
        weights[F::Robber as usize] = 3 * ONE;
        weights
    };

    /// What a beginner sees.
    pub(crate) fn novice() -> Arc<Weights> {
        static NOVICE: OnceLock<Arc<Weights>> = OnceLock::new();
        load(&NOVICE, include_str!("../weights/novice.txt"))
    }

    /// The weights for a game: those of the box it is nearest to and of its number of players, with what
    /// other boxes know of their own pieces.
    pub(crate) fn for_game(game: &Game) -> Arc<Weights> {
        static FILES: [OnceLock<Arc<Weights>>; 5] = [const { OnceLock::new() }; 5];
        let classic = || load(&FILES[0], include_str!("../weights/classic-3.txt"));
        let many = || load(&FILES[1], include_str!("../weights/classic-4.txt"));
        let big_box = || load(&FILES[2], include_str!("../weights/big-box.txt"));
        let nobles = || load(&FILES[3], include_str!("../weights/nobles-and-towers.txt"));
        let wheel = || load(&FILES[4], include_str!("../weights/wheel.txt"));
        let has = |modules: &[Module]| modules.iter().any(|&module| game.has(module));
        let is_noble = has(&NOBLE);
        let is_wheel = game.has_wheel();
        let is_big = has(&BIG);
        let own = match game.players() {
            2 if is_noble => nobles(),
            2 if is_wheel => wheel(),
            2 if is_big => big_box(),
            2 => classic(),
            _ => many(),
        };
        if !is_noble && !is_wheel && !is_big {
            return own;
        }
        let mut mixed = (*own).clone();
        let parts =
            [(is_noble, nobles(), NOBLE_PIECES), (is_wheel, wheel(), WHEEL_PIECES), (is_big, big_box(), BIG_PIECES)];
        for (_, from, pieces) in parts.iter().filter(|(is_on, ..)| *is_on) {
            for (row, from) in mixed.rows.iter_mut().zip(&from.rows) {
                for &(first, last) in *pieces {
                    row[first as usize..=last as usize].copy_from_slice(&from[first as usize..=last as usize]);
                }
            }
        }
        Arc::new(mixed)
    }
}

/// What makes a game one of Nobles and Towers, and what it counts of its own.
const NOBLE: [Module; 4] = [Module::Dragon, Module::Tower, Module::Count, Module::Cult];
const NOBLE_PIECES: &[(F, F)] = &[(F::Fairy, F::Captured), (F::Palace, F::Smithy)];

const WHEEL_PIECES: &[(F, F)] = &[(F::Crown, F::CrownDouble), (F::Knights, F::Farmers)];

const BIG: [Module; 9] = [
    Module::Goods,
    Module::Builder,
    Module::Pig,
    Module::TradersClassic,
    Module::Messages,
    Module::Gold,
    Module::Robbers,
    Module::Flying,
    Module::Ferries,
];
const BIG_PIECES: &[(F, F)] = &[(F::FreeAbbot, F::FreePig), (F::Builder, F::Robber)];

/// Reads weights of the crate once.
fn load(known: &OnceLock<Arc<Weights>>, text: &str) -> Arc<Weights> {
    let read = || Arc::new(text.parse().expect("the weights of the crate are read by a test"));
    Arc::clone(known.get_or_init(read))
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in WORDS.iter().enumerate() {
            write!(f, "{word}")?;
            for row in &self.rows {
                write!(f, " {}", row[index])?;
            }
            writeln!(f)?;
        }
        write!(f, "{SPREAD}")?;
        self.spread.iter().try_for_each(|spread| write!(f, " {spread}"))?;
        writeln!(f)
    }
}

impl FromStr for Weights {
    type Err = String;

    fn from_str(text: &str) -> Result<Weights, String> {
        let mut weights = Weights { rows: [[0; COUNT]; KNOTS.len()], spread: USUAL };
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default();
            let mut numbers = [0; KNOTS.len()];
            for number in &mut numbers {
                let read = words.next().and_then(|word| word.parse().ok());
                *number = read.ok_or_else(|| format!("`{name}` needs five numbers"))?;
            }
            if name == SPREAD {
                weights.spread = numbers;
                continue;
            }
            let index = WORDS.iter().position(|&word| word == name).ok_or_else(|| format!("`{name}` is no feature"))?;
            for (row, number) in weights.rows.iter_mut().zip(numbers) {
                row[index] = number;
            }
        }
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Base, Options};

    use super::*;

    #[test]
    fn the_chance_of_winning_grows_with_the_lead_and_towards_the_end() {
        let weights = Weights::for_game(&Game::new(Options::new(Base::Classic, 2)).unwrap());
        let chance = |lead: f64, left: u32| weights.winning_chance(lead, left, 71);
        for left in [0, 1, 10, 35, 71] {
            assert!((chance(0.0, left) - 0.5).abs() < 1e-9);
            assert!(chance(5.0, left) > chance(2.0, left));
            assert!((chance(5.0, left) + chance(-5.0, left) - 1.0).abs() < 1e-9);
        }
        assert!(chance(5.0, 5) > chance(5.0, 60));
        assert!(chance(1.0, 0) > 0.99, "points that are counted are points");
    }

    #[test]
    fn weights_are_written_as_they_are_read() {
        for text in [include_str!("../weights/classic-3.txt"), include_str!("../weights/big-box.txt")] {
            let weights: Weights = text.parse().unwrap();
            assert_eq!(weights.to_string().parse(), Ok(weights));
        }
        assert_eq!("city.now 1 2 3".parse::<Weights>(), Err("`city.now` needs five numbers".to_owned()));
        assert_eq!("castle 1 2 3 4 5".parse::<Weights>(), Err("`castle` is no feature".to_owned()));
    }
}
