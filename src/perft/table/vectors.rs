//! The table of vectors: several numbers for a position and depth, packed into
//! three words. What they mean is the user's business.
//!
//! # Entries
//! An entry is four words, two entries to a bucket. As in [`Table`](super::Table),
//! 80 bits of the key are compared:
//!
//! ```text
//! check   the lower 64 bits of the key, xor a mix of the other words
//! first   16 more bits of the key, then 48 bits of the vector
//! second, third   64 bits of the vector each
//! ```
//!
//! The mix multiplies: with a plain xor, two entries of the same difference in
//! the second and third word would fit each other's check.

use super::key::{Bucket, Key, prefetch};
use super::shared::log_lookups;
use std::sync::atomic::{AtomicU64, Ordering};

/// A packed vector. The first word has at most [`FIRST_BITS`] bits and is not 0.
pub(crate) type Vector = [u64; 3];

/// The bits of the first word of a vector.
pub(crate) const FIRST_BITS: u32 = 48;
const FIRST_MASK: u64 = (1 << FIRST_BITS) - 1;

/// The words of an entry.
const WORDS: usize = 4;

/// A shared view of the table's memory, cheap to copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VectorTable<'m> {
    /// Never empty.
    buckets: &'m [Bucket],
}

impl<'m> VectorTable<'m> {
    pub(super) fn new(buckets: &'m [Bucket]) -> VectorTable<'m> {
        assert!(!buckets.is_empty(), "a table has at least one bucket");
        VectorTable { buckets }
    }

    /// The vector of the position with this [key](crate::board::Position::key) at
    /// this depth, if the table has it.
    #[inline(always)]
    pub(crate) fn probe(&self, key: u128, depth: u32) -> Option<Vector> {
        let key = Key::new(key, depth);
        for entry in key.bucket(self.buckets).chunks_exact(WORDS) {
            let [check, first, second, third] = load(entry);
            // No vector begins with 0, so an empty entry never matches.
            if first >> FIRST_BITS == key.more
                && first & FIRST_MASK != 0
                && check ^ mix(first, second, third) == key.low
            {
                return Some([first & FIRST_MASK, second, third]);
            }
        }
        None
    }

    /// Stores a vector in place of the one with the lesser first word in its
    /// bucket. One whose first word is 0 or too long is not stored.
    #[inline(always)]
    pub(crate) fn store(&self, key: u128, depth: u32, vector: Vector) {
        if vector[0] == 0 || vector[0] > FIRST_MASK {
            return;
        }
        let key = Key::new(key, depth);
        let (one, other) = key.bucket(self.buckets).split_at(WORDS);
        let first_of = |entry: &[AtomicU64]| entry[1].load(Ordering::Relaxed) & FIRST_MASK;
        let entry = if first_of(one) <= first_of(other) {
            one
        } else {
            other
        };
        let first = key.more << FIRST_BITS | vector[0];
        let check = key.low ^ mix(first, vector[1], vector[2]);
        let words = [check, first, vector[1], vector[2]];
        for (word, value) in entry.iter().zip(words) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// Writes the look-ups of a count into the log, with their chance.
    pub(crate) fn log_lookups(lookups: u64) {
        log_lookups(lookups, 2);
    }

    /// Starts to fetch the bucket of a key from memory, for a probe a little
    /// later.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u128, depth: u32) {
        prefetch(Key::new(key, depth).bucket(self.buckets));
    }
}

#[inline(always)]
fn load(entry: &[AtomicU64]) -> [u64; WORDS] {
    std::array::from_fn(|word| entry[word].load(Ordering::Relaxed))
}

/// A number that depends on every bit of three words. For two of them given, it is
/// a permutation of the third.
#[inline(always)]
fn mix(first: u64, second: u64, third: u64) -> u64 {
    // The constants are those of MurmurHash3's and SplitMix64's finishers.
    let mut mixed = third.wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed = (mixed ^ mixed >> 32 ^ second).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    mixed = (mixed ^ mixed >> 29 ^ first).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::TableMemory;

    const KEY: u128 = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;

    #[test]
    fn every_one_of_the_80_bits_and_the_depth_is_compared() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.vector_table();
        table.prefetch(KEY, 3);
        table.store(KEY, 3, [8_902, 34, 12]);
        assert_eq!(table.probe(KEY, 3), Some([8_902, 34, 12]));
        for bit in 0..80 {
            assert_eq!(table.probe(KEY ^ 1 << bit, 3), None, "bit {bit}");
        }
        for depth in (0..=127).filter(|depth| *depth != 3) {
            assert_eq!(table.probe(KEY, depth), None, "depth {depth}");
        }
    }

    #[test]
    fn vectors_that_begin_with_0_or_too_many_bits_are_not_stored() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.vector_table();
        for first in [0, 1 << 48, u64::MAX] {
            table.store(KEY, 2, [first, 1, 1]);
            assert_eq!(table.probe(KEY, 2), None, "{first}");
        }
        table.store(KEY, 2, [FIRST_MASK, u64::MAX, u64::MAX]);
        let greatest = Some([FIRST_MASK, u64::MAX, u64::MAX]);
        assert_eq!(table.probe(KEY, 2), greatest);
    }

    #[test]
    fn the_lesser_of_a_bucket_is_replaced() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.vector_table();
        let keys = [KEY, KEY ^ 1, KEY ^ 2];
        for (key, first) in keys.into_iter().zip([30, 20, 10]) {
            table.store(key, 2, [first, 0, 0]);
        }
        let found = keys.map(|key| table.probe(key, 2).map(|vector| vector[0]));
        assert_eq!(found, [Some(30), None, Some(10)]);
    }

    /// Two threads that write one entry at a time may leave words of both.
    #[test]
    fn a_torn_entry_matches_neither_key() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.vector_table();
        let other = KEY ^ 0x5555;
        // The second and the third word differ by the same bits.
        let vectors = [[400, 7, 9], [400, 6, 8]];
        table.store(KEY, 2, vectors[0]);
        table.store(other, 2, vectors[1]);
        let bucket = Key::new(KEY, 2).bucket(table.buckets);
        let words = [load(&bucket[..4]), load(&bucket[4..])];
        // Each way to take some words from one entry, and the others from the other.
        for taken in 1..15 {
            for (word, cell) in bucket.iter().enumerate() {
                let torn = match word {
                    0..4 => words[usize::from(taken >> word & 1 != 0)][word],
                    _ => 0,
                };
                cell.store(torn, Ordering::Relaxed);
            }
            // The first words are equal here, so taking only this one changes nothing.
            for (key, vector) in [(KEY, vectors[0]), (other, vectors[1])] {
                let found = table.probe(key, 2);
                assert!(found.is_none_or(|found| found == vector), "{taken:04b}");
            }
        }
    }

    /// Counts and vectors in one memory never meet.
    #[test]
    fn memory_is_emptied_for_entries_of_the_other_kind() {
        let mut memory = TableMemory::new(1).unwrap();
        memory.table().store(KEY, 2, 400);
        assert_eq!(memory.vector_table().probe(KEY, 2), None);
        memory.vector_table().store(KEY, 2, [400, 1, 1]);
        assert!(memory.vector_table().probe(KEY, 2).is_some());
        assert_eq!(memory.table().probe(KEY, 2), None);
        assert_eq!(memory.vector_table().probe(KEY, 2), None);
    }
}
