//! The last plies of a line, which a fast method counts at once: the interface
//! between the shared tree and the methods.

use crate::board::{Position, Side};
use crate::movegen::count::count_legal_under;
use crate::movegen::threats::Threats;

/// The last plies of every line of the tree.
pub(super) trait Horizon {
    /// How many plies are counted at once, at least 1.
    const DEPTH: u32;

    /// The number of leaves [`Horizon::DEPTH`] plies below `position`, which is
    /// the same afterwards. `Us` is to move, under these threats.
    fn leaves<Us: Side>(&mut self, position: &mut Position, threats: &Threats) -> u64;
}

/// The last ply alone: the legal moves are counted, not made.
pub(super) struct LastPly;

impl Horizon for LastPly {
    const DEPTH: u32 = 1;

    #[inline(always)]
    fn leaves<Us: Side>(&mut self, position: &mut Position, threats: &Threats) -> u64 {
        count_legal_under::<Us>(position, threats).into()
    }
}
