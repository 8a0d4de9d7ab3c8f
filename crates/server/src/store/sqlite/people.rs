//! What is kept about people, in SQLite.

use bastide_table::identity::Identity;
use rusqlite::{OptionalExtension, Row, params};

use super::Sqlite;
use super::rows::games_of;
use crate::store::Later;
use crate::store::people::{CHALLENGES, PASSKEYS, Passkey, People, Purpose, SUBSCRIPTIONS, Subscription};

const PASSKEY: &str = "id, who, key, sealed, counter, label, created, used";

fn read_passkey(row: &Row<'_>) -> rusqlite::Result<Passkey> {
    Ok(Passkey {
        id: row.get(0)?,
        who: Identity(row.get(1)?),
        key: row.get(2)?,
        sealed: row.get(3)?,
        counter: row.get(4)?,
        label: row.get(5)?,
        created: row.get(6)?,
        used: row.get(7)?,
    })
}

/// Everything of one person (1) becomes another's (2); the name only if the other has none.
const MERGE: [&str; 10] = [
    "UPDATE games SET host = ?2 WHERE host = ?1",
    "UPDATE seats SET owner = ?2 WHERE owner = ?1",
    "UPDATE seats SET kept_for = ?2 WHERE kept_for = ?1",
    "INSERT OR IGNORE INTO names (who, name) SELECT ?2, name FROM names WHERE who = ?1",
    "DELETE FROM names WHERE who = ?1 AND ?2 <> ?1",
    "UPDATE complaints SET by = iif(by = ?1, ?2, by), about = iif(about = ?1, ?2, about) WHERE ?1 IN (by, about)",
    "DELETE FROM handovers WHERE who = ?1 AND ?2 <> ?1",
    "UPDATE passkeys SET who = ?2 WHERE who = ?1",
    "UPDATE moved SET who = ?2 WHERE who = ?1",
    "UPDATE subscriptions SET who = ?2 WHERE who = ?1",
];

impl People for Sqlite {
    fn keep_challenge(&self, challenge: [u8; 32], purpose: Purpose, who: Identity, until: i64) -> Later<()> {
        self.write(move |connection| {
            // One at a time for each browser and purpose, none that is too old, and not too many.
            let old = "DELETE FROM challenges WHERE (who = ?1 AND purpose = ?2) OR until < ?3
                OR until <= (SELECT until FROM challenges ORDER BY until DESC LIMIT 1 OFFSET ?4)";
            let values = params![who.0, purpose.number(), crate::rooms::now(), CHALLENGES];
            connection.prepare_cached(old)?.execute(values)?;
            connection
                .prepare_cached("INSERT INTO challenges (challenge, purpose, who, until) VALUES (?, ?, ?, ?)")?
                .execute(params![challenge, purpose.number(), who.0, until])?;
            Ok(())
        })
    }

