//! What the server has done, as numbers for its operator, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bastide_table::wire::ProblemCode;

use crate::peers::Neighbours;

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
    refused_requests: Mutex<BTreeMap<&'static str, u64>>,
    /// Calls of people who are away, by what became of them.
    calls: Mutex<BTreeMap<&'static str, u64>>,
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
    pub fn refused(&self, code: ProblemCode) {
        // A counter is never left half changed.
        *self.refusals.lock().unwrap_or_else(PoisonError::into_inner).entry(code.word()).or_default() += 1;
    }

    /// A request was refused.
    pub fn refused_request(&self, code: ProblemCode) {
        *self.refused_requests.lock().unwrap_or_else(PoisonError::into_inner).entry(code.word()).or_default() += 1;
    }

    /// Somebody who is away was called, or could not be.
    pub fn called(&self, result: &'static str) {
        *self.calls.lock().unwrap_or_else(PoisonError::into_inner).entry(result).or_default() += 1;
    }

    /// The end of the class in which the time of storing lies that so many of a hundred confirmations kept, in seconds.
    fn quantile(&self, percent: u64) -> f64 {
        let counts: Vec<_> = self.stored.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let wanted = (counts.iter().sum::<u64>() * percent).div_ceil(100);
        let mut sum = 0;
        let class = counts.iter().position(|count| {
            sum += count;
            sum >= wanted
        });
        if wanted == 0 { 0.0 } else { class.and_then(|class| CLASSES.get(class).copied()).unwrap_or(f64::INFINITY) }
    }

    /// Actions were stored, which took so long.
    pub fn stored(&self, actions: usize, time: Duration) {
        let class = CLASSES.partition_point(|&end| end < time.as_secs_f64());
        self.actions.fetch_add(actions as u64, Ordering::Relaxed);
        self.stored[class].fetch_add(1, Ordering::Relaxed);
        self.storing.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// Everything as text. What is in use is known to others.
    pub fn text(&self, in_use: &Saturation) -> String {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let mut text = String::new();
        let mut add = |name: &str, kind: &str, help: &str, lines: &[(String, String)]| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            lines.iter().for_each(|(label, value)| _ = writeln!(text, "{name}{label} {value}"));
        };
        let one = |value: String| [(String::new(), value)];
        add("bastide_games_loaded", "gauge", "Games in memory.", &one(in_use.loaded.to_string()));
        let limits = [
            ("games", in_use.games),
            ("connections", in_use.connections),
            ("sockets", in_use.sockets),
            ("watchers", in_use.watchers),
            ("bot_threads", (in_use.bots.1, in_use.bots.2)),
        ];
        let label = |name: &str| format!("{{limit=\"{name}\"}}");
        let used: Vec<_> = limits.iter().map(|(name, (used, _))| (label(name), used.to_string())).collect();
        add("bastide_used", "gauge", "How much of each limit is in use; games are those that are not over.", &used);
        let most: Vec<_> = limits.iter().map(|(name, (_, most))| (label(name), most.to_string())).collect();
        add("bastide_limit", "gauge", "How much of each there may be.", &most);
        add("bastide_bots_waiting", "gauge", "Questions that wait for a bot.", &one(in_use.bots.0.to_string()));
        let flag = |is_set: bool| one(u8::from(is_set).to_string());
        add("bastide_draining", "gauge", "1 while no new games are begun.", &flag(in_use.is_draining));
        add("bastide_storage_failing", "gauge", "1 after something could not be stored.", &flag(in_use.is_failing));
        if let Some(Neighbours { is_member, nodes, near, far }) = in_use.neighbours {
            add(
                "bastide_lease",
                "gauge",
                "1 while the other servers leave the games of this one to it.",
                &flag(is_member),
            );
            add("bastide_nodes", "gauge", "Servers of the same games, this one included.", &one(nodes.to_string()));
            let pipes = [("elsewhere", near), ("here", far)];
            let lines = pipes.map(|(game, count)| (format!("{{game=\"{game}\"}}"), count.to_string()));
            let help = "Sockets at one server whose game is at another: the game elsewhere, or the socket.";
            add("bastide_pipes", "gauge", help, &lines);
        }
        let sockets = self.sockets.load(Ordering::Relaxed);
        add("bastide_sockets", "gauge", "Open sockets.", &one(sockets.to_string()));
        let actions = read(&self.actions).to_string();
        add("bastide_actions_total", "counter", "Confirmed actions, draws included.", &one(actions));
        let requests: Vec<_> = (1..6)
            .map(|class| (format!("{{status=\"{class}xx\"}}"), read(&self.requests[class]).to_string()))
            .collect();
        add("bastide_requests_total", "counter", "Answered requests.", &requests);
        let by_code = |counts: &Mutex<BTreeMap<&'static str, u64>>| {
            let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            let line = |(code, count): (&&str, &u64)| (format!("{{code=\"{code}\"}}"), count.to_string());
            counts.iter().map(line).collect::<Vec<_>>()
        };
        add("bastide_refusals_total", "counter", "Messages on sockets that were refused.", &by_code(&self.refusals));
        let requests = by_code(&self.refused_requests);
        add("bastide_refused_requests_total", "counter", "Requests that were refused.", &requests);
        add("bastide_calls_total", "counter", "Calls of people who are away.", &by_code(&self.calls));
        let quantiles: Vec<_> = [("0.5", 50), ("0.99", 99)]
            .map(|(name, percent)| (format!("{{quantile=\"{name}\"}}"), self.quantile(percent).to_string()))
            .to_vec();
        let help = "So many confirmations were stored within this time, since the start, by the classes below.";
        add("bastide_commit_quantile_seconds", "gauge", help, &quantiles);
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

