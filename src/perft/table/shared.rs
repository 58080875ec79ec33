//! The table as its users see it: a subtree that is reached again by another
//! order of moves need not be counted again. All threads share the table without
//! locks.
//!
//! # Entries
//! An entry is two words of 64 bits. Of the 128-bit key, with the depth mixed
//! in, the upper 48 bits choose the bucket, and the other 80 are compared:
//!
//! ```text
//! check   the lower 64 bits of the key, xor data
//! data    16 more bits of the key, then 48 bits of count
//! ```
//!
//! The xor is the lockless hashing of Robert Hyatt and Tim Mann ("A lock-less
//! transposition table implementation for parallel search chess engines",
//! 2002). If two threads write one entry at the same time, check and data may
//! come from different threads. Then they do not fit together, and no key
//! matches. `docs/perft.md` sums up how improbable a wrong match is.
//!
//! A bucket is four entries in one cache line, so a look-up costs at most one
//! access to memory.

use super::key::{Bucket, Key, prefetch};
use std::sync::atomic::{AtomicU64, Ordering};

/// The bits of a count in an entry. A greater count is not stored.
const COUNT_BITS: u32 = 48;
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;

/// A shared view of the table's memory, cheap to copy.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::TableMemory;
///
/// let mut memory = TableMemory::new(1)?;
/// let table = memory.table();
/// let key = Position::start().key();
/// assert_eq!(table.probe(key, 5), None);
/// table.store(key, 5, 4_865_609);
/// assert_eq!(table.probe(key, 5), Some(4_865_609));
/// assert_eq!(table.probe(key, 4), None);
/// # Ok::<(), ox88::perft::TableMemoryError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Table<'m> {
    /// Never empty.
    buckets: &'m [Bucket],
    /// The look-ups of counts that have ended.
    lookups: &'m AtomicU64,
}

impl<'m> Table<'m> {
    /// The least depth that is worth an entry: to count one ply takes no longer
    /// than to look it up.
    pub(in crate::perft) const MIN_DEPTH: u32 = 2;

    pub(super) fn new(buckets: &'m [Bucket], lookups: &'m AtomicU64) -> Table<'m> {
        assert!(!buckets.is_empty(), "a table has at least one bucket");
        Table { buckets, lookups }
    }

    /// Adds the look-ups of a count, or of one of its threads.
    pub(in crate::perft) fn add_lookups(&self, lookups: u64) {
        self.lookups.fetch_add(lookups, Ordering::Relaxed);
    }

    /// Writes the look-ups since the last call into the log, with their chance.
    pub(in crate::perft) fn log_lookups(&self) {
        let lookups = self.lookups.swap(0, Ordering::Relaxed);
        log_lookups(lookups, 4);
    }

    /// The number of leaves `depth` plies below the position with this
    /// [key](crate::board::Position::key), if the table has it.
    #[inline(always)]
    #[must_use]
    pub fn probe(&self, key: u128, depth: u32) -> Option<u64> {
        let key = Key::new(key, depth);
        for entry in self.bucket(key).chunks_exact(2) {
            let data = entry[1].load(Ordering::Relaxed);
            let check = entry[0].load(Ordering::Relaxed) ^ data;
            // No entry has a count of 0, so an empty one never matches.
            if check == key.low && data >> COUNT_BITS == key.more && data & COUNT_MASK != 0 {
                return Some(data & COUNT_MASK);
            }
        }
        None
    }

    /// Stores a count in place of the least one in its bucket, which was the
    /// least work to count. A count of more than 48 bits is not stored, and
    /// neither is 0, which marks an empty entry.
    #[inline(always)]
    pub fn store(&self, key: u128, depth: u32, count: u128) {
        let Some(count) = u64::try_from(count)
            .ok()
            .filter(|count| (1..=COUNT_MASK).contains(count))
        else {
            return;
        };
        let key = Key::new(key, depth);
        let bucket = self.bucket(key);
        let count_of = |entry: usize| bucket[2 * entry + 1].load(Ordering::Relaxed) & COUNT_MASK;
        let mut least = 0;
        let mut least_count = count_of(0);
        for entry in 1..4 {
            let count = count_of(entry);
            if count < least_count {
                (least, least_count) = (entry, count);
            }
        }
        let data = key.more << COUNT_BITS | count;
        bucket[2 * least].store(key.low ^ data, Ordering::Relaxed);
        bucket[2 * least + 1].store(data, Ordering::Relaxed);
    }

    /// Starts to fetch the bucket of a key from memory, for a probe a little
    /// later.
    #[inline(always)]
    pub(in crate::perft) fn prefetch(&self, key: u128, depth: u32) {
        prefetch(self.bucket(Key::new(key, depth)));
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &'m Bucket {
        key.bucket(self.buckets)
    }
}

