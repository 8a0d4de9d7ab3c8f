//! Gives the pictures an address that changes with them.

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::{env, fs};

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the crate");
    let art = Path::new(&here).join("../art/src");
    println!("cargo::rerun-if-changed={}", art.display());
    println!("cargo::rustc-env=BASTIDE_ART_VERSION={:08x}", fingerprint(&art) as u32);
}

/// A number for the contents of a folder: pictures of another source have another address.
fn fingerprint(folder: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    hash_files(folder, &mut hasher);
    hasher.finish()
}

fn hash_files(folder: &Path, hasher: &mut DefaultHasher) {
    let files = fs::read_dir(folder).expect("the source of the art is there");
    let mut files: Vec<_> = files.map(|file| file.expect("a file can be listed").path()).collect();
    files.sort();
    for file in files {
        if file.is_dir() {
            hash_files(&file, hasher);
        } else {
            hasher.write(&fs::read(&file).expect("a source file can be read"));
        }
    }
}
