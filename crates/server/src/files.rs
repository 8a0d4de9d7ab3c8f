//! The limit of open files. Every connection is one, and systems begin a process with as few as 1,024.

/// Files that are open beside connections, with some to spare: the database, the listener, those who are told that
/// there is no room.
pub const RESERVE: usize = 64;

/// Raises the limit of this process so that `wanted` files can be open, as far as the system lets it; how many can be.
#[cfg(unix)]
pub fn raise(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // No number means no limit.
    let whole = |limit: Option<u64>| limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let limit = getrlimit(Resource::Nofile);
    let (now, most) = (whole(limit.current), whole(limit.maximum));
    let aim = wanted.min(most);
    if aim <= now {
        return now;
    }
    let raised = Rlimit { current: Some(aim as u64), maximum: limit.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => aim,
        Err(error) => {
            tracing::warn!(%error, now, aim, "the limit of open files cannot be raised");
            now
        }
    }
}

/// Elsewhere connections are not files, and there is no such limit.
#[cfg(not(unix))]
pub fn raise(_wanted: usize) -> usize {
    usize::MAX
}
