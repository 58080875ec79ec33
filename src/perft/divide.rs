//! The divide of a root: the count below each of its moves, and their sum.

use super::{Counter, Settings, threads};
use crate::board::Position;
use crate::movegen::{self, Move, MoveList};
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
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::{Divide, Settings, divide};
/// use ox88::signal::Token;
///
/// let mut counts = Vec::new();
/// let outcome = divide(
///     &Position::start(),
///     4,
///     &mut Settings::default(),
///     &Token::never(),
///     |_, count| counts.push(count),
/// );
/// assert_eq!(outcome, Divide::Complete(197_281));
/// assert_eq!(counts.len(), 20);
/// ```
pub fn divide(
    position: &Position,
    depth: u32,
    settings: &mut Settings,
    stop: &Token,
    report: impl FnMut(Move, u128),
) -> Divide {
    let root = Root {
        position,
        moves: &movegen::legal(position),
        depth,
    };
    if stop.is_set() {
        return root.stopped(0);
    }
    if depth == 0 {
        return Divide::Complete(1);
    }
    let (method, threads) = (settings.method, settings.threads);
    let table = settings.table(position, depth);
    let new_counter = || method.counter(table);
    if threads > 1 && depth >= threads::min_depth(method.horizon()) {
        let split = threads::Split::new(threads, method.horizon());
        threads::count_shared(root, split, &new_counter, stop, report)
    } else {
        count_alone(root, &mut *new_counter(), stop, report)
    }
}

/// The root of a divide, not at depth 0.
#[derive(Clone, Copy)]
pub(super) struct Root<'a> {
    pub(super) position: &'a Position,
    /// Its legal moves.
    pub(super) moves: &'a MoveList,
    pub(super) depth: u32,
}

impl Root<'_> {
    pub(super) fn stopped(self, counted: usize) -> Divide {
        Divide::Stopped {
            counted,
            root_moves: self.moves.len(),
        }
    }
}

/// Counts one root move after the other on this thread.
fn count_alone(
    root: Root,
    counter: &mut dyn Counter,
    stop: &Token,
    mut report: impl FnMut(Move, u128),
) -> Divide {
    let mut position = root.position.clone();
    let mut total = 0;
    for (counted, &mv) in root.moves.iter().enumerate() {
        let undo = position.make(mv);
        let count = counter.count(&mut position, root.depth - 1, stop);
        position.unmake(mv, &undo);
        let Some(count) = count else {
            return root.stopped(counted);
        };
        report(mv, count);
        total += count;
    }
    Divide::Complete(total)
}
