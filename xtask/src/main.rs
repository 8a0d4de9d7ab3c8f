//! Rewrites the files that are kept as expected results (the difference is part of a review) and checks licences.

#![allow(clippy::print_stdout, reason = "a program that says what it does")]

#[cfg(test)]
mod documents;
mod licences;
mod mixtures;
mod playthrough;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  playthroughs   write the recorded games, crates/rules/tests/playthroughs/
  counts         write the perft counts and walk digests, crates/rules/tests/
  all            both
  mixtures LOG   write docs/mixtures.md from what the long walks printed
  licences       check licences and sources of the dependencies by deny.toml

Look at the difference with git before you commit it.";

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_default();
    let result = match command.as_str() {
        "playthroughs" => write_playthroughs(),
        "counts" => write_counts(),
        "all" => write_playthroughs().and_then(|()| write_counts()),
        "licences" => check_licences(&[]),
        "mixtures" => write_mixtures(env::args().nth(2)),
        "--help" | "-h" | "help" => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn playthrough_path(name: &str) -> PathBuf {
    project().join("crates/rules/tests/playthroughs").join(format!("{name}.txt"))
}

fn write_playthroughs() -> Result<(), String> {
    for game in playthrough::GAMES {
        let path = playthrough_path(game.name);
        fs::write(&path, playthrough::text(game)).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote the playthrough {}", game.name);
    }
    Ok(())
}

fn write_mixtures(log: Option<String>) -> Result<(), String> {
    let log = log.ok_or("name the file with the output of long_walks")?;
    let text = fs::read_to_string(&log).map_err(|error| format!("{log}: {error}"))?;
    let path = project().join("docs/mixtures.md");
    fs::write(&path, mixtures::page(&text)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// Holds the packages of all platforms to `deny.toml`, or with more arguments for `cargo metadata` fewer of them.
fn check_licences(more: &[&str]) -> Result<(), String> {
    let config = fs::read_to_string(project().join("deny.toml")).map_err(|error| format!("deny.toml: {error}"))?;
    let asked = ["metadata", "--format-version", "1", "--all-features", "--locked"];
    let metadata =
        Command::new(cargo()).args(asked).args(more).current_dir(project()).stderr(Stdio::inherit()).output();
    let metadata = metadata.map_err(|error| format!("cargo cannot be run: {error}"))?;
    let packages = licences::check(&config, &String::from_utf8_lossy(&metadata.stdout))?;
    println!("{packages} packages have licences and sources that are allowed");
    Ok(())
}

fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The tests that hold the counts write them when they are asked to.
fn write_counts() -> Result<(), String> {
    let tests = ["test", "--release", "--package", "bastide-rules", "--test", "suite", "--", "walks::", "perft::"];
    let status = Command::new(cargo()).args(tests).env("BASTIDE_UPDATE", "1").current_dir(project()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the tests that write the counts failed".to_owned()),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails and the change is meant, run `cargo xtask playthroughs` and look at the
    /// difference.
    #[test]
    fn playthroughs_are_as_recorded() {
        for game in playthrough::GAMES {
            let recorded = fs::read_to_string(playthrough_path(game.name)).unwrap_or_default();
            let played = playthrough::text(game);
            let lines = recorded.lines().zip(played.lines()).enumerate();
            for (index, (old, new)) in lines {
                assert_eq!(old, new, "{} differs in line {}", game.name, index + 1);
            }
            assert_eq!(recorded.len(), played.len(), "{} has another length", game.name);
        }
    }

    /// What is compiled here, without a look at the network. `cargo xtask licences` asks for all platforms.
    #[test]
    fn licences_and_sources_are_allowed() {
        let version = Command::new("rustc").arg("-vV").output().unwrap();
        let version = String::from_utf8(version.stdout).unwrap();
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
        check_licences(&["--offline", "--filter-platform", host]).unwrap_or_else(|defects| panic!("{defects}"));
    }
}
