//! Documents that name what is in the code, held to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::project;

fn architecture() -> String {
    fs::read_to_string(project().join("ARCHITECTURE.md")).unwrap()
}

fn crates() -> Vec<PathBuf> {
    let folders = fs::read_dir(project().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut crates: Vec<_> = folders.filter(|path| path.join("Cargo.toml").exists()).collect();
    crates.sort();
    crates
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// What stands between backticks.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Each crate says what it is for, what its README shows in Rust is compiled, and its examples are named there.
#[test]
fn every_readme_is_there_and_true() {
    let folders = fs::read_dir(project().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    for folder in folders.filter(|path| path.join("Cargo.toml").exists()) {
        let shown = folder.display();
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_else(|_| panic!("{shown}: no README"));
        let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap_or_default();
        let is_compiled = library.contains("#[cfg(doctest)]\n#[doc = include_str!(\"../README.md\")]");
        assert!(is_compiled || !readme.contains("```rust"), "{shown}: nothing compiles the Rust of the README");
        let examples = fs::read_dir(folder.join("examples")).into_iter().flatten();
        for example in examples.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
            let name = example.file_stem().unwrap().to_str().unwrap();
            assert!(readme.contains(&format!("`{name}`")), "{shown}: the README does not name the example {name}");
        }
    }
}

/// In each table of the files of a crate stands every file, and nothing that is not there.
#[test]
fn the_code_map_has_every_file() {
    let architecture = architecture();
    for folder in crates() {
        let Some((_, rest)) = architecture.split_once(&format!("Inside `crates/{}/", name(&folder))) else { continue };
        let table: Vec<&str> =
            rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|')).collect();
        let named: BTreeSet<&str> = table.iter().filter_map(|row| row.split('|').nth(1)).flat_map(quoted).collect();
        for path in fs::read_dir(folder.join("src")).unwrap().map(|entry| entry.unwrap().path()) {
            let file = name(&path);
            let is_expected = file.ends_with(".rs") && !["lib.rs", "main.rs", "tests.rs"].contains(&file.as_str());
            // A file that only lists those of its folder goes without saying.
            let is_folder = path.with_extension("").is_dir()
                && named.contains(format!("{}/", file.trim_end_matches(".rs")).as_str());
            assert!(!is_expected || is_folder || named.contains(file.as_str()), "{} is not told", path.display());
        }
        for file in named {
            let beside = ["", "src/"].map(|within| folder.join(within).join(file.split('*').next().unwrap()));
            assert!(beside.iter().any(|path| path.exists()), "{}: there is no {file}", name(&folder));
        }
    }
}

/// What a crate asks for in its manifest, and whether only for its tests.
fn asked_for(manifest: &toml::Table) -> impl Iterator<Item = (&str, bool)> {
    let targets =
        manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(|targets| targets.values());
    let tables = std::iter::once(manifest).chain(targets.filter_map(toml::Value::as_table));
    tables.flat_map(|table| {
        ["dependencies", "build-dependencies", "dev-dependencies"].into_iter().flat_map(|kind| {
            let asked = table.get(kind).and_then(toml::Value::as_table);
            asked.into_iter().flat_map(toml::Table::keys).map(move |name| (name.as_str(), kind == "dev-dependencies"))
        })
    })
}

/// Each crate of others has a row that says why, and names who uses it outside of tests.
#[test]
fn every_dependency_is_explained() {
    let architecture = architecture();
    let (_, rest) = architecture.split_once("## Dependencies and why").unwrap();
    let rows = rest.lines().filter(|line| line.starts_with("| `")).map(|row| row.split('|').collect::<Vec<_>>());
    let mut told: BTreeMap<&str, &str> = BTreeMap::new();
    for cells in rows {
        for name in quoted(cells[1]) {
            assert!(told.insert(name, cells[2]).is_none(), "{name} has two rows");
        }
    }
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    for folder in crates().into_iter().chain([project().join("xtask")]) {
        let manifest: toml::Table = fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap();
        for (asked, is_for_tests) in asked_for(&manifest).filter(|(asked, _)| !asked.starts_with("bastide-")) {
            let whom = told.get(asked).unwrap_or_else(|| panic!("{asked} has no row"));
            let is_told = is_for_tests || quoted(whom).contains(name(&folder).as_str());
            assert!(is_told, "{asked} is used by {}, and its row says {whom}", name(&folder));
            used.insert((asked.to_owned(), name(&folder)));
        }
    }
    for (&asked, &whom) in &told {
        for user in quoted(whom).into_iter().filter(|&user| project().join("crates").join(user).exists()) {
            assert!(used.contains(&(asked.to_owned(), user.to_owned())), "{asked} is not used by {user}");
        }
    }
}
