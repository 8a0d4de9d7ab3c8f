//! Figures: what stands on the table and what is left in the supply.

use crate::board::SegmentId;
use crate::player::{ByPlayer, PlayerId};
use crate::tile::Feature;

/// The kinds of figures a player owns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum FigureKind {
    /// A normal meeple (BASE-3).
    Meeple,
    /// The abbot (ABBOT-1).
    Abbot,
}

impl FigureKind {
    /// All kinds.
    pub const ALL: [FigureKind; 2] = [FigureKind::Meeple, FigureKind::Abbot];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            FigureKind::Meeple => "meeple",
            FigureKind::Abbot => "abbot",
        }
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<FigureKind> {
        FigureKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// What the figure counts for the majority (BASE-3, ABBOT-1).
    #[inline]
    pub const fn strength(self) -> u8 {
        match self {
            FigureKind::Meeple | FigureKind::Abbot => 1,
        }
    }

    /// Whether a figure of this kind may ever stand on such a feature (BASE-18, ABBOT-4, ABBOT-5).
    #[inline]
    pub const fn may_stand_on(self, feature: Feature) -> bool {
        match self {
            FigureKind::Meeple => !matches!(feature, Feature::Garden),
            FigureKind::Abbot => matches!(feature, Feature::Monastery | Feature::Garden),
        }
    }

    #[inline]
    const fn index(self) -> usize {
        self as usize
    }
}

/// A figure that stands on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    pub(crate) owner: PlayerId,
    pub(crate) kind: FigureKind,
    pub(crate) at: SegmentId,
}

/// All figures of the game. Equal figures are interchangeable, so the supply only counts them.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    supply: ByPlayer<[u8; FigureKind::ALL.len()]>,
    standing: Vec<Figure>,
}

impl Clone for Figures {
    fn clone(&self) -> Figures {
        Figures { supply: self.supply, standing: self.standing.clone() }
    }

    fn clone_from(&mut self, source: &Figures) {
        self.supply = source.supply;
        self.standing.clone_from(&source.standing);
    }
}

impl Figures {
    #[inline]
    pub(crate) fn in_supply(&self, owner: PlayerId, kind: FigureKind) -> u8 {
        self.supply[owner][kind.index()]
    }

    #[inline]
    pub(crate) fn standing(&self) -> &[Figure] {
        &self.standing
    }

    /// Gives a player figures at the start of the game.
    pub(crate) fn issue(&mut self, owner: PlayerId, kind: FigureKind, count: u8) {
        self.supply[owner][kind.index()] += count;
    }

    /// Moves a figure from the supply to a segment; the caller has checked that there is one.
    #[inline]
    pub(crate) fn deploy(&mut self, owner: PlayerId, kind: FigureKind, at: SegmentId) {
        debug_assert!(self.in_supply(owner, kind) > 0, "{owner} has no {} left", kind.word());
        self.supply[owner][kind.index()] -= 1;
        self.standing.push(Figure { owner, kind, at });
    }

    /// Moves a standing figure, given by its place in [`standing`](Figures::standing), back to its
    /// owner's supply. Another figure takes its place in the list.
    #[inline]
    pub(crate) fn take_back(&mut self, index: usize) -> Figure {
        let figure = self.standing.swap_remove(index);
        self.supply[figure.owner][figure.kind.index()] += 1;
        figure
    }
}
