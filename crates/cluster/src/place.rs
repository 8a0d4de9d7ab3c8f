//! Where a game is, as one node knows it, and how it finds out.

use crate::{NodeId, Revision, Terms, Ticks};

/// What a node knows of a game and does about it. Each question to the bus is answered once, if only by [`Away`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The entry is being read.
    Looking { tries: u8 },
    /// The holder is asked whether it is there.
    Knocking { holder: NodeId, revision: Revision, tries: u8 },
    /// The holder did not answer: does its lease stand? `is_silent` tells a door that nobody opens from one that is not
    /// there.
    Doubting { holder: NodeId, revision: Revision, tries: u8, is_silent: bool },
    /// The entry is looked at again then.
    Waiting { until: Ticks, tries: u8 },
    /// The entry is being written.
    Taking { tries: u8 },
    /// This node holds the game.
    Here { revision: Revision },
    /// The room ends; then the entry is given back.
    Ending { revision: Revision, is_wanted: bool },
    /// The entry is being given back; somebody may want the game again meanwhile.
    Releasing { is_wanted: bool },
    /// Another node holds it.
    There { holder: NodeId },
}

/// The bus cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Away;

/// An entry as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who holds the game; none if the entry was given back.
    pub holder: Option<NodeId>,
    /// Its revision; 0 if there is none.
    pub revision: Revision,
}

/// Why an entry was not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotTaken {
    /// Somebody else has written it since it was read.
    Other,
    /// The bus cannot be reached; it may be written or not.
    Away,
}

/// Who opens when a node is knocked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knocked {
    /// It is there.
    Open,
    /// The bus knows nobody of that name.
    Nobody,
    /// No answer came.
    Silence,
}

/// Why a game cannot be reached now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// This node has no lease, or cannot reach the bus: it pauses.
    Away,
    /// Whoever holds the game does not answer.
    Busy,
}

/// What comes next for a game that is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Look,
    Knock(NodeId),
    LookAt(NodeId),
    Take(Revision),
    /// The game is held here and can be loaded.
    Run,
    /// It can be reached there.
    Reach(NodeId),
    Miss(Missed),
    /// Nothing to do now.
    Wait,
}

/// After so many changes under its hands a node gives up for now.
const TRIES: u8 = 4;
/// A holder at whose door nobody was so often is gone, whatever its lease says.
const DOORS: u8 = 2;

impl Place {
    /// The entry was read.
    pub(crate) fn looked(found: Result<Entry, Away>, tries: u8, me: &NodeId) -> (Option<Place>, Step) {
        match found {
            Err(Away) => (None, Step::Miss(Missed::Away)),
            Ok(Entry { holder: None, revision }) => (Some(Place::Taking { tries }), Step::Take(revision)),
            // It was taken before, and the answer was lost.
            Ok(Entry { holder: Some(holder), revision }) if holder == *me => {
                (Some(Place::Here { revision }), Step::Run)
            }
            Ok(Entry { holder: Some(holder), revision }) => {
                let step = Step::Knock(holder.clone());
                (Some(Place::Knocking { holder, revision, tries }), step)
            }
        }
    }

    /// The holder was knocked at.
    pub(crate) fn knocked(holder: NodeId, revision: Revision, tries: u8, answer: Knocked) -> (Option<Place>, Step) {
        match answer {
            Knocked::Open => (Some(Place::There { holder: holder.clone() }), Step::Reach(holder)),
            Knocked::Nobody | Knocked::Silence => {
                let step = Step::LookAt(holder.clone());
                (Some(Place::Doubting { holder, revision, tries, is_silent: answer == Knocked::Silence }), step)
            }
        }
    }

    /// It is known whether the lease of a holder stands that did not answer.
    pub(crate) fn looked_at(
        revision: Revision,
        tries: u8,
        is_silent: bool,
        stands: Result<bool, Away>,
        now: Ticks,
        terms: &Terms,
    ) -> (Option<Place>, Step) {
        match stands {
            Err(Away) => (None, Step::Miss(Missed::Away)),
            Ok(false) => (Some(Place::Taking { tries }), Step::Take(revision)),
            // It may be slow, or its answers are lost: others wait until its lease has ended.
            Ok(true) if is_silent => (None, Step::Miss(Missed::Busy)),
            Ok(true) if tries + 1 >= DOORS => (Some(Place::Taking { tries }), Step::Take(revision)),
            Ok(true) => (Some(Place::Waiting { until: now + terms.doubt, tries: tries + 1 }), Step::Wait),
        }
    }

    /// The entry was written, or was not.
    pub(crate) fn took(tries: u8, result: Result<Revision, NotTaken>) -> (Option<Place>, Step) {
        match result {
            Ok(revision) => (Some(Place::Here { revision }), Step::Run),
            Err(NotTaken::Away) => (None, Step::Miss(Missed::Away)),
            Err(NotTaken::Other) if tries >= TRIES => (None, Step::Miss(Missed::Busy)),
            Err(NotTaken::Other) => (Some(Place::Looking { tries: tries + 1 }), Step::Look),
        }
    }
}
