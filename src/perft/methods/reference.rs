//! The reference method: generate, make, test, recurse, unmake. It is the
//! algorithm of the Chess Programming Wiki's page "Perft", short enough to teach
//! from. Every other method is tested against it.

use crate::board::{Position, Side, side_dispatch};
use crate::control::Token;
use crate::movegen::{MoveList, pseudo_legal_moves};
use crate::perft::method::PerftMethod;

/// Counts by making every move, the last ply included.
pub(super) struct Reference;

impl PerftMethod for Reference {
    fn count(&mut self, position: &mut Position, depth: u32, stop: &Token) -> Option<u128> {
        let total = side_dispatch!(position, Us => leaves::<Us>(position, depth, stop));
        (!stop.is_set()).then_some(total)
    }
}

/// The number of leaves `depth` plies below. It means nothing once `stop` is set.
#[inline(always)]
fn leaves<Us: Side>(position: &mut Position, depth: u32, stop: &Token) -> u128 {
    if depth == 0 {
        return 1;
    }
    leaves_below::<Us>(position, depth, stop)
}

fn leaves_below<Us: Side>(position: &mut Position, depth: u32, stop: &Token) -> u128 {
    // To test this at every node one ply above the leaves would be too slow.
    if depth > 1 && stop.is_set() {
        return 0;
    }
    let mut moves = MoveList::new();
    pseudo_legal_moves::<Us>(position, &mut moves);
    let mut total = 0;
    for &mv in &moves {
        let undo = position.make_unkeyed::<Us>(mv);
        if !position.is_king_attacked::<Us>() {
            total += leaves::<Us::Opponent>(position, depth - 1, stop);
        }
        position.unmake_unkeyed::<Us>(mv, &undo);
    }
    total
}
