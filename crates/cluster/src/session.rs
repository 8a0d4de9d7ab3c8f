//! The lease of a node: the word of the others that they leave its games to it.

use crate::{Terms, Ticks};

/// The lease of a node.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Until when the node may believe in it.
    until: Option<Ticks>,
    /// When the renewal was asked for that is on its way.
    asked: Option<Ticks>,
    next: Ticks,
}

impl Session {
    /// Whether the lease stands.
    pub fn is_held(&self, now: Ticks) -> bool {
        self.until.is_some_and(|until| now < until)
    }

    /// Whether a renewal must be asked for now.
    pub fn is_due(&mut self, now: Ticks) -> bool {
        let is_due = self.asked.is_none() && now >= self.next;
        if is_due {
            self.asked = Some(now);
        }
        is_due
    }

    /// The renewal was made, or was not. It counts from when it was asked for: nobody knows how long its answer took.
    pub fn renewed(&mut self, is_renewed: bool, now: Ticks, terms: &Terms) {
        let asked = self.asked.take().unwrap_or(now);
        self.next = (asked + terms.renew).max(now + terms.renew / 4);
        if is_renewed {
            self.until = Some(asked + terms.lease - terms.margin);
        }
    }

    /// Whether the lease has ended just now.
    pub fn has_ended(&mut self, now: Ticks) -> bool {
        self.until.take_if(|until| now >= *until).is_some()
    }

    /// The node gives its lease back.
    pub fn leave(&mut self) {
        self.until = None;
        self.next = Ticks::MAX;
    }
}
