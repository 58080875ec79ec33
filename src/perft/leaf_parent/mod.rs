//! Leaf-parent counting: the last two plies are counted together. Almost all
//! replies to our moves are the same whatever we play, so they are counted once
//! per node, as if we passed, and corrected for each move by what it changes.
//! `docs/perft.md` tells the whole story; the steps are in files of their own.

mod attack_counts;
mod baseline;
mod effects;
mod node;
mod siege;
mod their_king;
mod value;

use super::Counter;
use super::tree::{self, Horizon};
use crate::board::{Position, Side};
use crate::control::Token;
use crate::movegen::threats::Threats;
pub(super) use effects::Effects;
pub(super) use siege::Siege;

/// Counts the last two plies of every line together.
pub struct LeafParent {
    effects: Box<Effects>,
}

impl Default for LeafParent {
    fn default() -> LeafParent {
        LeafParent {
            effects: Box::new(Effects::new()),
        }
    }
}

impl Counter for LeafParent {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        tree::count(self, position, depth, stop)
    }
}

impl Horizon for LeafParent {
    const DEPTH: u32 = 2;

    #[inline(always)]
    fn leaves<Us: Side>(&mut self, position: &mut Position, threats: &Threats) -> u64 {
        node::leaves::<Us>(position, threats, &mut self.effects)
    }
}
