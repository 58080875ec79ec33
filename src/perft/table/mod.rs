//! The transposition table: counts by position and depth, shared by all threads
//! without locks, and the memory that it lies in.

mod memory;
mod shared;

pub use memory::{TableMemory, TableMemoryError};
pub use shared::Table;
