//! Games in and out as records.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bastide_rules::notation::Record;
use bastide_table::identity::Identity;
use bastide_table::making::{Made, Origin, from_record};
use bastide_table::refused::Refused;
use bastide_table::replay::{record_text, replay};
use bastide_table::stored::StoredGame;
use bastide_table::wire::{SeatLink, Who};

use crate::identity::{new_id, new_secret, new_seed};
use crate::rooms::now;
use crate::store::{self, Store};

/// What an export has written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// Records.
    pub games: usize,
    /// Of them, records that end early because this version could not replay the rest.
    pub damaged: usize,
}

/// A game that was taken in.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its id.
    pub id: String,
    /// Links to its seats, if it is not over.
    pub links: Vec<SeatLink>,
}

/// Writes every game of a data folder as a record, `ID.txt`, into another folder.
///
/// # Errors
/// With a sentence, if something cannot be read or written.
pub async fn export(data: &Path, folder: &Path) -> Result<Exported, String> {
    export_from(&*open(data, None).await?, folder).await
}

/// The same from any storage.
///
/// # Errors
/// With a sentence, if something cannot be read or written.
pub async fn export_from(store: &dyn Store, folder: &Path) -> Result<Exported, String> {
    fs::create_dir_all(folder).map_err(|error| format!("the folder {} cannot be made: {error}", folder.display()))?;
    let mut done = Exported { games: 0, damaged: 0 };
    for id in store.ids().await.map_err(|error| error.to_string())? {
        let Some(game) = store.load(&id).await.map_err(|error| format!("game {id} cannot be read: {error}"))? else {
            continue;
        };
        let again = replay(&game);
        let text = record_text(&game, &again.table, again.damage.as_deref(), &again.lost);
        let file = folder.join(format!("{id}.txt"));
        fs::write(&file, text).map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
        done.games += 1;
        done.damaged += usize::from(again.damage.is_some());
    }
    Ok(done)
}

/// Opens the storage that a server has: a database, or what is in a data folder.
///
/// # Errors
/// With a sentence, if there is nothing or it cannot be used.
pub async fn open(data: &Path, database: Option<&str>) -> Result<Arc<dyn Store>, String> {
    if database.is_none() && !data.join(crate::store::sqlite::FILE).exists() {
        return Err(format!("there are no games in {}; say with --data where they are", data.display()));
    }
    store::open(data, database).await.map_err(|error| error.to_string())
}

/// Takes a record in as a game. The seats of a game that is not over are taken by links.
///
/// # Errors
/// With a sentence, if the record is not one or cannot be stored.
pub async fn import(data: &Path, text: &str) -> Result<Imported, String> {
    import_into(data, None, text).await
}

/// The same into any storage.
///
/// # Errors
/// With a sentence, if the record is not one or cannot be stored.
pub async fn import_into(data: &Path, database: Option<&str>, text: &str) -> Result<Imported, String> {
    let record = Record::parse(text).map_err(|error| error.to_string())?;
    let store = store::open(data, database).await.map_err(|error| error.to_string())?;
    // Nobody is its host: no secret has this hash that anybody could find.
    let (game, links) = game_of(&record, Identity([0; 32]), false).map_err(|error| error.message)?;
    let id = game.id.clone();
    store.create(game).await.map_err(|error| error.to_string())?;
    Ok(Imported { id, links })
}

/// A record as a new game, and the links to its seats if it is not over.
pub(crate) fn game_of(record: &Record, host: Identity, private: bool) -> Result<(StoredGame, Vec<SeatLink>), Refused> {
    let origin = Origin { id: new_id()?, host, seed: new_seed()?, date: now() };
    let Made { mut game, links } = from_record(record, origin, |_| Who::Elsewhere, new_secret)?;
    game.setup.private = private;
    Ok((game, links))
}
