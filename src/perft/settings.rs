//! What a count is done with: the method, how many threads, and the table.

use super::{Method, Table, TableMemory, TableMemoryError};

/// The greatest number of threads.
pub const MAX_THREADS: usize = 512;

/// The size of the table in MiB while nobody has chosen one.
pub const DEFAULT_HASH: usize = 64;

/// The greatest size of the table in MiB.
pub const MAX_HASH: usize = 1 << 25;

/// The least depth of a count that uses the table.
const MIN_TABLE_DEPTH: u32 = 5;

/// What a count is done with. None of it changes what is counted, or in which
/// order.
#[derive(Debug)]
pub struct Settings {
    /// The way of counting.
    pub method: Method,
    /// How many threads count, 1 to [`MAX_THREADS`].
    pub threads: usize,
    hash: Hash,
}

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
        Ok(())
    }

    /// Empties the table.
    pub fn clear_hash(&mut self) {
        if let Hash::On(memory) = &mut self.hash {
            memory.clear();
        }
    }

    /// Takes the memory of the default table if a count of this depth will use
    /// it.
    ///
    /// # Errors
    ///
    /// If there is no such memory; the count has to do without it, and a later
    /// one may try again.
    pub fn prepare(&mut self, depth: u32) -> Result<(), TableMemoryError> {
        match self.hash {
            Hash::Default if self.uses_table(depth) => self.set_hash(DEFAULT_HASH),
            _ => Ok(()),
        }
    }

    fn uses_table(&self, depth: u32) -> bool {
        self.method != Method::Reference && depth >= MIN_TABLE_DEPTH
    }

    /// The table for a count of this depth, if it is of use and there is one.
    pub(super) fn table(&mut self, depth: u32) -> Option<Table<'_>> {
        let is_of_use = self.uses_table(depth);
        match &mut self.hash {
            Hash::On(memory) if is_of_use => Some(memory.table()),
            _ => None,
        }
    }
}
