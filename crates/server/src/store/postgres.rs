//! Games in PostgreSQL, for more than one server.
//!
//! `tokio-postgres` and a small pool: the statements are written here anyway, and the big libraries take minutes to build. A
//! change of a game is one statement in most cases: the version is checked, and everything is written, in one round trip,
//! and the server acknowledges when its log is on the disk. Games that confirm at the same time share that wait, because
//! PostgreSQL groups the commits of its connections.

mod people;
mod schema;
mod tls;

use std::time::Duration;

use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::room::Request;
use bastide_table::seats::SUBSTITUTE;
use bastide_table::stored::{Change, Progress, StoredGame, StoredLine, StoredNote, StoredSeat};
use bastide_table::text::CHAT_KEPT;
use bastide_table::wire::{Note, Status};
use deadpool_postgres::{GenericClient, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row};

use tls::Encrypted;

use super::{
    ABOUT_PEOPLE, COMPLAINTS_KEPT, Complaint, Filter, KnownPerson, LISTED, Later, NOTES_KEPT, Stale, Store, StoreError,
    number, status,
};

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

fn not_json(error: serde_json::Error) -> StoreError {
    StoreError::new(format!("what is stored is not JSON: {error}"))
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(not_json)
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(not_json)
}

fn bytes(row: &Row, column: usize) -> Result<[u8; 32], StoreError> {
    let found: &[u8] = row.try_get(column)?;
    found.try_into().map_err(|_| StoreError::new("an identity in the database has not 32 bytes"))
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

const GAME: &str =
    "id, host, rules, seed, setup, status, progress, created, changed, rematch, damaged, version, shares";

fn read_game(row: &Row) -> Result<StoredGame, StoreError> {
    Ok(StoredGame {
        id: row.try_get(0)?,
        host: Identity(bytes(row, 1)?),
        rules: row.try_get(2)?,
        seed: Seed(bytes(row, 3)?),
        setup: from_json(row.try_get(4)?)?,
        status: status(i64::from(row.try_get::<_, i32>(5)?)),
        // Only lists need it; it is made anew with the next action.
        progress: serde_json::from_str::<Progress>(row.try_get(6)?).unwrap_or_default(),
        created: row.try_get(7)?,
        changed: row.try_get(8)?,
        rematch: row.try_get(9)?,
        damaged: row.try_get(10)?,
        version: row.try_get::<_, i64>(11)? as u64,
        shares: row.try_get::<_, Option<&str>>(12)?.map(from_json).transpose()?,
        seats: Vec::new(),
        actions: Vec::new(),
        set_aside: Vec::new(),
        notes: Vec::new(),
        chat: Vec::new(),
    })
}

/// A seat from the columns after the game and its number.
fn read_seat(row: &Row) -> Result<StoredSeat, StoreError> {
    let optional = |column| match row.try_get::<_, Option<&[u8]>>(column)? {
        None => Ok(None),
        Some(_) => bytes(row, column).map(Some),
    };
    Ok(StoredSeat {
        name: row.try_get(2)?,
        colour: row.try_get(3)?,
        bot: row.try_get(4)?,
        owner: optional(5)?.map(Identity),
        key: optional(6)?,
        resigned: row.try_get(7)?,
        kept_for: optional(8)?.map(Identity),
    })
}

/// Columns of lists of seats, for one statement.
#[derive(Default)]
struct Seats<'a> {
    places: Vec<i32>,
    names: Vec<&'a str>,
    colours: Vec<&'a str>,
    bots: Vec<Option<&'a str>>,
    owners: Vec<Option<&'a [u8]>>,
    keys: Vec<Option<&'a [u8]>>,
    resigned: Vec<bool>,
    guests: Vec<Option<&'a [u8]>>,
}

