//! Where generated moves go: into a list, or into a mere count of them.

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

/// Counts the moves and forgets them.
pub(crate) struct MoveCount(pub(crate) u32);

impl MoveSink for MoveCount {
    #[inline(always)]
    fn take(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}
