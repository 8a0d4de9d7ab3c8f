//! The undrawn tiles.

use crate::game::{Game, Stack, TileKind, TileKindId};
use crate::hash::{About, Fact, Tell};
use crate::state::State;

/// How many tiles of each kind are still to be drawn. Their order is not stored: it is decided by
/// chance, draw by draw (BASE-7).
#[derive(Debug)]
pub(crate) struct Bag {
    left: Vec<u8>,
    in_stack: [u16; Stack::ALL.len()],
    /// Dragon tiles are in the stacks (DRAGON-8).
    is_dragon_awake: bool,
}

impl Tell for Bag {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        // A stack is the sum of its kinds.
        let Bag { left, in_stack: _, is_dragon_awake } = self;
        for (kind, &left) in state.game.kinds().iter().zip(left).filter(|(_, left)| **left > 0) {
            tell(Fact::about(About::Undrawn).number(kind.tile.id.0).number(left));
        }
        if *is_dragon_awake {
            tell(Fact::about(About::Awake));
        }
    }
}

impl Clone for Bag {
    fn clone(&self) -> Bag {
        Bag { left: self.left.clone(), in_stack: self.in_stack, is_dragon_awake: self.is_dragon_awake }
    }

    fn clone_from(&mut self, source: &Bag) {
        self.left.clone_from(&source.left);
        self.in_stack = source.in_stack;
        self.is_dragon_awake = source.is_dragon_awake;
    }
}

impl Bag {
    pub(crate) fn new(game: &Game) -> Bag {
        let mut in_stack = [0; Stack::ALL.len()];
        let awake = |kind: &TileKind| if kind.is_dormant { 0 } else { kind.copies };
        for kind in game.kinds() {
            in_stack[kind.stack as usize] += u16::from(awake(kind));
        }
        Bag { left: game.kinds().iter().map(awake).collect(), in_stack, is_dragon_awake: false }
    }

    /// The dormant dragon tiles can be drawn from now on (DRAGON-10).
    pub(crate) fn wake_dragon(&mut self, game: &Game) {
        if !std::mem::replace(&mut self.is_dragon_awake, true) {
            for (left, kind) in self.left.iter_mut().zip(game.kinds()).filter(|(_, kind)| kind.is_dormant) {
                *left = kind.copies;
                self.in_stack[kind.stack as usize] += u16::from(kind.copies);
            }
        }
    }

    /// Tiles of a kind that are not on the table, also if they cannot be drawn yet.
    pub(crate) fn undrawn(&self, game: &Game, kind: TileKindId) -> u8 {
        let TileKind { is_dormant, copies, .. } = *game.kind(kind);
        if is_dormant && !self.is_dragon_awake { copies } else { self.left(kind) }
    }

    /// The stack from which the next tile is drawn, or `None` if no tile is left.
    #[inline]
    pub(crate) fn open_stack(&self) -> Option<Stack> {
        Stack::ALL.into_iter().find(|&stack| self.in_stack[stack as usize] > 0)
    }

    #[inline]
    pub(crate) fn left(&self, kind: TileKindId) -> u8 {
        self.left[kind.index()]
    }

    /// Tiles of each kind that can be drawn now or later.
    #[inline]
    pub(crate) fn counts(&self) -> &[u8] {
        &self.left
    }

    /// Tiles left in a stack.
    #[inline]
    pub(crate) fn in_stack(&self, stack: Stack) -> u16 {
        self.in_stack[stack as usize]
    }

    /// Whether a tile of this kind can be drawn now.
    #[inline]
    pub(crate) fn can_draw(&self, game: &Game, kind: TileKindId) -> bool {
        self.left(kind) > 0 && self.open_stack() == Some(game.kind(kind).stack)
    }

    #[inline]
    pub(crate) fn take(&mut self, game: &Game, kind: TileKindId) {
        self.left[kind.index()] -= 1;
        self.in_stack[game.kind(kind).stack as usize] -= 1;
    }

    /// The kinds that can be drawn now, each with its number of tiles.
    pub(crate) fn drawable(&self, game: &Game) -> impl Iterator<Item = (TileKindId, u8)> {
        let kinds = self.open_stack().map_or(0..0, |stack| game.kinds_in(stack));
        kinds.map(|index| (TileKindId(index as u8), self.left[index])).filter(|&(_, left)| left > 0)
    }

    /// The `n`-th tile of a stack, kind by kind.
    #[inline]
    pub(crate) fn nth(&self, game: &Game, stack: Stack, mut n: u32) -> Option<TileKindId> {
        let kinds = game.kinds_in(stack);
        for (index, &left) in kinds.clone().zip(&self.left[kinds]) {
            if n < u32::from(left) {
                return Some(TileKindId(index as u8));
            }
            n -= u32::from(left);
        }
        None
    }
}
