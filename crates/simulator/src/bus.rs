//! What the nodes share: leases that end by themselves, an entry for each game, and the links to everybody.

use std::collections::BTreeMap;

use bastide_cluster::place::{Entry, NotTaken};
use bastide_cluster::{GameId, NodeId, Revision};

/// Entries and leases.
#[derive(Default)]
pub(crate) struct Bus {
    leases: BTreeMap<NodeId, u64>,
    entries: BTreeMap<GameId, Entry>,
    revision: Revision,
}

impl Bus {
    pub(crate) fn renew(&mut self, node: NodeId, until: u64) {
        self.leases.insert(node, until);
    }

    pub(crate) fn retire(&mut self, node: &NodeId) {
        self.leases.remove(node);
    }

    pub(crate) fn stands(&self, node: &NodeId, time: u64) -> bool {
        self.leases.get(node).is_some_and(|&until| time < until)
    }

    pub(crate) fn nodes(&self, time: u64) -> Vec<NodeId> {
        self.leases.iter().filter(|(_, until)| time < **until).map(|(node, _)| node.clone()).collect()
    }

    pub(crate) fn entry(&self, game: &GameId) -> Entry {
        self.entries.get(game).cloned().unwrap_or(Entry { holder: None, revision: 0 })
    }

    /// Writes an entry if it is still of this revision; the new one.
    pub(crate) fn write(
        &mut self,
        game: &GameId,
        holder: Option<NodeId>,
        revision: Revision,
    ) -> Result<Entry, NotTaken> {
        if self.entry(game).revision != revision {
            return Err(NotTaken::Other);
        }
        self.revision += 1;
        let entry = Entry { holder, revision: self.revision };
        self.entries.insert(game.clone(), entry.clone());
        Ok(entry)
    }
}
