//! How much anybody may ask for: sizes, rates, numbers.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::files;

/// The largest frame of a socket, in bytes.
pub const FRAME: usize = 4096;
/// The largest body of a request, in bytes.
pub const BODY: usize = 16 * 1024;
/// The longest record that somebody brings: a game of all boxes has some 30 kilobytes.
pub const RECORD: usize = 256 * 1024;
/// Seconds of a day.
pub const DAY: u64 = 24 * 3600;

/// Numbers that an operator may want to change.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Games that are not over, of one host.
    pub games_of_host: u32,
    /// Games that are not over.
    pub games: u32,
    /// Sockets of one identity at one game.
    pub sockets_of_identity: usize,
    /// Sockets at one game of people who have no seat in it.
    pub watchers_of_game: usize,
    /// The same at all games together. At most half of the sockets are for them, so that players find a place.
    pub watchers: usize,
    /// Sockets from one address: so many of players, and as many of watchers.
    pub sockets_of_address: u32,
    /// Connections at one time, if the system allows so many open files.
    pub connections: usize,
    /// Connections from one address, unless it is that of a proxy.
    pub connections_of_address: u32,
    /// When only the reserve of connections is left it is for addresses that hold no more than this.
    pub connections_of_modest: u32,
    /// The head of a request must come within this time, and its body too.
    pub slow: Duration,
    /// A peer that has said nothing for so long, not even to a ping, is gone; it is noticed within a second.
    pub silence: Duration,
    /// Messages a second on one socket, and how many at once.
    pub messages: (f64, f64),
    /// A row of refused messages ends when none was refused for so long.
    pub forgiving: Duration,
    /// Requests a second from one address, and how many at once. Costly ones count as several.
    pub requests: (f64, f64),
    /// New games a second of one identity, and how many at once.
    pub creations: (f64, f64),
    /// New games a second from one address, and how many at once: an identity costs nothing, an address does.
    pub creations_of_address: (f64, f64),
    /// Codes a second that somebody at one address tries, and how many at once.
    pub codes: (f64, f64),
    /// New passkeys a second from one address, and how many at once.
    pub passkeys: (f64, f64),
    /// Lines of chat a second of one identity, and how many at once.
    pub lines: (f64, f64),
    /// Reports to the operator a second of one identity and of one address, and how many at once.
    pub reports: (f64, f64),
    /// An open game that nobody has looked at for so long is removed.
    pub open_for: Duration,
    /// A running game in which nothing has happened for so long is ended.
    pub abandoned_after: Duration,
    /// When the server is full, games that nobody has ever moved in and nobody looks at make room after this time.
    pub unused_for: Duration,
    /// A game that has been over for so long is forgotten, and so is a person without games; none keeps them for ever.
    pub forget_after: Option<Duration>,
    /// Threads on which bots think.
    pub bot_threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            games_of_host: 20,
            games: 20_000,
            sockets_of_identity: 20,
            watchers_of_game: 500,
            watchers: 5_000,
            sockets_of_address: 500,
            connections: 10_000,
            connections_of_address: 1000,
            connections_of_modest: 20,
            slow: Duration::from_secs(10),
            silence: Duration::from_secs(4),
            messages: (20.0, 40.0),
            forgiving: Duration::from_secs(10),
            requests: (100.0, 400.0),
            creations: (0.5, 10.0),
            // A class of pupils behind one address begins at once; afterwards two games a minute.
            creations_of_address: (1.0 / 30.0, 60.0),
            codes: (0.5, 20.0),
            passkeys: (1.0 / 30.0, 20.0),
            lines: (0.5, 10.0),
            reports: (1.0 / 600.0, 5.0),
            open_for: Duration::from_secs(7 * DAY),
            abandoned_after: Duration::from_secs(60 * DAY),
            unused_for: Duration::from_secs(3600),
            forget_after: None,
            // One core is for people.
            bot_threads: std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1),
        }
    }
}

/// How the connections of a server are shared out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places {
    /// All of them.
    pub connections: usize,
    /// Of them for sockets; the others are kept for pages, requests and the question whether the server is well.
    pub sockets: usize,
    /// Of the connections so many are kept for addresses that hold few.
    pub reserve: usize,
    /// Of the sockets for people without a seat; the others are kept for players.
    pub watchers: usize,
}

impl Places {
    /// What fits when so many files can be open.
    pub fn within(limits: &Limits, files: usize) -> Places {
        let connections = limits.connections.min(files.saturating_sub(files::RESERVE));
        let reserve = connections / 10;
        let sockets = connections - reserve;
        Places { connections, sockets, reserve, watchers: limits.watchers.min(sockets / 2) }
    }
}

/// A token bucket: so many a second, and so many at once.
#[derive(Clone, Debug)]
pub struct Bucket {
    rate: f64,
    burst: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new((rate, burst): (f64, f64), now: Instant) -> Bucket {
        Bucket { rate, burst, tokens: burst, filled: now }
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        self.take_many(1.0, now)
    }

