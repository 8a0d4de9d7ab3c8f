//! The empty cells beside a tile, and which tiles fit into them.
//!
//! Every such cell has a place, one bit of a row of words. For each of the four sides and each of
//! the four kinds of edge there is one row that says which places allow it. Where a tile fits is
//! then the intersection of four rows, sixty-four cells at a time.

use crate::geometry::{Rotation, Side};
use crate::tile::Edge;

/// Places in one word.
const WORD: usize = 64;

/// Limits the frontier: a game has fewer than 400 tiles, and each adds two places at most.
const MAX_BLOCKS: usize = 13;

/// Which row belongs to an edge on a side.
#[inline]
pub(crate) const fn row(edge: Edge, side: Side) -> u8 {
    4 * side as u8 + edge as u8
}

/// Sixty-four places: a word for each side and edge.
type Block = [u64; 16];

/// The empty cells beside a tile.
#[derive(Debug, Default)]
pub(crate) struct Frontier {
    /// The cell of each place; [`FREE`] for a place not in use.
    cells: Vec<u32>,
    free: Vec<u16>,
    blocks: Vec<Block>,
    /// What each place demands, as one number.
    demands: Vec<u16>,
}

/// Different demands of a cell: each of its sides is free or must show one of four edges.
pub(crate) const DEMANDS: usize = 625;

/// The number of the demand of a cell that allows everything.
pub(crate) const FREE_DEMAND: u16 = 0;

/// A demand is a number with one digit of base five for each side: 0, or 1 and the edge.
const DIGITS: [u16; 4] = [1, 5, 25, 125];

/// The part of a demand that asks for the edge of a row.
#[inline]
const fn digit(row: u8) -> u16 {
    (1 + (row & 0b11) as u16) * DIGITS[(row >> 2 & 0b11) as usize]
}

/// The demand for these rows at the sides whose bit is set.
pub(crate) fn demand_of(rows: [u8; 4], sides: u8) -> u16 {
    rows.iter().enumerate().filter(|(side, _)| sides >> side & 1 == 1).map(|(_, &row)| digit(row)).sum()
}

/// Marks a place that is not in use.
const FREE: u32 = u32::MAX;

impl Clone for Frontier {
    fn clone(&self) -> Frontier {
        Frontier {
            cells: self.cells.clone(),
            free: self.free.clone(),
            blocks: self.blocks.clone(),
            demands: self.demands.clone(),
        }
    }

    fn clone_from(&mut self, source: &Frontier) {
        self.cells.clone_from(&source.cells);
        self.free.clone_from(&source.free);
        self.blocks.clone_from(&source.blocks);
        self.demands.clone_from(&source.demands);
    }
}

impl Frontier {
    pub(crate) fn with_capacity(tiles: usize) -> Frontier {
        let places = (2 * tiles + 4).next_multiple_of(WORD);
        Frontier {
            cells: Vec::with_capacity(places),
            free: Vec::with_capacity(places),
            blocks: Vec::with_capacity(places / WORD),
            demands: Vec::with_capacity(places),
        }
    }

    /// Adds a cell that allows everything and returns its place.
    #[inline]
    pub(crate) fn add(&mut self, cell: u32) -> usize {
        let place = match self.free.pop() {
            Some(place) => {
                self.cells[usize::from(place)] = cell;
                self.demands[usize::from(place)] = FREE_DEMAND;
                usize::from(place)
            }
            None => {
                self.cells.push(cell);
                self.demands.push(FREE_DEMAND);
                self.cells.len() - 1
            }
        };
        if place / WORD == self.blocks.len() {
            self.blocks.push([0; 16]);
        }
        let bit = 1 << (place % WORD);
        for word in &mut self.blocks[place / WORD] {
            *word |= bit;
        }
        place
    }

    /// Removes a place.
    #[inline]
    pub(crate) fn remove(&mut self, place: usize) {
        self.cells[place] = FREE;
        self.free.push(place as u16);
        let bit = 1 << (place % WORD);
        for word in &mut self.blocks[place / WORD] {
            *word &= !bit;
        }
    }

    /// From now on this side of the place must show one edge: that of the given row.
    #[inline]
    pub(crate) fn demand(&mut self, place: usize, row: u8) {
        let bit = 1 << (place % WORD);
        let block = &mut self.blocks[place / WORD];
        let side = usize::from(row & 0b1100);
        for word in &mut block[side..side + 4] {
            *word &= !bit;
        }
        block[usize::from(row & 0b1111)] |= bit;
        // A side is asked for once: by the tile beside it, when that is laid.
        self.demands[place] += digit(row);
    }

    /// What a place demands, as one number.
    #[inline]
    pub(crate) fn demand_at(&self, place: usize) -> u16 {
        self.demands[place]
    }

    /// The edge that a side of a place must show, if a tile lies there.
    pub(crate) fn demanded(&self, place: usize, side: Side) -> Option<Edge> {
        let mut edges = Edge::ALL.into_iter().filter(|&edge| self.allows(place, row(edge, side)));
        match (edges.next(), edges.next()) {
            (Some(edge), None) => Some(edge),
            _ => None,
        }
    }

    /// Whether a place allows the edge of this row.
    #[inline]
    pub(crate) fn allows(&self, place: usize, row: u8) -> bool {
        self.blocks[place / WORD][usize::from(row & 0b1111)] >> (place % WORD) & 1 == 1
    }

    /// The cell of a place.
    #[inline]
    pub(crate) fn cell(&self, place: usize) -> u32 {
        self.cells[place]
    }

