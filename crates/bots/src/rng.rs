//! The one source of randomness: SplitMix64, a counter behind a mixing function.
//!
//! It is sixty-four bits of state, three multiplications a number and no dependency, and it is part
//! of what a seed means: changing it changes every seeded game. It is good enough for play and
//! statistics; games for which people must trust the draws need a cryptographic one.

/// A seeded generator of random numbers.
///
/// ```
/// use bastide_bots::Rng;
/// assert_eq!(Rng::new(7).next_u64(), Rng::new(7).next_u64());
/// assert!(Rng::new(7).below(6) < 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: u64,
}

/// The step of the counter: 2^64 divided by the golden ratio, odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Rng {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// One of many generators of a seed, for example one for each game of a series. They do not
    /// depend on each other, so the games can be played in any order.
    pub const fn stream(seed: u64, index: u64) -> Rng {
        // Mixing twice keeps neighbouring seeds and neighbouring indices apart.
        Rng { state: mix(mix(seed.wrapping_add(STEP)).wrapping_add(index)) }
    }

    /// The next number.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `bound`, each with the same chance; 0 if the bound is 0.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        // Multiply and shift (Lemire 2019), with the few draws that would favour some numbers
        // thrown away.
        let mut product = (self.next_u64() >> 32) * bound as u64;
        if (product as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u32) < unfair {
                product = (self.next_u64() >> 32) * bound as u64;
            }
        }
        (product >> 32) as u32
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_published_numbers_of_splitmix64() {
        let mut rng = Rng::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (9_500..10_500).contains(count)), "{seen:?}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn streams_differ() {
        let mut first: Vec<u64> =
            (0..10).flat_map(|seed| (0..100).map(move |index| Rng::stream(seed, index).next_u64())).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 1_000);
    }
}