    /// Takes so many tokens, if they are there. What costs more than a full bucket empties it.
    pub fn take_many(&mut self, tokens: f64, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + seconds * self.rate).min(self.burst);
        self.filled = now;
        let tokens = tokens.min(self.burst.max(1.0));
        if self.tokens < tokens {
            return false;
        }
        self.tokens -= tokens;
        true
    }

    /// Whether nothing has been taken for so long that the bucket is as good as new.
    pub fn is_full(&self, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens + seconds * self.rate >= self.burst
    }
}

/// A bucket for everybody who asks for something.
#[derive(Debug)]
pub struct Buckets<K>(Mutex<HashMap<K, Bucket>>);

impl<K> Default for Buckets<K> {
    fn default() -> Buckets<K> {
        Buckets(Mutex::default())
    }
}

impl<K: Hash + Eq> Buckets<K> {
    /// So many are remembered at most.
    const MOST: usize = 20_000;

    /// Takes something that costs so much from the bucket of somebody, if it is there.
    pub fn take(&self, key: K, rate: (f64, f64), cost: f64) -> bool {
        let now = Instant::now();
        // A bucket is never left half changed.
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= Self::MOST {
            // Full ones are as good as new ones. If there are too many others it is better to forgive all of them than
            // to turn everybody away who is new.
            buckets.retain(|_, bucket| !bucket.is_full(now));
            if buckets.len() >= Self::MOST / 2 {
                buckets.clear();
            }
        }
        buckets.entry(key).or_insert_with(|| Bucket::new(rate, now)).take_many(cost, now)
    }
}

/// How many of something each address holds.
#[derive(Debug, Default)]
pub struct Held(Mutex<HashMap<IpAddr, u32>>);

impl Held {
    /// One more for an address, if it has fewer than that.
    pub fn take(self: &Arc<Held>, address: IpAddr, most: u32) -> Option<Place> {
        let mut held = self.lock();
        let count = held.get(&address).copied().unwrap_or(0);
        (count < most).then(|| {
            held.insert(address, count + 1);
            Place { held: Arc::clone(self), address }
        })
    }

    /// How many an address has.
    pub fn of(&self, address: IpAddr) -> u32 {
        self.lock().get(&address).copied().unwrap_or(0)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        // The map is never left half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an address holds; given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    held: Arc<Held>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.held.lock();
        match held.get_mut(&self.address) {
            Some(count) if *count > 1 => *count -= 1,
            _ => _ = held.remove(&self.address),
        }
    }
}

/// The address that is counted for a visitor: a network of IPv6 is one visitor, who has all addresses of it.
pub fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_visitor() {
        let counted = |text: &str| super::counted(text.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!((counted("::ffff:192.0.2.7"), counted("192.0.2.7")), ("192.0.2.7".into(), "192.0.2.7".into()));
    }

    #[test]
    fn an_address_gets_back_what_it_gave_back() {
        let held = Arc::new(Held::default());
        let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let first = held.take(one, 2);
        let second = held.take(one, 2);
        assert!(first.is_some() && second.is_some() && held.take(one, 2).is_none() && held.take(other, 2).is_some());
        drop(second);
        assert!(held.take(one, 2).is_some());
        drop(first);
        assert!(held.lock().is_empty());
    }

    #[test]
    fn watchers_leave_places_for_players_and_sockets_for_pages() {
        let places = |connections, files| Places::within(&Limits { connections, ..Limits::default() }, files);
        let all = Places { connections: 10_000, sockets: 9_000, reserve: 1_000, watchers: 4_500 };
        assert_eq!((places(10_000, usize::MAX), places(10_000, 10_064)), (all, all));
        assert_eq!(places(10_000, 1_024), Places { connections: 960, sockets: 864, reserve: 96, watchers: 432 });
        assert_eq!(places(10, usize::MAX), Places { connections: 10, sockets: 9, reserve: 1, watchers: 4 });
        assert_eq!(places(10_000, 20), Places { connections: 0, sockets: 0, reserve: 0, watchers: 0 });
    }

    #[test]
    fn a_bucket_refills_at_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new((10.0, 2.0), start);
        assert!(bucket.take(start) && bucket.take(start) && !bucket.take(start));
        assert!(bucket.take(start + Duration::from_millis(100)));
        assert!(!bucket.take(start + Duration::from_millis(100)));
        assert!(bucket.is_full(start + Duration::from_secs(1)));
    }

    #[test]
    fn many_strangers_do_not_turn_a_newcomer_away() {
        let buckets = Buckets::default();
        for stranger in 0..3 * Buckets::<usize>::MOST {
            assert!(buckets.take(stranger, (0.001, 1.0), 1.0), "{stranger}");
        }
        assert!(buckets.take(usize::MAX, (0.001, 1.0), 1.0) && !buckets.take(usize::MAX, (0.001, 1.0), 1.0));
        assert!(buckets.0.lock().unwrap().len() <= Buckets::<usize>::MOST);
    }

    #[test]
    fn what_costs_more_takes_more() {
        let start = Instant::now();
        let mut bucket = Bucket::new((1.0, 10.0), start);
        assert!(bucket.take_many(6.0, start) && !bucket.take_many(6.0, start) && bucket.take_many(4.0, start));
        // A request that costs more than a bucket holds is answered when the bucket is full.
        assert!(bucket.take_many(1000.0, start + Duration::from_secs(10)));
        assert!(!bucket.take(start + Duration::from_secs(10)));
    }
}
