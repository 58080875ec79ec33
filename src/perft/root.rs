//! The root of a divide, its result, and the interface of a listener, which receives
//! the counts while a divide runs.

use super::table::TableMemoryError;
use crate::board::Position;
use crate::movegen::{Move, MoveList};
use crate::warning::Once;
use std::fmt;

/// How a divide ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a divide may have been stopped"]
pub enum Divide {
    /// Everything was counted; the sum over all root moves.
    Complete(u128),
    /// The count was stopped.
    Stopped {
        /// How many root moves were counted, and reported.
        counted: usize,
        /// How many root moves there are.
        root_moves: usize,
    },
}

/// The warning that there is no memory for the default table.
static NO_TABLE: Once = Once::new();

/// Receives the results of a divide while it runs. A closure that takes a move
/// and its count is a listener.
pub trait Listener {
    /// A root move was counted, and so were all moves before it.
    fn root_move(&mut self, mv: Move, count: u128);

    /// Some of the leaves were counted. Each leaf is reported once here, in no
    /// particular order, and once with its root move.
    fn part(&mut self, leaves: u128) {
        let _ = leaves;
    }

    /// There is no memory for the default table, so this count goes on without.
    /// The default is a warning in the log, once.
    fn no_default_table(&mut self, error: &NoDefaultTable) {
        NO_TABLE.warn(error);
    }
}

impl<F: FnMut(Move, u128)> Listener for F {
    fn root_move(&mut self, mv: Move, count: u128) {
        self(mv, count);
    }
}

/// There is no memory for the default table.
#[derive(Debug)]
pub struct NoDefaultTable(pub(super) TableMemoryError);

impl fmt::Display for NoDefaultTable {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let NoDefaultTable(error) = self;
        write!(
            formatter,
            "no memory for the default Hash ({error}), counted without a table"
        )
    }
}

impl std::error::Error for NoDefaultTable {}

/// The root of a divide of at least one ply.
#[derive(Clone, Copy)]
pub(super) struct Root<'a> {
    pub(super) position: &'a Position,
    /// Its legal moves.
    pub(super) moves: &'a MoveList,
    pub(super) depth: u32,
}

impl Root<'_> {
    /// The result of a divide that was stopped after this many root moves.
    pub(super) fn stopped(self, counted: usize) -> Divide {
        Divide::Stopped {
            counted,
            root_moves: self.moves.len(),
        }
    }
}
