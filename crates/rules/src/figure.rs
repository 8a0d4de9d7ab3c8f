//! Figures: what stands on the table and what is left in the supply.

use crate::board::SegmentId;
use crate::hash::{About, Fact, Tell};
use crate::player::{ByPlayer, PlayerId};
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;

/// The kinds of figures a player owns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum FigureKind {
    /// A normal meeple (BASE-3).
    Meeple,
    /// The abbot (ABBOT-1).
    Abbot,
    /// The large meeple (INN-2).
    Large,
    /// The builder, which comes with a meeple on a road or in a city (TRADE-3).
    Builder,
    /// The pig, which comes with a farmer (TRADE-3).
    Pig,
    /// The robber, which stands on the score track (ROB-1).
    Robber,
}

impl FigureKind {
    /// All kinds.
    pub const ALL: [FigureKind; 6] = [
        FigureKind::Meeple,
        FigureKind::Abbot,
        FigureKind::Large,
        FigureKind::Builder,
        FigureKind::Pig,
        FigureKind::Robber,
    ];

    /// The kinds that occupy features and count for the majority (TURN-1).
    pub const MEEPLES: [FigureKind; 3] = [FigureKind::Meeple, FigureKind::Abbot, FigureKind::Large];

    /// The word used in notation.
    pub const fn word(self) -> &'static str {
        match self {
            FigureKind::Meeple => "meeple",
            FigureKind::Abbot => "abbot",
            FigureKind::Large => "large",
            FigureKind::Builder => "builder",
            FigureKind::Pig => "pig",
            FigureKind::Robber => "robber",
        }
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<FigureKind> {
        FigureKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// What the figure counts for the majority (BASE-3, ABBOT-1, INN-11, TRADE-3).
    #[inline]
    pub const fn strength(self) -> u8 {
        match self {
            FigureKind::Meeple | FigureKind::Abbot => 1,
            FigureKind::Large => 2,
            FigureKind::Builder | FigureKind::Pig | FigureKind::Robber => 0,
        }
    }

    /// Whether it occupies features and counts for the majority (TURN-1).
    pub const fn is_meeple(self) -> bool {
        self.strength() > 0
    }

    /// Whether a figure of this kind may ever stand on such a feature (BASE-18, ABBOT-4, ABBOT-5,
    /// INN-10, INN-D2, TRADE-21, TRADE-22, ROB-1).
    #[inline]
    pub const fn may_stand_on(self, feature: Feature) -> bool {
        match self {
            FigureKind::Meeple | FigureKind::Large => !matches!(feature, Feature::Garden),
            // A shrine is entered like a monastery (CULT-D13).
            FigureKind::Abbot => feature.is_monastic(),
            FigureKind::Builder => matches!(feature, Feature::Road | Feature::City),
            FigureKind::Pig => matches!(feature, Feature::Field),
            FigureKind::Robber => false,
        }
    }

    /// The special figure that may come with a meeple on such a feature (TRADE-7, TRADE-23).
    pub const fn companion_on(feature: Feature) -> Option<FigureKind> {
        match feature {
            Feature::Road | Feature::City => Some(FigureKind::Builder),
            Feature::Field => Some(FigureKind::Pig),
            Feature::Monastery | Feature::Garden | Feature::Shrine => None,
        }
    }

    #[inline]
    const fn index(self) -> usize {
        self as usize
    }
}

/// Somebody's figure that stands on no segment: on a tower, or on a crown space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Owned {
    /// Whose it is.
    pub owner: PlayerId,
    /// Which.
    pub kind: FigureKind,
}

/// A figure that stands on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    pub(crate) owner: PlayerId,
    pub(crate) kind: FigureKind,
    pub(crate) at: SegmentId,
    /// The owner's builder or pig is bound to this meeple (TRADE-8, TRADE-24).
    pub(crate) is_bound: bool,
}

/// All figures of the game. Equal figures are interchangeable, so the supply only counts them.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    supply: ByPlayer<[u8; FigureKind::ALL.len()]>,
    standing: Vec<Figure>,
}

impl Tell for Figures {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Figures { supply, standing } = self;
        for player in state.game.seats() {
            let fact = Fact::about(About::Supply).player(player);
            tell(supply[player].iter().fold(fact, |fact, &count| fact.number(count)));
        }
        for &Figure { owner, kind, at, is_bound } in standing {
            let fact = Fact::about(About::Figure).spot(state.spot(at)).player(owner);
            tell(fact.number(kind as u8).number(is_bound));
        }
        // The meeple deployed last is the one that may get a companion.
        if let Some(last) = standing.last().filter(|_| state.turn.step == Step::Accompany) {
            tell(Fact::about(About::Accompanied).spot(state.spot(last.at)));
        }
    }
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

    /// Adds figures to a player's supply.
    pub(crate) fn issue(&mut self, owner: PlayerId, kind: FigureKind, count: u8) {
        self.supply[owner][kind.index()] += count;
    }

    /// Moves a figure from the supply to a segment; the caller has checked that there is one.
    #[inline]
    pub(crate) fn deploy(&mut self, owner: PlayerId, kind: FigureKind, at: SegmentId) {
        debug_assert!(self.in_supply(owner, kind) > 0, "{owner} has no {} left", kind.word());
        self.supply[owner][kind.index()] -= 1;
        self.standing.push(Figure { owner, kind, at, is_bound: false });
    }

    /// Puts a builder or pig beside the figure deployed last and binds them.
    pub(crate) fn accompany(&mut self, kind: FigureKind) {
        if let Some(meeple) = self.standing.last_mut() {
            meeple.is_bound = true;
            let Figure { owner, at, .. } = *meeple;
            self.deploy(owner, kind, at);
        }
    }

    /// The place of a player's figure of a kind of which each player has one.
    pub(crate) fn find(&self, owner: PlayerId, kind: FigureKind) -> Option<usize> {
        self.standing.iter().position(|figure| figure.owner == owner && figure.kind == kind)
    }

    /// The place of the meeple to which a companion on this segment is bound.
    pub(crate) fn find_bound(&self, owner: PlayerId, at: SegmentId) -> Option<usize> {
        self.standing.iter().position(|figure| figure.owner == owner && figure.at == at && figure.is_bound)
    }

    /// Loosens the companion from a meeple.
    pub(crate) fn unbind(&mut self, index: usize) {
        self.standing[index].is_bound = false;
    }

    /// Takes a standing figure off the table, but not to the supply.
    pub(crate) fn take_aside(&mut self, index: usize) -> Figure {
        self.standing.swap_remove(index)
    }

    /// Takes a figure from the supply to a place that is not on the table.
    pub(crate) fn spend(&mut self, owner: PlayerId, kind: FigureKind) {
        debug_assert!(self.in_supply(owner, kind) > 0, "{owner} has no {} left", kind.word());
        self.supply[owner][kind.index()] -= 1;
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
