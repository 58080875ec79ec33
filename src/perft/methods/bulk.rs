//! Bulk counting: the moves of the last ply are counted, not made.

use crate::board::Position;
use crate::control::Token;
use crate::perft::horizon::LastPly;
use crate::perft::method::PerftMethod;
use crate::perft::tree;

/// Counts the last ply without making its moves.
pub(super) struct Bulk;

impl PerftMethod for Bulk {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        tree::count(&mut LastPly, position, depth, stop)
    }
}
