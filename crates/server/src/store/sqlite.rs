//! Games in one SQLite file.
//!
//! One thread owns the connection that writes. It takes everything that waits, stores it in one
//! transaction and answers when that is on the disk: a thousand games that are confirmed in the
//! same moment cost one wait for the disk, not a thousand. That is why this is `rusqlite` and a
//! thread and not a pool of asynchronous connections. A second thread reads.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::stored::{Change, Progress, StoredGame, StoredLine, StoredNote, StoredSeat};
use bastide_table::wire::Status;
use rusqlite::{Connection, OptionalExtension, Row, params};
use tokio::sync::oneshot;

use super::{Filter, Later, Store, StoreError};
use crate::folder;

/// The name of the file in the data folder.
pub const FILE: &str = "bastide.sqlite";

/// Each step brings the file from one version to the next; steps are never changed.
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
];

/// At most this many writes wait for the disk together.
const BATCH: usize = 512;

type Write = Box<dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send>;
type Read = Box<dyn FnOnce(&mut Connection) + Send>;

/// Games in a SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    writes: mpsc::Sender<(Write, oneshot::Sender<Result<(), StoreError>>)>,
    reads: mpsc::Sender<Read>,
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
        let writer = connect(&file)?;
        migrate(&writer, &file)?;
        let reader = connect(&file)?;
        let (writes, queue) = mpsc::channel();
        let name = thread::Builder::new().name("storage".to_owned());
        name.spawn(move || write_all(&writer, &queue)).map_err(|error| no_thread(&error))?;
        let (reads, queue) = mpsc::channel::<Read>();
        let name = thread::Builder::new().name("storage-read".to_owned());
        name.spawn(move || {
            let mut reader = reader;
            while let Ok(read) = queue.recv() {
                read(&mut reader);
            }
        })
        .map_err(|error| no_thread(&error))?;
        Ok(Sqlite { writes, reads })
    }

    fn write(&self, write: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static) -> Later<()> {
        let (reply, answer) = oneshot::channel();
        let is_sent = self.writes.send((Box::new(write), reply)).is_ok();
        Box::pin(async move {
            if !is_sent {
                return Err(gone());
            }
            answer.await.map_err(|_| gone())?
        })
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<T> {
        let (reply, answer) = oneshot::channel();
        let is_sent = self
            .reads
            .send(Box::new(move |connection| {
                // Nobody waits any more: nothing to do.
                let _ = reply.send(read(connection).map_err(|error| StoreError(error.to_string())));
            }))
            .is_ok();
        Box::pin(async move {
            if !is_sent {
                return Err(gone());
            }
            answer.await.map_err(|_| gone())?
        })
    }
}

fn gone() -> StoreError {
    StoreError("the storage has stopped".to_owned())
}

fn no_thread(error: &std::io::Error) -> StoreError {
    StoreError(format!("the storage cannot start: {error}"))
}

fn connect(file: &PathBuf) -> Result<Connection, StoreError> {
    let shown = file.display();
    let wrong = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => StoreError(format!(
            "the database {shown} is damaged ({error}). Move it away, or put a back-up in its place; nothing in it was changed"
        )),
        Some(
            rusqlite::ErrorCode::CannotOpen | rusqlite::ErrorCode::ReadOnly | rusqlite::ErrorCode::PermissionDenied,
        ) => StoreError(format!("the database {shown} cannot be written ({error}). Choose another folder with --data")),
        _ => StoreError(format!("the database {shown} cannot be opened: {error}")),
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
        StoreError(format!("the database {shown} cannot be used: {error}; {advice}"))
    };
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(wrong)?;
    if verdict != "ok" {
        return Err(StoreError(format!(
            "the database {shown} is damaged ({verdict}). Move it away, or put a back-up in its place; nothing in it was changed"
        )));
    }
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(wrong)?;
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(StoreError(format!(
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
fn write_all(connection: &Connection, queue: &mpsc::Receiver<(Write, oneshot::Sender<Result<(), StoreError>>)>) {
    while let Ok(first) = queue.recv() {
        let mut answers = Vec::new();
        let all = write_batch(connection, std::iter::once(first).chain(queue.try_iter()).take(BATCH), &mut answers);
        if all.is_err() {
            // If nothing was begun there is nothing to take back.
            let _ = connection.execute_batch("ROLLBACK");
        }
        for (reply, result) in answers {
            let result = match &all {
                Ok(()) => result,
                Err(error) => Err(StoreError(error.to_string())),
            };
            // Nobody waits any more: it is stored all the same.
            let _ = reply.send(result);
        }
    }
}

type Answers = Vec<(oneshot::Sender<Result<(), StoreError>>, Result<(), StoreError>)>;

fn write_batch(
    connection: &Connection,
    writes: impl Iterator<Item = (Write, oneshot::Sender<Result<(), StoreError>>)>,
    answers: &mut Answers,
) -> rusqlite::Result<()> {
    let begun = connection.execute_batch("BEGIN IMMEDIATE");
    for (write, reply) in writes {
        // One that fails does not spoil the others.
        let result = begun.as_ref().map_err(|error| StoreError(error.to_string())).and_then(|()| {
            let done = connection.execute_batch("SAVEPOINT one").and_then(|()| write(connection));
            let end = if done.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
            done.and(connection.execute_batch(end)).map_err(|error| StoreError(error.to_string()))
        });
        answers.push((reply, result));
    }
    begun?;
    connection.execute_batch("COMMIT")
}

fn number(status: Status) -> i64 {
    match status {
        Status::Open => 0,
        Status::Running => 1,
        Status::Finished => 2,
    }
}

fn status(number: i64) -> Status {
    match number {
        0 => Status::Open,
        1 => Status::Running,
        _ => Status::Finished,
    }
}

fn not_json(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}

const GAME: &str = "id, host, rules, seed, setup, status, progress, created, changed, rematch, damaged";

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
        seats: Vec::new(),
        actions: Vec::new(),
        set_aside: Vec::new(),
        notes: Vec::new(),
        chat: Vec::new(),
    })
}

