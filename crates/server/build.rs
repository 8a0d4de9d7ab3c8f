//! Makes sure that there is a client to embed, so that `cargo build` works without Node.

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::{env, fs};

const PLACEHOLDER: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Bastide</title>
<h1>Bastide</h1>
<p>The server runs, but this program was built without the client. <code>make build</code> builds both.</p>
</html>
";

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the crate");
    let client = Path::new(&here).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", client.display());
    let page = client.join("index.html");
    if !page.exists() {
        fs::create_dir_all(&client).expect("web/dist can be made");
        fs::write(&page, PLACEHOLDER).expect("web/dist/index.html can be written");
    }
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
