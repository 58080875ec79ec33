//! Statistics in three words, for the table.

use super::Stats;
use crate::perft::Vector;

/// Packs statistics, if each number fits into its bits. The widths suit subtrees of
/// up to about 60 million leaves; greater ones are too few to be worth an entry.
pub(super) fn pack(stats: &Stats) -> Option<Vector> {
    Some([
        joined(&[(stats.nodes, 26), (stats.captures, 22)])?,
        joined(&[
            (stats.castles, 17),
            (stats.promotions, 17),
            (stats.checks, 17),
            (stats.en_passant, 13),
        ])?,
        joined(&[
            (stats.discovered, 14),
            (stats.direct_mates, 14),
            (stats.double, 13),
            (stats.discovered_mates, 8),
            (stats.stalemates, 8),
            (stats.double_mates, 7),
        ])?,
    ])
}

/// The statistics packed by [`pack`].
#[inline(always)]
pub(super) fn unpack([first, mut second, mut third]: Vector) -> Stats {
    // The last number of a word has the lowest bits.
    fn take(word: &mut u64, bits: u32) -> u128 {
        let number = *word & ((1 << bits) - 1);
        *word >>= bits;
        number.into()
    }
    let mut first = first;
    Stats {
        captures: take(&mut first, 22),
        nodes: take(&mut first, 26),
        en_passant: take(&mut second, 13),
        checks: take(&mut second, 17),
        promotions: take(&mut second, 17),
        castles: take(&mut second, 17),
        double_mates: take(&mut third, 7),
        stalemates: take(&mut third, 8),
        discovered_mates: take(&mut third, 8),
        double: take(&mut third, 13),
        direct_mates: take(&mut third, 14),
        discovered: take(&mut third, 14),
    }
}

/// Joins numbers, each of so many bits, to one word; `None` if one does not fit.
fn joined(numbers: &[(u128, u32)]) -> Option<u64> {
    let mut word = 0;
    for &(number, bits) in numbers {
        if number >> bits != 0 {
            return None;
        }
        word = word << bits | number as u64;
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statistics with this number in each place.
    fn all(number: impl Fn(u32) -> u128) -> Stats {
        Stats {
            nodes: number(26),
            captures: number(22),
            en_passant: number(13),
            castles: number(17),
            promotions: number(17),
            checks: number(17),
            discovered: number(14),
            double: number(13),
            direct_mates: number(14),
            discovered_mates: number(8),
            double_mates: number(7),
            stalemates: number(8),
        }
    }

    #[test]
    fn what_is_packed_comes_back() {
        for stats in [
            all(|_| 0),
            all(|bits| (1 << bits) - 1),
            all(|bits| 1 << (bits - 1)),
            all(|bits| u128::from(bits) * 5),
        ] {
            assert_eq!(pack(&stats).map(unpack), Some(stats));
        }
        let [first, ..] = pack(&all(|bits| (1 << bits) - 1)).unwrap();
        assert_eq!(first, (1 << crate::perft::FIRST_BITS) - 1);
    }

    #[test]
    fn a_number_that_does_not_fit_is_refused() {
        let fits = all(|bits| (1 << bits) - 1);
        let one_more: [fn(&mut Stats); 12] = [
            |stats| stats.nodes += 1,
            |stats| stats.captures += 1,
            |stats| stats.en_passant += 1,
            |stats| stats.castles += 1,
            |stats| stats.promotions += 1,
            |stats| stats.checks += 1,
            |stats| stats.discovered += 1,
            |stats| stats.double += 1,
            |stats| stats.direct_mates += 1,
            |stats| stats.discovered_mates += 1,
            |stats| stats.double_mates += 1,
            |stats| stats.stalemates += 1,
        ];
        for (column, add) in one_more.into_iter().enumerate() {
            let mut stats = fits;
            add(&mut stats);
            assert_eq!(pack(&stats), None, "field {column}");
        }
    }
}
