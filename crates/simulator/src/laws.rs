//! What must hold in every history.

use std::fmt;

use bastide_table::clock::Now;
use bastide_table::replay::replay;
use bastide_table::room::{Bounds, Room};
use bastide_table::wire::{ChatLine, Status};

use crate::page::{Page, Promise};
use crate::store::Store;

/// A law that was broken, and the seed of the history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The seed that replays it.
    pub seed: u64,
    /// The law.
    pub law: &'static str,
    /// How.
    pub how: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}. Again: make simulate SEED={} HISTORIES=1", self.law, self.how, self.seed)
    }
}

impl std::error::Error for Broken {}

/// A law, and how it is broken.
pub(crate) type Breach = (&'static str, String);

/// Looks at the end of a history: at what is stored, at what pages show and at what they were promised.
pub(crate) fn check(store: &Store, games: &[String], pages: &[Page]) -> Result<(), Breach> {
    for game in store.games.values() {
        let again = replay(game);
        if let Some(damage) = again.damage {
            return Err(("what is stored is one history", damage));
        }
        if game.status != Status::Finished {
            let how = format!("game {} stands at {} actions", game.id, game.actions.len());
            return Err(("every game goes on to its end", how));
        }
    }
    for (number, page) in pages.iter().enumerate() {
        check_promises(store, &games[page.game], number, page)?;
        check_sight(store, &games[page.game], number, page)?;
    }
    Ok(())
}

fn check_promises(store: &Store, game: &str, number: usize, page: &Page) -> Result<(), Breach> {
    const LAW: &str = "what is acknowledged is stored, once and in its place";
    let game = &store.games[game];
    for promise in &page.promises {
        let is_kept = match promise {
            Promise::Confirmed { after, actions } => {
                let from = *after as usize;
                game.actions.get(from..from + actions.len()) == Some(actions.as_slice())
            }
            Promise::Wrote { text } => game.chat.iter().filter(|line| line.text == *text).count() == 1,
            Promise::Seated { seat } => game.seats.get(usize::from(*seat)).is_some_and(|seat| seat.owner == page.who),
        };
        if !is_kept {
            return Err((LAW, format!("page {number} was promised {promise:?}, but there is {:?}", game.actions)));
        }
    }
    Ok(())
}

/// Every page shows the game as somebody would see it who comes now.
fn check_sight(store: &Store, game: &str, number: usize, page: &Page) -> Result<(), Breach> {
    const LAW: &str = "every page comes to show the same game";
    let room = Room::restore(store.games[game].clone(), Bounds { sockets_of_identity: 1, watchers: 1 });
    let fresh = room.view(page.who, Now::default());
    let Some(view) = &page.shown.view else { return Err((LAW, format!("page {number} shows nothing"))) };
    let lines = |chat: &[ChatLine]| chat.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
    let log: Vec<String> = fresh.log.iter().map(|entry| format!("{entry:?}")).collect();
    let differences = [
        ("actions", view.draft != fresh.draft),
        ("status", view.status != fresh.status),
        ("tiles", format!("{:?}", page.shown.tiles) != format!("{:?}", fresh.board.tiles)),
        ("history", page.shown.history != fresh.history),
        ("log", page.shown.log != log),
        ("chat", lines(&page.shown.chat) != lines(&fresh.chat)),
        ("winners", view.winners != fresh.winners),
    ];
    match differences.iter().find(|(_, differs)| *differs) {
        Some((what @ "chat", _)) => {
            let (shown, stored) = (lines(&page.shown.chat), lines(&fresh.chat));
            Err((LAW, format!("page {number} shows another {what}: {shown:?}, not {stored:?}")))
        }
        Some((what, _)) => Err((LAW, format!("page {number} shows another {what}"))),
        None => Ok(()),
    }
}
