//! Perft: the number of leaves of the tree of legal moves, `depth` plies deep.
//! [`perft`] and [`divide`] count with one call; [`Settings`] choose the method,
//! the number of threads and the table. Nothing here prints.

mod bench;
mod divide;
#[cfg(feature = "cli")]
mod forecast;
mod horizon;
mod king_attack;
mod known;
mod method;
mod methods;
mod root;
mod settings;
mod table;
mod threads;
mod tree;
mod verify;

pub use bench::{BENCH_POSITIONS, BenchCount, BenchOutcome, bench};
#[cfg(feature = "cli")]
pub(crate) use forecast::Forecast;
pub(crate) use king_attack::{Effects, KingAttack};
pub use known::{known_name, published, published_counts};
pub use method::{MAX_DEPTH, PerftMethod};
pub use methods::Method;
pub use root::{Divide, Listener, NoDefaultTable};
#[cfg(feature = "cli")]
pub(crate) use settings::estimate as expected_leaves;
pub use settings::{DEFAULT_HASH, MAX_HASH, MAX_THREADS, Settings};
#[cfg(test)]
pub(crate) use table::FIRST_BITS;
pub use table::{Table, TableMemory, TableMemoryError};
pub(crate) use table::{Vector, VectorTable};
pub(crate) use threads::Units;
pub use verify::{Difference, Origin, Verified};

use crate::board::Position;
use crate::control::Token;
use crate::movegen::Move;

/// The number of leaves `depth` plies (0 to [`MAX_DEPTH`]) below a position,
/// counted by the fastest method on one thread. Long counts use a table of
/// [`DEFAULT_HASH`] MiB; [`Settings`] offer more.
///
/// Depth 0 counts 1. A mated or stalemated position counts 0 at any other depth.
///
/// # Panics
///
/// If the depth is greater than [`MAX_DEPTH`].
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::perft;
///
/// assert_eq!(perft(&Position::start(), 5), 4_865_609);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u128 {
    count(position, depth, |_, _| {})
}

/// The legal moves of a position, in the order of [`Position::legal_moves`],
/// each with the number of leaves below it: [`perft`] of `depth` (0 to
/// [`MAX_DEPTH`]) is their sum. Depth 0 has no moves.
///
/// # Panics
///
/// If the depth is greater than [`MAX_DEPTH`].
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::divide;
///
/// let counts = divide(&Position::start(), 3);
/// let (mv, count) = counts[0];
/// assert_eq!((mv.to_string().as_str(), count), ("a2a3", 380));
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u128>(), 8_902);
/// ```
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u128)> {
    let mut counts = Vec::new();
    count(position, depth, |mv, count| counts.push((mv, count)));
    counts
}

/// Counts with the default settings to the end.
fn count(position: &Position, depth: u32, mut listener: impl FnMut(Move, u128)) -> u128 {
    match Settings::default().divide(position, depth, &Token::never(), &mut listener) {
        Divide::Complete(total) => total,
        Divide::Stopped { .. } => unreachable!("the token never stops a count"),
    }
}
