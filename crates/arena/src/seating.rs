//! Who sits where in the games of a deal.
//!
//! A deal is played once in each seating, so that every bot has every tile that any of them had.

use std::fmt;

/// All distinct arrangements are played if they are not more than this; else the rotations of the list.
const MOST_ARRANGEMENTS: usize = 6;

/// The contestants of a match, and who of them sits where in each game of a deal.
///
/// ```
/// use bastide_arena::Seatings;
/// let duel = Seatings::new(&["A", "B"], 2)?;
/// assert_eq!(duel.games(), [[0, 1], [1, 0]]);
/// let one_against_three = Seatings::new(&["A", "B", "B", "B"], 4)?;
/// assert_eq!((one_against_three.contestants(), one_against_three.games().len()), (&[0, 1][..], 4));
/// # Ok::<(), bastide_arena::SeatingError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seatings {
    contestants: Vec<usize>,
    games: Vec<Vec<usize>>,
}

/// A list of bots that cannot be seated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatingError {
    /// A match needs two bots.
    Alone,
    /// More bots than seats, and some are equal.
    Repeated {
        /// The seats.
        seats: usize,
    },
}

impl fmt::Display for SeatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatingError::Alone => f.write_str("a match needs two bots or more"),
            SeatingError::Repeated { seats } => write!(
                f,
                "more bots than the {seats} seats play in groups, each against each; name every bot once, or raise the \
                 number of players"
            ),
        }
    }
}

impl std::error::Error for SeatingError {}

impl Seatings {
    /// The seatings of a list of bots.
    ///
    /// Equal bots are one contestant with several seats, unless all are equal: then the first plays the
    /// others. A list shorter than the table repeats. If it is longer, every group that fills a table
    /// plays.
    ///
    /// # Errors
    /// If there is only one bot, or if a list that is longer than the table names a bot twice.
    pub fn new<T: PartialEq>(bots: &[T], seats: usize) -> Result<Seatings, SeatingError> {
        if bots.len() < 2 {
            return Err(SeatingError::Alone);
        }
        let are_equal = bots.iter().all(|bot| *bot == bots[0]);
        let mut contestants: Vec<usize> = Vec::new();
        let list: Vec<usize> = (0..bots.len())
            .map(|index| {
                let same = |&first: &usize| bots[first] == bots[index] && !(are_equal && first == 0);
                contestants.iter().position(same).unwrap_or_else(|| {
                    contestants.push(index);
                    contestants.len() - 1
                })
            })
            .collect();
        if list.len() > seats {
            if contestants.len() < list.len() {
                return Err(SeatingError::Repeated { seats });
            }
            let games = groups(list.len(), seats).iter().flat_map(|group| arrangements(group)).collect();
            return Ok(Seatings { contestants, games });
        }
        let table: Vec<usize> = list.into_iter().cycle().take(seats).collect();
        Ok(Seatings { contestants, games: arrangements(&table) })
    }

    /// The places in the list where the contestants stand first.
    pub fn contestants(&self) -> &[usize] {
        &self.contestants
    }

    /// The contestant of each seat in each game of a deal.
    pub fn games(&self) -> &[Vec<usize>] {
        &self.games
    }

    /// How many seats a contestant has in a game that it plays.
    pub fn seats_of(&self, contestant: usize) -> usize {
        let seats = |game: &Vec<usize>| game.iter().filter(|&&other| other == contestant).count();
        self.games.iter().map(seats).max().unwrap_or(0)
    }
}

/// All groups of so many out of the first contestants, sorted.
fn groups(contestants: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| groups(last, size - 1).into_iter().map(move |group| [group, vec![last]].concat());
    let mut all: Vec<_> = (size - 1..contestants).flat_map(with_last).collect();
    all.sort();
    all
}

