//! `bastide serve` as a person starts it: what it says when it can and when it cannot.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn refused(args: &[&str]) -> String {
    let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_bastide")).args(args).output().unwrap();
    assert_eq!(status.code(), Some(1), "{args:?}");
    String::from_utf8(stderr).unwrap()
}

#[test]
fn a_port_in_use_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let data = folder("port");
    let told = refused(&["serve", "--port", &port, "--data", data.to_str().unwrap()]);
    assert!(told.contains(&format!("port {port} is in use")) && told.contains("--port"), "{told}");
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let data = folder("file").join("file");
    std::fs::write(&data, "not a folder").unwrap();
    let told = refused(&["serve", "--port", "0", "--data", data.join("below").to_str().unwrap()]);
    assert!(told.contains("cannot be made") && told.contains("--data"), "{told}");
}

#[test]
fn a_damaged_database_is_told_and_left_alone() {
    let data = folder("damaged");
    let file = data.join("bastide.sqlite");
    let garbage = "this is not a database ".repeat(1000);
    std::fs::write(&file, &garbage).unwrap();
    let told = refused(&["serve", "--port", "0", "--data", data.to_str().unwrap()]);
    assert!(told.contains("is damaged") && told.contains("back-up"), "{told}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), garbage);
}

#[test]
fn a_public_address_has_a_scheme() {
    let told = refused(&["serve", "--public-url", "play.example.org"]);
    assert!(told.contains("--public-url begins with http"), "{told}");
}

#[cfg(unix)]
#[test]
fn it_prints_its_address_and_stops_when_asked() {
    let data = folder("run");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["serve", "--port", "0", "--data", data.to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let address = line.trim_end().strip_prefix("Bastide is at http://").unwrap().trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok"), "{answer}");
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(
        rest.contains("--host 0.0.0.0") && rest.contains("Games are kept in") && rest.contains("Stopping."),
        "{rest}"
    );
    assert!(data.join("bastide.sqlite").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn it_raises_the_limit_of_open_files_and_tells_what_fits() {
    let data = folder("files");
    let script = "ulimit -S -n 100 && exec \"$0\" serve --port 0 --data \"$1\"";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_bastide"), data.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Bastide is at"), "{line}");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let [soft, hard] = [3, 4].map(|column| files.split_whitespace().nth(column).unwrap().parse::<u64>().unwrap());
    child.kill().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    child.wait().unwrap();
    assert_eq!(soft, hard.min(10_064), "{files}");
    assert!(told.contains(&format!("{} connections fit", (hard - 64).min(10_000))), "{told}");
}
