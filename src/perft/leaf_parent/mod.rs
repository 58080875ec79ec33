//! Leaf-parent counting: the last two plies are counted together. Almost all
//! replies to our moves are the same whatever we play, so they are counted once
//! per node, as if we passed, and corrected for each move by what it changes.
//! `docs/perft.md` tells the whole story; the steps are in files of their own.

mod attack_counts;
mod baseline;
mod effects;
mod node;
mod siege;

use super::bulk::count_legal;
use super::{Counter, side_dispatch};
use crate::board::{Position, Side};
use crate::movegen::MoveList;
use crate::movegen::strictly_legal::legal_moves;
use crate::movegen::threats::Threats;
use crate::signal::Token;
use effects::Effects;

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
        let total = match depth {
            0 => 1,
            1 => u128::from(side_dispatch!(position, count_legal(position))),
            _ => side_dispatch!(position, leaves(position, depth, &mut self.effects, stop)),
        };
        (!stop.is_set()).then_some(total)
    }
}

/// The number of leaves `depth` plies (at least 2) below; not meaningful once
/// `stop` was given.
fn leaves<Us: Side>(
    position: &mut Position,
    depth: u32,
    effects: &mut Effects,
    stop: &Token,
) -> u128 {
    if depth == 2 {
        return u128::from(node::leaves::<Us>(position, effects));
    }
    if stop.is_set() {
        return 0;
    }
    let mut moves = MoveList::new();
    let threats = Threats::to::<Us>(position);
    legal_moves::<Us>(position, &threats, &mut moves);
    let mut total = 0;
    for mv in moves {
        let undo = position.make_as::<Us, false>(mv);
        total += leaves::<Us::Opponent>(position, depth - 1, effects, stop);
        position.unmake_as::<Us, false>(mv, &undo);
    }
    total
}
