//! Targets of a generator: a list of the moves, or only their number.

use super::{Move, MoveKind, MoveList};
use crate::board::Square;

/// Takes the moves of a generator one by one.
pub(crate) trait MoveSink {
    /// Takes one move.
    fn take(&mut self, from: Square, to: Square, kind: MoveKind);
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn take(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.push(Move::new(from, to, kind));
    }
}

/// The number of the moves taken.
pub(crate) struct MoveCount(pub(crate) u32);

impl MoveSink for MoveCount {
    #[inline(always)]
    fn take(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}
