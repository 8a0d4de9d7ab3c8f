//! Games in PostgreSQL, for more than one server.
//!
//! `tokio-postgres` and a small pool: the statements are written here anyway, and the big libraries take minutes to build. A
//! change of a game is one statement in most cases: the version is checked, and everything is written, in one round trip,
//! and the server acknowledges when its log is on the disk. Games that confirm at the same time share that wait, because
//! PostgreSQL groups the commits of its connections.

mod people;
mod rows;
mod schema;
mod tls;

use std::time::Duration;

use bastide_table::identity::Identity;
use bastide_table::room::Request;
use bastide_table::stored::StoredGame;
use bastide_table::wire::Note;
use deadpool_postgres::{GenericClient, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, Row};

use self::rows::{
    GAMES_OF, bytes, execute, forget_in, ids, list, load, note_from_outside, write_game, write_name, write_request,
};
use self::tls::Encrypted;

use super::{ABOUT_PEOPLE, COMPLAINTS_KEPT, Complaint, Filter, KnownPerson, Later, Stale, Store, StoreError};

/// Connections of one server to the database.
const CONNECTIONS: usize = 16;
/// A connection is waited for so long.
const CONNECT: Duration = Duration::from_secs(3);
/// The database gives up a statement after so long, so that an owner is told and does not wait for ever.
const STATEMENT: &str = "-c statement_timeout=10000 -c idle_in_transaction_session_timeout=15000";

/// Games in a PostgreSQL database.
pub struct Postgres {
    pool: Pool,
    config: Config,
    tls: Encrypted,
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        match error.as_db_error() {
            // What the database refuses has not happened; a number of an action that is there already is another owner's.
            Some(refused) if refused.constraint() == Some("actions_pkey") => StoreError::OtherOwner,
            Some(refused) if !refused.code().code().starts_with("57P") => StoreError::new(refused.to_string()),
            // The connection is lost: perhaps it has.
            _ => StoreError::Unknown(error.to_string()),
        }
    }
}

/// Without the password.
fn shown(config: &Config) -> String {
    let host = config.get_hosts().first().map_or_else(String::new, |host| match host {
        tokio_postgres::config::Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
    });
    format!("the database {} at {host}", config.get_dbname().unwrap_or("of this user"))
}

impl Postgres {
    /// Opens a database by its address, `postgres://USER:PASSWORD@HOST/NAME`.
    ///
    /// # Errors
    /// With a sentence, if it cannot be reached or is of a newer version.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        let (address, trusted) = tls::split(address);
        let mut config: Config = address.parse().map_err(|error: tokio_postgres::Error| {
            StoreError::new(format!("--database is no address of a database: {error}"))
        })?;
        let is_encrypted = config.get_ssl_mode() == SslMode::Require;
        if !is_encrypted {
            // A certificate that nobody can check would be no gain.
            config.ssl_mode(SslMode::Disable);
        }
        let tls = Encrypted::new(is_encrypted, trusted.as_deref())?;
        let options = config.get_options().map_or_else(|| STATEMENT.to_owned(), |own| format!("{STATEMENT} {own}"));
        config.options(options).connect_timeout(CONNECT).application_name("bastide");
        let manager = Manager::from_config(
            config.clone(),
            tls.clone(),
            ManagerConfig { recycling_method: RecyclingMethod::Fast },
        );
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .wait_timeout(Some(CONNECT))
            .create_timeout(Some(CONNECT))
            .recycle_timeout(Some(CONNECT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::new(error.to_string()))?;
        let mut first = connection(&pool).await.map_err(|error| {
            StoreError::new(format!("{} cannot be reached: {error}. Is --database right?", shown(&config)))
        })?;
        schema::migrate(&mut first).await?;
        Ok(Postgres { pool, config, tls })
    }

