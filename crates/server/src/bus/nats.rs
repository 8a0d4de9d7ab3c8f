//! The bus over NATS, with JetStream.
//!
//! Leases are the keys of a bucket in which everything ends after its time; a node puts its own again and again. Entries are
//! the keys of another one, which are written only by who knows their last revision. Letters, knocks and news go by subjects:
//! they may be lost, and nothing depends on them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::jetstream::kv::{Config, Operation, Store, UpdateErrorKind};
use async_nats::jetstream::stream::StorageType;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, ServerAddr};
use bastide_cluster::place::{Away, Entry, Knocked, NotTaken};
use bastide_cluster::{Errand, Event, GameId, NodeId, Revision, Terms};
use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use super::{Arrived, Bus, Door, News, Soon, Text};

/// The bus answers within so long, or is away.
const ANSWER: Duration = Duration::from_secs(2);
/// A node that is knocked at opens within so long.
const KNOCK: Duration = Duration::from_secs(1);
/// How often the servers of the bus are asked whether they are there.
const PING: Duration = Duration::from_secs(2);
/// A server of ours that starts waits so long for the bus.
const START: Duration = Duration::from_secs(30);
/// An entry that was given back is forgotten after so long.
const MARKER: Duration = Duration::from_secs(60);
/// Letters that wait to be sent; more are dropped.
const WAITING: usize = 4096;
/// Copies of what JetStream keeps, if there are so many servers.
const COPIES: usize = 3;

/// The name of a bus that has none in its address.
const NAME: &str = "bastide";

/// NATS, as one node sees it.
pub struct Nats(Arc<Inner>);

struct Inner {
    client: Client,
    name: String,
    me: NodeId,
    context: Context,
    nodes: Store,
    games: Store,
    /// How they are made, if somebody has taken them away.
    buckets: [Config; 2],
    /// That is going on.
    is_making: Arc<AtomicBool>,
    postbox: mpsc::Sender<(String, Vec<u8>)>,
}

/// The servers of an address, and the name behind the last one.
fn read_address(address: &str) -> Result<(Vec<ServerAddr>, String), String> {
    let mut name = NAME;
    let mut servers = Vec::new();
    for part in address.split(',').map(str::trim) {
        let (scheme, rest) = part.split_once("://").unwrap_or(("nats", part));
        let (host, own) = rest.split_once('/').unwrap_or((rest, ""));
        if !own.is_empty() {
            name = own;
        }
        let server = format!("{scheme}://{host}").parse().map_err(|error| format!("{part:?} in --bus: {error}"))?;
        servers.push(server);
    }
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(format!("the name {name:?} in --bus has other signs than letters, digits and -"));
    }
    Ok((servers, name.to_owned()))
}

impl Nats {
    /// Connects to the servers of an address, `nats://HOST:PORT[,nats://HOST:PORT][/NAME]`, and makes what is missing.
    ///
    /// # Errors
    /// With a sentence, if that is not possible.
    pub async fn open(address: &str, me: &NodeId, terms: &Terms, door: Door) -> Result<Arc<dyn Bus>, String> {
        let (servers, name) = read_address(address)?;
        let begun = Instant::now();
        let client = loop {
            match options().connect(&servers).await {
                Ok(client) => break client,
                Err(error) if begun.elapsed() > START => {
                    return Err(format!("no server of --bus can be reached: {error}"));
                }
                Err(_) => sleep(Duration::from_millis(200)).await,
            }
        };
        if !client.is_server_compatible(2, 11, 0) {
            let found = client.server_info().version;
            return Err(format!("the bus needs nats-server 2.11 or later, and {found} is there"));
        }
        let is_alone = client.server_info().cluster.is_none();
        if is_alone {
            tracing::warn!("the bus is a single server: while it is away the games pause");
        }
        let num_replicas = if is_alone { 1 } else { COPIES };
        let mut context = jetstream::new(client.clone());
        context.set_timeout(ANSWER);
        let nodes = Config {
            bucket: format!("{name}-nodes"),
            history: 1,
            max_age: Duration::from_millis(terms.lease),
            storage: StorageType::File,
            num_replicas,
            ..Config::default()
        };
        let games = Config {
            bucket: format!("{name}-games"),
            history: 1,
            storage: StorageType::File,
            num_replicas,
            limit_markers: Some(MARKER),
            ..Config::default()
        };
        let buckets = [nodes.clone(), games.clone()];
        let nodes = bucket(&context, nodes, begun).await?;
        let games = bucket(&context, games, begun).await?;
        let (postbox, letters) = mpsc::channel(WAITING);
        let inner =
            Inner { client, name, me: me.clone(), context, nodes, games, buckets, is_making: Arc::default(), postbox };
        inner.listen(door).await.map_err(|error| format!("nothing can be heard on the bus: {error}"))?;
        tokio::spawn(deliver(inner.client.clone(), letters));
        Ok(Arc::new(Nats(Arc::new(inner))))
    }
}

