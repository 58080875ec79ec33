//! What a count is done with: the method, how many threads, and the table.

use super::{Counter, LeafParent, Method, Table, TableMemory, TableMemoryError};
use crate::board::Position;
use crate::control::Token;
use std::fmt;

/// The greatest number of threads.
pub const MAX_THREADS: usize = 512;

/// The size of the table in MiB while nobody has chosen one. Less makes depth 8
/// of the start position markedly slower, and more hardly makes it faster.
pub const DEFAULT_HASH: usize = 64;

/// The greatest size of the table in MiB.
pub const MAX_HASH: usize = 1 << 25;

/// The leaves, as [`estimate`] has them, from which on the table is used:
/// those of one count, or of all since the table was last empty.
///
/// The first count with a table pays for the system's zeroing of its pages:
/// about 10 ms for the default size, in which 10 million leaves are counted.
const MIN_TABLE_LEAVES: u128 = 10_000_000;

/// The least depth of a count that finds anything in the table.
const MIN_TABLE_DEPTH: u32 = 4;

/// What a count is done with. None of it changes what is counted, or in which
/// order.
#[derive(Debug)]
pub struct Settings {
    /// The way of counting.
    pub method: Method,
    /// How many threads count, 1 to [`MAX_THREADS`].
    pub threads: usize,
    hash: Hash,
    /// Leaves counted since the table was last empty, until they are enough for
    /// it.
    leaves_so_far: u128,
}

/// There is no memory for the default table, so that a count is done without.
#[derive(Debug)]
pub struct NoDefaultTable(TableMemoryError);

impl fmt::Display for NoDefaultTable {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let NoDefaultTable(error) = self;
        write!(
            formatter,
            "no memory for the default Hash ({error}), counted without a table"
        )
    }
}

impl std::error::Error for NoDefaultTable {}

/// The table of the settings.
#[derive(Debug)]
enum Hash {
    /// Of the default size, not needed so far.
    Default,
    /// None.
    Off,
    /// This one.
    On(TableMemory),
}

impl Default for Settings {
    /// The fastest method, one thread, and a table of the default size, whose
    /// memory is taken when it is first of use.
    fn default() -> Settings {
        Settings {
            method: Method::default(),
            threads: 1,
            hash: Hash::Default,
            leaves_so_far: 0,
        }
    }
}

impl Settings {
    /// Counting by `method` with one thread and without a table.
    #[must_use]
    pub fn plain(method: Method) -> Settings {
        Settings {
            method,
            threads: 1,
            hash: Hash::Off,
            leaves_so_far: 0,
        }
    }

    /// Takes an empty table of `mebibytes` MiB in the place of the present
    /// one, or none for 0.
    ///
    /// # Errors
    ///
    /// If there is no such memory; the present table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), TableMemoryError> {
        self.hash = match mebibytes {
            0 => Hash::Off,
            _ => Hash::On(TableMemory::new(mebibytes)?),
        };
        self.leaves_so_far = 0;
        Ok(())
    }

    /// Empties the table.
    pub fn clear_hash(&mut self) {
        if let Hash::On(memory) = &mut self.hash {
            memory.clear();
            self.leaves_so_far = 0;
        }
    }

    /// Takes the memory of the default table if this count will use it.
    ///
    /// # Errors
    ///
    /// If there is no such memory; the count has to do without it, and a later
    /// one may try again.
    pub fn prepare(&mut self, position: &Position, depth: u32) -> Result<(), NoDefaultTable> {
        if matches!(self.hash, Hash::Default) && self.uses_table(position, depth) {
            self.hash = Hash::On(TableMemory::new(DEFAULT_HASH).map_err(NoDefaultTable)?);
        }
        Ok(())
    }

    /// Whether a count is long enough for the table, alone or together with
    /// those before it.
    fn uses_table(&mut self, position: &Position, depth: u32) -> bool {
        if self.method == Method::Reference || depth < MIN_TABLE_DEPTH {
            return false;
        }
        // Many small counts must not each pay for an estimate.
        if self.leaves_so_far < MIN_TABLE_LEAVES {
            let leaves = estimate(position, depth);
            self.leaves_so_far = self.leaves_so_far.saturating_add(leaves);
        }
        self.leaves_so_far >= MIN_TABLE_LEAVES
    }

    /// The table for a count, if it is of use and there is one.
    pub(super) fn table(&mut self, position: &Position, depth: u32) -> Option<Table<'_>> {
        let is_of_use = matches!(self.hash, Hash::On(_)) && self.uses_table(position, depth);
        match &mut self.hash {
            Hash::On(memory) if is_of_use => Some(memory.table()),
            _ => None,
        }
    }
}

/// About how many leaves there are: as if the second and third ply went on
/// repeating themselves. (The first may be an answer to check, of which there
/// are few.) It saturates.
fn estimate(position: &Position, depth: u32) -> u128 {
    let mut position = position.clone();
    let mut counter = LeafParent::default();
    let mut leaves = |depth| {
        let count = counter.count(&mut position, depth, &Token::never());
        count.unwrap_or_default()
    };
    if depth <= 3 {
        return leaves(depth);
    }
    let two_plies = leaves(3) / leaves(1).max(1);
    let beginning = 2 - depth % 2;
    leaves(beginning).saturating_mul(two_plies.saturating_pow((depth - beginning) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_be_had_leaves_the_present_one() {
        let start = &Position::start();
        let mut settings = Settings::default();
        settings.set_hash(1).unwrap();
        settings.table(start, 7).unwrap().store(77, 2, 400);
        assert!(settings.set_hash(MAX_HASH).is_err());
        assert_eq!(settings.table(start, 7).unwrap().probe(77, 2), Some(400));
        settings.clear_hash();
        assert_eq!(settings.table(start, 7).unwrap().probe(77, 2), None);
        settings.set_hash(0).unwrap();
        assert!(settings.table(start, 7).is_none());
    }

    #[test]
    fn only_long_counts_use_a_table_and_the_reference_never_does() {
        let start = &Position::start();
        let mut settings = Settings::default();
        settings.prepare(start, 5).unwrap();
        assert!(matches!(settings.hash, Hash::Default));
        settings.prepare(start, 6).unwrap();
        assert!(matches!(settings.hash, Hash::On(_)));
        assert!(settings.table(start, 6).is_some());
        settings.method = Method::Reference;
        assert!(settings.table(start, 6).is_none());
        settings.method = Method::LeafParent;
        settings.clear_hash();
        assert!(settings.table(start, 5).is_none());
        assert!(settings.table(start, 6).is_some());
    }

    #[test]
    fn many_small_counts_use_a_table_together() {
        let start = &Position::start();
        let mut settings = Settings::default();
        // 4 million leaves each.
        for _ in 0..2 {
            settings.prepare(start, 5).unwrap();
            assert!(settings.table(start, 5).is_none());
        }
        for depth in [5, 4] {
            settings.prepare(start, depth).unwrap();
            assert!(settings.table(start, depth).is_some());
        }
        assert!(settings.table(start, 3).is_none(), "nothing to find");
    }

    #[test]
    fn estimates_are_of_the_right_size_and_saturate() {
        let start = &Position::start();
        for (depth, expected) in [
            (0, 1),
            (3, 8_902),
            (4, 178_000),
            (5, 3_960_500),
            (127, u128::MAX),
        ] {
            assert_eq!(estimate(start, depth), expected, "depth {depth}");
        }
    }
}
