//! `bastide serve`: the game in the browser.

use std::env;
use std::io::Write;
use std::net::{IpAddr, UdpSocket};
use std::path::PathBuf;

use bastide_rules::notation::Record;
use bastide_server::{Config, Limits, start};

use crate::failure::Failure;
use crate::render::page;

/// Serve the game in the browser
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Address to listen on; 0.0.0.0 lets others on the network in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 7272)]
    port: u16,
    /// Folder for the games; it is made if it is missing [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Address under which the server is known outside, if a proxy stands before it
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// A proxy stands before the server: limits count the addresses that it adds to X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// Show numbers for the operator to everybody at /metrics; on this computer alone they are always shown
    #[arg(long)]
    metrics: bool,
    /// Threads on which bots think [default: all cores but one]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    bot_threads: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  bastide serve                       play on this computer
  bastide serve --host 0.0.0.0        let friends on the same network join
  bastide serve --data /srv/bastide --public-url https://play.example.org --behind-proxy

Games are kept in the data folder; a copy of the folder made while the server does not run is a
back-up. Ctrl-C stops the server; nothing that was confirmed is lost.";

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let data = data_folder(args.data.as_ref())?;
    if let Some(url) = &args.public_url
        && !(url.starts_with("http://") || url.starts_with("https://"))
    {
        return Err(Failure::refused("--public-url begins with http:// or https://"));
    }
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).init();
    let mut limits = Limits::default();
    if let Some(threads) = args.bot_threads {
        limits.bot_threads = threads.into();
    }
    let config = Config {
        host: args.host,
        port: args.port,
        data: data.clone(),
        public_url: args.public_url.clone(),
        behind_proxy: args.behind_proxy,
        metrics: args.metrics,
        limits,
        film: Some(film),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = start(config).await.map_err(Failure::refused)?;
        let address = server.address();
        let port = address.port();
        if let Some(url) = &args.public_url {
            writeln!(out, "Bastide is at {url} (listening on {address})")?;
        } else if address.ip().is_unspecified() {
            writeln!(out, "Bastide is at http://localhost:{port}/")?;
            match local_address() {
                Some(ip) => writeln!(out, "Friends on the same network open http://{ip}:{port}/")?,
                None => writeln!(out, "Friends on the same network open this computer's address with port {port}.")?,
            }
        } else {
            writeln!(out, "Bastide is at http://{address}/")?;
            if address.ip().is_loopback() {
                writeln!(out, "For friends on the same network start it with --host 0.0.0.0")?;
            }
        }
        writeln!(out, "Games are kept in {}. Ctrl-C stops the server.", data.display())?;
        out.flush()?;
        stop_signal().await?;
        writeln!(out, "Stopping.")?;
        out.flush()?;
        server.stop().await;
        Ok(())
    })
}

/// The page that `bastide render` makes of a record.
fn film(record: &Record) -> Option<String> {
    page::text(record, None, None).ok()
}

/// Waits until somebody wants the server to stop.
async fn stop_signal() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        std::future::poll_fn(|context| {
            if terminate.poll_recv(context).is_ready() || interrupt.poll_recv(context).is_ready() {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        Ok(())
    }
    #[cfg(not(unix))]
    Ok(tokio::signal::ctrl_c().await?)
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
