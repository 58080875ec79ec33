//! Legal moves, for everything that is not hot: reading moves, `d`, the root
//! of a count. They are the pseudo-legal moves that pass the test, in the same
//! order.

use super::{Move, MoveList, pseudo_legal};
use crate::board::Position;

/// The legal moves of the side to move, in the generator's order.
///
/// ```
/// use ox88::board::Position;
/// use ox88::movegen;
///
/// assert_eq!(movegen::legal(&Position::start()).len(), 20);
/// ```
#[must_use]
pub fn legal(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    pseudo_legal(position, &mut moves);
    let mut scratch = position.clone();
    moves.retain(|mv| is_legal(&mut scratch, *mv));
    moves
}

/// Whether a pseudo-legal move leaves the own king unattacked. The position
/// is unchanged afterwards.
pub fn is_legal(position: &mut Position, mv: Move) -> bool {
    let undo = position.make(mv);
    let legal = !position.is_opponent_in_check();
    position.unmake(mv, &undo);
    legal
}
