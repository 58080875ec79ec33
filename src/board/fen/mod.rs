//! Forsyth-Edwards Notation in and out: lenient in form, strict about
//! positions that cannot be played on, and open about what it repaired. X-FEN
//! and Shredder-FEN castling fields are part of it.

mod error;
mod read;
mod write;

pub use error::{FenError, Illegal, Repair};
pub use read::{Parsed, parse};

pub(crate) use read::start_position;
