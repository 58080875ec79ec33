//! Forsyth-Edwards Notation in and out, with the castling fields of X-FEN and
//! Shredder-FEN. Reading is lenient in form and strict about positions that
//! cannot be played; it reports everything that it repairs.

mod error;
mod read;
mod write;

pub use error::{FenError, Illegal, Repair};
pub use read::{Parsed, parse, parse_with_x_fen_fallback};

pub(crate) use read::start_position;
