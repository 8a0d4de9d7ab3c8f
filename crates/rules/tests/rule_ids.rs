//! Every rule is asserted: each id of the rule files stands in the doc comment of a test or in the
//! `rules:` line of a scenario.
//!
//! `docs/rules/waiting.txt` lists the files of modules that are not playable yet;
//! `docs/rules/exempt.txt` lists ids that cannot be asserted, with the reason, and ids that wait
//! for another module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bastide_rules::{Base, Module};

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

/// Lines of a list that are not comments.
fn entries(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(project().join("docs/rules").join(name)).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{name}: `{line}` has no colon"));
            (key.trim().to_owned(), value.trim().to_owned())
        })
        .collect()
}

fn is_playable(id: &str) -> bool {
    let module = Module::from_id(id).map(|module| module.info().is_playable);
    let base = Base::from_id(id).map(|base| base.info().is_playable);
    module.or(base).unwrap_or_else(|| panic!("{id} is neither a module nor a base"))
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
fn every_rule_of_an_implemented_module_is_asserted() {
    let folder = project().join("docs/rules");
    let waiting: BTreeMap<_, _> = entries("waiting.txt").into_iter().collect();
    let exempt: BTreeMap<_, _> = entries("exempt.txt").into_iter().collect();
    let asserted: BTreeSet<_> = assertions().into_iter().flat_map(|(_, ids)| ids).collect();

    let mut defined = BTreeSet::new();
    let mut implemented = BTreeSet::new();
    for path in files(&folder, ".md") {
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
        for id in defined_in(&path) {
            assert!(defined.insert(id.clone()), "{name}: {id} is defined twice");
            if !waiting.contains_key(&name) {
                implemented.insert(id);
            }
        }
    }
    for (name, id) in &waiting {
        assert!(folder.join(name).is_file(), "waiting.txt names {name}, which does not exist");
        assert!(!is_playable(id), "waiting.txt: {id} is playable now, so {name} must be asserted");
    }

    let mut never = 0;
    for key in exempt.keys() {
        let (id, module) = key.split_once(" waits-for ").unwrap_or((key, ""));
        assert!(implemented.contains(id), "exempt.txt: {id} is no id of an implemented module");
        assert!(!asserted.contains(id), "exempt.txt: {id} is asserted by a test, so its line can go");
        if module.is_empty() {
            never += 1;
        } else {
            assert!(!is_playable(module), "exempt.txt: {id} waits for {module}, which is playable now");
        }
    }
    assert!(never * 20 <= implemented.len(), "{never} of {} ids are exempt, more than 5 %", implemented.len());

    let exempt_ids: BTreeSet<_> = exempt.keys().filter_map(|key| key.split(' ').next()).collect();
    let missing: Vec<_> =
        implemented.iter().filter(|id| !asserted.contains(*id) && !exempt_ids.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "{} of {} ids are asserted by no test: {missing:?}", missing.len(), implemented.len());
}

#[test]
fn tests_name_rules_that_exist_and_not_too_many() {
    let defined: BTreeSet<_> =
        files(&project().join("docs/rules"), ".md").iter().flat_map(|path| defined_in(path)).collect();
    for (place, ids) in assertions() {
        assert!(ids.len() <= MOST_IDS_PER_TEST, "{place} names {} rules, more than {MOST_IDS_PER_TEST}", ids.len());
        for id in ids {
            assert!(defined.contains(&id), "{place} names {id}, which no rule file defines");
        }
    }
}
