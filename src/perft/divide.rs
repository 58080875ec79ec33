//! The divide of a root: the count below each of its moves, and their sum.

use super::{Counter, Settings, threads};
use crate::board::Position;
use crate::control::Token;
use crate::movegen::{self, Move, MoveList};

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

/// Who hears of a divide while it is made: a closure, if the root moves are all
/// that it wants to know.
pub trait Listener {
    /// A root move was counted, as were all before it.
    fn root_move(&mut self, mv: Move, count: u128);

    /// Some of the leaves were counted, in no particular order. Each leaf is
    /// told once in this way, and once more with its root move.
    fn part(&mut self, leaves: u128) {
        let _ = leaves;
    }
}

impl<F: FnMut(Move, u128)> Listener for F {
    fn root_move(&mut self, mv: Move, count: u128) {
        self(mv, count);
    }
}

/// Counts `depth` plies below `position` by root move. Each legal move is
/// told to the listener with its count, in the generator's order, as soon as it
/// and all moves before it are known.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::{Divide, Settings, divide};
/// use ox88::control::Token;
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
    listener: impl Listener,
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
        threads::count_shared(root, split, &new_counter, stop, listener)
    } else {
        let min_parted = method.horizon() + 4;
        count_alone(root, min_parted, &mut *new_counter(), stop, listener)
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

/// Counts one root move after the other on this thread; from depth `min_parted`
/// on in parts, one for each reply, so that a long count shows how far it is.
fn count_alone(
    root: Root,
    min_parted: u32,
    counter: &mut dyn Counter,
    stop: &Token,
    mut listener: impl Listener,
) -> Divide {
    let mut position = root.position.clone();
    let depth = root.depth - 1;
    let mut total = 0;
    for (counted, &mv) in root.moves.iter().enumerate() {
        let undo = position.make(mv);
        let count = if root.depth < min_parted {
            let count = counter.count(&mut position, depth, stop);
            count.inspect(|&leaves| listener.part(leaves))
        } else {
            count_in_parts(&mut position, depth, counter, stop, &mut listener)
        };
        position.unmake(mv, &undo);
        let Some(count) = count else {
            return root.stopped(counted);
        };
        listener.root_move(mv, count);
        total += count;
    }
    Divide::Complete(total)
}

/// The number of leaves `depth` plies (at least 1) below; none if the count was
/// stopped.
fn count_in_parts(
    position: &mut Position,
    depth: u32,
    counter: &mut dyn Counter,
    stop: &Token,
    listener: &mut impl Listener,
) -> Option<u128> {
    let mut total = 0;
    for mv in movegen::legal(position) {
        let undo = position.make(mv);
        let count = counter.count(position, depth - 1, stop);
        position.unmake(mv, &undo);
        let count = count?;
        listener.part(count);
        total += count;
    }
    Some(total)
}
