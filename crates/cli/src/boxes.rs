//! `bastide boxes`: bases, boxes and modules.

use std::io::Write;

use bastide_rules::{BASES, BOXES, MODULES, Module, ModuleInfo, catalogue};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print_json, print_table, table};

/// List the bases, boxes and modules
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bastide boxes
  bastide boxes --json

A game is a base plus modules: --base v3 --with river,abbot. A box is a preset of both:
--box fortress. Everything combines with everything, except: wheel with count or river; river
with river-2; gingerbread without the winter base; a module with its classic twin.";

#[derive(Serialize)]
struct Report {
    bases: Vec<BaseFacts>,
    boxes: Vec<BoxFacts>,
    modules: Vec<ModuleFacts>,
}

#[derive(Serialize)]
struct BaseFacts {
    id: &'static str,
    title: &'static str,
    set: &'static str,
    tiles: u32,
    river_set: Option<&'static str>,
    river_tiles: Option<u32>,
}

#[derive(Serialize)]
struct BoxFacts {
    id: &'static str,
    title: &'static str,
    base: &'static str,
    modules: Vec<&'static str>,
    min_players: u8,
    max_players: u8,
}

#[derive(Serialize)]
struct ModuleFacts {
    id: &'static str,
    title: &'static str,
    sets: &'static [&'static str],
    tiles: u32,
    pieces: &'static str,
    rules: &'static str,
    part_of: Option<&'static str>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let report = Report::new();
    if args.json { print_json(out, &report) } else { show(out, &report) }
}

impl Report {
    fn new() -> Report {
        let bases = BASES.iter().map(|info| BaseFacts {
            id: info.id,
            title: info.title,
            set: info.set,
            tiles: tiles_in(info.set),
            river_set: info.river_set,
            river_tiles: info.river_set.map(tiles_in),
        });
        let boxes = BOXES.iter().map(|info| BoxFacts {
            id: info.id,
            title: info.title,
            base: info.base.info().id,
            modules: info.modules.iter().map(|module| module.info().id).collect(),
            min_players: 2,
            max_players: info.max_players,
        });
        Report {
            bases: bases.collect(),
            boxes: boxes.collect(),
            modules: MODULES.iter().map(ModuleFacts::from).collect(),
        }
    }
}

impl From<&ModuleInfo> for ModuleFacts {
    fn from(info: &ModuleInfo) -> ModuleFacts {
        ModuleFacts {
            id: info.id,
            title: info.title,
            sets: info.sets,
            tiles: info.sets.iter().map(|set| tiles_in(set)).sum(),
            pieces: info.pieces,
            rules: info.rules,
            part_of: info.part_of.map(|whole| whole.info().id),
        }
    }
}

fn tiles_in(set: &str) -> u32 {
    let tiles = catalogue::set(set).map_or(&[][..], catalogue::tiles_of);
    tiles.iter().map(|tile| u32::from(tile.count)).sum()
}

fn show(out: &mut dyn Write, report: &Report) -> Result<(), Failure> {
    writeln!(out, "Bases (--base)")?;
    let mut bases = table(&["id", "title", "tiles", "set", "river"]);
    for base in &report.bases {
        let river = match (base.river_set, base.river_tiles) {
            (Some(set), Some(tiles)) => format!("{set}, {tiles} tiles"),
            _ => "none".to_owned(),
        };
        bases.add_row([base.id, base.title, &base.tiles.to_string(), base.set, &river]);
    }
    print_table(out, &bases)?;
    writeln!(out, "\nBoxes (--box)")?;
    let mut boxes = table(&["id", "title", "base", "players", "modules"]);
    for info in &report.boxes {
        // Two lines hold the longest list.
        let modules = info.modules.chunks(7).map(|row| row.join(", ")).collect::<Vec<_>>().join(",\n");
        let players = format!("{}–{}", info.min_players, info.max_players);
        boxes.add_row([info.id, info.title, info.base, &players, &modules]);
    }
    print_table(out, &boxes)?;
    writeln!(out, "\nModules (--with)")?;
    let mut modules = table(&["id", "title", "tiles", "pieces", "part of"]);
    for module in &report.modules {
        let tiles = match module.tiles {
            _ if module.id == Module::River.info().id => "of the base's box".to_owned(),
            0 => String::new(),
            tiles => tiles.to_string(),
        };
        modules.add_row([module.id, module.title, &tiles, module.pieces, module.part_of.unwrap_or_default()]);
    }
    Ok(print_table(out, &modules)?)
}
