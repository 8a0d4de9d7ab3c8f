//! `bastide serve`: the game in the browser.

use std::io::Write;
use std::net::{IpAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use bastide_rules::notation::Record;
use bastide_server::{Config, Limits, PUSH_PATIENCE, PublicUrl, PushSettings, TlsFiles, limits, start};
use clap::builder::FalseyValueParser;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::Failure;

/// Serve the game in the browser
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// File with options, one a line: port = 8080
    #[arg(long, value_name = "FILE", env = "BASTIDE_CONFIG")]
    pub config: Option<PathBuf>,
    /// Address to listen on; 0.0.0.0 lets others on the network in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", env = "BASTIDE_HOST")]
    host: IpAddr,
    /// Port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 7272, env = "BASTIDE_PORT")]
    port: u16,
    /// Folder for the games; it is made if it is missing [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "BASTIDE_DATA")]
    data: Option<PathBuf>,
    /// Keep the games in this PostgreSQL database: postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "ADDRESS", env = "BASTIDE_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Share the games of the database with other servers over NATS: nats://HOST:PORT[,nats://HOST:PORT]
    #[arg(long, value_name = "ADDRESSES", requires = "database", env = "BASTIDE_BUS", hide_env_values = true)]
    bus: Option<String>,
    /// Address under which the server is known outside; it answers under no other
    #[arg(long, value_name = "URL", env = "BASTIDE_PUBLIC_URL")]
    public_url: Option<String>,
    /// A proxy stands before the server: limits count the addresses that it adds to X-Forwarded-For
    #[arg(long, env = "BASTIDE_BEHIND_PROXY", value_parser = FalseyValueParser::new())]
    behind_proxy: bool,
    /// Certificate for https without a proxy, in the PEM format; read again when it changes
    #[arg(long, value_name = "FILE", requires = "tls_key", env = "BASTIDE_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert", env = "BASTIDE_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Show numbers for the operator to everybody at /metrics; on this computer alone they are always shown
    #[arg(long, env = "BASTIDE_METRICS", value_parser = FalseyValueParser::new())]
    metrics: bool,
    /// Log every request, without anything about who asks
    #[arg(long, env = "BASTIDE_ACCESS_LOG", value_parser = FalseyValueParser::new())]
    access_log: bool,
    /// Call players who are away when it is their turn (Web Push); `bastide admin push-keys FILE` makes the file
    #[arg(long, value_name = "FILE", env = "BASTIDE_PUSH_KEYS")]
    push_keys: Option<PathBuf>,
    /// For tests: push services are on this computer alone, and players are called at once
    #[arg(long, hide = true, requires = "push_keys")]
    push_to_loopback: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// How much anybody may ask for, and how long what is kept
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Threads on which bots think [default: all cores but one]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256), env = "BASTIDE_BOT_THREADS")]
    bot_threads: Option<u16>,
    /// Games that are not over [default: 20000]
    #[arg(long, value_name = "N", env = "BASTIDE_MAX_GAMES")]
    max_games: Option<u32>,
    /// Games that are not over, of one host [default: 20]
    #[arg(long, value_name = "N", env = "BASTIDE_MAX_GAMES_OF_HOST")]
    max_games_of_host: Option<u32>,
    /// Connections at one time [default: 10000, or what the system allows]
    #[arg(long, value_name = "N", env = "BASTIDE_MAX_CONNECTIONS")]
    max_connections: Option<usize>,
    /// Connections from one address [default: 1000]
    #[arg(long, value_name = "N", env = "BASTIDE_MAX_CONNECTIONS_OF_ADDRESS")]
    max_connections_of_address: Option<u32>,
    /// Players' sockets from one address, and as many of watchers [default: 500]
    #[arg(long, value_name = "N", env = "BASTIDE_MAX_SOCKETS_OF_ADDRESS")]
    max_sockets_of_address: Option<u32>,
    /// Watchers of one game [default: 500]
    #[arg(long, value_name = "N", env = "BASTIDE_MAX_WATCHERS_OF_GAME")]
    max_watchers_of_game: Option<usize>,
    /// Watchers of all games [default: 5000, and at most half of the places]
    #[arg(long, value_name = "N", env = "BASTIDE_MAX_WATCHERS")]
    max_watchers: Option<usize>,
    /// Requests a second from one address [default: 100]
    #[arg(long, value_name = "N", env = "BASTIDE_REQUESTS_PER_SECOND")]
    requests_per_second: Option<u32>,
    /// New games an hour from one address, after the first sixty [default: 120]
    #[arg(long, value_name = "N", env = "BASTIDE_NEW_GAMES_PER_HOUR")]
    new_games_per_hour: Option<u32>,
    /// Remove games that wait for players when nobody has looked for so many days [default: 7]
    #[arg(long, value_name = "DAYS", env = "BASTIDE_OPEN_FOR")]
    open_for: Option<u32>,
    /// End games in which nothing has happened for so many days [default: 60]
    #[arg(long, value_name = "DAYS", env = "BASTIDE_ABANDONED_AFTER")]
    abandoned_after: Option<u32>,
    /// Delete games so many days after their end, and people without games [default: keep them]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..), env = "BASTIDE_FORGET_AFTER")]
    forget_after: Option<u32>,
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        let days = |days: u32| Duration::from_secs(u64::from(days) * limits::DAY);
        let mut all = Limits::default();
        let limits = &mut all;
        set(&mut limits.bot_threads, self.bot_threads.map(usize::from));
        set(&mut limits.games, self.max_games);
        set(&mut limits.games_of_host, self.max_games_of_host);
        set(&mut limits.connections, self.max_connections);
        set(&mut limits.connections_of_address, self.max_connections_of_address);
        set(&mut limits.sockets_of_address, self.max_sockets_of_address);
        set(&mut limits.watchers_of_game, self.max_watchers_of_game);
        set(&mut limits.watchers, self.max_watchers);
        // As many at once as in four seconds.
        set(&mut limits.requests, self.requests_per_second.map(|n| (f64::from(n), 4.0 * f64::from(n))));
        set(&mut limits.creations_of_address.0, self.new_games_per_hour.map(|n| f64::from(n) / 3600.0));
        set(&mut limits.open_for, self.open_for.map(days));
        set(&mut limits.abandoned_after, self.abandoned_after.map(days));
        limits.forget_after = self.forget_after.map(days);
        all
    }
}