impl<'a> Seats<'a> {
    fn of(seats: impl IntoIterator<Item = (u8, &'a StoredSeat)>) -> Seats<'a> {
        let mut all = Seats::default();
        for (place, seat) in seats {
            all.places.push(i32::from(place));
            all.names.push(&seat.name);
            all.colours.push(&seat.colour);
            all.bots.push(seat.bot.as_deref());
            all.owners.push(seat.owner.as_ref().map(|owner| &owner.0[..]));
            all.keys.push(seat.key.as_ref().map(|key| &key[..]));
            all.resigned.push(seat.resigned);
            all.guests.push(seat.kept_for.as_ref().map(|guest| &guest.0[..]));
        }
        all
    }
}

async fn execute(client: &impl GenericClient, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, StoreError> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.execute(&statement, values).await?)
}

/// The ids of games in which somebody has a part.
const GAMES_OF: &str = "SELECT id FROM games WHERE host = $1 UNION SELECT game FROM seats WHERE owner = $1
    UNION SELECT game FROM seats WHERE kept_for = $1 ORDER BY 1";

const NEW_ACTIONS: &str =
    "INSERT INTO actions SELECT $1, number, action FROM unnest($2::int[], $3::text[]) AS new (number, action)";

async fn write_game(client: &impl GenericClient, game: &StoredGame) -> Result<(), StoreError> {
    let (setup, progress) = (json(&game.setup)?, json(&game.progress)?);
    let shares = game.shares.as_ref().map(json).transpose()?;
    let sql = "INSERT INTO games
        (id, host, rules, seed, setup, private, status, progress, created, changed, rematch, damaged, shares)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    let values: &[&(dyn ToSql + Sync)] = &[
        &game.id,
        &&game.host.0[..],
        &game.rules,
        &&game.seed.0[..],
        &setup,
        &game.setup.private,
        &(number(game.status) as i32),
        &progress,
        &game.created,
        &game.changed,
        &game.rematch,
        &game.damaged,
        &shares,
    ];
    execute(client, sql, values).await?;
    let Seats { places, names, colours, bots, owners, keys, resigned, guests } = Seats::of((0u8..).zip(&game.seats));
    let sql = "INSERT INTO seats SELECT $1, seat.* FROM
        unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::bool[], $9::bytea[]) AS seat";
    execute(client, sql, &[&game.id, &places, &names, &colours, &bots, &owners, &keys, &resigned, &guests]).await?;
    let numbers: Vec<i32> = (0..game.actions.len() as i32).collect();
    execute(client, NEW_ACTIONS, &[&game.id, &numbers, &game.actions]).await?;
    for note in &game.notes {
        write_note(client, &game.id, note).await?;
    }
    for line in &game.chat {
        write_line(client, &game.id, line).await?;
    }
    Ok(())
}

async fn write_note(client: &impl GenericClient, game: &str, note: &StoredNote) -> Result<(), StoreError> {
    let sql = "INSERT INTO notes (game, after, note) VALUES ($1, $2, $3)";
    execute(client, sql, &[&game, &(note.after as i32), &note.text]).await?;
    Ok(())
}

async fn write_line(client: &impl GenericClient, game: &str, line: &StoredLine) -> Result<(), StoreError> {
    let sql = "INSERT INTO chat (game, seat, name, line, time) VALUES ($1, $2, $3, $4, $5)";
    let seat = line.seat.map(i32::from);
    execute(client, sql, &[&game, &seat, &line.name, &line.text, &line.time]).await?;
    Ok(())
}

/// Everything that a confirmed turn writes, in one statement. The version is the fence: whoever does not know the last one
/// writes nothing at all, and neither does who would leave a hole in the actions.
const CHANGE: &str = "
    WITH fence AS (
        UPDATE games SET version = version + 1, status = coalesce($3, status), progress = coalesce($4, progress),
            rematch = coalesce($5, rematch), damaged = coalesce($6, damaged), changed = greatest(changed, $7),
            shares = coalesce($8, shares), setup = coalesce($9, setup)
        WHERE id = $1 AND version = $2 AND (cardinality($10::int[]) = 0 OR $10[1] = 0
            OR EXISTS (SELECT 1 FROM actions WHERE game = $1 AND actions.number = $10[1] - 1))
        RETURNING id
    ), played AS (
        INSERT INTO actions SELECT id, new.number, new.action
        FROM fence, unnest($10::int[], $11::text[]) AS new (number, action)
    ), noted AS (
        INSERT INTO notes (game, after, note) SELECT id, new.after, new.note
        FROM fence, unnest($12::int[], $13::text[]) WITH ORDINALITY AS new (after, note, place) ORDER BY place
    ), seated AS (
        INSERT INTO seats SELECT fence.id, new.* FROM fence,
            unnest($14::int[], $15::text[], $16::text[], $17::text[], $18::bytea[], $19::bytea[], $20::bool[], $21::bytea[]) AS new
        ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name, colour = excluded.colour, bot = excluded.bot,
            owner = excluded.owner, key = excluded.key, resigned = excluded.resigned, kept_for = excluded.kept_for
    )
    SELECT count(*) FROM fence";

