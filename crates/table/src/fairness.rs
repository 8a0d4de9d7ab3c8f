//! The randomness of a game, which anybody can check afterwards.
//!
//! A game has a seed of 256 bits from the operating system. Its SHA-256 is shown from the start
//! (the commitment), the seed itself when the game is over. Every draw follows from the seed:
//!
//! - Draw number `k`, counted from 1, reads 32-bit little-endian words of the ChaCha20 key stream
//!   with the seed as key, block counter 0 and the nonce of four zero bytes and `k` as eight
//!   little-endian bytes (RFC 8439). Number 0 chooses the first seat, if that is left to chance.
//! - The outcomes are ordered by name (`set/id`), each repeated by its weight; `n` is their number.
//! - Words that are not below the largest multiple of `n` up to 2³² are skipped; the first other
//!   word modulo `n` is the place of the outcome in the list, counted from 0.
//!
//! So that the server cannot choose the seed either, players add shares to it ([`mixed`]): each promises one by its hash
//! ([`promise`]) when taking a seat, and tells it when all seats are taken and all promises are known.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::text::hex;

/// The secret from which all draws of a game follow.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// SHA-256 of the seed, which binds the server and tells nothing.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The seed in hexadecimal digits, for the end of the game.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// A number below `n` for draw number `k`; 0 if `n` is.
    pub fn below(&self, k: u64, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_stream(k);
        let limit = (1u64 << 32) / u64::from(n) * u64::from(n);
        loop {
            let word = stream.next_u32();
            if u64::from(word) < limit {
                return word % n;
            }
        }
    }

    /// The place of the outcome of draw number `k` among outcomes with these weights.
    pub fn pick(&self, k: u64, weights: &[u32]) -> usize {
        let mut rest = self.below(k, weights.iter().sum());
        for (place, &weight) in weights.iter().enumerate() {
            if rest < weight {
                return place;
            }
            rest -= weight;
        }
        0
    }
}

/// What a player promises of a share before anybody tells theirs: SHA-256 of the words `bastide share`, the number of the
/// seat as one byte, and the 32 bytes of the share. The seat is in it so that nobody can repeat another's promise.
pub fn promise(seat: u8, share: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update("bastide share").chain_update([seat]).chain_update(share).finalize().into()
}

/// The seed of the draws: SHA-256 of the words `bastide draws`, the 32 bytes of the server's seed, and for each seat whose
/// share was told, in order, its number as one byte and the 32 bytes. Without shares it is the server's seed itself.
pub fn mixed(seed: &Seed, shares: impl IntoIterator<Item = (u8, [u8; 32])>) -> Seed {
    let mut shares = shares.into_iter().peekable();
    if shares.peek().is_none() {
        return seed.clone();
    }
    let hasher = Sha256::new().chain_update("bastide draws").chain_update(seed.0);
    let add = |hasher: Sha256, (seat, share): (u8, [u8; 32])| hasher.chain_update([seat]).chain_update(share);
    Seed(shares.fold(hasher, add).finalize().into())
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_rfc_8439() {
        // The first block of the key stream with a zero key, as in the first vector of appendix
        // A.1 of the RFC; below(0, 2^32-1) would skip one word in four thousand million.
        let seed = Seed([0; 32]);
        let first = u32::from_le_bytes([0x76, 0xb8, 0xe0, 0xad]);
        assert_eq!(seed.below(0, 1000), first % 1000);
    }

    #[test]
    fn every_share_changes_the_draws_and_none_changes_nothing() {
        let seed = Seed([7; 32]);
        assert!(mixed(&seed, []) == seed);
        let all = [vec![(0, [1; 32])], vec![(1, [1; 32])], vec![(0, [1; 32]), (1, [1; 32])], vec![(0, [2; 32])]];
        let mixtures: Vec<_> = all.into_iter().map(|shares| mixed(&seed, shares).reveal()).collect();
        let distinct: std::collections::BTreeSet<_> = mixtures.iter().chain([&seed.reveal()]).cloned().collect();
        assert_eq!(distinct.len(), 5);
        assert_ne!(promise(0, &[1; 32]), promise(1, &[1; 32]));
        // Computed by another program, and by the client's tests too.
        let mixture = mixed(&seed, [(0, [1; 32]), (1, [2; 32])]).reveal();
        assert_eq!(mixture, "c27b00a2f3571fc8519ef466f832117f80590586d2c3b1632c88a1a2562dd1b6");
        // Computed by another program: printf 'bastide share\000' and 32 zero bytes, sha256sum.
        assert_eq!(hex(&promise(0, &[0; 32])), "0fbea76ea8c98ff94bfff70607b5ebfdd51aa15bfb4a77863d4d664a079da587");
    }

    #[test]
    fn every_draw_has_a_stream_of_its_own() {
        let seed = Seed([7; 32]);
        let draws: Vec<_> = (0..8).map(|k| seed.below(k, u32::MAX)).collect();
        let mut distinct = draws.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), draws.len());
    }

    #[test]
    fn outcomes_come_as_often_as_their_weights_say() {
        let seed = Seed([9; 32]);
        let mut counts = [0u32; 3];
        for k in 0..6000 {
            counts[seed.pick(k, &[1, 2, 3])] += 1;
        }
        for (count, weight) in counts.into_iter().zip([1, 2, 3]) {
            assert!(count.abs_diff(weight * 1000) < 150, "{counts:?}");
        }
    }

    #[test]
    fn the_commitment_is_the_hash_of_the_seed() {
        assert_eq!(Seed([0; 32]).commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    }
}