fn set<T>(limit: &mut T, wanted: Option<T>) {
    if let Some(wanted) = wanted {
        *limit = wanted;
    }
}

const EXAMPLES: &str = "\
Examples:
  bastide serve                       play on this computer
  bastide serve --host 0.0.0.0        let friends on the same network join
  bastide serve --data /srv/bastide --public-url https://play.example.org --behind-proxy

  bastide serve --host 0.0.0.0 --port 443 --public-url https://play.example.org \\
                --tls-cert fullchain.pem --tls-key privkey.pem

Every option can also be an environment variable (BASTIDE_PORT=8080) or a line of the file that
--config names (port = 8080); the command line goes first, the file last. RUST_LOG=warn says less.
Games are kept in the data folder; `bastide admin back-up FILE` copies them while the server runs.
Ctrl-C stops the server; nothing that was confirmed is lost. docs/operate.md has more.";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let data = data_folder(args.data.as_ref())?;
    let public_url = args.public_url.as_deref().map(str::parse::<PublicUrl>).transpose();
    let public_url = public_url.map_err(|why| Failure::refused(format!("--public-url cannot work: {why}")))?;
    let tls = args.tls_cert.clone().zip(args.tls_key.clone()).map(|(cert, key)| TlsFiles { cert, key });
    let is_https = tls.is_some() || public_url.as_ref().is_some_and(PublicUrl::is_https);
    if is_https && tls.is_none() && !args.behind_proxy {
        return Err(Failure::refused(
            "--public-url cannot work: for https:// either a proxy stands before the server (--behind-proxy), or it has a \
             certificate (--tls-cert and --tls-key)",
        ));
    }
    log_as_wished();
    let config = Config {
        host: args.host,
        port: args.port,
        database: args.database.clone(),
        bus: args.bus.clone(),
        public_url: public_url.clone(),
        behind_proxy: args.behind_proxy,
        metrics: args.metrics,
        tls,
        access_log: args.access_log,
        push: args.push_keys.clone().map(|keys| PushSettings {
            keys,
            to_loopback: args.push_to_loopback,
            patience: if args.push_to_loopback { Duration::from_millis(500) } else { PUSH_PATIENCE },
        }),
        limits: args.limits.limits(),
        client: Some(bastide_client::file),
        film: Some(film),
        ..Config::new(data.clone())
    };
    let has_tls = config.tls.is_some();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        // From here on, so that whoever is told the address can also stop the server in an orderly way.
        let mut stop = StopSignal::listen()?;
        let server = tokio::select! {
            started = start(config) => started.map_err(Failure::refused)?,
            () = stop.given() => return Ok(()),
        };
        let address = server.address();
        let port = address.port();
        let scheme = if has_tls { "https" } else { "http" };
        if let Some(url) = &public_url {
            writeln!(out, "Bastide is at {url} (listening on {address})")?;
        } else if address.ip().is_unspecified() {
            writeln!(out, "Bastide is at {scheme}://localhost:{port}/")?;
            match local_address() {
                Some(ip) => writeln!(out, "Friends on the same network open {scheme}://{ip}:{port}/")?,
                None => writeln!(out, "Friends on the same network open this computer's address with port {port}.")?,
            }
        } else {
            writeln!(out, "Bastide is at {scheme}://{address}/")?;
            if address.ip().is_loopback() {
                writeln!(out, "For friends on the same network start it with --host 0.0.0.0")?;
            }
        }
        let place = if args.database.is_some() { "the database".to_owned() } else { data.display().to_string() };
        writeln!(out, "Games are kept in {place}. Ctrl-C stops the server.")?;
        out.flush()?;
        stop.given().await;
        writeln!(out, "Stopping.")?;
        out.flush()?;
        server.stop().await;
        Ok(())
    })
}

