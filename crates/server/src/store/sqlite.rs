//! Games in one SQLite file.
//!
//! One thread owns the connection that writes. It takes everything that waits, stores it in one
//! transaction and answers when that is on the disk: a thousand games that are confirmed in the
//! same moment cost one wait for the disk, not a thousand. That is why this is `rusqlite` and a
//! thread and not a pool of asynchronous connections. Two more threads read: one game or one person at a time, and
//! lists, which may take long and keep nobody from a game.

use std::path::Path;

use bastide_table::identity::Identity;
use bastide_table::room::Request;
use bastide_table::stored::{StoredGame, StoredLine, StoredNote};
use bastide_table::wire::Note;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    ABOUT_PEOPLE, COMPLAINTS_KEPT, Complaint, Filter, KnownPerson, LISTED, Later, Stale, Store, StoreError, number,
};
use crate::folder;

mod file;
mod line;
mod people;
mod rows;
mod schema;
mod wal;

pub(crate) use file::tell_of_damage;
pub use file::{FILE, copy};

use file::{connect, keep_private};
use line::{Reader, Writer};
use rows::{
    GAME, HOSTED_IN_PRIVATE, PUBLIC, SEATED, delete_game, forget_in, games_of, note_from_outside, read_game,
    read_seats, write_change, write_game, write_name,
};

/// Games in a SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    writes: Writer,
    /// One game or one person.
    reads: Reader,
    /// Lists, and what looks at everything.
    lists: Reader,
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
        schema::migrate(&writer, &file)?;
        let writes = Writer::start(writer)?;
        let reads = Reader::start(&file, "storage-read")?;
        let lists = Reader::start(&file, "storage-list")?;
        Ok(Sqlite { writes, reads, lists })
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Later<T> {
        self.writes.write(write)
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<T> {
        self.reads.read(read)
    }

    /// Reads what may take long.
    fn read_list<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<T> {
        self.lists.read(read)
    }
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
            Ok(connection.pragma_update(None, "user_version", schema::VERSION)?)
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
        schema::migrate(&connection, Path::new("memory")).unwrap();
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