async fn write_change(client: &impl GenericClient, change: &Change) -> Result<(), StoreError> {
    let game = &change.game;
    let progress = change.progress.as_ref().map(json).transpose()?;
    let shares = change.shares.as_ref().map(json).transpose()?;
    let setup = change.setup.as_ref().map(json).transpose()?;
    let state = change.status.map(|status| number(status) as i32);
    let numbers: Vec<i32> = (change.after as i32..).take(change.actions.len()).collect();
    let after: Vec<i32> = change.notes.iter().map(|note| note.after as i32).collect();
    let notes: Vec<&str> = change.notes.iter().map(|note| note.text.as_str()).collect();
    let Seats { places, names, colours, bots, owners, keys, resigned, guests } =
        Seats::of(change.seats.iter().map(|(place, seat)| (*place, seat)));
    let version = change.version as i64;
    let statement = client.prepare_cached(CHANGE).await?;
    let values: &[&(dyn ToSql + Sync)] = &[
        game,
        &version,
        &state,
        &progress,
        &change.rematch,
        &change.damaged,
        &change.time,
        &shares,
        &setup,
        &numbers,
        &change.actions,
        &after,
        &notes,
        &places,
        &names,
        &colours,
        &bots,
        &owners,
        &keys,
        &resigned,
        &guests,
    ];
    let done: i64 = client.query_one(&statement, values).await?.try_get(0)?;
    if done == 0 { Err(StoreError::OtherOwner) } else { Ok(()) }
}

/// What a change may bring beside a turn; all of it in one transaction with the turn.
async fn write_request(client: &mut Object, request: &Request) -> Result<(), StoreError> {
    let change = &request.change;
    let is_plain = request.name.is_none()
        && request.create.is_none()
        && !change.sets_aside
        && change.chat.is_none()
        && change.notes.is_empty();
    if is_plain {
        return write_change(&*client, change).await;
    }
    let step = client.transaction().await?;
    if change.sets_aside {
        set_aside(&step, change).await?;
    }
    write_change(&step, change).await?;
    let game = &change.game;
    if !change.notes.is_empty() {
        trim(&step, "notes", game, NOTES_KEPT).await?;
    }
    if let Some(line) = &change.chat {
        write_line(&step, game, line).await?;
        trim(&step, "chat", game, CHAT_KEPT as i64).await?;
    }
    if let Some((who, name)) = &request.name {
        write_name(&step, *who, name).await?;
    }
    if let Some(game) = &request.create {
        write_game(&step, game).await?;
    }
    Ok(step.commit().await?)
}

/// Moves the actions from a number on out of the record, and keeps them. The version is checked with what follows.
async fn set_aside(client: &impl GenericClient, change: &Change) -> Result<(), StoreError> {
    let (game, from) = (&change.game, change.after as i32);
    let moved = "INSERT INTO set_aside (game, number, action)
        SELECT game, number, action FROM actions WHERE game = $1 AND number >= $2 ORDER BY number";
    execute(client, moved, &[game, &from]).await?;
    execute(client, "DELETE FROM actions WHERE game = $1 AND number >= $2", &[game, &from]).await?;
    execute(client, "UPDATE notes SET after = least(after, $2) WHERE game = $1", &[game, &from]).await?;
    Ok(())
}

/// Lets the oldest rows of a game fall off.
async fn trim(client: &impl GenericClient, table: &str, game: &str, kept: i64) -> Result<(), StoreError> {
    let sql = format!(
        "DELETE FROM {table} WHERE game = $1 AND id <= (SELECT id FROM {table} WHERE game = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)"
    );
    execute(client, &sql, &[&game, &kept]).await?;
    Ok(())
}

async fn write_name(client: &impl GenericClient, who: Identity, name: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO names VALUES ($1, $2) ON CONFLICT (who) DO UPDATE SET name = excluded.name";
    execute(client, sql, &[&&who.0[..], &name]).await?;
    Ok(())
}

/// Writes a note after the last action, in the name of nobody at the table, and moves the fence.
async fn note_from_outside(client: &impl GenericClient, id: &str, note: Note) -> Result<(), StoreError> {
    let sql = "INSERT INTO notes (game, after, note) SELECT $1, count(*), $2 FROM actions WHERE game = $1";
    execute(client, sql, &[&id, &note.stored()]).await?;
    execute(client, "UPDATE games SET version = version + 1 WHERE id = $1", &[&id]).await?;
    Ok(())
}