/// The page that `bastide render` makes of a record.
fn film(record: &Record) -> Option<String> {
    bastide_film::page(record, None, None).ok()
}

/// Logs to the error output: what RUST_LOG says (`warn`, `info,access=off`), or what an operator usually wants to know.
pub fn log_as_wished() {
    let wished = env::var("RUST_LOG").ok().filter(|wished| !wished.trim().is_empty());
    let (targets, refused) = match wished.as_deref().map(str::parse::<Targets>) {
        Some(Ok(targets)) => (targets, None),
        Some(Err(error)) => (usual_targets(), Some(error)),
        None => (usual_targets(), None),
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    tracing_subscriber::registry().with(lines.with_filter(targets)).init();
    if let Some(error) = refused {
        tracing::warn!(%error, "RUST_LOG cannot be used");
    }
}

fn usual_targets() -> Targets {
    Targets::new().with_default(tracing::Level::INFO)
}

/// The options of a file as words of a command line: `port = 8080` is `--port=8080`. Those that the command line or the
/// environment sets already are left out.
pub fn words_of_file(file: &Path, given: &ArgMatches, known: &Command) -> Result<Vec<String>, Failure> {
    let shown = file.display();
    let text =
        fs::read_to_string(file).map_err(|error| Failure::refused(format!("{shown} cannot be read: {error}")))?;
    let mut words = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |why: &str| Failure::refused(format!("{shown}, line {number}: {why}"));
        let (name, value) = line.split_once('=').ok_or_else(|| wrong("an option is a name, = and a value"))?;
        let (name, value) = (name.trim(), value.trim().trim_matches('"'));
        let is_it = |arg: &&clap::Arg| arg.get_long() == Some(name) && name != "config";
        let Some(arg) = known.get_arguments().find(is_it) else {
            return Err(wrong(&format!("there is no option {name}; `bastide serve --help` lists them")));
        };
        let source = given.value_source(arg.get_id().as_str());
        if matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable)) {
            continue;
        }
        match (arg.get_action().takes_values(), value) {
            (true, _) => words.push(format!("--{name}={value}")),
            (false, "true" | "yes" | "1") => words.push(format!("--{name}")),
            (false, "false" | "no" | "0") => {}
            (false, _) => return Err(wrong(&format!("{name} is true or false"))),
        }
    }
    Ok(words)
}

/// Somebody wants the server to stop.
struct StopSignal {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl StopSignal {
    /// From now on the signal does not end the process but is told here.
    fn listen() -> std::io::Result<StopSignal> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(StopSignal { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
        }
        #[cfg(windows)]
        Ok(StopSignal { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    /// Waits until it is given.
    async fn given(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        #[cfg(windows)]
        let _ = self.interrupt.recv().await;
    }
}

/// The folder that was chosen, or the one where programs keep the data of this user.
pub fn data_folder(chosen: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let usual = || {
        if cfg!(windows) {
            set("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            Some(set("HOME")?.join("Library/Application Support"))
        } else {
            let data = set("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
            data.or_else(|| Some(set("HOME")?.join(".local/share")))
        }
    };
    let folder = chosen.cloned().or_else(|| Some(usual()?.join("bastide")));
    folder.ok_or_else(|| Failure::refused("no home folder is known here; say with --data where the games are kept"))
}

/// The address that other computers of the network see. Nothing is sent: the system is only asked
/// which of its addresses it would use.
fn local_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}
