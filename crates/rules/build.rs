//! Turns the tile tables of `catalogue/` into static data, and refuses to build a broken one.

#[path = "build/emit.rs"]
mod emit;
#[allow(dead_code, reason = "some rows are read only to be checked")]
#[path = "build/table.rs"]
mod table;

use std::path::{Path, PathBuf};
use std::{env, fs, process};

fn main() {
    println!("cargo::rerun-if-changed=catalogue");
    println!("cargo::rerun-if-changed=build");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    match read_all(&root.join("catalogue")) {
        Ok(tables) => fs::write(out.join("catalogue.rs"), emit::emit(&tables)).expect("the output folder is writable"),
        Err(defects) => {
            for defect in defects {
                println!("cargo::error={defect}");
            }
            process::exit(1);
        }
    }
}

fn read_all(folder: &Path) -> Result<Vec<table::Table>, Vec<String>> {
    let entries = fs::read_dir(folder).map_err(|error| vec![format!("{}: {error}", folder.display())])?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let (mut tables, mut defects) = (Vec::new(), Vec::new());
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).map_err(|error| vec![format!("{}: {error}", path.display())])?;
        match table::read(&name, &text) {
            Ok(table) => tables.push(table),
            Err(found) => defects.extend(found),
        }
    }
    if defects.is_empty() { Ok(tables) } else { Err(defects) }
}
