//! The storage: games with versions. Whoever does not know the last one changes nothing.

use std::collections::BTreeMap;

use bastide_table::room::Request;
use bastide_table::stored::StoredGame;

use crate::Planted;

/// All games.
pub(crate) struct Store {
    pub(crate) games: BTreeMap<String, StoredGame>,
    /// Changes that were refused because of their version.
    pub(crate) refused: u64,
    planted: Planted,
}

/// What an owner is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Stored,
    OtherOwner,
    /// Nothing was stored.
    Failed,
    /// The answer was lost: it is stored, or it is not.
    Unknown,
}

impl Store {
    pub(crate) fn new(games: Vec<StoredGame>, planted: Planted) -> Store {
        Store { games: games.into_iter().map(|game| (game.id.clone(), game)).collect(), refused: 0, planted }
    }

    pub(crate) fn change(&mut self, request: Request) -> Verdict {
        let Some(game) = self.games.get_mut(&request.change.game) else { return Verdict::OtherOwner };
        if game.version != request.change.version {
            if self.planted != Planted::StaleOwner {
                self.refused += 1;
                return Verdict::OtherOwner;
            }
            // What a storage without a fence would do: numbers that are there already are written again.
            game.actions.truncate(request.change.after as usize);
        }
        game.change(request.change);
        Verdict::Stored
    }
}
