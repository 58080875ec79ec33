//! The memory of the table: taken as a whole, as zeroed pages that cost nothing
//! before they are touched.

use super::key::Bucket;
use super::shared::Table;
use super::vectors::VectorTable;
use crate::memory;
use std::sync::atomic::AtomicU64;
use std::{fmt, io};

const MEBIBYTE: usize = 1 << 20;

/// The memory of one table.
#[derive(Debug)]
pub struct TableMemory {
    pages: pages::Pages,
    /// Whether the entries are those of a [`VectorTable`].
    holds_vectors: bool,
    /// The look-ups of counts, for the log.
    lookups: AtomicU64,
}

/// Why there is no memory for a table.
#[derive(Debug)]
pub enum TableMemoryError {
    /// Less is available.
    Unavailable {
        /// The memory that is available, in MiB.
        available: usize,
    },
    /// The system refused.
    Refused(io::Error),
}

impl TableMemory {
    /// Takes `mebibytes` (at least 1) MiB of memory for an empty table.
    ///
    /// # Errors
    ///
    /// If less memory is available, or the system refuses it.
    pub fn new(mebibytes: usize) -> Result<TableMemory, TableMemoryError> {
        TableMemory::new_beside(mebibytes, 0)
    }

    /// The same, for a table that takes the place of this one.
    ///
    /// # Errors
    ///
    /// Likewise. The present table stays.
    pub(crate) fn replacement(&self, mebibytes: usize) -> Result<TableMemory, TableMemoryError> {
        // Only the pages that were used are given back.
        let present = self.pages.len() / MEBIBYTE;
        TableMemory::new_beside(mebibytes, memory::taken().unwrap_or(0).min(present))
    }

    /// Takes memory, where this number of MiB are about to be given back.
    fn new_beside(mebibytes: usize, given_back: usize) -> Result<TableMemory, TableMemoryError> {
        // A system may promise more memory than it has, and end the process when
        // it is used.
        let available = memory::available().map(|available| available + given_back);
        if let Some(available) = available.filter(|available| mebibytes > *available) {
            return Err(TableMemoryError::Unavailable { available });
        }
        let bytes = mebibytes.max(1).saturating_mul(MEBIBYTE);
        let pages = pages::zeroed(bytes).map_err(TableMemoryError::Refused)?;
        Ok(TableMemory {
            pages,
            holds_vectors: false,
            lookups: AtomicU64::new(0),
        })
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        pages::clear(&mut self.pages);
    }

    /// The table in this memory, to be shared by threads.
    #[must_use]
    pub fn table(&mut self) -> Table<'_> {
        self.hold_vectors(false);
        Table::new(pages::buckets(&mut self.pages), &self.lookups)
    }

    /// The table of vectors in this memory, to be shared by threads.
    #[must_use]
    pub(crate) fn vector_table(&mut self) -> VectorTable<'_> {
        self.hold_vectors(true);
        VectorTable::new(pages::buckets(&mut self.pages))
    }

    /// Empties the table if it has entries of the other kind: they would match no
    /// key, but some would never be replaced.
    fn hold_vectors(&mut self, vectors: bool) {
        if self.holds_vectors != vectors {
            self.clear();
            self.holds_vectors = vectors;
        }
    }
}

/// Pages from the system.
#[cfg(not(target_family = "wasm"))]
mod pages {
    use super::Bucket;
    use memmap2::MmapMut;
    use std::io;
    use zerocopy::FromBytes;

    /// They start at a page, and so at a cache line.
    pub(super) type Pages = MmapMut;

    pub(super) fn zeroed(bytes: usize) -> io::Result<Pages> {
        let pages = MmapMut::map_anon(bytes)?;
        // A table is accessed all over: with large pages, the processor needs no
        // look at the page tables in memory to find an entry. Without them it
        // works too.
        #[cfg(target_os = "linux")]
        {
            let _ = pages.advise(memmap2::Advice::HugePage);
            // A child process needs no table. Without this, its start would take longer
            // with every page.
            let _ = pages.advise(memmap2::Advice::DontFork);
        }
        Ok(pages)
    }

    /// Empties the pages. Fresh ones cost less than zeros written to old ones.
    pub(super) fn clear(pages: &mut Pages) {
        match zeroed(pages.len()) {
            Ok(fresh) => *pages = fresh,
            Err(_) => pages.fill(0),
        }
    }

    pub(super) fn buckets(pages: &mut Pages) -> &[Bucket] {
        match <[Bucket]>::mut_from_bytes(pages) {
            Ok(buckets) => buckets,
            Err(_) => unreachable!("whole MiB, from a page on, are whole buckets in place"),
        }
    }
}

/// An ordinary allocation, where there is no memory map.
#[cfg(target_family = "wasm")]
mod pages {
    use super::Bucket;
    use std::io;

    pub(super) type Pages = Vec<Bucket>;

    pub(super) fn zeroed(bytes: usize) -> io::Result<Pages> {
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        buckets.resize_with(count, Bucket::default);
        Ok(buckets)
    }

    pub(super) fn clear(pages: &mut Pages) {
        pages.fill_with(Bucket::default);
    }

    pub(super) fn buckets(pages: &mut Pages) -> &[Bucket] {
        pages
    }
}

impl fmt::Display for TableMemoryError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TableMemoryError::Unavailable { available } => {
                write!(formatter, "{available} MiB are available")
            }
            TableMemoryError::Refused(error) => write!(formatter, "{error}"),
        }
    }
}

impl std::error::Error for TableMemoryError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_table_is_empty() {
        let mut memory = TableMemory::new(2).unwrap();
        memory.table().store(77, 2, 400);
        assert_eq!(memory.table().probe(77, 2), Some(400));
        memory.clear();
        assert_eq!(memory.table().probe(77, 2), None);
    }

    /// An ordinary allocation may be aligned less.
    #[cfg(not(target_family = "wasm"))]
    #[test]
    fn buckets_are_cache_lines() {
        assert_eq!(size_of::<Bucket>(), 64);
        let mut memory = TableMemory::new(1).unwrap();
        assert_eq!(memory.pages.as_ptr().addr() % 64, 0);
        let _ = memory.table();
    }

    #[test]
    fn sizes_beyond_all_machines_are_errors() {
        for mebibytes in [1 << 25, usize::MAX >> 20, usize::MAX] {
            assert!(TableMemory::new(mebibytes).is_err(), "{mebibytes}");
        }
    }
}