    /// Claims the database for one server, or for all that have a bus, as long as what is returned is kept: without a bus
    /// two would be two owners of every game.
    ///
    /// # Errors
    /// With a sentence, if another server has it.
    pub async fn claim(&self, has_bus: bool) -> Result<tokio_postgres::Client, StoreError> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        tokio::spawn(connection);
        let lock = if has_bus { "pg_try_advisory_lock_shared" } else { "pg_try_advisory_lock" };
        let row = client.query_one(&format!("SELECT {lock}($1)"), &[&0x6261_7374_6964_6502_i64]).await?;
        if !row.get::<_, bool>(0) {
            return Err(StoreError::new(format!(
                "another Bastide serves the games in {}. Stop it first, or give all of them a bus (--bus)",
                shown(&self.config)
            )));
        }
        Ok(client)
    }

    /// Does something on a connection, also if nobody waits for it any more.
    fn work<T: Send + 'static, F: Future<Output = Result<T, StoreError>> + Send + 'static>(
        &self,
        work: impl FnOnce(Object) -> F + Send + 'static,
    ) -> Later<T> {
        let pool = self.pool.clone();
        let task = tokio::spawn(async move { work(connection(&pool).await?).await });
        Box::pin(async move { task.await.map_err(|_| StoreError::Unknown("the storage has stopped".to_owned()))? })
    }
}

/// A connection; without one nothing has happened.
async fn connection(pool: &Pool) -> Result<Object, StoreError> {
    pool.get().await.map_err(|error| StoreError::new(format!("the database cannot be reached: {error}")))
}

impl Store for Postgres {
    fn create(&self, game: StoredGame) -> Later<()> {
        self.work(async move |mut client| {
            let step = client.transaction().await?;
            write_game(&step, &game).await?;
            Ok(step.commit().await?)
        })
    }

    fn change(&self, request: Request) -> Later<()> {
        self.work(async move |mut client| write_request(&mut client, &request).await)
    }

    fn load(&self, id: &str) -> Later<Option<StoredGame>> {
        let id = id.to_owned();
        self.work(async move |mut client| load(&mut client, &id).await)
    }

    fn exists(&self, id: &str) -> Later<bool> {
        let id = id.to_owned();
        self.work(async move |client| {
            let statement = client.prepare_cached("SELECT EXISTS (SELECT FROM games WHERE id = $1)").await?;
            Ok(client.query_one(&statement, &[&id]).await?.try_get(0)?)
        })
    }

    fn list(&self, filter: Filter) -> Later<Vec<StoredGame>> {
        self.work(async move |client| list(&client, &filter).await)
    }

