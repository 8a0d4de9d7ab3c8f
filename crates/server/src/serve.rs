//! Starts and stops the server.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use bastide_table::refused::Refused;
use bastide_table::wire::SERVED;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

#[cfg(unix)]
use crate::admin;
use crate::client::Client;
use crate::files;
use crate::folder::{Claim, claim};
use crate::http::{Film, Outside, Peer, Shared, router};
use crate::identity::{Names, PublicUrl};
use crate::limits::{Held, Limits, Places, counted};
use crate::patience::Impatient;
use crate::push::{Push, PushSettings};
use crate::rooms::Rooms;
use crate::store::{self, Store, StoreError};
use crate::tls::{Tls, TlsFiles};

/// Open connections get so long to finish when the server stops.
const GRACE: Duration = Duration::from_secs(3);

/// How often games that nobody needs any more are looked for.
const SWEEP: Duration = Duration::from_secs(600);
/// How often it is looked for games in which somebody's days are up.
const LOOK: Duration = Duration::from_secs(600);

/// A reader who takes nothing for so long is given up.
const UNREAD: Duration = Duration::from_secs(30);

/// So many newcomers at once are told that there is no room; their connections are in [`files::RESERVE`].
const FAREWELLS: usize = 16;
/// They get so long to read it.
const FAREWELL: Duration = Duration::from_secs(1);

/// How the server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The data folder.
    pub data: PathBuf,
    /// The address of a PostgreSQL database, if the games are there and not in the data folder.
    pub database: Option<String>,
    /// The address of the bus over which several servers share the games of one database.
    pub bus: Option<String>,
    /// The address under which the server is known outside.
    pub public_url: Option<PublicUrl>,
    /// Whether a proxy stands before the server: the addresses of visitors are then what it says they are.
    pub behind_proxy: bool,
    /// Whether everybody may read `/metrics`. Without it they are shown only if nobody else can reach the server: it
    /// listens on loopback and no proxy stands before it.
    pub metrics: bool,
    /// The certificate, if browsers come by https without a proxy.
    pub tls: Option<TlsFiles>,
    /// Whether every request is logged, without anything about who asks.
    pub access_log: bool,
    /// How people who are away are called; without it they are not.
    pub push: Option<PushSettings>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// The versions of pages that are served; those of this release unless a test stands in for another one.
    pub served: RangeInclusive<u32>,
    /// The pages; without them there is only what programs ask for.
    pub client: Option<Client>,
    /// Makes pages that play a game; without it there are none.
    pub film: Option<Film>,
}

impl Config {
    /// A server on this computer alone, at a free port.
    pub fn new(data: PathBuf) -> Config {
        Config {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            data,
            database: None,
            bus: None,
            public_url: None,
            behind_proxy: false,
            metrics: false,
            tls: None,
            access_log: false,
            push: None,
            limits: Limits::default(),
            served: SERVED,
            client: None,
            film: None,
        }
    }

    /// How the server is seen from outside.
    fn outside(&self) -> Outside {
        let is_alone = self.host.is_loopback() && !self.behind_proxy && self.public_url.is_none();
        let names = match &self.public_url {
            Some(url) => Names::Public(url.clone()),
            None if is_alone => Names::Local,
            None => Names::Any,
        };
        Outside {
            is_https: self.tls.is_some() || names.are_https(),
            names,
            behind_proxy: self.behind_proxy,
            shows_metrics: self.metrics || is_alone,
            logs_access: self.access_log,
        }
    }
}

