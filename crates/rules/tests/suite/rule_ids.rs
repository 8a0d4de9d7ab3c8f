//! Every rule is asserted: each id of the rule files stands in the doc comment of a test or in the
//! `rules:` line of a scenario.
//!
//! `docs/rules/exempt.txt` lists ids that cannot be asserted, with the reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// More ids than this in one test are a list, not an assertion.
const MOST_IDS_PER_TEST: usize = 6;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Words like `BASE-12`, `FARM-X1`, `RIVER2-D3`.
fn ids(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| is_id(word)).map(str::to_owned).collect()
}

fn is_id(word: &str) -> bool {
    let Some((prefix, number)) = word.split_once('-') else { return false };
    let number = number.strip_prefix(['X', 'D']).unwrap_or(number);
    let is_prefix = prefix.len() > 1 && prefix.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    is_prefix
        && prefix.starts_with(|c: char| c.is_ascii_uppercase())
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
}

/// The ids that a rule file defines: lines like `- **BASE-1** — …`.
fn defined_in(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**"));
    lines.map(|(id, _)| id.to_owned()).filter(|id| is_id(id)).collect()
}

/// The ids that the rule files define.
pub fn defined() -> BTreeSet<String> {
    files(&project().join("docs/rules"), ".md").iter().flat_map(|path| defined_in(path)).collect()
}

/// The ids of the lines of `exempt.txt` that are not comments; each has a reason.
fn exempt() -> BTreeSet<String> {
    let text = fs::read_to_string(project().join("docs/rules/exempt.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let id = |line: &str| line.split_once(": ").map(|(id, _)| id.to_owned());
    lines.map(|line| id(line).unwrap_or_else(|| panic!("exempt.txt: `{line}` has no reason"))).collect()
}

/// What tests say they assert: where, and which ids.
fn assertions() -> Vec<(String, BTreeSet<String>)> {
    let mut found = Vec::new();
    for path in files(&project().join("crates"), ".rs") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut comment = String::new();
        for (index, line) in text.lines().map(str::trim).enumerate() {
            if let Some(words) = line.strip_prefix("///") {
                comment.push_str(words);
                comment.push('\n');
            } else if line == "#[test]" {
                found.push((format!("{name}:{}", index + 1), ids(&comment)));
            } else if !line.starts_with("#[") {
                comment.clear();
            }
        }
    }
    for path in files(&project().join("crates/rules/tests/scenarios"), ".txt") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for (index, line) in text.lines().enumerate() {
            if let Some(words) = line.strip_prefix("rules:") {
                found.push((format!("{name}:{}", index + 1), ids(words)));
            }
        }
    }
    found.retain(|(_, ids)| !ids.is_empty());
    found
}

#[test]
fn every_rule_is_asserted() {
    let folder = project().join("docs/rules");
    let exempt = exempt();
    let asserted: BTreeSet<_> = assertions().into_iter().flat_map(|(_, ids)| ids).collect();

    let mut defined = BTreeSet::new();
    for path in files(&folder, ".md") {
        for id in defined_in(&path) {
            assert!(defined.insert(id.clone()), "{}: {id} is defined twice", path.display());
        }
    }
    for id in &exempt {
        assert!(defined.contains(id), "exempt.txt: {id} is no id of a rule");
        assert!(!asserted.contains(id), "exempt.txt: {id} is asserted by a test, so its line can go");
    }
    assert!(exempt.len() * 20 <= defined.len(), "{} of {} ids are exempt, more than 5 %", exempt.len(), defined.len());

    let missing: Vec<_> = defined.iter().filter(|id| !asserted.contains(*id) && !exempt.contains(*id)).collect();
    assert!(missing.is_empty(), "{} of {} ids are asserted by no test: {missing:?}", missing.len(), defined.len());
}

/// The README of the rules counts the ids of each file, and those of the prefixes that share one.
#[test]
fn the_readme_counts_the_ids_of_each_file() {
    let folder = project().join("docs/rules");
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut all = 0;
    for path in files(&folder, ".md").into_iter().filter(|path| !path.ends_with("README.md")) {
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
        let defined = defined_in(&path);
        let of = |prefix: &str| defined.iter().filter(|id| id.split('-').next() == Some(prefix)).count();
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let cells: Vec<&str> = row.unwrap_or_else(|| panic!("{name} has no row")).split('|').map(str::trim).collect();
        let [_, _, prefixes, _, _, count, _] = cells[..] else { panic!("{name}: {cells:?}") };
        let parts: Vec<_> = prefixes.split(", ").map(|prefix| format!("{prefix} {}", of(prefix))).collect();
        let of_parts = if parts.len() > 1 { format!(" ({})", parts.join(", ")) } else { String::new() };
        assert_eq!(count, format!("{}{of_parts}", defined.len()), "{name}");
        all += defined.len();
    }
    assert!(readme.contains(&format!("| all | | | | {all} |")), "all files have {all} ids");
}

#[test]
fn tests_name_rules_that_exist_and_not_too_many() {
    let defined = defined();
    for (place, ids) in assertions() {
        assert!(ids.len() <= MOST_IDS_PER_TEST, "{place} names {} rules, more than {MOST_IDS_PER_TEST}", ids.len());
        for id in ids {
            assert!(defined.contains(&id), "{place} names {id}, which no rule file defines");
        }
    }
}

/// The tests of a crate from outside are one program, which is built and linked once. A file that is not part of it is never
/// compiled, and what it says it asserts is not.
#[test]
fn every_file_of_tests_is_part_of_the_program() {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    for folder in entries(&project().join("crates")).map(|folder| folder.join("tests")).filter(|folder| folder.exists())
    {
        let lone: Vec<_> =
            entries(&folder).filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect();
        assert!(lone.is_empty(), "programs of their own: {lone:?}");
        let suite = folder.join("suite");
        let main = fs::read_to_string(suite.join("main.rs")).unwrap();
        for path in entries(&suite) {
            let name = path.file_stem().unwrap().to_string_lossy();
            let is_listed = name == "main" || main.lines().any(|line| line == format!("mod {name};"));
            assert!(is_listed, "{} is not in main.rs", path.display());
        }
    }
}
