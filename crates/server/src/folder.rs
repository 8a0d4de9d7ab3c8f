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
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    // Who can open it can lock it.
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let lock = options.open(folder.join(FILE)).map_err(wrong)?;
    give_to_owner(folder, FILE);
    match lock.try_lock() {
        Ok(()) => Ok(Claim { _lock: lock }),
        Err(TryLockError::WouldBlock) => Err(StoreError::new(format!(
            "another Bastide serves the games in {shown}. Stop it first, or choose another folder with --data"
        ))),
        Err(TryLockError::Error(error)) => Err(wrong(error)),
    }
}

/// Gives a file in a folder to the owner of the folder: the administrator may have made it for a server that runs as
/// somebody else.
pub fn give_to_owner(folder: &Path, file: &str) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, lchown};
        let file = folder.join(file);
        let (Ok(owner), Ok(found)) = (fs::metadata(folder), fs::symlink_metadata(&file)) else { return };
        // Not what the owner of the folder has put there as another name of something else.
        let is_own = found.is_file() && found.nlink() == 1;
        if is_own && (owner.uid(), owner.gid()) != (found.uid(), found.gid()) {
            // Only the administrator can; for anybody else it stays as it is.
            let _ = lchown(&file, Some(owner.uid()), Some(owner.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = (folder, file);
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
