//! What is kept about people, in PostgreSQL.

use bastide_table::identity::Identity;
use tokio_postgres::Row;

use super::Postgres;
use super::rows::{GAMES_OF, bytes, execute, ids};
use crate::store::people::{CHALLENGES, PASSKEYS, Passkey, People, Purpose, SUBSCRIPTIONS, Subscription};
use crate::store::{Later, StoreError};

const PASSKEY: &str = "id, who, key, sealed, counter, label, created, used";

fn read_passkey(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.try_get(0)?,
        who: Identity(bytes(row, 1)?),
        key: row.try_get(2)?,
        sealed: bytes(row, 3)?,
        counter: row.try_get::<_, i64>(4)? as u32,
        label: row.try_get(5)?,
        created: row.try_get(6)?,
        used: row.try_get(7)?,
    })
}

/// One merge at a time; the number says who asks for the lock.
const LOCK: i64 = 0x6261_7374_6964_6503;

/// Everything of one person (1) becomes another's (2); the name only if the other has none.
const MERGE: [&str; 10] = [
    "UPDATE games SET host = $2 WHERE host = $1",
    "UPDATE seats SET owner = $2 WHERE owner = $1",
    "UPDATE seats SET kept_for = $2 WHERE kept_for = $1",
    "INSERT INTO names (who, name) SELECT $2::bytea, name FROM names WHERE who = $1 ON CONFLICT DO NOTHING",
    "DELETE FROM names WHERE who = $1 AND $2::bytea <> $1",
    "UPDATE complaints SET by = CASE WHEN by = $1 THEN $2 ELSE by END,
        about = CASE WHEN about = $1 THEN $2 ELSE about END WHERE $1 IN (by, about)",
    "DELETE FROM handovers WHERE who = $1 AND $2::bytea <> $1",
    "UPDATE passkeys SET who = $2 WHERE who = $1",
    "UPDATE moved SET who = $2 WHERE who = $1",
    "UPDATE subscriptions SET who = $2 WHERE who = $1",
];

impl People for Postgres {
    fn keep_challenge(&self, challenge: [u8; 32], purpose: Purpose, who: Identity, until: i64) -> Later<()> {
        self.work(async move |client| {
            // One at a time for each browser and purpose, none that is too old, and not too many.
            let old = "DELETE FROM challenges WHERE (who = $1 AND purpose = $2) OR until < $3
                OR until <= (SELECT until FROM challenges ORDER BY until DESC LIMIT 1 OFFSET $4)";
            let (number, most) = (purpose.number(), i64::from(CHALLENGES));
            execute(&client, old, &[&&who.0[..], &number, &crate::rooms::now(), &most]).await?;
            let sql = "INSERT INTO challenges (challenge, purpose, who, until) VALUES ($1, $2, $3, $4)";
            execute(&client, sql, &[&&challenge[..], &number, &&who.0[..], &until]).await?;
            Ok(())
        })
    }

    fn take_challenge(&self, challenge: [u8; 32], purpose: Purpose, who: Identity, now: i64) -> Later<bool> {
        self.work(async move |client| {
            let sql = "DELETE FROM challenges WHERE challenge = $1 RETURNING purpose, who, until";
            let Some(row) = client.query_opt(sql, &[&&challenge[..]]).await? else { return Ok(false) };
            let (number, asked, until) = (row.try_get::<_, i32>(0)?, bytes(&row, 1)?, row.try_get::<_, i64>(2)?);
            Ok(number == purpose.number() && asked == who.0 && until >= now)
        })
    }

