//! Pinned men, for those who look at a position rather than count it.

use super::threats::Threats;
use crate::board::{Black, Color, Position, Side, Slots, Square, White};

/// The men of the side to move that may only move along the line to their
/// king, from a1 to h8.
///
/// ```
/// use ox88::board::{CastlingNotation, fen};
/// use ox88::movegen;
///
/// let parsed = fen::parse("4k3/8/8/8/4r3/8/4B3/4K3 w", CastlingNotation::Standard)?;
/// let pinned = movegen::pinned(&parsed.position);
/// assert_eq!(pinned, ["e2".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pinned(position: &Position) -> Vec<Square> {
    match position.side_to_move() {
        Color::White => pinned_of::<White>(position),
        Color::Black => pinned_of::<Black>(position),
    }
}

fn pinned_of<Us: Side>(position: &Position) -> Vec<Square> {
    let mut squares: Vec<Square> = Slots::<Us>::new(Threats::to::<Us>(position).pinned)
        .map(|man| position.square_of(man))
        .collect();
    squares.sort_unstable();
    squares
}
