//! All running games: each has one owner task, found here by its id.
//!
//! A game is loaded when somebody asks for it and put away when nobody has for a while. There is
//! never more than one owner of a game: the next is made only when the last one has ended. With other servers of the
//! same games (`peers`) a game that one of them holds has an envoy here in the place of its owner.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bastide_rules::notation::Record;
use bastide_table::identity::Identity;
use bastide_table::making::{self, Made, Origin};
use bastide_table::refused::Refused;
use bastide_table::stored::summary;
use bastide_table::wire::{CreateGame, Created, GameSummary, Note, ProblemCode};
use tokio::sync::{OnceCell, mpsc, oneshot, watch};

use crate::archive;
use crate::house::House;
use crate::identity::{new_id, new_secret, new_seed};
use crate::limits::{Buckets, Limits};
use crate::metrics::Metrics;
use crate::owner::{Ask, Owner};
use crate::peers::envoy::Envoy;
use crate::peers::{self, Held, Lost, Peers};
use crate::push::Push;
use crate::store::{Filter, Stale, Store, StoreError};
use crate::think::Thinkers;

/// Messages that may wait for one game.
const QUEUE: usize = 256;

/// So many games are removed at a time.
const SWEPT: u32 = 500;

/// A game in which somebody's time is up within so many seconds is loaded: less than a room without visitors may stay
/// away, and more than the time between two looks.
const SOON: i64 = 1800;

/// A question is asked again for so long, if the game moves from one server to another meanwhile.
const PATIENCE: Duration = Duration::from_secs(8);

/// Where a game is asked, once it is found.
type Asked = Arc<OnceCell<Way>>;

/// The way to a game.
#[derive(Clone)]
struct Way {
    asks: mpsc::Sender<Ask>,
    /// Its room is here.
    is_here: bool,
}

/// All running games.
pub struct Rooms {
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// The versions of pages that are served.
    pub(crate) served: RangeInclusive<u32>,
    /// What has been done.
    pub(crate) metrics: Metrics,
    /// Where bots think.
    pub(crate) thinkers: Thinkers,
    owners: Mutex<HashMap<String, Asked>>,
    /// The other servers of the same games.
    peers: OnceLock<Arc<Peers>>,
    /// Tells all owners to end.
    pub(crate) stopping: watch::Sender<bool>,
    /// What the operator does not want.
    pub(crate) house: House,
    /// The operator lets the server run empty: no new games.
    pub(crate) is_draining: AtomicBool,
    /// Something could not be stored, and since then nothing shows that it can be again.
    pub(crate) is_failing: AtomicBool,
    lines: Buckets<Identity>,
    /// Calls people who are away, if the server has keys for it.
    pub(crate) push: OnceLock<Push>,
    /// A game without visitors is put away after this time.
    pub(crate) idle: Duration,
}

impl Rooms {
    /// No game is loaded yet.
    pub fn new(store: Arc<dyn Store>, limits: Limits, served: RangeInclusive<u32>) -> Arc<Rooms> {
        let thinkers = Thinkers::new(limits.bot_threads);
        Arc::new(Rooms {
            store,
            limits,
            served,
            metrics: Metrics::default(),
            thinkers,
            owners: Mutex::default(),
            peers: OnceLock::new(),
            stopping: watch::Sender::new(false),
            house: House::default(),
            is_draining: AtomicBool::new(false),
            is_failing: AtomicBool::new(false),
            lines: Buckets::default(),
            push: OnceLock::new(),
            idle: Duration::from_secs(120),
        })
    }

    /// Number of loaded games.
    pub fn loaded(&self) -> usize {
        self.lock().len()
    }

    /// Number of games whose rooms are here.
    pub(crate) fn loaded_here(&self) -> usize {
        self.lock().values().filter(|owner| owner.get().is_some_and(|way| way.is_here)).count()
    }

    /// The other servers of the same games, if there can be any.
    pub(crate) fn peers(&self) -> Option<&Arc<Peers>> {
        self.peers.get()
    }

    /// Shares the games with other servers from now on.
    ///
    /// # Errors
    /// With a sentence, if the bus cannot be used.
    pub(crate) async fn share(self: &Arc<Rooms>, bus: &str) -> Result<(), String> {
        let peers = Peers::join(bus, self).await?;
        // Rooms are shared once.
        let _ = self.peers.set(peers);
        Ok(())
    }

