//! Real PostgreSQL and real NATS for tests, on loopback.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use super::Folder;

fn script(name: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg(format!("{}/../../scripts/{name}", env!("CARGO_MANIFEST_DIR")));
    command
}

/// A port that is free now.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A PostgreSQL in a folder of its own.
pub struct Postgres {
    pub address: String,
    folder: PathBuf,
    port: u16,
}

impl Postgres {
    /// Starts one, or none where there is none and none can be installed.
    pub fn start(folder: PathBuf) -> Option<Postgres> {
        let mut postgres = Postgres { address: String::new(), folder, port: free_port() };
        postgres.restart().then_some(postgres)
    }

    /// Starts it again on its data.
    pub fn restart(&mut self) -> bool {
        let port = self.port.to_string();
        let started = script("postgres.sh").arg("start").arg(&self.folder).arg(port).output().unwrap();
        if started.status.code() == Some(77) {
            eprintln!("skipped: {}", String::from_utf8_lossy(&started.stderr));
            return false;
        }
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        self.address = String::from_utf8(started.stdout).unwrap().trim().to_owned();
        true
    }

    /// Kills it with all its processes.
    pub fn kill(&self) {
        let first = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let first = first.lines().next().unwrap().to_owned();
        let children = Command::new("pgrep").args(["-P", &first]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        let status = Command::new("kill").arg("-9").arg(&first).args(children.split_whitespace()).status();
        assert!(status.is_ok());
        // Its memory is shared with its children: the next one starts when all are gone.
        let gone = |process: &str| !std::path::Path::new(&format!("/proc/{process}")).exists();
        let deadline = Instant::now() + Duration::from_secs(10);
        while !(gone(&first) && children.split_whitespace().all(gone)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// An empty database of its own.
    pub async fn database(&self, name: &str) -> String {
        let (client, connection) = tokio_postgres::connect(&self.address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
        let (server, _) = self.address.rsplit_once('/').unwrap();
        format!("{server}/{name}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = script("postgres.sh").arg("stop").arg(&self.folder).status();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Some servers of NATS that know each other.
pub struct Nats {
    folder: Folder,
    /// Where nodes and servers connect.
    ports: Vec<(u16, u16)>,
    running: Vec<Option<Child>>,
}

impl Nats {
    pub fn start(count: usize) -> Nats {
        let ports = (0..count).map(|_| (free_port(), free_port())).collect();
        let mut nats = Nats { folder: Folder::new("nats"), ports, running: (0..count).map(|_| None).collect() };
        (0..count).for_each(|which| nats.restart(which));
        nats
    }

    /// Starts one of them on its data.
    pub fn restart(&mut self, which: usize) {
        static PROGRAM: LazyLock<String> = LazyLock::new(|| {
            let found = script("nats.sh").stderr(Stdio::inherit()).output().unwrap();
            assert!(found.status.success(), "there is no nats-server, see above");
            String::from_utf8(found.stdout).unwrap().trim().to_owned()
        });
        let (port, inner) = self.ports[which];
        let mut command = Command::new(&*PROGRAM);
        command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-n", &format!("nats{which}"), "-js", "-sd"]);
        command.arg(self.folder.0.join(format!("store{which}")));
        command.arg("-l").arg(self.folder.0.join(format!("nats{which}.log")));
        if self.ports.len() > 1 {
            let routes: Vec<_> = self.ports.iter().map(|(_, inner)| format!("nats://127.0.0.1:{inner}")).collect();
            command.args(["--cluster_name", "bastide", "--cluster", &format!("nats://127.0.0.1:{inner}")]);
            command.args(["--routes", &routes.join(",")]);
        }
        self.running[which] = Some(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let deadline = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < deadline, "nats-server does not listen; {}", self.folder.0.display());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn kill(&mut self, which: usize) {
        if let Some(mut running) = self.running[which].take() {
            running.kill().unwrap();
            running.wait().unwrap();
        }
    }

    /// As `--bus` takes it.
    pub fn address(&self, name: &str) -> String {
        let all: Vec<_> = self.ports.iter().map(|(port, _)| format!("nats://127.0.0.1:{port}")).collect();
        format!("{}/{name}", all.join(","))
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        (0..self.running.len()).for_each(|which| self.kill(which));
    }
}