    fn moving(&self) -> Later<Vec<String>> {
        self.work(async |client| {
            let sql = "SELECT id FROM (
                    SELECT id, changed, setup, (progress::json ->> 'asked')::int AS asked
                    FROM games WHERE status = 1 AND NOT damaged) AS running
                LEFT JOIN seats ON game = id AND seat = asked
                WHERE asked IS NULL OR bot IS NOT NULL OR setup::json #>> '{clock,kind}' NOT IN ('none', 'days')
                ORDER BY changed DESC, id";
            ids(&client, sql, &[]).await
        })
    }

    fn due(&self, before: i64) -> Later<Vec<String>> {
        self.work(async move |client| {
            let sql = "SELECT id FROM games WHERE status = 1 AND NOT damaged
                AND (progress::json ->> 'due')::bigint < $1 ORDER BY id";
            ids(&client, sql, &[&before]).await
        })
    }

    fn called(&self, code: &str) -> Later<Option<String>> {
        let (from, to) = (code.to_owned(), format!("{code}~"));
        self.work(async move |client| {
            let sql = "SELECT id FROM games WHERE id >= $1 AND id < $2 AND status = 0 LIMIT 2";
            let mut ids = ids(&client, sql, &[&from, &to]).await?;
            // Two games with one code: neither is meant for sure.
            Ok(ids.pop().filter(|_| ids.is_empty()))
        })
    }

    fn ids(&self) -> Later<Vec<String>> {
        self.work(async |client| ids(&client, "SELECT id FROM games ORDER BY created, id", &[]).await)
    }

    fn unfinished(&self, host: Identity) -> Later<(u32, u32)> {
        self.work(async move |client| {
            let sql = "SELECT (SELECT count(*) FROM games WHERE host = $1 AND status < 2),
                (SELECT count(*) FROM games WHERE status < 2)";
            let statement = client.prepare_cached(sql).await?;
            let row = client.query_one(&statement, &[&&host.0[..]]).await?;
            Ok((row.try_get::<_, i64>(0)? as u32, row.try_get::<_, i64>(1)? as u32))
        })
    }

    fn name(&self, who: Identity) -> Later<Option<String>> {
        self.work(async move |client| {
            let row = client.query_opt("SELECT name FROM names WHERE who = $1", &[&&who.0[..]]).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    fn set_name(&self, who: Identity, name: String) -> Later<()> {
        self.work(async move |client| write_name(&client, who, &name).await)
    }

    fn check(&self, thoroughly: bool) -> Later<()> {
        self.work(async move |client| {
            let size = if thoroughly { 65_536 } else { 1 };
            let sql = "INSERT INTO probe VALUES (1, decode(repeat('ab', $1), 'hex'))
                ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes";
            execute(&client, sql, &[&size]).await?;
            Ok(())
        })
    }

    fn stale(&self, which: Stale, most: u32) -> Later<Vec<String>> {
        self.work(async move |client| {
            const UNUSED: &str = "status < 2 AND created < $1 AND changed <= created + 60
                AND NOT EXISTS (SELECT 1 FROM seats WHERE game = id AND owner IS NOT NULL AND owner <> host)";
            let (condition, before) = match which {
                Stale::Open(before) => ("status = 0 AND changed < $1", before),
                Stale::Running(before) => ("status = 1 AND changed < $1", before),
                Stale::Over(before) => ("status = 2 AND changed < $1", before),
                Stale::Unused(before) => (UNUSED, before),
            };
            let sql = format!("SELECT id FROM games WHERE {condition} ORDER BY changed, id LIMIT $2");
            ids(&client, &sql, &[&before, &i64::from(most)]).await
        })
    }

    fn end(&self, id: &str, note: Note) -> Later<bool> {
        let id = id.to_owned();
        self.work(async move |mut client| {
            let step = client.transaction().await?;
            let sql = "UPDATE games SET status = 2, changed = greatest(changed, $1) WHERE id = $2 AND status < 2";
            let ended = execute(&step, sql, &[&crate::rooms::now(), &id]).await?;
            if ended > 0 {
                note_from_outside(&step, &id, note).await?;
            }
            step.commit().await?;
            Ok(ended > 0)
        })
    }

    fn delete(&self, id: &str) -> Later<bool> {
        let id = id.to_owned();
        self.work(async move |client| Ok(execute(&client, "DELETE FROM games WHERE id = $1", &[&id]).await? > 0))
    }

    fn forget(&self, who: Identity) -> Later<Vec<String>> {
        self.work(async move |mut client| {
            let step = client.transaction().await?;
            let games = ids(&step, GAMES_OF, &[&&who.0[..]]).await?;
            for id in &games {
                forget_in(&step, id, who).await?;
            }
            for table in ABOUT_PEOPLE {
                execute(&step, &format!("DELETE FROM {table} WHERE who = $1"), &[&&who.0[..]]).await?;
            }
            execute(&step, "DELETE FROM complaints WHERE by = $1 OR about = $1", &[&&who.0[..]]).await?;
            step.commit().await?;
            Ok(games)
        })
    }

    fn forget_strangers(&self) -> Later<()> {
        self.work(async |client| {
            let sql = "DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM seats WHERE owner = who)
                AND NOT EXISTS (SELECT 1 FROM games WHERE host = who)
                AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.who = names.who)";
            execute(&client, sql, &[]).await?;
            Ok(())
        })
    }

    fn people(&self, most: u32) -> Later<Vec<KnownPerson>> {
        self.work(async move |client| {
            let sql = "SELECT owner, (SELECT name FROM names WHERE who = owner), count(DISTINCT game), max(changed)
                FROM seats JOIN games ON id = game WHERE owner IS NOT NULL GROUP BY owner ORDER BY 4 DESC, 1 LIMIT $1";
            let person = |row: &Row| {
                let (who, name) = (Identity(bytes(row, 0)?), row.try_get(1)?);
                let (games, changed) = (row.try_get::<_, i64>(2)? as u32, row.try_get(3)?);
                Ok(KnownPerson { who, name, games, changed })
            };
            client.query(sql, &[&i64::from(most)]).await?.iter().map(person).collect()
        })
    }

    fn house_rules(&self) -> Later<Vec<(String, String)>> {
        self.work(async |client| {
            let rows = client.query("SELECT kind, value FROM house_rules ORDER BY kind, value", &[]).await?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })
    }

    fn set_house_rule(&self, kind: &str, value: &str, is_set: bool) -> Later<()> {
        let (kind, value) = (kind.to_owned(), value.to_owned());
        self.work(async move |client| {
            let sql = if is_set {
                "INSERT INTO house_rules (kind, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            } else {
                "DELETE FROM house_rules WHERE kind = $1 AND value = $2"
            };
            execute(&client, sql, &[&kind, &value]).await?;
            Ok(())
        })
    }

    fn complain(&self, complaint: Complaint) -> Later<()> {
        self.work(async move |mut client| {
            let step = client.transaction().await?;
            let Complaint { time, game, by, about, name, text, lines } = &complaint;
            let sql =
                "INSERT INTO complaints (time, game, by, about, name, text, lines) VALUES ($1, $2, $3, $4, $5, $6, $7)";
            execute(&step, sql, &[time, game, &&by.0[..], &&about.0[..], name, text, lines]).await?;
            let old = "DELETE FROM complaints WHERE number <=
                (SELECT number FROM complaints ORDER BY number DESC LIMIT 1 OFFSET $1)";
            execute(&step, old, &[&i64::from(COMPLAINTS_KEPT)]).await?;
            Ok(step.commit().await?)
        })
    }

    fn complaints(&self, most: u32) -> Later<Vec<(u64, Complaint)>> {
        self.work(async move |client| {
            let sql = "SELECT number, time, game, by, about, name, text, lines FROM complaints
                ORDER BY number DESC LIMIT $1";
            let complaint = |row: &Row| {
                let (by, about) = (Identity(bytes(row, 3)?), Identity(bytes(row, 4)?));
                let (time, game) = (row.try_get(1)?, row.try_get(2)?);
                let (name, text, lines) = (row.try_get(5)?, row.try_get(6)?, row.try_get(7)?);
                Ok((row.try_get::<_, i64>(0)? as u64, Complaint { time, game, by, about, name, text, lines }))
            };
            client.query(sql, &[&i64::from(most)]).await?.iter().map(complaint).collect()
        })
    }

    fn settle_complaint(&self, number: u64) -> Later<bool> {
        self.work(async move |client| {
            Ok(execute(&client, "DELETE FROM complaints WHERE number = $1", &[&(number as i64)]).await? > 0)
        })
    }

    fn keep_handover(&self, key: [u8; 32], who: Identity, sealed: [u8; 32], until: i64) -> Later<()> {
        self.work(async move |mut client| {
            let step = client.transaction().await?;
            // One at a time for each person, and none that is too old.
            let old = "DELETE FROM handovers WHERE who = $1 OR until < $2";
            execute(&step, old, &[&&who.0[..], &crate::rooms::now()]).await?;
            let sql = "INSERT INTO handovers VALUES ($1, $2, $3, $4)";
            execute(&step, sql, &[&&key[..], &&who.0[..], &&sealed[..], &until]).await?;
            Ok(step.commit().await?)
        })
    }

    fn take_handover(&self, key: [u8; 32], now: i64) -> Later<Option<[u8; 32]>> {
        self.work(async move |client| {
            let sql = "DELETE FROM handovers WHERE key = $1 RETURNING sealed, until";
            let found = client.query_opt(sql, &[&&key[..]]).await?;
            let read = |row: Row| Ok::<_, StoreError>((bytes(&row, 0)?, row.try_get::<_, i64>(1)?));
            let found = found.map(read).transpose()?;
            Ok(found.filter(|&(_, until)| until >= now).map(|(sealed, _)| sealed))
        })
    }

    fn check_is_in_folder(&self) -> Result<(), StoreError> {
        let why = "the games are in PostgreSQL; back them up with its own tools (pg_dump, or its log: docs/operate.md)";
        Err(StoreError::new(why))
    }

    fn inspect(&self) -> Later<Vec<String>> {
        self.work(async |client| {
            // Rows without a game cannot be; what can be is a hole in the actions.
            let sql = "SELECT game FROM actions GROUP BY game HAVING max(number) + 1 <> count(*)";
            let holes = ids(&client, sql, &[]).await?;
            Ok(holes.into_iter().map(|game| format!("game {game}: an action is missing")).collect())
        })
    }

    fn settle(&self) -> Later<()> {
        Box::pin(async { Ok(()) })
    }
}
