//! A match: many deals, each played in every seating, on several threads.
//!
//! What is counted depends on the arguments only. Deals are taken up in their order, whoever has
//! finished first, so the sequential test ends at the same deal with any number of threads.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use bastide_bots::Stop;
use bastide_rules::notation::{MAX_NAME_CHARS, Record};
use bastide_rules::{Game, State};

use crate::contender::Contender;
use crate::deal::Deal;
use crate::game::{PlayedGame, SHARES, Table};
use crate::player::{Fault, Limit, Player, player};
use crate::seating::Seatings;
use crate::statistics::{Scale, Shares, Sprt, Verdict};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// What is played.
    pub game: Arc<Game>,
    /// The bots as they were listed.
    pub bots: Vec<Contender>,
    /// Who of them sits where.
    pub seatings: Seatings,
    /// The number of deals.
    pub deals: u64,
    /// The seed of all deals and bots.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// So many turns at the beginning are played at random, the same in every seating.
    pub openings: u32,
    /// What a bot may spend on a decision, unless it is set to something else.
    pub limit: Limit,
    /// A test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Ends the match early; what was finished counts.
    pub stop: Stop,
}

/// What a contestant has done in a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// What it has of the victories, deal by deal.
    pub shares: Shares,
    /// Games that it has won alone.
    pub wins: u64,
    /// Games in which it shared the victory.
    pub draws: u64,
    /// Games that others have won.
    pub losses: u64,
    /// Games that it lost without playing to the end.
    pub forfeits: u64,
    scale: Scale,
    points: i64,
    /// Seats in games that were played to the end.
    seats: u64,
    microseconds: Vec<u32>,
}

impl Standing {
    fn new(scale: Scale) -> Standing {
        Standing {
            shares: Shares::default(),
            wins: 0,
            draws: 0,
            losses: 0,
            forfeits: 0,
            scale,
            points: 0,
            seats: 0,
            microseconds: Vec::new(),
        }
    }

    /// How shares translate into differences of strength for its number of seats.
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// Games that it has played.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The difference in Elo to the others.
    pub fn elo(&self) -> f64 {
        self.scale.elo(self.shares.mean(), self.games())
    }

    /// Its 95 % interval.
    pub fn elo_interval(&self) -> [f64; 2] {
        self.shares.interval().map(|share| self.scale.elo(share, self.games()))
    }

    /// The mean points of a seat, in games that were played to the end.
    pub fn mean_points(&self) -> f64 {
        self.points as f64 / self.seats.max(1) as f64
    }

    /// Turns in which it was asked something.
    pub const fn moves(&self) -> usize {
        self.microseconds.len()
    }

    /// Milliseconds for all decisions of a turn: the mean, and what 99 of 100 stay below; 0 for who was never
    /// asked. What has only one answer is not asked.
    pub fn ms_per_move(&self) -> (f64, f64) {
        let mut times = self.microseconds.clone();
        times.sort_unstable();
        // The sum of no fractions would be minus zero.
        let mean = times.iter().map(|&time| u64::from(time)).sum::<u64>() as f64 / times.len().max(1) as f64;
        let p99 = times.get((times.len() * 99 / 100).min(times.len().saturating_sub(1))).copied().unwrap_or(0);
        (mean / 1000.0, f64::from(p99) / 1000.0)
    }