    /// What somebody is told whose game was let go of.
    pub(crate) fn why_let_go(&self) -> Refused {
        if self.peers().is_some_and(|peers| !peers.is_member()) { peers::paused() } else { Refused::busy() }
    }

    /// Reads the rules of the house again.
    pub(crate) async fn read_rules(&self) {
        if let Err(error) = self.house.load(&*self.store).await {
            tracing::warn!(%error, "the rules of the house cannot be read");
        }
    }

    /// Lets the owners of all games end after what they are doing, and waits for them.
    pub async fn stop(&self) {
        self.stopping.send_replace(true);
        while self.loaded() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Counts a line of chat for somebody.
    pub(crate) fn take_line(&self, who: Identity) -> bool {
        self.lines.take(who, self.limits.lines, 1.0)
    }

    /// Whether a game can be stored. After a failure as much is written as a few confirmations take, because a little may
    /// find room on a disk that is full.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let was_failing = self.is_failing.load(Ordering::Relaxed);
        self.store.check(was_failing).await?;
        if was_failing {
            self.is_failing.store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Whether somebody looks at a game here, or a bot or a clock is at work in it.
    pub(crate) fn is_loaded(&self, id: &str) -> bool {
        self.lock().contains_key(id)
    }

    /// Whether nobody looks at a game and nothing is at work in it, on any server; as long as what is returned is kept.
    async fn unused(&self, id: &str) -> Option<Option<Held>> {
        if self.is_loaded(id) {
            return None;
        }
        match self.peers() {
            None => Some(None),
            Some(peers) => peers.find(id).await.ok()?.ok().map(Some),
        }
    }

    /// Lets go of a game that was changed from outside; who follows it comes back and finds it as it is. Waits until its
    /// owner has ended.
    pub(crate) async fn let_go(&self, id: &str) {
        if !self.let_go_here(id).await
            && let Some(peers) = self.peers()
        {
            peers.let_go(id).await;
        }
    }

    /// The same, if the game is here; whether it was.
    pub(crate) async fn let_go_here(&self, id: &str) -> bool {
        let Some(owner) = self.lock().get(id).cloned() else { return false };
        let Some(Way { asks, is_here: true }) = owner.get() else { return false };
        // One that has ended meanwhile needs no word.
        let _ = asks.send(Ask::Close).await;
        while self.lock().get(id).is_some_and(|now| Arc::ptr_eq(now, &owner)) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        true
    }

    /// Tells everybody at a game something; at how many games here.
    pub(crate) async fn announce(&self, text: &str) -> usize {
        if let Some(peers) = self.peers() {
            peers.announce(text);
        }
        self.announce_here(text).await
    }

    /// Tells everybody at a game that is here something.
    pub(crate) async fn announce_here(&self, text: &str) -> usize {
        let ways: Vec<Way> = self.lock().values().filter_map(|owner| owner.get().cloned()).collect();
        let here: Vec<_> = ways.into_iter().filter(|way| way.is_here).collect();
        for Way { asks, .. } in &here {
            let _ = asks.send(Ask::Announce { text: text.to_owned() }).await;
        }
        here.len()
    }

    /// Ends a game as it stands; says whether it was not over.
    pub(crate) async fn end(&self, id: &str, note: Note) -> Result<bool, StoreError> {
        let done = self.store.end(id, note).await?;
        self.let_go(id).await;
        Ok(done)
    }

    /// Deletes a game; says whether there was one.
    pub(crate) async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        let done = self.store.delete(id).await?;
        self.let_go(id).await;
        Ok(done)
    }

    /// Deletes everything about somebody; in how many games they were.
    pub(crate) async fn forget(self: &Arc<Rooms>, who: Identity) -> Result<usize, StoreError> {
        let games = self.store.forget(who).await?;
        for id in &games {
            self.let_go(id).await;
            // Where a bot plays on for them it begins.
            if let Err(refused) = self.owner(id).await {
                tracing::warn!(game = id, refused.message, "a game cannot go on");
            }
        }
        Ok(games.len())
    }

    /// Removes games that nobody needs any more, as the limits say; how many.
    ///
    /// # Errors
    /// If they cannot be found or removed.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let ago = |time: Duration| now() - time.as_secs() as i64;
        let mut removed = 0;
        for id in self.store.stale(Stale::Open(ago(self.limits.open_for)), SWEPT).await? {
            let unused = self.unused(&id).await;
            removed += usize::from(unused.is_some() && self.store.delete(&id).await?);
        }
        for id in self.store.stale(Stale::Running(ago(self.limits.abandoned_after)), SWEPT).await? {
            let unused = self.unused(&id).await;
            removed += usize::from(unused.is_some() && self.store.end(&id, Note::Abandoned).await?);
        }
        if let Some(time) = self.limits.forget_after {
            for id in self.store.stale(Stale::Over(ago(time)), SWEPT).await? {
                let unused = self.unused(&id).await;
                removed += usize::from(unused.is_some() && self.store.delete(&id).await?);
            }
            self.store.forget_strangers().await?;
        }
        Ok(removed)
    }

