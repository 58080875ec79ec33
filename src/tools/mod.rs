//! Tools for the author of a move generator: statistics, estimates, suites of
//! counts, and the search for faults. They return values, or pass them to a
//! callback. The commands around them, and their text, are in `commands`.

#[cfg(feature = "cli")]
pub mod check;
#[cfg(feature = "cli")]
pub mod compare;
#[cfg(feature = "cli")]
pub mod corpus;
pub mod diagnosis;
pub mod differences;
pub mod estimate;
pub mod faults;
pub mod ladder;
pub mod map;
pub mod pasted;
pub mod printout;
pub mod split;
pub mod stats;
#[cfg(feature = "cli")]
pub mod suite;

use crate::board::Position;

/// The positions after each legal move, in the generator's order.
fn children(position: &Position) -> impl Iterator<Item = Position> {
    position.legal_moves().into_iter().map(|mv| {
        let mut child = position.clone();
        let _ = child.make(mv);
        child
    })
}
