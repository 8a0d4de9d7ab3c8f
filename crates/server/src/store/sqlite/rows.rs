//! Rows of a game, read and written.

use bastide_table::fairness::Seed;
use bastide_table::identity::Identity;
use bastide_table::seats::SUBSTITUTE;
use bastide_table::stored::{Change, Progress, StoredGame, StoredLine, StoredNote, StoredSeat};
use bastide_table::text::CHAT_KEPT;
use bastide_table::wire::{Note, Status};
use rusqlite::{Connection, Row, params};

use crate::store::{NOTES_KEPT, StoreError, number, status};

fn not_json(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
}

/// Games that everybody may see. The index has only these: private ones are not even looked at.
pub(super) const PUBLIC: &str = "INDEXED BY public_games WHERE private = 0 AND status = ?1";
/// Games with a seat of somebody.
pub(super) const SEATED: &str =
    "WHERE id IN (SELECT game FROM seats WHERE owner = ?2 UNION SELECT game FROM seats WHERE kept_for = ?2)
    AND (?1 IS NULL OR status = ?1)";
/// Private games that somebody has made.
pub(super) const HOSTED_IN_PRIVATE: &str =
    "INDEXED BY games_by_host WHERE host = ?2 AND (?1 IS NULL OR status = ?1) AND private = 1";

pub(super) const GAME: &str =
    "id, host, rules, seed, setup, status, progress, created, changed, rematch, damaged, version, shares";

pub(super) fn read_game(row: &Row<'_>) -> rusqlite::Result<StoredGame> {
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

pub(super) fn read_seats(connection: &Connection, game: &str) -> rusqlite::Result<Vec<StoredSeat>> {
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
pub(super) fn set_aside(connection: &Connection, game: &str, from: u32) -> rusqlite::Result<()> {
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

pub(super) fn write_game(connection: &Connection, game: &StoredGame) -> Result<(), StoreError> {
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

pub(super) fn write_change(connection: &Connection, change: &Change) -> Result<(), StoreError> {
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

pub(super) fn write_name(connection: &Connection, who: Identity, name: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("INSERT OR REPLACE INTO names VALUES (?, ?)")?.execute(params![who.0, name])?;
    Ok(())
}

/// Deletes a game and everything in it; says whether there was one.
pub(super) fn delete_game(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    for table in ["seats", "actions", "notes", "chat", "set_aside"] {
        connection.prepare_cached(&format!("DELETE FROM {table} WHERE game = ?"))?.execute([id])?;
    }
    Ok(connection.prepare_cached("DELETE FROM games WHERE id = ?")?.execute([id])? > 0)
}

/// Writes a note after the last action, in the name of nobody at the table, and moves the fence.
pub(super) fn note_from_outside(connection: &Connection, id: &str, note: Note) -> rusqlite::Result<()> {
    let after = connection
        .prepare_cached("SELECT count(*) FROM actions WHERE game = ?")?
        .query_row([id], |row| row.get::<_, u32>(0))?;
    write_note(connection, id, &StoredNote { after, text: note.stored() })?;
    connection.prepare_cached("UPDATE games SET version = version + 1 WHERE id = ?")?.execute([id])?;
    Ok(())
}

/// The ids of games in which somebody has a part.
pub(super) fn games_of(connection: &Connection, who: Identity) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT id FROM games WHERE host = ?1 UNION SELECT game FROM seats WHERE owner = ?1
        UNION SELECT game FROM seats WHERE kept_for = ?1";
    connection.prepare_cached(sql)?.query_map([who.0], |row| row.get(0))?.collect()
}

/// Takes somebody out of a game: the seats that were theirs, and what they wrote from there.
pub(super) fn forget_in(connection: &Connection, id: &str, who: Identity) -> rusqlite::Result<()> {
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