    fn add_passkey(&self, passkey: Passkey) -> Later<bool> {
        self.work(async move |client| {
            let Passkey { id, who, key, sealed, counter, label, created, used } = &passkey;
            let sql = "INSERT INTO passkeys (id, who, key, sealed, counter, label, created, used)
                SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT count(*) FROM passkeys WHERE who = $2) < $9
                ON CONFLICT DO NOTHING";
            let (counter, most) = (i64::from(*counter), i64::from(PASSKEYS));
            let (who, sealed) = (&who.0[..], &sealed[..]);
            let added = execute(&client, sql, &[id, &who, key, &sealed, &counter, label, created, used, &most]).await?;
            Ok(added > 0)
        })
    }

    fn passkeys(&self, who: Identity) -> Later<Vec<Passkey>> {
        self.work(async move |client| {
            let sql = format!("SELECT {PASSKEY} FROM passkeys WHERE who = $1 ORDER BY created, id");
            client.query(&sql, &[&&who.0[..]]).await?.iter().map(read_passkey).collect()
        })
    }

    fn passkey(&self, id: Vec<u8>) -> Later<Option<Passkey>> {
        self.work(async move |client| {
            let sql = format!("SELECT {PASSKEY} FROM passkeys WHERE id = $1");
            client.query_opt(&sql, &[&id]).await?.as_ref().map(read_passkey).transpose()
        })
    }

    fn use_passkey(&self, id: Vec<u8>, counter: u32, now: i64) -> Later<bool> {
        self.work(async move |client| {
            let sql = "UPDATE passkeys SET counter = $1, used = $2
                WHERE id = $3 AND (counter < $1 OR (counter = 0 AND $1 = 0))";
            Ok(execute(&client, sql, &[&i64::from(counter), &now, &id]).await? > 0)
        })
    }

    fn remove_passkey(&self, who: Identity, id: Vec<u8>) -> Later<bool> {
        self.work(async move |client| {
            let sql = "DELETE FROM passkeys WHERE id = $1 AND who = $2";
            Ok(execute(&client, sql, &[&id, &&who.0[..]]).await? > 0)
        })
    }

    fn subscribe(&self, subscription: Subscription) -> Later<()> {
        self.work(async move |mut client| {
            let Subscription { endpoint, who, key, auth, language, created } = &subscription;
            let who = &who.0[..];
            let step = client.transaction().await?;
            let sql = "INSERT INTO subscriptions (endpoint, who, key, auth, language, created) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (endpoint) DO UPDATE SET who = excluded.who, key = excluded.key, auth = excluded.auth,
                language = excluded.language, created = excluded.created";
            execute(&step, sql, &[endpoint, &who, key, auth, language, created]).await?;
            let old = "DELETE FROM subscriptions WHERE who = $1 AND endpoint NOT IN
                (SELECT endpoint FROM subscriptions WHERE who = $1 ORDER BY created DESC, endpoint LIMIT $2)";
            execute(&step, old, &[&who, &i64::from(SUBSCRIPTIONS)]).await?;
            Ok(step.commit().await?)
        })
    }

    fn subscriptions(&self, who: Identity) -> Later<Vec<Subscription>> {
        self.work(async move |client| {
            let sql = "SELECT endpoint, key, auth, language, created FROM subscriptions WHERE who = $1 ORDER BY created, endpoint";
            let read = |row: &Row| {
                let (endpoint, key, auth) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
                Ok(Subscription { endpoint, who, key, auth, language: row.try_get(3)?, created: row.try_get(4)? })
            };
            client.query(sql, &[&&who.0[..]]).await?.iter().map(read).collect()
        })
    }

    fn unsubscribe(&self, endpoint: String, who: Option<Identity>) -> Later<()> {
        self.work(async move |client| {
            let who = who.as_ref().map(|who| &who.0[..]);
            let sql = "DELETE FROM subscriptions WHERE endpoint = $1 AND ($2::bytea IS NULL OR who = $2)";
            execute(&client, sql, &[&endpoint, &who]).await?;
            Ok(())
        })
    }

    fn moved(&self, from: Identity) -> Later<Option<[u8; 32]>> {
        self.work(async move |client| {
            let statement = client.prepare_cached("SELECT sealed FROM moved WHERE old = $1").await?;
            let row = client.query_opt(&statement, &[&&from.0[..]]).await?;
            row.map(|row| bytes(&row, 0)).transpose()
        })
    }

    fn merge(&self, from: Identity, into: Identity, sealed: [u8; 32]) -> Later<Option<Vec<String>>> {
        self.work(async move |mut client| {
            let (from, into) = (&from.0[..], &into.0[..]);
            let step = client.transaction().await?;
            step.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
            if step.query_opt("SELECT 1 FROM moved WHERE old IN ($1, $2) LIMIT 1", &[&from, &into]).await?.is_some() {
                return Ok(None);
            }
            let games = ids(&step, GAMES_OF, &[&from]).await?;
            // Games come before seats, as in every change of a game: so nobody waits for one another.
            execute(&step, "UPDATE games SET version = version + 1 WHERE id = ANY($1)", &[&games]).await?;
            for sql in MERGE {
                execute(&step, sql, &[&from, &into]).await?;
            }
            let sql = "INSERT INTO moved (old, who, sealed) VALUES ($1, $2, $3)";
            execute(&step, sql, &[&from, &into, &&sealed[..]]).await?;
            step.commit().await?;
            Ok(Some(games))
        })
    }
}