    fn take_up(&mut self, contestant: usize, deal: &[PlayedGame]) {
        let (mut parts, mut games) = (0, 0);
        for game in deal.iter().filter(|game| game.seats.contains(&contestant)) {
            let own = |(seat, &sitting): (usize, &usize)| (sitting == contestant).then_some(seat);
            let seats: Vec<usize> = game.seats.iter().enumerate().filter_map(own).collect();
            let won: u32 = seats.iter().map(|&seat| game.shares[seat]).sum();
            match won {
                0 => self.losses += 1,
                SHARES => self.wins += 1,
                _ => self.draws += 1,
            }
            parts += won;
            games += 1;
            match &game.forfeit {
                None => {
                    self.points += seats.iter().map(|&seat| i64::from(game.points[seat])).sum::<i64>();
                    self.seats += seats.len() as u64;
                }
                Some((seat, _)) => self.forfeits += u64::from(seats.contains(&seat.index())),
            }
            let times = game.times.iter().filter(|&(&(_, seat), _)| game.seats[seat] == contestant);
            self.microseconds.extend(times.map(|(_, time)| u32::try_from(time.as_micros()).unwrap_or(u32::MAX)));
        }
        if games > 0 {
            self.shares.add(f64::from(parts) / f64::from(games * SHARES));
        }
    }
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The contestants, in the order of [`Seatings::contestants`].
    pub contestants: Vec<Standing>,
    /// Games that count: those of complete deals.
    pub games: u64,
    /// Deals that were played in every seating.
    pub deals: u64,
    /// How the sequential test ended.
    pub verdict: Option<Verdict>,
    /// Games that somebody lost without playing to the end.
    pub forfeits: Vec<Forfeit>,
    /// Whether the match was stopped from outside.
    pub is_interrupted: bool,
}

/// A game that somebody lost without playing to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The number of the deal.
    pub deal: u64,
    /// The number of the game within its deal.
    pub game: usize,
    /// Who has lost it.
    pub contestant: usize,
    /// Why.
    pub fault: Fault,
}

impl Standings {
    fn take_up(&mut self, deal: &[PlayedGame]) {
        for (contestant, standing) in self.contestants.iter_mut().enumerate() {
            standing.take_up(contestant, deal);
        }
        for (number, game) in deal.iter().enumerate() {
            if let Some((seat, fault)) = &game.forfeit {
                let contestant = game.seats[seat.index()];
                self.forfeits.push(Forfeit { deal: game.deal, game: number, contestant, fault: fault.clone() });
            }
        }
        self.games += deal.len() as u64;
        self.deals += 1;
    }
}

/// Who watches a match.
pub trait Watch: Sync {
    /// A game has ended. Threads call this in any order.
    fn game_ended(&self) {}

    /// The games of a deal count; deals come in their order.
    fn deal_counts(&self, games: &[PlayedGame]) {
        let _ = games;
    }
}

/// Nobody watches.
impl Watch for () {}

/// Players that wait for their next game: of a contestant, its first, second, … seat.
type Bench = BTreeMap<(usize, usize), Box<dyn Player>>;

/// For each seat of a game the contestant, and how many of its seats come before.
fn places(seats: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    seats
        .iter()
        .enumerate()
        .map(|(seat, &contestant)| (contestant, seats[..seat].iter().filter(|&&other| other == contestant).count()))
}

impl Match {
    /// Starts each outside program once, so that a wrong name is noticed before the first game.
    ///
    /// # Errors
    /// With the first that does not start or does not greet.
    pub fn check_programs(&self) -> Result<(), (String, Fault)> {
        let header = self.header(&self.seatings.games()[0]);
        let contestants = self.seatings.contestants().iter().map(|&index| &self.bots[index]);
        for contender in contestants.filter(|contender| matches!(contender, Contender::Program(_))) {
            let greeted = player(contender, self.limit, &self.stop).begin(&header, 0);
            greeted.map_err(|fault| (contender.to_string(), fault))?;
        }
        Ok(())
    }

    /// Plays until all deals are played, the sequential test has ended, or the match is stopped.
    pub fn play(&self, watch: &dyn Watch) -> Standings {
        let seats = self.game.players();
        let standing = |contestant: usize| {
            let own = self.seatings.seats_of(contestant);
            Standing::new(Scale::new(own, seats - own))
        };
        let mut standings = Standings {
            contestants: (0..self.seatings.contestants().len()).map(standing).collect(),
            games: 0,
            deals: 0,
            verdict: self.sprt.map(|_| Verdict::Open),
            forfeits: Vec::new(),
            is_interrupted: false,
        };
        let next = AtomicU64::new(0);
        let over = Stop::new();
        thread::scope(|scope| {
            let (played, results) = mpsc::channel();
            for _ in 0..self.threads.max(1) {
                let (played, next, over) = (played.clone(), &next, &over);
                scope.spawn(move || self.work(next, over, watch, &played));
            }
            drop(played);
            self.collect(&results, &mut standings, watch);
            over.raise();
        });
        standings.is_interrupted = self.stop.is_raised();
        standings
    }