    /// The places in use with their cells.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u32)> {
        self.cells.iter().copied().enumerate().filter(|&(_, cell)| cell != FREE)
    }

    /// Gives every cell its new name.
    pub(crate) fn rename(&mut self, name: impl Fn(u32) -> u32) {
        for cell in self.cells.iter_mut().filter(|cell| **cell != FREE) {
            *cell = name(*cell);
        }
    }

    /// Where sides fit; `turned` has the rows of the four sides for each rotation to be tried.
    #[inline]
    pub(crate) fn fits(&self, turned: impl Iterator<Item = [u8; 4]> + Clone) -> Fits {
        debug_assert!(self.blocks.len() <= MAX_BLOCKS, "the frontier is longer than any game allows");
        let mut fits = Fits { bits: [[0; 4]; MAX_BLOCKS], blocks: self.blocks.len() };
        for (block, bits) in self.blocks.iter().zip(&mut fits.bits) {
            for (rows, bits) in turned.clone().zip(bits) {
                *bits = intersection(block, rows);
            }
        }
        fits
    }

    /// Whether sides fit anywhere.
    #[inline]
    pub(crate) fn fits_anywhere(&self, turned: impl Iterator<Item = [u8; 4]> + Clone) -> bool {
        self.blocks.iter().any(|block| turned.clone().any(|rows| intersection(block, rows) != 0))
    }
}

#[inline]
fn intersection(block: &Block, [n, e, s, w]: [u8; 4]) -> u64 {
    // The masks tell the compiler that no row is out of bounds.
    let row = |row: u8| block[usize::from(row & 0b1111)];
    row(n) & row(e) & row(s) & row(w)
}

/// The places where a tile fits: for each block and rotation one bit per place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fits {
    bits: [[u64; 4]; MAX_BLOCKS],
    blocks: usize,
}

impl Fits {
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.words().map(|(_, _, bits)| bits.count_ones()).sum()
    }

    /// The `n`-th place and rotation, in the order of [`iter`](Fits::iter).
    #[inline]
    pub(crate) fn nth(&self, mut n: u32) -> Option<(usize, Rotation)> {
        for (block, rotation, bits) in self.words() {
            let count = bits.count_ones();
            if n < count {
                let bit = set_bits(bits).nth(n as usize)?;
                return Some((WORD * block + bit, Rotation::new(rotation as u8)));
            }
            n -= count;
        }
        None
    }

    /// All places and rotations.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Rotation)> {
        self.words().flat_map(|(block, rotation, bits)| {
            set_bits(bits).map(move |bit| (WORD * block + bit, Rotation::new(rotation as u8)))
        })
    }

    /// Keeps only what passes.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(usize, Rotation) -> bool) {
        for (block, words) in self.bits[..self.blocks].iter_mut().enumerate() {
            for (rotation, bits) in words.iter_mut().enumerate() {
                for bit in set_bits(*bits) {
                    if !keep(WORD * block + bit, Rotation::new(rotation as u8)) {
                        *bits &= !(1 << bit);
                    }
                }
            }
        }
    }

    #[inline]
    fn words(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        let blocks = self.bits[..self.blocks].iter().enumerate();
        blocks.flat_map(|(block, words)| words.iter().enumerate().map(move |(rotation, &bits)| (block, rotation, bits)))
    }
}

/// The positions of the bits that are set, lowest first.
#[inline]
pub(crate) fn set_bits(bits: u64) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD_ROWS: [u8; 4] =
        [row(Edge::Field, Side::N), row(Edge::Field, Side::E), row(Edge::Field, Side::S), row(Edge::Field, Side::W)];

    #[test]
    fn a_place_allows_everything_until_a_side_is_demanded() {
        let mut frontier = Frontier::default();
        let place = frontier.add(7);
        assert_eq!(frontier.demanded(place, Side::E), None);
        assert_eq!(frontier.fits([FIELD_ROWS].into_iter()).count(), 1);
        frontier.demand(place, row(Edge::City, Side::E));
        assert_eq!(frontier.demanded(place, Side::E), Some(Edge::City));
        assert!(!frontier.fits_anywhere([FIELD_ROWS].into_iter()));
    }

    #[test]
    fn places_are_used_again() {
        let mut frontier = Frontier::default();
        for cell in 0..130 {
            assert_eq!(frontier.add(cell), cell as usize);
        }
        frontier.demand(64, row(Edge::Road, Side::N));
        frontier.remove(64);
        assert_eq!(frontier.fits([FIELD_ROWS].into_iter()).count(), 129);
        assert_eq!(frontier.add(500), 64);
        assert_eq!(frontier.demanded(64, Side::N), None);
        assert_eq!(frontier.iter().count(), 130);
    }

    #[test]
    fn the_nth_fit_is_the_nth_of_the_list() {
        let mut frontier = Frontier::default();
        for cell in 0..100 {
            frontier.add(cell);
            if cell % 3 == 0 {
                frontier.demand(cell as usize, row(Edge::Road, Side::W));
            }
        }
        let mut fits = frontier.fits([FIELD_ROWS, FIELD_ROWS].into_iter());
        fits.retain(|place, rotation| place % 5 != 0 || rotation == Rotation::NONE);
        let all: Vec<_> = fits.iter().collect();
        assert_eq!(all.len() as u32, fits.count());
        for (n, &fit) in (0..).zip(&all) {
            assert_eq!(fits.nth(n), Some(fit));
        }
        assert_eq!(fits.nth(fits.count()), None);
    }
}
