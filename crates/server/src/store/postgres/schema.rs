//! The tables, and how older ones become these.

use tokio_postgres::Client;

use crate::store::StoreError;

/// Each step brings the database from one version to the next; steps are never changed. A step must leave the database usable
/// for servers of the version before, because nodes are renewed one after the other: columns are added with a default,
/// nothing is renamed or taken away before the last server that needs it is gone.
const MIGRATIONS: &[&str] = &[
    r#"
    CREATE TABLE games (
        id TEXT COLLATE "C" PRIMARY KEY,
        host BYTEA NOT NULL,
        rules TEXT NOT NULL,
        seed BYTEA NOT NULL,
        setup TEXT NOT NULL,
        private BOOLEAN NOT NULL,
        status INTEGER NOT NULL,
        progress TEXT NOT NULL,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        rematch TEXT,
        damaged BOOLEAN NOT NULL DEFAULT FALSE,
        version BIGINT NOT NULL DEFAULT 0,
        shares TEXT
    );
    CREATE INDEX games_by_status ON games (status, changed DESC, id);
    CREATE INDEX public_games ON games (status, changed DESC, id) WHERE NOT private;
    CREATE INDEX games_by_host ON games (host, status);
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        colour TEXT NOT NULL,
        bot TEXT,
        owner BYTEA,
        key BYTEA,
        resigned BOOLEAN NOT NULL,
        kept_for BYTEA,
        PRIMARY KEY (game, seat)
    );
    CREATE INDEX seats_by_owner ON seats (owner, game);
    CREATE INDEX seats_by_guest ON seats (kept_for, game) WHERE kept_for IS NOT NULL;
    CREATE TABLE actions (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        action TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE notes (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        after INTEGER NOT NULL,
        note TEXT NOT NULL
    );
    CREATE INDEX notes_by_game ON notes (game, id);
    CREATE TABLE chat (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER,
        name TEXT NOT NULL,
        line TEXT NOT NULL,
        time BIGINT NOT NULL
    );
    CREATE INDEX chat_by_game ON chat (game, id);
    CREATE TABLE set_aside (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        action TEXT NOT NULL
    );
    CREATE INDEX set_aside_by_game ON set_aside (game, id);
    CREATE TABLE names (who BYTEA PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE house_rules (kind TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, value));
    CREATE TABLE complaints (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        time BIGINT NOT NULL,
        game TEXT NOT NULL,
        by BYTEA NOT NULL,
        about BYTEA NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        lines TEXT NOT NULL
    );
    CREATE TABLE handovers (key BYTEA PRIMARY KEY, who BYTEA NOT NULL, sealed BYTEA NOT NULL, until BIGINT NOT NULL);
    CREATE TABLE probe (id INTEGER PRIMARY KEY, bytes BYTEA NOT NULL);
"#,
    "
    CREATE TABLE challenges (challenge BYTEA PRIMARY KEY, purpose INTEGER NOT NULL, who BYTEA NOT NULL, until BIGINT NOT NULL);
    CREATE INDEX challenges_by_age ON challenges (until);
    CREATE TABLE passkeys (
        id BYTEA PRIMARY KEY,
        who BYTEA NOT NULL,
        key BYTEA NOT NULL,
        sealed BYTEA NOT NULL,
        counter BIGINT NOT NULL,
        label TEXT NOT NULL,
        created BIGINT NOT NULL,
        used BIGINT NOT NULL
    );
    CREATE INDEX passkeys_by_person ON passkeys (who);
    CREATE TABLE moved (old BYTEA PRIMARY KEY, who BYTEA NOT NULL, sealed BYTEA NOT NULL);
    CREATE INDEX moved_by_person ON moved (who);
",
    "
    CREATE TABLE subscriptions (
        endpoint TEXT PRIMARY KEY,
        who BYTEA NOT NULL,
        key BYTEA NOT NULL,
        auth BYTEA NOT NULL,
        language TEXT NOT NULL,
        created BIGINT NOT NULL
    );
    CREATE INDEX subscriptions_by_person ON subscriptions (who, created);
",
];

/// One server at a time looks at the tables; the number says who asks for the lock.
const LOCK: i64 = 0x6261_7374_6964_6501;

/// Makes the tables, or brings them up to this version.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let step = client.transaction().await?;
    step.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    step.batch_execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)").await?;
    let row = step.query_opt("SELECT version FROM schema_version", &[]).await?;
    let version = row.map_or(0, |row| row.get::<_, i32>(0));
    let known = MIGRATIONS.len() as i32;
    if version > known {
        return Err(StoreError::new(format!(
            "the database was written by a newer version of Bastide (version {version}, this program knows {known}). Use the newer program"
        )));
    }
    for sql in &MIGRATIONS[version.max(0) as usize..] {
        step.batch_execute(sql).await?;
    }
    if version < known {
        step.batch_execute("DELETE FROM schema_version").await?;
        step.execute("INSERT INTO schema_version VALUES ($1)", &[&known]).await?;
    }
    Ok(step.commit().await?)
}
