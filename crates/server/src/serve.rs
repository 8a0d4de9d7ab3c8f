//! Starts and stops the server.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use bastide_table::refused::Refused;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::files;
use crate::folder::{Claim, claim};
use crate::http::{Film, Peer, Shared, router};
use crate::limits::{Held, Limits, Places, counted};
use crate::rooms::Rooms;
use crate::store::sqlite::Sqlite;
use crate::store::{Store, StoreError};

/// Open connections get so long to finish when the server stops.
const GRACE: Duration = Duration::from_secs(3);

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
    /// The address under which the server is known outside, if a proxy stands before it.
    pub public_url: Option<String>,
    /// Whether a proxy stands before the server: the addresses of visitors are then what it says they are.
    pub behind_proxy: bool,
    /// Whether everybody may read `/metrics`. Without it they are shown only if nobody else can reach the server: it
    /// listens on loopback and no proxy stands before it.
    pub metrics: bool,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// Makes pages that play a game; without it there are none.
    pub film: Option<Film>,
}

/// Why the server cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The storage cannot be used.
    Store(StoreError),
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Store(error) => write!(f, "{error}"),
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
    claim: Claim,
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
        let _ = self.accepting.await;
        // Writes are done in order: when this one is answered none is left that the next server does not see.
        let _ = self.rooms.store.check().await;
        drop(self.claim);
    }
}

/// Starts a server.
///
/// # Errors
/// If the storage cannot be used, another server uses it, or the port is taken.
pub async fn start(config: Config) -> Result<Running, StartError> {
    let claim = claim(&config.data).map_err(StartError::Store)?;
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&config.data).map_err(StartError::Store)?);
    let wanted = SocketAddr::new(config.host, config.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| StartError::Listen(wanted, error))?;
    let address = listener.local_addr().map_err(|error| StartError::Listen(wanted, error))?;
    let mut limits = config.limits.clone();
    if config.behind_proxy {
        limits.connections_of_address = u32::MAX;
    }
    let rooms = Rooms::new(store, config.limits);
    let is_alone = config.host.is_loopback() && !config.behind_proxy && config.public_url.is_none();
    let places = share_out(&limits);
    let shows_metrics = config.metrics || is_alone;
    let shared =
        Shared::new(Arc::clone(&rooms), places, config.public_url, config.behind_proxy, shows_metrics, config.film);
    let app = router(shared);
    let (stop, stopped) = watch::channel(false);
    let accepting = tokio::spawn(accept(listener, app, limits, places, stopped));
    let resumed = Arc::clone(&rooms);
    tokio::spawn(async move { resumed.resume().await });
    Ok(Running { address, stop, accepting, rooms, claim })
}

/// Raises the limit of open files as far as it is needed, and tells the operator what fits.
fn share_out(limits: &Limits) -> Places {
    let wanted = limits.connections.saturating_add(files::RESERVE);
    let places = Places::within(limits, files::raise(wanted));
    let Places { connections, sockets, watchers } = places;
    tracing::info!("{connections} connections fit, {sockets} of them for games, {watchers} of these for watchers");
    if connections < limits.connections {
        let limit = limits.connections;
        tracing::warn!("{limit} connections would be allowed; let the system allow {wanted} open files (ulimit -n)");
    }
    places
}

/// Accepts connections until told to stop, then waits a moment for those that are open.
async fn accept(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    places: Places,
    mut stopped: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(places.connections));
    let farewells = Arc::new(Semaphore::new(FAREWELLS));
    let held = Arc::new(Held::default());
    let mut open = tokio::task::JoinSet::new();
    loop {
        while open.try_join_next().is_some() {}
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // When all places are taken the newcomer is let go, so that the listener stays free.
                let Some(own) = held.take(counted(peer.ip()), limits.connections_of_address) else { continue };
                let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                    if let Ok(farewell) = Arc::clone(&farewells).try_acquire_owned() {
                        open.spawn(async move {
                            let _places = (farewell, own);
                            // Whether the newcomer hears it is no concern of ours.
                            let _ = tokio::time::timeout(FAREWELL, send_away(stream)).await;
                        });
                    }
                    continue;
                };
                let (app, slow, stopped) = (app.clone(), limits.slow, stopped.clone());
                open.spawn(async move {
                    let _places = (place, own);
                    converse(stream, peer, app, slow, stopped).await;
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

async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    slow: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    // Small frames go out at once.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        app.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(slow)
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