    /// Plays one game after the other that nobody has taken yet.
    fn work(&self, next: &AtomicU64, over: &Stop, watch: &dyn Watch, played: &mpsc::Sender<(u64, PlayedGame)>) {
        let fresh = State::new(Arc::clone(&self.game));
        let is_over = || self.stop.is_raised() || over.is_raised();
        let mut bench = BTreeMap::new();
        let games = self.seatings.games();
        let total = self.deals * games.len() as u64;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= total || is_over() {
                return;
            }
            let (deal, number) = (index / games.len() as u64, index % games.len() as u64);
            let seats = &games[number as usize];
            let header = self.header(seats);
            let table =
                Table { fresh: &fresh, header: &header, deal, seats, openings: self.openings, is_over: &is_over };
            let mut players = self.called(seats, &mut bench);
            let result = table.play(Deal::new(self.seed, deal), number, &mut players);
            bench.extend(places(seats).zip(players));
            let Some(game) = result else { return };
            watch.game_ended();
            if played.send((number, game)).is_err() {
                return;
            }
        }
    }

    /// The players of a game, from the bench or new. Each seat needs one of its own: programs remember.
    fn called(&self, seats: &[usize], bench: &mut Bench) -> Vec<Box<dyn Player>> {
        let new =
            |contestant: usize| player(&self.bots[self.seatings.contestants()[contestant]], self.limit, &self.stop);
        places(seats).map(|place| bench.remove(&place).unwrap_or_else(|| new(place.0))).collect()
    }

    /// Takes up the deals in their order until enough is known.
    fn collect(&self, results: &mpsc::Receiver<(u64, PlayedGame)>, standings: &mut Standings, watch: &dyn Watch) {
        let size = self.seatings.games().len();
        let mut waiting: BTreeMap<u64, BTreeMap<u64, PlayedGame>> = BTreeMap::new();
        let mut due = 0;
        for (number, game) in results {
            waiting.entry(game.deal).or_default().insert(number, game);
            while waiting.get(&due).is_some_and(|games| games.len() == size) {
                let games: Vec<PlayedGame> = waiting.remove(&due).into_iter().flat_map(BTreeMap::into_values).collect();
                due += 1;
                standings.take_up(&games);
                watch.deal_counts(&games);
                if let Some(test) = self.sprt {
                    let first = &standings.contestants[0];
                    let verdict = test.verdict(&first.shares, first.scale);
                    standings.verdict = Some(verdict);
                    if verdict != Verdict::Open {
                        return;
                    }
                }
            }
        }
        // The match was stopped: deals that are complete count although one before them is not.
        for (_, games) in waiting.into_iter().filter(|(_, games)| games.len() == size) {
            let games: Vec<PlayedGame> = games.into_values().collect();
            standings.take_up(&games);
            watch.deal_counts(&games);
        }
    }

    /// A record of a game that has not begun.
    fn header(&self, seats: &[usize]) -> Record {
        let mut names: Vec<String> = Vec::new();
        for (seat, &contestant) in seats.iter().enumerate() {
            let bot = self.bots[self.seatings.contestants()[contestant]].to_string();
            let visible = |c: char| if c.is_control() { ' ' } else { c };
            // Room for the number that tells equals apart.
            let name: String = bot.chars().map(visible).take(MAX_NAME_CHARS - 2).collect();
            let is_alone = seats.iter().filter(|&&other| other == contestant).count() == 1;
            let is_new = is_alone && !names.contains(&name);
            names.push(if is_new { name } else { format!("{name}-{}", seat + 1) });
        }
        let fallback = || (1..=seats.len()).map(|seat| format!("seat-{seat}")).collect();
        Record::new(*self.game.options(), names)
            .or_else(|_| Record::new(*self.game.options(), fallback()))
            .expect("the options are those of a game, and the names are fresh")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use bastide_rules::{BOXES, Base, Module, Options};

    use super::*;

    fn plan(bots: &str, options: Options, deals: u64) -> Match {
        let bots = Contender::list(bots).unwrap();
        Match {
            game: Game::new(options).unwrap(),
            seatings: Seatings::new(&bots, options.players).unwrap(),
            bots,
            deals,
            seed: 1,
            threads: 1,
            openings: 0,
            limit: Limit::default(),
            sprt: None,
            stop: Stop::new(),
        }
    }

    /// The result without the times, which differ.
    fn timeless(mut standings: Standings) -> Standings {
        standings.contestants.iter_mut().for_each(|standing| standing.microseconds.clear());
        standings
    }

    /// Keeps the games that count.
    #[derive(Default)]
    struct Kept(Mutex<Vec<PlayedGame>>);

    impl Watch for Kept {
        fn deal_counts(&self, games: &[PlayedGame]) {
            self.0.lock().unwrap().extend_from_slice(games);
        }
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let options = Options::new(Base::V3, 3).with(Module::Abbot);
        let one = plan("greedy,random,random", options, 8);
        let four = Match { threads: 4, ..one.clone() };
        let result = timeless(one.play(&()));
        assert_eq!(result, timeless(four.play(&())));
        assert_eq!((result.games, result.deals), (24, 8));
        assert_eq!(result.contestants.len(), 2);
        assert_ne!(result, timeless(Match { seed: 2, ..one }.play(&())));
    }

    #[test]
    fn the_sequential_test_ends_at_the_same_deal_with_any_number_of_threads() {
        let test = Sprt { elo0: 0.0, elo1: 20.0 };
        let one = Match { sprt: Some(test), ..plan("greedy,random", Options::new(Base::Classic, 2), 200) };
        let result = timeless(one.play(&()));
        assert_eq!(result.verdict, Some(Verdict::Accepted));
        assert!(result.deals < 100, "{}", result.deals);
        assert!(!result.is_interrupted);
        let four = Match { threads: 4, ..one.clone() };
        assert_eq!(result, timeless(four.play(&())));
        let worse = Match { sprt: Some(test), ..plan("random,greedy", Options::new(Base::Classic, 2), 200) };
        assert_eq!(worse.play(&()).verdict, Some(Verdict::Rejected));
    }

    #[test]
    fn both_seatings_of_a_deal_have_the_same_draws() {
        let kept = Kept::default();
        plan("greedy,random", Options::new(Base::Classic, 2), 3).play(&kept);
        let games = kept.0.into_inner().unwrap();
        let drawn = |game: &PlayedGame| -> Vec<_> {
            let draws = game.record.actions().iter().copied();
            draws.filter(|action| matches!(action, bastide_rules::Action::Draw(_))).collect()
        };
        assert_eq!(games.len(), 6);
        for pair in games.chunks(2) {
            let [one, other] = [&pair[0], &pair[1]].map(drawn);
            // A tile that fitted nowhere lets one game run ahead by a tile, never changes the order.
            let shorter = one.len().min(other.len());
            assert_eq!(one[..shorter], other[..shorter]);
            assert_eq!((pair[0].seats.as_slice(), pair[1].seats.as_slice()), (&[0, 1][..], &[1, 0][..]));
            assert_ne!(pair[0].record.actions(), pair[1].record.actions());
        }
        assert_ne!(drawn(&games[0]), drawn(&games[2]));
    }

    #[test]
    fn openings_are_the_same_in_both_seatings() {
        let kept = Kept::default();
        Match { openings: 4, ..plan("greedy,random", Options::new(Base::Classic, 2), 2) }.play(&kept);
        let games = kept.0.into_inner().unwrap();
        let opening = |game: &PlayedGame| -> Vec<_> {
            let mut state = game.record.start();
            let first = game.record.actions().iter().copied().take_while(|&action| {
                let is_opening = state.turn_number() <= 4;
                state.apply(action).unwrap();
                is_opening
            });
            first.collect()
        };
        assert!(opening(&games[0]).len() >= 8);
        assert_eq!(opening(&games[0]), opening(&games[1]));
        assert_ne!(opening(&games[0]), opening(&games[2]));
    }

    #[test]
    fn what_was_counted_adds_up() {
        let kept = Kept::default();
        let result = plan("random,greedy,random", Options::new(Base::Classic, 3), 6).play(&kept);
        let games = kept.0.into_inner().unwrap();
        assert!(games.iter().all(|game| game.shares.iter().sum::<u32>() == SHARES));
        let [random, greedy] = &result.contestants[..] else { panic!("two contestants") };
        for standing in [random, greedy] {
            assert_eq!(standing.games(), result.games);
            assert!(standing.ms_per_move().0 >= 0.0 && standing.ms_per_move().1 >= 0.0);
        }
        assert!((random.shares.mean() + greedy.shares.mean() - 1.0).abs() < 1e-12);
        let points: i32 =
            games.iter().map(|game| (0..3).filter(|&s| game.seats[s] == 1).map(|s| game.points[s]).sum::<i32>()).sum();
        assert!((greedy.mean_points() - f64::from(points) / result.games as f64).abs() < 1e-12);
        // The fair share of two seats of three is two thirds, and they got less.
        assert!((random.scale().fair() - 2.0 / 3.0).abs() < 1e-12);
        assert!(random.elo() < 0.0 && greedy.elo() > 0.0);
        assert!((random.elo() + greedy.elo()).abs() < 1e-6);
    }

    #[test]
    fn who_is_never_asked_takes_no_time() {
        let opened = Match { openings: 1000, ..plan("greedy,random", Options::new(Base::Classic, 2), 1) };
        for standing in opened.play(&()).contestants {
            assert_eq!((standing.games(), standing.moves()), (2, 0));
            let (mean, p99) = standing.ms_per_move();
            assert_eq!(format!("{mean:.2} {p99:.2}"), "0.00 0.00");
        }
    }

    #[test]
    fn each_plays_each_when_there_are_more_bots_than_seats() {
        let result = plan("random,greedy,cmd:nobody", Options::new(Base::Classic, 2), 1).play(&());
        assert_eq!((result.games, result.deals), (6, 1));
        assert!(result.contestants.iter().all(|standing| standing.games() == 4));
        // A program that does not exist loses all its games, with a reason.
        assert_eq!(result.contestants[2].losses, 4);
        assert_eq!(result.forfeits.len(), 4);
        assert!(result.forfeits.iter().all(|forfeit| matches!(forfeit.fault, Fault::NotStarted(_))));
    }

    #[test]
    fn a_match_that_is_stopped_tells_what_it_has() {
        struct After(Stop);
        impl Watch for After {
            fn deal_counts(&self, _: &[PlayedGame]) {
                self.0.raise();
            }
        }
        let plan = plan("random,random", Options::new(Base::Classic, 2), 1_000_000);
        let result = plan.play(&After(plan.stop.clone()));
        assert!(result.is_interrupted);
        assert!((1..1000).contains(&result.deals), "{}", result.deals);
        assert_eq!(result.games, 2 * result.deals);
    }

    #[test]
    fn every_box_and_number_of_players_can_be_played() {
        for info in BOXES {
            let most = usize::from(info.max_players);
            let options = Options::of_box(info, most).unwrap();
            let result = Match {
                limit: Limit { time: Some(Duration::from_millis(1)), ..Limit::default() },
                ..plan("random,greedy", options, 1)
            };
            let result = result.play(&());
            assert!(result.games > 0 && result.forfeits.is_empty(), "{}: {:?}", info.id, result.forfeits);
        }
    }

    #[test]
    fn equal_bots_have_names_of_their_own_in_records() {
        let names = |bots: &str, players: usize| {
            let plan = plan(bots, Options::new(Base::Classic, players), 1);
            plan.header(&plan.seatings.games()[0]).names().to_vec()
        };
        assert_eq!(names("greedy,random", 2), ["greedy", "random"]);
        assert_eq!(names("greedy,random,random", 3), ["greedy", "random-2", "random-3"]);
        assert_eq!(names("greedy,greedy", 2), ["greedy", "greedy-2"]);
        let long = format!("cmd:{},cmd:{}", "x".repeat(80), "x".repeat(70));
        assert_eq!(names(&long, 2).iter().map(|name| name.len()).collect::<Vec<_>>(), [38, 40]);
    }
}
