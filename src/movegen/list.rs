//! The list that moves are generated into, and why it is long enough.

use crate::board::Move;
use arrayvec::ArrayVec;

/// More moves than any accepted position has.
///
/// A side has at most sixteen men, one of them its king. A queen moves to at
/// most 27 squares; no other man has more moves (a pawn on the seventh rank at
/// most 12, counting each promotion). With the king's 8 steps and two castling
/// moves this makes 15 * 27 + 8 + 2 = 415.
pub const MAX_MOVES: usize = 415;

/// The moves of one position; pushing beyond [`MAX_MOVES`] would panic, never
/// write elsewhere.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
