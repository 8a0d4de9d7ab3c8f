//! Licences and sources of everything that is built in, held to `deny.toml`.
//!
//! `cargo deny check bans licenses sources` asks the same; it is not on a new machine, and to compile it takes longer
//! than all other checks together. This reads the same list of licences, so either of them may be used.

use std::collections::BTreeSet;

use serde::Deserialize;

/// Where packages may come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The part of `deny.toml` that is read here.
#[derive(Deserialize)]
struct Config {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
}

/// The part of `cargo metadata` that is read here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// Nothing for a package of this project.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    /// Nothing for one that is given by its path.
    source: Option<String>,
}

/// Judges what `cargo metadata` printed by the text of `deny.toml`: the number of packages, or everything that is not
/// allowed.
pub fn check(config: &str, metadata: &str) -> Result<usize, String> {
    let config: Config = toml::from_str(config).map_err(|error| format!("deny.toml: {error}"))?;
    let metadata: Metadata = serde_json::from_str(metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut defects = Vec::new();
    for package in &metadata.packages {
        let name = format!("{} {}", package.name, package.version);
        match &package.license {
            None => defects.push(format!("{name} names no licence")),
            Some(text) if !is_allowed(text, &config.licenses.allow) => {
                defects.push(format!("{name}: the licence {text} is not allowed by deny.toml"));
            }
            Some(_) => {}
        }
        if let Some(source) = &package.source
            && source != REGISTRY
        {
            defects.push(format!("{name} comes from {source}"));
        }
        // What others ask for is their business; a wildcard of ours takes any version.
        let ours = package.dependencies.iter().filter(|_| package.source.is_none());
        for dependency in ours.filter(|dependency| dependency.req == "*" && dependency.source.is_some()) {
            defects.push(format!("{name} asks for any version of {}", dependency.name));
        }
    }
    if defects.is_empty() { Ok(metadata.packages.len()) } else { Err(defects.join("\n")) }
}

/// Whether a licence expression (SPDX, or the older `MIT/Apache-2.0`) can be met with these licences alone.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any(&mut rest, allowed) == Some(true) && rest.is_empty()
}

/// `all OR all OR …`; nothing if it cannot be read.
fn any(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut is_met = all(words, allowed)?;
    while next_is(words, "OR") {
        is_met |= all(words, allowed)?;
    }
    Some(is_met)
}

/// `one AND one AND …`
fn all(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut is_met = one(words, allowed)?;
    while next_is(words, "AND") {
        is_met &= one(words, allowed)?;
    }
    Some(is_met)
}

/// A licence, perhaps with an exception, or an expression in parentheses.
fn one(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    if next_is(words, "(") {
        let is_met = any(words, allowed)?;
        return next_is(words, ")").then_some(is_met);
    }
    let (&licence, rest) = words.split_first()?;
    *words = rest;
    if !next_is(words, "WITH") {
        return Some(allowed.contains(licence));
    }
    let (&exception, rest) = words.split_first()?;
    *words = rest;
    Some(allowed.contains(&format!("{licence} WITH {exception}")))
}

/// Takes this word if it is the next.
fn next_is(words: &mut &[&str], word: &str) -> bool {
    let Some((&first, rest)) = words.split_first() else { return false };
    if first == word {
        *words = rest;
    }
    first == word
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "[licenses]\nallow = [\"MIT\", \"Zlib\", \"Unicode-3.0\"]\n";

    fn said_of(license: &str, source: &str, request: &str) -> String {
        let metadata = format!(
            r#"{{"packages": [{{"name": "a", "version": "1.0.0", "license": {license}, "source": {source},
                "dependencies": [{{"name": "b", "req": "{request}", "source": "somewhere"}}]}}]}}"#
        );
        check(CONFIG, &metadata).map_or_else(|error| error, |packages| format!("{packages} good"))
    }

    #[test]
    fn an_expression_is_met_by_licences_that_are_allowed() {
        let allowed = BTreeSet::from(["MIT", "Zlib", "Unicode-3.0"].map(str::to_owned));
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "GPL-3.0-only OR (MIT AND Zlib)",
            "(MIT OR X) AND Unicode-3.0",
        ] {
            assert!(is_allowed(good, &allowed), "{good}");
        }
        for bad in
            ["", "GPL-3.0-only", "MIT AND X", "(MIT", "MIT Zlib", "MIT OR", "MIT WITH X", "MIT AND (X OR Y)", "mit"]
        {
            assert!(!is_allowed(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        let registry = format!("{REGISTRY:?}");
        assert_eq!(said_of("\"MIT\"", &registry, "*"), "1 good");
        assert_eq!(said_of("\"MIT\"", "null", "^1"), "1 good");
        assert_eq!(said_of("\"MIT\"", "null", "*"), "a 1.0.0 asks for any version of b");
        assert_eq!(said_of("\"X\"", &registry, "^1"), "a 1.0.0: the licence X is not allowed by deny.toml");
        assert_eq!(said_of("null", &registry, "^1"), "a 1.0.0 names no licence");
        assert_eq!(said_of("\"MIT\"", "\"git+https://x\"", "^1"), "a 1.0.0 comes from git+https://x");
    }
}