/// Takes somebody out of a game: the seats that were theirs, and what they wrote from there.
async fn forget_in(client: &impl GenericClient, id: &str, who: Identity) -> Result<(), StoreError> {
    let row = client.query_one("SELECT status FROM games WHERE id = $1 FOR UPDATE", &[&id]).await?;
    let is_running = status(i64::from(row.try_get::<_, i32>(0)?)) == Status::Running;
    let sql = "SELECT seat, name FROM seats WHERE game = $1 AND owner = $2";
    for row in client.query(sql, &[&id, &&who.0[..]]).await? {
        let (seat, name): (i32, String) = (row.try_get(0)?, row.try_get(1)?);
        execute(client, "DELETE FROM chat WHERE game = $1 AND (seat = $2 OR name = $3)", &[&id, &seat, &name]).await?;
        let bot = is_running.then_some(SUBSTITUTE);
        let nobody = format!("Player {}", seat + 1);
        let sql =
            "UPDATE seats SET owner = NULL, key = NULL, name = $3, bot = coalesce(bot, $4), resigned = resigned OR $5
            WHERE game = $1 AND seat = $2";
        execute(client, sql, &[&id, &seat, &nobody, &bot, &is_running]).await?;
        if is_running {
            note_from_outside(client, id, Note::Resigned { seat: seat as u8 }).await?;
        }
    }
    let guest = "UPDATE seats SET kept_for = NULL WHERE game = $1 AND kept_for = $2";
    execute(client, guest, &[&id, &&who.0[..]]).await?;
    let sql = "UPDATE games SET version = version + 1,
        host = CASE WHEN host = $1 THEN decode(repeat('00', 32), 'hex') ELSE host END WHERE id = $2";
    execute(client, sql, &[&&who.0[..], &id]).await?;
    Ok(())
}

async fn ids(
    client: &impl GenericClient,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<String>, StoreError> {
    client.query(sql, values).await?.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

async fn load(client: &mut Object, id: &str) -> Result<Option<StoredGame>, StoreError> {
    // One moment for all parts.
    let moment = client
        .build_transaction()
        .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    let Some(row) = moment.query_opt(&format!("SELECT {GAME} FROM games WHERE id = $1"), &[&id]).await? else {
        return Ok(None);
    };
    let mut game = read_game(&row)?;
    let seats = moment.query("SELECT * FROM seats WHERE game = $1 ORDER BY seat", &[&id]).await?;
    game.seats = seats.iter().map(read_seat).collect::<Result<_, _>>()?;
    game.actions = ids(&moment, "SELECT action FROM actions WHERE game = $1 ORDER BY number", &[&id]).await?;
    game.set_aside = ids(&moment, "SELECT action FROM set_aside WHERE game = $1 ORDER BY id", &[&id]).await?;
    let notes = moment.query("SELECT after, note FROM notes WHERE game = $1 ORDER BY id", &[&id]).await?;
    let note =
        |row: &Row| Ok(StoredNote { after: row.try_get::<_, i32>(0)? as u32, text: row.try_get::<_, String>(1)? });
    game.notes = notes.iter().map(note).collect::<Result<_, StoreError>>()?;
    let chat = moment.query("SELECT seat, name, line, time FROM chat WHERE game = $1 ORDER BY id", &[&id]).await?;
    let line = |row: &Row| {
        let seat = row.try_get::<_, Option<i32>>(0)?.map(|seat| seat as u8);
        Ok(StoredLine { seat, name: row.try_get(1)?, text: row.try_get(2)?, time: row.try_get(3)? })
    };
    game.chat = chat.iter().map(line).collect::<Result<_, StoreError>>()?;
    moment.commit().await?;
    Ok(Some(game))
}

async fn list(client: &Object, filter: &Filter) -> Result<Vec<StoredGame>, StoreError> {
    let who = filter.viewer.as_ref().map(|who| &who.0[..]);
    let wanted = filter.status.map(|status| number(status) as i32);
    const SEATED: &str =
        "id IN (SELECT game FROM seats WHERE owner = $2 UNION SELECT game FROM seats WHERE kept_for = $2)";
    let condition = if filter.everything {
        "$2::bytea IS NULL OR TRUE".to_owned()
    } else if filter.mine {
        SEATED.to_owned()
    } else {
        format!("NOT private OR host = $2 OR {SEATED}")
    };
    let sql = format!(
        "SELECT {GAME} FROM games WHERE ($1::int IS NULL OR status = $1) AND ({condition})
        ORDER BY changed DESC, id LIMIT {LISTED}"
    );
    let mut games = Vec::new();
    for row in client.query(&sql, &[&wanted, &who]).await? {
        games.push(read_game(&row)?);
    }
    let found: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
    let seats = client.query("SELECT * FROM seats WHERE game = ANY($1) ORDER BY game, seat", &[&found]).await?;
    for row in &seats {
        let id: &str = row.try_get(0)?;
        let seat = read_seat(row)?;
        if let Some(game) = games.iter_mut().find(|game| game.id == id) {
            game.seats.push(seat);
        }
    }
    Ok(games)
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
