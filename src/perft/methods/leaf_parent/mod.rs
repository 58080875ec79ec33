//! Leaf-parent counting: the last two plies are counted together. Nearly all
//! replies to our moves are the same for all of them. They are counted once per
//! node, as if we passed, and corrected for each move. `docs/perft.md` explains
//! it.

mod baseline;
mod leaves;
mod node;
mod their_king;
mod value;

use crate::board::{Position, Side};
use crate::control::Token;
use crate::movegen::threats::Threats;
use crate::perft::horizon::Horizon;
use crate::perft::king_attack::Effects;
use crate::perft::method::PerftMethod;
use crate::perft::tree;

/// Counts the last two plies of every line together.
pub(crate) struct LeafParent {
    /// Scratch space.
    effects: Box<Effects>,
}

impl Default for LeafParent {
    fn default() -> LeafParent {
        LeafParent {
            effects: Box::new(Effects::new()),
        }
    }
}

impl PerftMethod for LeafParent {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        tree::count(self, position, depth, stop)
    }
}

impl Horizon for LeafParent {
    const DEPTH: u32 = 2;

    #[inline(always)]
    fn leaves<Us: Side>(&mut self, position: &mut Position, threats: &Threats) -> u64 {
        leaves::leaves::<Us>(position, threats, &mut self.effects)
    }
}