    /// Loads the games in which somebody's days for a move are up soon.
    pub(crate) async fn wake_due(self: &Arc<Rooms>) -> Result<(), StoreError> {
        for id in self.own_of(self.store.due(now() + SOON).await?).await {
            if let Err(refused) = self.owner(&id).await {
                tracing::warn!(game = id, refused.message, "a game whose time is up cannot go on");
            }
        }
        Ok(())
    }

    /// Those of the games that go on by themselves for which this server comes first.
    async fn own_of(&self, games: Vec<String>) -> Vec<String> {
        match self.peers() {
            None => games,
            Some(peers) => peers.first_of(games).await,
        }
    }

    /// Makes room when the server is full: games that nobody has ever moved in and nobody looks at.
    async fn make_room(&self) -> Result<(), StoreError> {
        let before = now() - self.limits.unused_for.as_secs() as i64;
        for id in self.store.stale(Stale::Unused(before), SWEPT).await? {
            let unused = self.unused(&id).await;
            if unused.is_some() {
                self.store.delete(&id).await?;
            }
        }
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Asked>> {
        // The map is never left half changed.
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The owner of a game, which is loaded if it has none; or its envoy, if it is elsewhere.
    pub(crate) async fn owner(self: &Arc<Rooms>, id: &str) -> Result<mpsc::Sender<Ask>, Refused> {
        Ok(self.way(id).await?.asks)
    }

    async fn way(self: &Arc<Rooms>, id: &str) -> Result<Way, Refused> {
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Refused::no_game());
        }
        if *self.stopping.borrow() {
            return Err(Refused::busy());
        }
        let owner = Arc::clone(self.lock().entry(id.to_owned()).or_default());
        let way = owner.get_or_try_init(|| self.load(id)).await;
        if way.is_err() {
            let mut owners = self.lock();
            // Nobody waits for it: forget that somebody asked.
            if owners.get(id).is_some_and(|kept| Arc::strong_count(kept) <= 2 && !kept.initialized()) {
                owners.remove(id);
            }
        }
        way.cloned()
    }

    async fn load(self: &Arc<Rooms>, id: &str) -> Result<Way, Refused> {
        let mut held = None;
        if let Some(peers) = self.peers() {
            // Nothing is written down for games that do not exist.
            if !self.store.exists(id).await? {
                return Err(Refused::no_game());
            }
            match peers.find(id).await? {
                Ok(here) => held = Some(here),
                Err(lost) => return Ok(self.send_envoy(peers, id, lost)),
            }
        }
        let stored = self.store.load(id).await?.ok_or_else(Refused::no_game)?;
        let (asks, queue) = mpsc::channel(QUEUE);
        let lost = held.as_ref().map(Held::lost);
        let lost = async move {
            match lost {
                Some(mut lost) => lost.wait().await,
                None => std::future::pending().await,
            }
        };
        let present = Present { rooms: Arc::clone(self), id: id.to_owned(), held };
        let owner = Owner::new(Arc::clone(self), stored, asks.downgrade());
        tokio::spawn(async move {
            // Dropped when the task ends, whatever the reason.
            let _present = present;
            owner.run(queue, lost).await;
        });
        Ok(Way { asks, is_here: true })
    }

    fn send_envoy(self: &Arc<Rooms>, peers: &Arc<Peers>, id: &str, lost: Lost) -> Way {
        let (asks, queue) = mpsc::channel(QUEUE);
        let present = Present { rooms: Arc::clone(self), id: id.to_owned(), held: None };
        let envoy = Envoy::new(Arc::clone(self), Arc::clone(peers), id, asks.downgrade());
        tokio::spawn(async move {
            let _present = present;
            envoy.run(queue, lost).await;
        });
        Way { asks, is_here: false }
    }

