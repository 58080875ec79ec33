//! The command `compare`: reading it, and writing what it found.

mod read;
mod text;

pub(super) use read::read;
pub(super) use text::text;
