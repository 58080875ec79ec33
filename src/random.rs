//! Pseudo-random numbers that are the same on every machine, for the keys of
//! positions and for sampling. They are not fit for secrets.

/// One step of SplitMix64 (Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators", 2014): the new state and the number drawn.
pub(crate) const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ (mixed >> 31))
}

/// A stream of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream with this name. Streams of different names are independent.
    pub(crate) fn new(name: &[u64]) -> Random {
        let start = name.iter().fold(0, |state, part| split_mix(state ^ part).1);
        Random(start)
    }

    /// A number from 0 to `bound` - 1; `bound` is at least 1. All are equally
    /// probable to within `bound` / 2^64.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let (state, drawn) = split_mix(self.0);
        self.0 = state;
        // The upper word of the product, which is less than the bound.
        ((u128::from(drawn) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the authors' program from state 1234567.
    #[test]
    fn numbers_are_those_of_the_authors() {
        let mut state = 1_234_567;
        for expected in [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ] {
            let (next, drawn) = split_mix(state);
            assert_eq!(drawn, expected);
            state = next;
        }
    }

    #[test]
    fn draws_are_spread_evenly() {
        let mut counts = [0_u32; 30];
        let mut random = Random::new(&[1, 2]);
        for _ in 0..30_000 {
            counts[random.below(30)] += 1;
        }
        // Chi-squared with 29 degrees of freedom exceeds 58.3 once in 1000.
        let chi_squared: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0)
            .sum();
        assert!(chi_squared < 58.3, "{chi_squared}");
        assert_ne!(
            Random::new(&[1, 2]).below(1 << 40),
            Random::new(&[2, 1]).below(1 << 40)
        );
    }
}
