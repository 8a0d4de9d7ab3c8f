//! Rows of a game, read and written.

use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::room::Request;
use bastide_table::seats::SUBSTITUTE;
use bastide_table::stored::{Change, Progress, StoredGame, StoredLine, StoredNote, StoredSeat};
use bastide_table::text::CHAT_KEPT;
use bastide_table::wire::{Note, Status};
use deadpool_postgres::{GenericClient, Object};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::store::{Filter, LISTED, NOTES_KEPT, StoreError, number, status};

fn not_json(error: serde_json::Error) -> StoreError {
    StoreError::new(format!("what is stored is not JSON: {error}"))
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(not_json)
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(not_json)
}

pub(super) fn bytes(row: &Row, column: usize) -> Result<[u8; 32], StoreError> {
    let found: &[u8] = row.try_get(column)?;
    found.try_into().map_err(|_| StoreError::new("an identity in the database has not 32 bytes"))
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

pub(super) async fn execute(
    client: &impl GenericClient,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<u64, StoreError> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.execute(&statement, values).await?)
}

/// The ids of games in which somebody has a part.
pub(super) const GAMES_OF: &str = "SELECT id FROM games WHERE host = $1 UNION SELECT game FROM seats WHERE owner = $1
    UNION SELECT game FROM seats WHERE kept_for = $1 ORDER BY 1";

const NEW_ACTIONS: &str =
    "INSERT INTO actions SELECT $1, number, action FROM unnest($2::int[], $3::text[]) AS new (number, action)";

pub(super) async fn write_game(client: &impl GenericClient, game: &StoredGame) -> Result<(), StoreError> {
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
pub(super) async fn write_request(client: &mut Object, request: &Request) -> Result<(), StoreError> {
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

pub(super) async fn write_name(client: &impl GenericClient, who: Identity, name: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO names VALUES ($1, $2) ON CONFLICT (who) DO UPDATE SET name = excluded.name";
    execute(client, sql, &[&&who.0[..], &name]).await?;
    Ok(())
}

/// Writes a note after the last action, in the name of nobody at the table, and moves the fence.
pub(super) async fn note_from_outside(client: &impl GenericClient, id: &str, note: Note) -> Result<(), StoreError> {
    let sql = "INSERT INTO notes (game, after, note) SELECT $1, count(*), $2 FROM actions WHERE game = $1";
    execute(client, sql, &[&id, &note.stored()]).await?;
    execute(client, "UPDATE games SET version = version + 1 WHERE id = $1", &[&id]).await?;
    Ok(())
}

/// Takes somebody out of a game: the seats that were theirs, and what they wrote from there.
pub(super) async fn forget_in(client: &impl GenericClient, id: &str, who: Identity) -> Result<(), StoreError> {
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

pub(super) async fn ids(
    client: &impl GenericClient,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<String>, StoreError> {
    client.query(sql, values).await?.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

pub(super) async fn load(client: &mut Object, id: &str) -> Result<Option<StoredGame>, StoreError> {
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

pub(super) async fn list(client: &Object, filter: &Filter) -> Result<Vec<StoredGame>, StoreError> {
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