fn options() -> ConnectOptions {
    ConnectOptions::new()
        .name("bastide")
        .connection_timeout(ANSWER)
        .request_timeout(Some(ANSWER))
        .ping_interval(PING)
        .reconnect_delay_callback(|tries| Duration::from_millis((10 << tries.min(6)) as u64))
        .event_callback(async |event| match event {
            async_nats::Event::Connected => tracing::info!("the bus is there"),
            async_nats::Event::Disconnected => tracing::warn!("the bus is away"),
            other => tracing::debug!("the bus: {other}"),
        })
}

/// Opens a bucket, which is made if it is missing.
async fn bucket(context: &Context, config: Config, begun: Instant) -> Result<Store, String> {
    loop {
        if let Ok(found) = context.get_key_value(&config.bucket).await {
            return Ok(found);
        }
        let error = match context.create_key_value(config.clone()).await {
            Ok(made) => return Ok(made),
            Err(error) => error,
        };
        // Several that have not found each other yet refuse for a moment.
        if begun.elapsed() > START {
            return Err(format!("the bus cannot keep leases: {error}. Does it run with JetStream (--jetstream)?"));
        } else {
            sleep(Duration::from_millis(300)).await;
        }
    }
}

/// Sends letters one after the other.
async fn deliver(client: Client, mut letters: mpsc::Receiver<(String, Vec<u8>)>) {
    while let Some((subject, letter)) = letters.recv().await {
        let most = client.max_payload();
        if letter.len() > most {
            // The numbers of the pipe tell that it is missing.
            tracing::warn!("a letter of {} bytes is too long for the bus (max_payload {most})", letter.len());
        } else if let Err(error) = client.publish(subject, letter.into()).await {
            tracing::debug!(%error, "a letter was not sent");
        }
    }
}

impl Inner {
    fn door_of(&self, node: &NodeId) -> String {
        format!("{}.node.{node}", self.name)
    }

    /// Lets in what comes by itself.
    async fn listen(&self, door: Door) -> Result<(), async_nats::Error> {
        let mine = self.door_of(&self.me);
        let mut letters = self.client.subscribe(format!("{mine}.letters")).await?;
        let mut news = self.client.subscribe(format!("{}.news", self.name)).await?;
        let mut knocks = self.client.subscribe(format!("{mine}.knock")).await?;
        let client = self.client.clone();
        tokio::spawn(async move {
            while let Some(knock) = knocks.next().await {
                if let Some(reply) = knock.reply {
                    // Who knocks knocks again.
                    let _ = client.publish(reply, "".into()).await;
                }
            }
        });
        tokio::spawn(async move {
            loop {
                let arrived = tokio::select! {
                    letter = letters.next() => letter.map(|letter| Some(Arrived::Letter(letter.payload.into()))),
                    // News of another version is not for this one.
                    news = news.next() => news.map(|news| serde_json::from_slice(&news.payload).ok().map(Arrived::News)),
                };
                let Some(arrived) = arrived else { return };
                if arrived.is_some_and(|arrived| door.send(arrived).is_err()) {
                    return;
                }
            }
        });
        self.client.flush().await?;
        Ok(())
    }

    async fn look(&self, game: &GameId) -> Result<Entry, Away> {
        match timeout(ANSWER, self.games.entry(game.to_string())).await {
            Ok(Ok(None)) => Ok(Entry { holder: None, revision: 0 }),
            Ok(Ok(Some(found))) => {
                let holder =
                    (found.operation == Operation::Put).then(|| NodeId(String::from_utf8_lossy(&found.value).into()));
                Ok(Entry { holder, revision: found.revision })
            }
            Ok(Err(_)) | Err(_) => Err(Away),
        }
    }

    async fn take(&self, game: &GameId, revision: Revision) -> Result<Revision, NotTaken> {
        let me = self.me.0.as_bytes().to_vec().into();
        let revision = match timeout(ANSWER, self.games.update(game, me, revision)).await {
            Ok(Ok(revision)) => revision,
            Ok(Err(error)) if error.kind() == UpdateErrorKind::WrongLastRevision => return Err(NotTaken::Other),
            Ok(Err(_)) | Err(_) => return Err(NotTaken::Away),
        };
        self.tell_all(&News::seen(game.clone(), Entry { holder: Some(self.me.clone()), revision }));
        Ok(revision)
    }

    async fn release(&self, game: &GameId, revision: Revision) {
        // If somebody else has it by now there is nothing to give back; if the bus is away, others see that this node
        // is not there, or that it does not have the game.
        let _ = timeout(ANSWER, self.games.purge_expect_revision_with_ttl(game, revision, MARKER)).await;
    }

