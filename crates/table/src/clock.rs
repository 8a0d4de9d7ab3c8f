//! Time to think.

use crate::wire::Clock;

/// A moment, as whoever runs a room tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Milliseconds of a clock that only goes forward, from any beginning.
    pub ticks: u64,
    /// Seconds since 1970.
    pub date: i64,
}

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 3600;
/// Who comes back, or is waited for, has so many milliseconds at least.
const LEAST: i64 = 30 * SECOND;

/// The clocks of a table. Only one runs at a time.
#[derive(Clone, Debug)]
pub struct Clocks {
    plan: Clock,
    /// Milliseconds left for each seat, as of the start of the running one.
    left: Vec<i64>,
    /// The seat whose clock runs, and since when, in milliseconds.
    running: Option<(u8, u64)>,
    /// With days for a move: when the time of the seat that is asked is up, in seconds since 1970. Days go on whether
    /// anybody looks or not, also while there is no room.
    due: Option<(u8, i64)>,
}

impl Clocks {
    /// Clocks of a new game, or those that were stored; `due` is when the time of who is asked is up, with days.
    pub fn new(plan: Clock, seats: usize, stored: &[i64], due: Option<(u8, i64)>) -> Clocks {
        // Time for one move begins anew when a game is loaded.
        let keeps = stored.len() == seats && matches!(plan, Clock::Fischer { .. });
        let left = if keeps { stored.to_vec() } else { vec![full(&plan); seats] };
        let due = due.filter(|_| matches!(plan, Clock::Days { .. }));
        Clocks { plan, left, running: None, due }
    }

    /// Whether clocks wait until everybody has come. Days do not: nobody is there at the same time.
    pub fn wait_for_all(&self) -> bool {
        matches!(self.plan, Clock::PerMove { .. } | Clock::Fischer { .. })
    }

    /// Starts the clock of a seat, if it does not run already. It goes on with what is left: only a confirmed move gives
    /// more, whoever sits there.
    pub fn run(&mut self, seat: u8, now: Now) {
        if self.plan == Clock::None || self.running.is_some_and(|(running, _)| running == seat) {
            return;
        }
        self.stop(now);
        self.running = Some((seat, now.ticks));
        if let Clock::Days { days } = self.plan
            && self.due.is_none_or(|(due, _)| due != seat)
        {
            self.due = Some((seat, now.date + i64::from(days) * DAY));
        }
    }

    /// Stops the running clock.
    pub fn stop(&mut self, now: Now) {
        if let Some((seat, _)) = self.running {
            let left = self.left(seat, now);
            if let (Some(kept), Some(left)) = (self.left.get_mut(usize::from(seat)), left) {
                *kept = left;
            }
            self.running = None;
        }
    }

    /// Stops the running clock because the seat that was asked has confirmed something; `ended` is the seat whose turn ends
    /// with it.
    pub fn finish_move(&mut self, asked: Option<u8>, ended: Option<u8>, now: Now) {
        let running = self.running;
        self.stop(now);
        self.due = None;
        let full = full(&self.plan);
        if let (Some(seat), Clock::PerMove { .. } | Clock::Days { .. }) = (asked, &self.plan)
            && let Some(left) = self.left.get_mut(usize::from(seat))
        {
            *left = full;
        }
        if let (Some(_), Some(seat), Clock::Fischer { increment, .. }) = (running, ended, &self.plan)
            && let Some(left) = self.left.get_mut(usize::from(seat))
        {
            *left += i64::from(*increment) * SECOND;
        }
    }

    /// Gives a seat whose time is up the time of another move. Its clock is stopped meanwhile.
    pub fn grant(&mut self, seat: u8) {
        let least = if let Clock::Fischer { increment, .. } = &self.plan {
            (i64::from(*increment) * SECOND).max(LEAST)
        } else {
            full(&self.plan)
        };
        self.running = self.running.filter(|&(running, _)| running != seat);
        self.due = self.due.filter(|&(due, _)| due != seat);
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = least.max(*left);
        }
    }

    /// Milliseconds left for a seat; none without a clock.
    pub fn left(&self, seat: u8, now: Now) -> Option<i64> {
        if self.plan == Clock::None {
            return None;
        }
        if let Some((_, due)) = self.due.filter(|&(due, _)| due == seat) {
            return Some((due - now.date) * SECOND);
        }
        let kept = *self.left.get(usize::from(seat))?;
        let used = match self.running {
            Some((running, since)) if running == seat => now.ticks.saturating_sub(since) as i64,
            _ => 0,
        };
        Some(kept - used)
    }

    /// When the time of the running seat is up, in ticks.
    pub fn deadline(&self, now: Now) -> Option<(u8, u64)> {
        let (seat, since) = self.running?;
        if let Some((_, due)) = self.due {
            return Some((seat, now.ticks + (due - now.date).max(0) as u64 * 1000));
        }
        let left = *self.left.get(usize::from(seat))?;
        Some((seat, since + left.max(0) as u64))
    }

    /// With days: when the time of who is asked is up, in seconds since 1970.
    pub fn due(&self) -> Option<i64> {
        self.due.map(|(_, due)| due)
    }

    /// What is stored.
    pub fn stored(&self, now: Now) -> Vec<i64> {
        (0..self.left.len() as u8).filter_map(|seat| self.left(seat, now)).collect()
    }
}

