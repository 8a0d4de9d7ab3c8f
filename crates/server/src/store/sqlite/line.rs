//! What waits for the disk and for a look into the file: one thread that writes, and threads that read.

use std::path::Path;
use std::sync::mpsc;
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::file::connect;
use crate::store::{Later, StoreError};

/// At most this many writes wait for the disk together.
const BATCH: usize = 512;

/// Writes, if there is a connection in a transaction to write to. Says whether it went well, and how to tell the result,
/// unless the whole transaction failed.
type Write = Box<dyn FnOnce(Result<&Connection, StoreError>) -> (bool, Tell) + Send>;
type Tell = Box<dyn FnOnce(Option<StoreError>) + Send>;
type Read = Box<dyn FnOnce(&mut Connection) + Send>;

/// The thread that writes.
#[derive(Debug)]
pub(super) struct Writer(mpsc::Sender<Write>);

impl Writer {
    /// Starts it with the connection that it owns.
    pub(super) fn start(connection: Connection) -> Result<Writer, StoreError> {
        let (writes, queue) = mpsc::channel();
        let thread = thread::Builder::new().name("storage".to_owned());
        thread.spawn(move || write_all(&connection, &queue)).map_err(|error| no_thread(&error))?;
        Ok(Writer(writes))
    }

    /// Writes something, and answers when it is on the disk.
    pub(super) fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Later<T> {
        let (reply, answer) = oneshot::channel();
        let is_sent = self
            .0
            .send(Box::new(move |connection| {
                let result = connection.and_then(write);
                let is_good = result.is_ok();
                let tell: Tell = Box::new(move |failed| {
                    // Nobody waits any more: it is stored all the same.
                    let _ = reply.send(failed.map_or(result, Err));
                });
                (is_good, tell)
            }))
            .is_ok();
        later(is_sent, answer)
    }
}

/// A thread that reads.
#[derive(Debug)]
pub(super) struct Reader(mpsc::Sender<Read>);

impl Reader {
    /// Starts it with a connection of its own.
    pub(super) fn start(file: &Path, name: &str) -> Result<Reader, StoreError> {
        let mut connection = connect(file)?;
        let (reads, queue) = mpsc::channel::<Read>();
        let thread = thread::Builder::new().name(name.to_owned());
        let work = move || {
            while let Ok(read) = queue.recv() {
                read(&mut connection);
            }
        };
        thread.spawn(work).map_err(|error| no_thread(&error))?;
        Ok(Reader(reads))
    }

    /// Reads something.
    pub(super) fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<T> {
        let (reply, answer) = oneshot::channel();
        let is_sent = self
            .0
            .send(Box::new(move |connection| {
                // Nobody waits any more: nothing to do.
                if !reply.is_closed() {
                    let _ = reply.send(read(connection).map_err(StoreError::from));
                }
            }))
            .is_ok();
        later(is_sent, answer)
    }
}

fn later<T: Send + 'static>(is_sent: bool, answer: oneshot::Receiver<Result<T, StoreError>>) -> Later<T> {
    Box::pin(async move {
        if !is_sent {
            return Err(gone());
        }
        answer.await.map_err(|_| gone())?
    })
}

fn gone() -> StoreError {
    StoreError::new("the storage has stopped")
}

fn no_thread(error: &std::io::Error) -> StoreError {
    StoreError::new(format!("the storage cannot start: {error}"))
}

/// Stores what waits, in one transaction at a time.
fn write_all(connection: &Connection, queue: &mpsc::Receiver<Write>) {
    while let Ok(first) = queue.recv() {
        let mut answers = Vec::new();
        let all = write_batch(connection, std::iter::once(first).chain(queue.try_iter()).take(BATCH), &mut answers);
        if all.is_err() {
            // If nothing was begun there is nothing to take back.
            let _ = connection.execute_batch("ROLLBACK");
        }
        let failed = all.err().map(StoreError::from);
        for (tell, own) in answers {
            tell(failed.clone().or(own));
        }
    }
}

fn write_batch(
    connection: &Connection,
    writes: impl Iterator<Item = Write>,
    answers: &mut Vec<(Tell, Option<StoreError>)>,
) -> rusqlite::Result<()> {
    let begun = connection.execute_batch("BEGIN IMMEDIATE");
    for write in writes {
        // One that fails does not spoil the others.
        let open = match &begun {
            Ok(()) => connection.execute_batch("SAVEPOINT one").map(|()| connection).map_err(StoreError::from),
            Err(error) => Err(StoreError::new(error.to_string())),
        };
        let is_open = open.is_ok();
        let (is_good, tell) = write(open);
        let end = if is_good { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
        let ended = if is_open { connection.execute_batch(end) } else { Ok(()) };
        answers.push((tell, ended.err().map(StoreError::from)));
    }
    begun?;
    connection.execute_batch("COMMIT")
}