/// Writes the look-ups of a count into the log, and the chance that one of them has found
/// the count of another position: each of the `entries` of a bucket matches by chance once
/// in 2^80.
pub(super) fn log_lookups(lookups: u64, entries: u32) {
    if lookups > 0 {
        let chance = lookups as f64 * f64::from(entries) / f64::from(80).exp2();
        log::debug!("{lookups} look-ups in the table, chance of a wrong count {chance:.1e}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::TableMemory;

    const KEY: u128 = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;

    /// Small enough for Miri, which runs it to check the prefetch: see
    /// `docs/reliability.md`.
    #[test]
    fn a_table_in_any_memory_is_shared_by_threads() {
        let buckets: Vec<Bucket> = (0..3).map(|_| Bucket::default()).collect();
        let lookups = AtomicU64::default();
        let table = Table::new(&buckets, &lookups);
        let fill = |count: u64| {
            for bucket in 0..3 {
                let key = KEY ^ bucket << 126;
                table.prefetch(key, 2);
                table.store(key, 2, count.into());
                let found = table.probe(key, 2);
                // Another thread may have written meanwhile.
                assert!(found.is_none_or(|count| [400, 2_039].contains(&count)));
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| fill(400));
            fill(2_039);
        });
        fill(2_039);
        let kept = (0..3).filter_map(|bucket| table.probe(KEY ^ bucket << 126, 2));
        assert_eq!(kept.count(), 3);
    }

    #[test]
    fn an_empty_entry_matches_no_key() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.table();
        for depth in 0..=127 {
            // The key whose parts are all zero, like the entry.
            let zero = mixed(0, depth);
            assert!(Key::new(zero, depth).low == 0 && Key::new(zero, depth).more == 0);
            assert_eq!(table.probe(zero, depth), None);
            // A stored count of zero matches nothing either.
            table.store(zero, depth, 0);
            assert_eq!(table.probe(zero, depth), None);
        }
    }

    /// The key that becomes `key` when the depth is mixed in. Mixing is its own
    /// inverse.
    fn mixed(key: u128, depth: u32) -> u128 {
        let Key { index, more, low } = Key::new(key, depth);
        u128::from(index) << 80 | u128::from(more) << 64 | u128::from(low)
    }

    #[test]
    fn every_one_of_the_80_bits_is_compared() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.table();
        table.store(KEY, 3, 8_902);
        assert_eq!(table.probe(KEY, 3), Some(8_902));
        for bit in 0..80 {
            assert_eq!(table.probe(KEY ^ 1 << bit, 3), None, "bit {bit}");
        }
        for depth in (0..=127).filter(|depth| *depth != 3) {
            assert_eq!(table.probe(KEY, depth), None, "depth {depth}");
        }
    }

    #[test]
    fn the_other_bits_spread_keys_over_all_buckets() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.table();
        let count = table.buckets.len();
        assert_eq!(count * 64, 1 << 20);
        let mut used = vec![false; count];
        for part in 0..count as u128 {
            let key = mixed((part * ((1 << 48) / count as u128)) << 80, 4);
            let bucket = table.bucket(Key::new(key, 4));
            let index = table
                .buckets
                .iter()
                .position(|other| std::ptr::eq(other, bucket));
            used[index.unwrap()] = true;
        }
        assert!(used.into_iter().all(|used| used));
        // The last bucket is still one.
        let _ = table.probe(mixed(u128::MAX, 4), 4);
    }

    #[test]
    fn counts_that_do_not_fit_are_not_stored() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.table();
        for count in [1 << 48, 1 << 64, (1 << 64) + 1, u128::MAX] {
            table.store(KEY, 9, count);
            assert_eq!(table.probe(KEY, 9), None, "{count}");
        }
        table.store(KEY, 9, (1 << 48) - 1);
        assert_eq!(table.probe(KEY, 9), Some((1 << 48) - 1));
    }

    #[test]
    fn the_least_count_of_a_bucket_is_replaced() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.table();
        let keys: Vec<u128> = (0..5).map(|number| KEY ^ number).collect();
        for (key, count) in keys.iter().zip([50, 20, 40, 30, 1]) {
            table.store(*key, 2, count);
        }
        let found: Vec<Option<u64>> = keys.iter().map(|key| table.probe(*key, 2)).collect();
        assert_eq!(found, [Some(50), None, Some(40), Some(30), Some(1)]);
    }

    /// Two threads that write one entry at a time may leave the check of one
    /// with the data of the other.
    #[test]
    fn a_torn_entry_matches_neither_key() {
        let mut memory = TableMemory::new(1).unwrap();
        let table = memory.table();
        let other = KEY ^ 0x5555;
        for (key, count) in [(KEY, 1_000), (other, 2_000), (KEY ^ 1 << 70, 3_000)] {
            table.store(key, 2, count);
        }
        let bucket = table.bucket(Key::new(KEY, 2));
        let words: Vec<u64> = bucket
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .collect();
        for (check, data) in [(0, 3), (2, 1), (0, 5), (4, 1), (0, 7), (6, 1)] {
            bucket
                .iter()
                .for_each(|word| word.store(0, Ordering::Relaxed));
            bucket[0].store(words[check], Ordering::Relaxed);
            bucket[1].store(words[data], Ordering::Relaxed);
            for key in [KEY, other, KEY ^ 1 << 70] {
                assert_eq!(table.probe(key, 2), None, "words {check} and {data}");
            }
        }
    }
}