fn read_seats(connection: &Connection, game: &str) -> rusqlite::Result<Vec<StoredSeat>> {
    let mut seats = connection
        .prepare_cached("SELECT name, colour, bot, owner, key, resigned FROM seats WHERE game = ? ORDER BY seat")?;
    let rows = seats.query_map([game], |row| {
        Ok(StoredSeat {
            name: row.get(0)?,
            colour: row.get(1)?,
            bot: row.get(2)?,
            owner: row.get::<_, Option<[u8; 32]>>(3)?.map(Identity),
            key: row.get(4)?,
            resigned: row.get(5)?,
        })
    })?;
    rows.collect()
}

fn write_seat(connection: &Connection, game: &str, place: u8, seat: &StoredSeat) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?;
    let owner = seat.owner.map(|owner| owner.0);
    insert.execute(params![game, place, seat.name, seat.colour, seat.bot, owner, seat.key, seat.resigned])?;
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

impl Store for Sqlite {
    fn create(&self, game: StoredGame) -> Later<()> {
        self.write(move |connection| {
            let setup = serde_json::to_string(&game.setup).map_err(not_json)?;
            let progress = serde_json::to_string(&game.progress).map_err(not_json)?;
            let sql = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
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
            ])?;
            for (place, seat) in (0u8..).zip(&game.seats) {
                write_seat(connection, &game.id, place, seat)?;
            }
            write_actions(connection, &game.id, 0, &game.actions)?;
            for note in &game.notes {
                write_note(connection, &game.id, note)?;
            }
            game.chat.iter().try_for_each(|line| write_line(connection, &game.id, line))
        })
    }

    fn change(&self, change: Change) -> Later<()> {
        self.write(move |connection| {
            let game = &change.game;
            if change.sets_aside {
                set_aside(connection, game, change.after)?;
            }
            write_actions(connection, game, change.after, &change.actions)?;
            for note in &change.notes {
                write_note(connection, game, note)?;
            }
            if let Some(line) = &change.chat {
                write_line(connection, game, line)?;
            }
            for (place, seat) in &change.seats {
                write_seat(connection, game, *place, seat)?;
            }
            let progress = change.progress.as_ref().map(serde_json::to_string).transpose().map_err(not_json)?;
            let sql = "UPDATE games SET status = coalesce(?, status), progress = coalesce(?, progress),
                rematch = coalesce(?, rematch), damaged = coalesce(?, damaged), changed = max(changed, ?) WHERE id = ?";
            let status = change.status.map(number);
            let values = params![status, progress, change.rematch, change.damaged, change.time, game];
            connection.prepare_cached(sql)?.execute(values)?;
            Ok(())
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
        self.read(move |connection| {
            const SEATED: &str = "id IN (SELECT game FROM seats WHERE owner = ?2)";
            let who = filter.viewer.map(|who| who.0);
            let mine = if filter.mine { SEATED.to_owned() } else { format!("(private = 0 OR host = ?2 OR {SEATED})") };
            let sql = format!(
                "SELECT {GAME} FROM games WHERE (?1 IS NULL OR status = ?1) AND {mine}
                 ORDER BY changed DESC, id LIMIT 100"
            );
            let mut games = connection
                .prepare_cached(&sql)?
                .query_map(params![filter.status.map(number), who], read_game)?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            for game in &mut games {
                game.seats = read_seats(connection, &game.id)?;
            }
            Ok(games)
        })
    }

    fn moving(&self) -> Later<Vec<String>> {
        self.read(|connection| {
            let sql = "SELECT id FROM (
                    SELECT id, changed, setup, iif(json_valid(progress), progress ->> '$.asked', NULL) AS asked
                    FROM games WHERE status = 1 AND damaged = 0)
                LEFT JOIN seats ON game = id AND seat = asked
                WHERE asked IS NULL OR bot IS NOT NULL OR setup ->> '$.clock.kind' <> 'none'
                ORDER BY changed DESC, id";
            connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
        })
    }

    fn ids(&self) -> Later<Vec<String>> {
        self.read(|connection| {
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
        self.write(move |connection| {
            let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO names VALUES (?, ?)")?;
            insert.execute(params![who.0, name])?;
            Ok(())
        })
    }

    fn check(&self) -> Later<()> {
        // Writes what is there already: a full disk shows.
        self.write(|connection| connection.pragma_update(None, "user_version", MIGRATIONS.len() as i64))
    }
}