/// How much of everything is in use, and of how much.
#[derive(Clone, Debug)]
pub struct Saturation {
    /// Games in memory.
    pub loaded: usize,
    /// Games that are not over.
    pub games: (usize, usize),
    /// Connections.
    pub connections: (usize, usize),
    /// Sockets.
    pub sockets: (usize, usize),
    /// Sockets of watchers.
    pub watchers: (usize, usize),
    /// Questions that wait for bots, bots that think, threads for them.
    pub bots: (usize, usize, usize),
    /// No new games are begun.
    pub is_draining: bool,
    /// Something could not be stored.
    pub is_failing: bool,
    /// The other servers of the same games, if there are any.
    pub neighbours: Option<Neighbours>,
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
        metrics.refused(ProblemCode::Stale);
        metrics.request(404);
        metrics.refused_request(ProblemCode::TooMany);
        metrics.called("taken");
        let in_use = Saturation {
            loaded: 4,
            games: (5, 20),
            connections: (6, 100),
            sockets: (1, 90),
            watchers: (0, 45),
            bots: (7, 1, 2),
            is_draining: false,
            is_failing: true,
            neighbours: Some(Neighbours { is_member: true, nodes: 3, near: 8, far: 9 }),
        };
        let text = metrics.text(&in_use);
        for line in [
            "bastide_games_loaded 4",
            "bastide_used{limit=\"games\"} 5",
            "bastide_limit{limit=\"games\"} 20",
            "bastide_used{limit=\"bot_threads\"} 1",
            "bastide_bots_waiting 7",
            "bastide_draining 0",
            "bastide_lease 1",
            "bastide_nodes 3",
            "bastide_pipes{game=\"elsewhere\"} 8",
            "bastide_pipes{game=\"here\"} 9",
            "bastide_storage_failing 1",
            "bastide_refused_requests_total{code=\"too-many\"} 1",
            "bastide_calls_total{code=\"taken\"} 1",
            "bastide_commit_quantile_seconds{quantile=\"0.5\"} 0.005",
            "bastide_commit_quantile_seconds{quantile=\"0.99\"} inf",
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
        assert!(metrics.text(&in_use).contains("bastide_sockets 0\n"));
    }
}
