//! A whole analysis, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bastide_bots::Stop;
use bastide_rules::notation::Record;

use crate::account::{Analysis, account};
use crate::questions::{Question, questions};
use crate::weigh::{Effort, Weighed, opening, weigh};

/// Is told how far an analysis is.
pub trait Progress: Sync {
    /// So many decisions of so many are done.
    fn done(&self, done: usize, of: usize);
}

impl Progress for () {
    fn done(&self, _: usize, _: usize) {}
}

impl<F: Fn(usize, usize) + Sync> Progress for F {
    fn done(&self, done: usize, of: usize) {
        self(done, of);
    }
}

/// Analyses a game; `None` if it was stopped.
pub fn analyse(record: &Record, effort: Effort, progress: &impl Progress, stop: &Stop) -> Option<Analysis> {
    let questions = questions(record);
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<Option<Weighed>>> = Mutex::new(vec![None; questions.len()]);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = questions.get(index) else { break };
            let Some(weighed) = weigh(question, effort, stop) else { break };
            let Ok(mut found) = found.lock() else { break };
            found[index] = Some(weighed);
            progress.done(found.iter().flatten().count(), questions.len());
        }
    };
    match effort.threads {
        0 | 1 => work(),
        threads => std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work)))),
    }
    let weighed: Option<Vec<Weighed>> = found.into_inner().ok()?.into_iter().collect();
    let start = questions.first().and_then(|first: &Question| {
        let start = record.start();
        (start.game().players() == 2).then(|| opening(&start, first.seat, effort, stop)).flatten()
    });
    Some(account(record, &questions, &weighed?, start))
}
