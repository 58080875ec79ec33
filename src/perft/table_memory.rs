//! The memory behind the [table](super::table): taken as a whole, as pages of
//! zeros that cost nothing before they are touched.

use super::table::{Bucket, Table};
use crate::memory;
use memmap2::MmapMut;
use std::{fmt, io};
use zerocopy::FromBytes;

const MEBIBYTE: usize = 1 << 20;

/// The memory of one table.
#[derive(Debug)]
pub struct TableMemory {
    /// Starts at a page, and so at a cache line.
    pages: MmapMut,
}

/// Why there is no memory for a table.
#[derive(Debug)]
pub enum TableMemoryError {
    /// The machine does not have as much.
    BeyondMachine {
        /// What it has, in MiB.
        machine: usize,
    },
    /// The system refused.
    Refused(io::Error),
}

impl TableMemory {
    /// Takes memory of `mebibytes` (at least 1) MiB for a table, all empty.
    ///
    /// # Errors
    ///
    /// If the machine has less memory than that, or the system does not give
    /// it.
    pub fn new(mebibytes: usize) -> Result<TableMemory, TableMemoryError> {
        // Systems promise more memory than they have, and end the process when
        // it is used.
        if let Some(machine) = memory::total().filter(|machine| mebibytes > *machine) {
            return Err(TableMemoryError::BeyondMachine { machine });
        }
        let bytes = mebibytes.max(1).saturating_mul(MEBIBYTE);
        let pages = zeroed_pages(bytes).map_err(TableMemoryError::Refused)?;
        Ok(TableMemory { pages })
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        // Fresh pages of zeros cost less than zeros written to old ones.
        match zeroed_pages(self.pages.len()) {
            Ok(pages) => self.pages = pages,
            Err(_) => self.pages.fill(0),
        }
    }

    /// The table in this memory, to be shared by threads.
    pub fn table(&mut self) -> Table<'_> {
        match <[Bucket]>::mut_from_bytes(&mut self.pages) {
            Ok(buckets) => Table::new(buckets),
            Err(_) => unreachable!("whole MiB, from a page on, are whole buckets in place"),
        }
    }
}

fn zeroed_pages(bytes: usize) -> io::Result<MmapMut> {
    let pages = MmapMut::map_anon(bytes)?;
    // A table is accessed all over: with large pages, the processor finds the
    // place of an entry without a look at the page tables in memory. It does
    // no harm if there are none to be had.
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    Ok(pages)
}

impl fmt::Display for TableMemoryError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TableMemoryError::BeyondMachine { machine } => {
                write!(formatter, "this machine has {machine} MiB")
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
    fn a_cleared_table_knows_nothing() {
        let mut memory = TableMemory::new(2).unwrap();
        memory.table().store(77, 2, 400);
        assert_eq!(memory.table().probe(77, 2), Some(400));
        memory.clear();
        assert_eq!(memory.table().probe(77, 2), None);
    }

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