/// The ways to sit at a table, the given one first: all that differ, or the rotations if they are many.
fn arrangements(table: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in table {
        all = all.into_iter().flat_map(|begun: Vec<usize>| continued(table, &begun)).collect();
        if all.len() > MOST_ARRANGEMENTS {
            all = (0..table.len()).map(|by| [&table[by..], &table[..by]].concat()).collect();
            break;
        }
    }
    all.sort_by_key(|arrangement| arrangement != table);
    let mut distinct: Vec<Vec<usize>> = Vec::new();
    for arrangement in all {
        if !distinct.contains(&arrangement) {
            distinct.push(arrangement);
        }
    }
    distinct
}

/// The beginnings of arrangements that are longer by one.
fn continued(table: &[usize], begun: &[usize]) -> Vec<Vec<usize>> {
    let count = |list: &[usize], one: usize| list.iter().filter(|&&other| other == one).count();
    let mut next: Vec<usize> = table.to_vec();
    next.sort_unstable();
    next.dedup();
    next.retain(|&one| count(begun, one) < count(table, one));
    next.into_iter().map(|one| [begun, &[one]].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(bots: &str, seats: usize) -> Vec<String> {
        let letters: Vec<char> = bots.chars().collect();
        let seatings = Seatings::new(&letters, seats).unwrap();
        let name = |contestant: &usize| letters[seatings.contestants()[*contestant]];
        seatings.games().iter().map(|game| game.iter().map(name).collect()).collect()
    }

    #[test]
    fn two_exchange_seats() {
        assert_eq!(games("AB", 2), ["AB", "BA"]);
        assert_eq!(games("AA", 2), ["AA", "AA"]);
        assert_eq!(Seatings::new(&['A', 'A'], 2).unwrap().games(), [[0, 1], [1, 0]]);
    }

    #[test]
    fn one_against_many_sits_everywhere() {
        assert_eq!(games("ABBB", 4), ["ABBB", "BABB", "BBAB", "BBBA"]);
        assert_eq!(games("ABBBBB", 6).len(), 6);
    }

    #[test]
    fn a_short_list_repeats() {
        let four = games("AB", 4);
        assert_eq!(four[0], "ABAB");
        assert_eq!(four.len(), 6, "{four:?}");
        assert_eq!(Seatings::new(&['A', 'B'], 4).unwrap().seats_of(0), 2);
        assert_eq!(games("AB", 6), ["ABABAB", "BABABA"], "too many to play all of them");
    }

    #[test]
    fn three_sit_in_every_order_and_more_go_round() {
        assert_eq!(games("ABC", 3).len(), 6);
        assert_eq!(games("ABCD", 4), ["ABCD", "BCDA", "CDAB", "DABC"]);
    }

    #[test]
    fn a_long_list_plays_each_against_each() {
        assert_eq!(games("ABC", 2), ["AB", "BA", "AC", "CA", "BC", "CB"]);
        assert_eq!(games("ABCD", 3).len(), 4 * 6);
        assert_eq!(Seatings::new(&['A', 'B', 'B'], 2), Err(SeatingError::Repeated { seats: 2 }));
        assert_eq!(Seatings::new(&['A'], 2), Err(SeatingError::Alone));
    }

    #[test]
    fn every_contestant_has_every_seat_equally_often() {
        for (bots, seats) in [("AB", 2), ("ABC", 2), ("ABC", 3), ("AABB", 4), ("ABCD", 4), ("AB", 5), ("ABBB", 4)] {
            let all = games(bots, seats);
            for seat in 0..seats {
                let sitting: Vec<char> = all.iter().map(|game| game.chars().nth(seat).unwrap()).collect();
                let count = |one| sitting.iter().filter(|&&other| other == one).count();
                let first: Vec<usize> = "ABCD".chars().map(count).collect();
                let at_first = all.iter().map(|game| game.chars().next().unwrap());
                let expected: Vec<usize> =
                    "ABCD".chars().map(|one| at_first.clone().filter(|&other| other == one).count()).collect();
                assert_eq!(first, expected, "{bots} on {seats}, seat {seat}");
            }
        }
    }
}
