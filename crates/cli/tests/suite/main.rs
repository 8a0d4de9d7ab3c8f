//! The program as people and scripts use it: arguments in, text and exit code out.

mod analyse;
mod arena;
mod chaos;
mod crash;
mod engine;
mod listings;
mod pictures;
mod play;
mod refusals;
mod replay;
mod serve;
mod sim;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the program gave.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// The output as JSON.
    fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_str(&self.out).expect("one JSON object")
    }

    /// Asserts that the input was refused with a sentence that has these words.
    #[track_caller]
    fn refused(&self, words: &[&str]) {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        assert!(self.err.starts_with("bastide: ") && self.err.ends_with('\n'), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "{word} is not in: {}", self.err);
        }
    }
}

fn bastide(args: &[&str]) -> Run {
    bastide_fed(args, b"")
}

/// Runs the program with this input.
fn bastide_fed(args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The program may stop reading before the end.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the input is written");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// An empty folder for the files of a test.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder for tests is writable");
    path
}

/// A path for a file of this test, which does not exist yet.
fn fresh_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
