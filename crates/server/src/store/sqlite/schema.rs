//! What the file holds, and how an older one becomes one of this version.

use std::path::Path;

use rusqlite::Connection;

use crate::store::StoreError;

/// Each step brings the file from one version to the next; what a step makes is never changed.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        host BLOB NOT NULL,
        rules TEXT NOT NULL,
        seed BLOB NOT NULL,
        setup TEXT NOT NULL,
        private INTEGER NOT NULL,
        status INTEGER NOT NULL,
        progress TEXT NOT NULL,
        created INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        rematch TEXT,
        damaged INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX games_by_status ON games (status, changed DESC, id);
    CREATE INDEX games_by_change ON games (changed DESC, id);
    CREATE INDEX games_by_host ON games (host, status);
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games (id),
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        colour TEXT NOT NULL,
        bot TEXT,
        owner BLOB,
        key BLOB,
        resigned INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_by_owner ON seats (owner, game);
    CREATE TABLE actions (
        game TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        action TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id),
        after INTEGER NOT NULL,
        note TEXT NOT NULL
    ) STRICT;
    CREATE INDEX notes_by_game ON notes (game);
    CREATE TABLE chat (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id),
        seat INTEGER,
        name TEXT NOT NULL,
        line TEXT NOT NULL,
        time INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX chat_by_game ON chat (game);
    CREATE TABLE names (
        who BLOB PRIMARY KEY,
        name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE set_aside (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        action TEXT NOT NULL
    ) STRICT;
    CREATE INDEX set_aside_by_game ON set_aside (game);
",
    "
    ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN shares TEXT;
    -- The very first files have none.
    DROP INDEX IF EXISTS games_by_change;
    CREATE INDEX public_games ON games (status, changed DESC, id) WHERE private = 0;
    CREATE TABLE house_rules (
        kind TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (kind, value)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE probe (
        id INTEGER PRIMARY KEY,
        bytes BLOB NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE complaints (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        time INTEGER NOT NULL,
        game TEXT NOT NULL,
        by BLOB NOT NULL,
        about BLOB NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        lines TEXT NOT NULL
    ) STRICT;
",
    "
    ALTER TABLE seats ADD COLUMN kept_for BLOB;
    CREATE INDEX seats_by_guest ON seats (kept_for, game) WHERE kept_for IS NOT NULL;
",
    "
    CREATE TABLE handovers (
        key BLOB PRIMARY KEY,
        who BLOB NOT NULL,
        sealed BLOB NOT NULL,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE challenges (
        challenge BLOB PRIMARY KEY,
        purpose INTEGER NOT NULL,
        who BLOB NOT NULL,
        until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX challenges_by_age ON challenges (until);
    CREATE TABLE passkeys (
        id BLOB PRIMARY KEY,
        who BLOB NOT NULL,
        key BLOB NOT NULL,
        sealed BLOB NOT NULL,
        counter INTEGER NOT NULL,
        label TEXT NOT NULL,
        created INTEGER NOT NULL,
        used INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkeys_by_person ON passkeys (who);
    CREATE TABLE moved (
        old BLOB PRIMARY KEY,
        who BLOB NOT NULL,
        sealed BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX moved_by_person ON moved (who);
",
    "
    CREATE TABLE subscriptions (
        endpoint TEXT PRIMARY KEY,
        who BLOB NOT NULL,
        key BLOB NOT NULL,
        auth BLOB NOT NULL,
        language TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX subscriptions_by_person ON subscriptions (who, created);
",
];

/// The version of the files that this program writes.
pub(super) const VERSION: i64 = MIGRATIONS.len() as i64;

/// Brings the file to the version of this program.
pub(super) fn migrate(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let shown = file.display();
    let wrong = |error: rusqlite::Error| {
        let damaged = matches!(
            error.sqlite_error_code(),
            Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt)
        );
        let advice = if damaged {
            "it is damaged. Move it away, or put a back-up in its place; nothing in it was changed"
        } else {
            "is the disk full, or the folder not writable?"
        };
        StoreError::new(format!("the database {shown} cannot be used: {error}; {advice}"))
    };
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(wrong)?;
    if verdict != "ok" {
        return Err(StoreError::new(format!(
            "the database {shown} is damaged ({verdict}). Move it away, or put a back-up in its place; nothing in it was changed"
        )));
    }
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(wrong)?;
    if version > VERSION {
        return Err(StoreError::new(format!(
            "the database {shown} was written by a newer version of Bastide (version {version}, this program knows {VERSION}). Use the newer program"
        )));
    }
    for (step, sql) in (1i64..).zip(MIGRATIONS).skip(version.max(0) as usize) {
        connection
            .execute_batch(&format!("BEGIN IMMEDIATE; {sql}; PRAGMA user_version = {step}; COMMIT;"))
            .map_err(wrong)?;
    }
    // An empty write shows now, and not in the middle of a game, that nothing can be written.
    connection.execute_batch("BEGIN IMMEDIATE; COMMIT;").map_err(wrong)
}