    fn take_challenge(&self, challenge: [u8; 32], purpose: Purpose, who: Identity, now: i64) -> Later<bool> {
        self.write(move |connection| {
            let sql = "DELETE FROM challenges WHERE challenge = ? RETURNING purpose, who, until";
            let found: Option<(i32, [u8; 32], i64)> = connection
                .prepare_cached(sql)?
                .query_row([challenge], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            Ok(found.is_some_and(|(number, asked, until)| number == purpose.number() && asked == who.0 && until >= now))
        })
    }

    fn add_passkey(&self, passkey: Passkey) -> Later<bool> {
        self.write(move |connection| {
            let Passkey { id, who, key, sealed, counter, label, created, used } = &passkey;
            let sql = "INSERT INTO passkeys (id, who, key, sealed, counter, label, created, used)
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE (SELECT count(*) FROM passkeys WHERE who = ?2) < ?9
                ON CONFLICT DO NOTHING";
            let values = params![id, who.0, key, sealed, counter, label, created, used, PASSKEYS];
            Ok(connection.prepare_cached(sql)?.execute(values)? > 0)
        })
    }

    fn passkeys(&self, who: Identity) -> Later<Vec<Passkey>> {
        self.read(move |connection| {
            let sql = format!("SELECT {PASSKEY} FROM passkeys WHERE who = ? ORDER BY created, id");
            connection.prepare_cached(&sql)?.query_map([who.0], read_passkey)?.collect()
        })
    }

    fn passkey(&self, id: Vec<u8>) -> Later<Option<Passkey>> {
        self.read(move |connection| {
            let sql = format!("SELECT {PASSKEY} FROM passkeys WHERE id = ?");
            connection.prepare_cached(&sql)?.query_row([id], read_passkey).optional()
        })
    }

    fn use_passkey(&self, id: Vec<u8>, counter: u32, now: i64) -> Later<bool> {
        self.write(move |connection| {
            let sql = "UPDATE passkeys SET counter = ?1, used = ?2
                WHERE id = ?3 AND (counter < ?1 OR (counter = 0 AND ?1 = 0))";
            Ok(connection.prepare_cached(sql)?.execute(params![counter, now, id])? > 0)
        })
    }

    fn remove_passkey(&self, who: Identity, id: Vec<u8>) -> Later<bool> {
        self.write(move |connection| {
            let sql = "DELETE FROM passkeys WHERE id = ? AND who = ?";
            Ok(connection.prepare_cached(sql)?.execute(params![id, who.0])? > 0)
        })
    }

    fn subscribe(&self, subscription: Subscription) -> Later<()> {
        self.write(move |connection| {
            let Subscription { endpoint, who, key, auth, language, created } = &subscription;
            let sql = "INSERT OR REPLACE INTO subscriptions (endpoint, who, key, auth, language, created)
                VALUES (?, ?, ?, ?, ?, ?)";
            connection.prepare_cached(sql)?.execute(params![endpoint, who.0, key, auth, language, created])?;
            let old = "DELETE FROM subscriptions WHERE who = ?1 AND endpoint NOT IN
                (SELECT endpoint FROM subscriptions WHERE who = ?1 ORDER BY created DESC, endpoint LIMIT ?2)";
            connection.prepare_cached(old)?.execute(params![who.0, SUBSCRIPTIONS])?;
            Ok(())
        })
    }

    fn subscriptions(&self, who: Identity) -> Later<Vec<Subscription>> {
        self.read(move |connection| {
            let sql = "SELECT endpoint, key, auth, language, created FROM subscriptions WHERE who = ? ORDER BY created, endpoint";
            let read = |row: &Row<'_>| {
                let (endpoint, key, auth) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(Subscription { endpoint, who, key, auth, language: row.get(3)?, created: row.get(4)? })
            };
            connection.prepare_cached(sql)?.query_map([who.0], read)?.collect()
        })
    }

    fn unsubscribe(&self, endpoint: String, who: Option<Identity>) -> Later<()> {
        self.write(move |connection| {
            let sql = "DELETE FROM subscriptions WHERE endpoint = ?1 AND (?2 IS NULL OR who = ?2)";
            connection.prepare_cached(sql)?.execute(params![endpoint, who.map(|who| who.0)])?;
            Ok(())
        })
    }

    fn moved(&self, from: Identity) -> Later<Option<[u8; 32]>> {
        self.read(move |connection| {
            let sql = "SELECT sealed FROM moved WHERE old = ?";
            connection.prepare_cached(sql)?.query_row([from.0], |row| row.get(0)).optional()
        })
    }

    fn merge(&self, from: Identity, into: Identity, sealed: [u8; 32]) -> Later<Option<Vec<String>>> {
        self.write(move |connection| {
            if connection.prepare_cached("SELECT 1 FROM moved WHERE old IN (?1, ?2)")?.exists([from.0, into.0])? {
                return Ok(None);
            }
            let games = games_of(connection, from)?;
            for id in &games {
                connection.prepare_cached("UPDATE games SET version = version + 1 WHERE id = ?")?.execute([id])?;
            }
            for sql in MERGE {
                connection.prepare_cached(sql)?.execute([from.0, into.0])?;
            }
            connection
                .prepare_cached("INSERT INTO moved (old, who, sealed) VALUES (?, ?, ?)")?
                .execute(params![from.0, into.0, sealed])?;
            Ok(Some(games))
        })
    }
}
