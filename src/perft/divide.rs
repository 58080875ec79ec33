//! The divide of a root: the count below each of its moves, and their sum.

use super::Counter;
use crate::board::Position;
use crate::movegen::{self, Move};
use crate::signal::Token;

/// How a divide ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Divide {
    /// Everything was counted; the sum over all root moves.
    Complete(u128),
    /// The count was stopped.
    Stopped {
        /// How many root moves had been counted, and reported.
        counted: usize,
        /// How many root moves there are.
        root_moves: usize,
    },
}

/// Counts `depth` plies below `position` by root move. Each legal move is
/// given to `report` with its count, in the generator's order, as soon as it
/// and all moves before it are known.
pub fn divide(
    position: &Position,
    depth: u32,
    counter: &mut dyn Counter,
    stop: &Token,
    mut report: impl FnMut(Move, u128),
) -> Divide {
    let moves = movegen::legal(position);
    if stop.is_set() {
        return Divide::Stopped {
            counted: 0,
            root_moves: moves.len(),
        };
    }
    if depth == 0 {
        return Divide::Complete(1);
    }
    let mut position = position.clone();
    let mut total = 0;
    for (counted, &mv) in moves.iter().enumerate() {
        let undo = position.make(mv);
        let count = counter.count(&mut position, depth - 1, stop);
        position.unmake(mv, &undo);
        let Some(count) = count else {
            return Divide::Stopped {
                counted,
                root_moves: moves.len(),
            };
        };
        report(mv, count);
        total += count;
    }
    Divide::Complete(total)
}
