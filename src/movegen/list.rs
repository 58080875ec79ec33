//! The list that moves are generated into, and the proof that it is long enough.

use crate::board::Move;
use arrayvec::ArrayVec;

/// An upper bound of the number of moves of a position.
///
/// A side has at most sixteen pieces, one of them its king. A queen has at most
/// 27 moves and no other piece has more (a pawn on the seventh rank has at most
/// 12, one for each promotion). The king has at most 8 steps and two castling
/// moves. This makes 15 * 27 + 8 + 2 = 415.
pub const MAX_MOVES: usize = 415;

/// The moves of one position. It holds up to [`MAX_MOVES`] moves without memory
/// from the heap.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
