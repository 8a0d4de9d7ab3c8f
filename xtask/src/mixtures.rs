//! The table of `docs/mixtures.md`, from what the long walks printed.

use std::collections::BTreeMap;
use std::fmt::Write;

use bastide_rules::{BASES, Game, MODULES, Module, Options};

/// Games of one configuration: recomputed after every action, at the end of every turn, and with the
/// laws alone.
#[derive(Clone, Copy, Default)]
struct Games {
    recomputed: u64,
    by_turns: u64,
    light: u64,
}

/// The modules of the table: the whole ones, without farmers, which nearly every walk has.
fn modules() -> Vec<Module> {
    let whole = MODULES.iter().filter(|info| info.part_of.is_none() && info.module != Module::Farmers);
    whole.map(|info| info.module).collect()
}

/// Whether some base allows both.
fn may_combine(one: Module, other: Module) -> bool {
    BASES.iter().any(|base| Game::new(Options::new(base.base, 2).with(one).with(other)).is_ok())
}

/// Reads lines like `recomputed, all boxes: pair dragon tower: 31 games`.
fn read(log: &str, title: &str) -> BTreeMap<String, Games> {
    let mut found: BTreeMap<String, Games> = BTreeMap::new();
    for line in log.lines() {
        let Some((part, rest)) = line.split_once(&format!(", {title}: ")) else { continue };
        let Some((configuration, games)) = rest.rsplit_once(": ") else { continue };
        let Some(games) = games.strip_suffix(" games").and_then(|games| games.parse::<u64>().ok()) else { continue };
        let entry = found.entry(configuration.to_owned()).or_default();
        match part {
            "recomputed" => entry.recomputed += games,
            "by turns" => entry.by_turns += games,
            "light" => entry.light += games,
            _ => {}
        }
    }
    found
}

/// The walks of the Big Box by itself: with farmers, on its base and those of other boxes.
fn big_box(log: &str, text: &mut String) {
    let walked = read(log, "Big Box");
    if walked.is_empty() {
        return;
    }
    let groups = [
        ("Base", "none of its modules"),
        ("OneModule", "one module or part"),
        ("TwoModules", "two modules"),
        ("SeveralModules", "several modules and parts"),
        ("AllModules", "all modules"),
    ];
    let _ = writeln!(text, "## the Big Box alone\n\n| with | recomputed | by turns |\n|---|---|---|");
    let mut all = Games::default();
    for (group, title) in groups {
        let games = walked.get(group).copied().unwrap_or_default();
        all.recomputed += games.recomputed;
        all.by_turns += games.by_turns;
        let _ = writeln!(text, "| {title} | {} | {} |", games.recomputed, games.by_turns);
    }
    let _ = writeln!(text, "| together | {} | {} |\n", all.recomputed, all.by_turns);
}

/// The page, or what the log lacks.
pub(crate) fn page(log: &str) -> Result<String, String> {
    let games = read(log, "all boxes");
    let of = |configuration: &str| games.get(configuration).copied().unwrap_or_default();
    let is_kind = |kind: &str| {
        let kind = kind.to_owned();
        games.iter().filter(move |(name, _)| name.starts_with(&kind))
    };
    if is_kind("pair ").next().is_none() {
        return Err("the log has no pairs of all boxes".to_owned());
    }
    let mut text = String::from(
        "# Mixtures that were walked\n\n\
         Written by `cargo xtask mixtures LOG` from what `long_walks` prints. Each cell has the random games of a pair of modules: those\n\
         compared with the slow recomputation after every action, those compared at the end of every turn, and those held\n\
         to the laws of conservation. A game with a disagreement or a broken law stops its run and is not counted; it is mended\n\
         and becomes a test (`crates/rules/tests/suite/walks.rs`, `walk_findings.rs`). `×` is refused at setup (ORDER-28). Each pair goes\n\
         through all bases that allow it, with 2 to 6 players.\n\n",
    );
    for (kind, title) in [("base ", "bases alone"), ("module ", "modules alone"), ("mixture ", "large mixtures")] {
        let _ = writeln!(
            text,
            "## {title}\n\n| {} | recomputed | by turns | laws |\n|---|---|---|---|",
            title.trim_end_matches(" alone")
        );
        for (name, games) in is_kind(kind) {
            let name = name.trim_start_matches(kind);
            let _ = writeln!(text, "| {name} | {} | {} | {} |", games.recomputed, games.by_turns, games.light);
        }
        text.push('\n');
    }
    let random = of("random mixtures");
    // The groups by number of modules count the same games once more.
    let kinds = ["base ", "module ", "pair ", "mixture ", "random "];
    let is_configuration = |name: &String| kinds.iter().any(|kind| name.starts_with(kind));
    let sum = |count: fn(&Games) -> u64| {
        games.iter().filter(|(name, _)| is_configuration(name)).map(|(_, games)| count(games)).sum::<u64>()
    };
    let (recomputed, by_turns) = (sum(|games| games.recomputed), sum(|games| games.by_turns));
    let _ = writeln!(text, "Over all boxes together: {recomputed} recomputed, {by_turns} by turns.\n");
    let _ = writeln!(
        text,
        "Random mixtures: {} recomputed, {} by turns, {} with the laws.\n",
        random.recomputed, random.by_turns, random.light
    );
    big_box(log, &mut text);
    let modules = modules();
    let _ = writeln!(text, "## pairs\n");
    let names = modules.iter().map(|module| format!(" {module} |"));
    let _ = writeln!(text, "| |{}", names.collect::<String>());
    let _ = writeln!(text, "|---|{}", "---|".repeat(modules.len()));
    for (index, &row) in modules.iter().enumerate() {
        let _ = write!(text, "| {row} |");
        for (place, &column) in modules.iter().enumerate() {
            // The upper half would say the same.
            let cell = if place > index {
                String::new()
            } else if place == index {
                "·".to_owned()
            } else if may_combine(column, row) {
                let games = of(&format!("pair {column} {row}"));
                format!("{} + {} + {}", games.recomputed, games.by_turns, games.light)
            } else {
                "×".to_owned()
            };
            let _ = write!(text, " {cell} |");
        }
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_cell_for_every_pair() {
        let log = "light, all boxes: pair dragon tower: 12 games\n\
                   recomputed, all boxes: pair dragon tower: 3 games\n\
                   by turns, all boxes: pair dragon tower: 7 games\n\
                   recomputed, all boxes: base wheel: 2 games\n\
                   recomputed, all boxes: TwoModules: 3 games\n\
                   recomputed, Big Box: OneModule: 4 games\n\
                   recomputed, Big Box: AllModules: 1 games\n\
                   by turns, Big Box: AllModules: 6 games\n\
                   light, base: Base: 9 games\n";
        let page = page(log).unwrap();
        assert!(page.contains("| wheel | 2 | 0 | 0 |"), "{page}");
        assert!(page.contains(" 3 + 7 + 12 |"), "{page}");
        assert!(page.contains("Over all boxes together: 5 recomputed, 7 by turns."), "{page}");
        assert!(page.contains("| all modules | 1 | 6 |") && page.contains("| together | 5 | 6 |"), "{page}");
        assert_eq!(page.lines().filter(|line| line.ends_with("· |") || line.contains("· |")).count(), modules().len());
        // Twins and the two rivers.
        assert_eq!(page.matches(" × |").count(), 3, "{page}");
    }

    #[test]
    fn a_log_of_something_else_is_refused() {
        assert!(page("nothing").is_err());
    }
}