    /// Lets the games go on in which a bot or a clock was at work when the server stopped, one after the other. All
    /// others are loaded when somebody asks for them.
    pub async fn resume(self: &Arc<Rooms>) {
        let games = loop {
            match self.store.moving().await {
                Ok(games) => break games,
                Err(error) => tracing::error!(%error, "running games cannot be listed"),
            }
            if *self.stopping.borrow() || self.peers().is_none() {
                return;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        };
        for id in self.own_of(games).await {
            if *self.stopping.borrow() {
                return;
            }
            if let Err(refused) = self.owner(&id).await {
                tracing::error!(game = id, refused.message, "a running game cannot go on");
            }
        }
    }

    /// Sends a game a question and waits for the answer.
    pub(crate) async fn ask<T>(
        self: &Arc<Rooms>,
        id: &str,
        question: impl Fn(oneshot::Sender<T>) -> Ask,
    ) -> Result<T, Refused> {
        let begun = Instant::now();
        // A game that is just being put away is asked again when it is gone.
        for _ in 0..50 {
            let (reply, answer) = oneshot::channel();
            if self.owner(id).await?.send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
            if begun.elapsed() > PATIENCE {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err(Refused::busy())
    }

    /// The same for a game that is here; none if it is not, or does not answer.
    pub(crate) async fn ask_here<T>(
        self: &Arc<Rooms>,
        id: &str,
        question: impl FnOnce(oneshot::Sender<T>) -> Ask,
    ) -> Option<T> {
        let way = self.way(id).await.ok().filter(|way| way.is_here)?;
        let (reply, answer) = oneshot::channel();
        way.asks.send(question(reply)).await.ok()?;
        answer.await.ok()
    }

    /// Refuses one more game of a host, if there are too many that are not over.
    pub(crate) async fn check_room(&self, host: Identity) -> Result<(), Refused> {
        let (own, all) = self.store.unfinished(host).await?;
        if own >= self.limits.games_of_host {
            return Err(Refused::too_many(format!(
                "You have {own} games that are not over. Finish or resign one of them first."
            )));
        }
        if self.is_draining.load(Ordering::Relaxed) {
            return Err(Refused::new(
                503,
                ProblemCode::Draining,
                "The server is about to be restarted. Begin a new game later.",
            ));
        }
        if all < self.limits.games {
            return Ok(());
        }
        self.make_room().await?;
        if self.store.unfinished(host).await?.1 >= self.limits.games {
            return Err(Refused::too_many("The server has as many games as it can take. Try again later."));
        }
        Ok(())
    }

    /// Makes a new game.
    pub async fn create(self: &Arc<Rooms>, host: Identity, wish: &CreateGame) -> Result<Created, Refused> {
        let origin = Origin { id: new_id()?, host, seed: new_seed()?, date: now() };
        let Made { game, links } = making::from_wish(wish, origin, new_secret)?;
        self.check_room(host).await?;
        self.house.check_person(Some(host))?;
        wish.seats.iter().try_for_each(|plan| self.house.check_name(&plan.name))?;
        if let Some(own) = game.seats.iter().find(|seat| seat.owner == Some(host)) {
            self.store.set_name(host, own.name.clone()).await?;
        }
        let id = game.id.clone();
        self.store.create(game).await?;
        // Bots begin at once, also when nobody looks. The game is there even if it cannot be loaded now.
        if let Err(refused) = self.owner(&id).await {
            tracing::warn!(game = id, refused.message, "a new game cannot begin yet");
        }
        Ok(Created { id, links })
    }

    /// Takes a record in as a game of its own, which only those find who know its address.
    pub async fn bring(self: &Arc<Rooms>, host: Identity, record: &Record) -> Result<Created, Refused> {
        if !record.state().is_over() {
            self.check_room(host).await?;
        }
        let (game, links) = archive::game_of(record, host, true)?;
        let id = game.id.clone();
        self.store.create(game).await?;
        Ok(Created { id, links })
    }

    /// Games as lists show them.
    pub async fn list(&self, filter: Filter) -> Result<Vec<GameSummary>, StoreError> {
        let viewer = filter.viewer;
        let games = self.store.list(filter).await?;
        Ok(games.iter().map(|game| summary(game, viewer)).collect())
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// The place of an owner in the map, for as long as it lives.
struct Present {
    rooms: Arc<Rooms>,
    id: String,
    held: Option<Held>,
}

impl Drop for Present {
    fn drop(&mut self) {
        // Before anybody can want it again.
        self.held.take();
        self.rooms.lock().remove(&self.id);
    }
}