/// What a clock shows at the beginning.
fn full(plan: &Clock) -> i64 {
    match plan {
        Clock::None => 0,
        Clock::PerMove { seconds } | Clock::Fischer { seconds, .. } => i64::from(*seconds) * SECOND,
        Clock::Days { days } => i64::from(*days) * DAY * SECOND,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ticks: u64) -> Now {
        Now { ticks, date: (ticks / 1000) as i64 }
    }

    fn clocks(plan: Clock) -> Clocks {
        Clocks::new(plan, 2, &[], None)
    }

    #[test]
    fn fischer_adds_after_each_turn() {
        let mut clocks = clocks(Clock::Fischer { seconds: 60, increment: 5 });
        clocks.run(0, at(1_000));
        let later = at(11_000);
        assert_eq!(clocks.left(0, later), Some(50_000));
        clocks.finish_move(Some(0), Some(0), later);
        clocks.run(1, later);
        assert_eq!(clocks.stored(later), [55_000, 60_000]);
        assert_eq!(clocks.deadline(later), Some((1, 71_000)));
        // A decision in the turn of another player adds nothing; the end of a turn adds to who had it.
        clocks.finish_move(Some(1), None, later);
        clocks.run(1, later);
        clocks.finish_move(Some(1), Some(0), later);
        assert_eq!(clocks.stored(later), [60_000, 60_000]);
    }

    #[test]
    fn per_move_begins_anew() {
        let mut clocks = clocks(Clock::PerMove { seconds: 30 });
        clocks.run(0, at(1_000));
        clocks.finish_move(Some(0), None, at(21_000));
        clocks.run(0, at(26_000));
        assert_eq!(clocks.left(0, at(26_000)), Some(30_000));
        // Stopping, because a bot sits there for a while, gives nothing back.
        clocks.stop(at(36_000));
        clocks.run(0, at(41_000));
        assert_eq!(clocks.left(0, at(41_000)), Some(20_000));
    }

    #[test]
    fn days_go_on_while_nobody_looks() {
        let plan = Clock::Days { days: 2 };
        let mut clocks = clocks(plan.clone());
        clocks.run(1, Now { ticks: 5, date: 1_000 });
        let due = clocks.due().expect("it runs");
        assert_eq!(due, 1_000 + 2 * DAY);
        // The server was away for a day: other ticks, a later date.
        let mut again = Clocks::new(plan, 2, &[], Some((1, due)));
        let later = Now { ticks: 7, date: 1_000 + DAY };
        again.run(1, later);
        assert_eq!((again.left(0, later), again.left(1, later)), (Some(2 * DAY * 1000), Some(DAY * 1000)));
        assert_eq!(again.deadline(later), Some((1, 7 + DAY as u64 * 1000)));
        again.finish_move(Some(1), Some(1), later);
        again.run(0, later);
        assert_eq!(again.due(), Some(later.date + 2 * DAY));
    }

    #[test]
    fn who_is_waited_for_gets_the_time_of_a_move() {
        let mut moves = clocks(Clock::PerMove { seconds: 10 });
        moves.run(0, at(0));
        moves.stop(at(12_000));
        moves.grant(0);
        assert_eq!(moves.left(0, at(12_000)), Some(10_000));
        let mut games = clocks(Clock::Fischer { seconds: 60, increment: 5 });
        games.run(1, at(0));
        games.stop(at(60_000));
        games.grant(1);
        assert_eq!(games.left(1, at(60_000)), Some(30_000));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let mut clocks = clocks(Clock::None);
        clocks.run(0, at(1_000));
        assert_eq!((clocks.deadline(at(1_000)), clocks.left(0, at(1_000))), (None, None));
        assert!(clocks.stored(at(1_000)).is_empty());
    }
}
