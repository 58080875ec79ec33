//! A node two plies above the leaves: what is known of it before any of our
//! moves is looked at.

use super::baseline::Baseline;
use crate::board::{Position, Side};
use crate::movegen::Move;
use crate::movegen::count::count_legal;
use crate::perft::king_attack::{Effects, KingAttack};
use std::marker::PhantomData;

/// A node in which `Us` is to move.
pub(super) struct Node<'a, Us> {
    pub(super) effects: &'a Effects,
    pub(super) attack: KingAttack,
    pub(super) baseline: Baseline,
    /// The replies if we passed, king moves included.
    pub(super) base: i32,
    side: PhantomData<Us>,
}

impl<'a, Us: Side> Node<'a, Us> {
    #[inline(always)]
    pub(super) fn new(position: &Position, effects: &'a mut Effects) -> Node<'a, Us> {
        let attack = KingAttack::of::<Us>(position, effects);
        let baseline = Baseline::of::<Us>(position, &attack, effects);
        Node {
            effects,
            base: baseline.replies + attack.king_moves,
            attack,
            baseline,
            side: PhantomData,
        }
    }
}

/// The number of replies to a move, by making it and counting them.
#[inline(never)]
pub(super) fn replies_by_making<Us: Side>(position: &mut Position, mv: Move) -> i32 {
    let undo = position.make_unkeyed::<Us>(mv);
    let replies = count_legal::<Us::Opponent>(position);
    position.unmake_unkeyed::<Us>(mv, &undo);
    replies as i32
}
