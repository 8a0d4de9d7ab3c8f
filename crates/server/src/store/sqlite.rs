//! Games in one SQLite file.
//!
//! One thread owns the connection that writes. It takes everything that waits, stores it in one
//! transaction and answers when that is on the disk: a thousand games that are confirmed in the
//! same moment cost one wait for the disk, not a thousand. That is why this is `rusqlite` and a
//! thread and not a pool of asynchronous connections. Two more threads read: one game or one person at a time, and
//! lists, which may take long and keep nobody from a game.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::room::Request;
use bastide_table::seats::SUBSTITUTE;
use bastide_table::stored::{Change, Progress, StoredGame, StoredLine, StoredNote, StoredSeat};
use bastide_table::text::CHAT_KEPT;
use bastide_table::wire::{Note, Status};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use tokio::sync::oneshot;

use super::{
    ABOUT_PEOPLE, COMPLAINTS_KEPT, Complaint, Filter, KnownPerson, LISTED, Later, NOTES_KEPT, Stale, Store, StoreError,
    number, status,
};
use crate::folder;

mod people;
mod wal;

/// The name of the file in the data folder.
pub const FILE: &str = "bastide.sqlite";

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

/// At most this many writes wait for the disk together.
const BATCH: usize = 512;

/// Writes, if there is a connection in a transaction to write to. Says whether it went well, and how to tell the result,
/// unless the whole transaction failed.
type Write = Box<dyn FnOnce(Result<&Connection, StoreError>) -> (bool, Tell) + Send>;
type Tell = Box<dyn FnOnce(Option<StoreError>) + Send>;
type Read = Box<dyn FnOnce(&mut Connection) + Send>;

/// Games in a SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    writes: mpsc::Sender<Write>,
    /// One game or one person.
    reads: mpsc::Sender<Read>,
    /// Lists, and what looks at everything.
    lists: mpsc::Sender<Read>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Refused(error.to_string())
    }
}

impl Sqlite {
    /// Opens the file in a data folder; both are made if they are missing.
    ///
    /// # Errors
    /// With a sentence, if the folder cannot be written or the file is damaged or of a newer
    /// version.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        folder::make(folder)?;
        let file = folder.join(FILE);
        keep_private(&file);
        tell_of_damage(&file);
        let writer = connect(&file)?;
        // What people have deleted is not left in the free space of the file.
        writer.pragma_update(None, "secure_delete", true)?;
        migrate(&writer, &file)?;
        let (writes, queue) = mpsc::channel();
        let name = thread::Builder::new().name("storage".to_owned());
        name.spawn(move || write_all(&writer, &queue)).map_err(|error| no_thread(&error))?;
        let reads = reader(&file, "storage-read")?;
        let lists = reader(&file, "storage-list")?;
        Ok(Sqlite { writes, reads, lists })
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Later<T> {
        let (reply, answer) = oneshot::channel();
        let is_sent = self
            .writes
            .send(Box::new(move |connection| {
                let result = connection.and_then(write);
                let is_good = result.is_ok();
                let tell: Tell = Box::new(move |failed| {
                    // Nobody waits any more: it is stored all the same.
                    let _ = reply.send(failed.map_or(result, Err));
                });
                (is_good, tell)
            }))
            .is_ok();
        later(is_sent, answer)
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<T> {
        ask(&self.reads, read)
    }

    /// Reads what may take long.
    fn read_list<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<T> {
        ask(&self.lists, read)
    }
}

fn ask<T: Send + 'static>(
    thread: &mpsc::Sender<Read>,
    read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
) -> Later<T> {
    let (reply, answer) = oneshot::channel();
    let is_sent = thread
        .send(Box::new(move |connection| {
            // Nobody waits any more: nothing to do.
            if !reply.is_closed() {
                let _ = reply.send(read(connection).map_err(StoreError::from));
            }
        }))
        .is_ok();
    later(is_sent, answer)
}

fn later<T: Send + 'static>(is_sent: bool, answer: oneshot::Receiver<Result<T, StoreError>>) -> Later<T> {
    Box::pin(async move {
        if !is_sent {
            return Err(gone());
        }
        answer.await.map_err(|_| gone())?
    })
}

