//! The transposition table: counts, or vectors of counts, by position and depth,
//! shared by all threads without locks, and the memory that it lies in.

mod key;
mod memory;
mod shared;
mod vectors;

pub use memory::{TableMemory, TableMemoryError};
pub use shared::Table;
#[cfg(test)]
pub(crate) use vectors::FIRST_BITS;
pub(crate) use vectors::{Vector, VectorTable};
