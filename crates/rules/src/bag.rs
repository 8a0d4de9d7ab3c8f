//! The undrawn tiles.

use crate::game::{Game, KindId, Stack};

/// How many tiles of each kind are still to be drawn. Their order is not stored: it is decided by
/// chance, draw by draw (BASE-7).
#[derive(Debug)]
pub(crate) struct Bag {
    left: Vec<u8>,
    in_stack: [u16; Stack::ALL.len()],
}

impl Clone for Bag {
    fn clone(&self) -> Bag {
        Bag { left: self.left.clone(), in_stack: self.in_stack }
    }

    fn clone_from(&mut self, source: &Bag) {
        self.left.clone_from(&source.left);
        self.in_stack = source.in_stack;
    }
}

impl Bag {
    pub(crate) fn new(game: &Game) -> Bag {
        let mut in_stack = [0; Stack::ALL.len()];
        for kind in game.kinds() {
            in_stack[kind.stack as usize] += u16::from(kind.copies);
        }
        Bag { left: game.kinds().iter().map(|kind| kind.copies).collect(), in_stack }
    }

    /// The stack from which the next tile is drawn, or `None` if no tile is left.
    #[inline]
    pub(crate) fn open_stack(&self) -> Option<Stack> {
        Stack::ALL.into_iter().find(|&stack| self.in_stack[stack as usize] > 0)
    }

    #[inline]
    pub(crate) fn left(&self, kind: KindId) -> u8 {
        self.left[kind.index()]
    }

    /// Tiles left in a stack.
    #[inline]
    pub(crate) fn in_stack(&self, stack: Stack) -> u16 {
        self.in_stack[stack as usize]
    }

    pub(crate) fn total(&self) -> u32 {
        self.in_stack.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether a tile of this kind can be drawn now.
    #[inline]
    pub(crate) fn can_draw(&self, game: &Game, kind: KindId) -> bool {
        self.left(kind) > 0 && self.open_stack() == Some(game.kind(kind).stack)
    }

    #[inline]
    pub(crate) fn take(&mut self, game: &Game, kind: KindId) {
        self.left[kind.index()] -= 1;
        self.in_stack[game.kind(kind).stack as usize] -= 1;
    }

    /// The kinds that can be drawn now, each with its number of tiles.
    pub(crate) fn drawable<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = (KindId, u8)> + 'a {
        let stack = self.open_stack();
        (0u8..)
            .map(KindId)
            .zip(&self.left)
            .filter(move |&(kind, &left)| left > 0 && Some(game.kind(kind).stack) == stack)
            .map(|(kind, &left)| (kind, left))
    }

    /// The `n`-th tile of the open stack, kind by kind.
    pub(crate) fn nth(&self, game: &Game, mut n: u32) -> Option<KindId> {
        // Only the open stack counts; with a single stack the test for it is always true.
        let stack = self.open_stack()?;
        for (index, &left) in self.left.iter().enumerate() {
            let counted = if game.kinds()[index].stack == stack { u32::from(left) } else { 0 };
            if n < counted {
                return Some(KindId(index as u8));
            }
            n -= counted;
        }
        None
    }
}