    async fn knock(&self, node: &NodeId) -> Knocked {
        let asked = self.client.request(format!("{}.knock", self.door_of(node)), "".into());
        match timeout(KNOCK, asked).await {
            Ok(Ok(_)) => Knocked::Open,
            Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => Knocked::Nobody,
            Ok(Err(_)) | Err(_) => Knocked::Silence,
        }
    }

    async fn stands(&self, node: &NodeId) -> Result<bool, Away> {
        match timeout(ANSWER, self.nodes.entry(node.to_string())).await {
            Ok(Ok(found)) => Ok(found.is_some_and(|found| found.operation == Operation::Put)),
            Ok(Err(_)) | Err(_) => Err(Away),
        }
    }

    async fn renew(&self) -> bool {
        let error = match timeout(ANSWER, self.nodes.put(&self.me.0, "".into())).await {
            Ok(Ok(_)) => return true,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        tracing::warn!(error, "the lease was not renewed");
        self.make_buckets();
        false
    }

    /// A bus that was made anew has nothing of ours. The next renewal does not wait for it: most likely the servers of the bus
    /// choose a leader, and when they have one the lease must be renewed at once.
    fn make_buckets(&self) {
        if self.is_making.swap(true, Ordering::Relaxed) {
            return;
        }
        let (context, buckets, is_making) = (self.context.clone(), self.buckets.clone(), Arc::clone(&self.is_making));
        tokio::spawn(async move {
            for config in buckets {
                let _ = timeout(ANSWER, context.create_key_value(config)).await;
            }
            is_making.store(false, Ordering::Relaxed);
        });
    }

    async fn list(&self) -> Option<Vec<NodeId>> {
        let prefix = format!("$KV.{}.", self.nodes.name);
        let listed = async {
            let subjects = self.nodes.stream.info_with_subjects(format!("{prefix}>")).await.ok()?;
            subjects.try_collect::<Vec<_>>().await.ok()
        };
        let listed = timeout(ANSWER, listed).await.ok()??;
        Some(listed.iter().filter_map(|(key, _)| Some(NodeId(key.strip_prefix(&prefix)?.into()))).collect())
    }

    async fn retire(&self) {
        let key = format!("$KV.{}.{}", self.nodes.name, self.me);
        // A lease that stays ends by itself.
        let _ = timeout(ANSWER, self.nodes.stream.purge().filter(key)).await;
    }

    fn post(&self, subject: String, letter: Vec<u8>) {
        if self.postbox.try_send((subject, letter)).is_err() {
            tracing::debug!("the bus is slower than the letters to it");
        }
    }

    fn tell_all(&self, news: &News) {
        self.post(format!("{}.news", self.name), serde_json::to_vec(news).unwrap_or_default());
    }
}

impl Bus for Nats {
    fn run(&self, errand: Errand) -> Soon<Option<Event<Text>>> {
        let bus = Arc::clone(&self.0);
        Box::pin(async move {
            Some(match errand {
                Errand::Look(game) => Event::Looked(game.clone(), bus.look(&game).await),
                Errand::Take(game, revision) => Event::Took(game.clone(), bus.take(&game, revision).await),
                Errand::Release(game, revision) => {
                    bus.release(&game, revision).await;
                    Event::Released(game)
                }
                Errand::Knock(game, node) => Event::Knocked(game, bus.knock(&node).await),
                Errand::LookAt(game, node) => Event::LookedAt(game, bus.stands(&node).await),
                Errand::Renew => Event::Renewed(bus.renew().await),
                Errand::ListNodes => Event::Nodes(bus.list().await?),
                Errand::Retire => {
                    bus.retire().await;
                    return None;
                }
            })
        })
    }

    fn send(&self, to: &NodeId, letter: Vec<u8>) {
        self.0.post(format!("{}.letters", self.0.door_of(to)), letter);
    }

    fn tell_all(&self, news: &News) {
        self.0.tell_all(news);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_servers_and_perhaps_the_bus() {
        let read = |address| {
            read_address(address).map(|(servers, name)| {
                let servers: Vec<_> =
                    servers.iter().map(|server| format!("{}:{}", server.host(), server.port())).collect();
                (servers.join(" "), name)
            })
        };
        assert_eq!(read("nats://a:4222"), Ok(("a:4222".to_owned(), "bastide".to_owned())));
        assert_eq!(read("nats://a:1,nats://b:2/club"), Ok(("a:1 b:2".to_owned(), "club".to_owned())));
        assert!(read("nats://a:1/no.dots").is_err() && read("nats://a:x").is_err());
    }
}
