//! The file and its log: opened, kept private, copied, and what is told when they are damaged.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::wal;
use crate::store::StoreError;

/// The name of the file in the data folder.
pub const FILE: &str = "bastide.sqlite";

/// A connection that waits for the disk.
pub(super) fn connect(file: &Path) -> Result<Connection, StoreError> {
    let shown = file.display();
    let wrong = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::new(format!(
            "the database {shown} is damaged ({error}). Move it away, or put a back-up in its place; nothing in it was changed"
        )),
        Some(
            rusqlite::ErrorCode::CannotOpen | rusqlite::ErrorCode::ReadOnly | rusqlite::ErrorCode::PermissionDenied,
        ) => StoreError::new(format!(
            "the database {shown} cannot be written ({error}). Choose another folder with --data"
        )),
        _ => StoreError::new(format!("the database {shown} cannot be opened: {error}")),
    };
    let connection = Connection::open(file).map_err(wrong)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(wrong)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(wrong)?;
    // Every commit waits until it is on the disk.
    connection.pragma_update(None, "synchronous", "FULL").map_err(wrong)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(wrong)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// The file has the seeds of running games: only its owner reads it. SQLite gives the files beside it the same mode.
pub(super) fn keep_private(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        // What is wrong with the file shows when it is opened in earnest.
        let _ = std::fs::File::options().create(true).append(true).mode(0o600).open(file);
        let is_open = std::fs::metadata(file).is_ok_and(|found| found.permissions().mode() & 0o077 != 0);
        let private = std::fs::Permissions::from_mode(0o600);
        if is_open && let Err(error) = std::fs::set_permissions(file, private) {
            tracing::warn!(%error, "other users of this machine may read {}", file.display());
        }
    }
    #[cfg(not(unix))]
    let _ = file;
}

/// Copies everything in a data folder, as of one moment, to a file that does not exist yet; a server may go on writing
/// meanwhile. Nothing in the folder is changed, not even brought to the version of this program.
///
/// # Errors
/// With a sentence, if the file is there already or cannot be written; nothing of it is left then.
pub fn copy(folder: &Path, file: &Path) -> Result<(), StoreError> {
    let shown = file.display();
    let name = file.to_str().ok_or_else(|| StoreError::new(format!("{shown} is not a name in UTF-8")))?;
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    // It has the seeds of running games, from its first byte on.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => StoreError::new(format!("{shown} is there already; choose another name")),
        _ => StoreError::new(format!("{shown} cannot be written: {error}")),
    })?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copied = Connection::open_with_flags(folder.join(FILE), flags).and_then(|connection| {
        connection.busy_timeout(Duration::from_secs(5))?;
        // What is empty may be written to.
        connection.execute("VACUUM INTO ?", [name])
    });
    copied.map(drop).map_err(|error| {
        // What is there of it is of no use.
        let _ = std::fs::remove_file(file);
        StoreError::new(format!("{shown} cannot be written: {error}"))
    })
}

/// A log that was damaged is cut by SQLite at its first bad frame, without a word. The operator is told, and gets a copy.
pub(crate) fn tell_of_damage(file: &Path) {
    let log = file.with_file_name(format!("{FILE}-wal"));
    let Ok(bytes) = std::fs::read(&log) else { return };
    let Some(damage) = wal::damage(&bytes) else { return };
    let copy = file.with_file_name(format!("{FILE}-wal.damaged-{}", crate::rooms::now()));
    let kept = match std::fs::copy(&log, &copy) {
        Ok(_) => format!("A copy of it is kept as {}.", copy.display()),
        Err(error) => format!("It could not be copied ({error})."),
    };
    tracing::error!("{} is damaged: {damage}. What comes after cannot be read. {kept}", log.display());
}