/// A thread that reads.
fn reader(file: &PathBuf, name: &str) -> Result<mpsc::Sender<Read>, StoreError> {
    let mut connection = connect(file)?;
    let (reads, queue) = mpsc::channel::<Read>();
    let thread = thread::Builder::new().name(name.to_owned());
    let work = move || {
        while let Ok(read) = queue.recv() {
            read(&mut connection);
        }
    };
    thread.spawn(work).map_err(|error| no_thread(&error))?;
    Ok(reads)
}

/// The file has the seeds of running games: only its owner reads it. SQLite gives the files beside it the same mode.
fn keep_private(file: &Path) {
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

fn gone() -> StoreError {
    StoreError::new("the storage has stopped")
}

fn no_thread(error: &std::io::Error) -> StoreError {
    StoreError::new(format!("the storage cannot start: {error}"))
}

fn connect(file: &PathBuf) -> Result<Connection, StoreError> {
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

fn migrate(connection: &Connection, file: &Path) -> Result<(), StoreError> {
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
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(StoreError::new(format!(
            "the database {shown} was written by a newer version of Bastide (version {version}, this program knows {known}). Use the newer program"
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

/// Stores what waits, in one transaction at a time.
fn write_all(connection: &Connection, queue: &mpsc::Receiver<Write>) {
    while let Ok(first) = queue.recv() {
        let mut answers = Vec::new();
        let all = write_batch(connection, std::iter::once(first).chain(queue.try_iter()).take(BATCH), &mut answers);
        if all.is_err() {
            // If nothing was begun there is nothing to take back.
            let _ = connection.execute_batch("ROLLBACK");
        }
        let failed = all.err().map(StoreError::from);
        for (tell, own) in answers {
            tell(failed.clone().or(own));
        }
    }
}

fn write_batch(
    connection: &Connection,
    writes: impl Iterator<Item = Write>,
    answers: &mut Vec<(Tell, Option<StoreError>)>,
) -> rusqlite::Result<()> {
    let begun = connection.execute_batch("BEGIN IMMEDIATE");
    for write in writes {
        // One that fails does not spoil the others.
        let open = match &begun {
            Ok(()) => connection.execute_batch("SAVEPOINT one").map(|()| connection).map_err(StoreError::from),
            Err(error) => Err(StoreError::new(error.to_string())),
        };
        let is_open = open.is_ok();
        let (is_good, tell) = write(open);
        let end = if is_good { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
        let ended = if is_open { connection.execute_batch(end) } else { Ok(()) };
        answers.push((tell, ended.err().map(StoreError::from)));
    }
    begun?;
    connection.execute_batch("COMMIT")
}

fn not_json(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}

/// Games that everybody may see. The index has only these: private ones are not even looked at.
const PUBLIC: &str = "INDEXED BY public_games WHERE private = 0 AND status = ?1";
/// Games with a seat of somebody.
const SEATED: &str =
    "WHERE id IN (SELECT game FROM seats WHERE owner = ?2 UNION SELECT game FROM seats WHERE kept_for = ?2)
    AND (?1 IS NULL OR status = ?1)";
/// Private games that somebody has made.
const HOSTED_IN_PRIVATE: &str =
    "INDEXED BY games_by_host WHERE host = ?2 AND (?1 IS NULL OR status = ?1) AND private = 1";

const GAME: &str =
    "id, host, rules, seed, setup, status, progress, created, changed, rematch, damaged, version, shares";

fn read_game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
    let progress: String = row.get(6)?;
    Ok(StoredGame {
        id: row.get(0)?,
        host: Identity(row.get(1)?),
        rules: row.get(2)?,
        seed: Seed(row.get(3)?),
        setup: serde_json::from_str(&row.get::<_, String>(4)?).map_err(not_json)?,
        status: status(row.get(5)?),
        // Only lists need it; it is made anew with the next action.
        progress: serde_json::from_str::<Progress>(&progress).unwrap_or_default(),
        created: row.get(7)?,
        changed: row.get(8)?,
        rematch: row.get(9)?,
        damaged: row.get(10)?,
        version: row.get::<_, i64>(11)? as u64,
        shares: row
            .get::<_, Option<String>>(12)?
            .map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(not_json)?,
        seats: Vec::new(),
        actions: Vec::new(),
        set_aside: Vec::new(),
        notes: Vec::new(),
        chat: Vec::new(),
    })
}

fn read_seats(connection: &Connection, game: &str) -> rusqlite::Result<Vec<StoredSeat>> {
    let mut seats = connection.prepare_cached(
        "SELECT name, colour, bot, owner, key, resigned, kept_for FROM seats WHERE game = ? ORDER BY seat",
    )?;
    let rows = seats.query_map([game], |row| {
        Ok(StoredSeat {
            name: row.get(0)?,
            colour: row.get(1)?,
            bot: row.get(2)?,
            owner: row.get::<_, Option<[u8; 32]>>(3)?.map(Identity),
            key: row.get(4)?,
            resigned: row.get(5)?,
            kept_for: row.get::<_, Option<[u8; 32]>>(6)?.map(Identity),
        })
    })?;
    rows.collect()
}

fn write_seat(connection: &Connection, game: &str, place: u8, seat: &StoredSeat) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO seats (game, seat, name, colour, bot, owner, key, resigned, kept_for)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let (owner, guest) = (seat.owner.map(|owner| owner.0), seat.kept_for.map(|guest| guest.0));
    let StoredSeat { name, colour, bot, key, resigned, .. } = seat;
    connection.prepare_cached(sql)?.execute(params![game, place, name, colour, bot, owner, key, resigned, guest])?;
    Ok(())
}

fn write_actions(connection: &Connection, game: &str, after: u32, actions: &[String]) -> rusqlite::Result<()> {
    // A second owner of a game would repeat a number, which the key forbids.
    let mut insert = connection.prepare_cached("INSERT INTO actions VALUES (?, ?, ?)")?;
    for (number, action) in (after..).zip(actions) {
        insert.execute(params![game, number, action])?;
    }
    Ok(())
}

/// Moves the actions from a number on out of the record, and keeps them.
fn set_aside(connection: &Connection, game: &str, from: u32) -> rusqlite::Result<()> {
    let moved = "INSERT INTO set_aside (game, number, action)
        SELECT game, number, action FROM actions WHERE game = ? AND number >= ? ORDER BY number";
    connection.prepare_cached(moved)?.execute(params![game, from])?;
    connection.prepare_cached("DELETE FROM actions WHERE game = ? AND number >= ?")?.execute(params![game, from])?;
    let earlier = "UPDATE notes SET after = min(after, ?) WHERE game = ?";
    connection.prepare_cached(earlier)?.execute(params![from, game])?;
    Ok(())
}

fn write_note(connection: &Connection, game: &str, note: &StoredNote) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO notes (game, after, note) VALUES (?, ?, ?)")?;
    insert.execute(params![game, note.after, note.text])?;
    Ok(())
}

fn write_line(connection: &Connection, game: &str, line: &StoredLine) -> rusqlite::Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO chat (game, seat, name, line, time) VALUES (?, ?, ?, ?, ?)")?;
    insert.execute(params![game, line.seat, line.name, line.text, line.time])?;
    Ok(())
}

fn write_game(connection: &Connection, game: &StoredGame) -> Result<(), StoreError> {
    let setup = serde_json::to_string(&game.setup).map_err(not_json)?;
    let progress = serde_json::to_string(&game.progress).map_err(not_json)?;
    let shares = game.shares.as_ref().map(serde_json::to_string).transpose().map_err(not_json)?;
    let sql = "INSERT INTO games
        (id, host, rules, seed, setup, private, status, progress, created, changed, rematch, damaged, shares)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    connection.prepare_cached(sql)?.execute(params![
        game.id,
        game.host.0,
        game.rules,
        game.seed.0,
        setup,
        game.setup.private,
        number(game.status),
        progress,
        game.created,
        game.changed,
        game.rematch,
        game.damaged,
        shares,
    ])?;
    for (place, seat) in (0u8..).zip(&game.seats) {
        write_seat(connection, &game.id, place, seat)?;
    }
    write_actions(connection, &game.id, 0, &game.actions)?;
    for note in &game.notes {
        write_note(connection, &game.id, note)?;
    }
    for line in &game.chat {
        write_line(connection, &game.id, line)?;
    }
    Ok(())
}

fn write_change(connection: &Connection, change: &Change) -> Result<(), StoreError> {
    let game = &change.game;
    let progress = change.progress.as_ref().map(serde_json::to_string).transpose().map_err(not_json)?;
    // The version is the fence: whoever does not know the last one writes nothing at all.
    let sql = "UPDATE games SET version = version + 1, status = coalesce(?, status), progress = coalesce(?, progress),
        rematch = coalesce(?, rematch), damaged = coalesce(?, damaged), changed = max(changed, ?),
        shares = coalesce(?, shares), setup = coalesce(?, setup)
        WHERE id = ? AND version = ?";
    let status = change.status.map(number);
    let shares = change.shares.as_ref().map(serde_json::to_string).transpose().map_err(not_json)?;
    let setup = change.setup.as_ref().map(serde_json::to_string).transpose().map_err(not_json)?;
    let (rematch, damaged, time, version) = (&change.rematch, change.damaged, change.time, change.version as i64);
    let values = params![status, progress, rematch, damaged, time, shares, setup, game, version];
    if connection.prepare_cached(sql)?.execute(values)? == 0 {
        return Err(StoreError::OtherOwner);
    }
    if change.sets_aside {
        set_aside(connection, game, change.after)?;
    }
    // Neither does who would leave a hole in the actions.
    if change.after > 0 && !change.actions.is_empty() {
        let before = "SELECT 1 FROM actions WHERE game = ? AND number = ?";
        if !connection.prepare_cached(before)?.exists(params![game, change.after - 1])? {
            return Err(StoreError::OtherOwner);
        }
    }
    write_actions(connection, game, change.after, &change.actions)?;
    for note in &change.notes {
        write_note(connection, game, note)?;
    }
    if !change.notes.is_empty() {
        let old = "DELETE FROM notes WHERE game = ?1 AND id <=
            (SELECT id FROM notes WHERE game = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)";
        connection.prepare_cached(old)?.execute(params![game, NOTES_KEPT])?;
    }
    if let Some(line) = &change.chat {
        write_line(connection, game, line)?;
        let old = "DELETE FROM chat WHERE game = ?1 AND id <=
            (SELECT id FROM chat WHERE game = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)";
        connection.prepare_cached(old)?.execute(params![game, CHAT_KEPT as i64])?;
    }
    for (place, seat) in &change.seats {
        write_seat(connection, game, *place, seat)?;
    }
    Ok(())
}

fn write_name(connection: &Connection, who: Identity, name: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("INSERT OR REPLACE INTO names VALUES (?, ?)")?.execute(params![who.0, name])?;
    Ok(())
}

/// Deletes a game and everything in it; says whether there was one.
fn delete_game(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    for table in ["seats", "actions", "notes", "chat", "set_aside"] {
        connection.prepare_cached(&format!("DELETE FROM {table} WHERE game = ?"))?.execute([id])?;
    }
    Ok(connection.prepare_cached("DELETE FROM games WHERE id = ?")?.execute([id])? > 0)
}

/// Writes a note after the last action, in the name of nobody at the table, and moves the fence.
fn note_from_outside(connection: &Connection, id: &str, note: Note) -> rusqlite::Result<()> {
    let after = connection
        .prepare_cached("SELECT count(*) FROM actions WHERE game = ?")?
        .query_row([id], |row| row.get::<_, u32>(0))?;
    write_note(connection, id, &StoredNote { after, text: note.stored() })?;
    connection.prepare_cached("UPDATE games SET version = version + 1 WHERE id = ?")?.execute([id])?;
    Ok(())
}

/// The ids of games in which somebody has a part.
fn games_of(connection: &Connection, who: Identity) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT id FROM games WHERE host = ?1 UNION SELECT game FROM seats WHERE owner = ?1
        UNION SELECT game FROM seats WHERE kept_for = ?1";
    connection.prepare_cached(sql)?.query_map([who.0], |row| row.get(0))?.collect()
}

/// Takes somebody out of a game: the seats that were theirs, and what they wrote from there.
fn forget_in(connection: &Connection, id: &str, who: Identity) -> rusqlite::Result<()> {
    let sql = "SELECT seat, name FROM seats WHERE game = ? AND owner = ?";
    let seats: Vec<(u8, String)> = connection
        .prepare_cached(sql)?
        .query_map(params![id, who.0], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let number: i64 =
        connection.prepare_cached("SELECT status FROM games WHERE id = ?")?.query_row([id], |row| row.get(0))?;
    for (seat, name) in seats {
        connection
            .prepare_cached("DELETE FROM chat WHERE game = ? AND (seat = ? OR name = ?)")?
            .execute(params![id, seat, name])?;
        let bot = (status(number) == Status::Running).then_some(SUBSTITUTE);
        let sql =
            "UPDATE seats SET owner = NULL, key = NULL, name = ?, bot = coalesce(bot, ?), resigned = resigned OR ?
            WHERE game = ? AND seat = ?";
        let nobody = format!("Player {}", seat + 1);
        connection.prepare_cached(sql)?.execute(params![nobody, bot, bot.is_some(), id, seat])?;
        if bot.is_some() {
            note_from_outside(connection, id, Note::Resigned { seat })?;
        }
    }
    connection
        .prepare_cached("UPDATE seats SET kept_for = NULL WHERE game = ? AND kept_for = ?")?
        .execute(params![id, who.0])?;
    let sql = "UPDATE games SET version = version + 1, host = iif(host = ?1, zeroblob(32), host) WHERE id = ?2";
    connection.prepare_cached(sql)?.execute(params![who.0, id])?;
    Ok(())
}

impl Store for Sqlite {
    fn create(&self, game: StoredGame) -> Later<()> {
        self.write(move |connection| write_game(connection, &game))
    }

    fn change(&self, request: Request) -> Later<()> {
        self.write(move |connection| {
            // The fence comes first: a second owner changes nothing, neither a name nor a rematch.
            write_change(connection, &request.change)?;
            if let Some((who, name)) = &request.name {
                write_name(connection, *who, name)?;
            }
            request.create.as_ref().map_or(Ok(()), |game| write_game(connection, game))
        })
    }

    fn load(&self, id: &str) -> Later<Option<StoredGame>> {
        let id = id.to_owned();
        self.read(move |connection| {
            // One transaction, so that all parts are of one moment.
            let connection = connection.transaction()?;
            let sql = format!("SELECT {GAME} FROM games WHERE id = ?");
            let Some(mut game) = connection.prepare_cached(&sql)?.query_row([&id], read_game).optional()? else {
                return Ok(None);
            };
            game.seats = read_seats(&connection, &id)?;
            game.actions = connection
                .prepare_cached("SELECT action FROM actions WHERE game = ? ORDER BY number")?
                .query_map([&id], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            game.set_aside = connection
                .prepare_cached("SELECT action FROM set_aside WHERE game = ? ORDER BY id")?
                .query_map([&id], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            game.notes = connection
                .prepare_cached("SELECT after, note FROM notes WHERE game = ? ORDER BY id")?
                .query_map([&id], |row| Ok(StoredNote { after: row.get(0)?, text: row.get(1)? }))?
                .collect::<rusqlite::Result<_>>()?;
            game.chat = connection
                .prepare_cached("SELECT seat, name, line, time FROM chat WHERE game = ? ORDER BY id")?
                .query_map([&id], |row| {
                    Ok(StoredLine { seat: row.get(0)?, name: row.get(1)?, text: row.get(2)?, time: row.get(3)? })
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok(Some(game))
        })
    }

    fn list(&self, filter: Filter) -> Later<Vec<StoredGame>> {
        let is_own = filter.mine;
        let read = move |connection: &mut Connection| {
            let who = filter.viewer.map(|who| who.0);
            let mut games = Vec::new();
            let mut add = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> rusqlite::Result<()> {
                let sql = format!("SELECT {GAME} FROM games {sql} ORDER BY changed DESC, id LIMIT {LISTED}");
                let mut found = connection.prepare_cached(&sql)?;
                for game in found.query_map(values, read_game)? {
                    games.push(game?);
                }
                Ok(())
            };
            let wanted = filter.status.map(number);
            if filter.everything {
                add("WHERE (?1 IS NULL OR status = ?1)", &[&wanted])?;
            } else if filter.mine {
                add(SEATED, &[&wanted, &who])?;
            } else {
                for number in wanted.map_or_else(|| vec![0, 1, 2], |number| vec![number]) {
                    add(PUBLIC, &[&number])?;
                }
                if who.is_some() {
                    add(HOSTED_IN_PRIVATE, &[&wanted, &who])?;
                    add(&format!("{SEATED} AND private = 1"), &[&wanted, &who])?;
                }
            }
            games.sort_by(|one, other| other.changed.cmp(&one.changed).then_with(|| one.id.cmp(&other.id)));
            games.dedup_by(|one, other| one.id == other.id);
            games.truncate(LISTED);
            for game in &mut games {
                game.seats = read_seats(connection, &game.id)?;
            }
            Ok(games)
        };
        // One's own games are a matter of one person; lists of everybody's may be long.
        if is_own { self.read(read) } else { self.read_list(read) }
    }

    fn moving(&self) -> Later<Vec<String>> {
        self.read_list(|connection| {
            let sql = "SELECT id FROM (
                    SELECT id, changed, setup, iif(json_valid(progress), progress ->> '$.asked', NULL) AS asked
                    FROM games WHERE status = 1 AND damaged = 0)
                LEFT JOIN seats ON game = id AND seat = asked
                WHERE asked IS NULL OR bot IS NOT NULL OR setup ->> '$.clock.kind' NOT IN ('none', 'days')
                ORDER BY changed DESC, id";
            connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn due(&self, before: i64) -> Later<Vec<String>> {
        self.read_list(move |connection| {
            let sql = "SELECT id FROM games WHERE status = 1 AND damaged = 0
                AND json_valid(progress) AND progress ->> '$.due' < ? ORDER BY id";
            connection.prepare(sql)?.query_map([before], |row| row.get(0))?.collect()
        })
    }

    fn called(&self, code: &str) -> Later<Option<String>> {
        let (from, to) = (code.to_owned(), format!("{code}~"));
        self.read(move |connection| {
            let sql = "SELECT id FROM games WHERE id >= ? AND id < ? AND status = 0 LIMIT 2";
            let mut found = connection.prepare_cached(sql)?;
            let mut ids = found.query_map([from, to], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
            // Two games with one code: neither is meant for sure.
            Ok(ids.pop().filter(|_| ids.is_empty()))
        })
    }

    fn ids(&self) -> Later<Vec<String>> {
        self.read_list(|connection| {
            connection.prepare("SELECT id FROM games ORDER BY created, id")?.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn unfinished(&self, host: Identity) -> Later<(u32, u32)> {
        self.read(move |connection| {
            let own = connection
                .prepare_cached("SELECT count(*) FROM games WHERE host = ? AND status < 2")?
                .query_row([host.0], |row| row.get(0))?;
            let all = connection
                .prepare_cached("SELECT count(*) FROM games WHERE status < 2")?
                .query_row([], |row| row.get(0))?;
            Ok((own, all))
        })
    }

    fn name(&self, who: Identity) -> Later<Option<String>> {
        self.read(move |connection| {
            connection
                .prepare_cached("SELECT name FROM names WHERE who = ?")?
                .query_row([who.0], |row| row.get(0))
                .optional()
        })
    }

    fn set_name(&self, who: Identity, name: String) -> Later<()> {
        self.write(move |connection| Ok(write_name(connection, who, &name)?))
    }

    fn keep_handover(&self, key: [u8; 32], who: Identity, sealed: [u8; 32], until: i64) -> Later<()> {
        self.write(move |connection| {
            // One at a time for each person, and none that is too old.
            connection
                .prepare_cached("DELETE FROM handovers WHERE who = ? OR until < ?")?
                .execute(params![who.0, crate::rooms::now()])?;
            connection
                .prepare_cached("INSERT INTO handovers VALUES (?, ?, ?, ?)")?
                .execute(params![key, who.0, sealed, until])?;
            Ok(())
        })
    }

    fn take_handover(&self, key: [u8; 32], now: i64) -> Later<Option<[u8; 32]>> {
        self.write(move |connection| {
            let sql = "DELETE FROM handovers WHERE key = ? RETURNING sealed, until";
            let found: Option<([u8; 32], i64)> =
                connection.prepare_cached(sql)?.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            Ok(found.filter(|&(_, until)| until >= now).map(|(sealed, _)| sealed))
        })
    }

    fn check(&self, thoroughly: bool) -> Later<()> {
        self.write(move |connection| {
            if thoroughly {
                // The room that this takes is used again.
                connection.execute("INSERT OR REPLACE INTO probe VALUES (1, randomblob(65536))", [])?;
            }
            // Writes what is there already: a full disk shows.
            Ok(connection.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?)
        })
    }

    fn stale(&self, which: Stale, most: u32) -> Later<Vec<String>> {
        self.read_list(move |connection| {
            const UNUSED: &str = "status < 2 AND created < ?1 AND changed <= created + 60
                AND NOT EXISTS (SELECT 1 FROM seats WHERE game = id AND owner IS NOT NULL AND owner <> host)";
            let (condition, before) = match which {
                Stale::Open(before) => ("status = 0 AND changed < ?1", before),
                Stale::Running(before) => ("status = 1 AND changed < ?1", before),
                Stale::Over(before) => ("status = 2 AND changed < ?1", before),
                Stale::Unused(before) => (UNUSED, before),
            };
            let sql = format!("SELECT id FROM games WHERE {condition} ORDER BY changed, id LIMIT ?2");
            connection.prepare(&sql)?.query_map(params![before, most], |row| row.get(0))?.collect()
        })
    }

    fn end(&self, id: &str, note: Note) -> Later<bool> {
        let id = id.to_owned();
        self.write(move |connection| {
            let ended = connection
                .prepare_cached("UPDATE games SET status = 2, changed = max(changed, ?) WHERE id = ? AND status < 2")?
                .execute(params![crate::rooms::now(), id])?;
            if ended > 0 {
                note_from_outside(connection, &id, note)?;
            }
            Ok(ended > 0)
        })
    }

    fn delete(&self, id: &str) -> Later<bool> {
        let id = id.to_owned();
        self.write(move |connection| Ok(delete_game(connection, &id)?))
    }

    fn forget(&self, who: Identity) -> Later<Vec<String>> {
        self.write(move |connection| {
            for table in ABOUT_PEOPLE {
                connection.prepare_cached(&format!("DELETE FROM {table} WHERE who = ?"))?.execute([who.0])?;
            }
            let games = games_of(connection, who)?;
            for id in &games {
                forget_in(connection, id, who)?;
            }
            connection.prepare_cached("DELETE FROM complaints WHERE by = ?1 OR about = ?1")?.execute([who.0])?;
            Ok(games)
        })
    }

    fn forget_strangers(&self) -> Later<()> {
        self.write(|connection| {
            let sql = "DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM seats WHERE owner = who)
                AND NOT EXISTS (SELECT 1 FROM games WHERE host = who)
                AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.who = names.who)";
            connection.execute(sql, [])?;
            Ok(())
        })
    }

    fn people(&self, most: u32) -> Later<Vec<KnownPerson>> {
        self.read_list(move |connection| {
            let sql = "SELECT owner, (SELECT name FROM names WHERE who = owner), count(DISTINCT game), max(changed)
                FROM seats JOIN games ON id = game WHERE owner IS NOT NULL GROUP BY owner ORDER BY 4 DESC, 1 LIMIT ?";
            let person = |row: &Row<'_>| {
                let (who, name) = (Identity(row.get(0)?), row.get(1)?);
                Ok(KnownPerson { who, name, games: row.get(2)?, changed: row.get(3)? })
            };
            connection.prepare(sql)?.query_map([most], person)?.collect()
        })
    }

    fn house_rules(&self) -> Later<Vec<(String, String)>> {
        self.read(|connection| {
            let sql = "SELECT kind, value FROM house_rules ORDER BY kind, value";
            connection.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn set_house_rule(&self, kind: &str, value: &str, is_set: bool) -> Later<()> {
        let (kind, value) = (kind.to_owned(), value.to_owned());
        self.write(move |connection| {
            let sql = if is_set {
                "INSERT OR REPLACE INTO house_rules (kind, value) VALUES (?, ?)"
            } else {
                "DELETE FROM house_rules WHERE kind = ? AND value = ?"
            };
            connection.execute(sql, params![kind, value])?;
            Ok(())
        })
    }

    fn complain(&self, complaint: Complaint) -> Later<()> {
        self.write(move |connection| {
            let Complaint { time, game, by, about, name, text, lines } = &complaint;
            let sql = "INSERT INTO complaints (time, game, by, about, name, text, lines) VALUES (?, ?, ?, ?, ?, ?, ?)";
            connection.prepare_cached(sql)?.execute(params![time, game, by.0, about.0, name, text, lines])?;
            let old = "DELETE FROM complaints WHERE number <=
                (SELECT number FROM complaints ORDER BY number DESC LIMIT 1 OFFSET ?)";
            connection.prepare_cached(old)?.execute([COMPLAINTS_KEPT])?;
            Ok(())
        })
    }

    fn complaints(&self, most: u32) -> Later<Vec<(u64, Complaint)>> {
        self.read_list(move |connection| {
            let sql = "SELECT number, time, game, by, about, name, text, lines FROM complaints
                ORDER BY number DESC LIMIT ?";
            let complaint = |row: &Row<'_>| {
                let (by, about) = (Identity(row.get(3)?), Identity(row.get(4)?));
                let (time, game) = (row.get(1)?, row.get(2)?);
                let (name, text, lines) = (row.get(5)?, row.get(6)?, row.get(7)?);
                Ok((row.get::<_, i64>(0)? as u64, Complaint { time, game, by, about, name, text, lines }))
            };
            connection.prepare(sql)?.query_map([most], complaint)?.collect()
        })
    }

    fn settle_complaint(&self, number: u64) -> Later<bool> {
        self.write(move |connection| {
            Ok(connection.execute("DELETE FROM complaints WHERE number = ?", [number as i64])? > 0)
        })
    }

    fn check_is_in_folder(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn inspect(&self) -> Later<Vec<String>> {
        self.read_list(|connection| {
            let mut wrong: Vec<String> = connection
                .prepare("PRAGMA integrity_check(20)")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            wrong.retain(|line| line != "ok");
            let orphans = connection.prepare("PRAGMA foreign_key_check")?.query_map([], |_| Ok(()))?.count();
            if orphans > 0 {
                wrong.push(format!("{orphans} rows belong to games that do not exist"));
            }
            Ok(wrong)
        })
    }

    fn settle(&self) -> Later<()> {
        // Not in a transaction: the log cannot be brought in from within one.
        self.read(|connection| connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database in memory, with everything in it.
    fn empty() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        migrate(&connection, Path::new("memory")).unwrap();
        connection
    }

    #[test]
    fn no_list_looks_at_games_that_it_does_not_show() {
        let connection = empty();
        for (sql, index) in [
            (PUBLIC.to_owned(), "public_games"),
            (SEATED.to_owned(), "sqlite_autoindex_games_1"),
            (format!("{SEATED} AND private = 1"), "sqlite_autoindex_games_1"),
            (HOSTED_IN_PRIVATE.to_owned(), "games_by_host"),
        ] {
            let sql =
                format!("EXPLAIN QUERY PLAN SELECT {GAME} FROM games {sql} ORDER BY changed DESC, id LIMIT {LISTED}");
            let mut plan = connection.prepare(&sql).unwrap();
            for parameter in 1..=plan.parameter_count() {
                plan.raw_bind_parameter(parameter, 1).unwrap();
            }
            let mut steps = Vec::new();
            let mut rows = plan.raw_query();
            while let Some(row) = rows.next().unwrap() {
                steps.push(row.get::<_, String>(3).unwrap());
            }
            assert!(steps.iter().any(|step| step.starts_with("SEARCH games") && step.contains(index)), "{steps:?}");
            assert!(!steps.iter().any(|step| step.starts_with("SCAN games")), "{steps:?}");
        }
    }
}
