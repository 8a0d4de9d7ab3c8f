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
fn a_server_that_could_serve_nobody_does_not_start() {
    let data = folder("nobody");
    let told = refused(&["serve", "--port", "0", "--data", data.to_str().unwrap(), "--max-connections", "0"]);
    assert!(told.contains("nobody could be served"), "{told}");
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
fn a_public_address_that_cannot_work_is_refused() {
    for (url, why) in [
        ("play.example.org", "begins with http"),
        ("https://play.example.org/bastide", "without a path"),
        ("https://play..example", "not a host"),
        ("https://play.example.org", "--behind-proxy"),
    ] {
        let told = refused(&["serve", "--public-url", url]);
        assert!(told.contains("--public-url cannot work") && told.contains(why), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn options_come_from_the_command_line_the_environment_or_a_file_in_this_order() {
    let data = folder("config");
    let file = data.join("bastide.conf");
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    let config = ["serve", "--config", file.to_str().unwrap()];
    write("# a comment\nports = 1\n");
    let told = refused(&config);
    assert!(told.contains("line 2") && told.contains("no option ports"), "{told}");
    write("behind-proxy = perhaps\n");
    assert!(refused(&config).contains("true or false"));
    // The port of the file and of the environment is one that cannot be; the command line has the last word.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    write(&format!("data = \"{}\"\nport = {port}\nmetrics = yes\n", data.join("games").display()));
    assert!(refused(&config).contains(&format!("port {port} is in use")));
    let run = |command: &mut Command| {
        let mut child = command.args(config).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        line
    };
    let program = || Command::new(env!("CARGO_BIN_EXE_bastide"));
    assert!(run(program().env("BASTIDE_PORT", "0")).starts_with("Bastide is at http://127.0.0.1:"));
    assert!(data.join("games/bastide.sqlite").exists(), "the folder is that of the file");
    let file_then_words = ["--port", "0"];
    let mut child = program();
    child.env("BASTIDE_PORT", port.to_string()).args(config).args(file_then_words);
    let mut child = child.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("Bastide is at http://127.0.0.1:"), "{line}");
}

/// A server with a log that is not brought in yet, and some bytes of it changed by a bad disk.
#[cfg(unix)]
#[test]
fn whoever_opens_a_damaged_log_is_told() {
    for words in [&["admin", "check"][..], &["admin", "back-up"], &["export"]] {
        let data = folder("damaged");
        let shown = data.to_str().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--port", "0", "--data", shown])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let log = data.join("bastide.sqlite-wal");
        let mut bytes = std::fs::read(&log).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 64].fill(0xff);
        std::fs::write(&log, bytes).unwrap();

        let target = data.join("out").to_str().unwrap().to_owned();
        let target = if words == ["admin", "check"] { None } else { Some(target) };
        let out = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(words)
            .args(target)
            .args(["--data", shown])
            .output()
            .unwrap();
        let told = String::from_utf8(out.stderr).unwrap();
        assert!(told.contains("bastide.sqlite-wal is damaged"), "{words:?}: {told}");
        let is_copy = |name: &std::ffi::OsStr| name.to_string_lossy().contains("-wal.damaged-");
        assert!(std::fs::read_dir(&data).unwrap().any(|file| is_copy(&file.unwrap().file_name())), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_operator_is_answered_while_the_server_runs_and_after() {
    let data = folder("admin");
    let data = data.to_str().unwrap();
    let admin = |words: &[&str]| {
        let all = ["admin"].iter().chain(words).chain(&["--data", data]).copied().collect::<Vec<_>>();
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_bastide")).args(all).output().unwrap();
        (status.success(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
    };
    assert!(admin(&["games"]).1.contains("there are no games in"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(["serve", "--port", "0", "--data", data])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(admin(&["games"]), (true, "None.\n".to_owned()));
    assert!(admin(&["stats"]).1.contains("bastide_limit{limit=\"connections\"}"));
    assert!(admin(&["unwanted", "Rude Word"]).0 && admin(&["rules"]).1.contains("rudeword"));
    assert!(admin(&["ban", "abc"]).1.contains("at least six digits"));
    let copy = format!("{data}/copy.sqlite");
    assert!(admin(&["back-up", &copy]).0);
    assert!(admin(&["restore", &copy]).1.contains("another Bastide"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(admin(&["check", "--games"]).1.contains("0 games can be replayed"));
    assert!(admin(&["say", "hello"]).1.contains("no server runs"));
    assert!(admin(&["restore", &copy]).0);
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
