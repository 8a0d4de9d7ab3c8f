//! How long a bot may think: a number of simulations, a moment to stop, or both.
//!
//! What a bot decides under a number of simulations is the same on every machine and with any number
//! of threads. Time enters only through [`Stop`], which is asked and never decides anything else, so
//! that whoever has no clock (a browser) can raise the flag itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::time::{Duration, Instant};

/// What a bot may spend on one decision.
///
/// A bot ends early when more thinking cannot change its answer. Without a limit it ends where its
/// level does.
///
/// ```
/// use bastide_bots::Budget;
/// let budget = Budget::simulations(200).with_threads(2);
/// assert_eq!((budget.simulations, budget.threads), (Some(200), 2));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// The most simulations; the same number gives the same answer everywhere.
    pub simulations: Option<u32>,
    /// How many threads may think. They change how long it takes, never the answer to a number of
    /// simulations.
    pub threads: usize,
    /// Asked again and again while thinking.
    pub stop: Stop,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { simulations: None, threads: 1, stop: Stop::never() }
    }
}

impl Budget {
    /// A number of simulations, in one thread.
    pub fn simulations(count: u32) -> Budget {
        Budget { simulations: Some(count), ..Budget::default() }
    }

    /// A time from now on, in one thread.
    #[cfg(not(target_family = "wasm"))]
    pub fn time(time: Duration) -> Budget {
        Budget { stop: Stop::never().within(time), ..Budget::default() }
    }

    /// The same with so many threads, at least one.
    pub fn with_threads(self, threads: usize) -> Budget {
        Budget { threads: threads.max(1), ..self }
    }

    /// The same, stopped also by this.
    pub fn with_stop(self, stop: Stop) -> Budget {
        Budget { stop, ..self }
    }
}

/// The question whether to stop thinking: a flag that all its copies share, and perhaps a deadline.
///
/// ```
/// use bastide_bots::Stop;
/// let stop = Stop::new();
/// let copy = stop.clone();
/// assert!(!copy.is_raised());
/// stop.raise();
/// assert!(copy.is_raised());
/// ```
#[derive(Clone, Debug)]
pub struct Stop {
    flag: Option<Arc<AtomicBool>>,
    /// The clock of whoever has no other.
    is_due: Option<fn() -> bool>,
    #[cfg(not(target_family = "wasm"))]
    deadline: Option<Instant>,
}

impl Stop {
    /// A flag that can be raised.
    pub fn new() -> Stop {
        Stop { flag: Some(Arc::new(AtomicBool::new(false))), ..Stop::never() }
    }

    /// Never stops.
    pub const fn never() -> Stop {
        Stop {
            flag: None,
            is_due: None,
            #[cfg(not(target_family = "wasm"))]
            deadline: None,
        }
    }

    /// The same with a deadline so much from now on, or the earlier one that it had.
    #[cfg(not(target_family = "wasm"))]
    pub fn within(self, time: Duration) -> Stop {
        let new = Instant::now().checked_add(time);
        let deadline = match (self.deadline, new) {
            (Some(old), Some(new)) => Some(old.min(new)),
            (old, new) => old.or(new),
        };
        Stop { deadline, ..self }
    }

    /// The same flag with a deadline after half of the time that is left.
    pub(crate) fn halfway(&self) -> Stop {
        #[cfg(not(target_family = "wasm"))]
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            return self.clone().within(left / 2);
        }
        self.clone()
    }

    /// The same, stopped also when this says so. It is asked before each simulation: a page that has no clock of the
    /// standard library asks the browser's.
    pub fn when(self, is_due: fn() -> bool) -> Stop {
        Stop { is_due: Some(is_due), ..self }
    }

    /// Asks everybody who has a copy to stop. Without effect on [`Stop::never`].
    pub fn raise(&self) {
        if let Some(flag) = &self.flag {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it is time to answer.
    pub fn is_raised(&self) -> bool {
        let is_flagged = self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        #[cfg(not(target_family = "wasm"))]
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        #[cfg(target_family = "wasm")]
        let is_late = false;
        is_flagged || is_late || self.is_due.is_some_and(|is_due| is_due())
    }
}

impl Default for Stop {
    fn default() -> Stop {
        Stop::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_stops_and_the_earlier_one_counts() {
        let late = Stop::new().within(Duration::from_secs(3600));
        assert!(!late.is_raised());
        assert!(late.clone().within(Duration::ZERO).is_raised());
        assert!(Stop::never().within(Duration::ZERO).within(Duration::from_secs(3600)).is_raised());
        late.raise();
        assert!(late.is_raised());
    }

    #[test]
    fn a_clock_from_outside_stops() {
        assert!(Stop::never().when(|| true).is_raised());
        assert!(!Stop::new().when(|| false).is_raised());
    }

    #[test]
    fn never_is_never() {
        let stop = Stop::never();
        stop.raise();
        assert!(!stop.is_raised());
    }
}
