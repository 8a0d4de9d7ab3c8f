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

/// The clocks of a table. Only one runs at a time.
#[derive(Clone, Debug)]
pub struct Clocks {
    plan: Clock,
    /// Milliseconds left for each seat, as of the start of the running one.
    left: Vec<i64>,
    /// The seat whose clock runs, and since when, in milliseconds.
    running: Option<(u8, u64)>,
}

impl Clocks {
    /// Clocks of a new game, or those that were stored.
    pub fn new(plan: Clock, seats: usize, stored: &[i64]) -> Clocks {
        let full = match plan {
            Clock::None => 0,
            Clock::PerMove { seconds } | Clock::Fischer { seconds, .. } => i64::from(seconds) * 1000,
        };
        // Time for one move begins anew when a game is loaded.
        let keeps = stored.len() == seats && !matches!(plan, Clock::PerMove { .. });
        let left = if keeps { stored.to_vec() } else { vec![full; seats] };
        Clocks { plan, left, running: None }
    }

    /// Starts the clock of a seat, if it does not run already. It goes on with what is left: only a confirmed move gives
    /// more, whoever sits there.
    pub fn run(&mut self, seat: u8, now: u64) {
        if self.plan == Clock::None || self.running.is_some_and(|(running, _)| running == seat) {
            return;
        }
        self.stop(now);
        self.running = Some((seat, now));
    }

    /// Stops the running clock.
    pub fn stop(&mut self, now: u64) {
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
    pub fn finish_move(&mut self, asked: Option<u8>, ended: Option<u8>, now: u64) {
        let running = self.running;
        self.stop(now);
        if let (Some(seat), Clock::PerMove { seconds }) = (asked, &self.plan)
            && let Some(left) = self.left.get_mut(usize::from(seat))
        {
            *left = i64::from(*seconds) * 1000;
        }
        if let (Some(_), Some(seat), Clock::Fischer { increment, .. }) = (running, ended, &self.plan)
            && let Some(left) = self.left.get_mut(usize::from(seat))
        {
            *left += i64::from(*increment) * 1000;
        }
    }

    /// Milliseconds left for a seat; none without a clock.
    pub fn left(&self, seat: u8, now: u64) -> Option<i64> {
        if self.plan == Clock::None {
            return None;
        }
        let kept = *self.left.get(usize::from(seat))?;
        let used = match self.running {
            Some((running, since)) if running == seat => now.saturating_sub(since) as i64,
            _ => 0,
        };
        Some(kept - used)
    }

    /// When the time of the running seat is up.
    pub fn deadline(&self) -> Option<(u8, u64)> {
        let (seat, since) = self.running?;
        let left = *self.left.get(usize::from(seat))?;
        Some((seat, since + left.max(0) as u64))
    }

    /// What is stored.
    pub fn stored(&self, now: u64) -> Vec<i64> {
        (0..self.left.len() as u8).filter_map(|seat| self.left(seat, now)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fischer_adds_after_each_turn() {
        let start = 1_000;
        let mut clocks = Clocks::new(Clock::Fischer { seconds: 60, increment: 5 }, 2, &[]);
        clocks.run(0, start);
        let later = start + 10_000;
        assert_eq!(clocks.left(0, later), Some(50_000));
        clocks.finish_move(Some(0), Some(0), later);
        clocks.run(1, later);
        assert_eq!(clocks.stored(later), [55_000, 60_000]);
        assert_eq!(clocks.deadline(), Some((1, later + 60_000)));
        // A decision in the turn of another player adds nothing; the end of a turn adds to who had it.
        clocks.finish_move(Some(1), None, later);
        clocks.run(1, later);
        clocks.finish_move(Some(1), Some(0), later);
        assert_eq!(clocks.stored(later), [60_000, 60_000]);
    }

    #[test]
    fn per_move_begins_anew() {
        let start = 1_000;
        let mut clocks = Clocks::new(Clock::PerMove { seconds: 30 }, 2, &[]);
        clocks.run(0, start);
        clocks.finish_move(Some(0), None, start + 20_000);
        clocks.run(0, start + 25_000);
        assert_eq!(clocks.left(0, start + 25_000), Some(30_000));
        // Stopping, because a bot sits there for a while, gives nothing back.
        clocks.stop(start + 35_000);
        clocks.run(0, start + 40_000);
        assert_eq!(clocks.left(0, start + 40_000), Some(20_000));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let now = 1_000;
        let mut clocks = Clocks::new(Clock::None, 2, &[]);
        clocks.run(0, now);
        assert_eq!((clocks.deadline(), clocks.left(0, now)), (None, None));
        assert!(clocks.stored(now).is_empty());
    }
}
