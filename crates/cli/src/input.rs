//! Reading records and positions from files.

use std::fs::File;
use std::io::{self, Read};

use crate::failure::Failure;

/// No game comes near this size.
const LARGEST_MIB: u64 = 8;

/// The text of a file; `-` is the standard input.
pub fn text(file: &str) -> Result<String, Failure> {
    read(file).map_err(|reason| Failure::refused(format!("{} {reason}", name(file))))
}

/// Whether a text says that it is a position.
pub fn is_position(text: &str) -> bool {
    text.trim_start().starts_with("bastide-position")
}

/// How a file is called in a sentence.
pub fn name(file: &str) -> &str {
    if file == "-" { "the standard input" } else { file }
}

/// The text of a record, or why there is none.
fn read(file: &str) -> Result<String, String> {
    let unreadable = |error: io::Error| {
        if error.kind() == io::ErrorKind::NotFound {
            "does not exist; give the path of a record, or - for the standard input".to_owned()
        } else {
            format!("cannot be read: {error}")
        }
    };
    let input: Box<dyn Read> =
        if file == "-" { Box::new(io::stdin().lock()) } else { Box::new(File::open(file).map_err(unreadable)?) };
    let limit = LARGEST_MIB << 20;
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(format!("is larger than {LARGEST_MIB} MiB, which no record is; is it the right file?"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("is not a text: byte {} is not UTF-8; a record is plain text", at + 1)
    })
}
