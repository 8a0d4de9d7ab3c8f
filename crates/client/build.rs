//! Makes sure that there is a client to embed, so that `cargo build` works without Node.

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
    println!("cargo::rerun-if-changed=build.rs");
    // A development build reads the files when it runs, so there is nothing to do anew.
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        println!("cargo::rerun-if-changed={}", client.display());
    }
    let page = client.join("index.html");
    if !page.exists() {
        fs::create_dir_all(&client).expect("web/dist can be made");
        fs::write(&page, PLACEHOLDER).expect("web/dist/index.html can be written");
    }
}
