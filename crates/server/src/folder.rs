//! The data folder belongs to one server at a time.
//!
//! Two servers on one folder would be two owners of every game: each would acknowledge what the other does not know. The
//! operating system holds the lock and lets go of it when the process ends, however it ends, so nothing has to be
//! cleaned up after a crash. Export and import need no lock: they change no game that a server may own.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::store::StoreError;

/// The name of the file that is locked.
const FILE: &str = "bastide.lock";

/// The right to serve the games of a folder, for as long as this is kept.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

/// Claims a data folder, which is made if it is missing.
///
/// # Errors
/// With a sentence, if another server uses the folder or it cannot be written.
pub fn claim(folder: &Path) -> Result<Claim, StoreError> {
    let shown = folder.display();
    make(folder)?;
    let wrong = |error| {
        StoreError::new(format!("the data folder {shown} cannot be locked: {error}. Choose another folder with --data"))
    };
    // Nothing is written to it, and it stays: removing it would let somebody lock a file that is not there any more.
    let lock = File::options().create(true).append(true).open(folder.join(FILE)).map_err(wrong)?;
    match lock.try_lock() {
        Ok(()) => Ok(Claim { _lock: lock }),
        Err(TryLockError::WouldBlock) => Err(StoreError::new(format!(
            "another Bastide serves the games in {shown}. Stop it first, or choose another folder with --data"
        ))),
        Err(TryLockError::Error(error)) => Err(wrong(error)),
    }
}

/// Makes a data folder if it is missing.
///
/// # Errors
/// With a sentence, if it cannot be made.
pub fn make(folder: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    // Seeds of running games are in it: others of this machine have no business there.
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder).map_err(|error| {
        StoreError::new(format!(
            "the data folder {} cannot be made: {error}. Choose another with --data",
            folder.display()
        ))
    })
}
