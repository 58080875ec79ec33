//! The reference method: generate, make, test, recurse, unmake. It is the
//! algorithm of the Chess Programming Wiki's page "Perft", kept short enough
//! to teach from; every other method is tested against it.

use super::{Counter, side_dispatch};
use crate::board::{Position, Side};
use crate::control::Token;
use crate::movegen::{MoveList, pseudo_legal_of};

/// Counts by making every move, the last ply included.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Counter for Reference {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        let total = side_dispatch!(position, Us => leaves::<Us>(position, depth, stop));
        (!stop.is_set()).then_some(total)
    }
}

/// The number of leaves `depth` plies below; not meaningful once `stop`
/// was given.
#[inline(always)]
fn leaves<Us: Side>(position: &mut Position, depth: u32, stop: &Token) -> u128 {
    if depth == 0 {
        return 1;
    }
    leaves_below::<Us>(position, depth, stop)
}

fn leaves_below<Us: Side>(position: &mut Position, depth: u32, stop: &Token) -> u128 {
    // Nodes one ply above the leaves are too many to ask at each of them.
    if depth > 1 && stop.is_set() {
        return 0;
    }
    let mut moves = MoveList::new();
    pseudo_legal_of::<Us>(position, &mut moves);
    let mut total = 0;
    for &mv in &moves {
        let undo = position.make_as::<Us, false>(mv);
        if !position.is_king_attacked::<Us>() {
            total += leaves::<Us::Opponent>(position, depth - 1, stop);
        }
        position.unmake_as::<Us, false>(mv, &undo);
    }
    total
}
