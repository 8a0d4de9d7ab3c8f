//! The built client, as files inside the program.
//!
//! A crate of its own, on which only the program stands: the server is compiled while the client is still being built, and not again
//! when the client changes.

use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Client;

/// A file of the client by its path. A development build reads it from the folder each time.
pub fn file(path: &str) -> Option<EmbeddedFile> {
    Client::get(path)
}
