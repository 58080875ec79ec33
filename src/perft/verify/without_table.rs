//! Counts without a table, of which subtrees are verified.

use super::{Origin, Sampler, Verifier};
use crate::board::Position;
use crate::control::Token;
use crate::perft::method::PerftMethod;

/// A method without a table, with a sampler for its subtrees.
pub(in crate::perft) struct WithoutTable<'v> {
    method: Box<dyn PerftMethod + 'v>,
    sampler: Sampler<'v>,
}

/// The depth of the subtrees that the method counts. Those of more plies are put together
/// from these.
const DEPTH: u32 = 3;

/// The leaves for which one may be counted again.
const LEAVES_FOR_ONE: u128 = 500;

impl<'v> WithoutTable<'v> {
    pub(in crate::perft) fn new(
        method: Box<dyn PerftMethod + 'v>,
        sampler: Sampler<'v>,
    ) -> WithoutTable<'v> {
        WithoutTable { method, sampler }
    }
}

impl PerftMethod for WithoutTable<'_> {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        let leaves = if depth <= DEPTH {
            let leaves = self.method.count(position, depth, stop)?;
            let earned = leaves / LEAVES_FOR_ONE;
            self.sampler.earn(earned.try_into().unwrap_or(u64::MAX));
            leaves
        } else {
            let mut total = 0;
            for mv in position.legal_moves() {
                let undo = position.make(mv);
                let leaves = self.count(position, depth - 1, stop);
                position.unmake(mv, &undo);
                total += leaves?;
            }
            total
        };
        if self.sampler.is_due(Origin::Counted, depth, leaves) {
            (self.sampler).verify(position, Origin::Counted, depth, leaves, stop)?;
        }
        Some(leaves)
    }
}