/// Why the server cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The storage cannot be used.
    Store(StoreError),
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// What was asked for does not go together, or a file cannot be used; as a sentence.
    Settings(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Store(error) => write!(f, "{error}"),
            StartError::Settings(sentence) => f.write_str(sentence),
            StartError::Listen(address, error) if error.kind() == io::ErrorKind::AddrInUse => write!(
                f,
                "port {} is in use, perhaps by a Bastide that runs already. Choose another with --port",
                address.port()
            ),
            StartError::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// A server that listens.
pub struct Running {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    accepting: tokio::task::JoinHandle<()>,
    rooms: Arc<Rooms>,
    alone: Alone,
    claim: Claim,
    /// What goes on beside the games.
    beside: tokio::task::JoinSet<()>,
    #[cfg(unix)]
    operator: Option<admin::Listening>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The games.
    pub fn rooms(&self) -> &Arc<Rooms> {
        &self.rooms
    }

    /// Stops listening, lets open requests finish for a moment, and lets go of the data folder. Everything that was
    /// confirmed is stored already.
    pub async fn stop(self) {
        // If nobody listens to the word the server has ended already.
        let _ = self.stop.send(true);
        let _ = tokio::time::timeout(GRACE, self.rooms.stop()).await;
        if let Some(push) = self.rooms.push.get() {
            let _ = tokio::time::timeout(GRACE, push.settle()).await;
        }
        if let Some(peers) = self.rooms.peers() {
            // Others take the games at once, and not when the lease has ended.
            let _ = tokio::time::timeout(GRACE, peers.leave()).await;
        }
        let _ = self.accepting.await;
        // Writes are done in order: when this one is answered none is left that the next server does not see.
        let _ = self.rooms.store.check(false).await;
        if let Err(error) = self.rooms.store.settle().await {
            tracing::warn!(%error, "the log of the database could not be brought in");
        }
        drop(self.beside);
        #[cfg(unix)]
        drop(self.operator);
        drop(self.alone);
        drop(self.claim);
    }
}

/// Starts a server.
///
/// # Errors
/// If the storage cannot be used, another server uses it, or the port is taken.
pub async fn start(config: Config) -> Result<Running, StartError> {
    let outside = config.outside();
    if config.tls.is_some() && config.public_url.as_ref().is_some_and(|url| !url.is_https()) {
        let why = "--public-url begins with http://, but with a certificate browsers come by https://";
        return Err(StartError::Settings(why.to_owned()));
    }
    if config.bus.is_some() && config.database.is_none() {
        let why = "--bus is for several servers that share a database; say with --database which one";
        return Err(StartError::Settings(why.to_owned()));
    }
    let tls = config.tls.clone().map(Tls::open).transpose().map_err(StartError::Settings)?.map(Arc::new);
    let claim = claim(&config.data).map_err(StartError::Store)?;
    let (store, alone) = open_store(&config).await.map_err(StartError::Store)?;
    let wanted = SocketAddr::new(config.host, config.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| StartError::Listen(wanted, error))?;
    let address = listener.local_addr().map_err(|error| StartError::Listen(wanted, error))?;
    let mut limits = config.limits.clone();
    if config.behind_proxy {
        (limits.connections_of_address, limits.connections_of_modest) = (u32::MAX, u32::MAX);
    }
    let rooms = Rooms::new(store, config.limits, config.served);
    rooms.house.load(&*rooms.store).await.map_err(StartError::Store)?;
    if let Some(bus) = &config.bus {
        rooms.share(bus).await.map_err(StartError::Settings)?;
    }
    if let Some(settings) = &config.push {
        let contact = config.public_url.as_ref().map(PublicUrl::to_string);
        let push = Push::begin(settings, contact, &rooms).map_err(StartError::Settings)?;
        // It is set here and nowhere else.
        let _ = rooms.push.set(push);
    }
    let places = share_out(&limits);
    if places.connections == 0 {
        let why = format!(
            "nobody could be served: with {} files for the server itself no connection is left. Let the system allow more \
             open files (ulimit -n), or raise --max-connections",
            files::RESERVE
        );
        return Err(StartError::Settings(why));
    }
    let connections = Arc::new(Semaphore::new(places.connections));
    let shared = Shared::new(Arc::clone(&rooms), places, Arc::clone(&connections), outside, config.client, config.film);
    let mut beside = tokio::task::JoinSet::new();
    #[cfg(unix)]
    let operator = admin::listen(&config.data, admin::Desk::of(Arc::clone(&shared)));
    let (stop, stopped) = watch::channel(false);
    if let Some(tls) = &tls {
        beside.spawn(Arc::clone(tls).follow());
    }
    let door = Door { app: router(shared), tls, limits, places: connections, reserve: places.reserve, stopped };
    let accepting = tokio::spawn(accept(listener, door));
    let resumed = Arc::clone(&rooms);
    tokio::spawn(async move { resumed.resume().await });
    beside.spawn(sweep_for_ever(Arc::clone(&rooms)));
    beside.spawn(wake_for_ever(Arc::clone(&rooms)));
    Ok(Running {
        address,
        stop,
        accepting,
        rooms,
        alone,
        claim,
        beside,
        #[cfg(unix)]
        operator,
    })
}

/// Removes what nobody needs any more, now and then.
async fn sweep_for_ever(rooms: Arc<Rooms>) {
    let mut times = tokio::time::interval(SWEEP);
    loop {
        times.tick().await;
        match rooms.sweep().await {
            Ok(0) => {}
            Ok(removed) => tracing::info!("{removed} games that nobody needs any more were removed or ended"),
            Err(error) => tracing::warn!(%error, "old games cannot be removed"),
        }
    }
}

/// Loads the games in which somebody's days are up, now and then.
async fn wake_for_ever(rooms: Arc<Rooms>) {
    let mut times = tokio::time::interval(LOOK);
    loop {
        times.tick().await;
        if let Err(error) = rooms.wake_due().await {
            tracing::warn!(%error, "games whose time is up cannot be listed");
        }
    }
}

/// Kept as long as no other server may serve the same database.
type Alone = Option<Box<dyn std::any::Any + Send + Sync>>;

/// The storage, and the right to be its only server: the data folder is locked already, a database is not.
async fn open_store(config: &Config) -> Result<(Arc<dyn Store>, Alone), StoreError> {
    #[cfg(feature = "postgres")]
    if let Some(address) = &config.database {
        let database = store::postgres::Postgres::open(address).await?;
        let alone = database.claim(config.bus.is_some()).await?;
        return Ok((Arc::new(database), Some(Box::new(alone))));
    }
    Ok((store::open(&config.data, config.database.as_deref()).await?, None))
}

/// Raises the limit of open files as far as it is needed, and tells the operator what fits.
fn share_out(limits: &Limits) -> Places {
    let wanted = limits.connections.saturating_add(files::RESERVE);
    let places = Places::within(limits, files::raise(wanted));
    let Places { connections, sockets, watchers, reserve: _ } = places;
    tracing::info!("{connections} connections fit, {sockets} of them for games, {watchers} of these for watchers");
    if connections < limits.connections {
        let limit = limits.connections;
        tracing::warn!("{limit} connections would be allowed; let the system allow {wanted} open files (ulimit -n)");
    }
    places
}

/// How newcomers are let in.
#[derive(Clone)]
struct Door {
    app: Router,
    tls: Option<Arc<Tls>>,
    limits: Limits,
    /// Free places.
    places: Arc<Semaphore>,
    /// Of them so many are for addresses that hold few.
    reserve: usize,
    stopped: watch::Receiver<bool>,
}

impl Door {
    /// A place for a newcomer from an address that holds so many.
    fn place(&self, held: u32) -> Option<OwnedSemaphorePermit> {
        let is_modest = held <= self.limits.connections_of_modest;
        let has_room = is_modest || self.places.available_permits() > self.reserve;
        Arc::clone(&self.places).try_acquire_owned().ok().filter(|_| has_room)
    }
}

/// Accepts connections until told to stop, then waits a moment for those that are open.
async fn accept(listener: TcpListener, mut door: Door) {
    let farewells = Arc::new(Semaphore::new(FAREWELLS));
    let held = Arc::new(Held::default());
    let mut open = tokio::task::JoinSet::new();
    loop {
        while open.try_join_next().is_some() {}
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = door.stopped.changed() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // When all places are taken the newcomer is let go, so that the listener stays free.
                let address = counted(peer.ip());
                let Some(own) = held.take(address, door.limits.connections_of_address) else { continue };
                let Some(place) = door.place(held.of(address)) else {
                    // Without a handshake there is no way to say so in TLS.
                    if door.tls.is_none()
                        && let Ok(farewell) = Arc::clone(&farewells).try_acquire_owned()
                    {
                        open.spawn(async move {
                            let _places = (farewell, own);
                            // Whether the newcomer hears it is no concern of ours.
                            let _ = tokio::time::timeout(FAREWELL, send_away(stream)).await;
                        });
                    }
                    continue;
                };
                let door = door.clone();
                open.spawn(async move {
                    let _places = (place, own);
                    greet(stream, peer, door).await;
                });
            }
            // Too many open files, or a peer that left at once: others go on.
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    let all = async { while open.join_next().await.is_some() {} };
    // What is still open after the grace is dropped with the set.
    let _ = tokio::time::timeout(GRACE, all).await;
}

/// Shakes hands, if that is wanted, and talks.
async fn greet(stream: TcpStream, peer: SocketAddr, door: Door) {
    // Small frames go out at once.
    let _ = stream.set_nodelay(true);
    let stream = Impatient::new(stream, UNREAD);
    match &door.tls {
        None => converse(stream, peer, door).await,
        Some(tls) => {
            // How a handshake fails is the peer's business.
            if let Ok(Ok(stream)) = tokio::time::timeout(door.limits.slow, tls.acceptor().accept(stream)).await {
                converse(stream, peer, door).await;
            }
        }
    }
}

/// Tells a newcomer that there is no room.
async fn send_away(mut stream: TcpStream) -> io::Result<()> {
    let body = serde_json::to_string(&Refused::busy().problem())?;
    let head =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 10\r\nConnection: close";
    stream.write_all(format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await?;
    stream.shutdown().await?;
    // If the request were left unread the system would take back what was just sent.
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

async fn converse<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(stream: S, peer: SocketAddr, door: Door) {
    let Door { app, limits, mut stopped, .. } = door;
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        app.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.slow)
        .max_buf_size(32 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // How a connection ends is the peer's business.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
