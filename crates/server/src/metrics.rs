//! What the server has done, as numbers for its operator, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper ends of the classes of the time that storing takes, in seconds.
const CLASSES: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// Counters since the start.
#[derive(Debug, Default)]
pub struct Metrics {
    sockets: AtomicI64,
    actions: AtomicU64,
    /// Requests by the first digit of their answer's status.
    requests: [AtomicU64; 6],
    refusals: Mutex<BTreeMap<&'static str, u64>>,
    /// Confirmations by the time that storing took; the last class has no end.
    stored: [AtomicU64; CLASSES.len() + 1],
    /// All that time together, in microseconds.
    storing: AtomicU64,
}

impl Metrics {
    /// A socket is open, as long as this is kept.
    pub fn socket(&self) -> OpenSocket<'_> {
        self.sockets.fetch_add(1, Ordering::Relaxed);
        OpenSocket(self)
    }

    /// A request was answered.
    pub fn request(&self, status: u16) {
        self.requests[usize::from(status / 100).min(5)].fetch_add(1, Ordering::Relaxed);
    }

    /// Something that came on a socket was refused.
    pub fn refused(&self, code: &'static str) {
        // A counter is never left half changed.
        *self.refusals.lock().unwrap_or_else(PoisonError::into_inner).entry(code).or_default() += 1;
    }

    /// Actions were stored, which took so long.
    pub fn stored(&self, actions: usize, time: Duration) {
        let class = CLASSES.partition_point(|&end| end < time.as_secs_f64());
        self.actions.fetch_add(actions as u64, Ordering::Relaxed);
        self.stored[class].fetch_add(1, Ordering::Relaxed);
        self.storing.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// Everything as text. The numbers of games are known to others.
    pub fn text(&self, loaded: usize, unfinished: u32) -> String {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let mut text = String::new();
        let mut add = |name: &str, kind: &str, help: &str, lines: &[(String, String)]| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            lines.iter().for_each(|(label, value)| _ = writeln!(text, "{name}{label} {value}"));
        };
        let one = |value: String| [(String::new(), value)];
        add("bastide_games_loaded", "gauge", "Games in memory.", &one(loaded.to_string()));
        add("bastide_games_unfinished", "gauge", "Stored games that are not over.", &one(unfinished.to_string()));
        let sockets = self.sockets.load(Ordering::Relaxed);
        add("bastide_sockets", "gauge", "Open sockets.", &one(sockets.to_string()));
        let actions = read(&self.actions).to_string();
        add("bastide_actions_total", "counter", "Confirmed actions, draws included.", &one(actions));
        let requests: Vec<_> = (1..6)
            .map(|class| (format!("{{status=\"{class}xx\"}}"), read(&self.requests[class]).to_string()))
            .collect();
        add("bastide_requests_total", "counter", "Answered requests.", &requests);
        let refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        let refusals: Vec<_> =
            refusals.iter().map(|(code, count)| (format!("{{code=\"{code}\"}}"), count.to_string())).collect();
        add("bastide_refusals_total", "counter", "Messages on sockets that were refused.", &refusals);
        let mut sum = 0;
        let mut lines: Vec<_> = (self.stored.iter().enumerate())
            .map(|(class, count)| {
                sum += read(count);
                let end = CLASSES.get(class).map_or_else(|| "+Inf".to_owned(), f64::to_string);
                (format!("_bucket{{le=\"{end}\"}}"), sum.to_string())
            })
            .collect();
        lines.push(("_sum".to_owned(), (read(&self.storing) as f64 / 1e6).to_string()));
        lines.push(("_count".to_owned(), sum.to_string()));
        add("bastide_commit_seconds", "histogram", "Time until a confirmation was stored.", &lines);
        text
    }
}

/// A socket that is counted.
pub struct OpenSocket<'a>(&'a Metrics);

impl Drop for OpenSocket<'_> {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_in_the_format_of_prometheus() {
        let metrics = Metrics::default();
        let open = metrics.socket();
        metrics.stored(2, Duration::from_millis(3));
        metrics.stored(1, Duration::from_secs(9));
        metrics.refused("stale");
        metrics.request(404);
        let text = metrics.text(4, 5);
        for line in [
            "bastide_games_loaded 4",
            "bastide_games_unfinished 5",
            "bastide_sockets 1",
            "bastide_actions_total 3",
            "bastide_requests_total{status=\"4xx\"} 1",
            "bastide_refusals_total{code=\"stale\"} 1",
            "# TYPE bastide_commit_seconds histogram",
            "bastide_commit_seconds_bucket{le=\"0.002\"} 0",
            "bastide_commit_seconds_bucket{le=\"0.005\"} 1",
            "bastide_commit_seconds_bucket{le=\"+Inf\"} 2",
            "bastide_commit_seconds_sum 9.003",
            "bastide_commit_seconds_count 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        drop(open);
        assert!(metrics.text(0, 0).contains("bastide_sockets 0\n"));
    }
}
